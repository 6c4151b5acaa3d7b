/* Many impacts side by side, and the cost of a law on them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IDENTIFY_ENSEMBLE_H
#define ROUTH_SRC_IDENTIFY_ENSEMBLE_H

#include <routh/identify.h>

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
    double weight_sum;                      /* of all impacts */
    double size;                            /* weighted mean of the squared size, the cost's own scale */
    int robust;                             /* the cost is Huber's */
};

routh_status routh_ensemble_check(routh_context *context, size_t count, const routh_fit_options *options,
                                  const routh_ensemble *ensemble);

/* Loads samples[index[…]]; `times` says how often each counts (NULL: once), 0 leaves it out. */
void routh_ensemble_load(routh_ensemble *ensemble, const routh_sample *samples, const size_t *index,
                         const unsigned *times, size_t count, const routh_fit_options *options);

/* The law's impulses at these parameters into pt, pn, mode; and their mean cost. */
double routh_ensemble_evaluate(routh_ensemble *ensemble, const routh_law *law, const double *parameters);

/* Huber's cost of the squared distances, in the units of a mean square. */
double routh_huber_cost(const routh_ensemble *ensemble);

#endif
