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
            network->folded[fold][cell] = (uint16_t)(exchanged ? x * width + y : y * width + x);
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
    fold_board(rules, network);
    network->hidden = hidden;
    network->units = (hidden + UNITS_TOGETHER - 1) / UNITS_TOGETHER * UNITS_TOGETHER;
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

/* Compilers use vectors for loops of a known length over arrays that do not overlap. */
static void exchange_units(int16_t *restrict sum, const int16_t *restrict came, const int16_t *restrict went, int units)
{
    for (int first = 0; first < units; first += UNITS_TOGETHER) {
        for (int unit = 0; unit < UNITS_TOGETHER; unit++)
            sum[unit] = (int16_t)(sum[unit] + came[unit] - went[unit]);
        sum += UNITS_TOGETHER, came += UNITS_TOGETHER, went += UNITS_TOGETHER;
    }
}

/* The sum of the outputs of units whose activations are clipped. */
static int32_t output_of(const int16_t *restrict sum, const int16_t *restrict output, int16_t clip, int units)
{
    int32_t total = 0;
    for (int first = 0; first < units; first += UNITS_TOGETHER, sum += UNITS_TOGETHER, output += UNITS_TOGETHER)
        for (int unit = 0; unit < UNITS_TOGETHER; unit++) {
            int16_t active = sum[unit] < 0 ? 0 : sum[unit];
            active = active > clip ? clip : active;
            total += active * output[unit];
        }
    return total;
}

/* The inputs by which a position differs from that of a layer: the roles and cells of those that came and of those that
 * went, and how far the attackers are from the middle lines. */
enum { WENT, CAME };
enum { CELL_BITS = 10 };
_Static_assert(CELLS <= 1 << CELL_BITS, "a cell does not fit into an input");
typedef struct {
    int count[2], up, right;
    uint16_t input[2][MAX_PIECES + MAX_KINGS]; /* the role in the upper bits */
} Changes;

static inline void add_change(Changes *changes, bool came, int role, unsigned cell)
{
    changes->input[came][changes->count[came]++] = (uint16_t)((unsigned)role << CELL_BITS | cell);
}

static inline void add_pieces(const Network *network, const HiddenLayer *layer, const Board *board, int side,
                              Changes *changes)
{
    uint32_t rows = differing_rows(layer->row[side], board->row[side], network->height);
    for (; rows; rows &= rows - 1) {
        unsigned r = (unsigned)lowest_bit(rows);
        uint32_t now = board->row[side][r], changed = layer->row[side][r] ^ now;
        for (; changed; changed &= changed - 1) {
            unsigned c = (unsigned)lowest_bit(changed);
            add_change(changes, now >> c & 1, side, r * STRIDE + c);
        }
    }
}

static void find_changes(const Network *network, const HiddenLayer *layer, const Board *board, Changes *changes)
{
    changes->count[WENT] = changes->count[CAME] = 0;
    changes->up = layer->up;
    changes->right = layer->right;
    add_pieces(network, layer, board, ATTACKERS, changes);
    for (int came = 0; came < 2; came++)
        for (int n = 0; n < changes->count[came]; n++) {
            int cell = changes->input[came][n], sign = came ? 1 : -1; /* The role of attackers is 0. */
            changes->up += sign * (2 * (cell / STRIDE) - network->height - 1);
            changes->right += sign * (2 * (cell % STRIDE) - network->width - 1);
        }
    add_pieces(network, layer, board, DEFENDERS, changes);
    if (layer->kings == board->kings && !memcmp(layer->king, board->king, board->kings * sizeof *board->king))
        return;
    for (int king = 0; king < layer->kings; king++)
        add_change(changes, false, INPUT_KING, layer->king[king]);
    for (int king = 0; king < board->kings; king++)
        add_change(changes, true, INPUT_KING, board->king[king]);
}

static inline const int16_t *input_of(const Network *network, int fold, const Changes *changes, int came, int n)
{
    int number = INPUT_ROLES * network->squares; /* Where nothing more came or went, the zeros after the last input. */
    if (n < changes->count[came]) {
        unsigned input = changes->input[came][n], cell = input & ((1u << CELL_BITS) - 1);
        number = (int)(input >> CELL_BITS) * network->squares + network->folded[fold][cell];
    }
    return network->input + (size_t)number * (size_t)network->units;
}

/* Bring a layer up to date. */
static void make_changes(const Network *network, int fold, HiddenLayer *layer, const Board *board,
                         const Changes *changes)
{
    int most = changes->count[changes->count[CAME] > changes->count[WENT]];
    for (int n = 0; n < most; n++)
        exchange_units(layer->sum, input_of(network, fold, changes, CAME, n), input_of(network, fold, changes, WENT, n),
                       network->units);
    memcpy(layer->row, board->row, sizeof layer->row);
    memcpy(layer->king, board->king, sizeof layer->king);
    layer->kings = board->kings;
    layer->up = changes->up;
    layer->right = changes->right;
}

/* The fold for the king; of several kings, the one on the lowest square. On a line of symmetry the attackers decide. */
static int fold_of(const Network *network, const Board *board, int up, int right)
{
    unsigned lowest = board->kings ? board->king[0] : STRIDE + 1;
    for (int king = 1; king < board->kings; king++)
        lowest = board->king[king] < lowest ? board->king[king] : lowest;
    int row = 2 * (int)(lowest / STRIDE) - network->height - 1;
    int column = 2 * (int)(lowest % STRIDE) - network->width - 1;
    bool square = network->width == network->height, diagonal = square && abs(column) < abs(row);
    int fold = (row > 0 ? FOLD_ROWS : 0) | (column > 0 ? FOLD_COLUMNS : 0) | (diagonal ? FOLD_DIAGONAL : 0);
    if (row && column && !(square && abs(row) == abs(column)))
        return fold;
    if ((row ? row : up) > 0) {
        fold |= FOLD_ROWS;
        up = -up;
    }
    if ((column ? column : right) > 0) {
        fold |= FOLD_COLUMNS;
        right = -right;
    }
    if (square && abs(row) == abs(column) && right > up)
        fold |= FOLD_DIAGONAL;
    return fold;
}

int network_value(const Network *network, HiddenLayers *layers, const Board *board)
{
    Changes changes;
    find_changes(network, &layers->layer[layers->newest], board, &changes);
    int fold = fold_of(network, board, changes.up, changes.right);
    HiddenLayer *layer = &layers->layer[fold];
    if (!layer->made) {
        memcpy(layer->sum, network->bias, sizeof layer->sum);
        layer->made = true;
    }
    if (fold != layers->newest)
        find_changes(network, layer, board, &changes);
    make_changes(network, fold, layer, board, &changes);
    layers->newest = fold;
    int32_t total = output_of(layer->sum, network->output[board->to_move], (int16_t)network->clip, network->units);
    return (network->output_bias[board->to_move] + total) / network->divisor;
}
