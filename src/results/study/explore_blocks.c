/* How many impacts in a row may share the noise of what a quantity explains.
 *
 * Signs that are flipped impact by impact stand for noise that is new at every impact. Noise that lasts, as a camera that
 * drifts makes it, explains any quantity that happens to move along, and must be flipped in blocks that are as good as
 * independent (the block bootstrap: H. R. Künsch, Annals of Statistics 17 (1989); for signs: X. Shao, The dependent wild bootstrap,
 * Journal of the American Statistical Association 105 (2010)). What has to be independent is what impacts add to the normal equations
 * of the quantity, term × g × what is left: a spin that drifts is seen by a quantity that turns with the lever, and not by one that does not.
 *
 * Blocks are long from the beginning, which costs little where noise is new at every impact. They become longer where they are shorter
 * than twice the integrated autocorrelation time, 1 + 2 Σ ρ_k up to five times itself (A. Sokal, Monte Carlo methods in
 * statistical mechanics (1996), section 3), or where neighbouring blocks go along with each other, which shows slow
 * noise below noise that is new. Too long is safe: with few blocks there are few patterns of signs, and nothing is claimed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "study/explore.h"

enum { WINDOW = 5 };

/* Neighbouring blocks that are independent go along more than this, over √blocks, once in twenty times. */
static const double by_chance = 1.645;

/* What the quantity and the base leave of the second view. */
static void fill_rest(const routh_explore_view *v, const routh_explore_base *with, double *rest) {
    for (size_t i = 0; i < v->count; i++)
        rest[i] = v->used[i] ? v->y[ROUTH_VIEW_BEYOND][i] - routh_explore_base_at(v, with, i) * v->g[i] : 0;
}

/* Integrated autocorrelation time, impacts. */
static double time_of(const double *score, size_t count) {
    double square = 0, time = 1;
    for (size_t i = 0; i < count; i++)
        square += score[i] * score[i];
    for (size_t lag = 1; square > 0 && lag < count / 2 && (double)lag < WINDOW * time; lag++) {
        double product = 0;
        for (size_t i = lag; i < count; i++)
            product += score[i] * score[i - lag];
        time = fmax(1, time + 2 * product / square);
    }
    return time;
}

/* Do neighbouring blocks go along with each other? */
static bool is_shared(const double *score, size_t count, size_t blocks) {
    double square = 0, product = 0, before = 0, own = 0;
    for (size_t i = 0, b = 0; i < count; i++) {
        own += score[i];
        const size_t next = (i + 1) * blocks / count;
        if (next == b)
            continue;
        square += own * own;
        product += b > 0 ? own * before : 0;
        before = own;
        own = 0;
        b = next;
    }
    return product > by_chance * square / sqrt((double)blocks);
}

size_t routh_explore_blocks(const routh_explore_view *view, const routh_explore_base *base, size_t quantity, int degree,
                            double *scratch) {
    double *const rest = scratch, *const score = scratch + view->count;
    const int parts = view->angle[quantity] ? 2 : degree;
    size_t blocks = ROUTH_EXPLORE_BLOCKS;
    routh_explore_base with = *base;
    with.quantity[with.count] = quantity;
    with.degree[with.count++] = degree;
    routh_explore_fit_base(view, &with);
    fill_rest(view, &with, rest);
    for (int part = 0; part < parts; part++) {
        const double *term = view->term + (quantity * ROUTH_EXPLORE_PARTS + (size_t)part) * view->count;
        for (size_t i = 0; i < view->count; i++)
            score[i] = term[i] * view->g[i] * rest[i];
        const double time = time_of(score, view->count);
        while (blocks >= ROUTH_EXPLORE_LEAST_BLOCKS &&
               ((double)view->count / (double)blocks < 2 * time || is_shared(score, view->count, blocks)))
            blocks /= 2;
    }
    return blocks;
}
