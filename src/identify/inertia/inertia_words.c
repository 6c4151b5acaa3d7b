/* What can be determined, what can't, and what would help.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "base/context.h"
#include "file/text.h"
#include "inertia/inertia.h"

static const char topic_mass[] = "mass and inertia";

/* Columns that are parallel to within this cannot be separated in floating-point arithmetic, let alone in a
 * recording. */
static const double singular = 1e-7;

/* An unknown whose error is more than this share of it is not determined. */
static const double too_uncertain = 0.5;

/* Not identifiable: a bound holds an unknown, columns are parallel, or 0 is within the interval. Too few
 * contacts to determine an error may still determine the unknowns. */
void routh_inertia_judge(const inertia_work *work, const int at_zero[MOST_UNKNOWNS]) {
    routh_inertia_estimate *fit = work->fit;
    fit->identifiable = work->unknowns == 1 || fit->singular[work->unknowns - 1] > singular * fit->singular[0];
    for (int k = 0; k < work->unknowns; k++)
        if (at_zero[k] || !(fit->value[k] > 0) ||
            (isfinite(fit->standard_error[k]) &&
             (fit->standard_error[k] > too_uncertain * fit->value[k] || !(fit->low[k] > 0))))
            fit->identifiable = 0;
}

/* "0.71 (m/I) − 0.70 (1/I)" of the regressor's weakest direction, in units of each column. */
static void name_direction(const inertia_work *work, char *text, size_t size) {
    const double *direction = work->fit->direction[work->unknowns - 1];
    size_t used = 0;
    for (int k = 0; k < work->unknowns && used < size; k++) {
        const int n =
            snprintf(text + used, size - used, "%s%.2f (%s)", direction[k] < 0 ? (k ? " − " : "−") : (k ? " + " : ""),
                     fabs(direction[k]), routh_name(&routh_unknowns, work->unknown[k]));
        used += n > 0 ? (size_t)n : 0;
    }
}

/* The largest sum of known forces and torque; with `impulse`, times their duration. */
static double forces_act(const inertia_work *work, int impulse) {
    double largest = 0;
    for (size_t i = 0; i < work->count; i++) {
        const routh_record *c = &work->record[i];
        largest = fmax(largest, (impulse ? c->duration : 1) * (fabs(c->fx) + fabs(c->fy) + fabs(c->torque)));
    }
    return largest;
}

static void say_what_is_missing(const inertia_work *work, routh_findings_writer *writer) {
    if (!isnan(work->options->mass))
        routh_findings_add(writer, ROUTH_NOTE, topic_mass,
                           "The mass was given, so the inertia and the contact impulses follow from m/I.");
    else if (forces_act(work, 0) > 0 && !(forces_act(work, 1) > 0))
        routh_findings_add(
            writer, ROUTH_NOT_DETERMINED, topic_mass,
            "A known force acts, but the contacts have no duration in which it could: mass and inertia cannot be "
            "separated, and only m/I and impulses per mass can be determined. Contacts with a stated duration "
            "would separate them; so would a known mass.");
    else if (!(forces_act(work, 1) > 0))
        routh_findings_add(
            writer, ROUTH_NOT_DETERMINED, topic_mass,
            "No known force acts, so mass and inertia cannot be separated: only m/I and impulses per mass can be "
            "determined. A known force with a moment about the contact point, in at least two contacts with "
            "different levers, would separate them; so would a known mass.");
    else
        routh_findings_add(
            writer, ROUTH_NOT_DETERMINED, topic_mass,
            "The known force has no moment about the contact point, so mass and inertia cannot be separated. A "
            "torque, or a force whose line passes beside the contact point, would separate them.");
}

static void say_pair(const inertia_work *work, routh_findings_writer *writer) {
    const routh_inertia_estimate *fit = work->fit;
    char direction[128];
    name_direction(work, direction, sizeof direction);
    if (fit->identifiable)
        routh_findings_add(
            writer, ROUTH_FINE, topic_mass,
            "The known force separates mass and inertia: condition %.3g, the weakest combination is %s (columns "
            "scaled to 1).",
            fit->condition, direction);
    else if (!(fit->singular[work->unknowns - 1] > singular * fit->singular[0]))
        routh_findings_add(
            writer, ROUTH_NOT_DETERMINED, topic_mass,
            "The moment of the known force is proportional to the lever in all contacts, so the combination %s "
            "cannot be determined. At least two contacts with different ratios are needed.",
            direction);
    else
        routh_findings_add(
            writer, ROUTH_NOT_DETERMINED, topic_mass,
            "Mass and inertia are not determined: the least certain combination, %s, is within its error. A "
            "stronger known force with a moment about the contact point, or more contacts, would help.",
            direction);
}

static void say_ratio(const inertia_work *work, routh_findings_writer *writer) {
    const routh_inertia_estimate *fit = work->fit;
    if (fit->value[0] > 0 && !isfinite(fit->standard_error[0]))
        routh_findings_add(writer, ROUTH_WARNING, "m/I",
                           "m/I = %.4g 1/m² from %zu contact%s, too few to determine its error.", fit->value[0],
                           fit->used, fit->used == 1 ? "" : "s");
    else if (fit->value[0] > 0 && (work->unknowns > 1 || fit->identifiable))
        routh_findings_add(writer, ROUTH_NOTE, "m/I", "m/I = %.4g ± %.2g 1/m² from %zu contact%s.", fit->value[0],
                           fit->standard_error[0], fit->used, fit->used == 1 ? "" : "s");
    else
        routh_findings_add(
            writer, ROUTH_NOT_DETERMINED, "m/I",
            "m/I is not determined: %.4g ± %.2g 1/m² from %zu contact%s. Larger levers, more contacts or less "
            "noise would help.",
            fit->value[0], fit->standard_error[0], fit->used, fit->used == 1 ? "" : "s");
}

/* Offsets that stand out from their errors by this much are worth a word. */
static const double clear_offset = 3;

static void say_offsets(const inertia_work *work, routh_findings_writer *writer) {
    const routh_inertia_estimate *fit = work->fit;
    if (fit->angle_offset_error > 0 && fabs(fit->angle_offset) > clear_offset * fit->angle_offset_error)
        routh_findings_add(writer, ROUTH_NOTE, "pose",
                           "Recorded angles are off by %.2g ± %.1g rad, the same in all contacts; m/I allows for it.",
                           fit->angle_offset, fit->angle_offset_error);
    if (fit->height_offset_error > 0 && fabs(fit->height_offset) > clear_offset * fit->height_offset_error)
        routh_findings_add(writer, ROUTH_NOTE, "pose",
                           "Recorded heights are off by %.2g ± %.1g m, the same in all contacts; m/I allows for it.",
                           fit->height_offset, fit->height_offset_error);
}

static void say_size(const inertia_work *work, routh_findings_writer *writer) {
    const routh_inertia_estimate *fit = work->fit;
    const double own = fit->m_over_i_size_error, all = fit->standard_error[0];
    if (!isfinite(all))
        return;
    routh_findings_add(
        writer, ROUTH_NOTE, "size",
        "Of this error, %.2g 1/m² come from the error of the size, %.3g m, and %.2g 1/m² from the contacts%s.", own,
        work->options->size_error, sqrt(fmax(0, all * all - own * own)),
        2 * own * own > all * all ? ": more contacts would not help, a better measured body would" : "");
}

routh_status routh_inertia_say(routh_context *context, const inertia_work *work) {
    routh_findings_writer writer = {.context = context, .findings = &work->fit->findings};
    ROUTH_C_LOCALE(context);
    say_ratio(work, &writer);
    say_offsets(work, &writer);
    if (!work->noise_known && work->fit->noise.theta > 0)
        routh_findings_add(&writer, ROUTH_NOTE, "noise",
                           "Heights over the ground show noise of poses, of up to %.2g m in heights or %.2g rad in "
                           "angles. The interval holds either; it would be narrower if the noise were stated.",
                           work->fit->noise.y, work->fit->noise.theta);
    if (work->options->size_error > 0)
        say_size(work, &writer);
    if (work->unknowns == 1)
        say_what_is_missing(work, &writer);
    else
        say_pair(work, &writer);
    return writer.status;
}
