/* What segmentation asks of the body's shape: its lowest corner, how it lies, how it turns. A cube is known by its width;
 * any other body by its corners and faces.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "segment/segment3.h"

/* Corners nearer to the lowest one than this share of the body's radius belong to it: of a bevel, or of a fine mesh. Which of
 * them touches moves the contact point by no more than that. */
static const double same_corner_share = 0.1;

/* A body lies on a face that leans by less than this, rad. */
static const double lying = 0.1;

static void corner_of_cube(const routh_segment3_setting *setting, int corner, double rounding, double body[3]) {
    const double half = setting->dataset->width / 2;
    for (int c = 0; c < 3; c++)
        body[c] = (corner >> c & 1 ? half - rounding : rounding - half) - setting->centre[c];
}

static void lowest_of_cube(const routh_segment3_setting *setting, const double orientation[4], double rounding,
                           double point[3], double *next) {
    double lowest = INFINITY, second = INFINITY;
    for (int corner = 0; corner < 8; corner++) {
        double body[3], world[3];
        corner_of_cube(setting, corner, rounding, body);
        routh_turn_apply(orientation, body, world);
        second = fmin(second, fmax(world[2], lowest));
        if (world[2] < lowest) {
            lowest = world[2];
            memcpy(point, world, sizeof world);
        }
    }
    point[2] -= rounding;
    *next = second - lowest;
}

/* The world's downward direction in body axes times −1, so that a dot product with it is a height. */
static void up_in_body(const double orientation[4], double up[3]) {
    const double world[3] = {0, 0, 1};
    double back[4];
    routh_turn_inverse(orientation, back);
    routh_turn_apply(back, world, up);
}

static size_t lowest_corner(const routh_shape3 *shape, const double up[3], double rounding, double *height) {
    size_t lowest = 0;
    *height = INFINITY;
    for (size_t v = 0; v < shape->count; v++) {
        const double here = routh_dot3(up, shape->vertex[v]) - rounding * routh_dot3(up, shape->inset[v]);
        if (here < *height) {
            *height = here;
            lowest = v;
        }
    }
    return lowest;
}

void routh_segment3_lowest(const routh_segment3_setting *setting, const double orientation[4], double rounding,
                           double point[3], double *next) {
    const routh_shape3 *shape = setting->shape;
    if (!shape) {
        lowest_of_cube(setting, orientation, rounding, point, next);
        return;
    }
    double up[3], own[3], lowest, second = INFINITY;
    up_in_body(orientation, up);
    const size_t corner = lowest_corner(shape, up, rounding, &lowest);
    const double near = same_corner_share * shape->radius;
    for (size_t v = 0; v < shape->count; v++) {
        double apart[3];
        for (int c = 0; c < 3; c++)
            apart[c] = shape->vertex[v][c] - shape->vertex[corner][c];
        if (routh_dot3(apart, apart) > near * near)
            second = fmin(second, routh_dot3(up, shape->vertex[v]) - rounding * routh_dot3(up, shape->inset[v]));
    }
    for (int c = 0; c < 3; c++)
        own[c] = shape->vertex[corner][c] - rounding * shape->inset[corner][c] - setting->centre[c];
    routh_turn_apply(orientation, own, point);
    point[2] -= rounding;
    *next = second - lowest;
}

double routh_segment3_lift(const routh_segment3_setting *setting, const double orientation[4], const double point[3]) {
    double centre[3], up[3], height;
    if (!setting->shape) {
        routh_turn_apply(orientation, setting->centre, centre);
        const double down = -(point[2] + centre[2]); /* of the sharp corner below the middle of the cube */
        return -(1 - 2 * down / setting->dataset->width);
    }
    up_in_body(orientation, up);
    return -(1 + routh_dot3(up, setting->shape->inset[lowest_corner(setting->shape, up, 0, &height)]));
}

double routh_segment3_half(const routh_segment3_setting *setting) {
    return setting->shape ? setting->shape->thickness : setting->dataset->width / 2;
}

double routh_segment3_lift_most(const routh_segment3_setting *setting) {
    double longest = setting->shape ? 1 : sqrt(3);
    for (size_t v = 0; setting->shape && v < setting->shape->count; v++)
        longest = fmax(longest, routh_length3(setting->shape->inset[v]));
    return routh_segment3_half(setting) * (longest - 1);
}

double routh_segment3_rest_height(const routh_segment3_setting *setting, const double orientation[4]) {
    const routh_shape3 *shape = setting->shape;
    double up[3], most = cos(lying), height = NAN;
    if (!shape)
        return setting->dataset->width / 2;
    up_in_body(orientation, up);
    for (size_t f = 0; f < shape->face_count; f++)
        if (-routh_dot3(up, shape->face[f]) > most) {
            most = -routh_dot3(up, shape->face[f]);
            height = shape->face[f][3];
        }
    return height;
}

void routh_segment3_centre(const routh_dataset3 *dataset, double centre[3]) {
    memset(centre, 0, 3 * sizeof *centre);
    if (dataset->shape)
        memcpy(centre, dataset->shape->centroid, sizeof dataset->shape->centroid);
}

static double mean_gyration(const routh_shape3 *shape) {
    return (shape->gyration[0][0] + shape->gyration[1][1] + shape->gyration[2][2]) / 3;
}

double routh_segment3_uniform(const routh_dataset3 *dataset) {
    return dataset->shape ? dataset->mass * mean_gyration(dataset->shape)
                          : dataset->mass * dataset->width * dataset->width / 6;
}

void routh_segment3_form(const routh_dataset3 *dataset, routh_segment3_setting *setting) {
    setting->shape = dataset->shape;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            setting->form[i][j] =
                dataset->shape ? dataset->shape->gyration[i][j] / mean_gyration(dataset->shape) : i == j;
    setting->turn = routh_free_turn_of((const double(*)[3])setting->form);
    setting->gyration = dataset->shape ? sqrt(mean_gyration(dataset->shape)) : dataset->width / sqrt(6);
}
