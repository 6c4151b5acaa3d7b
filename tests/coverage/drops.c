/* Planar recordings of a world: exact drops, disturbed as a camera would.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coverage.h"

enum { X, Y, THETA, VX, VY, OMEGA };

/* A failure of the generator is one of this program. */
static void made(routh_status status, const routh_context *context) {
    if (status == ROUTH_OK)
        return;
    fprintf(stderr, "routh-coverage: a world cannot be made: %s\n", context->message);
    exit(EXIT_FAILURE);
}

/* A known force of six times the weight, and its torque, so that mass and inertia show in steps of a millisecond. */
static void push(const coverage_world *world, routh_world_generator *drops) {
    drops->run.integrator = ROUTH_TIME_STEPS;
    drops->world.wrench.kind = ROUTH_SINUSOID;
    drops->world.wrench.fx = 60 * world->mass;
    drops->world.wrench.torque = 1.8 * world->mass;
    drops->world.wrench.frequency = 4;
}

static void exact_drops(const coverage_world *world, uint64_t seed, double duration, bool pushed,
                        routh_dataset *dataset) {
    routh_context context = routh_context_default();
    routh_world_generator drops = routh_world_generator_default();
    const routh_half_plane ground = {.mu = world->mu, .eps = world->eps};
    context.threads = 1;
    drops.world.plane = &ground;
    if (pushed)
        push(world, &drops);
    drops.world.body = world_body(world);
    drops.run.law = world_law(world, drops.run.parameters);
    drops.run.rate = 1 / world_frame(world);
    drops.run.duration = duration;
    drops.count = world->count;
    drops.seed = world_seed(world, seed);
    made(routh_world_generate(&context, &drops, dataset), &context);
}

void world_lowest_point(const routh_shape *shape, double theta, double *rx, double *ry) {
    const double c = cos(theta), s = sin(theta);
    if (shape->kind == ROUTH_POLYGON) {
        *ry = INFINITY;
        for (size_t k = 0; k < shape->count; k++) {
            const double x = shape->vertex[k][0], y = shape->vertex[k][1];
            if (s * x + c * y < *ry) {
                *rx = c * x - s * y;
                *ry = s * x + c * y;
            }
        }
        return;
    }
    const double a = shape->a, b = shape->b, reach = hypot(a * s, b * c); /* down in body axes: (−s, −c) */
    const double x = -a * a * s / reach, y = -b * b * c / reach;
    *rx = c * x - s * y;
    *ry = s * x + c * y;
}

/* What is wrong by far: the angle of another bounce, and a velocity after of nothing. */
static void spoil(instrument *with, routh_record *r) {
    r->theta += routh_random_uniform(&with->random, 0.3, 1.2);
    r->after.vx += routh_random_uniform(&with->random, -1, 1);
    r->after.omega += routh_random_uniform(&with->random, -20, 20);
}

/* Deviations at that ratio to the root mean square of every channel. */
static routh_noise noise_at_ratio(const routh_dataset *exact, double decibels) {
    const double part = pow(10, -decibels / 20), n = (double)exact->count;
    double y = 0, theta = 0, vx = 0, vy = 0, omega = 0;
    for (size_t i = 0; i < exact->count; i++) {
        const routh_record *r = &exact->record[i];
        y += r->y * r->y / n;
        theta += r->theta * r->theta / n;
        vx += (r->before.vx * r->before.vx + r->after.vx * r->after.vx) / (2 * n);
        vy += (r->before.vy * r->before.vy + r->after.vy * r->after.vy) / (2 * n);
        omega += (r->before.omega * r->before.omega + r->after.omega * r->after.omega) / (2 * n);
    }
    return (routh_noise){.y = part * sqrt(y),
                         .theta = part * sqrt(theta),
                         .vx = part * sqrt(vx),
                         .vy = part * sqrt(vy),
                         .omega = part * sqrt(omega)};
}

static void disturb_record(const coverage_world *world, routh_noise noise, instrument *with, const routh_shape *shape,
                           size_t index, routh_record *r) {
    if (world->noise == LATENT) {
        r->theta -= r->before.omega * world_frame(world) / 2;
        r->y -= r->before.vy * world_frame(world) / 2;
    }
    if (world->noise == BIASED) {
        r->theta += BIAS_ANGLE;
        r->y += BIAS_HEIGHT;
    }
    instrument_rest(with); /* drops are minutes apart */
    r->x = measured(with, X, r->x, noise.y);
    r->y = measured(with, Y, r->y, noise.y);
    r->theta = measured(with, THETA, r->theta, noise.theta);
    routh_velocity *const both[] = {&r->before, &r->after};
    for (int k = 0; k < 2; k++) {
        both[k]->vx = measured(with, VX, both[k]->vx, noise.vx);
        both[k]->vy = measured(with, VY, both[k]->vy, noise.vy);
        both[k]->omega = measured(with, OMEGA, both[k]->omega, noise.omega);
    }
    if (world->noise == WRONG && index % 30 == 7)
        spoil(with, r);
    world_lowest_point(shape, r->theta, &r->rx, &r->ry);
}

/* The records are all there is of a recording of impacts. */
static void first_impacts(const coverage_world *world, uint64_t seed, bool pushed, routh_dataset *dataset) {
    routh_dataset exact;
    exact_drops(world, seed, 0.3, pushed, &exact);
    instrument with = instrument_of(world, seed, 0);
    const routh_noise noise = world->kinds & RATIOS ? noise_at_ratio(&exact, world->size) : world_noise(world);
    size_t kept = 0;
    long last = -1;
    *dataset = exact;
    dataset->trajectory = NULL;
    dataset->trajectory_count = 0;
    for (size_t i = 0; i < exact.count; i++) {
        routh_record r = exact.record[i];
        if (r.trajectory == last || r.reasons)
            continue;
        last = r.trajectory;
        r.trajectory = -1;
        disturb_record(world, noise, &with, &exact.body.shape, kept, &r);
        dataset->record[kept++] = r;
    }
    dataset->count = kept;
    exact.record = NULL;
    exact.count = 0;
    routh_dataset_release(NULL, &exact);
}

void world_impacts(const coverage_world *world, uint64_t seed, routh_dataset *dataset) {
    first_impacts(world, seed, false, dataset);
}

void world_pushed(const coverage_world *world, uint64_t seed, routh_dataset *dataset) {
    first_impacts(world, seed, true, dataset);
}

static void disturb_frames(const coverage_world *world, instrument *with, routh_trajectory *one, size_t index) {
    const double length = 1e-4 * world->size, angle = 2e-3 * world->size; /* of a frame; the flights average */
    size_t kept = 0;
    double last = one->theta[0]; /* true angle of the frame before */
    for (size_t i = 0; i < one->count; i++) {
        const double x = one->x[i], time = one->time[i], turned = one->theta[i] - last;
        double y = one->y[i], theta = one->theta[i];
        last = theta;
        if (world->noise == DROPPED && (i + 7 * index) % 20 == 13)
            continue;
        if (world->noise == LATENT)
            theta -= turned / 2;
        if (world->noise == BIASED) {
            theta += BIAS_ANGLE;
            y += BIAS_HEIGHT;
        }
        one->time[kept] = time;
        one->x[kept] = measured(with, X, x, length);
        one->y[kept] = measured(with, Y, y, length);
        one->theta[kept++] = measured(with, THETA, theta, angle);
    }
    one->count = kept;
}

void world_drops(const coverage_world *world, uint64_t seed, routh_dataset *dataset) {
    exact_drops(world, seed, 0.4, false, dataset);
    dataset->count = 0;
    for (size_t k = 0; k < dataset->trajectory_count; k++) {
        routh_trajectory *one = &dataset->trajectory[k];
        instrument with = instrument_of(world, seed, 1 + k);
        disturb_frames(world, &with, one, k);
        for (size_t i = 0; world->noise == WRONG && k % 30 == 7 && i < one->count; i++)
            one->theta[i] *= 1.3;
        free(one->vx); /* a camera has poses only */
        free(one->vy);
        free(one->omega);
        one->vx = one->vy = one->omega = NULL;
    }
}
