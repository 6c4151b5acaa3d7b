/* What reading and writing scenes share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DRAWING_ASSEMBLY_H
#define ROUTH_SRC_DRAWING_ASSEMBLY_H

#include <routh/drawing.h>

/* Does it move a part or an object? */
int routh_displacement_moves(routh_displacement_kind kind);

/* Does it move or scale a part or an object: does it change the drawing? */
int routh_displacement_redraws(routh_displacement_kind kind);

/* Does it change what sensors measure, and not the contacts? */
int routh_displacement_measures(routh_displacement_kind kind);

/* The motion of a shift or a turn by x, in the object's axes. */
routh_pose3 routh_displacement_step(const routh_displacement *displacement, double x);

/* The pose of a part in its object's axes with the displacements x (assembly->count values) of all recordings: those of the part in the
 * order of the list, the first outermost, then those of the object around them. */
routh_pose3 routh_part_pose(const routh_assembly *assembly, int object, size_t part, const double *x);

/* Does any displacement scale this part? */
int routh_part_scales(const routh_assembly *assembly, int object, size_t part);

/* The shape of a part with the displacements x, in the axes of its pose with them: into a copy of its shape. Scaling and
 * moving take effect in the order of routh_part_pose. */
void routh_part_scale(const routh_assembly *assembly, int object, size_t part, const double *x,
                      routh_polyhedron *scaled);

#endif
