/* routh import: a recording in, a dataset out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <routh/routh.h>

#include "dataset_options.h"
#include "fail_input.h"
#include "import_space.h"
#include "options.h"
#include "output.h"
#include "recording_options.h"
#include "verbs.h"

static int print_summary(const char *verb, const routh_recording *read, const routh_dataset *dataset,
                         const dataset_notes *notes, const char *output) {
    routh_context context = routh_context_default();
    output_file out;
    const int answer = output_open(&out, verb, NULL);
    if (answer != 0)
        return answer;
    routh_status status = read->tracks.count > 0 ? recording_print(&context, out.file, read) : ROUTH_OK;
    if (status == ROUTH_OK)
        status = routh_import_write(&context, dataset, routh_io_file(out.file, ".txt"));
    if (status == ROUTH_OK && dataset->count == 0)
        fputs("  next        `routh segment` finds the impacts in the trajectories\n", out.file);
    for (int i = 0; status == ROUTH_OK && i < notes->count; i++)
        if (notes->level[i] == ROUTH_LOG_INFO)
            fprintf(out.file, "  note        %s\n", notes->line[i]);
    if (status == ROUTH_OK && output)
        fprintf(out.file, "  written to  %s\n", output);
    return output_end(&out, &context, status);
}

static int print_json(const char *verb, const routh_recording *read, const routh_dataset *dataset) {
    routh_context context = routh_context_default();
    output_file out;
    const int answer = output_open(&out, verb, NULL);
    if (answer != 0)
        return answer;
    const routh_io to = routh_io_file(out.file, NULL);
    const routh_tracks *tracks = read->tracks.count > 0 ? &read->tracks : NULL;
    return output_end(&out, &context,
                      tracks ? routh_tracks_write(&context, tracks, read->has_axes ? &read->axes : NULL, dataset, to)
                             : routh_import_write(&context, dataset, to));
}

typedef struct import_options {
    dataset_options data;
    recording_options meant;
    const char *output, *frame;
    int json, dry_run, space;
} import_options;

static int import_planar(const char *verb, const import_options *options) {
    routh_dataset dataset;
    dataset_notes notes;
    routh_recording read;
    int answer = dataset_read_meant(verb, &options->data, &options->meant, &notes, &read, &dataset);
    if (answer != 0)
        return answer;
    routh_context context = routh_context_default();
    if (routh_dataset_decide_frame(&context, options->frame, &dataset) != ROUTH_OK)
        answer = fail_input(verb, &context);
    if (answer == 0 && !options->dry_run)
        answer = dataset_store(verb, options->output, &dataset);
    if (answer == 0)
        answer = options->json
                     ? print_json(verb, &read, &dataset)
                     : print_summary(verb, &read, &dataset, &notes, options->dry_run ? NULL : options->output);
    if (answer == 0)
        dataset_note(verb, &notes);
    routh_recording_release(NULL, &read);
    routh_dataset_release(NULL, &dataset);
    return answer;
}

static int print_understood(const char *verb, const routh_recording *read) {
    routh_context context = routh_context_default();
    output_file out;
    const int answer = output_open(&out, verb, NULL);
    return answer != 0 ? answer : output_end(&out, &context, recording_print(&context, out.file, read));
}

/* Stops after the table of what was understood. */
static int import_dry(const char *verb, const import_options *options) {
    routh_recording read;
    int answer = dataset_understand(verb, &options->data, &options->meant, &read);
    if (answer != 0)
        return answer;
    answer = options->json ? print_json(verb, &read, NULL) : print_understood(verb, &read);
    if (answer == 0 && read.wrong)
        answer = EXIT_FAILURE;
    routh_recording_release(NULL, &read);
    return answer;
}

static int run(const char *verb, void *given) {
    const import_options *options = given;
    if (!options->data.data)
        return fail(verb, "missing DATA; see `routh %s --help`", verb);
    if (!options->output && !options->dry_run)
        return fail(verb, "missing -o FILE: where to write the dataset");
    const int tosses = options->space && !recording_is_meant(&options->meant) &&
                       (dataset_kind(verb, options->data.data) & ROUTH_RECORDING_TOSSES);
    if (options->dry_run && !tosses &&
        (recording_is_meant(&options->meant) || (dataset_kind(verb, options->data.data) & ROUTH_RECORDING_MOTIONS)))
        return import_dry(verb, options);
    return options->space ? import_space(verb, &options->data, &options->meant,
                                         options->dry_run ? NULL : options->output, options->json)
                          : import_planar(verb, options);
}

static const option_entry entries[] = {
    DATASET_OPERAND(import_options, data, NULL),
    {"output", OPTION_TEXT, offsetof(import_options, output), "FILE",
     .about = "the dataset; the file appears whole or not at all", .path = PATH_OUTPUT},
    OPTION_FRAME(import_options, frame, "the frame to store with the impacts"),
    {"dry-run", OPTION_FLAG, offsetof(import_options, dry_run), NULL,
     .about = "print what is understood of a recording of motions, and stop; exits with 1 if something is wrong"},
    {"space", OPTION_FLAG, offsetof(import_options, space), NULL,
     .about = "keep motions in space, as tosses for `routh toss` and `routh study`",
     .otherwise = "project them onto their plane"},
    OPTION_JSON(import_options, json, "print the summary as JSON"),
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(entries), 0, NULL},
                                      RECORDING_GROUP(import_options, meant),
                                      DATASET_GROUP(import_options, data),
                                      {.entry = NULL}};

const program_verb verb_import = {
    .name = "import",
    .title = "import",
    .about = "recordings of motion capture, cameras or simulators, impacts or motions, to one dataset",
    .usage = "import DATA -o OUT.h5 [OPTION]…",
    .text = "Reads a recording of impacts or motions and writes it as one HDF5 dataset, which every other verb takes. "
            "docs/your-own-data.md goes from an export of motion capture to a report, docs/recordings.md lists the "
            "formats, docs/dataset.md describes the layout. What was understood is printed: which column is what, "
            "units, gaps. What looks wrong, such as millimetres read as metres, stops it, with the option that mends "
            "it.",
    .groups = groups,
    .notes = "A table of impacts has the columns rx, ry (centre of mass to contact point, m), vx, vy, omega (velocity "
             "before, m/s and rad/s; or vx_before, …), vx_after, vy_after, omega_after. It may have mass, inertia, x, "
             "y, theta, time, fx, fy, torque (mean known wrench between the states before and after, N, N m), and "
             "gravity_tilt "
             "(angle of the surface above the horizontal, rad).\n"
             "A trajectory has x,y,theta or x,z,th (m, rad). It may have vx,vy,omega or vx,vz,vth, and time or t (s).\n"
             "Other recordings of motions are read by their format, by the names of their columns, or as the options "
             "say. Rows without a pose are left out and counted.",
    .examples = "routh import take.csv --dry-run\n"
                "routh import take.csv --rigid-body cube --shape square:0.06 -o drops.h5\n"
                "routh import track.txt --columns 'x=Pos X,y=Pos Y,theta=#5' --units mm,deg --rate 120 --dry-run\n"
                "routh import tosses/ --space --skip-bad -o tosses.h5\n"
                "routh import ellipse_uniform.mat -o ellipse.h5\n"
                "routh import square-drops/ --shape square:0.06 --rate 250 -o square.h5",
    .options_size = sizeof(import_options),
    .run = run,
};
