/* Parts that are larger or smaller than drawn: against meshes scaled by hand, the gap's closed form, and a recording.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "base/context.h"
#include "drawing/drawing.h"
#include "geometry/geometry.h"
#include "guides.h"

enum { MOST_POINTS = 64 };

/* The guides with further displacements: scales of guide 1 (uniform, about its centroid), of guide 2 along a skew axis about
 * another point, of guide 3 along X, and of all grooves. */
static routh_assembly scaled_guides(size_t scales) {
    const vguides guides = vguides_default();
    routh_assembly a;
    assert_int_equal(vguides_assembly(NULL, &guides, &a), ROUTH_OK);
    routh_displacement *longer = routh_allocate(NULL, a.count + scales, sizeof *longer);
    memcpy(longer, a.displacement, a.count * sizeof *longer);
    routh_release(NULL, a.displacement);
    a.displacement = longer;
    for (size_t i = 0; i < scales; i++) {
        routh_displacement *d = &a.displacement[a.count++];
        *d = (routh_displacement){.kind = ROUTH_DISPLACE_SCALE, .part = (long)i, .deviation = 0.01};
        snprintf(d->name, sizeof d->name, "scale %d", (int)i + 1);
        const routh_part *part = &a.object[0].part[i < 3 ? i : 0];
        double centroid[3];
        routh_polyhedron_centroid(part->shape, centroid);
        routh_pose3_point(&part->place, centroid, d->through);
        if (i == 1) {
            d->through[0] += 0.02;
            d->axis[0] = 0.6;
            d->axis[2] = 0.8;
        } else if (i == 2) {
            d->axis[0] = 1;
        } else if (i == 3) {
            d->object = 1;
            d->part = -1;
            memset(d->through, 0, sizeof d->through);
        }
    }
    return a;
}

/* One displacement of a point in the object's axes, as its definition says. */
static void displace(const routh_displacement *d, double x, double y[3]) {
    double from[3], moved[3] = {y[0], y[1], y[2]}, along = 0;
    const int uniform = d->axis[0] == 0 && d->axis[1] == 0 && d->axis[2] == 0;
    for (int k = 0; k < 3; k++) {
        from[k] = y[k] - d->through[k];
        along += from[k] * d->axis[k];
    }
    for (int k = 0; k < 3; k++) {
        const double cross = d->axis[(k + 1) % 3] * from[(k + 2) % 3] - d->axis[(k + 2) % 3] * from[(k + 1) % 3];
        if (d->kind == ROUTH_DISPLACE_SHIFT)
            moved[k] += x * d->axis[k];
        else if (d->kind == ROUTH_DISPLACE_SCALE)
            moved[k] += x * (uniform ? from[k] : along * d->axis[k]);
        else if (d->kind == ROUTH_DISPLACE_TURN) /* Rodrigues */
            moved[k] = d->through[k] + from[k] * cos(x) + cross * sin(x) + d->axis[k] * along * (1 - cos(x));
    }
    memcpy(y, moved, sizeof moved);
}

/* The part's vertices with displacements x in the object's axes: its own from the last to the first, then the object's. */
static size_t vertices_by_hand(const routh_assembly *a, int object, size_t i, const double *x,
                               double point[MOST_POINTS][3]) {
    const routh_part *part = &a->object[object].part[i];
    const size_t count = routh_polyhedron_vertices(part->shape);
    assert_true(count <= MOST_POINTS);
    for (size_t v = 0; v < count; v++) {
        routh_pose3_point(&part->place, routh_polyhedron_vertex(part->shape, v), point[v]);
        for (int whole = 0; whole < 2; whole++)
            for (size_t j = a->count; j-- > 0;) {
                const routh_displacement *d = &a->displacement[j];
                if (d->kind != ROUTH_DISPLACE_OFFSET && d->object == object && d->part == (whole ? -1 : (long)i))
                    displace(d, x[j], point[v]);
            }
    }
    return count;
}

/* The same parts as drawn by someone who knew x. */
static routh_assembly redrawn(const routh_assembly *a, const double *x) {
    const vguides guides = vguides_default();
    routh_assembly b;
    assert_int_equal(vguides_assembly(NULL, &guides, &b), ROUTH_OK);
    for (int o = 0; o < 2; o++)
        for (size_t i = 0; i < b.object[o].count; i++) {
            double point[MOST_POINTS][3];
            const size_t count = vertices_by_hand(a, o, i, x, point);
            routh_part *part = &b.object[o].part[i];
            routh_polyhedron_release(NULL, part->shape);
            assert_int_equal(routh_polyhedron_of_points(NULL, count, &point[0][0], 1, &part->shape), ROUTH_OK);
            part->place = routh_pose3_default();
        }
    return b;
}

/* Φ of displaced parts is that of parts whose meshes were displaced and scaled by hand. */
static void same_as_meshes_scaled_by_hand(void **state) {
    (void)state;
    enum { SCALES = 4, UNKNOWNS = 9 + SCALES, TRIALS = 4 };
    routh_context context = on_threads(1);
    routh_insertion_generator setting = guides_generator(GUIDES_TEST_1A);
    setting.rate = 250;
    guided g;
    generate_guided(&setting, 25, &g);
    routh_assembly a = scaled_guides(SCALES);
    routh_regressor *of_a;
    assert_int_equal(a.count, UNKNOWNS);
    ROUTH_ARENA(room, &context);
    assert_int_equal(routh_regressor_create(&room, &a, &g.insertion, NULL, &of_a), ROUTH_OK);
    const size_t samples = g.insertion.count;
    double *phi = calloc(24 * samples, sizeof *phi);
    uint32_t *contacts = calloc(2 * samples, sizeof *contacts);
    routh_random random = routh_random_seed(5, 1);
    for (int trial = 0; trial < TRIALS; trial++) {
        double x[UNKNOWNS];
        for (size_t j = 0; j < UNKNOWNS; j++) {
            x[j] = a.displacement[j].deviation * routh_random_normal(&random);
            if (j == UNKNOWNS - 1)
                x[j] *= 0.01; /* the grooves are 0.3 m apart: still within reach of the guides */
        }
        routh_assembly b = redrawn(&a, x);
        const double as_drawn[UNKNOWNS] = {x[0]};
        routh_regressor *of_b;
        assert_int_equal(routh_regressor_create(&room, &b, &g.insertion, NULL, &of_b), ROUTH_OK);
        assert_int_equal(routh_regressor_evaluate(&context, of_a, x, phi, contacts), ROUTH_OK);
        assert_int_equal(routh_regressor_evaluate(&context, of_b, as_drawn, &phi[12 * samples], &contacts[samples]),
                         ROUTH_OK);
        double largest = 0, difference = 0;
        size_t touching = 0;
        for (size_t k = 0; k < 12 * samples; k++) {
            largest = fmax(largest, fabs(phi[k]));
            difference = fmax(difference, fabs(phi[k] - phi[12 * samples + k]));
        }
        for (size_t k = 0; k < samples; k++) {
            assert_int_equal(contacts[k], contacts[samples + k]);
            touching += contacts[k] > 0;
        }
        print_message("%zu of %zu samples touch, Φ to %.2g of %.3g m\n", touching, samples, difference, largest);
        assert_true(touching > samples / 10);
        assert_true(difference < 1e-7 * largest);
        routh_assembly_release(NULL, &b);
    }
    free(phi);
    free(contacts);
    routh_assembly_release(NULL, &a);
    release_guided(&g);
}

/* Over a slab the gap is that of the lowest vertex v, so it grows by n·(v − c) or (n·a)(a·(v − c)) for each unit of x. */
static void gap_changes_as_its_closed_form(void **state) {
    (void)state;
    enum { POINTS = 20 };
    static const double step = 1e-6;
    routh_random random = routh_random_seed(6, 1);
    for (int trial = 0; trial < 40; trial++) {
        table t = make_table(1, 1);
        double point[POINTS][3], direction[3];
        for (int i = 0; i < POINTS; i++)
            for (int k = 0; k < 3; k++)
                point[i][k] = 0.02 * routh_random_normal(&random) + 0.1 * (k == 2);
        routh_part *part = &t.assembly.object[0].part[0];
        routh_polyhedron_release(NULL, part->shape);
        assert_int_equal(routh_polyhedron_of_points(NULL, POINTS, &point[0][0], 0, &part->shape), ROUTH_OK);
        for (int k = 0; k < 3; k++)
            direction[k] = trial % 2 ? routh_random_normal(&random) : 0;
        const double length =
            sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
        for (int k = 0; k < 3 && trial % 2; k++)
            direction[k] /= length;
        add_displacement(&t, "size", ROUTH_DISPLACE_SCALE, 0, direction, 0.01);
        routh_displacement *d = t.assembly.displacement;
        for (int k = 0; k < 3; k++)
            d->through[k] = 0.05 * routh_random_normal(&random);
        ROUTH_ARENA(room, NULL);
        routh_polyhedron *scaled = routh_polyhedron_copy(&room, part->shape);
        assert_non_null(scaled);
        double gap[2];
        for (int side = 0; side < 2; side++) {
            const double x = side ? step : -step;
            const routh_pose3 place = routh_part_pose(&t.assembly, 0, 0, &x), slab = routh_pose3_default();
            double normal[3];
            routh_part_scale(&t.assembly, 0, 0, &x, scaled);
            gap[side] = routh_gap_find(scaled, &place, t.assembly.object[1].part[0].shape, &slab, normal);
        }
        const double *low = point[0];
        for (int i = 1; i < POINTS; i++)
            low = point[i][2] < low[2] ? point[i] : low;
        double along = 0;
        for (int k = 0; k < 3; k++)
            along += direction[k] * (low[k] - d->through[k]);
        const double slope = trial % 2 ? direction[2] * along : low[2] - d->through[2];
        assert_near((gap[1] - gap[0]) / (2 * step), slope, 1e-8);
        assert_near(0.5 * (gap[0] + gap[1]), low[2], 1e-9);
        forget(&t);
    }
}

/* No step of a search turns a part inside out. */
static void wild_factors_leave_a_body(void **state) {
    (void)state;
    routh_assembly a = scaled_guides(1);
    double x[10] = {0};
    ROUTH_ARENA(room, NULL);
    routh_polyhedron *scaled = routh_polyhedron_copy(&room, a.object[0].part[0].shape);
    assert_non_null(scaled);
    for (int i = 0; i < 4; i++) {
        x[9] = (const double[]){-1, -1e9, 1e300, 0}[i];
        routh_part_scale(&a, 0, 0, x, scaled);
        assert_true(routh_polyhedron_volume(scaled) > 0 && isfinite(routh_polyhedron_radius(scaled)));
    }
    assert_near(routh_polyhedron_volume(scaled), routh_polyhedron_volume(a.object[0].part[0].shape), 1e-15);
    routh_assembly_release(NULL, &a);
}

/* One guide's size is found from a recording, with everything else unknown too: from 2a, in soak from 1a as well. */
static void a_scale_is_recovered(void **state) {
    (void)state;
    routh_context context = on_threads(1);
    const int seeds = effort(0, 1, 20);
    int covered = 0;
    for (int i = 0; i < seeds; i++) {
        routh_insertion_generator setting = guides_generator(i % 2 ? GUIDES_TEST_1A : GUIDES_TEST_2A);
        setting.rate = 250;
        setting.seed = 302 + (uint64_t)i;
        routh_assembly a = scaled_guides(1);
        routh_insertion made, reduced;
        routh_insertion_estimate fit;
        assert_int_equal(routh_insertion_generate(&context, &a, &setting, &made, NULL), ROUTH_OK);
        assert_int_equal(routh_insertion_downsample(&context, &made, 25, &reduced), ROUTH_OK);
        assert_int_equal(routh_insertion_fit(&context, &a, &reduced, NULL, &fit), ROUTH_OK);
        const double truth = made.truth.displacement[9];
        print_message("seed %d: scale %.3f ± %.3f %% of %.3f %%, K %+.2f %%, answers %d\n", 302 + i, 100 * fit.x[9],
                      100 * fit.error[9], 100 * truth, 100 * (fit.stiffness / setting.stiffness - 1), (int)fit.answers);
        covered += fabs(fit.x[9] - truth) < 2.5 * fit.error[9];
        assert_true(fit.error[9] < 0.5 * a.displacement[9].deviation);
        routh_insertion_estimate_release(&context, &fit);
        routh_insertion_release(NULL, &reduced);
        routh_insertion_release(NULL, &made);
        routh_assembly_release(NULL, &a);
    }
    print_message("%d of %d within 2.5 errors\n", covered, seeds);
    assert_true(covered >= seeds - seeds / 8);
}

SLOW_SUBJECT(scale) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_meshes_scaled_by_hand),
        cmocka_unit_test(gap_changes_as_its_closed_form),
        cmocka_unit_test(wild_factors_leave_a_body),
        cmocka_unit_test(a_scale_is_recovered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
