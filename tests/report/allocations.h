/* Memory that runs out in the middle of a call: a trial is a few calls of the library through a context whose hooks fail
 * at the n-th request, for every n. Include after cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_ALLOCATIONS_H
#define ROUTH_TESTS_REPORT_ALLOCATIONS_H

#include <stdint.h>
#include <stdio.h>

#include <routh/routh.h>

#include "../effort.h"
#include "../ledger.h"

typedef struct trial {
    routh_context *context;
    routh_status status; /* of the calls so far; after a failure no more are made */
    const char *call;    /* the last one, as it is written */
    uint64_t written;    /* a sum of all bytes written */
} trial;

/* The functions that trials have called. */
enum { MOST_CALLED = 512, NAME_LENGTH = 64 };
static char called[MOST_CALLED][NAME_LENGTH];
static size_t called_count;

static inline bool was_called(const char *name) {
    for (size_t i = 0; i < called_count; i++)
        if (strcmp(called[i], name) == 0)
            return true;
    return false;
}

static inline void note_call(const char *call) {
    char name[NAME_LENGTH];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(call, "("), call);
    if (!was_called(name) && called_count < MOST_CALLED)
        memcpy(called[called_count++], name, sizeof name);
}

/* A call that returns a status. */
#define TRY(t, ...)                                                                                                    \
    do {                                                                                                               \
        note_call(#__VA_ARGS__);                                                                                       \
        if ((t)->status == ROUTH_OK) {                                                                                 \
            (t)->call = #__VA_ARGS__;                                                                                  \
            (t)->status = (__VA_ARGS__);                                                                               \
        }                                                                                                              \
    } while (0)

/* A call that is made in any case: a release, or a search by name. */
#define ALWAYS(...)                                                                                                    \
    do {                                                                                                               \
        note_call(#__VA_ARGS__);                                                                                       \
        (void)(__VA_ARGS__);                                                                                           \
    } while (0)

/* A call that writes into memory of the context, under that name. */
#define WRITE(t, name, function, ...)                                                                                  \
    do {                                                                                                               \
        routh_buffer buffer = {0};                                                                                     \
        TRY(t, function((t)->context, __VA_ARGS__, routh_io_buffer(&buffer, name)));                                   \
        end_buffer(t, &buffer);                                                                                        \
    } while (0)

static inline void end_buffer(trial *t, routh_buffer *buffer) {
    for (size_t i = 0; i < buffer->byte_count; i++)
        t->written = (t->written ^ (unsigned char)buffer->byte[i]) * 0x100000001b3u;
    ALWAYS(routh_buffer_release(t->context, buffer));
}

typedef struct trial_entry {
    const char *name;
    void (*run)(trial *t);
} trial_entry;

/* One run with a budget of requests; returns how many it made, which is more than the budget if any was refused. */
static inline int run_trial(const trial_entry *entry, int budget, bool once, uint64_t *written) {
    ledger book = {.budget = budget, .once = once};
    routh_context context = context_with(&book);
    context.threads = 1;
    trial t = {.context = &context, .call = ""};
    entry->run(&t);
    const bool good = t.status == ROUTH_OK || (t.status == ROUTH_OUT_OF_MEMORY && book.failures > 0);
    const bool said = t.status == ROUTH_OK || context.message[0] != '\0';
    const bool same = t.status != ROUTH_OK || *written == 0 || t.written == *written;
    if (!good || !said || !same || book.blocks != 0)
        fail_msg("%s, request %d%s: status %d (%s), message \"%s\", %d blocks left, %s; last call: %.200s", entry->name,
                 budget + 1, once ? "" : " and all after it", t.status, routh_status_message(t.status), context.message,
                 book.blocks, same ? "output as expected" : "other output than undisturbed", t.call);
    if (book.failures == 0)
        *written = t.written;
    return budget - book.budget;
}

/* Fails one request after another, and then each with all after it; of many only `most`, one in each of as many equal parts,
 * not the same ones in both rounds, and others with each commit. Returns how many there are. */
static inline int sweep_trial(const trial_entry *entry, int most) {
    const int whole = 1 << 30;
    uint64_t written = 0;
    const int requests = run_trial(entry, whole, true, &written), points = requests < most ? requests : most;
    for (int once = 0; once < 2; once++)
        for (int k = 0; k < points; k++) {
            const int first = (int)((long)k * requests / points), next = (int)((long)(k + 1) * requests / points);
            const int budget = first + (int)((7 * k + 3 * once + slice_number()) % (next - first));
            assert_true(run_trial(entry, budget, once, &written) > budget);
        }
    return requests;
}

#endif
