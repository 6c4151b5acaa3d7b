/* Numbers of a recorded insertion that words, tables and page share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_INSERTION_NUMBERS_H
#define ROUTH_SRC_REPORT_INSERTION_NUMBERS_H

#include <routh/insertion.h>
#include <routh/study.h>

/* In what people read displacements. */
typedef struct routh_display_unit {
    const char *name;
    double scale;
    int decimals;
} routh_display_unit;

routh_display_unit routh_displacement_unit(const routh_displacement *displacement); /* µm or mrad */
const char *routh_displacement_si(const routh_displacement *displacement);          /* "m" or "rad" */

const char *routh_seen_name(routh_seen seen); /* "seen", "together", "not" */

int routh_insertion_has_truth(const routh_insertion *insertion);

#endif
