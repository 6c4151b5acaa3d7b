/* The V-guides and grooves: they fit, touch where they should, and come apart as far as they must.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <routh/routh.h>

#include "../ledger.h"
#include "../subject.h"
#include "geometry/geometry.h"
#include "papers.h"

static const double degree = 3.14159265358979323846 / 180;

typedef struct fixture {
    routh_context context;
    routh_assembly assembly;
    routh_overlap_scratch *scratch;
} fixture;

static int set_up(void **state) {
    static fixture f;
    f.context = routh_context_default();
    const vguides guides = vguides_default();
    assert_int_equal(vguides_assembly(&f.context, &guides, &f.assembly), ROUTH_OK);
    assert_int_equal(routh_overlap_scratch_create(&f.context, 64, 64, &f.scratch), ROUTH_OK);
    *state = &f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    routh_overlap_scratch_release(&f->context, f->scratch);
    routh_assembly_release(&f->context, &f->assembly);
    return 0;
}

enum { MOST = 16 };

typedef struct touch {
    size_t guide, wall;
    routh_overlap found;
} touch;

/* All overlaps with object 1 at a pose in object 2's axes. */
static size_t touches(const fixture *f, const routh_pose3 *object, touch found[MOST]) {
    const routh_object *one = &f->assembly.object[0], *two = &f->assembly.object[1];
    size_t count = 0;
    for (size_t a = 0; a < one->count; a++)
        for (size_t b = 0; b < two->count; b++) {
            const routh_pose3 pose = routh_pose3_compose(object, &one->part[a].place);
            touch t = {.guide = a, .wall = b};
            if (routh_overlap_find(one->part[a].shape, &pose, two->part[b].shape, &two->part[b].place, 1, NULL,
                                   f->scratch, &t.found)) {
                assert_true(count < MOST);
                found[count++] = t;
            }
        }
    return count;
}

static routh_pose3 at(double x, double y, double z) {
    routh_pose3 pose = routh_pose3_default();
    pose.position[0] = x, pose.position[1] = y, pose.position[2] = z;
    return pose;
}

/* Mated with zero force all flanks touch with zero depth; pushed by d along X all eight overlap by d sin 40°, in the
 * middle of the flanks as far as they reach along the ridge. */
static void mated(void **state) {
    const fixture *f = *state;
    touch found[MOST];
    for (double d = -1e-3; d <= 0; d += 1e-4) {
        const routh_pose3 pose = at(d - 1e-15, 0, 0);
        const size_t count = touches(f, &pose, found);
        for (size_t i = 0; i < count; i++)
            assert_true(found[i].found.depth < 1e-16);
    }
    for (double d = 1e-9; d < 1e-3; d *= 10) {
        const routh_pose3 pose = at(d, 0, 0);
        assert_int_equal(touches(f, &pose, found), 8);
        for (size_t i = 0; i < 8; i++) {
            const routh_overlap *t = &found[i].found;
            const double *centre = f->assembly.object[0].part[found[i].guide].place.position;
            const double side = hypot(t->point[1] - centre[1], t->point[2] - centre[2]);
            assert_int_equal(found[i].guide, found[i].wall / 2);
            assert_true(fabs(t->depth - d * sin(40 * degree)) < 1e-12 * d + 1e-16);
            assert_true(fabs(t->normal[0] - sin(40 * degree)) < 1e-12);
            // the line through the centre of the overlap, across the ridge, is the groove's: no part along it
            const double along =
                ((t->point[1] - centre[1]) * centre[1] + (t->point[2] - centre[2]) * centre[2]) / 0.12 / sqrt(2);
            assert_true(fabs(along) < 1e-9 && side > 0.01 && side < 0.03);
        }
    }
}

/* The drawing's measures, found again in the polyhedron: length, height under the rounded ridge, and planes at the
 * radius from the lines about which edges are rounded. */
static void rounded(void **state) {
    const fixture *f = *state;
    const routh_polyhedron *guide = f->assembly.object[0].part[2].shape;
    const double r = 0.0038, s = sin(40 * degree), axis_x = 0.036 - r / s, end = 0.016 - r;
    double top = 0, length = 0;
    for (size_t i = 0; i < routh_polyhedron_vertices(guide); i++) {
        const double *v = routh_polyhedron_vertex(guide, i);
        top = fmax(top, v[0]);
        length = fmax(length, fabs(v[1]));
    }
    assert_true(fabs(top - (axis_x + r)) < 1e-12);
    assert_true(fabs(length - 0.016) < 1e-12);
    size_t chamfers = 0;
    for (size_t i = 0; i < routh_polyhedron_faces(guide); i++) {
        const routh_face face = routh_polyhedron_face(guide, i);
        const double *n = face.normal;
        if (n[0] < -0.5)
            continue; // the base
        // every other plane is r away from one of the lines: along y for the ridge, along the flank for the ends
        const double y = fabs(n[1]) > 1e-9 ? copysign(end, n[1]) : 0;
        const double from_line = face.offset - (n[0] * axis_x + n[1] * y);
        assert_true(fabs(from_line - r) < 1e-12);
        chamfers += fabs(fabs(n[1]) - 1) > 1e-9 && fabs(n[0] - s) > 1e-9;
    }
    assert_int_equal(chamfers, 3 + 4 * 3);
}

/* Retracted by 27 mm and moved aside by 27 mm, the parts are clear; they meet where the lift of the flanks says,
 * 27 mm/√2/tan 40°, guides on the sides towards which they were moved. */
static void lifted(void **state) {
    const fixture *f = *state;
    touch found[MOST];
    const double lift = 0.027 / sqrt(2) / tan(40 * degree);
    for (int sign = -1; sign <= 1; sign += 2) {
        const routh_pose3 away = at(-0.027, 0, sign * 0.027), above = at(-lift - 1e-7, 0, sign * 0.027),
                          below = at(-lift + 1e-7, 0, sign * 0.027);
        assert_int_equal(touches(f, &away, found), 0);
        assert_int_equal(touches(f, &above, found), 0);
        assert_int_equal(touches(f, &below, found), 4);
        for (size_t i = 0; i < 4; i++) {
            assert_true(fabs(found[i].found.normal[0] - sin(40 * degree)) < 1e-9);
            assert_true(sign * found[i].found.normal[2] > 0.5);
            // not a sliver: flank on flank, some 26 mm by 14 mm
            assert_true(found[i].found.volume > 0.5 * 0.026 * 0.010 * found[i].found.depth);
        }
    }
}

/* Turned by 2° the outer upright edges meet the flanks: four contacts, beyond the guides' centres. */
static void turned(void **state) {
    const fixture *f = *state;
    touch found[MOST];
    const double axis[3] = {1, 0, 0}, none[3] = {0};
    for (int sign = -1; sign <= 1; sign += 2) {
        routh_pose3 pose = routh_pose3_turn(axis, none, sign * 2 * degree);
        size_t count = 0;
        for (pose.position[0] = -0.010; count == 0; pose.position[0] += 1e-5)
            count = touches(f, &pose, found);
        assert_int_equal(count, 4);
        for (size_t i = 0; i < 4; i++)
            assert_true(hypot(found[i].found.point[1], found[i].found.point[2]) > 0.12 * sqrt(2) + 0.010);
    }
}

static void displacements(void **state) {
    const fixture *f = *state;
    const routh_assembly *a = &f->assembly;
    assert_int_equal(a->count, 9);
    assert_int_equal(a->displacement[0].kind, ROUTH_DISPLACE_OFFSET);
    assert_true(a->displacement[0].deviation == 3e-5 && a->displacement[0].axis[0] == 1);
    for (size_t i = 0; i < 4; i++) {
        const routh_displacement *shift = &a->displacement[1 + i], *turn = &a->displacement[5 + i];
        const routh_pose3 *place = &a->object[0].part[i].place;
        assert_int_equal(shift->kind, ROUTH_DISPLACE_SHIFT);
        assert_int_equal(turn->kind, ROUTH_DISPLACE_TURN);
        assert_true(shift->part == (long)i && turn->part == (long)i && shift->object == 0 && turn->object == 0);
        // across: neither along X nor along the ridge, the shape's second axis
        double along = 0;
        for (int k = 0; k < 3; k++)
            along += shift->axis[k] * place->rotation[k][1];
        assert_true(fabs(along) < 1e-15 && shift->axis[0] == 0);
        assert_memory_equal(turn->through, place->position, sizeof turn->through);
        assert_true(shift->deviation == 1e-4 && fabs(turn->deviation - 1e-4 / 0.016) < 1e-15);
    }
}

static void expect_refused(const vguides *guides, const char *words) {
    routh_context context = routh_context_default();
    routh_assembly assembly;
    assert_int_equal(vguides_assembly(&context, guides, &assembly), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, words));
    assert_null(assembly.object[0].part);
}

static void refused(void **state) {
    (void)state;
    vguides g[5];
    for (int i = 0; i < 5; i++)
        g[i] = vguides_default();
    g[0].half_length = NAN;
    g[1].flank = 5 * degree;
    g[2].rounding = 0.02;
    g[3].height = 0.004;
    g[4].length = 0.1;
    expect_refused(&g[0], "half_length of the V-guides is nan m");
    expect_refused(&g[1], "flanks at 5°");
    expect_refused(&g[2], "edges rounded by 0.02 m");
    expect_refused(&g[3], "no flank");
    expect_refused(&g[4], "run into each other");
}

static void out_of_memory(void **state) {
    (void)state;
    const vguides guides = vguides_default();
    routh_status status = ROUTH_OUT_OF_MEMORY;
    int budget = 0;
    for (; status == ROUTH_OUT_OF_MEMORY; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        routh_assembly assembly;
        status = vguides_assembly(&context, &guides, &assembly);
        if (status == ROUTH_OK)
            routh_assembly_release(&context, &assembly);
        assert_int_equal(book.blocks, 0);
    }
    assert_int_equal(status, ROUTH_OK);
    assert_true(budget > 5);
}

SUBJECT(vguides) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(mated),         cmocka_unit_test(rounded),
                                       cmocka_unit_test(lifted),        cmocka_unit_test(turned),
                                       cmocka_unit_test(displacements), cmocka_unit_test(refused),
                                       cmocka_unit_test(out_of_memory)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
