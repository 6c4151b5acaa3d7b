/* Which samples become inducing points: one after another the one whose f the ones before it leave least known. This is
 * Cholesky's method with pivots on the kernel matrix of the candidates, stopped early. D. R. Burt, C. E. Rasmussen,
 * M. van der Wilk, Convergence of sparse variational inference in Gaussian processes regression, JMLR 21 (2020).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <cblas.h>

#include <routh/identify.h>

#include "base/context.h"
#include "learn/gp.h"

/* Of more samples so many times the wanted number are candidates, drawn at random. */
enum { CANDIDATES = 10 };

/* What is left of a variance of 1 when further points would only repeat what is known, to rounding. */
#define NOTHING_LEFT 1e-8

typedef struct choice {
    size_t count, inputs, points; /* points: wanted */
    size_t *candidate;
    double *z;    /* inputs × count */
    double *row;  /* of the factor: count × points, column by column, so that row j begins at j × count */
    double *left; /* the variance that is left, by candidate */
} choice;

static size_t least_known(const choice *c) {
    size_t best = 0;
    for (size_t i = 1; i < c->count; i++)
        if (c->left[i] > c->left[best])
            best = i;
    return best;
}

/* How many of them there are when nothing is left; they are written over the first candidates. */
static size_t choose(choice *c, size_t *chosen) {
    const routh_points candidates = {c->z, c->count, c->inputs};
    const blasint n = (blasint)c->count;
    double point[ROUTH_GP_MOST_INPUTS];
    for (size_t i = 0; i < c->count; i++)
        c->left[i] = 1;
    for (size_t j = 0; j < c->points; j++) {
        const size_t pivot = least_known(c);
        if (c->left[pivot] < NOTHING_LEFT)
            return j;
        double *row = c->row + j * c->count;
        const double scale = 1 / sqrt(c->left[pivot]);
        routh_point_of(&candidates, pivot, point);
        routh_kernel_row(&candidates, 0, c->count, point, 1, row);
        if (j > 0)
            cblas_dgemv(CblasColMajor, CblasNoTrans, n, (blasint)j, -1, c->row, n, c->row + pivot, n, 1, row, 1);
        for (size_t i = 0; i < c->count; i++) {
            row[i] *= scale;
            c->left[i] = fmax(c->left[i] - row[i] * row[i], 0);
        }
        c->left[pivot] = 0;
        chosen[j] = c->candidate[pivot];
    }
    return c->points;
}

static routh_status prepare(routh_context *context, const routh_gp_data *data, const routh_gp_parameters *parameters,
                            uint64_t seed, choice *c) {
    if (!(c->candidate = routh_allocate(context, c->count, sizeof *c->candidate)) ||
        !(c->z = routh_allocate(context, c->count, c->inputs * sizeof *c->z)) ||
        !(c->left = routh_allocate(context, c->count, sizeof *c->left)) ||
        !(c->row = routh_allocate(context, c->count, c->points * sizeof *c->row)))
        return ROUTH_OUT_OF_MEMORY;
    routh_random random = routh_random_seed(seed, 0);
    routh_random_draw(&random, data->count, c->count, c->candidate);
    for (size_t k = 0; k < c->inputs; k++)
        for (size_t i = 0; i < c->count; i++)
            c->z[k * c->count + i] = data->x[k * data->count + c->candidate[i]] / parameters->length[k];
    return ROUTH_OK;
}

routh_status routh_gp_choose(routh_context *context, const routh_gp_data *data, const routh_gp_parameters *parameters,
                             size_t wanted, uint64_t seed, size_t **chosen, size_t *points) {
    choice c = {.inputs = data->inputs, .points = wanted < data->count ? wanted : data->count};
    c.count = data->count / CANDIDATES < c.points ? data->count : c.points * CANDIDATES;
    *chosen = routh_allocate(context, c.points, sizeof **chosen);
    routh_status status = *chosen ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK && c.points == data->count) {
        for (size_t i = 0; i < data->count; i++)
            (*chosen)[i] = i;
        *points = data->count;
    } else if (status == ROUTH_OK) {
        status = prepare(context, data, parameters, seed, &c);
        *points = status == ROUTH_OK ? choose(&c, *chosen) : 0;
    }
    routh_release(context, c.candidate);
    routh_release(context, c.z);
    routh_release(context, c.left);
    routh_release(context, c.row);
    if (status != ROUTH_OK) {
        routh_release(context, *chosen);
        *chosen = NULL;
    }
    return status;
}
