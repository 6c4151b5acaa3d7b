/* The base room: status codes, the context that carries hooks and messages, seeded random numbers.
 *
 * Every call takes its arguments in one order: context, inputs, options, outputs. Options come from a function
 * routh_…_default(), and NULL options mean those defaults. A NULL context means default hooks and no message. No other
 * pointer may be NULL unless its comment says so: a call that returns a status answers ROUTH_BAD_ARGUMENT, any other does not
 * look, and its comment has "valid pointers only". Releasing what is zero or NULL does nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_BASE_H
#define ROUTH_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <routh/version.h>

#ifndef ROUTH_API
#if defined(_WIN32)
#define ROUTH_API
#else
#define ROUTH_API __attribute__((visibility("default")))
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Status -------------------------------------------------------------------------------------------
 * Every call that can fail returns one of these. The context's message then says which value was wrong, and why. */
#define ROUTH_STATUS_TABLE(X)                                                                                          \
    X(ROUTH_OK, "success")                                                                                             \
    X(ROUTH_BAD_ARGUMENT, "invalid argument")                                                                          \
    X(ROUTH_NOT_FINITE, "a number is missing, infinite or not a number")                                               \
    X(ROUTH_BAD_MASS, "a mass is not positive")                                                                        \
    X(ROUTH_BAD_INERTIA, "a moment of inertia is not positive")                                                        \
    X(ROUTH_BAD_COMPLIANCE, "a contact compliance W is not positive definite")                                         \
    X(ROUTH_SEPARATING, "the contact is not closing: an impact needs v_n < 0")                                         \
    X(ROUTH_BAD_PARAMETER, "a law's parameter is outside its bounds")                                                  \
    X(ROUTH_OUT_OF_RANGE, "a number is too large or too small to compute with")                                        \
    X(ROUTH_UNKNOWN_LAW, "no contact law has that name")                                                               \
    X(ROUTH_NOT_ENDED, "an impact did not end")                                                                        \
    X(ROUTH_OUT_OF_MEMORY, "out of memory")                                                                            \
    X(ROUTH_FILE_ERROR, "a file could not be read or written")                                                         \
    X(ROUTH_BAD_FORMAT, "a file's content is invalid")                                                                 \
    X(ROUTH_CANCELLED, "the caller asked to stop")                                                                     \
    X(ROUTH_ENGINE_FAILED, "a simulator's program is missing, or failed")

typedef enum routh_status {
#define ROUTH_STATUS_CODE(code, message) code,
    ROUTH_STATUS_TABLE(ROUTH_STATUS_CODE)
#undef ROUTH_STATUS_CODE
        ROUTH_STATUS_COUNT
} routh_status;

/* The message of a status in this table, never NULL. */
ROUTH_API const char *routh_status_message(routh_status status);

/* The library's version as text, "major.minor.patch". The numbers are ROUTH_VERSION_MAJOR and so on. */
ROUTH_API const char *routh_version(void);

/* A checksum of the public headers that the library was built from. A binding that was generated from other headers must not
 * call it: structures may differ within a version that is not released yet. */
ROUTH_API const char *routh_interface(void);

/* Was the caller made from the same headers? ROUTH_BAD_ARGUMENT if not, or if `interface` is NULL: its structures may have other
 * sizes then, and no other function may be called. The pair of files knows its own: ROUTH_CORE_INTERFACE. */
ROUTH_API routh_status routh_interface_check(const char *interface);

/* Text from outside as it may stand in a message or a file: one line of valid UTF-8. Bytes that cannot be printed become
 * \xNN, and what does not fit into `size` bytes is cut with …. Valid pointers only. */
ROUTH_API void routh_show_text(char *shown, size_t size, const char *text, size_t length);

/* Context ------------------------------------------------------------------------------------------
 * Hooks in, messages out. A plain struct that the caller owns; one for each thread. The library itself never prints and
 * never exits. */
#define ROUTH_MESSAGE_SIZE   512
#define ROUTH_HEARTBEAT_SIZE 64

/* Sizes of names in structs: names of files and datasets, labels of parts and bodies. */
#define ROUTH_NAME_SIZE  256
#define ROUTH_LABEL_SIZE 64

/* Where in which file a failure was: the words of its message, as data. "" and 0 are not known. Names and values are as
 * messages show them: one line, with … where they are longer than their room. */
typedef struct routh_where {
    char file[ROUTH_NAME_SIZE]; /* a file, a folder, or what the caller calls its stream or memory */
    size_t row;                 /* of a table or an array, or the sample or record; from 1, without the header */
    size_t line;                /* of a file of text, from 1 */

    /* The column of a table, "vy"; several with spaces between where they are wrong together. The field of a JSON file,
     * "bodies[0].mass". The variable of a binary file, "/impacts/rate", with its column after a colon where there are
     * several, "/trajectories/0:2". */
    char column[ROUTH_LABEL_SIZE];
    char value[ROUTH_LABEL_SIZE]; /* what is there */
} routh_where;

typedef enum routh_log_level { ROUTH_LOG_DEBUG, ROUTH_LOG_INFO, ROUTH_LOG_WARNING } routh_log_level;

/* What the library keeps in a context for itself. Leave it zero. */
typedef struct routh_heartbeat {
    char what[ROUTH_HEARTBEAT_SIZE]; /* that the progress hook heard last, … */
    double fraction;                 /* … and how much of it was done */
    double when;                     /* it heard that, s on a clock of the library */
    double pause; /* between calls of the hook within a stage, s; 0: 0.01. Negative: none, for tests */
    void *pool;   /* of a thread that works for a caller … */
    bool asks;    /* … and is the caller's own */
    void *caller; /* whom to ask instead whether to stop */
} routh_heartbeat;

typedef struct routh_context {
    /* Allocation, all three or none (default: malloc, realloc, free). `reallocate` gets NULL for a new block. All memory of
     * the library comes from here, but not what jansson, zlib, OpenMP, OpenBLAS and the C library allocate
     * for themselves. */
    void *(*allocate)(size_t size, void *user);
    void *(*reallocate)(void *block, size_t size, void *user);
    void (*release)(void *block, void *user);

    /* Called with one line of text, no newline (default: NULL, silent). */
    void (*log)(routh_log_level level, const char *line, void *user);

    /* Called from time to time during long work, with what is being done and the fraction done, 0 to 1. Return
     * nonzero to stop the work: the call then returns ROUTH_CANCELLED, and what it would have made is empty (default: NULL).
     * It is called only by the thread that called the library, whatever the number of threads, and in long work at least
     * 20 times a second; docs/architecture.md names what takes longer. */
    int (*progress)(const char *what, double fraction, void *user);

    /* Called with the path of a temporary file: is_there is 1 just before it is made, and 0 once it is in its place or
     * removed. A program that ends early removes those that are there (default: NULL). */
    void (*temporary)(const char *path, int is_there, void *user);

    /* Called with the process group of a program that the library has started, a simulator's: is_there is 1 once it runs, and
     * 0 just before its number is free again. A program that ends early kills the groups that are there (default: NULL). */
    void (*group)(long group, int is_there, void *user);

    /* Passed to every hook (default: NULL). */
    void *user;

    /* The largest number of threads that a call may use (default 0: one for each core; without OpenMP
     * there is one). Results do not depend on it. */
    int threads;

    /* The last failure, in one line without a newline: what was wrong, with value and unit. Empty when
     * nothing has failed; a later success does not clear it. */
    char message[ROUTH_MESSAGE_SIZE];

    /* The input that caused the last failure, "body.mass" or "rate"; several with spaces between where they are wrong
     * together, "duration rate step"; NULL if the cause is none of them. */
    const char *field;

    /* Where the last failure was, in a file; all of it "" or 0 if it was in none. */
    routh_where where;

    routh_heartbeat heartbeat;
} routh_context;

ROUTH_API routh_context routh_context_default(void);

/* Names --------------------------------------------------------------------------------------------
 * Every enumeration of the library has one constant table of names, the same in messages, files and options. */
typedef struct routh_name_entry {
    const char *name;  /* "c-sticking" */
    const char *about; /* a description; NULL: the name is enough */
} routh_name_entry;

typedef struct routh_names {
    const char *what; /* what the names stand for, in messages: "model" */
    size_t count;
    const routh_name_entry *entry; /* [-] indexed by the enumeration's values, from 0 */
} routh_names;

/* Name and description of a value; "unknown" for a value outside the table. Valid pointers only, both. */
ROUTH_API const char *routh_name(const routh_names *names, long value);
ROUTH_API const char *routh_about(const routh_names *names, long value);

/* The value with that name. If there is none: −1, and the context's message suggests the nearest name or lists them
 * all. Valid pointers only. */
ROUTH_API int routh_find(routh_context *context, const routh_names *names, const char *name);

/* The name nearest to a mistyped one, for messages of your own: `at` returns the names 0 … count−1. NULL if no name is
 * similar enough. Valid pointers only. */
ROUTH_API const char *routh_nearest_name(const char *name, size_t count,
                                         const char *(*at)(size_t index, const void *user), const void *user);

/* Limits -------------------------------------------------------------------------------------------
 * Options and generators take numbers within these ranges, ends included, unless the field's comment has a narrower one.
 * They are far wider than laboratories, and narrow enough that nothing overflows and every call ends. The largest take
 * hours; the context's hook for progress can stop them. Outside the ranges a call returns ROUTH_BAD_ARGUMENT; the message
 * has the range, the context the field. */
#define ROUTH_RANGE_MASS     1e-12, 1e12 /* kg */
#define ROUTH_RANGE_INERTIA  1e-24, 1e24 /* kg m² */
#define ROUTH_RANGE_LENGTH   1e-9, 1e9   /* m, of what has a size */
#define ROUTH_RANGE_POSITION -1e9, 1e9   /* m */
#define ROUTH_RANGE_ANGLE    -1e6, 1e6   /* rad */
#define ROUTH_RANGE_VELOCITY -1e6, 1e6   /* m/s */
#define ROUTH_RANGE_SPIN     -1e6, 1e6   /* rad/s */
#define ROUTH_RANGE_GRAVITY  0, 1e6      /* m/s² */
#define ROUTH_RANGE_FORCE    -1e12, 1e12 /* N; torques in N m the same */
#define ROUTH_RANGE_TIME     -1e9, 1e9   /* s */
#define ROUTH_RANGE_RATE     1e-6, 1e9   /* Hz */
#define ROUTH_RANGE_DECIBEL  -300, 300   /* dB */

/* The most resamples, draws or repetitions of one call, and the most impacts, drops or points that one call makes. */
#define ROUTH_MOST_REPETITIONS 100000
#define ROUTH_MOST_MADE        10000000

/* The most impacts that one law is fitted to in one call, counting repetition: resamples × impacts. */
#define ROUTH_MOST_FITTED 1e9

/* Findings ------------------------------------------------------------------------------------------
 * The conclusions of checks, estimates and studies: sentences with the numbers behind them. */
typedef enum routh_finding_kind {
    ROUTH_FINE,
    ROUTH_NOTE, /* a result: neither good nor bad */
    ROUTH_WARNING,
    ROUTH_WRONG,
    ROUTH_NOT_DETERMINED
} routh_finding_kind;

ROUTH_API extern const routh_names routh_finding_kinds; /* "fine", "note", "warning", "wrong", "not determined" */

typedef struct routh_finding {
    routh_finding_kind kind;
    const char *topic;             /* "gravity" */
    double expected, found, error; /* in `unit`; NaN where there is no number */
    const char *unit;
    char *text; /* one sentence, or a few that belong together */
} routh_finding;

typedef struct routh_findings {
    size_t count;
    routh_finding *finding;
} routh_findings;

/* Empties the list. A zeroed list is fine. */
ROUTH_API void routh_findings_release(routh_context *context, routh_findings *findings);

/* Random numbers -----------------------------------------------------------------------------------
 * xoshiro256++, seeded through splitmix64. The same seed and stream give the same numbers on every machine.
 * Streams of one seed are independent: give each task its own, and results do not depend on threads. Valid pointers only. */
typedef struct routh_random {
    uint64_t state[4];
} routh_random;

ROUTH_API routh_random routh_random_seed(uint64_t seed, uint64_t stream);
ROUTH_API uint64_t routh_random_bits(routh_random *random); /* 64 of them: a seed for another stream */
ROUTH_API double routh_random_uniform(routh_random *random, double low, double high); /* in [low, high) */
ROUTH_API double routh_random_normal(routh_random *random);                           /* mean 0, deviation 1 */

/* The interval in which the truth is expected, from the estimates of many resamples. */
typedef struct routh_interval {
    double low, high;
    double deviation; /* standard deviation of these estimates */
} routh_interval;

#ifdef __cplusplus
}
#endif
#endif
