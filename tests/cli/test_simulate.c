/* routh simulate: what it writes can be read and says what was asked for; mistakes are one line.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "run_program.h"

#include <math.h>

#include <jansson.h>
#include <routh/routh.h>

#define REFUSED(arguments, ...)                                                                                        \
    expect_refusal(run("simulate " arguments), "routh simulate: ", (const char *const[]){__VA_ARGS__, NULL}, 0)

static void read_dataset(const char *path, routh_dataset *dataset) {
    routh_context context = routh_context_default();
    if (routh_dataset_read(&context, routh_io_path(path), NULL, dataset) != ROUTH_OK)
        fail_msg("%s", context.message);
}

/* A disc dropped from 0.5 m lands at 0.45 m lower after √(2·0.45/g), as its trajectory shows. */
static void a_single_drop_as_csv(void **state) {
    (void)state;
    run_result result = succeed("simulate --shape disc:0.05 --mass 0.2 --y 0.5 --vx 0.25 --duration 0.3 -o drop.csv");
    assert_non_null(strstr(result.out, "1 drop of 0.3 s, 0 impacts"));
    assert_string_equal(result.err, "");
    forget_result(&result);
    routh_table table;
    FILE *file = fopen("drop.csv", "r");
    assert_non_null(file);
    const routh_table_columns columns = {.required = (const char *const[]){"time", "x", "y", "theta", "vy", NULL}};
    assert_int_equal(routh_table_read(NULL, routh_io_file(file, "drop.csv"), &columns, &table), ROUTH_OK);
    fclose(file);
    assert_int_equal(table.rows, 76);
    const double *time = routh_table_column(&table, "time"), *x = routh_table_column(&table, "x"),
                 *y = routh_table_column(&table, "y");
    for (size_t i = 0; i < table.rows; i++)
        assert_true(fabs(x[i] - 0.25 * time[i]) < 1e-15 && fabs(y[i] - 0.5 + 9.81 * time[i] * time[i] / 2) < 1e-15);
    routh_table_release(NULL, &table);
    /* the same on standard output, and nothing else there */
    result = succeed("simulate --shape disc:0.05 --mass 0.2 --y 0.5 --vx 0.25 --duration 0.3 -o -");
    char *text = read_whole("drop.csv");
    assert_string_equal(result.out, text);
    free(text);
    forget_result(&result);
    result = succeed("import drop.csv --shape disc:0.05 --mass 0.2 -o drop.h5");
    forget_result(&result);
}

/* Every parameter of a law can be told, also those that only one law has. */
static void a_parameter_of_its_own(void **state) {
    (void)state;
    run_result result = succeed("simulate --theta 0.5 --law compliant --eta2 0.5");
    assert_non_null(strstr(result.out, "compliant, mu 0.3, eps 0.5, eta2 0.5\n"));
    forget_result(&result);
    result = succeed("simulate --theta 0.5 --law chatterjee-ruina --et 0.25");
    assert_non_null(strstr(result.out, "et 0.25\n"));
    forget_result(&result);
}

/* Drops as a dataset; `routh fit` finds the law's parameters again. */
static void many_drops_to_fit(void **state) {
    (void)state;
    run_result result = succeed("simulate --count 30 --seed 7 --law mirtich --mu 0.22 --eps 0.61 -o drops.h5 --json");
    json_t *summary = json_loads(result.out, 0, NULL);
    assert_int_equal(json_integer_value(json_object_get(summary, "drops")), 30);
    assert_string_equal(json_string_value(json_object_get(json_object_get(summary, "contact"), "law")), "mirtich");
    routh_dataset dataset;
    read_dataset("drops.h5", &dataset);
    assert_int_equal(dataset.trajectory_count, 30);
    assert_int_equal(json_integer_value(json_object_get(summary, "impacts")), dataset.count);
    routh_dataset_release(NULL, &dataset);
    json_decref(summary);
    forget_result(&result);
    result = succeed("fit drops.h5 --law mirtich --json --bootstrap 20");
    json_t *fit = json_loads(result.out, 0, NULL);
    const json_t *law = json_array_get(json_object_get(fit, "laws"), 0), *found = json_object_get(law, "parameters");
    const double mu = json_number_value(json_object_get(json_object_get(found, "mu"), "value")),
                 eps = json_number_value(json_object_get(json_object_get(found, "eps"), "value"));
    assert_true(fabs(mu - 0.22) < 1e-6 && fabs(eps - 0.61) < 1e-6);
    json_decref(fit);
    forget_result(&result);
}

/* The same seed gives the same bytes. */
static void the_same_again(void **state) {
    (void)state;
    run_result first = succeed("simulate --count 5 --seed 3 --snr 30 -o a.h5"),
               again = succeed("simulate --count 5 --seed 3 --snr 30 -o b.h5"),
               other = succeed("simulate --count 5 --seed 4 --snr 30 -o c.h5");
    routh_dataset a, b, c;
    read_dataset("a.h5", &a);
    read_dataset("b.h5", &b);
    read_dataset("c.h5", &c);
    assert_memory_equal(a.trajectory[4].x, b.trajectory[4].x, a.trajectory[4].count * sizeof(double));
    assert_memory_not_equal(a.trajectory[4].x, c.trajectory[4].x, a.trajectory[4].count * sizeof(double));
    routh_dataset_release(NULL, &a);
    routh_dataset_release(NULL, &b);
    routh_dataset_release(NULL, &c);
    forget_result(&first);
    forget_result(&again);
    forget_result(&other);
}

/* Forces reach the records of time steps; ranges, slope, wall, body file and rounding are understood. */
static void forces_and_the_rest(void **state) {
    (void)state;
    write_whole("force.csv", "time,fx,fy,torque\n0,0.5,0,0\n1,0.5,0,0.25\n");
    run_result result = succeed("simulate --shape square:0.06 --mass 0.4 --count 4 --y 0.05:0.1 --omega -2:2 "
                                "--integrator steps --step 0.0005 --duration 0.5 --force-file force.csv -o steps.h5");
    assert_non_null(strstr(result.out, "steps in contact"));
    forget_result(&result);
    routh_dataset dataset;
    read_dataset("steps.h5", &dataset);
    assert_true(dataset.count > 100 && fabs(dataset.gap - 0.0005) <= 0);
    for (size_t i = 0; i < dataset.count; i++) {
        const routh_record *r = &dataset.record[i];
        assert_true(fabs(r->fx - 0.5) < 1e-9 && fabs(r->torque - 0.25 * (r->time - 0.00025)) < 1e-9);
    }
    routh_dataset_release(NULL, &dataset);
    write_whole("body.json", "{\"shape\": {\"kind\": \"disc\", \"radius\": 0.05}, \"mass\": 0.1, \"rate\": 500,"
                             " \"name\": \"named\"}");
    result =
        succeed("simulate --body body.json --slope -10 --wall 0.3 --wall -0.3 --force pulse --fx 2 --force-end 0.1 "
                "--quantum 0.001 --quantum-angle 0.01 --duration 0.5 -o named.h5 --svg named.svg --html named.html");
    assert_non_null(strstr(result.out, "named: 1 drop of 0.5 s"));
    assert_non_null(strstr(result.out, "written to  named.html"));
    forget_result(&result);
    read_dataset("named.h5", &dataset);
    assert_true(fabs(dataset.rate - 500) <= 0 && dataset.trajectory[0].count == 251);
    routh_dataset_release(NULL, &dataset);
    char *svg = read_whole("named.svg"), *html = read_whole("named.html");
    assert_true(svg && html && strstr(svg, "disc of 100 mm") && strstr(html, "named, drop 1"));
    free(svg);
    free(html);
    result = succeed("simulate --count 3 --drop 2 --svg second.svg");
    forget_result(&result);
}

static void the_mass_that_was_taken_is_told(void **state) {
    (void)state;
    run_result result = succeed("simulate --shape square:0.1 --duration 0.1");
    assert_string_equal(result.err, "routh simulate: --mass was not given: 1 kg is used\n");
    forget_result(&result);
    result = succeed("simulate --duration 0.1"); /* the published ellipse has one */
    assert_string_equal(result.err, "");
    forget_result(&result);
}

static void bad_use_is_one_line(void **state) {
    (void)state;
    REFUSED("--shape polygon:0.1,0;0,0.1;0.02,0.02;0,-0.1 --mass 1", "no left turn at vertex 3");
    REFUSED("--shape polygon:0.1,-0.1;0.1,0.1;-0.05,0.1;-0.05,-0.1 --mass 1", "centroid", "--inertia");
    REFUSED("--shape square:0.1 --mass 0", "--mass 0 kg is not positive");
    REFUSED("--inertia -1", "--inertia -1 kg m² is not positive");
    REFUSED("--inertia 1 --gyration 1", "both given; give one of them");
    REFUSED("--y 0.01", "starts 0.015 m inside");
    REFUSED("--x 1:2 --wall 0.5", "needs --count");
    REFUSED("--y nonsense", "--y \"nonsense\" is neither a number nor a range");
    REFUSED("--count 3 --y 2:1", "the lower end");
    REFUSED("--y 5 --duration 2 --integrator steps --step 0.1", "a step of 0.1 s is too long");
    REFUSED("--integrator leaps", "not one of events, steps");
    REFUSED("--integrator steps --law mirtich", "--law has no effect with --integrator steps");
    REFUSED("--law wang-masn", "wang-mason");
    REFUSED("--mu -1", "mu");
    REFUSED("--et 0.5", "--et", "wang-mason has no such parameter");
    REFUSED("--eta2 0.5", "--eta2", "wang-mason has no such parameter");
    REFUSED("--law compliant --eta2 0", "--eta2 0 is outside");
    REFUSED("--fx 1", "--fx needs --force");
    REFUSED("--force steady --fx 1", "not one of constant, pulse, sinusoid");
    REFUSED("--force sinusoid --fx 1", "frequency of 0 Hz");
    REFUSED("--force pulse --fx 1", "a pulse needs an end");
    REFUSED("--force-file nowhere.csv", "nowhere.csv: cannot read");
    REFUSED("--slope 95", "--slope 95");
    REFUSED("--wall here", "--wall \"here\"");
    REFUSED("--rate 0", "rate of 0 Hz");
    REFUSED("--noise 1,2,3", "--noise \"1,2,3\" is not five numbers of 0 or more, Y,THETA,VX,VY,OMEGA");
    REFUSED("--noise 0,0,0,0,-1", "five numbers of 0 or more");
    REFUSED("--noise 0,0,0,0,1 --snr 20", "--noise or --snr, not both");
    REFUSED("--quantum -1", "quantum_length = -1 m is outside 0 … 1000000000 m (--quantum)");
    REFUSED("--count 2 -o two.csv", "a single drop");
    REFUSED("--count 2 --drop 3 --svg x.svg", "--drop 3: there are 2");
    REFUSED("--drop 1", "--svg or --html");
    REFUSED("-o no/where/x.h5", "no/where/x.h5: cannot write");
    REFUSED("--svg no/where/x.svg", "no/where");
    REFUSED("--body none.json", "none.json");
    REFUSED("--svg drop --html drop", "the same place");
    write_whole("force.csv", "time,fx,fy,torque\n0,0,0,0\n1,1,0,0\n");
    expect_refusal(run("simulate --force-file force.csv -o force.csv"),
                   "routh simulate: ", (const char *const[]){"the same file", NULL}, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter_scratch, leave_scratch)

SUBJECT(simulate) {
    const struct CMUnitTest tests[] = {
        TEST(a_single_drop_as_csv),
        TEST(a_parameter_of_its_own),
        TEST(many_drops_to_fit),
        TEST(the_same_again),
        TEST(forces_and_the_rest),
        TEST(bad_use_is_one_line),
        TEST(the_mass_that_was_taken_is_told),
    };
    const int nothing = nothing_to_test();
    return nothing ? nothing : cmocka_run_group_tests(tests, NULL, NULL);
}
