/* Our own HDF5 layout: what is written is read back bit for bit, the same dataset gives the same bytes, files of other
 * programs are understood, and what breaks the layout is refused with a reason.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <hdf5.h>

#include "../subject.h"
#include "dataset_cases.h"

static void write_case(const char *path, const routh_dataset *dataset) {
    routh_context context = routh_context_default();
    routh_status status = routh_dataset_write(&context, dataset, routh_io_path(path));
    if (status != ROUTH_OK)
        print_error("%s\n", context.message);
    assert_int_equal(status, ROUTH_OK);
}

static void expect_same_back(const routh_dataset *dataset) {
    routh_dataset back;
    write_case("case.h5", dataset);
    expect_read("case.h5", NULL, &back);
    assert_true(same_dataset(dataset, &back));
    routh_dataset_release(NULL, &back);
}

static void what_is_written_is_read_back(void **state) {
    (void)state;
    static dataset_case made;
    make_case(&made);
    expect_same_back(&made.dataset);
    made.dataset.body.shape = routh_shape_ellipse(0.035, 0.025);
    made.dataset.rate = NAN; /* not known */
    made.record[1].x = made.record[1].time = NAN;
    expect_same_back(&made.dataset);
    made.dataset.body.shape = routh_shape_disc(0.02);
    made.dataset.frame_decided = 0;
    made.dataset.trajectory_count = 0;
    for (int i = 0; i < CASE_RECORDS; i++)
        made.record[i].trajectory = -1;
    expect_same_back(&made.dataset);
    made.dataset.body.shape = (routh_shape){0}; /* not known either */
    made.dataset.count = 0;
    expect_same_back(&made.dataset);
}

/* Files without the wrench, all there were before it, read as nothing acting; part of a wrench is none. */
static void a_wrench_is_whole_or_missing(void **state) {
    (void)state;
    static dataset_case made;
    make_case(&made);
    write_case("case.h5", &made.dataset);
    hid_t file = H5Fopen("case.h5", H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(H5Ldelete(file, "impacts/fx", H5P_DEFAULT) >= 0);
    H5Fclose(file);
    expect_unreadable("case.h5", NULL, ROUTH_BAD_FORMAT, "/impacts/fx is missing");
    for (int i = 0; i < CASE_RECORDS; i++)
        made.record[i].fx = made.record[i].fy = made.record[i].torque = 0;
    expect_same_back(&made.dataset);
    file = H5Fopen("case.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(H5Lexists(file, "impacts/fx", H5P_DEFAULT) == 0 && H5Lexists(file, "impacts/time", H5P_DEFAULT) > 0);
    H5Fclose(file);
    made.record[2].torque = INFINITY; /* kept, and marked */
    write_case("case.h5", &made.dataset);
    routh_dataset back;
    expect_read("case.h5", NULL, &back);
    assert_int_equal(back.record[2].reasons, ROUTH_IMPOSSIBLE);
    routh_dataset_release(NULL, &back);
}

/* Files without the tilt, all there were before it, read as level ground; on a slope gravity has a share along t. */
static void a_tilt_turns_gravity(void **state) {
    (void)state;
    static dataset_case made;
    make_case(&made);
    made.record[0].gravity_tilt = 0.5235987755982988; /* 30° */
    const double before = made.record[0].before.vx, down = made.record[0].before.vy, fall = 9.81 * 0.004;
    const routh_impact tilted = routh_dataset_impact(&made.dataset, 0, ROUTH_AS_RECORDED);
    assert_true(fabs(tilted.vx - (before - fall / 2)) < 1e-15 && fabs(tilted.vy - (down - fall * sqrt(0.75))) < 1e-14);
    for (int i = 0; i < CASE_RECORDS; i++)
        made.record[i].gravity_tilt = 0;
    const routh_impact level = routh_dataset_impact(&made.dataset, 0, ROUTH_AS_RECORDED);
    assert_true(fabs(level.vx - before) <= 0 && fabs(level.vy - (down - fall)) <= 0);
    expect_same_back(&made.dataset);
    hid_t file = H5Fopen("case.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(H5Lexists(file, "impacts/gravity_tilt", H5P_DEFAULT) == 0);
    H5Fclose(file);
    made.record[2].gravity_tilt = INFINITY; /* kept, and marked */
    write_case("case.h5", &made.dataset);
    routh_dataset back;
    expect_read("case.h5", NULL, &back);
    assert_int_equal(back.record[2].reasons, ROUTH_IMPOSSIBLE);
    routh_dataset_release(NULL, &back);
}

static void the_same_dataset_gives_the_same_bytes(void **state) {
    (void)state;
    static dataset_case made;
    make_case(&made);
    write_case("one.h5", &made.dataset);
    write_case("two.h5", &made.dataset);
    size_t one_size, two_size;
    unsigned char *one = bytes_of("one.h5", &one_size), *two = bytes_of("two.h5", &two_size);
    assert_int_equal(one_size, two_size);
    assert_memory_equal(one, two, one_size);
    free(one);
    free(two);
}

static void options_win_over_the_file(void **state) {
    (void)state;
    static dataset_case made;
    make_case(&made);
    write_case("case.h5", &made.dataset);
    routh_dataset back;
    routh_import_options options = routh_import_options_default();
    const routh_body heavier = {.mass = 0.6, .inertia = NAN}, other = {.shape = routh_shape_disc(0.1), .mass = NAN};
    options.body = &heavier;
    options.gravity = 0;
    options.gap = 0;
    options.name = "renamed";
    expect_read("case.h5", &options, &back);
    assert_true(fabs(back.body.mass - 0.6) < 1e-16);
    assert_true(fabs(back.body.inertia - 3.4e-4) < 1e-18); /* the radius of gyration stays */
    assert_true(same_numbers(&back.body.shape.vertex[0][0], &made.dataset.body.shape.vertex[0][0], 8));
    assert_true(fabs(back.gravity) <= 0 && fabs(back.gap) <= 0 && fabs(back.rate - 250) <= 0);
    assert_string_equal(back.name, "renamed");
    assert_string_equal(back.source, made.dataset.source);
    routh_dataset_release(NULL, &back);

    options = routh_import_options_default();
    options.body = &other; /* another shape: uniform density */
    expect_read("case.h5", &options, &back);
    assert_true(fabs(back.body.inertia - 0.3 * 0.1 * 0.1 / 2) < 1e-17);
    routh_dataset_release(NULL, &back);
    options.gyration = 0.02;
    expect_read("case.h5", &options, &back);
    assert_true(fabs(back.body.inertia - 0.3 * 0.02 * 0.02) < 1e-17);
    routh_dataset_release(NULL, &back);
}

static void writing_replaces_whole_or_not_at_all(void **state) {
    (void)state;
    static dataset_case made;
    make_case(&made);
    write_whole("old.h5", "something else");
    assert_int_equal(chmod("old.h5", 0640), 0);
    assert_int_equal(symlink("old.h5", "link.h5"), 0);
    write_case("link.h5", &made.dataset);
    struct stat there;
    assert_int_equal(lstat("link.h5", &there), 0);
    assert_true(S_ISLNK(there.st_mode));
    assert_int_equal(stat("old.h5", &there), 0);
    assert_int_equal(there.st_mode & 0777, 0640);
    assert_int_equal(count_files(0), 2); /* nothing temporary is left */

    routh_context context = routh_context_default();
    assert_int_equal(routh_dataset_write(&context, &made.dataset, routh_io_path("no/such/folder.h5")),
                     ROUTH_FILE_ERROR);
    assert_non_null(strstr(context.message, "no/such/folder.h5: cannot write"));
    assert_int_equal(routh_dataset_write(&context, &made.dataset, routh_io_path(".")), ROUTH_FILE_ERROR);
    assert_int_equal(routh_dataset_write(&context, &made.dataset, routh_io_path("/dev/full")), ROUTH_FILE_ERROR);
    assert_int_equal(count_files(0), 2);
}

/* Files that others made ------------------------------------------------------------------------------*/

static void set_text(hid_t place, const char *name, const char *text, int is_variable) {
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, is_variable ? H5T_VARIABLE : strlen(text) + 1);
    H5Adelete(place, name);
    hid_t attribute = H5Acreate2(place, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Awrite(attribute, type, is_variable ? (const void *)&text : text) >= 0);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
}

static void set_number(hid_t place, const char *name, hid_t type, double value) {
    hid_t space = H5Screate(H5S_SCALAR);
    H5Adelete(place, name);
    hid_t attribute = H5Acreate2(place, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Awrite(attribute, H5T_NATIVE_DOUBLE, &value) >= 0);
    H5Aclose(attribute);
    H5Sclose(space);
}

/* Replaces an array; `columns` 0: one dimension. */
static void set_array(hid_t file, const char *name, hid_t type, hsize_t rows, hsize_t columns, const double *value) {
    const hsize_t size[2] = {rows, columns};
    hid_t space = H5Screate_simple(columns ? 2 : 1, size, NULL);
    H5Ldelete(file, name, H5P_DEFAULT);
    hid_t array = H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Dwrite(array, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0);
    H5Dclose(array);
    H5Sclose(space);
}

/* The good case, open to be changed. */
static hid_t begin_change(void) {
    static dataset_case made;
    make_case(&made);
    write_case("case.h5", &made.dataset);
    hid_t file = H5Fopen("case.h5", H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(file >= 0);
    return file;
}

static void other_programs_may_write_it_differently(void **state) {
    (void)state;
    hid_t file = begin_change();
    const double value[CASE_RECORDS] = {1, 2, 3, 4, 5};
    set_text(file, "name", "of any length", 1);
    set_number(file, "rate", H5T_STD_I16BE, 500);
    set_number(file, "layout", H5T_STD_U8LE, 1);
    set_array(file, "impacts/x", H5T_IEEE_F32BE, CASE_RECORDS, 0, value);
    set_array(file, "impacts/y", H5T_STD_I32LE, CASE_RECORDS, 1, value);
    H5Fclose(file);
    routh_dataset back;
    expect_read("case.h5", NULL, &back);
    assert_string_equal(back.name, "of any length");
    assert_true(fabs(back.rate - 500) <= 0);
    for (int i = 0; i < CASE_RECORDS; i++)
        assert_true(fabs(back.record[i].x - i - 1) <= 0 && fabs(back.record[i].y - i - 1) <= 0);
    routh_dataset_release(NULL, &back);
}

static void reasons_go_by_name_not_by_bit(void **state) {
    (void)state;
    hid_t file = begin_change();
    const double bits[CASE_RECORDS] = {0, 1, 2, 3, 0};
    set_array(file, "impacts/reasons", H5T_STD_U8LE, CASE_RECORDS, 0, bits);
    hid_t array = H5Dopen2(file, "impacts/reasons", H5P_DEFAULT);
    set_text(array, "names", "lost-frames,cone", 0);
    H5Dclose(array);
    H5Fclose(file);
    routh_dataset back;
    expect_read("case.h5", NULL, &back);
    const unsigned expected[] = {0, ROUTH_LOST_FRAMES, ROUTH_CONE, ROUTH_LOST_FRAMES | ROUTH_CONE, 0};
    for (int i = 0; i < CASE_RECORDS; i++)
        assert_int_equal(back.record[i].reasons, expected[i]);
    routh_dataset_release(NULL, &back);
}

static void end_change(hid_t file, const char *word) {
    H5Fclose(file);
    expect_unreadable("case.h5", NULL, ROUTH_BAD_FORMAT, word);
}

static void what_breaks_the_layout_is_refused(void **state) {
    (void)state;
    const double value[8 * CASE_SAMPLES] = {0};
    hid_t file = begin_change();
    set_text(file, "format", "something", 0);
    end_change(file, "not a Routh dataset");
    set_number(file = begin_change(), "layout", H5T_STD_I64LE, 2);
    end_change(file, "case.h5: layout 2; Routh " ROUTH_VERSION " reads layout 1");
    H5Adelete(file = begin_change(), "layout"); /* as in version 0.2 */
    set_number(file, "version", H5T_STD_I64LE, 2);
    end_change(file, "case.h5: layout 2; Routh " ROUTH_VERSION " reads layout 1");
    H5Adelete(file = begin_change(), "gravity");
    end_change(file, "gravity is missing");
    set_text(file = begin_change(), "gap", "long", 0);
    end_change(file, "gap is missing, damaged or not a number");
    set_text(file = begin_change(), "frame", "upside-down", 0);
    end_change(file, "upside-down");
    H5Ldelete(file = begin_change(), "body", H5P_DEFAULT);
    end_change(file, "/body is missing");
    set_array(file = begin_change(), "impacts/ry", H5T_IEEE_F64LE, CASE_RECORDS - 1, 0, value);
    end_change(file, "/impacts/ry is 4×1, other columns are 5×1");
    set_array(file = begin_change(), "impacts/trajectory", H5T_STD_I64LE, CASE_RECORDS, 0,
              (const double[]){0, 1, 2, 0, 0});
    end_change(file, "impact 3 names trajectory 2 of 2");
    set_array(file = begin_change(), "impacts/reasons", H5T_STD_I64LE, CASE_RECORDS, 0, value);
    end_change(file, "names is missing");
    H5Ldelete(file = begin_change(), "trajectories/0", H5P_DEFAULT);
    end_change(file, "/trajectories/0 is missing");
    H5Ldelete(file = begin_change(), "impacts/x", H5P_DEFAULT);
    H5Lcreate_external("elsewhere.h5", "/x", file, "impacts/x", H5P_DEFAULT, H5P_DEFAULT);
    end_change(file, "/impacts/x is missing");
    set_array(file = begin_change(), "body/vertices", H5T_IEEE_F64LE, 4, 2, value);
    H5Fclose(file);
    expect_unreadable("case.h5", NULL, ROUTH_BAD_ARGUMENT, "case.h5: polygon");
    set_number(file = begin_change(), "gravity", H5T_IEEE_F64LE, -1);
    H5Fclose(file);
    expect_unreadable("case.h5", NULL, ROUTH_BAD_ARGUMENT, "gravity of -1");
    set_number(file = begin_change(), "gap", H5T_IEEE_F64LE, 1e308);
    H5Fclose(file);
    expect_unreadable("case.h5", NULL, ROUTH_BAD_ARGUMENT, "1e+308 s between");
}

/* Writes one number into trajectory 0 and expects a refusal. */
static void spoil_sample(hsize_t row, hsize_t column, double value, const char *word) {
    hid_t file = begin_change(), array = H5Dopen2(file, "trajectories/0", H5P_DEFAULT), space = H5Dget_space(array);
    const hsize_t place[2] = {row, column};
    hid_t single = H5Screate(H5S_SCALAR);
    H5Sselect_elements(space, H5S_SELECT_SET, 1, place);
    assert_true(H5Dwrite(array, H5T_NATIVE_DOUBLE, single, space, H5P_DEFAULT, &value) >= 0);
    H5Sclose(single);
    H5Sclose(space);
    H5Dclose(array);
    end_change(file, word);
}

static void trajectories_have_no_gaps(void **state) {
    (void)state;
    spoil_sample(3, 2, NAN, "/trajectories/0: sample 4, column 3 is ");
    spoil_sample(5, 0, 0.01, "sample 6: time must rise, but goes from 0.016 s to 0.01 s");
}

/* Replaces the first column by an array of 2⁴⁰ rows, none of which is stored. */
static hid_t claim_rows(int rank, hsize_t columns) {
    hid_t file = begin_change();
    const hsize_t size[2] = {(hsize_t)1 << 40, columns}, chunk[2] = {64, 1};
    hid_t space = H5Screate_simple(rank, size, NULL), properties = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(properties, rank, chunk);
    H5Pset_deflate(properties, 6);
    H5Ldelete(file, "impacts/x", H5P_DEFAULT);
    H5Dclose(H5Dcreate2(file, "impacts/x", H5T_IEEE_F64LE, space, H5P_DEFAULT, properties, H5P_DEFAULT));
    H5Pclose(properties);
    H5Sclose(space);
    return file;
}

static void claims_beyond_the_file_are_refused(void **state) {
    (void)state;
    end_change(claim_rows(1, 1), "claims 1099511627776×1 numbers but has 0 bytes");
    end_change(claim_rows(2, 0), "/impacts/x");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter_scratch, leave_scratch)

SUBJECT(dataset_file) {
    const struct CMUnitTest tests[] = {
        TEST(what_is_written_is_read_back),
        TEST(a_wrench_is_whole_or_missing),
        TEST(a_tilt_turns_gravity),
        TEST(the_same_dataset_gives_the_same_bytes),
        TEST(options_win_over_the_file),
        TEST(writing_replaces_whole_or_not_at_all),
        TEST(other_programs_may_write_it_differently),
        TEST(reasons_go_by_name_not_by_bit),
        TEST(what_breaks_the_layout_is_refused),
        TEST(trajectories_have_no_gaps),
        TEST(claims_beyond_the_file_are_refused),
    };
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* attributes are deleted that are not there */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
