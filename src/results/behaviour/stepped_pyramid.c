/* What simulators solve whose friction has two directions of its own, along the slip before and across it, each within its own
 * bound: v_n⁺ = −e v_n, |P_i| ≤ μ_i P_n, and the point stops along i or friction is at its bound against the slip after.
 * Across, the bound is the same (a pyramid, which is up to √2 more than Coulomb's cone), or 0 (friction along the slip only).
 *
 * There are three cases along and three across; each is three linear equations, and the first whose answer keeps all of its
 * conditions is it. D. Stewart, J. Trinkle, Int. J. Numerical Methods in Engineering 39 (1996), for one contact.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/matrix3.h"
#include "behaviour/behaviour.h"

/* Relative to the speeds before: signs of velocities smaller than this are rounding. */
static const double rounding = 1e-9;

/* W and v with the first axis along the slip. */
static routh_contact3 along_slip(const routh_contact3 *contact, double axes[2][2]) {
    const double slip = hypot(contact->v[0], contact->v[1]);
    const double c = slip > 0 ? contact->v[0] / slip : 1, s = slip > 0 ? contact->v[1] / slip : 0;
    const double turn[3][3] = {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
    routh_contact3 turned = {.v = {slip, 0, contact->v[2]}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                turned.w[i][j] += turn[i][k] * routh_dot3(contact->w[k], turn[j]);
    memcpy(axes, (double[2][2]){{c, s}, {-s, c}}, sizeof(double[2][2]));
    return turned;
}

/* Cramer's rule. */
static bool solve_three(const double a[3][3], const double b[3], double x[3]) {
    double cross[3][3];
    for (int i = 0; i < 3; i++)
        routh_cross3(a[(i + 1) % 3], a[(i + 2) % 3], cross[i]);
    const double determinant = routh_dot3(a[0], cross[0]);
    for (int k = 0; k < 3; k++)
        x[k] = (b[0] * cross[0][k] + b[1] * cross[1][k] + b[2] * cross[2][k]) / determinant;
    return isfinite(x[0] + x[1] + x[2]);
}

/* `state` of each direction: 0 the point stops, ±1 friction is ±μ P_n. */
static bool solve_case(const routh_contact3 *c, const double mu[2], double eps, const int state[2], double p[3],
                       double v[3]) {
    const double least = rounding * (fabs(c->v[0]) + fabs(c->v[2]));
    double a[3][3], b[3] = {-c->v[0], -c->v[1], -(1 + eps) * c->v[2]};
    memcpy(a, c->w, sizeof a);
    for (int i = 0; i < 2; i++)
        if (state[i] != 0) {
            memset(a[i], 0, sizeof a[i]);
            a[i][i] = 1;
            a[i][2] = -state[i] * mu[i];
            b[i] = 0;
        }
    if (!solve_three((const double(*)[3])a, b, p) || !(p[2] > 0))
        return false;
    for (int i = 0; i < 3; i++)
        v[i] = c->v[i] + routh_dot3(c->w[i], p);
    for (int i = 0; i < 2; i++)
        if (state[i] == 0 ? fabs(p[i]) > mu[i] * p[2] * (1 + rounding) : state[i] * v[i] > least)
            return false;
    return true;
}

static routh_status solve_with(const routh_pair *pair, double across, const routh_contact3 *contact,
                               routh_outcome3 *outcome) {
    double axes[2][2], p[3] = {0}, v[3] = {0};
    const routh_contact3 turned = along_slip(contact, axes);
    const double mu[2] = {pair->mu, across * pair->mu};
    bool solved = false;
    for (int k = 0; k < 9 && !solved; k++)
        solved = solve_case(&turned, mu, pair->eps, (int[2]){k % 3 - 1, k / 3 - 1}, p, v);
    for (int k = 0; k < 1 && !solved; k++) /* jammed: the point stays */
        solved = solve_case(&turned, (double[2]){INFINITY, INFINITY}, pair->eps, (int[2]){0, 0}, p, v);
    *outcome =
        (routh_outcome3){.p = {axes[0][0] * p[0] + axes[1][0] * p[1], axes[0][1] * p[0] + axes[1][1] * p[1], p[2]},
                         .v = {axes[0][0] * v[0] + axes[1][0] * v[1], axes[0][1] * v[0] + axes[1][1] * v[1], v[2]}};
    routh_factor3 factor;
    routh_factor3_of(contact->w, &factor);
    outcome->energy.before = routh_half_form3(&factor, contact->v);
    outcome->energy.after = routh_half_form3(&factor, outcome->v);
    outcome->contact_energy_ratio = outcome->energy.after / outcome->energy.before;
    return ROUTH_OK;
}

static routh_status solve_pyramid(routh_context *context, const routh_pair *pair, const routh_contact3 *contact,
                                  const routh_law3_options *options, routh_outcome3 *outcome) {
    (void)context;
    (void)options;
    return solve_with(pair, 1, contact, outcome);
}

static routh_status solve_line(routh_context *context, const routh_pair *pair, const routh_contact3 *contact,
                               const routh_law3_options *options, routh_outcome3 *outcome) {
    (void)context;
    (void)options;
    return solve_with(pair, 0, contact, outcome);
}

#define STEPPED_PARAMETERS                                                                                             \
    {                                                                                                                  \
        {"eps", "e", "1", "ratio of normal velocities", 0.0, 1.0, 0.5, 0.0, 0.0, false}, {                             \
            "mu", "μ", "1", "coefficient of friction", 0.0, ROUTH_MU_HIGH, 0.3, 0.0, 0.0, true                         \
        }                                                                                                              \
    }

const routh_law3 routh_law3_stepped_pyramid = {
    .name = "stepped-pyramid",
    .title = "Stepped, pyramid",
    .rule = "Newton's restitution, friction along and across the slip each against the slip after",
    .reference = "Stewart, Trinkle, Int. J. Numerical Methods in Engineering 39 (1996)",
    .parameter_count = 2,
    .parameter = STEPPED_PARAMETERS,
    .solve = solve_pyramid,
};

const routh_law3 routh_law3_stepped_line = {
    .name = "stepped-line",
    .title = "Stepped, one direction",
    .rule = "Newton's restitution, friction along the slip before only",
    .reference = "Stewart, Trinkle, Int. J. Numerical Methods in Engineering 39 (1996)",
    .parameter_count = 2,
    .parameter = STEPPED_PARAMETERS,
    .solve = solve_line,
};
