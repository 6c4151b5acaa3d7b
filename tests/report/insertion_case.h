/* A study of insertions made by hand: a block with two feet on a slab, every number chosen, so that what is written can
 * be compared with what was meant.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_INSERTION_CASE_H
#define ROUTH_TESTS_REPORT_INSERTION_CASE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include <routh/report.h>

#include "base/context.h"
#include "geometry/geometry.h"
#include "insertion/identify.h"
#include "study/insertion_case.h"

enum { UNKNOWNS = 3, COLUMNS = UNKNOWNS + 1, GAMMAS = 4 };

typedef struct insertion_case {
    routh_assembly assembly;
    routh_insertion_study study;
} insertion_case;

static inline void add_box(routh_object *object, const char *name, double x, double half, double low, double high) {
    routh_part *part = &object->part[object->count++];
    double corner[8][3];
    for (int i = 0; i < 8; i++) {
        corner[i][0] = i & 1 ? half : -half;
        corner[i][1] = i & 2 ? half : -half;
        corner[i][2] = i & 4 ? high : low;
    }
    snprintf(part->name, sizeof part->name, "%s", name);
    part->place = routh_pose3_default();
    part->place.position[0] = x;
    assert_int_equal(routh_polyhedron_of_points(NULL, 8, corner[0], 1, &part->shape), ROUTH_OK);
}

static inline void make_assembly(routh_assembly *assembly) {
    static const routh_displacement displacements[UNKNOWNS] = {
        {.name = "offset",
         .kind = ROUTH_DISPLACE_OFFSET,
         .object = 1,
         .part = -1,
         .axis = {0, 0, -1},
         .deviation = 3e-5},
        {.name = "lift of the \"left\" foot <1>", .kind = ROUTH_DISPLACE_SHIFT, .axis = {0, 0, 1}, .deviation = 1e-4},
        {.name = "turn, right foot",
         .kind = ROUTH_DISPLACE_TURN,
         .part = 1,
         .axis = {0, 1, 0},
         .through = {0.1, 0, 0},
         .deviation = 6.25e-3}};
    *assembly = (routh_assembly){.count = UNKNOWNS};
    assembly->displacement = calloc(UNKNOWNS, sizeof *assembly->displacement);
    memcpy(assembly->displacement, displacements, sizeof displacements);
    for (int o = 0; o < 2; o++) {
        snprintf(assembly->object[o].name, ROUTH_LABEL_SIZE, o ? "slab" : "block </script>");
        assembly->object[o].part = calloc(2, sizeof *assembly->object[o].part);
    }
    add_box(&assembly->object[0], "left foot", -0.1, 0.02, 0, 0.05);
    add_box(&assembly->object[0], "right foot", 0.1, 0.02, 0, 0.05);
    add_box(&assembly->object[1], "top", 0, 0.3, -0.1, 0);
}

static inline double *copy_numbers(const double *values, size_t count) {
    double *copy = calloc(count, sizeof *copy);
    memcpy(copy, values, count * sizeof *copy);
    return copy;
}

/* Samples 0 … 9 are without contact; from there the left foot slides, and from half way both stick. */
static inline void make_fit(routh_insertion_estimate *fit, size_t samples, double stiffness, const double x[UNKNOWNS]) {
    static const double error[UNKNOWNS] = {2.5e-5, 1.25e-5, 6e-3};
    *fit = (routh_insertion_estimate){.stiffness = stiffness,
                                      .stiffness_error = 3e3,
                                      .stiffness_low = stiffness - 7e3,
                                      .stiffness_high = stiffness + 5e3,
                                      .friction = 0.203,
                                      .friction_error = 0.004,
                                      .count = UNKNOWNS,
                                      .gamma = 0.0203,
                                      .gamma_bayes = 1.5e-4,
                                      .force_cost = 0.0144,
                                      .geometric_cost = 0.7,
                                      .objective = 0.02861,
                                      .used = samples - 10,
                                      .evaluations = 321,
                                      .sample_count = samples};
    fit->x = copy_numbers(x, UNKNOWNS);
    fit->error = copy_numbers(error, UNKNOWNS);
    fit->covariance = calloc((UNKNOWNS + 2) * (UNKNOWNS + 2), sizeof *fit->covariance);
    for (size_t i = 0; i < (UNKNOWNS + 2) * (UNKNOWNS + 2); i++)
        fit->covariance[i] = 1.0 / (double)(i + 3);
    fit->instant = calloc(samples, sizeof *fit->instant);
    for (size_t k = 0; k < samples; k++) {
        routh_instant_estimate *instant = &fit->instant[k];
        const int touching = k >= 10, sliding = touching && k < samples / 2;
        instant->contacts = (uint32_t)(touching ? 1 + !sliding : 0);
        instant->sliding = (uint32_t)sliding;
        instant->stiffness = touching ? stiffness * (1 + 0.01 * (double)(k % 5)) : NAN;
        instant->friction = sliding ? 0.2 + 0.001 * (double)(k % 7) : NAN;
        for (int i = 0; i < 6; i++)
            instant->wrench[i] = touching ? (double)(k + 1) * (i + 1) / 3.0 : 0.0;
    }
}

static inline void make_lcurve(routh_lcurve *l) {
    *l = (routh_lcurve){.count = GAMMAS, .unknowns = UNKNOWNS, .corner = 1, .chosen = 2, .gamma_bayes = 1.5e-4};
    snprintf(l->why, sizeof l->why, "beyond it the force cost falls no further");
    l->point = calloc(GAMMAS, sizeof *l->point);
    for (size_t i = 0; i < GAMMAS; i++) {
        const double fall = pow(10, -(double)i), x[UNKNOWNS] = {1e-6 * (double)i, 2e-5 * (double)i, 1e-4};
        l->point[i] = (routh_lcurve_point){.gamma = 1e2 * fall,
                                           .force_cost = 0.01 + 0.05 * fall,
                                           .geometric_cost = 0.01 / fall,
                                           .stiffness = 1.8e5,
                                           .friction = 0.2,
                                           .curvature = i == 0 || i + 1 == GAMMAS ? NAN : 1 + fall,
                                           .x = copy_numbers(x, UNKNOWNS)};
    }
}

static inline void make_observability(routh_observability *o) {
    static const double singular[UNKNOWNS] = {2.5, 0.3, 1.0 / 3000}, posterior[UNKNOWNS] = {0.8, 0.125, 0.97};
    static const routh_seen seen[UNKNOWNS] = {ROUTH_SEEN_TOGETHER, ROUTH_SEEN, ROUTH_SEEN_NOT};
    *o = (routh_observability){.count = UNKNOWNS};
    o->singular = copy_numbers(singular, UNKNOWNS);
    o->posterior = copy_numbers(posterior, UNKNOWNS);
    o->seen = calloc(UNKNOWNS, sizeof *o->seen);
    memcpy(o->seen, seen, sizeof seen);
    o->sensitivity = calloc(2 * UNKNOWNS, sizeof *o->sensitivity);
    for (size_t i = 0; i < 2 * UNKNOWNS; i++)
        o->sensitivity[i] = 1e3 * (double)(i + 1) / 7;
    o->direction = calloc(UNKNOWNS * UNKNOWNS, sizeof *o->direction);
    for (size_t i = 0; i < UNKNOWNS; i++)
        o->direction[i * (UNKNOWNS + 1)] = i % 2 ? -1 : 1;
    for (int matrix = 0; matrix < 2; matrix++) {
        o->correlation[matrix] = calloc(COLUMNS * COLUMNS, sizeof *o->correlation[matrix]);
        o->class_of[matrix] = calloc(COLUMNS * COLUMNS, sizeof *o->class_of[matrix]);
        for (size_t i = 0; i < COLUMNS; i++)
            for (size_t j = 0; j < COLUMNS; j++)
                o->correlation[matrix][i * COLUMNS + j] =
                    i == j ? 1 : (matrix ? -0.1 : 0.3) * (double)(i + j - (i > j ? i - j - 1 : j - i - 1));
        for (size_t i = 0; i < COLUMNS * COLUMNS; i++)
            o->class_of[matrix][i] = routh_correlation_class(o->correlation[matrix][i]);
    }
    routh_findings_add(&(routh_findings_writer){.findings = &o->findings}, ROUTH_NOT_DETERMINED, "displacement",
                       "The turn of the right foot cannot be determined.");
}

/* The block comes down on the slab and rests on it. The hand is the block; the plate lies 0.2 m below the slab's top and
 * is turned by a quarter about z. */
static inline void make_recording(routh_insertion *insertion, const char *name, size_t samples) {
    static const double truth[UNKNOWNS] = {-1e-5, 9e-5, 1e-3}, z[3] = {0, 0, 1}, origin[3] = {0};
    *insertion = (routh_insertion){.rate = 50,
                                   .count = samples,
                                   .receptacle = routh_pose3_default(),
                                   .plate = routh_pose3_turn(z, origin, acos(0)),
                                   .reference = routh_pose3_default(),
                                   .offset = 8.5e-5,
                                   .truth = {.stiffness = 1.79e5, .friction = 0.2, .count = UNKNOWNS}};
    snprintf(insertion->name, sizeof insertion->name, "%s", name);
    insertion->plate.position[2] = -0.2;
    insertion->truth.displacement = copy_numbers(truth, UNKNOWNS);
    insertion->sample = calloc(samples, sizeof *insertion->sample);
    for (size_t k = 0; k < samples; k++) {
        routh_insertion_instant *sample = &insertion->sample[k];
        *sample = (routh_insertion_instant){.time = 0.02 * (double)k, .hand = routh_pose3_default()};
        sample->hand.position[0] = 1e-3;
        sample->wrench[0] = 3;
        sample->wrench[2] = 50 + sin((double)k);
        sample->wrench[4] = 0.25;
    }
}

static inline void make_motion(routh_insertion_case *item) {
    const size_t samples = item->insertion.count;
    item->pose = calloc(samples, sizeof *item->pose);
    item->first = calloc(samples + 1, sizeof *item->first);
    item->contact = calloc(2 * samples, sizeof *item->contact);
    for (size_t k = 0; k < samples; k++) {
        item->pose[k] = routh_pose3_default();
        item->pose[k].position[2] = 1e-3 * cos((double)k);
        item->first[k + 1] = item->first[k];
        for (uint32_t c = 0; c < item->fit.instant[k].contacts; c++)
            item->contact[item->first[k + 1]++] = (routh_contact_point3){.part = {c, 0},
                                                                         .depth = 1e-4 / (double)(k + 3),
                                                                         .point = {c ? 0.1 : -0.1, 0, 1.0 / 3},
                                                                         .normal = {0, 0, -1},
                                                                         .tangent = {1, 0, 0},
                                                                         .speed = 2e-3};
    }
}

/* What the study adds to estimates: these are the library's own numbers. */
static inline void complete_item(const insertion_case *made, routh_insertion_case *item) {
    routh_regressor *regressor = NULL;
    ROUTH_ARENA(room, NULL);
    assert_int_equal(
        routh_regressor_create(&room, &made->assembly, &item->insertion, &made->study.options.fit, &regressor),
        ROUTH_OK);
    item->measured = copy_numbers(routh_regressor_wrench(regressor), 6 * item->insertion.count);
    assert_int_equal(routh_insertion_case_judge(NULL, &made->assembly, item), ROUTH_OK);
    assert_int_equal(routh_insertion_case_say(NULL, &made->assembly, true, item), ROUTH_OK);
}

static inline void make_case(insertion_case *made, size_t count, size_t samples) {
    static const double nominal[UNKNOWNS] = {0}, found[UNKNOWNS] = {-1.5e-5, 1.04e-4, 1.0 / 3000};
    *made = (insertion_case){.study = {.options = routh_insertion_study_options_default(), .seconds = 12.5}};
    make_assembly(&made->assembly);
    made->study.assembly = &made->assembly;
    made->study.count = count;
    made->study.item = calloc(count, sizeof *made->study.item);
    for (size_t i = 0; i < count; i++) {
        routh_insertion_case *item = &made->study.item[i];
        char name[16];
        snprintf(name, sizeof name, "%zu<a>", i + 1);
        make_recording(&item->insertion, name, samples);
        item->truth = copy_numbers(item->insertion.truth.displacement, UNKNOWNS);
        make_fit(&item->plain, samples, 2.2e5, nominal);
        item->plain.force_cost = 0.0576;
        make_fit(&item->fit, samples, 1.81e5, found);
        make_lcurve(&item->lcurve);
        make_observability(&item->observability);
        make_motion(item);
        complete_item(made, item);
    }
}

static inline void release_fit(routh_insertion_estimate *fit) {
    free(fit->x);
    free(fit->error);
    free(fit->covariance);
    free(fit->instant);
}

static inline void release_item(routh_insertion_case *item) {
    release_fit(&item->plain);
    release_fit(&item->fit);
    for (size_t i = 0; i < GAMMAS; i++)
        free(item->lcurve.point[i].x);
    free(item->lcurve.point);
    free(item->observability.singular);
    free(item->observability.posterior);
    free(item->observability.seen);
    free(item->observability.sensitivity);
    free(item->observability.direction);
    free(item->observability.correlation[0]);
    free(item->observability.correlation[1]);
    free(item->observability.class_of[0]);
    free(item->observability.class_of[1]);
    routh_findings_release(NULL, &item->observability.findings);
    routh_findings_release(NULL, &item->findings);
    free(item->insertion.truth.displacement);
    free(item->measured);
    free(item->truth);
    free(item->insertion.sample);
    free(item->pose);
    free(item->first);
    free(item->contact);
}

static inline void release_case(insertion_case *made) {
    for (size_t i = 0; i < made->study.count; i++)
        release_item(&made->study.item[i]);
    free(made->study.item);
    for (int o = 0; o < 2; o++) {
        for (size_t i = 0; i < made->assembly.object[o].count; i++)
            routh_polyhedron_release(NULL, made->assembly.object[o].part[i].shape);
        free(made->assembly.object[o].part);
    }
    free(made->assembly.displacement);
}

#endif
