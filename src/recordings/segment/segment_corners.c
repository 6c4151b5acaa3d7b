/* Contacts in which a second corner took part, though the frames show one contact.
 * 
 * A long body that lands almost flat strikes with one corner and, a millisecond later, with the other. Between two frames this
 * is one change of velocity: the parabolas meet, and the lowest corner at that instant may even be the wrong one. No law
 * is needed to see it. With impulses J at the corner taken, r from the centre, and K at another one on the ground, r + (L, 0),
 * 
 *     I Δω = r × (J + K) + L Ky,    m Δv = J + K,    so    Δω − (m/I)(r × Δv) = (m/I) L Δvy s,    s = Ky / m Δvy,
 * 
 * and the share s of the normal impulse that went through the other corner follows from the velocities alone. One point
 * has s = 0, the other point s = 1, whatever friction and restitution are.
 * 
 * A contact is marked if the other corner could have come down within the event's frames, and s is positive by more than its
 * noise explains. The noise is that of the flights' frames, made larger where the left side scatters more than that over
 * all contacts of the dataset: smoothed frames, rounded corners, a bad angle. m/I is the dataset's own median, so that a
 * wrong inertia marks nothing. A mark depends on restitution and friction of a contact only through this noise.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>

#include "base/context.h"
#include "geometry/geometry.h"
#include "segment/segment.h"

/* Walls at the sides of the place where bodies are dropped: no body goes beyond, and many are stopped there. */

/* A wall stops at least this number of bodies, and this share of all, within this distance of each other, m. The farthest two
 * do not count: a slip of the tracking may have put them anywhere. */
enum { LEAST_STOPPED = 5, SPARED = 2 };
static const double least_stopped = 0.05;
static const double wall_spread = 0.005;

void routh_shape_reach(const routh_shape *shape, double angle, double *left, double *right) {
    const double quarter_turn = 1.57079632679489661923;
    double along, next;
    routh_shape_lowest(shape, angle + quarter_turn, &along, left, &next); /* left turns to down */
    routh_shape_lowest(shape, angle - quarter_turn, &along, right, &next);
    *right = -*right;
}

/* The farthest that each trajectory reaches to the left; to the right in the negative. */
static void fill_reaches(const routh_flight_setting *setting, bool to_right, double *reach) {
    const routh_dataset *dataset = setting->dataset;
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        reach[i] = INFINITY;
        for (size_t j = 0; j < dataset->trajectory[i].count; j++) {
            double pose[COORDINATES], left, right;
            routh_flight_pose(setting, &dataset->trajectory[i], j, pose);
            routh_shape_reach(&dataset->body.shape, pose[THETA], &left, &right);
            reach[i] = fmin(reach[i], to_right ? -(pose[X] + right) : pose[X] + left);
        }
    }
}

/* −∞ where there is none. */
static double find_wall(double *reach, size_t count) {
    qsort(reach, count, sizeof *reach, routh_ascending);
    size_t stopped = 0;
    for (size_t i = 0; count > SPARED && i < count; i++)
        stopped += fabs(reach[i] - reach[SPARED]) <= wall_spread;
    bool wall = stopped >= LEAST_STOPPED && (double)stopped >= least_stopped * (double)count;
    return wall ? reach[SPARED] : -INFINITY;
}

routh_status routh_find_walls(routh_context *context, const routh_flight_setting *setting, routh_walls *walls) {
    size_t count = setting->dataset->trajectory_count;
    ROUTH_ARENA(room, context);
    double *reach = routh_take(&room, count, sizeof *reach);
    ROUTH_TRY(room.status);
    fill_reaches(setting, false, reach);
    walls->left = find_wall(reach, count);
    fill_reaches(setting, true, reach);
    walls->right = -find_wall(reach, count);
    return ROUTH_OK;
}

/* A share counts from this number of deviations on, and not below this one, which moves restitution by a few hundredths at most:
 * frames without noise would show anything. */
static const double least_deviations = 5;
static const double least_share = 0.05;

/* Medians of fewer contacts say nothing: the body's own m/I and the frames' noise are used. */
enum { LEAST_CONTACTS = 20 };

/* How far down a corner can come during an event: no impulse of a passive contact makes the body faster than it was in the
 * metric of kinetic energy, ρ the radius of gyration, and a point at r moves at most √(1 + r²/ρ²) times as fast. All
 * impacts of an event lie between its first and last frame; a weak one may show in one frame only. */
static double reach_of(const routh_flight_setting *setting, const routh_trajectory *trajectory,
                       const routh_spike *spike, const routh_record *record, double radius) {
    const double time = trajectory->time[spike->event.last] - trajectory->time[spike->event.first] + setting->interval;
    const routh_velocity *v = &record->before;
    const double speed = hypot(hypot(v->vx, v->vy), setting->gyration * v->omega);
    return time * speed * hypot(1, radius / setting->gyration);
}

/* Along the ground from the corner taken to those left and right of it that can come down; 0: there is none. */
static void find_corners(const routh_flight_setting *setting, const routh_trajectory *trajectory,
                         const routh_spike *spike, const routh_record *record, double beside[2]) {
    const routh_shape *shape = &setting->dataset->body.shape;
    const double sine = sin(record->theta), cosine = cos(record->theta);
    double height[2] = {INFINITY, INFINITY};
    for (size_t i = 0; shape->kind == ROUTH_POLYGON && i < shape->count; i++) {
        const double *vertex = shape->vertex[i];
        const double x = cosine * vertex[0] - sine * vertex[1] - record->rx;
        const double y = sine * vertex[0] + cosine * vertex[1] - record->ry;
        const int side = x > 0;
        if (fabs(x) + fabs(y) > 0 && y < height[side] &&
            y <= reach_of(setting, trajectory, spike, record, hypot(vertex[0], vertex[1]))) {
            height[side] = y;
            beside[side] = x;
        }
    }
}

/* Σ τ² of a flight's frames about their mean time. */
static double spread_of(const routh_trajectory *trajectory, const routh_arc *arc) {
    double mean = 0, sum = 0;
    for (size_t i = 0; i < arc->count; i++)
        mean += trajectory->time[arc->first + i] / (double)arc->count;
    for (size_t i = 0; i < arc->count; i++)
        sum += (trajectory->time[arc->first + i] - mean) * (trajectory->time[arc->first + i] - mean);
    return sum;
}

routh_lever routh_spike_lever(const routh_flight_setting *setting, const routh_trajectory *trajectory,
                              const routh_spike *spike, const routh_record *record) {
    const double *noise = setting->noise;
    const double rx = record->rx, ry = record->ry;
    const double dx = record->after.vx - record->before.vx, dy = record->after.vy - record->before.vy;
    const double spin = record->after.omega - record->before.omega;
    const double rate = 1 / spread_of(trajectory, &spike->before) + 1 / spread_of(trajectory, &spike->after);
    /* the angle at contact: of the mean of two flights at their ends, 4σ²/n each, and of the instant, which the poses'
     * distance over the change of velocity gives */
    const double ends = 1 / (double)spike->before.count + 1 / (double)spike->after.count;
    const double length = hypot(hypot(noise[X], noise[Y]), setting->gyration * noise[THETA]);
    const double change = hypot(hypot(dx, dy), setting->gyration * spin);
    const double mean_spin = (record->after.omega + record->before.omega) / 2;
    const double angle = hypot(noise[THETA], 2 * mean_spin * length / change);
    const double turned = (ry * dy + rx * dx) * (ry * dy + rx * dx) * angle * angle * ends;
    routh_lever lever = {.spin = spin,
                         .lever = rx * dy - ry * dx,
                         .rise = dy,
                         .spin_variance = noise[THETA] * noise[THETA] * rate,
                         .lever_variance =
                             (rx * rx * noise[Y] * noise[Y] + ry * ry * noise[X] * noise[X]) * rate + turned};
    find_corners(setting, trajectory, spike, record, lever.beside);
    return lever;
}

static double median_slope(const routh_lever *lever, const routh_record *record, size_t count, double *scratch) {
    size_t used = 0, kept = 0;
    for (size_t i = 0; i < count; i++)
        if (record[i].reasons == 0)
            scratch[used++] = fabs(lever[i].lever);
    const double middle = routh_median(scratch, used);
    for (size_t i = 0; used >= LEAST_CONTACTS && i < count; i++)
        if (record[i].reasons == 0 && fabs(lever[i].lever) >= middle && fabs(lever[i].lever) > 0)
            scratch[kept++] = lever[i].spin / lever[i].lever;
    return kept ? routh_median(scratch, kept) : NAN;
}

static double residual_of(const routh_lever *lever, double slope) {
    return lever->spin - slope * lever->lever;
}

static double deviation_of(const routh_lever *lever, double slope) {
    return sqrt(lever->spin_variance + slope * slope * lever->lever_variance);
}

/* Of residuals over their deviations, and at least 1. */
static double scale_of(const routh_lever *lever, const routh_record *record, size_t count, double slope,
                       double *scratch) {
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        if (record[i].reasons == 0 && deviation_of(&lever[i], slope) > 0)
            scratch[used++] = fabs(residual_of(&lever[i], slope)) / deviation_of(&lever[i], slope);
    return used >= LEAST_CONTACTS ? fmax(1, ROUTH_FROM_MEDIAN_DEVIATION * routh_median(scratch, used)) : 1;
}

static bool has_second_corner(const routh_lever *lever, double slope, double scale) {
    const double residual = residual_of(lever, slope), least = least_deviations * scale * deviation_of(lever, slope);
    for (int side = 0; side < 2; side++) {
        const double whole = slope * lever->beside[side] * lever->rise; /* if all of the impulse went through it */
        if (whole * residual > 0 && fabs(residual) > fmax(least, least_share * fabs(whole)))
            return true;
    }
    return false;
}

routh_status routh_mark_corners(routh_context *context, const routh_flight_setting *setting, const routh_lever *lever,
                                routh_record *record, size_t count) {
    double *scratch = count ? routh_allocate(context, count, sizeof *scratch) : NULL;
    if (count == 0)
        return ROUTH_OK;
    if (!scratch)
        return ROUTH_OUT_OF_MEMORY;
    double slope = median_slope(lever, record, count, scratch);
    if (isnan(slope))
        slope = 1 / (setting->gyration * setting->gyration);
    const double scale = scale_of(lever, record, count, slope, scratch);
    for (size_t i = 0; slope > 0 && i < count; i++)
        if (record[i].reasons == 0 && has_second_corner(&lever[i], slope, scale))
            record[i].reasons = ROUTH_SECOND_CORNER;
    routh_release(context, scratch);
    return ROUTH_OK;
}
