/* OBJ: vertices (v x y z) and faces (f with three or more of them by number, from 1, or counted back by negative ones;
 * what follows a slash belongs to textures and normals). Everything else is ignored.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "base/context.h"
#include "drawing/mesh.h"

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
            status = routh_next_coordinates(context, mesh, &line, unit, x);
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
