/* Pieces of JSON that results.json of insertions and their page have in common. web/src/insertion/study.ts describes them
 * as the page sees them, docs/insertion.md as results.json has them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_INSERTION_JSON_H
#define ROUTH_SRC_REPORT_INSERTION_JSON_H

#include <routh/insertion.h>
#include <routh/study.h>

#include "file/json_build.h"

const char *routh_seen_name(routh_seen seen); /* "seen", "together", "not" */

json_t *routh_insertion_displacements_json(const routh_assembly *assembly);
json_t *routh_insertion_fit_json(const routh_insertion_estimate *fit);
json_t *routh_insertion_lcurve_json(const routh_lcurve *lcurve); /* null where there is none */
json_t *routh_insertion_observability_json(const routh_observability *observability);
json_t *routh_insertion_truth_json(const routh_insertion_case *item); /* null where it is not known */

json_t *routh_insertion_suspects_json(const routh_insertion_case *item);
json_t *routh_insertion_together_json(const routh_insertion_study *study); /* null for a single recording */

/* A choice of samples, in rising order. */
typedef struct routh_sample_choice {
    size_t count;
    const size_t *sample; /* NULL: the first `count` */
} routh_sample_choice;

/* Wrenches, stiffness, friction and counts of contacts over time, at the chosen samples. */
json_t *routh_insertion_series_json(const routh_insertion_case *item, const routh_sample_choice *choice);

/* Poses and contacts at the chosen samples. A contact is an array: parts, depth, point, normal, tangent, speed. */
json_t *routh_insertion_motion_json(const routh_insertion_case *item, const routh_sample_choice *choice);

/* What results.json and the page have in common about one recording: all but samples. */
json_t *routh_insertion_case_json(const routh_insertion_case *item, const routh_assembly *assembly);

#endif
