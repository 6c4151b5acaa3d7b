/* One recording with known truth, written in many formats and conventions: friction and restitution are those of the plain
 * file, or a message carries the option that makes them so.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "run_program.h"

#include "recording_binaries.h"

#include <routh/routh.h>

#include "../effort.h"
#include "../subject.h"

/* Rounding to the digits of a file, and other impacts where rows are missing. */
static const double most_apart = 0.005;

static routh_dataset truth;

typedef struct outcome {
    double mu, eps;
    size_t impacts, used;
} outcome;

static double number_after(const char *text, const char *key) {
    const char *at = strstr(text, key);
    assert_non_null(at);
    return strtod(at + strlen(key), NULL);
}

/* What a fit of the dataset says. */
static outcome fit(const char *path) {
    char line[256];
    snprintf(line, sizeof line, "segment %s -o segmented.h5 --json --quiet", path);
    run_result result = succeed(line);
    outcome found = {.impacts = (size_t)number_after(result.out, "\"impacts\": "),
                     .used = (size_t)number_after(result.out, "\"used\": ")};
    forget_result(&result);
    result = succeed("fit segmented.h5 --law wang-mason --bootstrap 2 --json --quiet");
    const char *mu = strstr(result.out, "\"mu\""), *eps = strstr(result.out, "\"eps\"");
    assert_non_null(mu);
    assert_non_null(eps);
    found.mu = number_after(mu, "\"value\": ");
    found.eps = number_after(eps, "\"value\": ");
    forget_result(&result);
    return found;
}

/* Every impact that is used is one of the plain recording's, with its velocities. */
static void expect_impacts_of(const routh_dataset *plain, const char *name) {
    routh_dataset found;
    size_t wrong = 0;
    assert_int_equal(routh_dataset_read(NULL, routh_io_path("segmented.h5"), NULL, &found), ROUTH_OK);
    for (size_t i = 0; i < found.count; i++) {
        const routh_record *one = &found.record[i];
        double nearest = INFINITY;
        for (size_t j = 0; j < plain->count && one->reasons == 0; j++) {
            const routh_record *other = &plain->record[j];
            const double start = found.trajectory[one->trajectory].time[0]; /* clocks may begin anywhere */
            const double late = fabs(one->time - (start > 1 ? start : 0) - other->time) * 120;
            const double off = hypot(hypot(one->before.vx - other->before.vx, one->before.vy - other->before.vy),
                                     hypot(one->after.vx - other->after.vx, one->after.vy - other->after.vy));
            if (one->trajectory == other->trajectory && late < 1.5)
                nearest = fmin(nearest, off);
        }
        wrong += one->reasons == 0 && !(nearest < 0.1);
    }
    if (wrong > 0)
        print_error("%s: %zu impacts are wrong\n", name, wrong);
    assert_int_equal(wrong, 0);
    routh_dataset_release(NULL, &found);
}

static void write_folder(const variant *one, void (*write)(const char *path, const routh_trajectory *drop)) {
    remove_folder("drops");
    assert_int_equal(mkdir("drops", 0700), 0);
    for (size_t i = 0; i < truth.trajectory_count; i++) {
        const routh_trajectory *drop = &truth.trajectory[i];
        char path[64];
        snprintf(path, sizeof path, "drops/drop_%zu%s", i, one->end ? one->end : ".csv");
        if (write) {
            write(path, drop);
            continue;
        }
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        fputs(one->head, file);
        for (size_t k = 0; k < drop->count; k++)
            one->row(file, &(instant){k, drop->time[k], drop->x[k], drop->y[k], drop->theta[k]});
        assert_int_equal(fclose(file), 0);
    }
}

static void write_variant(const variant *one) {
    write_folder(one, NULL);
}

/* The option that the message offers, of several the one that begins so, up to what follows it. */
static void paste(const char *message, const char *begins, char *option, size_t size) {
    const char *at = strstr(message, begins), *const ends[] = {"; if", ", or ", "\n"};
    assert_non_null(at);
    size_t length = strlen(at);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const char *end = strstr(at, ends[i]);
        if (end && (size_t)(end - at) < length)
            length = (size_t)(end - at);
    }
    assert_true(length < size);
    size_t used = 0;
    for (size_t i = 0; i < length; i++) /* a shell takes the quotes */
        if (at[i] != '\'')
            option[used++] = at[i];
    option[used] = '\0';
}

static run_result import(const char *options, const char *more) {
    char line[512];
    snprintf(line, sizeof line, "import drops -o out.h5 --shape square:0.06 --mass 1%s%s%s%s", options ? " " : "",
             options ? options : "", *more ? " " : "", more);
    return run(line);
}

static void read_variant(const variant *one) {
    char option[256];
    run_result result = import(one->options, "");
    if (one->pasted) {
        if (result.exit != 2 || !strstr(result.err, one->pasted))
            print_error("%s: \"%s\" is not in: %s", one->name, one->pasted, result.err);
        assert_int_equal(result.exit, 2);
        assert_non_null(strstr(result.err, one->pasted));
        assert_int_equal(count_lines(result.err), 1);
        paste(result.err, one->pasted, option, sizeof option);
        forget_result(&result);
        result = import(one->options, option);
    }
    if (result.exit != 0)
        print_error("%s: %s", one->name, result.err);
    assert_int_equal(result.exit, 0);
    forget_result(&result);
}

/* Reads it, and compares with the plain file, unless it is that. */
static void expect_same_answer(const variant *one, outcome *plain, routh_dataset *reference) {
    read_variant(one);
    const outcome found = fit("out.h5");
    if (reference->count == 0) {
        *plain = found;
        assert_int_equal(routh_dataset_read(NULL, routh_io_path("segmented.h5"), NULL, reference), ROUTH_OK);
    }
    expect_impacts_of(reference, one->name);
    print_message("%-20s mu %.4f eps %.4f, %zu of %zu impacts used\n", one->name, found.mu, found.eps, found.used,
                  found.impacts);
    assert_true(fabs(found.mu - plain->mu) < most_apart);
    assert_true(fabs(found.eps - plain->eps) < most_apart);
    assert_true((double)found.used >= (one->gaps ? 0.9 : 0.97) * (double)plain->used);
}

static void every_variant_has_the_same_answer(void **state) {
    (void)state;
    enum {
        TEXTS = sizeof variants / sizeof variants[0],
        BINARIES = sizeof binary_variants / sizeof binary_variants[0]
    };
    outcome plain = {0};
    routh_dataset reference = {0};
    for (int i = 0; i < TEXTS + BINARIES; i++) {
        const variant *one = i < TEXTS ? &variants[i] : &binary_variants[i - TEXTS].is;
        if (i > 0 && !in_slice(i, 3)) /* the first is the plain one */
            continue;
        write_folder(one, i < TEXTS ? NULL : binary_variants[i - TEXTS].write);
        expect_same_answer(one, &plain, &reference);
    }
    routh_dataset_release(NULL, &reference);
    assert_true(fabs(plain.mu - 0.3) < 0.01 && fabs(plain.eps - 0.5) < 0.01);
}

/* The program itself ---------------------------------------------------------------------------------------*/

static void expect_out(const char *arguments, int code, const char *const *holds) {
    run_result result = run(arguments);
    if (result.exit != code)
        print_error("routh %s: exit %d: %s", arguments, result.exit, result.err);
    assert_int_equal(result.exit, code);
    const char *said = code == 0 ? result.out : result.err;
    for (; *holds; holds++) {
        if (!strstr(said, *holds))
            print_error("\"%s\" is not in: %s", *holds, said);
        assert_non_null(strstr(said, *holds));
    }
    forget_result(&result);
}

#define SAYS(arguments, code, ...) expect_out(arguments, code, (const char *const[]){__VA_ARGS__, NULL})

static const variant *find_variant(const char *name) {
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
        if (strcmp(variants[i].name, name) == 0)
            return &variants[i];
    return NULL;
}

static void what_was_understood_is_printed(void **state) {
    (void)state;
    write_variant(find_variant("units in names"));
    SAYS("import drops/drop_3.csv --dry-run", 0, "drop_3: 1 motion in the plane", "separated by commas",
         "\"Time (ms)\" (#1) in ms, by its name: 120 Hz", "\"X (mm)\" (#2) in mm, by its name",
         "\"Angle [deg]\" (#4) in deg", "gaps        none");
    SAYS("import drops --dry-run --json", 0, "\"format\"", "\"understood\"", "\"motions\"", "\"rows\": 181");
    assert_int_equal(count_files(0), 1); /* nothing but the folder */
    /* other verbs read it without options, and name the command where they cannot */
    SAYS("segment drops --shape square:0.06 --mass 1 -o a.h5", 0, "written to  a.h5");
    write_variant(find_variant("two bodies"));
    SAYS("check drops/drop_0.csv --shape square:0.06", 2,
         "`routh import drops/drop_0.csv --rigid-body cube -o recording.h5`");
    write_variant(find_variant("mm"));
    SAYS("check drops --shape square:0.06", 2, "positions look like millimetres",
         "`routh import drops --units mm -o recording.h5`", "--units m\n");
    SAYS("import drops --units m --shape square:0.06 --mass 1 -o as_it_is.h5", 0, "in m, as given");
}

static void bad_files_of_a_folder(void **state) {
    char unreadable[64], left[64];
    (void)state;
    snprintf(unreadable, sizeof unreadable, "2 of %zu files cannot be read", truth.trajectory_count);
    snprintf(left, sizeof left, "%zu trajectories", truth.trajectory_count - 2);
    write_variant(find_variant("units in names"));
    write_whole("drops/drop_1.csv", "nothing to see\n");
    write_whole("drops/drop_5.csv", "Time (ms),X (mm),Y (mm),Angle [deg]\n0,1,2,three\n1,1,1,1\n2,3,3,3\n");
    SAYS("import drops --shape square:0.06 --mass 1 -o a.h5", 2, unreadable, "drop_1.csv", "drop_5.csv", "\"three\"",
         "--skip-bad");
    SAYS("import drops --shape square:0.06 --mass 1 -o a.h5 --skip-bad", 0, left, "left out    drops/drop_1");
    /* one reason is named once, with what mends it */
    write_variant(find_variant("Euler"));
    run_result result = import(NULL, "");
    assert_int_equal(result.exit, 2);
    assert_non_null(strstr(result.err, "more likewise): --orientation euler:ZYX"));
    assert_null(strstr(strstr(result.err, "drop_0.csv") + 8, ".csv"));
    forget_result(&result);
    /* a name that the option could not hold is a number */
    remove_folder("drops");
    write_whole("commas.csv", "time,px,\"x (raw, left)\",y,theta\n0,0,0,1,0\n0.1,0,0,1,0\n0.2,0,0,1,0\n");
    SAYS("import commas.csv --shape square:0.06 --mass 1 -o b.h5", 2, "--columns x=px", "--columns 'x=#3'");
}

static void a_folder_keeps_its_name(void **state) {
    char found[64];
    (void)state;
    snprintf(found, sizeof found, "2024.05.drops: 0 impacts, %zu trajectories", truth.trajectory_count);
    write_variant(find_variant("plain"));
    assert_int_equal(rename("drops", "2024.05.drops"), 0);
    SAYS("import 2024.05.drops --shape square:0.06 --mass 1 -o a.h5", 0, found);
    assert_int_equal(rename("2024.05.drops", "drops"), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter_scratch, leave_scratch)

static int simulate(void **state) {
    char line[256];
    if (enter_scratch(state) != 0)
        return -1;
    snprintf(line, sizeof line,
             "simulate --shape square:0.06 --mass 1 --count %d --rate 120 --duration 1.5 --y 0.3:0.6 --noise "
             "0.0003,0.002,0,0,0 --seed 3 -o truth.h5",
             effort(16, 16, 40));
    run_result result = succeed(line);
    forget_result(&result);
    const routh_status status = routh_dataset_read(NULL, routh_io_path("truth.h5"), NULL, &truth);
    return leave_scratch(state) == 0 && status == ROUTH_OK ? 0 : -1;
}

static int forget_truth(void **state) {
    (void)state;
    routh_dataset_release(NULL, &truth);
    return 0;
}

SLOW_SUBJECT(recordings) {
    const struct CMUnitTest tests[] = {TEST(every_variant_has_the_same_answer), TEST(what_was_understood_is_printed),
                                       TEST(bad_files_of_a_folder), TEST(a_folder_keeps_its_name)};
    int nothing = nothing_to_test();
    return nothing ? nothing : cmocka_run_group_tests(tests, simulate, forget_truth);
}
