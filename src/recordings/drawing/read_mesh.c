/* Meshes from STL and OBJ.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "drawing/drawing.h"

/* Text in lines and words. */

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

/* Three finite numbers times unit, the next words of the line, or a failure that names file and line. */
static routh_status next_coordinates(routh_context *context, const routh_mesh *mesh, routh_tokens *line, double unit,
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

/* OBJ: vertices (v x y z) and faces (f with three or more of them by number, from 1, or counted back by negative ones;
 * what follows a slash belongs to textures and normals). Everything else is ignored. */

/* The vertex that a word of a face means. */
static routh_status vertex_of(routh_context *context, const routh_mesh *mesh, const char *word, size_t length,
                              size_t line, size_t *vertex) {
    char *end, shown[ROUTH_SHOWN_VALUE];
    const long long number = strtoll(word, &end, 10);
    routh_show_text(shown, sizeof shown, word, length);
    if (end == word || end > word + length || (end < word + length && *end != '/'))
        return routh_fail_at(context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = mesh->file, .line = line, .value = shown},
                             "'%s' is not a vertex number", shown);
    const long long count = (long long)mesh->points, index = number > 0 ? number - 1 : count + number;
    if (number == 0 || index < 0 || index >= count)
        return routh_fail_at(context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = mesh->file, .line = line, .value = shown},
                             "there is no vertex %s: %zu are defined so far", shown, mesh->points);
    *vertex = (size_t)index;
    return ROUTH_OK;
}

/* A face of many corners is a fan of triangles. */
static routh_status read_face(routh_context *context, routh_tokens *line, routh_mesh *mesh) {
    size_t fan[3] = {0}, corners = 0, length;
    const char *word;
    while (routh_next_word(line, &word, &length)) {
        size_t vertex = 0;
        routh_status status = vertex_of(context, mesh, word, length, line->line, &vertex);
        fan[corners < 2 ? corners : 2] = vertex;
        if (status == ROUTH_OK && ++corners >= 3) {
            status = routh_mesh_add_triangle(context, mesh, fan, line->line);
            fan[1] = fan[2];
        }
        if (status != ROUTH_OK)
            return status;
    }
    return corners >= 3
               ? ROUTH_OK
               : routh_fail_at(context, ROUTH_BAD_FORMAT, &(routh_place){.file = mesh->file, .line = line->line},
                               "a face with %zu corners", corners);
}

routh_status routh_mesh_read_obj(routh_context *context, const char *bytes, size_t size, double unit,
                                 routh_mesh *mesh) {
    routh_tokens text = {.at = bytes, .end = bytes + size}, line;
    mesh->place_name = "line";
    while (routh_next_words(&text, &line)) {
        const char *word;
        size_t length;
        routh_status status = ROUTH_OK;
        routh_next_word(&line, &word, &length);
        if (routh_word_is(word, length, "v")) {
            double x[3];
            status = next_coordinates(context, mesh, &line, unit, x);
            if (status == ROUTH_OK)
                status = routh_mesh_add_point(context, mesh, x);
        } else if (routh_word_is(word, length, "f")) {
            status = read_face(context, &line, mesh);
        }
        if (status != ROUTH_OK)
            return status;
    }
    return ROUTH_OK;
}

/* STL: triangles one by one, each with its own corners, as text or in binary.
 *
 * Binary: 80 unused bytes, the number of triangles in 4 bytes, then 50 bytes a triangle: normal and three
 * corners in single precision, 2 unused bytes; little-endian. The normals of either form are ignored: they
 * are often zero, and the order of the corners says the same. */

enum { HEADER = 84, TRIANGLE = 50 };

static uint32_t number_at(const char *bytes) {
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double single_at(const char *bytes) {
    const uint32_t bits = number_at(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static routh_status add_corners(routh_context *context, routh_mesh *mesh, double corner[3][3]) {
    const size_t first = mesh->points, three[3] = {first, first + 1, first + 2};
    for (int k = 0; k < 3; k++)
        ROUTH_TRY(routh_mesh_add_point(context, mesh, corner[k]));
    return routh_mesh_add_triangle(context, mesh, three, mesh->triangles + 1);
}

static routh_status read_binary(routh_context *context, const char *bytes, double unit, routh_mesh *mesh) {
    const uint32_t count = number_at(bytes + 80);
    for (uint32_t t = 0; t < count; t++) {
        const char *at = bytes + HEADER + (size_t)TRIANGLE * t + 12;
        double corner[3][3];
        for (int k = 0; k < 9; k++) {
            corner[k / 3][k % 3] = single_at(at + 4 * k) * unit;
            if (!isfinite(corner[k / 3][k % 3]))
                return routh_fail_at(context, ROUTH_NOT_FINITE,
                                     &(routh_place){.file = mesh->file, .row = (size_t)t + 1, .said = true},
                                     "triangle %lu has a coordinate that is not finite", (unsigned long)t + 1);
        }
        ROUTH_TRY(add_corners(context, mesh, corner));
    }
    return ROUTH_OK;
}

/* Reads the next line, which must begin with these words. */
static routh_status expect(routh_context *context, const routh_mesh *mesh, routh_tokens *text, const char *first,
                           const char *second, routh_tokens *line) {
    const char *word;
    size_t length;
    char shown[ROUTH_SHOWN_VALUE];
    if (!routh_next_words(text, line))
        return routh_fail_at(context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = mesh->file, .line = text->line, .said = true},
                             "ends after line %zu, where '%s' should come", text->line, first);
    for (const char *expected = first; expected; expected = expected == first ? second : NULL) {
        const int is_there = routh_next_word(line, &word, &length);
        if (is_there && routh_word_is(word, length, expected))
            continue;
        routh_show_text(shown, sizeof shown, word, length);
        return routh_fail_at(context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = mesh->file, .line = line->line, .value = shown},
                             "'%s' where '%s' should be", shown, expected);
    }
    return ROUTH_OK;
}

/* What follows "facet": its normal, the loop of three corners, and the words that end them. */
static routh_status read_facet(routh_context *context, routh_tokens *text, double unit, routh_mesh *mesh) {
    routh_tokens line;
    double corner[3][3];
    ROUTH_TRY(expect(context, mesh, text, "outer", "loop", &line));
    for (int k = 0; k < 3; k++) {
        ROUTH_TRY(expect(context, mesh, text, "vertex", NULL, &line));
        ROUTH_TRY(next_coordinates(context, mesh, &line, unit, corner[k]));
    }
    ROUTH_TRY(expect(context, mesh, text, "endloop", NULL, &line));
    ROUTH_TRY(expect(context, mesh, text, "endfacet", NULL, &line));
    return add_corners(context, mesh, corner);
}

static routh_status read_text(routh_context *context, const char *bytes, size_t size, double unit, routh_mesh *mesh) {
    routh_tokens text = {.at = bytes, .end = bytes + size}, line;
    int is_open = 0;
    while (routh_next_words(&text, &line)) {
        const char *word;
        size_t length;
        char shown[ROUTH_SHOWN_VALUE];
        routh_status status = ROUTH_OK;
        routh_next_word(&line, &word, &length);
        if (routh_word_is(word, length, "solid") && !is_open) {
            is_open = 1;
        } else if (routh_word_is(word, length, "endsolid") && is_open) {
            is_open = 0;
        } else if (routh_word_is(word, length, "facet") && is_open) {
            status = read_facet(context, &text, unit, mesh);
        } else {
            routh_show_text(shown, sizeof shown, word, length);
            status = routh_fail_at(context, ROUTH_BAD_FORMAT,
                                   &(routh_place){.file = mesh->file, .line = line.line, .value = shown},
                                   "'%s' is out of place in an STL file", shown);
        }
        if (status != ROUTH_OK)
            return status;
    }
    return is_open ? routh_fail_at(context, ROUTH_BAD_FORMAT,
                                   &(routh_place){.file = mesh->file, .line = text.line, .said = true},
                                   "ends after line %zu without 'endsolid'", text.line)
                   : ROUTH_OK;
}

/* The size of a binary file with the count of triangles that it states; 0: too short to state one. */
static uint64_t binary_size(const char *bytes, size_t size) {
    return size >= HEADER ? HEADER + (uint64_t)TRIANGLE * number_at(bytes + 80) : 0;
}

/* Many programs begin binary files with "solid" too; zeros never stand in text. */
static bool is_text(const char *bytes, size_t size) {
    size_t start = 0;
    while (start < size && (bytes[start] == ' ' || (bytes[start] >= '\t' && bytes[start] <= '\r')))
        start++;
    return size - start >= 5 && routh_word_is(bytes + start, 5, "solid") && !memchr(bytes, 0, size);
}

int routh_mesh_is_stl(const char *bytes, size_t size) {
    return (size >= HEADER && binary_size(bytes, size) == size) || is_text(bytes, size);
}

routh_status routh_mesh_read_stl(routh_context *context, const char *bytes, size_t size, double unit,
                                 routh_mesh *mesh) {
    mesh->place_name = "triangle";
    const uint64_t expected = binary_size(bytes, size);
    if (size >= HEADER && expected == size)
        return read_binary(context, bytes, unit, mesh);
    if (is_text(bytes, size))
        return read_text(context, bytes, size, unit, mesh);
    if (size >= HEADER)
        return routh_fail_in(context, ROUTH_BAD_FORMAT, mesh->file,
                             "cut short, or not an STL file: %lu triangles take %llu bytes, but it has %zu",
                             (unsigned long)number_at(bytes + 80), (unsigned long long)expected, size);
    return routh_fail_in(context, ROUTH_BAD_FORMAT, mesh->file,
                         "not an STL file: it has %zu bytes and does not begin with 'solid'", size);
}
