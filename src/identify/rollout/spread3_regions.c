/* Centre and regions of an ensemble of poses at one instant, and its energy score.
 *
 * The error of a prediction is a distance and an angle, so the centre is the place with the least mean distance and the
 * orientation with the least mean angle: spatial medians, by Weiszfeld's steps (Tohoku Math. J. 43 (1937) 355). Where some
 * rollouts end on another face, a median stays with most of them; a mean would stand on an edge.
 *
 * Regions are quantiles of what the ensemble itself does about that centre. No shape of the distribution is assumed. They are
 * balls, as errors are distances: heights are known much better than places across the board, but only as well as the
 * recording is.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/turn.h"
#include "base/order.h"
#include "rollout/rollout.h"

enum { STEPS = 12, CANDIDATES = 24 };

/* Points nearer than this to the centre weigh no more than those at it, m and rad. No region is smaller. */
static const double near = 1e-7;

routh_seen3 routh_seen3_of(const routh_dataset3 *dataset, size_t trajectory, size_t instant) {
    routh_seen3 seen;
    routh_rollout_recorded(dataset, trajectory, instant, seen.position);
    memcpy(seen.orientation, dataset->trajectory[trajectory].orientation[instant], sizeof seen.orientation);
    return seen;
}

static double angle_between(const double a[4], const double b[4]) {
    double turn[3];
    routh_turn_between(a, b, turn);
    return routh_length3(turn);
}

static double apart(const double a[3], const double b[3]) {
    const double by[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    return routh_length3(by);
}

static void centre_position(const routh_ensemble3 *e, const routh_seen3 *pose, double centre[3]) {
    for (int c = 0; c < 3; c++) {
        for (size_t j = 0; j < e->rollouts; j++)
            e->distance[0][j] = pose[j].position[c];
        centre[c] = routh_median(e->distance[0], e->rollouts);
    }
    for (int step = 0; step < STEPS; step++) {
        double sum[3] = {0}, all = 0;
        for (size_t j = 0; j < e->rollouts; j++) {
            const double weight = 1 / fmax(apart(centre, pose[j].position), near);
            all += weight;
            for (int c = 0; c < 3; c++)
                sum[c] += weight * pose[j].position[c];
        }
        for (int c = 0; c < 3; c++)
            centre[c] = sum[c] / all;
    }
}

/* Begins with the best of a few of the ensemble: the sum of angles has a least value near each group of orientations. */
static void centre_orientation(const routh_ensemble3 *e, const routh_seen3 *pose, double centre[4]) {
    const size_t stride = (e->rollouts + CANDIDATES - 1) / CANDIDATES;
    double least = INFINITY;
    for (size_t i = 0; i < e->rollouts; i += stride) {
        double sum = 0;
        for (size_t j = 0; j < e->rollouts && sum < least; j++)
            sum += angle_between(pose[i].orientation, pose[j].orientation);
        if (sum < least) {
            least = sum;
            memcpy(centre, pose[i].orientation, sizeof pose[i].orientation);
        }
    }
    for (int step = 0; step < STEPS; step++) {
        double sum[3] = {0}, all = 0;
        for (size_t j = 0; j < e->rollouts; j++) {
            double turn[3];
            routh_turn_between(centre, pose[j].orientation, turn);
            const double weight = 1 / fmax(routh_length3(turn), near);
            all += weight;
            for (int c = 0; c < 3; c++)
                sum[c] += weight * turn[c];
        }
        routh_turn_on(centre, sum, 1 / all, centre);
    }
}

static double quantile_of(double *value, size_t count, double share) {
    qsort(value, count, sizeof *value, routh_ascending);
    return routh_quantile(value, count, share);
}

void routh_ensemble3_regions(const routh_ensemble3 *e, size_t k, const routh_spread3_options *options,
                             const routh_seen3 *recorded, routh_spread3_instant *instant) {
    const routh_seen3 *pose = e->pose + k * e->wanted;
    double *value = e->distance[0], *both = e->distance[1];
    *instant = (routh_spread3_instant){.pose = 0};
    centre_position(e, pose, instant->position);
    centre_orientation(e, pose, instant->orientation);
    for (size_t j = 0; j < e->rollouts; j++)
        both[j] = value[j] = apart(instant->position, pose[j].position);
    instant->radius = fmax(options->widen[0] * quantile_of(value, e->rollouts, options->share), near);
    for (size_t j = 0; j < e->rollouts; j++) {
        const double angle = angle_between(instant->orientation, pose[j].orientation);
        both[j] /= instant->radius;
        value[j] = angle;
    }
    instant->angle = fmax(options->widen[1] * quantile_of(value, e->rollouts, options->share), near);
    for (size_t j = 0; j < e->rollouts; j++) /* once more: sorting has moved the angles */
        both[j] = fmax(both[j], angle_between(instant->orientation, pose[j].orientation) / instant->angle);
    instant->pose = options->widen[2] * quantile_of(both, e->rollouts, options->share);
    instant->apart[0] = apart(instant->position, recorded->position);
    instant->apart[1] = angle_between(instant->orientation, recorded->orientation);
    instant->reach[0] = instant->apart[0] / instant->radius;
    instant->reach[1] = instant->apart[1] / instant->angle;
    instant->reach[2] = fmax(instant->reach[0], instant->reach[1]) / instant->pose;
}

/* Positions by their distance ÷ width, orientations by the chord between them: 2 sin(angle/2). */
static double chord(const routh_seen3 *a, const routh_seen3 *b, double width) {
    double product = 0;
    for (int c = 0; c < 4; c++)
        product += a->orientation[c] * b->orientation[c];
    const double distance = apart(a->position, b->position) / width;
    return sqrt(distance * distance + 4 * fmax(1 - product * product, 0));
}

/* Without bias for any number of rollouts: pairs are of two different ones. To take each with the next half of the others is
 * enough where there are many. */
double routh_ensemble3_score(const routh_ensemble3 *e, size_t k, double width, const routh_seen3 *recorded) {
    enum { MOST_PAIRS = 10 };
    const routh_seen3 *pose = e->pose + k * e->wanted;
    const size_t n = e->rollouts, pairs = (n - 1) / 2 < MOST_PAIRS ? (n - 1) / 2 : MOST_PAIRS;
    double off = 0, spread = 0;
    if (n < 3)
        return NAN;
    for (size_t i = 0; i < n; i++) {
        off += chord(&pose[i], recorded, width);
        for (size_t j = 1; j <= pairs; j++)
            spread += chord(&pose[i], &pose[(i + j) % n], width);
    }
    return off / (double)n - spread / (double)(2 * n * pairs);
}
