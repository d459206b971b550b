/* Reading and evaluating a network. */
#include "network.h"

#include <stdlib.h>
#include <string.h>

static bool all_within(const int32_t *words, size_t count, int32_t most)
{
    for (size_t n = 0; n < count; n++)
        if (words[n] < -most || words[n] > most)
            return false;
    return true;
}

/* Whether no position can be worth as much as a forced result. */
static bool stays_undecided(const Network *network)
{
    for (int side = 0; side < 2; side++) {
        int64_t most = llabs((long long)network->output_bias[side]);
        for (int unit = 0; unit < network->hidden; unit++)
            most += (int64_t)network->clip * abs(network->output[side][unit]);
        if (most > INT32_MAX || most / network->divisor > MAX_NETWORK_VALUE)
            return false;
    }
    return true;
}

bool network_read(const Rules *rules, const int32_t *words, size_t count, Network *network, const char **error)
{
    int squares = rules->width * rules->height;
    memset(network, 0, sizeof *network);
    int32_t hidden = count ? words[0] : -1;
    if (hidden < 0 || hidden > MAX_HIDDEN || hidden % 8 || count != NETWORK_WORDS(squares, hidden)) {
        *error = "the network is of another board, or has an impossible size";
        return false;
    }
    if (!hidden)
        return true;
    size_t units = (size_t)hidden, inputs = INPUT_ROLES * (size_t)squares * units;
    const int32_t *bias = words + 3, *output = bias + units, *output_bias = output + 2 * units, *input = output_bias + 2;
    if (words[1] < 1 || words[1] > INT16_MAX || words[2] < 1 || !all_within(bias, units, MAX_NETWORK_BIAS) ||
        !all_within(output, 2 * units, INT16_MAX) || !all_within(output_bias, 2, MAX_NETWORK_BIAS) ||
        !all_within(input, inputs, INT16_MAX)) {
        *error = "a number of the network is out of range";
        return false;
    }
    network->squares = squares;
    network->height = rules->height;
    network->clip = words[1];
    network->divisor = words[2];
    network->hidden = hidden;
    memcpy(network->bias, bias, units * sizeof *bias);
    memcpy(network->output[0], output, units * sizeof *output);
    memcpy(network->output[1], output + units, units * sizeof *output);
    memcpy(network->output_bias, output_bias, sizeof network->output_bias);
    if (!stays_undecided(network)) {
        *error = "the network's values could pass for forced results";
        return false;
    }
    network->input = malloc(inputs * sizeof *network->input);
    if (!network->input) {
        *error = "there is no memory for the network";
        return false;
    }
    for (size_t n = 0; n < inputs; n++)
        network->input[n] = (int16_t)input[n];
    return true;
}

void network_free(Network *network)
{
    free(network->input);
    network->input = NULL;
}

/* Add the inputs of the pieces that came to a row, and subtract those of the pieces that left it. */
static void update_row(const Network *network, const uint16_t *square, HiddenLayer *layer, int role, unsigned r,
                       uint32_t now)
{
    uint32_t changed = layer->row[role][r] ^ now;
    layer->row[role][r] = now;
    for (; changed; changed &= changed - 1) {
        unsigned c = (unsigned)lowest_bit(changed);
        size_t number = (size_t)(role * network->squares + square[r * STRIDE + c]);
        const int16_t *input = network->input + number * (size_t)network->hidden;
        if (now >> c & 1)
            for (int unit = 0; unit < network->hidden; unit++)
                layer->sum[unit] += input[unit];
        else
            for (int unit = 0; unit < network->hidden; unit++)
                layer->sum[unit] -= input[unit];
    }
}

int network_value(const Network *network, const uint16_t *square, HiddenLayer *layer, const Board *board)
{
    uint32_t kings[LINES] = {0};
    if (!layer->made) {
        memset(layer, 0, sizeof *layer);
        memcpy(layer->sum, network->bias, sizeof layer->sum);
        layer->made = true;
    }
    for (int king = 0; king < board->kings; king++)
        kings[board->king[king] / STRIDE] |= 1u << board->king[king] % STRIDE;
    for (unsigned r = 1; r <= (unsigned)network->height; r++) {
        update_row(network, square, layer, INPUT_ATTACKER, r, board->row[ATTACKERS][r]);
        update_row(network, square, layer, INPUT_DEFENDER, r, board->row[DEFENDERS][r] & ~kings[r]);
        update_row(network, square, layer, INPUT_KING, r, kings[r]);
    }
    const int32_t *output = network->output[board->to_move];
    int32_t total = network->output_bias[board->to_move];
    for (int unit = 0; unit < network->hidden; unit++) {
        int32_t active = layer->sum[unit] < 0 ? 0 : layer->sum[unit];
        total += (active > network->clip ? network->clip : active) * output[unit];
    }
    return total / network->divisor;
}
