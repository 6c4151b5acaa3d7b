/* --covariate and --explore: parameters that depend on something.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "covariate_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    int answer = 0;
    *count = options->list.count;
    if (*count > ROUTH_MOST_COVARIATES)
        return fail(verb, "--covariate is given %zu times: at most %d are allowed", *count, ROUTH_MOST_COVARIATES);
    for (size_t k = 0; k < *count && answer == 0; k++)
        answer = parse_one(verb, options->list.text[k], &covariates[k]);
    return answer;
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
