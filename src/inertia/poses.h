/* Where the contact point may have been: poses near the measured one, each with a probability, and what the momentum
 * change is like at each.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INERTIA_POSES_H
#define ROUTH_SRC_INERTIA_POSES_H

#include "inertia/inertia.h"

/* One pose that the body may have had. */
typedef struct pose_node {
    double rx, ry;
    double log_weight; /* logarithm of the probability of the measured pose, were this the true one, up to a constant */
    double turn, high; /* errors of the measured angle, with the other sign, and height, in deviations */
    double per_angle, per_height; /* 1/deviation; 0: not measured */
} pose_node;

enum { MOMENTUM_TERMS = 3 };

/* Momentum changes (Δvx, Δvy) of contacts at a given pose: normal, with a mean that depends on rx. */
typedef struct momentum_model {
    double mean[2][MOMENTUM_TERMS]; /* coefficients of 1, rx/radius, (rx/radius)² */
    double xx, xy, yy;              /* covariance */
    double radius;                  /* the largest |r|, m */
} momentum_model;

/* What the scores are computed from. */
typedef struct pose_work {
    const inertia_work *work;
    size_t nodes;                   /* of each record; 1: the pose is exact */
    pose_node *node;                /* work->count × nodes */
    int offsets;                    /* how many Θ has behind the unknowns: none, the height, or both; others are 0 */
    double centre[OFFSETS_OF_POSE]; /* the offsets that nodes are placed for */
    contact_change variance;
    int has_model;
    momentum_model model;
    double *angle, *deviation; /* of each record less the offset, and its noise, rad; as smoothed */
    double *share;             /* probability of each node given all that was measured, work->count × nodes */
    double *score;             /* MOST_SCORES of each record */
    routh_context *context;    /* asked whether to stop … */
    bool *stopped;             /* … and what it said: scores are NaN then, and searches end */
} pose_work;

routh_status routh_pose_work_create(routh_context *context, const inertia_work *work, double m_over_i,
                                    pose_work *poses);
void routh_pose_work_release(routh_context *context, pose_work *poses);

/* Each record's angle from all that are linked to it, and its deviation; as measured where none is. */
void routh_pose_smooth(const inertia_work *work, double *angle, double *deviation);

/* The scores of all used records at Θ, and their sum. */
void routh_pose_scores(const pose_work *poses, const double *theta, double sum[MOST_SCORES]);

/* May the poses have offsets, and can so many contacts show them? */
bool routh_pose_shows_offsets(const inertia_work *work);

/* What is known of the offsets beforehand, 1/variance. */
void routh_pose_offset_prior(const inertia_work *work, double prior[OFFSETS_OF_POSE]);

/* How far the offsets may move at once: within the nodes of one record, and within the prior. */
void routh_pose_offset_reach(const inertia_work *work, double reach[OFFSETS_OF_POSE]);

/* Places all nodes for these offsets. */
void routh_pose_recentre(pose_work *poses, const double offset[OFFSETS_OF_POSE]);

/* The model's mean for a contact at rx. */
void routh_momentum_terms(const momentum_model *model, double rx, double terms[MOMENTUM_TERMS]);
void routh_momentum_mean(const momentum_model *model, double rx, double mean[2]);

/* Covariance of Δv* about the true Δv at a pose: Σ − κ² Σ a aᵀ Σ / var. */
typedef struct momentum_spread {
    double xx, xy, yy;
} momentum_spread;

momentum_spread routh_pose_spread(const pose_work *poses, const pose_node *node, double kappa, double var);

/* Δv* of record i at a pose, and the variance of e there. */
double routh_pose_projected(const pose_work *poses, const double *theta, size_t i, const pose_node *node,
                            double momentum[2]);

/* Where node j is, in deviations of the angle. */
double routh_pose_place(const pose_work *poses, size_t j);

/* Places the nodes of record i about its angle. */
void routh_pose_nodes(pose_work *poses, size_t i);

enum { ROUTH_POSE_REPLICAS = 12 };

/* The mean of the scores' sum at Θ over that many sets of fresh noise, and its own error; after routh_pose_scores at Θ. */
routh_status routh_pose_mean_scores(routh_context *context, const pose_work *poses, const double *theta,
                                    double mean[MOST_SCORES], double error[MOST_SCORES]);

/* Takes off what noise of the pose makes of the scores, and adds the doubt that remains to the covariance. ROUTH_NOT_ENDED
 * where it exceeds the error by far. */
routh_status routh_pose_correct_scores(routh_context *context, const pose_work *poses, double *theta,
                                       double slope[MOST_SCORES][MOST_SCORES],
                                       double covariance[MOST_SCORES][MOST_SCORES]);

/* Takes off the bias of second order of m/I; after work->fit->covariance is set. */
routh_status routh_pose_correct_bias(routh_context *context, const pose_work *poses, double *theta);

/* A few steps of expectation and maximisation of the momentum model at Θ. */
void routh_pose_learn_model(pose_work *poses, const double *theta);

/* The momentum change per mass of record i, corrected by what its spin says. */
void routh_pose_momentum(const pose_work *poses, const double *theta, size_t i, double momentum[2]);

#endif
