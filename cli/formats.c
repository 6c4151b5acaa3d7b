/* The format of a verb's output.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "impact_options.h"
#include "program.h"

const char *const format_names[OUTPUT_FORMATS] = {
    [FORMAT_TEXT] = "text", [FORMAT_CSV] = "csv", [FORMAT_JSON] = "json", [FORMAT_SVG] = "svg", [FORMAT_HDF5] = "h5"};

const char *const format_endings[OUTPUT_FORMATS] = {[FORMAT_TEXT] = ".txt",
                                                    [FORMAT_CSV] = ".csv",
                                                    [FORMAT_JSON] = ".json",
                                                    [FORMAT_SVG] = ".svg",
                                                    [FORMAT_HDF5] = ".h5"};

static int find_format(const char *name, unsigned legal) {
    for (int i = 0; i < OUTPUT_FORMATS; i++)
        if (legal >> i & 1 && strcasecmp(name, format_names[i]) == 0)
            return i;
    return -1;
}

/* "figures/e.svg" → "svg"; NULL: none. */
static const char *ending_of(const char *output) {
    const char *slash = output ? strrchr(output, '/') : NULL;
    const char *name = slash ? slash + 1 : output;
    const char *dot = name ? strrchr(name, '.') : NULL;
    return dot && dot > name && dot[1] ? dot + 1 : NULL;
}

static int fail_ending(const char *verb, const char *output, unsigned legal) {
    char list[64] = "";
    unsigned left = legal;
    for (int i = 0; i < OUTPUT_FORMATS; i++) {
        if (!(legal >> i & 1))
            continue;
        left &= ~(1u << i);
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s.%s",
                 used == 0 ? ""
                 : left    ? ", "
                           : " or ",
                 i == FORMAT_TEXT ? "txt" : format_names[i]);
    }
    return fail(verb, "unknown format of --output \"%.200s\": end the name in %s, or give --format", output, list);
}

static int format_of_ending(const char *ending, unsigned legal) {
    return find_format(strcasecmp(ending, "txt") == 0 ? format_names[FORMAT_TEXT] : ending, legal);
}

int choose_format(const char *verb, const format_options *given, const char *output, unsigned legal,
                  output_format usual, output_format *chosen) {
    if (given->json && given->format.word)
        return fail(verb, "--json or --format, not both");
    const char *ending = ending_of(output);
    int found = given->json          ? FORMAT_JSON
                : given->format.word ? find_format(given->format.word, ~0u)
                : ending             ? format_of_ending(ending, legal)
                                     : (int)usual;
    *chosen = found >= 0 ? (output_format)found : usual;
    return found >= 0 ? 0 : fail_ending(verb, output, legal);
}

/* The laws that people choose. */

static bool is_listed(const law_list *laws, const char *name) {
    for (size_t i = 0; i < laws->count; i++)
        if (strcmp(laws->law[i]->name, name) == 0)
            return true;
    return false;
}

/* The six of the papers' tables, but for those that are listed already. */
static void add_six(law_list *laws) {
    for (size_t i = 0; i < routh_law_count(); i++) {
        const routh_law *law = routh_law_at(i);
        if (law->traits & ROUTH_LAW_OF_SIX && !is_listed(laws, law->name))
            laws->law[laws->count++] = law;
    }
}

/* Tables and figures identify laws by their names. */
static int refuse_same_name(const char *verb, const law_list *laws, const named_law *named) {
    const char *name = named->law->name;
    if (!is_listed(laws, name))
        return 0;
    return named->model ? fail(verb, "--law %s: another law is called that already; give the file another name", name)
                        : fail(verb, "--law %s is given twice", name);
}

int choose_laws(const char *verb, const option_list *names, law_list *laws) {
    *laws = (law_list){.law = calloc(names->count + routh_law_count(), sizeof *laws->law),
                       .named = calloc(names->count + 1, sizeof *laws->named)};
    if (!laws->law || !laws->named)
        return fail(verb, "out of memory");
    if (names->count == 0)
        add_six(laws);
    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->text[i], "six") == 0) {
            add_six(laws);
            continue;
        }
        named_law *named = &laws->named[laws->named_count++];
        int answer = named_law_find(verb, names->text[i], 0, named);
        if (answer == 0)
            answer = refuse_same_name(verb, laws, named);
        if (answer != 0)
            return answer;
        laws->law[laws->count++] = named->law;
    }
    return 0;
}

void law_list_release(law_list *laws) {
    for (size_t i = 0; i < laws->named_count; i++)
        named_law_release(&laws->named[i]);
    free(laws->named);
    free(laws->law);
    *laws = (law_list){.law = NULL};
}

/* A law as people name it: one of the registry, or the file of a trained model. */

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
