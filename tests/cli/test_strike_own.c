/* `routh strike`: the paper's cases with values of one's own, the sweep of a shot, and the course of a scene.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "run_program.h"
#include "strike_json.h"

/* With the same velocity of its surface a ball bounces the same whatever its mass and radius. */
static void test_own_ball(void **state) {
    (void)state;
    json_t *root = struck("paper ball --mass 7 --radius 0.25 --spin 0,8,0 --velocity -1,0,-5 --json");
    const json_t *body = json_array_get(json_object_get(root, "bodies"), 0);
    check_vector(json_object_get(body, "velocity"), 0.544090, 0, 2.5, 1e-6);
    check_vector(json_object_get(body, "spin"), 0, -4 * 1.860225, 0, 4e-6);
    json_decref(root);
    /* upright, a pencil that falls straight down meets the table as a point mass: v_n → −e v_n and no spin */
    root = struck("paper pencil --tilt 90 --height 2 --cone 0.3 --radius 0.1 --mass 3 --velocity 0,0,-2 --spin "
                  "0,0,0 --eps 0.25 --json");
    body = json_array_get(json_object_get(root, "bodies"), 0);
    check_vector(json_object_get(body, "velocity"), 0, 0, 0.5, 1e-9);
    check_vector(json_object_get(body, "spin"), 0, 0, 0, 1e-9);
    json_decref(root);
}

/* What is struck at another place comes to rest that much farther; a shot turned with its ball is the same shot. */
static void test_own_masse(void **state) {
    (void)state;
    json_t *here = struck("paper masse --velocity 0.3,0.1,0 --spin 1,2,3 --table-mu 0.25 --cue-mass 0.6 --json");
    json_t *there = struck("paper masse --velocity 0.3,0.1,0 --spin 1,2,3 --table-mu 0.25 --cue-mass 0.6 "
                           "--position 1,-2 --json");
    json_t *turned = struck("paper masse --velocity -0.1,0.3,0 --spin -2,1,3 --table-mu 0.25 --cue-mass 0.6 "
                            "--azimuth 90 --json");
    const json_t *path[3] = {json_object_get(here, "path"), json_object_get(there, "path"),
                             json_object_get(turned, "path")};
    const json_t *x[3];
    for (int i = 0; i < 3; i++)
        x[i] = json_object_get(json_array_get(path[i], json_array_size(path[i]) - 1), "position");
    check_vector(x[1], number_at(x[0], 0) + 1, number_at(x[0], 1) - 2, number_at(x[0], 2), 1e-6);
    check_vector(x[2], -number_at(x[0], 1), number_at(x[0], 0), number_at(x[0], 2), 1e-6);
    assert_true(json_number_value(json_object_get(json_object_get(here, "constants"), "cue_mass")) == 0.6);
    assert_true(number_at(json_object_get(json_object_get(here, "shot"), "ball_spin"), 2) == 3);
    assert_true(json_number_value(json_object_get(here, "energy")) <
                json_number_value(json_object_get(here, "energy_before")));
    json_decref(here);
    json_decref(there);
    json_decref(turned);
}

/* The middle line of a sweep is the shot alone. */
static void test_sweep(void **state) {
    (void)state;
    json_t *alone = struck("paper masse --stiffness 20 --tip-nu 0.25 --json");
    run_result csv = succeed("paper masse --stiffness 20 --tip-nu 0.25 --sweep 3 --format csv");
    assert_int_equal(count_lines(csv.out), 1 + 9);
    const char *line = csv.out;
    for (int i = 0; i < 5; i++)
        line = strchr(line, '\n') + 1;
    double stiffness, tip, table, v[3], w[3], rest[2];
    int ended;
    assert_int_equal(sscanf(line, "%lf,%lf,%lf,%d,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &stiffness, &tip, &table, &ended,
                            &v[0], &v[1], &v[2], &w[0], &w[1], &w[2], &rest[0], &rest[1]),
                     12);
    assert_true(stiffness == 20 && ended == 1);
    check_vector(json_object_get(json_object_get(alone, "ball"), "velocity"), v[0], v[1], v[2], 0);
    check_vector(json_object_get(json_object_get(alone, "ball"), "spin"), w[0], w[1], w[2], 0);
    run_result text = succeed("paper masse --sweep 3"), svg = succeed("paper masse --sweep 3 -o s.svg");
    assert_non_null(strstr(text.out, "the shot itself"));
    json_decref(alone);
    forget_result(&csv);
    forget_result(&text);
    forget_result(&svg);
}

/* The last line of the curve is the scene that comes out; the picture is drawn from the same numbers. */
static void test_scene_curve(void **state) {
    (void)state;
    write_whole("row.json", ROW_OF_BALLS);
    run_result result = succeed("strike --scene row.json --curve curve.csv --points 50"), plain, listed, picture;
    plain = succeed("strike --scene row.json");
    assert_string_equal(result.out, plain.out);
    char *curve = read_whole("curve.csv");
    assert_memory_equal(curve, "time,kinetic,stored,body0_vx,", 29);
    assert_true(count_lines(curve) >= 51);
    const char *last = curve;
    double highest = INFINITY;
    for (char *line = strchr(curve, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        double t, kinetic, stored;
        assert_int_equal(sscanf(line, "%lf,%lf,%lf", &t, &kinetic, &stored), 3);
        assert_true(kinetic + stored <= highest + 1e-8);
        highest = kinetic + stored;
        last = line;
    }
    double t, kinetic, stored, v[3];
    assert_int_equal(sscanf(last, "%lf,%lf,%lf,%lf,%lf,%lf", &t, &kinetic, &stored, &v[0], &v[1], &v[2]), 6);
    json_t *root = parsed(plain.out);
    check_vector(json_object_get(json_array_get(json_object_get(root, "bodies"), 0), "velocity"), v[0], v[1], v[2], 0);
    listed = succeed("strike --scene row.json --points 50 --format csv");
    assert_string_equal(listed.out, curve);
    picture = succeed("strike --scene row.json --figure time -o course.svg");
    char *svg = read_whole("course.svg");
    assert_memory_equal(svg, "<?xml", 5);
    assert_non_null(strstr(svg, "</svg>\n"));
    free(svg);
    free(curve);
    json_decref(root);
    forget_result(&result);
    forget_result(&plain);
    forget_result(&listed);
    forget_result(&picture);
}

/* Balls in a row pass the motion on to the last one: with rigid contacts, not with springs. */
static void test_rigid_scene(void **state) {
    (void)state;
    write_whole("row.json", ROW_OF_BALLS);
    run_result result = succeed("strike --scene row.json --rigid -o after.json"), again;
    assert_non_null(strstr(result.err, "all 8 orders of impacts end in the same motion"));
    char *text = read_whole("after.json");
    json_t *root = parsed(text), *rigid = json_object_get(root, "rigid");
    assert_string_equal(json_string_value(json_object_get(rigid, "answer")), "unique");
    const json_t *contacts = json_object_get(rigid, "contacts");
    check_vector(json_object_get(json_array_get(contacts, 0), "velocity_after"), 0, 0, 0, 1e-12);
    check_vector(json_object_get(json_array_get(contacts, 1), "velocity_after"), 0, 0, 1, 1e-12);
    const json_t *last = json_array_get(json_object_get(root, "bodies"), 2);
    assert_true(number_at(json_object_get(last, "velocity"), 0) < 0.999);
    again = run("strike --scene after.json"); /* a scene again, and nothing closes */
    assert_non_null(strstr(again.err, "no contact is closing"));
    free(text);
    json_decref(root);
    forget_result(&result);
    forget_result(&again);
}

SUBJECT(strike_own) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_own_ball, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_own_masse, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_sweep, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_scene_curve, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_rigid_scene, enter_scratch, leave_scratch),
    };
    int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
