/* Claims of many seeds, and the rows that they become.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coverage.h"

const double coverage_level[COVERAGE_LEVELS] = {0.5, 0.9, 0.95};

/* Half widths in standard errors. The 95 % intervals are the estimators' own; most give no others, and those of 50 and 90 %
 * follow from their standard errors. */
static const double quantile[COVERAGE_LEVELS] = {0.674490, 1.644854, 1.959964};

static void *enough(void *block, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return block;
    *room = 2 * count + 16;
    block = realloc(block, *room * size);
    if (!block) {
        fputs("routh-coverage: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return block;
}

void claim_add(coverage_claims *c, int quantity, double truth, double value, double error, double low, double high) {
    c->claim = enough(c->claim, c->count, &c->room, sizeof *c->claim);
    c->claim[c->count++] = (coverage_claim){quantity, truth, value, error, low, high, 0};
}

void claim_refuse(coverage_claims *c, int quantity, const char *why) {
    c->refused[quantity] = true;
    snprintf(c->why[quantity], sizeof c->why[quantity], "%s", why);
}

static bool holds(const coverage_claim *c, int level) {
    if (level == COVERAGE_LEVELS - 1)
        return c->low <= c->truth && c->truth <= c->high;
    return fabs(c->value - c->truth) <= quantile[level] * c->error;
}

/* Sums over the claims of one quantity. */
typedef struct tally {
    double count, value, square, error_square, off, truth, covered[COVERAGE_LEVELS];
} tally;

static void tally_add(tally *t, const coverage_claim *c) {
    const double off = c->value - c->truth;
    t->count++;
    t->value += off;
    t->square += off * off;
    t->error_square += c->error * c->error;
    t->off += off / c->error;
    t->truth += c->truth;
    for (int l = 0; l < COVERAGE_LEVELS; l++)
        t->covered[l] += holds(c, l);
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Half widths ÷ those of an estimator that knows the noise, median; an endless one is too wide. */
static double median_width(int quantity, size_t seeds, const coverage_claims *claims) {
    double *ratio = calloc(seeds, sizeof *ratio);
    size_t count = 0;
    for (size_t s = 0; ratio && s < seeds; s++)
        for (size_t i = 0; i < claims[s].count && count < seeds; i++) {
            const coverage_claim *c = &claims[s].claim[i];
            if (c->quantity == quantity && c->known > 0)
                ratio[count++] = (c->high - c->low) / 2 / c->known;
        }
    if (count > 0)
        qsort(ratio, count, sizeof *ratio, ascending);
    const double median = count > 0 ? ratio[count / 2] : NAN;
    free(ratio);
    return median;
}

static coverage_row row_of(const coverage_estimator *estimator, const coverage_world *world, int quantity, size_t seeds,
                           const coverage_claims *claims) {
    coverage_row row = {.estimator = estimator, .world = world, .quantity = quantity, .seeds = seeds};
    tally t = {0};
    for (size_t s = 0; s < seeds; s++) {
        row.refused += claims[s].refused[quantity];
        row.flagged += claims[s].flagged;
        row.misfit += claims[s].misfit;
        if (claims[s].refused[quantity])
            memcpy(row.why, claims[s].why[quantity], sizeof row.why);
        for (size_t i = 0; i < claims[s].count; i++)
            if (claims[s].claim[i].quantity == quantity)
                tally_add(&t, &claims[s].claim[i]);
    }
    const double n = t.count, mean = t.value / n;
    row.claims = (size_t)n;
    row.width = median_width(quantity, seeds, claims);
    row.bias = t.off / n;
    row.bias_percent = fabs(t.truth) > 0 ? 100 * t.value / t.truth : NAN;
    row.ratio = n > 1 ? sqrt((t.square - n * mean * mean) / (n - 1)) / sqrt(t.error_square / n) : NAN;
    for (int l = 0; l < COVERAGE_LEVELS; l++)
        row.covered[l] = t.covered[l] / n;
    return row;
}

void coverage_run(const coverage_estimator *estimator, const coverage_world *world, uint64_t first, size_t seeds,
                  coverage_table *table) {
    coverage_claims *claims = calloc(seeds ? seeds : 1, sizeof *claims);
    if (!claims)
        exit(EXIT_FAILURE);
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t s = 0; s < seeds; s++)
        estimator->run(world, first + s, &claims[s]);
    for (int q = 0; estimator->quantity[q]; q++) {
        const coverage_row row = row_of(estimator, world, q, seeds, claims);
        if (row.claims + row.refused == 0) /* the world's law has no such parameter */
            continue;
        table->row = enough(table->row, table->count, &table->room, sizeof *table->row);
        table->row[table->count++] = row;
    }
    for (size_t s = 0; s < seeds; s++)
        free(claims[s].claim);
    free(claims);
}

coverage_summary coverage_summarise(const coverage_table *table, const coverage_estimator *estimator, int quantity) {
    coverage_summary summary = {.least = INFINITY};
    double worlds = 0;
    for (size_t i = 0; i < table->count; i++) {
        const coverage_row *row = &table->row[i];
        if (row->estimator != estimator || row->quantity != quantity || row->claims == 0)
            continue;
        worlds++;
        summary.mean += row->covered[COVERAGE_LEVELS - 1];
        if (row->covered[COVERAGE_LEVELS - 1] < summary.least) {
            summary.least = row->covered[COVERAGE_LEVELS - 1];
            summary.worst = row->world;
        }
    }
    summary.mean /= worlds;
    return summary;
}
