/* routh simulate --space: what it writes can be read and says what was asked for; mistakes are one line.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "run_program.h"

#include <math.h>

#include <jansson.h>
#include <routh/routh.h>

#define REFUSED(arguments, ...)                                                                                        \
    expect_refusal(run("simulate --space " arguments), "routh simulate: ", (const char *const[]){__VA_ARGS__, NULL}, 0)

static routh_table read_columns(const char *path, const char *const *names) {
    routh_context context = routh_context_default();
    routh_table table;
    if (routh_table_read(&context, routh_io_path(path), &(routh_table_columns){.required = names}, &table) != ROUTH_OK)
        fail_msg("%s", context.message);
    return table;
}

/* In flight the centre of mass is on its parabola, and a ball-like body turns evenly. */
static void a_single_toss_as_csv(void **state) {
    (void)state;
    static const char *const names[] = {"time", "px", "py", "pz", "qw", "qx", "qy", "qz", "vz", "wy", NULL};
    run_result result =
        succeed("simulate --space --shape cube:0.1 --mass 0.2 --position 0,0.1,0.5 --velocity 0.25,0,0.5 "
                "--spin 0,3,0 --duration 0.3 -o toss.csv");
    assert_non_null(strstr(result.out, "1 toss of 0.3 s, 0 impacts"));
    assert_non_null(strstr(result.out, "body        cube, 8 corners, 1000 cm³, 0.2 kg"));
    assert_string_equal(result.err, "");
    forget_result(&result);
    routh_table table = read_columns("toss.csv", names);
    assert_int_equal(table.rows, 76);
    for (size_t i = 0; i < table.rows; i++) {
        const double t = routh_table_column(&table, "time")[i];
        assert_true(fabs(routh_table_column(&table, "px")[i] - 0.25 * t) < 1e-14);
        assert_true(fabs(routh_table_column(&table, "py")[i] - 0.1) < 1e-14);
        assert_true(fabs(routh_table_column(&table, "pz")[i] - 0.5 - 0.5 * t + 9.81 * t * t / 2) < 1e-14);
        assert_true(fabs(routh_table_column(&table, "qw")[i] - cos(1.5 * t)) < 1e-12);
        assert_true(fabs(routh_table_column(&table, "qy")[i] - sin(1.5 * t)) < 1e-12);
        assert_true(fabs(routh_table_column(&table, "wy")[i] - 3) < 1e-12);
    }
    routh_table_release(NULL, &table);
    /* the same on standard output, and nothing else there */
    result = succeed("simulate --space --shape cube:0.1 --mass 0.2 --position 0,0.1,0.5 --velocity 0.25,0,0.5 "
                     "--spin 0,3,0 --duration 0.3 -o -");
    char *text = read_whole("toss.csv");
    assert_string_equal(result.out, text);
    free(text);
    forget_result(&result);
}

/* With noise the trajectory is what was measured, as in the dataset: off by the noise, and without velocities. */
static void a_noisy_toss_as_csv(void **state) {
    (void)state;
    static const char *const names[] = {"time", "px", "py", "pz", "qw", "qx", "qy", "qz", NULL};
    const double noise = 2e-3;
    run_result result =
        succeed("simulate --space --shape cube:0.1 --mass 0.2 --position 0,0,0.6 --duration 0.3 --rate 1000 "
                "--noise 2e-3,1e-2 -o toss.csv");
    forget_result(&result);
    routh_table table = read_columns("toss.csv", names);
    assert_int_equal(table.rows, 301);
    assert_null(routh_table_column(&table, "vx"));
    double square = 0, turn = 0;
    for (size_t i = 0; i < table.rows; i++) {
        const double t = routh_table_column(&table, "time")[i];
        const double off[3] = {routh_table_column(&table, "px")[i], routh_table_column(&table, "py")[i],
                               routh_table_column(&table, "pz")[i] - 0.6 + 9.81 * t * t / 2};
        for (int c = 0; c < 3; c++)
            square += off[c] * off[c] / (3 * 301);
        for (int c = 0; c < 3; c++) {
            const double half = routh_table_column(&table, names[5 + c])[i];
            turn += 4 * half * half / (3 * 301);
        }
    }
    routh_table_release(NULL, &table);
    /* 903 normal numbers: their deviation is known to 2.4 % */
    assert_true(fabs(sqrt(square) / noise - 1) < 0.12 && fabs(sqrt(turn) / 1e-2 - 1) < 0.12);
}

/* Time steps count no impacts, and have no law. */
static void time_steps(void **state) {
    (void)state;
    run_result result = succeed("simulate --space --integrator steps --duration 0.2");
    assert_non_null(strstr(result.out, "simulated-time-steps: 1 toss of 0.2 s, impacts are not counted in time steps"));
    forget_result(&result);
}

/* A box that is laid on the ground and pushed slides v²/(2 μ g), by --mu-slide and not by --mu. */
static void a_sliding_box(void **state) {
    (void)state;
    run_result result =
        succeed("simulate --space --shape box:0.3,0.3,0.05 --mass 2 --position 0,0,0.025 --velocity 1,0,0 "
                "--mu 0.7 --mu-slide 0.25 --eps 0 --duration 1 --step 1e-4 --json");
    json_t *root = json_loads(result.out, 0, NULL);
    assert_non_null(root);
    const json_t *run = json_object_get(root, "run");
    const double x = json_number_value(json_array_get(json_object_get(run, "end"), 0));
    assert_true(json_is_true(json_object_get(run, "rests")));
    /* a step is 1e-4 s: at most v h off */
    assert_true(fabs(x - 1 / (2 * 0.25 * 9.81)) < 2e-4);
    assert_true(json_number_value(json_object_get(json_object_get(root, "surface"), "mu_slide")) == 0.25);
    json_decref(root);
    forget_result(&result);
}

/* Where it starts: euler angles turn about x, then y, then z of the world, and a quaternion says the same. */
static void orientations(void **state) {
    (void)state;
    static const char *const names[] = {"qw", "qx", "qy", "qz", NULL};
    char line[256];
    const double a = 0.4, b = -0.7, c = 1.1;
    /* q = q_z q_y q_x, written out */
    const double ca = cos(a / 2), sa = sin(a / 2), cb = cos(b / 2), sb = sin(b / 2), cc = cos(c / 2), sc = sin(c / 2);
    const double q[4] = {cc * cb * ca + sc * sb * sa, cc * cb * sa - sc * sb * ca, cc * sb * ca + sc * cb * sa,
                         sc * cb * ca - cc * sb * sa};
    run_result result = succeed("simulate --space --euler 0.4,-0.7,1.1 --duration 0.01 -o euler.csv");
    forget_result(&result);
    snprintf(line, sizeof line, "simulate --space --orientation %.15g,%.15g,%.15g,%.15g --duration 0.01 -o turn.csv",
             q[0], q[1], q[2], q[3]);
    result = succeed(line);
    forget_result(&result);
    for (int k = 0; k < 2; k++) {
        routh_table table = read_columns(k ? "turn.csv" : "euler.csv", names);
        for (int i = 0; i < 4; i++)
            assert_true(fabs(routh_table_column(&table, names[i])[0] - q[i]) < 1e-13);
        routh_table_release(NULL, &table);
    }
}

/* Many tosses become a dataset that `routh toss` reads, with shape, mass and rate; the same seed makes the same, another one
 * others; and one of them is drawn. */
static void many_tosses(void **state) {
    (void)state;
    run_result result =
        succeed("simulate --space --shape box:0.12,0.08,0.05 --density 600 --count 4 --rate 200 --duration 0.5 "
                "--rounding 0.003 --noise 1e-4,1e-3 --svg toss.svg --html toss.html --drop 3 -o tosses.h5");
    assert_non_null(strstr(result.out, "simulated-rigid: 4 tosses of 0.5 s"));
    assert_non_null(strstr(result.out, "0.288 kg"));
    assert_non_null(strstr(result.out, "noise       0.0001 m, 0.001 rad"));
    forget_result(&result);
    routh_context context = routh_context_default();
    routh_dataset3 dataset;
    const routh_import3_options unstated = {.width = NAN, .mass = NAN, .rate = NAN, .gravity = NAN};
    if (routh_dataset3_read(&context, routh_io_path("tosses.h5"), &unstated, &dataset) != ROUTH_OK)
        fail_msg("%s", context.message);
    assert_int_equal(dataset.trajectory_count, 4);
    assert_int_equal(dataset.trajectory[0].count, 101);
    assert_true(dataset.rate == 200 && fabs(dataset.mass - 0.288) < 1e-12 && dataset.shape);
    assert_int_equal(dataset.shape->count, 8);
    routh_dataset3_release(NULL, &dataset);
    char *svg = read_whole("toss.svg"), *page = read_whole("toss.html"), *first = read_whole("tosses.h5");
    assert_non_null(strstr(svg, "simulated-rigid, toss 3"));
    assert_non_null(strstr(page, "simulated-rigid, toss 3"));
    free(svg);
    free(page);
    free(first);
    result = run("toss tosses.h5 --bootstrap 2"); /* too few impacts to compare laws, but it is read */
    assert_true(result.exit == 0 || result.exit == 1);
    assert_non_null(strstr(result.out, "simulated-rigid: 4 tosses, 404 frames"));
    forget_result(&result);
}

static void shapes(void **state) {
    (void)state;
    static const struct {
        const char *shape, *said;
    } all[] = {{"cube:0.1", "cube, 8 corners, 1000 cm³"},
               {"ellipsoid:0.05,0.04,0.03", "ellipsoid, 162 corners"},
               {"ellipsoid:0.05,0.04,0.03,13", "ellipsoid, 42 corners"},
               {"mesh:wedge.stl,mm", "wedge.stl, 6 corners, 30 cm³"},
               {"mesh:notch.obj,hull", "notch.obj, 8 corners"}};
    FILE *file = fopen("wedge.stl", "w");
    assert_non_null(file);
    /* a prism over a right triangle 60 × 50, 20 high, in mm */
    static const double corner[6][3] = {{0, 0, 0}, {60, 0, 0}, {0, 50, 0}, {0, 0, 20}, {60, 0, 20}, {0, 50, 20}};
    static const int face[8][3] = {{0, 2, 1}, {3, 4, 5}, {0, 1, 4}, {0, 4, 3},
                                   {1, 2, 5}, {1, 5, 4}, {2, 0, 3}, {2, 3, 5}};
    fputs("solid wedge\n", file);
    for (int f = 0; f < 8; f++) {
        fputs("facet normal 0 0 0\nouter loop\n", file);
        for (int k = 0; k < 3; k++)
            fprintf(file, "vertex %g %g %g\n", corner[face[f][k]][0], corner[face[f][k]][1], corner[face[f][k]][2]);
        fputs("endloop\nendfacet\n", file);
    }
    fputs("endsolid wedge\n", file);
    assert_int_equal(fclose(file), 0);
    /* a cube of 0.1 m with a point pushed in: not convex */
    file = fopen("notch.obj", "w");
    assert_non_null(file);
    for (int k = 0; k < 8; k++)
        fprintf(file, "v %g %g %g\n", k & 1 ? 0.1 : 0, k & 2 ? 0.1 : 0, k & 4 ? 0.1 : 0);
    fputs(
        "v 0.05 0.05 0.05\nf 1 3 4 2\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\nf 5 6 9\nf 6 8 9\nf 8 7 9\nf 7 5 9\n",
        file);
    assert_int_equal(fclose(file), 0);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char line[256];
        snprintf(line, sizeof line, "simulate --space --shape %s --mass 0.1 --spin 1,2,3 --duration 0.2", all[i].shape);
        run_result result = succeed(line);
        if (!strstr(result.out, all[i].said))
            fail_msg("%s: %s", all[i].shape, result.out);
        forget_result(&result);
    }
    expect_refusal(run("simulate --space --shape mesh:notch.obj"),
                   "routh simulate: ", (const char *const[]){"not convex", "mesh:notch.obj,hull", NULL}, 2);
    expect_refusal(run("simulate --space --shape mesh:wedge.stl"),
                   "routh simulate: ", (const char *const[]){"look like millimetres", "mesh:wedge.stl,mm", NULL}, 2);
}

/* A tilted plane in place of the ground: a frictionless box slides down it with g sin of its angle. */
static void planes(void **state) {
    (void)state;
    run_result result = succeed("simulate --space --shape box:0.2,0.2,0.05 --mass 1 --euler 0,-0.5,0 --plane "
                                "0,0,0;-0.479425538604203,0,0.8775825618903728 --law frictionless --eps 0 "
                                "--position -0.0119856384651051,0,0.0219395640472593 --duration 0.4 --json");
    json_t *root = json_loads(result.out, 0, NULL);
    assert_non_null(root);
    const json_t *end = json_object_get(json_object_get(root, "run"), "end");
    const double x = json_number_value(json_array_get(end, 0)) + 0.0119856384651051,
                 z = json_number_value(json_array_get(end, 2)) - 0.0219395640472593;
    const double along = -9.81 * 0.479425538604203 * 0.4 * 0.4 / 2;
    assert_true(fabs(x - along * 0.8775825618903728) < 2e-3 && fabs(z - along * 0.479425538604203) < 2e-3);
    json_decref(root);
    forget_result(&result);
}

/* A fixed cube of 0.2 m under a small one that is dropped flat: it comes to rest on top, wherever the part is put; beside it, on
 * the ground. */
static void parts(void **state) {
    (void)state;
    static const struct {
        const char *options;
        double height;
    } all[] = {{"--part cube.obj --position 0.1,0.1,0.3", 0.22},
               {"--part cube.obj,at=1;0;-0.05 --position 1.1,0.1,0.3", 0.17},
               {"--part cube.obj,at=1;0;0 --position 0,0,0.3", 0.02}};
    FILE *file = fopen("cube.obj", "w");
    assert_non_null(file);
    for (int k = 0; k < 8; k++)
        fprintf(file, "v %g %g %g\n", k & 1 ? 0.2 : 0, k & 2 ? 0.2 : 0, k & 4 ? 0.2 : 0);
    fputs("f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n", file);
    assert_int_equal(fclose(file), 0);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char line[256];
        snprintf(line, sizeof line, "simulate --space --shape cube:0.04 --mass 0.1 --eps 0.2 --json %s",
                 all[i].options);
        run_result result = succeed(line);
        json_t *root = json_loads(result.out, 0, NULL);
        assert_non_null(root);
        const json_t *made = json_object_get(root, "run");
        assert_true(json_is_true(json_object_get(made, "rests")));
        assert_true(fabs(json_number_value(json_array_get(json_object_get(made, "end"), 2)) - all[i].height) < 1e-6);
        json_decref(root);
        forget_result(&result);
    }
    expect_refusal(run("simulate --space --shape cube:0.04 --mass 0.1 --part cube.obj --position 0.1,0.1,0.1"),
                   "routh simulate: ", (const char *const[]){"inside what is fixed", NULL}, 1);
}

static void mistakes(void **state) {
    (void)state;
    REFUSED("--shape box:120,80,50", "152.6 m across", "metres");
    REFUSED("--position 0,0,0.01", "starts 0.0424 m inside what is fixed", "(0, 0, 0.01) m");
    REFUSED("--position 0,0,0.2:0.3", "--position 0,0,0.2:0.3", "needs --count");
    REFUSED("--velocity 1,2", "--velocity \"1,2\"", "three numbers");
    REFUSED("--count 2 --spin 1,2:x,3", "--spin \"2:x\"");
    REFUSED("--count 2 --spin 1,3:2,3", "--spin 3:2", "lower end");
    REFUSED("--x 1", "--x has no meaning with --space; use --position");
    REFUSED("--theta 1 --count 2", "--theta has no meaning with --space; use --euler");
    REFUSED("--omega 1", "use --spin");
    REFUSED("--vy 1", "use --velocity");
    REFUSED("--slope 5", "use --plane");
    REFUSED("--snr 20", "use --noise");
    REFUSED("--et 0.5", "--et has no meaning with --space; see");
    REFUSED("--eta2 0.5", "--eta2: rigid has no such parameter");
    REFUSED("--eta2 0.5 --integrator steps", "--eta2: the time-stepper has no such parameter");
    REFUSED("--law frictionless --mu 0.9", "--mu: frictionless has no such parameter", "--mu-slide");
    REFUSED("-o toss.html", "toss.html", "use --html");
    REFUSED("-o toss.svg", "use --svg");
    REFUSED("-o toss.json", "use --json");
    REFUSED("--mass 1 --density 1000", "--mass and --density");
    REFUSED("--density -1", "--density -1 kg/m³ is not positive");
    REFUSED("--orientation 1,1,0,0", "length of 1.414, not 1");
    REFUSED("--orientation 1,0,0,0 --euler 0,0,0", "--orientation or --euler");
    REFUSED("--euler 90,0,0", "angles are in rad");
    REFUSED("--noise 1e-3", "--noise \"1e-3\" is not two numbers");
    REFUSED("--noise 1e-3,2", "2 rad leaves no orientation");
    REFUSED("--plane 0,0,0", "--plane \"0,0,0\" should look like");
    REFUSED("--plane 0,0,0;0,0,0", "plane 1", "(--plane)");
    REFUSED("--law smith", "no law is called \"smith\"", "rigid");
    REFUSED("--law rigid --integrator steps", "--law has no effect");
    REFUSED("--rounding 0.2", "rounding = 0.2 m is outside", "(--rounding)");
    REFUSED("--tensor 1,1,100,0,0,0", "no body has these", "(--tensor)");
    REFUSED("--tensor 1,1", "--tensor \"1,1\" should look like");
    REFUSED("--centre 1", "--centre \"1\" should look like");
    REFUSED("--part no.stl", "no.stl: cannot read");
    REFUSED("--scatter 1,2", "--scatter \"1,2\" should be three numbers");
    REFUSED("--scatter -1,0,0", "scatter");
    REFUSED("--several maybe", "not one of together, in-turn, springs");
    REFUSED("--shape torus:1", "no shape in space is called \"torus\"", "ellipsoid");
    REFUSED("--shape ellipsoid:1,2", "should look like ellipsoid:0.05,0.04,0.03");
    REFUSED("--shape ellipsoid:0.1,0.1,0.1,1e6", "1e+06 corners; it can have 1 … 4002");
    REFUSED("--count 3 -o a.csv", "a trajectory as CSV is for a single toss");
    REFUSED("--drop 2 --svg a.svg", "--drop 2: there are 1");
    expect_refusal(run("simulate --rounding 0.01"),
                   "routh simulate: ", (const char *const[]){"--rounding needs --space", NULL}, 0);
    expect_refusal(run("simulate --plane 0,0,0;0,0,1"),
                   "routh simulate: ", (const char *const[]){"--plane needs --space", NULL}, 0);
}

SLOW_SUBJECT(simulate_space) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_single_toss_as_csv, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(a_noisy_toss_as_csv, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(time_steps, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(a_sliding_box, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(orientations, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(many_tosses, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(shapes, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(planes, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(parts, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(mistakes, enter_scratch, leave_scratch),
    };
    const int nothing = nothing_to_test();
    return nothing ? nothing : cmocka_run_group_tests(tests, NULL, NULL);
}
