/* Findings about trajectories, in words: gravity, drag, units, rate, frames, rest pose.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "segment/check.h"

/* Free fall off by more than this share is wrong; the sampling rate likewise. */
static const double gravity_share = 0.015;
static const double rate_share = 0.01;

/* Drag that shifts a fitted velocity by more than this share is worth a warning. */
static const double drag_share = 0.02;

/* A rest pose off by more than this, as a share of the height or in rad, is worth a warning. */
static const double rest_height_share = 0.01;
static const double rest_angle = 0.005;

static const double errors_wide = 3;

double routh_half_width(const routh_shape *shape) {
    if (shape->kind != ROUTH_POLYGON)
        return fmin(shape->a, shape->b);
    double least = INFINITY;
    for (size_t i = 0; i < shape->count; i++) {
        const double *p = shape->vertex[i], *q = shape->vertex[(i + 1) % shape->count];
        least = fmin(least, (p[0] * q[1] - p[1] * q[0]) / hypot(q[0] - p[0], q[1] - p[1]));
    }
    return least;
}

/* The unit of length that would make gravity too large by this ratio; NULL if no common one does. */
static const char *unit_behind(double ratio, double half_width) {
    const struct {
        double ratio;
        const char *unit;
    } units[] = {{1e3, "millimetres"},
                 {1e2, "centimetres"},
                 {1 / 0.0254, "inches"},
                 {1 / 0.3048, "feet"},
                 {1e-3, "kilometres"},
                 {1 / half_width, "half-widths of the body"},
                 {0.5 / half_width, "widths of the body"}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (fabs(ratio / units[i].ratio - 1) < 0.05)
            return units[i].unit;
    return NULL;
}

static void report_gravity(const routh_dataset *dataset, const routh_fall *fall, routh_findings_writer *check) {
    routh_finding_numbers numbers = {dataset->gravity, fall->gravity, fall->gravity_error, "m/s²"};
    if (fall->flights == 0 || !(dataset->gravity > 0)) {
        routh_findings_measured(check, ROUTH_NOT_DETERMINED, "gravity", ROUTH_NO_NUMBERS, "%s",
                                fall->flights == 0
                                    ? "the recording holds too little free flight to measure gravity"
                                    : "gravity is stated as 0: flights are straight and cannot check it");
        return;
    }
    double ratio = fall->gravity / dataset->gravity, off = fabs(fall->gravity - dataset->gravity);
    double rate = 1 / sqrt(ratio);
    if (off > gravity_share * dataset->gravity && off > errors_wide * fall->gravity_error)
        routh_findings_measured(
            check, ROUTH_WRONG, "gravity", numbers,
            "%zu free flights fall with %.4g ± %.2g m/s² instead of %.4g: lengths are %s by a factor of "
            "%.4g, or the rate is %.4g times the stated one",
            fall->flights, fall->gravity, fall->gravity_error, dataset->gravity, ratio < 1 ? "short" : "long", ratio,
            rate);
    else
        routh_findings_measured(check, ROUTH_FINE, "gravity", numbers, "%zu free flights fall with %.4g ± %.2g m/s²",
                                fall->flights, fall->gravity, fall->gravity_error);
}

static void report_drag(const routh_fall *fall, double interval, routh_findings_writer *check) {
    if (fall->flights == 0)
        return;
    /* a parabola fitted without drag is right in the middle of its frames and late by half of them at the contact */
    double shift = fall->drag * (double)routh_segment_options_default().flight_max * interval / 2;
    routh_finding_numbers numbers = {0, fall->drag, fall->drag_error, "1/s"};
    if (fabs(fall->drag) <= errors_wide * fall->drag_error)
        routh_findings_measured(check, ROUTH_FINE, "drag", numbers, "no measurable drag in flight");
    else
        routh_findings_measured(
            check, fabs(shift) > drag_share ? ROUTH_WARNING : ROUTH_FINE, "drag", numbers,
            "in flight the body loses %.2g ± %.1g of its velocity per second; velocities at contacts, which "
            "segmentation fits without drag, are off by %.1f %%",
            fall->drag, fall->drag_error, 100 * shift);
}

/* Do the bodies come to rest flat only if angles are read as degrees? Radians off by one angle are corrected, and are no sign
 * of it: read as degrees every angle is small, and would lie nearly flat. `rest` is what is left after that correction. */
static routh_status angles_are_degrees(routh_context *context, const routh_flight_setting *setting,
                                       const routh_rest_pose *rest, bool *degrees) {
    routh_flight_setting other = *setting;
    routh_rest_pose read;
    other.angle_unit = 0.017453292519943295;
    routh_status status = routh_flight_rest(context, &other, &read);
    *degrees = status == ROUTH_OK && setting->dataset->body.shape.kind != ROUTH_DISC && read.count >= 3 &&
               read.count > 2 * rest->count && read.angle_spread < 0.05;
    return status;
}

static void report_units(const routh_dataset *dataset, const routh_fall *fall, bool degrees,
                         routh_findings_writer *check) {
    double ratio = fall->flights && dataset->gravity > 0 ? fall->gravity / dataset->gravity : NAN;
    const char *unit = unit_behind(ratio, routh_half_width(&dataset->body.shape));
    routh_finding_numbers numbers = {1, ratio, NAN, "m"};
    if (unit)
        routh_findings_measured(check, ROUTH_WRONG, "units", numbers,
                                "gravity is %.4g times too %s: lengths look like %s instead of metres",
                                ratio > 1 ? ratio : 1 / ratio, ratio > 1 ? "large" : "small", unit);
    else if (degrees)
        routh_findings_measured(check, ROUTH_WRONG, "units", ROUTH_NO_NUMBERS,
                                "bodies lie flat at the end only if angles are read as degrees instead of radians");
    else if (ratio > 0.5 && ratio < 2)
        routh_findings_measured(check, ROUTH_FINE, "units", numbers, "gravity and rest angle fit metres and radians");
    else
        routh_findings_measured(check, ROUTH_NOT_DETERMINED, "units", ROUTH_NO_NUMBERS,
                                "the unit of length cannot be determined from gravity");
}

static void report_rate(const routh_dataset *dataset, double interval, double from_velocities,
                        routh_findings_writer *check) {
    bool by_velocities = isfinite(from_velocities);
    double found = by_velocities ? from_velocities : 1 / interval;
    const char *by = by_velocities ? "recorded velocities and positions" : "the time stamps";
    routh_finding_numbers numbers = {dataset->rate, found, NAN, "Hz"};
    if (isnan(dataset->rate))
        routh_findings_measured(check, ROUTH_NOT_DETERMINED, "rate", numbers, "no rate is stated; %s give %.6g Hz", by,
                                found);
    else if (fabs(found / dataset->rate - 1) > rate_share)
        routh_findings_measured(check, ROUTH_WRONG, "rate", numbers, "%s give %.6g Hz, but %.6g Hz is stated", by,
                                found, dataset->rate);
    else
        routh_findings_measured(check, ROUTH_FINE, "rate", numbers, "%s give %.6g Hz, as stated", by, found);
}

static void report_losses(const routh_dataset *dataset, const routh_losses *losses, routh_findings_writer *check) {
    routh_finding_numbers numbers = {0, (double)losses->frames, NAN, "places"};
    if (losses->frames == 0)
        routh_findings_measured(check, ROUTH_FINE, "frames", numbers, "no frame is missing or repeated in flight");
    else if (losses->stamped > 0)
        routh_findings_measured(
            check, losses->stamped < losses->frames ? ROUTH_WARNING : ROUTH_NOTE, "frames", numbers,
            "frames are missing or repeated at %zu places in %zu of %zu trajectories; at %zu of them time "
            "stamps show it, and segmentation rejects contacts next to the others only",
            losses->frames, losses->trajectories, dataset->trajectory_count, losses->stamped);
    else
        routh_findings_measured(
            check, ROUTH_WARNING, "frames", numbers,
            "frames are missing or repeated at %zu places in %zu of %zu trajectories; segmentation rejects "
            "contacts next to them",
            losses->frames, losses->trajectories, dataset->trajectory_count);
}

/* Lower by more than half the height the body cannot lie: the shape is wrong. Higher than that is a raised surface, or a shape
 * that is far too small. */
static const double other_shape_share = 0.5;

static void report_other_shape(const routh_rest_pose *rest, double half_width, routh_finding_numbers numbers,
                               routh_findings_writer *check) {
    double height = half_width + rest->height_offset, ratio = half_width / height;
    const char *hint = fabs(ratio / 1e3 - 1) < 0.2   ? "is the size of the shape in mm?"
                       : fabs(ratio / 1e2 - 1) < 0.2 ? "is the size of the shape in cm?"
                                                     : "is the shape's size in m, and the ground at y = 0?";
    if (rest->height_offset > 0)
        routh_findings_measured(
            check, ROUTH_NOTE, "rest height", numbers,
            "%zu bodies at rest lie at y = %.4g m, %.3g m higher than the shape predicts, whose half-width is "
            "%.3g m: the surface is raised, which segmentation corrects, or the shape is too small",
            rest->count, height, rest->height_offset, half_width);
    else
        routh_findings_measured(
            check, ROUTH_WRONG, "rest height", numbers,
            "%zu bodies at rest lie %.3g m lower than the shape predicts, whose half-width is %.3g m: %s", rest->count,
            -rest->height_offset, half_width, hint);
}

static void report_rest(const routh_dataset *dataset, const routh_rest_pose *rest, routh_findings_writer *check) {
    if (rest->count < 3) {
        routh_findings_measured(
            check, ROUTH_NOT_DETERMINED, "rest height", ROUTH_NO_NUMBERS,
            "%zu of %zu trajectories end with the body at rest; three are needed to compare with the shape",
            rest->count, dataset->trajectory_count);
        routh_findings_measured(check, ROUTH_NOT_DETERMINED, "rest angle", ROUTH_NO_NUMBERS, "see rest height");
        return;
    }
    double height = routh_half_width(&dataset->body.shape), root = sqrt((double)rest->count);
    double height_error = rest->height_spread / root, angle_error = rest->angle_spread / root;
    bool high = fabs(rest->height_offset) > fmax(rest_height_share * height, errors_wide * height_error);
    bool turned = fabs(rest->angle_offset) > fmax(rest_angle, errors_wide * angle_error);
    routh_finding_numbers heights = {0, rest->height_offset, height_error, "m"};
    if (fabs(rest->height_offset) > other_shape_share * height)
        report_other_shape(rest, height, heights, check);
    else
        routh_findings_measured(check, high ? ROUTH_WARNING : ROUTH_FINE, "rest height", heights,
                                "%zu bodies at rest lie %.2f ± %.2f mm %s than the shape predicts%s", rest->count,
                                1e3 * fabs(rest->height_offset), 1e3 * height_error,
                                rest->height_offset < 0 ? "lower" : "higher", high ? "; segmentation corrects it" : "");
    routh_finding_numbers angles = {0, rest->angle_offset, angle_error, "rad"};
    routh_findings_measured(check, turned ? ROUTH_WARNING : ROUTH_FINE, "rest angle", angles,
                            "%zu bodies at rest are turned by %+.4f ± %.4f rad from lying flat%s", rest->count,
                            rest->angle_offset, angle_error, turned ? "; segmentation corrects it" : "");
}

void routh_check_circling(const routh_circling *circling, routh_findings_writer *check) {
    const double *d = circling->offset, *e = circling->error;
    if (!circling->determined)
        routh_findings_measured(
            check, ROUTH_NOT_DETERMINED, "tracking", ROUTH_NO_NUMBERS,
            "flights do not show whether the tracked point is the centre of mass: the %zu long ones are too "
            "few or too noisy, or turn too little",
            circling->flights);
    else if (circling->evident)
        routh_findings_measured(
            check, ROUTH_WARNING, "tracking", (routh_finding_numbers){0, hypot(d[0], d[1]), hypot(e[0], e[1]), "m"},
            "in %zu flights the tracked point circles the centre of mass, from which it is (%.2f ± %.2f, %.2f "
            "± %.2f) mm in body axes; segmentation corrects it",
            circling->flights, 1e3 * d[0], 1e3 * e[0], 1e3 * d[1], 1e3 * e[1]);
    else
        routh_findings_measured(
            check, ROUTH_FINE, "tracking", (routh_finding_numbers){0, hypot(d[0], d[1]), hypot(e[0], e[1]), "m"},
            "in %zu flights the tracked point is (%.2f ± %.2f, %.2f ± %.2f) mm from the centre of mass; up to "
            "%.1f mm nothing is corrected",
            circling->flights, 1e3 * d[0], 1e3 * e[0], 1e3 * d[1], 1e3 * e[1], 1e3 * circling->least);
}

static void report_no_trajectories(routh_findings_writer *check) {
    static const char *const what[] = {"gravity", "rate", "rest height", "rest angle"};
    for (size_t i = 0; i < sizeof what / sizeof what[0]; i++)
        routh_findings_measured(check, ROUTH_NOT_DETERMINED, what[i], ROUTH_NO_NUMBERS,
                                "the dataset has impacts but no trajectories");
}

routh_status routh_check_motion(routh_context *context, const routh_dataset *dataset, routh_findings_writer *check) {
    if (dataset->trajectory_count == 0) {
        report_no_trajectories(check);
        return ROUTH_OK;
    }
    routh_flight_setting setting;
    routh_fall fall;
    routh_losses losses;
    routh_rest_pose rest;
    double rate = NAN;
    bool degrees = false;
    routh_status status = routh_flight_measure(context, dataset, dataset->gravity, &setting);
    if (status == ROUTH_OK)
        status = routh_measure_fall(context, dataset, &fall);
    if (status == ROUTH_OK)
        status = routh_measure_losses(context, dataset, &losses);
    if (status == ROUTH_OK)
        status = routh_measure_rate(context, dataset, &rate);
    if (status == ROUTH_OK)
        status = routh_check_cancelled(context);
    if (status == ROUTH_OK)
        status = routh_flight_rest(context, &setting, &rest);
    if (status == ROUTH_OK)
        status = routh_flight_rest_turned(context, &setting, &rest);
    if (status == ROUTH_OK)
        status = angles_are_degrees(context, &setting, &rest, &degrees);
    if (status != ROUTH_OK)
        return status;
    report_units(dataset, &fall, degrees, check);
    report_gravity(dataset, &fall, check);
    report_drag(&fall, setting.interval, check);
    report_rate(dataset, setting.interval, rate, check);
    report_losses(dataset, &losses, check);
    report_rest(dataset, &rest, check);
    return ROUTH_OK;
}
