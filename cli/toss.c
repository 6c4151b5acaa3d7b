/* routh toss: recorded tosses of a cube in, laws of impact compared on single corners out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "toss.h"

#include <string.h>

#include "options.h"
#include "output.h"
#include "progress.h"
#include "verbs.h"

static const char help[] =
    "Usage: routh toss DATA [OPTION]…\n\n"
    "Finds impacts of single corners in recorded tosses of a cube on a board, measures what the recording says about "
    "the\n"
    "cube (scale, centre of mass, rounded corners, inertia), and compares laws of impact in three dimensions on the\n"
    "velocities after: without friction, rigid, and with tangential compliance, each fitted to one half of the tosses "
    "and\n"
    "tested on the other. DATA is a folder of CSV files or one file: px,py,pz,qw,qx,qy,qz[,wx,wy,wz], one frame a "
    "row,\n"
    "z upwards, the board at 0. docs/cube-tosses.md explains the answer.\n\n"
    "  --width W            edge of the cube, m (default 0.1048)\n"
    "  --mass M             kg (default 0.37)\n"
    "  --rate R             frames a second, Hz (default 148)\n"
    "  --gravity G          m/s² (default 9.81)\n"
    "  --unit U             length that the files call 1, m (default: half the width)\n"
    "  --inertia I          about any axis through the centre of mass, kg m² (default: measured from the impacts)\n"
    "  --as-stated          no calibration: a sharp uniform cube tracked at its centre, lengths as recorded\n"
    "  --flight-min N       frames of flight needed before and after a contact (default 5)\n"
    "  --flight-max N       frames used of a longer flight (default 10)\n"
    "  --corner-gap D       a second corner nearer to the board than this may touch too, m (default 0.005)\n"
    "  --draws B            bootstrap draws for the intervals (default 100)\n"
    "  --seed S             of these draws and of the halves (default 1)\n"
    "  -o, --output FILE    every contact as CSV, those not used with the reason\n"
    "  --svg FILE           a picture: errors, and predicted against measured velocities\n"
    "  --json               the report as JSON\n"
    "  --help               this text\n\n"
    "Exit code 1: too few impacts to compare laws; the rest of the report is there all the same.\n\n"
    "Example:\n"
    "  routh toss cube-tosses/ --svg tosses.svg -o impacts.csv\n";

typedef struct toss_options {
    const char *data, *output, *svg;
    option_number width, mass, rate, gravity, unit, inertia, corner_gap;
    size_t flight_min, flight_max, draws, seed;
    int as_stated, json;
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
    chosen->calibrate = !options->as_stated;
    const struct {
        size_t given, *value;
    } counts[] = {{options->flight_min, &chosen->flight_min},
                  {options->flight_max, &chosen->flight_max},
                  {options->draws, &chosen->draws}};
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
static int find_answer(const char *verb, const char *data, toss_answer *answer) {
    routh_context context = routh_context_default();
    progress_show(&context);
    routh_status status = routh_tosses_read(&context, data, &answer->options, &answer->tosses);
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
        note(verb, "%s was not written: %s", path, answer->why_not);
        return 0;
    }
    int result = output_open(&out, verb, path);
    if (result != 0)
        return result;
    if (routh_toss_write_svg(&context, &answer->impacts, &answer->comparison, out.file) != ROUTH_OK)
        return output_fail(&out, context.message);
    return output_close(&out);
}

static int tell(const char *verb, const toss_options *options, const toss_answer *answer) {
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

int verb_toss(int argc, char **argv) {
    toss_options options = {0};
    const option_entry entries[] = {
        {"DATA", OPTION_OPERAND, &options.data},
        {"width", OPTION_NUMBER, &options.width},
        {"mass", OPTION_NUMBER, &options.mass},
        {"rate", OPTION_NUMBER, &options.rate},
        {"gravity", OPTION_NUMBER, &options.gravity},
        {"unit", OPTION_NUMBER, &options.unit},
        {"inertia", OPTION_NUMBER, &options.inertia},
        {"as-stated", OPTION_FLAG, &options.as_stated},
        {"flight-min", OPTION_COUNT, &options.flight_min},
        {"flight-max", OPTION_COUNT, &options.flight_max},
        {"corner-gap", OPTION_NUMBER, &options.corner_gap},
        {"draws", OPTION_COUNT, &options.draws},
        {"seed", OPTION_COUNT, &options.seed},
        {"output", OPTION_TEXT, &options.output},
        {"svg", OPTION_TEXT, &options.svg},
        {"json", OPTION_FLAG, &options.json},
    };
    int result = parse_options(argc, argv, help, entries, sizeof entries / sizeof entries[0]);
    if (result != OPTIONS_PARSED)
        return result;
    if (!options.data)
        return fail(argv[0], "which tosses? Give a folder of CSV files, or one file");
    const char *const files[] = {options.output, options.svg};
    for (int i = 0; i < 2; i++)
        if (files[i] && strcmp(files[i], "-") == 0)
            return fail(argv[0], "--%s needs a file: the report goes to standard output", i == 0 ? "output" : "svg");
    toss_answer answer = {.compared = 0};
    result = library_options(argv[0], &options, &answer.options);
    if (result == 0)
        result = find_answer(argv[0], options.data, &answer);
    if (result == 0)
        result = tell(argv[0], &options, &answer);
    routh_toss_comparison_release(NULL, &answer.comparison);
    routh_toss_impacts_release(NULL, &answer.impacts);
    routh_tosses_release(NULL, &answer.tosses);
    return result;
}
