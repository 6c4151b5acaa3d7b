/* Walls at the sides of the place where bodies are dropped: no body goes beyond, and many are stopped there.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>

#include "base/context.h"
#include "geometry/geometry.h"
#include "segment/segment.h"

/* A wall stops at least so many bodies, and this share of all, within this distance of each other, m. The farthest two
 * do not count: a slip of the tracking may have put them anywhere. */
enum { LEAST_STOPPED = 5, SPARED = 2 };
static const double least_share = 0.05;
static const double wall_spread = 0.005;

void routh_shape_reach(const routh_shape *shape, double angle, double *left, double *right) {
    const double quarter_turn = 1.57079632679489661923;
    double along, next;
    routh_shape_lowest(shape, angle + quarter_turn, &along, left, &next); /* left turns to down */
    routh_shape_lowest(shape, angle - quarter_turn, &along, right, &next);
    *right = -*right;
}

/* The farthest that each trajectory reaches to the left; to the right in the negative. */
static void fill_reaches(const routh_flight_setting *setting, bool to_right, double *reach) {
    const routh_dataset *dataset = setting->dataset;
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        reach[i] = INFINITY;
        for (size_t j = 0; j < dataset->trajectory[i].count; j++) {
            double pose[COORDINATES], left, right;
            routh_flight_pose(setting, &dataset->trajectory[i], j, pose);
            routh_shape_reach(&dataset->body.shape, pose[THETA], &left, &right);
            reach[i] = fmin(reach[i], to_right ? -(pose[X] + right) : pose[X] + left);
        }
    }
}

/* −∞ where there is none. */
static double find_wall(double *reach, size_t count) {
    qsort(reach, count, sizeof *reach, routh_ascending);
    size_t stopped = 0;
    for (size_t i = 0; count > SPARED && i < count; i++)
        stopped += fabs(reach[i] - reach[SPARED]) <= wall_spread;
    bool wall = stopped >= LEAST_STOPPED && (double)stopped >= least_share * (double)count;
    return wall ? reach[SPARED] : -INFINITY;
}

routh_status routh_find_walls(routh_context *context, const routh_flight_setting *setting, routh_walls *walls) {
    size_t count = setting->dataset->trajectory_count;
    double *reach = routh_allocate(context, count, sizeof *reach);
    if (!reach)
        return ROUTH_OUT_OF_MEMORY;
    fill_reaches(setting, false, reach);
    walls->left = find_wall(reach, count);
    fill_reaches(setting, true, reach);
    walls->right = -find_wall(reach, count);
    routh_release(context, reach);
    return ROUTH_OK;
}
