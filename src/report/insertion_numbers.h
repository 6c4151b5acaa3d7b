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

/* Is any displacement of the fit other than the drawing says? */
int routh_insertion_is_displaced(const routh_insertion_case *item, const routh_assembly *assembly);

int routh_insertion_has_truth(const routh_insertion *insertion);

/* The interquartile range of the samples' own stiffness ÷ its median; NaN where fewer than four have one. */
routh_status routh_insertion_scatter(routh_context *context, const routh_insertion_estimate *fit, double *scatter);

/* The measured wrenches in object 1's axes, samples × 6, as the fit saw them; the caller releases them. */
routh_status routh_insertion_measured(routh_context *context, const routh_insertion_study *study,
                                      const routh_insertion_case *item, double **wrench);

#endif
