/* `routh inertia`: words, JSON, the table of contacts, the picture, the noise table, and what it refuses.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <jansson.h>
#include <math.h>

#include "../subject.h"
#include "run_program.h"

/* Contacts of a body with m = 2, I = 0.004 (m/I = 500); with a torque that differs from contact to contact if asked. */
static void write_contacts(const char *path, int forced) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("mass,inertia,rx,ry,vx,vy,omega,vx_after,vy_after,omega_after,fx,fy,torque\n", file);
    for (int i = 0; i < 30; i++) {
        const double h = 0.004, m = 2, inertia = 0.004, g = 9.81, torque = forced ? 3 * cos(7 * i) : 0;
        const double rx = 0.02 * sin(i), ry = -0.03, vx = cos(2 * i), vy = -1 - 0.3 * sin(3 * i);
        const double pn = m * (1.3 + 0.2 * cos(5 * i)), pt = -0.4 * m * vx, fx = forced ? 5 * sin(4 * i) : 0;
        fprintf(file, "%g,%g,%.17g,%.17g,%.17g,%.17g,0,%.17g,%.17g,%.17g,%.17g,0,%.17g\n", m, inertia, rx, ry, vx, vy,
                vx + (pt + h * fx) / m, vy + pn / m - h * g, (rx * pn - ry * pt + h * torque) / inertia, fx, torque);
    }
    assert_int_equal(fclose(file), 0);
}

static double number_at(const json_t *object, const char *const *path) {
    for (; *path; path++)
        object = json_object_get(object, *path);
    assert_true(json_is_number(object));
    return json_number_value(object);
}

#define NUMBER(object, ...) number_at(object, (const char *const[]){__VA_ARGS__, NULL})

static json_t *json_of(const char *arguments) {
    run_result result = succeed(arguments);
    json_t *all = json_loads(result.out, 0, NULL);
    assert_non_null(all);
    forget_result(&result);
    return all;
}

static void test_ratio_and_words(void **state) {
    (void)state;
    write_contacts("free.csv", 0);
    run_result text = succeed("inertia free.csv --gap 0.004");
    assert_non_null(strstr(text.out, "Errors in variables"));
    assert_non_null(strstr(text.out, "Ordinary least squares"));
    assert_non_null(strstr(text.out, "cannot be separated"));
    assert_non_null(strstr(text.out, "Stated: m/I = 500"));
    forget_result(&text);
    json_t *all = json_of("inertia free.csv --gap 0.004 --json");
    assert_true(fabs(NUMBER(all, "fit", "unknowns", "m/I", "value") - 500) < 1e-6);
    assert_true(json_is_null(json_object_get(json_object_get(json_object_get(all, "fit"), "mass"), "value")));
    json_decref(all);
    all = json_of("inertia free.csv --gap 0.004 --mass 2 --json");
    assert_true(fabs(NUMBER(all, "fit", "inertia", "value") - 0.004) < 1e-10);
    json_decref(all);
}

/* Who asks for mass and inertia need not know them. */
static void test_unknown_body(void **state) {
    (void)state;
    write_contacts("whole.csv", 1);
    FILE *from = fopen("whole.csv", "r"), *to = fopen("bare.csv", "w");
    assert_true(from && to);
    char line[1024];
    while (fgets(line, sizeof line, from))
        fputs(strchr(strchr(line, ',') + 1, ',') + 1, to); /* without mass and inertia */
    fclose(from);
    fclose(to);
    json_t *all = json_of("inertia bare.csv --gap 0.004 --json");
    assert_true(fabs(NUMBER(all, "fit", "mass", "value") - 2) < 1e-6);
    assert_true(fabs(NUMBER(all, "fit", "inertia", "value") - 0.004) < 1e-8);
    assert_true(json_is_null(json_object_get(all, "stated_m_over_i")));
    json_decref(all);
    run_result none = succeed("inertia bare.csv --gap 0"); /* no time for the force to act */
    assert_non_null(strstr(none.out, "no duration in which it could"));
    assert_null(strstr(none.out, "Stated"));
    forget_result(&none);
    write_whole("one.csv", "rx,ry,vx,vy,omega,vx_after,vy_after,omega_after\n0.01,-0.03,0.1,-1,2,0.05,0.4,12\n");
    run_result one = succeed("inertia one.csv"); /* fits exactly, which says nothing about its error */
    assert_non_null(strstr(one.out, "m/I = 800 1/m² from 1 contact, too few to determine its error"));
    forget_result(&one);
    run_result fit = run("fit bare.csv --gap 0.004");
    assert_int_equal(fit.exit, 2);
    assert_non_null(strstr(fit.err, "no mass was given"));
    forget_result(&fit);
}

static void test_known_forces(void **state) {
    (void)state;
    write_contacts("forced.csv", 1);
    static const char *const how[] = {"", " --estimator least-squares"};
    for (int k = 0; k < 2; k++) {
        char arguments[96];
        snprintf(arguments, sizeof arguments, "inertia forced.csv --gap 0.004 --json%s", how[k]);
        json_t *all = json_of(arguments);
        assert_true(fabs(NUMBER(all, "fit", "mass", "value") - 2) < 1e-6);
        assert_true(fabs(NUMBER(all, "fit", "inertia", "value") - 0.004) < 1e-8);
        assert_true(NUMBER(all, "fit", "condition") > 1);
        json_decref(all);
    }
}

static void test_files(void **state) {
    (void)state;
    write_contacts("forced.csv", 1);
    run_result result = succeed("inertia forced.csv --gap 0.004 -o contacts.csv --svg regression.svg");
    char *table = read_whole("contacts.csv"), *picture = read_whole("regression.svg");
    double pt, pn;
    assert_int_equal(count_lines(table), 31);
    assert_non_null(strstr(table, "record,trajectory,lever,turn,deviation,misfit,pt,pn\n"));
    assert_int_equal(sscanf(strstr(table, "\n0,") + 1, "0,-1,%*[^,],%*[^,],%*[^,],fits,%lf,%lf", &pt, &pn), 2);
    assert_true(fabs(pt + 0.8) < 1e-6 && fabs(pn - 3) < 1e-6);
    assert_memory_equal(picture, "<?xml", 5);
    free(table);
    free(picture);
    forget_result(&result);

    run_result before = succeed("inertia forced.csv --gap 0.004 --mass 2 -o -");
    assert_memory_equal(before.out, "record,", 7);
    assert_int_equal(count_lines(before.out), 31);
    forget_result(&before);
}

/* m/I = 500 of a body 60 mm wide, known to 0.6 mm: an error of 1 %. */
static void test_size_error(void **state) {
    (void)state;
    write_contacts("free.csv", 0);
    json_t *all = json_of("inertia free.csv --gap 0.004 --shape square:0.06 --size-error 0.0006 --json");
    assert_true(fabs(NUMBER(all, "fit", "m_over_i_size_error") - 5) < 0.01);
    assert_true(fabs(NUMBER(all, "fit", "unknowns", "m/I", "standard_error") - 5) < 0.01);
    json_decref(all);
    run_result text = succeed("inertia free.csv --gap 0.004 --shape square:0.06 --size-error 0.0006 --online");
    assert_non_null(strstr(text.out, "come from the error of the size, 0.0006 m"));
    forget_result(&text);
}

/* Contact by contact: the last row is the estimate, in every format; rows that few contacts cannot carry say so. */
static void test_online(void **state) {
    (void)state;
    write_contacts("free.csv", 0);
    run_result text = succeed("inertia free.csv --gap 0.004 --online -o rows.csv --svg rows.svg");
    assert_non_null(strstr(text.out, "Contact by contact, m/I in 1/m²"));
    assert_non_null(strstr(text.out, "\n          30        30         500 ± "));
    assert_non_null(strstr(text.out, "not determined: too few contacts"));
    forget_result(&text);
    char *table = read_whole("rows.csv"), *picture = read_whole("rows.svg");
    assert_ptr_equal(strstr(table, "contacts,used,m_over_i,standard_error,low,high,not_determined\n5,"), table);
    assert_int_equal(count_lines(table), 10); /* 5, 6, 8, 10, 13, 16, 20, 25, 30 */
    double value;
    assert_int_equal(sscanf(strstr(table, "\n30,"), "\n30,30,%lf", &value), 1);
    assert_true(fabs(value - 500) < 1e-6);
    assert_non_null(strstr(picture, "class=\"interval\""));
    assert_non_null(strstr(picture, "class=\"none\""));
    assert_true(!strstr(picture, "nan") && !strstr(picture, "inf"));
    free(table);
    free(picture);
    json_t *all = json_of("inertia free.csv --gap 0.004 --online --json");
    const json_t *rows = json_object_get(all, "online");
    assert_int_equal(json_array_size(rows), 9);
    assert_true(fabs(NUMBER(json_array_get(rows, 8), "value") - 500) < 1e-6);
    assert_true(json_is_null(json_object_get(json_array_get(rows, 8), "not_determined")));
    assert_true(json_is_null(json_object_get(json_array_get(rows, 0), "value")));
    json_decref(all);
}

static void test_noise_options(void **state) {
    (void)state;
    write_contacts("free.csv", 0);
    json_t *given = json_of("inertia free.csv --gap 0.004 --json --noise 0,0,0.01,0.02,0.3");
    assert_true(fabs(NUMBER(given, "noise", "vy") - 0.02) < 1e-12);
    assert_true(fabs(NUMBER(given, "fit", "unknowns", "m/I", "value") - 500) < 1e-6);
    json_decref(given);
    json_t *ratio = json_of("inertia free.csv --gap 0.004 --json --snr 40");
    assert_true(NUMBER(ratio, "noise", "vy") > 0.005 && NUMBER(ratio, "noise", "vy") < 0.02);
    json_decref(ratio);
}

static void test_noise_table(void **state) {
    (void)state;
    run_result text = succeed("paper noise --count 20 --repetitions 2");
    run_result again = succeed("paper noise --count 20 --repetitions 2");
    run_result other = succeed("paper noise --count 20 --repetitions 2 --seed 2");
    assert_string_equal(text.out, again.out);
    assert_string_not_equal(text.out, other.out);
    assert_non_null(strstr(text.out, "-58.20"));
    assert_non_null(strstr(text.out, "-80.44"));
    forget_result(&text);
    forget_result(&again);
    forget_result(&other);
    json_t *all = json_of("paper noise --count 20 --repetitions 2 --json");
    assert_int_equal(json_array_size(json_object_get(all, "bodies")), 2);
    json_decref(all);
}

#define REFUSE(arguments, ...)                                                                                         \
    expect_refusal(run(arguments), "routh inertia: ", (const char *const[]){__VA_ARGS__, NULL}, 1)

static void test_refusals(void **state) {
    (void)state;
    write_contacts("free.csv", 0);
    REFUSE("inertia", "missing DATA");
    REFUSE("inertia free.csv --regression rolling", "\"rolling\"", "mode-free", "sticking");
    REFUSE("inertia free.csv --estimator best", "\"best\"", "least-squares");
    REFUSE("inertia free.csv --regression sliding --estimator errors-in-variables", "mode-free");
    REFUSE("inertia free.csv --noise 1,2,3", "five numbers");
    REFUSE("inertia free.csv --noise 1,2,3,4,x", "five numbers");
    REFUSE("inertia free.csv --noise flights", "no trajectories");
    REFUSE("inertia free.csv --noise 1,1,1,1,1 --snr 20", "not both");
    REFUSE("inertia --noise-table", "--noise-table is now", "`routh paper noise`");
    REFUSE("inertia free.csv -o free.csv", "free.csv");
    REFUSE("inertia free.csv --mass 0", "mass");
    REFUSE("inertia free.csv -o both --svg both", "the same place");
    expect_refusal(run("paper noise --count 1"),
                   "routh paper noise: ", (const char *const[]){"runs = 1", "--count", NULL}, 1);
    REFUSE("inertia free.csv --size-error 0.001", "--size-error", "needs the body's shape");
    REFUSE("inertia free.csv --shape square:0.06 --size-error 0.02", "--size-error", "at most 0.012 m");
}

SLOW_SUBJECT(inertia) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_ratio_and_words, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_unknown_body, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_known_forces, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_files, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_size_error, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_online, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_noise_options, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_noise_table, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_refusals, enter_scratch, leave_scratch),
    };
    const int skipped = nothing_to_test();
    return skipped ? skipped : cmocka_run_group_tests(tests, NULL, NULL);
}
