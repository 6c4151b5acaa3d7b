/* Noise that nobody states: found in the flights between contacts, or held by the interval.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/simulate.h>
#include <routh/study.h>

#include "../effort.h"
#include "../subject.h"
#include "geometry/geometry.h"
#include "inertia/inertia.h"
#include "steps.h"

static const routh_noise noise = {.y = 1e-3, .theta = 0.05, .vx = 0.02, .vy = 0.03, .omega = 0.3};

/* Contacts of drops of a rectangle; alone: the first of each drop, unlinked. Noise in all numbers, r at the noisy angle. */
static void make_drops(uint64_t seed, size_t drops, bool alone, routh_dataset *dataset) {
    const routh_half_plane ground = routh_half_plane_default();
    routh_world_generator throws = routh_world_generator_default();
    routh_random random = routh_random_seed(seed, 7);
    const routh_shape shape = {
        .kind = ROUTH_POLYGON, .count = 4, .vertex = {{-0.05, -0.02}, {0.05, -0.02}, {0.05, 0.02}, {-0.05, 0.02}}};
    throws.world.body = (routh_body){.shape = shape, .mass = 1, .inertia = routh_shape_gyration_squared(&shape)};
    throws.world.plane = &ground;
    throws.run.law = routh_law_find(NULL, "mirtich");
    routh_law_parameters(throws.run.law, 0.25, 0.55, throws.run.parameters);
    throws.run.duration = 0.5;
    throws.run.rate = 10;
    throws.seed = seed;
    throws.count = drops;
    assert_int_equal(routh_world_generate(NULL, &throws, dataset), ROUTH_OK);
    size_t kept = 0;
    for (size_t i = 0; i < dataset->count; i++) {
        routh_record *c = &dataset->record[kept];
        if (alone && i > 0 && dataset->record[i].trajectory == dataset->record[i - 1].trajectory)
            continue;
        *c = dataset->record[i];
        kept++;
    }
    dataset->count = kept;
    for (size_t i = 0; i < kept; i++) {
        routh_record *c = &dataset->record[i];
        double next;
        c->y += noise.y * routh_random_normal(&random);
        c->theta += noise.theta * routh_random_normal(&random);
        routh_shape_lowest(&shape, c->theta, &c->rx, &c->ry, &next);
        for (int k = 0; k < 2; k++) {
            routh_velocity *v = k ? &c->after : &c->before;
            v->vx += noise.vx * routh_random_normal(&random);
            v->vy += noise.vy * routh_random_normal(&random);
            v->omega += noise.omega * routh_random_normal(&random);
        }
    }
}

/* Each deviation within a third of the true one: a median of 100 links has an error of a tenth. */
static void flights_show_the_noise(void **state) {
    (void)state;
    routh_dataset dataset;
    routh_record *records;
    size_t count;
    routh_noise found = {0};
    bool is_found;
    make_drops(3, 40, false, &dataset);
    assert_int_equal(routh_records_of(NULL, &dataset, ROUTH_AS_RECORDED, &records, &count), ROUTH_OK);
    assert_int_equal(routh_noise_of_links(NULL, records, count, 9.81, &found, &is_found), ROUTH_OK);
    print_message("%zu contacts: y %.2g m, θ %.2g rad, vx %.2g, vy %.2g m/s, ω %.2g rad/s\n", count, found.y,
                  found.theta, found.vx, found.vy, found.omega);
    assert_true(is_found);
    check_near(found.y, noise.y, noise.y / 3);
    check_near(found.theta, noise.theta, noise.theta / 3);
    check_near(found.vx, noise.vx, noise.vx / 3);
    check_near(found.vy, noise.vy, noise.vy / 3);
    check_near(found.omega, noise.omega, noise.omega / 3);
    assert_int_equal(routh_noise_of_links(NULL, records, 10, 9.81, &found, &is_found), ROUTH_OK);
    assert_false(is_found);
    for (size_t i = 0; i < count; i++)
        records[i].trajectory = -1; /* none: nothing says that the next impact is of the same motion */
    assert_int_equal(routh_noise_of_links(NULL, records, count, 9.81, &found, &is_found), ROUTH_OK);
    assert_false(is_found);
    routh_records_release(NULL, records);
    routh_dataset_release(NULL, &dataset);
}

/* Told nothing, the interval holds the truth; with r taken as exact it holds in a third of these. */
static void intervals_hold_without_a_word(void **state) {
    (void)state;
    const int draws = effort(6, 12, 60);
    int held = 0, refused = 0;
    for (int i = 0; i < draws; i++) {
        routh_dataset dataset;
        routh_inertia_study study;
        make_drops(100 + (uint64_t)i, 100, true, &dataset);
        const double truth = dataset.body.mass / dataset.body.inertia;
        if (routh_inertia_study_run(NULL, &dataset, NULL, &study) == ROUTH_OK) {
            held += study.fit.low[0] <= truth && truth <= study.fit.high[0];
            assert_true(study.fit.noise.theta > 0);
        } else {
            refused++;
        }
        routh_inertia_study_release(NULL, &study);
        routh_dataset_release(NULL, &dataset);
    }
    print_message("%d of %d intervals hold, %d refused\n", held, draws - refused, refused);
    assert_true(refused <= draws / 6);
    assert_true(draws - refused - held <= draws / 12);
}

SLOW_SUBJECT(unstated_noise) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flights_show_the_noise),
        cmocka_unit_test(intervals_hold_without_a_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
