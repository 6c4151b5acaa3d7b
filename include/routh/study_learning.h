/* Are learned models better than laws, from how many impacts on, and why.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_STUDY_LEARNING_H
#define ROUTH_STUDY_LEARNING_H

#include <routh/learn.h>
#include <routh/study_covariates.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ROUTH_DENSITY_POINTS 128

/* Learning ----------------------------------------------------------------------------------------------
 * Are learned models better than laws on this recording, and from how many impacts on? Models and laws are trained on
 * the same draws of impacts and tested on all others. Errors are |v̂⁺ − v⁺|, m/s, ω weighted by the radius of
 * gyration. */

typedef struct routh_learning_options {
    const size_t *sizes; /* numbers of training impacts, ascending; NULL: 25, 50, 100, 150, 200, 300 and 450, as far as
                          * they are below nine tenths of all impacts, and nine tenths */
    size_t size_count;
    size_t draws;         /* for each size, up to ROUTH_MOST_REPETITIONS; default 10 */
    size_t last_draws;    /* for the largest size, which takes longest; 0 (default): 1 if that is more than 600 impacts,
                           * otherwise `draws` */
    size_t detail;        /* densities, coverage and length scales are given at the size nearest to this; default 450 */
    const routh_law *law; /* used by the residual and parameters kinds; NULL: the best law on held-out impacts */
    const routh_model *prior; /* [-] a model of another body, tested as it is and as a prior; NULL (default): none */
    char prior_name[ROUTH_NAME_SIZE];
    routh_gp_options gp; /* default: one start */
    uint64_t seed;       /* default 1 */

    /* As in routh_model_options, for every learned model; laws get them too, so that both sides have the same inputs. A
     * study sets them from its own covariates; default none. */
    const routh_covariate *covariates;
    size_t covariate_count;
    const double *covariate; /* [-] */
} routh_learning_options;

ROUTH_API routh_learning_options routh_learning_options_default(void);

/* What is compared. */
typedef enum routh_contestant_kind {
    ROUTH_CONTESTANT_MODEL,         /* learned */
    ROUTH_CONTESTANT_LAW,           /* of the study, fitted on the same draws */
    ROUTH_CONTESTANT_PRIOR,         /* routh_learning_options.prior as it is */
    ROUTH_CONTESTANT_ON_PRIOR,      /* a model learned with that prior */
    ROUTH_CONTESTANT_BEST_POST_HOC, /* for each impact the law that turned out best */
    ROUTH_CONTESTANT_BOUND          /* the rigid bound in `metric` */
} routh_contestant_kind;

/* Error over the draws of one size; routh_learning_points in src/results/study/learning_points.c. */
typedef struct routh_learning_point {
    size_t size, draws;
    /* Over the draws, of the mean over the test impacts of a draw, m/s; NaN: too few impacts to train on. */
    double mean, deviation, least, most;
    double relative; /* mean error relative to |v⁺|; NaN as above */
} routh_learning_point;

#define ROUTH_COVERAGE_LEVELS 3
#define ROUTH_SPEED_BINS      5

/* What only models have, at the size of the details (routh_learning.detail), over all its draws; routh_learning_details in
 * src/results/study/learning_details.c. */
typedef struct routh_model_study {
    size_t outputs, inputs;
    const char *output[6], *unit[6];
    char input[ROUTH_GP_MOST_INPUTS][ROUTH_LABEL_SIZE];
    const char *covered[6]; /* what coverage refers to: the output, or "Pt" and "Pn" for learned parameters */
    double coverage[6][ROUTH_COVERAGE_LEVELS];   /* fraction of held-out measurements within the interval, by output */
    double coverage_mean[ROUTH_COVERAGE_LEVELS]; /* mean over the outputs */
    double length[6][ROUTH_GP_MOST_INPUTS]; /* median length scale by output and input, in deviations of the input */
    double noise[6];                        /* median noise by output, in its unit */
    double outside; /* fraction of held-out predictions that leave the energy ellipse, penetrate or pull; NaN for
                     * the baseline, which does not use the contact */
    double projected_error; /* with those projected into the ellipse, m/s */
    size_t bounded;         /* median of routh_model_facts.bounded */

    /* Does the error grow with incident speed? Held-out impacts in bins of equal count, slowest first. */
    double bin_speed[ROUTH_SPEED_BINS]; /* mean |v| of the contact point, m/s */
    double bin_error[ROUTH_SPEED_BINS]; /* root mean square of (measured − predicted) ÷ predicted deviation, over
                                         * outputs; 1 if the predicted deviation is right */
    double speed_correlation;           /* Spearman's, of |v| and that ratio's size */
    double speed_confidence;            /* |z| of that correlation, in standard deviations */
} routh_model_study;

typedef struct routh_contestant {
    char name[64];  /* "residual-wrench", "wang-mason", "best-post-hoc", "irb-velocity" */
    char title[96]; /* "residual wrench on Wang–Mason" */
    routh_contestant_kind kind;
    routh_model_kind model;
    const routh_law *law; /* the contestant itself, or the law that the model uses; NULL: none */
    routh_metric metric;
    routh_learning_point *curve;          /* [up.size_count] one for each size */
    double density[ROUTH_DENSITY_POINTS]; /* of the errors at the size of the details, over all draws */
    routh_model_study detail;             /* of models */
    double pays_from;                     /* of models: as routh_learning.pays_from, for this model */
} routh_contestant;

typedef struct routh_learning {
    size_t size_count;
    size_t *size;
    size_t detail; /* index of the size of the details */
    size_t draws;
    size_t count;
    size_t covariate_count; /* of models and laws; 0: the impact alone */
    routh_covariate covariate[ROUTH_MOST_COVARIATES];
    routh_contestant *contestant;               /* [count] models first, then laws, the best per impact, bounds */
    double density_error[ROUTH_DENSITY_POINTS]; /* abscissa, m/s */

    /* The numbers of the conclusion; routh_learning_conclude in src/results/study/learning_conclusion.c. */
    size_t best_law, best_model; /* indices, at the size of the details; `count`: there is none */
    double pays_from; /* the smallest size from which on the best model beats the best law by more than twice the
                       * standard error of their difference; NaN: there is none */
    double gain; /* 1 − error of the best model ÷ error of the best law, at the largest size for which all have one */
    double prior_pays_until; /* the largest size at which a model with the prior beats the one without, by the same
                              * criterion; NaN: there is none */
    double seconds;
} routh_learning;

/* Where an advantage of learning comes from ------------------------------------------------------------------
 * A learned model may predict better than a law because it sees more, or because it is not bound to the law's form. So a
 * Gaussian process without any structure, from inputs to the change of velocity, gets the same inputs as the laws. */
typedef enum routh_input_set {
    ROUTH_INPUTS_CONTACT,    /* what a law with constant parameters sees: r and the velocity of the contact point */
    ROUTH_INPUTS_COVARIATES, /* and the covariates' quantities */
    ROUTH_INPUTS_ALL,        /* r, pose, velocity, and those quantities */
    ROUTH_INPUT_SETS
} routh_input_set;

ROUTH_API extern const routh_names routh_input_sets; /* "contact", "covariates", "all" */

/* Mean errors on held-out impacts, m/s; routh_input_study_run in src/results/study/inputs.c. */
typedef struct routh_input_study {
    const routh_law *law;                /* the best one with covariates */
    double law_constant, law_covariates; /* its error */
    double learned[ROUTH_INPUT_SETS];    /* of the structureless model */
    size_t inputs[ROUTH_INPUT_SETS];     /* how many */
    double
        from_inputs; /* of the advantage over the constant law: contact − all, what more inputs bring, after the form */
    double from_structure; /* the rest: constant law − contact, with the same inputs */
    double inputs_first;   /* the other order: law's constant − covariates, and the model's covariates − all */
    double advantage_se, from_inputs_se, inputs_first_se; /* standard errors over the held-out impacts, paired */
    routh_findings findings;                              /* topic ROUTH_TOPIC_LEARNING */
} routh_input_study;

#ifdef __cplusplus
}
#endif
#endif
