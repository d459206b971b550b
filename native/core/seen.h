/* The positions of a line of play since pieces last left the board, found by their hashes.
 *
 * Positions are numbered from 0 and added in order; only the newest can be removed. States that branch off a line share
 * its table: each asks only for positions up to a number of its own.
 */
#ifndef SEEN_H
#define SEEN_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Seen Seen;

/* A table that counts up to `enough`: it does not look for more, however often a position occurs. NULL without memory. */
Seen *seen_new(int enough);
void seen_hold(Seen *seen);
void seen_release(Seen *seen);
int seen_length(const Seen *seen);
bool seen_add(Seen *seen, uint64_t hash); /* false without memory */
void seen_remove_last(Seen *seen);
uint64_t seen_at(const Seen *seen, int number);
/* How often a hash occurs among the positions with numbers below `end`. */
int seen_count(const Seen *seen, uint64_t hash, int end);

#endif
