/* Every file that a verb reads, damaged in every way below: the program ends by itself with one line that names the
 * file; text in UTF-16 and UTF-32 is recognised.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "run_program.h"

/* The file, whether it is text, and a command that reads it. */
static const struct {
    const char *file;
    int text;
    const char *arguments;
} readers[] = {
    {"impacts.csv", 1, "solve --law smith --input impacts.csv --quiet"},
    {"impacts.csv", 1, "ellipse --input impacts.csv --json --quiet"},
    {"impacts.csv", 1, "import impacts.csv -o out.h5 --quiet"},
    {"impacts.csv", 1, "predict model.h5 --input impacts.csv --quiet"},
    {"model.h5", 0, "predict model.h5 --input impacts.csv --quiet"},
    {"model.h5", 0, "solve --law model.h5 --input impacts.csv --quiet"},
    {"model.h5", 0, "laws model.h5"},
    {"model.h5", 0, "learn --count 30 --train 15 --prior model.h5 --quiet"},
    {"drops.h5", 0, "check drops.h5 --quiet"},
    {"drops.h5", 0, "segment drops.h5 -o out.h5 --quiet"},
    {"drops.h5", 0, "fit drops.h5 --quiet"},
    {"drops.h5", 0, "inertia drops.h5 --quiet"},
    {"drops.h5", 0, "study drops.h5 -o study --quiet"},
    {"results.json", 1, "study --use results.json -o study --quiet"},
    {"drops.h5", 0, "learn drops.h5 --quiet"},
    {"body.json", 1, "simulate --body body.json --quiet"},
    {"body.json", 1, "check drops.h5 --body body.json --quiet"},
    {"force.csv", 1, "simulate --force-file force.csv --quiet"},
    {"contacts.csv", 1, "strike --input contacts.csv --quiet"},
    {"collision.json", 1, "strike --scene collision.json --quiet"},
    {"toss.csv", 1, "toss toss.csv --quiet"},
    {"2a.csv", 1, "insertion observe 2a.csv --rate 0 --quiet"},
    {"2a.json", 1, "insertion identify 2a.csv --rate 0 --quiet"},
    {"assembly.json", 1, "insertion lcurve 2a.csv --rate 0 --quiet"},
    {"2a.h5", 0, "insertion observe 2a.h5 --quiet"},
};

enum damage {
    EMPTY,
    GARBAGE,
    BINARY,
    LITTLE_ENDIAN,
    BIG_ENDIAN,
    NO_MARK,
    UTF_32,
    FOLDER,
    LOOP,
    MISSING,
    HALF,
    DAMAGES
};

static void write_bytes(const char *path, const char *bytes, size_t count) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

static char *read_bytes(const char *path, size_t *count) {
    FILE *file = fopen(path, "rb");
    struct stat what;
    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &what), 0);
    *count = (size_t)what.st_size;
    char *bytes = malloc(*count + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *count, file), *count);
    fclose(file);
    return bytes;
}

/* Each byte becomes `size`, the last of them it where `zero_first`. */
static void write_wide(const char *path, const char *bytes, size_t count, size_t size, int zero_first, int mark) {
    char *wide = calloc(count + 1, size);
    assert_non_null(wide);
    const size_t begin = mark ? size : 0;
    if (mark)
        memcpy(wide + (zero_first ? size - 2 : 0), zero_first ? "\xFE\xFF" : "\xFF\xFE", 2);
    for (size_t i = 0; i < count; i++)
        wide[begin + size * i + (zero_first ? size - 1 : 0)] = bytes[i];
    write_bytes(path, wide, begin + size * count);
    free(wide);
}

static void put_damage(enum damage damage, const char *path, const char *bytes, size_t count) {
    char noise[512];
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (char)(i * i * 31 + 7 * i + 3);
    remove(path);
    switch (damage) {
    case EMPTY:
        write_bytes(path, "", 0);
        break;
    case GARBAGE:
        write_bytes(path, "hello {\n", 8);
        break;
    case BINARY:
        write_bytes(path, noise, sizeof noise);
        break;
    case LITTLE_ENDIAN:
    case BIG_ENDIAN:
    case NO_MARK:
        write_wide(path, bytes, count, 2, damage == BIG_ENDIAN, damage != NO_MARK);
        break;
    case UTF_32:
        write_wide(path, bytes, count, 4, count % 2 == 0, count % 3 > 0);
        break;
    case FOLDER:
        assert_int_equal(mkdir(path, 0700), 0);
        break;
    case LOOP:
        assert_int_equal(symlink(path, path), 0);
        break;
    case HALF:
        write_bytes(path, bytes, count / 2);
        break;
    case MISSING:
    case DAMAGES:
        break;
    }
}

static void expect_named(const run_result *result, const char *file, const char *arguments, int damage, int wide) {
    const int good =
        (result->exit == 2 && count_lines(result->err) == 1 && strstr(result->err, file) &&
         (!wide || strstr(result->err, damage == UTF_32 ? "UTF-32; save it as UTF-8" : "UTF-16; save it as UTF-8"))) ||
        (damage == HALF && result->exit != 2 && result->exit >= 0); /* half a table may be a table */
    if (!good)
        print_error("routh %s, damage %d: exit %d: %s\n", arguments, damage, result->exit, result->err);
    assert_true(good);
}

static void make(const char *arguments) {
    run_result made = succeed(arguments);
    forget_result(&made);
}

static void move_up(const char *name) {
    char from[64];
    snprintf(from, sizeof from, "insertions/%s", name);
    assert_int_equal(rename(from, name), 0);
}

static void make_inputs(void) {
    make("simulate --count 4 --duration 0.5 --quiet -o drops.h5");
    make("learn --count 30 --train 15 --quiet -o model.h5");
    make("paper guides --test 2a --rate 50 --format csv --quiet -o insertions");
    move_up("2a.csv");
    move_up("2a.json");
    move_up("assembly.json");
    make("paper guides --test 2a --rate 50 --quiet -o insertions");
    move_up("2a.h5");
    remove("insertions/assembly.json");
    rmdir("insertions");
    write_whole("impacts.csv", "mass,inertia,rx,ry,vx,vy,omega\n1,0.01,0.1,-0.2,0.5,-1,0\n");
    write_whole("body.json", "{\"shape\": {\"kind\": \"disc\", \"radius\": 0.05}, \"mass\": 0.1}\n");
    write_whole("results.json", "{\"frame\": {\"chosen\": \"as-recorded\"}, \"laws\": []}\n");
    write_whole("force.csv", "time,fx,fy,torque\n0,0,0,0\n1,1,0,0\n");
    write_whole("contacts.csv", "w11,w12,w13,w22,w23,w33,v1,v2,v3\n3.5,0,0,3.5,0,1,-3,0,-5\n");
    write_whole("collision.json", "{\"bodies\": []}\n");
    write_whole("toss.csv", "px,py,pz,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz\n0,0,1,1,0,0,0,0,0,0,0,0,0\n");
}

static void test_damaged_files(void **state) {
    (void)state;
    make_inputs();
    long number = 0;
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
        const char *file = readers[i].file;
        size_t count;
        char *bytes = read_bytes(file, &count);
        for (int damage = 0; damage < DAMAGES; damage++) {
            if (!in_slice(number++, 3))
                continue;
            const int wide = readers[i].text && damage >= LITTLE_ENDIAN && damage <= UTF_32;
            put_damage((enum damage)damage, file, bytes, count);
            run_result result = run_with((run_setting){.cpu_limit = 10}, readers[i].arguments);
            expect_named(&result, file, readers[i].arguments, damage, wide);
            forget_result(&result);
            remove(file);
            write_bytes(file, bytes, count);
        }
        free(bytes);
    }
}

/* What is read well and means nothing is blamed on the file, not on an option that was not given. */
static void test_meaningless_files(void **state) {
    (void)state;
    static const struct {
        const char *file, *text, *arguments, *holds;
    } cases[] = {
        {"body.json", "{\"mass\": -1}", "simulate --body body.json", "body.json: mass -1 kg is not positive"},
        {"body.json", "{\"inertia\": 1e300}", "simulate --body body.json",
         "body.json: inertia 1e+300 kg m² is outside"},
        {"body.json", "{\"rate\": 1e300}", "simulate --body body.json", "body.json: rate 1e+300 Hz is outside"},
        {"force.csv", "time,fx,fy,torque\n0,0,0,0\n0,1,0,0\n", "simulate --force-file force.csv",
         "force.csv: time does not rise from row 1 to 2"},
        {"force.csv", "time,fx,fy,torque\n0,0,0,0\n1,1e300,0,0\n", "simulate --force-file force.csv",
         "force.csv: row 2 has fx = 1e+300; it must be within ±1e+12"},
        {"impacts.csv", "mass,inertia,rx,ry,vx,vy,omega\n1,0.01,0.1,-0.2,1e160,-1e160,0\n",
         "ellipse --input impacts.csv", "impacts.csv: row 1: impact: vx = 1e+160 m/s is outside"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        write_whole(cases[i].file, cases[i].text);
        run_result result = run(cases[i].arguments);
        if (!strstr(result.err, cases[i].holds))
            print_error("%s: %s", cases[i].arguments, result.err);
        assert_int_equal(result.exit, 2);
        assert_int_equal(count_lines(result.err), 1);
        assert_non_null(strstr(result.err, cases[i].holds));
        forget_result(&result);
    }
}

SLOW_SUBJECT(damaged_files) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_damaged_files, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_meaningless_files, enter_scratch, leave_scratch),
    };
    int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
