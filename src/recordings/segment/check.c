/* Everything `routh check` reports, in the order in which people ask: frame, inertia, units, the rest.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/check.h"

#include <math.h>
#include <stdio.h>

#include "base/context.h"
#include "data/dataset.h"
#include "file/c_locale.h"
#include "segment/segment.h"

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
    char advice[48] = "";
    double ratio = best->gyration / frame->stated_gyration;
    if (kind != ROUTH_FINE && ratio > 1 / plausible_ratio && ratio < plausible_ratio)
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
        routh_status status = routh_frame_evidence_of(context, dataset, frame);
        if (status != ROUTH_OK)
            return status;
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
static routh_status report_remedies(routh_context *context, const routh_dataset *dataset,
                                    routh_findings_writer *check) {
    routh_aid aid;
    const routh_status status = routh_dataset_aid(context, dataset, NULL, &aid);
    if (status != ROUTH_OK)
        return status;
    for (size_t i = 0; i < aid.count; i++)
        routh_findings_measured(
            check, ROUTH_NOTE, "remedy",
            (routh_finding_numbers){(double)aid.remedy[i].contacts, (double)aid.remedy[i].used, NAN, "contacts"}, "%s",
            aid.remedy[i].text);
    routh_aid_release(context, &aid);
    return ROUTH_OK;
}

static routh_status check_all(routh_context *context, const routh_dataset *dataset, const routh_circling *circling,
                              routh_frame_evidence *frame, routh_findings_writer *check) {
    routh_status status = check_impacts(context, dataset, frame, check);
    if (status == ROUTH_OK)
        routh_check_usable(dataset, check);
    if (status == ROUTH_OK && dataset->trajectory_count > 0)
        status = report_remedies(context, dataset, check);
    if (status == ROUTH_OK)
        status = routh_check_motion(context, dataset, check);
    if (status == ROUTH_OK && dataset->trajectory_count > 0)
        routh_check_circling(circling, check);
    if (status == ROUTH_OK)
        status = routh_check_records(context, dataset, frame, check);
    if (status == ROUTH_OK)
        status = routh_check_calibration(context, dataset, frame, check);
    return status == ROUTH_OK ? check->status : status;
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
