/* The searchers: what they know of a variant, what they remember, and what limits them. */
#ifndef TAFL_SEARCH_H
#define TAFL_SEARCH_H

#include "network.h"
#include "tafl.h"

/* More than any value. */
#define INFINITE (WIN + 1)

/* Aspiration windows: a position is first searched so much around the value that is known of it, in hundredths of an
 * attacker. The margin grows so many times where that was not enough, and beyond the largest there is no bound any more. */
#define WINDOW 40
#define WINDOW_GROWTH 4
#define MAX_WINDOW 2000

/* How many plies of captures are searched beyond the depth. */
#define QUIESCENCE_PLIES 4

/* The weights of the evaluation, with the names and in the order of the table in `taflkit.evaluation.table`,
 * which is compared with this one when the module is loaded. */
#define EACH_WEIGHT(WEIGHT) \
    WEIGHT(ATTACKER, "attacker")   \
    WEIGHT(DEFENDER, "defender")   \
    WEIGHT(OPEN_WAY, "open_way")   \
    WEIGHT(OPEN_WAYS, "open_ways") \
    WEIGHT(KING_MOVE, "king_move") \
    WEIGHT(THREAT, "threat")       \
    WEIGHT(FORK, "fork")           \
    WEIGHT(BESIEGER, "besieger")   \
    WEIGHT(HUNTER, "hunter")       \
    WEIGHT(ROAMING, "roaming")     \
    WEIGHT(OPEN_LINE, "open_line") \
    WEIGHT(GUARD, "guard")         \
    WEIGHT(WAY_OUT, "way_out")     \
    WEIGHT(ENCLOSED, "enclosed")   \
    WEIGHT(STIFLED, "stifled")     \
    WEIGHT(BLOCKADE, "blockade")
#define WEIGHT_NUMBER(number, name) WEIGHT_##number,
enum { EACH_WEIGHT(WEIGHT_NUMBER) WEIGHTS };
#undef WEIGHT_NUMBER
extern const char *const weight_names[WEIGHTS];

/* What a searcher knows of a variant. */
typedef struct {
    int weight[WEIGHTS];
    int even;           /* what the men of the start position are worth to the defenders */
    unsigned king_kind;
    bool only_beside;   /* captures take only pieces beside the mover, except shieldwalls */
    bool plain_anvils;  /* nothing but enemies and special squares is hostile */
    bool only_fall_beside; /* attackers win only by capturing kings, and these only by a capture of one piece beside them */
    bool known_endings; /* immediate wins can be found from the position without trying all moves */
    bool has_goal;
    uint32_t goal_row[LINES], goal_column[LINES]; /* where the king wins */
    uint32_t special_row[LINES];                  /* the squares of regions, and those hostile by themselves */
    bool near_special[CELLS];                     /* on the edge or beside such a square */
    uint32_t goal_rows;                           /* the rows with such squares, a bit each */
    uint32_t row_ends[LINES], column_ends[LINES]; /* lines that meet the goal: 1, else 0 */
    uint16_t diagonal[MAX_PIECES];                /* the squares of a blockade */
    int diagonals;
    uint16_t square[CELLS]; /* the number of a cell's square */
    Network network;
} Knowledge;

/* The record of a knowledge: the weights, `even`, the king's kind, two flags, for each square a sum of these, and the
 * record of a network. */
enum { SQUARE_GOAL = 1, SQUARE_SPECIAL = 2, SQUARE_DIAGONAL = 4 };
#define KNOWLEDGE_WORDS(squares) ((size_t)(WEIGHTS + 4 + (squares)))
bool knowledge_read(const Rules *rules, const int32_t *words, size_t count, Knowledge *know,
                                const char **error);
void knowledge_free(Knowledge *know);

/* The squares, by row, that are connected with a king if only these attackers are obstacles. */
typedef struct {
    uint32_t attackers[LINES], room[LINES];
} Room;

/* The value of a position, which searches come back to. */
#define KEPT_VALUES 8192
typedef struct {
    uint64_t hash;
    int value;
    bool made;
} KeptValue;

/* What one thread keeps from one evaluation to the next, for one knowledge; all zero at first. */
typedef struct {
    HiddenLayers layers;
    Room room;
    KeptValue values[KEPT_VALUES];
} Kept;

/* evaluate.c */
int evaluate(const Rules *rules, const Knowledge *know, Kept *kept, const Board *board);
/* The squares of the goal that the king could move to; more than two count as two. */
int open_ways(const Rules *rules, const Knowledge *know, const Board *board);
/* The empty squares, by row, to which the side to move may capture: the same as in Python. */
void hot_squares(const Rules *rules, const Knowledge *know, const Board *board, uint32_t hot[LINES]);
/* The legal moves to some empty squares. */
int moves_to(const Rules *rules, Line *line, const uint32_t targets[LINES], Move *moves);
/* A move by which the king escapes or is captured, or 0: found in the same positions as in Python. */
Move quick_win(const Rules *rules, const Knowledge *know, Line *line, Move *moves);
/* A move that wins at once, by any rule, or 0 if there is none. */
Move winning_move(const Rules *rules, const Knowledge *know, Line *line, Move *moves);

/* Add the squares beside the kings, by row; those of the border may be among them. */
static inline void add_beside_kings(const Board *board, uint32_t found[LINES])
{
    for (int king = 0; king < board->kings; king++) {
        unsigned r = board->king[king] / STRIDE, c = board->king[king] % STRIDE;
        found[r] |= 5u << (c - 1);
        found[r - 1] |= 1u << c;
        found[r + 1] |= 1u << c;
    }
}

/* An upper bound of the moves in a position: slides to each square from four sides, and jumps in four directions. */
static inline size_t max_moves(const Rules *rules)
{
    return 8 * (size_t)rules->width * (size_t)rules->height;
}

/* The number of a square in the entries of a table. */
#define SQUARE_BITS 9
#define SQUARE_MASK ((1u << SQUARE_BITS) - 1)
_Static_assert(MAX_PIECES <= SQUARE_MASK, "every square has a number");

/* The transposition table. Threads share it without locks: a place whose two words do not fit together is empty. */
typedef struct {
    _Atomic uint64_t check, data;
} Place;

/* The move ordering of one thread. */
typedef struct {
    atomic_flag busy;
    size_t squares;
    Move killers[MAX_SEARCH_PLIES][2];
    int32_t *history;   /* by origin and target */
    Move *countermoves; /* by the opponent's last origin and target */
} Worker;

/* The moves that threads are searching: a thread that meets one of them tries it later, when its result may be known. */
#define SEARCHED_MOVES 4096

typedef struct {
    void *memory;  /* that of the places */
    Place *places;
    uint64_t mask; /* of the first place of a group */
    _Atomic(Worker *) workers[MAX_WORKERS];
    atomic_int users; /* workers that threads have */
    _Atomic uint64_t searched[SEARCHED_MOVES];
} Table;

bool table_make(Table *table, size_t megabytes);
void table_free(Table *table);
/* Make it as good as new, while no thread uses it. */
void table_clear(Table *table);
bool table_get(const Table *table, uint64_t key, uint64_t *data);
/* Ask for the places of a key before they are needed. */
static inline void table_prefetch(const Table *table, uint64_t key)
{
    prefetch(table->places + (key & table->mask));
}
/* Store `data`, whose lowest byte is its priority: lower ones are replaced first. */
void table_put(Table *table, uint64_t key, uint64_t data);
/* Whether another thread is searching a move in the state of a key, as far as is known. */
static inline bool table_is_searched(const Table *table, uint64_t key, Move move)
{
    uint64_t both = mix(key ^ move);
    return atomic_load_explicit(&table->searched[both % SEARCHED_MOVES], memory_order_relaxed) == both;
}
/* Say that this thread begins, or ends, to search a move. */
static inline void table_set_searched(Table *table, uint64_t key, Move move, bool begins)
{
    uint64_t both = mix(key ^ move);
    atomic_store_explicit(&table->searched[both % SEARCHED_MOVES], begins ? both : 0, memory_order_relaxed);
}
/* How full the table is, from 0 to 1, judged by its beginning. */
double table_filled(const Table *table);
/* The worker of a number, for the calling thread alone until it is released; NULL without memory, or if another thread
 * has it, which is then `busy`. */
Worker *table_worker(Table *table, size_t number, size_t squares, bool *busy);
void table_release(Table *table, Worker *worker);

/* The limits of a run. `poll` is called every POLL_NODES nodes and returns why to stop, or STOP_NONE. */
enum { STOP_NONE, STOP_NODES, STOP_SECONDS, STOP_CANCELLED, STOP_INTERRUPTED };
typedef struct {
    uint64_t nodes, max_nodes, next;
    int stopped;
    int (*poll)(void *, uint64_t nodes);
    void *context;
} Budget;

#define POLL_NODES 512
bool budget_poll(Budget *budget);
/* Count a node; false if the run must stop. */
static inline bool budget_tick(Budget *budget)
{
    budget->nodes++;
    return budget->nodes < budget->next || budget_poll(budget);
}

/* The part of the past that distinguishes states, as a number that is mixed into the hash of the position. */
uint64_t history_of_line(const Rules *rules, const Line *line);
uint64_t history_after(const Line *line, uint64_t before);
uint64_t state_key(const Rules *rules, const Line *line, uint64_t past, bool exact);

/* The input of a searcher. */
typedef struct {
    const Rules *rules;
    const Knowledge *know;
    Line *line; /* with room for MAX_SEARCH_PLIES more */
    Table *table;
    Worker *worker;
    Budget *budget;
    int depth;
    bool reductions, quiescence;
    bool some_moves; /* not all legal moves are tried at the root */
    int part, parts; /* threads share a proof: the win finder begins with those first moves whose number is `part` modulo
                      * `parts`; 0 parts mean that it looks at all of them */
} SearchTask;

/* A move with its rank: the score, and of equal scores the lower squares first. */
typedef uint64_t Ranked;
static inline Ranked ranked(Move move, int32_t score)
{
    return (uint64_t)((uint32_t)score ^ 0x80000000u) << 32 | (uint32_t)~move;
}
static inline Move move_of(Ranked entry)
{
    return ~(Move)entry;
}

/* The working state of a searcher. `moves` and `ranks` hold the moves of every position of the current line; those
 * of the current position begin at `used`. */
typedef struct {
    const Rules *rules;
    const Knowledge *know;
    Line *line;
    Table *table;
    Worker *worker;
    Budget *budget;
    Move *moves;
    Ranked *ranks;
    size_t used;
    Kept kept;
    uint64_t past[MAX_SEARCH_PLIES + 1]; /* by ply, see `history_after` */
} Workspace;

bool workspace_make(Workspace *work, const SearchTask *task); /* false without memory; free it even then */
void workspace_free(Workspace *work);

/* The index of a move in the tables of a worker. */
static inline size_t index_of_move(const Workspace *work, Move move)
{
    const uint16_t *square = work->know->square;
    return square[FROM(move)] * work->worker->squares + square[TO(move)];
}

static inline int32_t *history_of(const Workspace *work, Move move)
{
    return &work->worker->history[index_of_move(work, move)];
}

/* Moves of which the best is taken again and again stand in groups, each with its best in front. Finding the best of some
 * entries takes no branches that could be mispredicted, so that this is faster than a heap. */
#define RANKED_GROUP 8

/* The number of the best of every so many entries. */
static inline int best_ranked(const Ranked *entries, int count, int step)
{
    Ranked most = entries[0];
    int best = 0;
    for (int n = step; n < count; n += step) {
        best = entries[n] > most ? n : best;
        most = entries[n] > most ? entries[n] : most;
    }
    return best;
}

/* Bring the best entry of a group, which begins at `first`, to its front. */
static inline void restore_group(Ranked *moves, int first, int count)
{
    int size = count - first < RANKED_GROUP ? count - first : RANKED_GROUP;
    int best = first + best_ranked(moves + first, size, 1);
    Ranked entry = moves[best];
    moves[best] = moves[first];
    moves[first] = entry;
}

static inline void group_ranked(Ranked *moves, int count)
{
    for (int first = 0; first < count; first += RANKED_GROUP)
        restore_group(moves, first, count);
}

/* Remove the best of grouped moves, of which there is one less then. */
static inline Move take_best(Ranked *moves, int count)
{
    int first = best_ranked(moves, count, RANKED_GROUP);
    Move best = move_of(moves[first]);
    moves[first] = moves[--count];
    if (first < count)
        restore_group(moves, first, count);
    return best;
}

/* search.c: one depth. */
typedef struct {
    Move best; /* 0 if not even one move was searched */
    int value;
    int reached; /* the deepest ply that was looked at */
    int length;
    Move line[MAX_SEARCH_PLIES];
} SearchResult;

/* False without memory. `moves` are legal moves in the order in which they are tried. */
bool search_depth(const SearchTask *task, const Move *moves, int count, SearchResult *result);

/* For searchers that walk through a tree and search single positions of it, with reductions. `ply` counts from the root,
 * where the line of the task is when it begins; a walk enters each position with the move that led to it. */
typedef struct Search Search;
Search *search_begin(const SearchTask *task); /* NULL without memory */
void search_end(Search *search);
void search_enter(Search *search, Move move, int ply);
int search_evaluate(Search *search);
/* The value of a position that was entered, for the side to move: exact between alpha and beta, a bound beyond; 0 if the
 * budget ends. */
int search_position(Search *search, int depth, int alpha, int beta, int ply);
/* The best move of a position that was searched, as far as the table holds it, or 0. */
Move search_best(const Search *search, int ply);
/* Correct the score of a position that was entered by what the table holds of it, a value or a bound; returns the depth
 * of that search, 0 if there is none. */
int search_known(const Search *search, int ply, int *score);

/* winfinder.c */
typedef struct {
    int moves;   /* in how many the side to move wins, 0 if no win was found; by the first moves of its part */
    int certain; /* up to how many moves there is certainly no win */
    int length;
    Move line[2 * MAX_SEARCH_PLIES];
} WinResult;
bool find_win(const SearchTask *task, int from, int within, WinResult *result);

#endif
