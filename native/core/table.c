/* The transposition table, which threads share without locks, and the workers, one for each thread. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* for madvise, which is not in C11 */
#include <sys/mman.h>
#endif

#include "search.h"

#include <stdlib.h>
#include <string.h>

#define PLACES_TOGETHER 4
#define PRIORITY_MASK 255u /* of the data of a place */
#define SAMPLED_PLACES 1000 /* of a table, when it is asked how full it is */

/* Large pages, where the system has them on request. A page that is read before it is written is exchanged then, and all
 * threads have to wait for that: with small pages, two threads took half as long again for a node. */
static void ask_for_large_pages(void *memory, size_t bytes)
{
#if defined(MADV_HUGEPAGE)
    const size_t page = (size_t)2 << 20;
    uintptr_t begin = ((uintptr_t)memory + page - 1) / page * page, end = ((uintptr_t)memory + bytes) / page * page;
    if (begin < end)
        madvise((void *)begin, end - begin, MADV_HUGEPAGE); /* If it fails, the pages stay small. */
#else
    (void)memory, (void)bytes;
#endif
}

bool table_make(Table *table, size_t megabytes)
{
    size_t places = PLACES_TOGETHER;
    memset(table, 0, sizeof *table);
    /* So many megabytes may exceed the address space. */
    size_t bytes = megabytes > SIZE_MAX >> 20 ? SIZE_MAX : megabytes << 20;
    while (places * 2 <= bytes / sizeof(Place))
        places *= 2;
    /* Places that are looked at together are in one line of the cache: memory from `calloc` begins anywhere in one. */
    table->memory = calloc(places + PLACES_TOGETHER, sizeof(Place));
    if (table->memory) {
        uintptr_t begin = (uintptr_t)table->memory, line = PLACES_TOGETHER * sizeof(Place);
        table->places = (Place *)((char *)table->memory + (line - begin % line) % line);
        ask_for_large_pages(table->places, places * sizeof(Place));
    }
    table->mask = (uint64_t)(places - 1) & ~(uint64_t)(PLACES_TOGETHER - 1);
    return table->places != NULL;
}

void table_free(Table *table)
{
    for (int n = 0; n < MAX_WORKERS; n++) {
        Worker *worker = atomic_load(&table->workers[n]);
        if (worker) {
            free(worker->history);
            free(worker->countermoves);
            free(worker);
        }
    }
    free(table->memory);
    memset(table, 0, sizeof *table);
}

void table_clear(Table *table)
{
    memset((void *)table->places, 0, (size_t)(table->mask + PLACES_TOGETHER) * sizeof *table->places);
    memset((void *)table->searched, 0, sizeof table->searched);
    for (int n = 0; n < MAX_WORKERS; n++) {
        Worker *worker = atomic_load(&table->workers[n]);
        if (worker && worker->squares) {
            size_t moves = worker->squares * worker->squares;
            memset(worker->history, 0, moves * sizeof *worker->history);
            memset(worker->countermoves, 0, moves * sizeof *worker->countermoves);
            memset(worker->killers, 0, sizeof worker->killers);
        }
    }
}

bool table_get(const Table *table, uint64_t key, uint64_t *data)
{
    Place *group = table->places + (key & table->mask);
    for (int n = 0; n < PLACES_TOGETHER; n++) {
        uint64_t found = atomic_load_explicit(&group[n].data, memory_order_relaxed);
        if ((atomic_load_explicit(&group[n].check, memory_order_relaxed) ^ found) == key && found) {
            *data = found;
            return true;
        }
    }
    return false;
}

void table_put(Table *table, uint64_t key, uint64_t data)
{
    Place *group = table->places + (key & table->mask), *worst = group;
    unsigned least = PRIORITY_MASK + 1;
    for (int n = 0; n < PLACES_TOGETHER; n++) {
        uint64_t found = atomic_load_explicit(&group[n].data, memory_order_relaxed);
        if (!found || (atomic_load_explicit(&group[n].check, memory_order_relaxed) ^ found) == key) {
            worst = &group[n];
            break;
        }
        if ((found & PRIORITY_MASK) < least) {
            least = found & PRIORITY_MASK;
            worst = &group[n];
        }
    }
    atomic_store_explicit(&worst->data, data, memory_order_relaxed);
    atomic_store_explicit(&worst->check, key ^ data, memory_order_relaxed);
}

double table_filled(const Table *table)
{
    uint64_t last = table->mask + PLACES_TOGETHER - 1, count = last < SAMPLED_PLACES ? last : SAMPLED_PLACES;
    uint64_t filled = 0;
    for (uint64_t n = 0; n < count; n++)
        filled += atomic_load_explicit(&table->places[n].data, memory_order_relaxed) != 0;
    return (double)filled / (double)count;
}

/* The worker of a number, made by the thread that asks for it first; NULL without memory. */
static Worker *worker_of(Table *table, size_t number)
{
    Worker *worker = atomic_load(&table->workers[number]);
    if (worker)
        return worker;
    Worker *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    atomic_flag_clear(&made->busy);
    if (atomic_compare_exchange_strong(&table->workers[number], &worker, made))
        return made;
    free(made); /* Another thread was faster: `worker` is the one that it made. */
    return worker;
}

/* Allocate the tables of a worker for a board; those for a board of another size are discarded. */
static bool worker_resize(Worker *worker, size_t squares)
{
    if (worker->squares == squares)
        return true;
    free(worker->history);
    free(worker->countermoves);
    worker->squares = 0;
    worker->history = calloc(squares * squares, sizeof *worker->history);
    worker->countermoves = calloc(squares * squares, sizeof *worker->countermoves);
    if (!worker->history || !worker->countermoves)
        return false;
    memset(worker->killers, 0, sizeof worker->killers);
    worker->squares = squares;
    return true;
}

Worker *table_worker(Table *table, size_t number, size_t squares, bool *busy)
{
    Worker *worker = worker_of(table, number);
    *busy = worker && atomic_flag_test_and_set(&worker->busy);
    if (!worker || *busy)
        return NULL;
    atomic_fetch_add(&table->users, 1);
    if (worker_resize(worker, squares))
        return worker;
    table_release(table, worker);
    return NULL;
}

void table_release(Table *table, Worker *worker)
{
    atomic_fetch_sub(&table->users, 1);
    atomic_flag_clear(&worker->busy);
}
