/* Recordings from arrays, in every convention; the assembly beside recordings; a name of its own for each.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <sys/stat.h>

#include "../cli/run_program.h"
#include "../subject.h"
#include "lab.h"
#include "papers.h"

typedef struct lab_arrays {
    double time[LAB_ROWS], hand[LAB_ROWS][7], twist[LAB_ROWS][6], wrench[LAB_ROWS][6];
} lab_arrays;

static routh_insertion_arrays fill(const lab_convention *c, lab_arrays *a) {
    for (int i = 0; i < LAB_ROWS; i++) {
        double row[LAB_COLUMNS];
        lab_row(c, 0.01 * i, row);
        a->time[i] = row[0];
        memcpy(a->hand[i], &row[1], sizeof a->hand[i]);
        memcpy(a->twist[i], &row[8], sizeof a->twist[i]);
        memcpy(a->wrench[i], &row[14], sizeof a->wrench[i]);
    }
    routh_insertion_arrays arrays = routh_insertion_arrays_default();
    arrays.count = LAB_ROWS;
    arrays.time = a->time;
    arrays.hand = a->hand[0];
    arrays.twist = c->without_velocities ? NULL : a->twist[0];
    arrays.wrench = a->wrench[0];
    lab_pose_numbers(c, &lab_receptacle, arrays.receptacle);
    if (c->frame == 0) /* only wrenches of the plate need one */
        lab_pose_numbers(c, &lab_plate, arrays.plate);
    lab_pose_numbers(c, &lab_reference, arrays.reference);
    return arrays;
}

static void set(routh_insertion_convention *convention, const char *field, const char *text) {
    assert_int_equal(routh_insertion_convention_set(NULL, field, text, convention), ROUTH_OK);
}

/* Files have rounded numbers. */
static void expect_alike(const routh_insertion *a, const routh_insertion *b) {
    const double *x = (const double *)a->sample, *y = (const double *)b->sample;
    for (size_t k = 0; k < a->count * sizeof *a->sample / sizeof *x; k++)
        assert_true(fabs(x[k] - y[k]) <= 1e-10 * (1 + fabs(y[k])));
}

/* Every order, sign, frame and unit, with and without velocities: the motion and wrench that are known in closed form, and
 * the same numbers as from a file. */
static void test_conventions(void **state) {
    (void)state;
    static const char *const frames[] = {"plate", "hand", "world"};
    static lab_arrays numbers;
    for (int code = 0; code < 24; code++) {
        lab_convention c = lab_si();
        routh_insertion_convention as = {0};
        routh_insertion made, read;
        c.w_last = code / 12;
        c.on_two = code & 1;
        c.frame = code / 2 % 3;
        c.without_velocities = code / 6 % 2;
        if (c.w_last) {
            c.length = 1e-3, c.moment = 1e-3, c.time = 1e-3;
            set(&as, "units", "mm,Nmm,ms");
            set(&as, "quaternion", "xyzw");
        }
        set(&as, "wrench_on", c.on_two ? "2" : "1");
        set(&as, "wrench_frame", frames[c.frame]);
        routh_insertion_arrays arrays = fill(&c, &numbers);
        lab_write_csv("log.csv", &c, "", NULL);
        lab_write_beside("log.json", &c, "");
        assert_int_equal(routh_insertion_read(NULL, routh_io_path("log.csv"), &as, &read), ROUTH_OK);
        arrays.offset = read.offset / c.length;
        assert_int_equal(routh_insertion_of_arrays(NULL, &arrays, &as, &made), ROUTH_OK);
        assert_string_equal(made.name, "insertion");
        assert_int_equal(made.count, LAB_ROWS);
        assert_true((made.twist_window > 0) == (c.without_velocities != 0));
        lab_expect(&made, c.without_velocities ? 1e-11 : 1e-15);
        assert_true(fabs(made.rate - read.rate) < 1e-9 && fabs(made.offset - read.offset) < 1e-18);
        expect_alike(&made, &read);
        routh_insertion_release(NULL, &read);
        routh_insertion_release(NULL, &made);
    }
}

static void refuses(const routh_insertion_arrays *arrays, const char *words) {
    routh_context context = routh_context_default();
    routh_insertion made;
    assert_true(routh_insertion_of_arrays(&context, arrays, NULL, &made) != ROUTH_OK);
    if (!strstr(context.message, words))
        fail_msg("\"%s\" does not say \"%s\"", context.message, words);
    assert_null(made.sample);
}

static void test_refused(void **state) {
    (void)state;
    static lab_arrays numbers;
    const lab_convention c = lab_si();
    routh_insertion_arrays arrays = fill(&c, &numbers), other = arrays;
    other.count = 1;
    refuses(&other, "at least 2 samples, not 1");
    other = arrays;
    other.wrench = NULL;
    refuses(&other, "time, hand and wrench");
    other = arrays;
    other.plate[3] = 3;
    refuses(&other, "plate: the quaternion");
    other = arrays;
    other.offset = INFINITY;
    refuses(&other, "offset");
    numbers.time[7] = numbers.time[6];
    refuses(&arrays, "insertion");
    arrays = fill(&c, &numbers);
    numbers.wrench[4][2] = NAN;
    refuses(&arrays, "sample 5: a number is missing");
    arrays = fill(&c, &numbers);
    numbers.hand[9][3] = 2;
    refuses(&arrays, "sample 10: the quaternion");
}

static void write_parts(const char *path, double height) {
    const vguides usual = vguides_default();
    vguides guides = usual;
    guides.deviation = height;
    routh_assembly assembly;
    assert_int_equal(vguides_assembly(NULL, &guides, &assembly), ROUTH_OK);
    assert_int_equal(routh_assembly_write(NULL, &assembly, routh_io_path(path)), ROUTH_OK);
    routh_assembly_release(NULL, &assembly);
}

/* The older name counts where there is no other; different ones are refused, the same twice is not. */
static void test_beside(void **state) {
    (void)state;
    static const char *const both[] = {"a/1.h5", "b/2.h5"};
    routh_context context = routh_context_default();
    routh_assembly found;
    assert_true(mkdir("a", 0700) == 0 && mkdir("b", 0700) == 0);
    assert_int_equal(routh_assembly_read_beside(&context, both, 0, &found), ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_assembly_read_beside(&context, both, 1, &found), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "a/1.h5 has no assembly.json beside it"));
    assert_string_equal(context.field, "assembly");
    write_parts("a/scene.json", 1e-4);
    assert_int_equal(routh_assembly_read_beside(&context, both, 2, &found), ROUTH_OK);
    assert_true(found.displacement[1].deviation == 1e-4);
    routh_assembly_release(NULL, &found);
    write_parts("a/assembly.json", 2e-4);
    assert_int_equal(routh_assembly_read_beside(&context, both, 1, &found), ROUTH_OK);
    assert_true(found.displacement[1].deviation == 2e-4);
    routh_assembly_release(NULL, &found);
    write_parts("b/assembly.json", 2e-4);
    assert_int_equal(routh_assembly_read_beside(&context, both, 2, &found), ROUTH_OK);
    routh_assembly_release(NULL, &found);
    write_parts("b/assembly.json", 3e-4);
    assert_int_equal(routh_assembly_read_beside(&context, both, 2, &found), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "b/2.h5 has another assembly beside it than a/1.h5"));
}

static void test_names(void **state) {
    (void)state;
    routh_insertion made[] = {{.name = "2a"}, {.name = "2a"}, {.name = "2a-2"}, {.name = "a/b\n"}, {.name = "2a"}};
    routh_insertion_name_apart(made, sizeof made / sizeof *made);
    static const char *const names[] = {"2a", "2a-2", "2a-2-2", "a_b_", "2a-3"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(made[i].name, names[i]);
}

SUBJECT(arrays) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_conventions), cmocka_unit_test(test_refused),
                                       cmocka_unit_test(test_beside), cmocka_unit_test(test_names)};
    return cmocka_run_group_tests(tests, enter_scratch, leave_scratch);
}
