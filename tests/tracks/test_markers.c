/* Rigid bodies from markers: exact without noise, within what Gaussian noise allows with it, and refused where the markers
 * do not determine a pose.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../effort.h"
#include "../ledger.h"
#include "../subject.h"
#include "algebra/space.h"
#include "tracks/markers.h"

enum { MOST_MARKERS = 8, MOST_ROWS = 4000 };

/* A body on its way, with markers. */
typedef struct scene_of_markers {
    size_t count, rows;
    double place[MOST_MARKERS][3]; /* in the body's axes */
    double position[MOST_ROWS][3], orientation[MOST_ROWS][4];
    double coordinate[MOST_MARKERS][3][MOST_ROWS];
    routh_marker marker[MOST_MARKERS];
} scene_of_markers;

static void move_body(scene_of_markers *scene, double noise, routh_random *random) {
    const double axis[3] = {0.6, -0.48, 0.64};
    for (size_t i = 0; i < scene->rows; i++) {
        const double t = (double)i / (double)scene->rows, angle = 9 * t + 0.3;
        const double vector[3] = {angle * axis[0], angle * axis[1], angle * axis[2] + sin(5 * t)};
        routh_turn_of(vector, scene->orientation[i]);
        scene->position[i][0] = 1 + 2 * t, scene->position[i][1] = -3 * t * t,
        scene->position[i][2] = 0.5 + t - 5 * t * t;
        for (size_t j = 0; j < scene->count; j++) {
            double world[3];
            routh_turn_apply(scene->orientation[i], scene->place[j], world);
            for (int c = 0; c < 3; c++)
                scene->coordinate[j][c][i] =
                    world[c] + scene->position[i][c] + (noise > 0 ? noise * routh_random_normal(random) : 0);
        }
    }
    for (size_t j = 0; j < scene->count; j++)
        scene->marker[j] = (routh_marker){
            .name = "marker", .x = scene->coordinate[j][0], .y = scene->coordinate[j][1], .z = scene->coordinate[j][2]};
}

static scene_of_markers *new_scene(size_t count, size_t rows, double noise, uint64_t seed) {
    scene_of_markers *scene = calloc(1, sizeof *scene);
    routh_random random = routh_random_seed(seed, 5);
    assert_non_null(scene);
    scene->count = count;
    scene->rows = rows;
    for (size_t j = 0; j < count; j++)
        for (int c = 0; c < 3; c++)
            scene->place[j][c] = routh_random_uniform(&random, -0.05, 0.05);
    move_body(scene, noise, &random);
    return scene;
}

static void hide(scene_of_markers *scene, size_t j, size_t i) {
    for (int c = 0; c < 3; c++)
        scene->coordinate[j][c][i] = NAN;
}

static routh_marker_body fit(const scene_of_markers *scene) {
    routh_context context = routh_context_default();
    routh_marker_body body;
    if (routh_marker_body_fit(&context, "cube", scene->count, scene->marker, scene->rows, &body) != ROUTH_OK)
        fail_msg("%s", context.message);
    return body;
}

static void expect_refused(const scene_of_markers *scene, const char *part) {
    routh_context context = routh_context_default();
    routh_marker_body body;
    assert_int_equal(routh_marker_body_fit(&context, "cube", scene->count, scene->marker, scene->rows, &body),
                     ROUTH_BAD_FORMAT);
    if (!strstr(context.message, part))
        fail_msg("%s", context.message);
    assert_null(body.position);
}

/* The true pose of the axes that the fit chose: their origin is the centroid of all markers, and they lie along the
 * laboratory's at row `first`. */
static void true_pose(const scene_of_markers *scene, size_t first, size_t i, double position[3],
                      double orientation[4]) {
    double centre[3] = {0, 0, 0}, back[4];
    for (size_t j = 0; j < scene->count; j++)
        for (int c = 0; c < 3; c++)
            centre[c] += scene->place[j][c] / (double)scene->count;
    routh_turn_apply(scene->orientation[i], centre, position);
    for (int c = 0; c < 3; c++)
        position[c] += scene->position[i][c];
    routh_turn_inverse(scene->orientation[first], back);
    routh_turn_product(scene->orientation[i], back, orientation);
}

/* Largest errors over the rows with a pose. */
static void largest_errors(const scene_of_markers *scene, const routh_marker_body *body, size_t first, double *shift,
                           double *turn) {
    *shift = *turn = 0;
    for (size_t i = 0; i < scene->rows; i++) {
        double position[3], orientation[4], vector[3];
        if (!body->valid[i])
            continue;
        true_pose(scene, first, i, position, orientation);
        routh_turn_between(orientation, body->orientation[i], vector);
        *turn = fmax(*turn, routh_length3(vector));
        for (int c = 0; c < 3; c++)
            *shift = fmax(*shift, fabs(position[c] - body->position[i][c]));
    }
}

static void exact_without_noise(void **state) {
    (void)state;
    for (size_t count = 3; count <= MOST_MARKERS; count++) {
        scene_of_markers *scene = new_scene(count, 300, 0, count);
        routh_marker_body body = fit(scene);
        double shift, turn;
        assert_int_equal(body.poses, 300);
        largest_errors(scene, &body, 0, &shift, &turn);
        assert_true(shift < 1e-13 && turn < 1e-12);
        assert_true(body.residual < 1e-13);
        assert_true(fabs(body.orientation[0][0] - 1) < 1e-14); /* the laboratory's axes at first */
        for (size_t i = 1; i < 300; i++) {
            double same = 0;
            for (int c = 0; c < 4; c++)
                same += body.orientation[i][c] * body.orientation[i - 1][c];
            assert_true(same > 0.9);
        }
        routh_marker_body_release(NULL, &body);
        free(scene);
    }
}

/* With the shape known from many instants, markers with noise σ leave a centroid with σ²/n and a turn about axis a with
 * σ² / Σ (distance from a)²: the bound of Cramér and Rao, which least squares reaches for small noise. The mean of the
 * squared errors over it is 1 within five standard deviations of a mean of chi-squares, and the shape's own error. The
 * axes are those of one instant with its own noise, so turns are compared with the mean one. */
static void noise_reaches_the_bound(void **state) {
    (void)state;
    const double noise = 2e-4;
    for (int run = 0; run < effort(2, 4, 40); run++) {
        const size_t count = 3 + (size_t)run % 4, rows = 2000;
        scene_of_markers *scene = new_scene(count, rows, noise, 100 + (uint64_t)run);
        routh_marker_body body = fit(scene);
        double centre[3] = {0, 0, 0}, inertia[3][3] = {{0}}, shift = 0, turn = 0, mean[3] = {0, 0, 0};
        for (size_t j = 0; j < count; j++)
            for (int c = 0; c < 3; c++)
                centre[c] += scene->place[j][c] / (double)count;
        for (size_t j = 0; j < count; j++) {
            double arm[3];
            for (int c = 0; c < 3; c++)
                arm[c] = scene->place[j][c] - centre[c];
            for (int a = 0; a < 3; a++)
                for (int b = 0; b < 3; b++)
                    inertia[a][b] += (a == b ? routh_dot3(arm, arm) : 0) - arm[a] * arm[b];
        }
        double(*vector)[3] = calloc(rows, sizeof *vector);
        for (size_t i = 0; i < rows; i++) {
            double position[3], orientation[4], back[4], world[3];
            true_pose(scene, 0, i, position, orientation);
            routh_turn_between(orientation, body.orientation[i], world);
            routh_turn_inverse(scene->orientation[i], back);
            routh_turn_apply(back, world,
                             vector[i]); /* in the body's own axes, where the mean is one of the axes' choice */
            for (int c = 0; c < 3; c++) {
                mean[c] += vector[i][c] / (double)rows;
                shift += pow(position[c] - body.position[i][c], 2);
            }
        }
        for (size_t i = 0; i < rows; i++)
            for (int a = 0; a < 3; a++)
                for (int b = 0; b < 3; b++)
                    turn += (vector[i][a] - mean[a]) * inertia[a][b] * (vector[i][b] - mean[b]);
        const double bound = noise * noise * 3 * (double)rows, band = 5 * sqrt(2.0 / (3 * (double)rows)) + 0.005;
        assert_true(fabs(shift / (bound / (double)count) - 1) < band);
        assert_true(fabs(turn / bound - 1) < band);
        assert_true(fabs(body.noise / noise - 1) < 5 / sqrt(2.0 * (3 * (double)count - 6) * (double)rows));
        assert_int_equal(body.misfit + body.mirrored + body.too_few, 0);
        free(vector);
        routh_marker_body_release(NULL, &body);
        free(scene);
    }
}

/* Each marker is missing in 30 % of the rows, and in 100 rows all but two: poses remain where three are left. */
static void markers_may_be_missing(void **state) {
    (void)state;
    scene_of_markers *scene = new_scene(6, 1000, 0, 7);
    routh_random random = routh_random_seed(8, 1);
    size_t enough = 0, first = SIZE_MAX;
    for (size_t i = 0; i < scene->rows; i++) {
        size_t seen = scene->count;
        for (size_t j = 0; j < scene->count; j++)
            if ((i >= 200 && i < 300 && j > 1) || routh_random_uniform(&random, 0, 1) < 0.3) {
                hide(scene, j, i);
                seen--;
            }
        enough += seen >= 3;
        first = seen == scene->count && first == SIZE_MAX ? i : first;
    }
    routh_marker_body body = fit(scene);
    double shift, turn;
    assert_int_equal(body.poses, enough);
    assert_int_equal(body.too_few, scene->rows - enough);
    largest_errors(scene, &body, first, &shift, &turn);
    assert_true(shift < 1e-11 && turn < 1e-9);
    for (size_t i = 0; i < scene->rows; i++)
        assert_int_equal(body.valid[i], !isnan(body.position[i][0]));
    routh_marker_body_release(NULL, &body);
    free(scene);
}

/* No instant shows all markers: four of them in the first half, another four in the second. */
static void shapes_grow_together(void **state) {
    (void)state;
    scene_of_markers *scene = new_scene(5, 600, 0, 9);
    for (size_t i = 0; i < scene->rows; i++)
        hide(scene, i < 300 ? 0 : 4, i);
    routh_marker_body body = fit(scene);
    double shift, turn;
    assert_int_equal(body.poses, 600);
    largest_errors(scene, &body, 0, &shift, &turn);
    assert_true(shift < 1e-10 && turn < 1e-9);
    routh_marker_body_release(NULL, &body);
    free(scene);
}

static void planes_are_fine_lines_are_not(void **state) {
    (void)state;
    routh_random random = routh_random_seed(3, 3);
    scene_of_markers *scene = new_scene(4, 200, 0, 11);
    double shift, turn;
    for (size_t j = 0; j < 4; j++)
        scene->place[j][2] = 0.01;
    move_body(scene, 0, &random);
    routh_marker_body body = fit(scene);
    largest_errors(scene, &body, 0, &shift, &turn);
    assert_true(shift < 1e-13 && turn < 1e-12);
    routh_marker_body_release(NULL, &body);
    for (size_t j = 0; j < 4; j++)
        for (int c = 0; c < 3; c++)
            scene->place[j][c] = 0.03 * (double)j * (c + 1);
    move_body(scene, 0, &random);
    expect_refused(scene, "cube: no pose from markers: a rigid body needs three of them off a line");
    scene->place[1][0] += 0.008; /* off the line, but little more than the noise */
    move_body(scene, 2e-3, &random);
    expect_refused(scene, "on a line but for their noise");
    free(scene);
}

/* The mirror image of the shape is no pose of it, in few rows or in a third of them. Swapped labels neither. */
static void mirror_images_are_refused(void **state) {
    (void)state;
    for (int many = 0; many < 2; many++) {
        scene_of_markers *scene = new_scene(5, 300, 1e-5, 13);
        size_t mirrored = 0, swapped = 0;
        for (size_t i = 0; i < scene->rows; i++) {
            if (i % 3 == 0 && (many || i < 9)) { /* the first row, too */
                for (size_t j = 0; j < scene->count; j++)
                    scene->coordinate[j][0][i] = -scene->coordinate[j][0][i];
                mirrored++;
            } else if (i % 50 == 7) {
                for (int c = 0; c < 3; c++) {
                    const double kept = scene->coordinate[0][c][i];
                    scene->coordinate[0][c][i] = scene->coordinate[1][c][i];
                    scene->coordinate[1][c][i] = kept;
                }
                swapped++;
            }
        }
        routh_marker_body body = fit(scene);
        double shift, turn;
        assert_int_equal(body.mirrored, mirrored);
        assert_int_equal(body.misfit, swapped);
        assert_int_equal(body.poses, 300 - mirrored - swapped);
        largest_errors(scene, &body, 1, &shift, &turn);
        assert_true(shift < 1e-4 && turn < 3e-3);
        routh_marker_body_release(NULL, &body);
        free(scene);
    }
}

/* One marker is somewhere else in every tenth row: the others still have a pose. */
static void reflections_are_left_out(void **state) {
    (void)state;
    for (size_t count = 4; count <= 6; count++) {
        scene_of_markers *scene = new_scene(count, 400, 1e-5, 23 + count);
        routh_random random = routh_random_seed(29, count);
        double shift, turn;
        for (size_t i = 5; i < scene->rows; i += 10)
            for (int c = 0; c < 3; c++)
                scene->coordinate[i / 10 % count][c][i] += routh_random_uniform(&random, 0.02, 0.1);
        routh_marker_body body = fit(scene);
        assert_int_equal(body.poses, 400);
        assert_int_equal(body.repaired, 40);
        largest_errors(scene, &body, 0, &shift, &turn);
        assert_true(shift < 2e-4 && turn < 4e-3);
        routh_marker_body_release(NULL, &body);
        free(scene);
    }
}

static void loose_markers_are_refused(void **state) {
    (void)state;
    routh_random random = routh_random_seed(4, 4);
    scene_of_markers *scene = new_scene(4, 200, 0, 17);
    for (size_t i = 0; i < scene->rows; i++)
        for (int c = 0; c < 3; c++)
            scene->coordinate[2][c][i] += routh_random_uniform(&random, -0.1, 0.1);
    expect_refused(scene, "not on one rigid body");
    scene->count = 2;
    expect_refused(scene, "needs three of them");
    scene->count = 4;
    for (size_t i = 0; i < scene->rows; i++)
        hide(scene, i % 2, i), hide(scene, 2, i);
    expect_refused(scene, "needs three of them");
    free(scene);
}

static void expect_groups(size_t markers, const char *const *name, size_t count, const char *const *group_name,
                          const size_t *group) {
    routh_marker_groups groups;
    assert_int_equal(routh_marker_groups_find(NULL, markers, name, &groups), ROUTH_OK);
    assert_int_equal(groups.count, count);
    for (size_t k = 0; k < count; k++)
        assert_string_equal(groups.name[k], group_name[k]);
    for (size_t j = 0; j < markers; j++)
        assert_int_equal(groups.group[j], group[j]);
    routh_marker_groups_release(NULL, &groups);
}

static void names_make_groups(void **state) {
    (void)state;
    const char *const mixed[] = {"cube:1", "ball_A", "cube:2", "ball_B", "cube:3",
                                 "ball_C", "*17",    "lone",   "box-1",  "box-2"};
    expect_groups(10, mixed, 2, (const char *const[]){"cube", "ball"}, (const size_t[]){0, 1, 0, 1, 0, 1, 2, 2, 2, 2});
    const char *const numbered[] = {"cube1", "cube2", "cube3", "cube10"};
    expect_groups(4, numbered, 1, (const char *const[]){"cube"}, (const size_t[]){0, 0, 0, 0});
    const char *const plain[] = {"left", "Unlabeled 3", "right", "top"};
    expect_groups(4, plain, 1, (const char *const[]){""}, (const size_t[]){0, 1, 0, 0});
    const char *const numbers[] = {"1", "2", "3"};
    expect_groups(3, numbers, 1, (const char *const[]){""}, (const size_t[]){0, 0, 0});
    const char *const two[] = {"a:1", "a:2"};
    expect_groups(2, two, 0, NULL, (const size_t[]){0, 0});
}

static void memory_may_run_out(void **state) {
    (void)state;
    scene_of_markers *scene = new_scene(4, 50, 0, 19);
    const char *const name[] = {"a1", "a2", "a3", "b"};
    routh_status status = ROUTH_OUT_OF_MEMORY;
    for (int budget = 0; status != ROUTH_OK; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        routh_marker_body body;
        routh_marker_groups groups;
        status = routh_marker_body_fit(&context, "cube", 4, scene->marker, 50, &body);
        routh_marker_body_release(&context, &body);
        if (status == ROUTH_OK) {
            status = routh_marker_groups_find(&context, 4, name, &groups);
            routh_marker_groups_release(&context, &groups);
        }
        assert_true(status == ROUTH_OK || status == ROUTH_OUT_OF_MEMORY);
        assert_int_equal(book.blocks, 0);
    }
    free(scene);
}

SUBJECT(markers) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_without_noise),
        cmocka_unit_test(noise_reaches_the_bound),
        cmocka_unit_test(markers_may_be_missing),
        cmocka_unit_test(shapes_grow_together),
        cmocka_unit_test(planes_are_fine_lines_are_not),
        cmocka_unit_test(mirror_images_are_refused),
        cmocka_unit_test(reflections_are_left_out),
        cmocka_unit_test(loose_markers_are_refused),
        cmocka_unit_test(names_make_groups),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
