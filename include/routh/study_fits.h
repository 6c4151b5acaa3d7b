/* Studies of one fit to a planar recording: laws, a learned model, mass and inertia.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_STUDY_FITS_H
#define ROUTH_STUDY_FITS_H

#include <routh/inertia.h>
#include <routh/learn.h>
#include <routh/material.h>
#include <routh/study_covariates.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Fits ----------------------------------------------------------------------------------------------------
 * Laws fitted to some impacts and tested on the others, without the rest of a study: once, with intervals, or to few
 * impacts many times. */

/* The share of intervals that should hold the truth. */
#define ROUTH_FIT_LEVEL 0.95

/* Resampling fewer impacts than these says nothing of their scatter, or little. */
enum { ROUTH_FIT_TOO_FEW = 5, ROUTH_FIT_FEW = 10 };

/* One law; routh_fit_study_run in src/results/study/fit_study.c. */
typedef struct routh_law_fits {
    const routh_law *law;
    double value[ROUTH_MAX_PARAMETERS];                           /* fitted; with draws, the mean over them */
    double deviation[ROUTH_MAX_PARAMETERS];                       /* of the bootstrap; with draws, over them */
    double low[ROUTH_MAX_PARAMETERS], high[ROUTH_MAX_PARAMETERS]; /* high is NaN where it is bounded below only; both
                                                                   * with fewer than ROUTH_FIT_TOO_FEW impacts */
    double own[ROUTH_MAX_PARAMETERS]; /* with draws: the mean of the impacts' own parameters */
    double curvature[ROUTH_MAX_PARAMETERS];
    double correlation[ROUTH_MAX_PARAMETERS][ROUTH_MAX_PARAMETERS]; /* of one fit, as in routh_estimate */
    double cost;
    double error_mean, error_median; /* relative, on held-out impacts; NaN where there are none */
    unsigned flags;                  /* with draws: those that any of them had */
} routh_law_fits;

typedef struct routh_fit_study {
    /* What is studied, and how: the caller's. */
    const routh_dataset *dataset; /* [-] */
    routh_frame frame;
    const char *why;      /* that frame */
    routh_sample *sample; /* of the dataset in that frame */
    size_t count;
    size_t separating; /* used records left out because the contact does not close in this frame */
    const routh_law *const *laws;
    size_t law_count;
    size_t fit_count; /* impacts in a fit, 1 … count; the others test */
    size_t draws;     /* fits to as many draws; 0: one fit with intervals */
    size_t resamples; /* of the bootstrap of that one */
    uint64_t seed;
    routh_fit_options options;         /* but for its resamples, level and seed */
    const routh_covariate *covariates; /* NULL: none */
    size_t covariate_count;
    bool explore; /* 1: look for what restitution and friction depend on */

    /* What routh_fit_study_run fills. */
    size_t test_count;
    const char *caution;     /* what to think of intervals from fewer than ROUTH_FIT_FEW impacts; "": more */
    routh_standing standing; /* ROUTH_STANDING_NONE: no law predicts better than that every body stops; else SOUND */
    double approach[2];      /* least and greatest speed of approach, m/s */
    double bound_mean;       /* of the rigid bound on the same held-out impacts; NaN: none */
    routh_law_fits *fit;     /* [law_count] law_count of them */
    routh_dependence_study *dependence; /* NULL: no covariates */
    routh_exploration *exploration;     /* NULL: not asked for */
} routh_fit_study;

/* The samples of study->dataset in the frame with that name ("auto" or NULL: as routh_frame_of decides), as the program
 * takes them: fills frame, why (the caller's text), sample, count and separating, and a fit_count of 0 becomes half of
 * them, at most 500. No sample is ROUTH_BAD_ARGUMENT. Release with routh_samples_release. */
ROUTH_API routh_status routh_fit_study_samples(routh_context *context, const char *wanted, char why[ROUTH_NAME_SIZE],
                                               routh_fit_study *study);

/* Each sample's own parameters under each law, law_count × count of them: estimate[l * count + i]. Uses metric and mu_max of
 * the options. */
ROUTH_API routh_status routh_fit_study_each(routh_context *context, const routh_fit_study *study,
                                            routh_sample_estimate *estimate);

/* Takes long: the progress hook is called, and may stop it. */
ROUTH_API routh_status routh_fit_study_run(routh_context *context, routh_fit_study *study);
ROUTH_API void routh_fit_study_release(routh_context *context, routh_fit_study *study);

/* Training ------------------------------------------------------------------------------------------------
 * One model trained on some impacts and tested on the others or, where none are left, on each of its own predicted from
 * all others. */

/* Mean error over the held-out impacts; NaN: there are none. */
typedef struct routh_test_error {
    double speed;    /* |v̂⁺ − v⁺|, m/s, ω weighted by the radius of gyration */
    double relative; /* to |v⁺| */
} routh_test_error;

/* The share of measurements that intervals should hold. */
#define ROUTH_TEST_LEVEL 0.95
enum { ROUTH_TEST_OUTPUTS = 3 };

/* What measurements say of the model; routh_training_test in src/results/study/training.c. */
typedef struct routh_model_test {
    routh_test_error model, law, prior, projected;
    routh_test_error law_covariates; /* the law with the model's covariates, where routh_training.dependence is there */
    routh_test_error bound[2];       /* the ideal rigid-body bound, by metric */
    size_t outside;                  /* predictions that no rigid contact could bring about */
    size_t far;                      /* held-out impacts that are far from all that was learned; about one in
                                      * train_count + 1 of those like the samples */

    /* Share of measurements within the interval of ROUTH_TEST_LEVEL, by output. */
    size_t outputs;
    const char *output[ROUTH_TEST_OUTPUTS], *unit[ROUTH_TEST_OUTPUTS];
    double covered[ROUTH_TEST_OUTPUTS];
    double deviation[ROUTH_TEST_OUTPUTS]; /* root mean square of measured − predicted */
} routh_model_test;

typedef struct routh_training {
    /* All the caller's. */
    const routh_dataset *dataset; /* [-] */
    routh_frame frame;
    const char *why; /* that frame */
    routh_sample *sample;
    size_t count, separating;
    double (*pose)[3];              /* [count] of every sample */
    size_t *train, *rest;           /* indices of samples, ascending */
    size_t train_count, rest_count; /* `rest` is held out */
    uint64_t seed;
    routh_model_options options;
    double parameters[ROUTH_MAX_PARAMETERS]; /* of options.law, fitted to the training impacts */
    const routh_dependence *dependence;      /* the same with options.covariates; NULL: constant parameters */
    routh_model *model, *prior;              /* [-] prior NULL: none */
    const char *prior_name, *output;         /* output, the model's file, NULL: it is not kept */
    double seconds;

    routh_model_test test;      /* what routh_training_test fills */
    char note[ROUTH_NAME_SIZE]; /* what it learned from and what its intervals held, for routh_model_write */
} routh_training;

/* All of it, as the program does: draws train_count impacts (0: all) with the seed, trains on them, fits options.law to
 * the same, also with those options.covariates that name one of its parameters, and tests on the others. Takes dataset,
 * frame, why, train_count, seed, prior and options; fills the rest, which routh_training_release releases. On failure
 * nothing is left to release, and `count` is how many impacts there are. Takes long: the progress hook is called, and
 * may stop it. */
ROUTH_API routh_status routh_training_run(routh_context *context, routh_training *training);
ROUTH_API void routh_training_release(routh_context *context, routh_training *training);

/* Inertia ---------------------------------------------------------------------------------------------------*/

typedef struct routh_inertia_study_options {
    routh_inertia_options fit; /* shape and gravity are those of the dataset */
    const char *frame;         /* as in routh_frame_of; NULL (default): auto */
    bool noise_given;          /* 1: the noise in `fit` is known. Default 0: its level is estimated */
    bool noise_of_flights;     /* 1: it is measured in the trajectories. Default 0 */
    double snr_db;             /* it is that of a signal-to-noise ratio, dB; NaN (default): it is not */
    bool online;               /* 1: also the estimate contact by contact. Default 0 */
} routh_inertia_study_options;

ROUTH_API routh_inertia_study_options routh_inertia_study_options_default(void);

/* All that contacts say of a body's mass and inertia; routh_inertia_study_run in src/results/study/inertia_study.c. */
typedef struct routh_inertia_study {
    const routh_dataset *dataset; /* [-] not owned */
    routh_frame frame;
    char why[ROUTH_NAME_SIZE]; /* that frame */
    routh_record *record;
    size_t count;
    routh_inertia_estimate fit;
    routh_inertia_estimate plain; /* ordinary least squares beside it, where has_plain */
    bool has_plain;
    const char *noise_from;               /* in words */
    routh_inertia_history online;         /* the estimate contact by contact; empty: not asked for */
    size_t by_misfit[ROUTH_MISFIT_COUNT]; /* contacts of each kind; those that fit are the first */
    double stated_m_over_i;               /* of the dataset's own mass and inertia, 1/m²; NaN: it states none */
} routh_inertia_study;

/* NULL options: the defaults. The dataset must outlive the study. Release it after a failure, too. */
ROUTH_API routh_status routh_inertia_study_run(routh_context *context, const routh_dataset *dataset,
                                               const routh_inertia_study_options *options, routh_inertia_study *study);
ROUTH_API void routh_inertia_study_release(routh_context *context, routh_inertia_study *study);

#ifdef __cplusplus
}
#endif
#endif
