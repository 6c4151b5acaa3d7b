/* Contacts in which two corners took part, in drops whose every contact is known: shapes, laws and noise of other kinds than
 * the segmentation was written with.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/segment.h>
#include <routh/simulate.h>

#include "../effort.h"
#include "../subject.h"

/* Between frames, s. A corner is another one from this distance on, m. */
#define FRAME     0.004
#define ELSEWHERE 0.004

/* A contact is alone if no other corner touches within so many frames: a touch too light to be seen, within the frames of a
 * fitted flight, spoils its velocity. */
enum { ALONE = 5 };

typedef struct scene {
    const char *name;
    routh_shape shape;
    const char *law;
    double parameters[3];
    double length, angle; /* noise of a frame, m, rad */
    double keeps;         /* of each error in the next one */
    double lost;          /* share of frames that are missing */
} scene;

static routh_shape box(double length, double height) {
    const double x = length / 2, y = height / 2;
    return (routh_shape){.kind = ROUTH_POLYGON, .count = 4, .vertex = {{-x, -y}, {x, -y}, {x, y}, {-x, y}}};
}

static routh_shape regular(size_t corners, double radius) {
    routh_shape shape = {.kind = ROUTH_POLYGON, .count = corners};
    for (size_t k = 0; k < corners; k++) {
        shape.vertex[k][0] = radius * cos(2 * acos(-1) * (double)k / (double)corners);
        shape.vertex[k][1] = radius * sin(2 * acos(-1) * (double)k / (double)corners);
    }
    return shape;
}

/* The drops, and the truth about their contacts, which the caller frees. */
static size_t record(const scene *one, uint64_t seed, routh_dataset *dataset, routh_record **truth) {
    routh_world_generator drops = routh_world_generator_default();
    const routh_half_plane ground = {.mu = one->parameters[0], .eps = one->parameters[1]};
    routh_random random = routh_random_seed(seed, 1);
    drops.world.plane = &ground;
    drops.world.body = (routh_body){.shape = one->shape, .mass = 0.2};
    drops.world.body.inertia = 0.2 * routh_shape_gyration_squared(&one->shape);
    drops.run.law = routh_law_find(NULL, one->law);
    memcpy(drops.run.parameters, one->parameters, sizeof one->parameters);
    drops.run.rate = 1 / FRAME;
    drops.run.duration = 0.4;
    drops.count = 60;
    drops.seed = seed;
    assert_int_equal(routh_world_generate(NULL, &drops, dataset), ROUTH_OK);
    const size_t contacts = dataset->count;
    *truth = calloc(contacts, sizeof **truth);
    assert_non_null(*truth);
    memcpy(*truth, dataset->record, contacts * sizeof **truth);
    for (size_t k = 0; k < dataset->trajectory_count; k++) {
        routh_trajectory *t = &dataset->trajectory[k];
        double *const q[] = {t->x, t->y, t->theta};
        double error[3] = {0};
        size_t kept = 0;
        for (size_t i = 0; i < t->count; i++) {
            for (int c = 0; c < 3; c++) {
                const double deviation = c < 2 ? one->length : one->angle;
                const double fresh = i > 0 ? sqrt(1 - one->keeps * one->keeps) : 1;
                error[c] = one->keeps * error[c] + fresh * deviation * routh_random_normal(&random);
                q[c][kept] = q[c][i] + error[c];
            }
            t->time[kept] = t->time[i];
            kept += routh_random_uniform(&random, 0, 1) >= one->lost;
        }
        t->count = kept;
        free(t->vx);
        free(t->vy);
        free(t->omega);
        t->vx = t->vy = t->omega = NULL;
    }
    return contacts;
}

typedef struct tally {
    size_t used, marked;
    size_t missed;  /* used, and within a frame another corner touched */
    size_t falsely; /* marked, and the corner taken touched alone */
} tally;

static void compare(const routh_dataset *dataset, const routh_record *truth, size_t contacts, tally *sum) {
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record *r = &dataset->record[i];
        bool close = false, near = false;
        for (size_t k = 0; k < contacts; k++) {
            const double apart = fabs(truth[k].time - r->time);
            const bool other = truth[k].trajectory == r->trajectory &&
                               (fabs(truth[k].rx - r->rx) > ELSEWHERE || truth[k].reasons & ROUTH_TWO_CORNERS);
            close = close || (other && apart < FRAME);
            near = near || (other && apart < ALONE * FRAME);
        }
        sum->used += r->reasons == 0;
        sum->missed += r->reasons == 0 && close;
        sum->marked += r->reasons == ROUTH_SECOND_CORNER;
        sum->falsely += r->reasons == ROUTH_SECOND_CORNER && !near;
    }
}

static void test_second_corners_are_found(void **state) {
    (void)state;
    const scene scenes[] = {
        {"long bar, Smith", box(0.12, 0.03), "smith", {0.25, 0.5}, 1e-4, 2e-3, 0, 0},
        {"bar, compliant", box(0.09, 0.04), "compliant", {0.2, 0.6, 1.2}, 5e-5, 1e-3, 0, 0},
        {"triangle, AP Poisson", regular(3, 0.04), "ap-poisson", {0.3, 0.4}, 1e-4, 2e-3, 0, 0},
        {"hexagon, compliant", regular(6, 0.03), "compliant", {0.15, 0.5, 1.1}, 1e-4, 2e-3, 0, 0},
        {"bar, correlated", box(0.08, 0.03), "wang-mason", {0.2, 0.6}, 1e-4, 2e-3, 0.7, 0},
        {"bar, frames lost", box(0.08, 0.05), "mirtich", {0.1, 0.7}, 1e-4, 2e-3, 0, 0.1},
        {"bar, no noise", box(0.08, 0.05), "wang-mason", {0.2, 0.5}, 0, 0, 0, 0},
    };
    for (size_t k = 0; k < sizeof scenes / sizeof scenes[0]; k++) {
        tally sum = {0};
        for (uint64_t seed = 1; seed <= (uint64_t)effort(2, 2, 40); seed++) {
            routh_dataset dataset;
            routh_record *truth;
            const size_t contacts = record(&scenes[k], 1000 * k + seed, &dataset, &truth);
            routh_segment_options options = routh_segment_options_default();
            options.calibrate = 0;
            assert_int_equal(routh_dataset_segment(NULL, &options, &dataset), ROUTH_OK);
            compare(&dataset, truth, contacts, &sum);
            free(truth);
            routh_dataset_release(NULL, &dataset);
        }
        print_message("%-22s used %zu, marked %zu, falsely %zu; missed %zu\n", scenes[k].name, sum.used, sum.marked,
                      sum.falsely, sum.missed);
        assert_true(1000 * sum.falsely <= sum.used);
        assert_true(1000 * sum.missed <= sum.used);
        assert_true(scenes[k].shape.count > 4 || sum.marked > 0);
    }
}

SUBJECT(segment_corners) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_second_corners_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
