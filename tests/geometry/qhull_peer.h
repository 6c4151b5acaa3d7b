/* Qhull (Barber, Dobkin and Huhdanpaa, 1996) as the peer of our own hulls.
 *
 * qhull leaves by longjmp when it fails, within qh_new_qhull only: afterwards we only read its lists. What it would print
 * goes into a temporary file.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_GEOMETRY_QHULL_PEER_H
#define ROUTH_TESTS_GEOMETRY_QHULL_PEER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libqhull_r/libqhull_r.h>

#include "geometry/geometry.h"

static size_t id_of(const qhT *qh, const vertexT *vertex) {
    return (size_t)(vertex->point - qh->first_point) / 3;
}

static const vertexT *vertex_at(const setT *set, int index) {
    return set->e[index].p;
}

/* The corners of a face in order: of a triangle as qhull lists them, of others along the ridges, each of which goes from
 * its first to its second vertex for the face above it and back for the one below. 0: the ridges do not close. */
static size_t corners_of(const qhT *qh, facetT *facet, size_t *corner) {
    if (facet->simplicial) {
        for (int i = 0; i < 3; i++)
            corner[i] = id_of(qh, vertex_at(facet->vertices, facet->toporient || i == 2 ? i : 1 - i));
        return 3;
    }
    ridgeT *ridge, **ridgep;
    const vertexT *start = NULL, *at = NULL;
    size_t count = 0, ridges = 0;
    FOREACHridge_(facet->ridges) ridges++;
    do {
        const vertexT *next = NULL;
        FOREACHridge_(facet->ridges) {
            const int forward = ridge->top == facet;
            const vertexT *from = vertex_at(ridge->vertices, !forward), *to = vertex_at(ridge->vertices, forward);
            if (!at)
                start = at = from;
            if (from == at)
                next = to;
        }
        if (!next || count == ridges)
            return 0;
        corner[count++] = id_of(qh, at);
        at = next;
    } while (at != start);
    return count == ridges ? count : 0;
}

static size_t most_corners(qhT *qh, size_t *faces) {
    facetT *facet;
    ridgeT *ridge, **ridgep;
    size_t corners = 0;
    *faces = 0;
    FORALLfacets {
        ++*faces;
        if (facet->simplicial)
            corners += 3;
        else
            FOREACHridge_(facet->ridges) corners++;
    }
    return corners;
}

static routh_status copy_loops(routh_arena *arena, qhT *qh, routh_loops *loops) {
    size_t faces;
    const size_t corners = most_corners(qh, &faces);
    *loops = (routh_loops){.count = faces,
                           .first = routh_take(arena, faces + 1, sizeof *loops->first),
                           .corner = routh_take(arena, corners, sizeof *loops->corner)};
    ROUTH_TRY(arena->status);
    facetT *facet;
    size_t face = 0;
    FORALLfacets {
        const size_t count = corners_of(qh, facet, loops->corner + loops->first[face]);
        if (count == 0)
            return ROUTH_BAD_ARGUMENT;
        loops->first[face + 1] = loops->first[face] + count;
        face++;
    }
    return ROUTH_OK;
}

/* Six times the volume that the loops enclose. */
static double signed_volume(const double *points, const routh_loops *loops) {
    double volume = 0;
    for (size_t f = 0; f < loops->count; f++) {
        const size_t first = loops->first[f], last = loops->first[f + 1] - 1;
        const double *a = points + 3 * loops->corner[first];
        for (size_t k = first + 1; k < last; k++) {
            const double *b = points + 3 * loops->corner[k], *c = points + 3 * loops->corner[k + 1];
            volume += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                      a[2] * (b[0] * c[1] - b[1] * c[0]);
        }
    }
    return volume;
}

/* The direction in which qhull lists corners depends on its configuration; it is the same for all faces. */
static void turn_outward(const double *points, routh_loops *loops) {
    if (signed_volume(points, loops) >= 0)
        return;
    for (size_t f = 0; f < loops->count; f++)
        for (size_t i = loops->first[f], j = loops->first[f + 1] - 1; i < j; i++, j--) {
            const size_t kept = loops->corner[i];
            loops->corner[i] = loops->corner[j];
            loops->corner[j] = kept;
        }
}

/* As routh_hull_loops, by qhull: faces that it takes for coplanar are joined. */
static routh_status qhull_loops(routh_arena *arena, size_t count, double *points, routh_loops *loops) {
    char command[] = "qhull Pp";
    int left, left_bytes;
    double *copy = calloc(3 * count, sizeof *copy); /* qhull takes coordinates that it may change */
    qhT *qh = calloc(1, sizeof *qh);
    FILE *words = tmpfile();
    memcpy(copy, points, 3 * count * sizeof *copy);
    *loops = (routh_loops){0};
    qh_zero(qh, words);
    const int code = qh_new_qhull(qh, 3, (int)count, copy, False, command, NULL, words);
    const routh_status status = code ? ROUTH_BAD_ARGUMENT : copy_loops(arena, qh, loops);
    qh_freeqhull(qh, !qh_ALL);
    qh_memfreeshort(qh, &left, &left_bytes);
    if (status == ROUTH_OK)
        turn_outward(points, loops);
    fclose(words);
    free(qh);
    free(copy);
    return status;
}

#endif
