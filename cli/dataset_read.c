/* Reading the data of a verb: a dataset, a table of impacts, plain trajectories, or a laboratory's recording of motions.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "dataset_options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fail_input.h"
#include "shape_options.h"

static void override(option_number *number, const option_number *given) {
    if (given->given)
        *number = *given;
}

/* The body file's words, and the options' over them. */
static int merge(const char *verb, const dataset_options *options, dataset_notes *notes, dataset_options *merged,
                 routh_shape *shape, char *name) {
    *merged = (dataset_options){0};
    int answer = options->body ? read_body_file(verb, options->body, merged, shape, name) : 0;
    if (answer == 0)
        answer = check_dataset_numbers(verb, NULL, options);
    if (answer == 0 && options->shape)
        answer = parse_shape(verb, "--shape", options->shape, notes, shape);
    if (options->inertia.given || options->gyration.given)
        merged->inertia.given = merged->gyration.given = 0;
    override(&merged->mass, &options->mass);
    override(&merged->inertia, &options->inertia);
    override(&merged->gyration, &options->gyration);
    override(&merged->rate, &options->rate);
    override(&merged->gravity, &options->gravity);
    override(&merged->gap, &options->gap);
    merged->name = options->name ? options->name : merged->name;
    return answer;
}

static double value_or_nan(const option_number *number) {
    return number->given ? number->value : NAN;
}

/* All that is said about the data. */
typedef struct said {
    dataset_options merged;
    routh_body body;
    char name[ROUTH_NAME_SIZE];
    routh_import_options import;
    recording_setting setting;
} said;

static int say(const char *verb, const dataset_options *options, dataset_notes *notes, said *s) {
    *s = (said){.body = {.mass = NAN}};
    const int answer = merge(verb, options, notes, &s->merged, &s->body.shape, s->name);
    if (answer != 0)
        return answer;
    s->body.mass = value_or_nan(&s->merged.mass);
    s->body.inertia = value_or_nan(&s->merged.inertia);
    s->import = (routh_import_options){.body = &s->body,
                                       .gyration = value_or_nan(&s->merged.gyration),
                                       .rate = value_or_nan(&s->merged.rate),
                                       .gravity = value_or_nan(&s->merged.gravity),
                                       .gap = value_or_nan(&s->merged.gap),
                                       .name = s->merged.name,
                                       .variable = options->variable,
                                       .body_may_be_unknown = options->body_may_be_unknown};
    s->setting = (recording_setting){options->data, options->variable, s->import.rate, s->import.gravity, 0};
    return 0;
}

static int is_whole(const routh_tracks *tracks) {
    for (size_t i = 0; i < tracks->count; i++)
        if (tracks->track[i].count < tracks->track[i].rows)
            return 0;
    for (size_t i = 0; i < tracks->understood.count; i++)
        if (tracks->understood.finding[i].kind == ROUTH_WARNING)
            return 0;
    return tracks->bad.count == 0;
}

/* `plain`: a table that any reader reads, of which there is nothing to say as long as no row is left out. */
static int read_motions(const char *verb, const dataset_options *options, const recording_options *meant, const said *s,
                        int plain, routh_context *context, motions_read *read, routh_dataset *dataset) {
    int answer = recording_read(verb, meant, &s->setting, 1, read);
    if (answer != 0)
        return answer;
    answer = recording_dataset(verb, read, &s->import, context, dataset);
    if (answer != 0)
        recording_release(read);
    else if (!meant && !(plain && is_whole(&read->tracks)))
        note(verb, "%s: read as %s; `routh import %s --dry-run` says how", options->data, read->tracks.format,
             options->data);
    return answer;
}

/* A dataset was checked when it was imported. */
int dataset_is_hdf5(const char *path) {
    char byte[4] = "";
    FILE *file = fopen(path, "rb");
    const size_t count = file ? fread(byte, 1, sizeof byte, file) : 0;
    if (file)
        fclose(file);
    return count == sizeof byte && memcmp(byte, "\x89HDF", sizeof byte) == 0;
}

/* Plain trajectories have no units: free fall says whether they are SI. */
static int check_units(const char *verb, const said *s, routh_dataset *dataset) {
    routh_context context = routh_context_default();
    routh_proposals proposals;
    if (dataset->trajectory_count == 0 || dataset_is_hdf5(s->setting.data))
        return 0;
    if (routh_dataset_propose(&context, dataset, s->import.gravity, &proposals) != ROUTH_OK)
        return fail_input(verb, &context);
    return recording_refuse(verb, s->setting.data, &proposals);
}

/* May something else than a dataset explain why it could not be read as one? Whoever can name the columns (`asked`) hears
 * that they are unknown in those words. */
static int may_be_motions(const routh_context *failed, routh_status status, int asked, const char *path) {
    if (asked && failed->field && strcmp(failed->field, "columns") == 0)
        return 1;
    const int rate = failed->field && strcmp(failed->field, "rate") == 0;
    return (status == ROUTH_BAD_FORMAT || rate) && routh_tracks_recognise(routh_io_path(path));
}

/* Poses alone, in a plain table: the reader of tracks looks at times, gaps and units, too. Recorded velocities it does not
 * read, and fewer than three instants have no times to look at. */
static int is_plain_motion(const routh_dataset *dataset, const char *path) {
    if (dataset->count > 0 || dataset->trajectory_count == 0 || dataset_is_hdf5(path))
        return 0;
    for (size_t i = 0; i < dataset->trajectory_count; i++)
        if (dataset->trajectory[i].vx || dataset->trajectory[i].count < 3)
            return 0;
    return routh_tracks_recognise(routh_io_path(path));
}

int dataset_read_meant(const char *verb, const dataset_options *options, const recording_options *meant,
                       dataset_notes *notes, motions_read *read, routh_dataset *dataset) {
    said s;
    *dataset = (routh_dataset){0};
    *read = (motions_read){0};
    notes->count = 0;
    if (!options->data)
        return fail(verb, "missing DATA; see `routh %s --help`", verb);
    int answer = say(verb, options, notes, &s);
    if (answer != 0)
        return answer;
    routh_context context = routh_context_default();
    dataset_keep_notes(&context, notes);
    if (recording_is_meant(meant) && dataset_is_hdf5(options->data) &&
        (routh_dataset3_recognise(routh_io_path(options->data)) ||
         routh_dataset_read(&context, routh_io_path(options->data), &s.import, dataset) == ROUTH_OK)) {
        routh_dataset_release(NULL, dataset);
        return fail(verb, "--%s: %.200s is a dataset, not a recording of motions", recording_first(meant),
                    options->data);
    }
    if (recording_is_meant(meant))
        return read_motions(verb, options, meant, &s, 0, &context, read, dataset);
    const routh_status status = routh_dataset_read(&context, routh_io_path(options->data), &s.import, dataset);
    const int tosses = !meant && routh_dataset3_recognise(routh_io_path(options->data));
    if (status != ROUTH_OK && !tosses && may_be_motions(&context, status, meant != NULL, options->data)) {
        notes->count = 0;
        return read_motions(verb, options, meant, &s, 0, &context, read, dataset);
    }
    if (status == ROUTH_OK && is_plain_motion(dataset, options->data)) {
        routh_dataset_release(NULL, dataset);
        notes->count = 0;
        return read_motions(verb, options, meant, &s, 1, &context, read, dataset);
    }
    answer = status == ROUTH_OK ? check_units(verb, &s, dataset) : fail_input(verb, &context);
    if (answer != 0)
        routh_dataset_release(NULL, dataset);
    return answer;
}

int dataset_read(const char *verb, const dataset_options *options, dataset_notes *notes, routh_dataset *dataset) {
    motions_read read;
    const int answer = dataset_read_meant(verb, options, NULL, notes, &read, dataset);
    if (answer == 0)
        recording_release(&read);
    return answer;
}

int dataset_understand(const char *verb, const dataset_options *options, const recording_options *meant,
                       motions_read *read) {
    said s;
    const int answer = say(verb, options, NULL, &s);
    return answer == 0 ? recording_read(verb, meant, &s.setting, 0, read) : answer;
}
