/* What learned models add, as JSON: the same object in results.json and in the page.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_LEARNING_JSON_H
#define ROUTH_SRC_REPORT_LEARNING_JSON_H

#include <routh/study.h>

#include "file/json_build.h"

/* NULL where there is nothing to report or memory runs out. */
json_t *routh_learning_json(const routh_learning *learning);

/* Puts it under "learning" where models were learned in that frame of the study, with the findings about them, and
 * nothing where they were not. */
void routh_put_learning(json_t **object, const routh_study *study, size_t frame);

#endif
