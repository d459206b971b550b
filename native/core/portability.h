/* What the C standard leaves to compilers and systems: bit scans and a monotonic clock. */
#ifndef TAFL_PORTABILITY_H
#define TAFL_PORTABILITY_H

#include <stdint.h>

#if defined(_MSC_VER)
#include <intrin.h>
#endif

/* The numbers of the lowest and the highest bit of a mask, which must not be 0. */
static inline int lowest_bit(uint32_t mask)
{
#if defined(_MSC_VER)
    unsigned long number;
    _BitScanForward(&number, mask);
    return (int)number;
#else
    return __builtin_ctz(mask);
#endif
}

static inline int highest_bit(uint32_t mask)
{
#if defined(_MSC_VER)
    unsigned long number;
    _BitScanReverse(&number, mask);
    return (int)number;
#else
    return 31 - __builtin_clz(mask);
#endif
}

/* A portable sum instead of an intrinsic: without flags for one machine, GCC's and Clang's calls a function. */
static inline int bit_count(uint32_t mask)
{
    mask = mask - (mask >> 1 & 0x55555555u);
    mask = (mask & 0x33333333u) + (mask >> 2 & 0x33333333u);
    mask = (mask + (mask >> 4)) & 0x0F0F0F0Fu;
    return (int)(mask * 0x01010101u >> 24);
}

/* Seconds since some fixed moment, by a clock that nobody sets. In clock.c, since <windows.h> defines macros whose
 * names are used here for other things. */
double monotonic_seconds(void);

#endif
