/* Every law against its own conditions, stated here once more from the papers and evaluated in long double. The worst
 * residual of each is printed: impulses relative to |P|, velocities to |v|; for nearly singular W, where no impulse in
 * double precision can do better, to |v| + |W||P|.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"
#include "cases.h"

typedef long double real;

/* One impact as the conditions see it. */
typedef struct view {
    real wtt, wtn, wnn, vt, vn, mu, eps, et;
    real pt, pn; /* the law's answer */
    real vt_then, vn_then;
    real impulse, speed; /* scales */
} view;

/* A tangential restitution for the law that has one, different from case to case. */
static double tangential_of(const impact_case *k) {
    return 2 * fmod(k->eps * 7.3 + k->mu, 1.0) - 1;
}

static view view_of(const impact_case *k, routh_impulse p) {
    const routh_contact *c = &k->contact;
    view x = {c->wtt, c->wtn, c->wnn, c->vt, c->vn, k->mu, k->eps, tangential_of(k), p.pt, p.pn, 0, 0, 0, 0};
    x.vt_then = x.vt + x.wtt * x.pt + x.wtn * x.pn;
    x.vn_then = x.vn + x.wtn * x.pt + x.wnn * x.pn;
    x.impulse = hypotl(x.pt, x.pn);
    x.speed = hypotl(x.vt, x.vn);
    if (k->condition > 100)
        x.speed += (x.wtt + x.wnn) * x.impulse;
    return x;
}

static real largest(real a, real b) {
    return fabsl(a) > fabsl(b) ? fabsl(a) : fabsl(b);
}

/* Coulomb's law for an impulse p whose slip after is v: p is where the cone stops p − v/W_tt. */
static real coulomb(const view *x, real pt, real pn, real slip) {
    const real wish = pt - slip / x->wtt, limit = x->mu * pn;
    const real allowed = wish > limit ? limit : (wish < -limit ? -limit : wish);
    /* a residual in velocity or in impulse, whichever explains it */
    const real as_impulse = (pt - allowed) / hypotl(1, x->mu) / x->impulse; /* distance from the cone's edge */
    const real as_velocity = (pt - allowed) * x->wtt / x->speed;
    return fabsl(as_impulse) < fabsl(as_velocity) ? as_impulse : as_velocity;
}

/* How far the impulse is from (pt, pn): relative to |P|, or, where W is thin, by the velocity that it makes wrong. */
static real apart(const view *x, real pt, real pn) {
    const real dt = x->pt - pt, dn = x->pn - pn;
    const real velocity = hypotl(x->wtt * dt + x->wtn * dn, x->wtn * dt + x->wnn * dn) / x->speed;
    const real impulse = hypotl(dt, dn) / x->impulse;
    return velocity < impulse ? velocity : impulse;
}

static real ap_newton(const view *x) {
    return largest((x->vn_then + x->eps * x->vn) / x->speed, coulomb(x, x->pt, x->pn, x->vt_then));
}

/* a·b − c·d without cancellation (Kahan): even long double is not long enough for a nearly singular W. */
static real difference(real a, real b, real c, real d) {
    const real cd = c * d;
    return fmal(a, b, -cd) + fmal(-c, d, cd);
}

/* The plastic impulse of the same problem, by trying all three cases. */
static void plastic(const view *x, real *pt, real *pn) {
    const real det = difference(x->wtt, x->wnn, x->wtn, x->wtn);
    *pt = difference(-x->vt, x->wnn, -x->wtn, x->vn) / det;
    *pn = difference(-x->vn, x->wtt, -x->wtn, x->vt) / det;
    if (fabsl(*pt) <= x->mu * *pn)
        return;
    for (int sign = -1; sign <= 1; sign += 2) {
        const real n = -x->vn / (x->wnn - sign * x->mu * x->wtn);
        const real slip = x->vt + (x->wtn - sign * x->mu * x->wtt) * n;
        if (n > 0 && sign * slip >= 0) {
            *pn = n;
            *pt = -sign * x->mu * n;
        }
    }
}

/* Restitution's own impulse lies P − P_c beyond compression; it wants P_n = εP_cn, Coulomb friction, v_n⁺ ≥ 0. */
static real ap_poisson(const view *x) {
    real ct, cn;
    plastic(x, &ct, &cn);
    const real slip = fabsl(ct) < x->mu * cn * (1 - 1e-15L) ? 0 : x->vt + x->wtt * ct + x->wtn * cn;
    const real pn = x->eps * cn, stop = -(slip + x->wtn * pn) / x->wtt, limit = x->mu * pn;
    const real pt = stop > limit ? limit : (stop < -limit ? -limit : stop);
    return largest(apart(x, ct + pt, cn + pn), x->vn_then < 0 ? x->vn_then / x->speed : 0);
}

static real ap_poisson_normal(const view *x) {
    real ct, cn;
    plastic(x, &ct, &cn);
    return apart(x, ct, (1 + x->eps) * cn);
}

static real whittaker(const view *x) {
    const real det = difference(x->wtt, x->wnn, x->wtn, x->wtn), rise = -(1 + x->eps) * x->vn;
    const real pt = difference(-x->vt, x->wnn, x->wtn, rise) / det, pn = difference(rise, x->wtt, -x->wtn, x->vt) / det;
    const real norm = hypotl(1, x->mu);
    /* either it sticks, turns the normal velocity round, and lies in the double cone … */
    const real outside = (fabsl(x->pt) - x->mu * fabsl(x->pn)) / norm / x->impulse;
    const real sticks = largest(largest(x->vt_then, x->vn_then + x->eps * x->vn) / x->speed, outside > 0 ? outside : 0);
    /* … or that impulse lies outside and only its P_n is kept; the sign of P_t by the rule */
    const real inside = (x->mu * fabsl(pn) - fabsl(pt)) / norm / hypotl(pt, pn);
    const real tried = x->mu * pn, slip = x->vt + x->wtt * tried + x->wtn * pn;
    const int either = fabsl(slip) < 1e-12L * norm * x->speed; /* moving P by 1e-12 of itself would turn the slip */
    const real wanted = either ? (x->pt < 0 ? -fabsl(tried) : fabsl(tried)) : (tried * slip > 0 ? -tried : tried);
    const real normal = (x->pn - pn) * det / x->wtt / x->speed; /* a full solve, so the residual is the velocity's */
    const real slides = largest(largest(normal, (x->pt - wanted) / norm / x->impulse), inside > 0 ? inside : 0);
    return sticks < slides ? sticks : slides;
}

static real smith(const view *x) {
    const real normal = (x->vn_then + x->eps * x->vn) / x->speed;
    const real weigh = x->vt * x->vt + x->vt_then * x->vt_then;
    const real fraction = weigh > 0 ? (x->vt * fabsl(x->vt) + x->vt_then * fabsl(x->vt_then)) / weigh : 0;
    const real by_impulse = (x->pt + x->mu * x->pn * fraction) / hypotl(1, x->mu) / x->impulse;
    /* the slip after impact for which this P_t would be exact */
    const real c = x->mu > 0 && x->vt != 0 ? -x->pt / (x->mu * x->pn) * (x->vt > 0 ? 1 : -1) : 1;
    const real reverse = c >= 1 ? 0 : (c <= -1 ? INFINITY : sqrtl((1 - c) / (1 + c)) * fabsl(x->vt));
    const real slip = x->vt > 0 ? -reverse : reverse;
    const real kept = c >= 1 && slip * x->vt_then >= 0 ? 0 : (x->vt_then - slip) / x->speed;
    const real at_rest = x->vt == 0 ? coulomb(x, x->pt, x->pn, x->vt_then) : INFINITY;
    real friction = fabsl(by_impulse) < fabsl(kept) ? by_impulse : kept;
    friction = fabsl(friction) < fabsl(at_rest) ? friction : at_rest;
    return largest(normal, friction);
}

/* P = (1+ε) P_I + κ (P_II − P_I) with κ = 1 + e_t, or on the cone with a smaller κ ≥ 0. Both P_I and P_II end at v_n =
 * 0, so κ shows in the tangential velocity alone. */
static real chatterjee_ruina(const view *x) {
    const real normal = (x->vn_then + x->eps * x->vn) / x->speed;
    const real step = -x->vt + x->wtn * x->vn / x->wnn; /* what P_II changes in v_t beyond P_I */
    const real done = x->vt_then - x->vt + (1 + x->eps) * x->wtn * x->vn / x->wnn;
    const real whole = (done - (1 + x->et) * step) / x->speed;
    const real cone = (fabsl(x->pt) - x->mu * x->pn) / hypotl(1, x->mu) / x->impulse;
    const real beyond = step * (done - (1 + x->et) * step) / fabsl(step == 0 ? 1 : step) / x->speed; /* κ too large */
    const real backwards = -step * done / fabsl(step == 0 ? 1 : step) / x->speed;                    /* κ negative */
    const real either = fabsl(whole) < fabsl(cone) ? whole : cone;
    const real wrong = largest(beyond > 0 ? beyond : 0, backwards > 0 ? backwards : 0);
    return largest(largest(normal, either), largest(cone > 0 ? cone : 0, wrong));
}

static real frictionless(const view *x) {
    return largest(x->pt / x->impulse, (x->vn_then + x->eps * x->vn) / x->speed);
}

/* Optimality: no direction from P stays allowed and lowers vᵀP + ½PᵀWP. In the plane two edges of the cone and the line
 * of compression bound the region; v⁺ is the gradient. */
static real drumwright_shell(const view *y) {
    view x = *y;
    x.pn = y->pn / (1 + y->eps);
    x.vt_then = x.vt + x.wtt * x.pt + x.wtn * x.pn;
    x.vn_then = x.vn + x.wtn * x.pt + x.wnn * x.pn;
    const real inside = (fabsl(x.pt) - x.mu * x.pn) / x.impulse;
    const real feasible = largest(inside > 0 ? inside : 0, x.vn_then < 0 ? x.vn_then / x.speed : 0);
    const real at_rest = largest(x.vt_then, x.vn_then) / x.speed;
    /* on the edge along d: stationary, or held by the line; and leaving the edge inwards does not pay */
    const real sign = x.pt < 0 ? -1 : 1;
    const real norm = sqrtl(1 + x.mu * x.mu);
    const real along = (sign * x.mu * x.vt_then + x.vn_then) / norm / x.speed;
    const real held = along > 0 && x.vn_then < 1e-12L * x.speed ? 0 : along;
    const real inwards = -sign * x.vt_then / x.speed;
    const int both = x.mu == 0; /* the cone is a line: there is no inside */
    const real edge = largest(largest(inside, held), inwards < 0 && !both ? inwards : 0);
    const real best = fabsl(at_rest) < edge ? at_rest : edge;
    return largest(feasible, best);
}

/* Routh's path, event by event in long double: (P_t, P_n) at the end, and how it got there. */
static routh_mode routh_path(const view *x, int energetic, real *pt_end, real *pn_end) {
    real pt = 0, pn = 0, vt = x->vt, vn = x->vn, taken = 0, compression = -1, owed = -1;
    const int holds = fabsl(x->wtn) <= x->mu * x->wtt;
    routh_mode mode = vt == 0 && holds ? ROUTH_C_STICKING : ROUTH_SLIDING;
    for (int event = 0; event < 6; event++) {
        real slope; /* dP_t/dP_n until the next event */
        if (vt != 0)
            slope = vt > 0 ? -x->mu : x->mu;
        else if (fabsl(x->wtn) <= x->mu * x->wtt)
            slope = -x->wtn / x->wtt;
        else
            slope = x->wtn > 0 ? -x->mu : x->mu;
        const real dvt = x->wtn + x->wtt * slope, dvn = x->wnn + x->wtn * slope;
        const real stop = vt != 0 && vt * dvt < 0 ? -vt / dvt : INFINITY;
        real end; /* of compression, or of the impact */
        if (compression < 0)
            end = dvn > 0 ? -vn / dvn : INFINITY;
        else if (energetic)
            end = owed > 0 ? 2 * owed / (vn + sqrtl(vn * vn + 2 * dvn * owed)) : 0;
        else
            end = (1 + x->eps) * compression - pn;
        const real step = stop < end ? stop : end;
        const real work = vn * step + dvn * step * step / 2;
        taken -= compression < 0 ? work : 0;
        owed -= compression < 0 ? 0 : work;
        pt += slope * step;
        pn += step;
        vn += dvn * step;
        const int stuck = vt == 0 && holds;
        vt = stop <= end || stuck ? 0 : vt + dvt * step;
        if (stop < end && compression < 0)
            mode = holds ? ROUTH_C_STICKING : ROUTH_C_REVERSED;
        else if (stop < end)
            mode = holds ? ROUTH_R_STICKING : ROUTH_R_REVERSED;
        if (end <= stop) {
            if (compression >= 0)
                break;
            compression = pn;
            vn = 0;
            owed = x->eps * x->eps * taken;
        }
    }
    *pt_end = pt;
    *pn_end = pn;
    return mode;
}

static real on_path(const view *x, int energetic) {
    real pt, pn;
    routh_path(x, energetic, &pt, &pn);
    return apart(x, pt, pn);
}

static real wang_mason(const view *x) {
    return on_path(x, 0);
}

static real mirtich(const view *x) {
    return on_path(x, 1);
}

static const struct {
    const char *name;
    real (*residual)(const view *x);
} conditions[] = {{"drumwright-shell", drumwright_shell},
                  {"ap-poisson", ap_poisson},
                  {"ap-newton", ap_newton},
                  {"mirtich", mirtich},
                  {"wang-mason", wang_mason},
                  {"whittaker", whittaker},
                  {"ap-poisson-normal", ap_poisson_normal},
                  {"smith", smith},
                  {"chatterjee-ruina", chatterjee_ruina},
                  {"frictionless", frictionless}};

static real residual_of(size_t l, const impact_case *k) {
    const routh_law *law = routh_law_find(NULL, conditions[l].name);
    double parameters[ROUTH_MAX_PARAMETERS];
    routh_law_parameters(law, k->mu, k->eps, parameters);
    if (law->parameter_count == 3)
        parameters[2] = tangential_of(k);
    const view x = view_of(k, law->impulse(&k->contact, parameters));
    return conditions[l].residual(&x);
}

static void report_worst(const char *name, const impact_case *k, real worst) {
    const routh_contact *c = &k->contact;
    printf("  worst of %s: %.2Lg at W = [%.17g %.17g %.17g] v = (%.17g, %.17g) mu %.17g eps %.17g condition %.2g\n",
           name, worst, c->wtt, c->wtn, c->wnn, c->vt, c->vn, k->mu, k->eps, k->condition);
}

/* Those with springs have theirs in test_compliant.c. */
static void every_rigid_law_has_a_condition(void **state) {
    (void)state;
    size_t rigid = 0;
    for (size_t l = 0; l < routh_law_count(); l++)
        rigid += !(routh_law_at(l)->traits & ROUTH_LAW_COMPLIANT);
    assert_int_equal(sizeof conditions / sizeof *conditions, rigid);
}

static void random_impacts_meet_the_conditions(void **state) {
    (void)state;
    for (size_t l = 0; l < sizeof conditions / sizeof *conditions; l++) {
        routh_random random = routh_random_seed(5, l);
        real worst = 0;
        impact_case worst_case = {0};
        for (int i = 0; i < effort(10000, 100000, 100000); i++) {
            const impact_case k = random_case(&random);
            const real r = residual_of(l, &k);
            if (!(r <= worst)) {
                worst = r;
                worst_case = k;
            }
        }
        printf("%-18s worst residual %8.2Lg over 100000 random impacts\n", conditions[l].name, worst);
        if (!(worst < 1e-12L))
            report_worst(conditions[l].name, &worst_case, worst);
        assert_true(worst < 1e-12L);
    }
}

static void degenerate_impacts_meet_the_conditions(void **state) {
    (void)state;
    size_t count;
    impact_case *cases = degenerate_cases(&count);
    for (size_t l = 0; l < sizeof conditions / sizeof *conditions; l++) {
        real worst[2] = {0, 0};
        const impact_case *worst_case[2] = {cases, cases};
        for (size_t i = 0; i < count; i++) {
            const int thin = cases[i].condition > 100;
            const real r = residual_of(l, &cases[i]);
            if (!(r <= worst[thin])) {
                worst[thin] = r;
                worst_case[thin] = &cases[i];
            }
        }
        printf("%-18s worst residual %8.2Lg, thin W %8.2Lg over %zu degenerate impacts\n", conditions[l].name, worst[0],
               worst[1], count);
        for (int thin = 0; thin < 2; thin++) {
            if (!(worst[thin] < 1e-12L))
                report_worst(conditions[l].name, worst_case[thin], worst[thin]);
            assert_true(worst[thin] < 1e-12L);
        }
    }
    free(cases);
}

/* Which of the five ways a path went. Random impacts do not sit on a boundary; the named degenerate ones are exact. */
static void modes_are_those_of_the_path(void **state) {
    (void)state;
    static const char *const names[] = {"wang-mason", "mirtich"};
    size_t seen[ROUTH_MODE_COUNT] = {0};
    for (size_t l = 0; l < 2; l++) {
        const routh_law *law = routh_law_find(NULL, names[l]);
        routh_random random = routh_random_seed(23, l);
        for (int i = 0; i < effort(10000, 100000, 100000); i++) {
            impact_case k = random_case(&random);
            if (i % 10 == 0)
                k.contact.vt = 0;
            const double parameters[] = {k.mu, k.eps};
            const routh_impulse p = law->impulse(&k.contact, parameters);
            const view x = view_of(&k, p);
            real pt, pn;
            assert_int_equal(p.mode, routh_path(&x, l == 1, &pt, &pn));
            seen[p.mode]++;
        }
    }
    assert_true(seen[ROUTH_SLIDING] && seen[ROUTH_C_STICKING] && seen[ROUTH_R_STICKING]);
    assert_true(seen[ROUTH_C_REVERSED] && seen[ROUTH_R_REVERSED]);
    /* at rest: held by μ = 1 against |W_tn|/W_tt = 0.5, slipping at μ = 0.1 */
    const routh_contact rest = {.wtt = 1, .wtn = 0.5, .wnn = 1, .vt = 0, .vn = -1};
    assert_int_equal(routh_law_find(NULL, "mirtich")->impulse(&rest, (double[]){1, 0.5}).mode, ROUTH_C_STICKING);
    assert_int_equal(routh_law_find(NULL, "mirtich")->impulse(&rest, (double[]){0.1, 0.5}).mode, ROUTH_SLIDING);
}

/* The laws with two modes: sticking exactly if the impulse that stops the slip lies in the cone. */
static void two_modes_say_whether_friction_is_at_its_limit(void **state) {
    (void)state;
    static const char *const at_rest[] = {"ap-newton", "ap-poisson", "whittaker"};
    for (size_t l = 0; l < routh_law_count(); l++) {
        const routh_law *law = routh_law_at(l);
        routh_random random = routh_random_seed(24, l);
        int rests = 0;
        for (size_t n = 0; n < 3; n++)
            rests = rests || strcmp(law->name, at_rest[n]) == 0;
        for (int i = 0; i < 20000 && !(law->traits & ROUTH_LAW_ON_PATH); i++) {
            const impact_case k = random_case(&random);
            double parameters[ROUTH_MAX_PARAMETERS];
            routh_law_parameters(law, k.mu, k.eps, parameters);
            const routh_impulse p = law->impulse(&k.contact, parameters);
            const view x = view_of(&k, p);
            const int still = fabsl(x.vt_then) < 1e-10L * x.speed;
            if (rests)
                assert_int_equal(p.mode == ROUTH_STICKING, still);
            if (p.mode == ROUTH_SLIDING && law->parameter_count == 2 && strcmp(law->name, "smith") != 0 &&
                strncmp(law->name, "ap-poisson", 10) != 0 && strcmp(law->name, "drumwright-shell") != 0)
                assert_true(fabsl(fabsl(x.pt) - x.mu * fabsl(x.pn)) < 1e-12L * hypotl(1, x.mu) * x.impulse);
        }
    }
}

SLOW_SUBJECT(conditions) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modes_are_those_of_the_path),
        cmocka_unit_test(two_modes_say_whether_friction_is_at_its_limit),
        cmocka_unit_test(every_rigid_law_has_a_condition),
        cmocka_unit_test(random_impacts_meet_the_conditions),
        cmocka_unit_test(degenerate_impacts_meet_the_conditions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
