/* The page of insertions: its data come back and stay small, no peak of the misfit gets lost, nothing gets out of its
 * place.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "insertion_case.h"

#include "report/write.h"

static char *page_of(const insertion_case *made) {
    routh_buffer buffer = {0};
    assert_int_equal(routh_insertion_study_write(NULL, &made->study, 0, routh_io_buffer(&buffer, "report.html")),
                     ROUTH_OK);
    return buffer.byte;
}

#ifdef ROUTH_HAVE_WEB
/* The object in the page; the page itself is left as it was. */
static json_t *data_in(const char *page) {
    static const char opening[] = "<script type=\"application/json\" id=\"study\">";
    const char *data = strstr(page, opening);
    assert_non_null(data);
    data += strlen(opening);
    const char *end = strstr(data, "</script>");
    assert_non_null(end);
    assert_null(memchr(data, '<', (size_t)(end - data)));
    json_t *read = json_loadb(data, (size_t)(end - data), 0, NULL);
    assert_non_null(read);
    return read;
}

static const json_t *first_recording(const json_t *study) {
    return json_array_get(json_object_get(study, "recordings"), 0);
}
#endif

/* With or without Node, whatever things are called. */
static void page_is_whole(void **state) {
    (void)state;
    insertion_case made;
    make_case(&made, 2, 60);
    char *page = page_of(&made);
    assert_non_null(strstr(page, "<!doctype html>"));
    assert_non_null(strstr(page, "</html>\n"));
    assert_null(strstr(page, "block </script>"));
    free(page);
    release_case(&made);
}

static void data_come_back(void **state) {
    (void)state;
#ifndef ROUTH_HAVE_WEB
    skip();
#else
    insertion_case made;
    make_case(&made, 2, 60);
    char *page = page_of(&made);
    json_t *study = data_in(page);
    assert_string_equal(json_string_value(json_object_get(study, "title")), "Insertion: block </script> into slab");
    const json_t *parts = json_object_get(json_array_get(json_object_get(study, "objects"), 0), "parts");
    assert_int_equal(json_array_size(parts), 2);
    assert_int_equal(json_array_size(json_object_get(json_array_get(parts, 1), "vertices")), 8);
    assert_int_equal(json_array_size(json_object_get(json_array_get(parts, 1), "faces")), 6);
    const json_t *x = json_object_get(json_object_get(first_recording(study), "fit"), "x");
    assert_float_equal(json_number_value(json_array_get(x, 2)), 1.0 / 3000, 1e-9);
    const json_t *fit = json_object_get(first_recording(study), "fit");
    const routh_insertion_case *item = &made.study.item[0];
    const json_t *seen = json_object_get(first_recording(study), "observability");
    assert_int_equal(json_array_size(json_array_get(json_object_get(seen, "correlation_class"), 0)),
                     json_array_size(json_array_get(json_object_get(seen, "correlation"), 0)));
    const double off = item->fit.stiffness / item->insertion.truth.stiffness - 1;
    assert_true(fabs(json_number_value(json_object_get(fit, "wrench_error")) - sqrt(item->fit.force_cost)) < 1e-6);
    assert_true(fabs(json_number_value(json_object_get(fit, "stiffness_off")) - off) < 1e-6);
    const json_t *series = json_object_get(first_recording(study), "series");
    assert_int_equal(json_array_size(json_object_get(series, "time")), 60);
    json_decref(study);
    free(page);
    release_case(&made);
#endif
}

/* Four recordings of 100 s at 50 Hz. */
static void long_recordings_stay_small(void **state) {
    (void)state;
#ifndef ROUTH_HAVE_WEB
    skip();
#else
    insertion_case made, empty;
    make_case(&made, 4, 5000);
    make_case(&empty, 1, 11);
    char *page = page_of(&made), *frame = page_of(&empty);
    assert_true(strlen(page) - strlen(frame) < 4000000);
    free(page);
    free(frame);
    release_case(&made);
    release_case(&empty);
#endif
}

#ifdef ROUTH_HAVE_WEB
static int holds(const json_t *list, double value) {
    size_t i;
    json_t *entry;
    json_array_foreach(list, i, entry) if (fabs(json_number_value(entry) - value) < 1e-6) return 1;
    return 0;
}
#endif

/* A single sample that is fitted badly, and both ends of what object 1 did. */
static void peaks_are_drawn(void **state) {
    (void)state;
#ifndef ROUTH_HAVE_WEB
    skip();
#else
    enum { SAMPLES = 5000, PEAK = 3457 };
    insertion_case made;
    make_case(&made, 1, SAMPLES);
    for (size_t k = 0; k < SAMPLES; k++)
        memset(made.study.item[0].fit.instant[k].wrench, 0, sizeof made.study.item[0].fit.instant[k].wrench);
    made.study.item[0].fit.instant[PEAK].wrench[4] = -1e3;
    char *page = page_of(&made);
    json_t *study = data_in(page);
    const json_t *time = json_object_get(json_object_get(first_recording(study), "series"), "time");
    const json_t *seen = json_object_get(json_object_get(first_recording(study), "motion"), "time");
    assert_in_range(json_array_size(time), 600, 1200);
    assert_true(holds(time, 0.02 * PEAK));
    for (size_t i = 1; i < json_array_size(time); i++)
        assert_true(json_number_value(json_array_get(time, i - 1)) < json_number_value(json_array_get(time, i)));
    assert_true(json_array_size(seen) <= 240);
    assert_true(holds(seen, 0) && holds(seen, 0.02 * (SAMPLES - 1)));
    json_decref(study);
    free(page);
    release_case(&made);
#endif
}

SUBJECT(insertion_page) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(page_is_whole),
        cmocka_unit_test(data_come_back),
        cmocka_unit_test(long_recordings_stay_small),
        cmocka_unit_test(peaks_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
