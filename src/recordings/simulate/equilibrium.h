/* The held object of the generated insertion: what pushes on it, and where it rests.
 *
 * Everything is in object 2's axes, and wrenches are about the hand's origin: force, then moment. Unknown is the motion
 * of one step, a twist: velocity of the hand's origin, then angular velocity, held for the time of the step.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_EQUILIBRIUM_H
#define ROUTH_SRC_INSERTION_EQUILIBRIUM_H

#include <routh/simulate.h>

/* Two parts that may touch. */
typedef struct routh_pressed_pair {
    const routh_polyhedron *shape[2];
    routh_polyhedron *scaled[2]; /* owned; NULL: as drawn */
    routh_pose3 place[2];        /* in their objects' axes, displaced */
    double centre[2][3], reach;  /* of the balls around them: further apart they do not touch */
    routh_overlap_memory memory;
} routh_pressed_pair;

/* The object in the hand. */
typedef struct routh_held_object {
    double stiffness, friction; /* K, N/m, and μ */
    double creep;               /* below this speed friction fades, m/s */
    double held[6];             /* the hand's springs, along and about its axes */
    double lever;               /* makes lengths of angles, m */
    routh_pose3 grip;           /* object 1 in the hand's axes */
    size_t count;               /* of pairs of parts */
    routh_pressed_pair *pair;
    routh_overlap_scratch *scratch;

    /* How the wrench changes with the pose, as last computed: it changes little from step to step. */
    double slope[6][6];
    int slope_known;
} routh_held_object;

/* The assembly with displacements x, held by springs and with friction as the setting says. */
routh_status routh_held_object_create(routh_context *context, const routh_assembly *assembly, const double *x,
                                      const routh_insertion_generator *setting, const routh_pose3 *grip, double lever,
                                      routh_held_object *object);
void routh_held_object_release(routh_context *context, routh_held_object *object);

/* The pose of a hand after moving with a twist for a time. */
routh_pose3 routh_moved(const routh_pose3 *hand, const double twist[6], double time);

/* The vector (axis times angle, rad) of a rotation by less than half a turn. */
void routh_rotation_vector(const double rotation[3][3], double vector[3]);

/* What the springs do to the hand, in the hand's axes: they pull it towards the command. */
void routh_spring_wrench(const routh_held_object *object, const routh_pose3 *hand, const routh_pose3 *command,
                         double wrench[6]);

/* What object 2 does to object 1 when the hand is there and moves with that twist; returns the number of contacts. With
 * `damping` (or NULL) comes the derivative of the wrench with respect to the twist. */
size_t routh_contact_wrench(routh_held_object *object, const routh_pose3 *hand, const double twist[6], double wrench[6],
                            double damping[6][6]);

/* One step: `twist` comes in as a guess and leaves as the motion after which springs and contacts are in balance, and
 * *hand where that is. The remaining imbalance is at most `tolerance` (N; moments ÷ lever). `contact` is the contacts'
 * wrench. */
routh_status routh_find_equilibrium(routh_context *context, routh_held_object *object, const routh_pose3 *command,
                                    double time, double tolerance, routh_pose3 *hand, double twist[6],
                                    double contact[6]);

#endif
