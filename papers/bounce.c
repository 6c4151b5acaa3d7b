/* The two bouncing bodies of Modeling of tangential compliance in 3D impact, sections 3.1 and 3.2.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "papers.h"

#define PI 3.14159265358979323846

static void set(double vector[3], double x, double y, double z) {
    vector[0] = x;
    vector[1] = y;
    vector[2] = z;
}

static void make_diagonal(double matrix[3][3], double x, double y, double z) {
    const double diagonal[] = {x, y, z};
    memset(matrix, 0, sizeof(double[3][3]));
    for (int i = 0; i < 3; i++)
        matrix[i][i] = diagonal[i];
}

/* Thrown backwards with spin. A ball has 2/5 m r². */
bounce bounce_ball(double mass, double radius) {
    bounce example = {.body = routh_body3_default(),
                      .pair = {.mu = 0.4, .eps = 0.5, .eta2 = routh_eta2_of_poisson(0.3)}};
    snprintf(example.about, sizeof example.about, "A ball, m = %g kg, r = %g m, bounces on a table", mass, radius);
    const double inertia = 0.4 * mass * radius * radius;
    routh_body3 *body = &example.body;
    snprintf(body->name, sizeof body->name, "ball");
    body->mass = mass;
    make_diagonal(body->inertia, inertia, inertia, inertia);
    set(body->position, 0, 0, radius);
    set(body->velocity, -1, 0, -5);
    set(body->spin, 0, 2, 0);
    return example;
}

pencil pencil_default(void) {
    return (pencil){.mass = 1, .radius = 0.5, .height = 3, .cone = 0.5, .tilt = PI / 3};
}

/* A pencil of one density: a cylinder of radius r and height h1 on a cone of height h2 that stands on its vertex. With
 * m1 : m2 = h1 : h2/3 the centre of mass lies on the axis at
 *
 *     h = (m1 (h2 + h1/2) + m2 3/4 h2) / m
 *
 * above the vertex. Across the axis, about the centre of mass,
 *
 *     cylinder   m1 (r²/4 + h1²/12) + m1 (h2 + h1/2 − h)²
 *     cone       m2 3/5 (r²/4 + h2²) about its vertex; Steiner over its own centre of mass at 3/4 h2 takes
 *                m2 (3/4 h2)² away and adds m2 (h − 3/4 h2)², together m2 (h² − 3/2 h h2)
 *
 * and along it m1 r²/2 + m2 3/10 r². The paper leaves the −3/2 h h2 out and so has 0.97944 kg m² for 0.903869.
 *
 * The axis is tilted from the table, the vertex touches at the origin. Body axes: z along the pencil, y that of the table.
 * The spin is given in body axes. */
bounce bounce_pencil(const pencil *p) {
    bounce example = {.body = routh_body3_default(),
                      .pair = {.mu = 0.8, .eps = 0.5, .eta2 = routh_eta2_of_poisson(0.3)}};
    const double mass = p->mass, r = p->radius, h1 = p->height, h2 = p->cone, tilt = p->tilt;
    snprintf(example.about, sizeof example.about,
             "A pencil, m = %g kg, r = %g m, h1 = %g m, h2 = %g m, tilted by %g°, hits a table point first", mass, r,
             h1, h2, tilt / PI * 180);
    const double m1 = mass * h1 / (h1 + h2 / 3), m2 = mass - m1;
    const double h = (m1 * (h2 + h1 / 2) + m2 * 0.75 * h2) / mass, off = h2 + h1 / 2 - h;
    const double across = m1 * (r * r / 4 + h1 * h1 / 12) + m1 * off * off + m2 * 0.6 * (r * r / 4 + h2 * h2) +
                          m2 * (h * h - 1.5 * h * h2);
    const double along = m1 * r * r / 2 + m2 * 0.3 * r * r;
    const double c = cos(tilt), s = sin(tilt), spin[] = {-1, -0.5, -0.5}; /* body axes */
    routh_body3 *body = &example.body;
    snprintf(body->name, sizeof body->name, "pencil");
    body->mass = mass;
    make_diagonal(body->inertia, across, across, along);
    set(body->position, h * c, 0, h * s);
    /* about y by π/2 − tilt: body x = (s, 0, −c), body z = (c, 0, s) */
    body->orientation[0] = cos((PI / 2 - tilt) / 2);
    body->orientation[2] = sin((PI / 2 - tilt) / 2);
    set(body->velocity, -5 * cos(PI / 6), 0, -5 * sin(PI / 6));
    set(body->spin, spin[0] * s + spin[2] * c, spin[1], -spin[0] * c + spin[2] * s);
    return example;
}
