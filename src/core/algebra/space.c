/* Vectors, matrices and rotations in space, and how a free body turns.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/space.h"

#include <math.h>
#include <string.h>

#include "algebra/algebra.h"

/* Vectors and symmetric matrices of three. */

/* A tensor that was turned into other axes is off by a few roundings of its largest entry. */
#define LARGEST_ASYMMETRY 1e-12

void routh_unit3(const double vector[3], double unit[3]) {
    const double largest = routh_largest(vector, 3);
    const double scaled[3] = {vector[0] / largest, vector[1] / largest, vector[2] / largest};
    const double length = routh_length3(scaled);
    for (int k = 0; k < 3; k++)
        unit[k] = scaled[k] / length;
}

bool routh_is_symmetric3(const double a[3][3]) {
    const double rows[3] = {routh_largest(a[0], 3), routh_largest(a[1], 3), routh_largest(a[2], 3)};
    const double limit = LARGEST_ASYMMETRY * routh_largest(rows, 3);
    return fabs(a[0][1] - a[1][0]) <= limit && fabs(a[0][2] - a[2][0]) <= limit && fabs(a[1][2] - a[2][1]) <= limit;
}

bool routh_factor3_of(const double a[3][3], routh_factor3 *factor) {
    routh_factor3 f;
    f.d[0] = a[0][0];
    f.l10 = a[1][0] / f.d[0];
    f.l20 = a[2][0] / f.d[0];
    f.d[1] = a[1][1] - f.l10 * a[1][0];
    f.l21 = (a[2][1] - f.l20 * a[1][0]) / f.d[1];
    f.d[2] = a[2][2] - f.l20 * a[2][0] - f.l21 * f.l21 * f.d[1];
    *factor = f;
    for (int k = 0; k < 3; k++)
        if (!(a[k][k] > 0 && f.d[k] > ROUTH_THINNEST_PIVOT * a[k][k]))
            return false;
    return true;
}

double routh_half_form3(const routh_factor3 *f, const double x[3]) {
    const double y1 = x[1] - f->l10 * x[0], y2 = x[2] - f->l20 * x[0] - f->l21 * y1;
    return 0.5 * (x[0] * x[0] / f->d[0] + y1 * y1 / f->d[1] + y2 * y2 / f->d[2]);
}

void routh_inverse3(const routh_factor3 *f, double inverse[3][3]) {
    /* the rows of L⁻¹ below its diagonal; A⁻¹ = L⁻ᵀ D⁻¹ L⁻¹ */
    const double m10 = -f->l10, m21 = -f->l21, m20 = f->l10 * f->l21 - f->l20;
    const double d0 = f->d[0], d1 = f->d[1], d2 = f->d[2];
    inverse[0][0] = 1 / d0 + m10 * m10 / d1 + m20 * m20 / d2;
    inverse[1][1] = 1 / d1 + m21 * m21 / d2;
    inverse[2][2] = 1 / d2;
    inverse[0][1] = inverse[1][0] = m10 / d1 + m20 * m21 / d2;
    inverse[0][2] = inverse[2][0] = m20 / d2;
    inverse[1][2] = inverse[2][1] = m21 / d2;
}

/* Unit quaternions: of rotation matrices, and drawn. */

/* Shepperd's way: the largest of the four components first, so that nothing small is divided by. */
void routh_turn_of_matrix(const double r[3][3], double q[4]) {
    const double squares[4] = {1 + r[0][0] + r[1][1] + r[2][2], 1 + r[0][0] - r[1][1] - r[2][2],
                               1 - r[0][0] + r[1][1] - r[2][2], 1 - r[0][0] - r[1][1] + r[2][2]};
    int k = 0;
    for (int i = 1; i < 4; i++)
        k = squares[i] > squares[k] ? i : k;
    const double product[4][4] = {
        {squares[0], r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]},
        {r[2][1] - r[1][2], squares[1], r[1][0] + r[0][1], r[0][2] + r[2][0]},
        {r[0][2] - r[2][0], r[1][0] + r[0][1], squares[2], r[2][1] + r[1][2]},
        {r[1][0] - r[0][1], r[0][2] + r[2][0], r[2][1] + r[1][2], squares[3]},
    };
    const double length = 2 * sqrt(squares[k]), sign = product[k][0] < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++)
        q[i] = sign * product[k][i] / length;
}

/* Four normal numbers have no direction of their own; on the sphere they are uniform over all rotations. */
void routh_turn_draw(routh_random *random, double turn[4]) {
    double length = 0;
    while (!(length > 1e-3)) {
        length = 0;
        for (int c = 0; c < 4; c++) {
            turn[c] = routh_random_normal(random);
            length = hypot(length, turn[c]);
        }
    }
    for (int c = 0; c < 4; c++)
        turn[c] /= length;
}

/* Where x is small the closed forms lose their digits, and a few terms of their series have them all. */

void routh_drag_shares(double x, double *first, double *second) {
    if (fabs(x) < 1e-3) {
        *first = 1 - x / 2 * (1 - x / 3 * (1 - x / 4 * (1 - x / 5)));
        *second = 0.5 - x / 6 * (1 - x / 4 * (1 - x / 5 * (1 - x / 6)));
    } else {
        *first = -expm1(-x) / x;
        *second = (1 - *first) / x;
    }
}

/* Torque-free rotation by Taylor series.
 *
 * In principal axes J ω̇ = J ω × ω is ω̇₁ = s₁ ω₂ ω₃, s₁ = (J₂ − J₃)/J₁, and so on, and the orientation follows q̇ = ½ q ω.
 * Both are quadratic, so that the coefficients of their Taylor series in time follow from one another by products of series:
 *
 *     (n + 1) ω₁[n + 1] = s₁ Σ ω₂[k] ω₃[n − k],      (n + 1) q[n + 1] = ½ Σ q[k] ω[n − k]
 *
 * The solution's nearest singularity in complex time is about π/2 ÷ |ω| away or farther (that of Jacobi's elliptic functions), so
 * that steps of |ω| h = STEP leave (2 STEP/π)^(ORDER + 1), about 1e-11. */

enum { ORDER = ROUTH_FREE_TURN_ORDER, MOST_STEPS = 500 };
#define STEP 0.35

/* Moments that differ by less than this share are equal. */
static const double equal_share = 1e-9;

routh_free_turn routh_free_turn_of(const double inertia[3][3]) {
    double matrix[3][3], moment[3], vector[3][3];
    memcpy(matrix, inertia, sizeof matrix);
    routh_symmetric3_eigen(matrix, moment, vector);
    routh_free_turn turn = {.axes = {1, 0, 0, 0}};
    const double mean = (moment[0] + moment[1] + moment[2]) / 3;
    const double most = fmax(fmax(moment[0], moment[1]), moment[2]);
    const double least = fmin(fmin(moment[0], moment[1]), moment[2]);
    turn.unequal = most - least > equal_share * mean;
    if (!turn.unequal)
        return turn;
    double third[3];
    routh_cross3((double[]){vector[0][0], vector[1][0], vector[2][0]},
                 (double[]){vector[0][1], vector[1][1], vector[2][1]}, third);
    for (int k = 0; k < 3; k++) /* right-handed */
        vector[k][2] = third[k];
    routh_turn_of_matrix((const double(*)[3])vector, turn.axes);
    for (int k = 0; k < 3; k++)
        turn.share[k] = (moment[(k + 1) % 3] - moment[(k + 2) % 3]) / moment[k];
    return turn;
}

/* From body to principal axes: the orientation of these, and a spin of the world's axes in them. */
static void enter(const routh_free_turn *turn, const double orientation[4], const double spin[3], double q[4],
                  double omega[3]) {
    double back[4];
    routh_turn_product(orientation, turn->axes, q);
    routh_turn_inverse(q, back);
    routh_turn_apply(back, spin, omega);
}

void routh_free_turn_rate(const routh_free_turn *turn, const double orientation[4], const double spin[3],
                          double rate[3]) {
    double q[4], w[3];
    memset(rate, 0, 3 * sizeof *rate);
    if (!turn->unequal)
        return;
    enter(turn, orientation, spin, q, w);
    const double own[3] = {turn->share[0] * w[1] * w[2], turn->share[1] * w[2] * w[0], turn->share[2] * w[0] * w[1]};
    routh_turn_apply(q, own, rate); /* d(Rω)/dt = R ω̇: the spin does not change by turning about itself */
}

/* The coefficients at q and ω, which are in the series already. */
static void expand(routh_free_turn_series *series) {
    double(*const w)[3] = series->omega, (*const o)[4] = series->q;
    for (int n = 0; n < ORDER; n++) {
        double rate[3] = {0, 0, 0}, turned[4] = {0, 0, 0, 0};
        for (int k = 0; k <= n; k++) {
            const double *a = w[k], *b = w[n - k], *p = o[k];
            rate[0] += a[1] * b[2], rate[1] += a[2] * b[0], rate[2] += a[0] * b[1];
            turned[0] -= p[1] * b[0] + p[2] * b[1] + p[3] * b[2];
            turned[1] += p[0] * b[0] + p[2] * b[2] - p[3] * b[1];
            turned[2] += p[0] * b[1] + p[3] * b[0] - p[1] * b[2];
            turned[3] += p[0] * b[2] + p[1] * b[1] - p[2] * b[0];
        }
        for (int c = 0; c < 3; c++)
            w[n + 1][c] = series->turn->share[c] * rate[c] / (n + 1);
        for (int c = 0; c < 4; c++)
            o[n + 1][c] = 0.5 * turned[c] / (n + 1);
    }
}

static void evaluate(const routh_free_turn_series *series, double h, double q[4], double omega[3]) {
    for (int c = 0; c < 3; c++) {
        omega[c] = series->omega[ORDER][c];
        for (int n = ORDER - 1; n >= 0; n--)
            omega[c] = series->omega[n][c] + h * omega[c];
    }
    double square = 0;
    for (int c = 0; c < 4; c++) {
        q[c] = series->q[ORDER][c];
        for (int n = ORDER - 1; n >= 0; n--)
            q[c] = series->q[n][c] + h * q[c];
        square += q[c] * q[c];
    }
    for (int c = 0; c < 4; c++)
        q[c] /= sqrt(square);
}

void routh_free_turn_start(const routh_free_turn *turn, const double orientation[4], const double spin[3],
                           routh_free_turn_series *series) {
    series->turn = turn;
    if (!turn->unequal) {
        memcpy(series->q[0], orientation, sizeof series->q[0]);
        memcpy(series->omega[0], spin, sizeof series->omega[0]);
        return;
    }
    enter(turn, orientation, spin, series->q[0], series->omega[0]);
    series->longest = STEP / routh_length3(series->omega[0]);
    expand(series);
}

void routh_free_turn_at(const routh_free_turn_series *series, double time, double orientation[4], double spin[3]) {
    const routh_free_turn *turn = series->turn;
    double q[4], omega[3], back[4];
    if (!turn->unequal) {
        memcpy(spin, series->omega[0], sizeof series->omega[0]);
        routh_turn_on(series->q[0], series->omega[0], time, orientation);
        return;
    }
    const double wanted = ceil(fabs(time) / series->longest); /* of equal length */
    const int steps = wanted < MOST_STEPS ? (int)fmax(wanted, 1) : MOST_STEPS;
    evaluate(series, time / steps, q, omega);
    for (int i = 1; i < steps; i++) {
        routh_free_turn_series next = {.turn = turn};
        memcpy(next.q[0], q, sizeof q);
        memcpy(next.omega[0], omega, sizeof omega);
        expand(&next);
        evaluate(&next, time / steps, q, omega);
    }
    routh_turn_apply(q, omega, spin);
    routh_turn_inverse(turn->axes, back);
    routh_turn_product(q, back, orientation);
}
