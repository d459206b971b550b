/* Flooding: the squares that are connected with others along rows and columns. Sets of squares are masks by row. */
#ifndef TAFL_FLOOD_H
#define TAFL_FLOOD_H

#include "tafl.h"

/* The open squares of a row that are connected with one of the seeds, without a loop, which would be mispredicted. */
static inline uint32_t fill_row(uint32_t seeds, uint32_t open)
{
    uint32_t filled = seeds & open, run = open;
    filled |= open & ~(open + filled); /* upwards: a sum carries from each seed to the end of its run */
    filled |= run & filled >> 1;       /* downwards: over runs of open squares whose length doubles */
    run &= run >> 1;
    filled |= run & filled >> 2;
    run &= run >> 2;
    filled |= run & filled >> 4;
    run &= run >> 4;
    filled |= run & filled >> 8;
    run &= run >> 8;
    return filled | (run & filled >> 16);
}

/* Flood the open squares from those in `reached`, of which only the `rows`, a bit each, may have open squares beside
 * them. Rows are looked at again only when one beside them has changed. */
static inline void flood(const Rules *rules, const uint32_t *open, uint32_t *reached, uint32_t rows)
{
    const uint32_t inside = rules->column_inside;
    for (rows = (rows | rows << 1 | rows >> 1) & inside; rows;) {
        int r = lowest_bit(rows);
        uint32_t filled = reached[r] | fill_row(reached[r] | reached[r - 1] | reached[r + 1], open[r]);
        rows &= rows - 1;
        if (filled != reached[r]) {
            reached[r] = filled;
            rows |= (2u << r | 1u << r >> 1) & inside;
        }
    }
}

#endif
