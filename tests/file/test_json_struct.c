/* The table of fields that the build makes of the headers, and structs as JSON by it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../subject.h"
#include "fields/layouts.h"
#include "file/json_struct.h"

#define TABLE(type) {&type##_struct, sizeof(type)},
static const struct {
    const routh_struct *of;
    size_t size;
} every[] = {ROUTH_EVERY_STRUCT(TABLE)};

static void assert_json(json_t *value, const char *expected) {
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    assert_string_equal(text, expected);
    free(text);
    json_decref(value);
}

/* The compiler has checked names and offsets: what is left is that a key means one field. */
static void every_struct_is_there(void **state) {
    (void)state;
    assert_true(sizeof every / sizeof every[0] > 250);
    for (size_t i = 0; i < sizeof every / sizeof every[0]; i++) {
        const routh_struct *of = every[i].of;
        assert_int_equal(of->size, every[i].size);
        for (size_t k = 0; k < of->count; k++) {
            const routh_struct_field *f = &of->field[k];
            assert_true(f->offset < of->size && (k == 0 || f->part || f->offset > of->field[k - 1].offset));
            assert_true(f->kind != ROUTH_KIND_STRUCT || f->of);
            assert_true(f->kind != ROUTH_KIND_NAME || f->names);
            for (size_t other = 0; f->key && other < k; other++)
                if (of->field[other].key && strcmp(of->field[other].key, f->key) == 0)
                    fail_msg("%s: %s and %s are both \"%s\"", of->name, of->field[other].name, f->name, f->key);
        }
    }
}

static void kinds_are_written(void **state) {
    (void)state;
    char one[] = "One.", two[] = "Two.";
    routh_finding sentences[] = {{.text = one}, {.text = two}};
    const routh_axes axes = {
        .up = {0, 0, 1}, .up_error = NAN, .gravity = 9.5, .flights = 3, .mirrored = true, .words = {2, sentences}};
    assert_json(
        ROUTH_JSON_FIELDS(routh_axes, &axes, mirrored, up, flights, up_error, words),
        "{\"mirrored\":true,\"up\":[0.0,0.0,1.0],\"flights\":3,\"up_error\":null,\"words\":[\"One.\",\"Two.\"]}");
    const routh_dataset dataset = {.name = "drops", .frame = ROUTH_MIRROR_T};
    assert_json(ROUTH_JSON_FIELDS(routh_dataset, &dataset, name, frame),
                "{\"name\":\"drops\",\"chosen\":\"mirror-t\"}");
    const routh_learning learning = {.gain = 1, .prior_pays_until = NAN, .seconds = 3}; /* whose key is left out */
    json_t *object = json_object();
    ROUTH_PUT_SPAN(&object, routh_learning, &learning, gain, seconds);
    assert_json(object, "{\"gain\":1.0,\"prior_pays_until\":null}");
    const routh_training training = {.output = NULL};
    assert_json(ROUTH_JSON_FIELDS(routh_training, &training, output), "{\"file\":null}");
}

/* Lists have their count and no more, and the count is not written beside them. */
static void lists_are_counted(void **state) {
    (void)state;
    const routh_assembly none = {0};
    assert_json(ROUTH_JSON_FIELDS(routh_assembly, &none, displacement), "{\"displacements\":[]}");
    routh_behaviour_law law = {
        .parameter_count = 2, .value = {0.5, 0.25}, .parameter = {{.name = "mu"}, {.name = "eps"}}};
    json_t *object = ROUTH_JSON_FIELDS(routh_behaviour_law, &law, parameter);
    assert_int_equal(json_array_size(json_object_get(object, "parameter")), 2);
    json_decref(object);
    routh_displacement displacement = {.name = "offset"};
    const routh_assembly assembly = {.count = 1, .displacement = &displacement};
    object = json_object();
    ROUTH_PUT_SPAN(&object, routh_assembly, &assembly, count, displacement);
    assert_null(json_object_get(object, "count"));
    assert_int_equal(json_array_size(json_object_get(object, "displacements")), 1);
    json_decref(object);
}

/* Objects of objects.txt: fields of results, members in place of one, what is absent; and memory that ran out within. */
static void objects_are_put_together(void **state) {
    (void)state;
    const routh_lcurve_point point = {
        .gamma = 1, .force_cost = 2, .geometric_cost = 3, .stiffness = 4, .friction = NAN};
    assert_json(ROUTH_JSON_NEW(routh_lcurve_point_layout, .point = &point, .studied = NULL, .x = routh_json_absent(),
                               .wrench_error = json_real(0.5)),
                "{\"gamma\":1.0,\"force_cost\":2.0,\"geometric_cost\":3.0,\"stiffness\":4.0,\"friction\":null,"
                "\"wrench_error\":0.5}");
    const routh_split_number number = {.of = "mirtich", .name = "mu", .unit = ""};
    assert_json(ROUTH_JSON_NEW(routh_split_number_layout, &number, json_null(), routh_json_absent()),
                "{\"of\":\"mirtich\",\"name\":\"mu\",\"unit\":\"\",\"random\":null}");
    const routh_point impulse = {1, 2};
    json_t *own = json_object();
    routh_json_put(&own, "impulse", ROUTH_JSON_OF(routh_point, &impulse));
    assert_json(ROUTH_JSON_NEW(routh_integrator_layout, "steps", own),
                "{\"integrator\":\"steps\",\"impulse\":[1.0,2.0]}");
    assert_null(ROUTH_JSON_NEW(routh_integrator_layout, "steps", NULL));
    assert_null(ROUTH_JSON_NEW(routh_split_number_layout, &number, NULL, routh_json_absent()));
}

static void what_is_written_is_read(void **state) {
    (void)state;
    routh_body3 body = routh_body3_default(), again = {0};
    body.mass = 0.1;
    body.position[2] = -1 / 3.0;
    json_t *object = ROUTH_JSON_OF(routh_body3, &body);
    routh_fields fields = {.object = object};
    ROUTH_READ(&fields, ROUTH_MUST_BE, routh_body3, &again, mass, position, orientation);
    assert_int_equal(fields.status, ROUTH_OK);
    assert_true(again.mass == body.mass);
    assert_memory_equal(again.position, body.position, sizeof body.position);
    assert_memory_equal(again.orientation, body.orientation, sizeof body.orientation);

    routh_context context = routh_context_default();
    fields = (routh_fields){.context = &context, .source = "body.json", .object = object};
    ROUTH_READ_BETWEEN(&fields, ROUTH_MUST_BE, 1, 2, routh_body3, &again, mass);
    assert_int_equal(fields.status, ROUTH_BAD_FORMAT);
    assert_string_equal(context.message, "body.json: mass: 0.1; it must be from 1 to 2");
    json_decref(object);
}

SUBJECT(json_struct) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_struct_is_there),   cmocka_unit_test(kinds_are_written),
        cmocka_unit_test(lists_are_counted),       cmocka_unit_test(objects_are_put_together),
        cmocka_unit_test(what_is_written_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
