/* What is prepared once for a recording, and where object 1 is at each of its samples.
 *
 * Everything happens in object 1's axes: its parts stand still there but for their displacements, and so does the
 * origin of moments. Along the way of equations 19, 20 and 22 the pose of object 1 in object 2's axes is
 *
 *     (receptacle⁻¹ · hand · reference⁻¹ · receptacle) · shift(offset + x_δ)
 *
 * where only the last factor depends on what is sought.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_REGRESSOR_H
#define ROUTH_SRC_INSERTION_REGRESSOR_H

#include <routh/insertion.h>

/* One sample, as far as it does not depend on x. */
typedef struct routh_instant {
    routh_pose3 way;   /* receptacle⁻¹ · hand · reference⁻¹ · receptacle */
    double slide[3];   /* velocity of object 2 over object 1 at object 1's origin, object 1's axes, m/s */
    double slide_w[3]; /* and angular velocity, rad/s */
} routh_instant;

/* A part in the axes that a pass over the samples starts from. */
typedef struct routh_placed_part {
    routh_pose3 pose;
    double centre[3]; /* of its bounding ball */
} routh_placed_part;

struct routh_regressor {
    const routh_assembly *assembly;
    const routh_insertion *insertion;
    routh_insertion_options options;
    const routh_displacement *offset; /* NULL: the assembly has none */
    size_t offset_index;
    size_t parts[2], pairs;
    double *radius[2]; /* of the parts' bounding balls */
    routh_instant *instant;
    double *wrench; /* samples × 6 */
    routh_placed_part *placed[2];
    routh_overlap_memory *memory; /* samples × pairs */
    routh_overlap_scratch **scratch;
    int threads;
    size_t evaluations;
};

/* The parts with displacements x, in their objects' axes. */
void routh_place_parts(routh_regressor *regressor, const double *x);

/* The contacts of one sample, the parts being placed: at most `capacity` are written, all are counted. */
size_t routh_find_contacts(routh_regressor *regressor, const double *x, size_t sample, routh_overlap_scratch *scratch,
                           size_t capacity, routh_contact_point3 *contact);

#endif
