/* STL: triangles one by one, each with its own corners, as text or in binary.
 *
 * Binary: 80 unused bytes, the number of triangles in 4 bytes, then 50 bytes a triangle: normal and three
 * corners in single precision, 2 unused bytes; little-endian. The normals of either form are ignored: they
 * are often zero, and the order of the corners says the same.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "drawing/mesh.h"

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
    routh_status status = ROUTH_OK;
    for (int k = 0; status == ROUTH_OK && k < 3; k++)
        status = routh_mesh_add_point(context, mesh, corner[k]);
    return status == ROUTH_OK ? routh_mesh_add_triangle(context, mesh, three, mesh->triangles + 1) : status;
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
        const routh_status status = add_corners(context, mesh, corner);
        if (status != ROUTH_OK)
            return status;
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
    routh_status status = expect(context, mesh, text, "outer", "loop", &line);
    for (int k = 0; status == ROUTH_OK && k < 3; k++) {
        status = expect(context, mesh, text, "vertex", NULL, &line);
        if (status == ROUTH_OK)
            status = routh_next_coordinates(context, mesh, &line, unit, corner[k]);
    }
    if (status == ROUTH_OK)
        status = expect(context, mesh, text, "endloop", NULL, &line);
    if (status == ROUTH_OK)
        status = expect(context, mesh, text, "endfacet", NULL, &line);
    return status == ROUTH_OK ? add_corners(context, mesh, corner) : status;
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
