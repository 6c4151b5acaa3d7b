/* Any words as a command line, up to the point where the verb would run: they are refused in one line, or they are options
 * that stand for the same when written out in full. The input has a word a line. A libFuzzer target; seeds lie in
 * corpus_options.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <getopt.h>
#include <math.h>

#include "fuzz_program.h"
#include "program.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_WORDS = 256, MOST_TEXT = 1 << 16 };

typedef struct command_line {
    char text[MOST_TEXT];
    size_t used;
    char *word[MOST_WORDS + 1];
    int count;
} command_line;

/* An option with its value, which may be empty; NULL: it has none. Without a name an operand. */
static void add_word(command_line *line, const char *name, const char *value) {
    const char *text = value ? value : "";
    demand(line->count < MOST_WORDS && line->used + strlen(name) + strlen(text) + 4 < MOST_TEXT, "words fit");
    line->word[line->count++] = line->text + line->used;
    line->used += 1 + (size_t)sprintf(line->text + line->used, "%s%s%s%s", *name ? "--" : "", name,
                                      *name && value ? "=" : "", text);
}

/* The member that an entry fills, and what it may hold. */
static void check_value(const option_entry *entry, const void *target) {
    switch (entry->kind) {
    case OPTION_FLAG:
        demand(*(const int *)target == 0 || *(const int *)target == 1, "a flag is given or not");
        break;
    case OPTION_NUMBER:
        demand(isfinite(((const option_number *)target)->value), "a number is finite");
        break;
    case OPTION_THREADS:
        demand(*(const size_t *)target <= THREADS_MOST, "no more threads than allowed");
        break;
    case OPTION_CHOICE:
    case OPTION_TEXT:
    case OPTION_COUNT:
    case OPTION_LIST:
    case OPTION_OPERAND:
    case OPTION_OPERANDS:
        break;
    }
}

/* What was given, as an option with its full name. */
static void write_option(command_line *line, const option_entry *entry, const void *target) {
    char text[64];
    const option_number *number = target;
    const option_choice *choice = target;
    const option_list *list = target;
    switch (entry->kind) {
    case OPTION_FLAG:
        if (*(const int *)target)
            add_word(line, entry->name, NULL);
        break;
    case OPTION_TEXT:
        if (*(const char *const *)target)
            add_word(line, entry->name, *(const char *const *)target);
        break;
    case OPTION_CHOICE:
        if (choice->word)
            add_word(line, entry->name, choice->word);
        break;
    case OPTION_NUMBER:
        snprintf(text, sizeof text, "%.17g", number->value);
        if (number->given)
            add_word(line, entry->name, text);
        break;
    case OPTION_COUNT:
    case OPTION_THREADS:
        snprintf(text, sizeof text, "%zu", *(const size_t *)target);
        if (*(const size_t *)target)
            add_word(line, entry->name, text);
        break;
    case OPTION_LIST:
        for (size_t i = 0; i < list->count; i++)
            add_word(line, entry->name, list->text[i]);
        break;
    case OPTION_OPERAND:
    case OPTION_OPERANDS:
        break;
    }
}

/* Operands stand after "--", in the order of the table. */
static void write_operand(command_line *line, const option_entry *entry, const void *target) {
    const option_list *list = target;
    if (entry->kind == OPTION_OPERAND && *(const char *const *)target)
        add_word(line, "", *(const char *const *)target);
    for (size_t i = 0; entry->kind == OPTION_OPERANDS && i < list->count; i++)
        add_word(line, "", list->text[i]);
}

static int same_text(const char *one, const char *other) {
    return strcmp(one ? one : "", other ? other : "") == 0;
}

static void check_same(const option_entry *entry, const void *one, const void *other) {
    const option_number *number = one, *other_number = other;
    const option_choice *choice = one, *other_choice = other;
    const option_list *list = one, *other_list = other;
    int same = 1;
    switch (entry->kind) {
    case OPTION_FLAG:
        same = *(const int *)one == *(const int *)other;
        break;
    case OPTION_TEXT:
    case OPTION_OPERAND:
        same = same_text(*(const char *const *)one, *(const char *const *)other);
        break;
    case OPTION_CHOICE:
        same = choice->index == other_choice->index && same_text(choice->word, other_choice->word);
        break;
    case OPTION_NUMBER:
        same = number->given == other_number->given && number->value == other_number->value;
        break;
    case OPTION_COUNT:
    case OPTION_THREADS:
        same = *(const size_t *)one == *(const size_t *)other;
        break;
    case OPTION_LIST:
    case OPTION_OPERANDS:
        for (size_t i = 0; same && list->count == other_list->count && i < list->count; i++)
            same = same_text(list->text[i], other_list->text[i]);
        break;
    }
    demand(same, entry->name);
}

typedef enum visit { CHECK, WRITE_OPTIONS, WRITE_OPERANDS, COMPARE } visit;

static void visit_options(const program_verb *verb, const char *options, const char *other, visit what,
                          command_line *line) {
    for (const option_group *group = verb->groups; group && group->entry; group++)
        for (size_t i = 0; i < group->count; i++) {
            const option_entry *entry = &group->entry[i];
            const size_t offset = group->offset + entry->offset;
            if (what == CHECK)
                check_value(entry, options + offset);
            else if (what == WRITE_OPTIONS)
                write_option(line, entry, options + offset);
            else if (what == WRITE_OPERANDS)
                write_operand(line, entry, options + offset);
            else
                check_same(entry, options + offset, other + offset);
        }
}

/* The program parses once; here getopt has to begin anew each time, which an index of 0 tells it. */
static int parse_words(const program_verb *verb, int count, char **word, void *options) {
    optind = 0;
    return parse_options(verb->title, verb->groups, count, word, options);
}

static void check_again(const program_verb *verb, const void *options) {
    static command_line line;
    line.count = 0;
    line.used = 0;
    add_word(&line, "", verb->name);
    visit_options(verb, options, NULL, WRITE_OPTIONS, &line);
    line.word[line.count++] = (char[]){"--"};
    visit_options(verb, options, NULL, WRITE_OPERANDS, &line);
    line.word[line.count] = NULL;
    void *again = calloc(1, verb->options_size + 1);
    demand(again && parse_words(verb, line.count, line.word, again) == OPTIONS_PARSED,
           "what was parsed can be written out and parsed");
    visit_options(verb, options, again, COMPARE, NULL);
    options_release(verb->groups, again);
    free(again);
}

static void parse(const program_verb *verb, int count, char **word) {
    char begin[64];
    void *options = calloc(1, verb->options_size + 1);
    demand(options != NULL, "memory for the options");
    snprintf(begin, sizeof begin, "routh %s: ", verb->title);
    listen_begin();
    const int answer = parse_words(verb, count, word, options);
    check_speech(listen_end(), answer == EXIT_BAD_USE, begin);
    demand(answer == EXIT_BAD_USE || answer == OPTIONS_PARSED || answer == OPTIONS_HELP, "the answer has a meaning");
    if (answer == OPTIONS_PARSED) {
        visit_options(verb, options, NULL, CHECK, NULL);
        check_again(verb, options);
    }
    options_release(verb->groups, options);
    free(options);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1), *word[65];
    size_t count = 0, used = 0;
    demand(text != NULL, "memory for the words");
    memcpy(text, data, size);
    text[size] = '\0';
    for (char *at = text; at && count < 64;) {
        char *end = strchr(at, '\n');
        word[count++] = at;
        at = end ? end + 1 : NULL;
        if (end)
            *end = '\0';
    }
    word[count] = NULL;
    listen_begin();
    const program_verb *verb = find_verb_of_words(count, (const char *const *)word, &used);
    check_speech(listen_end(), !verb, "routh");
    if (verb && !verb->part) /* the verb's last word takes the place of the program's name */
        parse(verb, (int)(count - used) + 1, word + used - 1);
    free(text);
    return 0;
}
