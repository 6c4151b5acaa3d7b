/* What the best law leaves: nothing in recordings that it generated, and by its name what it has not: restitution or friction
 * that depends on speed, drift, a couple, two kinds of impact, impacts that are mirrored.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../effort.h"
#include "../subject.h"

enum { COUNT = 150 };

typedef enum world { TRUE_LAW, EPS_OF_SPEED, MU_OF_SLIP, DRIFT, COUPLE, MIXED, MIRRORED, LASTING } world;

/* The recorded states with the answers of such a world, and new noise. */
static void make(world kind, uint64_t seed, routh_dataset *dataset) {
    routh_dataset_generator generator = routh_dataset_generator_default();
    generator.law = routh_law_find(NULL, "mirtich");
    routh_law_parameters(generator.law, 0.25, 0.6, generator.parameters);
    generator.drops.seed = seed;
    generator.velocity_noise = generator.spin_noise = 0;
    assert_int_equal(routh_dataset_generate(NULL, &generator, COUNT, dataset), ROUTH_OK);
    routh_random random = routh_random_seed(seed, 77);
    double last[6] = {0};
    for (size_t i = 0; i < COUNT; i++) {
        routh_record *record = &dataset->record[i];
        const routh_impact impact = routh_dataset_impact(dataset, i, ROUTH_AS_RECORDED);
        const double gyration = sqrt(impact.inertia / impact.mass);
        routh_sample sample;
        double p[ROUTH_MAX_PARAMETERS], mu = 0.25, eps = 0.6;
        assert_int_equal(routh_sample_of(NULL, &impact, record->after, &sample), ROUTH_OK);
        if (kind == EPS_OF_SPEED)
            eps *= pow(fabs(sample.contact.vn), -0.25);
        if (kind == MU_OF_SLIP)
            mu = 0.1 + 0.4 * exp(-fabs(sample.contact.vt));
        if (kind == DRIFT)
            eps += 0.2 * ((double)i / COUNT - 0.5);
        if (kind == MIXED && i % 3 == 0)
            eps = 0.85;
        if (kind == MIXED && i % 3 == 0)
            mu = 0.05;
        routh_law_parameters(generator.law, mu, fmin(eps, 0.98), p);
        record->after = routh_sample_predict(generator.law, p, &sample);
        if (kind == COUPLE)
            record->after.omega -=
                0.004 * impact.mass * (record->after.vy - impact.vy) / impact.inertia * (impact.omega > 0 ? 1 : -1);
        for (int side = 0; side < 2; side++) {
            routh_velocity *v = side ? &record->after : &record->before;
            double *const channel[] = {&v->vx, &v->vy, &v->omega};
            for (int c = 0; c < 3; c++) {
                const double kept = kind == LASTING && i > 0 ? 0.9 : 0;
                double *error = &last[3 * side + c];
                *error = kept * *error + sqrt(1 - kept * kept) * routh_random_normal(&random);
                *channel[c] += 0.01 / (c == 2 ? gyration : 1) * *error;
            }
            v->omega *= kind == MIRRORED && i % 4 == 0 ? -1 : 1;
        }
    }
    if (kind == MIXED) /* one that stops dead has no relative error */
        dataset->record[1].after = (routh_velocity){0, 0, 0};
}

static double noise; /* of the last study, m/s */

static routh_remainder remainder_of(world kind, uint64_t seed, routh_standing *standing, routh_interval *eps) {
    const routh_law *laws[] = {routh_law_find(NULL, "mirtich")};
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_study_options options = routh_study_options_default();
    routh_dataset dataset;
    routh_study study;
    options.laws = laws;
    options.law_count = 1;
    options.draws = options.k_max = 1;
    options.resamples = 10;
    options.references = 4;
    options.surface = 3;
    make(kind, seed, &dataset);
    assert_int_equal(routh_study_run(NULL, &dataset, &frame, 1, NULL, &options, &study), ROUTH_OK);
    const routh_remainder found = study.frame[0].remainder;
    noise = study.frame[0].noise;
    *standing = study.frame[0].standing;
    if (eps)
        *eps = study.frame[0].law[study.frame[0].best].interval[routh_law_parameter(laws[0], "eps")];
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
    return found;
}

/* One in a hundred would be right; two of these would come by chance in one run of 200 in check. */
static void a_true_law_leaves_noise(void **state) {
    (void)state;
    const size_t draws = (size_t)effort(1, 2, 100);
    size_t found = 0;
    for (size_t i = 0; i < draws; i++) {
        routh_standing standing;
        const routh_remainder rest = remainder_of(TRUE_LAW, 100 + i, &standing, NULL);
        assert_true(rest.relations > 10 && rest.mixed == 0 && rest.mirrored == 0);
        found += rest.found;
    }
    assert_true(found <= 1 + draws / 50);
}

static void each_relation_has_its_name(void **state) {
    (void)state;
    static const struct {
        world kind;
        const char *parameter, *quantity;
    } cases[] = {
        {EPS_OF_SPEED, "eps", "vn"}, {MU_OF_SLIP, "mu", "|vt|"}, {DRIFT, "eps", "order"}, {COUPLE, "couple", "omega"}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        routh_standing standing;
        if (!in_slice((long)c, 2))
            continue;
        const routh_remainder rest = remainder_of(cases[c].kind, 5, &standing, NULL);
        print_message("%s over %s: %.1f, chance %.3f\n", rest.parameter, rest.quantity, rest.strength, rest.chance);
        assert_true(rest.found);
        assert_string_equal(rest.parameter, cases[c].parameter);
        assert_string_equal(rest.quantity, cases[c].quantity);
    }
}

/* A third of the impacts, and a quarter, within what noise may assign to the others. */
static void two_kinds_and_mirrored_ones_are_counted(void **state) {
    (void)state;
    routh_standing standing;
    const routh_remainder mixed = remainder_of(MIXED, 6, &standing, NULL);
    assert_true(fabs(mixed.mixed - 1.0 / 3) < 0.1);
    assert_int_equal(standing, ROUTH_STANDING_DOUBTFUL);
    const int eps = routh_law_parameter(routh_law_find(NULL, "mirtich"), "eps");
    assert_true(fabs(fmin(mixed.low[eps], mixed.high[eps]) - 0.6) < 0.05);
    assert_true(fabs(fmax(mixed.low[eps], mixed.high[eps]) - 0.85) < 0.05);
    const routh_remainder mirrored = remainder_of(MIRRORED, 7, &standing, NULL);
    assert_true(mirrored.mirrored > COUNT / 6 && mirrored.mirrored <= COUNT / 4 + 2);
    assert_int_not_equal(standing, ROUTH_STANDING_SOUND);
}

/* Restitution is different in slow and in fast impacts: the one interval that is shown holds it in both. */
static void intervals_hold_what_differs(void **state) {
    (void)state;
    routh_standing standing;
    routh_interval shown;
    const routh_remainder rest = remainder_of(EPS_OF_SPEED, 8, &standing, &shown);
    const int eps = routh_law_parameter(routh_law_find(NULL, "mirtich"), "eps");
    assert_true(rest.found && fabs(rest.low[eps] - rest.high[eps]) > 0.03);
    assert_true(shown.low <= fmin(rest.low[eps], rest.high[eps]) && shown.high >= fmax(rest.low[eps], rest.high[eps]));
    assert_true(rest.gain > 2 * rest.gain_se); /* mirtich+eps-power */
    assert_int_equal(standing, ROUTH_STANDING_DOUBTFUL);
}

/* It takes impacts beyond the rigid bound, as noise does, but it is related to the spin. */
static void a_couple_is_no_noise(void **state) {
    (void)state;
    routh_standing standing;
    const routh_remainder rest = remainder_of(COUPLE, 9, &standing, NULL);
    print_message("noise %.4f m/s, made with 0.01\n", noise);
    assert_true(noise < 0.02);
    assert_true(rest.found && strcmp(rest.parameter, "couple") == 0);
}

/* Errors that keep nine tenths from one impact to the next are related to whatever lasts, too. */
static void noise_that_lasts_is_noise(void **state) {
    (void)state;
    const size_t draws = (size_t)effort(1, 1, 60);
    size_t found = 0;
    for (size_t i = 0; i < draws; i++) {
        routh_standing standing;
        const routh_remainder rest = remainder_of(LASTING, 300 + i, &standing, NULL);
        if (rest.found)
            print_message("seed %zu: %s over %s\n", 300 + i, rest.parameter, rest.quantity);
        found += rest.found;
    }
    assert_true(found <= draws / 5); /* 14 of 20 where each impact has a sign of its own */
}

SLOW_SUBJECT(remainder) {
    static const struct CMUnitTest all[] = {
        cmocka_unit_test(a_true_law_leaves_noise),     cmocka_unit_test(each_relation_has_its_name),
        cmocka_unit_test(a_couple_is_no_noise),        cmocka_unit_test(noise_that_lasts_is_noise),
        cmocka_unit_test(intervals_hold_what_differs), cmocka_unit_test(two_kinds_and_mirrored_ones_are_counted),
    };
    return cmocka_run_group_tests(all, NULL, NULL);
}
