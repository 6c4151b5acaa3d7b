/* Free flights in tracks whose up, unit and rate nobody knows.
 *
 * In a window without a contact the centre of mass moves on a parabola: lying still or sliding without or with little
 * acceleration, in the hand with any, in flight with one and the same vector in every track. So the windows that fit a
 * parabola vote, each for its acceleration, and the vector that most agree on is that of free fall. Small accelerations
 * count for less: bodies lie still for long, and nothing that is not in flight accelerates as much for as long.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "tracks/axes.h"

/* How long a window lasts, s, and its fewest and most instants. */
static const double window_seconds = 0.08;
enum { LEAST_WINDOW = 8, MOST_WINDOW = 100, MOST_VOTERS = 500, LEAST_VOTES = 3 };

/* Windows that fit: within this number of deviations of the noise, or of times what the better quarter leaves. */
static const double noise_multiple = 2.5;
static const double quarter_multiple = 2;

/* … and no instant farther off than this multiple of that: a contact at the end of a window bends one instant only. */
static const double farthest_multiple = 2;

/* Accelerations agree within this share, and within this number of their errors. */
static const double same_share = 0.2;
static const double same_errors = 4;

/* The centre of mass at an instant, as far as the tracked point is known. */
static void centre_at(const routh_axes_motion *motion, const routh_track *track, size_t i, double position[3]) {
    double column[3][3];
    routh_axes_turn(track, i, motion->reading, column);
    for (int c = 0; c < 3; c++)
        position[c] = track->position[i][c] - column[0][c] * motion->tracked[0] - column[1][c] * motion->tracked[1] -
                      column[2][c] * motion->tracked[2];
}

typedef struct window {
    size_t track, first;
    double acceleration[3], error; /* of each component, m/s² */
    double left, most;             /* what the parabola leaves: root mean square of a coordinate, farthest instant */
} window;

/* How far the farthest instant is from the parabola. */
static double farthest(const routh_axes_motion *motion, const routh_track *track, size_t first, size_t count,
                       const double parabola[3][3], double mean) {
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        const double t = track->time[first + i] - mean;
        double off[3];
        centre_at(motion, track, first + i, off);
        for (int c = 0; c < 3; c++)
            off[c] -= parabola[c][0] + t * (parabola[c][1] + t * parabola[c][2]);
        most = fmax(most, routh_length3(off));
    }
    return most;
}

/* Fits a parabola; false where instants are missing for long. */
static bool fit_window(const routh_axes_motion *motion, size_t track, size_t first, size_t count, window *w) {
    const routh_track *one = &motion->tracks->track[track];
    const double *time = one->time + first;
    double mean = 0, second = 0, third = 0, bent = 0, sum[3] = {0}, slope[3] = {0}, curve[3] = {0}, square[3] = {0};
    if (time[count - 1] - time[0] > ((double)count + 2) * motion->interval)
        return false;
    for (size_t i = 0; i < count; i++)
        mean += time[i] / (double)count;
    for (size_t i = 0; i < count; i++) {
        const double t = time[i] - mean;
        second += t * t;
        third += t * t * t;
    }
    double origin[3] = {0};
    for (int pass = 0; pass < 2; pass++) /* first the moments of the bend, then the coordinates */
        for (size_t i = 0; i < count; i++) {
            const double t = time[i] - mean, b = t * t - second / (double)count - third / second * t;
            double position[3];
            if (pass == 0) {
                bent += b * b;
                continue;
            }
            centre_at(motion, one, first + i, position);
            for (int c = 0; c < 3; c++) {
                if (i == 0)
                    origin[c] = position[c];
                const double off = position[c] - origin[c];
                sum[c] += off;
                slope[c] += off * t / second;
                curve[c] += off * b / bent;
                square[c] += off * off;
            }
        }
    double left = 0, parabola[3][3];
    for (int c = 0; c < 3; c++) {
        parabola[c][2] = curve[c];
        parabola[c][1] = slope[c] - curve[c] * third / second;
        parabola[c][0] = origin[c] + sum[c] / (double)count - curve[c] * second / (double)count;
        left += square[c] - sum[c] * sum[c] / (double)count - slope[c] * slope[c] * second - curve[c] * curve[c] * bent;
        w->acceleration[c] = 2 * curve[c];
    }
    w->track = track;
    w->first = first;
    w->left = sqrt(fmax(left, 0) / (3 * (double)(count - 3)));
    w->most = farthest(motion, one, first, count, (const double(*)[3])parabola, mean);
    w->error = 2 * fmax(w->left, motion->noise) / sqrt(bent);
    return true;
}

static size_t fit_windows(const routh_axes_motion *motion, size_t size, size_t step, window *all) {
    size_t count = 0;
    for (size_t t = 0; t < motion->tracks->count; t++)
        for (size_t i = 0; i + size <= motion->tracks->track[t].count; i += step)
            count += fit_window(motion, t, i, size, &all[count]);
    return count;
}

/* Those that fit a parabola come first; returns how many do. */
static size_t keep_fitting(const routh_axes_motion *motion, window *all, size_t count, double *scratch) {
    for (size_t i = 0; i < count; i++)
        scratch[i] = all[i].left;
    qsort(scratch, count, sizeof *scratch, routh_ascending);
    const double most = fmax(noise_multiple * motion->noise, quarter_multiple * scratch[count / 4]);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (all[i].left <= most && all[i].most <= farthest_multiple * most)
            all[kept++] = all[i];
    return kept;
}

static bool agrees(const window *w, const double fall[3]) {
    double off[3];
    for (int c = 0; c < 3; c++)
        off[c] = w->acceleration[c] - fall[c];
    return routh_length3(off) < same_share * routh_length3(fall) + same_errors * w->error;
}

/* The acceleration most windows agree on; false: none do. */
static bool elect(const window *all, size_t count, double *scratch, double fall[3]) {
    size_t sized = 0;
    for (size_t i = 0; i < count; i++)
        scratch[sized++] = routh_length3(all[i].acceleration);
    qsort(scratch, sized, sizeof *scratch, routh_ascending);
    const double large = sized > 0 ? scratch[sized * 9 / 10] : 0;
    const size_t step = count / MOST_VOTERS + 1;
    double best = 0;
    size_t chosen = count;
    for (size_t i = 0; i < count; i += step) {
        const double size = routh_length3(all[i].acceleration);
        size_t votes = 0;
        if (size < 2 * same_errors * all[i].error)
            continue;
        for (size_t k = 0; k < count; k += step)
            votes += agrees(&all[k], all[i].acceleration);
        const double score = (double)votes * fmin(size / (large / 2), 1);
        if (votes >= LEAST_VOTES && score > best) {
            best = score;
            chosen = i;
        }
    }
    if (chosen == count)
        return false;
    memcpy(fall, all[chosen].acceleration, 3 * sizeof *fall);
    for (int pass = 0; pass < 3; pass++) {
        double sum[3] = {0}, weight = 0;
        for (size_t i = 0; i < count; i++)
            if (agrees(&all[i], fall)) {
                const double w = 1 / (all[i].error * all[i].error);
                weight += w;
                for (int c = 0; c < 3; c++)
                    sum[c] += w * all[i].acceleration[c];
            }
        for (int c = 0; c < 3 && weight > 0; c++)
            fall[c] = sum[c] / weight;
    }
    return true;
}

/* Windows that fall, one after the other, are a flight. */
static void join(const window *all, size_t count, size_t size, routh_axes_motion *motion) {
    motion->flights = 0;
    for (size_t i = 0; i < count; i++) {
        if (!agrees(&all[i], motion->fall))
            continue;
        routh_axes_flight *last = motion->flights > 0 ? &motion->flight[motion->flights - 1] : NULL;
        if (last && last->track == all[i].track && all[i].first + size / 2 <= last->first + last->count)
            last->count = all[i].first + size - last->first;
        else
            motion->flight[motion->flights++] = (routh_axes_flight){all[i].track, all[i].first, size};
    }
}

routh_status routh_axes_flights(routh_context *context, routh_axes_motion *motion) {
    const double wanted = ceil(window_seconds / motion->interval);
    const size_t size = wanted < LEAST_WINDOW  ? LEAST_WINDOW
                        : wanted > MOST_WINDOW ? MOST_WINDOW
                                               : (size_t)wanted,
                 step = size / 8 + 1;
    size_t room = 1;
    for (size_t t = 0; t < motion->tracks->count; t++)
        room += motion->tracks->track[t].count / step + 1;
    ROUTH_ARENA(own, context);
    window *all = routh_take(&own, room, sizeof *all);
    double *scratch = routh_take(&own, room, sizeof *scratch);
    motion->flight = routh_allocate(context, room, sizeof *motion->flight);
    motion->flights = 0;
    if (own.status != ROUTH_OK || !motion->flight)
        return ROUTH_OUT_OF_MEMORY;
    size_t count = fit_windows(motion, size, step, all);
    count = count > 0 ? keep_fitting(motion, all, count, scratch) : 0;
    if (elect(all, count, scratch, motion->fall))
        join(all, count, size, motion);
    return ROUTH_OK;
}
