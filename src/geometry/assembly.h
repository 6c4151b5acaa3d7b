/* What reading and writing scenes share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_ASSEMBLY_H
#define ROUTH_SRC_INSERTION_ASSEMBLY_H

#include <routh/geometry.h>

/* "shift", "turn", "offset" */
const char *routh_displacement_kind_name(routh_displacement_kind kind);

/* The pose of a part in its object's axes with the displacements x (assembly->count values): those of the part in the
 * order of the list, the first outermost, then those of the object around them. */
routh_pose3 routh_part_pose(const routh_assembly *assembly, int object, size_t part, const double *x);

#endif
