/* The core without Python, to measure and debug it:
 *
 *     driver perft FILE DEPTH         counts leaf by leaf
 *     driver perft FILE DEPTH --bulk  counts the last two plies without making moves
 *     driver bench FILE...            fixed work in each game; the signature changes when the search does
 */
#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BENCH_PERFT_DEPTH 3
#define BENCH_PLAYOUTS 500
#define BENCH_PLIES 200
#define BENCH_DEPTH 5
#define BENCH_MEGABYTES 16

static void report(const char *what, uint64_t count, double began)
{
    double seconds = monotonic_seconds() - began;
    printf("  %-9s %14llu in %8.3f s, %12.0f/s\n", what, (unsigned long long)count, seconds,
           (double)count / (seconds > 0 ? seconds : 1e-9));
}

static uint64_t count_leaves(const Game *game, int depth, bool bulk)
{
    Board board = game->line.board;
    Control control;
    uint64_t total;
    control_reset(&control);
    perft(game->rules, &board, depth, bulk, NULL, &control, never_stop, NULL, &total);
    return total;
}

static uint64_t play_games(const Game *game)
{
    Control control;
    PlayoutCounts counts;
    control_reset(&control);
    playouts(game->rules, &game->line, 0, BENCH_PLAYOUTS, 0, BENCH_PLIES, &control, never_stop, NULL, &counts);
    return counts.plies;
}

/* Searches every depth up to BENCH_DEPTH; how many positions were visited. */
static uint64_t search(Game *game)
{
    Table table;
    bool busy;
    Budget budget = {.max_nodes = UINT64_MAX, .poll = never_stop_search};
    SearchResult *result = malloc(sizeof *result);
    Move *moves = malloc(max_moves(game->rules) * sizeof *moves);
    if (!result || !moves || !table_make(&table, BENCH_MEGABYTES))
        exit(2);
    size_t squares = (size_t)(game->rules->width * game->rules->height);
    SearchTask task = {.rules = game->rules,
                       .know = &game->know,
                       .line = &game->line,
                       .table = &table,
                       .worker = table_worker(&table, 0, squares, &busy),
                       .budget = &budget,
                       .reductions = true,
                       .quiescence = true};
    int count = line_moves(game->rules, &game->line, moves);
    for (task.depth = 1; task.depth <= BENCH_DEPTH && task.worker; task.depth++)
        if (!search_depth(&task, moves, count, result))
            exit(2);
    table_free(&table);
    free(moves);
    free(result);
    return budget.nodes;
}

static uint64_t bench(const char *path)
{
    Game game;
    game_read(path, &game);
    printf("%s\n", path);
    double began = monotonic_seconds();
    report("leaves", count_leaves(&game, BENCH_PERFT_DEPTH, false), began);
    began = monotonic_seconds();
    report("plies", play_games(&game), began);
    began = monotonic_seconds();
    uint64_t nodes = search(&game);
    report("nodes", nodes, began);
    game_free(&game);
    return nodes;
}

static int run_perft(const char *path, const char *digits, bool bulk)
{
    Game game;
    char *end;
    long depth = strtol(digits, &end, 10);
    if (*end || depth < 0 || depth > MAX_PERFT_DEPTH) {
        fprintf(stderr, "the depth is a number from 0 to %d\n", MAX_PERFT_DEPTH);
        return 2;
    }
    game_read(path, &game);
    printf("%llu\n", (unsigned long long)count_leaves(&game, (int)depth, bulk));
    game_free(&game);
    return 0;
}

int main(int count, char **arguments)
{
    bool bulk = count == 5 && !strcmp(arguments[4], "--bulk");
    if ((count == 4 || bulk) && !strcmp(arguments[1], "perft"))
        return run_perft(arguments[2], arguments[3], bulk);
    if (count >= 3 && !strcmp(arguments[1], "bench")) {
        uint64_t signature = 0;
        for (int n = 2; n < count; n++)
            signature += bench(arguments[n]);
        printf("signature %llu\n", (unsigned long long)signature);
        return 0;
    }
    fprintf(stderr, "usage: %s perft FILE DEPTH [--bulk]\n       %s bench FILE...\n", arguments[0], arguments[0]);
    return 2;
}
