/* A context that holds back what is logged. All hooks get the same `user`, so that each has to be passed on.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/recording.h"

#include <stdio.h>

static void *pass_allocate(size_t size, void *user) {
    const routh_context *outer = ((routh_held_log *)user)->outer;
    return outer->allocate(size, outer->user);
}

static void *pass_reallocate(void *block, size_t size, void *user) {
    const routh_context *outer = ((routh_held_log *)user)->outer;
    return outer->reallocate(block, size, outer->user);
}

static void pass_release(void *block, void *user) {
    const routh_context *outer = ((routh_held_log *)user)->outer;
    outer->release(block, outer->user);
}

static int pass_progress(const char *what, double fraction, void *user) {
    const routh_context *outer = ((routh_held_log *)user)->outer;
    return outer->progress(what, fraction, outer->user);
}

static void pass_temporary(const char *path, int is_there, void *user) {
    const routh_context *outer = ((routh_held_log *)user)->outer;
    outer->temporary(path, is_there, outer->user);
}

static void pass_group(long group, int is_there, void *user) {
    const routh_context *outer = ((routh_held_log *)user)->outer;
    outer->group(group, is_there, outer->user);
}

static void hold(routh_log_level level, const char *line, void *user) {
    routh_held_log *held = user;
    if (held->count == ROUTH_HELD_LINES)
        return;
    held->level[held->count] = level;
    snprintf(held->line[held->count++], ROUTH_MESSAGE_SIZE, "%s", line);
}

void routh_hold_log(routh_context *outer, routh_held_log *held) {
    held->outer = outer;
    held->count = 0;
    held->inner = outer ? *outer : routh_context_default();
    routh_context *inner = &held->inner;
    inner->allocate = inner->allocate ? pass_allocate : NULL;
    inner->reallocate = inner->reallocate ? pass_reallocate : NULL;
    inner->release = inner->release ? pass_release : NULL;
    inner->log = inner->log ? hold : NULL;
    inner->progress = inner->progress ? pass_progress : NULL;
    inner->temporary = inner->temporary ? pass_temporary : NULL;
    inner->group = inner->group ? pass_group : NULL;
    inner->user = held;
}

void routh_end_hold(routh_held_log *held, bool counts) {
    routh_context *outer = held->outer, left = held->inner;
    if (!outer)
        return;
    left.allocate = outer->allocate;
    left.reallocate = outer->reallocate;
    left.release = outer->release;
    left.log = outer->log;
    left.progress = outer->progress;
    left.temporary = outer->temporary;
    left.group = outer->group;
    left.user = outer->user;
    *outer = left;
    for (size_t i = 0; counts && i < held->count; i++)
        outer->log(held->level[i], held->line[i], outer->user);
}
