/* Shapes in space from words.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <routh/drawing.h>

#include "../subject.h"

static void test_words(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double width, volume;
        size_t corners;
    } known[] = {{"cube:0.1", 0.1, 1e-3, 8},
                 {"square:0.2", 0.2, 8e-3, 8},
                 {"box:0.1,0.2,.3", 0, 6e-3, 8},
                 {"ellipsoid:0.05,0.04,0.03,40", 0, 0, 42},
                 {"ellipsoid:5e-2,4e-2,3e-2", 0, 0, 162}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        routh_shape3 shape;
        double width = -1;
        assert_int_equal(routh_shape3_of_text(NULL, known[i].text, &width, &shape), ROUTH_OK);
        assert_true(width == known[i].width);
        assert_int_equal(shape.count, known[i].corners);
        assert_true(known[i].volume == 0 || fabs(shape.volume / known[i].volume - 1) < 1e-12);
        routh_shape3_release(NULL, &shape);
    }
}

/* Nothing is made, and the message says what it should look like. */
static void test_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"",
                                        "cube",
                                        "cube:",
                                        "cube:-1",
                                        "cube:0",
                                        "cube:0.1,",
                                        "box:0.1,0.2",
                                        "box:0.1,0.2,0.3,0.4",
                                        "box:a,b,c",
                                        "box:nan,1,1",
                                        "box:1,1,inf",
                                        "box:1;1;1",
                                        "box: 1,1,1",
                                        "cone:1,2",
                                        "ellipsoid:1,1",
                                        "ellipsoid:1,1,1,0",
                                        "mesh:a.stl",
                                        "BOX:1,1,1",
                                        "ellipsoid:1,1,-1",
                                        "box:0,1,1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        routh_context context = routh_context_default();
        routh_shape3 shape;
        double width = -1;
        assert_int_not_equal(routh_shape3_of_text(&context, wrong[i], &width, &shape), ROUTH_OK);
        assert_true(width == 0 && shape.count == 0 && context.message[0] != '\0');
        routh_shape3_release(NULL, &shape);
    }
}

SUBJECT(shape3_text) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_words), cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
