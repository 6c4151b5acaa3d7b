/* The two bouncing bodies of Modeling of tangential compliance in 3D impact, sections 3.1 and 3.2: a ball and a pencil
 * on a table that does not move, z up, the contact at the origin.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "strike.h"

#define PI 3.14159265358979323846

enum { ABOUT = 200 };

static routh_body3 table_top(void) {
    routh_body3 table = routh_body3_default();
    snprintf(table.name, sizeof table.name, "table");
    table.freedom = ROUTH_FIXED;
    return table;
}

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

/* m = r = 1, thrown backwards with spin. A ball has 2/5 m r². */
static routh_body3 ball(const strike_options *options, char about[ABOUT]) {
    double mass = 1, radius = 1;
    take_own_number(options, OWN_MASS, &mass);
    take_own_number(options, OWN_RADIUS, &radius);
    snprintf(about, ABOUT, "A ball, m = %g kg, r = %g m, bounces on a table", mass, radius);
    const double inertia = 0.4 * mass * radius * radius;
    routh_body3 body = routh_body3_default();
    snprintf(body.name, sizeof body.name, "ball");
    body.mass = mass;
    make_diagonal(body.inertia, inertia, inertia, inertia);
    set(body.position, 0, 0, radius);
    set(body.velocity, -1, 0, -5);
    set(body.spin, 0, 2, 0);
    return body;
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
 * The axis is tilted by π/3 from the table, the vertex touches at the origin. Body axes: z along the pencil, y that of
 * the table. The spin is given in body axes. */
static routh_body3 pencil(const strike_options *options, char about[ABOUT]) {
    double mass = 1, r = 0.5, h1 = 3, h2 = 0.5, degrees = 60;
    take_own_number(options, OWN_MASS, &mass);
    take_own_number(options, OWN_RADIUS, &r);
    take_own_number(options, OWN_HEIGHT, &h1);
    take_own_number(options, OWN_CONE, &h2);
    take_own_number(options, OWN_TILT, &degrees);
    snprintf(about, ABOUT,
             "A pencil, m = %g kg, r = %g m, h1 = %g m, h2 = %g m, tilted by %g°, hits a table point first", mass, r,
             h1, h2, degrees);
    const double tilt = options->own[OWN_TILT].given ? degrees * PI / 180 : PI / 3; /* to the last bit as the paper's */
    const double m1 = mass * h1 / (h1 + h2 / 3), m2 = mass - m1;
    const double h = (m1 * (h2 + h1 / 2) + m2 * 0.75 * h2) / mass, off = h2 + h1 / 2 - h;
    const double across = m1 * (r * r / 4 + h1 * h1 / 12) + m1 * off * off + m2 * 0.6 * (r * r / 4 + h2 * h2) +
                          m2 * (h * h - 1.5 * h * h2);
    const double along = m1 * r * r / 2 + m2 * 0.3 * r * r;
    const double c = cos(tilt), s = sin(tilt), spin[] = {-1, -0.5, -0.5}; /* body axes */
    routh_body3 body = routh_body3_default();
    snprintf(body.name, sizeof body.name, "pencil");
    body.mass = mass;
    make_diagonal(body.inertia, across, across, along);
    set(body.position, h * c, 0, h * s);
    /* about y by π/2 − tilt: body x = (s, 0, −c), body z = (c, 0, s) */
    body.orientation[0] = cos((PI / 2 - tilt) / 2);
    body.orientation[2] = sin((PI / 2 - tilt) / 2);
    set(body.velocity, -5 * cos(PI / 6), 0, -5 * sin(PI / 6));
    set(body.spin, spin[0] * s + spin[2] * c, spin[1], -spin[0] * c + spin[2] * s);
    return body;
}

int strike_example(const char *verb, const strike_options *options, routh_impact3_answer *single) {
    static char about[ABOUT]; /* there is one strike in a run */
    const int is_ball = options->example == CASE_BALL;
    *single = (routh_impact3_answer){.scene_contact = routh_scene_contact_default(), .about = about};
    single->before[0] = is_ball ? ball(options, about) : pencil(options, about);
    int answer = strike_numbers(verb, "velocity", options->velocity, single->before[0].velocity, 3);
    if (answer == 0)
        answer = strike_numbers(verb, "spin", options->spin, single->before[0].spin, 3);
    single->before[1] = table_top();
    single->scene_contact.a = 0;
    single->scene_contact.b = 1;
    set(single->scene_contact.point, 0, 0, 0);
    set(single->scene_contact.normal, 0, 0, 1);
    single->pair = (routh_pair){.mu = is_ball ? 0.4 : 0.8, .eps = 0.5, .eta2 = routh_eta2_of_poisson(0.3)};
    return answer;
}
