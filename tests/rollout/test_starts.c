/* Starts of tosses: exact where the recording is exact, and with covariances that hold.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "rollout/flying_box.h"

#include "../subject.h"
#include "algebra/space.h"
#include "cases/recorded.h"
#include "effort.h"
#include "rollout/rollout.h"

static const double nothing[2] = {0, 0};

/* Start − truth, in the order of the covariance. */
static void missed(const routh_start3 *start, const routh_state3 *truth, double by[12]) {
    for (int c = 0; c < 3; c++) {
        by[c] = start->state.position[c] - truth->position[c];
        by[6 + c] = start->state.velocity.velocity[c] - truth->velocity.velocity[c];
        by[9 + c] = start->state.velocity.spin[c] - truth->velocity.spin[c];
    }
    routh_turn_between(truth->orientation, start->state.orientation, by + 3);
}

/* Six numbers that the closed form of the fall must get right for any drag. */
static void test_fall(void **state) {
    (void)state;
    const double drag[] = {0, 1e-9, 0.05, 0.0999, 0.1001, 3}, time = 0.1;
    for (size_t i = 0; i < sizeof drag / sizeof *drag; i++) {
        const routh_start3_fall fall = routh_start3_fall_of(drag[i], time);
        long double a = 0, b = 0, term = time; /* the series, in long doubles, to the end */
        for (int k = 1; k < 40; k++) {
            a += term;
            b += term * time / (k + 1);
            term *= -(long double)drag[i] * time / (k + 1);
        }
        assert_near(fall.a, (double)a, 1e-15 * time);
        assert_near(fall.b, (double)b, 1e-13 * time * time);
    }
}

static void test_exact(void **state) {
    (void)state;
    enum { TOSSES = 12 };
    box_tosses b;
    routh_start3 start[TOSSES];
    box_toss_all(TOSSES, nothing, nothing, &b);
    assert_int_equal(routh_starts3_of(NULL, &b.dataset, &b.world, NULL, start), ROUTH_OK);
    for (size_t t = 0; t < TOSSES; t++) {
        double by[12];
        assert_null(start[t].why_not);
        assert_int_equal(start[t].trajectory, t);
        assert_int_equal(start[t].first, 0);
        assert_int_equal(start[t].last, BOX_JUMP - 1); /* the jump shows at the instant itself */
        missed(&start[t], &b.truth[t], by);
        for (int i = 0; i < 12; i++)
            assert_near(by[i], 0, i < 6 ? 1e-9 : 1e-7); /* steps of the integration */
    }
    box_release(&b);
}

/* Instants in the hand are left out, the state is that after them, and no more are used than allowed. */
static void test_hand(void **state) {
    (void)state;
    box_tosses b;
    routh_start3 start;
    routh_start3_options options = routh_start3_options_default();
    box_toss_all(1, nothing, nothing, &b);
    b.dataset.trajectory[0].held = 4;
    for (int i = 0; i < 4; i++)
        b.dataset.trajectory[0].position[i][0] += 0.05;
    assert_int_equal(routh_starts3_of(NULL, &b.dataset, &b.world, &options, &start), ROUTH_OK);
    assert_null(start.why_not);
    assert_int_equal(start.first, 5); /* the jump back at instant 4 belongs to the hand */
    double recorded[3], tracked[3];
    routh_rollout_recorded(&b.dataset, 0, 5, recorded);
    routh_world3_tracked(&b.world, &start.state, tracked);
    for (int c = 0; c < 3; c++)
        assert_near(tracked[c], recorded[c], 1e-9);
    options.flight_max = 8;
    assert_int_equal(routh_starts3_of(NULL, &b.dataset, &b.world, &options, &start), ROUTH_OK);
    assert_int_equal(start.last, 12);
    box_release(&b);
}

/* Frame 0: the first two poses alone. */
static void test_one(void **state) {
    (void)state;
    box_tosses b;
    routh_start3 start;
    box_toss_all(1, nothing, nothing, &b);
    assert_int_equal(
        routh_starts3_of(NULL, &b.dataset, &b.world, &(routh_start3_options){.flight_min = 5, .one = true}, &start),
        ROUTH_OK);
    assert_int_equal(start.first, 0);
    assert_int_equal(start.last, 1);
    double by[12];
    missed(&start, &b.truth[0], by);
    for (int c = 0; c < 9; c++)
        assert_near(by[c], 0, c < 6 ? 1e-9 : 1e-7);
    for (int c = 9; c < 12; c++) /* the spin of half an instant later */
        assert_near(by[c], 0, 1.5);
    box_release(&b);
}

/* The mean square of each number's error ÷ its variance, over tosses. */
static void judge_covariance(const double noise[2], const double bend[2], double low, double high) {
    const size_t tosses = (size_t)effort(100, 200, 1000);
    box_tosses b;
    routh_start3 *start = calloc(tosses, sizeof *start);
    double square[12] = {0};
    box_toss_all(tosses, noise, bend, &b);
    assert_int_equal(routh_starts3_of(NULL, &b.dataset, &b.world, NULL, start), ROUTH_OK);
    for (size_t t = 0; t < tosses; t++) {
        double by[12];
        missed(&start[t], &b.truth[t], by);
        for (int i = 0; i < 12; i++)
            square[i] += by[i] * by[i] / start[t].covariance[i][i] / (double)tosses;
    }
    for (int i = 0; i < 12; i++) {
        print_message("%s%.2f", i > 0 ? " " : "mean square ÷ variance ", square[i]);
        assert_in_range((uintmax_t)(1000 * square[i]), (uintmax_t)(1000 * low), (uintmax_t)(1000 * high));
    }
    print_message("\n");
    free(start);
    box_release(&b);
}

/* χ² ÷ n of 100 tosses scatters by 0.14; the own noise of a toss is taken where it is larger, which makes it 0.1 less. */
static void test_covariance(void **state) {
    (void)state;
    judge_covariance((double[]){5e-5, 5e-4}, nothing, 0.5, 1.4);
}

/* Errors that bend the flight: they must not be claimed to be smaller than they are. */
static void test_bent(void **state) {
    (void)state;
    judge_covariance((double[]){5e-5, 5e-4}, (double[]){0.1, 1}, 0.5, 1.6);
}

static void test_unusable(void **state) {
    (void)state;
    box_tosses b;
    routh_start3 start[3];
    routh_context context = routh_context_default();
    box_toss_all(3, nothing, nothing, &b);
    b.dataset.trajectory[0].held = BOX_JUMP - 4; /* too short */
    b.dataset.trajectory[1].held = BOX_INSTANTS; /* none */
    for (int i = 0; i < BOX_INSTANTS; i++)       /* one gravity across: smooth, but not free */
        b.dataset.trajectory[2].position[i][0] += 0.97 * 0.5 * 9.81 * i * i / (200.0 * 200.0);
    assert_int_equal(routh_starts3_of(NULL, &b.dataset, &b.world, NULL, start), ROUTH_OK);
    assert_string_equal(start[0].why_not, "too few instants of flight");
    assert_string_equal(start[1].why_not, "no flight");
    assert_string_equal(start[2].why_not, "its first motion is no free fall");
    const routh_start3_options bad[2] = {{.flight_min = 2}, {.flight_min = 5, .flight_max = 4}};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(routh_starts3_of(&context, &b.dataset, &b.world, &bad[i], start), ROUTH_BAD_ARGUMENT);
        assert_non_null(strstr(context.message, "instants of flight"));
    }
    box_release(&b);
}

/* Every recorded toss has a start, within a fraction of a millimetre and a few mm/s. */
static void test_recorded(void **state) {
    (void)state;
    char path[PATH_SIZE];
    routh_dataset3 dataset;
    routh_shape3 cube;
    routh_plane3 plane;
    routh_world3 world;
    recorded_or_skip("cube-tosses", path);
    assert_int_equal(routh_dataset3_read(NULL, routh_io_path(path), NULL, &dataset), ROUTH_OK);
    assert_int_equal(routh_dataset3_segment(NULL, NULL, &dataset), ROUTH_OK);
    assert_int_equal(routh_world3_of_dataset(NULL, &dataset, true, &cube, &plane, &world), ROUTH_OK);
    assert_near(world.inertia[0][0], dataset.calibration.inertia, 1e-12);
    assert_near(world.rounding, dataset.calibration.rounding, 0);
    routh_start3 *start = calloc(dataset.trajectory_count, sizeof *start);
    assert_int_equal(routh_starts3_of(NULL, &dataset, &world, NULL, start), ROUTH_OK);
    for (size_t t = 0; t < dataset.trajectory_count; t++) {
        assert_null(start[t].why_not);
        assert_true(start[t].first >= dataset.trajectory[t].held);
        assert_true(start[t].covariance[0][0] < 1e-3 * 1e-3 && start[t].covariance[6][6] < 0.02 * 0.02);
    }
    free(start);
    routh_shape3_release(NULL, &cube);
    routh_dataset3_release(NULL, &dataset);
}

SLOW_SUBJECT(starts) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fall),     cmocka_unit_test(test_exact),    cmocka_unit_test(test_hand),
        cmocka_unit_test(test_one),      cmocka_unit_test(test_bent),     cmocka_unit_test(test_covariance),
        cmocka_unit_test(test_unusable), cmocka_unit_test(test_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
