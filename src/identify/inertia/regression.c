/* The regressions Y = Ψ Θ of one contact.
 *
 * A contact at r acts on the body through the rows J_n = (0, 1, J_y) and J_t = (1, 0, J_x) with J_y = rx, J_x = −ry.
 * With κ = m/I, F = (F_x, F_y), its impulse (c_t, c_n), velocity (ẋ, ẏ, ω) before and (ẋ⁺, ẏ⁺, ω⁺) after,
 *
 *     ẋ⁺ = ẋ + h F_x/m + c_t/m,   ẏ⁺ = ẏ − h g + h F_y/m + c_n/m,   ω⁺ = ω + h τ/I + (J_x c_t + J_y c_n)/I      (a)
 *
 * and Δ = (ẋ⁺ − ẋ, ẏ⁺ − ẏ + h g), Δω = ω⁺ − ω. On a surface whose t rises by α, g is g cos α throughout, and ẋ before
 * and in Δ_x has gravity's share, ẋ − h g sin α: the impulse of gravity is known per mass, and brings no unknown.
 *
 * Mode-free. c_t and c_n from the first two of (a) put into the third:
 *
 *     Δω = κ (J_x Δ_x + J_y Δ_y) + (1/I) (h τ − h (J_x F_x + J_y F_y))
 *
 * Sliding: c_t = μ c_n, μ signed against the slip after, and J_n v⁺ = −ε v_n with v_n = ẏ + J_y ω. With γ = J_y + μ
 * J_x, α = J_y γ and N = (1+ε) v_n − h g, J_n times (a) gives
 *
 *     (c_n/m) (1 + α κ) = −(N + h F_y/m + h J_y τ/I)                                                            (b)
 *
 * The first two of (a) are Δ − h F/m = (μ, 1) c_n/m, the third Δω − h τ/I = κ γ c_n/m. Times 1 + α κ, with (b) and
 * κ/m = 1/I:
 *
 *     Δ + (μ, 1) N = (1/m) h (F_x − μ F_y, 0) + (1/I) (α h F − (μ, 1) h J_y τ) − κ α Δ
 *     Δω           =                            (1/I) (h τ − γ h F_y)          − κ (γ N + α Δω)
 *
 * In the last line two terms α κ h τ/I cancel: there is no m/I². The paper's (16) to (19) differ by a sign of c_n, by
 * the dimension of its external term, and hold for ε = 0 only.
 *
 * Sticking: J_t v⁺ = 0 and J_n v⁺ = −ε v_n. With b the velocity of (a) without the contact's impulse, w = J b,
 * D = 1 + κ (J_x² + J_y²),
 *
 *     D c_t/m = −(1 + κ J_y²) w_t + κ J_x J_y (w_n + ε v_n),   D c_n/m = κ J_x J_y w_t − (1 + κ J_x²) (w_n + ε v_n)
 *
 * and (a) times D, b written out and κ/m = 1/I:
 *
 *     ẋ⁺ + J_x ω         = κ (−|J|² ẋ⁺ + J_x² ẋ + J_x J_y (ẏ − h g) + ε J_x J_y v_n) + (h/I) J_x (J·F − τ)
 *     ẏ⁺ + J_y ω + ε v_n = κ (−|J|² ẏ⁺ + J_x J_y ẋ + J_y² (ẏ − h g) − ε J_x² v_n)    + (h/I) J_y (J·F − τ)
 *     ω⁺ − ω             = κ (−|J|² ω⁺ − J_x ẋ − J_y (ẏ − h g) − ε J_y v_n)          − (h/I) (J·F − τ)
 *
 * with J·F = J_x F_x + J_y F_y. Neither 1/m nor m/I² appears: the paper's (23) keeps both, which makes Ψ singular.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "inertia/inertia.h"

#include <math.h>

static const routh_name_entry unknowns[] = {[ROUTH_M_OVER_I] = {"m/I", "1/m²"},
                                            [ROUTH_ONE_OVER_I] = {"1/I", "1/(kg m²)"},
                                            [ROUTH_ONE_OVER_M] = {"1/m", "1/kg"}};
const routh_names routh_unknowns = {"unknown", sizeof unknowns / sizeof *unknowns, unknowns};

static routh_regression_rows mode_free(const routh_record *c, const contact_change *d) {
    routh_regression_rows rows = {.rows = 1, .unknowns = 2, .unknown = {ROUTH_M_OVER_I, ROUTH_ONE_OVER_I}};
    rows.y[0] = d->omega;
    rows.psi[0][0] = contact_lever(d, c->rx, c->ry);
    rows.psi[0][1] = contact_moment(c, c->rx, c->ry);
    return rows;
}

static routh_regression_rows sliding(const routh_record *c, const contact_change *d, double gravity, double friction,
                                     double eps) {
    const double jx = -c->ry, jy = c->rx, h = c->duration;
    const double mu = contact_slip(c) > 0 ? -friction : friction;
    const double gamma = jy + mu * jx, alpha = jy * gamma;
    const double normal =
        (1 + eps) * (c->before.vy + jy * c->before.omega) - h * gravity * cos(c->gravity_tilt); /* N */
    return (routh_regression_rows){
        .rows = 3,
        .unknowns = 3,
        .unknown = {ROUTH_M_OVER_I, ROUTH_ONE_OVER_I, ROUTH_ONE_OVER_M},
        .y = {d->vx + mu * normal, d->vy + normal, d->omega},
        .psi = {{-alpha * d->vx, h * (alpha * c->fx - mu * jy * c->torque), h * (c->fx - mu * c->fy)},
                {-alpha * d->vy, h * (alpha * c->fy - jy * c->torque), 0},
                {-gamma * normal - alpha * d->omega, h * (c->torque - gamma * c->fy), 0}},
    };
}

static routh_regression_rows sticking(const routh_record *c, double gravity, double eps) {
    const double jx = -c->ry, jy = c->rx, square = jx * jx + jy * jy;
    const double fall = c->duration * gravity, w = c->before.omega;
    const double vx = c->before.vx - fall * sin(c->gravity_tilt), vy = c->before.vy - fall * cos(c->gravity_tilt);
    const double bounce = eps * (c->before.vy + jy * w); /* ε v_n */
    const double push = c->duration * (jx * c->fx + jy * c->fy - c->torque);
    return (routh_regression_rows){
        .rows = 3,
        .unknowns = 2,
        .unknown = {ROUTH_M_OVER_I, ROUTH_ONE_OVER_I},
        .y = {c->after.vx + jx * w, c->after.vy + jy * w + bounce, c->after.omega - w},
        .psi = {{-square * c->after.vx + jx * (jx * vx + jy * vy) + jx * jy * bounce, jx * push},
                {-square * c->after.vy + jy * (jx * vx + jy * vy) - jx * jx * bounce, jy * push},
                {-square * c->after.omega - jx * vx - jy * vy - jy * bounce, -push}},
    };
}

routh_regression_rows routh_regression_rows_of(routh_regression regression, const routh_record *record, double gravity,
                                               double mu, double eps) {
    const contact_change change = contact_change_of(record, gravity);
    if (regression == ROUTH_SLIDING_MODE)
        return sliding(record, &change, gravity, mu, eps);
    return regression == ROUTH_STICKING_MODE ? sticking(record, gravity, eps) : mode_free(record, &change);
}
