/* A million impacts at once, against what the machine allows. Two floors are measured in the same run:
 *   memory      a loop with the same arrays in and out and next to no arithmetic;
 *   arithmetic  the same solver on a block that stays in the first-level cache.
 * The larger of the two is the limit; the last column says how far above it the batch is.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/routh.h>

#include "bench.h"

enum { IMPACTS = 1000000, CACHED = 256 };

static double *in[7], *out[5];
static unsigned char *mode, *flags;

static void *array(size_t count, size_t size) {
    void *block = aligned_alloc(64, (count * size + 63) / 64 * 64);
    if (!block)
        abort();
    memset(block, 0, count * size);
    return block;
}

static void make_impacts(void) {
    routh_impact *drops = array(IMPACTS, sizeof *drops);
    routh_drops options = routh_drops_default();
    if (routh_generate_drops(NULL, &options, IMPACTS, drops) != ROUTH_OK)
        abort();
    for (int j = 0; j < 7; j++)
        in[j] = array(IMPACTS, sizeof(double));
    for (int j = 0; j < 5; j++)
        out[j] = array(IMPACTS, sizeof(double));
    mode = array(IMPACTS, 1);
    flags = array(IMPACTS, 1);
    routh_random random = routh_random_seed(1, 2);
    for (size_t i = 0; i < IMPACTS; i++) {
        routh_contact c;
        routh_contact_from_impact(NULL, &drops[i], &c);
        const double row[7] = {c.wtt,
                               c.wtn,
                               c.wnn,
                               c.vt,
                               c.vn,
                               routh_random_uniform(&random, 0.05, 0.45),
                               routh_random_uniform(&random, 0, 0.6)};
        for (int j = 0; j < 7; j++)
            in[j][i] = row[j];
    }
    free(drops);
}

typedef struct work {
    const routh_law *law;
    size_t count, repeats;
    int threads;
} work;

static void solve(void *with) {
    const work *w = with;
    static const double et = 0;
    routh_batch b = routh_batch_default();
    b.count = w->count;
    b.threads = w->threads;
    b.wtt = in[0];
    b.wtn = in[1];
    b.wnn = in[2];
    b.vt = in[3];
    b.vn = in[4];
    const int friction = routh_law_parameter(w->law, "mu"), restitution = routh_law_parameter(w->law, "eps");
    if (friction >= 0)
        b.parameter[friction] = in[5];
    b.parameter[restitution] = in[6];
    b.parameter_varies = (friction >= 0 ? 1u << friction : 0) | 1u << restitution;
    if (w->law->parameter_count == 3)
        b.parameter[2] = &et;
    b.pt = out[0];
    b.pn = out[1];
    b.vt_after = out[2];
    b.vn_after = out[3];
    b.energy_ratio = out[4];
    b.mode = mode;
    b.flags = flags;
    for (size_t i = 0; i < w->repeats; i++)
        routh_law_solve_batch(w->law, &b, NULL);
}

/* The memory floor: reads what the batch reads, writes what it writes. */
static void stream(void *with) {
    const work *w = with;
#pragma omp parallel for num_threads(w->threads) schedule(static)
    for (size_t i = 0; i < IMPACTS; i++) {
        const double x = in[0][i] + in[1][i] + in[2][i] + in[3][i] + in[4][i] + in[5][i] + in[6][i];
        out[0][i] = x;
        out[1][i] = x;
        out[2][i] = x;
        out[3][i] = x;
        out[4][i] = x;
        mode[i] = 0;
        flags[i] = 0;
    }
}

static void table(int threads) {
    work memory = {.threads = threads};
    const double floor = bench_run(stream, &memory, IMPACTS, CLOCK_MONOTONIC).least;
    const double bytes = 12 * sizeof(double) + 2;
    printf("\n%d thread%s: the same arrays without the solver take %.2f ns an impact (%.1f GB/s)\n", threads,
           threads > 1 ? "s" : "", 1e9 * floor, 1e-9 * bytes / floor);
    printf("%-20s %10s %10s %12s   %s\n", "", "batch ns", "cached ns", "M impacts/s", "limit, and the batch above it");
    for (size_t l = 0; l < routh_law_count(); l++) {
        work all = {routh_law_at(l), IMPACTS, 1, threads}, cached = {routh_law_at(l), CACHED, 400, 1};
        const double batch = bench_run(solve, &all, IMPACTS, CLOCK_MONOTONIC).least;
        const double arithmetic = bench_run(solve, &cached, 400.0 * CACHED, CLOCK_MONOTONIC).least / threads;
        const double limit = fmax(floor, arithmetic);
        printf("%-20s %10.2f %10.2f %12.0f   %s, %.2f x\n", routh_law_at(l)->name, 1e9 * batch, 1e9 * arithmetic,
               1e-6 / batch, floor > arithmetic ? "memory" : "arithmetic", batch / limit);
    }
}

int main(void) {
    make_impacts();
    printf("A million ellipse drops, all results wanted, friction and restitution different in each\n");
    table(1);
    table(2);
    return 0;
}
