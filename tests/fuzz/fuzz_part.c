/* Any bytes through the readers of convex parts, STL and OBJ: what is read is a body with numbers to compute with, and
 * overlaps itself. A libFuzzer target; seeds lie in corpus_part. The first byte chooses the format.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "demand.h"
#include "drawing/drawing.h"
#include "geometry/geometry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_part(const routh_polyhedron *part) {
    const size_t vertices = routh_polyhedron_vertices(part), faces = routh_polyhedron_faces(part);
    const double radius = routh_polyhedron_radius(part);
    demand(vertices >= 4 && faces >= 4 && radius > 0 && routh_polyhedron_volume(part) > 0, "it is a body");
    for (size_t f = 0; f < faces; f++) {
        const routh_face face = routh_polyhedron_face(part, f);
        for (size_t i = 0; i < vertices; i++) {
            const double *v = routh_polyhedron_vertex(part, i), *n = face.normal;
            demand(n[0] * v[0] + n[1] * v[1] + n[2] * v[2] <= face.offset, "all vertices lie below its faces");
        }
    }
    routh_overlap_scratch *scratch;
    routh_overlap found;
    const routh_pose3 still = routh_pose3_default();
    demand(routh_overlap_scratch_create(NULL, vertices, faces, &scratch) == ROUTH_OK, "memory for scratch");
    demand(routh_overlap_find(part, &still, part, &still, 1, NULL, scratch, &found) == 1, "it overlaps itself");
    demand(found.depth > 0 && isfinite(found.point[0]) && isfinite(found.volume), "with finite numbers");
    routh_overlap_scratch_release(NULL, scratch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    const char *name = data[0] == 'o' ? "fuzz.obj" : "fuzz.stl";
    routh_context context = routh_context_default();
    routh_polyhedron *part;
    const routh_status status = routh_polyhedron_read(&context, routh_io_memory(data + 1, size - 1, name), 1, &part);
    check_message(&context, status, name);
    if (status == ROUTH_OK)
        check_part(part);
    else
        demand(part == NULL, "a failure leaves no part");
    routh_polyhedron_release(&context, part);
    return 0;
}
