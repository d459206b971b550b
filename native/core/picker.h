/* The order in which a search tries the moves of a position: the table's, captures, killers and the last answer to the
 * opponent's move, the rest by history. */
#ifndef TAFL_PICKER_H
#define TAFL_PICKER_H

#include "search.h"

enum { EARLY_QUIETS = 3 };
typedef enum { PICK_TRIED, PICK_CAPTURES, PICK_QUIETS, PICK_OTHERS } PickStage;

typedef struct {
    PickStage stage;
    int ply;
    Move tried;                /* the table's move, or 0 */
    Move last;                 /* the opponent's last move, or 0 */
    Move quiets[EARLY_QUIETS]; /* killers and answer, or 0 */
    int next_quiet;
    const uint32_t *within; /* the squares, by row, to which all moves go; NULL if they go anywhere */
    uint32_t hot[LINES]; /* the squares to which moves may capture */
    size_t begin;        /* where the moves of the position begin in the workspace */
    int picked, left;    /* those picked so far, in its room; those of the stage that are left, grouped in its ranks */
} Picker;

void picker_begin(Picker *picker, const Workspace *work, Move tried, Move last, int ply, const uint32_t *within);
/* The next move, 0 if there is none; the children's moves are kept behind what the picker uses. */
Move picker_next(Picker *picker, Workspace *work);
/* One of the moves that were picked was good enough: raise it for other positions, and lower the others. */
void picker_cut(const Picker *picker, const Workspace *work, Move best, int depth);

#endif
