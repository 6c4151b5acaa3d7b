/* Where planar shapes touch the ground.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_GEOMETRY_SHAPE_H
#define ROUTH_SRC_GEOMETRY_SHAPE_H

#include <routh/geometry.h>

/* The lowest point of the shape turned by `angle`, relative to its centre, in world axes; and, for a polygon, how much
 * higher the next lowest vertex lies (m; 0: flat on an edge), otherwise +∞. */
void routh_shape_lowest(const routh_shape *shape, double angle, double *rx, double *ry, double *next);

#endif
