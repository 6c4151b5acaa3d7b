/* Runs the named subjects, or all of a room, each in its own process, as ctest does. What one leaves behind (a locale, a
 * library's state, a crash) does not affect the next.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "effort.h"
#include "subject.h"

/* HDF5 leaks memory when it rejects a damaged file; that is not what is tested. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:libhdf5";
}

enum { SKIPPED = 77, USAGE = 2 };

static const routh_subject *find(const char *name) {
    const routh_subject *s = routh_subjects;
    while (s->name && strcmp(s->name, name) != 0)
        s++;
    return s->name ? s : NULL;
}

static int unknown(const char *program, const char *name) {
    fprintf(stderr, "%s: unknown subject \"%s\"; subjects are", program, name);
    for (const routh_subject *s = routh_subjects; s->name; s++)
        fprintf(stderr, " %s", s->name);
    fputc('\n', stderr);
    return USAGE;
}

/* Whether it passed or skipped itself. */
static int passes(const routh_subject *s) {
    printf("== %s\n", s->name);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
        exit(s->run());
    int status = 0;
    const int passed = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
                       (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == SKIPPED);
    if (!passed)
        printf("== %s FAILED\n", s->name);
    return passed;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!find(argv[i]))
            return unknown(argv[0], argv[i]);
    if (argc == 2) {
        const int code = find(argv[1])->run();
        if (code != 0 && code != SKIPPED) /* a sweep did this slice (effort.h), and may pass with another */
            fprintf(stderr, "%s failed with ROUTH_EFFORT=%s ROUTH_SLICE=%ld\n", argv[1],
                    effort("quick", "check", "soak"), slice_number());
        return code;
    }
    int failed = 0;
    if (argc > 2)
        for (int i = 1; i < argc; i++)
            failed += !passes(find(argv[i]));
    else
        for (const routh_subject *s = routh_subjects; s->name; s++)
            failed += !passes(s);
    return failed > 0;
}
