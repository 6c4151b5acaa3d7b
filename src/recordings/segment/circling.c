/* Where is the centre of mass, seen from the tracked point? In flight it moves on a parabola and the tracked point circles
 * it: with d the tracked point in body axes and τ the time from the middle of a flight,
 *
 *     (x, y) = c₀ + v₀ τ − ½ g τ² e_y − β (½ v₀ τ² − ⅙ g τ³ e_y) + R(θ) d
 *
 * is linear in d, g and the drag β, which all flights share, and in c₀ and v₀ of each, which are taken out by making every
 * column orthogonal to 1 and τ. Gravity is free as well, so that a wrong unit does not become an offset. Each trajectory
 * has one vote, and errors come from leaving out whole trajectories.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/segment.h"

#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"

enum { D_X, D_Y, DRAG, FALL, UNKNOWNS };

/* The least frames of a flight, and the least trajectories that show errors. */
enum { LONG_FLIGHT = 8, LEAST_TRAJECTORIES = 4, PASSES = 3 };

/* Groups that vote: leaving out one after the other takes the square of their number. */
enum { MOST_GROUPS = 400 };

/* It is free within this share of gravity: lying on the ground is one gravity off. */
static const double free_fall_share = 0.5;

/* An offset counts from this number of standard errors on, and from this part of the radius of gyration on: a smaller one is
 * within what tracking itself leaves, and the calibration by impacts finds what is left. An error of this part is no
 * answer. */
static const double least_errors = 5;
static const double least_share = 0.03;
static const double vague_share = 0.1;

typedef struct flight {
    const routh_trajectory *trajectory;
    size_t first, count;
    double middle, second; /* mean time, and Σ τ² */
    double velocity[2];
    double angle, spin; /* at the mean time: their noise must not look like turning */
    double gravity;
} flight;

typedef struct flight_axis {
    const flight *flight;
    int axis;
} flight_axis;

static double time_of(const flight *f, size_t i) {
    return f->trajectory->time[f->first + i] - f->middle;
}

/* The unknowns' coefficients at a frame, in x or in y, and the coordinate itself last. */
static double row_of(const void *user, size_t i, double *row) {
    const flight *f = ((const flight_axis *)user)->flight;
    const int axis = ((const flight_axis *)user)->axis;
    const double time = time_of(f, i), angle = f->angle + f->spin * time, fallen = time * time / 2;
    row[D_X] = axis == 0 ? cos(angle) : sin(angle);
    row[D_Y] = axis == 0 ? -sin(angle) : cos(angle);
    row[DRAG] = -(f->velocity[axis] * fallen - (axis == 1 ? f->gravity * time * fallen / 3 : 0));
    row[FALL] = axis == 1 ? -fallen : 0;
    row[UNKNOWNS] = axis == 0 ? f->trajectory->x[f->first + i] : f->trajectory->y[f->first + i];
    return time;
}

static void add_flight(const flight *f, routh_normal *normal) {
    for (int axis = 0; axis < 2; axis++)
        routh_normal_add_without_line(normal, f->count, f->second, row_of, &(flight_axis){f, axis});
}

/* Frames first … last of `seen`, whose free flights are looked for in the view with the known part of the offset taken out.
 * Columns are those of the recording: what is found is the whole offset. */
static bool look_at(const routh_flight_setting *setting, const routh_trajectory *view, const routh_trajectory *recorded,
                    size_t first, size_t last, routh_normal *normal) {
    if (last < first || last - first + 1 < LONG_FLIGHT)
        return false;
    const routh_arc arc = routh_flight_fit(setting, view, first, last, view->time[(first + last) / 2]);
    if (arc.gaps || hypot(arc.acceleration[X], arc.acceleration[Y]) > free_fall_share * setting->gravity)
        return false;
    flight f = {.trajectory = recorded,
                .first = first,
                .count = last - first + 1,
                .velocity = {arc.velocity[X], arc.velocity[Y]},
                .gravity = setting->gravity};
    for (size_t i = 0; i < f.count; i++)
        f.middle += recorded->time[first + i] / (double)f.count;
    for (size_t i = 0; i < f.count; i++)
        f.second += time_of(&f, i) * time_of(&f, i);
    double pose[COORDINATES];
    routh_arc_pose(&arc, f.middle, pose);
    f.angle = pose[THETA];
    f.spin = arc.velocity[THETA];
    add_flight(&f, normal);
    return true;
}

/* Room for one pass. */
typedef struct workspace {
    routh_event *event;
    routh_votes votes;
    double *change;
} workspace;

static size_t look_at_all(const routh_flight_setting *setting, const routh_dataset *recorded, workspace *work) {
    size_t flights = 0;
    for (size_t g = 0; g < work->votes.count; g++)
        work->votes.group[g] = (routh_normal){.unknowns = UNKNOWNS};
    for (size_t i = 0; i < recorded->trajectory_count; i++) {
        const routh_trajectory *view = &setting->dataset->trajectory[i];
        routh_normal *group = &work->votes.group[i % work->votes.count];
        const size_t events = routh_flight_events(setting, view, work->event);
        for (size_t k = 0; view->count > 0 && k <= events; k++) {
            const size_t first = k > 0 ? work->event[k - 1].last + 1 : 0;
            const size_t end = k < events ? work->event[k].first : view->count;
            flights += end > 0 && look_at(setting, view, &recorded->trajectory[i], first, end - 1, group);
        }
    }
    return flights;
}

/* One pass: flights in the view, the whole offset from them. */
static void solve(const routh_flight_setting *setting, const routh_dataset *recorded, workspace *work,
                  routh_circling *circling) {
    double value[ROUTH_NORMAL_MOST], scatter;
    size_t voting = 0;
    circling->flights = look_at_all(setting, recorded, work);
    for (size_t i = 0; i < work->votes.count; i++)
        voting += work->votes.group[i].freedom > 0;
    circling->determined = voting >= LEAST_TRAJECTORIES &&
                           routh_votes_solve(&work->votes, value, &scatter, work->change, ROUTH_NORMAL_MOST);
    for (int k = 0; k < 2; k++) {
        circling->offset[k] = circling->determined ? value[k] : NAN;
        circling->error[k] =
            circling->determined
                ? routh_jackknife_interval(value[k], work->change + k, ROUTH_NORMAL_MOST, work->votes.count).deviation
                : NAN;
        circling->determined = circling->determined && circling->error[k] < vague_share * setting->gyration;
    }
}

static void judge(double gyration, routh_circling *circling) {
    const double *d = circling->offset, *e = circling->error;
    circling->least = least_share * gyration;
    circling->evident =
        circling->determined && hypot(d[0], d[1]) > circling->least && hypot(d[0] / e[0], d[1] / e[1]) > least_errors;
}

/* A view of the dataset with the motion of the centre of mass: x and y of its trajectories are its own, all else the
 * dataset's. Empty on failure. */
static routh_status centred_view(routh_context *context, const routh_dataset *dataset, const double offset[2],
                                 routh_dataset *view) {
    *view = *dataset;
    view->trajectory = routh_allocate(context, dataset->trajectory_count, sizeof *view->trajectory);
    if (!view->trajectory) {
        view->trajectory_count = 0;
        return ROUTH_OUT_OF_MEMORY;
    }
    memcpy(view->trajectory, dataset->trajectory, dataset->trajectory_count * sizeof *view->trajectory);
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        const routh_trajectory *from = &dataset->trajectory[i];
        routh_trajectory *to = &view->trajectory[i];
        view->trajectory_count = i + 1;
        to->x = routh_allocate(context, from->count, sizeof *to->x);
        to->y = routh_allocate(context, from->count, sizeof *to->y);
        if (!to->x || !to->y) {
            routh_centred_release(context, view);
            return ROUTH_OUT_OF_MEMORY;
        }
        for (size_t j = 0; j < from->count; j++) {
            const double c = cos(from->theta[j]), s = sin(from->theta[j]);
            to->x[j] = from->x[j] - (c * offset[0] - s * offset[1]);
            to->y[j] = from->y[j] - (s * offset[0] + c * offset[1]);
        }
    }
    return ROUTH_OK;
}

/* Passes, each with the offset of the one before taken out: fast circling looks like contacts. */
static routh_status measure(routh_context *context, const routh_dataset *dataset, workspace *work,
                            routh_circling *circling) {
    routh_status status = ROUTH_OK;
    double gyration = 0;
    for (int pass = 0; status == ROUTH_OK && pass < PASSES && (pass == 0 || circling->determined); pass++) {
        routh_flight_setting setting;
        routh_dataset view = *dataset;
        if (pass > 0)
            status = centred_view(context, dataset, circling->offset, &view);
        if (status == ROUTH_OK)
            status = routh_flight_measure(context, &view, view.gravity, &setting);
        if (status == ROUTH_OK) {
            gyration = setting.gyration;
            solve(&setting, dataset, work, circling);
        }
        if (pass > 0)
            routh_centred_release(context, &view);
    }
    if (status == ROUTH_OK)
        judge(gyration, circling);
    return status;
}

routh_status routh_circling_of(routh_context *context, const routh_dataset *dataset, routh_circling *circling) {
    const size_t count = dataset->trajectory_count < MOST_GROUPS ? dataset->trajectory_count : MOST_GROUPS;
    *circling = (routh_circling){.offset = {NAN, NAN}, .error = {NAN, NAN}};
    if (!(dataset->gravity > 0))
        return ROUTH_OK;
    ROUTH_ARENA(room, context);
    workspace work = {.event = routh_take(&room, routh_count_samples(dataset) / 2 + 1, sizeof *work.event),
                      .change = routh_take(&room, count, ROUTH_NORMAL_MOST * sizeof *work.change),
                      .votes = {.count = count,
                                .group = routh_take(&room, count, sizeof *work.votes.group),
                                .weight = routh_take(&room, count, sizeof *work.votes.weight),
                                .scratch = routh_take(&room, count, sizeof *work.votes.scratch)}};
    ROUTH_TRY(room.status);
    return measure(context, dataset, &work, circling);
}

void routh_centred_release(routh_context *context, routh_dataset *view) {
    for (size_t i = 0; i < view->trajectory_count; i++) {
        routh_release(context, view->trajectory[i].x);
        routh_release(context, view->trajectory[i].y);
    }
    routh_release(context, view->trajectory);
    view->trajectory = NULL;
    view->trajectory_count = 0;
}

routh_status routh_centred_of(routh_context *context, const routh_dataset *dataset, routh_circling *circling,
                              routh_dataset *view, bool *owned) {
    *view = *dataset;
    *owned = false;
    routh_status status = routh_circling_of(context, dataset, circling);
    if (status == ROUTH_OK && circling->evident) {
        status = centred_view(context, dataset, circling->offset, view);
        *owned = status == ROUTH_OK;
    }
    return status;
}
