/* What the core writes into its messages, without <stdio.h>: for the pair of files compiled with ROUTH_CORE_NO_STDIO.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_FORMAT_H
#define ROUTH_SRC_BASE_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* As snprintf and vsnprintf in the C locale, digit for digit, for %% %s %c %d %zu %g and %f with or without a precision. What
 * else stands after a % is written as it is, and ends the text. */
__attribute__((format(printf, 3, 4))) int routh_format(char *text, size_t size, const char *format, ...);
__attribute__((format(printf, 3, 0))) int routh_format_list(char *text, size_t size, const char *format,
                                                            va_list arguments);

#endif
