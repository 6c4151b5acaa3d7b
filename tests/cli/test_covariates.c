/* `--covariate` and `--explore`: a table of impacts in closed form, a disc whose restitution depends on a column that only
 * this table has, goes in; what it depends on comes out. And what is refused.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <jansson.h>

#include "../subject.h"
#include "run_program.h"

#define REFUSE(arguments, files, ...)                                                                                  \
    expect_refusal(run(arguments), "routh fit: ", (const char *const[]){__VA_ARGS__, NULL}, files)

enum { ROWS = 120 };

/* A uniform random number that needs no library. */
static double next(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / 16777216.0;
}

/* A disc of 1 kg and 0.1 m that slides throughout: P_n = −(1 + e) m v_y, P_t = −μ P_n along the slip. */
static void write_disc(const char *path, double slope) {
    unsigned state = 5;
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("mass,inertia,rx,ry,x,vx,vy,omega,vx_after,vy_after,omega_after,plate,same,word\n", file);
    for (int i = 0; i < ROWS; i++) {
        const double plate = next(&state), vx = 2 + next(&state), vy = -0.5 - next(&state), x = next(&state);
        const double e = 0.6 + slope * (plate - 0.5), pn = -(1 + e) * vy, pt = -0.15 * pn;
        const double noise[] = {0.02 * (next(&state) - 0.5), 0.02 * (next(&state) - 0.5), 0.2 * (next(&state) - 0.5)};
        fprintf(file, "1,0.005,0,-0.1,%.9g,%.9g,%.9g,0,%.9g,%.9g,%.9g,%.9g,7,none\n", x, vx, vy, vx + pt + noise[0],
                vy + pn + noise[1], 0.1 * pt / 0.005 + noise[2], plate);
    }
    fclose(file);
}

static void a_column_of_the_table_explains_restitution(void **state) {
    (void)state;
    write_disc("disc.csv", -0.3);
    run_result result = succeed("fit disc.csv --law ap-newton --covariate eps:plate:1 --bootstrap 40 --explore --json");
    json_t *answer = json_loads(result.out, 0, NULL), *own = json_object_get(answer, "covariates");
    json_t *law = json_array_get(json_object_get(own, "laws"), 0), *terms = json_object_get(law, "terms");
    double slope = NAN, low = NAN, high = NAN;
    for (size_t i = 0; i < json_array_size(terms); i++) {
        json_t *term = json_array_get(terms, i);
        if (!json_is_string(json_object_get(term, "quantity")))
            continue;
        slope = json_real_value(json_object_get(term, "coefficient"));
        low = json_real_value(json_object_get(term, "low"));
        high = json_real_value(json_object_get(term, "high"));
    }
    const double deviation =
        json_real_value(json_object_get(json_array_get(json_object_get(own, "covariates"), 0), "deviation"));
    assert_true(fabs(slope / deviation + 0.3) < 0.02 && low < slope && slope < high);
    assert_true(json_real_value(json_object_get(law, "error_mean")) <
                0.3 * json_real_value(json_object_get(law, "constant_mean")));
    json_t *words = json_object_get(json_object_get(answer, "exploration"), "words");
    assert_non_null(strstr(json_string_value(json_array_get(words, 0)), "Restitution depends on plate"));
    json_decref(answer);
    forget_result(&result);
}

static void text_picture_and_draws(void **state) {
    (void)state;
    write_disc("disc.csv", -0.3);
    run_result result = succeed("fit disc.csv --law ap-newton --covariate eps:plate --bootstrap 10");
    assert_non_null(strstr(result.out, "Parameters that depend on eps:plate:1"));
    assert_non_null(strstr(result.out, "they help"));
    forget_result(&result);
    result = succeed("fit disc.csv --law six --covariate eps:plate:2 --covariate mu:vx:1 --k 50 --draws 3");
    assert_non_null(strstr(result.out, "whittaker"));
    forget_result(&result);
    result = succeed("fit disc.csv --law ap-newton --law chatterjee-ruina --covariate et:plate:1 --bootstrap 2");
    assert_non_null(strstr(result.out, "Anitescu–Potra, Newton has no parameter et, so plate has no effect on it."));
    forget_result(&result);
    result = succeed("fit disc.csv --law ap-newton --covariate eps:plate:1 --bootstrap 10 -o plate.svg");
    forget_result(&result);
    char *picture = read_whole("plate.svg");
    assert_non_null(strstr(picture, "</svg>"));
    assert_non_null(strstr(picture, "plate"));
    free(picture);
    remove("plate.svg");
}

static void a_study_shows_before_and_after(void **state) {
    (void)state;
    write_disc("disc.csv", -0.3);
    run_result result = succeed("study disc.csv --law ap-newton --k 5 --draws 2 --bootstrap 10 --covariate eps:plate:1 "
                                "--explore -o out --frame as-recorded");
    assert_non_null(strstr(result.out, "they help"));
    forget_result(&result);
    char *table = read_whole("out/covariates.csv"), *page = read_whole("out/report.html");
    assert_int_equal(count_lines(table), 2);
    assert_non_null(strstr(page, "Restitution depends on plate: "));
    assert_non_null(strstr(page, "Restitution depends on plate, which explains")); /* among the findings on top */
    free(table);
    free(page);
    result = succeed("study disc.csv --law ap-newton --k 5 --draws 2 --bootstrap 10 -o out --frame as-recorded");
    forget_result(&result);
    assert_true(access("out/covariates.csv", F_OK) != 0 && access("out/explored.csv", F_OK) != 0);
    assert_int_equal(system("rm -r out"), 0);
}

/* Both sides have the column, so the law that made the data is as good as any model. */
static void learned_contestants_have_them_too(void **state) {
    (void)state;
    write_disc("disc.csv", -0.3);
    run_result result =
        succeed("study disc.csv --law ap-newton --k 5 --draws 2 --bootstrap 5 --no-reference --covariate eps:plate:1 "
                "--learn --learn-sizes 60 --learn-draws 2 -o out --frame as-recorded");
    assert_non_null(strstr(result.out, "models and laws with the covariates"));
    assert_non_null(strstr(result.out, "Learning does not pay here"));
    forget_result(&result);
    char *numbers = read_whole("out/results.json");
    assert_non_null(strstr(numbers, "have the same covariates here (plate)"));
    assert_non_null(strstr(numbers, "\"plate\""));
    free(numbers);
    assert_int_equal(system("rm -r out"), 0);
}

static void nothing_is_claimed_of_a_constant_disc(void **state) {
    (void)state;
    write_disc("constant.csv", 0);
    run_result result = succeed("fit constant.csv --law ap-newton --explore --bootstrap 10");
    assert_non_null(strstr(result.out, "Restitution depends on none of"));
    assert_non_null(strstr(result.out, "Friction depends on none of"));
    assert_non_null(strstr(result.out, "because some impacts lack it: y, theta, 2theta."));
    assert_non_null(strstr(result.out, "because it is the same in all impacts: omega, same."));
    forget_result(&result);
}

static void mistakes_are_explained(void **state) {
    (void)state;
    write_disc("disc.csv", -0.3);
    const int files = count_files(0);
    REFUSE("fit disc.csv --covariate eps", files, "--covariate eps: give a parameter, a quantity and a degree");
    REFUSE("fit disc.csv --covariate eps:", files, "as in eps:x:3");
    REFUSE("fit disc.csv --covariate eps:x:3:4", files, "as in eps:x:3");
    REFUSE("fit disc.csv --covariate eps:x:two", files, "as in eps:x:3");
    REFUSE("fit disc.csv --covariate eps:x:9", files, "degree 9", "1 … 5", "(--covariate)");
    REFUSE("fit disc.csv --covariate eps:plat:1", files, "did you mean \"plate\"");
    REFUSE("fit disc.csv --covariate eps:temperature:1", files, "disc: ", "columns that hold numbers: plate, same");
    REFUSE("fit disc.csv --covariate mi:x:1", files, "did you mean \"mu\"");
    REFUSE("fit disc.csv --covariate eps:same:1", files, "same is 7 in all");
    REFUSE("fit disc.csv --covariate eps:word:1", files, "no quantity \"word\"");
    REFUSE("fit disc.csv --covariate eps:theta:1", files, "the recording has no theta");
    REFUSE("fit disc.csv --covariate eps:x:3 --train 5", files, "5 impacts to fit are too few for 5 unknowns",
           "(--train, --covariate)");
    REFUSE("fit disc.csv --covariate eps:x:1 --train 1", files, "1 impacts to fit are too few for 3 unknowns");
    REFUSE("fit disc.csv --law ap-newton --covariate eta2:x:1", files, "none of these laws has a parameter eta2");
    REFUSE("fit disc.csv --covariate eps:vy:1 --covariate eps:vn:1", files, "combination"); /* r_x is 0 */
    REFUSE("fit disc.csv --individual --explore", files, "--explore has no effect with --individual");
    REFUSE("fit disc.csv -o fit.svg", files, "give a --covariate");
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, enter_scratch, leave_scratch)

/* The model sees the column too, and the law beside it follows it: `predict` needs it, and solve cannot have it. */
static void a_model_learns_with_covariates(void **state) {
    (void)state;
    write_disc("disc.csv", -0.3);
    run_result result = succeed("learn disc.csv --model rigid --law ap-newton --covariate eps:plate:1 --covariate x "
                                "--train 80 --json -o model.h5");
    json_t *answer = json_loads(result.out, 0, NULL), *test = json_object_get(answer, "test");
    const char *const sides[] = {"model", "law_covariates"};
    const double constant = json_real_value(json_object_get(json_object_get(test, "law"), "error"));
    for (int i = 0; i < 2; i++)
        assert_true(json_real_value(json_object_get(json_object_get(test, sides[i]), "error")) < 0.5 * constant);
    json_decref(answer);
    forget_result(&result);
    result = succeed("predict model.h5 --input disc.csv");
    assert_non_null(strstr(result.err, "mean error 0.0"));
    forget_result(&result);
}

static void covariates_of_models_that_are_refused(void **state) {
    (void)state;
    write_disc("disc.csv", -0.3);
    run_result result = succeed("learn disc.csv --covariate plate --covariate x -o model.h5");
    assert_non_null(strstr(result.out, "it also sees plate, x"));
    assert_null(strstr(result.out, "routh solve"));
    forget_result(&result);
    FILE *file = fopen("bare.csv", "w");
    assert_non_null(file);
    fputs("mass,inertia,rx,ry,vx,vy,omega,plate\n1,0.005,0,-0.1,2,-1,0,0.5\n", file);
    fclose(file);
    const char *const one = "predict model.h5 --mass 1 --inertia 0.005 --rx 0 --ry -0.1 --vx 2 --vy -1 --omega 0";
    expect_refusal(run("predict model.h5 --input bare.csv"),
                   "routh predict: ", (const char *const[]){"bare.csv", "covariate x: a column x is needed", NULL}, 3);
    expect_refusal(run(one), "routh predict: ", (const char *const[]){"covariate plate", "--input", NULL}, 3);
    expect_refusal(run("solve --law model.h5 --input bare.csv"), "routh solve: ",
                   (const char *const[]){"model.h5", "covariate plate", "cannot stand for a law", NULL}, 3);
    expect_refusal(run("learn disc.csv --prior model.h5"),
                   "routh learn: ", (const char *const[]){"has covariates", NULL}, 3);
    expect_refusal(run("learn disc.csv --covariate same"),
                   "routh learn: ", (const char *const[]){"same is the same in all 120 impacts", NULL}, 3);
    expect_refusal(run("learn disc.csv --covariate plat"),
                   "routh learn: ", (const char *const[]){"did you mean \"plate\"", NULL}, 3);
    expect_refusal(run("learn disc.csv --covariate x --covariate x"), "routh learn: x is given twice",
                   (const char *const[]){"(--covariate)", NULL}, 3);
    expect_refusal(run("learn disc.csv --covariate eta2:x:1"), "routh learn: --covariate eta2:x:1: ",
                   (const char *const[]){"wang-mason", "no parameter eta2", NULL}, 3);
    expect_refusal(run("learn disc.csv --covariate y"), "routh learn: ", (const char *const[]){"no y", NULL}, 3);
    expect_refusal(run("learn disc.csv --covariate eps:plate:9"),
                   "routh learn: ", (const char *const[]){"degree 9", NULL}, 3);
}

SLOW_SUBJECT(covariates) {
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(a_column_of_the_table_explains_restitution),
        IN_SCRATCH(text_picture_and_draws),
        IN_SCRATCH(a_study_shows_before_and_after),
        IN_SCRATCH(learned_contestants_have_them_too),
        IN_SCRATCH(nothing_is_claimed_of_a_constant_disc),
        IN_SCRATCH(mistakes_are_explained),
        IN_SCRATCH(a_model_learns_with_covariates),
        IN_SCRATCH(covariates_of_models_that_are_refused),
    };
    const int skipped = nothing_to_test();
    return skipped ? skipped : cmocka_run_group_tests(tests, NULL, NULL);
}
