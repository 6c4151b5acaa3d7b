/* Parts from files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "drawing/mesh.h"
#include "file/c_locale.h"
#include "file/source.h"

/* The largest file accepted for a part, bytes. */
#define LARGEST_FILE ((size_t)1 << 30)

/* STL says so itself: it begins with "solid", or is as long as its count of triangles asks for. OBJ has no mark: it is what
 * begins with one of its words. Where the bytes leave it open, the name decides. */
static bool is_obj(const routh_source *source) {
    static const char *const words[] = {"v", "vn", "vt", "f", "o", "g", "s", "mtllib", "usemtl"};
    const char *bytes = source->io.bytes, *word;
    const size_t size = source->io.byte_count;
    if (routh_mesh_is_stl(bytes, size) || routh_name_ends(source->name, ".stl"))
        return 0;
    routh_tokens text = {.at = bytes, .end = bytes + size}, line;
    while (!memchr(bytes, 0, size) && routh_next_words(&text, &line)) {
        size_t length;
        routh_next_word(&line, &word, &length);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (routh_word_is(word, length, words[i]))
                return 1;
        if (word[0] != '#')
            break;
    }
    return routh_name_ends(source->name, ".obj");
}

static routh_status hull_of(routh_context *context, routh_mesh *mesh, routh_polyhedron **polyhedron) {
    return routh_mesh_hull(context, mesh, polyhedron);
}

/* Reads the bytes, in the C locale. */
static routh_status read_part(routh_source *source, double unit, bool hull, routh_polyhedron **polyhedron) {
    routh_context *context = source->context;
    const char *bytes = source->io.bytes;
    const size_t size = source->io.byte_count;
    routh_mesh mesh = {0};
    routh_c_locale numbers;
    memcpy(mesh.file, source->shown, sizeof mesh.file);
    routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    status = is_obj(source) ? routh_mesh_read_obj(context, bytes, size, unit, &mesh)
                            : routh_mesh_read_stl(context, bytes, size, unit, &mesh);
    routh_c_locale_end(&numbers);
    if (status == ROUTH_OK)
        status = (hull ? hull_of : routh_mesh_part)(context, &mesh, polyhedron);
    routh_mesh_release(context, &mesh);
    return status;
}

routh_status routh_part_read(routh_context *context, routh_io from, double unit, bool hull,
                             routh_polyhedron **polyhedron) {
    *polyhedron = NULL;
    routh_source source;
    routh_status status = routh_source_create(context, from, &source);
    if (status == ROUTH_OK && (!(unit > 0) || !isfinite(unit)))
        status =
            routh_fail_in(context, ROUTH_BAD_ARGUMENT, source.shown, "a unit of %g m is not positive and finite", unit);
    if (status == ROUTH_OK)
        status = routh_source_hold_text(&source, LARGEST_FILE);
    if (status == ROUTH_OK)
        status = routh_source_refuse_wide(&source, source.io.bytes, source.io.byte_count);
    if (status == ROUTH_OK)
        status = read_part(&source, unit, hull, polyhedron);
    routh_source_release(&source);
    return status;
}

routh_status routh_polyhedron_read(routh_context *context, routh_io from, double unit, routh_polyhedron **polyhedron) {
    return routh_part_read(context, from, unit, false, polyhedron);
}
