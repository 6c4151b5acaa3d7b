/* `routh study` of rebounding spheres, which it recognises by their columns.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_STUDY_REBOUNDS_H
#define ROUTH_CLI_STUDY_REBOUNDS_H

#include "options.h"

/* What only spheres need. */
typedef struct sphere_options {
    option_number radius, speed;
} sphere_options;
#define SPHERE_OPTIONS 2
extern const option_entry sphere_entries[SPHERE_OPTIONS];
#define SPHERE_GROUP(type, member)                                                                                     \
    { "Rebounds of spheres", sphere_entries, SPHERE_OPTIONS, offsetof(type, member), NULL }

/* What of the verb's options has a meaning for spheres. */
typedef struct rebounds_options {
    const char *data, *folder;
    const sphere_options *sphere;
    const option_list *laws;
    size_t bootstrap, seed, threads;
    int json;
    const void *all; /* the verb's options: any other that is given is refused */
} rebounds_options;

/* Studies the rebounds and writes results.json, rebounds.csv and rebounds.svg; the exit code. */
int study_rebounds(const char *verb, const rebounds_options *options);

#endif
