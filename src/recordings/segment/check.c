/* Everything `routh check` reports, in the order in which people ask: frame, inertia, units, the rest.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/segment.h"

#include <math.h>
#include <stdio.h>

#include "base/context.h"
#include "data/dataset.h"
#include "file/text.h"

/* A recording without a usable impact is wrong, whatever else is fine: reports that and the likely cause. */

/* No dropped body is this fast, m/s. */
static const double fast = 300;

/* Second differences over this many frames are little disturbed by noise. */
enum { STRIDE = 4 };

static double speed_of(const routh_record *record) {
    return hypot(record->before.vx, record->before.vy);
}

/* What unusable impacts have in common; "" if it is no known mistake. */
static void hint_at_impacts(const routh_dataset *dataset, char *hint, size_t size) {
    double slowest = INFINITY, fastest = 0;
    size_t upward = 0;
    for (size_t i = 0; i < dataset->count; i++) {
        slowest = fmin(slowest, speed_of(&dataset->record[i]));
        fastest = fmax(fastest, speed_of(&dataset->record[i]));
        upward += dataset->record[i].before.vy > 0;
    }
    hint[0] = '\0';
    if (slowest > fast && fastest < 1e3 * fast)
        snprintf(hint, size, "; velocities of %.4g to %.4g look like mm/s instead of m/s", slowest, fastest);
    else if (upward == dataset->count)
        snprintf(hint, size, "; y must point out of the surface: vy before is positive in all rows");
}

/* Do bodies fall towards larger y? By the accelerations that are about gravity, up or down. */
static bool falls_up(const routh_dataset *dataset) {
    size_t up = 0, down = 0;
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        const routh_trajectory *trajectory = &dataset->trajectory[i];
        for (size_t j = STRIDE; j + STRIDE < trajectory->count; j++) {
            const double *y = &trajectory->y[j], *time = &trajectory->time[j];
            double width = (time[STRIDE] - time[-STRIDE]) / 2;
            double share = (y[STRIDE] - 2 * y[0] + y[-STRIDE]) / (width * width) / dataset->gravity;
            up += fabs(share - 1) < 0.3;
            down += fabs(share + 1) < 0.3;
        }
    }
    return up > 2 * down;
}

/* Adds a finding where no impact can be used. */
static void check_usable(const routh_dataset *dataset, routh_findings_writer *check) {
    size_t rejected[ROUTH_REASON_COUNT];
    if (routh_dataset_used(dataset, rejected) > 0)
        return;
    char list[ROUTH_REJECTED_TEXT], hint[96] = "";
    if (dataset->trajectory_count == 0)
        hint_at_impacts(dataset, hint, sizeof hint);
    else if (falls_up(dataset))
        snprintf(hint, sizeof hint, "; y must point out of the surface: bodies fall towards larger y");
    routh_finding_numbers numbers = {(double)dataset->count, 0, NAN, "records"};
    if (dataset->count == 0)
        routh_findings_measured(check, ROUTH_WRONG, "usable", numbers, "the trajectories contain no contact%s", hint);
    else
        routh_findings_measured(check, ROUTH_WRONG, "usable", numbers, "none of %zu impacts can be used (%.110s)%s",
                                dataset->count, routh_rejected_text(rejected, list), hint);
}

/* Findings about impacts as records: units, and records that are repeated or impossible. */

/* Which wrong unit makes the slope of the identity this many times the stated m/I. */
static const struct {
    double ratio;
    const char *words;
} slope_units[] = {
    {57.29577951308232, "angular velocities look like degrees per second"},
    {1e-6, "lengths and velocities look like millimetres"},
    {1e-4, "lengths and velocities look like centimetres"},
    {1e-3, "either levers or velocities look like millimetres, or the mass looks like grams"},
    {1e3, "the inertia looks like g m²"},
    {1e6, "the inertia looks like kg mm²"},
};

/* A slope within this share of such a ratio; the identity itself holds no better than this on real data. */
static const double unit_share = 0.25;

/* A lowest point off the ground by this share of the half-width is worth a warning. */
static const double contact_share = 0.03;

static void report_units(const routh_frame_evidence *frame, routh_findings_writer *check) {
    const routh_frame_hypothesis *best = &frame->hypothesis[frame->best];
    double stated = 1 / (frame->stated_gyration * frame->stated_gyration), ratio = best->slope / stated;
    if (!frame->decided || !(ratio > 0) || !isfinite(ratio)) {
        routh_findings_measured(check, ROUTH_NOT_DETERMINED, "units", ROUTH_NO_NUMBERS,
                                "the units cannot be determined from the impacts");
        return;
    }
    routh_finding_numbers numbers = {1, ratio, best->slope_error / stated, "stated m/I"};
    for (size_t i = 0; i < sizeof slope_units / sizeof slope_units[0]; i++)
        if (fabs(ratio / slope_units[i].ratio - 1) < unit_share) {
            routh_findings_measured(check, ROUTH_WRONG, "units", numbers,
                                    "m/I from the impacts is %.3g times the stated one: %s", ratio,
                                    slope_units[i].words);
            return;
        }
    if (ratio > 0.1 && ratio < 10)
        routh_findings_measured(check, ROUTH_FINE, "units", numbers,
                                "the units of levers, velocities and inertia are consistent");
    else
        routh_findings_measured(check, ROUTH_WRONG, "units", numbers,
                                "m/I from the impacts is %.3g times the stated one: a unit is wrong", ratio);
}

static void report_count(routh_findings_writer *check, const char *what, size_t count, size_t all, const char *words) {
    routh_finding_numbers numbers = {0, (double)count, NAN, "records"};
    if (count == 0)
        routh_findings_measured(check, ROUTH_FINE, what, numbers, "none of %zu records", all);
    else
        routh_findings_measured(check, ROUTH_WARNING, what, numbers, "%zu of %zu records %s and are not used", count,
                                all, words);
}

/* At the instant at which the parabolas meet, the lowest point of the shape should touch the ground. */
static routh_status report_contact_height(routh_context *context, const routh_dataset *dataset,
                                          routh_findings_writer *check) {
    size_t count = 0;
    ROUTH_ARENA(room, context);
    double *height = routh_take(&room, dataset->count, sizeof *height);
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < dataset->count; i++)
        if (dataset->record[i].reasons == 0)
            height[count++] = dataset->record[i].y + dataset->record[i].ry;
    double middle = routh_median(height, count);
    if (!isfinite(middle))
        return ROUTH_OK;
    bool off = fabs(middle) > contact_share * routh_half_width(&dataset->body.shape);
    routh_finding_numbers numbers = {0, middle, NAN, "m"};
    routh_findings_measured(check, off ? ROUTH_WARNING : ROUTH_FINE, "contact", numbers,
                            "at contact the lowest point of the shape is %.1f mm %s the ground%s", 1e3 * fabs(middle),
                            middle < 0 ? "below" : "above",
                            !off         ? ""
                            : middle < 0 ? ": corners are rounded, or the shape is too large"
                                         : ": the shape is too small");
    return ROUTH_OK;
}

/* Findings from impacts: units, height at contact, duplicates, impossible records. */
static routh_status check_records(routh_context *context, const routh_dataset *dataset,
                                  const routh_frame_evidence *frame, routh_findings_writer *check) {
    size_t rejected[ROUTH_REASON_COUNT];
    bool segmented = dataset->trajectory_count > 0;
    routh_dataset_used(dataset, rejected);
    routh_status status = ROUTH_OK;
    if (segmented)
        status = report_contact_height(context, dataset, check);
    else
        report_units(frame, check);
    report_count(check, "duplicates", rejected[ROUTH_DUPLICATE_INDEX], dataset->count, "repeat an earlier one");
    report_count(check, "impossible", rejected[ROUTH_IMPOSSIBLE_INDEX], dataset->count, "hold impossible numbers");
    if (!segmented)
        report_count(check, "separating", rejected[ROUTH_SEPARATES_INDEX], dataset->count,
                     "have a contact point that is not closing");
    return status;
}

static void report_frame(const routh_frame_evidence *frame, routh_findings_writer *check) {
    routh_finding_kind kind = !frame->decided                    ? ROUTH_WARNING
                              : frame->best == ROUTH_AS_RECORDED ? ROUTH_FINE
                                                                 : ROUTH_WRONG;
    routh_findings_measured(check, kind, "frame", ROUTH_NO_NUMBERS, "%s", frame->why);
}

/* A radius of gyration further off than this comes from wrong units, not from the mass distribution. */
static const double plausible_ratio = 4;

/* From half of the share that makes it wrong there is a warning. */
static routh_finding_kind kind_of_inertia(const routh_frame_evidence *frame, double gyration, double error) {
    double off = fabs(gyration - frame->stated_gyration);
    if (frame->gyration_disagrees)
        return ROUTH_WRONG;
    return off > 0.05 * frame->stated_gyration && off > 3 * error ? ROUTH_WARNING : ROUTH_FINE;
}

/* Decimals that show two digits of an error in metres: four at least, seven at most. */
static int decimals_of(double error) {
    int decimals = error > 0 && isfinite(error) ? 1 - (int)floor(log10(error)) : 0;
    return decimals < 4 ? 4 : decimals > 7 ? 7 : decimals;
}

/* Equal, but for rounding, to that of a body of uniform density: then it may be a default that nobody stated. */
static bool is_uniform(const routh_body *body, double gyration) {
    if (body->shape.kind != ROUTH_POLYGON && !(body->shape.a > 0))
        return false;
    return fabs(gyration / sqrt(routh_shape_gyration_squared(&body->shape)) - 1) < 1e-9;
}

/* Where the inertia alone is wrong, all impacts lie on one line; below this R² it may be something else that turns the body. */
static const double straight = 0.98;

static void report_inertia(const routh_dataset *dataset, const routh_frame_evidence *frame,
                           routh_findings_writer *check) {
    const routh_frame_hypothesis *best = &frame->hypothesis[frame->best];
    double error = best->slope > 0 ? best->slope_error * best->gyration / (2 * best->slope) : NAN;
    routh_finding_numbers numbers = {frame->stated_gyration, best->gyration, error, "m"};
    if (!isfinite(frame->stated_gyration) || !frame->decided) {
        routh_findings_measured(check, ROUTH_NOT_DETERMINED, "inertia", numbers, "%s",
                                frame->decided ? "no inertia is stated"
                                               : "the impacts cannot determine the inertia without a frame");
        return;
    }
    routh_finding_kind kind = kind_of_inertia(frame, best->gyration, error);
    bool uniform = is_uniform(&dataset->body, frame->stated_gyration);
    char advice[80] = "";
    double ratio = best->gyration / frame->stated_gyration;
    if (kind != ROUTH_FINE && best->r2 < straight)
        snprintf(advice, sizeof advice, "; a couple at the contact or wrong corners would do that, too");
    else if (kind != ROUTH_FINE && ratio > 1 / plausible_ratio && ratio < plausible_ratio)
        snprintf(advice, sizeof advice, "; try %.3g m", best->gyration);
    routh_findings_measured(check, kind, "inertia", numbers,
                            "%s%s the impacts imply a radius of gyration of %.*f ± %.2g m; %s%.4f m%s%s",
                            frame->best == ROUTH_AS_RECORDED ? "" : "read as ",
                            frame->best == ROUTH_AS_RECORDED ? "as recorded" : routh_name(&routh_frames, frame->best),
                            decimals_of(error), best->gyration, error, uniform ? "uniform density gives " : "",
                            frame->stated_gyration, uniform ? "" : " is stated", advice);
}

/* The evidence where no frame was checked. */
static routh_frame_evidence unchecked_frame(void) {
    static const routh_frame_hypothesis nothing = {NAN, NAN, NAN, NAN, NAN, NAN};
    routh_frame_evidence check = {.kn = NAN, .kt = NAN, .kn_error = NAN, .kt_error = NAN, .stated_gyration = NAN};
    for (int frame = 0; frame < ROUTH_FRAME_COUNT; frame++)
        check.hypothesis[frame] = nothing;
    return check;
}

static routh_status check_impacts(routh_context *context, const routh_dataset *dataset, routh_frame_evidence *frame,
                                  routh_findings_writer *check) {
    size_t used = routh_dataset_used(dataset, NULL);
    if (used >= 3) {
        ROUTH_TRY(routh_frame_evidence_of(context, dataset, frame));
        report_frame(frame, check);
        report_inertia(dataset, frame, check);
        return ROUTH_OK;
    }
    snprintf(frame->why, sizeof frame->why, "%zu usable impact%s too few to check the frame", used,
             used == 1 ? " is" : "s are");
    routh_findings_measured(check, ROUTH_NOT_DETERMINED, "frame", ROUTH_NO_NUMBERS, "%s", frame->why);
    routh_findings_measured(check, ROUTH_NOT_DETERMINED, "inertia", ROUTH_NO_NUMBERS, "%s", frame->why);
    return ROUTH_OK;
}

/* Impacts of trajectories that have not been segmented. *view is that of the centre of mass. */
static routh_status segment_for_now(routh_context *context, routh_dataset *view) {
    const routh_segment_options options = routh_segment_options_default();
    routh_pose_offsets offsets;
    view->gap = 0;
    routh_status status = routh_offsets_find(context, &options, view, &offsets);
    view->angle_delay = offsets.delay;
    if (status == ROUTH_OK)
        status = routh_segment_records(context, &options, view, &offsets, &view->record, &view->count);
    return status == ROUTH_OK ? routh_dataset_mark(context, view) : status;
}

/* What would bring contacts of trajectories back, where few can be used. */
static routh_status report_alternatives(routh_context *context, const routh_dataset *dataset,
                                        routh_findings_writer *check) {
    routh_diagnosis diagnosis;
    ROUTH_TRY(routh_diagnosis_of(context, dataset, NULL, &diagnosis));
    for (size_t i = 0; i < diagnosis.count; i++)
        routh_findings_measured(check, ROUTH_NOTE, "alternative",
                                (routh_finding_numbers){(double)diagnosis.alternative[i].contacts,
                                                        (double)diagnosis.alternative[i].used, NAN, "contacts"},
                                "%s", diagnosis.alternative[i].text);
    routh_diagnosis_release(context, &diagnosis);
    return ROUTH_OK;
}

static routh_status check_all(routh_context *context, const routh_dataset *dataset, const routh_circling *circling,
                              routh_frame_evidence *frame, routh_findings_writer *check) {
    ROUTH_TRY(check_impacts(context, dataset, frame, check));
    check_usable(dataset, check);
    if (dataset->trajectory_count > 0)
        ROUTH_TRY(report_alternatives(context, dataset, check));
    ROUTH_TRY(routh_check_motion(context, dataset, check));
    if (dataset->trajectory_count > 0)
        routh_check_circling(circling, check);
    ROUTH_TRY(check_records(context, dataset, frame, check));
    ROUTH_TRY(routh_check_calibration(context, dataset, frame, check));
    return check->status;
}

routh_status routh_dataset_check(routh_context *context, const routh_dataset *dataset, routh_findings *findings,
                                 routh_frame_evidence *frame) {
    enum { LEAST_SAMPLES = 12 };
    if (!dataset || !findings)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "dataset check: the dataset or the findings are NULL");
    *findings = (routh_findings){0};
    routh_frame_evidence evidence = unchecked_frame();
    routh_findings_writer check = {.context = context, .findings = findings};
    routh_dataset view = *dataset;
    routh_circling circling = {.determined = false};
    bool segmented = dataset->trajectory_count > 0 && dataset->count == 0, centred = false;
    routh_status status = ROUTH_OK;
    if (dataset->trajectory_count > 0)
        status = routh_flight_check(context, dataset, LEAST_SAMPLES);
    if (status == ROUTH_OK && segmented)
        status = routh_centred_of(context, dataset, &circling, &view, &centred);
    else if (status == ROUTH_OK && dataset->trajectory_count > 0)
        status = routh_circling_of(context, dataset, &circling);
    if (status == ROUTH_OK && segmented)
        status = segment_for_now(context, &view);
    routh_c_locale numbers; /* sentences have decimal points wherever the program runs */
    if (status == ROUTH_OK)
        status = routh_c_locale_begin(context, &numbers);
    if (status == ROUTH_OK) {
        status = check_all(context, &view, &circling, &evidence, &check);
        routh_c_locale_end(&numbers);
    }
    if (segmented)
        routh_release(context, view.record);
    if (centred)
        routh_centred_release(context, &view);
    if (status != ROUTH_OK)
        routh_findings_release(context, findings);
    if (frame)
        *frame = evidence;
    return status;
}
