/* Levenberg and Marquardt's search on the projected residual.
 *
 * Φ is not smooth in x. A face that lies flat on another gets deeper whichever way it is turned: a V with its tip at
 * the nominal turn. Contacts come and go, and normals change from one face to the next, at other places for other
 * samples. Gauss and Newton's linear residual does not know of such tips and steps over them, to and fro, until damping has
 * stopped all displacements alike. Differences to both sides show them: they give the curvature of the cost along each
 * displacement, too, and what J does not explain of it is kept on the diagonal of the model,
 *
 *     |r + J s|² + Σ S_j s_j² + γ/M |z + s|²
 *
 * A Jacobian costs two evaluations for each displacement. After a good step it is corrected with what the step showed
 * (C. G. Broyden, A class of methods for solving nonlinear simultaneous equations, Math. Comp. 19 (1965)) and made anew
 * only where that does not do.
 *
 * Damping acts on z, the displacements in prior deviations, which are all of the same kind. Its growth and decline are
 * those of H. B. Nielsen, Damping parameter in Marquardt's method, IMM-REP-1999-05 (Technical University of Denmark).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "identify.h"

/* Steps of the differences, in prior deviations: of a shift by 1e-4 m these are 2 micrometres and a fifth of one. */
static const double widths[] = {2e-2, 2e-3, 2e-4};
enum { WIDTHS = sizeof widths / sizeof *widths, MOST_REJECTED = 6, MOST_SWEEPS = 4 };

/* Steps shorter than this share of the width are short, and left to narrower differences where there are such. */
static const double worth = 0.3;

/* What narrow differences must bring after wide ones, relative to the objective, for another sweep to follow. */
static const double another_sweep = 1e-2;

static const double coarse_tolerance = 1e-5;

static const double first_damping = 1e-3, least_damping = 1e-10;

routh_status routh_descent_create(routh_context *context, const routh_separable *problem, routh_descent *descent) {
    const size_t rows = problem->rows, columns = problem->unknowns + 1;
    *descent = (routh_descent){0};
    routh_status status = routh_projection_create(context, problem, &descent->at);
    if (status == ROUTH_OK)
        status = routh_projection_create(context, problem, &descent->trial);
    descent->jacobian = routh_allocate(context, rows, columns * sizeof(double));
    descent->work = routh_allocate(context, rows, columns * sizeof(double));
    descent->r = routh_allocate(context, columns, columns * sizeof(double));
    descent->stack = routh_allocate(context, 2 * columns, columns * sizeof(double));
    descent->small = routh_allocate(context, columns, columns * sizeof(double));
    descent->bend = routh_allocate(context, columns, sizeof(double));
    descent->step = routh_allocate(context, columns, sizeof(double));
    if (status == ROUTH_OK && descent->jacobian && descent->work && descent->r && descent->stack && descent->small &&
        descent->bend && descent->step)
        return ROUTH_OK;
    routh_descent_release(context, descent);
    return ROUTH_OUT_OF_MEMORY;
}

void routh_descent_release(routh_context *context, routh_descent *descent) {
    routh_projection_release(context, &descent->at);
    routh_projection_release(context, &descent->trial);
    routh_release(context, descent->jacobian);
    routh_release(context, descent->work);
    routh_release(context, descent->r);
    routh_release(context, descent->stack);
    routh_release(context, descent->small);
    routh_release(context, descent->bend);
    routh_release(context, descent->step);
    *descent = (routh_descent){0};
}

/* R of [J r], divided so that its squares are those of the force cost. */
static void triangularise(const routh_separable *problem, routh_descent *descent) {
    const size_t rows = problem->rows, unknowns = problem->unknowns;
    const double scale = 1 / sqrt(6 * problem->mass);
    for (size_t i = 0; i < rows * unknowns; i++)
        descent->work[i] = scale * descent->jacobian[i];
    for (size_t i = 0; i < rows; i++)
        descent->work[unknowns * rows + i] = scale * descent->at.residual[i];
    routh_triangularise(rows, unknowns + 1, descent->work, descent->r);
}

routh_status routh_differentiate(routh_context *context, const routh_separable *problem, routh_descent *descent,
                                 double width) {
    const size_t rows = problem->rows, unknowns = problem->unknowns;
    routh_projection *trial = &descent->trial;
    memcpy(trial->z, descent->at.z, unknowns * sizeof *trial->z);
    for (size_t j = 0; j < unknowns; j++) {
        double *column = &descent->jacobian[j * rows], bend = -2 * descent->at.force_cost;
        for (int side = 1; side >= -1; side -= 2) {
            trial->z[j] = descent->at.z[j] + side * width;
            const routh_status status = routh_project(context, problem, trial);
            if (status != ROUTH_OK)
                return status;
            bend += trial->force_cost;
            for (size_t i = 0; i < rows; i++)
                column[i] = side > 0 ? trial->residual[i] : (column[i] - trial->residual[i]) / (2 * width);
        }
        trial->z[j] = descent->at.z[j];
        const double known = routh_sum_of_products(rows, column, column) / (6 * problem->mass);
        descent->bend[j] = fmax(0, 0.5 * bend / (width * width) - known);
    }
    descent->width = width;
    descent->corrected = 0;
    triangularise(problem, descent);
    return ROUTH_OK;
}

/* Makes J right about the step just taken, and leaves alone what it says across: J + (Δr − J s) sᵀ/|s|². */
static void correct(const routh_separable *problem, routh_descent *descent) {
    const size_t rows = problem->rows, unknowns = problem->unknowns;
    const double square = routh_sum_of_products(unknowns, descent->step, descent->step);
    const double *before = descent->trial.residual, *after = descent->at.residual;
    for (size_t i = 0; i < rows; i++)
        descent->work[i] = after[i] - before[i];
    for (size_t j = 0; j < unknowns; j++)
        for (size_t i = 0; i < rows; i++)
            descent->work[i] -= descent->step[j] * descent->jacobian[j * rows + i];
    for (size_t j = 0; j < unknowns; j++)
        for (size_t i = 0; i < rows; i++)
            descent->jacobian[j * rows + i] += descent->work[i] * descent->step[j] / square;
    descent->corrected = 1;
    triangularise(problem, descent);
}

/* The step s that minimises the model with λ |s|² added; a = γ/M. Returns by how much the model itself falls. */
static double find_step(const routh_separable *problem, routh_descent *descent, double a, double damping) {
    const size_t n = problem->unknowns, rows = 2 * n;
    const double *r = descent->r, *z = descent->at.z;
    memset(descent->stack, 0, rows * (n + 1) * sizeof *descent->stack);
    for (size_t j = 0; j < n; j++) {
        const double root = sqrt(a + damping + descent->bend[j]);
        for (size_t i = 0; i <= j; i++)
            descent->stack[j * rows + i] = r[i * (n + 1) + j];
        descent->stack[j * rows + n + j] = root;
        descent->stack[n * rows + j] = -r[j * (n + 1) + n];
        descent->stack[n * rows + n + j] = root > 0 ? -a * z[j] / root : 0.0;
    }
    routh_triangularise(rows, n + 1, descent->stack, descent->small);
    double *right = descent->stack; /* no longer needed */
    for (size_t i = 0; i < n; i++)
        right[i] = descent->small[i * (n + 1) + n];
    routh_solve_triangular(n, n + 1, descent->small, right, descent->step);
    double fall = 0;
    for (size_t i = 0; i < n; i++) {
        const double q = r[i * (n + 1) + n], before = z[i], step = descent->step[i], after = before + step;
        double moved = q;
        for (size_t k = i; k < n; k++)
            moved += r[i * (n + 1) + k] * descent->step[k];
        fall += q * q - moved * moved - descent->bend[i] * step * step + a * (before * before - after * after);
    }
    return fall;
}

static double largest_square(const double *r, size_t n) {
    double largest = 0;
    for (size_t j = 0; j < n; j++) {
        double square = 0;
        for (size_t i = 0; i <= j; i++)
            square += r[i * (n + 1) + j] * r[i * (n + 1) + j];
        largest = fmax(largest, square);
    }
    return largest;
}

/* The point becomes the trial, the trial the point. */
static void exchange(routh_descent *descent) {
    const routh_projection passed = descent->at;
    descent->at = descent->trial;
    descent->trial = passed;
}

/* How far a search has come. */
typedef struct progress {
    double damping, growth;
    int width;    /* of the differences: widths[width] */
    int rejected; /* steps in a row */
    int sweeps;   /* from wide to narrow, so far */
    double wide;  /* the objective when the widest differences were done */
    int ended;
} progress;

/* After a step that went down by the share `gain` of what the model promised. */
static void go_on(const routh_separable *problem, routh_descent *descent, double gain, progress *p) {
    exchange(descent);
    if (gain > 0.5)
        correct(problem, descent);
    else
        descent->width = 0;
    p->damping = fmax(least_damping, p->damping * fmax(1.0 / 3, 1 - pow(2 * gain - 1, 3)));
    p->growth = 2;
    p->rejected = 0;
}

/* Why a step was not taken. */
typedef enum fate { REJECTED, NOT_TRIED } fate;

/* After a step that did not go down or was not worth trying: a fresh Jacobian, more damping, narrower differences, and
 * from the narrowest back to the widest as long as that brings something, for small tips trap narrow ones. A coarse
 * search ends where steps are short beside its differences. */
static void turn_back(routh_descent *descent, fate step, int is_short, const routh_search *search, progress *p) {
    const double objective = routh_objective(&descent->at, search->gamma);
    const int is_last = search->coarse || p->width + 1 == WIDTHS, done = search->coarse && is_short;
    if (descent->corrected && !done && (step == REJECTED || (is_last && !search->coarse)))
        descent->width = 0;
    else if (step == REJECTED && !done && ++p->rejected < MOST_REJECTED) {
        p->damping *= p->growth;
        p->growth *= 2;
    } else if (is_last &&
               (search->coarse || p->sweeps + 1 == MOST_SWEEPS || p->wide - objective <= another_sweep * objective))
        p->ended = 1;
    else {
        p->wide = p->width == 0 ? objective : p->wide;
        p->sweeps += is_last;
        p->width = is_last ? 0 : p->width + 1;
        p->damping = first_damping;
        p->growth = 2;
        p->rejected = 0;
        descent->width = 0;
    }
}

/* One step. The Jacobian is made first if there is none. */
static routh_status take_step(routh_context *context, const routh_separable *problem, routh_descent *descent,
                              const routh_search *search, progress *p) {
    const size_t n = problem->unknowns;
    const double a = search->gamma / (double)n, before = routh_objective(&descent->at, search->gamma);
    const double tolerance = search->coarse ? fmax(search->tolerance, coarse_tolerance) : search->tolerance;
    routh_status status = ROUTH_OK;
    if (descent->width == 0)
        status = routh_differentiate(context, problem, descent, widths[p->width]);
    if (status != ROUTH_OK)
        return status;
    const double promised = find_step(problem, descent, a, p->damping * (largest_square(descent->r, n) + a));
    const double length = sqrt(routh_sum_of_products(n, descent->step, descent->step));
    const int is_short = length < worth * widths[p->width];
    if (!(promised > tolerance * before + ROUTH_NO_DIFFERENCE) ||
        (is_short && !search->coarse && p->width + 1 < WIDTHS)) {
        turn_back(descent, NOT_TRIED, is_short, search, p);
        return ROUTH_OK;
    }
    for (size_t j = 0; j < n; j++)
        descent->trial.z[j] = descent->at.z[j] + descent->step[j];
    status = routh_project(context, problem, &descent->trial);
    const double gain = (before - routh_objective(&descent->trial, search->gamma)) / promised;
    if (status == ROUTH_OK && gain > 0)
        go_on(problem, descent, gain, p);
    else if (status == ROUTH_OK)
        turn_back(descent, REJECTED, is_short, search, p);
    return status;
}

routh_status routh_levenberg_marquardt(routh_context *context, const routh_separable *problem, routh_descent *descent,
                                       routh_search *search) {
    progress p = {.damping = first_damping, .growth = 2};
    p.ended = problem->unknowns == 0 || descent->at.fit.rank == 0;
    while (!p.ended && routh_separable_evaluations(problem) + 2 * problem->unknowns < search->limit) {
        const routh_status status = take_step(context, problem, descent, search, &p);
        if (status != ROUTH_OK)
            return status;
    }
    search->converged = p.ended;
    return ROUTH_OK;
}
