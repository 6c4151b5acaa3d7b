/* What writers of exports ask of a body: places without rounding errors, principal axes, where it starts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "engine/engine.h"

/* What is a rounding error beside `scale` is 0. */
static double without_dust(double value, double scale) {
    return fabs(value) < 1e-12 * scale ? 0 : value;
}

bool routh_export_is_sphere(const routh_export *what) {
    return what->solid == ROUTH_SOLID_ELLIPSOID && what->size[0] == what->size[1] && what->size[1] == what->size[2];
}

void routh_export_ball(const routh_export *what, size_t index, double centre[3]) {
    const double *ball = what->body.ball[index];
    for (int c = 0; c < 3; c++)
        centre[c] = without_dust(ball[c] + what->body.centre[c], routh_length3(ball) + ball[3]);
}

void routh_export_corner(const routh_export *what, size_t index, double corner[3]) {
    const routh_shape3 *shape = what->body.shape;
    for (int c = 0; c < 3; c++)
        corner[c] = without_dust(shape->vertex[index][c], shape->radius);
}

/* The same body without rounding errors: axes of symmetry stay axes, and readers need not guess what 4e-21 means. */
void routh_export_clean_body(routh_export *what) {
    const routh_engine_body *body = &what->body;
    const double trace = body->inertia[0][0] + body->inertia[1][1] + body->inertia[2][2];
    const double reach = body->shape ? body->shape->radius : sqrt(trace / body->mass);
    for (int c = 0; c < 3; c++) {
        what->body.centre[c] = without_dust(body->centre[c], reach);
        what->mesh_at[c] = without_dust(what->mesh_at[c], reach);
        for (int d = 0; d < 3; d++)
            what->body.inertia[c][d] = without_dust(body->inertia[c][d], trace);
    }
}

/* The lowest point of the turned shape below its origin: of what touches, balls where it is rounded. */
static double lowest_of(const routh_export *what, const double turn[4]) {
    const double up[3] = {0, 0, 1}, *size = what->size;
    double back[4], axis[3], along[3],
        lowest = 0; /* `axis`: up in the body's axes; a turned point is as high as it is along it */
    routh_turn_inverse(turn, back);
    routh_turn_apply(back, up, axis);
    for (int c = 0; c < 3; c++)
        along[c] = size[c] * axis[c];
    if (what->body.ball_count <= 1 && what->solid == ROUTH_SOLID_BOX)
        return -(fabs(along[0]) + fabs(along[1]) + fabs(along[2])) / 2;
    if (what->body.ball_count <= 1 && what->solid == ROUTH_SOLID_ELLIPSOID)
        return -routh_length3(along);
    const bool ball = what->body.ball_count > 1;
    const size_t corners = what->body.shape ? what->body.shape->count : 0;
    for (size_t i = 0; i < (ball ? what->body.ball_count : corners); i++) {
        double at[3];
        if (ball)
            routh_export_ball(what, i, at);
        else
            routh_export_corner(what, i, at);
        const double height = routh_dot3(axis, at) - (ball ? what->body.ball[i][3] : 0);
        lowest = i == 0 ? height : fmin(lowest, height);
    }
    return lowest;
}

routh_export_start routh_export_start_of(const routh_export *what) {
    const double *speed = what->target.speed;
    const bool tilted = !routh_export_is_sphere(what);
    routh_export_start start = {.roll = tilted ? 0.5 : 0, .pitch = tilted ? 0.3 : 0};
    const double fall = what->body.gravity > 0 ? speed[0] * speed[1] / (2 * what->body.gravity) : 0;
    const double roll[3] = {start.roll, 0, 0}, pitch[3] = {0, start.pitch, 0};
    double first[4], second[4];
    routh_turn_of(roll, first);
    routh_turn_of(pitch, second);
    routh_turn_product(second, first, start.turn);
    start.height = fall - lowest_of(what, start.turn);
    return start;
}

void routh_export_principal(const routh_export *what, double moment[3], double turn[4]) {
    double matrix[3][3], axes[3][3], third[3];
    memcpy(matrix, what->body.inertia, sizeof matrix);
    routh_symmetric3_eigen(matrix, moment, axes);
    const double x[3] = {axes[0][0], axes[1][0], axes[2][0]}, y[3] = {axes[0][1], axes[1][1], axes[2][1]};
    routh_cross3(x, y, third); /* right-handed */
    for (int c = 0; c < 3; c++)
        axes[c][2] = third[c];
    routh_turn_of_matrix((const double(*)[3])axes, turn);
}
