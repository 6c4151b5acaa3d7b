/* What stored contact rows and heights at contact show: how far the rows lag behind the pose, and the body's size.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "segment/calibrate.h"
#include "segment/flight.h"

enum { MOST_PASSES = 20 };

static const double huber_limit = 1.345;

/* One equation of a linear regression; `unknowns` of the first numbers are used. */
typedef struct equation {
    double factor[ROUTH_NORMAL_MOST], right;
} equation;

/* Least squares with Huber's weights; false where they do not determine every unknown. */
static bool solve_robust(const equation *all, size_t count, int unknowns, double *scratch,
                         routh_normal_answer *answer) {
    double scale = 0;
    for (int pass = 0; pass < MOST_PASSES; pass++) {
        routh_normal normal = {.unknowns = unknowns};
        for (size_t i = 0; i < count; i++) {
            double rest = all[i].right, row[ROUTH_NORMAL_MOST];
            for (int k = 0; k < unknowns; k++)
                rest -= pass > 0 ? answer->value[k] * all[i].factor[k] : 0;
            const double limit = huber_limit * scale;
            const double root = pass > 0 && fabs(rest) > limit ? sqrt(limit / fabs(rest)) : 1;
            for (int k = 0; k < unknowns; k++)
                row[k] = root * all[i].factor[k];
            routh_normal_add(&normal, row, root * all[i].right);
        }
        normal.freedom -= unknowns;
        if (!routh_normal_solve(&normal, answer))
            return false;
        for (size_t i = 0; i < count; i++) {
            scratch[i] = all[i].right;
            for (int k = 0; k < unknowns; k++)
                scratch[i] -= answer->value[k] * all[i].factor[k];
            scratch[i] = fabs(scratch[i]);
        }
        scale = fmax(ROUTH_FROM_MEDIAN_DEVIATION * routh_median(scratch, count), 1e-300);
    }
    return true;
}

static void take(const routh_normal_answer *answer, int unknown, size_t count, int unknowns,
                 routh_calibration_value *value) {
    const double factor = routh_student_quantile(0.95, fmax((double)count - unknowns, 1));
    value->determined = true;
    value->value = answer->value[unknown];
    value->error = answer->error[unknown];
    value->low = value->value - factor * value->error;
    value->high = value->value + factor * value->error;
}

/* The stored rx, linearised: rx − rx(θ) = −(offset + lag · step) drx/dθ. ry says little: it has an extremum where rx
 * changes fastest. Two equations an impact would have errors that are not independent. */
static size_t lag_equations(const routh_dataset *dataset, equation *all, double *apart) {
    static const double small = 1e-5;
    size_t count = 0;
    *apart = 0;
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record *record = &dataset->record[i];
        if (record->reasons != 0 || !isfinite(record->theta))
            continue;
        const double up[ROUTH_IDENTITY_UNKNOWNS] = {[ROUTH_IDENTITY_ANGLE] = -small};
        const double down[ROUTH_IDENTITY_UNKNOWNS] = {[ROUTH_IDENTITY_ANGLE] = small};
        double x, y, x_up, x_down;
        routh_identity_lever(&dataset->body.shape, record->theta, 0, (double[ROUTH_IDENTITY_UNKNOWNS]){0}, &x, &y);
        *apart = fmax(*apart, hypot(record->rx - x, record->ry - y));
        routh_identity_lever(&dataset->body.shape, record->theta, 0, up, &x_up, &y);
        routh_identity_lever(&dataset->body.shape, record->theta, 0, down, &x_down, &y);
        const double slope = (x_up - x_down) / (2 * small);
        all[count++] = (equation){{-slope, -slope * record->before.omega / dataset->rate}, record->rx - x};
    }
    return count;
}

routh_status routh_calibrate_lag(routh_context *context, const routh_dataset *dataset, routh_calibration *calibration) {
    routh_calibration_value *value = &calibration->value[ROUTH_CALIBRATION_LAG];
    equation *all = routh_allocate(context, dataset->count, sizeof *all);
    double *scratch = all ? routh_allocate(context, dataset->count, sizeof *scratch) : NULL;
    const double radius = routh_shape_radius(&dataset->body.shape);
    routh_normal_answer answer = {.scatter = 0};
    double apart = 0;
    const size_t count = scratch ? lag_equations(dataset, all, &apart) : 0;
    if (dataset->trajectory_count > 0 || apart <= 1e-6 * radius)
        routh_calibration_unknown(value, "the stored rows are those of the recorded angle");
    else if (!(dataset->rate > 0))
        routh_calibration_unknown(value, "no rate is known");
    else if (!solve_robust(all, count, 2, scratch, &answer) || !(answer.error[1] < 1))
        routh_calibration_unknown(value, "the stored rows do not follow the recorded angle");
    else {
        take(&answer, 1, count, 2, value);
        snprintf(value->why, sizeof value->why,
                 "reported only: a calibration computes the rows anew; beside the lag they are %.2g rad off",
                 answer.value[0]);
    }
    routh_release(context, all);
    routh_release(context, scratch);
    return scratch ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

/* y = ground + size · height(θ) + time · (−vy), the last only where the pose is not at the contact itself. */
static size_t size_equations(const routh_dataset *dataset, const double value[ROUTH_IDENTITY_UNKNOWNS], equation *all) {
    size_t count = 0;
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record *record = &dataset->record[i];
        if (record->reasons != 0 || !isfinite(record->theta) || !isfinite(record->y))
            continue;
        double x, y;
        routh_identity_lever(&dataset->body.shape, record->theta, 0, value, &x, &y);
        all[count++] = (equation){{1, -y, -record->before.vy}, record->y};
    }
    return count;
}

routh_status routh_calibrate_size(routh_context *context, const routh_dataset *dataset,
                                  routh_calibration *calibration) {
    routh_calibration_value *value = &calibration->value[ROUTH_CALIBRATION_SIZE];
    equation *all = routh_allocate(context, dataset->count, sizeof *all);
    double *scratch = all ? routh_allocate(context, dataset->count, sizeof *scratch) : NULL;
    double unknown[ROUTH_IDENTITY_UNKNOWNS];
    routh_normal_answer answer = {.scatter = 0};
    routh_calibration_unknowns(calibration, unknown);
    const size_t count = scratch ? size_equations(dataset, unknown, all) : 0;
    const int unknowns = dataset->trajectory_count > 0 ? 2 : 3;
    if (dataset->body.shape.kind == ROUTH_DISC)
        routh_calibration_unknown(value,
                                  "the identity shows size × m/I only, and a disc is equally high at every angle");
    else if (count < 20)
        routh_calibration_unknown(value, "the identity shows size × m/I only, and no heights are recorded");
    else if (!solve_robust(all, count, unknowns, scratch, &answer) || !(answer.error[1] < 0.1))
        routh_calibration_unknown(value, "the identity shows size × m/I only, and heights at contact vary too little");
    else {
        take(&answer, 1, count, unknowns, value);
        snprintf(value->why, sizeof value->why,
                 "reported only: from how the height at contact changes with the angle; rounded corners lower it too");
    }
    routh_release(context, all);
    routh_release(context, scratch);
    return scratch ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}
