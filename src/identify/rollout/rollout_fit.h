/* Inside of fits to whole tosses: parameters in a world, and what a set of tosses costs with them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ROLLOUT_ROLLOUT_FIT_H
#define ROUTH_SRC_ROLLOUT_ROLLOUT_FIT_H

#include <routh/rollout.h>

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

/* The derivative of what a toss's mean error costs. */
double routh_rollout_task_slope(double mean);

/* The task's world, and how it is run, at x. */
void routh_rollout_task_world(const routh_rollout_task *task, const double *x, routh_world3 *world,
                              routh_run3_options *run);

/* The value of free parameter k at x. */
double routh_rollout_task_value(const routh_rollout_task *task, size_t k, double x);

/* Whether anything can be predicted in this world with these options: fails as routh_world3_run would for every toss. */
routh_status routh_rollout_check(routh_context *context, const routh_dataset3 *dataset, const routh_world3 *world,
                                 const routh_run3_options *options);

/* Predicts so many instants of a toss from its start on, at the rate of the recording. */
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

#endif
