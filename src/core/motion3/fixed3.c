/* Contacts of a rounded convex body with a fixed convex part, by nearest points.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "geometry/geometry.h"
#include "motion3/motion3.h"

typedef struct piece3 {
    double from[3], along[3], length; /* a point, a unit vector, m */
} piece3;

typedef enum feature_kind { ROUTH_ON_FACE, ROUTH_ON_EDGE, ROUTH_ON_CORNER } feature_kind;

typedef struct nearest3 {
    feature_kind kind;
    double point[3];  /* of the part */
    double normal[3]; /* from there to the point given, unit length */
    double distance;
} nearest3;

/* Nearest points, from the faces to the corners. */

/* Pieces whose unit vectors have a product shorter than this are parallel: over a metre they part by a micrometre. */
#define PARALLEL 1e-6

/* Does the foot of the perpendicular from the point lie within the face? */
static bool is_over(const routh_polyhedron *part, const routh_face *face, const double point[3]) {
    for (size_t k = 0; k < face->count; k++) {
        const double *a = part->vertex + 3 * face->corner[k];
        const double *b = part->vertex + 3 * face->corner[k + 1 < face->count ? k + 1 : 0];
        const double side[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        const double to[3] = {point[0] - a[0], point[1] - a[1], point[2] - a[2]};
        double across[3];
        routh_cross3(side, to, across);
        if (routh_dot3(across, face->normal) < 0)
            return false;
    }
    return true;
}

static void set_on_face(const routh_face *face, const double point[3], double height, nearest3 *nearest) {
    nearest->kind = ROUTH_ON_FACE;
    nearest->distance = height;
    for (int k = 0; k < 3; k++) {
        nearest->normal[k] = face->normal[k];
        nearest->point[k] = point[k] - height * face->normal[k];
    }
}

/* Takes the edge's point if it is nearer than what is known; `squared` is of the distance known. */
static void try_edge(const routh_polyhedron *part, size_t index, const double point[3], double *squared,
                     nearest3 *nearest) {
    const routh_edge *edge = &part->edge[index];
    const double *from = part->vertex + 3 * edge->from, *to = part->vertex + 3 * edge->to;
    const double *along = part->along + 3 * index;
    double way = 0, length = 0, apart[3];
    for (int k = 0; k < 3; k++) {
        way += along[k] * (point[k] - from[k]);
        length += along[k] * (to[k] - from[k]);
    }
    const bool inside = way > 0 && way < length;
    const double *end = way > 0 ? to : from;
    for (int k = 0; k < 3; k++)
        apart[k] = point[k] - (inside ? from[k] + way * along[k] : end[k]);
    const double own = routh_dot3(apart, apart);
    if (own < *squared) {
        *squared = own;
        nearest->kind = inside ? ROUTH_ON_EDGE : ROUTH_ON_CORNER;
        memcpy(nearest->normal, apart, sizeof apart);
    }
}

/* False if the distance is certainly more than `farthest`. Of a point inside, minus the depth under the nearest face. */
static bool nearest3_find(const routh_polyhedron *part, const double point[3], double farthest, nearest3 *nearest) {
    const size_t row = routh_rows_of_eight(part->faces);
    const double *plane = part->face_row;
    double highest = -INFINITY;
    size_t highest_face = 0;
    for (size_t f = 0; f < part->faces; f++) {
        const double height =
            plane[f] * point[0] + plane[row + f] * point[1] + plane[2 * row + f] * point[2] - plane[3 * row + f];
        if (height > highest) {
            highest = height;
            highest_face = f;
        }
        if (height > farthest)
            return false;
        if (height > 0) {
            const routh_face face = routh_polyhedron_face(part, f);
            if (is_over(part, &face, point)) {
                set_on_face(&face, point, height, nearest);
                return true;
            }
        }
    }
    double squared = INFINITY;
    for (size_t e = 0; e < part->edges && highest > 0; e++) {
        const size_t l = part->edge[e].left, r = part->edge[e].right;
        const double left = plane[l] * point[0] + plane[row + l] * point[1] + plane[2 * row + l] * point[2];
        const double right = plane[r] * point[0] + plane[row + r] * point[1] + plane[2 * row + r] * point[2];
        if (left > plane[3 * row + l] || right > plane[3 * row + r])
            try_edge(part, e, point, &squared, nearest);
    }
    nearest->distance = sqrt(squared);
    if (!(nearest->distance > 0 && nearest->distance < INFINITY)) { /* inside, or on an edge */
        const routh_face face = routh_polyhedron_face(part, highest_face);
        set_on_face(&face, point, highest, nearest);
        return highest <= farthest;
    }
    for (int k = 0; k < 3; k++) {
        nearest->point[k] = point[k] - nearest->normal[k];
        nearest->normal[k] /= nearest->distance;
    }
    return nearest->distance <= farthest;
}

/* Does the part, seen from its corner, lie behind the plane through it with this normal? By up to the angle `slack` (rad)
 * edges may rise above it. */
static bool corner_supports(const routh_polyhedron *part, size_t corner, const double normal[3], double slack) {
    for (size_t e = 0; e < part->edges; e++) {
        const double rise = routh_dot3(normal, part->along + 3 * e);
        if ((part->edge[e].from == corner && rise > slack) || (part->edge[e].to == corner && -rise > slack))
            return false;
    }
    return true;
}

/* The same of an edge: its faces may rise by so much. From the edge into its faces go left × along and along × right. */
static bool edge_supports(const routh_polyhedron *part, size_t edge, const double normal[3], double slack) {
    const size_t row = routh_rows_of_eight(part->faces), l = part->edge[edge].left, r = part->edge[edge].right;
    const double left[3] = {part->face_row[l], part->face_row[row + l], part->face_row[2 * row + l]};
    const double right[3] = {part->face_row[r], part->face_row[row + r], part->face_row[2 * row + r]};
    double into_left[3], into_right[3];
    routh_cross3(left, part->along + 3 * edge, into_left);
    routh_cross3(part->along + 3 * edge, right, into_right);
    return routh_dot3(normal, into_left) <= slack && routh_dot3(normal, into_right) <= slack;
}

static piece3 piece3_between(const double from[3], const double to[3], const double along[3]) {
    piece3 piece = {.length = 0};
    for (int k = 0; k < 3; k++) {
        piece.from[k] = from[k];
        piece.along[k] = along[k];
        piece.length += along[k] * (to[k] - from[k]);
    }
    return piece;
}

/* Where two pieces are nearest, if that is within both of them and at most `farthest` apart. False if they are parallel,
 * too: then an end is as near. With u and w the unit vectors, k = u × w and d between the first points, the nearest points
 * fulfil d + t w − s u = λ k. Products with w × k and u × k leave one unknown each. */
static bool pieces_cross(const piece3 *a, const piece3 *b, double farthest, double on_b[3], double a_to_b[3],
                         double *distance) {
    const double d[3] = {b->from[0] - a->from[0], b->from[1] - a->from[1], b->from[2] - a->from[2]};
    double k[3], across[3];
    routh_cross3(a->along, b->along, k);
    const double squared = routh_dot3(k, k), height = routh_dot3(d, k);
    if (!(squared > PARALLEL * PARALLEL && height * height <= farthest * farthest * squared))
        return false;
    routh_cross3(b->along, k, across);
    const double s = routh_dot3(d, across) / squared;
    if (!(s > 0 && s < a->length))
        return false;
    routh_cross3(a->along, k, across);
    const double t = routh_dot3(d, across) / squared;
    if (!(t > 0 && t < b->length))
        return false;
    const double scale = (height < 0 ? -1 : 1) / sqrt(squared);
    *distance = fabs(height * scale);
    for (int i = 0; i < 3; i++) {
        on_b[i] = b->from[i] + t * b->along[i];
        a_to_b[i] = k[i] * scale;
    }
    return true;
}

/* Contacts of a rounded convex body with a fixed convex part.
 *
 * The body is its core, the hull of the balls' centres, with a ball of the rounding's radius about each point. While core
 * and part are apart, its distance from the part is theirs less the radius, and it is the least over three kinds of pairs:
 * a corner of the core and the part, a corner of the part and the core, an edge of each. Pairs that are not the nearest
 * touch, too, where faces or edges lie on each other: these are the corners of the contact area. Every gap listed is that of
 * something within the body to something within the part, so none of them is a constraint too many.
 *
 * Gaps are listed where the normal is that of a face, and elsewhere if along it both lie behind their points, to within `slack`.
 * Without the latter a ball that sticks out over an edge, on which the body's face slides, would be stopped by the edge
 * when it comes in again.
 *
 * Where core and part overlap, or all but touch so that the direction between nearest points has no digits left, the body is
 * lifted along the direction of least overlap until they are `clear` apart. A lift by l along n adds l n · m to the gap
 * of a pair whose normal is m: exactly where that is of a face or two edges.
 *
 * All is done in the part's axes. Along any unit vector n, a pair of points at most D apart has n · (b − a) ≤ D. This leaves out most
 * corners and edges, and if n separates core and part by the least distance found there is no smaller one. */

/* By so much (rad) a part may rise above the plane of contact: bodies that all but lie on each other. */
static const double slack = 0.05;

/* Shares of the size: how far apart core and part are to be for a direction between nearest points; what is rounding. */
static const double clear_share = 1e-9, rounding_share = 1e-14;

/* Of the thickness: what a core has at least. */
static const double thinnest_core = 1e-6;

struct routh_fixed3 {
    const routh_polyhedron *part;
    routh_pose3 pose, back; /* of the part, and its inverse */
    routh_polyhedron *core; /* body axes, the centre of mass as origin */
    double radius;          /* of the balls */
    double reach;           /* of a ball about the centre of mass that contains the core */
    double clear;           /* m */
    routh_overlap_scratch *scratch;
    double (*corner)[3]; /* of the core, in the part's axes */
    piece3 *near;        /* edges of the part that may matter */
    size_t *near_edge;   /* which they are */
};

void routh_fixed3_release(routh_context *context, routh_fixed3 *fixed) {
    if (!fixed)
        return;
    routh_polyhedron_release(context, fixed->core);
    routh_overlap_scratch_release(context, fixed->scratch);
    routh_release(context, fixed->corner);
    routh_release(context, fixed->near);
    routh_release(context, fixed->near_edge);
    routh_release(context, fixed);
}

static routh_status make_core(routh_context *context, const routh_shape3 *shape, const double centre[3],
                              routh_fixed3 *fixed) {
    double(*point)[3] = routh_allocate(context, shape->count, sizeof *point);
    if (!point)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t v = 0; v < shape->count; v++)
        for (int k = 0; k < 3; k++)
            point[v][k] = shape->vertex[v][k] - fixed->radius * shape->inset[v][k] - centre[k];
    const routh_status status = routh_polyhedron_of_points(context, shape->count, point[0], 0, &fixed->core);
    routh_release(context, point);
    return status;
}

static routh_status fill(routh_context *context, const routh_shape3 *shape, const double centre[3],
                         routh_fixed3 *fixed) {
    const routh_polyhedron *part = fixed->part;
    ROUTH_TRY(make_core(context, shape, centre, fixed));
    const routh_polyhedron *core = fixed->core;
    for (size_t v = 0; v < core->vertices; v++)
        fixed->reach = fmax(fixed->reach, routh_length3(core->vertex + 3 * v));
    fixed->clear = clear_share * (part->radius + routh_length3(part->centroid) + fixed->reach);
    const size_t vertices = part->vertices > core->vertices ? part->vertices : core->vertices;
    const size_t faces = part->faces > core->faces ? part->faces : core->faces;
    ROUTH_TRY(routh_overlap_scratch_create(context, vertices, faces, &fixed->scratch));
    fixed->corner = routh_allocate(context, core->vertices, sizeof *fixed->corner);
    fixed->near = routh_allocate(context, part->edges, sizeof *fixed->near);
    fixed->near_edge = routh_allocate(context, part->edges, sizeof *fixed->near_edge);
    return fixed->corner && fixed->near && fixed->near_edge ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

routh_status routh_fixed3_create(routh_context *context, const routh_polyhedron *part, const routh_pose3 *pose,
                                 const routh_shape3 *shape, double rounding, const double centre[3],
                                 routh_fixed3 **fixed) {
    *fixed = NULL;
    routh_fixed3 *made = routh_allocate(context, 1, sizeof *made);
    if (!made)
        return ROUTH_OUT_OF_MEMORY;
    *made = (routh_fixed3){.part = part,
                           .pose = *pose,
                           .back = routh_pose3_inverse(pose),
                           .radius = fmin(rounding, (1 - thinnest_core) * shape->thickness)};
    const routh_status status = fill(context, shape, centre, made);
    if (status == ROUTH_OK)
        *fixed = made;
    else
        routh_fixed3_release(context, made);
    return status;
}

/* A pose under examination -----------------------------------------------------------------------------------*/

/* The pair, lifted, a direction that separates it, and what was found. All in the part's axes. */
typedef struct gathering {
    const routh_fixed3 *fixed;
    routh_part_pair pair;
    double axis[3], separation; /* of core and part along it */
    double top;                 /* of the part along it; the core's bottom is that plus the separation */
    double lift[3], lifted;     /* by that vector, and its length */
    double farthest;            /* gap to be listed */
    routh_touch3 *touch;
    size_t room, count, worst; /* worst: which of them has the largest gap, where all room is taken */
} gathering;

static void offer(gathering *g, size_t name, const double on_core[3], const double normal[3], double distance) {
    const double radius = g->fixed->radius, gap = distance - radius - routh_dot3(normal, g->lift);
    if (!(gap <= g->farthest))
        return;
    routh_touch3 *touch = &g->touch[g->count < g->room ? g->count++ : g->worst];
    touch->gap = gap;
    touch->name = (unsigned)name;
    for (int k = 0; k < 3; k++) {
        touch->normal[k] = normal[k];
        touch->arm[k] = on_core[k] - g->pair.b_in_a.position[k] - radius * normal[k];
    }
    if (g->count < g->room)
        return;
    for (size_t i = g->worst = 0; i < g->count; i++)
        if (g->touch[i].gap > g->touch[g->worst].gap)
            g->worst = i;
    g->farthest = g->touch[g->worst].gap;
}

/* How far apart points of core and part may be, lifted, for a gap that is to be listed. */
static double reach_of(const gathering *g) {
    return g->farthest + g->fixed->radius + g->lifted;
}

static void place_corners(const gathering *g) {
    const routh_polyhedron *core = g->pair.b;
    for (size_t v = 0; v < core->vertices; v++)
        routh_pose3_point(&g->pair.b_in_a, core->vertex + 3 * v, g->fixed->corner[v]);
}

static void take_axis(gathering *g, const double axis[3], double separation) {
    memcpy(g->axis, axis, sizeof g->axis);
    g->separation = separation;
}

/* The normal of the part's face that separates best, or of the core's where none does. */
static void find_axis(gathering *g) {
    const routh_polyhedron *part = g->pair.a, *core = g->pair.b;
    g->separation = -INFINITY;
    for (size_t f = 0; f < part->faces; f++) {
        const routh_face face = routh_polyhedron_face(part, f);
        double least = INFINITY;
        for (size_t v = 0; v < core->vertices && least > g->separation; v++)
            least = fmin(least, routh_dot3(face.normal, g->fixed->corner[v]) - face.offset);
        if (least > g->separation)
            take_axis(g, face.normal, least);
    }
    const bool apart = g->separation >= g->fixed->clear;
    for (size_t f = 0; f < core->faces && !apart; f++) {
        const routh_face face = routh_polyhedron_face(core, f);
        double normal[3], least = INFINITY;
        routh_pose3_direction(&g->pair.b_in_a, face.normal, normal);
        const double offset = face.offset + routh_dot3(normal, g->pair.b_in_a.position);
        for (size_t v = 0; v < part->vertices && least > g->separation; v++)
            least = fmin(least, routh_dot3(normal, part->vertex + 3 * v) - offset);
        if (least > g->separation) {
            for (int k = 0; k < 3; k++)
                normal[k] = -normal[k];
            take_axis(g, normal, least);
        }
    }
}

/* Lifts the body off the part where they are not clearly apart. */
static void lift(gathering *g) {
    const double clear = g->fixed->clear;
    if (g->separation >= clear)
        return;
    routh_bring_b(&g->pair);
    const routh_axis axis = routh_least_overlap(&g->pair);
    if (axis.kind == ROUTH_EDGES && -axis.depth > g->separation)
        take_axis(g, axis.normal, -axis.depth);
    g->lifted = fmax(0, clear - g->separation);
    for (int k = 0; k < 3; k++) {
        g->lift[k] = g->lifted * g->axis[k];
        g->pair.b_in_a.position[k] += g->lift[k];
    }
    g->separation += g->lifted;
    place_corners(g);
}

static void find_top(gathering *g) {
    const routh_polyhedron *part = g->pair.a;
    g->top = -INFINITY;
    for (size_t v = 0; v < part->vertices; v++)
        g->top = fmax(g->top, routh_dot3(g->axis, part->vertex + 3 * v));
}

/* False if the distance is more than `farthest` in any case. */
static bool begin(gathering *g, const double position[3], const double orientation[4]) {
    const routh_fixed3 *fixed = g->fixed;
    const routh_polyhedron *part = fixed->part;
    const routh_pose3 pose = routh_pose3_of_quaternion(orientation, position);
    g->pair = (routh_part_pair){
        .a = part, .b = fixed->core, .size = part->radius + fixed->core->radius, .scratch = fixed->scratch};
    double *at = g->pair.b_in_a.position, apart = 0, away[3];
    for (int k = 0; k < 3; k++)
        away[k] = position[k] - fixed->pose.position[k];
    routh_pose3_direction(&fixed->back, away, at);
    for (int k = 0; k < 3; k++)
        apart += (at[k] - part->centroid[k]) * (at[k] - part->centroid[k]);
    const double reach = fixed->reach + reach_of(g);
    if (apart > (reach + part->radius) * (reach + part->radius))
        return false;
    for (size_t f = 0, row = routh_rows_of_eight(part->faces); f < part->faces; f++) {
        const double *plane = part->face_row + f;
        if (plane[0] * at[0] + plane[row] * at[1] + plane[2 * row] * at[2] - plane[3 * row] > reach)
            return false;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            g->pair.b_in_a.rotation[i][j] = fixed->back.rotation[i][0] * pose.rotation[0][j] +
                                            fixed->back.rotation[i][1] * pose.rotation[1][j] +
                                            fixed->back.rotation[i][2] * pose.rotation[2][j];
    place_corners(g);
    find_axis(g);
    if (g->separation > reach_of(g))
        return false;
    lift(g);
    find_top(g);
    return true;
}

/* A direction in the core's axes, turned round: what is out of the part goes into the core. */
static void into_core(const gathering *g, const double normal[3], double turned[3]) {
    const routh_pose3 *pose = &g->pair.b_in_a;
    const double(*r)[3] = pose->rotation;
    for (int k = 0; k < 3; k++)
        turned[k] = -(r[0][k] * normal[0] + r[1][k] * normal[1] + r[2][k] * normal[2]);
}

/* Pairs ------------------------------------------------------------------------------------------------------*/

static void try_ball(gathering *g, size_t corner) {
    const double *at = g->fixed->corner[corner];
    nearest3 nearest;
    double down[3];
    if (!(routh_dot3(g->axis, at) - g->top <= reach_of(g)) || !nearest3_find(g->pair.a, at, reach_of(g), &nearest))
        return;
    into_core(g, nearest.normal, down);
    if (nearest.kind == ROUTH_ON_FACE || corner_supports(g->pair.b, corner, down, slack))
        offer(g, corner, at, nearest.normal, nearest.distance);
}

/* The ball that is lowest along the axis comes first: where only the nearest is asked for it spares the others. */
static void try_balls(gathering *g) {
    const size_t count = g->pair.b->vertices;
    size_t lowest = 0;
    for (size_t v = 1; v < count && g->room == 1; v++)
        if (routh_dot3(g->axis, g->fixed->corner[v]) < routh_dot3(g->axis, g->fixed->corner[lowest]))
            lowest = v;
    try_ball(g, lowest);
    for (size_t v = 0; v < count; v++)
        if (v != lowest)
            try_ball(g, v);
}

/* A corner of the part under a face or an edge of the core. Under a corner of the core it is that one's. */
static void try_part_corner(gathering *g, size_t corner) {
    const routh_pose3 *pose = &g->pair.b_in_a;
    const double *at = g->pair.a->vertex + 3 * corner, *centre = pose->position, (*r)[3] = pose->rotation;
    const double reach = reach_of(g), away[3] = {at[0] - centre[0], at[1] - centre[1], at[2] - centre[2]};
    if (!(g->top + g->separation - routh_dot3(g->axis, at) <= reach) ||
        routh_dot3(away, away) > (g->fixed->reach + reach) * (g->fixed->reach + reach))
        return;
    nearest3 nearest;
    double own[3], normal[3], on_core[3];
    for (int k = 0; k < 3; k++)
        own[k] = r[0][k] * away[0] + r[1][k] * away[1] + r[2][k] * away[2];
    if (!nearest3_find(g->pair.b, own, reach, &nearest) || nearest.kind == ROUTH_ON_CORNER)
        return;
    routh_pose3_direction(pose, nearest.normal, normal);
    for (int k = 0; k < 3; k++)
        normal[k] = -normal[k];
    if (nearest.kind == ROUTH_ON_EDGE && !corner_supports(g->pair.a, corner, normal, slack))
        return;
    routh_pose3_point(pose, nearest.point, on_core);
    offer(g, g->pair.b->vertices + corner, on_core, normal, nearest.distance);
}

/* The part's edges that reach up to the core and into its ball. */
static size_t keep_part_edges(const gathering *g) {
    const routh_polyhedron *part = g->pair.a;
    const double *centre = g->pair.b_in_a.position, reach = reach_of(g), ball = g->fixed->reach + reach;
    const double lowest = g->top + g->separation - reach;
    size_t kept = 0;
    for (size_t e = 0; e < part->edges; e++) {
        const double *from = part->vertex + 3 * part->edge[e].from, *to = part->vertex + 3 * part->edge[e].to;
        if (!(routh_dot3(g->axis, from) >= lowest || routh_dot3(g->axis, to) >= lowest))
            continue;
        const piece3 piece = piece3_between(from, to, part->along + 3 * e);
        const double away[3] = {centre[0] - from[0], centre[1] - from[1], centre[2] - from[2]};
        const double way = routh_dot3(away, piece.along), past = way - fmin(fmax(way, 0), piece.length);
        if (routh_dot3(away, away) - way * way + past * past > ball * ball)
            continue;
        g->fixed->near[kept] = piece;
        g->fixed->near_edge[kept++] = e;
    }
    return kept;
}

static void try_edges(gathering *g) {
    const routh_polyhedron *part = g->pair.a, *core = g->pair.b;
    const size_t kept = keep_part_edges(g), corners = part->vertices + core->vertices;
    for (size_t e = 0; e < core->edges && kept > 0; e++) {
        const double *from = g->fixed->corner[core->edge[e].from], *to = g->fixed->corner[core->edge[e].to];
        const double height = fmin(routh_dot3(g->axis, from), routh_dot3(g->axis, to)) - g->top;
        if (!(height <= reach_of(g)))
            continue;
        double along[3];
        routh_pose3_direction(&g->pair.b_in_a, core->along + 3 * e, along);
        const piece3 piece = piece3_between(from, to, along);
        for (size_t i = 0; i < kept; i++) {
            double on_core[3], normal[3], down[3], distance;
            if (!pieces_cross(&g->fixed->near[i], &piece, reach_of(g), on_core, normal, &distance) ||
                !edge_supports(part, g->fixed->near_edge[i], normal, slack))
                continue;
            into_core(g, normal, down);
            if (edge_supports(core, e, down, slack))
                offer(g, corners + e * part->edges + g->fixed->near_edge[i], on_core, normal, distance);
        }
    }
}

/* The normal of the smallest gap found, if it separates better. True if no gap can be smaller. */
static bool improve_axis(gathering *g) {
    const routh_touch3 *least = g->touch;
    for (size_t i = 1; i < g->count; i++)
        if (g->touch[i].gap < least->gap)
            least = &g->touch[i];
    if (g->count == 0)
        return false;
    const double separation = -routh_overlap_along(&g->pair, least->normal);
    if (separation > g->separation) {
        take_axis(g, least->normal, separation);
        find_top(g);
    }
    return least->gap + g->fixed->radius + routh_dot3(least->normal, g->lift) - separation <=
           rounding_share * g->pair.size;
}

static void gather(gathering *g) {
    try_balls(g);
    if (improve_axis(g) && g->room == 1)
        return;
    for (size_t v = 0; v < g->pair.a->vertices; v++)
        try_part_corner(g, v);
    try_edges(g);
}

size_t routh_fixed3_contacts(const routh_fixed3 *fixed, const double position[3], const double orientation[4],
                             double farthest, routh_touch3 *touch, size_t room) {
    gathering g = {.fixed = fixed, .farthest = farthest, .touch = touch, .room = room};
    if (!begin(&g, position, orientation))
        return 0;
    gather(&g);
    for (size_t i = 0; i < g.count; i++) {
        routh_pose3_direction(&fixed->pose, touch[i].normal, touch[i].normal);
        routh_pose3_direction(&fixed->pose, touch[i].arm, touch[i].arm);
    }
    return g.count;
}

double routh_fixed3_distance(const routh_fixed3 *fixed, const double position[3], const double orientation[4],
                             double normal[3], double arm[3]) {
    routh_touch3 nearest = {.gap = INFINITY};
    routh_fixed3_contacts(fixed, position, orientation, INFINITY, &nearest, 1);
    memcpy(normal, nearest.normal, sizeof nearest.normal);
    memcpy(arm, nearest.arm, sizeof nearest.arm);
    return nearest.gap;
}
