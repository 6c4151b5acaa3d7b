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

static routh_status make_drops(routh_reading *reading, const routh_tracks *tracks, const routh_axes *axes) {
    routh_recorded recorded = routh_recorded_nothing();
    recorded.motion = 1;
    recorded.rate = tracks->rate > 0 ? tracks->rate : NAN;
    ROUTH_TRY(routh_import_options_check(reading->source->context, reading->options));
    ROUTH_TRY(routh_reading_settle(reading, &recorded));
    ROUTH_TRY(project_all(reading, tracks, axes));
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
        return routh_fail_in(context, ROUTH_BAD_ARGUMENT, routh_tracks_shown(tracks), "no tracks");
    for (size_t t = 0; !axes && t < tracks->count; t++)
        if (!tracks->track[t].planar)
            return routh_fail_in(context, ROUTH_BAD_ARGUMENT, routh_tracks_shown(tracks), "tracks in space need axes");
    routh_source source = {.context = context, .name = tracks->source};
    routh_show_source(source.shown, sizeof source.shown, routh_tracks_shown(tracks));
    routh_reading reading = {.source = &source, .options = options ? options : &usual, .dataset = dataset};
    const routh_status status = make_drops(&reading, tracks, axes ? axes : &as_recorded);
    if (status != ROUTH_OK)
        routh_dataset_release(context, dataset);
    return status;
}

/* Tracks in space: z up, the surface at z = 0, and even samples.
 *
 * Segmentation in space counts instants, so samples must be even. An instant that is missing is interpolated from the four
 * neighbours by a cubic, which is exact for a parabola; at a contact it smears the kink over more instants than one contact
 * can have, and the contact is rejected. Where more than two are missing in a row the track is divided. */

/* More intervals than this between two instants divide a track. */
static const double longest_gap = 3.5;

/* An instant this near to where it should be, in intervals, is taken as it is. */
static const double on_time = 0.05;

enum { FEWEST_INSTANTS = 3 };

/* From the laboratory's axes to ours. */
typedef struct change {
    double row[3][3]; /* x, y and up in the laboratory's axes */
    double ground;
    routh_axes_reading reading;
    double interval;
} change;

static change change_of(const routh_axes *axes, double interval) {
    change to = {.reading = {axes->inverse, axes->flipped}, .interval = interval, .ground = axes->ground};
    double x[3];
    routh_cross3(axes->up, axes->normal, x);
    memcpy(to.row[0], x, sizeof x);
    for (int c = 0; c < 3; c++) /* x, −normal, up are right-handed; left-handed axes need the other sign */
        to.row[1][c] = axes->flipped >= 0 ? axes->normal[c] : -axes->normal[c];
    memcpy(to.row[2], axes->up, sizeof axes->up);
    return to;
}

/* How far the lowest corner lies below the tracked point at the end of a track. */
static double depth_at_end(const change *to, const routh_track *track, const routh_shape3 *shape) {
    double column[3][3], depth = -INFINITY;
    routh_axes_turn(track, track->count - 1, to->reading, column);
    for (size_t v = 0; v < shape->count; v++) {
        double height = 0;
        for (int k = 0; k < 3; k++)
            height += shape->vertex[v][k] * routh_dot3(to->row[2], column[k]);
        depth = fmax(depth, -height);
    }
    return depth;
}

/* The surface, where its height is not known: bodies that come to rest lie on it. A cube lies on any face alike; other
 * shapes lie on one of their faces, and the lowest corner is on the surface. */
static routh_status find_ground(routh_context *context, const routh_tracks *tracks, const routh_axes *axes,
                                const routh_import3_options *options, change *to) {
    if (isfinite(to->ground))
        return ROUTH_OK;
    to->ground = isfinite(axes->rest) ? axes->rest - options->width / 2 : 0;
    if (!options->shape || !isfinite(axes->rest))
        return ROUTH_OK;
    routh_axes_motion motion = {.flight = NULL};
    ROUTH_TRY(routh_axes_measure(context, tracks, &motion));
    ROUTH_ARENA(room, context);
    double *height = routh_take(&room, tracks->count, sizeof *height);
    size_t rests = 0;
    ROUTH_TRY(room.status);
    const double still = routh_axes_still(&motion, isfinite(axes->gravity) ? axes->gravity : options->gravity);
    for (size_t t = 0; t < tracks->count; t++) {
        double position[3];
        if (routh_axes_at_rest(&tracks->track[t], motion.interval, still, position))
            height[rests++] = routh_dot3(position, axes->up) - depth_at_end(to, &tracks->track[t], options->shape);
    }
    if (rests > 0)
        to->ground = routh_median(height, rests);
    return ROUTH_OK;
}

/* Position and orientation of an instant in our axes. */
static void pose_of(const change *to, const routh_track *track, size_t i, double position[3], double orientation[4]) {
    double column[3][3], rotation[3][3];
    routh_axes_turn(track, i, to->reading, column);
    for (int r = 0; r < 3; r++) {
        position[r] = routh_dot3(to->row[r], track->position[i]);
        for (int k = 0; k < 3; k++)
            rotation[r][k] = routh_dot3(to->row[r], column[k]);
    }
    position[2] -= to->ground;
    routh_turn_of_matrix((const double(*)[3])rotation, orientation);
}

/* The pose at a time between instants first … last of one stretch, by a cubic through the nearest four. */
static void interpolate(const change *to, const routh_track *track, size_t first, size_t last, size_t after,
                        double time, double position[3], double orientation[4]) {
    size_t begin = after > first + 1 ? after - 2 : first;
    while (begin > first && begin + 3 > last)
        begin--;
    const size_t count = last - begin + 1 < 4 ? last - begin + 1 : 4;
    double base[4], vector[3] = {0}, turn[4];
    pose_of(to, track, after, position, base);
    memset(position, 0, 3 * sizeof *position);
    for (size_t j = begin; j < begin + count; j++) {
        double weight = 1, here[3], there[4], turned[3];
        for (size_t k = begin; k < begin + count; k++)
            weight *= k == j ? 1 : (time - track->time[k]) / (track->time[j] - track->time[k]);
        pose_of(to, track, j, here, there);
        routh_turn_between(base, there, turned);
        for (int c = 0; c < 3; c++) {
            position[c] += weight * here[c];
            vector[c] += weight * turned[c];
        }
    }
    routh_turn_of(vector, turn);
    routh_turn_product(turn, base, orientation);
}

/* Neighbours have the same sign. */
static void align(const routh_trajectory3 *toss, size_t i) {
    double along = 0;
    for (int c = 0; i > 0 && c < 4; c++)
        along += toss->orientation[i][c] * toss->orientation[i - 1][c];
    for (int c = 0; along < 0 && c < 4; c++)
        toss->orientation[i][c] = -toss->orientation[i][c];
}

/* Instants first … last as a toss of even samples; *made: how many were interpolated. */
static routh_status make_toss(routh_context *context, const change *to, const routh_track *track, size_t first,
                              size_t last, size_t part, routh_trajectory3 *toss, size_t *made) {
    const double steps = round((track->time[last] - track->time[first]) / to->interval);
    const size_t count = (size_t)steps + 1, room = strlen(track->name ? track->name : "track") + 24;
    *toss = (routh_trajectory3){.count = count,
                                .name = routh_allocate(context, room, 1),
                                .position = routh_allocate(context, count, sizeof *toss->position),
                                .orientation = routh_allocate(context, count, sizeof *toss->orientation)};
    if (!toss->name || !toss->position || !toss->orientation)
        return ROUTH_OUT_OF_MEMORY;
    if (part > 1)
        snprintf(toss->name, room, "%s:%zu", track->name ? track->name : "track", part);
    else
        snprintf(toss->name, room, "%s", track->name ? track->name : "track");
    size_t after = first;
    for (size_t i = 0; i < count; i++) {
        const double time = track->time[first] + (double)i * to->interval;
        while (after < last && track->time[after] < time - on_time * to->interval)
            after++;
        if (fabs(track->time[after] - time) <= on_time * to->interval || after == first) {
            pose_of(to, track, after, toss->position[i], toss->orientation[i]);
        } else {
            interpolate(to, track, first, last, after, time, toss->position[i], toss->orientation[i]);
            ++*made;
        }
        align(toss, i);
    }
    return ROUTH_OK;
}

/* What became of the tracks. */
typedef struct tally {
    size_t made, divided, left_out;
} tally;

static routh_status add_track(routh_context *context, const change *to, const routh_track *track,
                              routh_dataset3 *dataset, tally *sum) {
    size_t first = 0, part = 0;
    for (size_t i = 0; i < track->count; i++) {
        const bool ends = i + 1 == track->count || track->time[i + 1] - track->time[i] > longest_gap * to->interval;
        if (!ends)
            continue;
        sum->divided += i + 1 < track->count;
        if (i + 1 - first < FEWEST_INSTANTS) {
            sum->left_out++;
        } else {
            const size_t count = dataset->trajectory_count;
            routh_trajectory3 *all = routh_resize(context, dataset->trajectory, count + 1, sizeof *all);
            if (!all)
                return ROUTH_OUT_OF_MEMORY;
            dataset->trajectory = all;
            dataset->trajectory_count = count + 1;
            const routh_status status =
                make_toss(context, to, track, first, i, ++part, &dataset->trajectory[count], &sum->made);
            if (status != ROUTH_OK)
                return status;
        }
        first = i + 1;
    }
    return ROUTH_OK;
}

static routh_status make_tosses(routh_context *context, const routh_tracks *tracks, const routh_axes *axes,
                                const routh_import3_options *options, routh_dataset3 *dataset) {
    routh_import3_options checked = *options;
    checked.rate = tracks->rate > 0 ? tracks->rate : options->rate;
    ROUTH_TRY(routh_import3_options_check(context, &checked));
    change to = change_of(axes, 1 / checked.rate);
    tally sum = {0};
    ROUTH_TRY(find_ground(context, tracks, axes, options, &to));
    for (size_t t = 0; t < tracks->count; t++)
        ROUTH_TRY(add_track(context, &to, &tracks->track[t], dataset, &sum));
    if (dataset->trajectory_count == 0)
        return routh_fail_in(context, ROUTH_BAD_ARGUMENT, routh_tracks_shown(tracks),
                             "no track has %d instants in a row", FEWEST_INSTANTS);
    if (sum.made + sum.divided + sum.left_out > 0)
        routh_log(
            context, ROUTH_LOG_INFO,
            "gaps: %zu missing instants were interpolated, tracks were divided at %zu longer gaps, and %zu pieces "
            "too short for anything were left out",
            sum.made, sum.divided, sum.left_out);
    dataset->width = checked.width;
    dataset->shape = checked.shape;
    dataset->mass = checked.mass;
    dataset->rate = checked.rate;
    dataset->gravity = checked.gravity;
    routh_show_text(dataset->name, sizeof dataset->name, tracks->name, strlen(tracks->name));
    return ROUTH_OK;
}

routh_status routh_dataset3_of_tracks(routh_context *context, const routh_tracks *tracks, const routh_axes *axes,
                                      const routh_import3_options *options, routh_dataset3 *dataset) {
    if (!tracks || !axes || !dataset)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "dataset of tracks: the tracks, axes or dataset are NULL");
    *dataset = (routh_dataset3){0};
    const routh_import3_options *stated = options ? options : &routh_import3_unstated,
                                known = routh_import3_options_fill(stated);
    for (size_t t = 0; t < tracks->count; t++)
        if (tracks->track[t].planar)
            return routh_fail_in(context, ROUTH_BAD_ARGUMENT, routh_tracks_shown(tracks),
                                 "tracks in the plane have no third coordinate");
    const routh_status status = make_tosses(context, tracks, axes, &known, dataset);
    if (status == ROUTH_OK)
        routh_import3_note_mass(context, stated);
    if (status != ROUTH_OK)
        routh_dataset3_release(context, dataset);
    return status;
}
