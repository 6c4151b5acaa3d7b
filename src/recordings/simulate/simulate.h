/* Inside of the generators: drops, paths, and the held object of an insertion.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_SIMULATE_SIMULATE_H
#define ROUTH_SRC_SIMULATE_SIMULATE_H

#include <jansson.h>

#include <routh/base.h>
#include <routh/motion.h>
#include <routh/simulate.h>

#include "base/context.h"

/* Many things made by as many threads as there are, each by itself. */

/* Calls `make` for 0 … count − 1. The first that fails, by its number, gives status and message: "drop 3: …". `one` is what
 * one of them is called; progress is reported of several, "drops". Cancelled by the progress hook: ROUTH_CANCELLED. */
routh_status routh_make_all(routh_context *context, const char *one, size_t count,
                            routh_status (*make)(routh_context *context, const void *all, size_t index),
                            const void *all);

/* From drops to a dataset. */

/* The start state of toss `index`, counted from 0; it does not depend on which others are made. */
routh_state3 routh_world3_generator_at(const routh_world3_generator *generator, size_t index);

/* The held object of the generated insertion: what pushes on it, and where it rests.
 *
 * Everything is in object 2's axes, and wrenches are about the hand's origin: force, then moment. Unknown is the motion
 * of one step, a twist: velocity of the hand's origin, then angular velocity, held for the time of the step. */

/* Two parts that may touch. */
typedef struct routh_pressed_pair {
    const routh_polyhedron *shape[2];
    routh_pose3 place[2];       /* in their objects' axes, displaced */
    double centre[2][3], reach; /* of the balls around them: further apart they do not touch */
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

/* In the arena: the assembly with displacements x, held by springs and with friction as the setting says. */
routh_status routh_held_object_create(routh_arena *arena, const routh_assembly *assembly, const double *x,
                                      const routh_insertion_generator *setting, const routh_pose3 *grip, double lever,
                                      routh_held_object *object);

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

/* Paths of insertions inside other files. */

/* The path as routh_insertion_path_read reads it below "path". */
json_t *routh_insertion_path_json(const routh_insertion_path *path);

/* What the path's stages want `time` after the first contact; false: they are over. */
bool routh_insertion_path_wants(const routh_insertion_path *path, double time, double wrench[6]);

/* How long the stages last, s. */
double routh_insertion_path_time(const routh_insertion_path *path);

/* Object 1 in object 2's axes at the reference pose of a generated recording, as it truly is: equation 19 assumes it mated
 * but for an offset along X. */
routh_pose3 routh_insertion_true_reference(const routh_insertion *insertion);

/* The generated insertion: a hand that follows forces, what it records, and the sensors it records with. */

/* The hand at work, in object 2's axes. */
typedef struct routh_hand {
    routh_held_object object;
    const routh_insertion_generator *setting;
    routh_pose3 command, pose;
    double twist[6];   /* of the last step */
    double contact[6]; /* wrench of object 2 on object 1 about the hand's origin */
    double spring[6];  /* wrench of the springs on the hand, in the hand's axes: what it presses with */
    double fed[6];     /* wrench that the command was displaced for where it does not yield */
} routh_hand;

/* The hand's task. */
typedef struct routh_task {
    double wrench[6]; /* to press with, along and about the hand's axes, N and N m */
    int retracting;   /* away along X instead, at full speed */
} routh_task;

/* Refuses invalid settings, with value and unit. */
routh_status routh_check_setting(routh_context *context, const routh_insertion_generator *setting);

/* Puts the hand, without contact, where object 1 would be at `object` in object 2's axes. */
void routh_place_hand(routh_hand *hand, const routh_pose3 *object);

/* One period of the recording. */
routh_status routh_hand_step(routh_context *context, routh_hand *hand, const routh_task *task);

/* How far along X from `object` the parts begin to touch, at most `most`. */
double routh_distance_to_touch(routh_hand *hand, const routh_pose3 *object, double most);

#endif
