/* Levenberg and Marquardt's search for residuals that are not smooth, such as those of contacts in an insertion.
 *
 * A face that lies flat on another gets deeper whichever way it is turned: a V with its tip at the nominal turn. Contacts
 * come and go, and normals change from one face to the next, at other places for other samples. Gauss and Newton's linear
 * residual does not know of such tips and steps over them, to and fro, until damping has stopped all unknowns alike.
 * Differences to both sides show them: they give the curvature of the cost along each unknown, too, and what J does not
 * explain of it is kept on the diagonal of the model,
 *
 *     |r + J s|²/divisor + Σ S_j s_j² + γ/n |z + s|²
 *
 * A Jacobian costs two evaluations for each unknown. After a good step it is corrected with what the step showed (C. G.
 * Broyden, A class of methods for solving nonlinear simultaneous equations, Math. Comp. 19 (1965)) and recomputed only
 * where that is not enough.
 *
 * Damping acts on z, the unknowns in prior deviations, which are all of the same kind. Its growth and decline are those of
 * H. B. Nielsen, Damping parameter in Marquardt's method, IMM-REP-1999-05 (Technical University of Denmark).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/algebra.h"

#include <math.h>
#include <string.h>

#include "base/context.h"

/* Steps of the differences, in prior deviations: of a shift by 1e-4 m these are 2 micrometres and a fifth of one. */
static const double widths[] = {2e-2, 2e-3, 2e-4};
enum { WIDTHS = sizeof widths / sizeof *widths, MOST_REJECTED = 6, MOST_SWEEPS = 4 };

/* Steps shorter than this share of the width are short, and left to narrower differences where there are such. */
static const double worth = 0.3;

/* What narrow differences must bring after wide ones, relative to the objective, for another sweep to follow. */
static const double another_sweep = 1e-2;

static const double coarse_tolerance = 1e-5;

static const double first_damping = 1e-3, least_damping = 1e-10;

routh_status routh_lm_create(routh_arena *arena, size_t rows, size_t unknowns, routh_lm *lm) {
    const size_t columns = unknowns + 1;
    *lm = (routh_lm){.jacobian = routh_take(arena, rows, columns * sizeof(double)),
                     .work = routh_take(arena, rows, columns * sizeof(double)),
                     .r = routh_take(arena, columns, columns * sizeof(double)),
                     .stack = routh_take(arena, 2 * columns, columns * sizeof(double)),
                     .small = routh_take(arena, columns, columns * sizeof(double)),
                     .bend = routh_take(arena, columns, sizeof(double)),
                     .step = routh_take(arena, columns, sizeof(double))};
    return arena->status;
}

static double objective(routh_lm_point point, double gamma) {
    return point.cost + gamma * point.prior;
}

/* R of [J r], scaled so that its squares are those of the cost. */
static void triangularise(const routh_lm_problem *problem, routh_lm *lm) {
    const size_t rows = problem->rows, unknowns = problem->unknowns;
    const double scale = 1 / sqrt(problem->divisor), *residual = problem->at(problem->user).residual;
    for (size_t i = 0; i < rows * unknowns; i++)
        lm->work[i] = scale * lm->jacobian[i];
    for (size_t i = 0; i < rows; i++)
        lm->work[unknowns * rows + i] = scale * residual[i];
    routh_triangularise(rows, unknowns + 1, lm->work, lm->r);
}

routh_status routh_lm_differentiate(const routh_lm_problem *problem, routh_lm *lm, double width) {
    const size_t rows = problem->rows, unknowns = problem->unknowns;
    const routh_lm_point at = problem->at(problem->user);
    double *z = problem->trial(problem->user).z;
    memcpy(z, at.z, unknowns * sizeof *z);
    for (size_t j = 0; j < unknowns; j++) {
        double *column = &lm->jacobian[j * rows], bend = -2 * at.cost;
        for (int side = 1; side >= -1; side -= 2) {
            z[j] = at.z[j] + side * width;
            ROUTH_TRY(problem->evaluate(problem->user));
            const routh_lm_point there = problem->trial(problem->user);
            bend += there.cost;
            for (size_t i = 0; i < rows; i++)
                column[i] = side > 0 ? there.residual[i] : (column[i] - there.residual[i]) / (2 * width);
        }
        z[j] = at.z[j];
        const double known = routh_sum_of_products(rows, column, column) / problem->divisor;
        lm->bend[j] = fmax(0, 0.5 * bend / (width * width) - known);
    }
    lm->width = width;
    lm->corrected = 0;
    triangularise(problem, lm);
    return ROUTH_OK;
}

/* Makes J exact along the step just taken and leaves it unchanged across: J + (Δr − J s) sᵀ/|s|². */
static void correct(const routh_lm_problem *problem, routh_lm *lm) {
    const size_t rows = problem->rows, unknowns = problem->unknowns;
    const double square = routh_sum_of_products(unknowns, lm->step, lm->step);
    const double *before = problem->trial(problem->user).residual, *after = problem->at(problem->user).residual;
    for (size_t i = 0; i < rows; i++)
        lm->work[i] = after[i] - before[i];
    for (size_t j = 0; j < unknowns; j++)
        for (size_t i = 0; i < rows; i++)
            lm->work[i] -= lm->step[j] * lm->jacobian[j * rows + i];
    for (size_t j = 0; j < unknowns; j++)
        for (size_t i = 0; i < rows; i++)
            lm->jacobian[j * rows + i] += lm->work[i] * lm->step[j] / square;
    lm->corrected = 1;
    triangularise(problem, lm);
}

/* The step s that minimises the model with λ |s|² added; a = γ/n. Returns by how much the model itself falls. */
static double find_step(const routh_lm_problem *problem, routh_lm *lm, double a, double damping) {
    const size_t n = problem->unknowns, rows = 2 * n;
    const double *r = lm->r, *z = problem->at(problem->user).z;
    memset(lm->stack, 0, rows * (n + 1) * sizeof *lm->stack);
    for (size_t j = 0; j < n; j++) {
        const double root = sqrt(a + damping + lm->bend[j]);
        for (size_t i = 0; i <= j; i++)
            lm->stack[j * rows + i] = r[i * (n + 1) + j];
        lm->stack[j * rows + n + j] = root;
        lm->stack[n * rows + j] = -r[j * (n + 1) + n];
        lm->stack[n * rows + n + j] = root > 0 ? -a * z[j] / root : 0.0;
    }
    routh_triangularise(rows, n + 1, lm->stack, lm->small);
    double *right = lm->stack; /* no longer needed */
    for (size_t i = 0; i < n; i++)
        right[i] = lm->small[i * (n + 1) + n];
    routh_solve_triangular(n, n + 1, lm->small, right, lm->step);
    double fall = 0;
    for (size_t i = 0; i < n; i++) {
        const double q = r[i * (n + 1) + n], before = z[i], step = lm->step[i], after = before + step;
        double moved = q;
        for (size_t k = i; k < n; k++)
            moved += r[i * (n + 1) + k] * lm->step[k];
        fall += q * q - moved * moved - lm->bend[i] * step * step + a * (before * before - after * after);
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
static void go_on(const routh_lm_problem *problem, routh_lm *lm, double gain, progress *p) {
    problem->exchange(problem->user);
    if (gain > 0.5)
        correct(problem, lm);
    else
        lm->width = 0;
    p->damping = fmax(least_damping, p->damping * fmax(1.0 / 3, 1 - pow(2 * gain - 1, 3)));
    p->growth = 2;
    p->rejected = 0;
}

/* Why a step was not taken. */
typedef enum step_status { REJECTED, NOT_TRIED } step_status;

/* After a step that did not go down or was not worth trying: a fresh Jacobian, more damping, narrower differences, and
 * from the narrowest back to the widest as long as that brings something, for small tips trap narrow ones. A coarse
 * search ends where steps are short beside its differences. */
static void turn_back(const routh_lm_problem *problem, routh_lm *lm, step_status step, int is_short,
                      const routh_lm_search *search, progress *p) {
    const double now = objective(problem->at(problem->user), search->gamma);
    const int is_last = search->coarse || p->width + 1 == WIDTHS, done = search->coarse && is_short;
    if (lm->corrected && !done && (step == REJECTED || (is_last && !search->coarse)))
        lm->width = 0;
    else if (step == REJECTED && !done && ++p->rejected < MOST_REJECTED) {
        p->damping *= p->growth;
        p->growth *= 2;
    } else if (is_last && (search->coarse || p->sweeps + 1 == MOST_SWEEPS || p->wide - now <= another_sweep * now))
        p->ended = 1;
    else {
        p->wide = p->width == 0 ? now : p->wide;
        p->sweeps += is_last;
        p->width = is_last ? 0 : p->width + 1;
        p->damping = first_damping;
        p->growth = 2;
        p->rejected = 0;
        lm->width = 0;
    }
}

/* One step. The Jacobian is made first if there is none. */
static routh_status take_step(const routh_lm_problem *problem, routh_lm *lm, const routh_lm_search *search,
                              progress *p) {
    const size_t n = problem->unknowns;
    const routh_lm_point at = problem->at(problem->user);
    const double a = search->gamma / (double)n, before = objective(at, search->gamma);
    const double tolerance = search->coarse ? fmax(search->tolerance, coarse_tolerance) : search->tolerance;
    routh_status status = ROUTH_OK;
    if (lm->width == 0)
        status = routh_lm_differentiate(problem, lm, widths[p->width]);
    if (status != ROUTH_OK)
        return status;
    const double promised = find_step(problem, lm, a, p->damping * (largest_square(lm->r, n) + a));
    const double length = sqrt(routh_sum_of_products(n, lm->step, lm->step));
    const int is_short = length < worth * widths[p->width];
    if (!(promised > tolerance * before + ROUTH_NO_DIFFERENCE) ||
        (is_short && !search->coarse && p->width + 1 < WIDTHS)) {
        turn_back(problem, lm, NOT_TRIED, is_short, search, p);
        return ROUTH_OK;
    }
    double *z = problem->trial(problem->user).z;
    for (size_t j = 0; j < n; j++)
        z[j] = at.z[j] + lm->step[j];
    status = problem->evaluate(problem->user);
    const double gain = (before - objective(problem->trial(problem->user), search->gamma)) / promised;
    if (status == ROUTH_OK && gain > 0)
        go_on(problem, lm, gain, p);
    else if (status == ROUTH_OK)
        turn_back(problem, lm, REJECTED, is_short, search, p);
    return status;
}

routh_status routh_lm_minimise(const routh_lm_problem *problem, routh_lm *lm, routh_lm_search *search) {
    progress p = {.damping = first_damping, .growth = 2, .ended = problem->unknowns == 0};
    while (!p.ended && problem->evaluations(problem->user) + 2 * problem->unknowns < search->limit) {
        const routh_status status = take_step(problem, lm, search, &p);
        if (status != ROUTH_OK)
            return status;
    }
    search->converged = p.ended;
    return ROUTH_OK;
}
