/* A cue's strike by brute force: the springs of cue–ball and ball–table integrated over time in small equal steps, with
 * nothing of the library but its types. First order in the step.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_PAPERS_CUE_SPRINGS_H
#define ROUTH_TESTS_PAPERS_CUE_SPRINGS_H

#include <math.h>

#include "papers.h"

/* One contact: normal n on the ball, where it touches relative to the centre, what its springs hold. */
typedef struct spring_contact {
    double normal[3], arm[3];
    routh_pair pair;
    double stiffness;
    double force, highest; /* along the normal, now and at its peak */
    double gap;            /* since it opened */
    double tangent[3];     /* tangential spring force on the ball */
} spring_contact;

typedef struct cue_and_ball {
    double direction[3];
    double cue_speed, velocity[3], spin[3];
} cue_and_ball;

static inline double dot3(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cross3(const double a[3], const double b[3], double c[3]) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* Velocity of the ball's point relative to the other body's. */
static inline void point_velocity(const cue_and_ball *bodies, const spring_contact *contact, int is_cue, double v[3]) {
    cross3(bodies->spin, contact->arm, v);
    for (int i = 0; i < 3; i++)
        v[i] += bodies->velocity[i] - (is_cue ? bodies->cue_speed * bodies->direction[i] : 0);
}

/* The normal force follows the stiffness k on the way up, k/e² on the way down and up again as far as it has been. */
static inline void advance_contact(spring_contact *contact, const double v[3], double step) {
    double closing = -dot3(v, contact->normal), e2 = contact->pair.eps * contact->pair.eps;
    if (contact->gap > 0 || (contact->force <= 0 && closing < 0)) {
        contact->gap = fmax(0, contact->gap - closing * step);
        contact->force = contact->highest = 0;
    } else {
        int loading = closing > 0 && contact->force >= contact->highest;
        contact->force += (loading ? contact->stiffness : contact->stiffness / e2) * closing * step;
        if (!loading && contact->force > contact->highest) /* past the old peak within this step: k from there on */
            contact->force = contact->highest + e2 * (contact->force - contact->highest);
        contact->force = fmax(0, contact->force);
        contact->highest = fmax(contact->highest, contact->force);
    }
    double size = 0, most = contact->pair.mu * contact->force;
    for (int i = 0; i < 3; i++) {
        contact->tangent[i] -= contact->stiffness / contact->pair.eta2 * (v[i] + closing * contact->normal[i]) * step;
        size += contact->tangent[i] * contact->tangent[i];
    }
    size = sqrt(size);
    for (int i = 0; i < 3 && size > most; i++)
        contact->tangent[i] *= most / size;
}

static inline void push(const masse_constants *constants, cue_and_ball *bodies, const spring_contact *contact,
                        int is_cue, double step) {
    double m = constants->ball_mass, r = constants->ball_radius, p[3], turn[3];
    for (int i = 0; i < 3; i++)
        p[i] = step * (contact->force * contact->normal[i] + contact->tangent[i]);
    cross3(contact->arm, p, turn);
    for (int i = 0; i < 3; i++) {
        bodies->velocity[i] += p[i] / m;
        bodies->spin[i] += turn[i] / (0.4 * m * r * r);
    }
    if (is_cue)
        bodies->cue_speed -= dot3(p, bodies->direction) / constants->cue_mass;
}

static inline spring_contact spring_contact_at(const double outward[3], double radius, routh_pair pair,
                                               double stiffness) {
    spring_contact contact = {.pair = pair, .stiffness = stiffness};
    for (int i = 0; i < 3; i++) {
        contact.normal[i] = -outward[i];
        contact.arm[i] = radius * outward[i];
    }
    return contact;
}

/* Stiffness 1 at the cue; `step` in s √(N/m), over `time` in all. */
static inline cue_and_ball strike_by_springs(const masse_constants *constants, const masse_shot *shot, double step,
                                             double time) {
    double level = cos(shot->elevation), steep = sin(shot->elevation), x = cos(shot->azimuth), y = sin(shot->azimuth);
    double depth = sqrt(1 - shot->side * shot->side - shot->up * shot->up);
    cue_and_ball bodies = {.direction = {level * x, level * y, -steep}, .cue_speed = shot->speed};
    double touched[3] = {shot->side * y + shot->up * steep * x - depth * level * x,
                         -shot->side * x + shot->up * steep * y - depth * level * y, shot->up * level + depth * steep};
    spring_contact tip = spring_contact_at(touched, constants->ball_radius, constants->tip, 1);
    spring_contact table =
        spring_contact_at((double[3]){0, 0, -1}, constants->ball_radius, constants->table, constants->table_stiffness);
    for (double now = 0; now < time; now += step) {
        double v[3];
        point_velocity(&bodies, &tip, 1, v);
        advance_contact(&tip, v, step);
        point_velocity(&bodies, &table, 0, v);
        advance_contact(&table, v, step);
        push(constants, &bodies, &tip, 1, step);
        push(constants, &bodies, &table, 0, step);
    }
    return bodies;
}

#endif
