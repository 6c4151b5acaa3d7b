/* What every room needs of a call: its context, threads, clock, inputs within their ranges, and words for messages and
 * findings.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_CONTEXT_H
#define ROUTH_SRC_BASE_CONTEXT_H

#include <math.h>
#include <stddef.h>

#include <routh/base.h>

/* What every room needs from the context: failing with a message, memory, log and progress. All accept NULL. */

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

/* Room for one item more in a block that has `count` of `*room`: twice as many, at first 64. `block` is where the pointer to it
 * stands. The old block stays where this fails; new items are not zeroed. */
routh_status routh_grow(routh_context *context, void *block, size_t count, size_t *room, size_t size);

void routh_release(routh_context *context, void *block); /* NULL is fine */

/* Temporary memory: taken piece by piece, released at one end. What is made of it has no release of its own. */
typedef struct routh_arena {
    routh_context *context;
    struct routh_piece *last;
    routh_status status; /* ROUTH_OUT_OF_MEMORY once a piece was refused: one look at it serves many pieces */
} routh_arena;

/* An arena that ends with the block it stands in, whichever way that is left. An object that has an arena of its own begins
 * with {.context = context}. */
#define ROUTH_ARENA(name, of) __attribute__((cleanup(routh_arena_release))) routh_arena name = {.context = (of)}

/* As routh_allocate. */
void *routh_take(routh_arena *arena, size_t count, size_t size);

void routh_arena_release(routh_arena *arena);

/* What an object keeps of the arena that it and its pieces are made of: it is released by it. */
static inline routh_arena routh_arena_keep(routh_arena *arena) {
    const routh_arena kept = *arena;
    arena->last = NULL;
    return kept;
}

/* Releases an object with all its pieces; `context` need not be that which made it. */
void routh_arena_end(routh_context *context, routh_arena kept);

/* Returns what a call failed with. What the function holds must be in an arena, or belong to its caller. */
#define ROUTH_TRY(call)                                                                                                \
    do {                                                                                                               \
        const routh_status routh_tried = (call);                                                                       \
        if (routh_tried != ROUTH_OK)                                                                                   \
            return routh_tried;                                                                                        \
    } while (0)

__attribute__((format(printf, 3, 4))) void routh_log(routh_context *context, routh_log_level level, const char *format,
                                                     ...);

/* ROUTH_OK, or ROUTH_CANCELLED with a message when the progress hook asked to stop. The hook is called when `what` is new, at
 * the fractions 0 and 1, and otherwise at most every 10 ms, so that loops may call this as often as they like. */
routh_status routh_progress(routh_context *context, const char *what, double fraction);

/* The same from within a stage, which has said what is being done: the hook hears the last of that again. Without a hook this
 * takes a nanosecond, with one as long as reading the clock, 30 ns. A thread that works for the caller asks its thread pool. */
routh_status routh_check_cancelled(routh_context *context);

/* Is this no answer but an end? What fails so is not a case that cannot be solved, and nothing else is to be tried. */
static inline bool routh_ends_all(routh_status status) {
    return status == ROUTH_OUT_OF_MEMORY || status == ROUTH_CANCELLED;
}

/* A copy of the caller's context with its own message, for what the caller shall hear nothing of: no log, no progress. It can
 * still be stopped. `caller` may be NULL and must outlive it. */
routh_context routh_context_quiet(routh_context *caller);

/* How many threads to work on: at least 1. */
int routh_threads(const routh_context *context);

/* The threads that work for one caller. Only the caller's own thread calls the progress hook: interpreters handle Ctrl-C only
 * there. The others see in memory that they share that it wants to stop. */

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

/* Progress of the whole from within a share. The hook hears nothing of it unless this thread is the caller's own. A
 * context of no thread pool: routh_progress. */
routh_status routh_thread_pool_report(routh_context *own, const char *what, double fraction);

/* A context as threads have it, for one that works alone: its own message, no log. `caller` may be NULL and must outlive
 * it. */
routh_context routh_context_within(routh_context *caller);

/* Seconds of work, for reports; no algorithm looks at the clock. POSIX has one that only goes on; where there is only standard
 * C, it may be set; and a machine may have none. */

#ifndef ROUTH_CORE_NO_CLOCK
#include <time.h>
#endif

/* Since some fixed moment, s; NaN where there is no clock. */
static inline double routh_seconds(void) {
#if defined(ROUTH_CORE_NO_CLOCK)
    return NAN;
#elif defined(CLOCK_MONOTONIC) && defined(_POSIX_C_SOURCE)
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#elif defined(TIME_UTC)
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#else
    return NAN;
#endif
}

/* OpenMP's functions, and what they say where the library is compiled without it: on one thread. */

#ifdef _OPENMP
#include <omp.h>
#else

static inline int omp_get_max_threads(void) {
    return 1;
}

static inline int omp_get_num_procs(void) {
    return 1;
}

static inline int omp_get_num_threads(void) {
    return 1;
}

static inline int omp_get_thread_num(void) {
    return 0;
}

static inline void omp_set_num_threads(int threads) {
    (void)threads;
}

#endif

/* As many as asked for, or as OpenMP has it; results do not depend on it, and more than four on a processor only take memory. */
int routh_useful_threads(int asked);

/* One way to refuse an input that is outside its range: the message has the value, the unit and the range, the context
 * the field. The ranges that several options share are in <routh/base.h>. */

typedef struct routh_limit {
    const char *field; /* of the options, "rate" */
    const char *unit;  /* "" where there is none */
    double value;
    double low, high; /* both allowed; NaN never is */
} routh_limit;

/* The first input that is outside; `what` is whose it is, in the message: "run". */
routh_status routh_check_limits(routh_context *context, const char *what, const routh_limit *limit, size_t count);

/* The same for whole numbers, low … high. */
routh_status routh_check_count(routh_context *context, const char *what, const char *field, size_t value, size_t low,
                               size_t high);

/* The number of impacts that a law is fitted to, counting repetition, is in range; `fields` say how many, "draws k_max". */
routh_status routh_check_fitted(routh_context *context, const char *what, const char *fields, double impacts);

/* Lists of names in messages. */

/* "a, b and c" with `last` between the last two, cut where the text ends. */
void routh_list_names(char *text, size_t size, const char *last, size_t count,
                      const char *(*at)(size_t index, const void *user), const void *user);

/* Adds to a text, printf-style; `between` stands before what is added unless the text is empty. What does not fit is left out. */
__attribute__((format(printf, 4, 5))) void routh_words_add(char *text, size_t size, const char *between,
                                                           const char *format, ...);

/* Text from a file, made safe to show in a message: one line, valid UTF-8, of bounded length. */

/* Buffer sizes that together leave room for the message's own words within ROUTH_MESSAGE_SIZE. */
enum { ROUTH_SHOWN_VALUE = 44, ROUTH_SHOWN_HEADER = 104, ROUTH_SHOWN_SOURCE = 164 };

/* Would it be shown as it is? */
bool routh_is_shown(const char *text);

/* Bytes of the printable UTF-8 character that the text begins with; 0 when it begins with none. */
size_t routh_printable_length(const char *text, size_t length);

/* As routh_show_text, for a file's name: a long one loses its front, since its end is more useful. */
void routh_show_source(char *shown, size_t size, const char *source);

/* Making findings: sentences, printf-style, with the numbers behind them. */

/* Where findings are added. The first failure, for want of memory, stays, and nothing more is added after it. */
typedef struct routh_findings_writer {
    routh_context *context;
    routh_findings *findings;
    routh_status status;
} routh_findings_writer;

/* Numbers of a finding; NaN where it has none. */
typedef struct routh_finding_numbers {
    double expected, found, error;
    const char *unit;
} routh_finding_numbers;

#define ROUTH_NO_NUMBERS ((routh_finding_numbers){NAN, NAN, NAN, ""})

/* Adds a finding with numbers; `topic` and the unit must outlive it. */
__attribute__((format(printf, 5, 6))) void routh_findings_measured(routh_findings_writer *writer,
                                                                   routh_finding_kind kind, const char *topic,
                                                                   routh_finding_numbers numbers, const char *format,
                                                                   ...);

/* The same without numbers. */
__attribute__((format(printf, 4, 5))) void routh_findings_add(routh_findings_writer *writer, routh_finding_kind kind,
                                                              const char *topic, const char *format, ...);

size_t routh_random_index(routh_random *random, size_t count); /* 0 … count-1, unbiased */

/* Draws `k` of the indices 0 … count−1 without replacement into index[0 … k−1], ascending. Valid pointers only. */
void routh_random_draw(routh_random *random, size_t count, size_t k, size_t *index);

#endif
