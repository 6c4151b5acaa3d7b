/* Generated drops in place of a recording, for verbs that work without data.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "covariate_options.h"

#include "message.h"
#include "verbs.h"

const option_entry drops_entries[DROPS_OPTIONS] = {
    {"generate", OPTION_TEXT, offsetof(drops_options, law), "LAW", .about = "the law behind the drops",
     .otherwise = "wang-mason", .path = PATH_LAW},
    {"count", OPTION_COUNT, offsetof(drops_options, count), "N", .about = "how many impacts", .otherwise = "2000"},
};

static int generate(const char *verb, const drops_options *drops, size_t seed, routh_dataset *dataset,
                    drops_truth *truth) {
    routh_context context = routh_context_default();
    routh_dataset_generator *recording = &truth->recording;
    *recording = routh_dataset_generator_default();
    truth->generated = 1;
    recording->drops.seed = seed;
    if (drops->law) {
        const int answer = named_law_find(verb, drops->law, 1, &truth->named);
        if (answer != 0)
            return answer;
        recording->law = truth->named.law;
    }
    routh_law_parameters(recording->law, 0.18, 0.53, recording->parameters);
    if (routh_dataset_generate(&context, recording, drops->count ? drops->count : 2000, dataset) != ROUTH_OK)
        return fail_input(verb, &context);
    return 0;
}

int dataset_read_or_generate(const char *verb, const dataset_options *data, const drops_options *drops, size_t seed,
                             dataset_notes *notes, routh_dataset *dataset, drops_truth *truth) {
    *truth = (drops_truth){.generated = 0};
    *dataset = (routh_dataset){0};
    notes->count = 0;
    const char *idle = data->data ? NULL : first_given_option(dataset_entries, DATASET_OPTIONS, data);
    if (idle)
        return fail(verb, "--%s has no effect without DATA", idle);
    if (!data->data)
        return generate(verb, drops, seed, dataset, truth);
    if (drops->law || drops->count)
        return fail(verb, "--generate and --count have no effect with DATA");
    int answer = dataset_read(verb, data, notes, dataset);
    if (answer == 0)
        answer = dataset_segment(verb, notes, dataset);
    if (answer == 0 && routh_dataset_used(dataset, NULL) == 0)
        answer = dataset_fail_unusable(verb, data->data, dataset);
    return answer;
}
