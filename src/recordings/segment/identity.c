/* The rows of the point-impulse identity, and what they leave over at given values of its unknowns.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/identity.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "geometry/geometry.h"

enum { UNKNOWNS = ROUTH_IDENTITY_UNKNOWNS };

routh_status routh_identity_create(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                   routh_identity *identity) {
    const bool mirror_n = frame == ROUTH_MIRROR_N || frame == ROUTH_MIRROR_BOTH;
    const bool mirror_t = frame == ROUTH_MIRROR_T || frame == ROUTH_MIRROR_BOTH;
    *identity = (routh_identity){.shape = dataset->body.shape,
                                 .normal = mirror_n ? -1 : 1,
                                 .tangential = mirror_t ? -1 : 1,
                                 .gravity = dataset->gravity,
                                 .stored = routh_shape_check(NULL, &dataset->body.shape) != ROUTH_OK};
    const size_t most = dataset->count ? dataset->count : 1;
    identity->row = routh_allocate(context, most, sizeof *identity->row);
    identity->residual = routh_allocate(context, most, sizeof *identity->residual);
    identity->sorted = routh_allocate(context, most, sizeof *identity->sorted);
    identity->jacobian = routh_allocate(context, most, UNKNOWNS * sizeof *identity->jacobian);
    identity->stopped = routh_allocate(context, 1, sizeof *identity->stopped);
    identity->context = context;
    if (!identity->row || !identity->residual || !identity->sorted || !identity->jacobian || !identity->stopped)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record *record = &dataset->record[i];
        if (record->reasons != 0 || (!isfinite(record->theta) && !identity->stored))
            continue;
        const routh_impact before = routh_dataset_impact(dataset, i, frame);
        identity->row[identity->count++] =
            (routh_identity_row){.theta = record->theta,
                                 .step = dataset->rate > 0 ? before.omega / dataset->rate : 0,
                                 .rx = record->rx,
                                 .ry = record->ry,
                                 .dvx = record->after.vx - before.vx,
                                 .dvy = record->after.vy - before.vy,
                                 .turn = record->after.omega - before.omega};
    }
    return ROUTH_OK;
}

void routh_identity_release(routh_context *context, routh_identity *identity) {
    routh_release(context, identity->row);
    routh_release(context, identity->residual);
    routh_release(context, identity->sorted);
    routh_release(context, identity->jacobian);
    routh_release(context, identity->stopped);
    *identity = (routh_identity){0};
}

void routh_identity_lever(const routh_shape *shape, double theta, double step, const double value[UNKNOWNS], double *rx,
                          double *ry) {
    const double angle = theta - value[ROUTH_IDENTITY_ANGLE] + value[ROUTH_IDENTITY_LEAD] * step;
    const double x = value[ROUTH_IDENTITY_CENTRE_X], y = value[ROUTH_IDENTITY_CENTRE_Y];
    double next;
    if (shape->kind == ROUTH_ELLIPSE) {
        const double half = exp(value[ROUTH_IDENTITY_RATIO] / 2);
        const routh_shape stretched = {.kind = ROUTH_ELLIPSE, .a = shape->a * half, .b = shape->b / half};
        routh_shape_lowest(&stretched, angle, rx, ry, &next);
    } else {
        routh_shape_lowest(shape, angle, rx, ry, &next);
    }
    *rx -= cos(angle) * x - sin(angle) * y;
    *ry -= sin(angle) * x + cos(angle) * y;
}

double routh_identity_left_over(const routh_identity *identity, const routh_identity_row *row,
                                const double value[UNKNOWNS], double *rx, double *ry) {
    *rx = row->rx;
    *ry = row->ry;
    if (!identity->stored)
        routh_identity_lever(&identity->shape, row->theta, row->step, value, rx, ry);
    *rx *= identity->normal;
    *ry *= identity->tangential;
    const double dvy = row->dvy + identity->gravity * value[ROUTH_IDENTITY_GAP];
    return row->turn - value[ROUTH_IDENTITY_SLOPE] * (*rx * dvy - *ry * row->dvx);
}

/* A polygon this near to lying flat may have touched with the other corner, rad. Its lever jumps there, and no standard
 * error would know. */
static const double nearly_flat = 0.03;

size_t routh_identity_mark(const routh_identity *identity, const double value[UNKNOWNS]) {
    size_t used = 0;
    if (identity->stored)
        return identity->count;
    for (size_t i = 0; i < identity->count; i++) {
        double side[2][UNKNOWNS], x[2], y[2];
        for (int j = 0; j < 2; j++) {
            memcpy(side[j], value, sizeof side[j]);
            side[j][ROUTH_IDENTITY_ANGLE] += j == 0 ? nearly_flat : -nearly_flat;
            routh_identity_lever(&identity->shape, identity->row[i].theta, identity->row[i].step, side[j], &x[j],
                                 &y[j]);
        }
        const double moved = hypot(x[1] - x[0], y[1] - y[0]), turned = 2 * nearly_flat * hypot(x[0], y[0]);
        identity->row[i].ambiguous = identity->shape.kind == ROUTH_POLYGON && moved > 1.01 * turned;
        used += !identity->row[i].ambiguous;
    }
    return used;
}

double routh_identity_residual(const routh_identity *identity, size_t i, const double value[UNKNOWNS], double k2) {
    double rx, ry;
    if (identity->row[i].ambiguous)
        return 0;
    const double rest = routh_identity_left_over(identity, &identity->row[i], value, &rx, &ry),
                 slope = value[ROUTH_IDENTITY_SLOPE];
    return rest / sqrt(1 + k2 * slope * slope * (rx * rx + ry * ry));
}
