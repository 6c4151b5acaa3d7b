/* A context that holds back what is logged until it is known whether it counts: a reader that is tried may fail, and what it
 * noted is then of no interest.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TRACKS_HELD_LOG_H
#define ROUTH_SRC_TRACKS_HELD_LOG_H

#include <routh/base.h>

enum { ROUTH_HELD_LINES = 16 };

typedef struct routh_held_log {
    routh_context *outer; /* NULL is fine */
    routh_context inner;  /* for the call that is tried; its other hooks are those of the outer one */
    size_t count;         /* further lines than there is room for are lost */
    routh_log_level level[ROUTH_HELD_LINES];
    char line[ROUTH_HELD_LINES][ROUTH_MESSAGE_SIZE];
} routh_held_log;

void routh_hold_log(routh_context *outer, routh_held_log *held);

/* Gives the outer context what the call left in the inner one, and what it logged if that counts. */
void routh_end_hold(routh_held_log *held, bool counts);

#endif
