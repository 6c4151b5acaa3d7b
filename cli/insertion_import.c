/* routh insertion import: a robot's log in, a recording out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "insertion.h"
#include "program.h"

typedef struct insertion_import_options {
    const char *input, *output;
    insertion_log log;
} insertion_import_options;

/* The largest force (first = 0) or moment (3). */
static double largest(const routh_insertion *insertion, int first) {
    double most = 0;
    for (size_t k = 0; k < insertion->count; k++) {
        const double *w = &insertion->sample[k].wrench[first];
        most = fmax(most, hypot(hypot(w[0], w[1]), w[2]));
    }
    return most;
}

static double way(const routh_insertion *insertion) {
    double most = 0;
    const double *a = insertion->sample[0].hand.position;
    for (size_t k = 1; k < insertion->count; k++) {
        const double *b = insertion->sample[k].hand.position;
        most = fmax(most, hypot(hypot(b[0] - a[0], b[1] - a[1]), b[2] - a[2]));
    }
    return most;
}

/* How the numbers were meant: by the options, the file beside the log, or as docs/insertion.md has them. */
static void print_convention(const routh_insertion_convention *c) {
    static const char *const quantities[ROUTH_QUANTITIES] = {"length", "angle", "time", "force", "moment"};
    static const char *const si[ROUTH_QUANTITIES] = {"m", "rad", "s", "N", "N m"};
    static const char *const frames[] = {"the plate", "the plate", "the hand", "the world"};
    printf("  read as     ");
    for (int q = 0; q < ROUTH_QUANTITIES; q++) {
        const double unit = c->unit[q] > 0 ? c->unit[q] : 1;
        printf("%s%s in ", q ? ", " : "", quantities[q]);
        if (unit != 1)
            printf("%.6g ", unit);
        fputs(si[q], stdout);
    }
    printf("\n              quaternions %s; wrench on object %d, in the axes of %s%s\n",
           c->quaternion == ROUTH_XYZW ? "x y z w" : "w x y z", c->wrench_on == 2 ? 2 : 1, frames[c->wrench_frame],
           c->sensor[3] != 0 || c->sensor[4] != 0 || c->sensor[5] != 0 || c->sensor[6] != 0
               ? ", through the sensor's pose"
               : "");
}

/* What was understood, in units that a wrong one is seen in. */
static int print_summary(const char *verb, const routh_insertion *insertion, const char *output) {
    if (outputs_place(verb) != 0)
        return EXIT_BAD_USE;
    printf("%s: %zu samples at %.6g Hz, %.4g s\n", insertion->name, insertion->count, insertion->rate,
           insertion->sample[insertion->count - 1].time - insertion->sample[0].time);
    print_convention(&insertion->convention);
    printf("  hand        moves up to %.4g mm away from its first position\n", 1e3 * way(insertion));
    if (insertion->twist_window > 0)
        printf("  velocities  from poses, by parabolas over a window of %.3g s\n", insertion->twist_window);
    else
        printf("  velocities  as recorded\n");
    printf("  wrench      up to %.4g N and %.4g N m about the plate's origin\n", largest(insertion, 0),
           largest(insertion, 3));
    if (insertion->gaps.count)
        printf("  gaps        %zu; the longest is %.3g s, from %.4g s on\n", insertion->gaps.count,
               insertion->gaps.longest, insertion->gaps.start);
    printf("  offset      %.4g mm\n", 1e3 * insertion->offset);
    printf("  written to  %s\n", output);
    printf("Next: routh insertion observe %s --assembly FILE\n", output);
    return finish_standard_output(verb);
}

static int run(const char *verb, void *given) {
    const insertion_import_options *options = given;
    routh_context context = routh_context_default();
    routh_insertion_convention convention;
    OWNED(routh_insertion) insertion = {0};
    output_file out;
    if (!options->input)
        return fail(verb, "missing LOG; see `routh %s --help`", verb);
    if (!options->output)
        return fail(verb, "missing -o FILE: where to write the recording");
    TRY(insertion_convention(verb, &options->log, &convention));
    if (routh_insertion_read(&context, routh_io_path(options->input), &convention, &insertion) != ROUTH_OK)
        return fail_input(verb, &context);
    TRY(OUTPUT_WRITE(out, verb, options->output,
                     routh_insertion_write(&out.context, &insertion, routh_io_file(out.file, "recording.h5"))));
    return print_summary(verb, &insertion, options->output);
}

static const option_entry entries[] = {
    {"LOG", OPTION_OPERAND, offsetof(insertion_import_options, input), NULL,
     .about = "a log, .csv or .h5, with a .json file of the same name beside it", .path = PATH_INPUT,
     .beside = "*.json"},
    {"output", OPTION_TEXT, offsetof(insertion_import_options, output), "FILE",
     .about = "the recording, HDF5; the file appears whole or not at all", .path = PATH_OUTPUT},
};

static const option_group groups[] = {
    {"Options", OPTION_ENTRIES(entries), 0, NULL}, INSERTION_LOG_GROUP(insertion_import_options, log), {.entry = NULL}};

const program_verb verb_insertion_import = {
    .name = "import",
    .title = "insertion import",
    .about = "a robot's log to a recording, by the names of its columns",
    .usage = "insertion import LOG -o OUT.h5 [OPTION]…",
    .text =
        "Reads a log, CSV or HDF5, with whatever names, units, order of quaternions, frame and sign of the wrench it "
        "has, and writes it as a recording that needs no options any more. The other parts of `routh insertion` read "
        "a log directly with the same options. docs/insertion.md has an example.",
    .groups = groups,
    .examples = "routh insertion import log.csv --units mm,Nmm --quaternion xyzw --wrench-frame hand -o log.h5\n"
                "routh insertion import log.h5 --columns time=t,px=tcp:1,py=tcp:2,pz=tcp:3 -o out.h5",
    .options_size = sizeof(insertion_import_options),
    .run = run,
};
