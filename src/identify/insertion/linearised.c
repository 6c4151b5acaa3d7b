/* A recording made smaller for searches: with fewer samples, and with straight lines for its geometry.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "drawing/drawing.h"
#include "insertion/identify.h"

/* The same recording with fewer samples. */

/* Every step-th sample; the last stays: parts have settled there. */
static routh_status thin_out(routh_arena *arena, const routh_insertion *from, size_t step, routh_insertion *to) {
    *to = *from;
    to->count = (from->count + step - 1) / step;
    to->rate = from->rate / (double)step;
    to->sample = routh_take(arena, to->count, sizeof *to->sample);
    for (size_t k = 0; to->sample && k < to->count; k++)
        to->sample[to->count - 1 - k] = from->sample[from->count - 1 - step * k];
    return arena->status;
}

routh_status routh_downsampled_create(routh_arena *arena, const routh_separable *problem, size_t most,
                                      routh_downsampled *downsampled) {
    const routh_regressor *from = problem->regressor;
    const size_t step = (problem->samples + most - 1) / most;
    routh_insertion *insertion = routh_take(arena, from->recordings, sizeof *insertion);
    const routh_insertion **recording = routh_take(arena, from->recordings, sizeof(routh_insertion *));
    routh_regressor *regressor;
    ROUTH_TRY(arena->status);
    for (size_t i = 0; i < from->recordings; i++) {
        recording[i] = &insertion[i];
        ROUTH_TRY(thin_out(arena, from->recording[i], step, &insertion[i]));
    }
    ROUTH_TRY(
        routh_regressor_create_of(arena, from->assembly, recording, from->recordings, &from->options, &regressor));
    ROUTH_TRY(routh_separable_create(arena, regressor, &downsampled->problem));
    return routh_descent_create(arena, &downsampled->problem, &downsampled->descent);
}

/* The geometry of a recording as straight lines, and searches in it. */

enum { MOST_SAMPLES = 48, MOST_EVALUATIONS = 2000 };

/* A pair is examined up to a gap of this many deviations of what the prior can do to it. */
static const double examined = 6;

/* Of the differences, in deviations: wide enough to see what a displacement of a usual size does. */
static const double width = 0.25;

/* Making one ---------------------------------------------------------------------------------------------*/

/* Does displacement d move the depth of this pair? */
static int concerns(const routh_displacement *d, const uint32_t part[2]) {
    const int moves = routh_displacement_redraws(d->kind) && (d->part < 0 || d->part == (long)part[d->object]);
    return moves || d->kind == ROUTH_DISPLACE_OFFSET;
}

/* A bound on how far one deviation of every displacement moves the parts of a pair. */
static double farthest_of(const routh_separable *problem, const uint32_t part[2]) {
    const routh_regressor *r = problem->regressor;
    double square = 0;
    for (size_t j = 0; j < problem->unknowns; j++) {
        const routh_displacement *d = &problem->displacement[j];
        const routh_placed_part *placed = &r->placed[d->object][part[d->object]];
        double arm = 1;
        if (d->kind == ROUTH_DISPLACE_TURN || d->kind == ROUTH_DISPLACE_SCALE) {
            const double from[3] = {placed->centre[0] - d->through[0], placed->centre[1] - d->through[1],
                                    placed->centre[2] - d->through[2]};
            arm = routh_length3(from) + r->radius[d->object][part[d->object]];
        }
        square += concerns(d, part) ? arm * arm * d->deviation * d->deviation : 0;
    }
    return examined * sqrt(square);
}

/* The samples that the linearised geometry takes: those that count, evenly. */
static size_t choose_samples(const routh_separable *problem, size_t chosen[MOST_SAMPLES]) {
    const size_t count = problem->used < MOST_SAMPLES ? problem->used : MOST_SAMPLES;
    size_t seen = 0, taken = 0;
    for (size_t k = 0; k < problem->samples && taken < count; k++)
        if (problem->counted[k] && (seen++ * count) / problem->used >= taken)
            chosen[taken++] = k;
    return taken;
}

static void set_columns(const routh_separable *problem, size_t sample, const routh_contact_point3 *c,
                        routh_linearised_contact *to) {
    double push[3], drag[3];
    routh_cross3(c->point, c->normal, push);
    routh_cross3(c->point, c->tangent, drag);
    for (int k = 0; k < 3; k++) {
        const double force = problem->level[sample] * problem->weight[k];
        const double moment = problem->level[sample] * problem->weight[3 + k];
        to->push[k] = -force * c->normal[k];
        to->drag[k] = -force * c->tangent[k];
        to->push[3 + k] = -moment * push[k];
        to->drag[3 + k] = -moment * drag[k];
    }
}

/* All pairs within reach at the chosen samples, as drawn. `contact` may be NULL, to count them. */
static size_t collect(const routh_separable *problem, const double *nominal, size_t samples, const size_t *chosen,
                      routh_linearised_contact *contact) {
    routh_regressor *r = problem->regressor;
    size_t count = 0;
    routh_place_parts(r, nominal);
    for (size_t s = 0; s < samples; s++)
        for (size_t pair = 0; pair < r->pairs; pair++) {
            const uint32_t part[2] = {(uint32_t)(pair / r->parts[1]), (uint32_t)(pair % r->parts[1])};
            routh_contact_point3 c;
            if (!routh_find_signed_contact(r, nominal, chosen[s], part[0], part[1], farthest_of(problem, part), &c))
                continue;
            if (contact) {
                contact[count] = (routh_linearised_contact){.sample = s, .part = {part[0], part[1]}, .depth = c.depth};
                set_columns(problem, chosen[s], &c, &contact[count]);
            }
            count++;
        }
    return count;
}

/* Slopes with displacement j towards one side (1 or −1). */
static void find_slopes(const routh_separable *problem, double *x, size_t j, int side, const size_t *chosen,
                        routh_linearised *linearised) {
    const routh_displacement *d = &problem->displacement[j];
    const double kept = x[j];
    x[j] += side * width * d->deviation;
    routh_place_parts(problem->regressor, x);
    for (size_t i = 0; i < linearised->contacts; i++) {
        const routh_linearised_contact *c = &linearised->contact[i];
        routh_contact_point3 moved;
        if (concerns(d, c->part) && routh_find_signed_contact(problem->regressor, x, chosen[c->sample], c->part[0],
                                                              c->part[1], INFINITY, &moved))
            linearised->slope[2 * (i * linearised->unknowns + j) + (side < 0)] =
                (moved.depth - c->depth) / (side * width);
    }
    x[j] = kept;
}

/* A pair that the prior cannot close within `examined` deviations is left out. */
static void drop_unreachable(routh_linearised *linearised) {
    const size_t each = 2 * linearised->unknowns;
    size_t kept = 0;
    for (size_t i = 0; i < linearised->contacts; i++) {
        const double *slope = &linearised->slope[i * each];
        double square = 0;
        for (size_t j = 0; j < each; j++)
            square += 0.5 * slope[j] * slope[j];
        linearised->contact[i].reach = sqrt(square);
        if (linearised->contact[i].depth + examined * sqrt(square) <= 0)
            continue;
        memmove(&linearised->slope[kept * each], slope, each * sizeof *slope);
        linearised->contact[kept++] = linearised->contact[i];
    }
    linearised->contacts = kept;
}

static void take_point(routh_arena *arena, const routh_linearised *linearised, routh_linearised_point *point) {
    point->z = routh_take(arena, linearised->unknowns, sizeof *point->z);
    point->residual = routh_take(arena, linearised->rows, sizeof *point->residual);
    point->phi = routh_take(arena, linearised->rows, 2 * sizeof *point->phi);
    point->q = routh_take(arena, linearised->rows, 2 * sizeof *point->q);
}

static routh_status draw(routh_arena *arena, const routh_separable *problem, const size_t *chosen, double *x,
                         routh_linearised *linearised) {
    for (size_t j = 0; j < problem->unknowns; j++)
        x[j] = problem->displacement[j].nominal;
    linearised->contacts = collect(problem, x, linearised->samples, chosen, NULL);
    linearised->contact = routh_take(arena, linearised->contacts, sizeof *linearised->contact);
    linearised->slope = routh_take(arena, linearised->contacts, 2 * linearised->unknowns * sizeof *linearised->slope);
    ROUTH_TRY(arena->status);
    collect(problem, x, linearised->samples, chosen, linearised->contact);
    for (size_t j = 0; j < linearised->unknowns; j++) {
        find_slopes(problem, x, j, 1, chosen, linearised);
        find_slopes(problem, x, j, -1, chosen, linearised);
    }
    drop_unreachable(linearised);
    return ROUTH_OK;
}

routh_status routh_linearised_create(routh_arena *arena, const routh_separable *problem, routh_linearised *linearised) {
    size_t chosen[MOST_SAMPLES];
    *linearised = (routh_linearised){.unknowns = problem->unknowns, .samples = choose_samples(problem, chosen)};
    linearised->rows = 6 * linearised->samples;
    linearised->y = routh_take(arena, linearised->rows, sizeof *linearised->y);
    double *x = routh_take(arena, problem->unknowns, sizeof *x);
    take_point(arena, linearised, &linearised->at);
    take_point(arena, linearised, &linearised->trial);
    ROUTH_TRY(arena->status);
    for (size_t s = 0; s < linearised->samples; s++) {
        memcpy(&linearised->y[6 * s], &problem->y[6 * chosen[s]], 6 * sizeof *linearised->y);
        linearised->mass += problem->level[chosen[s]] * problem->level[chosen[s]];
    }
    ROUTH_TRY(draw(arena, problem, chosen, x, linearised));
    return routh_lm_create(arena, linearised->rows, linearised->unknowns, &linearised->memory);
}

/* Searching in it ----------------------------------------------------------------------------------------*/

double routh_linearised_depth(const routh_linearised *linearised, size_t contact, const double *z) {
    const double *slope = &linearised->slope[2 * contact * linearised->unknowns];
    double depth = linearised->contact[contact].depth;
    for (size_t j = 0; j < linearised->unknowns; j++)
        depth += slope[2 * j + (z[j] < 0)] * z[j];
    return depth;
}

/* As routh_project, with straight lines for the geometry. */
static void project(routh_linearised *linearised, routh_linearised_point *point) {
    const size_t rows = linearised->rows;
    memset(point->phi, 0, 2 * rows * sizeof *point->phi);
    for (size_t i = 0; i < linearised->contacts; i++) {
        const routh_linearised_contact *c = &linearised->contact[i];
        const double depth = routh_linearised_depth(linearised, i, point->z);
        for (size_t k = 0; depth > 0 && k < 6; k++) {
            point->phi[6 * c->sample + k] += depth * c->push[k];
            point->phi[rows + 6 * c->sample + k] += depth * c->drag[k];
        }
    }
    point->fit = routh_solve_two_columns(rows, point->phi, linearised->y, point->q);
    const double *theta = point->fit.theta;
    for (size_t i = 0; i < rows; i++)
        point->residual[i] = linearised->y[i] - point->phi[i] * theta[0] - point->phi[rows + i] * theta[1];
    point->cost = routh_sum_of_products(rows, point->residual, point->residual) / (6 * linearised->mass);
    point->prior = routh_sum_of_products(linearised->unknowns, point->z, point->z) / (double)linearised->unknowns;
    linearised->evaluations++;
}

static routh_lm_point point_of(const routh_linearised_point *p) {
    return (routh_lm_point){p->z, p->residual, p->cost, p->prior};
}

static routh_lm_point at(void *user) {
    return point_of(&((const routh_linearised *)user)->at);
}

static routh_lm_point trial(void *user) {
    return point_of(&((const routh_linearised *)user)->trial);
}

static routh_status evaluate(void *user) {
    routh_linearised *linearised = user;
    project(linearised, &linearised->trial);
    return ROUTH_OK;
}

static void exchange(void *user) {
    routh_linearised *linearised = user;
    const routh_linearised_point passed = linearised->at;
    linearised->at = linearised->trial;
    linearised->trial = passed;
}

static size_t evaluations(void *user) {
    return ((const routh_linearised *)user)->evaluations;
}

routh_status routh_linearised_descend(routh_linearised *linearised, double gamma, double *z, double *objective) {
    const routh_lm_problem problem = {.rows = linearised->rows,
                                      .unknowns = linearised->unknowns,
                                      .divisor = 6 * linearised->mass,
                                      .user = linearised,
                                      .at = at,
                                      .trial = trial,
                                      .evaluate = evaluate,
                                      .exchange = exchange,
                                      .evaluations = evaluations};
    routh_lm_search search = {.gamma = gamma, .tolerance = 1e-4, .limit = MOST_EVALUATIONS, .coarse = 1};
    memcpy(linearised->at.z, z, linearised->unknowns * sizeof *z);
    linearised->evaluations = 0;
    linearised->memory.width = 0;
    project(linearised, &linearised->at);
    const routh_status status = routh_lm_minimise(&problem, &linearised->memory, &search);
    memcpy(z, linearised->at.z, linearised->unknowns * sizeof *z);
    *objective = linearised->at.cost + gamma * linearised->at.prior;
    return status;
}
