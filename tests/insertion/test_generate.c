/* The generated insertion: what was recorded obeys the law of contact, goes the way it should, and tells the truth.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../subject.h"
#include "generated.h"
#include "geometry/geometry.h"

/* The four tests with parts as drawn, generated once for all that look at them. */
static routh_insertion drawn[GUIDES_TESTS];
enum { DRAWN_RATE = 100 }; /* Hz */

static int set_up(void **state) {
    const int answer = stage_set_up(state);
    for (int test = 0; test < GUIDES_TESTS; test++) {
        routh_insertion_generator setting = exact_setting((guides_test)test, 0);
        setting.rate = DRAWN_RATE;
        drawn[test] = generated(*state, &setting);
    }
    return answer;
}

static int tear_down(void **state) {
    for (int test = 0; test < GUIDES_TESTS; test++)
        routh_insertion_release(NULL, &drawn[test]);
    return stage_tear_down(state);
}

/* Every recorded wrench is that of the overlaps and slidings which pose and twist of the same instant say, and the twist
 * is the way from the instant before. */
static void recorded_wrench(void **state) {
    stage *s = *state;
    for (int test = GUIDES_TEST_1A; test <= GUIDES_TEST_2A; test += 2) {
        routh_insertion_generator setting = exact_setting((guides_test)test, 1e-4);
        setting.rate = 100;
        routh_insertion insertion = generated(s, &setting);
        assert_true((double)insertion.count > 8 * setting.rate && insertion.truth.count == s->assembly.count);
        for (size_t i = 0; i < insertion.count; i++) {
            const routh_insertion_instant *sample = &insertion.sample[i];
            const forces f = forces_at(s, &insertion, &setting, sample);
            assert_true(f.friction_power <= 0);
            for (int k = 0; k < 6; k++)
                assert_true(fabs(f.wrench[k] - sample->wrench[k]) < 50e-9);
            for (int k = 0; k < 3 && i > 0; k++) {
                const double way = sample->hand.position[k] - sample[-1].hand.position[k];
                assert_true(fabs(way * setting.rate - sample->twist[k]) < 1e-12);
                assert_true(sample->time > sample[-1].time);
            }
        }
        routh_insertion_release(&s->context, &insertion);
    }
}

/* In tests 2 object 1 slides on two flanks under nearly the force of the insertion, in tests 1 on four edges; in the end
 * all eight flanks touch. */
static void contacts_over_time(void **state) {
    stage *s = *state;
    const size_t expected[] = {4, 4, 2, 2};
    for (int test = 0; test < GUIDES_TESTS; test++) {
        const routh_insertion_generator setting = exact_setting((guides_test)test, 0);
        const routh_insertion insertion = drawn[test];
        size_t as_expected = 0, eight = 0, touching = 0, all_sliding = 0;
        for (size_t i = 0; i < insertion.count; i++) {
            const forces f = forces_at(s, &insertion, &setting, &insertion.sample[i]);
            touching += f.contacts > 0;
            as_expected += f.contacts == expected[test];
            eight += f.contacts == 8;
            all_sliding += f.contacts > 0 && f.sliding == f.contacts;
            // the first half second is free, then the parts meet
            assert_true((f.contacts == 0) == (insertion.sample[i].time < 0.499));
        }
        assert_int_equal(forces_at(s, &insertion, &setting, &insertion.sample[insertion.count - 1]).contacts, 8);
        assert_true((double)as_expected > 0.7 * (double)touching);
        assert_true((double)all_sliding > 0.7 * (double)touching);
        assert_true((double)eight > 0.1 * (double)touching);
    }
}

/* On the way home along a flank friction holds back: with the flank 40° from X, the velocity v along it and the tilt
 * small, the force along X is Σ K δ (sin 40° + μ v_x/|v|); frictionless it would be 17 % less. The force stays near what
 * was asked for. */
static void friction_holds_back(void **state) {
    stage *s = *state;
    const routh_insertion_generator setting = exact_setting(GUIDES_TEST_2A, 0);
    const routh_insertion insertion = drawn[GUIDES_TEST_2A];
    const routh_pose3 back = routh_pose3_inverse(&insertion.receptacle);
    size_t used = 0;
    for (size_t i = 5 * DRAWN_RATE; i < insertion.count; i += 8) {
        const forces f = forces_at(s, &insertion, &setting, &insertion.sample[i]);
        if (f.contacts != 2 || f.sliding != 2)
            continue;
        double force[3], v[3];
        force_in_object2(&insertion, &insertion.sample[i], force);
        routh_pose3_direction(&back, insertion.sample[i].twist, v);
        const double down = v[0] / sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        const double expected = f.pressed * (sin(flank_angle) + setting.friction * down);
        assert_true(down > 0.6 && fabs(-force[0] - expected) < 0.005 * expected);
        assert_true(fabs(-force[0] - setting.force) < 2 && force[2] < -20);
        used++;
    }
    assert_true(used > 90);
}

/* Held long enough, friction dies away and eight springs share 50 N: δ = 50 N / (8 K sin² 40°) along X, no other
 * displacement. */
static void end_in_closed_form(void **state) {
    stage *s = *state;
    for (int test = 0; test < GUIDES_TESTS; test += 2) {
        routh_insertion_generator setting = exact_setting((guides_test)test, 0);
        setting.settle = 8;
        setting.rate = 50;
        routh_insertion insertion = generated(s, &setting);
        const routh_insertion_instant *last = &insertion.sample[insertion.count - 1];
        const routh_pose3 pose = relative_pose(&insertion, last);
        const double way = 50 / (8 * setting.stiffness * sin(flank_angle) * sin(flank_angle));
        double force[3];
        force_in_object2(&insertion, last, force);
        assert_true(fabs(force[0] + 50) < 1e-3 && fabs(force[1]) < 1e-3 && fabs(force[2]) < 1e-3);
        assert_true(fabs(pose.position[0] - way) < 1e-4 * way);
        assert_true(hypot(pose.position[1], pose.position[2]) < 1e-4 * way);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                assert_true(fabs(pose.rotation[i][j] - (i == j)) < 1e-3 * way);
        assert_true(fabs(insertion.offset - way) < 1e-4 * way && insertion.truth.displacement[0] == 0);
        routh_insertion_release(&s->context, &insertion);
    }
}

/* Tests b are tests a in a mirror, z to −z: so are poses and forces. Turns by ±2° mirror in the same plane. */
static void mirror(void **state) {
    (void)state;
    for (int test = 0; test < GUIDES_TESTS; test += 2) {
        const routh_insertion one = drawn[test], two = drawn[test + 1];
        assert_int_equal(one.count, two.count);
        for (size_t i = 0; i < one.count; i++) {
            const routh_pose3 p = relative_pose(&one, &one.sample[i]), q = relative_pose(&two, &two.sample[i]);
            double f[3], g[3];
            force_in_object2(&one, &one.sample[i], f);
            force_in_object2(&two, &two.sample[i], g);
            for (int k = 0; k < 3; k++) {
                const double sign = k == 2 ? -1 : 1;
                assert_true(fabs(p.position[k] - sign * q.position[k]) < 1e-9);
                assert_true(fabs(f[k] - sign * g[k]) < 1e-4);
                for (int j = 0; j < 3; j++)
                    assert_true(fabs(p.rotation[k][j] - sign * (j == 2 ? -1 : 1) * q.rotation[k][j]) < 1e-8);
            }
        }
    }
}

/* The same seed gives the same bits; another seed other guides; the four tests of a seed have the same guides. */
static void seeds(void **state) {
    stage *s = *state;
    routh_insertion_generator setting = guides_generator(GUIDES_TEST_1A);
    setting.rate = 50;
    routh_insertion first = generated(s, &setting), again = generated(s, &setting);
    assert_int_equal(first.count, again.count);
    assert_memory_equal(first.sample, again.sample, first.count * sizeof *first.sample);
    assert_memory_equal(first.truth.displacement, again.truth.displacement, 9 * sizeof(double));
    assert_true(first.offset == again.offset);
    routh_insertion_release(&s->context, &again);
    setting.path = guides_path(GUIDES_TEST_1B);
    setting.draw = GUIDES_TEST_1B;
    again = generated(s, &setting);
    assert_memory_equal(first.truth.displacement + 1, again.truth.displacement + 1, 8 * sizeof(double));
    routh_insertion_release(&s->context, &again);
    setting.seed = 2;
    again = generated(s, &setting);
    for (int j = 1; j < 9; j++)
        assert_true(first.truth.displacement[j] != again.truth.displacement[j]);
    routh_insertion_release(&s->context, &again);
    routh_insertion_release(&s->context, &first);
}

/* The offset of the retraction: near the true one where parts are as drawn, with sensors too. Truth is what is missing to
 * the true place of object 1 along X when the hand is in the reference pose. */
static void offset_of_retraction(void **state) {
    stage *s = *state;
    routh_insertion_generator setting = exact_setting(GUIDES_TEST_2B, 0);
    setting.settle = 4;
    routh_insertion known = generated(s, &setting);
    setting.known_offset = 0;
    for (int sensors = 0; sensors < 2; sensors++) {
        setting.sensors = sensors;
        routh_insertion found = generated(s, &setting);
        const double truth = found.offset + found.truth.displacement[0];
        assert_true(fabs(found.offset - truth) < 0.15 * truth && found.offset != truth);
        const routh_insertion_instant at_reference = {.hand = found.reference};
        assert_true(fabs(relative_pose(&known, &at_reference).position[0] - truth) < 1e-12);
        routh_insertion_release(&s->context, &found);
    }
    routh_insertion_release(&s->context, &known);
}

/* Held for six seconds instead of two, and with a force that varies: the recording is that much longer, and the force
 * swings by what was asked for while nothing else happens. */
static void settle_and_wave(void **state) {
    stage *s = *state;
    enum { RATE = 50, MORE = 4 * RATE };
    routh_insertion_generator setting = exact_setting(GUIDES_TEST_1A, 1e-4);
    setting.rate = RATE;
    routh_insertion brief = generated(s, &setting);
    setting.settle = 6;
    routh_insertion held = generated(s, &setting);
    assert_int_equal(held.count, brief.count + MORE);
    setting.force_wave = 0.3;
    routh_insertion waving = generated(s, &setting);
    double low[2] = {INFINITY, INFINITY}, high[2] = {0};
    for (size_t i = 0; i < MORE; i++) {
        double steady[3], swinging[3];
        force_in_object2(&held, &held.sample[held.count - 1 - i], steady);
        force_in_object2(&waving, &waving.sample[waving.count - 1 - RATE - i], swinging);
        low[0] = fmin(low[0], -steady[0]), high[0] = fmax(high[0], -steady[0]);
        low[1] = fmin(low[1], -swinging[0]), high[1] = fmax(high[1], -swinging[0]);
    }
    assert_true(low[0] > 49.9 && high[0] < 50.1);
    assert_true(fabs(low[1] - 35) < 1 && fabs(high[1] - 65) < 1);
    double last[3];
    force_in_object2(&waving, &waving.sample[waving.count - 1], last);
    assert_true(fabs(last[0] + 50) < 0.1);
    routh_insertion_release(&s->context, &brief);
    routh_insertion_release(&s->context, &held);
    routh_insertion_release(&s->context, &waving);
}

SLOW_SUBJECT(generate) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(recorded_wrench),
                                       cmocka_unit_test(contacts_over_time),
                                       cmocka_unit_test(friction_holds_back),
                                       cmocka_unit_test(end_in_closed_form),
                                       cmocka_unit_test(mirror),
                                       cmocka_unit_test(seeds),
                                       cmocka_unit_test(offset_of_retraction),
                                       cmocka_unit_test(settle_and_wave)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
