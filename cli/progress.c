/* How far long work has got.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static struct timespec began;
static int shown;

static double seconds_since(struct timespec start) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start.tv_sec) + 1e-9 * (double)(now.tv_nsec - start.tv_nsec);
}

static int show(const char *what, double fraction, void *user) {
    (void)user;
    if (seconds_since(began) > 1) {
        fprintf(stderr, "\r\033[K%s, %.0f %%", what, 100 * fraction);
        fflush(stderr);
        shown = 1;
    }
    return 0;
}

void progress_show(routh_context *context) {
    clock_gettime(CLOCK_MONOTONIC, &began);
    if (isatty(STDERR_FILENO))
        context->progress = show;
}

void progress_end(void) {
    if (shown)
        fprintf(stderr, "\r\033[K");
    shown = 0;
}
