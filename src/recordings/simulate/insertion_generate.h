/* The generated insertion: a hand that follows forces, what it records, and the sensors it records with.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_GENERATE_H
#define ROUTH_SRC_INSERTION_GENERATE_H

#include "simulate/equilibrium.h"

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

/* Adds the hand's present state to a recording that has room for `*room` samples. */
routh_status routh_record_hand(routh_context *context, const routh_hand *hand, routh_insertion *insertion,
                               size_t *room);

/* Resolution and noise on all samples; `lever` makes angles of lengths and moments of forces. */
void routh_add_sensor_noise(routh_insertion *insertion, const double resolution[3], double lever, uint64_t seed,
                            uint64_t stream);

#endif
