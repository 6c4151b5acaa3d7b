/* Parts from files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/c_locale.h"
#include "geometry/mesh.h"

/* More than this, in bytes, is no part of a mechanism. */
#define LARGEST_FILE ((size_t)1 << 30)

static int ends_with(const char *path, const char *ending) {
    const size_t length = strlen(path), wanted = strlen(ending);
    return length >= wanted && routh_word_is(path + length - wanted, wanted, ending);
}

/* The whole file and a 0 after it. */
static routh_status read_bytes(routh_context *context, FILE *file, const char *shown, char **bytes, size_t *size) {
    size_t room = 1 << 16;
    *size = 0;
    *bytes = routh_allocate(context, room, 1);
    while (*bytes) {
        errno = 0;
        *size += fread(*bytes + *size, 1, room - 1 - *size, file);
        if (ferror(file))
            return routh_fail(context, ROUTH_FILE_ERROR, "%s: cannot read: %s", shown,
                              errno ? strerror(errno) : "the reason is not known");
        (*bytes)[*size] = 0;
        if (*size < room - 1)
            return ROUTH_OK;
        if (room >= LARGEST_FILE)
            return routh_fail(context, ROUTH_BAD_FORMAT, "%s: has more than %zu bytes", shown, LARGEST_FILE);
        char *larger = routh_resize(context, *bytes, 2 * room, 1);
        if (!larger)
            break;
        *bytes = larger;
        room *= 2;
    }
    return ROUTH_OUT_OF_MEMORY;
}

routh_status routh_polyhedron_from_bytes(routh_context *context, const char *path, const char *bytes, size_t size,
                                         double unit, routh_polyhedron **polyhedron) {
    routh_mesh mesh = {0};
    routh_c_locale numbers;
    *polyhedron = NULL;
    routh_show_source(mesh.file, sizeof mesh.file, path);
    routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    status = ends_with(path, ".obj") ? routh_mesh_read_obj(context, bytes, size, unit, &mesh)
                                     : routh_mesh_read_stl(context, bytes, size, unit, &mesh);
    routh_c_locale_end(&numbers);
    if (status == ROUTH_OK)
        status = routh_mesh_part(context, &mesh, polyhedron);
    routh_mesh_release(context, &mesh);
    return status;
}

routh_status routh_polyhedron_read(routh_context *context, const char *path, double unit,
                                   routh_polyhedron **polyhedron) {
    char shown[ROUTH_SHOWN_SOURCE], *bytes = NULL;
    size_t size = 0;
    *polyhedron = NULL;
    routh_show_source(shown, sizeof shown, path);
    if (!(unit > 0) || !isfinite(unit))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s: a unit of %g m is not positive and finite", shown, unit);
    FILE *file = fopen(path, "rb");
    if (!file)
        return routh_fail(context, ROUTH_FILE_ERROR, "%s: cannot read: %s", shown, strerror(errno));
    routh_status status = read_bytes(context, file, shown, &bytes, &size);
    fclose(file);
    if (status == ROUTH_OK)
        status = routh_polyhedron_from_bytes(context, path, bytes, size, unit, polyhedron);
    routh_release(context, bytes);
    return status;
}
