/* A learned evaluation: a small network of whole numbers, the same as in `taflkit.evaluation.network`.
 *
 * Its inputs are the pieces on their squares, seen from the king: the board is folded so that he stands in one eighth
 * of it; on a line of symmetry the side with more attackers decides. The hidden layers of the folds are kept from one
 * position to the next, and only the squares that differ are added and subtracted.
 */
#ifndef TAFL_NETWORK_H
#define TAFL_NETWORK_H

#include "tafl.h"

/* What an input is about: attackers, defending men, kings. The first two are numbered like the sides. */
enum { INPUT_ATTACKER = ATTACKERS, INPUT_DEFENDER = DEFENDERS, INPUT_KING, INPUT_ROLES };
/* A fold is a sum of these: first rows and columns are reversed, then they are exchanged. */
enum { FOLD_ROWS = 1, FOLD_COLUMNS = 2, FOLD_DIAGONAL = 4, FOLDS = 8 };

typedef struct {
    int hidden; /* units of the hidden layer, a multiple of 8; 0 if there is no network */
    int units;  /* those that are computed, in whole groups: the last may be always 0 */
    int squares, width, height;
    uint16_t folded[FOLDS][CELLS]; /* where the inputs of the square to which a fold brings a cell begin, in each role */
    int clip; /* the activation of a unit is from 0 to this */
    int divisor;
    int16_t bias[MAX_HIDDEN], output[2][MAX_HIDDEN]; /* outputs by side to move */
    int32_t output_bias[2];
    int16_t *input; /* by role, square and unit; a king is a defender, and so has what is added to a defender's */
} Network;
_Static_assert(MAX_PIECES * MAX_HIDDEN <= UINT16_MAX, "the beginning of a square's inputs does not fit into `folded`");

/* The hidden layer of a position. One that is all zero belongs to the empty board, but has not even its biases. */
typedef struct {
    bool made;
    uint8_t kings;
    uint16_t king[MAX_KINGS];
    uint32_t row[2][LINES]; /* by side, kings included */
    int16_t sum[MAX_HIDDEN];
} HiddenLayer;

/* What is kept from one position to the next: a hidden layer for each fold. All zero at first. */
typedef struct {
    HiddenLayer layer[FOLDS];
} HiddenLayers;

/* The record of a network: `hidden`, and unless that is 0 the clip, the divisor, the biases, the outputs, their biases
 * and the inputs. */
#define NETWORK_WORDS(squares, hidden) \
    ((hidden) ? 5 + 3 * (size_t)(hidden) + INPUT_ROLES * (size_t)(squares) * (size_t)(hidden) : 1)
/* False if the record is wrong. */
bool network_read(const Rules *rules, const int32_t *words, size_t count, Network *network, const char **error);
void network_free(Network *network);

/* What a position is worth to the defenders, in hundredths of an attacker. */
int network_value(const Network *network, HiddenLayers *layers, const Board *board);

#endif
