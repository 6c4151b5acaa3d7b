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

#include "cases.h"

typedef long double real;

/* One impact as the conditions see it. */
typedef struct view {
    real wtt, wtn, wnn, vt, vn, mu, eps;
    real pt, pn; /* the law's answer */
    real vt_then, vn_then;
    real impulse, speed; /* scales */
} view;

static view view_of(const impact_case *k, routh_impulse p) {
    const routh_contact *c = &k->contact;
    view x = {c->wtt, c->wtn, c->wnn, c->vt, c->vn, k->mu, k->eps, p.pt, p.pn, 0, 0, 0, 0};
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

static real ap_newton(const view *x) {
    return largest((x->vn_then + x->eps * x->vn) / x->speed, coulomb(x, x->pt, x->pn, x->vt_then));
}

/* The plastic impulse of the same problem, by trying all three cases. */
static void plastic(const view *x, real *pt, real *pn) {
    const real det = x->wtt * x->wnn - x->wtn * x->wtn;
    *pt = (-x->vt * x->wnn + x->wtn * x->vn) / det;
    *pn = (-x->vn * x->wtt + x->wtn * x->vt) / det;
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

static real ap_poisson(const view *x) {
    real ct, cn;
    plastic(x, &ct, &cn);
    const real pt = x->pt - ct, pn = x->pn - cn; /* restitution's own impulse */
    const real surplus = (pn - x->eps * cn) / x->impulse, opening = x->vn_then / x->speed;
    const real normal = fabsl(surplus) < fabsl(opening) ? surplus : opening; /* complementary: one must vanish */
    const real wrong_side = largest(surplus < 0 ? surplus : 0, opening < 0 ? opening : 0);
    return largest(largest(normal, wrong_side), coulomb(x, pt, pn, x->vt_then));
}

static real ap_poisson_normal(const view *x) {
    real ct, cn;
    plastic(x, &ct, &cn);
    return largest((x->pt - ct) / x->impulse, (x->pn - (1 + x->eps) * cn) / x->impulse);
}

static real whittaker(const view *x) {
    const real det = x->wtt * x->wnn - x->wtn * x->wtn, rise = -(1 + x->eps) * x->vn;
    const real pt = (-x->vt * x->wnn - x->wtn * rise) / det, pn = (rise * x->wtt + x->wtn * x->vt) / det;
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

/* e_t = 0 here: P = (1+ε) P_I + κ (P_II − P_I) with κ = 1, or on the cone with κ < 1. */
static real chatterjee_ruina(const view *x) {
    const real normal = (x->vn_then + x->eps * x->vn) / x->speed;
    const real stop_t = -x->vt + x->wtn * x->vn / x->wnn; /* what P_II's slip has to undo beyond P_I's */
    const real done_t = x->vt_then - x->vt + (1 + x->eps) * x->wtn * x->vn / x->wnn;
    const real undone = (done_t - stop_t) / x->speed;
    const real cone = (fabsl(x->pt) - x->mu * x->pn) / hypotl(1, x->mu) / x->impulse;
    const real either = fabsl(undone) < fabsl(cone) ? undone : cone;
    return largest(largest(normal, either), cone > 0 ? cone : 0);
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

/* Routh's path, event by event in long double: returns (P_t, P_n) at the end. */
static void routh_path(const view *x, int energetic, real *pt_end, real *pn_end) {
    real pt = 0, pn = 0, vt = x->vt, vn = x->vn, taken = 0, compression = -1, owed = -1;
    for (int event = 0; event < 6; event++) {
        real slope; /* dP_t/dP_n until the next event */
        if (vt != 0)
            slope = vt > 0 ? -x->mu : x->mu;
        else if (fabsl(x->wtn) <= x->mu * x->wtt)
            slope = -x->wtn / x->wtt;
        else
            slope = x->wtn > 0 ? -x->mu : x->mu;
        const real dvt = x->wtn + x->wtt * slope, dvn = x->wnn + x->wtn * slope;
        const real stop = vt * dvt < 0 ? -vt / dvt : INFINITY;
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
        vt = stop <= end ? 0 : (dvt == 0 || fabsl(slope * x->wtt + x->wtn) < 1e-19L * x->wtt ? vt : vt + dvt * step);
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
}

static real on_path(const view *x, int energetic) {
    real pt, pn;
    routh_path(x, energetic, &pt, &pn);
    return largest((x->pt - pt) / x->impulse, (x->pn - pn) / x->impulse);
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
    const view x = view_of(k, law->impulse(&k->contact, parameters));
    return conditions[l].residual(&x);
}

static void report_worst(const char *name, const impact_case *k, real worst) {
    const routh_contact *c = &k->contact;
    printf("  worst of %s: %.2Lg at W = [%.17g %.17g %.17g] v = (%.17g, %.17g) mu %.17g eps %.17g condition %.2g\n",
           name, worst, c->wtt, c->wtn, c->wnn, c->vt, c->vn, k->mu, k->eps, k->condition);
}

static void every_law_has_a_condition(void **state) {
    (void)state;
    assert_int_equal(sizeof conditions / sizeof *conditions, routh_law_count());
}

static void random_impacts_meet_the_conditions(void **state) {
    (void)state;
    for (size_t l = 0; l < sizeof conditions / sizeof *conditions; l++) {
        routh_random random = routh_random_seed(5, l);
        real worst = 0;
        impact_case worst_case = {0};
        for (int i = 0; i < 100000; i++) {
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
            /* these three are compared impulse by impulse, and W⁻¹ magnifies rounding by its condition */
            const int forward =
                strcmp(conditions[l].name, "wang-mason") == 0 || strcmp(conditions[l].name, "mirtich") == 0 ||
                strncmp(conditions[l].name, "ap-poisson", 10) == 0 || strcmp(conditions[l].name, "whittaker") == 0;
            const int thin = cases[i].condition > 100;
            const real r = residual_of(l, &cases[i]) / (thin && forward ? (real)(cases[i].condition / 100) : 1);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law_has_a_condition),
        cmocka_unit_test(random_impacts_meet_the_conditions),
        cmocka_unit_test(degenerate_impacts_meet_the_conditions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
