/* Generated datasets: every record obeys the balance of momentum, noise is what was asked for, threads change nothing, and
 * fits find the law's parameters again.
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
#include <routh/routh.h>

#include "../ledger.h"
#include "../on_threads.h"
#include "../subject.h"
#include "fit/fit.h"
#include "geometry/geometry.h"

static const double pi = 3.14159265358979323846;

static routh_dataset dataset_on(int threads, const routh_world_generator *throws) {
    routh_context context = on_threads(threads);
    routh_dataset dataset;
    if (routh_world_generate(&context, throws, &dataset) != ROUTH_OK)
        fail_msg("%s", context.message);
    return dataset;
}

static routh_dataset dataset_of(const routh_world_generator *throws) {
    return dataset_on(0, throws);
}

static const routh_half_plane slope = {.angle = 0.2, .mu = 0.3, .eps = 0.4};

static routh_world_generator block_on_slope(void) {
    routh_world_generator throws = routh_world_generator_default();
    throws.world.body.shape = routh_shape_square(0.06);
    throws.world.body.inertia = throws.world.body.mass * 6e-4;
    throws.world.plane = &slope;
    throws.world.wrench =
        (routh_wrench){.kind = ROUTH_SINUSOID, .fx = 0.5, .fy = 0.2, .torque = 0.01, .end = INFINITY, .frequency = 5};
    throws.count = 20;
    throws.run.duration = 0.5;
    return throws;
}

/* I Δω − m (rx (Δvy + h g cos α) − ry (Δvx + h g sin α)) = h τ − h (rx F_y − ry F_x), the balance that mass and inertia
 * are found from, on a slope of angle α. Impacts have h = 0. */
static void check_balance(const routh_dataset *dataset, size_t least) {
    const double h = dataset->gap, m = dataset->body.mass, inertia = dataset->body.inertia;
    const double fall = h * dataset->gravity;
    size_t used = 0;
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record *r = &dataset->record[i];
        if (r->reasons != 0)
            continue;
        const double dvx = r->after.vx - r->before.vx, dvy = r->after.vy - r->before.vy,
                     domega = r->after.omega - r->before.omega;
        const double left =
            inertia * domega - m * (r->rx * (dvy + fall * cos(slope.angle)) - r->ry * (dvx + fall * sin(slope.angle)));
        const double right = h * r->torque - h * (r->rx * r->fy - r->ry * r->fx);
        assert_true(fabs(left - right) < 1e-12 * m * 0.06);
        assert_true(fabs(r->y + r->ry) < 1e-12 + 4 * h && hypot(r->rx, r->ry) > 0.02);
        used++;
    }
    assert_true(used >= least);
}

static void test_balance(void **state) {
    (void)state;
    routh_world_generator throws = block_on_slope();
    routh_dataset dataset = dataset_of(&throws);
    assert_true(fabs(dataset.gap) <= 0 && dataset.frame_decided && dataset.frame == ROUTH_AS_RECORDED);
    check_balance(&dataset, 60);
    routh_dataset_release(NULL, &dataset);
    throws.run.integrator = ROUTH_TIME_STEPS;
    dataset = dataset_of(&throws);
    assert_true(fabs(dataset.gap - throws.run.step) <= 0);
    check_balance(&dataset, 200);
    routh_dataset_release(NULL, &dataset);
}

/* Trajectories are those of single runs from the stated starts. */
static void test_trajectories(void **state) {
    (void)state;
    const routh_world_generator throws = block_on_slope();
    routh_dataset dataset = dataset_of(&throws);
    assert_int_equal(dataset.trajectory_count, throws.count);
    for (size_t i = 0; i < throws.count; i++) {
        const routh_trajectory *one = &dataset.trajectory[i];
        const routh_state start = routh_world_generator_at(&throws, i);
        routh_run run;
        assert_int_equal(routh_world_run(NULL, &throws.world, &start, &throws.run, &run), ROUTH_OK);
        assert_int_equal(one->count, run.sample_count);
        for (size_t k = 0; k < one->count; k++)
            assert_true(one->x[k] == run.sample[k].pose.x && one->omega[k] == run.sample[k].velocity.omega &&
                        one->time[k] == run.sample[k].time);
        routh_run_release(NULL, &run);
    }
    for (size_t i = 0; i < dataset.count; i++)
        assert_true(dataset.record[i].trajectory >= 0 && dataset.record[i].time >= 0 && dataset.record[i].time <= 0.5);
    routh_dataset_release(NULL, &dataset);
}

/* Sums of squares of signal and noise of a channel. */
typedef struct ratio {
    double signal, noise, count;
} ratio;

static void compare(ratio *r, const double *clean, const double *noisy, size_t count) {
    for (size_t i = 0; i < count; i++) {
        r->signal += clean[i] * clean[i];
        r->noise += (noisy[i] - clean[i]) * (noisy[i] - clean[i]);
        r->count++;
    }
}

/* Within four standard errors of a variance measured from so many numbers. */
static void check_ratio(const ratio *r, double decibels) {
    const double measured = 10 * log10(r->signal / r->noise), error = 10 / log(10) * sqrt(2 / r->count);
    assert_true(fabs(measured - decibels) < 4 * error);
}

/* Each channel by itself has the deviation that was asked for, x that of y; the source says so. */
static void test_noise_of_each_channel(void **state) {
    (void)state;
    routh_world_generator throws = routh_world_generator_default();
    routh_dataset clean = dataset_of(&throws);
    throws.noise = (routh_noise){.y = 0.001, .theta = 0.02, .vx = 0.03, .vy = 0.05, .omega = 0.7};
    routh_dataset noisy = dataset_of(&throws);
    const double asked[6] = {0.001, 0.001, 0.02, 0.03, 0.05, 0.7};
    ratio got[2][6] = {{{0}}};
    for (size_t k = 0; k < clean.trajectory_count; k++) {
        const routh_trajectory *a = &clean.trajectory[k], *b = &noisy.trajectory[k];
        const double *const before[6] = {a->x, a->y, a->theta, a->vx, a->vy, a->omega};
        const double *const after[6] = {b->x, b->y, b->theta, b->vx, b->vy, b->omega};
        for (int j = 0; j < 6; j++)
            compare(&got[0][j], before[j], after[j], a->count);
    }
    for (size_t i = 0; i < clean.count; i++) {
        const routh_record *a = &clean.record[i], *b = &noisy.record[i];
        const double before[6] = {a->x, a->y, a->theta, a->before.vx, a->before.vy, a->before.omega};
        const double after[6] = {b->x, b->y, b->theta, b->before.vx, b->before.vy, b->before.omega};
        for (int j = 0; j < 6; j++)
            compare(&got[1][j], &before[j], &after[j], 1);
    }
    for (int which = 0; which < 2; which++)
        for (int j = 0; j < 6; j++) {
            const ratio *r = &got[which][j];
            const double deviation = sqrt(r->noise / r->count);
            assert_true(fabs(deviation / asked[j] - 1) < 4 / sqrt(2 * r->count));
        }
    assert_non_null(strstr(noisy.source, "noise of y, theta, vx, vy, omega 0.001, 0.02, 0.03, 0.05, 0.7"));
    routh_dataset_release(NULL, &clean);
    routh_dataset_release(NULL, &noisy);
    routh_context context = routh_context_default();
    throws.noise_db = 30;
    assert_int_equal(routh_world_generate(&context, &throws, &noisy), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "not both"));
    throws.noise_db = INFINITY;
    throws.noise.vx = -1;
    assert_int_equal(routh_world_generate(&context, &throws, &noisy), ROUTH_BAD_ARGUMENT);
    throws.noise.vx = 0;
    throws.noise.rx = 1;
    assert_int_equal(routh_world_generate(&context, &throws, &noisy), ROUTH_BAD_ARGUMENT);
}

static void test_noise(void **state) {
    (void)state;
    for (double decibels = 40; decibels > 5; decibels -= 10) {
        routh_world_generator throws = routh_world_generator_default();
        throws.world.body.shape = routh_shape_square(0.06);
        routh_dataset clean = dataset_of(&throws);
        throws.noise_db = decibels;
        routh_dataset noisy = dataset_of(&throws);
        ratio samples[6] = {{0}}, records[6] = {{0}};
        assert_int_equal(clean.count, noisy.count);
        for (size_t k = 0; k < clean.trajectory_count; k++) {
            const routh_trajectory *a = &clean.trajectory[k], *b = &noisy.trajectory[k];
            compare(&samples[0], a->x, b->x, a->count);
            compare(&samples[1], a->y, b->y, a->count);
            compare(&samples[2], a->theta, b->theta, a->count);
            compare(&samples[3], a->vx, b->vx, a->count);
            compare(&samples[4], a->vy, b->vy, a->count);
            compare(&samples[5], a->omega, b->omega, a->count);
        }
        for (size_t i = 0; i < clean.count; i++) {
            const routh_record *a = &clean.record[i], *b = &noisy.record[i];
            compare(&records[0], &a->x, &b->x, 1);
            compare(&records[1], &a->y, &b->y, 1);
            compare(&records[2], &a->theta, &b->theta, 1);
            const double before[2][3] = {{a->before.vx, a->before.vy, a->before.omega},
                                         {b->before.vx, b->before.vy, b->before.omega}},
                         after[2][3] = {{a->after.vx, a->after.vy, a->after.omega},
                                        {b->after.vx, b->after.vy, b->after.omega}};
            for (int j = 0; j < 3; j++) {
                compare(&records[3 + j], &before[0][j], &before[1][j], 1);
                compare(&records[3 + j], &after[0][j], &after[1][j], 1);
            }
            /* the corner that touched, turned by the error of the angle */
            const double turn = b->theta - a->theta;
            assert_true(fabs(b->rx - cos(turn) * a->rx + sin(turn) * a->ry) < 1e-15);
        }
        for (int j = 0; j < 6; j++) {
            check_ratio(&samples[j], decibels);
            check_ratio(&records[j], decibels);
        }
        routh_dataset_release(NULL, &clean);
        routh_dataset_release(NULL, &noisy);
    }
}

static int is_multiple(double value, double quantum) {
    return fabs(value / quantum - nearbyint(value / quantum)) < 1e-6;
}

static void test_rounding(void **state) {
    (void)state;
    routh_world_generator throws = routh_world_generator_default();
    throws.count = 3;
    throws.quantum_length = 1e-3;
    throws.quantum_angle = 0.01;
    routh_dataset dataset = dataset_of(&throws);
    for (size_t k = 0; k < dataset.trajectory_count; k++)
        for (size_t i = 0; i < dataset.trajectory[k].count; i++)
            assert_true(is_multiple(dataset.trajectory[k].y[i], 1e-3) &&
                        is_multiple(dataset.trajectory[k].theta[i], 0.01));
    for (size_t i = 0; i < dataset.count; i++) {
        const routh_record *r = &dataset.record[i];
        double rx, ry, next;
        assert_true(is_multiple(r->x, 1e-3) && is_multiple(r->theta, 0.01));
        routh_shape_lowest(&dataset.body.shape, r->theta, &rx, &ry, &next);
        assert_true(fabs(rx - r->rx) < 1e-15 && fabs(ry - r->ry) < 1e-15);
    }
    routh_dataset_release(NULL, &dataset);
}

static int same(const routh_dataset *a, const routh_dataset *b) {
    int equal = a->count == b->count && a->trajectory_count == b->trajectory_count;
    for (size_t i = 0; equal && i < a->count; i++)
        equal = memcmp(&a->record[i], &b->record[i], offsetof(routh_record, reasons)) == 0 &&
                a->record[i].reasons == b->record[i].reasons;
    for (size_t k = 0; equal && k < a->trajectory_count; k++) {
        const routh_trajectory *one = &a->trajectory[k], *other = &b->trajectory[k];
        equal = one->count == other->count && memcmp(one->x, other->x, one->count * sizeof *one->x) == 0 &&
                memcmp(one->theta, other->theta, one->count * sizeof *one->x) == 0 &&
                memcmp(one->vy, other->vy, one->count * sizeof *one->x) == 0;
    }
    return equal;
}

static void test_threads(void **state) {
    (void)state;
    if (!has_threads())
        skip();
    routh_world_generator throws = block_on_slope();
    throws.noise_db = 30;
    routh_dataset one = dataset_on(1, &throws);
    for (int threads = 2; threads <= 7; threads += 5) {
        routh_dataset many = dataset_on(threads, &throws);
        assert_true(same(&one, &many));
        routh_dataset_release(NULL, &many);
    }
    throws.seed = 2;
    routh_dataset other = dataset_of(&throws);
    assert_false(same(&one, &other));
    routh_dataset_release(NULL, &one);
    routh_dataset_release(NULL, &other);
}

/* What a law did is found again from the records. */
static void test_fit(void **state) {
    (void)state;
    static const char *const laws[] = {"wang-mason", "ap-newton", "mirtich"};
    for (size_t l = 0; l < sizeof laws / sizeof laws[0]; l++) {
        routh_world_generator throws = routh_world_generator_default();
        throws.run.law = routh_law_find(NULL, laws[l]);
        routh_law_parameters(throws.run.law, 0.17, 0.56, throws.run.parameters);
        throws.count = 40;
        routh_dataset dataset = dataset_of(&throws);
        routh_sample *samples;
        size_t count;
        assert_int_equal(routh_samples_of(NULL, &dataset, ROUTH_AS_RECORDED, &samples, &count, NULL), ROUTH_OK);
        assert_true(count > 100);
        const routh_fit_options options = routh_fit_options_default();
        size_t *index = malloc(count * sizeof *index);
        assert_non_null(index);
        for (size_t i = 0; i < count; i++)
            index[i] = i;
        routh_ensemble *ensemble;
        assert_int_equal(routh_ensemble_create(NULL, count, &ensemble), ROUTH_OK);
        routh_estimate fit;
        assert_int_equal(routh_ensemble_fit(NULL, throws.run.law, samples, index, count, &options, ensemble, &fit),
                         ROUTH_OK);
        assert_true(fabs(fit.parameters[0] - 0.17) < 1e-4 && fabs(fit.parameters[1] - 0.56) < 1e-4);
        routh_ensemble_release(NULL, ensemble);
        routh_samples_release(NULL, samples);
        free(index);
        routh_dataset_release(NULL, &dataset);
    }
}

/* Starts are between the bounds, lifted out of the ground and not above it. */
static void test_starts(void **state) {
    (void)state;
    routh_world_generator throws = routh_world_generator_default();
    throws.low.pose.y = throws.high.pose.y = -1;
    for (size_t i = 0; i < 200; i++) {
        const routh_state start = routh_world_generator_at(&throws, i);
        assert_true(fabs(routh_world_distance(&throws.world, start.pose)) < 1e-15);
        assert_true(start.pose.theta >= -pi && start.pose.theta <= pi && start.velocity.vy >= -1 &&
                    start.velocity.vy <= 0);
    }
    throws.count = 5;
    routh_dataset dataset = dataset_of(&throws);
    routh_dataset_release(NULL, &dataset);
    /* nothing lifts a body out of a wall */
    const routh_half_plane walls[] = {{0}, {.angle = pi / 2}};
    throws.world.plane = walls;
    throws.world.plane_count = 2;
    routh_context context = routh_context_default();
    assert_int_equal(routh_world_generate(&context, &throws, &dataset), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "drop 1: start: "));
    assert_non_null(strstr(context.message, "inside half-plane 2"));
}

typedef struct heard {
    char line[256];
} heard;

static void hear(routh_log_level level, const char *line, void *user) {
    if (level == ROUTH_LOG_WARNING)
        snprintf(((heard *)user)->line, sizeof((heard *)user)->line, "%s", line);
}

/* Newton's restitution with friction can create energy: the log says in how many drops it did, and how much. */
static void test_energy_is_told(void **state) {
    (void)state;
    routh_world_generator throws = routh_world_generator_default();
    throws.world.body.shape = routh_shape_ellipse(0.05, 0.005);
    throws.world.body.inertia = throws.world.body.mass * routh_shape_gyration_squared(&throws.world.body.shape);
    throws.run.law = routh_law_find(NULL, "ap-newton");
    routh_law_parameters(throws.run.law, 0.8, 0.95, throws.run.parameters);
    throws.run.duration = 0.5;
    throws.count = 60;
    size_t drops = 0;
    for (size_t i = 0; i < throws.count; i++) {
        const routh_state start = routh_world_generator_at(&throws, i);
        routh_run run;
        assert_int_equal(routh_world_run(NULL, &throws.world, &start, &throws.run, &run), ROUTH_OK);
        drops += run.energy_gain > 0;
        routh_run_release(NULL, &run);
    }
    assert_true(drops > 0);
    heard ear = {0};
    routh_context context = routh_context_default();
    context.log = hear;
    context.user = &ear;
    routh_dataset dataset;
    assert_int_equal(routh_world_generate(&context, &throws, &dataset), ROUTH_OK);
    char wanted[64];
    snprintf(wanted, sizeof wanted, "energy in %zu of 60 drops", drops);
    assert_non_null(strstr(ear.line, wanted));
    routh_dataset_release(NULL, &dataset);
}

static int stop_half_way(const char *what, double fraction, void *user) {
    (void)what;
    (void)user;
    return fraction >= 0.5;
}

static void test_failures(void **state) {
    (void)state;
    routh_world_generator throws = block_on_slope(), bad = throws;
    routh_context context = routh_context_default();
    routh_dataset dataset;
    bad.high.velocity.vx = -7;
    assert_int_equal(routh_world_generate(&context, &bad, &dataset), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "vx cannot be drawn between -1 and -7"));
    bad = throws;
    bad.noise_db = NAN;
    assert_int_equal(routh_world_generate(&context, &bad, &dataset), ROUTH_BAD_ARGUMENT);
    bad = throws;
    bad.count = 0;
    assert_int_equal(routh_world_generate(&context, &bad, &dataset), ROUTH_BAD_ARGUMENT);
    bad = throws;
    bad.world.body.mass = 0;
    assert_int_equal(routh_world_generate(&context, &bad, &dataset), ROUTH_BAD_MASS);
    /* the same drop is named for any number of threads */
    bad = throws;
    bad.run.integrator = ROUTH_TIME_STEPS;
    bad.run.step = 0.025;
    char first[ROUTH_MESSAGE_SIZE];
    for (context.threads = 1; context.threads < 4; context.threads++) {
        assert_int_equal(routh_world_generate(&context, &bad, &dataset), ROUTH_BAD_ARGUMENT);
        assert_non_null(strstr(context.message, "a step of 0.025 s is too long"));
        if (context.threads == 1)
            memcpy(first, context.message, sizeof first);
        assert_string_equal(context.message, first);
    }
    context.progress = stop_half_way; /* called by one thread, which might have done its share by then */
    context.threads = 1;
    assert_int_equal(routh_world_generate(&context, &throws, &dataset), ROUTH_CANCELLED);
    assert_null(dataset.trajectory);
}

/* Hooks are called by one thread at a time, and what fails leaves nothing behind. */
static void test_memory(void **state) {
    (void)state;
    routh_world_generator throws = block_on_slope();
    throws.count = 3;
    throws.run.duration = 0.2;
    routh_status status = ROUTH_OUT_OF_MEMORY;
    int budget = 0;
    for (; status != ROUTH_OK && budget < 200; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        routh_dataset dataset;
        context.threads = 1 + budget % 3;
        status = routh_world_generate(&context, &throws, &dataset);
        assert_true(status == ROUTH_OK || status == ROUTH_OUT_OF_MEMORY);
        routh_dataset_release(&context, &dataset);
        assert_int_equal(book.blocks, 0);
    }
    assert_true(status == ROUTH_OK && budget > 20);
}

SUBJECT(throws) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_balance),
        cmocka_unit_test(test_trajectories),
        cmocka_unit_test(test_noise),
        cmocka_unit_test(test_noise_of_each_channel),
        cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_fit),
        cmocka_unit_test(test_starts),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_energy_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
