/* What the C standard leaves to compilers and systems: bit scans, operations on several words at once, prefetching and a
 * monotonic clock. */
#ifndef TAFL_PORTABILITY_H
#define TAFL_PORTABILITY_H

#include <stdint.h>
#include <string.h>

#if defined(_MSC_VER)
#include <intrin.h>
#endif
#if defined(__SSE2__) || defined(_M_X64) /* every x86 with 64 bits */
#define HAS_SSE2 1
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

static inline int lowest_bit_of_64(uint64_t mask)
{
#if defined(_MSC_VER)
    return (uint32_t)mask ? lowest_bit((uint32_t)mask) : 32 + lowest_bit((uint32_t)(mask >> 32));
#else
    return __builtin_ctzll(mask);
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
#if defined(HAS_SSE2)
    __m128i same = _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *)one), _mm_loadu_si128((const __m128i *)other));
    return 15u ^ (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(same));
#else
    uint32_t words = 0;
    for (int n = 0; n < 4; n++)
        words |= (uint32_t)(one[n] != other[n]) << n;
    return words;
#endif
}

/* Eight words of 16 bits, added and subtracted modulo 2^16, and four of 32 bits: compilers do not keep longer arrays in
 * registers. */
#if defined(HAS_SSE2)
typedef __m128i Eight, Four;

static inline Eight eight_load(const int16_t *words)
{
    return _mm_loadu_si128((const __m128i *)words);
}

static inline void eight_store(int16_t *words, Eight eight)
{
    _mm_storeu_si128((__m128i *)words, eight);
}

static inline Eight eight_plus(Eight one, Eight other)
{
    return _mm_add_epi16(one, other);
}

static inline Eight eight_minus(Eight one, Eight other)
{
    return _mm_sub_epi16(one, other);
}

/* At least 0, and at most `most`. */
static inline Eight eight_clip(Eight eight, int16_t most)
{
    return _mm_min_epi16(_mm_max_epi16(eight, _mm_setzero_si128()), _mm_set1_epi16(most));
}

static inline Four four_zeros(void)
{
    return _mm_setzero_si128();
}

/* Add the products of two neighbours each. */
static inline Four four_plus_products(Four sums, Eight one, Eight other)
{
    return _mm_add_epi32(sums, _mm_madd_epi16(one, other));
}

static inline int32_t four_total(Four sums)
{
    int32_t parts[4];
    _mm_storeu_si128((__m128i *)parts, sums);
    return parts[0] + parts[1] + parts[2] + parts[3];
}
#else
typedef struct {
    int16_t word[8];
} Eight;
typedef struct {
    int32_t word[4];
} Four;

static inline Eight eight_load(const int16_t *words)
{
    Eight eight;
    memcpy(eight.word, words, sizeof eight.word);
    return eight;
}

static inline void eight_store(int16_t *words, Eight eight)
{
    memcpy(words, eight.word, sizeof eight.word);
}

static inline Eight eight_plus(Eight one, Eight other)
{
    for (int n = 0; n < 8; n++)
        one.word[n] = (int16_t)(uint16_t)(one.word[n] + other.word[n]);
    return one;
}

static inline Eight eight_minus(Eight one, Eight other)
{
    for (int n = 0; n < 8; n++)
        one.word[n] = (int16_t)(uint16_t)(one.word[n] - other.word[n]);
    return one;
}

static inline Eight eight_clip(Eight eight, int16_t most)
{
    for (int n = 0; n < 8; n++) {
        int16_t word = eight.word[n] < 0 ? 0 : eight.word[n];
        eight.word[n] = word > most ? most : word;
    }
    return eight;
}

static inline Four four_zeros(void)
{
    return (Four){{0}};
}

static inline Four four_plus_products(Four sums, Eight one, Eight other)
{
    for (int n = 0; n < 4; n++)
        sums.word[n] += one.word[2 * n] * other.word[2 * n] + one.word[2 * n + 1] * other.word[2 * n + 1];
    return sums;
}

static inline int32_t four_total(Four sums)
{
    return sums.word[0] + sums.word[1] + sums.word[2] + sums.word[3];
}
#endif

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
