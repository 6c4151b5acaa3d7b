/* A thousand impacts with every law, in the plane and in space; prints the bits of what comes out. The impacts are made with
 * whole numbers and + − × ÷ alone, so every machine solves the same ones. For a browser and a microcontroller too.
 * usage: thousand [COUNT]
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "routh_core.h"

/* Steele and Vigna's splitmix64. */
static uint64_t random_state = 20260101;

static double uniform(double low, double high) {
    uint64_t z = random_state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    const double unit = (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0; /* 2^53 */
    return low + (high - low) * unit;
}

static void show(const char *law, int index, int status, const double *number, int count) {
    printf("%s %d %d", law, index, status);
    for (int i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &number[i], sizeof bits);
        printf(" %08lx%08lx", (unsigned long)(bits >> 32), (unsigned long)(bits & 0xFFFFFFFFu));
    }
    printf("\n");
}

static void solve_in_plane(int index) {
    const routh_impact impact = {
        .mass = uniform(0.1, 2),
        .inertia = uniform(0.01, 0.2),
        .rx = uniform(-0.3, 0.3),
        .ry = uniform(-0.5, -0.1),
        .vx = uniform(-2, 2),
        .vy = uniform(-3, -1),
        .omega = uniform(-3, 3),
    };
    const double mu = uniform(0, 1), eps = uniform(0, 1);
    routh_contact contact;
    if (routh_contact_of(NULL, &impact, &contact) != ROUTH_OK)
        return;
    for (size_t k = 0; k < routh_law_count(); k++) {
        const routh_law *law = routh_law_at(k);
        double parameters[ROUTH_MAX_PARAMETERS] = {0};
        routh_law_parameters(law, mu, eps, parameters);
        routh_outcome o = {0};
        const routh_status status = routh_law_solve(law, parameters, &contact, &o);
        show(law->name, index, (int)status, (double[]){o.pt, o.pn, o.vt, o.vn, o.contact_energy_ratio}, 5);
    }
}

static void solve_in_space(int index) {
    /* W = 1/m + A Aᵀ, the velocity closing */
    double a[3][3];
    for (int i = 0; i < 9; i++)
        a[i / 3][i % 3] = uniform(-1, 1);
    routh_contact3 contact = {.v = {uniform(-2, 2), uniform(-2, 2), uniform(-3, -1)}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            contact.w[i][j] = (i == j) + a[i][0] * a[j][0] + a[i][1] * a[j][1] + a[i][2] * a[j][2];
    const routh_pair pair = {.mu = uniform(0, 1), .eps = uniform(0, 1), .eta2 = uniform(0.5, 2)};
    static routh_outcome3 o;
    for (size_t k = 0; routh_law3_at(k); k++) {
        const routh_law3 *law = routh_law3_at(k);
        char name[40];
        snprintf(name, sizeof name, "%s3", law->name);
        const routh_status status = routh_law3_solve(NULL, law, &pair, &contact, NULL, &o);
        show(name, index, (int)status, (double[]){o.p[0], o.p[1], o.p[2], o.v[0], o.v[1], o.v[2]}, 6);
    }
}

int main(int count, char **words) {
    const int most = count > 1 ? atoi(words[1]) : 1000;
    for (int i = 0; i < most; i++) {
        solve_in_plane(i);
        solve_in_space(i);
    }
    return 0;
}
