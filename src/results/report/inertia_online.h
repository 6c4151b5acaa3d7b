/* The estimate contact by contact: parts of the output of routh_inertia_study_write.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_INERTIA_ONLINE_H
#define ROUTH_SRC_REPORT_INERTIA_ONLINE_H

#include <jansson.h>
#include <stdio.h>

#include <routh/report.h>

void routh_inertia_online_print(FILE *file, const routh_inertia_history *history);
void routh_inertia_online_csv(FILE *file, const routh_inertia_history *history);
json_t *routh_inertia_online_json(const routh_inertia_history *history);

/* `stated` is m/I as the recording states it; NaN: it does not. */
void routh_inertia_online_draw(FILE *file, const char *title, const routh_inertia_history *history, double stated);

#endif
