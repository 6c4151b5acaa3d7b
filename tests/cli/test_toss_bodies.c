/* `routh toss` and `routh study` on tosses of a box and of a part from a file: the truth comes back; shapes that cannot be
 * right are refused, each with a line that says what would be.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "run_program.h"

#include <jansson.h>

#include "../segment/generated_bodies.h"
#include "geometry/geometry.h"

enum { RIGID = 2 };

/* One CSV file for each toss, in metres. */
static void write_body_tosses(const body_truth *t, int count) {
    const routh_dataset3 tosses = generate_body_tosses(t, NULL, (size_t)count, NULL);
    assert_int_equal(mkdir("tosses", 0777), 0);
    for (size_t i = 0; i < tosses.trajectory_count; i++) {
        char path[64];
        snprintf(path, sizeof path, "tosses/%s", tosses.trajectory[i].name);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs("px,py,pz,qw,qx,qy,qz\n", file);
        for (size_t k = 0; k < tosses.trajectory[i].count; k++) {
            const double *p = tosses.trajectory[i].position[k], *q = tosses.trajectory[i].orientation[k];
            fprintf(file, "%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", p[0], p[1], p[2], q[0], q[1], q[2], q[3]);
        }
        assert_int_equal(fclose(file), 0);
    }
    routh_dataset3 done = tosses;
    routh_dataset3_release(NULL, &done);
}

/* The drawing as OBJ, in millimetres, `shift` away from the tracked point. */
static void write_obj(const body_truth *t, const char *path, double shift) {
    double g[BODY_FACES];
    routh_polyhedron *part;
    for (size_t f = 0; f < t->faces; f++)
        g[f] = -t->offset[f];
    assert_int_equal(routh_polyhedron_of_halfspaces(NULL, t->faces, t->normal[0], g, &part), ROUTH_OK);
    const routh_polyhedron_facts facts = routh_polyhedron_facts_of(part);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (size_t v = 0; v < facts.vertices; v++)
        fprintf(file, "v %.12g %.12g %.12g\n", 1e3 * (facts.vertex[3 * v] + shift), 1e3 * facts.vertex[3 * v + 1],
                1e3 * facts.vertex[3 * v + 2]);
    for (size_t f = 0; f < facts.faces; f++) {
        const routh_face face = routh_polyhedron_face(part, f);
        fputc('f', file);
        for (size_t k = 0; k < face.count; k++)
            fprintf(file, " %zu", face.corner[k] + 1);
        fputc('\n', file);
    }
    assert_int_equal(fclose(file), 0);
    routh_polyhedron_release(NULL, part);
}

static void expect_words(const char *arguments, int code, const char *out, const char *err) {
    run_result result = run(arguments);
    if (result.exit != code || !strstr(result.out, out) || !strstr(result.err, err))
        print_error("routh %s: exit %d\n%s%s", arguments, result.exit, result.out, result.err);
    assert_int_equal(result.exit, code);
    assert_non_null(strstr(result.out, out));
    assert_non_null(strstr(result.err, err));
    forget_result(&result);
}

static double number_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static void expect_rigid(const char *command, const body_truth *t) {
    run_result result = succeed(command);
    json_t *all = json_loads(result.out, 0, NULL);
    assert_non_null(all);
    const json_t *rigid = json_array_get(json_object_get(all, "laws"), RIGID);
    assert_string_equal(json_string_value(json_object_get(rigid, "name")), "rigid");
    const json_t *parameters = json_object_get(rigid, "parameters");
    const double mu = number_of(json_object_get(parameters, "mu"), "value");
    const double eps = number_of(json_object_get(parameters, "e"), "value");
    print_message("%s: mu %.4f, e %.4f\n", command, mu, eps);
    assert_true(fabs(mu - t->pair.mu) < 0.005);
    assert_true(fabs(eps - t->pair.eps) < 0.005);
    assert_true(json_is_array(json_object_get(json_object_get(all, "calibration"), "tensor")));
    json_decref(all);
    forget_result(&result);
}

static void a_box(void **state) {
    (void)state;
    const body_truth t = box_truth(0.12, 0.08, 0.05, 0.004);
    write_body_tosses(&t, effort(8, 8, 24));
    expect_rigid("toss tosses --shape box:0.12,0.08,0.05 --mass 0.3 --rate 240 --bootstrap 2 --json", &t);
    expect_words("toss tosses --shape box:0.12,0.08,0.05 --rate 240 --mass 0.3 --tensor 1,1,-1,0,0,0", 2, "",
                 "not positive definite");
    /* the shape and the mass go into the dataset, and come with it; what is given takes their place */
    expect_words("import tosses --space --shape box:0.12,0.08,0.05 --mass 0.3 --rate 240 -o box.h5", 0,
                 "body        box, 8 corners, 0.3 kg", "");
    run_result text = succeed("toss box.h5 --density 625 --bootstrap 2");
    assert_non_null(strstr(text.out, "The body: box, 8 corners, 480 cm³"));
    assert_non_null(strstr(text.out, "rounded with a radius of 4.0 ±"));
    assert_non_null(strstr(text.out, "in the mean of the three"));
    assert_non_null(strstr(text.out, "standard errors from"));
    assert_null(strstr(text.out, "cube"));
    forget_result(&text);
    expect_rigid("study box.h5 --bootstrap 2 --json -o out", &t);
    expect_words("toss box.h5 --calibration out/results.json --shape box:0.12,0.08,0.04", 2, "",
                 "out/results.json is of another body: it has 8 corners and 480 cm³, this one 8 corners and 384 cm³");
    text = succeed("toss box.h5 --calibration out/results.json --shape box:0.12,0.08,0.05 --bootstrap 2");
    assert_null(strstr(text.err, "no mass is given"));
    forget_result(&text);
    expect_words("toss box.h5 --shape cube:0.1048 --no-calibration --bootstrap 2", 1, "The cube\n", "");
}

static void a_part_from_a_file(void **state) {
    (void)state;
    body_truth t = irregular_truth(5, 11, 0.002);
    write_body_tosses(&t, effort(9, 9, 24));
    write_obj(&t, "part.obj", 0.07);
    expect_rigid(
        "study tosses --shape mesh:part.obj,mm,tracked=70;0;0 --mass 0.3 --rate 240 --bootstrap 2 --json -o out", &t);
    expect_words("toss tosses --shape mesh:part.obj --mass 0.3", 2, "", "they look like millimetres");
    expect_words("toss tosses --shape mesh:part.obj --mass 0.3", 2, "", "(--shape mesh:part.obj,mm)");
    expect_words("toss tosses --shape mesh:part.obj,mm -o part.obj", 2, "", "the same file");
}

static void shapes_that_cannot_be(void **state) {
    (void)state;
    write_whole("bent.obj", "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\n"
                            "v 1 2 1\nv 0 2 1\nf 1 4 3\nf 1 3 2\nf 1 6 4\nf 6 5 4\nf 7 9 10\nf 7 8 9\nf 7 10 12\n"
                            "f 12 10 11\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n");
    const struct {
        const char *shape, *words;
    } cases[] = {
        {"cone:1,2", "no shape in space is called \"cone\"; there are cube:0.1048"},
        {"box:1,2", "should look like box:0.12,0.08,0.05"},
        {"box:0.1,0.2,-0.3", "sides of 0.1, 0.2 and -0.3 m"},
        {"cube:0", "should look like cube:0.1048"},
        {"mesh:", "names no file"},
        {"mesh:missing.stl,mm", "missing.stl"},
        {"mesh:bent.obj,cm", "not convex"},
        {"mesh:bent.obj,cm", "(--shape mesh:bent.obj,cm,hull)"},
        {"mesh:bent.obj,cm,tracked=1;2", "should look like tracked=0.01;0.02;0.03"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[256];
        snprintf(command, sizeof command, "toss nowhere --shape %s", cases[i].shape);
        expect_words(command, 2, "", cases[i].words);
        snprintf(command, sizeof command, "toss nowhere --width 0.1 --shape %s", cases[i].shape);
        expect_words(command, 2, "", "--width 0.1 is --shape cube:0.1");
    }
    expect_words("toss nowhere --shape cube:0.1 --tensor 1,1,1,0,0,0", 2, "", "--tensor needs --shape box or mesh");
    expect_words("toss nowhere --shape box:1,1,2 --mass 1 --tensor 1,1,1", 2, "",
                 "should look like 2e-4,4e-4,5e-4,0,0,0");
    expect_words("toss nowhere --shape box:1,1,2 --mass 1 --inertia 1 --tensor 1,1,1,0,0,0", 2, "", "give one of them");
    expect_words("toss nowhere --shape cube:0.1 --mass 1 --density 1000", 2, "", "give one of them");
}

SLOW_SUBJECT(toss_bodies) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_box, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(a_part_from_a_file, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(shapes_that_cannot_be, enter_scratch, leave_scratch),
    };
    const int skipped = nothing_to_test();
    return skipped ? skipped : cmocka_run_group_tests(tests, NULL, NULL);
}
