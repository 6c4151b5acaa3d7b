/* A split recording as JSON, the same in results.json and on the page.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_SPLIT_JSON_H
#define ROUTH_SRC_REPORT_SPLIT_JSON_H

#include <routh/study.h>

#include "file/json_build.h"

/* null where it was not split. */
json_t *routh_split_json(const routh_split *split);

#endif
