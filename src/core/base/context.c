/* A call: its context, its messages, its inputs within their ranges, and lists of names and findings.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/context.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <routh/base.h>

#include "base/numbers.h"

/* What each status means in words, and which version this is. */

const char *routh_status_message(routh_status status) {
    switch (status) {
#define STATUS_CASE(code, message)                                                                                     \
    case code:                                                                                                         \
        return message;
        ROUTH_STATUS_TABLE(STATUS_CASE)
#undef STATUS_CASE
    case ROUTH_STATUS_COUNT:
        break;
    }
    return "unknown status";
}

const char *routh_version(void) {
    return ROUTH_VERSION;
}

const char *routh_interface(void) {
    return ROUTH_INTERFACE;
}

routh_status routh_interface_check(const char *interface) {
    return interface && strcmp(interface, ROUTH_INTERFACE) == 0 ? ROUTH_OK : ROUTH_BAD_ARGUMENT;
}

/* The context: messages of one clean line, memory through the caller's hooks, log and progress. */

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

/* One printable line: control characters, which a value quoted from a file may hold, become spaces, bytes that are no character, such
 * as half of one at the end of a name that was cut, question marks; no spaces at the end. */
static void make_one_line(char *text) {
    char *end = text, *at = text;
    size_t left = strlen(text);
    while (left > 0) {
        const unsigned char byte = (unsigned char)*at;
        size_t taken = routh_printable_length(at, left);
        if (taken == 0) {
            *at = byte < 0x20 || byte == 0x7F ? ' ' : '?';
            taken = 1;
        }
        end = *at != ' ' ? at + taken : end;
        at += taken;
        left -= taken;
    }
    *end = '\0';
}

/* Goes on after the first `length` bytes of the line. */
__attribute__((format(printf, 3, 0))) static void write_line(char text[ROUTH_MESSAGE_SIZE], size_t length,
                                                             const char *format, va_list arguments) {
    const int more = vsnprintf(text + length, ROUTH_MESSAGE_SIZE - length, format, arguments);
    if (more < 0)
        text[length] = '\0';
    else if (length + (size_t)more >= ROUTH_MESSAGE_SIZE)
        mark_as_cut(text);
    make_one_line(text);
}

/* Failures ---------------------------------------------------------------------------------------------*/

__attribute__((format(printf, 3, 4))) static void add(char text[ROUTH_MESSAGE_SIZE], size_t *length, const char *format,
                                                      ...) {
    va_list arguments;
    va_start(arguments, format);
    const int more = vsnprintf(text + *length, ROUTH_MESSAGE_SIZE - *length, format, arguments);
    va_end(arguments);
    *length += more > 0 ? (size_t)more : 0;
    if (*length >= ROUTH_MESSAGE_SIZE)
        *length = ROUTH_MESSAGE_SIZE - 1; /* full: what comes after it marks it as cut */
}

/* "wrench: push.csv: row 3 (line 4)"; returns its length. */
static size_t say_place(const routh_place *place, char text[ROUTH_MESSAGE_SIZE]) {
    size_t length = 0;
    text[0] = '\0';
    if (place->what)
        add(text, &length, "%s: ", place->what);
    if (place->file)
        add(text, &length, "%s", place->file);
    if (place->said)
        return length;
    if (place->part)
        add(text, &length, ": %s", place->part);
    if (place->row)
        add(text, &length, ": %s %zu", place->noun ? place->noun : "row", place->row);
    if (place->row && place->line)
        add(text, &length, " (line %zu)", place->line);
    else if (place->line)
        add(text, &length, ": line %zu", place->line);
    return length;
}

static void keep_text(char *kept, size_t size, const char *text) {
    if (text)
        routh_show_text(kept, size, text, strlen(text));
}

static routh_where where_of(const routh_place *place) {
    routh_where where = place->within ? *place->within : (routh_where){0};
    keep_text(where.file, sizeof where.file, place->file);
    keep_text(where.column, sizeof where.column, place->column ? place->column : place->part);
    if (place->part_column && !place->column)
        snprintf(where.column, sizeof where.column, "%.40s:%zu", place->part, place->part_column);
    keep_text(where.value, sizeof where.value, place->value);
    if (place->number && !place->value)
        snprintf(where.value, sizeof where.value, "%.15g", *place->number);
    where.row = place->row ? place->row : where.row;
    where.line = place->line ? place->line : where.line;
    return where;
}

__attribute__((format(printf, 3, 0))) static void fail(routh_context *context, const routh_place *place,
                                                       const char *format, va_list arguments) {
    // the arguments and the place may point into the old ones, so the new ones are written beside them
    char line[ROUTH_MESSAGE_SIZE];
    size_t length = say_place(place, line);
    if (length > 0 && *format != ' ' && *format != ',')
        add(line, &length, ": ");
    write_line(line, length, format, arguments);
    context->where = where_of(place);
    context->field = place->field;
    memcpy(context->message, line, strlen(line) + 1);
}

routh_status routh_fail(routh_context *context, routh_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (context)
        fail(context, &(routh_place){0}, format, arguments);
    va_end(arguments);
    return status;
}

routh_status routh_fail_field(routh_context *context, routh_status status, const char *field, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (context)
        fail(context, &(routh_place){.field = field}, format, arguments);
    va_end(arguments);
    return status;
}

routh_status routh_fail_at(routh_context *context, routh_status status, const routh_place *place, const char *format,
                           ...) {
    va_list arguments;
    va_start(arguments, format);
    if (context)
        fail(context, place, format, arguments);
    va_end(arguments);
    return status;
}

routh_status routh_fail_in(routh_context *context, routh_status status, const char *file, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (context)
        fail(context, &(routh_place){.file = file}, format, arguments);
    va_end(arguments);
    return status;
}

routh_status routh_fail_null(routh_context *context, const char *names, const void *const *pointer) {
    for (; *pointer && strchr(names, ' '); pointer++)
        names = strchr(names, ' ') + 1;
    return routh_fail(context, ROUTH_BAD_ARGUMENT, "`%.*s` is NULL", (int)strcspn(names, " "), names);
}

/* Its items have at least eight bytes. */
static bool is_no_count(size_t count) {
    return count > (size_t)PTRDIFF_MAX / 8;
}

routh_status routh_array_check(routh_context *context, const char *name, const void *array, size_t count) {
    if ((array || count == 0) && !is_no_count(count))
        return ROUTH_OK;
    if (array)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, name, "`%s` cannot have %zu items", name, count);
    return routh_fail_field(context, ROUTH_BAD_ARGUMENT, name, "`%s` is NULL, but must hold %zu item%s", name, count,
                            count == 1 ? "" : "s");
}

void routh_log(routh_context *context, routh_log_level level, const char *format, ...) {
    if (!context || !context->log)
        return;
    char line[ROUTH_MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    write_line(line, 0, format, arguments);
    va_end(arguments);
    context->log(level, line, context->user);
}

routh_context routh_context_quiet(routh_context *caller) {
    routh_context quiet = caller ? *caller : routh_context_default();
    quiet.log = NULL;
    quiet.progress = NULL;
    quiet.heartbeat = (routh_heartbeat){.caller = caller};
    return quiet;
}

/* Memory -----------------------------------------------------------------------------------------------*/

typedef enum allocator { FROM_SYSTEM, FROM_HOOKS, INCOMPLETE } allocator;

static allocator which_allocator(const routh_context *context) {
    if (!context)
        return FROM_SYSTEM;
    int hooks = (context->allocate != NULL) + (context->reallocate != NULL) + (context->release != NULL);
    return hooks == 0 ? FROM_SYSTEM : hooks == 3 ? FROM_HOOKS : INCOMPLETE;
}

/* The system's allocator: the C library's, or what an embedder of the core put in its place. `block` NULL: a new one. */
static void *resize_system(void *block, size_t bytes) {
#ifdef ROUTH_CORE_REALLOC
    return ROUTH_CORE_REALLOC(block, bytes);
#else
    return realloc(block, bytes);
#endif
}

static void *allocate_system(size_t bytes) {
#ifdef ROUTH_CORE_REALLOC
    void *block = resize_system(NULL, bytes);
    return block ? memset(block, 0, bytes) : NULL;
#else
    return calloc(bytes, 1);
#endif
}

static void release_system(void *block) {
#ifdef ROUTH_CORE_REALLOC
    (void)ROUTH_CORE_REALLOC(block, (size_t)0);
#else
    free(block);
#endif
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

/* `head` bytes, and behind them the items. */
static void *allocate(routh_context *context, size_t head, size_t count, size_t size) {
    const size_t items = byte_count(count, size),
                 bytes = items && items <= (size_t)PTRDIFF_MAX - head ? head + items : 0;
    allocator from = which_allocator(context);
    void *block = NULL;
    if (bytes && from == FROM_HOOKS) {
        block = context->allocate(bytes, context->user);
        if (block)
            memset(block, 0, bytes);
    } else if (bytes && from == FROM_SYSTEM) {
        block = allocate_system(bytes);
    }
    return block ? block : no_memory(context, count, size);
}

void *routh_allocate(routh_context *context, size_t count, size_t size) {
    return allocate(context, 0, count, size);
}

void *routh_resize(routh_context *context, void *block, size_t count, size_t size) {
    size_t bytes = byte_count(count, size);
    allocator from = which_allocator(context);
    void *resized = NULL;
    if (bytes && from == FROM_HOOKS)
        resized = context->reallocate(block, bytes, context->user);
    else if (bytes && from == FROM_SYSTEM)
        resized = resize_system(block, bytes);
    return resized ? resized : no_memory(context, count, size);
}

routh_status routh_grow(routh_context *context, void *block, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return ROUTH_OK;
    const size_t more = *room > 0 ? 2 * *room : 64;
    void *held;
    memcpy(&held, block, sizeof held);
    held = routh_resize(context, held, more, size);
    if (!held)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(block, &held, sizeof held);
    *room = more;
    return ROUTH_OK;
}

void routh_release(routh_context *context, void *block) {
    if (!block)
        return;
    allocator from = which_allocator(context);
    if (from == FROM_HOOKS)
        context->release(block, context->user);
    else if (from == FROM_SYSTEM)
        release_system(block);
}

/* OpenMP's runtime waits for ever for a thread that could not begin, as under `ulimit -v`. A thread takes a stack and, with
 * its first allocation, 128 MiB of addresses; so only as many are asked for as find room. */
static bool have_room(int threads) {
#if defined(_OPENMP) && !defined(ROUTH_CHECKS_ADDRESSES) /* which would mark all of it */
    enum { EACH = 136 };                                 /* MiB */
    void *volatile room = threads > 1 ? resize_system(NULL, (size_t)(threads - 1) * ((size_t)EACH << 20)) : NULL;
    release_system(room);
    return threads <= 1 || room;
#else
    (void)threads;
    return true;
#endif
}

int routh_useful_threads(int asked) {
    const int wanted = asked > 0 ? asked : omp_get_max_threads(), most = 4 * omp_get_num_procs();
    int threads = wanted < most ? wanted : most > 8 ? most : wanted < 8 ? wanted : 8;
    while (!have_room(threads))
        threads--;
    return threads;
}

/* One piece of an arena. Each is a block of its own: a sanitizer sees its ends, the caller's hooks every request. */
struct routh_piece {
    struct routh_piece *before;
    alignas(max_align_t) unsigned char memory[];
};

void *routh_take(routh_arena *arena, size_t count, size_t size) {
    struct routh_piece *piece = allocate(arena->context, sizeof *piece, count, size);
    if (!piece) {
        arena->status = ROUTH_OUT_OF_MEMORY;
        return NULL;
    }
    piece->before = arena->last;
    arena->last = piece;
    return piece->memory;
}

void routh_arena_release(routh_arena *arena) {
    while (arena->last) {
        struct routh_piece *piece = arena->last;
        arena->last = piece->before;
        routh_release(arena->context, piece);
    }
}

void routh_arena_end(routh_context *context, routh_arena kept) {
    kept.context = context;
    routh_arena_release(&kept);
}

int routh_threads(const routh_context *context) {
    return routh_useful_threads(context ? context->threads : 0);
}

/* Tables of names, one for each enumeration. */

const char *routh_name(const routh_names *names, long value) {
    return value >= 0 && (size_t)value < names->count ? names->entry[value].name : "unknown";
}

const char *routh_about(const routh_names *names, long value) {
    const char *about = value >= 0 && (size_t)value < names->count ? names->entry[value].about : "unknown";
    return about ? about : names->entry[value].name;
}

static const char *name_at(size_t index, const void *user) {
    const routh_names *names = user;
    return names->entry[index].name;
}

void routh_words_add(char *text, size_t size, const char *between, const char *format, ...) {
    size_t used = strlen(text);
    va_list arguments;
    if (used > 0)
        used += (size_t)snprintf(text + used, size - used, "%s", between);
    if (used >= size)
        return;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

void routh_list_names(char *text, size_t size, const char *last, size_t count,
                      const char *(*at)(size_t index, const void *user), const void *user) {
    size_t used = 0;
    *text = '\0';
    for (size_t i = 0; i < count && used < size; i++) {
        const char *between = i == 0 ? "" : i + 1 == count ? last : ", ";
        const int length = snprintf(text + used, size - used, "%s%s", between, at(i, user));
        used += length > 0 ? (size_t)length : 0;
    }
}

int routh_find(routh_context *context, const routh_names *names, const char *name) {
    for (size_t i = 0; name && i < names->count; i++)
        if (strcmp(names->entry[i].name, name) == 0)
            return (int)i;
    const char *nearest = name ? routh_nearest_name(name, names->count, name_at, names) : NULL;
    char list[300], shown[61];
    routh_show_text(shown, sizeof shown, name ? name : "", name ? strlen(name) : 0);
    if (nearest) {
        routh_fail(context, ROUTH_BAD_ARGUMENT, "no %s is called \"%s\"; did you mean \"%s\"?", names->what, shown,
                   nearest);
    } else {
        routh_list_names(list, sizeof list, " and ", names->count, name_at, names);
        routh_fail(context, ROUTH_BAD_ARGUMENT, "no %s is called \"%s\"; there are %s", names->what, shown, list);
    }
    return -1;
}

/* Inputs within their ranges. */

routh_status routh_check_limits(routh_context *context, const char *what, const routh_limit *limit, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const routh_limit *one = &limit[i];
        const char *space = *one->unit ? " " : "";
        if (!(one->value >= one->low && one->value <= one->high))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, one->field,
                                    "%s: %s = %.15g%s%s is outside %.15g … %.15g%s%s", what, one->field, one->value,
                                    space, one->unit, one->low, one->high, space, one->unit);
    }
    return ROUTH_OK;
}

routh_status routh_check_count(routh_context *context, const char *what, const char *field, size_t value, size_t low,
                               size_t high) {
    if (value >= low && value <= high)
        return ROUTH_OK;
    return routh_fail_field(context, ROUTH_BAD_ARGUMENT, field, "%s: %s = %zu is outside %zu … %zu", what, field, value,
                            low, high);
}

routh_status routh_check_fitted(routh_context *context, const char *what, const char *fields, double impacts) {
    if (impacts <= ROUTH_MOST_FITTED)
        return ROUTH_OK;
    return routh_fail_field(
        context, ROUTH_BAD_ARGUMENT, fields,
        "%s: each law would be fitted to %.3g impacts, counting repetition; at most %g are possible", what, impacts,
        ROUTH_MOST_FITTED);
}

/* Lists of findings. */

static const routh_name_entry kinds[] = {[ROUTH_FINE] = {"fine", NULL},
                                         [ROUTH_NOTE] = {"note", NULL},
                                         [ROUTH_WARNING] = {"warning", NULL},
                                         [ROUTH_WRONG] = {"wrong", NULL},
                                         [ROUTH_NOT_DETERMINED] = {"not determined", NULL}};

const routh_names routh_finding_kinds = {"kind of finding", sizeof kinds / sizeof *kinds, kinds};

/* The text in memory of its own; NULL: there is none. */
__attribute__((format(printf, 2, 0))) static char *print(routh_context *context, const char *format,
                                                         va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : routh_allocate(context, (size_t)length + 1, 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

__attribute__((format(printf, 3, 0))) static void add_finding(routh_findings_writer *writer, routh_finding finding,
                                                              const char *format, va_list arguments) {
    routh_findings *list = writer->findings;
    if (writer->status != ROUTH_OK)
        return;
    finding.text = print(writer->context, format, arguments);
    routh_finding *grown =
        finding.text ? routh_resize(writer->context, list->finding, list->count + 1, sizeof *grown) : NULL;
    if (!grown) {
        routh_release(writer->context, finding.text);
        writer->status = ROUTH_OUT_OF_MEMORY;
        return;
    }
    list->finding = grown;
    list->finding[list->count++] = finding;
}

void routh_findings_measured(routh_findings_writer *writer, routh_finding_kind kind, const char *topic,
                             routh_finding_numbers numbers, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_finding(writer,
                (routh_finding){kind, topic, numbers.expected, numbers.found, numbers.error, numbers.unit, NULL},
                format, arguments);
    va_end(arguments);
}

void routh_findings_add(routh_findings_writer *writer, routh_finding_kind kind, const char *topic, const char *format,
                        ...) {
    va_list arguments;
    va_start(arguments, format);
    add_finding(writer, (routh_finding){kind, topic, NAN, NAN, NAN, "", NULL}, format, arguments);
    va_end(arguments);
}

void routh_findings_release(routh_context *context, routh_findings *findings) {
    if (!findings)
        return;
    for (size_t i = 0; i < findings->count; i++)
        routh_release(context, findings->finding[i].text);
    routh_release(context, findings->finding);
    *findings = (routh_findings){0};
}
