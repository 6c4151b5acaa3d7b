/* Impacts of a body with what is fixed, at one contact by a law in space, and at several.
 *
 * Together, rigid. Compression: the impulses p_c that stop all closing, with friction cones (cone3.c); no work is gained.
 * Restitution, after Poisson: every contact gives back at least e times its normal impulse, again with friction and without
 * closing. With friction this could gain energy. So the step of restitution, v⁺ = v_c + s Δv, is cut to the largest s ≤ 1 with
 *
 *     T(v⁺) ≤ T(v_c) + e² (T(v⁻) − T(v_c)),     e the largest at any contact
 *
 * Without friction and with one e, s = 1, and there is equality where each contact gives back just e times its impulse: e is then
 * Newton's, Poisson's and Stronge's. Since e ≤ 1, the kinetic energy never rises. As v_n ≥ 0 at both ends of the step, no contact closes at any s.
 *
 * In turn: the contact that closes fastest acts by the law for one, until all close slower than the speed of rest; these
 * are stopped together, without restitution. No impact gains energy if the law does not.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "motion3/motion3.h"

/* Impacts of a sequence in turn; beyond, what is left is stopped. */
enum { MOST_IN_TURN = 1000 };

/* Friction does not change with slower slip than this, m/s. */
static const double slowest = 0.01;

/* How well contacts are solved. */
static const double settled = 1e-10;

double routh_surface3_restitution(const routh_surface3 *surface, double speed, double rest_speed) {
    if (!(speed > rest_speed))
        return 0;
    const double e = surface->pair.eps + (surface->eps_slope != 0 ? surface->eps_slope * log(speed) : 0);
    return fmin(fmax(e, 0), 1);
}

double routh_surface3_friction(const routh_surface3 *surface, double speed) {
    const double mu = isnan(surface->mu_slide) ? surface->pair.mu : surface->mu_slide;
    return surface->mu_slope != 0 ? fmax(mu + surface->mu_slope * log(fmax(speed, slowest)), 0) : mu;
}

/* One contact, by the law. */
static routh_status strike(routh_context *context, const routh_surface3 *surface, const routh_cone3 *cone, size_t i,
                           double rest_speed, routh_velocity3 *velocity) {
    const struct routh_cone3_contact *c = &cone->contact[i];
    const routh_law3_options options = routh_law3_options_default();
    routh_contact3 contact;
    routh_outcome3 outcome;
    memcpy(contact.w, c->w, sizeof contact.w);
    routh_cone3_velocity(c, velocity, contact.v);
    if (!(contact.v[2] < 0))
        return ROUTH_OK;
    routh_pair pair = surface->pair;
    pair.eps = routh_surface3_restitution(surface, -contact.v[2], rest_speed);
    ROUTH_TRY(surface->law->solve(context, &pair, &contact, &options, &outcome));
    routh_cone3_push(cone, c, outcome.p, velocity);
    return ROUTH_OK;
}

static routh_status in_turn(routh_context *context, const routh_surface3 *surface, routh_cone3 *cone, double rest_speed,
                            routh_velocity3 *velocity) {
    for (size_t n = 0; n < MOST_IN_TURN; n++) {
        size_t fastest = cone->count;
        double speed = rest_speed;
        for (size_t i = 0; i < cone->count; i++) {
            double v[3];
            routh_cone3_velocity(&cone->contact[i], velocity, v);
            if (-v[2] > speed)
                fastest = i, speed = -v[2];
        }
        if (fastest == cone->count)
            break;
        ROUTH_TRY(strike(context, surface, cone, fastest, rest_speed, velocity));
    }
    routh_cone3_solve(cone, settled, velocity);
    return ROUTH_OK;
}

/* v_c + s Δv with the kinetic energy `most`, if that of v_c + Δv is more. */
static void limit_energy(const routh_stage3 *stage, const routh_state3 *compressed, double most, routh_state3 *after) {
    const double c = routh_stage3_kinetic(stage, compressed), a = routh_stage3_kinetic(stage, after);
    if (!(a > most))
        return;
    routh_state3 change = *after;
    for (int k = 0; k < 3; k++) {
        change.velocity.velocity[k] -= compressed->velocity.velocity[k];
        change.velocity.spin[k] -= compressed->velocity.spin[k];
    }
    /* T(v_c + s Δv) = c + s b + s² d, with a = c + b + d */
    const double d = routh_stage3_kinetic(stage, &change), b = a - c - d, room = fmax(most - c, 0);
    const double root = sqrt(b * b + 4 * d * room);
    const double share = d > 0 ? fmin(1, b > 0 ? 2 * room / (b + root) : (root - b) / (2 * d)) : 0;
    for (int k = 0; k < 3; k++) {
        after->velocity.velocity[k] = compressed->velocity.velocity[k] + share * change.velocity.velocity[k];
        after->velocity.spin[k] = compressed->velocity.spin[k] + share * change.velocity.spin[k];
    }
}

static void together(const routh_stage3 *stage, const routh_surface3 *surface, routh_cone3 *cone, double rest_speed,
                     routh_state3 *state) {
    double restitution[ROUTH_MOST_CONTACTS3], most = 0;
    const double before = routh_stage3_kinetic(stage, state);
    for (size_t i = 0; i < cone->count; i++) {
        double v[3];
        routh_cone3_velocity(&cone->contact[i], &state->velocity, v);
        restitution[i] = routh_surface3_restitution(surface, -v[2], rest_speed);
        most = fmax(most, restitution[i]);
    }
    routh_cone3_solve(cone, settled, &state->velocity);
    if (!(most > 0))
        return;
    const routh_state3 compressed = *state;
    for (size_t i = 0; i < cone->count; i++) {
        struct routh_cone3_contact *c = &cone->contact[i];
        c->floor = restitution[i] * c->p[2];
        const double first[3] = {0, 0, c->floor};
        memcpy(c->p, first, sizeof first);
        routh_cone3_push(cone, c, first, &state->velocity);
    }
    routh_cone3_solve(cone, settled, &state->velocity);
    const double lost = before - routh_stage3_kinetic(stage, &compressed);
    limit_energy(stage, &compressed, routh_stage3_kinetic(stage, &compressed) + most * most * fmax(lost, 0), state);
}

/* All contacts with springs, as a scene of the body and what is fixed. */
static routh_status springs(routh_context *context, const routh_stage3 *stage, const routh_surface3 *surface,
                            const routh_touch3 *touch, size_t count, double rest_speed, routh_state3 *state) {
    const routh_world3 *world = stage->world;
    routh_body3 body[2] = {routh_body3_default(), routh_body3_default()};
    routh_scene_contact contact[ROUTH_MOST_CONTACTS3];
    routh_collision collision = {0};
    body[1].freedom = ROUTH_FIXED;
    body[0].mass = world->mass;
    memcpy(body[0].inertia, world->inertia, sizeof body[0].inertia);
    memcpy(body[0].position, state->position, sizeof body[0].position);
    memcpy(body[0].orientation, state->orientation, sizeof body[0].orientation);
    memcpy(body[0].velocity, state->velocity.velocity, sizeof body[0].velocity);
    memcpy(body[0].spin, state->velocity.spin, sizeof body[0].spin);
    for (size_t i = 0; i < count; i++) {
        contact[i] = routh_scene_contact_default();
        contact[i].a = 0;
        contact[i].b = 1;
        for (int c = 0; c < 3; c++) {
            contact[i].point[c] = state->position[c] + touch[i].arm[c];
            contact[i].normal[c] = touch[i].normal[c];
        }
        contact[i].pair = surface->pair;
        contact[i].pair.eps = routh_surface3_restitution(surface, -touch[i].rate, rest_speed);
    }
    routh_scene scene = {body, 2, contact, count};
    ROUTH_TRY(routh_scene_solve(context, &scene, 1e-8, &collision));
    routh_scene_apply(&scene, &collision);
    routh_collision_release(context, &collision);
    memcpy(state->velocity.velocity, body[0].velocity, sizeof body[0].velocity);
    memcpy(state->velocity.spin, body[0].spin, sizeof body[0].spin);
    return ROUTH_OK;
}

/* The only one that closes, by the law; false if another closes then, and nothing was changed. */
static bool alone(routh_context *context, const routh_surface3 *surface, const routh_cone3 *cone, double rest_speed,
                  routh_velocity3 *velocity, routh_status *status) {
    routh_velocity3 after = *velocity;
    size_t closing = 0, which = 0;
    for (size_t i = 0; i < cone->count; i++) {
        double v[3];
        routh_cone3_velocity(&cone->contact[i], velocity, v);
        if (v[2] < 0)
            closing++, which = i;
    }
    if (closing != 1)
        return false;
    *status = strike(context, surface, cone, which, rest_speed, &after);
    for (size_t i = 0; i < cone->count; i++) {
        double v[3];
        routh_cone3_velocity(&cone->contact[i], &after, v);
        if (v[2] < -rest_speed)
            return false;
    }
    *velocity = after;
    return true;
}

routh_status routh_impact3_apply(routh_context *context, const routh_stage3 *stage, const routh_surface3 *surface,
                                 double rest_speed, const routh_touch3 *touch, size_t count, routh_state3 *state) {
    routh_status status = ROUTH_OK;
    routh_cone3 cone;
    routh_cone3_of(stage, state, touch, count, surface->pair.mu, &cone);
    if (alone(context, surface, &cone, rest_speed, &state->velocity, &status))
        return status;
    if (surface->several == ROUTH_SPRINGS)
        return springs(context, stage, surface, touch, count, rest_speed, state);
    if (surface->several == ROUTH_IN_TURN)
        return in_turn(context, surface, &cone, rest_speed, &state->velocity);
    together(stage, surface, &cone, rest_speed, state);
    return ROUTH_OK;
}
