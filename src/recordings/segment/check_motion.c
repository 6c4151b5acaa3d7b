/* Findings about trajectories, in words: gravity, drag, units, rate, frames, rest pose.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "segment/segment.h"

/* What free flight in a recording shows: gravity, drag, lost frames, and the sampling rate behind its velocities. */

/* Shorter flights determine gravity too poorly. */
static const size_t least_flight = 8;
static const size_t least_flights = 5;

/* Second differences over this many frames have 16 times less noise than over one. */
enum { STRIDE = 4 };

/* Gravity in whatever units the recording has: the median of those accelerations that clearly point down. Contacts push
 * up, lying still is nothing, so most of what points down is free fall. NaN if nothing falls. */
static double rough_gravity(const routh_flight_setting *setting, double *scratch) {
    double width = STRIDE * setting->interval;
    double noise = sqrt(6.0) * setting->noise[Y] / (width * width);
    size_t count = 0;
    for (size_t i = 0; i < setting->dataset->trajectory_count; i++) {
        const routh_trajectory *trajectory = &setting->dataset->trajectory[i];
        for (size_t j = STRIDE; j + STRIDE < trajectory->count; j++) {
            const double *y = &trajectory->y[j];
            double down = -(y[STRIDE] - 2 * y[0] + y[-STRIDE]) / (width * width);
            if (down > 4 * noise && down > 1e-9)
                scratch[count++] = down;
        }
    }
    return routh_median(scratch, count);
}

/* One flight's accelerations, with the velocity at its middle. */
typedef struct flight {
    double ax, ay, vx, vy;
    double weight; /* 1 / variance of the accelerations but for a factor */
} flight;

/* The flights of one trajectory that are free fall within half of gravity. */
static size_t add_flights(const routh_flight_setting *setting, const routh_trajectory *trajectory, routh_event *event,
                          flight *all) {
    size_t events = routh_flight_events(setting, trajectory, event), count = 0;
    for (size_t i = 0; i <= events; i++) {
        size_t first = i > 0 ? event[i - 1].last + 1 : 0;
        size_t last = i < events ? event[i].first - 1 : trajectory->count - 1;
        if (last < first || last - first + 1 < least_flight)
            continue;
        routh_arc arc = routh_flight_fit(setting, trajectory, first, last, trajectory->time[(first + last) / 2]);
        if (arc.gaps || fabs(arc.acceleration[Y]) > setting->gravity / 2)
            continue;
        double error = fmax(arc.acceleration_error[Y], 1e-12 * setting->gravity);
        all[count++] = (flight){arc.acceleration[X], arc.acceleration[Y] - setting->gravity, arc.velocity[X],
                                arc.velocity[Y], 1 / (error * error)};
    }
    return count;
}

/* Least squares of ay = −g − c vy and ax = −c vx with weights; White's errors, as the flights' scatter is uneven. */
static void regress(const flight *all, size_t count, routh_fall *fall) {
    double w = 0, wv = 0, wvv = 0, wa = 0, wva = 0;
    for (size_t i = 0; i < count; i++) {
        const flight *f = &all[i];
        w += f->weight;
        wv += f->weight * f->vy;
        wvv += f->weight * (f->vy * f->vy + f->vx * f->vx);
        wa -= f->weight * f->ay;
        wva -= f->weight * (f->vy * f->ay + f->vx * f->ax);
    }
    double determinant = w * wvv - wv * wv;
    fall->gravity = (wvv * wa - wv * wva) / determinant;
    fall->drag = (w * wva - wv * wa) / determinant;
    double gravity_variance = 0, drag_variance = 0;
    for (size_t i = 0; i < count; i++) {
        const flight *f = &all[i];
        double ey = -f->ay - fall->gravity - fall->drag * f->vy, ex = -f->ax - fall->drag * f->vx;
        double score_gravity = f->weight * ey, score_drag = f->weight * (ey * f->vy + ex * f->vx);
        double g = (wvv * score_gravity - wv * score_drag) / determinant;
        double c = (w * score_drag - wv * score_gravity) / determinant;
        gravity_variance += g * g;
        drag_variance += c * c;
    }
    fall->gravity_error = sqrt(gravity_variance);
    fall->drag_error = sqrt(drag_variance);
    fall->flights = count;
}

/* Drops flights that are far from the rest: a hidden contact or a slip of the tracking spoils them. */
static size_t drop_outliers(flight *all, size_t count, const routh_fall *fall, double *scratch) {
    for (size_t i = 0; i < count; i++)
        scratch[i] = sqrt(all[i].weight) * fabs(all[i].ay + fall->gravity + fall->drag * all[i].vy);
    double limit = 5 * ROUTH_FROM_MEDIAN_DEVIATION * routh_median(scratch, count);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (sqrt(all[i].weight) * fabs(all[i].ay + fall->gravity + fall->drag * all[i].vy) <= limit)
            all[kept++] = all[i];
    return kept;
}

routh_status routh_measure_fall(routh_context *context, const routh_dataset *dataset, routh_fall *fall) {
    routh_flight_setting setting;
    *fall = (routh_fall){0};
    routh_status status = routh_flight_measure(context, dataset, dataset->gravity, &setting);
    if (status != ROUTH_OK)
        return status;
    size_t samples = routh_count_samples(dataset);
    ROUTH_ARENA(room, context);
    double *scratch = routh_take(&room, samples + 1, sizeof *scratch);
    routh_event *event = routh_take(&room, samples / 2 + 1, sizeof *event);
    flight *all = routh_take(&room, samples / least_flight + dataset->trajectory_count + 1, sizeof *all);
    double gravity = scratch && event && all ? rough_gravity(&setting, scratch) : NAN;
    if (!scratch || !event || !all)
        status = ROUTH_OUT_OF_MEMORY;
    else if (gravity > 0)
        status = routh_flight_measure(context, dataset, gravity, &setting);
    size_t count = 0;
    for (size_t i = 0; status == ROUTH_OK && gravity > 0 && i < dataset->trajectory_count; i++)
        count += add_flights(&setting, &dataset->trajectory[i], event, all + count);
    for (int pass = 0; count >= least_flights && pass < 3; pass++) {
        regress(all, count, fall);
        count = drop_outliers(all, count, fall, scratch);
    }
    return status;
}

static bool same_pose(const routh_trajectory *trajectory, size_t i) {
    const double *x = &trajectory->x[i], *y = &trajectory->y[i], *theta = &trajectory->theta[i];
    return !(x[0] < x[1] || x[0] > x[1] || y[0] < y[1] || y[0] > y[1] || theta[0] < theta[1] || theta[0] > theta[1]);
}

/* Time stamps that skip, and poses that repeat in the midst of motion. */
static size_t skipped_frames(const routh_flight_setting *setting, const routh_trajectory *trajectory, size_t *stamped) {
    size_t count = 0;
    for (size_t i = 0; i + 1 < trajectory->count; i++) {
        double duration = trajectory->time[i + 1] - trajectory->time[i];
        bool moves =
            i > 0 && i + 2 < trajectory->count && !same_pose(trajectory, i - 1) && !same_pose(trajectory, i + 1);
        bool skips = fabs(duration - setting->interval) > setting->interval / 2;
        count += skips || (moves && same_pose(trajectory, i));
        *stamped += skips && !routh_flight_gaps(setting, trajectory, i, i + 1);
    }
    return count;
}

static routh_status measure_losses(routh_context *context, const routh_dataset *dataset, routh_losses *losses) {
    const routh_segment_options options = routh_segment_options_default();
    routh_flight_setting setting;
    *losses = (routh_losses){0};
    ROUTH_TRY(routh_flight_measure(context, dataset, dataset->gravity, &setting));
    ROUTH_ARENA(room, context);
    routh_event *event = routh_take(&room, routh_count_samples(dataset) / 2 + 1, sizeof *event);
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        const routh_trajectory *trajectory = &dataset->trajectory[i];
        size_t events = routh_flight_events(&setting, trajectory, event);
        size_t found = skipped_frames(&setting, trajectory, &losses->stamped);
        for (size_t j = 0; j < events; j++) {
            size_t earliest = j > 0 ? event[j - 1].last + 1 : 0;
            size_t latest = j + 1 < events ? event[j + 1].first - 1 : trajectory->count - 1;
            found += routh_spike_fit(&setting, &options, trajectory, event[j], earliest, latest).jump;
        }
        losses->frames += found;
        losses->trajectories += found > 0;
    }
    return ROUTH_OK;
}

/* Velocity over displacement per frame, from `back` frames before to `ahead` frames after; only where the body moves
 * so fast that noise does not matter. */
static size_t fill_ratios(const routh_flight_setting *setting, int back, int ahead, double *ratio) {
    size_t count = 0;
    for (size_t i = 0; i < setting->dataset->trajectory_count; i++) {
        const routh_trajectory *trajectory = &setting->dataset->trajectory[i];
        for (size_t j = 1; trajectory->vx && trajectory->vy && j + 1 < trajectory->count; j++) {
            double dx = (trajectory->x[j + (size_t)ahead] - trajectory->x[j - (size_t)back]) / (back + ahead);
            double dy = (trajectory->y[j + (size_t)ahead] - trajectory->y[j - (size_t)back]) / (back + ahead);
            if (hypot(dx, dy) > 20 * hypot(setting->noise[X], setting->noise[Y]))
                ratio[count++] = (trajectory->vx[j] * dx + trajectory->vy[j] * dy) / (dx * dx + dy * dy);
        }
    }
    return count;
}

/* Velocities are backward, central or forward differences; the kind whose ratios scatter least is taken. */
static routh_status measure_rate(routh_context *context, const routh_dataset *dataset, double *rate) {
    static const int reach[][2] = {{1, 0}, {1, 1}, {0, 1}};
    routh_flight_setting setting;
    *rate = NAN;
    routh_status status = routh_flight_measure(context, dataset, dataset->gravity, &setting);
    double *ratio = status == ROUTH_OK ? routh_allocate(context, routh_count_samples(dataset), sizeof *ratio) : NULL;
    if (!ratio)
        return status != ROUTH_OK ? status : ROUTH_OUT_OF_MEMORY;
    double least = INFINITY;
    for (int kind = 0; kind < 3 && status == ROUTH_OK; kind++) {
        size_t count = fill_ratios(&setting, reach[kind][0], reach[kind][1], ratio);
        double centre = routh_median(ratio, count);
        for (size_t i = 0; i < count; i++)
            ratio[i] = fabs(ratio[i] - centre);
        double scatter = count >= 10 ? routh_median(ratio, count) : INFINITY;
        if (scatter < least) {
            least = scatter;
            *rate = centre;
        }
        status = routh_check_cancelled(context);
    }
    routh_release(context, ratio);
    return status;
}

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
    ROUTH_TRY(routh_flight_measure(context, dataset, dataset->gravity, &setting));
    ROUTH_TRY(routh_measure_fall(context, dataset, &fall));
    ROUTH_TRY(measure_losses(context, dataset, &losses));
    ROUTH_TRY(measure_rate(context, dataset, &rate));
    ROUTH_TRY(routh_check_cancelled(context));
    ROUTH_TRY(routh_flight_rest(context, &setting, &rest));
    ROUTH_TRY(routh_flight_rest_turned(context, &setting, &rest));
    ROUTH_TRY(angles_are_degrees(context, &setting, &rest, &degrees));
    report_units(dataset, &fall, degrees, check);
    report_gravity(dataset, &fall, check);
    report_drag(&fall, setting.interval, check);
    report_rate(dataset, setting.interval, rate, check);
    report_losses(dataset, &losses, check);
    report_rest(dataset, &rest, check);
    return ROUTH_OK;
}
