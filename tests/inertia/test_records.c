/* From datasets to contacts: gap, frame, force and pose; and the noise of contacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "geometry/geometry.h"
#include "inertia/inertia.h"
#include "steps.h"

static routh_record impact_at(const routh_shape *shape, double theta) {
    routh_record r = {.x = 1,
                      .theta = theta,
                      .before = {1, -2, 3},
                      .after = {0.5, 1, -4},
                      .time = 0.1,
                      .fx = 1,
                      .fy = 2,
                      .torque = 3};
    double next;
    routh_shape_lowest(shape, theta, &r.rx, &r.ry, &next);
    r.y = -r.ry;
    return r;
}

static void test_a_records_numbers(void **state) {
    (void)state;
    const routh_shape shape = routh_shape_square(1);
    routh_record record[3] = {impact_at(&shape, 0.2), impact_at(&shape, 0.3), impact_at(&shape, -0.1)};
    record[1].reasons = ROUTH_TWO_CORNERS;
    record[2].rx += 0.01; /* no corner is there */
    const routh_dataset dataset = {
        .body = {shape, 1, 1.0 / 6}, .gravity = 9.81, .gap = 0.004, .count = 3, .record = record};
    routh_record *contacts;
    size_t count;
    assert_int_equal(routh_records_of(NULL, &dataset, ROUTH_AS_RECORDED, &contacts, &count), ROUTH_OK);
    assert_int_equal(count, 2);
    assert_int_equal(contacts[1].index, 2);
    check_near(contacts[0].duration, 0.004, 0);
    check_near(contacts[0].before.vy, -2, 0); /* gravity's share stays in: the balance has it */
    check_near(contacts[0].fy, 2, 0);
    check_near(contacts[0].torque, 3, 0);
    check_near(contacts[0].theta, 0.2, 0);
    check_near(contacts[0].y, -record[0].ry, 0);
    assert_true(isnan(contacts[1].theta) && isnan(contacts[1].y));
    routh_records_release(NULL, contacts);

    assert_int_equal(routh_records_of(NULL, &dataset, ROUTH_MIRROR_T, &contacts, &count), ROUTH_OK);
    check_near(contacts[0].ry, -record[0].ry, 0);
    check_near(contacts[0].rx, record[0].rx, 0);
    assert_true(isnan(contacts[0].theta));
    routh_records_release(NULL, contacts);
}

/* Channels of known size with noise of known size on top: the noise comes out again. */
static void test_noise_of_a_ratio(void **state) {
    (void)state;
    enum { COUNT = 20000 };
    routh_record *c = calloc(COUNT, sizeof *c);
    routh_random random = routh_random_seed(3, 0);
    const double share = pow(10, -10.0 / 20);
    for (size_t i = 0; i < COUNT; i++) {
        double *const channel[] = {&c[i].y,         &c[i].theta,    &c[i].before.vx,    &c[i].after.vx,
                                   &c[i].before.vy, &c[i].after.vy, &c[i].before.omega, &c[i].after.omega};
        static const double size[] = {0.5, 0.3, 1, 1, 4, 4, 7, 7};
        for (int k = 0; k < 8; k++)
            *channel[k] = size[k] * ((i & 1 ? 1 : -1) + share * routh_random_normal(&random));
    }
    routh_noise noise;
    assert_int_equal(routh_noise_of_snr(NULL, c, COUNT, 10, &noise), ROUTH_OK);
    check_near(noise.y, 0.5 * share, 0.003);
    check_near(noise.theta, 0.3 * share, 0.002);
    check_near(noise.vx, share, 0.006);
    check_near(noise.vy, 4 * share, 0.024);
    check_near(noise.omega, 7 * share, 0.042);
    free(c);
    routh_context context = routh_context_default();
    assert_int_equal(routh_noise_of_snr(&context, NULL, 0, 10, &noise), ROUTH_BAD_ARGUMENT);
}

/* Contacts of noisy flights, segmented: their velocities scatter by what the flights' noise says they should. */
static void test_noise_of_flights(void **state) {
    (void)state;
    enum { DROPS = 60, SAMPLES = 60 };
    const double rate = 250, g = 9.81, radius = 0.03, noise[3] = {2e-5, 3e-5, 1e-3};
    routh_random random = routh_random_seed(4, 0);
    routh_dataset dataset = {.body = {routh_shape_disc(radius), 0.1, 0.5 * 0.1 * radius * radius},
                             .rate = rate,
                             .gravity = g,
                             .trajectory_count = DROPS,
                             .trajectory = calloc(DROPS, sizeof *dataset.trajectory)};
    snprintf(dataset.name, sizeof dataset.name, "discs");
    for (size_t d = 0; d < DROPS; d++) { /* falls for 0.1 s and bounces at half the speed */
        routh_trajectory *t = &dataset.trajectory[d];
        *t = (routh_trajectory){.name = calloc(8, 1), .count = SAMPLES};
        double **const column[] = {&t->time, &t->x, &t->y, &t->theta};
        for (int k = 0; k < 4; k++)
            *column[k] = calloc(SAMPLES, sizeof(double));
        const double impact = 0.1 + routh_random_uniform(&random, 0, 1 / rate), speed = 1.2;
        for (int i = 0; i < SAMPLES; i++) {
            const double at = i / rate, s = at - impact, v = s < 0 ? -speed : speed / 2;
            t->time[i] = at;
            t->x[i] = 0.3 * s * (s < 0 ? 1 : 0.5) + noise[0] * routh_random_normal(&random);
            t->y[i] = radius + v * s - g * s * s / 2 + noise[1] * routh_random_normal(&random);
            t->theta[i] = (s < 0 ? 0 : 5) * s + noise[2] * routh_random_normal(&random);
        }
    }
    routh_noise measured;
    routh_segment_options options = routh_segment_options_default();
    routh_context context = routh_context_default();
    options.calibrate = 0;
    assert_int_equal(routh_noise_of_flights(&context, &dataset, &measured), ROUTH_OK);
    assert_int_equal(routh_dataset_segment(&context, &options, &dataset), ROUTH_OK);
    double vx = 0, omega = 0, count = 0;
    for (size_t i = 0; i < dataset.count; i++)
        if (dataset.record[i].reasons == 0) {
            vx += pow(dataset.record[i].before.vx - 0.3, 2);
            omega += pow(dataset.record[i].before.omega, 2);
            count++;
        }
    assert_true(count > DROPS / 2);
    check_near(sqrt(vx / count) / measured.vx, 1, 0.35);
    check_near(sqrt(omega / count) / measured.omega, 1, 0.35);
    routh_dataset_release(NULL, &dataset);
}

SUBJECT(records) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_records_numbers),
        cmocka_unit_test(test_noise_of_a_ratio),
        cmocka_unit_test(test_noise_of_flights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
