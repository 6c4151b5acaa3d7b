/* The energy ellipse, its lines and the admissible region against their definitions, and the laws' regions against the
 * laws.
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
#include "base/context.h"
#include "cases.h"
#include "impact/impact.h"

static double energy_change(const routh_contact *c, routh_point p) {
    return c->vt * p.pt + c->vn * p.pn + 0.5 * (c->wtt * p.pt * p.pt + 2 * c->wtn * p.pt * p.pn + c->wnn * p.pn * p.pn);
}

static double vt_after(const routh_contact *c, routh_point p) {
    return c->vt + c->wtt * p.pt + c->wtn * p.pn;
}

static double vn_after(const routh_contact *c, routh_point p) {
    return c->vn + c->wtn * p.pt + c->wnn * p.pn;
}

static void outline_and_lines_meet_their_equations(void **state) {
    (void)state;
    enum { POINTS = 64 };
    routh_random random = routh_random_seed(16, 0);
    for (int i = 0; i < effort(1000, 1000, 5000); i++) {
        const impact_case k = random_case(&random);
        const routh_contact *c = &k.contact;
        const double speed = hypot(c->vt, c->vn) * k.condition;
        routh_ellipse e;
        routh_point outline[POINTS];
        assert_int_equal(routh_ellipse_of(NULL, c, &e), ROUTH_OK);
        const double energy = -energy_change(c, e.centre); /* all that can be lost */
        assert_true(fabs(vt_after(c, e.centre)) < 1e-13 * speed && fabs(vn_after(c, e.centre)) < 1e-13 * speed);
        assert_true(e.major >= e.minor && e.minor > 0 && fabs(e.angle) <= 1.5707963267948968);
        routh_ellipse_outline(&e, POINTS, outline);
        for (int j = 0; j < POINTS; j++)
            assert_true(fabs(energy_change(c, outline[j])) < 1e-12 * k.condition * energy);
        for (int j = 0; j < 2; j++) {
            assert_true(fabs(energy_change(c, e.stick[j])) < 1e-12 * k.condition * energy);
            assert_true(fabs(energy_change(c, e.compression[j])) < 1e-12 * k.condition * energy);
            assert_true(fabs(vt_after(c, e.stick[j])) < 1e-13 * speed);
            assert_true(fabs(vn_after(c, e.compression[j])) < 1e-13 * speed);
        }
        assert_true(e.stick[0].pn < e.stick[1].pn && e.compression[0].pt < e.compression[1].pt);
        /* area = π vᵀW⁻¹v / √det W */
        const double area = acos(-1.0) * e.major * e.minor;
        const double det = c->wtt * c->wnn - c->wtn * c->wtn;
        assert_true(fabs(area - acos(-1.0) * 2 * energy / sqrt(det)) < 1e-11 * area);
    }
}

static int inside(const routh_polygon *polygon, routh_point p) {
    int odd = 0;
    for (size_t i = 0, j = polygon->count - 1; i < polygon->count; j = i++) {
        const routh_point a = polygon->point[i], b = polygon->point[j];
        if ((a.pn > p.pn) != (b.pn > p.pn) && p.pt < (b.pt - a.pt) * (p.pn - a.pn) / (b.pn - a.pn) + a.pt)
            odd = !odd;
    }
    return odd;
}

static double distance_to_edge(const routh_polygon *polygon, routh_point p) {
    double least = INFINITY;
    for (size_t i = 0, j = polygon->count - 1; i < polygon->count; j = i++) {
        const routh_point a = polygon->point[i], b = polygon->point[j];
        const double dt = b.pt - a.pt, dn = b.pn - a.pn, length = dt * dt + dn * dn;
        double s = length > 0 ? ((p.pt - a.pt) * dt + (p.pn - a.pn) * dn) / length : 0;
        s = s < 0 ? 0 : (s > 1 ? 1 : s);
        least = fmin(least, hypot(p.pt - a.pt - s * dt, p.pn - a.pn - s * dn));
    }
    return least;
}

static void admissible_polygon_is_the_admissible_set(void **state) {
    (void)state;
    routh_random random = routh_random_seed(17, 0);
    size_t cut_by_no_pull = 0;
    for (int i = 0; i < effort(100, 100, 500); i++) {
        const impact_case k = random_case(&random);
        const routh_contact *c = &k.contact;
        routh_ellipse e;
        routh_region region;
        assert_int_equal(routh_ellipse_of(NULL, c, &e), ROUTH_OK);
        assert_int_equal(routh_region_admissible(NULL, c, 720, &region), ROUTH_OK);
        assert_int_equal(region.count, 1);
        const double half = 0.5 * acos(-1.0) * e.major * e.minor;
        assert_true(region.area > 0 && region.area <= half * (1 + 1e-12));
        cut_by_no_pull += region.area < 0.999 * half;
        for (int j = 0; j < 400; j++) {
            const double radius = routh_random_uniform(&random, 0, 1.2);
            const routh_ellipse scaled = {e.centre, radius * e.major, radius * e.minor, e.angle, {{0, 0}}, {{0, 0}}};
            routh_point around[16];
            routh_ellipse_outline(&scaled, 16, around);
            const routh_point ring = around[routh_random_index(&random, 16)];
            const int allowed = energy_change(c, ring) <= 0 && vn_after(c, ring) >= 0 && ring.pn >= 0;
            if (distance_to_edge(&region.polygon[0], ring) > 1e-4 * e.major) { /* the arcs are polygons */
                assert_int_equal(inside(&region.polygon[0], ring) != 0, allowed);
                assert_int_equal(routh_is_admissible(c, ring, 1e-9), allowed);
            }
        }
        routh_region_release(NULL, &region);
    }
    printf("P_n ≥ 0 cuts the admissible region of %zu of 500 impacts\n", cut_by_no_pull);
    assert_true(cut_by_no_pull > 0);
}

static double distance_to_region(const routh_region *region, routh_point p) {
    double least = INFINITY;
    for (size_t i = 0; i < region->count; i++)
        least = fmin(least, inside(&region->polygon[i], p) ? 0 : distance_to_edge(&region->polygon[i], p));
    return least;
}

static routh_point impulse_of(const routh_law *law, const routh_contact *c, double mu, double eps) {
    double p[ROUTH_MAX_PARAMETERS];
    routh_law_parameters(law, mu, eps, p);
    const routh_impulse answer = law->impulse(c, p);
    return (routh_point){answer.pt, answer.pn};
}

/* Looked at less closely, as it takes its time. */
static int springs(const routh_law *law) {
    return (law->traits & ROUTH_LAW_COMPLIANT) != 0;
}

static void every_impulse_of_a_law_lies_in_its_region(void **state) {
    (void)state;
    for (size_t l = 0; l < routh_law_count(); l++) {
        const routh_law *law = routh_law_at(l);
        routh_random random = routh_random_seed(18, l);
        double worst = 0;
        size_t polygons = 0, beyond = 0;
        const int contacts = springs(law) ? effort(4, 4, 20) : effort(20, 20, 100);
        for (int i = 0; i < contacts; i++) {
            const impact_case k = random_case(&random);
            routh_ellipse e;
            routh_region region;
            assert_int_equal(routh_ellipse_of(NULL, &k.contact, &e), ROUTH_OK);
            assert_int_equal(routh_region_of(NULL, law, &k.contact, NULL, 1e3, &region), ROUTH_OK);
            polygons += region.count;
            assert_true(region.area >= 0);
            if ((law->traits & (ROUTH_LAW_FEASIBLE | ROUTH_LAW_KEEPS_ENERGY)) ==
                    (ROUTH_LAW_FEASIBLE | ROUTH_LAW_KEEPS_ENERGY) &&
                !springs(law)) /* it folds over itself often */
                assert_true(region.area <= 0.5 * acos(-1.0) * e.major * e.minor * (1 + 1e-9));
            for (int j = 0; j < 300; j++) {
                const double mu = tan(routh_random_uniform(&random, 0, atan(1e3))),
                             eps = routh_random_uniform(&random, 0, 1);
                const double distance = distance_to_region(&region, impulse_of(law, &k.contact, mu, eps)) / e.major;
                worst = fmax(worst, distance);
                beyond += distance > 1e-3;
            }
            routh_region_release(NULL, &region);
        }
        printf("%-18s largest distance of an impulse from its region %.1e of the ellipse, %.1f polygons a region\n",
               law->name, worst, (double)polygons / contacts);
        assert_true(beyond * 100 < 300 * (size_t)contacts);
        assert_true(worst < (springs(law) ? 2e-2 : 1e-3));
    }
}

enum { GRID = 160 };

static double grid_angle(int a) {
    return atan(1e3) * a / GRID;
}

/* Distance from p to the nearest impulse of the law: the best of a grid of parameters, refined by pattern search. */
static double distance_to_law(const routh_law *law, const routh_contact *c, routh_point (*grid)[GRID + 1],
                              routh_point p) {
    static const int steps[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    double angle = 0, eps = 0, near = INFINITY;
    for (int a = 0; a <= GRID; a++)
        for (int b = 0; b <= GRID; b++) {
            const double distance = hypot(p.pt - grid[a][b].pt, p.pn - grid[a][b].pn);
            if (distance < near) {
                near = distance;
                angle = grid_angle(a);
                eps = (double)b / GRID;
            }
        }
    for (double size = 1.0 / GRID; size > 1e-6;) {
        int better = 0;
        for (int d = 0; d < 8; d++) {
            const double a = fmin(atan(1e3), fmax(0, angle + size * steps[d][0]));
            const double b = fmin(1, fmax(0, eps + size * steps[d][1]));
            const routh_point q = impulse_of(law, c, tan(a), b);
            const double distance = hypot(p.pt - q.pt, p.pn - q.pn);
            if (distance < near) {
                near = distance;
                angle = a;
                eps = b;
                better = 1;
            }
        }
        size = better ? size : 0.5 * size;
    }
    return near;
}

/* Nothing is covered that the law can't reach. */
static void every_point_of_a_region_is_some_impulse(void **state) {
    (void)state;
    static routh_point grid[GRID + 1][GRID + 1];
    for (size_t l = 0; l < routh_law_count(); l++) {
        const routh_law *law = routh_law_at(l);
        routh_random random = routh_random_seed(19, l);
        size_t tried = 0;
        double worst = 0;
        for (int i = 0; i < effort(4, 4, 20); i++) {
            const impact_case k = random_case(&random);
            routh_ellipse e;
            routh_region region;
            assert_int_equal(routh_ellipse_of(NULL, &k.contact, &e), ROUTH_OK);
            assert_int_equal(routh_region_of(NULL, law, &k.contact, NULL, 1e3, &region), ROUTH_OK);
            for (int a = 0; a <= GRID; a++)
                for (int b = 0; b <= GRID; b++)
                    grid[a][b] = impulse_of(law, &k.contact, tan(grid_angle(a)), (double)b / GRID);
            for (int j = 0; j < 30; j++) {
                const routh_polygon *polygon = &region.polygon[routh_random_index(&random, region.count)];
                const routh_point u = polygon->point[routh_random_index(&random, polygon->count)];
                const routh_point v = polygon->point[routh_random_index(&random, polygon->count)];
                const routh_point p = {0.5 * (u.pt + v.pt), 0.5 * (u.pn + v.pn)};
                if (!inside(polygon, p))
                    continue;
                tried++;
                worst = fmax(worst, distance_to_law(law, &k.contact, grid, p) / e.major);
            }
            routh_region_release(NULL, &region);
        }
        printf("%-18s points inside its regions are at most %.1e of the ellipse from an impulse (%zu tried)\n",
               law->name, worst, tried);
        assert_true(worst < (springs(law) ? 2e-2 : 1e-2));
        assert_true(tried > effort(20u, 20u, 100u) || routh_law_parameter(law, "mu") < 0);
    }
}

/* The polygon that holds an impulse has the mode of the law there. */
static void polygons_carry_the_mode(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "wang-mason");
    routh_random random = routh_random_seed(27, 0);
    for (int i = 0; i < effort(15, 15, 60); i++) {
        const impact_case k = random_case(&random);
        routh_ellipse e;
        routh_region region;
        assert_int_equal(routh_ellipse_of(NULL, &k.contact, &e), ROUTH_OK);
        assert_int_equal(routh_region_of(NULL, law, &k.contact, NULL, 100, &region), ROUTH_OK);
        for (int j = 0; j < 50; j++) {
            const double p[] = {tan(routh_random_uniform(&random, 0, 1.5)), routh_random_uniform(&random, 0, 1)};
            const routh_impulse answer = law->impulse(&k.contact, p);
            double near = INFINITY;
            for (size_t n = 0; n < region.count; n++) {
                const routh_point point = {answer.pt, answer.pn};
                if (region.polygon[n].mode == answer.mode)
                    near =
                        fmin(near, inside(&region.polygon[n], point) ? 0 : distance_to_edge(&region.polygon[n], point));
            }
            assert_true(near < 1e-3 * e.major);
        }
        routh_region_release(NULL, &region);
    }
}

static void regions_heed_further_parameters_and_limits(void **state) {
    (void)state;
    const routh_contact c = {.wtt = 3, .wtn = -1, .wnn = 2, .vt = 1.5, .vn = -1};
    const routh_law *law = routh_law_find(NULL, "chatterjee-ruina");
    routh_region none, full, flat;
    assert_int_equal(routh_region_of(NULL, law, &c, (double[]){0, 0, -1}, 2, &none), ROUTH_OK);
    assert_int_equal(routh_region_of(NULL, law, &c, (double[]){0, 0, 0.5}, 2, &full), ROUTH_OK);
    assert_true(none.area < 1e-12 && full.area > 0.01); /* e_t = −1 is the frictionless line */
    assert_int_equal(routh_region_of(NULL, routh_law_find(NULL, "mirtich"), &c, NULL, 0, &flat), ROUTH_OK);
    assert_true(flat.count > 0 && flat.polygon[0].count >= 2); /* without friction: the line over ε */
    routh_region_release(NULL, &none);
    routh_region_release(NULL, &full);
    routh_region_release(NULL, &flat);
    routh_law own = *law;
    own.parameter[1].name = "e";
    routh_context context = routh_context_default();
    assert_int_equal(routh_region_of(&context, &own, &c, NULL, 2, &full), ROUTH_BAD_ARGUMENT);
}

SLOW_SUBJECT(ellipse) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outline_and_lines_meet_their_equations),
        cmocka_unit_test(admissible_polygon_is_the_admissible_set),
        cmocka_unit_test(every_impulse_of_a_law_lies_in_its_region),
        cmocka_unit_test(every_point_of_a_region_is_some_impulse),
        cmocka_unit_test(polygons_carry_the_mode),
        cmocka_unit_test(regions_heed_further_parameters_and_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
