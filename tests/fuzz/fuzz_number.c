/* Any text as a number: the reader of decimal numbers against strtod, and back through the shortest text. A libFuzzer
 * target; seeds lie in corpus_number.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/file.h>

#include "demand.h"
#include "file/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What strtod makes of the same text, without what only strtod takes for a number: spaces and hexadecimal digits. */
static routh_number_kind judge(const char *text, size_t length, double *value) {
    char *end;
    if (length == 0)
        return ROUTH_NUMBER_EMPTY;
    if (strspn(text, "0123456789+-.eE") != length)
        return ROUTH_NUMBER_MALFORMED;
    *value = strtod(text, &end);
    if (end == text || end != text + length)
        return ROUTH_NUMBER_MALFORMED;
    return isfinite(*value) ? ROUTH_NUMBER_FINITE : ROUTH_NUMBER_NOT_FINITE;
}

/* inf, infinity, nan and nan(…) */
static int may_be_word(const char *text) {
    text += *text == '+' || *text == '-';
    return (*text | 0x20) == 'i' || (*text | 0x20) == 'n';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char text[4096];
    if (size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    char *exact = malloc(size + 1); /* so that a byte too many is noticed */
    demand(exact != NULL, "memory for the text");
    memcpy(exact + 1, data, size);
    double value = 7, right = 7, again;
    const routh_number_kind kind = routh_parse_number(exact + 1, size, &value), wanted = judge(text, size, &right);
    free(exact);
    if (kind != ROUTH_NUMBER_NOT_FINITE || !may_be_word(text))
        demand(kind == wanted, "a number where strtod sees one, and nowhere else");
    demand(memcmp(&value, &right, sizeof value) == 0 || kind != ROUTH_NUMBER_FINITE, "the same bits");
    if (kind == ROUTH_NUMBER_FINITE) {
        char shortest[ROUTH_SHORTEST_TEXT];
        routh_shortest_text(value, shortest);
        demand(routh_parse_number(shortest, strlen(shortest), &again) == ROUTH_NUMBER_FINITE &&
                   memcmp(&value, &again, sizeof value) == 0,
               "its shortest text is the same number");
    } else {
        demand(value == 7, "what is no number leaves the value alone");
    }
    return 0;
}
