/* Shapes: the lowest point against a search along the outline, inertia against closed forms, and what is no shape.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <routh/data.h>

#include "../subject.h"
#include "geometry/geometry.h"

static const double pi = 3.14159265358979323846;

static void ellipse_lowest_point_beats_its_outline(void **state) {
    (void)state;
    const routh_shape shape = routh_shape_ellipse(0.035, 0.025);
    for (int turn = -7; turn <= 7; turn++) {
        double angle = 0.45 * turn, rx, ry, next, lowest = INFINITY, at = 0;
        routh_shape_lowest(&shape, angle, &rx, &ry, &next);
        for (int i = 0; i < 20000; i++) {
            double u = 2 * pi * i / 20000, x = shape.a * cos(u), y = shape.b * sin(u);
            double height = sin(angle) * x + cos(angle) * y;
            if (height < lowest) {
                lowest = height;
                at = cos(angle) * x - sin(angle) * y;
            }
        }
        assert_true(ry <= lowest + 1e-15);
        assert_true(fabs(ry - lowest) < 1e-8);
        assert_true(fabs(rx - at) < 1e-5);
        assert_true(isinf(next) && next > 0);
    }
}

static void disc_touches_below_its_centre(void **state) {
    (void)state;
    const routh_shape shape = routh_shape_disc(0.05);
    double rx, ry, next;
    routh_shape_lowest(&shape, 1.234, &rx, &ry, &next);
    assert_true(fabs(rx) < 1e-17 && fabs(ry + 0.05) < 1e-16 && isinf(next));
    assert_true(fabs(routh_shape_gyration_squared(&shape) - 0.05 * 0.05 / 2) < 1e-18);
}

static void square_lowest_corner(void **state) {
    (void)state;
    const double side = 0.06;
    const routh_shape shape = routh_shape_square(side);
    double rx, ry, next;
    routh_shape_lowest(&shape, 0, &rx, &ry, &next);
    assert_true(fabs(ry + side / 2) < 1e-17 && fabs(fabs(rx) - side / 2) < 1e-17);
    assert_true(next >= 0 && next < 1e-17);
    routh_shape_lowest(&shape, pi / 4, &rx, &ry, &next);
    assert_true(fabs(ry + side / sqrt(2)) < 1e-16 && fabs(rx) < 1e-16);
    assert_true(fabs(next - side / sqrt(2)) < 1e-16);
    /* leaning by a small angle the other end of the edge is side × sin(angle) higher, whichever corner is met first */
    for (int quarter = 0; quarter < 4; quarter++)
        for (int sign = -1; sign <= 1; sign += 2) {
            routh_shape_lowest(&shape, quarter * pi / 2 + sign * 0.01, &rx, &ry, &next);
            assert_true(fabs(next - side * sin(0.01)) < 1e-15);
            assert_true(sign * rx < 0);
        }
}

static void inertia_of_uniform_density(void **state) {
    (void)state;
    const routh_shape square = routh_shape_square(0.06), ellipse = routh_shape_ellipse(0.035, 0.025);
    assert_true(fabs(routh_shape_gyration_squared(&square) - 0.06 * 0.06 / 6) < 1e-18);
    assert_true(fabs(routh_shape_gyration_squared(&ellipse) - (0.035 * 0.035 + 0.025 * 0.025) / 4) < 1e-18);
    /* an equilateral triangle of side s: s²/12 */
    routh_shape triangle = {.kind = ROUTH_POLYGON, .count = 3};
    for (int i = 0; i < 3; i++) {
        triangle.vertex[i][0] = cos(2 * pi * i / 3);
        triangle.vertex[i][1] = sin(2 * pi * i / 3);
    }
    assert_true(fabs(routh_shape_gyration_squared(&triangle) - 3.0 / 12) < 1e-15);
    /* a regular n-gon of radius R: R² (2 + cos(2π/n)) / 6, which tends to the disc's R²/2 */
    routh_shape round = {.kind = ROUTH_POLYGON, .count = ROUTH_MAX_VERTICES};
    for (int i = 0; i < ROUTH_MAX_VERTICES; i++) {
        round.vertex[i][0] = cos(2 * pi * i / ROUTH_MAX_VERTICES);
        round.vertex[i][1] = sin(2 * pi * i / ROUTH_MAX_VERTICES);
    }
    assert_true(fabs(routh_shape_gyration_squared(&round) - (2 + cos(2 * pi / ROUTH_MAX_VERTICES)) / 6) < 1e-14);
    assert_int_equal(routh_shape_check(NULL, &round), ROUTH_OK);
    assert_int_equal(routh_shape_check(NULL, &triangle), ROUTH_OK);
}

static void refuse(const routh_shape *shape, routh_status status, const char *word) {
    routh_context context = routh_context_default();
    assert_int_equal(routh_shape_check(&context, shape), status);
    if (!strstr(context.message, word))
        print_error("\"%s\" is not in: %s\n", word, context.message);
    assert_non_null(strstr(context.message, word));
}

static void what_is_no_shape(void **state) {
    (void)state;
    routh_shape square = routh_shape_square(0.06);
    assert_int_equal(routh_shape_check(NULL, &square), ROUTH_OK);

    routh_shape clockwise = square;
    for (int i = 0; i < 4; i++)
        memcpy(clockwise.vertex[i], square.vertex[3 - i], sizeof square.vertex[0]);
    refuse(&clockwise, ROUTH_BAD_ARGUMENT, "counter-clockwise");

    routh_shape dented = square;
    dented.vertex[1][0] = dented.vertex[1][1] = 0.001;
    refuse(&dented, ROUTH_BAD_ARGUMENT, "convex");

    routh_shape aside = square;
    for (int i = 0; i < 4; i++)
        aside.vertex[i][0] += 0.031;
    refuse(&aside, ROUTH_BAD_ARGUMENT, "not inside");

    routh_shape star = {.kind = ROUTH_POLYGON, .count = 5}; /* all turns are left turns, but it goes round twice */
    for (int i = 0; i < 5; i++) {
        star.vertex[i][0] = cos(4 * pi * i / 5);
        star.vertex[i][1] = sin(4 * pi * i / 5);
    }
    refuse(&star, ROUTH_BAD_ARGUMENT, "more than once");

    routh_shape two = square;
    two.count = 2;
    refuse(&two, ROUTH_BAD_ARGUMENT, "2 vertices");

    routh_shape unfinished = square;
    unfinished.vertex[2][1] = NAN;
    refuse(&unfinished, ROUTH_NOT_FINITE, "vertex 3");

    const routh_shape flat = routh_shape_ellipse(0.03, 0), nothing = {0}, negative = routh_shape_disc(-1);
    refuse(&flat, ROUTH_BAD_ARGUMENT, "ellipse");
    refuse(&nothing, ROUTH_BAD_ARGUMENT, "ellipse");
    refuse(&negative, ROUTH_BAD_ARGUMENT, "disc");
    const routh_shape vast[] = {routh_shape_disc(1e80), routh_shape_ellipse(1, 1e80), routh_shape_ellipse(1, 1e-80),
                                routh_shape_square(1e80), routh_shape_square(1e-80)};
    for (size_t i = 0; i < sizeof vast / sizeof vast[0]; i++) /* moments of area of the fourth power */
        refuse(&vast[i], ROUTH_BAD_ARGUMENT, "are possible");
}

SUBJECT(shape) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ellipse_lowest_point_beats_its_outline),
        cmocka_unit_test(disc_touches_below_its_centre),
        cmocka_unit_test(square_lowest_corner),
        cmocka_unit_test(inertia_of_uniform_density),
        cmocka_unit_test(what_is_no_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
