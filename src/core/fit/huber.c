/* Huber's cost with its own scale: quadratic for small residuals, linear for large ones.
 *
 * P. J. Huber, Robust statistics (1981), section 7.7. Where the bend lies depends on the noise's deviation σ, which is
 * not known. So σ is estimated along with the parameters, by minimising
 *
 *     Q(p, σ) = mean of (ρ(e/σ) + a) σ,    ρ(z) = z²/2 up to z = c, then c z − c²/2,
 *
 * over both. Over σ that is solved by mean of min(e/σ, c)² = 2a, a line in 1/σ² as long as no residual crosses the
 * bend: Newton's method climbs to it from below and ends after finitely many steps. The two components of a residual
 * are normal with deviation σ if a = E min(z, c)²/2 = 1 − exp(−c²/2). The result Q²/2a is the mean square where all
 * residuals are small.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "fit/ensemble.h"

/* 95 % efficient where there are no outliers. */
static const double bend = 1.345;

enum { STEPS = 60 };

/* Sums over the residuals at the scale s = 1/σ²: of squares within the bend, of distances and counts beyond. */
typedef struct sums {
    double within, beyond, outside;
} sums;

static sums sums_at(const routh_ensemble *e, double s, double total) {
    sums all = {0, 0, 0};
    const double limit = bend * bend;
    for (size_t i = 0; i < e->count; i++) {
        const double squared = e->squared[i];
        if (squared * s <= limit)
            all.within += e->weight[i] * squared;
        else {
            all.beyond += e->weight[i] * sqrt(squared);
            all.outside += e->weight[i];
        }
    }
    all.within /= total;
    all.beyond /= total;
    all.outside /= total;
    return all;
}

double routh_huber_cost(const routh_ensemble *ensemble) {
    const double a = 1 - exp(-0.5 * bend * bend);
    const double total = ensemble->weight_sum;
    sums all = sums_at(ensemble, 0, total);
    if (all.within == 0)
        return 0;
    double s = 0;
    for (int step = 0; step < STEPS; step++) {
        const double left = 2 * a - bend * bend * all.outside;
        const double next = all.within > 0 && left > 0 ? left / all.within : INFINITY;
        if (!(next > s) || !isfinite(next))
            break;
        s = next;
        all = sums_at(ensemble, s, total);
    }
    const double sigma = 1 / sqrt(s);
    const double cost = 0.5 * all.within / sigma + bend * all.beyond + (a - 0.5 * bend * bend * all.outside) * sigma;
    return cost * cost / (2 * a);
}
