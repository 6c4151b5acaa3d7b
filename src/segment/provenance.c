/* How far the two states of a record lie apart.
 *
 * In free flight but for one instant, each coordinate moves by v⁻ t⁻ + v⁺ t⁺, t⁻ and t⁺ the times before and after the
 * contact. Three coordinates determine the two times of one impact by least squares, lengths in the metric of kinetic
 * energy; t⁻ + t⁺ is the time between the poses, and its median over the impacts is robust.
 *
 * The time between the velocities is another matter: they are differences of poses and may reach further. Gravity × that
 * time is missing from Δvy, and the identity leaves it over.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "algebra/resample.h"
#include "base/constants.h"
#include "base/context.h"
#include "base/order.h"
#include "segment/calibrate.h"
#include "segment/flight.h"

/* Fewer say nothing. */
static const size_t least_count = 20;

static bool has_pose_after(const routh_record *record) {
    const double moved = fabs(record->x_after) + fabs(record->y_after) + fabs(record->theta_after);
    return isfinite(record->x) && isfinite(record->y) && isfinite(record->theta) && isfinite(moved) && moved > 0;
}

/* t⁻ + t⁺ of one record, s, with vx times `sign`; NaN where the velocities do not separate them. */
static double time_between(const routh_record *record, double gyration, double sign) {
    double turned = remainder(record->theta_after - record->theta, 2 * ROUTH_PI);
    const double before[3] = {sign * record->before.vx, record->before.vy, gyration * record->before.omega};
    const double after[3] = {sign * record->after.vx, record->after.vy, gyration * record->after.omega};
    const double moved[3] = {record->x_after - record->x, record->y_after - record->y, gyration * turned};
    double bb = 0, ba = 0, aa = 0, bm = 0, am = 0;
    for (int c = 0; c < 3; c++) {
        bb += before[c] * before[c];
        ba += before[c] * after[c];
        aa += after[c] * after[c];
        bm += before[c] * moved[c];
        am += after[c] * moved[c];
    }
    const double determinant = bb * aa - ba * ba;
    return determinant > 1e-3 * bb * aa ? (aa * bm - ba * am + bb * am - ba * bm) / determinant : NAN;
}

/* The median over the records, and the robust deviation of the median. */
static double median_time(const routh_dataset *dataset, double gyration, double sign, double *scratch, size_t *count,
                          double *spread) {
    *count = 0;
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record *record = &dataset->record[i];
        if (record->reasons != 0 || !has_pose_after(record))
            continue;
        const double time = time_between(record, gyration, sign);
        if (isfinite(time))
            scratch[(*count)++] = time;
    }
    const double middle = routh_median(scratch, *count);
    for (size_t i = 0; i < *count; i++)
        scratch[i] = fabs(scratch[i] - middle);
    *spread = ROUTH_FROM_MEDIAN_DEVIATION * routh_median(scratch, *count);
    return middle;
}

/* √(π/2): the standard error of a median over that of a mean. */
static const double median_factor = 1.2533141373155;

static void measure_frames(const routh_dataset *dataset, double *scratch, routh_provenance *provenance) {
    const double gyration = sqrt(dataset->body.inertia / dataset->body.mass);
    double spread, other_spread;
    size_t other;
    if (!(dataset->rate > 0) || !(gyration > 0))
        return;
    const double time = median_time(dataset, gyration, 1, scratch, &provenance->count, &spread);
    median_time(dataset, gyration, -1, scratch, &other, &other_spread);
    if (provenance->count < least_count)
        return;
    provenance->frames = time * dataset->rate;
    provenance->frames_error = median_factor * spread * dataset->rate / sqrt((double)provenance->count);
    provenance->drift_agrees = spread <= other_spread;
}

/* Noise in Δv and another shape look like gravity, too: the answer counts as far as it is the same on both assumptions. */
static void measure_gap(const routh_dataset *dataset, const routh_identity *identity, routh_provenance *provenance) {
    const unsigned free = 1u << ROUTH_IDENTITY_SLOPE | 1u << ROUTH_IDENTITY_GAP |
                          (dataset->body.shape.kind == ROUTH_DISC ? 0 : 1u << ROUTH_IDENTITY_ANGLE);
    const routh_identity_fit spin = routh_identity_solve(identity, free, ROUTH_NOISE_OF_SPIN);
    const routh_identity_fit all = routh_identity_solve(identity, free, ROUTH_NOISE_OF_ALL);
    const size_t used = spin.used < all.used ? spin.used : all.used;
    if (!spin.determined || !all.determined || used < least_count)
        return;
    const double factor = routh_student_quantile(0.95, fmax((double)used - 3, 1));
    const double one = spin.value[ROUTH_IDENTITY_GAP], other = all.value[ROUTH_IDENTITY_GAP];
    const double one_error = factor * sqrt(spin.covariance[ROUTH_IDENTITY_GAP][ROUTH_IDENTITY_GAP]);
    const double other_error = factor * sqrt(all.covariance[ROUTH_IDENTITY_GAP][ROUTH_IDENTITY_GAP]);
    provenance->gap = dataset->gap + other;
    provenance->gap_low = dataset->gap + fmin(one - one_error, other - other_error);
    provenance->gap_high = dataset->gap + fmax(one + one_error, other + other_error);
    provenance->gravity_determined =
        dataset->rate > 0 && provenance->gap_high - provenance->gap_low < 1 / dataset->rate;
}

routh_status routh_provenance_of(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                 routh_provenance *provenance) {
    if (!dataset || !provenance || (unsigned)frame >= ROUTH_FRAME_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "provenance: the dataset or the provenance is NULL, or there is no frame %d", (int)frame);
    *provenance = (routh_provenance){.frames = NAN, .frames_error = NAN, .gap = NAN, .gap_low = NAN, .gap_high = NAN};
    if (dataset->trajectory_count > 0 || dataset->count == 0)
        return ROUTH_OK;
    double *scratch = routh_allocate(context, dataset->count, sizeof *scratch);
    if (!scratch)
        return ROUTH_OUT_OF_MEMORY;
    measure_frames(dataset, scratch, provenance);
    routh_release(context, scratch);
    routh_identity identity;
    routh_status status = routh_identity_create(context, dataset, frame, &identity);
    if (status == ROUTH_OK && identity.count >= least_count && dataset->gravity > 0 &&
        routh_shape_check(NULL, &dataset->body.shape) == ROUTH_OK)
        measure_gap(dataset, &identity, provenance);
    routh_identity_release(context, &identity);
    return status;
}
