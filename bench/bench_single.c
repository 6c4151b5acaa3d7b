/* One impact at a time, one thread: every law, and Siconos on the Anitescu–Potra problems in the same run. Prints time
 * and accuracy side by side; trust the ratios, not the nanoseconds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/routh.h>

#include "bench.h"

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

/* many more than a branch predictor can learn by heart */
enum { IMPACTS = 100000 };

static routh_contact contacts[IMPACTS];
static double friction[IMPACTS], restitution[IMPACTS];
static double parameters[IMPACTS][ROUTH_MAX_PARAMETERS]; /* of the law at hand */
static double sum;                                       /* keeps the optimiser from removing the work */

static void make_impacts(void) {
    static routh_impact drops[IMPACTS];
    routh_impact_generator options = routh_impact_generator_default();
    if (routh_impacts_generate(NULL, &options, IMPACTS, drops) != ROUTH_OK)
        abort();
    routh_random random = routh_random_seed(1, 1);
    for (int i = 0; i < IMPACTS; i++) {
        routh_contact_of(NULL, &drops[i], &contacts[i]);
        friction[i] = routh_random_uniform(&random, 0.05, 0.45);
        restitution[i] = routh_random_uniform(&random, 0, 0.6);
    }
}

static void solve_all(void *with) {
    const routh_law *law = with;
    routh_outcome outcome;
    for (int i = 0; i < IMPACTS; i++) {
        routh_law_solve(law, parameters[i], &contacts[i], &outcome);
        sum += outcome.pt;
    }
}

/* The impulse alone: just the problem that Siconos solves. */
static void impulse_all(void *with) {
    const routh_law *law = with;
    for (int i = 0; i < IMPACTS; i++)
        sum += law->impulse(&contacts[i], parameters[i]).pt;
}

/* Largest violation of ap-newton's complementarity problem, relative to the speed and impulse at hand. */
static double violation(int i, double pt, double pn) {
    const routh_contact *c = &contacts[i];
    const double vt = c->vt + c->wtt * pt + c->wtn * pn, vn = c->vn + c->wtn * pt + c->wnn * pn;
    const double speed = hypot(c->vt, c->vn), impulse = hypot(pt, pn), limit = friction[i] * pn;
    const double wish = pt - vt / c->wtt, allowed = wish > limit ? limit : (wish < -limit ? -limit : wish);
    return fmax(fabs(vn + restitution[i] * c->vn) / speed, fabs(pt - allowed) / impulse);
}

/* Seconds of the two laws that Siconos solves too, [0] the impulse alone and [1] with all that routh_law_solve adds. */
typedef struct ours {
    double newton[2], poisson[2];
} ours;

#ifdef ROUTH_HAVE_SICONOS
/* The problems as Siconos wants them, the matrix column by column. */
static double matrix[IMPACTS][16], vector[IMPACTS][4], compliance[IMPACTS][4], incoming[IMPACTS][2];
static LinearComplementarityProblem lcp;
static FrictionContactProblem *contact_problem;
static SolverOptions *lemke_options, *contact_options;

static void make_problems(void) {
    for (int i = 0; i < IMPACTS; i++) {
        const routh_contact *c = &contacts[i];
        const double mu = friction[i], opening = (1 + restitution[i]) * c->vn;
        const double rows[4][4] = {
            {c->wnn, c->wtn, -c->wtn, 0}, {c->wtn, c->wtt, -c->wtt, 1}, {-c->wtn, -c->wtt, c->wtt, 1}, {mu, -1, -1, 0}};
        for (int r = 0; r < 4; r++)
            for (int s = 0; s < 4; s++)
                matrix[i][r + 4 * s] = rows[r][s];
        memcpy(vector[i], (double[4]){opening, c->vt, -c->vt, 0}, sizeof vector[i]);
        memcpy(compliance[i], (double[4]){c->wnn, c->wtn, c->wtn, c->wtt}, sizeof compliance[i]);
        memcpy(incoming[i], (double[2]){opening, c->vt}, sizeof incoming[i]);
    }
    lcp.size = 4;
    lcp.M = NM_create_from_data(NM_DENSE, 4, 4, matrix[0]);
    lemke_options = solver_options_create(SICONOS_LCP_LEMKE);
    contact_problem = frictionContactProblem_new();
    contact_problem->dimension = 2;
    contact_problem->numberOfContacts = 1;
    contact_problem->M = NM_create_from_data(NM_DENSE, 2, 2, compliance[0]);
    contact_options = solver_options_create(SICONOS_FRICTION_2D_NSGS);
    contact_options->dparam[SICONOS_DPARAM_TOL] = 1e-8;
}

static void lemke_one(int i, double *z) {
    double w[4] = {0};
    int info;
    memset(z, 0, 4 * sizeof *z);
    lcp.M->matrix0 = matrix[i];
    lcp.q = vector[i];
    lcp_lexicolemke(&lcp, z, w, &info, lemke_options);
}

static void contact_one(int i, double *reaction) {
    double velocity[2] = {0};
    memset(reaction, 0, 2 * sizeof *reaction);
    contact_problem->M->matrix0 = compliance[i];
    contact_problem->q = incoming[i];
    contact_problem->mu = &friction[i];
    fc2d_driver(contact_problem, reaction, velocity, contact_options);
}

static void lemke_all(void *with) {
    (void)with;
    double z[4];
    for (int i = 0; i < IMPACTS; i++) {
        lemke_one(i, z);
        sum += z[0];
    }
}

/* ap-poisson: the plastic problem, then restitution's with P_n held above ε times its own. */
static void lemke_twice(void *with) {
    (void)with;
    double z[4], q[4];
    for (int i = 0; i < IMPACTS; i++) {
        const routh_contact *c = &contacts[i];
        double *own = vector[i];
        memcpy(q, (double[4]){c->vn, c->vt, -c->vt, 0}, sizeof q);
        vector[i][0] = q[0];
        lemke_one(i, z);
        const double least = restitution[i] * z[0], slip = c->vt + c->wtt * (z[1] - z[2]) + c->wtn * z[0];
        double w[4] = {0}, second[4] = {0};
        int info;
        double q2[4] = {c->wnn * least, slip + c->wtn * least, -slip - c->wtn * least, friction[i] * least};
        lcp.q = q2;
        lcp_lexicolemke(&lcp, second, w, &info, lemke_options);
        sum += z[0] + second[0];
        own[0] = (1 + restitution[i]) * c->vn;
    }
}

static void contact_all(void *with) {
    (void)with;
    double reaction[2];
    for (int i = 0; i < IMPACTS; i++) {
        contact_one(i, reaction);
        sum += reaction[0];
    }
}

static void print_peer(const char *name, bench_time t, double worst, const char *law, const double *time) {
    printf("%-34s %8.1f %8s ", name, 1e9 * t.least, "");
    if (isnan(worst))
        printf("%9s", "");
    else
        printf("%9.1e", worst);
    printf("   %.1f x %s, %.1f x with everything\n", t.least / time[0], law, t.least / time[1]);
    char row[64];
    bench_ratio(law, name, t.least / time[0]);
    snprintf(row, sizeof row, "%s with everything", law);
    bench_ratio(row, name, t.least / time[1]);
}

static void bench_siconos(const ours *time) {
    make_problems();
    double worst_lemke = 0, worst_contact = 0;
    for (int i = 0; i < IMPACTS; i++) {
        double z[4], reaction[2];
        lemke_one(i, z);
        worst_lemke = fmax(worst_lemke, violation(i, z[1] - z[2], z[0]));
        contact_one(i, reaction);
        worst_contact = fmax(worst_contact, violation(i, reaction[1], reaction[0]));
    }
    print_peer("Siconos lcp_lexicolemke", bench_run(lemke_all, NULL, IMPACTS, CLOCK_THREAD_CPUTIME_ID), worst_lemke,
               "ap-newton", time->newton);
    print_peer("Siconos fc2d_driver NSGS, 1e-8", bench_run(contact_all, NULL, IMPACTS, CLOCK_THREAD_CPUTIME_ID),
               worst_contact, "ap-newton", time->newton);
    print_peer("Siconos lcp_lexicolemke, twice", bench_run(lemke_twice, NULL, IMPACTS, CLOCK_THREAD_CPUTIME_ID), NAN,
               "ap-poisson", time->poisson);
}
#else
static void bench_siconos(const ours *time) {
    (void)time;
    printf("Siconos is not installed: no peer measured\n");
}
#endif

int main(void) {
    make_impacts();
    printf("One impact at a time, one thread, %d ellipse drops, least of many runs\n\n", IMPACTS);
    printf("%-34s %8s %8s %9s\n", "ns", "impulse", "solve", "violation");
    ours time = {0};
    for (size_t l = 0; l < routh_law_count(); l++) {
        const routh_law *law = routh_law_at(l);
        const double calls = IMPACTS;
        for (int i = 0; i < IMPACTS; i++)
            routh_law_parameters(law, friction[i], restitution[i], parameters[i]);
        const double alone = bench_run(impulse_all, (void *)(size_t)law, calls, CLOCK_THREAD_CPUTIME_ID).least;
        const double whole = bench_run(solve_all, (void *)(size_t)law, calls, CLOCK_THREAD_CPUTIME_ID).least;
        printf("routh %-28s %8.1f %8.1f", law->name, 1e9 * alone, 1e9 * whole);
        if (strcmp(law->name, "ap-newton") == 0) {
            double worst = 0;
            for (int i = 0; i < IMPACTS; i++) {
                const routh_impulse p = law->impulse(&contacts[i], (double[]){friction[i], restitution[i]});
                worst = fmax(worst, violation(i, p.pt, p.pn));
            }
            printf(" %9.1e", worst);
            time.newton[0] = alone;
            time.newton[1] = whole;
        }
        if (strcmp(law->name, "ap-poisson") == 0) {
            time.poisson[0] = alone;
            time.poisson[1] = whole;
        }
        printf("\n");
    }
    bench_siconos(&time);
    printf("\nimpulse: P alone, the problem that Siconos solves. solve: routh_law_solve with its checks, velocities, "
           "energy and\n"
           "flags. violation: of ap-newton's complementarity conditions, relative to speed and impulse.\n");
    return isnan(sum);
}
