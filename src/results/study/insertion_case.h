/* What a study of insertions adds to the fits of one recording.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_INSERTION_CASE_H
#define ROUTH_SRC_STUDY_INSERTION_CASE_H

#include <routh/study.h>

#include "base/context.h"

/* Fills in what follows from the estimates: misfits, and whether anything is displaced. */
routh_status routh_insertion_case_judge(routh_context *context, const routh_assembly *assembly,
                                        routh_insertion_case *item);

/* What was found, in sentences, into item->findings: K and μ with intervals, what the geometry explains, what cannot be
 * determined. `given`: γ was, and did not follow from the recording. */
routh_status routh_insertion_case_say(routh_context *context, const routh_assembly *assembly, bool given,
                                      routh_insertion_case *item);

/* Where only K × depth is determined, small lasting errors of the model decide how deep the parts are. The interval of K
 * then reaches over what the parts as drawn give, each displacement uncertain by its prior. */
void routh_insertion_reach_over_prior(const routh_insertion_estimate *plain, routh_insertion_estimate *fit);

/* Samples that figures over time draw: more than a screen has pixels would show nothing more; and instants at which the parts can be
 * viewed in three dimensions. */
enum { ROUTH_MOST_DRAWN = 1200, ROUTH_MOST_SEEN = 240 };

/* All samples, or the first of each of many stretches with the one in it that is fitted worst: no peak of the misfit
 * gets lost. */
size_t routh_insertion_drawn(const routh_insertion_study *study, const routh_insertion_case *item, size_t *sample);
size_t routh_insertion_seen(const routh_insertion_case *item, size_t *sample); /* spread evenly */

/* Further unknowns of a study of insertions, and its recordings together. */

/* Makes the assembly of the study one with further unknowns: study->also. */
routh_status routh_insertion_study_extend(routh_context *context, const routh_assembly *assembly,
                                          routh_insertion_study *study);

/* Which errors of sensors a case shows, into item->sensor_error; returns ROUTH_ALSO_… of those that it shows clearly. */
routh_status routh_insertion_case_sensor_errors(routh_context *context, const routh_insertion_study *study,
                                                routh_insertion_case *item, unsigned *shown);

/* All recordings of the study, if there are several. */
routh_status routh_insertion_together_of(routh_context *context, routh_insertion_study *study);

/* What is wrong with the sensors, and what all recordings say together. */
routh_status routh_insertion_together_say(routh_context *context, routh_insertion_study *study);

void routh_insertion_together_release(routh_context *context, routh_insertion_study *study);

/* The design of an insertion: a family of paths, and what a path would determine. */

/* The family -------------------------------------------------------------------------------------------------
 * A path begins turned about X or shifted across it. Then it may go up and down some times: up with little force along X
 * and a wrench across that drives it away from the mated pose, down with much force and a wrench the other way. So
 * contacts slide to and fro, at different forces. At last it goes home. */

typedef enum routh_plan_choice {
    ROUTH_PLAN_DIRECTION,
    ROUTH_PLAN_AMPLITUDE,
    ROUTH_PLAN_CYCLES,
    ROUTH_PLAN_UP_TIME,
    ROUTH_PLAN_DOWN_TIME,
    ROUTH_PLAN_UP_FORCE,
    ROUTH_PLAN_UP_SIDE,
    ROUTH_PLAN_DOWN_FORCE,
    ROUTH_PLAN_DOWN_SIDE,
    ROUTH_PLAN_WAVE,
    ROUTH_PLAN_SETTLE,
    ROUTH_PLAN_CHOICES
} routh_plan_choice;

/* One of the family: which value each choice has, and a factor on the times of its stages. */
typedef struct routh_plan_point {
    size_t level[ROUTH_PLAN_CHOICES];
    double stretch;
} routh_plan_point;

/* How many values a choice has. */
size_t routh_plan_levels(routh_plan_choice choice);

/* Where the exchange begins: half of the furthest start without cycles, or a tenth with one. */
routh_plan_point routh_plan_first(size_t direction, bool cycles);

/* Does the choice matter to this path? The force upwards does not where nothing goes up. */
bool routh_plan_matters(const routh_plan_point *point, routh_plan_choice choice);

/* The path, and what it is in words. */
void routh_plan_describe(const routh_insertion_plan_options *options, const routh_plan_point *point,
                         char about[ROUTH_LABEL_SIZE]);
routh_insertion_path routh_plan_path(const routh_insertion_plan_options *options, const routh_plan_point *point);

/* Prediction -------------------------------------------------------------------------------------------------*/

/* Everything that predictions of one plan share. */
typedef struct routh_planner {
    const routh_assembly *assembly; /* as given */
    routh_assembly extended;        /* with motions of the reference pose */
    routh_insertion_plan *plan;     /* its options; counts what was tried */
} routh_planner;

/* Fills the candidate, whose path is given, from draws first … first + count − 1. A path that cannot be executed is no
 * failure: candidate->why says it. */
routh_status routh_plan_predict(routh_context *context, routh_planner *planner, size_t first, size_t count,
                                routh_insertion_candidate *candidate);

/* The lower the better: seconds for the precision in nine of ten draws, or, within a given time, the larger of the widths of K and
 * μ: ÷ the precision, or, where both reach that, ÷ those of the default path. Widths are medians, or what nine of ten draws stay
 * below. INFINITY: not usable. */
double routh_plan_score(const routh_insertion_plan *plan, const routh_insertion_candidate *candidate, bool nine_of_ten);

/* The best path with parts as drawn, instant by instant, into the plan. */
routh_status routh_plan_trace(routh_context *context, routh_planner *planner);

/* What was found, in sentences. */
routh_status routh_plan_say(routh_context *context, routh_insertion_plan *plan);

/* The noise reference: the noise, and impacts recorded with it. */

enum { ROUTH_REFERENCE_STREAM = 5000000 }; /* of random numbers; smaller ones belong to other parts of the study */

/* Deviations of vx, vy and ω of one impact, before and after, where the study's noise is 1 m/s: 1, 1 and 1/m where they
 * are alike. */
typedef struct routh_reference_unit {
    double deviation[2][3];
} routh_reference_unit;

/* Where noise may be: deviations of vx, vy and ω times the radius of gyration, before and after, m/s. */
typedef struct routh_placement {
    double deviation[2][3];
} routh_placement;

enum { ROUTH_PLACEMENTS = 12 };

/* The mean of sign ω where ω changes evenly over the impact: what a couple against the spin follows. */
double routh_mean_sign(double before, double after);

/* Of each impact's distance from the rigid bound, as a factor with its sign, what is not related to a couple, or levers, angle,
 * velocities or inertia that are off. */
routh_status routh_reference_identity(routh_context *context, const routh_dataset *dataset,
                                      const routh_frame_study *study, double *part);

/* Over how many impacts after each other that noise lasts, in the order of the file; 1: each has its own. */
routh_status routh_reference_lasting(routh_context *context, const routh_dataset *dataset,
                                     const routh_frame_study *study, size_t *length);

/* Extreme ones among those that agree with the recording and its rigid bound, of which `part` counts, the most telling
 * first; none where nothing can be said. Needs the study's noise by the bound. */
routh_status routh_reference_placements(routh_context *context, const routh_study_options *options,
                                        const routh_frame_study *study, const double *part,
                                        routh_placement placement[ROUTH_PLACEMENTS], size_t *count);

/* The velocity after impact i as the fitted law predicts it, taken for the truth; NaN where the law has no answer. */
routh_velocity routh_reference_after(const routh_frame_study *study, const routh_law_study *law, size_t i);

/* The impact as it would be recorded; false if its contact no longer closes, or the law had no answer. */
bool routh_reference_record(const routh_sample *sample, routh_velocity after, double sigma,
                            const routh_reference_unit *unit, routh_random *random, routh_sample *noisy);

/* The variance of a share p of n impacts, from that of its estimates with m of them each. */
double routh_reference_reach_variance(double variance, double p, double m, double n);

/* The study's noise, and the unit of each of its samples: placement after placement, at most ROUTH_PLACEMENTS of them. */
routh_status routh_reference_noise(routh_context *context, const routh_dataset *dataset,
                                   const routh_study_options *options, routh_frame_study *study,
                                   routh_reference_unit *unit, size_t *placements);

#endif
