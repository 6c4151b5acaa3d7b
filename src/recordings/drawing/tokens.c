/* Text in lines and words.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "drawing/mesh.h"

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

int routh_next_words(routh_tokens *text, routh_tokens *line) {
    while (text->at < text->end) {
        const char *newline = memchr(text->at, '\n', (size_t)(text->end - text->at));
        *line = (routh_tokens){.at = text->at, .end = newline ? newline : text->end, .line = ++text->line};
        text->at = newline ? newline + 1 : text->end;
        while (line->at < line->end && is_space(*line->at))
            line->at++;
        if (line->at < line->end)
            return 1;
    }
    return 0;
}

int routh_next_word(routh_tokens *line, const char **word, size_t *length) {
    while (line->at < line->end && is_space(*line->at))
        line->at++;
    *word = line->at;
    while (line->at < line->end && !is_space(*line->at))
        line->at++;
    *length = (size_t)(line->at - *word);
    return *length > 0;
}

int routh_word_is(const char *word, size_t length, const char *expected) {
    if (length != strlen(expected))
        return 0;
    for (size_t i = 0; i < length; i++)
        if (tolower((unsigned char)word[i]) != expected[i])
            return 0;
    return 1;
}

routh_status routh_next_coordinates(routh_context *context, const routh_mesh *mesh, routh_tokens *line, double unit,
                                    double x[3]) {
    for (int i = 0; i < 3; i++) {
        const char *word;
        char *end, shown[ROUTH_SHOWN_VALUE];
        size_t length;
        if (!routh_next_word(line, &word, &length))
            return routh_fail_at(context, ROUTH_BAD_FORMAT, &(routh_place){.file = mesh->file, .line = line->line},
                                 "%d numbers where 3 are needed", i);
        const double value = strtod(word, &end) * unit;
        routh_show_text(shown, sizeof shown, word, length);
        if (end != word + length)
            return routh_fail_at(context, ROUTH_BAD_FORMAT,
                                 &(routh_place){.file = mesh->file, .line = line->line, .value = shown},
                                 "'%s' is not a number", shown);
        if (!isfinite(value))
            return routh_fail_at(context, ROUTH_NOT_FINITE,
                                 &(routh_place){.file = mesh->file, .line = line->line, .value = shown},
                                 "'%s' is not a finite number", shown);
        x[i] = value;
    }
    return ROUTH_OK;
}
