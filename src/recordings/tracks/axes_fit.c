/* What free flights have in common: the acceleration, and where the tracked point is in the body.
 *
 * With d the tracked point in body axes, seen from the centre of mass, R the orientation and τ the time from the middle of a
 * flight,
 *
 *     p = c₀ + v₀ τ + ½ a τ² − β (½ v₀ τ² + ⅙ a τ³) + R d
 *
 * is linear in a, d and the drag β, which all flights share, and in c₀ and v₀ of each, which are taken out by making every
 * column orthogonal to 1 and τ. Each track has one vote, and errors come from leaving out whole tracks; with few tracks the
 * flight is the unit. The same fit with orientations read in another way, inverted or with an axis of the positions flipped,
 * says whether positions and orientations go together.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "tracks/axes.h"

enum { FALL = 0, TRACKED = 3, DRAG = 6, UNKNOWNS = 7 };

/* With fewer tracks, flights are the groups. */
enum { LEAST_TRACKS = 4, PASSES = 3, MOST_GROUPS = 400 };

/* A flight that leaves this many times as much as the median one is none. */
static const double most_left = 4;

/* What is not determined is kept small: the drag by this deviation, 1/s; d by a quarter of the way that a flight is long. */
static const double usual_drag = 0.3;

/* The rows that do so weigh at least this share of all others. */
static const double thinnest_prior = 1e-4;

/* Directions of body axes must change by this many times their noise to show anything. */
static const double least_turning = 5;

/* A reading is believed if the tracked point explains this much of the squares, over those of one row, and another one than
 * as recorded if it explains so much more: noise is correlated, so that chance explains more than in theory. */
static const double least_gain = 60;

typedef struct flight {
    const routh_axes_motion *motion;
    const routh_track *track;
    size_t first, count;
    double middle, second; /* mean time, Σ τ² */
    double velocity[3];
} flight;

static double time_of(const flight *f, size_t i) {
    return f->track->time[f->first + i] - f->middle;
}

static flight flight_of(const routh_axes_motion *motion, const routh_axes_flight *from) {
    flight f = {
        .motion = motion, .track = &motion->tracks->track[from->track], .first = from->first, .count = from->count};
    for (size_t i = 0; i < f.count; i++)
        f.middle += f.track->time[f.first + i] / (double)f.count;
    for (size_t i = 0; i < f.count; i++)
        f.second += time_of(&f, i) * time_of(&f, i);
    for (size_t i = 0; i < f.count; i++)
        for (int c = 0; c < 3; c++)
            f.velocity[c] +=
                (f.track->position[f.first + i][c] - f.track->position[f.first][c]) * time_of(&f, i) / f.second;
    return f;
}

/* The unknowns' coefficients at an instant for all axes, and the coordinate itself last. */
static void rows_of(const flight *f, size_t i, routh_axes_reading reading, double row[3][UNKNOWNS + 1]) {
    const double time = time_of(f, i), fallen = time * time / 2;
    double column[3][3];
    routh_axes_turn(f->track, f->first + i, reading, column);
    for (int axis = 0; axis < 3; axis++) {
        for (int k = 0; k < 3; k++) {
            row[axis][FALL + k] = axis == k ? fallen : 0;
            row[axis][TRACKED + k] = column[k][axis];
        }
        row[axis][DRAG] = -(f->velocity[axis] * fallen + f->motion->fall[axis] * time * fallen / 3);
        row[axis][UNKNOWNS] = f->track->position[f->first + i][axis] - f->track->position[f->first][axis];
    }
}

/* *turned: Σ of squares by which body axes change direction. */
static void add_flight(const flight *f, routh_axes_reading reading, routh_normal *normal, double *turned) {
    double mean[3][UNKNOWNS + 1] = {{0}}, slope[3][UNKNOWNS + 1] = {{0}}, row[3][UNKNOWNS + 1];
    for (size_t i = 0; i < f->count; i++) {
        rows_of(f, i, reading, row);
        for (int axis = 0; axis < 3; axis++)
            for (int k = 0; k <= UNKNOWNS; k++) {
                mean[axis][k] += row[axis][k] / (double)f->count;
                slope[axis][k] += row[axis][k] * time_of(f, i) / f->second;
            }
    }
    for (size_t i = 0; i < f->count; i++) {
        rows_of(f, i, reading, row);
        for (int axis = 0; axis < 3; axis++) {
            for (int k = 0; k <= UNKNOWNS; k++)
                row[axis][k] -= mean[axis][k] + slope[axis][k] * time_of(f, i);
            for (int k = 0; k < 3; k++)
                *turned += row[axis][TRACKED + k] * row[axis][TRACKED + k];
            routh_normal_add(normal, row[axis], row[axis][UNKNOWNS]);
        }
    }
    normal->freedom -= 6;
}

/* The few rows that keep what is not determined small; `share` of their weight. Recordings that have next to no noise, or very
 * many instants, leave so little weight to them that the equations count as singular: it has a floor. */
static void add_prior(const routh_axes_motion *motion, double share, routh_normal *normal) {
    const double noise = fmax(motion->noise, 1e-12), length = routh_length3(motion->fall) * 0.01;
    double most = 0;
    for (int k = TRACKED; k < TRACKED + 3; k++)
        most = fmax(most, normal->matrix[k][k]);
    for (int k = TRACKED; k < UNKNOWNS; k++) {
        double row[UNKNOWNS] = {0};
        row[k] = share * noise / (k == DRAG ? usual_drag : length);
        row[k] = fmax(row[k], thinnest_prior * sqrt(k == DRAG ? normal->matrix[k][k] : most));
        routh_normal_add(normal, row, 0);
        normal->freedom -= 1;
    }
}

/* One normal for each flight. */
static double fill(const routh_axes_motion *motion, routh_axes_reading reading, routh_normal *each) {
    double turned = 0;
    for (size_t i = 0; i < motion->flights; i++) {
        const flight f = flight_of(motion, &motion->flight[i]);
        each[i] = (routh_normal){.unknowns = UNKNOWNS};
        add_flight(&f, reading, &each[i], &turned);
    }
    return turned;
}

static bool solve_all(const routh_axes_motion *motion, const routh_normal *each, routh_normal *sum,
                      routh_normal_answer *answer) {
    *sum = (routh_normal){.unknowns = UNKNOWNS};
    for (size_t i = 0; i < motion->flights; i++)
        routh_normal_merge(sum, &each[i], 1);
    add_prior(motion, 1, sum);
    return routh_normal_solve(sum, answer);
}

/* Drops flights that leave far more than the others. Returns whether any was dropped. */
static bool drop_outliers(routh_axes_motion *motion, const routh_normal *each, const double *value, double *scratch) {
    for (size_t i = 0; i < motion->flights; i++)
        scratch[i] = sqrt(routh_normal_remains(&each[i], value) / fmax(each[i].freedom, 1));
    double *sorted = scratch + motion->flights;
    memcpy(sorted, scratch, motion->flights * sizeof *sorted);
    const double most = fmax(most_left * routh_median(sorted, motion->flights), 2 * motion->noise);
    size_t kept = 0;
    const size_t all = motion->flights;
    for (size_t i = 0; i < all; i++)
        if (scratch[i] <= most)
            motion->flight[kept++] = motion->flight[i];
    motion->flights = kept;
    return kept < all;
}

/* Groups of flights: tracks, or each flight by itself. Returns how many there are. */
static size_t group(const routh_axes_motion *motion, const routh_normal *each, routh_normal *groups) {
    size_t tracks = 0, count = 0;
    for (size_t i = 0; i < motion->flights; i++)
        tracks += i == 0 || motion->flight[i].track != motion->flight[i - 1].track;
    size_t unit = 0;
    for (size_t i = 0; i < motion->flights; i++) {
        const bool next = tracks < LEAST_TRACKS || i == 0 || motion->flight[i].track != motion->flight[i - 1].track;
        unit += next;
        const size_t g =
            (unit - 1) % MOST_GROUPS; /* leaving out one after the other takes the square of their number */
        if (g == count)
            groups[count++] = (routh_normal){.unknowns = UNKNOWNS};
        routh_normal_merge(&groups[g], &each[i], 1);
    }
    for (size_t g = 0; g < count; g++)
        add_prior(motion, 1 / sqrt((double)count), &groups[g]);
    return count;
}

/* The covariance of the acceleration and errors of d: the jackknife's, or where there are too few groups that of the
 * scatter. */
static void take_errors(const double *change, size_t count, const routh_normal_answer *answer, bool voted,
                        routh_axes_fall *fall) {
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) {
            double sum = k == l && !voted ? answer->error[FALL + k] * answer->error[FALL + k] : 0;
            for (size_t g = 0; voted && g < count; g++)
                sum += change[g * UNKNOWNS + (size_t)k] * change[g * UNKNOWNS + (size_t)l];
            fall->covariance[k][l] = sum;
        }
    for (int k = 0; k < 3; k++)
        fall->tracked_error[k] =
            voted ? routh_jackknife_interval(fall->tracked[k], change + TRACKED + k, UNKNOWNS, count).deviation
                  : answer->error[TRACKED + k];
}

/* The estimate with votes and errors. */
static void vote(const routh_axes_motion *motion, const routh_normal *each, routh_normal *groups, double *room,
                 routh_axes_fall *fall) {
    const size_t count = group(motion, each, groups);
    routh_votes votes = {.count = count, .group = groups, .weight = room, .scratch = room + count};
    double value[ROUTH_NORMAL_MOST], scatter, *change = room + 2 * count;
    routh_normal sum;
    routh_normal_answer answer;
    if (!solve_all(motion, each, &sum, &answer))
        return;
    const bool voted = count >= LEAST_TRACKS && routh_votes_solve(&votes, value, &scatter, change, UNKNOWNS);
    if (!voted)
        memcpy(value, answer.value, sizeof value);
    memcpy(fall->fall, value + FALL, sizeof fall->fall);
    memcpy(fall->tracked, value + TRACKED, sizeof fall->tracked);
    take_errors(change, count, &answer, voted, fall);
    fall->determined = true;
}

/* How much of the squares the tracked point explains under a reading, over those of one row. */
static double gain_of(const routh_axes_motion *motion, const routh_normal *each, double *left) {
    routh_normal sum;
    routh_normal_answer answer;
    if (!solve_all(motion, each, &sum, &answer))
        return 0;
    routh_normal without = sum; /* an infinite prior holds d at 0 */
    for (int k = TRACKED; k < TRACKED + 3; k++)
        without.matrix[k][k] *= 1e12;
    routh_normal_answer alone;
    if (!routh_normal_solve(&without, &alone))
        return 0;
    for (int k = TRACKED; k < TRACKED + 3; k++)
        alone.value[k] = 0;
    *left = routh_normal_remains(&sum, answer.value);
    const double variance = fmax(*left / fmax(sum.freedom, 1), motion->noise * motion->noise);
    return (routh_normal_remains(&sum, alone.value) - *left) / fmax(variance, 1e-300);
}

/* Reads the orientations in each way. The first of equally good ones counts: as recorded before flipped before inverted. */
static void judge_readings(routh_axes_motion *motion, double rows, routh_normal *each, routh_axes_fall *fall) {
    double gain[ROUTH_AXES_READINGS], left[ROUTH_AXES_READINGS] = {0}, best = INFINITY;
    for (int k = 0; k < ROUTH_AXES_READINGS; k++) {
        fill(motion, routh_axes_reading_at(k), each);
        gain[k] = gain_of(motion, each, &left[k]);
        best = fmin(best, left[k]);
    }
    int chosen = 0;
    while (chosen < ROUTH_AXES_READINGS - 1 && left[chosen] > best * 1.02 + motion->noise * motion->noise)
        chosen++;
    fall->reading_determined = fall->turning && gain[chosen] > least_gain;
    const double variance = fmax(left[chosen] / rows, motion->noise * motion->noise);
    if (!fall->reading_determined || left[0] - left[chosen] < least_gain * variance)
        chosen = 0;
    fall->reading = motion->reading = routh_axes_reading_at(chosen);
}

static void fit(routh_axes_motion *motion, routh_normal *each, routh_normal *groups, double *room,
                routh_axes_fall *fall) {
    double turned = 0;
    for (int pass = 0; pass < PASSES && motion->flights > 0; pass++) {
        routh_normal sum;
        routh_normal_answer answer;
        turned = fill(motion, motion->reading, each);
        if (!solve_all(motion, each, &sum, &answer) || !drop_outliers(motion, each, answer.value, room))
            break;
    }
    for (size_t i = 0; i < motion->flights; i++)
        fall->instants += motion->flight[i].count;
    fall->flights = motion->flights;
    if (motion->flights == 0)
        return;
    const double rows = 3 * (double)fall->instants;
    fall->turning = sqrt(turned / (3 * rows)) > least_turning * motion->turn_noise && turned > 1e-6 * rows;
    judge_readings(motion, rows, each, fall);
    fill(motion, motion->reading, each);
    vote(motion, each, groups, room, fall);
    fall->tracked_determined = fall->determined && fall->turning;
    memcpy(motion->fall, fall->fall, sizeof motion->fall);
    for (int k = 0; k < 3; k++)
        motion->tracked[k] = fall->tracked_determined ? fall->tracked[k] : 0;
}

routh_status routh_axes_fit(routh_context *context, routh_axes_motion *motion, routh_axes_fall *fall) {
    *fall = (routh_axes_fall){.reading = motion->reading};
    const size_t count = motion->flights;
    routh_normal *each = routh_allocate(context, count, sizeof *each);
    routh_normal *groups = routh_allocate(context, count, sizeof *groups);
    double *room = routh_allocate(context, count, (2 + UNKNOWNS) * sizeof *room);
    const bool complete = each && groups && room;
    if (complete && count > 0)
        fit(motion, each, groups, room, fall);
    routh_release(context, each);
    routh_release(context, groups);
    routh_release(context, room);
    return complete ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}
