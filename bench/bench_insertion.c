/* Insertions: Levenberg–Marquardt against Nelder–Mead on all four tests, with NLopt's Nelder–Mead on the very same
 * objective as peer, and the L-curve of 15 values; searches from every contact mode against one of NLopt's; and on test 1a
 * all that `routh insertion identify` does. Evaluations are those of the geometry; CPU time of one core.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/routh.h>

#ifdef ROUTH_HAVE_NLOPT
#include <nlopt.h>
#endif

#include "bench.h"
#include "data/insertion_recording.h"
#include "insertion/regressor.h"
#include "papers.h"

/* The γ that identification chooses for these recordings. */
static const double gamma_used = 1e-5;

static void demand(routh_status status, const routh_context *context) {
    if (status == ROUTH_OK)
        return;
    fprintf(stderr, "bench_insertion: %s\n", context->message);
    exit(1);
}

typedef struct recording {
    routh_context context;
    routh_assembly assembly;
    routh_insertion insertion;
    routh_arena room;
    routh_regressor *regressor;
} recording;

static void make(guides_test test, recording *r) {
    const vguides guides = vguides_default();
    const routh_insertion_generator setting = guides_generator(test);
    routh_insertion_options options = routh_insertion_options_default();
    routh_insertion full;
    *r = (recording){.context = routh_context_default()};
    r->context.threads = 1;
    demand(vguides_assembly(&r->context, &guides, &r->assembly), &r->context);
    demand(routh_insertion_generate(&r->context, &r->assembly, &setting, &full, NULL), &r->context);
    demand(routh_insertion_downsample(&r->context, &full, 20, &r->insertion), &r->context);
    r->room = (routh_arena){.context = &r->context};
    demand(routh_regressor_create(&r->room, &r->assembly, &r->insertion, &options, &r->regressor), &r->context);
    routh_insertion_release(&r->context, &full);
}

static void release(recording *r) {
    routh_arena_release(&r->room);
    routh_insertion_release(&r->context, &r->insertion);
    routh_assembly_release(&r->context, &r->assembly);
}

typedef struct effort {
    size_t evaluations;
    double seconds;
} effort;

#ifdef ROUTH_HAVE_NLOPT
/* The objective as docs/insertion.md states it, once more, for a minimiser that is not ours. */
typedef struct objective {
    recording *r;
    double *phi, *weight; /* Φ, and of each sample its weight */
    uint32_t *contacts;
    double mass, idle;
} objective;

enum { MOST_CONTACTS = 64 };

static double stuck_share(recording *r, const double *x, size_t sample) {
    routh_contact_point3 contact[MOST_CONTACTS];
    const size_t count = routh_regressor_contacts(r->regressor, x, sample, MOST_CONTACTS, contact);
    double all = 0, stuck = 0;
    for (size_t i = 0; i < count && i < MOST_CONTACTS; i++) {
        const double *e = contact[i].tangent;
        all += contact[i].depth;
        stuck += e[0] != 0 || e[1] != 0 || e[2] != 0 ? 0 : contact[i].depth;
    }
    return all > 0 ? stuck / all : 0;
}

static double square_of(const double *wrench) {
    double sum = 0;
    for (int i = 0; i < 6; i++)
        sum += pow(wrench[i] / (i < 3 ? 50 : 6), 2);
    return sum;
}

static void prepare_objective(recording *r, objective *o) {
    const size_t samples = r->insertion.count;
    const double *wrench = routh_regressor_wrench(r->regressor);
    double nominal[16] = {0}, square = 0, touching = 0;
    *o = (objective){.r = r,
                     .phi = calloc(samples, 12 * sizeof *o->phi),
                     .weight = calloc(samples, sizeof *o->weight),
                     .contacts = calloc(samples, sizeof *o->contacts)};
    if (!o->phi || !o->weight || !o->contacts || r->assembly.count > 16)
        abort();
    demand(routh_regressor_evaluate(&r->context, r->regressor, nominal, o->phi, o->contacts), &r->context);
    for (size_t k = 0; k < samples; k++) {
        const double share = stuck_share(r, nominal, k);
        o->weight[k] = 1 / (1 + 99 * share * share);
        square += o->contacts[k] ? square_of(&wrench[6 * k]) : 0;
        touching += o->contacts[k] > 0;
    }
    for (size_t k = 0; k < samples; k++)
        if (o->contacts[k] || square_of(&wrench[6 * k]) > 0.05 * 0.05 * square / touching)
            o->mass += o->weight[k];
        else
            o->idle += square_of(&wrench[6 * k]);
}

static double evaluate(unsigned n, const double *z, double *gradient, void *user) {
    (void)gradient;
    objective *o = user;
    recording *r = o->r;
    const double *wrench = routh_regressor_wrench(r->regressor);
    double x[16], prior = 0, pp = 0, pq = 0, qq = 0, py = 0, qy = 0, yy = 0;
    for (unsigned j = 0; j < n; j++) {
        x[j] = z[j] * r->assembly.displacement[j].deviation;
        prior += z[j] * z[j] / n;
    }
    demand(routh_regressor_evaluate(&r->context, r->regressor, x, o->phi, NULL), &r->context);
    for (size_t i = 0; i < 6 * r->insertion.count; i++) {
        const double w = o->weight[i / 6] / (i % 6 < 3 ? 2500 : 36);
        const double p = o->phi[2 * i], q = o->phi[2 * i + 1], y = wrench[i];
        pp += w * p * p;
        pq += w * p * q;
        qq += w * q * q;
        py += w * p * y;
        qy += w * q * y;
        yy += w * y * y;
    }
    const double determinant = pp * qq - pq * pq;
    const double k = (py * qq - qy * pq) / determinant, mk = (qy * pp - py * pq) / determinant;
    return (yy - k * py - mk * qy - o->idle) / (6 * o->mass) + gamma_used * prior;
}

static effort bench_nlopt(const char *name, recording *r) {
    objective o;
    double z[16] = {0}, value = INFINITY, step[16];
    prepare_objective(r, &o);
    const unsigned n = (unsigned)r->assembly.count;
    nlopt_opt opt = nlopt_create(NLOPT_LN_NELDERMEAD, n);
    for (unsigned j = 0; j < n; j++)
        step[j] = 0.5;
    nlopt_set_min_objective(opt, evaluate, &o);
    nlopt_set_initial_step(opt, step);
    nlopt_set_ftol_rel(opt, 1e-8);
    nlopt_set_maxeval(opt, 20000);
    const size_t before = routh_regressor_evaluations(r->regressor);
    const double start = bench_clock(CLOCK_THREAD_CPUTIME_ID);
    nlopt_optimize(opt, z, &value);
    const effort spent = {routh_regressor_evaluations(r->regressor) - before,
                          bench_clock(CLOCK_THREAD_CPUTIME_ID) - start};
    printf("%-5s %-20s %12zu %14.6e %8.2f\n", name, "NLopt Nelder-Mead", spent.evaluations, value, spent.seconds);
    nlopt_destroy(opt);
    free(o.phi);
    free(o.weight);
    free(o.contacts);
    return spent;
}
#endif

static effort bench_method(const char *name, recording *r, routh_insertion_method method, size_t starts) {
    routh_insertion_options options = routh_insertion_options_default();
    routh_insertion_estimate fit;
    options.method = method;
    options.gamma = gamma_used;
    options.starts = starts;
    const double start = bench_clock(CLOCK_THREAD_CPUTIME_ID);
    demand(routh_regressor_fit(&r->context, r->regressor, &options, &fit), &r->context);
    const effort spent = {fit.evaluations, bench_clock(CLOCK_THREAD_CPUTIME_ID) - start};
    printf("%-5s %-20s %12zu %14.6e %8.2f %9.2f %8.4f\n", name,
           starts                        ? "all modes"
           : method == ROUTH_NELDER_MEAD ? "Nelder-Mead"
                                         : "Levenberg-Marquardt",
           spent.evaluations, fit.objective, spent.seconds, 1e-5 * fit.stiffness, fit.friction);
    routh_insertion_estimate_release(&r->context, &fit);
    return spent;
}

/* The whole of `identify`: it must take less than 60 s of one core. */
static void bench_identify(const char *name, recording *r) {
    routh_insertion_study_options options = routh_insertion_study_options_default();
    routh_insertion_study study;
    const double start = bench_clock(CLOCK_PROCESS_CPUTIME_ID);
    demand(routh_insertion_study_run(&r->context, &r->assembly, &r->insertion, 1, &options, &study), &r->context);
    const double seconds = bench_clock(CLOCK_PROCESS_CPUTIME_ID) - start;
    const routh_insertion_case *item = &study.item[0];
    printf("%-5s %-20s %12zu %14s %8.2f %9.2f %8.4f  %zu modes\n", name, "identify, whole",
           item->fit.evaluations + item->lcurve.evaluations, "", seconds, 1e-5 * item->fit.stiffness,
           item->fit.friction, item->fit.modes);
    routh_insertion_study_release(&r->context, &study);
}

int main(void) {
    const size_t starts = routh_insertion_options_default().starts;
    double seconds = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    size_t evaluations = 0;
    printf("test  by                    evaluations      objective    s CPU  K, 1e5 N/m     mu\n");
    for (int test = 0; test < GUIDES_TESTS; test++) {
        recording r;
        const char *name = guides_path((guides_test)test)->name;
        make((guides_test)test, &r);
        bench_method(name, &r, ROUTH_LEVENBERG_MARQUARDT, 0);
        bench_method(name, &r, ROUTH_NELDER_MEAD, 0);
        const effort modes = bench_method(name, &r, ROUTH_LEVENBERG_MARQUARDT, starts);
#ifdef ROUTH_HAVE_NLOPT
        const effort peer = bench_nlopt(name, &r);
        printf("%-5s NLopt, from the drawing alone ÷ all modes: %.1f times the evaluations, %.1f times the CPU time\n",
               name, (double)peer.evaluations / (double)modes.evaluations, peer.seconds / modes.seconds);
        bench_ratio(name, "NLopt Nelder-Mead", peer.seconds / modes.seconds);
#else
        (void)modes;
#endif
        if (test == GUIDES_TEST_1A)
            bench_identify(name, &r);
        routh_lcurve lcurve;
        const double start = bench_clock(CLOCK_THREAD_CPUTIME_ID);
        routh_insertion_options options = routh_insertion_options_default();
        options.gammas = 15;
        options.gamma_low = 1e-4; /* as the paper */
        demand(routh_regressor_lcurve(&r.context, r.regressor, &options, &lcurve), &r.context);
        seconds += bench_clock(CLOCK_THREAD_CPUTIME_ID) - start;
        evaluations += lcurve.evaluations;
        routh_lcurve_release(&r.context, &lcurve);
        release(&r);
    }
    printf("L-curves of 15 values, all four tests: %zu evaluations, %.1f s CPU\n", evaluations, seconds);
    return 0;
}
