/* Known forces: impulses against fine quadrature and closed forms, and what is no wrench.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../subject.h"
#include "motion/motion.h"

static const double pi = 3.14159265358979323846;

static const double sampled_time[] = {0.1, 0.2, 0.25, 0.7, 1.5}, sampled_fx[] = {1, -1, 3, 3, 0},
                    sampled_fy[] = {0, 0, 4, -4, 1}, sampled_torque[] = {0, 2, -1, 0, 5};
static const routh_wrench_samples five_samples = {
    .count = 5, .time = sampled_time, .fx = sampled_fx, .fy = sampled_fy, .torque = sampled_torque, .source = "five"};

static routh_wrench wrench_of(routh_wrench_kind kind) {
    routh_wrench wrench = routh_wrench_default();
    wrench.kind = kind;
    wrench.fx = 2;
    wrench.fy = -3;
    wrench.torque = 0.5;
    wrench.start = 0.2;
    wrench.end = 1.1;
    wrench.frequency = 7;
    wrench.phase = 0.4;
    wrench.samples = five_samples;
    return wrench;
}

/* Gauss' rule of three points on many intervals between the instants at which a wrench has a kink or a jump. */
static void quadrature(const routh_wrench *wrench, double from, double to, double sum[3]) {
    static const double kink[] = {-1e9, 0.1, 0.2, 0.25, 0.7, 1.1, 1.5, 1e9};
    static const double node[] = {-0.7745966692414834, 0, 0.7745966692414834}, weight[] = {5. / 9, 8. / 9, 5. / 9};
    enum { INTERVALS = 400 };
    sum[0] = sum[1] = sum[2] = 0;
    for (size_t s = 0; s + 1 < sizeof kink / sizeof kink[0]; s++) {
        const double low = fmax(from, kink[s]), high = fmin(to, kink[s + 1]), width = (high - low) / INTERVALS;
        for (int i = 0; width > 0 && i < INTERVALS; i++)
            for (int k = 0; k < 3; k++) {
                double value[3];
                routh_wrench_at(wrench, low + (i + (1 + node[k]) / 2) * width, value);
                for (int c = 0; c < 3; c++)
                    sum[c] += weight[k] * width / 2 * value[c];
            }
    }
}

static void impulses_agree_with_quadrature(void **state) {
    (void)state;
    routh_random r = routh_random_seed(31, 0);
    static const routh_wrench_kind kinds[] = {ROUTH_NO_WRENCH, ROUTH_CONSTANT, ROUTH_PULSE, ROUTH_SINUSOID,
                                              ROUTH_SAMPLED};
    for (size_t k = 0; k < 5; k++) {
        const routh_wrench wrench = wrench_of(kinds[k]);
        assert_int_equal(routh_wrench_check(NULL, &wrench), ROUTH_OK);
        double worst = 0, largest = 0;
        for (int i = 0; i < 300; i++) {
            const double from = routh_random_uniform(&r, -0.5, 2), to = from + routh_random_uniform(&r, 0, 1.5);
            double impulse[3], sum[3];
            routh_wrench_impulse(&wrench, from, to, impulse);
            quadrature(&wrench, from, to, sum);
            for (int c = 0; c < 3; c++) {
                worst = fmax(worst, fabs(impulse[c] - sum[c]));
                largest = fmax(largest, fabs(impulse[c]));
            }
        }
        printf("kind %d: largest impulse %.3g, from the quadrature %.1e\n", (int)kinds[k], largest, worst);
        assert_true(worst < 1e-12);
        assert_true(kinds[k] == ROUTH_NO_WRENCH ? largest == 0 : largest > 0.1);
    }
}

static void closed_forms(void **state) {
    (void)state;
    double impulse[3];
    const routh_wrench pulse = wrench_of(ROUTH_PULSE);
    routh_wrench_impulse(&pulse, -10, 10, impulse); /* half a sine: 2/π of the amplitude × duration */
    assert_true(fabs(impulse[0] - 2 * 0.9 * 2 / pi) < 1e-15);
    assert_true(fabs(impulse[1] + 3 * 0.9 * 2 / pi) < 1e-15);
    routh_wrench endless = routh_wrench_default();
    endless.kind = ROUTH_CONSTANT;
    endless.torque = 4;
    assert_int_equal(routh_wrench_check(NULL, &endless), ROUTH_OK);
    routh_wrench_impulse(&endless, 3, 3.5, impulse);
    assert_true(impulse[0] == 0 && impulse[1] == 0 && impulse[2] == 2);
    routh_wrench_impulse(&endless, -3, 0.5, impulse); /* it begins at 0 */
    assert_true(impulse[2] == 2);
    /* over a short stretch the impulse is value × time to all digits, no matter how many waves have gone by */
    routh_wrench wave = wrench_of(ROUTH_SINUSOID);
    wave.end = INFINITY;
    double value[3];
    const double instant = 1000, width = ldexp(1, -30);
    routh_wrench_at(&wave, instant + width / 2, value);
    routh_wrench_impulse(&wave, instant, instant + width, impulse);
    assert_true(fabs(impulse[0] / width / value[0] - 1) < 1e-12);
}

static void parts_add_up(void **state) {
    (void)state;
    for (int kind = ROUTH_NO_WRENCH; kind <= ROUTH_SAMPLED; kind++) {
        const routh_wrench wrench = wrench_of((routh_wrench_kind)kind);
        double sum[3] = {0}, whole[3], part[3];
        const double step = 0.0137;
        for (int i = 0; i < 150; i++) {
            routh_wrench_impulse(&wrench, i * step, (i + 1) * step, part);
            for (int c = 0; c < 3; c++)
                sum[c] += part[c];
        }
        routh_wrench_impulse(&wrench, 0, 150 * step, whole);
        for (int c = 0; c < 3; c++)
            assert_true(fabs(sum[c] - whole[c]) < 1e-13);
    }
}

static void expect(const routh_wrench *wrench, const char *words) {
    routh_context context = routh_context_default();
    assert_int_not_equal(routh_wrench_check(&context, wrench), ROUTH_OK);
    if (!strstr(context.message, words))
        fail_msg("'%s' is not in '%s'", words, context.message);
}

static void bad_wrenches_are_refused(void **state) {
    (void)state;
    routh_wrench wrench = wrench_of(ROUTH_CONSTANT);
    wrench.fy = NAN;
    expect(&wrench, "is not finite");
    wrench = wrench_of(ROUTH_CONSTANT);
    wrench.end = 0.1;
    expect(&wrench, "from 0.2 to 0.1 s");
    wrench = wrench_of(ROUTH_PULSE);
    wrench.end = INFINITY;
    expect(&wrench, "a pulse needs an end");
    wrench = wrench_of(ROUTH_SINUSOID);
    wrench.frequency = 0;
    expect(&wrench, "0 Hz");
    wrench = wrench_of(ROUTH_SINUSOID);
    wrench.phase = INFINITY;
    expect(&wrench, "phase");
    wrench = wrench_of(ROUTH_SAMPLED);
    wrench.samples.fy = NULL;
    expect(&wrench, "no samples");
    wrench = wrench_of((routh_wrench_kind)17);
    expect(&wrench, "kind of wrench 17");
    expect(NULL, "`wrench` is NULL");

    const double stops[] = {0.1, 0.2, 0.25, 0.25, 1.5};
    wrench = wrench_of(ROUTH_SAMPLED);
    wrench.samples.time = stops;
    expect(&wrench, "row 3 to 4");
    wrench.samples.count = 1;
    expect(&wrench, "1 rows");
}

/* Columns in any order, with others between; one that is missing is named. */
static void samples_of_a_table(void **state) {
    (void)state;
    static const char text[] =
        "torque,time,fx,fy,note\n0,0.1,1,0,a\n2,0.2,-1,0,b\n-1,0.25,3,4,c\n0,0.7,3,-4,d\n5,1.5,0,1,e\n";
    static const char *const wanted[] = {"time", "fx", "fy", "torque", NULL};
    routh_context context = routh_context_default();
    routh_table table;
    routh_wrench wrench;
    assert_int_equal(routh_table_read(NULL, routh_io_memory(text, sizeof text - 1, "five.csv"),
                                      &(routh_table_columns){.required = wanted}, &table),
                     ROUTH_OK);
    assert_int_equal(routh_wrench_of_table(NULL, &table, &wrench), ROUTH_OK);
    assert_int_equal(wrench.samples.count, 5);
    assert_memory_equal(wrench.samples.time, sampled_time, sizeof sampled_time);
    assert_memory_equal(wrench.samples.fx, sampled_fx, sizeof sampled_fx);
    assert_memory_equal(wrench.samples.fy, sampled_fy, sizeof sampled_fy);
    assert_memory_equal(wrench.samples.torque, sampled_torque, sizeof sampled_torque);
    table.name[0][0] = 'd'; /* "time" or another: columns come in the order asked for */
    assert_int_equal(routh_wrench_of_table(&context, &table, &wrench), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "has no column \"time\""));
    routh_table_release(NULL, &table);
}

SUBJECT(wrench) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impulses_agree_with_quadrature),
        cmocka_unit_test(closed_forms),
        cmocka_unit_test(parts_add_up),
        cmocka_unit_test(bad_wrenches_are_refused),
        cmocka_unit_test(samples_of_a_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
