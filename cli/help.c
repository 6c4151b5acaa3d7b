/* routh help: explains a verb, and writes what the system's manual and shells need.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "program.h"

#include <string.h>

#include "folder.h"

typedef struct help_options {
    option_list words;
    int man;
    option_choice completion;
    const char *install;
} help_options;

static const option_entry entries[] = {
    {"VERB", OPTION_OPERANDS, offsetof(help_options, words), NULL, .about = "the verb to explain",
     .otherwise = "the program"},
    {"man", OPTION_FLAG, offsetof(help_options, man), NULL, .about = "write its man page instead"},
    {"completion", OPTION_CHOICE, offsetof(help_options, completion), "SHELL",
     .about = "write the completion script of a shell instead", .choices = "bash zsh fish"},
    {"write", OPTION_TEXT, offsetof(help_options, install), "FOLDER",
     .about = "write every man page and completion script instead, arranged as in /usr/share",
     .path = PATH_OUTPUT_FOLDER},
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(entries), 0, NULL}, {.entry = NULL}};

/* One file in a folder below the given one. */
typedef struct help_file {
    const program_verb *verb;
    int is_page;
    shell_kind shell;
} help_file;

static routh_status write_one(routh_context *context, const void *what, routh_io to) {
    const help_file *one = what;
    routh_output output;
    routh_status status = routh_output_create(context, to, &output);
    if (status != ROUTH_OK)
        return status;
    if (one->is_page)
        write_man_page(output.file, one->verb);
    else
        write_completion(output.file, one->shell);
    status = routh_output_write(context, &output);
    routh_output_release(context, &output);
    return status;
}

/* The folder itself, and those of `below`, one in the other. */
static int write_file(const char *title, const char *folder, const char *below, const char *name,
                      const help_file *what) {
    char path[4096];
    int answer = folder_make(title, folder);
    for (size_t length = 0; answer == 0 && below[length]; length++) {
        length += strcspn(below + length + 1, "/");
        snprintf(path, sizeof path, "%s/%.*s", folder, (int)length + 1, below);
        answer = folder_make(title, path);
    }
    return answer == 0 ? folder_write(title, path, name, write_one, what) : answer;
}

static int write_page(const char *title, const char *folder, const program_verb *verb) {
    char name[MAN_NAME], file[MAN_NAME + 2];
    snprintf(file, sizeof file, "%s.1", man_name(verb, name));
    return write_file(title, folder, "man/man1", file, &(help_file){.verb = verb, .is_page = 1});
}

static int write_pages(const char *title, const char *folder, const program_verb *const *list) {
    int answer = 0;
    for (; *list && answer == 0; list++) {
        answer = write_page(title, folder, *list);
        if (answer == 0 && (*list)->part)
            answer = write_pages(title, folder, (*list)->part);
    }
    return answer;
}

static int write_all(const char *title, const char *folder) {
    static const struct {
        const char *below, *name;
    } places[SHELLS] = {[SHELL_BASH] = {"bash-completion/completions", "routh"},
                        [SHELL_ZSH] = {"zsh/site-functions", "_routh"},
                        [SHELL_FISH] = {"fish/vendor_completions.d", "routh.fish"}};
    TRY(write_page(title, folder, NULL));
    TRY(write_pages(title, folder, verbs));
    for (int i = 0; i < SHELLS; i++)
        TRY(write_file(title, folder, places[i].below, places[i].name, &(help_file){.shell = (shell_kind)i}));
    return 0;
}

static int run(const char *title, void *given) {
    const help_options *options = given;
    if (options->install)
        return write_all(title, options->install);
    if (options->completion.word) {
        write_completion(stdout, (shell_kind)options->completion.index);
        return finish_standard_output(title);
    }
    size_t used = 0;
    const program_verb *verb = NULL;
    if (options->words.count > 0 && !(verb = find_verb_of_words(options->words.count, options->words.text, &used)))
        return EXIT_BAD_USE;
    if (used < options->words.count)
        return fail(title, "unexpected \"%.60s\" after %s", options->words.text[used], verb->title);
    (options->man ? write_man_page : write_help)(stdout, verb);
    return finish_standard_output(title);
}

const program_verb verb_help = {
    .name = "help",
    .title = "help",
    .about = "explain a verb; write man pages and shell completions",
    .usage = "help [VERB]… [--man]\nhelp --completion bash|zsh|fish\nhelp --write FOLDER",
    .text = "Explains the program or one of its verbs: `routh help insertion identify` is `routh insertion identify "
            "--help`.",
    .groups = groups,
    .examples =
        "routh help insertion identify\nrouth help --man study | man -l -\nsource <(routh help --completion bash)",
    .options_size = sizeof(help_options),
    .run = run,
};
