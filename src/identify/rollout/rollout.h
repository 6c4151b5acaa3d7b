/* Inside of rollouts: recorded poses and first flights, fits to whole tosses, spreads.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ROLLOUT_ROLLOUT_H
#define ROUTH_SRC_ROLLOUT_ROLLOUT_H

#include <routh/rollout.h>

#include "algebra/space.h"

/* The tracked point at an instant: true metres, above the board. */
void routh_rollout_recorded(const routh_dataset3 *dataset, size_t trajectory, size_t instant, double point[3]);

/* The free flight of a body with linear drag β, from a state on, `time` later: with a = (1 − e^(−βt))/β and
 * b = (t − a)/β it is at X₀ + a V₀ − b g e_z. */
typedef struct routh_start3_fall {
    double a, b;
} routh_start3_fall;
routh_start3_fall routh_start3_fall_of(double drag, double time);

/* The flight fitted to instants first … last of a toss, at least three. */

/* The start of a toss in a world with another centre of mass or drag; its turn stays. */
routh_state3 routh_start3_moved(const routh_dataset3 *dataset, const routh_world3 *world, const routh_start3 *start);

double routh_rollout_get(routh_rollout_parameter parameter, const routh_world3 *world, const routh_run3_options *run);
void routh_rollout_set(routh_rollout_parameter parameter, double value, routh_world3 *world, routh_run3_options *run);

/* Between which values a parameter is searched, and with steps of which size. */
typedef struct routh_rollout_range {
    double low, high, step;
} routh_rollout_range;
routh_rollout_range routh_rollout_range_of(routh_rollout_parameter parameter, const routh_world3 *world,
                                           const routh_run3_options *run);

/* Fewer tosses than these make too few groups to measure errors of parameters: intervals are infinite. */
enum { ROUTH_ROLLOUT_LEAST_MEASURED = 18 };

/* How far a prediction is from the recording, as vectors: the tracked point, in widths, and the turn, rad; and the means of
 * a whole toss. */
enum { ROUTH_ROLLOUT_SEEN = 24 };
typedef struct routh_rollout_apart {
    double at[ROUTH_ROLLOUT_SEEN][2][3]; /* NaN where it could not be predicted */
    double mean[2];                      /* over all instants; infinite: it could not be predicted */
} routh_rollout_apart;

/* A set of tosses that is predicted again and again, with other parameters each time. */
typedef struct routh_rollout_task {
    routh_context *context;
    const routh_dataset3 *dataset;
    routh_world3 world; /* at the beginning of the search */
    routh_run3_options run;
    const routh_start3 *start;  /* of every trajectory */
    size_t count;               /* tosses */
    const size_t *toss;         /* their trajectories */
    double *cost;               /* of each toss, with the latest parameters; 1: it could not be predicted */
    routh_rollout_apart *apart; /* of each toss at ROUTH_ROLLOUT_SEEN instants; NULL: not wanted */
    size_t dimension;
    routh_rollout_parameter free[ROUTH_ROLLOUT_PARAMETERS];
    double from[ROUTH_ROLLOUT_PARAMETERS];               /* values of the free ones at the beginning */
    routh_rollout_range range[ROUTH_ROLLOUT_PARAMETERS]; /* theirs */
    double width;                                        /* m */
    double horizon;      /* share of the time after the first flight that is predicted */
    double predicted;    /* tosses so far, or shares of them */
    double expected;     /* in all, for progress */
    double stage[2];     /* where this work begins in all of it, and its share; for progress */
    bool ended;          /* the latest search no longer gained, or had predictions enough to look around */
    routh_status status; /* of what stopped it */
} routh_rollout_task;

/* The mean cost at x, in steps from the beginning. Costs of the tosses are left in task->cost. Values outside their ranges
 * are put on the edge, and cost more the farther out they are. NaN when stopped. */
double routh_rollout_task_cost(routh_rollout_task *task, const double *x);

/* Descends from x as long as that pays, with at most `limit` predictions of all tosses. */
routh_status routh_rollout_descend(routh_rollout_task *task, double limit, double *x, double *cost);

/* The task's world, and how it is run, at x. */
void routh_rollout_task_world(const routh_rollout_task *task, const double *x, routh_world3 *world,
                              routh_run3_options *run);

/* The value of free parameter k at x. */
double routh_rollout_task_value(const routh_rollout_task *task, size_t k, double x);

/* Whether anything can be predicted in this world with these options: fails as routh_world3_run would for every toss. */
routh_status routh_rollout_check(routh_context *context, const routh_dataset3 *dataset, const routh_world3 *world,
                                 const routh_run3_options *options);

/* Predicts instants of a toss from its start on, at the rate of the recording. */
routh_status routh_rollout_predict(routh_context *context, const routh_dataset3 *dataset, const routh_world3 *world,
                                   const routh_start3 *start, const routh_run3_options *options, size_t instants,
                                   routh_run3 *run);

/* Restitution and how it depends on speed, > 0, from impacts: into eps and eps_slope of the surface. */
routh_status routh_rollout_restitution_over_speed(routh_context *context, const double *speed,
                                                  const double *restitution, size_t count, routh_surface3 *surface);

/* routh_rollout_fit as a part of longer work, with its stage. */
routh_status routh_rollout_fit_stage(routh_context *context, const routh_dataset3 *dataset,
                                     const routh_rollout_options *options, const bool *use, const double stage[2],
                                     routh_rollout_estimate *estimate);

/* A recorded or predicted pose of the body: tracked point, true metres above the board, and orientation. */
typedef struct routh_seen3 {
    double position[3], orientation[4];
} routh_seen3;

/* Where rollouts are drawn from: all that the tosses have in common. */
typedef struct routh_spread3_source {
    const routh_dataset3 *dataset;
    const routh_world3 *world;
    routh_run3_options run;
    double parameters[ROUTH_ROLLOUT_PARAMETERS][ROUTH_ROLLOUT_PARAMETERS]; /* a root of their covariance */
} routh_spread3_source;

/* `estimate` may be NULL: parameters are exact. */
void routh_spread3_source_of(const routh_dataset3 *dataset, const routh_world3 *world,
                             const routh_rollout_estimate *estimate, const routh_run3_options *run,
                             routh_spread3_source *source);

/* Rollouts of one toss. */
typedef struct routh_ensemble3 {
    size_t wanted;       /* rollouts; the poses of an instant lie together, `wanted` of them */
    size_t rollouts;     /* those that the law could predict; the first of each instant */
    size_t count;        /* instants, the first at that of the start */
    routh_seen3 *pose;   /* of rollout j at instant k: pose[k * wanted + j], with the recording's noise */
    size_t *face;        /* below at the end of each rollout */
    double *distance[2]; /* room, `wanted` numbers each */
} routh_ensemble3;

routh_status routh_ensemble3_draw(routh_context *context, const routh_spread3_source *source, const routh_start3 *start,
                                  size_t wanted, routh_ensemble3 *ensemble);
void routh_ensemble3_release(routh_context *context, routh_ensemble3 *ensemble);

/* Centre and regions at instant k, and where the recorded pose is in them. */
void routh_ensemble3_regions(const routh_ensemble3 *ensemble, size_t k, const routh_spread3_options *options,
                             const routh_seen3 *recorded, routh_spread3_instant *instant);

/* The energy score of the recorded pose at instant k. */
double routh_ensemble3_score(const routh_ensemble3 *ensemble, size_t k, double width, const routh_seen3 *recorded);

/* The recorded pose at an instant. */
routh_seen3 routh_seen3_of(const routh_dataset3 *dataset, size_t trajectory, size_t instant);

/* A world like the one recorded: shape, mass, gravity, board at z = 0 and, from the dataset's calibration where `calibrated`,
 * centre of mass, inertia, rounding and drag; otherwise the body as stated. *cube is room for the shape of a cube (where the
 * dataset has no shape) and *plane for the board; both must outlive the world; release *cube with routh_shape3_release. */
routh_status routh_world3_of_dataset(routh_context *context, const routh_dataset3 *dataset, bool calibrated,
                                     routh_shape3 *cube, routh_plane3 *plane, routh_world3 *world);

/* One start for each trajectory of a segmented dataset, in the world's body and drag. Those that cannot be used say why. */
routh_status routh_starts3_of(routh_context *context, const routh_dataset3 *dataset, const routh_world3 *world,
                              const routh_start3_options *options, routh_start3 *starts);

/* `predicted`: states at the dataset's rate, the first at instant start->first; at least as many as were recorded from there
 * on. */
routh_rollout_error routh_rollout_error_of(const routh_dataset3 *dataset, const routh_world3 *world,
                                           const routh_start3 *start, const routh_state3 *predicted);

/* The instant at which each phase ends: it has the instants from the end of the one before, or from start->first, to
 * end − 1. Some may have none. */
void routh_rollout_phases_of(const routh_dataset3 *dataset, const routh_world3 *world, const routh_start3 *start,
                             size_t end[ROUTH_ROLLOUT_PHASES]);

/* Predicts every trajectory from its start, one rollout each, on the context's threads. The run's duration and rate are those
 * of the recording; NULL: the defaults. */
routh_status routh_rollouts_run(routh_context *context, const routh_dataset3 *dataset, const routh_world3 *world,
                                const routh_start3 *starts, const routh_run3_options *run, routh_rollout *rollouts);
void routh_rollouts_release(routh_context *context, routh_rollout *rollouts, size_t count);

routh_status routh_rollout_options_check(routh_context *context, const routh_rollout_options *options);

/* Fits a segmented dataset. `use`: which trajectories count, NULL: all. Fails where fewer than 3 of them have a
 * first flight, where options or surface are invalid, and where the law can predict none. */
routh_status routh_rollout_fit(routh_context *context, const routh_dataset3 *dataset,
                               const routh_rollout_options *options, const bool *use, routh_rollout_estimate *estimate);

/* Puts an estimate's values into a world and into how it is run (may be NULL). */
void routh_rollout_apply(const routh_rollout_estimate *estimate, routh_world3 *world, routh_run3_options *run);

/* The width that distances are divided by: the cube's edge, otherwise twice the distance of the nearest face from the
 * centroid. */
double routh_rollout_width(const routh_dataset3 *dataset);

/* The spread of every trajectory from its start, on the context's threads; the same for any number of them. The world has the
 * estimate's values; `estimate`: the covariance of parameters, NULL: they are exact. */
routh_status routh_spreads3_run(routh_context *context, const routh_dataset3 *dataset, const routh_world3 *world,
                                const routh_start3 *starts, const routh_rollout_estimate *estimate,
                                const routh_spread3_options *options, routh_spread3 *spreads);
void routh_spreads3_release(routh_context *context, routh_spread3 *spreads, size_t count);

/* What is to be drawn, from whole tosses: run.scatter and widen of the options.
 *
 * The scatter is the one with the least mean energy score of recorded poses,
 *
 *     E|X − x| − ½ E|X − X'|,    |X − x|² = (distance ÷ width)² + 4 sin²(angle ÷ 2),
 *
 * X and X' drawn from the spread, x recorded. Turns are compared by chords, not angles: with rotation matrices as points
 * of a Euclidean space the score is strictly proper (Gneiting and Raftery, JASA 102 (2007) 359): the true distribution, and
 * no other, has the least expected score. It grows only linearly with the error, so that a few tosses that end on another
 * face do not decide.
 *
 * What the rollouts do not know, a law that is not quite right or a biased recording, shows in how many of the recorded
 * poses are in the regions. Regions are then widened or narrowed until they hold so much of these tosses' poses after the
 * first flight that another toss of the same kind has the chosen share inside in the mean, whatever the law (conformal
 * risk control).
 *
 * `evaluations`: most spreads of the tosses in the search, at least 1; 24 are usually enough. */
routh_status routh_spread3_fit(routh_context *context, const routh_dataset3 *dataset, const routh_world3 *world,
                               const routh_start3 *starts, const routh_rollout_estimate *estimate, size_t evaluations,
                               routh_spread3_options *options);

#endif
