/* Contacts of one motion with free flights between them, fitted together by least squares.
 *
 * In free flight spin and vx stay, vy falls by g Δt, and the pose follows from them; at a contact the body touches the
 * ground, y = h(θ), at r(θ), and the balance holds, Δω = κ (rx Δvy − ry Δvx). So a chain of n contacts with n − 1
 * flights of known length between them has few unknowns: the angles θ_i, from which all heights, the spins (θ_{i+1} −
 * θ_i)/Δt and the vertical velocities (h_{i+1} − h_i)/Δt ± g Δt/2 follow; the velocity before the first contact; vy and ω
 * after the last. Each Δvx_i = (rx_i Δvy_i − Δω_i/κ)/ry_i by the balance, and ry = −h is never 0. That is n + 5 unknowns
 * for 8 n measured numbers. χ²(κ) is the least sum of squared errors over the deviations of the noise; its minimum over κ
 * is the maximum of the likelihood, all angles and velocities being free.
 *
 * With one contact this is total least squares.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "inertia/flight_chain.h"

#include <math.h>
#include <string.h>

#include "algebra/cholesky.h"
#include "geometry/shape.h"

/* A number with its derivatives by κ and by the unknowns. A short chain has few, and only those are computed: `width`. */
enum { BY_KAPPA, BY_UNKNOWN, WIDTH = BY_UNKNOWN + CHAIN_UNKNOWNS };
typedef struct varying {
    double value, by[WIDTH];
} varying;

static void set_constant(varying *v, int width, double value) {
    v->value = value;
    for (int k = 0; k < width; k++)
        v->by[k] = 0;
}

static void set_unknown(varying *v, int width, const double *at, int k) {
    set_constant(v, width, at[k]);
    v->by[BY_UNKNOWN + k] = 1;
}

/* a x + b y */
static void combine(varying *v, int width, double a, const varying *x, double b, const varying *y) {
    v->value = a * x->value + b * y->value;
    for (int k = 0; k < width; k++)
        v->by[k] = a * x->by[k] + b * y->by[k];
}

static void copy(varying *v, int width, const varying *x) {
    v->value = x->value;
    memcpy(v->by, x->by, (size_t)width * sizeof *x->by);
}

/* The touching point at θ: (rx, −h), d rx/dθ into *turn; dh/dθ = −rx for every convex shape. */
static void touch(const routh_shape *shape, double theta, double *rx, double *height, double *turn) {
    double ry, next;
    routh_shape_lowest(shape, theta, rx, &ry, &next);
    *height = -ry;
    *turn = -ry;
    if (shape->kind != ROUTH_POLYGON) {
        const double s = sin(theta), c = cos(theta), h = -ry;
        *turn = (shape->b - shape->a) * (shape->b + shape->a) * ((c * c - s * s) / h + s * c * *rx / (h * h));
    }
}

/* (rx Δvy − Δω/κ) / ry with ry = −h. */
static void slide(varying *v, int width, double kappa, const varying *rx, const varying *height, const varying *vy,
                  const varying *omega) {
    const double ry = -height->value;
    v->value = (rx->value * vy->value - omega->value / kappa) / ry;
    for (int k = 0; k < width; k++)
        v->by[k] =
            (rx->by[k] * vy->value + rx->value * vy->by[k] - omega->by[k] / kappa + v->value * height->by[k]) / ry;
    v->by[BY_KAPPA] += omega->value / (kappa * kappa * ry);
}

/* What two ends of a flight are: the same spin, and the mean vertical velocity with gravity's half to either side. */
static void fly(const chain_setting *s, const flight_chain *c, int i, int width,
                varying said[CHAIN_MOST][CHAIN_CHANNELS]) {
    const double rate = 1 / c->flight[i], fall = s->gravity * c->flight[i] / 2;
    varying *from = said[i], *to = said[i + 1];
    combine(&from[CHAIN_OMEGA_AFTER], width, rate, &to[CHAIN_THETA], -rate, &from[CHAIN_THETA]);
    copy(&to[CHAIN_OMEGA], width, &from[CHAIN_OMEGA_AFTER]);
    combine(&from[CHAIN_VY_AFTER], width, rate, &to[CHAIN_Y], -rate, &from[CHAIN_Y]);
    copy(&to[CHAIN_VY], width, &from[CHAIN_VY_AFTER]);
    from[CHAIN_VY_AFTER].value += fall;
    to[CHAIN_VY].value -= fall;
}

static void predict(const chain_setting *s, const flight_chain *c, const double *at,
                    varying said[CHAIN_MOST][CHAIN_CHANNELS]) {
    const int n = (int)c->count, width = BY_UNKNOWN + c->unknowns;
    varying arm[CHAIN_MOST];
    int extra = n + CHAIN_ENDS;
    int slid[CHAIN_MOST];
    for (int i = 0; i < n; i++) {
        double rx, height, turn;
        touch(s->shape, at[i], &rx, &height, &turn);
        set_unknown(&said[i][CHAIN_THETA], width, at, i);
        set_constant(&arm[i], width, rx);
        arm[i].by[BY_UNKNOWN + i] = turn;
        set_constant(&said[i][CHAIN_Y], width, height);
        said[i][CHAIN_Y].by[BY_UNKNOWN + i] = -rx;
        slid[i] = 0;
        if (c->bridge[i]) {
            set_unknown(&said[i][CHAIN_Y], width, at, extra++);
            slid[i] = extra++;
        }
    }
    set_unknown(&said[0][CHAIN_VX], width, at, n);
    set_unknown(&said[0][CHAIN_VY], width, at, n + 1);
    set_unknown(&said[0][CHAIN_OMEGA], width, at, n + 2);
    set_unknown(&said[n - 1][CHAIN_VY_AFTER], width, at, n + 3);
    set_unknown(&said[n - 1][CHAIN_OMEGA_AFTER], width, at, n + 4);
    for (int i = 0; i + 1 < n; i++)
        fly(s, c, i, width, said);
    for (int i = 0; i < n; i++) {
        varying vy, omega, change;
        combine(&vy, width, 1, &said[i][CHAIN_VY_AFTER], -1, &said[i][CHAIN_VY]);
        combine(&omega, width, 1, &said[i][CHAIN_OMEGA_AFTER], -1, &said[i][CHAIN_OMEGA]);
        if (c->bridge[i])
            set_unknown(&change, width, at, slid[i]);
        else
            slide(&change, width, s->kappa, &arm[i], &said[i][CHAIN_Y], &vy, &omega);
        combine(&said[i][CHAIN_VX_AFTER], width, 1, &said[i][CHAIN_VX], 1, &change);
        if (i + 1 < n)
            copy(&said[i + 1][CHAIN_VX], width, &said[i][CHAIN_VX_AFTER]);
    }
}

static double square_at(const chain_setting *s, const flight_chain *c, const double *at,
                        varying said[CHAIN_MOST][CHAIN_CHANNELS]) {
    double square = 0;
    predict(s, c, at, said);
    for (size_t i = 0; i < c->count; i++)
        for (int k = 0; k < CHAIN_CHANNELS; k++)
            if (s->deviation[k] > 0) {
                const double e = (c->measured[i][k] - said[i][k].value) / s->deviation[k];
                square += e * e;
            }
    return square;
}

/* Normal equations at the prediction. */
static void normal_equations(const chain_setting *s, const flight_chain *c, varying said[CHAIN_MOST][CHAIN_CHANNELS],
                             double matrix[CHAIN_UNKNOWNS][CHAIN_UNKNOWNS], double right[CHAIN_UNKNOWNS]) {
    const int n = c->unknowns;
    for (int k = 0; k < n; k++)
        memset(matrix[k], 0, (size_t)n * sizeof *matrix[k]);
    memset(right, 0, sizeof(double[CHAIN_UNKNOWNS]));
    for (size_t i = 0; i < c->count; i++)
        for (int channel = 0; channel < CHAIN_CHANNELS; channel++) {
            const varying *v = &said[i][channel];
            if (!(s->deviation[channel] > 0))
                continue;
            const double weight = 1 / (s->deviation[channel] * s->deviation[channel]);
            for (int k = 0; k < n; k++) {
                const double scaled = weight * v->by[BY_UNKNOWN + k];
                if (scaled == 0)
                    continue;
                right[k] += scaled * (c->measured[i][channel] - v->value);
                for (int l = 0; l <= k; l++)
                    matrix[k][l] += scaled * v->by[BY_UNKNOWN + l];
            }
        }
}

static void keep_fit(const chain_setting *s, flight_chain *c, varying said[CHAIN_MOST][CHAIN_CHANNELS]) {
    c->score = 0;
    c->freedom = -c->unknowns;
    for (size_t i = 0; i < c->count; i++)
        for (int k = 0; k < CHAIN_CHANNELS; k++) {
            c->fitted[i][k] = said[i][k].value;
            if (!(s->deviation[k] > 0))
                continue;
            c->freedom++;
            c->score +=
                (c->measured[i][k] - said[i][k].value) * said[i][k].by[BY_KAPPA] / (s->deviation[k] * s->deviation[k]);
        }
}

bool routh_chain_fit(const chain_setting *s, flight_chain *c) {
    enum { MOST_STEPS = 60 };
    varying said[CHAIN_MOST][CHAIN_CHANNELS];
    double matrix[CHAIN_UNKNOWNS][CHAIN_UNKNOWNS], factor[CHAIN_UNKNOWNS][CHAIN_UNKNOWNS], right[CHAIN_UNKNOWNS];
    double damping = 1e-6;
    c->square = square_at(s, c, c->at, said);
    for (int step = 0; step < MOST_STEPS && isfinite(c->square); step++) {
        normal_equations(s, c, said, matrix, right);
        bool better = false, done = false;
        for (int attempt = 0; attempt < 12 && !better && !done; attempt++) {
            double moved[CHAIN_UNKNOWNS];
            for (int k = 0; k < c->unknowns; k++)
                memcpy(factor[k], matrix[k], (size_t)c->unknowns * sizeof *matrix[k]);
            memcpy(moved, right, sizeof moved);
            for (int k = 0; k < c->unknowns; k++)
                factor[k][k] *= 1 + damping;
            if (!routh_cholesky_factor((size_t)c->unknowns, CHAIN_UNKNOWNS, factor[0], 0))
                return false;
            routh_cholesky_solve((size_t)c->unknowns, CHAIN_UNKNOWNS, factor[0], moved);
            double gain = 0;
            for (int k = 0; k < c->unknowns; k++) {
                gain += moved[k] * right[k];
                moved[k] += c->at[k];
            }
            const double square = square_at(s, c, moved, said);
            done = gain < 1e-10;
            better = square <= c->square;
            if (better) {
                c->square = square;
                memcpy(c->at, moved, sizeof moved);
            }
            damping = better ? fmax(1e-12, damping / 10) : fmax(1e-3, damping * 10);
        }
        if (!better)
            square_at(s, c, c->at, said);
        if (!better || done)
            break;
    }
    if (!isfinite(c->square))
        return false;
    keep_fit(s, c, said);
    normal_equations(s, c, said, matrix, right);
    if (!routh_cholesky_factor((size_t)c->unknowns, CHAIN_UNKNOWNS, matrix[0], 0))
        return false;
    for (size_t i = 0; i < c->count; i++) {
        double unit[CHAIN_UNKNOWNS] = {0};
        unit[i] = 1;
        routh_cholesky_solve((size_t)c->unknowns, CHAIN_UNKNOWNS, matrix[0], unit);
        c->theta_error[i] = sqrt(unit[i]);
    }
    return true;
}
