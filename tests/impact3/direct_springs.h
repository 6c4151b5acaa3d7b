/* All springs of a scene integrated directly in small steps of time: half a kick, the springs, half a kick. Friction
 * by radial return: the tangential springs follow the contact point, and what exceeds the cone is cut off. Nothing here
 * but the contact's axes comes from the library. Include after cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_STRIKE_DIRECT_SPRINGS_H
#define ROUTH_TESTS_STRIKE_DIRECT_SPRINGS_H

#include "collisions.h"

enum { DIRECT_MOST = 4 };

typedef struct direct_contact {
    double mu, eps, k0, tangential;
    double v[3], p[3];
    int touches;
    double force, peak, spring[2], gap;
} direct_contact;

typedef struct direct {
    size_t count;
    double w[DIRECT_MOST][DIRECT_MOST][3][3];
    direct_contact contact[DIRECT_MOST];
} direct;

/* x of A x = b for a symmetric positive definite A, by Cramer's rule. */
static inline void solve3(const double a[3][3], const double b[3], double x[3]) {
    double c01[3], c12[3], c20[3];
    cross(a[0], a[1], c01);
    cross(a[1], a[2], c12);
    cross(a[2], a[0], c20);
    const double determinant = dot(a[0], c12);
    for (int k = 0; k < 3; k++)
        x[k] = (b[0] * c12[k] + b[1] * c20[k] + b[2] * c01[k]) / determinant;
}

/* The motion a body at rest gets from an impulse at a point. */
static inline routh_body3 pushed(const routh_body3 *body, const double point[3], const double impulse[3], double sign) {
    routh_body3 moved = *body;
    memset(moved.velocity, 0, sizeof moved.velocity);
    memset(moved.spin, 0, sizeof moved.spin);
    if (body->freedom == ROUTH_FIXED)
        return moved;
    for (int k = 0; k < 3; k++)
        moved.velocity[k] = sign * impulse[k] / body->mass; /* of a guided body its part along the axis counts */
    if (body->freedom == ROUTH_GUIDED)
        return moved;
    double r[3], moment[3], inside[3], spin[3];
    for (int k = 0; k < 3; k++)
        r[k] = point[k] - body->position[k];
    cross(r, impulse, moment);
    turn(body->orientation, -1, moment, inside);
    solve3(body->inertia, inside, spin);
    turn(body->orientation, +1, spin, moved.spin);
    for (int k = 0; k < 3; k++)
        moved.spin[k] *= sign;
    return moved;
}

/* Velocities at all contacts from an impulse along an axis of one. */
static inline void direct_column(direct *d, const stage *s, size_t j, int axis) {
    routh_body3 after[6];
    const routh_scene_contact *m = &s->contact[j];
    double axes[3][3];
    routh_contact3_axes(m->normal, axes);
    for (size_t n = 0; n < s->solids; n++)
        after[n] = pushed(&s->body[n], m->point, axes[axis], n == m->a ? 1 : n == m->b ? -1 : 0);
    for (size_t i = 0; i < d->count; i++) {
        double v[3];
        relative_velocity(&after[s->contact[i].a], &after[s->contact[i].b], &s->contact[i], v);
        for (int k = 0; k < 3; k++)
            d->w[i][j][k][axis] = v[k];
    }
}

static inline direct direct_begin(const stage *s) {
    direct d = {.count = s->meetings};
    assert_true(d.count <= DIRECT_MOST);
    for (size_t j = 0; j < d.count; j++) {
        const routh_scene_contact *m = &s->contact[j];
        d.contact[j] = (direct_contact){.mu = m->pair.mu, .eps = m->pair.eps, .k0 = m->stiffness};
        d.contact[j].tangential = m->stiffness / m->pair.eta2;
        relative_velocity(&s->body[m->a], &s->body[m->b], m, d.contact[j].v);
        if (fabs(d.contact[j].v[2]) < 1e-15) /* rests, but for rounding */
            d.contact[j].v[2] = 0;
        for (int axis = 0; axis < 3; axis++)
            direct_column(&d, s, j, axis);
    }
    return d;
}

static inline void direct_kick(direct *d, double h) {
    for (size_t j = 0; j < d->count; j++) {
        direct_contact *other = &d->contact[j];
        if (!other->touches)
            continue;
        const double impulse[3] = {-h * other->tangential * other->spring[0], -h * other->tangential * other->spring[1],
                                   h * other->force};
        for (size_t i = 0; i < d->count; i++)
            for (int k = 0; k < 3; k++)
                d->contact[i].v[k] += dot(d->w[i][j][k], impulse);
        for (int k = 0; k < 3; k++)
            other->p[k] += impulse[k];
    }
}

static inline void direct_open(direct_contact *c, double gap) {
    c->touches = 0;
    c->force = c->peak = c->spring[0] = c->spring[1] = 0;
    c->gap = gap;
}

/* The normal spring comes closer by `way`: stiff up to the highest force so far, soft beyond, stiff on the way back. */
static inline void direct_press(direct_contact *c, double way) {
    const double soft = c->k0, stiff = c->eps > 0 ? c->k0 / (c->eps * c->eps) : INFINITY;
    if (way < 0) {
        c->force += stiff * way;
        if (!(c->force > 0))
            direct_open(c, c->eps > 0 ? -c->force / stiff : 0);
        return;
    }
    const double room = c->eps > 0 ? (c->peak - c->force) / stiff : 0;
    if (way <= room)
        c->force += stiff * way;
    else
        c->force = c->peak = c->peak + soft * (way - room);
}

static inline void direct_drift(direct_contact *c, double h) {
    double touching = h;
    if (!c->touches) {
        c->gap += h * c->v[2];
        if (!(c->gap < 0))
            return;
        touching = fmin(h, c->gap / c->v[2]);
        c->touches = 1;
        direct_press(c, -c->gap);
        c->gap = 0;
    } else
        direct_press(c, -h * c->v[2]);
    if (!c->touches)
        return;
    for (int k = 0; k < 2; k++)
        c->spring[k] += touching * c->v[k];
    const double length = hypot(c->spring[0], c->spring[1]), limit = c->mu * c->force / c->tangential;
    for (int k = 0; k < 2 && length > limit; k++)
        c->spring[k] *= limit / length;
}

static inline void direct_step(direct *d, double h) {
    direct_kick(d, 0.5 * h);
    for (size_t i = 0; i < d->count; i++)
        direct_drift(&d->contact[i], h);
    direct_kick(d, 0.5 * h);
}

static inline int direct_is_done(const direct *d) {
    for (size_t i = 0; i < d->count; i++)
        if (d->contact[i].touches || d->contact[i].v[2] < -1e-9)
            return 0;
    return 1;
}

/* A contact without restitution loses its force at once when compression ends: there a step must end. Which contact does
 * so within a step of h, and the time until then; their number if none. */
static inline size_t direct_dead_stop(const direct *d, double *h) {
    direct kicked = *d;
    direct_kick(&kicked, *h);
    size_t which = d->count;
    double soonest = *h;
    for (size_t i = 0; i < d->count; i++) {
        const direct_contact *c = &d->contact[i];
        const double was = c->v[2], is = kicked.contact[i].v[2];
        const double time = was < 0 ? *h * was / (was - is) : 0;
        if (c->eps > 0 || !c->touches || is <= 0 || time >= soonest)
            continue;
        soonest = time;
        which = i;
    }
    *h = soonest;
    return which;
}

/* With nothing under load, straight on to where the first contact meets again. */
static inline void direct_fly(direct *d) {
    double soonest = INFINITY;
    for (size_t i = 0; i < d->count; i++) {
        const direct_contact *c = &d->contact[i];
        if (c->touches)
            return;
        if (c->v[2] < 0)
            soonest = fmin(soonest, c->gap / -c->v[2]);
    }
    for (size_t i = 0; i < d->count; i++)
        d->contact[i].gap += soonest * d->contact[i].v[2];
}

/* Until all contacts are apart for good; 0 if they are not after `most` steps. */
static inline int direct_run(direct *d, double h, size_t most) {
    for (size_t n = 0; n < most; n++) {
        if (direct_is_done(d))
            return 1;
        direct_fly(d);
        double step = h;
        const size_t stopped = direct_dead_stop(d, &step);
        direct_step(d, step);
        if (stopped < d->count)
            direct_open(&d->contact[stopped], 0);
    }
    return 0;
}

/* No frequency of the springs is faster. */
static inline double direct_fastest(const direct *d) {
    double square = 0;
    for (size_t i = 0; i < d->count; i++) {
        const direct_contact *c = &d->contact[i];
        const double stiff = c->eps > 0 ? c->k0 / (c->eps * c->eps) : c->k0;
        square += stiff * d->w[i][i][2][2] + c->tangential * (d->w[i][i][0][0] + d->w[i][i][1][1]);
    }
    return sqrt(square);
}

#endif
