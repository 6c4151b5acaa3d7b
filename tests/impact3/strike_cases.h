/* Strikes to try the solvers on: random bodies and compliances, in random tangential axes. Shared by the tests of the
 * strike room.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_STRIKE_CASES_H
#define ROUTH_TESTS_STRIKE_CASES_H

#include <math.h>
#include <string.h>

#include <routh/impact3.h>
#include <routh/routh.h>

typedef struct strike_case {
    routh_contact3 contact;
    routh_pair pair;
} strike_case;

static inline double random_log(routh_random *r, double low, double high) {
    return exp(routh_random_uniform(r, log(low), log(high)));
}

/* A rotation, evenly distributed: the quaternion of four normal numbers. */
static inline void random_rotation(routh_random *r, double m[3][3]) {
    double q[4], square = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = routh_random_normal(r);
        square += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++)
        q[i] /= sqrt(square);
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double rows[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                               {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                               {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    memcpy(m, rows, sizeof rows);
}

/* R diag(a) Rᵀ for a random R. */
static inline void random_symmetric(routh_random *r, const double a[3], double m[3][3]) {
    double q[3][3];
    random_rotation(r, q);
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            m[i][j] = 0;
            for (int k = 0; k < 3; k++)
                m[i][j] += q[i][k] * a[k] * q[j][k];
            m[j][i] = m[i][j];
        }
}

/* Of a body that meets something fixed: W = 1/m + [r]ᵀ J⁻¹ [r], [r] x = r × x, with any inertia that a body can have,
 * and a lever of up to four radii of gyration: strongly coupled when it is long. */
static inline void random_body_compliance(routh_random *r, double w[3][3]) {
    const double mass = random_log(r, 0.1, 10), gyration = random_log(r, 0.05, 2);
    double part[3], inverse[3], turn[3][3], lever[3], length = 0;
    for (int i = 0; i < 3; i++)
        part[i] = routh_random_uniform(r, 0.02, 1); /* ∫ x² dm and so on: the inertia is the sum of the two others */
    for (int i = 0; i < 3; i++)
        inverse[i] = 1 / (mass * gyration * gyration * (part[(i + 1) % 3] + part[(i + 2) % 3]));
    random_symmetric(r, inverse, turn);
    for (int i = 0; i < 3; i++) {
        lever[i] = routh_random_normal(r);
        length += lever[i] * lever[i];
    }
    const double size = gyration * routh_random_uniform(r, 0, 4) / sqrt(length);
    const double x = size * lever[0], y = size * lever[1], z = size * lever[2];
    const double cross[3][3] = {{0, -z, y}, {z, 0, -x}, {-y, x, 0}};
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            w[i][j] = i == j ? 1 / mass : 0;
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++)
                    w[i][j] += cross[k][i] * turn[k][l] * cross[l][j];
            w[j][i] = w[i][j];
        }
}

/* Two thirds bodies, one third any positive definite W up to condition 100; μ 0 … 1.5, e 0 … 1, η² 0.1 … 10. */
static inline strike_case random_strike(routh_random *r) {
    strike_case k;
    if (routh_random_uniform(r, 0, 3) < 2) {
        random_body_compliance(r, k.contact.w);
    } else {
        const double soft = random_log(r, 0.1, 10);
        const double eigenvalue[3] = {soft, soft * random_log(r, 1, 100), soft * random_log(r, 1, 100)};
        random_symmetric(r, eigenvalue, k.contact.w);
    }
    const double angle = routh_random_uniform(r, -3.2, 3.2), slip = random_log(r, 0.01, 10);
    k.contact.v[0] = slip * cos(angle);
    k.contact.v[1] = slip * sin(angle);
    k.contact.v[2] = -random_log(r, 0.1, 10);
    k.pair.mu = routh_random_uniform(r, 0, 1.5);
    k.pair.eps = routh_random_uniform(r, 0, 1);
    k.pair.eta2 = random_log(r, 0.1, 10);
    return k;
}

/* The same contact seen from tangential axes turned by `angle`. */
static inline routh_contact3 turned_axes(const routh_contact3 *contact, double angle) {
    const double c = cos(angle), s = sin(angle);
    const double q[3][3] = {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
    routh_contact3 turned;
    for (int i = 0; i < 3; i++) {
        turned.v[i] = 0;
        for (int k = 0; k < 3; k++)
            turned.v[i] += q[i][k] * contact->v[k];
        for (int j = i; j < 3; j++) {
            turned.w[i][j] = 0;
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++)
                    turned.w[i][j] += q[i][k] * contact->w[k][l] * q[j][l];
            turned.w[j][i] = turned.w[i][j];
        }
    }
    return turned;
}

/* A planar contact whose tangent lies at `angle` from u; the direction across has the compliance `across` and is not
 * coupled to the others. */
static inline routh_contact3 planar_contact(const routh_contact *c, double across, double angle) {
    const routh_contact3 flat = {.w = {{c->wtt, 0, c->wtn}, {0, across, 0}, {c->wtn, 0, c->wnn}},
                                 .v = {c->vt, 0, c->vn}};
    return turned_axes(&flat, -angle);
}

static inline double length_of(const double a[3]) {
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/* |a − b| ÷ |b| */
static inline double difference(const double a[3], const double b[3]) {
    const double apart[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return length_of(apart) / length_of(b);
}

/* Largest error of v = v0 + W p, relative to the terms that cancel. */
static inline double momentum_error(const routh_contact3 *contact, const routh_outcome3 *strike) {
    double worst = 0;
    for (int i = 0; i < 3; i++) {
        double sum = contact->v[i], size = fabs(contact->v[i]);
        for (int k = 0; k < 3; k++) {
            sum += contact->w[i][k] * strike->p[k];
            size += fabs(contact->w[i][k] * strike->p[k]);
        }
        worst = fmax(worst, fabs(strike->v[i] - sum) / size);
    }
    return worst;
}

/* What is missing in the balance of energy, relative to the energy before. */
static inline double energy_error(const routh_outcome3_energy *e) {
    return fabs(e->before - e->friction - e->normal - e->left - e->after) / e->before;
}

#endif
