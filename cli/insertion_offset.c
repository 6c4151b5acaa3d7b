/* routh insertion offset: how deep the parts are pressed into each other, from a reference insertion.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>

#include "insertion.h"
#include "program.h"

typedef struct offset_options {
    insertion_options data;
    const char *output;
    option_number from, to;
    int json;
} offset_options;

static const double usual_from = 30, usual_to = 50;

/* The axis in object 2's axes; NULL where the assembly has none. */
static const double *axis_of(const routh_assembly *assembly) {
    for (size_t j = 0; j < assembly->count; j++)
        if (assembly->displacement[j].kind == ROUTH_DISPLACE_OFFSET)
            return assembly->displacement[j].axis;
    return NULL;
}

/* What to do with it. */
static void print_next(FILE *file, const routh_insertion_offset_estimate *e) {
    fprintf(file,
            "Next: write \"offset\": %.4g into the .json file beside the log of the test, where its units are m (%.4g "
            "where "
            "they are mm), or give it to an .h5 recording as its attribute `offset`, in m\n",
            e->offset, 1e3 * e->offset);
}

static int print_all(const char *verb, const offset_options *options, const routh_insertion_offset_estimate *estimate) {
    output_file out;
    if (output_open(&out, verb, options->output) != 0)
        return EXIT_BAD_USE;
    const routh_status status =
        routh_insertion_offset_write(&out.context, estimate, routh_io_file(out.file, options->json ? ".json" : ".txt"));
    if (status == ROUTH_OK && !options->json)
        print_next(out.file, estimate);
    return output_end(&out, status);
}

static int estimate_offset(const char *verb, const offset_options *options, const insertion_data *data) {
    routh_context context = routh_context_default();
    routh_insertion_offset_estimate estimate;
    const double *axis = axis_of(&data->assembly);
    const double from = options->from.given ? options->from.value : usual_from;
    const double to = options->to.given ? options->to.value : usual_to;
    if (!axis)
        return fail(verb, "the assembly has no displacement of kind \"offset\", whose axis is that of the insertion");
    if (routh_insertion_offset(&context, &data->recording[0], axis, from, to, &estimate) != ROUTH_OK)
        return fail_input_of(verb, options->data.recordings.text[0], &context);
    return print_all(verb, options, &estimate);
}

static int run(const char *verb, void *given) {
    const offset_options *options = given;
    ENDS(insertion_release) insertion_data data = {0};
    if (options->data.recordings.count > 1)
        return fail(verb, "give one RECORDING, not %zu", options->data.recordings.count);
    TRY(insertion_read(verb, &options->data, &data));
    return estimate_offset(verb, options, &data);
}

static const option_entry entries[] = {
    {"RECORDING", OPTION_OPERANDS, offsetof(offset_options, data.recordings), NULL,
     .about = "the reference insertion with its retraction, .h5, or .csv with a .json file of the same name beside it",
     .path = PATH_INPUT, .beside = "*.json assembly.json scene.json"},
    OPTION_OUTPUT(offset_options, output),
    {"from", OPTION_NUMBER, offsetof(offset_options, from), "N",
     .about = "force under which the reference insertion rests, N", .otherwise = "30", .field = "from"},
    {"to", OPTION_NUMBER, offsetof(offset_options, to), "N", .about = "force of the test, N", .otherwise = "50",
     .field = "to"},
    {"assembly", OPTION_TEXT, offsetof(offset_options, data.assembly), "FILE",
     .about = "the parts; the axis is that of their offset",
     .otherwise = "assembly.json beside the recording, or scene.json", .path = PATH_INPUT},
    OPTION_JSON(offset_options, json, "every number as JSON instead of text"),
};

static const option_group groups[] = {
    {"Options", OPTION_ENTRIES(entries), 0, NULL}, INSERTION_LOG_GROUP(offset_options, data.log), {.entry = NULL}};

const program_verb verb_insertion_offset = {
    .name = "offset",
    .title = "insertion offset",
    .about = "how deep the parts are pressed into each other, from a reference insertion",
    .usage = "insertion offset RECORDING [-o FILE] [OPTION]…",
    .text = "The offset δ_r of a test under 50 N, from a reference insertion that rests under 30 N and is retracted: "
            "as the "
            "force falls to nothing the hand moves by how deep the parts were pressed into each other, and 50/30 of "
            "that is "
            "the offset. Recordings of tests need it. In the description of the reference insertion, where it is not "
            "known, the offset may be 0.",
    .groups = groups,
    .examples = "routh paper guides --test 2a --reference -o insertions\n"
                "routh insertion offset insertions/2a-reference.h5",
    .options_size = sizeof(offset_options),
    .run = run,
};
