/* Unknowns that are found last.
 *
 * Shifts of the reference pose, and its turn about the insertion axis, do to most contacts what displacing all parts
 * together does. A search with both walks along a narrow valley, slowly, and no contact mode depends on where in it.
 * So they are held at their nominal values until the minima are found and compared, and every answer is then followed with
 * all unknowns. A latency is late as well: it is seen where contacts open and close, and a part of the samples, which the first
 * searches use, does not show those.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_LATE_H
#define ROUTH_SRC_INSERTION_LATE_H

#include "insertion/basins.h"

/* How many displacements are late. */
size_t routh_late_count(const routh_assembly *assembly);

/* How many of them are motions of the reference pose, which are the last displacements. */
size_t routh_late_motions(const routh_assembly *assembly);

/* The same recordings without late unknowns, evaluated at nominal displacements. It borrows from the regressor. */
typedef struct routh_early {
    routh_assembly assembly; /* owns its list of displacements */
    routh_regressor *regressor;
    routh_separable problem;
    routh_descent descent;
} routh_early;

routh_status routh_early_create(routh_context *context, const routh_regressor *regressor, routh_early *early);
void routh_early_release(routh_context *context, routh_early *early);

/* From minima of the early unknowns to those of all. The descent, of all unknowns, is left at the first. Where a latency is
 * among them, what it explains changes the noise, and each minimum finds its γ again unless it is given. */
routh_status routh_late_follow(routh_context *context, const routh_separable *problem,
                               const routh_insertion_options *options, routh_descent *descent, routh_lm_search *search,
                               routh_basins *basins);

/* The early ones of the displacements x of an assembly; they may be the same array. */
void routh_early_of(const routh_assembly *assembly, const double *x, double *early);

/* Late unknowns at their nominal values in every point of an L-curve of the others. */
routh_status routh_late_fill(routh_context *context, const routh_assembly *assembly, routh_lcurve *lcurve);

#endif
