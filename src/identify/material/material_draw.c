/* Sets of parameters drawn from what is known about a pair.
 *
 * Normal with the errors and correlations that resamples showed, η² in its logarithm, in which fits search it evenly; cut off at
 * the bounds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "algebra/cholesky.h"
#include "base/context.h"
#include "material/material.h"

enum { COUNT = ROUTH_MATERIAL_COUNT, MOST_TRIES = 10000 };

/* Files have correlations with a few digits, of which rounding may make a matrix that no distribution has, and those of ±1 have
 * no root that can be found by division: then they are drawn towards 0 by this share. */
static const double printed = 1e-3;

bool routh_material_root(const routh_material *material, const int *chosen, int count, double root[COUNT][COUNT]) {
    for (int attempt = 0; attempt < 2; attempt++) {
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count; j++)
                root[i][j] = j > i    ? 0
                             : j == i ? 1
                                      : (attempt ? 1 - printed : 1) * material->correlation[chosen[i]][chosen[j]];
        if (routh_cholesky_factor((size_t)count, COUNT, root[0], 1e-12))
            return true;
    }
    return count == 0;
}

/* What is drawn together, and how. */
typedef struct drawing {
    const routh_material *material;
    int count, chosen[COUNT];
    double root[COUNT][COUNT];
} drawing;

static bool try_once(const drawing *d, routh_random *random, double *set) {
    double normal[COUNT];
    for (int k = 0; k < d->count; k++)
        normal[k] = routh_random_normal(random);
    for (int k = 0; k < d->count; k++) {
        const int p = d->chosen[k];
        const routh_material_range range = routh_material_range_of((routh_material_parameter)p);
        const double value = d->material->value[p], error = d->material->error[p];
        double off = 0;
        for (int j = 0; j <= k; j++)
            off += d->root[k][j] * normal[j];
        set[p] = p == ROUTH_MATERIAL_ETA2 ? value * exp(off * error / value) : value + off * error;
        if (!(set[p] >= range.low && set[p] <= range.high))
            return false;
    }
    return true;
}

static void draw_one(const drawing *d, routh_random *random, double *set) {
    const routh_material *m = d->material;
    for (int p = 0; p < COUNT; p++) {
        const routh_interval *interval = &m->interval[p];
        set[p] = m->value[p];
        if (isfinite(m->value[p]) && isinf(m->error[p]) && isfinite(interval->low) && isfinite(interval->high) &&
            interval->low < interval->high)
            set[p] = routh_random_uniform(random, interval->low, interval->high);
    }
    for (int tries = 0; tries < MOST_TRIES; tries++)
        if (try_once(d, random, set))
            return;
    for (int k = 0; k < d->count; k++) /* all but never within the bounds: what is nearest to them */
        set[d->chosen[k]] = m->value[d->chosen[k]];
}

routh_status routh_material_draw(routh_context *context, const routh_material *material, uint64_t seed, size_t count,
                                 double (*set)[ROUTH_MATERIAL_PARAMETERS]) {
    drawing d = {.material = material};
    for (int p = 0; p < COUNT; p++) {
        const routh_material_range range = routh_material_range_of((routh_material_parameter)p);
        if (!isnan(material->value[p]) && !(material->value[p] >= range.low && material->value[p] <= range.high))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, routh_name(&routh_material_parameters, p),
                                    "%s is %g; it must be from %g to %g", routh_name(&routh_material_parameters, p),
                                    material->value[p], range.low, range.high);
        if (routh_material_scatters(material, p))
            d.chosen[d.count++] = p;
    }
    if (!routh_material_root(material, d.chosen, d.count, d.root))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "correlation",
                                "the correlations of %s are those of no distribution: not positive semidefinite",
                                *material->name ? material->name : "the material");
    for (size_t i = 0; i < count; i++) {
        routh_random random = routh_random_seed(seed, i);
        draw_one(&d, &random, set[i]);
    }
    return ROUTH_OK;
}
