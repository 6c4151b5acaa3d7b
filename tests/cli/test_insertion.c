/* `routh insertion`: from generated recordings to stiffness, friction and displacements; and what it refuses.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "insertion_recordings.h"

static void test_identify(void **state) {
    (void)state;
    simulate("--test 2a --stiffness 1.5e5 --mu 0.25");
    char line[128];
    snprintf(line, sizeof line, "insertion identify 2a.h5 --gamma 1e-6 --rate %d -o report --threads 1",
             effort(2, 2, 10));
    run_result result = succeed(line);
    expect_words(result.out, WORDS("2a: ", effort("at 1.98413 Hz", "at 1.98413 Hz", "at 9.61538 Hz"),
                                   "shift of guide 1", "truth", "report.html"));
    forget_result(&result);
    json_t *all = json_load_file("report/results.json", 0, NULL);
    assert_non_null(all);
    const json_t *recording = json_array_get(json_object_get(all, "recordings"), 0);
    const json_t *fit = json_object_get(recording, "fit"), *plain = json_object_get(recording, "plain");
    assert_true(fabs(number_of(fit, "stiffness") / 1.5e5 - 1) < 0.05);
    assert_true(fabs(number_of(fit, "friction") / 0.25 - 1) < 0.1);
    assert_true(number_of(fit, "force_cost") < number_of(plain, "force_cost") / 2.25);
    json_decref(all);
    char *page = read_whole("report/report.html");
    assert_non_null(page);
    free(page);
}

static void test_csv_and_hdf5_agree(void **state) {
    (void)state;
    simulate("--test 2a --format csv");
    run_result as_csv = succeed("insertion identify 2a.csv --no-geometry --rate 2 --threads 1");
    simulate("--test 2a --reference");
    run_result as_hdf5 = succeed("insertion identify 2a.h5 --no-geometry --rate 2 --threads 1");
    assert_string_equal(as_csv.out, as_hdf5.out);
    forget_result(&as_csv);
    forget_result(&as_hdf5);
}

/* Recordings of one name do not overwrite each other's tables. */
static void test_names(void **state) {
    (void)state;
    simulate("--test 2a --reference");
    run_result result = succeed("insertion identify 2a.h5 2a.h5 --no-geometry --rate 2 -o report --threads 1");
    expect_words(result.out, WORDS("2a: ", "2a-2: "));
    forget_result(&result);
    run_result json = succeed("insertion identify 2a.h5 2a.h5 --no-geometry --rate 2 -o report --threads 1 --json");
    char *results = read_whole("report/results.json");
    assert_string_equal(json.out, results); /* the file as it is */
    free(results);
    forget_result(&json);
    char *first = read_whole("report/2a-wrench.csv"), *second = read_whole("report/2a-2-wrench.csv");
    assert_string_equal(first, second);
    free(first);
    free(second);
}

/* Parts that never touch are a finding, not a failure. */
static void test_no_contact(void **state) {
    (void)state;
    simulate("--test 2a --format csv");
    json_t *constants = json_load_file("2a.json", 0, NULL);
    json_t *up = json_array_get(json_object_get(constants, "reference"), 2);
    json_real_set(up, json_real_value(up) - 0.1);
    json_dump_file(constants, "2a.json", JSON_REAL_PRECISION(17));
    json_decref(constants);
    run_result result = run("insertion identify 2a.csv --rate 10 --threads 1");
    assert_int_equal(result.exit, 1);
    expect_words(result.out, WORDS("0 with contact", "Does not fit: no instant has a contact",
                                   "No instant has a contact", "not determined"));
    forget_result(&result);
    expect_refusal(run("insertion lcurve 2a.csv"), "routh insertion lcurve: ", WORDS("no sample has a contact"), 4);
}

static void test_observe(void **state) {
    (void)state;
    simulate("--test 2a --reference");
    run_result text = succeed("insertion observe 2a.h5 --rate 2");
    expect_words(text.out, WORDS("offset", "P1", "P2", "Singular values"));
    forget_result(&text);
    run_result json = succeed("insertion observe 2a.h5 --rate 2 --json");
    json_t *all = json_loads(json.out, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(all, "displacements")), 9);
    const json_t *correlation = json_object_get(all, "correlation");
    assert_int_equal(json_array_size(json_array_get(correlation, 1)), 10);
    assert_int_equal(json_array_size(json_object_get(all, "seen")), 9);
    json_decref(all);
    forget_result(&json);
}

static void test_lcurve(void **state) {
    (void)state;
    simulate("--test 2a --reference");
    run_result text = succeed("insertion lcurve 2a.h5 --gammas 4 --from 10 --to 1e-5 --rate 2 --threads 1");
    expect_words(text.out, WORDS("wrench error", "  taken", "evaluated"));
    forget_result(&text);
    run_result json = succeed("insertion lcurve 2a.h5 --gammas 4 --from 10 --to 1e-5 --rate 2 --threads 1 --json");
    json_t *all = json_loads(json.out, 0, NULL);
    const json_t *points = json_object_get(all, "points");
    assert_int_equal(json_array_size(points), 4);
    assert_true(fabs(number_of(json_array_get(points, 3), "gamma") / 1e-5 - 1) < 1e-9);
    json_decref(all);
    forget_result(&json);
}

static void test_refused(void **state) {
    (void)state;
    simulate("--test 2a --reference");
    write_whole("text.h5", "hello");
    write_whole("empty.json", "{}");
    refuses("insertion", "routh insertion: ", "identify");
    refuses("insertion identfy", "routh insertion: ", "did you mean");
    refuses("insertion identify", "routh insertion identify: ", "missing RECORDING");
    refuses("insertion identify nothing.h5", "routh insertion identify: ", "nothing.h5");
    refuses("insertion identify text.h5", "routh insertion identify: ", "neither .csv nor an HDF5 file");
    refuses("insertion identify none.h5", "routh insertion identify: none.h5: cannot read: ", "");
    refuses("insertion identify 2a.h5 --assembly empty.json", "routh insertion identify: ", "objects: is missing");
    refuses("insertion identify 2a.h5 --method newton", "routh insertion identify: ", "nelder-mead");
    refuses("insertion identify 2a.h5 --gamma -1", "routh insertion identify: ", "--gamma -1");
    refuses("insertion identify 2a.h5 --force-scale 0", "routh insertion identify: ", "--force-scale 0");
    refuses("insertion observe 2a.h5 --stick-weight 2",
            "routh insertion observe: ", "stick_weight = 2 is outside 1e-12 … 1 (--stick-weight)");
    refuses("insertion lcurve 2a.h5 --from 1 --to 2", "routh insertion lcurve: ", "--from 1");
    refuses("insertion observe 2a.h5 2a.h5", "routh insertion observe: ", "give one RECORDING");
    refuses("insertion observe 2a.h5 --units mm,cm",
            "routh insertion observe: ", "both mm and cm for the length; keep one (--units)");
    refuses("insertion lcurve 2a.h5 --columns px=x", "routh insertion lcurve: ", "has its own columns");
    refuses("insertion observe 2a.h5 --wrench-frame table", "routh insertion observe: ", "plate");
    refuses("insertion import 2a.h5", "routh insertion import: ", "missing -o FILE");
    refuses("insertion import text.h5 -o a.h5", "routh insertion import: ", "neither .csv nor an HDF5 file");
    refuses("insertion offset 2a.h5", "routh insertion offset: 2a.h5: ", "the force does not fall from 30 N");
    refuses("insertion offset 2a-reference.h5 --from 60",
            "routh insertion offset: 2a-reference.h5: ", "there is no reference insertion to 60 N in it");
    refuses("insertion offset 2a-reference.h5 --to 0", "routh insertion offset: ", "to = 0 N is outside");
    refuses("insertion offset 2a.h5 2a.h5", "routh insertion offset: ", "give one RECORDING");
    refuses("paper guides --test 3c", "routh paper guides: ", "not one of 1a");
}

/* What the generator puts into the recording, with its error; and words where there is nothing to find. */
static void test_offset(void **state) {
    (void)state;
    simulate("--test 2a --reference");
    simulate("--test 2a --format csv");
    run_result text = succeed("insertion offset 2a-reference.h5"),
               same = succeed("insertion offset 2a-reference.h5 --from 30 --to 50 --json");
    expect_words(text.out, WORDS("δ_r = 0.0", "under 50 N", "under 30 N",
                                 "Next: write \"offset\": ", "into the .json file beside the log"));
    json_t *found = json_loads(same.out, 0, NULL), *about = json_load_file("2a.json", 0, NULL);
    const double offset = number_of(found, "offset");
    assert_true(fabs(offset - number_of(about, "offset")) < 1e-9);
    assert_true(fabs(offset - number_of(found, "pressed") * 50 / 30) < 1e-12);
    assert_true(number_of(found, "error") > 0 && number_of(found, "error") < 0.3 * offset);
    json_decref(found);
    json_decref(about);
    forget_result(&text);
    forget_result(&same);
}

/* JSON says of a recording what its file does. */
static void test_simulate_as_json(void **state) {
    (void)state;
    run_result made = succeed("paper guides --test 2a --rate 25 --format csv --json -o .");
    json_t *list = json_loads(made.out, 0, NULL), *about = json_load_file("2a.json", 0, NULL);
    assert_true(number_of(json_array_get(list, 0), "offset") == number_of(about, "offset"));
    json_decref(list);
    json_decref(about);
    forget_result(&made);
}

SLOW_SUBJECT(insertion) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_names, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_no_contact, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_observe, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_refused, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_offset, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_simulate_as_json, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_identify, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_csv_and_hdf5_agree, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_lcurve, enter_scratch, leave_scratch),
    };
    const int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests_name("insertion", tests, begin_recordings, end_recordings);
}
