/* The recorded ellipse drops: restitution depends on where the body lands. Figures of an independent program come out
 * here, too. Skipped where the data is absent.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../fit/generated.h"
#include "../subject.h"

#include "../cases/recorded.h"
#include "../effort.h"
#include "base/context.h"
#include "fit/fit.h"

enum { FIT = 500, DRAWS = 5, MOST_IMPACTS = 3000 };

static routh_dataset read_drops(void) {
    char path[PATH_SIZE];
    routh_dataset dataset;
    recorded_or_skip(ELLIPSE_DROPS, path);
    assert_int_equal(routh_dataset_read(NULL, routh_io_path(path), NULL, &dataset), ROUTH_OK);
    return dataset;
}

/* The contact point of the ellipse at the stored angle + offset, in place of the stored one. */
static void calibrate(routh_dataset *dataset, double offset) {
    const double a = dataset->body.shape.a, b = dataset->body.shape.b;
    for (size_t i = 0; i < dataset->count; i++) {
        routh_record *record = &dataset->record[i];
        const double angle = record->theta + offset, s = sin(angle), c = cos(angle), h = hypot(a * s, b * c);
        record->rx = -(a * a - b * b) * s * c / h;
        record->ry = -h;
    }
}

typedef struct held_out {
    double relative, speed, constant; /* constant: relative, without covariates */
} held_out;

/* Means over draws of FIT impacts, tested on the others. */
static held_out test_on_held_out(const routh_dataset *dataset, const char *name, const routh_covariate *covariates,
                                 size_t covariate_count) {
    const routh_law *law = routh_law_find(NULL, name);
    static size_t index[FIT];
    static unsigned char drawn[MOST_IMPACTS];
    routh_context context = routh_context_default();
    routh_sample *samples = NULL;
    double *value = NULL;
    size_t count = 0;
    held_out mean = {0, 0, 0};
    assert_int_equal(routh_samples_of(&context, dataset, ROUTH_MIRROR_T, &samples, &count, NULL), ROUTH_OK);
    assert_true(count <= MOST_IMPACTS);
    assert_int_equal(routh_covariates_of(&context, dataset, samples, count, covariates, covariate_count, &value),
                     ROUTH_OK);
    for (uint64_t draw = 1; draw <= DRAWS; draw++) {
        routh_dependence fit;
        routh_random random = routh_random_seed(1, draw);
        routh_random_draw(&random, count, FIT, index);
        memset(drawn, 0, sizeof drawn);
        for (size_t i = 0; i < FIT; i++)
            drawn[index[i]] = 1;
        assert_int_equal(
            routh_dependence_fit(&context, law, samples, value, index, FIT, covariates, covariate_count, NULL, &fit),
            ROUTH_OK);
        assert_true(fit.converged);
        const double share = 1.0 / (DRAWS * (double)(count - FIT));
        for (size_t i = 0; i < count; i++) {
            double parameters[ROUTH_MAX_PARAMETERS];
            if (drawn[i])
                continue;
            routh_dependence_parameters(&fit, value + i * covariate_count, parameters);
            const routh_velocity after = routh_sample_predict(law, parameters, &samples[i]);
            mean.relative += share * routh_sample_error(&samples[i], after);
            mean.speed += share * routh_impact_error(ROUTH_VELOCITY, &samples[i].impact, after, samples[i].after);
            mean.constant += share * routh_sample_error(
                                         &samples[i], routh_sample_predict(law, fit.constant.parameters, &samples[i]));
        }
    }
    routh_covariates_release(&context, value);
    routh_samples_release(&context, samples);
    print_message("%zu covariates: %.4f (%.4f m/s), without %.4f\n", covariate_count, mean.relative, mean.speed,
                  mean.constant);
    return mean;
}

static const routh_covariate cubic = {"eps", "x", 3};
static const routh_covariate with_angle[] = {{"eps", "x", 3}, {"eps", "2theta", 1}, {"mu", "2theta", 1}};

static void restitution_depends_on_where_the_body_lands(void **state) {
    (void)state;
    routh_dataset dataset = read_drops();
    const held_out error = test_on_held_out(&dataset, "wang-mason", &cubic, 1);
    assert_near(error.constant, 0.168, 0.003);
    assert_near(error.relative, 0.142, 0.003);
    assert_near(error.speed, 0.201, 0.004);
    routh_dataset_release(NULL, &dataset);
}

static void a_calibrated_angle_leaves_less(void **state) {
    (void)state;
    routh_dataset dataset = read_drops();
    calibrate(&dataset, 0.0233);
    const held_out error = test_on_held_out(&dataset, "wang-mason", &cubic, 1);
    assert_near(error.constant, 0.161, 0.003);
    assert_near(error.relative, 0.133, 0.003);
    assert_near(error.speed, 0.188, 0.004);
    const held_out angle = test_on_held_out(&dataset, "wang-mason", with_angle, 3);
    assert_near(angle.relative, 0.121, 0.004);
    assert_near(angle.speed, 0.171, 0.005);
    routh_dataset_release(NULL, &dataset);
}

SUBJECT(dependence_drops) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(restitution_depends_on_where_the_body_lands),
        cmocka_unit_test(a_calibrated_angle_leaves_less),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
