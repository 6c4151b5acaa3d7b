/* What is left of a call that its caller stopped: a status and a message, and nothing else.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"
#include "base/context.h"
#include "every_trial.h"

/* A caller that wants to stop when it is asked for the n-th time, and not again: nothing may ask it in vain. */
typedef struct patience {
    ledger book; /* first: the hooks for memory take this for a ledger */
    int questions, most;
    int temporary; /* files that are there */
    pthread_t caller;
} patience;

static int lose_patience(const char *what, double fraction, void *user) {
    patience *p = user;
    assert_true(pthread_equal(pthread_self(), p->caller));
    assert_true(what[0] && fraction >= 0 && fraction <= 1);
    return ++p->questions == p->most;
}

static void note_temporary(const char *path, int is_there, void *user) {
    (void)path;
    ((patience *)user)->temporary += is_there ? 1 : -1;
}

/* One run, stopped at that question; 0: never. Returns how many were asked. */
static int run_until(const trial_entry *entry, int most, int threads) {
    patience p = {.book = {.budget = INT_MAX}, .most = most, .caller = pthread_self()};
    routh_context context = context_with(&p.book);
    context.progress = lose_patience;
    context.temporary = note_temporary;
    context.threads = threads;
    context.heartbeat.pause = -1; /* every question counts, whatever the time */
    trial t = {.context = &context, .call = ""};
    entry->run(&t);
    const bool was_stopped = most > 0 && p.questions >= most;
    if (t.status != (was_stopped ? ROUTH_CANCELLED : ROUTH_OK) || (was_stopped && !context.message[0]) ||
        p.book.blocks != 0 || p.temporary != 0)
        fail_msg("%s, %d thread%s, question %d of %d: status %d, message \"%s\", %d blocks and %d files left; last "
                 "call: %.200s",
                 entry->name, threads, threads == 1 ? "" : "s", most, p.questions, t.status, context.message,
                 p.book.blocks, p.temporary, t.call);
    return p.questions;
}

/* Every trial of the allocations, stopped at the first question, the last, and others between. */
static void test_nothing_is_left_of_what_was_stopped(void **state) {
    (void)state;
    const char *only = getenv("ROUTH_TRIAL");
    long number = 0;
    routh_random random = routh_random_seed(20, (uint64_t)slice_number());
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        for (const trial_entry *entry = groups[g]; entry->name; entry++) {
            if (only && strcmp(only, entry->name) != 0)
                continue;
            const int questions = run_until(entry, 0, 1), points = effort(5, 5, 200);
            printf("%-16s %7d questions\n", entry->name, questions);
            fflush(stdout);
            for (int i = 0; i < points && i < questions; i++) {
                if (!in_slice(number++, 4))
                    continue;
                const int at = i == 0   ? 1
                               : i == 1 ? questions
                                        : 1 + (int)routh_random_index(&random, (size_t)questions);
                run_until(entry, at, 1);
                run_until(entry, at, 2); /* where fewer may be asked, or more */
            }
        }
}

SLOW_SUBJECT(stopping) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_left_of_what_was_stopped),
    };
    return cmocka_run_group_tests(tests, begin_trials, end_trials);
}
