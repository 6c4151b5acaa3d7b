/* routh insertion simulate: recordings whose truth is known.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder.h"
#include "insertion.h"
#include "output.h"
#include "progress.h"

static const char help[] =
    "Usage: routh insertion simulate [-o FOLDER] [OPTION]…\n\n"
    "Four V-guides at the corners of a plate are pushed into V-grooves: quasi-static equilibrium of the held plate, "
    "with\n"
    "friction, measured by imperfect sensors. Each test begins with the reference insertion that tells how deep the\n"
    "parts are pressed into each other. Writes scene.json and one recording for each test, with the truth in it.\n\n"
    "  -o, --output FOLDER   where to write (default: insertions)\n"
    "  --test TEST           1a, 1b (begin turned by ±2°), 2a, 2b (begin shifted by ±27 mm); again for more\n"
    "                        (default: all four)\n"
    "  --stiffness K         of each contact, N/m (default 1.8e5)\n"
    "  --friction MU         (default 0.2)\n"
    "  --shift S             standard deviation of the guides' true shifts, m (default 1e-4)\n"
    "  --turn A              … and turns, rad (default 1e-4)\n"
    "  --exact               guides exactly as drawn: --shift 0 --turn 0\n"
    "  --no-sensors          measured without error\n"
    "  --force-wave W        vary the insertion force by this share of itself (default 0)\n"
    "  --rate HZ             of the recording (default 1000; below 250 the retraction is too short to tell the "
    "offset)\n"
    "  --csv                 recordings as CSV tables with a JSON file beside, instead of HDF5\n"
    "  --seed S              of everything random (default 1)\n"
    "  --help                this text\n\n"
    "Examples:\n"
    "  routh insertion simulate -o insertions\n"
    "  routh insertion simulate --test 2a --exact --no-sensors -o exact\n";

typedef struct simulate_options {
    const char *output;
    option_list tests;
    option_number stiffness, friction, shift, turn, force_wave, rate;
    int exact, no_sensors, csv;
    size_t seed;
} simulate_options;

static int find_test(const char *verb, const char *name, routh_insertion_test *test) {
    for (int t = 0; t < ROUTH_INSERTION_TEST_COUNT; t++)
        if (strcmp(name, routh_name(&routh_insertion_tests, (routh_insertion_test)t)) == 0) {
            *test = (routh_insertion_test)t;
            return 0;
        }
    return fail(verb, "--test '%.60s' is none of 1a, 1b, 2a, 2b", name);
}

static routh_insertion_generator setting_of(const simulate_options *options, routh_insertion_test test) {
    routh_insertion_generator setting = routh_insertion_generator_default(test);
    const struct {
        const option_number *given;
        double *target;
    } numbers[] = {{&options->stiffness, &setting.stiffness},   {&options->friction, &setting.friction},
                   {&options->shift, &setting.displacement},    {&options->turn, &setting.turn},
                   {&options->force_wave, &setting.force_wave}, {&options->rate, &setting.rate}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i].given->given)
            *numbers[i].target = numbers[i].given->value;
    if (options->exact)
        setting.displacement = setting.turn = 0;
    setting.sensors = !options->no_sensors;
    setting.seed = options->seed ? options->seed : setting.seed;
    return setting;
}

static routh_status write_scene(routh_context *context, const void *what, FILE *file) {
    return routh_assembly_write(context, what, file);
}

static int simulate_one(const char *verb, const char *folder, const simulate_options *options,
                        const routh_assembly *assembly, routh_insertion_test test) {
    routh_context context = routh_context_default();
    const routh_insertion_generator setting = setting_of(options, test);
    routh_insertion insertion;
    progress_show(&context);
    routh_status status = routh_insertion_generate(&context, assembly, &setting, &insertion);
    progress_end();
    if (status != ROUTH_OK)
        return fail(verb, "test %s: %s", routh_name(&routh_insertion_tests, test), context.message);
    char *path = malloc(strlen(folder) + 16);
    if (path) {
        sprintf(path, "%s/%s.%s", folder, routh_name(&routh_insertion_tests, test), options->csv ? "csv" : "h5");
        status = routh_insertion_write(&context, path, &insertion);
    }
    if (path && status == ROUTH_OK)
        printf("%s: %zu samples in %.1f s of recording, K = %g N/m, μ = %g, offset %.3g mm\n", path, insertion.count,
               insertion.sample[insertion.count - 1].time - insertion.sample[0].time, setting.stiffness,
               setting.friction, 1e3 * insertion.offset);
    routh_insertion_release(&context, &insertion);
    free(path);
    if (!path)
        return fail(verb, "out of memory");
    return status == ROUTH_OK ? 0 : fail(verb, "%s", context.message);
}

static int simulate_all(const char *verb, const simulate_options *options, const routh_insertion_test *tests,
                        size_t count) {
    routh_context context = routh_context_default();
    const routh_vguides guides = routh_vguides_default();
    const char *folder = options->output ? options->output : "insertions";
    routh_assembly assembly;
    int made = 0;
    if (routh_vguides_assembly(&context, &guides, &assembly) != ROUTH_OK)
        return fail(verb, "%s", context.message);
    int answer = folder_make(verb, folder, &made);
    for (size_t i = 0; i < count && answer == 0; i++) {
        answer = simulate_one(verb, folder, options, &assembly, tests[i]);
        if (answer == 0 && i == 0)
            answer = folder_write(verb, folder, "scene.json", write_scene, &assembly);
    }
    routh_assembly_release(&context, &assembly);
    if (answer != 0 && made)
        rmdir(folder); /* does nothing once there is something in it */
    if (answer == 0)
        printf("Next: routh insertion identify %s/%s.%s -o report\n", folder,
               routh_name(&routh_insertion_tests, tests[0]), options->csv ? "csv" : "h5");
    return answer == 0 ? finish_standard_output(verb) : answer;
}

int insertion_simulate(int argc, char **argv) {
    simulate_options options = {0};
    const option_entry entries[] = {
        {"output", OPTION_TEXT, &options.output},
        {"test", OPTION_LIST, &options.tests},
        {"stiffness", OPTION_NUMBER, &options.stiffness},
        {"friction", OPTION_NUMBER, &options.friction},
        {"shift", OPTION_NUMBER, &options.shift},
        {"turn", OPTION_NUMBER, &options.turn},
        {"exact", OPTION_FLAG, &options.exact},
        {"no-sensors", OPTION_FLAG, &options.no_sensors},
        {"force-wave", OPTION_NUMBER, &options.force_wave},
        {"rate", OPTION_NUMBER, &options.rate},
        {"csv", OPTION_FLAG, &options.csv},
        {"seed", OPTION_COUNT, &options.seed},
    };
    int answer = parse_options(argc, argv, help, entries, sizeof entries / sizeof entries[0]);
    if (answer == OPTIONS_PARSED) {
        routh_insertion_test tests[ROUTH_INSERTION_TEST_COUNT] = {ROUTH_TEST_1A, ROUTH_TEST_1B, ROUTH_TEST_2A,
                                                                  ROUTH_TEST_2B};
        const size_t given = options.tests.count;
        answer = given <= ROUTH_INSERTION_TEST_COUNT ? 0 : fail(argv[0], "there are four tests, not %zu", given);
        for (size_t i = 0; i < given && answer == 0; i++)
            answer = find_test(argv[0], options.tests.text[i], &tests[i]);
        if (answer == 0)
            answer = simulate_all(argv[0], &options, tests, given ? given : ROUTH_INSERTION_TEST_COUNT);
    }
    free(options.tests.text);
    return answer;
}
