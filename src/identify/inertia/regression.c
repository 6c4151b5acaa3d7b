/* The regression of momentum, its covariance, and corrections of its score.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "inertia/inertia.h"

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
 * with J·F = J_x F_x + J_y F_y. Neither 1/m nor m/I² appears: the paper's (23) keeps both, which makes Ψ singular. */

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

/* Standard errors of an answer to Σ score_i(Θ) = 0 whatever the noise of each contact: A⁻¹ B A⁻ᵀ with A the slope of
 * the sum and B the sum of the scores' squares (White, Econometrica 48 (1980) 817). Contacts of one motion may have
 * common errors: where there are enough motions, their scores are added before they are squared. */

/* Fewer motions would make a poor estimate of how they differ. */
enum { LEAST_MOTIONS = 20 };

/* Whether the next used contact belongs to the same motion as this one. */
static int goes_on(const inertia_work *work, size_t i, size_t next) {
    return next < work->count && work->record[i].trajectory >= 0 &&
           work->record[i].trajectory == work->record[next].trajectory;
}

static size_t count_motions(const inertia_work *work, size_t *used) {
    size_t motions = 0;
    *used = 0;
    for (size_t i = 0; i < work->count; i++) {
        motions += !goes_on(work, i, i + 1);
        *used += (size_t)inertia_uses(work, i);
    }
    return motions;
}

/* X with A X = B, A n × n and B with n columns, by columns; false where A is singular. */
static bool solve_all(int n, double a[MOST_SCORES][MOST_SCORES], double b[MOST_SCORES][MOST_SCORES]) {
    bool solved = true;
    for (int column = 0; column < n; column++) {
        double matrix[MOST_SCORES][MOST_SCORES], right[MOST_SCORES];
        memcpy(matrix, a, sizeof matrix);
        for (int k = 0; k < n; k++)
            right[k] = b[k][column];
        solved = solved && routh_elimination_solve((size_t)n, MOST_SCORES, matrix[0], right, 0);
        for (int k = 0; k < n; k++)
            b[k][column] = right[k];
    }
    return solved;
}

static void transpose(double m[MOST_SCORES][MOST_SCORES]) {
    for (int k = 0; k < MOST_SCORES; k++)
        for (int l = 0; l < k; l++) {
            const double swapped = m[k][l];
            m[k][l] = m[l][k];
            m[l][k] = swapped;
        }
}

void routh_inertia_sandwich(const inertia_work *work, int n, const double *score,
                            double slope[MOST_SCORES][MOST_SCORES], const double *prior,
                            double covariance[MOST_SCORES][MOST_SCORES]) {
    size_t used;
    const size_t motions = count_motions(work, &used);
    double sum[MOST_SCORES] = {0};
    memset(covariance, 0, sizeof(double[MOST_SCORES][MOST_SCORES]));
    for (size_t i = 0; i < work->count; i++) {
        for (int k = 0; k < n && inertia_uses(work, i); k++)
            sum[k] += score[i * MOST_SCORES + (size_t)k];
        if (motions >= LEAST_MOTIONS && goes_on(work, i, i + 1))
            continue;
        for (int k = 0; k < n; k++)
            for (int l = 0; l < n; l++)
                covariance[k][l] += sum[k] * sum[l]; /* B */
        for (int k = 0; k < n; k++)
            sum[k] = 0;
    }
    /* as many contacts as unknowns fit exactly, whatever their noise: no error can be determined */
    const double free = (double)used - work->unknowns, correction = free > 0 ? (double)used / free : NAN;
    for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++)
            covariance[k][l] = correction * covariance[k][l] + (prior && k == l ? prior[k] : 0);
    bool solved = solve_all(n, slope, covariance); /* A⁻¹ B */
    transpose(covariance);                         /* B A⁻ᵀ, for B is symmetric */
    solved = solved && solve_all(n, slope, covariance);
    for (int k = 0; k < n && !solved; k++)
        for (int l = 0; l < n; l++)
            covariance[k][l] = NAN;
}

void routh_inertia_keep_covariance(const inertia_work *work, double covariance[MOST_SCORES][MOST_SCORES]) {
    for (int k = 0; k < work->unknowns; k++)
        for (int l = 0; l < work->unknowns; l++)
            work->fit->covariance[k][l] = covariance[k][l];
}

/* What is known to be wrong with an answer of errors in variables.
 *
 * The answer to Σ ψ_i(κ) = 0 is consistent, but with few and noisy contacts still a little off, by
 *
 *     b = Σ ψ_i ψ_i' / A² + ½ Σ ψ_i'' Σ ψ_i² / A³,   A = −Σ ψ_i'
 *
 * to second order (expand the sum about the truth; Cox and Snell, Journal of the Royal Statistical Society B 30 (1968)
 * 248). With m/I alone this is taken off. */

/* Share of a value by which it is moved to differentiate a score; by no more than its error. */
static const double difference = 0.02;

/* The correction never exceeds this share of the standard error: beyond that the expansion does not hold. */
static const double most_correction = 0.5;

static void scores_beside(const pose_work *poses, double kappa, const double *theta) {
    double at[MOST_SCORES], sum[MOST_SCORES];
    memcpy(at, theta, sizeof at);
    at[0] = kappa;
    routh_pose_scores(poses, at, sum);
}

/* The bias b (see the head of this file), from scores next to the answer. */
static double second_order_bias(const pose_work *poses, const double *theta, double error, double *beside[2]) {
    const inertia_work *work = poses->work;
    const double kappa = theta[0], step = fmin(difference * kappa, error);
    for (int side = 0; side < 2; side++) {
        scores_beside(poses, side ? kappa + step : kappa - step, theta);
        for (size_t i = 0; i < work->count; i++)
            beside[side][i] = poses->score[i * MOST_SCORES];
    }
    scores_beside(poses, kappa, theta);
    double slope = 0, curvature = 0, product = 0, square = 0;
    for (size_t i = 0; i < work->count; i++) {
        if (!inertia_uses(work, i))
            continue;
        const double at = poses->score[i * MOST_SCORES], first = (beside[1][i] - beside[0][i]) / (2 * step);
        slope -= first;
        curvature += (beside[1][i] - 2 * at + beside[0][i]) / (step * step);
        product += at * first;
        square += at * at;
    }
    const double bias = product / (slope * slope) + 0.5 * curvature * square / (slope * slope * slope);
    return isfinite(bias) ? fmax(-most_correction * error, fmin(most_correction * error, bias)) : 0;
}

routh_status routh_pose_correct_bias(routh_context *context, const pose_work *poses, double *theta) {
    ROUTH_ARENA(room, context);
    double *scratch = routh_take(&room, 2 * poses->work->count, sizeof *scratch);
    ROUTH_TRY(room.status);
    theta[0] -= second_order_bias(poses, theta, sqrt(poses->work->fit->covariance[0][0]),
                                  (double *[2]){scratch, scratch + poses->work->count});
    return ROUTH_OK;
}

/* What noise of the pose makes of the scores, taken off. The shift is that of poses and momentum changes like the fitted
 * ones, not of the true ones: so a shift well within the error is hardly taken off, and most of it is added to the error. */
routh_status routh_pose_correct_scores(routh_context *context, const pose_work *poses, double *theta,
                                       double slope[MOST_SCORES][MOST_SCORES],
                                       double covariance[MOST_SCORES][MOST_SCORES]) {
    static const double uncorrected = 0.75, trusted = 1, most = 3;
    const int n = poses->work->unknowns + poses->offsets;
    double shift[MOST_SCORES] = {0}, error[MOST_SCORES] = {0}, matrix[2][MOST_SCORES][MOST_SCORES];
    ROUTH_TRY(routh_pose_mean_scores(context, poses, theta, shift, error));
    memcpy(matrix[0], slope, sizeof matrix[0]);
    memcpy(matrix[1], slope, sizeof matrix[1]);
    const bool solved = routh_elimination_solve((size_t)n, MOST_SCORES, matrix[0][0], shift, 0) &&
                        routh_elimination_solve((size_t)n, MOST_SCORES, matrix[1][0], error, 0);
    for (int k = 0; k < poses->work->unknowns; k++) {
        /* data without the noise that is stated are no reason to refuse */
        const double own = fmax(sqrt(covariance[k][k]), sqrt(ROUTH_POSE_REPLICAS) * fabs(error[k]));
        if (!solved || !(fabs(shift[k]) <= most * own) || !(theta[k] - shift[k] > 0))
            return routh_fail(
                context, ROUTH_NOT_ENDED,
                "%s is not determined: noise of the pose alone shifts the estimate %.4g by %.3g, far more "
                "than its error %.2g; contacts with the flights between them, or less noise in the angle, "
                "would help",
                routh_name(&routh_unknowns, poses->work->unknown[k]), theta[k], shift[k], own);
    }
    for (int k = 0; k < n; k++) {
        const double doubt = trusted * trusted * covariance[k][k], square = shift[k] * shift[k];
        theta[k] -= square + doubt > 0 ? shift[k] * square / (square + doubt) : 0;
        covariance[k][k] += uncorrected * uncorrected * shift[k] * shift[k] + error[k] * error[k];
    }
    return ROUTH_OK;
}
