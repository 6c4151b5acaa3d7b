/* The threads that work for one caller.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/crew.h"

#include <string.h>

#include "base/clock.h"
#include "base/context.h"
#include "base/openmp.h"

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
        routh_crew_stop(&c->asked);
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
        if (!routh_crew_is_stopped(&c->asked) && routh_ask(c->asked.caller) != ROUTH_OK)
            routh_crew_stop(&c->asked);
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
    if (routh_crew_is_stopped(&c->asked) || index > failed)
        return;
    const routh_status status = c->shares->work(own, c->shares->with, index, omp_get_thread_num());
    if (status != ROUTH_OK && !routh_crew_is_stopped(&c->asked))
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
