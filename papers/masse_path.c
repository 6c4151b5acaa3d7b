/* The path of a billiard ball from a moment to rest, in closed form.
 *
 * On the cloth the lowest point of the ball has the slip velocity, horizontal,
 *     u = v + ω × (−r ẑ) = (v_x − r ω_y, v_y + r ω_x).
 * Friction −μ_s m g û acts there and, the inertia being ⅖ m r², changes
 *     v̇ = −μ_s g û,   ω̇ = 5/(2r) (v̇_y, −v̇_x),   u̇ = 7/2 v̇:
 * u keeps its direction, so that the path is a parabola, and is gone after 2|u|/(7 μ_s g), when v has become v − 2/7 u.
 * From then on the ball rolls straight, v̇ = −μ_r g v̂, until it stands. Spin about the vertical does not enter and
 * fades by itself. These are the equations of Marlow, The physics of pocket constants, 1995, and of most others since
 * Coriolis, Théorie mathématique des effets du jeu de billard, 1835.
 *
 * In the air only gravity acts. A landing is an impact with the table.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>

#include "papers.h"

/* Slip and speed below this share of the ball's speed at the surface are rounding. */
#define NEGLIGIBLE 1e-12

/* A path under construction: where the ball is, and the pieces behind it. */
typedef struct path_maker {
    routh_context *context;
    const masse_constants *constants;
    double hop_speed;  /* upward speed of the least hop, m/s */
    double negligible; /* m/s */
    double time;
    masse_ball ball;
    masse_path path;
} path_maker;

static const routh_name_entry path_kinds[] = {
#define PATH_NAME(code, name) {name, NULL},
    MASSE_KIND_TABLE(PATH_NAME)
#undef PATH_NAME
};
const routh_names masse_kinds = {"kind of path", MASSE_KIND_COUNT, path_kinds};

static masse_ball ball_in_piece(const masse_piece *piece, double tau) {
    masse_ball ball = piece->ball;
    for (int i = 0; i < 3; i++) {
        double rate = piece->acceleration[i], turning = fmin(tau, i == 2 ? piece->spin_stop : INFINITY);
        ball.position[i] += tau * (ball.velocity[i] + rate * tau / 2);
        ball.velocity[i] += rate * tau;
        ball.spin[i] += piece->spin_rate[i] * turning;
    }
    if (tau >= piece->spin_stop)
        ball.spin[2] = 0;
    return ball;
}

masse_ball masse_path_at(const masse_path *path, double t) {
    size_t i = path->count - 1;
    while (i > 0 && !(path->piece[i].start <= t))
        --i;
    const masse_piece *piece = &path->piece[i];
    double tau = fmax(0, t - piece->start);
    return piece->kind == MASSE_STILL ? piece->ball : ball_in_piece(piece, fmin(tau, piece->duration));
}

void masse_path_release(masse_path *path) {
    free(path->piece);
    *path = (masse_path){0};
}

static bool finite_vector(const double vector[3]) {
    return isfinite(vector[0]) && isfinite(vector[1]) && isfinite(vector[2]);
}

static bool finite_ball(const masse_ball *ball) {
    return finite_vector(ball->position) && finite_vector(ball->velocity) && finite_vector(ball->spin);
}

/* A piece that starts with the ball as it is now; on the cloth spin about the vertical fades. */
static masse_piece begin_piece(const path_maker *maker, masse_kind kind, double duration) {
    masse_piece piece = {
        .kind = kind, .start = maker->time, .duration = duration, .ball = maker->ball, .spin_stop = INFINITY};
    double spin = maker->ball.spin[2], deceleration = maker->constants->spin_deceleration;
    if (spin != 0 && kind != MASSE_HOP) {
        piece.spin_rate[2] = -copysign(deceleration, spin);
        piece.spin_stop = fabs(spin) / deceleration;
    }
    return piece;
}

/* Adds the piece to the path and takes the ball to its end. */
static routh_status add_piece(path_maker *maker, const masse_piece *piece) {
    masse_path *path = &maker->path;
    path->piece[path->count++] = *piece;
    if (piece->kind == MASSE_STILL)
        return ROUTH_OK;
    maker->ball = ball_in_piece(piece, piece->duration);
    maker->time += piece->duration;
    if (!finite_ball(&maker->ball) || !isfinite(maker->time))
        return paper_refuse(maker->context, ROUTH_OUT_OF_RANGE, NULL, "massé: %s for %g s is too large to compute",
                            routh_name(&masse_kinds, piece->kind), piece->duration);
    return ROUTH_OK;
}

static void slip_velocity(const path_maker *maker, double slip[2]) {
    double r = maker->constants->ball_radius;
    slip[0] = maker->ball.velocity[0] - r * maker->ball.spin[1];
    slip[1] = maker->ball.velocity[1] + r * maker->ball.spin[0];
}

/* An impact on the table. The ball's centre is above the contact point: W is diagonal, its axes u, w, n are x, y, z. */
static routh_status land(path_maker *maker) {
    double m = maker->constants->ball_mass, r = maker->constants->ball_radius;
    masse_ball *ball = &maker->ball;
    routh_contact3 contact = {.w = {{3.5 / m, 0, 0}, {0, 3.5 / m, 0}, {0, 0, 1 / m}}};
    slip_velocity(maker, contact.v);
    contact.v[2] = ball->velocity[2];
    routh_outcome3 strike;
    routh_status status = routh_law3_solve(maker->context, routh_law3_find(NULL, "compliant"), &maker->constants->table,
                                           &contact, NULL, &strike);
    if (status != ROUTH_OK)
        return status;
    for (int i = 0; i < 3; i++)
        ball->velocity[i] += strike.p[i] / m;
    ball->spin[0] += 2.5 * strike.p[1] / (m * r); /* (−r ẑ) × p ÷ ⅖ m r² */
    ball->spin[1] -= 2.5 * strike.p[0] / (m * r);
    return ROUTH_OK;
}

/* Until the ball is at height r again. */
static double time_of_fall(const path_maker *maker) {
    double g = maker->constants->gravity, up = maker->ball.velocity[2];
    double height = maker->ball.position[2] - maker->constants->ball_radius;
    double landing = sqrt(up * up + 2 * g * height);
    return up > 0 ? (landing + up) / g : 2 * height / (landing - up); /* the same, without cancellation */
}

static bool is_on_cloth(const path_maker *maker) {
    double height = maker->ball.position[2] - maker->constants->ball_radius;
    return height < maker->constants->least_hop && fabs(maker->ball.velocity[2]) < maker->hop_speed;
}

static routh_status hop(path_maker *maker) {
    routh_status status = ROUTH_OK;
    for (int hops = 0; status == ROUTH_OK && !is_on_cloth(maker); hops++) {
        if (hops == MASSE_MOST_HOPS)
            return paper_refuse(maker->context, ROUTH_NOT_ENDED, NULL,
                                "massé: after %d hops the ball still leaves the table at %g m/s (restitution %g)", hops,
                                maker->ball.velocity[2], maker->constants->table.eps);
        double duration = time_of_fall(maker);
        if (duration > 0) {
            masse_piece piece = begin_piece(maker, MASSE_HOP, duration);
            piece.acceleration[2] = -maker->constants->gravity;
            status = add_piece(maker, &piece);
        }
        maker->ball.position[2] = maker->constants->ball_radius;
        if (status == ROUTH_OK)
            status = land(maker);
    }
    maker->ball.position[2] = maker->constants->ball_radius;
    maker->ball.velocity[2] = 0;
    return status;
}

static routh_status slide(path_maker *maker) {
    double r = maker->constants->ball_radius, friction = maker->constants->cloth_sliding * maker->constants->gravity;
    double slip[2], roll[2];
    slip_velocity(maker, slip);
    double speed = hypot(slip[0], slip[1]);
    for (int i = 0; i < 2; i++)
        roll[i] = maker->ball.velocity[i] - slip[i] / 3.5;
    routh_status status = ROUTH_OK;
    if (speed > maker->negligible) {
        masse_piece piece = begin_piece(maker, MASSE_SLIDING, speed / (3.5 * friction));
        for (int i = 0; i < 2; i++)
            piece.acceleration[i] = -friction * slip[i] / speed;
        piece.spin_rate[0] = 2.5 * piece.acceleration[1] / r;
        piece.spin_rate[1] = -2.5 * piece.acceleration[0] / r;
        status = add_piece(maker, &piece);
    }
    maker->ball.velocity[0] = roll[0];
    maker->ball.velocity[1] = roll[1];
    maker->ball.spin[0] = -roll[1] / r;
    maker->ball.spin[1] = roll[0] / r;
    return status;
}

static routh_status roll(path_maker *maker) {
    double r = maker->constants->ball_radius, braking = maker->constants->cloth_rolling * maker->constants->gravity;
    masse_ball *ball = &maker->ball;
    double speed = hypot(ball->velocity[0], ball->velocity[1]);
    routh_status status = ROUTH_OK;
    if (speed > maker->negligible) {
        masse_piece piece = begin_piece(maker, MASSE_ROLLING, speed / braking);
        for (int i = 0; i < 2; i++)
            piece.acceleration[i] = -braking * ball->velocity[i] / speed;
        piece.spin_rate[0] = -piece.acceleration[1] / r; /* ω = (−v_y, v_x) / r */
        piece.spin_rate[1] = piece.acceleration[0] / r;
        status = add_piece(maker, &piece);
    }
    for (int i = 0; i < 2; i++)
        ball->velocity[i] = ball->spin[i] = 0;
    return status;
}

static routh_status spin_in_place(path_maker *maker) {
    if (maker->ball.spin[2] == 0)
        return ROUTH_OK;
    masse_piece piece =
        begin_piece(maker, MASSE_SPINNING, fabs(maker->ball.spin[2]) / maker->constants->spin_deceleration);
    return add_piece(maker, &piece);
}

static routh_status stay(path_maker *maker) {
    masse_piece piece = begin_piece(maker, MASSE_STILL, INFINITY);
    maker->path.rest_time = maker->time;
    return add_piece(maker, &piece);
}

routh_status masse_path_of(routh_context *context, const masse_constants *constants, const masse_ball *start,
                           masse_path *path) {
    static routh_status (*const steps[])(path_maker *) = {hop, slide, roll, spin_in_place, stay};
    double r = constants->ball_radius;
    path_maker maker = {.context = context, .constants = constants, .ball = *start, .path = {.ball_radius = r}};
    maker.hop_speed = sqrt(2 * constants->gravity * constants->least_hop);
    maker.negligible = NEGLIGIBLE * (hypot(start->velocity[0], start->velocity[1]) + fabs(start->velocity[2]) +
                                     r * hypot(start->spin[0], start->spin[1]));
    maker.ball.position[2] = fmax(r, start->position[2]);
    maker.path.piece = calloc(MASSE_MOST_HOPS + sizeof steps / sizeof steps[0], sizeof *maker.path.piece);
    routh_status status =
        maker.path.piece ? ROUTH_OK : paper_refuse(context, ROUTH_OUT_OF_MEMORY, NULL, "massé: out of memory");
    for (size_t i = 0; status == ROUTH_OK && i < sizeof steps / sizeof steps[0]; i++)
        status = steps[i](&maker);
    if (status == ROUTH_OK)
        *path = maker.path;
    else
        masse_path_release(&maker.path);
    return status;
}

routh_status masse_run(routh_context *context, masse_answer *answer) {
    const routh_status status = masse_solve(context, &answer->constants, &answer->shot, &answer->result);
    return status == ROUTH_OK ? masse_path_of(context, &answer->constants, &answer->result.ball, &answer->path)
                              : status;
}
