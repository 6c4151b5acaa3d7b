/* Convex solids as JSON: their corners, and their faces as loops of corners.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_SOLID_JSON_H
#define ROUTH_SRC_REPORT_SOLID_JSON_H

#include <routh/geometry.h>

#include "file/json_build.h"

/* {"vertices", "faces"}: corners in the pose's outer axes (NULL: the polyhedron's own), faces counter-clockwise from outside. */
json_t *routh_polyhedron_json(const routh_polyhedron *polyhedron, const routh_pose3 *pose);

/* The same of a shape, in body axes, with "insets": how far a corner moves where all faces move inwards by 1. */
json_t *routh_shape3_json(const routh_shape3 *shape);

#endif
