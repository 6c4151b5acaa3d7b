/* The study's numbers against what must follow from one another, on generated data whose truth is known, and on the
 * recorded ellipse where it is at hand.
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

#include <jansson.h>

#include <routh/routh.h>

#include "../cases/recorded.h"
#include "../effort.h"
#include "../on_threads.h"
#include "../subject.h"
#include "base/context.h"
#include "study/internal.h"

static routh_study_options small_options(void) {
    routh_study_options options = routh_study_options_default();
    options.k_max = 8;
    options.draws = 3;
    options.resamples = 20;
    options.references = 3;
    options.surface = 9;
    return options;
}

/* Errors and fits only. */
static routh_study_options errors_only(void) {
    routh_study_options options = small_options();
    options.k_max = 2;
    options.draws = 1;
    options.resamples = 2;
    options.references = 0; /* study/reference looks at them */
    options.surface = 3;
    return options;
}

static routh_dataset generated(const char *law, size_t count, uint64_t seed) {
    routh_dataset_generator recording = routh_dataset_generator_default();
    routh_dataset dataset;
    recording.law = routh_law_find(NULL, law);
    recording.drops.seed = seed;
    assert_int_equal(routh_dataset_generate(NULL, &recording, count, &dataset), ROUTH_OK);
    return dataset;
}

static routh_study studied(const routh_dataset *dataset, const routh_study_options *options) {
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_study study;
    assert_int_equal(routh_study_run(NULL, dataset, &frame, 1, "by choice", options, &study), ROUTH_OK);
    return study;
}

static const routh_law_study *law_of(const routh_frame_study *f, const char *name) {
    for (size_t l = 0; l < f->law_count; l++)
        if (strcmp(f->law[l].law->name, name) == 0)
            return &f->law[l];
    fail_msg("no law %s in the study", name);
    return NULL;
}

static void numbers_agree_with_one_another(void **state) {
    (void)state;
    routh_dataset dataset = generated("wang-mason", (size_t)effort(60, 60, 300), 5);
    routh_study_options options = small_options();
    options.references = effort((size_t)0, (size_t)0, options.references);
    routh_study study = studied(&dataset, &options);
    const routh_frame_study *f = &study.frame[0];
    assert_int_equal(f->law_count, 6);
    assert_int_equal(f->fit_count + f->test_count, f->count);
    size_t held_out = 0;
    for (size_t i = 0; i < f->count; i++) {
        held_out += f->held_out[i];
        double least = INFINITY;
        for (size_t l = 0; l < f->law_count; l++)
            least = fmin(least, f->law[l].impact[i].error);
        assert_true(f->best_post_hoc[i] == least);
        assert_true(f->irb[i] <= law_of(f, "mirtich")->impact[i].error * (1 + 1e-9)); /* it stays in the ellipse */
    }
    assert_int_equal(held_out, f->test_count);
    double best = 0, worst = 0;
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        best += s->best_percent;
        worst += s->worst_percent;
        assert_true(f->best_post_hoc_mean <= s->error_mean);
        assert_true(s->range_fraction[0] >= 0 && s->range_fraction[0] <= 1);
        assert_true(s->convex >= 0 && s->convex <= 1);
        for (size_t i = 0; i < f->surface_size * f->surface_size; i++)
            assert_true(s->surface[i] >= s->fit.cost * (1 - 1e-9)); /* the fit is the minimum */
        for (int j = 0; j < s->law->parameter_count; j++)
            assert_true(s->interval[j].low <= s->interval[j].high && s->interval[j].deviation >= 0);
    }
    assert_true(fabs(best - 100) < 1e-9 && fabs(worst - 100) < 1e-9);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

/* Means, standard errors and reversals once more, from the impacts themselves. */
static void averages_are_those_of_the_impacts(void **state) {
    (void)state;
    routh_dataset dataset = generated("mirtich", (size_t)effort(100, 100, 300), 12);
    const routh_study_options options = errors_only();
    routh_study study = studied(&dataset, &options);
    const routh_frame_study *f = &study.frame[0];
    size_t reversals = 0;
    for (size_t i = 0; i < f->count; i++) {
        const routh_sample *k = &f->sample[i];
        const double slip = k->after.vx - k->impact.ry * k->after.omega, speed = hypot(k->contact.vt, k->contact.vn);
        reversals += slip * k->contact.vt < 0 && fabs(slip) > 0.02 * speed;
    }
    assert_true(reversals > 0);
    assert_int_equal(f->reversals, reversals);
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        double sum = 0, squares = 0, n = 0;
        for (size_t i = 0; i < f->count; i++) {
            const routh_velocity v =
                routh_impact_after(&f->sample[i].impact, s->impact[i].impulse.pt, s->impact[i].impulse.pn, 0);
            const routh_velocity rest = {0, 0, 0};
            const double error = routh_impact_error(ROUTH_VELOCITY, &f->sample[i].impact, v, f->sample[i].after) /
                                 routh_impact_error(ROUTH_VELOCITY, &f->sample[i].impact, rest, f->sample[i].after);
            assert_true(fabs(error - s->impact[i].error) < 1e-12);
            if (!f->held_out[i])
                continue;
            sum += error;
            squares += error * error;
            n++;
        }
        const double mean = sum / n;
        assert_true(fabs(s->error_mean - mean) < 1e-12);
        assert_true(fabs(s->error_se - sqrt((squares / n - mean * mean) / n)) < 1e-9);
    }
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

/* More impacts, less scatter, about as the square root; every draw is another one. */
static void convergence_converges(void **state) {
    (void)state;
    routh_dataset dataset = generated("wang-mason", (size_t)effort(200, 200, 600), 13);
    routh_study_options options = small_options();
    const routh_law *law = routh_law_find(NULL, "wang-mason");
    options.laws = &law;
    options.law_count = 1;
    options.k_max = 64;
    options.draws = 16;
    routh_study study = studied(&dataset, &options);
    const routh_law_study *s = &study.frame[0].law[0];
    assert_int_equal(s->convergence_count, 64);
    double few = 0, many = 0;
    for (size_t i = 0; i < 64; i++)
        assert_int_equal(s->convergence[i].k, i + 1);
    for (size_t i = 8; i < 12; i++) { /* k = 9 … 12 against 61 … 64, ε, whose scatter is well behaved */
        few += s->convergence[i].deviation[1] / 4;
        many += s->convergence[i + 52].deviation[1] / 4;
    }
    assert_true(many > 0 && few / many > 1.4 && few / many < 4); /* √(62.5 / 10.5) = 2.4 */
    assert_true(fabs(s->convergence[63].mean[1] - 0.53) < 0.01);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

/* Where everything sticks, friction is bounded below only: the interval is open, and the surface is flat beyond it. */
static void friction_of_sticking_impacts_is_open_above(void **state) {
    (void)state;
    routh_dataset_generator recording = routh_dataset_generator_default();
    routh_dataset dataset;
    recording.parameters[0] = 1.9;
    recording.drops.speed_x = 0.05;
    recording.drops.spin = 0.5;
    recording.velocity_noise = recording.spin_noise = 0;
    assert_int_equal(routh_dataset_generate(NULL, &recording, 60, &dataset), ROUTH_OK);
    routh_study_options options = small_options();
    const routh_law *law = recording.law;
    options.laws = &law;
    options.law_count = 1;
    routh_study study = studied(&dataset, &options);
    const routh_law_study *s = &study.frame[0].law[0];
    assert_true(s->fit.flags & ROUTH_FIT_BOUNDED_BELOW);
    assert_true(isinf(s->interval[0].high) && s->interval[0].low <= s->fit.parameters[0]);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

static void densities_are_densities(void **state) {
    (void)state;
    routh_dataset dataset = generated("mirtich", (size_t)effort(150, 150, 400), 6);
    const routh_study_options options = errors_only();
    routh_study study = studied(&dataset, &options);
    const routh_frame_study *f = &study.frame[0];
    const double step = f->density_error[1] - f->density_error[0];
    for (size_t series = 0; series < f->law_count + 2; series++) {
        double area = 0;
        for (size_t j = 0; j + 1 < ROUTH_DENSITY_POINTS; j++)
            area += 0.5 * step *
                    (f->density[series * ROUTH_DENSITY_POINTS + j] + f->density[series * ROUTH_DENSITY_POINTS + j + 1]);
        assert_true(area > 0.8 && area < 1.02); /* all but a tail beyond the axis */
        if (series < f->law_count) {
            /* half of it lies below the median: no more smoothing than needed */
            const double *density = f->density + series * ROUTH_DENSITY_POINTS, median = f->law[series].error_median;
            double below = 0;
            for (size_t j = 0; j + 1 < ROUTH_DENSITY_POINTS && f->density_error[j] < median; j++) {
                const double part = fmin(1, (median - f->density_error[j]) / step);
                below += part * step * (density[j] + 0.5 * part * (density[j + 1] - density[j]));
            }
            assert_true(fabs(below - 0.5) < 0.08);
        }
    }
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

static void the_law_that_made_the_data_wins(void **state) {
    (void)state;
    static const char *const names[] = {"wang-mason", "mirtich",          "ap-newton",
                                        "ap-poisson", "drumwright-shell", "whittaker"};
    const size_t count = (size_t)effort(80, 80, 1000);
    const double near = 0.03 * sqrt(1000 / (double)count); /* errors of fits fall with the root of the count */
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        if (!in_slice((long)n, 3))
            continue;
        routh_dataset dataset = generated(names[n], count, 7 + n);
        const routh_study_options options = errors_only();
        routh_study study = studied(&dataset, &options);
        const routh_frame_study *f = &study.frame[0];
        const routh_law_study *truth = law_of(f, names[n]);
        for (size_t l = 0; l < f->law_count; l++)
            assert_true(truth->error_mean <= f->law[l].error_mean + hypot(truth->error_se, f->law[l].error_se));
        assert_true(fabs(truth->fit.parameters[0] - 0.18) < near && fabs(truth->fit.parameters[1] - 0.53) < near);
        routh_study_release(NULL, &study);
        routh_dataset_release(NULL, &dataset);
    }
}

/* Everything written by one study, as one text. */
static char *written(const routh_study *study, size_t *length) {
    char *text = NULL;
    FILE *file = open_memstream(&text, length);
    const char *table;
    for (size_t t = 0; (table = routh_study_table(study, 0, t)); t++) {
        char name[ROUTH_NAME_SIZE];
        snprintf(name, sizeof name, "%s-as-recorded.csv", table);
        assert_int_equal(routh_study_write(NULL, study, 0, routh_io_file(file, name)), ROUTH_OK);
    }
    fclose(file);
    return text;
}

static void any_number_of_threads_gives_the_same_study(void **state) {
    (void)state;
    if (!has_threads())
        skip();
    routh_dataset dataset = generated("wang-mason", (size_t)effort(30, 30, 150), 8);
    routh_study_options options = small_options();
    const routh_law *two[] = {routh_law_find(NULL, "wang-mason"), routh_law_find(NULL, "whittaker")};
    options.laws = effort(two, two, NULL);
    options.law_count = effort((size_t)2, (size_t)2, (size_t)0);
    options.k_max = effort((size_t)3, (size_t)3, options.k_max);
    options.references = effort((size_t)1, (size_t)1, options.references);
    options.resamples = effort((size_t)10, (size_t)10, options.resamples);
    const int before = omp_get_max_threads();
    char *text[2];
    size_t length[2];
    for (int i = 0; i < 2; i++) {
        omp_set_num_threads(i == 0 ? 1 : 5);
        routh_study study = studied(&dataset, &options);
        text[i] = written(&study, &length[i]);
        routh_study_release(NULL, &study);
    }
    omp_set_num_threads(before);
    assert_int_equal(length[0], length[1]);
    assert_memory_equal(text[0], text[1], length[0]);
    free(text[0]);
    free(text[1]);
    routh_dataset_release(NULL, &dataset);
}

static void results_have_the_documented_keys(void **state) {
    (void)state;
    static const char *const top[] = {"dataset", "frame", "laws", "bounds", "metric", "seed", "version"};
    static const char *const law_keys[] = {
        "name",           "mu",         "mu_sd",        "eps",          "eps_sd",
        "parameters",     "error_mean", "error_median", "best_percent", "worst_percent",
        "range_fraction", "n_fit",      "n_test"};
    routh_dataset dataset = generated("wang-mason", 60, 9);
    routh_study_options options = errors_only();
    options.truth = routh_law_find(NULL, "wang-mason");
    options.truth_parameters[0] = 0.18;
    options.truth_parameters[1] = 0.53;
    routh_study study = studied(&dataset, &options);
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    assert_int_equal(routh_study_write(NULL, &study, 0, routh_io_file(file, "results.json")), ROUTH_OK);
    fclose(file);
    json_t *root = json_loadb(text, length, 0, NULL);
    assert_non_null(root);
    for (size_t i = 0; i < sizeof top / sizeof *top; i++)
        assert_non_null(json_object_get(root, top[i]));
    assert_null(json_object_get(root, "seconds")); /* the same study gives the same file */
    const json_t *law = json_array_get(json_object_get(root, "laws"), 0);
    for (size_t i = 0; i < sizeof law_keys / sizeof *law_keys; i++)
        assert_non_null(json_object_get(law, law_keys[i]));
    assert_string_equal(json_string_value(json_object_get(json_object_get(root, "truth"), "law")), "wang-mason");
    assert_int_equal(json_array_size(json_object_get(json_object_get(root, "frame"), "hypotheses")), 4);
    json_decref(root);
    free(text);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

static void too_few_impacts_are_refused(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_dataset dataset = generated("wang-mason", 20, 10);
    const routh_study_options options = small_options();
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_study study;
    for (size_t i = 2; i < 20; i++)
        dataset.record[i].reasons = ROUTH_ENERGY;
    assert_int_not_equal(routh_study_run(&context, &dataset, &frame, 1, "", &options, &study), ROUTH_OK);
    assert_true(strlen(context.message) > 0);
    for (size_t i = 2; i < 20; i++)
        dataset.record[i].reasons = 0;
    routh_study_options odd = options;
    odd.fit_count = 20;
    assert_int_equal(routh_study_run(&context, &dataset, &frame, 1, "", &odd, &study), ROUTH_BAD_ARGUMENT);
    odd = options;
    odd.draws = (size_t)1 << 62;
    assert_int_equal(routh_study_run(&context, &dataset, &frame, 1, "", &odd, &study), ROUTH_BAD_ARGUMENT);
    assert_string_equal(context.field, "draws");
    odd = options;
    odd.references = SIZE_MAX;
    assert_int_equal(routh_study_run(&context, &dataset, &frame, 1, "", &odd, &study), ROUTH_BAD_ARGUMENT);
    assert_string_equal(context.field, "references");
    const routh_frame none = (routh_frame)7;
    assert_int_equal(routh_study_run(&context, &dataset, &none, 1, "", &options, &study), ROUTH_BAD_ARGUMENT);
    routh_dataset_release(NULL, &dataset);
}

static int stop(const char *what, double fraction, void *user) {
    (void)what;
    (void)fraction;
    (void)user;
    return 1;
}

static void the_caller_can_stop_it(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    context.progress = stop;
    routh_dataset dataset = generated("wang-mason", 100, 11);
    const routh_study_options options = small_options();
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_study study;
    assert_int_equal(routh_study_run(&context, &dataset, &frame, 1, "", &options, &study), ROUTH_CANCELLED);
    routh_dataset_release(NULL, &dataset);
}

/* The reference figures come from an independent implementation; see the specification's page on data and study. In soak on
 * all impacts; else on every sixth, whose means scatter √6 times as much. */
static void recorded_ellipse(void **state) {
    (void)state;
    char path[PATH_SIZE];
    recorded_or_skip(ELLIPSE_DROPS, path);
    static const struct {
        const char *law;
        double error, tolerance;
    } expected[] = {{"wang-mason", 0.168, 0.004}, {"mirtich", 0.168, 0.004},   {"ap-poisson", 0.174, 0.004},
                    {"ap-newton", 0.179, 0.004},  {"whittaker", 0.193, 0.006}, {"drumwright-shell", 0.226, 0.006}};
    const size_t step = effort((size_t)6, (size_t)6, (size_t)1);
    const double wider = sqrt((double)step);
    const routh_frame frames[] = {ROUTH_MIRROR_T, ROUTH_AS_RECORDED};
    const routh_import_options import = routh_import_options_default();
    routh_study_options options = errors_only();
    options.fit_count = 500 / step;
    options.slow_friction = 0.3;
    routh_dataset dataset;
    routh_study study;
    assert_int_equal(routh_dataset_read(NULL, routh_io_path(path), &import, &dataset), ROUTH_OK);
    for (size_t i = 0; i < dataset.count; i++)
        if (i % step)
            dataset.record[i].reasons |= ROUTH_LOST_FRAMES;
    assert_int_equal(routh_study_run(NULL, &dataset, frames, 2, "by choice", &options, &study), ROUTH_OK);
    const routh_frame_study *corrected = &study.frame[0], *recorded = &study.frame[1];
    assert_true(step > 1 || corrected->count == 1718);
    assert_true(fabs(corrected->irb_mean - 0.048) < 0.003 * wider);
    assert_true(fabs(recorded->irb_mean - 0.55) < 0.01 * wider);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const routh_law_study *s = law_of(corrected, expected[i].law), *r = law_of(recorded, expected[i].law);
        printf("%-18s corrected %.4f (μ %.4f, ε %.4f, in range %.3f, %.3f), as recorded %.4f (in range %.3f, %.3f)\n",
               s->law->name, s->error_mean, s->fit.parameters[0], s->fit.parameters[1], s->range_fraction[0],
               s->range_fraction[1], r->error_mean, r->range_fraction[0], r->range_fraction[1]);
        assert_true(fabs(s->error_mean - expected[i].error) < expected[i].tolerance * wider);
        assert_true(r->error_mean > 0.59);
        assert_true(step > 1 || s->slow_error_mean > s->error_mean);
    }
    const routh_law_study *wang = law_of(corrected, "wang-mason");
    assert_true(fabs(wang->fit.parameters[0] - 0.184) < 0.01 * wider &&
                fabs(wang->fit.parameters[1] - 0.533) < 0.012 * wider);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

/* a x² + b y² + c x y over the unit square. */
static double share_of(double a, double b, double c) {
    enum { SIZE = 21 };
    double z[SIZE * SIZE];
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            const double x = i / (SIZE - 1.0), y = j / (SIZE - 1.0);
            z[i * SIZE + j] = a * x * x + b * y * y + c * x * y;
        }
    return routh_convex_share(z, SIZE);
}

/* Bowls, saddles and a dent that nobody sees; and two laws whose costs look the same, of which one bends a little. */
static void convex_shares(void **state) {
    (void)state;
    assert_true(share_of(1, 1, 0) == 1 && share_of(1, 0, 0) == 1 && share_of(1, 1, 1) == 1);
    assert_true(share_of(-1, -1, 0) == 0 && share_of(1, -0.5, 0) == 0 && share_of(0, 0, 1) == 0);
    assert_true(share_of(1, -0.01, 0) == 1);
    routh_dataset dataset = generated("wang-mason", 300, 5);
    routh_study_options options = errors_only();
    const routh_law *const laws[] = {routh_law_find(NULL, "mirtich"), routh_law_find(NULL, "wang-mason")};
    options.laws = laws;
    options.law_count = 2;
    options.surface = 41;
    routh_study study = studied(&dataset, &options);
    const double mirtich = law_of(&study.frame[0], "mirtich")->convex,
                 wang = law_of(&study.frame[0], "wang-mason")->convex;
    if (fabs(mirtich - wang) >= 0.05)
        print_error("convex in %.3f and %.3f\n", mirtich, wang);
    assert_true(fabs(mirtich - wang) < 0.05);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

SLOW_SUBJECT(study) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_agree_with_one_another),
        cmocka_unit_test(averages_are_those_of_the_impacts),
        cmocka_unit_test(convergence_converges),
        cmocka_unit_test(friction_of_sticking_impacts_is_open_above),
        cmocka_unit_test(densities_are_densities),
        cmocka_unit_test(the_law_that_made_the_data_wins),
        cmocka_unit_test(any_number_of_threads_gives_the_same_study),
        cmocka_unit_test(results_have_the_documented_keys),
        cmocka_unit_test(convex_shares),
        cmocka_unit_test(too_few_impacts_are_refused),
        cmocka_unit_test(the_caller_can_stop_it),
        cmocka_unit_test(recorded_ellipse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
