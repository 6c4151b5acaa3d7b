/* Gravity, drag and the centre of mass from long free flights; the board from rest; recorded spins against orientations.
 * 
 * The recording's own gravity over the true one is the scale of its lengths. Each toss has one vote, whatever its flights'
 * errors are like (src/core/algebra/statistics.c).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "segment/segment3.h"

/* The unknowns that all flights share: c, β and g as recorded. */
enum { ROUTH_FLOWN_CENTRE = 0, ROUTH_FLOWN_DRAG = 3, ROUTH_FLOWN_GRAVITY = 4, ROUTH_FLOWN = 5 };

typedef struct routh_calibrate3_spins {
    double product, square;
    double *body, *world; /* distances, one for each frame */
    size_t count;
} routh_calibrate3_spins;

/* Long free flights: the rows that they give for gravity, drag and the centre of mass, and recorded spins against those of
 * the orientations.
 * 
 * The centre of mass flies on a parabola, and the tracked point turns about it: with c the centre of mass as seen from
 * the tracked point in body axes, R the orientation and τ the time from the middle of the flight,
 * 
 *     p = X₀ + V₀ τ − ½ g τ² e_z − ½ β V₀ τ² − R c
 * 
 * is linear in c, g and β, which all flights share, and in X₀ and V₀ of each, which are taken out by making every column
 * orthogonal to 1 and τ. */

enum { CENTRE = ROUTH_FLOWN_CENTRE, DRAG = ROUTH_FLOWN_DRAG, GRAVITY = ROUTH_FLOWN_GRAVITY, UNKNOWNS = ROUTH_FLOWN };

/* A flight must be this long to differ from a straight line, and this close to free fall. Lying on the board is one
 * gravity off. */
enum { LONG_FLIGHT = 12 };
static const double free_fall_share = 0.2;

/* And this near to a parabola, m, although the tracked point turns about the centre of mass. */
static const double deviation_most = 0.003;

typedef struct flight {
    const routh_segment3_setting *setting;
    const routh_trajectory3 *toss;
    size_t first, count;
    double velocity[3];
    double second; /* Σ τ² */
} flight;

typedef struct flight_axis {
    const flight *flight;
    int axis;
} flight_axis;

static double time_of(const flight *f, size_t i) {
    return ((double)i - 0.5 * (double)(f->count - 1)) * f->setting->interval;
}

/* The unknowns' coefficients at a frame for one world axis, and the coordinate itself last. */
static double row_of(const void *user, size_t i, double *row) {
    const flight *f = ((const flight_axis *)user)->flight;
    const int axis = ((const flight_axis *)user)->axis;
    const double fallen = 0.5 * time_of(f, i) * time_of(f, i);
    for (int c = 0; c < 3; c++) {
        double body[3] = {c == 0, c == 1, c == 2}, world[3];
        routh_turn_apply(f->toss->orientation[f->first + i], body, world);
        row[CENTRE + c] = -world[axis];
    }
    row[DRAG] = -f->velocity[axis] * fallen;
    row[GRAVITY] = axis == 2 ? -fallen : 0;
    row[UNKNOWNS] = f->toss->position[f->first + i][axis];
    return time_of(f, i);
}

static void add_flight(const flight *f, routh_normal *normal) {
    for (int axis = 0; axis < 3; axis++)
        routh_normal_add_without_line(normal, f->count, f->second, row_of, &(flight_axis){f, axis});
}

/* Recorded spins against those of the orientations. */
static void add_spins(const flight *f, routh_calibrate3_spins *s) {
    for (size_t i = f->first + 1; f->toss->spin && i + 1 < f->first + f->count; i++) {
        double turn[3], back[4], body[3], apart[2][3];
        routh_turn_between(f->toss->orientation[i - 1], f->toss->orientation[i + 1], turn);
        for (int c = 0; c < 3; c++)
            turn[c] /= 2 * f->setting->interval;
        routh_turn_inverse(f->toss->orientation[i], back);
        routh_turn_apply(back, turn, body);
        for (int c = 0; c < 3; c++) {
            s->product += f->toss->spin[i][c] * body[c];
            s->square += body[c] * body[c];
            apart[0][c] = f->toss->spin[i][c] - body[c];
            apart[1][c] = f->toss->spin[i][c] - turn[c];
        }
        s->body[s->count] = routh_length3(apart[0]);
        s->world[s->count++] = routh_length3(apart[1]);
    }
}

/* Frames first … last − 1 between two spikes, if they are a long free flight. */
static void look_at(const routh_segment3_setting *setting, const routh_trajectory3 *toss, size_t first, size_t last,
                    routh_normal *normal, routh_calibrate3_spins *s, size_t *flights) {
    if (last < first + LONG_FLIGHT)
        return;
    const routh_flight3_arc arc = routh_flight3_arc_fit(setting, toss, first, last - 1);
    if (!routh_flight3_is_free(setting, &arc, deviation_most, free_fall_share))
        return;
    flight f = {.setting = setting, .toss = toss, .first = first, .count = last - first};
    memcpy(f.velocity, arc.velocity, sizeof f.velocity);
    for (size_t i = 0; i < f.count; i++)
        f.second += time_of(&f, i) * time_of(&f, i);
    add_flight(&f, normal);
    add_spins(&f, s);
    ++*flights;
}

/* Adds the rows and spins of a toss's long flights. `spike` holds toss->count / 2 + 1. */
static void calibrate3_look(const routh_segment3_setting *setting, const routh_trajectory3 *toss,
                            routh_flight3_spike *spike, routh_normal *normal, routh_calibrate3_spins *spins,
                            size_t *flights) {
    const size_t count = routh_flight3_spikes(setting, toss, spike);
    for (size_t k = 0; k <= count; k++) {
        const size_t first = k > 0 ? spike[k - 1].last + 1 : 0, last = k < count ? spike[k].first : toss->count;
        look_at(setting, toss, first > toss->held ? first : toss->held, last, normal, spins, flights);
    }
}

/* A standard error larger than this, relative and in m, leaves scale and centre of mass as stated. */
static const double scale_error_most = 0.01;
static const double centre_error_most = 0.005;

/* At rest a toss moves slower than this over its last frames, m/s. */
enum { REST_FRAMES = 5, FEWEST_RESTS = 3 };
static const double rest_speed = 0.02;

/* Room for everything that is measured. */
typedef struct workspace {
    routh_flight3_spike *spike; /* of the longest toss */
    double *scratch;            /* two for each frame */
    routh_votes votes;          /* one for each toss */
} workspace;

static routh_status allocate(routh_context *context, const routh_dataset3 *dataset, workspace *work) {
    size_t longest = 0, frames = 0;
    const size_t tosses = dataset->trajectory_count;
    for (size_t t = 0; t < tosses; t++) {
        frames += dataset->trajectory[t].count;
        longest = dataset->trajectory[t].count > longest ? dataset->trajectory[t].count : longest;
    }
    work->spike = routh_allocate(context, longest / 2 + 1, sizeof *work->spike);
    work->scratch = routh_allocate(context, frames, 2 * sizeof *work->scratch);
    work->votes = (routh_votes){.count = tosses,
                                .group = routh_allocate(context, tosses, sizeof *work->votes.group),
                                .weight = routh_allocate(context, tosses, 2 * sizeof *work->votes.weight)};
    const bool all = work->spike && work->scratch && work->votes.group && work->votes.weight;
    work->votes.scratch = all ? work->votes.weight + tosses : NULL;
    return all ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

static void release(routh_context *context, workspace *work) {
    routh_release(context, work->spike);
    routh_release(context, work->scratch);
    routh_release(context, work->votes.group);
    routh_release(context, work->votes.weight);
}

/* From what flights show as recorded to true lengths. */
static void true_lengths(const double *flown, double gravity, double *of) {
    of[ROUTH_CHANGE_SCALE] = flown[ROUTH_FLOWN_GRAVITY] / gravity;
    of[ROUTH_CHANGE_DRAG] = flown[ROUTH_FLOWN_DRAG];
    for (int c = 0; c < 3; c++)
        of[ROUTH_CHANGE_CENTRE + c] = flown[ROUTH_FLOWN_CENTRE + c] / of[ROUTH_CHANGE_SCALE];
}

static void forget(routh_calibrate3_change *change, size_t tosses, int which) {
    for (size_t t = 0; t < tosses; t++)
        change[t].of[which] = 0;
}

/* A score of tosses may agree by chance better than the noise of their frames lets them: then that is the error. */
static routh_interval interval_of(double value, const routh_calibrate3_change *change, size_t tosses, int which,
                                  double noise) {
    const routh_interval own =
        routh_jackknife_interval(value, &change->of[which], sizeof *change / sizeof(double), tosses);
    if (!(own.deviation < noise))
        return own;
    const double wide = routh_student_quantile(0.95, (double)tosses - 1) * noise;
    return (routh_interval){fmin(own.low, value - wide), fmax(own.high, value + wide), noise};
}

/* What independent noise of the frames alone makes of each, as true lengths. */
static void noise_of_flown(const routh_segment3_setting *setting, const routh_votes *votes, const double *found,
                           double *noise) {
    routh_normal all = {.unknowns = ROUTH_FLOWN};
    routh_normal_answer answer;
    for (size_t g = 0; g < votes->count; g++)
        routh_normal_merge(&all, &votes->group[g], votes->weight[g]);
    const bool solved = routh_normal_solve(&all, &answer) && answer.scatter > 0;
    for (int k = 0; solved && k < ROUTH_FLOWN; k++)
        answer.error[k] *= setting->place_noise / answer.scatter;
    noise[ROUTH_CHANGE_SCALE] = solved ? answer.error[ROUTH_FLOWN_GRAVITY] / setting->dataset->gravity : 0;
    noise[ROUTH_CHANGE_DRAG] = solved ? answer.error[ROUTH_FLOWN_DRAG] : 0;
    for (int c = 0; c < 3; c++)
        noise[ROUTH_CHANGE_CENTRE + c] = solved ? answer.error[ROUTH_FLOWN_CENTRE + c] / found[ROUTH_CHANGE_SCALE] : 0;
}

/* Scale and centre of mass as the flights show them, unless they are too uncertain. */
static void take_flights(routh_context *log, const routh_segment3_setting *setting, const double *value,
                         const double *noise, routh_calibrate3_change *change, routh_calibration3 *calibration) {
    const size_t tosses = setting->dataset->trajectory_count;
    routh_interval interval[ROUTH_CHANGES];
    for (int k = 0; k <= ROUTH_CHANGE_DRAG; k++)
        interval[k] = interval_of(value[k], change, tosses, k, noise[k]);
    if (isfinite(interval[ROUTH_CHANGE_DRAG].deviation)) {
        calibration->drag = value[ROUTH_CHANGE_DRAG];
        calibration->drag_error = interval[ROUTH_CHANGE_DRAG].deviation;
        calibration->drag_interval = interval[ROUTH_CHANGE_DRAG];
    }
    double worst = 0;
    for (int c = 0; c < 3; c++)
        worst = fmax(worst, interval[ROUTH_CHANGE_CENTRE + c].deviation);
    if (value[ROUTH_CHANGE_SCALE] > 0 && interval[ROUTH_CHANGE_SCALE].deviation < scale_error_most) {
        calibration->scale = value[ROUTH_CHANGE_SCALE];
        calibration->scale_error = interval[ROUTH_CHANGE_SCALE].deviation;
        calibration->scale_interval = interval[ROUTH_CHANGE_SCALE];
    } else {
        routh_log(log, ROUTH_LOG_WARNING, "gravity is uncertain by %.1f %%: lengths are taken as recorded",
                  100 * interval[ROUTH_CHANGE_SCALE].deviation);
        forget(change, tosses, ROUTH_CHANGE_SCALE);
    }
    for (int c = 0; c < 3; c++) {
        if (worst < centre_error_most) {
            calibration->centre[c] = value[ROUTH_CHANGE_CENTRE + c];
            calibration->centre_error[c] = interval[ROUTH_CHANGE_CENTRE + c].deviation;
            calibration->centre_interval[c] = interval[ROUTH_CHANGE_CENTRE + c];
        } else {
            forget(change, tosses, ROUTH_CHANGE_CENTRE + c);
        }
    }
    if (!(worst < centre_error_most))
        routh_log(log, ROUTH_LOG_WARNING, "the centre of mass is uncertain by %.1f mm: it is taken to be %s",
                  1e3 * worst, setting->shape ? "that of uniform density" : "the tracked point");
}

/* In a draw: what the whole recording has measured. */
static void take_drawn(const routh_calibration3 *whole, const double *value, routh_calibration3 *calibration) {
    calibration->drag = whole->drag_error > 0 ? value[ROUTH_CHANGE_DRAG] : 0;
    calibration->scale = whole->scale_error > 0 ? value[ROUTH_CHANGE_SCALE] : 1;
    for (int c = 0; c < 3; c++)
        if (whole->centre_error[c] > 0)
            calibration->centre[c] = value[ROUTH_CHANGE_CENTRE + c];
}

/* Flights and spins, without the frames in which a toss is held. */
static routh_status measure_flights(routh_context *context, routh_context *log, const routh_segment3_setting *setting,
                                    workspace *work, routh_calibrate3_change *change, routh_calibration3 *calibration) {
    const routh_dataset3 *dataset = setting->dataset;
    routh_calibrate3_spins spins = {.body = work->scratch, .world = work->scratch + calibration->frames};
    double value[ROUTH_NORMAL_MOST], found[ROUTH_CHANGES], noise[ROUTH_CHANGES], left[ROUTH_NORMAL_MOST], scatter;
    calibration->flights = 0;
    for (size_t t = 0; t < dataset->trajectory_count; t++) {
        work->votes.group[t] = (routh_normal){.unknowns = ROUTH_FLOWN};
        calibrate3_look(setting, &dataset->trajectory[t], work->spike, &work->votes.group[t], &spins,
                        &calibration->flights);
        change[t] = (routh_calibrate3_change){{0}};
        ROUTH_TRY(routh_check_cancelled(context));
    }
    if (spins.count > 0) {
        calibration->spin_ratio = spins.product / spins.square;
        calibration->spin_body = routh_median(spins.body, spins.count);
        calibration->spin_world = routh_median(spins.world, spins.count);
    }
    double *const changes = setting->whole ? NULL : change->of;
    if (!routh_votes_solve(&work->votes, value, &scatter, changes, sizeof *change / sizeof(double))) {
        routh_log(log, ROUTH_LOG_WARNING, "too little free flight to measure scale and centre of mass");
        for (size_t t = 0; t < dataset->trajectory_count; t++)
            change[t] = (routh_calibrate3_change){{0}};
        return ROUTH_OK;
    }
    calibration->flight_noise = scatter * sqrt(3);
    true_lengths(value, dataset->gravity, found);
    if (setting->whole) {
        take_drawn(setting->whole, found, calibration);
        return ROUTH_OK;
    }
    for (size_t t = 0; t < dataset->trajectory_count; t++) {
        if (work->votes.weight[t] == 0)
            continue;
        for (int k = 0; k < ROUTH_FLOWN; k++)
            left[k] = value[k] + change[t].of[k];
        true_lengths(left, dataset->gravity, change[t].of);
        for (int k = 0; k <= ROUTH_CHANGE_DRAG; k++)
            change[t].of[k] -= found[k];
    }
    noise_of_flown(setting, &work->votes, found, noise);
    take_flights(log, setting, found, noise, change, calibration);
    return routh_check_cancelled(context);
}

/* The median height at which tosses come to rest, on a face. Half of the heights between the n/2 ± √n/2-th smallest and
 * largest is its standard error whatever their distribution: the number below the true median has the standard deviation
 * √n/2. */
static void measure_rest(const routh_segment3_setting *setting, double *height, routh_calibration3 *calibration) {
    const routh_dataset3 *dataset = setting->dataset;
    double *const above = height + calibration->frames; /* the board as recorded, after scaling by `scale` */
    for (size_t t = 0; t < dataset->trajectory_count; t++) {
        const routh_trajectory3 *toss = &dataset->trajectory[t];
        if (toss->count < REST_FRAMES)
            continue;
        const size_t last = toss->count - 1, first = toss->count - REST_FRAMES;
        double moved[3], turned[3];
        for (int c = 0; c < 3; c++)
            moved[c] = toss->position[last][c] - toss->position[first][c];
        routh_turn_between(toss->orientation[first], toss->orientation[last], turned);
        const double own = routh_segment3_rest_height(setting, toss->orientation[last]);
        if (!(own > 0) ||
            !(routh_flight3_length(setting, moved, turned) < rest_speed * (double)(last - first) * setting->interval))
            continue;
        above[calibration->rests] = toss->position[last][2] / calibration->scale - own;
        height[calibration->rests++] = toss->position[last][2] / own;
    }
    const double count = (double)calibration->rests, aside = 0.5 / sqrt(count);
    calibration->rest_scale = routh_median(height, calibration->rests);
    if (calibration->rests > 0)
        calibration->ground = setting->shape ? routh_median(above, calibration->rests)
                                             : dataset->width / 2 * (calibration->rest_scale / calibration->scale - 1);
    if (calibration->rests < FEWEST_RESTS)
        return;
    qsort(height, calibration->rests, sizeof *height, routh_ascending);
    const double error = 0.5 * (routh_quantile(height, calibration->rests, 0.5 + aside) -
                                routh_quantile(height, calibration->rests, 0.5 - aside));
    const double wide = error * routh_student_quantile(0.95, count - 1);
    calibration->rest_error = error;
    calibration->rest_interval =
        (routh_interval){calibration->rest_scale - wide, calibration->rest_scale + wide, error};
}

routh_calibration3 routh_calibrate3_nothing(const routh_dataset3 *dataset) {
    routh_calibration3 calibration = {.scale = 1, .spin_ratio = NAN, .spin_body = NAN, .spin_world = NAN};
    routh_segment3_centre(dataset, calibration.centre);
    for (size_t t = 0; t < dataset->trajectory_count; t++) {
        calibration.frames += dataset->trajectory[t].count;
        calibration.held_frames += dataset->trajectory[t].held;
        calibration.held_tosses += dataset->trajectory[t].held > 0;
    }
    return calibration;
}

/* Roughly with all frames; then without those in which the hand holds a toss, which a draw knows. */
static routh_status measure(routh_context *context, const routh_segment3_setting *setting, workspace *work,
                            routh_dataset3 *dataset, routh_calibrate3_change *change) {
    routh_calibration3 *calibration = &dataset->calibration;
    routh_segment3_setting roughly = *setting;
    routh_status status = ROUTH_OK;
    if (!setting->whole) {
        status = measure_flights(context, NULL, setting, work, change, calibration);
        routh_calibrate3_apply(calibration, &roughly);
        if (status == ROUTH_OK)
            status = routh_release3_find(context, &roughly, calibration->drag, dataset);
    }
    if (status != ROUTH_OK)
        return status;
    *calibration = routh_calibrate3_nothing(dataset);
    status = measure_flights(context, context, setting, work, change, calibration);
    if (status != ROUTH_OK)
        return status;
    measure_rest(setting, work->scratch, calibration);
    if (calibration->rests == 0)
        routh_log(context, ROUTH_LOG_WARNING, "no toss ends at rest: the board is taken to be at height 0");
    return ROUTH_OK;
}

routh_status routh_calibrate3_measure(routh_context *context, const routh_segment3_setting *setting,
                                      routh_dataset3 *dataset, routh_calibrate3_change *change) {
    workspace work = {0};
    for (size_t t = 0; t < dataset->trajectory_count && !setting->whole; t++)
        dataset->trajectory[t].held = 0;
    dataset->calibration = routh_calibrate3_nothing(dataset);
    routh_status status = allocate(context, dataset, &work);
    if (status == ROUTH_OK)
        status = measure(context, setting, &work, dataset, change);
    release(context, &work);
    return status;
}

void routh_calibrate3_apply(const routh_calibration3 *calibration, routh_segment3_setting *setting) {
    setting->scale = calibration->scale;
    memcpy(setting->centre, calibration->centre, sizeof setting->centre);
    setting->ground = calibration->ground;
}
