/* Whether intervals of m/I contain the truth as often as they say: bodies, laws and kinds of noise that the estimator was
 * not tuned on. The noise is put on exact contacts here, not by the product's generator.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/simulate.h>

#include "../effort.h"
#include "../subject.h"
#include "geometry/geometry.h"
#include "inertia/inertia.h"
#include "steps.h"

typedef enum noise_kind { GAUSSIAN, QUANTISED, HEAVY, WRONG_RECORDS, MISSTATED, NOISE_KINDS } noise_kind;
static const char *const kind_name[NOISE_KINDS] = {"normal", "quantised", "student-3", "5 % wrong", "stated 20 % low"};

typedef struct inertia_world {
    const char *name;
    routh_shape shape;
    const char *law;
    double mu, eps, snr;
    noise_kind noise;
    double height; /* of the start over the body's radius, m, up to */
    double duration;
    bool always; /* at effort check, too */
    bool alone;  /* no flights between contacts: each is on its own */
} inertia_world;

static double radius_of(const routh_shape *shape) {
    double radius = shape->kind == ROUTH_POLYGON ? 0 : fmax(shape->a, shape->b);
    for (size_t k = 0; shape->kind == ROUTH_POLYGON && k < shape->count; k++)
        radius = fmax(radius, hypot(shape->vertex[k][0], shape->vertex[k][1]));
    return radius;
}

/* Exact contacts of 100 drops. */
static void drop(const inertia_world *w, uint64_t seed, routh_dataset *dataset) {
    const routh_half_plane ground = routh_half_plane_default();
    routh_world_generator throws = routh_world_generator_default();
    const double radius = radius_of(&w->shape);
    throws.world.body = (routh_body){.shape = w->shape, .mass = 1};
    throws.world.body.inertia = routh_shape_gyration_squared(&w->shape);
    throws.world.plane = &ground;
    throws.run.law = routh_law_find(NULL, w->law);
    routh_law_parameters(throws.run.law, w->mu, w->eps, throws.run.parameters);
    throws.run.duration = w->duration;
    throws.run.rate = 10;
    throws.low.pose.y = radius + w->height / 4;
    throws.high.pose.y = radius + w->height;
    throws.seed = seed;
    assert_int_equal(routh_world_generate(NULL, &throws, dataset), ROUTH_OK);
}

static double draw(noise_kind kind, routh_random *random) {
    if (kind != HEAVY)
        return routh_random_normal(random);
    double squares = 0; /* Student's t with 3 degrees of freedom, of variance 3, scaled to 1 */
    for (int k = 0; k < 3; k++) {
        const double x = routh_random_normal(random);
        squares += x * x;
    }
    return routh_random_normal(random) / sqrt(squares / 3) / sqrt(3);
}

static double *channel_of(routh_record *c, int k) {
    double *const all[] = {&c->y,        &c->theta,    &c->before.vx,  &c->before.vy, &c->before.omega,
                           &c->after.vx, &c->after.vy, &c->after.omega};
    return all[k];
}

enum { CHANNELS = 8 };

/* Noise at the ratio on all records, r at the noisy angle; what then seems to separate is marked, as a reader would. */
static void disturb(const inertia_world *w, uint64_t seed, routh_dataset *d) {
    double sigma[CHANNELS] = {0};
    for (size_t i = 0; i < d->count; i++)
        for (int k = 0; k < CHANNELS; k++)
            sigma[k] += *channel_of(&d->record[i], k) * *channel_of(&d->record[i], k) / (double)d->count;
    for (int k = 0; k < CHANNELS; k++)
        sigma[k] = sqrt(sigma[k]);
    for (int k = 2; k < 5; k++)
        sigma[k] = sigma[k + 3] = hypot(sigma[k], sigma[k + 3]) / sqrt(2);
    routh_random random = routh_random_seed(seed, 99);
    for (size_t i = 0; i < d->count; i++) {
        routh_record *c = &d->record[i];
        const double theta = c->theta;
        for (int k = 0; k < CHANNELS; k++) {
            double s = sigma[k] * pow(10, -w->snr / 20) * (w->noise == MISSTATED ? 1.2 : 1);
            double *value = channel_of(c, k);
            *value += s * draw(w->noise, &random);
            if (w->noise == QUANTISED)
                *value = s * nearbyint(*value / s);
        }
        if (w->noise == WRONG_RECORDS && routh_random_uniform(&random, 0, 1) < 0.05) {
            const int k = (int)routh_random_uniform(&random, 1, CHANNELS);
            *channel_of(c, k) = sigma[k] * 2 * routh_random_normal(&random);
        }
        const double turn = c->theta - theta, rx = c->rx, ry = c->ry;
        double next;
        if (w->shape.kind == ROUTH_POLYGON) {
            c->rx = cos(turn) * rx - sin(turn) * ry;
            c->ry = sin(turn) * rx + cos(turn) * ry;
        } else
            routh_shape_lowest(&w->shape, c->theta, &c->rx, &c->ry, &next);
        if (c->before.vy >= fabs(c->rx * c->before.omega))
            c->reasons |= ROUTH_SEPARATES;
    }
}

typedef struct coverage {
    double sum, squares, claimed, covered;
    size_t answered, refused;
} coverage;

static void estimate_once(const inertia_world *w, uint64_t seed, coverage *all) {
    routh_dataset dataset;
    routh_record *records;
    size_t count;
    routh_inertia_options options = routh_inertia_options_default();
    routh_inertia_estimate fit;
    drop(w, seed, &dataset);
    for (size_t i = 0; w->alone && i < dataset.count; i++)
        dataset.record[i].trajectory = -1;
    disturb(w, seed, &dataset);
    const double truth = dataset.body.mass / dataset.body.inertia;
    assert_int_equal(routh_records_of_noisy(NULL, &dataset, ROUTH_AS_RECORDED, &records, &count), ROUTH_OK);
    assert_int_equal(routh_noise_of_snr(NULL, records, count, w->snr, &options.noise), ROUTH_OK);
    options.shape = &w->shape;
    const routh_status status = routh_inertia_fit(NULL, records, count, &options, &fit);
    if (status == ROUTH_OK && fit.identifiable) {
        const double off = fit.m_over_i / truth - 1;
        all->sum += off;
        all->squares += off * off;
        all->claimed += fit.m_over_i_error * fit.m_over_i_error / truth / truth;
        all->covered += fit.low[0] <= truth && truth <= fit.high[0];
        all->answered++;
    } else
        all->refused++;
    if (status == ROUTH_OK)
        routh_inertia_estimate_release(NULL, &fit);
    routh_records_release(NULL, records);
    routh_dataset_release(NULL, &dataset);
}

static size_t make_worlds(inertia_world *world) {
    static const double flat[4][2] = {{-0.05, -0.02}, {0.05, -0.02}, {0.05, 0.02}, {-0.05, 0.02}};
    const routh_shape square = routh_shape_square(0.06), ellipse = routh_world_generator_default().world.body.shape;
    const routh_shape block = routh_shape_square(1), disc = routh_shape_ellipse(0.05, 0.05);
    routh_shape rectangle = routh_shape_square(0.1);
    for (int k = 0; k < 4; k++)
        for (int j = 0; j < 2; j++)
            rectangle.vertex[k][j] = flat[k][j];
    const inertia_world all[] = {
        {"square", square, "mirtich", 0.3, 0.6, 40, GAUSSIAN, 0.2, 1, 0, 0},
        {"square", square, "mirtich", 0.3, 0.6, 30, GAUSSIAN, 0.2, 1, 1, 0},
        {"square", square, "mirtich", 0.3, 0.6, 20, GAUSSIAN, 0.2, 1, 0, 0},
        {"ellipse", ellipse, "mirtich", 0.3, 0.6, 40, GAUSSIAN, 0.2, 1, 0, 0},
        {"ellipse", ellipse, "mirtich", 0.3, 0.6, 30, GAUSSIAN, 0.2, 1, 1, 0},
        {"ellipse", ellipse, "mirtich", 0.3, 0.6, 20, GAUSSIAN, 0.2, 1, 0, 0},
        {"block 1 m", block, "wang-mason", 0.5, 0.4, 30, GAUSSIAN, 2, 3, 0, 0},
        {"rectangle", rectangle, "wang-mason", 0.2, 0.7, 30, GAUSSIAN, 0.3, 1, 0, 0},
        {"rectangle", rectangle, "ap-newton", 0.6, 0.3, 20, GAUSSIAN, 0.3, 1, 0, 0},
        {"disc", disc, "wang-mason", 0.4, 0.5, 30, GAUSSIAN, 0.2, 1, 0, 0},
        {"square", square, "ap-newton", 0.5, 0.5, 30, QUANTISED, 0.2, 1, 0, 0},
        {"ellipse", ellipse, "wang-mason", 0.2, 0.5, 30, QUANTISED, 0.2, 1, 0, 0},
        {"square", square, "wang-mason", 0.3, 0.6, 30, HEAVY, 0.2, 1, 0, 0},
        {"ellipse", ellipse, "ap-newton", 0.3, 0.6, 30, HEAVY, 0.2, 1, 0, 0},
        {"square", square, "wang-mason", 0.3, 0.6, 30, WRONG_RECORDS, 0.2, 1, 0, 0},
        {"ellipse", ellipse, "ap-newton", 0.3, 0.6, 30, WRONG_RECORDS, 0.2, 1, 0, 0},
        {"square", square, "mirtich", 0.3, 0.6, 40, GAUSSIAN, 0.2, 1, 0, 1},
        {"square", square, "mirtich", 0.3, 0.6, 30, GAUSSIAN, 0.2, 1, 0, 1},
        {"ellipse", ellipse, "mirtich", 0.3, 0.6, 40, GAUSSIAN, 0.2, 1, 0, 1},
        {"ellipse", ellipse, "mirtich", 0.3, 0.6, 30, GAUSSIAN, 0.2, 1, 0, 1},
        {"ellipse", ellipse, "mirtich", 0.3, 0.6, 20, GAUSSIAN, 0.2, 1, 0, 1},
        {"square", square, "wang-mason", 0.3, 0.6, 30, MISSTATED, 0.2, 1, 0, 0},
        {"ellipse", ellipse, "wang-mason", 0.3, 0.6, 25, MISSTATED, 0.2, 1, 0, 0},
    };
    memcpy(world, all, sizeof all);
    return sizeof all / sizeof all[0];
}

/* At effort soak each world's intervals hold the truth in 88 to 100 of 100 seeds; with fewer seeds, one more in five may
 * miss. A world may refuse, but not answer wrongly. */
static void test_intervals(void **state) {
    (void)state;
    inertia_world world[32];
    const size_t worlds = make_worlds(world);
    const uint64_t seeds = effort(1u, 2u, 100u);
    const double least = effort(0.0, 0.5, 0.88);
    bool held = true;
    for (size_t k = 0; k < worlds; k++) {
        const inertia_world *w = &world[k];
        if ((!w->always && effort(1, 1, 0)) || !in_slice((long)k, 2))
            continue;
        coverage all = {0};
        for (uint64_t seed = 1; seed <= seeds; seed++)
            estimate_once(w, seed, &all);
        const double n = (double)all.answered, mean = all.sum / n;
        const double scatter = sqrt((all.squares - n * mean * mean) / (n - 1)), claim = sqrt(all.claimed / n);
        print_message(
            "%-10s%3.0f dB %-11s%-16s%-7sbias %6.2f %% scatter %5.2f %% claim %5.2f %% ratio %4.2f, covered %3.0f "
            "of %3.0f, refused %zu\n",
            w->name, w->snr, w->law, kind_name[w->noise], w->alone ? "alone" : "", 100 * mean, 100 * scatter,
            100 * claim, scatter / claim, all.covered, n, all.refused);
        held = held && (all.answered == 0 || all.covered >= least * n);
        held = held && (w->alone || all.answered >= seeds - seeds / 10);
    }
    assert_true(held);
}

SLOW_SUBJECT(coverage) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_intervals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
