/* The hand that inserts: springs and contacts in balance after every step, friction the right way round, derivatives as
 * differences say; sensors; what is refused.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../ledger.h"
#include "../subject.h"
#include "generated.h"
#include "geometry/geometry.h"
#include "simulate/simulate.h"

static const double lever = 0.12;

static routh_hand make_hand(stage *s, const routh_insertion_generator *setting, const double *x) {
    routh_pose3 grip = routh_pose3_default();
    grip.position[0] = 0.3;
    routh_hand hand = {.setting = setting};
    assert_int_equal(routh_held_object_create(&s->room, &s->assembly, x, setting, &grip, lever, &hand.object),
                     ROUTH_OK);
    return hand;
}

/* The springs' wrench in object 2's axes, from the small rotation that leads from hand to command: another way than the
 * one under test, exact to the cube of the angle. */
static void springs(const routh_hand *hand, double wrench[6]) {
    const double(*r)[3] = hand->pose.rotation, (*c)[3] = hand->command.rotation;
    double stretch[3] = {0}, turn[3], axes[3] = {0};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            stretch[k] += r[i][k] * (hand->command.position[i] - hand->pose.position[i]);
    // ½ Σ r_k × c_k is the axis times the sine of the angle, in object 2's axes
    for (int k = 0; k < 3; k++) {
        const double a[3] = {r[0][k], r[1][k], r[2][k]}, b[3] = {c[0][k], c[1][k], c[2][k]};
        double product[3];
        cross(a, b, product);
        for (int i = 0; i < 3; i++)
            axes[i] += 0.5 * product[i];
    }
    const double sine = sqrt(axes[0] * axes[0] + axes[1] * axes[1] + axes[2] * axes[2]);
    for (int k = 0; k < 3; k++)
        turn[k] = (r[0][k] * axes[0] + r[1][k] * axes[1] + r[2][k] * axes[2]) * (sine > 0 ? asin(sine) / sine : 1);
    for (int i = 0; i < 3; i++) {
        wrench[i] = wrench[3 + i] = 0;
        for (int k = 0; k < 3; k++) {
            wrench[i] += r[i][k] * hand->object.held[k] * stretch[k];
            wrench[3 + i] += r[i][k] * hand->object.held[3 + k] * turn[k];
        }
    }
}

/* Over a whole insertion with displaced guides, from a start shifted and turned at once. */
static void balance(void **state) {
    stage *s = *state;
    const double x[9] = {0, 9e-5, -1.2e-4, 3e-5, 7e-5, 1e-4, -2e-4, 1e-4, 0};
    const routh_insertion_generator setting = guides_generator(GUIDES_TEST_2A);
    routh_hand hand = make_hand(s, &setting, x);
    const double axis[3] = {1, 0, 0}, none[3] = {0};
    routh_pose3 start = routh_pose3_turn(axis, none, 0.01);
    start.position[0] = -0.012, start.position[2] = 0.005;
    start.position[0] += routh_distance_to_touch(&hand, &start, 0.02) - 1e-4;
    routh_place_hand(&hand, &start);
    const routh_task task = {.wrench = {50}};
    double most = 0;
    for (int i = 0; i < 12000; i++) {
        double wrench[6];
        assert_int_equal(routh_hand_step(&s->context, &hand, &task), ROUTH_OK);
        springs(&hand, wrench);
        for (int k = 0; k < 6; k++)
            assert_true(fabs(wrench[k] + hand.contact[k]) < 50e-9);
        most = fmax(most, fabs(hand.contact[0]));
    }
    assert_true(most > 49 && most < 60 && fabs(hand.contact[0] + 50) < 0.1 && fabs(hand.pose.position[0] + 0.3) < 2e-4);
}

/* Pressed in, eight flanks push back with K δ (sin 40° ± μ cos 40°) sin 40° … : going in friction adds to the force
 * against the motion, coming out it takes away. At rest there is none. */
static void friction_sign(void **state) {
    stage *s = *state;
    const double x[9] = {0}, way = 5e-5, sine = sin(flank_angle), cosine = cos(flank_angle);
    const routh_insertion_generator setting = guides_generator(GUIDES_TEST_2A);
    routh_hand hand = make_hand(s, &setting, x);
    const double axis[3] = {1, 0, 0};
    const routh_pose3 pose = routh_pose3_shift(axis, way - 0.3);
    for (int direction = -1; direction <= 1; direction++) {
        const double twist[6] = {direction * 1e-3};
        double wrench[6];
        assert_int_equal(routh_contact_wrench(&hand.object, &pose, twist, wrench, NULL), 8);
        const double expected = -8 * setting.stiffness * way * sine * (sine + direction * 0.2 * cosine);
        assert_true(fabs(wrench[0] - expected) < 1e-9 * fabs(expected));
        for (int k = 1; k < 6; k++)
            assert_true(fabs(wrench[k]) < 1e-9);
    }
    // sliding along the ridge of guide 1 and 3: friction along it, against the motion, from all eight flanks
    const double sideways[6] = {0, 1e-3 / sqrt(2), 1e-3 / sqrt(2)};
    double wrench[6];
    routh_contact_wrench(&hand.object, &pose, sideways, wrench, NULL);
    assert_true(wrench[1] < 0 && wrench[2] < 0);
}

/* The derivative with respect to the twist, which Newton's method uses, is that of differences: creeping, sliding, and
 * both at once. */
static void damping(void **state) {
    stage *s = *state;
    const double x[9] = {0, 5e-5, -5e-5, 5e-5, 0};
    const routh_insertion_generator setting = guides_generator(GUIDES_TEST_2A);
    routh_hand hand = make_hand(s, &setting, x);
    const double axis[3] = {1, 0.02, -0.01}, none[3] = {0};
    routh_pose3 pose = routh_pose3_turn(axis, none, 1e-3);
    pose.position[0] = -0.2998;
    routh_random random = routh_random_seed(3, 0);
    for (int trial = 0; trial < 50; trial++) {
        const double speed = pow(10, routh_random_uniform(&random, -6, -3));
        double twist[6], wrench[6], derivative[6][6], end[2][6];
        for (int k = 0; k < 6; k++)
            twist[k] = speed * routh_random_normal(&random) / (k < 3 ? 1 : lever);
        assert_true(routh_contact_wrench(&hand.object, &pose, twist, wrench, derivative) >= 4);
        for (int j = 0; j < 6; j++) {
            const double by = 1e-5 * speed;
            for (int side = 0; side < 2; side++) {
                double moved[6];
                memcpy(moved, twist, sizeof moved);
                moved[j] += side ? by : -by;
                routh_contact_wrench(&hand.object, &pose, moved, end[side], NULL);
            }
            double largest = 0;
            for (int k = 0; k < 6; k++)
                largest = fmax(largest, fabs(derivative[k][j]));
            for (int k = 0; k < 6; k++)
                assert_true(fabs((end[1][k] - end[0][k]) / (2 * by) - derivative[k][j]) < 1e-4 * largest);
        }
    }
}

static void check_reading(double value, double truth, double resolution, double *square) {
    assert_true(fabs(value / resolution - nearbyint(value / resolution)) < 1e-6);
    *square += (value - truth) * (value - truth) / resolution / resolution;
}

/* Readings are multiples of the resolution. Noise of half the resolution and rounding together deviate by
 * √(1/4 + 1/12) of it from the truth, and not to one side. */
static void sensors(void **state) {
    stage *s = *state;
    routh_insertion_generator setting = exact_setting(GUIDES_TEST_2A, 1e-4);
    routh_insertion truth = generated(s, &setting);
    setting.sensors = 1;
    routh_insertion sensed = generated(s, &setting);
    const double expected = sqrt(1.0 / 4 + 1.0 / 12), n = (double)truth.count;
    double square[4] = {0}, angle = 0, sum[3] = {0};
    assert_int_equal(truth.count, sensed.count);
    for (size_t i = 0; i < truth.count; i++) {
        const routh_insertion_instant *t = &truth.sample[i], *m = &sensed.sample[i];
        const routh_pose3 back = routh_pose3_inverse(&t->hand), turn = routh_pose3_compose(&m->hand, &back);
        double vector[3];
        routh_rotation_vector(turn.rotation, vector);
        for (int k = 0; k < 3; k++) {
            check_reading(m->hand.position[k], t->hand.position[k], 2e-6, &square[0]);
            check_reading(m->twist[k], t->twist[k], 2e-4, &square[1]);
            check_reading(m->twist[3 + k], t->twist[3 + k], 2e-4 / lever, &square[1]);
            check_reading(m->wrench[k], t->wrench[k], 1.5, &square[2]);
            check_reading(m->wrench[3 + k], t->wrench[3 + k], 1.5 * lever, &square[3]);
            angle += vector[k] * vector[k] * lever * lever / 4e-12;
            sum[k] += m->wrench[k] - t->wrench[k];
        }
    }
    assert_true(fabs(sqrt(square[0] / (3 * n)) - expected) < 0.02);
    assert_true(fabs(sqrt(square[1] / (6 * n)) - expected) < 0.02);
    assert_true(fabs(sqrt(square[2] / (3 * n)) - expected) < 0.02);
    assert_true(fabs(sqrt(square[3] / (3 * n)) - expected) < 0.02);
    assert_true(fabs(sqrt(angle / (3 * n)) - expected) < 0.02);
    for (int k = 0; k < 3; k++)
        assert_true(fabs(sum[k] / n) < 0.05);
    routh_insertion_release(&s->context, &truth);
    routh_insertion_release(&s->context, &sensed);
}

static void expect_refused(stage *s, const routh_insertion_generator *setting, routh_status status, const char *words) {
    routh_insertion insertion;
    assert_int_equal(routh_insertion_generate(&s->context, &s->assembly, setting, &insertion, NULL), status);
    if (!strstr(s->context.message, words))
        fail_msg("\"%s\" does not say \"%s\"", s->context.message, words);
    assert_null(insertion.sample);
    assert_null(insertion.truth.displacement);
}

static void refused(void **state) {
    stage *s = *state;
    routh_insertion_generator bad[8];
    for (int i = 0; i < 8; i++)
        bad[i] = exact_setting(GUIDES_TEST_1A, 0);
    bad[0].stiffness = -1;
    expect_refused(s, &bad[0], ROUTH_BAD_ARGUMENT, "stiffness of the insertion is -1 N/m");
    bad[1].creep = 0;
    expect_refused(s, &bad[1], ROUTH_BAD_ARGUMENT, "creep speed");
    bad[2].force_wave = 1;
    expect_refused(s, &bad[2], ROUTH_BAD_ARGUMENT, "would pull");
    bad[3].held[4] = 0;
    expect_refused(s, &bad[3], ROUTH_BAD_ARGUMENT, "axis 5");
    bad[4].give[0] = NAN;
    expect_refused(s, &bad[4], ROUTH_NOT_FINITE, "hand");
    bad[5].rate = 10; // springs and yield along X: 20 times a second
    expect_refused(s, &bad[5], ROUTH_BAD_ARGUMENT, "less than a sample");
    bad[6].settle = -1;
    expect_refused(s, &bad[6], ROUTH_BAD_ARGUMENT, "time to settle of the insertion is -1 s");
    bad[7].give[3] = 0; // a hand that does not give way about X never gets home
    bad[7].rate = 50;
    expect_refused(s, &bad[7], ROUTH_NOT_ENDED, "test insertion did not end within");
}

static int stop(const char *what, double fraction, void *user) {
    (void)what;
    int *calls = user;
    assert_true(fraction >= 0 && fraction <= 1);
    return ++*calls > 2;
}

static void cancelled(void **state) {
    stage *s = *state;
    const routh_insertion_generator setting = exact_setting(GUIDES_TEST_1B, 0);
    routh_context context = routh_context_default();
    routh_insertion insertion;
    int calls = 0;
    context.progress = stop;
    context.user = &calls;
    assert_int_equal(routh_insertion_generate(&context, &s->assembly, &setting, &insertion, NULL), ROUTH_CANCELLED);
    assert_int_equal(calls, 3);
    assert_null(insertion.sample);
}

static void out_of_memory(void **state) {
    stage *s = *state;
    routh_insertion_generator setting = exact_setting(GUIDES_TEST_1B, 0);
    setting.rate = 100;
    setting.settle = 0;
    routh_status status = ROUTH_OUT_OF_MEMORY;
    for (int budget = 0; status == ROUTH_OUT_OF_MEMORY; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        routh_insertion insertion;
        status = routh_insertion_generate(&context, &s->assembly, &setting, &insertion, NULL);
        if (status == ROUTH_OK)
            routh_insertion_release(&context, &insertion);
        assert_int_equal(book.blocks, 0);
    }
    assert_int_equal(status, ROUTH_OK);
}

SLOW_SUBJECT(generate_hand) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(balance),      cmocka_unit_test(friction_sign),
                                       cmocka_unit_test(damping),      cmocka_unit_test(sensors),
                                       cmocka_unit_test(refused),      cmocka_unit_test(cancelled),
                                       cmocka_unit_test(out_of_memory)};
    return cmocka_run_group_tests(tests, stage_set_up, stage_tear_down);
}
