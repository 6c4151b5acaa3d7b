/* How often a test repeats its work, set by the environment variable ROUTH_EFFORT: quick while working, check before a
 * change is shared, soak for tests that take long. Under sanitizers ctest sets quick.
 *
 *     const int seeds = effort(2, 20, 100);
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_EFFORT_H
#define ROUTH_TESTS_EFFORT_H

#include <stdlib.h>
#include <string.h>

/* 0: quick, 1: check (also if not set), 2: soak */
static inline int effort_level(void) {
    const char *asked = getenv("ROUTH_EFFORT");
    return !asked ? 1 : strcmp(asked, "quick") == 0 ? 0 : strcmp(asked, "soak") == 0 ? 2 : 1;
}

#define effort(quick, check, soak) (effort_level() == 0 ? (quick) : effort_level() == 1 ? (check) : (soak))

/* The number that chooses the slice of a sweep. */
static inline long slice_number(void) {
    const char *asked = getenv("ROUTH_SLICE");
    return asked ? strtol(asked, NULL, 10) : 0;
}

/* Sweeps of hundreds of runs are cut into slices, of which check does one: another with each commit, whose number scripts/check
 * gives in ROUTH_SLICE. quick does half as many as check, soak does all. Whether run number i of a sweep is in this one:
 *
 *     for (int i = 0; i < runs; i++)
 *         if (in_slice(i, 12))
 */
static inline int in_slice(long i, long slices) {
    const long cut = effort(2 * slices, slices, 1);
    return (i + slice_number()) % cut == 0;
}

/* Is every access to memory checked? Counting to 1e8 belongs elsewhere then. */
#if defined(__has_feature)
#define EFFORT_HAS_FEATURE(feature) __has_feature(feature)
#else
#define EFFORT_HAS_FEATURE(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || EFFORT_HAS_FEATURE(address_sanitizer)
#define EFFORT_SANITIZED 1
#else
#define EFFORT_SANITIZED 0
#endif

#endif
