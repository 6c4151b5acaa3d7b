/* The reader of HDF5 files against the HDF5 library: whatever way the library stores numbers, links, attributes and texts,
 * in its earliest and in its latest format, the reader finds the same. What the reader does not know it refuses by name.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <hdf5.h>

#include "../cli/run_program.h"
#include "../effort.h"
#include "../ledger.h"
#include "../subject.h"
#include "file/hdf5_bytes.h"
#include "file/read_hdf5_values.h"

/* How an array may be stored. */
typedef struct storage {
    const char *name;
    hsize_t chunk[2]; /* 0: not in chunks */
    int grows;        /* dimensions without a largest size */
    int compact, early, shuffle, deflate, fletcher, plain_edges;
} storage;

static const storage storages[] = {
    {.name = "contiguous"},
    {.name = "compact", .compact = 1},
    {.name = "one chunk", .chunk = {50, 7}},
    {.name = "one packed chunk", .chunk = {50, 7}, .shuffle = 1, .deflate = 1, .fletcher = 1},
    {.name = "chunks", .chunk = {8, 3}},
    {.name = "chunks allocated early", .chunk = {8, 3}, .early = 1},
    {.name = "compressed chunks", .chunk = {8, 3}, .deflate = 1},
    {.name = "shuffled chunks", .chunk = {8, 3}, .shuffle = 1},
    {.name = "chunks with checksums", .chunk = {8, 3}, .fletcher = 1},
    {.name = "all filters", .chunk = {9, 2}, .shuffle = 1, .deflate = 1, .fletcher = 1},
    {.name = "all filters, plain edges", .chunk = {9, 2}, .shuffle = 1, .deflate = 1, .fletcher = 1, .plain_edges = 1},
    {.name = "growing chunks", .chunk = {3, 7}, .grows = 1},
    {.name = "growing chunks of one row", .chunk = {1, 7}, .grows = 1},
    {.name = "growing compressed chunks", .chunk = {3, 4}, .grows = 1, .deflate = 1},
};

enum { STORAGES = sizeof storages / sizeof *storages, FORMATS = 3 };

static hid_t create_file(const char *path, int format) {
    const H5F_libver_t low[FORMATS] = {H5F_LIBVER_EARLIEST, H5F_LIBVER_V18, H5F_LIBVER_LATEST};
    const H5F_libver_t high[FORMATS] = {H5F_LIBVER_V18, H5F_LIBVER_V18, H5F_LIBVER_LATEST};
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    assert_true(H5Pset_libver_bounds(access, low[format], high[format]) >= 0);
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access);
    assert_true(file >= 0);
    H5Pclose(access);
    return file;
}

static hid_t properties_of(const storage *way, int rank) {
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    if (way->compact)
        H5Pset_layout(properties, H5D_COMPACT);
    if (way->chunk[0])
        H5Pset_chunk(properties, rank, way->chunk);
    if (way->plain_edges)
        H5Pset_chunk_opts(properties, H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS);
    if (way->early)
        H5Pset_alloc_time(properties, H5D_ALLOC_TIME_EARLY);
    if (way->shuffle)
        H5Pset_shuffle(properties);
    if (way->deflate)
        H5Pset_deflate(properties, 6);
    if (way->fletcher)
        H5Pset_fletcher32(properties);
    return properties;
}

static void write_array(hid_t file, const char *name, const storage *way, hid_t type, int rank, const hsize_t size[2],
                        const double *value) {
    const hsize_t most[2] = {way->grows > 0 ? H5S_UNLIMITED : size[0], way->grows > 1 ? H5S_UNLIMITED : size[1]};
    hid_t properties = properties_of(way, rank), space = H5Screate_simple(rank, size, most);
    hid_t array = H5Dcreate2(file, name, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    assert_true(array >= 0 &&
                (!value || H5Dwrite(array, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0));
    H5Dclose(array);
    H5Sclose(space);
    H5Pclose(properties);
}

typedef struct opened {
    ledger book;
    routh_context context;
    routh_source source;
    routh_hdf5_file file;
} opened;

static void open_file(opened *o, const char *path) {
    o->book = (ledger){.budget = 1 << 30};
    o->context = context_with(&o->book);
    assert_int_equal(routh_source_create(&o->context, routh_io_path(path), &o->source), ROUTH_OK);
    if (routh_hdf5_open_file(&o->source, &o->file) != ROUTH_OK)
        fail_msg("%s", o->context.message);
}

static void close_file(opened *o) {
    routh_hdf5_close_file(&o->file);
    routh_source_release(&o->source);
    assert_int_equal(o->book.blocks, 0);
}

static void expect_array(opened *o, const char *name, const hsize_t size[2], const double *value, const char *way) {
    routh_hdf5_place array;
    size_t rows = 0, columns = 0;
    double *found = malloc(size[0] * size[1] * sizeof *found);
    assert_non_null(found);
    if (routh_hdf5_open(&o->file.root, name, name, &array) != ROUTH_OK ||
        routh_hdf5_shape(&array, &rows, &columns) != ROUTH_OK || rows != size[0] || columns != size[1] ||
        routh_hdf5_numbers(&array, found) != ROUTH_OK)
        fail_msg("%s: %s", way, o->context.message);
    for (size_t i = 0; i < rows * columns; i++)
        if (fabs(found[i] - value[i]) > 0)
            fail_msg("%s: number %zu is %g, not %g", way, i, found[i], value[i]);
    free(found);
}

/* Whole numbers, which every type can hold. */
static void every_layout_is_read(void **state) {
    (void)state;
    const hid_t types[] = {H5T_IEEE_F64LE, H5T_IEEE_F64BE, H5T_IEEE_F32LE, H5T_IEEE_F32BE,
                           H5T_STD_I8LE,   H5T_STD_U16BE,  H5T_STD_I32BE,  H5T_STD_U64LE};
    enum { TYPES = sizeof types / sizeof *types };
    const hsize_t size[2] = {50, 7}, line[2] = {350, 1};
    double value[50 * 7];
    for (int i = 0; i < 50 * 7; i++)
        value[i] = i * 37 % 101;
    for (int format = 0; format < FORMATS; format++)
        for (int way = 0; way < STORAGES; way++) {
            char name[16];
            if (storages[way].plain_edges && format < 2)
                continue; /* only the latest format has them */
            hid_t file = create_file("layouts.h5", format);
            for (int i = 0; i < TYPES; i++) {
                snprintf(name, sizeof name, "%d", i);
                write_array(file, name, &storages[way], types[i], 2, size, value);
                snprintf(name, sizeof name, "line %d", i);
                write_array(file, name, &storages[way], types[i], 1, line, value);
            }
            H5Fclose(file);
            opened o;
            open_file(&o, "layouts.h5");
            for (int i = 0; i < TYPES; i++) {
                snprintf(name, sizeof name, "%d", i);
                expect_array(&o, name, size, value, storages[way].name);
                snprintf(name, sizeof name, "line %d", i);
                expect_array(&o, name, line, value, storages[way].name);
            }
            close_file(&o);
        }
}

/* Indices of several levels and pages. */
static void many_chunks_are_read(void **state) {
    (void)state;
    static const storage ways[] = {{.name = "fixed", .chunk = {2, 1}},
                                   {.name = "fixed, compressed", .chunk = {2, 1}, .deflate = 1},
                                   {.name = "growing", .chunk = {2, 1}, .grows = 1},
                                   {.name = "growing, compressed", .chunk = {2, 1}, .grows = 1, .deflate = 1}};
    const size_t rows = effort(5001, 30001, 300001);
    const hsize_t size[2] = {rows, 1};
    double *value = malloc(rows * sizeof *value);
    assert_non_null(value);
    for (size_t i = 0; i < rows; i++)
        value[i] = sin((double)i);
    for (int format = 0; format < FORMATS; format++) {
        hid_t file = create_file("many.h5", format);
        for (size_t way = 0; way < sizeof ways / sizeof *ways; way++)
            write_array(file, ways[way].name, &ways[way], H5T_IEEE_F64LE, 1, size, value);
        H5Fclose(file);
        opened o;
        open_file(&o, "many.h5");
        for (size_t way = 0; way < sizeof ways / sizeof *ways; way++)
            expect_array(&o, ways[way].name, size, value, ways[way].name);
        close_file(&o);
    }
    free(value);
}

static void set_number(hid_t place, const char *name, double value) {
    hid_t space = H5Screate(H5S_SCALAR),
          made = H5Acreate2(place, name, H5T_IEEE_F64BE, space, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Awrite(made, H5T_NATIVE_DOUBLE, &value) >= 0);
    H5Aclose(made);
    H5Sclose(space);
}

static void set_text(hid_t place, const char *name, const char *text, int is_variable) {
    hid_t space = H5Screate(H5S_SCALAR), type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, is_variable ? H5T_VARIABLE : strlen(text) + 1);
    hid_t made = H5Acreate2(place, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Awrite(made, type, is_variable ? (const void *)&text : text) >= 0);
    H5Aclose(made);
    H5Tclose(type);
    H5Sclose(space);
}

/* Few of them stand in the object header, many in heaps and trees of several levels. */
static void few_and_many_links_and_attributes_are_found(void **state) {
    (void)state;
    const int counts[] = {0, 1, 7, 8, 9, 40, 300, effort(1000, 6000, 100000)};
    for (int format = 0; format < FORMATS; format++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            char name[64], text[64];
            double number = 0;
            hid_t file = create_file("links.h5", format);
            const int attributes = counts[c] < 300 ? counts[c] : 300;
            for (int i = 0; i < counts[c]; i++) {
                snprintf(name, sizeof name, "link number %d", i);
                hid_t group = H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
                set_number(group, "i", i);
                H5Gclose(group);
            }
            for (int i = 0; i < attributes; i++) {
                snprintf(name, sizeof name, "attribute number %d", i);
                if (i % 3 == 0)
                    set_number(file, name, i);
                else
                    set_text(file, name, name, i % 3 == 1);
            }
            H5Fclose(file);
            opened o;
            size_t found = 0;
            open_file(&o, "links.h5");
            assert_int_equal(routh_hdf5_count(&o.file.root, &found), ROUTH_OK);
            assert_int_equal(found, counts[c]);
            for (int i = 0; i < counts[c]; i += 1 + counts[c] / 50) {
                routh_hdf5_place group;
                snprintf(name, sizeof name, "link number %d", i);
                assert_int_equal(routh_hdf5_open(&o.file.root, name, name, &group), ROUTH_OK);
                assert_int_equal(routh_hdf5_number(&group, "i", &number), ROUTH_OK);
                assert_true(fabs(number - i) <= 0);
            }
            for (int i = 0; i < attributes; i++) {
                snprintf(name, sizeof name, "attribute number %d", i);
                if (i % 3 == 0) {
                    assert_int_equal(routh_hdf5_number(&o.file.root, name, &number), ROUTH_OK);
                    assert_true(fabs(number - i) <= 0);
                } else {
                    assert_int_equal(routh_hdf5_text(&o.file.root, name, text, sizeof text), ROUTH_OK);
                    assert_string_equal(text, name);
                }
            }
            bool has = true;
            assert_int_equal(routh_hdf5_has(&o.file.root, "another", &has), ROUTH_OK);
            assert_false(has);
            assert_int_equal(routh_hdf5_number(&o.file.root, "another", &number), ROUTH_BAD_FORMAT);
            close_file(&o);
        }
}

static void refuses(const char *name, const char *words) {
    opened o;
    routh_hdf5_place array;
    size_t rows, columns;
    open_file(&o, "other.h5");
    assert_int_equal(routh_hdf5_open(&o.file.root, name, name, &array), ROUTH_OK);
    assert_int_equal(routh_hdf5_shape(&array, &rows, &columns), ROUTH_BAD_FORMAT);
    if (!strstr(o.context.message, words) || strncmp(o.context.message, "other.h5: ", 10) != 0)
        fail_msg("\"%s\" is not in \"%s\"", words, o.context.message);
    close_file(&o);
}

static void what_is_not_known_is_refused_by_name(void **state) {
    (void)state;
    const hsize_t size[2] = {20, 6};
    const double value[20 * 6] = {0};
    hid_t file = create_file("other.h5", 2);
    write_array(file, "both grow", &(storage){.chunk = {4, 2}, .grows = 2}, H5T_IEEE_F64LE, 2, size, value);
    write_array(file, "never written", &(storage){.chunk = {4, 2}}, H5T_IEEE_F64LE, 2, size, NULL);
    hid_t properties = properties_of(&(storage){.chunk = {20, 6}}, 2), space = H5Screate_simple(2, size, NULL);
    H5Pset_scaleoffset(properties, H5Z_SO_FLOAT_DSCALE, 2);
    H5Dclose(H5Dcreate2(file, "scaled", H5T_IEEE_F64LE, space, H5P_DEFAULT, properties, H5P_DEFAULT));
    H5Pclose(properties);
    hid_t type = H5Tcopy(H5T_IEEE_F64LE);
    H5Tcommit2(file, "named", type, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dclose(H5Dcreate2(file, "of named type", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Tclose(type);
    properties = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(properties, "/etc/hostname", 0, 20 * 6 * 8);
    H5Dclose(H5Dcreate2(file, "elsewhere", H5T_IEEE_F64LE, space, H5P_DEFAULT, properties, H5P_DEFAULT));
    H5Pclose(properties);
    H5Sclose(space);
    H5Fclose(file);
    refuses("both grow", "B-tree of version 2, which Routh does not read; `h5repack` rewrites it");
    refuses("never written", "claims 20×6 numbers but has 0 bytes");
    refuses("scaled", "a filter other than deflate, shuffle and fletcher32, which Routh does not read");
    refuses("of named type", "has a datatype with a name of its own");
    refuses("elsewhere", "has its values in another file");
}

/* Zeros shrink a thousandfold. Arrays of nothing else are read; many names for one are not: they would take memory
 * without end. */
static void a_file_unpacks_to_so_much_only(void **state) {
    (void)state;
    enum { ARRAYS = 10 };
    const hsize_t size[2] = {500000, 1};
    double *value = calloc(size[0], sizeof *value);
    assert_non_null(value);
    hid_t file = create_file("zeros.h5", 2);
    char name[16] = "";
    for (int i = 0; i < ARRAYS; i++) {
        snprintf(name, sizeof name, "zeros%d", i);
        write_array(file, name, &(storage){.chunk = {500000, 1}, .deflate = 1}, H5T_IEEE_F64LE, 1, size, value);
    }
    H5Fclose(file);
    opened o;
    routh_hdf5_place array;
    open_file(&o, "zeros.h5");
    for (int i = 0; i < ARRAYS; i++) {
        snprintf(name, sizeof name, "zeros%d", i);
        expect_array(&o, name, size, value, name);
    }
    assert_int_equal(routh_hdf5_open(&o.file.root, name, "/zeros", &array), ROUTH_OK);
    int times = 0;
    while (times < 1000 && routh_hdf5_numbers(&array, value) == ROUTH_OK)
        times++;
    assert_in_range(times, 0, 100);
    assert_string_equal(
        o.context.message,
        "zeros.h5: /zeros unpacks to over 64 times the size of the file, which is refused for the memory "
        "it takes; save it without compression");
    close_file(&o);
    free(value);
}

static void structure_is_looked_at_so_often_only(void **state) {
    (void)state;
    H5Fclose(create_file("empty.h5", 2));
    opened o;
    open_file(&o, "empty.h5");
    bool is_group = false;
    const char *fault = NULL;
    for (int i = 0; !fault && i < 1000000; i++) {
        o.file.bytes.listed = ROUTH_HDF5_NOWHERE; /* as if another group had been listed between */
        fault = routh_hdf5_list(&o.file.bytes, o.file.bytes.root, &is_group);
    }
    assert_string_equal(fault, "has structure of more than 100 times the file's size: the file goes in circles");
    close_file(&o);
}

/* Files are held in memory. One that is larger is refused before it is read; this one has a hole. */
static void a_file_may_be_so_large_only(void **state) {
    (void)state;
    FILE *file = fopen("large.h5", "wb");
    assert_true(file && fputs("\x89HDF\r\n\x1A\n", file) >= 0 && fflush(file) == 0 &&
                ftruncate(fileno(file), ((off_t)1 << 32) + 1) == 0);
    fclose(file);
    routh_context context = routh_context_default();
    routh_source source;
    routh_hdf5_file large;
    assert_int_equal(routh_source_create(&context, routh_io_path("large.h5"), &source), ROUTH_OK);
    assert_int_equal(routh_hdf5_open_file(&source, &large), ROUTH_BAD_FORMAT);
    assert_string_equal(context.message, "large.h5: has more than 4294967296 bytes");
    routh_hdf5_close_file(&large);
    routh_source_release(&source);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter_scratch, leave_scratch)

SLOW_SUBJECT(hdf5_layouts) {
    const struct CMUnitTest tests[] = {
        TEST(every_layout_is_read),
        TEST(many_chunks_are_read),
        TEST(few_and_many_links_and_attributes_are_found),
        TEST(what_is_not_known_is_refused_by_name),
        TEST(a_file_unpacks_to_so_much_only),
        TEST(structure_is_looked_at_so_often_only),
        TEST(a_file_may_be_so_large_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
