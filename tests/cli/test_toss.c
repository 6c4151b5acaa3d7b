/* `routh toss` on generated tosses: the truth is in what it says, in each of its forms, and bad use is refused.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "run_program.h"

#include <jansson.h>

#include "toss_files.h"

#define TOSSES effort(20, 20, 40)

/* Places in the list of laws: the mean, the laws, the floor. */
enum { RIGID = 2, COMPLIANT, FLOOR };

static double number_at(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

/* What `routh toss` says of all tosses, asked once. */
static struct { char *json, *table, *picture; } said;

static int forget_said(void **state) {
    (void)state;
    free(said.json);
    free(said.table);
    free(said.picture);
    return 0;
}

static toss_truth ask_once(void) {
    const toss_truth t = write_tosses((size_t)TOSSES);
    if (said.json)
        return t;
    run_result json = succeed("toss tosses --bootstrap 2 --json -o impacts.csv --svg picture.svg");
    said.table = read_whole("impacts.csv");
    said.picture = read_whole("picture.svg");
    assert_non_null(said.table);
    assert_non_null(said.picture);
    said.json = json.out;
    free(json.err);
    assert_int_equal(unlink("impacts.csv") + unlink("picture.svg"), 0);
    return t;
}

/* What the JSON says of the laws is the truth, and text, table and picture are about the same impacts. */
static void test_forms(void **state) {
    (void)state;
    const toss_truth t = ask_once();
    json_t *all = json_loads(said.json, 0, NULL);
    assert_non_null(all);
    const json_t *laws = json_object_get(all, "laws"), *calibration = json_object_get(all, "calibration");
    assert_int_equal(json_array_size(laws), FLOOR + 1);
    const json_t *compliant = json_array_get(laws, COMPLIANT);
    assert_string_equal(json_string_value(json_object_get(compliant, "name")), "compliant");
    const json_t *parameters = json_object_get(compliant, "parameters");
    assert_true(fabs(number_at(json_object_get(parameters, "e"), "value") - t.pair.eps) < 0.01);
    assert_true(fabs(number_at(json_object_get(parameters, "mu"), "value") - t.pair.mu) < 0.02);
    assert_true(fabs(number_at(json_object_get(parameters, "eta2"), "value") - t.pair.eta2) < 0.1);
    assert_true(number_at(compliant, "error") < number_at(json_array_get(laws, RIGID), "error"));
    assert_true(fabs(number_at(calibration, "scale") - t.scale) < 0.003);
    assert_int_equal((int)number_at(all, "tosses"), TOSSES);
    const int contacts = (int)number_at(all, "contacts"), used = (int)number_at(all, "used");

    assert_int_equal(count_lines(said.table), contacts + 1);
    assert_memory_equal(said.table, "toss,time,reasons,rx,", 21);
    int rings = 0;
    for (const char *at = said.picture; (at = strstr(at, "r=\"3\"")); at++)
        rings++;
    assert_int_equal(rings, 2 * 2 * used + 2 * 2); /* of two laws in each of two charts, and in their legends */
    assert_non_null(strstr(said.picture, "</svg>"));

    run_result text = succeed("toss tosses/ --bootstrap 2");
    char words[64];
    snprintf(words, sizeof words, "%d contacts, %d used", contacts, used);
    assert_non_null(strstr(text.out, words));
    assert_non_null(strstr(text.out, "Tangential compliance makes the error smaller"));
    json_decref(all);
    forget_result(&text);
    remove_tosses();
}

/* `routh study` recognises tosses, and writes into a folder what `routh toss` says of them. */
static void test_study(void **state) {
    (void)state;
    ask_once();
    run_result study = succeed("study tosses --bootstrap 2 --threads 1 --json -o out");
    assert_string_equal(study.out, said.json);
    static const char *const names[] = {"out/impacts.csv", "out/errors.svg", "out/results.json"};
    const char *const wanted[] = {said.table, said.picture, said.json};
    for (int i = 0; i < 3; i++) {
        char *written = read_whole(names[i]);
        assert_non_null(written);
        assert_string_equal(written, wanted[i]);
        free(written);
        assert_int_equal(unlink(names[i]), 0);
    }
    assert_int_equal(unlink("out/routh-files.txt"), 0);
    assert_int_equal(rmdir("out"), 0); /* and nothing else was in it */
    forget_result(&study);
    static const struct {
        const char *arguments, *word;
    } cases[] = {
        {"study tosses --law mirtich -o out", "--law has no effect on tosses"},
        {"study tosses --frame both -o out", "--frame has no effect on tosses"},
        {"study tosses --gap 0.1 -o out", "--gap has no effect on tosses"},
        {"study tosses --shape disc:0.1 -o out",
         "there are cube:0.1048, box:0.12,0.08,0.05, ellipsoid:0.05,0.04,0.03 and mesh:part.stl,mm"},
        {"study tosses --inertia 0 -o out", "--inertia must be more than 0"},
        {"study tosses --mass 0 -o out", "mass is 0 kg"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const holds[] = {cases[i].word, NULL};
        expect_refusal(run(cases[i].arguments), "routh study: ", holds, 1);
    }
    remove_tosses();
}

/* Whole tosses: what is written, and what has no meaning without them. */
static void test_rollouts(void **state) {
    (void)state;
    char line[128];
    const char *name = write_whole_tosses(10);
    snprintf(line, sizeof line, "toss %s --rollouts --evaluations 30 --bootstrap 2 --folder rollouts", name);
    run_result result = succeed(line);
    assert_non_null(strstr(result.out, "10 tosses, 10 predicted from their first flight"));
    assert_non_null(strstr(result.out, "a sharp uniform body, as stated"));
    assert_non_null(strstr(result.out, "mu_slide"));
    forget_result(&result);
    static const char *const files[][2] = {{"rollouts/results.json", "\"held_out\""},
                                           {"rollouts/tosses.csv", "toss,fold,first,last,not_predicted,position"},
                                           {"rollouts/errors.svg", "Errors of predicted tosses"},
                                           {"rollouts/report.html", "predicted"}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char *text = read_whole(files[i][0]);
        assert_non_null(strstr(text, files[i][1]));
        free(text);
        assert_int_equal(unlink(files[i][0]), 0);
    }
    snprintf(line, sizeof line, "toss %s --rollouts --no-ablations --evaluations 30 --bootstrap 2 --json", name);
    result = succeed(line);
    assert_non_null(strstr(result.out, "\"kind\": \"rollouts\""));
    forget_result(&result);
    static const char *const idle[] = {"toss nowhere --folder out", "toss nowhere --evaluations 20",
                                       "toss nowhere --no-ablations"};
    for (size_t i = 0; i < sizeof idle / sizeof idle[0]; i++) {
        const char *const holds[] = {"has no effect without --rollouts", NULL};
        expect_refusal(run(idle[i]), "routh toss: ", holds, 2);
    }
    const char *const range[] = {"--evaluations 5: it must be 30", NULL};
    snprintf(line, sizeof line, "toss %s --rollouts --evaluations 5 --bootstrap 2", name);
    expect_refusal(run(line), "routh toss: ", range, 2);
}

/* A single toss has too few impacts to compare laws on; what it says of itself is told all the same. */
static void test_too_few(void **state) {
    (void)state;
    write_tosses(3);
    run_result result = run("toss tosses --svg picture.svg");
    assert_int_equal(result.exit, 1);
    assert_non_null(strstr(result.out, "Laws were not compared: "));
    assert_non_null(strstr(result.err, "picture.svg was not written"));
    forget_result(&result);
    remove_tosses();
}

/* A dataset of tosses: nothing is written where that was asked, and what is stated holds even if it is the default. */
static void test_dataset(void **state) {
    (void)state;
    write_tosses(3);
    run_result result = succeed("import tosses --space --shape cube:0.2 --mass 0.5 -o tosses.h5");
    forget_result(&result);
    result = succeed("import tosses.h5 --space --dry-run");
    assert_non_null(strstr(result.out, "3 tosses at 148 Hz"));
    assert_non_null(strstr(result.out, "0.5 kg"));
    forget_result(&result);
    result = succeed("import tosses.h5 --space --shape cube:0.1048 -o other.h5 --json");
    assert_non_null(strstr(result.out, "\"trajectories\": 3"));
    forget_result(&result);
    routh_dataset3 read;
    assert_int_equal(routh_dataset3_read(NULL, routh_io_path("other.h5"), NULL, &read), ROUTH_OK);
    assert_true(read.width == 0.1048 && read.mass == 0.5);
    routh_dataset3_release(NULL, &read);
    remove_tosses();
}

/* With its own results a recording gives the same laws again, and the errors of its fits; other results are refused with
 * file and field. */
static void test_calibration(void **state) {
    (void)state;
    ask_once();
    write_whole("results.json", said.json);
    run_result again = succeed("toss tosses --bootstrap 2 --json --calibration results.json");
    json_t *one = json_loads(said.json, 0, NULL), *two = json_loads(again.out, 0, NULL);
    assert_true(json_is_true(json_object_get(two, "calibration_given")));
    assert_int_equal((int)number_at(two, "used"), (int)number_at(one, "used"));
    static const char *const same[] = {"scale", "rounding", "inertia", "drag", "ground"};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        assert_true(number_at(json_object_get(two, "calibration"), same[i]) ==
                    number_at(json_object_get(one, "calibration"), same[i]));
    const json_t *law = json_array_get(json_object_get(two, "laws"), COMPLIANT);
    const json_t *other = json_object_get(law, "with_other_parameters");
    assert_true(fabs(number_at(other, "error") - number_at(law, "error_fitted")) < 1e-9);
    run_result text = succeed("toss tosses --bootstrap 2 --calibration results.json");
    assert_non_null(strstr(text.out, "With calibration and parameters of the other run"));
    json_decref(one);
    json_decref(two);
    forget_result(&again);
    forget_result(&text);
    static const struct {
        const char *content, *word;
    } cases[] = {
        {"[]", "a list, not the results of a study of tosses"},
        {"{\"laws\": []}", "results.json: calibration: "},
        {"{\"calibration\": 3}", "calibration: a number, not an object"},
        {"{\"calibrated\": false, \"calibration\": {}}", "calibrated: false"},
        {"{\"calibration\": {\"scale\": \"x\"}}", "scale: "},
        {"{\"calibration\": {\"scale\": 0}}", "scale: 0; it must be from 0.01 to 100"},
        {"{\"calibration\": {\"scale\": 1, \"drag\": 0, \"ground\": 0, \"rounding\": 0, \"inertia\": 1e-3, \"centre\": "
         "[0, 0]}}",
         "centre"},
        {"{\"calibration\": {\"scale\": 1, \"drag\": 0, \"ground\": 0, \"rounding\": 0, \"inertia\": 1e-3, \"centre\": "
         "[0, 0, 0]}, \"laws\": [{\"name\": \"rigid\", \"parameters\": {\"e\": {\"value\": 2}}}]}",
         "law 1, rigid: e must be a number from 0 to 1"},
        {"{", "results.json: line 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const holds[] = {cases[i].word, "results.json", NULL};
        write_whole("results.json", cases[i].content);
        expect_refusal(run("toss tosses --calibration results.json"), "routh toss: ", holds, 2);
    }
    const char *const missing[] = {"nowhere.json: cannot read", NULL}, *const both[] = {"exclude each other", NULL};
    expect_refusal(run("toss tosses --calibration nowhere.json"), "routh toss: ", missing, 2);
    expect_refusal(run("toss tosses --no-calibration --calibration results.json"), "routh toss: ", both, 2);
    assert_int_equal(unlink("results.json"), 0);
    remove_tosses();
}

static void test_bad_use(void **state) {
    (void)state;
    static const struct {
        const char *arguments, *word;
    } cases[] = {
        {"toss", "missing DATA"},
        {"toss nowhere", "nowhere: cannot read"},
        {"toss nowhere --width 0", "width is 0 m"},
        {"toss nowhere --inertia 0", "--inertia must be more than 0"},
        {"toss nowhere --output -", "--output needs a file"},
        {"toss nowhere --bootstrap 1", "1 bootstrap draws"},
        {"toss nowhere --wdith 1", "did you mean --width?"},
        {"toss file.csv", "file.csv"},
    };
    write_whole("file.csv", "a,b\n1,2\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const holds[] = {cases[i].word, NULL};
        expect_refusal(run(cases[i].arguments), "routh toss: ", holds, 1);
    }
    assert_int_equal(mkdir("empty", 0777), 0);
    const char *const holds[] = {"empty: the folder holds no CSV file", NULL};
    expect_refusal(run("toss empty"), "routh toss: ", holds, 2);
    assert_int_equal(rmdir("empty"), 0);
}

static void test_help(void **state) {
    (void)state;
    run_result help = succeed("toss --help");
    assert_memory_equal(help.out, "Usage: routh toss DATA", 22);
    assert_non_null(strstr(help.out, "Examples:"));
    forget_result(&help);
}

SLOW_SUBJECT(toss) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_forms, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_study, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_calibration, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_rollouts, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_too_few, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_dataset, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_bad_use, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_help, enter_scratch, leave_scratch),
    };
    const int skipped = nothing_to_test();
    return skipped ? skipped : cmocka_run_group_tests(tests, NULL, forget_said);
}
