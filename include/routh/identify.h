/* The identify room: which parameters of a law explain measured impacts, how well, and what cannot be determined.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_IDENTIFY_H
#define ROUTH_IDENTIFY_H

#include <routh/data.h>
#include <routh/impact.h>
#include <routh/impact3.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A measured impact, ready for fits: everything that depends on the impact alone. */
typedef struct routh_sample {
    routh_impact impact;
    routh_velocity after;
    routh_contact contact;
    routh_point measured[ROUTH_METRIC_COUNT]; /* measured impulse in each metric, unconstrained */
    size_t record;                            /* its index in the dataset */
} routh_sample;

/* A sample from one impact and the velocity measured after it, with `record` 0. Fails as routh_contact_of does. */
ROUTH_API routh_status routh_sample_of(routh_context *context, const routh_impact *impact, routh_velocity after,
                                       routh_sample *sample);

/* The used records of a dataset, read in that frame. *samples is allocated; release with routh_samples_release. Records
 * whose contact does not close in that frame are left out and counted in *separating (may be NULL). */
ROUTH_API routh_status routh_samples_of(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                        routh_sample **samples, size_t *count, size_t *separating);
ROUTH_API void routh_samples_release(routh_context *context, routh_sample *samples);

/* The velocity a law predicts for a sample, and its relative error |v̂⁺ − v⁺| ÷ |v⁺|, with ω weighted by the radius of
 * gyration. */
ROUTH_API routh_velocity routh_sample_predict(const routh_law *law, const double *parameters,
                                              const routh_sample *sample);
ROUTH_API double routh_sample_error(const routh_sample *sample, routh_velocity predicted);

/* One impact ------------------------------------------------------------------------------------------*/

enum {
    ROUTH_FIT_BOUNDED_BELOW = 1 << 0, /* sticks: any larger μ fits equally well; mu is the smallest */
    ROUTH_FIT_NEVER_STICKS = 1 << 1,  /* does not stick at this ε with any μ up to mu_max */
    ROUTH_FIT_OUT_OF_RANGE = 1 << 2,  /* the measured impulse is outside what the law can produce */
    ROUTH_FIT_AT_BOUND = 1 << 3,      /* a parameter is at its bound */
    ROUTH_FIT_FLAT = 1 << 4,          /* the cost does not change along some direction of the parameters */
    ROUTH_FIT_NOT_CONVERGED = 1 << 5  /* iterations ran out */
};

/* The flags as text, "bounded below, at a bound"; "" for none. The buffer needs ROUTH_FIT_TEXT bytes. */
#define ROUTH_FIT_TEXT 128
ROUTH_API const char *routh_fit_text(unsigned flags, char *buffer);

typedef struct routh_sample_estimate {
    double parameters[ROUTH_MAX_PARAMETERS];
    double distance; /* |P − law(μ, ε)|, N s, Euclidean in the impulse plane */
    double relative; /* distance ÷ |P| */
    double mu_s;     /* μ_s at the fitted ε; NaN: does not stick up to mu_max */
    unsigned flags;
} routh_sample_estimate;

typedef struct routh_sample_fit_options {
    routh_metric metric; /* of the measured impulse; default ROUTH_MOMENTUM */
    double mu_max;       /* upper bound on μ; default ROUTH_MU_CAP */
    double tolerance;    /* a distance within this fraction of |P| counts as in range; default 0.001 */
} routh_sample_fit_options;

ROUTH_API routh_sample_fit_options routh_sample_fit_options_default(void);

/* Minimises |P − law(μ, ε)| over 0 ≤ μ ≤ min(μ_s(ε), mu_max), 0 ≤ ε ≤ 1; other parameters within their bounds. A global
 * search, because the map of some laws folds and jumps, then a local one. For a law without parameters only the
 * distance is computed. */
ROUTH_API routh_status routh_sample_fit(routh_context *context, const routh_law *law, const routh_sample *sample,
                                        const routh_sample_fit_options *options, routh_sample_estimate *estimate);

/* Many impacts ----------------------------------------------------------------------------------------*/

typedef enum routh_cost {
    ROUTH_COST_IMPULSE, /* Σ |P − law|², P measured in `metric` */
    ROUTH_COST_VELOCITY /* Σ |v̂⁺ − v⁺|², ω weighted by the radius of gyration */
} routh_cost;

typedef struct routh_fit_options {
    routh_cost cost;     /* default ROUTH_COST_IMPULSE */
    routh_metric metric; /* of the measured impulse; default ROUTH_MOMENTUM */
    bool norms;          /* 1: the sum of distances instead of their squares, as in the papers; not with `robust` */
    bool robust;         /* 1: Huber's loss beyond 1.345 standard deviations, estimated at the same time; default 0 */
    double mu_max;       /* upper bound on μ; default ROUTH_MU_CAP */
    double scale;        /* 1: each impact's cost is relative to its own size; 0 (default): absolute */
    int evaluations;     /* limit on evaluations of the cost in each local search; default 2000 */
    size_t resamples;    /* of the bootstrap, at least 2: refits to samples drawn with replacement, up to
                          * ROUTH_MOST_REPETITIONS; default 0: none */
    double level;        /* fraction of intervals that should contain the truth; default 0.95 */
    uint64_t seed;       /* of the resamples; default 1 */
} routh_fit_options;

ROUTH_API routh_fit_options routh_fit_options_default(void);

typedef struct routh_estimate {
    double parameters[ROUTH_MAX_PARAMETERS];
    double cost;                            /* mean over the impacts, in the units of the cost */
    double curvature[ROUTH_MAX_PARAMETERS]; /* d²cost/dp², which shows flat directions */
    unsigned flags;                         /* ROUTH_FIT_… */
    int evaluations;

    /* One for each parameter: percentiles of the resamples, widened for few impacts like Student's t. NaN without
     * resamples. */
    routh_interval interval[ROUTH_MAX_PARAMETERS];
} routh_estimate;

/* Fits one set of parameters to samples[index[0 … count-1]] (index NULL: the first `count`). For a law without
 * parameters only the cost is computed; it ignores a couple. */
ROUTH_API routh_status routh_law_fit(routh_context *context, const routh_law *law, const routh_sample *samples,
                                     const size_t *index, size_t count, const routh_fit_options *options,
                                     routh_estimate *estimate);

/* In space --------------------------------------------------------------------------------------------*/

/* A measured impact in space, ready for fits. Contact axes u, w, n are the world's x, y, z. */
typedef struct routh_sample3 {
    size_t record;                 /* its index in the dataset */
    double mass, inertia;          /* kg; kg m², the same about every axis */
    double point[3];               /* from the centre of mass to the contact point, m */
    routh_velocity3 before, after; /* of the body */
    routh_contact3 contact;        /* W and the velocity of the contact point before */
    double contact_after[3];       /* its velocity after, m/s */
    double impulse[3];             /* m ΔV, N s */
    double restitution;            /* −v_n⁺/v_n⁻ at the contact point */
} routh_sample3;

/* The used records of a segmented dataset. *samples is allocated; release with routh_samples3_release. */
ROUTH_API routh_status routh_samples3_of(routh_context *context, const routh_dataset3 *dataset, routh_sample3 **samples,
                                         size_t *count);
ROUTH_API void routh_samples3_release(routh_context *context, routh_sample3 *samples);

/* The velocity after the impact that a law predicts, with the law's parameters in its own order; and its error, the
 * distance from the measured velocity √(|ΔV|² + k² |Δω|²), k² = I/m, m/s. */
ROUTH_API routh_status routh_sample3_predict(routh_context *context, const routh_law3 *law, const double *parameters,
                                             const routh_sample3 *sample, routh_velocity3 *after);
ROUTH_API double routh_sample3_error(const routh_sample3 *sample, const routh_velocity3 *predicted);

/* The velocity after the impulse at the contact point that comes closest to the measured velocity. No law can do
 * better. */
ROUTH_API routh_status routh_sample3_best(routh_context *context, const routh_sample3 *sample, routh_velocity3 *after);

/* The parameters with the smallest mean error, which is less sensitive to outliers than a mean square. μ up to
 * ROUTH_MU_CAP, others within their bounds for fits. Weights are ≥ 0; NULL: all equal. estimate->cost is the mean
 * error, m/s; curvature is not computed: NaN. */
ROUTH_API routh_status routh_law3_fit(routh_context *context, const routh_law3 *law, const routh_sample3 *samples,
                                      const double *weight, size_t count, routh_estimate *estimate);

#ifdef __cplusplus
}
#endif
#endif
