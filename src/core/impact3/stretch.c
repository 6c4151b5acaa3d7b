/* Stretches of Routh's path: the Taylor series of turning slip, and roots of polynomials.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact3/stretch.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The longest turning stretch, in units of τ in which no rate is faster than 1. */
#define LONGEST_TURNING 1e9

/* The largest of the last three terms, relative to the whole: below rounding, because the series of the works converges a
 * little more slowly than that of the impulse. */
#define LAST_TERM 1e-17

/* How far the series goes until its last terms are that small (Jorba and Zou, A software package for the numerical
 * integration of ODEs by means of high-order Taylor methods, Experimental Mathematics 14, 2005). */
static double good_length(const routh_stretch *stretch, double scale) {
    double length = LONGEST_TURNING;
    for (int k = ROUTH_STRETCH_ORDER - 2; k <= ROUTH_STRETCH_ORDER; k++) {
        const double *p = stretch->coefficient[k];
        const double last = fmax(fmax(fabs(p[0]), fabs(p[1])), fabs(p[2]));
        if (last > 0)
            length = fmin(length, exp(log(LAST_TERM * scale / last) / k));
    }
    return length;
}

void routh_stretch_turning(routh_stretch *stretch, const double w[3][3], double mu, const double v[3], double scale) {
    const double rate = hypot(w[0][2], w[1][2]) + mu * (w[0][0] + w[1][1]); /* no faster change of v⊥ in τ */
    double vu[ROUTH_STRETCH_ORDER + 1], vw[ROUTH_STRETCH_ORDER + 1], vn[ROUTH_STRETCH_ORDER + 1];
    double s[ROUTH_STRETCH_ORDER];
    stretch->order = ROUTH_STRETCH_ORDER;
    memset(stretch->coefficient[0], 0, sizeof stretch->coefficient[0]);
    stretch->coefficient[0][ROUTH_COURSE_VN] = v[2];
    vu[0] = v[0], vw[0] = v[1], vn[0] = v[2];
    for (int k = 0; k < ROUTH_STRETCH_ORDER; k++) {
        double squares = 0, products = 0, work = 0; /* q_k, and Σ s_j s_(k−j) and Σ v_n s without s_k */
        for (int j = 0; 2 * j < k; j++)
            squares += 2 * (vu[j] * vu[k - j] + vw[j] * vw[k - j]);
        for (int j = 1; 2 * j < k; j++)
            products += 2 * s[j] * s[k - j];
        if (k % 2 == 0) {
            squares += vu[k / 2] * vu[k / 2] + vw[k / 2] * vw[k / 2];
            products += k > 0 ? s[k / 2] * s[k / 2] : 0;
        }
        for (int j = 1; j < k; j++)
            work += vn[j] * s[k - j];
        s[k] = k == 0 ? sqrt(squares) : (squares - products) / (2 * s[0]);
        work += vn[0] * s[k] + (k > 0 ? vn[k] * s[0] : 0);

        const double unit = 1 / (rate * (k + 1));
        const double p[3] = {-mu * vu[k] * unit, -mu * vw[k] * unit, s[k] * unit};
        vu[k + 1] = w[0][0] * p[0] + w[0][1] * p[1] + w[0][2] * p[2];
        vw[k + 1] = w[1][0] * p[0] + w[1][1] * p[1] + w[1][2] * p[2];
        vn[k + 1] = w[2][0] * p[0] + w[2][1] * p[1] + w[2][2] * p[2];
        const double next[ROUTH_COURSE_COUNT] = {p[0], p[1], p[2], vn[k + 1], work * unit, mu * squares * unit};
        memcpy(stretch->coefficient[k + 1], next, sizeof next);
    }
    stretch->length = good_length(stretch, scale);
}

void routh_stretch_straight(routh_stretch *stretch, const double w[3][3], const double force[3], const double v[3],
                            double mu_slip, double speed, double growth, double length) {
    const double rise = w[2][0] * force[0] + w[2][1] * force[1] + w[2][2];
    const double coefficient[3][ROUTH_COURSE_COUNT] = {
        {0, 0, 0, v[2], 0, 0},
        {force[0], force[1], force[2], rise, v[2], mu_slip * speed},
        {0, 0, 0, 0, 0.5 * rise, 0.5 * mu_slip * growth},
    };
    stretch->order = 2;
    stretch->length = length;
    memcpy(stretch->coefficient, coefficient, sizeof coefficient);
}

void routh_stretch_at(const routh_stretch *stretch, double t, double values[ROUTH_COURSE_COUNT]) {
    double sum[ROUTH_COURSE_COUNT] = {0};
    for (int k = stretch->order; k >= 0; k--)
        for (int i = 0; i < ROUTH_COURSE_COUNT; i++)
            sum[i] = sum[i] * t + stretch->coefficient[k][i];
    memcpy(values, sum, sizeof sum);
}

/* One course and its slope at t. */
static double course_at(const routh_stretch *stretch, routh_course course, double t, double *slope) {
    double sum = 0, rise = 0;
    for (int k = stretch->order; k >= 0; k--) {
        rise = rise * t + sum;
        sum = sum * t + stretch->coefficient[k][course];
    }
    *slope = rise;
    return sum;
}

/* Newton's method kept within the bracket: bisection whenever it would leave it. */
double routh_stretch_root(const routh_stretch *stretch, routh_course course, double value, double low, double high) {
    double slope;
    const double start = course_at(stretch, course, low, &slope);
    double t = high, now = course_at(stretch, course, high, &slope);
    const int rises = now >= start;
    for (int i = 0; i < 200 && now != value; i++) {
        if ((now > value) == rises)
            high = t;
        else
            low = t;
        const double newton = t - (now - value) / slope;
        const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
        if (fabs(next - t) <= DBL_EPSILON * t)
            return next;
        t = next;
        now = course_at(stretch, course, t, &slope);
    }
    return t;
}

/* Where v_n' changes its sign between low and high. */
static double turning_point(const routh_stretch *stretch, double low, double high) {
    double slope;
    course_at(stretch, ROUTH_COURSE_VN, low, &slope);
    const int falls_first = slope < 0;
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        course_at(stretch, ROUTH_COURSE_VN, middle, &slope);
        if ((slope < 0) == falls_first)
            low = middle;
        else
            high = middle;
    }
    return high;
}

int routh_stretch_pieces(const routh_stretch *stretch, double bounds[ROUTH_STRETCH_PIECES + 1]) {
    const int samples = stretch->order > 2 ? ROUTH_STRETCH_SAMPLES : 1;
    double slope_before, slope;
    double before = course_at(stretch, ROUTH_COURSE_VN, 0, &slope_before);
    int pieces = 0;
    bounds[0] = 0;
    for (int j = 1; j <= samples; j++) {
        const double sample = stretch->length * j / samples;
        double now = course_at(stretch, ROUTH_COURSE_VN, sample, &slope);
        double ends[2] = {sample, sample};
        if ((slope < 0) != (slope_before < 0))
            ends[0] = turning_point(stretch, bounds[pieces], sample);
        for (int half = ends[0] < ends[1] ? 0 : 1; half < 2; half++) {
            double unused;
            const double low = bounds[pieces], high = ends[half];
            const double then = half ? now : course_at(stretch, ROUTH_COURSE_VN, high, &unused);
            if ((before < 0 && then > 0) || (before > 0 && then < 0))
                bounds[++pieces] = routh_stretch_root(stretch, ROUTH_COURSE_VN, 0, low, high);
            bounds[++pieces] = high;
            before = then;
        }
        slope_before = slope;
    }
    return pieces;
}
