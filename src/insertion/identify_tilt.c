/* Tilts of the reference pose, as a source of error.
 *
 * Equation 19 says that at the reference pose the objects are mated but for an offset along one axis. Sensors of finite
 * resolution and displaced parts make it a little wrong about the two axes across, too, and no displacement can
 * account for this: a tilt of 1e-5 rad moves a part 0.1 m away by a micrometre, which is the accuracy of the offset.
 * Tilts are not estimated but enter the errors: their prior moves parts at their distance by the prior deviation of
 * the offset, reduced by what the recording contradicts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/matrix3.h"
#include "base/context.h"
#include "geometry/polyhedron.h"
#include "insertion/identify.h"
#include "insertion/regressor.h"

/* Two directions across an axis. */
static void find_across(const double axis[3], double across[2][3]) {
    int least = 0;
    for (int k = 1; k < 3; k++)
        least = fabs(axis[k]) < fabs(axis[least]) ? k : least;
    double other[3] = {least == 0, least == 1, least == 2};
    routh_cross3(axis, other, across[0]);
    routh_unit3(across[0], across[0]);
    routh_cross3(axis, across[0], across[1]);
}

/* How far parts of object 1 are from the axis of the offset. */
static double find_reach(const routh_regressor *regressor, const double *axis) {
    const routh_object *object = &regressor->assembly->object[0];
    double reach = 0;
    for (size_t i = 0; i < object->count; i++) {
        double centroid[3], place[3], across[3];
        routh_polyhedron_centroid(object->part[i].shape, centroid);
        routh_pose3_point(&object->part[i].place, centroid, place);
        routh_cross3(axis, place, across);
        reach = fmax(reach, routh_length3(across));
    }
    return reach;
}

/* K Φ with every pose of object 1 turned; the regressor is as before afterwards. */
static routh_status evaluate_turned(routh_context *context, const routh_separable *problem, const routh_projection *at,
                                    const routh_pose3 *turn, routh_instant *kept, double *value) {
    routh_regressor *regressor = problem->regressor;
    memcpy(kept, regressor->instant, problem->samples * sizeof *kept);
    for (size_t k = 0; k < problem->samples; k++)
        regressor->instant[k].way = routh_pose3_compose(&kept[k].way, turn);
    const routh_status status = routh_regressor_evaluate(context, regressor, at->x, problem->raw, NULL);
    memcpy(regressor->instant, kept, problem->samples * sizeof *kept);
    for (size_t i = 0; status == ROUTH_OK && i < problem->rows; i++)
        value[i] = problem->level[i / 6] * problem->weight[i % 6] *
                   (problem->raw[2 * i] * at->fit.theta[0] + problem->raw[2 * i + 1] * at->fit.theta[1]);
    return status;
}

/* T of one tilt, in prior deviations. */
static routh_status find_change(routh_context *context, const routh_separable *problem, const routh_projection *at,
                                const double axis[3], double deviation, routh_instant *kept, double *other,
                                double *change) {
    static const double width = 1e-2, origin[3] = {0, 0, 0}; /* deviations */
    const routh_pose3 there = routh_pose3_turn(axis, origin, width * deviation);
    const routh_pose3 back = routh_pose3_turn(axis, origin, -width * deviation);
    routh_status status = evaluate_turned(context, problem, at, &there, kept, change);
    if (status == ROUTH_OK)
        status = evaluate_turned(context, problem, at, &back, kept, other);
    for (size_t i = 0; i < problem->rows; i++)
        change[i] = (change[i] - other[i]) / (2 * width);
    return status;
}

routh_status routh_add_tilts(routh_context *context, const routh_separable *problem, const routh_projection *at,
                             routh_linear *linear) {
    const routh_displacement *offset = problem->regressor->offset;
    const size_t rows = problem->rows;
    const double reach = offset ? find_reach(problem->regressor, offset->axis) : 0.0;
    if (!(reach > 0))
        return ROUTH_OK;
    double across[2][3];
    find_across(offset->axis, across);
    double *change = routh_allocate(context, rows, 3 * sizeof *change);
    routh_instant *kept = routh_allocate(context, problem->samples, sizeof *kept);
    routh_status status = change && kept ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (size_t t = 0; status == ROUTH_OK && t < 2; t++)
        status = find_change(context, problem, at, across[t], offset->deviation / reach, kept, &change[2 * rows],
                             &change[t * rows]);
    for (size_t t = 0; status == ROUTH_OK && t < 2; t++) {
        for (size_t c = 0; c < linear->columns; c++)
            linear->tilt[2 * c + t] = routh_sum_of_products(rows, &linear->g[c * rows], &change[t * rows]);
        linear->tilt_square[2 * t] = routh_sum_of_products(rows, &change[t * rows], &change[t * rows]);
    }
    if (status == ROUTH_OK)
        linear->tilt_square[1] = routh_sum_of_products(rows, change, &change[rows]);
    routh_release(context, change);
    routh_release(context, kept);
    return status;
}
