/* The Anitescu–Potra laws against Lemke's method on their complementarity problems as the paper states them, and
 * against Siconos where it is installed.
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

#ifdef ROUTH_HAVE_SICONOS
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>
#endif

#include "cases.h"
#include "lemke.h"

/* z = (P_n − least, β₊, β₋, λ), P_t = β₊ − β₋. `opening` is the v_n that P_n has to lift to 0, `least` its floor. */
static void problem(const routh_contact *c, double mu, long double vt, long double opening, long double least,
                    long double *m, long double *q) {
    const long double wtt = c->wtt, wtn = c->wtn, wnn = c->wnn;
    const long double matrix[16] = {wnn,  wtn,  -wtn, 0, /* v_n⁺ */
                                    wtn,  wtt,  -wtt, 1, /* λ + v_t⁺ */
                                    -wtn, -wtt, wtt,  1, /* λ − v_t⁺ */
                                    mu,   -1,   -1,   0 /* cone */};
    memcpy(m, matrix, sizeof matrix);
    q[0] = opening + wnn * least;
    q[1] = vt + wtn * least;
    q[2] = -vt - wtn * least;
    q[3] = mu * least;
}

static int lemke_impulse(const routh_contact *c, double mu, long double vt, long double opening, long double least,
                         long double *pt, long double *pn, long double *slip) {
    long double m[16], q[4], z[4];
    problem(c, mu, vt, opening, least, m, q);
    if (!lemke_solve(4, m, q, z))
        return 0;
    *pn = z[0] + least;
    *pt = z[1] - z[2];
    *slip = z[3]; /* λ, its speed */
    return 1;
}

static double distance(routh_impulse p, long double pt, long double pn) {
    return (double)(hypotl(p.pt - pt, p.pn - pn) / hypotl(pt, pn));
}

static void newton_agrees_with_lemke(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "ap-newton");
    routh_random random = routh_random_seed(7, 0);
    double worst = 0;
    size_t rays = 0;
    for (int i = 0; i < effort(10000, 100000, 100000); i++) {
        const impact_case k = random_case(&random);
        const double parameters[] = {k.mu, k.eps};
        long double pt, pn, slip;
        if (!lemke_impulse(&k.contact, k.mu, k.contact.vt, (1 + (long double)k.eps) * k.contact.vn, 0, &pt, &pn, &slip))
            rays++;
        else
            worst = fmax(worst, distance(law->impulse(&k.contact, parameters), pt, pn));
    }
    printf("ap-newton: largest distance from Lemke %.1e, rays %zu\n", worst, rays);
    assert_true(worst < 1e-12);
    assert_int_equal(rays, 0);
}

static void poisson_agrees_with_lemke(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "ap-poisson");
    routh_random random = routh_random_seed(8, 0);
    double worst = 0;
    size_t rays = 0, jams = 0;
    for (int i = 0; i < effort(10000, 100000, 100000); i++) {
        const impact_case k = random_case(&random);
        const routh_contact *c = &k.contact;
        const double parameters[] = {k.mu, k.eps};
        long double ct, cn, rt, rn, slip;
        if (!lemke_impulse(c, k.mu, c->vt, c->vn, 0, &ct, &cn, &slip)) {
            rays++;
            continue;
        }
        const long double vt = slip > 0 ? c->vt + c->wtt * ct + c->wtn * cn : 0;
        if (!lemke_impulse(c, k.mu, vt, 0, k.eps * cn, &rt, &rn, &slip)) {
            rays++;
            continue;
        }
        jams += rn > k.eps * cn * (1 + 1e-9L);
        worst = fmax(worst, distance(law->impulse(c, parameters), ct + rt, cn + rn));
    }
    printf("ap-poisson: largest distance from Lemke %.1e, rays %zu, jamming again in restitution %zu\n", worst, rays,
           jams);
    assert_true(worst < 1e-12);
    assert_int_equal(rays, 0);
    assert_int_equal(jams, 0); /* P_n stays at its floor, as the law's derivation says */
}

static void siconos_agrees(void **state) {
    (void)state;
#ifdef ROUTH_HAVE_SICONOS
    const routh_law *law = routh_law_find(NULL, "ap-newton");
    routh_random random = routh_random_seed(9, 0);
    SolverOptions *pivoting = solver_options_create(SICONOS_LCP_LEMKE);
    SolverOptions *contact = solver_options_create(SICONOS_FRICTION_2D_NSGS);
    contact->dparam[SICONOS_DPARAM_TOL] = 1e-12;
    contact->iparam[SICONOS_IPARAM_MAX_ITER] = 100000;
    double worst_lemke = 0, worst_contact = 0;
    size_t failed = 0, compared = 0;
    for (int i = 0; i < effort(2000, 20000, 20000); i++) {
        const impact_case k = random_case(&random);
        const routh_contact *c = &k.contact;
        if (k.condition > 20 || k.mu > 10) /* its tolerances are absolute */
            continue;
        compared++;
        /* in units in which W and v are of order one, as its tolerances expect */
        const double mass = 1 / c->wnn, speed = hypot(c->vt, c->vn);
        routh_contact unit = {
            .wtt = c->wtt * mass, .wtn = c->wtn * mass, .wnn = 1, .vt = c->vt / speed, .vn = c->vn / speed};
        const double parameters[] = {k.mu, k.eps};
        const routh_impulse p = law->impulse(&unit, parameters);
        long double m[16], q[4];
        problem(&unit, k.mu, unit.vt, (1 + k.eps) * unit.vn, 0, m, q);
        double columns[16], vector[4], z[4] = {0}, w[4] = {0};
        for (int r = 0; r < 4; r++)
            for (int s = 0; s < 4; s++)
                columns[r + 4 * s] = (double)m[4 * r + s];
        for (int r = 0; r < 4; r++)
            vector[r] = (double)q[r];
        LinearComplementarityProblem lcp = {.size = 4, .q = vector};
        lcp.M = NM_create_from_data(NM_DENSE, 4, 4, columns);
        if (linearComplementarity_driver(&lcp, z, w, pivoting) == 0)
            worst_lemke = fmax(worst_lemke, distance(p, z[1] - z[2], z[0]));
        else
            failed++;
        free(lcp.M);

        double compliance[4] = {unit.wnn, unit.wtn, unit.wtn, unit.wtt}, mu[1] = {k.mu};
        double incoming[2] = {(1 + k.eps) * unit.vn, unit.vt}, reaction[2] = {0}, velocity[2] = {0};
        FrictionContactProblem *problem2d = frictionContactProblem_new();
        problem2d->dimension = 2;
        problem2d->numberOfContacts = 1;
        problem2d->mu = mu;
        problem2d->q = incoming;
        problem2d->M = NM_create_from_data(NM_DENSE, 2, 2, compliance);
        if (fc2d_driver(problem2d, reaction, velocity, contact) == 0)
            worst_contact = fmax(worst_contact, distance(p, reaction[1], reaction[0]));
        else
            failed++;
        free(problem2d->M);
        free(problem2d);
    }
    solver_options_delete(pivoting);
    solver_options_delete(contact);
    free(pivoting);
    free(contact);
    printf("ap-newton: largest distance from Siconos Lemke %.1e, FC2D NSGS %.1e over %zu; Siconos gave up on %zu\n",
           worst_lemke, worst_contact, compared, failed);
    assert_true(worst_lemke < 1e-9);
    assert_true(worst_contact < 1e-6);
    assert_true(failed * 100 < compared);
#else
    printf("Siconos is not installed: skipped\n");
    skip();
#endif
}

SLOW_SUBJECT(complementarity) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(newton_agrees_with_lemke),
        cmocka_unit_test(poisson_agrees_with_lemke),
        cmocka_unit_test(siconos_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
