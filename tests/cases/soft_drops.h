/* Drops of a box onto a soft ground, integrated here in small steps: a world with contacts that last, and the velocities of
 * the touching corner just before the ground pushes and just after. Nothing of the library moves them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_CASES_SOFT_DROPS_H
#define ROUTH_TESTS_CASES_SOFT_DROPS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <routh/data.h>

/* f = k x (1 + d ẋ) + c ẋ for x > 0, never below 0. */
typedef struct soft_ground {
    double stiffness;   /* k, N/m */
    double dissipation; /* d, s/m: Hunt and Crossley's */
    double damping;     /* c, N s/m */
    double mu;
} soft_ground;

typedef struct soft_truth {
    size_t contacts;      /* in which one corner pushed, and the ground let it go again */
    double before, after; /* normal velocity of that corner, m/s, of the first of them */
    double lasted, depth; /* s, m */
    bool alone;           /* no other corner pushed in it */
} soft_truth;

typedef struct soft_motion {
    double q[3], v[3]; /* x, y, θ */
} soft_motion;

enum { SOFT_STEPS = 200 }; /* in a frame */

static inline routh_shape soft_box(double length, double height) {
    const double x = length / 2, y = height / 2;
    return (routh_shape){.kind = ROUTH_POLYGON, .count = 4, .vertex = {{-x, -y}, {x, -y}, {x, y}, {-x, y}}};
}

/* One semi-implicit step. Returns how many corners push; *normal and *depth are those of the deepest. */
static inline int soft_step(const routh_body *body, const soft_ground *ground, double step, soft_motion *m,
                            double *normal, double *depth) {
    double force[3] = {0, -body->mass * 9.81, 0};
    int pushing = 0;
    *depth = 0;
    for (size_t i = 0; i < body->shape.count; i++) {
        const double *corner = body->shape.vertex[i], c = cos(m->q[2]), s = sin(m->q[2]);
        const double rx = c * corner[0] - s * corner[1], ry = s * corner[0] + c * corner[1];
        const double vx = m->v[0] - m->v[2] * ry, vy = m->v[1] + m->v[2] * rx, x = -(m->q[1] + ry);
        double push = x > 0 ? ground->stiffness * x * (1 - ground->dissipation * vy) - ground->damping * vy : 0;
        if (!(push > 0))
            continue;
        const double rub = -ground->mu * push * tanh(vx / 1e-3);
        force[0] += rub;
        force[1] += push;
        force[2] += rx * push - ry * rub;
        pushing++;
        if (x > *depth) {
            *depth = x;
            *normal = vy;
        }
    }
    m->v[0] += step * force[0] / body->mass;
    m->v[1] += step * force[1] / body->mass;
    m->v[2] += step * force[2] / body->inertia;
    for (int k = 0; k < 3; k++)
        m->q[k] += step * m->v[k];
    return pushing;
}

/* The normal velocity of the lowest corner. */
static inline double soft_lowest(const routh_body *body, const soft_motion *m) {
    double lowest = INFINITY, velocity = 0;
    for (size_t i = 0; i < body->shape.count; i++) {
        const double *corner = body->shape.vertex[i], c = cos(m->q[2]), s = sin(m->q[2]);
        const double rx = c * corner[0] - s * corner[1], ry = s * corner[0] + c * corner[1];
        if (ry < lowest) {
            lowest = ry;
            velocity = m->v[1] + m->v[2] * rx;
        }
    }
    return velocity;
}

/* One drop: frames from flight through its contact to flight again. The truth is about the first contact. */
static inline routh_trajectory soft_drop(const routh_body *body, const soft_ground *ground, double frame, size_t count,
                                         soft_motion m, soft_truth *truth) {
    routh_trajectory t = {.count = count};
    double **const column[] = {&t.time, &t.x, &t.y, &t.theta};
    for (int k = 0; k < 4; k++)
        *column[k] = malloc(count * sizeof(double));
    t.name = malloc(8);
    strcpy(t.name, "drop");
    *truth = (soft_truth){.alone = true};
    double began = -1;
    for (size_t i = 0; i < count * SOFT_STEPS; i++) {
        double normal = 0, depth = 0;
        if (i % SOFT_STEPS == 0) {
            t.time[i / SOFT_STEPS] = (double)(i / SOFT_STEPS) * frame;
            t.x[i / SOFT_STEPS] = m.q[0];
            t.y[i / SOFT_STEPS] = m.q[1];
            t.theta[i / SOFT_STEPS] = m.q[2];
        }
        const double closing = soft_lowest(body, &m), time = (double)i * frame / SOFT_STEPS;
        const int pushing = soft_step(body, ground, frame / SOFT_STEPS, &m, &normal, &depth);
        if (truth->contacts == 0 && pushing > 0) {
            truth->alone = truth->alone && pushing == 1;
            truth->depth = fmax(truth->depth, depth);
            if (began < 0) {
                began = time;
                truth->before = closing;
            }
        } else if (truth->contacts == 0 && began >= 0) {
            truth->contacts = 1;
            truth->after = closing;
            truth->lasted = time - began;
        }
    }
    return t;
}

/* `count` drops in which one corner bounces once within the time recorded and nothing else happens. truth: one for each. */
static inline routh_dataset soft_drops(const soft_ground *ground, double rate, size_t count, double slowest,
                                       double fastest, uint64_t seed, soft_truth *truth) {
    routh_dataset dataset = {.rate = rate, .gravity = 9.81, .trajectory_count = count};
    dataset.body = (routh_body){.shape = soft_box(0.1, 0.06), .mass = 0.5};
    dataset.body.inertia = 0.5 * routh_shape_gyration_squared(&dataset.body.shape);
    snprintf(dataset.name, sizeof dataset.name, "soft drops");
    dataset.trajectory = calloc(count, sizeof *dataset.trajectory);
    routh_random random = routh_random_seed(seed, 7);
    for (size_t i = 0; i < count; i++) {
        const double speed = slowest * pow(fastest / slowest, ((double)i + 0.5) / (double)count);
        const double fall = 0.015;
        soft_motion m = {{0, 0, routh_random_uniform(&random, 0, 6.2831853)},
                         {routh_random_uniform(&random, -1, 1), 0, 0}};
        m.v[2] = routh_random_uniform(&random, -3, 3);
        m.v[1] = -speed;
        double reach = 0;
        for (size_t k = 0; k < 4; k++)
            reach = fmin(reach,
                         sin(m.q[2]) * dataset.body.shape.vertex[k][0] + cos(m.q[2]) * dataset.body.shape.vertex[k][1]);
        m.q[1] = -reach + fall * (1 + speed);
        const size_t frames = (size_t)(rate * 0.09);
        dataset.trajectory[i] = soft_drop(&dataset.body, ground, 1 / rate, frames, m, &truth[i]);
    }
    return dataset;
}

#endif
