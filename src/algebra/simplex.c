/* Nelder and Mead's simplex in the unit cube.
 *
 * J. A. Nelder, R. Mead, A simplex method for function minimization, Computer Journal 7 (1965). It asks for no
 * derivatives: the cost of a law has kinks where impacts change from slip to stick, and jumps for some laws. Points
 * that would leave the cube are put on its face. Nothing is allocated.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/simplex.h"

#include <math.h>
#include <string.h>

enum { MOST = ROUTH_MAX_PARAMETERS };

typedef struct vertex {
    double u[MOST];
    double value;
} vertex;

static double clamp(double u) {
    return u < 0 ? 0 : (u > 1 ? 1 : u);
}

static void evaluate(routh_simplex *simplex, vertex *v) {
    v->value = simplex->function(v->u, simplex->user);
    simplex->evaluations++;
}

/* Best first; equals keep their order. */
static void sort(vertex *v, int count) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && v[j].value < v[j - 1].value; j--) {
            const vertex other = v[j];
            v[j] = v[j - 1];
            v[j - 1] = other;
        }
}

static int is_small(const vertex *v, int dimension, double tolerance) {
    for (int i = 1; i <= dimension; i++)
        for (int d = 0; d < dimension; d++)
            if (fabs(v[i].u[d] - v[0].u[d]) > tolerance)
                return 0;
    return 1;
}

/* centre + along (centre − worst), the centre being that of all but the worst. */
static vertex beyond(routh_simplex *simplex, const vertex *v, double along) {
    vertex out;
    for (int d = 0; d < simplex->dimension; d++) {
        double centre = 0;
        for (int i = 0; i < simplex->dimension; i++)
            centre += v[i].u[d];
        centre /= simplex->dimension;
        out.u[d] = clamp(centre + along * (centre - v[simplex->dimension].u[d]));
    }
    evaluate(simplex, &out);
    return out;
}

static void shrink(routh_simplex *simplex, vertex *v) {
    for (int i = 1; i <= simplex->dimension; i++) {
        for (int d = 0; d < simplex->dimension; d++)
            v[i].u[d] = 0.5 * (v[0].u[d] + v[i].u[d]);
        evaluate(simplex, &v[i]);
    }
}

static void advance(routh_simplex *simplex, vertex *v) {
    const int last = simplex->dimension;
    const vertex reflected = beyond(simplex, v, 1);
    if (reflected.value < v[0].value) {
        const vertex expanded = beyond(simplex, v, 2);
        v[last] = expanded.value < reflected.value ? expanded : reflected;
    } else if (reflected.value < v[last - 1].value) {
        v[last] = reflected;
    } else {
        const int outside = reflected.value < v[last].value;
        const vertex contracted = beyond(simplex, v, outside ? 0.5 : -0.5);
        if (contracted.value < (outside ? reflected.value : v[last].value))
            v[last] = contracted;
        else
            shrink(simplex, v);
    }
}

int routh_simplex_descend(routh_simplex *simplex, double step, double tolerance, double *u, double *value) {
    vertex v[MOST + 1];
    const int dimension = simplex->dimension;
    memcpy(v[0].u, u, (size_t)dimension * sizeof *u);
    v[0].value = *value;
    for (int i = 1; i <= dimension; i++) {
        v[i] = v[0];
        const double along = v[0].u[i - 1] + step;
        v[i].u[i - 1] += along >= 0 && along <= 1 ? step : -step;
        v[i].u[i - 1] = clamp(v[i].u[i - 1]);
        evaluate(simplex, &v[i]);
    }
    sort(v, dimension + 1);
    int small = 0;
    while (!small && simplex->evaluations < simplex->limit) {
        advance(simplex, v);
        sort(v, dimension + 1);
        small = is_small(v, dimension, tolerance);
    }
    memcpy(u, v[0].u, (size_t)dimension * sizeof *u);
    *value = v[0].value;
    return small;
}
