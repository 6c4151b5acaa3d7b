/* Every way in and out: the same bytes by path, stream, memory and buffer; and outputs that are whole or not there.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include <routh/data.h>
#include <routh/drawing.h>
#include <routh/simulate.h>

#include "../ledger.h"
#include "../remove_folder.h"
#include "../subject.h"
#include "file/output.h"
#include "file/source.h"

static const char table_text[] = "a,b\n1,2\n3,4\n";
static const char *const columns[] = {"a", "b", NULL};
static const routh_table_columns asked = {.required = columns};

static char folder[64];

static int enter(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/routh-io-XXXXXX");
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void **state) {
    (void)state;
    remove_folder(folder);
    return chdir("/");
}

static size_t files_here(void) {
    size_t count = 0;
    DIR *here = opendir(".");
    assert_non_null(here);
    for (struct dirent *entry; (entry = readdir(here));)
        count += entry->d_name[0] != '.';
    closedir(here);
    return count;
}

static void put(const char *path, const void *bytes, size_t size) {
    assert_int_equal(routh_write_bytes(NULL, bytes, size, routh_io_path(path)), ROUTH_OK);
}

/* What a path holds, as the library reads it. */
static void assert_holds(const char *path, const char *text) {
    routh_source source;
    assert_int_equal(routh_source_create(NULL, routh_io_path(path), &source), ROUTH_OK);
    assert_int_equal(routh_source_hold(&source, SIZE_MAX), ROUTH_OK);
    assert_string_equal(source.io.bytes, text);
    routh_source_release(&source);
}

/* Reading ------------------------------------------------------------------------------------------------*/

static void assert_table(routh_io from, const char *name) {
    routh_table table;
    assert_int_equal(routh_table_read(NULL, from, &asked, &table), ROUTH_OK);
    assert_int_equal(table.rows, 2);
    assert_float_equal(routh_table_column(&table, "b")[1], 4, 0);
    assert_string_equal(table.source, name);
    routh_table_release(NULL, &table);
}

static void a_table_is_the_same_from_anywhere(void **state) {
    (void)state;
    put("t.csv", table_text, sizeof table_text - 1);
    FILE *file = fopen("t.csv", "rb");
    assert_non_null(file);
    assert_table(routh_io_path("t.csv"), "t.csv");
    assert_table(routh_io_file(file, "stream"), "stream");
    assert_int_equal(fclose(file), 0); /* it was left open */
    assert_table(routh_io_memory(table_text, sizeof table_text - 1, NULL), "the text");
    assert_non_null(freopen("t.csv", "rb", stdin));
    assert_table(routh_io_path("-"), "standard input");
}

/* HDF5 and MATLAB cannot be read line by line: streams go through memory. */
static void a_dataset_is_the_same_from_anywhere(void **state) {
    (void)state;
    routh_dataset_generator generator = routh_dataset_generator_default();
    routh_dataset made, read[4];
    routh_buffer image = {0}, again = {0};
    assert_int_equal(routh_dataset_generate(NULL, &generator, 20, &made), ROUTH_OK);
    assert_int_equal(routh_dataset_write(NULL, &made, routh_io_buffer(&image, NULL)), ROUTH_OK);
    assert_int_equal(routh_dataset_write(NULL, &made, routh_io_path("made.h5")), ROUTH_OK);
    FILE *file = fopen("made.h5", "rb");
    assert_non_null(file);
    assert_non_null(freopen("made.h5", "rb", stdin));
    const routh_io from[4] = {routh_io_path("made.h5"), routh_io_file(file, "made"), routh_io_path("-"),
                              routh_io_memory(image.byte, image.byte_count, "made")};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(routh_dataset_read(NULL, from[i], NULL, &read[i]), ROUTH_OK);
        assert_int_equal(routh_dataset_write(NULL, &read[i], routh_io_buffer(&again, NULL)), ROUTH_OK);
        assert_int_equal(again.byte_count, image.byte_count);
        assert_memory_equal(again.byte, image.byte, image.byte_count);
        routh_dataset_release(NULL, &read[i]);
    }
    fclose(file);
    routh_buffer_release(NULL, &image);
    routh_buffer_release(NULL, &again);
    routh_dataset_release(NULL, &made);
}

static void what_cannot_be_read_is_said(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_buffer buffer = {0};
    routh_table table;
    routh_insertion insertion;
    const struct {
        routh_io from;
        routh_status status;
        const char *words;
    } cases[] = {
        {routh_io_path("nowhere.csv"), ROUTH_FILE_ERROR, "nowhere.csv: cannot read: No such file"},
        {routh_io_path("."), ROUTH_FILE_ERROR, ".: is a directory"},
        {routh_io_path(NULL), ROUTH_BAD_ARGUMENT, "one of a path, a file and bytes"},
        {routh_io_buffer(&buffer, NULL), ROUTH_BAD_ARGUMENT, "one of a path, a file and bytes"},
        {(routh_io){.path = "t.csv", .bytes = "a"}, ROUTH_BAD_ARGUMENT, "one of a path, a file and bytes"},
        {routh_io_memory(NULL, 0, "none"), ROUTH_BAD_FORMAT, "none: the file is empty"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(routh_table_read(&context, cases[i].from, &asked, &table), cases[i].status);
        assert_non_null(strstr(context.message, cases[i].words));
    }
    /* its constants lie in a file beside it */
    assert_int_equal(routh_insertion_write(&context, &(routh_insertion){0}, routh_io_buffer(&buffer, "x.csv")),
                     ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "needs a path"));
    assert_int_equal(routh_insertion_read(&context, routh_io_memory("a", 1, "x.csv"), NULL, &insertion),
                     ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "needs a path"));
    assert_null(buffer.byte);
}

/* Writing ------------------------------------------------------------------------------------------------*/

static void bytes_go_anywhere(void **state) {
    (void)state;
    routh_buffer buffer = {0};
    FILE *file = fopen("stream", "wb");
    assert_non_null(file);
    put("path", "first", 5);
    put("path", "second", 6);
    assert_int_equal(routh_write_bytes(NULL, "some", 4, routh_io_file(file, NULL)), ROUTH_OK);
    assert_int_equal(routh_write_bytes(NULL, " more", 5, routh_io_file(file, NULL)), ROUTH_OK);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(routh_write_bytes(NULL, "a longer one", 12, routh_io_buffer(&buffer, NULL)), ROUTH_OK);
    assert_int_equal(routh_write_bytes(NULL, "a\0b", 3, routh_io_buffer(&buffer, NULL)), ROUTH_OK);
    assert_holds("path", "second");
    assert_holds("stream", "some more");
    assert_int_equal(buffer.byte_count, 3);
    assert_memory_equal(buffer.byte, "a\0b", 4);
    assert_int_equal(files_here(), 2);
    routh_buffer_release(NULL, &buffer);
}

static void a_dash_is_standard_output(void **state) {
    (void)state;
    fflush(stdout);
    const int before = dup(STDOUT_FILENO);
    FILE *file = fopen("out", "wb");
    assert_true(file && before >= 0 && dup2(fileno(file), STDOUT_FILENO) >= 0);
    const routh_status status = routh_write_bytes(NULL, "text", 4, routh_io_path("-"));
    assert_true(dup2(before, STDOUT_FILENO) >= 0); /* and it is still open */
    close(before);
    fclose(file);
    assert_int_equal(status, ROUTH_OK);
    assert_holds("out", "text");
}

static void what_is_given_up_leaves_nothing(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_output output;
    put("kept", "old", 3);
    const char *const path[] = {"kept", "new"};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(routh_output_create(&context, routh_io_path(path[i]), &output), ROUTH_OK);
        fputs("half", output.file);
        assert_int_equal(files_here(), 2); /* the temporary one is beside it */
        assert_int_equal(access(output.temporary, F_OK), 0);
        routh_output_release(&context, &output);
        assert_int_equal(files_here(), 1);
    }
    assert_holds("kept", "old");
    /* a writer that fails half-way: a scene that is none */
    assert_int_not_equal(routh_scene_write(&context, &(routh_scene){0}, NULL, routh_io_path("new")), ROUTH_OK);
    assert_int_equal(files_here(), 1);
}

/* What a program that a signal ends needs to know. */
static void hear_temporary(const char *path, int is_there, void *user) {
    int *there = user;
    assert_non_null(strstr(path, ".part"));
    if (is_there)
        assert_int_not_equal(access(path, F_OK), 0); /* told before it is made */
    *there += is_there ? 1 : -1;
}

static void temporary_files_are_announced(void **state) {
    (void)state;
    int there = 0;
    routh_context context = routh_context_default();
    routh_output output[2];
    context.temporary = hear_temporary;
    context.user = &there;
    put("a", "old", 3);
    assert_int_equal(routh_output_create(&context, routh_io_path("a"), &output[0]), ROUTH_OK);
    assert_int_equal(routh_output_create(&context, routh_io_path("b"), &output[1]), ROUTH_OK);
    assert_int_equal(there, 2);
    fputs("new", output[0].file);
    assert_int_equal(routh_output_complete(&context, &output[0]), ROUTH_OK);
    assert_holds("a", "old"); /* complete, but not in its place */
    assert_int_equal(there, 2);
    assert_int_equal(routh_output_write(&context, &output[0]), ROUTH_OK);
    assert_holds("a", "new");
    assert_int_equal(there, 1);
    routh_output_release(&context, &output[0]);
    routh_output_release(&context, &output[1]);
    assert_int_equal(there, 0);
    assert_int_equal(routh_output_create(&context, routh_io_path("no/where"), &output[0]), ROUTH_FILE_ERROR);
    assert_int_equal(there, 0);
}

static void links_and_modes_stay(void **state) {
    (void)state;
    struct stat there;
    put("real", "old", 3);
    assert_int_equal(chmod("real", 0640), 0);
    assert_int_equal(symlink("real", "link"), 0);
    put("link", "new", 3);
    assert_int_equal(lstat("link", &there), 0);
    assert_true(S_ISLNK(there.st_mode));
    assert_int_equal(stat("real", &there), 0);
    assert_int_equal(there.st_mode & 0777, 0640);
    assert_holds("real", "new");
    routh_output output;
    routh_context context = routh_context_default();
    assert_int_equal(symlink("nowhere", "dangling") | symlink("round", "round"), 0);
    for (int i = 0; i < 2; i++) { /* what was meant to be written elsewhere is not written here */
        const char *const name = i ? "round" : "dangling";
        assert_int_equal(routh_output_create(&context, routh_io_path(name), &output), ROUTH_FILE_ERROR);
        assert_non_null(strstr(context.message, "leads nowhere"));
        assert_int_equal(lstat(name, &there), 0);
        assert_true(S_ISLNK(there.st_mode));
    }
}

static void what_cannot_be_written_is_said(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    assert_int_equal(mkdir("closed", 0555), 0);
    const struct {
        routh_io to;
        routh_status status;
        const char *words;
    } cases[] = {
        {routh_io_path("no/such/x"), ROUTH_FILE_ERROR, "no/such/x: cannot write: folder no/such does not exist"},
        {routh_io_path("."), ROUTH_FILE_ERROR, ".: is a directory"},
        {routh_io_path("/dev/full"), ROUTH_FILE_ERROR, "/dev/full: cannot write: No space"},
        {routh_io_path("/proc/x"), ROUTH_FILE_ERROR, "/proc/x: cannot write: "},
        {routh_io_path(NULL), ROUTH_BAD_ARGUMENT, "one of a path, a file and a buffer"},
        {routh_io_memory("x", 1, NULL), ROUTH_BAD_ARGUMENT, "one of a path, a file and a buffer"},
        {routh_io_path("closed/x"), ROUTH_FILE_ERROR, "closed/x: cannot write: Permission denied"},
    };
    const size_t count = sizeof cases / sizeof *cases - (geteuid() == 0); /* nothing is closed to root */
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(routh_write_bytes(&context, "x", 1, cases[i].to), cases[i].status);
        assert_non_null(strstr(context.message, cases[i].words));
    }
    assert_int_equal(files_here(), 1);
}

static void no_memory_leaves_what_was(void **state) {
    (void)state;
    put("t.csv", table_text, sizeof table_text - 1);
    routh_buffer buffer = {0};
    int written = 0;
    for (int budget = 0; !written; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        const routh_status status = routh_write_bytes(&context, "x", 1, routh_io_path("new"));
        assert_true(status == ROUTH_OK || status == ROUTH_OUT_OF_MEMORY);
        written = status == ROUTH_OK;
        assert_int_equal(files_here(), 1 + written);
        assert_int_equal(book.blocks, 0);
        if (budget == 0)
            assert_int_equal(routh_write_bytes(&context, "x", 1, routh_io_buffer(&buffer, NULL)), ROUTH_OUT_OF_MEMORY);
        routh_source source;
        assert_int_equal(routh_source_create(&context, routh_io_path("t.csv"), &source), ROUTH_OK);
        book.budget = 0;
        assert_int_equal(routh_source_hold(&source, SIZE_MAX), ROUTH_OUT_OF_MEMORY);
        routh_source_release(&source);
        assert_int_equal(book.blocks, 0);
    }
    assert_null(buffer.byte);
}

/* Content wider than one block, and no more than was asked for. */
static void all_is_read_up_to_the_limit(void **state) {
    (void)state;
    enum { SIZE = 100000 };
    char *bytes = malloc(SIZE + 1);
    assert_non_null(bytes);
    memset(bytes, 'x', SIZE);
    bytes[SIZE] = '\0';
    put("long", bytes, SIZE);
    assert_holds("long", bytes);
    routh_context context = routh_context_default();
    routh_source source;
    assert_int_equal(routh_source_create(&context, routh_io_path("long"), &source), ROUTH_OK);
    assert_int_equal(routh_source_hold(&source, SIZE - 1), ROUTH_BAD_FORMAT);
    assert_string_equal(context.message, "long: has more than 99999 bytes");
    routh_source_release(&source);
    free(bytes);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, enter, leave)

static void a_folder_is_waited_for(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    assert_int_equal(routh_folder_sync(&context, "."), ROUTH_OK);
    assert_int_equal(routh_folder_sync(&context, "/proc"), ROUTH_OK); /* which has nothing to wait for */
    assert_int_equal(routh_folder_sync(&context, NULL), ROUTH_BAD_ARGUMENT);
}

SUBJECT(io) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_table_is_the_same_from_anywhere), IN_FOLDER(a_dataset_is_the_same_from_anywhere),
        IN_FOLDER(what_cannot_be_read_is_said),       IN_FOLDER(bytes_go_anywhere),
        IN_FOLDER(a_dash_is_standard_output),         IN_FOLDER(what_is_given_up_leaves_nothing),
        IN_FOLDER(temporary_files_are_announced),     IN_FOLDER(links_and_modes_stay),
        IN_FOLDER(what_cannot_be_written_is_said),    IN_FOLDER(no_memory_leaves_what_was),
        IN_FOLDER(all_is_read_up_to_the_limit),       IN_FOLDER(a_folder_is_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
