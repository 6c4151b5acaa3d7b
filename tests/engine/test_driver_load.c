/* Files of MuJoCo's own: MJCF and URDF.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "../remove_folder.h"
#include "../subject.h"
#include "ball_drops.h"
#include "engine/engine.h"

#define assert_near(x, y, tolerance) assert_true(fabs((x) - (y)) <= (tolerance))

static routh_context context;
static routh_driver *driver;
static char folder[64];

static int begin(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/routh-models-XXXXXX");
    if (routh_driver_open(&context, routh_engine_find(NULL, "mujoco"), NULL, &driver) != ROUTH_OK)
        print_message("%s\n", context.message);
    return mkdtemp(folder) ? 0 : -1;
}

static int end(void **state) {
    (void)state;
    routh_driver_close(&context, driver);
    remove_folder(folder);
    return 0;
}

static void write_text(const char *name, const char *text) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static routh_status load(const char *name, const char *text, routh_driver_model *model) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    write_text(name, text);
    return routh_driver_load(&context, driver, path, 0, model);
}

#define MJCF(body)                                                                                                     \
    "<mujoco><option timestep='0.001' cone='elliptic'/><worldbody><geom type='plane' size='5 5 .1'/>" body             \
    "</worldbody></mujoco>"

/* The frame of this body is not at its centre of mass, and turned against its principal axes. */
static void a_body_is_described_and_flies_about_its_centre(void **state) {
    (void)state;
    routh_driver_model model;
    routh_state3 start = ball_state(0.5, 0.3, 1), found[11];
    if (!driver)
        skip();
    assert_int_equal(
        load("body.xml",
             MJCF("<body name='club'><freejoint/><inertial pos='.1 .02 0' mass='.5' fullinertia='3e-4 4e-4 "
                  "5e-4 1e-5 2e-5 -1e-5'/><geom type='sphere' size='.03' solref='-1e5 -50'/></body>"),
             &model),
        ROUTH_OK);
    assert_string_equal(model.body, "club");
    assert_near(model.mass, 0.5, 1e-15);
    assert_near(model.inertia[0][0], 3e-4, 1e-9);
    assert_near(model.inertia[2][2], 5e-4, 1e-9);
    assert_near(model.inertia[0][1], 1e-5, 1e-9);
    assert_near(model.inertia[2][1], -1e-5, 1e-9);
    assert_near(model.reach, hypot(0.1, 0.02) + 0.03, 1e-12);
    assert_near(model.step, 1e-3, 0);
    assert_near(model.gravity, 9.81, 0);
    start.velocity.spin[0] = 2;
    start.velocity.spin[1] = 3;
    assert_int_equal(routh_driver_run(&context, driver, &start, 10, 11, found, NULL), ROUTH_OK);
    /* its origin goes straight for a step at a time while it is turned: the centre is off by a part of ω² r h t */
    for (int i = 0; i < 11; i++) {
        const double t = 0.01 * i;
        assert_near(found[i].position[0], 0.3 * t, 2e-4);
        assert_near(found[i].position[2], start.position[2] + t - 9.81 * t * t / 2, 2e-4);
        assert_near(found[i].velocity.velocity[2], 1 - 9.81 * t, 5e-3);
    }
}

/* A file that says what `make` says does the same to the last bit. */
static void a_file_and_a_body_are_the_same(void **state) {
    (void)state;
    const routh_engine_body body = ball_body();
    routh_engine_setting setting = {
        .engine = routh_engine_find(NULL, "mujoco"), .step = 1e-3, .value = {0.3, 5e4, 80, 0.95}};
    routh_state3 start = ball_state(0.02, 1, -1);
    routh_driver_impact made, loaded;
    routh_driver_model model;
    if (!driver)
        skip();
    start.velocity.spin[2] = 1;
    assert_int_equal(routh_driver_make(&context, driver, &body, &setting), ROUTH_OK);
    assert_int_equal(routh_driver_impacts(&context, driver, &start, 1, 1000, &made), ROUTH_OK);
    assert_int_equal(load("ball.xml",
                          MJCF("<body><freejoint/><inertial pos='0 0 0' mass='.2' diaginertia='7.2e-5 7.2e-5 7.2e-5'/>"
                               "<geom type='sphere' size='.03' priority='1' friction='.3 0 0' solref='-5e4 -80' "
                               "solimp='.95 .95 .001'/></body>"),
                          &model),
                     ROUTH_OK);
    assert_int_equal(routh_driver_impacts(&context, driver, &start, 1, 1000, &loaded), ROUTH_OK);
    assert_true(made.ended && loaded.steps == made.steps);
    assert_near(loaded.after.velocity.velocity[2], made.after.velocity.velocity[2], 1e-12);
    assert_near(loaded.after.velocity.spin[1], made.after.velocity.spin[1], 1e-10);
}

/* A URDF has neither ground nor free body: both are added. */
static void a_link_falls_on_the_ground(void **state) {
    (void)state;
    const routh_state3 start = ball_state(0.02, 0, -1);
    routh_driver_impact found;
    routh_driver_model model;
    if (!driver)
        skip();
    assert_int_equal(
        load("ball.urdf",
             "<?xml version=\"1.0\"?>\n<robot name=\"toy\">\n<joint name='j' type='fixed'><parent link='ball'/>"
             "<child link='tag'/></joint><link name='tag'/><link name=\"ball\"><inertial><mass value=\"0.2\"/>"
             "<inertia ixx='7.2e-5' iyy='7.2e-5' izz='7.2e-5' ixy='0' ixz='0' iyz='0'/></inertial><collision><geometry>"
             "<sphere radius='0.03'/></geometry></collision></link></robot>",
             &model),
        ROUTH_OK);
    assert_string_equal(model.body, "ball");
    assert_near(model.mass, 0.2, 1e-15);
    assert_near(model.reach, 0.03, 1e-15);
    assert_int_equal(routh_driver_impacts(&context, driver, &start, 1, 1000, &found), ROUTH_OK);
    assert_near(found.before.position[2], 0.03, 0.002);
    assert_true(found.contacts == 1);
}

/* Folders and links may have any name: what is added to a URDF escapes them, and a mesh beside it is found. */
static void any_name_is_escaped(void **state) {
    (void)state;
    static const char *const names[][2] = {{"'it\"s &amp; &lt;b>'", "it\"s & <b>"}, {"\"it's\"", "it's"}};
    char inner[128];
    routh_driver_model model;
    if (!driver)
        skip();
    snprintf(inner, sizeof inner, "%s/it's \"<a> & b", folder);
    assert_int_equal(mkdir(inner, 0700), 0);
    write_text("it's \"<a> & b/part.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                                          "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
    for (int i = 0; i < 2; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "<robot name='toy'><link name=%s><inertial><mass value='0.2'/><inertia ixx='7e-5' iyy='7e-5' "
                 "izz='7e-5' ixy='0' ixz='0' iyz='0'/></inertial><collision><geometry><mesh filename='part.obj'/>"
                 "</geometry></collision></link></robot>",
                 names[i][0]);
        if (load("it's \"<a> & b/part.urdf", text, &model) != ROUTH_OK)
            fail_msg("%s", context.message);
        assert_string_equal(model.body, names[i][1]);
        assert_true(model.reach > 0.5);
    }
}

#define INERTIAL                                                                                                       \
    "<inertial><mass value='0.2'/><inertia ixx='7e-5' iyy='7e-5' izz='7e-5' ixy='0' ixz='0' iyz='0'/></inertial>"
#define LINK(attributes)                                                                                               \
    "<link " attributes ">" INERTIAL "<collision><geometry><sphere radius='0.03'/></geometry></collision></link>"
#define FIXED(parent, child) "<joint name='j' type='fixed'><parent link=" parent "/><child link=" child "/></joint>"

/* What XML allows around tags and in them. */
static void any_valid_link_is_found(void **state) {
    (void)state;
    static const char *const good[][2] = {
        {"<!-- <robot> --><robot name='a'><!-- <link name='old'/> -->" LINK("name='ball'") "</robot>", "ball"},
        {"<robot name='a > b'>" LINK("name='ball'") "</robot>", "ball"},
        {"<robot name='a'>" LINK("name = \"ball\"") "</robot>", "ball"},
        {"<robot name='a'>" LINK("\n note='name=1' \tname\n=\n'ball' ") "</robot >", "ball"},
        {"<robot name='a'>" LINK("name='b&apos;s'") "</robot>", "b's"},
        {"<robot name='a'>" LINK("name='b&apos;s'") "<link name='tag'/>" FIXED("\"b's\"", "'tag'") "</robot>", "b's"},
        {"<robot name='a'><link name='t&#x61;g&apos;'/>" LINK("name='ball'") FIXED("'ball'", "\"tag'\"") "</robot>",
         "ball"},
        {"<?xml version='1.0'?><!DOCTYPE robot><robot name='a'><gazebo><link name='other'/></gazebo>" LINK(
             "name='ball'") "</robot>",
         "ball"},
        {"<robot name='a'><linkage name='other'/>" LINK("name='ball'") "</robot><!-- <link name='late'/> -->", "ball"},
    };
    routh_driver_model model;
    if (!driver)
        skip();
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        if (load("good.urdf", good[i][0], &model) != ROUTH_OK)
            fail_msg("%s: %s", good[i][0], context.message);
        assert_string_equal(model.body, good[i][1]);
        assert_near(model.reach, 0.03, 1e-15);
    }
}

/* An end of line in a name does not end the answer. */
static void a_name_is_one_line(void **state) {
    (void)state;
    routh_driver_model model;
    if (!driver)
        skip();
    if (load("name.xml", MJCF("<body name='a&#10;error&#9;b'><freejoint/><geom size='.1'/></body>"), &model) !=
        ROUTH_OK)
        fail_msg("%s", context.message);
    assert_string_equal(model.body, "a error b");
}

#define WORLD(option, ground)                                                                                          \
    "<mujoco><option " option "/><worldbody>" ground                                                                   \
    "<body name='ball'><freejoint/><geom size='.03'/></body></worldbody></mujoco>"
#define PLANE "<geom type='plane' size='5 5 .1'/>"

/* Every caller takes gravity along −z for granted, and the ground z = 0 and nothing else. */
static void another_ground_is_refused(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {WORLD("gravity='9.81 0 0'", PLANE), "gravity is 9.81 0 0 m/s²; it must point along -z"},
        {WORLD("gravity='0 0 9.81'", PLANE), "gravity is 0 0 9.81"},
        {WORLD("", ""), "no ground that the body can touch"},
        {WORLD("", "<geom type='plane' size='5 5 .1' contype='0' conaffinity='0'/>"), "no ground"},
        {WORLD("", "<geom name='slope' type='plane' size='5 5 .1' euler='30 0 0'/>"), "the plane \"slope\" at 0 0 0 m"},
        {WORLD("", "<geom type='plane' size='5 5 .1' euler='180 0 0'/>"), "its z axis along"},
        {WORLD("", "<geom type='plane' size='5 5 .1' pos='0 0 3'/>"), "the plane \"\" at 0 0 3 m"},
        {WORLD("", "<geom type='box' size='1 1 1'/>"), "the box \"\""},
        {WORLD("", "<geom type='box' size='.01 1 1' pos='0 0 -1'/>"), "the box \"\""},
        {WORLD("", PLANE "<body mocap='true'><geom name='post' size='.1'/></body>"), "the sphere \"post\" at 0 0 0 m"},
    };
    static const char *const good[] = {
        WORLD("gravity='0 0 0'", PLANE),
        WORLD("", PLANE "<geom size='.1' contype='0' conaffinity='0'/>"),
        WORLD("", "<geom type='box' size='1 2 1' pos='.5 0 -1' euler='0 0 30'/>"),
        WORLD("", "<body pos='0 0 1'><geom type='plane' size='5 5 .1' pos='0 0 -1'/></body>"),
    };
    routh_driver_model model;
    if (!driver)
        skip();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (load("bad.xml", bad[i][0], &model) == ROUTH_OK || !strstr(context.message, bad[i][1]))
            fail_msg("\"%s\" without \"%s\"", context.message, bad[i][1]);
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (load("good.xml", good[i], &model) != ROUTH_OK)
            fail_msg("%s: %s", good[i], context.message);
}

static void what_cannot_be_loaded_is_said(void **state) {
    (void)state;
    static const struct {
        const char *name, *text, *message;
    } bad[] = {
        {"empty.xml", "", "MuJoCo: "},
        {"none.xml", MJCF(""), "has 0 bodies with a free joint; it must have one"},
        {"two.xml", MJCF("<body><freejoint/><geom size='.1'/></body><body><freejoint/><geom size='.1'/></body>"),
         "has 2 bodies with a free joint"},
        {"arm.xml", MJCF("<body><freejoint/><geom size='.1'/><body><joint/><geom size='.1'/></body></body>"),
         "has other bodies attached"},
        {"word.xml", MJCF("<body><freejoint/><geom size='.1' colour='red'/></body>"), "colour"},
        {"half.urdf", "<robot name='a'><link name='b'", "MuJoCo: "},
        {"roots.urdf", "<robot name='a'>" LINK("name='b'") LINK("name='c'") "</robot>",
         "the links \"b\" and \"c\" are no joint's child"},
        {"air.xml", MJCF("<body name='air'><freejoint/><geom size='.1' contype='0' conaffinity='0'/></body>"),
         "the body \"air\" has nothing that can touch the ground"},
    };
    routh_driver_model model;
    routh_driver_impact found;
    const routh_state3 start = ball_state(0.02, 0, -1);
    if (!driver)
        skip();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(load(bad[i].name, bad[i].text, &model), ROUTH_ENGINE_FAILED);
        if (!strstr(context.message, bad[i].message))
            fail_msg("\"%s\" without \"%s\"", context.message, bad[i].message);
        assert_int_equal(routh_driver_impacts(&context, driver, &start, 1, 10, &found), ROUTH_BAD_ARGUMENT);
    }
    assert_int_equal(routh_driver_load(&context, driver, "/there/is/no/such/file.xml", 0, &model), ROUTH_ENGINE_FAILED);
    assert_non_null(strstr(context.message, "/there/is/no/such/file.xml cannot be read"));
}

/* A spring that no step can follow: what comes of it is data, and the next world is as if nothing had been. */
static void what_blows_up_is_data(void **state) {
    (void)state;
    const routh_engine_body body = ball_body();
    routh_engine_setting setting = {
        .engine = routh_engine_find(NULL, "mujoco"), .step = 1e-3, .value = {0.3, 1e30, 0, 0.99}};
    const routh_state3 start = ball_state(0.02, 1, -1);
    routh_driver_impact found;
    routh_state3 states[100];
    if (!driver)
        skip();
    assert_int_equal(routh_driver_make(&context, driver, &body, &setting), ROUTH_OK);
    assert_int_equal(routh_driver_impacts(&context, driver, &start, 1, 1000, &found), ROUTH_OK);
    assert_false(found.ended && fabs(found.after.velocity.velocity[2]) < 1e3);
    assert_int_equal(routh_driver_run(&context, driver, &start, 1, 100, states, NULL), ROUTH_OK);
    setting.value[1] = 5e4;
    setting.value[2] = 80;
    assert_int_equal(routh_driver_make(&context, driver, &body, &setting), ROUTH_OK);
    assert_int_equal(routh_driver_impacts(&context, driver, &start, 1, 1000, &found), ROUTH_OK);
    assert_true(found.ended && fabs(found.after.velocity.velocity[2]) < 1);
}

SUBJECT(driver_load) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_is_described_and_flies_about_its_centre),
        cmocka_unit_test(a_file_and_a_body_are_the_same),
        cmocka_unit_test(a_link_falls_on_the_ground),
        cmocka_unit_test(any_name_is_escaped),
        cmocka_unit_test(any_valid_link_is_found),
        cmocka_unit_test(a_name_is_one_line),
        cmocka_unit_test(another_ground_is_refused),
        cmocka_unit_test(what_cannot_be_loaded_is_said),
        cmocka_unit_test(what_blows_up_is_data),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
