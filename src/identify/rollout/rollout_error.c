/* How far a predicted toss is from the recorded one, as published comparisons measure it: the mean distance of the tracked
 * point and the mean angle between orientations, over every instant after the first fitted one.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "algebra/turn.h"
#include "motion3/motion3.h"
#include "rollout/rollout.h"

void routh_rollout_recorded(const routh_dataset3 *dataset, size_t trajectory, size_t instant, double point[3]) {
    const routh_calibration3 *calibration = &dataset->calibration;
    const double scale = calibration->applied ? calibration->scale : 1;
    for (int c = 0; c < 3; c++)
        point[c] = dataset->trajectory[trajectory].position[instant][c] / scale;
    point[2] -= calibration->applied ? calibration->ground : 0;
}

void routh_rollout_distance(const routh_dataset3 *dataset, const routh_world3 *world, size_t trajectory, size_t instant,
                            const routh_state3 *predicted, double *distance, double *angle) {
    double recorded[3], tracked[3], turn[3];
    routh_rollout_recorded(dataset, trajectory, instant, recorded);
    routh_world3_tracked(world, predicted, tracked);
    for (int c = 0; c < 3; c++)
        tracked[c] -= recorded[c];
    routh_turn_between(predicted->orientation, dataset->trajectory[trajectory].orientation[instant], turn);
    *distance = routh_length3(tracked);
    *angle = routh_length3(turn);
}

routh_rollout_error routh_rollout_error_of(const routh_dataset3 *dataset, const routh_world3 *world,
                                           const routh_start3 *start, const routh_state3 *predicted) {
    const routh_trajectory3 *toss = &dataset->trajectory[start->trajectory];
    routh_rollout_error error = {.position = NAN,
                                 .rotation = NAN,
                                 .position_after = NAN,
                                 .rotation_after = NAN,
                                 .position_end = NAN,
                                 .rotation_end = NAN};
    double sum[2] = {0}, after[2] = {0};
    size_t later = 0;
    if (start->first + 1 >= toss->count)
        return error;
    for (size_t k = 1; start->first + k < toss->count; k++) {
        double distance, angle;
        routh_rollout_distance(dataset, world, start->trajectory, start->first + k, &predicted[k], &distance, &angle);
        sum[0] += distance, sum[1] += angle;
        error.instants++;
        error.position_end = distance, error.rotation_end = angle;
        if (start->first + k > start->last) {
            after[0] += distance, after[1] += angle;
            later++;
        }
    }
    error.position = sum[0] / (double)error.instants;
    error.rotation = sum[1] / (double)error.instants;
    if (later > 0) {
        error.position_after = after[0] / (double)later;
        error.rotation_after = after[1] / (double)later;
    }
    error.face_right = routh_shape3_face_below(world->shape, predicted[error.instants].orientation) ==
                       routh_shape3_face_below(world->shape, toss->orientation[toss->count - 1]);
    return error;
}
