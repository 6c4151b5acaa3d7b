/* routh toss: recorded tosses of a cube in, laws of impact compared on single corners out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "toss.h"

#include <string.h>

#include "options.h"
#include "output.h"
#include "progress.h"
#include "verbs.h"

typedef struct toss_options {
    const char *data, *output, *svg;
    option_number width, mass, rate, gravity, unit, inertia, corner_gap;
    size_t flight_min, flight_max, bootstrap, seed, threads;
    int no_calibration, json;
} toss_options;

static int library_options(const char *verb, const toss_options *options, routh_toss_options *chosen) {
    *chosen = routh_toss_options_default();
    const struct {
        const option_number *given;
        double *value;
    } numbers[] = {{&options->width, &chosen->width},
                   {&options->mass, &chosen->mass},
                   {&options->rate, &chosen->rate},
                   {&options->gravity, &chosen->gravity},
                   {&options->unit, &chosen->unit},
                   {&options->inertia, &chosen->inertia},
                   {&options->corner_gap, &chosen->corner_gap}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i].given->given)
            *numbers[i].value = numbers[i].given->value;
    if ((options->unit.given && !(options->unit.value > 0)) ||
        (options->inertia.given && !(options->inertia.value > 0)))
        return fail(verb, "--unit and --inertia must be more than 0");
    chosen->calibrate = !options->no_calibration;
    const struct {
        size_t given, *value;
    } counts[] = {{options->flight_min, &chosen->flight_min},
                  {options->flight_max, &chosen->flight_max},
                  {options->bootstrap, &chosen->draws}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        if (counts[i].given > 0)
            *counts[i].value = counts[i].given;
    if (options->seed > 0)
        chosen->seed = options->seed;
    routh_context context = routh_context_default();
    return routh_toss_options_check(&context, chosen) == ROUTH_OK ? 0 : fail(verb, "%s", context.message);
}

static int fail_unused(const char *verb, const toss_answer *answer) {
    int most = 0;
    for (int reason = 1; reason < ROUTH_REASON_COUNT; reason++)
        if (answer->impacts.rejected[reason] > answer->impacts.rejected[most])
            most = reason;
    if (answer->impacts.count == 0)
        return fail(verb, "%s: no contact in %zu toss%s; are --rate, --gravity and --unit right?", answer->tosses.name,
                    answer->tosses.count, answer->tosses.count == 1 ? "" : "es");
    return fail(verb, "%s: none of %zu contacts is a clean impact of a single corner; most often: %s",
                answer->tosses.name, answer->impacts.count, routh_about(&routh_reasons, most));
}

/* Reads, segments and compares. */
static int find_answer(const char *verb, const toss_options *options, toss_answer *answer) {
    routh_context context = routh_context_default();
    context.threads = (int)options->threads;
    progress_show(&context);
    routh_status status = routh_tosses_read(&context, routh_io_path(options->data), &answer->options, &answer->tosses);
    if (status == ROUTH_OK)
        status = routh_toss_segment(&context, &answer->tosses, &answer->options, &answer->impacts);
    if (status == ROUTH_OK && answer->impacts.used > 0) {
        status = routh_toss_compare(&context, &answer->impacts, &answer->options, &answer->comparison);
        answer->compared = status == ROUTH_OK;
        if (status == ROUTH_BAD_ARGUMENT) {
            memcpy(answer->why_not, context.message, sizeof answer->why_not);
            status = ROUTH_OK;
        }
    }
    progress_end();
    if (status != ROUTH_OK)
        return fail(verb, "%s", context.message);
    return answer->impacts.used > 0 ? 0 : fail_unused(verb, answer);
}

static int write_impacts(const char *verb, const char *path, const toss_answer *answer) {
    output_file out;
    int result = output_open(&out, verb, path);
    if (result != 0)
        return result;
    toss_write_csv(out.file, answer);
    return output_close(&out);
}

static int write_picture(const char *verb, const char *path, const toss_answer *answer) {
    routh_context context = routh_context_default();
    output_file out;
    if (!answer->compared) {
        warn(verb, "%s was not written: %s", path, answer->why_not);
        return 0;
    }
    int result = output_open(&out, verb, path);
    if (result != 0)
        return result;
    if (routh_toss_write_svg(&context, &answer->impacts, &answer->comparison, routh_io_file(out.file, NULL)) !=
        ROUTH_OK)
        return output_fail(&out, context.message);
    return output_close(&out);
}

static int report(const char *verb, const toss_options *options, const toss_answer *answer) {
    int result = options->output ? write_impacts(verb, options->output, answer) : 0;
    if (result == 0 && options->svg)
        result = write_picture(verb, options->svg, answer);
    if (result != 0)
        return result;
    if (!options->json)
        toss_write_text(stdout, answer);
    else if (!toss_write_json(stdout, answer))
        return fail(verb, "out of memory");
    result = finish_standard_output(verb);
    return result != 0 ? result : !answer->compared;
}

static int run(const char *verb, void *given) {
    const toss_options *options = given;
    if (!options->data)
        return fail(verb, "missing DATA: a folder of CSV files, or one file");
    const char *const files[] = {options->output, options->svg};
    for (int i = 0; i < 2; i++)
        if (files[i] && strcmp(files[i], "-") == 0)
            return fail(verb, "--%s needs a file: the report goes to standard output", i == 0 ? "output" : "svg");
    toss_answer answer = {.compared = 0};
    int result = library_options(verb, options, &answer.options);
    if (result == 0)
        result = find_answer(verb, options, &answer);
    if (result == 0)
        result = report(verb, options, &answer);
    routh_toss_comparison_release(NULL, &answer.comparison);
    routh_toss_impacts_release(NULL, &answer.impacts);
    routh_tosses_release(NULL, &answer.tosses);
    return result;
}

static const option_entry entries[] = {
    {"DATA", OPTION_OPERAND, offsetof(toss_options, data), NULL,
     .about =
         "a folder of CSV files or one file: px,py,pz,qw,qx,qy,qz[,wx,wy,wz], one frame a row, z upwards, the board "
         "at 0"},
    {"width", OPTION_NUMBER, offsetof(toss_options, width), "W", .about = "edge of the cube, m", .otherwise = "0.1048"},
    {"mass", OPTION_NUMBER, offsetof(toss_options, mass), "M", .about = "mass, kg", .otherwise = "0.37"},
    {"rate", OPTION_NUMBER, offsetof(toss_options, rate), "F", .about = "frames per second, Hz", .otherwise = "148"},
    {"gravity", OPTION_NUMBER, offsetof(toss_options, gravity), "G", .about = "gravity, m/s²", .otherwise = "9.81"},
    {"unit", OPTION_NUMBER, offsetof(toss_options, unit), "U", .about = "the files' unit of length, m",
     .otherwise = "half the width"},
    {"inertia", OPTION_NUMBER, offsetof(toss_options, inertia), "I",
     .about = "moment of inertia about any axis through the centre of mass, kg m²",
     .otherwise = "measured from the impacts"},
    {"no-calibration", OPTION_FLAG, offsetof(toss_options, no_calibration), NULL,
     .about = "a sharp uniform cube tracked at its centre, lengths as recorded"},
    {"flight-min", OPTION_COUNT, offsetof(toss_options, flight_min), "N",
     .about = "frames of flight needed before and after a contact", .otherwise = "5"},
    {"flight-max", OPTION_COUNT, offsetof(toss_options, flight_max), "N", .about = "frames used of a longer flight",
     .otherwise = "10"},
    {"corner-gap", OPTION_NUMBER, offsetof(toss_options, corner_gap), "D",
     .about = "a second corner nearer to the board than this may touch too, m", .otherwise = "0.005"},
    {"bootstrap", OPTION_COUNT, offsetof(toss_options, bootstrap), "B", .about = "resamples for the intervals",
     .otherwise = "100"},
    OPTION_SEED(toss_options, seed),
    OPTION_WORKERS(toss_options, threads),
    {"output", OPTION_TEXT, offsetof(toss_options, output), "FILE",
     .about = "every contact as comma-separated values, those not used with the reason"},
    {"svg", OPTION_TEXT, offsetof(toss_options, svg), "FILE",
     .about = "a picture: errors, and predicted against measured velocities"},
    OPTION_JSON(toss_options, json, "print the report as JSON"),
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(entries), 0, NULL}, {.entry = NULL}};

const program_verb verb_toss = {
    .name = "toss",
    .title = "toss",
    .about = "tosses of a cube: impacts of single corners, and laws in three dimensions compared on them",
    .usage = "toss DATA [OPTION]…",
    .text =
        "Finds impacts of single corners in recorded tosses of a cube on a board, measures the properties of the cube "
        "that the recording determines (scale, centre of mass, rounded corners, inertia), and compares laws of impact "
        "in three dimensions on the velocities after: without friction, rigid, and with tangential compliance, each "
        "fitted to one half of the tosses and tested on the other. docs/cube-tosses.md explains the report.",
    .groups = groups,
    .notes = "Exit code 1: too few impacts to compare laws; the rest of the report is complete.",
    .examples = "routh toss cube-tosses/ --svg tosses.svg -o impacts.csv",
    .options_size = sizeof(toss_options),
    .run = run,
};
