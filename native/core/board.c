/* Moves, captures and endings on the board. */
#include "flood.h"
#include "tafl.h"

#include <string.h>

static const int STEPS[4] = {STRIDE, 1, -STRIDE, -1};

/* The bits of its row and its column to which the piece on a cell may jump. */
static void jumps_of(const Rules *rules, const Board *board, unsigned kind, unsigned cell, uint32_t *row,
                     uint32_t *column)
{
    const Reach *leap = &rules->leap[kind][cell];
    for (int n = 0; n < rules->jump_count; n++) {
        const Jump *jump = &rules->jumps[n];
        if (!(jump->kinds >> kind & 1))
            continue;
        for (int direction = 0; direction < 4; direction++) {
            unsigned over = cell + (unsigned)STEPS[direction], target = over + (unsigned)STEPS[direction];
            unsigned leapt = board->cell[over];
            if (!(jump->over >> leapt & 1) || rules->side[leapt] == rules->side[kind] || board->cell[target] != EMPTY)
                continue;
            if (jump->restricted && !jump->area[cell] && !jump->area[target])
                continue;
            if (direction & 1)
                *row |= 1u << target % STRIDE & leap->row_stop;
            else
                *column |= 1u << target / STRIDE & leap->column_stop;
        }
    }
}

void board_reach(const Rules *rules, const Board *board, unsigned kind, unsigned cell, uint32_t *row, uint32_t *column)
{
    unsigned r = cell / STRIDE, c = cell % STRIDE;
    const Reach *reach = &rules->reach[kind][cell];
    *row = slide(board->row[0][r] | board->row[1][r], reach->row_block, reach->row_stop, (int)c);
    *column = slide(board->column[0][c] | board->column[1][c], reach->column_block, reach->column_stop, (int)r);
    if (rules->jumping)
        jumps_of(rules, board, kind, cell, row, column);
}

static int piece_moves(const Rules *rules, const Board *board, unsigned cell, Move *moves)
{
    uint32_t row, column;
    unsigned r = cell / STRIDE, c = cell % STRIDE;
    int count = 0;
    board_reach(rules, board, board->cell[cell], cell, &row, &column);
    uint32_t under = column & ((1u << r) - 1);
    for (uint32_t left = under; left; left &= left - 1)
        moves[count++] = MOVE(cell, (unsigned)lowest_bit(left) * STRIDE + c);
    for (; row; row &= row - 1)
        moves[count++] = MOVE(cell, r * STRIDE + (unsigned)lowest_bit(row));
    for (uint32_t left = column & ~under; left; left &= left - 1)
        moves[count++] = MOVE(cell, (unsigned)lowest_bit(left) * STRIDE + c);
    return count;
}

/* Whether a piece that goes on may make a move: a capture, or the king's escape. */
static bool may_go_on(const Rules *rules, Board *board, Move move)
{
    uint16_t taken[MAX_TAKEN];
    if (rules->is_king[board->cell[FROM(move)]] && rules->escape[TO(move)])
        return true;
    return board_taken(rules, board, move, taken) > 0;
}

static int going_on_moves(const Rules *rules, const Board *board, Move *moves)
{
    Board copy = *board; /* `may_go_on` changes the board during the call. */
    int count = piece_moves(rules, &copy, board->going_on, moves), kept = 0;
    for (int n = 0; n < count; n++)
        if (may_go_on(rules, &copy, moves[n]))
            moves[kept++] = moves[n];
    return kept;
}

int board_moves_from(const Rules *rules, const Board *board, unsigned cell, Move *moves)
{
    if (!board->going_on)
        return piece_moves(rules, board, cell, moves);
    return cell == board->going_on ? going_on_moves(rules, board, moves) : 0;
}

int board_moves(const Rules *rules, const Board *board, Move *moves)
{
    if (board->going_on)
        return going_on_moves(rules, board, moves);
    int count = 0;
    for (unsigned r = 1; r <= (unsigned)rules->height; r++)
        for (uint32_t own = board->row[board->to_move][r]; own; own &= own - 1)
            count += piece_moves(rules, board, r * STRIDE + (unsigned)lowest_bit(own), moves + count);
    return count;
}

bool board_is_legal(const Rules *rules, const Board *board, Move move)
{
    unsigned from = FROM(move), to = TO(move);
    if (from >= CELLS || to >= CELLS || rules->side[board->cell[from]] != board->to_move)
        return false;
    if (!board->going_on) {
        uint32_t row, column;
        board_reach(rules, board, board->cell[from], from, &row, &column);
        return from / STRIDE == to / STRIDE ? row >> to % STRIDE & 1
                                            : from % STRIDE == to % STRIDE && column >> to / STRIDE & 1;
    }
    Move moves[MAX_PIECE_MOVES];
    int count = board_moves_from(rules, board, from, moves);
    for (int n = 0; n < count; n++)
        if (moves[n] == move)
            return true;
    return false;
}

int board_count_from(const Rules *rules, const Board *board, unsigned cell)
{
    unsigned r = cell / STRIDE, c = cell % STRIDE;
    if (rules->jumping) {
        uint32_t row, column;
        board_reach(rules, board, board->cell[cell], cell, &row, &column);
        return bit_count(row) + bit_count(column);
    }
    const Reach *reach = &rules->reach[board->cell[cell]][cell];
    return row_count(rules, reach, board->row[0][r] | board->row[1][r], (int)c) +
           column_count(rules, reach, board->column[0][c] | board->column[1][c], (int)r);
}

int board_count(const Rules *rules, const Board *board)
{
    if (board->going_on) {
        Move moves[MAX_PIECE_MOVES];
        return going_on_moves(rules, board, moves);
    }
    int count = 0;
    for (unsigned r = 1; r <= (unsigned)rules->height; r++)
        for (uint32_t own = board->row[board->to_move][r]; own; own &= own - 1)
            count += board_count_from(rules, board, r * STRIDE + (unsigned)lowest_bit(own));
    return count;
}

bool board_can_move(const Rules *rules, const Board *board)
{
    const uint32_t *pieces = board->row[board->to_move];
    if (board->going_on)
        return board_count(rules, board) > 0;
    /* Mostly a piece can step to a square that is open to everyone. */
    for (unsigned r = 1; r <= (unsigned)rules->height; r++) {
        uint32_t beside = pieces[r] << 1 | pieces[r] >> 1 | pieces[r - 1] | pieces[r + 1];
        if (beside & rules->steps[r] & ~(board->row[0][r] | board->row[1][r]))
            return true;
    }
    for (unsigned r = 1; r <= (unsigned)rules->height; r++)
        for (uint32_t own = pieces[r]; own; own &= own - 1) {
            uint32_t row, column;
            unsigned cell = r * STRIDE + (unsigned)lowest_bit(own);
            board_reach(rules, board, board->cell[cell], cell, &row, &column);
            if (row | column)
                return true;
        }
    return false;
}

/* Captures ------------------------------------------------------------------------------------------------------- */

static bool is_beset(const Rules *rules, const Board *board, const Hostility *hostility, unsigned victim, unsigned cell)
{
    int attackers = 0;
    if (!rules->is_king[board->cell[cell]])
        return false;
    for (int direction = 0; direction < 4; direction++)
        attackers += rules->side[board->cell[cell + (unsigned)STEPS[direction]]] == ATTACKERS;
    return attackers >= hostility->beset[victim][cell];
}

static inline bool is_hostile(const Rules *rules, const Board *board, const Hostility *hostility, unsigned victim,
                              unsigned cell)
{
    unsigned flags = hostility->flags[victim][cell], piece = board->cell[cell];
    if (hostility->armed[victim] >> piece & 1 || flags & HOSTILE_ALWAYS)
        return true;
    if (piece == EMPTY)
        return (flags & HOSTILE_EMPTY) != 0;
    return flags & HOSTILE_BESET && is_beset(rules, board, hostility, victim, cell);
}

static int hostile_sides(const Rules *rules, const Board *board, const Hostility *hostility, unsigned victim,
                         unsigned cell)
{
    int sides = 0;
    for (int direction = 0; direction < 4; direction++)
        sides += is_hostile(rules, board, hostility, victim, cell + (unsigned)STEPS[direction]);
    return sides;
}

/* Whether a rule captures the victim on a cell beside the mover, who came there from the direction of `step`. */
static bool is_captured(const Rules *rules, const Board *board, const Capture *capture, unsigned mover, unsigned victim,
                        unsigned cell, unsigned step)
{
    const Hostility *hostility = &rules->hostility[capture->hostility];
    if (!(capture->by >> mover & 1) || !(capture->everywhere || capture->area[cell]))
        return false;
    switch ((CaptureKind)capture->type) {
    case CAPTURE_CUSTODIAL:
        return is_hostile(rules, board, hostility, victim, cell + step);
    case CAPTURE_SURROUNDED:
        return hostile_sides(rules, board, hostility, victim, cell) >= capture->sides;
    case CAPTURE_SHIELDWALL:
    case CAPTURE_JUMPED:
        break; /* These are not looked for piece by piece: see `find_taken`. */
    }
    return false;
}

static int add_taken(uint16_t *taken, int count, unsigned cell)
{
    for (int n = 0; n < count; n++)
        if (taken[n] == cell)
            return count;
    if (count < MAX_TAKEN)
        taken[count++] = (uint16_t)cell;
    return count;
}

static bool is_corner(const Rules *rules, unsigned cell)
{
    unsigned r = cell / STRIDE, c = cell % STRIDE;
    return (r == 1 || r == (unsigned)rules->height) && (c == 1 || c == (unsigned)rules->width);
}

/* Whether a cell lies on an edge that runs in the direction of a step. */
static bool is_along_edge(const Rules *rules, unsigned cell, unsigned step)
{
    unsigned r = cell / STRIDE, c = cell % STRIDE;
    if (r < 1 || r > (unsigned)rules->height || c < 1 || c > (unsigned)rules->width)
        return false;
    if (step == 1 || step == (unsigned)-1)
        return r == 1 || r == (unsigned)rules->height;
    return c == 1 || c == (unsigned)rules->width;
}

/* Whether a piece of a side stands in front of a cell of the edge: on a square beside it that is not on the edge. */
static bool is_fronted(const Rules *rules, const Board *board, unsigned cell, int side)
{
    for (int direction = 0; direction < 4; direction++) {
        unsigned front = cell + (unsigned)STEPS[direction];
        if (rules->side[board->cell[front]] == side && !(rules->on_edge[front / STRIDE] >> front % STRIDE & 1))
            return true;
    }
    return false;
}

static bool is_closed(const Rules *rules, const Board *board, const Capture *wall, unsigned cell, int side)
{
    unsigned piece = board->cell[cell];
    return rules->side[piece] == side || (piece == EMPTY && wall->closing[cell]);
}

/* Take the row of enemies that begins beside a cell of the edge, if `side` holds the squares in front of it and the
 * far end is closed. */
static int wall_from(const Rules *rules, const Board *board, const Capture *wall, unsigned start, unsigned step,
                     int side, uint16_t *taken, int count)
{
    unsigned cell = start + step;
    int length = 0;
    while (is_along_edge(rules, cell, step) && !is_corner(rules, cell) && rules->side[board->cell[cell]] == !side) {
        if (!is_fronted(rules, board, cell, side))
            return count;
        length++;
        cell += step;
    }
    if (length < 2 || !is_along_edge(rules, cell, step) || !is_closed(rules, board, wall, cell, side))
        return count;
    for (cell -= step; cell != start; cell -= step)
        if (wall->victims >> board->cell[cell] & 1 && wall->area[cell])
            count = add_taken(taken, count, cell);
    return count;
}

static int shieldwall(const Rules *rules, const Board *board, const Capture *wall, unsigned mover, unsigned target,
                      uint16_t *taken, int count)
{
    int side = rules->side[mover];
    if (!rules->near_edge[target] || !(wall->by >> mover & 1) || !is_beside(board, !side, target))
        return count;
    for (int direction = 0; direction < 4; direction++) {
        unsigned step = (unsigned)STEPS[direction];
        if (is_along_edge(rules, target, step))
            count = wall_from(rules, board, wall, target, step, side, taken, count);
    }
    if (wall->flanking || rules->on_edge[target / STRIDE] >> target % STRIDE & 1)
        return count;
    /* The mover may have occupied the last free square in front of a row. */
    for (int direction = 0; direction < 4; direction++) {
        unsigned cell = target + (unsigned)STEPS[direction];
        for (int turn = 0; turn < 4; turn++) {
            unsigned step = (unsigned)STEPS[turn], start = cell;
            if (!is_along_edge(rules, cell, step) || is_corner(rules, cell))
                continue;
            while (is_along_edge(rules, start, step) && rules->side[board->cell[start]] == !side)
                start -= step;
            if (start != cell && is_along_edge(rules, start, step) && is_closed(rules, board, wall, start, side))
                count = wall_from(rules, board, wall, start, step, side, taken, count);
        }
    }
    return count;
}

static int jumped(const Rules *rules, const Board *board, const Capture *capture, unsigned mover, Move move,
                  uint16_t *taken, int count)
{
    unsigned middle = (FROM(move) + TO(move)) / 2;
    unsigned apart = FROM(move) < TO(move) ? TO(move) - FROM(move) : FROM(move) - TO(move);
    if ((apart == 2 || apart == 2 * STRIDE) && capture->by >> mover & 1 &&
        rules->side[board->cell[middle]] == !rules->side[mover] && capture->area[middle])
        return add_taken(taken, count, middle);
    return count;
}

/* The numbers of the STEPS, a bit each, by which pieces of a side are reached from a cell. */
static inline uint32_t steps_to(const Board *board, int side, unsigned cell)
{
    const uint32_t *row = &board->row[side][cell / STRIDE];
    unsigned c = cell % STRIDE;
    return (row[1] >> c & 1) | (row[0] >> c & 2) | (row[-1] << 2 >> c & 4) | (row[0] << 4 >> c & 8);
}

/* The cells of the pieces that a move takes, after the mover has been put on its target. */
static int find_taken(const Rules *rules, const Board *board, unsigned mover, Move move, uint16_t *taken)
{
    unsigned target = TO(move);
    int side = rules->side[mover], count = 0;
    /* Mostly one enemy is there: four branches would be mispredicted more often than this loop. */
    for (uint32_t left = steps_to(board, !side, target); left; left &= left - 1) {
        unsigned step = (unsigned)STEPS[lowest_bit(left)], cell = target + step, victim = board->cell[cell];
        const Hostility *between = rules->between[victim];
        if (between) {
            if (is_hostile(rules, board, between, victim, cell + step))
                taken[count++] = (uint16_t)cell;
            continue;
        }
        for (int n = 0; n < rules->beside_count[victim]; n++)
            if (is_captured(rules, board, &rules->captures[rules->beside[victim][n]], mover, victim, cell, step)) {
                taken[count++] = (uint16_t)cell;
                break;
            }
    }
    for (int n = 0; n < rules->afar_count; n++) {
        const Capture *capture = &rules->captures[rules->afar[n]];
        switch ((CaptureKind)capture->type) {
        case CAPTURE_SHIELDWALL:
            count = shieldwall(rules, board, capture, mover, target, taken, count);
            break;
        case CAPTURE_JUMPED:
            count = jumped(rules, board, capture, mover, move, taken, count);
            break;
        case CAPTURE_CUSTODIAL:
        case CAPTURE_SURROUNDED:
            break; /* These take pieces beside the mover: see `is_captured`. */
        }
    }
    return count;
}

int board_taken(const Rules *rules, Board *board, Move move, uint16_t *taken)
{
    uint8_t mover = board->cell[FROM(move)];
    board->cell[FROM(move)] = EMPTY;
    board->cell[TO(move)] = mover;
    int count = find_taken(rules, board, mover, move, taken);
    board->cell[TO(move)] = EMPTY;
    board->cell[FROM(move)] = mover;
    return count;
}

/* Whether a square may be hostile to a piece, before or after a move to a square beside it. */
static inline bool may_help(const Rules *rules, const Board *board, const Capture *capture, unsigned victim, unsigned cell)
{
    const Hostility *hostility = &rules->hostility[capture->hostility];
    return hostility->armed[victim] >> board->cell[cell] & 1 || hostility->flags[victim][cell];
}

bool board_may_capture_from(const Rules *rules, const Board *board, unsigned cell, unsigned step)
{
    unsigned victim = board->cell[cell];
    for (int n = 0; n < rules->beside_count[victim]; n++) {
        const Capture *capture = &rules->captures[rules->beside[victim][n]];
        int sides = 1;
        switch (capture->needs) {
        case NEEDS_OPPOSITE:
            if (may_help(rules, board, capture, victim, cell - step))
                return true;
            break;
        case NEEDS_AROUND:
            for (int direction = 0; direction < 4; direction++)
                sides += (unsigned)STEPS[direction] != step &&
                         may_help(rules, board, capture, victim, cell + (unsigned)STEPS[direction]);
            if (sides >= capture->sides)
                return true;
            break;
        case NEEDS_UNKNOWN:
            return true;
        }
    }
    return false;
}

/* Endings -------------------------------------------------------------------------------------------------------- */

/* Whether a defender has a free row or column to the edge: then the defenders are not encircled. */
static bool sees_edge(const Rules *rules, const Board *board)
{
    for (int r = 1; r <= rules->height; r++) {
        uint32_t row = board->row[0][r] | board->row[1][r];
        if (row &&
            (board->row[DEFENDERS][r] >> lowest_bit(row) & 1 || board->row[DEFENDERS][r] >> highest_bit(row) & 1))
            return true;
    }
    for (int c = 1; c <= rules->width; c++) {
        uint32_t column = board->column[0][c] | board->column[1][c];
        if (column && (board->column[DEFENDERS][c] >> lowest_bit(column) & 1 ||
                       board->column[DEFENDERS][c] >> highest_bit(column) & 1))
            return true;
    }
    return false;
}

static bool is_encircled(const Rules *rules, const Board *board)
{
    if (!board->pieces[DEFENDERS] || sees_edge(rules, board))
        return false;
    const uint32_t *defenders = board->row[DEFENDERS];
    uint32_t open[LINES], reached[LINES], contact[LINES], met = 0;
    reached[0] = reached[rules->height + 1] = 0;
    for (int r = 1; r <= rules->height; r++) {
        open[r] = rules->inside & ~(board->row[0][r] | board->row[1][r]);
        contact[r] = defenders[r] << 1 | defenders[r] >> 1 | defenders[r - 1] | defenders[r + 1];
        reached[r] = fill_row(open[r] & rules->on_edge[r], open[r]);
        met |= reached[r] & contact[r];
    }
    if (met)
        return false; /* Mostly a defender is that near. */
    flood(rules, open, reached, rules->column_inside);
    for (int r = 1; r <= rules->height; r++)
        met |= reached[r] & contact[r];
    return !met;
}

/* Forts: attackers who may come to stand on any square that they `reached`, against the men who are still `standing`.
 * Both are sets of squares by row. */
typedef struct {
    const Rules *rules;
    const Board *board;
    uint32_t standing[LINES], reached[LINES];
} Siege;

static inline bool is_in(const uint32_t *set, unsigned cell)
{
    return set[cell / STRIDE] >> cell % STRIDE & 1;
}

/* Whether a square may be hostile to a man, wherever the attackers stand. */
static bool may_be_hostile(const Siege *siege, const Hostility *hostility, unsigned victim, unsigned cell)
{
    const Rules *rules = siege->rules;
    if (!is_in(siege->reached, cell))
        return is_hostile(rules, siege->board, hostility, victim, cell);
    return hostility->flags[victim][cell] & (HOSTILE_ALWAYS | HOSTILE_EMPTY) ||
           hostility->armed[victim] & rules->of_side[ATTACKERS];
}

/* Whether a row of standing men from a cell of the edge on, in both directions of a step, may be taken. */
static bool may_take_row(const Siege *siege, const Capture *wall, unsigned cell, unsigned step)
{
    const Rules *rules = siege->rules;
    unsigned ends[2];
    int length = -1;
    if (!is_along_edge(rules, cell, step))
        return false;
    for (int n = 0; n < 2; n++) {
        unsigned along = n ? -step : step, there = cell;
        for (; is_in(siege->standing, there); there += along, length++) {
            bool fronted = false;
            for (int direction = 0; direction < 4; direction++) {
                unsigned front = there + (unsigned)STEPS[direction];
                fronted |= is_in(siege->reached, front) && !is_in(rules->on_edge, front);
            }
            if (!fronted || is_corner(rules, there))
                return false;
        }
        if (!is_along_edge(rules, there, step) || !(is_in(siege->reached, there) || wall->closing[there]))
            return false;
        ends[n] = there;
    }
    return length >= 2 && (!wall->flanking || is_in(siege->reached, ends[0]) || is_in(siege->reached, ends[1]));
}

/* Whether attackers may take a standing man in one of the ways of capture. */
static bool may_take(const Siege *siege, const Capture *capture, unsigned cell)
{
    const Rules *rules = siege->rules;
    const Hostility *hostility = &rules->hostility[capture->hostility];
    unsigned victim = siege->board->cell[cell];
    int hostile = 0;
    bool reached = false;
    if (!(capture->victims >> victim & 1) || !(capture->by & rules->of_side[ATTACKERS]) || !capture->area[cell])
        return false;
    switch ((CaptureKind)capture->type) {
    case CAPTURE_CUSTODIAL:
        for (int direction = 0; direction < 4; direction++) {
            unsigned step = (unsigned)STEPS[direction];
            if (is_in(siege->reached, cell + step) && may_be_hostile(siege, hostility, victim, cell - step))
                return true;
        }
        break;
    case CAPTURE_SURROUNDED:
        for (int direction = 0; direction < 4; direction++) {
            unsigned side = cell + (unsigned)STEPS[direction];
            reached |= is_in(siege->reached, side);
            hostile += may_be_hostile(siege, hostility, victim, side);
        }
        return reached && hostile >= capture->sides;
    case CAPTURE_SHIELDWALL:
        return may_take_row(siege, capture, cell, 1) || may_take_row(siege, capture, cell, STRIDE);
    case CAPTURE_JUMPED:
        for (int direction = 0; direction < 4; direction++) {
            unsigned step = (unsigned)STEPS[direction], behind = cell - step;
            if (is_in(siege->reached, cell + step) && siege->board->cell[behind] != OUTSIDE &&
                !is_in(siege->standing, behind))
                return true;
        }
        break;
    }
    return false;
}

/* Remove the standing men whom attackers may take, all at once; false if there are none. */
static bool take_standing(Siege *siege)
{
    const Rules *rules = siege->rules;
    uint32_t taken[LINES] = {0};
    bool any = false;
    for (int r = 1; r <= rules->height; r++)
        for (uint32_t left = siege->standing[r]; left; left &= left - 1) {
            unsigned cell = (unsigned)(r * STRIDE + lowest_bit(left));
            for (int n = 0; n < rules->capture_count; n++)
                if (may_take(siege, &rules->captures[n], cell)) {
                    taken[r] |= left & (~left + 1);
                    any = true;
                    break;
                }
        }
    for (int r = 1; r <= rules->height; r++)
        siege->standing[r] &= ~taken[r];
    return any;
}

static bool is_exit_fort(const Rules *rules, const Board *board)
{
    Siege siege = {.rules = rules, .board = board};
    uint32_t open[LINES] = {0}, room[LINES] = {0}, kings[LINES] = {0};
    bool on_shore = false, roomy = false;
    for (int n = 0; n < board->kings; n++) {
        unsigned king = board->king[n];
        on_shore |= rules->shore[king] != 0;
        kings[king / STRIDE] |= 1u << king % STRIDE;
    }
    if (!on_shore)
        return false;
    for (int r = 1; r <= rules->height; r++) {
        open[r] = (rules->inside & ~(board->row[0][r] | board->row[1][r])) | kings[r];
        room[r] = kings[r];
        siege.standing[r] = board->row[DEFENDERS][r] & ~kings[r];
        siege.reached[r] = board->row[ATTACKERS][r];
    }
    flood(rules, open, room, rules->column_inside);
    for (int r = 1; r <= rules->height; r++)
        roomy |= room[r] != kings[r];
    if (!roomy)
        return false;
    do {
        for (int r = 1; r <= rules->height; r++)
            open[r] = rules->inside & ~(siege.standing[r] | kings[r]);
        flood(rules, open, siege.reached, rules->column_inside);
        for (int r = 1; r <= rules->height; r++) {
            const uint32_t *row = &siege.reached[r];
            if ((row[0] | row[0] << 1 | row[0] >> 1 | row[-1] | row[1]) & room[r])
                return false;
        }
    } while (take_standing(&siege));
    return true;
}

static int open_ways(const Rules *rules, const Board *board, const uint8_t *area)
{
    int ways = 0;
    for (int n = 0; n < board->kings; n++) {
        Move moves[MAX_PIECE_MOVES];
        int count = piece_moves(rules, board, board->king[n], moves);
        for (int m = 0; m < count; m++)
            ways += area[TO(moves[m])];
    }
    return ways;
}

static bool king_on(const Board *board, const uint8_t *area)
{
    for (int n = 0; n < board->kings; n++)
        if (area[board->king[n]])
            return true;
    return false;
}

/* The outcome by the board after the side `mover` has moved to a cell; NOBODY for a position that was set up. */
static Outcome judge(const Rules *rules, const Board *board, int mover, unsigned target, int kings_before, bool taken)
{
    for (int n = 0; n < rules->ending_count; n++) {
        const Ending *ending = &rules->endings[n];
        switch ((EndingKind)ending->type) {
        case END_KING_CAPTURED:
            if (!board->kings && kings_before)
                return OUTCOME(ATTACKERS, KING_CAPTURED);
            break;
        case END_KING_REACHES:
            if (king_on(board, ending->area))
                return OUTCOME(DEFENDERS, KING_ESCAPED);
            break;
        case END_ENCIRCLEMENT:
            if (mover == DEFENDERS || (mover == ATTACKERS && !taken && !board->was_over && !rules->jumping &&
                                        !may_close_ring(rules, board, target)))
                break;
            if (is_encircled(rules, board))
                return OUTCOME(ATTACKERS, ENCIRCLED);
            break;
        case END_ALL_MEN:
            if (!board->pieces[ATTACKERS])
                return OUTCOME(DEFENDERS, NO_MEN);
            if (!ending->number && board->pieces[DEFENDERS] == board->kings)
                return OUTCOME(ATTACKERS, NO_MEN);
            break;
        case END_OPEN_WAYS:
            if (mover != ATTACKERS && open_ways(rules, board, ending->area) >= ending->number)
                return OUTCOME(DEFENDERS, OPEN_WAYS);
            break;
        case END_EXIT_FORT:
            if (mover != ATTACKERS && is_exit_fort(rules, board))
                return OUTCOME(DEFENDERS, EXIT_FORT);
            break;
        }
    }
    return 0;
}

/* Whether the move of a man that took nothing may end the game. */
static inline bool may_end(const Rules *rules, const Board *board, int mover, unsigned target)
{
    if (rules->unknown_endings || board->was_over)
        return true;
    if (mover == ATTACKERS)
        return rules->encircling && (rules->jumping || may_close_ring(rules, board, target));
    return rules->forts && king_on(board, rules->shore);
}

Outcome board_outcome(const Rules *rules, const Board *board)
{
    return judge(rules, board, NOBODY, 0, 0, false);
}

/* Making moves --------------------------------------------------------------------------------------------------- */

/* The place of the king on a cell in the list of kings. */
static inline int king_number(const Board *board, unsigned cell)
{
    int n = 0;
    while (board->king[n] != cell)
        n++;
    return n;
}

static inline void put(const Rules *rules, Board *board, unsigned cell, unsigned kind)
{
    int side = rules->side[kind];
    board->cell[cell] = (uint8_t)kind;
    board->row[side][cell / STRIDE] ^= 1u << cell % STRIDE;
    board->column[side][cell % STRIDE] ^= 1u << cell / STRIDE;
    board->pieces[side]++;
    board->row_sum[side] = (uint16_t)(board->row_sum[side] + cell / STRIDE);
    board->column_sum[side] = (uint16_t)(board->column_sum[side] + cell % STRIDE);
    board->hash ^= rules->keys[kind][cell];
    if (rules->is_king[kind])
        board->king[board->kings++] = (uint16_t)cell;
}

static inline void lift(const Rules *rules, Board *board, unsigned cell)
{
    unsigned kind = board->cell[cell];
    int side = rules->side[kind];
    board->cell[cell] = EMPTY;
    board->row[side][cell / STRIDE] ^= 1u << cell % STRIDE;
    board->column[side][cell % STRIDE] ^= 1u << cell / STRIDE;
    board->pieces[side]--;
    board->row_sum[side] = (uint16_t)(board->row_sum[side] - cell / STRIDE);
    board->column_sum[side] = (uint16_t)(board->column_sum[side] - cell % STRIDE);
    board->hash ^= rules->keys[kind][cell];
    if (rules->is_king[kind])
        board->king[king_number(board, cell)] = board->king[--board->kings];
}

/* Move the piece on a cell to another cell; the caller updates the hash. */
static inline void shift(const Rules *rules, Board *board, unsigned from, unsigned to)
{
    unsigned kind = board->cell[from];
    int side = rules->side[kind];
    uint32_t *row = board->row[side], *column = board->column[side];
    board->cell[from] = EMPTY;
    board->cell[to] = (uint8_t)kind;
    row[from / STRIDE] ^= 1u << from % STRIDE;
    row[to / STRIDE] ^= 1u << to % STRIDE;
    column[from % STRIDE] ^= 1u << from / STRIDE;
    column[to % STRIDE] ^= 1u << to / STRIDE;
    board->row_sum[side] = (uint16_t)(board->row_sum[side] + to / STRIDE - from / STRIDE);
    board->column_sum[side] = (uint16_t)(board->column_sum[side] + to % STRIDE - from % STRIDE);
    if (rules->is_king[kind])
        board->king[king_number(board, from)] = (uint16_t)to;
}

/* Whether the piece that has captured with its move to a cell can go on. */
static bool can_go_on(const Rules *rules, Board *board, unsigned cell)
{
    Move moves[MAX_PIECE_MOVES];
    int count = piece_moves(rules, board, cell, moves);
    for (int n = 0; n < count; n++)
        if (may_go_on(rules, board, moves[n]))
            return true;
    return false;
}

/* Remove what a move has taken, after the mover was put on its target. */
static inline int take(const Rules *rules, Board *board, unsigned kind, Move move, Undo *undo)
{
    uint16_t taken[MAX_TAKEN];
    undo->count = 0;
    /* Mostly a mover that comes beside no enemy takes nothing. */
    if (!rules->takes_far && !is_beside(board, !board->to_move, TO(move)))
        return 0;
    int count = find_taken(rules, board, kind, move, taken);
    undo->count = (uint8_t)count;
    for (int n = 0; n < count; n++) {
        uint8_t lost = board->cell[taken[n]];
        undo->taken[n].cell = taken[n];
        undo->taken[n].kind = lost;
        lift(rules, board, taken[n]);
        if (rules->becomes[lost])
            put(rules, board, taken[n], rules->becomes[lost]);
    }
    return count;
}

/* Put back what a move had taken. */
static inline void give_back(const Rules *rules, Board *board, const Undo *undo)
{
    for (int n = undo->count - 1; n >= 0; n--) {
        unsigned cell = undo->taken[n].cell;
        if (board->cell[cell] != EMPTY)
            lift(rules, board, cell);
        put(rules, board, cell, undo->taken[n].kind);
    }
}

/* The outcome by the board after a piece has moved to a cell and taken so many; the turn has not changed yet. */
static inline Outcome judge_move(const Rules *rules, const Board *board, unsigned kind, unsigned to, int kings_before,
                                 int count)
{
    if (count || rules->is_king[kind] || may_end(rules, board, board->to_move, to))
        return judge(rules, board, board->to_move, to, kings_before, count > 0);
    return 0;
}

Outcome board_make(const Rules *rules, Board *board, Move move, Undo *undo)
{
    unsigned from = FROM(move), to = TO(move), kind = board->cell[from];
    undo->hash = board->hash;
    undo->move = move;
    undo->going_on = board->going_on;
    undo->to_move = board->to_move;
    undo->kings = board->kings;
    board->hash ^= rules->keys[kind][from] ^ rules->keys[kind][to] ^ rules->going_keys[board->going_on];
    board->going_on = 0;
    shift(rules, board, from, to);
    int count = take(rules, board, kind, move, undo);
    Outcome outcome = judge_move(rules, board, kind, to, undo->kings, count);
    if (rules->berserk && count && !outcome && can_go_on(rules, board, to)) {
        board->going_on = (uint16_t)to;
        board->hash ^= rules->going_keys[to];
        return 0;
    }
    board->to_move = !board->to_move;
    board->hash ^= rules->turn_key;
    return outcome;
}

void board_unmake(const Rules *rules, Board *board, const Undo *undo)
{
    give_back(rules, board, undo);
    shift(rules, board, TO(undo->move), FROM(undo->move));
    board->going_on = undo->going_on;
    board->to_move = undo->to_move;
    board->hash = undo->hash;
}

/* Trying moves --------------------------------------------------------------------------------------------------- */

/* Add or remove a piece without its hash: what captures and endings depend on. */
static inline void flip(Board *board, int side, unsigned cell, unsigned content)
{
    board->cell[cell] = (uint8_t)content;
    board->row[side][cell / STRIDE] ^= 1u << cell % STRIDE;
    board->column[side][cell % STRIDE] ^= 1u << cell / STRIDE;
}

/* Put a piece, which was lifted, on the target of its move, take what it takes, judge, and take everything back. `king`
 * is where its cell stands in the list of kings, if it is one. */
static inline Outcome try_lifted(const Rules *rules, Board *board, unsigned kind, Move move, uint16_t *king)
{
    Undo undo;
    int kings = board->kings;
    if (king)
        *king = (uint16_t)TO(move);
    flip(board, board->to_move, TO(move), kind);
    int count = take(rules, board, kind, move, &undo);
    Outcome outcome = judge_move(rules, board, kind, TO(move), kings, count);
    if (count)
        give_back(rules, board, &undo);
    flip(board, board->to_move, TO(move), EMPTY);
    if (king)
        *king = (uint16_t)FROM(move);
    return outcome;
}

static inline uint16_t *find_king(const Rules *rules, Board *board, unsigned cell)
{
    return rules->is_king[board->cell[cell]] ? &board->king[king_number(board, cell)] : NULL;
}

Outcome board_try(const Rules *rules, Board *board, Move move)
{
    unsigned from = FROM(move), kind = board->cell[from];
    uint16_t *king = find_king(rules, board, from);
    flip(board, board->to_move, from, EMPTY);
    Outcome outcome = try_lifted(rules, board, kind, move, king);
    flip(board, board->to_move, from, kind);
    return outcome;
}

uint64_t board_leaves(const Rules *rules, Board *board, uint64_t *ended)
{
    uint64_t leaves = 0;
    *ended = 0;
    for (unsigned r = 1; r <= (unsigned)rules->height; r++)
        for (uint32_t own = board->row[board->to_move][r]; own; own &= own - 1) {
            Move moves[MAX_PIECE_MOVES];
            unsigned cell = r * STRIDE + (unsigned)lowest_bit(own), kind = board->cell[cell];
            uint16_t *king = find_king(rules, board, cell);
            int count = piece_moves(rules, board, cell, moves);
            flip(board, board->to_move, cell, EMPTY); /* once for all its moves */
            for (int n = 0; n < count; n++)
                *ended += try_lifted(rules, board, kind, moves[n], king) != 0;
            flip(board, board->to_move, cell, kind);
            leaves += (uint64_t)count;
        }
    return leaves;
}

bool board_set(const Rules *rules, Board *board, const uint8_t *kinds, int to_move, int going_on)
{
    memset(board, 0, sizeof *board);
    memset(board->cell, OUTSIDE, sizeof board->cell);
    for (int square = 0; square < rules->width * rules->height; square++) {
        unsigned cell = cell_of(rules, square);
        board->cell[cell] = EMPTY;
        if (kinds[square]) {
            if (rules->is_king[kinds[square]] && board->kings == MAX_KINGS)
                return false;
            put(rules, board, cell, kinds[square]);
        }
    }
    board->to_move = (uint8_t)to_move;
    board->going_on = (uint16_t)(going_on < 0 ? 0 : cell_of(rules, going_on));
    board->hash = board_hash(rules, board);
    board->was_over = board_outcome(rules, board) != 0;
    return true;
}

static uint64_t image_hash(const Rules *rules, const Board *board, const uint16_t *image)
{
    uint64_t hash = 0;
    for (int side = 0; side < 2; side++)
        for (unsigned r = 1; r <= (unsigned)rules->height; r++)
            for (uint32_t row = board->row[side][r]; row; row &= row - 1) {
                unsigned cell = r * STRIDE + (unsigned)lowest_bit(row);
                hash ^= rules->keys[board->cell[cell]][image ? image[cell] : cell];
            }
    hash ^= rules->going_keys[image && board->going_on ? image[board->going_on] : board->going_on];
    return board->to_move == DEFENDERS ? hash ^ rules->turn_key : hash;
}

uint64_t board_hash(const Rules *rules, const Board *board)
{
    return image_hash(rules, board, NULL);
}

uint64_t board_image_hash(const Rules *rules, const Board *board)
{
    uint64_t least = image_hash(rules, board, NULL);
    for (int n = 0; n < rules->symmetry_count; n++) {
        uint64_t hash = image_hash(rules, board, rules->symmetries[n]);
        least = hash < least ? hash : least;
    }
    return least;
}
