/* Findings about impacts as records: units, and records that are repeated or impossible.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "segment/check.h"

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
    double *height = routh_allocate(context, dataset->count, sizeof *height);
    if (!height)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < dataset->count; i++)
        if (dataset->record[i].reasons == 0)
            height[count++] = dataset->record[i].y + dataset->record[i].ry;
    double middle = routh_median(height, count);
    routh_release(context, height);
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

routh_status routh_check_records(routh_context *context, const routh_dataset *dataset,
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
