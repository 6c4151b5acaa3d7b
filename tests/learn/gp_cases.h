/* Samples to learn from, and Gaussian processes as a textbook has them: plain loops, one Cholesky factor, nothing
 * shared with the code under test. Include after cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_LEARN_GP_CASES_H
#define ROUTH_TESTS_LEARN_GP_CASES_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <routh/learn.h>

#include "learn/gp.h"

enum { CASE_INPUTS = 4, CASE_OUTPUTS = 2, CASE_MOST = 1600 };

typedef struct gp_case {
    routh_gp_samples samples;
    double input[CASE_MOST * CASE_INPUTS];
    double output[CASE_MOST * CASE_OUTPUTS];
} gp_case;

/* The first output depends on inputs 1 to 3, the second on 3 and 4; units differ widely between the inputs. */
static inline void true_outputs(const double *x, double *y) {
    const double a = x[0], b = x[1] / 50, c = x[2] * 1e3, d = x[3] - 7;
    y[0] = 20 + 4 * sin(2 * a) + 2 * cos(3 * b) * c;
    y[1] = 1e-3 * (c * c - tanh(2 * d));
}

static inline void draw_input(routh_random *random, double *x) {
    x[0] = routh_random_uniform(random, -1, 1);
    x[1] = routh_random_uniform(random, -50, 50);
    x[2] = routh_random_uniform(random, -1e-3, 1e-3);
    x[3] = routh_random_uniform(random, 6, 8);
}

/* Noise is a share of the outputs' size. */
static inline void make_case(gp_case *made, size_t count, double noise, uint64_t seed) {
    routh_random random = routh_random_seed(seed, 1);
    made->samples = (routh_gp_samples){count, CASE_INPUTS, CASE_OUTPUTS, made->input, made->output};
    for (size_t i = 0; i < count; i++) {
        double *x = made->input + i * CASE_INPUTS, *y = made->output + i * CASE_OUTPUTS;
        draw_input(&random, x);
        true_outputs(x, y);
        y[0] += noise * 4 * routh_random_normal(&random);
        y[1] += noise * 1e-3 * routh_random_normal(&random);
    }
}

static inline routh_gp_parameters some_parameters(void) {
    routh_gp_parameters p = routh_gp_parameters_default();
    p.signal = 1.3;
    p.noise = 0.17;
    p.length[0] = 0.9;
    p.length[1] = 1.4;
    p.length[2] = 2.3;
    p.length[3] = 3.1;
    return p;
}

static inline void *need(size_t count, size_t size) {
    void *block = calloc(count, size);
    assert_non_null(block);
    return block;
}

/* One output by the book. */
typedef struct textbook {
    size_t count, inputs;
    double *x, *y; /* standardised, sample by sample */
    double mean_x[CASE_INPUTS], scale_x[CASE_INPUTS], mean_y, scale_y;
    routh_gp_parameters p;
    double *l, *alpha;
    double log_likelihood;
} textbook;

static inline void standard(const double *value, size_t count, size_t stride, double *mean, double *scale) {
    double sum = 0, square = 0;
    for (size_t i = 0; i < count; i++)
        sum += value[i * stride];
    *mean = sum / (double)count;
    for (size_t i = 0; i < count; i++)
        square += (value[i * stride] - *mean) * (value[i * stride] - *mean);
    *scale = sqrt(square / (double)count);
}

static inline double textbook_kernel(const textbook *t, const double *a, const double *b) {
    double sum = 0;
    for (size_t k = 0; k < t->inputs; k++)
        sum += pow((a[k] - b[k]) / t->p.length[k], 2);
    return t->p.signal * t->p.signal * exp(-0.5 * sum);
}

/* In place of the right side: first L⁻¹, then if asked L⁻ᵀ of it. */
static inline void textbook_solve(const textbook *t, double *right, int both) {
    const size_t n = t->count;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++)
            right[i] -= t->l[i * n + j] * right[j];
        right[i] /= t->l[i * n + i];
    }
    for (size_t i = n; both && i-- > 0;) {
        for (size_t j = i + 1; j < n; j++)
            right[i] -= t->l[j * n + i] * right[j];
        right[i] /= t->l[i * n + i];
    }
}

/* From samples that are standardised already. */
static inline void textbook_condition(textbook *t) {
    const size_t n = t->count;
    t->log_likelihood = -0.5 * (double)n * log(2 * acos(-1));
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double rest = textbook_kernel(t, t->x + i * t->inputs, t->x + j * t->inputs);
            rest += i == j ? t->p.noise * t->p.noise : 0;
            for (size_t k = 0; k < j; k++)
                rest -= t->l[i * n + k] * t->l[j * n + k];
            t->l[i * n + j] = i == j ? sqrt(rest) : rest / t->l[j * n + j];
        }
    memcpy(t->alpha, t->y, n * sizeof *t->y);
    textbook_solve(t, t->alpha, 1);
    for (size_t i = 0; i < n; i++)
        t->log_likelihood -= 0.5 * t->y[i] * t->alpha[i] + log(t->l[i * n + i]);
}

static inline textbook textbook_make(const routh_gp_samples *s, size_t output, const routh_gp_parameters *p) {
    const size_t n = s->count, d = s->inputs;
    textbook t = {.count = n, .inputs = d, .p = *p};
    t.x = need(n * d, sizeof *t.x);
    t.y = need(n, sizeof *t.y);
    t.l = need(n * n, sizeof *t.l);
    t.alpha = need(n, sizeof *t.alpha);
    standard(s->output + output, n, s->outputs, &t.mean_y, &t.scale_y);
    for (size_t k = 0; k < d; k++)
        standard(s->input + k, n, d, &t.mean_x[k], &t.scale_x[k]);
    for (size_t i = 0; i < n; i++) {
        t.y[i] = (s->output[i * s->outputs + output] - t.mean_y) / t.scale_y;
        for (size_t k = 0; k < d; k++)
            t.x[i * d + k] = (s->input[i * d + k] - t.mean_x[k]) / t.scale_x[k];
    }
    textbook_condition(&t);
    return t;
}

static inline void textbook_free(textbook *t) {
    free(t->x);
    free(t->y);
    free(t->l);
    free(t->alpha);
}

/* At a standardised point, standardised mean and variance of f. */
static inline void textbook_predict(const textbook *t, const double *point, double *mean, double *variance) {
    double *k = need(t->count, sizeof *k);
    *mean = 0;
    *variance = t->p.signal * t->p.signal;
    for (size_t i = 0; i < t->count; i++) {
        k[i] = textbook_kernel(t, t->x + i * t->inputs, point);
        *mean += k[i] * t->alpha[i];
    }
    textbook_solve(t, k, 0);
    for (size_t i = 0; i < t->count; i++)
        *variance -= k[i] * k[i];
    free(k);
}

static inline void assert_close(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.17g, expected %.17g within %g", value, expected, tolerance);
}

#endif
