/* Random games. */
#include "tafl.h"

#include <stdlib.h>
#include <string.h>

/* How many plies are played between two polls of the control; games can be very long. */
#define POLL_EVERY 64

/* How many moves each piece has along its row and its column, and the sums of a side: kept up from move to move, since
 * a move changes the counts of few pieces. */
typedef struct {
    uint8_t along[2][CELLS]; /* ROWS and COLUMNS */
    int in_line[2][2][LINES]; /* by side, direction and line */
    int total[2][2];          /* by side and direction */
} Mobility;

static void set_count(Mobility *mobility, int direction, int side, unsigned cell, int count)
{
    uint8_t *kept = &mobility->along[direction][cell];
    mobility->in_line[side][direction][direction == ROWS ? cell / STRIDE : cell % STRIDE] += count - *kept;
    mobility->total[side][direction] += count - *kept;
    *kept = (uint8_t)count;
}

static void recount_row(const Rules *rules, const Board *board, Mobility *mobility, unsigned cell)
{
    unsigned kind = board->cell[cell], r = cell / STRIDE;
    int count = row_count(rules, &rules->reach[kind][cell], board->row[0][r] | board->row[1][r], (int)(cell % STRIDE));
    set_count(mobility, ROWS, rules->side[kind], cell, count);
}

static void recount_column(const Rules *rules, const Board *board, Mobility *mobility, unsigned cell)
{
    unsigned kind = board->cell[cell], c = cell % STRIDE;
    uint32_t occupied = board->column[0][c] | board->column[1][c];
    int count = column_count(rules, &rules->reach[kind][cell], occupied, (int)(cell / STRIDE));
    set_count(mobility, COLUMNS, rules->side[kind], cell, count);
}

static void count_all(const Rules *rules, const Board *board, Mobility *mobility)
{
    memset(mobility, 0, sizeof *mobility);
    for (int square = 0; square < rules->width * rules->height; square++) {
        unsigned cell = cell_of(rules, square);
        if (board->cell[cell] != EMPTY) {
            recount_row(rules, board, mobility, cell);
            recount_column(rules, board, mobility, cell);
        }
    }
}

/* Count anew what depends on a cell whose content has changed: the moves of the next pieces in the four directions, and
 * of the piece on it. */
static void recount_around(const Rules *rules, const Board *board, Mobility *mobility, unsigned cell)
{
    unsigned r = cell / STRIDE, c = cell % STRIDE;
    uint32_t row = board->row[0][r] | board->row[1][r], column = board->column[0][c] | board->column[1][c];
    uint32_t right = row & ~1u << c, left = row & ((1u << c) - 1);
    uint32_t above = column & ~1u << r, below = column & ((1u << r) - 1);
    if (right)
        recount_row(rules, board, mobility, r * STRIDE + (unsigned)lowest_bit(right));
    if (left)
        recount_row(rules, board, mobility, r * STRIDE + (unsigned)highest_bit(left));
    if (above)
        recount_column(rules, board, mobility, (unsigned)lowest_bit(above) * STRIDE + c);
    if (below)
        recount_column(rules, board, mobility, (unsigned)highest_bit(below) * STRIDE + c);
    if (board->cell[cell] != EMPTY) {
        recount_row(rules, board, mobility, cell);
        recount_column(rules, board, mobility, cell);
    }
}

static void forget(Mobility *mobility, int side, unsigned cell)
{
    set_count(mobility, ROWS, side, cell, 0);
    set_count(mobility, COLUMNS, side, cell, 0);
}

static void recount(const Rules *rules, const Board *board, Mobility *mobility, const Undo *undo)
{
    forget(mobility, undo->to_move, FROM(undo->move));
    for (int n = 0; n < undo->count; n++)
        forget(mobility, !undo->to_move, undo->taken[n].cell);
    recount_around(rules, board, mobility, FROM(undo->move));
    recount_around(rules, board, mobility, TO(undo->move));
    for (int n = 0; n < undo->count; n++)
        recount_around(rules, board, mobility, undo->taken[n].cell);
}

static int count_of(const Mobility *mobility, int side)
{
    return mobility->total[side][ROWS] + mobility->total[side][COLUMNS];
}

/* A random move, drawn by its number. The moves are numbered along the rows and then along the columns, and along a line
 * by origin and target. Without `mobility` they are listed, and numbered by origin and target. */
static Move draw_move(const Rules *rules, Line *line, const Mobility *mobility, uint64_t *state, Move *moves)
{
    const Board *board = &line->board;
    if (!mobility || board->going_on)
        return moves[draw_below(state, line_moves(rules, line, moves))];
    int side = board->to_move, drawn = draw_below(state, count_of(mobility, side)), direction = ROWS;
    if (drawn >= mobility->total[side][ROWS]) {
        drawn -= mobility->total[side][ROWS];
        direction = COLUMNS;
    }
    const int *in_line = mobility->in_line[side][direction];
    unsigned n = 1, cell;
    while (drawn >= in_line[n])
        drawn -= in_line[n++];
    for (uint32_t own = direction == ROWS ? board->row[side][n] : board->column[side][n];; own &= own - 1) {
        cell = direction == ROWS ? n * STRIDE + (unsigned)lowest_bit(own) : (unsigned)lowest_bit(own) * STRIDE + n;
        if (drawn < mobility->along[direction][cell])
            break;
        drawn -= mobility->along[direction][cell];
    }
    uint32_t row, column;
    board_reach(rules, board, board->cell[cell], cell, &row, &column);
    uint32_t targets = direction == ROWS ? row : column;
    for (; drawn; drawn--)
        targets &= targets - 1;
    unsigned at = (unsigned)lowest_bit(targets);
    return MOVE(cell, direction == ROWS ? n * STRIDE + at : at * STRIDE + n);
}

/* Make a move; the same as `line_make`, except that the mobility says whether the opponent can move. */
static Outcome make(const Rules *rules, Line *line, Mobility *mobility, Move move)
{
    LineUndo undo;
    if (!mobility)
        return line_make(rules, line, move, &undo);
    Outcome outcome = line_make_on_board(rules, line, move, &undo);
    recount(rules, &line->board, mobility, &undo.undo);
    if (outcome)
        return outcome;
    bool can_move = line->board.going_on || count_of(mobility, line->board.to_move);
    return outcome_by_past(rules, &line->past, undo.undo.to_move, line->board.to_move, line_is_repeated(rules, line),
                           can_move);
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
    Move *moves = malloc(MAX_MOVES * sizeof *moves);
    bool going = moves && line_reserve(&line, max_plies + 1);
    if (going)
        memcpy(line.hashes, start->hashes, (size_t)start->length * sizeof *line.hashes);
    memset(counts, 0, sizeof *counts);
    /* Jumps and forbidden repetitions depend on more than the next pieces in a line. */
    bool counting = !rules->jumping && rules->repetition != REPETITION_FORBIDDEN;
    Mobility at_start, kept, *mobility = counting ? &kept : NULL;
    count_all(rules, &start->board, &at_start);
    for (uint64_t game = 0; going && game < count; game++) {
        uint64_t state = draw_begin(seed, first + game), *hashes = line.hashes;
        int capacity = line.capacity, plies = 0;
        Outcome outcome = 0;
        line = *start;
        line.hashes = hashes;
        line.capacity = capacity;
        kept = at_start;
        while (going && !outcome && plies < max_plies) {
            outcome = make(rules, &line, mobility, draw_move(rules, &line, mobility, &state, moves));
            if (++plies % POLL_EVERY == 0)
                going = may_go_on(control, poll, context);
        }
        counts->plies += (uint64_t)plies;
        counts->outcomes[outcome]++;
        atomic_fetch_add_explicit(&control->nodes, (unsigned long long)plies, memory_order_relaxed);
        going = going && may_go_on(control, poll, context);
    }
    free(moves);
    free(line.hashes);
    return going;
}
