/* Robust least squares over groups, and the jackknife over them.
 *
 * What a model leaves out, and a sensor's bias, is shared by all rows of a group: a group of many rows is not worth as many
 * independent ones, and one with errors ten times as large must not decide. Each group's variance s² = (Q + ν σ²)/(f + ν),
 * Q what remains in its f rows and σ² that of the median group, is the estimate of a variance that itself varies from
 * group to group like σ² ν/χ²_ν: the weights of a Student's t likelihood with the group as its unit (K. L. Lange, R. J. A.
 * Little, J. M. G. Taylor, J. Amer. Statist. Assoc. 84 (1989) 881). No group gets more than the weight 1/σ².
 *
 * Standard errors come from leaving out one group at a time (B. Efron, C. Stein, Ann. Statist. 9 (1981) 586: their square is
 * too large rather than too small), whatever the errors inside of a group are like.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/votes.h"

#include <math.h>
#include <string.h>

#include "algebra/resample.h"
#include "base/order.h"

/* ν: variances differ by a factor of 2 or so from group to group. */
static const double variance_freedom = 4;

/* Each pass gains a digit or so; without a group the estimate is near the one with it. */
enum { PASSES = 20, PASSES_WITHOUT = 4, FEWEST_UNITS = 3 };

static bool solve(const routh_votes *votes, size_t without, routh_normal_answer *answer) {
    routh_normal all = {.unknowns = votes->group[0].unknowns};
    for (size_t g = 0; g < votes->count; g++)
        if (g != without)
            routh_normal_merge(&all, &votes->group[g], votes->weight[g]);
    return routh_normal_solve(&all, answer);
}

/* The variance in a row of the median group. χ²_f/f has the median (1 − 2/(9 f))³ (E. B. Wilson, M. M. Hilferty, 1931). */
static double ordinary_variance(const routh_votes *votes, const double *value) {
    size_t count = 0;
    for (size_t g = 0; g < votes->count; g++) {
        const double freedom = votes->group[g].freedom;
        if (freedom > 0)
            votes->scratch[count++] =
                routh_normal_remains(&votes->group[g], value) / freedom / pow(1 - 2 / (9 * freedom), 3);
    }
    return routh_median(votes->scratch, count);
}

static void weigh(routh_votes *votes, const double *value, double variance) {
    for (size_t g = 0; g < votes->count; g++) {
        const routh_normal *group = &votes->group[g];
        const double own =
            (routh_normal_remains(group, value) + variance_freedom * variance) / (group->freedom + variance_freedom);
        votes->weight[g] = group->freedom > 0 ? fmin(variance / own, 1) : 0;
    }
}

/* The estimate without a group. The others are weighed anew: with the weights kept, an estimate that depends on them would
 * seem more certain than it is. */
static bool solve_without(routh_votes *votes, size_t group, const double *value, double variance,
                          routh_normal_answer *answer) {
    memcpy(answer->value, value, ROUTH_NORMAL_MOST * sizeof *value);
    for (int pass = 0; pass < PASSES_WITHOUT; pass++) {
        if (variance > 0)
            weigh(votes, answer->value, variance);
        if (!solve(votes, group, answer))
            return false;
    }
    return true;
}

bool routh_votes_solve(routh_votes *votes, double *value, double *scatter, double *change, size_t stride) {
    routh_normal_answer answer, left;
    if (votes->count == 0)
        return false;
    for (size_t g = 0; g < votes->count; g++)
        votes->weight[g] = votes->group[g].freedom > 0;
    if (!solve(votes, votes->count, &answer))
        return false;
    double variance = 0;
    for (int pass = 0; pass < PASSES; pass++) {
        variance = ordinary_variance(votes, answer.value);
        if (!(variance > 0)) /* exact data: nothing to weigh */
            break;
        weigh(votes, answer.value, variance);
        if (!solve(votes, votes->count, &answer))
            return false;
    }
    const int unknowns = votes->group[0].unknowns;
    for (size_t g = 0; change && g < votes->count; g++) {
        const bool part = votes->group[g].freedom > 0;
        if (part && !solve_without(votes, g, answer.value, variance, &left))
            return false;
        for (int k = 0; k < unknowns; k++)
            change[g * stride + (size_t)k] = part ? left.value[k] - answer.value[k] : 0;
    }
    for (int k = 0; k < unknowns; k++)
        value[k] = answer.value[k];
    *scatter = sqrt(variance);
    return true;
}

/* Degrees of freedom by F. E. Satterthwaite (Biometrics Bull. 2 (1946) 110): twice the square of Σ d² over its variance. As
 * many as there are units where these have about the same part in the estimate, few where a few decide. */
static double freedom_of(double squares, double fourths, double units) {
    const double variance = fourths - squares * squares / units;
    const double freedom = variance > 0 ? 2 * squares * squares / variance : units - 1;
    return fmax(fmin(freedom, units - 1), FEWEST_UNITS - 1);
}

routh_interval routh_jackknife_interval(double value, const double *change, size_t stride, size_t count) {
    double units = 0, sum = 0, squares = 0, fourths = 0;
    for (size_t i = 0; i < count; i++) {
        const double d = change[i * stride];
        units += d != 0;
        sum += d;
        squares += d * d;
        fourths += d * d * d * d;
    }
    if (units < FEWEST_UNITS)
        return (routh_interval){-INFINITY, INFINITY, INFINITY};
    const double error = sqrt((units - 1) / units * fmax(squares - sum * sum / units, 0));
    const double wide = error * routh_student_quantile(0.95, freedom_of(squares, fourths, units));
    return (routh_interval){value - wide, value + wide, error};
}
