/* The monotonic clock. */
#if defined(_WIN32)
#include <windows.h>
#else
#define _POSIX_C_SOURCE 199309L /* for clock_gettime, which is not in C11 */
#include <time.h>
#endif

#include "portability.h"

double monotonic_seconds(void)
{
#if defined(_WIN32)
    LARGE_INTEGER ticks, per_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&per_second);
    return (double)ticks.QuadPart / (double)per_second.QuadPart;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
#endif
}
