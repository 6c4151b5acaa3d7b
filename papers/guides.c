/* The parts of Identification of contact parameters from stiff multi-point contact robotic operations: four V-guides on object 1, four V-grooves on object 2.
 *
 * X is the insertion axis. The guides' centres are the corners of a rectangle in the plane x = 0, and each ridge runs at
 * 45° to its sides, towards the rectangle's middle: then a turn about X meets the outer upright edges of all guides, and
 * a shift along Z moves every guide across its groove by 1/√2 of itself, which lifts it by less than the shift as long
 * as the flanks' angle to X is over 35.3°. A guide is what its planes leave:
 *
 *     flanks   at `flank` from X, meeting in the ridge at x = height      ends   at ± half_length along the ridge
 *     base     x = 0                                                      chamfers, three for each rounded edge
 *
 * A rounded edge is a cylinder that touches both its faces; a triple chamfer has three planes that touch the cylinder,
 * normals evenly between those of the faces. The ridge is rounded, and the four upright edges between flanks and ends.
 *
 * A groove is two walls, convex each, whose flanks lie in the planes of the guide's: mated, all touch with depth 0.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "papers.h"

#define DEGREE 0.017453292519943295769

enum { GUIDES = 4, CHAMFERS = 3, GUIDE_PLANES = 2 + 2 + 1 + CHAMFERS + 4 * CHAMFERS, WALL_POINTS = 10 };

/* How far grooves go beyond guides along the ridge, so that a shift of 27 mm at 45° (19 mm) still finds all of a flank. */
static const double overhang = 0.024;
static const double wall_thickness = 0.008;
static const double wall_clearance = 0.002; /* from the walls' tops to the plane of the guides' bases */

vguides vguides_default(void) {
    return (vguides){.half_length = 0.016,
                     .flank = 40 * DEGREE,
                     .rounding = 0.0038,
                     .height = 0.036,
                     .width = 0.24,
                     .length = 0.24,
                     .deviation = 1e-4,
                     .offset_deviation = 3e-5};
}

static routh_status check_guides(routh_context *context, const vguides *g) {
    const struct {
        const char *name;
        double value;
    } positive[] = {{"half_length", g->half_length},
                    {"height", g->height},
                    {"width", g->width},
                    {"length", g->length},
                    {"rounding", g->rounding},
                    {"deviation", g->deviation},
                    {"offset_deviation", g->offset_deviation}};
    for (size_t i = 0; i < sizeof positive / sizeof positive[0]; i++)
        if (!(positive[i].value > 0 && isfinite(positive[i].value)))
            return paper_refuse(context, ROUTH_BAD_ARGUMENT, NULL, "%s of the V-guides is %g m, and must be positive",
                                positive[i].name, positive[i].value);
    if (!(g->flank >= 10 * DEGREE && g->flank <= 80 * DEGREE))
        return paper_refuse(context, ROUTH_BAD_ARGUMENT, NULL,
                            "flanks at %g° to the insertion axis: must be 10° to 80°", g->flank * 1 / DEGREE);
    if (!(g->rounding < g->half_length))
        return paper_refuse(context, ROUTH_BAD_ARGUMENT, NULL,
                            "edges rounded by %g m leave nothing of a guide %g m long", g->rounding,
                            2 * g->half_length);
    const double rounded = g->rounding * cos(g->flank) * cos(g->flank) / sin(g->flank);
    if (!(rounded + wall_clearance < g->height))
        return paper_refuse(context, ROUTH_BAD_ARGUMENT, NULL,
                            "a ridge rounded by %g m leaves no flank on a guide %g m high", g->rounding, g->height);
    const double along = g->half_length + overhang, across = g->height * tan(g->flank) + wall_thickness;
    const double room = fmin(g->width, g->length) / sqrt(2);
    if (!(along + across < room))
        return paper_refuse(context, ROUTH_BAD_ARGUMENT, NULL,
                            "grooves %g m by %g m at the corners of %g m by %g m run into each other", 2 * along,
                            2 * across, g->width, g->length);
    return ROUTH_OK;
}

/* Planes normal · x ≤ distance, and as many as have been put in. */
typedef struct planes {
    size_t count;
    double f[3 * GUIDE_PLANES], g[GUIDE_PLANES];
} planes;

static void add_plane(planes *p, const double normal[3], double distance) {
    memcpy(&p->f[3 * p->count], normal, 3 * sizeof(double));
    p->g[p->count++] = -distance;
}

/* Three planes that touch the cylinder of radius r about a line through `centre`, between the normals a and b. */
static void add_chamfers(planes *p, const double a[3], const double b[3], const double centre[3], double r) {
    const double angle = acos(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
    for (int i = 1; i <= CHAMFERS; i++) {
        const double share = (double)i / (CHAMFERS + 1);
        const double from_a = sin((1 - share) * angle) / sin(angle), from_b = sin(share * angle) / sin(angle);
        double normal[3], distance = r;
        for (int k = 0; k < 3; k++) {
            normal[k] = from_a * a[k] + from_b * b[k];
            distance += normal[k] * centre[k];
        }
        add_plane(p, normal, distance);
    }
}

/* In its own axes: x the insertion axis, y along the ridge, z across; origin in the middle of the base. */
static routh_status make_guide(routh_context *context, const vguides *g, routh_polyhedron **guide) {
    const double s = sin(g->flank), c = cos(g->flank), r = g->rounding, half = g->half_length;
    const double flank[2][3] = {{s, 0, c}, {s, 0, -c}}, end[2][3] = {{0, 1, 0}, {0, -1, 0}}, base[3] = {-1, 0, 0};
    const double ridge_centre[3] = {g->height - r / s, 0, 0};
    planes p = {0};
    add_plane(&p, base, 0);
    add_chamfers(&p, flank[0], flank[1], ridge_centre, r);
    for (int i = 0; i < 2; i++) {
        add_plane(&p, flank[i], s * g->height);
        add_plane(&p, end[i], half);
        for (int j = 0; j < 2; j++) {
            const double centre[3] = {g->height - r / s, (half - r) * end[j][1], 0};
            add_chamfers(&p, flank[i], end[j], centre, r);
        }
    }
    return routh_polyhedron_of_halfspaces(context, p.count, p.f, p.g, guide);
}

/* The wall on one side (±1) of a groove, in the axes of the guide that fits: a prism along the ridge. It reaches below
 * the ridge, so that a guide gets out of it along the flank's normal first. */
static routh_status make_wall(routh_context *context, const vguides *g, double side, routh_polyhedron **wall) {
    const double top = (g->height - wall_clearance) * tan(g->flank), floor_level = g->height + wall_thickness;
    const double section[WALL_POINTS / 2][2] = {{g->height, 0},
                                                {wall_clearance, top},
                                                {wall_clearance, top + wall_thickness},
                                                {floor_level, top + wall_thickness},
                                                {floor_level, 0}};
    double point[WALL_POINTS][3];
    for (int i = 0; i < WALL_POINTS; i++) {
        point[i][0] = section[i / 2][0];
        point[i][1] = (i % 2 ? 1 : -1) * (g->half_length + overhang);
        point[i][2] = side * section[i / 2][1];
    }
    return routh_polyhedron_of_points(context, WALL_POINTS, point[0], 1, wall);
}

typedef struct corner {
    double centre[3], across[3];
    routh_pose3 place;
} corner;

/* Counter-clockwise about X, beginning at +y +z. */
static corner corner_of(const vguides *g, size_t i) {
    const double y = (i == 0 || i == 3 ? 0.5 : -0.5) * g->width, z = (i < 2 ? 0.5 : -0.5) * g->length;
    const double u = y > 0 ? sqrt(0.5) : -sqrt(0.5), w = z > 0 ? sqrt(0.5) : -sqrt(0.5);
    return (corner){.centre = {0, y, z},
                    .across = {0, -w, u},
                    .place = {.rotation = {{1, 0, 0}, {0, u, -w}, {0, w, u}}, .position = {0, y, z}}};
}

static routh_status add_parts(routh_context *context, const vguides *g, routh_assembly *assembly) {
    routh_object *const held = &assembly->object[0], *const fixed = &assembly->object[1];
    snprintf(held->name, sizeof held->name, "guides");
    snprintf(fixed->name, sizeof fixed->name, "grooves");
    held->part = paper_allocate(context, GUIDES, sizeof *held->part);
    fixed->part = paper_allocate(context, 2 * GUIDES, sizeof *fixed->part);
    if (!held->part || !fixed->part)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < GUIDES; i++) {
        routh_part *guide = &held->part[held->count++];
        guide->place = corner_of(g, i).place;
        snprintf(guide->name, sizeof guide->name, "guide %zu", i + 1);
        routh_status status = make_guide(context, g, &guide->shape);
        for (int side = 1; side >= -1 && status == ROUTH_OK; side -= 2) {
            routh_part *wall = &fixed->part[fixed->count++];
            wall->place = guide->place;
            snprintf(wall->name, sizeof wall->name, "groove %zu %s", i + 1, side > 0 ? "left" : "right");
            status = make_wall(context, g, side, &wall->shape);
        }
        if (status != ROUTH_OK)
            return status;
    }
    return ROUTH_OK;
}

/* Nine, as in the paper: the offset, then shifts across the ridges, then turns about the guides' centres. */
static routh_status add_displacements(routh_context *context, const vguides *g, routh_assembly *assembly) {
    assembly->displacement = paper_allocate(context, 1 + 2 * GUIDES, sizeof *assembly->displacement);
    if (!assembly->displacement)
        return ROUTH_OUT_OF_MEMORY;
    assembly->count = 1 + 2 * GUIDES;
    assembly->displacement[0] = (routh_displacement){.name = "offset",
                                                     .kind = ROUTH_DISPLACE_OFFSET,
                                                     .object = 1,
                                                     .part = -1,
                                                     .axis = {1, 0, 0},
                                                     .deviation = g->offset_deviation};
    for (size_t i = 0; i < GUIDES; i++) {
        const corner at = corner_of(g, i);
        routh_displacement *shift = &assembly->displacement[1 + i], *turn = &assembly->displacement[1 + GUIDES + i];
        *shift =
            (routh_displacement){.kind = ROUTH_DISPLACE_SHIFT, .object = 0, .part = (long)i, .deviation = g->deviation};
        memcpy(shift->axis, at.across, sizeof shift->axis);
        snprintf(shift->name, sizeof shift->name, "shift of guide %zu", i + 1);
        *turn = (routh_displacement){.kind = ROUTH_DISPLACE_TURN,
                                     .object = 0,
                                     .part = (long)i,
                                     .axis = {1, 0, 0},
                                     .deviation = g->deviation / g->half_length};
        memcpy(turn->through, at.centre, sizeof turn->through);
        snprintf(turn->name, sizeof turn->name, "turn of guide %zu", i + 1);
    }
    return ROUTH_OK;
}

routh_status vguides_assembly(routh_context *context, const vguides *guides, routh_assembly *assembly) {
    memset(assembly, 0, sizeof *assembly);
    routh_status status = check_guides(context, guides);
    if (status == ROUTH_OK)
        status = add_parts(context, guides, assembly);
    if (status == ROUTH_OK)
        status = add_displacements(context, guides, assembly);
    if (status != ROUTH_OK)
        routh_assembly_release(context, assembly);
    return status;
}

/* The tests begin turned by ±2° about X or shifted by ±27 mm along Z. */
static const routh_insertion_path tests[GUIDES_TESTS] = {
    {.name = "1a", .start = {0, 0, 0, 0.0349065850398866, 0, 0}, .settle = 2},
    {.name = "1b", .start = {0, 0, 0, -0.0349065850398866, 0, 0}, .settle = 2},
    {.name = "2a", .start = {0, 0, 0.027, 0, 0, 0}, .settle = 2},
    {.name = "2b", .start = {0, 0, -0.027, 0, 0, 0}, .settle = 2},
};

const routh_insertion_path *guides_path(guides_test test) {
    return &tests[test];
}

routh_insertion_generator guides_generator(guides_test test) {
    routh_insertion_generator generator = routh_insertion_generator_default();
    generator.path = guides_path(test);
    generator.draw = (uint64_t)test;
    return generator;
}
