/* The order in which a search tries the moves of a position: the table's, captures, killers and the countermove to the
 * opponent's last move, the rest, mostly quiet moves, by history. */
#ifndef TAFL_PICKER_H
#define TAFL_PICKER_H

#include "search.h"

enum { KILLERS = 3 };
typedef enum { PICK_TABLE_MOVE, PICK_CAPTURES, PICK_KILLERS, PICK_QUIETS } PickStage;

typedef struct {
    PickStage stage;
    int ply;
    Move table_move;       /* the best move that the table holds, or 0 */
    Move last;             /* the opponent's last move, or 0 */
    Move killers[KILLERS]; /* two killers and the countermove, or 0 */
    int next_killer;
    const uint32_t *within; /* the squares, by row, to which all moves go; NULL if they go anywhere */
    uint32_t hot[LINES];    /* the squares to which moves may capture */
    size_t begin;           /* where the moves of the position begin in the workspace */
    int picked, left;       /* those picked so far, in its `moves`; those left of the stage, grouped in its `ranks` */
} Picker;

void picker_begin(Picker *picker, const Workspace *work, Move table_move, Move last, int ply, const uint32_t *within);
/* The next move, 0 if there is none; the children's moves are kept behind what the picker uses. */
Move picker_next(Picker *picker, Workspace *work);
/* One of the moves that were picked was good enough: raise it for other positions, and lower the others. */
void picker_cut(const Picker *picker, const Workspace *work, Move best, int depth);

#endif
