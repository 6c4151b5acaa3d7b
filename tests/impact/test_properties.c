/* What must hold for every law on every legal impact, over random and degenerate contacts. Prints how often each law
 * gains energy, penetrates or pulls.
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
#include "impact/impact.h"

enum { RANDOM_CASES = 100000 };

static impact_case *all_cases(size_t *count) {
    size_t degenerate;
    impact_case *cases = degenerate_cases(&degenerate);
    cases = realloc(cases, (degenerate + RANDOM_CASES) * sizeof *cases);
    routh_random random = routh_random_seed(2, 0);
    for (size_t i = 0; i < RANDOM_CASES; i++)
        cases[degenerate + i] = random_case(&random);
    *count = degenerate + RANDOM_CASES;
    return cases;
}

static routh_outcome solved(const routh_law *law, const impact_case *k, const routh_contact *contact) {
    double parameters[ROUTH_MAX_PARAMETERS];
    routh_outcome outcome;
    routh_law_parameters(law, k->mu, k->eps, parameters);
    if (routh_law_parameter(law, "et") >= 0)
        parameters[routh_law_parameter(law, "et")] = 2 * k->eps - 1;
    const routh_status status = routh_law_solve(law, parameters, contact, &outcome);
    if (status != ROUTH_OK)
        fail_msg("%s: %s at v = (%g, %g), W = [%g %g %g], mu %g", law->name, routh_status_message(status), contact->vt,
                 contact->vn, contact->wtt, contact->wtn, contact->wnn, k->mu);
    return outcome;
}

/* Rounding of velocities: terms as large as |W||P| cancel in v + W P. */
static double velocity_scale(const routh_contact *c, const routh_outcome *o) {
    return hypot(c->vt, c->vn) + fmax(c->wtt, c->wnn) * hypot(o->pt, o->pn);
}

static void laws_keep_their_promises(void **state) {
    (void)state;
    size_t count;
    impact_case *cases = all_cases(&count);
    printf("%-18s %8s %8s %8s %8s of %zu\n", "law", "gains", "pene-", "pulls", "sticks", count);
    for (size_t l = 0; l < routh_law_count(); l++) {
        const routh_law *law = routh_law_at(l);
        size_t gains = 0, penetrates = 0, pulls = 0, sticks = 0;
        for (size_t i = 0; i < count; i++) {
            const impact_case *k = &cases[i];
            const routh_outcome o = solved(law, k, &k->contact);
            const double impulse = hypot(o.pt, o.pn), velocity = velocity_scale(&k->contact, &o);
            gains += (o.flags & ROUTH_GAINS_ENERGY) != 0;
            penetrates += (o.flags & ROUTH_PENETRATES) != 0;
            pulls += (o.flags & ROUTH_PULLS) != 0;
            sticks += routh_mode_sticks(o.mode) != 0;
            assert_true(o.contact_energy_ratio >= 0);
            if (law->traits & ROUTH_LAW_FEASIBLE) {
                assert_true(o.vn >= -1e-12 * velocity);
                assert_true(o.pn >= 0);
                assert_true((fabs(o.pt) - k->mu * o.pn) / hypot(1, k->mu) <=
                            1e-12 * impulse); /* distance from the cone */
                assert_int_equal(o.flags & (ROUTH_PENETRATES | ROUTH_PULLS), 0);
            }
            if (law->traits & ROUTH_LAW_KEEPS_ENERGY) {
                /* in W⁻¹'s norm rounding of v⁺ weighs up to √condition more */
                assert_true(o.contact_energy_ratio <= 1 + 1e-12 + 1e-15 * k->condition);
                if (k->condition < 100)
                    assert_int_equal(o.flags & ROUTH_GAINS_ENERGY, 0);
            }
        }
        printf("%-18s %8zu %8zu %8zu %8zu\n", law->name, gains, penetrates, pulls, sticks);
    }
    free(cases);
}

/* Flags against the same quantities in long double, wherever they are not within rounding of their threshold. */
static void flags_say_what_happened(void **state) {
    (void)state;
    size_t seen[3] = {0};
    for (size_t l = 0; l < routh_law_count(); l++) {
        routh_random random = routh_random_seed(25, l);
        for (int i = 0; i < 20000; i++) {
            const impact_case k = random_case(&random);
            const routh_contact *c = &k.contact;
            const routh_outcome o = solved(routh_law_at(l), &k, c);
            const long double wtt = c->wtt, wtn = c->wtn, wnn = c->wnn, pt = o.pt, pn = o.pn;
            const long double vn = c->vn + wtn * pt + wnn * pn;
            const long double change =
                c->vt * pt + c->vn * pn + (wtt * pt * pt + 2 * wtn * pt * pn + wnn * pn * pn) / 2;
            const long double det = wtt * wnn - wtn * wtn;
            const long double energy = (wnn * c->vt * c->vt - 2 * wtn * c->vt * c->vn + wtt * c->vn * c->vn) / det / 2;
            const long double speed = hypot(c->vt, c->vn);
            assert_true(fabsl(o.contact_energy_ratio - (1 + change / energy)) < 1e-11L * (1 + o.contact_energy_ratio));
            if (fabsl(vn) > 1e-9L * speed)
                assert_int_equal((o.flags & ROUTH_PENETRATES) != 0, vn < 0);
            if (fabsl(pn) > 1e-9L * hypotl(pt, pn))
                assert_int_equal((o.flags & ROUTH_PULLS) != 0, pn < 0);
            if (fabsl(change) > 1e-9L * energy)
                assert_int_equal((o.flags & ROUTH_GAINS_ENERGY) != 0, change > 0);
            for (int flag = 0; flag < 3; flag++)
                seen[flag] += o.flags >> flag & 1;
        }
    }
    assert_true(seen[0] > 100 && seen[1] > 100 && seen[2] > 100);
}

/* Springs on a W as thin as that ring tens of thousands of times: once is enough. */
static int takes_too_long(const routh_law *law, const impact_case *k) {
    return (law->traits & ROUTH_LAW_COMPLIANT) && k->condition > 1e8;
}

static void mirror_image_gives_the_mirror_impulse(void **state) {
    (void)state;
    size_t count;
    impact_case *cases = all_cases(&count);
    for (size_t l = 0; l < routh_law_count(); l++)
        for (size_t i = 0; i < count; i++) {
            if (takes_too_long(routh_law_at(l), &cases[i]))
                continue;
            routh_contact mirrored = cases[i].contact;
            mirrored.wtn = -mirrored.wtn;
            mirrored.vt = -mirrored.vt;
            const routh_outcome a = solved(routh_law_at(l), &cases[i], &cases[i].contact);
            const routh_outcome b = solved(routh_law_at(l), &cases[i], &mirrored);
            if (!(a.pt == -b.pt && a.pn == b.pn && a.mode == b.mode)) /* the same arithmetic, so exactly */
                fail_msg("%s: (%g, %g) %d, mirrored (%g, %g) %d at v_t %g, W_tn %g, mu %g", routh_law_at(l)->name, a.pt,
                         a.pn, a.mode, b.pt, b.pn, b.mode, cases[i].contact.vt, cases[i].contact.wtn, cases[i].mu);
        }
    free(cases);
}

/* By powers of two, so that it must hold exactly. */
static void scaling_mass_and_velocity_scales_the_impulse(void **state) {
    (void)state;
    size_t count;
    impact_case *cases = all_cases(&count);
    for (size_t l = 0; l < routh_law_count(); l++)
        for (size_t i = 0; i < count; i++) {
            if (takes_too_long(routh_law_at(l), &cases[i]))
                continue;
            const routh_contact *c = &cases[i].contact;
            const routh_contact lighter = {
                .wtt = c->wtt * 16, .wtn = c->wtn * 16, .wnn = c->wnn * 16, .vt = c->vt, .vn = c->vn};
            const routh_contact faster = {
                .wtt = c->wtt, .wtn = c->wtn, .wnn = c->wnn, .vt = c->vt * 4, .vn = c->vn * 4};
            const routh_outcome a = solved(routh_law_at(l), &cases[i], c);
            const routh_outcome b = solved(routh_law_at(l), &cases[i], &lighter);
            const routh_outcome d = solved(routh_law_at(l), &cases[i], &faster);
            assert_true(a.pt == 16 * b.pt && a.pn == 16 * b.pn && a.vt == b.vt && a.vn == b.vn);
            assert_true(4 * a.pt == d.pt && 4 * a.pn == d.pn && a.contact_energy_ratio == d.contact_energy_ratio);
        }
    free(cases);
}

static void no_friction_is_the_frictionless_impulse(void **state) {
    (void)state;
    const routh_law *frictionless = routh_law_find(NULL, "frictionless");
    routh_random random = routh_random_seed(3, 0);
    for (int i = 0; i < RANDOM_CASES; i++) {
        impact_case k = random_case(&random);
        k.mu = 0;
        const routh_outcome plain = solved(frictionless, &k, &k.contact);
        for (size_t l = 0; l < routh_law_count(); l++) {
            if (routh_law_at(l) == routh_law_find(NULL, "whittaker"))
                continue;
            const routh_outcome o = solved(routh_law_at(l), &k, &k.contact);
            assert_true(o.pt == 0);
            assert_true(fabs(o.pn - plain.pn) <= 1e-14 * plain.pn);
        }
    }
}

static void five_laws_agree_under_the_centre_of_mass(void **state) {
    (void)state;
    static const char *const names[] = {"wang-mason", "mirtich", "ap-newton", "ap-poisson", "whittaker"};
    routh_random random = routh_random_seed(4, 0);
    for (int i = 0; i < RANDOM_CASES; i++) {
        impact_case k = random_case(&random);
        k.contact.wtn = 0;
        const routh_outcome first = solved(routh_law_find(NULL, names[0]), &k, &k.contact);
        for (size_t l = 1; l < sizeof names / sizeof *names; l++) {
            const routh_outcome o = solved(routh_law_find(NULL, names[l]), &k, &k.contact);
            const double scale = 1e-13 * hypot(first.pt, first.pn);
            assert_true(fabs(o.pt - first.pt) <= scale && fabs(o.pn - first.pn) <= scale);
        }
    }
}

SLOW_SUBJECT(properties) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_keep_their_promises),
        cmocka_unit_test(flags_say_what_happened),
        cmocka_unit_test(mirror_image_gives_the_mirror_impulse),
        cmocka_unit_test(scaling_mass_and_velocity_scales_the_impulse),
        cmocka_unit_test(no_friction_is_the_frictionless_impulse),
        cmocka_unit_test(five_laws_agree_under_the_centre_of_mass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
