/* What friction and restitution depend on: laws with covariates, and the search for them among all that was recorded.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_STUDY_COVARIATES_H
#define ROUTH_STUDY_COVARIATES_H

#include <routh/fit.h>
#include <routh/identify.h>
#include <routh/learn.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Covariates ----------------------------------------------------------------------------------------------
 * Laws with constant parameters and with parameters that depend on something, tested on the same held-out impacts. */

#define ROUTH_DEPENDENCE_BINS  12
#define ROUTH_DEPENDENCE_CURVE 61

/* One law; routh_dependence_study_run in src/results/study/dependence_study.c. */
typedef struct routh_dependence_test {
    routh_dependence fit;                        /* with draws: of the first one, without intervals */
    double constant_mean, constant_velocity;     /* held-out error without covariates, relative and m/s */
    double error_mean, error_se, error_velocity; /* with covariates; standard error of the relative one */
    double gain, gain_se; /* constant_mean − error_mean, and its standard error, impact by impact; with draws the mean
                           * over them */
} routh_dependence_test;

/* Law-free restitution and friction over one quantity, in bins of equal count, and the curves of the best law. */
typedef struct routh_dependence_figure {
    char quantity[ROUTH_LABEL_SIZE];
    const char *unit;
    size_t bins;
    double at[ROUTH_DEPENDENCE_BINS]; /* mean of the quantity in the bin */
    double restitution[ROUTH_DEPENDENCE_BINS], restitution_se[ROUTH_DEPENDENCE_BINS];
    double friction[ROUTH_DEPENDENCE_BINS],
        friction_se[ROUTH_DEPENDENCE_BINS];                         /* of impacts that slide; NaN: fewer than 2 */
    double curve_at[ROUTH_DEPENDENCE_CURVE];                        /* other covariates at their means */
    double eps[ROUTH_DEPENDENCE_CURVE], mu[ROUTH_DEPENDENCE_CURVE]; /* NaN: the law has no such parameter */
} routh_dependence_figure;

typedef struct routh_dependence_study {
    size_t covariate_count;
    routh_covariate covariate[ROUTH_MOST_COVARIATES];
    size_t law_count;
    routh_dependence_test *law;
    size_t best; /* the law with the smallest error with covariates */
    size_t figure_count;
    routh_dependence_figure figure[ROUTH_MOST_COVARIATES]; /* one for each quantity */
    routh_findings findings;                               /* topic ROUTH_TOPIC_COVARIATES */
} routh_dependence_study;

/* What is drawn and how it is fitted. */
typedef struct routh_dependence_options {
    const routh_covariate *covariates;
    size_t covariate_count;
    const routh_law *const *laws; /* those without parameters are left out */
    size_t law_count;
    size_t fit_count;      /* impacts in a fit; the others test */
    size_t draws;          /* of that many impacts, streams 1, 2, … of the seed; 0: one, stream 0 */
    routh_fit_options fit; /* its seed is that of the draws, too */
} routh_dependence_options;

/* Exploration -------------------------------------------------------------------------------------------
 * Does restitution or friction depend on something that was recorded? Every quantity is tried, without a law and on
 * impacts held out: restitution is −v_n⁺/v_n of the contact point, friction |P_t|/P_n of the impacts that slide.
 *
 * Both can follow the motion although a law's parameters are constant: Poisson's and energetic restitution are no ratio
 * of velocities, and noise in a velocity is in both sides of a ratio. So a dependence must also be there in what the
 * best law with constant parameters leaves, and it must be stronger than the strongest of all quantities in recordings
 * that are simulated with that law and this recording's own residuals. docs/identification.md explains. */

typedef struct routh_explore_options {
    routh_fit_options fit; /* of the constant law */
    size_t simulations;    /* recordings without the dependence; default 199 */
    double
        significance; /* a dependence that turns up by chance in more of them than this is not claimed; default 0.005 */
    double least;     /* nor is one that explains less of the variance than this; default 0.02 */
    size_t folds;     /* parts of the impacts, each predicted from all others; default 10 */
    uint64_t seed;    /* default 1 */
} routh_explore_options;

ROUTH_API routh_explore_options routh_explore_options_default(void);

#define ROUTH_MOST_QUANTITIES 96
#define ROUTH_EXPLORE_DEGREE  3
#define ROUTH_EXPLORE_STEPS   3

/* One quantity in one step. */
typedef struct routh_candidate {
    char quantity[ROUTH_LABEL_SIZE];
    int degree;           /* 1 … ROUTH_EXPLORE_DEGREE: that with the smallest error held out */
    double share;         /* of the variance before this step that it explains, held out, without a law; may be < 0 */
    double beyond_law;    /* the same of what the law with constant parameters leaves */
    double behind, error; /* by how much `share` is less than the best candidate's, and the standard error of that */
    double correlation;   /* with the best candidate; NaN for angles */
    double chance; /* that it is chance, by the simulated recordings and for all that were tried; 1: not looked at */
    size_t
        blocks; /* stretches of the file that are as good as independent for it; below 16 it is not claimed; 0: not looked at */
    bool inseparable; /* its difference from the best one is within twice its standard error */
    char reading
        [64]; /* more than chance, but not claimed: read in this way, the recording shows less than half of it; "": none */
    double reading_share; /* the lesser of its two shares then */
} routh_candidate;

/* The best quantity, then the best beside it, and so on, as long as something is claimed. */
typedef struct routh_explore_step {
    size_t count;
    routh_candidate
        *candidate; /* the best first, by the lesser of its two shares; after those that are more than chance */
    bool claimed;   /* the best one */
} routh_explore_step;

/* One parameter. */
typedef struct routh_explored {
    const char *parameter; /* "eps" or "mu" */
    size_t count;          /* impacts that show it: all, or those that slide; 0 steps where they are too few */
    size_t step_count;
    routh_explore_step step[ROUTH_EXPLORE_STEPS];
    size_t claimed; /* steps */
    double share;   /* of the variance, by all that is claimed */
} routh_explored;

typedef struct routh_exploration {
    const routh_law *law; /* with constant parameters, the closest of the registry */
    double parameters[ROUTH_MAX_PARAMETERS];
    size_t tried, missing,
        constant; /* quantities: tried, left out because some impacts lack them or all are the same */
    char lacking[ROUTH_NAME_SIZE], same[ROUTH_NAME_SIZE]; /* their names, with commas between */
    routh_explored explored[2];                           /* restitution, friction */
    routh_findings findings;                              /* topic ROUTH_TOPIC_COVARIATES */
} routh_exploration;

#ifdef __cplusplus
}
#endif
#endif
