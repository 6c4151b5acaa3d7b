/* Studies of tosses in space: laws compared on their impacts, and whole tosses predicted.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_STUDY_TOSSES_H
#define ROUTH_STUDY_TOSSES_H

#include <routh/material.h>
#include <routh/rollout.h>
#include <routh/study_checks.h>

#ifdef __cplusplus
extern "C" {
#endif

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
    size_t split;     /* the number of groups of tosses, to see whether errors hold; 0 (default): not split */
    const routh_segment3_options
        *segmentation;     /* [-] how the dataset was segmented, and draws and groups of it are; NULL
                                                 * (default): the defaults. Must outlive the call only */
    const routh_law3 *law; /* the only one whose parameters get intervals, which take most of the time; NULL
                                    * (default): all get them. One with modifiers is fitted beside those of the registry */
    const routh_results3
        *results; /* [-] of another recording: its parameters are tested on all impacts of this one; NULL
                                    * (default): none. Must outlive the call only */
} routh_study3_options;

ROUTH_API routh_study3_options routh_study3_options_default(void);
/* Its segmentation's, too. */
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
    routh_standing standing; /* may the parameters be used? routh_study3_stand in src/results/study/standing.c */
    double speed;            /* mean √(|V|² + k² |ω|²) after impact, for scale, m/s */
    double sticking; /* fraction of samples whose contact point stops slipping for a while under the rigid law */

    routh_split split; /* with options.split; routh_split3_of in src/results/study/split3.c */

    /* Sentences; routh_study3_say in src/results/study/study3_words.c. A topic that is "" goes on with the one before. */
    routh_findings recording;  /* what it shows of itself: scale, spin, centre of mass, drag */
    routh_findings of_body;    /* corners, inertia, restitution and friction whatever the law */
    routh_findings conclusion; /* whether compliance shows; empty: laws were not compared */
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

#ifdef __cplusplus
}
#endif
#endif
