/* Scenes in and out of JSON: what is written is what was read, units mean what they say, and what is wrong is named
 * with its place.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../ledger.h"
#include "../subject.h"
#include "block.h"
#include "geometry/geometry.h"

static void test_units(void **state) {
    (void)state;
    routh_assembly a = block_assembly();
    assert_int_equal(routh_polyhedron_vertices(a.object[0].part[0].shape), 8);
    assert_close(routh_polyhedron_volume(a.object[0].part[0].shape), 0.04 * 0.04 * 0.04, 1e-15);
    assert_close(routh_polyhedron_volume(a.object[1].part[0].shape), 0.4 * 0.4 * 0.02, 1e-12);
    assert_int_equal(a.count, 3);
    assert_int_equal(a.displacement[0].kind, ROUTH_DISPLACE_OFFSET);
    assert_close(a.displacement[0].deviation, 3e-5, 1e-18);
    assert_close(a.displacement[1].axis[0], 1, 1e-15); /* of any length in the file */
    assert_int_equal(a.displacement[1].part, 0);
    assert_int_equal(a.displacement[2].part, -1);
    assert_close(a.displacement[2].deviation, 0.1 * 3.14159265358979323846 / 180, 1e-18);
    routh_assembly_release(NULL, &a);
}

static void assert_near(const double *a, const double *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        assert_close(a[i], b[i], 1e-15);
}

static void test_round_trip(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_assembly a = block_assembly(), b;
    a.object[0].part[0].place = some_pose(2.5, 0.1, 0.2, 0.3);
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_int_equal(routh_assembly_write(&context, &a, routh_io_file(file, NULL)), ROUTH_OK);
    fclose(file);
    if (routh_assembly_read(&context, routh_io_memory(text, size, "again.json"), &b) != ROUTH_OK)
        fail_msg("%s", context.message);
    free(text);
    for (int o = 0; o < 2; o++) {
        const routh_part *x = a.object[o].part, *y = b.object[o].part;
        assert_string_equal(a.object[o].name, b.object[o].name);
        assert_string_equal(x->name, y->name);
        assert_near(&x->place.rotation[0][0], &y->place.rotation[0][0], 9);
        assert_near(x->place.position, y->place.position, 3);
        assert_int_equal(routh_polyhedron_faces(x->shape), routh_polyhedron_faces(y->shape));
        assert_close(routh_polyhedron_volume(x->shape), routh_polyhedron_volume(y->shape), 1e-18);
    }
    for (size_t i = 0; i < a.count; i++) {
        const routh_displacement *x = &a.displacement[i], *y = &b.displacement[i];
        assert_string_equal(x->name, y->name);
        assert_int_equal(x->kind, y->kind);
        assert_int_equal(x->part, y->part);
        assert_near(x->axis, y->axis, 3);
        assert_near(x->through, y->through, 3);
        assert_near(&x->deviation, &y->deviation, 1);
    }
    routh_assembly_release(NULL, &a);
    routh_assembly_release(NULL, &b);
}

/* The scene with one piece of its text replaced. */
static void refuses(const char *what, const char *by, const char *words) {
    const char *at = strstr(block_scene, what);
    assert_non_null(at);
    char text[4096];
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - block_scene), block_scene, by, at + strlen(what));
    ledger book = {.budget = 1 << 20};
    routh_context context = context_with(&book);
    routh_assembly assembly;
    assert_int_not_equal(routh_assembly_read(&context, routh_io_memory(text, strlen(text), "s.json"), &assembly),
                         ROUTH_OK);
    assert_int_equal(book.blocks, 0);
    if (!strstr(context.message, words))
        fail_msg("\"%s\" is not in \"%s\"", words, context.message);
}

static void test_refused(void **state) {
    (void)state;
    refuses("\"cm\"", "\"furlong\"", "unit: unknown unit \"furlong\"");
    refuses("[-2,2,4]]", "[-2,2,4],[0,0,2]]", "objects[0].parts[0].vertices");
    refuses("[-2,-2,4],[2,-2,4],[2,2,4],[-2,2,4]", "[3,0,0]", "objects[0].parts[0].vertices");
    refuses("[0,0,1,0]", "[0,0,1,40]", "objects[1].parts[0].halfspaces");
    refuses("[0,0,1,0],", "", "objects[1].parts[0].halfspaces");
    refuses("[0,0,1,0]", "[0,0,1]", "halfspaces[0]: a list of 3");
    refuses("\"cube\", \"vertices\"", "\"cube\", \"file\": \"cube.stl\", \"vertices\"", "but has 2");
    refuses("\"part\": \"cube\"", "\"part\": \"cub\"", "did you mean \"cube\"?");
    refuses("\"object\": \"block\"", "\"object\": \"bloc\"", "displacements[1].object");
    refuses("\"axis\": [0,1,0]", "\"axis\": [0,0,0]", "has no direction");
    refuses("\"deviation\": 0.01", "\"deviation\": 0", "displacements[1].deviation: 0 is not positive");
    refuses("\"kind\": \"turn\"", "\"kind\": \"offset\"", "so it has no object or part");
    refuses("\"name\": \"tilt\"", "\"name\": \"offset\"", "is taken by displacements[0]");
    refuses("\"through\": [0,0,0], ", "", "displacements[2].through: is missing");
    refuses("\"kind\": \"turn\"", "\"kind\": \"size\"", "\"scale\"");
    refuses("\"nominal\": 0, \"deviation\": 0.1",
            "\"deviation\": 0.1}, {\"name\": \"size\", \"kind\": \"scale\", "
            "\"object\": \"block\", \"deviation\": 0.6",
            "displacements[3].deviation: 0.6 is more than 0.5");
    refuses("\"kind\": \"shift\", \"object\": \"block\"", "\"kind\": \"scale\"", "displacements[1].object: is missing");
    refuses("\"table\"", "\"block\"", "both are named");
    refuses("{\"name\": \"cube\"", "{\"colour\": 1, \"name\": \"cube\"", "there is no field \"colour\"");
}

/* Memory that runs out at any point: a failure, and nothing is left behind. */
static void test_memory(void **state) {
    (void)state;
    routh_status status = ROUTH_OUT_OF_MEMORY;
    for (int budget = 0; budget < 500 && status != ROUTH_OK; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        routh_assembly assembly;
        status =
            routh_assembly_read(&context, routh_io_memory(block_scene, sizeof block_scene - 1, "s.json"), &assembly);
        if (status == ROUTH_OK)
            routh_assembly_release(&context, &assembly);
        else
            assert_int_equal(status, ROUTH_OUT_OF_MEMORY);
        assert_int_equal(book.blocks, 0);
    }
    assert_int_equal(status, ROUTH_OK);
}

SUBJECT(assembly) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
