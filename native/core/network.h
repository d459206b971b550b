/* A learned evaluation: a small network of whole numbers, the same as in `taflkit.engine.network`.
 *
 * Its inputs are the pieces on their squares. The hidden layer is kept from one position to the next, and only the
 * squares that differ are added and subtracted.
 */
#ifndef TAFL_NETWORK_H
#define TAFL_NETWORK_H

#include "tafl.h"

/* What an input is about: attackers, defending men, kings. */
enum { INPUT_ATTACKER, INPUT_DEFENDER, INPUT_KING, INPUT_ROLES };

typedef struct {
    int hidden; /* units of the hidden layer, a multiple of 8; 0 if there is no network */
    int squares, height;
    int clip; /* the activation of a unit is from 0 to this */
    int divisor;
    int32_t bias[MAX_HIDDEN];
    int32_t output[2][MAX_HIDDEN], output_bias[2]; /* by side to move */
    int16_t *input;                                /* by role, square and unit */
} Network;

/* The hidden layer of a position. One that is all zero belongs to no position. */
typedef struct {
    bool made;
    uint32_t row[INPUT_ROLES][LINES];
    int32_t sum[MAX_HIDDEN];
} HiddenLayer;

/* The record of a network: `hidden`, and unless that is 0 the clip, the divisor, the biases, the outputs, their biases
 * and the inputs. */
#define NETWORK_WORDS(squares, hidden) \
    ((hidden) ? 5 + 3 * (size_t)(hidden) + INPUT_ROLES * (size_t)(squares) * (size_t)(hidden) : 1)
/* False if the record is wrong. */
bool network_read(const Rules *rules, const int32_t *words, size_t count, Network *network, const char **error);
void network_free(Network *network);

/* What a position is worth to the defenders, in hundredths of an attacker. `square` gives the number of a cell. */
int network_value(const Network *network, const uint16_t *square, HiddenLayer *layer, const Board *board);

#endif
