/* How far the two states of a record lie apart.
 *
 * In free flight but for one instant, each coordinate moves by v⁻ t⁻ + v⁺ t⁺, t⁻ and t⁺ the times before and after the
 * contact. Three coordinates determine the two times of one impact by least squares, lengths in the metric of kinetic
 * energy: without the direction of v⁻ − v⁺, in which the contact's instant lies, the way m' is T v', T = t⁻ + t⁺. Noise in
 * the velocities makes the regression T = m'·v'/v'·v' too small, noise in the poses makes its inverse m'·m'/m'·v' too large, and
 * whichever there is, T lies between them (Frisch's bounds). Medians over the impacts are robust.
 *
 * The time between the velocities is another matter: they are differences of poses and may reach further. Gravity × that
 * time is missing from Δvy, and the identity leaves it over.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "base/numbers.h"
#include "segment/segment.h"
#include "segment/segment3.h"

/* Fewer say nothing. */
static const size_t least_count = 20;

static bool has_pose_after(const routh_record *record) {
    const double moved = fabs(record->x_after) + fabs(record->y_after) + fabs(record->theta_after);
    return isfinite(record->x) && isfinite(record->y) && isfinite(record->theta) && isfinite(moved) && moved > 0;
}

/* t⁻ + t⁺ of one record, s, with vx times `sign`, by the regression or its inverse; NaN where the velocities do not
 * separate the two times. */
static double time_between(const routh_record *record, double gyration, double sign, bool inverse) {
    const double turned = remainder(record->theta_after - record->theta, 2 * ROUTH_PI);
    const double before[3] = {sign * record->before.vx, record->before.vy, gyration * record->before.omega};
    const double after[3] = {sign * record->after.vx, record->after.vy, gyration * record->after.omega};
    const double moved[3] = {record->x_after - record->x, record->y_after - record->y, gyration * turned};
    double bb = 0, aa = 0, dd = 0, dv = 0, dm = 0, vv = 0, vm = 0, mm = 0;
    for (int c = 0; c < 3; c++) {
        const double change = before[c] - after[c];
        bb += before[c] * before[c];
        aa += after[c] * after[c];
        dd += change * change;
        dv += change * after[c];
        dm += change * moved[c];
    }
    for (int c = 0; c < 3; c++) {
        const double change = before[c] - after[c];
        const double v = after[c] - change * dv / dd, m = moved[c] - change * dm / dd;
        vv += v * v;
        vm += v * m;
        mm += m * m;
    }
    if (!(dd > 0) || !(vv * dd > 1e-3 * bb * aa))
        return NAN;
    return !inverse ? vm / vv : vm > 0 ? mm / vm : INFINITY;
}

/* The median over the records, and the robust deviation of a record. */
static double median_time(const routh_dataset *dataset, double gyration, double sign, bool inverse, double *scratch,
                          size_t *count, double *spread) {
    *count = 0;
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record *record = &dataset->record[i];
        if (record->reasons != 0 || !has_pose_after(record))
            continue;
        const double time = time_between(record, gyration, sign, inverse);
        if (!isnan(time))
            scratch[(*count)++] = time;
    }
    const double middle = routh_median(scratch, *count);
    for (size_t i = 0; i < *count && isfinite(middle); i++)
        scratch[i] = fabs(scratch[i] - middle);
    *spread = ROUTH_FROM_MEDIAN_DEVIATION * routh_median(scratch, *count);
    return middle;
}

static void measure_frames(const routh_dataset *dataset, double *scratch, routh_provenance *provenance) {
    const double gyration = sqrt(dataset->body.inertia / dataset->body.mass);
    double spread, inverse_spread, other_spread;
    size_t other;
    if (!(dataset->rate > 0) || !(gyration > 0))
        return;
    const double time = median_time(dataset, gyration, 1, false, scratch, &provenance->count, &spread);
    const double most = median_time(dataset, gyration, 1, true, scratch, &provenance->count, &inverse_spread);
    median_time(dataset, gyration, -1, false, scratch, &other, &other_spread);
    if (provenance->count < least_count)
        return;
    const double root = sqrt((double)provenance->count) / (ROUTH_MEDIAN_ERROR * dataset->rate);
    const double factor = routh_student_quantile(0.95, (double)provenance->count - 1);
    provenance->frames = time * dataset->rate;
    provenance->frames_error = spread / root;
    provenance->frames_low = provenance->frames - factor * spread / root;
    provenance->frames_high = isfinite(most) ? most * dataset->rate + factor * inverse_spread / root : INFINITY;
    provenance->drift_agrees = spread <= other_spread;
}

/* Noise in Δv and another shape look like gravity, too: the answer counts as far as it is the same on both assumptions. */
bool routh_identity_gap(const routh_identity *identity, double *gap, double *low, double *high) {
    const bool turns = !identity->stored && identity->shape.kind != ROUTH_DISC;
    const unsigned free =
        1u << ROUTH_IDENTITY_SLOPE | 1u << ROUTH_IDENTITY_GAP | (turns ? 1u << ROUTH_IDENTITY_ANGLE : 0);
    const routh_identity_fit spin = routh_identity_solve(identity, free, ROUTH_NOISE_OF_SPIN);
    const routh_identity_fit all = routh_identity_solve(identity, free, ROUTH_NOISE_OF_ALL);
    const size_t used = spin.used < all.used ? spin.used : all.used;
    if (!spin.determined || !all.determined || used < least_count)
        return false;
    const double factor = routh_student_quantile(0.95, fmax((double)used - 3, 1));
    const double one = spin.value[ROUTH_IDENTITY_GAP], other = all.value[ROUTH_IDENTITY_GAP];
    const double one_error = factor * sqrt(spin.covariance[ROUTH_IDENTITY_GAP][ROUTH_IDENTITY_GAP]);
    const double other_error = factor * sqrt(all.covariance[ROUTH_IDENTITY_GAP][ROUTH_IDENTITY_GAP]);
    *gap = other;
    *low = fmin(one - one_error, other - other_error);
    *high = fmax(one + one_error, other + other_error);
    return true;
}

static void measure_gap(const routh_dataset *dataset, const routh_identity *identity, routh_provenance *provenance) {
    double gap, low, high;
    if (!routh_identity_gap(identity, &gap, &low, &high))
        return;
    provenance->gap = dataset->gap + gap;
    provenance->gap_low = dataset->gap + low;
    provenance->gap_high = dataset->gap + high;
    provenance->gravity_determined =
        dataset->rate > 0 && provenance->gap_high - provenance->gap_low < 1 / dataset->rate;
}

routh_status routh_provenance_of(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                 routh_provenance *provenance) {
    if (!dataset || !provenance || (unsigned)frame >= ROUTH_FRAME_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "provenance: the dataset or the provenance is NULL, or there is no frame %d", (int)frame);
    *provenance = (routh_provenance){.frames = NAN,
                                     .frames_error = NAN,
                                     .frames_low = NAN,
                                     .frames_high = NAN,
                                     .gap = NAN,
                                     .gap_low = NAN,
                                     .gap_high = NAN};
    if (dataset->trajectory_count > 0 || dataset->count == 0)
        return ROUTH_OK;
    ROUTH_ARENA(room, context);
    double *scratch = routh_take(&room, dataset->count, sizeof *scratch);
    ROUTH_TRY(room.status);
    measure_frames(dataset, scratch, provenance);
    routh_identity identity;
    routh_status status = routh_identity_create(context, dataset, frame, &identity);
    if (status == ROUTH_OK && identity.count >= least_count && dataset->gravity > 0 &&
        routh_shape_check(NULL, &dataset->body.shape) == ROUTH_OK)
        measure_gap(dataset, &identity, provenance);
    if (status == ROUTH_OK)
        status = *identity.stopped ? ROUTH_CANCELLED : routh_check_cancelled(context);
    routh_identity_release(context, &identity);
    return status;
}
