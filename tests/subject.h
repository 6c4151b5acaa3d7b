/* One subject of a room's test program: `test_<room> batch` runs what SUBJECT(batch) defines in test_batch.c. It returns
 * an exit code: 0, the number of failed tests, or 77 if something it needs is missing.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_SUBJECT_H
#define ROUTH_TESTS_SUBJECT_H

#define SUBJECT(name)                                                                                                  \
    int routh_subject_##name(void);                                                                                    \
    int routh_subject_##name(void)

/* One that takes more than a second or two where every access to memory is checked, or needs what is not there (a peer, an
 * allocator of its own): `make check` runs it in the optimised build, and all others under sanitizers. CMake reads which. */
#define SLOW_SUBJECT(name) SUBJECT(name)

typedef struct routh_subject {
    const char *name;
    int (*run)(void);
} routh_subject;

/* CMake writes the table of each room. A subject without a name ends it. */
extern const routh_subject routh_subjects[];

#endif
