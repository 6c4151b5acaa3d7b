/* routh insertion: stiffness, friction and geometry of parts from an insertion with many contacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "output.h"
#include "verbs.h"

static const char help[] =
    "Usage: routh insertion simulate|identify|observe|lcurve [OPTION]…\n\n"
    "From poses, velocities and wrenches of one object that is pushed into another: contact stiffness, friction, and\n"
    "how far the parts are from where they are drawn, with what the recording cannot tell said first. "
    "docs/insertion.md\n"
    "has the mathematics and the files.\n\n"
    "  simulate    recordings whose truth is known: V-guides pushed into V-grooves\n"
    "  identify    stiffness, friction and displacements of parts; tables and a page to look at\n"
    "  observe     which displacements the recording shows, which only together, which not at all\n"
    "  lcurve      how the fit depends on the weight of what is known beforehand\n\n"
    "`routh insertion identify --help` and so on explain each.\n\n"
    "Example:\n"
    "  routh insertion simulate -o insertions\n"
    "  routh insertion identify insertions/2a.h5 -o report\n";

typedef struct part_verb {
    const char *name, *full;
    int (*run)(int argc, char **argv);
} part_verb;

static const part_verb parts[] = {
    {"simulate", "insertion simulate", insertion_simulate},
    {"identify", "insertion identify", insertion_identify},
    {"observe", "insertion observe", insertion_observe},
    {"lcurve", "insertion lcurve", insertion_lcurve},
};

enum { PARTS = sizeof parts / sizeof parts[0] };

static const char *part_name(size_t index, const void *user) {
    (void)user;
    return parts[index].name;
}

int verb_insertion(int argc, char **argv) {
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        if (argc < 2)
            return fail(argv[0], "which of simulate, identify, observe, lcurve? `routh insertion --help` explains");
        fputs(help, stdout);
        return finish_standard_output(argv[0]);
    }
    for (int i = 0; i < PARTS; i++)
        if (strcmp(argv[1], parts[i].name) == 0) {
            char name[64];
            snprintf(name, sizeof name, "%s", parts[i].full);
            argv[1] = name;
            return parts[i].run(argc - 1, argv + 1);
        }
    const char *nearest = routh_nearest_name(argv[1], PARTS, part_name, NULL);
    if (nearest)
        return fail(argv[0], "unknown '%.60s'; did you mean `routh insertion %s`?", argv[1], nearest);
    return fail(argv[0], "unknown '%.60s'; `routh insertion --help` lists what there is", argv[1]);
}

/* "insertions/2a.h5" → "insertions/scene.json", to be freed. */
static char *scene_beside(const char *recording) {
    const char *slash = strrchr(recording, '/');
    const size_t folder = slash ? (size_t)(slash - recording) + 1 : 0;
    char *path = malloc(folder + sizeof "scene.json");
    if (path) {
        memcpy(path, recording, folder);
        strcpy(path + folder, "scene.json");
    }
    return path;
}

static int read_scene(const char *verb, const insertion_options *options, routh_assembly *assembly) {
    routh_context context = routh_context_default();
    char *beside = options->scene ? NULL : scene_beside(options->recordings.text[0]);
    if (!options->scene && !beside)
        return fail(verb, "out of memory");
    const routh_status status = routh_assembly_read(&context, options->scene ? options->scene : beside, assembly);
    free(beside);
    if (status == ROUTH_OK)
        return 0;
    return options->scene ? fail(verb, "%s", context.message)
                          : fail(verb, "%s (--scene names another file)", context.message);
}

/* Names become names of files, and tell recordings apart: "2a", "2a" → "2a", "2a-2". */
static void tell_apart(routh_insertion *recording, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char *name = recording[i].name, own[ROUTH_LABEL_SIZE - 8];
        for (char *slash = strchr(name, '/'); slash; slash = strchr(slash, '/'))
            *slash = '_';
        snprintf(own, sizeof own, "%s", name);
        routh_utf8_drop_cut(own);
        size_t number = 1;
        for (size_t j = 0; j < i; j++)
            if (strcmp(recording[j].name, name) == 0) {
                snprintf(name, ROUTH_LABEL_SIZE, "%s-%zu", own, ++number);
                j = (size_t)-1; /* the new name may be taken as well: from the first again */
            }
    }
}

int insertion_read(const char *verb, const insertion_options *options, insertion_data *data) {
    routh_context context = routh_context_default();
    *data = (insertion_data){0};
    const size_t count = options->recordings.count;
    if (count == 0)
        return fail(verb, "which recording? `routh %s --help` shows how it goes", verb);
    int answer = read_scene(verb, options, &data->assembly);
    if (answer != 0)
        return answer;
    data->recording = calloc(count, sizeof *data->recording);
    if (!data->recording)
        answer = fail(verb, "out of memory");
    for (size_t i = 0; i < count && answer == 0; i++) {
        if (routh_insertion_read(&context, options->recordings.text[i], &data->recording[i]) != ROUTH_OK)
            answer = fail(verb, "%s", context.message);
        else
            data->count++;
    }
    if (answer == 0)
        tell_apart(data->recording, count);
    else
        insertion_release(data);
    return answer;
}

void insertion_release(insertion_data *data) {
    for (size_t i = 0; i < data->count; i++)
        routh_insertion_release(NULL, &data->recording[i]);
    free(data->recording);
    routh_assembly_release(NULL, &data->assembly);
    *data = (insertion_data){0};
}

/* Options that must be numbers above 0, or from 0 on. */
static int take_number(const char *verb, const char *name, const option_number *number, int from_zero, double *target) {
    if (!number->given)
        return 0;
    if (!(from_zero ? number->value >= 0 : number->value > 0))
        return fail(verb, "--%s %g must be %s", name, number->value, from_zero ? "0 or more" : "more than 0");
    *target = number->value;
    return 0;
}

int insertion_study_options(const char *verb, const insertion_options *options, routh_insertion_study_options *study) {
    *study = routh_insertion_study_options_default();
    study->regressor.threads = options->threads < 256 ? (int)options->threads : 256;
    int answer = take_number(verb, "rate", &options->rate, 1, &study->rate);
    if (answer == 0)
        answer = take_number(verb, "slip-speed", &options->slip_speed, 1, &study->regressor.slip_speed);
    if (answer == 0)
        answer = take_number(verb, "stick-weight", &options->stick_weight, 0, &study->regressor.stick_weight);
    if (answer == 0)
        answer = take_number(verb, "force", &options->force, 0, &study->regressor.force_scale);
    if (answer == 0)
        answer = take_number(verb, "moment", &options->moment, 0, &study->regressor.moment_scale);
    if (answer == 0)
        answer = take_number(verb, "gamma", &options->gamma, 1, &study->fit.gamma);
    if (answer == 0 && options->method && strcmp(options->method, "nelder-mead") == 0)
        study->fit.method = ROUTH_NELDER_MEAD;
    else if (answer == 0 && options->method && strcmp(options->method, "levenberg-marquardt") != 0)
        answer = fail(verb, "--method '%.60s' is neither levenberg-marquardt nor nelder-mead", options->method);
    return answer;
}

int insertion_open(const char *verb, const insertion_options *options, insertion_single *single) {
    routh_context context = routh_context_default();
    *single = (insertion_single){0};
    if (options->recordings.count > 1)
        return fail(verb, "one recording at a time");
    int answer = insertion_study_options(verb, options, &single->options);
    if (answer == 0)
        answer = insertion_read(verb, options, &single->data);
    if (answer != 0)
        return answer;
    routh_status status =
        routh_insertion_reduce(&context, &single->data.recording[0], single->options.rate, &single->reduced);
    if (status == ROUTH_OK)
        status = routh_regressor_create(&context, &single->data.assembly, &single->reduced, &single->options.regressor,
                                        &single->regressor);
    if (status == ROUTH_OK)
        return 0;
    insertion_close(single);
    return fail(verb, "%s", context.message);
}

void insertion_close(insertion_single *single) {
    routh_regressor_release(NULL, single->regressor);
    routh_insertion_release(NULL, &single->reduced);
    insertion_release(&single->data);
}
