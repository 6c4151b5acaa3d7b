/* `routh judge`: a simulation with a known law through the program, its outputs, an engine's model, and what is refused.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "../subject.h"
#include "run_program.h"

#include <jansson.h>
#include <routh/routh.h>

#define BOX "--shape polygon:-0.05,-0.03;0.05,-0.03;0.05,0.03;-0.05,0.03 --mass 0.5"

static void test_recording(void **state) {
    (void)state;
    run_result made =
        succeed("simulate --count 20 --law ap-newton --mu 0.25 --eps 0.6 --rate 1000 " BOX " -o drops.h5");
    run_result text = succeed("judge drops.h5 --bootstrap 2 --folder report --picture picture.svg");
    assert_non_null(strstr(text.out, "It behaves like ap-newton, with Newton's restitution:"));
    assert_non_null(strstr(text.out, "any rigid law"));
    run_result json = succeed("judge drops.h5 --bootstrap 2 --json");
    json_t *all = json_loads(json.out, 0, NULL);
    json_t *one = json_array_get(json_object_get(all, "behaviours"), 0);
    assert_non_null(one);
    assert_string_equal(json_string_value(json_object_get(one, "law")), "ap-newton");
    assert_non_null(
        strstr(json_string_value(json_array_get(json_object_get(one, "findings"), 0)), "μ 0.250, ε 0.600."));
    assert_true(json_is_null(json_object_get(all, "changes_at")));
    json_decref(all);
    run_result table = succeed("judge drops.h5 --bootstrap 2 -o impacts.csv");
    char *rows = read_whole("impacts.csv"), *page = read_whole("report/report.html"),
         *drawn = read_whole("picture.svg");
    assert_true(strncmp(rows, "step,impact,speed,", 18) == 0);
    assert_non_null(strstr(page, "\"kind\":\"behaviour\""));
    assert_non_null(strstr(drawn, "<circle"));
    free(rows);
    free(page);
    free(drawn);
    forget_result(&made);
    forget_result(&text);
    forget_result(&json);
    forget_result(&table);
}

/* What export says, done by the engine. */
static void test_setting(void **state) {
    (void)state;
    run_result made =
        succeed("export --to json --mu 0.3 --eps 0.5 --step 0.002 --shape cube:0.1 --mass 0.5 -o set.json");
    run_result result = run("judge --engine bullet --setting set.json --shape cube:0.1 --mass 0.5 --throws 20 --json");
    forget_result(&made);
    if (strstr(result.err, "is not there: install")) {
        forget_result(&result);
        skip();
    }
    assert_int_equal(result.exit, 0);
    json_t *all = json_loads(result.out, 0, NULL);
    json_t *one = json_array_get(json_object_get(all, "behaviours"), 0);
    const double eps = json_number_value(json_object_get(json_object_get(one, "restitution"), "median"));
    assert_true(fabs(eps - 0.5) < 0.01);
    assert_true(json_number_value(json_object_get(one, "step")) == 0.002);
    json_decref(all);
    forget_result(&result);
}

/* A body that only rests: exit code 1, and a verdict. */
static void test_rest(void **state) {
    (void)state;
    char text[8192];
    size_t length = (size_t)snprintf(text, sizeof text, "t,x,y,theta\n");
    for (int i = 0; i < 60; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%g,0,0.03,0\n", 0.002 * i);
    write_whole("rest.csv", text);
    run_result result = run("judge rest.csv " BOX);
    assert_int_equal(result.exit, 1);
    assert_non_null(strstr(result.out, "there is nothing to judge"));
    forget_result(&result);
}

static void refused(const char *line, const char *words) {
    run_result result = run(line);
    if (result.exit != 2 || !strstr(result.err, words))
        print_error("%s: %d, %s\n", line, result.exit, result.err);
    assert_int_equal(result.exit, 2);
    assert_non_null(strstr(result.err, words));
    forget_result(&result);
}

/* The same in space: a cube says so, and z is up where nothing flies. A shape does not hide that the file is missing. */
static void test_rest_in_space(void **state) {
    static const char *const times[] = {"t", "time"};
    (void)state;
    for (int k = 0; k < 2; k++) {
        char text[8192];
        size_t length = (size_t)snprintf(text, sizeof text, "%s,px,py,pz,qw,qx,qy,qz\n", times[k]);
        for (int i = 0; i < 60; i++)
            length += (size_t)snprintf(text + length, sizeof text - length, "%g,0,0,0.05,1,0,0,0\n", 0.002 * i);
        write_whole("rest.csv", text);
        run_result result = run("judge rest.csv --shape cube:0.1 --mass 0.5");
        assert_int_equal(result.exit, 1);
        assert_non_null(strstr(result.out, "there is nothing to judge"));
        forget_result(&result);
    }
    refused("judge nowhere.csv --shape cube:0.1 --mass 0.5", "nowhere.csv");
}

/* Why laws are not compared: too few impacts, or none that leaves a speed to compare errors with. */
static void test_uncompared(void **state) {
    static const struct {
        int count;
        const char *words;
    } tables[] = {{1, "1 impact: restitution is 0.000. Laws cannot be compared: there must be 8 or more."},
                  {7, "7 impacts: restitution is 0.000. Laws cannot be compared: there must be 8 or more."},
                  {20, "20 impacts: restitution is 0.000. Laws cannot be compared: they end at rest"}};
    (void)state;
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
        char text[4096];
        size_t length =
            (size_t)snprintf(text, sizeof text, "mass,inertia,rx,ry,vx,vy,omega,vx_after,vy_after,omega_after\n");
        for (int i = 0; i < tables[k].count; i++)
            length += (size_t)snprintf(text + length, sizeof text - length, "0.5,0.001,0,-0.05,0,%g,0,0,0,0\n",
                                       -0.5 - 0.1 * i);
        write_whole("impacts.csv", text);
        run_result result = succeed("judge impacts.csv");
        assert_non_null(strstr(result.out, tables[k].words));
        assert_null(strstr(result.out, "nan"));
        forget_result(&result);
    }
}

/* ODE's friction follows no law compared, though one impulse explains each of its impacts but for rounding. */
static void test_exact(void **state) {
    (void)state;
    run_result result = run("judge --engine ode --shape cube:0.1 --mass 0.5 --throws 20 --set restitution=0.5 "
                            "--set friction=0.3 --json");
    if (strstr(result.err, "is not there: install")) {
        forget_result(&result);
        skip();
    }
    assert_int_equal(result.exit, 0);
    assert_non_null(strstr(result.out, "the best rigid impulse misses it by less than 0.0001 %."));
    assert_non_null(strstr(result.out, "Its impacts are exactly rigid, yet no law compared explains them."));
    forget_result(&result);
}

/* Steps at which too few impacts are left, or none: a dash, no nan. A throw that would take too many steps is refused with the
 * options that say so, and slow ones end as soon as they have fallen. */
static void test_few(void **state) {
    (void)state;
    run_result result = run("judge --engine bullet --shape cube:0.1 --mass 0.5 --throws 10 --steps 1e-3,1e-1,1");
    if (strstr(result.err, "is not there: install")) {
        forget_result(&result);
        skip();
    }
    assert_null(strstr(result.out, "nan"));
    assert_non_null(strstr(result.out, "–"));
    forget_result(&result);
    result = run("judge --engine bullet --shape cube:1e4 --mass 0.5 --throws 1 --speeds 0.001:1");
    assert_true(result.exit < 2);
    assert_null(strstr(result.out, "nan"));
    forget_result(&result);
}

static void test_refusals(void **state) {
    (void)state;
    refused("judge", "give DATA");
    refused("judge nothing.csv", "nothing.csv");
    refused("judge drops.h5 --set friction=1", "--set needs --engine");
    refused("judge --engine nobody", "no engine is called");
    refused("judge --engine mujoco", "--shape and --mass");
    refused("judge --engine drake --shape cube:0.1 --mass 1", "cannot be run");
    refused("judge --engine bullet --shape cube:0.1 --mass 1 --set fric=1", "should be NAME=X");
    refused("judge --engine bullet --shape cube:0.1 --mass 1 --set friction=-1", "friction takes 0");
    refused("judge --engine bullet --shape cube:0.1 --mass 1 --steps 0", "--steps 0 should be");
    refused("judge --engine bullet --shape cube:0.1 --mass 1 --engines .", "is not in . (--engines)");
    refused("judge --engine bullet --shape cube:0.1 --mass 0.5 --rounding 1", "rounding");
    refused("judge --engine bullet --shape cube:0.1 --mass 0.5 --inertia 77", "--inertia has no effect with --engine");
    refused("judge --engine bullet --shape cube:0.1 --mass 0.5 --gyration 1", "--gyration has no effect with --engine");
    refused("judge --engine bullet --shape cube:0.1 --mass 0.5 --rate 100", "--rate has no effect with --engine");
    refused("judge --engine bullet --shape cube:0.1 --mass 0.5 --gap 3", "--gap has no effect with --engine");
    refused("judge --engine bullet --shape cube:0.1 --mass 0.5 --bootstrap 3", "--bootstrap has no effect with");
    refused("judge --engine mujoco body.xml --rounding 0.01", "--rounding has no effect on a model");
    write_whole("wrong.json", "{\"kind\": \"export\", \"step\": 0.001, \"engines\": []}");
    refused("judge --engine bullet --setting wrong.json --shape cube:0.1 --mass 1", "no parameters of Bullet");
    write_whole("other.json", "{\"kind\": \"study\"}");
    refused("judge --engine bullet --setting other.json --shape cube:0.1 --mass 1", "kind: it must be");
    refused("judge --engine mujoco body.xml --set friction=1", "has no effect on a model");
}

/* Models of MuJoCo: one body, two, none, and contacts that blow up. */
static void test_models(void **state) {
    (void)state;
#define GROUND "<mujoco><option timestep=\"0.0005\"/><worldbody><geom type=\"plane\" size=\"1 1 .1\" %s/>"
#define BODY   "<body pos=\"%d 0 1\"><freejoint/><geom type=\"box\" size=\".05 .04 .03\" mass=\".5\" %s/></body>"
#define SOFT   "friction=\".25\" solref=\"-1e6 -500\""
#define STIFF  "solref=\"-1e13 -1\""
    static const struct {
        const char *geom;
        int bodies, code;
        const char *words;
    } models[] = {{SOFT, 1, 0, "It behaves like "},
                  {SOFT, 0, 2, "the model has 0 bodies"},
                  {SOFT, 2, 2, "the model has 2 bodies"},
                  {STIFF, 1, 0, "gains energy"}};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        char text[2048];
        size_t length = (size_t)snprintf(text, sizeof text, GROUND, models[i].geom);
        for (int k = 0; k < models[i].bodies; k++)
            length += (size_t)snprintf(text + length, sizeof text - length, BODY, 2 * k, models[i].geom);
        snprintf(text + length, sizeof text - length, "</worldbody></mujoco>");
        write_whole("model.xml", text);
        run_result result = run("judge --engine mujoco model.xml --throws 20");
        if (strstr(result.err, "is not there: install")) {
            forget_result(&result);
            skip();
        }
        if (result.exit != models[i].code)
            print_error("%s%s\n", result.out, result.err);
        assert_int_equal(result.exit, models[i].code);
        assert_non_null(strstr(result.exit == 0 ? result.out : result.err, models[i].words));
        forget_result(&result);
    }
}

SLOW_SUBJECT(judge) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_recording, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_setting, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_rest, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_rest_in_space, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_uncompared, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_exact, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_few, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_refusals, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_models, enter_scratch, leave_scratch),
    };
    const int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
