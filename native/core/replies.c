/* Counts two plies at once: the moves and the replies to them, without making most of the moves.
 *
 * A move that takes nothing changes the enemy's mobility on three lines: it grows on the line crossing the origin,
 * shrinks on the line crossing the target, and shifts along the line of the move. Where all men move alike along a
 * line, the changes follow from distances; the moves of other pieces, mostly kings, are counted again. Only the few
 * moves that may capture or end the game are made.
 */
#include "tafl.h"

/* The rows of a position, or its columns; bits are squares along them. */
typedef struct {
    const Lane *lanes;
    const uint32_t *own, *enemies;
    int direction, count;
    uint32_t occupied[LINES];
    uint32_t barriers[LINES]; /* squares that stop men: occupied or blocked */
    uint32_t men[LINES];      /* enemies whose moves along the line follow from distances */
    uint32_t others[LINES];   /* enemies whose moves are counted again when the line changes */
    int others_moves[LINES];  /* their moves in the current position */
    uint32_t in_sight[LINES]; /* squares that an enemy on another line could reach or is blocked by */
    uint32_t eventful[LINES]; /* targets of moves that may capture or end the game */
} Lines;

typedef struct {
    const Rules *rules;
    Board *board;
    Lines lines[2];
    uint32_t kings[2][LINES];
    int moves;   /* of the enemy in the current position */
    bool rings;  /* the side to move may encircle the other */
    bool forts;  /* any of its moves may complete an exit fort */
} Replies;

static inline unsigned cell_at(int direction, unsigned line, unsigned at)
{
    return direction == ROWS ? line * STRIDE + at : at * STRIDE + line;
}

/* The nearest barriers before and after a square. */
static inline int before(uint32_t barriers, unsigned at)
{
    return highest_bit(barriers & ((1u << at) - 1));
}

static inline int after(uint32_t barriers, unsigned at)
{
    return lowest_bit(barriers & ~1u << at);
}

/* The bits between two others. */
static inline uint32_t between(int low, int high)
{
    return (1u << high) - (2u << low);
}

/* How many moves some pieces have along a line with the given occupancy. */
static int count_anew(const Replies *replies, int direction, unsigned line, uint32_t pieces, uint32_t occupied)
{
    const Rules *rules = replies->rules;
    int count = 0;
    for (; pieces; pieces &= pieces - 1) {
        unsigned at = (unsigned)lowest_bit(pieces), cell = cell_at(direction, line, at);
        const Reach *reach = &rules->reach[replies->board->cell[cell]][cell];
        count += direction == ROWS ? row_count(rules, reach, occupied, (int)at)
                                   : column_count(rules, reach, occupied, (int)at);
    }
    return count;
}

/* Whether the next piece on either side of a square is one of the `others`. */
static inline bool meets_others(const Lines *lines, unsigned line, unsigned at)
{
    uint32_t others = lines->others[line], occupied = lines->occupied[line] | 1u | 1u << 31;
    return others && (others >> before(occupied, at) & 1 || others >> after(occupied, at) & 1);
}

static int loss_of_others(const Replies *replies, const Lines *lines, unsigned line, unsigned at)
{
    uint32_t occupied = lines->occupied[line], bit = 1u << at;
    int changed = count_anew(replies, lines->direction, line, lines->others[line], occupied ^ bit);
    return occupied & bit ? changed - lines->others_moves[line] : lines->others_moves[line] - changed;
}

/* How many moves along a line the enemy loses if a piece comes to a square, or gains if it leaves. */
static inline int loss(const Replies *replies, const Lines *lines, unsigned line, unsigned at)
{
    const Lane *lane = &lines->lanes[line];
    uint32_t barriers = lines->barriers[line], men = lines->men[line];
    int lost = meets_others(lines, line, at) ? loss_of_others(replies, lines, line, at) : 0;
    if (lane->blocked >> at & 1)
        return lost; /* Men cannot pass there in any case. */
    int low = before(barriers, at), high = after(barriers, at);
    if (men >> low & 1)
        lost += lane->stops[high] - lane->stops[at];
    if (men >> high & 1)
        lost += lane->stops[at + 1] - lane->stops[low + 1];
    return lost;
}

/* Events: captures and endings ------------------------------------------------------------------------------------- */

/* Whether a move may capture or end the game. */
static bool is_eventful(const Replies *replies, Move move)
{
    const Rules *rules = replies->rules;
    uint16_t taken[MAX_TAKEN];
    unsigned to = TO(move);
    bool by_king = rules->is_king[replies->board->cell[FROM(move)]];
    if (replies->forts || (by_king && rules->ends_for_king[ROWS][to / STRIDE] >> to % STRIDE & 1))
        return true;
    return board_taken(rules, replies->board, move, taken) > 0 ||
           (replies->rings && would_close_ring(rules, replies->board, move));
}

static int64_t count_by_making(const Replies *replies, Move move)
{
    Undo undo;
    int64_t count = 0;
    if (!board_make(replies->rules, replies->board, move, &undo))
        count = board_count(replies->rules, replies->board);
    board_unmake(replies->rules, replies->board, &undo);
    return count;
}

/* Mark where a piece may capture: beside a man with a hostile square behind, and beside a king. */
static void mark_captures(const Replies *replies, uint32_t *eventful)
{
    const Rules *rules = replies->rules;
    const Lines *rows = &replies->lines[ROWS];
    const Custody *custody = &rules->custody[!replies->board->to_move];
    const uint32_t *enemies = rows->enemies;
    uint32_t men[LINES], hostile[LINES + 2] = {0};
    for (int r = 0; r <= rules->height + 1; r++) {
        uint32_t occupied = rows->own[r] | enemies[r];
        men[r] = custody->only ? enemies[r] & ~replies->kings[ROWS][r] : 0;
        hostile[r + 1] = rows->own[r] | (custody->empty[r] & ~occupied) | (custody->occupied[r] & occupied);
    }
    for (int r = 1; r <= rules->height; r++) {
        const uint32_t *here = &hostile[r + 1];
        uint32_t others = enemies[r] & ~men[r];
        eventful[r] |= (men[r] << 1 & here[0] << 2) | (men[r] >> 1 & here[0] >> 2) | (men[r - 1] & here[-2]) |
                       (men[r + 1] & here[2]) | others << 1 | others >> 1 | (enemies[r - 1] & ~men[r - 1]) |
                       (enemies[r + 1] & ~men[r + 1]);
    }
}

/* Mark where a piece may capture a row of two or more enemies on the edge: at its ends and in front of it. */
static void mark_walls(const Replies *replies, uint32_t *eventful)
{
    const int last[2] = {replies->rules->height, replies->rules->width};
    for (int direction = 0; direction < 2; direction++)
        for (int far = 0; far < 2; far++) {
            int edge = far ? last[direction] : 1, front = far ? edge - 1 : 2;
            uint32_t enemies = replies->lines[direction].enemies[edge];
            uint32_t wall = enemies & (enemies << 1 | enemies >> 1), ends = wall << 1 | wall >> 1;
            if (direction == ROWS) {
                eventful[edge] |= ends;
                eventful[front] |= wall;
                continue;
            }
            for (; ends; ends &= ends - 1)
                eventful[lowest_bit(ends)] |= 1u << edge;
            for (; wall; wall &= wall - 1)
                eventful[lowest_bit(wall)] |= 1u << front;
        }
}

/* Find a path from a defender along the row and then along a column to the edge; `down` and `up` are the squares from
 * which the column is free. False if there is no such path. */
static bool find_way_out(const Replies *replies, const uint32_t *down, const uint32_t *up, bool from_top, uint32_t *way)
{
    const Rules *rules = replies->rules;
    const Lines *rows = &replies->lines[ROWS];
    for (int n = 1; n <= rules->height; n++) {
        int r = from_top ? rules->height + 1 - n : n;
        uint32_t out = down[r] | up[r] | (rules->on_edge[r] & ~rows->occupied[r]);
        uint32_t barriers = rows->occupied[r] | rules->row_ends;
        for (uint32_t left = out ? rows->enemies[r] : 0; left; left &= left - 1) {
            unsigned at = (unsigned)lowest_bit(left);
            uint32_t found = out & between(before(barriers, at), after(barriers, at)), right = found & ~1u << at;
            if (!found)
                continue;
            int turn = right ? lowest_bit(right) : highest_bit(found);
            way[r] |= right ? between((int)at, turn + 1) : between(turn - 1, (int)at);
            int step = (from_top ? ~up[r] : down[r]) >> turn & 1 ? -1 : 1;
            bool arrived = rules->on_edge[r] >> turn & 1;
            for (r += step; !arrived && r >= 1 && r <= rules->height; r += step)
                way[r] |= 1u << turn;
            return true;
        }
    }
    return false;
}

/* Mark where a ring may be closed: only on squares that lie on every path out, and so on both of two paths. */
static void mark_rings(const Replies *replies, uint32_t *eventful)
{
    const Rules *rules = replies->rules;
    uint32_t down[LINES] = {0}, up[LINES] = {0}, one[LINES] = {0}, other[LINES] = {0}, clear = rules->inside;
    for (int r = 1; r <= rules->height; r++)
        down[r] = clear &= ~replies->lines[ROWS].occupied[r];
    clear = rules->inside;
    for (int r = rules->height; r >= 1; r--)
        up[r] = clear &= ~replies->lines[ROWS].occupied[r];
    bool found = find_way_out(replies, down, up, false, one) && find_way_out(replies, down, up, true, other);
    for (int r = 1; r <= rules->height; r++)
        eventful[r] |= found ? one[r] & other[r] : ~0u;
}

static void find_events(Replies *replies)
{
    const Rules *rules = replies->rules;
    Lines *rows = &replies->lines[ROWS], *columns = &replies->lines[COLUMNS];
    uint32_t eventful[LINES] = {0};
    mark_captures(replies, eventful);
    if (rules->walls)
        mark_walls(replies, eventful);
    if (replies->rings)
        mark_rings(replies, eventful);
    for (int c = 1; c <= rules->width; c++)
        columns->eventful[c] = 0;
    for (int r = 1; r <= rules->height; r++) {
        rows->eventful[r] = (replies->forts ? ~0u : eventful[r]) & rules->inside & ~rows->occupied[r];
        for (uint32_t left = rows->eventful[r]; left; left &= left - 1)
            columns->eventful[lowest_bit(left)] |= 1u << r;
    }
}

/* Counting -------------------------------------------------------------------------------------------------------- */

/* Compute `in_sight`: the squares before the first piece that an enemy meets, and the piece itself. */
static void look_across(Lines *lines)
{
    uint32_t sight = 0;
    for (int line = 1; line <= lines->count; line++) {
        lines->in_sight[line] = sight;
        sight = (sight & ~lines->occupied[line]) | lines->enemies[line];
    }
    sight = 0;
    for (int line = lines->count; line >= 1; line--) {
        lines->in_sight[line] |= sight;
        sight = (sight & ~lines->occupied[line]) | lines->enemies[line];
    }
}

/* Set up the lines of one direction; returns how many moves the enemy has along them. */
static int look_along(Replies *replies, int direction, const uint32_t *own, const uint32_t *enemies)
{
    const Rules *rules = replies->rules;
    Lines *lines = &replies->lines[direction];
    int moves = 0;
    lines->lanes = rules->lanes[direction];
    lines->own = own;
    lines->enemies = enemies;
    lines->direction = direction;
    lines->count = direction == ROWS ? rules->height : rules->width;
    for (unsigned line = 1; line <= (unsigned)lines->count; line++) {
        const Lane *lane = &lines->lanes[line];
        uint32_t occupied = own[line] | enemies[line], barriers = occupied | lane->blocked;
        uint32_t men = lane->even ? enemies[line] & ~replies->kings[direction][line] : 0, others = enemies[line] & ~men;
        lines->occupied[line] = occupied;
        lines->barriers[line] = barriers;
        lines->men[line] = men;
        lines->others[line] = others;
        lines->others_moves[line] = others ? count_anew(replies, direction, line, others, occupied) : 0;
        moves += lines->others_moves[line];
        for (; men; men &= men - 1) {
            unsigned at = (unsigned)lowest_bit(men);
            moves += lane->stops[after(barriers, at)] - lane->stops[before(barriers, at) + 1] -
                     (int)(lane->open >> at & 1);
        }
    }
    look_across(lines);
    return moves;
}

/* The replies to the moves of a man along a line on which everything follows from distances. */
static int64_t count_for_man(const Replies *replies, const Lines *lines, unsigned line, unsigned at)
{
    const Lane *lane = &lines->lanes[line];
    const Lines *crossing = &replies->lines[!lines->direction];
    int low = before(lines->barriers[line], at), high = after(lines->barriers[line], at);
    uint32_t quiet = between(low, high) & lane->open & ~(1u << at), events = quiet & lines->eventful[line];
    int64_t total = 0;
    if (!quiet)
        return 0;
    for (; events; events &= events - 1) {
        unsigned to = (unsigned)lowest_bit(events);
        Move move = MOVE(cell_at(lines->direction, line, at), cell_at(lines->direction, line, to));
        if (is_eventful(replies, move)) {
            total += count_by_making(replies, move);
            quiet ^= 1u << to;
        }
    }
    /* An enemy behind the man gains the squares that the man moves away; an enemy ahead loses them. */
    int lower = (int)(lines->men[line] >> low & 1), upper = (int)(lines->men[line] >> high & 1), slope = lower - upper;
    int each = replies->moves + upper * (lane->stops[at + 1] - 1) - lower * lane->stops[at];
    if (lines->in_sight[line] >> at & 1)
        each += loss(replies, crossing, at, line);
    total += bit_count(quiet) * each;
    for (uint32_t left = slope ? quiet : 0; left; left &= left - 1)
        total += slope * lane->stops[lowest_bit(left)];
    for (uint32_t left = quiet & lines->in_sight[line]; left; left &= left - 1)
        total -= loss(replies, crossing, (unsigned)lowest_bit(left), line);
    return total;
}

/* The replies to the moves of any piece along a line, counted again for each move. */
static int64_t count_for_piece(const Replies *replies, const Lines *lines, unsigned line, unsigned at)
{
    const Rules *rules = replies->rules;
    const Lines *crossing = &replies->lines[!lines->direction];
    unsigned cell = cell_at(lines->direction, line, at), kind = replies->board->cell[cell];
    const Reach *reach = &rules->reach[kind][cell];
    uint32_t occupied = lines->occupied[line], eventful = lines->eventful[line];
    uint32_t moves = lines->direction == ROWS ? slide(occupied, reach->row_block, reach->row_stop, (int)at)
                                              : slide(occupied, reach->column_block, reach->column_stop, (int)at);
    int64_t total = 0;
    if (!moves)
        return 0;
    if (rules->is_king[kind])
        eventful |= rules->ends_for_king[lines->direction][line];
    int each = replies->moves - count_anew(replies, lines->direction, line, lines->enemies[line], occupied);
    if (lines->in_sight[line] >> at & 1)
        each += loss(replies, crossing, at, line);
    for (; moves; moves &= moves - 1) {
        unsigned to = (unsigned)lowest_bit(moves);
        Move move = MOVE(cell, cell_at(lines->direction, line, to));
        if (eventful >> to & 1 && is_eventful(replies, move)) {
            total += count_by_making(replies, move);
            continue;
        }
        uint32_t changed = occupied ^ 1u << at ^ 1u << to;
        total += each + count_anew(replies, lines->direction, line, lines->enemies[line], changed);
        if (lines->in_sight[line] >> to & 1)
            total -= loss(replies, crossing, to, line);
    }
    return total;
}

static int64_t count_along(const Replies *replies, const Lines *lines)
{
    int64_t total = 0;
    for (unsigned line = 1; line <= (unsigned)lines->count; line++) {
        const Lane *lane = &lines->lanes[line];
        uint32_t anew = lane->even ? replies->kings[lines->direction][line] | lane->blocked : ~0u;
        for (uint32_t left = lines->own[line]; left; left &= left - 1) {
            unsigned at = (unsigned)lowest_bit(left);
            total += anew >> at & 1 || meets_others(lines, line, at) ? count_for_piece(replies, lines, line, at)
                                                                     : count_for_man(replies, lines, line, at);
        }
    }
    return total;
}

bool board_has_plain_replies(const Rules *rules, const Board *board)
{
    return rules->plain && !board->going_on && !board->was_over;
}

uint64_t board_count_replies(const Rules *rules, Board *board)
{
    int own = board->to_move;
    Replies replies;
    replies.rules = rules;
    replies.board = board;
    replies.rings = rules->encircling && own == ATTACKERS;
    replies.forts = false;
    for (int direction = 0; direction < 2; direction++)
        for (int line = 0; line < LINES; line++)
            replies.kings[direction][line] = 0;
    for (int n = 0; n < board->kings; n++) {
        unsigned r = board->king[n] / STRIDE, c = board->king[n] % STRIDE;
        replies.kings[ROWS][r] |= 1u << c;
        replies.kings[COLUMNS][c] |= 1u << r;
        replies.forts |= rules->forts && own == DEFENDERS && rules->shore[board->king[n]];
    }
    replies.moves = look_along(&replies, ROWS, board->row[own], board->row[!own]);
    replies.moves += look_along(&replies, COLUMNS, board->column[own], board->column[!own]);
    find_events(&replies);
    return (uint64_t)(count_along(&replies, &replies.lines[ROWS]) + count_along(&replies, &replies.lines[COLUMNS]));
}
