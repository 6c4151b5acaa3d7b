/* Sensors of the generated insertion. Each reading is the truth plus normal noise of half the resolution, rounded to a
 * multiple of the resolution, every channel and sample for itself. Angles, angular velocities and moments have what the
 * resolutions of positions, velocities and forces are at the lever. Orientations are rounded as rotation vectors from
 * the recording's first one.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "simulate/insertion_generate.h"

#include <math.h>

static const double noise_share = 0.5;

static double read_value(double value, double resolution, routh_random *random) {
    const double noisy = value + noise_share * resolution * routh_random_normal(random);
    return resolution > 0 ? resolution * nearbyint(noisy / resolution) : value;
}

static void read_all(double value[6], double resolution, double turning_resolution, routh_random *random) {
    for (int k = 0; k < 6; k++)
        value[k] = read_value(value[k], k < 3 ? resolution : turning_resolution, random);
}

static routh_pose3 read_pose(const routh_pose3 *hand, const routh_pose3 *first, double resolution, double lever,
                             routh_random *random) {
    routh_pose3 level = *first;
    for (int k = 0; k < 3; k++)
        level.position[k] = 0;
    const routh_pose3 back = routh_pose3_inverse(&level), turned = routh_pose3_compose(hand, &back);
    double value[6] = {hand->position[0], hand->position[1], hand->position[2]};
    routh_rotation_vector(turned.rotation, value + 3);
    read_all(value, resolution, resolution / lever, random);
    const double turn[6] = {0, 0, 0, value[3], value[4], value[5]};
    routh_pose3 pose = routh_moved(&level, turn, 1);
    for (int k = 0; k < 3; k++)
        pose.position[k] = value[k];
    return pose;
}

void routh_add_sensor_noise(routh_insertion *insertion, const double resolution[3], double lever, uint64_t seed,
                            uint64_t stream) {
    if (insertion->count == 0)
        return;
    const routh_pose3 first = insertion->sample[0].hand;
    routh_random random = routh_random_seed(seed, stream);
    for (size_t i = 0; i < insertion->count; i++) {
        routh_insertion_instant *s = &insertion->sample[i];
        s->hand = read_pose(&s->hand, &first, resolution[0], lever, &random);
        read_all(s->twist, resolution[1], resolution[1] / lever, &random);
        read_all(s->wrench, resolution[2], resolution[2] * lever, &random);
    }
}
