/* Numbers as people write them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/number_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append(char *buffer, const char *text) {
    size_t used = strlen(buffer);
    snprintf(buffer + used, ROUTH_NUMBER_TEXT - used, "%s", text);
}

/* The characters of a plain number, with the minus sign that belongs to them. */
static void append_number(char *buffer, const char *plain, size_t length) {
    for (size_t i = 0; i < length; i++)
        append(buffer, plain[i] == '-' ? "−" : (const char[2]){plain[i], '\0'});
}

/* Ten to the power, after what is in the buffer. */
static void append_power(char *buffer, int exponent) {
    static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char plain[16];
    snprintf(plain, sizeof plain, "%d", exponent);
    append(buffer, "10");
    for (const char *digit = plain; *digit; digit++)
        append(buffer, *digit == '-' ? "⁻" : raised[*digit - '0']);
}

const char *routh_number_text(double value, int digits, char buffer[ROUTH_NUMBER_TEXT]) {
    char plain[40];
    snprintf(plain, sizeof plain, "%.*g", digits, value);
    size_t mantissa = strcspn(plain, "e");
    buffer[0] = '\0';
    append_number(buffer, plain, mantissa);
    if (plain[mantissa] == 'e') {
        append(buffer, "×");
        append_power(buffer, (int)strtol(plain + mantissa + 1, NULL, 10));
    }
    return buffer;
}

const char *routh_fixed_text(double value, int decimals, char buffer[ROUTH_NUMBER_TEXT]) {
    char plain[40];
    int length = snprintf(plain, sizeof plain, "%.*f", decimals, value);
    if (length < 0 || (size_t)length >= sizeof plain)
        return routh_number_text(value, 3, buffer);
    const char *shown = plain;
    if (strspn(plain, "-0.") == (size_t)length && plain[0] == '-') /* no "−0" */
        shown++;
    buffer[0] = '\0';
    append_number(buffer, shown, strlen(shown));
    return buffer;
}

const char *routh_error_text(double value, double error, int decimals, char buffer[ROUTH_NUMBER_TEXT]) {
    enum { MOST_DECIMALS = 9 };
    char number[ROUTH_NUMBER_TEXT];
    while (error > 0 && decimals < MOST_DECIMALS && error < pow(10, -decimals))
        decimals++;
    snprintf(buffer, ROUTH_NUMBER_TEXT, "%.30s ± %.*f", routh_fixed_text(value, decimals, number), decimals,
             fmin(error, 1e9));
    return buffer;
}

const char *routh_power_text(int exponent, char buffer[ROUTH_NUMBER_TEXT]) {
    buffer[0] = '\0';
    append_power(buffer, exponent);
    return buffer;
}
