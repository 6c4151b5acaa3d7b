/* Tosses of convex bodies of any shape, with known truth. The rounded body is the hull of `inner` corners with a ball about
 * each; the rotation goes by Runge and Kutta's small steps of Euler's equations; nothing here uses the shape or the free turn
 * of the library.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_SEGMENT_GENERATED_BODIES_H
#define ROUTH_TESTS_SEGMENT_GENERATED_BODIES_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

enum { BODY_CORNERS = 64, BODY_FACES = 32, BODY_STRIKES = 12, BODY_REST = 8 };

typedef struct body_truth {
    size_t faces; /* of the sharp body: n · x ≤ d, tracked point at the origin */
    double normal[BODY_FACES][3], offset[BODY_FACES];
    size_t corners; /* of the body moved inwards by the rounding */
    double inner[BODY_CORNERS][3];
    double rounding;
    double mass, inertia[3][3]; /* about the centre of mass, body axes */
    double centre[3];           /* of mass, body axes */
    double gravity, rate, scale, ground;
    const char *law;
    routh_pair pair;
    double position_noise, turn_noise, speed, spin;
    uint64_t seed;
} body_truth;

typedef struct flying {
    const body_truth *truth;
    double time, position[3], rotation[3][3], velocity[3], omega[3]; /* omega in body axes */
    size_t count;
    double strike_time[BODY_STRIKES];
} flying;

static inline double body_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Solves A x = b by elimination without pivots: A is positive definite. */
static inline void body_solve(const double a[3][3], const double b[3], double x[3]) {
    double m[3][4];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = j < 3 ? a[i][j] : b[i];
    for (int k = 0; k < 3; k++)
        for (int i = k + 1; i < 3; i++)
            for (int j = 3; j >= k; j--)
                m[i][j] -= m[i][k] / m[k][k] * m[k][j];
    for (int k = 2; k >= 0; k--) {
        x[k] = m[k][3];
        for (int j = k + 1; j < 3; j++)
            x[k] -= m[k][j] * x[j];
        x[k] /= m[k][k];
    }
}

/* The rates of R and ω: Ṙ = R [ω], I ω̇ = I ω × ω. */
static inline void body_rates(const body_truth *t, const double state[12], double rate[12]) {
    const double *w = state + 9;
    double l[3], torque[3];
    for (int i = 0; i < 3; i++) {
        const double *r = state + 3 * i;
        rate[3 * i] = r[1] * w[2] - r[2] * w[1];
        rate[3 * i + 1] = r[2] * w[0] - r[0] * w[2];
        rate[3 * i + 2] = r[0] * w[1] - r[1] * w[0];
        l[i] = body_dot(t->inertia[i], w);
    }
    for (int i = 0; i < 3; i++)
        torque[i] = l[(i + 1) % 3] * w[(i + 2) % 3] - l[(i + 2) % 3] * w[(i + 1) % 3];
    body_solve(t->inertia, torque, rate + 9);
}

static inline flying body_after(const flying *f, double elapsed) {
    flying later = *f;
    double state[12], k[4][12], at[12];
    memcpy(state, f->rotation, sizeof f->rotation);
    memcpy(state + 9, f->omega, sizeof f->omega);
    for (int stage = 0; stage < 4; stage++) {
        const double part = stage == 0 ? 0 : stage == 3 ? 1 : 0.5;
        for (int i = 0; i < 12; i++)
            at[i] = state[i] + (stage > 0 ? part * elapsed * k[stage - 1][i] : 0);
        body_rates(f->truth, at, k[stage]);
    }
    for (int i = 0; i < 12; i++)
        state[i] += elapsed / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    memcpy(later.rotation, state, sizeof later.rotation);
    memcpy(later.omega, state + 9, sizeof later.omega);
    later.time += elapsed;
    for (int c = 0; c < 3; c++)
        later.position[c] += elapsed * f->velocity[c];
    later.position[2] -= f->truth->gravity * elapsed * elapsed / 2;
    later.velocity[2] -= f->truth->gravity * elapsed;
    return later;
}

static inline void body_world(const flying *f, const double own[3], double world[3]) {
    for (int i = 0; i < 3; i++)
        world[i] = body_dot(f->rotation[i], own);
}

/* From the centre of mass to the lowest point, world axes. */
static inline double body_lowest(const flying *f, double point[3]) {
    double least = INFINITY;
    memset(point, 0, 3 * sizeof *point);
    for (size_t k = 0; k < f->truth->corners; k++) {
        double own[3], world[3];
        for (int c = 0; c < 3; c++)
            own[c] = f->truth->inner[k][c] - f->truth->centre[c];
        body_world(f, own, world);
        if (world[2] < least) {
            least = world[2];
            memcpy(point, world, sizeof world);
        }
    }
    point[2] -= f->truth->rounding;
    return f->position[2] + point[2] - f->truth->ground;
}

static inline int body_closing(const flying *f) {
    double point[3], spin[3];
    body_lowest(f, point);
    body_world(f, f->omega, spin);
    return f->velocity[2] + spin[0] * point[1] - spin[1] * point[0] < 0;
}

static inline void body_quaternion(const double r[3][3], double q[4]) {
    q[0] = 0.5 * sqrt(fmax(1 + r[0][0] + r[1][1] + r[2][2], 0));
    if (q[0] > 0.1) {
        q[1] = (r[2][1] - r[1][2]) / (4 * q[0]);
        q[2] = (r[0][2] - r[2][0]) / (4 * q[0]);
        q[3] = (r[1][0] - r[0][1]) / (4 * q[0]);
        return;
    }
    int k = r[1][1] > r[0][0] ? 1 : 0;
    k = r[2][2] > r[k][k] ? 2 : k;
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    q[1 + k] = 0.5 * sqrt(1 + r[k][k] - r[i][i] - r[j][j]);
    q[0] = (r[j][i] - r[i][j]) / (4 * q[1 + k]);
    q[1 + i] = (r[i][k] + r[k][i]) / (4 * q[1 + k]);
    q[1 + j] = (r[j][k] + r[k][j]) / (4 * q[1 + k]);
}

static inline void body_strike(flying *f) {
    const body_truth *t = f->truth;
    routh_body3 body = routh_body3_default(), board = routh_body3_default();
    routh_scene_contact meeting = routh_scene_contact_default();
    routh_contact3 contact;
    routh_outcome3 strike;
    double point[3], back[3];
    board.freedom = ROUTH_FIXED;
    body.mass = t->mass;
    memcpy(body.inertia, t->inertia, sizeof body.inertia);
    memcpy(body.position, f->position, sizeof body.position);
    body_quaternion((const double(*)[3])f->rotation, body.orientation);
    memcpy(body.velocity, f->velocity, sizeof body.velocity);
    body_world(f, f->omega, body.spin);
    meeting.a = 0, meeting.b = 1;
    body_lowest(f, point);
    for (int c = 0; c < 3; c++) {
        meeting.point[c] = f->position[c] + point[c];
        meeting.normal[c] = c == 2;
    }
    assert_int_equal(routh_contact3_of(NULL, &body, &board, &meeting, &contact), ROUTH_OK);
    assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, t->law), &t->pair, &contact, NULL, &strike),
                     ROUTH_OK);
    routh_contact3_apply(&body, &board, &meeting, strike.p);
    memcpy(f->velocity, body.velocity, sizeof body.velocity);
    for (int c = 0; c < 3; c++) {
        const double column[3] = {f->rotation[0][c], f->rotation[1][c], f->rotation[2][c]};
        back[c] = body_dot(column, body.spin);
    }
    memcpy(f->omega, back, sizeof back);
    f->strike_time[f->count++] = f->time;
}

/* False once strikes follow so fast that the body is about to lie. */
static inline int body_fly(flying *f, double time) {
    while (f->time < time) {
        const double elapsed = fmin(2e-4, time - f->time);
        double point[3], low = 0, high = elapsed;
        const flying later = body_after(f, elapsed);
        if (body_lowest(&later, point) >= 0 || !body_closing(&later)) {
            *f = later;
            continue;
        }
        for (int halving = 0; halving < 40; halving++) {
            const flying there = body_after(f, 0.5 * (low + high));
            *(body_lowest(&there, point) < 0 ? &high : &low) = 0.5 * (low + high);
        }
        *f = body_after(f, high);
        if (!body_closing(f) || f->count == BODY_STRIKES)
            return 0;
        body_strike(f);
    }
    return 1;
}

static inline void body_frame(const flying *f, routh_random *random, routh_trajectory3 *toss) {
    const body_truth *t = f->truth;
    double offset[3], q[4], *p = toss->position[toss->count], *o = toss->orientation[toss->count];
    body_world(f, t->centre, offset);
    body_quaternion((const double(*)[3])f->rotation, q);
    const double n[3] = {0.5 * t->turn_noise * routh_random_normal(random),
                         0.5 * t->turn_noise * routh_random_normal(random),
                         0.5 * t->turn_noise * routh_random_normal(random)};
    o[0] = q[0] - n[0] * q[1] - n[1] * q[2] - n[2] * q[3];
    o[1] = q[1] + n[0] * q[0] + n[1] * q[3] - n[2] * q[2];
    o[2] = q[2] + n[1] * q[0] + n[2] * q[1] - n[0] * q[3];
    o[3] = q[3] + n[2] * q[0] + n[0] * q[2] - n[1] * q[1];
    const double length = sqrt(o[0] * o[0] + o[1] * o[1] + o[2] * o[2] + o[3] * o[3]);
    double along = 0;
    for (int c = 0; c < 4; c++)
        along += toss->count > 0 ? o[c] * toss->orientation[toss->count - 1][c] : 1;
    for (int c = 0; c < 4; c++)
        o[c] *= (along < 0 ? -1 : 1) / length;
    for (int c = 0; c < 3; c++)
        p[c] = t->scale * (f->position[c] - offset[c]) + t->position_noise * routh_random_normal(random);
    toss->count++;
}

/* Axes of the world in which a unit vector of the body points down. */
static inline void body_lay(const double down[3], double rotation[3][3]) {
    const int k = fabs(down[0]) < 0.6 ? 0 : 1;
    double x[3] = {k == 0, k == 1, 0};
    const double along = body_dot(x, down);
    for (int c = 0; c < 3; c++)
        x[c] -= along * down[c];
    const double length = sqrt(body_dot(x, x));
    for (int c = 0; c < 3; c++) {
        rotation[0][c] = x[c] / length;
        rotation[2][c] = -down[c];
    }
    for (int c = 0; c < 3; c++)
        rotation[1][c] =
            rotation[2][(c + 1) % 3] * rotation[0][(c + 2) % 3] - rotation[2][(c + 2) % 3] * rotation[0][(c + 1) % 3];
}

/* A toss of half a second or until it is about to lie, then some frames at rest on one of its faces. */
static inline flying generate_body_toss(const body_truth *t, size_t index, routh_trajectory3 *toss) {
    const size_t frames = (size_t)(0.5 * t->rate);
    routh_random random = routh_random_seed(t->seed, index);
    flying f = {.truth = t, .position = {0, 0, t->ground + routh_random_uniform(&random, 0.25, 0.4)}};
    double down[3];
    for (int c = 0; c < 3; c++) {
        down[c] = routh_random_normal(&random);
        f.velocity[c] = c < 2 ? routh_random_uniform(&random, -t->speed, t->speed) : 0;
        f.omega[c] = routh_random_uniform(&random, -t->spin, t->spin);
    }
    const double length = sqrt(body_dot(down, down));
    for (int c = 0; c < 3; c++)
        down[c] /= length;
    body_lay(down, f.rotation);
    *toss = (routh_trajectory3){.name = calloc(32, 1),
                                .position = calloc(frames + BODY_REST, sizeof *toss->position),
                                .orientation = calloc(frames + BODY_REST, sizeof *toss->orientation)};
    assert_true(toss->name && toss->position && toss->orientation);
    snprintf(toss->name, 32, "toss_%03zu.csv", index);
    const double phase = routh_random_uniform(&random, 0, 1 / t->rate);
    for (size_t i = 0; i < frames && body_fly(&f, phase + (double)i / t->rate); i++)
        body_frame(&f, &random, toss);
    flying rest = f;
    const size_t face = index % t->faces;
    double turned[3];
    body_lay(t->normal[face], rest.rotation);
    body_world(&rest, t->centre, turned);
    rest.position[2] = t->ground + t->offset[face] + turned[2];
    for (int i = 0; i < BODY_REST; i++)
        body_frame(&rest, &random, toss);
    for (size_t i = 0; i < f.count; i++)
        f.strike_time[i] -= phase;
    return f;
}

static inline routh_dataset3 generate_body_tosses(const body_truth *t, const routh_shape3 *shape, size_t count,
                                                  flying *truths) {
    routh_dataset3 dataset = {.name = "generated",
                              .mass = t->mass,
                              .rate = t->rate,
                              .gravity = t->gravity,
                              .shape = shape,
                              .trajectory = calloc(count, sizeof(routh_trajectory3)),
                              .trajectory_count = count};
    assert_non_null(dataset.trajectory);
    for (size_t i = 0; i < count; i++) {
        const flying f = generate_body_toss(t, i, &dataset.trajectory[i]);
        if (truths)
            truths[i] = f;
    }
    return dataset;
}

/* The corners of { n · x ≤ d − R }: where three of its planes meet inside of all others. */
static inline void find_inner(body_truth *t) {
    t->corners = 0;
    for (size_t i = 0; i < t->faces; i++)
        for (size_t j = i + 1; j < t->faces; j++)
            for (size_t k = j + 1; k < t->faces; k++) {
                const double *a = t->normal[i], *b = t->normal[j], *c = t->normal[k];
                const double bc[3] = {b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]};
                const double ca[3] = {c[1] * a[2] - c[2] * a[1], c[2] * a[0] - c[0] * a[2], c[0] * a[1] - c[1] * a[0]};
                const double ab[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
                const double det = body_dot(a, bc);
                double x[3];
                if (fabs(det) < 1e-9)
                    continue;
                for (int m = 0; m < 3; m++)
                    x[m] = ((t->offset[i] - t->rounding) * bc[m] + (t->offset[j] - t->rounding) * ca[m] +
                            (t->offset[k] - t->rounding) * ab[m]) /
                           det;
                int inside = 1;
                for (size_t f = 0; f < t->faces; f++)
                    inside = inside && body_dot(t->normal[f], x) <= t->offset[f] - t->rounding + 1e-12;
                if (inside && t->corners < BODY_CORNERS)
                    memcpy(t->inner[t->corners++], x, sizeof x);
            }
}

/* The drawing of the body: its sharp faces. */
static inline routh_shape3 drawn_shape(const body_truth *t) {
    double g[BODY_FACES];
    routh_polyhedron *polyhedron;
    routh_shape3 shape;
    const double origin[3] = {0, 0, 0};
    for (size_t f = 0; f < t->faces; f++)
        g[f] = -t->offset[f];
    assert_int_equal(routh_polyhedron_of_halfspaces(NULL, t->faces, t->normal[0], g, &polyhedron), ROUTH_OK);
    assert_int_equal(routh_shape3_of_polyhedron(NULL, polyhedron, origin, &shape), ROUTH_OK);
    routh_polyhedron_release(NULL, polyhedron);
    return shape;
}

static inline body_truth usual_body(void) {
    return (body_truth){.mass = 0.3,
                        .gravity = 9.81,
                        .rate = 240,
                        .scale = 1,
                        .law = "rigid",
                        .pair = {.mu = 0.2, .eps = 0.5, .eta2 = 1.2},
                        .position_noise = 3e-5,
                        .turn_noise = 5e-4,
                        .speed = 1.5,
                        .spin = 8,
                        .seed = 1};
}

/* A box, with the inertia of uniform density about its middle. */
static inline body_truth box_truth(double a, double b, double c, double rounding) {
    body_truth t = usual_body();
    const double side[3] = {a, b, c};
    t.faces = 6;
    t.rounding = rounding;
    for (int k = 0; k < 6; k++) {
        t.normal[k][k / 2] = k % 2 ? -1 : 1;
        t.offset[k] = side[k / 2] / 2;
    }
    for (int k = 0; k < 3; k++)
        t.inertia[k][k] = t.mass / 12 * (a * a + b * b + c * c - side[k] * side[k]);
    find_inner(&t);
    return t;
}

/* Planes at random distances all around. Where the moments come from: points thrown into the body. */
static inline body_truth irregular_truth(uint64_t seed, size_t faces, double rounding) {
    body_truth t = usual_body();
    routh_random random = routh_random_seed(seed, 1000);
    t.faces = faces;
    t.rounding = rounding;
    const double golden = 2.399963229728653; /* turns that spread directions evenly */
    for (size_t f = 0; f < faces; f++) {
        const double z = 1 - (2 * (double)f + 1) / (double)faces, r = sqrt(1 - z * z), around = golden * (double)f;
        const double n[3] = {r * cos(around) + routh_random_uniform(&random, -0.15, 0.15),
                             r * sin(around) + routh_random_uniform(&random, -0.15, 0.15),
                             z + routh_random_uniform(&random, -0.15, 0.15)};
        for (int c = 0; c < 3; c++)
            t.normal[f][c] = n[c] / sqrt(body_dot(n, n));
        /* wide in x, thin in z */
        const double far[3] = {0.06 * t.normal[f][0], 0.045 * t.normal[f][1], 0.03 * t.normal[f][2]};
        t.offset[f] = sqrt(body_dot(far, far)) * routh_random_uniform(&random, 0.95, 1.05);
    }
    double sum[3] = {0}, square[3][3] = {{0}}, count = 0;
    for (int i = 0; i < 400000; i++) {
        const double x[3] = {routh_random_uniform(&random, -0.12, 0.12), routh_random_uniform(&random, -0.1, 0.1),
                             routh_random_uniform(&random, -0.08, 0.08)};
        int inside = 1;
        for (size_t f = 0; f < faces; f++)
            inside = inside && body_dot(t.normal[f], x) <= t.offset[f];
        count += inside;
        for (int a = 0; inside && a < 3; a++) {
            sum[a] += x[a];
            for (int b = 0; b < 3; b++)
                square[a][b] += x[a] * x[b];
        }
    }
    for (int a = 0; a < 3; a++)
        t.centre[a] = sum[a] / count;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            square[a][b] = square[a][b] / count - t.centre[a] * t.centre[b];
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            t.inertia[a][b] = t.mass * ((a == b ? square[0][0] + square[1][1] + square[2][2] : 0) - square[a][b]);
    find_inner(&t);
    return t;
}

#endif
