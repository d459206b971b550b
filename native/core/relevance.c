/* Which moves can matter two moves before a win.
 *
 * A side that can win with its next move but one must first do something about the reply that would keep it from winning
 * after a pass. Such a reply refutes every move that leaves alone what it depends on: the way of the reply and what it
 * may take, the squares around the king, and the lines by which he escapes or by which attackers come beside him. */
#include "relevance.h"

#include <stdlib.h>
#include <string.h>

static const int STEPS[4] = {STRIDE, 1, -STRIDE, -1};

static inline void add(uint32_t found[LINES], unsigned cell)
{
    found[cell / STRIDE] |= 1u << cell % STRIDE;
}

static inline bool has(const uint32_t found[LINES], unsigned cell)
{
    return found[cell / STRIDE] >> cell % STRIDE & 1;
}

/* Whether a repetition may make the side win that repeats, or forbid a move. */
static bool has_simple_repetition(const Rules *rules, int side)
{
    switch (rules->repetition) {
    case REPETITION_IGNORED:
        return true;
    case REPETITION_FORBIDDEN:
        return false;
    case REPETITION_ENDS:
        break;
    }
    switch (rules->verdict) {
    case VERDICT_DRAW:
    case VERDICT_MOVER_LOSES:
        return !rules->symmetric;
    case VERDICT_MOVER_WINS:
        return false;
    case VERDICT_ATTACKERS_LOSE:
        return !rules->symmetric && side == ATTACKERS;
    case VERDICT_DEFENDERS_LOSE:
        return !rules->symmetric && side == DEFENDERS;
    }
    abort(); /* A record with another verdict is refused. */
}

/* Whether the capture of the last king ends the game. */
static bool falls_with_king(const Rules *rules)
{
    for (int n = 0; n < rules->ending_count; n++)
        if (rules->endings[n].type == END_KING_CAPTURED)
            return true;
    return false;
}

bool zones_apply(const Rules *rules, const Knowledge *know, int side)
{
    if (!falls_with_king(rules) || !know->known_endings || !know->plain_anvils || !know->only_fall_beside ||
        rules->forts || rules->afar_count || !has_simple_repetition(rules, side))
        return false;
    for (int kind = 1; kind <= rules->kinds; kind++)
        if (rules->is_king[kind] && rules->side[kind] != DEFENDERS)
            return false;
    for (int n = 0; n < rules->hostility_count; n++)
        for (int kind = 1; kind <= rules->kinds; kind++) {
            if (rules->hostility[n].armed[kind] & rules->of_side[rules->side[kind]])
                return false; /* A man may help to take his own side's. */
            /* What attackers beside a king make hostile to attackers depends on squares far from the capture. */
            for (int square = 0; rules->side[kind] == ATTACKERS && square < rules->width * rules->height; square++)
                if (rules->hostility[n].flags[kind][cell_of(rules, square)] & HOSTILE_BESET)
                    return false;
        }
    return true;
}

/* How many bits there are of which no two are closer than three places, if the lowest is taken first. */
static int count_apart(uint32_t bits)
{
    int count = 0;
    for (; bits; bits &= ~(7u << lowest_bit(bits)))
        count++;
    return count;
}

/* The opposing pieces, by row, that have at least two, or three, free squares beside them: empty and in no region. */
static void find_free(const Rules *rules, const Knowledge *know, const Board *board, int least, uint32_t found[LINES])
{
    unsigned height = (unsigned)rules->height;
    uint32_t open[LINES] = {0};
    for (unsigned r = 1; r <= height; r++)
        open[r] = rules->inside & ~(board->row[0][r] | board->row[1][r] | know->special_row[r]);
    for (unsigned r = 1; r <= height; r++) {
        uint32_t left = open[r] << 1, right = open[r] >> 1, under = open[r - 1], over = open[r + 1];
        uint32_t beside = left & right, upright = under & over, both = (left | right) & (under | over);
        uint32_t free = least == 2 ? beside | upright | both : (beside | upright) & both;
        found[r] = free & board->row[!board->to_move][r];
    }
}

/* Whether there are so many pieces that no square is beside two of them. */
static bool are_apart(const Rules *rules, const uint32_t pieces[LINES], int count)
{
    uint32_t columns = 0, rows = 0;
    for (int r = 1; r <= rules->height; r++) {
        columns |= pieces[r];
        rows |= (uint32_t)(pieces[r] != 0) << r;
    }
    return count_apart(rows) >= count || count_apart(columns) >= count;
}

/* Whether the opponent's only king, whose capture would be a win, has so many free squares beside him. */
static bool is_king_free(const Knowledge *know, const Board *board, int least)
{
    if (board->to_move != ATTACKERS || board->kings != 1)
        return false;
    int count = 0;
    for (int direction = 0; direction < 4; direction++) {
        unsigned cell = board->king[0] + (unsigned)STEPS[direction];
        count += board->cell[cell] == EMPTY && !has(know->special_row, cell);
    }
    return count >= least;
}

/* Whether the side to move cannot leave the opponent without moves, even if it has moved once more before: the first
 * move takes one of two squares from one of two pieces, and the second comes beside one of them only. A king who has
 * three squares keeps one of them. */
static bool cannot_rob(const Rules *rules, const Knowledge *know, const Board *board)
{
    uint32_t free[LINES];
    if (is_king_free(know, board, 3))
        return true;
    find_free(rules, know, board, 2, free);
    return are_apart(rules, free, 2);
}

/* The same if two men have come to other squares before. The last move comes beside one piece of several, and the others
 * cannot be deprived of all their squares: two squares are all that one of three pieces has, and too few for one that has
 * three. If the men have not come beside a king who has two squares, he keeps one of them. */
static bool cannot_rob_soon(const Rules *rules, const Knowledge *know, const Board *board)
{
    uint32_t free[LINES];
    if (is_king_free(know, board, 2))
        return true;
    find_free(rules, know, board, 3, free);
    if (are_apart(rules, free, 2))
        return true;
    find_free(rules, know, board, 2, free);
    return are_apart(rules, free, 3);
}

/* Add what a reply needs: its way, and if it takes something whatever decides that. If it takes nothing, a move can only
 * make it take the man that has moved, which does not help, or something beside a square that is hostile when empty. */
static void add_reply(const Rules *rules, const Knowledge *know, Move reply, bool takes, Zone *zone)
{
    unsigned from = FROM(reply), to = TO(reply), r = to / STRIDE;
    unsigned step = from / STRIDE == r ? 1 : STRIDE;
    for (unsigned cell = from < to ? from + step : to; cell != (from < to ? to : from); cell += step)
        add(zone->land, cell);
    add(zone->land, to);
    for (unsigned row = r < 3 ? 1 : r - 2; row <= r + 2 && row <= (unsigned)rules->height; row++) {
        unsigned away = row < r ? r - row : row - r;
        /* All squares within two steps; what is cut off belongs to the border. */
        uint32_t around = (away == 0 ? 31u : away == 1 ? 14u : 4u) << to % STRIDE >> 2;
        zone->land[row] |= takes ? around : 0;
        zone->leave[row] |= takes ? around : around & know->special_row[row];
    }
}

/* Add the lines by which an attacker may come to a square. */
static void add_lines(const Rules *rules, const Board *board, unsigned to, Zone *zone)
{
    add(zone->land, to);
    for (int direction = 0; direction < 4; direction++) {
        unsigned cell = to + (unsigned)STEPS[direction];
        for (; board->cell[cell] == EMPTY; cell += (unsigned)STEPS[direction])
            add(zone->land, cell);
        if (rules->side[board->cell[cell]] == ATTACKERS)
            add(zone->leave, cell);
    }
}

/* Whether an attacker on a cell beside a king would let another capture him from a further side. */
static bool would_help(const Rules *rules, Board *board, unsigned king, unsigned cell)
{
    bool found = false;
    uint8_t before = board->cell[cell];
    for (int kind = 1; kind <= rules->kinds && !found; kind++) {
        if (rules->side[kind] != ATTACKERS)
            continue;
        board->cell[cell] = (uint8_t)kind;
        for (int direction = 0; direction < 4 && !found; direction++) {
            unsigned step = (unsigned)STEPS[direction];
            found = board->cell[king + step] == EMPTY && board_may_capture_from(rules, board, king, step);
        }
    }
    board->cell[cell] = before;
    return found;
}

/* Add what keeps the attackers from capturing a king. */
static void add_safety(const Rules *rules, Board *board, unsigned king, Zone *zone)
{
    for (int direction = 0; direction < 4; direction++) {
        unsigned step = (unsigned)STEPS[direction], beside = king + step;
        bool fatal = board_may_capture_from(rules, board, king, step);
        if (board->cell[beside] == EMPTY) {
            if (fatal)
                add_lines(rules, board, beside, zone);
            if (would_help(rules, board, king, beside))
                add(zone->land, beside);
        } else if (fatal && rules->side[board->cell[beside]] == ATTACKERS) {
            add(zone->leave, beside);
        }
    }
}

/* Add the defenders who stand in the way of a king that would escape without them, and the king himself. */
static void add_ways(const Rules *rules, const Board *board, unsigned king, Zone *zone)
{
    add(zone->leave, king);
    for (int direction = 0; direction < 4; direction++) {
        unsigned step = (unsigned)STEPS[direction], cell = king + step;
        while (board->cell[cell] == EMPTY)
            cell += step;
        if (rules->side[board->cell[cell]] != DEFENDERS)
            continue;
        unsigned first = cell;
        do {
            if (has(rules->ends_for_king[ROWS], cell))
                add(zone->leave, first);
            cell += step;
        } while (board->cell[cell] == EMPTY);
    }
}

/* Add everything beside a king whom the reply captures. */
static void add_siege(const Board *board, Zone *zone)
{
    add_beside_kings(board, zone->land);
    add_beside_kings(board, zone->leave);
    for (int king = 0; king < board->kings; king++)
        add(zone->leave, board->king[king]);
}

static inline void pass(const Rules *rules, Board *board)
{
    board->to_move = !board->to_move;
    board->hash ^= rules->turn_key;
}

bool find_zone(const Rules *rules, const Knowledge *know, Line *line, Move reply, Move *moves, Zone *zone)
{
    Board *board = &line->board;
    Undo undo;
    int side = board->to_move;
    bool holds = false;
    memset(zone, 0, sizeof *zone);
    pass(rules, board);
    if (board_is_legal(rules, board, reply)) {
        Outcome outcome = board_make(rules, board, reply, &undo);
        zone->reversible = !undo.count;
        zone->hash = board->hash;
        if (outcome) {
            holds = WINNER(outcome) != side;
        } else if (cannot_rob(rules, know, board) && !quick_win(rules, know, line, moves)) {
            holds = true;
            for (int king = 0; king < board->kings; king++) {
                if (side == ATTACKERS)
                    add_safety(rules, board, board->king[king], zone);
                else
                    add_ways(rules, board, board->king[king], zone);
            }
        }
        board_unmake(rules, board, &undo);
        if (holds)
            add_reply(rules, know, reply, !zone->reversible, zone);
        if (holds && outcome)
            add_siege(board, zone);
    }
    pass(rules, board);
    return holds;
}

bool find_ways_to_block(const Rules *rules, const Knowledge *know, Board *board, uint32_t blocking[LINES])
{
    bool found = false;
    if (board->kings != 1 || !falls_with_king(rules)) /* Else the capture of a king may be no win, and yet help. */
        return false;
    pass(rules, board);
    for (int direction = 0; direction < 4; direction++) {
        unsigned step = (unsigned)STEPS[direction], from = board->king[0], to = from + step;
        uint32_t way[LINES] = {0};
        for (; board->cell[to] == EMPTY && !has(know->goal_row, to); to += step)
            add(way, to);
        if (board->cell[to] != EMPTY || !board_is_legal(rules, board, MOVE(from, to)) ||
            board_try(rules, board, MOVE(from, to)) != OUTCOME(DEFENDERS, KING_ESCAPED))
            continue;
        add(way, to);
        for (int r = 0; r < LINES; r++)
            blocking[r] = found ? blocking[r] & way[r] : way[r];
        found = true;
    }
    pass(rules, board);
    return found;
}

int drop_refuted_by_escapes(const Rules *rules, const Knowledge *know, Board *board, Move *moves, int count)
{
    uint32_t blocking[LINES];
    int kept = 0;
    if (!find_ways_to_block(rules, know, board, blocking))
        return count;
    for (int n = 0; n < count; n++) {
        moves[kept] = moves[n];
        kept += has(blocking, TO(moves[n]));
    }
    return kept;
}

static inline bool is_same_line(unsigned one, unsigned other, unsigned step)
{
    return step == 1 || step == -1u ? one / STRIDE == other / STRIDE : one % STRIDE == other % STRIDE;
}

/* The first square of the goal from a square, if all before it are empty, or the square that a king leaves; else 0. */
static unsigned way_out(const Knowledge *know, const Board *board, unsigned cell, unsigned step, unsigned left)
{
    do
        cell += step;
    while ((board->cell[cell] == EMPTY || cell == left) && !has(know->goal_row, cell));
    return board->cell[cell] == EMPTY ? cell : 0;
}

int find_threats(const Rules *rules, const Knowledge *know, const Board *board, Move *moves)
{
    int kept = 0;
    for (int king = 0; king < board->kings; king++) {
        unsigned from = board->king[king];
        int end = kept + board_moves_from(rules, board, from, moves + kept);
        for (int n = kept; n < end; n++) {
            bool found = false;
            for (int direction = 0; direction < 4; direction++)
                found |= way_out(know, board, TO(moves[n]), (unsigned)STEPS[direction], from) != 0;
            moves[kept] = moves[n];
            kept += found;
        }
        for (int direction = 0; direction < 4; direction++) { /* A man opens the king's way. */
            unsigned step = (unsigned)STEPS[direction], man = from + step;
            while (board->cell[man] == EMPTY)
                man += step;
            if (rules->side[board->cell[man]] != DEFENDERS || !way_out(know, board, man, step, from))
                continue;
            end = kept + board_moves_from(rules, board, man, moves + kept);
            for (int n = kept; n < end; n++) {
                moves[kept] = moves[n];
                kept += !is_same_line(man, TO(moves[n]), step);
            }
        }
    }
    return kept;
}

void find_taking(const Rules *rules, const Knowledge *know, const Board *board, uint32_t found[LINES])
{
    uint32_t anvils[LINES] = {0};
    const uint32_t *enemies = board->row[!board->to_move];
    for (int r = 1; r <= rules->height; r++)
        anvils[r] = board->row[board->to_move][r] | know->special_row[r];
    memset(found, 0, LINES * sizeof *found);
    for (int r = 1; r <= rules->height; r++) {
        uint32_t here = enemies[r];
        found[r] |= (anvils[r] << 1 & here) << 1 | (anvils[r] >> 1 & here) >> 1;
        found[r + 1] |= anvils[r - 1] & here;
        found[r - 1] |= anvils[r + 1] & here;
    }
}

int drop_refuted(const Rules *rules, const Board *board, const Zone *zone, const uint32_t taking[LINES], Move *moves,
                 int count, const uint32_t *seen)
{
    int kept = 0;
    for (int n = 0; n < count; n++) {
        unsigned from = FROM(moves[n]), to = TO(moves[n]);
        const uint64_t *keys = rules->keys[board->cell[from]];
        bool relevant = (zone->land[to / STRIDE] | taking[to / STRIDE]) >> to % STRIDE & 1 || has(zone->leave, from) ||
                        (zone->reversible && seen[SEEN_PLACE(zone->hash ^ keys[from] ^ keys[to])]);
        moves[kept] = moves[n];
        kept += relevant;
    }
    return kept;
}

/* Refutations ------------------------------------------------------------------------------------------------------ */

/* Add all defenders between a king and the attackers or the edge: several of them may have gone. */
static void add_all_ways(const Rules *rules, const Board *board, unsigned king, Zone *zone)
{
    add(zone->leave, king);
    for (int direction = 0; direction < 4; direction++) {
        unsigned step = (unsigned)STEPS[direction], cell = king + step;
        for (; board->cell[cell] != OUTSIDE && rules->side[board->cell[cell]] != ATTACKERS; cell += step)
            if (board->cell[cell] != EMPTY)
                add(zone->leave, cell);
    }
}

bool refutations_apply(const Rules *rules, const Board *board)
{
    int opponent = !board->to_move;
    for (int kind = 1; kind <= rules->kinds; kind++) {
        bool only_king = rules->is_king[kind] && board->kings == 1; /* His capture would be a win. */
        if (rules->side[kind] == opponent && !rules->between[kind] && !only_king)
            return false;
    }
    return true;
}

static void add_beside(unsigned cell, Zone *zone)
{
    for (int direction = 0; direction < 4; direction++) {
        add(zone->land, cell + (unsigned)STEPS[direction]);
        add(zone->leave, cell + (unsigned)STEPS[direction]);
    }
}

/* Add the squares across a man from the target of a move: what it takes depends on who stands there. */
static void add_anvils(const Board *board, unsigned to, Zone *zone)
{
    for (int direction = 0; direction < 4; direction++) {
        unsigned step = (unsigned)STEPS[direction];
        if (board->cell[to + step] == OUTSIDE)
            continue;
        add(zone->land, to + 2 * step);
        add(zone->leave, to + 2 * step);
    }
}

void refutation_make(const Rules *rules, const Knowledge *know, Board *board, uint64_t hash, const Move played[3],
                     bool takes, Refutation *refutation)
{
    Move before = played[0], move = played[1], reply = played[2];
    unsigned kind = board->cell[TO(before)];
    if (rules->side[kind] != board->to_move || rules->is_king[kind] || FROM(move) == TO(before) ||
        !cannot_rob_soon(rules, know, board))
        return;
    *refutation = (Refutation){.before = before, .move = move, .reply = reply, .kind = kind, .hash = hash};
    Zone *zone = &refutation->zone;
    zone->reversible = !takes;
    zone->hash = board->hash;
    for (int king = 0; king < board->kings; king++) {
        if (board->to_move == ATTACKERS)
            add_safety(rules, board, board->king[king], zone);
        else
            add_all_ways(rules, board, board->king[king], zone);
    }
    if (board->to_move == ATTACKERS) { /* Two men beside a king may do what one cannot. */
        add_beside_kings(board, zone->land);
        add_beside_kings(board, zone->leave);
    }
    add_reply(rules, know, reply, takes, zone);
    add_anvils(board, TO(move), zone);
    if (rules->is_king[board->cell[TO(reply)]]) /* What the move takes may depend on who was beside him before. */
        add_beside(FROM(reply), zone);
}

bool refutation_holds(const Rules *rules, const Board *board, const Refutation *refutation, Move before, Move move,
                      const uint32_t *seen)
{
    const Zone *zone = &refutation->zone;
    unsigned kind = board->cell[TO(before)], from = FROM(before), to = TO(before);
    unsigned other_from = FROM(refutation->before), other_to = TO(refutation->before);
    if (refutation->move != move || rules->side[kind] != board->to_move || rules->is_king[kind])
        return false;
    uint64_t change = rules->keys[kind][from] ^ rules->keys[kind][to] ^ rules->keys[refutation->kind][other_from] ^
                      rules->keys[refutation->kind][other_to];
    if ((refutation->hash ^ change) != board->hash)
        return false; /* They differ in more than the one man. */
    if (has(zone->leave, from) || has(zone->land, to) || has(zone->leave, other_to) || has(zone->land, other_from))
        return false;
    return !(zone->reversible && seen[SEEN_PLACE(zone->hash ^ change)]);
}
