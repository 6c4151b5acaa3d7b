/* Pieces of JSON that results.json and the page have in common.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_STUDY_JSON_H
#define ROUTH_SRC_REPORT_STUDY_JSON_H

#include <routh/study.h>

#include "file/json_build.h"

json_t *routh_rejected_json(const routh_dataset *dataset);
json_t *routh_hypotheses_json(const routh_frame_evidence *check);
json_t *routh_parameters_json(const routh_law_study *law);
json_t *routh_truth_json(const routh_study *study);
json_t *routh_bounds_json(const routh_frame_study *frame);

void routh_put_origin(json_t **object, const routh_study_options *options); /* command and checksum; null: not said */

/* What both contain about a law; each adds its own entries. */
json_t *routh_law_json(const routh_frame_study *frame, const routh_law_study *law);

#endif
