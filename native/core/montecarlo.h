/* `MonteCarlo`: a tree that grows where it promises most.
 *
 * A visit walks from the root to a position without children: in every position it takes the move with the highest sum
 * of what the move is worth and of a bonus, which is the larger the more probable the move looks and the less it has been
 * visited (PUCT). The position at the end is searched, one ply deeper at each visit, with a window that the other moves
 * along the walk leave: how much worse than the best of them a move is does not matter. After TREE_DEPTH plies it gets
 * children instead, all its moves, each with the score that these searches have left in the table, or its evaluation.
 * A position is worth what its best visited move is worth, and where the rules decide, the result is proved: proofs are
 * backed up exactly, with the history of the line. */
#ifndef TAFL_MONTECARLO_H
#define TAFL_MONTECARLO_H

#include "search.h"

/* The deepest position of a tree. Below it there is room for the search of a position. */
#define MAX_TREE_PLIES 128
/* Chosen by matches against `AlphaBeta`; scores are in hundredths of an attacker. */
#define TREE_DEPTH 4     /* how deep a position is searched before it gets children */
#define CHILDREN_DEPTH 1 /* what these searches have seen of its children at the least */
#define WORTH_SCALE 100  /* the score that is worth a half */
#define PRIOR_SCALE 50   /* a move whose score is that much below the best is an eighth as probable */
#define TABLE_PRIOR 40   /* how probable the best move of the last search is besides, in hundredths */
/* Nothing that is not certain is worth more. */
#define MAX_OPEN_SCORE 50000
/* Moves are searched exactly unless they are that much worse than another: near the best, the score decides how often a
 * move is visited. */
#define CHOICE_MARGIN 40

/* What is certain of a position, for the side that moved to it. */
typedef enum { RESULT_OPEN, RESULT_WON, RESULT_LOST, RESULT_DRAWN } Result;

/* A position of the tree. All but `score` is seen by the side that moved to it. */
typedef struct {
    Move move;
    Move winning;   /* the move by which the side to move wins at once, or 0 */
    uint32_t visits;
    uint32_t first; /* the index of its first child */
    int32_t score;  /* by the evaluation or the last search of this position, for the side to move */
    float prior;    /* how probable the move is, of all moves of its parent */
    float worth;    /* from -1 (lost) to 1: of the score, then of its best child */
    uint16_t count; /* of its children, 0 while it has none */
    uint16_t plies; /* to a certain win or loss, the move to this position included */
    uint8_t result;
    uint8_t depth;  /* of the last search */
    bool same;      /* the side that moved is to move again */
} TreeNode;

typedef struct {
    const Rules *rules;
    const Knowledge *know;
    Line *line;
    Budget *budget;
    Search *search;
    double exploration;
    TreeNode *nodes; /* the root first */
    uint32_t used, capacity;
    Move *first; /* the moves of the root */
    int first_count;
    Move *moves; /* for the moves of a position, and for those of the next */
    LineUndo *undos;
} Tree;

/* Begin with some legal moves of the line of a task, which stays in use. No more than `megabytes` hold the positions: a
 * tree that is full grows no more, but is still visited. False without memory; free it even then. */
bool tree_make(Tree *tree, const SearchTask *task, size_t megabytes, double exploration, const Move *moves, int count);
void tree_free(Tree *tree);
/* Visit positions until the root has so many visits, the result is certain, or the budget ends. */
void tree_grow(Tree *tree, uint32_t visits);
bool tree_is_decided(const Tree *tree);
/* How full the tree is, from 0 to 1. */
double tree_filled(const Tree *tree);
/* Write the indices of the first moves, the best first: won, most visited, lost. There are none before the tree has grown. */
int tree_rank(const Tree *tree, uint32_t *ranks);
/* The value of a first move, as `search_depth` gives it; and the line that it begins. */
int tree_value(const Tree *tree, uint32_t index);
int tree_line(const Tree *tree, uint32_t index, Move line[MAX_TREE_PLIES + 1]);

#endif
