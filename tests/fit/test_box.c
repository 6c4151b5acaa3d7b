/* A law's parameters as points of the unit cube.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "generated.h"

#include "../subject.h"
#include "fit/fit.h"

static void the_box_maps_both_ways(void **state) {
    (void)state;
    routh_box box;
    for (size_t l = 0; l < routh_law_count(); l++)
        for (double cap = 1e-3; cap < 1e4; cap *= 10) {
            assert_int_equal(routh_box_of(NULL, routh_law_at(l), cap, &box), ROUTH_OK);
            for (int d = 0; d < box.dimension; d++) {
                assert_near(routh_box_value(&box, d, 0), box.low[d], 0);
                assert_near(routh_box_value(&box, d, 1), box.high[d], 0);
                double before = -INFINITY;
                for (double u = 0; u <= 1; u += 0.125) {
                    const double value = routh_box_value(&box, d, u);
                    assert_true(value > before);
                    assert_near(routh_box_coordinate(&box, d, value), u, 1e-12);
                    before = value;
                }
            }
        }
    routh_context context = routh_context_default();
    assert_int_equal(routh_box_of(&context, routh_law_at(0), 0, &box), ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_box_of(&context, routh_law_at(0), INFINITY, &box), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "inf"));
    const routh_law without = {.name = "without", .parameter_count = 1, .parameter = {{.name = "mu", .high = 1}}};
    assert_int_equal(routh_box_of(&context, &without, 1, &box), ROUTH_BAD_ARGUMENT);
}

SUBJECT(box) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_box_maps_both_ways)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
