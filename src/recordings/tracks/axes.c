/* Where up is, whether the laboratory's axes are right-handed, in which plane the body moves, and where the surface is.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/axes.h"

#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "file/text.h"

/* At rest: for this time at the end of a track, and this number of instants; it moves no more than free fall does in a
 * hundredth of a second, or this number of deviations of the noise. */
static const double rest_seconds = 0.1;
enum { REST_INSTANTS = 10 };
static const double rest_noise = 8;

/* Flights are looked for again once the tracked point is known. */
enum { ROUNDS = 2 };

/* The format's own axis is taken for up if free fall is so near to it, rad. */
static const double same_direction = 0.1;

routh_axes_options routh_axes_options_default(void) {
    return (routh_axes_options){.gravity = 9.81, .rest_height = NAN};
}

void routh_axes_release(routh_context *context, routh_axes *axes) {
    routh_findings_release(context, &axes->words);
    *axes = (routh_axes){0};
}

static routh_status check(routh_context *context, const routh_tracks *tracks, const routh_axes_options *options) {
    if (tracks->count == 0)
        return routh_fail_in(context, ROUTH_BAD_ARGUMENT, routh_tracks_shown(tracks), "no tracks");
    for (int k = 0; k < 3; k++)
        if (!isfinite(options->up[k]) || !isfinite(options->normal[k]))
            return routh_fail_at(
                context, ROUTH_NOT_FINITE,
                &(routh_place){.file = routh_tracks_shown(tracks), .field = isfinite(options->up[k]) ? "normal" : "up"},
                "the direction is %g, %g, %g; it must be finite", options->up[0], options->up[1], options->up[2]);
    if (!(options->gravity > 0 && isfinite(options->gravity)))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "gravity", "gravity is %g m/s²; it must be more than 0",
                                options->gravity);
    for (size_t t = 1; t < tracks->count; t++)
        if (tracks->track[t].planar != tracks->track[0].planar)
            return routh_fail_in(context, ROUTH_BAD_ARGUMENT, routh_tracks_shown(tracks),
                                 "some tracks are in the plane and others in space");
    return ROUTH_OK;
}

bool routh_axes_at_rest(const routh_track *track, double interval, double motion_most, double position[3]) {
    const double wanted = fmax(ceil(rest_seconds / interval), REST_INSTANTS);
    if ((double)track->count < wanted)
        return false;
    const size_t count = (size_t)wanted, first = track->count - count;
    for (int c = 0; c < 3; c++) {
        double low = INFINITY, high = -INFINITY;
        position[c] = 0;
        for (size_t i = first; i < track->count; i++) {
            low = fmin(low, track->position[i][c]);
            high = fmax(high, track->position[i][c]);
            position[c] += track->position[i][c] / (double)count;
        }
        if (high - low > motion_most)
            return false;
    }
    return true;
}

double routh_axes_still(const routh_axes_motion *motion, double gravity) {
    return fmax(rest_noise * motion->noise, gravity * 1e-4);
}

static routh_status find_rest(routh_context *context, const routh_axes_motion *motion,
                              const routh_axes_options *options, routh_axes *axes) {
    ROUTH_ARENA(room, context);
    double *height = routh_take(&room, motion->tracks->count, sizeof *height);
    ROUTH_TRY(room.status);
    const double gravity = isfinite(axes->gravity) ? axes->gravity : options->gravity;
    const double most = routh_axes_still(motion, gravity);
    for (size_t t = 0; t < motion->tracks->count; t++) {
        double position[3];
        if (routh_axes_at_rest(&motion->tracks->track[t], motion->interval, most, position))
            height[axes->rests++] = routh_dot3(position, axes->up);
    }
    axes->rest = routh_median(height, axes->rests);
    axes->ground = axes->rest - options->rest_height;
    return ROUTH_OK;
}

/* What bodies at rest or in a hand do on average is no free fall: an acceleration within this many of its errors of 0. */
static const double falls_surely = 3;

static void forget_fall_of_rest(routh_axes_fall *fall) {
    const double error = sqrt(fall->covariance[0][0] + fall->covariance[1][1] + fall->covariance[2][2]);
    fall->determined = fall->determined && routh_length3(fall->fall) > falls_surely * error;
}

/* The direction of free fall, its error, and gravity. */
static void take_fall(const routh_axes_fall *fall, routh_axes *axes) {
    axes->gravity = axes->gravity_error = axes->up_error = NAN;
    axes->flights = fall->flights;
    axes->instants = fall->instants;
    if (!fall->determined)
        return;
    double along = 0, all = 0;
    axes->gravity = routh_length3(fall->fall);
    for (int k = 0; k < 3; k++)
        axes->up[k] = -fall->fall[k] / axes->gravity;
    for (int k = 0; k < 3; k++) {
        all += fall->covariance[k][k];
        for (int l = 0; l < 3; l++)
            along += axes->up[k] * fall->covariance[k][l] * axes->up[l];
    }
    axes->gravity_error = sqrt(fmax(along, 0));
    axes->up_error = sqrt(fmax(all - along, 0)) / axes->gravity;
}

/* Up: as given, as the format says if free fall does not contradict it, as free fall shows. *from says which. */
static routh_status choose_up(routh_context *context, const routh_tracks *tracks, const routh_axes_options *options,
                              const routh_axes_fall *fall, routh_axes *axes, const char **from) {
    const double stated[3] = {tracks->up == 'x', tracks->up == 'y', tracks->up == 'z'};
    const bool planar = tracks->track[0].planar;
    double given[3];
    memcpy(given, options->up, sizeof given);
    *from = "given";
    if (!(routh_length3(given) > 0)) {
        const bool far = fall->determined && routh_dot3(stated, axes->up) < cos(same_direction);
        if (tracks->up != 0 && !far) {
            memcpy(given, stated, sizeof given);
            *from = "format";
        } else if (fall->determined) {
            *from = tracks->up != 0 ? "contradicted" : "fall";
        } else if (planar) {
            given[1] = 1;
            *from = "usual";
        } else {
            return routh_fail_at(context, ROUTH_BAD_ARGUMENT,
                                 &(routh_place){.file = routh_tracks_shown(tracks), .field = "up"},
                                 "no free flights show which way is up, and the format does not say it: give it");
        }
    }
    if (routh_length3(given) > 0) {
        routh_unit3(given, axes->up);
        axes->up_error = NAN;
    }
    if (planar && fabs(axes->up[2]) > 0.1)
        return routh_fail_at(context, ROUTH_BAD_ARGUMENT,
                             &(routh_place){.file = routh_tracks_shown(tracks), .field = "up"},
                             "up, (%g, %g, %g), leaves the plane of tracks that have x and y only", axes->up[0],
                             axes->up[1], axes->up[2]);
    return ROUTH_OK;
}

static void take_reading(const routh_axes_fall *fall, routh_axes *axes) {
    axes->flipped = fall->reading.flipped;
    axes->inverse = fall->reading.inverse;
    axes->mirrored = fall->reading.flipped >= 0;
    for (int k = 0; k < 3; k++)
        axes->tracked[k] = fall->tracked_determined ? fall->tracked[k] : NAN;
}

static routh_status speak(routh_context *context, const routh_axes_motion *motion, const routh_axes_fall *fall,
                          const routh_axes_options *options, const char *from, routh_axes *axes) {
    routh_c_locale numbers;
    routh_findings_writer writer = {.context = context, .findings = &axes->words};
    ROUTH_TRY(routh_c_locale_begin(context, &numbers));
    routh_axes_speak(motion, fall, options, from, axes, &writer);
    routh_c_locale_end(&numbers);
    return writer.status;
}

routh_status routh_axes_find(routh_context *context, const routh_tracks *tracks, const routh_axes_options *options,
                             routh_axes *axes) {
    const routh_axes_options usual = routh_axes_options_default();
    options = options ? options : &usual;
    if (!tracks || !axes)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "axes: the tracks or the axes are NULL");
    *axes = (routh_axes){.ground = NAN, .rest = NAN, .flipped = -1};
    routh_axes_motion motion = {.flight = NULL};
    routh_axes_fall fall;
    const char *from = NULL;
    routh_status status = check(context, tracks, options);
    if (status == ROUTH_OK)
        status = routh_axes_measure(context, tracks, &motion);
    if (status == ROUTH_OK)
        status = routh_axes_circling(context, &motion);
    for (int round = 0; status == ROUTH_OK && round < ROUNDS; round++) {
        routh_release(context, motion.flight);
        status = routh_axes_flights(context, &motion);
        if (status == ROUTH_OK)
            status = routh_axes_fit(context, &motion, &fall);
    }
    if (status == ROUTH_OK) {
        forget_fall_of_rest(&fall);
        take_fall(&fall, axes);
        take_reading(&fall, axes);
        status = choose_up(context, tracks, options, &fall, axes, &from);
    }
    if (status == ROUTH_OK)
        status = routh_axes_plane(context, &motion, options->normal, axes);
    if (status == ROUTH_OK)
        status = find_rest(context, &motion, options, axes);
    if (status == ROUTH_OK)
        status = speak(context, &motion, &fall, options, from, axes);
    routh_release(context, motion.flight);
    if (status != ROUTH_OK)
        routh_axes_release(context, axes);
    return status;
}
