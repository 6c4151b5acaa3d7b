/* What a dataset holds after it was imported or segmented, and what was simulated: as JSON, and as text for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

static json_t *frame_object(const routh_dataset *dataset) {
    return ROUTH_JSON_FIELDS(routh_dataset, dataset, frame, frame_why);
}

static json_t *import_object(const void *what) {
    const routh_dataset *dataset = what;
    return ROUTH_JSON_NEW(
        routh_import_layout, .counts = dataset, .body = &dataset->body, .dataset = routh_counts_of(dataset, true),
        .frame = dataset->count > 0 ? frame_object(dataset) : json_null(), .version = routh_version());
}

/* The same object as of impacts; tosses have none yet. */
static json_t *import3_object(const void *what) {
    const routh_dataset3 *dataset = what;
    routh_dataset summary = {.body = {.mass = dataset->mass, .inertia = NAN},
                             .rate = dataset->rate,
                             .gravity = dataset->gravity,
                             .gap = NAN,
                             .trajectory_count = dataset->trajectory_count};
    memcpy(summary.name, dataset->name, sizeof summary.name);
    return import_object(&summary);
}

static void print_body(FILE *file, const routh_body *body) {
    fprintf(file, "  body        ");
    routh_print_shape(file, &body->shape);
    fprintf(file, ", %g kg, ", body->mass);
}

static void print_import(FILE *file, const void *what) {
    const routh_dataset *dataset = what;
    size_t rejected[ROUTH_REASON_COUNT], used = routh_dataset_used(dataset, rejected);
    fprintf(file, "%s: ", dataset->name);
    routh_print_count(file, dataset->count, "impact, ", "impacts, ");
    routh_print_count(file, dataset->trajectory_count, "trajectory\n", "trajectories\n");
    print_body(file, &dataset->body);
    fprintf(file, "radius of gyration %.4g m\n  recording   ", sqrt(dataset->body.inertia / dataset->body.mass));
    if (!isnan(dataset->rate))
        fprintf(file, "%g Hz, ", dataset->rate);
    fprintf(file, "gravity %g m/s², %g s between the states before and after\n", dataset->gravity, dataset->gap);
    if (dataset->count == 0)
        return;
    fputs("  used        ", file);
    routh_print_count(file, used, "impact\n", "impacts\n");
    if (used < dataset->count) {
        fputs("  rejected    ", file);
        routh_print_count(file, dataset->count - used, "impact", NULL);
        fputs(", kept with the reason; some may have several\n", file);
    }
    routh_print_rejected(file, rejected);
    fprintf(file, "  frame       %s (%s)\n", routh_name(&routh_frames, dataset->frame), dataset->frame_why);
}

routh_status routh_import_write(routh_context *context, const routh_dataset *dataset, routh_io to) {
    return ROUTH_WRITE(context, "routh_import", dataset, to, {".txt", .print = print_import},
                       {"", .object = import_object});
}

static void print_tosses(FILE *file, const void *what) {
    const routh_dataset3 *dataset = what;
    fprintf(file, "%s: ", dataset->name);
    routh_print_count(file, dataset->trajectory_count, "toss", "tosses");
    fprintf(file, " at %g Hz\n", dataset->rate);
    if (dataset->shape)
        fprintf(file, "  body        %s, %zu corners, %g kg\n", dataset->shape->name, dataset->shape->count,
                dataset->mass);
    else
        fprintf(file, "  body        cube of %g m, %g kg\n", dataset->width, dataset->mass);
}

routh_status routh_import3_write(routh_context *context, const routh_dataset3 *dataset, routh_io to) {
    return ROUTH_WRITE(context, "routh_import3", dataset, to, {".txt", .print = print_tosses},
                       {"", .object = import3_object});
}

/* Motions -----------------------------------------------------------------------------------------------*/

typedef struct understood {
    const routh_tracks *tracks;
    const routh_axes *axes;
    const routh_dataset *dataset;
} understood;

static json_t *sentences(const routh_findings *findings) {
    json_t *all = json_array();
    for (size_t i = 0; i < findings->count; i++)
        routh_json_add(&all, ROUTH_JSON_FIELDS(routh_finding, &findings->finding[i], topic, text));
    return all;
}

static json_t *axes_object(const routh_axes *axes) {
    if (!axes)
        return json_null();
    return ROUTH_JSON_NEW(routh_axes_layout, .axes = axes, .findings = sentences(&axes->words));
}

static json_t *tracks_object(const void *what) {
    const understood *u = what;
    const routh_tracks *tracks = u->tracks;
    json_t *motions = json_array();
    for (size_t i = 0; i < tracks->count; i++) {
        json_t *one = ROUTH_JSON_FIELDS(routh_track, &tracks->track[i], name, planar, rows, count);
        ROUTH_PUT_SPAN(&one, routh_track, &tracks->track[i], empty, repaired);
        routh_json_add(&motions, one);
    }
    json_t *recording = ROUTH_JSON_NEW(
        routh_recording_layout, .tracks = tracks, .motions = motions, .understood = sentences(&tracks->understood),
        .left_out = sentences(&tracks->bad),
        .proposals = ROUTH_JSON_LIST(routh_proposal, tracks->proposals.proposal, tracks->proposals.count),
        .axes = axes_object(u->axes));
    return ROUTH_JSON_NEW(routh_tracks_layout, .import = u->dataset ? import_object(u->dataset) : json_object(),
                          .recording = recording,
                          .version = u->dataset ? routh_json_absent() : json_string(routh_version()));
}

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

static void print_tracks(FILE *file, const void *what) {
    const understood *u = what;
    const routh_tracks *tracks = u->tracks;
    fprintf(file, "%s: ", tracks->name);
    routh_print_count(file, tracks->count, "motion", NULL);
    fputs(tracks->track[0].planar ? " in the plane\n" : " in space\n", file);
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

routh_status routh_tracks_write(routh_context *context, const routh_tracks *tracks, const routh_axes *axes,
                                const routh_dataset *dataset, routh_io to) {
    const understood what = {tracks, axes, dataset};
    return ROUTH_WRITE(context, "routh_tracks", &what, to, {".txt", .print = print_tracks},
                       {"", .object = tracks_object});
}

/* Segmentation ------------------------------------------------------------------------------------------*/

typedef struct segmented {
    const routh_dataset *dataset;
    const routh_sensitivity *sensitivity;
} segmented;

static json_t *segment_object(const void *what) {
    const routh_dataset *dataset = ((const segmented *)what)->dataset;
    const routh_sensitivity *s = ((const segmented *)what)->sensitivity;
    return ROUTH_JSON_NEW(routh_segment_layout, .counts = dataset, .dataset = routh_counts_of(dataset, true),
                          .sensitivity =
                              s ? ROUTH_JSON_FIELDS(routh_sensitivity, s, slope, correlation, slope_uncalibrated,
                                                    correlation_uncalibrated, slope_height, slope_angle)
                                : json_null(),
                          .frame = frame_object(dataset), .version = routh_version());
}

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

static void print_segment(FILE *file, const void *what) {
    const segmented *s = what;
    const routh_dataset *dataset = s->dataset;
    size_t rejected[ROUTH_REASON_COUNT], used = routh_dataset_used(dataset, rejected);
    fprintf(file, "%s: ", dataset->name);
    routh_print_count(file, dataset->count, "contact in ", "contacts in ");
    routh_print_count(file, dataset->trajectory_count, "trajectory", "trajectories");
    fprintf(file, ", %zu accepted\n", used);
    if (used < dataset->count)
        fprintf(file, "  rejected    %zu, kept with the reason; some have several\n", dataset->count - used);
    routh_print_rejected(file, rejected);
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
        print_sensitivity(file, s->sensitivity);
        if (*s->sensitivity->contradiction)
            fprintf(file, "              %s\n", s->sensitivity->contradiction);
    }
    fprintf(file, "  frame       %s (%s)\n", routh_name(&routh_frames, dataset->frame), dataset->frame_why);
}

routh_status routh_segment_write(routh_context *context, const routh_dataset *dataset,
                                 const routh_sensitivity *sensitivity, routh_io to) {
    const segmented what = {dataset, sensitivity};
    return ROUTH_WRITE(context, "routh_segment", &what, to, {".txt", .print = print_segment},
                       {"", .object = segment_object});
}
