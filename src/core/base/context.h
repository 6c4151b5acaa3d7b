/* What every room needs from the context: failing with a message, memory, log and progress. All accept NULL.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_CONTEXT_H
#define ROUTH_SRC_BASE_CONTEXT_H

#include <routh/base.h>

/* Writes the message (printf-style, one line) into the context and returns `status`. */
__attribute__((format(printf, 3, 4))) routh_status routh_fail(routh_context *context, routh_status status,
                                                              const char *format, ...);

/* The same about an input, named by its field, which must outlive the context: "body.mass". Programs say how it is given. */
__attribute__((format(printf, 4, 5))) routh_status routh_fail_field(routh_context *context, routh_status status,
                                                                    const char *field, const char *format, ...);

/* What a failure is about: a file, and where in it. What is not known stays NULL or 0. */
typedef struct routh_place {
    const char *what;          /* the file is for, said before it: "wrench" */
    const char *file;          /* as messages show it */
    const char *part;          /* of the file: an array, a field; kept as the column if there is no other */
    size_t part_column;        /* of the part, from 1: kept, not said */
    const char *noun;          /* what a row is called; NULL: row */
    size_t row, line;          /* from 1 */
    bool said;                 /* the message's own words have part, row and line */
    const char *column;        /* kept, not said */
    const char *value;         /* kept, not said */
    const double *number;      /* the value, where it is no text */
    const char *field;         /* as in routh_fail_field */
    const routh_where *within; /* where a failure was that this one passes on: what the place itself does not know */
} routh_place;

/* Fails at a place, which the context keeps. The message begins with it, "drops.csv: row 3 (line 4)", and goes on after ": ";
 * or at once, where `format` begins with a space or a comma. */
__attribute__((format(printf, 4, 5))) routh_status routh_fail_at(routh_context *context, routh_status status,
                                                                 const routh_place *place, const char *format, ...);

/* The same where only the file is known. */
__attribute__((format(printf, 4, 5))) routh_status routh_fail_in(routh_context *context, routh_status status,
                                                                 const char *file, const char *format, ...);

/* Fails because one of these pointers is NULL; the message names the first: "impact contact", {impact, contact}. */
routh_status routh_fail_null(routh_context *context, const char *names, const void *const *pointer);

/* Fails if a caller's array is NULL though `count` items are to be in it; the message names it. */
routh_status routh_array_check(routh_context *context, const char *name, const void *array, size_t count);

/* `count` items of `size` bytes, zeroed; NULL with a message when there is no memory or count × size overflows.
 * Zero items also give a block. */
void *routh_allocate(routh_context *context, size_t count, size_t size);

/* Grows or shrinks a block to `count` items; the old block stays valid when this fails. New items are not zeroed. */
void *routh_resize(routh_context *context, void *block, size_t count, size_t size);

void routh_release(routh_context *context, void *block); /* NULL is fine */

__attribute__((format(printf, 3, 4))) void routh_log(routh_context *context, routh_log_level level, const char *format,
                                                     ...);

/* ROUTH_OK, or ROUTH_CANCELLED with a message when the progress hook asked to stop. The hook is called when `what` is new, at
 * the fractions 0 and 1, and otherwise at most every 10 ms, so that loops may call this as often as they like. */
routh_status routh_progress(routh_context *context, const char *what, double fraction);

/* The same from within a stage, which has said what is being done: the hook hears the last of that again. Without a hook this
 * takes a nanosecond, with one as long as reading the clock, 30 ns. A thread that works for the caller asks its crew. */
routh_status routh_ask(routh_context *context);

/* Is this no answer but an end? What fails so is not a case that cannot be solved, and nothing else is to be tried. */
static inline bool routh_ends_all(routh_status status) {
    return status == ROUTH_OUT_OF_MEMORY || status == ROUTH_CANCELLED;
}

/* A copy of the caller's context with its own message, for what the caller shall hear nothing of: no log, no progress. It can
 * still be stopped. `caller` may be NULL and must outlive it. */
routh_context routh_context_quiet(routh_context *caller);

/* How many threads to work on: at least 1. */
int routh_threads(const routh_context *context);

#endif
