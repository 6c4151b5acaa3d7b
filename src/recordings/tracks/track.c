/* One track out of the channels of a file: rows without a pose left out, numbers in SI, orientations as quaternions.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/track.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "data/dataset.h"
#include "tracks/columns.h"

/* Fewer instants are no motion. */
static const size_t fewest_instants = 3;

void routh_track_release(routh_context *context, routh_track *track) {
    routh_release(context, track->name);
    routh_release(context, track->time);
    routh_release(context, track->position);
    routh_release(context, track->orientation);
    routh_release(context, track->angle);
    *track = (routh_track){0};
}

routh_status routh_track_allocate(routh_context *context, const char *name, bool planar, size_t count,
                                  routh_track *track) {
    *track = (routh_track){.planar = planar, .count = count, .residual = NAN};
    const size_t size = strlen(name) + 1;
    track->name = routh_allocate(context, size, 1);
    track->time = track->name ? routh_allocate(context, count, sizeof *track->time) : NULL;
    track->position = track->time ? routh_allocate(context, count, sizeof *track->position) : NULL;
    if (track->position && planar)
        track->angle = routh_allocate(context, count, sizeof *track->angle);
    else if (track->position)
        track->orientation = routh_allocate(context, count, sizeof *track->orientation);
    if (!track->angle && !track->orientation)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(track->name, name, size);
    return ROUTH_OK;
}

static int first_of(routh_orientation form) {
    switch (form) {
    case ROUTH_ORIENTATION_QUATERNION:
        return ROUTH_TRACK_QW;
    case ROUTH_ORIENTATION_MATRIX:
        return ROUTH_TRACK_R11;
    case ROUTH_ORIENTATION_ROTATION_VECTOR:
        return ROUTH_TRACK_AX;
    case ROUTH_ORIENTATION_EULER:
        return ROUTH_TRACK_E1;
    default:
        return ROUTH_TRACK_THETA;
    }
}

static routh_status fail_orientation(const routh_track_rows *rows, size_t row, routh_orientation_fault fault,
                                     const double *number, double measure) {
    routh_place place = routh_row_place(rows, row);
    place.field = fault == ROUTH_ORIENTATION_MIRRORS ? NULL : "columns";
    if (fault == ROUTH_ORIENTATION_LENGTH)
        return routh_fail_at(rows->context, ROUTH_BAD_FORMAT, &place,
                             "the quaternion w, x, y, z = %g, %g, %g, %g has length %.3g, not 1; are these "
                             "its columns?",
                             number[0], number[1], number[2], number[3], measure);
    if (fault == ROUTH_ORIENTATION_MIRRORS)
        return routh_fail_at(rows->context, ROUTH_BAD_FORMAT, &place,
                             "the matrix of the orientation mirrors (its determinant is -1): no rotation");
    return routh_fail_at(rows->context, ROUTH_BAD_FORMAT, &place,
                         "the matrix of the orientation is no rotation: its rows are off by %.2g from unit "
                         "length and right angles",
                         measure);
}

static routh_status take_turn(const routh_track_rows *rows, size_t row, size_t at, routh_track *track) {
    const routh_orientation form = rows->map->orientation;
    const int first = first_of(form);
    double number[9] = {0}, measure, *turn = track->orientation[at];
    for (int c = 0; c < 9 && first + c < ROUTH_TRACK_COLUMNS; c++) {
        const double *column = routh_row_numbers(rows, first + c);
        number[c] = column ? column[row] * rows->map->unit[first + c] : 0;
    }
    const routh_orientation_fault fault = routh_orientation_of(form, rows->map->euler, number, turn, &measure);
    if (fault != ROUTH_ORIENTATION_FINE)
        return fail_orientation(rows, row, fault, number, measure);
    routh_orientation_align(at > 0 ? track->orientation[at - 1] : NULL, turn);
    return ROUTH_OK;
}

static routh_status take_row(const routh_track_rows *rows, size_t row, size_t at, routh_track *track) {
    track->time[at] = rows->time[row];
    for (int c = 0; c < 3; c++) {
        const double *column = routh_row_numbers(rows, ROUTH_TRACK_X + c);
        track->position[at][c] = column ? column[row] * rows->map->unit[ROUTH_TRACK_X + c] : 0;
    }
    if (!track->planar)
        return take_turn(rows, row, at, track);
    track->angle[at] = routh_row_numbers(rows, ROUTH_TRACK_THETA)[row] * rows->map->unit[ROUTH_TRACK_THETA];
    return ROUTH_OK;
}

/* Why the first number that is missing in a row is. */
static routh_gap_reason reason_of(const routh_track_rows *rows, size_t row) {
    for (int q = 0; q < ROUTH_TRACK_COLUMNS; q++) {
        const double *number = routh_row_numbers(rows, q);
        if (number && !isfinite(number[row]))
            return routh_gap_reason_of(number[row]);
    }
    const long counter = rows->map->counter;
    return counter >= 0 ? routh_gap_reason_of(rows->channels->channel[counter].value[row]) : ROUTH_GAP_NAN;
}

void routh_track_count_gaps(const routh_track_rows *rows, routh_track *track) {
    size_t reason[ROUTH_GAP_REASONS] = {0};
    for (size_t i = 0; i < rows->channels->rows; i++)
        if (rows->status[i] == ROUTH_ROW_MISSING)
            reason[reason_of(rows, i)]++;
    track->rows = rows->channels->rows;
    track->empty = reason[ROUTH_GAP_EMPTY] + reason[ROUTH_GAP_SHORT];
    track->not_a_number = reason[ROUTH_GAP_NAN];
    track->occluded = reason[ROUTH_GAP_OCCLUDED] + rows->count[ROUTH_ROW_UNSEEN];
    track->repeated = rows->count[ROUTH_ROW_REPEATED];
}

static routh_status fail_few(const routh_track_rows *rows, const routh_track *track) {
    if (rows->channels->rows == 0)
        return routh_fail_in(rows->context, ROUTH_BAD_FORMAT, rows->shown, "no rows of numbers");
    return routh_fail_in(rows->context, ROUTH_BAD_FORMAT, rows->shown,
                         "%zu of %zu rows hold a pose; a motion has at least %zu. Left out: %zu empty, %zu not a "
                         "number, %zu occluded, %zu repeated",
                         rows->count[ROUTH_ROW_KEPT], rows->channels->rows, fewest_instants, track->empty,
                         track->not_a_number, track->occluded, track->repeated);
}

routh_status routh_rows_sort(routh_track_rows *rows, const bool *valid) {
    const size_t count = rows->channels->rows;
    rows->status = routh_allocate(rows->context, count, sizeof *rows->status);
    rows->time = rows->status ? routh_allocate(rows->context, count, sizeof *rows->time) : NULL;
    if (!rows->time)
        return ROUTH_OUT_OF_MEMORY;
    routh_rows_mark_gaps(rows);
    for (size_t i = 0; valid && i < count; i++)
        if (!valid[i])
            rows->status[i] = ROUTH_ROW_UNSEEN;
    ROUTH_TRY(valid ? ROUTH_OK : routh_rows_mark_repeated(rows));
    ROUTH_TRY(routh_rows_times(rows));
    ROUTH_TRY(routh_rows_steps(rows));
    memset(rows->count, 0, sizeof rows->count);
    for (size_t i = 0; i < count; i++)
        rows->count[rows->status[i]]++;
    return ROUTH_OK;
}

static void unwrap(routh_track_rows *rows, routh_track *track) {
    routh_trajectory view = {.count = track->count, .time = track->time, .theta = track->angle};
    rows->wraps = !routh_trajectory_unwrap(&view, 1 / rows->rate, &rows->jumps);
}

routh_status routh_track_make(routh_track_rows *rows, routh_track *track) {
    *track = (routh_track){0};
    ROUTH_TRY(routh_rows_sort(rows, NULL));
    ROUTH_TRY(routh_track_allocate(rows->context, rows->name, rows->map->planar, rows->count[ROUTH_ROW_KEPT], track));
    routh_track_count_gaps(rows, track);
    if (track->count < fewest_instants)
        return fail_few(rows, track);
    for (size_t i = 0, at = 0; i < rows->channels->rows; i++)
        if (rows->status[i] == ROUTH_ROW_KEPT)
            ROUTH_TRY(take_row(rows, i, at++, track));
    if (track->planar)
        unwrap(rows, track);
    return ROUTH_OK;
}

void routh_track_rows_release(routh_track_rows *rows) {
    routh_release(rows->context, rows->status);
    routh_release(rows->context, rows->time);
    rows->status = NULL;
    rows->time = NULL;
}
