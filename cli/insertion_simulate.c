/* routh insertion simulate: recordings whose truth is known.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "insertion.h"
#include "program.h"

static const char *ending_of(const insertion_simulate_options *options) {
    return options->format.index ? "csv" : "h5";
}

static routh_insertion_generator setting_of(const insertion_simulate_options *options, const simulated_path *one) {
    routh_insertion_generator setting = routh_insertion_generator_default();
    const struct {
        const option_number *given;
        double *target;
    } numbers[] = {{&options->stiffness, &setting.stiffness},   {&options->mu, &setting.friction},
                   {&options->shift, &setting.displacement},    {&options->turn, &setting.turn},
                   {&options->force_wave, &setting.force_wave}, {&options->rate, &setting.rate}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i].given->given)
            *numbers[i].target = numbers[i].given->value;
    if (options->exact)
        setting.displacement = setting.turn = 0;
    setting.sensors = !options->no_sensors;
    setting.seed = options->seed ? options->seed : setting.seed;
    setting.path = one->path;
    setting.draw = one->draw;
    return setting;
}

static routh_status write_assembly(routh_context *context, const void *what, routh_io to) {
    return routh_assembly_write(context, what, to);
}

static void print_one(const routh_insertion_summary *made) {
    printf("%s: %zu instants in %.1f s of recording, K = %g N/m, μ = %g, offset %.3g mm\n", made->path, made->samples,
           made->duration, made->setting.stiffness, made->setting.friction, 1e3 * made->offset);
}

/* A file's name: the recording's, "-reference" or nothing, and the ending. */
enum { SIMULATED_FILE_NAME = ROUTH_LABEL_SIZE + 32 };
static const char *file_name_of(char name[SIMULATED_FILE_NAME], const simulated_path *one, const char *kind,
                                const char *ending) {
    snprintf(name, SIMULATED_FILE_NAME, "%s%s.%s", one->path->name, kind, ending);
    return name;
}

/* A table has its constants beside it. */
static int claim_one(const result_folder *results, const insertion_simulate_options *options, const simulated_path *one,
                     const char *kind) {
    char name[SIMULATED_FILE_NAME];
    const int answer = results_claim(results, file_name_of(name, one, kind, ending_of(options)));
    return answer == 0 && options->format.index ? results_claim(results, file_name_of(name, one, kind, "json"))
                                                : answer;
}

/* A recording in its file or files; *shown, to be freed, is where it will be. */
static int write_recording(result_folder *results, const insertion_simulate_options *options, const simulated_path *one,
                           const char *kind, const routh_insertion *insertion, char **shown) {
    routh_context context = writing_context();
    char name[SIMULATED_FILE_NAME];
    *shown = malloc(strlen(results->shown) + sizeof name + 1);
    if (!*shown || (options->format.index && !results_path(results, file_name_of(name, one, kind, "json"))))
        return fail(results->verb, "out of memory");
    sprintf(*shown, "%s/%s", results->shown, file_name_of(name, one, kind, ending_of(options)));
    const char *path = results_path(results, name);
    if (!path)
        return fail(results->verb, "out of memory");
    const routh_status status = routh_insertion_write(&context, insertion, (routh_io){.path = path, .name = *shown});
    return status == ROUTH_OK ? 0 : fail_input(results->verb, &context);
}

static int simulate_one(result_folder *results, const insertion_simulate_options *options,
                        const routh_assembly *assembly, const simulated_path *one, routh_insertion_summary *made) {
    routh_context context = routh_context_default();
    const routh_insertion_generator setting = setting_of(options, one);
    routh_insertion insertion, retraction;
    progress_show(&context);
    routh_status status = routh_insertion_generate(&context, assembly, &setting, &insertion, &retraction);
    progress_end();
    if (status != ROUTH_OK)
        return fail_input_of(results->verb, one->path->name, &context);
    *made = (routh_insertion_summary){
        .setting = setting,
        .samples = insertion.count,
        .duration = insertion.sample[insertion.count - 1].time - insertion.sample[0].time,
        .offset = insertion.offset,
    };
    char *shown = NULL, *reference = NULL;
    int answer = write_recording(results, options, one, "", &insertion, &shown);
    if (answer == 0 && options->reference)
        answer = write_recording(results, options, one, "-reference", &retraction, &reference);
    made->path = shown;
    free(reference);
    routh_insertion_release(&context, &insertion);
    routh_insertion_release(&context, &retraction);
    return answer;
}

static int print_end(const char *verb, const char *folder, const insertion_simulate_options *options,
                     const routh_insertion_summary *made, size_t count) {
    if (!options->json) {
        for (size_t i = 0; i < count; i++)
            print_one(&made[i]);
        for (size_t i = 0; i < count && options->reference; i++)
            printf("%s/%s-reference.%s: the reference insertion, for `routh insertion offset`\n", folder,
                   made[i].setting.path->name, ending_of(options));
        printf("Next: routh insertion identify %s/%s.%s -o report\n", folder, made[0].setting.path->name,
               ending_of(options));
        return finish_standard_output(verb);
    }
    output_file out;
    return OUTPUT_WRITE(out, verb, NULL,
                        routh_insertion_summaries_write(&out.context, made, count, routh_io_file(out.file, NULL)));
}

static int make_all(result_folder *results, const insertion_simulate_options *options, const routh_assembly *assembly,
                    const simulated_path *list, size_t count, routh_insertion_summary *made) {
    int answer = results_write(results, "assembly.json", write_assembly, assembly);
    for (size_t i = 0; i < count && answer == 0; i++)
        answer = simulate_one(results, options, assembly, &list[i], &made[i]);
    return answer == 0 ? results_place(results) : answer;
}

/* Recordings of other paths that an earlier run put there stay: each stands for itself. */
int insertion_simulate(const char *verb, const insertion_simulate_options *options, const routh_assembly *assembly,
                       const simulated_path *list, size_t count) {
    routh_insertion_summary summary[MOST_SIMULATED_PATHS] = {{.path = NULL}};
    result_folder results;
    int answer = results_open(&results, verb, options->output, RESULTS_ADD);
    if (answer == 0)
        answer = results_claim(&results, "assembly.json");
    for (size_t i = 0; i < count && answer == 0; i++)
        answer = claim_one(&results, options, &list[i], "");
    for (size_t i = 0; i < count && answer == 0 && options->reference; i++)
        answer = claim_one(&results, options, &list[i], "-reference");
    if (answer == 0)
        answer = make_all(&results, options, assembly, list, count, summary);
    results_release(&results);
    if (answer == 0)
        answer = print_end(verb, options->output, options, summary, count);
    for (size_t i = 0; i < count; i++)
        free((char *)summary[i].path);
    return answer;
}

typedef struct own_simulate_options {
    insertion_simulate_options simulate;
    const char *path, *assembly;
} own_simulate_options;

static int run(const char *verb, void *given) {
    const own_simulate_options *options = given;
    routh_context context = routh_context_default();
    routh_insertion_path path = routh_insertion_path_default();
    OWNED(routh_assembly) assembly = {0};
    if (!options->assembly)
        return fail(verb,
                    "--assembly is missing: the parts that are pushed into each other; `routh paper guides` has the "
                    "V-guides of the paper");
    if (options->path && routh_insertion_path_read(&context, routh_io_path(options->path), &path) != ROUTH_OK)
        return fail_input(verb, &context);
    TRY(insertion_read_parts(verb, options->assembly, &assembly));
    return insertion_simulate(verb, &options->simulate, &assembly, &(simulated_path){.path = &path}, 1);
}

#define NUMBER(member, name, value, text, usual, its_field)                                                            \
    {                                                                                                                  \
        name, OPTION_NUMBER, offsetof(insertion_simulate_options, member), value,                                      \
            .about = (text), .otherwise = (usual), .field = (its_field)                                                \
    }

const option_entry insertion_simulate_entries[INSERTION_SIMULATE_OPTIONS] = {
    {"output", OPTION_TEXT, offsetof(insertion_simulate_options, output), "FOLDER", .about = "where to write",
     .otherwise = "insertions", .path = PATH_OUTPUT_FOLDER, .fallback = "insertions"},
    NUMBER(stiffness, "stiffness", "K", "stiffness of each contact, N/m", "1.8e5", "stiffness"),
    NUMBER(mu, "mu", "X", "coefficient of friction", "0.2", "friction"),
    NUMBER(shift, "shift", "S", "standard deviation of the parts' true shifts, m", "1e-4", "displacement"),
    NUMBER(turn, "turn", "A", "… and turns, rad", "1e-4", "turn"),
    {"exact", OPTION_FLAG, offsetof(insertion_simulate_options, exact), NULL,
     .about = "parts exactly as drawn: --shift 0 --turn 0"},
    {"no-sensors", OPTION_FLAG, offsetof(insertion_simulate_options, no_sensors), NULL,
     .about = "measured without error"},
    {"reference", OPTION_FLAG, offsetof(insertion_simulate_options, reference), NULL,
     .about = "write the end of the reference insertion and its retraction, too, for `insertion offset`"},
    NUMBER(force_wave, "force-wave", "W", "vary the insertion force by this share of itself", "0", "force_wave"),
    NUMBER(rate, "rate", "F",
           "rate of the recording, Hz; below 250 the retraction is too short to determine the offset; at most 1e5",
           "1000", "rate"),
    OPTION_SEED(insertion_simulate_options, seed),
    {"format", OPTION_CHOICE, offsetof(insertion_simulate_options, format), "F",
     .about = "of recordings; csv has a JSON file beside each table", .choices = "h5 csv", .otherwise = "h5"},
    OPTION_JSON(insertion_simulate_options, json, "print the summary as JSON"),
};

static const option_entry own_entries[] = {
    {"assembly", OPTION_TEXT, offsetof(own_simulate_options, assembly), "FILE",
     .about = "the parts; X is the axis of the insertion", .path = PATH_INPUT},
    {"path", OPTION_TEXT, offsetof(own_simulate_options, path), "FILE",
     .about = "what the hand does, also that of a plan: see `routh insertion plan`", .otherwise = "begins turned by 2°",
     .path = PATH_INPUT},
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(own_entries), 0, NULL},
                                      INSERTION_SIMULATE_GROUP(own_simulate_options, simulate),
                                      {.entry = NULL}};

const program_verb verb_insertion_simulate = {
    .name = "simulate",
    .title = "insertion simulate",
    .about = "a recording whose truth is known, of parts of your own",
    .usage = "insertion simulate --assembly FILE [--path FILE] [-o FOLDER] [OPTION]…",
    .text = "The parts are pushed into each other: quasi-static equilibrium of the held object, with friction, "
            "measured by imperfect "
            "sensors. It begins with a reference insertion, which determines how deep the parts are pressed into each "
            "other. "
            "Writes assembly.json and the recording, with the truth in it. `routh paper guides` does so with the parts "
            "and tests of "
            "the paper.",
    .groups = groups,
    .examples = "routh insertion simulate --assembly assembly.json --path plan.json -o insertions",
    .options_size = sizeof(own_simulate_options),
    .run = run,
};
