/* Motion against linear drag β, at x = βt: it has gone t × first instead of t, and fallen t² × second instead of ½ t².
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_DRAG_H
#define ROUTH_SRC_ALGEBRA_DRAG_H

/* first = (1 − e^(−x))/x and second = (1 − first)/x: 1 and ½ at 0. */
void routh_drag_shares(double x, double *first, double *second);

#endif
