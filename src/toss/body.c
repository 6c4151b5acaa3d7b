/* What contacts say about the cube: rounded corners, inertia, and the identity that ties spin to velocity.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "toss/body.h"

#include <math.h>
#include <string.h>

#include "algebra/normal.h"
#include "algebra/turn.h"
#include "toss/contact.h"

/* A radius not larger than this many standard errors is none. */
static const double errors_from_sharp = 3;

/* A corner rounded with radius R is a ball about a point R inside of each face. Where the sharp corner is |r_z| below
 * the cube's middle, the ball's lowest point is higher than it by R (|r_z|/h − 1), h the half width. So the sharp
 * corner's height at contact falls with |r_z|, and the slope tells R. What is left at |r_z| = h is the depth to which
 * the flights, extended into a contact that takes a while, go below the board. */
void routh_toss_measure_rounding(const routh_toss_setting *setting, routh_toss_impacts *impacts) {
    const double half = setting->options->width / 2;
    routh_normal normal = {.unknowns = 2};
    for (size_t i = 0; i < impacts->count; i++) {
        const routh_toss_impact *impact = &impacts->impact[i];
        double centre[3];
        if (impact->reasons != 0 || impact->next < setting->options->corner_gap ||
            fabs(impact->height) > setting->options->ground_max + half * (sqrt(3) - 1))
            continue;
        routh_turn_apply(impact->orientation, setting->centre, centre);
        const double down = -(impact->point[2] + centre[2]); /* of the sharp corner below the middle of the cube */
        routh_normal_add(&normal, (double[]){1, 1 - down / half}, impact->height);
    }
    routh_normal_answer answer;
    if (!routh_normal_solve(&normal, &answer) || !(answer.value[1] > errors_from_sharp * answer.error[1]))
        return;
    impacts->calibration.rounding = fmin(answer.value[1], half);
    impacts->calibration.rounding_error = answer.error[1];
}

/* The change of spin, and the angular impulse about the centre of mass that the change of velocity makes. */
static void sides_of(const routh_toss_setting *setting, const routh_toss_impacts *impacts,
                     const routh_toss_impact *impact, bool stated, double spin[3], double angular[3]) {
    double velocity[3], point[3], centre[3], next, turned[3];
    for (int c = 0; c < 3; c++) {
        spin[c] = impact->after.spin[c] - impact->before.spin[c];
        velocity[c] = impact->after.velocity[c] - impact->before.velocity[c];
    }
    memcpy(point, impact->point, sizeof point);
    if (stated) {
        routh_toss_setting sharp = *setting;
        memset(sharp.centre, 0, sizeof sharp.centre);
        routh_toss_lowest(&sharp, impact->orientation, 0, point, &next);
        routh_turn_apply(impact->orientation, setting->centre, centre);
        routh_cross3(spin, centre, turned);
        for (int c = 0; c < 3; c++)
            velocity[c] -= turned[c];
    }
    routh_cross3(point, velocity, angular);
    for (int c = 0; c < 3; c++)
        angular[c] *= impacts->mass;
}

routh_toss_identity routh_toss_measure_identity(const routh_toss_setting *setting, const routh_toss_impacts *impacts,
                                                bool stated) {
    double spin_square = 0, angular_square = 0, product = 0, rows = 0;
    for (size_t i = 0; i < impacts->count; i++) {
        double spin[3], angular[3];
        if (impacts->impact[i].reasons != 0)
            continue;
        sides_of(setting, impacts, &impacts->impact[i], stated, spin, angular);
        spin_square += routh_dot3(spin, spin);
        angular_square += routh_dot3(angular, angular);
        product += routh_dot3(spin, angular);
        rows += 3;
    }
    const double inertia = product / spin_square, remains = fmax(angular_square - inertia * product, 0);
    return (routh_toss_identity){.correlation = product / sqrt(spin_square * angular_square),
                                 .inertia = inertia,
                                 .inertia_error = sqrt(remains / (rows - 1) / spin_square)};
}

static routh_body3 cube_of(const routh_toss_impacts *impacts, const routh_toss_impact *impact) {
    routh_body3 cube = routh_body3_default();
    cube.mass = impacts->mass;
    for (int c = 0; c < 3; c++)
        cube.inertia[c][c] = impacts->calibration.inertia;
    memcpy(cube.position, impact->position, sizeof cube.position);
    memcpy(cube.orientation, impact->orientation, sizeof cube.orientation);
    memcpy(cube.velocity, impact->before.velocity, sizeof cube.velocity);
    memcpy(cube.spin, impact->before.spin, sizeof cube.spin);
    return cube;
}

static routh_status measure_contact(routh_context *context, const routh_toss_impacts *impacts,
                                    routh_toss_impact *impact) {
    const routh_body3 cube = cube_of(impacts, impact);
    routh_body3 board = routh_body3_default();
    board.freedom = ROUTH_FIXED;
    routh_scene_contact meeting = routh_scene_contact_default();
    meeting.a = 0;
    meeting.b = 1;
    double turning[3];
    for (int c = 0; c < 3; c++) {
        meeting.point[c] = impact->position[c] + impact->point[c];
        meeting.normal[c] = c == 2;
        impact->impulse[c] = impacts->mass * (impact->after.velocity[c] - impact->before.velocity[c]);
    }
    routh_cross3(impact->after.spin, impact->point, turning);
    for (int c = 0; c < 3; c++)
        impact->contact_after[c] = impact->after.velocity[c] + turning[c];
    const routh_status status = routh_contact3_of(context, &cube, &board, &meeting, &impact->contact);
    if (status == ROUTH_OK)
        impact->restitution = -impact->contact_after[2] / impact->contact.v[2];
    return status;
}

routh_status routh_toss_measure_contacts(routh_context *context, routh_toss_impacts *impacts) {
    routh_status status = ROUTH_OK;
    for (size_t i = 0; status == ROUTH_OK && i < impacts->count; i++)
        if (impacts->impact[i].reasons == 0)
            status = measure_contact(context, impacts, &impacts->impact[i]);
    return status;
}
