/* An allocator that hands out rubbish, counts, and fails once its budget of calls is used up: from then on, or only the
 * next one. Include after cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_LEDGER_H
#define ROUTH_TESTS_LEDGER_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <routh/base.h>

typedef struct ledger {
    int budget; /* requests that still succeed */
    int blocks; /* alive */
    int calls;
    int failures;
    bool once; /* only one request fails */
} ledger;

static inline bool ledger_refuses(ledger *book) {
    book->calls++;
    const bool refused = book->budget-- <= 0 && !(book->once && book->failures > 0);
    book->failures += refused;
    return refused;
}

static inline void *ledger_allocate(size_t size, void *user) {
    ledger *book = user;
    if (ledger_refuses(book))
        return NULL;
    void *block = malloc(size);
    assert_non_null(block);
    memset(block, 0xA5, size);
    book->blocks++;
    return block;
}

static inline void *ledger_reallocate(void *block, size_t size, void *user) {
    ledger *book = user;
    if (ledger_refuses(book))
        return NULL;
    void *resized = realloc(block, size);
    assert_non_null(resized);
    book->blocks += block == NULL;
    return resized;
}

static inline void ledger_release(void *block, void *user) {
    ledger *book = user;
    book->calls++;
    book->blocks--;
    free(block);
}

static inline routh_context context_with(ledger *book) {
    routh_context context = routh_context_default();
    context.allocate = ledger_allocate;
    context.reallocate = ledger_reallocate;
    context.release = ledger_release;
    context.user = book;
    return context;
}

#endif
