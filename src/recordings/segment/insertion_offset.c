/* How far the parts are pressed into each other, from the retraction after a reference insertion: as the force falls to
 * nothing the hand moves by δ_r30, and in proportion it would have moved by δ_r from the force of the test.
 *
 * Only a part of the retraction shows this. First friction turns round, and the force falls while hardly anything
 * moves; at last displaced parts lose contact one after the other, and the whole way to the end is longer than the
 * overlap was deep. In between all parts unload together: that stretch is extended to zero force, and the way counted
 * from rest. Force and position are each a line over time there, so that the noise of neither flattens the other.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>

#include <routh/segment.h>

#include "algebra/space.h"
#include "base/context.h"
#include "geometry/geometry.h"

/* The stretch lies between these shares of the force, as the mean over a few samples falls. */
enum { SMOOTHED = 20 };
static const double stretch_from = 0.62, stretch_to = 0.48, at_rest = 0.97, nearly = 0.9, there = 0.99;

/* The force under which the hand rests may differ from the stated one by this share, and the test's from it by this many
 * times: the distance is in proportion to the force only nearby. */
static const double force_share = 0.05, most_times = 10;

typedef struct press {
    double way;   /* along the axis, m */
    double force; /* against it, N */
} press;

static press press_at(const routh_insertion *insertion, const double axis[3], size_t k) {
    const routh_insertion_instant *sample = &insertion->sample[k];
    double world[3], force[3];
    routh_pose3_direction(&insertion->receptacle, axis, world);
    routh_pose3_direction(&insertion->plate, sample->wrench, force);
    return (press){.way = routh_dot3(world, sample->hand.position), .force = -routh_dot3(world, force)};
}

static double smoothed_force(const routh_insertion *insertion, const double axis[3], size_t k) {
    double sum = 0;
    for (size_t i = 0; i < SMOOTHED; i++)
        sum += press_at(insertion, axis, k + i).force;
    return sum / SMOOTHED;
}

/* The first sample from which on the mean of a few forces lies below; the count of samples where there is none. */
static size_t falls_below(const routh_insertion *insertion, const double axis[3], size_t first, double force) {
    for (size_t k = first; k + SMOOTHED <= insertion->count; k++)
        if (smoothed_force(insertion, axis, k) < force)
            return k + SMOOTHED / 2;
    return insertion->count;
}

/* A line over time: its value in the middle, its slope, and their variances from how far samples are from it. */
typedef struct line {
    double middle, slope, middle_variance, slope_variance;
} line;

/* How a sum of squared distances from a line of n samples makes its variances. */
static void set_variances(line *l, double n, double left, double squares) {
    const double variance = left / (n - 2);
    l->middle_variance = variance / n;
    l->slope_variance = variance / squares;
}

static void fit_lines(const routh_insertion *insertion, const double axis[3], size_t first, size_t end, line *way,
                      line *force) {
    const double n = (double)(end - first), centre = (n - 1) / 2;
    double squares = 0, w = 0, f = 0, wt = 0, ft = 0, way_left = 0, force_left = 0;
    for (size_t k = first; k < end; k++) {
        const press p = press_at(insertion, axis, k);
        const double t = (double)(k - first) - centre;
        squares += t * t;
        w += p.way;
        f += p.force;
        wt += t * p.way;
        ft += t * p.force;
    }
    *way = (line){.middle = w / n, .slope = wt / squares};
    *force = (line){.middle = f / n, .slope = ft / squares};
    for (size_t k = first; k < end; k++) {
        const press p = press_at(insertion, axis, k);
        const double t = (double)(k - first) - centre;
        const double off_way = p.way - way->middle - way->slope * t;
        const double off_force = p.force - force->middle - force->slope * t;
        way_left += off_way * off_way;
        force_left += off_force * off_force;
    }
    set_variances(way, n, way_left, squares);
    set_variances(force, n, force_left, squares);
}

/* Where the hand was before it moved, and the variance of that. */
static double resting_way(const routh_insertion *insertion, const double axis[3], size_t first, size_t end,
                          double *variance) {
    const double n = (double)(end - first);
    double sum = 0, squares = 0;
    for (size_t k = first; k < end; k++)
        sum += press_at(insertion, axis, k).way;
    for (size_t k = first; k < end; k++) {
        const double off = press_at(insertion, axis, k).way - sum / n;
        squares += off * off;
    }
    *variance = n > 1 ? squares / (n - 1) / n : 0;
    return sum / n;
}

/* The greatest mean of a few forces, N. */
static double greatest_force(const routh_insertion *insertion, const double axis[3]) {
    double greatest = 0;
    for (size_t k = 0; k + SMOOTHED <= insertion->count; k++)
        greatest = fmax(greatest, smoothed_force(insertion, axis, k));
    return greatest;
}

/* The first sample at which the force is there: most recordings begin with it, others have it built up before. */
static size_t begin_of_rest(const routh_insertion *insertion, const double axis[3], double force) {
    for (size_t k = 0; k + SMOOTHED <= insertion->count; k++)
        if (smoothed_force(insertion, axis, k) >= (k == 0 ? nearly : there) * force)
            return k;
    return insertion->count;
}

/* The mean force in the middle half of the rest, N: beside it the force still rises, or falls already. */
static double resting_force(const routh_insertion *insertion, const double axis[3], size_t first, size_t end) {
    const size_t quarter = (end - first) / 4;
    double sum = 0;
    for (size_t k = first + quarter; k < end - quarter; k++)
        sum += press_at(insertion, axis, k).force;
    return sum / (double)(end - first - 2 * quarter);
}

static routh_status check_forces(routh_context *context, double from, double to) {
    const routh_limit limits[] = {{"from", "N", from, 0.01, 1e5}, {"to", "N", to, 0.01, 1e5}};
    const routh_status status = routh_check_limits(context, "offset", limits, sizeof limits / sizeof limits[0]);
    if (status == ROUTH_OK && !(to <= most_times * from && from <= most_times * to))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "to",
                                "%g N is too far from the %g N of the reference insertion: at most %g times as much or "
                                "as little",
                                to, from, most_times);
    return status;
}

routh_status routh_insertion_offset(routh_context *context, const routh_insertion *retraction, const double axis[3],
                                    double from, double to, routh_insertion_offset_estimate *estimate) {
    *estimate = (routh_insertion_offset_estimate){0};
    ROUTH_TRY(check_forces(context, from, to));
    double unit[3];
    routh_unit3(axis, unit);
    const size_t begin = begin_of_rest(retraction, unit, from);
    if (begin == retraction->count)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "from",
                                "there is no reference insertion to %g N in it: the force along the axis is %.3g N at "
                                "most",
                                from, greatest_force(retraction, unit));
    const size_t rest = falls_below(retraction, unit, begin, at_rest * from);
    const double rested = resting_force(retraction, unit, begin, rest);
    if (rest < retraction->count && fabs(rested - from) > force_share * from)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "from",
                                "the reference insertion rests under %.3g N, not under %g N", rested, from);
    const size_t first = falls_below(retraction, unit, begin, stretch_from * from);
    const size_t end = falls_below(retraction, unit, begin, stretch_to * from);
    if (end == retraction->count || end < first + 3)
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "from",
            "the force does not fall from %g N to less than half of it while retracting, or it falls "
            "within too few samples",
            from);
    line way, force;
    double variance;
    fit_lines(retraction, unit, first, end, &way, &force);
    const double ratio = way.slope / force.slope;
    const double pressed =
        resting_way(retraction, unit, begin, rest > begin + SMOOTHED ? rest - SMOOTHED : begin + 1, &variance) -
        way.middle + force.middle * ratio;
    if (!isfinite(pressed) || !(pressed > 0))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "from",
                                "the hand does not move along the axis while the force falls from %g N", from);
    variance += way.middle_variance + ratio * ratio * force.middle_variance +
                force.middle * force.middle / (force.slope * force.slope) *
                    (way.slope_variance + ratio * ratio * force.slope_variance);
    *estimate = (routh_insertion_offset_estimate){.offset = to / from * pressed,
                                                  .rate = retraction->rate,
                                                  .error = to / from * sqrt(variance),
                                                  .pressed = pressed,
                                                  .from = from,
                                                  .to = to,
                                                  .rest = rest - begin,
                                                  .used = end - first};
    return ROUTH_OK;
}
