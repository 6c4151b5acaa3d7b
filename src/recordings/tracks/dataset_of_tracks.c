/* Tracks seen from the side: the planar recording of a motion in a plane.
 *
 * x is along the plane, y up, and angles are anticlockwise as seen from the normal's end. The angle is that of the plane turn
 * which comes nearest to the body's orientation: of two body axes that span the plane, u₁ and u₂, it is
 * atan2(u₁·y − u₂·x, u₁·x + u₂·y). Its zero is where the first of them is along x; the rest pose says the rest.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "data/dataset.h"
#include "tracks/axes.h"

/* Planar tracks as they are. */
static const routh_axes as_recorded = {.up = {0, 1, 0}, .normal = {0, 0, 1}, .ground = NAN, .flipped = -1};

/* The body axes that span the plane, the pivot being across it: the next in the cycle x, y, z after the axis that the pivot
 * is nearest to comes first, so that a body seen along its z axis has its x axis first. */
static void span_plane(const double pivot[3], double first[3], double second[3]) {
    int most = fabs(pivot[0]) >= fabs(pivot[1]) ? 0 : 1;
    most = fabs(pivot[2]) >= fabs(pivot[most]) ? 2 : most;
    const int next = (most + (pivot[most] > 0 ? 1 : 2)) % 3;
    for (int k = 0; k < 3; k++)
        first[k] = (k == next) - pivot[next] * pivot[k];
    routh_unit3(first, first);
    routh_cross3(pivot, first, second);
}

/* Where body vectors point in the laboratory. */
static void apply(const double column[3][3], const double body[3], double out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = column[0][c] * body[0] + column[1][c] * body[1] + column[2][c] * body[2];
}

static void project(const routh_track *track, const routh_axes *axes, routh_trajectory *to) {
    const routh_axes_reading reading = {axes->inverse, axes->flipped};
    const double ground = isfinite(axes->ground) ? axes->ground : 0;
    double x[3], pivot[3], first[3], second[3], across[3];
    routh_cross3(axes->up, axes->normal, x);
    routh_axes_pivot(track, reading, axes->normal, pivot);
    span_plane(pivot, first, second);
    for (size_t i = 0; i < track->count; i++) {
        double column[3][3], u[3], v[3];
        routh_axes_turn(track, i, reading, column);
        apply((const double(*)[3])column, first, u);
        apply((const double(*)[3])column, second, v);
        routh_cross3(u, v, across);
        const double sense = routh_dot3(across, axes->normal) < 0 ? -1 : 1; /* left-handed axes turn the other way */
        const double angle = atan2(routh_dot3(u, axes->up) - sense * routh_dot3(v, x),
                                   routh_dot3(u, x) + sense * routh_dot3(v, axes->up));
        to->time[i] = track->time[i];
        to->x[i] = routh_dot3(track->position[i], x);
        to->y[i] = routh_dot3(track->position[i], axes->up) - ground;
        to->theta[i] = i == 0 ? angle : to->theta[i - 1] + remainder(angle - to->theta[i - 1], 2 * ROUTH_PI);
    }
}

/* Angles of planar tracks keep their whole turns: these are unwrapped already, and may be many at low rates. */
static void keep_turns(const routh_track *track, routh_trajectory *to) {
    for (size_t i = 0; track->planar && i < track->count; i++)
        to->theta[i] = track->angle[i] - track->angle[0] + to->theta[0];
}

/* Planar tracks in axes of their own: the very numbers of the file. */
static void copy(const routh_track *track, routh_trajectory *to) {
    for (size_t i = 0; i < track->count; i++) {
        to->time[i] = track->time[i];
        to->x[i] = track->position[i][0];
        to->y[i] = track->position[i][1];
        to->theta[i] = track->angle[i];
    }
}

static routh_status project_all(routh_reading *reading, const routh_tracks *tracks, const routh_axes *axes) {
    for (size_t t = 0; t < tracks->count; t++) {
        const routh_track *track = &tracks->track[t];
        routh_trajectory *one =
            routh_reading_trajectory(reading, track->name ? track->name : "track", track->count, false);
        if (!one)
            return ROUTH_OUT_OF_MEMORY;
        if (axes == &as_recorded && track->planar) {
            copy(track, one);
            continue;
        }
        project(track, axes, one);
        if (axes->flipped < 0 && !axes->inverse)
            keep_turns(track, one);
    }
    return ROUTH_OK;
}

static routh_status make(routh_reading *reading, const routh_tracks *tracks, const routh_axes *axes) {
    routh_recorded recorded = routh_recorded_nothing();
    recorded.motion = 1;
    recorded.rate = tracks->rate > 0 ? tracks->rate : NAN;
    routh_status status = routh_import_options_check(reading->source->context, reading->options);
    if (status == ROUTH_OK)
        status = routh_reading_settle(reading, &recorded);
    if (status == ROUTH_OK)
        status = project_all(reading, tracks, axes);
    if (status != ROUTH_OK)
        return status;
    routh_dataset *dataset = reading->dataset;
    const char *name = reading->options->name ? reading->options->name : tracks->name;
    routh_show_text(dataset->name, sizeof dataset->name, name, strlen(name));
    routh_show_text(dataset->source, sizeof dataset->source, tracks->source, strlen(tracks->source));
    return ROUTH_OK;
}

routh_status routh_dataset_of_tracks(routh_context *context, const routh_tracks *tracks, const routh_axes *axes,
                                     const routh_import_options *options, routh_dataset *dataset) {
    if (!tracks || !dataset)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "dataset of tracks: the tracks or the dataset are NULL");
    *dataset = (routh_dataset){0};
    const routh_import_options usual = routh_import_options_default();
    if (tracks->count == 0)
        return routh_fail_in(context, ROUTH_BAD_ARGUMENT, tracks->name, "no tracks");
    for (size_t t = 0; !axes && t < tracks->count; t++)
        if (!tracks->track[t].planar)
            return routh_fail_in(context, ROUTH_BAD_ARGUMENT, tracks->name, "tracks in space need axes");
    routh_source source = {.context = context, .name = tracks->source};
    routh_show_source(source.shown, sizeof source.shown, tracks->source[0] ? tracks->source : tracks->name);
    routh_reading reading = {.source = &source, .options = options ? options : &usual, .dataset = dataset};
    const routh_status status = make(&reading, tracks, axes ? axes : &as_recorded);
    if (status != ROUTH_OK)
        routh_dataset_release(context, dataset);
    return status;
}
