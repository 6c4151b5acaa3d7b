/* One trajectory with its parabolas as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_MOTION_JSON_H
#define ROUTH_SRC_REPORT_MOTION_JSON_H

#include <routh/study.h>

#include "file/json_build.h"

/* null without trajectories. */
json_t *routh_motion_json(const routh_study *study);

#endif
