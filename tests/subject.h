/* One subject of a room's test program: what SUBJECT(batch) defines in test_batch.c, `test_<room> batch` runs. It returns
 * what a program would: 0, the number of tests that failed, or 77 when it lacks what it needs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_SUBJECT_H
#define ROUTH_TESTS_SUBJECT_H

#define SUBJECT(name)                                                                                                  \
    int routh_subject_##name(void);                                                                                    \
    int routh_subject_##name(void)

typedef struct routh_subject {
    const char *name;
    int (*run)(void);
} routh_subject;

/* CMake writes the table of each room, which ends with a subject without name. */
extern const routh_subject routh_subjects[];

#endif
