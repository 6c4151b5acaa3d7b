/* What a dataset holds after it was imported, segmented or simulated, as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include <routh/report.h>

#include "file/json_build.h"
#include "file/json_write.h"
#include "report/text.h"
#include "report/writers.h"

static json_t *counts_object(const routh_dataset *dataset) {
    size_t reasons[ROUTH_REASON_COUNT], used = routh_dataset_used(dataset, reasons);
    json_t *counts = json_object(), *rejected = json_object();
    for (int reason = 0; reason < ROUTH_REASON_COUNT; reason++)
        if (reasons[reason] > 0)
            routh_json_put(&rejected, routh_name(&routh_reasons, reason), routh_json_count(reasons[reason]));
    routh_json_put(&counts, "name", json_string(dataset->name));
    routh_json_put(&counts, "impacts", routh_json_count(dataset->count));
    routh_json_put(&counts, "used", routh_json_count(used));
    routh_json_put(&counts, "rejected", rejected);
    return counts;
}

static json_t *frame_object(const routh_dataset *dataset) {
    json_t *frame = json_object();
    routh_json_put(&frame, "chosen", json_string(routh_name(&routh_frames, dataset->frame)));
    routh_json_put(&frame, "why", json_string(dataset->frame_why));
    return frame;
}

static json_t *import_object(const routh_dataset *dataset) {
    json_t *all = json_object();
    routh_json_put(&all, "dataset", counts_object(dataset));
    routh_json_put(&all, "trajectories", routh_json_count(dataset->trajectory_count));
    routh_json_put(&all, "mass", routh_json_number(dataset->body.mass));
    routh_json_put(&all, "inertia", routh_json_number(dataset->body.inertia));
    routh_json_put(&all, "rate", routh_json_number(dataset->rate));
    routh_json_put(&all, "gravity", routh_json_number(dataset->gravity));
    routh_json_put(&all, "gap", routh_json_number(dataset->gap));
    routh_json_put(&all, "frame", dataset->count > 0 ? frame_object(dataset) : json_null());
    routh_json_put(&all, "version", json_string(routh_version()));
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
        json_t *one = json_object();
        routh_json_put(&one, "topic", json_string(findings->finding[i].topic));
        routh_json_put(&one, "text", json_string(findings->finding[i].text));
        routh_json_add(&all, one);
    }
    return all;
}

static json_t *proposals_array(const routh_proposals *proposals) {
    json_t *all = json_array();
    for (size_t i = 0; i < proposals->count; i++) {
        json_t *one = json_object();
        routh_json_put(&one, "field", json_string(proposals->proposal[i].field));
        routh_json_put(&one, "value", json_string(proposals->proposal[i].value));
        routh_json_put(&one, "text", json_string(proposals->proposal[i].text));
        routh_json_put(&one, "certain", json_boolean(proposals->proposal[i].certain));
        routh_json_add(&all, one);
    }
    return all;
}

static json_t *tracks_array(const routh_tracks *tracks) {
    json_t *all = json_array();
    for (size_t i = 0; i < tracks->count; i++) {
        const routh_track *track = &tracks->track[i];
        json_t *one = json_object();
        routh_json_put(&one, "name", json_string(track->name));
        routh_json_put(&one, "planar", json_boolean(track->planar));
        routh_json_put(&one, "rows", routh_json_count(track->rows));
        routh_json_put(&one, "instants", routh_json_count(track->count));
        routh_json_put(&one, "empty", routh_json_count(track->empty));
        routh_json_put(&one, "not_a_number", routh_json_count(track->not_a_number));
        routh_json_put(&one, "occluded", routh_json_count(track->occluded));
        routh_json_put(&one, "repeated", routh_json_count(track->repeated));
        routh_json_put(&one, "misfit", routh_json_count(track->misfit));
        routh_json_put(&one, "mirrored", routh_json_count(track->mirrored));
        routh_json_put(&one, "repaired", routh_json_count(track->repaired));
        routh_json_add(&all, one);
    }
    return all;
}

static json_t *axes_object(const routh_axes *axes) {
    if (!axes)
        return json_null();
    json_t *object = ROUTH_JSON_ENTRIES({"up_error", axes->up_error}, {"gravity", axes->gravity},
                                        {"gravity_error", axes->gravity_error}, {"out_of_plane", axes->out_of_plane},
                                        {"tilt_out", axes->tilt_out}, {"ground", axes->ground});
    routh_json_put(&object, "up", routh_json_numbers(axes->up, 3));
    routh_json_put(&object, "normal", routh_json_numbers(axes->normal, 3));
    routh_json_put(&object, "mirrored", json_boolean(axes->mirrored));
    routh_json_put(&object, "findings", sentences(&axes->words));
    return object;
}

routh_status routh_tracks_write(routh_context *context, const routh_tracks *tracks, const routh_axes *axes,
                                const routh_dataset *dataset, routh_io to) {
    if (routh_wants_text(&to))
        return routh_tracks_write_text(context, tracks, axes, dataset, to);
    json_t *all = dataset ? import_object(dataset) : json_object(), *recording = json_object();
    routh_json_put(&recording, "name", json_string(tracks->name));
    routh_json_put(&recording, "format", json_string(tracks->format));
    routh_json_put(&recording, "rate", routh_json_number(tracks->rate));
    routh_json_put(&recording, "motions", tracks_array(tracks));
    routh_json_put(&recording, "understood", sentences(&tracks->understood));
    routh_json_put(&recording, "left_out", sentences(&tracks->bad));
    routh_json_put(&recording, "proposals", proposals_array(&tracks->proposals));
    routh_json_put(&recording, "axes", axes_object(axes));
    routh_json_put(&all, "recording", recording);
    if (!dataset)
        routh_json_put(&all, "version", json_string(routh_version()));
    return routh_json_write(context, all, ROUTH_JSON_RESULTS, to);
}

static json_t *sensitivity_object(const routh_sensitivity *s) {
    if (!s)
        return json_null();
    json_t *object = ROUTH_JSON_ENTRIES({"slope", s->slope}, {"correlation", s->correlation},
                                        {"slope_uncalibrated", s->slope_uncalibrated},
                                        {"correlation_uncalibrated", s->correlation_uncalibrated});
    routh_json_put(&object, "slope_height", routh_json_numbers(s->slope_height, 2));
    routh_json_put(&object, "slope_angle", routh_json_numbers(s->slope_angle, 2));
    return object;
}

routh_status routh_segment_write(routh_context *context, const routh_dataset *dataset,
                                 const routh_sensitivity *sensitivity, routh_io to) {
    if (routh_wants_text(&to))
        return routh_segment_write_text(context, dataset, sensitivity, to);
    json_t *all = json_object();
    routh_json_put(&all, "dataset", counts_object(dataset));
    routh_json_put(&all, "trajectories", routh_json_count(dataset->trajectory_count));
    routh_json_put(&all, "height_offset", routh_json_number(dataset->height_offset));
    routh_json_put(&all, "angle_offset", routh_json_number(dataset->angle_offset));
    routh_json_put(&all, "angle_delay", routh_json_number(dataset->angle_delay));
    routh_json_put(&all, "sensitivity", sensitivity_object(sensitivity));
    routh_json_put(&all, "frame", frame_object(dataset));
    routh_json_put(&all, "version", json_string(routh_version()));
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
    routh_json_put(&object, "rests", json_boolean(run->rests));
    routh_json_put(&object, "penetration", routh_json_number(run->penetration));
    routh_json_put(&object, "energy_gain", routh_json_number(run->energy_gain));
    return object;
}

static json_t *contact_object(const routh_world_generator *generator) {
    json_t *object = json_object();
    if (generator->run.integrator == ROUTH_TIME_STEPS) {
        routh_json_put(&object, "integrator", json_string("steps"));
        routh_json_put(&object, "mu", routh_json_number(generator->world.plane[0].mu));
        routh_json_put(&object, "eps", routh_json_number(generator->world.plane[0].eps));
        routh_json_put(&object, "step", routh_json_number(generator->run.step));
        return object;
    }
    routh_json_put(&object, "integrator", json_string("events"));
    routh_json_put(&object, "law", json_string(generator->run.law->name));
    for (int i = 0; i < generator->run.law->parameter_count; i++)
        routh_json_put(&object, generator->run.law->parameter[i].name, routh_json_number(generator->run.parameters[i]));
    return object;
}

static json_t *noise_object(const routh_noise *noise) {
    json_t *object = json_object();
    routh_json_put(&object, "y", routh_json_number(noise->y));
    routh_json_put(&object, "theta", routh_json_number(noise->theta));
    routh_json_put(&object, "vx", routh_json_number(noise->vx));
    routh_json_put(&object, "vy", routh_json_number(noise->vy));
    routh_json_put(&object, "omega", routh_json_number(noise->omega));
    return object;
}

routh_status routh_simulation_write(routh_context *context, const routh_world_generator *generator,
                                    const routh_dataset *dataset, const routh_run *run, routh_io to) {
    if (routh_wants_text(&to))
        return routh_simulation_write_text(context, generator, dataset, run, to);
    json_t *all = json_object();
    routh_json_put(&all, "name", json_string(dataset->name));
    routh_json_put(&all, "drops", routh_json_count(generator->count));
    routh_json_put(&all, "seed", routh_json_count((size_t)generator->seed));
    routh_json_put(&all, "duration", routh_json_number(generator->run.duration));
    routh_json_put(&all, "rate", routh_json_number(generator->run.rate));
    routh_json_put(&all, "contact", contact_object(generator));
    routh_json_put(&all, "snr", routh_json_number(generator->noise_db));
    routh_json_put(&all, "noise", noise_object(&generator->noise));
    routh_json_put(&all, "impacts", routh_json_count(dataset->count));
    routh_json_put(&all, "used", routh_json_count(routh_dataset_used(dataset, NULL)));
    routh_json_put(&all, "two_corners", routh_json_count(count_two_corners(dataset)));
    routh_json_put(&all, "run", run_object(run));
    routh_json_put(&all, "version", json_string(routh_version()));
    return routh_json_write(context, all, ROUTH_JSON_RESULTS, to);
}
