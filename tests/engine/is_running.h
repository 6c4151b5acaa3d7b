/* Whether a process still runs, for tests of what is left behind.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_ENGINE_IS_RUNNING_H
#define ROUTH_TESTS_ENGINE_IS_RUNNING_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

/* One that nobody has waited for yet does not run. */
static inline bool is_running(long process) {
    char path[64], line[512] = "";
    snprintf(path, sizeof path, "/proc/%ld/stat", process);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    const bool is_read = fgets(line, sizeof line, file);
    fclose(file);
    const char *after = strrchr(line, ')');
    return is_read && after && !strchr("ZX", after[2]);
}

/* Looks for up to 10 s. What still runs then is killed, so that a test that fails leaves nothing. */
static inline bool ends_soon(long process) {
    for (int i = 0; i < 1000 && is_running(process); i++)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    const bool has_ended = !is_running(process);
    if (!has_ended)
        kill((pid_t)process, SIGKILL);
    return has_ended;
}

/* A number that another process writes into a file; 0 where it does not within 20 s. */
static inline long number_in(const char *path) {
    long number = 0;
    for (int i = 0; i < 2000 && number == 0; i++) {
        FILE *file = fopen(path, "r");
        char line[64] = "", mark = 0;
        if (file && (!fgets(line, sizeof line, file) || sscanf(line, "%ld%c", &number, &mark) != 2))
            number = 0;
        if (file)
            fclose(file);
        if (number == 0)
            nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return number;
}

#endif
