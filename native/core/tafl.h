/* The rules of a tafl game as tables, and a board on which moves are made and unmade.
 *
 * Python defines the rules; `taflkit.kernel` encodes them as a record from which these tables are built. Every function
 * gives the same answers as the Python strategies, which the tests check.
 *
 * A cell is a square of a mailbox with a border: row 1..height, column 1..width, `row * STRIDE + column`. Bits of row
 * and column masks are numbered alike, so that bit 0 and the bits beyond the board belong to the border.
 */
#ifndef TAFL_H
#define TAFL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "portability.h"
#include "bounds.h"
#include "record.h"

#define STRIDE 32
#define CELLS ((MAX_WIDTH + 2) * STRIDE)
#define LINES (MAX_WIDTH + 2)

/* What stands on a cell: nothing, a kind of piece 1..MAX_KINDS, or the border. */
#define EMPTY 0
#define OUTSIDE 31

enum { ATTACKERS, DEFENDERS, NOBODY };

/* An outcome is 0 while the game goes on, else one more than the reason times three plus the winner. */
typedef int Outcome;
#define OUTCOME(winner, reason) ((int)(reason)*3 + (int)(winner) + 1)
#define WINNER(outcome) (((outcome)-1) % 3)
#define REASON(outcome) (((outcome)-1) / 3)
#define OUTCOMES (3 * REASON_COUNT + 1)

/* A move is two cells, the origin in the upper half. */
typedef uint32_t Move;
#define MOVE(from, to) ((Move)(from) << 16 | (Move)(to))
#define FROM(move) ((unsigned)(move) >> 16)
#define TO(move) ((unsigned)(move)&0xFFFFu)

/* Where a kind of piece may go from a cell: bits of its row and of its column. It goes no further than a blocking
 * square, but may stop there if that is allowed. Squares out of its range are no places to stop. */
typedef struct {
    uint32_t row_stop, row_block, column_stop, column_block;
    bool row_plain, column_plain; /* it may cross and stop on the whole line, so that moves are counted by distance */
} Reach;

/* How men move along a row or column. */
enum { ROWS, COLUMNS };
typedef struct {
    bool even;         /* men of every kind, from any square, go as far as the next piece or blocked square */
    uint32_t blocked;  /* where men can neither stop nor pass, the border included */
    uint32_t open;     /* where men may stop; they may pass squares that are neither blocked nor open */
    uint8_t stops[32]; /* how many open squares there are before each */
} Lane;

/* What is hostile to each kind of piece. */
enum { HOSTILE_ALWAYS = 1, HOSTILE_EMPTY = 2, HOSTILE_BESET = 4 };
typedef struct {
    uint32_t armed[MAX_KINDS + 1];          /* by victim: the kinds whose squares are hostile, a bit each */
    uint8_t flags[MAX_KINDS + 1][CELLS];    /* by victim and cell */
    uint8_t beset[MAX_KINDS + 1][CELLS];    /* how many attackers beside a king there make it hostile */
} Hostility;

typedef struct {
    CaptureKind type;
    Takes takes;          /* by its row in the record's table, as `needs` */
    Needs needs;
    uint32_t victims, by; /* kinds, a bit each */
    int hostility;        /* which table */
    int sides;            /* of Surrounded */
    bool flanking;        /* of Shieldwall */
    bool everywhere;      /* whether `area` is the whole board */
    uint8_t area[CELLS];  /* where victims stand */
    uint8_t closing[CELLS];
} Capture;

/* The squares, by row, that may be hostile to men who are captured in no other way than between two of them. */
typedef struct {
    bool only; /* they are captured in no other way, except by shieldwalls */
    uint32_t empty[LINES], occupied[LINES];
} Custody;

typedef struct {
    EndingKind type;
    Trigger trigger; /* by its row in the record's table */
    int number; /* OpenWays: how many ways; AllMenCaptured: whether the king may continue alone */
    uint8_t area[CELLS];
} Ending;

typedef struct {
    uint32_t kinds, over;
    bool restricted;
    uint8_t area[CELLS];
} Jump;

typedef struct {
    LimitKind type;
    int maximum;
    Verdict verdict;
} Limit;

typedef struct {
    int width, height, kinds;
    uint8_t side[32];         /* by kind; NOBODY for EMPTY and OUTSIDE */
    uint8_t is_king[32];
    uint8_t becomes[32];      /* the kind that a captured turncoat turns into, or 0 */
    uint32_t of_side[2];      /* the kinds of each side, a bit each */
    bool turncoats, jumping, berserk;
    bool plain;               /* most moves can be counted without making them: see replies.c */
    /* What the rows of the record's tables say of the captures and endings together: see `record.h`. */
    bool unknown_captures, unknown_endings;
    bool walls;               /* some captures take rows on the edge */
    bool taking_ends;         /* some ending comes of taking men */
    bool encircling;          /* some comes of closing a ring */
    bool forts;               /* some comes of building a fort */
    bool takes_far;           /* a move may take something though no enemy stands beside its target */
    uint8_t closes_ring[256]; /* by the attackers around a square; see `may_close_ring` */
    Reach reach[MAX_KINDS + 1][CELLS];
    Reach leap[MAX_KINDS + 1][CELLS]; /* the same for jumps, which have no range */
    Jump jumps[MAX_RULES];
    int jump_count;
    Hostility *hostility;
    int hostility_count;
    Capture captures[MAX_RULES];
    int capture_count;
    /* The captures of a piece beside the mover, by victim; and all other captures. */
    uint8_t beside[MAX_KINDS + 1][MAX_RULES], beside_count[MAX_KINDS + 1];
    uint8_t afar[MAX_RULES], afar_count;
    const Hostility *between[MAX_KINDS + 1]; /* for victims that only a plain custodial capture takes: its table */
    Ending endings[MAX_RULES];
    int ending_count;
    bool no_moves_draws;
    RepetitionKind repetition;
    int occurrences;
    Verdict verdict;
    bool symmetric;
    uint8_t escape[CELLS];    /* of Berserk */
    Limit limits[MAX_RULES];
    int limit_count;
    int symmetry_count;
    uint16_t symmetries[8][CELLS];
    uint32_t on_edge[LINES];  /* the squares of the edge, by row */
    uint8_t shore[CELLS];     /* the squares of the edge without the corners */
    uint8_t near_edge[CELLS]; /* the squares of the edge and those beside them */
    uint32_t inside, column_inside; /* the bits of a row, and of a column, that are on the board */
    uint32_t steps[LINES];    /* the squares, by row, to which every piece may step from all sides */
    Lane lanes[2][LINES];     /* rows and columns */
    Custody custody[2];       /* of the men of a side */
    uint32_t ends_for_king[2][LINES]; /* where a king's move may end the game, by row and by column */
    uint32_t row_ends, column_ends; /* the bits of the border at both ends */
    uint64_t keys[MAX_KINDS + 1][CELLS], turn_key, going_keys[CELLS];
} Rules;

typedef struct {
    uint32_t row[2][LINES], column[2][LINES]; /* occupancy by side */
    uint64_t hash;                            /* of everything that distinguishes positions */
    uint16_t king[MAX_KINGS];
    uint16_t pieces[2];                       /* kings included */
    uint16_t row_sum[2], column_sum[2];       /* of the numbers of their rows and columns */
    uint16_t going_on;                        /* the cell of the piece that must go on, or 0 */
    uint8_t kings, to_move;
    bool was_over;                            /* the position that was set up was over */
    uint8_t cell[CELLS];
} Board;

typedef struct {
    uint64_t hash;
    Move move;
    uint16_t going_on;
    uint8_t kings, to_move, count;
    struct {
        uint16_t cell;
        uint8_t kind;
    } taken[MAX_TAKEN];
} Undo;

/* What repetition and limits depend on, besides the positions. */
typedef struct {
    int reversible;       /* plays since pieces left the board */
    int captureless;      /* plays since anything was captured */
    int turns;
    int move_limit;       /* of each player, 0 for none */
} Past;

/* A position with its past. */
typedef struct {
    Board board;
    uint64_t *hashes;     /* of the positions so far, the newest last: see `line_hash` */
    int length, capacity;
    bool irregular;       /* the sides have not moved by turns, although the rules say so: such a line was set up */
    Past past;
} Line;

typedef struct {
    Undo undo;
    Past past;
} LineUndo;

/* Stops a run from another thread, counts its nodes, and keeps how deep a search looked. */
typedef struct {
    atomic_bool stop;
    atomic_ullong nodes;
    atomic_int reached;
} Control;

static inline void control_reset(Control *control)
{
    atomic_init(&control->stop, false);
    atomic_init(&control->nodes, 0);
    atomic_init(&control->reached, 0);
}

/* rules.c: reads the record of rules. On failure writes a sentence and returns NULL. */
Rules *rules_read(const int32_t *words, size_t count, char *error, size_t size);
void rules_free(Rules *rules);

/* board.c */
static inline unsigned cell_of(const Rules *rules, int square)
{
    return (unsigned)((square / rules->width + 1) * STRIDE + square % rules->width + 1);
}
static inline int square_of(const Rules *rules, unsigned cell)
{
    return (int)((cell / STRIDE - 1) * (unsigned)rules->width + cell % STRIDE - 1);
}
/* Set up a position: `kinds` has a byte for each square. False if there are more than MAX_KINGS kings. */
bool board_set(const Rules *rules, Board *board, const uint8_t *kinds, int to_move, int going_on);
uint64_t board_hash(const Rules *rules, const Board *board);          /* from scratch */
uint64_t board_image_hash(const Rules *rules, const Board *board);    /* the smallest of its images */
int board_moves(const Rules *rules, const Board *board, Move *moves); /* sorted by origin and target */
/* The moves of one piece of the side to move; none if another piece must go on. */
int board_moves_from(const Rules *rules, const Board *board, unsigned cell, Move *moves);
int board_count(const Rules *rules, const Board *board);
/* How many moves one piece has, ignoring that another piece may have to go on. */
int board_count_from(const Rules *rules, const Board *board, unsigned cell);
bool board_can_move(const Rules *rules, const Board *board);
/* Whether a move between any two cells is legal, ignoring forbidden repetitions. */
bool board_is_legal(const Rules *rules, const Board *board, Move move);
/* Make a legal move. The outcome is by the board alone: without repetition, stalemate and limits. */
Outcome board_make(const Rules *rules, Board *board, Move move, Undo *undo);
void board_unmake(const Rules *rules, Board *board, const Undo *undo);
/* The outcome of a legal move by the board alone; the board is changed only during the call, and not its hash. */
Outcome board_try(const Rules *rules, Board *board, Move move);
/* Try every move: how many there are, and how many end the game. Not for rules under which pieces go on. */
uint64_t board_leaves(const Rules *rules, Board *board, uint64_t *ended);
Outcome board_outcome(const Rules *rules, const Board *board); /* of a position that was set up */
/* The cells of the pieces that a legal move takes; the board is changed only during the call. */
int board_taken(const Rules *rules, Board *board, Move move, uint16_t *taken);
/* Whether an enemy that comes to `cell + step`, an empty cell beside the piece on a cell, may capture it by a capture of
 * pieces beside the mover; not for jumps. */
bool board_may_capture_from(const Rules *rules, const Board *board, unsigned cell, unsigned step);
/* The bits of its row and column to which a piece of some kind on a cell could move. */
void board_reach(const Rules *rules, const Board *board, unsigned kind, unsigned cell, uint32_t *row, uint32_t *column);

/* state.c: positions as bytes. On failure writes a sentence and returns false. */
size_t state_size(const Rules *rules);
bool state_read(const Rules *rules, const uint8_t *state, Board *board, char *error, size_t size);
void state_write(const Rules *rules, const Board *board, uint8_t *state);

/* replies.c: counts moves and the replies to them (perft 2), if `board_has_plain_replies`. */
bool board_has_plain_replies(const Rules *rules, const Board *board);
uint64_t board_count_replies(const Rules *rules, Board *board);

/* line.c */
/* The outcome by repetition, stalemate and limits after `mover` has moved; and the past after a move. */
Outcome outcome_by_past(const Rules *rules, const Past *past, int mover, int to_move, bool repeated, bool can_move);
void past_advance(const Rules *rules, Past *past, const Undo *undo, int to_move);
uint64_t line_hash(const Rules *rules, const Board *board); /* by which repetition compares positions */
bool line_reserve(Line *line, int more); /* room for so many more plies; false without memory */
Outcome line_make(const Rules *rules, Line *line, Move move, LineUndo *undo);
/* The same, but the outcome is by the board alone: without repetition, stalemate and limits. */
Outcome line_make_on_board(const Rules *rules, Line *line, Move move, LineUndo *undo);
bool line_is_repeated(const Rules *rules, const Line *line); /* too often, by a rule that ends the game */
void line_unmake(const Rules *rules, Line *line, const LineUndo *undo);
Outcome line_outcome(const Rules *rules, Line *line, int mover); /* as `outcome_by_past` */
bool line_forbids(const Rules *rules, Line *line, Move move); /* by the rule against repetition */
/* How often the newest position has occurred before, up to `enough` times, as the rule on repetition compares positions;
 * 0 if it ignores them, and while a piece goes on. */
int line_repetitions(const Rules *rules, const Line *line, int enough);
/* Whether a move between any two cells may be played. */
bool line_is_legal(const Rules *rules, Line *line, Move move);
/* The moves that may be played, without forbidden repetitions. */
int line_moves(const Rules *rules, Line *line, Move *moves);

/* perft.c. A run polls `control` and returns false when it was stopped. */
typedef struct {
    _Atomic uint64_t key, count;
} PerftPlace;
typedef struct {
    PerftPlace *places;
    uint64_t mask;
} PerftTable;
bool perft_table_make(PerftTable *table, size_t megabytes); /* false without memory */
void perft_table_free(PerftTable *table);
bool perft(const Rules *rules, Board *board, int depth, bool bulk, PerftTable *table, Control *control,
           bool (*poll)(void *), void *context, uint64_t *total);

/* playouts.c: random games from a position that is not over. */
typedef struct {
    uint64_t plies, outcomes[OUTCOMES]; /* by outcome; unfinished games are those of outcome 0 */
} PlayoutCounts;
bool playouts(const Rules *rules, const Line *start, uint64_t first, uint64_t count, uint64_t seed, int max_plies,
              Control *control, bool (*poll)(void *), void *context, PlayoutCounts *counts);

/* The mixing function of SplitMix64, whose states are GOLDEN apart: different words give unrelated numbers. */
#define GOLDEN 0x9E3779B97F4A7C15u
static inline uint64_t mix(uint64_t word)
{
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9u;
    word = (word ^ word >> 27) * 0x94D049BB133111EBu;
    return word ^ word >> 31;
}

/* The random numbers of a game: `draw_begin` makes the state from the seed and the number of the game, `draw_below` draws
 * a number below `count`, uniformly distributed up to rounding. The state is a counter whose values are mixed. */
static inline uint64_t draw_begin(uint64_t seed, uint64_t game)
{
    return mix((seed ^ mix(game + GOLDEN)) + GOLDEN);
}

static inline int draw_below(uint64_t *state, int count)
{
    uint64_t high = mix(*state + GOLDEN) >> 32;
    *state += 1;
    return (int)(high * (uint64_t)count >> 32);
}

/* The bits of a line that a piece at `at` can slide to. */
static inline uint32_t slide(uint32_t occupied, uint32_t block, uint32_t stop, int at)
{
    uint32_t barriers = (occupied & ~(1u << at)) | block;
    uint32_t above = ~1u << at, below = (1u << at) - 1;
    uint32_t right = barriers & above, left = barriers & below;
    uint32_t reached = (right ^ (right - 1)) & above; /* everything above if there is no barrier */
    reached |= below & (~0u << highest_bit(left | 1)); /* the same: bit 0 is on the border */
    return reached & stop & ~occupied;
}

/* How many squares of a plain line a piece at `at` can slide to; `occupied` includes the border at both ends. */
static inline int slide_plainly(uint32_t occupied, int at)
{
    return lowest_bit(occupied & ~1u << at) - highest_bit(occupied & ((1u << at) - 1)) - 2;
}

/* How many squares of its row a piece can slide to; and of its column. */
static inline int row_count(const Rules *rules, const Reach *reach, uint32_t occupied, int at)
{
    if (reach->row_plain)
        return slide_plainly(occupied | rules->row_ends, at);
    return bit_count(slide(occupied, reach->row_block, reach->row_stop, at));
}

static inline int column_count(const Rules *rules, const Reach *reach, uint32_t occupied, int at)
{
    if (reach->column_plain)
        return slide_plainly(occupied | rules->column_ends, at);
    return bit_count(slide(occupied, reach->column_block, reach->column_stop, at));
}

/* Empty a set of squares. In two parts, because GCC clears more than 80 bytes with an instruction that takes longer to
 * start than to run. */
static inline void clear_rows(uint32_t rows[LINES])
{
    memset(rows, 0, 16 * sizeof *rows);
    memset(rows + 16, 0, (LINES - 16) * sizeof *rows);
}

/* The rows, a bit each, in which two sets of squares differ. */
static inline uint32_t differing_rows(const uint32_t one[LINES], const uint32_t other[LINES], int height)
{
    _Static_assert((MAX_WIDTH + 3) / 4 * 4 < LINES, "rows are compared in groups of four");
    uint32_t rows = 0;
    for (int r = 1; r <= height; r += 4)
        rows |= differing_words(one + r, other + r) << r;
    return rows;
}

/* Whether a piece of a side stands beside a cell. */
static inline bool is_beside(const Board *board, int side, unsigned cell)
{
    const uint32_t *row = &board->row[side][cell / STRIDE];
    unsigned column = cell % STRIDE;
    return (row[0] >> (column - 1) & 5) | ((row[-1] | row[1]) >> column & 1);
}

/* Whether an attacker that moved to a cell may have closed a ring. The border counts as open, because encircled means
 * cut off from it. */
static inline bool may_close_ring(const Rules *rules, const Board *board, unsigned cell)
{
    const uint32_t *attackers = &board->row[ATTACKERS][cell / STRIDE];
    unsigned left = cell % STRIDE - 1;
    unsigned under = attackers[-1] >> left & 7, beside = attackers[0] >> left, over = attackers[1] >> left & 7;
    return rules->closes_ring[under | (beside & 1) << 3 | (beside & 4) << 2 | over << 5];
}

/* As `may_close_ring`, for a move that has not been made. */
static inline bool would_close_ring(const Rules *rules, Board *board, Move move)
{
    uint32_t *row = &board->row[ATTACKERS][FROM(move) / STRIDE], bit = 1u << FROM(move) % STRIDE;
    *row ^= bit;
    bool closing = may_close_ring(rules, board, TO(move));
    *row ^= bit;
    return closing;
}

#endif
