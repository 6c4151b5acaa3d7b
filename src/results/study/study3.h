/* What the study of a dataset in space reports before laws are compared.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_STUDY3_H
#define ROUTH_SRC_STUDY_STUDY3_H

#include <routh/motion.h>
#include <routh/motion3.h>
#include <routh/study.h>

#include "base/context.h"
#include "fit/fit.h"

/* As routh_study3_run, of the whole recording alone: what is asked of its parts is left out. */
routh_status routh_study3_run_whole(routh_context *context, const routh_dataset3 *dataset,
                                    const routh_study3_options *options, routh_study3 *study);

/* Restitution and friction over the samples, whatever the law. */
routh_status routh_study3_summarise(routh_context *context, routh_study3 *study);

/* May its parameters be used? Needs the comparison. */
void routh_study3_stand(routh_study3 *study);

/* Contacts of a rigid body have an identity's correlation of 0.95 and more; below this the numbers are not to be trusted. */
#define ROUTH_POOR_IDENTITY 0.9

/* The velocity of the sample's contact point in a motion, along the normal or along its slip before impact, m/s. */
double routh_sample3_corner(const routh_sample3 *sample, const routh_velocity3 *motion, bool normal);

/* What was found, in sentences. */
routh_status routh_study3_say(routh_context *context, routh_study3 *study);

/* Tests the parameters of options.results on every sample. */
routh_status routh_study3_apply(routh_context *context, routh_study3 *study);

/* How many tosses have samples, and which of them each sample is of. */
size_t routh_study3_number_tosses(const routh_study3 *study, size_t *toss);

/* The impacts of tosses drawn with replacement. */
typedef struct routh_draw3 {
    routh_weighted3 samples;
    routh_sample3
        *sample; /* its own, where the draw was calibrated by itself, to be released; NULL: the study's, with weights */
} routh_draw3;

/* Draws with a random stream: calibrated and segmented anew where the study's own calibration was measured. */
routh_status routh_study3_draw(routh_arena *arena, const routh_study3 *study, uint64_t stream, routh_draw3 *draw);

/* 95 % intervals from the places in the unit cube, drawn[parameter][draw], where draws of `tosses` were fitted; at least 2.
 * Sorts them. */
void routh_study3_intervals(const routh_law3 *law, const routh_fit3 *fit, double *const drawn[ROUTH_MAX_PARAMETERS],
                            size_t draws, size_t tosses, routh_interval interval[ROUTH_MAX_PARAMETERS]);

/* Inside of what is said about a run. */

/* What happened in a run that has samples, into the findings: release them, also after a failure. */
routh_status routh_run3_words(routh_context *context, const routh_world3 *world, const routh_run3 *run,
                              routh_findings *findings);
routh_status routh_run_words(routh_context *context, const routh_run *run, routh_findings *findings);

#endif
