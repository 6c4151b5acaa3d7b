/* Inside of the fit room: many impacts side by side, searches for the parameters that cost least, and dependences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FIT_FIT_H
#define ROUTH_SRC_FIT_FIT_H

#include <math.h>

#include <routh/fit.h>
#include <routh/impact.h>

#include "algebra/algebra.h"

/* A law's parameters as points of the unit cube, in which searches go.
 *
 * Restitutions are linear in it. A parameter with a range of its own for fits, such as a ratio of stiffnesses, is
 * logarithmic. Friction is μ = M u / (1 + M (1 − u)) up to its cap M: even steps of u are nearly even
 * steps of μ while μ is small, where laws change fast, and wide ones where everything sticks. */

typedef struct routh_box {
    int dimension;
    int friction; /* which parameter is μ; −1: none */
    double low[ROUTH_MAX_PARAMETERS], high[ROUTH_MAX_PARAMETERS];
    double decades[ROUTH_MAX_PARAMETERS]; /* ln(high/low) of a logarithmic one; 0: it is not */
} routh_box;

/* Fails if the cap is not a positive number, or if the law has parameters but no restitution, on which the searches
 * rely. */
routh_status routh_box_of(routh_context *context, const routh_law *law, double mu_max, routh_box *box);

static inline double routh_box_value(const routh_box *box, int i, double u) {
    const double low = box->low[i], high = box->high[i];
    const double value = box->decades[i] > 0  ? low * exp(box->decades[i] * u)
                         : i == box->friction ? high * (u / (1 + high * (1 - u)))
                                              : low + (high - low) * u;
    return u < 1 && value < high ? value : high;
}

static inline void routh_box_parameters(const routh_box *box, const double *u, double *parameters) {
    for (int i = 0; i < box->dimension; i++)
        parameters[i] = routh_box_value(box, i, u[i]);
}

/* The way back, of a value within the bounds. */
static inline double routh_box_coordinate(const routh_box *box, int i, double value) {
    const double low = box->low[i], high = box->high[i];
    if (box->decades[i] > 0)
        return log(value / low) / box->decades[i];
    return i == box->friction ? value * (1 + high) / (high * (1 + value)) : (value - low) / (high - low);
}

/* Closer than this to 0 or 1 is at the bound. */
#define ROUTH_BOX_EDGE 1e-6

int routh_box_at_edge(const routh_box *box, const double *u);

/* Many impacts side by side, and the cost of a law on them. */

/* Scratch for ensemble fits of up to `count` samples; one per thread. */
typedef struct routh_ensemble routh_ensemble;
routh_status routh_ensemble_create(routh_context *context, size_t count, routh_ensemble **ensemble);
void routh_ensemble_release(routh_context *context, routh_ensemble *ensemble);

/* Fits one set of parameters to samples[index[0 … count-1]] (index NULL: the first `count`). No allocation inside. A
 * law without parameters has only its cost, in which a couple does not count. The estimate has no intervals. */
routh_status routh_ensemble_fit(routh_context *context, const routh_law *law, const routh_sample *samples,
                                const size_t *index, size_t count, const routh_fit_options *options,
                                routh_ensemble *ensemble, routh_estimate *fit);

/* The cost at given parameters, the same number that routh_ensemble_fit minimises: for cost surfaces. */
double routh_ensemble_cost(const routh_law *law, const double *parameters, const routh_sample *samples,
                           const size_t *index, size_t count, const routh_fit_options *options,
                           routh_ensemble *ensemble);

/* Bootstrap intervals: `resamples` refits of samples drawn with replacement, spread over threads, the same for any
 * number of them. Percentiles, widened for few impacts as Student's t is. One interval for each of the law's
 * parameters, none where it has none; `correlation` as in routh_estimate, may be NULL. */
routh_status routh_ensemble_bootstrap(routh_context *context, const routh_law *law, const routh_sample *samples,
                                      const size_t *index, size_t count, const routh_fit_options *options,
                                      size_t resamples, double level, uint64_t seed,
                                      routh_interval interval[ROUTH_MAX_PARAMETERS],
                                      double correlation[ROUTH_MAX_PARAMETERS][ROUTH_MAX_PARAMETERS]);

/* Inside ------------------------------------------------------------------------------------------------*/

/* What one impact costs is weight × ((P − P*)ᵀG(P − P*) + rest). The arrays are padded to whole lanes of eight; what is
 * padded weighs nothing. */
struct routh_ensemble {
    size_t capacity;
    size_t count;  /* loaded, without padding */
    size_t padded; /* count, rounded up to eight */
    double *block; /* one for all arrays */
    double *wtt, *wtn, *wnn, *vt, *vn;
    double *target_t, *target_n; /* P* */
    double *gtt, *gtn, *gnn, *rest, *weight;
    double *pt, *pn;                        /* the law's impulse at the last evaluation */
    double *squared;                        /* its squared distance */
    double *held[3 * ROUTH_MAX_PARAMETERS]; /* impulses at neighbouring parameters, and what is beside them */

    /* Of laws with a couple C. A measured impulse holds its share of what a couple did, so that P + shift × C stands beside it; the rest
     * of the couple, `lift` × C, stands beside what no point impulse explains, N s, whose square in the cost `beyond` weighs. */
    double *wtc, *wnc, *wcc, *omega, *shift_t, *shift_n, *lift, *unexplained, *beyond;
    double *aside;          /* lift × C at the last evaluation */
    bool has_couple;        /* the law of the last evaluation */
    int64_t *mode;          /* its mode */
    int any_thin;           /* of the loaded, whatever the friction; see impact/kernel.h */
    double weight_sum;      /* of all impacts */
    double size;            /* weighted mean of the squared size, the cost's own scale */
    int robust;             /* the cost is Huber's */
    int norms;              /* the cost is the mean distance, not its square */
    routh_context *context; /* that evaluations ask whether to stop; NULL: none */
    size_t unasked;         /* impacts solved since it was asked */
    bool stopped;           /* it said so: every cost is infinite, and searches end soon */
};

/* Whom the evaluations of one search ask whether to stop; routh_ensemble_unheard ends that, and says what was answered. */
void routh_ensemble_hear(routh_ensemble *ensemble, routh_context *context);
routh_status routh_ensemble_unheard(routh_ensemble *ensemble);

routh_status routh_ensemble_check(routh_context *context, size_t count, const routh_fit_options *options,
                                  const routh_ensemble *ensemble);

/* Loads samples[index[…]]; `times` says how often each counts (NULL: once), 0 leaves it out. */
void routh_ensemble_load(routh_ensemble *ensemble, const routh_sample *samples, const size_t *index,
                         const unsigned *times, size_t count, const routh_fit_options *options);

/* The same with parameters of each impact's own, `padded` of each; those that the law does not have are not used. */
double routh_ensemble_evaluate_each(routh_ensemble *ensemble, const routh_law *law,
                                    double *const parameter[ROUTH_MAX_PARAMETERS]);

/* What searches over many impacts have in common. */

typedef struct routh_ensemble_task {
    routh_ensemble *ensemble; /* loaded */
    const routh_law *law;
    const routh_box *box;
    int limit;       /* of evaluations in one local search */
    int evaluations; /* so far */
} routh_ensemble_task;

/* The cost at a point of the box. */
double routh_cost_in_box(routh_ensemble_task *task, const double *u);

/* The parameters that cost least on many impacts. */

/* The best of the whole box. `samples` and `index` are what was loaded. Returns 0 if the evaluations ran out. */
int routh_ensemble_search(routh_ensemble_task *task, const routh_sample *samples, const size_t *index, double *u,
                          double *value);

/* The best near *u, whose cost is *value: a simplex of size `step`, begun again smaller and to the other side until
 * that gains nothing, down to `tolerance`. Returns 0 if the evaluations ran out. */
int routh_ensemble_refine(routh_ensemble_task *task, double step, double tolerance, double *u, double *value);

/* The parameters that cost least on many impacts, for laws whose impulses change smoothly but are slow to compute. */

/* Starts for a search, the best first; returns how many. Uses only a part of the impacts. */
enum { ROUTH_BEGINNINGS = 2 };
int routh_find_beginnings(routh_ensemble_task *task, double beginning[ROUTH_BEGINNINGS][ROUTH_MAX_PARAMETERS]);

/* Where a law comes closest to one measured impulse. */

typedef struct routh_impact_search {
    const routh_law *law;
    const routh_contact *contact;
    routh_box box;
    int restitution;    /* which parameter is ε */
    routh_point target; /* the measured impulse */
    double size;        /* its length, or that of the stopping impulse if that is larger: the scale of rounding */
} routh_impact_search;

typedef struct routh_nearest {
    double u[ROUTH_MAX_PARAMETERS]; /* in the unit cube */
    double distance;                /* N s */
    double side;                    /* −1, 1: on which side of the curve over ε the target lies; 0: on it */
} routh_nearest;

routh_impact_search routh_impact_search_for(const routh_law *law, const routh_box *box, const routh_contact *contact,
                                            routh_point target);

/* The closest of all; of equally close ones that with the least friction. */
routh_nearest routh_find_nearest(const routh_impact_search *search);

/* The parameters of a law in space that explain many impacts best. */

/* Impacts and how much each counts; a weight of 0 leaves one out. */
typedef struct routh_weighted3 {
    const routh_sample3 *sample;
    const double *weight; /* one for each sample; NULL: all alike */
    size_t count;
} routh_weighted3;

typedef struct routh_fit3 {
    double u[ROUTH_MAX_PARAMETERS]; /* in the unit cube in which the search goes */
    routh_estimate estimate;
    routh_status status;
} routh_fit3;

/* The least mean error over all parameters within their bounds: a grid, then simplexes from its best nodes. The context
 * is asked whether to stop; the status is then ROUTH_CANCELLED. */
routh_fit3 routh_fit3_search(routh_context *context, const routh_law3 *law, const routh_weighted3 *samples);

/* The same from near a place that is known to be good for similar weights. */
routh_fit3 routh_fit3_near(routh_context *context, const routh_law3 *law, const routh_weighted3 *samples,
                           const double *u);

/* The parameters at a place in the unit cube. */
void routh_fit3_parameters(const routh_law3 *law, const double *u, double *parameters);

/* Samples of one trajectory belong together: one body, one throw, one calibration. They are drawn together, for fits and for
 * resamples. */

/* Draws k of the samples, ascending, by whole trajectories but for one that is cut where the number asks for it. Samples
 * without a trajectory are drawn one by one, by the same numbers as routh_random_draw. */
void routh_samples_draw(routh_random *random, const routh_sample *samples, size_t count, size_t k, size_t *index);

/* Numbers the trajectories among the samples in `index` (NULL: all), neighbours of the same one alike; each sample for itself where it has none, or
 * where there are fewer than 5, which say nothing of their scatter. Returns how many there are. */
size_t routh_samples_groups(const routh_sample *samples, const size_t *index, size_t count, size_t *group);

/* How the parameters of a law are correlated over resamples. */

/* Of values[parameter × draws + draw]; a ratio such as eta2, which fits seek in its logarithm, in that. */
routh_status routh_parameters_correlate(routh_context *context, const routh_parameter *parameter, int count,
                                        const double *values, size_t draws,
                                        double correlation[ROUTH_MAX_PARAMETERS][ROUTH_MAX_PARAMETERS]);

/* Quantities of an impact by their place among routh_quantities. */

/* −1: none has that name. */
int routh_quantity_index(const char *name);

/* `order`: the impact's place in its file. */
double routh_quantity_value(int quantity, const double pose[3], const routh_impact *impact,
                            const routh_contact *contact, double order);

const char *routh_quantity_unit(const char *name); /* "m"; "" where it is not known. Valid pointers only */

/* Samples in space. */

/* The body's tensor in world axes, also where its moments are the same. */
void routh_sample3_take_tensor(const routh_body3 *body, routh_sample3 *sample);

/* The velocity after the impulse at the contact point that comes closest to the measured velocity. No law can do
 * better. */
routh_status routh_sample3_best(routh_context *context, const routh_sample3 *sample, routh_velocity3 *after);

/* Inside a law whose parameters depend on something. */

enum { ROUTH_DEPENDENCE_UNKNOWNS = ROUTH_MAX_PARAMETERS + ROUTH_MOST_TERMS };

/* What a term is for one impact, of which `value` is the row of covariates. */
double routh_term_value(const routh_dependence *dependence, const routh_term *term, const double *value);

/* The terms that the law has, with everything but their coefficients: means, deviations and ranges of the quantities
 * over the fitted impacts. Fails for constant, collinear and too many ones. */
routh_status routh_dependence_plan(routh_context *context, const double *value, const size_t *index, size_t count,
                                   routh_dependence *dependence);

/* One search: scratch of one thread, with its impacts loaded. The unknowns are p0 of every parameter, then the terms'
 * coefficients, all in `unit`. */
typedef struct routh_dependence_search {
    const routh_dependence *plan;
    const routh_box *box;
    routh_ensemble *ensemble;
    size_t unknowns;
    double unit[ROUTH_DEPENDENCE_UNKNOWNS];
    double *term;                            /* term after term, `padded` each */
    double *parameter[ROUTH_MAX_PARAMETERS]; /* of every impact, `padded` each */
    double *residual[2];                     /* at the point and at the trial, 2 × count each */
    double z[2][ROUTH_DEPENDENCE_UNKNOWNS];
    double cost[2];
    int at;             /* which of the two is the point */
    size_t evaluations; /* so far */
    double *block;      /* one for all arrays */
    routh_lm lm;
    routh_arena room;
} routh_dependence_search;

routh_status routh_dependence_search_create(routh_context *context, const routh_dependence *plan, const routh_box *box,
                                            const routh_sample *samples, const double *value, const size_t *index,
                                            size_t count, const routh_fit_options *options,
                                            routh_dependence_search *search);
void routh_dependence_search_release(routh_context *context, routh_dependence_search *search);

/* From *unknown to the least cost near it; `thorough`: a simplex looks for what kinks hide. False if the evaluations ran
 * out. */
routh_status routh_dependence_descend(routh_dependence_search *search, size_t limit, bool thorough, double *unknown,
                                      double *cost, bool *converged);

/* The law's parameters for one impact; `value` is its row of covariates. Valid pointers only. */
void routh_dependence_parameters(const routh_dependence *dependence, const double *value, double *parameters);

#endif
