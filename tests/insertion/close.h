/* Numbers that must agree. Include after cmocka.h, whose own comparison is in single precision.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_INSERTION_CLOSE_H
#define ROUTH_TESTS_INSERTION_CLOSE_H

#include <math.h>

#define assert_close(value, expected, tolerance) assert_close_at(value, expected, tolerance, #value, __LINE__)

static inline void assert_close_at(double value, double expected, double tolerance, const char *what, int line) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("line %d: %s is %.17g, not %.17g: off by %.3g", line, what, value, expected, value - expected);
}

#endif
