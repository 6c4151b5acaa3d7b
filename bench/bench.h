/* Timing for the benchmarks: repeated blocks, thread CPU time, the least and the median of them; and ratios to peers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_BENCH_H
#define ROUTH_BENCH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct bench_time {
    double least, median; /* seconds a call */
} bench_time;

static inline double bench_clock(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline int bench_ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Runs `block`, which makes `calls` calls, many times over. */
static inline bench_time bench_run(void (*block)(void *), void *with, double calls, clockid_t clock) {
    enum { REPEATS = 31 };
    double seconds[REPEATS];
    block(with); /* warm */
    for (int i = 0; i < REPEATS; i++) {
        const double start = bench_clock(clock);
        block(with);
        seconds[i] = (bench_clock(clock) - start) / calls;
    }
    qsort(seconds, REPEATS, sizeof *seconds, bench_ascending);
    return (bench_time){seconds[0], seconds[REPEATS / 2]};
}

static inline void bench_put(const char *text, FILE *file) {
    for (text += strspn(text, " "); *text; text++)
        if (*text != ',')
            fputc(*text, file);
    fputc(',', file);
}

/* How many times as fast as the peer the row is. Goes to the file that ROUTH_RATIOS names, if any: scripts/bench compares
 * it with the ledger. */
static inline void bench_ratio(const char *row, const char *peer, double ratio) {
    const char *path = getenv("ROUTH_RATIOS");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (file) {
        bench_put(row, file);
        bench_put(peer, file);
        fprintf(file, "%.3g\n", ratio);
        fclose(file);
    }
}

#endif
