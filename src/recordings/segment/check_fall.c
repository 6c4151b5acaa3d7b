/* What free flight in a recording shows: gravity, drag, lost frames, and the sampling rate behind its velocities.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "segment/check.h"
#include "segment/segment.h"

/* Shorter flights determine gravity too poorly. */
static const size_t least_flight = 8;
static const size_t least_flights = 5;

/* Second differences over this many frames have 16 times less noise than over one. */
enum { STRIDE = 4 };

/* Gravity in whatever units the recording has: the median of those accelerations that clearly point down. Contacts push
 * up, lying still is nothing, so most of what points down is free fall. NaN if nothing falls. */
static double rough_gravity(const routh_flight_setting *setting, double *scratch) {
    double width = STRIDE * setting->interval;
    double noise = sqrt(6.0) * setting->noise[Y] / (width * width);
    size_t count = 0;
    for (size_t i = 0; i < setting->dataset->trajectory_count; i++) {
        const routh_trajectory *trajectory = &setting->dataset->trajectory[i];
        for (size_t j = STRIDE; j + STRIDE < trajectory->count; j++) {
            const double *y = &trajectory->y[j];
            double down = -(y[STRIDE] - 2 * y[0] + y[-STRIDE]) / (width * width);
            if (down > 4 * noise && down > 1e-9)
                scratch[count++] = down;
        }
    }
    return routh_median(scratch, count);
}

/* One flight's accelerations, with the velocity at its middle. */
typedef struct flight {
    double ax, ay, vx, vy;
    double weight; /* 1 / variance of the accelerations but for a factor */
} flight;

/* The flights of one trajectory that are free fall within half of gravity. */
static size_t add_flights(const routh_flight_setting *setting, const routh_trajectory *trajectory, routh_event *event,
                          flight *all) {
    size_t events = routh_flight_events(setting, trajectory, event), count = 0;
    for (size_t i = 0; i <= events; i++) {
        size_t first = i > 0 ? event[i - 1].last + 1 : 0;
        size_t last = i < events ? event[i].first - 1 : trajectory->count - 1;
        if (last < first || last - first + 1 < least_flight)
            continue;
        routh_arc arc = routh_flight_fit(setting, trajectory, first, last, trajectory->time[(first + last) / 2]);
        if (arc.gaps || fabs(arc.acceleration[Y]) > setting->gravity / 2)
            continue;
        double error = fmax(arc.acceleration_error[Y], 1e-12 * setting->gravity);
        all[count++] = (flight){arc.acceleration[X], arc.acceleration[Y] - setting->gravity, arc.velocity[X],
                                arc.velocity[Y], 1 / (error * error)};
    }
    return count;
}

/* Least squares of ay = −g − c vy and ax = −c vx with weights; White's errors, as the flights' scatter is uneven. */
static void regress(const flight *all, size_t count, routh_fall *fall) {
    double w = 0, wv = 0, wvv = 0, wa = 0, wva = 0;
    for (size_t i = 0; i < count; i++) {
        const flight *f = &all[i];
        w += f->weight;
        wv += f->weight * f->vy;
        wvv += f->weight * (f->vy * f->vy + f->vx * f->vx);
        wa -= f->weight * f->ay;
        wva -= f->weight * (f->vy * f->ay + f->vx * f->ax);
    }
    double determinant = w * wvv - wv * wv;
    fall->gravity = (wvv * wa - wv * wva) / determinant;
    fall->drag = (w * wva - wv * wa) / determinant;
    double gravity_variance = 0, drag_variance = 0;
    for (size_t i = 0; i < count; i++) {
        const flight *f = &all[i];
        double ey = -f->ay - fall->gravity - fall->drag * f->vy, ex = -f->ax - fall->drag * f->vx;
        double score_gravity = f->weight * ey, score_drag = f->weight * (ey * f->vy + ex * f->vx);
        double g = (wvv * score_gravity - wv * score_drag) / determinant;
        double c = (w * score_drag - wv * score_gravity) / determinant;
        gravity_variance += g * g;
        drag_variance += c * c;
    }
    fall->gravity_error = sqrt(gravity_variance);
    fall->drag_error = sqrt(drag_variance);
    fall->flights = count;
}

/* Drops flights that are far from the rest: a hidden contact or a slip of the tracking spoils them. */
static size_t drop_outliers(flight *all, size_t count, const routh_fall *fall, double *scratch) {
    for (size_t i = 0; i < count; i++)
        scratch[i] = sqrt(all[i].weight) * fabs(all[i].ay + fall->gravity + fall->drag * all[i].vy);
    double limit = 5 * ROUTH_FROM_MEDIAN_DEVIATION * routh_median(scratch, count);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (sqrt(all[i].weight) * fabs(all[i].ay + fall->gravity + fall->drag * all[i].vy) <= limit)
            all[kept++] = all[i];
    return kept;
}

routh_status routh_measure_fall(routh_context *context, const routh_dataset *dataset, routh_fall *fall) {
    routh_flight_setting setting;
    *fall = (routh_fall){0};
    routh_status status = routh_flight_measure(context, dataset, dataset->gravity, &setting);
    if (status != ROUTH_OK)
        return status;
    size_t samples = routh_count_samples(dataset);
    double *scratch = routh_allocate(context, samples + 1, sizeof *scratch);
    routh_event *event = routh_allocate(context, samples / 2 + 1, sizeof *event);
    flight *all = routh_allocate(context, samples / least_flight + dataset->trajectory_count + 1, sizeof *all);
    double gravity = scratch && event && all ? rough_gravity(&setting, scratch) : NAN;
    if (!scratch || !event || !all)
        status = ROUTH_OUT_OF_MEMORY;
    else if (gravity > 0)
        status = routh_flight_measure(context, dataset, gravity, &setting);
    size_t count = 0;
    for (size_t i = 0; status == ROUTH_OK && gravity > 0 && i < dataset->trajectory_count; i++)
        count += add_flights(&setting, &dataset->trajectory[i], event, all + count);
    for (int pass = 0; count >= least_flights && pass < 3; pass++) {
        regress(all, count, fall);
        count = drop_outliers(all, count, fall, scratch);
    }
    routh_release(context, scratch);
    routh_release(context, event);
    routh_release(context, all);
    return status;
}

static bool same_pose(const routh_trajectory *trajectory, size_t i) {
    const double *x = &trajectory->x[i], *y = &trajectory->y[i], *theta = &trajectory->theta[i];
    return !(x[0] < x[1] || x[0] > x[1] || y[0] < y[1] || y[0] > y[1] || theta[0] < theta[1] || theta[0] > theta[1]);
}

/* Time stamps that skip, and poses that repeat in the midst of motion. */
static size_t skipped_frames(const routh_flight_setting *setting, const routh_trajectory *trajectory, size_t *stamped) {
    size_t count = 0;
    for (size_t i = 0; i + 1 < trajectory->count; i++) {
        double duration = trajectory->time[i + 1] - trajectory->time[i];
        bool moves =
            i > 0 && i + 2 < trajectory->count && !same_pose(trajectory, i - 1) && !same_pose(trajectory, i + 1);
        bool skips = fabs(duration - setting->interval) > setting->interval / 2;
        count += skips || (moves && same_pose(trajectory, i));
        *stamped += skips && !routh_flight_gaps(setting, trajectory, i, i + 1);
    }
    return count;
}

routh_status routh_measure_losses(routh_context *context, const routh_dataset *dataset, routh_losses *losses) {
    const routh_segment_options options = routh_segment_options_default();
    routh_flight_setting setting;
    *losses = (routh_losses){0};
    routh_status status = routh_flight_measure(context, dataset, dataset->gravity, &setting);
    if (status != ROUTH_OK)
        return status;
    routh_event *event = routh_allocate(context, routh_count_samples(dataset) / 2 + 1, sizeof *event);
    if (!event)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        const routh_trajectory *trajectory = &dataset->trajectory[i];
        size_t events = routh_flight_events(&setting, trajectory, event);
        size_t found = skipped_frames(&setting, trajectory, &losses->stamped);
        for (size_t j = 0; j < events; j++) {
            size_t earliest = j > 0 ? event[j - 1].last + 1 : 0;
            size_t latest = j + 1 < events ? event[j + 1].first - 1 : trajectory->count - 1;
            found += routh_spike_fit(&setting, &options, trajectory, event[j], earliest, latest).jump;
        }
        losses->frames += found;
        losses->trajectories += found > 0;
    }
    routh_release(context, event);
    return ROUTH_OK;
}

/* Velocity over displacement per frame, from `back` frames before to `ahead` frames after; only where the body moves
 * so fast that noise does not matter. */
static size_t fill_ratios(const routh_flight_setting *setting, int back, int ahead, double *ratio) {
    size_t count = 0;
    for (size_t i = 0; i < setting->dataset->trajectory_count; i++) {
        const routh_trajectory *trajectory = &setting->dataset->trajectory[i];
        for (size_t j = 1; trajectory->vx && trajectory->vy && j + 1 < trajectory->count; j++) {
            double dx = (trajectory->x[j + (size_t)ahead] - trajectory->x[j - (size_t)back]) / (back + ahead);
            double dy = (trajectory->y[j + (size_t)ahead] - trajectory->y[j - (size_t)back]) / (back + ahead);
            if (hypot(dx, dy) > 20 * hypot(setting->noise[X], setting->noise[Y]))
                ratio[count++] = (trajectory->vx[j] * dx + trajectory->vy[j] * dy) / (dx * dx + dy * dy);
        }
    }
    return count;
}

/* Velocities are backward, central or forward differences; the kind whose ratios scatter least is taken. */
routh_status routh_measure_rate(routh_context *context, const routh_dataset *dataset, double *rate) {
    static const int reach[][2] = {{1, 0}, {1, 1}, {0, 1}};
    routh_flight_setting setting;
    *rate = NAN;
    routh_status status = routh_flight_measure(context, dataset, dataset->gravity, &setting);
    double *ratio = status == ROUTH_OK ? routh_allocate(context, routh_count_samples(dataset), sizeof *ratio) : NULL;
    if (!ratio)
        return status != ROUTH_OK ? status : ROUTH_OUT_OF_MEMORY;
    double least = INFINITY;
    for (int kind = 0; kind < 3 && status == ROUTH_OK; kind++) {
        size_t count = fill_ratios(&setting, reach[kind][0], reach[kind][1], ratio);
        double centre = routh_median(ratio, count);
        for (size_t i = 0; i < count; i++)
            ratio[i] = fabs(ratio[i] - centre);
        double scatter = count >= 10 ? routh_median(ratio, count) : INFINITY;
        if (scatter < least) {
            least = scatter;
            *rate = centre;
        }
        status = routh_check_cancelled(context);
    }
    routh_release(context, ratio);
    return status;
}
