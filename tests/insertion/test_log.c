/* A laboratory's log: its columns, units, order of quaternions, frame and sign of the wrench; velocities from poses; gaps;
 * and what is refused.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../cli/run_program.h"
#include "../subject.h"
#include "lab.h"

static routh_insertion must_read(const char *path, const routh_insertion_convention *convention) {
    routh_context context = routh_context_default();
    routh_insertion insertion;
    if (routh_insertion_read(&context, routh_io_path(path), convention, &insertion) != ROUTH_OK)
        fail_msg("%s", context.message);
    return insertion;
}

static void set(routh_insertion_convention *convention, const char *field, const char *text) {
    routh_context context = routh_context_default();
    if (routh_insertion_convention_set(&context, field, text, convention) != ROUTH_OK)
        fail_msg("%s", context.message);
}

static const char sensor_text[] = "0.02,-0.01,0.15,0.28,0.96,0,0", sensor_text_mm[] = "20,-10,150,0.96,0,0,0.28";

/* Every combination of order, sign, frame, sensor and units, said by the caller. */
static void test_conventions(void **state) {
    (void)state;
    static const char *const frames[] = {"plate", "hand", "world"};
    for (int code = 0; code < 48; code++) {
        lab_convention c = lab_si();
        routh_insertion_convention as = {0};
        const int other_units = code / 24;
        c.w_last = other_units;
        c.on_two = code & 1;
        c.frame = code / 2 % 3;
        c.with_sensor = code / 6 % 2;
        c.without_velocities = code / 12 % 2;
        if (other_units) {
            c.length = 1e-3, c.moment = 1e-3, c.time = 1e-3, c.angle = 3.14159265358979323846 / 180, c.force = 1e3;
            set(&as, "units", "mm, N mm, ms,deg,kN");
            set(&as, "quaternion", "xyzw");
        }
        set(&as, "wrench_on", c.on_two ? "2" : "1");
        set(&as, "wrench_frame", frames[c.frame]);
        if (c.with_sensor)
            set(&as, "sensor", other_units ? sensor_text_mm : sensor_text);
        lab_write_csv("log.csv", &c, "", NULL);
        lab_write_beside("log.json", &c, "");
        routh_insertion insertion = must_read("log.csv", &as);
        assert_int_equal(insertion.count, LAB_ROWS);
        assert_true(fabs(insertion.rate - 100) < 1e-9); /* from the times */
        assert_string_equal(insertion.name, "log");
        assert_true((insertion.twist_window > 0) == (c.without_velocities != 0));
        lab_expect(&insertion, c.without_velocities ? 1e-11 : 1e-15);
        routh_insertion_release(NULL, &insertion);
    }
}

/* The same said by the JSON file; what the caller says overrides it. */
static void test_beside(void **state) {
    (void)state;
    lab_convention c = lab_si();
    c.w_last = c.on_two = 1;
    c.frame = 1;
    c.length = 1e-3;
    lab_write_csv("log.csv", &c, "robot ", NULL);
    char more[2000] = ", \"units\": \"mm\", \"quaternion\": \"xyzw\", \"wrench_on\": 2, \"wrench_frame\": \"hand\", "
                      "\"name\": \"mine\", \"rate\": 100, \"columns\": {";
    for (int j = 0; j < LAB_COLUMNS; j++)
        snprintf(more + strlen(more), sizeof more - strlen(more), "%s\"%s\": \"robot %s\"", j ? ", " : "", lab_names[j],
                 lab_names[j]);
    strcat(more, "}");
    lab_write_beside("log.json", &c, more);
    routh_insertion insertion = must_read("log.csv", NULL);
    assert_string_equal(insertion.name, "mine");
    lab_expect(&insertion, 1e-15);
    routh_insertion_release(NULL, &insertion);
    routh_insertion_convention as = {0};
    set(&as, "wrench_on", "1");
    insertion = must_read("log.csv", &as);
    double world[6];
    lab_wrench(0, world);
    for (int k = 0; k < 6; k++)
        assert_true(fabs(insertion.sample[0].wrench[k] + world[k]) < 1e-11);
    routh_insertion_release(NULL, &insertion);
}

/* A log in HDF5: arrays in a group, and a table. What is written of it is a recording like any other. */
static void test_hdf5_log(void **state) {
    (void)state;
    lab_convention c = lab_si();
    char map[2000] = "";
    for (int without = 0; without < 2; without++) {
        c.without_velocities = without;
        lab_write_hdf5("log.h5", &c);
        lab_write_beside("log.json", &c, "");
        map[0] = '\0';
        for (int j = 0; j < 14; j++)
            if (!lab_leaves_out(&c, j))
                snprintf(map + strlen(map), sizeof map - strlen(map), "%s=robot/%s,", lab_names[j], lab_names[j]);
        strcat(map, "fx=ft:1,fy=ft:2,fz=ft:3,mx=ft:4,my=ft:5,mz=/ft:6");
        routh_insertion_convention as = {0};
        set(&as, "columns", map);
        routh_insertion insertion = must_read("log.h5", &as);
        assert_int_equal(insertion.count, LAB_ROWS);
        lab_expect(&insertion, without ? 1e-11 : 0);
        assert_int_equal(routh_insertion_write(NULL, &insertion, routh_io_path("mine.h5")), ROUTH_OK);
        routh_insertion again = must_read("mine.h5", NULL);
        lab_expect(&again, without ? 1e-11 : 0);
        assert_true(again.twist_window == insertion.twist_window && (again.twist_window > 0) == (without == 1));
        routh_insertion_release(NULL, &again);
        routh_insertion_release(NULL, &insertion);
    }
}

/* The documented HDF5 file without a name, and with 14 columns instead of 20. */
static void test_hdf5_optional(void **state) {
    (void)state;
    lab_convention c = lab_si();
    lab_write_csv("log.csv", &c, "", NULL);
    lab_write_beside("log.json", &c, "");
    routh_insertion insertion = must_read("log.csv", NULL);
    assert_int_equal(routh_insertion_write(NULL, &insertion, routh_io_path("third.h5")), ROUTH_OK);
    routh_insertion_release(NULL, &insertion);
    static double few[LAB_ROWS][14];
    for (int i = 0; i < LAB_ROWS; i++) {
        double row[LAB_COLUMNS];
        lab_row(&c, 0.01 * i, row);
        memcpy(few[i], row, 8 * sizeof(double));
        memcpy(&few[i][8], &row[14], 6 * sizeof(double));
    }
    const hid_t file = H5Fopen("third.h5", H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(H5Adelete(file, "name") >= 0 && H5Ldelete(file, "samples", H5P_DEFAULT) >= 0);
    lab_write_array(file, "samples", LAB_ROWS, 14, &few[0][0]);
    H5Fclose(file);
    insertion = must_read("third.h5", NULL);
    assert_string_equal(insertion.name, "third");
    assert_true(insertion.twist_window == 0.1);
    lab_expect(&insertion, 1e-11);
    routh_insertion_release(NULL, &insertion);
}

/* Velocities -----------------------------------------------------------------------------------------------*/

static double normal(unsigned *seed) { /* twelve uniform numbers */
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (*seed = *seed * 1664525u + 1013904223u) / 4294967296.0;
    return sum;
}

/* Noise σ of the positions gives σ √(12/n)/T in the middle, with n samples in T seconds; n is large enough that n² − 1 is
 * n². The window asked for replaces velocities that are recorded. */
static void test_noise(void **state) {
    (void)state;
    enum { ROWS = 20000, REACH = 50 };
    static routh_insertion_instant sample[ROWS];
    unsigned seed = 1;
    const double sigma = 1e-6;
    routh_insertion made = {.name = "noise",
                            .rate = 1000,
                            .count = ROWS,
                            .sample = sample,
                            .receptacle = routh_pose3_default(),
                            .plate = routh_pose3_default(),
                            .reference = routh_pose3_default()};
    for (int i = 0; i < ROWS; i++) {
        sample[i] = (routh_insertion_instant){.time = 1e-3 * i, .hand = routh_pose3_default(), .twist = {7, 7, 7}};
        for (int k = 0; k < 3; k++)
            sample[i].hand.position[k] = lab_velocity[k] * 1e-3 * i + sigma * normal(&seed);
    }
    assert_int_equal(routh_insertion_write(NULL, &made, routh_io_path("noise.h5")), ROUTH_OK);
    routh_insertion_convention as = {0};
    set(&as, "velocity_window", "0.1");
    routh_insertion insertion = must_read("noise.h5", &as);
    double square = 0;
    for (int i = REACH; i < ROWS - REACH; i++)
        for (int k = 0; k < 3; k++)
            square += pow(insertion.sample[i].twist[k] - lab_velocity[k], 2);
    const double found = sqrt(square / (3 * (ROWS - 2 * REACH)));
    const double expected = sigma * sqrt(12.0 / (2 * REACH + 1)) / 0.1;
    /* 600 windows that do not overlap: the deviation is known to 3 %, three times that is allowed */
    assert_true(fabs(found / expected - 1) < 0.1);
    routh_insertion_release(NULL, &insertion);
}

/* Gaps -----------------------------------------------------------------------------------------------------*/

static int in_gaps(int row) { /* 0.4 s, then a row alone between two short gaps */
    return (row > 20 && row < 60) || row == 89 || row == 91;
}

static void test_gaps(void **state) {
    (void)state;
    lab_convention c = lab_si();
    for (int without = 0; without < 2; without++) {
        c.without_velocities = without;
        lab_write_csv("log.csv", &c, "", in_gaps);
        lab_write_beside("log.json", &c, ", \"rate\": 100");
        routh_insertion insertion = must_read("log.csv", NULL), reduced;
        assert_int_equal(insertion.gaps.count, 3);
        assert_true(fabs(insertion.gaps.longest - 0.4) < 1e-12 && fabs(insertion.gaps.start - 0.2) < 1e-12);
        assert_int_equal(insertion.count, LAB_ROWS - 41 - without); /* a row alone has no velocity */
        lab_expect(&insertion, without ? 1e-11 : 0);
        assert_int_equal(routh_insertion_reduce(NULL, &insertion, 50, &reduced), ROUTH_OK);
        assert_true(reduced.gaps.count == 3 && reduced.count > 10);
        for (size_t k = 0; k < reduced.count; k++) { /* eight rows on either side of each new one are there */
            const long row = lround(100 * reduced.sample[k].time);
            for (long i = row - 8; i <= row + 8; i++)
                assert_false(i < 0 || i >= LAB_ROWS || in_gaps((int)i));
            for (int i = 0; i < 3; i++)
                assert_true(fabs(reduced.sample[k].twist[i] - lab_velocity[i]) < 1e-11);
        }
        routh_insertion_release(NULL, &reduced);
        routh_insertion_release(NULL, &insertion);
    }
}

/* Rows at times that are late or early by up to 0.4 of a step; a step may be 1.8 of the usual one. Times of a coarse clock
 * are whole multiples of 0.003 s. */
static double uneven_time(int row, bool coarse) {
    const double late = 0.004 * sin(37.7 * row * row);
    return coarse ? 0.003 * round((0.01 * row) / 0.003) : 0.01 * row + late;
}

static void write_jitter(const char *path, const lab_convention *c, bool coarse) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int j = 0; j < LAB_COLUMNS; j++)
        fprintf(file, "%s%s", j ? "," : "", lab_names[j]);
    for (int i = 0; i < LAB_ROWS; i++) {
        double row[LAB_COLUMNS];
        lab_row(c, uneven_time(i, coarse), row);
        for (int j = 0; j < LAB_COLUMNS; j++)
            fprintf(file, "%s%.17g", j ? "," : "\n", row[j]);
    }
    fputs("\n", file);
    fclose(file);
}

/* Nothing is missing, with or without a rate beside it; straight motion stays where it is at its own times. */
static void test_jitter(void **state) {
    (void)state;
    const lab_convention c = lab_si();
    for (int way = 0; way < 4; way++) {
        write_jitter("log.csv", &c, way / 2);
        lab_write_beside("log.json", &c, way % 2 ? ", \"rate\": 100" : "");
        routh_insertion insertion = must_read("log.csv", NULL), reduced;
        assert_int_equal(insertion.gaps.count, 0);
        assert_true(fabs(insertion.rate / 100 - 1) < 0.01);
        assert_int_equal(insertion.count, LAB_ROWS);
        assert_int_equal(routh_insertion_reduce(NULL, &insertion, 50, &reduced), ROUTH_OK);
        assert_int_equal(reduced.count, (LAB_ROWS - 16 - 1) / 2 + 1);
        for (size_t k = 0; k < reduced.count; k++) {
            const lab_pose hand = lab_hand(reduced.sample[k].time);
            for (int i = 0; i < 3; i++)
                assert_true(fabs(reduced.sample[k].hand.position[i] - hand.p[i]) < 1e-14);
        }
        routh_insertion_release(NULL, &reduced);
        routh_insertion_release(NULL, &insertion);
    }
}

/* Rates are compared without gaps, and the sentence says so. */
static void test_rate_with_gaps(void **state) {
    (void)state;
    const lab_convention c = lab_si();
    lab_write_csv("log.csv", &c, "", in_gaps);
    lab_write_beside("log.json", &c, ", \"rate\": 98");
    routh_context context = routh_context_default();
    routh_insertion insertion;
    assert_int_equal(routh_insertion_read(&context, routh_io_path("log.csv"), NULL, &insertion), ROUTH_BAD_FORMAT);
    assert_non_null(strstr(context.message, "rate 98 Hz, but with its gaps in time (3) left out it is 100 Hz"));
}

/* Refusals -------------------------------------------------------------------------------------------------*/

static void refuses_text(const char *field, const char *text, const char *words) {
    routh_context context = routh_context_default();
    routh_insertion_convention convention = {0};
    assert_int_equal(routh_insertion_convention_set(&context, field, text, &convention), ROUTH_BAD_ARGUMENT);
    if (!strstr(context.message, words))
        fail_msg("\"%s\" is not in \"%s\"", words, context.message);
}

static void test_refused_text(void **state) {
    (void)state;
    refuses_text("units", "mm,parsec", "units \"parsec\": not one of m, mm");
    refuses_text("units", "mm,cm", "both mm and cm for the length");
    refuses_text("units", "", "not one of");
    refuses_text("quaternion", "zyxw", "quaternion \"zyxw\": not one of wxyz, xyzw");
    refuses_text("wrench_on", "3", "not 1 or 2");
    refuses_text("wrench_frame", "table", "not one of plate, hand, world");
    refuses_text("sensor", "0,0,0,1,0,0", "seven numbers");
    refuses_text("sensor", "0,0,0,1,0,0,0,0", "seven numbers");
    refuses_text("sensor", "0,0,0,0.3,0,0,0", "of length 1");
    refuses_text("sensor", "0,0,x,1,0,0,0", "seven numbers");
    refuses_text("velocity_window", "-1", "from 1e-6 to 1000");
    refuses_text("velocity_window", "nan", "from 1e-6 to 1000");
    refuses_text("columns", "px", "not of the form px=NAME");
    refuses_text("columns", "height=z", "columns \"height\": not one of time, px");
    refuses_text("columns", "px=a,px=b", "two columns for px");
    refuses_text("columns", "px=a,py=a", "one column for both px and py");
    refuses_text("columns", "px=", "1 to 63 bytes");
    refuses_text("colour", "red", "no field colour");
}

static void refuses_log(const char *path, const routh_insertion_convention *as, const char *words) {
    routh_context context = routh_context_default();
    routh_insertion insertion;
    assert_int_not_equal(routh_insertion_read(&context, routh_io_path(path), as, &insertion), ROUTH_OK);
    if (!strstr(context.message, words))
        fail_msg("\"%s\" is not in \"%s\"", words, context.message);
}

static void refuses_beside(const char *more, const char *words) {
    const lab_convention c = lab_si();
    lab_write_csv("log.csv", &c, "", NULL);
    lab_write_beside("log.json", &c, more);
    refuses_log("log.csv", NULL, words);
}

static int all_but_one(int row) {
    return row != 7;
}

/* Every step is 0.5 or 1.5 of the usual one; a hundredth more, and it is a gap. */
static void write_uneven(const char *path) {
    const lab_convention c = lab_si();
    lab_write_csv(path, &c, "", NULL);
    char *text = read_whole(path), *line = strchr(text, '\n') + 1;
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fwrite(text, 1, (size_t)(line - text), file);
    for (int i = 0; i < LAB_ROWS; i++) {
        char *end = strchr(line, '\n') + 1, *rest = strchr(strchr(line, ',') + 1, ',');
        fprintf(file, "ok,%.17g", 0.01 * i + 0.0051 * (i % 2));
        fwrite(rest, 1, (size_t)(end - rest), file);
        line = end;
    }
    fclose(file);
    free(text);
}

static int every_third(int row) {
    return row % 3 == 0;
}

static void test_refused_logs(void **state) {
    (void)state;
    lab_convention c = lab_si();
    routh_insertion_convention as = {0};
    refuses_beside(", \"units\": \"mm,m\"", "log.json: units: units: both mm and m");
    refuses_beside(", \"units\": 7", "log.json: units");
    refuses_beside(", \"columns\": \"px=x\"", "log.json: columns: text, not an object");
    refuses_beside(", \"columns\": {\"px\": 3}", "columns: px is a number, not a name");
    refuses_beside(", \"columns\": {\"px\": \"x\"}", "no column \"x\"");
    refuses_beside(", \"columns\": {\"px\": \"py\"}", "is asked for twice");
    refuses_beside(", \"wrench_on\": 1.5", "wrench_on");
    refuses_beside(", \"sensor\": [0, 0, 0, 0.3, 0, 0, 0]", "sensor: the quaternion");
    refuses_beside(", \"velocity_window\": 0", "velocity_window");
    refuses_beside(", \"twist_window\": -1", "twist_window -1 s");
    refuses_beside(", \"rate\": 120", "rate 120 Hz, but 120 samples in 1.19 s are 100 Hz");
    refuses_beside(", \"colour\": 1", "colour");
    lab_write_csv("log.csv", &c, "", all_but_one);
    lab_write_beside("log.json", &c, "");
    refuses_log("log.csv", NULL, "log.csv: only one sample");
    lab_write_csv("log.csv", &c, "", every_third); /* no gaps any more: what is the rate? */
    lab_write_beside("log.json", &c, ", \"rate\": 100");
    refuses_log("log.csv", NULL, "rate 100 Hz, but 80 samples");
    write_uneven("log.csv");
    refuses_log("log.csv", NULL, "60 of 119 steps in time are longer than 1.5 of the usual");
    c.frame = 1; /* a wrench of the plate needs the plate */
    lab_write_csv("log.csv", &c, "", NULL);
    lab_write_beside("log.json", &c, "");
    refuses_log("log.csv", NULL, "plate: is missing");
    c = lab_si();
    set(&as, "columns", "vx=speed");
    lab_write_csv("log.csv", &c, "", NULL);
    lab_write_beside("log.json", &c, "");
    refuses_log("log.csv", &as, "no column \"speed\"");
    char *text = read_whole("log.csv"), *at = strstr(text, "wz,");
    memcpy(at, "ww,", 3);
    write_whole("log.csv", text);
    free(text);
    refuses_log("log.csv", NULL, "velocities are there (vx), but wz is missing: give all six, or none");
}

static void test_refused_hdf5(void **state) {
    (void)state;
    lab_convention c = lab_si();
    routh_insertion_convention as = {0}, wide = {0}, beyond = {0}, twice = {0};
    lab_write_hdf5("lone.h5", &c);
    refuses_log("lone.h5", NULL, "no JSON file of the same name beside it");
    lab_write_hdf5("log.h5", &c);
    lab_write_beside("log.json", &c, "");
    refuses_log("log.h5", NULL, "log.h5: no array \"time\" for time");
    set(&as, "columns", "time=robot");
    refuses_log("log.h5", &as, "robot");
    set(&wide, "columns", "time=ft");
    refuses_log("log.h5", &wide, "ft: the array has 6 columns; add which one");
    set(&beyond, "columns", "time=ft:7");
    refuses_log("log.h5", &beyond, "the array has only 6 columns");
    set(&twice, "columns", "time=ft:1,px=/ft:01");
    refuses_log("log.h5", &twice, "one column, \"/ft:01\", for both time and px");
    lab_write_csv("log.csv", &c, "", NULL);
    routh_insertion insertion = must_read("log.csv", NULL);
    assert_int_equal(routh_insertion_write(NULL, &insertion, routh_io_path("own.h5")), ROUTH_OK);
    routh_insertion_release(NULL, &insertion);
    refuses_log("own.h5", &as, "has its own columns");
}

SUBJECT(log) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conventions),  cmocka_unit_test(test_beside),
        cmocka_unit_test(test_hdf5_log),     cmocka_unit_test(test_hdf5_optional),
        cmocka_unit_test(test_noise),        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_jitter),       cmocka_unit_test(test_rate_with_gaps),
        cmocka_unit_test(test_refused_text), cmocka_unit_test(test_refused_logs),
        cmocka_unit_test(test_refused_hdf5),
    };
    return cmocka_run_group_tests(tests, enter_scratch, leave_scratch);
}
