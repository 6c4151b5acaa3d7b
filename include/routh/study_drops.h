/* Studies of planar recordings: laws compared on the same held-out impacts, one struct with all that the report shows.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_STUDY_DROPS_H
#define ROUTH_STUDY_DROPS_H

#include <routh/material.h>
#include <routh/study_checks.h>
#include <routh/study_learning.h>

#ifdef __cplusplus
extern "C" {
#endif

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

    const routh_learning_options *learning; /* NULL (default): no learned models */

    const routh_dataset
        *uncalibrated; /* [-] the dataset before routh_dataset_calibrate, to compare; NULL (default): none */
    const routh_covariate *covariates; /* parameters that depend on something; NULL (default): none */
    size_t covariate_count;
    bool explore; /* 1: look for what restitution and friction depend on; default 0 */
    size_t split; /* the number of groups of the recording, to see whether errors hold; 0 (default): not split */
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
    routh_interval interval[ROUTH_MAX_PARAMETERS]; /* of chance and what is systematic; routh_study_widen in
                                                    * src/results/study/widen.c */

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
    double bias[ROUTH_MAX_PARAMETERS];       /* mean of the parameters fitted where the law is true, less the true ones;
                                        * 0: not known */

    /* Conclusions from these; routh_study_judge in src/results/study/judge.c. */
    bool best;                        /* 1: as good as the best law, the mean error differs by less than 0.1 % */
    bool near;                        /* 1: not best, but within one standard error of the difference */
    double difference, difference_se; /* of relative errors from the best law's, impact by impact, held out */
    int covers[ROUTH_MAX_PARAMETERS]; /* of the law that generated the data: 1 if the interval contains the truth */
    routh_findings
        findings; /* flat directions, bounds, energy: clauses rather than sentences; routh_findings_add_law in
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

/* What the best law leaves, tested against all that is recorded, together; routh_study_remainder in src/results/study/remainder.c.
 * Not without options.references. */
typedef struct routh_remainder {
    size_t count;     /* impacts; 0: not tested */
    size_t relations; /* tried together */
    double strength;  /* of the strongest, in its standard errors, beyond what noise before the impact makes */
    double chance;    /* of one as strong where nothing but noise is left */
    bool found;       /* 1: that chance is below a hundredth */
    char parameter[ROUTH_NAME_SIZE]; /* "eps" or "mu" of the law, which depends on the quantity; "couple", which
                                      * mirtich+couple has, or "lever", a shifted contact
                                      * point */
    char quantity[ROUTH_NAME_SIZE];
    bool modified; /* 1: a law with a modifier has it */
    double low[ROUTH_MAX_PARAMETERS],
        high[ROUTH_MAX_PARAMETERS]; /* fitted to the half of the impacts with the least and the
                                                                   * greatest quantity, or to the two kinds that are mixed */
    size_t mirrored;                /* impacts that obey the identity of a point contact mirrored and not as read */
    routh_frame mirror;             /* in which */
    double mixed;         /* share of the smaller of two kinds of impact, each with its own parameters; 0: one kind */
    double mixed_error;   /* mean relative error if each has its own */
    const routh_law *law; /* [-] the law that has the relation; NULL: none, or it was not fitted */
    routh_estimate fit;
    double error, gain, gain_se; /* of that law, held out; what it gains over the best one, impact by impact */
} routh_remainder;

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

    /* routh_study_stand in src/results/study/standing.c */
    routh_standing standing;
    size_t copies;                          /* records that repeat an earlier one and are left out */
    bool no_body;                           /* 1: no frame gives a radius of gyration like that of the stated body */
    double constant_error;                  /* held out, relative: of one velocity for all impacts */
    double constant_gain, constant_gain_se; /* by how much the best law's error is below that, impact by impact */
    double constant_spread;                 /* relative distance of that law's predictions from one for all */

    routh_remainder remainder;

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
    double *density; /* [law_count + 2, 128] law_count + 2 rows: the laws, the best per impact, rigid bound */

    /* routh_study_surfaces in src/results/study/surface.c */
    double *surface_mu, *surface_eps; /* [surface_size] abscissae of the cost surfaces */
    size_t surface_size;

    /* routh_study_anomalies in src/results/study/anomalies.c */
    size_t reversals;     /* measured impacts in which the slip reversed */
    size_t zero_friction; /* impacts whose own μ is 0 under law[zero_friction_law] */
    size_t zero_friction_law;
    routh_example example[ROUTH_MAX_EXAMPLES];
    size_t example_count;

    routh_learning *learning; /* NULL: no learned models; routh_learning_run in src/results/study/learning.c */

    routh_dependence_study *dependence; /* NULL: no covariates; routh_dependence_study_run in
                                                * src/results/study/dependence_study.c */
    routh_input_study *inputs;          /* with learning and covariates; NULL: not both */
    routh_exploration *exploration;     /* NULL: not asked for; routh_exploration_run in src/results/study/explore.c */

    /* Sentences; routh_study_say in src/results/study/study_alarm.c. */
    routh_findings findings; /* of the report; those of topic ROUTH_TOPIC_… also appear beside their figures */
    routh_findings alarm;    /* what a reader must know first; a heading, then the rest; empty: nothing */
    routh_findings verdict;  /* exactly one: the result of the frame check, in a few words */
} routh_frame_study;

#define ROUTH_TOPIC_USE        "use"        /* which values to use, and what they mean */
#define ROUTH_TOPIC_ANOMALIES  "anomalies"  /* what laws do not explain: no friction, slip reversal */
#define ROUTH_TOPIC_LEARNING   "learning"   /* what learned models add */
#define ROUTH_TOPIC_COVARIATES "covariates" /* what parameters depend on */

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

#ifdef __cplusplus
}
#endif
#endif
