/* A law as people name it: one of the registry, or the file of a trained model.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "named_law.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "message.h"
#include "options.h"

/* Meant as a file, even if there is none of that name. */
static int looks_like_file(const char *name) {
    struct stat found;
    const size_t length = strlen(name);
    return strchr(name, '/') || (length > 3 && strcmp(name + length - 3, ".h5") == 0) || stat(name, &found) == 0;
}

void file_name_of(const char *path, char name[ROUTH_NAME_SIZE]) {
    const char *slash = strrchr(path, '/');
    const char *last = slash && slash[1] ? slash + 1 : path;
    routh_show_text(name, ROUTH_NAME_SIZE, last, strlen(last));
    for (char *letter = name; *letter; letter++)
        if ((unsigned char)*letter < ' ' || strchr(",;\"'<>&\\\177", *letter))
            *letter = '_';
}

/* OpenBLAS takes 128 MiB of addresses in each thread, and asks for them for ever where `ulimit -v` allows no more. */
int model_check_room(const char *verb) {
    enum { EACH = 136, OTHERS = 128 }; /* MiB */
    struct rlimit limit;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const size_t needed = OTHERS + EACH * (size_t)(processors > 1 ? processors : 1);
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return 0;
    void *volatile room = malloc(needed << 20);
    free(room);
    return room ? 0
                : fail(verb, "no memory: `ulimit -v` leaves less than the %zu MiB that linear algebra needs", needed);
}

int model_read(const char *verb, const char *path, routh_model **model, routh_model_origin *from) {
    routh_context context = routh_context_default();
    *model = NULL;
    const int answer = model_check_room(verb);
    if (answer != 0)
        return answer;
    return routh_model_read(&context, routh_io_path(path), model, from) == ROUTH_OK ? 0 : fail_input(verb, &context);
}

int named_law_find(const char *verb, const char *name, int projected, named_law *found) {
    routh_context context = routh_context_default();
    *found = (named_law){.law = routh_law_find(&context, name)};
    if (found->law)
        return 0;
    if (!looks_like_file(name))
        return fail_input(verb, &context);
    const int answer = model_read(verb, name, &found->model, &found->origin);
    if (answer != 0)
        return answer;
    const routh_model_facts facts = routh_model_facts_of(found->model);
    if (facts.covariate_count > 0)
        return fail(verb,
                    "%s: this model learned with the covariate %s, which a contact does not show, so it cannot stand "
                    "for a law; `routh predict` asks it all the same",
                    name, facts.covariate[0]);
    const routh_law *law = routh_model_law(found->model, projected);
    if (!law)
        return fail(verb,
                    "%s: a baseline model knows no contact and cannot stand for a law; `routh predict` asks it all the "
                    "same",
                    name);
    file_name_of(name, found->name);
    found->own = *law;
    found->own.name = found->own.title = found->name;
    found->law = &found->own;
    return 0;
}

void named_law_release(named_law *named) {
    routh_model_release(NULL, named->model);
    *named = (named_law){.law = NULL};
}
