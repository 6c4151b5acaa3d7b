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

typedef struct routh_thread_pool {
    routh_context *caller;
    int stop; /* the caller wants to */
} routh_thread_pool;

/* Progress, and whether to stop: by the caller's hook, or for the threads of a thread pool by what it answered. */

/* Between two calls of the hook within a stage, s: nobody sees more, and Ctrl-C is still heard at once. */
static const double usual_pause = 0.01;

/* Is the next call of the hook due? Always where there is no clock, and where it was set back. */
static bool is_due(const routh_heartbeat *heartbeat) {
    const double pause = heartbeat->pause > 0 ? heartbeat->pause : usual_pause,
                 since = routh_seconds() - heartbeat->when;
    return heartbeat->pause < 0 || !(since >= 0 && since < pause);
}

static routh_status call_hook(routh_context *context) {
    routh_heartbeat *heartbeat = &context->heartbeat;
    const bool stop = context->progress(heartbeat->what, heartbeat->fraction, context->user);
    heartbeat->when = routh_seconds();
    return stop ? routh_fail(context, ROUTH_CANCELLED, "stopped at %.0f %% of: %s", 100 * heartbeat->fraction,
                             heartbeat->what)
                : ROUTH_OK;
}

static bool pool_is_stopped(routh_thread_pool *c) {
    int stopped;
#pragma omp atomic read
    stopped = c->stop;
    return stopped;
}

static void pool_stop(routh_thread_pool *c) {
#pragma omp atomic write
    c->stop = 1;
}

/* A caller that is a thread of another thread pool asks that one in its turn. */
static routh_status ask_pool(routh_context *own) {
    routh_thread_pool *c = own->heartbeat.pool;
    if (own->heartbeat.asks && !pool_is_stopped(c) && routh_check_cancelled(c->caller) != ROUTH_OK)
        pool_stop(c);
    return pool_is_stopped(c) ? routh_fail(own, ROUTH_CANCELLED, "%s", routh_status_message(ROUTH_CANCELLED))
                              : ROUTH_OK;
}

routh_status routh_check_cancelled(routh_context *context) {
    if (!context)
        return ROUTH_OK;
    if (context->heartbeat.pool)
        return ask_pool(context);
    if (context->heartbeat.caller)
        return routh_check_cancelled(context->heartbeat.caller);
    if (!context->progress || !is_due(&context->heartbeat))
        return ROUTH_OK;
    if (!context->heartbeat.what[0])
        snprintf(context->heartbeat.what, sizeof context->heartbeat.what, "working");
    return call_hook(context);
}

routh_status routh_progress(routh_context *context, const char *what, double fraction) {
    if (!context || !context->progress)
        return routh_check_cancelled(context);
    routh_heartbeat *heartbeat = &context->heartbeat;
    const bool begins = strncmp(heartbeat->what, what, sizeof heartbeat->what - 1) != 0;
    heartbeat->fraction = fraction > 0 ? (fraction < 1 ? fraction : 1) : 0;
    if (begins)
        snprintf(heartbeat->what, sizeof heartbeat->what, "%s", what);
    const bool ends = heartbeat->fraction == 0 || heartbeat->fraction == 1;
    return begins || ends || is_due(heartbeat) ? call_hook(context) : ROUTH_OK;
}

routh_status routh_thread_pool_report(routh_context *own, const char *what, double fraction) {
    routh_thread_pool *c = own ? own->heartbeat.pool : NULL;
    if (!c)
        return routh_progress(own, what, fraction);
    if (own->heartbeat.asks && !pool_is_stopped(c) && routh_thread_pool_report(c->caller, what, fraction) != ROUTH_OK)
        pool_stop(c);
    return ask_pool(own);
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
typedef struct pool {
    routh_thread_pool asked; /* where their contexts point */
    const routh_shares *shares;
    size_t done, left;   /* shares; threads that found no more of them */
    size_t failed;       /* the smallest index that did; the count: none */
    routh_status status; /* its status, field and message */
    const char *field;
    char message[ROUTH_MESSAGE_SIZE];
} pool;

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
static void report(pool *c) {
    const routh_shares *s = c->shares;
    size_t done;
#pragma omp atomic read
    done = c->done;
    const double all = s->all > 0 ? s->all : (double)s->count;
    const routh_status status = s->what ? routh_progress(c->asked.caller, s->what, (s->before + (double)done) / all)
                                        : routh_check_cancelled(c->asked.caller);
    if (status != ROUTH_OK)
        pool_stop(&c->asked);
}

/* The caller's own thread has no more to do, but others do: it goes on asking. It sleeps for a small part of the time that it
 * has waited, so that it is hardly later than they are. */
static void wait_for_others(pool *c) {
    long waited = 0;
    for (size_t left = 0;;) {
#pragma omp atomic read
        left = c->left;
        if (left >= (size_t)omp_get_num_threads())
            return;
        const long nap = waited / 16 < 20000 ? 20000 : waited / 16 > 5000000 ? 5000000 : waited / 16; /* ns */
        routh_sleep(nap);
        waited = waited < 1000000000 ? waited + nap : waited;
        if (!pool_is_stopped(&c->asked) && routh_check_cancelled(c->asked.caller) != ROUTH_OK)
            pool_stop(&c->asked);
    }
}

/* Sharing ----------------------------------------------------------------------------------------------*/

/* Keeps the failure with the smallest index, whichever thread came first. */
static void note_failure(pool *c, size_t index, routh_status status, const routh_context *own) {
#pragma omp critical(routh_thread_pool_failure)
    if (index < c->failed) {
        c->status = status;
        c->field = own->field;
        memcpy(c->message, own->message, sizeof c->message);
#pragma omp atomic write
        c->failed = index;
    }
}

static void do_share(pool *c, routh_context *own, size_t index) {
    size_t failed;
#pragma omp atomic read
    failed = c->failed;
    if (pool_is_stopped(&c->asked) || index > failed)
        return;
    const routh_status status = c->shares->work(own, c->shares->with, index, omp_get_thread_num());
    if (status != ROUTH_OK && !pool_is_stopped(&c->asked))
        note_failure(c, index, status, own);
#pragma omp atomic
    c->done++;
    if (own->heartbeat.asks)
        report(c);
}

routh_status routh_share_out(routh_context *caller, const routh_shares *shares, size_t *failed) {
    pool c = {.asked = {.caller = caller}, .shares = shares, .failed = shares->count};
    const bool listens = caller && (caller->progress || caller->heartbeat.pool);
    report(&c); /* the caller's thread may get nothing to do */
#pragma omp parallel num_threads(shares->threads > 0 ? shares->threads : routh_threads(caller))
    {
        routh_context own = routh_context_within(caller);
        own.heartbeat.pool = &c.asked;
        own.heartbeat.asks = omp_get_thread_num() == 0;
#pragma omp for schedule(dynamic, shares->chunk > 0 ? shares->chunk : 1) nowait
        for (size_t i = 0; i < shares->count; i++)
            do_share(&c, &own, i);
#pragma omp atomic
        c.left++;
        if (listens && own.heartbeat.asks)
            wait_for_others(&c);
    }
    if (c.asked.stop)
        return ROUTH_CANCELLED;
    if (failed)
        *failed = c.failed;
    return c.failed < shares->count ? routh_fail_field(caller, c.status, c.field, "%s", c.message) : ROUTH_OK;
}
