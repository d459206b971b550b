/* What a searcher knows of tafl: the evaluation, the squares where moves may capture, and immediate wins.
 *
 * The evaluation and the quick win are the same as in `taflkit.search`, so that a search in C has the value of the same
 * search in Python.
 */
#include "flood.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>

#define WEIGHT_NAME(number, name) name,
const char *const weight_names[WEIGHTS] = {EACH_WEIGHT(WEIGHT_NAME)};
#undef WEIGHT_NAME

static const int STEPS[4] = {STRIDE, 1, -STRIDE, -1};

/* Whether every piece may step to every square beside it that is empty and in no region. */
static bool steps_freely(const Rules *rules, const Knowledge *know)
{
    for (int kind = 1; kind <= rules->kinds; kind++)
        for (int square = 0; square < rules->width * rules->height; square++) {
            unsigned cell = cell_of(rules, square), r = cell / STRIDE, c = cell % STRIDE;
            const Reach *reach = &rules->reach[kind][cell];
            uint32_t beside = (2u | 8u) << c >> 2 & rules->inside & ~know->special_row[r];
            if (beside & ~reach->row_stop)
                return false;
            for (unsigned other = r - 1; other <= r + 1; other += 2)
                if (other >= 1 && other <= (unsigned)rules->height && !(know->special_row[other] >> c & 1) &&
                    !(reach->column_stop >> other & 1))
                    return false;
        }
    return true;
}

bool knowledge_read(const Rules *rules, const int32_t *words, size_t count, Knowledge *know, const char **error)
{
    int squares = rules->width * rules->height;
    memset(know, 0, sizeof *know);
    if (count <= KNOWLEDGE_WORDS(squares)) {
        *error = "the knowledge is of another board";
        return false;
    }
    for (int n = 0; n < WEIGHTS; n++) {
        know->weight[n] = *words++;
        if (know->weight[n] < -MAX_WEIGHT || know->weight[n] > MAX_WEIGHT) {
            *error = "a weight is out of range";
            return false;
        }
    }
    know->even = *words++;
    if (know->even < -WIN || know->even > WIN) {
        *error = "the start is worth too much";
        return false;
    }
    int32_t kind = *words++;
    if (kind < 1 || kind > rules->kinds || !rules->is_king[kind]) {
        *error = "that kind of piece is no king";
        return false;
    }
    know->king_kind = (unsigned)kind;
    know->only_beside = *words++ != 0;
    know->plain_anvils = *words++ != 0;
    for (int square = 0; square < squares; square++) {
        unsigned cell = cell_of(rules, square), r = cell / STRIDE, c = cell % STRIDE;
        int32_t flags = words[square];
        know->square[cell] = (uint16_t)square;
        if (flags & SQUARE_GOAL) {
            know->goal_row[r] |= 1u << c;
            know->goal_column[c] |= 1u << r;
            know->goal_rows |= 1u << r;
            know->row_ends[r] = know->column_ends[c] = 1;
            know->has_goal = true;
        }
        if (flags & SQUARE_SPECIAL)
            know->special_row[r] |= 1u << c;
        if (flags & SQUARE_DIAGONAL)
            know->diagonal[know->diagonals++] = (uint16_t)cell;
    }
    for (int square = 0; square < squares; square++) {
        unsigned cell = cell_of(rules, square), r = cell / STRIDE, c = cell % STRIDE;
        const uint32_t *special = &know->special_row[r];
        know->near_special[cell] = rules->on_edge[r] >> c & 1 || (special[0] >> (c - 1) & 5) != 0 ||
                                   ((special[-1] | special[1]) >> c & 1);
    }
    know->known_endings = !rules->jumping && !rules->berserk && !rules->turncoats && !rules->limit_count &&
                          !rules->unknown_endings;
    for (int n = 0; n < rules->capture_count; n++) {
        const Capture *capture = &rules->captures[n];
        know->known_endings &=
            capture->takes == TAKES_BESIDE || (capture->takes == TAKES_ROWS && capture->flanking);
    }
    know->known_endings &= steps_freely(rules, know);
    know->only_fall_beside = !rules->jumping && !rules->encircling && !rules->taking_ends && !rules->unknown_endings;
    for (int n = 0; n < rules->afar_count; n++)
        for (int king = 1; king <= rules->kinds; king++)
            know->only_fall_beside &= !(rules->is_king[king] && rules->captures[rules->afar[n]].victims >> king & 1);
    return network_read(rules, words + squares, count - KNOWLEDGE_WORDS(squares), &know->network, error);
}

void knowledge_free(Knowledge *know)
{
    network_free(&know->network);
}

/* Evaluation ----------------------------------------------------------------------------------------------------- */

/* Where a king on a cell could slide to, given the occupancy of its row and column. */
static inline void king_slides(const Rules *rules, const Knowledge *know, unsigned cell, uint32_t row_occupied,
                               uint32_t column_occupied, uint32_t *row, uint32_t *column)
{
    const Reach *reach = &rules->reach[know->king_kind][cell];
    *row = slide(row_occupied, reach->row_block, reach->row_stop, (int)(cell % STRIDE));
    *column = slide(column_occupied, reach->column_block, reach->column_stop, (int)(cell / STRIDE));
}

static inline uint32_t row_of(const Board *board, unsigned r)
{
    return board->row[0][r] | board->row[1][r];
}

static inline uint32_t column_of(const Board *board, unsigned c)
{
    return board->column[0][c] | board->column[1][c];
}

typedef struct {
    int moves, ways, threats, forks, besiegers, hunters, roaming;
} KingFacts;

static inline void add_threat(KingFacts *facts, uint32_t one, uint32_t other)
{
    if (one | other) {
        facts->threats++;
        facts->forks |= (one && other) || (one & (one - 1)) || (other & (other - 1));
    }
}

static inline int roaming(const Rules *rules, unsigned cell)
{
    int rows = 2 * (int)(cell / STRIDE) - rules->height - 1, columns = 2 * (int)(cell % STRIDE) - rules->width - 1;
    return (abs(rows) + abs(columns)) / 2;
}

/* The bits of a row within two squares of a column. */
static inline uint32_t within_two(unsigned column)
{
    return column > 1 ? 31u << (column - 2) : 15u;
}

/* How many attackers stand within two squares of a row and a column. The five rows are counted together, five bits each. */
static inline int attackers_near(const Board *board, unsigned r, unsigned c)
{
    unsigned low = r > 2 ? r - 2 : 1, high = r + 2 < LINES ? r + 2 : LINES - 1;
    uint32_t near = 0;
    for (unsigned n = low; n <= high; n++)
        near = near << 5 | (board->row[ATTACKERS][n] << 1 >> (c - 1) & 31);
    return bit_count(near);
}

/* The usual case: one king, whose row and column share only its own square. */
static void one_king(const Rules *rules, const Knowledge *know, const Board *board, KingFacts *facts)
{
    unsigned cell = board->king[0], r = cell / STRIDE, c = cell % STRIDE;
    uint32_t row, column, along, across;
    king_slides(rules, know, cell, row_of(board, r), column_of(board, c), &row, &column);
    uint32_t own_row = row_of(board, r) & ~(1u << c), own_column = column_of(board, c) & ~(1u << r);
    facts->moves = bit_count(row) + bit_count(column);
    uint32_t row_goals = row & know->goal_row[r], column_goals = column & know->goal_column[c];
    if (row_goals | column_goals)
        facts->ways = bit_count(row_goals) + bit_count(column_goals);
    for (; row; row &= row - 1) {
        unsigned at = (unsigned)lowest_bit(row);
        if (!(know->goal_row[r] | know->goal_column[at]))
            continue;
        king_slides(rules, know, r * STRIDE + at, own_row, column_of(board, at), &along, &across);
        add_threat(facts, along & know->goal_row[r], across & know->goal_column[at]);
    }
    for (; column; column &= column - 1) {
        unsigned at = (unsigned)lowest_bit(column);
        if (!(know->goal_row[at] | know->goal_column[c]))
            continue;
        king_slides(rules, know, at * STRIDE + c, row_of(board, at), own_column, &along, &across);
        add_threat(facts, along & know->goal_row[at], across & know->goal_column[c]);
    }
    const uint32_t *attackers = &board->row[ATTACKERS][r];
    facts->besiegers = (int)((attackers[0] >> (c - 1) & 1) + (attackers[0] >> (c + 1) & 1) + (attackers[-1] >> c & 1) +
                             (attackers[1] >> c & 1));
    facts->hunters = attackers_near(board, r, c);
    facts->roaming = roaming(rules, cell);
}

/* Several kings: squares that two of them reach count once. */
static void several_kings(const Rules *rules, const Knowledge *know, const Board *board, KingFacts *facts)
{
    uint32_t reached[LINES] = {0}, beside[LINES] = {0}, near[LINES] = {0}, rows[LINES], columns[LINES], row, column;
    add_beside_kings(board, beside);
    for (unsigned n = 0; n < LINES; n++) {
        rows[n] = row_of(board, n);
        columns[n] = column_of(board, n);
    }
    for (int king = 0; king < board->kings; king++) {
        unsigned cell = board->king[king], r = cell / STRIDE, c = cell % STRIDE;
        king_slides(rules, know, cell, row_of(board, r), column_of(board, c), &row, &column);
        reached[r] |= row;
        for (; column; column &= column - 1)
            reached[lowest_bit(column)] |= 1u << c;
        rows[r] &= ~(1u << c);
        columns[c] &= ~(1u << r);
        for (unsigned n = r > 2 ? r - 2 : 1; n <= r + 2 && n < LINES; n++)
            near[n] |= within_two(c);
        facts->roaming += roaming(rules, cell);
    }
    for (unsigned r = 1; r <= (unsigned)rules->height; r++) {
        facts->hunters += bit_count(near[r] & board->row[ATTACKERS][r]);
        facts->moves += bit_count(reached[r]);
        facts->ways += bit_count(reached[r] & know->goal_row[r]);
        facts->besiegers += bit_count(beside[r] & board->row[ATTACKERS][r]);
        for (uint32_t left = reached[r]; left; left &= left - 1) {
            unsigned c = (unsigned)lowest_bit(left);
            king_slides(rules, know, r * STRIDE + c, rows[r], columns[c], &row, &column);
            add_threat(facts, row & know->goal_row[r], column & know->goal_column[c]);
        }
    }
}

/* The squares without attackers. Lines beyond the board, which nobody asks for, are filled in too: compilers use vectors
 * for loops of a known length. */
static inline void find_free(const Rules *rules, const uint32_t attackers[LINES], uint32_t free[LINES])
{
    uint32_t inside = rules->inside;
    for (int r = 1; r < LINES; r++)
        free[r] = inside & ~attackers[r];
}

/* The squares connected with the kings if only attackers are obstacles. */
static void find_room(const Rules *rules, const Board *board, Room *kept)
{
    uint32_t free[LINES], rows = 0;
    clear_rows(kept->room);
    memcpy(kept->attackers, board->row[ATTACKERS], sizeof kept->attackers);
    find_free(rules, board->row[ATTACKERS], free);
    for (int king = 0; king < board->kings; king++) {
        kept->room[board->king[king] / STRIDE] |= 1u << board->king[king] % STRIDE;
        rows |= 1u << board->king[king] / STRIDE;
    }
    flood(rules, free, kept->room, rows);
}

/* Whether an attacker on a square may split the room: unless the free squares around it hang together there. */
static bool may_split(const Rules *rules, const uint32_t *attackers, int r, int c)
{
    uint32_t outside = ~rules->inside;
    unsigned under = r > 1 ? (attackers[r - 1] | outside) >> (c - 1) & 7 : 7;
    unsigned over = r < rules->height ? (attackers[r + 1] | outside) >> (c - 1) & 7 : 7;
    unsigned beside = (attackers[r] | outside) >> (c - 1);
    return rules->closes_ring[under | (beside & 1) << 3 | (beside & 4) << 2 | over << 5];
}

/* Bring the room of one king up to date with the attackers that came and went; false if it may be split. */
static bool update_room(const Rules *rules, const uint32_t *attackers, Room *kept)
{
    uint32_t free[LINES], left = 0;
    for (uint32_t rows = differing_rows(kept->attackers, attackers, rules->height); rows; rows &= rows - 1) {
        int r = lowest_bit(rows);
        uint32_t came = attackers[r] & ~kept->attackers[r];
        left |= (uint32_t)((kept->attackers[r] & ~attackers[r]) != 0) << r;
        for (; came; came &= came - 1) {
            int c = lowest_bit(came);
            if (kept->room[r] >> c & 1 && may_split(rules, kept->attackers, r, c))
                return false;
            kept->attackers[r] |= 1u << c;
            kept->room[r] &= ~(1u << c);
        }
    }
    if (!left)
        return true;
    memcpy(kept->attackers, attackers, sizeof kept->attackers);
    find_free(rules, attackers, free);
    flood(rules, free, kept->room, left);
    return true;
}

/* How many squares of the goal are connected with a king if only attackers are obstacles. Positions that are evaluated
 * one after the other differ little, so the room of the king is kept: he cannot leave it. */
static int ways_out(const Rules *rules, const Knowledge *know, const Board *board, Room *kept)
{
    Room several;
    unsigned cell = board->king[0];
    if (board->kings > 1)
        find_room(rules, board, kept = &several);
    else if (!(kept->room[cell / STRIDE] >> cell % STRIDE & 1) || !update_room(rules, board->row[ATTACKERS], kept))
        find_room(rules, board, kept);
    int ways = 0;
    for (uint32_t rows = know->goal_rows; rows; rows &= rows - 1) {
        int r = lowest_bit(rows);
        ways += bit_count(kept->room[r] & know->goal_row[r]);
    }
    return ways;
}

/* How many moves along lines the defenders lack to have one for every six squares, whoever is to move. */
static int lacking_moves(const Rules *rules, const Board *board, int king_moves)
{
    int lacking = rules->width * rules->height / SQUARES_A_MOVE - king_moves;
    for (unsigned r = 1; r <= (unsigned)rules->height && lacking > 0; r++)
        for (uint32_t own = board->row[DEFENDERS][r]; own && lacking > 0; own &= own - 1) {
            int c = lowest_bit(own);
            unsigned cell = r * STRIDE + (unsigned)c;
            const Reach *reach = &rules->reach[board->cell[cell]][cell];
            if (!rules->is_king[board->cell[cell]])
                lacking -= row_count(rules, reach, row_of(board, r), c) +
                           column_count(rules, reach, column_of(board, (unsigned)c), (int)r);
        }
    return lacking > 0 ? lacking : 0;
}

/* Count the lines to the goal that are empty, and the lines with attackers. Those beyond the board are neither. */
static inline void count_lines(const Knowledge *know, const Board *board, int *open, int *guarded)
{
    uint32_t empty = 0, held = 0;
    for (unsigned n = 1; n < LINES; n++) {
        empty += know->row_ends[n] & (uint32_t)(row_of(board, n) == 0);
        empty += know->column_ends[n] & (uint32_t)(column_of(board, n) == 0);
        held += (uint32_t)(board->row[ATTACKERS][n] != 0);
        held += (uint32_t)(board->column[ATTACKERS][n] != 0);
    }
    *open = (int)empty;
    *guarded = (int)held;
}

/* What a position is worth to the defenders. */
static int value_of(const Rules *rules, const Knowledge *know, Kept *kept, const Board *board)
{
    const int *weight = know->weight;
    int total = board->pieces[DEFENDERS] * weight[WEIGHT_DEFENDER] -
                board->pieces[ATTACKERS] * weight[WEIGHT_ATTACKER] - know->even;
    KingFacts king = {0};
    if (board->kings == 1)
        one_king(rules, know, board, &king);
    else if (board->kings > 1)
        several_kings(rules, know, board, &king);
    if (king.ways)
        total += weight[king.ways == 1 ? WEIGHT_OPEN_WAY : WEIGHT_OPEN_WAYS];
    total += king.moves * weight[WEIGHT_KING_MOVE] - king.besiegers * weight[WEIGHT_BESIEGER] -
             king.hunters * weight[WEIGHT_HUNTER] + king.roaming * weight[WEIGHT_ROAMING] +
             (king.threats < MAX_THREATS ? king.threats : MAX_THREATS) * weight[WEIGHT_THREAT] +
             king.forks * weight[WEIGHT_FORK];
    int open, guarded;
    count_lines(know, board, &open, &guarded);
    total += open * weight[WEIGHT_OPEN_LINE] - guarded * weight[WEIGHT_GUARD];
    if ((weight[WEIGHT_WAY_OUT] || weight[WEIGHT_ENCLOSED]) && know->has_goal && board->kings) {
        int ways = ways_out(rules, know, board, &kept->room);
        total += ways ? ways * weight[WEIGHT_WAY_OUT] : -weight[WEIGHT_ENCLOSED];
    }
    if (weight[WEIGHT_STIFLED])
        total -= lacking_moves(rules, board, king.moves) * weight[WEIGHT_STIFLED];
    int blockaders = 0;
    for (int n = 0; n < know->diagonals; n++)
        blockaders += rules->side[board->cell[know->diagonal[n]]] == ATTACKERS;
    total -= blockaders * weight[WEIGHT_BLOCKADE];
    if (know->network.hidden)
        total += network_value(&know->network, &kept->layers, board);
    return total;
}

int evaluate(const Rules *rules, const Knowledge *know, Kept *kept, const Board *board)
{
    KeptValue *known = &kept->values[board->hash % KEPT_VALUES];
    if (known->hash != board->hash || !known->made)
        *known = (KeptValue){board->hash, value_of(rules, know, kept, board), true};
    return board->to_move == DEFENDERS ? known->value : -known->value;
}

int open_ways(const Rules *rules, const Knowledge *know, const Board *board)
{
    int ways = 0;
    for (int king = 0; king < board->kings && ways < 2; king++) {
        unsigned cell = board->king[king], r = cell / STRIDE, c = cell % STRIDE;
        uint32_t row, column;
        if (!(know->goal_row[r] | know->goal_column[c]))
            continue;
        king_slides(rules, know, cell, row_of(board, r), column_of(board, c), &row, &column);
        row &= know->goal_row[r];
        column &= know->goal_column[c];
        if (row | column)
            ways += 1 + ((row && column) || (row & (row - 1)) || (column & (column - 1)));
    }
    return ways < 2 ? ways : 2;
}

/* Moves to some squares ------------------------------------------------------------------------------------------ */

/* Pieces that may capture, or squares instead of them, and enemies between them: by row, with two more rows at each end. */
typedef struct {
    uint32_t anvil[LINES + 4], enemy[LINES + 4];
} Anvils;

static inline void begin_anvils(Anvils *between)
{
    for (int n = 0; n < 2; n++) {
        between->anvil[n] = between->anvil[LINES + 2 + n] = 0;
        between->enemy[n] = between->enemy[LINES + 2 + n] = 0;
    }
}

/* The empty squares opposite to an anvil, with an enemy in between. Compilers use vectors for loops of a known length, so
 * rows beyond the board are looked at too. */
static void opposite(const Rules *rules, const Board *restrict board, const Anvils *restrict between,
                     uint32_t *restrict found)
{
    const uint32_t *anvil = between->anvil + 2, *enemy = between->enemy + 2;
    uint32_t inside = rules->inside;
    for (int r = 1; r < LINES; r++) {
        uint32_t squares = (anvil[r] << 1 & enemy[r]) << 1 | (anvil[r] >> 1 & enemy[r]) >> 1 |
                           (anvil[r - 2] & enemy[r - 1]) | (anvil[r + 2] & enemy[r + 1]);
        found[r] = squares & inside & ~(board->row[0][r] | board->row[1][r]);
    }
    found[0] = found[rules->height + 1] = 0;
}

void hot_squares(const Rules *rules, const Knowledge *know, const Board *board, uint32_t hot[LINES])
{
    Anvils between;
    uint32_t *anvil = between.anvil + 2, *enemy = between.enemy + 2;
    const uint32_t *own = board->row[board->to_move], *others = board->row[!board->to_move];
    begin_anvils(&between);
    for (int r = 0; r < LINES - 1; r++) {
        anvil[r] = own[r] | (know->special_row[r] & ~others[r]);
        enemy[r] = others[r];
    }
    anvil[LINES - 1] = enemy[LINES - 1] = 0; /* on the border, as the first row */
    if (board->to_move == ATTACKERS)
        for (int king = 0; king < board->kings; king++)
            enemy[board->king[king] / STRIDE] &= ~(1u << board->king[king] % STRIDE);
    opposite(rules, board, &between, hot);
}

static inline bool reaches(const Rules *rules, const Board *board, unsigned from, unsigned to)
{
    unsigned r = from / STRIDE, c = from % STRIDE;
    const Reach *reach = &rules->reach[board->cell[from]][from];
    if (r == to / STRIDE)
        return slide(row_of(board, r), reach->row_block, reach->row_stop, (int)c) >> to % STRIDE & 1;
    return slide(column_of(board, c), reach->column_block, reach->column_stop, (int)r) >> to / STRIDE & 1;
}

/* A piece slides to a square only if it is the nearest in its direction. */
static int slides_to(const Rules *rules, const Board *board, unsigned to, Move *moves)
{
    unsigned r = to / STRIDE, c = to % STRIDE, own = board->to_move, origins[4];
    uint32_t row = row_of(board, r), column = column_of(board, c), side;
    int count = 0, found = 0;
    if ((side = row & (~1u << c)) != 0 && board->row[own][r] & (side & -side))
        origins[found++] = r * STRIDE + (unsigned)lowest_bit(side);
    if ((side = row & ((1u << c) - 1)) != 0 && board->row[own][r] >> highest_bit(side) & 1)
        origins[found++] = r * STRIDE + (unsigned)highest_bit(side);
    if ((side = column & (~1u << r)) != 0 && board->column[own][c] & (side & -side))
        origins[found++] = (unsigned)lowest_bit(side) * STRIDE + c;
    if ((side = column & ((1u << r) - 1)) != 0 && board->column[own][c] >> highest_bit(side) & 1)
        origins[found++] = (unsigned)highest_bit(side) * STRIDE + c;
    for (int n = 0; n < found; n++)
        if (reaches(rules, board, origins[n], to))
            moves[count++] = MOVE(origins[n], to);
    return count;
}

int moves_to(const Rules *rules, Line *line, const uint32_t targets[LINES], Move *moves)
{
    const Board *board = &line->board;
    int count = 0, kept = 0;
    if (rules->jumping || board->going_on) {
        int all = board_moves(rules, board, moves);
        for (int n = 0; n < all; n++)
            if (targets[TO(moves[n]) / STRIDE] >> TO(moves[n]) % STRIDE & 1)
                moves[count++] = moves[n];
    } else {
        static const uint32_t none[LINES];
        uint32_t rows = differing_rows(targets, none, rules->height) & rules->column_inside;
        for (; rows; rows &= rows - 1) {
            unsigned r = (unsigned)lowest_bit(rows);
            for (uint32_t left = targets[r]; left; left &= left - 1)
                count += slides_to(rules, board, r * STRIDE + (unsigned)lowest_bit(left), moves + count);
        }
    }
    if (rules->repetition != REPETITION_FORBIDDEN)
        return count;
    for (int n = 0; n < count; n++)
        if (!line_forbids(rules, line, moves[n]))
            moves[kept++] = moves[n];
    return kept;
}

/* Immediate wins ------------------------------------------------------------------------------------------------- */

static bool wins_on_board(const Rules *rules, Board *board, Move move)
{
    Outcome outcome = board_try(rules, board, move);
    return outcome && WINNER(outcome) == board->to_move;
}

/* The first of a king's moves, to bits of its row and of its column, that wins: in the order of their targets. */
static Move first_escape(const Rules *rules, Board *board, unsigned cell, uint32_t row, uint32_t column)
{
    unsigned r = cell / STRIDE, c = cell % STRIDE;
    while (row | column) {
        bool along = row && !(column & ((1u << r) - 1));
        uint32_t *line = along ? &row : &column;
        unsigned at = (unsigned)lowest_bit(*line);
        Move move = MOVE(cell, along ? r * STRIDE + at : at * STRIDE + c);
        if (wins_on_board(rules, board, move))
            return move;
        *line &= *line - 1;
    }
    return 0;
}

static Move king_escapes(const Rules *rules, const Knowledge *know, Line *line, Move *moves)
{
    Board *board = &line->board;
    uint32_t targets[LINES], row, column;
    bool any = false, slides = !rules->jumping && !board->going_on && rules->repetition != REPETITION_FORBIDDEN;
    for (int king = 0; king < board->kings; king++) {
        unsigned cell = board->king[king], r = cell / STRIDE, c = cell % STRIDE;
        if (!(know->goal_row[r] | know->goal_column[c]))
            continue;
        king_slides(rules, know, cell, row_of(board, r), column_of(board, c), &row, &column);
        row &= know->goal_row[r];
        column &= know->goal_column[c];
        if (!(row | column))
            continue;
        /* The usual case: one king, who may make all of these moves. */
        if (slides && board->kings == 1 && board->cell[cell] == know->king_kind)
            return first_escape(rules, board, cell, row, column);
        if (!any)
            clear_rows(targets);
        any = true;
        targets[r] |= row;
        for (; column; column &= column - 1)
            targets[lowest_bit(column)] |= 1u << c;
    }
    if (!any)
        return 0;
    int count = moves_to(rules, line, targets, moves);
    for (int n = 0; n < count; n++)
        if (rules->is_king[board->cell[FROM(moves[n])]] && wins_on_board(rules, board, moves[n]))
            return moves[n];
    return 0;
}

/* Whether anything that could be hostile to a king stands beside one. */
static bool is_in_danger(const Knowledge *know, const Board *board)
{
    for (int king = 0; king < board->kings; king++)
        if (know->near_special[board->king[king]] || is_beside(board, ATTACKERS, board->king[king]))
            return true;
    return false;
}

/* The empty squares beside the kings to which a move may win; false if there are none. */
static bool capturing_squares(const Rules *rules, const Knowledge *know, const Board *board, uint32_t targets[LINES])
{
    bool any = false;
    clear_rows(targets);
    for (int king = 0; king < board->kings; king++)
        for (int direction = 0; direction < 4; direction++) {
            unsigned step = (unsigned)STEPS[direction], beside = board->king[king] + step;
            if (board->cell[beside] == EMPTY &&
                (!know->only_fall_beside || board_may_capture_from(rules, board, board->king[king], step))) {
                targets[beside / STRIDE] |= 1u << beside % STRIDE;
                any = true;
            }
        }
    return any;
}

static Move king_is_captured(const Rules *rules, const Knowledge *know, Line *line, Move *moves)
{
    uint32_t targets[LINES];
    int count;
    if (!know->only_beside)
        count = line_moves(rules, line, moves);
    else if (is_in_danger(know, &line->board) && capturing_squares(rules, know, &line->board, targets))
        count = moves_to(rules, line, targets, moves);
    else
        return 0;
    for (int n = 0; n < count; n++)
        if (wins_on_board(rules, &line->board, moves[n]))
            return moves[n];
    return 0;
}

Move quick_win(const Rules *rules, const Knowledge *know, Line *line, Move *moves)
{
    return line->board.to_move == DEFENDERS ? king_escapes(rules, know, line, moves)
                                            : king_is_captured(rules, know, line, moves);
}

/* Immediate wins by other rules ---------------------------------------------------------------------------------- */

static bool wins_in_game(const Rules *rules, Line *line, Move move)
{
    LineUndo undo;
    int mover = line->board.to_move;
    Outcome outcome = line_make(rules, line, move, &undo);
    line_unmake(rules, line, &undo);
    return outcome && WINNER(outcome) == mover;
}

/* Whether any move may win by a limit, or by a repetition that `add_repeating` cannot find. */
static bool may_win_by_history(const Rules *rules, const Line *line)
{
    if (line->past.move_limit && (line->past.turns + 1) / 2 >= line->past.move_limit)
        return true;
    return rules->repetition == REPETITION_FORBIDDEN || (rules->repetition == REPETITION_ENDS && rules->symmetric);
}

/* Whether the side to move wins if it repeats a position once too often. */
static bool wins_by_repeating(const Rules *rules, int mover)
{
    if (rules->repetition != REPETITION_ENDS)
        return false;
    switch (rules->verdict) {
    case VERDICT_DRAW:
    case VERDICT_MOVER_LOSES:
        return false;
    case VERDICT_MOVER_WINS:
        return true;
    case VERDICT_ATTACKERS_LOSE:
        return mover == DEFENDERS;
    case VERDICT_DEFENDERS_LOSE:
        return mover == ATTACKERS;
    }
    abort(); /* A record with another verdict is refused. */
}

/* The squares to which a move may repeat a position that has occurred often enough. */
static void add_repeating(const Rules *rules, const Line *line, Move *moves, uint32_t found[LINES])
{
    const Board *board = &line->board;
    int first = line->length - 1 - line->past.reversible, count = -1;
    /* The hashes of both sides' positions alternate. */
    for (int n = line->length - 2; n >= 0 && n >= first; n -= 2) {
        int times = 0;
        for (int m = n; m >= 0 && m >= first; m -= 2)
            times += line->hashes[m] == line->hashes[n];
        if (times < rules->occurrences - 1)
            continue;
        if (count < 0)
            count = board_moves(rules, board, moves);
        for (int move = 0; move < count; move++) {
            unsigned from = FROM(moves[move]), to = TO(moves[move]);
            const uint64_t *keys = rules->keys[board->cell[from]];
            if ((board->hash ^ keys[from] ^ keys[to] ^ rules->turn_key) == line->hashes[n])
                found[to / STRIDE] |= 1u << to % STRIDE;
        }
    }
}

/* The squares to which a move may leave the opponent without legal moves: see `OtherWins` in Python. */
static bool robbing_squares(const Rules *rules, const Knowledge *know, const Board *board, uint32_t found[LINES])
{
    unsigned height = (unsigned)rules->height;
    uint32_t open[LINES]; /* empty squares in no region */
    open[0] = open[height + 1] = 0;
    for (unsigned r = 1; r <= height; r++) {
        found[r] = rules->inside & ~row_of(board, r);
        open[r] = found[r] & ~know->special_row[r];
    }
    unsigned low = 1, high = height; /* the rows of `found` that may hold squares */
    for (unsigned r = 1; r <= height; r++) {
        uint32_t mobile = (open[r] << 1 | open[r] >> 1 | open[r - 1] | open[r + 1]) & board->row[!board->to_move][r];
        if (rules->walls)
            mobile &= ~rules->on_edge[r];
        for (; mobile; mobile &= mobile - 1) {
            unsigned c = (unsigned)lowest_bit(mobile);
            for (; low + 1 < r; low++)
                found[low] = 0;
            for (; high > r + 1; high--)
                found[high] = 0;
            bool any = false;
            for (unsigned n = low; n <= high; n++) {
                uint32_t beside = n == r ? 5u << (c - 1) : n + 1 == r || n == r + 1 ? 1u << c : 0;
                found[n] &= beside;
                any |= found[n] != 0;
            }
            if (!any)
                return false;
        }
    }
    for (unsigned n = low; n <= high; n++)
        if (found[n])
            return true;
    return false;
}

static void add_capturing(const Rules *rules, const Knowledge *know, const Board *board, uint32_t found[LINES])
{
    unsigned own = board->to_move, height = (unsigned)rules->height;
    Anvils between;
    uint32_t squares[LINES];
    const uint32_t *enemies = board->row[!own];
    int on_edge = 0;
    begin_anvils(&between);
    for (unsigned r = 0; r < LINES; r++) {
        between.anvil[r + 2] = board->row[own][r] | know->special_row[r];
        between.enemy[r + 2] = enemies[r];
    }
    for (unsigned r = 1; r <= height; r++) {
        squares[r] = enemies[r] << 1 | enemies[r] >> 1 | enemies[r - 1] | enemies[r + 1];
        on_edge += bit_count(enemies[r] & rules->on_edge[r]);
    }
    if (know->plain_anvils)
        opposite(rules, board, &between, squares);
    for (unsigned r = 1; r <= height; r++) {
        if (rules->walls && on_edge >= 2)
            squares[r] |= rules->on_edge[r];
        found[r] |= squares[r] & rules->inside & ~row_of(board, r);
    }
}

static void add_beside(const Rules *rules, const Board *board, unsigned cell, uint32_t found[LINES])
{
    unsigned r = cell / STRIDE, c = cell % STRIDE;
    found[r] |= 5u << (c - 1) & rules->inside & ~row_of(board, r);
    if (r > 1)
        found[r - 1] |= 1u << c & ~row_of(board, r - 1);
    if (r < (unsigned)rules->height)
        found[r + 1] |= 1u << c & ~row_of(board, r + 1);
}

/* A defender on the edge must be taken before the others are encircled: from beside, or as part of a shieldwall. */
static void add_taking_from_edge(const Rules *rules, const Board *board, unsigned r, uint32_t found[LINES])
{
    uint32_t here = board->row[DEFENDERS][r] & rules->on_edge[r];
    add_beside(rules, board, r * STRIDE + (unsigned)lowest_bit(here), found);
    for (r = 1; rules->walls && r <= (unsigned)rules->height; r++)
        found[r] |= rules->on_edge[r] & ~row_of(board, r);
}

/* Squares to which a move may close the ring, as far as they are known: each blocks every free line that was looked at. */
typedef struct {
    int lines, count;
    unsigned cell[MAX_WIDTH + 4];
} Closing;

static inline bool is_next_to(unsigned one, unsigned other)
{
    unsigned apart = one > other ? one - other : other - one;
    return apart == 1 || apart == STRIDE;
}

/* A defender has a free line to the edge in some direction: keep the squares on it and those beside the defender. */
static void keep_blocking(const Board *board, unsigned defender, int direction, Closing *closing)
{
    unsigned step = (unsigned)STEPS[direction], cell;
    int kept = 0;
    if (!closing->lines++) {
        for (cell = defender + step; board->cell[cell] == EMPTY; cell += step)
            closing->cell[closing->count++] = cell;
        for (int other = 0; other < 4; other++)
            if (other != direction && board->cell[cell = defender + (unsigned)STEPS[other]] == EMPTY)
                closing->cell[closing->count++] = cell;
        return;
    }
    for (int n = 0; n < closing->count; n++) {
        cell = closing->cell[n];
        bool in_line = direction & 1 ? cell / STRIDE == defender / STRIDE : cell % STRIDE == defender % STRIDE;
        if ((in_line && (cell > defender) == (direction < 2)) || is_next_to(cell, defender))
            closing->cell[kept++] = cell;
    }
    closing->count = kept;
}

/* Look at free rows and columns from defenders to the edge, until no square blocks all of them. */
static void find_blocking(const Rules *rules, const Board *board, Closing *closing)
{
    closing->lines = closing->count = 0;
    for (unsigned r = 1; r <= (unsigned)rules->height && (closing->count || !closing->lines); r++) {
        uint32_t row = row_of(board, r), defenders = board->row[DEFENDERS][r];
        if (row && defenders >> highest_bit(row) & 1)
            keep_blocking(board, r * STRIDE + (unsigned)highest_bit(row), 1, closing);
        if (row && defenders >> lowest_bit(row) & 1)
            keep_blocking(board, r * STRIDE + (unsigned)lowest_bit(row), 3, closing);
    }
    for (unsigned c = 1; c <= (unsigned)rules->width && (closing->count || !closing->lines); c++) {
        uint32_t column = column_of(board, c), defenders = board->column[DEFENDERS][c];
        if (column && defenders >> highest_bit(column) & 1)
            keep_blocking(board, (unsigned)highest_bit(column) * STRIDE + c, 0, closing);
        if (column && defenders >> lowest_bit(column) & 1)
            keep_blocking(board, (unsigned)lowest_bit(column) * STRIDE + c, 2, closing);
    }
}

/* Add the squares of a path from the edge to a defender, and those beside that defender; false if there is no path. */
static bool add_path(const Rules *rules, const Board *board, uint32_t found[LINES])
{
    unsigned height = (unsigned)rules->height;
    uint32_t empty[LINES], contact[LINES], layers[MAX_PIECES / 2][LINES];
    const uint32_t *defenders = board->row[DEFENDERS];
    bool any = false, met = false;
    layers[0][0] = layers[0][height + 1] = 0;
    for (unsigned r = 1; r <= height; r++) {
        empty[r] = rules->inside & ~row_of(board, r);
        contact[r] = empty[r] & (defenders[r] << 1 | defenders[r] >> 1 | defenders[r - 1] | defenders[r + 1]);
        layers[0][r] = empty[r] & rules->on_edge[r];
        empty[r] &= ~layers[0][r];
        any |= layers[0][r] != 0;
        met |= (layers[0][r] & contact[r]) != 0;
    }
    int last = 0;
    while (any && !met && last + 1 < MAX_PIECES / 2) {
        const uint32_t *here = layers[last++];
        any = false;
        layers[last][0] = layers[last][height + 1] = 0;
        for (unsigned r = 1; r <= height; r++) {
            uint32_t next = empty[r] & (here[r] << 1 | here[r] >> 1 | here[r - 1] | here[r + 1]);
            layers[last][r] = next;
            empty[r] &= ~next;
            any |= next != 0;
            met |= (next & contact[r]) != 0;
        }
    }
    if (!met)
        return false;
    unsigned r = 1;
    while (!(layers[last][r] & contact[r]))
        r++;
    uint32_t at = layers[last][r] & contact[r];
    at &= -at;
    unsigned end = r * STRIDE + (unsigned)lowest_bit(at);
    for (int direction = 0; direction < 4; direction++)
        if (rules->side[board->cell[end + (unsigned)STEPS[direction]]] == DEFENDERS) {
            add_beside(rules, board, end + (unsigned)STEPS[direction], found);
            break;
        }
    for (found[r] |= at; last > 0; found[r] |= at) {
        const uint32_t *before = layers[--last];
        if (before[r - 1] & at)
            r--;
        else if (before[r + 1] & at)
            r++;
        else
            at = before[r] & at << 1 ? at << 1 : at >> 1;
    }
    return true;
}

/* The squares to which a move may close the ring. It must block every path from the edge to the defenders, or take the
 * defenders at its end: mostly free lines tell that there are no such squares, else one path is enough. False if there is
 * none: then any move may close the ring. */
static bool add_closing(const Rules *rules, const Board *board, uint32_t found[LINES])
{
    for (unsigned r = 1; r <= (unsigned)rules->height; r++)
        if (board->row[DEFENDERS][r] & rules->on_edge[r]) {
            add_taking_from_edge(rules, board, r, found);
            return true;
        }
    Closing closing;
    find_blocking(rules, board, &closing);
    for (int n = 0; n < closing.count; n++)
        found[closing.cell[n] / STRIDE] |= 1u << closing.cell[n] % STRIDE;
    return closing.lines || add_path(rules, board, found);
}

/* The squares to which a move may win otherwise than by the king's escape or capture; `closing` has those to which it
 * can only close a ring. */
static void other_targets(const Rules *rules, const Knowledge *know, const Line *line, Move *moves,
                          uint32_t found[LINES], uint32_t closing[LINES])
{
    const Board *board = &line->board;
    unsigned height = (unsigned)rules->height;
    bool everywhere = !know->known_endings || may_win_by_history(rules, line);
    if (!everywhere && !robbing_squares(rules, know, board, found))
        clear_rows(found);
    if (!everywhere && wins_by_repeating(rules, board->to_move))
        add_repeating(rules, line, moves, found);
    if (!everywhere && board->to_move == ATTACKERS && rules->encircling)
        everywhere = !add_closing(rules, board, closing);
    if (!everywhere && board->to_move == DEFENDERS && rules->forts)
        for (int king = 0; king < board->kings; king++) {
            unsigned cell = board->king[king], r = cell / STRIDE, c = cell % STRIDE;
            uint32_t row, column;
            everywhere |= rules->on_edge[r] >> c & 1;
            king_slides(rules, know, cell, row_of(board, r), column_of(board, c), &row, &column);
            found[r] |= row & rules->on_edge[r];
            for (; column; column &= column - 1)
                found[lowest_bit(column)] |= 1u << c & rules->on_edge[lowest_bit(column)];
        }
    if (!everywhere && rules->taking_ends)
        add_capturing(rules, know, board, found);
    for (unsigned r = 1; everywhere && r <= height; r++)
        found[r] = rules->inside & ~row_of(board, r);
}

Move winning_move(const Rules *rules, const Knowledge *know, Line *line, Move *moves)
{
    uint32_t targets[LINES], closing[LINES];
    Move found = quick_win(rules, know, line, moves);
    if (found)
        return found;
    clear_rows(targets);
    clear_rows(closing);
    other_targets(rules, know, line, moves, targets, closing);
    int count = moves_to(rules, line, targets, moves);
    for (int n = 0; n < count; n++)
        if (wins_in_game(rules, line, moves[n]))
            return moves[n];
    /* A ring is closed by the square moved to, or by taking defenders outside it. */
    Board *board = &line->board;
    count = moves_to(rules, line, closing, moves);
    for (int n = 0; n < count; n++)
        if ((is_beside(board, DEFENDERS, TO(moves[n])) || would_close_ring(rules, board, moves[n])) &&
            wins_on_board(rules, board, moves[n]))
            return moves[n];
    return 0;
}
