/* A hash table with linear probing from hashes to the numbers of positions, beside the list of the hashes. */
#include "seen.h"

#include <stdlib.h>

struct Seen {
    uint64_t *hashes; /* by number */
    int32_t *places;  /* numbers from 1 where their hashes lead, 0 for none */
    int length, size; /* `size` is that of `places`, a power of two, and twice that of `hashes` */
    int enough, holders;
};

enum { FIRST_SIZE = 128 };

Seen *seen_new(int enough)
{
    Seen *seen = calloc(1, sizeof *seen);
    if (seen) {
        seen->enough = enough;
        seen->holders = 1;
    }
    return seen;
}

void seen_hold(Seen *seen)
{
    seen->holders++;
}

void seen_release(Seen *seen)
{
    if (--seen->holders)
        return;
    free(seen->hashes);
    free(seen->places);
    free(seen);
}

int seen_length(const Seen *seen)
{
    return seen->length;
}

uint64_t seen_at(const Seen *seen, int number)
{
    return seen->hashes[number];
}

/* Later occurrences than the first `enough` have no place: searches would become longer by each of them. */
static void place(Seen *seen, int number)
{
    uint64_t hash = seen->hashes[number];
    uint32_t mask = (uint32_t)seen->size - 1, at = (uint32_t)hash & mask;
    int found = 0;
    for (; seen->places[at]; at = (at + 1) & mask)
        if (seen->hashes[seen->places[at] - 1] == hash && ++found == seen->enough)
            return;
    seen->places[at] = number + 1;
}

static bool grow(Seen *seen)
{
    int size = seen->size ? 2 * seen->size : FIRST_SIZE;
    uint64_t *hashes = realloc(seen->hashes, (size_t)size / 2 * sizeof *hashes);
    if (!hashes)
        return false;
    seen->hashes = hashes;
    int32_t *places = calloc((size_t)size, sizeof *places);
    if (!places)
        return false;
    free(seen->places);
    seen->places = places;
    seen->size = size;
    for (int number = 0; number < seen->length; number++)
        place(seen, number);
    return true;
}

bool seen_add(Seen *seen, uint64_t hash)
{
    if (seen->length == seen->size / 2 && !grow(seen))
        return false;
    seen->hashes[seen->length] = hash;
    place(seen, seen->length++);
    return true;
}

void seen_remove_last(Seen *seen)
{
    /* Nothing was placed after it, so that no search leads over its place to another. */
    uint32_t mask = (uint32_t)seen->size - 1, at = (uint32_t)seen->hashes[seen->length - 1] & mask;
    while (seen->places[at] && seen->places[at] != seen->length)
        at = (at + 1) & mask;
    seen->places[at] = 0;
    seen->length--;
}

int seen_count(const Seen *seen, uint64_t hash, int end)
{
    uint32_t mask = (uint32_t)seen->size - 1, at = (uint32_t)hash & mask;
    int found = 0;
    for (int number; seen->size && (number = seen->places[at]); at = (at + 1) & mask)
        found += number <= end && seen->hashes[number - 1] == hash;
    return found;
}
