/* Shapes from outlines: every verb that takes --shape takes them, with the same answers as for the shape in words, and so does
 * the file of --body.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "run_program.h"

static void expect_words(const char *arguments, int code, const char *out, const char *err) {
    run_result result = run(arguments);
    if (result.exit != code || !strstr(result.out, out) || !strstr(result.err, err))
        print_error("routh %s: exit %d\n%s%s", arguments, result.exit, result.out, result.err);
    assert_int_equal(result.exit, code);
    assert_non_null(strstr(result.out, out));
    assert_non_null(strstr(result.err, err));
    if (code != 0)
        assert_int_equal(count_lines(result.err), 1);
    forget_result(&result);
}

/* The same exit code and the same output. */
static void expect_same(const run_result *wanted, const char *command) {
    run_result found = run(command);
    if (found.exit != wanted->exit || strcmp(found.out, wanted->out) != 0)
        print_error("%s: exit %d and not %d, %s\n", command, found.exit, wanted->exit, found.err);
    assert_int_equal(found.exit, wanted->exit);
    assert_string_equal(found.out, wanted->out);
    forget_result(&found);
}

static const char svg[] = "<svg width='80mm' height='80mm' viewBox='0 0 80 80'><g transform='translate(40 40)'>"
                          "<path id='body' d='M30-20V20H-30V-20Z'/></g></svg>";

/* A rectangle of 60 × 40 mm in four files, and in words. */
static void write_rectangles(void) {
    write_whole("in.csv", "x,y\n30,20\n-30,20\n-30,-20\n30,-20\n");
    write_whole("in.svg", svg);
    write_whole("in.dxf",
                "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n5\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n0\nLWPOLYLINE\n"
                "70\n1\n10\n6\n20\n4\n10\n0\n20\n4\n10\n0\n20\n0\n10\n6\n20\n0\n0\nENDSEC\n0\nEOF\n");
    write_whole("body.json",
                "{\"shape\": {\"kind\": \"outline\", \"file\": \"in.csv\", \"unit\": \"mm\"}, \"mass\": 0.2}");
}

#define WORDS "polygon:-0.03,-0.02;0.03,-0.02;0.03,0.02;-0.03,0.02"

static void every_verb_takes_them(void **state) {
    (void)state;
    write_rectangles();
    run_result drops = succeed("simulate --count 12 --seed 4 --law mirtich --mu 0.3 --eps 0.5 --shape " WORDS
                               " --mass 0.2 -o drops.h5");
    forget_result(&drops);
    static const char *const files[] = {"outline:in.csv,mm", "outline:in.svg", "outline:in.dxf"};
    static const char *const verbs[] = {"segment drops.h5 --json", "check drops.h5 --json", "inertia drops.h5 --json",
                                        "fit drops.h5 --law mirtich --json"};
    for (size_t v = 0; v < sizeof verbs / sizeof verbs[0]; v++) {
        char one[256], other[256];
        snprintf(one, sizeof one, "%s --shape " WORDS " --mass 0.2", verbs[v]);
        run_result wanted = run(one);
        for (size_t f = 0; f < sizeof files / sizeof files[0]; f++) {
            snprintf(other, sizeof other, "%s --shape %s --mass 0.2", verbs[v], files[f]);
            expect_same(&wanted, other);
        }
        snprintf(other, sizeof other, "%s --body body.json", verbs[v]);
        if (strncmp(verbs[v], "inertia", 7) != 0) /* takes --mass for measured, that of the file for stated */
            expect_same(&wanted, other);
        forget_result(&wanted);
    }
}

static void what_cannot_be(void **state) {
    (void)state;
    write_rectangles();
    write_whole("bent.csv", "x,y\n0,0\n0.04,0\n0.04,0.02\n0.02,0.02\n0.02,0.04\n0,0.04\n");
    write_whole("a.csv", "x,y,theta\n0,1,0\n0,0.99,0\n0,0.97,0\n");
    static const struct {
        const char *shape, *words;
    } cases[] = {
        {"outline:bent.csv", "not convex"},
        {"outline:bent.csv", "(--shape outline:bent.csv,hull)"},
        {"outline:in.csv", "60 m across if its numbers are metres"},
        {"outline:in.csv,mm,cm", "names two units"},
        {"outline:in.csv", "(--shape outline:in.csv,mm)"},
        {"outline:in.csv,mm,centre=90;0", "(90, 0) is not inside the outline"},
        {"outline:in.csv,mm,centre=90", "should look like centre=0.01;0.02"},
        {"outline:none.svg", "none.svg"},
        {"outline:", "names no file"},
        {"star:1", "there are ellipse, disc, square, polygon and outline"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[256];
        snprintf(command, sizeof command, "check a.csv --rate 100 --mass 1 --shape %s", cases[i].shape);
        expect_words(command, 2, "", cases[i].words);
    }
    expect_words("import a.csv --rate 100 --mass 1 --shape outline:in.svg -o in.svg", 2, "", "the same file");
    write_whole("bad.json", "{\"shape\": {\"kind\": \"outline\", \"file\": \"in.csv\", \"unit\": \"furlong\"}}");
    expect_words("check a.csv --rate 100 --body bad.json", 2, "", "unit of the outline must be mm, cm, m, in or um");
    write_whole("bad.json", "{\"shape\": {\"kind\": \"outline\", \"file\": \"bent.csv\", \"color\": 1}}");
    expect_words("check a.csv --rate 100 --body bad.json", 2, "", "3 entries for an outline");
    write_whole("bad.json", "{\"shape\": {\"kind\": \"outline\", \"file\": \"/etc/passwd\"}}");
    expect_words("check a.csv --rate 100 --body bad.json", 2, "", "a file beside this one");
}

SLOW_SUBJECT(outlines) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_verb_takes_them, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(what_cannot_be, enter_scratch, leave_scratch),
    };
    const int skipped = nothing_to_test();
    return skipped ? skipped : cmocka_run_group_tests(tests, NULL, NULL);
}
