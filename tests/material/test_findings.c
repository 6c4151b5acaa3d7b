/* What is said about what the data did not determine: from numbers, and from fits to data that cannot show it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../subject.h"

static bool says(const routh_material *m, routh_finding_kind kind, const char *words) {
    routh_findings findings;
    bool found = false;
    assert_int_equal(routh_material_findings(NULL, m, &findings), ROUTH_OK);
    for (size_t i = 0; i < findings.count; i++)
        found |= findings.finding[i].kind == kind && strstr(findings.finding[i].text, words);
    routh_findings_release(NULL, &findings);
    return found;
}

static routh_material known(double mu, double mu_error, double eps, double eps_error, double correlation) {
    routh_material m = routh_material_default();
    m.value[ROUTH_MATERIAL_MU] = mu;
    m.error[ROUTH_MATERIAL_MU] = mu_error;
    m.value[ROUTH_MATERIAL_EPS] = eps;
    m.error[ROUTH_MATERIAL_EPS] = eps_error;
    m.correlation[0][1] = m.correlation[1][0] = correlation;
    m.correlated = true;
    m.speed[0] = 0.5;
    m.speed[1] = 2;
    return m;
}

static void names_what_is_not_determined(void **state) {
    (void)state;
    routh_material m = known(0.3, 0.01, 0.5, 0.02, -0.5);
    assert_false(says(&m, ROUTH_NOT_DETERMINED, ""));
    m.error[ROUTH_MATERIAL_MU] = INFINITY;
    m.interval[ROUTH_MATERIAL_MU] = (routh_interval){0.28, INFINITY, INFINITY};
    assert_true(says(&m, ROUTH_NOT_DETERMINED, "mu is only bounded below, by 0.28"));
    m = known(0.3, 0.01, 0.5, 0.3, 0);
    assert_true(says(&m, ROUTH_NOT_DETERMINED, "eps is hardly determined"));
    m = known(0.3, NAN, 0.5, 0.02, 0);
    assert_true(says(&m, ROUTH_NOTE, "The error of mu is not known"));
    m = known(0.3, 0.01, 0.5, 0.02, 0);
    m.speed[0] = 1.9;
    assert_true(says(&m, ROUTH_NOT_DETERMINED, "nearly one speed"));
    m.correlated = false;
    assert_true(says(&m, ROUTH_NOTE, "correlated is not known"));
    m.flags = ROUTH_FIT_FLAT | ROUTH_FIT_AT_BOUND;
    assert_true(says(&m, ROUTH_NOT_DETERMINED, "flat"));
    assert_true(says(&m, ROUTH_WARNING, "at a bound"));
    m.value[ROUTH_MATERIAL_ETA2] = 1;
    m.error[ROUTH_MATERIAL_ETA2] = INFINITY;
    m.interval[ROUTH_MATERIAL_ETA2] = (routh_interval){0.01, 100, INFINITY};
    assert_true(says(&m, ROUTH_NOT_DETERMINED, "eta2 is not determined: anything from 0.01 to 100"));
}

/* The combination that is named has the error that sets drawn show. */
static void names_the_combination_that_is_known(void **state) {
    (void)state;
    enum { N = 20000 };
    static double set[N][ROUTH_MATERIAL_PARAMETERS];
    for (int sign = -1; sign <= 1; sign += 2) {
        const routh_material m = known(0.3, 0.02, 0.5, 0.04, 0.97 * sign);
        routh_findings findings;
        assert_int_equal(routh_material_findings(NULL, &m, &findings), ROUTH_OK);
        double stated = NAN;
        for (size_t i = 0; i < findings.count; i++)
            if (strstr(findings.finding[i].text, sign > 0 ? "mu − 0.5 eps = 0.05" : "mu + 0.5 eps = 0.55"))
                stated = findings.finding[i].error;
        routh_findings_release(NULL, &findings);
        assert_int_equal(routh_material_draw(NULL, &m, 1, N, set), ROUTH_OK);
        double squares = 0;
        for (int i = 0; i < N; i++) {
            const double off = set[i][0] - 0.3 - sign * 0.5 * (set[i][1] - 0.5);
            squares += off * off / N;
        }
        assert_true(fabs(sqrt(squares) - stated) < 0.03 * stated);
    }
}

/* Impacts straight down, of which none slips, leave friction open; the fit's own numbers say so. */
static void a_fit_to_impacts_that_do_not_slip_leaves_friction_open(void **state) {
    (void)state;
    enum { N = 40 };
    routh_sample sample[N];
    const routh_law *law = routh_law_find(NULL, "mirtich");
    routh_random random = routh_random_seed(3, 1);
    double parameters[ROUTH_MAX_PARAMETERS];
    routh_law_parameters(law, 0.9, 0.5, parameters);
    for (int i = 0; i < N; i++) {
        routh_impact impact = {
            .mass = 1, .inertia = 0.004, .rx = routh_random_uniform(&random, -0.005, 0.005), .ry = -0.1};
        impact.vx = 0.2;
        impact.vy = -2;
        impact.omega = -2 + 0.5 * routh_random_normal(&random);
        routh_sample exact;
        assert_int_equal(routh_sample_of(NULL, &impact, (routh_velocity){0, 0, 0}, &exact), ROUTH_OK);
        routh_velocity after = routh_sample_predict(law, parameters, &exact);
        after.vy += 0.005 * routh_random_normal(&random);
        assert_int_equal(routh_sample_of(NULL, &impact, after, &sample[i]), ROUTH_OK);
    }
    routh_fit_study study = {.dataset = NULL};
    routh_dataset dataset = {.name = "straight", .count = N};
    study.dataset = &dataset;
    study.frame = ROUTH_AS_RECORDED;
    study.why = "";
    study.sample = sample;
    study.count = N;
    study.laws = &law;
    study.law_count = 1;
    study.fit_count = N;
    study.resamples = 50;
    study.seed = 1;
    study.options = routh_fit_options_default();
    assert_int_equal(routh_fit_study_run(NULL, &study), ROUTH_OK);
    routh_buffer buffer = {0};
    routh_context context = routh_context_default();
    routh_materials materials;
    assert_int_equal(routh_fit_study_write(&context, &study, routh_io_buffer(&buffer, "fit.json")), ROUTH_OK);
    if (routh_materials_read(&context, routh_io_memory(buffer.byte, buffer.byte_count, "fit.json"), &materials) !=
        ROUTH_OK)
        fail_msg("%s", context.message);
    const routh_material *m = &materials.material[0];
    assert_true(isinf(m->error[ROUTH_MATERIAL_MU]) && isfinite(m->error[ROUTH_MATERIAL_EPS]));
    assert_true(m->flags & ROUTH_FIT_BOUNDED_BELOW);
    assert_true(says(m, ROUTH_NOT_DETERMINED, "mu is only bounded below"));
    assert_true(says(m, ROUTH_NOT_DETERMINED, "nearly one speed"));
    assert_true(fabs(m->value[ROUTH_MATERIAL_EPS] - 0.5) < 5 * m->error[ROUTH_MATERIAL_EPS] + 0.005);
    routh_materials_release(&context, &materials);
    routh_buffer_release(&context, &buffer);
    routh_fit_study_release(&context, &study);
}

/* What comes with the library can be read, drawn and spoken about. */
static void the_known_table_is_sound(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_materials known_pairs;
    double set[5][ROUTH_MATERIAL_PARAMETERS];
    if (routh_materials_known(&context, &known_pairs) != ROUTH_OK)
        fail_msg("%s", context.message);
    assert_true(known_pairs.count >= 18);
    for (size_t i = 0; i < known_pairs.count; i++) {
        const routh_material *m = &known_pairs.material[i];
        assert_int_equal(routh_material_draw(&context, m, 1, 5, set), ROUTH_OK);
        assert_true(*m->source && *m->licence && *m->body && *m->ground);
        assert_true(!*m->law || (*m->command && m->correlated && m->impacts > 0 && m->speed[1] > m->speed[0]));
    }
    routh_materials_release(&context, &known_pairs);
}

SUBJECT(findings) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_what_is_not_determined),
        cmocka_unit_test(names_the_combination_that_is_known),
        cmocka_unit_test(a_fit_to_impacts_that_do_not_slip_leaves_friction_open),
        cmocka_unit_test(the_known_table_is_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
