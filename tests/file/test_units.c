/* Units in the names of columns and in rows of units.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../subject.h"
#include "file/text.h"

static const double degree = 3.14159265358979323846 / 180;

static void test_names_carry_units(void **state) {
    (void)state;
    const struct {
        const char *name;
        routh_quantity quantity;
        double unit;
        const char *stripped;
    } cases[] = {
        {"X (mm)", ROUTH_LENGTH, 1e-3, "X"},
        {"X(mm)", ROUTH_LENGTH, 1e-3, "X"},
        {"Angle [deg]", ROUTH_ANGLE, degree, "Angle"},
        {"time_ms", ROUTH_TIME, 1e-3, "time"},
        {"pos.x/mm", ROUTH_LENGTH, 1e-3, "pos.x"},
        {"Time (Seconds)", ROUTH_TIME, 1, "Time"},
        {"Body1 X (Millimeters) ", ROUTH_LENGTH, 1e-3, "Body1 X"},
        {"theta {rad}", ROUTH_ANGLE, 1, "theta"},
        {"phi (\xC2\xB0)", ROUTH_ANGLE, degree, "phi"},
        {"Y [CM]", ROUTH_LENGTH, 1e-2, "Y"},
        {"z [\xC2\xB5m]", ROUTH_LENGTH, 1e-6, "z"},
        {"height (in)", ROUTH_LENGTH, 0.0254, "height"},
        {"t / s", ROUTH_TIME, 1, "t"},
        {"moment (N mm)", ROUTH_MOMENT, 1e-3, "moment"},
        {"pos_x_m", ROUTH_LENGTH, 1, "pos_x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        routh_quantity quantity = ROUTH_FORCE;
        double unit = 0;
        if (!routh_unit_of_name(cases[i].name, &quantity, &unit))
            fail_msg("%s has a unit", cases[i].name);
        assert_int_equal(quantity, cases[i].quantity);
        assert_true(unit == cases[i].unit || (unit - cases[i].unit) / unit < 1e-15);
        assert_int_equal(routh_unit_stripped(cases[i].name), strlen(cases[i].stripped));
        assert_memory_equal(cases[i].name, cases[i].stripped, strlen(cases[i].stripped));
    }
}

static void test_other_names_do_not(void **state) {
    (void)state;
    static const char *const names[] = {"",      "x",         "mm",       "(mm)",       "x_in",      "x_raw",
                                        "X ()",  "X (raw)",   "_m",       "/mm",        "vx (mm/s)", "vx_mm/s",
                                        "x mm",  "w [rad/s]", "x (mm) 1", "acc (m/s2)", "x_Deg",     "position",
                                        "v m/s", "x)",        "x(",       "x (mm",      "x_",        "x/"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        routh_quantity quantity;
        double unit;
        if (routh_unit_of_name(names[i], &quantity, &unit))
            fail_msg("\"%s\" has no unit, found %g", names[i], unit);
        assert_int_equal(routh_unit_stripped(names[i]), strlen(names[i]));
    }
}

/* The table's own names are found, with the size that the table has. */
static void test_every_unit_is_found(void **state) {
    (void)state;
    for (int q = 0; q < ROUTH_QUANTITIES; q++) {
        size_t i = 0;
        for (const char *name; (name = routh_unit_name((routh_quantity)q, i)); i++) {
            routh_quantity quantity;
            double unit;
            assert_true(routh_unit_of(name, strlen(name), &quantity, &unit));
            assert_int_equal(quantity, q);
            assert_true(unit == routh_unit_size((routh_quantity)q, i));
        }
        assert_true(i > 1 && routh_unit_size((routh_quantity)q, 0) == 1);
    }
}

SUBJECT(units) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_carry_units),
        cmocka_unit_test(test_other_names_do_not),
        cmocka_unit_test(test_every_unit_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
