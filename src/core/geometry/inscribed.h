/* The largest ball within half-spaces.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_POLYHEDRA_INSCRIBED_H
#define ROUTH_SRC_POLYHEDRA_INSCRIBED_H

#include <stddef.h>

/* Of { x | n_i · x ≤ h_i }, n count × 3 of unit length: its centre and radius, which is negative where the set is
 * empty. 0: there is no largest one. */
int routh_inscribed_ball(size_t count, const double *n, const double *h, double centre[3], double *radius);

#endif
