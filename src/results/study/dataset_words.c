/* What a dataset holds, and what was understood of a recording, in sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/result_words.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void routh_findings_go_on(routh_findings_writer *words, const char *format, ...) {
    va_list arguments;
    char more[ROUTH_MESSAGE_SIZE];
    if (words->status != ROUTH_OK || words->findings->count == 0)
        return;
    va_start(arguments, format);
    vsnprintf(more, sizeof more, format, arguments);
    va_end(arguments);
    char **text = &words->findings->finding[words->findings->count - 1].text;
    const size_t length = strlen(*text), size = length + strlen(more) + 1;
    char *longer = routh_resize(words->context, *text, size, 1);
    if (!longer) {
        words->status = ROUTH_OUT_OF_MEMORY;
        return;
    }
    memcpy(longer + length, more, size - length);
    *text = longer;
}

void routh_findings_count(routh_findings_writer *words, size_t count, const char *one, const char *several) {
    routh_findings_go_on(words, "%zu %s", count, count == 1 ? one : several);
}

void routh_findings_shape(routh_findings_writer *words, const routh_shape *shape) {
    if (shape->kind == ROUTH_POLYGON)
        routh_findings_go_on(words, "polygon of %zu vertices", shape->count);
    else if (shape->kind == ROUTH_DISC)
        routh_findings_go_on(words, "disc of radius %g m", shape->a);
    else if (shape->a > 0)
        routh_findings_go_on(words, "ellipse with semi-axes %g and %g m", shape->a, shape->b);
    else
        routh_findings_go_on(words, "of unknown shape");
}

const char *routh_shape_words(const routh_shape *shape, char text[ROUTH_NAME_SIZE]) {
    if (shape->kind == ROUTH_ELLIPSE && !(shape->a > 0))
        snprintf(text, ROUTH_NAME_SIZE, "shape not known");
    else if (shape->kind == ROUTH_ELLIPSE)
        snprintf(text, ROUTH_NAME_SIZE, "ellipse %.4g × %.4g mm", 2e3 * shape->a, 2e3 * shape->b);
    else if (shape->kind == ROUTH_DISC)
        snprintf(text, ROUTH_NAME_SIZE, "disc of %.4g mm", 2e3 * shape->a);
    else
        snprintf(text, ROUTH_NAME_SIZE, "polygon with %zu corners", shape->count);
    return text;
}

void routh_findings_rejected(routh_findings_writer *w, const size_t rejected[ROUTH_REASON_COUNT]) {
    for (int reason = 0; reason < ROUTH_REASON_COUNT; reason++)
        if (rejected[reason] > 0)
            routh_findings_add(w, ROUTH_NOTE, "", "    %-14s %6zu  %s", routh_name(&routh_reasons, reason),
                               rejected[reason], routh_about(&routh_reasons, reason));
}

static void say_frame(routh_findings_writer *w, const routh_dataset *dataset) {
    routh_findings_add(w, ROUTH_NOTE, "frame", "%s (%s)", routh_name(&routh_frames, dataset->frame),
                       dataset->frame_why);
}

static void say_import(routh_findings_writer *w, const routh_dataset *dataset) {
    const routh_body *body = &dataset->body;
    size_t rejected[ROUTH_REASON_COUNT], used = routh_dataset_used(dataset, rejected);
    routh_findings_add(w, ROUTH_NOTE, "", "%s: ", dataset->name);
    routh_findings_count(w, dataset->count, "impact, ", "impacts, ");
    routh_findings_count(w, dataset->trajectory_count, "trajectory", "trajectories");
    routh_findings_add(w, ROUTH_NOTE, "body", "%s", "");
    routh_findings_shape(w, &body->shape);
    routh_findings_go_on(w, ", %g kg, radius of gyration %.4g m", body->mass, sqrt(body->inertia / body->mass));
    routh_findings_add(w, ROUTH_NOTE, "recording", "%s", "");
    if (!isnan(dataset->rate))
        routh_findings_go_on(w, "%g Hz, ", dataset->rate);
    routh_findings_go_on(w, "gravity %g m/s², %g s between the states before and after", dataset->gravity,
                         dataset->gap);
    if (dataset->count == 0)
        return;
    routh_findings_add(w, ROUTH_NOTE, "used", "%s", "");
    routh_findings_count(w, used, "impact", "impacts");
    if (used < dataset->count) {
        routh_findings_add(w, ROUTH_NOTE, "rejected", "%s", "");
        routh_findings_count(w, dataset->count - used, "impact", "impacts");
        routh_findings_go_on(w, ", kept with the reason; some may have several");
    }
    routh_findings_rejected(w, rejected);
    say_frame(w, dataset);
}

routh_status routh_import_words(routh_context *context, const routh_dataset *dataset, routh_findings *findings) {
    routh_findings_writer words = {.context = context, .findings = findings};
    say_import(&words, dataset);
    return words.status;
}

routh_status routh_import3_words(routh_context *context, const routh_dataset3 *dataset, routh_findings *findings) {
    routh_findings_writer words = {.context = context, .findings = findings};
    const routh_shape3 *shape = dataset->shape;
    routh_findings_add(&words, ROUTH_NOTE, "", "%s: ", dataset->name);
    routh_findings_count(&words, dataset->trajectory_count, "toss", "tosses");
    routh_findings_go_on(&words, " at %g Hz", dataset->rate);
    if (shape)
        routh_findings_add(&words, ROUTH_NOTE, "body", "%s, %zu corners, %g kg", shape->name, shape->count,
                           dataset->mass);
    else
        routh_findings_add(&words, ROUTH_NOTE, "body", "cube of %g m, %g kg", dataset->width, dataset->mass);
    return words.status;
}

/* A recording -------------------------------------------------------------------------------------------*/

/* With marks before what is wrong, and what perhaps is, unless these have none. Topics of `but` are left to it. */
static void say_understood(routh_findings_writer *w, const routh_findings *of, bool marks, const routh_findings *but) {
    for (size_t i = 0; i < of->count; i++) {
        const routh_finding *one = &of->finding[i];
        bool follows = false;
        for (size_t k = 0; but && k < but->count; k++)
            follows |= strcmp(but->finding[k].topic, one->topic) == 0;
        if (!follows)
            routh_findings_add(w, one->kind, one->topic, "%s%s",
                               marks && one->kind == ROUTH_WRONG     ? "wrong? "
                               : marks && one->kind == ROUTH_WARNING ? "warning: "
                                                                     : "",
                               one->text);
    }
}

routh_status routh_tracks_words(routh_context *context, const routh_tracks *tracks, const routh_axes *axes,
                                const routh_dataset *dataset, routh_findings *findings) {
    routh_findings_writer words = {.context = context, .findings = findings};
    routh_findings_add(&words, ROUTH_NOTE, "", "%s: ", tracks->name);
    routh_findings_count(&words, tracks->count, "motion", "motions");
    routh_findings_go_on(&words, tracks->track[0].planar ? " in the plane" : " in space");
    say_understood(&words, &tracks->understood, true, axes ? &axes->words : NULL);
    if (axes)
        say_understood(&words, &axes->words, true, NULL);
    say_understood(&words, &tracks->bad, false, NULL);
    for (size_t i = 0; i < tracks->proposals.count; i++) {
        const routh_proposal *one = &tracks->proposals.proposal[i];
        routh_findings_add(&words, ROUTH_NOTE, one->certain ? "wrong?" : "perhaps", "%s", one->text);
        if (one->value[0])
            routh_findings_go_on(&words, ": %s \"%s\"", one->field, one->value);
    }
    if (dataset)
        say_import(&words, dataset);
    return words.status;
}

/* Segmentation ------------------------------------------------------------------------------------------*/

static void say_sensitivity(routh_findings_writer *w, const routh_sensitivity *s) {
    routh_findings_add(w, ROUTH_NOTE, "m/I", "%.0f 1/m² from the point-impulse identity, correlation %.3f", s->slope,
                       s->correlation);
    if (isfinite(s->slope_uncalibrated))
        routh_findings_add(w, ROUTH_NOTE, " ", "without calibration %.0f, correlation %.3f", s->slope_uncalibrated,
                           s->correlation_uncalibrated);
    else
        routh_findings_add(w, ROUTH_NOTE, " ", "without calibration too few impacts are left");
    routh_findings_add(w, ROUTH_NOTE, " ",
                       "height 1 mm less or more: %.0f, %.0f; angle 0.01 rad less or more: %.0f, %.0f",
                       s->slope_height[0], s->slope_height[1], s->slope_angle[0], s->slope_angle[1]);
    if (*s->contradiction)
        routh_findings_add(w, ROUTH_WARNING, " ", "%s", s->contradiction);
}

routh_status routh_segment_words(routh_context *context, const routh_dataset *dataset,
                                 const routh_sensitivity *sensitivity, routh_findings *findings) {
    routh_findings_writer words = {.context = context, .findings = findings};
    size_t rejected[ROUTH_REASON_COUNT], used = routh_dataset_used(dataset, rejected);
    routh_findings_add(&words, ROUTH_NOTE, "", "%s: ", dataset->name);
    routh_findings_count(&words, dataset->count, "contact in ", "contacts in ");
    routh_findings_count(&words, dataset->trajectory_count, "trajectory", "trajectories");
    routh_findings_go_on(&words, ", %zu accepted", used);
    if (used < dataset->count)
        routh_findings_add(&words, ROUTH_NOTE, "rejected", "%zu, kept with the reason; some have several",
                           dataset->count - used);
    routh_findings_rejected(&words, rejected);
    if (dataset->height_offset != 0 || dataset->angle_offset != 0)
        routh_findings_add(&words, ROUTH_NOTE, "calibrated",
                           "height by %.2f mm, angle by %.4f rad: measured minus true, subtracted",
                           1e3 * dataset->height_offset, dataset->angle_offset);
    else
        routh_findings_add(&words, ROUTH_NOTE, "calibrated", "no: height and angle are taken as recorded");
    if (dataset->tracked_offset[0] != 0 || dataset->tracked_offset[1] != 0)
        routh_findings_add(&words, ROUTH_NOTE, " ",
                           "tracked point (%.2f, %.2f) mm from the centre of mass, body axes: corrected",
                           1e3 * dataset->tracked_offset[0], 1e3 * dataset->tracked_offset[1]);
    if (dataset->angle_delay != 0)
        routh_findings_add(&words, ROUTH_NOTE, " ", "angles lag behind positions by %.3g ms: corrected in the contacts",
                           1e3 * dataset->angle_delay);
    if (sensitivity)
        say_sensitivity(&words, sensitivity);
    say_frame(&words, dataset);
    return words.status;
}
