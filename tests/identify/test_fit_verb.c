/* `routh fit` on generated drops: the truth is in what it says, in each of its forms.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../cli/run_program.h"
#include "../subject.h"

#include <jansson.h>
#include <math.h>

#include <routh/routh.h>

enum { IMPACTS = 300 };
static const double truth[] = {0.18, 0.53};

/* 300 drops under Wang and Mason's law in drops.h5; the first ten are marked as not to be used. */
static void write_drops(void) {
    routh_dataset_generator recording = routh_dataset_generator_default();
    recording.law = routh_law_find(NULL, "wang-mason");
    memcpy(recording.parameters, truth, sizeof truth);
    routh_dataset dataset;
    routh_context context = routh_context_default();
    assert_int_equal(routh_dataset_generate(&context, &recording, IMPACTS, &dataset), ROUTH_OK);
    for (size_t i = 0; i < dataset.count; i++)
        dataset.record[i].reasons = i < 10 ? ROUTH_LOST_FRAMES : 0;
    assert_int_equal(routh_dataset_write(&context, &dataset, routh_io_path("drops.h5")), ROUTH_OK);
    routh_dataset_release(&context, &dataset);
}

static double number_at(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static json_t *run_json(const char *arguments) {
    run_result result = run(arguments);
    if (result.exit != 0)
        print_error("%s", result.err);
    assert_int_equal(result.exit, 0);
    json_error_t error;
    json_t *all = json_loads(result.out, 0, &error);
    assert_non_null(all);
    forget_result(&result);
    return all;
}

static void intervals_hold_the_truth(void **state) {
    (void)state;
    write_drops();
    json_t *all = run_json("fit drops.h5 --law wang-mason --law drumwright-shell --json");
    assert_string_equal(json_string_value(json_object_get(json_object_get(all, "frame"), "chosen")), "as-recorded");
    assert_true(strlen(json_string_value(json_object_get(json_object_get(all, "frame"), "why"))) > 20);
    assert_int_equal((int)number_at(json_object_get(all, "dataset"), "used"), IMPACTS - 10);
    assert_int_equal((int)number_at(all, "n_fit"), 145);
    assert_int_equal((int)number_at(all, "n_test"), 145);
    const json_t *laws = json_object_get(all, "laws"), *right = json_array_get(laws, 0),
                 *wrong = json_array_get(laws, 1);
    const char *const names[] = {"mu", "eps"};
    for (int d = 0; d < 2; d++) {
        const json_t *p = json_object_get(json_object_get(right, "parameters"), names[d]);
        const double deviation = number_at(p, "sd");
        assert_true(fabs(number_at(p, "value") - truth[d]) < 4 * deviation && deviation < 0.005);
        assert_true(number_at(p, "low") < number_at(p, "value") && number_at(p, "value") < number_at(p, "high"));
    }
    /* the law that made the data predicts it, down to the noise; another one does not */
    assert_true(number_at(right, "error_mean") < 0.05);
    assert_true(number_at(wrong, "error_mean") > 2 * number_at(right, "error_mean"));
    assert_true(number_at(all, "irb_mean") < number_at(right, "error_mean"));
    assert_string_equal(json_string_value(json_object_get(right, "words")), "");
    json_decref(all);
}

static void the_text_names_frame_laws_and_doubts(void **state) {
    (void)state;
    write_drops();
    run_result result = run("fit drops.h5 --mu-max 0.1 --bootstrap 20");
    assert_int_equal(result.exit, 0);
    const char *const said[] = {"290 used",         "Frame: as-recorded (",
                                "momentum metric",  "145 impacts drawn to fit",
                                "drumwright-shell", "whittaker",
                                "rigid bound",      "wang-mason: mu is at its upper bound, 0.1."};
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        if (!strstr(result.out, said[i]))
            print_error("\"%s\" is not in: %s", said[i], result.out);
        assert_non_null(strstr(result.out, said[i]));
    }
    forget_result(&result);
}

static void draws_give_mean_and_deviation(void **state) {
    (void)state;
    write_drops();
    json_t *few = run_json("fit drops.h5 --law wang-mason --json --k 5 --draws 30");
    json_t *many = run_json("fit drops.h5 --law wang-mason --json --k 80 --draws 30 --seed 2");
    double deviation[2];
    json_t *const runs[] = {few, many};
    for (int i = 0; i < 2; i++) {
        const json_t *law = json_array_get(json_object_get(runs[i], "laws"), 0);
        const json_t *mu = json_object_get(json_object_get(law, "parameters"), "mu");
        deviation[i] = number_at(mu, "sd");
        assert_true(fabs(number_at(mu, "mean") - truth[0]) < 2 * deviation[i]);
        assert_int_equal((int)number_at(runs[i], "draws"), 30);
        assert_true(number_at(mu, "own_mean") > 0.05);
    }
    assert_true(deviation[1] < 0.5 * deviation[0]);
    json_decref(few);
    json_decref(many);
}

/* every usable impact, its own number, flags in words; written to a file, the frame stated beside */
static void individual_parameters_come_as_a_table(void **state) {
    (void)state;
    write_drops();
    run_result result = run("fit drops.h5 --law wang-mason --law frictionless --individual -o own.csv");
    assert_int_equal(result.exit, 0);
    assert_string_equal(result.out, "");
    assert_non_null(strstr(result.err, "routh fit: read in the frame as-recorded: "));
    forget_result(&result);
    char *text = read_whole("own.csv");
    assert_int_equal(count_lines(text), 1 + 2 * (IMPACTS - 10));
    assert_non_null(
        strstr(text, "record,law,metric,mu,eps,et,eta2,mu_s,distance,relative,flags\n10,wang-mason,momentum,"));
    assert_non_null(strstr(text, "\"bounded below"));
    assert_non_null(strstr(text, "\n299,frictionless,momentum,,"));
    assert_non_null(strstr(text, "\"never sticks, out of range\"\n"));
    free(text);
}

static void csv_has_a_row_for_each_parameter(void **state) {
    (void)state;
    write_drops();
    run_result result = run("fit drops.h5 --format csv --law chatterjee-ruina --law mirtich --bootstrap 10 --train 40");
    assert_int_equal(result.exit, 0);
    assert_int_equal(count_lines(result.out), 6);
    assert_non_null(strstr(result.out, "law,parameter,value,low,high,deviation,curvature,cost,error_mean,error_median,"
                                       "n_fit,n_test,flags\nchatterjee-ruina,mu,"));
    assert_non_null(strstr(result.out, ",40,250,\""));
    forget_result(&result);
}

static void the_seed_decides(void **state) {
    (void)state;
    write_drops();
    const char *const runs[] = {"fit drops.h5 --law ap-newton --format csv --bootstrap 30",
                                "fit drops.h5 --law ap-newton --format csv --bootstrap 30 --seed 1",
                                "fit drops.h5 --law ap-newton --format csv --bootstrap 30 --seed 2"};
    run_result result[3];
    for (int i = 0; i < 3; i++) {
        setenv("OMP_NUM_THREADS", i == 0 ? "1" : "3", 1);
        result[i] = run(runs[i]);
        assert_int_equal(result[i].exit, 0);
    }
    unsetenv("OMP_NUM_THREADS");
    assert_string_equal(result[0].out, result[1].out);
    assert_string_not_equal(result[0].out, result[2].out);
    for (int i = 0; i < 3; i++)
        forget_result(&result[i]);
}

static void bad_use_is_refused(void **state) {
    (void)state;
    write_drops();
    const struct {
        const char *arguments, *holds;
    } cases[] = {
        {"fit", "missing DATA"},
        {"fit nothing.h5", "nothing.h5"},
        {"fit drops.h5 --law wang-masn", "wang-mason"},
        {"fit drops.h5 --law mirtich --law mirtich", "twice"},
        {"fit drops.h5 --cost energy", "impulse, velocity"},
        {"fit drops.h5 --metric energy", "momentum, velocity"},
        {"fit drops.h5 --frame mirror-x", "mirror-x"},
        {"fit drops.h5 --train 291", "only 290"},
        {"fit drops.h5 --k 291", "only 290"},
        {"fit drops.h5 --draws 4", "--draws needs --k"},
        {"fit drops.h5 --k 4 --train 10", "--train has no effect"},
        {"fit drops.h5 --individual --json", "--json has no effect"},
        {"fit drops.h5 --json --format csv", "not both"},
        {"fit drops.h5 --bootstrap 1", "at least 2"},
        {"fit drops.h5 --mu-max 0", "positive"},
        {"fit drops.h5 -o drops.h5", "same file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_refusal(run(cases[i].arguments), "routh fit: ", (const char *const[]){cases[i].holds, NULL}, 1);
}

/* one impact is fitted and none left to test; none at all is an error */
static void few_impacts_are_enough_none_is_not(void **state) {
    (void)state;
    routh_dataset_generator recording = routh_dataset_generator_default();
    routh_dataset dataset;
    assert_int_equal(routh_dataset_generate(NULL, &recording, 1, &dataset), ROUTH_OK);
    dataset.record[0].reasons = 0;
    assert_int_equal(routh_dataset_write(NULL, &dataset, routh_io_path("one.h5")), ROUTH_OK);
    dataset.record[0].reasons = ROUTH_ENERGY;
    assert_int_equal(routh_dataset_write(NULL, &dataset, routh_io_path("none.h5")), ROUTH_OK);
    routh_dataset_release(NULL, &dataset);
    json_t *all = run_json("fit one.h5 --law wang-mason --json --bootstrap 5");
    assert_int_equal((int)number_at(all, "n_test"), 0);
    assert_true(json_is_null(json_object_get(all, "irb_mean")));
    json_decref(all);
    expect_refusal(run("fit none.h5"),
                   "routh fit: ", (const char *const[]){"its only impact cannot be used: 1 energy", NULL}, 2);
}

SUBJECT(fit_verb) {
    if (nothing_to_test())
        return SKIPPED;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(intervals_hold_the_truth, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(the_text_names_frame_laws_and_doubts, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(draws_give_mean_and_deviation, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(individual_parameters_come_as_a_table, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(csv_has_a_row_for_each_parameter, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(the_seed_decides, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(bad_use_is_refused, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(few_impacts_are_enough_none_is_not, enter_scratch, leave_scratch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
