/* A model upon a model: few impacts of a new body, many of an old one.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "learn/model.h"
#include "model_cases.h"

static routh_model *train_upon(const routh_model *prior, const generated *made, routh_model_kind kind) {
    routh_model_options options = options_for(kind);
    routh_model *model = NULL;
    options.prior = prior;
    assert_ok_to(routh_model_train, made->sample, NULL, made->count, &options, &model);
    return model;
}

/* With restitution a little lower in the new impacts, 25 of them do better upon the old model than alone, and better
 * than the old model as it is. */
static void few_samples_do_better_upon_a_prior(void **state) {
    (void)state;
    const double old[] = {0.18, 0.6}, new[] = {0.18, 0.5};
    generated many = generate(wang_mason(), old, 400, (noise){0.005, 0.1}, 1);
    generated few = generate(wang_mason(), new, 25, (noise){0.005, 0.1}, 2);
    generated test = generate(wang_mason(), new, 300, (noise){0, 0}, 3);
    for (int kind = ROUTH_MODEL_RIGID; kind <= ROUTH_MODEL_WRENCH; kind += 2) {
        const routh_model_options options = options_for((routh_model_kind)kind);
        routh_model *model[3] = {train_on_all(&many, &options), train_on_all(&few, &options), NULL};
        model[2] = train_upon(model[0], &few, (routh_model_kind)kind);
        double error[3];
        for (int i = 0; i < 3; i++) {
            routh_prediction *said = predictions(model[i], &test, 1);
            error[i] = mean_error(&test, said);
            free(said);
        }
        print_message("%s: old %.4f, alone %.4f, upon the old %.4f m/s\n",
                      routh_name(&routh_model_kinds, (routh_model_kind)kind), error[0], error[1], error[2]);
        assert_true(error[2] < 0.6 * error[0] && error[2] < 0.6 * error[1]);
        for (int i = 0; i < 3; i++)
            routh_model_release(NULL, model[i]);
    }
    forget(&many);
    forget(&few);
    forget(&test);
}

/* The prior is copied: it may go, and the answer is the sum of both. */
static void the_prior_is_copied(void **state) {
    (void)state;
    generated many = noisy_drops(80, 1), few = noisy_drops(30, 2);
    const routh_model_options options = options_for(ROUTH_MODEL_RESIDUAL_WRENCH);
    routh_model *prior = train_on_all(&many, &options);
    routh_prediction *before = predictions(prior, &few, 1);
    routh_model *model = train_upon(prior, &few, ROUTH_MODEL_RIGID), *second;
    routh_model_release(NULL, prior);
    second = train_upon(model, &few, ROUTH_MODEL_WRENCH);
    assert_ptr_equal(routh_model_facts_of(second).prior, second->prior);
    assert_int_equal(routh_model_facts_of(second->prior->prior).kind, ROUTH_MODEL_RESIDUAL_WRENCH);
    for (size_t i = 0; i < few.count; i++) {
        const routh_contact *contact = &few.sample[i].contact;
        const routh_impulse p = routh_model_answer(model->prior, contact), sum = routh_model_answer(model, contact);
        assert_near(p.pt, before[i].impulse.pt, 0);
        assert_near(p.couple, before[i].couple, 0);
        double input[ROUTH_MODEL_MOST_INPUTS], output[2];
        routh_model_inputs_of_contact(ROUTH_MODEL_RIGID, contact, input);
        routh_gp_predict_one(model->gp, input, NULL, output, NULL);
        assert_near(sum.pn, p.pn + output[1], 1e-16);
        assert_near(sum.couple, p.couple, 0); /* a point impulse on top adds no couple */
    }
    free(before);
    routh_model_release(NULL, model);
    routh_model_release(NULL, second);
    forget(&many);
    forget(&few);
}

/* The error in the motion with so much more impulse than the prior's. */
static double error_with(const routh_sample *sample, routh_metric metric, routh_impulse prior, double pt, double pn) {
    const routh_velocity after = routh_impact_after(&sample->impact, prior.pt + pt, prior.pn + pn, prior.couple);
    return routh_impact_error(metric, &sample->impact, after, sample->after);
}

/* What a rigid model learns upon a couple is the point impulse nearest to what the couple leaves of the motion: a step
 * away in any direction is worse. */
static void targets_upon_a_couple(void **state) {
    (void)state;
    generated many = noisy_drops(60, 1);
    const routh_model_options options = options_for(ROUTH_MODEL_WRENCH);
    routh_model *prior = train_on_all(&many, &options);
    for (int metric = 0; metric < 2; metric++)
        for (size_t index = 0; index < 10; index++) {
            routh_model model = {.kind = ROUTH_MODEL_RIGID, .slots = 2, .metric = (routh_metric)metric, .prior = prior};
            const routh_sample *sample = &many.sample[index];
            const routh_impulse p = routh_model_answer(prior, &sample->contact);
            double target[2];
            assert_ok_to(routh_model_targets, &model, many.sample, &index, 1, target);
            const double least = error_with(sample, model.metric, p, target[0], target[1]);
            for (int turn = 0; turn < 8; turn++)
                assert_true(error_with(sample, model.metric, p, target[0] + 1e-5 * cos(turn),
                                       target[1] + 1e-5 * sin(turn)) > least);
        }
    routh_model_release(NULL, prior);
    forget(&many);
}

static void some_priors_are_refused(void **state) {
    (void)state;
    generated made = noisy_drops(40, 1);
    routh_model_options options = options_for(ROUTH_MODEL_BASELINE);
    routh_model *baseline = train_on_all(&made, &options), *model = NULL;
    routh_context context = routh_context_default();
    options.kind = ROUTH_MODEL_WRENCH;
    options.prior = baseline;
    assert_int_equal(routh_model_train(&context, made.sample, NULL, made.count, &options, &model), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "baseline"));
    options.prior = NULL;
    routh_model *rigid = train_on_all(&made, &options);
    options.kind = ROUTH_MODEL_RESIDUAL;
    options.prior = rigid;
    assert_int_equal(routh_model_train(&context, made.sample, NULL, made.count, &options, &model), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "not residual"));
    assert_null(model);
    routh_model_release(NULL, baseline);
    routh_model_release(NULL, rigid);
    forget(&made);
}

SUBJECT(model_prior) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_samples_do_better_upon_a_prior),
        cmocka_unit_test(the_prior_is_copied),
        cmocka_unit_test(targets_upon_a_couple),
        cmocka_unit_test(some_priors_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
