/* Positions as bytes, for those who do not keep boards: a byte for each square (0 if it is empty, else the number of
 * the kind of piece), a byte for the side to move, and two for the square of the piece that goes on (0 for none, else
 * its number from 1; low byte first). */
#include "tafl.h"

#include <stdio.h>

static int squares_of(const Rules *rules)
{
    return rules->width * rules->height;
}

size_t state_size(const Rules *rules)
{
    return (size_t)squares_of(rules) + 3;
}

bool state_read(const Rules *rules, const uint8_t *state, Board *board, char *error, size_t size)
{
    int squares = squares_of(rules), to_move = state[squares];
    int going_on = (state[squares + 1] | state[squares + 2] << 8) - 1;
    for (int square = 0; square < squares; square++)
        if (state[square] > rules->kinds) {
            snprintf(error, size, "square %d of the state holds %d; kinds of piece go up to %d", square, state[square],
                     rules->kinds);
            return false;
        }
    if (to_move > 1) {
        snprintf(error, size, "the side to move is 0 or 1, not %d", to_move);
        return false;
    }
    if (going_on >= squares || (going_on >= 0 && rules->side[state[going_on]] != to_move)) {
        snprintf(error, size, "the square that goes on holds no piece of the side to move");
        return false;
    }
    if (!board_set(rules, board, state, to_move, going_on)) {
        snprintf(error, size, "there are more than %d kings", MAX_KINGS);
        return false;
    }
    return true;
}

void state_write(const Rules *rules, const Board *board, uint8_t *state)
{
    int squares = squares_of(rules), going_on = board->going_on ? square_of(rules, board->going_on) + 1 : 0;
    for (int square = 0; square < squares; square++)
        state[square] = board->cell[cell_of(rules, square)];
    state[squares] = board->to_move;
    state[squares + 1] = (uint8_t)(going_on & 0xFF);
    state[squares + 2] = (uint8_t)(going_on >> 8);
}
