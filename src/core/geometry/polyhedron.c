/* Looking at a polyhedron.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/polyhedron.h"

size_t routh_polyhedron_vertices(const routh_polyhedron *polyhedron) {
    return polyhedron->vertices;
}

const double *routh_polyhedron_vertex(const routh_polyhedron *polyhedron, size_t index) {
    return polyhedron->vertex + 3 * index;
}

size_t routh_polyhedron_faces(const routh_polyhedron *polyhedron) {
    return polyhedron->faces;
}

routh_face routh_polyhedron_face(const routh_polyhedron *polyhedron, size_t index) {
    const size_t row = routh_rows_of_eight(polyhedron->faces), first = polyhedron->first[index];
    const double *at = polyhedron->face_row + index;
    return (routh_face){.normal = {at[0], at[row], at[2 * row]},
                        .offset = at[3 * row],
                        .count = polyhedron->first[index + 1] - first,
                        .corner = polyhedron->corner + first};
}

double routh_polyhedron_volume(const routh_polyhedron *polyhedron) {
    return polyhedron->volume;
}

void routh_polyhedron_centroid(const routh_polyhedron *polyhedron, double result[3]) {
    for (int i = 0; i < 3; i++)
        result[i] = polyhedron->centroid[i];
}

double routh_polyhedron_radius(const routh_polyhedron *polyhedron) {
    return polyhedron->radius;
}

routh_polyhedron_facts routh_polyhedron_facts_of(const routh_polyhedron *polyhedron) {
    routh_polyhedron_facts facts = {.vertices = polyhedron->vertices,
                                    .vertex = polyhedron->vertex,
                                    .faces = polyhedron->faces,
                                    .volume = polyhedron->volume,
                                    .radius = polyhedron->radius};
    routh_polyhedron_centroid(polyhedron, facts.centroid);
    return facts;
}
