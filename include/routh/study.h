/* The study room: everything of the report, computed. One struct holds every number that is shown, and nothing else.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_STUDY_H
#define ROUTH_STUDY_H

#include <routh/identify.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct routh_study_options {
    const routh_law *const *laws; /* NULL: the six of the papers' tables */
    size_t law_count;

    size_t fit_count; /* impacts drawn to fit, the others test: fewer than there are; 0 (default): half, at most 500 */
    size_t k_max;     /* largest batch in the convergence figure; default 120 */
    size_t draws;     /* draws for each size; default 20 */
    size_t resamples; /* of the bootstrap; default 200 */
    double level;     /* of the intervals; default 0.95 */
    uint64_t seed;    /* default 1 */

    routh_ensemble_options ensemble; /* cost, metric, robustness, cap on μ */
    double tolerance;                /* in range within this share of |P|; default 0.001 */
    double slow_friction;            /* μ of a slow test, to show beside the fit; NaN (default): none */
    size_t surface;                  /* points of the cost surface along each side; default 41 */

    /* Of generated data; NULL (default): unknown. */
    const routh_law *truth;
    double truth_parameters[ROUTH_MAX_PARAMETERS];
} routh_study_options;

ROUTH_API routh_study_options routh_study_options_default(void);

/* Mean and deviation of the fitted parameters over the draws of one batch size. */
typedef struct routh_convergence {
    size_t k;
    double mean[ROUTH_MAX_PARAMETERS], deviation[ROUTH_MAX_PARAMETERS];
} routh_convergence;

/* One impact under one law. */
typedef struct routh_law_impact {
    routh_impulse impulse;   /* predicted at the fitted parameters */
    double error;            /* relative velocity error */
    routh_impact_fit own[2]; /* this impact's own parameters, by metric */
} routh_law_impact;

typedef struct routh_law_study {
    const routh_law *law;
    routh_ensemble_fit fit;
    routh_interval interval[ROUTH_MAX_PARAMETERS];

    /* on held-out impacts */
    double error_mean, error_median, error_se; /* relative */
    double error_mean_velocity;                /* m/s */
    double best_percent, worst_percent;
    double slow_error_mean; /* at slow_friction; NaN: not asked */

    /* on all used impacts */
    double range_fraction[2];              /* within the law's range, by metric */
    double own_mean[ROUTH_MAX_PARAMETERS]; /* mean of the impacts' own parameters, momentum metric */
    size_t gains, penetrates, pulls;       /* at the fitted parameters */
    size_t reversals_predicted;            /* of those measured */

    routh_convergence *convergence; /* k = 1 … convergence_count */
    size_t convergence_count;
    double *surface; /* cost at friction i, restitution j: surface[i * surface_size + j]; NULL without friction */
    double convex;   /* share of the surface's inner points where it is convex; NaN without a surface */
    routh_law_impact *impact; /* one per sample */
} routh_law_study;

/* An impact worth a look. */
typedef struct routh_example {
    size_t sample;
    char what[ROUTH_NAME_SIZE];
} routh_example;

#define ROUTH_MAX_EXAMPLES   12
#define ROUTH_DENSITY_POINTS 128

/* Everything for one reading of the frame. */
typedef struct routh_frame_study {
    routh_frame frame;
    char why[ROUTH_NAME_SIZE];
    routh_sample *sample;
    size_t count;
    size_t separating;       /* used records left out because the contact does not close in this frame */
    unsigned char *held_out; /* one per sample */
    size_t fit_count, test_count;

    size_t law_count;
    routh_law_study *law;

    double *irb;           /* relative error of the rigid bound, one per sample */
    double *best_post_hoc; /* least relative error of the laws, one per sample */
    double irb_mean, irb_median, irb_mean_velocity, best_post_hoc_mean, best_post_hoc_median; /* held out */

    double density_error[ROUTH_DENSITY_POINTS]; /* abscissa */
    double *density;                            /* law_count + 2 rows: the laws, best post hoc, rigid bound */

    double *surface_mu, *surface_eps; /* abscissae of the cost surfaces */
    size_t surface_size;

    size_t reversals;     /* measured: the slip turned round */
    size_t zero_friction; /* impacts whose own μ is 0 under law[zero_friction_law] */
    size_t zero_friction_law;
    routh_example example[ROUTH_MAX_EXAMPLES];
    size_t example_count;
} routh_frame_study;

typedef struct routh_study {
    const routh_dataset *dataset; /* not owned */
    routh_study_options options;
    routh_check check;
    routh_frame_study frame[2]; /* the chosen one first */
    size_t frame_count;
    double seconds;
} routh_study;

/* Studies the dataset in one frame or two; `why` (may be NULL) says why frame[0] was chosen. The dataset must outlive the study.
 * Fewer than 10 usable impacts are refused. */
ROUTH_API routh_status routh_study_run(routh_context *context, const routh_dataset *dataset, const routh_frame *frames,
                                       size_t frame_count, const char *why, const routh_study_options *options,
                                       routh_study *study);
ROUTH_API void routh_study_release(routh_context *context, routh_study *study);

#ifdef __cplusplus
}
#endif
#endif
