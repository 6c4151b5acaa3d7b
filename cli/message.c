/* What the program says on standard error.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "program.h"

static int quiet;

void be_quiet(void) {
    quiet = 1;
}

int is_quiet(void) {
    return quiet;
}

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

void warn(const char *verb, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_line(verb, format, arguments);
    va_end(arguments);
}

void note(const char *verb, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!quiet)
        print_line(verb, format, arguments);
    va_end(arguments);
}

/* What the library refused, in the program's words: with the options that give the field it is about. */

static const program_verb *find_title(const program_verb *const *list, const char *title) {
    const program_verb *found = NULL;
    for (; !found && *list; list++)
        if (strcmp((*list)->title, title) == 0)
            found = *list;
        else if ((*list)->part)
            found = find_title((*list)->part, title);
    return found;
}

/* "rest-speed" is "rest_speed". */
static int is_same_name(const char *option, const char *field, size_t length) {
    for (size_t i = 0; i < length; i++)
        if ((option[i] == '-' ? '_' : option[i]) != field[i])
            return 0;
    return option[length] == '\0';
}

static int has_field(const option_entry *entry, const char *field, size_t length) {
    if (option_is_operand(entry))
        return 0;
    return entry->field ? strlen(entry->field) == length && strncmp(entry->field, field, length) == 0
                        : is_same_name(entry->name, field, length);
}

static int any_has_field(const program_verb *verb, const char *field, size_t length) {
    for (const option_group *group = verb->groups; group && group->entry; group++)
        for (size_t i = 0; i < group->count; i++)
            if (has_field(&group->entry[i], field, length))
                return 1;
    return 0;
}

/* Does the option give one of the fields, which have spaces between? "learning.draws" has an option of its own; where
 * there is none, what follows a dot is enough, and "body.mass" is --mass. */
static int gives(const program_verb *verb, const option_entry *entry, const char *fields) {
    while (*fields) {
        size_t length = strcspn(fields, " ");
        for (size_t head; !any_has_field(verb, fields, length); length -= head, fields += head) {
            head = strcspn(fields, ". ") + 1;
            if (head > length)
                break;
        }
        if (has_field(entry, fields, length))
            return 1;
        fields += length + (fields[length] == ' ');
    }
    return 0;
}

int fail_input_of(const char *verb, const char *name, const routh_context *context) {
    char flags[256] = "";
    const program_verb *described = context->field ? find_title(verbs, verb) : NULL;
    for (const option_group *group = described ? described->groups : NULL; group && group->entry; group++)
        for (size_t i = 0; i < group->count; i++) {
            const size_t used = strlen(flags);
            if (gives(described, &group->entry[i], context->field))
                snprintf(flags + used, sizeof flags - used, "%s--%s", used ? ", " : " (", group->entry[i].name);
        }
    const char *colon = name && *name ? ": " : "";
    return fail(verb, "%s%s%s%s%s", name ? name : "", colon, context->message, flags, *flags ? ")" : "");
}

int fail_input(const char *verb, const routh_context *context) {
    return fail_input_of(verb, NULL, context);
}

/* Progress of long work on standard error: one line that changes where that is a terminal, otherwise a line now and then. */

/* The stage under way: a time left can only be estimated within one. */
static struct timespec began, stage_began;
static double stage_from, last;
static int shown;

/* Between lines that stay, s: a log is read later. */
static const double line_interval = 10;
static double next_report;

static double seconds_since(struct timespec start) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start.tv_sec) + 1e-9 * (double)(now.tv_nsec - start.tv_nsec);
}

/* Estimated from the pace so far; "" until a second and a fiftieth of the work have shown it. */
static void describe_left(double fraction, char text[48]) {
    const double spent = seconds_since(stage_began), done = fraction - stage_from;
    text[0] = '\0';
    if (spent < 1 || done < 0.02 || fraction >= 1)
        return;
    const double left = spent * (1 - fraction) / done;
    if (left < 90)
        snprintf(text, 48, ", about %.0f s left", left < 1 ? 1 : left);
    else
        snprintf(text, 48, ", about %.0f min left", left / 60);
}

static void begin_stage(double fraction) {
    if (fraction < last) { /* what begins anew has its own pace */
        clock_gettime(CLOCK_MONOTONIC, &stage_began);
        stage_from = fraction;
    }
    last = fraction;
}

static int print_stage(const char *what, double fraction, void *user) {
    (void)user;
    begin_stage(fraction);
    if (seconds_since(began) >= next_report) {
        char left[48];
        describe_left(fraction, left);
        fprintf(stderr, "routh: %s, %.0f %%%s\n", what, 100 * fraction, left);
        fflush(stderr);
        next_report = seconds_since(began) + line_interval;
    }
    return 0;
}

static int show(const char *what, double fraction, void *user) {
    (void)user;
    begin_stage(fraction);
    if (seconds_since(began) > 1) {
        char left[48];
        describe_left(fraction, left);
        fprintf(stderr, "\r\033[K%s, %.0f %%%s", what, 100 * fraction, left);
        fflush(stderr);
        shown = 1;
    }
    return 0;
}

void progress_show(routh_context *context) {
    clock_gettime(CLOCK_MONOTONIC, &began);
    stage_began = began;
    stage_from = last = 0;
    next_report = line_interval;
    if (!is_quiet())
        context->progress = isatty(STDERR_FILENO) ? show : print_stage;
}

void progress_end(void) {
    if (shown)
        fprintf(stderr, "\r\033[K");
    shown = 0;
}
