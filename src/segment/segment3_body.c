/* What contacts show about the cube: rounded corners, inertia, and the identity that ties spin to velocity.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/segment3.h"

#include <math.h>
#include <string.h>

#include "algebra/normal.h"
#include "algebra/turn.h"
#include "segment/segment3.h"

/* A radius of at most this many standard errors counts as 0. */
static const double errors_from_sharp = 3;

/* A corner rounded with radius R is a ball about a point R inside of each face. Where the sharp corner is |r_z| below
 * the cube's middle, the ball's lowest point is higher than it by R (|r_z|/h − 1), h the half width. So the sharp
 * corner's height at contact falls with |r_z|, and the slope gives R. What is left at |r_z| = h is the depth to which
 * the flights, extended into a contact that takes a while, go below the board. */
void routh_segment3_rounding(const routh_segment3_setting *setting, routh_calibration3 *calibration) {
    const routh_dataset3 *dataset = setting->dataset;
    const double half = dataset->width / 2;
    routh_normal normal = {.unknowns = 2};
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record3 *record = &dataset->record[i];
        double centre[3];
        if (record->reasons != 0 || record->next < setting->options->corner_gap ||
            fabs(record->height) > setting->options->ground_max + half * (sqrt(3) - 1))
            continue;
        routh_turn_apply(record->orientation, setting->centre, centre);
        const double down = -(record->point[2] + centre[2]); /* of the sharp corner below the middle of the cube */
        routh_normal_add(&normal, (double[]){1, 1 - down / half}, record->height);
    }
    routh_normal_answer answer;
    if (!routh_normal_solve(&normal, &answer) || !(answer.value[1] > errors_from_sharp * answer.error[1]))
        return;
    calibration->rounding = fmin(answer.value[1], half);
    calibration->rounding_error = answer.error[1];
}

/* The change of spin, and the angular impulse about the centre of mass that the change of velocity makes. */
static void sides_of(const routh_segment3_setting *setting, const routh_record3 *record, bool stated, double spin[3],
                     double angular[3]) {
    double velocity[3], point[3], centre[3], next, turned[3];
    for (int c = 0; c < 3; c++) {
        spin[c] = record->after.spin[c] - record->before.spin[c];
        velocity[c] = record->after.velocity[c] - record->before.velocity[c];
    }
    memcpy(point, record->point, sizeof point);
    if (stated) {
        routh_segment3_setting sharp = *setting;
        memset(sharp.centre, 0, sizeof sharp.centre);
        routh_segment3_lowest(&sharp, record->orientation, 0, point, &next);
        routh_turn_apply(record->orientation, setting->centre, centre);
        routh_cross3(spin, centre, turned);
        for (int c = 0; c < 3; c++)
            velocity[c] -= turned[c];
    }
    routh_cross3(point, velocity, angular);
    for (int c = 0; c < 3; c++)
        angular[c] *= setting->dataset->mass;
}

routh_identity3 routh_segment3_identity(const routh_segment3_setting *setting, bool stated) {
    const routh_dataset3 *dataset = setting->dataset;
    double spin_square = 0, angular_square = 0, product = 0, rows = 0;
    for (size_t i = 0; i < dataset->count; i++) {
        double spin[3], angular[3];
        if (dataset->record[i].reasons != 0)
            continue;
        sides_of(setting, &dataset->record[i], stated, spin, angular);
        spin_square += routh_dot3(spin, spin);
        angular_square += routh_dot3(angular, angular);
        product += routh_dot3(spin, angular);
        rows += 3;
    }
    const double inertia = product / spin_square, remains = fmax(angular_square - inertia * product, 0);
    return (routh_identity3){.correlation = product / sqrt(spin_square * angular_square),
                             .inertia = inertia,
                             .inertia_error = sqrt(remains / (rows - 1) / spin_square)};
}
