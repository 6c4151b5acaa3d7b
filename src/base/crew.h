/* The threads that work for one caller. Only the caller's own thread calls the progress hook: interpreters handle Ctrl-C only
 * there. The others see in memory that they share that it wants to stop.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_CREW_H
#define ROUTH_SRC_BASE_CREW_H

#include <routh/base.h>

/* Work that threads share: `work` is called for 0 … count − 1, each once, in any order. */
typedef struct routh_shares {
    const char *what;   /* for the progress hook; NULL: it is only asked whether to stop */
    double before, all; /* shares of `what` that are done, and all of them; all 0: those here */
    size_t count;
    int chunk;   /* that a thread takes at once; 0: 1 */
    int threads; /* at most; 0: as the caller's context has it */
    routh_status (*work)(routh_context *own, void *with, size_t index, int thread);
    void *with;
} routh_shares;

/* Shares the work out. `own` is the thread's context: it has one thread, its own message and no log, and uses the caller's
 * memory hooks one call at a time, because these need not be thread-safe. Failing: of several failures the one with the
 * smallest index, whichever thread came first, with its message in the caller's context and its index in *failed (may be
 * NULL). Nothing is called after the caller wanted to stop, which comes before any failure. */
routh_status routh_share_out(routh_context *caller, const routh_shares *shares, size_t *failed);

/* Where the contexts of its threads point, to ask whether to stop. */
typedef struct routh_crew {
    routh_context *caller;
    int stop; /* the caller wants to */
} routh_crew;

bool routh_crew_is_stopped(routh_crew *crew);
void routh_crew_stop(routh_crew *crew);

/* Progress of the whole from within a share. The hook hears nothing of it unless this thread is the caller's own. A
 * context of no crew: routh_progress. */
routh_status routh_crew_report(routh_context *own, const char *what, double fraction);

/* A context as threads have it, for one that works alone: its own message, no log. `caller` may be NULL and must outlive
 * it. */
routh_context routh_context_within(routh_context *caller);

#endif
