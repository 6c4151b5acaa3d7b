/* `routh insertion plan`: a plan, its path in the generator, and what is refused.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "insertion_recordings.h"
#include "wedge.h"

/* A plan, its files, and the path that they hold, in the generator. */
static void test_plan(void **state) {
    (void)state;
    write_whole("wedge.json", wedge_text);
    run_result text = run("insertion plan " WEDGE_PLAN " -o plan");
    assert_int_equal(text.exit, 1); /* one wedge does not determine friction */
    expect_words(text.out, WORDS("is not reached", "No insertion of this kind determines \"tip sideways\"",
                                 "begins turned by 2°", "simulate --assembly wedge.json --path plan/plan.json"));
    forget_result(&text);
    json_t *plan = json_load_file("plan/plan.json", 0, NULL);
    assert_non_null(plan);
    assert_true(json_is_false(json_object_get(plan, "reached")));
    assert_true(json_array_size(json_object_get(plan, "candidates")) >= 6);
    json_decref(plan);
    char *motion = read_whole("plan/plan.csv");
    assert_non_null(motion);
    assert_int_equal(strncmp(motion, "time,px,py,pz,qw,qx,qy,qz,fx,fy,fz,mx,my,mz\n0,", 46), 0);
    free(motion);
    run_result made = succeed("insertion simulate --path plan/plan.json --assembly wedge.json --rate 250 -o made");
    expect_words(made.out, WORDS("made/plan.h5: "));
    forget_result(&made);
}

/* The wedge, all of it certain. */
static void write_without_displacements(const char *name) {
    char text[sizeof wedge_text];
    memcpy(text, wedge_text, sizeof text);
    char *end = strstr(text, ",\n \"displacements\"");
    assert_non_null(end);
    strcpy(end, "}\n");
    write_whole(name, text);
}

static void test_plan_refused(void **state) {
    (void)state;
    write_whole("empty.json", "{}");
    write_whole("wedge.json", wedge_text);
    write_without_displacements("bare.json");
    write_whole("aside.json", "{\"path\": {\"name\": \"a\", \"start\": [0, 0.5, 0, 0, 0, 0]}}");
    write_whole("zero.json", "{\"path\": {\"name\": \"a\", \"start\": [0, 0, 0, 0, 0, 0], \"stages\": [{\"time\": 0, "
                             "\"wrench\": [1, 0, 0, 0, 0, 0]}]}}");
    refuses("insertion plan", "routh insertion plan: ", "ASSEMBLY");
    refuses("insertion plan bare.json", "routh insertion plan: ", "no displacements");
    refuses("insertion plan empty.json", "routh insertion plan: ", "objects: is missing");
    refuses("insertion plan wedge.json --precision 0", "routh insertion plan: ", "precision = 0 is outside");
    refuses("insertion plan wedge.json --precision 2", "routh insertion plan: ", "(--precision)");
    refuses("insertion plan wedge.json --time 0", "routh insertion plan: ", "--time 0");
    refuses("insertion plan wedge.json --held 1,2", "routh insertion plan: ", "six numbers");
    refuses("insertion plan wedge.json --shift 1e-4", "routh insertion plan: ", "--shift and --turn belong together");
    refuses("insertion plan wedge.json --sweeps 0.5", "routh insertion plan: ", "whole number");
    refuses("insertion plan " WEDGE_PLAN " --time 0.1", "routh insertion plan: ", "within 0.1 s");
    refuses("insertion simulate --assembly wedge.json --path aside.json",
            "routh insertion simulate: ", "do not meet any more");
    refuses("insertion simulate --assembly wedge.json --path zero.json",
            "routh insertion simulate: ", "stages[0]: time is 0 s");
    refuses("insertion simulate --path zero.json", "routh insertion simulate: ", "--assembly is missing");
}

SLOW_SUBJECT(insertion_plan) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_plan, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_plan_refused, enter_scratch, leave_scratch),
    };
    const int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests_name("insertion_plan", tests, begin_recordings, end_recordings);
}
