/* Identification: time and what it found, side by side. The peer for ensemble fits is NLopt on the very same cost: a
 * simplex from the law's default parameters, and a global search (DIRECT-L) with BOBYQA after it. Excess is how far the
 * cost they end at lies above the best of the three, the mean over the draws.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include <routh/routh.h>

#ifdef ROUTH_HAVE_NLOPT
#include <nlopt.h>
#endif

#include "base/context.h"
#include "bench.h"
#include "fit/fit.h"

enum { IMPACTS = 1718, DRAWS = 20, K_MAX = 120, FIT = 500, RESAMPLES = 200, WAYS = 3, LAWS = 6 };

static routh_sample samples[IMPACTS];
static size_t count;

/* Drops under the law and more noise than a camera has, so that laws do not fit exactly. */
static void make_samples(const routh_law *law) {
    static routh_impact impact[IMPACTS];
    const double truth[ROUTH_MAX_PARAMETERS] = {0.18, 0.53};
    const routh_impact_generator drops = routh_impact_generator_default();
    routh_random random = routh_random_seed(1, 1);
    if (routh_impacts_generate(NULL, &drops, IMPACTS, impact) != ROUTH_OK)
        abort();
    count = 0;
    for (size_t i = 0; i < IMPACTS; i++) {
        routh_contact contact;
        if (routh_contact_of(NULL, &impact[i], &contact) != ROUTH_OK)
            abort();
        const routh_impulse p = law->impulse(&contact, truth);
        routh_velocity after = routh_impact_after(&impact[i], p.pt, p.pn, 0);
        after.vx += 0.1 * routh_random_normal(&random);
        after.vy += 0.1 * routh_random_normal(&random);
        after.omega += 3 * routh_random_normal(&random);
        count += routh_sample_of(NULL, &impact[i], after, &samples[count]) == ROUTH_OK;
    }
}

typedef struct single {
    const routh_law *law;
    size_t within;
} single;

static void fit_each(void *with) {
    single *s = with;
    const routh_sample_fit_options options = routh_sample_fit_options_default();
    s->within = 0;
    for (size_t i = 0; i < count; i++) {
        routh_sample_estimate fit;
        routh_sample_fit(NULL, s->law, &samples[i], &options, &fit);
        s->within += !(fit.flags & ROUTH_FIT_OUT_OF_RANGE);
    }
}

typedef struct ensemble_work {
    const routh_law *law;
    routh_ensemble *ensemble;
    routh_fit_options options;
    size_t k, index[FIT];
    int way;
    int evaluations;
    double cost[DRAWS];
} ensemble_work;

#ifdef ROUTH_HAVE_NLOPT
static double nlopt_cost(unsigned n, const double *x, double *gradient, void *user) {
    (void)n;
    (void)gradient;
    ensemble_work *w = user;
    w->evaluations++;
    return routh_ensemble_cost(w->law, x, samples, w->index, w->k, &w->options, w->ensemble);
}

static double search_with(ensemble_work *w, nlopt_algorithm algorithm, int limit, double *x) {
    nlopt_opt opt = nlopt_create(algorithm, 2);
    double value = INFINITY;
    nlopt_set_min_objective(opt, nlopt_cost, w);
    nlopt_set_lower_bounds(opt, (const double[]){0, 0});
    nlopt_set_upper_bounds(opt, (const double[]){w->options.mu_max, 1});
    nlopt_set_xtol_abs1(opt, 1e-9);
    nlopt_set_maxeval(opt, limit);
    nlopt_optimize(opt, x, &value);
    nlopt_destroy(opt);
    return value;
}
#endif

static double fit_by(ensemble_work *w) {
#ifdef ROUTH_HAVE_NLOPT
    double x[ROUTH_MAX_PARAMETERS] = {w->law->parameter[0].initial, w->law->parameter[1].initial};
    if (w->way == 1)
        return search_with(w, NLOPT_LN_NELDERMEAD, 2000, x);
    if (w->way == 2) {
        search_with(w, NLOPT_GN_DIRECT_L, 400, x);
        return search_with(w, NLOPT_LN_BOBYQA, 1000, x);
    }
#endif
    routh_estimate fit;
    routh_ensemble_fit(NULL, w->law, samples, w->index, w->k, &w->options, w->ensemble, &fit);
    w->evaluations += fit.evaluations;
    return fit.cost;
}

static void fit_draws(void *with) {
    ensemble_work *w = with;
    w->evaluations = 0;
    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        routh_random random = routh_random_seed(2, draw);
        routh_random_draw(&random, count, w->k, w->index);
        w->cost[draw] = fit_by(w);
    }
}

static void bench_ensembles(const routh_law *law, size_t k) {
    static const char *const names[WAYS] = {"routh", "NLopt simplex", "NLopt DIRECT+BOBYQA"};
    double cost[WAYS][DRAWS];
#ifdef ROUTH_HAVE_NLOPT
    const int ways = WAYS;
#else
    const int ways = 1;
#endif
    bench_time time[WAYS];
    int evaluations[WAYS];
    for (int way = 0; way < ways; way++) {
        ensemble_work w = {.law = law, .k = k, .way = way, .options = routh_fit_options_default()};
        if (routh_ensemble_create(NULL, k, &w.ensemble) != ROUTH_OK)
            abort();
        time[way] = bench_run(fit_draws, &w, DRAWS, CLOCK_THREAD_CPUTIME_ID);
        evaluations[way] = w.evaluations / DRAWS;
        for (int draw = 0; draw < DRAWS; draw++)
            cost[way][draw] = w.cost[draw];
        routh_ensemble_release(NULL, w.ensemble);
    }
    for (int way = 0; way < ways; way++) {
        double excess = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            double least = cost[0][draw];
            for (int other = 1; other < ways; other++)
                least = fmin(least, cost[other][draw]);
            excess += 100 * (cost[way][draw] / least - 1) / DRAWS;
        }
        printf("%-18s %4zu  %-20s %9.1f %12d %12.2g\n", law->name, k, names[way], 1e6 * time[way].median,
               evaluations[way], excess);
        char row[64];
        snprintf(row, sizeof row, "%s k = %zu", law->name, k);
        if (way > 0)
            bench_ratio(row, names[way], time[way].median / time[0].median);
    }
}

/* What the study does most of: every size of batch, several draws, spread over threads. */
static double convergence(const routh_law *law) {
    const routh_fit_options options = routh_fit_options_default();
    const double start = routh_seconds();
#pragma omp parallel for schedule(dynamic)
    for (int draw = 0; draw < DRAWS; draw++) {
        routh_ensemble *ensemble;
        size_t index[K_MAX];
        if (routh_ensemble_create(NULL, K_MAX, &ensemble) != ROUTH_OK)
            abort();
        for (size_t k = 1; k <= K_MAX; k++) {
            routh_random random = routh_random_seed((uint64_t)draw, k);
            routh_estimate fit;
            routh_random_draw(&random, count, k, index);
            routh_ensemble_fit(NULL, law, samples, index, k, &options, ensemble, &fit);
        }
        routh_ensemble_release(NULL, ensemble);
    }
    return routh_seconds() - start;
}

static double intervals(const routh_law *law) {
    const routh_fit_options options = routh_fit_options_default();
    routh_interval interval[ROUTH_MAX_PARAMETERS];
    const double start = routh_seconds();
    routh_ensemble_bootstrap(NULL, law, samples, NULL, FIT, &options, RESAMPLES, 0.95, 1, interval, NULL);
    return routh_seconds() - start;
}

int main(void) {
    double wall[2] = {0, 0};
    printf("one impact            µs (CPU)   in range\n");
    for (size_t l = 0; l < LAWS; l++) {
        single s = {.law = routh_law_at(l)};
        make_samples(s.law);
        const bench_time time = bench_run(fit_each, &s, (double)count, CLOCK_THREAD_CPUTIME_ID);
        printf("%-18s %11.1f %9.1f %%\n", s.law->name, 1e6 * time.median, 100 * (double)s.within / (double)count);
    }
    printf("\nensemble              k  by                    µs (CPU)  evaluations    excess %%\n");
    for (size_t l = 0; l < LAWS; l++) {
        make_samples(routh_law_at(l));
        for (size_t k = 3; k <= FIT; k = k == 3 ? 60 : FIT + (k == FIT))
            bench_ensembles(routh_law_at(l), k);
        wall[0] += convergence(routh_law_at(l));
        wall[1] += intervals(routh_law_at(l));
    }
    printf("\n%d draws x k = 1 … %d x %d laws: %.2f s; %d resamples of %d impacts x %d laws: %.2f s; %d threads\n",
           DRAWS, K_MAX, LAWS, wall[0], RESAMPLES, FIT, LAWS, wall[1], omp_get_max_threads());
    return 0;
}
