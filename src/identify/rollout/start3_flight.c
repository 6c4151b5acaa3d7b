/* The first flight of a toss as one free motion: least squares over all of its instants.
 *
 * The centre of mass, which the tracked point and the recorded orientation give, falls with linear drag:
 *
 *     X(t) = X₀ + a(t) V₀ − b(t) g e_z
 *
 * is linear in X₀ and V₀. The turn follows Euler's equations; its six numbers are found by Gauss and Newton's method with
 * differences for derivatives. Orientations are so exact beside the offset of the centre of mass, a few mm, that their
 * noise does not matter for the place: both are fitted by themselves.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/cholesky.h"
#include "algebra/drag.h"
#include "algebra/turn.h"
#include "rollout/rollout.h"

enum { TURN = 6, PASSES = 30, FIRST_WINDOW = 9 };

/* Step of the differences, in rad and in rad over the flight, and where passes end. */
static const double turn_step = 1e-5;
static const double turn_enough = 1e-11;

routh_start3_fall routh_start3_fall_of(double drag, double time) {
    double first, second;
    routh_drag_shares(drag * time, &first, &second);
    return (routh_start3_fall){time * first, time * time * second};
}

/* The instants of a flight. */
typedef struct window {
    const routh_dataset3 *dataset;
    const routh_world3 *world;
    const routh_free_turn *turn;
    size_t trajectory, first, count;
} window;

static double time_of(const window *w, size_t i) {
    return (double)i / w->dataset->rate;
}

static const double *recorded_turn(const window *w, size_t i) {
    return w->dataset->trajectory[w->trajectory].orientation[w->first + i];
}

/* The centre of mass, with free fall from rest taken out, and a(t). */
static double place_of(const window *w, size_t i, double place[3]) {
    const routh_start3_fall fall = routh_start3_fall_of(w->world->drag, time_of(w, i));
    double offset[3];
    routh_rollout_recorded(w->dataset, w->trajectory, w->first + i, place);
    routh_turn_apply(recorded_turn(w, i), w->world->centre, offset);
    for (int c = 0; c < 3; c++)
        place[c] += offset[c];
    place[2] += fall.b * w->world->gravity;
    return fall.a;
}

/* A further acceleration: half of a², made orthogonal to 1 and a. */
static void bend_line(const window *w, const double sum[3], routh_start3_flight *flight) {
    double cubes = 0;
    for (size_t i = 0; i < w->count; i++)
        cubes += pow(routh_start3_fall_of(w->world->drag, time_of(w, i)).a, 3);
    for (int k = 0; k < 2; k++)
        flight->line[k] = (flight->place[k][0] * sum[2] + flight->place[k][1] * cubes) / 2;
}

static double bend_of(const routh_start3_flight *flight, double a) {
    return a * a / 2 - flight->line[0] - flight->line[1] * a;
}

/* What is left of a flight: places, then turns. */
static void judge(const window *w, routh_start3_flight *flight) {
    double excess[2][3] = {{0}}, square[2] = {0};
    routh_free_turn_series series;
    routh_free_turn_start(w->turn, flight->state.orientation, flight->state.velocity.spin, &series);
    flight->bends = 0;
    for (size_t i = 0; i < w->count; i++) {
        double off[2][3], orientation[4], spin[3];
        const double a = place_of(w, i, off[0]), bend = bend_of(flight, a);
        for (int c = 0; c < 3; c++)
            off[0][c] -= flight->state.position[c] + a * flight->state.velocity.velocity[c];
        routh_free_turn_at(&series, time_of(w, i), orientation, spin);
        routh_turn_between(orientation, recorded_turn(w, i), off[1]);
        flight->bends += bend * bend;
        for (int k = 0; k < 2; k++) {
            square[k] += routh_dot3(off[k], off[k]);
            for (int c = 0; c < 3; c++)
                excess[k][c] += off[k][c] * bend;
        }
    }
    for (int k = 0; k < 2; k++) {
        flight->square[k] = square[k] / (double)(3 * w->count - 6);
        flight->excess[k] = routh_length3(excess[k]) / flight->bends;
    }
}

static void fit_place(const window *w, routh_start3_flight *flight) {
    double sum[3] = {0}, own[3] = {0}, lever[3] = {0}; /* 1, a, a²; X; X a */
    for (size_t i = 0; i < w->count; i++) {
        double place[3];
        const double a = place_of(w, i, place);
        sum[0] += 1, sum[1] += a, sum[2] += a * a;
        for (int c = 0; c < 3; c++) {
            own[c] += place[c];
            lever[c] += a * place[c];
        }
    }
    const double determinant = sum[0] * sum[2] - sum[1] * sum[1];
    flight->place[0][0] = sum[2] / determinant;
    flight->place[0][1] = flight->place[1][0] = -sum[1] / determinant;
    flight->place[1][1] = sum[0] / determinant;
    for (int c = 0; c < 3; c++) {
        flight->state.position[c] = flight->place[0][0] * own[c] + flight->place[0][1] * lever[c];
        flight->state.velocity.velocity[c] = flight->place[1][0] * own[c] + flight->place[1][1] * lever[c];
    }
    bend_line(w, sum, flight);
}

/* Orientation and spin moved by six numbers: a turn in world axes, and a change of spin. */
static void move(const double from[4], const double spin[3], const double by[TURN], double moved[4],
                 double moved_spin[3]) {
    double turn[4];
    routh_turn_of(by, turn);
    routh_turn_product(turn, from, moved);
    for (int c = 0; c < 3; c++)
        moved_spin[c] = spin[c] + by[3 + c];
}

/* A turn from the first instant on, moved in one of its six numbers, or not. */
static routh_free_turn_series series_of(const window *w, const routh_state3 *state, int which, double by) {
    double step[TURN] = {0}, orientation[4], spin[3];
    routh_free_turn_series series;
    step[which] = by;
    move(state->orientation, state->velocity.spin, step, orientation, spin);
    routh_free_turn_start(w->turn, orientation, spin, &series);
    return series;
}

/* Normal equations at a state: JᵀJ and Jᵀ missing. */
static void normal_turn(const window *w, const routh_state3 *state, double matrix[TURN][TURN], double right[TURN]) {
    const double length = time_of(w, w->count - 1);
    const routh_free_turn_series here = series_of(w, state, 0, 0);
    double by[TURN];
    routh_free_turn_series up[TURN], down[TURN];
    memset(matrix, 0, TURN * sizeof *matrix);
    memset(right, 0, TURN * sizeof *right);
    for (int k = 0; k < TURN; k++) {
        by[k] = k < 3 ? turn_step : turn_step / length;
        up[k] = series_of(w, state, k, by[k]);
        down[k] = series_of(w, state, k, -by[k]);
    }
    for (size_t i = 0; i < w->count; i++) {
        double at[4], spin[3], missing[3], column[TURN][3];
        routh_free_turn_at(&here, time_of(w, i), at, spin);
        routh_turn_between(at, recorded_turn(w, i), missing);
        for (int k = 0; k < TURN; k++) {
            double low[4], high[4];
            routh_free_turn_at(&up[k], time_of(w, i), high, spin);
            routh_free_turn_at(&down[k], time_of(w, i), low, spin);
            routh_turn_between(low, high, column[k]);
            for (int c = 0; c < 3; c++)
                column[k][c] /= 2 * by[k];
        }
        for (int k = 0; k < TURN; k++) {
            right[k] += routh_dot3(column[k], missing);
            for (int l = 0; l <= k; l++)
                matrix[k][l] += routh_dot3(column[k], column[l]);
        }
    }
}

/* The turn at the middle of the flight from a few instants there: where the passes begin. */
static void guess_turn(const window *w, routh_state3 *state) {
    const size_t middle = w->count / 2, half = w->count < FIRST_WINDOW ? w->count / 2 : FIRST_WINDOW / 2;
    const size_t first = middle - half, last = middle + half < w->count ? middle + half : w->count - 1;
    double spin[3] = {0}, then[3];
    routh_free_turn_series series;
    for (size_t i = first; i < last; i++) {
        double turn[3];
        routh_turn_between(recorded_turn(w, i), recorded_turn(w, i + 1), turn);
        for (int c = 0; c < 3; c++)
            spin[c] += turn[c] * w->dataset->rate / (double)(last - first);
    }
    routh_free_turn_start(w->turn, recorded_turn(w, middle), spin, &series);
    routh_free_turn_at(&series, -time_of(w, middle), state->orientation, then);
    memcpy(state->velocity.spin, then, sizeof then);
}

static bool fit_turn(const window *w, routh_start3_flight *flight) {
    const double length = time_of(w, w->count - 1);
    routh_state3 *state = &flight->state;
    double matrix[TURN][TURN], step[TURN], last = INFINITY;
    guess_turn(w, state);
    for (int pass = 0; pass < PASSES && last > turn_enough; pass++) {
        normal_turn(w, state, matrix, step);
        if (!routh_cholesky_factor(TURN, TURN, matrix[0], 0))
            return false;
        routh_cholesky_solve(TURN, TURN, matrix[0], step);
        last = hypot(routh_length3(step), length * routh_length3(step + 3));
        move(state->orientation, state->velocity.spin, step, state->orientation, state->velocity.spin);
    }
    for (int k = 0; k < TURN; k++) {
        double unit[TURN] = {0};
        unit[k] = 1;
        routh_cholesky_solve(TURN, TURN, matrix[0], unit);
        memcpy(flight->turn[k], unit, sizeof unit);
    }
    return last < 1e-6;
}

bool routh_start3_flight_fit(const routh_dataset3 *dataset, const routh_world3 *world, const routh_free_turn *turn,
                             size_t trajectory, size_t first, size_t last, routh_start3_flight *flight) {
    const window w = {dataset, world, turn, trajectory, first, last - first + 1};
    *flight = (routh_start3_flight){0};
    fit_place(&w, flight);
    const bool fitted = fit_turn(&w, flight);
    judge(&w, flight);
    return fitted;
}

routh_state3 routh_start3_moved(const routh_dataset3 *dataset, const routh_world3 *world, const routh_start3 *start) {
    const window w = {dataset, world, NULL, start->trajectory, start->first, start->last - start->first + 1};
    routh_start3_flight flight = {.state = start->state};
    fit_place(&w, &flight);
    return flight.state;
}
