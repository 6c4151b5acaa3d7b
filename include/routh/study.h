/* The study room: every number and sentence of every report. One struct for each study holds what its report shows, and
 * nothing else.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_STUDY_H
#define ROUTH_STUDY_H

#include <routh/identify.h>
#include <routh/impact3.h>
#include <routh/inertia.h>
#include <routh/insertion.h>
#include <routh/learn.h>
#include <routh/rollout.h>
#include <routh/segment.h>
#include <routh/simulate.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ROUTH_DENSITY_POINTS 128

/* Parameters, and the calibration, of another recording's study, to be applied to this one as they are. */
#define ROUTH_MOST_TRANSFERRED 32

typedef struct routh_transferred_law {
    const routh_law *law;
    double parameters[ROUTH_MAX_PARAMETERS];
} routh_transferred_law;

typedef struct routh_transfer {
    char name[ROUTH_NAME_SIZE];    /* of that study's dataset */
    routh_frame frame;             /* in which it was read */
    bool calibrated;               /* 1: `calibration` holds the values that were corrected there, freed */
    routh_calibration calibration; /* for routh_dataset_calibrate */
    size_t count;
    routh_transferred_law law[ROUTH_MOST_TRANSFERRED];
} routh_transfer;

/* Reads results.json of a study. Refused: a file of another kind, a law that is not in the registry, a parameter that is
 * missing or outside the law's bounds; the message names the file and the field. */
ROUTH_API routh_status routh_transfer_read(routh_context *context, routh_io from, routh_transfer *transfer);

typedef struct routh_study_options {
    const routh_law *const *laws; /* NULL: the six of the papers' tables */
    size_t law_count;

    size_t fit_count; /* impacts drawn for fits; the others are held out. 0 (default): half of them, at most 500 */
    size_t k_max;     /* largest batch in the convergence figure; default 120 */
    size_t draws;     /* draws for each batch size in that figure, up to ROUTH_MOST_REPETITIONS; default 20 */
    size_t resamples; /* of the bootstrap, up to ROUTH_MOST_REPETITIONS; default 200 */
    double level;     /* of the intervals; default 0.95 */
    uint64_t seed;    /* default 1 */

    routh_fit_options ensemble; /* cost, metric, robustness, upper bound on μ */
    bool rank_by_impulse;       /* 1: best and worst by impulse_error, as in the paper; default 0: by velocity error */
    double tolerance;           /* a distance within this fraction of |P| counts as in range; default 0.001 */
    double slow_friction;       /* μ from a slow sliding test, shown beside the fit; NaN (default): none */
    size_t references; /* simulated recordings for each law, to see what is attainable; default 20. A sixth, but
                                 * two or more, for each of twelve places where the noise may be, if flights do not say.
                                 * 0: none; there is none either in a frame that the data contradict */
    size_t surface;    /* points of the cost surface along each side; default 41 */

    bool published; /* 1: compare with the printed tables of Fundamental limitations; laws NULL then means the six that
                     * its authors ran. Default 0 */

    const struct routh_learning_options *learning; /* NULL (default): no learned models */

    const routh_dataset
        *uncalibrated; /* [-] the dataset before routh_dataset_calibrate, to compare; NULL (default): none */
    const routh_covariate *covariates; /* parameters that depend on something; NULL (default): none */
    size_t covariate_count;
    bool explore; /* 1: look for what restitution and friction depend on; default 0 */
    size_t split; /* the recording in so many groups, to see whether errors hold; 0 (default): not split */
    const routh_transfer *transfer; /* [-] of another study, to be tested here; NULL (default): none */
    const routh_calibration
        *calibration; /* that the dataset was corrected by, to be kept in results.json; NULL (default):
                                           * none */

    /* The law that generated the data, and its parameters; NULL (default): unknown. */
    const routh_law *truth;
    double truth_parameters[ROUTH_MAX_PARAMETERS];

    /* Where the study came from, as the report shall say it; UTF-8, the caller's, and read until the study is written. NULL
     * (default): nothing is said. The date is only on the page: the same study gives the same results.json. */
    const char *command, *checksum, *date;
} routh_study_options;

ROUTH_API routh_study_options routh_study_options_default(void);

/* What the authors of Fundamental limitations did: unweighted metric, sum of norms, laws ranked by the error of the
 * impulse, their program's AP Poisson. Study it in frame ROUTH_AS_RECORDED. */
ROUTH_API routh_study_options routh_study_options_published(void);

/* The friction of slow sliding that the papers give for a body, for slow_friction: 0.3 for the published ellipse, else
 * NaN. */
ROUTH_API double routh_published_slow_friction(const routh_body *body);

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
    double coverage[6][ROUTH_COVERAGE_LEVELS]; /* fraction of held-out measurements within the interval, by output */
    double length[6][ROUTH_GP_MOST_INPUTS];    /* median length scale by output and input, in deviations of the input */
    double noise[6];                           /* median noise by output, in its unit */
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
    routh_contestant *contestant;               /* [count] models first, then laws, best post hoc, bounds */
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

/* Mean and deviation of the fitted parameters over the draws of one batch size. */
typedef struct routh_convergence {
    size_t k;
    double mean[ROUTH_MAX_PARAMETERS], deviation[ROUTH_MAX_PARAMETERS];
} routh_convergence;

/* One impact under one law. */
typedef struct routh_law_impact {
    routh_impulse impulse;                         /* predicted at the fitted parameters */
    double error;                                  /* relative velocity error */
    double impulse_error;                          /* |P − law| ÷ |P|, P measured in the metric of the fit */
    routh_sample_estimate own[ROUTH_METRIC_COUNT]; /* this impact's own parameters, by metric */
} routh_law_impact;

/* Reach is given at these tolerances, relative to the impulse: 0, 0.1, 0.2, 0.5, 1, 2, 5 and 10 %. */
#define ROUTH_REACH_TOLERANCES 8
#define ROUTH_REACH_ROUNDING   1e-9 /* at tolerance 0 */
ROUTH_API extern const double routh_reach_tolerance[ROUTH_REACH_TOLERANCES];

/* Where the noise of a reference comes from: code, name, about. */
#define ROUTH_NOISE_SOURCE_TABLE(X)                                                                                    \
    X(ROUTH_NOISE_OF_BOUND, "bound", "at which the rigid bound is as measured")                                        \
    X(ROUTH_NOISE_OF_FLIGHTS, "flights", "from the scatter of the frames about the parabolas of their flights")

typedef enum routh_noise_source {
#define ROUTH_NOISE_SOURCE_CODE(code, name, about) code,
    ROUTH_NOISE_SOURCE_TABLE(ROUTH_NOISE_SOURCE_CODE)
#undef ROUTH_NOISE_SOURCE_CODE
        ROUTH_NOISE_SOURCE_COUNT
} routh_noise_source;

ROUTH_API extern const routh_names routh_noise_sources;

/* The mean over simulated recordings, and the range that holds another one in 95 of 100 cases. Where the noise is from the
 * rigid bound, the range is over all velocities in which it may be, and the mean is only that of those that were tried. */
typedef struct routh_reference_range {
    double mean, low, high;
} routh_reference_range;

/* What this study would show if the law were exactly true, with the recording's noise. NaN where the law answers for no
 * impact to fit, or for none that is held out. */
typedef struct routh_reference {
    routh_reference_range reach;                 /* fraction in range, as routh_law_study.reach */
    routh_reference_range error, error_velocity; /* of the law fitted again, held out: relative; m/s */
    routh_reference_range bound;                 /* relative error of the rigid bound, held out */
    routh_reference_range reversals;             /* fraction of impacts whose measured slip is reversed */
    routh_reference_range true_reversals;        /* whose slip truly is */
    routh_reference_range hits, false_alarms; /* predicted reversals that are measured, and that are not; fractions */
    double reach_at[ROUTH_REACH_TOLERANCES];
} routh_reference;

typedef struct routh_law_study {
    const routh_law *law;

    /* On the fitted impacts; fit_laws in src/results/study/study.c. */
    routh_estimate fit;
    routh_interval interval[ROUTH_MAX_PARAMETERS];

    /* On held-out impacts; routh_study_errors in src/results/study/errors.c. */
    double error_mean, error_median, error_se; /* relative */
    double error_mean_velocity;                /* m/s */
    double best_percent, worst_percent;
    double slow_error_mean; /* at slow_friction; NaN: not given */

    /* With options.transfer, on the same held-out impacts at the other study's parameters; NaN: it has no such law. */
    double transferred[ROUTH_MAX_PARAMETERS];
    double transfer_error_mean, transfer_error_velocity; /* relative; m/s */

    /* On all used impacts; routh_study_own_parameters in src/results/study/own_parameters.c. */
    double range_fraction[ROUTH_METRIC_COUNT]; /* within the law's range, by metric */
    double own_mean[ROUTH_MAX_PARAMETERS];     /* mean of the impacts' own parameters, momentum metric */

    size_t gains, penetrates, pulls; /* at the fitted parameters; routh_study_errors */
    size_t reversals_predicted;      /* of those measured; routh_study_anomalies in src/results/study/anomalies.c */
    size_t reversals_false;          /* predicted, but not measured; likewise */

    /* routh_study_reference in src/results/study/reference.c */
    double reach;                            /* in range in the metric of the fit, within options.tolerance */
    double reach_at[ROUTH_REACH_TOLERANCES]; /* the same over routh_reach_tolerance */
    routh_reference reference;               /* with options.references */

    /* Conclusions from these; routh_study_judge in src/results/study/judge.c. */
    bool best;                        /* 1: as good as the best law, the mean error differs by less than 0.1 % */
    bool near;                        /* 1: not best, but within one standard error of the difference */
    double difference, difference_se; /* of relative errors from the best law's, impact by impact, held out */
    int covers[ROUTH_MAX_PARAMETERS]; /* of the law that generated the data: 1 if the interval contains the truth */
    routh_findings findings; /* flat directions, bounds, energy: clauses rather than sentences; routh_say_law in
                                       * src/results/study/study_alarm.c */

    /* routh_study_convergence in src/results/study/convergence.c */
    routh_convergence *convergence; /* k = 1 … convergence_count; none without parameters */
    size_t convergence_count;

    /* routh_study_surfaces in src/results/study/surface.c */
    double *surface; /* [up.surface_size, up.surface_size] cost at friction i, restitution j:
                      * surface[i * surface_size + j]; NULL without friction */
    double convex;   /* fraction of the surface's inner points where it is convex; NaN without a surface */

    routh_law_impact *impact; /* [up.count] one for each sample; routh_study_errors and routh_study_own_parameters */
} routh_law_study;

/* An impact worth looking at. */
typedef struct routh_example {
    size_t sample;
    char what[ROUTH_NAME_SIZE]; /* why */
    routh_region *region; /* [up.law_count] of each law, law_count of them; parameters other than μ and ε are the
                           * fitted ones */
} routh_example;

#define ROUTH_MAX_EXAMPLES 12

/* A number that the authors of Fundamental limitations printed, and ours; routh_study_published in
 * src/results/study/published.c. */
typedef struct routh_published {
    const char *row;            /* the paper's name of the law: "AP Poisson" */
    const char *law;            /* our law that stands for it: "ap-poisson-normal" */
    const char *quantity;       /* "mu", "eps", "best", "worst" (table 1; percent) or "range" (table 2) */
    double printed, printed_sd; /* NaN: not printed */
    double found, found_sd;     /* from this recording; NaN: not found */
    double later; /* the same if the velocities after also held ROUTH_PUBLISHED_FRAMES frames of gravity, as those of
                   * the authors' later release do; NaN: not found */
    double tolerance; /* a difference up to this needs no reason: rounding in print, and for parameters the deviation
                       * over draws */
    const char *why;  /* the reason for a difference; NULL: none is needed, or none is known */
} routh_published;

#define ROUTH_PUBLISHED_FRAMES 3

/* Everything for one frame; study_frame in src/results/study/study.c calls the functions that fill it. */
typedef struct routh_frame_study {
    routh_frame frame;
    char why[ROUTH_NAME_SIZE]; /* the reason for this frame */
    routh_sample *sample;
    size_t count;
    size_t separating;       /* used records left out because the contact is not closing in this frame */
    unsigned char *held_out; /* [count] one per sample */
    size_t fit_count, test_count;
    double approach[2]; /* least and greatest speed of approach of the samples, m/s */

    size_t law_count;
    routh_law_study *law;
    size_t best; /* index of the law with the smallest mean error on held-out impacts */

    /* routh_study_errors in src/results/study/errors.c */
    double *irb;           /* [count] relative error of the rigid bound, one per sample */
    double *best_post_hoc; /* [count] smallest relative error of the laws, one per sample */
    double irb_mean, irb_median, irb_mean_velocity, best_post_hoc_mean, best_post_hoc_median; /* held out */

    /* With options.references: standard deviation of the noise of vx, vy and ω times the radius of gyration, before and
     * after, m/s; routh_reference_noise in src/results/study/reference_noise.c. From flights it is the root mean square over
     * these impacts, given the frames of their flights: the frames' noise times what their times make of it exactly */
    double noise, noise_error;    /* standard error */
    double noise_low, noise_high; /* its interval, of the study's level; from the bound: root mean square, wherever the
                                   * noise may be */
    double noise_bound;           /* what the rigid bound alone asks for; equals noise where this is from the bound */
    routh_noise_source noise_source;

    /* routh_study_densities in src/results/study/densities.c */
    double density_error[ROUTH_DENSITY_POINTS]; /* abscissa */
    double *density; /* [law_count + 2, 128] law_count + 2 rows: the laws, best post hoc, rigid bound */

    /* routh_study_surfaces in src/results/study/surface.c */
    double *surface_mu, *surface_eps; /* [surface_size] abscissae of the cost surfaces */
    size_t surface_size;

    /* routh_study_anomalies in src/results/study/anomalies.c */
    size_t reversals;     /* measured impacts in which the slip reversed */
    size_t zero_friction; /* impacts whose own μ is 0 under law[zero_friction_law] */
    size_t zero_friction_law;
    routh_example example[ROUTH_MAX_EXAMPLES];
    size_t example_count;

    routh_published *published; /* of frame[0], with options.published; published_count of them */
    size_t published_count;

    routh_learning *learning; /* NULL: no learned models; routh_learning_run in src/results/study/learning.c */

    struct routh_dependence_study *dependence; /* NULL: no covariates; routh_dependence_study_run in
                                                * src/results/study/dependence_study.c */
    struct routh_input_study *inputs;          /* with learning and covariates; NULL: not both */
    struct routh_exploration
        *exploration; /* NULL: not asked for; routh_exploration_run in src/results/study/explore.c */

    /* Sentences; routh_study_say in src/results/study/study_alarm.c. */
    routh_findings findings; /* of the report; those of topic ROUTH_TOPIC_… also appear beside their figures */
    routh_findings alarm;    /* what a reader must know first; a heading, then the rest; empty: nothing */
    routh_findings verdict;  /* exactly one: the result of the frame check, in a few words */
} routh_frame_study;

#define ROUTH_TOPIC_USE        "use"        /* which values to use, and what they mean */
#define ROUTH_TOPIC_ANOMALIES  "anomalies"  /* what laws do not explain: no friction, slip reversal */
#define ROUTH_TOPIC_LEARNING   "learning"   /* what learned models add */
#define ROUTH_TOPIC_COVARIATES "covariates" /* what parameters depend on */

/* Split recordings -----------------------------------------------------------------------------------------
 * The recording in disjoint groups, each estimated by itself. A number whose stated error is right scatters between groups by
 * about 1 of these errors. More at random: the error is too small. More in the order of the file only: the recording drifts.
 * docs/coverage.md has figures. */

typedef enum routh_split_order {
    ROUTH_SPLIT_AT_RANDOM,
    ROUTH_SPLIT_IN_ORDER, /* of the file: neighbours are in the same group */
    ROUTH_SPLIT_ORDERS
} routh_split_order;

ROUTH_API extern const routh_names routh_split_orders; /* "random", "file order" */

typedef struct routh_split_options {
    size_t groups;                /* 2 … 1000; default 2 */
    uint64_t seed;                /* of the groups at random; default 1 */
    const routh_law *const *laws; /* NULL: the six of the papers' tables. Not for tosses */
    size_t law_count;
    routh_fit_options fit; /* with its resamples, default 200. Not for tosses */
} routh_split_options;

ROUTH_API routh_split_options routh_split_options_default(void);

/* How one number scatters; each by routh_split_order. */
typedef struct routh_split_number {
    const char *of;                     /* the law's name, or "calibration" */
    const char *name;                   /* "mu" */
    const char *unit;                   /* "" for none */
    size_t groups[ROUTH_SPLIT_ORDERS];  /* that determine it, with a standard error */
    double mean[ROUTH_SPLIT_ORDERS];    /* over these groups */
    double scatter[ROUTH_SPLIT_ORDERS]; /* standard deviation over the groups, n − 1 */
    double claimed[ROUTH_SPLIT_ORDERS]; /* root mean square of the stated standard errors */
    double ratio[ROUTH_SPLIT_ORDERS];   /* scatter ÷ claimed; NaN: fewer than two groups determine it */
} routh_split_number;

typedef struct routh_split {
    size_t groups; /* 0: not split */
    uint64_t seed;
    const char *units;  /* what was dealt into groups: "records", "trajectories", "tosses" */
    size_t least, most; /* of them in a group */
    size_t count;
    routh_split_number *number;
    double ratio[ROUTH_SPLIT_ORDERS]; /* root mean square over the numbers; NaN: there is none */
    size_t worst[ROUTH_SPLIT_ORDERS]; /* index of the number with the largest ratio */
    double chance; /* standard deviation of one number's ratio if its error is right, 1/√(2 (groups − 1)) */
    bool drifts;   /* 1: the ratio in the order of the file is above 1.5, that at random is not */
    routh_findings findings; /* sentences */
} routh_split;

/* Parameters of laws and calibration of each group's used records, read in that frame. Records of one trajectory stay in one
 * group. ROUTH_BAD_ARGUMENT if that leaves fewer than ROUTH_FIT_TOO_FEW of them to a group. */
ROUTH_API routh_status routh_split_of(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                      const routh_split_options *options, routh_split *split);
ROUTH_API void routh_split_release(routh_context *context, routh_split *split);

/* Systematics ---------------------------------------------------------------------------------------------
 * What other ways to read the same recording would change, beside the standard errors: time between the velocities,
 * gravity in them, recorded flags, calibration, inertia, records that do not fit. One law is fitted to each reading, with the same split. */

typedef enum routh_reading_kind {
    ROUTH_READING_USED,         /* as the study reads it; always the first */
    ROUTH_READING_UNCALIBRATED, /* before the calibration that was applied */
    ROUTH_READING_CALIBRATED,   /* with the calibration that was not applied */
    ROUTH_READING_GAP,          /* another time between the velocities */
    ROUTH_READING_GRAVITY,      /* with the gravity of ROUTH_PUBLISHED_FRAMES frames more in vy after */
    ROUTH_READING_FLAGS,        /* our own flags instead of recorded ones, or the other way round */
    ROUTH_READING_INERTIA,      /* the inertia that the identity implies */
    ROUTH_READING_ROBUST /* with Huber's loss, or without it where the study has it: a few records that do not fit */
} routh_reading_kind;

typedef struct routh_variant {
    routh_reading_kind kind;
    char name[64];                   /* "gap 8 ms" */
    size_t count;                    /* impacts */
    routh_frame_hypothesis identity; /* of the frame */
    double parameters[ROUTH_MAX_PARAMETERS];
    double error, error_velocity; /* mean on held-out impacts, relative and in m/s */
    double bound;                 /* mean relative error of the rigid bound, held out */
} routh_variant;

#define ROUTH_MAX_VARIANTS 10

typedef struct routh_systematics {
    const routh_law *law; /* [1] */
    size_t count;
    routh_variant variant[ROUTH_MAX_VARIANTS];
    routh_interval interval[ROUTH_MAX_PARAMETERS]; /* of the law's parameters as used: statistics alone */
    double low[ROUTH_MAX_PARAMETERS];              /* smallest and largest over the readings */
    double high[ROUTH_MAX_PARAMETERS];
    double advised_gyration; /* that the identity implies where it differs from the stated by more than 5 % and three
                              * errors, m; NaN: it does not */
    routh_findings findings; /* sentences */
} routh_systematics;

/* One recorded motion with the parabolas that segmentation fits before and after each contact. Lists are over time: x and
 * y in m, and the angle times the radius of gyration, m. */
typedef struct routh_motion_curve {
    size_t count;
    double *time;        /* s */
    double *x, *y, *arc; /* arc: θ times the radius of gyration */
} routh_motion_curve;

typedef struct routh_motion_contact {
    double time; /* at which the parabolas come nearest, s; the middle of the spike if one is missing */
    bool used;   /* 1: a record of the dataset near this instant is used */
    routh_motion_curve before, after; /* count 0: too little flight to fit */
} routh_motion_contact;

typedef struct routh_motion_figure {
    size_t trajectory;           /* index: of those with the most used records the first */
    double gyration;             /* m */
    routh_motion_curve recorded; /* of a long trajectory 10,000 samples, from its first used record on */
    size_t contact_count;
    routh_motion_contact *contact; /* in the order of time */
} routh_motion_figure;

typedef struct routh_study {
    const routh_dataset *dataset; /* [-] not owned */
    routh_study_options options;
    routh_findings check;          /* of routh_dataset_check */
    routh_frame_evidence evidence; /* of the check, for the frame */
    routh_findings used;           /* exactly one: how many impacts are used, and why others are not */
    routh_frame_study frame[2];    /* the chosen one first */
    size_t frame_count;
    routh_systematics systematics; /* of frame[0] and its best law that has parameters */
    routh_motion_figure *motion;   /* NULL: no trajectories; routh_study_motion in src/results/study/motion_figure.c */
    routh_split split;             /* of frame[0], with options.split; routh_split_of in src/results/study/split.c */
    double seconds;
} routh_study;

/* Studies the dataset in one frame or two; `why` (may be NULL) is the reason for frames[0]. The dataset must outlive
 * the study. Fewer than 10 usable impacts are refused. */
ROUTH_API routh_status routh_study_run(routh_context *context, const routh_dataset *dataset, const routh_frame *frames,
                                       size_t frame_count, const char *why, const routh_study_options *options,
                                       routh_study *study);
ROUTH_API void routh_study_release(routh_context *context, routh_study *study);

/* `before` is the dataset before calibration, NULL if none was applied. law NULL: wang-mason. Of the options it uses those
 * of fits, split, resamples and seed; NULL: the defaults. Release with routh_systematics_release. */
ROUTH_API routh_status routh_systematics_of(routh_context *context, const routh_dataset *dataset,
                                            const routh_dataset *before, routh_frame frame, const routh_law *law,
                                            const routh_study_options *options, routh_systematics *systematics);
ROUTH_API void routh_systematics_release(routh_context *context, routh_systematics *systematics);

/* Checks ------------------------------------------------------------------------------------------------*/

/* What a dataset shows about itself, and the frame that was then chosen; routh_check_run in src/results/study/check_study.c. */
typedef struct routh_check_answer {
    const routh_dataset *dataset; /* [-] not owned */
    routh_findings findings;
    routh_frame_evidence evidence;
    routh_frame frame;                                 /* in which to read the data */
    char why[ROUTH_NAME_SIZE];                         /* the reason, one sentence */
    routh_systematics *systematics;                    /* [-] NULL: none */
    const char *(*hint)(const routh_finding *finding); /* text to add to a finding, never NULL; hint NULL: nothing */
} routh_check_answer;

/* Everything but `hint`, which is the caller's. `before`: the dataset before it was calibrated; NULL: it was not.
 * `frame` as in routh_frame_of. The dataset must outlive the answer. Release it after a failure, too. */
ROUTH_API routh_status routh_check_run(routh_context *context, const routh_dataset *dataset,
                                       const routh_dataset *before, const char *frame, routh_check_answer *answer);
ROUTH_API void routh_check_answer_release(routh_context *context, routh_check_answer *answer);

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

ROUTH_API routh_status routh_dependence_study_run(routh_context *context, const routh_dataset *dataset,
                                                  const routh_sample *samples, size_t count,
                                                  const routh_dependence_options *options,
                                                  routh_dependence_study *study);
ROUTH_API void routh_dependence_study_release(routh_context *context, routh_dependence_study *study);

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

/* `held_out` says for every sample whether it tests; the dependence study is of the same split. */
ROUTH_API routh_status routh_input_study_run(routh_context *context, const routh_dataset *dataset,
                                             const routh_sample *samples, size_t count, const unsigned char *held_out,
                                             const routh_dependence_study *dependence, const routh_gp_options *gp,
                                             routh_input_study *study);
ROUTH_API void routh_input_study_release(routh_context *context, routh_input_study *study);

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

/* At least 40 samples; `dataset` is their origin. NULL options: the defaults. */
ROUTH_API routh_status routh_exploration_run(routh_context *context, const routh_dataset *dataset,
                                             const routh_sample *samples, size_t count,
                                             const routh_explore_options *options, routh_exploration *exploration);
ROUTH_API void routh_exploration_release(routh_context *context, routh_exploration *exploration);

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
    double approach[2];                 /* least and greatest speed of approach, m/s */
    double bound_mean;                  /* of the rigid bound on the same held-out impacts; NaN: none */
    routh_law_fits *fit;                /* [law_count] law_count of them */
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

/* What the fit's flags mean for the parameters of one law, in one or more sentences; "" for none. Returns `text`. */
#define ROUTH_FIT_WORDS 512
ROUTH_API const char *routh_law_fits_text(const routh_fit_study *study, const routh_law_fits *fit,
                                          char text[ROUTH_FIT_WORDS]);

/* What to think of intervals from fewer than ROUTH_FIT_FEW impacts. */
ROUTH_API const char *routh_fit_study_caution(const routh_fit_study *study);

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

    routh_model_test test; /* what routh_training_test fills */
} routh_training;

ROUTH_API routh_status routh_training_test(routh_context *context, routh_training *training);

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
    const char *noise_from;       /* in words */
    routh_inertia_history online; /* the estimate contact by contact; empty: not asked for */
} routh_inertia_study;

/* NULL options: the defaults. The dataset must outlive the study. Release it after a failure, too. */
ROUTH_API routh_status routh_inertia_study_run(routh_context *context, const routh_dataset *dataset,
                                               const routh_inertia_study_options *options, routh_inertia_study *study);
ROUTH_API void routh_inertia_study_release(routh_context *context, routh_inertia_study *study);

/* In space ----------------------------------------------------------------------------------------------
 * Laws compared on impacts they were not fitted to. Trajectories are split into two halves; each half is predicted with
 * the parameters of the other. Errors are those of routh_sample3_error, m/s. docs/cube-tosses.md has the results. */

/* The largest number of contestants. */
#define ROUTH_MOST_CONTESTANTS3 8

/* What the results of one recording have for another one of the same body: the calibration, and the parameters that were
 * fitted to all impacts. */
typedef struct routh_results3 {
    char name[ROUTH_NAME_SIZE];                                       /* of that recording */
    routh_calibration3 calibration;                                   /* for routh_segment3_options.calibration */
    double parameters[ROUTH_MOST_CONTESTANTS3][ROUTH_MAX_PARAMETERS]; /* of routh_law3_at(i); NaN: not in the file */
    size_t corners;                                                   /* of its body; 0: not in the file */
    double volume;                                                    /* and its volume, m³ */
} routh_results3;

/* Reads what routh_study3_write wrote as JSON. A field that is missing, not a number or not a legal value is
 * ROUTH_BAD_FORMAT; the message names file and field. */
ROUTH_API routh_status routh_results3_read(routh_context *context, routh_io from, routh_results3 *results);

/* A calibration is of one body: fails unless the dataset's has as many corners and the same volume, within 0.1 %. */
ROUTH_API routh_status routh_results3_check(routh_context *context, const routh_results3 *results,
                                            const routh_dataset3 *dataset);

/* The body that was tossed, with what its calibration or a fit found, for those who simulate it;
 * src/results/study/approach.c. */
typedef struct routh_tossed_body {
    char shape[ROUTH_LABEL_SIZE]; /* "cube:0.1", "box:0.1,0.2,0.1", otherwise the shape's name */
    double mass, rounding;        /* kg; m */
    double centre[3];             /* of mass, from the tracked point, body axes, m */
    double inertia[3][3];         /* about the centre of mass, body axes, kg m² */
} routh_tossed_body;

typedef struct routh_study3_options {
    size_t resamples; /* bootstrap draws for the intervals, ≥ 2; default 100 */
    uint64_t seed;    /* for these draws and for the split into halves; default 1 */
    size_t split;     /* tosses in so many groups, to see whether errors hold; 0 (default): not split */
    const routh_segment3_options
        *segmentation;     /* [-] how the dataset was segmented, and draws and groups of it are; NULL
                                                 * (default): the defaults. Must outlive the call only */
    const routh_law3 *law; /* the only one whose parameters get intervals, which take most of the time; NULL
                                    * (default): all get them */
    const routh_results3
        *results; /* [-] of another recording: its parameters are tested on all impacts of this one; NULL
                                    * (default): none. Must outlive the call only */
} routh_study3_options;

ROUTH_API routh_study3_options routh_study3_options_default(void);
ROUTH_API routh_status routh_study3_options_check(routh_context *context, const routh_study3_options *options);

/* How well one contestant predicts the motion after an impact: a law, or one of two baselines. routh_study3_run in
 * src/results/study/study3.c. */
typedef struct routh_law3_study {
    const routh_law3 *law;                         /* NULL: a baseline */
    const char *name;                              /* the law's name, "mean" or "floor" */
    const char *about;                             /* a description */
    routh_estimate fit;                            /* to all samples; NaN if nothing is fitted */
    routh_interval interval[ROUTH_MAX_PARAMETERS]; /* 95 %, trajectories drawn again, each draw calibrated by itself */
    double half[2][ROUTH_MAX_PARAMETERS];          /* parameters fitted to each half of the trajectories */
    double error, error_median;                    /* held out: each half with the parameters of the other */
    routh_interval error_interval;                 /* of that mean, 95 %, over trajectories */
    routh_interval above_rigid;                    /* its mean error minus the rigid law's, 95 %, over trajectories */

    /* With the parameters of another recording, routh_study3_options.results, on all samples: routh_study3_apply in
     * src/results/study/study3_apply.c. NaN if there are none. */
    double other[ROUTH_MAX_PARAMETERS];
    double other_error, other_median;
    routh_interval other_interval; /* of the mean, 95 %, over trajectories */
} routh_law3_study;

/* One sample as predicted by each contestant, held out. */
typedef struct routh_case3 {
    int half;                                           /* 0 or 1 */
    routh_velocity3 predicted[ROUTH_MOST_CONTESTANTS3]; /* with the parameters of the other half */
    double error[ROUTH_MOST_CONTESTANTS3];
} routh_case3;

/* Median and quartiles. */
typedef struct routh_quartiles {
    double low, median, high;
} routh_quartiles;

typedef struct routh_study3 {
    const routh_dataset3 *dataset; /* [-] not owned */
    routh_study3_options options;
    size_t rejected[ROUTH_REASON_COUNT]; /* records with each reason; some have several */
    size_t count;
    routh_sample3 *sample;  /* the used records */
    double approach[2];     /* their least and greatest speed of approach, m/s; NaN: there is none */
    routh_tossed_body body; /* as calibrated, or as stated */

    /* routh_study3_summarise in src/results/study/study3_summary.c */
    routh_quartiles restitution;               /* over the samples, at the contact point */
    double restitution_slow, restitution_fast; /* medians of the slower and the faster half, by v_n */
    routh_quartiles friction;                  /* |P_t| ÷ P_n */

    bool compared;                    /* 0: too few samples to compare laws; the members below then hold only names */
    char why_not[ROUTH_MESSAGE_SIZE]; /* the reason, if compared is 0 */
    size_t contestant_count;
    routh_law3_study contestant[ROUTH_MOST_CONTESTANTS3]; /* the mean, the laws of the registry, the floor */
    size_t rigid, compliant, floor;                       /* indices of these contestants; the mean has index 0 */
    routh_case3 *cases;                                   /* [count] one for each sample */
    size_t trajectory_count;                              /* trajectories that have samples */
    double speed;    /* mean √(|V|² + k² |ω|²) after impact, for scale, m/s */
    double sticking; /* fraction of samples whose contact point stops slipping for a while under the rigid law */

    routh_split split; /* with options.split; routh_split3_of in src/results/study/split3.c */
} routh_study3;

/* Studies a segmented dataset, which must outlive the study. Laws are compared if there are at least 8 samples from at
 * least 4 trajectories. */
ROUTH_API routh_status routh_study3_run(routh_context *context, const routh_dataset3 *dataset,
                                        const routh_study3_options *options, routh_study3 *study);
ROUTH_API void routh_study3_release(routh_context *context, routh_study3 *study);

/* Whole tosses ------------------------------------------------------------------------------------------
 * Tosses predicted from their first flight with parameters fitted to other tosses: routh_rollout_study_run in
 * src/results/study/rollout_study.c. docs/tosses.md has the results. */

/* Errors of predictions over tosses; distances ÷ the body's width, angles in rad. routh_rollout_summary_of in
 * src/results/study/rollout_summary.c. */
typedef struct routh_rollout_summary {
    size_t tosses;                                   /* predicted */
    double position, position_median, position_high; /* mean, median and 90 % quantile over tosses */
    double rotation, rotation_median, rotation_high;
    routh_interval position_interval, rotation_interval; /* of the means, 95 %, over tosses */
    double position_after, rotation_after;               /* means over instants after the fit alone */
    double position_end, rotation_end;                   /* means at the last instant */
    size_t faces;                                        /* tosses that end on the recorded face */
    size_t phase_tosses[ROUTH_ROLLOUT_PHASES];           /* that have such a phase */
    double phase_position[ROUTH_ROLLOUT_PHASES], phase_rotation[ROUTH_ROLLOUT_PHASES]; /* means over these */
} routh_rollout_summary;

/* Errors at a time after the fitted flight, over the tosses that were still recorded then. */
typedef struct routh_rollout_moment {
    double time; /* s */
    size_t tosses;
    double position, position_median, position_high; /* as above */
    double rotation, rotation_median, rotation_high;
} routh_rollout_moment;

/* What is left out, to see what it is worth. */
#define ROUTH_ABLATION_TABLE(X)                                                                                        \
    X(ROUTH_ABLATION_NONE, "full", "everything fitted")                                                                \
    X(ROUTH_ABLATION_BODY, "stated-body", "a sharp uniform body, as stated")                                           \
    X(ROUTH_ABLATION_FRICTION, "one-friction", "the same friction at impacts and in sliding")                          \
    X(ROUTH_ABLATION_RESTITUTION, "constant-restitution", "restitution that does not depend on speed")                 \
    X(ROUTH_ABLATION_START, "frame-0", "starts from the first two frames alone, even in the hand")

typedef enum routh_ablation {
#define ROUTH_ABLATION_CODE(code, name, about) code,
    ROUTH_ABLATION_TABLE(ROUTH_ABLATION_CODE)
#undef ROUTH_ABLATION_CODE
        ROUTH_ABLATIONS
} routh_ablation;

ROUTH_API extern const routh_names routh_ablations; /* "frame-0" */

/* By how much an error is larger when tosses are predicted otherwise: the mean over tosses, and its interval of 95 %. */
typedef struct routh_rollout_change {
    double mean;
    routh_interval interval;
} routh_rollout_change;

#define ROUTH_ROLLOUT_TEXT 72

/* A parameter from whole tosses, and from single impacts or flights. Texts have intervals of 95 % and digits to match,
 * lengths in mm. */
typedef struct routh_rollout_comparison {
    routh_rollout_parameter parameter;
    double whole, whole_error;            /* fitted to all tosses */
    double single, single_error;          /* of single impacts, or of the calibration; NaN: not measured */
    double apart;                         /* their difference in its standard errors; NaN: none */
    double fold_low, fold_high;           /* the smallest and largest value that was fitted without a part */
    const char *unit;                     /* of the texts */
    char title[ROUTH_ROLLOUT_TEXT];       /* "friction at impacts (mu)" */
    char whole_text[ROUTH_ROLLOUT_TEXT];  /* "0.159 (0.155 … 0.163)", "not determined", "0.1588 (error unknown)" */
    char single_text[ROUTH_ROLLOUT_TEXT]; /* "": not measured */
    char folds_text[ROUTH_ROLLOUT_TEXT];  /* "0.157 … 0.160" */
} routh_rollout_comparison;

/* Shares of recorded instants inside of the regions of spreads: places, turns, poses. */
typedef struct routh_spread_cover {
    size_t instants;
    double share[3]; /* NaN: no instants */
    double error[3]; /* standard errors, tosses as units */
    double radius;   /* mean radius of the regions of places ÷ width, and … */
    double angle;    /* … mean angle of those of turns, rad */
} routh_spread_cover;

/* Regions at a time after the fitted flight, over the tosses that were still recorded then. */
typedef struct routh_spread_moment {
    double time; /* s */
    size_t tosses;
    double share[3];      /* inside */
    double radius, angle; /* medians, ÷ width and rad */
} routh_spread_moment;

/* Resting faces that were predicted with a probability from low to high: of every face of every toss. */
typedef struct routh_spread_bin {
    double low, high;
    size_t count;
    double predicted;        /* mean probability; NaN: none */
    double observed;         /* share of them that the tosses ended on */
    routh_interval interval; /* of that share, 95 % (Wilson) */
} routh_spread_bin;

#define ROUTH_SPREAD_BINS 8

/* Distributions of tosses that nothing was fitted to. routh_spread_study_of in src/results/study/spread_study.c. */
typedef struct routh_spread_study {
    routh_spread3_options *fold; /* [-] for each part: scatter and widening, fitted to the others */
    routh_spread3 *spread;       /* [-] one for each trajectory */
    routh_spread_cover after;    /* instants after the fitted flight */
    routh_spread_cover all;      /* all but the first */
    routh_spread_cover phase[ROUTH_ROLLOUT_PHASES];
    size_t moment_count;
    routh_spread_moment *moment;             /* as long as 90 % of the tosses were recorded */
    routh_rollout_summary centre;            /* errors of the centres as predictions */
    size_t likeliest;                        /* tosses that end on the face that is likeliest */
    double brier, brier_error;               /* Brier's score of the resting faces, 0 … 2, and its standard error */
    double brier_path;                       /* that of the single paths, which are sure of a face */
    routh_spread_bin bin[ROUTH_SPREAD_BINS]; /* the reliability curve */
} routh_spread_study;

typedef struct routh_rollout_study_options {
    routh_rollout_options fit;
    size_t spread;               /* rollouts of each toss for its distribution, ROUTH_RANGE_SPREAD; 0 (default): none */
    size_t spread_evaluations;   /* most spreads in a search of their scatter, ≥ 1; default 24 */
    size_t ablation_evaluations; /* most predictions of all tosses in a search of an ablation, ≥ 10; default 40; 0: no
                                  * ablations */
    const routh_study3 *single; /* [-] of the same dataset: what single impacts say; NULL (default): nothing is compared
                                  * with them. Must outlive the call only */
} routh_rollout_study_options;

ROUTH_API routh_rollout_study_options routh_rollout_study_options_default(void);

typedef struct routh_rollout_study {
    const routh_dataset3 *dataset; /* [-] not owned */
    routh_rollout_study_options options;
    double width;      /* that distances are divided by, m */
    routh_shape3 cube; /* room for the shape, where the dataset has none */
    routh_plane3 plane;
    routh_world3 world;              /* with what is fitted to all tosses */
    routh_tossed_body body;          /* that of the world */
    size_t impacts;                  /* at a single contact, with flights before and after … */
    double approach[2];              /* … and their least and greatest speed of approach, m/s; NaN: there is none */
    routh_rollout_estimate estimate; /* of all tosses */
    size_t fold_count;
    routh_rollout_estimate *fold;  /* of all tosses but those of a part, without errors */
    size_t count;                  /* trajectories */
    routh_rollout *rollout;        /* one for each, predicted with what was fitted to the other parts */
    routh_rollout_summary summary; /* of these */
    size_t moment_count;
    routh_rollout_moment *moment; /* as long as 90 % of the tosses were recorded */
    bool ablated[ROUTH_ABLATIONS];
    routh_rollout_summary ablation[ROUTH_ABLATIONS];          /* predicted in the same way; the first is `summary`.
                                                      * frame-0 has the parameters of the full fit */
    routh_rollout_change ablation_change[ROUTH_ABLATIONS][2]; /* from `summary`: distance ÷ width, and angle */
    size_t comparison_count;
    routh_rollout_comparison comparison[ROUTH_ROLLOUT_PARAMETERS];
    routh_spread_study *spread; /* NULL: not asked for */
    size_t best, median, worst; /* trajectories, by the sum of distance ÷ width and angle */
    routh_findings findings;
} routh_rollout_study;

/* Studies a segmented dataset, which must outlive the study. Fails where fewer than 10 tosses have a first flight. */
ROUTH_API routh_status routh_rollout_study_run(routh_context *context, const routh_dataset3 *dataset,
                                               const routh_rollout_study_options *options, routh_rollout_study *study);
ROUTH_API void routh_rollout_study_release(routh_context *context, routh_rollout_study *study);

/* Insertions -------------------------------------------------------------------------------------------------
 * Everything that the report shows about one or several recordings of the same two objects. */

typedef struct routh_insertion_study_options {
    routh_insertion_options fit; /* of the estimate with geometry */
    double rate;   /* recordings with a higher rate are reduced to this one, Hz; default 50; 0: not reduced */
    unsigned also; /* ROUTH_ALSO_…: further unknowns; default 0 */
    bool demand;   /* 1 (default): errors of the sensors that a recording clearly shows become unknowns */
} routh_insertion_study_options;

ROUTH_API routh_insertion_study_options routh_insertion_study_options_default(void);

/* The errors of an estimate. */
typedef struct routh_insertion_misfit {
    double wrench;              /* mean relative wrench error */
    double stiffness, friction; /* relative error, with its sign; NaN: the truth is unknown */
    double scatter; /* interquartile range of the instants' own stiffness ÷ its median; NaN: fewer than four have one */
} routh_insertion_misfit;

/* One recording; routh_insertion_study_run in src/results/study/insertion_study.c. The estimates are those of insertion.h. */
typedef struct routh_insertion_case {
    routh_insertion insertion;         /* at the rate of the study */
    routh_insertion_estimate plain;    /* with x_u nominal */
    routh_insertion_estimate fit;      /* with x_u, at the γ that was chosen or given */
    routh_lcurve lcurve;               /* empty if γ was given or nothing touches */
    routh_observability observability; /* at the fit */
    routh_insertion_misfit plain_misfit, fit_misfit;
    int displaced;           /* 1: some displacement of the fit differs from the drawing */
    routh_findings findings; /* K and μ, what the geometry explains, what cannot be determined */
    size_t suspect_count;    /* errors of the sensors that are not among the unknowns of the fit */
    routh_suspect *suspect;  /* each of them, as the recording shows it */
    double *measured;        /* [insertion.count, 6] wrenches in object 1's axes as used by the fit, instants × 6 */
    double *truth;     /* [fit.count] true displacements as they are; NaN of motions of the reference; NULL: unknown */
    routh_pose3 *pose; /* [insertion.count] of object 1 in object 2's axes at the fit, one for each instant */
    size_t *first;     /* [insertion.count + 1] contacts of instant k: first[k] … first[k + 1] − 1 */
    routh_contact_point3 *contact; /* [last(first)] at the fit, object 1's axes */
} routh_insertion_case;

/* One K, one μ and one set of displacements from all recordings; routh_insertion_together_of in
 * src/results/study/insertion_together.c. */
typedef struct routh_insertion_together {
    routh_assembly *assembly;     /* that of the study, with an offset for each recording where they differ */
    routh_insertion_estimate fit; /* of these displacements; its instants are those of all recordings in order */
    double *without;              /* [up.count] standard error of K with recording i left out, N/m */
    double disagreement; /* of the recordings' own K: √(χ² ÷ (count − 1)); well above 1: something differs */
} routh_insertion_together;

typedef struct routh_insertion_study {
    const routh_assembly *assembly; /* `extended`, or one that is not owned */
    routh_assembly
        *extended;  /* [-] the assembly given, then further unknowns, then motions of the reference pose where they
                               * are estimated; its objects are not owned */
    size_t motions; /* how many of its displacements are such motions */
    unsigned also;  /* ROUTH_ALSO_…: those asked for, and those that recordings demanded */
    routh_insertion_study_options options;
    size_t count;
    routh_insertion_case *item;
    routh_insertion_together *together; /* [1] NULL: one recording, or geometry is not identified */
    routh_findings findings;            /* about all recordings together */
    double seconds;
} routh_insertion_study;

ROUTH_API routh_status routh_insertion_study_run(routh_context *context, const routh_assembly *assembly,
                                                 const routh_insertion *insertions, size_t count,
                                                 const routh_insertion_study_options *options,
                                                 routh_insertion_study *study);
ROUTH_API void routh_insertion_study_release(routh_context *context, routh_insertion_study *study);

/* The design of an insertion ---------------------------------------------------------------------------------
 * Which path determines K, μ and the displacements best. Paths are tried in the generator, on parts that are displaced
 * at random as their priors say, and each recording is given to the fit of insertion.h: what it states is predicted. */

typedef struct routh_insertion_plan_options {
    double precision; /* demanded of K and of μ: half of the 95 % interval ÷ the value, > 0 and < 1; default 0.05 */
    double time;      /* > 0: the best precision within so many seconds, at most 1000; 0 (default): the least time for
                       * the precision */
    double moment;    /* about any axis that the hand may exert, N m, > 0; default 20. The force is the generator's */
    double start_shift,
        start_turn;   /* furthest start beside the mated pose, m and rad, 1e-6 … 1; default 0.027 and 0.07 */
    size_t draws;     /* of the displacements, for the numbers that are stated, 1 … 1000; default 9 */
    size_t screening; /* the same for each path that is tried, 1 … 1000; default 3 */
    size_t sweeps;    /* over all that may be changed of a path, 0 … 100; default 1; 0: starts only */
    routh_insertion_generator generator; /* guesses of K and μ, force, speed, hand, sensors, rate and seed. Default: its
                                          * default, with displacements as the assembly's priors say */
    routh_insertion_options fit;
    double rate; /* recordings are reduced to it, Hz, as in a study; default 50 */
} routh_insertion_plan_options;

ROUTH_API routh_insertion_plan_options routh_insertion_plan_options_default(void);

/* A path that was tried; routh_plan_predict in src/results/study/insertion_plan_predict.c. Widths are half of the 95 % interval ÷
 * the value; INFINITY: not determined. */
typedef struct routh_insertion_candidate {
    routh_insertion_path path;
    char about[ROUTH_LABEL_SIZE];     /* "turned 0.5 of the way, 2 cycles" */
    size_t draws;                     /* that the numbers are from */
    double length;                    /* of the recording, s, mean */
    double stiffness, friction;       /* widths of K and μ, medians over the draws */
    double stiffness_90, friction_90; /* what nine of ten draws stay below; of few draws the largest */
    double needed;                /* time for the precision, s: the length, times (width ÷ precision)² where that is
                                       * more than 1, as for insertions that are repeated */
    double remains;               /* mean over displacements of error ÷ prior deviation */
    double *error;                /* [owner.unknowns] the same for each displacement of the assembly, medians */
    char why[ROUTH_MESSAGE_SIZE]; /* why it cannot be used; "": it can */
} routh_insertion_candidate;

/* An instant of the best path with parts as drawn. */
typedef struct routh_plan_instant {
    double time;
    routh_pose3 hand; /* in object 2's axes */
    double wanted[6]; /* wrench, along and about the hand's axes */
} routh_plan_instant;

typedef struct routh_insertion_plan {
    const routh_assembly *assembly; /* not owned */
    routh_insertion_plan_options options;
    size_t count;                         /* of candidates, best first; those that cannot be used last */
    routh_insertion_candidate *candidate; /* the first is the plan */
    routh_insertion_candidate test;       /* test 1a, with the same draws, for comparison */
    double *least; /* [owner.unknowns] for each displacement the least error ÷ prior deviation of all candidates */
    bool reached;  /* does the plan reach the precision in nine of ten draws? */
    size_t tried;  /* insertions that were generated */
    size_t instants;
    routh_plan_instant *instant; /* of the plan, 50 a second */
    routh_findings findings;
    double seconds;
} routh_insertion_plan;

/* The assembly must have displacements, one of them an offset along X, the axis of the insertion. */
ROUTH_API routh_status routh_insertion_plan_run(routh_context *context, const routh_assembly *assembly,
                                                const routh_insertion_plan_options *options,
                                                routh_insertion_plan *plan);
ROUTH_API void routh_insertion_plan_release(routh_context *context, routh_insertion_plan *plan);

/* One impact --------------------------------------------------------------------------------------------*/

/* The energy ellipse of one impact, with every law in it. */
typedef struct routh_impact_study_options {
    double mu;   /* μ, friction, of every law that has it; default: the registry's */
    double eps;  /* ε, restitution; the same */
    double et;   /* e_t, tangential restitution; the same */
    double eta2; /* η², normal ÷ tangential stiffness; the same */

    const routh_law *const *laws; /* NULL (default): every law of the registry */
    size_t law_count;
} routh_impact_study_options;

ROUTH_API routh_impact_study_options routh_impact_study_options_default(void);

/* One law; routh_impact_study_run in src/results/study/impact_study.c. */
typedef struct routh_impact_study_law {
    const routh_law *law;
    double parameters[ROUTH_MAX_PARAMETERS];
    routh_outcome outcome;
    routh_velocity after;     /* of the body */
    double body_energy_ratio; /* kinetic energy after ÷ before, of the whole body; for contact space see outcome */
    routh_region region;
    routh_stick_friction stick; /* μ_s at these parameters, searched up to ROUTH_MU_CAP */
    bool never_sticks;          /* neither at these parameters nor at any friction up to ROUTH_MU_CAP */
} routh_impact_study_law;

typedef struct routh_impact_study {
    routh_impact impact;
    routh_contact contact;
    routh_ellipse ellipse;
    routh_region admissible;
    double mu, eps, et, eta2; /* as in the options; each law below has its own parameters */
    size_t count;             /* laws */
    routh_impact_study_law *laws;
} routh_impact_study;

ROUTH_API routh_status routh_impact_study_run(routh_context *context, const routh_impact *impact,
                                              const routh_impact_study_options *options, routh_impact_study *study);
ROUTH_API void routh_impact_study_release(routh_context *context, routh_impact_study *study);

/* How friction and Poisson's ratio change the motion of a body after an impact; routh_impact3_study_run in
 * src/results/study/impact3_study.c. */
typedef struct routh_impact3_study_row {
    double value;                /* of the parameter */
    double velocity[3], spin[3]; /* of body a after the impact, world axes, m/s and rad/s */
} routh_impact3_study_row;

typedef struct routh_impact3_study {
    routh_pair pair;                   /* the parameters that do not vary */
    size_t count;                      /* of rows in each table */
    routh_impact3_study_row *friction; /* over μ from 0 to 1 */
    routh_impact3_study_row *poisson;  /* over ν from 0 to 0.5 */
} routh_impact3_study;

/* a and b are the bodies of `scene_contact`. steps ≥ 1 gives steps + 1 rows in each table. */
ROUTH_API routh_status routh_impact3_study_run(routh_context *context, const routh_body3 *a, const routh_body3 *b,
                                               const routh_scene_contact *scene_contact, size_t steps,
                                               routh_impact3_study *study);
ROUTH_API void routh_impact3_study_release(routh_context *context, routh_impact3_study *study);

/* Rebounds of spheres -----------------------------------------------------------------------------------*/

typedef struct routh_rebound_options {
    const routh_law *const *laws; /* NULL: wang-mason and compliant. At most ROUTH_MAX_REBOUND_LAWS */
    size_t law_count;
    double mu_max;    /* upper bound on μ; default ROUTH_MU_CAP */
    size_t resamples; /* of the bootstrap; default 200 */
    double level;     /* of the intervals; default 0.95 */
    uint64_t seed;    /* default 1 */
} routh_rebound_options;
#define ROUTH_MAX_REBOUND_LAWS 16
ROUTH_API routh_rebound_options routh_rebound_options_default(void);

#define ROUTH_REBOUND_CURVE 90

/* One law; routh_rebound_study_run in src/results/study/rebound_study.c fills it. */
typedef struct routh_law_rebounds {
    const routh_law *law;
    double parameters[ROUTH_MAX_PARAMETERS];
    routh_interval interval[ROUTH_MAX_PARAMETERS];
    double correlation[ROUTH_MAX_PARAMETERS][ROUTH_MAX_PARAMETERS]; /* as in routh_estimate */
    double rms[ROUTH_REBOUND_QUANTITIES];      /* root mean square of measured − fitted; NaN: no row */
    double held_out[ROUTH_REBOUND_QUANTITIES]; /* the same, predicted from the other incidences */
    double *predicted, *predicted_held_out;    /* [up.rebounds_count] one for each row */
    double curve[ROUTH_REBOUND_QUANTITIES][ROUTH_REBOUND_CURVE]; /* over routh_rebound_study.incidence; NaN: no row */
    double advantage; /* logarithm of the likelihood ratio to the first law, each incidence predicted from the others */
    double advantage_error; /* its standard error over incidences */
} routh_law_rebounds;

typedef struct routh_rebound_study {
    const routh_rebounds *rebounds;        /* [-] not owned */
    double incidence[ROUTH_REBOUND_CURVE]; /* of the curves, up to the largest measured, rad */
    size_t incidences;                     /* rows less than 1.5° apart are of one */
    double approach[2];                    /* least and greatest speed of approach, m/s */
    size_t law_count;
    routh_law_rebounds *law;
    routh_findings findings;
} routh_rebound_study;

/* Fits each law to all rows at once, every quantity weighted by its own scatter, and predicts the rows of each incidence
 * from those of the others. Needs rows at 5 incidences or more. The rebounds must outlive the study. */
ROUTH_API routh_status routh_rebound_study_run(routh_context *context, const routh_rebounds *rebounds,
                                               const routh_rebound_options *options, routh_rebound_study *study);
ROUTH_API void routh_rebound_study_release(routh_context *context, routh_rebound_study *study);

/* What a law predicts for such a row. */
ROUTH_API routh_status routh_rebound_predict(routh_context *context, const routh_rebounds *rebounds,
                                             const routh_law *law, const double *parameters, const routh_rebound *row,
                                             double *value);

#ifdef __cplusplus
}
#endif
#endif
