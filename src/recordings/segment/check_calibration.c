/* Findings without a law: what the identity says about angle, centre and axes, and what lies between the states.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/segment.h>

#include "segment/segment.h"

/* The standard error is a quarter of the interval, which holds whichever side the noise is on; that of one fit would be
 * too small. */
static double error_of(const routh_calibration_value *value) {
    return (value->high - value->low) / 4;
}

static routh_finding_numbers numbers_of(const routh_calibration_value *value, double stated,
                                        routh_calibration_index index) {
    return (routh_finding_numbers){stated, value->value, error_of(value), routh_calibration_unit(index)};
}

static void report_angle(const routh_calibration *c, routh_findings_writer *check) {
    const routh_calibration_value *angle = &c->value[ROUTH_CALIBRATION_ANGLE];
    if (!angle->determined) {
        routh_findings_measured(check, ROUTH_NOT_DETERMINED, "angle offset", ROUTH_NO_NUMBERS, "%s", angle->why);
        return;
    }
    const routh_finding_numbers numbers = numbers_of(angle, 0, ROUTH_CALIBRATION_ANGLE);
    if (angle->freed)
        routh_findings_measured(
            check, ROUTH_WARNING, "angle offset", numbers,
            "the true angle is the recorded one %+.4f rad (%+.4f to %+.4f); with r from it the identity's "
            "R² rises from "
            "%.3f to %.3f; %s",
            -angle->value, -angle->high, -angle->low, c->stored.r2, c->calibrated.r2, angle->why);
    else
        routh_findings_measured(check, ROUTH_FINE, "angle offset", numbers,
                                "%+.4f rad (%+.4f to %+.4f), measured minus true; %s", angle->value, angle->low,
                                angle->high, angle->why);
}

static void report_centre(const routh_calibration *c, routh_findings_writer *check) {
    const routh_calibration_value *x = &c->value[ROUTH_CALIBRATION_CENTRE_X], *y = x + 1;
    if (!x->determined) {
        routh_findings_measured(check, ROUTH_NOT_DETERMINED, "centre", ROUTH_NO_NUMBERS, "%s", x->why);
        return;
    }
    const routh_finding_numbers numbers = {0, hypot(x->value, y->value), hypot(error_of(x), error_of(y)), "m"};
    routh_findings_measured(
        check, x->freed ? ROUTH_WARNING : ROUTH_FINE, "centre", numbers,
        "the centre of mass is %+.2f mm (%+.2f to %+.2f) along x and %+.2f mm (%+.2f to %+.2f) along y from the "
        "shape's centre%s%s",
        1e3 * x->value, 1e3 * x->low, 1e3 * x->high, 1e3 * y->value, 1e3 * y->low, 1e3 * y->high, x->freed ? "" : "; ",
        x->freed ? "" : x->why);
}

static void report_ratio(const routh_calibration *c, routh_findings_writer *check) {
    const routh_calibration_value *ratio = &c->value[ROUTH_CALIBRATION_RATIO];
    if (ratio->determined)
        routh_findings_measured(
            check, ratio->freed ? ROUTH_WARNING : ROUTH_FINE, "axes", numbers_of(ratio, 1, ROUTH_CALIBRATION_RATIO),
            "a/b is %.4f of the stated one (%.4f to %.4f); %s", ratio->value, ratio->low, ratio->high, ratio->why);
}

static void report_size(const routh_calibration *c, routh_findings_writer *check) {
    const routh_calibration_value *size = &c->value[ROUTH_CALIBRATION_SIZE];
    if (!size->determined)
        routh_findings_measured(check, ROUTH_NOT_DETERMINED, "size", ROUTH_NO_NUMBERS, "%s", size->why);
    else
        routh_findings_measured(
            check, size->low > 1 || size->high < 1 ? ROUTH_NOTE : ROUTH_FINE, "size",
            numbers_of(size, 1, ROUTH_CALIBRATION_SIZE),
            "heights at contact change with the angle as for %.3f of the stated size (%.3f to %.3f)", size->value,
            size->low, size->high);
}

static void report_lag(const routh_calibration *c, routh_findings_writer *check) {
    const routh_calibration_value *lag = &c->value[ROUTH_CALIBRATION_LAG], *lead = &c->value[ROUTH_CALIBRATION_LEAD];
    if (lag->determined)
        routh_findings_measured(check, lag->low > 0 || lag->high < 0 ? ROUTH_WARNING : ROUTH_FINE, "row lag",
                                numbers_of(lag, 0, ROUTH_CALIBRATION_LAG),
                                "the stored contact rows are those of the pose %.2f frames earlier (%.2f to %.2f)",
                                lag->value, lag->low, lag->high);
    if (lead->determined)
        routh_findings_measured(
            check, ROUTH_NOTE, "lead", numbers_of(lead, NAN, ROUTH_CALIBRATION_LEAD),
            "the identity fits best at the angle %.2f frames after the recorded pose (%.2f to %.2f); %s", lead->value,
            lead->low, lead->high, lead->why);
}

/* Noise in the velocities shortens the time found, noise in the poses lengthens that of the inverse. */
static void report_frames(const routh_provenance *p, double stated, routh_findings_writer *check) {
    const bool off = fabs(p->frames - stated) > 0.5 && (stated < p->frames_low || stated > p->frames_high);
    const routh_finding_numbers numbers = {stated, p->frames, (p->frames_high - p->frames_low) / 4, "frames"};
    if (!isfinite(p->frames_high))
        routh_findings_measured(
            check, ROUTH_NOT_DETERMINED, "gap", ROUTH_NO_NUMBERS,
            "how far the states before and after lie apart is not determined: at least %.2f frames, and the "
            "poses are too noisy for more; the gap in use is %.3g",
            p->frames_low, stated);
    else
        routh_findings_measured(
            check, off ? ROUTH_WARNING : ROUTH_FINE, "gap", numbers,
            "the poses before and after are %.2f to %.2f frames apart, depending on where the noise is; the gap "
            "in use is %.3g",
            p->frames_low, p->frames_high, stated);
}

static void report_gap(const routh_dataset *dataset, const routh_provenance *p, routh_findings_writer *check) {
    const double stated = dataset->gap * dataset->rate;
    if (isnan(p->frames))
        routh_findings_measured(
            check, ROUTH_NOT_DETERMINED, "gap", ROUTH_NO_NUMBERS,
            "how far the states before and after lie apart is not determined: no poses after the impact");
    else
        report_frames(p, stated, check);
    if (isnan(p->gap))
        return;
    const routh_finding_numbers numbers = {dataset->gap, p->gap, (p->gap_high - p->gap_low) / 4, "s"};
    if (p->gravity_determined)
        routh_findings_measured(
            check, dataset->gap < p->gap_low || dataset->gap > p->gap_high ? ROUTH_WARNING : ROUTH_FINE, "gap gravity",
            numbers, "the velocities lack the gravity of %.1f ms (%.1f to %.1f); the gap in use is %.1f ms",
            1e3 * p->gap, 1e3 * p->gap_low, 1e3 * p->gap_high, 1e3 * dataset->gap);
    else
        routh_findings_measured(
            check, ROUTH_NOT_DETERMINED, "gap gravity", numbers,
            "how much gravity lies between the velocities is not determined: the identity gives that of %.0f "
            "to %.0f ms, depending on where the noise is; the gap in use is %.1f ms",
            1e3 * p->gap_low, 1e3 * p->gap_high, 1e3 * dataset->gap);
}

routh_status routh_check_calibration(routh_context *context, const routh_dataset *dataset,
                                     const routh_frame_evidence *frame, routh_findings_writer *check) {
    routh_calibration calibration;
    routh_provenance provenance;
    if (frame->count == 0 || !frame->decided)
        return ROUTH_OK; /* said so already */
    ROUTH_TRY(routh_calibration_of(context, dataset, frame->best, NULL, &calibration));
    ROUTH_TRY(routh_provenance_of(context, dataset, frame->best, &provenance));
    if (!calibration.value[ROUTH_CALIBRATION_SLOPE].determined) {
        routh_findings_measured(check, ROUTH_NOT_DETERMINED, "calibration", ROUTH_NO_NUMBERS, "%s",
                                calibration.value[ROUTH_CALIBRATION_SLOPE].why);
    } else {
        report_angle(&calibration, check);
        report_centre(&calibration, check);
        report_ratio(&calibration, check);
        report_size(&calibration, check);
        report_lag(&calibration, check);
    }
    if (dataset->trajectory_count == 0)
        report_gap(dataset, &provenance, check);
    return ROUTH_OK;
}

/* Where the point-impulse identity holds in no frame, or with another m/I by far, the impacts contradict how the recording is
 * read. */

void routh_contradiction_of(const routh_dataset *dataset, char text[ROUTH_NAME_SIZE]) {
    static const double poor = 0.8, far = 2;
    enum { LEAST = 10 };
    routh_frame_evidence evidence;
    text[0] = '\0';
    if (routh_frame_evidence_of(NULL, dataset, &evidence) != ROUTH_OK || evidence.count < LEAST)
        return;
    const routh_frame_hypothesis *best = &evidence.hypothesis[dataset->frame];
    const double times = best->slope * evidence.stated_gyration * evidence.stated_gyration;
    if (best->correlation < poor)
        snprintf(text, ROUTH_NAME_SIZE,
                 "LOW: the impacts contradict the angle, the shape or the plane; see `routh check`");
    else if (times > far || times < 1 / far)
        snprintf(text, ROUTH_NAME_SIZE,
                 "m/I is %.2g times the stated one: the impacts contradict the angle, the shape or the inertia", times);
}
