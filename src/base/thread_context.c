/* A context for one of several threads that work for one caller.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/thread_context.h"

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

routh_context routh_thread_context(routh_context *caller) {
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
