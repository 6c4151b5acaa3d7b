/* `routh strike` and the papers' verbs like it refuse what makes no sense in one line that names it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "run_program.h"

typedef struct refusal {
    const char *verb, *arguments, *words;
} refusal;

static void test_bad_use(void **state) {
    (void)state;
    static const refusal refusals[] = {
        {"strike", "--w 1,0,0,1,0,1 --v 0,0,-1 --scene x.json", "--w and --v or --scene, not both"},
        {"strike", "--w 1,0,0,1,0,1", "--v is missing"},
        {"strike", "--w 1,0,0,1,0 --v 0,0,-1", "not 6 numbers"},
        {"strike", "--w 1,0,0,1,0,x --v 0,0,-1", "\"1,0,0,1,0,x\" is not 6 numbers"},
        {"strike", "--w 1,2,0,1,0,1 --v 0,0,-1", "not positive definite"},
        {"strike", "--w 1,0,0,1,0,1 --v 0,0,1", "not closing: v_n = 1 m/s"},
        {"strike", "--w 1,0,0,1,0,1 --v 0,0,-1 --figure effect", "not one of impulse, tangential, velocity, time"},
        {"strike", "--w 1,0,0,1,0,1 --v 0,0,-1 --threads 2", "--threads is for a table"},
        {"strike", "--w 1,0,0,1,0,1 --v 0,0,-1 --figure time", "--figure time is for --scene"},
        {"paper ball", "-o p.png", "end the name in .txt, .csv, .json or .svg, or give --format"},
        {"paper ball", "--mu -0.1", "--mu: coefficient of friction μ = -0.1 is outside"},
        {"paper ball", "--eps 50", "e = 50 is outside 0 … 1 (50 % is 0.5)"},
        {"paper ball", "--eta2 0", "--eta2: η² = 0 is not positive"},
        {"paper ball", "--nu 0.6", "--nu 0.6: Poisson's ratio lies in 0 … 0.5"},
        {"paper ball", "--nu 0.3 --eta2 1", "--eta2 or --nu, not both"},
        {"paper ball", "--rigid --nu 0.3", "--nu or --rigid, not both"},
        {"paper ball", "--rigid --curve c.csv", "--curve or --rigid, not both"},
        {"paper ball", "--rigid --format svg", "--rigid has none"},
        {"paper ball", "--curve -", "would both go to standard output"},
        {"paper ball", "--curve x --output x", "two outputs cannot go to the same place"},
        {"paper ball", "--figure path", "not one of impulse, tangential, velocity, effect"},
        {"paper ball", "--figure impulse --json", "not as json"},
        {"paper ball", "--format pdf", "not one of text, csv, json, svg"},
        {"paper ball", "--points 5", "--points is for --curve and pictures"},
        {"paper ball", "--radius -1", "--radius -1 is outside 1e-06 … 1e+06 m"},
        {"paper ball", "--velocity 1,2", "--velocity \"1,2\" is not 3 numbers"},
        {"paper ball", "--velocity 1,0,2", "not closing: v_n = 2 m/s"},
        {"paper ball", "--tilt 30", "unknown option --tilt"},
        {"paper pencil", "--tilt 91", "--tilt 91 is outside 0 … 90 degrees"},
        {"paper masse", "--side 1.5", "side = 1.5 radii is outside -1 … 1 (--side)"},
        {"paper masse", "--elevation 91", "--elevation 91: a cue stands between 0 and 90 degrees"},
        {"paper masse", "--position 1", "--position \"1\" is not 2 numbers"},
        {"paper masse", "--tip-eps 1.3", "tip.eps = 1.3 is outside 0 … 1 (--tip-eps)"},
        {"paper masse", "--table-nu 0.6", "--table-nu 0.6: Poisson's ratio lies in 0 … 0.5"},
        {"paper masse", "--cue-mass 0", "cue_mass = 0 kg is outside 1e-06 … 1e+06 (--cue-mass)"},
        {"paper masse", "--velocity 100,0,0", "no contact is closing"},
        {"paper masse", "--sweep 4", "4 values of each constant: an odd number from 3 to 51 is allowed (--sweep)"},
        {"paper masse", "--sweep 5 --json", "--sweep is written as text, csv or svg, not as json"},
        {"strike", "--scene x.json --figure impulse", "a scene has --figure time"},
        {"strike", "--scene x.json --format text", "its course over time as csv or svg, not text"},
        {"strike", "--scene x.json --points 5", "--points is for --curve and pictures"},
        {"strike", "--scene x.json --rigid -o x.svg", "--rigid adds to the json of a scene"},
        {"strike", "--scene x.json --eps 0.5", "its contacts have their own"},
        {"strike", "--scene missing.json", "missing.json: cannot read: No such file"},
        {"strike", "--input missing.csv", "missing.csv: cannot read: No such file"},
        {"strike", "--output x.svg", "a picture shows one impact"},
        {"strike", "--format text", "a table is written as csv or json, not text"},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        char arguments[256], begin[64];
        snprintf(arguments, sizeof arguments, "%s %s", refusals[i].verb, refusals[i].arguments);
        snprintf(begin, sizeof begin, "routh %s: ", refusals[i].verb);
        expect_refusal(run(arguments), begin, (const char *const[]){refusals[i].words, NULL}, 0);
    }
}

#define COLUMNS "w11,w12,w13,w22,w23,w33,v1,v2,v3"
#define ROW     "3.5,0,0,3.5,0,1,-3,0,-5"

/* Bad rows are named with file, row, line, column and value. */
static void test_bad_tables(void **state) {
    (void)state;
    static const struct {
        const char *table, *words[4];
    } cases[] = {
        {COLUMNS ",mu\n" ROW ",0.1\n\n" ROW ",-2\n", {"row 2 (line 4)", "column mu", "-2"}},
        {COLUMNS ",eps\n" ROW ",1.5\n", {"row 1 (line 2)", "column eps", "1.5"}},
        {COLUMNS ",eta2\n" ROW ",0\n", {"row 1 (line 2)", "column eta2", "0 is not positive"}},
        {COLUMNS "\n" ROW "\n3.5,0,0,3.5,0,1,-3,0,5\n", {"row 2 (line 3)", "column v3", "v_n = 5 m/s"}},
        {COLUMNS "\n3.5,9,0,3.5,0,1,-3,0,-5\n", {"row 1 (line 2)", "columns w11,", "not positive definite"}},
        {COLUMNS "\n3.5,0,0,3.5,0,1,x,0,-5\n", {"row 1 (line 2)", "column v1", "\"x\""}},
        {COLUMNS ",e,eps\n" ROW ",0.1,0.1\n", {"columns e and eps mean the same"}},
        {"w11,w12,w13,w22,w23,v1,v2,v3\n1,0,0,1,0,0,0,-1\n", {"w33"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        write_whole("bad.csv", cases[i].table);
        expect_refusal(run("strike --input bad.csv --output out.csv"), "routh strike: bad.csv: ", cases[i].words, 1);
    }
    write_whole("bad.csv", COLUMNS ",eta2\n" ROW ",-7\n"); /* the rigid limit does not look at η² */
    run_result rigid = succeed("strike --input bad.csv --rigid --mu 0.1 --eps 0.5");
    forget_result(&rigid);
    expect_refusal(run("strike --input bad.csv --output bad.csv"),
                   "routh strike: bad.csv: ", (const char *const[]){"the same file", NULL}, 1);
}

SUBJECT(strike_mistakes) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_bad_use, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_bad_tables, enter_scratch, leave_scratch),
    };
    int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
