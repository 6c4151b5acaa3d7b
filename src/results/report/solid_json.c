/* Convex solids as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/solid_json.h"

#include "geometry/polyhedron.h"

json_t *routh_polyhedron_json(const routh_polyhedron *polyhedron, const routh_pose3 *pose) {
    json_t *object = json_object(), *vertices = json_array(), *faces = json_array();
    for (size_t i = 0; i < routh_polyhedron_vertices(polyhedron); i++) {
        const double *own = routh_polyhedron_vertex(polyhedron, i);
        double corner[3] = {own[0], own[1], own[2]};
        if (pose)
            routh_pose3_point(pose, own, corner);
        routh_json_add(&vertices, routh_json_numbers(corner, 3));
    }
    for (size_t i = 0; i < routh_polyhedron_faces(polyhedron); i++) {
        const routh_face face = routh_polyhedron_face(polyhedron, i);
        json_t *corners = json_array();
        for (size_t j = 0; j < face.count; j++)
            routh_json_add(&corners, routh_json_count(face.corner[j]));
        routh_json_add(&faces, corners);
    }
    routh_json_put(&object, "vertices", vertices);
    routh_json_put(&object, "faces", faces);
    return object;
}

json_t *routh_shape3_json(const routh_shape3 *shape) {
    json_t *object = json_object(), *vertices = json_array(), *insets = json_array(), *faces = json_array();
    for (size_t i = 0; i < shape->count; i++) {
        routh_json_add(&vertices, routh_json_numbers(shape->vertex[i], 3));
        routh_json_add(&insets, routh_json_numbers(shape->inset[i], 3));
    }
    for (size_t f = 0; f < shape->face_count; f++) {
        json_t *corners = json_array();
        const size_t first = routh_shape3_first_corner(shape, f);
        size_t corner = first;
        /* no loop is longer than there are corners, whatever the numbers */
        for (size_t k = 0; k < shape->count && (k == 0 || corner != first); k++) {
            routh_json_add(&corners, routh_json_count(corner));
            corner = routh_shape3_next_corner(shape, f, corner);
        }
        routh_json_add(&faces, corners);
    }
    routh_json_put(&object, "vertices", vertices);
    routh_json_put(&object, "insets", insets);
    routh_json_put(&object, "faces", faces);
    return object;
}
