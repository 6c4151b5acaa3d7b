/* Identification of generated insertions, whose truth is known. Soak: 40 seeds of every test at the paper's 50 Hz, with
 * a table; else one seed of one at 5 Hz.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "algebra/algebra.h"
#include "guides.h"
#include "insertion/identify.h"

/* Exact geometry, no noise: where every contact slides K and μ are exact, for each sample alone; on all samples friction
 * of contacts that stick costs up to 1 %. */
static void exact_geometry_gives_exact_answers(void **state) {
    (void)state;
    for (int test = 0; test < GUIDES_TESTS; test++) {
        if (!in_slice(test, GUIDES_TESTS))
            continue;
        routh_insertion_generator setting = guides_generator((guides_test)test);
        setting.displacement = setting.turn = 0;
        setting.sensors = 0;
        setting.known_offset = 1;
        setting.rate = effort(25, 25, 50);
        guided g;
        generate_guided(&setting, 1, &g);
        prepare_guided(&g);
        routh_insertion_options options = routh_insertion_options_default();
        options.geometry = 0;
        routh_insertion_estimate fit;
        assert_int_equal(routh_regressor_fit(NULL, g.regressor, &options, &fit), ROUTH_OK);
        assert_near(fit.stiffness, setting.stiffness, 0.01 * setting.stiffness);
        assert_near(fit.friction, setting.friction, 0.01 * setting.friction);
        size_t sliding = 0;
        double worst[2] = {0, 0};
        for (size_t k = 0; k < fit.sample_count; k++)
            if (fit.instant[k].contacts && fit.instant[k].sliding == fit.instant[k].contacts) {
                worst[0] = fmax(worst[0], fabs(fit.instant[k].stiffness / setting.stiffness - 1));
                worst[1] = fmax(worst[1], fabs(fit.instant[k].friction / setting.friction - 1));
                sliding++;
            }
        print_message("%s: %zu of %zu slide, K to %.1e, mu to %.1e; all: K %+.2f %%, mu %+.2f %%\n",
                      guides_path((guides_test)test)->name, sliding, fit.used, worst[0], worst[1],
                      100 * (fit.stiffness / setting.stiffness - 1), 100 * (fit.friction / setting.friction - 1));
        assert_true(sliding > fit.used / 4);
        assert_true(worst[0] < 1e-6 && worst[1] < 1e-6);
        routh_insertion_estimate_release(NULL, &fit);
        release_guided(&g);
    }
}

/* The public call says the same as the parts it is made of. */
static void one_call_fits(void **state) {
    (void)state;
    routh_insertion_generator setting = guides_generator((guides_test)0);
    setting.rate = 50;
    guided g;
    generate_guided(&setting, effort((size_t)25, (size_t)25, (size_t)5), &g);
    prepare_guided(&g);
    routh_context context = on_threads(1);
    routh_insertion_options options = routh_insertion_options_default();
    options.gamma = 1e-3;
    options.starts = effort((size_t)1, (size_t)1, options.starts);
    routh_insertion_estimate fit, parts;
    assert_int_equal(routh_insertion_fit(&context, &g.assembly, &g.insertion, &options, &fit), ROUTH_OK);
    assert_int_equal(routh_regressor_fit(&context, g.regressor, &options, &parts), ROUTH_OK);
    assert_int_equal(fit.count, g.assembly.count);
    assert_int_equal(fit.motions, 5);
    assert_true(fit.motion[1] == parts.x[fit.count + 1] && fit.error[3] == parts.error[3]);
    assert_true(fit.covariance[(fit.count + 2) * 5 + 4] == parts.covariance[(parts.count + 2) * 5 + 4]);
    assert_int_equal(fit.sample_count, g.insertion.count);
    assert_true(fit.stiffness == parts.stiffness && fit.friction == parts.friction);
    assert_near(fit.stiffness, setting.stiffness, 0.2 * setting.stiffness);
    assert_near(fit.friction, setting.friction, 0.3 * setting.friction);
    routh_insertion_estimate_release(NULL, &fit);
    routh_insertion_estimate_release(NULL, &parts);
    release_guided(&g);
}

/* The reference pose shifted across the axis, exact parts: without its motions among the unknowns more is left of the
 * wrench, and K is farther off. */
static void a_shifted_reference_is_found(void **state) {
    (void)state;
    routh_insertion_generator setting = guides_generator(GUIDES_TEST_1A);
    setting.rate = effort(100, 100, 250);
    setting.displacement = setting.turn = 0;
    setting.known_offset = 1;
    guided g;
    generate_guided(&setting, 25, &g);
    g.insertion.reference.position[1] += 1.5e-4;
    g.insertion.reference.position[2] += 1e-4;
    prepare_guided(&g);
    const size_t count = g.extended.count;
    assert_int_equal(routh_late_count(&g.extended), 3);
    routh_insertion_options options = routh_insertion_options_default();
    options.starts = 0;
    options.gamma = 1e-6;
    routh_insertion_estimate with, without;
    assert_int_equal(routh_regressor_fit(NULL, g.regressor, &options, &with), ROUTH_OK);
    g.extended.count -= 3;
    ROUTH_ARENA(room, NULL);
    assert_int_equal(routh_regressor_create(&room, &g.extended, &g.insertion, NULL, &g.regressor), ROUTH_OK);
    assert_int_equal(routh_regressor_fit(NULL, g.regressor, &options, &without), ROUTH_OK);
    g.extended.count = count;
    print_message("shifted reference: K %+.2f %% and wrench error %.4f with its motions, %+.2f %% and %.4f without\n",
                  100 * (with.stiffness / setting.stiffness - 1), sqrt(with.force_cost),
                  100 * (without.stiffness / setting.stiffness - 1), sqrt(without.force_cost));
    assert_true(with.objective <= without.objective);
    assert_true(with.force_cost < 0.9 * without.force_cost);
    assert_near(with.stiffness, setting.stiffness, fmax(2 * with.stiffness_error, 0.01 * setting.stiffness));
    routh_insertion_estimate_release(NULL, &with);
    routh_insertion_estimate_release(NULL, &without);
    release_guided(&g);
}

/* Four guides at the same distance from the axis, each displaced at 45° to both shifts: object 1 rests where these are half of
 * the sum of what guides are displaced by along them, and the turn is the mean over the distance. With three recordings
 * the covariance has no negative eigenvalue. */
static void motions_of_the_reference_follow_the_parts(void **state) {
    (void)state;
    const vguides guides = vguides_default();
    routh_assembly assembly, extended, all;
    assert_int_equal(vguides_assembly(NULL, &guides, &assembly), ROUTH_OK);
    ROUTH_ARENA(room, NULL);
    assert_int_equal(routh_reference_create(&room, &assembly, &extended), ROUTH_OK);
    const size_t n = extended.count, late = n - 3;
    double prior[40 * 40];
    assert_int_equal(routh_reference_prior(NULL, &extended, prior), ROUTH_OK);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const routh_displacement *m = &extended.displacement[i], *d = &extended.displacement[j];
            assert_true(prior[i * n + j] == prior[j * n + i] && (i != j || prior[i * n + j] == 1));
            if (i < late || d->kind != ROUTH_DISPLACE_SHIFT || d->part < 0)
                continue;
            if (i < n - 1)
                assert_near(prior[i * n + j], -0.5 * (m->axis[1] * d->axis[1] + m->axis[2] * d->axis[2]), 1e-9);
            else /* turns of the guides themselves take a little of it */
                assert_near(fabs(prior[i * n + j]), 0.25 * d->deviation / (m->deviation * hypot(0.12, 0.12)), 0.01);
        }
    routh_insertion recording[3] = {{.name = "a", .offset = 1}, {.name = "b", .offset = 2}, {.name = "c", .offset = 3}};
    const routh_insertion *list[3] = {&recording[0], &recording[1], &recording[2]};
    assert_int_equal(routh_assembly_for_all(&room, &extended, n - assembly.count, list, 3, &all), ROUTH_OK);
    assert_true(all.count <= 40);
    assert_int_equal(routh_reference_prior(NULL, &all, prior), ROUTH_OK);
    for (size_t i = 0; i < all.count; i++)
        prior[i * all.count + i] += 1e-9;
    assert_true(routh_cholesky_factor(all.count, all.count, prior, 0));
    routh_assembly_release(NULL, &assembly);
}

/* A peg has its centroid on the axis: its reference may be tilted by as much as its corners allow. */
static void a_part_on_the_axis_has_a_usual_prior(void **state) {
    (void)state;
    table t = make_table(0, 1);
    routh_assembly extended;
    make_box(&t.assembly.object[0], "peg", (const double[]){-0.01, -0.01, 0}, (const double[]){0.01, 0.01, 0.05});
    add_displacement(&t, "offset", ROUTH_DISPLACE_OFFSET, -1, downwards, 3e-5);
    add_displacement(&t, "peg", ROUTH_DISPLACE_SHIFT, -1, sideways, 1e-4);
    t.assembly.displacement[1].part = 0;
    ROUTH_ARENA(room, NULL);
    assert_int_equal(routh_reference_create(&room, &t.assembly, &extended), ROUTH_OK);
    assert_int_equal(extended.count, t.assembly.count + 5);
    for (size_t j = t.assembly.count; j < extended.count; j++)
        assert_near(extended.displacement[j].deviation,
                    extended.displacement[j].kind == ROUTH_DISPLACE_SHIFT ? 1e-4 : 1e-4 / hypot(0.01, 0.01), 1e-9);
    forget(&t);
}

typedef struct tally {
    int seeds, stiffness, friction, covered[2], answers, within, displacements;
    double error[2], square[2]; /* sums of the errors' logarithms, and of squares of what is wrong ÷ its error */
    double plain, better;       /* sums of the wrench errors' logarithms */
    double worst[2], gamma[2];
} tally;

static void add_seed(int test, uint64_t seed, double rate, size_t factor, tally *sum) {
    routh_insertion_generator setting = guides_generator((guides_test)test);
    setting.seed = seed;
    setting.rate = rate;
    guided g;
    generate_guided(&setting, factor, &g);
    prepare_guided(&g);
    routh_insertion_options options = routh_insertion_options_default();
    routh_insertion_estimate plain, fit;
    options.geometry = 0;
    assert_int_equal(routh_regressor_fit(NULL, g.regressor, &options, &plain), ROUTH_OK);
    options = routh_insertion_options_default();
    options.starts = effort((size_t)2, (size_t)2, options.starts);
    options.gammas = effort((size_t)3, (size_t)3, options.gammas);
    assert_int_equal(routh_regressor_fit(NULL, g.regressor, &options, &fit), ROUTH_OK);
    const double off[2] = {fabs(fit.stiffness / setting.stiffness - 1), fabs(fit.friction / setting.friction - 1)};
    sum->seeds++;
    sum->stiffness += off[0] < 0.05;
    sum->friction += off[1] < 0.1;
    sum->covered[0] += fit.stiffness_low <= setting.stiffness && setting.stiffness <= fit.stiffness_high;
    sum->covered[1] += off[1] * setting.friction <= 1.96 * fit.friction_error;
    sum->answers += fit.answers > 1;
    const double error[2] = {fit.stiffness_error / fit.stiffness, fit.friction_error / fit.friction};
    for (int i = 0; i < 2; i++) {
        sum->error[i] += log(error[i]);
        sum->square[i] += off[i] * off[i] / (error[i] * error[i]);
    }
    sum->plain += log(plain.force_cost) / 2;
    sum->better += log(fit.force_cost) / 2;
    for (int i = 0; i < 2; i++)
        sum->worst[i] = fmax(sum->worst[i], off[i]);
    sum->gamma[0] = sum->seeds == 1 ? fit.gamma : fmin(sum->gamma[0], fit.gamma);
    sum->gamma[1] = fmax(sum->gamma[1], fit.gamma);
    /* the truth as it is, motions of the reference left out, of which it says nothing */
    for (size_t j = 0; j < g.assembly.count; j++) {
        sum->displacements++;
        sum->within += fabs(fit.x[j] - g.insertion.truth.displacement[j]) <= 2 * fit.error[j];
    }
    routh_insertion_estimate_release(NULL, &plain);
    routh_insertion_estimate_release(NULL, &fit);
    release_guided(&g);
}

static void displaced_guides_are_found(void **state) {
    (void)state;
    const int soak = effort(0, 0, 1), seeds = effort(1, 1, 40);
    int within = 0, displacements = 0, covered[2] = {0}, all = 0;
    for (int test = 0; test < GUIDES_TESTS; test += soak ? 1 : GUIDES_TESTS) {
        tally sum = {0};
        for (int seed = 1; seed <= seeds; seed++)
            add_seed(test, (uint64_t)seed, soak ? 1000 : 100, 20, &sum);
        const double plain = exp(sum.plain / seeds), better = exp(sum.better / seeds);
        print_message("%s: K within 5 %% in %d of %d (worst %.2f %%), mu within 10 %% in %d (worst %.2f %%), intervals "
                      "cover K in %d, mu in %d, several answers in %d, wrench error %.4f -> %.4f, gamma %.1e to %.1e, "
                      "%d of %d displacements within 2 errors\n",
                      guides_path((guides_test)test)->name, sum.stiffness, seeds, 100 * sum.worst[0], sum.friction,
                      100 * sum.worst[1], sum.covered[0], sum.covered[1], sum.answers, plain, better, sum.gamma[0],
                      sum.gamma[1], sum.within, sum.displacements);
        print_message("    mean standard error of K %.2f %%, of mu %.2f %%; wrong by %.2f and %.2f of it\n",
                      100 * exp(sum.error[0] / seeds), 100 * exp(sum.error[1] / seeds), sqrt(sum.square[0] / seeds),
                      sqrt(sum.square[1] / seeds));
        assert_true(sum.stiffness >= 0.97 * seeds && sum.friction >= 0.97 * seeds);
        assert_true(better < plain * 2 / 3);
        within += sum.within;
        displacements += sum.displacements;
        for (int i = 0; i < 2; i++)
            covered[i] += sum.covered[i];
        all += sum.seeds;
    }
    print_message("together: intervals cover K in %d, mu in %d of %d, %.1f %% of displacements within 2 errors\n",
                  covered[0], covered[1], all, 100.0 * within / displacements);
    for (int i = 0; i < 2; i++)
        assert_true(covered[i] >= 0.91 * all);
    assert_true(within >= (soak ? 0.9 : 0.8) * displacements);
    assert_true(!soak || within <= 0.97 * displacements);
}

/* The end of a test, mated and at rest: K and the offset are told only as a product, unless the force varies. The offset is
 * the true one but for an error drawn from its prior. */
static void a_held_end_tells_only_a_product(void **state) {
    (void)state;
    const int seeds = effort(1, 1, 20);
    const size_t held = effort((size_t)12, (size_t)12, (size_t)50); /* 5 s */
    int covered = 0, unseen = 0;
    double width[2] = {0, 0};
    routh_insertion_options options = routh_insertion_options_default();
    options.starts = effort((size_t)1, (size_t)1, options.starts);
    options.gammas = effort((size_t)3, (size_t)3, options.gammas);
    for (int seed = 1; seed <= seeds; seed++)
        for (int varied = 0; varied < 2; varied++) {
            routh_insertion_generator setting = guides_generator(GUIDES_TEST_2A);
            routh_random random = routh_random_seed((uint64_t)seed, 77);
            setting.seed = (uint64_t)seed;
            setting.rate = 100;
            setting.settle = 6;
            setting.known_offset = 1;
            setting.force_wave = varied ? 0.5 : 0;
            guided g;
            generate_guided(&setting, effort((size_t)40, (size_t)40, (size_t)10), &g);
            keep_samples(&g, g.insertion.count - held, held);
            g.insertion.offset += g.assembly.displacement[0].deviation * routh_random_normal(&random);
            prepare_guided(&g);
            routh_insertion_estimate fit;
            assert_int_equal(routh_regressor_fit(NULL, g.regressor, &options, &fit), ROUTH_OK);
            width[varied] += log(1 / fit.stiffness_low - 1 / fit.stiffness_high) / seeds;
            covered += !varied && fit.stiffness_low <= setting.stiffness && setting.stiffness <= fit.stiffness_high;
            unseen += !varied && fit.flags & ROUTH_INSERTION_OFFSET_UNSEEN;
            print_message("seed %d %s: K %.3g (%.3g to %.3g), error of the offset %.2f of its prior\n", seed,
                          varied ? "varied  " : "constant", fit.stiffness, fit.stiffness_low, fit.stiffness_high,
                          fit.error[0] / g.assembly.displacement[0].deviation);
            routh_insertion_estimate_release(NULL, &fit);
            release_guided(&g);
        }
    assert_true(covered >= 0.9 * seeds);
    assert_int_equal(unseen, seeds);
    assert_true(width[1] < width[0] - log(1.5));
}

/* Within a quarter of the simplex' evaluations Levenberg–Marquardt has its objective, to 1e-4 of it (small tips of the
 * geometry end either search), or a lower one. Where one descent from the drawing ends in another contact mode, as in test 1a at
 * 50 Hz, that holds for searches from all modes together. In soak only: what is compared is time. */
static void levenberg_marquardt_needs_a_quarter(void **state) {
    (void)state;
    if (effort(1, 1, 0))
        return;
    for (int test = 0; test < GUIDES_TESTS; test++) {
        routh_insertion_generator setting = guides_generator((guides_test)test);
        guided g;
        generate_guided(&setting, 20, &g);
        prepare_guided(&g);
        routh_regressor *plain; /* without motions of the reference, as in the paper */
        ROUTH_ARENA(room, NULL);
        assert_int_equal(routh_regressor_create(&room, &g.assembly, &g.insertion, NULL, &plain), ROUTH_OK);
        routh_insertion_options options = routh_insertion_options_default();
        routh_insertion_estimate simplex, fit;
        options.gamma = 1e-5;
        options.method = ROUTH_NELDER_MEAD;
        assert_int_equal(routh_regressor_fit(NULL, plain, &options, &simplex), ROUTH_OK);
        assert_false(simplex.flags & ROUTH_INSERTION_NOT_CONVERGED);
        options.method = ROUTH_LEVENBERG_MARQUARDT;
        options.starts = 0; /* one search against one */
        /* the differences for the errors come after the search */
        options.evaluations = simplex.evaluations / 4 - 2 * simplex.count - 4;
        assert_int_equal(routh_regressor_fit(NULL, plain, &options, &fit), ROUTH_OK);
        print_message("%s: simplex %.7g in %zu evaluations, Levenberg-Marquardt %.7g in %zu\n",
                      guides_path((guides_test)test)->name, simplex.objective, simplex.evaluations, fit.objective,
                      fit.evaluations);
        if (fit.objective > simplex.objective * (1 + 1e-4)) {
            routh_insertion_estimate_release(NULL, &fit);
            options.starts = routh_insertion_options_default().starts;
            options.evaluations = simplex.evaluations;
            assert_int_equal(routh_regressor_fit(NULL, plain, &options, &fit), ROUTH_OK);
            print_message("    from all modes %.7g in %zu\n", fit.objective, fit.evaluations);
        }
        assert_true(4 * fit.evaluations <= simplex.evaluations);
        assert_true(fit.objective <= simplex.objective * (1 + 1e-4));
        routh_insertion_estimate_release(NULL, &simplex);
        routh_insertion_estimate_release(NULL, &fit);
        release_guided(&g);
    }
}

SLOW_SUBJECT(identify_guides) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_geometry_gives_exact_answers),
        cmocka_unit_test(one_call_fits),
        cmocka_unit_test(a_shifted_reference_is_found),
        cmocka_unit_test(motions_of_the_reference_follow_the_parts),
        cmocka_unit_test(a_part_on_the_axis_has_a_usual_prior),
        cmocka_unit_test(displaced_guides_are_found),
        cmocka_unit_test(a_held_end_tells_only_a_product),
        cmocka_unit_test(levenberg_marquardt_needs_a_quarter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
