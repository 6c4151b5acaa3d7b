/* What the parts of the inertia room share: momentum, poses near the measured ones, and chains of flights.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INERTIA_INERTIA_H
#define ROUTH_SRC_INERTIA_INERTIA_H

#include <math.h>
#include <stdbool.h>

#include <routh/inertia.h>

/* What the parts of the inertia room share. */

/* Rows of Y = Ψ Θ for one contact: up to 3 rows, up to 3 unknowns. */
typedef struct routh_regression_rows {
    int rows, unknowns;
    routh_unknown unknown[3];
    double y[3];
    double psi[3][3];
} routh_regression_rows;

/* Friction opposes the slip after the contact, as it does in time stepping. */
routh_regression_rows routh_regression_rows_of(routh_regression regression, const routh_record *record, double gravity,
                                               double mu, double eps);

/* How a velocity changed in a contact, gravity's share taken out: Δvx + h g sin α, Δvy + h g cos α, Δω, with α the tilt. */
typedef struct contact_change {
    double vx, vy, omega;
} contact_change;

static inline contact_change contact_change_of(const routh_record *c, double gravity) {
    return (contact_change){c->after.vx - c->before.vx + c->duration * gravity * sin(c->gravity_tilt),
                            c->after.vy - c->before.vy + c->duration * gravity * cos(c->gravity_tilt),
                            c->after.omega - c->before.omega};
}

/* L, m²/s: the moment of the momentum change per mass about the centre, were it to act at r. */
static inline double contact_lever(const contact_change *d, double rx, double ry) {
    return rx * d->vy - ry * d->vx;
}

/* T, N m s: the known impulse's moment about the contact point. */
static inline double contact_moment(const routh_record *c, double rx, double ry) {
    return c->duration * (c->torque - (rx * c->fy - ry * c->fx));
}

/* Tangential velocity of the contact point afterwards, m/s. */
static inline double contact_slip(const routh_record *c) {
    return c->after.vx - c->ry * c->after.omega;
}

enum { MOST_UNKNOWNS = 3 };

/* What is constant in the error of every pose: the height's offset and the angle's. They are fitted beside the unknowns. */
enum { OFFSET_HEIGHT, OFFSET_ANGLE, OFFSETS_OF_POSE, MOST_SCORES = MOST_UNKNOWNS + OFFSETS_OF_POSE };

/* The contacts of a fit ---------------------------------------------------------------------------------*/

/* The work of one fit. Unknowns are those of the mode-free balance for errors in variables. */
typedef struct inertia_work {
    const routh_record *record;
    size_t count;
    const routh_inertia_options *options;
    int unknowns;             /* columns that do not vanish */
    routh_unknown unknown[3]; /* in the order of routh_regression_rows */
    contact_change *change;   /* of every record */
    routh_noise noise;
    int noise_known;
    routh_inertia_estimate *fit;
} inertia_work;

/* Is the contact to be fitted? */
static inline int inertia_uses(const inertia_work *work, size_t i) {
    return work->fit->misfit[i] == ROUTH_FITS;
}

/* L (with T/m where the mass is given) and T (0 where 1/I is no unknown) at a place r of the contact point. */
static inline void inertia_arms(const inertia_work *work, size_t i, double rx, double ry, double *lever,
                                double *moment) {
    const double t = contact_moment(&work->record[i], rx, ry), mass = work->options->mass;
    *lever = contact_lever(&work->change[i], rx, ry) + (isnan(mass) ? 0 : t / mass);
    *moment = work->unknowns > 1 ? t : 0;
}

/* Variances of Δvx, Δvy and Δω; where the noise is not known, in the proportion 1 : 1 : m/I. */
contact_change routh_inertia_variances(const inertia_work *work, double m_over_i);

/* Variance of Δω − κ L − (1/I) T at r, rad²/s², and of κ L alone. */
double routh_inertia_variance(const inertia_work *work, const contact_change *variance, size_t i, double rx, double ry,
                              double kappa, double *of_lever);

/* Marks contacts that the regression is not for. */
routh_status routh_inertia_mark_modes(routh_context *context, const inertia_work *work);

/* Marks contacts in whose duration more than one corner may touch. */
void routh_inertia_mark_corners(const inertia_work *work);

/* Fails unless there are records, all finite, and the options are valid. */
routh_status routh_inertia_check(routh_context *context, const routh_record *records, size_t count,
                                 const routh_inertia_options *options);

/* The error of the body's size: whether it is valid; and its part of the covariance of the answer, from fits of the body
 * scaled, by a call such as routh_inertia_fit. */
typedef routh_status routh_inertia_refit(routh_context *context, const routh_record *records, size_t count,
                                         const routh_inertia_options *options, routh_inertia_estimate *fit);
routh_status routh_inertia_size_check(routh_context *context, const routh_inertia_options *options);
routh_status routh_inertia_add_size_error(routh_context *context, const inertia_work *work, routh_inertia_refit *refit);

/* Where noise is not known and heights show that of poses: widens the answer's interval to what it may be with noise of angles
 * or of heights; fails where that leaves it open. The fit's noise then has the most that either may be. */
routh_status routh_inertia_allow_pose_noise(routh_context *context, const inertia_work *work,
                                            routh_inertia_refit *refit);

/* The estimators ----------------------------------------------------------------------------------------*/

/* Ordinary least squares over the used contacts with Θ ≥ 0: values and errors into work->fit, at_zero[k] where the
 * bound holds an unknown. ROUTH_OUT_OF_MEMORY is the only failure. */
routh_status routh_inertia_least_squares(routh_context *context, const inertia_work *work, int at_zero[MOST_UNKNOWNS]);

/* The covariance of an answer with n unknowns. `score` has MOST_SCORES numbers for every record; `slope` is minus the
 * derivative of their sum; `prior` is what was known of each unknown beforehand, 1/variance, or NULL. */
void routh_inertia_sandwich(const inertia_work *work, int n, const double *score,
                            double slope[MOST_SCORES][MOST_SCORES], const double *prior,
                            double covariance[MOST_SCORES][MOST_SCORES]);

/* The same for the work's own unknowns, into work->fit. */
void routh_inertia_keep_covariance(const inertia_work *work, double covariance[MOST_SCORES][MOST_SCORES]);

/* From the covariance: standard errors and 95 % intervals of the unknowns; then mass and inertia with theirs. */
void routh_inertia_derive_intervals(const inertia_work *work);
void routh_inertia_derive_mass(const inertia_work *work);

/* Singular values and directions of the used contacts' regressor. */
routh_status routh_inertia_excitation(routh_context *context, const inertia_work *work);

/* Errors in variables, from the start in work->fit->value. */
routh_status routh_inertia_errors_in_variables(routh_context *context, const inertia_work *work);

/* The same from chains of contacts with free flights between them, whatever the start; it marks the contacts, too.
 * *applies is false where too few chains agree with the noise. */
routh_status routh_inertia_linked(routh_context *context, const inertia_work *work, bool *applies);

/* Each record's momentum change per mass at work->fit->value, into work->fit->impulse. */
routh_status routh_inertia_momenta(routh_context *context, const inertia_work *work);

/* Each record's residual in deviations of its noise, at work->fit->value. */
routh_status routh_inertia_deviations(routh_context *context, const inertia_work *work);

/* A start that a few outliers do not move, into work->fit->value: least absolute deviations of the mode-free balance.
 * */
void routh_inertia_robust_start(const inertia_work *work);

/* Where all poses seem to be off by far more than noise, the start of their offsets, and of the unknowns with them. */
routh_status routh_inertia_start_offsets(routh_context *context, const inertia_work *work);

/* How far the body reaches from its centre of mass, m. */
double routh_inertia_reach(const inertia_work *work);

/* What explains a record that does not fit. */
routh_misfit routh_inertia_explain(const inertia_work *work, size_t i);

/* Whether all unknowns can be determined; and the findings about it. */
void routh_inertia_judge(const inertia_work *work, const int at_zero[MOST_UNKNOWNS]);
routh_status routh_inertia_say(routh_context *context, const inertia_work *work);

/* As routh_records_of for a recording of known noise: also records that were left out only because they seem to separate, if their
 * pose is known. Noise makes slow contacts seem to, and to select by that would bias the estimate. */
routh_status routh_records_of_noisy(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                    routh_record **records, size_t *count);

/* The noise of records found by routh_dataset_segment: from the scatter of the trajectories' instants about the
 * parabolas fitted to their flights. */
routh_status routh_noise_of_flights(routh_context *context, const routh_dataset *dataset, routh_noise *noise);

/* The noise of records that follow one another in trajectories, from what free flight between them leaves; `found` is false where
 * fewer than 20 do, or exact numbers leave nothing. */
routh_status routh_noise_of_links(routh_context *context, const routh_record *records, size_t count, double gravity,
                                  routh_noise *noise, bool *found);

/* The estimate of routh_inertia_fit contact by contact: after 5, 6, 8, 10, 13, … of the records, ten counts a decade, and
 * after all. A given noise is that of the whole recording. Where the first contacts cannot carry an estimate, the row
 * says why. Release with routh_inertia_history_release. */
routh_status routh_inertia_online(routh_context *context, const routh_record *records, size_t count,
                                  const routh_inertia_options *options, routh_inertia_history *history);

/* Where the contact point may have been: poses near the measured one, each with a probability, and what the momentum
 * change is like at each. */

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

/* The scores of all used records at Θ, and their sum. */
void routh_pose_scores(const pose_work *poses, const double *theta, double sum[MOST_SCORES]);

/* May the poses have offsets, and are there enough contacts to show them? */
bool routh_pose_shows_offsets(const inertia_work *work);

/* The prior of the offsets, 1/variance. */
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

/* Contacts of one motion with free flights between them, fitted together. */

/* A longer chain is cut: links beyond a few contacts add little, and the work grows with the cube. */
enum { CHAIN_MOST = 10 };

/* What is measured of a contact. */
enum {
    CHAIN_Y,
    CHAIN_THETA,
    CHAIN_VX,
    CHAIN_VY,
    CHAIN_OMEGA,
    CHAIN_VX_AFTER,
    CHAIN_VY_AFTER,
    CHAIN_OMEGA_AFTER,
    CHAIN_CHANNELS
};

/* An angle for each contact, the velocity before the first, vy and ω after the last; y and Δvx of bridges. */
enum { CHAIN_ENDS = 5, CHAIN_UNKNOWNS = 3 * CHAIN_MOST + CHAIN_ENDS };

/* What all chains of a fit share. */
typedef struct chain_setting {
    const routh_shape *shape;
    double gravity, kappa;
    double deviation[CHAIN_CHANNELS]; /* of the noise; 0: not measured */
} chain_setting;

typedef struct flight_chain {
    size_t first;              /* record */
    size_t count;              /* contacts */
    double flight[CHAIN_MOST]; /* from contact i to the next, s */
    double measured[CHAIN_MOST][CHAIN_CHANNELS];
    bool bridge[CHAIN_MOST]; /* which point touched is not certain: its balance is not used */
    bool used;               /* 0: left out */
    int unknowns;
    double at[CHAIN_UNKNOWNS];                 /* the unknowns, fitted */
    double fitted[CHAIN_MOST][CHAIN_CHANNELS]; /* what they say was measured, without noise */
    double theta_error[CHAIN_MOST];
    double square; /* χ² */
    double freedom;
    double score; /* −½ dχ²/dκ */
} flight_chain;

/* Are pose and velocities measured with known noise, as chains need them? */
bool routh_chains_possible(const inertia_work *work);

/* The chains of two and more contacts, in `chain` with room for work->count; returns how many. */
size_t routh_chains_find(const inertia_work *work, flight_chain *chain);

/* From scratch: the angle, which contacts are bridges, and the fit. chain->used is false where it failed or poses far
 * apart explain the chain equally well. */
void routh_chain_start(const chain_setting *setting, flight_chain *chain);

/* The fit alone, from where the chain is. False where it failed. */
bool routh_chain_fit(const chain_setting *setting, flight_chain *chain);

#endif
