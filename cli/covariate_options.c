/* --covariate and --explore: parameters that depend on something.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dataset_options.h"
#include "program.h"

const option_entry covariate_entries[COVARIATE_OPTIONS] = {
    {"covariate", OPTION_LIST, offsetof(covariate_options, list), "P:Q:D",
     .about =
         "parameter P of the law is a polynomial of degree D (1 to 5) in quantity Q, as in eps:x:3; repeat it for "
         "more. Q: x, y, theta, 2theta (sine and cosine), vx, vy, speed, omega, vt, vn, momentum, order, or a further "
         "column of DATA",
     .otherwise = "parameters are constant; D: 1"},
    {"explore", OPTION_FLAG, offsetof(covariate_options, explore), NULL,
     .about = "look for what restitution and friction depend on, among all these quantities"},
};

/* One part of the word, up to a colon or its end; *rest goes on after it. False if it is empty or too long. */
static bool take_part(const char **rest, char *part, size_t size) {
    const size_t length = strcspn(*rest, ":");
    if (length == 0 || length >= size)
        return false;
    memcpy(part, *rest, length);
    part[length] = '\0';
    *rest += length + ((*rest)[length] == ':');
    return true;
}

static int parse_one(const char *verb, const char *word, routh_covariate *covariate) {
    const char *rest = word;
    char degree[8] = "1", *end = degree;
    const bool is_named = take_part(&rest, covariate->parameter, sizeof covariate->parameter) &&
                          word[strlen(covariate->parameter)] == ':' &&
                          take_part(&rest, covariate->quantity, sizeof covariate->quantity);
    const bool is_whole =
        is_named && (rest[0] == '\0' || take_part(&rest, degree, sizeof degree)) && rest[0] == '\0' && rest[-1] != ':';
    const long number = strtol(degree, &end, 10);
    if (!is_whole || *end != '\0')
        return fail(verb, "--covariate %s: give a parameter, a quantity and a degree, as in eps:x:3", word);
    covariate->degree = number < -1000 ? -1000 : number > 1000 ? 1000 : (int)number;
    return 0;
}

int covariates_parse(const char *verb, const covariate_options *options,
                     routh_covariate covariates[ROUTH_MOST_COVARIATES], size_t *count) {
    *count = options->list.count;
    if (*count > ROUTH_MOST_COVARIATES)
        return fail(verb, "--covariate is given %zu times: at most %d are allowed", *count, ROUTH_MOST_COVARIATES);
    for (size_t k = 0; k < *count; k++)
        TRY(parse_one(verb, options->list.text[k], &covariates[k]));
    return 0;
}

int covariates_parse_for_model(const char *verb, const option_list *list,
                               routh_covariate covariates[ROUTH_MOST_COVARIATES], size_t *of_law) {
    int answer = 0;
    *of_law = 0;
    if (list->count > ROUTH_MOST_COVARIATES)
        return fail(verb, "--covariate is given %zu times: at most %d are allowed", list->count, ROUTH_MOST_COVARIATES);
    for (size_t k = 0; k < list->count && answer == 0; k++) {
        const char *word = list->text[k];
        covariates[k] = (routh_covariate){.degree = 1};
        if (strchr(word, ':')) {
            answer = parse_one(verb, word, &covariates[k]);
            ++*of_law;
        } else if (!*word || strlen(word) >= sizeof covariates[k].quantity)
            answer = fail(verb, "--covariate %s: give a quantity, as in x, or with a law's parameter, eps:x:3", word);
        else
            memcpy(covariates[k].quantity, word, strlen(word) + 1);
    }
    return answer;
}

/* Generated drops in place of a recording, for verbs that work without data. */

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
    TRY(dataset_read(verb, data, notes, dataset));
    TRY(dataset_segment(verb, notes, dataset));
    if (routh_dataset_used(dataset, NULL) == 0)
        return dataset_fail_unusable(verb, data->data, dataset);
    return 0;
}
