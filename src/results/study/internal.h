/* The parts of a study, each filling its fields of one frame's study.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_INTERNAL_H
#define ROUTH_SRC_STUDY_INTERNAL_H

#include <routh/study.h>

/* Predictions, errors, best and worst, bounds: needs the fits. */
routh_status routh_study_errors(routh_context *context, const routh_study_options *options, routh_frame_study *study);

/* Incident momentum of the contact point, W⁻¹v, N s. */
routh_point routh_contact_momentum(const routh_contact *contact);

/* How many of `count` impacts a study fits: as the options say, or half, at most 500. */
size_t routh_study_fit_count(const routh_study_options *options, size_t count);

/* Draws them, trajectories whole, by the stream that `routh fit` uses, too, so that both fit the same: index holds them, ascending, and held_out
 * is 1 for the others. Returns how many. */
size_t routh_study_split(const routh_study_options *options, const routh_sample *samples, size_t count,
                         unsigned char *held_out, size_t *index);

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
routh_status routh_study_anomalies(routh_context *context, routh_frame_study *study);
void routh_study_examples_release(routh_context *context, routh_frame_study *study);

/* Parameters that depend on something: covariates that are given, and a search for some; each if it is asked for. */
routh_status routh_study_covariates(routh_context *context, const routh_dataset *dataset,
                                    const routh_study_options *options, routh_frame_study *study);
void routh_study_covariates_release(routh_context *context, routh_frame_study *study);

/* One trajectory with its parabolas; leaves study->motion NULL where none has an impact that is used. */
routh_status routh_study_motion(routh_context *context, const routh_dataset *dataset, routh_study *study);
void routh_study_motion_release(routh_context *context, routh_study *study);

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
routh_status routh_study_stand(routh_context *context, const routh_frame_evidence *evidence, routh_frame_study *study);

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

#endif
