/* What headers of binary recordings claim is checked against the file before anything is allocated for it, and what cannot
 * be read is refused in one line. All bytes are made by hand.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <zlib.h>

#include "../data/matlab_bytes.h"
#include "../ledger.h"
#include "../subject.h"
#include "channel_cases.h"

enum { LITTLE_MEMORY = 1 << 21 };

/* Refuses to give much. */
static void *allocate_little(size_t size, void *user) {
    (void)user;
    assert_true(size <= LITTLE_MEMORY);
    return malloc(size);
}

static void *reallocate_little(void *block, size_t size, void *user) {
    (void)user;
    assert_true(size <= LITTLE_MEMORY);
    return realloc(block, size);
}

static void release_little(void *block, void *user) {
    (void)user;
    free(block);
}

static void expect_refused(const void *byte, size_t size, const char *part) {
    routh_context context = routh_context_default();
    routh_channels channels;
    unsigned char *exact = malloc(size);
    memcpy(exact, byte, size);
    context.allocate = allocate_little;
    context.reallocate = reallocate_little;
    context.release = release_little;
    assert_int_equal(try_channels(&context, routh_io_memory(exact, size, "hand"), NULL, &channels), ROUTH_BAD_FORMAT);
    if (!strstr(context.message, part) || strncmp(context.message, "hand: ", 6) != 0)
        fail_msg("\"%s\" has no \"%s\"", context.message, part);
    free(exact);
}

/* NumPy -------------------------------------------------------------------------------------------------*/

/* An array with this dictionary and 48 bytes of values; its size. */
static size_t make_npy(int version, const char *dictionary, unsigned char *byte) {
    const size_t head = version == 1 ? 10 : 12, length = strlen(dictionary);
    memcpy(byte, "\x93NUMPY", 6);
    memset(byte + 6, 0, head - 6);
    byte[6] = (unsigned char)version;
    byte[8] = (unsigned char)(length & 0xFF);
    byte[9] = (unsigned char)(length >> 8);
    memcpy(byte + head, dictionary, length);
    memset(byte + head + length, 0, 48);
    return head + length + 48;
}

static void refuse_npy(const char *dictionary, const char *part) {
    unsigned char byte[1024];
    const size_t size = make_npy(1, dictionary, byte);
    expect_refused(byte, size, part);
}

static void headers_of_numpy(void **state) {
    (void)state;
    unsigned char byte[1024];
    routh_channels channels;
    const char *const good = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }  \n";
    for (int version = 1; version <= 3; version++) {
        const size_t size = make_npy(version, good, byte);
        expect_channels(routh_io_memory(byte, size, "good.npy"), NULL, 2, 3, &channels);
        routh_channels_release(NULL, &channels);
        for (size_t cut = 6; cut < size; cut++)
            expect_refused(byte, cut, "hand: ");
    }
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000000, 2), }", "claims more numbers");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999, 99999999999), }",
               "more values than any file");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999999,), }",
               "damaged NumPy header");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (7, 1), }", "it claims more numbers than it has");
    refuse_npy("{'descr': '|O', 'fortran_order': False, 'shape': (3, 2), }", "it holds Python objects");
    refuse_npy("{'descr': '<c16', 'fortran_order': False, 'shape': (3,), }", "it holds no plain numbers");
    refuse_npy("{'descr': [('a', [('b', '<f8')])], 'fortran_order': False, 'shape': (3,), }", "fields within fields");
    refuse_npy("{'descr': [('a', '<f8', (99999, 99999))], 'fortran_order': False, 'shape': (3,), }", "4 GiB or more");
    refuse_npy("{'descr': '<f8', 'shape': (3, 2), }", "damaged NumPy header");
    refuse_npy("{'descr': '<f8', 'fortran_order': Maybe, 'shape': (3, 2), }", "damaged NumPy header");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1, 1, 1, 6), }", "more dimensions");
    refuse_npy("{", "damaged NumPy header");
    make_npy(1, good, byte);
    byte[6] = 9;
    expect_refused(byte, 100, "a version of NumPy's format after 3.0");
}

/* Python 2 wrote whole numbers with an L, and titles beside names. */
static void older_headers_of_numpy(void **state) {
    (void)state;
    unsigned char byte[1024];
    routh_channels channels;
    size_t size = make_npy(1, "{'descr': '>i4', 'fortran_order': True, 'shape': (6L, 2L)}", byte);
    byte[size - 48 + 3] = 7;
    expect_channels(routh_io_memory(byte, size, "old.npy"), NULL, 2, 6, &channels);
    assert_true(channels.channel[0].value[0] == 7);
    routh_channels_release(NULL, &channels);
    size = make_npy(1, "{'shape': (3,), 'fortran_order': False, 'descr': [((\"long name\", 'x'), '<f8'), ('', '|V8')]}",
                    byte);
    expect_channels(routh_io_memory(byte, size, "old.npy"), NULL, 1, 3, &channels);
    assert_string_equal(channels.channel[0].name, "x");
    routh_channels_release(NULL, &channels);
}

static void put_number(unsigned char *byte, size_t at, uint32_t value) {
    for (int i = 0; i < 4; i++)
        byte[at + (size_t)i] = (unsigned char)(value >> 8 * i);
}

/* One stored entry "x.npy" with an array in it; returns the size. */
static size_t make_zip(int method, uint32_t claimed, unsigned char *byte) {
    unsigned char array[1024];
    const size_t size = make_npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }", array);
    const size_t directory = 30 + 5 + size, end = directory + 46 + 5;
    memset(byte, 0, end + 22);
    memcpy(byte, "PK\3\4", 4);
    byte[26] = 5;
    memcpy(byte + 30, "x.npy", 5);
    memcpy(byte + 35, array, size);
    memcpy(byte + directory, "PK\1\2", 4);
    byte[directory + 10] = (unsigned char)method;
    put_number(byte, directory + 16, 0x12345678); /* a wrong checksum */
    put_number(byte, directory + 20, (uint32_t)size);
    put_number(byte, directory + 24, claimed ? claimed : (uint32_t)size);
    byte[directory + 28] = 5;
    memcpy(byte + directory + 46, "x.npy", 5);
    memcpy(byte + end, "PK\5\6", 4);
    byte[end + 8] = byte[end + 10] = 1;
    put_number(byte, end + 16, (uint32_t)directory);
    return end + 22;
}

static void archives_of_numpy(void **state) {
    (void)state;
    unsigned char byte[2048];
    size_t size = make_zip(0, 0, byte);
    expect_refused(byte, size, "x cannot be uncompressed: it is damaged");
    expect_refused(byte, size - 1, "a damaged or truncated zip archive");
    size = make_zip(0, 4000000000u, byte);
    expect_refused(byte, size, "x claims more bytes than it can hold");
    size = make_zip(8, 100000, byte);
    expect_refused(byte, size, "x cannot be uncompressed: it is damaged");
    size = make_zip(8, 4000000000u, byte);
    expect_refused(byte, size, "x claims more bytes than it can hold");
    size = make_zip(14, 0, byte);
    expect_refused(byte, size, "x is packed by another method than deflate");
    size = make_zip(0, UINT32_MAX, byte);
    expect_refused(byte, size, "x has 4 GiB or more");
    size = make_zip(0, 0, byte);
    byte[size - 22 - 51 + 8] = 1;
    expect_refused(byte, size, "x needs a password");
    size = make_zip(0, 0, byte);
    memcpy(byte + size - 22 - 5, "x.xml", 5);
    expect_refused(byte, size, "a zip archive without NumPy arrays; save a spreadsheet as CSV");
}

enum { CLAIMED = 100 << 20, ROOM = 1 << 18 };

/* A thousandth of so many zeros after their first eight bytes, which are "\16" for a MATLAB matrix, and its size. */
static size_t pack_zeros(size_t count, int bits, unsigned char *packed, size_t room, uint32_t *checksum) {
    unsigned char *zeros = calloc(count, 1);
    assert_non_null(zeros);
    put_number(zeros, 0, 14);
    put_number(zeros, 4, (uint32_t)count - 8);
    z_stream stream = {.next_in = zeros, .avail_in = (uInt)count, .next_out = packed, .avail_out = (uInt)room};
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, bits, 9, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    assert_int_equal(deflateEnd(&stream), Z_OK);
    *checksum = (uint32_t)crc32(0, zeros, (uInt)count);
    free(zeros);
    return room - stream.avail_out;
}

/* A small file that would take a thousand times its size in memory. */
static void small_files_are_not_unpacked_without_end(void **state) {
    (void)state;
    unsigned char *packed = malloc(ROOM), *byte = calloc(ROOM + 256, 1);
    uint32_t checksum;
    assert_true(packed && byte);
    const size_t size = pack_zeros(CLAIMED, -MAX_WBITS, packed, ROOM, &checksum), directory = 35 + size,
                 end = directory + 51;
    memcpy(byte, "PK\3\4", 4);
    byte[26] = 5;
    memcpy(byte + 30, "x.npy", 5);
    memcpy(byte + 35, packed, size);
    memcpy(byte + directory, "PK\1\2", 4);
    byte[directory + 10] = 8;
    put_number(byte, directory + 16, checksum);
    put_number(byte, directory + 20, (uint32_t)size);
    put_number(byte, directory + 24, CLAIMED);
    byte[directory + 28] = 5;
    memcpy(byte + directory + 46, "x.npy", 5);
    memcpy(byte + end, "PK\5\6", 4);
    byte[end + 8] = byte[end + 10] = 1;
    put_number(byte, end + 16, (uint32_t)directory);
    expect_refused(byte, end + 22, "x unpacks to over 64 times the size of the file");

    static matlab_file file;
    begin_matlab(&file, 0);
    memcpy(byte, file.byte, file.size);
    put_number(byte, file.size, 15);
    const size_t whole = pack_zeros(CLAIMED, MAX_WBITS, packed, ROOM, &checksum);
    put_number(byte, file.size + 4, (uint32_t)whole);
    memcpy(byte + file.size + 8, packed, whole);
    expect_refused(byte, file.size + 8 + whole, "a variable unpacks to over 64 times the size of the file");
    free(packed);
    free(byte);
}

/* MATLAB ------------------------------------------------------------------------------------------------*/

/* What MATLAB leaves of a table: a class of its own, with no size, and the number of an object. */
static void put_table(matlab_file *file) {
    const char *const text[] = {"T", "MCOS", "table"};
    size_t array = open_element(file, MATLAB_MATRIX), part = open_element(file, MATLAB_UINT32);
    put_whole(file, 17, 4);
    put_whole(file, 0, 4);
    close_element(file, part);
    for (int k = 0; k < 3; k++) {
        part = open_element(file, MATLAB_INT8);
        memcpy(file->byte + file->size, text[k], strlen(text[k]));
        file->size += strlen(text[k]);
        close_element(file, part);
    }
    close_element(file, array);
}

static void tables_of_matlab(void **state) {
    (void)state;
    static matlab_file file;
    double row[20] = {1, 2, 3};
    routh_channels channels;
    for (int big = 0; big < 2; big++) {
        begin_matlab(&file, big);
        put_table(&file);
        expect_refused(file.byte, file.size, "T is a table or another object; save table2struct(T,'ToScalar',true)");
        put_row(&file, 20, row); /* beside others it does not matter */
        expect_channels(routh_io_memory(file.byte, file.size, "table.mat"), NULL, 1, 20, &channels);
        assert_true(channels.channel[0].value[2] == 3);
        routh_channels_release(NULL, &channels);
    }
}

/* Sizes in headers are not believed: a matrix, and an array of structs. */
static void sizes_of_matlab(void **state) {
    (void)state;
    static matlab_file file;
    const double none = 0;
    begin_matlab(&file, 0);
    size_t array = open_array(&file, CLASS_DOUBLE, 0x7FFFFFFF, 0x7FFFFFFF, "m"),
           part = open_element(&file, MATLAB_DOUBLE);
    put_whole(&file, 0, 8);
    close_element(&file, part);
    close_element(&file, array);
    expect_refused(file.byte, file.size, "no array of numbers");
    begin_matlab(&file, 0);
    array = open_structs(&file, 0x7FFFFFFF, 0x7FFFFFFF, "x y", "s");
    put_row(&file, 1, &none);
    close_element(&file, array);
    expect_refused(file.byte, file.size, "a struct has a damaged list of fields");
    begin_matlab(&file, 0);
    array = open_structs(&file, 1, 3, "x y", "s"); /* of six fields one */
    put_row(&file, 1, &none);
    close_element(&file, array);
    expect_refused(file.byte, file.size, "hand: ");
    expect_refused(file.byte, 128, "nothing after the header");
}

SUBJECT(channels_headers) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_of_numpy),  cmocka_unit_test(older_headers_of_numpy),
        cmocka_unit_test(archives_of_numpy), cmocka_unit_test(tables_of_matlab),
        cmocka_unit_test(sizes_of_matlab),   cmocka_unit_test(small_files_are_not_unpacked_without_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
