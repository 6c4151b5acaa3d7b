/* The noise reference: where the generator's law is the one studied, the recording's own figures lie within the range
 * that the reference predicts, wherever the noise is; and on the recorded ellipse the range holds what an independent
 * program showed.
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

#include "../cases/recorded.h"
#include "../effort.h"
#include "../subject.h"
#include "study/insertion_case.h"

static routh_study_options only(const routh_law *const *law) {
    routh_study_options options = routh_study_options_default();
    options.laws = law;
    options.law_count = 1;
    options.k_max = 2;
    options.draws = 2;
    options.resamples = 2;
    options.surface = 5;
    return options;
}

static bool holds(const routh_reference_range *range, double value) {
    return range->low <= value && value <= range->high;
}

/* Worlds with other laws, bodies and noise: alike in all velocities, in some of them, before the impact or after it. */
typedef enum noise_side { BEFORE, AFTER, BOTH } noise_side;

static const struct world {
    const char *name, *law;
    double semi_b, vx, vy, spin; /* m; deviations of the noise, m/s and rad/s */
    noise_side side;
} worlds[] = {{"alike", "wang-mason", 0.025, 0.03, 0.03, 1.5, BOTH},
              {"mostly vy", "wang-mason", 0.025, 0.01, 0.06, 0.5, BOTH},
              {"mostly vx", "wang-mason", 0.025, 0.06, 0.01, 0.5, BOTH},
              {"spin only", "wang-mason", 0.025, 0.001, 0.001, 3, BOTH},
              {"after only", "wang-mason", 0.025, 0.04, 0.04, 2, AFTER},
              {"before only", "wang-mason", 0.025, 0.04, 0.04, 2, BEFORE},
              {"little", "wang-mason", 0.025, 0.01, 0.01, 0.3, BOTH},
              {"longer body", "mirtich", 0.015, 0.03, 0.03, 1, BOTH},
              {"rounder body, much", "ap-newton", 0.03, 0.05, 0.05, 2, BOTH}};
enum { WORLDS = sizeof worlds / sizeof *worlds, DROPS = 300 };

static routh_dataset recording_of(const struct world *world, uint64_t seed) {
    routh_dataset_generator exact = routh_dataset_generator_default();
    routh_random random = routh_random_seed(seed, 77);
    routh_dataset dataset;
    exact.law = routh_law_find(NULL, world->law);
    exact.velocity_noise = exact.spin_noise = 0;
    exact.drops.semi_b = world->semi_b;
    exact.drops.seed = seed;
    assert_int_equal(routh_dataset_generate(NULL, &exact, DROPS, &dataset), ROUTH_OK);
    for (size_t i = 0; i < dataset.count; i++)
        for (noise_side at = BEFORE; at <= AFTER; at++) {
            routh_velocity *v = at == BEFORE ? &dataset.record[i].before : &dataset.record[i].after;
            const double there = world->side == BOTH || world->side == at ? 1 : 0;
            v->vx += there * world->vx * routh_random_normal(&random);
            v->vy += there * world->vy * routh_random_normal(&random);
            v->omega += there * world->spin * routh_random_normal(&random);
        }
    return dataset;
}

/* Root mean square over vx, vy and ω times the radius of gyration, before and after. */
static double true_noise(const struct world *world, const routh_body *body) {
    const double spin = body->inertia / body->mass * world->spin * world->spin;
    return sqrt((world->vx * world->vx + world->vy * world->vy + spin) / 3 * (world->side == BOTH ? 1 : 0.5));
}

/* How often each figure was held, and how wide the range of the error is, high ÷ low. */
typedef struct held {
    int error, reach, reversals, noise;
    double width;
} held;

static void study_seed(const struct world *world, uint64_t seed, held *all) {
    routh_dataset dataset = recording_of(world, seed);
    const routh_law *law = routh_law_find(NULL, world->law);
    const routh_frame frame = ROUTH_AS_RECORDED;
    const routh_study_options options = only(&law);
    const double noise = true_noise(world, &dataset.body);
    routh_study study;
    assert_int_equal(routh_study_run(NULL, &dataset, &frame, 1, NULL, &options, &study), ROUTH_OK);
    const routh_frame_study *f = &study.frame[0];
    const routh_law_study *s = &f->law[0];
    all->error += holds(&s->reference.error, s->error_mean);
    all->reach += holds(&s->reference.reach, s->reach);
    all->reversals += holds(&s->reference.reversals, (double)f->reversals / (double)f->count);
    all->noise += f->noise_low <= noise && noise <= f->noise_high;
    all->width += s->reference.error.high / s->reference.error.low;
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

/* Soak: each world 90 of 100. Else one seed of two worlds, another two with each commit, of which one may miss a figure:
 * one seed in ten or fewer does, and no pair of these does twice. */
static void reference_covers_the_generator(void **state) {
    (void)state;
    const int seeds = effort(1, 1, 100), least = seeds >= 100 ? 90 : 0;
    int all = 0;
    held sum = {.error = 0};
    for (size_t w = 0; w < WORLDS; w++) {
        if (!in_slice((long)w, 5))
            continue;
        held own = {.error = 0};
        for (int seed = 1; seed <= seeds; seed++)
            study_seed(&worlds[w], (uint64_t)seed, &own);
        printf("%s, %s: the range holds the held-out error in %d, reach in %d, reversals in %d, the interval the noise "
               "in %d of %d; high / low of the error %.1f\n",
               worlds[w].name, worlds[w].law, own.error, own.reach, own.reversals, own.noise, seeds, own.width / seeds);
        assert_true(own.error >= least && own.reach >= least && own.reversals >= least && own.noise >= least);
        assert_true(own.width / seeds < 6); /* wide, but says something */
        all += seeds;
        sum.error += own.error;
        sum.reach += own.reach;
        sum.reversals += own.reversals;
        sum.noise += own.noise;
    }
    const int together = all * 9 / 10;
    assert_true(sum.error >= together && sum.reach >= together && sum.reversals >= together && sum.noise >= together);
}

/* However noise is placed, it does not excuse a law without friction where there is much. */
static void wrong_law_shows(void **state) {
    (void)state;
    routh_dataset dataset = recording_of(&worlds[0], 3);
    const routh_law *law = routh_law_find(NULL, "frictionless");
    const routh_frame frame = ROUTH_AS_RECORDED;
    const routh_study_options options = only(&law);
    routh_study study;
    assert_int_equal(routh_study_run(NULL, &dataset, &frame, 1, NULL, &options, &study), ROUTH_OK);
    const routh_law_study *s = &study.frame[0].law[0];
    printf("frictionless: error %.3f, if it were true %.3f to %.3f\n", s->error_mean, s->reference.error.low,
           s->reference.error.high);
    assert_true(s->error_mean > s->reference.error.high);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

/* Measured and simulated reach are at the study's tolerance, whatever it is: a law with room to spare reaches all in
 * both. */
static void reach_is_compared_at_one_tolerance(void **state) {
    (void)state;
    routh_dataset_generator recording = routh_dataset_generator_default();
    routh_dataset dataset;
    assert_int_equal(routh_dataset_generate(NULL, &recording, 60, &dataset), ROUTH_OK);
    for (int wide = 0; wide < 2; wide++) {
        const routh_frame frame = ROUTH_AS_RECORDED;
        routh_study_options options = only(&recording.law);
        routh_study study;
        options.tolerance = wide ? 0.05 : 0.001;
        options.references = 4;
        assert_int_equal(routh_study_run(NULL, &dataset, &frame, 1, NULL, &options, &study), ROUTH_OK);
        const routh_law_study *s = &study.frame[0].law[0];
        const int at = wide ? 6 : 1; /* of routh_reach_tolerance */
        size_t said = 0;
        char measured[64];
        assert_true(fabs(s->reach - s->reach_at[at]) < 1e-12);
        assert_true(fabs(s->reference.reach.mean - s->reference.reach_at[at]) < 1e-12);
        snprintf(measured, sizeof measured, "measured %.0f %%", 100 * s->reach_at[at]);
        for (size_t i = 0; i < study.frame[0].findings.count; i++)
            said += strstr(study.frame[0].findings.finding[i].text, "would then reach") &&
                    strstr(study.frame[0].findings.finding[i].text, measured);
        assert_int_equal(said, 1);
        routh_study_release(NULL, &study);
    }
    routh_dataset_release(NULL, &dataset);
}

/* Brute force: shares of all impacts, and of every fourth of them, others each time. What all impacts share makes them
 * reached more or less often together. */
static void reach_of_some_stands_for_all(void **state) {
    (void)state;
    enum { IMPACTS = 1600, STEP = 4, RECORDINGS = 4000 };
    static const double shared[] = {0, 0.02, 0.1};
    for (size_t w = 0; w < sizeof shared / sizeof *shared; w++) {
        double sum[2] = {0}, squares[2] = {0};
        for (uint64_t k = 0; k < RECORDINGS; k++) {
            routh_random random = routh_random_seed(w + 1, k);
            const double shift = shared[w] * routh_random_normal(&random);
            double of[2] = {0};
            for (size_t i = 0; i < IMPACTS; i++) {
                const double chance = 0.5 + 0.4 * (double)i / IMPACTS + shift;
                const bool reached = routh_random_uniform(&random, 0, 1) < chance;
                of[0] += reached / (double)IMPACTS;
                of[1] += (i % STEP == k % STEP && reached) / (double)(IMPACTS / STEP);
            }
            for (int c = 0; c < 2; c++) {
                sum[c] += of[c] / RECORDINGS;
                squares[c] += of[c] * of[c] / RECORDINGS;
            }
        }
        const double all = squares[0] - sum[0] * sum[0], some = squares[1] - sum[1] * sum[1];
        const double ratio = routh_reference_reach_variance(some, sum[1], IMPACTS / STEP, IMPACTS) / all;
        printf("variance of reach from every fourth impact: %.2f of that of all, %.2f as it is\n", ratio, some / all);
        assert_true(ratio > 0.8 && ratio < 1.25);
    }
}

/* Independent figures, with noise that is alike in all velocities: 68 % reached where the law is true, 0.12 to 0.14 m/s
 * held out, a true share of reversals of 13.5 % measured as twice as much; reach 86 % at 1 % and 99.7 % at 5 %;
 * drumwright-shell 482 hits, 253 false. In soak all impacts; else every fourth, of which shares p err by
 * √(p (1 − p)/430): three times that is allowed. */
static void recorded_ellipse(void **state) {
    (void)state;
    char path[PATH_SIZE];
    routh_dataset dataset;
    assert_int_equal(routh_dataset_read(NULL, routh_io_path(recorded_or_skip(ELLIPSE_DROPS, path)), NULL, &dataset),
                     ROUTH_OK);
    const routh_law *laws[] = {routh_law_find(NULL, "wang-mason"), routh_law_find(NULL, "drumwright-shell")};
    const routh_frame frame = ROUTH_MIRROR_T;
    routh_study_options options = only(laws);
    routh_study study;
    const size_t step = effort((size_t)4, (size_t)4, (size_t)1);
    options.references = effort((size_t)8, (size_t)8, options.references);
    options.law_count = 2;
    for (size_t i = 0; i < dataset.count; i++)
        if (i % step)
            dataset.record[i].reasons |= ROUTH_LOST_FRAMES;
    assert_int_equal(routh_study_run(NULL, &dataset, &frame, 1, NULL, &options, &study), ROUTH_OK);
    const routh_law_study *s = &study.frame[0].law[0];
    const routh_reference *r = &s->reference;
    printf("ellipse: error %.3f m/s, if true %.3f to %.3f; reach %.2f, if true %.2f to %.2f\n", s->error_mean_velocity,
           r->error_velocity.low, r->error_velocity.high, s->reach, r->reach.low, r->reach.high);
    assert_true(holds(&r->reach, 0.68) && r->reach.high - r->reach.low < (step > 1 ? 0.6 : 0.3));
    assert_true(holds(&r->error_velocity, 0.12) && holds(&r->error_velocity, 0.14) &&
                r->error_velocity.high < (step > 1 ? 0.3 : 0.24));
    assert_true(fabs(r->true_reversals.mean - 0.135) < (step > 1 ? 0.05 : 0.01));
    assert_true(holds(&r->reversals, 0.27));
    assert_true(holds(&r->bound, study.frame[0].irb_mean)); /* by construction */
    assert_true(fabs(s->reach_at[4] - 0.86) < (step > 1 ? 0.05 : 0.01));
    assert_true(fabs(s->reach_at[6] - 0.997) < (step > 1 ? 0.008 : 0.002));
    const routh_law_study *shell = &study.frame[0].law[1];
    assert_true(step > 1 || (shell->reversals_predicted == 482 && shell->reversals_false == 253));
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

SLOW_SUBJECT(reference) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_covers_the_generator),
        cmocka_unit_test(wrong_law_shows),
        cmocka_unit_test(reach_is_compared_at_one_tolerance),
        cmocka_unit_test(reach_of_some_stands_for_all),
        cmocka_unit_test(recorded_ellipse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
