/* The recorded ellipse drops: what an independent implementation found comes out here, too. Skipped where the data is
 * absent.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../fit/in_region.h"
#include "../subject.h"

#include "../cases/recorded.h"
#include "base/context.h"

enum { FIT = 500, DRAWS = 4 };

typedef struct recording {
    routh_sample *sample[2]; /* as recorded, mirror-t */
    size_t count;
} recording;

static int read_recording(void **state) {
    static recording data;
    char path[PATH_SIZE];
    if (!recorded(ELLIPSE_DROPS, path))
        return 0;
    const routh_import_options options = routh_import_options_default();
    routh_context context = routh_context_default();
    routh_dataset dataset;
    if (routh_dataset_read(&context, routh_io_path(path), &options, &dataset) != ROUTH_OK) {
        print_error("%s\n", context.message);
        return -1;
    }
    const routh_frame frames[] = {ROUTH_AS_RECORDED, ROUTH_MIRROR_T};
    for (int i = 0; i < 2; i++)
        if (routh_samples_of(&context, &dataset, frames[i], &data.sample[i], &data.count, NULL) != ROUTH_OK)
            return -1;
    routh_dataset_release(&context, &dataset);
    *state = &data;
    return 0;
}

static int release_recording(void **state) {
    recording *data = *state;
    for (int i = 0; data && i < 2; i++)
        routh_samples_release(NULL, data->sample[i]);
    return 0;
}

static recording *recording_or_skip(void **state) {
    if (!*state) {
        print_message("ellipse_uniform.mat is not under ROUTH_DATA\n");
        skip();
    }
    return *state;
}

static void all_unflagged_impacts_are_there(void **state) {
    assert_int_equal(recording_or_skip(state)->count, 1718);
}

static double mean_bound(const routh_sample *samples, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        routh_bound bound;
        assert_int_equal(routh_bound_of(NULL, &samples[i].impact, samples[i].after, ROUTH_VELOCITY, &bound), ROUTH_OK);
        sum += routh_sample_error(&samples[i], bound.velocity);
    }
    return sum / (double)count;
}

static void the_rigid_bound_tells_the_frames_apart(void **state) {
    const recording *data = recording_or_skip(state);
    assert_near(mean_bound(data->sample[0], data->count), 0.55, 0.01);
    assert_near(mean_bound(data->sample[1], data->count), 0.048, 0.003);
}

typedef struct result {
    double mu, eps, error; /* means over the draws; error on the impacts not drawn */
} result;

static result fit_and_test(const routh_law *law, const routh_sample *samples, size_t count) {
    const routh_fit_options options = routh_fit_options_default();
    routh_ensemble *ensemble = ensemble_for(FIT);
    result mean = {0, 0, 0};
    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        size_t index[FIT + 1] = {0};
        routh_random random = routh_random_seed(1, draw);
        routh_estimate fit;
        routh_random_draw(&random, count, FIT, index);
        index[FIT] = count;
        assert_int_equal(routh_ensemble_fit(NULL, law, samples, index, FIT, &options, ensemble, &fit), ROUTH_OK);
        double sum = 0;
        for (size_t i = 0, drawn = 0; i < count; i++)
            if (index[drawn] == i)
                drawn++;
            else
                sum += routh_sample_error(&samples[i], routh_sample_predict(law, fit.parameters, &samples[i]));
        mean.mu += fit.parameters[0] / DRAWS;
        mean.eps += fit.parameters[1] / DRAWS;
        mean.error += sum / (double)(count - FIT) / DRAWS;
    }
    routh_ensemble_release(NULL, ensemble);
    return mean;
}

static void the_corrected_frame_explains_the_impacts(void **state) {
    const recording *data = recording_or_skip(state);
    const struct {
        const char *law;
        double error, tolerance;
    } expected[] = {{"wang-mason", 0.168, 0.004}, {"mirtich", 0.168, 0.004},   {"ap-poisson", 0.174, 0.004},
                    {"ap-newton", 0.179, 0.004},  {"whittaker", 0.193, 0.006}, {"drumwright-shell", 0.226, 0.006}};
    for (int i = 0; i < 6; i++) {
        const result found = fit_and_test(routh_law_find(NULL, expected[i].law), data->sample[1], data->count);
        print_message("%-18s error %.4f, mu %.4f, eps %.4f\n", expected[i].law, found.error, found.mu, found.eps);
        assert_near(found.error, expected[i].error, expected[i].tolerance);
        if (i < 2) {
            assert_near(found.mu, 0.184, 0.01);
            assert_near(found.eps, 0.533, 0.012);
        }
    }
}

static void as_recorded_no_law_explains_them(void **state) {
    const recording *data = recording_or_skip(state);
    for (size_t l = 0; l < routh_law_count(); l++)
        if (routh_law_at(l)->traits & ROUTH_LAW_OF_SIX)
            assert_true(fit_and_test(routh_law_at(l), data->sample[0], data->count).error > 0.59);
}

/* The fraction that Wang–Mason can reproduce within 0.1 % of the impulse. Impulses inside the law's region, which is
 * computed in quite another way, are exactly those that are reproduced to rounding (every 7th is looked at). It takes
 * an exact search: in the corrected frame 13 % of the impacts lie within 0.01 of the friction that sticks. */
static void wang_masons_range(void **state) {
    const recording *data = recording_or_skip(state);
    const routh_law *law = routh_law_find(NULL, "wang-mason");
    const double expected[2][2] = {{0.088, 0.721}, {0.757, 0.655}};
    for (int frame = 0; frame < 2; frame++)
        for (int metric = 0; metric < 2; metric++) {
            routh_sample_fit_options options = routh_sample_fit_options_default();
            options.metric = (routh_metric)metric;
            size_t within = 0, differ = 0;
            for (size_t i = 0; i < data->count; i++) {
                const routh_sample *sample = &data->sample[frame][i];
                routh_sample_estimate fit;
                assert_int_equal(routh_sample_fit(NULL, law, sample, &options, &fit), ROUTH_OK);
                within += !(fit.flags & ROUTH_FIT_OUT_OF_RANGE);
                if (i % 7 == 0)
                    differ += (fit.relative < 1e-8) != is_in_region(law, sample, options.metric);
            }
            assert_near((double)within / (double)data->count, expected[frame][metric], 0.003);
            assert_int_equal(differ, 0);
        }
}

SLOW_SUBJECT(ellipse_drops) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_unflagged_impacts_are_there),
        cmocka_unit_test(the_rigid_bound_tells_the_frames_apart),
        cmocka_unit_test(the_corrected_frame_explains_the_impacts),
        cmocka_unit_test(as_recorded_no_law_explains_them),
        cmocka_unit_test(wang_masons_range),
    };
    return cmocka_run_group_tests(tests, read_recording, release_recording);
}
