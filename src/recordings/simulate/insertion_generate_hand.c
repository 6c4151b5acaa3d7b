/* The hand of the generated insertion: springs, one end of which holds object 1 while the other follows forces.
 *
 * Along and about each of its axes the command, the springs' far end, moves as fast as the wrench falls short of what
 * is wanted:
 *
 *     rate = give × (wanted − wrench of the springs),   |rate| ≤ speed (÷ lever for turns)
 *
 * In a test, wanted is the force of the insertion along X and nothing else: so the object goes down at the full speed
 * until it touches, presses with the force, and gives way sideways while it slides home, as robots do under force
 * control. An axis that does not yield follows no force: there the command is displaced by wanted ÷ held, as a robot
 * would be whose position is controlled.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "simulate/insertion_generate.h"

#include <math.h>
#include <string.h>

#include "algebra/matrix3.h"
#include "base/context.h"
#include "geometry/pose.h"

/* Left over of the balance, as a share of the force of the insertion. */
static const double balance_share = 1e-11;

void routh_place_hand(routh_hand *hand, const routh_pose3 *object) {
    const routh_pose3 back = routh_pose3_inverse(&hand->object.grip);
    hand->pose = hand->command = routh_pose3_compose(object, &back);
    memset(hand->twist, 0, sizeof hand->twist);
    memset(hand->contact, 0, sizeof hand->contact);
    memset(hand->spring, 0, sizeof hand->spring);
    memset(hand->fed, 0, sizeof hand->fed);
    hand->object.slope_known = 0;
}

static double limited(double rate, double most) {
    return rate > most ? most : rate < -most ? -most : rate;
}

static void move_command(routh_hand *hand, const routh_task *task, double time) {
    const routh_insertion_generator *setting = hand->setting;
    double rate[6], world[6];
    for (int k = 0; k < 6; k++) {
        const double most = setting->speed / (k < 3 ? 1 : hand->object.lever), stiff = setting->held[k] * time;
        if (setting->give[k] > 0)
            rate[k] = limited(setting->give[k] * (task->wrench[k] - hand->spring[k]), most);
        else
            rate[k] = limited((task->wrench[k] - hand->fed[k]) / stiff, most);
        hand->fed[k] += setting->give[k] > 0 ? 0.0 : rate[k] * stiff;
    }
    if (task->retracting)
        rate[0] = -setting->speed;
    routh_pose3_direction(&hand->command, rate, world);
    routh_pose3_direction(&hand->command, rate + 3, world + 3);
    hand->command = routh_moved(&hand->command, world, time);
}

routh_status routh_hand_step(routh_context *context, routh_hand *hand, const routh_task *task) {
    const double time = 1 / hand->setting->rate;
    move_command(hand, task, time);
    const routh_status status =
        routh_find_equilibrium(context, &hand->object, &hand->command, time, balance_share * hand->setting->force,
                               &hand->pose, hand->twist, hand->contact);
    routh_spring_wrench(&hand->object, &hand->pose, &hand->command, hand->spring);
    return status;
}

static int touches(routh_hand *hand, const routh_pose3 *object, double way) {
    const double none[6] = {0}, axis[3] = {1, 0, 0};
    const routh_pose3 shift = routh_pose3_shift(axis, way), back = routh_pose3_inverse(&hand->object.grip);
    const routh_pose3 moved = routh_pose3_compose(&shift, object), pose = routh_pose3_compose(&moved, &back);
    double wrench[6];
    return routh_contact_wrench(&hand->object, &pose, none, wrench, NULL) > 0;
}

double routh_distance_to_touch(routh_hand *hand, const routh_pose3 *object, double most) {
    const double stride = 5e-4; // thinner than any part
    double clear = 0;
    while (clear < most && !touches(hand, object, clear + stride))
        clear += stride;
    double deep = clear + stride;
    while (deep - clear > 1e-9) {
        const double middle = (clear + deep) / 2;
        *(touches(hand, object, middle) ? &deep : &clear) = middle;
    }
    return clear < most ? clear : most;
}

/* The wrench about the origin of `plate`, in its axes. */
static void wrench_on_plate(const routh_hand *hand, const routh_insertion *insertion, double wrench[6]) {
    const routh_pose3 back = routh_pose3_inverse(&insertion->plate);
    const routh_pose3 fixed = routh_pose3_compose(&back, &insertion->receptacle);
    double arm[3], moment[3];
    routh_pose3_point(&fixed, hand->pose.position, arm);
    routh_pose3_direction(&fixed, hand->contact, wrench);
    routh_pose3_direction(&fixed, hand->contact + 3, wrench + 3);
    routh_cross3(arm, wrench, moment);
    for (int k = 0; k < 3; k++)
        wrench[3 + k] += moment[k];
}

routh_status routh_record_hand(routh_context *context, const routh_hand *hand, routh_insertion *insertion,
                               size_t *room) {
    if (insertion->count == *room) {
        const size_t more = *room > 0 ? 2 * *room : 4096;
        routh_insertion_instant *sample = routh_resize(context, insertion->sample, more, sizeof *sample);
        if (!sample)
            return ROUTH_OUT_OF_MEMORY;
        insertion->sample = sample;
        *room = more;
    }
    routh_insertion_instant *s = &insertion->sample[insertion->count];
    s->time = (double)insertion->count++ / hand->setting->rate;
    s->hand = routh_pose3_compose(&insertion->receptacle, &hand->pose);
    routh_pose3_direction(&insertion->receptacle, hand->twist, s->twist);
    routh_pose3_direction(&insertion->receptacle, hand->twist + 3, s->twist + 3);
    wrench_on_plate(hand, insertion, s->wrench);
    return ROUTH_OK;
}
