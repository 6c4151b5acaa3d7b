/* routh paper guides: V-guides that are pushed into V-grooves, in the tests of the paper.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "insertion.h"
#include "papers.h"
#include "program.h"

_Static_assert((int)GUIDES_TESTS <= (int)MOST_SIMULATED_PATHS, "all tests at once");

typedef struct guides_options {
    insertion_simulate_options simulate;
    option_list tests;
} guides_options;

static int find_test(const char *verb, const char *name, guides_test *test) {
    for (*test = GUIDES_TEST_1A; *test < GUIDES_TESTS; (*test)++)
        if (strcmp(name, guides_path(*test)->name) == 0)
            return 0;
    return fail(verb, "--test \"%.60s\" is not one of 1a, 1b, 2a, 2b", name);
}

static int run(const char *verb, void *given) {
    const guides_options *options = given;
    const vguides guides = vguides_default();
    simulated_path list[GUIDES_TESTS];
    const size_t asked = options->tests.count, count = asked ? asked : GUIDES_TESTS;
    if (asked > GUIDES_TESTS)
        return fail(verb, "there are four tests, not %zu", asked);
    for (size_t i = 0; i < count; i++) {
        guides_test test = (guides_test)i;
        const int answer = asked ? find_test(verb, options->tests.text[i], &test) : 0;
        if (answer != 0)
            return answer;
        list[i] = (simulated_path){.path = guides_path(test), .draw = (uint64_t)test};
    }
    routh_context context = routh_context_default();
    routh_assembly assembly;
    if (vguides_assembly(&context, &guides, &assembly) != ROUTH_OK)
        return fail_input(verb, &context);
    const int answer = insertion_simulate(verb, &options->simulate, &assembly, list, count);
    routh_assembly_release(&context, &assembly);
    return answer;
}

static const option_entry entries[] = {
    {"test", OPTION_LIST, offsetof(guides_options, tests), "TEST",
     .about = "1a and 1b begin turned by ±2°, 2a and 2b shifted by ±27 mm; repeat it for more",
     .choices = "1a 1b 2a 2b", .otherwise = "all four"},
};

static const option_group groups[] = {
    {"Options", OPTION_ENTRIES(entries), 0, NULL}, INSERTION_SIMULATE_GROUP(guides_options, simulate), {.entry = NULL}};

const program_verb verb_paper_guides = {
    .name = "guides",
    .title = "paper guides",
    .about = "Identification of contact parameters …: recordings of V-guides pushed into V-grooves",
    .usage = "paper guides [-o FOLDER] [OPTION]…",
    .text = "Four V-guides at the corners of a plate are pushed into V-grooves, by the generator of `routh insertion "
            "simulate`. Writes "
            "assembly.json and one recording for each test, with the truth in it. docs/insertion.md has what is "
            "identified from them.",
    .groups = groups,
    .examples = "routh paper guides -o insertions\n"
                "routh paper guides --test 2a --exact --no-sensors -o exact",
    .options_size = sizeof(guides_options),
    .run = run,
};
