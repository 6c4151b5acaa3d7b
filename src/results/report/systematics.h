/* Systematics as JSON and as a table for people, the same in a check and a study.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_SYSTEMATICS_H
#define ROUTH_SRC_REPORT_SYSTEMATICS_H

#include <stdio.h>

#include <routh/study.h>

#include "file/json_build.h"

/* null where there are no other readings. */
json_t *routh_systematics_json(const routh_systematics *systematics);

/* The table; takes a const routh_systematics. */
void routh_systematics_print(FILE *file, const void *systematics);

#endif
