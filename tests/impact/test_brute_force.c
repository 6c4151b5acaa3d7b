/* Laws with a minimum or a nonlinear equation inside, against searches that only know the problem.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"
#include "cases.h"

static double energy_change(const routh_contact *c, double pt, double pn) {
    return c->vt * pt + c->vn * pn + 0.5 * (c->wtt * pt * pt + 2 * c->wtn * pt * pn + c->wnn * pn * pn);
}

/* Least energy over the cone where v_n⁺ ≥ 0: a fine fan of ratios P_t / P_n, and for each a fine row of P_n. */
static double least_energy(const routh_contact *c, double mu, double pn_max) {
    double best = INFINITY;
    const int n = 400;
    for (int i = -n; i <= n; i++)
        for (int j = 0; j <= n; j++) {
            const double pn = pn_max * j / n, pt = mu * i / n * pn;
            const double change = energy_change(c, pt, pn);
            if (c->vn + c->wtn * pt + c->wnn * pn >= 0 && change < best)
                best = change;
        }
    return best;
}

static void drumwright_shell_dissipates_most(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "drumwright-shell");
    routh_random random = routh_random_seed(10, 0);
    double worst = 0;
    size_t below = 0;
    for (int i = 0; i < 300; i++) {
        impact_case k = random_case(&random);
        k.mu = fmin(k.mu, 3);
        const double parameters[] = {k.mu, 0};
        const routh_impulse p = law->impulse(&k.contact, parameters);
        const double scale = fabs(energy_change(&k.contact, p.pt, p.pn));
        const double least = least_energy(&k.contact, k.mu, 2 * p.pn);
        const double found = energy_change(&k.contact, p.pt, p.pn);
        assert_true(found <= least + 1e-12 * scale); /* nothing the search met is lower */
        worst = fmax(worst, (least - found) / scale);
        const double stop_n = k.contact.wtn * k.contact.vt - k.contact.wtt * k.contact.vn; /* det W × S_n */
        below += stop_n < 0;
    }
    printf("drumwright-shell: search comes within %.1e of its energy; the free minimiser pulls in %zu of 300\n", worst,
           below);
    assert_true(worst < 1e-3);
    assert_true(below > 0);
}

/* v = (3, −1), μ = 0.3: by hand q = −d·v / dᵀWd with d = (−0.3, 1). */
static void drumwright_shell_by_hand(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "drumwright-shell");
    const double parameters[] = {0.3, 0};
    const routh_contact unit = {.wtt = 1, .wtn = 0, .wnn = 1, .vt = 3, .vn = -1},
                        ball = {.wtt = 3.5, .wnn = 1, .vt = 3, .vn = -1}; /* m = r = 1, I = 2/5: W_tt = 1 + 5/2 */
    assert_true(fabs(law->impulse(&unit, parameters).pn - 1.9 / 1.09) < 1e-15);
    assert_true(fabs(law->impulse(&ball, parameters).pn - 1.9 / 1.315) < 1e-15);
}

/* Smith's equation as a function of the slip after impact; NaN where P_n ≤ 0. */
static double smith_equation(const impact_case *k, double slip) {
    const routh_contact *c = &k->contact;
    const double fraction = (c->vt * fabs(c->vt) + slip * fabs(slip)) / (c->vt * c->vt + slip * slip);
    const double pn = -(1 + k->eps) * c->vn / (c->wnn - k->mu * fraction * c->wtn);
    return pn > 0 ? c->vt + (c->wtn - k->mu * fraction * c->wtt) * pn - slip : NAN;
}

static void smith_has_one_root_and_finds_it(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "smith");
    routh_random random = routh_random_seed(11, 0);
    size_t reversed = 0;
    for (int i = 0; i < effort(200, 2000, 2000); i++) {
        const impact_case k = random_case(&random);
        const double parameters[] = {k.mu, k.eps};
        const routh_impulse p = law->impulse(&k.contact, parameters);
        const double found = k.contact.vt + k.contact.wtt * p.pt + k.contact.wtn * p.pn;
        reversed += found * k.contact.vt < 0;
        /* slips from −1000 |v| to 1000 |v|, spaced evenly in asinh */
        const double speed = hypot(k.contact.vt, k.contact.vn);
        size_t roots = 0;
        double near = INFINITY, last = NAN, last_slip = NAN;
        for (int j = -4000; j <= 4000; j++) {
            const double slip =
                1e-3 * fabs(k.contact.vt) * sinh(j * 0.004 * asinh(1e6 * speed / fabs(k.contact.vt)) / 16);
            const double value = smith_equation(&k, slip);
            if (value * last < 0 &&
                fabs(value - last) < 100 * (fabs(slip - last_slip) + 1e-9) * (1 + k.mu) * k.condition) {
                roots++;
                near = fmin(near, fmax(fabs(slip - found), fabs(last_slip - found)) / fabs(slip - last_slip));
            }
            last = value;
            last_slip = slip;
        }
        assert_true(roots <= 1);
        if (roots == 1)
            assert_true(near <= 1 + 1e-6);
    }
    printf("smith: slip reverses in %zu of 2000\n", reversed);
    assert_true(reversed > 100);
}

SUBJECT(brute_force) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drumwright_shell_dissipates_most),
        cmocka_unit_test(drumwright_shell_by_hand),
        cmocka_unit_test(smith_has_one_root_and_finds_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
