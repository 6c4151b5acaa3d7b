/* Segmentation of tosses whose truth is known: what is found, and what the recording says about the cube.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "generated_tosses.h"

enum { TOSSES = 120 };

static void segment(routh_dataset3 *dataset, const routh_segment3_options *options) {
    routh_context context = routh_context_default();
    if (routh_dataset3_segment(&context, options, dataset) != ROUTH_OK)
        fail_msg("%s", context.message);
}

static double apart(const toss_truth *t, const routh_velocity3 *a, const routh_velocity3 *b) {
    double sum = 0;
    for (int k = 0; k < 3; k++)
        sum += pow(a->velocity[k] - b->velocity[k], 2) + t->inertia / t->mass * pow(a->spin[k] - b->spin[k], 2);
    return sqrt(sum);
}

/* The strike of a toss nearest in time. */
static size_t nearest_strike(const cube *c, double time) {
    size_t nearest = 0;
    for (size_t i = 1; i < c->count; i++)
        if (fabs(c->strike_time[i] - time) < fabs(c->strike_time[nearest] - time))
            nearest = i;
    return nearest;
}

/* Every impact that is used happened, at that time and with these velocities; and of the strikes with flight enough
 * around them and a single corner low, nearly all are used. Noise of 0.02 mm in frames 7 ms apart leaves velocities of
 * some mm/s. */
static void test_impacts_are_true(void **state) {
    (void)state;
    const toss_truth t = usual_truth();
    cube *truths = calloc(TOSSES, sizeof *truths);
    routh_dataset3 dataset = generate_tosses(&t, TOSSES, truths);
    segment(&dataset, NULL);
    size_t clean = 0, found = 0;
    for (size_t i = 0; i < dataset.count; i++) {
        const routh_record3 *impact = &dataset.record[i];
        const cube *c = &truths[impact->trajectory];
        if (impact->reasons != 0)
            continue;
        const size_t strike = nearest_strike(c, impact->time);
        assert_true(fabs(c->strike_time[strike] - impact->time) < 1e-3);
        assert_true(apart(&t, &c->before[strike], &impact->before) < 0.02);
        assert_true(apart(&t, &c->after[strike], &impact->after) < 0.02);
        assert_true(fabs(impact->height) < 1e-3);
    }
    for (size_t n = 0; n < TOSSES; n++)
        for (size_t i = 0; i < truths[n].count; i++) {
            const cube *c = &truths[n];
            const double before = c->strike_time[i] - (i > 0 ? c->strike_time[i - 1] : 0);
            const double end = (double)(dataset.trajectory[n].count - REST - 1) / t.rate;
            const double after = (i + 1 < c->count ? c->strike_time[i + 1] : end) - c->strike_time[i];
            if (before < 8 / t.rate || after < 8 / t.rate || c->next[i] < 0.007)
                continue;
            clean++;
            for (size_t k = 0; k < dataset.count; k++)
                found += dataset.record[k].reasons == 0 && dataset.record[k].trajectory == n &&
                         fabs(dataset.record[k].time - c->strike_time[i]) < 1e-3;
        }
    print_message("%zu of %zu clean strikes found, %zu contacts, %zu used\n", found, clean, dataset.count,
                  routh_dataset3_used(&dataset, NULL));
    assert_true(clean > TOSSES / 4);
    assert_true(found * 20 >= clean * 19);
    routh_dataset3_release(NULL, &dataset);
    free(truths);
}

/* Scale, board, centre of mass, rounding and inertia come back, and with them the point-impulse identity, which fails for
 * a sharp cube tracked at its centre of mass. */
static void test_calibration(void **state) {
    (void)state;
    toss_truth t = usual_truth();
    t.scale = 0.97;
    t.centre[0] = 0.002;
    t.centre[1] = -0.003;
    t.centre[2] = 0.006;
    t.rounding = 0.006;
    t.inertia *= 1.4;
    routh_dataset3 dataset = generate_tosses(&t, TOSSES, NULL);
    segment(&dataset, NULL);
    const routh_calibration3 *c = &dataset.calibration;
    print_message("scale %.4f, centre %.2f %.2f %.2f mm, rounding %.2f mm, inertia %.3f, correlation %.5f and %.3f\n",
                  c->scale, 1e3 * c->centre[0], 1e3 * c->centre[1], 1e3 * c->centre[2], 1e3 * c->rounding,
                  c->inertia / t.inertia, dataset.calibration.identity.correlation,
                  dataset.calibration.stated.correlation);
    assert_true(fabs(c->scale - t.scale) < 0.002);
    assert_true(fabs(c->rest_scale - t.scale) < 0.002);
    assert_true(fabs(c->ground) < 2e-4);
    for (int k = 0; k < 3; k++) {
        assert_true(fabs(c->centre[k] - t.centre[k]) < 5e-4);
        assert_true(fabs(c->centre[k] - t.centre[k]) < 5 * c->centre_error[k]);
    }
    assert_true(fabs(c->rounding - t.rounding) < 3e-4);
    assert_true(fabs(c->inertia / t.inertia - 1) < 0.01);
    assert_true(dataset.calibration.identity.correlation > 0.9995);
    assert_true(dataset.calibration.stated.correlation < 0.98);
    assert_true(isnan(c->spin_ratio));
    routh_dataset3_release(NULL, &dataset);
}

/* Recorded spins are told to be in body axes, and to be half as large as the orientations say. */
static void test_recorded_spins(void **state) {
    (void)state;
    toss_truth t = usual_truth();
    cube *truths = calloc(TOSSES, sizeof *truths);
    routh_dataset3 dataset = generate_tosses(&t, TOSSES, truths);
    for (size_t n = 0; n < TOSSES; n++) {
        routh_trajectory3 *toss = &dataset.trajectory[n];
        toss->count = (size_t)(truths[n].strike_time[0] * t.rate); /* the first flight */
        toss->spin = calloc(toss->count, sizeof *toss->spin);
        for (size_t i = 0; i < toss->count; i++) {
            double back[4];
            routh_turn_inverse(toss->orientation[i], back);
            routh_turn_apply(back, truths[n].before[0].spin, toss->spin[i]);
            for (int k = 0; k < 3; k++)
                toss->spin[i][k] /= 2;
        }
    }
    segment(&dataset, NULL);
    assert_int_equal(dataset.count, 0);
    assert_true(fabs(dataset.calibration.spin_ratio - 0.5) < 0.01);
    assert_true(dataset.calibration.spin_body < dataset.calibration.spin_world);
    routh_dataset3_release(NULL, &dataset);
    free(truths);
}

/* As stated means as stated. */
static void test_without_calibration(void **state) {
    (void)state;
    toss_truth t = usual_truth();
    t.inertia *= 1.4;
    routh_dataset3 dataset = generate_tosses(&t, TOSSES, NULL);
    routh_segment3_options options = routh_segment3_options_default();
    options.calibrate = 0;
    segment(&dataset, &options);
    const double uniform = t.mass * t.width * t.width / 6;
    assert_true(routh_dataset3_used(&dataset, NULL) > TOSSES / 4);
    assert_true(dataset.calibration.rounding == 0);
    assert_true(fabs(dataset.calibration.inertia / uniform - 1) < 1e-12);
    assert_true(fabs(dataset.calibration.identity.inertia / t.inertia - 1) < 0.01); /* measured all the same */

    options.calibrate = 1;
    options.inertia = 0.001;
    segment(&dataset, &options);
    assert_true(dataset.calibration.inertia == 0.001);
    /* a free body's compliance with three equal moments: W = (1 + [r]ᵀ[r] m/I)/m */
    routh_sample3 *sample;
    size_t count;
    assert_int_equal(routh_samples3_of(NULL, &dataset, &sample, &count), ROUTH_OK);
    assert_int_equal(count, routh_dataset3_used(&dataset, NULL));
    for (size_t i = 0; i < count; i++) {
        const routh_sample3 *one = &sample[i];
        const double *r = one->point, square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                assert_true(fabs(one->contact.w[a][b] - ((a == b) * (1 / t.mass + square / options.inertia) -
                                                         r[a] * r[b] / options.inertia)) < 1e-9);
    }
    routh_samples3_release(NULL, sample);
    routh_dataset3_release(NULL, &dataset);
}

SLOW_SUBJECT(segment3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_impacts_are_true),
        cmocka_unit_test(test_calibration),
        cmocka_unit_test(test_recorded_spins),
        cmocka_unit_test(test_without_calibration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
