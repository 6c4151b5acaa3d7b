/* What rounds over the contacts leave where they do not settle: contacts that still close, and perhaps a gain of energy.
 *
 * Coulomb's friction at several contacts is no convex problem: the rounds may go in a circle, or settle slowly where
 * contacts nearly repeat each other. Then the closing that is left is stopped by normal impulses z alone,
 *
 *     z ≥ 0,  W_nn z + v_n − target ≥ 0,  complementary,
 *
 * which has an exact answer (Lemke's method) and takes energy away where no target is positive. If more energy has come in by
 * then, because friction was not opposed to the slip in the end, the contacts are stopped without friction from the
 * beginning.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "algebra/lcp.h"
#include "algebra/matrix3.h"
#include "motion3/motion3.h"

enum { MOST = ROUTH_MOST_CONTACTS3, MOST_WORK = MOST * (2 * MOST + 2) + 4 * MOST };

static void stop_normally(routh_cone3 *cone, routh_velocity3 *velocity) {
    double m[MOST * MOST], q[MOST], z[MOST], work[MOST_WORK], largest = 0;
    if (cone->count == 0) /* nothing touches, and the problem would be empty */
        return;
    for (size_t i = 0; i < cone->count; i++) {
        const struct routh_cone3_contact *c = &cone->contact[i];
        double v[3];
        routh_cone3_velocity(c, velocity, v);
        q[i] = v[2] - c->target;
        largest = largest > c->w[2][2] ? largest : c->w[2][2];
        for (size_t j = 0; j < cone->count; j++)
            m[i * cone->count + j] = cone->mass_inverse * routh_dot3(c->axis[2], cone->contact[j].axis[2]) +
                                     routh_dot3(c->lever[2], cone->contact[j].swing[2]);
    }
    for (size_t i = 0; i < cone->count * cone->count; i++)
        m[i] /= largest;
    if (routh_lcp_solve(cone->count, m, q, z, work, 0).end != ROUTH_LCP_SOLVED)
        return;
    for (size_t i = 0; i < cone->count; i++) {
        const double p[3] = {0, 0, z[i] / largest};
        routh_cone3_push(cone, &cone->contact[i], p, velocity);
        cone->contact[i].p[2] += p[2];
    }
}

/* Work of the impulses: ½ Σ p · (v⁻ + v⁺). */
static double work_of(const routh_cone3 *cone, const routh_velocity3 *before, const routh_velocity3 *after) {
    double work = 0;
    for (size_t i = 0; i < cone->count; i++) {
        const struct routh_cone3_contact *c = &cone->contact[i];
        double a[3], b[3];
        routh_cone3_velocity(c, before, a);
        routh_cone3_velocity(c, after, b);
        for (int k = 0; k < 3; k++)
            work += c->p[k] * (a[k] + b[k]) / 2;
    }
    return work;
}

void routh_cone3_stop(routh_cone3 *cone, routh_velocity3 *velocity) {
    routh_velocity3 before = *velocity;
    bool dissipates = true; /* should it? */
    for (size_t i = 0; i < cone->count; i++) {
        const struct routh_cone3_contact *c = &cone->contact[i];
        const double back[3] = {-c->p[0], -c->p[1], -c->p[2]};
        routh_cone3_push(cone, c, back, &before);
        dissipates = dissipates && c->target <= 0 && c->floor <= 0;
    }
    stop_normally(cone, velocity);
    if (!dissipates || work_of(cone, &before, velocity) <= 0)
        return;
    *velocity = before;
    for (size_t i = 0; i < cone->count; i++)
        memset(cone->contact[i].p, 0, sizeof cone->contact[i].p);
    stop_normally(cone, velocity);
}
