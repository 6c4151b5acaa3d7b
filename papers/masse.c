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

#include "papers.h"

static const double quarter_turn = 1.57079632679489661923;

masse_constants masse_constants_default(void) {
    const double eta2 = routh_eta2_of_poisson(0.3);
    return (masse_constants){.ball_mass = 0.170,
                             .ball_radius = 0.028575,
                             .cue_mass = 0.54,
                             .tip = {.mu = 0.6, .eps = 0.73, .eta2 = eta2},
                             .table = {.mu = 0.2, .eps = 0.5, .eta2 = eta2},
                             .table_stiffness = 10,
                             .cloth_sliding = 0.2,
                             .cloth_rolling = 0.01,
                             .spin_deceleration = 10,
                             .gravity = 9.80665,
                             .least_hop = 1e-4};
}

masse_shot masse_shot_default(void) {
    return (masse_shot){.elevation = 65 * quarter_turn / 90, .speed = 6, .side = 0.2, .up = 0.05};
}

routh_status masse_check(routh_context *context, const masse_constants *c, const masse_shot *s) {
    const paper_limit limits[] = {
        {"ball_mass", "kg", c->ball_mass, 1e-6, 1e6},
        {"ball_radius", "m", c->ball_radius, 1e-6, 1e6},
        {"cue_mass", "kg", c->cue_mass, 1e-6, 1e6},
        {"tip.mu", "", c->tip.mu, 0, 1000},
        {"tip.eps", "", c->tip.eps, 0, 1},
        {"tip.eta2", "", c->tip.eta2, 1e-6, 1e6},
        {"table.mu", "", c->table.mu, 0, 1000},
        {"table.eps", "", c->table.eps, 0, 1},
        {"table.eta2", "", c->table.eta2, 1e-6, 1e6},
        {"table_stiffness", "", c->table_stiffness, 1e-6, 1e6},
        {"cloth_sliding", "", c->cloth_sliding, 1e-6, 1000},
        {"cloth_rolling", "", c->cloth_rolling, 1e-6, 1000},
        {"spin_deceleration", "rad/s²", c->spin_deceleration, 1e-6, 1e6},
        {"gravity", "m/s²", c->gravity, 1e-6, 1e6},
        {"least_hop", "m", c->least_hop, 1e-9, 1e3},
        {"elevation", "rad", s->elevation, 0, quarter_turn},
        {"azimuth", "rad", s->azimuth, -1e6, 1e6},
        {"speed", "m/s", s->speed, 1e-6, 1e6},
        {"side", "radii", s->side, -1, 1},
        {"up", "radii", s->up, -1, 1},
        {"ball_position", "m", fmax(fabs(s->ball_position[0]), fabs(s->ball_position[1])), 0, 1e6},
        {"ball_velocity", "m/s", hypot(hypot(s->ball_velocity[0], s->ball_velocity[1]), s->ball_velocity[2]), 0, 1e6},
        {"ball_spin", "rad/s", hypot(hypot(s->ball_spin[0], s->ball_spin[1]), s->ball_spin[2]), 0, 1e6},
    };
    const routh_status status = paper_check(context, "massé", limits, sizeof limits / sizeof *limits);
    const double offset = hypot(s->side, s->up);
    if (status == ROUTH_OK && offset >= 1)
        return paper_refuse(context, ROUTH_BAD_ARGUMENT, "side up",
                            "massé: side = %g, up = %g radii misses the ball: the offset %g is not less than 1 radius",
                            s->side, s->up, offset);
    return status;
}

static void cue_geometry(const masse_shot *shot, double direction[3], double normal[3]) {
    double level = cos(shot->elevation), steep = sin(shot->elevation), x = cos(shot->azimuth), y = sin(shot->azimuth);
    double right[3] = {y, -x, 0}, up[3] = {steep * x, steep * y, level};
    double offset = hypot(shot->side, shot->up), depth = sqrt((1 - offset) * (1 + offset));
    direction[0] = level * x;
    direction[1] = level * y;
    direction[2] = -steep;
    for (int i = 0; i < 3; i++)
        normal[i] = shot->side * right[i] + shot->up * up[i] - depth * direction[i];
}

static void set_bodies(const masse_constants *constants, const masse_shot *shot, const double direction[3],
                       routh_body3 body[MASSE_BODIES]) {
    routh_body3 *cue = &body[MASSE_CUE], *ball = &body[MASSE_BALL], *table = &body[MASSE_TABLE];
    const double r = constants->ball_radius;
    *cue = *ball = *table = routh_body3_default();
    snprintf(cue->name, sizeof cue->name, "cue");
    cue->freedom = ROUTH_GUIDED;
    cue->mass = constants->cue_mass;
    snprintf(ball->name, sizeof ball->name, "ball");
    ball->freedom = ROUTH_FREE;
    ball->mass = constants->ball_mass;
    memcpy(ball->position, shot->ball_position, sizeof shot->ball_position);
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

static void set_contacts(const masse_constants *constants, const double normal[3], masse_scene *scene) {
    routh_scene_contact *tip = &scene->contact[MASSE_CUE_ON_BALL], *rest = &scene->contact[MASSE_BALL_ON_TABLE];
    *tip = *rest = routh_scene_contact_default();
    tip->a = MASSE_CUE;
    tip->b = MASSE_BALL;
    tip->pair = constants->tip;
    tip->stiffness = 1;
    const routh_body3 *ball = &scene->body[MASSE_BALL];
    for (int i = 0; i < 3; i++) {
        tip->normal[i] = normal[i];
        tip->point[i] = ball->position[i] + constants->ball_radius * normal[i];
        /* a cue in a hand does not turn, so that its centre of mass may as well lie at its tip */
        scene->body[MASSE_CUE].position[i] = tip->point[i];
        rest->normal[i] = i == 2;
        rest->point[i] = i == 2 ? 0 : ball->position[i];
    }
    rest->a = MASSE_BALL;
    rest->b = MASSE_TABLE;
    rest->pair = constants->table;
    rest->stiffness = constants->table_stiffness;
}

void masse_scene_set(const masse_constants *constants, const masse_shot *shot, masse_scene *scene) {
    double direction[3], normal[3];
    cue_geometry(shot, direction, normal);
    set_bodies(constants, shot, direction, scene->body);
    set_contacts(constants, normal, scene);
    scene->scene = (routh_scene){
        .body = scene->body, .body_count = MASSE_BODIES, .contact = scene->contact, .contact_count = MASSE_CONTACTS};
}

/* The impulse on the ball at a contact, from the one on the contact's body a. */
static void impulse_on_ball(const masse_scene *scene, const routh_collision *collision, size_t contact,
                            double impulse[3]) {
    const routh_scene_contact *touch = &scene->contact[contact];
    double axes[3][3], sign = touch->a == MASSE_BALL ? 1 : -1;
    routh_contact3_axes(touch->normal, axes);
    const double *p = collision->p[contact];
    for (int i = 0; i < 3; i++)
        impulse[i] = sign * (p[0] * axes[0][i] + p[1] * axes[1][i] + p[2] * axes[2][i]);
}

static bool slipped_in_compression(const routh_collision *collision, size_t contact) {
    for (size_t i = 0; i < collision->switch_count; i++)
        if (collision->switches[i].contact == contact && collision->switches[i].phase == ROUTH_C_SLIP)
            return true;
    return false;
}

static masse_result result_of(masse_scene *scene, const routh_collision *collision) {
    masse_result result = {.energy_before = collision->energy_before,
                           .energy_after = collision->energy_after,
                           .tip_slipped = slipped_in_compression(collision, MASSE_CUE_ON_BALL)};
    impulse_on_ball(scene, collision, MASSE_CUE_ON_BALL, result.cue_impulse);
    impulse_on_ball(scene, collision, MASSE_BALL_ON_TABLE, result.table_impulse);
    routh_scene_apply(&scene->scene, collision);
    const routh_body3 *ball = &scene->body[MASSE_BALL], *cue = &scene->body[MASSE_CUE];
    for (int i = 0; i < 3; i++) {
        result.ball.position[i] = ball->position[i];
        result.ball.velocity[i] = ball->velocity[i];
        result.ball.spin[i] = ball->spin[i];
        result.cue_speed += cue->velocity[i] * cue->axis[i];
    }
    return result;
}

routh_status masse_solve(routh_context *context, const masse_constants *constants, const masse_shot *shot,
                         masse_result *result) {
    masse_scene scene;
    routh_collision collision;
    routh_status status = masse_check(context, constants, shot);
    if (status != ROUTH_OK)
        return status;
    masse_scene_set(constants, shot, &scene);
    status = routh_scene_solve(context, &scene.scene, routh_law3_options_default().tolerance, &collision);
    if (status == ROUTH_OK) {
        *result = result_of(&scene, &collision);
        routh_collision_release(context, &collision);
    }
    return status;
}

/* How far a massé depends on its unmeasured constants, as numbers, as text and as CSV. */

/* Stiffness: a guess within a factor of this. */
#define STIFFNESS_SPAN 10.0

/* From `low` at part −1 over the shot's own at 0 to `high` at 1. */
static double between(double low, double own, double high, double part) {
    return part < 0 ? own + part * (own - low) : own + part * (high - own);
}

/* Poisson's ratio is 0 … 0.5, hence η² 1 … 1.5. */
static double eta2_at(double own, double part) {
    return between(fmin(own, 1.0), own, fmax(own, 1.5), part);
}

static routh_status solve_row(routh_context *context, const masse_constants *constants, const masse_shot *shot,
                              masse_sweep_row *row) {
    masse_answer m = {.constants = *constants, .shot = *shot};
    const routh_status status = masse_run(context, &m);
    if (status != ROUTH_OK)
        return status;
    const masse_ball *still = &m.path.piece[m.path.count - 1].ball;
    memcpy(row->velocity, m.result.ball.velocity, sizeof row->velocity);
    memcpy(row->spin, m.result.ball.spin, sizeof row->spin);
    memcpy(row->rest, still->position, sizeof row->rest);
    row->ended = true;
    masse_path_release(&m.path);
    return ROUTH_OK;
}

/* Of other constants a shot may have no end: the row says so. */
static routh_status fill_row(routh_context *context, const masse_sweep *sweep, size_t i, size_t j,
                             masse_sweep_row *row) {
    const double middle = (double)(sweep->steps / 2);
    const double hard = ((double)i - middle) / middle, soft = ((double)j - middle) / middle;
    masse_constants constants = sweep->constants;
    constants.table_stiffness *= pow(STIFFNESS_SPAN, hard);
    constants.tip.eta2 = eta2_at(constants.tip.eta2, soft);
    constants.table.eta2 = eta2_at(constants.table.eta2, soft);
    *row = (masse_sweep_row){.stiffness = constants.table_stiffness,
                             .tip_eta2 = constants.tip.eta2,
                             .table_eta2 = constants.table.eta2,
                             .velocity = {NAN, NAN, NAN},
                             .spin = {NAN, NAN, NAN},
                             .rest = {NAN, NAN}};
    const routh_status status = solve_row(context, &constants, &sweep->shot, row);
    return status == ROUTH_NOT_ENDED && (hard != 0 || soft != 0) ? ROUTH_OK : status;
}

static void measure(masse_sweep *sweep) {
    const size_t steps = sweep->steps, middle = steps / 2;
    const double *own = sweep->row[middle * steps + middle].rest;
    for (size_t i = 0; i < steps; i++)
        for (size_t j = 0; j < steps; j++) {
            masse_sweep_row *row = &sweep->row[i * steps + j];
            row->away = hypot(row->rest[0] - own[0], row->rest[1] - own[1]);
            sweep->away_both = fmax(sweep->away_both, row->away); /* fmax passes over NaN */
            if (j == middle)
                sweep->away_stiffness = fmax(sweep->away_stiffness, row->away);
            if (i == middle)
                sweep->away_eta2 = fmax(sweep->away_eta2, row->away);
        }
}

routh_status masse_sweep_run(routh_context *context, const masse_constants *constants, const masse_shot *shot,
                             size_t steps, masse_sweep *sweep) {
    enum { FEWEST = 3 };
    *sweep = (masse_sweep){.constants = *constants, .shot = *shot, .steps = steps};
    if (steps < FEWEST || steps > MASSE_MOST_STEPS || steps % 2 == 0)
        return paper_refuse(context, ROUTH_BAD_ARGUMENT, "steps",
                            "massé: %zu values of each constant: an odd number from %d to %d is allowed", steps, FEWEST,
                            MASSE_MOST_STEPS);
    /* the shot itself first: what is wrong with it is wrong with all */
    routh_status status = fill_row(context, sweep, steps / 2, steps / 2, &sweep->row[0]);
    for (size_t i = 0; i < steps * steps && status == ROUTH_OK; i++)
        status = fill_row(context, sweep, i / steps, i % steps, &sweep->row[i]);
    if (status == ROUTH_OK)
        measure(sweep);
    return status;
}

/* ν from η² = (2 − ν) / (2 (1 − ν)). */
static double poisson_of(double eta2) {
    return (2 * eta2 - 2) / (2 * eta2 - 1);
}

void masse_sweep_text(FILE *file, const masse_sweep *s) {
    fprintf(
        file,
        "Where the ball comes to rest depends on two constants that nobody has measured: by up to %.3g m on the "
        "stiffness of\nball on table ÷ tip on ball, by up to %.3g m on Poisson's ratio, by up to %.3g m on both.\n\n",
        s->away_stiffness, s->away_eta2, s->away_both);
    fprintf(file, "%11s %9s %9s   %32s   %21s %9s\n", "STIFFNESS", "NU TIP", "NU TABLE", "VELOCITY AFTER (m/s)",
            "AT REST x, y (m)", "AWAY (m)");
    for (size_t i = 0; i < s->steps * s->steps; i++) {
        const masse_sweep_row *r = &s->row[i];
        fprintf(file, "%11.4g %9.4f %9.4f   ", r->stiffness, poisson_of(r->tip_eta2), poisson_of(r->table_eta2));
        if (r->ended)
            fprintf(file, "%10.4f %10.4f %10.4f   %10.4f %10.4f %9.4f", r->velocity[0], r->velocity[1], r->velocity[2],
                    r->rest[0], r->rest[1], r->away);
        else
            fputs("does not come to rest", file);
        fputs(i == s->steps * s->steps / 2 ? "  the shot itself\n" : "\n", file);
    }
}

void masse_sweep_csv(FILE *file, const masse_sweep *s) {
    fputs("stiffness,tip_eta2,table_eta2,ended,vx,vy,vz,wx,wy,wz,rest_x,rest_y,away\n", file);
    for (size_t i = 0; i < s->steps * s->steps; i++) {
        const masse_sweep_row *r = &s->row[i];
        fprintf(file, "%.17g,%.17g,%.17g,%d", r->stiffness, r->tip_eta2, r->table_eta2, r->ended);
        const double values[] = {r->velocity[0], r->velocity[1], r->velocity[2], r->spin[0], r->spin[1],
                                 r->spin[2],     r->rest[0],     r->rest[1],     r->away};
        for (size_t j = 0; j < sizeof values / sizeof values[0]; j++)
            fprintf(file, r->ended ? ",%.17g" : ",", values[j]);
        fputc('\n', file);
    }
}
