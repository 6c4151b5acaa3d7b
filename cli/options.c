/* Options of a verb, read from the command line as its tables describe them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "program.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <routh/base.h>

/* getopt's codes for long options begin here, above every character. */
enum { FIRST_CODE = 1000, OUTPUT_CODE = 'o', HELP_CODE = 'h', MOST_SLOTS = 96 };

typedef struct common_values {
    int quiet, help;
} common_values;

static const option_entry common_entries[] = {
    {"quiet", OPTION_FLAG, offsetof(common_values, quiet), NULL,
     .about = "no progress and no notes on standard error; warnings and errors remain"},
    {"help", OPTION_FLAG, offsetof(common_values, help), NULL, .about = "print the help text"},
};

const option_group common_options[] = {{"Common options", OPTION_ENTRIES(common_entries), 0, NULL}, {.entry = NULL}};

/* An entry with the place that its value goes to. */
typedef struct option_slot {
    const option_entry *entry;
    void *target;
    int seen;
} option_slot;

typedef struct option_slots {
    option_slot slot[MOST_SLOTS];
    size_t count;
} option_slots;

static void add_slots(option_slots *slots, const option_group *groups, void *options) {
    for (const option_group *group = groups; group && group->entry; group++)
        for (size_t i = 0; i < group->count; i++) {
            if (slots->count == MOST_SLOTS) { /* a mistake in the tables; assert would be silent in a release */
                fprintf(stderr, "routh: a verb has more than %d options\n", MOST_SLOTS);
                abort();
            }
            slots->slot[slots->count++] =
                (option_slot){&group->entry[i], (char *)options + group->offset + group->entry[i].offset, 0};
        }
}

int option_is_operand(const option_entry *entry) {
    return entry->kind == OPTION_OPERAND || entry->kind == OPTION_OPERANDS;
}

const char *next_choice(const char **choices, char word[OPTION_WORD]) {
    if (!*choices || !**choices)
        return NULL;
    const size_t length = strcspn(*choices, " ");
    snprintf(word, OPTION_WORD, "%.*s", (int)length, *choices);
    *choices += length + ((*choices)[length] == ' ');
    return word;
}

/* Failures --------------------------------------------------------------------------------------------*/

/* A letter of a cluster such as -qx: getopt reports the letter, not the word that holds it. */
static int fail_unknown_letter(const char *verb, int letter) {
    if (letter > ' ' && letter < 127)
        return fail(verb, "unknown option \"-%c\"; see `routh %s --help`", letter, verb);
    return fail(verb, "unknown option \"-\\x%02X\"; see `routh %s --help`", (unsigned)letter & 0xFF, verb);
}

static const char *slot_name(size_t index, const void *slots) {
    return ((const option_slots *)slots)->slot[index].entry->name;
}

/* "--name=value" → "name". */
static void name_of(const char *word, char name[OPTION_WORD]) {
    const size_t length = strcspn(word + 2, "=");
    snprintf(name, OPTION_WORD, "%.*s", (int)(length < OPTION_WORD ? length : OPTION_WORD - 1), word + 2);
}

static int fail_unknown(const char *verb, const char *word, const option_slots *slots) {
    char name[OPTION_WORD];
    name_of(word, name);
    size_t meant = 0;
    for (size_t i = 0; i < slots->count; i++)
        meant += strncmp(slots->slot[i].entry->name, name, strlen(name)) == 0;
    if (meant > 1)
        return fail(verb, "option --%s is ambiguous; see `routh %s --help`", name, verb);
    const char *nearest = routh_nearest_name(name, slots->count, slot_name, slots);
    if (nearest)
        return fail(verb, "unknown option --%s; did you mean --%s?", name, nearest);
    return fail(verb, "unknown option --%s; see `routh %s --help`", name, verb);
}

/* Also where the old name is short for another option, as getopt would take it. */
static int refuse_renamed(const char *verb, int argc, char **argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        char name[OPTION_WORD];
        if (strncmp(argv[i], "--", 2) != 0)
            continue;
        name_of(argv[i], name);
        const char *now = renamed_option(verb, name);
        if (now)
            return fail(verb, "--%s is now %s", name, now);
    }
    return OPTIONS_PARSED;
}

/* getopt's complaint in our own words. */
static int fail_option(const char *verb, char **argv, int code, const option_slots *slots) {
    if (code == ':' && optopt < FIRST_CODE)
        return fail(verb, "-%c needs a value", optopt);
    if (code == ':')
        return fail(verb, "--%s needs a value", slots->slot[optopt - FIRST_CODE].entry->name);
    if (optopt >= FIRST_CODE)
        return fail(verb, "--%s takes no value", slots->slot[optopt - FIRST_CODE].entry->name);
    return optopt == 0 ? fail_unknown(verb, argv[optind - 1], slots) : fail_unknown_letter(verb, optopt);
}

/* Values ----------------------------------------------------------------------------------------------*/

static int parse_number(const char *verb, const char *name, const char *text, option_number *number) {
    char *end;
    int plain = *text && text[strspn(text, "0123456789+-.eE")] == '\0';
    double value = plain ? strtod(text, &end) : NAN;
    if (!plain || *end != '\0' || end == text)
        return fail(verb, "--%s \"%.60s\" is not a number", name, text);
    if (!isfinite(value))
        return fail(verb, "--%s %.60s is too large a number", name, text);
    *number = (option_number){.value = value, .given = 1};
    return OPTIONS_PARSED;
}

static int parse_count(const char *verb, const option_entry *entry, const char *text, size_t *count) {
    int plain = *text && text[strspn(text, "0123456789")] == '\0';
    errno = 0;
    unsigned long long value = plain ? strtoull(text, NULL, 10) : 0;
    if (value == 0 || errno == ERANGE || value > SIZE_MAX)
        return fail(verb, "--%s \"%.60s\" must be a whole number, 1 or more", entry->name, text);
    if (entry->kind == OPTION_THREADS && value > THREADS_MOST)
        return fail(verb, "--%s %llu is more than %d", entry->name, value, THREADS_MOST);
    *count = (size_t)value;
    return OPTIONS_PARSED;
}

static const char *choice_name(size_t index, const void *all) {
    return ((const char(*)[OPTION_WORD])all)[index];
}

static int parse_choice(const char *verb, const option_entry *entry, const char *text, option_choice *choice) {
    enum { MOST_CHOICES = 16 };
    char all[MOST_CHOICES][OPTION_WORD], list[256];
    const char *left = entry->choices;
    size_t count = 0, used = 0;
    for (; count < MOST_CHOICES && next_choice(&left, all[count]); count++)
        if (strcmp(text, all[count]) == 0) {
            *choice = (option_choice){(int)count, text};
            return OPTIONS_PARSED;
        }
    for (const char *at = entry->choices; *at && used + 3 < sizeof list; at++) {
        if (*at == ' ')
            list[used++] = ',';
        list[used++] = *at;
    }
    list[used] = '\0';
    char word[OPTION_WORD], meant[OPTION_WORD];
    for (left = entry->meant; left && next_choice(&left, word) && next_choice(&left, meant);)
        if (strcmp(text, word) == 0)
            return fail(verb, "--%s \"%s\" is not one of %s; for %s give %s", entry->name, text, list, text, meant);
    const char *nearest = routh_nearest_name(text, count, choice_name, all);
    if (nearest)
        return fail(verb, "--%s \"%.60s\" is not one of %s; did you mean %s?", entry->name, text, list, nearest);
    return fail(verb, "--%s \"%.60s\" is not one of %s", entry->name, text, list);
}

static int add_to_list(const char *verb, int most, const char *text, option_list *list) {
    if (!list->text)
        list->text = calloc((size_t)most, sizeof *list->text);
    if (!list->text)
        return fail(verb, "out of memory");
    list->text[list->count++] = text;
    return OPTIONS_PARSED;
}

/* `most`: as many words as the command line has. */
static int take(const char *verb, int most, const option_slot *slot, const char *text) {
    switch (slot->entry->kind) {
    case OPTION_FLAG:
        *(int *)slot->target = 1;
        break;
    case OPTION_TEXT:
    case OPTION_OPERAND:
        if (slot->entry->path != PATH_NONE && !*text)
            return fail(verb, "%s%s: the name is empty", slot->entry->kind == OPTION_TEXT ? "--" : "",
                        slot->entry->name);
        *(const char **)slot->target = text;
        break;
    case OPTION_CHOICE:
        return parse_choice(verb, slot->entry, text, slot->target);
    case OPTION_NUMBER:
        return parse_number(verb, slot->entry->name, text, slot->target);
    case OPTION_COUNT:
    case OPTION_THREADS:
        return parse_count(verb, slot->entry, text, slot->target);
    case OPTION_LIST:
    case OPTION_OPERANDS:
        return add_to_list(verb, most, text, slot->target);
    }
    return OPTIONS_PARSED;
}

/* The command line ------------------------------------------------------------------------------------*/

/* getopt's table of what begins with dashes; returns the index of --output, −1 without. */
static int describe(const option_slots *slots, struct option options[MOST_SLOTS + 1]) {
    size_t used = 0;
    int output = -1;
    for (size_t i = 0; i < slots->count; i++) {
        const option_entry *entry = slots->slot[i].entry;
        if (option_is_operand(entry))
            continue;
        options[used++] = (struct option){.name = entry->name,
                                          .has_arg = entry->kind == OPTION_FLAG ? no_argument : required_argument,
                                          .val = FIRST_CODE + (int)i};
        if (strcmp(entry->name, "output") == 0)
            output = (int)i;
    }
    return output;
}

/* The words that are left when all options are taken. */
static int take_operands(const char *verb, int argc, char **argv, const option_slots *slots) {
    for (size_t i = 0; i < slots->count && optind < argc; i++) {
        const option_slot *slot = &slots->slot[i];
        if (!option_is_operand(slot->entry))
            continue;
        do
            if (take(verb, argc, slot, argv[optind++]) != OPTIONS_PARSED)
                return EXIT_BAD_USE;
        while (slot->entry->kind == OPTION_OPERANDS && optind < argc);
    }
    if (optind < argc)
        return fail(verb, "unexpected \"%.60s\"; see `routh %s --help`", argv[optind], verb);
    return OPTIONS_PARSED;
}

int parse_options(const char *verb, const option_group *groups, int argc, char **argv, void *options) {
    struct option described[MOST_SLOTS + 1] = {{0}};
    option_slots slots = {.count = 0};
    common_values common = {0};
    add_slots(&slots, groups, options);
    add_slots(&slots, common_options, &common);
    const int output = describe(&slots, described);
    if (refuse_renamed(verb, argc, argv) != OPTIONS_PARSED)
        return EXIT_BAD_USE;

    opterr = 0; /* in our own words */
    int code;
    while ((code = getopt_long(argc, argv, output >= 0 ? ":ho:" : ":h", described, NULL)) != -1) {
        if (code == HELP_CODE)
            return OPTIONS_HELP;
        if (code == ':' || code == '?')
            return fail_option(verb, argv, code, &slots);
        option_slot *slot = &slots.slot[code == OUTPUT_CODE ? output : code - FIRST_CODE];
        if (slot->seen && slot->entry->kind != OPTION_FLAG && slot->entry->kind != OPTION_LIST)
            return fail(verb, "--%s is given twice", slot->entry->name);
        slot->seen = 1;
        if (take(verb, argc, slot, optarg) != OPTIONS_PARSED)
            return EXIT_BAD_USE;
        if (common.help)
            return OPTIONS_HELP;
    }
    if (common.quiet)
        be_quiet();
    const int answer = take_operands(verb, argc, argv, &slots);
    for (size_t i = 0; i < slots.count; i++)
        if (slots.slot[i].entry->fallback && !*(const char **)slots.slot[i].target)
            *(const char **)slots.slot[i].target = slots.slot[i].entry->fallback;
    return answer;
}

void options_release(const option_group *groups, void *options) {
    option_slots slots = {.count = 0};
    add_slots(&slots, groups, options);
    for (size_t i = 0; i < slots.count; i++)
        if (slots.slot[i].entry->kind == OPTION_LIST || slots.slot[i].entry->kind == OPTION_OPERANDS)
            free((void *)((option_list *)slots.slot[i].target)->text);
}

int option_is_given(const option_entry *entry, const void *member) {
    switch (entry->kind) {
    case OPTION_FLAG:
        return *(const int *)member != 0;
    case OPTION_TEXT:
    case OPTION_OPERAND:
        return *(const char *const *)member != NULL;
    case OPTION_CHOICE:
        return ((const option_choice *)member)->word != NULL;
    case OPTION_NUMBER:
        return ((const option_number *)member)->given;
    case OPTION_COUNT:
    case OPTION_THREADS:
        return *(const size_t *)member > 0;
    case OPTION_LIST:
    case OPTION_OPERANDS:
        return ((const option_list *)member)->count > 0;
    }
    return 0;
}

const char *first_given(const option_group *groups, const void *options, const char *names) {
    char word[OPTION_WORD];
    for (const option_group *group = groups; group && group->entry; group++)
        for (size_t i = 0; i < group->count; i++)
            for (const char *left = names; next_choice(&left, word);)
                if (strcmp(group->entry[i].name, word) == 0 &&
                    option_is_given(&group->entry[i], (const char *)options + group->offset + group->entry[i].offset))
                    return group->entry[i].name;
    return NULL;
}
