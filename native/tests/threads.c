/* Threads that share a kernel, its tables and a control give the answers that one thread gives:
 *
 *     threads FILE...
 *
 * Meant for a build with ThreadSanitizer, which reports every access that is not ordered. */
#include "game.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 4
#define ROUNDS 4
#define PERFT_DEPTH 4
#define SEARCH_DEPTH 3
#define WIN_MOVES 2

typedef struct {
    const Game *game;
    PerftTable *counts;
    Table *table;
    Control *control;
    size_t worker;
    /* results */
    uint64_t leaves;
    int value, win;
    uint64_t plies;
} Task;

static void check(bool holds, const char *fact)
{
    if (!holds) {
        fprintf(stderr, "threads: %s\n", fact);
        exit(1);
    }
}

static int poll_search(void *context, uint64_t nodes)
{
    Control *control = context;
    atomic_store_explicit(&control->nodes, nodes, memory_order_relaxed);
    return atomic_load_explicit(&control->stop, memory_order_relaxed) ? STOP_CANCELLED : STOP_NONE;
}

static void search(Task *task, Line *line)
{
    const Rules *rules = task->game->rules;
    Budget budget = {.max_nodes = UINT64_MAX, .poll = poll_search, .context = task->control};
    SearchResult *result = malloc(sizeof *result);
    WinResult *win = malloc(sizeof *win);
    Move *moves = malloc(max_moves(rules) * sizeof *moves);
    bool busy;
    size_t squares = (size_t)(rules->width * rules->height);
    SearchTask search = {.rules = rules,
                         .know = &task->game->know,
                         .line = line,
                         .table = task->table,
                         .worker = table_worker(task->table, task->worker, squares, &busy),
                         .budget = &budget,
                         .depth = SEARCH_DEPTH};
    check(search.worker && result && win && moves, "every thread has a worker and memory");
    int count = line_moves(rules, line, moves);
    check(search_depth(&search, moves, count, result), "a search has memory");
    check(find_win(&search, 1, WIN_MOVES, win), "a win finder has memory");
    task->value = result->value;
    task->win = win->moves;
    table_release(task->table, search.worker);
    free(result);
    free(win);
    free(moves);
}

static void *run(void *argument)
{
    Task *task = argument;
    const Game *game = task->game;
    Board board = game->line.board;
    Line line = game->line;
    PlayoutCounts counts;
    line.hashes = NULL;
    line.length = line.capacity = 0;
    check(line_reserve(&line, 2 * MAX_SEARCH_PLIES), "a line has memory");
    line.hashes[line.length++] = game->line.hashes[0];
    check(perft(game->rules, &board, PERFT_DEPTH, true, task->counts, task->control, never_stop, NULL, &task->leaves),
          "perft comes to its end");
    check(playouts(game->rules, &game->line, 0, 20, 1, 100, task->control, never_stop, NULL, &counts),
          "playouts come to their end");
    task->plies = counts.plies;
    search(task, &line);
    free(line.hashes);
    return NULL;
}

/* Threads that ask for the same worker: one gets it at a time, and none is lost. */
static void *contend(void *argument)
{
    Task *task = argument;
    size_t squares = (size_t)(task->game->rules->width * task->game->rules->height);
    for (int n = 0; n < 1000; n++) {
        bool busy;
        Worker *worker = table_worker(task->table, MAX_WORKERS - 1, squares, &busy);
        check(worker || busy, "a worker is had by one thread or another");
        if (worker) {
            worker->killers[0][0]++;
            task->leaves++;
            table_release(task->table, worker);
        }
    }
    return NULL;
}

static bool never_ends(void *context)
{
    Control *control = context;
    return !atomic_load_explicit(&control->stop, memory_order_relaxed);
}

/* A run that does not end by itself, until another thread stops it. */
static void *run_forever(void *argument)
{
    Task *task = argument;
    Board board = task->game->line.board;
    bool done = perft(task->game->rules, &board, MAX_PERFT_DEPTH, true, NULL, task->control, never_ends, task->control,
                      &task->leaves);
    check(!done, "a run that was stopped says so");
    return NULL;
}

static void together(Task *tasks, int count, void *(*work)(void *))
{
    pthread_t threads[THREADS];
    for (int n = 0; n < count; n++)
        check(pthread_create(&threads[n], NULL, work, &tasks[n]) == 0, "a thread can be made");
    for (int n = 0; n < count; n++)
        pthread_join(threads[n], NULL);
}

static void test_game(const char *path)
{
    Game game;
    PerftTable counts;
    Table table;
    Control control;
    Task tasks[THREADS];
    game_read(path, &game);
    check(perft_table_make(&counts, 1) && table_make(&table, 1), "there is memory for tables");
    control_reset(&control);
    for (int n = 0; n < THREADS; n++)
        tasks[n] = (Task){.game = &game, .counts = &counts, .table = &table, .control = &control, .worker = (size_t)n};
    run(&tasks[0]);
    Task alone = tasks[0];
    for (int round = 0; round < ROUNDS; round++) {
        together(tasks, THREADS, run);
        for (int n = 0; n < THREADS; n++)
            check(tasks[n].leaves == alone.leaves && tasks[n].plies == alone.plies && tasks[n].value == alone.value &&
                      tasks[n].win == alone.win,
                  "every thread finds what one finds alone");
        check(atomic_load(&control.nodes) > 0, "the control counts");
        /* The next round begins with empty tables, which the threads fill together. */
        table_free(&table);
        perft_table_free(&counts);
        check(perft_table_make(&counts, 1) && table_make(&table, 1), "there is memory for tables");
    }
    uint64_t had = 0;
    for (int n = 0; n < THREADS; n++)
        tasks[n].leaves = 0;
    together(tasks, THREADS, contend);
    for (int n = 0; n < THREADS; n++)
        had += tasks[n].leaves;
    const Worker *shared = atomic_load(&table.workers[MAX_WORKERS - 1]);
    check(shared->killers[0][0] == had, "a worker is had by one thread at a time");
    pthread_t thread;
    check(pthread_create(&thread, NULL, run_forever, &tasks[0]) == 0, "a thread can be made");
    atomic_store(&control.stop, true);
    pthread_join(thread, NULL);
    table_free(&table);
    perft_table_free(&counts);
    game_free(&game);
    printf("%s: %llu leaves, %d threads agree\n", path, (unsigned long long)alone.leaves, THREADS);
}

int main(int count, char **arguments)
{
    check(count > 1, "which files? python -m tools.record writes some");
    for (int n = 1; n < count; n++)
        test_game(arguments[n]);
    return 0;
}
