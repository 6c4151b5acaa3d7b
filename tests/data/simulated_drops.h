/* Recorded motions with known truth: exact flights between exact contacts, sampled like a camera does.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_DATA_SIMULATED_DROPS_H
#define ROUTH_TESTS_DATA_SIMULATED_DROPS_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/data.h>
#include <routh/impact.h>

#include "geometry/geometry.h"

enum { MOST_FLIGHTS = 64, MOST_FRAMES = 512 };

#define SIDE    0.06
#define RATE    250.0
#define GRAVITY 9.81

#define QUARTER_TURN 1.57079632679489661923

/* Pose and velocity at one instant. */
typedef struct motion {
    double time;
    double x, y, theta;
    routh_velocity v;
} motion;

/* Flights one after the other: flight i holds from its own time on. */
typedef struct course {
    motion flight[MOST_FLIGHTS];
    size_t count;
} course;

static inline motion motion_after(const motion *from, double time) {
    double t = time - from->time;
    motion to = *from;
    to.time = time;
    to.x += t * from->v.vx;
    to.y += t * from->v.vy - GRAVITY * t * t / 2;
    to.theta += t * from->v.omega;
    to.v.vy -= GRAVITY * t;
    return to;
}

static inline double clearance(const routh_shape *shape, const motion *at) {
    double rx, ry, next;
    routh_shape_lowest(shape, at->theta, &rx, &ry, &next);
    return at->y + ry;
}

/* When the shape, free of the ground a moment after `from`, next reaches it: marched, then bisected. */
static inline double next_contact(const routh_shape *shape, const motion *from) {
    const double step = 2e-5;
    double early = from->time + step, late = early;
    for (motion at; late += step, at = motion_after(from, late), clearance(shape, &at) > 0;)
        early = late;
    for (int i = 0; i < 60; i++) {
        double middle = (early + late) / 2;
        motion at = motion_after(from, middle);
        *(clearance(shape, &at) > 0 ? &early : &late) = middle;
    }
    return (early + late) / 2;
}

static inline routh_body square_body(void) {
    routh_body body = {.shape = routh_shape_square(SIDE), .mass = 0.1};
    body.inertia = body.mass * SIDE * SIDE / 6;
    return body;
}

/* The impact of the body in that motion, its lowest point being the contact point. */
static inline routh_impact impact_of(const routh_body *body, const motion *at) {
    double next;
    routh_impact impact = {
        .mass = body->mass, .inertia = body->inertia, .vx = at->v.vx, .vy = at->v.vy, .omega = at->v.omega};
    routh_shape_lowest(&body->shape, at->theta, &impact.rx, &impact.ry, &next);
    return impact;
}

/* Drops the body and resolves so many contacts with Wang and Mason's law. */
static inline course drop(const routh_body *body, motion start, size_t contacts) {
    const routh_law *law = routh_law_find(NULL, "wang-mason");
    const double parameters[] = {0.2, 0.6};
    course path = {.flight = {start}, .count = 1};
    for (size_t i = 0; i < contacts && path.count < MOST_FLIGHTS; i++) {
        const motion *last = &path.flight[path.count - 1];
        motion at = motion_after(last, next_contact(&body->shape, last));
        routh_impact impact = impact_of(body, &at);
        routh_contact contact;
        routh_outcome outcome;
        assert_int_equal(routh_contact_of(NULL, &impact, &contact), ROUTH_OK);
        assert_int_equal(routh_law_solve(law, parameters, &contact, &outcome), ROUTH_OK);
        at.v = routh_impact_after(&impact, outcome.pt, outcome.pn, 0);
        path.flight[path.count++] = at;
    }
    return path;
}

static inline motion course_at(const course *path, double time) {
    size_t i = 0;
    while (i + 1 < path->count && path->flight[i + 1].time <= time)
        i++;
    return motion_after(&path->flight[i], time);
}

/* How the camera sees it. */
typedef struct camera {
    double position_noise, angle_noise; /* m, rad */
    double height_offset, angle_offset; /* added to what is true */
    size_t rest;                        /* frames in which the body lies flat, after the flight */
    routh_random *random;               /* for the noise; NULL without */
} camera;

static inline double noise(const camera *eye, double deviation) {
    return eye->random ? deviation * routh_random_normal(eye->random) : 0;
}

/* An empty dataset of squares. */
static inline routh_dataset empty_dataset(void) {
    routh_dataset dataset = {.name = "simulated", .body = square_body(), .rate = RATE, .gravity = GRAVITY};
    return dataset;
}

static inline double *numbers(size_t count) {
    double *block = calloc(count ? count : 1, sizeof *block);
    assert_non_null(block);
    return block;
}

static inline routh_trajectory *add_trajectory(routh_dataset *dataset, size_t count) {
    size_t index = dataset->trajectory_count++;
    dataset->trajectory = realloc(dataset->trajectory, dataset->trajectory_count * sizeof *dataset->trajectory);
    assert_non_null(dataset->trajectory);
    routh_trajectory *added = &dataset->trajectory[index];
    *added = (routh_trajectory){.count = count};
    added->name = calloc(32, 1);
    assert_non_null(added->name);
    snprintf(added->name, 32, "drop_%03zu.csv", index);
    added->time = numbers(count);
    added->x = numbers(count);
    added->y = numbers(count);
    added->theta = numbers(count);
    return added;
}

/* Samples the first `frames` frames of a course, and adds them to the dataset. */
static inline routh_trajectory *record_course(routh_dataset *dataset, const course *path, size_t frames,
                                              const camera *eye) {
    routh_trajectory *seen = add_trajectory(dataset, frames + eye->rest);
    for (size_t i = 0; i < seen->count; i++) {
        motion at = course_at(path, (double)i / RATE);
        if (i >= frames) {
            at = course_at(path, (double)frames / RATE);
            at.theta = round(at.theta / QUARTER_TURN) * QUARTER_TURN;
            at.y = SIDE / 2;
        }
        seen->time[i] = (double)i / RATE;
        seen->x[i] = at.x + noise(eye, eye->position_noise);
        seen->y[i] = at.y + eye->height_offset + noise(eye, eye->position_noise);
        seen->theta[i] = at.theta + eye->angle_offset + noise(eye, eye->angle_noise);
    }
    return seen;
}

/* A random drop that reaches the ground after some ten frames. */
static inline motion random_start(routh_random *random) {
    return (motion){.x = routh_random_uniform(random, -0.1, 0.1),
                    .y = routh_random_uniform(random, 0.12, 0.16),
                    .theta = routh_random_uniform(random, -3, 3),
                    .v = {routh_random_uniform(random, -0.8, 0.8), routh_random_uniform(random, -1.2, -0.6),
                          routh_random_uniform(random, -10, 10)}};
}

#endif
