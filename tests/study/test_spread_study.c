/* Spreads of tosses that nothing was fitted to: what they cover, in the recorded tosses and against counting by hand.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "rollout/scattered_tosses.h"

#include "../subject.h"
#include "cases/recorded.h"
#include "effort.h"

#define assert_near(x, y, tolerance) assert_true(fabs((x) - (y)) <= (tolerance))

static void print_cover(const char *name, const routh_spread_cover *c) {
    print_message("%-16s %6zu instants: places %.3f ± %.3f, turns %.3f ± %.3f, poses %.3f ± %.3f; radius %.1f %%, "
                  "angle %.1f°\n",
                  name, c->instants, c->share[0], c->error[0], c->share[1], c->error[1], c->share[2], c->error[2],
                  100 * c->radius, c->angle * 57.29577951);
}

static void print_study(const routh_rollout_study *study) {
    const routh_spread_study *own = study->spread;
    for (size_t k = 0; k < study->fold_count; k++)
        print_message("part %zu: scatter %.3f %.3f %.4f, widened %.2f %.2f %.2f\n", k, own->fold[k].run.scatter.mu,
                      own->fold[k].run.scatter.mu_slide, own->fold[k].run.scatter.eps, own->fold[k].widen[0],
                      own->fold[k].widen[1], own->fold[k].widen[2]);
    print_cover("after the flight", &own->after);
    print_cover("all", &own->all);
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++)
        print_cover(routh_name(&routh_rollout_phases, p), &own->phase[p]);
    for (size_t m = 0; m < own->moment_count; m += 10)
        print_message("%.2f s, %zu tosses: places %.3f, turns %.3f, poses %.3f; radius %.1f %%, angle %.1f°\n",
                      own->moment[m].time, own->moment[m].tosses, own->moment[m].share[0], own->moment[m].share[1],
                      own->moment[m].share[2], 100 * own->moment[m].radius, own->moment[m].angle * 57.29577951);
    for (size_t b = 0; b < ROUTH_SPREAD_BINS; b++)
        print_message("faces %.2f … %.2f: %4zu, predicted %.3f, observed %.3f (%.3f … %.3f)\n", own->bin[b].low,
                      own->bin[b].high, own->bin[b].count, own->bin[b].predicted, own->bin[b].observed,
                      own->bin[b].interval.low, own->bin[b].interval.high);
    for (size_t i = 0; i < study->findings.count; i++)
        print_message("%s\n", study->findings.finding[i].text);
}

/* Counted again from the spreads themselves. */
static void check_sums(const routh_rollout_study *study) {
    const routh_spread_study *own = study->spread;
    size_t instants = 0, inside = 0, in_phases = 0, faces = 0, tosses = 0;
    for (size_t t = 0; t < study->count; t++) {
        const routh_spread3 *one = &own->spread[t];
        if (one->why_not)
            continue;
        tosses++;
        for (size_t k = study->rollout[t].start.last + 1; k < one->first + one->count; k++) {
            instants++;
            inside += one->instant[k - one->first].reach[2] <= 1;
        }
    }
    for (int p = ROUTH_PHASE_FIRST_IMPACT; p < ROUTH_ROLLOUT_PHASES; p++)
        in_phases += own->phase[p].instants;
    for (size_t b = 0; b < ROUTH_SPREAD_BINS; b++)
        faces += own->bin[b].count;
    assert_int_equal(own->after.instants, instants);
    assert_int_equal(in_phases, instants);
    assert_near(own->after.share[2], (double)inside / (double)instants, 1e-12);
    assert_int_equal(own->centre.tosses, tosses);
    assert_int_equal(faces, tosses * study->world.shape->face_count);
    assert_true(own->brier >= 0 && own->brier <= 2 && own->likeliest <= tosses);
}

static void test_generated(void **state) {
    (void)state;
    scattered_law law = {
        .shape = SCATTERED_BOX, .law = "rigid", .impact = {0.12, 0.1, 0.03}, .tosses = (size_t)effort(12, 12, 60)};
    scattered s;
    routh_context context = routh_context_default();
    routh_rollout_study_options options = routh_rollout_study_options_default();
    routh_rollout_study study;
    law.seed = 21;
    scatter_tosses(&law, &s);
    assert_int_equal(routh_dataset3_segment(&context, NULL, &s.dataset), ROUTH_OK);
    options.fit.free = 1u << ROUTH_ROLLOUT_MU | 1u << ROUTH_ROLLOUT_EPS;
    options.fit.evaluations = 10, options.fit.errors = false, options.fit.folds = 2;
    options.fit.run.step = 2e-3;
    options.fit.surface = s.world.surface;
    options.ablation_evaluations = 0;
    options.spread = 20, options.spread_evaluations = (size_t)effort(1, 4, 24);
    const routh_status status = routh_rollout_study_run(&context, &s.dataset, &options, &study);
    if (status != ROUTH_OK)
        print_message("%s\n", context.message);
    assert_int_equal(status, ROUTH_OK);
    assert_non_null(study.spread);
    check_sums(&study);
    print_study(&study);
    routh_rollout_study_release(&context, &study);
    release_scattered(&s);
}

/* Five parts, each predicted with what was fitted to the other four. The recording takes minutes: soak only. */
static void test_recorded(void **state) {
    (void)state;
    char path[PATH_SIZE];
    routh_context context = routh_context_default();
    routh_dataset3 dataset;
    routh_rollout_study_options options = routh_rollout_study_options_default();
    routh_rollout_study study;
    if (effort(true, true, false))
        skip();
    recorded_or_skip("cube-tosses", path);
    assert_int_equal(routh_dataset3_read(&context, routh_io_path(path), NULL, &dataset), ROUTH_OK);
    assert_int_equal(routh_dataset3_segment(&context, NULL, &dataset), ROUTH_OK);
    options.ablation_evaluations = 0;
    options.spread = 100;
    options.fit.run.step = 2e-3, options.fit.run.together = 2.2e-4;
    assert_int_equal(routh_rollout_study_run(&context, &dataset, &options, &study), ROUTH_OK);
    check_sums(&study);
    print_study(&study);
    for (int i = 0; i < 3; i++)
        assert_true(study.spread->after.share[i] > 0.85 && study.spread->after.share[i] < 0.95);
    assert_true(study.spread->brier < study.spread->brier_path);
    routh_rollout_study_release(&context, &study);
    routh_dataset3_release(&context, &dataset);
}

SLOW_SUBJECT(spread_study) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_generated), cmocka_unit_test(test_recorded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
