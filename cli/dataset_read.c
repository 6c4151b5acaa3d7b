/* Reading the data of a verb: a dataset, a table of impacts, plain trajectories, or a laboratory's recording of motions.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "dataset_options.h"

#include <math.h>
#include <stdio.h>
#include <sys/stat.h>

#include "program.h"

static void override(option_number *number, const option_number *given) {
    if (given->given)
        *number = *given;
}

/* The body file's words, and the options' over them. */
static int merge(const char *verb, const dataset_options *options, dataset_notes *notes, dataset_options *merged,
                 routh_shape *shape, char *name) {
    *merged = (dataset_options){0};
    TRY(options->body ? read_body_file(verb, options->body, merged, shape, name) : 0);
    TRY(check_dataset_numbers(verb, NULL, options));
    if (options->shape)
        TRY(parse_shape(verb, "--shape", options->shape, notes, shape));
    if (options->inertia.given || options->gyration.given)
        merged->inertia.given = merged->gyration.given = 0;
    override(&merged->mass, &options->mass);
    override(&merged->inertia, &options->inertia);
    override(&merged->gyration, &options->gyration);
    override(&merged->rate, &options->rate);
    override(&merged->gravity, &options->gravity);
    override(&merged->gap, &options->gap);
    merged->name = options->name ? options->name : merged->name;
    return 0;
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
    return 0;
}

/* How a recording of motions was taken, where that is worth a look. */
static void note_reading(const char *verb, const char *data, const routh_recording *read, int asked) {
    if (read->leaves_plane)
        note(verb, "%s: the motion leaves the plane that --plane names by %.2g rad and %.3g mm", read->tracks.source,
             read->axes.tilt_out, 1e3 * read->axes.out_of_plane);
    if (!asked && read->tracks.count > 0 && !read->plain)
        note(verb, "%s: read as %s; `routh import %s --dry-run` says how", data, read->tracks.format, data);
}

/* Opening -----------------------------------------------------------------------------------------------------*/

/* The program has one DATA. */
static FILE *opened;
static int known;

routh_io dataset_io(const char *data) {
    struct stat what;
    if (!opened && stat(data, &what) == 0 && S_ISREG(what.st_mode))
        opened = fopen(data, "rb");
    return opened ? routh_io_file(opened, data) : routh_io_path(data);
}

int dataset_recognise(const char *verb, const char *data, int *kind) {
    if (known <= 0)
        known = routh_recording_recognise(dataset_io(data));
    *kind = known;
    return known < 0 ? fail(verb, "no memory to look at the recording") : 0;
}

/* Reading -----------------------------------------------------------------------------------------------------*/

int dataset_read_meant(const char *verb, const dataset_options *options, const recording_options *meant,
                       dataset_notes *notes, routh_recording *read, routh_dataset *dataset) {
    said s;
    routh_tracks_convention convention;
    routh_recording_options library;
    *dataset = (routh_dataset){0};
    *read = (routh_recording){0};
    notes->count = 0;
    if (!options->data)
        return fail(verb, "missing DATA; see `routh %s --help`", verb);
    int answer = say(verb, options, notes, &s);
    if (answer == 0)
        answer = recording_library(verb, meant, &s.import, &convention, &library);
    if (answer != 0)
        return answer;
    routh_context context = routh_context_default();
    dataset_keep_notes(&context, notes);
    library.recognised = known;
    progress_show(&context);
    const routh_status status = routh_recording_read(&context, dataset_io(options->data), &library, read, dataset);
    progress_end();
    if (status == ROUTH_OK)
        note_reading(verb, options->data, read, meant != NULL);
    else
        answer = recording_fail(verb, options->data, meant, &context, read);
    if (answer != 0)
        routh_recording_release(NULL, read);
    return answer;
}

int dataset_read(const char *verb, const dataset_options *options, dataset_notes *notes, routh_dataset *dataset) {
    routh_recording read;
    const int answer = dataset_read_meant(verb, options, NULL, notes, &read, dataset);
    if (answer == 0)
        routh_recording_release(NULL, &read);
    return answer;
}

int dataset_understand(const char *verb, const dataset_options *options, const recording_options *meant,
                       routh_recording *read) {
    said s;
    routh_tracks_convention convention;
    routh_recording_options library;
    int answer = say(verb, options, NULL, &s);
    if (answer == 0)
        answer = recording_library(verb, meant, &s.import, &convention, &library);
    if (answer != 0)
        return answer;
    routh_context context = routh_context_default();
    library.keep_wrong = true;
    progress_show(&context);
    const routh_status status = routh_recording_read(&context, dataset_io(options->data), &library, read, NULL);
    progress_end();
    if (status == ROUTH_OK)
        return 0;
    answer = recording_fail(verb, options->data, meant, &context, read);
    routh_recording_release(NULL, read);
    return answer;
}

/* Tosses ------------------------------------------------------------------------------------------------------*/

routh_import3_options tosses_unstated(void) {
    return (routh_import3_options){.width = NAN, .mass = NAN, .rate = NAN, .gravity = NAN};
}

int tosses_read_meant(const char *verb, const char *data, const recording_options *meant, const char *variable, char up,
                      const routh_import3_options *import, dataset_notes *notes, routh_recording *read,
                      routh_dataset3 *dataset) {
    routh_context context = routh_context_default();
    routh_tracks_convention convention;
    routh_recording_options library;
    const routh_import_options stated = {.variable = variable};
    *read = (routh_recording){0};
    *notes = (dataset_notes){0};
    int answer = recording_library(verb, meant, &stated, &convention, &library);
    if (answer != 0)
        return answer;
    library.up = up;
    library.recognised = known;
    dataset_keep_notes(&context, notes);
    progress_show(&context);
    const routh_status status = routh_recording3_read(&context, dataset_io(data), &library, import, read, dataset);
    progress_end();
    if (status == ROUTH_OK)
        return 0;
    answer = recording_fail(verb, data, meant, &context, read);
    routh_recording_release(NULL, read);
    return answer;
}

int tosses_read(const char *verb, const char *data, char up, const routh_import3_options *import, dataset_notes *notes,
                routh_dataset3 *dataset) {
    routh_recording read;
    const int answer = tosses_read_meant(verb, data, NULL, NULL, up, import, notes, &read, dataset);
    if (answer == 0)
        routh_recording_release(NULL, &read);
    return answer;
}

int tosses_store(const char *verb, const char *path, const routh_dataset3 *dataset) {
    output_file out;
    return OUTPUT_WRITE(out, verb, path, routh_dataset3_write(&out.context, dataset, routh_io_file(out.file, path)));
}
