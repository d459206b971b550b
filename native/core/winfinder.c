/* `WinFinder`: finds a forced win within a number of moves, or proves that there is none. Repetition and limits are
 * taken into account.
 *
 * Most of the work is to prove that there is no win, by a reply to each move. What the table holds of a state depends on
 * its past, and lines that lead to the same position in another order have different pasts. So the proof is first tried
 * with restrained replies: the opponent never moves to a square that it has left in this line since the last capture.
 * Then no position of the line can occur again, and of its past only the squares that were left matter, in any order. A
 * win against restrained replies is looked at again with all of them.
 */
#include "relevance.h"

#include <stdlib.h>
#include <string.h>

#define REFUTATIONS 512
#define REFUTATION_STRIDE 37 /* how far apart those of moves from neighbouring cells are kept */
#define FIRST_THREATS 8 /* so many threats are tried before other replies */
#define MAX_SUCCESS (1 << 19)      /* all successes are halved when one of them is greater */
#define FORCING_SUCCESS (1 << 20)  /* moves that may capture, of the king, or beside him come before all others */

/* Table entries: the number of moves, which is their priority, then the fields of `Known`, from the lowest bit on. */
enum { WON_SHIFT = 8, UNWON_SHIFT = 16, FROM_SHIFT = 24, TO_SHIFT = FROM_SHIFT + SQUARE_BITS };
#define MOVES_MASK 255u
/* What distinguishes the keys of this searcher from those of others, and of states with restrained replies. */
#define WIN_FINDER_KEYS 0x77696E66696E6465u /* winfinde */
#define RESTRAINED_KEYS 0x72657374726E6564u /* restrned */

typedef struct {
    Workspace work;
    int side;        /* the side that is to win */
    int part, parts; /* see `SearchTask` */
    bool cut_off;    /* somewhere the line was too deep to look further */
    bool has_zones;  /* see `zones_apply` */
    bool refutes;    /* see `refutations_apply` */
    bool restrains;  /* the past matters, and no position occurs again while the opponent is restrained */
    Move played[MAX_SEARCH_PLIES];
    Refutation refutations[REFUTATIONS]; /* by move, two moves before a win */
    uint32_t seen[1 << SEEN_BITS]; /* see `SEEN_PLACE` */
} Finder;

static inline uint32_t *seen(Finder *finder, uint64_t hash)
{
    return &finder->seen[SEEN_PLACE(hash)];
}

/* Turns of many moves may exceed MAX_SEARCH_PLIES. */
static bool is_too_deep(Finder *finder, int ply)
{
    finder->cut_off |= ply >= MAX_SEARCH_PLIES - 2;
    return ply >= MAX_SEARCH_PLIES - 2;
}

/* What the table holds of a state: within how many moves it is won, and by which move; within how many it is certainly
 * not. */
typedef struct {
    int won, unwon;
    unsigned from, to;
} Known;

static Known recall(const Finder *finder, uint64_t key)
{
    uint64_t data;
    Known known = {0, 0, 0, 0};
    if (table_get(finder->work.table, key, &data)) {
        known.won = data >> WON_SHIFT & MOVES_MASK;
        known.unwon = data >> UNWON_SHIFT & MOVES_MASK;
        known.from = data >> FROM_SHIFT & SQUARE_MASK;
        known.to = data >> TO_SHIFT & SQUARE_MASK;
    }
    return known;
}

static void remember(Finder *finder, uint64_t key, Known known, int moves)
{
    table_put(finder->work.table, key,
              (uint64_t)moves | (uint64_t)known.won << WON_SHIFT | (uint64_t)known.unwon << UNWON_SHIFT |
                  (uint64_t)known.from << FROM_SHIFT | (uint64_t)known.to << TO_SHIFT);
}

/* The squares that the opponent has left in this line since the last capture; each may be in it several times. */
typedef struct {
    int count;
    unsigned cell[MAX_SEARCH_PLIES / 2 + 1];
} LeftSquares;

static inline bool was_left(const LeftSquares *left, unsigned cell)
{
    for (int n = 0; n < left->count; n++)
        if (left->cell[n] == cell)
            return true;
    return false;
}

/* Collect them, before a ply; false if the opponent has moved to one of them, and so was not restrained. */
static bool find_left(const Finder *finder, int ply, LeftSquares *left)
{
    int first = ply - finder->work.line->past.reversible;
    bool restrained = true;
    left->count = 0;
    /* The sides alternate, and `side` moved first. */
    for (int n = first > 1 ? first | 1 : 1; n < ply; n += 2) {
        restrained &= !was_left(left, TO(finder->played[n]));
        left->cell[left->count++] = FROM(finder->played[n]);
    }
    return restrained;
}

/* The part of the past that matters against a restrained opponent: the game before the search, unless a capture has
 * made it irrelevant, and the squares that were left. */
static uint64_t restrained_past(const Finder *finder, int ply)
{
    uint64_t past = finder->work.line->past.reversible >= ply ? finder->work.past[0] : 0;
    LeftSquares left;
    find_left(finder, ply, &left);
    for (int n = 0; n < left.count; n++) {
        bool again = false;
        for (int before = 0; before < n; before++)
            again |= left.cell[before] == left.cell[n];
        past += again ? 0 : mix(left.cell[n]);
    }
    return past;
}

/* The key of a state in the table, which another searcher may use too. */
static uint64_t key_of_past(const Finder *finder, uint64_t past, bool restrained)
{
    uint64_t key = state_key(finder->work.rules, finder->work.line, past, true);
    return key ^ (restrained ? RESTRAINED_KEYS : WIN_FINDER_KEYS);
}

static uint64_t key_of(const Finder *finder, int ply, bool restrained)
{
    return key_of_past(finder, restrained ? restrained_past(finder, ply) : finder->work.past[ply], restrained);
}

/* The key of the state after a restrained reply, if that takes nothing; `past` is the part of the past that matters
 * before it. */
static uint64_t key_after(Finder *finder, Move reply, uint64_t past)
{
    Line *line = finder->work.line;
    const uint64_t *keys = finder->work.rules->keys[line->board.cell[FROM(reply)]];
    uint64_t hash = line->board.hash;
    Past before = line->past;
    line->board.hash ^= keys[FROM(reply)] ^ keys[TO(reply)] ^ finder->work.rules->turn_key;
    line->past.captureless++;
    line->past.turns++;
    uint64_t key = key_of_past(finder, past + mix(FROM(reply)), true);
    line->board.hash = hash;
    line->past = before;
    return key;
}

static Outcome make(Finder *finder, Move move, int ply, LineUndo *undo)
{
    finder->played[ply] = move;
    Outcome outcome = line_make(finder->work.rules, finder->work.line, move, undo);
    finder->work.past[ply + 1] = history_after(finder->work.line, finder->work.past[ply]);
    ++*seen(finder, finder->work.line->hashes[finder->work.line->length - 1]);
    return outcome;
}

static inline void unmake(Finder *finder, const LineUndo *undo)
{
    --*seen(finder, finder->work.line->hashes[finder->work.line->length - 1]);
    line_unmake(finder->work.rules, finder->work.line, undo);
}

/* Keep those of the first moves that this thread looks at. */
static int keep_part(const Finder *finder, Move *moves, int count)
{
    int kept = 0;
    for (int n = finder->part; n < count; n += finder->parts)
        moves[kept++] = moves[n];
    return kept;
}

/* Rank moves, the most promising first, for `take_best`. */
static void rank_moves(Finder *finder, const Move *moves, int count, Ranked *ranks)
{
    const Rules *rules = finder->work.rules;
    const Board *board = &finder->work.line->board;
    uint32_t hot[LINES], near[LINES] = {0};
    hot_squares(rules, finder->work.know, board, hot);
    add_beside_kings(board, near);
    for (int n = 0; n < count; n++) {
        unsigned r = TO(moves[n]) / STRIDE, c = TO(moves[n]) % STRIDE;
        int32_t score = *history_of(&finder->work, moves[n]);
        if ((hot[r] | near[r]) >> c & 1 || rules->is_king[board->cell[FROM(moves[n])]])
            score += FORCING_SUCCESS;
        ranks[n] = ranked(moves[n], score);
    }
    group_ranked(ranks, count);
}

/* Whether zones say what can win within two moves in a position. */
static bool has_zones(const Finder *finder)
{
    const Line *line = finder->work.line;
    return finder->has_zones && !line->board.was_over &&
           !(line->past.move_limit && line->past.turns / 2 + 3 >= line->past.move_limit);
}

/* Drop those of the moves that cannot win within two: some replies refute all the others. */
static int keep_moves_of_two(Finder *finder, Move *moves, int count, int ply, bool restrained)
{
    const Rules *rules = finder->work.rules;
    const Knowledge *know = finder->work.know;
    Line *line = finder->work.line;
    const Move *replies = finder->work.worker->killers[ply + 1];
    uint32_t taking[LINES];
    LeftSquares left;
    left.count = 0;
    find_taking(rules, know, &line->board, taking);
    if (restrained)
        find_left(finder, ply, &left);
    for (int n = 0; n < 2; n++) {
        Zone zone;
        if (replies[n] && !was_left(&left, TO(replies[n])) && find_zone(rules, know, line, replies[n], moves + count, &zone))
            count = drop_refuted(rules, &line->board, &zone, taking, moves, count, finder->seen);
    }
    return count;
}

static inline Refutation *refutation_of(Finder *finder, Move move)
{
    return &finder->refutations[(FROM(move) * REFUTATION_STRIDE + TO(move)) % REFUTATIONS];
}

/* Whether a move is refuted as after another move of the turn before: most of them make no difference. */
static bool is_refuted_alike(Finder *finder, Move move, int ply, bool restrained)
{
    const Refutation *refutation = refutation_of(finder, move);
    LeftSquares left;
    if (ply < 2 || !finder->refutes ||
        !refutation_holds(finder->work.rules, &finder->work.line->board, refutation, finder->played[ply - 2], move,
                          finder->seen))
        return false;
    if (!restrained)
        return true;
    find_left(finder, ply, &left);
    return !was_left(&left, TO(refutation->reply));
}

/* Keep how the last move but one was refuted by the last, which the opponent has just made. */
static void keep_refutation(Finder *finder, int ply, bool takes)
{
    Line *line = finder->work.line;
    const Move played[3] = {finder->played[ply - 3], finder->played[ply - 1], finder->played[ply]};
    refutation_make(finder->work.rules, finder->work.know, &line->board, line->hashes[line->length - 3], played, takes,
                    refutation_of(finder, played[1]));
}

static void succeed(Finder *finder, Move move, int moves)
{
    int32_t *success = history_of(&finder->work, move);
    *success += moves * moves;
    if (*success > MAX_SUCCESS)
        for (size_t n = 0; n < finder->work.worker->squares * finder->work.worker->squares; n++)
            finder->work.worker->history[n] /= 2;
}

static bool is_lost(Finder *finder, int moves, int ply, bool restrained);

/* Whether one of the moves of `side` wins by force within so many moves, though none wins at once. */
static bool wins_later(Finder *finder, int moves, int ply, bool restrained)
{
    Move *list = finder->work.moves + finder->work.used;
    uint64_t key = key_of(finder, ply, restrained);
    Known known = recall(finder, key);
    if (known.won && known.won <= moves)
        return true;
    if (known.unwon >= moves)
        return false;
    Ranked *ranks = finder->work.ranks + finder->work.used;
    int count = line_moves(finder->work.rules, finder->work.line, list);
    if (ply == 0) /* first, because threads drop different moves */
        count = keep_part(finder, list, count);
    bool zones_hold = has_zones(finder), zones = moves == 2 && zones_hold;
    if (zones_hold && finder->side == ATTACKERS)
        count = drop_refuted_by_escapes(finder->work.rules, finder->work.know, &finder->work.line->board, list, count);
    if (zones)
        count = keep_moves_of_two(finder, list, count, ply, restrained);
    rank_moves(finder, list, count, ranks);
    bool won = false;
    finder->work.used += (size_t)count;
    for (int n = 0; n < count && !won && !finder->work.budget->stopped; n++) {
        LineUndo undo;
        Move move = take_best(ranks, count - n);
        if (zones && is_refuted_alike(finder, move, ply, restrained))
            continue;
        /* A move that wins at once would have been found above. */
        if (!make(finder, move, ply, &undo))
            won = is_lost(finder, moves - 1, ply + 1, restrained);
        unmake(finder, &undo);
        if (won) {
            known.won = moves;
            known.from = finder->work.know->square[FROM(move)];
            known.to = finder->work.know->square[TO(move)];
        }
    }
    finder->work.used -= (size_t)count;
    if (finder->work.budget->stopped)
        return false;
    if (!won)
        known.unwon = moves;
    if (won || ply > 0 || finder->parts == 1)
        remember(finder, key, known, moves);
    return won;
}

/* Whether `side`, which is to move, wins by force within so many moves. */
static bool wins(Finder *finder, int moves, int ply, bool restrained)
{
    LeftSquares left;
    if (!budget_tick(finder->work.budget))
        return false;
    Move *list = finder->work.moves + finder->work.used;
    if (winning_move(finder->work.rules, finder->work.know, finder->work.line, list))
        return true;
    if (moves == 1 || is_too_deep(finder, ply))
        return false;
    if (!restrained && finder->restrains && find_left(finder, ply, &left) && !wins_later(finder, moves, ply, true))
        return false;
    return wins_later(finder, moves, ply, restrained);
}

/* Whether a reply keeps the opponent from losing. */
static bool saves(Finder *finder, Move reply, int moves, int ply, bool restrained)
{
    LineUndo undo;
    Outcome outcome = make(finder, reply, ply, &undo);
    bool lost = outcome ? WINNER(outcome) == finder->side : is_lost(finder, moves, ply + 1, restrained);
    if (!lost && !outcome && moves == 1 && ply >= 3 && finder->refutes && !finder->work.budget->stopped &&
        has_zones(finder))
        keep_refutation(finder, ply, undo.undo.count != 0);
    unmake(finder, &undo);
    return !lost && !finder->work.budget->stopped;
}

/* List the opponent's killers that it could play if nothing were in the way. */
static int list_killers(const Finder *finder, int ply, Move *list)
{
    const Board *board = &finder->work.line->board;
    int count = 0;
    for (int other = 1; other <= ply + 2; other += 2)
        for (int n = 0; n < 2; n++) {
            Move killer = finder->work.worker->killers[other][n];
            bool again = !killer || board->cell[TO(killer)] != EMPTY ||
                         finder->work.rules->side[board->cell[FROM(killer)]] != board->to_move;
            for (int before = 0; before < count; before++)
                again |= list[before] == killer;
            list[count] = killer;
            count += !again;
        }
    return count;
}

/* A restrained reply that leads to a state which the table holds to be not won, or 0. Two moves before a win, where there
 * are most states, only killers are looked up. */
static Move known_reply(Finder *finder, int moves, int ply, const LeftSquares *left)
{
    const Rules *rules = finder->work.rules;
    Line *line = finder->work.line;
    Move *list = finder->work.moves + finder->work.used;
    uint64_t past = restrained_past(finder, ply);
    int count = moves == 2 ? list_killers(finder, ply, list) : line_moves(rules, line, list);
    for (int n = 0; n < count; n++)
        if (!was_left(left, TO(list[n])) && recall(finder, key_after(finder, list[n], past)).unwon >= moves &&
            line_is_legal(rules, line, list[n]))
            return list[n];
    return 0;
}

/* Whether a reply saves the opponent by which it threatens to win: few moves do something about that. */
static bool saves_by_threat(Finder *finder, int moves, int ply, bool restrained, const LeftSquares *left)
{
    size_t used = finder->work.used;
    Move *list = finder->work.moves + used;
    Ranked *ranks = finder->work.ranks + used;
    int found = find_threats(finder->work.rules, finder->work.know, &finder->work.line->board, list), count = 0;
    for (int n = 0; n < found; n++)
        if (!was_left(left, TO(list[n])))
            ranks[count++] = ranked(list[n], *history_of(&finder->work, list[n]));
    group_ranked(ranks, count);
    finder->work.used += (size_t)count;
    bool saved = false;
    for (int n = 0; n < count && n < FIRST_THREATS && !saved && !finder->work.budget->stopped; n++) {
        Move reply = take_best(ranks, count - n);
        saved = saves(finder, reply, moves, ply, restrained);
        if (saved)
            succeed(finder, reply, moves);
    }
    finder->work.used = used;
    return saved;
}

/* Whether `side` wins by force within so many moves, whoever is to move. */
static bool is_lost(Finder *finder, int moves, int ply, bool restrained)
{
    Line *line = finder->work.line;
    LeftSquares left;
    left.count = 0;
    if (line->board.to_move == finder->side)
        return wins(finder, moves, ply, restrained);
    if (is_too_deep(finder, ply))
        return false;
    if (!budget_tick(finder->work.budget))
        return false;
    Move *list = finder->work.moves + finder->work.used, *killers = finder->work.worker->killers[ply];
    if (quick_win(finder->work.rules, finder->work.know, line, list))
        return false;
    if (restrained)
        find_left(finder, ply, &left);
    if (restrained && moves > 1) {
        Move reply = known_reply(finder, moves, ply, &left);
        if (reply && saves(finder, reply, moves, ply, restrained))
            return false;
    }
    if (moves > 1 && finder->has_zones && finder->side == ATTACKERS &&
        saves_by_threat(finder, moves, ply, restrained, &left))
        return false;
    if (finder->work.budget->stopped)
        return false;
    /* Killers are likely to refute again, and can be tried without listing moves. */
    for (int n = 0; n < 2; n++) {
        Move reply = killers[n];
        if (reply && !was_left(&left, TO(reply)) && line_is_legal(finder->work.rules, line, reply) &&
            saves(finder, reply, moves, ply, restrained)) {
            succeed(finder, reply, moves);
            killers[n] = killers[0];
            killers[0] = reply;
            return false;
        }
        if (finder->work.budget->stopped)
            return false;
    }
    Move tried[2] = {killers[0], killers[1]};
    Ranked *ranks = finder->work.ranks + finder->work.used;
    int count = line_moves(finder->work.rules, line, list);
    rank_moves(finder, list, count, ranks);
    bool saved = false;
    finder->work.used += (size_t)count;
    for (int n = 0; n < count && !saved && !finder->work.budget->stopped; n++) {
        Move reply = take_best(ranks, count - n);
        if (reply == tried[0] || reply == tried[1] || was_left(&left, TO(reply)))
            continue;
        saved = saves(finder, reply, moves, ply, restrained);
        if (saved) {
            succeed(finder, reply, moves);
            killers[1] = killers[0];
            killers[0] = reply;
        }
    }
    finder->work.used -= (size_t)count;
    return !saved && !finder->work.budget->stopped;
}

/* The line of a win that was found --------------------------------------------------------------------------------- */

static int needed(Finder *finder, int most, int ply)
{
    for (int moves = 1; moves <= most; moves++)
        if (is_lost(finder, moves, ply, false))
            return moves;
    return 0;
}

/* The first move of a shortest win, which takes so many moves. */
static Move winner(Finder *finder, int moves, int ply)
{
    const Rules *rules = finder->work.rules;
    Line *line = finder->work.line;
    Move *list = finder->work.moves + finder->work.used, found = winning_move(rules, finder->work.know, line, list);
    if (found || moves == 1)
        return found;
    Known known = recall(finder, key_of(finder, ply, false));
    if (known.won == moves && known.from != known.to) {
        found = MOVE(cell_of(rules, (int)known.from), cell_of(rules, (int)known.to));
        if (line_is_legal(rules, line, found))
            return found;
        found = 0;
    }
    /* The entry has been replaced, or belongs to other rules. */
    int count = line_moves(rules, line, list);
    finder->work.used += (size_t)count;
    for (int n = 0; n < count && !found && !finder->work.budget->stopped; n++) {
        LineUndo undo;
        if (!make(finder, list[n], ply, &undo) && is_lost(finder, moves - 1, ply + 1, false))
            found = list[n];
        unmake(finder, &undo);
    }
    finder->work.used -= (size_t)count;
    return found;
}

static Move longest_defence(Finder *finder, int moves, int ply)
{
    Move *list = finder->work.moves + finder->work.used, best = 0;
    int count = line_moves(finder->work.rules, finder->work.line, list), longest = -1;
    finder->work.used += (size_t)count;
    for (int n = 0; n < count && !finder->work.budget->stopped; n++) {
        LineUndo undo;
        int plies = make(finder, list[n], ply, &undo) ? 0 : needed(finder, moves, ply + 1);
        unmake(finder, &undo);
        if (plies > longest) {
            best = list[n];
            longest = plies;
        }
    }
    finder->work.used -= (size_t)count;
    return best;
}

/* Append the rest of the line. It ends early if the budget runs out. */
static void find_line(Finder *finder, int moves, int ply, WinResult *result)
{
    Move move;
    LineUndo undo;
    if (finder->work.line->board.to_move == finder->side) {
        moves = ply ? needed(finder, moves, ply) : moves;
        move = moves ? winner(finder, moves, ply) : 0;
        moves--;
    } else {
        move = longest_defence(finder, moves, ply);
    }
    if (!move || ply >= MAX_SEARCH_PLIES - 2 || (finder->work.budget->stopped && result->length))
        return;
    result->line[result->length++] = move;
    if (!make(finder, move, ply, &undo))
        find_line(finder, moves, ply + 1, result);
    unmake(finder, &undo);
}

bool find_win(const SearchTask *task, int from, int within, WinResult *result)
{
    Finder *finder = calloc(1, sizeof *finder);
    if (!finder)
        return false;
    bool made = workspace_make(&finder->work, task);
    finder->side = task->line->board.to_move;
    finder->part = task->part;
    finder->parts = task->parts ? task->parts : 1;
    /* Where repetitions are forbidden, they decide who can move. */
    finder->restrains = task->rules->repetition == REPETITION_ENDS && !task->rules->berserk &&
                        !task->rules->turncoats && !task->rules->symmetric;
    finder->refutes = refutations_apply(task->rules, &task->line->board);
    finder->has_zones = zones_apply(task->rules, task->know, finder->side);
    for (int n = 0; n < task->line->length; n++)
        ++*seen(finder, task->line->hashes[n]);
    memset(result, 0, sizeof *result);
    result->certain = from - 1;
    for (int moves = from; made && moves <= within && !task->budget->stopped; moves++) {
        if (wins(finder, moves, 0, false)) {
            result->moves = moves;
            find_line(finder, moves, 0, result);
            break;
        }
        if (task->budget->stopped || finder->cut_off)
            break;
        result->certain = moves;
    }
    workspace_free(&finder->work);
    free(finder);
    return made;
}
