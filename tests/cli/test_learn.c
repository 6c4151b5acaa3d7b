/* `routh learn` and `routh predict`: what is learned, written, read and predicted; and what they refuse.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <jansson.h>
#include <math.h>

#include "../subject.h"
#include "run_program.h"

#define HEADER "mass,inertia,rx,ry,vx,vy,omega"
#define DROP   "0.0364,1.347e-5,-0.015,-0.028,1.9,-1.3,-4"
#define OTHER  "0.0364,1.347e-5,-0.012,-0.0287,0.98,-1.9,13"

static json_t *json_of(const char *arguments) {
    run_result result = succeed(arguments);
    json_t *all = json_loads(result.out, 0, NULL);
    assert_non_null(all);
    forget_result(&result);
    return all;
}

static double number_at(const json_t *object, const char *const *path) {
    for (; *path; path++)
        object = json_object_get(object, *path);
    assert_true(json_is_number(object));
    return json_number_value(object);
}

#define NUMBER(object, ...) number_at(object, (const char *const[]){__VA_ARGS__, NULL})

static json_t *prediction_at(const json_t *all, size_t index) {
    json_t *one = json_array_get(json_object_get(all, "predictions"), index);
    assert_non_null(one);
    return one;
}

static void expect_words(const char *text, const char *const *words) {
    for (; *words; words++) {
        if (!strstr(text, *words))
            print_error("\"%s\" is not in: %s", *words, text);
        assert_non_null(strstr(text, *words));
    }
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Drops generated with another law leave Wang–Mason a residual, of which a model learns some. */
static void test_learning_beats_the_wrong_law(void **state) {
    (void)state;
    json_t *all = json_of("learn --generate drumwright-shell --count 500 --train 400 --model residual --json "
                          "-o residual.h5");
    assert_true(NUMBER(all, "test", "model", "error") < 0.9 * NUMBER(all, "test", "law", "error"));
    assert_true(NUMBER(all, "test", "irb_velocity", "error") < NUMBER(all, "test", "model", "error"));
    assert_true(NUMBER(all, "test", "held_out") == 100);
    assert_true(NUMBER(all, "n_train") == 400);
    const double covered = NUMBER(all, "test", "coverage", "Pn", "covered");
    assert_true(covered > 0.8 && covered <= 1);
    json_decref(all);
}

static void test_words(void **state) {
    (void)state;
    run_result text = succeed("learn --count 120 --train 80 -o model.h5");
    expect_words(text.out, WORDS("Learned: wrench", "80 impacts drawn with seed 1, the other 40 held out",
                                 "rigid bound", "wang-mason, mu 0.1", "intervals of 95 %", "Mtt",
                                 "leave the energy ellipse", "Written to model.h5"));
    forget_result(&text);
    json_t *all = json_of("learn --count 120 --train 80 -o model.h5 --json --threads 2");
    assert_string_equal(json_string_value(json_object_get(json_object_get(all, "model"), "file")), "model.h5");
    json_decref(all);
    text = succeed("learn --count 60 --model rigid"); /* nothing is held out, nothing kept */
    expect_words(text.out, WORDS("From: 60 impacts", "each predicted from all others", "--train N", "not kept"));
    assert_null(strstr(text.out, "rigid bound"));
    forget_result(&text);
    text = succeed("laws model.h5");
    expect_words(text.out, WORDS("wrench", "80 of 120 impacts of generated-wang-mason, seed 1", "as-recorded"));
    forget_result(&text);
}

/* A model predicts the same as a law, in the words of two verbs; a couple is part of the motion after. */
static void test_predict_and_solve_agree(void **state) {
    (void)state;
    run_result trained = succeed("learn --count 100 --train 80 -o model.h5");
    forget_result(&trained);
    write_whole("drops.csv", HEADER "\n" DROP "\n" OTHER "\n");
    json_t *predicted = json_of("predict model.h5 --input drops.csv --json");
    json_t *solved = json_of("solve --law ./model.h5 --input drops.csv --json");
    assert_string_equal(json_string_value(json_object_get(solved, "law")), "model.h5");
    for (size_t i = 0; i < 2; i++) {
        const json_t *one = prediction_at(predicted, i);
        const json_t *other = json_array_get(json_object_get(solved, "outcomes"), i);
        static const char *const same[] = {"pt", "pn", "couple", "vx", "vy", "omega", "energy_ratio"};
        for (size_t k = 0; k < sizeof same / sizeof same[0]; k++)
            assert_true(fabs(NUMBER(one, same[k]) - NUMBER(other, same[k])) <=
                        1e-9 * fmax(1e-6, fabs(NUMBER(one, same[k]))));
        assert_true(NUMBER(one, "couple") != 0);
        assert_true(NUMBER(one, "vx_sd") > 0 && NUMBER(one, "couple_sd") > 0);
        const double ry = i == 0 ? -0.028 : -0.0287, rx = i == 0 ? -0.015 : -0.012, omega = i == 0 ? -4 : 13;
        const double spun = rx * NUMBER(one, "pn") - ry * NUMBER(one, "pt") + NUMBER(one, "couple");
        assert_true(fabs(NUMBER(one, "omega") - omega - spun / 1.347e-5) < 1e-9);
    }
    json_decref(predicted);
    json_decref(solved);
    run_result table = succeed("solve --law model.h5 --input drops.csv");
    assert_non_null(strstr(table.out, "pt,pn,vx,vy,omega,mode,energy_ratio,flags,couple\n"));
    forget_result(&table);
    table = succeed("solve --law model.h5 --project --input drops.csv"); /* without a couple */
    assert_non_null(strstr(table.out, "pt,pn,vx,vy,omega,mode,energy_ratio,flags\n"));
    forget_result(&table);
}

/* Far from all it has seen a model predicts what no contact could do, until it is put back. */
static void test_projection(void **state) {
    (void)state;
    run_result trained = succeed("learn --count 100 --model rigid -o model.h5");
    forget_result(&trained);
    const char *const gentle = "--mass 0.0364 --inertia 1.347e-5 --rx 0.01 --ry -0.029 --vx 0 --vy -0.001 --omega 0";
    char arguments[512];
    snprintf(arguments, sizeof arguments, "predict model.h5 %s", gentle);
    run_result far = succeed(arguments);
    expect_words(far.err, WORDS("1 of 1 impact is far from all that the model learned from", "--project"));
    forget_result(&far);
    snprintf(arguments, sizeof arguments, "predict model.h5 --json %s", gentle);
    json_t *all = json_of(arguments);
    assert_true(json_is_false(json_object_get(prediction_at(all, 0), "inside")));
    assert_true(NUMBER(prediction_at(all, 0), "energy_ratio") > 1);
    json_decref(all);
    snprintf(arguments, sizeof arguments, "predict model.h5 --project --json %s", gentle);
    all = json_of(arguments);
    const json_t *one = prediction_at(all, 0);
    assert_true(json_is_false(json_object_get(one, "inside"))); /* that is why it was moved */
    assert_true(NUMBER(one, "energy_ratio") <= 1 + 1e-9);
    assert_true(NUMBER(one, "vy") + 0.01 * NUMBER(one, "omega") >= -1e-9);
    assert_true(NUMBER(one, "pn") >= 0);
    json_decref(all);
    far = succeed("predict model.h5 --mass 0.0364 --inertia 1.347e-5 --rx 0.0093 --ry -0.0278 --vx 0.3 --vy -1.2 "
                  "--omega 4"); /* in the midst of them */
    assert_string_equal(far.err, "");
    forget_result(&far);
}

/* Where the velocity after was measured, the error is told; extra columns may hold anything. */
static void test_measured_columns(void **state) {
    (void)state;
    run_result result = succeed("learn --count 100 --model rigid -o model.h5");
    forget_result(&result);
    write_whole("measured.csv", HEADER ",vx_after,vy_after,omega_after,x\n" DROP ",1.68,-0.29,-61,who\n");
    result = succeed("predict model.h5 --input measured.csv -o out.csv");
    assert_string_equal(result.out, "");
    assert_non_null(strstr(result.err, "mean error"));
    forget_result(&result);
    char *table = read_whole("out.csv");
    const char *const header = "pt,pn,vx,vy,omega,pt_sd,pn_sd,vx_sd,vy_sd,omega_sd,pt_95,pn_95,vx_95,vy_95,omega_95,"
                               "energy_ratio,error,inside,far\n";
    assert_memory_equal(table, header, strlen(header));
    double value[17];
    char *at = table + strlen(header);
    for (int i = 0; i < 17; i++)
        value[i] = strtod(i ? at + 1 : at, &at);
    const double gyration = sqrt(1.347e-5 / 0.0364);
    const double expected =
        sqrt(pow(value[2] - 1.68, 2) + pow(value[3] + 0.29, 2) + pow(gyration * (value[4] + 61), 2));
    assert_true(fabs(value[16] - expected) < 1e-12);
    free(table);
}

static void test_baseline_needs_its_pose(void **state) {
    (void)state;
    FILE *file = fopen("poses.csv", "w");
    assert_non_null(file);
    fputs(HEADER ",vx_after,vy_after,omega_after,x,y,theta\n", file);
    for (int i = 0; i < 60; i++)
        fprintf(file, "1,0.01,%g,-0.1,%g,%g,%g,%g,%g,%g,%g,0.1,%g\n", 0.05 * sin(i), cos(2 * i), -1 - 0.3 * sin(3 * i),
                cos(5 * i), 0.8 * cos(2 * i), 0.5 + 0.1 * sin(3 * i), 2 * sin(i), 0.1 * cos(7 * i), sin(4 * i));
    assert_int_equal(fclose(file), 0);
    run_result result = succeed("learn poses.csv --frame as-recorded --model baseline --train 50 -o base.h5");
    assert_non_null(strstr(result.out, "theta"));
    assert_null(strstr(result.out, "energy ellipse"));
    forget_result(&result);
    result = succeed("predict base.h5 --input poses.csv");
    assert_memory_equal(result.out, "vx,vy,omega,vx_sd,", 18);
    forget_result(&result);
    write_whole("drops.csv", HEADER "\n" DROP "\n");
    expect_refusal(run("predict base.h5 --input drops.csv"), "routh predict: drops.csv: base.h5 learned with the pose",
                   WORDS("x, y and theta"), 3);
    expect_refusal(run("solve --law base.h5 --input drops.csv"),
                   "routh solve: base.h5: a baseline model knows no contact", WORDS("routh predict"), 3);
}

/* What one model leaves over, learned by another; the prior is judged as it is beside it. */
static void test_prior(void **state) {
    (void)state;
    run_result result = succeed("learn --count 200 --model rigid -o old.h5");
    forget_result(&result);
    result = succeed("learn --count 100 --seed 7 --train 30 --model rigid --prior old.h5 -o new.h5");
    expect_words(result.out, WORDS("only the residual of old.h5", "old.h5 as it is"));
    forget_result(&result);
    write_whole("drops.csv", HEADER "\n" DROP "\n");
    result = succeed("predict new.h5 --input drops.csv");
    assert_int_equal(count_lines(result.out), 2);
    forget_result(&result);
}

static void test_the_same_seed_is_the_same_model(void **state) {
    (void)state;
    write_whole("drops.csv", HEADER "\n" DROP "\n" OTHER "\n");
    char *answer[2];
    for (int i = 0; i < 2; i++) {
        run_result result = succeed("learn --count 120 --train 60 --seed 3 -o model.h5");
        forget_result(&result);
        result = succeed(i ? "predict model.h5 --threads 1 --input drops.csv" : "predict model.h5 --input drops.csv");
        answer[i] = result.out;
        free(result.err);
    }
    assert_string_equal(answer[0], answer[1]);
    free(answer[0]);
    free(answer[1]);
}

/* Nothing is overwritten by what fails, and every message says what to do. */
static void test_refusals(void **state) {
    (void)state;
    run_result result = succeed("learn --count 60 --model rigid -o model.h5");
    forget_result(&result);
    write_whole("drops.csv", HEADER "\n" DROP "\n");
    write_whole("note.txt", "not a model");
    static const struct {
        const char *arguments, *begins, *holds;
    } table[] = {
        {"learn --count 60 --train 61", "routh learn: --train 61: there are only 60", ""},
        {"learn --count 60 --train 3 -o model.h5", "routh learn: ", "3"},
        {"learn --model wrong", "routh learn: no model is called \"wrong\"", ""},
        {"learn --model rigd", "routh learn: ", "did you mean \"rigid\"?"},
        {"learn --law model.h5", "routh learn: --law: ", "--prior"},
        {"learn --metric length", "routh learn: --metric \"length\"", "momentum, velocity"},
        {"learn --count 60 -o -", "routh learn: --output -", "HDF5"},
        {"learn --count 60 -o no/such/model.h5", "routh learn: no/such/model.h5", "no/such does not exist"},
        {"learn --count 60 --prior model.h5 -o model.h5", "routh learn: model.h5: output and input are the same", ""},
        {"learn drops.csv --count 60", "routh learn: --generate and --count", "DATA"},
        {"learn --count 60 --model residual --prior model.h5", "routh learn: ", ""},
        {"predict", "routh predict: missing MODEL.h5", "routh learn"},
        {"predict none.h5 --input drops.csv", "routh predict: none.h5", ""},
        {"predict note.txt --input drops.csv", "routh predict: note.txt", ""},
        {"predict model.h5 --input drops.csv -o model.h5", "routh predict: model.h5: output and input", ""},
        {"predict model.h5 --mass 1", "routh predict: missing --inertia, --rx, --ry, --vx, --vy, --omega", ""},
        {"predict model.h5 --mass 1 --inertia 1 --rx 0 --ry -1 --vx 0 --vy 1 --omega 0", "routh predict: ", "v_n < 0"},
        {"solve --law none.h5 --input drops.csv", "routh solve: none.h5", ""},
        {"solve --law note.txt --input drops.csv", "routh solve: note.txt", ""},
        {"solve --law wang-masn --input drops.csv", "routh solve: ", "did you mean"},
        {"solve --law model.h5 --input drops.csv -o model.h5", "routh solve: model.h5: output and input", ""},
        {"solve --law mirtich --project --input drops.csv", "routh solve: --project has no effect on mirtich", ""},
        {"fit drops.csv --law model.h5", "routh fit: --law model.h5: a learned law has no parameters to fit", "study"},
        {"study --count 60 --law model.h5 --law ./model.h5", "routh study: --law model.h5: another law", ""},
        {"study --count 60 --learn-sizes 25,50", "routh study: --learn-sizes needs --learn", ""},
        {"study --count 60 --learn --learn-sizes 50,25", "routh study: --learn-sizes 50,25", "larger"},
        {"study --count 60 --learn --learn-sizes 25;50", "routh study: --learn-sizes \"25;50\"", "25,50,100"},
        {"study --count 60 --learn --prior none.h5", "routh study: none.h5", ""},
        {"study --count 60 --learn --learn-law bogus", "routh study: --learn-law: ", "bogus"},
        {"laws model.h5 --json", "routh laws: model.h5", "registry"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        expect_refusal(run(table[i].arguments), table[i].begins, WORDS(table[i].holds), 3);
    result = succeed("predict model.h5 --input drops.csv"); /* as it was */
    forget_result(&result);
}

SLOW_SUBJECT(learn) {
    if (nothing_to_test())
        return SKIPPED;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_learning_beats_the_wrong_law, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_words, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_predict_and_solve_agree, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_projection, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_measured_columns, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_baseline_needs_its_pose, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_prior, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_the_same_seed_is_the_same_model, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_refusals, enter_scratch, leave_scratch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
