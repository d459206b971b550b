/* A libFuzzer target: whatever the bytes are, the core refuses them as rules or plays by them consistently.
 *
 * An input is a file as `native/driver/game.h` describes it, of which the position is corrected where it is invalid,
 * and then a byte for each choice of a move. `python -m tests.kernel.corpus` writes the first inputs. */
#include "game.h"
#include "montecarlo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PLAYED 16
#define MAX_TRIED 24    /* moves made and taken back in each position */
#define MAX_LEAVES 4000 /* counted one by one in each position */
#define SEARCH_EVERY 4  /* plies */
#define SEARCH_NODES 300
#define PERFT_PLACES 64 /* so few that counts are overwritten */

#define CHECK(fact)                                                          \
    do {                                                                     \
        if (!(fact)) {                                                       \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #fact); \
            abort();                                                         \
        }                                                                    \
    } while (0)

static Move moves[MAX_MOVES], others[MAX_MOVES];

/* The parts of a board that can be worked out from its squares. */
static void check_board(const Rules *rules, const Board *board)
{
    int pieces[2] = {0, 0}, kings = 0;
    unsigned row_sum[2] = {0, 0}, column_sum[2] = {0, 0};
    for (int square = 0; square < rules->width * rules->height; square++) {
        unsigned cell = cell_of(rules, square), kind = board->cell[cell];
        CHECK(kind <= (unsigned)rules->kinds);
        for (int side = 0; side < 2; side++) {
            bool stands = kind != EMPTY && rules->side[kind] == side;
            CHECK((board->row[side][cell / STRIDE] >> cell % STRIDE & 1) == stands);
            CHECK((board->column[side][cell % STRIDE] >> cell / STRIDE & 1) == stands);
            pieces[side] += stands;
            row_sum[side] += stands * (cell / STRIDE);
            column_sum[side] += stands * (cell % STRIDE);
        }
        if (rules->is_king[kind]) {
            int found = 0;
            for (int n = 0; n < board->kings; n++)
                found += board->king[n] == cell;
            CHECK(found == 1);
            kings++;
        }
    }
    CHECK(board->pieces[0] == pieces[0] && board->pieces[1] == pieces[1] && board->kings == kings);
    for (int side = 0; side < 2; side++)
        CHECK(board->row_sum[side] == row_sum[side] && board->column_sum[side] == column_sum[side]);
    CHECK(board->hash == board_hash(rules, board));
    CHECK(!board->going_on || rules->side[board->cell[board->going_on]] == board->to_move);
}

/* Whether two boards are the same; the order of the kings does not matter. */
static bool is_same(const Board *one, const Board *other)
{
    return !memcmp(one->row, other->row, sizeof one->row) && !memcmp(one->column, other->column, sizeof one->column) &&
           !memcmp(one->cell, other->cell, sizeof one->cell) && one->hash == other->hash &&
           one->pieces[0] == other->pieces[0] && one->pieces[1] == other->pieces[1] && one->kings == other->kings &&
           one->going_on == other->going_on && one->to_move == other->to_move && one->was_over == other->was_over;
}

static void check_moves(const Rules *rules, Board *board, int count)
{
    const Board before = *board;
    CHECK(count == board_count(rules, board));
    CHECK(board_can_move(rules, board) == (count > 0));
    for (int n = 1; n < count; n++)
        CHECK(moves[n - 1] < moves[n]);
    int stride = 1 + count / MAX_TRIED;
    for (int n = 0; n < count; n += stride) {
        Undo undo;
        uint16_t taken[MAX_TAKEN];
        CHECK(board_is_legal(rules, board, moves[n]));
        int takes = board_taken(rules, board, moves[n], taken);
        CHECK(is_same(board, &before));
        Outcome outcome = board_make(rules, board, moves[n], &undo);
        CHECK(outcome >= 0 && outcome < OUTCOMES);
        CHECK(undo.count == takes);
        check_board(rules, board);
        board_unmake(rules, board, &undo);
        CHECK(is_same(board, &before));
        check_board(rules, board);
    }
}

static uint64_t count_leaves(const Rules *rules, Board *board, int depth, bool bulk, PerftTable *table)
{
    Control control;
    uint64_t total;
    control_reset(&control);
    CHECK(perft(rules, board, depth, bulk, table, &control, never_stop, NULL, &total));
    return total;
}

static void check_perft(const Rules *rules, Board *board, int count)
{
    static PerftPlace places[PERFT_PLACES];
    PerftTable table = {.places = places, .mask = PERFT_PLACES - 1};
    uint64_t total = 1;
    memset(places, 0, sizeof places); /* It held the counts of other rules. */
    for (int depth = 1; depth <= 3; depth++) {
        if (total * (uint64_t)(count + 1) > MAX_LEAVES)
            break;
        total = count_leaves(rules, board, depth, false, NULL);
        CHECK(total == count_leaves(rules, board, depth, true, NULL));
        CHECK(total == count_leaves(rules, board, depth, true, &table));
    }
}

/* Whether a move wins at once, by trying all. */
static bool can_win_at_once(const Rules *rules, Line *line)
{
    int count = line_moves(rules, line, others), mover = line->board.to_move;
    for (int n = 0; n < count; n++) {
        LineUndo undo;
        Outcome outcome = line_make(rules, line, others[n], &undo);
        line_unmake(rules, line, &undo);
        if (outcome && WINNER(outcome) == mover)
            return true;
    }
    return false;
}

static int kinds_of_kings(const Rules *rules)
{
    int kinds = 0;
    for (int kind = 1; kind <= rules->kinds; kind++)
        kinds += rules->is_king[kind];
    return kinds;
}

/* Whether a line of play can be played. */
static bool is_playable(const Rules *rules, Line *line, const Move *played, int count)
{
    static LineUndo undos[MAX_TREE_PLIES + 1];
    int made = 0;
    bool legal = true;
    for (; made < count && (legal = line_is_legal(rules, line, played[made])); made++)
        if (line_make(rules, line, played[made], &undos[made]))
            legal &= made + 1 == count;
    while (made > 0)
        line_unmake(rules, line, &undos[--made]);
    return legal;
}

static void check_tree(SearchTask *task, const Move *order, int count)
{
    static uint32_t ranks[MAX_MOVES];
    const Board before = task->line->board;
    Tree tree;
    Move found[MAX_TREE_PLIES + 1];
    task->reductions = task->quiescence = true;
    *task->budget = (Budget){.max_nodes = 4 * SEARCH_NODES, .poll = never_stop_search};
    CHECK(tree_make(&tree, task, 1, 0.2, order, count));
    tree_grow(&tree, UINT32_MAX);
    CHECK(is_same(&before, &task->line->board));
    CHECK(task->budget->stopped || tree_is_decided(&tree));
    int ranked_moves = tree_rank(&tree, ranks);
    CHECK(ranked_moves == 0 || ranked_moves == count);
    for (int n = 0; n < ranked_moves && n < MAX_TRIED; n++)
        CHECK(is_playable(task->rules, task->line, found, tree_line(&tree, ranks[n], found)));
    if (ranked_moves && tree_value(&tree, ranks[0]) == WIN - 1)
        CHECK(can_win_at_once(task->rules, task->line));
    tree_free(&tree);
}

static void check_search(const Rules *rules, Line *line, unsigned options)
{
    static Table table; /* shared by all inputs: it may hold moves of other rules */
    static SearchResult result;
    static WinResult win;
    static Knowledge know;
    const Board before = line->board;
    bool busy;
    int count = line_moves(rules, line, others);
    if (!count || board_outcome(rules, &line->board) || kinds_of_kings(rules) != 1)
        return;
    CHECK(knowledge_from_rules(rules, &know));
    if (!table.places)
        CHECK(table_make(&table, 1));
    Budget budget = {.max_nodes = SEARCH_NODES, .poll = never_stop_search};
    SearchTask task = {.rules = rules,
                       .know = &know,
                       .line = line,
                       .table = &table,
                       .worker = table_worker(&table, 0, (size_t)(rules->width * rules->height), &busy),
                       .budget = &budget,
                       .depth = 1 + (int)(options >> 2 & 3),
                       .reductions = options & 1,
                       .quiescence = options & 2};
    CHECK(task.worker);
    Move *order = malloc((size_t)count * sizeof *order);
    CHECK(order && memcpy(order, others, (size_t)count * sizeof *order));
    CHECK(search_depth(&task, order, count, &result));
    CHECK(result.length == 0 || line_is_legal(rules, line, result.line[0]));
    CHECK(is_same(&before, &line->board));
    check_tree(&task, order, count);
    free(order);
    budget = (Budget){.max_nodes = SEARCH_NODES, .poll = never_stop_search};
    CHECK(find_win(&task, 1, 1, &win));
    CHECK(is_same(&before, &line->board));
    CHECK((win.moves == 1) == can_win_at_once(rules, line));
    table_release(task.table, task.worker);
}

/* Play a game by the choices, and take it back. */
static void play(const Rules *rules, Line *line, const uint8_t *choices, size_t count)
{
    static LineUndo undos[MAX_PLAYED];
    const Board start = line->board;
    int played = 0;
    for (; played < MAX_PLAYED; played++) {
        check_moves(rules, &line->board, board_moves(rules, &line->board, moves));
        check_perft(rules, &line->board, board_count(rules, &line->board));
        if (played % SEARCH_EVERY == 0)
            check_search(rules, line, (size_t)played < count ? choices[played] : 0);
        int legal = line_moves(rules, line, moves);
        if ((size_t)played >= count || !legal)
            break;
        Move move = moves[choices[played] % legal];
        CHECK(line_is_legal(rules, line, move));
        if (line_make(rules, line, move, &undos[played])) {
            played++;
            break;
        }
    }
    while (played > 0)
        line_unmake(rules, line, &undos[--played]);
    CHECK(is_same(&start, &line->board));
    CHECK(line->length == 1);
}

/* Correct an invalid position, so that most inputs get further. */
static void correct(const Rules *rules, uint8_t *state)
{
    int squares = rules->width * rules->height, kings = 0;
    for (int square = 0; square < squares; square++) {
        state[square] = (uint8_t)(state[square] % (rules->kinds + 1));
        if (rules->is_king[state[square]] && ++kings > MAX_KINGS)
            state[square] = EMPTY;
    }
    state[squares] &= 1;
    int going_on = (state[squares + 1] | state[squares + 2] << 8) - 1;
    if (going_on >= squares || (going_on >= 0 && rules->side[state[going_on]] != state[squares]))
        state[squares + 1] = state[squares + 2] = 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t state[MAX_PIECES + 3];
    char error[256];
    uint32_t count;
    if (size < sizeof count)
        return 0;
    memcpy(&count, data, sizeof count);
    data += sizeof count;
    size -= sizeof count;
    if (count > size / sizeof(int32_t))
        return 0;
    int32_t *words = malloc(count * sizeof *words + 1);
    CHECK(words && memcpy(words, data, count * sizeof *words));
    data += count * sizeof *words;
    size -= count * sizeof *words;
    Rules *rules = rules_read(words, count, error, sizeof error);
    free(words);
    if (!rules) {
        CHECK(memchr(error, 0, sizeof error) && *error);
        return 0;
    }
    size_t given = size < state_size(rules) ? size : state_size(rules);
    memset(state, 0, sizeof state);
    memcpy(state, data, given);
    correct(rules, state);
    Line line = {0};
    CHECK(state_read(rules, state, &line.board, error, sizeof error));
    CHECK(line_reserve(&line, MAX_PLAYED + 2 * MAX_SEARCH_PLIES));
    line.hashes[line.length++] = line_hash(rules, &line.board);
    check_board(rules, &line.board);
    play(rules, &line, data + given, size - given);
    free(line.hashes);
    rules_free(rules);
    return 0;
}
