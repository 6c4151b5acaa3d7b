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
static routh_status thin_out(routh_context *context, const routh_insertion *from, size_t step, routh_insertion *to) {
    *to = *from;
    to->count = (from->count + step - 1) / step;
    to->rate = from->rate / (double)step;
    to->sample = routh_allocate(context, to->count, sizeof *to->sample);
    for (size_t k = 0; to->sample && k < to->count; k++)
        to->sample[to->count - 1 - k] = from->sample[from->count - 1 - step * k];
    return to->sample ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

static routh_status thin_out_all(routh_context *context, const routh_regressor *from, size_t step,
                                 routh_thinned *thinned) {
    const routh_insertion **recording = routh_allocate(context, from->recordings, sizeof *recording);
    thinned->insertion = routh_allocate(context, from->recordings, sizeof *thinned->insertion);
    routh_status status = recording && thinned->insertion ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < from->recordings && status == ROUTH_OK; i++) {
        recording[i] = &thinned->insertion[i];
        thinned->count++;
        status = thin_out(context, from->recording[i], step, &thinned->insertion[i]);
    }
    if (status == ROUTH_OK)
        status = routh_regressor_create_of(context, from->assembly, recording, from->recordings, &from->options,
                                           &thinned->regressor);
    routh_release(context, recording);
    return status;
}

routh_status routh_thinned_create(routh_context *context, const routh_separable *problem, size_t most,
                                  routh_thinned *thinned) {
    *thinned = (routh_thinned){0};
    routh_status status = thin_out_all(context, problem->regressor, (problem->samples + most - 1) / most, thinned);
    if (status == ROUTH_OK)
        status = routh_separable_create(context, thinned->regressor, &thinned->problem);
    if (status == ROUTH_OK)
        status = routh_descent_create(context, &thinned->problem, &thinned->descent);
    if (status != ROUTH_OK)
        routh_thinned_release(context, thinned);
    return status;
}

void routh_thinned_release(routh_context *context, routh_thinned *thinned) {
    routh_descent_release(context, &thinned->descent);
    routh_separable_release(context, &thinned->problem);
    routh_regressor_release(context, thinned->regressor);
    for (size_t i = 0; i < thinned->count; i++)
        routh_release(context, thinned->insertion[i].sample);
    routh_release(context, thinned->insertion);
    *thinned = (routh_thinned){0};
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

/* The samples that the sketch takes: those that count, evenly. */
static size_t choose_samples(const routh_separable *problem, size_t chosen[MOST_SAMPLES]) {
    const size_t count = problem->used < MOST_SAMPLES ? problem->used : MOST_SAMPLES;
    size_t seen = 0, taken = 0;
    for (size_t k = 0; k < problem->samples && taken < count; k++)
        if (problem->counted[k] && (seen++ * count) / problem->used >= taken)
            chosen[taken++] = k;
    return taken;
}

static void set_columns(const routh_separable *problem, size_t sample, const routh_contact_point3 *c,
                        routh_sketch_contact *to) {
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
                      routh_sketch_contact *contact) {
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
                contact[count] = (routh_sketch_contact){.sample = s, .part = {part[0], part[1]}, .depth = c.depth};
                set_columns(problem, chosen[s], &c, &contact[count]);
            }
            count++;
        }
    return count;
}

/* Slopes with displacement j towards one side (1 or −1). */
static void find_slopes(const routh_separable *problem, double *x, size_t j, int side, const size_t *chosen,
                        routh_sketch *sketch) {
    const routh_displacement *d = &problem->displacement[j];
    const double kept = x[j];
    x[j] += side * width * d->deviation;
    routh_place_parts(problem->regressor, x);
    for (size_t i = 0; i < sketch->contacts; i++) {
        const routh_sketch_contact *c = &sketch->contact[i];
        routh_contact_point3 moved;
        if (concerns(d, c->part) && routh_find_signed_contact(problem->regressor, x, chosen[c->sample], c->part[0],
                                                              c->part[1], INFINITY, &moved))
            sketch->slope[2 * (i * sketch->unknowns + j) + (side < 0)] = (moved.depth - c->depth) / (side * width);
    }
    x[j] = kept;
}

/* A pair that the prior cannot close within `examined` deviations is left out. */
static void drop_unreachable(routh_sketch *sketch) {
    const size_t each = 2 * sketch->unknowns;
    size_t kept = 0;
    for (size_t i = 0; i < sketch->contacts; i++) {
        const double *slope = &sketch->slope[i * each];
        double square = 0;
        for (size_t j = 0; j < each; j++)
            square += 0.5 * slope[j] * slope[j];
        sketch->contact[i].reach = sqrt(square);
        if (sketch->contact[i].depth + examined * sqrt(square) <= 0)
            continue;
        memmove(&sketch->slope[kept * each], slope, each * sizeof *slope);
        sketch->contact[kept++] = sketch->contact[i];
    }
    sketch->contacts = kept;
}

static routh_status create_point(routh_context *context, const routh_sketch *sketch, routh_sketch_point *point) {
    point->z = routh_allocate(context, sketch->unknowns, sizeof *point->z);
    point->residual = routh_allocate(context, sketch->rows, sizeof *point->residual);
    point->phi = routh_allocate(context, sketch->rows, 2 * sizeof *point->phi);
    point->q = routh_allocate(context, sketch->rows, 2 * sizeof *point->q);
    return point->z && point->residual && point->phi && point->q ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

static void release_point(routh_context *context, routh_sketch_point *point) {
    routh_release(context, point->z);
    routh_release(context, point->residual);
    routh_release(context, point->phi);
    routh_release(context, point->q);
}

static routh_status draw(routh_context *context, const routh_separable *problem, const size_t *chosen, double *x,
                         routh_sketch *sketch) {
    for (size_t j = 0; j < problem->unknowns; j++)
        x[j] = problem->displacement[j].nominal;
    sketch->contacts = collect(problem, x, sketch->samples, chosen, NULL);
    sketch->contact = routh_allocate(context, sketch->contacts, sizeof *sketch->contact);
    sketch->slope = routh_allocate(context, sketch->contacts, 2 * sketch->unknowns * sizeof *sketch->slope);
    if (!sketch->contact || !sketch->slope)
        return ROUTH_OUT_OF_MEMORY;
    collect(problem, x, sketch->samples, chosen, sketch->contact);
    for (size_t j = 0; j < sketch->unknowns; j++) {
        find_slopes(problem, x, j, 1, chosen, sketch);
        find_slopes(problem, x, j, -1, chosen, sketch);
    }
    drop_unreachable(sketch);
    return ROUTH_OK;
}

routh_status routh_sketch_create(routh_context *context, const routh_separable *problem, routh_sketch *sketch) {
    size_t chosen[MOST_SAMPLES];
    *sketch = (routh_sketch){.unknowns = problem->unknowns, .samples = choose_samples(problem, chosen)};
    sketch->rows = 6 * sketch->samples;
    sketch->y = routh_allocate(context, sketch->rows, sizeof *sketch->y);
    double *x = routh_allocate(context, problem->unknowns, sizeof *x);
    routh_status status = sketch->y && x ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (size_t s = 0; status == ROUTH_OK && s < sketch->samples; s++) {
        memcpy(&sketch->y[6 * s], &problem->y[6 * chosen[s]], 6 * sizeof *sketch->y);
        sketch->mass += problem->level[chosen[s]] * problem->level[chosen[s]];
    }
    if (status == ROUTH_OK)
        status = draw(context, problem, chosen, x, sketch);
    if (status == ROUTH_OK)
        status = create_point(context, sketch, &sketch->at);
    if (status == ROUTH_OK)
        status = create_point(context, sketch, &sketch->trial);
    if (status == ROUTH_OK)
        status = routh_lm_create(context, sketch->rows, sketch->unknowns, &sketch->memory);
    routh_release(context, x);
    if (status != ROUTH_OK)
        routh_sketch_release(context, sketch);
    return status;
}

void routh_sketch_release(routh_context *context, routh_sketch *sketch) {
    routh_release(context, sketch->y);
    routh_release(context, sketch->contact);
    routh_release(context, sketch->slope);
    release_point(context, &sketch->at);
    release_point(context, &sketch->trial);
    routh_lm_release(context, &sketch->memory);
    *sketch = (routh_sketch){0};
}

/* Searching in it ----------------------------------------------------------------------------------------*/

double routh_sketch_depth(const routh_sketch *sketch, size_t contact, const double *z) {
    const double *slope = &sketch->slope[2 * contact * sketch->unknowns];
    double depth = sketch->contact[contact].depth;
    for (size_t j = 0; j < sketch->unknowns; j++)
        depth += slope[2 * j + (z[j] < 0)] * z[j];
    return depth;
}

/* As routh_project, with straight lines for the geometry. */
static void project(routh_sketch *sketch, routh_sketch_point *point) {
    const size_t rows = sketch->rows;
    memset(point->phi, 0, 2 * rows * sizeof *point->phi);
    for (size_t i = 0; i < sketch->contacts; i++) {
        const routh_sketch_contact *c = &sketch->contact[i];
        const double depth = routh_sketch_depth(sketch, i, point->z);
        for (size_t k = 0; depth > 0 && k < 6; k++) {
            point->phi[6 * c->sample + k] += depth * c->push[k];
            point->phi[rows + 6 * c->sample + k] += depth * c->drag[k];
        }
    }
    point->fit = routh_solve_two_columns(rows, point->phi, sketch->y, point->q);
    const double *theta = point->fit.theta;
    for (size_t i = 0; i < rows; i++)
        point->residual[i] = sketch->y[i] - point->phi[i] * theta[0] - point->phi[rows + i] * theta[1];
    point->cost = routh_sum_of_products(rows, point->residual, point->residual) / (6 * sketch->mass);
    point->prior = routh_sum_of_products(sketch->unknowns, point->z, point->z) / (double)sketch->unknowns;
    sketch->evaluations++;
}

static routh_lm_point point_of(const routh_sketch_point *p) {
    return (routh_lm_point){p->z, p->residual, p->cost, p->prior};
}

static routh_lm_point at(void *user) {
    return point_of(&((const routh_sketch *)user)->at);
}

static routh_lm_point trial(void *user) {
    return point_of(&((const routh_sketch *)user)->trial);
}

static routh_status evaluate(void *user) {
    routh_sketch *sketch = user;
    project(sketch, &sketch->trial);
    return ROUTH_OK;
}

static void exchange(void *user) {
    routh_sketch *sketch = user;
    const routh_sketch_point passed = sketch->at;
    sketch->at = sketch->trial;
    sketch->trial = passed;
}

static size_t evaluations(void *user) {
    return ((const routh_sketch *)user)->evaluations;
}

routh_status routh_sketch_descend(routh_sketch *sketch, double gamma, double *z, double *objective) {
    const routh_lm_problem problem = {.rows = sketch->rows,
                                      .unknowns = sketch->unknowns,
                                      .divisor = 6 * sketch->mass,
                                      .user = sketch,
                                      .at = at,
                                      .trial = trial,
                                      .evaluate = evaluate,
                                      .exchange = exchange,
                                      .evaluations = evaluations};
    routh_lm_search search = {.gamma = gamma, .tolerance = 1e-4, .limit = MOST_EVALUATIONS, .coarse = 1};
    memcpy(sketch->at.z, z, sketch->unknowns * sizeof *z);
    sketch->evaluations = 0;
    sketch->memory.width = 0;
    project(sketch, &sketch->at);
    const routh_status status = routh_lm_minimise(&problem, &sketch->memory, &search);
    memcpy(z, sketch->at.z, sketch->unknowns * sizeof *z);
    *objective = sketch->at.cost + gamma * sketch->at.prior;
    return status;
}
