/* A trained model is a law wherever one can be used, and can be put back into the energy ellipse.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "impact/impact.h"
#include "learn/model.h"
#include "model_cases.h"

static const routh_model_kind kinds[] = {ROUTH_MODEL_RIGID,    ROUTH_MODEL_RIGID_2D,        ROUTH_MODEL_WRENCH,
                                         ROUTH_MODEL_RESIDUAL, ROUTH_MODEL_RESIDUAL_WRENCH, ROUTH_MODEL_PARAMETERS};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int same(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static int has_couple(const routh_model *model) {
    return model->kind == ROUTH_MODEL_WRENCH || model->kind == ROUTH_MODEL_RESIDUAL_WRENCH;
}

static double speed_of(const routh_model *model, const routh_contact *contact) {
    double input[ROUTH_MODEL_MOST_INPUTS];
    routh_model_inputs_of_contact(model->kind, contact, input);
    return model->kind == ROUTH_MODEL_RIGID_2D ? hypot(input[0], input[1]) : hypot(contact->vt, contact->vn);
}

/* One impact, the law's own way to the body, and a prediction agree to the last bit. */
static void solving_says_what_predicting_says(void **state) {
    (void)state;
    generated made = noisy_drops(100, 1), test = noisy_drops(80, 2);
    for (int k = 0; k < KINDS; k++) {
        const routh_model_options options = options_for(kinds[k]);
        routh_model *model = train_on_all(&made, &options);
        const routh_law *law = routh_model_law(model, 0);
        routh_prediction *said = predictions(model, &test, 1);
        assert_string_equal(law->name, routh_name(&routh_model_kinds, kinds[k]));
        assert_int_equal(law->parameter_count, 0);
        for (size_t i = 0; i < test.count; i++) {
            routh_outcome outcome;
            assert_int_equal(routh_law_solve(law, NULL, &test.sample[i].contact, &outcome), ROUTH_OK);
            assert_true(same(outcome.pt, said[i].impulse.pt) && same(outcome.pn, said[i].impulse.pn));
            assert_true(same(outcome.couple, said[i].couple));
            const routh_velocity after = routh_sample_predict(law, NULL, &test.sample[i]);
            assert_true(same(after.vx, said[i].after.vx) && same(after.omega, said[i].after.omega));
            assert_true((fabs(outcome.couple) > 0) == has_couple(model));
            if (!has_couple(model) && speed_of(model, &test.sample[i].contact) >= model->slowest) {
                routh_outcome projected;
                assert_int_equal(routh_law_solve(routh_model_law(model, 1), NULL, &test.sample[i].contact, &projected),
                                 ROUTH_OK);
                assert_true(same(projected.pt, said[i].projected.pt) && same(projected.pn, said[i].projected.pn));
            }
        }
        free(said);
        routh_model_release(NULL, model);
    }
    forget(&made);
    forget(&test);
}

enum { MANY = 6000 };

/* A batch says what single solving says, whatever the number of threads. */
static void batches_do_too(void **state) {
    (void)state;
    static double w[3][MANY], v[2][MANY], result[3][3][MANY];
    static unsigned char mode[MANY];
    generated made = noisy_drops(60, 1);
    const routh_model_options options = options_for(ROUTH_MODEL_RESIDUAL_WRENCH);
    routh_model *model = train_on_all(&made, &options);
    for (size_t i = 0; i < MANY; i++) {
        const routh_contact *c = &made.sample[i % made.count].contact;
        w[0][i] = c->wtt;
        w[1][i] = c->wtn;
        w[2][i] = c->wnn;
        v[0][i] = c->vt + 1e-4 * (double)i;
        v[1][i] = c->vn;
    }
    routh_batch batch = routh_batch_default();
    batch.count = MANY;
    batch.wtt = w[0];
    batch.wtn = w[1];
    batch.wnn = w[2];
    batch.vt = v[0];
    batch.vn = v[1];
    batch.mode = mode;
    for (int way = 0; way < 3; way++) {
        batch.threads = 1 + way;
        batch.pt = result[way][0];
        batch.pn = result[way][1];
        batch.couple = result[way][2];
        assert_int_equal(routh_law_solve_batch(routh_model_law(model, 0), &batch, NULL), ROUTH_OK);
    }
    assert_memory_equal(result[0], result[1], sizeof result[0]);
    assert_memory_equal(result[0], result[2], sizeof result[0]);
    for (size_t i = 0; i < MANY; i += 59) {
        const routh_contact c = {.wtt = w[0][i], .wtn = w[1][i], .wnn = w[2][i], .vt = v[0][i], .vn = v[1][i]};
        routh_outcome outcome;
        assert_int_equal(routh_law_solve(routh_model_law(model, 0), NULL, &c, &outcome), ROUTH_OK);
        assert_true(same(outcome.pt, result[0][0][i]) && same(outcome.couple, result[0][2][i]));
        assert_int_equal(mode[i], ROUTH_SLIDING);
    }
    routh_model_release(NULL, model);
    forget(&made);
}

/* Training and predicting do not depend on the number of threads. */
static void threads_change_nothing(void **state) {
    (void)state;
    if (!has_threads())
        skip();
    generated made = noisy_drops(90, 3), test = noisy_drops(600, 4);
    for (int k = 0; k < KINDS; k++) {
        routh_prediction *said[2];
        for (int way = 0; way < 2; way++) {
            const routh_model_options options = options_for(kinds[k]);
            routh_model *model = train_on_threads(1 + 2 * way, &made, &options);
            said[way] = predictions(model, &test, 1 + 2 * way);
            routh_model_release(NULL, model);
        }
        for (size_t i = 0; i < test.count; i++) {
            assert_true(same(said[0][i].after.omega, said[1][i].after.omega));
            assert_true(same(said[0][i].impulse.pt, said[1][i].impulse.pt));
            assert_true(same(said[0][i].impulse_sd[1], said[1][i].impulse_sd[1]));
            assert_true(same(said[0][i].after_sd[2], said[1][i].after_sd[2]));
        }
        free(said[0]);
        free(said[1]);
    }
    forget(&made);
    forget(&test);
}

/* Deviations of motion follow from those of impulse and couple: M⁻¹ Jᵀ, outputs independent; then each is scaled by what
 * leaving out samples says. */
static void deviations_of_motion(void **state) {
    (void)state;
    generated made = noisy_drops(80, 5);
    const routh_model_options options = options_for(ROUTH_MODEL_WRENCH);
    routh_model *model = train_on_all(&made, &options);
    routh_prediction *said = predictions(model, &made, 1);
    for (size_t i = 0; i < made.count; i++) {
        const routh_impact *m = &made.sample[i].impact;
        const double *s = model->spread, p[] = {said[i].impulse_sd[0] / s[0], said[i].impulse_sd[1] / s[1]};
        const double couple = said[i].couple_sd / s[2];
        assert_near(said[i].after_sd[0] * m->mass, said[i].impulse_sd[0], 1e-12 * p[0]);
        assert_near(said[i].after_sd[1] * m->mass, said[i].impulse_sd[1], 1e-12 * p[1]);
        const double spin = m->ry * m->ry * p[0] * p[0] + m->rx * m->rx * p[1] * p[1] + couple * couple;
        assert_near(said[i].after_sd[2] / s[5], sqrt(spin) / m->inertia, 1e-12);
        assert_near(said[i].body_energy_ratio, routh_impact_energy_ratio(m, said[i].after), 0);
    }
    free(said);
    routh_model_release(NULL, model);
    forget(&made);
}

static double energy_distance(const routh_contact *c, routh_point a, routh_point b) {
    const double t = a.pt - b.pt, n = a.pn - b.pn;
    return sqrt(c->wtt * t * t + 2 * c->wtn * t * n + c->wnn * n * n);
}

/* What is admissible stays; what is not goes to the region's edge, and no point of the region is nearer. */
static void projection_is_the_nearest(void **state) {
    (void)state;
    generated made = noisy_drops(40, 6);
    routh_random random = routh_random_seed(7, 0);
    size_t moved = 0;
    for (size_t i = 0; i < made.count; i++) {
        const routh_contact *c = &made.sample[i].contact;
        routh_ellipse e;
        assert_ok_to(routh_ellipse_of, c, &e);
        for (int k = 0; k < 20; k++) {
            const routh_point wild = {e.centre.pt + 2 * e.major * routh_random_normal(&random),
                                      e.centre.pn + 2 * e.major * routh_random_normal(&random)};
            const routh_point near = routh_model_project(c, wild);
            assert_true(routh_is_admissible(c, near, 1e-9));
            if (routh_is_admissible(c, wild, 1e-9)) {
                assert_true(same(near.pt, wild.pt) && same(near.pn, wild.pn));
                continue;
            }
            moved++;
            const double distance = energy_distance(c, near, wild);
            const routh_point beyond = {near.pt + 1e-6 * (wild.pt - near.pt), near.pn + 1e-6 * (wild.pn - near.pn)};
            assert_false(routh_is_admissible(c, beyond, 0));
            for (int other = 0; other < 200; other++) {
                const routh_point point = {e.centre.pt + e.major * routh_random_uniform(&random, -1, 1),
                                           e.centre.pn + e.major * routh_random_uniform(&random, -1, 1)};
                if (routh_is_admissible(c, point, 0))
                    assert_true(energy_distance(c, point, wild) >= distance * (1 - 1e-9));
            }
        }
    }
    assert_true(moved > 100);
    forget(&made);
}

/* Measured impulses that gain energy are learned as they are; projected, nothing gains any. */
static void projected_laws_keep_energy(void **state) {
    (void)state;
    generated made = noisy_drops(120, 8);
    for (size_t i = 0; i < made.count; i++) { /* throw back twice as fast */
        routh_sample *sample = &made.sample[i];
        const routh_impact impact = sample->impact;
        const routh_velocity after = {impact.vx, -2 * impact.vy, impact.omega};
        assert_ok_to(routh_sample_of, &impact, after, sample);
    }
    for (int k = 0; k < 2; k++) {
        const routh_model_options options = options_for(k ? ROUTH_MODEL_WRENCH : ROUTH_MODEL_RIGID);
        routh_model *model = train_on_all(&made, &options);
        const routh_law *law = routh_model_law(model, 1);
        routh_prediction *said = predictions(model, &made, 1);
        assert_true(law->traits & ROUTH_LAW_KEEPS_ENERGY);
        for (size_t i = 0; i < made.count; i++) {
            const routh_impact *impact = &made.sample[i].impact;
            routh_outcome outcome;
            assert_true(said[i].body_energy_ratio > 1 && !said[i].inside);
            assert_true(routh_impact_energy_ratio(impact, said[i].projected_after) <= 1 + 1e-9);
            assert_true(routh_is_admissible(&made.sample[i].contact, said[i].projected, 1e-9));
            assert_int_equal(routh_law_solve(law, NULL, &made.sample[i].contact, &outcome), ROUTH_OK);
            assert_true(outcome.contact_energy_ratio <= 1 + 1e-9 && outcome.vn >= -1e-9 && !(fabs(outcome.couple) > 0));
        }
        free(said);
        routh_model_release(NULL, model);
    }
    forget(&made);
}

/* Slower than anything learned from, a projected law answers in proportion to the speed, down to rest. */
static void slow_impacts_are_like_faster_ones(void **state) {
    (void)state;
    generated made = noisy_drops(60, 10);
    for (int k = 0; k < KINDS; k++) {
        const routh_model_options options = options_for(kinds[k]);
        routh_model *model = train_on_all(&made, &options);
        const routh_law *law = routh_model_law(model, 1);
        double slowest = INFINITY;
        for (size_t i = 0; i < made.count; i++)
            slowest = fmin(slowest, speed_of(model, &made.sample[i].contact));
        assert_near(model->slowest, slowest, 1e-12);
        for (size_t i = 0; i < made.count; i++) {
            routh_contact c = made.sample[i].contact, slow = c;
            const double to_slowest = slowest / speed_of(model, &c) * (1 + 1e-12);
            c.vt *= to_slowest;
            c.vn *= to_slowest;
            slow.vt = 1e-3 * c.vt;
            slow.vn = 1e-3 * c.vn;
            routh_outcome seen, unseen;
            assert_int_equal(routh_law_solve(law, NULL, &c, &seen), ROUTH_OK);
            assert_int_equal(routh_law_solve(law, NULL, &slow, &unseen), ROUTH_OK);
            assert_near(1e3 * unseen.pt, seen.pt, 1e-8 * hypot(seen.pt, seen.pn));
            assert_near(1e3 * unseen.pn, seen.pn, 1e-8 * hypot(seen.pt, seen.pn));
        }
        routh_model_release(NULL, model);
    }
    forget(&made);
}

/* In the simulator, a dropped ellipse goes off each impact with the velocity that the model predicts for it. */
static void simulations_use_it(void **state) {
    (void)state;
    generated made = noisy_drops(150, 9);
    const routh_model_options options = options_for(ROUTH_MODEL_WRENCH);
    routh_model *model = train_on_all(&made, &options);
    const routh_impact_generator drops = routh_impact_generator_default();
    const routh_half_plane ground = routh_half_plane_default();
    const routh_world world = {.body = {.shape = routh_shape_ellipse(drops.semi_a, drops.semi_b),
                                        .mass = drops.mass,
                                        .inertia = made.sample[0].impact.inertia},
                               .plane = &ground,
                               .plane_count = 1,
                               .gravity = 9.81,
                               .wrench = routh_wrench_default()};
    const routh_state start = {.pose = {0, 0.15, 0.6}, .velocity = {0.4, 0, 3}};
    routh_run_options how = routh_run_options_default();
    how.law = routh_model_law(model, 0);
    how.duration = 0.3;
    routh_run run;
    assert_ok_to(routh_world_run, &world, &start, &how, &run);
    assert_true(run.record_count >= 1);
    const routh_run_record *hit = &run.record[0];
    const routh_impact impact = {.mass = world.body.mass,
                                 .inertia = world.body.inertia,
                                 .rx = hit->rx,
                                 .ry = hit->ry,
                                 .vx = hit->before.vx,
                                 .vy = hit->before.vy,
                                 .omega = hit->before.omega};
    routh_prediction said;
    assert_ok_to(routh_model_predict, model, 1, &impact, NULL, NULL, &said);
    assert_true(fabs(said.couple) > 0);
    assert_near(hit->after.vx, said.after.vx, 1e-9);
    assert_near(hit->after.vy, said.after.vy, 1e-9);
    assert_near(hit->after.omega, said.after.omega, 1e-6);
    routh_run_release(NULL, &run);
    routh_model_release(NULL, model);
    forget(&made);
}

SUBJECT(model_law) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solving_says_what_predicting_says),
        cmocka_unit_test(batches_do_too),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(deviations_of_motion),
        cmocka_unit_test(projection_is_the_nearest),
        cmocka_unit_test(projected_laws_keep_energy),
        cmocka_unit_test(slow_impacts_are_like_faster_ones),
        cmocka_unit_test(simulations_use_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
