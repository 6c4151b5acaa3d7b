/* Times of a recording's rows: from a column, from the numbers of video frames, or from the rate.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "tracks/convention.h"
#include "tracks/track.h"

/* Times far from 0, such as those since 1970, are counted from the first row, s. */
static const double farthest = 1e5;

/* A step between these shares of the middle one is a usual one. */
static const double shortest_step = 0.5, longest_step = 1.5;

/* Times and a rate that is given besides may differ by this share. */
static const double rate_slack = 0.01;

/* Steps that scatter by more than this share of the usual one are no sampling. Random times scatter by 0.29. */
static const double most_jitter = 0.2;

static routh_status times_of_column(routh_track_rows *rows) {
    const double *column = routh_row_numbers(rows, ROUTH_TRACK_TIME), unit = rows->map->unit[ROUTH_TRACK_TIME];
    double origin = 0;
    for (size_t i = 0; i < rows->channels->rows; i++)
        if (rows->status[i] == ROUTH_ROW_KEPT) {
            origin = fabs(column[i] * unit) > farthest ? column[i] : 0;
            break;
        }
    for (size_t i = 0; i < rows->channels->rows; i++)
        rows->time[i] = (column[i] - origin) * unit;
    for (size_t i = 0; i < rows->channels->rows; i++)
        if (!isfinite(rows->time[i])) /* too far from the first */
            rows->status[i] = ROUTH_ROW_MISSING;
    rows->time_from = "a column";
    return ROUTH_OK;
}

static routh_status times_of_rate(routh_track_rows *rows) {
    const double given = rows->convention->rate, stated = rows->channels->rate, rate = given > 0 ? given : stated;
    const double *frame = rows->map->counter >= 0 ? rows->channels->channel[rows->map->counter].value : NULL;
    if (!(rate > 0 && isfinite(rate)))
        return routh_fail_at(rows->context, ROUTH_BAD_ARGUMENT, &(routh_place){.file = rows->shown, .field = "rate"},
                             "no column of times, and nothing says how many rows there are in a second: the "
                             "rate must be given");
    for (size_t i = 0; i < rows->channels->rows; i++)
        rows->time[i] = (frame ? frame[i] : (double)i) / rate;
    rows->time_from = given > 0 ? "the rate as given" : "the rate as the file says";
    return ROUTH_OK;
}

routh_status routh_rows_times(routh_track_rows *rows) {
    return routh_row_numbers(rows, ROUTH_TRACK_TIME) ? times_of_column(rows) : times_of_rate(rows);
}

static routh_status fail_clock(const routh_track_rows *rows, size_t before, size_t row) {
    routh_place place = routh_row_place(rows, row);
    place.column = "time";
    place.number = &rows->time[row];
    return routh_fail_at(rows->context, ROUTH_BAD_FORMAT, &place, "time %s from %.9g s to %.9g s",
                         rows->time[row] < rows->time[before] ? "runs backwards" : "stands still", rows->time[before],
                         rows->time[row]);
}

/* Steps between the rows that were kept. */
static routh_status list_steps(routh_track_rows *rows, double *step, size_t *count) {
    size_t before = SIZE_MAX;
    *count = 0;
    for (size_t i = 0; i < rows->channels->rows; i++) {
        if (rows->status[i] != ROUTH_ROW_KEPT)
            continue;
        const bool stands = before != SIZE_MAX && !(rows->time[i] > rows->time[before]);
        if (stands && !(rows->time[i] < rows->time[before]) && routh_rows_same_pose(rows, before, i)) {
            rows->status[i] = ROUTH_ROW_REPEATED; /* the whole row once more */
            continue;
        }
        if (stands)
            return fail_clock(rows, before, i);
        if (before != SIZE_MAX) {
            step[*count] = rows->time[i] - rows->time[before];
            rows->longest = fmax(rows->longest, step[(*count)++]);
        }
        before = i;
    }
    return ROUTH_OK;
}

/* The mean of usual steps; `middle` is the median. Where times are rounded, the median alone would be off. */
static double usual_step(const double *step, size_t count, double middle) {
    double sum = 0;
    size_t usual = 0;
    for (size_t k = 0; k < count; k++)
        if (step[k] > shortest_step * middle && step[k] < longest_step * middle) {
            sum += step[k];
            usual++;
        }
    return sum / (double)usual;
}

static double jitter_of(const double *step, size_t count, double usual) {
    double square = 0;
    size_t used = 0;
    for (size_t k = 0; k < count; k++)
        if (step[k] < 10 * usual) {
            const double off =
                fmax(step[k] / usual, 1) < longest_step ? step[k] / usual - 1 : remainder(step[k] / usual, 1);
            square += off * off;
            used++;
        }
    return used ? sqrt(square / (double)used) : 0;
}

static routh_status judge_steps(routh_track_rows *rows, double *step, size_t count) {
    double *sorted = routh_allocate(rows->context, count, sizeof *sorted);
    if (!sorted)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(sorted, step, count * sizeof *sorted);
    const double usual = usual_step(step, count, routh_median(sorted, count));
    routh_release(rows->context, sorted);
    rows->rate = 1 / usual;
    rows->jitter = jitter_of(step, count, usual);
    const double given = rows->convention->rate;
    if (given > 0 && rows->map->channel[ROUTH_TRACK_TIME] >= 0 && fabs(rows->rate / given - 1) > rate_slack)
        return routh_fail_at(rows->context, ROUTH_BAD_ARGUMENT, &(routh_place){.file = rows->shown, .field = "rate"},
                             "the times in the file are %.6g Hz, the given rate is %g Hz: leave it out, or name "
                             "the unit of time",
                             rows->rate, given);
    if (rows->jitter > most_jitter)
        return routh_fail_in(rows->context, ROUTH_BAD_FORMAT, rows->shown,
                             "uneven sampling: steps in time differ from the usual %.4g s by %.0f %% of it, root mean "
                             "square; at most %.0f %% are possible: resample it first",
                             usual, 100 * rows->jitter, 100 * most_jitter);
    return ROUTH_OK;
}

routh_status routh_rows_steps(routh_track_rows *rows) {
    size_t count = 0;
    double *step = routh_allocate(rows->context, rows->channels->rows, sizeof *step);
    if (!step)
        return ROUTH_OUT_OF_MEMORY;
    routh_status status = list_steps(rows, step, &count);
    if (status == ROUTH_OK && count > 0)
        status = judge_steps(rows, step, count);
    routh_release(rows->context, step);
    return status;
}

routh_place routh_row_place(const routh_track_rows *rows, size_t row) {
    const size_t *line = rows->channels->line;
    return (routh_place){.file = rows->shown, .row = row + 1, .line = line ? line[row] : 0};
}
