/* Pictures, pages and tables of a run in space: well-formed, true to scale, the same every time and in every locale, with
 * every impact, nothing fetched from elsewhere; and the pieces that write tosses with two tracks.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "cases.h"

#include <math.h>

#include <jansson.h>

#include "../comma_locale.h"
#include "algebra/space.h"
#include "file/json_build.h"
#include "report/write.h"

static const routh_plane3 planes[] = {{.normal = {0, 0, 2}}, {.point = {0.4, 0, 0}, .normal = {-1, 0, 0.5}}};

typedef struct tossed {
    routh_shape3 shape;
    routh_polyhedron *part;
    routh_world3 world;
    routh_run3 run;
} tossed;

static void toss(tossed *t, int ellipsoid, double duration) {
    routh_context context = routh_context_default();
    const double side[3] = {0.12, 0.08, 0.05}, axis[3] = {0.06, 0.04, 0.03};
    routh_run3_options options = routh_run3_options_default();
    const routh_state3 start = {.time = 2,
                                .position = {-0.2, 0.05, 0.3},
                                .orientation = {0.5, 0.5, 0.1, 0.7},
                                .velocity = {{0.7, 0.1, 0.2}, {4, 6, -3}}};
    *t = (tossed){.part = NULL};
    if (ellipsoid)
        assert_int_equal(routh_shape3_ellipsoid(NULL, axis, 42, &t->shape), ROUTH_OK);
    else
        assert_int_equal(routh_shape3_box(NULL, side, &t->shape), ROUTH_OK);
    t->world = routh_world3_of(&t->shape, 0.3);
    t->world.plane = planes;
    t->world.plane_count = 2;
    t->world.rounding = ellipsoid ? 0 : 0.004;
    t->world.centre[0] = 0.003;
    options.duration = duration;
    options.rate = 200;
    if (routh_world3_run(&context, &t->world, &start, &options, &t->run) != ROUTH_OK)
        fail_msg("%s", context.message);
}

static void forget(tossed *t) {
    routh_run3_release(NULL, &t->run);
    routh_shape3_release(NULL, &t->shape);
    routh_polyhedron_release(NULL, t->part);
}

static char *written(const tossed *t, const char *title, const char *name) {
    routh_buffer buffer = {0};
    assert_int_equal(routh_run3_write(NULL, &t->world, &t->run, title, routh_io_buffer(&buffer, name)), ROUTH_OK);
    return buffer.byte;
}

static size_t count_of(const char *text, const char *part) {
    size_t count = 0;
    for (const char *found = strstr(text, part); found; found = strstr(found + 1, part))
        count++;
    return count;
}

static void test_picture(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        tossed t;
        toss(&t, k, 1);
        char *svg = written(&t, "a <toss>", "toss.svg");
        assert_int_equal(count_of(svg, "class=\"surface\""), 2);
        assert_int_equal(count_of(svg, "class=\"path\""), 1);
        assert_true(count_of(svg, "class=\"outline\"") >= 5 && count_of(svg, "class=\"outline\"") <= 40);
        assert_int_equal(count_of(svg, "class=\"contact\""), t.run.record_count < 100 ? t.run.record_count : 100);
        assert_non_null(strstr(svg, "a &lt;toss&gt;"));
        assert_non_null(strstr(svg, k ? "ellipsoid, 42 corners" : "box, 8 corners"));
        assert_true(!strstr(svg, "nan") && !strstr(svg, "inf") && !strstr(svg, "http://www.w3.org/1999/xlink"));
        assert_int_equal(count_of(svg, "<g"), count_of(svg, "</g>"));
        free(svg);
        forget(&t);
    }
}

/* One scale in all directions: what is drawn of the path has the length that a parallel projection gives it, and a contact lies
 * where the same projection puts it. The picture's axes are found from the first samples, not taken from the code. */
static void test_true_to_scale(void **state) {
    (void)state;
    tossed t;
    toss(&t, 0, 0.6);
    char *svg = written(&t, NULL, "toss.svg"), *from = strstr(svg, "class=\"path\" points=\"");
    enum { POINTS = 60 };
    double at[POINTS][2];
    from += strlen("class=\"path\" points=\"");
    for (int i = 0; i < POINTS; i++)
        at[i][0] = strtod(from, &from), from++, at[i][1] = strtod(from, &from), from++;
    /* screen = A x + b by least squares; A's rows are perpendicular and of the same length */
    double normal[4][4] = {{0}}, right[2][4] = {{0}}, a[2][4];
    for (int i = 0; i < POINTS; i++) {
        const double *p = t.run.sample[i].position, row[4] = {p[0], p[1], p[2], 1};
        for (int r = 0; r < 4; r++) {
            for (int c = 0; c < 4; c++)
                normal[r][c] += row[r] * row[c];
            for (int k = 0; k < 2; k++)
                right[k][r] += row[r] * at[i][k];
        }
    }
    for (int k = 0; k < 2; k++) { /* Gauss with the largest pivot */
        double m[4][5];
        for (int r = 0; r < 4; r++) {
            memcpy(m[r], normal[r], sizeof normal[r]);
            m[r][4] = right[k][r];
        }
        for (int i = 0; i < 4; i++) {
            int best = i;
            for (int r = i; r < 4; r++)
                best = fabs(m[r][i]) > fabs(m[best][i]) ? r : best;
            for (int c = 0; c < 5; c++) {
                const double kept = m[i][c];
                m[i][c] = m[best][c];
                m[best][c] = kept;
            }
            for (int r = 0; r < 4; r++)
                for (int c = 4; r != i && c >= i; c--)
                    m[r][c] -= m[r][i] / m[i][i] * m[i][c];
        }
        for (int i = 0; i < 4; i++)
            a[k][i] = m[i][4] / m[i][i];
    }
    const double wide = routh_length3(a[0]), high = routh_length3(a[1]);
    assert_true(fabs(wide / high - 1) < 0.01 && fabs(routh_dot3(a[0], a[1])) < 0.01 * wide * high);
    double cx, cy;
    assert_true(t.run.record_count > 0);
    assert_int_equal(sscanf(strstr(svg, "class=\"contact\""), "class=\"contact\" cx=\"%lf\" cy=\"%lf\"", &cx, &cy), 2);
    const double *point = t.run.record[0].point;
    assert_true(fabs(cx - routh_dot3(a[0], point) - a[0][3]) < 1);
    assert_true(fabs(cy - routh_dot3(a[1], point) - a[1][3]) < 1);
    free(svg);
    forget(&t);
}

/* The columns of the table are the run's states, the tracked point in place of the centre of mass. */
static void test_table(void **state) {
    (void)state;
    tossed t;
    toss(&t, 0, 0.5);
    char *csv = written(&t, NULL, "toss.csv");
    routh_table table;
    static const char *const names[] = {"time", "px", "py", "pz", "qw", "qx", "qy", "qz",
                                        "vx",   "vy", "vz", "wx", "wy", "wz", NULL};
    assert_int_equal(routh_table_read(NULL, routh_io_memory(csv, strlen(csv), "toss.csv"),
                                      &(routh_table_columns){.required = names}, &table),
                     ROUTH_OK);
    assert_int_equal(table.rows, t.run.sample_count);
    for (size_t i = 0; i < table.rows; i++) {
        const routh_state3 *s = &t.run.sample[i];
        double point[3];
        routh_world3_tracked(&t.world, s, point);
        assert_true(routh_table_column(&table, "time")[i] == s->time);
        assert_true(routh_table_column(&table, "py")[i] == point[1]);
        assert_true(routh_table_column(&table, "qz")[i] == s->orientation[3]);
        assert_true(routh_table_column(&table, "vz")[i] == s->velocity.velocity[2]);
        assert_true(routh_table_column(&table, "wx")[i] == s->velocity.spin[0]);
    }
    routh_table_release(NULL, &table);
    free(csv);
    forget(&t);
}

static double at2(const json_t *list, size_t i, size_t j) {
    return json_number_value(json_array_get(json_array_get(list, i), j));
}

/* The JSON has body, surface, states and what the page shows: poses of the tracked point, impacts timed from the start,
 * planes with unit normals, faces that close. */
static void test_json(void **state) {
    (void)state;
    tossed t;
    toss(&t, 0, 0.8);
    char *text = written(&t, "title", "toss.json");
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    assert_string_equal(json_string_value(json_object_get(root, "kind")), "tosses");
    const json_t *toss_object = json_array_get(json_object_get(root, "tosses"), 0);
    const json_t *track = json_array_get(json_object_get(toss_object, "tracks"), 0);
    const json_t *poses = json_object_get(track, "poses"), *impacts = json_object_get(toss_object, "impacts");
    assert_int_equal(json_array_size(poses), t.run.sample_count);
    assert_true(fabs(json_number_value(json_object_get(toss_object, "rate")) - 200) < 1e-6);
    for (size_t i = 0; i < t.run.sample_count; i++) {
        double point[3];
        routh_world3_tracked(&t.world, &t.run.sample[i], point);
        for (size_t c = 0; c < 3; c++)
            assert_true(fabs(at2(poses, i, c) - point[c]) < 1e-11);
        for (size_t c = 0; c < 4; c++)
            assert_true(fabs(at2(poses, i, 3 + c) - t.run.sample[i].orientation[c]) < 1e-11);
    }
    assert_int_equal(json_integer_value(json_object_get(impacts, "count")), t.run.record_count);
    for (size_t i = 0; i < t.run.record_count; i++) {
        assert_true(fabs(json_number_value(json_array_get(json_object_get(impacts, "time"), i)) -
                         (t.run.record[i].time - 2)) < 1e-11);
        assert_true(fabs(at2(json_object_get(impacts, "point"), i, 2) - t.run.record[i].point[2]) < 1e-11);
    }
    const json_t *shape = json_object_get(root, "shape"), *list = json_object_get(root, "planes");
    assert_int_equal(json_array_size(json_object_get(shape, "vertices")), 8);
    assert_int_equal(json_array_size(json_object_get(shape, "faces")), 6);
    for (size_t f = 0; f < 6; f++)
        assert_int_equal(json_array_size(json_array_get(json_object_get(shape, "faces"), f)), 4);
    assert_true(json_number_value(json_object_get(shape, "rounding")) == 0.004);
    assert_int_equal(json_array_size(list), 2);
    assert_true(fabs(json_number_value(json_array_get(json_object_get(json_array_get(list, 0), "normal"), 2)) - 1) <
                1e-12);
    assert_true(json_is_null(json_object_get(root, "part")));
    assert_true(json_number_value(json_object_get(json_object_get(root, "body"), "mass")) == 0.3);
    assert_string_equal(json_string_value(json_object_get(json_object_get(root, "surface"), "law")), "rigid");
    assert_int_equal(json_array_size(json_object_get(json_object_get(root, "states"), "spin")), t.run.sample_count);
    json_decref(root);
    free(text);
    forget(&t);
}

/* The page's data are those of the JSON with fewer digits; its title is data too; it asks nothing of the network. */
static void test_page(void **state) {
    (void)state;
#ifndef ROUTH_HAVE_WEB
    skip();
#else
    tossed t;
    toss(&t, 0, 0.5);
    char *page = written(&t, "a </script> & more", "toss.html");
    assert_memory_equal(page, "<!doctype html>", 15);
    assert_true(!strstr(page, "src=\"http") && !strstr(page, "href=\"http"));
    assert_non_null(strstr(page, "a \\u003c/script> & more"));
    assert_non_null(strstr(page, "\"kind\":\"tosses\""));
    free(page);
    forget(&t);
#endif
}

/* Two tracks, a region and a fixed part, as rollouts write them. */
static void test_two_tracks(void **state) {
    (void)state;
    tossed t;
    toss(&t, 0, 0.2);
    double corner[8][3];
    const routh_spread3_instant instants[2] = {{.radius = 0.01, .angle = 0.1}, {.radius = NAN, .angle = 0.2}};
    for (int k = 0; k < 8; k++)
        for (int c = 0; c < 3; c++)
            corner[k][c] = k >> c & 1;
    assert_int_equal(routh_polyhedron_of_points(NULL, 8, corner[0], 0, &t.part), ROUTH_OK);
    t.world.part = t.part;
    t.world.part_pose.position[0] = 5;
    json_t *tosses = json_array(), *tracks = json_array(), *poses[2] = {json_array(), json_array()};
    for (size_t i = 0; i < 5; i++)
        routh_json_add(&poses[i >= 3], routh_toss_pose(&t.world, &t.run.sample[i < 3 ? i : i - 2]));
    routh_json_add(&tracks, routh_toss_track("recorded", 0, poses[0]));
    routh_json_add(&tracks, routh_toss_track("predicted", 1, poses[1]));
    json_t *region = json_object();
    ROUTH_PUT_COLUMNS(&region, routh_spread3_instant, instants, 2, radius, angle);
    routh_json_add(&tosses,
                   ROUTH_JSON_NEW(routh_toss_layout, .name = "toss_001", .label = "worst", .rate = 148, .fitted = 0.05,
                                  .tracks = tracks, .impacts = routh_toss_impacts(NULL, 0, 0), .region = region,
                                  .numbers = ROUTH_JSON_NEW(routh_toss_numbers_layout, 0.05, NAN, NAN, NAN)));
    json_t *root = routh_tosses_json(&t.world, (routh_tosses_layout){.title = "rollouts",
                                                                     .words = json_array(),
                                                                     .columns = json_array(),
                                                                     .tables = json_array(),
                                                                     .charts = json_array(),
                                                                     .tosses = tosses,
                                                                     .total = routh_json_count(20)});
    assert_non_null(root);
    assert_int_equal(json_integer_value(json_object_get(root, "total")), 20);
    const json_t *one = json_array_get(json_object_get(root, "tosses"), 0);
    assert_int_equal(json_array_size(json_object_get(one, "tracks")), 2);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(json_object_get(one, "tracks"), 1), "first")),
                     1);
    assert_true(json_is_null(json_array_get(json_object_get(json_object_get(one, "region"), "radius"), 1)));
    assert_true(json_is_null(json_object_get(json_object_get(one, "numbers"), "rotation")));
    assert_true(json_number_value(json_object_get(json_object_get(one, "numbers"), "position")) == 0.05);
    const json_t *part = json_object_get(root, "part");
    assert_int_equal(json_array_size(json_object_get(part, "vertices")), 8);
    for (size_t i = 0; i < 8; i++)
        assert_true(at2(json_object_get(part, "vertices"), i, 0) >= 5);
    json_decref(root);
    forget(&t);
}

/* A run of one sample, and one that touches nothing. */
static void test_still(void **state) {
    (void)state;
    tossed t;
    toss(&t, 0, 0);
    assert_int_equal(t.run.sample_count, 1);
    char *svg = written(&t, NULL, "toss.svg"), *json = written(&t, NULL, "toss.json");
    assert_non_null(strstr(svg, "It touches nothing."));
    assert_non_null(strstr(svg, "A tossed body"));
    assert_non_null(strstr(json, "It touches nothing."));
    assert_true(!strstr(svg, "nan") && !strstr(svg, "inf"));
    free(svg);
    free(json);
    forget(&t);
}

static void test_refused(void **state) {
    (void)state;
    tossed t;
    toss(&t, 0, 0.1);
    routh_context context = routh_context_default();
    routh_buffer buffer = {0};
    assert_int_equal(routh_run3_write(&context, &t.world, &t.run, NULL, routh_io_buffer(&buffer, "toss.png")),
                     ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, ".html"));
    const routh_run3 empty = {0};
    assert_int_equal(routh_run3_write(&context, &t.world, &empty, NULL, routh_io_buffer(&buffer, "toss.svg")),
                     ROUTH_BAD_ARGUMENT);
    t.world.mass = -1;
    assert_int_not_equal(routh_run3_write(&context, &t.world, &t.run, NULL, routh_io_buffer(&buffer, "toss.svg")),
                         ROUTH_OK);
    forget(&t);
}

static void test_the_same_in_every_locale(void **state) {
    (void)state;
    static const char *const names[] = {"toss.svg", "toss.json", "toss.csv", "toss.html"};
    tossed t;
    toss(&t, 0, 0.3);
    char *before[4];
    for (int i = 0; i < 4; i++)
        before[i] = written(&t, NULL, names[i]);
    enter_comma_locale();
    for (int i = 0; i < 4; i++) {
        char *after = written(&t, NULL, names[i]);
        assert_string_equal(before[i], after);
        free(after);
        free(before[i]);
    }
    setlocale(LC_ALL, "C");
    forget(&t);
}

SUBJECT(run3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_picture),
        cmocka_unit_test(test_true_to_scale),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_page),
        cmocka_unit_test(test_two_tracks),
        cmocka_unit_test(test_still),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_the_same_in_every_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
