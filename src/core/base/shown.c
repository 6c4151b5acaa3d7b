/* Text from a file, made safe to show in a message.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/shown.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/utf8.h"

static const char ellipsis[] = "…";
#define ELLIPSIS_LENGTH (sizeof ellipsis - 1)

/* Bytes of the printable UTF-8 character that the text begins with; 0 when it begins with none. */
static size_t printable_length(const char *text, size_t length) {
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
    return legal && !breaks ? count : 0;
}

void routh_show_text(char *shown, size_t size, const char *text, size_t length) {
    static const char digit[] = "0123456789ABCDEF";
    size_t used = 0;
    for (size_t at = 0; at < length;) {
        size_t taken = printable_length(text + at, length - at);
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
        taken = printable_length(text + at, length - at);
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
