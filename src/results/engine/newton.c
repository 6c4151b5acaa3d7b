/* Newton's e in place of an energetic or Poisson's one: what the law that was measured does at impacts of this body.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "engine/engine.h"
#include "engine/proof.h"

static routh_status draw_contact(routh_context *context, const routh_engine_target *target, const routh_proof_body *of,
                                 routh_random *random, routh_contact3 *contact) {
    enum { SLIP = 2 }; /* fastest slip ÷ speed of approach */
    routh_body3 moving = routh_body3_default(), ground = routh_body3_default();
    routh_scene_contact touch = routh_scene_contact_default();
    routh_state3 state = {0};
    moving.mass = of->body->mass;
    memcpy(moving.inertia, of->body->inertia, sizeof moving.inertia);
    routh_turn_draw(random, state.orientation);
    memcpy(moving.orientation, state.orientation, sizeof moving.orientation);
    ground.freedom = ROUTH_FIXED;
    routh_proof_touch(of, &state, touch.point);
    touch.normal[0] = touch.normal[1] = 0, touch.normal[2] = 1;
    touch.a = 0, touch.b = 1;
    const double speed =
        target->speed[0] * pow(target->speed[1] / target->speed[0], routh_random_uniform(random, 0, 1));
    const double slip = SLIP * speed * routh_random_uniform(random, 0, 1);
    const double angle = routh_random_uniform(random, -ROUTH_PI, ROUTH_PI);
    moving.velocity[0] = slip * cos(angle);
    moving.velocity[1] = slip * sin(angle);
    moving.velocity[2] = -speed;
    return routh_contact3_of(context, &moving, &ground, &touch, contact);
}

static routh_status newton_of_impact(routh_context *context, const routh_engine_target *target,
                                     const routh_contact3 *contact, double *newton) {
    routh_outcome3 outcome;
    *newton = routh_engine_target_eps(target, -contact->v[2]);
    if (target->restitution == ROUTH_NEWTON)
        return ROUTH_OK;
    ROUTH_TRY(routh_engine_target_outcome(context, target, contact, &outcome));
    *newton = -outcome.v[2] / contact->v[2];
    return ROUTH_OK;
}

routh_status routh_newton_of(routh_context *context, const routh_engine_target *target, const routh_engine_body *body,
                             uint64_t seed, size_t count, routh_newton *newton) {
    routh_random random = routh_random_seed(seed, 0);
    double sum = 0, squares = 0;
    routh_newton found = {.low = INFINITY, .high = -INFINITY, .impacts = count};
    if (count < 1 || count > ROUTH_MOST_REPETITIONS)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "impacts", "%zu impacts; 1 … %d can be drawn", count,
                                ROUTH_MOST_REPETITIONS);
    routh_proof_body of = {0};
    routh_status status = routh_engine_target_check(context, target, body, 1e-3);
    if (status == ROUTH_OK)
        status = routh_proof_body_of(context, body, &of);
    for (size_t i = 0; i < count && status == ROUTH_OK; i++) {
        routh_contact3 contact;
        double e = 0;
        status = draw_contact(context, target, &of, &random, &contact);
        if (status == ROUTH_OK)
            status = newton_of_impact(context, target, &contact, &e);
        found.low = fmin(found.low, e);
        found.high = fmax(found.high, e);
        sum += e;
        squares += e * e;
    }
    routh_proof_body_release(context, &of);
    if (status != ROUTH_OK)
        return status;
    found.eps = sum / (double)count;
    found.deviation = sqrt(fmax(0, squares / (double)count - found.eps * found.eps));
    *newton = found;
    return ROUTH_OK;
}
