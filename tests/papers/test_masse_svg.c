/* The picture of a massé: well-formed, with every part of the path and
 * the cue, true to scale, inside its frame.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "papers.h"

static masse_answer answer_of(double vx, double vy, double vz, const double spin[3]) {
    masse_answer m = {.constants = masse_constants_default(), .shot = masse_shot_default()};
    const masse_ball start = {.position = {0.4, -0.2, m.constants.ball_radius},
                              .velocity = {vx, vy, vz},
                              .spin = {spin[0], spin[1], spin[2]}};
    routh_context context = routh_context_default();
    if (masse_path_of(&context, &m.constants, &start, &m.path) != ROUTH_OK)
        fail_msg("%s", context.message);
    return m;
}

/* Every kind of piece: it hops, curves, rolls, spins. */
static masse_answer full_path(void) {
    return answer_of(0.52, 0.71, 0.3, (double[3]){36, -75, -60});
}

static char *drawing_of(const masse_answer *m) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    masse_print_svg(file, m);
    assert_int_equal(fclose(file), 0);
    return text;
}

static size_t count_of(const char *text, const char *part) {
    size_t count = 0;
    for (const char *found = strstr(text, part); found; found = strstr(found + 1, part))
        count++;
    return count;
}

/* Each tag closes what was opened last, and no number failed. */
static void check_well_formed(const char *svg) {
    enum { DEEPEST = 16 };
    char open[DEEPEST][16];
    int depth = 0;
    assert_memory_equal(svg, "<?xml", 5);
    for (const char *tag = strchr(svg + 1, '<'); tag; tag = strchr(tag + 1, '<')) {
        const char *close = strchr(tag, '>');
        assert_non_null(close);
        char name[16];
        assert_int_equal(sscanf(tag[1] == '/' ? tag + 2 : tag + 1, "%15[a-zA-Z]", name), 1);
        if (tag[1] == '/') {
            assert_true(depth > 0);
            assert_string_equal(open[--depth], name);
        } else if (close[-1] != '/') {
            assert_true(depth < DEEPEST);
            memcpy(open[depth++], name, sizeof name);
        }
    }
    assert_int_equal(depth, 0);
    assert_null(strchr(svg, '&'));
    assert_true(!strstr(svg, "nan") && !strstr(svg, "inf"));
}

static void test_parts(void **state) {
    (void)state;
    masse_answer m = full_path();
    char *with = drawing_of(&m);
    check_well_formed(with);
    size_t hops = 0;
    for (size_t i = 0; i < m.path.count; i++)
        hops += m.path.piece[i].kind == MASSE_HOP;
    assert_true(hops > 1);
    assert_int_equal(count_of(with, "class=\"hop\""), hops);
    assert_int_equal(count_of(with, "class=\"sliding\""), 1);
    assert_int_equal(count_of(with, "class=\"rolling\""), 1);
    assert_int_equal(count_of(with, "class=\"ball\""), 5);
    assert_true(count_of(with, "class=\"time\"") > 10);
    assert_int_equal(count_of(with, "class=\"cue\""), 1);
    assert_int_equal(count_of(with, "class=\"tip\""), 1);
    static const char *const texts[] = {">sliding<", ">rolling<", ">spinning<", ">still<", ">A<", ">E<"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_non_null(strstr(with, texts[i]));
    assert_non_null(strstr(with, "x (m)</text>"));
    free(with);
    masse_path_release(&m.path);
}

/* The kinds differ in more than colour: no two lines have the same width and dashes. */
static void test_lines_differ_without_colour(void **state) {
    (void)state;
    static const char *const kinds[] = {"hop", "sliding", "rolling"};
    masse_answer m = full_path();
    char *svg = drawing_of(&m), look[3][128];
    for (int i = 0; i < 3; i++) {
        char wanted[32];
        snprintf(wanted, sizeof wanted, "class=\"%s\"", kinds[i]);
        const char *line = strstr(strstr(svg, wanted), "stroke-width");
        size_t length = strcspn(line, "/");
        assert_true(length < sizeof look[i]);
        memcpy(look[i], line, length);
        look[i][length] = '\0';
        for (int j = 0; j < i; j++)
            assert_string_not_equal(look[i], look[j]);
    }
    free(svg);
    masse_path_release(&m.path);
}

typedef struct curve {
    double from[2], control[2], to[2];
} curve;

static curve curve_of(const char *svg, const char *kind) {
    char wanted[48];
    curve line;
    snprintf(wanted, sizeof wanted, "class=\"%s\" d=\"", kind);
    const char *found = strstr(svg, wanted);
    assert_non_null(found);
    assert_int_equal(sscanf(found + strlen(wanted), "M%lf,%lfQ%lf,%lf %lf,%lf", &line.from[0], &line.from[1],
                            &line.control[0], &line.control[1], &line.to[0], &line.to[1]),
                     6);
    return line;
}

/* One scale for all: pixels per metre from the ends of the rolling piece give the ball's radius, and every point of the
 * sliding curve lies where the ball is at that time. Pixels are written to 0.01. */
static void test_true_to_scale(void **state) {
    (void)state;
    masse_answer m = full_path();
    char *svg = drawing_of(&m);
    const masse_piece *rolling = NULL, *sliding = NULL;
    for (size_t i = 0; i < m.path.count; i++) {
        rolling = m.path.piece[i].kind == MASSE_ROLLING ? &m.path.piece[i] : rolling;
        sliding = m.path.piece[i].kind == MASSE_SLIDING ? &m.path.piece[i] : sliding;
    }
    assert_true(rolling && sliding);
    const curve roll = curve_of(svg, "rolling"), slide = curve_of(svg, "sliding");
    masse_ball end = masse_path_at(&m.path, m.path.rest_time);
    const double *start = rolling->ball.position;
    double scale = hypot(roll.to[0] - roll.from[0], roll.to[1] - roll.from[1]) /
                   hypot(end.position[0] - start[0], end.position[1] - start[1]);
    double left = roll.from[0] - scale * start[0], top = roll.from[1] + scale * start[1];
    for (int i = 0; i <= 20; i++) {
        double part = i / 20.0, rest = 1 - part;
        masse_ball ball = masse_path_at(&m.path, sliding->start + part * sliding->duration * (1 - 1e-12));
        double x = rest * rest * slide.from[0] + 2 * rest * part * slide.control[0] + part * part * slide.to[0];
        double y = rest * rest * slide.from[1] + 2 * rest * part * slide.control[1] + part * part * slide.to[1];
        assert_true(fabs(x - left - scale * ball.position[0]) < 0.05);
        assert_true(fabs(y - top + scale * ball.position[1]) < 0.05);
    }
    double x, y, radius;
    const char *ball = strstr(svg, "class=\"ball\"");
    assert_int_equal(sscanf(ball, "class=\"ball\" cx=\"%lf\" cy=\"%lf\" r=\"%lf\"", &x, &y, &radius), 3);
    assert_true(fabs(radius - scale * m.path.ball_radius) < 0.01);
    assert_true(fabs(x - left - scale * m.path.piece[0].ball.position[0]) < 0.05);
    assert_true(fabs(y - top + scale * m.path.piece[0].ball.position[1]) < 0.05);
    free(svg);
    masse_path_release(&m.path);
}

/* Long and short paths, and none at all; every curve's ends stay in the frame. */
static void test_any_path(void **state) {
    (void)state;
    static const double starts[][6] = {
        {0, 0, 0, 0, 0, 0},    {0, 0, 0, 0, 0, 30},     {0, 0, 2, 0, 0, 0},      {1e-6, 0, 0, 0, 0, 0},
        {9, -9, 3, 99, 99, 9}, {0, 3, 0, 50, -50, 0.1}, {-2, 0, 0.2, 0, 300, 0}, {0, 1e-3, 0, 0, 0, 1e3},
    };
    const masse_shot shots[] = {{.speed = 2},
                                masse_shot_default(),
                                {.elevation = asin(1), .azimuth = 2, .speed = 1, .side = -0.4, .up = 0.3},
                                {.elevation = 0.3, .azimuth = -2, .speed = 1e-3, .up = -0.99}};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        masse_answer m = answer_of(starts[i][0], starts[i][1], starts[i][2], starts[i] + 3);
        for (size_t j = 0; j < sizeof shots / sizeof shots[0]; j++) {
            m.shot = shots[j];
            char *svg = drawing_of(&m);
            check_well_formed(svg);
            double width, height;
            assert_int_equal(
                sscanf(strstr(svg, "class=\"cloth\""), "class=\"cloth\" width=\"%lf\" height=\"%lf\"", &width, &height),
                2);
            for (const char *found = strstr(svg, " d=\"M"); found; found = strstr(found + 1, " d=\"M")) {
                double p[6];
                if (sscanf(found, " d=\"M%lf,%lfQ%lf,%lf %lf,%lf", &p[0], &p[1], &p[2], &p[3], &p[4], &p[5]) != 6)
                    continue;
                assert_true(p[0] > 0 && p[0] < width && p[1] > 0 && p[1] < height);
                assert_true(p[4] > 0 && p[4] < width && p[5] > 0 && p[5] < height);
            }
            free(svg);
        }
        masse_path_release(&m.path);
    }
}

SUBJECT(masse_svg) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_lines_differ_without_colour),
        cmocka_unit_test(test_true_to_scale),
        cmocka_unit_test(test_any_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
