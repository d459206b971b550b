/* Random games. */
#include "tafl.h"

#include <stdlib.h>
#include <string.h>

/* How many plies are played between two polls of the control; games can be very long. */
#define POLL_EVERY 64

/* A number below `count`, uniformly distributed up to rounding. The state is a counter whose values are mixed. */
static int below(uint64_t *state, int count)
{
    uint64_t high = mix(*state + GOLDEN) >> 32;
    *state += 1;
    return (int)(high * (uint64_t)count >> 32);
}

/* A random move: drawn by its number among the moves sorted by origin and target. */
static Move draw_move(const Rules *rules, Line *line, uint64_t *state, Move *room)
{
    const Board *board = &line->board;
    if (board->going_on || rules->repetition == REPETITION_FORBIDDEN)
        return room[below(state, line_moves(rules, line, room))];
    int drawn = below(state, board_count(rules, board));
    for (unsigned r = 1; r <= (unsigned)rules->height; r++)
        for (uint32_t own = board->row[board->to_move][r]; own; own &= own - 1) {
            unsigned cell = r * STRIDE + (unsigned)lowest_bit(own);
            int count = board_count_from(rules, board, cell);
            if (drawn < count) {
                board_moves_from(rules, board, cell, room);
                return room[drawn];
            }
            drawn -= count;
        }
    return room[0]; /* Not reached: a game without legal moves is over. */
}

static bool may_go_on(Control *control, bool (*poll)(void *), void *context)
{
    return !atomic_load_explicit(&control->stop, memory_order_relaxed) && poll(context);
}

bool playouts(const Rules *rules, const Line *start, uint64_t first, uint64_t count, uint64_t seed, int max_plies,
              Control *control, bool (*poll)(void *), void *context, PlayoutCounts *counts)
{
    Line line = *start;
    line.hashes = NULL;
    line.capacity = 0;
    Move *room = malloc(MAX_MOVES * sizeof *room);
    bool going = room && line_reserve(&line, max_plies + 1);
    if (going)
        memcpy(line.hashes, start->hashes, (size_t)start->length * sizeof *line.hashes);
    memset(counts, 0, sizeof *counts);
    for (uint64_t game = 0; going && game < count; game++) {
        uint64_t state = mix((seed ^ mix(first + game + GOLDEN)) + GOLDEN), *hashes = line.hashes;
        int capacity = line.capacity, plies = 0;
        Outcome outcome = 0;
        line = *start;
        line.hashes = hashes;
        line.capacity = capacity;
        while (going && !outcome && plies < max_plies) {
            LineUndo undo;
            outcome = line_make(rules, &line, draw_move(rules, &line, &state, room), &undo);
            if (++plies % POLL_EVERY == 0)
                going = may_go_on(control, poll, context);
        }
        counts->plies += (uint64_t)plies;
        counts->outcomes[outcome]++;
        atomic_fetch_add_explicit(&control->nodes, (unsigned long long)plies, memory_order_relaxed);
        going = going && may_go_on(control, poll, context);
    }
    free(room);
    free(line.hashes);
    return going;
}
