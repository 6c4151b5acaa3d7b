/* Which words may come next, as scripts for bash, zsh and fish.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/routh.h>

#include "program.h"

const char *const shell_names[SHELLS] = {[SHELL_BASH] = "bash", [SHELL_ZSH] = "zsh", [SHELL_FISH] = "fish"};

/* Within a shell's single quotes; `guarded` letters get a backslash. */
static void write_quoted(FILE *file, const char *text, const char *guarded) {
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", file);
        else
            fprintf(file, "%s%c", strchr(guarded, *text) ? "\\" : "", *text);
}

static int names_laws(const option_entry *entry) {
    return entry->value && strcmp(entry->value, "LAW") == 0;
}

/* The words that the option's value can be, where there are some. */
static void write_values(FILE *file, const option_entry *entry) {
    if (names_laws(entry)) {
        for (size_t i = 0; i < routh_law_count(); i++)
            fprintf(file, "%s%s", i ? " " : "", routh_law_at(i)->name);
        fprintf(file, "%s%s", entry->choices ? " " : "", entry->choices ? entry->choices : "");
    } else
        fputs(entry->choices, file);
}

static bool has_values(const option_entry *entry) {
    return entry->choices || names_laws(entry);
}

static int takes_file(const option_entry *entry) {
    return entry->value && entry->path != PATH_NONE;
}

static void write_names(FILE *file, const program_verb *const *list) {
    for (int first = 1; *list; list++, first = 0)
        fprintf(file, "%s%s", first ? "" : " ", (*list)->name);
}

typedef void entry_writer(FILE *file, const program_verb *verb, const option_entry *entry);

/* Every option of the verb, and the common ones. */
static void for_each_option(FILE *file, const program_verb *verb, entry_writer *write) {
    const option_group *const lists[] = {verb->groups, common_options};
    for (int i = 0; i < 2; i++)
        for (const option_group *group = lists[i]; group && group->entry; group++)
            for (size_t j = 0; j < group->count; j++)
                write(file, verb, &group->entry[j]);
}

/* bash ------------------------------------------------------------------------------------------------*/

static void bash_path(FILE *file, const program_verb *const *list, const char *above) {
    for (; *list; list++) {
        fprintf(file, "        '%s/%s') verb='%s' ;;\n", above, (*list)->name, (*list)->title);
        if ((*list)->part)
            bash_path(file, (*list)->part, (*list)->title);
    }
}

static void bash_value(FILE *file, const program_verb *verb, const option_entry *entry) {
    (void)verb;
    if (option_is_operand(entry) || entry->kind == OPTION_FLAG)
        return;
    fprintf(file, "        %s--%s) ", strcmp(entry->name, "output") == 0 ? "-o | " : "", entry->name);
    if (has_values(entry)) {
        fputs("COMPREPLY=($(compgen -W '", file);
        write_values(file, entry);
        fputs("' -- \"$current\")); ", file);
    }
    fputs("return ;;\n", file);
}

static void bash_option(FILE *file, const program_verb *verb, const option_entry *entry) {
    (void)verb;
    if (!option_is_operand(entry))
        fprintf(file, " --%s", entry->name);
}

/* `routh help insertion …` */
static void bash_parts(FILE *file, const program_verb *const *list) {
    for (; *list; list++)
        if ((*list)->part) {
            fprintf(file, "        %s) COMPREPLY=($(compgen -W '", (*list)->name);
            write_names(file, (*list)->part);
            fputs("' -- \"$current\")); return ;;\n", file);
        }
}

static void bash_verbs(FILE *file, const program_verb *const *list) {
    for (; *list; list++) {
        fprintf(file, "    '%s')\n", (*list)->title);
        if ((*list)->part) {
            fputs("        words='", file);
            write_names(file, (*list)->part);
            fputs(" --help' ;;\n", file);
            bash_verbs(file, (*list)->part);
            continue;
        }
        fputs("        case \"$previous\" in\n", file);
        for_each_option(file, *list, bash_value);
        if (*list == &verb_help)
            bash_parts(file, verbs);
        fputs("        esac\n        options='", file);
        for_each_option(file, *list, bash_option);
        fputs("'", file);
        if (*list == &verb_help) {
            fputs("\n        words='", file);
            write_names(file, verbs);
            fputs("'", file);
        }
        fputs(" ;;\n", file);
    }
}

static void write_bash(FILE *file) {
    fputs("# Completion of routh for bash. Written by `routh help --completion bash`.\n"
          "_routh() {\n"
          "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} verb= options= words= i\n"
          "    [[ $current == = ]] && current= # bash takes --law=smith for three words\n"
          "    [[ $previous == = ]] && previous=${COMP_WORDS[COMP_CWORD - 2]}\n"
          "    COMPREPLY=() # left empty: names of files\n"
          "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
          "        case \"$verb/${COMP_WORDS[i]}\" in\n",
          file);
    bash_path(file, verbs, "");
    fputs("        esac\n    done\n    case \"$verb\" in\n    '') words='", file);
    write_names(file, verbs);
    fputs(" --help --version' ;;\n", file);
    bash_verbs(file, verbs);
    fputs("    esac\n"
          "    [[ $current == -* && $options ]] && words=$options\n"
          "    [[ $words ]] && COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
          "}\n"
          "complete -o default -F _routh routh\n",
          file);
}

/* zsh -------------------------------------------------------------------------------------------------*/

static void zsh_option(FILE *file, const program_verb *verb, const option_entry *entry) {
    (void)verb;
    fputs(" \\\n        ", file);
    if (option_is_operand(entry)) {
        fprintf(file, "'%s:%s:_files'", entry->kind == OPTION_OPERANDS ? "*" : "", entry->name);
        return;
    }
    if (strcmp(entry->name, "output") == 0)
        fputs("'(-o --output)'{-o,--output}'[", file);
    else
        fprintf(file, "'%s--%s[", entry->kind == OPTION_LIST ? "*" : "", entry->name);
    write_quoted(file, entry->about, "[]\\");
    fputs("]", file);
    if (entry->kind != OPTION_FLAG) {
        fprintf(file, ":%s:", entry->value);
        if (has_values(entry)) {
            fputs("(", file);
            write_values(file, entry);
            fputs(")", file);
        } else if (takes_file(entry))
            fputs("_files", file);
    }
    fputs("'", file);
}

static void zsh_verbs(FILE *file, const program_verb *const *list) {
    fputs("    words_of_list=(", file);
    for (const program_verb *const *one = list; *one; one++) {
        fprintf(file, "\n        '%s:", (*one)->name);
        write_quoted(file, (*one)->about, "");
        fputs("'", file);
    }
    fputs(")\n    if ((CURRENT == 2)); then\n        _describe verb words_of_list\n        return\n    fi\n"
          "    shift words\n    ((CURRENT--))\n    case $words[1] in\n",
          file);
    for (; *list; list++) {
        fprintf(file, "    %s)\n", (*list)->name);
        if ((*list)->part)
            zsh_verbs(file, (*list)->part);
        else {
            fputs("        _arguments", file);
            for_each_option(file, *list, zsh_option);
            fputc('\n', file);
        }
        fputs("        ;;\n", file);
    }
    fputs("    esac\n", file);
}

static void write_zsh(FILE *file) {
    fputs("#compdef routh\n# Completion of routh for zsh. Written by `routh help --completion zsh`.\n"
          "_routh() {\n    local -a words_of_list\n",
          file);
    zsh_verbs(file, verbs);
    fputs("}\n_routh \"$@\"\n", file);
}

/* fish ------------------------------------------------------------------------------------------------*/

/* Verbs whose words behind them are verbs again. */
static void fish_condition(FILE *file, const program_verb *verb) {
    const char *space = strchr(verb->title, ' ');
    if (space)
        fprintf(file, " -n '__fish_seen_subcommand_from %.*s; and __fish_seen_subcommand_from %s'",
                (int)(space - verb->title), verb->title, verb->name);
    else if (verb->part || verb == &verb_help)
        fprintf(file, " -n '__fish_seen_subcommand_from %s'", verb->name);
    else
        fprintf(file, " -n '__fish_seen_subcommand_from %s; and not __fish_seen_subcommand_from insertion help'",
                verb->name);
}

static void fish_option(FILE *file, const program_verb *verb, const option_entry *entry) {
    if (option_is_operand(entry))
        return;
    fputs("complete -c routh", file);
    fish_condition(file, verb);
    fprintf(file, "%s -l %s", strcmp(entry->name, "output") == 0 ? " -s o" : "", entry->name);
    if (entry->kind != OPTION_FLAG)
        fputs(takes_file(entry) ? " -r" : " -x", file);
    if (has_values(entry)) {
        fputs(" -a '", file);
        write_values(file, entry);
        fputs("'", file);
    }
    fputs(" -d '", file);
    for (const char *letter = entry->about; *letter; letter++) /* fish has \' within single quotes */
        fprintf(file, "%s%c", strchr("'\\", *letter) ? "\\" : "", *letter);
    fputs("'\n", file);
}

static void fish_verbs(FILE *file, const program_verb *const *list, const program_verb *above) {
    for (const program_verb *const *one = list; *one; one++) {
        fputs("complete -c routh -f", file);
        if (above)
            fish_condition(file, above);
        else
            fputs(" -n __fish_use_subcommand", file);
        fprintf(file, " -a %s -d '", (*one)->name);
        for (const char *letter = (*one)->about; *letter; letter++)
            fprintf(file, "%s%c", strchr("'\\", *letter) ? "\\" : "", *letter);
        fputs("'\n", file);
    }
    for (; *list; list++)
        if ((*list)->part)
            fish_verbs(file, (*list)->part, *list);
        else
            for_each_option(file, *list, fish_option);
}

static void write_fish(FILE *file) {
    fputs("# Completion of routh for fish. Written by `routh help --completion fish`.\n", file);
    fish_verbs(file, verbs, NULL);
}

void write_completion(FILE *file, shell_kind shell) {
    static void (*const writers[SHELLS])(FILE *) = {
        [SHELL_BASH] = write_bash, [SHELL_ZSH] = write_zsh, [SHELL_FISH] = write_fish};
    writers[shell](file);
}
