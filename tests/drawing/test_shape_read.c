/* Outlines from CSV, SVG and DXF: one shape in many spellings comes back the same; closed forms; what is wrong is named.
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

#include <cmocka.h>

#include <routh/drawing.h>

#include "../subject.h"

#define assert_near(x, y, tolerance) assert_true(fabs((x) - (y)) <= (tolerance))

static routh_context context;
static char logged[ROUTH_MESSAGE_SIZE];

static void keep(routh_log_level level, const char *line, void *user) {
    (void)level, (void)user;
    snprintf(logged, sizeof logged, "%s", line);
}

static routh_status read_as(const char *name, const char *text, const routh_shape_options *options,
                            routh_shape *shape) {
    context = routh_context_default();
    context.log = keep;
    logged[0] = '\0';
    return routh_shape_read(&context, routh_io_memory(text, strlen(text), name), options, shape);
}

static routh_shape good(const char *name, const char *text, double unit) {
    routh_shape_options options = routh_shape_options_default();
    routh_shape shape;
    options.unit = unit;
    if (read_as(name, text, &options, &shape) != ROUTH_OK)
        fail_msg("%s: %s", text, context.message);
    assert_int_equal(routh_shape_check(NULL, &shape), ROUTH_OK);
    return shape;
}

static void refused(const char *name, const char *text, double unit, const char *words, const char *field) {
    routh_shape_options options = routh_shape_options_default();
    routh_shape shape;
    options.unit = unit;
    assert_int_not_equal(read_as(name, text, &options, &shape), ROUTH_OK);
    if (!strstr(context.message, words))
        print_error("%s\nis refused with: %s\n", text, context.message);
    assert_non_null(strstr(context.message, words));
    assert_non_null(strstr(context.message, name));
    if (field)
        assert_string_equal(context.field, field);
}

/* Has the shape these corners, in this order from any of them on? */
static void expect_corners(const routh_shape *shape, size_t count, const double (*corner)[2], const char *what) {
    int same = 0;
    for (size_t shift = 0; shift < count && shape->count == count; shift++) {
        double off = 0;
        for (size_t i = 0; i < count; i++)
            off = fmax(off, hypot(shape->vertex[(i + shift) % count][0] - corner[i][0],
                                  shape->vertex[(i + shift) % count][1] - corner[i][1]));
        same |= off < 1e-9;
    }
    if (!same) {
        print_error("%s:\n", what);
        for (size_t i = 0; i < shape->count; i++)
            print_error("  %g %g\n", shape->vertex[i][0], shape->vertex[i][1]);
    }
    assert_true(same);
}

#define SVG(inside)                                                                                                    \
    "<?xml version=\"1.0\"?><!-- one --><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100mm\" "                    \
    "height='80mm' viewBox=\"0 0 100 80\">" inside "</svg>"
#define ENTITIES(inside)                                                                                               \
    "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n" inside "0\nENDSEC\n0\nEOF\n"

/* A right-angled triangle of 30 and 60 mm in twenty spellings: its centroid is a third of the way along each leg. */
static void one_triangle(void **state) {
    (void)state;
    static const double corner[3][2] = {{-0.02, -0.01}, {0.04, -0.01}, {-0.02, 0.02}};
    static const struct {
        const char *name, *text;
        double unit;
    } cases[] = {
        {"a.csv", "x,y\n0,0\n0.06,0\n0,0.03\n", 0},
        {"a.csv", "x,y\n0,0\n0,30\n60,0\n0,0\n", 1e-3}, /* clockwise, and closed by a repetition */
        {"a.csv", "y,name,x\n0,a,0\n0,b,3\n0,c,6\n3,d,0\n1.5,e,0\n", 1e-2},
        {"a.csv", "x (mm),y (mm)\n0,0\n60,0\n0,30\n", 0},
        {"a.csv", "x [mm],y_cm\n0,0\n60,0\n0,3\n", 1e-3},
        {"a.svg", SVG("<path d=\"M10 50 L70 50 L10 20 Z\"/>"), 0},
        {"a.svg", SVG("<path id='p' style=\"fill:none\" d=\"m10,50h60l-60-30z\"/>"), 0},
        {"a.svg", SVG("<path d=\"M10 50H70L10 20V50\"/>"), 0}, /* closed by coming back */
        {"a.svg", SVG("<path d=\"M1e1 5.E1 70 50 10 20z\"/>"), 0},
        {"a.svg", SVG("<path d=\"M10 50C30 50 50 50 70 50Q40 35 10 20Z\"/>"), 0}, /* straight curves */
        {"a.svg", SVG("<g transform=\"translate(5,-3)\"><g transform='scale(2)'><path d=\"M0 0h30l-30-15z\"/></g></g>"),
         0},
        {"a.svg", SVG("<path transform=\"matrix(0 1 1 0 7 9)\" d=\"M0 0V60L-30 0z\"/>"), 0},
        {"a.svg", SVG("<path transform=\"rotate(90 10 10)translate(1)\" d=\"M0 0V-60L-30 0z\"/>"), 0},
        {"a.svg", SVG("<defs><path d=\"M0 0h9v9z\"/></defs><polygon points=\"10,50 70,50 10,20\"/>"), 0},
        {"a.svg", "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0H6L0-3Z\"/></svg>", 1e-2},
        {"a.svg", "<svg width='2in'><path d=\"M0 0H226.7716535433071L0-113.38582677165354Z\"/></svg>", 0},
        {"a.dxf",
         ENTITIES("0\nLINE\n8\n0\n10\n0\n20\n0\n11\n60\n21\n0\n0\nLINE\n10\n60\n20\n0\n11\n0\n21\n30\n"
                  "0\nLINE\n10\n0\n20\n30\n11\n0\n21\n0\n"),
         0},
        {"a.dxf",
         ENTITIES("0\nLINE\n10\n0\n20\n0\n11\n0\n21\n30\n0\nTEXT\n1\nhello\n0\nLINE\n10\n0\n20\n0\n11\n60\n"
                  "21\n0\n0\nLINE\n10\n0\n20\n30\n11\n60\n21\n0\n"),
         0}, /* in no order */
        {"a.dxf", ENTITIES("0\nLWPOLYLINE\n90\n3\n70\n1\n10\n0\n20\n0\n10\n60\n20\n0\n10\n0\n20\n30\n"), 0},
        {"a.dxf",
         ENTITIES("0\nPOLYLINE\n66\n1\n70\n1\n0\nVERTEX\n10\n0\n20\n0\n0\nVERTEX\n10\n60\n20\n0\n0\nVERTEX\n"
                  "10\n0\n20\n30\n0\nSEQEND\n"),
         0},
        {"noname",
         ENTITIES("0\r\nLWPOLYLINE\r\n70\r\n1\r\n10\r\n0\r\n20\r\n0\r\n10\r\n6\r\n20\r\n0\r\n10\r\n0\r\n20\r\n3\r\n"),
         1e-2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const routh_shape shape = good(cases[i].name, cases[i].text, cases[i].unit);
        expect_corners(&shape, 3, corner, cases[i].text);
        assert_near(routh_shape_gyration_squared(&shape), (9e-4 + 36e-4) / 18, 1e-12);
    }
}

/* Arcs: a disc of 20 mm from two half circles in either language, and a full circle, which is a disc and no polygon. */
static void arcs(void **state) {
    (void)state;
    static const struct {
        const char *name, *text;
    } halves[] = {
        {"c.svg", SVG("<path d=\"M30 50a20 20 0 01-40 0 20 20 0 0 1 40 0z\"/>")},
        {"c.svg", SVG("<path d=\"M30,50A20,20,0,1,1,10,30A20 20 0 0 1 30 50Z\"/>")},
        {"c.svg", SVG("<ellipse cx='3' cy='4' rx='20' ry='20.0001'/>")},
        {"c.dxf",
         ENTITIES("0\nARC\n10\n5\n20\n6\n40\n20\n50\n0\n51\n180\n0\nARC\n10\n5\n20\n6\n40\n20\n50\n180\n51\n360\n")},
        {"c.dxf", ENTITIES("0\nLWPOLYLINE\n70\n1\n10\n0\n20\n0\n42\n1\n10\n40\n20\n0\n42\n1\n")},
    };
    for (size_t i = 0; i < sizeof halves / sizeof halves[0]; i++) {
        const routh_shape shape = good(halves[i].name, halves[i].text, 0);
        assert_int_equal(shape.kind, ROUTH_POLYGON);
        assert_true(shape.count > 40 && shape.count <= ROUTH_MAX_VERTICES);
        for (size_t k = 0; k < shape.count; k++)
            assert_near(hypot(shape.vertex[k][0], shape.vertex[k][1]), 0.02, 2e-6);
        /* chords of a 64th of a turn lie within r (1 − cos(π/64)) = 0.024 mm, which is stated */
        assert_near(sqrt(routh_shape_gyration_squared(&shape)), 0.02 / sqrt(2), 4e-5);
        assert_non_null(strstr(logged, "is taken as a polygon of"));
        double within = 0;
        assert_int_equal(sscanf(strstr(logged, "within"), "within %lf", &within), 1);
        assert_true(within > 0.015 && within < 0.035);
    }
    const routh_shape disc =
        good("d.svg", SVG("<g transform='rotate(30)scale(2)'><circle cx='9' cy='4' r='7.5'/></g>"), 0);
    assert_int_equal(disc.kind, ROUTH_DISC);
    assert_near(disc.a, 0.015, 1e-12);
    const routh_shape other = good("d.dxf", ENTITIES("0\nCIRCLE\n10\n5\n20\n6\n40\n15\n"), 0);
    assert_int_equal(other.kind, ROUTH_DISC);
    assert_near(other.a, 0.015, 1e-15);
    /* half a disc: the centroid is 4r/3π from the chord, k² = r²/2 − (4r/3π)² */
    const routh_shape half = good("h.svg", SVG("<path d=\"M30 50A20 20 0 0 0 -10 50Z\"/>"), 0);
    const double away = 4 * 0.02 / (3 * 3.14159265358979);
    double low = 0;
    for (size_t k = 0; k < half.count; k++)
        low = fmin(low, half.vertex[k][1]);
    assert_near(low, -away, 2e-5);
    assert_near(routh_shape_gyration_squared(&half) / (0.0002 - away * away), 1, 3e-3);
}

/* Rounded corners of 2 mm on a square: bent finely there, and straight between. */
static void rounded_square(void **state) {
    (void)state;
    const routh_shape shape = good(
        "r.svg", SVG("<path d=\"M2 0H38A2 2 0 0 1 40 2V38A2 2 0 0 1 38 40H2A2 2 0 0 1 0 38V2A2 2 0 0 1 2 0Z\"/>"), 0);
    assert_true(shape.count >= 8 && shape.count <= ROUTH_MAX_VERTICES);
    for (size_t k = 0; k < shape.count; k++) {
        const double x = fabs(shape.vertex[k][0]), y = fabs(shape.vertex[k][1]);
        const double off = x < 0.018   ? fabs(y - 0.02)
                           : y < 0.018 ? fabs(x - 0.02)
                                       : fabs(hypot(x - 0.018, y - 0.018) - 0.002);
        assert_true(off < 1e-5);
    }
}

static void what_is_not_convex(void **state) {
    (void)state;
    static const char bent[] = "x,y\n0,0\n0.04,0\n0.04,0.02\n0.02,0.02\n0.02,0.04\n0,0.04\n";
    refused("l.csv", bent, 0, "not convex: at (0.02, 0.02) the outline lies 14.1 mm inside its hull; the hull could",
            "hull");
    refused("b.csv", "x,y\n0,0\n0.04,0.04\n0.04,0\n0,0.04\n", 0, "crosses itself", "hull");
    routh_shape_options options = routh_shape_options_default();
    routh_shape shape;
    options.hull = 1;
    assert_int_equal(read_as("l.csv", bent, &options, &shape), ROUTH_OK);
    assert_int_equal(shape.count, 5);
    /* a dent of 0.02 mm in 40 mm is the drawing's precision */
    shape = good("s.csv", "x,y\n0,0\n0.02,0.00002\n0.04,0\n0.04,0.04\n0,0.04\n", 0);
    assert_int_equal(shape.count, 4);
}

static void a_given_centre(void **state) {
    (void)state;
    static const char square[] = "x,y\n0,0\n40,0\n40,40\n0,40\n";
    static const double corner[4][2] = {{-0.01, -0.02}, {0.03, -0.02}, {0.03, 0.02}, {-0.01, 0.02}};
    routh_shape_options options = routh_shape_options_default();
    routh_shape shape;
    options.unit = 1e-3;
    options.centre[0] = 10;
    options.centre[1] = 20;
    assert_int_equal(read_as("s.csv", square, &options, &shape), ROUTH_OK);
    expect_corners(&shape, 4, corner, "given centre");
    options.centre[0] = 50;
    assert_int_equal(read_as("s.csv", square, &options, &shape), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "(50, 20) is not inside the outline"));
    assert_string_equal(context.field, "centre");
}

static void what_is_wrong(void **state) {
    (void)state;
    static const struct {
        const char *name, *text, *words, *field;
    } cases[] = {
        {"m.csv", "x,y\n0,0\n50,0\n50,40\n", "50 m across if its numbers are metres; they look like millimetres",
         "unit"},
        {"m.csv", "x,z\n0,0\n50,0\n50,40\n", "y", NULL},
        {"m.csv", "x,y\n0,0\n1,a\n1,4\n", "\"a\"", NULL},
        {"m.csv", "x,y\n0,0\n1,1\n2,2\n", "all points lie on one line", NULL},
        {"m.csv", "x,y\n0,0\n1,1\n0,0\n", "2 different points; an outline has at least 3", NULL},
        {"p.svg", "<svg width='50' height='50'><path d='M0 0h9v9z'/></svg>", "says no unit of length", "unit"},
        {"p.svg", SVG("<path id='one' d='M0 0h9v9z'/><path d='M0 0h9v9z'/><rect id='three'/>"),
         "3 shapes (one, path, three) where one closed path is needed", NULL},
        {"p.svg", SVG(""), "no path in it", NULL},
        {"p.svg", SVG("<path d='M0 0h9v9'/>"), "not closed", NULL},
        {"p.svg", SVG("<path d='M0 0h9v9zM1 1h2v2z'/>"), "a second part begins here", NULL},
        {"p.svg", SVG("<path d='M0 0h9v9zl3 4'/>"), "goes on after it was closed", NULL},
        {"p.svg", SVG("<path d='M0 0 l9'/>"), "a number is missing", NULL},
        {"p.svg", SVG("<path d='L0 0'/>"), "a path begins with M", NULL},
        {"p.svg", SVG("<path d='M0 0 X9 9'/>"), "no command of a path", NULL},
        {"p.svg", SVG("<path d=''/>"), "the path is empty", NULL},
        {"p.svg", SVG("<g transform='bend(3)'><path d='M0 0h9v9z'/></g>"), "transform=\"bend(3)\" is none that SVG has",
         NULL},
        {"p.svg", SVG("<polyline points='0,0 1,1'/>"), "an open polyline", NULL},
        {"p.svg", SVG("<rect width='9' height='9' rx='1'/>"), "rounded corners", NULL},
        {"p.svg", "<svg width='100mm' height='100mm' viewBox='0 0 100 50'><path d='M0 0h9v9z'/></svg>",
         "state the unit", "unit"},
        {"p.svg", "<svg <path", "damaged", NULL},
        {"q.dxf", ENTITIES(""), "no lines or arcs", NULL},
        {"q.dxf", "0\nSECTION\n2\nHEADER\n0\nENDSEC\n", "no section ENTITIES", NULL},
        {"q.dxf", ENTITIES("0\nSPLINE\n10\n1\n"), "SPLINE cannot be read; draw the outline with LINE, ARC", NULL},
        {"q.dxf", ENTITIES("0\nLINE\n10\n0\n20\n0\n11\n60\n21\n0\n0\nLINE\n10\n60\n20\n0\n11\n0\n21\n30\n"),
         "the outline is open at (0, 30)", NULL},
        {"q.dxf", ENTITIES("0\nLINE\n10\nzero\n"), "'zero' is not a number", NULL},
        {"q.dxf", ENTITIES("0\nCIRCLE\n40\n1\n0\nCIRCLE\n40\n2\n"), "a circle beside other curves", NULL},
        {"q.dxf", "AutoCAD Binary DXF\r\n", "save it as text", NULL},
        {"q.dxf",
         ENTITIES("0\nLWPOLYLINE\n70\n1\n10\n0\n20\n0\n10\n9\n20\n0\n10\n0\n20\n9\n0\nLWPOLYLINE\n70\n1\n10\n1\n20\n1\n"
                  "10\n2\n"
                  "20\n1\n10\n1\n20\n2\n"),
         "a second outline, near (1, 1)", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        refused(cases[i].name, cases[i].text, 0, cases[i].words, cases[i].field);
    refused("p.svg", SVG("<path d='M0 0h9v9z'/>"), -1, "a unit of -1 m", "unit");
    refused("p.csv", "x (mm),y (mm)\n0,0\n60,0\n0,30\n", 1e-2, "\"x (mm)\" states its unit, and another one", NULL);
}

SUBJECT(shape_read) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_triangle),       cmocka_unit_test(arcs),           cmocka_unit_test(rounded_square),
        cmocka_unit_test(what_is_not_convex), cmocka_unit_test(a_given_centre), cmocka_unit_test(what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
