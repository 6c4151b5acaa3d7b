/* Whose numbers may be used: of a recording that a law generated, of one whose velocities after belong to other impacts, of
 * one that repeats the same impact, and of two bodies in one recording.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../subject.h"

enum { COUNT = 120, FIRST_SIZE = 512 };

static void generate(double mu, double eps, uint64_t seed, routh_dataset *dataset) {
    routh_dataset_generator generator = routh_dataset_generator_default();
    routh_law_parameters(generator.law, mu, eps, generator.parameters);
    generator.drops.seed = seed;
    assert_int_equal(routh_dataset_generate(NULL, &generator, COUNT, dataset), ROUTH_OK);
}

static routh_standing stand(const routh_dataset *dataset, char first[FIRST_SIZE]) {
    routh_study_options options = routh_study_options_default();
    const routh_law *laws[] = {routh_law_find(NULL, "mirtich")};
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_study study;
    options.laws = laws;
    options.law_count = 1;
    options.draws = 2;
    options.k_max = 5;
    options.resamples = 20;
    options.references = 4;
    assert_int_equal(routh_study_run(NULL, dataset, &frame, 1, NULL, &options, &study), ROUTH_OK);
    snprintf(first, FIRST_SIZE, "%s", study.frame[0].findings.finding[0].text);
    const routh_standing standing = study.frame[0].standing;
    const routh_findings *said = &study.frame[0].findings;
    for (size_t i = 0; i < said->count && standing == ROUTH_STANDING_NONE; i++)
        assert_null(
            strstr(said->finding[i].text, "with a standard error of")); /* of a number that is recommended by none */
    routh_study_release(NULL, &study);
    return standing;
}

static void what_a_law_made_is_sound(void **state) {
    (void)state;
    routh_dataset dataset;
    char first[FIRST_SIZE];
    generate(0.2, 0.6, 3, &dataset);
    assert_int_equal(stand(&dataset, first), ROUTH_STANDING_SOUND);
    assert_ptr_equal(strstr(first, "Use these values"), first);
    routh_dataset_release(NULL, &dataset);
}

/* What rounding leaves is related to something, too, and is many times what noise of rounding leaves. */
static void what_a_law_made_without_noise_is_sound(void **state) {
    (void)state;
    const routh_half_plane ground = routh_half_plane_default();
    routh_world_generator throws = routh_world_generator_default();
    routh_dataset dataset;
    char first[FIRST_SIZE];
    throws.world.plane = &ground;
    throws.run.law = routh_law_find(NULL, "mirtich");
    routh_law_parameters(throws.run.law, 0.3, 0.5, throws.run.parameters);
    throws.count = 20;
    for (throws.seed = 5; throws.seed < 7; throws.seed++) {
        assert_int_equal(routh_world_generate(NULL, &throws, &dataset), ROUTH_OK);
        assert_int_equal(stand(&dataset, first), ROUTH_STANDING_SOUND);
        assert_ptr_equal(strstr(first, "Use these values"), first);
        routh_dataset_release(NULL, &dataset);
    }
}

/* Errors are relative to the motion after, of which such impacts have none. */
static void bodies_that_stop_raise_no_doubt(void **state) {
    (void)state;
    routh_dataset dataset;
    char first[FIRST_SIZE];
    generate(0.2, 0.6, 3, &dataset);
    for (size_t i = 0; i < 2; i++)
        dataset.record[50 * i].after = (routh_velocity){0, 0, 0};
    assert_int_equal(stand(&dataset, first), ROUTH_STANDING_SOUND);
    assert_ptr_equal(strstr(first, "Use these values"), first);
    routh_dataset_release(NULL, &dataset);
}

/* Each impact has the velocity after of the next. */
static void answers_of_others_are_explained_by_none(void **state) {
    (void)state;
    routh_dataset dataset;
    char first[FIRST_SIZE];
    generate(0.2, 0.6, 4, &dataset);
    const routh_velocity start = dataset.record[0].after;
    for (size_t i = 0; i < COUNT; i++)
        dataset.record[i].after = i + 1 < COUNT ? dataset.record[i + 1].after : start;
    assert_int_equal(stand(&dataset, first), ROUTH_STANDING_NONE);
    assert_ptr_equal(strstr(first, "No law explains this recording"), first);
    routh_dataset_release(NULL, &dataset);
}

/* Fits look no further than a friction of 2: one that they find there is bounded below, and not within 0.01 of it. */
static void friction_at_the_cap_has_no_upper_bound(void **state) {
    (void)state;
    routh_dataset dataset;
    char first[FIRST_SIZE];
    routh_dataset_generator generator = routh_dataset_generator_default();
    routh_law_parameters(generator.law, 4, 0.6, generator.parameters);
    generator.drops.seed = 10;
    generator.drops.semi_a = 0.06;
    generator.drops.semi_b = 0.006;
    generator.drops.inertia = generator.drops.mass * 0.03 * 0.03;
    generator.drops.speed_x = 3;
    assert_int_equal(routh_dataset_generate(NULL, &generator, COUNT, &dataset), ROUTH_OK);
    stand(&dataset, first);
    assert_non_null(strstr(first, "μ of at least"));
    routh_dataset_release(NULL, &dataset);
}

/* One impact in twelve with another corner contradicts neither frame nor body: the others obey both. */
static void wrong_corners_are_no_wrong_body(void **state) {
    (void)state;
    routh_dataset dataset;
    char first[FIRST_SIZE];
    generate(0.2, 0.6, 11, &dataset);
    for (size_t i = 0; i < COUNT; i += 12)
        dataset.record[i].rx = dataset.record[i].rx > 0 ? -0.3 : 0.3;
    assert_int_equal(stand(&dataset, first), ROUTH_STANDING_DOUBTFUL);
    assert_non_null(strstr(first, "look at the corners"));
    routh_dataset_release(NULL, &dataset);
}

/* Two conventions in one file. */
static void mirrored_halves_are_named(void **state) {
    (void)state;
    routh_dataset dataset;
    char first[FIRST_SIZE];
    generate(0.2, 0.6, 9, &dataset);
    for (size_t i = COUNT / 2; i < COUNT; i++)
        dataset.record[i].rx = -dataset.record[i].rx;
    assert_int_not_equal(stand(&dataset, first), ROUTH_STANDING_SOUND);
    assert_non_null(strstr(first, "impacts are mirrored"));
    routh_dataset_release(NULL, &dataset);
}

/* The same impact again and again, with noise: a constant is as good as the law then, which refutes nothing. */
static void one_impact_repeated_refutes_nothing(void **state) {
    (void)state;
    routh_dataset dataset;
    char first[FIRST_SIZE];
    generate(0.2, 0.6, 5, &dataset);
    routh_random random = routh_random_seed(1, 0);
    for (size_t i = COUNT; i-- > 0;) {
        dataset.record[i] = dataset.record[0];
        dataset.record[i].after.vx += 0.02 * routh_random_normal(&random);
        dataset.record[i].after.vy += 0.02 * routh_random_normal(&random);
        dataset.record[i].before.vx += 1e-3 * routh_random_normal(&random);
    }
    assert_int_equal(stand(&dataset, first), ROUTH_STANDING_DOUBTFUL);
    routh_dataset_release(NULL, &dataset);
}

/* Each of thirty impacts four times: the copies are left out, and what is left is not said to be all that was recorded. */
static void copies_are_no_more_impacts(void **state) {
    (void)state;
    routh_dataset dataset;
    char first[FIRST_SIZE];
    generate(0.2, 0.6, 8, &dataset);
    for (size_t i = 30; i < COUNT; i++) {
        dataset.record[i] = dataset.record[i % 30];
        dataset.record[i].reasons |= ROUTH_DUPLICATE;
    }
    assert_int_equal(stand(&dataset, first), ROUTH_STANDING_DOUBTFUL);
    assert_non_null(strstr(first, "90 of the records are copies"));
    routh_dataset_release(NULL, &dataset);
}

/* Half of the impacts are of surfaces with another friction and restitution: the best law is true of neither. */
static void two_bodies_are_no_one_law(void **state) {
    (void)state;
    routh_dataset dataset, other;
    char first[FIRST_SIZE];
    generate(0.3, 0.5, 6, &dataset);
    generate(0.05, 0.85, 7, &other);
    for (size_t i = 0; i < COUNT; i += 2)
        dataset.record[i] = other.record[i];
    assert_int_equal(stand(&dataset, first), ROUTH_STANDING_DOUBTFUL);
    assert_null(strstr(first, "Use these values"));
    routh_dataset_release(NULL, &other);
    routh_dataset_release(NULL, &dataset);
}

/* No simulator gets the numbers of a study that recommends none, unless asked twice. */
static void refuted_values_are_not_exported(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_material material = routh_material_default();
    routh_export_options options = routh_export_options_default();
    routh_export_job job;
    material.value[ROUTH_MATERIAL_MU] = 0.3;
    material.value[ROUTH_MATERIAL_EPS] = 0.5;
    material.standing = ROUTH_STANDING_NONE;
    assert_int_equal(routh_export_prepare(&context, &material, ROUTH_EXPORT_MJCF, &options, &job), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "no law explains"));
    routh_export_job_release(NULL, &job);
    options.force = true;
    assert_int_equal(routh_export_prepare(&context, &material, ROUTH_EXPORT_MJCF, &options, &job), ROUTH_OK);
    routh_export_job_release(NULL, &job);
}

SLOW_SUBJECT(standing) {
    static const struct CMUnitTest all[] = {
        cmocka_unit_test(what_a_law_made_is_sound),
        cmocka_unit_test(what_a_law_made_without_noise_is_sound),
        cmocka_unit_test(bodies_that_stop_raise_no_doubt),
        cmocka_unit_test(answers_of_others_are_explained_by_none),
        cmocka_unit_test(friction_at_the_cap_has_no_upper_bound),
        cmocka_unit_test(wrong_corners_are_no_wrong_body),
        cmocka_unit_test(mirrored_halves_are_named),
        cmocka_unit_test(one_impact_repeated_refutes_nothing),
        cmocka_unit_test(two_bodies_are_no_one_law),
        cmocka_unit_test(copies_are_no_more_impacts),
        cmocka_unit_test(refuted_values_are_not_exported),
    };
    return cmocka_run_group_tests(all, NULL, NULL);
}
