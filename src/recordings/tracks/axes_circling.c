/* How noisy tracks are, and a first guess of where the tracked point is in the body.
 *
 * In flight the centre of mass has a constant acceleration, so third differences of the tracked point are those of R d alone,
 * whichever way is up and whatever the units. They are zero at rest. Contacts are outliers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "tracks/axes.h"

/* Instants that differences of third order span, s; rows at most; passes of the robust fit. */
static const double span = 0.1;
enum { MOST_ROWS = 20000, PASSES = 20, FEWEST = 10 };

/* Tukey's constant. */
static const double tukey = 4.685;

/* Another reading of the orientations must make what is left this much less. */
static const double far_better = 0.7;

/* Rows count where the body turns this much of what it does in the fastest tenth. */
static const double turning_share = 0.1;

routh_axes_reading routh_axes_reading_at(int index) {
    return (routh_axes_reading){.inverse = index >= ROUTH_AXES_READINGS / 2, .flipped = index % 4 - 1};
}

void routh_axes_turn(const routh_track *track, size_t i, routh_axes_reading reading, double column[3][3]) {
    double turn[4] = {1, 0, 0, 0};
    if (track->planar) {
        turn[0] = cos(track->angle[i] / 2);
        turn[3] = sin(track->angle[i] / 2);
    } else {
        memcpy(turn, track->orientation[i], sizeof turn);
    }
    if (reading.inverse)
        routh_turn_inverse(turn, turn);
    for (int k = 0; k < 3; k++) {
        const double axis[3] = {k == 0, k == 1, k == 2};
        routh_turn_apply(turn, axis, column[k]);
        if (reading.flipped >= 0)
            column[k][reading.flipped] = -column[k][reading.flipped];
    }
}

static size_t count_instants(const routh_tracks *tracks) {
    size_t count = 0;
    for (size_t t = 0; t < tracks->count; t++)
        count += tracks->track[t].count;
    return count;
}

static bool is_even(const routh_track *track, size_t i, size_t steps, size_t stride, double interval) {
    for (size_t k = 1; k <= steps; k++)
        if (fabs(track->time[i + k * stride] - track->time[i] - (double)(k * stride) * interval) > interval / 4)
            return false;
    return true;
}

/* Robust deviation of independent noise from fourth differences (√70 times as large). */
static double noise_of(double *scratch, size_t count) {
    return count > 0 ? ROUTH_FROM_MEDIAN_DEVIATION * routh_median(scratch, count) / sqrt(70) : 0;
}

/* Simulators have no noise, and bodies at rest none that shows in the digits of a file. It has a floor, as a share of how far
 * bodies move. */
static const double least_noise = 3e-6;

static double farthest_move(const routh_tracks *tracks) {
    double most = 0;
    for (size_t t = 0; t < tracks->count; t++)
        for (int c = 0; c < 3; c++) {
            double low = INFINITY, high = -INFINITY;
            for (size_t i = 0; i < tracks->track[t].count; i++) {
                low = fmin(low, tracks->track[t].position[i][c]);
                high = fmax(high, tracks->track[t].position[i][c]);
            }
            most = fmax(most, high - low);
        }
    return most;
}

routh_status routh_axes_measure(routh_context *context, const routh_tracks *tracks, routh_axes_motion *motion) {
    *motion = (routh_axes_motion){.tracks = tracks, .reading = {.flipped = -1}};
    size_t longest = 0, steps = 0;
    for (size_t t = 0; t < tracks->count; t++)
        longest = tracks->track[t].count > longest ? tracks->track[t].count : longest;
    if (longest < FEWEST)
        return routh_fail_in(context, ROUTH_BAD_ARGUMENT, routh_tracks_shown(tracks),
                             "the longest of %zu tracks has %zu instants; %d are needed", tracks->count, longest,
                             FEWEST);
    const size_t all = count_instants(tracks);
    ROUTH_ARENA(room, context);
    double *scratch = routh_take(&room, all, 2 * sizeof *scratch);
    ROUTH_TRY(room.status);
    double *turned = scratch + all;
    for (size_t t = 0; t < tracks->count; t++)
        for (size_t i = 1; i < tracks->track[t].count; i++)
            scratch[steps++] = tracks->track[t].time[i] - tracks->track[t].time[i - 1];
    motion->interval = routh_median(scratch, steps);
    double square = 0;
    for (int c = 0; c < 3; c++) {
        size_t count = 0;
        for (size_t t = 0; t < tracks->count; t++)
            for (size_t i = 0; i + 4 < tracks->track[t].count; i++) {
                const routh_track *track = &tracks->track[t];
                if (!is_even(track, i, 4, 1, motion->interval))
                    continue;
                const double(*p)[3] = (const double(*)[3])track->position + i;
                scratch[count] = fabs(p[0][c] - 4 * p[1][c] + 6 * p[2][c] - 4 * p[3][c] + p[4][c]);
                double column[5][3][3];
                for (size_t k = 0; k < 5; k++)
                    routh_axes_turn(track, i + k, motion->reading, column[k]);
                turned[count++] = fabs(column[0][0][c] - 4 * column[1][0][c] + 6 * column[2][0][c] -
                                       4 * column[3][0][c] + column[4][0][c]);
            }
        const double moved = noise_of(scratch, count);
        square += moved * moved;
        motion->turn_noise = fmax(motion->turn_noise, noise_of(turned, count));
    }
    motion->noise = sqrt(square / (tracks->count > 0 && tracks->track[0].planar ? 2 : 3));
    motion->noise = fmax(motion->noise, least_noise * farthest_move(tracks));
    return ROUTH_OK;
}

/* One third difference: of a coordinate, and of what d has to do with it. */
typedef struct row {
    double coefficient[3], value, weight;
} row;

static size_t fill_rows(const routh_axes_motion *motion, routh_axes_reading reading, size_t stride, size_t skip,
                        row *rows) {
    static const double weight[4] = {-1, 3, -3, 1};
    size_t count = 0, seen = 0;
    for (size_t t = 0; t < motion->tracks->count; t++) {
        const routh_track *track = &motion->tracks->track[t];
        for (size_t i = 0; i + 3 * stride < track->count; i++) {
            if (!is_even(track, i, 3, stride, motion->interval) || seen++ % skip != 0)
                continue;
            for (int c = 0; c < 3; c++)
                rows[count + (size_t)c] = (row){.weight = 1};
            for (size_t j = 0; j < 4; j++) {
                double column[3][3];
                routh_axes_turn(track, i + j * stride, reading, column);
                for (int c = 0; c < 3; c++) {
                    rows[count + (size_t)c].value += weight[j] * track->position[i + j * stride][c];
                    for (int k = 0; k < 3; k++)
                        rows[count + (size_t)c].coefficient[k] += weight[j] * column[k][c];
                }
            }
            count += 3;
        }
    }
    return count;
}

/* Keeps the rows in which the body turns. */
static size_t keep_turning(row *rows, size_t count, double noise, double *scratch) {
    for (size_t i = 0; i < count; i++)
        scratch[i] = routh_length3(rows[i].coefficient);
    double *sorted = scratch + count;
    memcpy(sorted, scratch, count * sizeof *sorted);
    size_t above = 0;
    const double middle = routh_median(sorted, count);
    for (size_t i = 0; i < count; i++)
        if (scratch[i] >= middle)
            sorted[above++] = scratch[i];
    const double least = fmax(turning_share * routh_median(sorted, above), 5 * noise);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (scratch[i] > least)
            rows[kept++] = rows[i];
    return kept;
}

/* d by a robust fit; returns the robust deviation of what is left, and in *alone that without d. */
static double fit_rows(row *rows, size_t count, double prior, double *scratch, double d[3], double *alone) {
    double scale = 0;
    memset(d, 0, 3 * sizeof *d);
    for (int pass = 0; pass < PASSES; pass++) {
        for (size_t i = 0; i < count; i++)
            scratch[i] = fabs(rows[i].value - routh_dot3(rows[i].coefficient, d));
        scale = ROUTH_FROM_MEDIAN_DEVIATION * routh_median(scratch, count);
        if (pass == 0)
            *alone = scale;
        if (!(scale > 0))
            break;
        routh_normal normal = {.unknowns = 3};
        routh_normal_answer answer;
        for (size_t i = 0; i < count; i++) {
            const double off = (rows[i].value - routh_dot3(rows[i].coefficient, d)) / (tukey * scale);
            const double w = pass < PASSES / 2 ? 1 / fmax(fabs(off) * tukey, 1) : fmax(1 - off * off, 0);
            const double root = pass < PASSES / 2 ? sqrt(w) : w;
            double scaled[3];
            for (int k = 0; k < 3; k++)
                scaled[k] = root * rows[i].coefficient[k];
            if (root > 0)
                routh_normal_add(&normal, scaled, root * rows[i].value);
        }
        for (int k = 0; k < 3; k++) { /* what turning leaves open, as along a fixed axis, is 0 */
            const double known[3] = {k == 0 ? scale / prior : 0, k == 1 ? scale / prior : 0,
                                     k == 2 ? scale / prior : 0};
            routh_normal_add(&normal, known, 0);
        }
        if (!routh_normal_solve(&normal, &answer))
            break;
        memcpy(d, answer.value, 3 * sizeof *d);
    }
    return scale;
}

/* How far positions spread: no tracked point is farther from the centre of mass than that. */
static double spread_of(const routh_tracks *tracks) {
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, size[3];
    for (size_t t = 0; t < tracks->count; t++)
        for (size_t i = 0; i < tracks->track[t].count; i++)
            for (int c = 0; c < 3; c++) {
                low[c] = fmin(low[c], tracks->track[t].position[i][c]);
                high[c] = fmax(high[c], tracks->track[t].position[i][c]);
            }
    for (int c = 0; c < 3; c++)
        size[c] = high[c] - low[c];
    return routh_length3(size);
}

routh_status routh_axes_circling(routh_context *context, routh_axes_motion *motion) {
    const size_t all = count_instants(motion->tracks);
    const double steps = floor(span / 3 / motion->interval);
    const size_t stride = steps > 1 ? (steps < 100 ? (size_t)steps : 100) : 1, skip = 3 * all / MOST_ROWS + 1;
    row *rows = routh_allocate(context, 3 * (all / skip + 1), sizeof *rows);
    double *scratch = routh_allocate(context, 3 * (all / skip + 1), 2 * sizeof *scratch);
    const double prior = spread_of(motion->tracks) / 4;
    double least = INFINITY;
    for (int k = 0; rows && scratch && prior > 0 && k < ROUTH_AXES_READINGS; k++) {
        const routh_axes_reading reading = routh_axes_reading_at(k);
        double d[3], alone = 0;
        size_t count = fill_rows(motion, reading, stride, skip, rows);
        count = count > 0 ? keep_turning(rows, count, motion->turn_noise * sqrt(20), scratch) : 0;
        if (count < 30)
            continue;
        const double left = fit_rows(rows, count, prior, scratch, d, &alone);
        if (left < (k == 0 ? INFINITY : far_better * least)) {
            least = left;
            motion->reading = reading;
            memcpy(motion->tracked, d, sizeof d);
        }
    }
    const bool room = rows && scratch;
    routh_release(context, rows);
    routh_release(context, scratch);
    return room ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}
