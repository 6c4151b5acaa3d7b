/* Comma-separated values: tables of impacts, trajectories and folders of them, and what is neither.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "dataset_cases.h"

#define HEADER "mass,inertia,rx,ry,vx,vy,omega,vx_after,vy_after,omega_after"

/* The options of a 60 mm square recorded at that rate. */
static routh_import_options square_at(routh_body *body, double rate) {
    *body = (routh_body){.shape = routh_shape_square(0.06), .mass = 0.2, .inertia = NAN};
    routh_import_options options = routh_import_options_default();
    options.body = body;
    options.rate = rate;
    return options;
}

static void a_table_of_impacts(void **state) {
    (void)state;
    write_whole("impacts.csv", "time,omega_after," HEADER ",note\n"
                               "0.5,7,0.4,2e-4,0.01,-0.03,0.1,-1,2,0.2,0.6,7,first\n"
                               "0.75,8,0.4,2e-4,0.02,-0.03,0.1,1,0,0.2,0.6,8,going up\n");
    /* a column twice is no table */
    expect_unreadable("impacts.csv", NULL, ROUTH_BAD_FORMAT, "omega_after\" is in the header twice");
    write_whole("impacts.csv", "time," HEADER ",note\n"
                               "0.5,0.4,2e-4,0.01,-0.03,0.1,-1,2,0.2,0.6,7,first\n"
                               "0.75,0.4,2e-4,0.02,-0.03,0.1,1,0,0.2,0.6,8,going up\n");
    routh_dataset dataset;
    expect_read("impacts.csv", NULL, &dataset);
    assert_int_equal(dataset.count, 2);
    assert_true(fabs(dataset.body.mass - 0.4) <= 0 && fabs(dataset.body.inertia - 2e-4) <= 0);
    assert_true(fabs(dataset.gap) <= 0 && isnan(dataset.rate) && fabs(dataset.gravity - 9.81) <= 0);
    const routh_record *record = dataset.record;
    assert_true(fabs(record[0].rx - 0.01) <= 0 && fabs(record[0].before.vy + 1) <= 0);
    assert_true(fabs(record[0].after.omega - 7) <= 0 && fabs(record[0].time - 0.5) <= 0 && isnan(record[0].theta));
    assert_int_equal(record[0].reasons, 0);
    assert_int_equal(record[1].reasons, ROUTH_SEPARATES);
    routh_dataset_release(NULL, &dataset);
}

/* Columns that no one knows are kept by name, a word in them is no number, and a column of words is none. */
static void further_columns_are_kept(void **state) {
    (void)state;
    write_whole("impacts.csv", "plate," HEADER ",note,plate,temperature\n"
                               "1,0.4,2e-4,0.01,-0.03,0.1,-1,2,0.2,0.6,7,first,9,20.5\n"
                               "2,0.4,2e-4,0.02,-0.03,0.1,-1,0,0.2,0.6,8,\"a, b\",9,unknown\n");
    routh_dataset dataset, back;
    expect_read("impacts.csv", NULL, &dataset);
    assert_int_equal(dataset.extra_count, 2);
    assert_string_equal(dataset.extra[0].name, "plate");
    assert_string_equal(dataset.extra[1].name, "temperature");
    assert_true(fabs(dataset.extra[0].value[1] - 2) <= 0 && fabs(dataset.extra[1].value[0] - 20.5) <= 0);
    assert_true(isnan(dataset.extra[1].value[1]));
    assert_int_equal(routh_dataset_write(NULL, &dataset, routh_io_path("extra.h5")), ROUTH_OK);
    expect_read("extra.h5", NULL, &back);
    assert_int_equal(back.extra_count, 2);
    assert_true(same_dataset(&dataset, &back));
    routh_dataset_release(NULL, &back);
    routh_dataset_release(NULL, &dataset);
}

/* A wrench may be in part: what has no column does not act. */
static void a_table_with_known_forces(void **state) {
    (void)state;
    write_whole("impacts.csv", HEADER ",torque,fy,gravity_tilt\n0.4,2e-4,0.01,-0.03,0.1,-1,2,0.2,0.6,7,0.25,-3,0.5\n");
    routh_dataset dataset;
    expect_read("impacts.csv", NULL, &dataset);
    const routh_record *record = dataset.record;
    assert_true(fabs(record->fx) <= 0 && fabs(record->fy + 3) <= 0 && fabs(record->torque - 0.25) <= 0);
    assert_true(fabs(record->gravity_tilt - 0.5) <= 0 && dataset.extra_count == 0);
    routh_dataset_release(NULL, &dataset);
}

static void a_table_has_one_body(void **state) {
    (void)state;
    write_whole("two.csv", HEADER "\n1,2,0,-1,0,-1,0,0,1,0\n1,3,0,-1,0,-2,0,0,1,0\n");
    expect_unreadable("two.csv", NULL, ROUTH_BAD_FORMAT,
                      "two.csv: row 2 (line 3), column inertia: 3, but row 1 has 2; a dataset has one body");
    write_whole("none.csv", "rx,ry,vx,vy,omega,vx_after,vy_after,omega_after\n0,-1,0,-1,0,0,1,0\n");
    expect_missing("none.csv", NULL, "body.mass");
    routh_import_options options = routh_import_options_default();
    routh_body body = {.mass = 2, .inertia = NAN};
    options.body = &body;
    expect_missing("none.csv", &options, "body.inertia gyration");
    options.gyration = 0.5;
    routh_dataset dataset;
    expect_read("none.csv", &options, &dataset);
    assert_true(fabs(dataset.body.inertia - 0.5) < 1e-15);
    routh_dataset_release(NULL, &dataset);
    write_whole("minus.csv", HEADER "\n-1,2,0,-1,0,-1,0,0,1,0\n");
    expect_unreadable("minus.csv", NULL, ROUTH_BAD_MASS, "minus.csv: a mass of -1 kg is not positive and finite");
}

static void a_folder_in_natural_order(void **state) {
    (void)state;
    assert_int_equal(mkdir("drops", 0700), 0);
    write_whole("drops/drop_10.csv", "x,z,th,vx,vz,vth\n10,1,2,3,4,5\n11,1,2,3,4,5\n");
    write_whole("drops/drop_9.CSV", "x,y,theta\n9,0.5,0.25\n8,0.5,0.25\n7,0.5,0.25\n");
    write_whole("drops/drop_010.csv", "th,z,x\n1,2,3\n");
    write_whole("drops/readme.txt", "not a trajectory\n");
    write_whole("drops/.drop_1.csv", "hidden\n");
    routh_body body;
    routh_import_options options = square_at(&body, 100);
    routh_dataset dataset;
    expect_read("drops/", &options, &dataset);
    assert_string_equal(dataset.name, "drops");
    assert_int_equal(dataset.trajectory_count, 3);
    assert_int_equal(dataset.count, 0);
    const routh_trajectory *one = dataset.trajectory;
    assert_string_equal(one[0].name, "drop_9.CSV");
    assert_string_equal(one[1].name, "drop_010.csv");
    assert_string_equal(one[2].name, "drop_10.csv");
    assert_null(one[0].vx);
    assert_int_equal(one[0].count, 3);
    assert_true(fabs(one[0].time[2] - 0.02) <= 0 && fabs(one[0].x[2] - 7) <= 0 && fabs(one[0].theta[0] - 0.25) <= 0);
    assert_true(fabs(one[1].x[0] - 3) <= 0 && fabs(one[1].y[0] - 2) <= 0 && fabs(one[1].theta[0] - 1) <= 0);
    assert_true(fabs(one[2].vy[1] - 4) <= 0 && fabs(one[2].omega[1] - 5) <= 0 && fabs(one[2].x[1] - 11) <= 0);
    assert_true(fabs(dataset.body.inertia - 0.2 * 0.06 * 0.06 / 6) < 1e-18);
    routh_dataset_release(NULL, &dataset);
    count_files(1);
    for (const char *const *name =
             (const char *const[]){"drop_10.csv", "drop_9.CSV", "drop_010.csv", "readme.txt", ".drop_1.csv", NULL};
         *name; name++) {
        char path[64];
        snprintf(path, sizeof path, "drops/%s", *name);
        remove(path);
    }
    expect_unreadable("drops", &options, ROUTH_BAD_FORMAT, "drops: the folder holds no CSV file");
}

static void time_gives_the_rate(void **state) {
    (void)state;
    routh_body body;
    routh_import_options options = square_at(&body, NAN);
    /* a lost frame does not change the median */
    write_whole("motion.csv", "t,x,y,theta\n5,0,1,0\n5.01,0,1,0\n5.02,0,1,0\n5.06,0,1,0\n5.07,0,1,0\n5.08,0,1,0\n");
    routh_dataset dataset;
    expect_read("motion.csv", &options, &dataset);
    assert_int_equal(dataset.trajectory_count, 1);
    assert_true(fabs(dataset.rate - 100) < 1e-9 && fabs(dataset.trajectory[0].time[0] - 5) <= 0);
    routh_dataset_release(NULL, &dataset);
    options.rate = 150; /* what is said wins; the check then compares it with the times */
    expect_read("motion.csv", &options, &dataset);
    assert_true(fabs(dataset.rate - 150) <= 0);
    routh_dataset_release(NULL, &dataset);
    options.rate = NAN;
    write_whole("motion.csv", "time,x,y,theta\n0,0,1,0\n0.01,0,1,0\n0.005,0,1,0\n");
    expect_unreadable("motion.csv", &options, ROUTH_BAD_FORMAT,
                      "row 3 (line 4): time runs backwards from 0.01 s to 0.005 s");
    write_whole("motion.csv", "time,x,y,theta\n0,0,1,0\n0,0,1,0\n");
    expect_unreadable("motion.csv", &options, ROUTH_BAD_FORMAT, "time stands still");
    write_whole("motion.csv", "time,x,y,theta\n0,0,1,0\n");
    expect_missing("motion.csv", &options, "rate");
}

static void bad_trajectories_are_refused(void **state) {
    (void)state;
    routh_body body;
    routh_import_options options = square_at(&body, 250), silent = routh_import_options_default();
    write_whole("motion.csv", "x,z,th\n0,1,0\n0,nan,0\n");
    expect_unreadable("motion.csv", &options, ROUTH_BAD_FORMAT,
                      "motion.csv: row 2 (line 3), column z: \"nan\" is not a finite number");
    write_whole("motion.csv", "x,y,z,theta\n0,1,0,0\n");
    expect_unreadable("motion.csv", &options, ROUTH_BAD_FORMAT, "columns y and z");
    write_whole("motion.csv", "x,y,theta,vx,vy\n0,1,0,0,0\n");
    expect_unreadable("motion.csv", &options, ROUTH_BAD_FORMAT, "no column \"omega\"");
    write_whole("motion.csv", "x,y\n0,1\n");
    expect_unreadable("motion.csv", &options, ROUTH_BAD_FORMAT, "no column \"theta\"");
    write_whole("motion.csv", "x,y,theta\n0,1,0\n0,1,0\n");
    silent.rate = 250;
    expect_missing("motion.csv", &silent, "body.shape");
    options.rate = NAN;
    expect_missing("motion.csv", &options, "rate");
}

static void a_polygon_off_its_centroid_needs_an_inertia(void **state) {
    (void)state;
    routh_body body;
    routh_import_options options = square_at(&body, 250);
    for (int i = 0; i < 4; i++)
        body.shape.vertex[i][1] += 0.01;
    write_whole("motion.csv", "x,y,theta\n0,1,0\n0,1,0\n");
    expect_unreadable("motion.csv", &options, ROUTH_BAD_ARGUMENT, "centroid");
    body.inertia = 1e-4;
    routh_dataset dataset;
    expect_read("motion.csv", &options, &dataset);
    routh_dataset_release(NULL, &dataset);
}

static void what_is_no_recording(void **state) {
    (void)state;
    expect_unreadable("nowhere", NULL, ROUTH_FILE_ERROR, "nowhere: cannot read: ");
    expect_unreadable("/dev/null", NULL, ROUTH_FILE_ERROR, "neither a file nor a folder");
    write_whole("file", "");
    expect_unreadable("file", NULL, ROUTH_BAD_FORMAT, "file: the file is empty");
    write_whole("file", "\n\n");
    expect_unreadable("file", NULL, ROUTH_BAD_FORMAT, "file: ");
    write_whole("file", "a,b,c\n1,2,3\n");
    expect_unreadable("file", NULL, ROUTH_BAD_FORMAT, "no table of impacts");
    write_whole("file", "\x7F"
                        "ELF\1\2\3");
    expect_unreadable("file", NULL, ROUTH_BAD_FORMAT, "neither a dataset");
    write_whole("file", "\x89HDF\r\n\x1A\n");
    expect_unreadable("file", NULL, ROUTH_BAD_FORMAT, "a damaged or truncated HDF5 file");
    write_whole("file", "MATLAB 5.0 MAT-file");
    expect_unreadable("file", NULL, ROUTH_BAD_FORMAT, "a damaged or truncated MATLAB file");
}

/* Every attempt to get memory fails once, in turn: the message says so, and nothing is lost or left. */
static void *rationed(size_t size, void *user) {
    int *left = user;
    return (*left)-- == 0 ? NULL : malloc(size);
}

static void *rationed_again(void *block, size_t size, void *user) {
    int *left = user;
    return (*left)-- == 0 ? NULL : realloc(block, size);
}

static void give_back(void *block, void *user) {
    (void)user;
    free(block);
}

static void want_of_memory_leaves_nothing(void **state) {
    (void)state;
    assert_int_equal(mkdir("few", 0700), 0);
    write_whole("few/1.csv", "t,x,y,theta,vx,vy,omega\n0,1,2,3,4,5,6\n1,1,2,3,4,5,6\n");
    write_whole("few/2.csv", "t,x,y,theta\n0,1,2,3\n1,1,2,3\n");
    write_whole("impacts.csv", HEADER "\n1,2,0,-1,0,-1,0,0,1,0\n");
    routh_body body;
    routh_import_options options = square_at(&body, NAN);
    static const char *const paths[] = {"few", "impacts.csv"};
    for (int i = 0; i < 2; i++) {
        routh_status status = ROUTH_OUT_OF_MEMORY;
        for (int most = 0; status != ROUTH_OK; most++) {
            assert_true(most < 1000);
            int left = most;
            routh_dataset dataset;
            routh_context context = routh_context_default();
            context.allocate = rationed;
            context.reallocate = rationed_again;
            context.release = give_back;
            context.user = &left;
            status = routh_dataset_read(&context, routh_io_path(paths[i]), &options, &dataset);
            assert_true(status == ROUTH_OK || status == ROUTH_OUT_OF_MEMORY);
            routh_dataset_release(&context, &dataset);
        }
    }
    remove("few/1.csv");
    remove("few/2.csv");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter_scratch, leave_scratch)

SUBJECT(import_csv) {
    const struct CMUnitTest tests[] = {
        TEST(a_table_of_impacts),           TEST(a_table_has_one_body),
        TEST(a_table_with_known_forces),    TEST(further_columns_are_kept),
        TEST(a_folder_in_natural_order),    TEST(time_gives_the_rate),
        TEST(bad_trajectories_are_refused), TEST(a_polygon_off_its_centroid_needs_an_inertia),
        TEST(what_is_no_recording),         TEST(want_of_memory_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
