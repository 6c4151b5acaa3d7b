/* The layout of JSON that is read back: files of version 0.2 have no number, a newer one is refused by every reader, and every
 * writer states it. What readers find in these files is frozen in golden/version_0_2; settings of engines are compared here,
 * since a program of the engine would be needed there.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../subject.h"
#include "file/json_build.h"

static routh_status read_results3(routh_context *context, routh_io from) {
    routh_results3 results;
    return routh_results3_read(context, from, &results);
}

static routh_status read_transfer(routh_context *context, routh_io from) {
    routh_transfer transfer;
    return routh_transfer_read(context, from, &transfer);
}

static routh_status read_materials(routh_context *context, routh_io from) {
    routh_materials materials;
    const routh_status status = routh_materials_read(context, from, &materials);
    routh_materials_release(context, &materials);
    return status;
}

static routh_status read_setting(routh_context *context, routh_io from) {
    const routh_engine *engine = routh_engine_find(context, "bullet");
    routh_engine_setting setting;
    const routh_status status = routh_engine_setting_read(context, from, engine, &setting);
    if (status == ROUTH_OK) { /* what version 0.2 found for --mu .3 --eps .5 */
        assert_true(fabs(setting.step - 0.001) <= 0);
        assert_true(fabs(setting.value[0] - 0.3) < 1e-12 && fabs(setting.value[1] - 0.5) < 1e-12);
    }
    return status;
}

static routh_status read_scene(routh_context *context, routh_io from) {
    routh_scene scene;
    const routh_status status = routh_scene_read(context, from, &scene);
    if (status == ROUTH_OK)
        routh_scene_release(context, &scene);
    return status;
}

static routh_status read_assembly(routh_context *context, routh_io from) {
    routh_assembly assembly;
    const routh_status status = routh_assembly_read(context, from, &assembly);
    if (status == ROUTH_OK)
        routh_assembly_release(context, &assembly);
    return status;
}

static routh_status read_path(routh_context *context, routh_io from) {
    routh_insertion_path path;
    return routh_insertion_path_read(context, from, &path);
}

static const struct reader {
    const char *file;
    routh_status (*read)(routh_context *context, routh_io from);
} readers[] = {
    {"toss.json", read_results3},      {"study.json", read_transfer}, {"study.json", read_materials},
    {"rollouts.json", read_materials}, {"fit.json", read_materials},  {"materials.json", read_materials},
    {"export.json", read_setting},     {"struck.json", read_scene},   {"assembly.json", read_assembly},
    {"plan.json", read_path},
};

/* The file with more before its first field. */
static char *with_begin(const char *name, const char *begin) {
    char path[4096];
    const char *source = getenv("ROUTH_SOURCE_DIR");
    snprintf(path, sizeof path, "%s/tests/fixtures/0.2/%s", source ? source : ".", name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    enum { MOST = 1 << 16 };
    char *text = malloc(MOST);
    assert_non_null(text);
    const size_t before = (size_t)snprintf(text, MOST, "{%s", begin);
    assert_int_equal(fgetc(file), '{');
    const size_t got = fread(text + before, 1, MOST - 1 - before, file);
    text[before + got] = '\0';
    assert_true(feof(file) && strchr(text, '}'));
    fclose(file);
    return text;
}

static routh_status read_with(const struct reader *reader, const char *begin, routh_context *context) {
    char *text = with_begin(reader->file, begin);
    const routh_status status = reader->read(context, routh_io_memory(text, strlen(text), reader->file));
    free(text);
    return status;
}

static void every_reader_knows_the_layout(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        routh_context context = routh_context_default();
        char expected[256];
        if (read_with(&readers[i], "", &context) != ROUTH_OK)
            fail_msg("%s", context.message);
        if (read_with(&readers[i], "\"layout\": 1, ", &context) != ROUTH_OK)
            fail_msg("%s", context.message);
        assert_int_equal(read_with(&readers[i], "\"layout\": 2, ", &context), ROUTH_BAD_FORMAT);
        snprintf(expected, sizeof expected, "%s: layout: 2 is newer than what Routh " ROUTH_VERSION " reads, layout 1",
                 readers[i].file);
        assert_string_equal(context.message, expected);
        assert_int_equal(read_with(&readers[i], "\"layout\": \"new\", ", &context), ROUTH_BAD_FORMAT);
        assert_non_null(strstr(context.message, "layout: it must be a whole number"));
    }
}

static void every_file_states_its_layout(void **state) {
    (void)state;
    routh_buffer buffer = {0};
    assert_int_equal(routh_json_write(NULL, json_object(), 0, routh_io_buffer(&buffer, "a.json")), ROUTH_OK);
    assert_memory_equal(buffer.byte, "{\"layout\": 1}\n", 14);
    routh_buffer_release(NULL, &buffer);
    assert_int_equal(routh_json_write(NULL, json_array(), 0, routh_io_buffer(&buffer, "a.json")), ROUTH_OK);
    assert_memory_equal(buffer.byte, "[]\n", 3);
    routh_buffer_release(NULL, &buffer);
    assert_int_equal(routh_json_write(NULL, NULL, 0, routh_io_buffer(&buffer, "a.json")), ROUTH_OUT_OF_MEMORY);
    routh_buffer_release(NULL, &buffer);
}

SUBJECT(layout) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reader_knows_the_layout),
        cmocka_unit_test(every_file_states_its_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
