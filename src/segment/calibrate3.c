/* Gravity, drag and the centre of mass from long free flights; the board from rest; recorded spins against orientations.
 *
 * The centre of mass flies on a parabola, and the tracked point turns about it: with c the centre of mass as seen from
 * the tracked point in body axes, R the orientation and τ the time from the middle of the flight,
 *
 *     p = X₀ + V₀ τ − ½ g τ² e_z − ½ β V₀ τ² − R c
 *
 * is linear in c, g and β, which all flights share, and in X₀ and V₀ of each, which are taken out by making every column
 * orthogonal to 1 and τ. The recording's own gravity over the true one is the scale of its lengths.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/segment3.h"

#include <math.h>
#include <string.h>

#include "algebra/normal.h"
#include "algebra/turn.h"
#include "base/context.h"
#include "base/order.h"

enum { CENTRE = 0, DRAG = 3, GRAVITY = 4, UNKNOWNS = 5 };

/* A flight must be this long to differ from a straight line, and this close to free fall. Lying on the board is one
 * gravity off. */
enum { LONG_FLIGHT = 12 };
static const double free_fall_share = 0.2;

/* And this near to a parabola, m, although the tracked point turns about the centre of mass. */
static const double deviation_most = 0.003;

/* A standard error larger than this, relative and in m, leaves scale and centre of mass as stated. */
static const double scale_error_most = 0.01;
static const double centre_error_most = 0.001;

/* At rest a toss moves slower than this over its last frames, m/s. */
enum { REST_FRAMES = 5 };
static const double rest_speed = 0.02;

typedef struct flight {
    const routh_segment3_setting *setting;
    const routh_trajectory3 *toss;
    size_t first, count;
    double velocity[3];
    double second; /* Σ τ² */
} flight;

static double time_of(const flight *f, size_t i) {
    return ((double)i - 0.5 * (double)(f->count - 1)) * f->setting->interval;
}

/* The unknowns' coefficients at a frame for one world axis, and the coordinate itself last. */
static void row_of(const flight *f, size_t i, int axis, double row[UNKNOWNS + 1]) {
    const double fallen = 0.5 * time_of(f, i) * time_of(f, i);
    for (int c = 0; c < 3; c++) {
        double body[3] = {c == 0, c == 1, c == 2}, world[3];
        routh_turn_apply(f->toss->orientation[f->first + i], body, world);
        row[CENTRE + c] = -world[axis];
    }
    row[DRAG] = -f->velocity[axis] * fallen;
    row[GRAVITY] = axis == 2 ? -fallen : 0;
    row[UNKNOWNS] = f->toss->position[f->first + i][axis];
}

static void add_flight(const flight *f, routh_normal *normal) {
    for (int axis = 0; axis < 3; axis++) {
        double mean[UNKNOWNS + 1] = {0}, slope[UNKNOWNS + 1] = {0}, row[UNKNOWNS + 1];
        for (size_t i = 0; i < f->count; i++) {
            row_of(f, i, axis, row);
            for (int k = 0; k <= UNKNOWNS; k++) {
                mean[k] += row[k] / (double)f->count;
                slope[k] += row[k] * time_of(f, i) / f->second;
            }
        }
        for (size_t i = 0; i < f->count; i++) {
            row_of(f, i, axis, row);
            for (int k = 0; k <= UNKNOWNS; k++)
                row[k] -= mean[k] + slope[k] * time_of(f, i);
            routh_normal_add(normal, row, row[UNKNOWNS]);
        }
        normal->freedom -= 2;
    }
}

/* Recorded spins against those of the orientations. */
typedef struct spins {
    double product, square;
    double *body, *world; /* distances, one for each frame */
    size_t count;
} spins;

static void add_spins(const flight *f, spins *s) {
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
                    routh_normal *normal, spins *s, size_t *flights) {
    if (last - first < LONG_FLIGHT)
        return;
    const routh_flight3_arc arc = routh_flight3_arc_fit(setting, toss, first, last - 1);
    if (arc.deviation > deviation_most || arc.excess > free_fall_share * arc.gravity)
        return;
    flight f = {.setting = setting, .toss = toss, .first = first, .count = last - first};
    memcpy(f.velocity, arc.velocity, sizeof f.velocity);
    for (size_t i = 0; i < f.count; i++)
        f.second += time_of(&f, i) * time_of(&f, i);
    add_flight(&f, normal);
    add_spins(&f, s);
    ++*flights;
}

static void take_flights(routh_context *context, const routh_normal *normal, double gravity,
                         routh_calibration3 *calibration) {
    routh_normal_answer answer;
    if (calibration->flights == 0 || !routh_normal_solve(normal, &answer)) {
        routh_log(context, ROUTH_LOG_WARNING, "too little free flight to measure scale and centre of mass");
        return;
    }
    const double scale = answer.value[GRAVITY] / gravity, scale_error = answer.error[GRAVITY] / gravity;
    double worst = 0;
    for (int c = 0; c < 3; c++)
        worst = fmax(worst, answer.error[CENTRE + c]);
    calibration->drag = answer.value[DRAG];
    calibration->drag_error = answer.error[DRAG];
    calibration->flight_noise = answer.scatter * sqrt(3);
    if (scale > 0 && scale_error < scale_error_most) {
        calibration->scale = scale;
        calibration->scale_error = scale_error;
    } else {
        routh_log(context, ROUTH_LOG_WARNING, "gravity is uncertain by %.1f %%: lengths are taken as recorded",
                  100 * scale_error);
    }
    for (int c = 0; c < 3 && worst < centre_error_most; c++) {
        calibration->centre[c] = answer.value[CENTRE + c] / calibration->scale;
        calibration->centre_error[c] = answer.error[CENTRE + c] / calibration->scale;
    }
    if (!(worst < centre_error_most))
        routh_log(context, ROUTH_LOG_WARNING,
                  "the centre of mass is uncertain by %.1f mm: it is taken to be the tracked point", 1e3 * worst);
}

/* The median height at which tosses come to rest, on a face. */
static void measure_rest(const routh_segment3_setting *setting, double *height, routh_calibration3 *calibration) {
    const routh_dataset3 *dataset = setting->dataset;
    const double half = setting->dataset->width / 2;
    double mean = 0, squares = 0;
    for (size_t t = 0; t < dataset->trajectory_count; t++) {
        const routh_trajectory3 *toss = &dataset->trajectory[t];
        if (toss->count < REST_FRAMES)
            continue;
        const size_t last = toss->count - 1, first = toss->count - REST_FRAMES;
        double moved[3], turned[3];
        for (int c = 0; c < 3; c++)
            moved[c] = toss->position[last][c] - toss->position[first][c];
        routh_turn_between(toss->orientation[first], toss->orientation[last], turned);
        if (routh_flight3_length(setting, moved, turned) < rest_speed * (double)(last - first) * setting->interval)
            height[calibration->rests++] = toss->position[last][2];
    }
    const double count = (double)calibration->rests;
    for (size_t i = 0; i < calibration->rests; i++)
        mean += height[i] / count;
    for (size_t i = 0; i < calibration->rests; i++)
        squares += (height[i] - mean) * (height[i] - mean);
    calibration->rest_scale = routh_median(height, calibration->rests) / half;
    calibration->rest_error = count > 1 ? sqrt(squares / (count - 1) / count) / half : 0;
}

routh_status routh_calibrate3_measure(routh_context *context, const routh_segment3_setting *setting,
                                      routh_calibration3 *calibration) {
    const routh_dataset3 *dataset = setting->dataset;
    size_t longest = 0;
    *calibration = (routh_calibration3){.scale = 1, .spin_ratio = NAN, .spin_body = NAN, .spin_world = NAN};
    for (size_t t = 0; t < dataset->trajectory_count; t++) {
        calibration->frames += dataset->trajectory[t].count;
        longest = dataset->trajectory[t].count > longest ? dataset->trajectory[t].count : longest;
    }
    routh_flight3_spike *spike = routh_allocate(context, longest / 2 + 1, sizeof *spike);
    double *scratch = spike ? routh_allocate(context, calibration->frames, 2 * sizeof *scratch) : NULL;
    if (!scratch) {
        routh_release(context, spike);
        return ROUTH_OUT_OF_MEMORY;
    }
    spins s = {.body = scratch, .world = scratch + calibration->frames};
    routh_normal normal = {.unknowns = UNKNOWNS};
    for (size_t t = 0; t < dataset->trajectory_count; t++) {
        const routh_trajectory3 *toss = &dataset->trajectory[t];
        const size_t count = routh_flight3_spikes(setting, toss, spike);
        for (size_t k = 0; k <= count; k++)
            look_at(setting, toss, k > 0 ? spike[k - 1].last + 1 : 0, k < count ? spike[k].first : toss->count, &normal,
                    &s, &calibration->flights);
    }
    take_flights(context, &normal, setting->dataset->gravity, calibration);
    if (s.count > 0) {
        calibration->spin_ratio = s.product / s.square;
        calibration->spin_body = routh_median(s.body, s.count);
        calibration->spin_world = routh_median(s.world, s.count);
    }
    measure_rest(setting, scratch, calibration);
    if (calibration->rests == 0)
        routh_log(context, ROUTH_LOG_WARNING, "no toss ends at rest: the board is taken to be at height 0");
    else
        calibration->ground = setting->dataset->width / 2 * (calibration->rest_scale / calibration->scale - 1);
    routh_release(context, scratch);
    routh_release(context, spike);
    return ROUTH_OK;
}

void routh_calibrate3_apply(const routh_calibration3 *calibration, routh_segment3_setting *setting) {
    setting->scale = calibration->scale;
    memcpy(setting->centre, calibration->centre, sizeof setting->centre);
    setting->ground = calibration->ground;
}
