/* `routh import --space`: motions in space as tosses.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "import_space.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output.h"
#include "progress.h"
#include "shape3_options.h"

routh_import3_options tosses_unstated(void) {
    return (routh_import3_options){.width = NAN, .mass = NAN, .rate = NAN, .gravity = NAN};
}

/* Reads them with what is said about motions; NULL: nothing is. */
static int tosses_of(const char *verb, const char *data, const recording_options *meant, const char *variable, char up,
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
    library.recognised = dataset_kind_known();
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
    const int answer = tosses_of(verb, data, NULL, NULL, up, import, notes, &read, dataset);
    if (answer == 0)
        routh_recording_release(NULL, &read);
    return answer;
}

/* The same object as of motions in the plane; tosses have no impacts yet. */
static int print_json(const char *verb, const routh_recording *read, const routh_dataset3 *dataset) {
    routh_context context = routh_context_default();
    output_file out;
    routh_dataset summary = {.body = {.mass = dataset->mass, .inertia = NAN},
                             .rate = dataset->rate,
                             .gravity = dataset->gravity,
                             .gap = NAN,
                             .trajectory_count = dataset->trajectory_count};
    snprintf(summary.name, sizeof summary.name, "%s", dataset->name);
    const int answer = output_open(&out, verb, NULL);
    if (answer != 0)
        return answer;
    const routh_io to = routh_io_file(out.file, NULL);
    return output_end(&out, &context,
                      read->tracks.count > 0 ? routh_tracks_write(&context, &read->tracks, &read->axes, &summary, to)
                                             : routh_import_write(&context, &summary, to));
}

static int print(const char *verb, const routh_recording *read, const routh_dataset3 *dataset,
                 const dataset_notes *notes, const char *output) {
    routh_context context = routh_context_default();
    output_file out;
    const int answer = output_open(&out, verb, NULL);
    if (answer != 0)
        return answer;
    routh_status status = read->tracks.count > 0 ? recording_print(&context, out.file, read) : ROUTH_OK;
    if (status == ROUTH_OK)
        status = routh_import3_write(&context, dataset, routh_io_file(out.file, ".txt"));
    for (int i = 0; status == ROUTH_OK && i < notes->count; i++)
        if (notes->level[i] == ROUTH_LOG_INFO)
            fprintf(out.file, "  note        %s\n", notes->line[i]);
    if (status == ROUTH_OK)
        fputs("  next        `routh toss` or `routh study` finds the impacts and compares laws; `routh toss … "
              "--rollouts` "
              "predicts whole tosses\n",
              out.file);
    if (status == ROUTH_OK && output)
        fprintf(out.file, "  written to  %s\n", output);
    return output_end(&out, &context, status);
}

int tosses_store(const char *verb, const char *path, const routh_dataset3 *dataset) {
    routh_context context = routh_context_default();
    output_file out;
    const int answer = output_open(&out, verb, path);
    if (answer != 0)
        return answer;
    return output_end(&out, &context, routh_dataset3_write(&context, dataset, routh_io_file(out.file, path)));
}

/* The options of the library; `shape` lives as long as they do. */
static int take_options(const char *verb, const dataset_options *data, routh_shape3 *shape,
                        routh_import3_options *import) {
    *import = tosses_unstated();
    int answer = check_dataset_numbers(verb, NULL, data);
    if (answer == 0 && data->shape)
        answer = parse_shape3(verb, "--shape", data->shape, &import->width, shape);
    if (answer != 0)
        return answer;
    import->shape = shape->count > 0 ? shape : NULL;
    import->mass = data->mass.given ? data->mass.value : import->mass;
    import->rate = data->rate.given ? data->rate.value : import->rate;
    import->gravity = data->gravity.given ? data->gravity.value : import->gravity;
    return 0;
}

int import_space(const char *verb, const dataset_options *data, const recording_options *meant, const char *output,
                 int json) {
    routh_import3_options import;
    routh_shape3 shape = {.count = 0};
    routh_dataset3 dataset = {0};
    dataset_notes notes = {0};
    routh_recording read = {0};
    int answer = take_options(verb, data, &shape, &import);
    if (answer == 0)
        answer = tosses_of(verb, data->data, meant, data->variable, 0, &import, &notes, &read, &dataset);
    if (answer == 0 && data->name)
        snprintf(dataset.name, sizeof dataset.name, "%s", data->name);
    if (answer == 0 && output)
        answer = tosses_store(verb, output, &dataset);
    if (answer == 0)
        answer = json ? print_json(verb, &read, &dataset) : print(verb, &read, &dataset, &notes, output);
    if (answer == 0)
        dataset_note(verb, &notes);
    routh_recording_release(NULL, &read);
    routh_dataset3_release(NULL, &dataset);
    routh_shape3_release(NULL, &shape);
    return answer;
}
