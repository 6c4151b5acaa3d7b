/* Exports in every format: well formed whatever the texts in them, with numbers that are the setting's.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>
#include <jansson.h>

#include "../subject.h"
#include "exports.h"

/* Comments without "--" inside, elements that close in order, attributes in quotes, no stray marks. */
static void read_xml(const char *text) {
    char open[64][64];
    int depth = 0;
    for (const char *c = text; *c; c++) {
        if (*c != '<') {
            assert_true(*c != '>');
            continue;
        }
        if (strncmp(c, "<!--", 4) == 0) {
            const char *end = strstr(c + 4, "--");
            assert_true(end && end[2] == '>');
            c = end + 2;
            continue;
        }
        const bool closing = c[1] == '/', declaration = c[1] == '?';
        const char *name = c + 1 + (closing || declaration);
        const size_t length = strcspn(name, " />\n");
        assert_true(length > 0 && length < sizeof *open);
        const char *at = name + length;
        for (bool quoted = false; *at && (quoted || *at != '>'); at++) {
            assert_true(*at != '<');
            quoted ^= *at == '"';
        }
        assert_true(*at == '>');
        if (closing) {
            assert_true(depth > 0 && strlen(open[depth - 1]) == length && strncmp(open[depth - 1], name, length) == 0);
            depth--;
        } else if (!declaration && at[-1] != '/') {
            assert_true(depth < 64);
            memcpy(open[depth], name, length);
            open[depth++][length] = '\0';
        }
        c = at;
    }
    assert_int_equal(depth, 0);
}

/* Brackets of any kind close in order outside of strings and comments. Debian has no reader of USD: this is all that is
 * checked of it. `#` begins a comment in USD, `//` one in C++. */
static void read_brackets(const char *text, const char *comment) {
    char open[64];
    int depth = 0;
    for (const char *c = text; *c; c++) {
        if (strncmp(c, comment, strlen(comment)) == 0) {
            while (c[1] && *c != '\n')
                c++;
            assert_true(c[-1] != '\\');
        } else if (*c == '"') {
            for (c++; *c != '"'; c++)
                assert_true(*c && *c != '\n');
        } else if (strchr("([{", *c)) {
            assert_true(depth < 64);
            open[depth++] = *c;
        } else if (strchr(")]}", *c)) {
            assert_true(depth > 0);
            const char was = open[--depth];
            assert_true((was == '(' && *c == ')') || (was == '[' && *c == ']') || (was == '{' && *c == '}'));
        }
    }
    assert_int_equal(depth, 0);
}

static void read_json(const char *text) {
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    const json_t *engines = json_object_get(root, "engines");
    assert_int_equal(json_array_size(engines), routh_engine_count());
    for (size_t i = 0; i < json_array_size(engines); i++) {
        const json_t *engine = json_array_get(engines, i);
        assert_true(json_object_get(engine, "parameters") || json_object_get(engine, "cannot"));
    }
    json_decref(root);
}

static void test_well_formed(void **state) {
    (void)state;
    for (int format = 0; format < ROUTH_EXPORT_COUNT; format++)
        for (int body = 0; body < EXPORT_BODIES; body++)
            for (int model = 0; model < 2; model++) {
                made_export made;
                routh_buffer buffer = {0};
                routh_context context = routh_context_default();
                make_export(body, (routh_export_format)format, &made);
                const routh_status status = routh_export_write(&context, &made.what, (routh_export_format)format, model,
                                                               routh_io_buffer(&buffer, NULL));
                if (model && !can_hold((routh_export_format)format, body)) {
                    assert_int_equal(status, ROUTH_BAD_ARGUMENT);
                    assert_non_null(strstr(context.message, "has no ellipsoid"));
                } else {
                    assert_int_equal(status, ROUTH_OK);
                    if (format == ROUTH_EXPORT_JSON)
                        read_json(buffer.byte);
                    else if (format == ROUTH_EXPORT_USD)
                        read_brackets(buffer.byte, "#");
                    else if (format == ROUTH_EXPORT_BULLET && model)
                        read_brackets(buffer.byte, "//");
                    else
                        read_xml(buffer.byte);
                    if (format != ROUTH_EXPORT_JSON)
                        assert_non_null(strstr(buffer.byte, "95 %: 0.24 … 0.26"));
                }
                routh_buffer_release(NULL, &buffer);
                release_export(&made);
            }
}

/* What the format cannot hold, and what is not that format's. */
static void test_refusals(void **state) {
    (void)state;
    made_export made;
    routh_buffer buffer = {0};
    routh_context context = routh_context_default();
    make_export(HULL, ROUTH_EXPORT_SDF, &made);
    made.what.mesh = NULL;
    assert_int_equal(routh_export_write(&context, &made.what, ROUTH_EXPORT_SDF, true, routh_io_buffer(&buffer, NULL)),
                     ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "from a file only"));
    assert_int_equal(routh_export_write(&context, &made.what, ROUTH_EXPORT_MJCF, true, routh_io_buffer(&buffer, NULL)),
                     ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "parameters of MuJoCo"));
    made.what.setting.value[1] = NAN;
    assert_int_equal(routh_export_write(&context, &made.what, ROUTH_EXPORT_SDF, false, routh_io_buffer(&buffer, NULL)),
                     ROUTH_NOT_FINITE);
    assert_null(buffer.byte);
    release_export(&made);
}

SUBJECT(export) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_well_formed), cmocka_unit_test(test_refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
