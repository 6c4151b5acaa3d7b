/* Progress, and the threads that work for one caller.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "base/context.h"

static inline void routh_sleep(long nanoseconds) {
#if !defined(ROUTH_CORE_NO_CLOCK) && defined(CLOCK_MONOTONIC) && defined(_POSIX_C_SOURCE)
    nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
#else
    (void)nanoseconds;
#endif
}

typedef struct routh_crew {
    routh_context *caller;
    int stop; /* the caller wants to */
} routh_crew;

/* Progress, and whether to stop: by the caller's hook, or for the threads of a crew by what it answered. */

/* Between two calls of the hook within a stage, s: nobody sees more, and Ctrl-C is still heard at once. */
static const double usual_pause = 0.01;

/* Is the next call of the hook due? Always where there is no clock, and where it was set back. */
static bool is_due(const routh_pulse *pulse) {
    const double pause = pulse->pause > 0 ? pulse->pause : usual_pause, since = routh_seconds() - pulse->when;
    return pulse->pause < 0 || !(since >= 0 && since < pause);
}

static routh_status call_hook(routh_context *context) {
    routh_pulse *pulse = &context->pulse;
    const bool stop = context->progress(pulse->what, pulse->fraction, context->user);
    pulse->when = routh_seconds();
    return stop ? routh_fail(context, ROUTH_CANCELLED, "stopped at %.0f %% of: %s", 100 * pulse->fraction, pulse->what)
                : ROUTH_OK;
}

static bool crew_is_stopped(routh_crew *c) {
    int stopped;
#pragma omp atomic read
    stopped = c->stop;
    return stopped;
}

static void crew_stop(routh_crew *c) {
#pragma omp atomic write
    c->stop = 1;
}

/* A caller that is a thread of another crew asks that one in its turn. */
static routh_status ask_crew(routh_context *own) {
    routh_crew *c = own->pulse.crew;
    if (own->pulse.asks && !crew_is_stopped(c) && routh_ask(c->caller) != ROUTH_OK)
        crew_stop(c);
    return crew_is_stopped(c) ? routh_fail(own, ROUTH_CANCELLED, "%s", routh_status_message(ROUTH_CANCELLED))
                              : ROUTH_OK;
}

routh_status routh_ask(routh_context *context) {
    if (!context)
        return ROUTH_OK;
    if (context->pulse.crew)
        return ask_crew(context);
    if (context->pulse.caller)
        return routh_ask(context->pulse.caller);
    if (!context->progress || !is_due(&context->pulse))
        return ROUTH_OK;
    if (!context->pulse.what[0])
        snprintf(context->pulse.what, sizeof context->pulse.what, "working");
    return call_hook(context);
}

routh_status routh_progress(routh_context *context, const char *what, double fraction) {
    if (!context || !context->progress)
        return routh_ask(context);
    routh_pulse *pulse = &context->pulse;
    const bool begins = strncmp(pulse->what, what, sizeof pulse->what - 1) != 0;
    pulse->fraction = fraction > 0 ? (fraction < 1 ? fraction : 1) : 0;
    if (begins)
        snprintf(pulse->what, sizeof pulse->what, "%s", what);
    const bool ends = pulse->fraction == 0 || pulse->fraction == 1;
    return begins || ends || is_due(pulse) ? call_hook(context) : ROUTH_OK;
}

routh_status routh_crew_report(routh_context *own, const char *what, double fraction) {
    routh_crew *c = own ? own->pulse.crew : NULL;
    if (!c)
        return routh_progress(own, what, fraction);
    if (own->pulse.asks && !crew_is_stopped(c) && routh_crew_report(c->caller, what, fraction) != ROUTH_OK)
        crew_stop(c);
    return ask_crew(own);
}

/* The threads that work for one caller. */

static void *allocate_alone(size_t size, void *user) {
    routh_context *caller = user;
    void *block;
#pragma omp critical(routh_thread_memory)
    block = caller->allocate(size, caller->user);
    return block;
}

static void *reallocate_alone(void *old, size_t size, void *user) {
    routh_context *caller = user;
    void *block;
#pragma omp critical(routh_thread_memory)
    block = caller->reallocate(old, size, caller->user);
    return block;
}

static void release_alone(void *block, void *user) {
    routh_context *caller = user;
#pragma omp critical(routh_thread_memory)
    caller->release(block, caller->user);
}

/* What they share. */
typedef struct crew {
    routh_crew asked; /* where their contexts point */
    const routh_shares *shares;
    size_t done, left;   /* shares; threads that found no more of them */
    size_t failed;       /* the smallest index that did; the count: none */
    routh_status status; /* its status, field and message */
    const char *field;
    char message[ROUTH_MESSAGE_SIZE];
} crew;

routh_context routh_context_within(routh_context *caller) {
    routh_context context = routh_context_default();
    context.threads = 1;
    if (caller && caller->allocate && caller->reallocate && caller->release) {
        context.allocate = allocate_alone;
        context.reallocate = reallocate_alone;
        context.release = release_alone;
        /* of a thread that has threads of its own: asking one caller through another would wait for itself */
        context.user = caller->allocate == allocate_alone ? caller->user : caller;
    }
    return context;
}

/* Asking -----------------------------------------------------------------------------------------------*/

/* By the caller's own thread alone. */
static void report(crew *c) {
    const routh_shares *s = c->shares;
    size_t done;
#pragma omp atomic read
    done = c->done;
    const double all = s->all > 0 ? s->all : (double)s->count;
    const routh_status status = s->what ? routh_progress(c->asked.caller, s->what, (s->before + (double)done) / all)
                                        : routh_ask(c->asked.caller);
    if (status != ROUTH_OK)
        crew_stop(&c->asked);
}

/* The caller's own thread has no more to do, but others do: it goes on asking. It sleeps for a small part of the time that it
 * has waited, so that it is hardly later than they are. */
static void wait_for_others(crew *c) {
    long waited = 0;
    for (size_t left = 0;;) {
#pragma omp atomic read
        left = c->left;
        if (left >= (size_t)omp_get_num_threads())
            return;
        const long nap = waited / 16 < 20000 ? 20000 : waited / 16 > 5000000 ? 5000000 : waited / 16; /* ns */
        routh_sleep(nap);
        waited = waited < 1000000000 ? waited + nap : waited;
        if (!crew_is_stopped(&c->asked) && routh_ask(c->asked.caller) != ROUTH_OK)
            crew_stop(&c->asked);
    }
}

/* Sharing ----------------------------------------------------------------------------------------------*/

/* Keeps the failure with the smallest index, whichever thread came first. */
static void note_failure(crew *c, size_t index, routh_status status, const routh_context *own) {
#pragma omp critical(routh_crew_failure)
    if (index < c->failed) {
        c->status = status;
        c->field = own->field;
        memcpy(c->message, own->message, sizeof c->message);
#pragma omp atomic write
        c->failed = index;
    }
}

static void do_share(crew *c, routh_context *own, size_t index) {
    size_t failed;
#pragma omp atomic read
    failed = c->failed;
    if (crew_is_stopped(&c->asked) || index > failed)
        return;
    const routh_status status = c->shares->work(own, c->shares->with, index, omp_get_thread_num());
    if (status != ROUTH_OK && !crew_is_stopped(&c->asked))
        note_failure(c, index, status, own);
#pragma omp atomic
    c->done++;
    if (own->pulse.asks)
        report(c);
}

routh_status routh_share_out(routh_context *caller, const routh_shares *shares, size_t *failed) {
    crew c = {.asked = {.caller = caller}, .shares = shares, .failed = shares->count};
    const bool listens = caller && (caller->progress || caller->pulse.crew);
    report(&c); /* the caller's thread may get nothing to do */
#pragma omp parallel num_threads(shares->threads > 0 ? shares->threads : routh_threads(caller))
    {
        routh_context own = routh_context_within(caller);
        own.pulse.crew = &c.asked;
        own.pulse.asks = omp_get_thread_num() == 0;
#pragma omp for schedule(dynamic, shares->chunk > 0 ? shares->chunk : 1) nowait
        for (size_t i = 0; i < shares->count; i++)
            do_share(&c, &own, i);
#pragma omp atomic
        c.left++;
        if (listens && own.pulse.asks)
            wait_for_others(&c);
    }
    if (c.asked.stop)
        return ROUTH_CANCELLED;
    if (failed)
        *failed = c.failed;
    return c.failed < shares->count ? routh_fail_field(caller, c.status, c.field, "%s", c.message) : ROUTH_OK;
}
