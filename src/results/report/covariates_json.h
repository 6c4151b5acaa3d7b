/* Parameters that depend on something, as JSON and comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_COVARIATES_JSON_H
#define ROUTH_SRC_REPORT_COVARIATES_JSON_H

#include <stdio.h>

#include <jansson.h>
#include <routh/study.h>

/* Puts "covariates" and "exploration" into the object, each where it is not NULL. */
void routh_put_covariates(json_t **object, const routh_dependence_study *dependence,
                          const routh_exploration *exploration);

/* Puts "inputs" into the object unless it is NULL. */
void routh_put_inputs(json_t **object, const routh_input_study *inputs);

/* Tables of a study. */
void routh_covariates_csv(const routh_frame_study *f, FILE *file);
void routh_covariate_figures_csv(const routh_frame_study *f, FILE *file);
void routh_explored_csv(const routh_frame_study *f, FILE *file);

#endif
