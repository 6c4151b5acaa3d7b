/* The polynomials of a step between its points: values anywhere along it, and the first part of it as a step of its own.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "impact3/collocation.h"

/* 1 ÷ the product of a point's distances from the other ones, for ξ = 0 and the seven points. */
static const double barycentric[RADAU_WIDTH] = {-1716,
                                                2735.4141990507478,
                                                -1778.7262387691535,
                                                1362.1980775102002,
                                                -1085.5032512608871,
                                                853.8999845427503,
                                                -616.42562821651461,
                                                245.14285714285714};

/* Weights of the start and of the seven values in their polynomial at ξ. */
static void interpolation(double xi, double weight[RADAU_WIDTH]) {
    double sum = 0;
    for (int j = 0; j < RADAU_WIDTH; j++) {
        const double distance = xi - (j == 0 ? 0.0 : routh_radau_node[j - 1]);
        if (distance == 0) {
            memset(weight, 0, RADAU_WIDTH * sizeof *weight);
            weight[j] = 1;
            return;
        }
        weight[j] = barycentric[j] / distance;
        sum += weight[j];
    }
    for (int j = 0; j < RADAU_WIDTH; j++)
        weight[j] /= sum;
}

static double weighted(const double weight[RADAU_WIDTH], double start, const double values[RADAU_WIDTH]) {
    double sum = weight[0] * start;
    for (int j = 0; j < RADAU_POINTS; j++)
        sum += weight[j + 1] * values[j];
    return sum;
}

double routh_step_between(double start, const double values[RADAU_WIDTH], double xi) {
    double weight[RADAU_WIDTH];
    interpolation(xi, weight);
    return weighted(weight, start, values);
}

static void squeeze(double weight[RADAU_POINTS][RADAU_WIDTH], double start, double values[RADAU_WIDTH]) {
    double moved[RADAU_WIDTH] = {0};
    for (int i = 0; i < RADAU_POINTS; i++)
        moved[i] = weighted(weight[i], start, values);
    memcpy(values, moved, sizeof moved);
}

void routh_step_shorten(routh_step *step, const routh_springs *springs, size_t count, double share) {
    double weight[RADAU_POINTS][RADAU_WIDTH];
    for (int i = 0; i < RADAU_POINTS; i++)
        interpolation(share * routh_radau_node[i], weight[i]);
    for (size_t n = 0; n < count; n++) {
        routh_step_contact *c = &step->contact[n];
        squeeze(weight, springs[n].force, c->force);
        squeeze(weight, springs[n].angle, c->angle);
        for (int k = 0; k < 2; k++)
            squeeze(weight, springs[n].spring[k], c->spring[k]);
        for (int k = 0; k < 3; k++)
            squeeze(weight, 0, c->p[k]);
    }
    routh_step_set(step, step->remaining, step->stride * share);
}
