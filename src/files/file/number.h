/* Decimal text to double, exactly and in any locale.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_NUMBER_H
#define ROUTH_SRC_DATA_NUMBER_H

#include <stddef.h>

typedef enum routh_number_kind {
    ROUTH_NUMBER_FINITE,
    ROUTH_NUMBER_EMPTY,      /* no text at all */
    ROUTH_NUMBER_NOT_FINITE, /* inf, nan, or beyond the largest double */
    ROUTH_NUMBER_MALFORMED   /* anything else */
} routh_number_kind;

/* The double nearest to [+-]digits[.digits][(e|E)[+-]digits], the whole text and nothing else. Numbers too small
 * become denormal or zero. *value is set only when the answer is ROUTH_NUMBER_FINITE. */
routh_number_kind routh_parse_number(const char *text, size_t length, double *value);

/* The same with another decimal point, ',' for instance. */
routh_number_kind routh_parse_decimal(const char *text, size_t length, char point, double *value);

#endif
