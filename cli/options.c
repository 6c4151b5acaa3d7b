/* Options of a verb, described by a table; and the one way in which verbs fail.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <routh/base.h>

#include "output.h"

/* getopt's codes for long options begin here, above every character. */
enum { FIRST_CODE = 1000, HELP_CODE = 'h', OUTPUT_CODE = 'o' };

/* What people typed may hold anything; a message stays one line. */
__attribute__((format(printf, 2, 0))) static void print_line(const char *verb, const char *format, va_list arguments) {
    char line[1024];
    vsnprintf(line, sizeof line, format, arguments);
    for (char *letter = line; *letter; letter++)
        if ((unsigned char)*letter < ' ' || *letter == 127)
            *letter = '?';
    fprintf(stderr, "routh%s%s: %s\n", verb ? " " : "", verb ? verb : "", line);
}

int fail(const char *verb, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_line(verb, format, arguments);
    va_end(arguments);
    return EXIT_BAD_USE;
}

void note(const char *verb, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_line(verb, format, arguments);
    va_end(arguments);
}

static const char *entry_name(size_t index, const void *entries) {
    return ((const option_entry *)entries)[index].name;
}

/* A letter of a cluster such as -qx: getopt tells the letter, and nothing of the word it stands in. */
static int fail_unknown_letter(const char *verb, int letter) {
    if (letter > ' ' && letter < 127)
        return fail(verb, "unknown option '-%c'; `routh %s --help` lists them", letter, verb);
    return fail(verb, "unknown option '-\\x%02X'; `routh %s --help` lists them", (unsigned)letter & 0xFF, verb);
}

static int fail_unknown(const char *verb, const char *word, const option_entry *entries, size_t count) {
    char name[64];
    size_t length = strcspn(word + 2, "=");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), word + 2);
    size_t meant = 0;
    for (size_t i = 0; i < count; i++)
        meant += strncmp(entries[i].name, name, strlen(name)) == 0;
    if (meant > 1)
        return fail(verb, "option --%s could mean several; `routh %s --help` lists them", name, verb);
    const char *nearest = routh_nearest_name(name, count, entry_name, entries);
    if (nearest)
        return fail(verb, "unknown option --%s; did you mean --%s?", name, nearest);
    return fail(verb, "unknown option --%s; `routh %s --help` lists them", name, verb);
}

static int parse_number(const char *verb, const char *name, const char *text, option_number *number) {
    char *end;
    int plain = *text && text[strspn(text, "0123456789+-.eE")] == '\0';
    double value = plain ? strtod(text, &end) : NAN;
    if (!plain || *end != '\0' || end == text)
        return fail(verb, "--%s '%.60s' is not a number", name, text);
    if (!isfinite(value))
        return fail(verb, "--%s %.60s is too large a number", name, text);
    *number = (option_number){.value = value, .given = 1};
    return OPTIONS_PARSED;
}

static int parse_count(const char *verb, const char *name, const char *text, size_t *count) {
    int plain = *text && text[strspn(text, "0123456789")] == '\0';
    errno = 0;
    unsigned long long value = plain ? strtoull(text, NULL, 10) : 0;
    if (value == 0 || errno == ERANGE || value > SIZE_MAX)
        return fail(verb, "--%s '%.60s' is not a whole number from 1 on", name, text);
    *count = (size_t)value;
    return OPTIONS_PARSED;
}

static int add_to_list(const char *verb, int most, const char *text, option_list *list) {
    if (!list->text)
        list->text = calloc((size_t)most, sizeof *list->text);
    if (!list->text)
        return fail(verb, "out of memory");
    list->text[list->count++] = text;
    return OPTIONS_PARSED;
}

static int take(int argc, char **argv, const option_entry *entry, const char *text) {
    switch (entry->kind) {
    case OPTION_FLAG:
        *(int *)entry->target = 1;
        break;
    case OPTION_TEXT:
    case OPTION_OPERAND:
        *(const char **)entry->target = text;
        break;
    case OPTION_NUMBER:
        return parse_number(argv[0], entry->name, text, entry->target);
    case OPTION_COUNT:
        return parse_count(argv[0], entry->name, text, entry->target);
    case OPTION_LIST:
    case OPTION_OPERANDS:
        return add_to_list(argv[0], argc, text, entry->target);
    }
    return OPTIONS_PARSED;
}

/* getopt's table of what begins with dashes; returns the index of --output, −1 without. */
static int describe(const option_entry *entries, size_t count, struct option options[OPTIONS_MOST + 2]) {
    size_t used = 0;
    int output = -1;
    for (size_t i = 0; i < count && i < OPTIONS_MOST; i++) {
        if (entries[i].kind == OPTION_OPERAND || entries[i].kind == OPTION_OPERANDS)
            continue;
        options[used++] = (struct option){.name = entries[i].name,
                                          .has_arg = entries[i].kind == OPTION_FLAG ? no_argument : required_argument,
                                          .val = FIRST_CODE + (int)i};
        if (strcmp(entries[i].name, "output") == 0)
            output = (int)i;
    }
    options[used] = (struct option){.name = "help", .val = HELP_CODE};
    return output;
}

/* The words that are left when all options are taken. */
static int take_operands(int argc, char **argv, const option_entry *entries, size_t count) {
    for (size_t i = 0; i < count && optind < argc; i++)
        if (entries[i].kind == OPTION_OPERAND)
            take(argc, argv, &entries[i], argv[optind++]);
        else if (entries[i].kind == OPTION_OPERANDS)
            while (optind < argc)
                if (take(argc, argv, &entries[i], argv[optind++]) != OPTIONS_PARSED)
                    return EXIT_BAD_USE;
    if (optind < argc)
        return fail(argv[0], "unexpected '%.60s'; `routh %s --help` shows how it goes", argv[optind], argv[0]);
    return OPTIONS_PARSED;
}

static int print_help(const char *verb, const char *help) {
    fputs(help, stdout);
    return finish_standard_output(verb);
}

/* getopt's complaint in our own words. */
static int fail_option(char **argv, int code, const option_entry *entries, size_t count) {
    if (code == ':' && optopt < FIRST_CODE)
        return fail(argv[0], "-%c needs a value", optopt);
    if (code == ':')
        return fail(argv[0], "--%s needs a value", entries[optopt - FIRST_CODE].name);
    if (optopt == HELP_CODE)
        return fail(argv[0], "--help takes no value");
    if (optopt >= FIRST_CODE)
        return fail(argv[0], "--%s takes no value", entries[optopt - FIRST_CODE].name);
    return optopt == 0 ? fail_unknown(argv[0], argv[optind - 1], entries, count) : fail_unknown_letter(argv[0], optopt);
}

int parse_options(int argc, char **argv, const char *help, const option_entry *entries, size_t count) {
    struct option options[OPTIONS_MOST + 2] = {{0}};
    unsigned char seen[OPTIONS_MOST] = {0};
    int output = describe(entries, count, options);

    opterr = 0; /* in our own words */
    int code;
    while ((code = getopt_long(argc, argv, output >= 0 ? ":ho:" : ":h", options, NULL)) != -1) {
        if (code == HELP_CODE)
            return print_help(argv[0], help);
        if (code == ':' || code == '?')
            return fail_option(argv, code, entries, count);
        int index = code == OUTPUT_CODE ? output : code - FIRST_CODE;
        if (seen[index] && entries[index].kind != OPTION_FLAG && entries[index].kind != OPTION_LIST)
            return fail(argv[0], "--%s is given twice; which of the two?", entries[index].name);
        seen[index] = 1;
        int answer = take(argc, argv, &entries[index], optarg);
        if (answer != OPTIONS_PARSED)
            return answer;
    }
    return take_operands(argc, argv, entries, count);
}
