/* `routh export`: every format, bodies, samples, and what is refused with nothing written.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <sys/stat.h>

#include "../subject.h"
#include "run_program.h"

#include <jansson.h>
#include <routh/routh.h>

#define CUBE "--shape cube:0.1 --mass 0.37"

static const char table[] = "{\"materials\": [{\"name\": \"cube on board\", \"law\": \"rigid\", \"parameters\": {"
                            "\"mu\": {\"value\": 0.2, \"sd\": 0.01}, \"eps\": {\"value\": 0.5, \"sd\": 0.02}}, "
                            "\"approach\": [0.4, 2.5]}]}";

static void test_formats(void **state) {
    (void)state;
    static const struct {
        const char *format, *snippet, *model;
    } formats[] = {
        {"mjcf", "solref=\"-", "<freejoint/>"},
        {"sdf", "<restitution_coefficient>0.5</restitution_coefficient>", "<max_step_size>0.001</max_step_size>"},
        {"urdf", "<restitution value=\"0.5\"/>", "<robot name=\"routh\">"},
        {"drake", "<drake:hunt_crossley_dissipation>", "xmlns:drake"},
        {"bullet", "<restitution value=\"0.5\"/>", "btDiscreteDynamicsWorld"},
        {"usd", "float physics:restitution = 0.5", "#usda 1.0"},
        {"json", "\"engines\": [", "\"engines\": ["}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char line[256];
        snprintf(line, sizeof line, "export --mu 0.25 --eps 0.5 " CUBE " --to %s --model model", formats[i].format);
        run_result result = succeed(line);
        char *model = read_whole("model");
        assert_non_null(strstr(result.out, formats[i].snippet));
        assert_non_null(strstr(model, formats[i].model));
        free(model);
        forget_result(&result);
    }
}

static double number_in(const json_t *engine, const char *name) {
    return json_number_value(json_object_get(engine, name));
}

/* MuJoCo's convex solver is spoken of where its values are written; textbooks' values are those of JSON, too. */
static void test_slip_and_textbook(void **state) {
    (void)state;
    double stiffness[2];
    for (int textbook = 0; textbook < 2; textbook++) {
        run_result result = succeed(textbook ? "export --mu 0.25 --eps 0.55 --to json --textbook " CUBE
                                             : "export --mu 0.25 --eps 0.55 --to json " CUBE);
        json_t *root = json_loads(result.out, 0, NULL);
        const json_t *mujoco = json_array_get(json_object_get(root, "engines"), 0);
        stiffness[textbook] = number_in(json_array_get(json_object_get(mujoco, "parameters"), 1), "value");
        assert_true(number_in(mujoco, "slip_adds") > 0.01);
        assert_int_equal(strstr(json_string_value(json_object_get(mujoco, "how")), "textbook") != NULL, textbook);
        assert_true(number_in(json_array_get(json_object_get(root, "engines"), 1), "slip_adds") == 0);
        json_decref(root);
        forget_result(&result);
    }
    assert_true(stiffness[0] != stiffness[1]);
    run_result snippet = succeed("export --mu 0.25 --eps 0.55 --step 0.002 --to mjcf " CUBE);
    assert_non_null(strstr(snippet.out, "e 0.55 becomes up to 0.94"));
    assert_non_null(strstr(snippet.err, "up to 0.39"));
    forget_result(&snippet);
    run_result none = succeed("export --mu 0 --eps 0.55 --step 0.002 --to mjcf " CUBE);
    assert_null(strstr(none.out, "slip"));
    assert_string_equal(none.err, "");
    forget_result(&none);
}

/* Energetic restitution is converted; the interval and the source of a table arrive in comments. */
static void test_table(void **state) {
    (void)state;
    write_whole("table.json", table);
    run_result result = succeed("export table.json --to bullet --material rigid " CUBE);
    assert_non_null(strstr(result.out, "eps = 0.5"));
    assert_non_null(strstr(result.out, "has Newton's e"));
    assert_non_null(strstr(result.out, "0.4 … 2.5 m/s"));
    assert_null(strstr(result.out, "<restitution value=\"0.5\"/>"));
    forget_result(&result);
}

/* As many rows as asked for, the same for the same seed, means and deviations those of the table. */
static void test_samples(void **state) {
    (void)state;
    enum { COUNT = 400 };
    write_whole("table.json", table);
    run_result one = succeed("export table.json --to bullet --restitution newton --samples 400 " CUBE);
    run_result two = succeed("export table.json --to bullet --restitution newton --samples 400 -o sets.csv " CUBE);
    char *text = read_whole("sets.csv");
    assert_string_equal(one.out, text);
    assert_int_equal(count_lines(text), COUNT + 1);
    double sum = 0, squares = 0;
    size_t rows = 0;
    for (char *line = strtok(strchr(text, '\n') + 1, "\n"); line; line = strtok(NULL, "\n"), rows++) {
        double mu, eps, friction, restitution;
        assert_int_equal(sscanf(line, "%*d,%lf,%lf,%lf,%lf", &mu, &eps, &friction, &restitution), 4);
        assert_true(mu == friction && fabs(eps - restitution) < 1e-12);
        sum += mu;
        squares += mu * mu;
    }
    const double mean = sum / COUNT, deviation = sqrt(squares / COUNT - mean * mean);
    assert_true(fabs(mean - 0.2) < 5 * 0.01 / sqrt(COUNT) && fabs(deviation - 0.01) < 5 * 0.01 / sqrt(2.0 * COUNT));
    free(text);
    forget_result(&one);
    forget_result(&two);
    run_result json = succeed("export table.json --to mjcf --samples 3 -o sets.json " CUBE);
    text = read_whole("sets.json");
    json_t *root = json_loads(text, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(root, "samples")), 3);
    json_decref(root);
    free(text);
    forget_result(&json);
    run_result folder = succeed("export table.json --to mjcf --samples 2 --seed 7 --folder sets " CUBE);
    text = read_whole("sets/sets.csv");
    double mu, eps;
    char draw[80], from[80];
    assert_int_equal(count_lines(text), 3);
    assert_int_equal(sscanf(strstr(text, "\n2,"), "\n2,%lf,%lf", &mu, &eps), 2);
    free(text);
    snprintf(draw, sizeof draw, "Draw 2 of seed 7: mu %.4g, eps %.4g.", mu, eps);
    snprintf(from, sizeof from, "From: mu = %.4g, drawn from 0.2 (standard error 0.01).", mu);
    text = read_whole("sets/sample_0002.xml");
    assert_non_null(strstr(text, "<mujoco"));
    assert_non_null(strstr(text, draw));
    assert_non_null(strstr(text, from));
    assert_non_null(strstr(text, "has Newton's e"));
    free(text);
    forget_result(&folder);
}

static json_t *body_of(const char *line) {
    run_result result = succeed(line);
    json_t *root = json_loads(result.out, 0, NULL);
    assert_non_null(root);
    json_t *body = json_incref(json_object_get(root, "body"));
    json_decref(root);
    forget_result(&result);
    return body;
}

/* Twice the mass of a recorded body has twice its tensor; an ellipsoid's density fills the ellipsoid, not a polyhedron. */
static void test_masses(void **state) {
    (void)state;
    static const char recorded[] =
        "{\"materials\": [{\"name\": \"box on board\", \"law\": \"rigid\", \"parameters\": {\"mu\": {\"value\": 0.2}, "
        "\"eps\": {\"value\": 0.5}}, \"shape\": \"box:0.1,0.08,0.06\", \"mass\": 0.4, "
        "\"inertia\": [[3e-4, 1e-5, 0], [1e-5, 4e-4, 0], [0, 0, 5e-4]]}]}";
    static const double tensor[3][3] = {{3e-4, 1e-5, 0}, {1e-5, 4e-4, 0}, {0, 0, 5e-4}};
    write_whole("recorded.json", recorded);
    for (int twice = 1; twice <= 2; twice++) {
        json_t *body =
            body_of(twice == 2 ? "export recorded.json --to json --mass 0.8" : "export recorded.json --to json");
        assert_true(fabs(json_number_value(json_object_get(body, "mass")) - 0.4 * twice) < 1e-12);
        for (size_t i = 0; i < 9; i++) {
            const json_t *row = json_array_get(json_object_get(body, "inertia"), i / 3);
            assert_true(fabs(json_number_value(json_array_get(row, i % 3)) - twice * tensor[i / 3][i % 3]) < 1e-12);
        }
        json_decref(body);
    }
    json_t *body = body_of("export --mu 0.2 --eps 0.5 --to json --shape ellipsoid:0.05,0.04,0.03 --density 1000");
    const double volume = 4.0 / 3 * 3.14159265358979 * 0.05 * 0.04 * 0.03;
    assert_true(fabs(json_number_value(json_object_get(body, "mass")) - 1000 * volume) < 1e-9);
    json_decref(body);
}

/* The mesh is found from the folder of the model, too; a name that XML cannot hold is refused, not replaced. */
static void test_mesh_files(void **state) {
    (void)state;
    static const char tetrahedron[] = "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    static const char *const formats[] = {"urdf", "sdf", "drake"};
    static const char *const strange[] = {"\xff\xfe.obj", "a\nb.obj", "\xef\xbf\xbe.obj"};
    char line[256], folder[1024], whole[1040];
    assert_non_null(getcwd(folder, sizeof folder));
    snprintf(whole, sizeof whole, "%s/tet.obj", folder);
    write_whole("tet.obj", tetrahedron);
    assert_int_equal(mkdir("sub", 0777), 0);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        snprintf(line, sizeof line,
                 "export --mu 0.2 --eps 0.5 --shape mesh:tet.obj --mass 0.1 --step 1e-4 --to %s --model sub/model",
                 formats[i]);
        run_result result = succeed(line);
        char *model = read_whole("sub/model");
        assert_non_null(strstr(model, whole));
        free(model);
        forget_result(&result);
    }
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        write_whole(strange[i], tetrahedron);
        snprintf(line, sizeof line, "export --mu 0.2 --eps 0.5 --shape mesh:%s --mass 0.1 --to urdf --model m.urdf",
                 strange[i]);
        run_result result = run(line);
        assert_int_equal(result.exit, 2);
        assert_non_null(strstr(result.err, "bytes are no text"));
        assert_int_equal(access("m.urdf", F_OK), -1);
        forget_result(&result);
    }
}

static void test_refusals(void **state) {
    (void)state;
    static const struct {
        const char *line, *says;
    } bad[] = {
        {"--mu 0.2 --eps 0.5", "which format?"},
        {"--mu 0.2 --to mjcf", "--eps is missing"},
        {"--to mjcf", "give --mu and --eps"},
        {"--mu 0.2 --eps 0.5 --to mujoco", "for mujoco give mjcf"},
        {"--mu 0.2 --eps 0.5 --to isaac", "for isaac give usd"},
        {"--mu 0.2 --eps 1.2 --to mjcf", "outside 0 … 1"},
        {"--mu 0.2 --eps -0.1 --to sdf", "outside 0 … 1"},
        {"--mu -0.2 --eps 0.1 --to sdf", "outside 0"},
        {"--mu 0.2 --eps 0.5 --to drake", "give --mass"},
        {"--mu 0.2 --eps 0 --to drake --mass 1", "bounces a little"},
        {"--mu 0.2 --eps 0.5 --to mjcf --model m.xml", "needs a body"},
        {"--mu 0.2 --eps 0.5 --to mjcf --shape cube:0.1 --model m.xml", "mass"},
        {"--mu 0.2 --eps 0.5 --to mjcf --step 0.05", "too long"},
        {"--mu 0.2 --eps 0.5 --to drake --mass 1 --step 0.01", "too long"},
        {"--mu 0.2 --eps 0.5 --to mjcf --step 0", "outside 1e-7"},
        {"--mu 0.2 --eps 0.5 --to mjcf --speeds 3:1", "should look like 0.3:3"},
        {"--mu 0.2 --eps 0.5 --to urdf --shape ellipsoid:0.05,0.04,0.03 --mass 1 --model m.urdf", "no ellipsoid"},
        {"--mu 0.2 --eps 0.5 --to mjcf --shape cube:0.1 --mass 1 --rounding 0.2", "rounding"},
        {"--mu 0.2 --eps 0.5 --to mjcf --shape cube:0.1 --mass -1", "mass"},
        {"--mu 0.2 --eps 0.5 --to mjcf --rounding 0.01", "needs --shape"},
        {"--mu 0.2 --eps 0.5 --to mjcf --folder f", "--samples"},
        {"--mu 0.2 --eps 0.5 --to json --samples 3", "one engine"},
        {"--mu 0.2 --eps 0.5 --to json --prove", "one engine"},
        {"--mu 0.2 --eps 0.5 --to drake --prove " CUBE, "no program for Drake"},
        {"--material nothing --to mjcf", "material"},
        {"--material= --to mjcf", "is empty"},
        {"--mu 0.2 --eps 0.5 --to mjcf --tensor 1,1,1,0,0,0 " CUBE, "moment of inertia is 1 kg m²"},
        {"--mu 0.2 --eps 0.5 --to mjcf --tensor 1e300,1e300,1e300,0,0,0 " CUBE, "moment of inertia"},
        {"--mu 0.2 --eps 0.5 --to mjcf --tensor 1e-300,1e-300,1e-300,0,0,0 " CUBE, "inertia"},
        {"--mu 0.2 --eps 0.5 --to mjcf --centre 0,0,1 " CUBE, "centre of mass is 1 m"},
        {"missing.json --to mjcf", "missing.json"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char line[256];
        const char *const holds[] = {bad[i].says, NULL};
        snprintf(line, sizeof line, "export %s", bad[i].line);
        run_result result = run(line);
        if (result.exit != 2 || !strstr(result.err, bad[i].says))
            print_error("%s: %d %s\n", line, result.exit, result.err);
        assert_int_equal(result.exit, 2);
        assert_string_equal(result.out, "");
        assert_non_null(strstr(result.err, holds[0]));
        assert_int_equal(access("m.xml", F_OK), -1);
        forget_result(&result);
    }
}

SUBJECT(export) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_formats, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_slip_and_textbook, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_table, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_samples, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_masses, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_mesh_files, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_refusals, enter_scratch, leave_scratch),
    };
    int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
