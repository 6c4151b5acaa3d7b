/* routh import: a recording in, a dataset out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <routh/routh.h>

#include "dataset_options.h"
#include "program.h"

typedef struct import_options {
    dataset_options data;
    recording_options meant;
    const char *output, *frame;
    int json, dry_run, space;
} import_options;

typedef struct imported {
    routh_recording read;
    dataset_notes notes;
    routh_dataset dataset;
    routh_dataset3 tosses;
    routh_shape3 shape; /* which the tosses point to */
} imported;

static void imported_release(imported *all) {
    routh_recording_release(NULL, &all->read);
    routh_dataset_release(NULL, &all->dataset);
    routh_dataset3_release(NULL, &all->tosses);
    routh_shape3_release(NULL, &all->shape);
}

static routh_status print_dataset(output_file *out, const import_options *o, const imported *all) {
    const routh_io to = routh_io_file(out->file, ".txt");
    const routh_status status = o->space ? routh_import3_write(&out->context, &all->tosses, to)
                                         : routh_import_write(&out->context, &all->dataset, to);
    if (status != ROUTH_OK)
        return status;
    if (!o->space && all->dataset.count == 0)
        fputs("  next        `routh segment` finds the impacts in the trajectories\n", out->file);
    for (int i = 0; i < all->notes.count; i++)
        if (all->notes.level[i] == ROUTH_LOG_INFO)
            fprintf(out->file, "  note        %s\n", all->notes.line[i]);
    if (o->space)
        fputs("  next        `routh toss` or `routh study` finds the impacts and compares laws; `routh toss … "
              "--rollouts` "
              "predicts whole tosses\n",
              out->file);
    if (!o->dry_run)
        fprintf(out->file, "  written to  %s\n", o->output);
    return ROUTH_OK;
}

/* What was understood of motions, and the dataset unless it is NULL. */
static int print(const char *verb, const import_options *o, const imported *all, const routh_dataset *dataset) {
    const routh_recording *read = &all->read;
    const bool motions = read->tracks.count > 0;
    const routh_axes *axes = (o->space && dataset) || read->has_axes ? &read->axes : NULL;
    output_file out;
    if (output_open(&out, verb, NULL) != 0)
        return EXIT_BAD_USE;
    const routh_io json = routh_io_file(out.file, NULL);
    routh_status status = ROUTH_OK;
    if (o->json)
        status = motions ? routh_tracks_write(&out.context, &read->tracks, axes, dataset, json)
                         : routh_import_write(&out.context, dataset, json);
    else if (motions || !dataset)
        status = recording_print(&out.context, out.file, read);
    if (status == ROUTH_OK && !o->json && dataset)
        status = print_dataset(&out, o, all);
    return output_end(&out, status);
}

static int read_planar(const char *verb, const import_options *o, imported *all) {
    routh_context context = routh_context_default();
    const int answer = dataset_read_meant(verb, &o->data, &o->meant, &all->notes, &all->read, &all->dataset);
    if (answer != 0)
        return answer;
    return routh_dataset_decide_frame(&context, o->frame, &all->dataset) == ROUTH_OK ? 0 : fail_input(verb, &context);
}

/* What is stated of tosses goes before what the file says. */
static int read_space(const char *verb, const import_options *o, imported *all) {
    const dataset_options *data = &o->data;
    routh_import3_options import = tosses_unstated();
    routh_dataset3 *tosses = &all->tosses;
    TRY(check_dataset_numbers(verb, NULL, data));
    if (data->shape)
        TRY(parse_shape3(verb, "--shape", data->shape, &import.width, &all->shape));
    import.shape = all->shape.count > 0 ? &all->shape : NULL;
    import.mass = data->mass.given ? data->mass.value : import.mass;
    import.rate = data->rate.given ? data->rate.value : import.rate;
    import.gravity = data->gravity.given ? data->gravity.value : import.gravity;
    TRY(tosses_read_meant(verb, data->data, &o->meant, data->variable, 0, &import, &all->notes, &all->read, tosses));
    if (data->name)
        snprintf(tosses->name, sizeof tosses->name, "%s", data->name);
    return 0;
}

/* What the summary says of tosses in space. */
static routh_dataset summary_of(const routh_dataset3 *tosses) {
    routh_dataset summary = {.body = {.mass = tosses->mass, .inertia = NAN},
                             .rate = tosses->rate,
                             .gravity = tosses->gravity,
                             .gap = NAN,
                             .trajectory_count = tosses->trajectory_count};
    memcpy(summary.name, tosses->name, sizeof summary.name);
    return summary;
}

static int import_data(const char *verb, const import_options *o, imported *all) {
    TRY((o->space ? read_space : read_planar)(verb, o, all));
    if (!o->dry_run)
        TRY(o->space ? tosses_store(verb, o->output, &all->tosses) : dataset_store(verb, o->output, &all->dataset));
    const routh_dataset summary = o->space ? summary_of(&all->tosses) : all->dataset;
    TRY(print(verb, o, all, &summary));
    dataset_note(verb, &all->notes);
    return 0;
}

/* Stops after the table of what was understood. */
static int import_dry(const char *verb, const import_options *o, imported *all) {
    int answer = dataset_understand(verb, &o->data, &o->meant, &all->read);
    if (answer == 0)
        answer = print(verb, o, all, NULL);
    return answer == 0 && all->read.wrong ? EXIT_FAILURE : answer;
}

static int run(const char *verb, void *given) {
    const import_options *o = given;
    if (!o->data.data)
        return fail(verb, "missing DATA; see `routh %s --help`", verb);
    if (!o->output && !o->dry_run)
        return fail(verb, "missing -o FILE: where to write the dataset");
    const int meant = recording_is_meant(&o->meant);
    int kind = 0, answer = !meant && (o->space || o->dry_run) ? dataset_recognise(verb, o->data.data, &kind) : 0;
    const int tosses = o->space && kind & ROUTH_RECORDING_TOSSES;
    imported all = {.notes = {0}};
    if (answer == 0)
        answer = (o->dry_run && !tosses && (meant || kind & ROUTH_RECORDING_MOTIONS) ? import_dry
                                                                                     : import_data)(verb, o, &all);
    imported_release(&all);
    return answer;
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
