/* On which side of a plane through three points a fourth one lies: exactly, for points of a lattice.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_GEOMETRY_SIDE_H
#define ROUTH_SRC_GEOMETRY_SIDE_H

/* Coordinates of a lattice's points are whole numbers of at most this size: their differences are exact. */
#define ROUTH_LATTICE 4503599627370496.0 /* 2^52 */

/* Six times the volume of the tetrahedron a b c d: positive where d is on the side from which a b c go counter-clockwise, 0 if
 * and only if it lies in their plane. The sign is exact; the size is to rounding, or 1 where that is larger. */
double routh_side_of(const double a[3], const double b[3], const double c[3], const double d[3]);

#endif
