/* Progress of long work on standard error: one line that changes where that is a terminal, otherwise a line now and then.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "message.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* The stage under way: a time left can only be estimated within one. */
static struct timespec began, stage_began;
static double stage_from, last;
static int shown;

/* Between lines that stay, s: a log is read later. */
static const double line_interval = 10;
static double next_line;

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

static int print_line(const char *what, double fraction, void *user) {
    (void)user;
    begin_stage(fraction);
    if (seconds_since(began) >= next_line) {
        char left[48];
        describe_left(fraction, left);
        fprintf(stderr, "routh: %s, %.0f %%%s\n", what, 100 * fraction, left);
        fflush(stderr);
        next_line = seconds_since(began) + line_interval;
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
    next_line = line_interval;
    if (!is_quiet())
        context->progress = isatty(STDERR_FILENO) ? show : print_line;
}

void progress_end(void) {
    if (shown)
        fprintf(stderr, "\r\033[K");
    shown = 0;
}
