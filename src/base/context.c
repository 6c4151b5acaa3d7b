/* The context: messages of one clean line, memory through the caller's hooks, log and progress.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/context.h"

#include <omp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

routh_context routh_context_default(void) {
    return (routh_context){0}; // no hooks, and an empty message
}

/* Text -------------------------------------------------------------------------------------------------*/

/* Ends text that ran full with "…", and not in the middle of a character. */
static void mark_as_cut(char text[ROUTH_MESSAGE_SIZE]) {
    static const char ellipsis[] = "…";
    size_t end = ROUTH_MESSAGE_SIZE - sizeof ellipsis;
    for (int step = 0; step < 3 && routh_utf8_continues(text[end]); step++)
        end--;
    memcpy(text + end, ellipsis, sizeof ellipsis);
}

/* One line: control characters, which a value quoted from a file may hold, become spaces; none at the end. */
static void make_one_line(char *text) {
    char *end = text;
    for (char *at = text; *at; at++) {
        unsigned char byte = (unsigned char)*at;
        if (byte < 0x20 || byte == 0x7F)
            *at = ' ';
        if (*at != ' ')
            end = at + 1;
    }
    *end = '\0';
}

__attribute__((format(printf, 2, 0))) static void write_line(char text[ROUTH_MESSAGE_SIZE], const char *format,
                                                             va_list arguments) {
    int length = vsnprintf(text, ROUTH_MESSAGE_SIZE, format, arguments);
    if (length < 0)
        text[0] = '\0';
    else if (length >= ROUTH_MESSAGE_SIZE)
        mark_as_cut(text);
    make_one_line(text);
}

__attribute__((format(printf, 3, 0))) static void fail(routh_context *context, const char *field, const char *format,
                                                       va_list arguments) {
    // the arguments may point into the old message, so the new one is written beside it
    char line[ROUTH_MESSAGE_SIZE];
    write_line(line, format, arguments);
    memcpy(context->message, line, strlen(line) + 1);
    context->field = field;
}

routh_status routh_fail(routh_context *context, routh_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (context)
        fail(context, NULL, format, arguments);
    va_end(arguments);
    return status;
}

routh_status routh_fail_field(routh_context *context, routh_status status, const char *field, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (context)
        fail(context, field, format, arguments);
    va_end(arguments);
    return status;
}

routh_status routh_array_check(routh_context *context, const char *name, const void *array, size_t count) {
    if (array || count == 0)
        return ROUTH_OK;
    return routh_fail_field(context, ROUTH_BAD_ARGUMENT, name, "`%s` is NULL, but must hold %zu item%s", name, count,
                            count == 1 ? "" : "s");
}

void routh_log(routh_context *context, routh_log_level level, const char *format, ...) {
    if (!context || !context->log)
        return;
    char line[ROUTH_MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    write_line(line, format, arguments);
    va_end(arguments);
    context->log(level, line, context->user);
}

routh_status routh_progress(routh_context *context, const char *what, double fraction) {
    if (!context || !context->progress)
        return ROUTH_OK;
    double within = fraction > 0 ? (fraction < 1 ? fraction : 1) : 0;
    if (context->progress(what, within, context->user))
        return routh_fail(context, ROUTH_CANCELLED, "stopped at %.0f %% of: %s", 100 * within, what);
    return ROUTH_OK;
}

/* Memory -----------------------------------------------------------------------------------------------*/

typedef enum allocator { FROM_SYSTEM, FROM_HOOKS, INCOMPLETE } allocator;

static allocator which_allocator(const routh_context *context) {
    if (!context)
        return FROM_SYSTEM;
    int hooks = (context->allocate != NULL) + (context->reallocate != NULL) + (context->release != NULL);
    return hooks == 0 ? FROM_SYSTEM : hooks == 3 ? FROM_HOOKS : INCOMPLETE;
}

/* count × size in bytes, at least 1; 0 when that is more than any block can have. */
static size_t byte_count(size_t count, size_t size) {
    if (count == 0 || size == 0)
        return 1;
    return count <= (size_t)PTRDIFF_MAX / size ? count * size : 0;
}

static void *no_memory(routh_context *context, size_t count, size_t size) {
    if (which_allocator(context) == INCOMPLETE)
        routh_fail(context, ROUTH_OUT_OF_MEMORY, "set all three hooks allocate, reallocate and release, or none");
    else
        routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory for %zu items of %zu bytes", count, size);
    return NULL;
}

void *routh_allocate(routh_context *context, size_t count, size_t size) {
    size_t bytes = byte_count(count, size);
    allocator from = which_allocator(context);
    void *block = NULL;
    if (bytes && from == FROM_HOOKS) {
        block = context->allocate(bytes, context->user);
        if (block)
            memset(block, 0, bytes);
    } else if (bytes && from == FROM_SYSTEM) {
        block = calloc(bytes, 1);
    }
    return block ? block : no_memory(context, count, size);
}

void *routh_resize(routh_context *context, void *block, size_t count, size_t size) {
    size_t bytes = byte_count(count, size);
    allocator from = which_allocator(context);
    void *resized = NULL;
    if (bytes && from == FROM_HOOKS)
        resized = context->reallocate(block, bytes, context->user);
    else if (bytes && from == FROM_SYSTEM)
        resized = realloc(block, bytes);
    return resized ? resized : no_memory(context, count, size);
}

void routh_release(routh_context *context, void *block) {
    if (!block)
        return;
    allocator from = which_allocator(context);
    if (from == FROM_HOOKS)
        context->release(block, context->user);
    else if (from == FROM_SYSTEM)
        free(block);
}

int routh_threads(const routh_context *context) {
    return context && context->threads > 0 ? context->threads : omp_get_max_threads();
}
