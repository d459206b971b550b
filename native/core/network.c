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

/* Whether no position takes a unit out of 16 bits: each square adds one input at most. */
static bool stays_narrow(const int32_t *bias, const int32_t *input, size_t squares, size_t units)
{
    for (size_t unit = 0; unit < units; unit++) {
        int64_t most = llabs((long long)bias[unit]);
        for (size_t square = 0; square < squares; square++) {
            int32_t largest = 0;
            for (size_t role = 0; role < INPUT_ROLES; role++) {
                int32_t size = abs(input[(role * squares + square) * units + unit]);
                largest = size > largest ? size : largest;
            }
            most += largest;
        }
        if (most > INT16_MAX)
            return false;
    }
    return true;
}

/* Fill in how the board is folded. */
static void fold_board(const Rules *rules, Network *network)
{
    int width = rules->width, height = rules->height;
    for (int square = 0; square < width * height; square++) {
        unsigned cell = cell_of(rules, square);
        int last = width - 1, top = height - 1, row = square / width, column = square % width;
        for (int fold = 0; fold < FOLDS; fold++) {
            int y = fold & FOLD_ROWS ? top - row : row, x = fold & FOLD_COLUMNS ? last - column : column;
            bool exchanged = fold & FOLD_DIAGONAL && width == height;
            network->folded[fold][cell] = (uint16_t)((exchanged ? x * width + y : y * width + x) * network->units);
        }
    }
}

/* Copy the inputs, with zeros for the units that are added to make whole groups, and for one more input. */
static bool read_inputs(Network *network, const int32_t *input)
{
    size_t hidden = (size_t)network->hidden, units = (size_t)network->units, squares = (size_t)network->squares;
    size_t inputs = INPUT_ROLES * squares;
    const int32_t *defender = input + INPUT_DEFENDER * squares * hidden;
    int16_t *to = network->input = malloc((inputs + 1) * units * sizeof *network->input);
    if (!to)
        return false;
    for (size_t number = 0; number < inputs; number++, to += units) {
        for (size_t unit = 0; unit < hidden; unit++)
            to[unit] = (int16_t)*input++;
        for (size_t unit = 0; unit < hidden && number >= INPUT_KING * squares; unit++)
            to[unit] = (int16_t)(uint16_t)(to[unit] - *defender++); /* Sums are modulo 2^16, so that this may be, too. */
        memset(to + hidden, 0, (units - hidden) * sizeof *to);
    }
    memset(to, 0, units * sizeof *to);
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
    if (!stays_narrow(bias, input, (size_t)squares, units)) {
        *error = "a unit of the network could leave 16 bits";
        return false;
    }
    network->squares = squares;
    network->width = rules->width;
    network->height = rules->height;
    network->clip = words[1];
    network->divisor = words[2];
    network->hidden = hidden;
    network->units = (hidden + UNITS_TOGETHER - 1) / UNITS_TOGETHER * UNITS_TOGETHER;
    fold_board(rules, network);
    for (size_t unit = 0; unit < units; unit++) {
        network->bias[unit] = (int16_t)bias[unit];
        network->output[0][unit] = (int16_t)output[unit];
        network->output[1][unit] = (int16_t)output[units + unit];
    }
    memcpy(network->output_bias, output_bias, sizeof network->output_bias);
    if (!stays_undecided(network)) {
        *error = "the network's values could pass for forced results";
        return false;
    }
    if (!read_inputs(network, input)) {
        *error = "there is no memory for the network";
        return false;
    }
    return true;
}

void network_free(Network *network)
{
    free(network->input);
    network->input = NULL;
}

/* The inputs by which a position differs from that of a layer: those that came, and as many that went. */
enum { WENT, CAME };
typedef struct {
    int count[2];
    const int16_t *input[MAX_PIECES + MAX_KINGS][2];
} Changes;

static inline void add_change(Changes *changes, bool came, const int16_t *input)
{
    changes->input[changes->count[came]++][came] = input;
}

/* The inputs of a role; behind the last there are zeros. */
static inline const int16_t *inputs_of(const Network *network, size_t role)
{
    return network->input + role * (size_t)network->squares * (size_t)network->units;
}

/* One loop over the pieces of both sides, because the end of each loop is mispredicted. */
static inline void change_pieces(const Network *network, const uint16_t *folded, HiddenLayer *layer, const Board *board,
                                 Changes *changes)
{
    const int16_t *input[2] = {inputs_of(network, INPUT_ATTACKER), inputs_of(network, INPUT_DEFENDER)};
    uint64_t rows = differing_rows(layer->row[ATTACKERS], board->row[ATTACKERS], network->height) |
                    (uint64_t)differing_rows(layer->row[DEFENDERS], board->row[DEFENDERS], network->height) << 32;
    while (rows) {
        unsigned number = (unsigned)lowest_bit_of_64(rows), side = number / 32, r = number % 32;
        uint32_t now = board->row[side][r], changed = layer->row[side][r] ^ now, left = changed & (changed - 1);
        unsigned c = (unsigned)lowest_bit(changed);
        layer->row[side][r] = now ^ left; /* What is left still differs. */
        rows &= rows - !left;
        add_change(changes, now >> c & 1, input[side] + folded[r * STRIDE + c]);
    }
}

static inline void change_kings(const Network *network, const uint16_t *folded, HiddenLayer *layer, const Board *board,
                                Changes *changes)
{
    const int16_t *input = inputs_of(network, INPUT_KING);
    bool same = layer->kings == board->kings;
    for (int king = 0; king < board->kings; king++)
        same &= layer->king[king] == board->king[king];
    if (same)
        return;
    for (int king = 0; king < layer->kings; king++)
        add_change(changes, false, input + folded[layer->king[king]]);
    for (int king = 0; king < board->kings; king++)
        add_change(changes, true, input + folded[board->king[king]]);
    memcpy(layer->king, board->king, sizeof layer->king);
    layer->kings = board->kings;
}

/* Give a layer the pieces of a board, and find the changes that bring its units up to date. */
static inline void change_layer(const Network *network, int fold, HiddenLayer *layer, const Board *board,
                                Changes *changes)
{
    const uint16_t *folded = network->folded[fold];
    changes->count[WENT] = changes->count[CAME] = 0;
    change_pieces(network, folded, layer, board, changes);
    change_kings(network, folded, layer, board, changes);
    while (changes->count[WENT] != changes->count[CAME])
        add_change(changes, changes->count[CAME] < changes->count[WENT], inputs_of(network, INPUT_ROLES)); /* zeros */
}

static inline Eight exchange(Eight units, const int16_t *came, const int16_t *went)
{
    return eight_minus(eight_plus(units, eight_load(came)), eight_load(went));
}

/* The sums of the outputs of some units, whose activations are clipped. */
static inline Four add_outputs(Four sums, Eight units, int16_t clip, const int16_t *output)
{
    return four_plus_products(sums, eight_clip(units, clip), eight_load(output));
}

/* Bring the group of units that begins at `first` up to date, and add their outputs. */
static inline Four update_group(const Changes *changes, int first, int16_t *sum, int16_t clip, const int16_t *output,
                                Four sums)
{
    _Static_assert(UNITS_TOGETHER == 32, "a group is four vectors, which have names so that they stay in registers");
    Eight a = eight_load(sum), b = eight_load(sum + 8), c = eight_load(sum + 16), d = eight_load(sum + 24);
    for (int n = 0; n < changes->count[CAME]; n++) {
        const int16_t *came = changes->input[n][CAME] + first, *went = changes->input[n][WENT] + first;
        a = exchange(a, came, went);
        b = exchange(b, came + 8, went + 8);
        c = exchange(c, came + 16, went + 16);
        d = exchange(d, came + 24, went + 24);
    }
    eight_store(sum, a);
    eight_store(sum + 8, b);
    eight_store(sum + 16, c);
    eight_store(sum + 24, d);
    sums = add_outputs(sums, a, clip, output);
    sums = add_outputs(sums, b, clip, output + 8);
    sums = add_outputs(sums, c, clip, output + 16);
    return add_outputs(sums, d, clip, output + 24);
}

/* The fold for the king; of several kings, the one on the lowest square. On a line of symmetry the attackers decide. Many
 * positions are folded otherwise than the one before, so there are no branches, which would be mispredicted. */
static int fold_of(const Network *network, const Board *board)
{
    unsigned lowest = board->kings ? board->king[0] : STRIDE + 1;
    for (int king = 1; king < board->kings; king++)
        lowest = board->king[king] < lowest ? board->king[king] : lowest;
    int attackers = board->pieces[ATTACKERS], height = network->height, width = network->width;
    int row = 2 * (int)(lowest / STRIDE) - height - 1, up = 2 * board->row_sum[ATTACKERS] - attackers * (height + 1);
    int column = 2 * (int)(lowest % STRIDE) - width - 1;
    int right = 2 * board->column_sum[ATTACKERS] - attackers * (width + 1);
    int rows = (row ? row : up) > 0, columns = (column ? column : right) > 0;
    up = rows ? -up : up;
    right = columns ? -right : right;
    int beyond = abs(row) - abs(column), exchanged = (beyond ? beyond : right - up) > 0;
    return rows * FOLD_ROWS | columns * FOLD_COLUMNS | (exchanged & (width == height)) * FOLD_DIAGONAL;
}

int network_value(const Network *network, HiddenLayers *layers, const Board *board)
{
    Changes changes;
    int fold = fold_of(network, board);
    HiddenLayer *layer = &layers->layer[fold];
    if (!layer->made) {
        memcpy(layer->sum, network->bias, sizeof layer->sum);
        layer->made = true;
    }
    change_layer(network, fold, layer, board, &changes);
    const int16_t *output = network->output[board->to_move];
    Four sums = four_zeros();
    for (int first = 0; first < network->units; first += UNITS_TOGETHER)
        sums = update_group(&changes, first, layer->sum + first, (int16_t)network->clip, output + first, sums);
    return (network->output_bias[board->to_move] + four_total(sums)) / network->divisor;
}
