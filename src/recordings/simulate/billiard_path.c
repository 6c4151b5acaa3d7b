/* The path of a billiard ball from a moment to rest, in closed form.
 *
 * On the cloth the lowest point of the ball has the slip velocity, horizontal,
 *     u = v + ω × (−r ẑ) = (v_x − r ω_y, v_y + r ω_x).
 * Friction −μ_s m g û acts there and, the inertia being ⅖ m r², changes
 *     v̇ = −μ_s g û,   ω̇ = 5/(2r) (v̇_y, −v̇_x),   u̇ = 7/2 v̇:
 * u keeps its direction, so that the path is a parabola, and is gone after 2|u|/(7 μ_s g), when v has become v − 2/7 u.
 * From then on the ball rolls straight, v̇ = −μ_r g v̂, until it stands. Spin about the vertical does not enter and
 * fades by itself. These are the equations of Marlow, The physics of pocket billiards, 1995, and of most others since
 * Coriolis, Théorie mathématique des effets du jeu de billard, 1835.
 *
 * In the air only gravity acts. A landing is an impact with the table.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/simulate.h>

#include "base/context.h"
#include "impact3/law3.h"
#include "simulate/billiard.h"

/* Slip and speed below this share of the ball's speed at the surface are rounding. */
#define NEGLIGIBLE 1e-12

/* A path under construction: where the ball is, and the pieces behind it. */
typedef struct path_maker {
    routh_context *context;
    const routh_billiards *billiards;
    double hop_speed;  /* upward speed of the least hop, m/s */
    double negligible; /* m/s */
    double time;
    routh_ball ball;
    routh_ball_path path;
    size_t capacity;
} path_maker;

static const routh_name_entry path_kinds[] = {
#define PATH_NAME(code, name) {name, NULL},
    ROUTH_PATH_TABLE(PATH_NAME)
#undef PATH_NAME
};
const routh_names routh_path_kinds = {"kind of path", ROUTH_PATH_KIND_COUNT, path_kinds};

static routh_ball ball_in_piece(const routh_path_piece *piece, double tau) {
    routh_ball ball = piece->ball;
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

routh_ball routh_ball_path_at(const routh_ball_path *path, double t) {
    size_t i = path->count - 1;
    while (i > 0 && !(path->piece[i].start <= t))
        --i;
    const routh_path_piece *piece = &path->piece[i];
    double tau = fmax(0, t - piece->start);
    return piece->kind == ROUTH_PATH_STILL ? piece->ball : ball_in_piece(piece, fmin(tau, piece->duration));
}

void routh_ball_path_release(routh_context *context, routh_ball_path *path) {
    routh_release(context, path->piece);
    *path = (routh_ball_path){0};
}

static int finite_vector(const double vector[3]) {
    return isfinite(vector[0]) && isfinite(vector[1]) && isfinite(vector[2]);
}

static int finite_ball(const routh_ball *ball) {
    return finite_vector(ball->position) && finite_vector(ball->velocity) && finite_vector(ball->spin);
}

/* A piece that starts with the ball as it is now; on the cloth spin about the vertical fades. */
static routh_path_piece begin_piece(const path_maker *maker, routh_path_kind kind, double duration) {
    routh_path_piece piece = {
        .kind = kind, .start = maker->time, .duration = duration, .ball = maker->ball, .spin_stop = INFINITY};
    double spin = maker->ball.spin[2], deceleration = maker->billiards->spin_deceleration;
    if (spin != 0 && kind != ROUTH_PATH_HOP) {
        piece.spin_rate[2] = -copysign(deceleration, spin);
        piece.spin_stop = fabs(spin) / deceleration;
    }
    return piece;
}

/* Adds the piece to the path and takes the ball to its end. */
static routh_status add_piece(path_maker *maker, const routh_path_piece *piece) {
    routh_ball_path *path = &maker->path;
    if (path->count == maker->capacity) {
        size_t capacity = maker->capacity ? 2 * maker->capacity : 8;
        routh_path_piece *grown = routh_resize(maker->context, path->piece, capacity, sizeof *grown);
        if (!grown)
            return ROUTH_OUT_OF_MEMORY;
        path->piece = grown;
        maker->capacity = capacity;
    }
    path->piece[path->count++] = *piece;
    if (piece->kind == ROUTH_PATH_STILL)
        return ROUTH_OK;
    maker->ball = ball_in_piece(piece, piece->duration);
    maker->time += piece->duration;
    if (!finite_ball(&maker->ball) || !isfinite(maker->time))
        return routh_fail(maker->context, ROUTH_OUT_OF_RANGE, "ball path: %s for %g s is too large to compute",
                          routh_name(&routh_path_kinds, piece->kind), piece->duration);
    return ROUTH_OK;
}

static void slip_velocity(const path_maker *maker, double slip[2]) {
    double r = maker->billiards->ball_radius;
    slip[0] = maker->ball.velocity[0] - r * maker->ball.spin[1];
    slip[1] = maker->ball.velocity[1] + r * maker->ball.spin[0];
}

/* An impact on the table. The ball's centre is above the contact point: W is diagonal, its axes u, w, n are x, y, z. */
static routh_status land(path_maker *maker) {
    double m = maker->billiards->ball_mass, r = maker->billiards->ball_radius;
    routh_ball *ball = &maker->ball;
    routh_contact3 contact = {.w = {{3.5 / m, 0, 0}, {0, 3.5 / m, 0}, {0, 0, 1 / m}}};
    slip_velocity(maker, contact.v);
    contact.v[2] = ball->velocity[2];
    routh_outcome3 strike;
    routh_status status =
        routh_law3_solve(maker->context, &routh_law3_compliant, &maker->billiards->table, &contact, NULL, &strike);
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
    double g = maker->billiards->gravity, up = maker->ball.velocity[2];
    double height = maker->ball.position[2] - maker->billiards->ball_radius;
    double landing = sqrt(up * up + 2 * g * height);
    return up > 0 ? (landing + up) / g : 2 * height / (landing - up); /* the same, without cancellation */
}

static bool is_on_cloth(const path_maker *maker) {
    double height = maker->ball.position[2] - maker->billiards->ball_radius;
    return height < maker->billiards->least_hop && fabs(maker->ball.velocity[2]) < maker->hop_speed;
}

static routh_status hop(path_maker *maker) {
    routh_status status = ROUTH_OK;
    for (int hops = 0; status == ROUTH_OK && !is_on_cloth(maker); hops++) {
        if (hops == ROUTH_MOST_HOPS)
            return routh_fail(maker->context, ROUTH_NOT_ENDED,
                              "ball path: after %d hops the ball still leaves the table at %g m/s (restitution %g)",
                              hops, maker->ball.velocity[2], maker->billiards->table.eps);
        double duration = time_of_fall(maker);
        if (duration > 0) {
            routh_path_piece piece = begin_piece(maker, ROUTH_PATH_HOP, duration);
            piece.acceleration[2] = -maker->billiards->gravity;
            status = add_piece(maker, &piece);
        }
        maker->ball.position[2] = maker->billiards->ball_radius;
        if (status == ROUTH_OK)
            status = land(maker);
    }
    maker->ball.position[2] = maker->billiards->ball_radius;
    maker->ball.velocity[2] = 0;
    return status;
}

static routh_status slide(path_maker *maker) {
    double r = maker->billiards->ball_radius, friction = maker->billiards->cloth_sliding * maker->billiards->gravity;
    double slip[2], roll[2];
    slip_velocity(maker, slip);
    double speed = hypot(slip[0], slip[1]);
    for (int i = 0; i < 2; i++)
        roll[i] = maker->ball.velocity[i] - slip[i] / 3.5;
    routh_status status = ROUTH_OK;
    if (speed > maker->negligible) {
        routh_path_piece piece = begin_piece(maker, ROUTH_PATH_SLIDING, speed / (3.5 * friction));
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
    double r = maker->billiards->ball_radius, braking = maker->billiards->cloth_rolling * maker->billiards->gravity;
    routh_ball *ball = &maker->ball;
    double speed = hypot(ball->velocity[0], ball->velocity[1]);
    routh_status status = ROUTH_OK;
    if (speed > maker->negligible) {
        routh_path_piece piece = begin_piece(maker, ROUTH_PATH_ROLLING, speed / braking);
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
    routh_path_piece piece =
        begin_piece(maker, ROUTH_PATH_SPINNING, fabs(maker->ball.spin[2]) / maker->billiards->spin_deceleration);
    return add_piece(maker, &piece);
}

static routh_status stay(path_maker *maker) {
    routh_path_piece piece = begin_piece(maker, ROUTH_PATH_STILL, INFINITY);
    maker->path.rest_time = maker->time;
    return add_piece(maker, &piece);
}

static routh_status check_start(routh_context *context, const routh_billiards *billiards, const routh_ball *start) {
    if (!start)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "ball path: the ball is missing");
    if (!finite_ball(start))
        return routh_fail(context, ROUTH_NOT_FINITE,
                          "ball path: position (%g, %g, %g) m, velocity (%g, %g, %g) m/s or spin (%g, %g, %g) rad/s is "
                          "not finite",
                          start->position[0], start->position[1], start->position[2], start->velocity[0],
                          start->velocity[1], start->velocity[2], start->spin[0], start->spin[1], start->spin[2]);
    if (start->position[2] < billiards->ball_radius * (1 - NEGLIGIBLE))
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "ball path: the centre at z = %g m is lower than a ball of radius %g m can lie",
                          start->position[2], billiards->ball_radius);
    return ROUTH_OK;
}

routh_status routh_ball_path_of(routh_context *context, const routh_billiards *billiards, const routh_ball *start,
                                routh_ball_path *path) {
    static routh_status (*const steps[])(path_maker *) = {hop, slide, roll, spin_in_place, stay};
    routh_status status = routh_billiards_check(context, billiards);
    if (status == ROUTH_OK)
        status = check_start(context, billiards, start);
    if (status != ROUTH_OK)
        return status;
    double r = billiards->ball_radius;
    path_maker maker = {.context = context, .billiards = billiards, .ball = *start, .path = {.ball_radius = r}};
    maker.hop_speed = sqrt(2 * billiards->gravity * billiards->least_hop);
    maker.negligible = NEGLIGIBLE * (hypot(start->velocity[0], start->velocity[1]) + fabs(start->velocity[2]) +
                                     r * hypot(start->spin[0], start->spin[1]));
    maker.ball.position[2] = fmax(r, start->position[2]);
    for (size_t i = 0; status == ROUTH_OK && i < sizeof steps / sizeof steps[0]; i++)
        status = steps[i](&maker);
    if (status == ROUTH_OK)
        *path = maker.path;
    else
        routh_ball_path_release(context, &maker.path);
    return status;
}
