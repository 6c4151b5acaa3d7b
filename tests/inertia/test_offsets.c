/* Poses that are all off by the same, a good instrument, corners that fast bodies leave open, and poses of another moment.
 *
 * The contacts are made here and by no law: a pentagon without symmetry, or an ellipse, touches at a random angle, any
 * impulse acts at its lowest point, and the balance gives the spin.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "steps.h"

enum { COUNT = 80 };

static const double kappa = 900, inverse_inertia = 1800; /* m = 0.5 kg */

static routh_shape pentagon(void) {
    return (routh_shape){.kind = ROUTH_POLYGON,
                         .count = 5,
                         .vertex = {{-0.03, -0.035}, {0.035, -0.03}, {0.045, 0.01}, {0.005, 0.04}, {-0.04, 0.02}}};
}

typedef struct instrument_case {
    double angle, height; /* offsets */
    double force;         /* of the known torque, N m */
    routh_noise noise;
} instrument_case;

static const routh_noise camera = {.y = 2e-4, .theta = 4e-3, .vx = 0.01, .vy = 0.01, .omega = 0.2};

/* The lowest point, by trying all of them. */
static void lowest_of(const routh_shape *shape, double theta, double *rx, double *ry) {
    const double c = cos(theta), s = sin(theta);
    *ry = INFINITY;
    for (size_t k = 0; k < (shape->kind == ROUTH_POLYGON ? shape->count : 1); k++) {
        const double reach = hypot(shape->a * s, shape->b * c);
        const double x = shape->kind == ROUTH_POLYGON ? shape->vertex[k][0] : -shape->a * shape->a * s / reach;
        const double y = shape->kind == ROUTH_POLYGON ? shape->vertex[k][1] : -shape->b * shape->b * c / reach;
        if (s * x + c * y < *ry) {
            *rx = c * x - s * y;
            *ry = s * x + c * y;
        }
    }
}

static void make_contacts(const routh_shape *shape, const instrument_case *with, uint64_t seed, routh_record *records) {
    routh_random random = routh_random_seed(seed, 3);
    const routh_noise *n = &with->noise;
    for (size_t i = 0; i < COUNT; i++) {
        double rx, ry;
        const double theta = routh_random_uniform(&random, 0, 6.28);
        routh_record c = {.trajectory = -1, .index = i, .duration = with->force > 0 ? 1e-3 : 0};
        c.torque = with->force * routh_random_uniform(&random, -1, 1);
        lowest_of(shape, theta, &rx, &ry);
        c.before = (routh_velocity){routh_random_uniform(&random, -1, 1), routh_random_uniform(&random, -2, -1),
                                    routh_random_uniform(&random, -5, 5)};
        const double pn = routh_random_uniform(&random, 0.5, 2), pt = routh_random_uniform(&random, -0.4, 0.4) * pn;
        c.after =
            (routh_velocity){c.before.vx + pt, c.before.vy + pn - c.duration * 9.81,
                             c.before.omega + kappa * (rx * pn - ry * pt) + inverse_inertia * c.duration * c.torque};
        c.theta = theta + with->angle + n->theta * routh_random_normal(&random);
        c.y = -ry + with->height + n->y * routh_random_normal(&random);
        /* before the contact by any part of its duration */
        c.y -= routh_random_uniform(&random, 0, 1) * c.duration * fmin(0, c.before.vy + rx * c.before.omega);
        routh_velocity *const both[] = {&c.before, &c.after};
        for (int k = 0; k < 2; k++) {
            both[k]->vx += n->vx * routh_random_normal(&random);
            both[k]->vy += n->vy * routh_random_normal(&random);
            both[k]->omega += n->omega * routh_random_normal(&random);
        }
        lowest_of(shape, c.theta, &c.rx, &c.ry);
        records[i] = c;
    }
}

static void fit_contacts(const routh_shape *shape, const instrument_case *with, uint64_t seed,
                         routh_inertia_estimate *fit) {
    routh_record records[COUNT];
    routh_inertia_options options = routh_inertia_options_default();
    make_contacts(shape, with, seed, records);
    options.noise = with->noise;
    options.shape = shape;
    assert_int_equal(routh_inertia_fit(NULL, records, COUNT, &options, fit), ROUTH_OK);
}

/* What many seeds say: how many intervals hold, and the scatter of the answers ÷ their errors. */
typedef struct judgement {
    double ratio, error;
    int held, angle_held, mass_held;
} judgement;

static judgement judge(const routh_shape *shape, const instrument_case *with, int seeds) {
    judgement j = {0};
    double squares = 0, errors = 0;
    for (int seed = 0; seed < seeds; seed++) {
        routh_inertia_estimate fit;
        fit_contacts(shape, with, 500 + (uint64_t)seed, &fit);
        squares += (fit.m_over_i - kappa) * (fit.m_over_i - kappa);
        errors += fit.m_over_i_error * fit.m_over_i_error;
        j.held += fit.low[0] <= kappa && kappa <= fit.high[0];
        j.mass_held += fit.mass_low <= kappa / inverse_inertia && kappa / inverse_inertia <= fit.mass_high;
        j.angle_held += fabs(fit.angle_offset - with->angle) <= 3 * fit.angle_offset_error;
        routh_inertia_estimate_release(NULL, &fit);
    }
    j.ratio = sqrt(squares / errors);
    j.error = sqrt(errors / seeds) / kappa;
    return j;
}

static void test_offsets(void **state) {
    (void)state;
    const int seeds = effort(8, 10, 200), least = seeds - seeds / 8;
    const routh_shape shapes[] = {pentagon(), routh_shape_ellipse(0.05, 0.03)};
    for (int s = 0; s < 2; s++) {
        const instrument_case off = {.angle = -0.03, .height = 4e-4, .noise = camera}, right = {.noise = camera};
        const judgement with = judge(&shapes[s], &off, seeds), without = judge(&shapes[s], &right, seeds);
        print_message("angles off: %d of %d hold, ratio %.2f, error %.2f %%; right: %d, %.2f, %.2f %%\n", with.held,
                      seeds, with.ratio, 100 * with.error, without.held, without.ratio, 100 * without.error);
        assert_true(with.held >= least && without.held >= least);
        assert_true(with.ratio < 1.5 && without.ratio < 1.5);
        assert_true(with.angle_held >= least && with.error < 1.1 * without.error);
    }
}

/* The error must follow the instrument down to where 2 % of m/I are hundreds of errors. */
static void test_good_instrument(void **state) {
    (void)state;
    const int seeds = effort(8, 10, 200), least = seeds - seeds / 8;
    const routh_shape shape = pentagon();
    const instrument_case with = {.force = 3,
                                  .noise = {.y = 2e-5, .theta = 4e-4, .vx = 2e-4, .vy = 2e-4, .omega = 0.01}};
    const judgement j = judge(&shape, &with, seeds);
    print_message("good instrument: m/I %d, m %d of %d hold, ratio %.2f, error %.4f %%\n", j.held, j.mass_held, seeds,
                  j.ratio, 100 * j.error);
    assert_true(j.held >= least && j.mass_held >= least && j.ratio < 1.5 && j.ratio > 0.6);
}

/* A body that turns by half the angle between its corners within the duration. */
static void test_open_corners(void **state) {
    (void)state;
    const routh_shape shape = pentagon();
    const instrument_case with = {.force = 3, .noise = camera};
    routh_record records[COUNT];
    routh_inertia_options options = routh_inertia_options_default();
    routh_inertia_estimate fit;
    make_contacts(&shape, &with, 1, records);
    options.noise = camera;
    options.shape = &shape;
    /* the first lies nearly flat, and both corners come down in the millisecond */
    records[0].theta = -atan2(0.005, 0.065);
    lowest_of(&shape, records[0].theta, &records[0].rx, &records[0].ry);
    records[0].y = -records[0].ry + 1e-3;
    records[0].before.vy = -2;
    records[0].before.omega = 0;
    assert_int_equal(routh_inertia_fit(NULL, records, COUNT, &options, &fit), ROUTH_OK);
    assert_int_equal(fit.misfit[0], ROUTH_MISFIT_UNCERTAIN);
    routh_inertia_estimate_release(NULL, &fit);
}

/* Angles that are not those of the contacts: no answer, and the reason. */
static void test_wrong_moment(void **state) {
    (void)state;
    const routh_shape shape = pentagon();
    const instrument_case with = {.noise = {.y = 2e-5, .theta = 4e-4, .vx = 1e-3, .vy = 1e-3, .omega = 0.01}};
    routh_context context = routh_context_default();
    routh_record records[COUNT];
    routh_inertia_options options = routh_inertia_options_default();
    routh_inertia_estimate fit;
    make_contacts(&shape, &with, 1, records);
    for (size_t i = 0; i < COUNT; i++) {
        records[i].theta += 0.7 * sin((double)i);
        lowest_of(&shape, records[i].theta, &records[i].rx, &records[i].ry);
    }
    options.noise = with.noise;
    options.shape = &shape;
    assert_int_equal(routh_inertia_fit(&context, records, COUNT, &options, &fit), ROUTH_NOT_ENDED);
    print_message("%s\n", context.message);
    assert_non_null(strstr(context.message, "noise"));
}

/* The interval of m is that of 1/m, inverted: wider above. */
static void test_inverted_interval(void **state) {
    (void)state;
    const routh_shape shape = pentagon();
    const instrument_case with = {.force = 1,
                                  .noise = {.y = 2e-4, .theta = 1e-3, .vx = 1e-3, .vy = 1e-3, .omega = 0.05}};
    routh_inertia_estimate fit;
    fit_contacts(&shape, &with, 2, &fit);
    assert_true(fit.identifiable);
    assert_true(fit.mass_high - fit.mass > fit.mass - fit.mass_low && fit.mass_low > 0);
    check_near(1 / fit.inertia_low + 1 / fit.inertia_high, 2 / fit.inertia, 1e-9 / fit.inertia);
    check_near(1 / fit.inertia_low, fit.high[1], 1e-9 * fit.high[1]);
    routh_inertia_estimate_release(NULL, &fit);
}

SLOW_SUBJECT(offsets) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_offsets),           cmocka_unit_test(test_good_instrument),
        cmocka_unit_test(test_open_corners),      cmocka_unit_test(test_wrong_moment),
        cmocka_unit_test(test_inverted_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
