/* `AlphaBeta`: principal variation search of one depth, with a transposition table that threads share.
 *
 * Without reductions the value is the same as by full-width search: table keys include the past, and entries are used
 * only for the same depth. With reductions, late moves and null moves are searched less deep, the last quiet moves near
 * the end of the depth are pruned, and results by a repetition that begins further up the line are not stored; values of
 * repeated positions are, since they are no results.
 */
#include "picker.h"
#include "relevance.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>

/* Table entries: the depth, the bound, the squares of the move and the value, from the lowest bit on. */
enum { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER };
enum { BOUND_SHIFT = 8, FROM_SHIFT = 10, TO_SHIFT = FROM_SHIFT + SQUARE_BITS, VALUE_SHIFT = 32 };
#define DEPTH_MASK 255u
#define BOUND_MASK 3u

/* Lines are extended up to so many times the depth. */
#define EXTENDED_DEPTHS 2

/* Aspiration windows are used from this depth on. */
#define WINDOW_DEPTH 4

/* See `value_of_repetition`: less than a forced result, more than most other values. */
#define REPETITION_VALUE 1000

/* What is searched less deep, or not at all. Matches decide on these numbers. */
#define NULL_MOVE_DEPTH 2      /* the least depth of a position in which the null move is tried */
#define NULL_MOVE_REDUCTION 3  /* the null move is searched so much less deep, and */
#define NULL_MOVE_DEPTH_SHARE 4 /* by another ply for so many plies of depth */
#define PRUNING_DEPTH 4        /* see `late_move_limit` */
#define UNPRUNED_MOVES 4

/* The search ----------------------------------------------------------------------------------------------------- */

struct Search {
    Workspace work;
    bool reductions, quiescence, exact_keys, some_moves;
    int root;    /* the index of the root's hash in the line */
    int deepest; /* the ply from which lines are not extended */
    int reached; /* the deepest ply that was looked at */
    int depends; /* the lowest ply on whose position a result depends by repetition */
    Move played[MAX_SEARCH_PLIES + 1];
};

static inline Move unpack_move(const Rules *rules, uint64_t data)
{
    unsigned from = data >> FROM_SHIFT & SQUARE_MASK, to = data >> TO_SHIFT & SQUARE_MASK;
    return from == to ? 0 : MOVE(cell_of(rules, (int)from), cell_of(rules, (int)to));
}

static inline uint64_t pack(const Knowledge *know, int depth, int bound, Move move, int value)
{
    unsigned from = know->square[FROM(move)], to = know->square[TO(move)];
    uint64_t squares = move ? (uint64_t)from << FROM_SHIFT | (uint64_t)to << TO_SHIFT : 0;
    return (uint64_t)depth | (uint64_t)bound << BOUND_SHIFT | squares | (uint64_t)(uint32_t)value << VALUE_SHIFT;
}

static inline int depth_in(uint64_t data)
{
    return (int)(data & DEPTH_MASK);
}

static inline int bound_in(uint64_t data)
{
    return (int)(data >> BOUND_SHIFT & BOUND_MASK);
}

/* Forced results are counted from the position in the table, and from the root in a search. */
static inline int value_from_table(uint64_t data, int ply)
{
    int value = (int)(int32_t)(uint32_t)(data >> VALUE_SHIFT);
    return value > DECIDED ? value - ply : value < -DECIDED ? value + ply : value;
}

static inline int value_to_table(int value, int ply)
{
    return value > DECIDED ? value + ply : value < -DECIDED ? value - ply : value;
}

/* The value of a game that is over for the side to move. */
static inline int value_of_end(Outcome outcome, int to_move, int ply)
{
    int winner = WINNER(outcome);
    return winner == NOBODY ? 0 : winner == to_move ? WIN - ply : ply - WIN;
}

/* An end by repetition depends on earlier positions, which may be above the subtree. */
static void note_repetition(Search *search)
{
    const Line *line = search->work.line;
    uint64_t hash = line->hashes[line->length - 1];
    int missing = search->work.rules->occurrences - 1, n = line->length - 1;
    while (missing && --n >= 0)
        missing -= line->hashes[n] == hash;
    int ply = n - search->root;
    if (ply < search->depends)
        search->depends = ply < 0 ? 0 : ply;
}

/* Whether the position occurred before in the line that is searched. Where it must occur more often than twice to end
 * the game, whoever brings it back once can mostly do so again, which would take more plies than are searched. */
static bool is_repeated(const Search *search)
{
    const Rules *rules = search->work.rules;
    const Line *line = search->work.line;
    int now = line->length - 1, first = now - line->past.reversible;
    if (rules->repetition != REPETITION_ENDS || rules->occurrences == 2 || line->board.going_on)
        return false;
    first = first > search->root ? first : search->root;
    for (int n = now - 2; n >= first; n--)
        if (line->hashes[n] == line->hashes[now])
            return true;
    return false;
}

/* What a repetition is worth for the side to move. */
static int value_of_repetition(const Search *search)
{
    const Line *line = search->work.line;
    int to_move = line->board.to_move;
    int winner = WINNER(outcome_by_past(search->work.rules, &line->past, !to_move, to_move, true, true));
    return winner == NOBODY ? 0 : winner == to_move ? REPETITION_VALUE : -REPETITION_VALUE;
}

/* Quiescence search: the value after captures alone, of which up to `left` follow each other. */
static int quiescence(Search *search, int alpha, int beta, int ply, int left, bool no_win)
{
    const Rules *rules = search->work.rules;
    Line *line = search->work.line;
    if (ply > search->reached)
        search->reached = ply;
    int best = evaluate(rules, search->work.know, &search->work.kept, &line->board);
    if (!search->quiescence || best >= beta)
        return best;
    Move *moves = search->work.moves + search->work.used;
    if (!no_win && quick_win(rules, search->work.know, line, moves))
        return WIN - ply - 1;
    if (!left || ply >= MAX_SEARCH_PLIES - 1)
        return best;
    if (best > alpha)
        alpha = best;
    uint32_t hot[LINES];
    hot_squares(rules, search->work.know, &line->board, hot);
    int count = moves_to(rules, line, hot, moves), mover = line->board.to_move;
    search->work.used += (size_t)count;
    for (int n = 0; n < count; n++) {
        LineUndo undo;
        Outcome outcome = line_make(rules, line, moves[n], &undo);
        int value = -INFINITE;
        if (!undo.undo.count || (!outcome && line->board.to_move == mover)) {
            line_unmake(rules, line, &undo); /* No capture, or one after which the same piece goes on. */
            continue;
        }
        bool going = budget_tick(search->work.budget);
        if (going && outcome) {
            if (REASON(outcome) == REPETITION)
                note_repetition(search); /* Captured turncoats can turn back. */
            value = -value_of_end(outcome, line->board.to_move, ply + 1);
        } else if (going)
            value = -quiescence(search, -beta, -alpha, ply + 1, left - 1, false);
        line_unmake(rules, line, &undo);
        if (search->work.budget->stopped)
            break;
        if (value > best) {
            best = value;
            if (value > alpha)
                alpha = value;
            if (alpha >= beta)
                break;
        }
    }
    search->work.used -= (size_t)count;
    return best;
}

/* Whether the opponent would win at once if it were the opponent's turn. */
static bool is_threatened(Search *search)
{
    Line *line = search->work.line;
    if (line->board.going_on || search->work.rules->repetition == REPETITION_FORBIDDEN)
        return false;
    if (line->board.to_move == ATTACKERS)
        return open_ways(search->work.rules, search->work.know, &line->board) > 0;
    line->board.to_move ^= 1;
    Move found = quick_win(search->work.rules, search->work.know, line, search->work.moves + search->work.used);
    line->board.to_move ^= 1;
    return found != 0;
}

/* The squares, by row, to one of which the attackers have to move so that the king does not escape by his next move;
 * false if they may move anywhere, or win at once. */
static bool must_block(Search *search, uint32_t blocking[LINES])
{
    const Rules *rules = search->work.rules;
    const Knowledge *know = search->work.know;
    Line *line = search->work.line;
    if (line->board.to_move != ATTACKERS || !know->known_endings || line->past.move_limit || line->irregular ||
        (rules->repetition == REPETITION_ENDS && rules->verdict == VERDICT_DRAW))
        return false; /* A limit or a repetition may save them. */
    return find_ways_to_block(rules, know, &line->board, blocking) &&
           !winning_move(rules, know, line, search->work.moves + search->work.used);
}

static int search_node(Search *search, int depth, int alpha, int beta, int ply, bool may_null_move);

/* Keep the past of a position, if keys include it. */
static inline void note_past(Search *search, int ply)
{
    if (search->exact_keys)
        search->work.past[ply] = history_after(search->work.line, search->work.past[ply - 1]);
}

/* The value of the position after a move, for the side that made it. */
static int search_child(Search *search, int mover, Outcome outcome, int depth, int alpha, int beta, int ply)
{
    bool same = search->work.line->board.to_move == mover;
    if (outcome) {
        if (!budget_tick(search->work.budget))
            return 0;
        if (REASON(outcome) == REPETITION)
            note_repetition(search);
        int value = value_of_end(outcome, search->work.line->board.to_move, ply);
        return same ? value : -value;
    }
    note_past(search, ply);
    return same ? search_node(search, depth, alpha, beta, ply, true)
                : -search_node(search, depth, -beta, -alpha, ply, true);
}

/* The null move, a pass: its value, less than `beta` if it fails, or is not allowed. */
static int search_null_move(Search *search, int depth, int beta, int ply)
{
    Line *line = search->work.line;
    const Rules *rules = search->work.rules;
    int reversible = line->past.reversible;
    if (line->board.going_on || line->past.move_limit || rules->limit_count)
        return -INFINITE;
    line->board.to_move ^= 1;
    line->board.hash ^= rules->turn_key;
    int value = -INFINITE;
    if (board_can_move(rules, &line->board)) {
        line->hashes[line->length++] = line_hash(rules, &line->board);
        line->past.reversible = 0;
        note_past(search, ply + 1); /* No move back leads beyond it: `reversible` is 0. */
        search->played[ply] = 0;
        value = -search_node(search, depth, -beta, 1 - beta, ply + 1, false);
        line->past.reversible = reversible;
        line->length--;
    }
    line->board.to_move ^= 1;
    line->board.hash ^= rules->turn_key;
    return value > DECIDED ? beta : value;
}

/* Late move reductions: by how many plies less a late move is searched. */
static int reduction(int depth, int number)
{
    /* A ply less for each row whose depth and number of the move are reached. */
    static const struct {
        int depth, number;
    } steps[] = {{2, 4}, {3, 12}, {5, 30}, {7, 12}};
    int less = 0;
    for (size_t n = 0; n < sizeof steps / sizeof *steps; n++)
        less += depth >= steps[n].depth && number >= steps[n].number;
    return less;
}

/* Late move pruning: after how many moves the quiet moves of a position are skipped. In order, those after so many hardly
 * ever matter when little depth is left. */
static inline int late_move_limit(int depth)
{
    return depth <= PRUNING_DEPTH ? UNPRUNED_MOVES * (1 + depth * depth) : MAX_MOVES;
}

/* Threads ---------------------------------------------------------------------------------------------------------- */

/* A move that another thread is searching is deferred (ABDADA). With less depth left, searching it twice costs less than
 * that. */
#define DEFERRAL_DEPTH 3
#define MAX_DEFERRED 32

typedef struct {
    Picker *picker;    /* the moves of a position; or, at the root, NULL and */
    const Move *moves; /* these, so many */
    int total;
    uint64_t key;      /* of the position */
    bool shared;       /* other threads search too */
    int count;         /* moves so far */
    int late_moves;    /* quiet moves are pruned after so many */
    bool ended;        /* there are no more but those deferred */
    int deferred, resumed; /* how many were, and how many of them have been searched since */
    struct {
        Move move;
        int number;
    } waiting[MAX_DEFERRED];
} Order;

static inline bool shares_work(const Search *search, int depth)
{
    return depth >= DEFERRAL_DEPTH && atomic_load_explicit(&search->work.table->users, memory_order_relaxed) > 1;
}

/* Field by field, because an initializer would clear `waiting` too. */
static inline void order_begin(Order *order, const Search *search, uint64_t key, int depth, int late_moves)
{
    order->picker = NULL;
    order->moves = NULL;
    order->total = 0;
    order->key = key;
    order->shared = shares_work(search, depth);
    order->late_moves = late_moves;
    order->count = order->deferred = order->resumed = 0;
    order->ended = false;
}

/* Whether to search a move now; otherwise it is deferred. */
static bool claim_move(Search *search, Order *order, Move move, int number)
{
    Table *table = search->work.table;
    if (number && order->deferred < MAX_DEFERRED && table_is_searched(table, order->key, move)) {
        order->waiting[order->deferred].move = move;
        order->waiting[order->deferred++].number = number;
        return false;
    }
    table_set_searched(table, order->key, move, true);
    return true;
}

static inline Move next_in_order(Search *search, const Order *order)
{
    if (order->picker)
        return picker_next(order->picker, &search->work);
    return order->count < order->total ? order->moves[order->count] : 0;
}

/* Whether the remaining quiet moves are pruned: not while all moves lose. */
static inline bool is_pruned(const Order *order, int best)
{
    return order->count >= order->late_moves && best > -DECIDED && order->picker->stage == PICK_QUIETS;
}

/* The next move and its number, given the value of the best so far; 0 if there is none. */
static Move next_move(Search *search, Order *order, int best, int *number)
{
    while (!order->ended) {
        Move move = next_in_order(search, order);
        order->ended = !move || is_pruned(order, best);
        if (order->ended)
            break;
        *number = order->count++;
        if (!order->shared || claim_move(search, order, move, *number))
            return move;
    }
    if (order->resumed == order->deferred)
        return 0;
    *number = order->waiting[order->resumed].number;
    return order->waiting[order->resumed++].move;
}

/* A position that is searched, and what the search has found. */
typedef struct {
    uint64_t key;
    int depth, alpha, beta, ply;
    Move table_move;        /* the best move that the table holds, or 0 */
    int late_moves;         /* quiet moves are pruned after so many */
    const uint32_t *within; /* the squares, by row, to which all moves go that do not lose at once; NULL if all squares */
    Move best;              /* or 0 */
    int bound;              /* of its value */
} Node;

/* The value of a move, the first or a later one of a position, which has been made. */
static int value_of_move(Search *search, const Node *node, const LineUndo *undo, Outcome outcome, int alpha, int number)
{
    int depth = node->depth - 1, beta = node->beta, ply = node->ply + 1, mover = undo->undo.to_move, less = 0;
    if (number == 0)
        return search_child(search, mover, outcome, depth, alpha, beta, ply);
    if (search->reductions && !undo->undo.count)
        less = reduction(node->depth, number);
    int value = search_child(search, mover, outcome, depth - less, alpha, alpha + 1, ply);
    if (less && value > alpha)
        value = search_child(search, mover, outcome, depth, alpha, alpha + 1, ply);
    if (alpha < value && value < beta)
        value = search_child(search, mover, outcome, depth, alpha, beta, ply);
    return value;
}

/* The value of the best move. */
static int best_move(Search *search, Node *node)
{
    Line *line = search->work.line;
    int best_value = node->within ? node->ply + 2 - WIN : -INFINITE, alpha = node->alpha, number;
    Picker picker;
    Order order;
    order_begin(&order, search, node->key, node->depth, node->late_moves);
    order.picker = &picker;
    picker_begin(&picker, &search->work, node->table_move, search->played[node->ply - 1], node->ply, node->within);
    node->best = 0;
    node->bound = BOUND_UPPER;
    for (Move move; (move = next_move(search, &order, best_value, &number)) != 0;) {
        LineUndo undo;
        Outcome outcome = line_make(search->work.rules, line, move, &undo);
        search->played[node->ply] = move;
        int value = value_of_move(search, node, &undo, outcome, alpha, number);
        line_unmake(search->work.rules, line, &undo);
        if (order.shared)
            table_set_searched(search->work.table, node->key, move, false);
        if (search->work.budget->stopped)
            break;
        if (value > best_value) {
            node->best = move;
            best_value = value;
            if (value > alpha)
                alpha = value;
            if (alpha >= node->beta) {
                picker_cut(&picker, &search->work, move, node->depth);
                node->bound = BOUND_LOWER;
                break;
            }
        }
    }
    search->work.used = picker.begin;
    if (node->bound != BOUND_LOWER && best_value > node->alpha)
        node->bound = BOUND_EXACT;
    return best_value;
}

/* Look a position up: whether the table knows its value well enough, and if not, the move to try first. */
static bool probe_table(Search *search, Node *node, int *value)
{
    uint64_t data;
    if (!table_get(search->work.table, node->key, &data))
        return false;
    *value = value_from_table(data, node->ply);
    int depth = depth_in(data), bound = bound_in(data);
    bool enough = depth == node->depth || (search->reductions && depth > node->depth);
    if (search->reductions)
        enough |= (*value > DECIDED && bound != BOUND_UPPER) || (*value < -DECIDED && bound != BOUND_LOWER);
    if (enough && (bound == BOUND_EXACT || (bound == BOUND_LOWER && *value >= node->beta) ||
                   (bound == BOUND_UPPER && *value <= node->alpha)))
        return true;
    Move move = unpack_move(search->work.rules, data);
    if (move && line_is_legal(search->work.rules, search->work.line, move))
        node->table_move = move;
    return false;
}

/* The value for the side to move; exact between alpha and beta, a bound beyond. */
static int search_node(Search *search, int depth, int alpha, int beta, int ply, bool may_null_move)
{
    const Rules *rules = search->work.rules;
    Line *line = search->work.line;
    if (!budget_tick(search->work.budget))
        return 0;
    if (search->reductions && is_repeated(search))
        return value_of_repetition(search);
    if (ply >= MAX_SEARCH_PLIES - QUIESCENCE_PLIES - 2 || (depth <= 0 && !search->reductions))
        return quiescence(search, alpha, beta, ply, QUIESCENCE_PLIES, false);
    uint64_t key = 0;
    if (depth > 0) {
        key = state_key(rules, line, search->work.past[ply], search->exact_keys);
        table_prefetch(search->work.table, key);
    }
    if (quick_win(rules, search->work.know, line, search->work.moves + search->work.used))
        return WIN - ply - 1;
    bool threatened = search->reductions && ply < search->deepest && is_threatened(search);
    if (threatened)
        depth = depth < 0 ? 1 : depth + 1;
    if (depth <= 0)
        return quiescence(search, alpha, beta, ply, QUIESCENCE_PLIES, true);
    if (!key)
        key = state_key(rules, line, search->work.past[ply], search->exact_keys);
    Node node = {.key = key, .depth = depth, .alpha = alpha, .beta = beta, .ply = ply, .late_moves = MAX_MOVES};
    int value;
    if (probe_table(search, &node, &value))
        return value;
    /* Only whether the value reaches `beta` is asked, and nothing drastic is pending. */
    bool may_prune = search->reductions && !threatened && beta - alpha == 1 && abs(beta) < DECIDED;
    if (may_null_move && may_prune && depth >= NULL_MOVE_DEPTH &&
        evaluate(rules, search->work.know, &search->work.kept, &line->board) >= beta) {
        value = search_null_move(search, depth - NULL_MOVE_REDUCTION - depth / NULL_MOVE_DEPTH_SHARE, beta, ply);
        if (search->work.budget->stopped)
            return 0;
        if (value >= beta)
            return value;
    }
    uint32_t blocking[LINES];
    if (threatened && must_block(search, blocking))
        node.within = blocking;
    if (may_prune)
        node.late_moves = late_move_limit(depth);
    int depends_above = search->depends;
    search->depends = MAX_SEARCH_PLIES;
    value = best_move(search, &node);
    if (search->work.budget->stopped)
        return 0;
    if (search->depends >= ply || search->exact_keys)
        table_put(search->work.table, key,
                  pack(search->work.know, depth, node.bound, node.best, value_to_table(value, ply)));
    if (depends_above < search->depends)
        search->depends = depends_above;
    return value;
}

/* The root ------------------------------------------------------------------------------------------------------- */

/* The value of the best move within a window; `result` is valid even if the search is stopped. */
static int search_root(Search *search, uint64_t key, const Move *moves, int count, int depth, int alpha, int beta,
                       SearchResult *result)
{
    Line *line = search->work.line;
    int mover = line->board.to_move, best = -INFINITE, lowest = alpha, number;
    Order order;
    order_begin(&order, search, key, depth, MAX_MOVES);
    order.moves = moves;
    order.total = count;
    for (Move move; (move = next_move(search, &order, best, &number)) != 0;) {
        LineUndo undo;
        int value;
        Outcome outcome = line_make(search->work.rules, line, move, &undo);
        search->played[0] = move;
        if (number == 0) {
            value = search_child(search, mover, outcome, depth - 1, alpha, beta, 1);
        } else {
            value = search_child(search, mover, outcome, depth - 1, alpha, alpha + 1, 1);
            if (value > alpha && value < beta)
                value = search_child(search, mover, outcome, depth - 1, alpha, beta, 1);
        }
        line_unmake(search->work.rules, line, &undo);
        if (order.shared)
            table_set_searched(search->work.table, key, move, false);
        if (search->work.budget->stopped)
            return best;
        if (value > best) {
            best = value;
            if (value > lowest) {
                result->best = move;
                result->value = value;
            }
            if (value > alpha)
                alpha = value;
            if (alpha >= beta)
                return best;
        }
    }
    return best;
}

/* The principal variation, as far as the table holds it. */
static void find_line(Search *search, int depth, SearchResult *result)
{
    const Rules *rules = search->work.rules;
    Line *line = search->work.line;
    LineUndo *undos = malloc((size_t)MAX_SEARCH_PLIES * sizeof *undos);
    int made = 0, most = depth < MAX_SEARCH_PLIES ? depth : MAX_SEARCH_PLIES;
    Move move = result->best;
    result->length = 0;
    while (move && made < most) {
        result->line[result->length++] = move;
        if (!undos || line_make(rules, line, move, &undos[made++])) {
            break;
        }
        uint64_t data;
        note_past(search, made);
        move = 0;
        if (table_get(search->work.table, state_key(rules, line, search->work.past[made], search->exact_keys), &data))
            move = unpack_move(rules, data);
        if (move && !line_is_legal(rules, line, move))
            move = 0;
    }
    while (undos && made > 0)
        line_unmake(rules, line, &undos[--made]);
    free(undos);
}

/* Search with an aspiration window around the value of the previous depth. */
static void search_with_windows(Search *search, const Move *moves, int count, int depth, SearchResult *result)
{
    uint64_t key = state_key(search->work.rules, search->work.line, search->work.past[0], search->exact_keys), data;
    int alpha = -INFINITE, beta = INFINITE, margin = WINDOW;
    /* The value of the best of some moves is not the value of the position. */
    if (!search->some_moves && search->reductions && depth >= WINDOW_DEPTH && table_get(search->work.table, key, &data)) {
        int before = value_from_table(data, 0);
        if (abs(before) < DECIDED) {
            alpha = before - margin;
            beta = before + margin;
        }
    }
    for (;;) {
        int value = search_root(search, key, moves, count, depth, alpha, beta, result);
        if (search->work.budget->stopped)
            return;
        margin *= WINDOW_GROWTH;
        if (value <= alpha && alpha > -INFINITE)
            alpha = margin > MAX_WINDOW ? -INFINITE : value - margin;
        else if (value >= beta && beta < INFINITE)
            beta = margin > MAX_WINDOW ? INFINITE : value + margin;
        else
            break;
    }
    if (search->some_moves)
        return;
    uint64_t found = pack(search->work.know, depth, BOUND_EXACT, result->best, value_to_table(result->value, 0));
    table_put(search->work.table, key, found);
}

void search_end(Search *search)
{
    workspace_free(&search->work);
    free(search);
}

Search *search_begin(const SearchTask *task)
{
    Search *search = calloc(1, sizeof *search);
    if (!search)
        return NULL;
    search->reductions = task->reductions;
    search->quiescence = task->quiescence;
    search->some_moves = task->some_moves;
    search->exact_keys = !task->reductions || task->rules->repetition == REPETITION_FORBIDDEN;
    search->root = task->line->length - 1;
    search->deepest = EXTENDED_DEPTHS * task->depth;
    search->depends = MAX_SEARCH_PLIES;
    if (workspace_make(&search->work, task))
        return search;
    search_end(search);
    return NULL;
}

bool search_depth(const SearchTask *task, const Move *moves, int count, SearchResult *result)
{
    Search *search = search_begin(task);
    memset(result, 0, sizeof *result);
    if (!search)
        return false;
    search_with_windows(search, moves, count, task->depth, result);
    find_line(search, task->depth, result);
    result->reached = search->reached > task->depth ? search->reached : task->depth;
    search_end(search);
    return true;
}

/* Single positions ------------------------------------------------------------------------------------------------- */

void search_enter(Search *search, Move move, int ply)
{
    search->played[ply - 1] = move;
    note_past(search, ply);
}

int search_evaluate(Search *search)
{
    return evaluate(search->work.rules, search->work.know, &search->work.kept, &search->work.line->board);
}

int search_position(Search *search, int depth, int alpha, int beta, int ply)
{
    search->deepest = ply + EXTENDED_DEPTHS * depth;
    search->depends = MAX_SEARCH_PLIES;
    return search_node(search, depth, alpha, beta, ply, true);
}

Move search_best(const Search *search, int ply)
{
    const Workspace *work = &search->work;
    uint64_t data;
    if (!table_get(work->table, state_key(work->rules, work->line, work->past[ply], search->exact_keys), &data))
        return 0;
    return unpack_move(work->rules, data);
}

int search_known(const Search *search, int ply, int *score)
{
    const Workspace *work = &search->work;
    uint64_t data;
    if (!table_get(work->table, state_key(work->rules, work->line, work->past[ply], search->exact_keys), &data))
        return 0;
    int value = value_from_table(data, ply), bound = bound_in(data);
    if (bound == BOUND_EXACT || (bound == BOUND_LOWER ? value > *score : value < *score))
        *score = value;
    return depth_in(data);
}
