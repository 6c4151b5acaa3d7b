/* Pictures and animations of a run: well-formed, the same every time and in every locale, true to scale, with every
 * contact, and nothing fetched from elsewhere.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "cases.h"

#include <math.h>

#include <jansson.h>

#include "../comma_locale.h"
#include "../ledger.h"
#include "report/write.h"

static const routh_half_plane planes[] = {{.mu = 0.3, .eps = 0.5}, {.x = 0.25, .angle = 1.5707963267948966}};

static routh_world world_of(routh_shape shape) {
    return (routh_world){.body = {.shape = shape, .mass = 0.4, .inertia = 0.4 * routh_shape_gyration_squared(&shape)},
                         .plane = planes,
                         .plane_count = 2,
                         .gravity = 9.81,
                         .wrench = routh_wrench_default()};
}

static routh_run run_of(const routh_world *world, double duration, routh_integrator integrator) {
    routh_context context = routh_context_default();
    routh_run_options options = routh_run_options_default();
    options.duration = duration;
    options.integrator = integrator;
    const routh_state start = {.pose = {0.1, 0.3, 0.4}, .velocity = {0.8, 0, 5}};
    routh_run run;
    if (routh_world_run(&context, world, &start, &options, &run) != ROUTH_OK)
        fail_msg("%s", context.message);
    return run;
}

static char *drawing_of(const routh_world *world, const routh_run *run) {
    routh_buffer buffer = {0};
    assert_int_equal(routh_run_write(NULL, world, run, NULL, routh_io_buffer(&buffer, "picture.svg")), ROUTH_OK);
    return buffer.byte;
}

static char *page_of(const routh_world *world, const routh_run *run, const char *title) {
    routh_buffer buffer = {0};
    assert_int_equal(routh_run_write(NULL, world, run, title, routh_io_buffer(&buffer, "report.html")), ROUTH_OK);
    return buffer.byte;
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
    for (const char *tag = strstr(svg, "<svg"); tag; tag = strchr(tag + 1, '<')) {
        const char *close = strchr(tag, '>');
        assert_non_null(close);
        char name[16];
        assert_int_equal(sscanf(tag[1] == '/' ? tag + 2 : tag + 1, "%15[a-zA-Z]", name), 1);
        if (tag[1] == '/') {
            assert_true(depth > 0);
            assert_string_equal(open[--depth], name);
            if (depth == 0)
                break;
        } else if (close[-1] != '/') {
            assert_true(depth < DEEPEST);
            memcpy(open[depth++], name, sizeof name);
        }
    }
    assert_int_equal(depth, 0);
    assert_true(!strstr(svg, "nan") && !strstr(svg, "inf"));
}

static void test_parts(void **state) {
    (void)state;
    const routh_shape shapes[] = {routh_shape_ellipse(0.05, 0.03), routh_shape_disc(0.04), routh_shape_square(0.07)};
    for (size_t i = 0; i < 3; i++)
        for (int integrator = ROUTH_EVENTS; integrator <= ROUTH_TIME_STEPS; integrator++) {
            const routh_world world = world_of(shapes[i]);
            routh_run run = run_of(&world, 0.7, (routh_integrator)integrator);
            char *svg = drawing_of(&world, &run);
            check_well_formed(svg);
            assert_int_equal(count_of(svg, "class=\"surface\""), 2);
            assert_int_equal(count_of(svg, "class=\"path\""), 1);
            assert_true(count_of(svg, "class=\"outline\"") >= 10);
            assert_int_equal(count_of(svg, "class=\"contact\""), run.record_count < 400 ? run.record_count : 400);
            assert_non_null(strstr(svg, i < 2 ? (i ? "disc of 80 mm" : "ellipse 100 × 60 mm") : "polygon with 4"));
            free(svg);
            routh_run_release(NULL, &run);
        }
}

/* One scale for all: the path's ends and the contacts lie where the run has them. */
static void test_true_to_scale(void **state) {
    (void)state;
    const routh_world world = world_of(routh_shape_disc(0.04));
    routh_run run = run_of(&world, 0.25, ROUTH_EVENTS);
    char *svg = drawing_of(&world, &run);
    double radius, x, y, cx, cy;
    assert_int_equal(sscanf(strstr(svg, "<ellipse rx="), "<ellipse rx=\"%lf\"", &radius), 1);
    const double scale = radius / 0.04;
    assert_int_equal(sscanf(strstr(svg, "class=\"path\""), "class=\"path\" points=\"%lf,%lf", &x, &y), 2);
    assert_true(run.record_count > 0);
    assert_int_equal(sscanf(strstr(svg, "class=\"contact\""), "class=\"contact\" cx=\"%lf\" cy=\"%lf\"", &cx, &cy), 2);
    const routh_run_record *one = run.record;
    assert_true(fabs(cx - x - scale * (one->pose.x + one->rx - run.sample[0].pose.x)) < 0.1);
    assert_true(fabs(cy - y + scale * (one->pose.y + one->ry - run.sample[0].pose.y)) < 0.1);
    free(svg);
    routh_run_release(NULL, &run);
}

#ifdef ROUTH_HAVE_WEB
/* The object in the page, whose end is cut off. */
static json_t *data_in(char *page) {
    static const char opening[] = "<script type=\"application/json\" id=\"study\">";
    char *data = strstr(page, opening) + strlen(opening);
    *strstr(data, "</script>") = '\0';
    json_t *object = json_loads(data, 0, NULL);
    assert_non_null(object);
    return object;
}

static double number_at(const json_t *object, const char *key, size_t index) {
    return json_number_value(json_array_get(json_object_get(object, key), index));
}
#endif

/* The page's data are the run's samples and contacts; its title is data too; it asks nothing of the network. */
static void test_page(void **state) {
    (void)state;
#ifndef ROUTH_HAVE_WEB
    skip();
#else
    const routh_world world = world_of(routh_shape_square(0.07));
    routh_run run = run_of(&world, 0.6, ROUTH_EVENTS);
    char *page = page_of(&world, &run, "a </script> & more");
    assert_memory_equal(page, "<!doctype html>", 15);
    assert_null(strstr(page, "src=\"http"));
    assert_null(strstr(page, "href=\"http"));
    static const char *const parts[] = {"<noscript>", "prefers-reduced-motion", "lang=\"en\"", "data-theme"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        assert_non_null(strstr(page, parts[i]));
    json_t *motion = data_in(page);
    assert_string_equal(json_string_value(json_object_get(motion, "title")), "a </script> & more");
    assert_int_equal(json_array_size(json_object_get(json_object_get(motion, "body"), "corners")), 4);
    assert_int_equal(json_array_size(json_object_get(motion, "planes")), 2);
    const json_t *samples = json_object_get(motion, "samples"), *contacts = json_object_get(motion, "contacts");
    assert_int_equal(json_array_size(json_object_get(samples, "time")), run.sample_count);
    for (size_t i = 0; i < run.sample_count; i++) {
        assert_true(fabs(number_at(samples, "time", i) - run.sample[i].time) < 1e-6);
        assert_true(fabs(number_at(samples, "x", i) - run.sample[i].pose.x) < 1e-6);
        assert_true(fabs(number_at(samples, "theta", i) - run.sample[i].pose.theta) < 1e-4);
    }
    assert_int_equal(json_integer_value(json_object_get(contacts, "count")), run.record_count);
    assert_int_equal(json_array_size(json_object_get(contacts, "time")), run.record_count);
    for (size_t i = 0; i < run.record_count; i++) {
        const routh_run_record *one = &run.record[i];
        assert_true(fabs(number_at(contacts, "x", i) - one->pose.x - one->rx) < 1e-5);
        assert_true(fabs(number_at(contacts, "pn", i) - one->pn) <= 1e-5 * fabs(one->pn));
        assert_string_equal(json_string_value(json_array_get(json_object_get(contacts, "state"), i)),
                            one->slips ? "slips" : "sticks");
    }
    json_decref(motion);
    free(page);
    routh_run_release(NULL, &run);
#endif
}

/* The page and the drawing show the same outlines and contacts, however many there are. */
static void test_page_and_drawing_agree(void **state) {
    (void)state;
#ifndef ROUTH_HAVE_WEB
    skip();
#else
    const routh_world world = world_of(routh_shape_disc(0.04));
    routh_run run = run_of(&world, 1.5, ROUTH_TIME_STEPS);
    char *svg = drawing_of(&world, &run), *page = page_of(&world, &run, "many");
    json_t *motion = data_in(page);
    const json_t *outlines = json_object_get(json_object_get(motion, "samples"), "outlines");
    const json_t *time = json_object_get(json_object_get(motion, "contacts"), "time");
    assert_int_equal(json_array_size(outlines), count_of(svg, "class=\"outline\""));
    assert_true(run.record_count > 400);
    assert_int_equal(json_array_size(time), count_of(svg, "class=\"contact\""));
    json_decref(motion);
    free(svg);
    free(page);
    routh_run_release(NULL, &run);
#endif
}

/* A body that does nothing, and a run of one sample. */
static void test_still(void **state) {
    (void)state;
    const routh_world world = world_of(routh_shape_square(0.1));
    routh_state sample = {.pose = {0, 0.05, 0}};
    const routh_run single = {.sample = &sample, .sample_count = 1};
    char *svg = drawing_of(&world, &single), *page = page_of(&world, &single, NULL);
    check_well_formed(svg);
    assert_non_null(strstr(page, "It touches nothing."));
    assert_non_null(strstr(page, "A dropped body"));
    assert_non_null(strstr(svg, "It touches nothing."));
    free(svg);
    free(page);
}

static void test_the_same_every_time(void **state) {
    (void)state;
    enter_comma_locale();
    setlocale(LC_ALL, "C"); /* skipped by now where there is none */
    const routh_world world = world_of(routh_shape_ellipse(0.05, 0.03));
    routh_run run = run_of(&world, 0.5, ROUTH_EVENTS);
    char *first = drawing_of(&world, &run), *page = page_of(&world, &run, "t");
    enter_comma_locale();
    char *elsewhere = drawing_of(&world, &run), *page_elsewhere = page_of(&world, &run, "t");
    setlocale(LC_ALL, "C");
    assert_string_equal(first, elsewhere);
    assert_string_equal(page, page_elsewhere);
    free(first);
    free(page);
    free(elsewhere);
    free(page_elsewhere);
    routh_run_release(NULL, &run);
}

static void test_failures(void **state) {
    (void)state;
    routh_world world = world_of(routh_shape_disc(0.04));
    routh_run run = run_of(&world, 0.1, ROUTH_EVENTS);
    const routh_run empty = {0};
    routh_context context = routh_context_default();
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(routh_run_write(&context, &world, &empty, NULL, routh_io_file(file, "picture.svg")),
                     ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_run_write(&context, &world, &empty, "x", routh_io_file(file, "report.html")),
                     ROUTH_BAD_ARGUMENT);
    world.body.mass = -1;
    assert_int_equal(routh_run_write(&context, &world, &run, NULL, routh_io_file(file, "picture.svg")), ROUTH_BAD_MASS);
    world.body.mass = 1;
    assert_int_equal(ftell(file), 0);
    fclose(file);
    FILE *full = fopen("/dev/full", "w");
    if (full) {
        assert_int_equal(routh_run_write(&context, &world, &run, NULL, routh_io_file(full, "picture.svg")),
                         ROUTH_FILE_ERROR);
        fclose(full);
    }
    routh_run_release(NULL, &run);
}

SUBJECT(motion_svg) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_true_to_scale),
        cmocka_unit_test(test_page),
        cmocka_unit_test(test_page_and_drawing_agree),
        cmocka_unit_test(test_still),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_the_same_every_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
