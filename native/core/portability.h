/* What the C standard leaves to compilers and systems: bit scans, comparisons of several words at once, prefetching and a
 * monotonic clock. */
#ifndef TAFL_PORTABILITY_H
#define TAFL_PORTABILITY_H

#include <stdint.h>

#if defined(_MSC_VER)
#include <intrin.h>
#endif
#if defined(__SSE2__) || defined(_M_X64) /* every x86 with 64 bits */
#include <emmintrin.h>
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

/* Which of four words differ, a bit each. */
static inline uint32_t differing_words(const uint32_t one[4], const uint32_t other[4])
{
#if defined(__SSE2__) || defined(_M_X64)
    __m128i same = _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *)one), _mm_loadu_si128((const __m128i *)other));
    return 15u ^ (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(same));
#else
    uint32_t words = 0;
    for (int n = 0; n < 4; n++)
        words |= (uint32_t)(one[n] != other[n]) << n;
    return words;
#endif
}

/* Ask for memory that will be read soon. */
static inline void prefetch(const void *memory)
{
#if defined(__GNUC__)
    __builtin_prefetch(memory);
#elif defined(_M_X64)
    _mm_prefetch((const char *)memory, _MM_HINT_T0);
#else
    (void)memory;
#endif
}

/* Seconds since some fixed moment, by a clock that nobody sets. In clock.c, since <windows.h> defines macros whose
 * names are used here for other things. */
double monotonic_seconds(void);

#endif
