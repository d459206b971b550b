/* The bounds of the kernel. `constants.c` exports those that Python has too, and Python compares them on import. */
#ifndef TAFL_BOUNDS_H
#define TAFL_BOUNDS_H

#include <stdint.h>

/* Boards and pieces. */
#define MAX_WIDTH 19
#define MAX_KINDS 8
#define MAX_KINGS 8
#define MAX_PIECES (MAX_WIDTH * MAX_WIDTH)
#define MAX_TAKEN (4 * MAX_WIDTH + 8)
#define MAX_MOVES (MAX_PIECES * 2 * (MAX_WIDTH - 1))
#define MAX_PIECE_MOVES (2 * MAX_WIDTH + 8) /* moves of one piece */

/* Rules. */
#define MAX_RULES 12        /* of one sort, such as captures */
#define MAX_TABLES 8        /* of hostile squares */
#define MAX_OCCURRENCES 1000000
#define MAX_COUNT INT32_MAX /* of plays or turns in a limit */
#define MAX_WAYS 1000
#define MAX_DISTANCE 31     /* more squares than any board is wide */

/* Games, counting and memory. */
#define MAX_PLIES 1000000 /* of a game and of a random game */
#define MAX_PERFT_DEPTH 64
#define MAX_MEGABYTES 65536 /* of a table */

/* Searching. A won game is worth `WIN`, less one for each ply; evaluations stay below `DECIDED`. */
#define WIN 1000000
#define MAX_PLIES_TO_WIN 10000
#define DECIDED (WIN - MAX_PLIES_TO_WIN)
#define MAX_DEPTH 200        /* of a search in plies */
#define MAX_SEARCH_PLIES 256 /* the longest line, with extensions and captures at its end */
#define MAX_WIN_MOVES 100     /* of a forced win, the own moves of the winner */
#define MAX_THREADS 32        /* of one search */
#define MAX_WORKERS (2 * MAX_THREADS) /* of a table: one for each thread of a search, and of the win finder */
#define MAX_WEIGHT 10000
#define MAX_THREATS 4 /* more threats of the king count no more */
#define SQUARES_A_MOVE 6 /* defenders are stifled if they have fewer moves than one for so many squares */

#define MAX_HIDDEN 64 /* units of a learned evaluation */
#define UNITS_TOGETHER 32 /* they are computed in groups of this size */
_Static_assert(MAX_HIDDEN % UNITS_TOGETHER == 0, "the last group has as many units as the others");
#define MAX_NETWORK_BIAS 100000000
#define MAX_NETWORK_VALUE 100000 /* what a learned evaluation may say, in hundredths */

#endif
