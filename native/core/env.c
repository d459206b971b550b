/* Batches of games for learning. */
#include "env.h"

#include <stdlib.h>
#include <string.h>

/* Up, right, down, left: the order of `taflkit.rl.actions`. */
static const int STEPS[ENV_DIRECTIONS] = {STRIDE, 1, -STRIDE, -1};

static size_t squares_of(const Env *env)
{
    return (size_t)env->options.width * (size_t)env->options.height;
}

/* Actions -------------------------------------------------------------------------------------------------------- */

static Move move_of(const Env *env, const Rules *rules, int32_t action)
{
    int distance = action % env->distances + 1, direction = action / env->distances % ENV_DIRECTIONS;
    unsigned from = cell_of(rules, action / env->distances / ENV_DIRECTIONS);
    return MOVE(from, from + (unsigned)(STEPS[direction] * distance));
}

/* Where a piece may go: bits of its row and its column, without forbidden repetitions. */
static void reach_of(const Rules *rules, Line *line, unsigned cell, uint32_t *row, uint32_t *column)
{
    Board *board = &line->board;
    if (!board->going_on && rules->repetition != REPETITION_FORBIDDEN) {
        board_reach(rules, board, board->cell[cell], cell, row, column);
        return;
    }
    Move moves[MAX_PIECE_MOVES];
    int count = board_moves_from(rules, board, cell, moves);
    *row = *column = 0;
    for (int n = 0; n < count; n++) {
        if (line_forbids(rules, line, moves[n]))
            continue;
        if (TO(moves[n]) / STRIDE == cell / STRIDE)
            *row |= 1u << TO(moves[n]) % STRIDE;
        else
            *column |= 1u << TO(moves[n]) / STRIDE;
    }
}

/* Add actions in one direction: `bits` has a bit for each distance, the lowest for 1. */
static uint16_t *add_forwards(uint16_t *legal, unsigned first, uint32_t bits)
{
    for (; bits; bits &= bits - 1)
        *legal++ = (uint16_t)(first + (unsigned)lowest_bit(bits));
    return legal;
}

/* The same where the highest bit, `at - 1`, is the distance 1. */
static uint16_t *add_backwards(uint16_t *legal, unsigned first, uint32_t bits, unsigned at)
{
    while (bits) {
        unsigned bit = (unsigned)highest_bit(bits);
        *legal++ = (uint16_t)(first + at - 1 - bit);
        bits ^= 1u << bit;
    }
    return legal;
}

static void find_legal(const Env *env, EnvBoard *board)
{
    const Rules *rules = board->rules->rules;
    Board *there = &board->line.board;
    unsigned distances = (unsigned)env->distances, width = (unsigned)rules->width;
    uint16_t *legal = board->legal;
    for (unsigned r = 1; r <= (unsigned)rules->height; r++)
        for (uint32_t own = there->row[there->to_move][r]; own; own &= own - 1) {
            unsigned c = (unsigned)lowest_bit(own), first = ((r - 1) * width + c - 1) * ENV_DIRECTIONS * distances;
            uint32_t row, column;
            reach_of(rules, &board->line, r * STRIDE + c, &row, &column);
            legal = add_forwards(legal, first, column >> r >> 1);
            legal = add_forwards(legal, first + distances, row >> c >> 1);
            legal = add_backwards(legal, first + 2 * distances, column & ((1u << r) - 1), r);
            legal = add_backwards(legal, first + 3 * distances, row & ((1u << c) - 1), c);
        }
    board->legal_count = (int)(legal - board->legal);
}

bool env_is_legal(const Env *env, int number, int64_t action)
{
    const EnvBoard *board = &env->boards[number];
    int low = 0, high = board->legal_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (board->legal[middle] < action)
            low = middle + 1;
        else
            high = middle;
    }
    return low < board->legal_count && board->legal[low] == action;
}

int32_t env_draw(Env *env, int number)
{
    EnvBoard *board = &env->boards[number];
    return board->legal_count ? board->legal[draw_below(&board->chance, board->legal_count)] : -1;
}

/* Observations --------------------------------------------------------------------------------------------------- */

/* Fill whole planes with a number, which may be another one as float. */
static void fill(const Env *env, int number, int plane, int planes, int value, float as_float)
{
    size_t squares = squares_of(env), count = squares * (size_t)planes;
    size_t at = ((size_t)number * (size_t)env->options.planes + (size_t)plane) * squares;
    if (!env->options.floats) {
        memset((uint8_t *)env->arrays.observations + at, value, count);
        return;
    }
    float *floats = (float *)env->arrays.observations + at;
    for (size_t n = 0; n < count; n++)
        floats[n] = as_float;
}

static void mark(const Env *env, int number, int plane, size_t square)
{
    size_t at = ((size_t)number * (size_t)env->options.planes + (size_t)plane) * squares_of(env) + square;
    if (env->options.floats)
        ((float *)env->arrays.observations)[at] = 1;
    else
        ((uint8_t *)env->arrays.observations)[at] = 1;
}

static int64_t smaller(int64_t one, int64_t other)
{
    return one && one < other ? one : other;
}

/* Show the progress towards a limit, from 0 to ENV_FULL, as float from 0 to 1; 0 if there is no limit. */
static void fill_progress(const Env *env, int number, int plane, int64_t count, int64_t limit)
{
    int64_t share = limit ? ENV_FULL * count / limit : 0;
    int value = share > ENV_FULL ? ENV_FULL : (int)share;
    fill(env, number, plane, 1, value, (float)value * (1.0f / (float)ENV_FULL));
}

static void show_counts(const Env *env, int number, const EnvBoard *board)
{
    const Rules *rules = board->rules->rules;
    const Past *past = &board->line.past;
    int64_t captureless = 0, turns = 0;
    for (int n = 0; n < rules->limit_count; n++) {
        switch (rules->limits[n].type) {
        case LIMIT_CAPTURELESS:
            captureless = smaller(captureless, rules->limits[n].maximum);
            break;
        case LIMIT_TURNS:
            turns = smaller(turns, rules->limits[n].maximum);
            break;
        }
    }
    if (past->move_limit)
        turns = smaller(turns, 2 * (int64_t)past->move_limit);
    int last = env->options.planes - 3;
    int repetitions = line_repetitions(rules, &board->line, ENV_FULL);
    fill(env, number, last, 1, repetitions, (float)repetitions);
    fill_progress(env, number, last + 1, past->captureless, captureless);
    fill_progress(env, number, last + 2, past->turns, turns);
}

static void show(const Env *env, int number)
{
    const EnvBoard *board = &env->boards[number];
    const Rules *rules = board->rules->rules;
    const Board *there = &board->line.board;
    const uint8_t *plane_of = board->rules->plane_of[there->to_move];
    int kinds = env->options.kinds, history = env->options.history, next = kinds * (1 + history);
    size_t squares = squares_of(env), width = (size_t)rules->width;
    fill(env, number, 0, next, 0, 0);
    for (unsigned r = 1; r <= (unsigned)rules->height; r++)
        for (uint32_t all = there->row[0][r] | there->row[1][r]; all; all &= all - 1) {
            unsigned c = (unsigned)lowest_bit(all);
            mark(env, number, plane_of[there->cell[r * STRIDE + c]], (r - 1) * width + c - 1);
        }
    for (int back = 0; back < history; back++)
        for (size_t square = 0; square < squares; square++) {
            unsigned kind = board->history[(size_t)back * squares + square];
            if (kind)
                mark(env, number, kinds * (1 + back) + plane_of[kind], square);
        }
    fill(env, number, next, 1, there->to_move == DEFENDERS, there->to_move == DEFENDERS);
    fill(env, number, next + 1, 1, 0, 0);
    if (there->going_on)
        mark(env, number, next + 1, (size_t)square_of(rules, there->going_on));
    show_counts(env, number, board);
    uint8_t *mask = env->arrays.masks + (size_t)number * env->mask_size;
    memset(mask, 0, env->mask_size);
    for (int n = 0; n < board->legal_count; n++) {
        unsigned action = board->legal[n];
        if (env->options.packed)
            mask[action / 8] |= (uint8_t)(1u << action % 8);
        else
            mask[action] = 1;
    }
    env->arrays.to_move[number] = there->to_move;
}

/* Playing -------------------------------------------------------------------------------------------------------- */

/* Keep the position that is left behind. */
static void remember(const Env *env, EnvBoard *board)
{
    size_t squares = squares_of(env), width = (size_t)env->options.width;
    if (!env->options.history)
        return;
    memmove(board->history + squares, board->history, squares * (size_t)(env->options.history - 1));
    for (size_t row = 0; row < (size_t)env->options.height; row++)
        memcpy(board->history + row * width, &board->line.board.cell[(row + 1) * STRIDE + 1], width);
}

static Outcome play(const Env *env, EnvBoard *board, int32_t action)
{
    const Rules *rules = board->rules->rules;
    LineUndo undo;
    remember(env, board);
    board->played[board->played_count++] = action;
    return line_make(rules, &board->line, move_of(env, rules, action), &undo);
}

static void begin(const Env *env, EnvBoard *board, int start)
{
    const EnvStart *from = &board->rules->starts[start];
    uint64_t *hashes = board->line.hashes;
    int capacity = board->line.capacity;
    board->line = from->line;
    board->line.hashes = hashes;
    board->line.capacity = capacity;
    memcpy(hashes, from->line.hashes, (size_t)from->line.length * sizeof *hashes);
    if (env->options.history)
        memcpy(board->history, from->history, squares_of(env) * (size_t)env->options.history);
    board->start = start;
    board->played_count = 0;
    find_legal(env, board);
}

/* A start drawn from those with the wanted side to move, if there are any; from all of them otherwise. */
static int draw_start(const EnvGame *game, uint64_t *chance, int wanted)
{
    int count = wanted == NOBODY ? 0 : game->counts_of[wanted];
    if (count)
        return game->starts_of[wanted][count > 1 ? draw_below(chance, count) : 0];
    return game->start_count > 1 ? draw_below(chance, game->start_count) : 0;
}

/* Play random plies; false if the game ended or the wanted side did not come to move. */
static bool open_randomly(const Env *env, EnvBoard *board, int wanted)
{
    int asked = env->options.random_plies, plies = asked ? draw_below(&board->chance, asked + 1) : 0;
    for (int n = 0; n < plies || (wanted != NOBODY && board->line.board.to_move != wanted); n++) {
        if (n >= asked + ENV_EXTRA_PLIES)
            return false;
        if (play(env, board, board->legal[draw_below(&board->chance, board->legal_count)]))
            return false;
        find_legal(env, board);
    }
    return true;
}

static void start_game(Env *env, int number, uint64_t game)
{
    EnvBoard *board = &env->boards[number];
    uint64_t id = game * (uint64_t)env->count + (uint64_t)number;
    int wanted = env->options.balanced ? (int)((game + (uint64_t)number) % 2) : NOBODY;
    board->game = game;
    board->chance = draw_begin(env->options.seed, id);
    for (int tries = 0;; tries++) {
        begin(env, board, draw_start(board->rules, &board->chance, wanted));
        if (tries == ENV_MAX_TRIES || open_randomly(env, board, wanted))
            break;
    }
    board->opening = board->played_count;
    board->plies = 0;
    board->over = false;
}

static void tell(const Env *env, int number, Outcome outcome, bool truncated)
{
    float *rewards = env->arrays.rewards + 2 * (size_t)number;
    rewards[0] = rewards[1] = 0;
    if (outcome && WINNER(outcome) != NOBODY) {
        rewards[WINNER(outcome)] = 1;
        rewards[!WINNER(outcome)] = -1;
    }
    env->arrays.outcomes[number] = (uint8_t)outcome;
    env->arrays.terminated[number] = outcome != 0;
    env->arrays.truncated[number] = truncated;
}

void env_reset(Env *env, int number, uint64_t game)
{
    start_game(env, number, game);
    tell(env, number, 0, false);
    show(env, number);
}

void env_step(Env *env, int number, int32_t action)
{
    EnvBoard *board = &env->boards[number];
    Outcome outcome = play(env, board, action);
    board->plies++;
    bool truncated = !outcome && board->plies >= env->options.max_plies;
    tell(env, number, outcome, truncated);
    if (!outcome && !truncated) {
        find_legal(env, board);
    } else if (env->options.autoreset) {
        start_game(env, number, board->game + 1);
    } else {
        board->over = true;
        board->legal_count = 0;
    }
    show(env, number);
}

/* Memory --------------------------------------------------------------------------------------------------------- */

bool env_make(Env *env, const EnvOptions *options, const EnvArrays *arrays, const EnvGame *const *games, int count)
{
    int longer = options->width > options->height ? options->width : options->height, longest = 0;
    memset(env, 0, sizeof *env);
    env->options = *options;
    env->arrays = *arrays;
    env->count = count;
    env->distances = longer - 1;
    env->actions = options->width * options->height * ENV_DIRECTIONS * env->distances;
    env->mask_size = options->packed ? (size_t)(env->actions + 7) / 8 : (size_t)env->actions;
    for (int n = 0; n < count; n++)
        for (int start = 0; start < games[n]->start_count; start++)
            if (games[n]->starts[start].line.length > longest)
                longest = games[n]->starts[start].line.length;
    size_t squares = squares_of(env), plies = (size_t)(options->random_plies + ENV_EXTRA_PLIES + options->max_plies);
    size_t hashes = ((size_t)longest + plies + 1) * sizeof(uint64_t), played = plies * sizeof(int32_t);
    size_t legal = squares * (size_t)(options->width + options->height - 2) * sizeof(uint16_t);
    size_t history = squares * (size_t)options->history;
    size_t each = (hashes + played + legal + history + 7) / 8 * 8;
    env->boards = calloc((size_t)count, sizeof *env->boards);
    env->memory = each > SIZE_MAX / (size_t)count ? NULL : malloc((size_t)count * each);
    if (!env->boards || !env->memory) {
        env_free(env);
        return false;
    }
    for (int n = 0; n < count; n++) {
        uint8_t *memory = (uint8_t *)env->memory + (size_t)n * each;
        env->boards[n].rules = games[n];
        env->boards[n].line.hashes = (uint64_t *)(void *)memory;
        env->boards[n].line.capacity = (int)(hashes / sizeof(uint64_t));
        env->boards[n].played = (int32_t *)(void *)(memory + hashes);
        env->boards[n].legal = (uint16_t *)(void *)(memory + hashes + played);
        env->boards[n].history = memory + hashes + played + legal;
    }
    return true;
}

void env_free(Env *env)
{
    free(env->boards);
    free(env->memory);
    env->boards = NULL;
    env->memory = NULL;
}
