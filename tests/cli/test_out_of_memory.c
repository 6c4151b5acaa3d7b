/* Every verb with memory that runs out at one allocation after another (fail_memory_sweep.c says what is promised). Found
 * first with `laws --json`: shorter JSON, and exit code 0.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <hdf5.h>

#include "../effort.h"
#include "../subject.h"
#include "run_program.h"
#include "toss_files.h"
#include "wedge.h"

#define IMPACT "--mass 0.0364 --inertia 1.35e-5 --rx 0.02 --ry -0.028 --vx 0.3 --vy -1.2 --omega 4"

/* A good small command for each verb, or several that go through other formats and other files. Inputs lie in the folder
 * above the one in which the verb works. */
static const char *const commands[] = {
    "laws --json",
    "laws ../model.h5",
    "materials --json",
    "materials alumina-on-glass",
    "materials --add ../table.json -o own.json",
    "solve --law smith --input ../impact.csv",
    "solve --law ../model.h5 --input ../impact.csv --format json",
    "ellipse " IMPACT " -o ellipse.svg",
    "ellipse " IMPACT " -o ellipse.json",
    "import ../drops.h5 --json -o drops.h5",
    "import ../compressed.h5 -o impacts.h5",
    "import ../compressed.mat --body ../body.json -o impacts.h5",
    "check ../drops.h5 --json",
    "segment ../drops.h5 -o impacts.h5 --picture contacts.svg",
    "fit ../drops.h5 --json --bootstrap 5",
    "fit ../drops.h5 --law smith --individual -o parameters.csv",
    "study --count 12 --law smith --bootstrap 2 --k 3 --draws 2 -o study",
    "study ../tosses --bootstrap 2 -o study",
    "learn --count 20 --train 12 --model rigid --json -o model.h5",
    "predict ../model.h5 --input ../impact.csv --json",
    "paper ball --json",
    "paper ball --figure effect -o effect.csv",
    "paper masse --elevation 70 --side 0.3 -o masse.svg",
    "paper masse --sweep 3 -o sweep.svg",
    "paper pencil --json",
    "paper noise --count 4 --repetitions 1",
    "paper limits ../drops.h5 --k 3 --draws 2",
    "strike --scene ../scene.json --rigid --json",
    "strike --scene ../scene.json --curve curve.csv -o course.svg",
    "toss ../tosses --bootstrap 2 --svg tosses.svg -o impacts.csv",
    "judge ../tosses --unit 0.0524 --picture behaviour.svg --folder behaviour -o impacts.csv",
    "simulate --count 2 -o drops.h5",
    "simulate --theta 0.5 --omega 3 --svg drop.svg --html drop.html",
    "simulate --space --count 2 --duration 0.3 -o tosses.h5",
    "simulate --space --shape ellipsoid:0.05,0.04,0.03,12 --mass 1 --duration 0.3 --svg toss.svg --html toss.html "
    "--json",
    "simulate --body ../body.json --force-file ../force.csv --count 2 -o drops.h5",
    "coverage ../drops.h5 --world shuffled --draws 2 -o worlds.csv",
    "inertia ../drops.h5 --json",
    "inertia ../drops.h5 --online --svg online.svg -o online.csv",
    "paper guides --test 2a --rate 50 --no-sensors -o .",
    "paper guides --test 2a --rate 50 --no-sensors --format csv -o .",
    "insertion identify ../short.csv --rate 0 --no-geometry -o report",
    "insertion import ../short.csv --units m --velocity-window 0.1 -o b.h5",
    "insertion observe ../short.csv --rate 0 --json",
    "insertion lcurve ../short.csv --rate 0 --json",
    "insertion offset ../2a-reference.csv --json",
    "insertion plan ../" WEDGE_PLAN " -o plan",
    "insertion simulate --path ../path.json --assembly ../wedge.json --rate 100 --no-sensors -o .",
    "export --mu 0.2 --eps 0.5 --to json --shape cube:0.1 --mass 1 --model model.json",
    "export --mu 0.2 --eps 0.5 --to mjcf --shape cube:0.1 --mass 1 --rounding 0.01 --model model.xml",
    "help --man",
    "help laws",
};

/* Only one allocation fails: jansson asserts that a number of more than 15 letters has found memory, and with none left
 * at all it ends the process. */
static const char long_number[] = "import ../compressed.mat --body ../long.json -o impacts.h5";

enum { COMMANDS = sizeof commands / sizeof *commands };

static const char body[] = "{\"name\": \"ellipse\", \"shape\": {\"kind\": \"ellipse\", \"a\": 0.035, \"b\": 0.025},"
                           " \"mass\": 0.0364, \"inertia\": 1.346e-5, \"rate\": 250}\n";

/* One ball on another on the ground. */
static const char scene[] =
    "{\"bodies\": [{\"name\": \"a\", \"mass\": 1, \"inertia\": 0.4, \"position\": [0, 0, 1], \"velocity\": [0.2, 0, "
    "-1]},"
    " {\"name\": \"b\", \"mass\": 1, \"inertia\": 0.4, \"position\": [0, 0, 3], \"velocity\": [0, 0, -1]},"
    " {\"name\": \"ground\", \"freedom\": \"fixed\"}], \"contacts\": [{\"a\": \"a\", \"b\": \"ground\","
    " \"point\": [0, 0, 0], \"normal\": [0, 0, 1], \"mu\": 0.3, \"e\": 0.5}, {\"a\": \"b\", \"b\": \"a\","
    " \"point\": [0, 0, 2], \"normal\": [0, 0, 1], \"mu\": 0.2, \"e\": 0.6}]}\n";

/* Inputs ---------------------------------------------------------------------------------------------------*/

static void make(const char *arguments) {
    run_result made = succeed(arguments);
    forget_result(&made);
}

/* The header and each of so many rows of the last quarter, where there is contact. */
static void thin_out(const char *from, const char *to, int every) {
    char *text = read_whole(from);
    FILE *file = fopen(to, "w");
    assert_non_null(text);
    assert_non_null(file);
    const int lines = count_lines(text);
    int number = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), number++)
        if (number == 0 || (number > lines * 3 / 4 && number % every == 0))
            fprintf(file, "%s\n", line);
    assert_int_equal(fclose(file), 0);
    free(text);
}

static void copy_with_rate(const char *from, const char *to, const char *rate) {
    char *text = read_whole(from), *at = text ? strstr(text, "\"rate\": ") : NULL;
    FILE *file = fopen(to, "w");
    assert_non_null(at);
    assert_non_null(file);
    fprintf(file, "%.*s\"rate\": %s%s", (int)(at - text), text, rate, strchr(at, ','));
    assert_int_equal(fclose(file), 0);
    free(text);
}

/* As other programs write it. */
static void compress_column(const char *path, const char *name) {
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), plain = H5Dopen2(file, name, H5P_DEFAULT);
    hid_t space = H5Dget_space(plain), properties = H5Pcreate(H5P_DATASET_CREATE);
    const hsize_t count = (hsize_t)H5Sget_simple_extent_npoints(space);
    double *value = calloc(count, sizeof *value);
    assert_true(value && count > 0 && H5Dread(plain, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0);
    H5Dclose(plain);
    H5Ldelete(file, name, H5P_DEFAULT);
    H5Pset_chunk(properties, 1, &count);
    H5Pset_deflate(properties, 6);
    hid_t packed = H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    assert_true(H5Dwrite(packed, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0);
    H5Dclose(packed);
    H5Pclose(properties);
    H5Sclose(space);
    assert_true(H5Fclose(file) >= 0);
    free(value);
}

/* One of the fuzz target's files, which MATLAB's own look like. */
static void copy_compressed_matlab(void) {
    char path[1024], byte[4096];
    snprintf(path, sizeof path, "%s/tests/fuzz/corpus_matlab/compressed.mat", getenv("ROUTH_SOURCE_DIR"));
    FILE *from = fopen(path, "rb"), *to = fopen("compressed.mat", "wb");
    assert_true(from && to);
    const size_t size = fread(byte, 1, sizeof byte, from);
    assert_true(size > 0 && fwrite(byte, 1, size, to) == size);
    fclose(from);
    assert_int_equal(fclose(to), 0);
}

static int make_inputs(void **state) {
    if (enter_scratch(state) != 0)
        return -1;
    write_whole("impact.csv", "mass,inertia,rx,ry,vx,vy,omega\n0.0364,1.35e-5,0.02,-0.028,0.3,-1.2,4\n");
    write_whole("scene.json", scene);
    write_whole("body.json", body);
    write_whole("table.json", "{\"materials\": [{\"name\": \"a\", \"parameters\": {\"mu\": {\"value\": 0.3}}}]}\n");
    write_whole("long.json", "{\"mass\": 0.036400000000000002, \"inertia\": 1.3460000000000001e-5}\n");
    write_whole("force.csv", "time,fx,fy,torque\n0,0.1,0,0\n1,0.2,0.1,0.001\n");
    make("simulate --count 6 -o drops.h5");
    make("segment drops.h5 -o compressed.h5");
    compress_column("compressed.h5", "impacts/x");
    copy_compressed_matlab();
    make("learn --count 20 --train 12 --model rigid -o model.h5");
    make("paper guides --test 2a --rate 50 --no-sensors --reference --format csv -o .");
    write_whole("wedge.json", wedge_text);
    write_whole("path.json", "{\"path\": {\"name\": \"a\", \"start\": [0, 0.002, 0, 0, 0, 0], \"settle\": 0.1}}\n");
    thin_out("2a.csv", "short.csv", 25);
    copy_with_rate("2a.json", "short.json", "2");
    write_tosses(4);
    return 0;
}

/* Verbs ----------------------------------------------------------------------------------------------------*/

static bool has_command(const char *verb) {
    const size_t length = strlen(verb);
    for (int i = 0; i < COMMANDS; i++)
        if (strncmp(commands[i], verb, length) == 0 && (commands[i][length] == ' ' || !commands[i][length]))
            return true;
    return false;
}

/* The program's own list of verbs says which there are, and which of them hold others. */
static int count_verbs(const char *above) {
    char arguments[128];
    snprintf(arguments, sizeof arguments, "%s --help", above);
    run_result help = succeed(arguments + (above[0] == '\0'));
    const char *list = strstr(help.out, "\nVerbs:\n");
    int count = 0;
    for (const char *line = list ? strchr(list + 1, '\n') + 1 : NULL; line && *line == ' ';
         line = strchr(line, '\n') + 1) {
        char verb[96];
        if (line[2] == ' ')
            continue; /* goes on from the line above */
        snprintf(verb, sizeof verb, "%s%s%.*s", above, *above ? " " : "", (int)strcspn(line + 2, " "), line + 2);
        const int parts = count_verbs(verb);
        if (parts == 0 && !has_command(verb))
            fail_msg("%s has no command in test_out_of_memory.c", verb);
        count += parts > 0 ? parts : 1;
    }
    forget_result(&help);
    return count;
}

static void test_every_verb_has_a_command(void **state) {
    (void)state;
    assert_in_range(count_verbs(""), 19, COMMANDS);
}

/* Sweeps ---------------------------------------------------------------------------------------------------*/

static void sweep(const char *command, const char *how, int runs) {
    char setting[64];
    snprintf(setting, sizeof setting, "%s 1 0 %d", how, runs);
    setenv("ROUTH_SWEEP", setting, 1);
    setenv("LD_PRELOAD", "./fail_memory.so", 1);
    run_result result = run(command);
    unsetenv("LD_PRELOAD");
    const char *end = strstr(result.out, "swept ");
    printf("%-4s %-70.70s %s", how, command, end ? end : "did not end\n");
    fflush(stdout);
    if (result.exit != 0)
        print_error("%s%s", result.out, result.err);
    assert_int_equal(result.exit, 0);
    forget_result(&result);
}

static void test_no_verb_loses_anything(void **state) {
    (void)state;
    /* with one thread the n-th allocation is the same one in every run */
    setenv("OMP_NUM_THREADS", "1", 1);
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    /* the loader takes a space for the end of a path, and the build may lie in a folder that has one */
    assert_int_equal(symlink(getenv("ROUTH_FAIL_MEMORY"), "fail_memory.so"), 0);
    for (int i = 0; i < COMMANDS; i++) {
        const bool slow = strstr(commands[i], "insertion plan") != NULL; /* half a second */
        if (in_slice(2 * i, 16))
            sweep(commands[i], "one", effort(5, slow ? 1 : 6, 0));
        if (in_slice(2 * i + 1, 16))
            sweep(commands[i], "all", effort(2, slow ? 1 : 3, 0));
    }
    sweep(long_number, "one", effort(6, 12, 0));
}

SLOW_SUBJECT(out_of_memory) {
    if (nothing_to_test() || !getenv("ROUTH_FAIL_MEMORY"))
        return SKIPPED;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_verb_has_a_command),
        cmocka_unit_test(test_no_verb_loses_anything),
    };
    return cmocka_run_group_tests(tests, make_inputs, leave_scratch);
}
