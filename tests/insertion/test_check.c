/* The verdict on a recording: those that were generated fit, displaced parts or not; each wrong unit, sign, frame and order
 * of quaternions is noticed, and named.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"
#include "block.h"
#include "generated.h"
#include "geometry/geometry.h"

/* Wrong recordings are made here from right ones, without the library's own conversions. */

static void flip_wrench(routh_insertion *i) {
    for (size_t k = 0; k < i->count; k++)
        for (int c = 0; c < 6; c++)
            i->sample[k].wrench[c] = -i->sample[k].wrench[c];
}

static void scale_lengths(routh_insertion *i, double factor) {
    i->offset *= factor;
    for (int c = 0; c < 3; c++) {
        i->receptacle.position[c] *= factor;
        i->plate.position[c] *= factor;
        i->reference.position[c] *= factor;
        for (size_t k = 0; k < i->count; k++) {
            i->sample[k].hand.position[c] *= factor;
            i->sample[k].twist[c] *= factor;
        }
    }
}

static void write_millimetres(routh_insertion *i) {
    scale_lengths(i, 1000);
}

static void write_centimetres(routh_insertion *i) {
    scale_lengths(i, 100);
}

static void write_newton_millimetres(routh_insertion *i) {
    for (size_t k = 0; k < i->count; k++)
        for (int c = 3; c < 6; c++)
            i->sample[k].wrench[c] *= 1000;
}

static void write_both_in_millimetres(routh_insertion *i) {
    write_millimetres(i);
    write_newton_millimetres(i);
}

/* The rotation that x y z w gives when it is taken for w x y z. */
static void mistake_order(routh_pose3 *pose) {
    double(*r)[3] = pose->rotation;
    const double trace = r[0][0] + r[1][1] + r[2][2];
    double q[4], square[4] = {1 + trace, 1 + 2 * r[0][0] - trace, 1 + 2 * r[1][1] - trace, 1 + 2 * r[2][2] - trace};
    int largest = 0;
    for (int k = 1; k < 4; k++)
        largest = square[k] > square[largest] ? k : largest;
    const double s = 2 * sqrt(square[largest]);
    const double skew[3] = {r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]};
    q[largest] = s / 4;
    if (largest == 0)
        for (int k = 0; k < 3; k++)
            q[1 + k] = skew[k] / s;
    else {
        q[0] = skew[largest - 1] / s;
        for (int k = 0; k < 3; k++)
            if (k != largest - 1)
                q[1 + k] = (r[k][largest - 1] + r[largest - 1][k]) / s;
    }
    const double file[4] = {q[1], q[2], q[3], q[0]};
    *pose = routh_pose3_of_quaternion(file, pose->position);
}

static void write_w_last(routh_insertion *i) {
    mistake_order(&i->receptacle);
    mistake_order(&i->plate);
    mistake_order(&i->reference);
    for (size_t k = 0; k < i->count; k++)
        mistake_order(&i->sample[k].hand);
}

/* The wrench about another origin in other axes: those of the hand, or of the world. */
static void move_wrench(routh_insertion *i, int to_hand) {
    for (size_t k = 0; k < i->count; k++) {
        const routh_pose3 *hand = &i->sample[k].hand;
        double *w = i->sample[k].wrench, force[3], moment[3], lever[3], arm[3];
        routh_pose3_direction(&i->plate, w, force);
        routh_pose3_direction(&i->plate, &w[3], moment);
        for (int c = 0; c < 3; c++)
            arm[c] = i->plate.position[c] - (to_hand ? hand->position[c] : 0);
        cross(arm, force, lever);
        for (int c = 0; c < 3; c++)
            moment[c] += lever[c];
        for (int c = 0; c < 3; c++) {
            w[c] = w[3 + c] = 0;
            for (int r = 0; r < 3; r++) {
                const double axis = to_hand ? hand->rotation[r][c] : r == c;
                w[c] += axis * force[r];
                w[3 + c] += axis * moment[r];
            }
        }
    }
}

static void write_in_hand(routh_insertion *i) {
    move_wrench(i, 1);
}

static void write_in_world(routh_insertion *i) {
    move_wrench(i, 0);
}

static void write_in_hand_on_two(routh_insertion *i) {
    move_wrench(i, 1);
    flip_wrench(i);
}

typedef struct wrong {
    const char *suggestion;
    void (*write)(routh_insertion *);
} wrong;

static const wrong wrongs[] = {
    {"wrench_on=2", flip_wrench},
    {"units=mm", write_millimetres},
    {"units=cm", write_centimetres},
    {"units=Nmm", write_newton_millimetres},
    {"units=mm,Nmm", write_both_in_millimetres},
    {"quaternion=xyzw", write_w_last},
    {"wrench_frame=hand", write_in_hand},
    {"wrench_frame=world", write_in_world},
    {"wrench_on=2 wrench_frame=hand", write_in_hand_on_two},
};
enum { WRONGS = sizeof wrongs / sizeof wrongs[0] };

static routh_insertion copy_of(const routh_insertion *insertion) {
    routh_insertion copy;
    assert_int_equal(routh_insertion_reduce(NULL, insertion, 0, &copy), ROUTH_OK);
    return copy;
}

static routh_insertion_check check_with(const routh_assembly *assembly, const routh_insertion *insertion) {
    routh_context context = routh_context_default();
    routh_insertion_check check;
    if (routh_insertion_check_of(&context, assembly, insertion, NULL, NULL, &check) != ROUTH_OK)
        fail_msg("%s", context.message);
    return check;
}

static routh_insertion_check check_of(stage *s, const routh_insertion *insertion) {
    return check_with(&s->assembly, insertion);
}

static bool warns_of_velocities(const routh_insertion_check *check) {
    for (size_t i = 0; i < check->findings.count; i++)
        if (strstr(check->findings.finding[i].text, "Recorded velocities differ"))
            return true;
    return false;
}

typedef struct tally {
    size_t recordings, false_alarms, velocity_alarms, unseen[WRONGS], misnamed[WRONGS];
} tally;

static void try_recording(const routh_assembly *assembly, const routh_insertion *right, tally *t) {
    routh_insertion_check check = check_with(assembly, right);
    t->recordings++;
    t->false_alarms += !check.fits;
    t->velocity_alarms += warns_of_velocities(&check);
    routh_insertion_check_release(NULL, &check);
    for (int w = 0; w < WRONGS; w++) {
        routh_insertion copy = copy_of(right);
        wrongs[w].write(&copy);
        check = check_with(assembly, &copy);
        t->unseen[w] += check.fits;
        t->misnamed[w] += !check.fits && strcmp(check.suggestion, wrongs[w].suggestion) != 0;
        routh_insertion_check_release(NULL, &check);
        routh_insertion_release(NULL, &copy);
    }
}

static void expect_none(const tally *t) {
    printf("%zu recordings: %zu false alarms\n", t->recordings, t->false_alarms);
    for (int w = 0; w < WRONGS; w++)
        printf("  %-30s not noticed %zu, named otherwise %zu\n", wrongs[w].suggestion, t->unseen[w], t->misnamed[w]);
    for (int w = 0; w < WRONGS; w++) {
        assert_int_equal(t->unseen[w], 0);
        assert_int_equal(t->misnamed[w], 0);
    }
    assert_int_equal(t->false_alarms + t->velocity_alarms, 0);
}

/* All four tests, sensors and displaced guides as in the paper; the soak has the 20 seeds of docs/insertion.md, check one of one test,
 * of another with each commit. */
static void test_generated(void **state) {
    stage *s = *state;
    tally t = {0};
    const size_t seeds = effort((size_t)1, (size_t)1, (size_t)20);
    for (size_t seed = 1; seed <= seeds; seed++)
        for (int test = 0; test < GUIDES_TESTS; test++) {
            if (!in_slice(test, GUIDES_TESTS))
                continue;
            routh_insertion_generator setting = guides_generator((guides_test)test);
            setting.rate = 250;
            setting.seed = seed;
            routh_insertion whole = generated(s, &setting), reduced;
            assert_int_equal(routh_insertion_reduce(NULL, &whole, 50, &reduced), ROUTH_OK);
            reduced.twist_window = test % 2 ? 0.1 : 0; /* other readings then derive velocities anew */
            try_recording(&s->assembly, &reduced, &t);
            routh_insertion_release(NULL, &reduced);
            routh_insertion_release(NULL, &whole);
        }
    expect_none(&t);
}

/* A world of its own: a block that is pushed about on a slab, by hand, with everything in arbitrary places. */
static void test_block(void **state) {
    (void)state;
    enum { SAMPLES = 300 };
    static block_case cases[SAMPLES];
    static routh_insertion_instant samples[SAMPLES];
    tally t = {0};
    for (int i = 0; i < SAMPLES; i++) {
        const double a = 0.05 * i;
        cases[i] = (block_case){.k = 2e5,
                                .mu = 0.3,
                                .depth = 1e-4 * (1.5 + sin(0.7 * a)),
                                .x = 0.05 * cos(a),
                                .y = 0.08 * sin(a),
                                .velocity = {-0.125 * sin(a), 0.2 * cos(a), 0}};
    }
    const routh_insertion insertion = block_insertion(cases, SAMPLES, 8e-5, samples);
    routh_assembly assembly = block_assembly();
    try_recording(&assembly, &insertion, &t);
    routh_assembly_release(NULL, &assembly);
    expect_none(&t);
}

/* Velocities in the hand's axes instead of the world's, or in mm/s. */
static void test_velocities(void **state) {
    stage *s = *state;
    const routh_insertion_generator setting = exact_setting(GUIDES_TEST_2B, 0);
    routh_insertion right = generated(s, &setting);
    for (int way = 0; way < 3; way++) {
        routh_insertion copy = copy_of(&right);
        for (size_t k = 0; k < copy.count && way > 0; k++) {
            double *v = copy.sample[k].twist, old[3] = {v[0], v[1], v[2]};
            for (int c = 0; c < 3; c++) {
                const routh_pose3 *hand = &copy.sample[k].hand;
                v[c] = way == 1 ? 1000 * old[c] : 0;
                for (int r = 0; r < 3 && way == 2; r++)
                    v[c] += hand->rotation[r][c] * old[r];
            }
        }
        routh_insertion_check check = check_of(s, &copy);
        assert_int_equal(warns_of_velocities(&check), way > 0);
        routh_insertion_check_release(NULL, &check);
        routh_insertion_release(NULL, &copy);
    }
    routh_insertion_release(NULL, &right);
}

/* What no other reading mends: half of the moments missing, a hand that jumps, forces of another unit. */
static void test_unexplained(void **state) {
    stage *s = *state;
    const routh_insertion_generator setting = exact_setting(GUIDES_TEST_2A, 0);
    routh_insertion right = generated(s, &setting), copy = copy_of(&right);
    for (size_t k = 0; k < copy.count; k++)
        for (int c = 0; c < 6; c++)
            copy.sample[k].wrench[c] *= sin(0.5 * (double)k);
    routh_insertion_check check = check_of(s, &copy);
    assert_true(!check.fits && check.suggestion[0] == '\0' && isnan(check.other_error) && check.wrench_error > 0.5);
    assert_non_null(strstr(check.findings.finding[0].text, "Does not fit"));
    routh_insertion_check_release(NULL, &check);
    routh_insertion_release(NULL, &copy);

    copy = copy_of(&right);
    for (int c = 0; c < 3; c++) /* half a turn about x */
        for (int r = 1; r < 3; r++)
            copy.sample[40].hand.rotation[c][r] *= -1;
    check = check_of(s, &copy);
    assert_true(!check.fits && fabs(check.turn - 3.14159265) < 1e-2);
    assert_non_null(strstr(check.findings.finding[0].text, "turns by 180"));
    routh_insertion_check_release(NULL, &check);
    routh_insertion_release(NULL, &copy);

    copy = copy_of(&right);
    for (size_t k = 0; k < copy.count; k++)
        for (int c = 0; c < 6; c++)
            copy.sample[k].wrench[c] *= 1000;
    check = check_of(s, &copy);
    assert_true(!check.fits && check.wrench_error < 0.1);
    assert_non_null(strstr(check.findings.finding[0].text, "check the units of force"));
    routh_insertion_check_release(NULL, &check);
    routh_insertion_release(NULL, &copy);
    routh_insertion_release(NULL, &right);
}

/* Nothing to compare with: one sample, no wrench, no displacements. */
static void test_little(void **state) {
    stage *s = *state;
    const routh_insertion_generator setting = exact_setting(GUIDES_TEST_1A, 0);
    routh_insertion right = generated(s, &setting), few = right;
    few.sample = &right.sample[right.count - 1];
    few.count = 1;
    routh_insertion_check check = check_of(s, &few);
    assert_true(check.findings.count > 0);
    routh_insertion_check_release(NULL, &check);
    memset(few.sample->wrench, 0, sizeof few.sample->wrench);
    check = check_of(s, &few);
    assert_true(!check.fits && check.wrench_error == 1);
    routh_insertion_check_release(NULL, &check);
    few.count = 0;
    assert_int_equal(routh_insertion_check_of(NULL, &s->assembly, &few, NULL, NULL, &check), ROUTH_BAD_ARGUMENT);
    routh_insertion_release(NULL, &right);
}

SLOW_SUBJECT(check) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_generated),   cmocka_unit_test(test_block),  cmocka_unit_test(test_velocities),
        cmocka_unit_test(test_unexplained), cmocka_unit_test(test_little),
    };
    return cmocka_run_group_tests(tests, stage_set_up, stage_tear_down);
}
