/* `routh strike`: the paper's cases give the reference values, tables and single contacts what the library gives, and
 * pictures, curves and scenes come out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "run_program.h"
#include "strike_json.h"

#include <math.h>
#include <routh/routh.h>

enum { ROWS = 150 };

static routh_contact3 contacts[ROWS];
static routh_pair touches[ROWS];

static void draw_contacts(void) {
    routh_random random = routh_random_seed(11, 0);
    for (int i = 0; i < ROWS; i++) {
        double a[3][3];
        for (int j = 0; j < 9; j++)
            (&a[0][0])[j] = routh_random_normal(&random);
        for (int j = 0; j < 3; j++)
            for (int k = 0; k <= j; k++)
                contacts[i].w[j][k] = contacts[i].w[k][j] =
                    a[j][0] * a[k][0] + a[j][1] * a[k][1] + a[j][2] * a[k][2] + (j == k ? 0.2 : 0);
        for (int j = 0; j < 3; j++)
            contacts[i].v[j] = routh_random_uniform(&random, -3, 3);
        contacts[i].v[2] = -0.2 - fabs(contacts[i].v[2]);
        touches[i] = (routh_pair){.mu = routh_random_uniform(&random, 0, 1),
                                  .eps = routh_random_uniform(&random, 0, 1),
                                  .eta2 = routh_random_uniform(&random, 0.8, 2)};
    }
}

/* Another order of columns, and one that means nothing. */
static void write_contacts(const char *path, int with_touch) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "v3,v2,v1,label,%sw33,w23,w22,w13,w12,w11\n", with_touch ? "eta2,e,mu," : "");
    for (int i = 0; i < ROWS; i++) {
        const routh_contact3 *c = &contacts[i];
        fprintf(file, "%.17g,%.17g,%.17g,\"a, b\",", c->v[2], c->v[1], c->v[0]);
        if (with_touch)
            fprintf(file, "%.17g,%.17g,%.17g,", touches[i].eta2, touches[i].eps, touches[i].mu);
        fprintf(file, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", c->w[2][2], c->w[1][2], c->w[1][1], c->w[0][2],
                c->w[0][1], c->w[0][0]);
    }
    assert_int_equal(fclose(file), 0);
}

/* One line against the library's own answer, to the last bit. Returns the next line. */
static const char *check_line(const char *line, const routh_outcome3 *strike) {
    char phases[1024], *end;
    const double before[] = {strike->p[0], strike->p[1], strike->p[2], strike->v[0], strike->v[1], strike->v[2]};
    const double behind[] = {strike->contact_energy_ratio, strike->energy.friction, strike->energy.normal,
                             strike->energy.left};
    for (int i = 0; i < 6; i++) {
        assert_true(strtod(line, &end) == before[i]);
        assert_int_equal(*end, ',');
        line = end + 1;
    }
    routh_outcome3_phases(strike, phases, sizeof phases);
    assert_memory_equal(line, phases, strlen(phases));
    line += strlen(phases);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(*line, ',');
        assert_true(strtod(line + 1, &end) == behind[i]);
        line = end;
    }
    assert_int_equal(*line, '\n');
    return line + 1;
}

static void check_table(const char *out, int rigid, const routh_pair *all) {
    static const char header[] = "p1,p2,p3,v1,v2,v3,phases,energy_ratio,friction_loss,normal_loss,left\n";
    assert_memory_equal(out, header, strlen(header));
    const char *line = out + strlen(header);
    for (int i = 0; i < ROWS; i++) {
        const routh_pair *touch = all ? all : &touches[i];
        routh_outcome3 strike;
        assert_int_equal(
            rigid ? routh_law3_solve(NULL, routh_law3_find(NULL, "rigid"), touch, &contacts[i], NULL, &strike)
                  : routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), touch, &contacts[i], NULL, &strike),
            ROUTH_OK);
        line = check_line(line, &strike);
    }
    assert_int_equal(*line, '\0');
}

static void test_table(void **state) {
    (void)state;
    write_contacts("contacts.csv", 1);
    run_result one = succeed("strike --input contacts.csv --threads 1"), many = succeed("strike --input contacts.csv");
    check_table(one.out, 0, NULL);
    assert_string_equal(many.out, one.out);
    assert_string_equal(one.err, "");
    char *text = read_whole("contacts.csv");
    run_result piped = run_with((run_setting){.input = text}, "strike --mu 0.9 --eps 0.1 --threads 3 -o out.csv");
    assert_int_equal(piped.exit, 0); /* columns win over options */
    char *written = read_whole("out.csv");
    assert_string_equal(written, one.out);
    run_result rigid = succeed("strike --input contacts.csv --rigid");
    check_table(rigid.out, 1, NULL);
    free(text);
    free(written);
    forget_result(&one);
    forget_result(&many);
    forget_result(&piped);
    forget_result(&rigid);
}

/* Options where there are no columns, defaults where there are no options, and a line for each default taken. */
static void test_parameters(void **state) {
    (void)state;
    write_contacts("contacts.csv", 0);
    routh_pair touch = routh_pair_default();
    run_result plain = succeed("strike --input contacts.csv");
    check_table(plain.out, 0, &touch);
    assert_int_equal(count_lines(plain.err), 3);
    touch = (routh_pair){.mu = 0.7, .eps = 0.25, .eta2 = routh_eta2_of_poisson(0.4)};
    run_result given = succeed("strike --input contacts.csv --mu 0.7 --eps 0.25 --nu 0.4");
    check_table(given.out, 0, &touch);
    assert_string_equal(given.err, "");
    forget_result(&plain);
    forget_result(&given);
}

/* The same numbers as JSON, with switches that belong to them. */
static void test_json_table(void **state) {
    (void)state;
    write_contacts("contacts.csv", 1);
    run_result json = succeed("strike --input contacts.csv --json");
    json_t *root = parsed(json.out), *strikes = json_object_get(root, "strikes");
    assert_int_equal(json_array_size(strikes), ROWS);
    for (size_t i = 0; i < ROWS; i++) {
        const json_t *entry = json_array_get(strikes, i), *switches = json_object_get(entry, "switches");
        const json_t *last = json_array_get(switches, json_array_size(switches) - 1);
        const json_t *energy = json_object_get(entry, "energy");
        routh_outcome3 strike;
        assert_int_equal(
            routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &touches[i], &contacts[i], NULL, &strike),
            ROUTH_OK);
        assert_int_equal(json_array_size(switches), strike.switch_count);
        check_vector(json_object_get(entry, "p"), strike.p[0], strike.p[1], strike.p[2], 0);
        check_vector(json_object_get(last, "p"), strike.p[0], strike.p[1], strike.p[2], 0);
        assert_string_equal(json_string_value(json_object_get(last, "phase")), "apart");
        assert_true(json_number_value(json_object_get(energy, "normal_loss")) == strike.energy.normal);
    }
    json_decref(root);
    forget_result(&json);
}

/* Reference values: a brute-force integration over time, independent of this program. */
static void test_ball(void **state) {
    (void)state;
    run_result result = succeed("paper ball --json");
    json_t *root = parsed(result.out);
    const json_t *body = json_array_get(json_object_get(root, "bodies"), 0);
    check_vector(json_object_get(body, "velocity"), 0.544090, 0, 2.5, 1e-6);
    check_vector(json_object_get(body, "spin"), 0, -1.860225, 0, 1e-6);
    assert_true(fabs(json_number_value(json_object_get(body, "energy_before")) - 13.8) < 1e-12);
    assert_true(fabs(json_number_value(json_object_get(body, "energy")) - 3.965) < 5e-4);
    static const double at[] = {0, 0.625, 5, 7.365582, 7.5};
    static const char *const phases[] = {"c-slip", "c-stick", "r-stick", "r-slip", "apart"};
    const json_t *switches = json_object_get(root, "switches");
    assert_int_equal(json_array_size(switches), 5);
    for (size_t i = 0; i < 5; i++) {
        const json_t *moment = json_array_get(switches, i);
        assert_true(fabs(number_at(json_object_get(moment, "p"), 2) - at[i]) < 1e-6);
        assert_string_equal(json_string_value(json_object_get(moment, "phase")), phases[i]);
    }
    run_result text = succeed("paper ball");
    assert_non_null(strstr(text.out, "0.5440902"));
    assert_non_null(strstr(text.out, "-1.860225"));
    assert_non_null(strstr(text.out, "7.365582"));
    json_decref(root);
    forget_result(&result);
    forget_result(&text);
}

static void test_pencil(void **state) {
    (void)state;
    run_result result = succeed("paper pencil --json");
    json_t *root = parsed(result.out);
    check_vector(json_object_get(root, "p"), 4.03748, 0.33074, 5.78989, 1e-5);
    const json_t *body = json_array_get(json_object_get(root, "bodies"), 0);
    const json_t *inertia = json_object_get(body, "inertia");
    assert_true(fabs(number_at(json_array_get(inertia, 0), 0) - 0.903869) < 1e-6);
    assert_true(fabs(number_at(json_array_get(inertia, 1), 1) - 0.903869) < 1e-6);
    /* m = 1 kg: the velocity changes by the impulse; about the pencil's axis nothing turns it */
    const json_t *before = json_object_get(body, "velocity_before"), *after = json_object_get(body, "velocity");
    const json_t *old = json_object_get(body, "spin_before"), *new = json_object_get(body, "spin");
    for (size_t i = 0; i < 3; i++)
        assert_true(fabs(number_at(after, i) - number_at(before, i) - number_at(json_object_get(root, "p"), i)) <
                    1e-12);
    const double along[] = {cos(acos(-1) / 3), 0, sin(acos(-1) / 3)};
    double turned = 0;
    for (size_t i = 0; i < 3; i++)
        turned += along[i] * (number_at(new, i) - number_at(old, i));
    assert_true(fabs(turned) < 1e-12);
    json_decref(root);
    forget_result(&result);
}

#define BALL "--w 3.5,0,0,3.5,0,1 --v -3,0,-5 --mu 0.4 --eps 0.5 --nu 0.3"

/* The ball's contact alone is the same strike, and so is a row of a table. */
static void test_single(void **state) {
    (void)state;
    run_result single = succeed("strike " BALL " --format csv"), example = succeed("paper ball --format csv");
    run_result row = run_with((run_setting){.input = "w11,w12,w13,w22,w23,w33,v1,v2,v3\n3.5,0,0,3.5,0,1,-3,0,-5\n"},
                              "strike --mu 0.4 --eps 0.5 --nu 0.3");
    assert_string_equal(single.out, row.out);
    assert_string_equal(single.out, example.out);
    run_result text = succeed("strike " BALL " --output b.txt"), json = succeed("strike " BALL " -o b.json");
    char *words = read_whole("b.txt"), *data = read_whole("b.json");
    assert_non_null(strstr(words, "r-slip"));
    assert_int_equal(data[0], '{');
    free(words);
    free(data);
    forget_result(&single);
    forget_result(&example);
    forget_result(&row);
    forget_result(&text);
    forget_result(&json);
}

/* However long the numbers of a table are, there is a space between them. */
static void test_columns_apart(void **state) {
    (void)state;
    run_result result = succeed("strike --w 3.5,0,0,3.5,0,1 --v -1.2345678e-80,-2.3456789e-80,-3.4567891e-80 --mu 0.4 "
                                "--eps 0.5 --nu 0.3");
    assert_non_null(strstr(result.out, " -1.234568e-80 -2.345679e-80 -3.456789e-80 "));
    forget_result(&result);
}

static void test_curve(void **state) {
    (void)state;
    static const char header[] = "time,p1,p2,p3,v1,v2,v3,spring1,spring2,spring3,rate1,rate2,rate3,phase\n";
    run_result result = succeed("strike " BALL " --curve curve.csv --points 20");
    char *curve = read_whole("curve.csv");
    assert_non_null(strstr(result.out, "r-slip"));
    assert_memory_equal(curve, header, strlen(header));
    assert_int_equal(count_lines(curve), 1 + 5 + 4 * 20);
    /* v = v0 + W p along the whole way, here along n: v3 = p3 − 5 */
    double time = -1;
    for (char *line = strchr(curve, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        double t, p[3], v[3];
        assert_int_equal(sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,", &t, &p[0], &p[1], &p[2], &v[0], &v[1], &v[2]), 7);
        assert_true(t > time);
        assert_true(fabs(v[2] - (p[2] - 5)) < 1e-12 && fabs(v[0] - (3.5 * p[0] - 3)) < 1e-12);
        time = t;
    }
    run_result listed = succeed("strike " BALL " --figure velocity --points 20 --format csv");
    assert_string_equal(listed.out, curve);
    free(curve);
    forget_result(&result);
    forget_result(&listed);
}

static void test_figures(void **state) {
    (void)state;
    static const char *const wanted[] = {"paper ball",
                                         "paper pencil --figure impulse",
                                         "paper pencil --figure tangential",
                                         "paper ball --figure velocity",
                                         "paper ball --figure effect",
                                         "strike " BALL " --figure tangential"};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        char arguments[256];
        snprintf(arguments, sizeof arguments, "%s --output f.svg", wanted[i]);
        run_result result = succeed(arguments);
        char *svg = read_whole("f.svg");
        assert_memory_equal(svg, "<?xml", 5);
        assert_non_null(strstr(svg, "</svg>\n"));
        assert_string_equal(result.out, "");
        free(svg);
        forget_result(&result);
    }
    run_result effect = succeed("paper ball --figure effect --points 50 --format csv");
    assert_int_equal(count_lines(effect.out), 1 + 2 * 51);
    double value[7];
    const char *own = strstr(effect.out, "\nmu,0.4,"); /* the strike itself is one of them */
    assert_non_null(own);
    assert_int_equal(sscanf(own, "\nmu,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &value[0], &value[1], &value[2], &value[3],
                            &value[4], &value[5], &value[6]),
                     7);
    assert_true(fabs(value[1] - 0.544090) < 1e-6 && fabs(value[5] + 1.860225) < 1e-6);
    forget_result(&effect);
}

/* Momentum and, with e = 1, energy stay; what comes out is a scene again, whose contacts no longer close. */
static void test_scene(void **state) {
    (void)state;
    write_whole("row.json", ROW_OF_BALLS);
    run_result result = succeed("strike --scene row.json"), piped;
    json_t *root = parsed(result.out), *bodies = json_object_get(root, "bodies");
    double momentum = 0, energy = 0;
    for (size_t i = 0; i < 3; i++) {
        const double v = number_at(json_object_get(json_array_get(bodies, i), "velocity"), 0);
        momentum += v;
        energy += v * v;
    }
    assert_true(fabs(momentum - 1) < 1e-12);
    assert_true(fabs(energy - 1) < 1e-8);
    piped = run_with((run_setting){.input = ROW_OF_BALLS}, "strike --scene - --json -o after.json");
    char *after = read_whole("after.json");
    assert_string_equal(after, result.out);
    write_whole("row.json", after);
    expect_refusal(run("strike --scene row.json"),
                   "routh strike: row.json: ", (const char *const[]){"no contact is closing", NULL}, 2);
    free(after);
    json_decref(root);
    forget_result(&result);
    forget_result(&piped);
}

/* The strike, then the path from it to rest, in all forms. */
static void test_masse(void **state) {
    (void)state;
    run_result json = succeed("paper masse --json"), text = succeed("paper masse");
    json_t *root = parsed(json.out), *path = json_object_get(root, "path");
    const json_t *first = json_array_get(path, 0), *last = json_array_get(path, json_array_size(path) - 1);
    assert_true(
        json_equal(json_object_get(json_object_get(root, "ball"), "velocity"), json_object_get(first, "velocity")));
    assert_string_equal(json_string_value(json_object_get(last, "kind")), "still");
    assert_true(json_number_value(json_object_get(root, "energy")) <
                json_number_value(json_object_get(root, "energy_before")));
    assert_non_null(strstr(text.out, "sliding"));
    run_result svg = succeed("paper masse -o shot.svg");
    char *picture = read_whole("shot.svg");
    assert_memory_equal(picture, "<?xml", 5);
    run_result csv = succeed("paper masse --points 9 --format csv");
    assert_int_equal(count_lines(csv.out), 1 + 10 * ((int)json_array_size(path) - 1) + 1);
    /* a quarter turn of the azimuth turns the shot with it */
    run_result turned = succeed("paper masse --azimuth 90 --json");
    json_t *other = parsed(turned.out);
    const json_t *v = json_object_get(json_object_get(root, "ball"), "velocity");
    check_vector(json_object_get(json_object_get(other, "ball"), "velocity"), -number_at(v, 1), number_at(v, 0),
                 number_at(v, 2), 1e-8);
    free(picture);
    json_decref(root);
    json_decref(other);
    forget_result(&json);
    forget_result(&text);
    forget_result(&svg);
    forget_result(&csv);
    forget_result(&turned);
}

static void test_help(void **state) {
    (void)state;
    run_result own = succeed("strike --help"), all = succeed("--help");
    assert_memory_equal(own.out, "Usage: routh strike", 19);
    assert_non_null(strstr(own.out, "Examples:"));
    assert_non_null(strstr(all.out, "\n  strike "));
    forget_result(&own);
    forget_result(&all);
}

SUBJECT(strike) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_table, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_parameters, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_json_table, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_ball, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_pencil, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_single, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_columns_apart, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_curve, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_figures, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_scene, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_masse, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_help, enter_scratch, leave_scratch),
    };
    int missing = nothing_to_test();
    if (missing)
        return missing;
    draw_contacts();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
