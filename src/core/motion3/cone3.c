/* Contacts with friction: one by itself, several solved together, and what rounds over them leave.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "impact3/impact3.h"
#include "motion3/motion3.h"

/* One contact of a cone: the velocity there, and what an impulse changes. */

void routh_cone3_velocity(const struct routh_cone3_contact *c, const routh_velocity3 *velocity, double v[3]) {
    for (int k = 0; k < 3; k++)
        v[k] = routh_dot3(c->axis[k], velocity->velocity) + routh_dot3(c->lever[k], velocity->spin);
}

void routh_cone3_push(const routh_cone3 *cone, const struct routh_cone3_contact *c, const double p[3],
                      routh_velocity3 *velocity) {
    for (int i = 0; i < 3; i++) {
        velocity->velocity[i] +=
            cone->mass_inverse * (c->axis[0][i] * p[0] + c->axis[1][i] * p[1] + c->axis[2][i] * p[2]);
        velocity->spin[i] += c->swing[0][i] * p[0] + c->swing[1][i] * p[1] + c->swing[2][i] * p[2];
    }
}

/* What rounds over the contacts leave where they do not settle: contacts that still close, and perhaps a gain of energy.
 *
 * Coulomb's friction at several contacts is no convex problem: the rounds may go in a circle, or settle slowly where
 * contacts nearly repeat each other. Then the closing that is left is stopped by normal impulses z alone,
 *
 *     z ≥ 0,  W_nn z + v_n − target ≥ 0,  complementary,
 *
 * which has an exact answer (Lemke's method) and takes energy away where no target is positive. If more energy has come in by
 * then, because friction was not opposed to the slip in the end, the contacts are stopped without friction from the
 * beginning. */

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

/* Where rounds did not converge: stops what still closes, and takes no energy in (cone3.c). */
static void cone3_stop(routh_cone3 *cone, routh_velocity3 *velocity) {
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

/* Contacts with friction, solved together: rounds over the contacts, each solved by itself with what the others push.
 *
 * A contact that can stick does: p = −W⁻¹ (v − W p − target n) if that is inside the cone. Otherwise the normal impulse takes
 * its own closing away, and friction is pushed towards rest and back to the cone, p_t ← P(p_t − v_t/ρ), ρ ≥ the largest
 * eigenvalue of W_tt: where nothing changes any more, friction opposes slip at its limit.
 *
 * Energy. With p_n v_n⁺ = 0 and p_t · v_t⁺ ≤ 0 the kinetic energy changes by pᵀv⁺ − ½ pᵀWp ≤ 0. */

/* Rounds for impacts, which are few, and for steps, which are many. After the first ones only a part of each answer is taken:
 * what goes in a circle then settles, as a rule. */
enum { MOST_ROUNDS = 500, MOST_EXACT_ROUNDS = 4000, CIRCLING_ROUNDS = 250, LOOK_EACH = 16 };
static const double exact = 1e-9;

/* Two contacts at slightly different heights cannot both stick while one of them sinks: they press against each other a
 * little more in each round, and hardly move. Changes below this share that no longer shrink are that, and are left. */
static const double creeping = 1e-3, shrinks = 0.7;

typedef struct routh_cone3_contact contact;

static void fill(const routh_cone3 *cone, const routh_touch3 *touch, contact *c) {
    routh_contact3_axes(touch->normal, c->axis);
    for (int k = 0; k < 3; k++) {
        routh_cross3(touch->arm, c->axis[k], c->lever[k]);
        for (int i = 0; i < 3; i++)
            c->swing[k][i] = routh_dot3(cone->inverse[i], c->lever[k]);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++)
            c->w[i][j] = c->w[j][i] = (i == j ? cone->mass_inverse : 0) + routh_dot3(c->lever[i], c->swing[j]);
    routh_factor3 factor;
    if (routh_factor3_of((const double(*)[3])c->w, &factor))
        routh_inverse3(&factor, c->holding);
    else /* so thin that it cannot stick */
        for (int k = 0; k < 9; k++)
            c->holding[k / 3][k % 3] = NAN;
    const double mean = (c->w[0][0] + c->w[1][1]) / 2;
    c->tangential = mean + hypot((c->w[0][0] - c->w[1][1]) / 2, c->w[0][1]);
    c->name = touch->name;
}

void routh_cone3_of(const routh_stage3 *stage, const routh_state3 *state, const routh_touch3 *touch, size_t count,
                    double mu, routh_cone3 *cone) {
    double rotation[3][3];
    routh_rotation_of(state->orientation, rotation);
    cone->count = count;
    cone->mass_inverse = 1 / stage->world->mass;
    routh_stage3_inverse(stage, (const double(*)[3])rotation, cone->inverse);
    for (size_t i = 0; i < count; i++) {
        fill(cone, &touch[i], &cone->contact[i]);
        memset(cone->contact[i].p, 0, sizeof cone->contact[i].p);
        cone->contact[i].mu = mu;
        cone->contact[i].target = cone->contact[i].floor = 0;
    }
}

/* The impulse of one contact, with what the others push as it is. */
static void answer(const contact *c, const double v[3], double p[3]) {
    const double mu = c->mu;
    double free[3], stick[3];
    for (int k = 0; k < 3; k++)
        free[k] = v[k] - routh_dot3(c->w[k], c->p);
    free[2] -= c->target;
    for (int k = 0; k < 3; k++)
        stick[k] = -routh_dot3(c->holding[k], free);
    if (stick[2] >= c->floor && stick[0] * stick[0] + stick[1] * stick[1] <= mu * mu * stick[2] * stick[2]) {
        memcpy(p, stick, sizeof stick);
        return;
    }
    p[2] = fmax(c->floor, c->p[2] - (v[2] - c->target) / c->w[2][2]);
    const double pushed = p[2] - c->p[2];
    double length = 0;
    for (int k = 0; k < 2; k++) {
        p[k] = c->p[k] - (v[k] + c->w[k][2] * pushed) / c->tangential;
        length += p[k] * p[k];
    }
    length = sqrt(length);
    if (length > mu * p[2])
        for (int k = 0; k < 2; k++)
            p[k] *= mu * p[2] / length;
}

size_t routh_cone3_solve(routh_cone3 *cone, double settled, routh_velocity3 *velocity) {
    const size_t most = settled < exact ? MOST_EXACT_ROUNDS : MOST_ROUNDS;
    double earlier = INFINITY;
    for (size_t round = 1; round <= most; round++) {
        const double part = round < CIRCLING_ROUNDS ? 1 : 0.5;
        double change = 0, scale = 0;
        for (size_t i = 0; i < cone->count; i++) {
            contact *c = &cone->contact[i];
            double v[3], p[3], moved[3];
            routh_cone3_velocity(c, velocity, v);
            answer(c, v, p);
            for (int k = 0; k < 3; k++)
                moved[k] = part * (p[k] - c->p[k]), p[k] = c->p[k] + moved[k];
            routh_cone3_push(cone, c, moved, velocity);
            memcpy(c->p, p, sizeof p);
            change = fmax(change, c->w[2][2] * routh_largest(moved, 3));
            scale = fmax(scale, fmax(c->w[2][2] * routh_largest(p, 3), fabs(c->target)));
        }
        if (change <= settled * scale)
            return round;
        if (round % LOOK_EACH == 0 && settled >= exact) {
            if (change <= creeping * scale && change > shrinks * earlier)
                break;
            earlier = change;
        }
    }
    cone3_stop(cone, velocity);
    return 0;
}
