/* `routh study --learn`: learning curves beside the laws, and whether learning pays.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "run_program.h"

#define STUDY "study --count 150 --generate drumwright-shell --k 3 --draws 2 --bootstrap 5 --no-reference -o out "
#define LEARN "--learn --learn-sizes 40,80 --learn-draws 3 "
#define TRY   "--learn --learn-sizes 15,30 --learn-draws 1 "

static int leave_with_study(void **state) {
    if (chdir("out") == 0) {
        count_files(1);
        if (chdir("..") != 0)
            return -1;
        rmdir("out");
    }
    return leave_scratch(state);
}

/* The law behind the drops cannot be beaten; where only another is offered, it can. */
static void test_learning_pays_where_no_law_fits(void **state) {
    (void)state;
    run_result result = succeed(STUDY LEARN "--law wang-mason");
    assert_non_null(strstr(result.out, "Learning, frame as-recorded"));
    assert_non_null(strstr(result.out, "Learning pays from"));
    assert_non_null(strstr(result.out, "Wang–Mason"));
    forget_result(&result);
    result = succeed(STUDY LEARN "--law wang-mason --law drumwright-shell");
    assert_non_null(strstr(result.out, "Learning does not pay here"));
    forget_result(&result);
}

/* The row that begins so holds as many numbers as there are sizes. */
static void expect_row(const char *text, const char *begins) {
    char wanted[128];
    snprintf(wanted, sizeof wanted, "\n%s ", begins);
    const char *row = strstr(text, wanted);
    if (!row)
        print_error("no row \"%s\" in: %s", begins, text);
    assert_non_null(row);
    double first, second;
    assert_int_equal(sscanf(row + strlen(wanted), "%lf %lf", &first, &second), 2);
    assert_true(first > 0 && first < 1 && second > 0 && second < 1);
}

static void test_law_and_prior_are_those_asked_for(void **state) {
    (void)state;
    run_result result = succeed("learn --count 100 -o old.h5");
    forget_result(&result);
    result = succeed(STUDY TRY "--law wang-mason --learn-law mirtich --prior old.h5");
    expect_row(result.out, "residual on Mirtich");
    expect_row(result.out, "old.h5 as it is");
    expect_row(result.out, "wrench on old.h5");
    forget_result(&result);
}

/* Fewer impacts than any model has hyper-parameters. */
static void test_too_few_to_learn_from(void **state) {
    (void)state;
    run_result result = succeed(STUDY "--learn --learn-sizes 3 --learn-draws 2 --law wang-mason");
    assert_non_null(strstr(result.out, "No model could be trained on 3 impacts"));
    forget_result(&result);
}

/* And what an earlier study learned does not stay beside what this one found. */
static void test_no_learning_unless_asked(void **state) {
    (void)state;
    static const char *const tables[] = {"out/learning-curves.csv", "out/learning-densities.csv",
                                         "out/learning-details.csv"};
    for (int asked = 1; asked >= 0; asked--) {
        run_result result = succeed(asked ? STUDY TRY "--law wang-mason" : STUDY "--law wang-mason");
        assert_int_equal(strstr(result.out, "Learning") != NULL, asked);
        for (int i = 0; i < 3; i++)
            assert_int_equal(access(tables[i], F_OK) == 0, asked);
        forget_result(&result);
    }
}

SLOW_SUBJECT(study_learning) {
    if (nothing_to_test())
        return SKIPPED;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_learning_pays_where_no_law_fits, enter_scratch, leave_with_study),
        cmocka_unit_test_setup_teardown(test_law_and_prior_are_those_asked_for, enter_scratch, leave_with_study),
        cmocka_unit_test_setup_teardown(test_too_few_to_learn_from, enter_scratch, leave_with_study),
        cmocka_unit_test_setup_teardown(test_no_learning_unless_asked, enter_scratch, leave_with_study),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
