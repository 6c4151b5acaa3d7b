/* Studies of insertions, and plans for them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_STUDY_INSERTIONS_H
#define ROUTH_STUDY_INSERTIONS_H

#include <routh/insertion.h>
#include <routh/simulate.h>

#ifdef __cplusplus
extern "C" {
#endif

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
    int displaced;                    /* 1: some displacement of the fit differs from the drawing */
    routh_findings findings;          /* K and μ, what the geometry explains, what cannot be determined */
    size_t sensor_error_count;        /* errors of the sensors that are not among the unknowns of the fit */
    routh_sensor_error *sensor_error; /* each of them, as the recording shows it */
    double *measured;  /* [insertion.count, 6] wrenches in object 1's axes as used by the fit, instants × 6 */
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
    double time;      /* > 0: the best precision within this time, s, at most 1000; 0 (default): the least time for
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
    routh_insertion_candidate test;       /* the default path, with the same draws, for comparison */
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

#ifdef __cplusplus
}
#endif
#endif
