/* Where a failure was, as data: bad files of every reader, one fault each, and what the context keeps of it. Files are made
 * here, so that file, row, line, column and value are known beforehand.
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

#include "../data/matlab_bytes.h"
#include "../subject.h"
#include "base/context.h"
#include "drawing/drawing.h"

typedef routh_status reader(routh_context *context, routh_io from);

/* Readers: *result is released where it was read after all, so that a fault that is none shows as such. */
#define READER(verb, type, call, release)                                                                              \
    static routh_status verb(routh_context *context, routh_io from) {                                                  \
        type result;                                                                                                   \
        const routh_status status = call;                                                                              \
        if (status == ROUTH_OK)                                                                                        \
            release;                                                                                                   \
        return status;                                                                                                 \
    }

static const char *const a_and_b[] = {"a", "b", NULL};

READER(read_table, routh_table, routh_table_read(context, from, &(routh_table_columns){.required = a_and_b}, &result),
       routh_table_release(context, &result))
READER(read_dataset, routh_dataset, routh_dataset_read(context, from, NULL, &result),
       routh_dataset_release(context, &result))
READER(read_dataset3, routh_dataset3, routh_dataset3_read(context, from, NULL, &result),
       routh_dataset3_release(context, &result))
READER(read_tracks, routh_tracks, routh_tracks_read(context, from, NULL, &result),
       routh_tracks_release(context, &result))
READER(read_insertion, routh_insertion, routh_insertion_read(context, from, NULL, &result),
       routh_insertion_release(context, &result))
READER(read_rebounds, routh_rebounds, routh_rebounds_read(context, from, 0.01, 1, &result),
       routh_rebounds_release(context, &result))
READER(read_scene, routh_scene, routh_scene_read(context, from, &result), routh_scene_release(context, &result))
READER(read_materials, routh_materials, routh_materials_read(context, from, &result),
       routh_materials_release(context, &result))
READER(read_assembly, routh_assembly, routh_assembly_read(context, from, &result),
       routh_assembly_release(context, &result))
READER(read_path, routh_insertion_path, routh_insertion_path_read(context, from, &result), (void)0)
READER(read_shape, routh_shape, routh_shape_read(context, from, NULL, &result), (void)0)
READER(read_part, routh_polyhedron *, routh_polyhedron_read(context, from, 1, &result),
       routh_polyhedron_release(context, result))
READER(read_transfer, routh_transfer, routh_transfer_read(context, from, &result), (void)0)

/* A table of impacts of one body, and of what acts on a body. */
static routh_status read_impacts(routh_context *context, routh_io from) {
    routh_table table;
    routh_impact impact[4];
    routh_status status =
        routh_table_read(context, from, &(routh_table_columns){.required = routh_impact_columns}, &table);
    if (status == ROUTH_OK)
        status = routh_impacts_of_table(context, &table, 0, table.rows, impact);
    routh_table_release(context, &table);
    return status;
}

static routh_status read_wrench(routh_context *context, routh_io from) {
    routh_table table;
    routh_status status = routh_table_read(context, from, &(routh_table_columns){.others = true}, &table);
    routh_wrench wrench;
    if (status == ROUTH_OK)
        status = routh_wrench_of_table(context, &table, &wrench);
    if (status == ROUTH_OK)
        status = routh_wrench_check(context, &wrench);
    routh_table_release(context, &table);
    return status;
}

static void expect(const char *what, const routh_context *context, const routh_where *expected) {
    const routh_where *found = &context->where;
    if (strcmp(found->file, expected->file) != 0 || found->row != expected->row || found->line != expected->line ||
        strcmp(found->column, expected->column) != 0 || strcmp(found->value, expected->value) != 0)
        fail_msg("%s: \"%s\": file %s, row %zu, line %zu, column \"%s\", value \"%s\"", what, context->message,
                 found->file, found->row, found->line, found->column, found->value);
    assert_non_null(strstr(context->message, expected->file)); /* the message says the same */
}

static void expect_where(reader *read, const void *bytes, size_t size, const routh_where *expected) {
    routh_context context = routh_context_default();
    snprintf(context.where.value, sizeof context.where.value, "of an earlier failure");
    if (read(&context, routh_io_memory(bytes, size, expected->file)) == ROUTH_OK)
        fail_msg("%s was read: %.100s", expected->file, (const char *)bytes);
    expect((const char *)bytes, &context, expected);
}

/* Text ---------------------------------------------------------------------------------------------------*/

#define IMPACTS   "mass,inertia,rx,ry,vx,vy,omega"
#define DROPS     IMPACTS ",vx_after,vy_after,omega_after\n"
#define DROP      "0.4,2e-4,0.01,-0.03,0.1,-1,2,0.2,0.6,7\n"
#define INSERTION "time,px,py,pz,qw,qx,qy,qz,fx,fy,fz,mx,my,mz\n"
#define INSTANT   ",0,0,0,1,0,0,0,1,1,1,0,0,0\n"
#define BODY      "{\"mass\": 1, \"inertia\": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], \"position\": [0, 0, 0]}"
#define CONTACT                                                                                                        \
    "{\"a\": 0, \"b\": 1, \"point\": [0, 0, 0], \"normal\": [0, 0, 1], \"mu\": 0.3, \"e\": 0.5, \"eta2\": 1.2}"

static void files_of_text(void **state) {
    (void)state;
    static const struct {
        reader *read;
        const char *text;
        routh_where where;
    } cases[] = {
        {read_table, "", {.file = "t.csv"}},
        {read_table, "a\n1\n", {"t.csv", .column = "b"}},
        {read_table, "a,b,a\n1,2,3\n", {"t.csv", .column = "a"}},
        {read_table, "a,b\n1,2\n\n3,x\n", {"t.csv", 2, 4, "b", "x"}},
        {read_table, "a,b\n1,2\n,4\n", {"t.csv", 2, 3, "a", ""}},
        {read_table, "a,b\n1,2\n3,1e999\n", {"t.csv", 2, 3, "b", "1e999"}},
        {read_table, "a,b\n1,2,3\n", {.file = "t.csv", .row = 1, .line = 2}},
        {read_table, "a,\"b\n1,2\n", {"t.csv", 0, 1, .value = "\"b"}},
        {read_table, "a,b\n1,2\n3,\"4\n", {"t.csv", 2, 3, "b", "\"4"}},
        {read_impacts, IMPACTS "\n1,1,0,-1,0,-1,0\n-2.5,1,0,-1,0,-1,0\n", {"i.csv", 2, 3, "mass", "-2.5"}},
        {read_impacts, IMPACTS "\n1,0,0,-1,0,-1,0\n", {"i.csv", 1, 2, "inertia", "0"}},
        {read_impacts, IMPACTS "\n1,1,0,-1,0,0.25,0\n", {"i.csv", 1, 2, "vy rx omega", "0.25"}},
        {read_impacts, IMPACTS "\n1,1e-300,0,-1,0,-1,0\n", {"i.csv", 1, 2, "inertia", "1e-300"}},
        {read_dataset, DROPS DROP "0.5,2e-4,0.01,-0.03,0.1,-1,2,0.2,0.6,7\n", {"d.csv", 2, 3, "mass", "0.5"}},
        {read_dataset, DROPS "0.4,2e-4,no,-0.03,0.1,-1,2,0.2,0.6,7\n", {"d.csv", 1, 2, "rx", "no"}},
        {read_dataset, "t,x,y,theta\n0,1,1,0\n0.1,1,1,0\n0.05,1,1,0\n", {"d.csv", 3, 4, "t", "0.05"}},
        {read_dataset3,
         "px,py,pz,qw,qx,qy,qz\n1,2,3,1,0,0,0\n1,2,3,0.5,0,0,0\n1,2,3,1,0,0,0\n",
         {.file = "q.csv", .row = 2, .line = 3, .column = "qw qx qy qz"}},
        {read_dataset3, "px,py,pz,qw,qx,qy\n1,2,3,1,0,0\n", {"q.csv", .column = "qz"}},
        {read_tracks,
         "t,x,y,z,qw,qx,qy,qz\n0,0,0,1,1,0,0,0\n1,0,0,1,1,0,0,0\n2,0,0,what,1,0,0,0\n",
         {"m.csv", 3, 4, "z", "what"}},
        {read_tracks,
         "t,x,y,z,qw,qx,qy,qz\n0,0,0,1,1,0,0,0\n1,0,0,2,0.3,0,0,0\n2,0,0,3,1,0,0,0\n",
         {.file = "m.csv", .row = 2, .line = 3}},
        {read_tracks,
         "t,x,y,z,qw,qx,qy,qz\n0,0,0,1,1,0,0,0\n2,0,0,2,1,0,0,0\n1,0,0,3,1,0,0,0\n",
         {"m.csv", 3, 4, "time", "1"}},
        {read_rebounds, "quantity,incidence_deg,value\nspin,3,4\n", {"r.csv", 0, 2, "quantity", "spin"}},
        {read_rebounds, "quantity,incidence_deg,value\nspin_after_rad_s,3,y\n", {"r.csv", 0, 2, "value", "y"}},
        {read_rebounds,
         "quantity,incidence_deg,value\nspin_after_rad_s,93,1\n",
         {"r.csv", 0, 2, "incidence_deg", "93"}},
        {read_wrench, "time,fx,fy,torque\n0,0,0,0\n1,0,1e99,0\n", {"w.csv", 2, .column = "fy", .value = "1e+99"}},
        {read_wrench, "time,fx,fy,torque\n0,0,0,0\n1,0,,0\n", {"w.csv", 2, .column = "fy", .value = "nan"}},
        {read_wrench, "time,fx,fy,torque\n0,0,0,0\n-1,0,0,0\n", {"w.csv", 2, .column = "time", .value = "-1"}},
        {read_wrench, "time,fx,fy\n0,0,0\n-1,0,0\n", {"w.csv", .column = "torque"}},
        {read_scene, "{\n\"bodies\": x}", {"s.json", .line = 2}},
        {read_scene, "{\"bodies\": 7.5, \"contacts\": []}", {"s.json", .column = "bodies", .value = "7.5"}},
        {read_scene, "{\"bodies\": []}", {"s.json", .column = "contacts"}},
        {read_scene,
         "{\"bodies\": [{\"mass\": \"two\"}], \"contacts\": []}",
         {"s.json", .column = "bodies[0].mass", .value = "two"}},
        {read_scene,
         "{\"bodies\": [" BODY ", " BODY "], \"contacts\": [{\"a\": 0, \"b\": 1, \"point\": [0, true, 0]}]}",
         {"s.json", .column = "contacts[0].point[1]", .value = "true"}},
        {read_scene,
         "{\"bodies\": [{\"mass\": -1, \"inertia\": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], \"position\": [0, 0, 0]}, " BODY
         "], \"contacts\": [" CONTACT "]}",
         {"s.json", .column = "bodies[0]"}},
        {read_materials, "{\"materials\": [{\"name\": \"\"}]}", {"k.json", .column = "materials[0].name"}},
        {read_materials, "{\"materials\": 3}", {"k.json", .column = "materials", .value = "3"}},
        {read_assembly, "{\"part\": 1}", {.file = "a.json"}},
        {read_path, "{\"path\": null}", {"p.json", .column = "", .value = ""}},
        {read_transfer, "[]", {.file = "results.json"}},
        {read_shape, "x,y\n0,0\n1,z\n", {"o.csv", 2, 3, "y", "z"}},
        {read_part, "v 0 0 0\nv 1 0 q\n", {"p.obj", 0, 2, .value = "q"}},
        {read_part, "v 0 0 0\nv 1 0 1\nf 1 2 9\n", {"p.obj", 0, 3, .value = "9"}},
        {read_part,
         "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0 x 0\n",
         {"p.stl", 0, 5, .value = "x"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_where(cases[i].read, cases[i].text, strlen(cases[i].text), &cases[i].where);
}

/* Their description lies beside them, so they need paths. */
static void logs_of_insertions(void **state) {
    (void)state;
    static const char pose[] = "[0, 0, 0, 1, 0, 0, 0]";
    char beside[256];
    snprintf(beside, sizeof beside, "{\"offset\": 0, \"receptacle\": %s, \"plate\": %s, \"reference\": %s}", pose, pose,
             pose);
    const struct {
        const char *log, *beside;
        routh_where where;
    } cases[] = {
        {INSERTION "0" INSTANT "x" INSTANT, beside, {"n.csv", 2, 3, "time", "x"}},
        {INSERTION "0" INSTANT "0.1,0,0,0,2,0,0,0,1,1,1,0,0,0\n", beside, {.file = "n.csv", .row = 2, .line = 3}},
        {INSERTION "0" INSTANT "0" INSTANT, beside, {"n.csv", 2, .column = "time", .value = "0"}},
        {INSERTION "0" INSTANT, "{\"offset\": \"far\"}", {"n.json", .column = "offset", .value = "far"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        routh_context context = routh_context_default();
        write_whole("n.csv", cases[i].log);
        write_whole("n.json", cases[i].beside);
        assert_int_not_equal(read_insertion(&context, routh_io_path("n.csv")), ROUTH_OK);
        expect(cases[i].log, &context, &cases[i].where);
    }
    remove("n.csv");
    remove("n.json");
}

static void files_that_are_not_there(void **state) {
    (void)state;
    reader *const all[] = {read_table, read_dataset,  read_dataset3, read_tracks,   read_insertion,
                           read_scene, read_rebounds, read_path,     read_transfer, read_materials,
                           read_shape, read_part,     read_assembly};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        routh_context context = routh_context_default();
        assert_int_not_equal(all[i](&context, routh_io_path("nowhere/there is none.stl")), ROUTH_OK);
        expect("a missing file", &context, &(routh_where){.file = "nowhere/there is none.stl"});
    }
    routh_context context = routh_context_default();
    assert_int_not_equal(routh_laws_write(&context, NULL, routh_io_path("nowhere/out.json")), ROUTH_OK);
    expect("a missing folder", &context, &(routh_where){.file = "nowhere/out.json"});
}

/* Binary files -------------------------------------------------------------------------------------------*/

static void a_struct_array_of_matlab(void **state) {
    (void)state;
    static const double states[12] = {0.3, 0.04, -1.5, 0.4, -2.8, -2, 0.31, 0.05, -1.4, 0.5, 1.6, 10.5};
    static const double normal[3] = {0, 1, 0.011}, tangent[3] = {1, 0, 0.034}, flags[6] = {0};
    static matlab_file file;
    begin_matlab(&file, 0);
    const size_t array = open_bounces(&file, 1, 2, "states n d flags");
    for (unsigned i = 0; i < 2; i++) {
        put_row(&file, i == 0 ? 12 : 11, states); /* the second has a number too few */
        put_row(&file, 3, normal);
        put_row(&file, 3, tangent);
        put_packed_row(&file, 6, flags);
    }
    close_element(&file, array);
    expect_where(read_dataset, file.byte, file.size, &(routh_where){"b.mat", 2, .column = "states"});
}

static void datasets_of_hdf5(void **state) {
    (void)state;
    double time[3] = {0, 0.1, 0.2}, height[3] = {1, NAN, 1}, zero[3] = {0};
    char name[] = "one.csv";
    routh_trajectory flat = {.name = name, .count = 3, .time = time, .x = zero, .y = height, .theta = zero};
    routh_dataset dataset = {.name = "small",
                             .body = {.shape = routh_shape_square(0.06), .mass = 1, .inertia = 6e-4},
                             .rate = 10,
                             .gravity = 9.81,
                             .trajectory_count = 1,
                             .trajectory = &flat};
    routh_buffer buffer = {0};
    assert_int_equal(routh_dataset_write(NULL, &dataset, routh_io_buffer(&buffer, NULL)), ROUTH_OK);
    expect_where(read_dataset, buffer.byte, buffer.byte_count,
                 &(routh_where){"d.h5", 2, .column = "/trajectories/0:3", .value = "nan"});
    routh_buffer_release(NULL, &buffer);

    routh_insertion_instant sample[3] = {0};
    for (int i = 0; i < 3; i++) {
        sample[i].time = i == 2 ? 0.01 : 0.02 * i;
        sample[i].hand = routh_pose3_default();
    }
    routh_insertion insertion = {.name = "small",
                                 .rate = 50,
                                 .count = 3,
                                 .sample = sample,
                                 .receptacle = routh_pose3_default(),
                                 .plate = routh_pose3_default(),
                                 .reference = routh_pose3_default()};
    assert_int_equal(routh_insertion_write(NULL, &insertion, routh_io_buffer(&buffer, NULL)), ROUTH_OK);
    expect_where(read_insertion, buffer.byte, buffer.byte_count,
                 &(routh_where){"n.h5", 3, .column = "time", .value = "0.01"});
    expect_where(read_insertion, buffer.byte, buffer.byte_count / 2, &(routh_where){.file = "n.h5"});
    expect_where(read_dataset, buffer.byte, buffer.byte_count, &(routh_where){.file = "n.h5"}); /* of another kind */
    routh_buffer_release(NULL, &buffer);
}

/* The context --------------------------------------------------------------------------------------------*/

static void it_is_never_that_of_an_earlier_failure(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    assert_int_not_equal(read_table(&context, routh_io_memory("a,b\n1,x\n", 8, "t.csv")), ROUTH_OK);
    assert_int_equal(context.where.row, 1);
    assert_int_not_equal(routh_contact_check(&context, &(routh_contact){0}), ROUTH_OK);
    assert_memory_equal(&context.where, &(routh_where){0}, sizeof context.where);
}

/* Long names and values are cut as in messages, and texts with unprintable bytes are one line. */
static void it_has_room_for_everything(void **state) {
    (void)state;
    char name[600], text[1200];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    snprintf(text, sizeof text, "a,b\n1,\x01%s\n", name);
    routh_context context = routh_context_default();
    assert_int_not_equal(read_table(&context, routh_io_memory(text, strlen(text), name)), ROUTH_OK);
    assert_non_null(strstr(context.where.file, "…"));
    assert_non_null(strstr(context.where.value, "\\x01nnn"));
    assert_true(strlen(context.message) < sizeof context.message);
    routh_fail_at(&context, ROUTH_BAD_FORMAT, &(routh_place){.file = name, .row = 7, .column = name, .value = name},
                  " is %s", name);
    assert_int_equal(context.where.row, 7);
    assert_int_equal(strlen(context.message), ROUTH_MESSAGE_SIZE - 1);
    assert_int_equal(strlen(context.where.column), ROUTH_LABEL_SIZE - 1);
    assert_string_equal(context.message + strlen(context.message) - 3, "…");
}

static void places_in_words(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    const double seven = 7;
    routh_fail_at(&context, ROUTH_BAD_FORMAT,
                  &(routh_place){.what = "push",
                                 .file = "f.h5",
                                 .part = "/a",
                                 .noun = "sample",
                                 .row = 2,
                                 .line = 5,
                                 .part_column = 3,
                                 .number = &seven,
                                 .field = "rate"},
                  "is %d", 7);
    assert_string_equal(context.message, "push: f.h5: /a: sample 2 (line 5): is 7");
    assert_string_equal(context.field, "rate");
    assert_string_equal(context.where.column, "/a:3");
    assert_string_equal(context.where.value, "7");
    /* passed on with the file, which only the caller knows */
    routh_fail_at(&context, ROUTH_BAD_FORMAT, &(routh_place){.file = "outer", .within = &context.where}, "%s",
                  context.message);
    assert_string_equal(context.message, "outer: push: f.h5: /a: sample 2 (line 5): is 7");
    assert_string_equal(context.where.file, "outer");
    assert_int_equal(context.where.line, 5);
    assert_string_equal(context.where.column, "/a:3");
    assert_null(context.field);
    routh_fail_in(&context, ROUTH_FILE_ERROR, NULL, "no file");
    assert_string_equal(context.message, "no file");
    assert_string_equal(context.where.file, "");
}

SUBJECT(where) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_text),
        cmocka_unit_test(logs_of_insertions),
        cmocka_unit_test(files_that_are_not_there),
        cmocka_unit_test(a_struct_array_of_matlab),
        cmocka_unit_test(datasets_of_hdf5),
        cmocka_unit_test(it_is_never_that_of_an_earlier_failure),
        cmocka_unit_test(it_has_room_for_everything),
        cmocka_unit_test(places_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
