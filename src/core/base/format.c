/* Numbers and texts in one line. A double is a whole number times a power of two, and so has finitely many decimals: all of them
 * are written down, in groups of nine digits, and rounded once, to even where it is a tie. That is what printf does.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/format.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Where the text goes; `length` counts what does not fit, too. */
typedef struct sink {
    char *text;
    size_t size, length;
} sink;

static void put(sink *to, char letter) {
    if (to->length + 1 < to->size)
        to->text[to->length] = letter;
    to->length++;
}

static void put_text(sink *to, const char *text, int most) {
    for (int i = 0; text[i] && (most < 0 || i < most); i++)
        put(to, text[i]);
}

static void put_count(sink *to, uintmax_t value, int least) {
    char digit[24];
    int count = 0;
    for (; value > 0 || count < least; value /= 10)
        digit[count++] = (char)('0' + value % 10);
    while (count > 0)
        put(to, digit[--count]);
}

/* Decimals ---------------------------------------------------------------------------------------------*/

enum {
    GROUP = 1000000000,
    WHOLE = 36,     /* groups before the point: 2^1024 has 309 digits */
    FRACTION = 122, /* and after it: 2^-1074 has 1074 */
    GROUPS = WHOLE + FRACTION,
    DIGITS = 9 * GROUPS
};

/* All digits of a number ≥ 0; the point stands after the first 9 × WHOLE. */
typedef struct decimals {
    char digit[DIGITS + 1]; /* one in front for what rounding carries */
} decimals;

static void multiply(uint32_t *group, unsigned factor) {
    uint64_t carry = 0;
    for (int i = GROUPS - 1; i >= 0; i--) {
        carry += (uint64_t)group[i] * factor;
        group[i] = (uint32_t)(carry % GROUP);
        carry /= GROUP;
    }
}

static void halve(uint32_t *group) {
    uint64_t rest = 0;
    for (int i = 0; i < GROUPS; i++) {
        const uint64_t all = rest * GROUP + group[i];
        group[i] = (uint32_t)(all / 2);
        rest = all % 2;
    }
}

static void decimals_of(double value, decimals *d) {
    uint32_t group[GROUPS] = {0};
    int exponent;
    uint64_t whole = (uint64_t)ldexp(frexp(value, &exponent), 53);
    exponent -= 53;
    for (int i = WHOLE - 1; whole > 0; i--, whole /= GROUP)
        group[i] = (uint32_t)(whole % GROUP);
    for (; exponent > 0; exponent--)
        multiply(group, 2);
    for (; exponent < 0; exponent++)
        halve(group);
    d->digit[0] = 0;
    for (int i = 0; i < GROUPS; i++)
        for (int j = 8; j >= 0; j--, group[i] /= 10)
            d->digit[1 + 9 * i + j] = (char)(group[i] % 10);
}

/* Rounds so that digit[last] is the last one that is not 0. */
static void round_after(decimals *d, int last) {
    if (last >= DIGITS)
        return;
    int more = 0; /* beyond the half? */
    for (int i = last + 2; i <= DIGITS; i++)
        more |= d->digit[i];
    const int next = d->digit[last + 1], up = next > 5 || (next == 5 && (more || d->digit[last] % 2));
    memset(d->digit + last + 1, 0, (size_t)(DIGITS - last));
    d->digit[last] = (char)(d->digit[last] + up);
    for (int i = last; i > 0 && d->digit[i] == 10; i--) {
        d->digit[i] = 0;
        d->digit[i - 1]++;
    }
}

static int first_digit(const decimals *d) {
    int i = 0;
    while (i < DIGITS && d->digit[i] == 0)
        i++;
    return i;
}

enum { UNITS = 9 * WHOLE }; /* index of the digit before the point */

/* The digits from `first` on with a point after UNITS, and `places` after it. */
static void put_fixed(sink *to, const decimals *d, int places) {
    const int first = first_digit(d);
    for (int i = first < UNITS ? first : UNITS; i <= UNITS; i++)
        put(to, (char)('0' + d->digit[i]));
    if (places > 0)
        put(to, '.');
    for (int i = 1; i <= places; i++)
        put(to, (char)('0' + (UNITS + i <= DIGITS ? d->digit[UNITS + i] : 0)));
}

static void put_general(sink *to, decimals *d, int precision) {
    const int wanted = precision < 0 ? 6 : precision == 0 ? 1 : precision;
    int first = first_digit(d);
    if (first >= DIGITS) {
        put(to, '0');
        return;
    }
    round_after(d, first + wanted - 1);
    first = first_digit(d);
    const int exponent = UNITS - first;
    int last = first + wanted - 1 < DIGITS ? first + wanted - 1 : DIGITS; /* without zeros at the end */
    while (last > first && d->digit[last] == 0)
        last--;
    if (exponent >= -4 && exponent < wanted) {
        put_fixed(to, d, last > UNITS ? last - UNITS : 0);
        return;
    }
    put(to, (char)('0' + d->digit[first]));
    if (last > first)
        put(to, '.');
    for (int i = first + 1; i <= last; i++)
        put(to, (char)('0' + d->digit[i]));
    put_text(to, exponent < 0 ? "e-" : "e+", -1);
    put_count(to, (uintmax_t)(exponent < 0 ? -exponent : exponent), 2);
}

static void put_number(sink *to, double value, char how, int precision) {
    if (signbit(value))
        put(to, '-');
    if (!isfinite(value)) {
        put_text(to, isnan(value) ? "nan" : "inf", -1);
        return;
    }
    decimals d;
    decimals_of(fabs(value), &d);
    if (how == 'g') {
        put_general(to, &d, precision);
        return;
    }
    const int places = precision < 0 ? 6 : precision;
    round_after(&d, UNITS + places);
    put_fixed(to, &d, places);
}

/* Formats ----------------------------------------------------------------------------------------------*/

static void put_whole(sink *to, long long value) {
    if (value < 0)
        put(to, '-');
    put_count(to, value < 0 ? 0 - (uintmax_t)value : (uintmax_t)value, 1);
}

int routh_format_list(char *text, size_t size, const char *format, va_list arguments) {
    sink to = {text, size, 0};
    va_list list;
    va_copy(list, arguments);
    for (const char *at = format; *at; at++) {
        if (*at != '%') {
            put(&to, *at);
            continue;
        }
        const char *begin = at++;
        int precision = -1;
        if (*at == '.') {
            at++;
            precision = *at == '*' ? va_arg(list, int) : 0;
            at += *at == '*';
            for (; *at >= '0' && *at <= '9'; at++)
                precision = precision < 1000 ? 10 * precision + (*at - '0') : precision;
        }
        if (*at == 'g' || *at == 'f') {
            put_number(&to, va_arg(list, double), *at, precision);
        } else if (*at == 's') {
            put_text(&to, va_arg(list, const char *), precision);
        } else if (*at == 'd') {
            put_whole(&to, va_arg(list, int));
        } else if (*at == 'z' && at[1] == 'u') {
            put_count(&to, va_arg(list, size_t), 1);
            at++;
        } else if (*at == 'c') {
            put(&to, (char)va_arg(list, int));
        } else if (*at == '%') {
            put(&to, '%');
        } else {
            put_text(&to, begin, -1);
            break;
        }
    }
    va_end(list);
    if (size > 0)
        text[to.length < size ? to.length : size - 1] = '\0';
    return (int)to.length;
}

int routh_format(char *text, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = routh_format_list(text, size, format, arguments);
    va_end(arguments);
    return length;
}
