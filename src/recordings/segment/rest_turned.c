/* Rest poses of a recording whose angles are off by any amount, and whose ground is at any height.
 *
 * A body lies on one of its edges. Each pose at rest, taken to be each of these, proposes an offset of the angle and of the
 * height; those of the true offset agree from pose to pose, the others do not. Where the shape has symmetries several
 * answers are equally good, and the smallest angle is taken: they are the same motion.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "base/numbers.h"
#include "segment/rest.h"

/* Poses agree within this angle, rad, and within this part of the radius of gyration in height. */
static const double same_angle = 0.05;
static const double same_height = 0.1;

/* So many poses propose, evenly drawn where there are more; at least so many must agree, and this share of all. */
enum { PROPOSERS = 64, LEAST_AGREEING = 2 };
static const double least_share = 0.6;

size_t routh_rest_stations(const routh_shape *shape, routh_rest_station station[ROUTH_MOST_STATIONS]) {
    size_t count = 0;
    if (shape->kind != ROUTH_POLYGON) {
        const double first = shape->a < shape->b ? ROUTH_PI / 2 : 0;
        for (int k = 0; k < 2 && (shape->a > shape->b || shape->a < shape->b); k++)
            station[count++] = (routh_rest_station){first + k * ROUTH_PI, fmin(shape->a, shape->b)};
        return count;
    }
    for (size_t i = 0; i < shape->count; i++) {
        const double *p = shape->vertex[i], *q = shape->vertex[(i + 1) % shape->count];
        const double ex = q[0] - p[0], ey = q[1] - p[1], length = hypot(ex, ey);
        const double foot = -(p[0] * ex + p[1] * ey) / length;
        if (foot > 0 && foot < length)
            station[count++] = (routh_rest_station){-atan2(ey, ex), (p[0] * ey - p[1] * ex) / length};
    }
    return count;
}

/* What is searched. */
typedef struct search {
    const routh_rest_seen *rest;
    size_t count;
    routh_rest_station station[ROUTH_MOST_STATIONS];
    size_t stations;
    double height_slack;
} search;

/* The station that a pose would be at with these offsets: what is left of both. False: at none. */
static bool fits(const search *all, const routh_rest_seen *rest, double angle, double height, double *angle_left,
                 double *height_left) {
    bool found = false;
    for (size_t k = 0; k < all->stations; k++) {
        const double turned = remainder(rest->angle - all->station[k].angle - angle, 2 * ROUTH_PI);
        const double raised = rest->height - all->station[k].height - height;
        if (fabs(turned) < same_angle && fabs(raised) < all->height_slack &&
            (!found || fabs(turned) < fabs(*angle_left))) {
            found = true;
            *angle_left = turned;
            *height_left = raised;
        }
    }
    return found;
}

/* The offsets that most poses agree on; of equally good ones the smallest angle. Returns how many agree. */
static size_t elect(const search *all, double *angle, double *height) {
    size_t most = 0;
    const size_t step = all->count / PROPOSERS + 1;
    for (size_t i = 0; i < all->count; i += step)
        for (size_t k = 0; k < all->stations; k++) {
            const double turned = remainder(all->rest[i].angle - all->station[k].angle, 2 * ROUTH_PI);
            const double raised = all->rest[i].height - all->station[k].height;
            size_t agreeing = 0;
            for (size_t j = 0; j < all->count; j++)
                agreeing += fits(all, &all->rest[j], turned, raised, &(double){0}, &(double){0});
            const bool smaller = agreeing == most && fabs(turned) < fabs(*angle) - same_angle;
            if (agreeing > most || smaller) {
                most = agreeing;
                *angle = turned;
                *height = raised;
            }
        }
    return most;
}

routh_status routh_rest_turned(routh_context *context, const routh_shape *shape, double gyration,
                               const routh_rest_seen *rest, size_t count, routh_rest_pose *pose) {
    search all = {.rest = rest, .count = count, .height_slack = same_height * gyration};
    all.stations = routh_rest_stations(shape, all.station);
    double angle = 0, height = 0;
    const size_t agreeing = count >= LEAST_AGREEING ? elect(&all, &angle, &height) : 0;
    if (agreeing < LEAST_AGREEING || (double)agreeing < least_share * (double)count)
        return ROUTH_OK;
    double *left = routh_allocate(context, count, 2 * sizeof *left);
    if (!left)
        return ROUTH_OUT_OF_MEMORY;
    double *raised = left + count;
    size_t fitting = 0;
    for (size_t i = 0; i < count; i++)
        fitting += fits(&all, &rest[i], angle, height, &left[fitting], &raised[fitting]);
    *pose = (routh_rest_pose){.count = fitting};
    const double middle = routh_median(left, fitting), level = routh_median(raised, fitting);
    pose->angle_offset = angle + middle;
    pose->height_offset = height + level;
    pose->angle_spread = routh_spread_about(left, fitting, middle);
    pose->height_spread = routh_spread_about(raised, fitting, level);
    routh_release(context, left);
    return ROUTH_OK;
}

double routh_spread_about(double *value, size_t count, double centre) {
    for (size_t i = 0; i < count; i++)
        value[i] = fabs(value[i] - centre);
    return ROUTH_FROM_MEDIAN_DEVIATION * routh_median(value, count);
}
