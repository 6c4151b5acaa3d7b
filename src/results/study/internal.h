/* The parts of a study, each filling its fields of one frame's study.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_INTERNAL_H
#define ROUTH_SRC_STUDY_INTERNAL_H

#include "base/context.h"
#include <routh/study.h>

/* Predictions, errors, best and worst, bounds: needs the fits. */
routh_status routh_study_errors(routh_context *context, const routh_study_options *options, routh_frame_study *study);

/* Incident momentum of the contact point, W⁻¹v, N s. */
routh_point routh_contact_momentum(const routh_contact *contact);

/* How many of `count` impacts a study fits: as the options say, or half, at most 500. */
size_t routh_study_fit_count(const routh_study_options *options, size_t count);

/* Draws `fitted` of the samples, trajectories whole: index holds them, ascending, and held_out is 1 for the others. */
void routh_study_draw(uint64_t seed, uint64_t stream, const routh_sample *samples, size_t count, size_t fitted,
                      unsigned char *held_out, size_t *index);

/* The same by the stream that `routh fit` uses, too, so that both fit the same: index holds them, ascending, and held_out
 * is 1 for the others. Returns how many. */
size_t routh_study_split(const routh_study_options *options, const routh_sample *samples, size_t count,
                         unsigned char *held_out, size_t *index);

/* The laws of a frame's study, as a list. */
const routh_law **routh_study_laws(routh_arena *arena, const routh_frame_study *study);

/* The laws that are asked for, or those of the papers where `laws` is NULL. Returns how many; `listed` may be NULL. */
size_t routh_study_list_laws(const routh_law *const *laws, size_t count, const routh_law **listed);

/* The dataset with records of its own, to be released by routh_release, and without its trajectories: contacts are not looked
 * for again. */
routh_status routh_study_copy(routh_context *context, const routh_dataset *dataset, routh_dataset *other);

/* Adds the gravity of ROUTH_READING_FRAMES frames to the velocities after. */
void routh_study_add_gravity(routh_dataset *dataset);

/* What impacts held out from a fit say of it: relative errors, and the mean error in m/s. NaN of none. */
typedef struct routh_error_summary {
    double mean, median, standard_error, mean_velocity;
} routh_error_summary;

/* Over those of `count` samples that are held out and whose error is finite; `stride` bytes lie from one error to the
 * next, and `scratch` has room for all. */
routh_error_summary routh_error_summary_of(const routh_sample *sample, const unsigned char *held_out, size_t count,
                                           const double *error, size_t stride, double *scratch);

/* The relative error of the rigid bound: no law within the admissible region does better. */
routh_status routh_bound_error(routh_context *context, const routh_sample *sample, double *error);

/* Errors of the laws at another study's parameters, on held-out impacts. */
routh_status routh_study_transfer(routh_context *context, const routh_transfer *transfer, routh_frame_study *study);

/* Every impact's own parameters under every law, and the fraction in range. */
routh_status routh_study_own_parameters(routh_context *context, const routh_study_options *options,
                                        routh_frame_study *study);

/* Fits to k impacts, k = 1 … k_max, several draws each. */
routh_status routh_study_convergence(routh_context *context, const routh_study_options *options,
                                     routh_frame_study *study);

/* The cost over (μ, ε), and where it is convex. */
routh_status routh_study_surfaces(routh_context *context, const routh_study_options *options, routh_frame_study *study);

/* Share of the inner points of an n × n surface where it is convex, or flat but for rounding. */
double routh_convex_share(const double *surface, size_t n);

/* Kernel densities of the held-out errors. */
routh_status routh_study_densities(routh_context *context, routh_frame_study *study);

/* The density of `count` errors, which it sorts, at ROUTH_DENSITY_POINTS abscissae; NaN of none. */
void routh_study_density(double *error, size_t count, const double *abscissa, double *density);

/* The slip after an impact: measured, and under an impulse; and whether it is in the other direction than before. */
double routh_measured_slip(const routh_sample *sample);
double routh_predicted_slip(const routh_sample *sample, const routh_impulse *impulse);
bool routh_slip_reversed(const routh_sample *sample, double slip);

/* What the study would show if each law were true; needs everything but the judgement. */
routh_status routh_study_reference(routh_context *context, const routh_dataset *dataset,
                                   const routh_study_options *options, routh_frame_study *study);

/* Slip reversals, zero friction, impacts worth a look and what laws cover there. */
/* In the metric of the fit. */
routh_status routh_study_anomalies(routh_context *context, const routh_study_options *options,
                                   routh_frame_study *study);
void routh_study_examples_release(routh_context *context, routh_frame_study *study);

/* Parameters that depend on something: covariates that are given, and a search for some; each if it is asked for. */
routh_status routh_study_covariates(routh_context *context, const routh_dataset *dataset,
                                    const routh_study_options *options, routh_frame_study *study);

/* One trajectory with its parabolas; leaves study->motion NULL where none has an impact that is used. */
routh_status routh_study_motion(routh_context *context, const routh_dataset *dataset, routh_study *study);

/* Which laws are best, which intervals hold the truth. */
void routh_study_judge(const routh_study_options *options, routh_frame_study *study);

/* Tests what the best law leaves. `unit` as in reference.h. */
struct routh_reference_unit;
routh_status routh_study_remainder(routh_context *context, const routh_dataset *dataset,
                                   const routh_study_options *options, const struct routh_reference_unit *unit,
                                   size_t placements, routh_frame_study *study);

/* What it comes to. `side` has the quantity that it is related to, of these samples. */
routh_status routh_remainder_kinds(routh_context *context, const routh_study_options *options, routh_frame_study *study,
                                   const routh_sample *sample, const double *side, size_t count);

/* Intervals of chance made to hold what is systematic, too. Needs everything else of the first frame. */
void routh_study_widen(routh_study *study);

/* May its numbers be used? Needs the judgement and the reference. */
routh_status routh_study_stand(routh_context *context, const routh_dataset *dataset,
                               const routh_frame_evidence *evidence, routh_frame_study *study);

/* The mean difference of two laws' held-out errors, impact by impact, and its standard error. */
double routh_law_difference(const routh_frame_study *study, const routh_law_study *a, const routh_law_study *b,
                            double *error);

/* What a law predicts for such a row. */
routh_status routh_rebound_predict(routh_context *context, const routh_rebounds *rebounds, const routh_law *law,
                                   const double *parameters, const routh_rebound *row, double *value);

routh_status routh_dependence_study_run(routh_context *context, const routh_dataset *dataset,
                                        const routh_sample *samples, size_t count,
                                        const routh_dependence_options *options, routh_dependence_study *study);
void routh_dependence_study_release(routh_context *context, routh_dependence_study *study);

/* At least 40 samples; `dataset` is their origin. NULL options: the defaults. */
routh_status routh_exploration_run(routh_context *context, const routh_dataset *dataset, const routh_sample *samples,
                                   size_t count, const routh_explore_options *options, routh_exploration *exploration);
void routh_exploration_release(routh_context *context, routh_exploration *exploration);

/* The same in a study that is made for it and is there after a failure, too; the exploration with another fit and seed. */
routh_status routh_dependence_study_make(routh_context *context, const routh_dataset *dataset,
                                         const routh_sample *samples, size_t count,
                                         const routh_dependence_options *options, routh_dependence_study **study);
routh_status routh_exploration_make(routh_context *context, const routh_dataset *dataset, const routh_sample *samples,
                                    size_t count, const routh_fit_options *fit, uint64_t seed,
                                    routh_exploration **exploration);

/* `held_out` says for every sample whether it tests; the dependence study is of the same split. */
routh_status routh_input_study_run(routh_context *context, const routh_dataset *dataset, const routh_sample *samples,
                                   size_t count, const unsigned char *held_out,
                                   const routh_dependence_study *dependence, const routh_gp_options *gp,
                                   routh_input_study *study);
void routh_input_study_release(routh_context *context, routh_input_study *study);

/* What the fit's flags mean for the parameters of one law, in one or more sentences; "" for none. Returns `text`. */
#define ROUTH_FIT_WORDS 512
const char *routh_law_fits_text(const routh_fit_study *study, const routh_law_fits *fit, char text[ROUTH_FIT_WORDS]);

/* Fills training->test. */
routh_status routh_training_test(routh_context *context, routh_training *training);

/* What a result says about the impacts and the body behind it, for those who use its parameters elsewhere. */

/* The least and the greatest speed of approach, m/s; NaN where there is no impact. */
void routh_approach_of(const routh_sample *samples, size_t count, double approach[2]);
void routh_approach3_of(const routh_sample3 *samples, size_t count, double approach[2]);

/* The body of a world. */
routh_tossed_body routh_tossed_body_of(const routh_world3 *world);

/* As calibrated, or as stated where nothing was. */
routh_status routh_tossed_body_of_dataset(routh_context *context, const routh_dataset3 *dataset,
                                          routh_tossed_body *body);

/* A recording in disjoint groups: what the plane and space share. */

/* Can the units be dealt into that many groups? */
routh_status routh_split_check(routh_context *context, size_t groups, const char *units, size_t count);

/* The same for the used records of a dataset, or their trajectories, before anything is fitted. */
routh_status routh_split_check_dataset(routh_context *context, size_t groups, const routh_dataset *dataset);

/* Room for that many numbers, none of which has been noted; `units` things are dealt into the groups. */
routh_status routh_split_begin(routh_context *context, size_t groups, uint64_t seed, const char *units, size_t count,
                               size_t numbers, routh_split *split);

/* Deals `count` units in either order and has every group estimated: `group` has that of each unit. Then come ratios and
 * sentences. */
typedef routh_status routh_split_estimate(void *with, const size_t *group, routh_split_order order, size_t number);
routh_status routh_split_run(routh_context *context, size_t count, routh_split_estimate *estimate, void *with,
                             routh_split *split);

/* What one group says of a number. A number without a positive, finite standard error is not determined, and not counted. */
void routh_split_note(routh_split *split, size_t number, routh_split_order order, double value, double error);

/* What systematics come to, in words. */

/* Fills the findings. */
routh_status routh_systematics_say(routh_context *context, const routh_dataset *dataset, routh_systematics *all);

/* What a study found, in sentences, written from its numbers. */

/* Standard errors by which a law has to do better than one velocity for all impacts. */
#define ROUTH_CLEAR_GAIN 2

/* Is its error 0.000 as it is printed? Recordings without noise leave rounding, and where searches end: nothing to test. */
bool routh_is_exact(const routh_law_study *s);

/* Is its error more than twice the most that noise leaves? More than half of it is then something else. */
bool routh_is_far_beyond_noise(const routh_law_study *s);

/* Does a law that has what the best one lacks clearly better? */
bool routh_is_outdone(const routh_remainder *rest);

/* Share of the impacts that an impulse at the stated contact point can turn as they do, with the stated body. Where most
 * are, the body is right, and the others have another corner or angle. */
#define ROUTH_MOST_OBEY 0.7
double routh_share_obeying(const routh_frame_study *frame);

/* Do impulses act beside the stated contact points? */
bool routh_is_misplaced(const routh_remainder *rest);

/* What the best law leaves: noise, or what it is related to. */
void routh_findings_add_remainder(const routh_frame_study *frame, routh_findings_writer *words);

/* Fills in every list of findings of the study; its frames have been judged. */
routh_status routh_study_say(routh_context *context, routh_study *study);

/* The findings of one frame. */
void routh_findings_add_all(const routh_study *study, size_t frame, routh_findings_writer *words);

/* Which parameters to use, with what they mean and where they hold. */
void routh_findings_add_use(const routh_study *study, size_t frame, routh_findings_writer *words);

/* What a true law would show, and the printed tables; nothing where they were not asked for. */
void routh_findings_add_reference(const routh_frame_study *frame, routh_findings_writer *words);

/* The strongest dependence of each parameter that was found. */
void routh_findings_add_explored(const routh_exploration *exploration, routh_findings_writer *words);

/* The part of these about learned models; nothing where there are none. */
void routh_findings_add_learning(const routh_study *study, size_t frame, routh_findings_writer *words);

/* Remarks about one law's fit: flat directions, bounds, energy. */
void routh_findings_add_law(const routh_frame_study *frame, const routh_law_study *law, routh_findings_writer *words);

#endif
