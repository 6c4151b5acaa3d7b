/* Many impacts side by side, and the cost of a law on them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FIT_ENSEMBLE_H
#define ROUTH_SRC_FIT_ENSEMBLE_H

#include <routh/fit.h>

/* Scratch for ensemble fits of up to `count` samples; one per thread. */
typedef struct routh_ensemble routh_ensemble;
routh_status routh_ensemble_create(routh_context *context, size_t count, routh_ensemble **ensemble);
void routh_ensemble_release(routh_context *context, routh_ensemble *ensemble);

/* Fits one set of parameters to samples[index[0 … count-1]] (index NULL: the first `count`). No allocation inside. A
 * law without parameters has only its cost, in which a couple does not count. The estimate has no intervals. */
routh_status routh_ensemble_fit(routh_context *context, const routh_law *law, const routh_sample *samples,
                                const size_t *index, size_t count, const routh_fit_options *options,
                                routh_ensemble *ensemble, routh_estimate *fit);

/* The cost at given parameters, the same number that routh_ensemble_fit minimises: for cost surfaces. */
double routh_ensemble_cost(const routh_law *law, const double *parameters, const routh_sample *samples,
                           const size_t *index, size_t count, const routh_fit_options *options,
                           routh_ensemble *ensemble);

/* Bootstrap intervals: `resamples` refits of samples drawn with replacement, spread over threads, the same for any
 * number of them. Percentiles, widened for few impacts as Student's t is. One interval for each of the law's
 * parameters, none where it has none; `correlation` as in routh_estimate, may be NULL. */
routh_status routh_ensemble_bootstrap(routh_context *context, const routh_law *law, const routh_sample *samples,
                                      const size_t *index, size_t count, const routh_fit_options *options,
                                      size_t resamples, double level, uint64_t seed,
                                      routh_interval interval[ROUTH_MAX_PARAMETERS],
                                      double correlation[ROUTH_MAX_PARAMETERS][ROUTH_MAX_PARAMETERS]);

/* Inside ------------------------------------------------------------------------------------------------*/

/* What one impact costs is weight × ((P − P*)ᵀG(P − P*) + rest). The arrays are padded to whole lanes of eight; what is
 * padded weighs nothing. */
struct routh_ensemble {
    size_t capacity;
    size_t count;  /* loaded, without padding */
    size_t padded; /* count, rounded up to eight */
    double *block; /* one for all arrays */
    double *wtt, *wtn, *wnn, *vt, *vn;
    double *target_t, *target_n; /* P* */
    double *gtt, *gtn, *gnn, *rest, *weight;
    double *pt, *pn;                        /* the law's impulse at the last evaluation */
    double *squared;                        /* its squared distance */
    double *held[2 * ROUTH_MAX_PARAMETERS]; /* impulses at neighbouring parameters */
    int64_t *mode;                          /* its mode */
    int any_thin;                           /* of the loaded, whatever the friction; see impact/kernel.h */
    double weight_sum;                      /* of all impacts */
    double size;                            /* weighted mean of the squared size, the cost's own scale */
    int robust;                             /* the cost is Huber's */
    int norms;                              /* the cost is the mean distance, not its square */
    routh_context *context;                 /* that evaluations ask whether to stop; NULL: none */
    size_t unasked;                         /* impacts solved since it was asked */
    bool stopped;                           /* it said so: every cost is infinite, and searches end soon */
};

/* Whom the evaluations of one search ask whether to stop; routh_ensemble_unheard ends that, and says what was answered. */
void routh_ensemble_hear(routh_ensemble *ensemble, routh_context *context);
routh_status routh_ensemble_unheard(routh_ensemble *ensemble);

routh_status routh_ensemble_check(routh_context *context, size_t count, const routh_fit_options *options,
                                  const routh_ensemble *ensemble);

/* Loads samples[index[…]]; `times` says how often each counts (NULL: once), 0 leaves it out. */
void routh_ensemble_load(routh_ensemble *ensemble, const routh_sample *samples, const size_t *index,
                         const unsigned *times, size_t count, const routh_fit_options *options);

/* The law's impulses at these parameters into pt, pn, mode; and their mean cost. */
double routh_ensemble_evaluate(routh_ensemble *ensemble, const routh_law *law, const double *parameters);

/* The same with parameters of each impact's own, `padded` of each; those that the law does not have are not used. */
double routh_ensemble_evaluate_each(routh_ensemble *ensemble, const routh_law *law,
                                    double *const parameter[ROUTH_MAX_PARAMETERS]);

/* Huber's cost of the squared distances, in the units of a mean square. */
double routh_huber_cost(const routh_ensemble *ensemble);

#endif
