/* What an insertion told, in sentences: the numbers are those of the study, each flag has its sentence, and nothing is
 * claimed that was not estimated.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "insertion_case.h"

/* All sentences about the numbers as they are now, in one text; the caller frees it. `given`: γ was. */
static char *words_where(insertion_case *made, bool given) {
    routh_insertion_case *item = &made->study.item[0];
    size_t length = 1;
    routh_findings_release(NULL, &item->findings);
    assert_int_equal(routh_insertion_case_judge(NULL, &made->assembly, item), ROUTH_OK);
    assert_int_equal(routh_insertion_case_say(NULL, &made->assembly, given, item), ROUTH_OK);
    for (size_t i = 0; i < item->findings.count; i++)
        length += strlen(item->findings.finding[i].text) + 1;
    char *text = calloc(1, length);
    for (size_t i = 0; i < item->findings.count; i++) {
        strcat(text, item->findings.finding[i].text);
        strcat(text, "\n");
    }
    return text;
}

static char *words_of(insertion_case *made) {
    return words_where(made, true);
}

static void says(const char *text, const char *what) {
    if (!strstr(text, what))
        fail_msg("\"%s\" is not said in:\n%s", what, text);
}

static void says_not(const char *text, const char *what) {
    if (strstr(text, what))
        fail_msg("\"%s\" is said in:\n%s", what, text);
}

static void numbers_are_those_of_the_study(void **state) {
    (void)state;
    insertion_case made;
    make_case(&made, 1, 100);
    char *text = words_of(&made);
    says(text, "K = 1.81×10⁵ N/m (95 %: 1.74×10⁵ to 1.86×10⁵) and μ = 0.203 ± 0.004, from the 90 of 100 instants");
    says(text, "the estimate would be K = 2.2×10⁵ N/m and μ = 0.203");
    says(text, "from 24.0 % to 12.0 %: geometry explains a large part of it");
    says(text, "γ = 0.0203 was chosen from the L-curve: beyond it the force cost falls no further.");
    says(text, "Noise and prior alone would give 0.00015");
    says(text, "“lift of the \"left\" foot <1>”: 104.0 ± 12.5 µm, 1.0 prior deviations");
    says(text, "The turn of the right foot cannot be determined.");
    says(text,
         "generated with K = 1.79×10⁵ N/m and μ = 0.200: the estimate of K is off by 1.1 % and its interval holds");
    free(text);
    release_case(&made);
}

/* The middle half of 0 … 4 % above K lies between 1 and 3 %, its median at 2 %. */
static void scatter_is_the_interquartile_range(void **state) {
    (void)state;
    insertion_case made;
    make_case(&made, 1, 1010);
    char *text = words_of(&made);
    says(text, "is 2 % of its median with the parts as drawn, and 2 %");
    free(text);
    for (size_t k = 0; k < 1010; k++)
        made.study.item[0].plain.instant[k].stiffness = 1e5 + 1e3 * (double)k;
    text = words_of(&made); /* from 352.5 to 857.5 about 605, in thousands */
    says(text, "is 83 % of its median with the parts as drawn, and 2 %");
    free(text);
    release_case(&made);
}

static void what_was_not_estimated_is_not_claimed(void **state) {
    (void)state;
    insertion_case made;
    make_case(&made, 1, 100);
    routh_insertion_case *item = &made.study.item[0];
    memset(item->fit.x, 0, UNKNOWNS * sizeof *item->fit.x);
    item->insertion.truth.stiffness = 0;
    item->lcurve.count = 0;
    char *text = words_of(&made);
    says(text, "All parts are taken as drawn; the mean relative wrench error is 12.0 %");
    says_not(text, "γ");
    says_not(text, "generated");
    says_not(text, "The largest");
    free(text);
    item->fit.x[1] = 1e-4;
    text = words_of(&made);
    says(text, "γ = 0.0203 was given");
    free(text);
    item->plain.flags |= ROUTH_INSERTION_NO_CONTACT; /* whether γ was given does not depend on the drawing */
    text = words_of(&made);
    says(text, "γ = 0.0203 was given");
    free(text);
    text = words_where(&made, false);
    says(text, "γ = 0.0203 follows from noise and prior");
    free(text);
    item->lcurve.count = GAMMAS;
    release_case(&made);
}

static void each_flag_has_its_sentence(void **state) {
    (void)state;
    static const struct {
        unsigned flag;
        const char *says, *says_not;
    } flags[] = {{ROUTH_INSERTION_ALL_STICK, "Friction cannot be determined", "μ = 0.203 ± 0.004"},
                 {ROUTH_INSERTION_NO_CONTACT, "No instant has a contact", "K ="},
                 {ROUTH_INSERTION_NOT_CONVERGED, "ran out of evaluations (321)", "No sample"},
                 {ROUTH_INSERTION_OFFSET_UNSEEN, "Only the product of K and depth", "No sample"},
                 {ROUTH_INSERTION_MORE_MODES, "the priors of the displacements reach more", "ran out"}};
    insertion_case made;
    make_case(&made, 1, 100);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        made.study.item[0].fit.flags = flags[i].flag;
        char *text = words_of(&made);
        says(text, flags[i].says);
        says_not(text, flags[i].says_not);
        free(text);
    }
    release_case(&made);
}

/* Two answers by hand: the left foot carries all of the load, or both do. */
static void every_answer_is_said_and_what_would_decide(void **state) {
    (void)state;
    insertion_case made;
    make_case(&made, 1, 100);
    routh_insertion_estimate *fit = &made.study.item[0].fit;
    double x[2][UNKNOWNS] = {{0, 1e-4, 0}, {0, -6e-5, 0}}, error[UNKNOWNS] = {0}, load[2][2] = {{1, 0}, {0.6, 0.4}};
    routh_insertion_answer answer[2] = {{.stiffness = 1.81e5,
                                         .stiffness_low = 1.75e5,
                                         .stiffness_high = 1.87e5,
                                         .friction = 0.2,
                                         .force_cost = 1e-4,
                                         .x = x[0],
                                         .error = error,
                                         .load = load[0]},
                                        {.stiffness = 0.9e5,
                                         .stiffness_low = 0.88e5,
                                         .stiffness_high = 0.92e5,
                                         .friction = 0.21,
                                         .force_cost = 4e-4,
                                         .evidence = log(0.25),
                                         .x = x[1],
                                         .error = error,
                                         .load = load[1]}};
    fit->answers = 2;
    fit->answer = answer;
    char *text = words_of(&made);
    says(text, "does not separate 2 answers");
    says(text, "Answer 2: K = 9×10⁴ N/m (95 %: 8.8×10⁴ to 9.2×10⁴), μ = 0.210, wrench error 2.00 %, evidence 0.25");
    says(text, "100 against -60 µm. Measuring it to ± 40 µm");
    says(text, "In answer 2 “right foot” on “top” carries 40 % of the load, in answer 1 none");
    free(text);
    fit->answers = 1;
    text = words_of(&made);
    says_not(text, "does not separate");
    free(text);
    fit->answers = 0;
    fit->answer = NULL;
    release_case(&made);
}

static void intervals_may_be_open_or_miss(void **state) {
    (void)state;
    insertion_case made;
    make_case(&made, 1, 100);
    routh_insertion_estimate *fit = &made.study.item[0].fit;
    fit->stiffness_high = INFINITY;
    char *text = words_of(&made);
    says(text, "(95 %: at least 1.74×10⁵)");
    says(text, "its interval holds");
    free(text);
    fit->stiffness_low = 1.8e5;
    text = words_of(&made);
    says(text, "its interval misses");
    free(text);
    release_case(&made);
}

SUBJECT(insertion_words) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_the_study),
        cmocka_unit_test(scatter_is_the_interquartile_range),
        cmocka_unit_test(what_was_not_estimated_is_not_claimed),
        cmocka_unit_test(each_flag_has_its_sentence),
        cmocka_unit_test(intervals_may_be_open_or_miss),
        cmocka_unit_test(every_answer_is_said_and_what_would_decide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
