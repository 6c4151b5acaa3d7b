/* A million impacts at once, against what the machine allows. Two floors are measured in the same run, neither of them
 * with the solver: memory    a loop with the same arrays in and out and next to no arithmetic; division  a loop with as
 * many independent divisions and square roots as the law and what follows it need, on a block that stays in the
 * first-level cache. They are the scarce unit: everything else overlaps with them. The larger of the two is the limit;
 * the last column says how far above it the batch is. Smith's law iterates, so it has no fixed number of divisions; its
 * floor is that of one iteration.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/routh.h>

#include "bench.h"

enum { IMPACTS = 1000000, CACHED = 256, TURNS = 400 };

/* Divisions and square roots of each law, with the one division of the energy ratio; counted in src/core/impact. */
static const struct {
    const char *law;
    int divisions, roots;
} needed[] = {{"drumwright-shell", 4, 0}, {"ap-poisson", 4, 0},  {"ap-newton", 3, 0}, {"mirtich", 8, 1},
              {"wang-mason", 6, 0},       {"whittaker", 3, 0},   {"smith", 4, 0},     {"ap-poisson-normal", 5, 0},
              {"chatterjee-ruina", 5, 0}, {"frictionless", 2, 0}};

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define CLONES
#endif

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
    routh_impact_generator options = routh_impact_generator_default();
    if (routh_impacts_generate(NULL, &options, IMPACTS, drops) != ROUTH_OK)
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
        routh_contact_of(NULL, &drops[i], &c);
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
        b.parameter[2] = &w->law->parameter[2].initial;
    b.pt = out[0];
    b.pn = out[1];
    b.vt_after = out[2];
    b.vn_after = out[3];
    b.contact_energy_ratio = out[4];
    b.mode = mode;
    b.flags = flags;
    for (size_t i = 0; i < w->repeats; i++)
        routh_law_solve_batch(w->law, &b, NULL);
}

/* The memory floor: reads what the batch reads, writes what it writes. */
static void stream(void *with) {
    const work *w = with;
    (void)w; /* which only the pragma reads */
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

typedef struct division_work {
    int divisions, roots;
} division_work;

static double numbers[CACHED], quotients[CACHED];

CLONES static void divide(void *with) {
    const division_work *w = with;
    for (int turn = 0; turn < TURNS; turn++) {
        for (int n = 0; n < w->divisions; n++)
            for (int i = 0; i < CACHED; i++)
                quotients[i] = (1.5 + n) / numbers[i];
        for (int n = 0; n < w->roots; n++)
            for (int i = 0; i < CACHED; i++)
                quotients[i] = sqrt(numbers[i]);
        __asm__ volatile("" : : "r"(quotients) : "memory");
    }
}

static double division_floor(const char *law) {
    for (int i = 0; i < CACHED; i++)
        numbers[i] = 1 + 1e-3 * i;
    for (size_t n = 0; n < sizeof needed / sizeof *needed; n++)
        if (strcmp(needed[n].law, law) == 0) {
            division_work w = {needed[n].divisions, needed[n].roots};
            return bench_run(divide, &w, (double)TURNS * CACHED, CLOCK_MONOTONIC).least;
        }
    return 0;
}

static void table(int threads) {
    work memory = {.threads = threads};
    const double floor = bench_run(stream, &memory, IMPACTS, CLOCK_MONOTONIC).least;
    const double bytes = 12 * sizeof(double) + 2;
    printf("\n%d thread%s: the same arrays without the solver take %.2f ns an impact (%.1f GB/s)\n", threads,
           threads > 1 ? "s" : "", 1e9 * floor, 1e-9 * bytes / floor);
    printf("%-20s %10s %12s %12s   %s\n", "", "batch ns", "division ns", "M impacts/s",
           "limit, and the batch above it");
    for (size_t l = 0; l < routh_law_count(); l++) {
        work all = {routh_law_at(l), IMPACTS, 1, threads};
        if (!all.law->impulses) { /* a hundredth of them is enough */
            all.count = IMPACTS / 100;
            const double each = bench_run(solve, &all, (double)all.count, CLOCK_MONOTONIC).least;
            printf("%-20s %10.2f %12s %12.1f   solved one by one\n", all.law->name, 1e9 * each, "", 1e-6 / each);
            continue;
        }
        const double batch = bench_run(solve, &all, IMPACTS, CLOCK_MONOTONIC).least;
        const double division = division_floor(routh_law_at(l)->name) / threads;
        const double limit = fmax(floor, division);
        printf("%-20s %10.2f %12.2f %12.0f   %s, %.2f x\n", routh_law_at(l)->name, 1e9 * batch, 1e9 * division,
               1e-6 / batch, floor > division ? "memory" : "division", batch / limit);
        if (threads == 1)
            bench_ratio(routh_law_at(l)->name, "limit of memory or division", limit / batch);
    }
}

int main(void) {
    make_impacts();
    printf("A million ellipse drops, all results wanted, friction and restitution different in each\n");
    table(1);
    table(2);
    return 0;
}
