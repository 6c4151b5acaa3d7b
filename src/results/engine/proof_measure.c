/* What an impact in an engine amounts to, beside what the law wants.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/matrix3.h"
#include "engine/engine.h"
#include "engine/proof.h"

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
    const routh_status status = routh_engine_target_outcome(context, target, &contact, &wanted);
    if (status != ROUTH_OK)
        return status;
    achieved(body, impact, v, p);
    sample->energy_gain = gained(body, impact);
    const double sunk = (sample->depth - sample->speed * step) / routh_engine_depth(target, body);
    rate(target, &contact, &wanted, v, p, sunk, sample);
    if (!impact->ended || impact->contacts > 1) /* the law is for one contact */
        sample->score = INFINITY;
    return ROUTH_OK;
}
