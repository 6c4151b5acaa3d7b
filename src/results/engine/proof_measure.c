/* Impacts for proofs, and what they amount to beside the target.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "engine/engine.h"
#include "engine/proof.h"

/* Impacts for proofs: a body that touches the ground with one of its parts, and the starts that lead there. */

/* Orientations drawn until other parts are far enough from the ground. */
enum { ORIENTATIONS = 100 };

routh_status routh_proof_body_of(routh_context *context, const routh_engine_body *body, routh_proof_body *of) {
    const bool is_sharp = body->ball_count == 0;
    const size_t count = !is_sharp ? body->ball_count : body->shape ? body->shape->count : 0;
    *of = (routh_proof_body){.body = body, .count = count};
    if (count == 0)
        return routh_fail_field(context, ROUTH_OUT_OF_RANGE, "body.ball_count",
                                "the body has neither balls nor a shape: nothing of it can touch the ground");
    of->ball = routh_allocate(context, count, sizeof *of->ball);
    if (!of->ball)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++) {
        if (!is_sharp)
            memcpy(of->ball[i], body->ball[i], sizeof of->ball[i]);
        for (int c = 0; is_sharp && c < 3; c++)
            of->ball[i][c] = body->shape->vertex[i][c] - body->centre[c];
        of->reach = fmax(of->reach, routh_length3(of->ball[i]) + of->ball[i][3]);
    }
    return ROUTH_OK;
}

void routh_proof_body_release(routh_context *context, routh_proof_body *of) {
    routh_release(context, of->ball);
    *of = (routh_proof_body){0};
}

double routh_proof_height(const routh_proof_body *of, const routh_state3 *state, size_t *lowest, double *next) {
    double least = INFINITY, second = INFINITY;
    for (size_t i = 0; i < of->count; i++) {
        double arm[3];
        routh_turn_apply(state->orientation, of->ball[i], arm);
        const double height = state->position[2] + arm[2] - of->ball[i][3];
        if (height < least) {
            second = least;
            least = height;
            *lowest = i;
        } else
            second = fmin(second, height);
    }
    if (next)
        *next = second;
    return least;
}

/* Keeps the orientation in which the second lowest part is highest, unless one is high enough. */
static void draw_alone(const routh_proof_body *of, routh_random *random, double apart, double orientation[4]) {
    double best = -INFINITY;
    for (int i = 0; i < ORIENTATIONS && best < apart; i++) {
        routh_state3 tried = {0};
        size_t lowest = 0;
        double next = INFINITY;
        routh_turn_draw(random, tried.orientation);
        const double gap = -routh_proof_height(of, &tried, &lowest, &next) + next;
        if (gap > best) {
            best = gap;
            memcpy(orientation, tried.orientation, sizeof tried.orientation);
        }
    }
}

void routh_proof_touch(const routh_proof_body *of, routh_state3 *state, double arm[3]) {
    size_t lowest = 0;
    state->position[2] -= routh_proof_height(of, state, &lowest, NULL);
    routh_turn_apply(state->orientation, of->ball[lowest], arm);
    arm[2] -= of->ball[lowest][3];
}

double routh_proof_speed(const routh_proof_body *of, const routh_state3 *touching) {
    routh_state3 state = *touching;
    double arm[3], turning[3];
    routh_proof_touch(of, &state, arm);
    routh_cross3(state.velocity.spin, arm, turning);
    return -(state.velocity.velocity[2] + turning[2]);
}

void routh_proof_draw(const routh_proof_body *of, routh_random *random, double speed, double slip, double spin,
                      double apart, routh_state3 *state) {
    double arm[3], turning[3];
    *state = (routh_state3){0};
    draw_alone(of, random, apart, state->orientation);
    routh_proof_touch(of, state, arm);
    const double way = routh_random_uniform(random, 0, 2 * ROUTH_PI);
    const double rise = routh_random_uniform(random, -1, 1), about = routh_random_uniform(random, 0, 2 * ROUTH_PI);
    const double flat = sqrt(1 - rise * rise);
    double *w = state->velocity.spin, *v = state->velocity.velocity;
    w[0] = spin * flat * cos(about), w[1] = spin * flat * sin(about), w[2] = spin * rise;
    routh_cross3(w, arm, turning);
    v[0] = slip * cos(way) - turning[0];
    v[1] = slip * sin(way) - turning[1];
    v[2] = -speed - turning[2];
}

/* Engines step the velocity first and move with the new one; drivers take off half a step of that fall. With the other half
 * taken off the contact is met with the velocity stated. */
void routh_proof_start(const routh_proof_body *of, const routh_state3 *touching, double phase, double step,
                       routh_state3 *start) {
    const double back = phase * step;
    size_t lowest = 0;
    double arm[3];
    *start = *touching;
    start->time = 0;
    start->position[0] = start->position[1] = 0;
    routh_proof_touch(of, start, arm);
    for (int c = 0; c < 3; c++)
        start->position[c] -= back * start->velocity.velocity[c];
    routh_turn_on(touching->orientation, touching->velocity.spin, -back, start->orientation);
    start->velocity.velocity[2] += of->body->gravity * step / 2;
    /* what turns may be lower before than when it touches */
    const double height = routh_proof_height(of, start, &lowest, NULL), least = 1e-9 * of->reach;
    if (height < least)
        start->position[2] += least - height;
}

/* What an impact in an engine amounts to, beside what the law wants. */

/* Slip slower than this share of the motion before has ended. */
static const double stuck = 1e-6;

/* What sinks in too far is worse than what is off as many times: nobody wants to see it. */
static const double deep = 10;

static routh_body3 body_in(const routh_engine_body *body, const routh_state3 *state) {
    routh_body3 made = routh_body3_default();
    made.mass = body->mass;
    memcpy(made.inertia, body->inertia, sizeof made.inertia);
    memcpy(made.position, state->position, sizeof made.position);
    memcpy(made.orientation, state->orientation, sizeof made.orientation);
    memcpy(made.velocity, state->velocity.velocity, sizeof made.velocity);
    memcpy(made.spin, state->velocity.spin, sizeof made.spin);
    return made;
}

/* Axes u, w, n of the contact are x, y, z: the ground is level. */
static routh_status contact_of(routh_context *context, const routh_engine_body *body, const routh_driver_impact *impact,
                               routh_contact3 *contact) {
    routh_body3 moving = body_in(body, &impact->before), ground = routh_body3_default();
    routh_scene_contact at = routh_scene_contact_default();
    ground.freedom = ROUTH_FIXED;
    memcpy(at.point, impact->point, sizeof at.point);
    memcpy(at.normal, (double[3]){0, 0, 1}, sizeof at.normal);
    return routh_contact3_of(context, &moving, &ground, &at, contact);
}

static double gained(const routh_engine_body *body, const routh_driver_impact *impact) {
    const routh_body3 before = body_in(body, &impact->before), after = body_in(body, &impact->after);
    const double rise = impact->after.position[2] - impact->before.position[2];
    const double start = routh_body3_energy(&before);
    return (routh_body3_energy(&after) + body->mass * body->gravity * rise - start) / start;
}

/* The tangential impulse that would turn one velocity of slip into the other. */
static double impulse_between(const routh_contact3 *contact, const double from[3], const double to[3]) {
    const double(*w)[3] = contact->w, x = to[0] - from[0], y = to[1] - from[1];
    const double determinant = w[0][0] * w[1][1] - w[0][1] * w[1][0];
    return hypot(w[1][1] * x - w[0][1] * y, w[0][0] * y - w[1][0] * x) / determinant;
}

static double angle_between(const double a[3], const double b[3]) {
    return fabs(atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]));
}

/* Velocity of the contact point after, with the arm that it had before, and the impulse. */
static void achieved(const routh_engine_body *body, const routh_driver_impact *impact, double v[3], double p[3]) {
    double arm[3];
    for (int c = 0; c < 3; c++)
        arm[c] = impact->point[c] - impact->before.position[c];
    routh_cross3(impact->after.velocity.spin, arm, v);
    for (int c = 0; c < 3; c++) {
        v[c] += impact->after.velocity.velocity[c];
        p[c] = body->mass * (impact->after.velocity.velocity[c] - impact->before.velocity.velocity[c]);
    }
    p[2] += body->mass * body->gravity * (impact->after.time - impact->before.time);
}

static void rate(const routh_engine_target *target, const routh_contact3 *contact, const routh_outcome3 *wanted,
                 const double v[3], const double p[3], double sunk, routh_proof_sample *sample) {
    const double mu = target->surface.pair.mu, slip = hypot(wanted->v[0], wanted->v[1]);
    const double friction = hypot(p[0], p[1]), least = 1e-6 * fmax(mu, 1e-3) * wanted->p[2];
    sample->eps_wanted = wanted->v[2] / sample->speed;
    sample->eps = v[2] / sample->speed;
    sample->friction_wanted = hypot(wanted->p[0], wanted->p[1]) / wanted->p[2];
    sample->friction = friction / p[2];
    sample->sticks = slip <= stuck * hypot(sample->speed, sample->slip);
    sample->friction_error = !(mu > 0)        ? sample->friction
                             : sample->sticks ? impulse_between(contact, wanted->v, v) / (mu * wanted->p[2])
                                              : (sample->friction - sample->friction_wanted) / mu;
    sample->friction_factor =
        sample->sticks ? hypot(wanted->p[0], wanted->p[1]) / friction : sample->friction_wanted / sample->friction;
    if (friction > least && hypot(wanted->p[0], wanted->p[1]) > least)
        sample->turned = angle_between(p, wanted->p);
    const double over[] = {fabs(sample->eps - sample->eps_wanted) / target->eps_tolerance,
                           fabs(sample->friction_error) / target->friction_tolerance, sunk > 1 ? deep * sunk : sunk};
    sample->is_straight = !sample->sticks && sample->friction_wanted > 0.99 * mu;
    sample->score = !(p[2] > 0) || !isfinite(sample->eps + friction) ? INFINITY : fmax(over[0], fmax(over[1], over[2]));
}

routh_status routh_proof_measure(routh_context *context, const routh_engine_target *target,
                                 const routh_engine_body *body, double step, const routh_driver_impact *impact,
                                 routh_proof_sample *sample) {
    routh_contact3 contact;
    routh_outcome3 wanted;
    double v[3], p[3];
    *sample = (routh_proof_sample){.steps = impact->steps,
                                   .contacts = impact->contacts,
                                   .depth = impact->depth,
                                   .eps = NAN,
                                   .eps_wanted = NAN,
                                   .friction = NAN,
                                   .friction_wanted = NAN,
                                   .friction_error = NAN,
                                   .score = INFINITY};
    if (impact->steps == 0 || contact_of(NULL, body, impact, &contact) != ROUTH_OK)
        return ROUTH_OK; /* nothing touched, or it was not closing */
    sample->speed = -contact.v[2];
    sample->slip = hypot(contact.v[0], contact.v[1]);
    ROUTH_TRY(routh_engine_target_outcome(context, target, &contact, &wanted));
    achieved(body, impact, v, p);
    sample->energy_gain = gained(body, impact);
    const double sunk = (sample->depth - sample->speed * step) / routh_engine_depth(target, body);
    rate(target, &contact, &wanted, v, p, sunk, sample);
    if (!impact->ended || impact->contacts > 1) /* the law is for one contact */
        sample->score = INFINITY;
    return ROUTH_OK;
}
