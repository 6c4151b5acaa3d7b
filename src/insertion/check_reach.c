/* What parts as drawn leave unexplained when the parts are displaced within their priors.
 *
 * Displacements are drawn from their priors, those of the reference pose that identify has beside them too. At the
 * recording's poses each draw has normal forces of its own, K Φ₁(x); what of these the drawn Φ does not explain is about
 * what a right recording of such parts would leave. The share does not depend on K. Friction is left out: it is the
 * smaller part, and Φ has a column for it.
 *
 * It is too small where the drawing overlaps deeper than the recorded parts did, as every draw then does, too: in 54
 * recordings of another generator the unexplained part ÷ the explained one is up to 2.1 times that of the largest
 * draw. Three times is allowed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/base.h>

#include "base/context.h"
#include "insertion/check_recording.h"
#include "insertion/reference_pose.h"
#include "insertion/regressor.h"

/* The largest of so many is exceeded by one right recording in 33. */
enum { DRAWS = 32 };

/* Of the unexplained part ÷ the explained one. */
static const double allowance = 3;

/* Φ with the parts as drawn, columns one after another, their basis, and the wrench of displaced parts. */
typedef struct drawing {
    size_t rows;
    double *phi, *column, *q, *wrench, *x;
} drawing;

static void drawing_release(routh_context *context, drawing *d) {
    routh_release(context, d->phi);
    routh_release(context, d->column);
    routh_release(context, d->q);
    routh_release(context, d->wrench);
    routh_release(context, d->x);
}

static routh_status drawing_create(routh_context *context, size_t rows, size_t unknowns, drawing *d) {
    *d = (drawing){.rows = rows};
    d->phi = routh_allocate(context, rows, 2 * sizeof *d->phi);
    d->column = routh_allocate(context, rows, 2 * sizeof *d->column);
    d->q = routh_allocate(context, rows, 2 * sizeof *d->q);
    d->wrench = routh_allocate(context, rows, sizeof *d->wrench);
    d->x = routh_allocate(context, unknowns, sizeof *d->x);
    if (d->phi && d->column && d->q && d->wrench && d->x)
        return ROUTH_OK;
    drawing_release(context, d);
    return ROUTH_OUT_OF_MEMORY;
}

static routh_status draw_many(routh_context *context, routh_regressor *regressor, const double size[2], drawing *d,
                              double *most) {
    const routh_displacement *displacement = regressor->assembly->displacement;
    const size_t unknowns = routh_regressor_unknowns(regressor);
    routh_random random = routh_random_seed(1, 0);
    for (size_t j = 0; j < unknowns; j++)
        d->x[j] = displacement[j].nominal;
    routh_status status = routh_regressor_evaluate(context, regressor, d->x, d->phi, NULL);
    for (size_t i = 0; i < 2 * d->rows; i++)
        d->column[i % 2 * d->rows + i / 2] = d->phi[i] / size[i / 2 % 6 >= 3];
    for (int draw = 0; draw < DRAWS && status == ROUTH_OK; draw++) {
        for (size_t j = 0; j < unknowns; j++)
            d->x[j] = displacement[j].nominal + displacement[j].deviation * routh_random_normal(&random);
        status = routh_regressor_evaluate(context, regressor, d->x, d->phi, NULL);
        for (size_t i = 0; i < d->rows; i++)
            d->wrench[i] = d->phi[2 * i] / size[i % 6 >= 3];
        const double left = routh_share_left(d->rows, d->column, d->wrench, d->q, NULL);
        *most = isfinite(left) ? fmax(*most, left) : *most;
    }
    return status;
}

/* The share of the whole in which the ratio of what is left to the rest is larger. */
static double with_allowance(double share) {
    const double left = allowance * share, rest = sqrt(fmax(0, 1 - share * share));
    return left > 0 ? left / hypot(left, rest) : 0.0;
}

routh_status routh_reading_reach(routh_context *context, const routh_assembly *assembly,
                                 const routh_insertion *insertion, const routh_insertion_options *options,
                                 const double size[2], double *reach) {
    routh_assembly extended;
    routh_regressor *regressor = NULL;
    drawing d = {0};
    *reach = 0;
    if (!(size[0] > 0 && size[1] > 0))
        return ROUTH_OK;
    routh_status status = routh_reference_create(context, assembly, &extended);
    if (status != ROUTH_OK)
        return status;
    status = routh_regressor_create(context, &extended, insertion, options, &regressor);
    if (status == ROUTH_OK)
        status = drawing_create(context, 6 * insertion->count, extended.count, &d);
    if (status == ROUTH_OK)
        status = draw_many(context, regressor, size, &d, reach);
    *reach = with_allowance(*reach);
    drawing_release(context, &d);
    routh_regressor_release(context, regressor);
    routh_reference_release(context, &extended);
    return status;
}

double routh_share_left(size_t rows, const double *column, const double *wrench, double *q,
                        routh_two_columns *solution) {
    const routh_two_columns two = routh_solve_two_columns(rows, column, wrench, q);
    double left = 0, all = 0;
    for (size_t i = 0; i < rows; i++) {
        const double residual = wrench[i] - two.theta[0] * column[i] - two.theta[1] * column[rows + i];
        left += residual * residual;
        all += wrench[i] * wrench[i];
    }
    if (solution)
        *solution = two;
    return sqrt(left / all);
}
