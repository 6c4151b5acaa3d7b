/* Models learn what is there to learn: where the truth is known, they find it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "learn/model.h"
#include "model_cases.h"

/* Impulse and couple as targets explain the measured motion exactly. */
static void a_wrench_explains_the_motion_whole(void **state) {
    (void)state;
    generated made = noisy_drops(200, 1);
    const size_t index[] = {0, 7, 199};
    routh_model model = {.kind = ROUTH_MODEL_WRENCH, .slots = 3};
    double target[9];
    assert_ok_to(routh_model_targets, &model, made.sample, index, 3, target);
    for (int i = 0; i < 3; i++) {
        const routh_sample *sample = &made.sample[index[i]];
        const double *p = target + 3 * i;
        const routh_velocity after = routh_impact_after(&sample->impact, p[0], p[1], p[2]);
        assert_near(routh_impact_error(ROUTH_VELOCITY, &sample->impact, after, sample->after), 0, 1e-13);
        assert_true(fabs(p[2]) > 1e-6); /* noise alone needs a couple */
    }
    forget(&made);
}

/* Where a law is the whole truth, it leaves nothing over, and a residual model predicts as the law does. */
static void nothing_is_left_over_of_the_true_law(void **state) {
    (void)state;
    const double truth[] = {0.18, 0.53};
    generated made = generate(wang_mason(), truth, 120, (noise){0, 0}, 1);
    generated test = generate(wang_mason(), truth, 100, (noise){0, 0}, 2);
    for (int kind = ROUTH_MODEL_RESIDUAL; kind <= ROUTH_MODEL_RESIDUAL_WRENCH; kind++) {
        const routh_model_options options = options_for((routh_model_kind)kind);
        routh_model *model = train_on_all(&made, &options);
        routh_prediction *said = predictions(model, &test, 1);
        const routh_model_facts facts = routh_model_facts_of(model);
        assert_near(facts.parameters[0], 0.18, 1e-4);
        assert_near(facts.parameters[1], 0.53, 1e-4);
        assert_near(mean_error(&test, said), 0, 1e-4);
        free(said);
        routh_model_release(NULL, model);
    }
    forget(&made);
    forget(&test);
}

/* A law that is wrong is corrected: of impacts under another law, Wang–Mason's residuals explain most of what it
 * misses. */
static void residuals_correct_a_law(void **state) {
    (void)state;
    const routh_law *truth = routh_law_find(NULL, "drumwright-shell");
    const double parameters[] = {0.25, 0.4};
    generated made = generate(truth, parameters, 250, (noise){0, 0}, 1);
    generated test = generate(truth, parameters, 200, (noise){0, 0}, 2);
    const routh_model_options options = options_for(ROUTH_MODEL_RESIDUAL);
    routh_model *model = train_on_all(&made, &options);
    const routh_model_facts facts = routh_model_facts_of(model);
    routh_prediction *said = predictions(model, &test, 1);
    double law = 0;
    for (size_t i = 0; i < test.count; i++)
        law += routh_impact_error(ROUTH_VELOCITY, &test.sample[i].impact,
                                  routh_sample_predict(facts.law, facts.parameters, &test.sample[i]),
                                  test.sample[i].after) /
               (double)test.count;
    assert_true(mean_error(&test, said) < 0.5 * law);
    free(said);
    routh_model_release(NULL, model);
    forget(&made);
    forget(&test);
}

/* Impacts whose friction and restitution depend on how they come in. */
static void true_parameters(const routh_contact *contact, double *parameters) {
    parameters[0] = 0.12 + 0.08 * tanh(contact->vt);
    parameters[1] = 0.55 + 0.25 * tanh(1.5 + contact->vn);
}

static generated varied_drops(size_t count, uint64_t seed) {
    generated made = generate(wang_mason(), (const double[]){0.1, 0.5}, count, (noise){0, 0}, seed);
    for (size_t i = 0; i < made.count; i++) {
        routh_sample *sample = &made.sample[i];
        double parameters[2];
        true_parameters(&sample->contact, parameters);
        const routh_impact impact = sample->impact;
        assert_ok_to(routh_sample_of, &impact, routh_sample_predict(wang_mason(), parameters, sample), sample);
    }
    return made;
}

/* The parameters that a model of that kind gives to an impact. */
static void learned_parameters(const routh_model *model, const routh_contact *contact, double *parameters) {
    double input[ROUTH_MODEL_MOST_INPUTS], slot[2];
    routh_model_inputs_of_contact(model->kind, contact, input);
    routh_gp_predict_one(model->gp, input, NULL, slot, NULL);
    routh_model_parameters_at(model, slot, parameters);
}

static void parameters_follow_the_state(void **state) {
    (void)state;
    generated made = varied_drops(250, 1), test = varied_drops(200, 2);
    const routh_model_options options = options_for(ROUTH_MODEL_PARAMETERS);
    routh_model *model = train_on_all(&made, &options);
    const routh_model_facts facts = routh_model_facts_of(model);
    assert_int_equal(facts.outputs, 2);
    assert_string_equal(facts.output[0], "logit mu");
    routh_prediction *said = predictions(model, &test, 1);
    double constant = 0, off[2] = {0, 0}, constant_off[2] = {0, 0};
    for (size_t i = 0; i < test.count; i++) {
        const routh_sample *sample = &test.sample[i];
        double truth[2], learned[ROUTH_MAX_PARAMETERS];
        true_parameters(&sample->contact, truth);
        learned_parameters(model, &sample->contact, learned);
        constant += routh_impact_error(ROUTH_VELOCITY, &sample->impact,
                                       routh_sample_predict(facts.law, facts.parameters, sample), sample->after) /
                    (double)test.count;
        for (int k = 0; k < 2; k++) {
            off[k] += fabs(learned[k] - truth[k]) / (double)test.count;
            constant_off[k] += fabs(facts.parameters[k] - truth[k]) / (double)test.count;
        }
    }
    print_message(
        "error %.4f m/s, constants' %.4f; mu off by %.4f and %.4f, eps by %.4f and %.4f; %zu of %zu bounded\n",
        mean_error(&test, said), constant, off[0], constant_off[0], off[1], constant_off[1], facts.bounded,
        facts.count);
    assert_true(mean_error(&test, said) < 0.35 * constant);
    assert_true(off[0] < 0.5 * constant_off[0] && off[1] < 0.35 * constant_off[1]);
    free(said);
    routh_model_release(NULL, model);
    forget(&made);
    forget(&test);
}

/* Whatever comes in, parameters stay within their bounds, for every law of the registry; further ones are held. */
static void parameters_stay_within_bounds(void **state) {
    (void)state;
    generated made = noisy_drops(60, 3);
    for (size_t l = 0; l < routh_law_count(); l++) {
        routh_model_options options = options_for(ROUTH_MODEL_PARAMETERS);
        options.law = routh_law_at(l);
        options.ensemble.mu_max = 0.7;
        routh_model *model = train_on_all(&made, &options);
        routh_random random = routh_random_seed(4, l);
        for (int i = 0; i < 2000; i++) {
            const double size = exp(routh_random_uniform(&random, -20, 20));
            double slot[2], parameters[ROUTH_MAX_PARAMETERS];
            for (int k = 0; k < 2; k++)
                slot[k] = i == 0 ? INFINITY : i == 1 ? -INFINITY : size * routh_random_normal(&random);
            routh_model_parameters_at(model, slot, parameters);
            assert_ok_to(routh_law_check, options.law, parameters);
            if (routh_law_parameter(options.law, "mu") == 0)
                assert_true(parameters[0] <= 0.7);
            if (options.law->parameter_count > 2)
                assert_true(parameters[2] >= model->parameters[2] && parameters[2] <= model->parameters[2]);
        }
        routh_model_release(NULL, model);
    }
    forget(&made);
}

/* Where impacts stick, noise makes impulses that this law has at no friction: the deviation knows of them, too. */
static void intervals_hold_what_no_parameters_explain(void **state) {
    (void)state;
    const double high_friction[] = {0.9, 0.5};
    generated made = generate(wang_mason(), high_friction, 200, (noise){0.05, 1}, 8);
    generated test = generate(wang_mason(), high_friction, 300, (noise){0.05, 1}, 9);
    const routh_model_options options = options_for(ROUTH_MODEL_PARAMETERS);
    routh_model *model = train_on_all(&made, &options);
    routh_prediction *said = predictions(model, &test, 1);
    double covered[2] = {0, 0};
    for (size_t i = 0; i < test.count; i++) {
        const routh_point measured = test.sample[i].measured[ROUTH_MOMENTUM];
        covered[0] += fabs(measured.pt - said[i].impulse.pt) < said[i].impulse_interval[0];
        covered[1] += fabs(measured.pn - said[i].impulse.pn) < said[i].impulse_interval[1];
    }
    print_message("95 %% intervals hold %.1f and %.1f %%\n", covered[0] / 3, covered[1] / 3);
    for (int k = 0; k < 2; k++)
        assert_true(covered[k] > 0.9 * 300 && covered[k] < 0.99 * 300);
    free(said);
    routh_model_release(NULL, model);
    forget(&made);
    forget(&test);
}

static void what_is_known_of_a_model(void **state) {
    (void)state;
    static const char *const inputs[] = {"Mtt", "Mtn", "Mnn", "vt", "vn"}, *const outputs[] = {"Pt", "Pn", "couple"};
    generated made = noisy_drops(60, 5);
    const routh_model_options options = options_for(ROUTH_MODEL_RESIDUAL_WRENCH);
    routh_model *model = train_on_all(&made, &options);
    const routh_model_facts facts = routh_model_facts_of(model);
    assert_int_equal(facts.kind, ROUTH_MODEL_RESIDUAL_WRENCH);
    assert_ptr_equal(facts.law, wang_mason());
    assert_int_equal(facts.count, made.count);
    assert_int_equal(facts.inputs, 5);
    assert_int_equal(facts.outputs, 3);
    for (int i = 0; i < 5; i++)
        assert_string_equal(facts.input[i], inputs[i]);
    for (int i = 0; i < 3; i++)
        assert_string_equal(facts.output[i], outputs[i]);
    assert_string_equal(facts.unit[2], "N m s");
    assert_null(facts.prior);
    assert_int_equal(routh_gp_inputs(model->gp), 5);
    assert_int_equal(routh_gp_outputs(model->gp), 3);
    for (int kind = 0; kind < ROUTH_MODEL_COUNT; kind++)
        assert_int_equal(routh_find(NULL, &routh_model_kinds, routh_name(&routh_model_kinds, (routh_model_kind)kind)),
                         kind);
    routh_context context = routh_context_default();
    assert_int_equal(routh_find(&context, &routh_model_kinds, "wrenhc"), -1);
    assert_non_null(strstr(context.message, "did you mean \"wrench\"?"));
    routh_model_release(NULL, model);
    forget(&made);
}

/* Inputs that never change, as the contact mass of a disc, and outputs likewise are no obstacle. */
static void constants_are_left_out(void **state) {
    (void)state;
    generated made = {.sample = calloc(60, sizeof(routh_sample)), .count = 60};
    routh_random random = routh_random_seed(6, 0);
    for (size_t i = 0; i < made.count; i++) {
        const routh_impact impact = {.mass = 0.2,
                                     .inertia = 4e-5,
                                     .ry = -0.02,
                                     .rx = 1e-19 * routh_random_normal(&random), /* rounding */
                                     .vx = routh_random_uniform(&random, -1, 1),
                                     .vy = routh_random_uniform(&random, -2, -1),
                                     .omega = routh_random_uniform(&random, -5, 5)};
        const routh_velocity after = {impact.vx, -0.5 * impact.vy, impact.omega}; /* frictionless: P_t = 0 */
        assert_ok_to(routh_sample_of, &impact, after, &made.sample[i]);
        made.sample[i].measured[ROUTH_MOMENTUM].pt = 0;
    }
    const routh_model_options options = options_for(ROUTH_MODEL_RIGID);
    routh_model *model = train_on_all(&made, &options);
    const routh_model_facts facts = routh_model_facts_of(model);
    assert_int_equal(facts.inputs, 2);
    assert_string_equal(facts.input[0], "vt");
    assert_int_equal(facts.outputs, 1);
    assert_string_equal(facts.output[0], "Pn");
    routh_prediction *said = predictions(model, &made, 1);
    for (size_t i = 0; i < made.count; i++) {
        assert_near(said[i].impulse.pt, 0, 0);
        assert_near(said[i].impulse_sd[0], 0, 0);
        assert_near(said[i].impulse.pn, -1.5 * 0.2 * made.sample[i].impact.vy, 1e-3);
    }
    free(said);
    routh_model_release(NULL, model);
    forget(&made);
}

/* The baseline sees bodies and poses; it learns without what is unknown or never changes. */
static void the_baseline_sees_the_body(void **state) {
    (void)state;
    generated made = noisy_drops(80, 7);
    double pose[80][3];
    for (size_t i = 0; i < made.count; i++) {
        pose[i][0] = (double)i;
        pose[i][1] = 0.5;
        pose[i][2] = i == 40 ? NAN : sin((double)i);
    }
    routh_model_options options = options_for(ROUTH_MODEL_BASELINE);
    options.pose = (const double(*)[3])pose;
    routh_model *model = train_on_all(&made, &options);
    const routh_model_facts facts = routh_model_facts_of(model);
    static const char *const inputs[] = {"rx", "ry", "x", "vx", "vy", "omega"};
    assert_int_equal(facts.inputs, 6);
    for (int i = 0; i < 6; i++)
        assert_string_equal(facts.input[i], inputs[i]);
    routh_prediction said;
    assert_ok_to(routh_model_predict, model, 1, &made.sample[3].impact, (const double(*)[3])pose[3], NULL, &said);
    assert_true(isnan(said.impulse.pt) && !said.inside);
    assert_true(isfinite(said.projected.pn) && isfinite(said.after.omega) && said.after_sd[2] > 0);
    assert_null(routh_model_law(model, 0));
    routh_context context = routh_context_default();
    assert_int_equal(routh_model_predict(&context, model, 1, &made.sample[3].impact, NULL, NULL, &said),
                     ROUTH_NOT_FINITE);
    assert_non_null(strstr(context.message, "needs a finite x"));
    routh_model_release(NULL, model);
    forget(&made);
}

SUBJECT(model_train) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrench_explains_the_motion_whole),
        cmocka_unit_test(nothing_is_left_over_of_the_true_law),
        cmocka_unit_test(residuals_correct_a_law),
        cmocka_unit_test(parameters_follow_the_state),
        cmocka_unit_test(parameters_stay_within_bounds),
        cmocka_unit_test(intervals_hold_what_no_parameters_explain),
        cmocka_unit_test(what_is_known_of_a_model),
        cmocka_unit_test(constants_are_left_out),
        cmocka_unit_test(the_baseline_sees_the_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
