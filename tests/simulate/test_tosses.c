/* Generated tosses in space: starts fill their ranges and lie outside what is fixed, the recorded points are those of the
 * runs, noise has the deviations that were asked for, records obey the law, and threads change nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <math.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../effort.h"
#include "../subject.h"
#include "algebra/space.h"
#include "simulate/simulate.h"

static routh_shape3 box;

static int set_up(void **state) {
    (void)state;
    const double side[3] = {0.12, 0.08, 0.05};
    return routh_shape3_box(NULL, side, &box) == ROUTH_OK ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    routh_shape3_release(NULL, &box);
    return 0;
}

static routh_world3_generator generator_of(size_t count) {
    static const routh_plane3 ground = {.normal = {0, 0, 1}};
    routh_world3_generator tosses = routh_world3_generator_default();
    tosses.world = routh_world3_of(&box, 0.3);
    tosses.world.plane = &ground;
    tosses.world.plane_count = 1;
    tosses.world.rounding = 0.003;
    tosses.world.centre[2] = 0.004;
    tosses.world.surface.pair = (routh_pair){.mu = 0.2, .eps = 0.4, .eta2 = 1.2};
    tosses.count = count;
    tosses.run.duration = 0.6;
    return tosses;
}

static routh_dataset3 generate(const routh_world3_generator *tosses, int threads) {
    routh_context context = routh_context_default();
    routh_dataset3 dataset;
    context.threads = threads;
    if (routh_world3_generate(&context, tosses, &dataset) != ROUTH_OK)
        fail_msg("%s", context.message);
    return dataset;
}

static void test_defaults(void **state) {
    (void)state;
    const routh_world3_generator tosses = routh_world3_generator_default();
    assert_int_equal(tosses.count, 100);
    assert_int_equal(tosses.seed, 1);
    assert_true(tosses.any_orientation && tosses.world.plane_count == 1 && tosses.world.gravity > 9.8);
    routh_context context = routh_context_default();
    routh_dataset3 dataset;
    assert_int_equal(routh_world3_generate(&context, &tosses, &dataset), ROUTH_BAD_ARGUMENT);
    assert_string_equal(context.field, "shape");
}

/* Only a cube has an edge of that width: a box of the same volume has not. */
static void test_width(void **state) {
    (void)state;
    const double sides[2][3] = {{0.1, 0.1, 0.1}, {0.05, 0.1, 0.2}};
    for (int i = 0; i < 2; i++) {
        routh_world3_generator tosses = generator_of(1);
        routh_context context = routh_context_default();
        routh_shape3 shape;
        routh_dataset3 dataset = {0};
        assert_int_equal(routh_shape3_box(NULL, sides[i], &shape), ROUTH_OK);
        const routh_world3 before = tosses.world;
        tosses.world = routh_world3_of(&shape, 0.4);
        tosses.world.plane = before.plane, tosses.world.plane_count = before.plane_count;
        tosses.width = 0.1;
        assert_int_equal(routh_world3_generate(&context, &tosses, &dataset), i == 0 ? ROUTH_OK : ROUTH_BAD_ARGUMENT);
        if (i == 1)
            assert_string_equal(context.field, "width");
        routh_dataset3_release(NULL, &dataset);
        routh_shape3_release(NULL, &shape);
    }
}

/* Positions, velocities and spins fill their ranges evenly. Orientations are uniform: any fixed vector of the body then points
 * evenly into all directions, each coordinate having mean 0 and variance 1/3, and the angle of the turn has the mean
 * π/2 + 2/π. */
static void test_starts(void **state) {
    (void)state;
    const size_t count = (size_t)effort(4000, 4000, 40000);
    routh_world3_generator tosses = generator_of(count);
    tosses.low.position[0] = -0.3;
    tosses.high.position[0] = 0.1;
    double mean[3] = {0}, square[3] = {0}, angle = 0, x = 0, least = 9, most = -9;
    for (size_t i = 0; i < count; i++) {
        const routh_state3 start = routh_world3_generator_at(&tosses, i);
        const double along[3] = {0.6, 0, 0.8};
        double world[3], turn[3];
        routh_turn_apply(start.orientation, along, world);
        routh_turn_vector(start.orientation, turn);
        angle += routh_length3(turn) / (double)count;
        for (int c = 0; c < 3; c++) {
            mean[c] += world[c] / (double)count;
            square[c] += world[c] * world[c] / (double)count;
        }
        assert_true(start.position[0] >= -0.3 && start.position[0] <= 0.1);
        assert_true(start.position[1] >= 0 && start.position[1] <= 0);
        x += start.position[0] / (double)count;
        least = fmin(least, start.velocity.spin[2]);
        most = fmax(most, start.velocity.spin[2]);
        assert_true(routh_world3_distance(&tosses.world, &start) >= -1e-9);
    }
    /* four standard errors: √(1/3 n), √(4/45 n), 0.65/√n, 0.4/√(12 n) */
    const double root = 4 / sqrt((double)count);
    for (int c = 0; c < 3; c++)
        assert_true(fabs(mean[c]) < 0.577 * root && fabs(square[c] - 1.0 / 3) < 0.298 * root);
    assert_true(fabs(angle - (1.5707963267948966 + 0.6366197723675814)) < 0.65 * root);
    assert_true(fabs(x + 0.1) < 0.1155 * root);
    assert_true(least < -9.9 && most > 9.9 && least >= -10 && most <= 10);
}

/* A body that would start inside is lifted just out of it, over a slope, too; the rest of its start stays. */
static void test_lifted(void **state) {
    (void)state;
    static const routh_plane3 planes[2] = {{.normal = {0, 0, 1}}, {.point = {0.1, 0, 0}, .normal = {-1, 0, 1}}};
    routh_world3_generator tosses = generator_of(50);
    tosses.world.plane = planes;
    tosses.world.plane_count = 2;
    tosses.low.position[0] = -0.1;
    tosses.high.position[0] = 0.3;
    tosses.low.position[2] = tosses.high.position[2] = -0.05;
    for (size_t i = 0; i < 50; i++) {
        const routh_state3 start = routh_world3_generator_at(&tosses, i);
        const double gap = routh_world3_distance(&tosses.world, &start);
        assert_true(gap >= -1e-12 && gap < 1e-6);
        assert_true(start.position[0] >= -0.1 && start.position[0] <= 0.3);
    }
    routh_dataset3 dataset = generate(&tosses, 1);
    routh_dataset3_release(NULL, &dataset);
    /* out of a wall no lifting leads */
    static const routh_plane3 wall = {.point = {0.5, 0, 0}, .normal = {1, 0, 0}};
    tosses.world.plane = &wall;
    tosses.world.plane_count = 1;
    routh_context context = routh_context_default();
    assert_int_equal(routh_world3_generate(&context, &tosses, &dataset), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "toss 1: "));
    assert_non_null(strstr(context.message, "inside"));
}

/* Without noise: the tracked point of the run of that start, instant by instant; orientations continuous in sign. */
static void test_trajectories(void **state) {
    (void)state;
    const routh_world3_generator tosses = generator_of(6);
    routh_dataset3 dataset = generate(&tosses, 2);
    assert_int_equal(dataset.trajectory_count, 6);
    assert_true(dataset.shape == &box && dataset.mass == 0.3 && dataset.rate == tosses.run.rate);
    assert_true(dataset.calibration.centre[2] == 0.004 && dataset.calibration.rounding == 0.003);
    size_t records = 0;
    for (size_t i = 0; i < 6; i++) {
        const routh_state3 start = routh_world3_generator_at(&tosses, i);
        const routh_trajectory3 *toss = &dataset.trajectory[i];
        routh_run3 run;
        assert_int_equal(routh_world3_run(NULL, &tosses.world, &start, &tosses.run, &run), ROUTH_OK);
        assert_int_equal(toss->count, run.sample_count);
        for (size_t k = 0; k < run.sample_count; k++) {
            double point[3], turn[3], along = 0;
            routh_world3_tracked(&tosses.world, &run.sample[k], point);
            routh_turn_between(toss->orientation[k], run.sample[k].orientation, turn);
            for (int c = 0; c < 3; c++)
                assert_true(fabs(point[c] - toss->position[k][c]) < 1e-15);
            assert_true(routh_length3(turn) < 1e-12);
            for (int c = 0; k > 0 && c < 4; c++)
                along += toss->orientation[k][c] * toss->orientation[k - 1][c];
            assert_true(k == 0 || along > 0);
        }
        records += run.record_count;
        routh_run3_release(NULL, &run);
    }
    assert_int_equal(dataset.count, records);
    routh_dataset3_release(NULL, &dataset);
}

/* The truth is the law's: at impacts of one contact the impulse m ΔV at r turns the body by I⁻¹ (r × m ΔV), stays within the cone
 * of friction, and the contact point does not come closer afterwards. */
static void test_records(void **state) {
    (void)state;
    const routh_world3_generator tosses = generator_of(30);
    routh_dataset3 dataset = generate(&tosses, 2);
    size_t single = 0;
    for (size_t i = 0; i < dataset.count; i++) {
        const routh_record3 *r = &dataset.record[i];
        double p[3], torque[3], spin[3], inside[3], back[4], swept[3], change[3], after[3];
        assert_true(r->time >= 0 && r->time <= tosses.run.duration && r->trajectory < 30);
        if (r->reasons)
            continue;
        single++;
        for (int c = 0; c < 3; c++)
            p[c] = tosses.world.mass * (r->after.velocity[c] - r->before.velocity[c]);
        routh_cross3(r->point, p, torque);
        routh_turn_inverse(r->orientation, back);
        routh_turn_apply(back, torque, inside);
        for (int c = 0; c < 3; c++)
            inside[c] /= tosses.world.inertia[c][c]; /* a box's axes are principal */
        routh_turn_apply(r->orientation, inside, spin);
        for (int c = 0; c < 3; c++)
            change[c] = r->after.spin[c] - r->before.spin[c] - spin[c];
        assert_true(routh_length3(change) < 1e-6 * (1 + routh_length3(spin)));
        assert_true(p[2] >= 0 && hypot(p[0], p[1]) <= 0.2 * p[2] * (1 + 1e-6) + 1e-12);
        routh_cross3(r->after.spin, r->point, swept);
        for (int c = 0; c < 3; c++)
            after[c] = r->after.velocity[c] + swept[c];
        assert_true(after[2] > -1e-6);
    }
    assert_true(single > 30);
    routh_dataset3_release(NULL, &dataset);
}

/* The recorded numbers differ from the exact ones by the noise, with its deviation in every coordinate and axis. */
static void test_noise(void **state) {
    (void)state;
    routh_world3_generator tosses = generator_of(10);
    routh_dataset3 exact = generate(&tosses, 1);
    tosses.position_noise = 3e-4;
    tosses.rotation_noise = 2e-3;
    routh_dataset3 noisy = generate(&tosses, 1);
    double moved[3] = {0}, turned[3] = {0};
    size_t count = 0;
    for (size_t i = 0; i < 10; i++)
        for (size_t k = 0; k < exact.trajectory[i].count; k++, count++) {
            double turn[3];
            routh_turn_between(exact.trajectory[i].orientation[k], noisy.trajectory[i].orientation[k], turn);
            for (int c = 0; c < 3; c++) {
                moved[c] += pow(noisy.trajectory[i].position[k][c] - exact.trajectory[i].position[k][c], 2);
                turned[c] += turn[c] * turn[c];
            }
        }
    /* a deviation from n numbers is known to 1/√(2 n): four times that */
    const double slack = 4 / sqrt(2 * (double)count);
    for (int c = 0; c < 3; c++) {
        assert_true(fabs(sqrt(moved[c] / (double)count) / 3e-4 - 1) < slack);
        assert_true(fabs(sqrt(turned[c] / (double)count) / 2e-3 - 1) < slack);
    }
    routh_dataset3_release(NULL, &noisy);
    routh_dataset3_release(NULL, &exact);
}

static void test_threads_change_nothing(void **state) {
    (void)state;
    routh_world3_generator tosses = generator_of(12);
    tosses.position_noise = 1e-4;
    routh_dataset3 one = generate(&tosses, 1), many = generate(&tosses, 7);
    assert_int_equal(one.count, many.count);
    for (size_t i = 0; i < 12; i++) {
        assert_int_equal(one.trajectory[i].count, many.trajectory[i].count);
        assert_memory_equal(one.trajectory[i].position, many.trajectory[i].position,
                            one.trajectory[i].count * sizeof *one.trajectory[i].position);
        assert_memory_equal(one.trajectory[i].orientation, many.trajectory[i].orientation,
                            one.trajectory[i].count * sizeof *one.trajectory[i].orientation);
    }
    routh_dataset3_release(NULL, &one);
    routh_dataset3_release(NULL, &many);
}

/* What scatters is drawn anew for every toss, also from one start, and the same again for the same seed. */
static void test_scatter(void **state) {
    (void)state;
    routh_world3_generator tosses = generator_of(2);
    tosses.high = tosses.low;
    tosses.any_orientation = false;
    for (int k = 0; k < 2; k++) {
        tosses.run.scatter.mu = k ? 0.2 : 0;
        routh_dataset3 one = generate(&tosses, 1), again = generate(&tosses, 2);
        const size_t last = one.trajectory[0].count - 1;
        const bool same = memcmp(one.trajectory[0].position[last], one.trajectory[1].position[last],
                                 sizeof one.trajectory[0].position[last]) == 0;
        assert_true(same == (k == 0));
        assert_memory_equal(one.trajectory[1].position, again.trajectory[1].position,
                            (last + 1) * sizeof *one.trajectory[1].position);
        routh_run3 run;
        double point[3];
        assert_int_equal(routh_world3_generator_run(NULL, &tosses, 1, &run), ROUTH_OK);
        routh_world3_tracked(&tosses.world, &run.sample[last], point);
        assert_memory_equal(point, one.trajectory[1].position[last], sizeof point);
        routh_run3_release(NULL, &run);
        routh_dataset3_release(NULL, &one);
        routh_dataset3_release(NULL, &again);
    }
}

static void test_refused(void **state) {
    (void)state;
    const struct {
        const char *field;
        double value;
        size_t offset;
    } cases[] = {{"width", 0.1, offsetof(routh_world3_generator, width)},
                 {"position_noise", -1, offsetof(routh_world3_generator, position_noise)},
                 {"rotation_noise", NAN, offsetof(routh_world3_generator, rotation_noise)},
                 {"position", 1e10, offsetof(routh_world3_generator, low.position)},
                 {"velocity", INFINITY, offsetof(routh_world3_generator, high.velocity.velocity)},
                 {"spin", 100, offsetof(routh_world3_generator, low.velocity.spin)},
                 {"count duration rate step", 1e8, offsetof(routh_world3_generator, run.duration)},
                 {"rounding", 0.03, offsetof(routh_world3_generator, world.rounding)}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        routh_world3_generator tosses = generator_of(2);
        routh_context context = routh_context_default();
        routh_dataset3 dataset;
        memcpy((char *)&tosses + cases[i].offset, &cases[i].value, sizeof cases[i].value);
        assert_int_not_equal(routh_world3_generate(&context, &tosses, &dataset), ROUTH_OK);
        if (!context.field || strcmp(context.field, cases[i].field) != 0)
            fail_msg("%s: %s (%s)", cases[i].field, context.message, context.field ? context.field : "no field");
    }
}

/* A cube is known as one, and the file that is written of the tosses holds them. */
static void test_file(void **state) {
    (void)state;
    const double side[3] = {0.1, 0.1, 0.1};
    routh_shape3 cube;
    assert_int_equal(routh_shape3_box(NULL, side, &cube), ROUTH_OK);
    routh_world3_generator tosses = generator_of(3);
    const routh_world3 body = routh_world3_of(&cube, 0.37);
    tosses.world.shape = &cube;
    tosses.world.mass = 0.37;
    memcpy(tosses.world.inertia, body.inertia, sizeof body.inertia);
    for (int k = 0; k < 2; k++) {
        tosses.width = k ? 0.1 : 0;
        routh_dataset3 dataset = generate(&tosses, 1), read;
        routh_buffer buffer = {0};
        assert_true((dataset.shape == NULL) == (k == 1));
        assert_int_equal(routh_dataset3_write(NULL, &dataset, routh_io_buffer(&buffer, "tosses.h5")), ROUTH_OK);
        routh_import3_options unstated = {.width = NAN, .mass = NAN, .rate = NAN, .gravity = NAN};
        assert_int_equal(
            routh_dataset3_read(NULL, routh_io_memory(buffer.byte, buffer.byte_count, "tosses.h5"), &unstated, &read),
            ROUTH_OK);
        assert_int_equal(read.trajectory_count, 3);
        assert_true(read.mass == 0.37 && read.rate == tosses.run.rate && (k == 0 || read.width == 0.1));
        assert_memory_equal(read.trajectory[2].position, dataset.trajectory[2].position,
                            dataset.trajectory[2].count * sizeof *dataset.trajectory[2].position);
        routh_buffer_release(NULL, &buffer);
        routh_dataset3_release(NULL, &read);
        routh_dataset3_release(NULL, &dataset);
    }
    routh_shape3_release(NULL, &cube);
}

SUBJECT(tosses) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),     cmocka_unit_test(test_width),
        cmocka_unit_test(test_starts),       cmocka_unit_test(test_lifted),
        cmocka_unit_test(test_trajectories), cmocka_unit_test(test_records),
        cmocka_unit_test(test_noise),        cmocka_unit_test(test_threads_change_nothing),
        cmocka_unit_test(test_scatter),      cmocka_unit_test(test_refused),
        cmocka_unit_test(test_file),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
