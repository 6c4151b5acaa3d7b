/* Whole tosses of any convex body with known truth, made in another way than the library predicts them: the rounded body's
 * balls press on the board with stiff springs, in time steps of 2 µs, from the hand to rest. Nothing of the motion3 room is
 * used, and no impact law: an impact lasts about a millisecond, and several contacts overlap as they come.
 *
 * A spring gives back e² of the work it takes, whatever else touches: its force is k δ while δ grows and e² k δ while it falls;
 * about v = 0 the two go over into one another within spring_soft, as damping, so that a body comes to rest.
 * Friction is Coulomb's: the impulse of a step is what stops the slip, at most μ times the normal one. μ is that of impacts
 * where a contact bears more than a few weights, and that of sliding otherwise.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_ROLLOUT_SPRING_TOSSES_H
#define ROUTH_TESTS_ROLLOUT_SPRING_TOSSES_H

#include "base/context.h"
#include "segment/generated_bodies.h"

typedef struct spring_truth {
    body_truth body; /* pair.mu and pair.eps at impacts; pair.eta2 and law are not used */
    double mu_slide;
    double stiffness;                 /* N/m */
    double drag;                      /* 1/s */
    double step;                      /* where something strikes, s; five times as long where it lies or slides */
    double duration;                  /* after the hand, s */
    double height;                    /* of the tracked point at the start, up to half as much again, m */
    double mu_scatter, slide_scatter; /* of each contact and of each toss, relative */
    double eps_scatter;               /* of each contact */
    double hand;                      /* share of tosses that are held for 3 to 6 frames */
} spring_truth;

/* A contact that bears more weights than this is an impact. */
static const double spring_weights = 3;

/* Speed within which compression and restitution go over into one another, m/s. */
static const double spring_soft = 0.003;

typedef struct sprung {
    const spring_truth *truth;
    flying f;
    double inverse[3][3];      /* of the inertia */
    double mu_slide;           /* of this toss */
    int touches[BODY_CORNERS]; /* in the last step */
    int strikes;               /* something closed or opened faster than slow contacts do, in the last step */
    double mu[BODY_CORNERS];   /* of this contact */
    double eps[BODY_CORNERS];
    double still; /* for how long, s */
    routh_random random;
} sprung;

static inline void spring_cross(const double a[3], const double b[3], double out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
}

static inline void spring_body(const flying *f, const double world[3], double own[3]) {
    for (int c = 0; c < 3; c++)
        own[c] = f->rotation[0][c] * world[0] + f->rotation[1][c] * world[1] + f->rotation[2][c] * world[2];
}

/* What an impulse at an arm from the centre of mass, all in body axes, does. */
static inline void spring_push(sprung *s, const double arm[3], const double world[3]) {
    double own[3], torque[3];
    spring_body(&s->f, world, own);
    spring_cross(arm, own, torque);
    for (int c = 0; c < 3; c++) {
        s->f.velocity[c] += world[c] / s->truth->body.mass;
        s->f.omega[c] += body_dot(s->inverse[c], torque);
    }
}

/* The velocity of a point of the body, world axes. */
static inline void spring_velocity(const flying *f, const double arm[3], double v[3]) {
    double turning[3];
    spring_cross(f->omega, arm, turning);
    body_world(f, turning, v);
    for (int c = 0; c < 3; c++)
        v[c] += f->velocity[c];
}

/* The velocity along a unit direction that an impulse of 1 along it gives. */
static inline double spring_mobility(const sprung *s, const double arm[3], const double world[3]) {
    double own[3], torque[3], turned[3];
    spring_body(&s->f, world, own);
    spring_cross(arm, own, torque);
    for (int c = 0; c < 3; c++)
        turned[c] = body_dot(s->inverse[c], torque);
    return 1 / s->truth->body.mass + body_dot(turned, torque);
}

/* The impulse of one ball in a step. */
static inline void spring_contact(sprung *s, size_t k, double depth, const double arm[3], double h) {
    const spring_truth *t = s->truth;
    const double weight = t->body.mass * t->body.gravity;
    double v[3];
    if (!s->touches[k]) {
        s->touches[k] = 1;
        s->mu[k] = t->body.pair.mu * exp(t->mu_scatter * routh_random_normal(&s->random));
        s->eps[k] = fmin(fmax(t->body.pair.eps + t->eps_scatter * routh_random_normal(&s->random), 0), 1);
    }
    spring_velocity(&s->f, arm, v);
    s->strikes |= fabs(v[2]) > 0.05;
    depth = fmax(depth - 0.5 * h * v[2], 0); /* in the middle of the step */
    const double up[3] = {0, 0, 1}, e2 = s->eps[k] * s->eps[k];
    const double speed = v[2] + 0.5 * h * t->stiffness * depth * spring_mobility(s, arm, up); /* there, too */
    const double falling = fmin(fmax(0.5 + 0.5 * speed / spring_soft, 0), 1);
    const double force = t->stiffness * depth * (1 - falling * (1 - e2));
    const double normal[3] = {0, 0, h * force};
    spring_push(s, arm, normal);
    spring_velocity(&s->f, arm, v);
    const double slip = hypot(v[0], v[1]);
    if (!(slip > 0))
        return;
    const double along[3] = {v[0] / slip, v[1] / slip, 0},
                 mu = force > spring_weights * weight ? s->mu[k] : s->mu_slide;
    const double stop = slip / spring_mobility(s, arm, along), most = mu * h * force;
    const double friction[3] = {-along[0] * fmin(stop, most), -along[1] * fmin(stop, most), 0};
    spring_push(s, arm, friction);
}

/* Motion without contacts; the rotation by Runge and Kutta. */
static inline void spring_fly(sprung *s, double h) {
    const double kept = exp(-0.5 * h * s->truth->drag);
    for (int c = 0; c < 3; c++)
        s->f.velocity[c] *= kept;
    s->f = body_after(&s->f, h);
    for (int c = 0; c < 3; c++)
        s->f.velocity[c] *= kept;
}

/* The same while something touches, with the mean of the velocities before and after the contacts' impulses; steps are so
 * short that the second order is enough. */
static inline void spring_slip(sprung *s, const flying *before, double h) {
    const body_truth *b = &s->truth->body;
    flying *f = &s->f;
    double l[3], torque[3], half[3], rotation[3][3];
    for (int i = 0; i < 3; i++)
        l[i] = body_dot(b->inertia[i], f->omega);
    spring_cross(l, f->omega, torque);
    for (int i = 0; i < 3; i++)
        half[i] = 0.5 * (f->omega[i] + before->omega[i] + h * body_dot(s->inverse[i], torque));
    for (int i = 0; i < 3; i++) { /* R exp[ω h], to the second order */
        double once[3], twice[3];
        spring_cross(f->rotation[i], half, once);
        spring_cross(once, half, twice);
        for (int c = 0; c < 3; c++)
            rotation[i][c] = f->rotation[i][c] + h * once[c] + 0.5 * h * h * twice[c];
    }
    memcpy(f->rotation, rotation, sizeof rotation);
    f->velocity[2] -= h * b->gravity;
    for (int i = 0; i < 3; i++) {
        f->omega[i] += h * body_dot(s->inverse[i], torque);
        f->velocity[i] *= 1 - h * s->truth->drag;
        f->position[i] += 0.5 * h * (f->velocity[i] + before->velocity[i]);
    }
    f->time += h;
}

/* One step of at most h. */
static inline void spring_step(sprung *s, double h) {
    const spring_truth *t = s->truth;
    const flying before = s->f;
    double lowest = INFINITY, farthest = 0;
    const double step = fmin(h, s->strikes ? t->step : 5 * t->step);
    int touching = 0;
    s->strikes = 0;
    for (size_t k = 0; k < t->body.corners; k++) {
        double arm[3], world[3], down[3];
        for (int c = 0; c < 3; c++)
            arm[c] = t->body.inner[k][c] - t->body.centre[c];
        body_world(&s->f, arm, world);
        const double height = s->f.position[2] + world[2] - t->body.rounding - t->body.ground;
        lowest = fmin(lowest, height);
        farthest = fmax(farthest, body_dot(arm, arm));
        if (height >= 0) {
            s->touches[k] = 0;
            continue;
        }
        world[0] = world[1] = 0, world[2] = -t->body.rounding;
        spring_body(&s->f, world, down);
        for (int c = 0; c < 3; c++)
            arm[c] += down[c];
        spring_contact(s, k, -height, arm, step);
        touching = 1;
    }
    const double speed = sqrt(body_dot(s->f.velocity, s->f.velocity)),
                 rim = sqrt(farthest * body_dot(s->f.omega, s->f.omega));
    s->still = speed + rim < 1e-3 ? s->still + step : 0;
    if (touching)
        spring_slip(s, &before, step);
    else
        spring_fly(s, fmin(h, fmin(fmax(lowest / (1 + speed + rim), t->step), 2e-4)));
    s->strikes |= !touching; /* what comes next may be fast */
}

/* The pose a time before the start, in the hand: it pushes and turns steadily. */
static inline flying spring_held(const flying *start, double left, const double push[3], const double turn[3]) {
    flying f = *start;
    for (int c = 0; c < 3; c++)
        f.position[c] += -left * start->velocity[c] + 0.5 * push[c] * left * left;
    for (int n = 0; n < 100; n++) { /* backwards in small turns */
        const double then = left * (n + 0.5) / 100;
        double rotation[3][3], omega[3];
        for (int c = 0; c < 3; c++)
            omega[c] = start->omega[c] - turn[c] * then;
        for (int i = 0; i < 3; i++) {
            double once[3], twice[3];
            spring_cross(f.rotation[i], omega, once);
            spring_cross(once, omega, twice);
            for (int c = 0; c < 3; c++)
                rotation[i][c] = f.rotation[i][c] - left / 100 * once[c] + 0.5 * left * left / 1e4 * twice[c];
        }
        memcpy(f.rotation, rotation, sizeof rotation);
    }
    return f;
}

static inline sprung spring_start(const spring_truth *t, size_t index) {
    sprung s = {.truth = t, .f = {.truth = &t->body}, .random = routh_random_seed(t->body.seed, index)};
    routh_random *random = &s.random;
    double down[3], turned[3];
    for (int c = 0; c < 3; c++) {
        double unit[3] = {c == 0, c == 1, c == 2}, column[3];
        body_solve(t->body.inertia, unit, column);
        for (int i = 0; i < 3; i++)
            s.inverse[i][c] = column[i];
        down[c] = routh_random_normal(random);
    }
    const double length = sqrt(body_dot(down, down));
    for (int c = 0; c < 3; c++) {
        down[c] /= length;
        s.f.velocity[c] = c < 2 ? routh_random_uniform(random, -t->body.speed, t->body.speed)
                                : routh_random_uniform(random, -0.2, 0.8);
        s.f.omega[c] = routh_random_uniform(random, -t->body.spin, t->body.spin);
    }
    body_lay(down, s.f.rotation);
    body_world(&s.f, t->body.centre, turned);
    s.f.position[2] = t->body.ground + t->height * routh_random_uniform(random, 1, 1.5) + turned[2];
    s.mu_slide = t->mu_slide * exp(t->slide_scatter * routh_random_normal(random));
    return s;
}

/* One toss, frame by frame; where wanted without noise. */
static inline void spring_toss(const spring_truth *t, size_t index, routh_trajectory3 *toss) {
    sprung s = spring_start(t, index);
    routh_random noise = routh_random_seed(t->body.seed, index + (1 << 20));
    const size_t held = routh_random_uniform(&noise, 0, 1) < t->hand ? 3 + routh_random_index(&noise, 4) : 0;
    const size_t frames = held + (size_t)(t->duration * t->body.rate);
    double push[3], turn[3];
    *toss = (routh_trajectory3){.name = calloc(32, 1),
                                .position = calloc(frames, sizeof *toss->position),
                                .orientation = calloc(frames, sizeof *toss->orientation)};
    assert_true(toss->name && toss->position && toss->orientation);
    snprintf(toss->name, 32, "toss_%03zu.csv", index);
    for (int c = 0; c < 3; c++) {
        push[c] = 8 * routh_random_normal(&noise) + (c == 2 ? 10 : 0);
        turn[c] = 100 * routh_random_normal(&noise);
    }
    for (size_t i = 0; i < held; i++) {
        const flying f = spring_held(&s.f, (double)(held - i) / t->body.rate, push, turn);
        body_frame(&f, &noise, toss);
    }
    for (size_t i = held; i < frames; i++) {
        const double time = (double)(i - held) / t->body.rate;
        while (s.f.time < time - 1e-12 && s.still < 0.02)
            spring_step(&s, time - s.f.time);
        body_frame(&s.f, &noise, toss);
    }
}

static inline routh_dataset3 generate_spring_tosses(const spring_truth *t, const routh_shape3 *shape, size_t count) {
    routh_dataset3 dataset = {.name = "springs",
                              .mass = t->body.mass,
                              .rate = t->body.rate,
                              .gravity = t->body.gravity,
                              .shape = shape,
                              .trajectory = calloc(count, sizeof(routh_trajectory3)),
                              .trajectory_count = count};
    assert_non_null(dataset.trajectory);
    for (size_t i = 0; i < count; i++)
        spring_toss(t, i, &dataset.trajectory[i]);
    return dataset;
}

/* How springs, noise and scatter usually are; the body is the caller's. */
static inline spring_truth usual_springs(body_truth body) {
    body.rate = 200;
    body.position_noise = 7e-5;
    body.turn_noise = 1e-3;
    body.speed = 1;
    body.spin = 7;
    body.pair.mu = 0.2;
    body.pair.eps = 0.35;
    return (spring_truth){.body = body,
                          .mu_slide = 0.25,
                          .stiffness = 2e7,
                          .drag = 0.05,
                          .step = 2e-6,
                          .duration = 0.9,
                          .height = 0.25,
                          .mu_scatter = 0.07,
                          .slide_scatter = 0.07,
                          .eps_scatter = 0.02,
                          .hand = 0.1};
}

/* The moments of the drawing, with the mass a little aside of its middle. */
static inline void spring_weigh(body_truth *t, const double aside[3], double moments) {
    routh_shape3 shape = drawn_shape(t);
    for (int i = 0; i < 3; i++) {
        t->centre[i] = shape.centroid[i] + aside[i];
        for (int j = 0; j < 3; j++)
            t->inertia[i][j] = moments * t->mass * shape.gyration[i][j];
    }
    routh_shape3_release(NULL, &shape);
}

/* Four faces at distances that differ: no two corners are alike. */
static inline body_truth tetrahedron_truth(double inner, double rounding) {
    static const double normal[4][3] = {{1, 1, 1}, {1, -1, -1.2}, {-1.1, 1, -1}, {-1, -0.9, 1}};
    static const double offset[4] = {1, 1.1, 0.95, 1.05};
    body_truth t = usual_body();
    t.faces = 4;
    t.rounding = rounding;
    for (int f = 0; f < 4; f++) {
        const double length = sqrt(body_dot(normal[f], normal[f]));
        for (int c = 0; c < 3; c++)
            t.normal[f][c] = normal[f][c] / length;
        t.offset[f] = inner * offset[f];
    }
    find_inner(&t);
    return t;
}

#endif
