/* What texts for people say of a result: a line for each finding, after its topic. Topic "": the line stands alone; " ": it goes on
 * with what is above it. Release them, also after a failure.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_RESULT_WORDS_H
#define ROUTH_SRC_STUDY_RESULT_WORDS_H

#include <routh/material.h>
#include <routh/simulate.h>
#include <routh/study.h>
#include <routh/tracks.h>

#include "base/context.h"

/* More text for the finding that was added last. */
__attribute__((format(printf, 2, 3))) void routh_findings_go_on(routh_findings_writer *words, const char *format, ...);

/* "3 impacts", "1 toss". */
void routh_findings_count(routh_findings_writer *words, size_t count, const char *one, const char *several);

/* "disc of radius 0.05 m". */
void routh_findings_shape(routh_findings_writer *words, const routh_shape *shape);

/* A line for each reason with what it means. */
void routh_findings_rejected(routh_findings_writer *words, const size_t rejected[ROUTH_REASON_COUNT]);

/* Kind of shape with its size, "disc of 80 mm"; returns the text. */
const char *routh_shape_words(const routh_shape *shape, char text[ROUTH_NAME_SIZE]);

/* What a dataset holds, as it was read and after its trajectories were segmented (sensitivity NULL: too few impacts for that). */
routh_status routh_import_words(routh_context *context, const routh_dataset *dataset, routh_findings *findings);
routh_status routh_import3_words(routh_context *context, const routh_dataset3 *dataset, routh_findings *findings);
routh_status routh_segment_words(routh_context *context, const routh_dataset *dataset,
                                 const routh_sensitivity *sensitivity, routh_findings *findings);

/* What was understood of a recording; axes and dataset may be NULL. */
routh_status routh_tracks_words(routh_context *context, const routh_tracks *tracks, const routh_axes *axes,
                                const routh_dataset *dataset, routh_findings *findings);

/* Whether the frame is right, and how much is wrong, in sentences. */
routh_status routh_check_verdict(routh_context *context, const routh_check_answer *answer, routh_findings *findings);
size_t routh_count_findings(const routh_findings *findings, routh_finding_kind kind);

/* Contacts with several corners at once. */
size_t routh_count_two_corners(const routh_dataset *dataset);
size_t routh_count_two_corners3(const routh_dataset3 *dataset);

/* What was simulated; the run of a single drop or toss, otherwise NULL. */
routh_status routh_simulation_words(routh_context *context, const routh_world_generator *generator,
                                    const routh_dataset *dataset, const routh_run *run, routh_findings *findings);
routh_status routh_simulation3_words(routh_context *context, const routh_world3_generator *generator,
                                     const routh_dataset3 *dataset, const routh_run3 *run, routh_findings *findings);

/* What was fitted or learned from what, before the tables of that; and how the model did on impacts held out, behind them. */
routh_status routh_fit_study_head(routh_context *context, const routh_fit_study *study, routh_findings *findings);
routh_status routh_training_head(routh_context *context, const routh_training *training, routh_findings *findings);
routh_status routh_training_coverage(routh_context *context, const routh_training *training, routh_findings *findings);

/* The same of a body's inertia, with what is stated and what was left out behind it; of tosses; and of coverage. */
routh_status routh_inertia_study_head(routh_context *context, const routh_inertia_study *study,
                                      routh_findings *findings);
routh_status routh_inertia_study_tail(routh_context *context, const routh_inertia_study *study,
                                      routh_findings *findings);
routh_status routh_study3_head(routh_context *context, const routh_study3 *study, routh_findings *findings);
routh_status routh_coverage_head(routh_context *context, const routh_coverage *coverage, routh_findings *findings);

/* "vn^2", "sin angle × 2"; and how a covariate that is no angle enters, in a line, otherwise nothing. Both return the text. */
const char *routh_term_text(const routh_dependence *dependence, const routh_term *term, char text[ROUTH_NAME_SIZE]);
const char *routh_covariate_text(const routh_dependence *dependence, size_t covariate, char text[2 * ROUTH_NAME_SIZE]);

/* How far the receptacle yields under force, and from what that was measured. */
routh_status routh_insertion_offset_words(routh_context *context, const routh_insertion_offset_estimate *estimate,
                                          routh_findings *findings);

/* What is known about a pair of surfaces in a column of a table: "0.185 (0.182 … 0.189)", "≥ 0.399" where nothing slipped. Friction
 * and restitution have sliding and the change with speed behind them; briefly, a + stands for these. */
typedef enum routh_material_column {
    ROUTH_SHOWN_PAIR,
    ROUTH_SHOWN_LAW,
    ROUTH_SHOWN_FRICTION,
    ROUTH_SHOWN_RESTITUTION,
    ROUTH_SHOWN_COMPLIANCE,
    ROUTH_SHOWN_SPEEDS,
    ROUTH_SHOWN_IMPACTS,
    ROUTH_SHOWN_COLUMNS
} routh_material_column;

enum { ROUTH_SHOWN_TEXT = 160 };
void routh_material_describe_value(const routh_material *material, int parameter, char text[ROUTH_SHOWN_TEXT]);
void routh_material_describe(const routh_material *material, routh_material_column which, char text[ROUTH_SHOWN_TEXT]);
void routh_material_describe_briefly(const routh_material *material, routh_material_column which,
                                     char text[ROUTH_SHOWN_TEXT]);

#endif
