/* What the program says on standard error.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "verbs.h"

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
