/* The laws that people choose, and how fits measure.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_CHOICES_H
#define ROUTH_CLI_CHOICES_H

#include <routh/routh.h>

#include "named_law.h"
#include "options.h"

/* What a fit minimises, and how. */
#define COST_OPTION(type, member)                                                                                      \
    {                                                                                                                  \
        "cost", OPTION_CHOICE, offsetof(type, member), "COST", .about = "what a fit minimises",                        \
                                                               .choices = "impulse velocity", .otherwise = "impulse"   \
    }
#define METRIC_OPTION(type, member)                                                                                    \
    {                                                                                                                  \
        "metric", OPTION_CHOICE, offsetof(type, member), "METRIC",                                                     \
            .about = "how the impulse is measured", .choices = "momentum velocity unweighted", .otherwise = "momentum" \
    }

#define NORMS_OPTION(type, member)                                                                                     \
    {                                                                                                                  \
        "norms", OPTION_FLAG, offsetof(type, member), NULL,                                                            \
            .about = "minimise the sum of distances instead of their squares, as the papers do"                        \
    }

typedef struct law_list {
    const routh_law **law;
    size_t count;
    named_law *named; /* those that were named, `named_count` */
    size_t named_count;
} law_list;

/* The laws and files of models of those names, or the six of the papers' tables if there are none. 0, or the exit code
 * after a message; law_list_release in either case. */
int choose_laws(const char *verb, const option_list *names, law_list *laws);
void law_list_release(law_list *laws);

#endif
