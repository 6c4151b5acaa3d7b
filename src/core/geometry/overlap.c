/* Interference of two convex parts, the body in which they overlap, and the gap between them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "geometry/geometry.h"

/* An edge of b in rows: its unit vector, its first vertex, its left and its right normal. */
enum { ROUTH_EDGE_ROWS = 12 };

/* The overlap of two convex parts as a body: volume and centroid.
 *
 * One part is cut by the planes of the other, first by the one along which they overlap least: where parts touch but
 * slightly, little is left for the other planes to cut.
 *
 * Faces are closed lists of points. A cut keeps what lies below the plane, closes each face by a side within the plane,
 * and makes a new face of all these sides, turned round. A point where an edge meets the plane is computed from its inner
 * to its outer end in both faces at the edge: the same bits. So the surface is closed whatever rounding says about
 * points near a plane, even where a border leaves it twice, and the volume is continuous in the pose. */

/* Points no higher over a plane than this share of the parts' size lie in it. */
#define ROUNDING 1e-15

typedef struct cut_plane {
    double normal[3], offset;
} cut_plane;

static bool same_point(const double a[3], const double b[3]) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static void copy_point(double to[3], const double from[3]) {
    to[0] = from[0];
    to[1] = from[1];
    to[2] = from[2];
}

/* Adds a point to the last, open face unless it is the face's last one already. */
static void add_point(routh_cut_body *body, const double p[3]) {
    size_t *end = &body->first[body->faces + 1];
    if (*end == body->first[body->faces] || !same_point(body->point[*end - 1], p))
        copy_point(body->point[(*end)++], p);
}

/* Closes the face, and begins the next. With fewer than three points it encloses nothing and is dropped. */
static void end_face(routh_cut_body *body) {
    const size_t begin = body->first[body->faces], end = body->first[body->faces + 1];
    if (end - begin >= 3)
        body->faces++;
    body->first[body->faces + 1] = body->first[body->faces];
}

static void empty(routh_cut_body *body) {
    body->faces = 0;
    body->first[0] = body->first[1] = 0;
}

/* Where an edge goes through the plane. */
static void pierce(const double inner[3], double below, const double outer[3], double above, double p[3]) {
    const double share = below < 0 ? below / (below - above) : 0;
    for (int i = 0; i < 3; i++)
        p[i] = inner[i] + share * (outer[i] - inner[i]);
}

/* The heights of all points over the plane. Returns how often borders go through it, or SIZE_MAX if all is above. */
static size_t measure(const routh_cut_body *body, const cut_plane *plane, double rounding, double *height) {
    size_t crossings = 0, above = 0;
    for (size_t k = 0; k < body->first[body->faces]; k++) {
        height[k] = routh_dot3(plane->normal, body->point[k]) - plane->offset;
        above += height[k] > rounding;
    }
    if (above == body->first[body->faces])
        return SIZE_MAX;
    for (size_t f = 0; above && f < body->faces; f++)
        for (size_t k = body->first[f], last = body->first[f + 1] - 1; k < body->first[f + 1]; last = k++)
            crossings += (height[k] > rounding) != (height[last] > rounding);
    return crossings;
}

/* What of a face is below the plane, and the sides that close it, from where the border comes back to where it left.
 * Returns how many such sides there are now. */
static size_t cut_face(const routh_cut_body *from, size_t face, const double *height, double rounding,
                       routh_cut_body *to, double (*side)[2][3], size_t sides) {
    const size_t begin = from->first[face], end = from->first[face + 1], first_side = sides;
    double exit[3] = {0};
    int has_left = 0, is_open = 0; /* open: a side whose exit is still to come, for the list began above the plane */
    for (size_t k = begin, last = end - 1; k < end; last = k++) {
        const int was_above = height[last] > rounding, is_above = height[k] > rounding;
        double p[3];
        if (is_above && !was_above) {
            pierce(from->point[last], height[last], from->point[k], height[k], p);
            copy_point(exit, p);
            has_left = 1;
            add_point(to, p);
        } else if (was_above && !is_above) {
            pierce(from->point[k], height[k], from->point[last], height[last], p);
            is_open = is_open || !has_left;
            copy_point(side[sides][0], p);
            copy_point(side[sides++][1], exit);
            add_point(to, p);
        }
        if (!is_above)
            add_point(to, from->point[k]);
    }
    if (is_open)
        copy_point(side[first_side][1], exit);
    end_face(to);
    return sides;
}

/* The new face: side after side, each beginning where the last ended. Where rounding has made several circles of them,
 * each is a face. */
static void close_cut(double (*side)[2][3], size_t sides, routh_cut_body *to) {
    for (size_t i = 0; i < sides; i++) {
        size_t next = i;
        while (i > 0 && next < sides && !same_point(side[next][0], side[i - 1][1]))
            next++;
        if (next == sides) {
            end_face(to);
            next = i;
        }
        double kept[2][3];
        memcpy(kept, side[i], sizeof kept);
        memcpy(side[i], side[next], sizeof kept);
        memcpy(side[next], kept, sizeof kept);
        add_point(to, side[i][0]);
    }
    end_face(to);
}

/* Cuts off what is above the plane; `which` of the scratch's two bodies is the one to cut, and which it is afterwards is
 * returned. A body all of which is above keeps its shape: there only rounding can say so, for the parts overlap. So does
 * one that rounding has given more points than there is room for. */
static int cut(routh_overlap_scratch *scratch, int which, const cut_plane *plane, double rounding) {
    const routh_cut_body *from = &scratch->body[which];
    routh_cut_body *to = &scratch->body[!which];
    const size_t crossings = measure(from, plane, rounding, scratch->height);
    if (crossings == 0 || crossings == SIZE_MAX || from->faces + crossings / 2 > scratch->most_loops ||
        from->first[from->faces] + 2 * crossings > scratch->most_points)
        return which;
    size_t sides = 0;
    empty(to);
    for (size_t f = 0; f < from->faces; f++)
        sides = cut_face(from, f, scratch->height, rounding, to, scratch->side, sides);
    close_cut(scratch->side, sides, to);
    return !which;
}

/* The faces of a part whose vertices lie in these rows. */
static void fill(const routh_polyhedron *part, const double *rows, routh_cut_body *body) {
    const size_t row = routh_rows_of_eight(part->vertices);
    memcpy(body->first, part->first, (part->faces + 1) * sizeof *body->first);
    body->faces = part->faces;
    for (size_t k = 0; k < 2 * part->edges; k++)
        for (size_t i = 0; i < 3; i++)
            body->point[k][i] = rows[i * row + part->corner[k]];
}

static cut_plane plane_at(const double *rows, size_t row, size_t face) {
    return (cut_plane){{rows[face], rows[row + face], rows[2 * row + face]}, rows[3 * row + face]};
}

/* A ball around what is left. */
static double ball_around(const routh_cut_body *body, double middle[3]) {
    const size_t count = body->first[body->faces];
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, half[3];
    for (size_t k = 0; k < count; k++)
        for (int i = 0; i < 3; i++) {
            const double x = body->point[k][i];
            low[i] = x < low[i] ? x : low[i];
            high[i] = x > high[i] ? x : high[i];
        }
    for (int i = 0; i < 3; i++) {
        middle[i] = 0.5 * (low[i] + high[i]);
        half[i] = 0.5 * (high[i] - low[i]);
    }
    return routh_length3(half);
}

/* Volume and centroid from the tetrahedra between a point of the body and the triangles of its faces. */
static void integrate(const routh_cut_body *body, double *volume, double centroid[3]) {
    const double *origin = body->point[0];
    double sum = 0, moment[3] = {0};
    for (size_t f = 0; f < body->faces; f++) {
        double a[3], b[3], c[3], across[3];
        for (int i = 0; i < 3; i++) {
            a[i] = body->point[body->first[f]][i] - origin[i];
            c[i] = body->point[body->first[f] + 1][i] - origin[i];
        }
        for (size_t k = body->first[f] + 2; k < body->first[f + 1]; k++) {
            for (int i = 0; i < 3; i++) {
                b[i] = c[i];
                c[i] = body->point[k][i] - origin[i];
            }
            routh_cross3(b, c, across);
            const double six = routh_dot3(a, across);
            sum += six;
            for (int i = 0; i < 3; i++)
                moment[i] += six * (a[i] + b[i] + c[i]);
        }
    }
    *volume = sum > 0 ? sum / 6 : 0;
    ball_around(body, centroid);
    for (int i = 0; sum > 0 && i < 3; i++)
        centroid[i] = origin[i] + moment[i] / (4 * sum);
}

/* Volume and centroid of the overlap. */
static void overlap_volume(const routh_part_pair *pair, const routh_axis *axis, double *volume, double centroid[3]) {
    routh_overlap_scratch *s = pair->scratch;
    const int cut_b = axis->kind == ROUTH_FACE_OF_A;
    const routh_polyhedron *knife = cut_b ? pair->a : pair->b;
    const double *planes = cut_b ? pair->a->face_row : s->b_face_row, rounding = ROUNDING * pair->size;
    const size_t row = routh_rows_of_eight(knife->faces);
    const size_t first = cut_b ? axis->a : axis->kind == ROUTH_FACE_OF_B ? axis->b : pair->b->edge[axis->b].left;
    fill(cut_b ? pair->b : pair->a, cut_b ? s->b_vertex_row : pair->a->vertex_row, &s->body[0]);
    cut_plane at = plane_at(planes, row, first);
    int which = cut(s, 0, &at, rounding);
    double middle[3];
    const double radius = ball_around(&s->body[which], middle);
    for (size_t f = 0; f < knife->faces; f++) {
        at = plane_at(planes, row, f);
        if (f != first && routh_dot3(at.normal, middle) + radius > at.offset)
            which = cut(s, which, &at, rounding);
    }
    integrate(&s->body[which], volume, centroid);
}

/* Interference of two parts: from the cheapest test to the most expensive. */

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
    if (scratch)
        routh_arena_end(context, scratch->own);
}

routh_overlap_scratch *routh_overlap_scratch_of(routh_arena *arena, size_t most_vertices, size_t most_faces) {
    const size_t vertices = routh_rows_of_eight(most_vertices), faces = routh_rows_of_eight(most_faces);
    const size_t edges = most_vertices + most_faces, edge_rows = routh_rows_of_eight(edges);
    const size_t loops = 4 * most_faces + 2, points = most_corners(2 * most_faces);
    routh_overlap_scratch *s = routh_take(arena, 1, sizeof *s);
    if (!s)
        return NULL;
    *s = (routh_overlap_scratch){
        .most_vertices = most_vertices,
        .most_faces = most_faces,
        .b_vertex_row = routh_take(arena, 3 * vertices, sizeof(double)),
        .b_face_row = routh_take(arena, 4 * faces, sizeof(double)),
        .overlap = routh_take(arena, faces, sizeof(double)),
        .gap_a = routh_take(arena, (ROUTH_WITNESSES + 1) * faces, sizeof(double)),
        .gap_b = routh_take(arena, (ROUTH_WITNESSES + 1) * faces, sizeof(double)),
        .deep = routh_take(arena, faces, sizeof(uint64_t)),
        .kept_a = routh_take(arena, edges, sizeof(uint32_t)),
        .kept_b = routh_take(arena, edges, sizeof(uint32_t)),
        .edge_row = routh_take(arena, ROUTH_EDGE_ROWS * edge_rows, sizeof(double)),
        .estimate = routh_take(arena, edge_rows, sizeof(double)),
        .most_loops = loops,
        .most_points = points,
        .side = routh_take(arena, loops, sizeof *s->side),
        .height = routh_take(arena, points, sizeof *s->height),
    };
    for (int i = 0; i < 2; i++) {
        s->body[i].first = routh_take(arena, loops + 2, sizeof(size_t));
        s->body[i].point = routh_take(arena, points, sizeof *s->body[i].point);
    }
    return arena->status == ROUTH_OK ? s : NULL;
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
    ROUTH_ARENA(own, context);
    routh_overlap_scratch *s = routh_overlap_scratch_of(&own, most_vertices, most_faces);
    if (!s)
        return ROUTH_OUT_OF_MEMORY;
    s->own = routh_arena_keep(&own);
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
        overlap_volume(&pair, &axis, &found->volume, centroid);
        routh_pose3_point(pose_a, centroid, found->point);
    }
    return 1;
}

/* How far apart two parts are, and where they would touch. */

/* Of the sum of the radii: what parts brought together overlap by, enough for the overlap to have a centroid. */
static const double bite = 1e-5;

/* The gap over each face of one part to the nearest vertex of the other; the widest, if it is wider than `gap`. */
static double widen(const routh_polyhedron *part, const routh_pose3 *pose, const routh_polyhedron *other,
                    const routh_pose3 *other_pose, double side, double gap, double normal[3]) {
    const routh_pose3 back = routh_pose3_inverse(pose), between = routh_pose3_compose(&back, other_pose);
    for (size_t f = 0; f < part->faces; f++) {
        const routh_face face = routh_polyhedron_face(part, f);
        double least = INFINITY;
        for (size_t v = 0; v < other->vertices && least > gap; v++) {
            double at[3];
            routh_pose3_point(&between, other->vertex + 3 * v, at);
            least = fmin(least, routh_dot3(face.normal, at) - face.offset);
        }
        if (least > gap) {
            gap = least;
            routh_pose3_direction(pose, face.normal, normal);
            for (int k = 0; k < 3; k++)
                normal[k] *= side;
        }
    }
    return gap;
}

double routh_gap_find(const routh_polyhedron *a, const routh_pose3 *pose_a, const routh_polyhedron *b,
                      const routh_pose3 *pose_b, double normal[3]) {
    const double gap = widen(a, pose_a, b, pose_b, 1, -INFINITY, normal);
    return widen(b, pose_b, a, pose_a, -1, gap, normal);
}

int routh_signed_overlap(const routh_polyhedron *a, const routh_pose3 *pose_a, const routh_polyhedron *b,
                         const routh_pose3 *pose_b, double farthest, routh_overlap_scratch *scratch,
                         routh_overlap *found) {
    if (routh_overlap_find(a, pose_a, b, pose_b, 1, NULL, scratch, found) == 1)
        return 1;
    double normal[3];
    const double gap = routh_gap_find(a, pose_a, b, pose_b, normal);
    if (!(gap <= farthest))
        return 0;
    const double way = fmax(gap, 0) + bite * (a->radius + b->radius);
    routh_pose3 closer = *pose_b;
    for (int k = 0; k < 3; k++)
        closer.position[k] -= way * normal[k];
    if (routh_overlap_find(a, pose_a, b, &closer, 1, NULL, scratch, found) != 1)
        return 0;
    found->depth -= way;
    return 1;
}
