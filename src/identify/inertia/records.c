/* Contacts from a dataset, and how noisy they are.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "geometry/geometry.h"
#include "inertia/inertia.h"
#include "segment/segment3.h"

/* r agrees with the shape's point within this share of |r|: what rounding in files leaves. */
static const double same_point = 1e-6;

static int near(double x, double y, double rx, double ry) {
    return hypot(x - rx, y - ry) <= same_point * hypot(rx, ry);
}

/* Was r computed from this angle? For a polygon it may be any corner: the recording may know which one touched. */
static int angle_gives_r(const routh_shape *shape, double theta, double rx, double ry) {
    double x, y, next;
    if (routh_shape_check(NULL, shape) != ROUTH_OK || !isfinite(theta))
        return 0;
    if (shape->kind != ROUTH_POLYGON) {
        routh_shape_lowest(shape, theta, &x, &y, &next);
        return near(x, y, rx, ry);
    }
    const double c = cos(theta), s = sin(theta);
    for (size_t i = 0; i < shape->count; i++) {
        const double *v = shape->vertex[i];
        if (near(c * v[0] - s * v[1], s * v[0] + c * v[1], rx, ry))
            return 1;
    }
    return 0;
}

static routh_record contact_of(const routh_dataset *dataset, size_t i, routh_frame frame) {
    const routh_record *record = &dataset->record[i];
    const routh_impact impact = routh_dataset_impact(dataset, i, frame);
    const int posed = frame == ROUTH_AS_RECORDED && isfinite(record->y) &&
                      angle_gives_r(&dataset->body.shape, record->theta, record->rx, record->ry);
    return (routh_record){.x = record->x,
                          .rx = impact.rx,
                          .ry = impact.ry,
                          .before = record->before,
                          .after = record->after,
                          .duration = dataset->gap,
                          .fx = record->fx,
                          .fy = record->fy,
                          .torque = record->torque,
                          .gravity_tilt = record->gravity_tilt,
                          .y = posed ? record->y : NAN,
                          .theta = posed ? record->theta : NAN,
                          .index = i,
                          .time = record->time,
                          .trajectory = record->trajectory};
}

/* Records without a reason against them, or with one of `allowed` alone and a pose. */
static routh_status collect(routh_context *context, const routh_dataset *dataset, routh_frame frame, unsigned allowed,
                            routh_record **records, size_t *count) {
    if (!dataset || !records || !count)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "contacts: the dataset or an output is NULL");
    routh_record *made = routh_allocate(context, dataset->count, sizeof *made);
    if (!made)
        return ROUTH_OUT_OF_MEMORY;
    *count = 0;
    for (size_t i = 0; i < dataset->count; i++) {
        const unsigned reasons = dataset->record[i].reasons;
        const routh_record contact = contact_of(dataset, i, frame);
        if (!reasons || (!(reasons & ~allowed) && isfinite(contact.theta)))
            made[(*count)++] = contact;
    }
    *records = made;
    return ROUTH_OK;
}

routh_status routh_records_of(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                              routh_record **records, size_t *count) {
    return collect(context, dataset, frame, 0, records, count);
}

routh_status routh_records_of_noisy(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                    routh_record **records, size_t *count) {
    return collect(context, dataset, frame, ROUTH_SEPARATES, records, count);
}

void routh_records_release(routh_context *context, routh_record *records) {
    routh_release(context, records);
}

/* Measured mean square M = S + σ² with σ² = q S, q = 10^(−SNR/10): hence σ² = M q / (1 + q). */
routh_status routh_noise_of_snr(routh_context *context, const routh_record *records, size_t count, double snr_db,
                                routh_noise *noise) {
    if (!records && count > 0)
        return routh_array_check(context, "records", records, count);
    if (!noise || count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "noise: no contacts");
    if (!isfinite(snr_db))
        return routh_fail_field(context, ROUTH_NOT_FINITE, "snr_db",
                                "noise: signal-to-noise ratio %g dB must be finite", snr_db);
    const routh_limit limit = {"snr_db", "dB", snr_db, ROUTH_RANGE_DECIBEL};
    ROUTH_TRY(routh_check_limits(context, "noise", &limit, 1));
    double y = 0, theta = 0, vx = 0, vy = 0, omega = 0, posed = 0;
    for (size_t i = 0; i < count; i++) {
        const routh_record *c = &records[i];
        if (isfinite(c->y) && isfinite(c->theta)) {
            y += c->y * c->y;
            theta += c->theta * c->theta;
            posed++;
        }
        vx += (c->before.vx * c->before.vx + c->after.vx * c->after.vx) / 2;
        vy += (c->before.vy * c->before.vy + c->after.vy * c->after.vy) / 2;
        omega += (c->before.omega * c->before.omega + c->after.omega * c->after.omega) / 2;
    }
    const double q = pow(10, -snr_db / 10), share = q / (1 + q), n = (double)count;
    *noise = (routh_noise){.y = posed > 0 ? sqrt(share * y / posed) : 0,
                           .theta = posed > 0 ? sqrt(share * theta / posed) : 0,
                           .vx = sqrt(share * vx / n),
                           .vy = sqrt(share * vy / n),
                           .omega = sqrt(share * omega / n)};
    return ROUTH_OK;
}

/* A straight line through N samples at the interval T, each with noise σ: the slope has the deviation
 * σ / (T √(N (N² − 1)/12)), and one interval beyond its end the line has σ √(1/N + ((N+1)/2)² · 12/(N (N² − 1))). The
 * pose of a contact is the mean of two such lines. Segmentation uses as many samples as it has, up to its flight_max.
 * */
routh_status routh_noise_of_flights(routh_context *context, const routh_dataset *dataset, routh_noise *noise) {
    if (!dataset || !noise || dataset->trajectory_count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "noise: there are no trajectories to measure it in");
    const routh_segment_options options = routh_segment_options_default();
    routh_flight_setting setting;
    ROUTH_TRY(routh_flight_check(context, dataset, options.flight_min));
    ROUTH_TRY(routh_flight_measure(context, dataset, dataset->gravity, &setting));
    const double n = (double)options.flight_max, spread = n * (n * n - 1) / 12;
    const double slope = 1 / (setting.interval * sqrt(spread));
    const double pose = sqrt((1 / n + (n + 1) * (n + 1) / 4 / spread) / 2);
    *noise = (routh_noise){.y = pose * setting.noise[Y],
                           .theta = pose * setting.noise[THETA],
                           .vx = slope * setting.noise[X],
                           .vy = slope * setting.noise[Y],
                           .omega = slope * setting.noise[THETA]};
    return ROUTH_OK;
}
