/* Calls that may take long, each with a hook that listens: how far apart its calls are, and from which threads they come.
 * Include after cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_LONG_CALLS_H
#define ROUTH_TESTS_REPORT_LONG_CALLS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <routh/routh.h>

typedef struct long_call {
    const char *name;
    routh_status (*run)(routh_context *context); /* releases what it made */
} long_call;

/* What a hook for progress heard during one call. */
typedef struct listener {
    clockid_t clock;
    pthread_t caller;
    size_t calls, elsewhere;               /* of the hook; by other threads */
    double began, last, gap;               /* s on that clock; the longest time without a call */
    char heard[64], before[64], after[64]; /* the last that it was heard; on both sides of the longest gap */
} listener;

static inline double seconds_on(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void note_gap(listener *l, const char *heard) {
    const double now = seconds_on(l->clock);
    if (now - l->last > l->gap) {
        l->gap = now - l->last;
        memcpy(l->before, l->heard, sizeof l->before);
        snprintf(l->after, sizeof l->after, "%s", heard);
    }
    l->last = now;
    snprintf(l->heard, sizeof l->heard, "%s", heard);
}

static inline int listen_to_progress(const char *what, double fraction, void *user) {
    listener *l = user;
    char heard[64];
    if (!pthread_equal(pthread_self(), l->caller)) {
#pragma omp atomic
        l->elsewhere++;
        return 0;
    }
    snprintf(heard, sizeof heard, "%.50s %.0f %%", what, 100 * fraction);
    note_gap(l, heard);
    l->calls++;
    return 0;
}

/* What was done so far prepared the call. */
static inline void begin_to_listen(const routh_context *context) {
    listener *l = context->progress == listen_to_progress ? context->user : NULL;
    if (l)
        l->began = l->last = seconds_on(l->clock);
}

/* The processor's time of all threads: other programs of the machine do not disturb it, and of `threads` it is at most
 * so many times that of the wall. */
static inline routh_status listen_to(const long_call *call, int threads, listener *l) {
    routh_context context = routh_context_default();
    *l = (listener){.clock = CLOCK_PROCESS_CPUTIME_ID, .caller = pthread_self(), .heard = "begin"};
    context.progress = listen_to_progress;
    context.user = l;
    context.threads = threads;
    begin_to_listen(&context);
    const routh_status status = call->run(&context);
    note_gap(l, "end");
    return status;
}

#endif
