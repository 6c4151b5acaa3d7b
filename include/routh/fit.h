/* The fit room: measured impacts in memory, the parameters of laws that explain them, one impact or many, and their intervals.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_FIT_H
#define ROUTH_FIT_H

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
    size_t trajectory; /* of its record, from 1; 0: none. Those of one are drawn and resampled together */
} routh_sample;

/* A sample from one impact and the velocity measured after it, with `record` and `trajectory` 0. Fails as routh_contact_of does. */
ROUTH_API routh_status routh_sample_of(routh_context *context, const routh_impact *impact, routh_velocity after,
                                       routh_sample *sample);

/* The velocity a law predicts for a sample, and its relative error |v̂⁺ − v⁺| ÷ |v⁺|, with ω weighted by the radius of
 * gyration. Valid pointers only, both. */
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

/* The flags as text, "bounded below, at a bound"; "" for none. The buffer needs ROUTH_FIT_TEXT bytes. Valid pointers only. */
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

    /* Between the parameters over the resamples, of a ratio such as eta2 in its logarithm; NaN without resamples. */
    double correlation[ROUTH_MAX_PARAMETERS][ROUTH_MAX_PARAMETERS];
} routh_estimate;

/* Fits one set of parameters to samples[index[0 … count-1]] (index NULL: the first `count`). For a law without
 * parameters only the cost is computed; it ignores a couple. */
ROUTH_API routh_status routh_law_fit(routh_context *context, const routh_law *law, const routh_sample *samples,
                                     const size_t *index, size_t count, const routh_fit_options *options,
                                     routh_estimate *estimate);

/* Parameters that depend on something -------------------------------------------------------------------
 * A law's parameter need not be one number: restitution may depend on where the body lands, or on how fast. Then the
 * parameter of impact i is p0 + Σ c_k z_i^k, z being a recorded quantity less its mean, in its deviations, over the
 * fitted impacts; of an angle the terms are its sine and cosine. Values are clipped to the bounds within which fits
 * search. Beyond the range of the fitted impacts z stays at its end: a cubic would run away there. */

/* The quantities that every impact has: "x", "y", "theta", "2theta", "vx", "vy", "speed", "omega", "vt", "vn",
 * "momentum", "order". Beside these, every further column of the recording counts (routh_dataset.extra). */
ROUTH_API extern const routh_names routh_quantities;

ROUTH_API bool routh_quantity_is_angle(const char *name); /* "theta" and "2theta". Valid pointers only */

/* One quantity of one impact, from it and the pose of its body (x, y, θ; NULL: unknown). NaN where these do not show it:
 * without a pose, and for "order" and further columns. Valid pointers only. */
ROUTH_API double routh_quantity_of_impact(const char *name, const routh_impact *impact, const double pose[3]);

#define ROUTH_MOST_COVARIATES 8
#define ROUTH_MOST_DEGREE     5
#define ROUTH_MOST_TERMS      24

/* Which parameter depends on what. */
typedef struct routh_covariate {
    char parameter[16];              /* "eps". A law without it does without this covariate. "": none, for a model */
    char quantity[ROUTH_LABEL_SIZE]; /* "x" */
    int degree; /* 1 … ROUTH_MOST_DEGREE: highest power of the quantity; of theta the highest multiple of the angle, of
                 * 2theta the highest multiple of twice the angle */
} routh_covariate;

/* One term of the sum. */
typedef struct routh_term {
    size_t covariate; /* which one */
    int parameter;    /* of the law */
    int power;        /* of z; 0: a multiple of an angle instead */
    int multiple;     /* k: sin kθ; −k: cos kθ */
    double coefficient;
    routh_interval interval; /* NaN without resamples */
} routh_term;

/* A law whose parameters depend on something, as fitted. */
typedef struct routh_dependence {
    const routh_law *law;
    size_t covariate_count;
    routh_covariate covariate[ROUTH_MOST_COVARIATES];
    double mean[ROUTH_MOST_COVARIATES], deviation[ROUTH_MOST_COVARIATES]; /* over the fitted impacts */
    double least[ROUTH_MOST_COVARIATES], most[ROUTH_MOST_COVARIATES];

    routh_estimate constant;                       /* the fit without covariates, to the same impacts */
    double parameters[ROUTH_MAX_PARAMETERS];       /* p0 */
    routh_interval interval[ROUTH_MAX_PARAMETERS]; /* of p0; NaN without resamples */
    size_t term_count;
    routh_term term[ROUTH_MOST_TERMS];                            /* none where the law has none of the parameters */
    double low[ROUTH_MAX_PARAMETERS], high[ROUTH_MAX_PARAMETERS]; /* values are clipped to these */

    double cost;     /* as in routh_estimate */
    size_t clipped;  /* fitted impacts with a parameter at its bound */
    bool converged;  /* 0: evaluations ran out */
    int evaluations; /* of the cost, without those of `constant` */

    /* The two covariates of one parameter whose quantities correlate most, and how much; 0 where no two do. */
    size_t correlated[2];
    double correlation;
} routh_dependence;

/* Fits to samples[index[0 … count-1]] (index NULL: the first `count`); `value` as from routh_covariates_of for all
 * samples. Refused: a quantity that is the same in all fitted impacts, covariates of which one is a combination of
 * others, no more impacts than unknowns. Needs a law with parameters. */
ROUTH_API routh_status routh_dependence_fit(routh_context *context, const routh_law *law, const routh_sample *samples,
                                            const double *value, const size_t *index, size_t count,
                                            const routh_covariate *covariates, size_t covariate_count,
                                            const routh_fit_options *options, routh_dependence *dependence);

/* In space --------------------------------------------------------------------------------------------*/

/* A measured impact in space, ready for fits. Contact axes u, w, n are the world's x, y, z. */
typedef struct routh_sample3 {
    size_t record;                 /* its index in the dataset */
    double mass, inertia;          /* kg; kg m², the same about every axis, or the mean of the principal moments */
    double point[3];               /* from the centre of mass to the contact point, m */
    routh_velocity3 before, after; /* of the body */
    routh_contact3 contact;        /* W and the velocity of the contact point before */
    double contact_after[3];       /* its velocity after, m/s */
    double impulse[3];             /* m ΔV, N s */
    double restitution;            /* −v_n⁺/v_n⁻ at the contact point */

    /* Where the moments differ: the inertia tensor in world axes at contact, kg m², and its inverse. All 0: they do not. */
    bool differ;
    double tensor[3][3], inverse[3][3];
} routh_sample3;

/* A sample from the body just before contact, at its place then, the point that touches, from its centre of mass, and the motion
 * after; what is hit lies below and does not move. `record` is 0. Fails as routh_contact3_of does. */
ROUTH_API routh_status routh_sample3_of(routh_context *context, const routh_body3 *body, const double point[3],
                                        const routh_velocity3 *after, routh_sample3 *sample);

/* The velocity after the impact that a law predicts, with the law's parameters in its own order; and its error, the
 * distance from the measured velocity √(|ΔV|² + k² |Δω|²), k² = I/m, m/s. */
ROUTH_API routh_status routh_sample3_predict(routh_context *context, const routh_law3 *law, const double *parameters,
                                             const routh_sample3 *sample, routh_velocity3 *after);
ROUTH_API double routh_sample3_error(const routh_sample3 *sample,
                                     const routh_velocity3 *predicted); /* valid pointers only */

/* The parameters with the smallest mean error, which is less sensitive to outliers than a mean square. μ up to
 * ROUTH_MU_CAP, others within their bounds for fits. Weights are ≥ 0; NULL: all equal. estimate->cost is the mean
 * error, m/s; curvature is not computed: NaN. */
ROUTH_API routh_status routh_law3_fit(routh_context *context, const routh_law3 *law, const routh_sample3 *samples,
                                      const double *weight, size_t count, routh_estimate *estimate);

#ifdef __cplusplus
}
#endif
#endif
