/* Searches for hyper-parameters, with BLAS on one thread.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <pthread.h>

#include <cblas.h>

#include "base/context.h"
#include "learn/gp.h"

/* Deviations of the prior of log σ_f, log σ_n and log ℓ_k: σ_f within e^±2 of 1 in 95 of 100 cases, σ_n from 0.006 to 16,
 * ℓ from 0.1 to 38 deviations of its input. Wide on purpose: it only decides where samples say nothing. */
#define ROUTH_GP_PRIOR                                                                                                 \
    { 1, 2, 1.5 }

/* OpenBLAS shares out large products over threads, and their sums then depend on the number of threads. That number is
 * one for the whole process, and there is no call that leaves other callers alone. So it is set to 1 while any thread
 * works here and restored when the last one leaves. This is the library's only state outside a call, and it has no
 * effect once no call is running. The caller's own BLAS calls on other threads meanwhile run on one thread each.
 *
 * The OpenMP build of OpenBLAS takes its number from the calling thread instead, so that is set and set back too. */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int under_way;
static int blas_threads; /* before the first running call */

routh_one_thread routh_one_thread_begin(void) {
    const routh_one_thread before = {omp_get_max_threads()};
    pthread_mutex_lock(&lock);
    if (under_way++ == 0) {
        blas_threads = openblas_get_num_threads();
        if (blas_threads != 1)
            openblas_set_num_threads(1);
    }
    pthread_mutex_unlock(&lock);
    omp_set_num_threads(1);
    return before;
}

void routh_one_thread_end(routh_one_thread before) {
    pthread_mutex_lock(&lock);
    if (--under_way == 0 && blas_threads != 1)
        openblas_set_num_threads(blas_threads);
    pthread_mutex_unlock(&lock);
    omp_set_num_threads(before.threads);
}

/* Searches for hyper-parameters: the variables are their logarithms, what is minimised is minus the log likelihood. */

/* In one step of a search a hyper-parameter changes at most e² times. */
#define LONGEST_STEP 2.0

/* Only for progress: what a search usually takes. */
#define USUAL_EVALUATIONS 30

void routh_gp_search_begin(routh_gp_search *search, const routh_gp_parameters *from) {
    const routh_gp_options *options = search->options;
    routh_gp_parameters low = options->low, high = options->high, start = *from;
    const size_t variables = search->data->inputs + 2;
    search->descent = (routh_quasi_newton){.variables = variables,
                                           .tolerance = options->tolerance,
                                           .longest = LONGEST_STEP,
                                           .evaluations = options->evaluations};
    for (size_t i = 0; i < variables; i++) {
        search->low[i] = log(*routh_gp_parameter(&low, i));
        search->high[i] = log(*routh_gp_parameter(&high, i));
        search->descent.x[i] = fmin(fmax(log(*routh_gp_parameter(&start, i)), search->low[i]), search->high[i]);
    }
}

/* At a bound it is the bound itself, to the last bit. */
routh_gp_parameters routh_gp_search_at(const routh_gp_search *search, const double *x) {
    routh_gp_parameters parameters = search->options->start, low = search->options->low, high = search->options->high;
    for (size_t i = 0; i < search->descent.variables; i++)
        *routh_gp_parameter(&parameters, i) = x[i] <= search->low[i]    ? *routh_gp_parameter(&low, i)
                                              : x[i] >= search->high[i] ? *routh_gp_parameter(&high, i)
                                                                        : exp(x[i]);
    return parameters;
}

routh_gp_parameters routh_gp_search_result(const routh_gp_search *search) {
    return routh_gp_search_at(search, search->descent.x);
}

/* How much of the training is done, by the evaluations so far. Nonzero: the caller wants to stop. */
static int report(routh_gp_search *search) {
    routh_gp_course *course = search->course;
    int evaluations;
#pragma omp atomic capture
    evaluations = ++course->evaluations;
    const double share = evaluations / (USUAL_EVALUATIONS * (double)course->searches);
    const double done = (course->level + fmin(share, 1)) / course->levels;
    if (!search->stopped)
        search->stopped = routh_thread_pool_report(search->own, "training", done) != ROUTH_OK;
    return search->stopped;
}

/* Normal in the logarithms, around the usual result for standardised data: the default start. */
static double minus_prior(const double *x, size_t variables, double *gradient) {
    const double spread[] = ROUTH_GP_PRIOR;
    routh_gp_parameters usual = routh_gp_parameters_default();
    double sum = 0;
    for (size_t i = 0; i < variables; i++) {
        const double wide = spread[i < 2 ? i : 2], off = (x[i] - log(*routh_gp_parameter(&usual, i))) / wide;
        sum += 0.5 * off * off;
        if (gradient)
            gradient[i] += off / wide;
    }
    return sum;
}

int routh_gp_search_value(const double *x, double *value, double *gradient, void *user) {
    routh_gp_search *search = user;
    const routh_gp_data *data = search->data;
    const double *y = data->y + search->output * data->count;
    const routh_gp_parameters parameters = routh_gp_search_at(search, x);
    routh_gp_parameters derivative = {0}, *const wanted = gradient ? &derivative : NULL;
    if (search->stopped) {
        *value = INFINITY;
        return 1;
    }
    *value = search->sparse ? -routh_gp_sparse_at(search->sparse, data->x, y, &parameters, wanted)
                            : -routh_gp_exact_at(search->exact, data->x, y, &parameters, wanted);
    for (size_t i = 0; gradient && i < search->descent.variables; i++)
        gradient[i] = -*routh_gp_parameter(&derivative, i);
    if (search->has_prior)
        *value += minus_prior(x, search->descent.variables, gradient);
    return report(search);
}

routh_status routh_gp_search_run(routh_gp_search *search) {
    search->descent.function = routh_gp_search_value;
    search->descent.user = search;
    search->descent.low = search->low;
    search->descent.high = search->high;
    search->stopped = false;
    search->end = routh_quasi_newton_minimise(&search->descent);
    return search->stopped ? ROUTH_CANCELLED : ROUTH_OK;
}

typedef struct searching {
    routh_gp_search *search;
    routh_gp_exact *work; /* one for each thread */
} searching;

static routh_status search_one(routh_context *own, void *with, size_t index, int thread) {
    const searching *all = with;
    routh_gp_search *search = &all->search[index];
    search->own = own;
    search->exact = &all->work[thread];
    search->exact->context = own;
    return routh_gp_search_run(search);
}

routh_status routh_gp_search_all(routh_gp_course *course, routh_gp_search *search, size_t count, int threads) {
    const size_t workers = (size_t)threads < count ? (size_t)threads : count;
    ROUTH_ARENA(room, course->context);
    searching all = {search, routh_take(&room, workers, sizeof *all.work)};
    ROUTH_TRY(room.status);
    for (size_t w = 0; w < workers; w++)
        ROUTH_TRY(routh_gp_exact_create(&room, search->data->count, search->data->inputs, &all.work[w]));
    course->searches = count;
    course->evaluations = 0;
    const routh_shares shares = {.count = count, .threads = (int)workers, .work = search_one, .with = &all};
    return routh_share_out(course->context, &shares, NULL);
}
