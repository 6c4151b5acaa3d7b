/* What other rooms use from the motion room beyond its public header: wrenches, points near a half-plane.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_MOTION_MOTION_H
#define ROUTH_SRC_MOTION_MOTION_H

#include <routh/motion.h>

/* A point of a shape that is near, at or below the surface of a half-plane. */
typedef struct routh_contact_point {
    double rx, ry;   /* from the centre of mass, world axes, m */
    double distance; /* from the surface, m; negative: below */
    double jt[3], jn[3];
    size_t vertex; /* of a polygon; 0 otherwise */
} routh_contact_point;

/* The shape's lowest point over a half-plane first, then, for a polygon, other vertices not farther than `reach` from
 * the surface, nearer ones first. At most `capacity`; returns how many. */
size_t routh_contact_point_find(const routh_shape *shape, routh_pose pose, const routh_half_plane *plane, double reach,
                                routh_contact_point *near, size_t capacity);

/* Are the options within their ranges, and `runs` of them not too long? */
routh_status routh_run_options_check(routh_context *context, const routh_run_options *options, size_t runs);

void routh_wrench_at(const routh_wrench *wrench, double time, double value[3]);

/* ∫ over a stretch of time, from ≤ to, of the wrench, exactly: N s, N s, N m s. */
void routh_wrench_impulse(const routh_wrench *wrench, double from, double to, double value[3]);

/* Kinetic plus potential energy, J. Valid pointers only. */
double routh_world_energy(const routh_world *world, const routh_state *state);

#endif
