/* Many things made by as many threads as there are.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "simulate/make_all.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/thread_context.h"

typedef struct first_failure {
    size_t index; /* that failed first by its number; the count: none */
    routh_status status;
    const char *field;
    char message[ROUTH_MESSAGE_SIZE];
} first_failure;

/* Keeps the failure with the smallest number, whichever thread came first. */
static void note_failure(first_failure *first, size_t index, routh_status status, const routh_context *context) {
#pragma omp critical(routh_make_all_failure)
    if (index < first->index) {
        first->index = index;
        first->status = status;
        first->field = context->field;
        memcpy(first->message, context->message, sizeof first->message);
    }
}

/* Only the calling thread calls the progress hook. It may get nothing to compute, so it calls the hook once before. */
routh_status routh_make_all(routh_context *caller, const char *one, size_t count,
                            routh_status (*make)(routh_context *context, const void *all, size_t index),
                            const void *all) {
    const int threads = routh_threads(caller);
    char several[32];
    snprintf(several, sizeof several, "%s%s", one, one[strlen(one) - 1] == 's' ? "es" : "s");
    size_t done = 0;
    int stop = routh_progress(caller, several, 0) != ROUTH_OK;
    first_failure first = {.index = count};
#pragma omp parallel for schedule(dynamic, 4) num_threads(threads)
    for (size_t i = 0; i < count; i++) {
        int stopped;
        size_t failed, finished;
#pragma omp atomic read
        stopped = stop;
#pragma omp critical(routh_make_all_failure)
        failed = first.index;
        if (stopped || i > failed)
            continue;
        routh_context context = routh_thread_context(caller);
        const routh_status status = make(&context, all, i);
        if (status != ROUTH_OK)
            note_failure(&first, i, status, &context);
#pragma omp atomic capture
        finished = ++done;
        if (omp_get_thread_num() == 0 &&
            routh_progress(caller, several, (double)finished / (double)count) != ROUTH_OK) {
#pragma omp atomic write
            stop = 1;
        }
    }
    if (stop)
        return ROUTH_CANCELLED;
    if (first.index < count)
        return routh_fail_field(caller, first.status, first.field, "%s %zu: %s", one, first.index + 1, first.message);
    return ROUTH_OK;
}
