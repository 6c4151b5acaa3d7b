/* What datasets hold, as text for people: as they were read, and after segmentation.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "file/output.h"
#include "report/text.h"
#include "report/writers.h"

static void print_body(FILE *file, const routh_body *body) {
    fprintf(file, "  body        ");
    routh_print_shape(file, &body->shape);
    fprintf(file, ", %g kg, radius of gyration %.4g m\n", body->mass, sqrt(body->inertia / body->mass));
}

static void print_rejected(FILE *file, const routh_dataset *dataset, size_t used, const size_t *rejected) {
    fprintf(file, "  used        %zu impact%s\n", used, routh_plural(used));
    if (used < dataset->count)
        fprintf(file, "  rejected    %zu impact%s, kept with the reason; some may have several\n",
                dataset->count - used, routh_plural(dataset->count - used));
    for (int reason = 0; reason < ROUTH_REASON_COUNT; reason++)
        if (rejected[reason] > 0)
            fprintf(file, "    %-14s %6zu  %s\n", routh_name(&routh_reasons, reason), rejected[reason],
                    routh_about(&routh_reasons, reason));
}

static void print_import(FILE *file, const void *what) {
    const routh_dataset *dataset = what;
    size_t rejected[ROUTH_REASON_COUNT], used = routh_dataset_used(dataset, rejected);
    fprintf(file, "%s: %zu impact%s, %zu trajector%s\n", dataset->name, dataset->count, routh_plural(dataset->count),
            dataset->trajectory_count, dataset->trajectory_count == 1 ? "y" : "ies");
    print_body(file, &dataset->body);
    fprintf(file, "  recording   ");
    if (!isnan(dataset->rate))
        fprintf(file, "%g Hz, ", dataset->rate);
    fprintf(file, "gravity %g m/s², %g s between the states before and after\n", dataset->gravity, dataset->gap);
    if (dataset->count > 0) {
        print_rejected(file, dataset, used, rejected);
        fprintf(file, "  frame       %s (%s)\n", routh_name(&routh_frames, dataset->frame), dataset->frame_why);
    }
}

routh_status routh_import_write_text(routh_context *context, const routh_dataset *dataset, routh_io to) {
    return routh_text_print(context, to, print_import, dataset);
}

static void print_tosses(FILE *file, const void *what) {
    const routh_dataset3 *dataset = what;
    fprintf(file, "%s: %zu toss%s at %g Hz\n", dataset->name, dataset->trajectory_count,
            dataset->trajectory_count == 1 ? "" : "es", dataset->rate);
    if (dataset->shape)
        fprintf(file, "  body        %s, %zu corners, %g kg\n", dataset->shape->name, dataset->shape->count,
                dataset->mass);
    else
        fprintf(file, "  body        cube of %g m, %g kg\n", dataset->width, dataset->mass);
}

routh_status routh_import3_write_text(routh_context *context, const routh_dataset3 *dataset, routh_io to) {
    return routh_text_print(context, to, print_tosses, dataset);
}

/* Motions ------------------------------------------------------------------------------------------------*/

/* `marks`: before what is wrong, and what perhaps is. `but`: lines on the topics of these follow. */
static void print_findings(FILE *file, const routh_findings *findings, bool marks, const routh_findings *but) {
    for (size_t i = 0; i < findings->count; i++) {
        const routh_finding_kind kind = findings->finding[i].kind;
        bool follows = false;
        for (size_t k = 0; but && k < but->count; k++)
            follows |= strcmp(but->finding[k].topic, findings->finding[i].topic) == 0;
        if (follows)
            continue;
        fprintf(file, "  ");
        routh_print_padded(file, findings->finding[i].topic, 12);
        fprintf(file, "%s%s\n",
                marks && kind == ROUTH_WRONG     ? "wrong? "
                : marks && kind == ROUTH_WARNING ? "warning: "
                                                 : "",
                findings->finding[i].text);
    }
}

typedef struct understood {
    const routh_tracks *tracks;
    const routh_axes *axes;
    const routh_dataset *dataset;
} understood;

static void print_tracks(FILE *file, const void *what) {
    const understood *u = what;
    const routh_tracks *tracks = u->tracks;
    fprintf(file, "%s: %zu motion%s%s\n", tracks->name, tracks->count, routh_plural(tracks->count),
            tracks->track[0].planar ? " in the plane" : " in space");
    print_findings(file, &tracks->understood, true, u->axes ? &u->axes->words : NULL);
    if (u->axes)
        print_findings(file, &u->axes->words, true, NULL);
    print_findings(file, &tracks->bad, false, NULL);
    for (size_t i = 0; i < tracks->proposals.count; i++) {
        const routh_proposal *one = &tracks->proposals.proposal[i];
        fprintf(file, "  %s%s", one->certain ? "wrong?      " : "perhaps     ", one->text);
        if (one->value[0])
            fprintf(file, ": %s \"%s\"", one->field, one->value);
        fputc('\n', file);
    }
    if (u->dataset)
        print_import(file, u->dataset);
}

routh_status routh_tracks_write_text(routh_context *context, const routh_tracks *tracks, const routh_axes *axes,
                                     const routh_dataset *dataset, routh_io to) {
    const understood what = {tracks, axes, dataset};
    return routh_text_print(context, to, print_tracks, &what);
}

/* Segmentation --------------------------------------------------------------------------------------------*/

static void print_sensitivity(FILE *file, const routh_sensitivity *s) {
    fprintf(file, "  m/I         %.0f 1/m² from the point-impulse identity, correlation %.3f\n", s->slope,
            s->correlation);
    if (isfinite(s->slope_uncalibrated))
        fprintf(file, "              without calibration %.0f, correlation %.3f\n", s->slope_uncalibrated,
                s->correlation_uncalibrated);
    else
        fprintf(file, "              without calibration too few impacts are left\n");
    fprintf(file, "              height 1 mm less or more: %.0f, %.0f; angle 0.01 rad less or more: %.0f, %.0f\n",
            s->slope_height[0], s->slope_height[1], s->slope_angle[0], s->slope_angle[1]);
}

typedef struct segmented {
    const routh_dataset *dataset;
    const routh_sensitivity *sensitivity;
} segmented;

static void print_segment(FILE *file, const void *what) {
    const segmented *s = what;
    const routh_dataset *dataset = s->dataset;
    size_t rejected[ROUTH_REASON_COUNT], used = routh_dataset_used(dataset, rejected);
    fprintf(file, "%s: %zu contact%s in %zu trajector%s, %zu accepted\n", dataset->name, dataset->count,
            dataset->count == 1 ? "" : "s", dataset->trajectory_count, dataset->trajectory_count == 1 ? "y" : "ies",
            used);
    if (used < dataset->count)
        fprintf(file, "  rejected    %zu, kept with the reason; some have several\n", dataset->count - used);
    for (int reason = 0; reason < ROUTH_REASON_COUNT; reason++)
        if (rejected[reason] > 0)
            fprintf(file, "    %-14s %6zu  %s\n", routh_name(&routh_reasons, reason), rejected[reason],
                    routh_about(&routh_reasons, reason));
    if (dataset->height_offset != 0 || dataset->angle_offset != 0)
        fprintf(file, "  calibrated  height by %.2f mm, angle by %.4f rad: measured minus true, subtracted\n",
                1e3 * dataset->height_offset, dataset->angle_offset);
    else
        fprintf(file, "  calibrated  no: height and angle are taken as recorded\n");
    if (dataset->tracked_offset[0] != 0 || dataset->tracked_offset[1] != 0)
        fprintf(file, "              tracked point (%.2f, %.2f) mm from the centre of mass, body axes: corrected\n",
                1e3 * dataset->tracked_offset[0], 1e3 * dataset->tracked_offset[1]);
    if (dataset->angle_delay != 0)
        fprintf(file, "              angles lag behind positions by %.3g ms: corrected in the contacts\n",
                1e3 * dataset->angle_delay);
    if (s->sensitivity) {
        char words[ROUTH_NAME_SIZE];
        print_sensitivity(file, s->sensitivity);
        if (*routh_dataset_contradiction(dataset, words))
            fprintf(file, "              %s\n", words);
    }
    fprintf(file, "  frame       %s (%s)\n", routh_name(&routh_frames, dataset->frame), dataset->frame_why);
}

routh_status routh_segment_write_text(routh_context *context, const routh_dataset *dataset,
                                      const routh_sensitivity *sensitivity, routh_io to) {
    const segmented what = {dataset, sensitivity};
    return routh_text_print(context, to, print_segment, &what);
}
