/* The files and folders that the words of a command line name.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _XOPEN_SOURCE 700 /* realpath */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <routh/routh.h>

#include "program.h"

/* A path of the command line and what is there. */
typedef struct named_path {
    const option_entry *entry;
    const char *path;
    bool exists;
    struct stat is;
} named_path;

/* What the visits of every path share. */
typedef struct path_check {
    const char *verb;
    const option_group *groups;
    const char *options;
    const named_path *output, *input; /* those at hand; NULL: none */
    int answer;
} path_check;

/* What was checked before the verb ran, for inputs that turn up later. */
static path_check checked;

typedef void path_visitor(path_check *check, const named_path *named);

static bool is_output(const option_entry *entry) {
    return entry->path == PATH_OUTPUT || entry->path == PATH_OUTPUT_FOLDER;
}

static bool is_input(const option_entry *entry) {
    return entry->path == PATH_INPUT || entry->path == PATH_INPUT_OR_STANDARD || entry->path == PATH_LAW;
}

static bool is_standard(const char *path) {
    return strcmp(path, "-") == 0;
}

/* A law's name, or another word that the option knows, is no path whatever lies in the folder. */
static bool is_word(const option_entry *entry, const char *text) {
    char word[OPTION_WORD];
    for (const char *left = entry->choices; next_choice(&left, word);)
        if (strcmp(text, word) == 0)
            return true;
    return routh_law_find(NULL, text) != NULL;
}

static void visit_path(path_check *check, const option_entry *entry, const char *path, path_visitor *visit) {
    named_path named = {.entry = entry, .path = path};
    const int standard = is_output(entry) ? STDOUT_FILENO : STDIN_FILENO;
    if (check->answer != 0 || (entry->path == PATH_LAW && is_word(entry, path)))
        return;
    named.exists = (is_standard(path) ? fstat(standard, &named.is) : stat(path, &named.is)) == 0;
    visit(check, &named);
}

/* "*.json" beside "insertions/2a.csv" → "insertions/2a.json". */
static void visit_beside(path_check *check, const option_entry *entry, const char *path, path_visitor *visit) {
    char name[OPTION_WORD], beside[PATH_MAX];
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path, *dot = strrchr(file, '.');
    const int folder = (int)(file - path), stem = (int)(dot ? dot - file : (ptrdiff_t)strlen(file));
    for (const char *left = entry->beside; next_choice(&left, name);) {
        const int length = name[0] == '*' ? snprintf(beside, sizeof beside, "%.*s%s", folder + stem, path, name + 1)
                                          : snprintf(beside, sizeof beside, "%.*s%s", folder, path, name);
        if (length < (int)sizeof beside)
            visit_path(check, entry, beside, visit);
    }
}

static void visit_entry(path_check *check, const option_entry *entry, const char *member, path_visitor *visit) {
    const bool many = entry->kind == OPTION_LIST || entry->kind == OPTION_OPERANDS;
    const option_list one = {(const char **)member, *(const char *const *)member ? 1 : 0};
    const option_list *words = many ? (const option_list *)member : &one;
    for (size_t i = 0; i < words->count; i++) {
        visit_path(check, entry, words->text[i], visit);
        visit_beside(check, entry, words->text[i], visit);
    }
    if (words->count == 0 && entry->path == PATH_INPUT_OR_STANDARD)
        visit_path(check, entry, "-", visit);
}

static void visit_all(path_check *check, bool (*wanted)(const option_entry *), path_visitor *visit) {
    for (const option_group *group = check->groups; group && group->entry; group++)
        for (size_t i = 0; i < group->count; i++)
            if (wanted(&group->entry[i]))
                visit_entry(check, &group->entry[i], check->options + group->offset + group->entry[i].offset, visit);
}

/* Places --------------------------------------------------------------------------------------------------*/

static bool same(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* The folder that holds a path, and the path's last word; links are followed where the path exists. */
static bool folder_of(const char *path, char folder[PATH_MAX], char last[NAME_MAX + 1]) {
    char real[PATH_MAX];
    snprintf(real, sizeof real, "%s", path);
    char *resolved = realpath(path, NULL);
    if (resolved)
        snprintf(real, sizeof real, "%s", resolved);
    free(resolved);
    size_t length = strlen(real);
    while (length > 1 && real[length - 1] == '/')
        real[--length] = '\0';
    char *slash = strrchr(real, '/');
    snprintf(last, NAME_MAX + 1, "%.*s", NAME_MAX, slash ? slash + 1 : real);
    if (slash && slash != real)
        *slash = '\0';
    snprintf(folder, PATH_MAX, "%s", !slash ? "." : slash == real ? "/" : real);
    return strlen(path) < PATH_MAX;
}

/* Is the path in the folder, however deep where `deep`, or the folder itself? */
static bool is_within(const char *path, const struct stat *folder, bool deep) {
    char at[PATH_MAX], above[PATH_MAX], last[NAME_MAX + 1];
    struct stat here;
    snprintf(at, sizeof at, "%s", path);
    for (bool first = true; folder_of(at, above, last); first = false) {
        if (stat(above, &here) == 0 && same(&here, folder))
            return true;
        if (!deep || (!first && strcmp(above, at) == 0) || strcmp(above, "/") == 0)
            return false;
        snprintf(at, sizeof at, "%s", above);
    }
    return false;
}

static bool same_place(const named_path *a, const named_path *b) {
    char folder[2][PATH_MAX], last[2][NAME_MAX + 1];
    struct stat in[2];
    if (strcmp(a->path, b->path) == 0)
        return true;
    if (is_standard(a->path) || is_standard(b->path))
        return false;
    if (a->exists && b->exists)
        return !S_ISCHR(a->is.st_mode) && same(&a->is, &b->is);
    folder_of(a->path, folder[0], last[0]);
    folder_of(b->path, folder[1], last[1]);
    return strcmp(last[0], last[1]) == 0 && stat(folder[0], &in[0]) == 0 && stat(folder[1], &in[1]) == 0 &&
           same(&in[0], &in[1]);
}

/* Refusals ------------------------------------------------------------------------------------------------*/

static const char *dashes_of(const option_entry *entry) {
    return option_is_operand(entry) ? "" : "--";
}

static const char *shown_input(const named_path *input) {
    return is_standard(input->path) ? "standard input" : input->path;
}

static int refuse(const path_check *check, const named_path *input, const char *how, const char *what_to_do) {
    const named_path *output = check->output;
    return fail(check->verb, "%.200s: %s (%s%s and %s%s %.200s); %s",
                is_standard(output->path) ? "standard output" : output->path, how, dashes_of(output->entry),
                output->entry->name, dashes_of(input->entry), input->entry->name, shown_input(input), what_to_do);
}

static void compare_file(path_check *check, const named_path *input) {
    const named_path *output = check->output;
    if (output->exists && S_ISREG(output->is.st_mode) && same(&output->is, &input->is))
        check->answer = refuse(check, input, "output and input are the same file", "give the output another name");
    else if (S_ISDIR(input->is.st_mode) && !is_standard(output->path) && is_within(output->path, &input->is, false))
        check->answer = refuse(check, input, "output lies in the folder that is read", "write it to another folder");
}

static void compare_folder(path_check *check, const named_path *input) {
    const named_path *output = check->output;
    if (!output->exists || !S_ISDIR(output->is.st_mode) || is_standard(input->path))
        return;
    if (same(&output->is, &input->is))
        check->answer = refuse(check, input, "output and input are the same folder", "write to another folder");
    else if (is_within(input->path, &output->is, true))
        check->answer = refuse(check, input, "the folder to write holds an input", "write to another folder");
}

static void compare_input(path_check *check, const named_path *input) {
    if (!input->exists)
        return;
    (check->output->entry->path == PATH_OUTPUT_FOLDER ? compare_folder : compare_file)(check, input);
}

/* Outputs are visited in the order of the tables: those before this one. */
static void compare_output(path_check *check, const named_path *other) {
    if (check->output && other->entry == check->output->entry)
        check->output = NULL;
    else if (check->output && same_place(check->output, other))
        check->answer = fail(check->verb, "%.200s: two outputs cannot go to the same place (--%s and --%s)",
                             other->path, other->entry->name, check->output->entry->name);
}

/* Creating it is the only sure way to know. What is neither a file nor a folder, such as a pipe, is left alone. */
static int try_to_write(const char *verb, const named_path *output) {
    output_file probe;
    if (output->entry->path != PATH_OUTPUT || is_standard(output->path))
        return 0;
    if (output->exists && !S_ISREG(output->is.st_mode) && !S_ISDIR(output->is.st_mode))
        return 0;
    const int answer = output_open(&probe, verb, output->path);
    if (answer == 0)
        output_discard(&probe);
    return answer;
}

static void check_output(path_check *all, const named_path *output) {
    path_check check = *all;
    check.output = output;
    visit_all(&check, is_input, compare_input);
    if (check.answer == 0)
        visit_all(&check, is_output, compare_output);
    all->answer = check.answer == 0 ? try_to_write(all->verb, output) : check.answer;
}

/* Every verb prints; where that is a file, it is an output, too. */
static named_path standard_output(void) {
    static const option_entry entry = {.name = "-", .kind = OPTION_OPERAND, .path = PATH_OUTPUT};
    named_path output = {.entry = &entry, .path = "-"};
    output.exists = fstat(STDOUT_FILENO, &output.is) == 0;
    return output;
}

static void check_standard_output(path_check *all) {
    const named_path output = standard_output();
    path_check check = *all;
    check.output = &output;
    visit_all(&check, is_input, compare_input);
    all->answer = check.answer;
}

bool path_is_within(const char *path, const struct stat *folder) {
    struct stat is;
    return (stat(path, &is) == 0 && same(&is, folder)) || is_within(path, folder, true);
}

int check_paths(const char *verb, const option_group *groups, const void *options) {
    path_check check = {.verb = verb, .groups = groups, .options = options};
    check_standard_output(&check);
    if (check.answer == 0)
        visit_all(&check, is_output, check_output);
    checked = check;
    return check.answer;
}

static void compare_late_input(path_check *check, const named_path *output) {
    check->output = output;
    compare_input(check, check->input);
}

int check_late_input(const char *path, const char *what) {
    const option_entry entry = {.name = what, .kind = OPTION_OPERAND, .path = PATH_INPUT};
    const named_path standard = standard_output();
    named_path input = {.entry = &entry, .path = path};
    path_check check = checked;
    input.exists = stat(path, &input.is) == 0;
    check.input = &input;
    compare_late_input(&check, &standard);
    visit_all(&check, is_output, compare_late_input);
    return check.answer;
}

/* Options that had another name once. The old spelling is not accepted, but the message names the new one. */

static const struct {
    const char *verb, *before, *now;
} renamed[] = {
    {"laws", "csv", "--format csv"},
    {"fit", "csv", "--format csv"},
    {"fit", "fit", "--train"},
    {"study", "fit", "--train"},
    {"study", "impacts", "--count"},
    {"study", "slow-friction", "--mu-slow"},
    {"study", "as-published", "a verb of its own: `routh paper limits`"},
    {"learn", "impacts", "--count"},
    {"strike", "e", "--eps"},
    {"strike", "case", "a verb of its own: `routh paper ball`, `pencil` or `masse`"},
    {"toss", "draws", "--bootstrap"},
    {"toss", "as-stated", "--no-calibration"},
    {"inertia", "slip", "--slip-speed"},
    {"inertia", "noise-table", "a verb of its own: `routh paper noise`"},
    {"insertion simulate", "test", "of a verb of its own: `routh paper guides --test`"},
    {"insertion simulate", "csv", "--format csv"},
    {"insertion identify", "scene", "--assembly"},
    {"insertion identify", "force", "--force-scale"},
    {"insertion identify", "moment", "--moment-scale"},
    {"insertion observe", "scene", "--assembly"},
    {"insertion observe", "force", "--force-scale"},
    {"insertion observe", "moment", "--moment-scale"},
    {"insertion lcurve", "scene", "--assembly"},
    {"insertion lcurve", "force", "--force-scale"},
    {"insertion lcurve", "moment", "--moment-scale"},
};

const char *renamed_option(const char *verb, const char *name) {
    for (size_t i = 0; i < sizeof renamed / sizeof renamed[0]; i++)
        if (strcmp(renamed[i].verb, verb) == 0 && strcmp(renamed[i].before, name) == 0)
            return renamed[i].now;
    return NULL;
}
