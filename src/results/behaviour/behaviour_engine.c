/* Throws in an engine: velocities are its own, just before a contact pushes and just after, so that nothing is fitted.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "behaviour/behaviour.h"
#include "engine/engine.h"
#include "engine/proof.h"
#include "fit/fit.h"

/* A contact that lasts longer does not end: s. */
static const double longest = 0.5;

/* Between the lowest part of the body and the next one, of its reach, so that one point touches alone. */
static const double apart = 0.1;

routh_behaviour_throws routh_behaviour_throws_default(void) {
    return (routh_behaviour_throws){.count = 200, .speed = {0.3, 3}, .slip = 1, .spin = 0.5, .seed = 1};
}

static routh_status check_throws(routh_context *context, const routh_behaviour_throws *throws, double step) {
    if (!(throws->speed[0] > 0) || !(throws->speed[1] >= throws->speed[0]) || !(throws->speed[1] <= 1000))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "speed",
                                "throws: speeds from %g to %g m/s; they must be more than 0, rising, at most 1000",
                                throws->speed[0], throws->speed[1]);
    if (!(throws->slip >= 0 && throws->slip <= 100) || !(throws->spin >= 0 && throws->spin <= 100))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "slip spin",
                                "throws: slip is %g and spin %g; both must be from 0 to 100", throws->slip,
                                throws->spin);
    if (!(step > 0) || !isfinite(step))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "step", "throws: the step is %g s; it must be more than 0",
                                step);
    return routh_check_count(context, "throws", "count", throws->count, 1, 100000);
}

/* Speeds evenly in their logarithm, each met somewhere within a step. */
static void draw_starts(const routh_proof_body *of, const routh_behaviour_throws *throws, double step,
                        routh_state3 *start) {
    routh_random random = routh_random_seed(throws->seed, 1);
    for (size_t i = 0; i < throws->count; i++) {
        const double share = ((double)i + 0.5) / (double)throws->count;
        const double speed = throws->speed[0] * pow(throws->speed[1] / throws->speed[0], share);
        const double slip = routh_random_uniform(&random, 0, throws->slip) * speed;
        const double spin = routh_random_uniform(&random, 0, throws->spin) * speed / of->reach;
        routh_state3 touching;
        routh_proof_draw(of, &random, speed, slip, spin, apart * of->reach, &touching);
        routh_proof_start(of, &touching, routh_random_uniform(&random, 0, 1), step, &start[i]);
    }
}

/* The most steps that a throw can take: until the centre has fallen twice across the body, under gravity, and then a contact.
 * A body of a file begins above the ball around it. 2h/(v + √(v² + 2gh)) is h/v without gravity. */
static routh_status count_steps(routh_context *context, const routh_proof_body *of,
                                const routh_behaviour_throws *throws, double step, size_t *most) {
    const double speed = throws->speed[0], height = 4 * of->reach;
    const double way = 2 * height / (speed + sqrt(speed * speed + 2 * fmax(of->body->gravity, 0) * height));
    const double steps = (longest + way) / step;
    *most = 0;
    if (!(steps < ROUTH_MOST_MADE))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "step speed",
                                "throws: at %g m/s one may last %.3g s, which is %.3g steps of %g s; at most %d can be "
                                "taken: the step, or the least speed, must be greater",
                                speed, longest + way, steps, step, ROUTH_MOST_MADE);
    *most = (size_t)steps + 1;
    return ROUTH_OK;
}

static double seconds_of(const routh_driver_impact *impact) {
    return impact->after.time - impact->before.time;
}

/* The orientation that the body has when the contact pushes for the last time, and half way there: it pushes at the beginning
 * of each step, so that one that takes one step does not see the body turn. */
static void turns_of(const routh_driver_impact *impact, double middle[4], double last[4], double *turned) {
    const double steps = (double)impact->steps;
    double turn[3];
    routh_turn_between(impact->before.orientation, impact->after.orientation, turn);
    routh_turn_on(impact->before.orientation, turn, (steps - 1) / (2 * steps), middle);
    routh_turn_on(impact->before.orientation, turn, (steps - 1) / steps, last);
    *turned = routh_length3(turn) * (steps - 1) / steps;
}

/* The contact point from the centre of mass, with the body in another orientation than before. */
static void arm_of(const routh_driver_impact *impact, const double orientation[4], double arm[3]) {
    const double *from = impact->before.orientation;
    const double back[4] = {from[0], -from[1], -from[2], -from[3]};
    double before[3], own[3];
    for (int c = 0; c < 3; c++)
        before[c] = impact->point[c] - impact->before.position[c];
    routh_turn_apply(back, before, own);
    routh_turn_apply(orientation, own, arm);
}

/* Both velocities go on under gravity to the middle of the contact, as those of recorded flights do. */
static routh_status sample_of(const routh_engine_body *body, const routh_driver_impact *impact, routh_sample3 *sample,
                              double *turned) {
    routh_body3 moving = routh_body3_default();
    routh_velocity3 before = impact->before.velocity, after = impact->after.velocity;
    double last[4], arm[3];
    const double fall = body->gravity * seconds_of(impact) / 2;
    before.velocity[2] -= fall;
    after.velocity[2] += fall;
    moving.mass = body->mass;
    memcpy(moving.inertia, body->inertia, sizeof moving.inertia);
    turns_of(impact, moving.orientation, last, turned);
    arm_of(impact, moving.orientation, arm);
    memcpy(moving.velocity, before.velocity, sizeof moving.velocity);
    memcpy(moving.spin, before.spin, sizeof moving.spin);
    const routh_status status = routh_sample3_of(NULL, &moving, arm, &after, sample);
    routh_sample3_take_tensor(&moving, sample);
    return status;
}

/* Restitution from the engine's own velocities of the point; false where it was not closing. */
static bool take_point(const routh_driver_impact *impact, double *speed, double *eps) {
    double arm[3], middle[4], last[4], turned, turning[3];
    turns_of(impact, middle, last, &turned);
    arm_of(impact, impact->before.orientation, arm);
    routh_cross3(impact->before.velocity.spin, arm, turning);
    *speed = -(impact->before.velocity.velocity[2] + turning[2]);
    arm_of(impact, last, arm);
    routh_cross3(impact->after.velocity.spin, arm, turning);
    *eps = (impact->after.velocity.velocity[2] + turning[2]) / *speed;
    return *speed > 0 && isfinite(*eps);
}

/* Did another part of the body land before the first had left? */
static bool is_another(const routh_proof_body *of, const routh_driver_impact *impact) {
    size_t before = 0, after = 0;
    routh_proof_height(of, &impact->before, &before, NULL);
    routh_proof_height(of, &impact->after, &after, NULL);
    return before != after;
}

/* Sorts throws into those that can be judged and others. */
static void take_impacts(const routh_proof_body *of, const routh_driver_impact *impact, size_t count, double step,
                         routh_sample3 *sample, routh_behaviour *b) {
    for (size_t i = 0; i < count; i++) {
        double speed, eps, turned;
        if (impact[i].steps == 0)
            b->untouched++;
        else if (impact[i].contacts > 1 || is_another(of, &impact[i]))
            b->several++;
        else if (!impact[i].ended || !take_point(&impact[i], &speed, &eps) ||
                 sample_of(of->body, &impact[i], &sample[b->count], &turned) != ROUTH_OK)
            b->unended++;
        else {
            routh_behaviour_impact *k = &b->impact[b->count];
            sample[b->count].restitution = eps;
            routh_behaviour_take3(&sample[b->count], k);
            k->source = i;
            k->speed = speed;
            k->eps[ROUTH_NEWTON] = eps;
            k->lasted = (double)impact[i].steps * step;
            k->depth = impact[i].depth;
            k->turned = turned;
            b->elsewhere += fabs(impact[i].point[2]) > impact[i].depth + apart * of->reach;
            b->count++;
        }
    }
}

static routh_status throw_all(routh_context *context, routh_driver *driver, const routh_proof_body *of, double step,
                              const routh_behaviour_throws *throws, const routh_behaviour_options *options,
                              routh_behaviour *b) {
    size_t most = 0;
    ROUTH_TRY(count_steps(context, of, throws, step, &most));
    ROUTH_ARENA(room, context);
    routh_state3 *start = routh_take(&room, throws->count, sizeof *start);
    routh_driver_impact *impact = routh_take(&room, throws->count, sizeof *impact);
    routh_sample3 *sample = routh_take(&room, throws->count, sizeof *sample);
    ROUTH_TRY(room.status);
    ROUTH_TRY(routh_behaviour_reserve(context, throws->count, b));
    b->count = 0;
    b->contacts = throws->count;
    draw_starts(of, throws, step, start);
    ROUTH_TRY(routh_driver_impacts(context, driver, start, throws->count, most, impact));
    take_impacts(of, impact, throws->count, step, sample, b);
    return routh_behaviour_of_samples3(context, sample, options, b);
}

routh_status routh_behaviour_of_driver(routh_context *context, routh_driver *driver, const routh_engine_body *body,
                                       const routh_driver_model *model, double step,
                                       const routh_behaviour_throws *throws, const routh_behaviour_options *options,
                                       routh_behaviour *behaviour) {
    const routh_behaviour_options chosen = options ? *options : routh_behaviour_options_default();
    const routh_behaviour_throws drawn = throws ? *throws : routh_behaviour_throws_default();
    char name[ROUTH_NAME_SIZE];
    /* of a file's body only its reach is known: a ball around it */
    const double ball[1][4] = {{0, 0, 0, model ? model->reach : 0}};
    routh_engine_body around = {.ball = ball, .ball_count = 1};
    if (!body && !model)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "throws: there must be a body or a model");
    if (!body) {
        around.mass = model->mass;
        around.gravity = model->gravity;
        memcpy(around.inertia, model->inertia, sizeof around.inertia);
        body = &around;
    }
    snprintf(name, sizeof name, "%s %s", driver->engine->title, routh_driver_version(driver));
    routh_proof_body of = {0};
    ROUTH_TRY(routh_behaviour_begin(context, name, &chosen, behaviour));
    ROUTH_TRY(check_throws(context, &drawn, step));
    behaviour->step = step;
    routh_status status = routh_proof_body_of(context, body, &of);
    if (status == ROUTH_OK)
        status = throw_all(context, driver, &of, step, &drawn, &chosen, behaviour);
    routh_proof_body_release(context, &of);
    if (status != ROUTH_OK)
        routh_behaviour_release(context, behaviour);
    return status;
}
