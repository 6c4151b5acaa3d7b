/* Wang–Mason and Mirtich against a tiny-step integration that knows nothing of segments: at each step of normal impulse
 * friction is whatever brings the slip to rest, as far as the cone lets it. First order, so the error must be of the
 * step's order and shrink with it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../subject.h"
#include "cases.h"

static routh_point integrate(const impact_case *k, int energetic, double step) {
    const routh_contact *c = &k->contact;
    double pt = 0, pn = 0, vt = c->vt, vn = c->vn, work = 0, compression = -1, taken = 0;
    for (long i = 0; i < 100000000L; i++) {
        double friction = -(vt / step + c->wtn) / c->wtt;
        friction = friction > k->mu ? k->mu : (friction < -k->mu ? -k->mu : friction);
        const double vn_next = vn + (c->wnn + c->wtn * friction) * step;
        pt += friction * step;
        pn += step;
        vt += (c->wtn + c->wtt * friction) * step;
        work += 0.5 * (vn + vn_next) * step;
        vn = vn_next;
        if (compression < 0 && vn >= 0) {
            compression = pn;
            taken = -work;
        }
        const int over = energetic ? work + taken >= k->eps * k->eps * taken : pn >= (1 + k->eps) * compression;
        if (compression >= 0 && over)
            break;
    }
    return (routh_point){pt, pn};
}

static double distance_to_law(const char *name, const impact_case *k, double relative_step) {
    const routh_law *law = routh_law_find(NULL, name);
    const double parameters[] = {k->mu, k->eps};
    const routh_impulse exact = law->impulse(&k->contact, parameters);
    const routh_point tiny = integrate(k, law->restitution == ROUTH_ENERGETIC, relative_step * exact.pn);
    return hypot(tiny.pt - exact.pt, tiny.pn - exact.pn) / hypot(exact.pt, exact.pn);
}

static void laws_agree_with_tiny_steps(void **state) {
    (void)state;
    static const char *const names[] = {"wang-mason", "mirtich"};
    for (size_t l = 0; l < 2; l++) {
        routh_random random = routh_random_seed(6, l);
        double worst_coarse = 0, worst_fine = 0;
        size_t modes[ROUTH_MODE_COUNT] = {0};
        for (int i = 0; i < 400; i++) {
            impact_case k = random_case(&random);
            const double parameters[] = {k.mu, k.eps};
            modes[routh_law_find(NULL, names[l])->impulse(&k.contact, parameters).mode]++;
            worst_coarse = fmax(worst_coarse, distance_to_law(names[l], &k, 1e-4));
            worst_fine = fmax(worst_fine, distance_to_law(names[l], &k, 1e-5));
        }
        printf("%-12s largest distance from tiny steps: %.1e at 1e-4, %.1e at 1e-5 of P_n\n", names[l], worst_coarse,
               worst_fine);
        for (int mode = 0; mode < ROUTH_MODE_COUNT; mode++) {
            printf("  %-12s %zu\n", routh_name(&routh_modes, (routh_mode)mode), modes[mode]);
            if (mode != ROUTH_STICKING && mode != ROUTH_UNSOLVED)
                assert_true(modes[mode] > 0); /* every branch of the path is met */
        }
        assert_true(worst_fine < 1e-3);
        assert_true(worst_fine < 0.2 * worst_coarse);
    }
}

SLOW_SUBJECT(integration) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(laws_agree_with_tiny_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
