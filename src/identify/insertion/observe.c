/* What a recording can determine about each displacement, and by which contacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "base/context.h"
#include "drawing/drawing.h"
#include "fields/structs.h"
#include "geometry/geometry.h"
#include "insertion/identify.h"
#include "insertion/regressor.h"

/* Which contacts a displacement affects, and whether it makes them deeper.
 *
 * A point p of the displaced part moves by a (a shift) or a × (p − through) (a turn). The contact's depth changes by
 * the movement along the normal, which points out of object 1: movement of object 1 along it deepens, of object 2
 * the other way. */

/* Less than this, m per m, is sliding along. */
static const double along = 0.02;

/* Movement of the contact's point per unit of displacement, in object 1's axes. */
static void find_movement(const routh_displacement *d, const routh_pose3 *two, const routh_contact_point3 *c,
                          double movement[3]) {
    double axis[3], through[3];
    const int of_two = d->object == 1 || d->kind == ROUTH_DISPLACE_OFFSET;
    for (int k = 0; k < 3; k++) {
        axis[k] = d->axis[k];
        through[k] = d->through[k];
    }
    if (of_two) {
        routh_pose3_direction(two, d->axis, axis);
        routh_pose3_point(two, d->through, through);
    }
    for (int k = 0; k < 3; k++)
        movement[k] = axis[k];
    const double arm[3] = {c->point[0] - through[0], c->point[1] - through[1], c->point[2] - through[2]};
    const int uniform = !(routh_dot3(axis, axis) > 0);
    if (d->kind == ROUTH_DISPLACE_TURN)
        routh_cross3(axis, arm, movement);
    for (int k = 0; k < 3 && d->kind == ROUTH_DISPLACE_SCALE; k++)
        movement[k] = uniform ? arm[k] : routh_dot3(axis, arm) * axis[k];
    if (d->object == 1 && d->kind != ROUTH_DISPLACE_OFFSET)
        for (int k = 0; k < 3; k++)
            movement[k] = -movement[k];
}

static void add_contact(const routh_displacement *d, const routh_pose3 *two, const routh_contact_point3 *c,
                        routh_part_in_contact *part) {
    if (!routh_displacement_redraws(d->kind) && d->kind != ROUTH_DISPLACE_OFFSET)
        return;
    if (d->kind != ROUTH_DISPLACE_OFFSET && d->part >= 0 && c->part[d->object] != (uint32_t)d->part)
        return;
    double movement[3];
    find_movement(d, two, c, movement);
    const double way = routh_length3(movement), share = way > 0 ? routh_dot3(movement, c->normal) / way : 0.0;
    part->touching++;
    part->deeper += share > along;
    part->shallower += share < -along;
    if (fabs(share) >= part->steepest) {
        part->steepest = fabs(share);
        for (int k = 0; k < 3; k++)
            part->direction[k] = way > 0 ? movement[k] / way : 0.0;
    }
}

/* One for each displacement. */
static routh_status look_at_contacts(routh_context *context, const routh_separable *problem, const routh_projection *at,
                                     routh_part_in_contact *part) {
    routh_regressor *regressor = problem->regressor;
    ROUTH_ARENA(room, context);
    routh_contact_point3 *contact = routh_take(&room, regressor->pairs, sizeof *contact);
    ROUTH_TRY(room.status);
    for (size_t k = 0; k < problem->samples; k++) {
        if (!at->contacts[k])
            continue;
        const size_t count = routh_regressor_contacts(regressor, at->x, k, regressor->pairs, contact);
        const routh_pose3 one = routh_regressor_pose(regressor, at->x, k), two = routh_pose3_inverse(&one);
        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < problem->unknowns; j++)
                add_contact(&problem->displacement[j], &two, &contact[i], &part[j]);
    }
    return ROUTH_OK;
}

/* What a recording can determine about each displacement, before any estimate is trusted.
 *
 * Sensitivities and correlations are those of the paper's section 7.2.1: column by column of Φ. They do not say
 * whether the two columns together separate a displacement from K and μK, nor how much noise there is: the singular
 * values of the projected Jacobian do, in prior deviations and divided by the deviation of the noise. A direction
 * with singular value s is determined to 1/√(1 + s²) of its prior deviation. */

/* A displacement counts as seen when its error is below this share of its prior deviation. */
static const double seen_share = 0.5;

int routh_correlation_class(double correlation) {
    return fabs(correlation) >= 0.85 ? 2 : fabs(correlation) >= 0.5 ? 1 : 0;
}

static routh_status allocate(routh_context *context, size_t count, routh_observability *o) {
    *o = (routh_observability){.count = count};
    o->sensitivity = routh_allocate(context, count, 2 * sizeof(double));
    for (int c = 0; c < 2; c++) {
        o->correlation[c] = routh_allocate(context, count + 1, (count + 1) * sizeof(double));
        o->class_of[c] = routh_allocate(context, count + 1, (count + 1) * sizeof(int));
    }
    o->singular = routh_allocate(context, count, sizeof(double));
    o->direction = routh_allocate(context, count, count * sizeof(double));
    o->posterior = routh_allocate(context, count, sizeof(double));
    o->seen = routh_allocate(context, count, sizeof *o->seen);
    return o->sensitivity && o->correlation[0] && o->correlation[1] && o->class_of[0] && o->class_of[1] &&
                   o->singular && o->direction && o->posterior && o->seen
               ? ROUTH_OK
               : ROUTH_OUT_OF_MEMORY;
}

ROUTH_RELEASED_BY_FIELDS(routh_observability)

/* Covariance of two columns over the rows that count. */
static double covariance(const routh_separable *problem, const double *a, const double *b) {
    double sum_a = 0, sum_b = 0, sum = 0;
    const double count = 6 * (double)problem->used;
    for (size_t i = 0; i < problem->rows; i++)
        if (problem->counted[i / 6]) {
            sum_a += a[i];
            sum_b += b[i];
        }
    for (size_t i = 0; i < problem->rows; i++)
        if (problem->counted[i / 6])
            sum += (a[i] - sum_a / count) * (b[i] - sum_b / count);
    return sum / count;
}

/* Table 2, and equations 28 and 29: Φ first, then its slopes. */
static void compare_columns(const routh_separable *problem, const routh_projection *at, const double *slopes,
                            routh_observability *o) {
    const size_t rows = problem->rows, size = o->count + 1;
    for (size_t c = 0; c < 2; c++)
        for (size_t i = 0; i < size; i++) {
            const double *a = i ? &slopes[(2 * (i - 1) + c) * rows] : &at->phi[c * rows];
            for (size_t k = 0; k <= i; k++) {
                const double *b = k ? &slopes[(2 * (k - 1) + c) * rows] : &at->phi[c * rows];
                o->correlation[c][i * size + k] = covariance(problem, a, b);
            }
        }
    for (size_t c = 0; c < 2; c++) {
        double *p = o->correlation[c];
        for (size_t i = 1; i < size; i++)
            o->sensitivity[2 * (i - 1) + c] =
                p[0] > 0 ? sqrt(p[i * size + i] / p[0]) / problem->displacement[i - 1].deviation : 0.0;
        for (size_t i = 0; i < size; i++)
            for (size_t k = 0; k < i; k++) {
                const double both = sqrt(p[i * size + i]) * sqrt(p[k * size + k]);
                p[i * size + k] = p[k * size + i] = both > 0 ? p[i * size + k] / both : 0.0;
            }
        for (size_t i = 0; i < size; i++)
            p[i * size + i] = p[i * size + i] > 0;
        for (size_t i = 0; i < size * size; i++)
            o->class_of[c][i] = routh_correlation_class(p[i]);
    }
}

static void point_upwards(size_t n, double *row) {
    size_t largest = 0;
    for (size_t i = 1; i < n; i++)
        largest = fabs(row[i]) > fabs(row[largest]) ? i : largest;
    const double sign = row[largest] < 0 ? -1 : 1;
    for (size_t i = 0; i < n; i++)
        row[i] *= sign;
}

/* Singular directions have no sign of their own: the largest entry of each is made positive. R of [Φ, Dθ] has at its
 * lower right R of what Dθ has outside Φ. */
static void find_directions(const routh_linear *linear, routh_wrench_noise noise, double *scratch,
                            routh_observability *o) {
    const size_t count = o->count, n = linear->columns;
    const double deviation = sqrt(noise.level);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++)
            scratch[i * count + k] = linear->r[(linear->determined + i) * n + linear->determined + k];
    routh_singular_values(count, count, count, scratch, o->singular, o->direction);
    for (size_t i = 0; i < count; i++)
        point_upwards(count, &o->direction[i * count]);
    for (size_t j = 0; j < count; j++) {
        const size_t column = linear->determined + j;
        double square = 0, alone = 0;
        for (size_t i = 0; i < count; i++) {
            const double s = o->singular[i] / deviation, v = o->direction[i * count + j];
            square += v * v / (1 + s * s);
        }
        for (size_t i = 0; i <= column; i++)
            alone += linear->r[i * n + column] * linear->r[i * n + column] / (deviation * deviation);
        o->posterior[j] = sqrt(square);
        /* the error that would be left if all others, K and μ were known */
        const double conditional = 1 / sqrt(1 + alone);
        o->seen[j] = o->posterior[j] < seen_share ? ROUTH_SEEN
                     : conditional < seen_share   ? ROUTH_SEEN_TOGETHER
                                                  : ROUTH_SEEN_NOT;
    }
    for (size_t i = 0; i < count; i++)
        o->singular[i] /= deviation;
}

/* What all parts are displaced by together keeps its prior (regressor.h). */
static routh_status add_common_motions(routh_context *context, const routh_separable *problem, routh_observability *o) {
    ROUTH_ARENA(room, context);
    double *direction = routh_take(&room, ROUTH_COMMON_MOTIONS, o->count * sizeof *direction);
    ROUTH_TRY(room.status);
    const size_t motions = routh_common_motions(problem->regressor->assembly, direction);
    for (size_t j = 0; j < o->count; j++) {
        double square = o->posterior[j] * o->posterior[j];
        for (size_t m = 0; m < motions; m++)
            square += direction[m * o->count + j] * direction[m * o->count + j];
        o->posterior[j] = sqrt(square);
        o->seen[j] = o->seen[j] == ROUTH_SEEN && o->posterior[j] >= seen_share ? ROUTH_SEEN_TOGETHER : o->seen[j];
    }
    return ROUTH_OK;
}

static void see_nothing(routh_observability *o) {
    for (size_t j = 0; j < o->count; j++) {
        o->direction[j * o->count + j] = 1;
        o->posterior[j] = 1;
        o->seen[j] = ROUTH_SEEN_NOT;
    }
}

static routh_status observe(routh_context *context, const routh_separable *problem, const routh_projection *at,
                            double *posterior, routh_observability *o) {
    ROUTH_ARENA(room, context);
    const size_t rows = problem->rows, count = o->count;
    double *slopes = routh_take(&room, rows, (2 * count + 1) * sizeof *slopes);
    double *scratch = routh_take(&room, count, count * sizeof *scratch);
    double *left = routh_take(&room, rows, sizeof *left);
    routh_linear linear;
    ROUTH_TRY(room.status);
    ROUTH_TRY(routh_linearise(&room, problem, at, slopes, &linear));
    ROUTH_TRY(routh_best_residual(context, problem, &linear, at, left));
    const routh_wrench_noise noise = routh_residual_noise(problem, left, linear.columns);
    compare_columns(problem, at, slopes, o);
    find_directions(&linear, noise, scratch, o);
    ROUTH_TRY(add_common_motions(context, problem, o));
    return routh_error_covariance(context, problem, &linear, noise, routh_bayes_gamma(problem, noise), posterior);
}

/* The problem at x, and the words for what is found there. */
static routh_status observe_at(routh_context *context, routh_regressor *regressor, const double *x,
                               routh_observability *o) {
    ROUTH_ARENA(room, context);
    routh_separable problem;
    routh_projection at;
    ROUTH_TRY(routh_separable_create(&room, regressor, &problem));
    ROUTH_TRY(routh_projection_create(&room, &problem, &at));
    const size_t count = problem.unknowns;
    for (size_t j = 0; x && j < count; j++)
        at.z[j] = (x[j] - problem.displacement[j].nominal) / problem.displacement[j].deviation;
    double *posterior = routh_take(&room, count + 2, (count + 2) * sizeof *posterior);
    routh_part_in_contact *part = routh_take(&room, count, sizeof *part);
    ROUTH_TRY(room.status);
    ROUTH_TRY(allocate(context, count, o));
    ROUTH_TRY(routh_project(context, &problem, &at));
    if (at.fit.rank == 0)
        see_nothing(o);
    else {
        ROUTH_TRY(observe(context, &problem, &at, posterior, o));
        ROUTH_TRY(look_at_contacts(context, &problem, &at, part));
    }
    const routh_evidence evidence = {&problem, &at, part, posterior, (size_t)at.fit.rank};
    return routh_write_sentences(context, &evidence, o);
}

routh_status routh_regressor_observe(routh_context *context, routh_regressor *regressor, const double *x,
                                     routh_observability *observability) {
    *observability = (routh_observability){0};
    for (size_t j = 0; x && j < routh_regressor_unknowns(regressor); j++)
        if (!isfinite(x[j]))
            return routh_fail(context, ROUTH_NOT_FINITE, "displacement %zu (%s) is %g; it must be finite", j,
                              regressor->assembly->displacement[j].name, x[j]);
    const routh_status status = observe_at(context, regressor, x, observability);
    if (status != ROUTH_OK)
        routh_observability_release(context, observability);
    return status;
}
