/* The axes in words.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/space.h"
#include "tracks/axes.h"

/* Gravity further off than this share is wrong, and than this one worth a warning, if it is this number of errors off, too. */
static const double wrong_share = 0.1;
static const double warning_share = 0.02;
static const double errors_wide = 3;

/* A motion is in a plane if the body tips out of it by less than this, rad. */
static const double planar_tilt = 0.1;

/* Up as given against free fall: an angle worth a warning, rad. */
static const double other_up = 0.1;

/* … and one that is wrong, where flights fall with the right gravity, and so are free: 30°. */
static const double against_up = 0.5235987755982988;

/* The tracked point is not determined where its error is larger than this times free fall: 1 cm in SI units, s². */
static const double tracked_wide = 1e-3;

enum { DIRECTION = 48 };

/* "+y" for an axis, else components. */
static const char *direction_text(const double direction[3], double slack, char text[DIRECTION]) {
    for (int k = 0; k < 3; k++)
        if (fabs(direction[k]) > cos(slack)) {
            snprintf(text, DIRECTION, "%c%c", direction[k] < 0 ? '-' : '+', "xyz"[k]);
            return text;
        }
    snprintf(text, DIRECTION, "(%.3f, %.3f, %.3f)", direction[0], direction[1], direction[2]);
    return text;
}

/* To 0.0001°: less is no news. */
static double degrees(double angle) {
    return round(angle * 180e4 / acos(-1)) / 1e4;
}

static void speak_up(const routh_axes_fall *fall, const routh_axes_options *options, const char *from,
                     const routh_axes *axes, routh_findings_writer *writer) {
    const bool sane = fabs(axes->gravity - options->gravity) < wrong_share * options->gravity;
    char text[DIRECTION], falling[DIRECTION];
    direction_text(axes->up, 1e-6, text);
    double measured[3] = {NAN, NAN, NAN};
    for (int k = 0; k < 3 && fall->determined; k++)
        measured[k] = -fall->fall[k] / routh_length3(fall->fall);
    const double off = fall->determined ? acos(fmax(-1, fmin(1, routh_dot3(measured, axes->up)))) : NAN;
    const routh_finding_numbers numbers = {0, off, axes->up_error, "rad"};
    direction_text(measured, 0.02, falling);
    if (strcmp(from, "fall") == 0)
        routh_findings_measured(
            writer, ROUTH_NOTE, "up", numbers, "up is %s: %zu free flights fall the other way, within %.3g°",
            direction_text(axes->up, fmax(3 * axes->up_error, 1e-6), text), fall->flights, degrees(axes->up_error));
    else if (strcmp(from, "contradicted") == 0)
        routh_findings_measured(
            writer, ROUTH_WARNING, "up", numbers,
            "up is %s: %zu free flights fall the other way, within %.3g°, though the format names another axis", text,
            fall->flights, degrees(axes->up_error));
    else if (!fall->determined)
        routh_findings_measured(writer, ROUTH_NOT_DETERMINED, "up", numbers,
                                "up is %s, %s; no free flights were found that could confirm it", text,
                                strcmp(from, "given") == 0    ? "as given"
                                : strcmp(from, "format") == 0 ? "as the format says"
                                                              : "as is usual");
    else if (off > against_up && sane)
        routh_findings_measured(writer, ROUTH_WRONG, "up", numbers,
                                "up is %s as given; %zu free flights say %s, %.3g° from it", text, fall->flights,
                                falling, degrees(off));
    else
        routh_findings_measured(writer, off > other_up ? ROUTH_WARNING : ROUTH_FINE, "up", numbers,
                                "up is %s, %s; %zu free flights fall %.3g° from it%s%s", text,
                                strcmp(from, "given") == 0 ? "as given" : "as the format says", fall->flights,
                                degrees(off), off > other_up ? ": they would have up at " : "",
                                off > other_up ? falling : "");
}

/* The unit of length, in words, that would make gravity too large by this ratio. */
static const char *unit_behind(double ratio) {
    static const struct {
        double ratio;
        const char *unit;
    } units[] = {
        {1e3, "millimetres"}, {1e2, "centimetres"}, {1 / 0.0254, "inches"}, {1 / 0.3048, "feet"}, {1e-3, "kilometres"}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (fabs(ratio / units[i].ratio - 1) < 0.1)
            return units[i].unit;
    return NULL;
}

static void speak_gravity(const routh_axes_motion *motion, const routh_axes_fall *fall,
                          const routh_axes_options *options, const routh_axes *axes, routh_findings_writer *writer) {
    if (!fall->determined) {
        routh_findings_measured(writer, ROUTH_NOT_DETERMINED, "gravity", ROUTH_NO_NUMBERS,
                                "no free flights were found: neither unit nor rate can be checked");
        return;
    }
    const double ratio = axes->gravity / options->gravity, off = fabs(axes->gravity - options->gravity);
    const routh_finding_numbers numbers = {options->gravity, axes->gravity, axes->gravity_error, "m/s²"};
    const bool sure = off > errors_wide * axes->gravity_error;
    const char *unit = unit_behind(ratio);
    if (unit)
        routh_findings_measured(
            writer, ROUTH_WRONG, "gravity", numbers,
            "free flights fall with %.4g ± %.2g m/s² instead of %.4g: lengths look like %s instead of metres",
            axes->gravity, axes->gravity_error, options->gravity, unit);
    else if (sure && off > wrong_share * options->gravity)
        routh_findings_measured(
            writer, ROUTH_WRONG, "gravity", numbers,
            "free flights fall with %.4g ± %.2g m/s² instead of %.4g: lengths are %.4g times too %s, or the "
            "rate is %.5g Hz instead of %.5g Hz%s",
            axes->gravity, axes->gravity_error, options->gravity, ratio > 1 ? ratio : 1 / ratio,
            ratio > 1 ? "large" : "small", 1 / (motion->interval * sqrt(ratio)), 1 / motion->interval,
            ratio < 1 ? ", or bodies do not fall freely there: they lie, slide or are carried" : "");
    else
        routh_findings_measured(writer, sure && off > warning_share * options->gravity ? ROUTH_WARNING : ROUTH_FINE,
                                "gravity", numbers, "%zu free flights fall with %.4g ± %.2g m/s²", fall->flights,
                                axes->gravity, axes->gravity_error);
}

static void speak_handedness(const routh_axes_fall *fall, const routh_axes *axes, routh_findings_writer *writer) {
    if (!fall->reading_determined)
        routh_findings_measured(
            writer, ROUTH_NOT_DETERMINED, "handedness", ROUTH_NO_NUMBERS,
            "flights do not show whether orientations and positions have the same axes: %s; the impacts will show "
            "it, when they are checked",
            fall->turning ? "the tracked point hardly circles the centre of mass" : "bodies hardly turn in flight");
    else if (axes->mirrored)
        routh_findings_measured(
            writer, ROUTH_WARNING, "handedness", ROUTH_NO_NUMBERS,
            "positions have left-handed axes and orientations do not: the tracked point circles the centre of "
            "mass as its orientation says only if %c has the other sign%s; it is corrected",
            "xyz"[axes->flipped], axes -> inverse ? " and orientations are laboratory to body" : "");
    else if (axes->inverse)
        routh_findings_measured(
            writer, ROUTH_WARNING, "handedness", ROUTH_NO_NUMBERS,
            "orientations are laboratory to body: read so, the tracked point circles the centre of mass as they "
            "say; it is corrected");
    else
        routh_findings_measured(
            writer, ROUTH_FINE, "handedness", ROUTH_NO_NUMBERS,
            "orientations and positions have the same axes: the tracked point circles the centre of mass as "
            "they say");
}

/* In a motion in the plane the body turns about one axis, and nothing shows where along it the tracked point is: the other
 * two directions, as the body lies in the first instant, are along the plane and up. */
static void speak_tracked_in_plane(const routh_axes_motion *motion, const routh_axes_fall *fall, const routh_axes *axes,
                                   routh_findings_writer *writer) {
    const routh_track *track = &motion->tracks->track[0];
    double pivot[3], across[3][3], along[2] = {0}, error[2] = {0};
    routh_axes_pivot(track, motion->reading, axes->normal, pivot);
    const int least = fabs(pivot[0]) <= fabs(pivot[1]) && fabs(pivot[0]) <= fabs(pivot[2]) ? 0
                      : fabs(pivot[1]) <= fabs(pivot[2])                                   ? 1
                                                                                           : 2;
    const double axis[3] = {least == 0, least == 1, least == 2};
    routh_cross3(pivot, axis, across[2]);
    routh_unit3(across[2], across[0]);
    routh_cross3(pivot, across[0], across[1]);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 3; k++) {
            along[i] += across[i][k] * fall->tracked[k];
            error[i] += across[i][k] * across[i][k] * fall->tracked_error[k] * fall->tracked_error[k];
        }
        error[i] = sqrt(error[i]);
    }
    char text[2][DIRECTION], normal[DIRECTION];
    direction_text(across[0], 1e-6, text[0]);
    direction_text(across[1], 1e-6, text[1]);
    direction_text(pivot, 1e-6, normal);
    routh_findings_measured(
        writer, ROUTH_NOTE, "tracking",
        (routh_finding_numbers){0, hypot(along[0], along[1]), hypot(error[0], error[1]), "m"},
        "in the plane of motion the tracked point is %.3g ± %.2g mm along %s and %.3g ± %.2g mm along %s from "
        "the centre of mass, body axes; the part along the plane's normal, %s, is not determined",
        1e3 * along[0], 1e3 * error[0], text[0], 1e3 * along[1], 1e3 * error[1], text[1], normal);
}

static void speak_tracked(const routh_axes_motion *motion, const routh_axes_fall *fall, const routh_axes *axes,
                          routh_findings_writer *writer) {
    const double *d = fall->tracked, *e = fall->tracked_error;
    const double widest = fmax(e[0], fmax(e[1], e[2]));
    if (fall->tracked_determined && !motion->tracks->track[0].planar && axes->tilt_out < planar_tilt)
        speak_tracked_in_plane(motion, fall, axes, writer);
    else if (fall->tracked_determined && widest > tracked_wide * routh_length3(fall->fall))
        routh_findings_measured(
            writer, ROUTH_NOT_DETERMINED, "tracking", ROUTH_NO_NUMBERS,
            "where the tracked point is in the body is not determined in all directions: flights are few, or "
            "turn about one axis alone");
    else if (fall->tracked_determined)
        routh_findings_measured(
            writer, ROUTH_NOTE, "tracking", (routh_finding_numbers){0, routh_length3(d), routh_length3(e), "m"},
            "the tracked point is (%.3g ± %.2g, %.3g ± %.2g, %.3g ± %.2g) mm from the centre of mass, body "
            "axes",
            1e3 * d[0], 1e3 * e[0], 1e3 * d[1], 1e3 * e[1], 1e3 * d[2], 1e3 * e[2]);
}

static void speak_plane(const routh_axes_motion *motion, const routh_axes_options *options, const routh_axes *axes,
                        routh_findings_writer *writer) {
    char text[DIRECTION];
    if (motion->tracks->track[0].planar)
        return;
    const bool given = routh_length3(options->normal) > 0, flat = axes->tilt_out < planar_tilt;
    const routh_finding_numbers numbers = {0, axes->tilt_out, axes->normal_error, "rad"};
    direction_text(axes->normal, 1e-6, text);
    routh_findings_measured(
        writer, flat ? ROUTH_NOTE : ROUTH_WARNING, "plane", numbers,
        "the plane of motion has the normal %s%s; bodies move %.2g mm out of it and tip by %.3g°, root mean "
        "square%s",
        text, given ? ", as given" : "", 1e3 * axes->out_of_plane, degrees(axes->tilt_out),
        flat ? "" : ": this is a motion in space");
}

static void speak_ground(const routh_axes_motion *motion, const routh_axes *axes, routh_findings_writer *writer) {
    if (axes->rests == 0)
        routh_findings_measured(writer, ROUTH_NOT_DETERMINED, "ground", ROUTH_NO_NUMBERS,
                                "no track ends with the body at rest: contacts show where the surface is");
    else
        routh_findings_measured(writer, ROUTH_NOTE, "ground", (routh_finding_numbers){NAN, axes->rest, NAN, "m"},
                                "%zu of %zu tracks end at rest, with the tracked point at a height of %.4g m%s",
                                axes->rests, motion->tracks->count, axes->rest,
                                isfinite(axes->ground) ? ""
                                                       : "; the body's shape says how far below it the surface is");
}

void routh_axes_speak(const routh_axes_motion *motion, const routh_axes_fall *fall, const routh_axes_options *options,
                      const char *up_from, const routh_axes *axes, routh_findings_writer *writer) {
    speak_up(fall, options, up_from, axes, writer);
    speak_gravity(motion, fall, options, axes, writer);
    speak_handedness(fall, axes, writer);
    speak_tracked(motion, fall, axes, writer);
    speak_plane(motion, options, axes, writer);
    speak_ground(motion, axes, writer);
}
