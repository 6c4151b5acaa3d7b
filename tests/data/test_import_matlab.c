/* MATLAB files: bounce arrays made by hand, byte by byte, and those of the independent library matio in both formats.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "matlab_bytes.h"

#ifdef ROUTH_HAVE_MATIO
#include <matio.h>
#endif

enum { STATES = 12, ROWS = 3, FLAGS = 6 };

static const double states[STATES] = {0.3, 0.04, -1.5, 0.4, -2.8, -2, 0.31, 0.05, -1.4, 0.5, 1.6, 10.5};
static const double normal[ROWS] = {0, 1, 0.011}, tangent[ROWS] = {1, 0, 0.034};
static const double clean[FLAGS] = {0}, flagged[FLAGS] = {0, 1, 0, 0, 0, 1};

/* An impact in the usual order of fields, one of which is of no interest. */
static void put_bounce(matlab_file *file, const double *state, const double *flag) {
    put_row(file, STATES, state);
    put_row(file, ROWS, normal);
    put_packed_row(file, 1, clean);
    put_row(file, ROWS, tangent);
    put_packed_row(file, FLAGS, flag);
}

static const char fields[] = "states n extra d flags";

static void make_good(matlab_file *file, int big) {
    begin_matlab(file, big);
    size_t other = open_array(file, CLASS_CHAR, 1, 3, "notes"); /* another variable comes first */
    close_element(file, other);
    size_t array = open_bounces(file, 1, 2, fields);
    put_bounce(file, states, clean);
    put_bounce(file, states, flagged);
    close_element(file, array);
}

static void expect_good(const char *path) {
    routh_dataset dataset;
    expect_read(path, NULL, &dataset);
    assert_int_equal(dataset.count, 2);
    const routh_record *record = dataset.record;
    assert_int_equal(record[0].reasons, 0);
    assert_int_equal(record[1].reasons, ROUTH_ENERGY | ROUTH_LOST_FRAMES | ROUTH_DUPLICATE);
    for (int i = 0; i < 2; i++) {
        assert_true(same_numbers(&record[i].x, states, 3));
        assert_true(same_numbers(&record[i].before.vx, states + 3, 3));
        assert_true(same_numbers(&record[i].after.vx, states + 9, 3));
        assert_true(fabs(record[i].rx - 0.011) <= 0 && fabs(record[i].ry + 0.034) <= 0);
        assert_true(isnan(record[i].time) && record[i].trajectory == -1);
    }
    routh_dataset_release(NULL, &dataset);
}

static void either_byte_order(void **state) {
    (void)state;
    static matlab_file file;
    for (int big = 0; big < 2; big++) {
        make_good(&file, big);
        save_matlab(&file, "good.mat");
        expect_good("good.mat");
    }
}

static void the_published_ellipse_unless_told(void **state) {
    (void)state;
    static matlab_file file;
    make_good(&file, 0);
    save_matlab(&file, "good.mat");
    routh_dataset dataset;
    expect_read("good.mat", NULL, &dataset);
    assert_string_equal(dataset.name, "good");
    assert_true(dataset.body.shape.kind == ROUTH_ELLIPSE && fabs(dataset.body.shape.a - 0.035) <= 0);
    assert_true(fabs(dataset.body.inertia - 0.0364 * (0.035 * 0.035 + 0.025 * 0.025) / 5) < 1e-20);
    assert_true(fabs(sqrt(dataset.body.inertia / dataset.body.mass) - 0.0192) < 1e-4); /* as its authors state it */
    assert_true(fabs(dataset.rate - 250) <= 0 && fabs(dataset.gap - 1.0 / 250) <= 0);
    routh_dataset_release(NULL, &dataset);

    routh_import_options options = routh_import_options_default();
    options.rate = 500;
    expect_read("good.mat", &options, &dataset);
    assert_true(fabs(dataset.gap - 1.0 / 500) <= 0); /* one frame, whatever that is */
    routh_dataset_release(NULL, &dataset);
}

/* A file whose first impact has one field replaced. */
static void make_wrong(matlab_file *file, int field, unsigned columns, const double *value) {
    const double *const right[] = {states, normal, clean, tangent, clean};
    const unsigned lengths[] = {STATES, ROWS, 1, ROWS, FLAGS};
    begin_matlab(file, 0);
    size_t array = open_bounces(file, 1, 1, fields);
    for (int i = 0; i < 5; i++)
        put_row(file, i == field ? columns : lengths[i], i == field ? value : right[i]);
    close_element(file, array);
    save_matlab(file, "wrong.mat");
}

static void wrong_shapes_and_rows_are_refused(void **state) {
    (void)state;
    static matlab_file file;
    make_wrong(&file, 0, STATES - 1, states);
    expect_unreadable("wrong.mat", NULL, ROUTH_BAD_FORMAT, "wrong.mat: bounce_array(1).states is 1×11, not 1×12");
    make_wrong(&file, 4, 0, clean);
    expect_unreadable("wrong.mat", NULL, ROUTH_BAD_FORMAT, "bounce_array(1).flags is 1×0, not 1×6");
    make_wrong(&file, 1, ROWS, (const double[]){0.1, 1, 0});
    expect_unreadable("wrong.mat", NULL, ROUTH_BAD_FORMAT, "bounce_array(1).n begins (0.1, 1), not (0, 1)");
    make_wrong(&file, 3, ROWS, normal);
    expect_unreadable("wrong.mat", NULL, ROUTH_BAD_FORMAT, "bounce_array(1).d begins (0, 1), not (1, 0)");

    begin_matlab(&file, 0);
    close_element(&file, open_bounces(&file, 1, 0, fields));
    save_matlab(&file, "wrong.mat");
    expect_unreadable("wrong.mat", NULL, ROUTH_BAD_FORMAT, "bounce_array is 1×0");
    begin_matlab(&file, 0);
    close_element(&file, open_bounces(&file, 1, 4000000, fields));
    save_matlab(&file, "wrong.mat");
    expect_unreadable("wrong.mat", NULL, ROUTH_BAD_FORMAT, "a struct has a damaged list of fields");
    begin_matlab(&file, 0);
    close_element(&file, open_bounces(&file, 1, 0, "states n d flag"));
    save_matlab(&file, "wrong.mat");
    expect_unreadable("wrong.mat", NULL, ROUTH_BAD_FORMAT, "bounce_array has no field flags");
    begin_matlab(&file, 0);
    close_element(&file, open_array(&file, CLASS_CELL, 1, 1, "bounce_array"));
    save_matlab(&file, "wrong.mat");
    expect_unreadable("wrong.mat", NULL, ROUTH_BAD_FORMAT, "not a struct array");
    begin_matlab(&file, 0);
    close_element(&file, open_array(&file, CLASS_CELL, 1, 1, "bounces"));
    save_matlab(&file, "wrong.mat");
    expect_unreadable("wrong.mat", NULL, ROUTH_BAD_FORMAT, "without a variable of the form of a bounce_array");
}

static void put_variable(matlab_file *file, const char *name, unsigned count) {
    size_t array = open_structs(file, 1, count, fields, name);
    for (unsigned i = 0; i < count; i++)
        put_bounce(file, states, clean);
    close_element(file, array);
}

static void any_variable_of_that_form(void **state) {
    (void)state;
    static matlab_file file;
    routh_dataset dataset;
    routh_import_options options = routh_import_options_default();
    begin_matlab(&file, 0);
    close_element(&file, open_structs(&file, 1, 0, "states n", "bounce_array")); /* of the name, not of the form */
    put_variable(&file, "first", 1);
    save_matlab(&file, "one.mat");
    expect_read("one.mat", NULL, &dataset);
    assert_int_equal(dataset.count, 1);
    routh_dataset_release(NULL, &dataset);

    put_variable(&file, "second", 3);
    save_matlab(&file, "two.mat");
    expect_unreadable("two.mat", NULL, ROUTH_BAD_FORMAT,
                      "two.mat: which variable? 2 are of the form of a bounce_array: first, second");
    options.variable = "second";
    expect_read("two.mat", &options, &dataset);
    assert_int_equal(dataset.count, 3);
    routh_dataset_release(NULL, &dataset);
    options.variable = "third";
    expect_unreadable("two.mat", &options, ROUTH_BAD_FORMAT,
                      "no variable third; of the form of a bounce_array are: first, second");
    options.variable = "bounce_array";
    expect_unreadable("two.mat", &options, ROUTH_BAD_FORMAT, "bounce_array has no field d");
    put_bytes("drops.csv", (const unsigned char *)"x,y,theta\n0,1,0\n0,1,0\n", 22);
    options.rate = 250;
    options.body = &(routh_body){.shape = routh_shape_disc(0.1)};
    expect_unreadable("drops.csv", &options, ROUTH_BAD_ARGUMENT, "not a MATLAB file, so it has no variables");

    begin_matlab(&file, 0); /* a long list is cut between names */
    for (int i = 0; i < 30; i++)
        put_variable(&file, (char[]){'v', 'a', 'r', 'i', 'a', 'b', 'l', 'e', (char)('a' + i % 26), 0}, 1);
    save_matlab(&file, "many.mat");
    expect_unreadable("many.mat", NULL, ROUTH_BAD_FORMAT, "30 are of the form of a bounce_array: variablea, variableb");
    expect_unreadable("many.mat", NULL, ROUTH_BAD_FORMAT, ", …");
}

/* A table of two rows, column after column. */
static void put_table(matlab_file *file, unsigned rows, unsigned columns, const double *row) {
    size_t array = open_array(file, CLASS_DOUBLE, rows, columns, ""), part = open_element(file, MATLAB_DOUBLE);
    for (unsigned c = 0; c < columns; c++)
        for (unsigned r = 0; r < rows; r++) {
            uint64_t bits;
            memcpy(&bits, &row[c], sizeof bits);
            put_whole(file, bits, 8);
        }
    close_element(file, part);
    close_element(file, array);
}

static void make_tables(matlab_file *file, int big, unsigned rows_after, unsigned columns_after) {
    begin_matlab(file, big);
    size_t array = open_array(file, CLASS_STRUCT, 1, 1, "data");
    put_whole(file, 4u << 16 | MATLAB_INT32, 4);
    put_whole(file, 16, 4);
    size_t part = open_element(file, MATLAB_INT8);
    const char *const names[] = {"d", "states_i", "note", "states_f", "n"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        memcpy(file->byte + file->size, names[i], strlen(names[i]));
        file->size += 16;
    }
    close_element(file, part);
    put_table(file, 2, ROWS, tangent);
    put_table(file, 2, STATES / 2, states);
    put_packed_row(file, 1, clean);
    put_table(file, rows_after, columns_after, states + STATES / 2);
    put_table(file, 2, ROWS, normal);
    close_element(file, array);
}

static void a_struct_of_tables(void **state) {
    (void)state;
    static matlab_file file;
    for (int big = 0; big < 2; big++) {
        routh_dataset dataset;
        make_tables(&file, big, 2, STATES / 2);
        save_matlab(&file, "tables.mat");
        expect_read("tables.mat", NULL, &dataset);
        assert_int_equal(dataset.count, 2);
        for (int i = 0; i < 2; i++) {
            const routh_record *record = &dataset.record[i];
            assert_int_equal(record->reasons, i == 0 ? 0 : ROUTH_DUPLICATE);
            assert_true(same_numbers(&record->x, states, 3));
            assert_true(same_numbers(&record->before.vx, states + 3, 3));
            assert_true(same_numbers(&record->after.vx, states + 9, 3));
            assert_true(fabs(record->rx - 0.011) <= 0 && fabs(record->ry + 0.034) <= 0);
        }
        routh_dataset_release(NULL, &dataset);
    }
    make_tables(&file, 0, 3, STATES / 2);
    save_matlab(&file, "tables.mat");
    expect_unreadable("tables.mat", NULL, ROUTH_BAD_FORMAT, "data.states_f has 3 impacts, states_i 2");
    make_tables(&file, 0, 2, 4);
    save_matlab(&file, "tables.mat");
    expect_unreadable("tables.mat", NULL, ROUTH_BAD_FORMAT,
                      "data.states_f is 2×4, not a row of 6 numbers for each impact");
}

static void impossible_impacts_are_kept_and_marked(void **state) {
    (void)state;
    static matlab_file file;
    double broken[STATES];
    routh_dataset dataset;
    for (int i = 0; i < STATES; i++) {
        memcpy(broken, states, sizeof broken);
        broken[i] = NAN;
        make_wrong(&file, 0, STATES, broken);
        expect_read("wrong.mat", NULL, &dataset);
        assert_int_equal(dataset.record[0].reasons, ROUTH_IMPOSSIBLE);
        assert_int_equal(routh_dataset_used(&dataset, NULL), 0);
        routh_dataset_release(NULL, &dataset);
    }
    make_wrong(&file, 4, FLAGS, (const double[]){0, 0, NAN, 0, 0, 0});
    expect_read("wrong.mat", NULL, &dataset);
    assert_int_equal(dataset.record[0].reasons, ROUTH_CONE);
    routh_dataset_release(NULL, &dataset);
}

/* Cut anywhere, the file is refused. */
static void a_cut_file_is_refused(void **state) {
    (void)state;
    static matlab_file file;
    make_good(&file, 0);
    for (size_t size = 6; size < file.size; size++) {
        put_bytes("cut.mat", file.byte, size);
        expect_unreadable("cut.mat", NULL, ROUTH_BAD_FORMAT, "cut.mat: ");
    }
}

#ifdef ROUTH_HAVE_MATIO

static void set_field(matvar_t *bounces, const char *name, size_t element, size_t columns, const double *value) {
    size_t size[2] = {1, columns};
    matvar_t *field = Mat_VarCreate(NULL, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, size, (void *)(uintptr_t)value, 0);
    Mat_VarSetStructFieldByName(bounces, name, element, field);
}

static void add_with_matio(mat_t *file, const char *variable, enum matio_compression compression, size_t count) {
    const char *const names[] = {"flags", "states", "d", "other", "n", NULL};
    size_t size[2] = {1, count};
    matvar_t *bounces = Mat_VarCreateStruct2(variable, 2, size, names);
    for (size_t i = 0; i < count; i++) {
        set_field(bounces, "states", i, STATES, states);
        set_field(bounces, "n", i, ROWS, normal);
        set_field(bounces, "d", i, ROWS, tangent);
        set_field(bounces, "flags", i, FLAGS, i == 1 ? flagged : clean);
        set_field(bounces, "other", i, 1, clean);
    }
    assert_int_equal(Mat_VarWrite(file, bounces, compression), 0);
    Mat_VarFree(bounces);
}

static void write_with_matio(const char *path, enum mat_ft version, enum matio_compression compression, size_t count) {
    mat_t *file = Mat_CreateVer(path, NULL, version);
    assert_non_null(file);
    add_with_matio(file, "bounce_array", compression, count);
    Mat_Close(file);
}

/* The same choice in both formats, with a variable of another kind between. */
static void variables_of_matio(void **state) {
    (void)state;
    const enum mat_ft versions[] = {MAT_FT_MAT5, MAT_FT_MAT73};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        routh_import_options options = routh_import_options_default();
        routh_dataset dataset;
        size_t size[2] = {1, STATES};
        mat_t *file = Mat_CreateVer("named.mat", NULL, versions[i]);
        assert_non_null(file);
        matvar_t *plain = Mat_VarCreate("plain", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, size, (void *)(uintptr_t)states, 0);
        assert_int_equal(Mat_VarWrite(file, plain, MAT_COMPRESSION_ZLIB), 0);
        Mat_VarFree(plain);
        add_with_matio(file, "drops", MAT_COMPRESSION_ZLIB, 2);
        Mat_Close(file);
        expect_good("named.mat");
        options.variable = "plain";
        expect_unreadable("named.mat", &options, ROUTH_BAD_FORMAT, "plain is not a struct array");
        options.variable = "other";
        expect_unreadable("named.mat", &options, ROUTH_BAD_FORMAT,
                          "no variable other; of the form of a bounce_array are: drops");
        file = Mat_Open("named.mat", MAT_ACC_RDWR);
        assert_non_null(file);
        add_with_matio(file, "more", MAT_COMPRESSION_ZLIB, 3);
        Mat_Close(file);
        expect_unreadable("named.mat", NULL, ROUTH_BAD_FORMAT, "2 are of the form of a bounce_array: drops, more");
        options.variable = "more";
        expect_read("named.mat", &options, &dataset);
        assert_int_equal(dataset.count, 3);
        routh_dataset_release(NULL, &dataset);
    }
}

static void set_table(matvar_t *tables, const char *name, size_t columns, const double *row) {
    double value[STATES];
    size_t size[2] = {2, columns};
    for (size_t i = 0; i < 2 * columns; i++)
        value[i] = row[i / 2];
    Mat_VarSetStructFieldByName(tables, name, 0, Mat_VarCreate(NULL, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, size, value, 0));
}

static void tables_of_matio(void **state) {
    (void)state;
    const enum mat_ft versions[] = {MAT_FT_MAT5, MAT_FT_MAT73};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        const char *const names[] = {"states_i", "states_f", "n", "d", NULL};
        size_t size[2] = {1, 1};
        routh_dataset dataset;
        mat_t *file = Mat_CreateVer("tables.mat", NULL, versions[i]);
        matvar_t *tables = Mat_VarCreateStruct2("data", 2, size, names);
        set_table(tables, "states_i", STATES / 2, states);
        set_table(tables, "states_f", STATES / 2, states + STATES / 2);
        set_table(tables, "n", ROWS, normal);
        set_table(tables, "d", ROWS, tangent);
        assert_int_equal(Mat_VarWrite(file, tables, MAT_COMPRESSION_ZLIB), 0);
        Mat_VarFree(tables);
        Mat_Close(file);
        expect_read("tables.mat", NULL, &dataset);
        assert_int_equal(dataset.count, 2);
        for (int k = 0; k < 2; k++) {
            assert_true(same_numbers(&dataset.record[k].x, states, 3));
            assert_true(same_numbers(&dataset.record[k].before.vx, states + 3, 3));
            assert_true(same_numbers(&dataset.record[k].after.vx, states + 9, 3));
        }
        routh_dataset_release(NULL, &dataset);
    }
}

static void files_of_matio(void **state) {
    (void)state;
    write_with_matio("plain.mat", MAT_FT_MAT5, MAT_COMPRESSION_NONE, 2);
    expect_good("plain.mat");
    write_with_matio("packed.mat", MAT_FT_MAT5, MAT_COMPRESSION_ZLIB, 2);
    expect_good("packed.mat");
    write_with_matio("seven.mat", MAT_FT_MAT73, MAT_COMPRESSION_NONE, 2);
    expect_good("seven.mat");
    write_with_matio("sevenz.mat", MAT_FT_MAT73, MAT_COMPRESSION_ZLIB, 2);
    expect_good("sevenz.mat");
    write_with_matio("single.mat", MAT_FT_MAT73, MAT_COMPRESSION_NONE, 1); /* stored in another way than several */
    routh_dataset dataset;
    expect_read("single.mat", NULL, &dataset);
    assert_int_equal(dataset.count, 1);
    assert_true(same_numbers(&dataset.record[0].before.vx, states + 3, 3));
    routh_dataset_release(NULL, &dataset);
}

/* What is compressed has a checksum, so that a wrong byte cannot pass for another number; a bit that only fills a byte
 * up does no harm. */
static void damage_in_compressed_files_is_noticed(void **state) {
    (void)state;
    write_with_matio("packed.mat", MAT_FT_MAT5, MAT_COMPRESSION_ZLIB, 2);
    size_t size, harmless = 0;
    unsigned char *byte = bytes_of("packed.mat", &size);
    for (size_t i = 128; i < size; i++) {
        routh_dataset dataset;
        byte[i] ^= 0x10;
        put_bytes("damaged.mat", byte, size);
        if (routh_dataset_read(NULL, routh_io_path("damaged.mat"), NULL, &dataset) == ROUTH_OK) {
            expect_good("damaged.mat");
            harmless++;
        }
        routh_dataset_release(NULL, &dataset);
        byte[i] ^= 0x10;
    }
    assert_true(harmless < 3);
    for (size_t cut = 6; cut < size; cut++) {
        put_bytes("damaged.mat", byte, cut);
        expect_unreadable("damaged.mat", NULL, ROUTH_BAD_FORMAT, "damaged.mat: ");
    }
    free(byte);
    write_with_matio("seven.mat", MAT_FT_MAT73, MAT_COMPRESSION_NONE, 2);
    byte = bytes_of("seven.mat", &size);
    for (size_t cut = 128; cut < size; cut += 97) {
        put_bytes("damaged.mat", byte, cut);
        expect_unreadable("damaged.mat", NULL, ROUTH_BAD_FORMAT, "damaged.mat: ");
    }
    free(byte);
}

static const double *field_of(matvar_t *bounces, const char *name, size_t i) {
    return Mat_VarGetStructFieldByName(bounces, name, i)->data;
}

/* The ellipse drops, number by number, as matio reads them. */
static void the_ellipse_drops_as_matio_reads_them(void **state) {
    (void)state;
    char path[4096];
    snprintf(path, sizeof path, "%s/ellipse-drops/ellipse_uniform.mat", getenv("ROUTH_DATA"));
    mat_t *file = getenv("ROUTH_DATA") ? Mat_Open(path, MAT_ACC_RDONLY) : NULL;
    if (!file)
        skip();
    matvar_t *bounces = Mat_VarRead(file, "bounce_array");
    routh_dataset dataset;
    expect_read(path, NULL, &dataset);
    assert_int_equal(dataset.count, 2000);
    for (size_t i = 0; i < dataset.count; i++) {
        const routh_record *record = &dataset.record[i];
        const double *number = field_of(bounces, "states", i), *flag = field_of(bounces, "flags", i);
        assert_true(same_numbers(&record->x, number, 3) && same_numbers(&record->before.vx, number + 3, 3));
        assert_true(same_numbers(&record->after.vx, number + 9, 3));
        assert_true(same_numbers(&record->rx, &field_of(bounces, "n", i)[2], 1));
        assert_true(fabs(record->ry + field_of(bounces, "d", i)[2]) <= 0);
        for (int j = 0; j < FLAGS; j++)
            assert_int_equal(record->reasons >> j & 1, flag[j] > 0);
    }
    routh_dataset_release(NULL, &dataset);
    Mat_VarFree(bounces);
    Mat_Close(file);
}

#else

static void files_of_matio(void **state) {
    (void)state;
    skip();
}

#endif

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter_scratch, leave_scratch)

SUBJECT(import_matlab) {
    const struct CMUnitTest tests[] = {
        TEST(either_byte_order),
        TEST(the_published_ellipse_unless_told),
        TEST(wrong_shapes_and_rows_are_refused),
        TEST(any_variable_of_that_form),
        TEST(a_struct_of_tables),
        TEST(impossible_impacts_are_kept_and_marked),
        TEST(a_cut_file_is_refused),
        TEST(files_of_matio),
#ifdef ROUTH_HAVE_MATIO
        TEST(variables_of_matio),
        TEST(tables_of_matio),
        TEST(damage_in_compressed_files_is_noticed),
        TEST(the_ellipse_drops_as_matio_reads_them),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
