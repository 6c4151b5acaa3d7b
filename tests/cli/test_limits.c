/* Every option that takes a value, of every verb, with numbers no laboratory has: the program ends within seconds, with
 * success or a message that names the option, which is not unknown to it, never by a signal. The options come from the verbs' own help, so that a
 * new one is tested without being listed here; a new verb is refused until it has a command below.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "run_program.h"
#include "wedge.h"

#include <ctype.h>

enum { CPU_SECONDS = 10, NAME = 64, VALUES = 9 };

/* A small command that works, for a verb or for some of its options ("|fx|fy|"). The attacked option is left out of it. */
typedef struct command {
    const char *verb, *options, *arguments;
} command;

static const command commands[] = {
    {"laws", NULL, ""},
    {"materials", "|file|", ""},
    {"materials", "|add|name|body|ground|source|licence|command|note|", "--add results.json -o -"},
    {"materials", NULL, ""},
    {"solve", NULL, "--law wang-mason --input impacts.csv"},
    {"ellipse", "|input|row|", "--input impacts.csv --json"},
    {"ellipse", NULL, "--mass 1 --inertia 0.01 --rx 0.1 --ry -0.2 --vx 0.5 --vy -1 --omega 0 --json"},
    {"import", NULL, "drops.h5 -o out.h5"},
    {"check", NULL, "drops.h5"},
    {"segment", NULL, "drops.h5 -o out.h5"},
    {"fit", "|k|draws|", "impacts.h5 --k 3 --draws 2 --law smith"},
    {"fit", NULL, "impacts.h5 --bootstrap 3 --law smith"},
    {"study", "|learn-sizes|learn-draws|learn-law|prior|",
     "--count 60 --bootstrap 3 --draws 1 --law smith -o study --learn --learn-sizes 10 --learn-draws 1"},
    {"study", NULL, "--count 30 --bootstrap 3 --draws 1 --law smith -o study"},
    {"learn", NULL, "--count 30 --train 15"},
    {"predict", "|input|", "model.h5"},
    {"predict", NULL, "model.h5 --mass 1 --inertia 0.01 --rx 0.1 --ry -0.2 --vx 0.5 --vy -1 --omega 0"},
    {"strike", "|w|v|curve|points|", "--w 3.5,0,0,3.5,0,1 --v -3,0,-5 --curve curve.csv"},
    {"strike", "|input|scene|", ""},
    {"strike", NULL, "--w 3.5,0,0,3.5,0,1 --v -3,0,-5"},
    {"paper ball", NULL, ""},
    {"paper pencil", NULL, ""},
    {"paper limits", NULL, "impacts.h5 --k 3 --draws 2"},
    {"paper noise", NULL, "--count 4 --repetitions 2"},
    {"paper masse", "|points|", "--format csv"},
    {"paper masse", NULL, ""},
    {"toss", NULL, "toss_000.csv"},
    {"judge", "|unit|", "toss_000.csv --shape cube:0.1048 --mass 0.37 --rate 148"},
    {"judge", "|slip|spin|throws|rounding|", "--engine bullet --shape cube:0.1 --mass 0.5 --throws 10"},
    {"judge", NULL, "impacts.h5 --bootstrap 2"},
    {"simulate", "|fx|fy|torque|force-start|force-end|frequency|phase|",
     "--count 2 --duration 0.2 --force sinusoid --fx 0.1 --frequency 3"},
    {"simulate", "|rounding|density|drag|mu-slide|mu-slope|eps-slope|", "--space --count 2 --duration 0.2"},
    {"simulate", "|step|", "--count 2 --duration 0.2 --integrator steps"},
    {"simulate", "|drop|svg|html|", "--count 2 --duration 0.2 --svg drop.svg"},
    {"simulate", NULL, "--count 2 --duration 0.2"},
    {"export", "|samples|seed|folder|", "--mu 0.2 --eps 0.5 --to bullet --shape cube:0.1 --mass 1 --samples 2"},
    {"export", NULL, "--mu 0.2 --eps 0.5 --to mjcf --shape cube:0.1 --mass 1"},
    {"inertia", NULL, "impacts.h5"},
    {"coverage", NULL, "impacts.h5 --world inertia --draws 2"},
    {"paper guides", NULL, "--test 2a --rate 50 --format csv -o insertions"},
    {"insertion simulate", NULL, "--assembly insertions/assembly.json --rate 50 --format csv -o made"},
    {"insertion identify", NULL, "few.csv --rate 0 --no-geometry"},
    {"insertion import", NULL, "few.csv -o few.h5"},
    {"insertion observe", NULL, "few.csv --rate 0"},
    {"insertion lcurve", NULL, "few.csv --rate 0 --gammas 2"},
    {"insertion offset", NULL, "insertions/2a-reference.csv"},
    {"insertion plan", NULL, WEDGE_PLAN},
    {"help", NULL, ""},
};

static const char *const values[VALUES] = {"1e308",         "0",      "-1",     "1e18", "18446744073709551615",
                                           "1000000000000", "-1e308", "1e-308", "1e12"};

/* What a verb may answer instead: it did as the option said, and the data then say no. */
static const char *const answers[] = {"impacts can be used", "no contact",        "no positive m/I",
                                      "is a clean impact",   "paths can be used", "is not there: install"};

static const command *find_command(const char *verb, const char *option) {
    char listed[NAME + 2];
    snprintf(listed, sizeof listed, "|%s|", option);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].verb, verb) == 0 && (!commands[i].options || strstr(commands[i].options, listed)))
            return &commands[i];
    print_error("no command for --%s of %s\n", option, verb);
    fail();
    return NULL;
}

/* The verb, its command without the option, and the option with its value. */
static void write_arguments(char *line, size_t size, const command *one, const char *option, const char *value) {
    char words[1024], flag[NAME + 3];
    int skip = 0;
    snprintf(words, sizeof words, "%s", one->arguments);
    snprintf(flag, sizeof flag, "--%s", option);
    int used = snprintf(line, size, "%s", one->verb);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        const int same = strcmp(word, flag) == 0 || (strcmp(word, "-o") == 0 && strcmp(option, "output") == 0);
        if (!same && !skip)
            used += snprintf(line + used, size - (size_t)used, " %s", word);
        skip = same;
    }
    snprintf(line + used, size - (size_t)used, " %s=%s", flag, value);
}

/* The option, or its value as the name of a file or in quotes: 0 alone may stand in any message. */
static int names(const char *message, const char *option, const char *value) {
    static const struct {
        const char *before, *after;
    } forms[] = {{"--", ""}, {": ", ": "}, {": ", " is a file"}, {"\"", "\""}};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        char words[NAME + 16];
        snprintf(words, sizeof words, "%s%s%s", forms[i].before, i ? value : option, forms[i].after);
        if (strstr(message, words))
            return 1;
    }
    return 0;
}

static int answers_well(const run_result *result, const char *option, const char *value) {
    if (result->exit == 0 || result->exit == 1)
        return 1;
    if (strstr(result->err, "unknown option"))
        return 0;
    int well = names(result->err, option, value);
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
        well = well || strstr(result->err, answers[i]);
    return result->exit == 2 && well;
}

/* In check about fifty of all pairs of an option and a value. Every option needs a command, tried or not. */
static int attack(const char *verb, const char *option) {
    static int pair;
    int failures = 0;
    const command *one = find_command(verb, option);
    for (int i = 0; i < VALUES; i++) {
        char line[2048];
        if (!in_slice(pair++, 97))
            continue;
        write_arguments(line, sizeof line, one, option, values[i]);
        run_result result = run_with((run_setting){.cpu_limit = CPU_SECONDS}, line);
        if (!answers_well(&result, option, values[i])) {
            print_error("routh %s\n  exit %d: %s\n", line, result.exit, result.err);
            failures++;
        }
        forget_result(&result);
    }
    return failures;
}

/* "  --rate F    samples…" and "  -o, --output FILE": the option's name, if it takes a value. */
static int takes_value(const char *line, char name[NAME]) {
    const char *at = strncmp(line, "  -o, --", 8) == 0 ? line + 8 : strncmp(line, "  --", 4) == 0 ? line + 4 : NULL;
    if (!at)
        return 0;
    const size_t length = strcspn(at, " \n");
    snprintf(name, NAME, "%.*s", (int)length, at);
    return at[length] == ' ' && isupper((unsigned char)at[length + 1]);
}

static int attack_verb(const char *verb) {
    char arguments[3 * NAME], name[NAME];
    int failures = 0;
    snprintf(arguments, sizeof arguments, "%s --help", verb);
    run_result help = succeed(arguments);
    for (const char *line = strchr(help.out, '\n'); line; line = strchr(line + 1, '\n'))
        if (takes_value(line + 1, name))
            failures += attack(verb, name);
    forget_result(&help);
    return failures;
}

/* Calls for every verb in the list of a help text, with what stands before it. */
static int attack_listed(const char *above) {
    char arguments[3 * NAME];
    int failures = 0;
    snprintf(arguments, sizeof arguments, "%s --help", above);
    run_result help = succeed(*above ? arguments : "--help");
    const char *line = strstr(help.out, "\nVerbs:\n");
    assert_non_null(line);
    for (line += 8; *line == ' '; line = strchr(line, '\n') + 1) {
        char verb[NAME], title[2 * NAME];
        if (line[2] == ' ' || sscanf(line, " %63s", verb) != 1)
            continue;
        snprintf(title, sizeof title, "%s%s%s", above, *above ? " " : "", verb);
        failures += strcmp(title, "insertion") == 0 ? attack_listed(title) : attack_verb(title);
    }
    forget_result(&help);
    return failures;
}

/* A cube at rest: enough of a toss to be read. */
static void write_toss(void) {
    FILE *file = fopen("toss_000.csv", "w");
    assert_non_null(file);
    fputs("px,py,pz,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz\n", file);
    for (int i = 0; i < 40; i++)
        fputs("0,0,1,1,0,0,0,0,0,0,0,0,0\n", file);
    fclose(file);
}

/* The last rows of a recording, with its description. */
static void write_few_rows(void) {
    run_result made = succeed("paper guides --test 2a --rate 50 --reference --format csv -o insertions");
    write_whole("wedge.json", wedge_text);
    write_whole("results.json", "{\"materials\": [{\"name\": \"a\", \"parameters\": {\"mu\": {\"value\": 0.3}}}]}\n");
    char *table = read_whole("insertions/2a.csv"), *about = read_whole("insertions/2a.json");
    char *assembly = read_whole("insertions/assembly.json");
    assert_non_null(table);
    assert_non_null(about);
    assert_non_null(assembly);
    char *start = table + strlen(table) - 1, *body = strchr(table, '\n') + 1;
    for (int rows = 0; rows < 3 && start > body; rows += *start == '\n')
        start--;
    memmove(body, start + 1, strlen(start + 1) + 1);
    write_whole("few.csv", table);
    write_whole("few.json", about);
    write_whole("assembly.json", assembly);
    free(table);
    free(about);
    free(assembly);
    forget_result(&made);
}

static void make_inputs(void) {
    static const char *const makes[] = {"simulate --count 4 --duration 0.5 --quiet -o drops.h5",
                                        "simulate --count 4 --duration 0.5 --quiet -o impacts.h5",
                                        "learn --count 30 --train 15 --quiet -o model.h5"};
    for (size_t i = 0; i < sizeof makes / sizeof makes[0]; i++) {
        run_result made = succeed(makes[i]);
        forget_result(&made);
    }
    write_whole("impacts.csv", "mass,inertia,rx,ry,vx,vy,omega\n1,0.01,0.1,-0.2,0.5,-1,0\n1,0.02,0.1,-0.2,0.5,-1,1\n");
    write_toss();
    write_few_rows();
}

static void test_every_option(void **state) {
    (void)state;
    make_inputs();
    assert_int_equal(attack_listed(""), 0);
}

/* The commands that were practically endless, with the limit that now stops them. */
static void test_named_limits(void **state) {
    (void)state;
    static const struct {
        const char *arguments, *holds;
    } cases[] = {
        {"simulate --count 10000001", "count = 10000001 is outside 1 … 10000000 (--count)"},
        {"study --bootstrap 100001 -o s", "outside 0 … 100000 (--bootstrap)"},
        {"paper guides --rate 1e12 -o d", "rate = 1000000000000 Hz is outside 1e-06 … 100000 Hz (--rate)"},
        {"simulate --count 3 --omega 1e308", "outside -1000000 … 1000000 rad/s (--omega)"},
        {"simulate --count 1000000000000", "count = 1000000000000 is outside 1 … 10000000 (--count)"},
        {"strike --w 3.5,0,0,3.5,0,1 --v -3,0,-5 --curve c.csv --points 1000000000000",
         "--points 1000000000000 is more than 1000000"},
        {"study --bootstrap 1000000000000 -o s", "outside 0 … 100000 (--bootstrap)"},
        {"study --count 60 --bootstrap 3 --draws 1 --law smith -o s --learn --learn-draws 100000000",
         "study: learning.draws = 100000000 is outside 1 … 100000 (--learn-draws)\n"},
        {"study --count 3000 --k 3000 --draws 100000 --law smith -o s", "at most 1e+09 are possible (--k, --draws)"},
        {"study --count 10100 --train 10001 --bootstrap 100000 --law smith -o s",
         "at most 1e+09 are possible (--train, --bootstrap)"},
        {"ellipse --mass 1 --inertia 0.01 --rx 0.1 --ry 1e18 --vx 0.5 --vy -1 --omega 0", "(--ry)"},
        {"simulate --duration 1e9 --rate 1e9", "each must be at most 1e+08 (--count, --duration, --rate, --step)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_result result = run_with((run_setting){.cpu_limit = CPU_SECONDS}, cases[i].arguments);
        if (!strstr(result.err, cases[i].holds))
            print_error("%s: %s", cases[i].arguments, result.err);
        assert_int_equal(result.exit, 2);
        assert_non_null(strstr(result.err, cases[i].holds));
        forget_result(&result);
    }
}

/* Fewer rows than unknowns, which once ran over the end of a matrix, and rates that overflowed what they were rounded
 * to. */
static void test_few_rows(void **state) {
    (void)state;
    static const char *const verbs[] = {"identify", "observe", "lcurve"};
    write_few_rows();
    char *all = read_whole("few.csv");
    for (int rows = 3; rows >= 1; rows--) {
        for (size_t i = 0; i < 3; i++) {
            char line[64];
            snprintf(line, sizeof line, "insertion %s few.csv --rate 0", verbs[i]);
            run_result result = run(line);
            const int refuses = rows == 1 || i == 0; /* identify has too many unknowns for them */
            assert_true(refuses ? result.exit == 2 : result.exit == 0 || result.exit == 1);
            assert_true(rows == 1 || i > 0 || strstr(result.err, "instants with contact are too few for stiffness"));
            assert_true(rows > 1 || strstr(result.err, "few.csv: only one sample; an insertion has at least two"));
            forget_result(&result);
            if (rows == 1)
                continue;
            snprintf(line, sizeof line, "insertion %s few.csv --rate 1e-18", verbs[i]);
            result = run(line);
            assert_int_equal(result.exit, 2);
            assert_non_null(strstr(result.err, "outside 1e-06 … 1000000000 Hz (--rate)"));
            forget_result(&result);
            snprintf(line, sizeof line, "insertion %s few.csv --rate 1e-6", verbs[i]);
            result = run(line);
            assert_int_equal(result.exit, 2);
            assert_non_null(strstr(result.err, "too few for a rate of 1e-06 Hz (--rate)"));
            forget_result(&result);
        }
        char *last = strchr(all, '\n'); /* drop the first row */
        char *next = strchr(last + 1, '\n');
        memmove(last, next, strlen(next) + 1);
        write_whole("few.csv", all);
    }
    free(all);
}

SLOW_SUBJECT(limits) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_option, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_named_limits, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_few_rows, enter_scratch, leave_scratch),
    };
    int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
