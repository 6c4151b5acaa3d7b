/* A locale with a decimal comma: one that is installed, or one that localedef makes, in ROUTH_LOCALE_FOLDER for all tests
 * or else in a temporary folder. Include after cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_COMMA_LOCALE_H
#define ROUTH_TESTS_COMMA_LOCALE_H

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline int set_comma_locale(const char *name) {
    return setlocale(LC_ALL, name) && strcmp(localeconv()->decimal_point, ",") == 0;
}

/* The C library looks in LOCPATH first, and only when a locale is set: the folder is needed no longer then. */
static inline int set_comma_locale_in(const char *folder) {
    const int set = setenv("LOCPATH", folder, 1) == 0 && set_comma_locale("de_DE.UTF-8");
    unsetenv("LOCPATH");
    return set;
}

/* It takes seconds to make: the first test that has, keeps it for the others, by a rename that only one of them can do. */
static inline int make_comma_locale(void) {
    const char *kept = getenv("ROUTH_LOCALE_FOLDER"), *parent = getenv("TMPDIR");
    char folder[1024], command[4096];
    if (kept && set_comma_locale_in(kept))
        return 1;
    snprintf(folder, sizeof folder, "%s%s-XXXXXX", kept ? kept : parent ? parent : "/tmp", kept ? "" : "/routh-locale");
    if (!mkdtemp(folder))
        return 0;
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 '%s/de_DE.UTF-8' >/dev/null 2>&1", folder);
    const int made = system(command) == 0 && set_comma_locale_in(folder);
    if (made && kept && rename(folder, kept) == 0)
        return 1;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0)
        print_message("%s is left behind\n", folder);
    return made;
}

/* Until setlocale(LC_ALL, "C"). Skips the test, and says so, where there is none. */
static inline void enter_comma_locale(void) {
    static const char *const name[] = {"de_DE.UTF-8", "de_DE.utf8",  "de_DE",       "fr_FR.UTF-8", "fr_FR.utf8",
                                       "es_ES.UTF-8", "it_IT.UTF-8", "nl_NL.UTF-8", "ru_RU.UTF-8", "sv_SE.UTF-8"};
    for (size_t i = 0; i < sizeof name / sizeof name[0]; i++)
        if (set_comma_locale(name[i]))
            return;
    if (make_comma_locale())
        return;
    setlocale(LC_ALL, "C");
    print_message("no locale with a decimal comma on this machine, and none to be made\n");
    skip();
}

#endif
