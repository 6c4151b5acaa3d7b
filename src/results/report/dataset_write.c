/* What a dataset holds after it was imported or segmented, and what was simulated: as JSON, and as text for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

#include "study/result_words.h"

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

static routh_status print_import(routh_context *context, FILE *file, const void *what) {
    routh_findings words = {0};
    return routh_print_words(context, file, routh_import_words(context, what, &words), &words);
}

routh_status routh_import_write(routh_context *context, const routh_dataset *dataset, routh_io to) {
    return ROUTH_WRITE(context, "routh_import", dataset, to, {".txt", .draw = print_import},
                       {"", .object = import_object});
}

static routh_status print_tosses(routh_context *context, FILE *file, const void *what) {
    routh_findings words = {0};
    return routh_print_words(context, file, routh_import3_words(context, what, &words), &words);
}

routh_status routh_import3_write(routh_context *context, const routh_dataset3 *dataset, routh_io to) {
    return ROUTH_WRITE(context, "routh_import3", dataset, to, {".txt", .draw = print_tosses},
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

static routh_status print_tracks(routh_context *context, FILE *file, const void *what) {
    const understood *u = what;
    routh_findings words = {0};
    const routh_status status = routh_tracks_words(context, u->tracks, u->axes, u->dataset, &words);
    return routh_print_words(context, file, status, &words);
}

routh_status routh_tracks_write(routh_context *context, const routh_tracks *tracks, const routh_axes *axes,
                                const routh_dataset *dataset, routh_io to) {
    const understood what = {tracks, axes, dataset};
    return ROUTH_WRITE(context, "routh_tracks", &what, to, {".txt", .draw = print_tracks},
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

static routh_status print_segment(routh_context *context, FILE *file, const void *what) {
    const segmented *s = what;
    routh_findings words = {0};
    return routh_print_words(context, file, routh_segment_words(context, s->dataset, s->sensitivity, &words), &words);
}

routh_status routh_segment_write(routh_context *context, const routh_dataset *dataset,
                                 const routh_sensitivity *sensitivity, routh_io to) {
    const segmented what = {dataset, sensitivity};
    return ROUTH_WRITE(context, "routh_segment", &what, to, {".txt", .draw = print_segment},
                       {"", .object = segment_object});
}
