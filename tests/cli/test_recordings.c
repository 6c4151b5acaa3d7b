/* One recording with known truth, written in many formats and conventions: friction and restitution are those of the plain
 * file, or a message carries the option that makes them so.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "recording_variants.h"

#include "run_program.h"

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

static void write_variant(const variant *one) {
    remove_folder("drops");
    assert_int_equal(mkdir("drops", 0700), 0);
    for (size_t i = 0; i < truth.trajectory_count; i++) {
        const routh_trajectory *drop = &truth.trajectory[i];
        char path[64];
        snprintf(path, sizeof path, "drops/drop_%zu%s", i, one->end ? one->end : ".csv");
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        fputs(one->head, file);
        for (size_t k = 0; k < drop->count; k++)
            one->row(file, &(instant){k, drop->time[k], drop->x[k], drop->y[k], drop->theta[k]});
        assert_int_equal(fclose(file), 0);
    }
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
    memcpy(option, at, length);
    option[length] = '\0';
}

static run_result import(const char *options, const char *more) {
    char line[512];
    snprintf(line, sizeof line, "import drops -o out.h5 --shape square:0.06 --mass 1%s%s%s%s", options ? " " : "",
             options ? options : "", *more ? " " : "", more);
    return run(line);
}

/* 0: it was read. 1: motions in space cannot be read here. */
static int read_variant(const variant *one) {
    char option[256];
    write_variant(one);
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
    const int missing = one->space && strstr(result.err, "cannot be read yet");
    if (result.exit != 0 && !missing)
        print_error("%s: %s", one->name, result.err);
    assert_true(missing || result.exit == 0);
    forget_result(&result);
    return missing;
}

static void every_variant_has_the_same_answer(void **state) {
    (void)state;
    outcome plain = {0};
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        if (read_variant(&variants[i])) {
            print_message("%s: SKIPPED, motions in space\n", variants[i].name);
            continue;
        }
        const outcome found = fit("out.h5");
        if (i == 0)
            plain = found;
        print_message("%-20s mu %.4f eps %.4f, %zu of %zu impacts used\n", variants[i].name, found.mu, found.eps,
                      found.used, found.impacts);
        assert_true(fabs(found.mu - plain.mu) < most_apart);
        assert_true(fabs(found.eps - plain.eps) < most_apart);
        assert_true(found.used >= (variants[i].gaps ? 0.9 : 0.97) * (double)plain.used);
    }
    assert_true(fabs(plain.mu - 0.3) < 0.01 && fabs(plain.eps - 0.5) < 0.01);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter_scratch, leave_scratch)

static int simulate(void **state) {
    char line[256];
    if (enter_scratch(state) != 0)
        return -1;
    snprintf(line, sizeof line,
             "simulate --shape square:0.06 --mass 1 --count %d --rate 120 --duration 1.5 --y 0.3:0.6 --noise "
             "0.0003,0.002,0,0,0 --seed 3 -o truth.h5",
             effort(40, 40, 200));
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

SUBJECT(recordings) {
    const struct CMUnitTest tests[] = {TEST(every_variant_has_the_same_answer)};
    int nothing = nothing_to_test();
    return nothing ? nothing : cmocka_run_group_tests(tests, simulate, forget_truth);
}
