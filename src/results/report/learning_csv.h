/* Tables of what learned models add; a head line only where there are none.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_LEARNING_CSV_H
#define ROUTH_SRC_REPORT_LEARNING_CSV_H

#include <stdio.h>

#include <routh/study.h>

/* The name in tables and JSON. */
const char *routh_contestant_kind_name(routh_contestant_kind kind);

void routh_learning_curves_csv(const routh_frame_study *frame, FILE *file);
void routh_learning_densities_csv(const routh_frame_study *frame, FILE *file);
void routh_learning_details_csv(const routh_frame_study *frame, FILE *file);

#endif
