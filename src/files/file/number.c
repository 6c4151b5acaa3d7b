/* Decimal text to double. Short numbers take Clinger's exact path: an integer up to 2⁵³ and a power of ten up to 10²²
 * are both doubles without error, so one product or quotient rounds once (Clinger, How to read floating point numbers
 * accurately, 1990). All others go through strtod, rewritten as digits and an exponent: without a decimal point there
 * is nothing in the text for a locale to read differently.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <routh/file.h>

#include "base/context.h"
#include "file/text.h"

/* The point halfway between two doubles has at most 768 significant digits, so that of further digits it matters only
 * whether one of them is not zero. */
#define DECIDING_DIGITS 768

/* Beyond any exponent that a number of DECIDING_DIGITS digits can make up for. */
#define EXPONENT_LIMIT 99999

#define LARGEST_EXPLICIT_EXPONENT INT64_C(1000000000000000)

/* A number as it is written: the digits from the first that is not zero, read as one integer, times 10^exponent. */
typedef struct decimal {
    bool negative;
    char point;         /* the decimal one */
    uint64_t integer;   /* the significant digits, valid up to 19 of them */
    size_t significant; /* how many there are; 0: the number is zero */
    const char *first;  /* the first significant digit; a decimal point may follow anywhere */
    int64_t exponent;
} decimal;

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Takes digits into the number and returns the first character that is none. */
static const char *take_digits(const char *at, const char *end, decimal *number) {
    if (number->significant == 0) {
        while (at < end && *at == '0')
            at++;
        number->first = at;
    }
    const char *begin = at;
    uint64_t integer = number->integer;
    /* beyond 19 digits the integer wraps around; it is not looked at then */
    for (; at < end && is_digit(*at); at++)
        integer = 10 * integer + (uint64_t)(*at - '0');
    number->integer = integer;
    number->significant += (size_t)(at - begin);
    return at;
}

/* The digits of an explicit exponent, e already passed; NULL when there are none. */
static const char *take_exponent(const char *at, const char *end, decimal *number) {
    bool negative = false;
    if (at < end && (*at == '+' || *at == '-'))
        negative = *at++ == '-';
    if (at == end || !is_digit(*at))
        return NULL;
    int64_t exponent = 0;
    for (; at < end && is_digit(*at); at++)
        if (exponent < LARGEST_EXPLICIT_EXPONENT)
            exponent = 10 * exponent + (*at - '0');
    number->exponent += negative ? -exponent : exponent;
    return at;
}

/* False when the text, sign already passed, is not a decimal number. */
static bool read_decimal(const char *at, const char *end, decimal *number) {
    const char *begin = at;
    at = take_digits(at, end, number);
    size_t digits = (size_t)(at - begin);
    if (at < end && *at == number->point) {
        begin = ++at;
        at = take_digits(at, end, number);
        digits += (size_t)(at - begin);
        number->exponent = -(int64_t)(at - begin);
    }
    if (digits == 0)
        return false;
    if (at < end && (*at == 'e' || *at == 'E'))
        at = take_exponent(at + 1, end, number);
    return at == end;
}

static bool is_word(const char *at, size_t length, const char *word) {
    for (size_t i = 0; i < length; i++)
        if ((at[i] | 0x20) != word[i])
            return false;
    return true;
}

/* The words that C's printf writes for values that are not finite: inf, infinity, nan, nan(...). */
static bool is_not_finite_word(const char *at, size_t length) {
    if (length < 3)
        return false;
    if (is_word(at, 3, "nan"))
        return length == 3 || (at[3] == '(' && at[length - 1] == ')');
    return (length == 3 || length == 8) && is_word(at, length, "infinity");
}

/* Clinger's path where it is exact; false where it may not be. */
static bool convert_short(const decimal *number, double *magnitude) {
    static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    /* registers wider than double would round twice */
    if (FLT_EVAL_METHOD != 0)
        return false;
    if (number->significant > 19 || number->integer > (UINT64_C(1) << 53))
        return false;
    if (number->exponent < -22 || number->exponent > 22)
        return false;
    double integer = (double)number->integer;
    *magnitude = number->exponent < 0 ? integer / power[-number->exponent] : integer * power[number->exponent];
    return true;
}

/* Any number, infinite when it is too large. */
static double convert_long(const decimal *number) {
    char text[DECIDING_DIGITS + 16]; /* digits, one for those left out, e, sign, five digits, end */
    size_t kept = number->significant < DECIDING_DIGITS ? number->significant : DECIDING_DIGITS;
    size_t length = 0;
    const char *at = number->first;
    for (; length < kept; at++)
        if (*at != number->point)
            text[length++] = *at;
    int64_t exponent = number->exponent + (int64_t)(number->significant - kept);
    for (size_t left = number->significant - kept; left > 0; at++) {
        if (*at == number->point)
            continue;
        --left;
        if (*at != '0') {
            text[length++] = '1';
            --exponent;
            break;
        }
    }
    text[length++] = 'e';
    if (exponent < 0)
        text[length++] = '-';
    int64_t rest = exponent < 0 ? -exponent : exponent;
    if (rest > EXPONENT_LIMIT)
        rest = EXPONENT_LIMIT;
    for (int64_t unit = 10000; unit > 0; unit /= 10)
        text[length++] = (char)('0' + rest / unit % 10);
    text[length] = '\0';
    return strtod(text, NULL);
}

routh_number_kind routh_parse_number(const char *text, size_t length, double *value) {
    return routh_parse_decimal(text, length, '.', value);
}

routh_number_kind routh_parse_decimal(const char *text, size_t length, char point, double *value) {
    if (length == 0)
        return ROUTH_NUMBER_EMPTY;
    const char *at = text, *end = text + length;
    decimal number = {.negative = *at == '-', .point = point};
    if (*at == '+' || *at == '-')
        at++;
    if (!read_decimal(at, end, &number))
        return is_not_finite_word(at, (size_t)(end - at)) ? ROUTH_NUMBER_NOT_FINITE : ROUTH_NUMBER_MALFORMED;
    double magnitude = 0;
    if (number.significant > 0 && !convert_short(&number, &magnitude))
        magnitude = convert_long(&number);
    if (isinf(magnitude))
        return ROUTH_NUMBER_NOT_FINITE;
    *value = number.negative ? -magnitude : magnitude;
    return ROUTH_NUMBER_FINITE;
}

/* A double as the shortest decimal that reads back as the same. */

/* %g drops trailing zeros, but 16 digits of a number that has only 15 may end in …01 or …99: so 15 has its try. */
const char *routh_shortest_text(double value, char text[ROUTH_SHORTEST_TEXT]) {
    for (int digits = 15; digits < 17; digits++) {
        snprintf(text, ROUTH_SHORTEST_TEXT, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return text;
    }
    snprintf(text, ROUTH_SHORTEST_TEXT, "%.17g", value);
    return text;
}

/* Numbers in files have a decimal point. setlocale would change the whole program under the caller's other threads;
 * uselocale changes the calling thread only. */

routh_status routh_c_locale_begin(routh_context *context, routh_c_locale *numbers) {
    *numbers = (routh_c_locale){.own = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    if (numbers->own)
        numbers->before = uselocale(numbers->own);
    if (numbers->before)
        return ROUTH_OK;
    if (numbers->own)
        freelocale(numbers->own);
    numbers->own = (locale_t)0;
    return routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory for the locale in which files are written");
}

void routh_c_locale_end(routh_c_locale *numbers) {
    int reason = errno;
    if (!numbers->own)
        return;
    uselocale(numbers->before);
    freelocale(numbers->own);
    errno = reason;
}
