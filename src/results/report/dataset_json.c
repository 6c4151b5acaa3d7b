/* What a dataset holds after it was imported, segmented or simulated, as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include <routh/report.h>

#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "report/text.h"
#include "report/writers.h"

static json_t *counts_object(const routh_dataset *dataset) {
    size_t reasons[ROUTH_REASON_COUNT], used = routh_dataset_used(dataset, reasons);
    json_t *counts = json_object(), *rejected = json_object();
    for (int reason = 0; reason < ROUTH_REASON_COUNT; reason++)
        if (reasons[reason] > 0)
            routh_json_put(&rejected, routh_name(&routh_reasons, reason), routh_json_count(reasons[reason]));
    ROUTH_PUT(&counts, routh_dataset, dataset, name, count);
    routh_json_put(&counts, "used", routh_json_count(used));
    routh_json_put(&counts, "rejected", rejected);
    return counts;
}

static json_t *frame_object(const routh_dataset *dataset) {
    return ROUTH_JSON_FIELDS(routh_dataset, dataset, frame, frame_why);
}

static json_t *import_object(const routh_dataset *dataset) {
    json_t *all = json_object();
    routh_json_put(&all, "dataset", counts_object(dataset));
    ROUTH_PUT(&all, routh_dataset, dataset, trajectory_count);
    ROUTH_PUT(&all, routh_body, &dataset->body, mass, inertia);
    ROUTH_PUT(&all, routh_dataset, dataset, rate, gravity, gap);
    routh_json_put(&all, "frame", dataset->count > 0 ? frame_object(dataset) : json_null());
    routh_json_put_version(&all);
    return all;
}

routh_status routh_import_write(routh_context *context, const routh_dataset *dataset, routh_io to) {
    if (routh_wants_text(&to))
        return routh_import_write_text(context, dataset, to);
    return routh_json_write(context, import_object(dataset), ROUTH_JSON_RESULTS, to);
}

/* The same object as of impacts; tosses have none yet. */
routh_status routh_import3_write(routh_context *context, const routh_dataset3 *dataset, routh_io to) {
    if (routh_wants_text(&to))
        return routh_import3_write_text(context, dataset, to);
    routh_dataset summary = {.body = {.mass = dataset->mass, .inertia = NAN},
                             .rate = dataset->rate,
                             .gravity = dataset->gravity,
                             .gap = NAN,
                             .trajectory_count = dataset->trajectory_count};
    memcpy(summary.name, dataset->name, sizeof summary.name);
    return routh_json_write(context, import_object(&summary), ROUTH_JSON_RESULTS, to);
}

static json_t *sentences(const routh_findings *findings) {
    json_t *all = json_array();
    for (size_t i = 0; i < findings->count; i++) {
        json_t *one = ROUTH_JSON_FIELDS(routh_finding, &findings->finding[i], topic, text);
        routh_json_add(&all, one);
    }
    return all;
}

static json_t *tracks_array(const routh_tracks *tracks) {
    json_t *all = json_array();
    for (size_t i = 0; i < tracks->count; i++) {
        const routh_track *track = &tracks->track[i];
        json_t *one = ROUTH_JSON_FIELDS(routh_track, track, name, planar, rows, count);
        ROUTH_PUT_SPAN(&one, routh_track, track, empty, repaired);
        routh_json_add(&all, one);
    }
    return all;
}

static json_t *axes_object(const routh_axes *axes) {
    if (!axes)
        return json_null();
    json_t *object =
        ROUTH_JSON_FIELDS(routh_axes, axes, up_error, gravity, gravity_error, out_of_plane, tilt_out, ground);
    ROUTH_PUT(&object, routh_axes, axes, up, normal, mirrored);
    routh_json_put(&object, "findings", sentences(&axes->words));
    return object;
}

routh_status routh_tracks_write(routh_context *context, const routh_tracks *tracks, const routh_axes *axes,
                                const routh_dataset *dataset, routh_io to) {
    if (routh_wants_text(&to))
        return routh_tracks_write_text(context, tracks, axes, dataset, to);
    json_t *all = dataset ? import_object(dataset) : json_object(), *recording = json_object();
    ROUTH_PUT(&recording, routh_tracks, tracks, name, format, rate);
    routh_json_put(&recording, "motions", tracks_array(tracks));
    routh_json_put(&recording, "understood", sentences(&tracks->understood));
    routh_json_put(&recording, "left_out", sentences(&tracks->bad));
    routh_json_put(&recording, "proposals",
                   ROUTH_JSON_LIST(routh_proposal, tracks->proposals.proposal, tracks->proposals.count));
    routh_json_put(&recording, "axes", axes_object(axes));
    routh_json_put(&all, "recording", recording);
    if (!dataset)
        routh_json_put_version(&all);
    return routh_json_write(context, all, ROUTH_JSON_RESULTS, to);
}

static json_t *sensitivity_object(const routh_sensitivity *s) {
    if (!s)
        return json_null();
    json_t *object =
        ROUTH_JSON_FIELDS(routh_sensitivity, s, slope, correlation, slope_uncalibrated, correlation_uncalibrated);
    ROUTH_PUT(&object, routh_sensitivity, s, slope_height, slope_angle);
    return object;
}

routh_status routh_segment_write(routh_context *context, const routh_dataset *dataset,
                                 const routh_sensitivity *sensitivity, routh_io to) {
    if (routh_wants_text(&to))
        return routh_segment_write_text(context, dataset, sensitivity, to);
    json_t *all = json_object();
    routh_json_put(&all, "dataset", counts_object(dataset));
    ROUTH_PUT(&all, routh_dataset, dataset, trajectory_count, height_offset, angle_offset, angle_delay);
    routh_json_put(&all, "sensitivity", sensitivity_object(sensitivity));
    routh_json_put(&all, "frame", frame_object(dataset));
    routh_json_put_version(&all);
    return routh_json_write(context, all, ROUTH_JSON_RESULTS, to);
}

static size_t count_two_corners(const routh_dataset *dataset) {
    size_t count = 0;
    for (size_t i = 0; i < dataset->count; i++)
        count += (dataset->record[i].reasons & ROUTH_TWO_CORNERS) != 0;
    return count;
}

static json_t *run_object(const routh_run *run) {
    if (!run)
        return json_null();
    const routh_state *end = &run->sample[run->sample_count - 1];
    json_t *object = json_object(), *pose = json_array();
    routh_json_add(&pose, routh_json_number(end->pose.x));
    routh_json_add(&pose, routh_json_number(end->pose.y));
    routh_json_add(&pose, routh_json_number(end->pose.theta));
    routh_json_put(&object, "end", pose);
    ROUTH_PUT(&object, routh_run, run, rests, penetration, energy_gain);
    return object;
}

static json_t *contact_object(const routh_world_generator *generator) {
    json_t *object = json_object();
    if (generator->run.integrator == ROUTH_TIME_STEPS) {
        routh_json_put(&object, "integrator", json_string("steps"));
        ROUTH_PUT(&object, routh_half_plane, &generator->world.plane[0], mu, eps);
        ROUTH_PUT(&object, routh_run_options, &generator->run, step);
        return object;
    }
    routh_json_put(&object, "integrator", json_string("events"));
    ROUTH_PUT(&object, routh_run_options, &generator->run, law);
    for (int i = 0; i < generator->run.law->parameter_count; i++)
        routh_json_put(&object, generator->run.law->parameter[i].name, routh_json_number(generator->run.parameters[i]));
    return object;
}

static json_t *noise_object(const routh_noise *noise) {
    json_t *object = json_object();
    ROUTH_PUT_SPAN(&object, routh_noise, noise, y, omega);
    return object;
}

routh_status routh_simulation_write(routh_context *context, const routh_world_generator *generator,
                                    const routh_dataset *dataset, const routh_run *run, routh_io to) {
    if (routh_wants_text(&to))
        return routh_simulation_write_text(context, generator, dataset, run, to);
    json_t *all = ROUTH_JSON_FIELDS(routh_dataset, dataset, name);
    ROUTH_PUT(&all, routh_world_generator, generator, count, seed);
    ROUTH_PUT(&all, routh_run_options, &generator->run, duration, rate);
    routh_json_put(&all, "contact", contact_object(generator));
    ROUTH_PUT(&all, routh_world_generator, generator, noise_db);
    routh_json_put(&all, "noise", noise_object(&generator->noise));
    ROUTH_PUT(&all, routh_dataset, dataset, count);
    routh_json_put(&all, "used", routh_json_count(routh_dataset_used(dataset, NULL)));
    routh_json_put(&all, "two_corners", routh_json_count(count_two_corners(dataset)));
    routh_json_put(&all, "run", run_object(run));
    routh_json_put_version(&all);
    return routh_json_write(context, all, ROUTH_JSON_RESULTS, to);
}
