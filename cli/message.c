/* What the program says on standard error.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "message.h"

#include <stdarg.h>
#include <stdio.h>

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
