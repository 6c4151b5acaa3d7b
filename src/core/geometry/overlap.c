/* Interference of two parts: from the cheapest test to the most expensive.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/overlap.h"

#include <string.h>

#include "algebra/matrix3.h"
#include "base/context.h"

/* A remembered axis separates only if it does so by more than rounding, this share of the size. Then every other search
 * also finds a separation, and the answer does not depend on what is remembered. */
#define CLEARLY 1e-13

/* Depths below this share of the size are computed with more digits than double has. */
#define SHALLOW 1e-4

/* An intersection of F half-spaces has at most 6 F corners; rounding may add points where faces are parallel. */
static size_t most_corners(size_t faces) {
    return 12 * faces + 64;
}

void routh_overlap_scratch_release(routh_context *context, routh_overlap_scratch *scratch) {
    if (!scratch)
        return;
    routh_overlap_scratch *s = scratch;
    void *const blocks[] = {s->b_vertex_row,
                            s->b_face_row,
                            s->overlap,
                            s->gap_a,
                            s->gap_b,
                            s->deep,
                            s->kept_a,
                            s->kept_b,
                            s->edge_row,
                            s->estimate,
                            s->body[0].first,
                            s->body[1].first,
                            s->body[0].point,
                            s->body[1].point,
                            s->side,
                            s->height,
                            s};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        routh_release(context, blocks[i]);
}

static bool is_complete(const routh_overlap_scratch *s) {
    return s->b_vertex_row && s->b_face_row && s->overlap && s->gap_a && s->gap_b && s->deep && s->kept_a &&
           s->kept_b && s->edge_row && s->estimate && s->body[0].first && s->body[1].first && s->body[0].point &&
           s->body[1].point && s->side && s->height;
}

routh_status routh_overlap_scratch_create(routh_context *context, size_t most_vertices, size_t most_faces,
                                          routh_overlap_scratch **scratch) {
    if (!scratch)
        return routh_fail_null(context, "scratch", (const void *const[]){scratch});
    *scratch = NULL;
    if (most_vertices < 4 || most_faces < 4 || most_vertices > UINT32_MAX || most_faces > UINT32_MAX)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "scratch for bodies of %zu vertices and %zu faces: both must be 4 or more", most_vertices,
                          most_faces);
    routh_overlap_scratch *s = routh_allocate(context, 1, sizeof *s);
    if (!s)
        return ROUTH_OUT_OF_MEMORY;
    const size_t vertices = routh_rows_of_eight(most_vertices), faces = routh_rows_of_eight(most_faces);
    const size_t edges = most_vertices + most_faces, edge_rows = routh_rows_of_eight(edges);
    const size_t loops = 4 * most_faces + 2, points = most_corners(2 * most_faces);
    *s = (routh_overlap_scratch){
        .most_vertices = most_vertices,
        .most_faces = most_faces,
        .b_vertex_row = routh_allocate(context, 3 * vertices, sizeof(double)),
        .b_face_row = routh_allocate(context, 4 * faces, sizeof(double)),
        .overlap = routh_allocate(context, faces, sizeof(double)),
        .gap_a = routh_allocate(context, (ROUTH_WITNESSES + 1) * faces, sizeof(double)),
        .gap_b = routh_allocate(context, (ROUTH_WITNESSES + 1) * faces, sizeof(double)),
        .deep = routh_allocate(context, faces, sizeof(uint64_t)),
        .kept_a = routh_allocate(context, edges, sizeof(uint32_t)),
        .kept_b = routh_allocate(context, edges, sizeof(uint32_t)),
        .edge_row = routh_allocate(context, ROUTH_EDGE_ROWS * edge_rows, sizeof(double)),
        .estimate = routh_allocate(context, edge_rows, sizeof(double)),
        .most_loops = loops,
        .most_points = points,
        .side = routh_allocate(context, loops, sizeof *s->side),
        .height = routh_allocate(context, points, sizeof *s->height),
    };
    for (int i = 0; i < 2; i++) {
        s->body[i].first = routh_allocate(context, loops + 2, sizeof(size_t));
        s->body[i].point = routh_allocate(context, points, sizeof *s->body[i].point);
    }
    if (!is_complete(s)) {
        routh_overlap_scratch_release(context, s);
        return ROUTH_OUT_OF_MEMORY;
    }
    *scratch = s;
    return ROUTH_OK;
}

/* Do the balls around the parts meet? */
static int balls_meet(const routh_polyhedron *a, const routh_pose3 *pose_a, const routh_polyhedron *b,
                      const routh_pose3 *pose_b) {
    double at_a[3], at_b[3], squared = 0;
    routh_pose3_point(pose_a, a->centroid, at_a);
    routh_pose3_point(pose_b, b->centroid, at_b);
    for (int i = 0; i < 3; i++)
        squared += (at_b[i] - at_a[i]) * (at_b[i] - at_a[i]);
    const double reach = (1 + CLEARLY) * (a->radius + b->radius);
    return squared <= reach * reach;
}

/* pose_a⁻¹ pose_b, the difference of the positions taken first: far from the origin it is all that has digits. */
static routh_pose3 relative(const routh_pose3 *pose_a, const routh_pose3 *pose_b) {
    routh_pose3 between;
    double apart[3];
    for (int i = 0; i < 3; i++)
        apart[i] = pose_b->position[i] - pose_a->position[i];
    for (int i = 0; i < 3; i++) {
        const double axis[3] = {pose_a->rotation[0][i], pose_a->rotation[1][i], pose_a->rotation[2][i]};
        between.position[i] = routh_dot3(axis, apart);
        for (int j = 0; j < 3; j++)
            between.rotation[i][j] =
                axis[0] * pose_b->rotation[0][j] + axis[1] * pose_b->rotation[1][j] + axis[2] * pose_b->rotation[2][j];
    }
    return between;
}

/* An axis is remembered if it separates, with the sign of its edges' product: 1 or 2 for plus or minus. An axis along
 * which the parts overlap is not remembered: another may have less overlap. */
static int remembered_separates(const routh_part_pair *pair, const routh_overlap_memory *memory) {
    routh_axis axis = {
        .kind = (routh_axis_kind)memory->kind, .a = memory->a, .b = memory->b, .sign = memory->set == 1 ? 1 : -1};
    return routh_axis_direction(pair, &axis) && routh_overlap_along(pair, axis.normal) < -CLEARLY * pair->size;
}

static void remember(const routh_axis *axis, routh_overlap_memory *memory) {
    *memory = (routh_overlap_memory){(uint32_t)axis->kind, axis->a, axis->b, axis->sign > 0 ? 1 : 2};
    if (axis->depth > 0)
        *memory = (routh_overlap_memory){0};
}

int routh_overlap_find(const routh_polyhedron *a, const routh_pose3 *pose_a, const routh_polyhedron *b,
                       const routh_pose3 *pose_b, int with_point, routh_overlap_memory *memory,
                       routh_overlap_scratch *scratch, routh_overlap *found) {
    const size_t vertices = scratch->most_vertices, faces = scratch->most_faces;
    memset(found, 0, sizeof *found);
    if (a->vertices > vertices || b->vertices > vertices || a->faces > faces || b->faces > faces)
        return -1;
    if (!balls_meet(a, pose_a, b, pose_b))
        return 0;
    const routh_part_pair pair = {
        .a = a, .b = b, .b_in_a = relative(pose_a, pose_b), .size = a->radius + b->radius, .scratch = scratch};
    if (memory && memory->set && remembered_separates(&pair, memory))
        return 0;
    routh_bring_b(&pair);
    routh_axis axis = routh_least_overlap(&pair);
    if (axis.depth > 0 && axis.depth < SHALLOW * pair.size)
        axis.depth = routh_precise_depth(&pair, pose_a, pose_b, &axis);
    if (memory)
        remember(&axis, memory);
    if (!(axis.depth > 0))
        return 0;
    found->depth = axis.depth;
    routh_pose3_direction(pose_a, axis.normal, found->normal);
    if (with_point) {
        double centroid[3];
        routh_overlap_volume(&pair, &axis, &found->volume, centroid);
        routh_pose3_point(pose_a, centroid, found->point);
    }
    return 1;
}
