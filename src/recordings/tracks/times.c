/* Times of the rows of a track, and rows without a pose.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/track.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "tracks/columns.h"

/* Rows without a pose: empty, not a number, not seen, or the row before once more. */

/* A row is held by the recorder if the body moves before and after it: by steps of more than this share of its fast ones. */
static const double moving_share = 0.05;

/* Fast steps are those of this quantile. */
static const double fast_quantile = 0.95;

const double *routh_row_numbers(const routh_track_rows *rows, int quantity) {
    const long channel = rows->map->channel[quantity];
    return channel >= 0 ? rows->channels->channel[channel].value : NULL;
}

static bool is_unseen(const double *const number[], int count, size_t row) {
    for (int c = 0; c < count; c++)
        if (number[c][row] != 0)
            return false;
    return true;
}

/* Rows of one number --------------------------------------------------------------------------------------*/

/* A number that stands for "not seen" is 0, or as large as this and this number of times as large as any that was seen. */
static const double least_mark = 900, mark_factor = 3;

/* Positions, and the angle of a motion in the plane, are one and the same number. */
static bool is_one_number(const routh_track_rows *rows, size_t row, double *value) {
    const int last = rows->map->planar ? ROUTH_TRACK_Y : ROUTH_TRACK_Z;
    *value = routh_row_numbers(rows, ROUTH_TRACK_X)[row];
    for (int q = ROUTH_TRACK_Y; q <= last; q++) {
        const double *number = routh_row_numbers(rows, q);
        if (!number || number[row] < *value || number[row] > *value)
            return false;
    }
    const double *angle = rows->map->planar ? routh_row_numbers(rows, ROUTH_TRACK_THETA) : NULL;
    return !angle || !(angle[row] < *value || angle[row] > *value);
}

/* Rows that hold this number and nothing else. */
static bool is_mark(const routh_track_rows *rows, size_t row, double mark) {
    double value;
    return rows->status[row] == ROUTH_ROW_KEPT && is_one_number(rows, row, &value) && !(value < mark) &&
           !(value > mark);
}

/* How often the number comes, once for rows that follow each other, how many other rows there are, and their largest
 * coordinate. */
static size_t count_marks(const routh_track_rows *rows, double mark, size_t *others, double *largest) {
    size_t runs = 0;
    bool within = false;
    *others = 0;
    *largest = 0;
    for (size_t i = 0; i < rows->channels->rows; i++) {
        if (rows->status[i] != ROUTH_ROW_KEPT)
            continue;
        const bool marked = is_mark(rows, i, mark);
        runs += marked && !within;
        within = marked;
        *others += !marked;
        for (int q = ROUTH_TRACK_X; !marked && q <= ROUTH_TRACK_Z; q++)
            *largest = fmax(*largest, routh_row_numbers(rows, q) ? fabs(routh_row_numbers(rows, q)[i]) : 0);
    }
    return runs;
}

/* Some systems write 0, 0, 0 or -9999, … where they do not see the body. No body comes back to exactly 0 in all
 * coordinates, but it may begin or end there. */
static void mark_numbers(routh_track_rows *rows) {
    double mark[2] = {0, 0}, value, largest;
    size_t others;
    if (!routh_row_numbers(rows, ROUTH_TRACK_X))
        return;
    for (size_t i = 0; i < rows->channels->rows && !(fabs(mark[1]) > 0); i++)
        if (rows->status[i] == ROUTH_ROW_KEPT && is_one_number(rows, i, &value) && fabs(value) >= least_mark)
            mark[1] = value;
    for (int m = 0; m < 2; m++) {
        const size_t runs = count_marks(rows, mark[m], &others, &largest);
        const bool unseen = m == 0 ? runs > 2 : runs > 0 && fabs(mark[1]) > mark_factor * largest;
        for (size_t i = 0; unseen && others > 0 && i < rows->channels->rows; i++)
            if (is_mark(rows, i, mark[m]))
                rows->status[i] = ROUTH_ROW_UNSEEN;
    }
}

/* All of them ------------------------------------------------------------------------------------------------*/

void routh_rows_mark_gaps(routh_track_rows *rows) {
    const routh_orientation form = rows->map->orientation;
    const int first = form == ROUTH_ORIENTATION_QUATERNION ? ROUTH_TRACK_QW : ROUTH_TRACK_R11;
    const int count = form == ROUTH_ORIENTATION_QUATERNION ? 4 : form == ROUTH_ORIENTATION_MATRIX ? 9 : 0;
    const double *turn[9];
    for (int q = 0; q < ROUTH_TRACK_COLUMNS; q++) {
        const double *number = routh_row_numbers(rows, q);
        for (size_t i = 0; number && i < rows->channels->rows; i++)
            if (!isfinite(number[i]))
                rows->status[i] = ROUTH_ROW_MISSING;
    }
    if (rows->map->counter >= 0)
        for (size_t i = 0; i < rows->channels->rows; i++)
            if (!isfinite(rows->channels->channel[rows->map->counter].value[i]))
                rows->status[i] = ROUTH_ROW_MISSING;
    for (int c = 0; c < count; c++)
        turn[c] = routh_row_numbers(rows, first + c);
    for (size_t i = 0; count > 0 && i < rows->channels->rows; i++)
        if (rows->status[i] == ROUTH_ROW_KEPT && is_unseen(turn, count, i))
            rows->status[i] = ROUTH_ROW_UNSEEN;
    mark_numbers(rows);
}

/* Repeated rows --------------------------------------------------------------------------------------------*/

static bool is_same_pose(const routh_track_rows *rows, size_t i, size_t j) {
    for (int q = ROUTH_TRACK_X; q < ROUTH_TRACK_COLUMNS; q++) {
        const double *number = routh_row_numbers(rows, q);
        if (number && (number[i] < number[j] || number[i] > number[j]))
            return false;
    }
    return true;
}

static double distance(const routh_track_rows *rows, size_t i, size_t j) {
    double square = 0;
    for (int q = ROUTH_TRACK_X; q <= ROUTH_TRACK_Z; q++) {
        const double *number = routh_row_numbers(rows, q);
        square += number ? (number[i] - number[j]) * (number[i] - number[j]) : 0;
    }
    return sqrt(square);
}

/* Steps of less than this are no motion. */
static double least_motion(const routh_track_rows *rows, const size_t *kept, size_t count, double *scratch) {
    for (size_t k = 1; k < count; k++)
        scratch[k - 1] = distance(rows, kept[k - 1], kept[k]);
    qsort(scratch, count - 1, sizeof *scratch, routh_ascending);
    return moving_share * routh_quantile(scratch, count - 1, fast_quantile);
}

/* A run of equal poses is a body at rest, unless it moves just before and just after: then the first of them was seen. */
static void mark_runs(routh_track_rows *rows, const size_t *kept, size_t count, double least) {
    for (size_t k = 1, end; k < count; k = end) {
        for (end = k; end < count && is_same_pose(rows, kept[k - 1], kept[end]);)
            end++;
        const bool held = end > k && k >= 2 && end < count && least > 0 &&
                          distance(rows, kept[k - 2], kept[k - 1]) > least &&
                          distance(rows, kept[end - 1], kept[end]) > least;
        for (size_t i = k; held && i < end; i++)
            rows->status[kept[i]] = ROUTH_ROW_REPEATED;
        end = end > k ? end : k + 1;
    }
}

routh_status routh_rows_mark_repeated(routh_track_rows *rows) {
    ROUTH_ARENA(room, rows->context);
    size_t *kept = routh_take(&room, rows->channels->rows, sizeof *kept), count = 0;
    double *scratch = routh_take(&room, rows->channels->rows, sizeof *scratch);
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < rows->channels->rows; i++)
        if (rows->status[i] == ROUTH_ROW_KEPT)
            kept[count++] = i;
    if (count > 2)
        mark_runs(rows, kept, count, least_motion(rows, kept, count, scratch));
    return ROUTH_OK;
}

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
        if (stands && !(rows->time[i] < rows->time[before]) && is_same_pose(rows, before, i)) {
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
    ROUTH_ARENA(room, rows->context);
    double *sorted = routh_take(&room, count, sizeof *sorted);
    ROUTH_TRY(room.status);
    memcpy(sorted, step, count * sizeof *sorted);
    const double usual = usual_step(step, count, routh_median(sorted, count));
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
    ROUTH_ARENA(room, rows->context);
    double *step = routh_take(&room, rows->channels->rows, sizeof *step);
    ROUTH_TRY(room.status);
    ROUTH_TRY(list_steps(rows, step, &count));
    if (count > 0)
        ROUTH_TRY(judge_steps(rows, step, count));
    return ROUTH_OK;
}

routh_place routh_row_place(const routh_track_rows *rows, size_t row) {
    const size_t *line = rows->channels->line;
    return (routh_place){.file = rows->shown, .row = row + 1, .line = line ? line[row] : 0};
}
