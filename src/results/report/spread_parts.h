/* Spreads of tosses as parts of a report: JSON, pieces of the page of tosses, and a picture.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_SPREAD_PARTS_H
#define ROUTH_SRC_REPORT_SPREAD_PARTS_H

#include <stdio.h>

#include <routh/study.h>

#include "file/json_build.h"

/* The study of spreads as one object; null where the study has none. */
json_t *routh_spread_json(const routh_rollout_study *study);

/* Tables and charts of the page of tosses, put at the end of these lists. Nothing where the study has no spreads. */
void routh_spread_tables(const routh_rollout_study *study, json_t **tables);
void routh_spread_charts(const routh_rollout_study *study, json_t **charts);

/* Two panels at (x, y) of the drawing: shares inside over time, and the reliability of resting faces. */
void routh_spread_panels(FILE *file, const routh_rollout_study *study, double x, double y);

/* The height that they take, pixels. */
enum { ROUTH_SPREAD_PANELS_HEIGHT = 340 };

#endif
