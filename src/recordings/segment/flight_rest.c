/* The pose in which bodies come to rest, against the pose that their shape would have there.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "base/numbers.h"
#include "segment/segment3.h"

/* Rest poses of a recording whose angles are off by any amount, and whose ground is at any height.
 * 
 * A body lies on one of its edges. Each pose at rest, taken to be each of these, proposes an offset of the angle and of the
 * height; those of the true offset agree from pose to pose, the others do not. Where the shape has symmetries several
 * answers are equally good, and the smallest angle is taken: they are the same motion. */

/* Poses agree within this angle, rad, and within this part of the radius of gyration in height. */
static const double same_angle = 0.05;
static const double same_height = 0.1;

/* The poses that propose, evenly drawn where there are more; the least that must agree, and this share of all. */
enum { PROPOSERS = 64, LEAST_AGREEING = 2 };
static const double least_share = 0.6;

/* None for a disc, which lies at any angle. Returns how many there are. */
static size_t rest_stations(const routh_shape *shape, routh_rest_station station[ROUTH_MOST_STATIONS]) {
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

/* Offsets of any size that most poses agree on. *pose stays as it is where they do not. */
static routh_status rest_turned(routh_context *context, const routh_shape *shape, double gyration,
                                const routh_rest_seen *rest, size_t count, routh_rest_pose *pose) {
    search all = {.rest = rest, .count = count, .height_slack = same_height * gyration};
    all.stations = rest_stations(shape, all.station);
    double angle = 0, height = 0;
    const size_t agreeing = count >= LEAST_AGREEING ? elect(&all, &angle, &height) : 0;
    if (agreeing < LEAST_AGREEING || (double)agreeing < least_share * (double)count)
        return ROUTH_OK;
    ROUTH_ARENA(room, context);
    double *left = routh_take(&room, count, 2 * sizeof *left);
    ROUTH_TRY(room.status);
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
    return ROUTH_OK;
}

double routh_spread_about(double *value, size_t count, double centre) {
    for (size_t i = 0; i < count; i++)
        value[i] = fabs(value[i] - centre);
    return ROUTH_FROM_MEDIAN_DEVIATION * routh_median(value, count);
}

/* At rest: for this long at the end of a recording, and for at least this many frames, nothing moves by more than
 * this part of the radius of gyration (1 mm for a square of 60 mm). */
static const double rest_seconds = 0.1;
static const size_t rest_frames = 10;
static const double rest_motion = 0.04;

/* Further from every resting pose than this the body leans on something, rad. */
static const double leaning = 0.2;

static const double half_turn = 3.14159265358979323846;

/* The mean pose of the frames in which the body lies still at the end; false if it moves. */
static bool resting_pose(const routh_flight_setting *setting, const routh_trajectory *trajectory,
                         double mean[COORDINATES]) {
    const double wanted = fmax(ceil(rest_seconds / setting->interval), (double)rest_frames);
    if ((double)trajectory->count < wanted) /* compared before it is cut: a rate may be as large as a number can be */
        return false;
    const size_t count = (size_t)wanted;
    double low[COORDINATES], high[COORDINATES];
    for (int c = 0; c < COORDINATES; c++) {
        low[c] = INFINITY;
        high[c] = -INFINITY;
        mean[c] = 0;
    }
    for (size_t i = 0; i < count; i++) {
        double pose[COORDINATES];
        routh_flight_pose(setting, trajectory, trajectory->count - count + i, pose);
        for (int c = 0; c < COORDINATES; c++) {
            low[c] = fmin(low[c], pose[c]);
            high[c] = fmax(high[c], pose[c]);
            mean[c] += pose[c] / (double)count;
        }
    }
    for (int c = 0; c < COORDINATES; c++)
        if ((high[c] - low[c]) * (c == THETA ? setting->gyration : 1) > rest_motion * setting->gyration)
            return false;
    return true;
}

/* The edge of a polygon that would lie on the ground at nearly this angle: a bottom edge runs along +x, and the centre
 * is above it. */
static bool nearest_edge(const routh_shape *shape, double angle, double *off, double *height) {
    bool found = false;
    *off = *height = NAN;
    for (size_t i = 0; i < shape->count; i++) {
        const double *p = shape->vertex[i], *q = shape->vertex[(i + 1) % shape->count];
        double ex = q[0] - p[0], ey = q[1] - p[1], length = hypot(ex, ey);
        double foot = -(p[0] * ex + p[1] * ey) / length;
        double turned = remainder(angle + atan2(ey, ex), 2 * half_turn);
        if (foot <= 0 || foot >= length || (found && fabs(turned) >= fabs(*off)))
            continue;
        found = true;
        *off = turned;
        *height = (p[0] * ey - p[1] * ex) / length;
    }
    return found;
}

/* Measured minus true angle, and the true height, of the nearest pose in which the shape can lie. */
static bool true_rest(const routh_shape *shape, double angle, double *off, double *height) {
    if (shape->kind == ROUTH_POLYGON)
        return nearest_edge(shape, angle, off, height) && fabs(*off) < leaning;
    *height = fmin(shape->a, shape->b);
    *off = 0;
    if (shape->a > shape->b || shape->a < shape->b)
        *off = remainder(angle - (shape->a < shape->b ? half_turn / 2 : 0), half_turn);
    return fabs(*off) < leaning;
}

routh_status routh_flight_rest(routh_context *context, const routh_flight_setting *setting, routh_rest_pose *rest) {
    const routh_dataset *dataset = setting->dataset;
    ROUTH_ARENA(room, context);
    double *height = routh_take(&room, dataset->trajectory_count, 2 * sizeof *height);
    ROUTH_TRY(room.status);
    double *angle = height + dataset->trajectory_count;
    size_t count = 0;
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        double pose[COORDINATES], off, true_height;
        if (!resting_pose(setting, &dataset->trajectory[i], pose) ||
            !true_rest(&dataset->body.shape, pose[THETA], &off, &true_height))
            continue;
        height[count] = pose[Y] - true_height;
        angle[count++] = off;
    }
    *rest = (routh_rest_pose){.count = count};
    rest->height_offset = routh_median(height, count);
    rest->angle_offset = routh_median(angle, count);
    rest->height_spread = routh_spread_about(height, count, rest->height_offset);
    rest->angle_spread = routh_spread_about(angle, count, rest->angle_offset);
    return ROUTH_OK;
}

routh_status routh_flight_rest_turned(routh_context *context, const routh_flight_setting *setting,
                                      routh_rest_pose *rest) {
    const routh_dataset *dataset = setting->dataset;
    ROUTH_ARENA(room, context);
    routh_rest_seen *seen = routh_take(&room, dataset->trajectory_count, sizeof *seen);
    ROUTH_TRY(room.status);
    size_t count = 0;
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        double pose[COORDINATES];
        if (resting_pose(setting, &dataset->trajectory[i], pose))
            seen[count++] = (routh_rest_seen){pose[Y], pose[THETA]};
    }
    if (2 * rest->count < count)
        ROUTH_TRY(rest_turned(context, &dataset->body.shape, setting->gyration, seen, count, rest));
    return ROUTH_OK;
}

routh_status routh_rest_pose_of(routh_context *context, const routh_dataset *dataset, routh_rest_pose *rest) {
    routh_flight_setting setting;
    if (!rest)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "rest pose: the output is NULL");
    ROUTH_TRY(routh_flight_check(context, dataset, rest_frames));
    ROUTH_TRY(routh_flight_measure(context, dataset, dataset->gravity, &setting));
    ROUTH_TRY(routh_flight_rest(context, &setting, rest));
    return routh_flight_rest_turned(context, &setting, rest);
}
