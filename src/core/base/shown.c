/* Text from files made safe to show, and numbers as people write them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"

/* Text from a file, made safe to show in a message. */

static const char ellipsis[] = "…";
#define ELLIPSIS_LENGTH (sizeof ellipsis - 1)

size_t routh_printable_length(const char *text, size_t length) {
    unsigned char lead = (unsigned char)text[0];
    if (lead < 0x80)
        return lead >= 0x20 && lead != 0x7F;
    size_t count = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || count > length)
        return 0;
    uint32_t code = lead & (0xFFU >> (count + 1));
    for (size_t i = 1; i < count; i++) {
        if (!routh_utf8_continues(text[i]))
            return 0;
        code = code << 6 | ((unsigned char)text[i] & 0x3FU);
    }
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    bool legal = code >= smallest[count] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    /* control characters, the separators that would break the line, and what is no character, which XML refuses */
    bool breaks = code < 0xA0 || code == 0x2028 || code == 0x2029 || (code & 0xFFFE) == 0xFFFE;
    /* marks that turn the direction of what stands after the name */
    bool turns = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    return legal && !breaks && !turns ? count : 0;
}

void routh_show_text(char *shown, size_t size, const char *text, size_t length) {
    static const char digit[] = "0123456789ABCDEF";
    size_t used = 0;
    for (size_t at = 0; at < length;) {
        size_t taken = routh_printable_length(text + at, length - at);
        size_t needed = taken > 0 ? taken : 4;
        if (used + needed + ELLIPSIS_LENGTH + 1 > size) {
            memcpy(shown + used, ellipsis, ELLIPSIS_LENGTH);
            used += ELLIPSIS_LENGTH;
            break;
        }
        if (taken > 0) {
            memcpy(shown + used, text + at, taken);
        } else {
            unsigned char byte = (unsigned char)text[at];
            memcpy(shown + used, (char[]){'\\', 'x', digit[byte >> 4], digit[byte & 15]}, 4);
            taken = 1;
        }
        at += taken;
        used += needed;
    }
    shown[used] = '\0';
}

bool routh_is_shown(const char *text) {
    const size_t length = strlen(text);
    size_t at = 0;
    for (size_t taken = 1; at < length && taken > 0; at += taken)
        taken = routh_printable_length(text + at, length - at);
    return at == length;
}

void routh_show_source(char *shown, size_t size, const char *source) {
    size_t length = strlen(source), room = size - 1 - 2 * ELLIPSIS_LENGTH;
    if (length > room) {
        source += length - room;
        while (routh_utf8_continues(*source))
            source++;
        memcpy(shown, ellipsis, ELLIPSIS_LENGTH);
        shown += ELLIPSIS_LENGTH;
        size -= ELLIPSIS_LENGTH;
    }
    routh_show_text(shown, size, source, strlen(source));
}

/* Numbers as people write them. */

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
