/* A trained model named where a law can be: in the study, in the simulator, in the energy ellipse, behind generated
 * drops.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <jansson.h>
#include <math.h>

#include "../subject.h"
#include "run_program.h"

static json_t *load(const char *path) {
    char *text = read_whole(path);
    assert_non_null(text);
    json_t *all = json_loads(text, 0, NULL);
    assert_non_null(all);
    free(text);
    return all;
}

static void train(void) {
    run_result result = succeed("learn --count 150 -o model.h5");
    forget_result(&result);
}

static int enter_with_model(void **state) {
    const int entered = enter_scratch(state);
    if (entered == 0)
        train();
    return entered;
}

static int leave_with_study(void **state) {
    if (chdir("out") == 0) {
        count_files(1);
        if (chdir("..") != 0)
            return -1;
        rmdir("out");
    }
    return leave_scratch(state);
}

static void test_study(void **state) {
    (void)state;
    run_result result =
        succeed("study --count 100 --k 5 --draws 2 --bootstrap 5 --law wang-mason --law model.h5 -o out");
    assert_non_null(strstr(result.out, "\nmodel.h5 "));
    assert_non_null(strstr(result.err, "model.h5 was trained on 150 of 150 impacts of generated-wang-mason"));
    forget_result(&result);
    json_t *all = load("out/results.json");
    const json_t *model = json_array_get(json_object_get(all, "laws"), 1);
    assert_string_equal(json_string_value(json_object_get(model, "name")), "model.h5");
    assert_int_equal(json_object_size(json_object_get(model, "parameters")), 0);
    assert_true(json_number_value(json_object_get(model, "error_mean")) < 0.2);
    json_decref(all);
    char *page = read_whole("out/report.html");
    assert_non_null(strstr(page, "model.h5"));
    free(page);
}

/* A body that bounces by a learned law never gains energy: its impulses are put back into the energy ellipse. */
static void test_simulate(void **state) {
    (void)state;
    run_result result = succeed("simulate --law model.h5 --theta 0.5 --omega 3 --duration 3 --json");
    assert_non_null(strstr(result.err, "moved back to the energy ellipse"));
    json_t *all = json_loads(result.out, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(json_object_get(all, "contact"), "law")), "model.h5");
    const json_t *run_object = json_object_get(all, "run");
    const double height = json_number_value(json_array_get(json_object_get(run_object, "end"), 1));
    assert_true(height > 0.0249 && height < 0.036); /* on the ground, on either side of an ellipse of 25 × 35 mm */
    assert_true(json_number_value(json_object_get(run_object, "energy_gain")) < 1e-9);
    json_decref(all);
    forget_result(&result);
}

static void test_ellipse(void **state) {
    (void)state;
    const char *const impact =
        "--mass 0.0364 --inertia 1.347e-5 --rx -0.015 --ry -0.028 --vx 1.9 --vy -1.3 --omega -4 --mu 0.25 --eps 0.53";
    char arguments[512];
    snprintf(arguments, sizeof arguments, "ellipse %s --law wang-mason --law model.h5 --json", impact);
    run_result result = succeed(arguments);
    json_t *all = json_loads(result.out, 0, NULL), *laws = json_object_get(all, "laws");
    assert_int_equal(json_array_size(laws), 2);
    const json_t *model = json_array_get(laws, 1);
    assert_int_equal(json_array_size(json_object_get(model, "region")), 0);
    assert_true(json_is_number(json_object_get(model, "couple")));
    assert_null(json_object_get(json_array_get(laws, 0), "couple"));
    json_decref(all);
    forget_result(&result);
    snprintf(arguments, sizeof arguments, "ellipse %s --law wang-mason --law model.h5 -o picture.svg", impact);
    result = succeed(arguments);
    forget_result(&result);
    char *picture = read_whole("picture.svg");
    assert_non_null(strstr(picture, "model.h5"));
    free(picture);
}

/* Drops that a model brought about are data like any other. */
static void test_generate(void **state) {
    (void)state;
    run_result result = succeed("learn --generate model.h5 --count 80 --train 60 --model rigid");
    assert_non_null(strstr(result.out, "generated-model.h5: 80 impacts"));
    forget_result(&result);
}

SUBJECT(model_as_law) {
    if (nothing_to_test())
        return SKIPPED;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_study, enter_with_model, leave_with_study),
        cmocka_unit_test_setup_teardown(test_simulate, enter_with_model, leave_scratch),
        cmocka_unit_test_setup_teardown(test_ellipse, enter_with_model, leave_scratch),
        cmocka_unit_test_setup_teardown(test_generate, enter_with_model, leave_scratch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
