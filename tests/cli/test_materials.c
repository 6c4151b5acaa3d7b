/* `routh materials`: the list, one pair, a table of one's own, and rows that the recordings give again.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "run_program.h"

#include <math.h>
#include <sys/stat.h>

#include <routh/material.h>

#include "../cases/recorded.h"

static const char own[] =
    "{\"materials\": [{\"name\": \"puck on ice\", \"law\": \"mirtich\", \"parameters\": {\"mu\": {\"value\": 0.05, "
    "\"sd\": "
    "0.01, \"low\": 0.03, \"high\": 0.07}, \"eps\": {\"value\": 0.4, \"low\": 0.3, \"high\": null}}}]}\n";

/* Nothing is written. */
static void refuse(const char *arguments, const char *begins, const char *holds) {
    const char *const all[] = {holds, NULL};
    expect_refusal(run(arguments), begins, all, count_files(0));
}

static void lists_and_shows(void **state) {
    (void)state;
    run_result all = succeed("materials"), one = succeed("materials Alumina-on-Glass"),
               csv = succeed("materials --format csv");
    assert_non_null(strstr(all.out, "cube on board"));
    assert_non_null(strstr(all.out, "square on plate"));
    assert_non_null(strstr(one.out, "Powder Technology"));
    assert_non_null(strstr(one.out, "mu and eps are determined together"));
    assert_null(strstr(one.out, "cube"));
    assert_non_null(strstr(csv.out, "name,law,restitution,parameter,value,"));
    forget_result(&all);
    forget_result(&one);
    forget_result(&csv);
    one = succeed("materials ellipse-on-plate/mirtich --json");
    assert_non_null(strstr(one.out, "\"mirtich\""));
    assert_null(strstr(one.out, "\"wang-mason\""));
    forget_result(&one);
}

static void makes_a_table_of_ones_own(void **state) {
    (void)state;
    write_whole("own.json", own);
    run_result made = succeed("simulate --count 60 --quiet -o drops.h5");
    forget_result(&made);
    made = succeed("fit drops.h5 --law smith --law mirtich --bootstrap 20 --quiet -o fit.json");
    forget_result(&made);
    made = succeed("materials --add fit.json --name disc-on-table --body disc --licence CC0 --law mirtich "
                   "--file own.json "
                   "-o more.json");
    assert_non_null(strstr(made.err, "more.json has 2 materials"));
    forget_result(&made);
    made = succeed("materials Disc_on_table --file more.json");
    assert_non_null(strstr(made.out, "CC0"));
    assert_non_null(strstr(made.out, "correlation"));
    forget_result(&made);
    refuse("materials --add fit.json --name disc-on-table --law mirtich --file more.json -o again.json",
           "routh materials: ", "\"disc-on-table\" with the law mirtich is in the table already");
    assert_int_not_equal(access("again.json", F_OK), 0);
}

/* An error without an interval, a bar in a name, and a folder of results. */
static void prints_what_it_has(void **state) {
    (void)state;
    assert_int_equal(mkdir("results", 0777), 0);
    write_whole("results/results.json",
                "{\"materials\": [{\"name\": \"a|b\", \"parameters\": {\"mu\": {\"value\": 0.25, "
                "\"sd\": 0.02}, \"eps\": {\"value\": 0.5}}}, {\"name\": \"c\", \"parameters\": "
                "{\"mu\": {\"value\": 0.2}, \"eps\": {\"value\": 0.5}}}]}\n");
    run_result list = succeed("materials --file results"), marked = succeed("materials --file results --markdown"),
               export = succeed("export results --to bullet");
    assert_non_null(strstr(list.out, "0.250 ± 0.020"));
    assert_non_null(strstr(marked.out, "| a\\|b |"));
    assert_non_null(strstr(export.err, "taken is the first, a|b (--material)"));
    forget_result(&list);
    forget_result(&marked);
    forget_result(&export);
    for (size_t i = 0; i < 2; i++) {
        run_result all = succeed(i == 0 ? "export results --material c --to bullet --samples 3"
                                        : "export results --material a|b --to bullet --samples 3");
        assert_int_equal(strstr(all.err, "all sets are alike") != NULL, i == 0);
        assert_non_null(strstr(all.out, ",step,mass\n"));
        forget_result(&all);
    }
}

static void says_what_is_wrong(void **state) {
    (void)state;
    write_whole("own.json", own);
    write_whole("bad.json", "{\"materials\": [{\"name\": \"a\", \"parameters\": {\"eps\": {\"value\": 1.5}}}]}\n");
    static const char *const cases[][2] = {
        {"materials cubes", "there is no material \"cubes\""},
        {"materials cube", "did you mean \"cube on board\" or \"cube tossed on board\"? `routh materials` lists all"},
        {"materials cube-on-boart", "did you mean \"cube on board\"?"},
        {"materials --file none.json", "none.json"},
        {"materials --file bad.json", "bad.json: materials[0].parameters: eps is 1.5; it must be from 0 to 1"},
        {"materials --add own.json", "--output"},
        {"materials --add bad.json -o out.json", "eps is 1.5"},
        {"materials --add own.json --law smith -o out.json", "own.json: no row has --law smith"},
        {"materials --name a", "--name describes what --add adds"},
        {"materials --markdown --json", "not two of them"},
        {"materials --law smithe", "--law smithe: no material has it"},
        {"materials --add bad.json -o own.json", "own.json is there already"},
        {"materials puck --add own.json -o out.json", "leave out puck"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refuse(cases[i][0], "routh materials: ", cases[i][1]);
    assert_int_not_equal(access("out.json", F_OK), 0);
    char name[200], command[300];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    snprintf(command, sizeof command, "materials --add own.json --name %s -o out.json", name);
    refuse(command, "routh materials: ", "--name: 199 bytes; at most 63 fit");
}

/* What the page has between its marks is what the program prints. */
static void the_page_has_what_the_program_prints(void **state) {
    (void)state;
    const char *source = getenv("ROUTH_SOURCE_DIR");
    char path[PATH_SIZE];
    if (!source)
        skip();
    snprintf(path, sizeof path, "%s/docs/materials.md", source);
    char *page = read_whole(path);
    run_result printed = succeed("materials --markdown");
    assert_non_null(page);
    if (!strstr(page, printed.out))
        fail_msg("docs/materials.md differs from `routh materials --markdown`");
    free(page);
    forget_result(&printed);
}

/* Rows again --------------------------------------------------------------------------------------------------*/

/* Commands name recordings as they lie in ROUTH_DATA. */
static void link_recordings(void) {
    static const char *const names[] = {"cube-tosses", "ellipse-drops", "square-drops", "oblique-spheres"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[PATH_SIZE];
        recorded_or_skip(names[i], path);
        assert_int_equal(symlink(path, names[i]), 0);
    }
}

static void compare(const routh_material *known, const routh_material *again) {
    for (int p = 0; p < ROUTH_MATERIAL_PARAMETERS; p++) {
        if (isnan(known->value[p])) {
            assert_true(isnan(again->value[p]));
            continue;
        }
        const double error = isfinite(known->error[p]) ? known->error[p] : 0.01; /* resamples may differ in a few */
        assert_true(fabs(known->value[p] - again->value[p]) < 0.02 * error);
        assert_int_equal(isinf(known->error[p]), isinf(again->error[p]));
        if (isfinite(known->error[p]))
            assert_true(fabs(known->error[p] - again->error[p]) < 0.1 * known->error[p]);
    }
    assert_int_equal(known->impacts, again->impacts);
    assert_true(fabs(known->speed[0] - again->speed[0]) < 1e-6 && fabs(known->speed[1] - again->speed[1]) < 1e-6);
}

/* The quick one in every check, all but whole tosses where there is time, and those too in a soak run. */
static bool is_for_now(const char *command) {
    return strstr(command, "kharaz") || (effort_level() == 2);
}

static void commands_print_the_numbers_again(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_materials known, again = {0};
    char last[ROUTH_MATERIAL_TEXT] = "";
    size_t compared = 0;
    link_recordings();
    assert_int_equal(routh_materials_known(&context, &known), ROUTH_OK);
    for (size_t i = 0; i < known.count; i++) {
        const routh_material *row = &known.material[i];
        if (!*row->command || !is_for_now(row->command))
            continue;
        assert_int_equal(strncmp(row->command, "routh ", 6), 0);
        if (strcmp(last, row->command) != 0) {
            char line[ROUTH_MATERIAL_TEXT + 16];
            routh_materials_release(&context, &again);
            snprintf(line, sizeof line, "%s --quiet", row->command + 6);
            run_result printed = succeed(line);
            snprintf(last, sizeof last, "%s", row->command);
            if (routh_materials_read(&context, routh_io_memory(printed.out, strlen(printed.out), "printed.json"),
                                     &again) != ROUTH_OK)
                fail_msg("%s: %s", row->command, context.message);
            forget_result(&printed);
        }
        const routh_material *same = routh_materials_find(&context, &again, row->law);
        assert_non_null(same);
        compare(row, same);
        compared++;
    }
    print_message("%zu of %zu rows again\n", compared, known.count);
    assert_true(compared >= 2);
    routh_materials_release(&context, &again);
    routh_materials_release(&context, &known);
}

SLOW_SUBJECT(materials) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lists_and_shows, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(makes_a_table_of_ones_own, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(prints_what_it_has, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(says_what_is_wrong, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(the_page_has_what_the_program_prints, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(commands_print_the_numbers_again, enter_scratch, leave_scratch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
