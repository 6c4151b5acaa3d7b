/* What a recording shows about itself: checks, other ways to read it, its parts against each other.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_STUDY_CHECKS_H
#define ROUTH_STUDY_CHECKS_H

#include <routh/fit.h>
#include <routh/segment.h>

#ifdef __cplusplus
extern "C" {
#endif

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
    ROUTH_READING_GRAVITY,      /* with the gravity of ROUTH_READING_FRAMES frames more in vy after */
    ROUTH_READING_FLAGS,        /* our own flags instead of recorded ones, or the other way round */
    ROUTH_READING_INERTIA,      /* the inertia that the identity implies */
    ROUTH_READING_ROBUST /* with Huber's loss, or without it where the study has it: a few records that do not fit */
} routh_reading_kind;

#define ROUTH_READING_FRAMES 3

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

#ifdef __cplusplus
}
#endif
#endif
