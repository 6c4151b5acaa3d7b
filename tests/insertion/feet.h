/* A table whose feet stand on a slab: the simplest scene with several contacts, in which every wrench is known by hand.
 *
 * Object 1 has blocks (feet) with their soles at z = 0, object 2 is a slab with its top there. Pushed down by d, turned
 * by small angles, a foot at (a, b) is deep in by d and what its own shift adds; the normal out of object 1 is −z, and the
 * slab pushes up with K times the depth at the sole's centre, as long as the sole stays level.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_INSERTION_FEET_H
#define ROUTH_TESTS_INSERTION_FEET_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../on_threads.h"
#include "insertion/regressor.h"

static inline void assert_near(double a, double b, double tolerance) {
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.17g is not %.17g within %g", a, b, tolerance);
}

enum { MOST_FEET = 4 };

/* Feet at the corners of a rectangle. */
static const double foot_place[MOST_FEET][2] = {{0.1, 0.15}, {-0.1, 0.15}, {-0.1, -0.15}, {0.1, -0.15}};

typedef struct table {
    routh_assembly assembly;
    routh_insertion insertion;
    routh_arena room;
    routh_regressor *regressor;
} table;

static inline void make_box(routh_object *object, const char *name, const double low[3], const double high[3]) {
    routh_part *part = &object->part[object->count++];
    double corner[8][3];
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            corner[i][k] = i >> k & 1 ? high[k] : low[k];
    snprintf(part->name, sizeof part->name, "%s", name);
    part->place = routh_pose3_default();
    assert_int_equal(routh_polyhedron_of_points(NULL, 8, &corner[0][0], 1, &part->shape), ROUTH_OK);
}

/* `samples` instants at 50 Hz, all at rest at the reference pose until a test moves them. */
static inline table make_table(size_t feet, size_t samples) {
    table t = {.assembly = {.displacement = calloc(16, sizeof *t.assembly.displacement)}};
    for (int o = 0; o < 2; o++) {
        snprintf(t.assembly.object[o].name, ROUTH_LABEL_SIZE, o ? "the slab" : "the table");
        t.assembly.object[o].part = calloc(MOST_FEET, sizeof *t.assembly.object[o].part);
    }
    for (size_t i = 0; i < feet; i++) {
        const double a = foot_place[i][0], b = foot_place[i][1];
        char name[ROUTH_LABEL_SIZE];
        snprintf(name, sizeof name, "foot %zu", i + 1);
        make_box(&t.assembly.object[0], name, (const double[]){a - 0.01, b - 0.01, 0},
                 (const double[]){a + 0.01, b + 0.01, 0.03});
    }
    make_box(&t.assembly.object[1], "top", (const double[]){-0.5, -0.5, -0.1}, (const double[]){0.5, 0.5, 0});
    t.insertion = (routh_insertion){.rate = 50,
                                    .count = samples,
                                    .sample = calloc(samples, sizeof *t.insertion.sample),
                                    .receptacle = routh_pose3_default(),
                                    .plate = routh_pose3_default(),
                                    .reference = routh_pose3_default()};
    for (size_t k = 0; k < samples; k++)
        t.insertion.sample[k] = (routh_insertion_instant){.time = 0.02 * (double)k, .hand = routh_pose3_default()};
    return t;
}

static inline size_t add_displacement(table *t, const char *name, routh_displacement_kind kind, long part,
                                      const double axis[3], double deviation) {
    const size_t j = t->assembly.count++;
    routh_displacement *d = &t->assembly.displacement[j];
    *d = (routh_displacement){.kind = kind, .part = part, .deviation = deviation};
    snprintf(d->name, sizeof d->name, "%s", name);
    memcpy(d->axis, axis, 3 * sizeof *axis);
    for (int k = 0; k < 2 && part >= 0; k++)
        d->through[k] = foot_place[part][k];
    return j;
}

static const double downwards[3] = {0, 0, -1}, sideways[3] = {1, 0, 0};

/* Lets the table be `deep` in the slab at sample k, sliding along x with `speed`. */
static inline void put(table *t, size_t k, double deep, double speed) {
    t->insertion.sample[k].hand.position[2] = -deep;
    t->insertion.sample[k].twist[0] = speed;
}

/* By hand: foot i is depth[i] deep. Object 1's origin is at (0, 0, −deep), where the plate's axes have theirs at 0. */
static inline void push_back(table *t, size_t k, double stiffness, double friction, const double *depth) {
    double *w = t->insertion.sample[k].wrench;
    const double speed = t->insertion.sample[k].twist[0], slides = speed > 2e-4 ? -1 : speed < -2e-4 ? 1 : 0;
    memset(w, 0, 6 * sizeof *w);
    for (size_t i = 0; i < t->assembly.object[0].count; i++) {
        if (!(depth[i] > 0))
            continue;
        /* the middle of the overlap: half its depth below the slab's top, in world axes */
        const double p[3] = {foot_place[i][0], foot_place[i][1], -0.5 * depth[i]};
        const double f[3] = {slides * friction * stiffness * depth[i], 0, stiffness * depth[i]};
        for (int c = 0; c < 3; c++) {
            w[c] += f[c];
            w[3 + c] += p[(c + 1) % 3] * f[(c + 2) % 3] - p[(c + 2) % 3] * f[(c + 1) % 3];
        }
    }
}

static inline void prepare(table *t) {
    routh_context context = on_threads(1);
    ROUTH_ARENA(room, &context);
    assert_int_equal(routh_regressor_create(&room, &t->assembly, &t->insertion, NULL, &t->regressor), ROUTH_OK);
    t->room = routh_arena_keep(&room);
}

static inline void forget(table *t) {
    routh_arena_end(NULL, t->room);
    for (int o = 0; o < 2; o++) {
        for (size_t i = 0; i < t->assembly.object[o].count; i++)
            routh_polyhedron_release(NULL, t->assembly.object[o].part[i].shape);
        free(t->assembly.object[o].part);
    }
    free(t->assembly.displacement);
    free(t->insertion.sample);
}

/* The L-curve at `gammas` values from high to low. */
static inline routh_status lcurve_by(routh_context *context, routh_regressor *regressor, routh_insertion_method method,
                                     size_t gammas, double high, double low, routh_lcurve *lcurve) {
    routh_insertion_options options = routh_insertion_options_default();
    options.method = method;
    options.gammas = gammas;
    options.gamma_high = high;
    options.gamma_low = low;
    return routh_regressor_lcurve(context, regressor, &options, lcurve);
}

#endif
