/* A cue strikes a ball on a table: from the shot to bodies in contact, and to the ball after the strike.
 *
 *          . butt               d      the way the cue moves, elevated by ε over the azimuth α
 *           \ d                 right  horizontal, to the right of somebody behind the cue
 *            \                  up     = right × d
 *             *___              The tip touches the ball at its centre + r n,
 *            / n  \                 n = side right + up up − √(1 − side² − up²) d
 *            \____/             which is also the normal out of the ball.
 *        ___________ table
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/simulate.h>

#include "base/context.h"
#include "simulate/billiard.h"

static void cue_geometry(const routh_shot *shot, double direction[3], double normal[3]) {
    double level = cos(shot->elevation), steep = sin(shot->elevation), x = cos(shot->azimuth), y = sin(shot->azimuth);
    double right[3] = {y, -x, 0}, up[3] = {steep * x, steep * y, level};
    double offset = hypot(shot->side, shot->up), depth = sqrt((1 - offset) * (1 + offset));
    direction[0] = level * x;
    direction[1] = level * y;
    direction[2] = -steep;
    for (int i = 0; i < 3; i++)
        normal[i] = shot->side * right[i] + shot->up * up[i] - depth * direction[i];
}

static void set_bodies(const routh_billiards *billiards, const routh_shot *shot, const double direction[3],
                       routh_body3 *body) {
    routh_body3 *cue = &body[ROUTH_SHOT_CUE], *ball = &body[ROUTH_SHOT_BALL], *table = &body[ROUTH_SHOT_TABLE];
    double r = billiards->ball_radius;
    *cue = *ball = *table = routh_body3_default();
    snprintf(cue->name, sizeof cue->name, "cue");
    cue->freedom = ROUTH_GUIDED;
    cue->mass = billiards->cue_mass;
    snprintf(ball->name, sizeof ball->name, "ball");
    ball->freedom = ROUTH_FREE;
    ball->mass = billiards->ball_mass;
    ball->position[0] = shot->ball_position[0];
    ball->position[1] = shot->ball_position[1];
    ball->position[2] = r;
    memcpy(ball->velocity, shot->ball_velocity, sizeof ball->velocity);
    memcpy(ball->spin, shot->ball_spin, sizeof ball->spin);
    snprintf(table->name, sizeof table->name, "table");
    table->freedom = ROUTH_FIXED;
    for (int i = 0; i < 3; i++) {
        cue->axis[i] = direction[i];
        cue->velocity[i] = shot->speed * direction[i];
        for (int j = 0; j < 3; j++)
            ball->inertia[i][j] = i == j ? 0.4 * ball->mass * r * r : 0;
    }
}

static void set_contacts(const routh_billiards *billiards, const double normal[3], routh_scene *scene) {
    routh_scene_contact *tip = &scene->contact[ROUTH_SHOT_CUE_ON_BALL],
                        *rest = &scene->contact[ROUTH_SHOT_BALL_ON_TABLE];
    *tip = *rest = routh_scene_contact_default();
    tip->a = ROUTH_SHOT_CUE;
    tip->b = ROUTH_SHOT_BALL;
    tip->pair = billiards->tip;
    tip->stiffness = 1;
    const routh_body3 *ball = &scene->body[ROUTH_SHOT_BALL];
    for (int i = 0; i < 3; i++) {
        tip->normal[i] = normal[i];
        tip->point[i] = ball->position[i] + billiards->ball_radius * normal[i];
        /* a cue in a hand does not turn, so that its centre of mass may as well lie at its tip */
        scene->body[ROUTH_SHOT_CUE].position[i] = tip->point[i];
        rest->normal[i] = i == 2;
        rest->point[i] = i == 2 ? 0 : ball->position[i];
    }
    rest->a = ROUTH_SHOT_BALL;
    rest->b = ROUTH_SHOT_TABLE;
    rest->pair = billiards->table;
    rest->stiffness = billiards->table_stiffness;
}

routh_status routh_shot_scene(routh_context *context, const routh_billiards *billiards, const routh_shot *shot,
                              routh_scene *scene) {
    routh_status status = routh_billiards_check(context, billiards);
    if (status == ROUTH_OK)
        status = routh_shot_check(context, shot);
    if (status != ROUTH_OK)
        return status;
    routh_scene made = {.body_count = 3, .contact_count = 2};
    made.body = routh_allocate(context, made.body_count, sizeof *made.body);
    made.contact = routh_allocate(context, made.contact_count, sizeof *made.contact);
    if (!made.body || !made.contact) {
        routh_scene_release(context, &made);
        return ROUTH_OUT_OF_MEMORY;
    }
    double direction[3], normal[3];
    cue_geometry(shot, direction, normal);
    set_bodies(billiards, shot, direction, made.body);
    set_contacts(billiards, normal, &made);
    *scene = made;
    return ROUTH_OK;
}

/* The impulse on the ball at a contact, from the one on the contact's body a. */
static void impulse_on_ball(const routh_scene *scene, const routh_collision *collision, size_t contact,
                            double impulse[3]) {
    const routh_scene_contact *scene_contact = &scene->contact[contact];
    double axes[3][3], sign = scene_contact->a == ROUTH_SHOT_BALL ? 1 : -1;
    routh_contact3_axes(scene_contact->normal, axes);
    const double *p = collision->p[contact];
    for (int i = 0; i < 3; i++)
        impulse[i] = sign * (p[0] * axes[0][i] + p[1] * axes[1][i] + p[2] * axes[2][i]);
}

static int slipped_in_compression(const routh_collision *collision, size_t contact) {
    for (size_t i = 0; i < collision->switch_count; i++)
        if (collision->switches[i].contact == contact && collision->switches[i].phase == ROUTH_C_SLIP)
            return 1;
    return 0;
}

static routh_shot_result result_of(routh_scene *scene, const routh_collision *collision) {
    routh_shot_result result = {.energy_before = collision->energy_before,
                                .energy_after = collision->energy_after,
                                .tip_slipped = slipped_in_compression(collision, ROUTH_SHOT_CUE_ON_BALL)};
    impulse_on_ball(scene, collision, ROUTH_SHOT_CUE_ON_BALL, result.cue_impulse);
    impulse_on_ball(scene, collision, ROUTH_SHOT_BALL_ON_TABLE, result.table_impulse);
    routh_scene_apply(scene, collision);
    const routh_body3 *ball = &scene->body[ROUTH_SHOT_BALL], *cue = &scene->body[ROUTH_SHOT_CUE];
    for (int i = 0; i < 3; i++) {
        result.ball.position[i] = ball->position[i];
        result.ball.velocity[i] = ball->velocity[i];
        result.ball.spin[i] = ball->spin[i];
        result.cue_speed += cue->velocity[i] * cue->axis[i];
    }
    return result;
}

routh_status routh_shot_solve(routh_context *context, const routh_billiards *billiards, const routh_shot *shot,
                              routh_shot_result *result) {
    routh_scene scene;
    routh_status status = routh_shot_scene(context, billiards, shot, &scene);
    if (status != ROUTH_OK)
        return status;
    routh_collision collision;
    status = routh_scene_solve(context, &scene, routh_law3_options_default().tolerance, &collision);
    if (status == ROUTH_OK) {
        *result = result_of(&scene, &collision);
        routh_collision_release(context, &collision);
    }
    routh_scene_release(context, &scene);
    return status;
}
