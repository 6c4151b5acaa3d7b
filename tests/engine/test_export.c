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
#include "engine/engine.h"
#include "exports.h"

/* After & comes a name and a semicolon. */
static void read_entity(const char *at) {
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    bool known = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        known |= strncmp(at, names[i], strlen(names[i])) == 0;
    assert_true(known);
}

/* Comments without "--" inside, elements that close in order, attributes in quotes, no stray marks. */
static void read_xml(const char *text) {
    char open[64][64];
    int depth = 0;
    for (const char *c = text; *c; c++) {
        if (*c != '<') {
            assert_true(*c != '>');
            if (*c == '&')
                read_entity(c);
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
            if (*at == '&')
                read_entity(at);
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
    const json_t *mu = json_object_get(json_object_get(json_object_get(root, "material"), "parameters"), "mu");
    assert_true(json_is_string(json_object_get(root, "version")) && json_object_get(mu, "sd"));
    assert_int_equal(json_array_size(json_object_get(json_object_get(root, "target"), "approach")), 2);
    assert_true(json_array_size(engines) > 0 && !routh_engine_at(json_array_size(engines)));
    for (size_t i = 0; i < json_array_size(engines); i++) {
        const json_t *engine = json_array_get(engines, i);
        assert_true(json_object_get(engine, "parameters") || json_object_get(engine, "cannot"));
    }
    json_decref(root);
}

/* Numbers that follow `name` wherever it stands: the same ones everywhere. Returns how often. */
static size_t find_numbers(const char *text, const char *name, size_t count, double *number) {
    size_t times = 0;
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        char *next = (char *)(uintptr_t)(at + strlen(name));
        for (size_t i = 0; i < count; i++) {
            const double value = strtod(next, &next);
            assert_true(times == 0 || value == number[i]);
            number[i] = value;
        }
        times++;
    }
    return times;
}

/* Where a format has which number of the setting. `times`: in a snippet and in a model; GROUND: once for each collision of
 * the body and once for the ground. Numbers of kp and kd follow from two parameters each. */
enum { STEP = -1, RATE = -2, KP = -3, KD = -4, ONE = -5, GROUND = 99 };
static const struct {
    routh_export_format format;
    const char *name;
    int parameter;
    double share; /* of it, by the pair rule, on each body */
    size_t times[2];
} places[] = {
    {ROUTH_EXPORT_MJCF, " friction=\"", 0, 1, {1, 1}},
    {ROUTH_EXPORT_MJCF, " timestep=\"", STEP, 1, {1, 1}},
    {ROUTH_EXPORT_SDF, "<mu>", 0, 1, {1, GROUND}},
    {ROUTH_EXPORT_SDF, "<mu2>", 0, 1, {1, GROUND}},
    {ROUTH_EXPORT_SDF, "<restitution_coefficient>", 1, 1, {1, GROUND}},
    {ROUTH_EXPORT_SDF, "</restitution_coefficient><threshold>", 2, 1, {1, GROUND}},
    {ROUTH_EXPORT_SDF, "<kp>", KP, 2, {1, GROUND}},
    {ROUTH_EXPORT_SDF, "<kd>", KD, 0.5, {1, GROUND}},
    {ROUTH_EXPORT_SDF, "<max_step_size>", STEP, 1, {0, 1}},
    {ROUTH_EXPORT_DRAKE, "<drake:point_contact_stiffness>", 1, 2, {1, GROUND}},
    {ROUTH_EXPORT_DRAKE, "<drake:hunt_crossley_dissipation>", 2, 1, {1, GROUND}},
    {ROUTH_EXPORT_DRAKE, "<drake:mu_static>", 0, 1, {1, GROUND}},
    {ROUTH_EXPORT_DRAKE, "<drake:mu_dynamic>", 0, 1, {1, GROUND}},
    {ROUTH_EXPORT_BULLET, "body.setFriction(", 0, 1, {0, 1}},
    {ROUTH_EXPORT_BULLET, "body.setRestitution(", 1, 1, {0, 1}},
    {ROUTH_EXPORT_BULLET, "ground.setFriction(", ONE, 1, {0, 1}},
    {ROUTH_EXPORT_BULLET, "ground.setRestitution(", ONE, 1, {0, 1}},
    {ROUTH_EXPORT_BULLET, "m_restitutionVelocityThreshold = ", 2, 1, {0, 1}},
    {ROUTH_EXPORT_BULLET, "m_erp2 = ", 3, 1, {0, 1}},
    {ROUTH_EXPORT_BULLET, "const double step = ", STEP, 1, {0, 1}},
    {ROUTH_EXPORT_BULLET, "<lateral_friction value=\"", 0, 1, {1, 0}},
    {ROUTH_EXPORT_BULLET, "<restitution value=\"", 1, 1, {1, 0}},
    {ROUTH_EXPORT_URDF, "<lateral_friction value=\"", 0, 1, {1, 1}},
    {ROUTH_EXPORT_URDF, "<restitution value=\"", 1, 1, {1, 1}},
    {ROUTH_EXPORT_URDF, "restitutionVelocityThreshold=", 2, 1, {1, 1}},
    {ROUTH_EXPORT_URDF, "contactERP=", 3, 1, {1, 1}},
    {ROUTH_EXPORT_URDF, "fixedTimeStep=", STEP, 1, {1, 1}},
    {ROUTH_EXPORT_URDF, "<mu1>", 0, 1, {1, 1}},
    {ROUTH_EXPORT_URDF, "<mu2>", 0, 1, {1, 1}},
    {ROUTH_EXPORT_USD, "physics:staticFriction = ", 0, 1, {1, 1}},
    {ROUTH_EXPORT_USD, "physics:dynamicFriction = ", 0, 1, {1, 1}},
    {ROUTH_EXPORT_USD, "physics:restitution = ", 1, 1, {1, 1}},
    {ROUTH_EXPORT_USD, "physxScene:bounceThreshold = ", 2, 1, {1, 1}},
    {ROUTH_EXPORT_USD, "physxScene:timeStepsPerSecond = ", RATE, 1, {1, 1}},
};

static double number_of(const routh_engine_setting *setting, int parameter) {
    double kp = NAN, kd = NAN;
    if (parameter == KP || parameter == KD)
        routh_ode_spring_of(setting->step, setting->value[3], setting->value[4], &kp, &kd);
    return parameter >= 0      ? setting->value[parameter]
           : parameter == STEP ? setting->step
           : parameter == RATE ? round(1 / setting->step)
           : parameter == KP   ? kp
           : parameter == KD   ? kd
                               : 1;
}

static void compare_numbers(routh_export_format format, bool model, const made_export *made, const char *text) {
    const routh_engine_setting *setting = &made->what.setting;
    const size_t balls = made->what.body.ball_count > 1 ? made->what.body.ball_count : 1;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const size_t times = places[i].times[model] == GROUND ? balls + 1 : places[i].times[model];
        double found = NAN;
        if (places[i].format != format || times == 0)
            continue;
        const size_t seen = find_numbers(text, places[i].name, 1, &found);
        const double expected = places[i].share * number_of(setting, places[i].parameter);
        if (seen != times || !(fabs(found - expected) <= 1e-5 * fabs(expected))) /* six digits are written */
            fail_msg("%s %.9g %zu times, not %.9g %zu times", places[i].name, found, seen, expected, times);
    }
    if (format == ROUTH_EXPORT_MJCF) {
        double spring[2], ends[2];
        assert_int_equal(find_numbers(text, " solref=\"", 2, spring), 1);
        assert_int_equal(find_numbers(text, " solimp=\"", 2, ends), 1);
        for (int i = 0; i < 2; i++)
            assert_true(fabs(spring[i] + setting->value[1 + i]) <= 1e-5 * setting->value[1 + i] &&
                        ends[i] == setting->value[3]);
    }
}

/* Editors show comments whole. */
static void read_width(const char *text) {
    for (const char *line = text; *line; line += strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n')) {
        const size_t length = strcspn(line, "\n");
        size_t shown = 0;
        for (size_t i = 0; i < length; i++)
            shown += ((unsigned char)line[i] & 0xC0) != 0x80;
        if (shown > 120)
            fail_msg("%zu characters: %.*s", shown, (int)length, line);
    }
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
                    if (!model && format != ROUTH_EXPORT_JSON)
                        read_width(buffer.byte);
                    compare_numbers((routh_export_format)format, model, &made, buffer.byte);
                    if (format != ROUTH_EXPORT_JSON)
                        assert_non_null(strstr(buffer.byte, "95 %: 0.24 … 0.26"));
                }
                routh_buffer_release(NULL, &buffer);
                release_export(&made);
            }
}

/* A point of the surface, by brute force: corners, points all over balls and ellipsoids. From the shape's origin. */
enum { TURNS = 200, RINGS = 200 };

static double lowest_point(const made_export *made, const double turn[4]) {
    const routh_export *what = &made->what;
    const double *q = turn, up[3] = {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]),
                                     q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3]};
    const bool round = what->solid == ROUTH_SOLID_ELLIPSOID, rounded = what->body.ball_count > 1;
    double lowest = INFINITY;
    for (size_t k = 0; rounded && k < what->body.ball_count; k++) {
        double height = -what->body.ball[k][3];
        for (int c = 0; c < 3; c++)
            height += up[c] * (what->body.ball[k][c] + what->body.centre[c]);
        lowest = fmin(lowest, height);
    }
    for (int i = 0; round && i < TURNS * RINGS; i++) {
        const double a = 2 * 3.14159265358979 * (i % TURNS) / TURNS,
                     z = -cos(3.14159265358979 * (i / TURNS) / (RINGS - 1));
        const double r = sqrt(fmax(0, 1 - z * z)), at[3] = {r * cos(a), r * sin(a), z};
        double height = 0;
        for (int c = 0; c < 3; c++)
            height += up[c] * at[c] * what->size[c];
        lowest = fmin(lowest, height);
    }
    for (size_t i = 0; !round && !rounded && i < made->shape.count; i++) {
        double height = 0;
        for (int c = 0; c < 3; c++)
            height += up[c] * made->shape.vertex[i][c];
        lowest = fmin(lowest, height);
    }
    return lowest;
}

/* Models fall so far that their lowest point meets the ground at the geometric mean of the speeds, as they say; and no number
 * of the body is a rounding error. */
static void test_landing(void **state) {
    (void)state;
    for (int body = 0; body < EXPORT_BODIES; body++) {
        made_export made;
        routh_buffer buffer = {0};
        double place[3], turn[4], centre[3], tensor[6];
        make_export(body, ROUTH_EXPORT_MJCF, &made);
        made.what.body.centre[1] = 1.4e-17;
        made.what.body.inertia[1][2] = made.what.body.inertia[2][1] = -4e-21;
        assert_int_equal(routh_export_write(NULL, &made.what, ROUTH_EXPORT_MJCF, true, routh_io_buffer(&buffer, NULL)),
                         ROUTH_OK);
        assert_int_equal(find_numbers(buffer.byte, "<body name=\"body\" pos=\"", 3, place), 1);
        assert_int_equal(find_numbers(buffer.byte, " quat=\"", 4, turn), 1);
        assert_int_equal(find_numbers(buffer.byte, "<inertial pos=\"", 3, centre), 1);
        assert_int_equal(find_numbers(buffer.byte, " fullinertia=\"", 6, tensor), 1);
        assert_true(centre[1] == 0 && tensor[5] == 0);
        const double fall = place[2] + lowest_point(&made, turn), speed = sqrt(2 * 9.81 * fall);
        const double *range = made.what.target.speed;
        assert_true(fabs(speed - sqrt(range[0] * range[1])) < 1e-3 * speed);
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
    made.what.setting.value[5] = 0.1;
    assert_int_equal(routh_export_write(&context, &made.what, ROUTH_EXPORT_SDF, false, routh_io_buffer(&buffer, NULL)),
                     ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "friction_across"));
    made.what.setting.value[1] = NAN;
    assert_int_equal(routh_export_write(&context, &made.what, ROUTH_EXPORT_SDF, false, routh_io_buffer(&buffer, NULL)),
                     ROUTH_NOT_FINITE);
    assert_null(buffer.byte);
    release_export(&made);
}

SUBJECT(export) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_well_formed), cmocka_unit_test(test_landing),
                                       cmocka_unit_test(test_refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
