/* Laws with modifiers: the law itself at their limits, its promises everywhere, and the published dependences on speed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../subject.h"
#include "cases.h"
#include "impact/impact.h"
#include "impact/modified.h"

enum { CASES = 3000 };

/* The base law's parameters of a case, and those of the modifiers at their defaults or drawn over all their range. */
static void fill(const routh_law *law, const impact_case *k, bool drawn, routh_random *random, double *p) {
    routh_law_parameters(law, k->mu, k->eps, p);
    for (int j = routh_law_own_parameters(law); drawn && j < law->parameter_count; j++) {
        const routh_parameter *own = &law->parameter[j];
        p[j] = own->fit_high > 0 ? log_uniform(random, own->fit_low, own->fit_high)
                                 : routh_random_uniform(random, own->low, own->high);
    }
}

/* Names, bounds and order of the parameters of the law without modifiers are the first of the modified one's. */
static void they_are_found_by_name_and_begin_as_their_law(void **state) {
    (void)state;
    assert_null(routh_modified_at(routh_modified_count()));
    for (size_t i = 0; i < routh_modified_count(); i++) {
        const routh_law *law = routh_modified_at(i), *base = routh_modified_of(law)->base;
        assert_ptr_equal(routh_law_find(NULL, law->name), law);
        assert_memory_equal(law->name, base->name, strlen(base->name));
        assert_int_equal(law->name[strlen(base->name)], '+');
        const unsigned alone = routh_has_couple(law) ? ROUTH_LAW_KEEPS_ENERGY | ROUTH_LAW_FEASIBLE : 0;
        assert_int_equal(law->traits, base->traits & ~(ROUTH_LAW_OF_SIX | alone));
        assert_int_equal(law->restitution, base->restitution);
        assert_in_range(law->parameter_count, base->parameter_count + 1, ROUTH_MAX_PARAMETERS);
        for (int j = 0; j < base->parameter_count; j++) {
            const routh_parameter *own = &base->parameter[j], *same = &law->parameter[j];
            assert_string_equal(own->name, same->name);
            assert_true(own->low == same->low && own->high == same->high && own->initial == same->initial);
            assert_true(own->fit_low == same->fit_low && own->fit_high == same->fit_high);
        }
    }
    routh_context context = routh_context_default();
    assert_null(routh_law_find(&context, "mirtich+eps-powr"));
    assert_non_null(strstr(context.message, "mirtich+eps-power"));
    assert_null(routh_law_find(&context, "ap-poisson+mu-stribeck+eps-power")); /* ε comes first */
}

static void at_their_limits_they_are_the_law_to_the_last_bit(void **state) {
    (void)state;
    routh_random random = routh_random_seed(71, 0);
    for (size_t i = 0; i < CASES; i++) {
        const impact_case k = random_case(&random);
        for (size_t l = 0; l < routh_modified_count(); l++) {
            const routh_law *law = routh_modified_at(l), *base = routh_modified_of(law)->base;
            double p[ROUTH_MAX_PARAMETERS];
            routh_outcome with, without;
            if (law->traits & ROUTH_LAW_COMPLIANT && i >= CASES / 20) /* it takes a hundred times as long */
                continue;
            fill(law, &k, false, &random, p);
            assert_int_equal(routh_law_solve(law, p, &k.contact, &with), ROUTH_OK);
            assert_int_equal(routh_law_solve(base, p, &k.contact, &without), ROUTH_OK);
            assert_memory_equal(&with, &without, sizeof with);
        }
    }
}

/* At any speed: the law with ε and μ as the publications have them, computed by other means; and nothing it promises breaks. */
static void they_are_the_law_with_its_own_numbers_for_each_speed(void **state) {
    (void)state;
    routh_random random = routh_random_seed(72, 0);
    for (size_t i = 0; i < CASES; i++) {
        const impact_case k = random_case(&random);
        for (size_t l = 0; l < routh_modified_count(); l++) {
            const routh_law *law = routh_modified_at(l), *base = routh_modified_of(law)->base;
            double p[ROUTH_MAX_PARAMETERS], own[ROUTH_MAX_PARAMETERS] = {0};
            routh_outcome found, expected;
            if (law->traits & ROUTH_LAW_COMPLIANT && i >= CASES / 20)
                continue;
            fill(law, &k, true, &random, p);
            memcpy(own, p, sizeof own);
            const double v = -k.contact.vn, s = fabs(k.contact.vt);
            const int power = routh_law_parameter(law, "eps_power"), rate = routh_law_parameter(law, "eps_rate");
            const int fast = routh_law_parameter(law, "mu_fast"), eps = routh_law_parameter(base, "eps");
            if (power >= 0)
                own[eps] = fmin(1, own[eps] / exp2(p[power] * log2(v)));
            if (rate >= 0)
                own[eps] = fmin(1, own[eps] / exp(p[rate] * v));
            if (fast >= 0)
                own[0] *= 1 + (p[fast] - 1) * -expm1(-s / p[fast + 1]);
            const routh_status status = routh_law_solve(law, p, &k.contact, &found);
            assert_int_equal(status, routh_law_solve(base, own, &k.contact, &expected));
            if (status != ROUTH_OK) /* only where rounding alone would break a promise */
                continue;
            const double scale = hypot(expected.pt, expected.pn) * k.condition;
            assert_true(fabs(found.pt - expected.pt) <= 1e-9 * scale);
            assert_true(fabs(found.pn - expected.pn) <= 1e-9 * scale);
            if (law->traits & ROUTH_LAW_KEEPS_ENERGY)
                assert_int_equal(found.flags & ROUTH_GAINS_ENERGY, 0);
            if (law->traits & ROUTH_LAW_FEASIBLE)
                assert_int_equal(found.flags & (ROUTH_PENETRATES | ROUTH_PULLS), 0);
        }
    }
}

/* Johnson's ball: dropped on from 16 times the speed it rebounds with half of ε. */
static void a_ball_of_johnson_halves_its_restitution(void **state) {
    (void)state;
    const double p[] = {0.2, 0.6, 0.25};
    for (double v = 1; v <= 16; v *= 16) {
        const routh_contact ball = {.wtt = 3.5, .wtn = 0, .wnn = 1, .vt = 0, .vn = -v};
        routh_outcome outcome;
        assert_int_equal(routh_law_solve(routh_law_find(NULL, "whittaker+eps-power"), p, &ball, &outcome), ROUTH_OK);
        assert_true(fabs(outcome.vn / v - (v > 1 ? 0.3 : 0.6)) < 1e-15);
    }
}

/* Many at once, with their own parameters or shared ones, as one by one. */
static void a_batch_is_as_one_by_one(void **state) {
    (void)state;
    enum { COUNT = 700 };
    static double in[5][COUNT], pt[COUNT], pn[COUNT], power[COUNT];
    const routh_law *law = routh_law_find(NULL, "wang-mason+eps-power+mu-stribeck");
    routh_random random = routh_random_seed(73, 0);
    double p[ROUTH_MAX_PARAMETERS] = {0.4, 0.6, 0, 0.3, 0.7};
    routh_batch batch = routh_batch_default();
    for (size_t i = 0; i < COUNT; i++) {
        const routh_contact c = random_case(&random).contact;
        const double one[] = {c.wtt, c.wtn, c.wnn, c.vt, c.vn};
        for (int j = 0; j < 5; j++)
            in[j][i] = one[j];
        power[i] = routh_random_uniform(&random, -0.5, 0.5);
    }
    batch.count = COUNT;
    batch.wtt = in[0], batch.wtn = in[1], batch.wnn = in[2], batch.vt = in[3], batch.vn = in[4];
    batch.pt = pt, batch.pn = pn;
    for (int j = 0; j < law->parameter_count; j++)
        batch.parameter[j] = j == 2 ? power : &p[j];
    batch.parameter_varies = 1 << 2;
    assert_int_equal(routh_law_solve_batch(law, &batch, NULL), ROUTH_OK);
    for (size_t i = 0; i < COUNT; i++) {
        const routh_contact c = {.wtt = in[0][i], .wtn = in[1][i], .wnn = in[2][i], .vt = in[3][i], .vn = in[4][i]};
        routh_outcome one;
        p[2] = power[i];
        assert_int_equal(routh_law_solve(law, p, &c, &one), ROUTH_OK);
        assert_true(one.pt == pt[i] && one.pn == pn[i]);
    }
}

SUBJECT(modified) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_found_by_name_and_begin_as_their_law),
        cmocka_unit_test(at_their_limits_they_are_the_law_to_the_last_bit),
        cmocka_unit_test(they_are_the_law_with_its_own_numbers_for_each_speed),
        cmocka_unit_test(a_ball_of_johnson_halves_its_restitution),
        cmocka_unit_test(a_batch_is_as_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
