/* Perft: counts the sequences of so many moves. */
#include "tafl.h"

#include <stdlib.h>

/* How much work is done between two polls of the control: a few milliseconds at most. Each position counts as work, and
 * so do the leaves below it. */
#define POLL_EVERY 1024
#define WORK_OF_POSITION 16
#define LEAVES_TO_WORK 64

typedef struct {
    const Rules *rules;
    Board *board;
    bool bulk;
    PerftTable *table;
    Control *control;
    bool (*poll)(void *);
    void *context;
    uint64_t since, unreported;
    bool stopped;
} Count;

/* Threads share the control, so each adds its nodes in batches to avoid contention. */
static void report_nodes(Count *count)
{
    atomic_fetch_add_explicit(&count->control->nodes, count->unreported, memory_order_relaxed);
    count->unreported = 0;
}

static bool is_stopped(Count *count, uint64_t leaves)
{
    count->unreported += leaves;
    count->since += WORK_OF_POSITION + leaves / LEAVES_TO_WORK;
    if (count->since >= POLL_EVERY) {
        count->since = 0;
        report_nodes(count);
        count->stopped |= atomic_load_explicit(&count->control->stop, memory_order_relaxed);
        count->stopped |= !count->poll(count->context);
    }
    return count->stopped;
}

bool perft_table_make(PerftTable *table, size_t megabytes)
{
    /* So many megabytes may exceed the address space. */
    size_t places = 1, bytes = megabytes > SIZE_MAX >> 20 ? SIZE_MAX : megabytes << 20;
    while (places * 2 <= bytes / sizeof(PerftPlace))
        places *= 2;
    table->mask = places - 1;
    table->places = calloc(places, sizeof(PerftPlace));
    return table->places != NULL;
}

void perft_table_free(PerftTable *table)
{
    free(table->places);
    table->places = NULL;
}

/* Places are written without locks. The key is combined with the count, so that a place that two threads have written
 * at once matches neither key. */
static bool look_up(const PerftTable *table, uint64_t key, uint64_t *total)
{
    const PerftPlace *place = &table->places[key & table->mask];
    uint64_t count = atomic_load_explicit(&place->count, memory_order_relaxed);
    *total = count;
    return (atomic_load_explicit(&place->key, memory_order_relaxed) ^ count) == key;
}

static void remember(PerftTable *table, uint64_t key, uint64_t total)
{
    PerftPlace *place = &table->places[key & table->mask];
    atomic_store_explicit(&place->key, key ^ total, memory_order_relaxed);
    atomic_store_explicit(&place->count, total, memory_order_relaxed);
}

/* The depth is part of the key, since a position has a count for each depth. */
static uint64_t key_of(const Board *board, int depth)
{
    return board->hash ^ (uint64_t)depth * GOLDEN;
}

static uint64_t count_lines(Count *count, int depth)
{
    const Rules *rules = count->rules;
    Board *board = count->board;
    uint64_t total = 0;
    if (depth == 1 && count->bulk)
        return (uint64_t)board_count(rules, board);
    if (depth == 1 && !rules->berserk && !board->going_on) {
        uint64_t ended;
        total = board_leaves(rules, board, &ended);
        is_stopped(count, total);
        return total;
    }
    if (depth == 2 && count->bulk && board_has_plain_replies(rules, board)) {
        total = board_count_replies(rules, board);
        is_stopped(count, total);
        return total;
    }
    uint64_t key = key_of(board, depth);
    if (count->table && depth > 2 && look_up(count->table, key, &total))
        return total;
    total = 0;
    for (unsigned r = 1; r <= (unsigned)rules->height; r++)
        for (uint32_t own = board->row[board->to_move][r]; own; own &= own - 1) {
            Move moves[MAX_PIECE_MOVES];
            int moves_count = board_moves_from(rules, board, r * STRIDE + (unsigned)lowest_bit(own), moves);
            for (int n = 0; n < moves_count && !count->stopped; n++) {
                Undo undo;
                Outcome outcome = board_make(rules, board, moves[n], &undo);
                if (depth == 1)
                    total++;
                else if (!outcome)
                    total += count_lines(count, depth - 1);
                board_unmake(rules, board, &undo);
            }
        }
    is_stopped(count, depth == 1 || (depth == 2 && count->bulk) ? total : 0);
    if (count->table && depth > 2 && !count->stopped)
        remember(count->table, key, total);
    return total;
}

bool perft(const Rules *rules, Board *board, int depth, bool bulk, PerftTable *table, Control *control,
           bool (*poll)(void *), void *context, uint64_t *total)
{
    Count count = {rules, board, bulk, table, control, poll, context, 0, 0, false};
    *total = depth == 0 ? 1 : count_lines(&count, depth);
    report_nodes(&count);
    return !count.stopped;
}
