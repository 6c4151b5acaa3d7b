/* Starts of recorded tosses, from their first flight as one free motion.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "rollout/rollout.h"
#include "segment/segment3.h"

typedef struct start3_flight {
    routh_state3 state; /* at instant `first`, time 0 */
    double place[2][2]; /* covariance of X₀ and V₀ along any axis, for a standard deviation of 1 m */
    double turn[6][6];  /* of turn and spin, for 1 rad */
    double square[2];   /* mean square of what is left in a coordinate, m² and rad² */
    double excess[2];   /* further acceleration that what is left looks like, m/s² and rad/s² */
    double line[2];     /* what 1 of it would add to a place and a velocity as fitted */
    double bends;       /* its variance in a coordinate is that of an instant ÷ this, s⁴ */
} start3_flight;

/* The first flight of a toss as one free motion: least squares over all of its instants.
 *
 * The centre of mass, which the tracked point and the recorded orientation give, falls with linear drag:
 *
 *     X(t) = X₀ + a(t) V₀ − b(t) g e_z
 *
 * is linear in X₀ and V₀. The turn follows Euler's equations; its six numbers are found by Gauss and Newton's method with
 * differences for derivatives. Orientations are so exact beside the offset of the centre of mass, a few mm, that their
 * noise does not matter for the place: both are fitted by themselves. */

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
static void bend_line(const window *w, const double sum[3], start3_flight *flight) {
    double cubes = 0;
    for (size_t i = 0; i < w->count; i++)
        cubes += pow(routh_start3_fall_of(w->world->drag, time_of(w, i)).a, 3);
    for (int k = 0; k < 2; k++)
        flight->line[k] = (flight->place[k][0] * sum[2] + flight->place[k][1] * cubes) / 2;
}

static double bend_of(const start3_flight *flight, double a) {
    return a * a / 2 - flight->line[0] - flight->line[1] * a;
}

/* What is left of a flight: places, then turns. */
static void judge(const window *w, start3_flight *flight) {
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

static void fit_place(const window *w, start3_flight *flight) {
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

static bool fit_turn(const window *w, start3_flight *flight) {
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

/* False where the turn cannot be fitted: it is not that of a free body. */
static bool start3_flight_fit(const routh_dataset3 *dataset, const routh_world3 *world, const routh_free_turn *turn,
                              size_t trajectory, size_t first, size_t last, start3_flight *flight) {
    const window w = {dataset, world, turn, trajectory, first, last - first + 1};
    *flight = (start3_flight){0};
    fit_place(&w, flight);
    const bool fitted = fit_turn(&w, flight);
    judge(&w, flight);
    return fitted;
}

routh_state3 routh_start3_moved(const routh_dataset3 *dataset, const routh_world3 *world, const routh_start3 *start) {
    const window w = {dataset, world, NULL, start->trajectory, start->first, start->last - start->first + 1};
    start3_flight flight = {.state = start->state};
    fit_place(&w, &flight);
    return flight.state;
}

/* Starts of recorded tosses: the state at the first instant that is free, fitted to all of the first flight.
 *
 * Noise is that of the median toss; a toss that is noisier has its own. Instants of one flight do not err independently:
 * drag that is not quite linear, moments that are not quite as the shape's and the tracker's bias bend the whole flight.
 * With the toss as unit this shows: what is left over looks like a further acceleration, and over all tosses it is larger than
 * independent noise would make it. The rest is taken for a real acceleration that differs from toss to toss, and what it
 * changes in a start is added to the covariance. */

enum { LEAST_FLIGHT = 3 };

/* The median of χ² with three degrees of freedom. */
static const double chi2_median = 2.366;

/* A motion with this share of gravity beyond free fall, and this number of standard errors more, is no flight: lying on the board
 * takes all of it, and a rate that is wrong by a fifth a third. Nor is one from whose free turn the orientation is this far
 * away in the mean, rad. */
static const double free_fall_share = 0.2, excess_errors = 4;
static const double most_turned = 0.1;

static const char no_flight[] = "no flight";
static const char no_fall[] = "its first motion is no free fall";
static const char short_flight[] = "too few instants of flight";
static const char not_free[] = "the first flight is not that of a free rigid body";

routh_start3_options routh_start3_options_default(void) {
    return (routh_start3_options){.flight_min = 5};
}

/* Everything that the starts have in common. */
typedef struct starting {
    routh_context *context;
    const routh_dataset3 *dataset;
    const routh_world3 *world;
    routh_start3_options options;
    routh_segment3_options segmentation;
    routh_segment3_setting setting;
    routh_free_turn turn;
    routh_flight3_spike *spike; /* room for the longest toss */
    start3_flight *flight;      /* of each toss */
    double *scratch;            /* three of each toss */
    double noise[2], bent[2];   /* of place and turn: mean square in a coordinate, and of accelerations */
} starting;

/* The instants of the first flight: after the hand, and up to one before the velocity first changes. A change while the
 * hand would just have let go starts the flight anew. */
static void find_flight(const starting *s, routh_start3 *start) {
    const routh_trajectory3 *toss = &s->dataset->trajectory[start->trajectory];
    const size_t count = routh_flight3_spikes(&s->setting, toss, s->spike);
    size_t first = toss->held, end = toss->count; /* one past the last instant */
    for (size_t k = 0; k < count && end == toss->count; k++)
        if (s->spike[k].first >= first)
            end = s->spike[k].first;
        else if (s->spike[k].last >= first)
            first = s->spike[k].last + 1;
    if (first + LEAST_FLIGHT > end) {
        start->why_not = no_flight;
        return;
    }
    start->first = first;
    start->last = end - 1;
    if (s->options.flight_max > 0 && start->last >= first + s->options.flight_max)
        start->last = first + s->options.flight_max - 1;
    if (start->last - first + 1 < s->options.flight_min)
        start->why_not = short_flight;
}

/* The standard error of the further acceleration along an axis, by what it leaves itself. */
static double excess_error(const routh_start3 *start, const start3_flight *flight) {
    const double freedom = 3 * (double)(start->last - start->first + 1) - 9;
    const double own = flight->excess[0] * flight->excess[0] * flight->bends;
    return freedom > 0 ? sqrt(fmax(flight->square[0] * (freedom + 3) - own, 0) / freedom / flight->bends) : INFINITY;
}

static void fit_flight(starting *s, routh_start3 *start) {
    start3_flight *flight = &s->flight[start->trajectory];
    const bool fitted =
        start3_flight_fit(s->dataset, s->world, &s->turn, start->trajectory, start->first, start->last, flight);
    start->state = flight->state;
    if (!(flight->excess[0] <= free_fall_share * s->world->gravity + excess_errors * excess_error(start, flight)))
        start->why_not = no_fall;
    else if (!fitted || !(flight->square[1] < most_turned * most_turned))
        start->why_not = not_free;
}

/* The covariance of a flight's place as six numbers: X₀, V₀. */
static void place_covariance(const double *place, double wide[6][6]) {
    memset(wide, 0, 6 * sizeof *wide);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int c = 0; c < 3; c++)
                wide[3 * i + c][3 * j + c] = place[2 * i + j];
}

/* Noise of the median toss, and accelerations that independent noise does not explain. */
static void measure_noise(starting *s, const routh_start3 *starts) {
    const size_t tosses = s->dataset->trajectory_count;
    for (int k = 0; k < 2; k++) {
        size_t used = 0;
        for (size_t t = 0; t < tosses; t++)
            if (!starts[t].why_not) {
                const start3_flight *flight = &s->flight[t];
                s->scratch[used] = flight->square[k];
                s->scratch[tosses + used] = flight->excess[k] * flight->excess[k] / chi2_median;
                s->scratch[2 * tosses + used++] = 1 / flight->bends;
            }
        s->noise[k] = used > 0 ? routh_median(s->scratch, used) : 0;
        s->bent[k] = used > 0 ? routh_median(s->scratch + tosses, used) -
                                    s->noise[k] * routh_median(s->scratch + 2 * tosses, used)
                              : 0;
        s->bent[k] = fmax(s->bent[k], 0);
    }
}

/* Position, turn, velocity, spin. */
static void take_covariance(const starting *s, routh_start3 *start) {
    const start3_flight *flight = &s->flight[start->trajectory];
    static const int row[2][2] = {{0, 6}, {3, 9}}; /* of place and velocity, of turn and spin */
    double wide[2][6][6];
    place_covariance(flight->place[0], wide[0]);
    memcpy(wide[1], flight->turn, sizeof wide[1]);
    for (int k = 0; k < 2; k++) {
        const double square = fmax(s->noise[k], flight->square[k]);
        start->noise[k] = sqrt(square);
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 6; j++) {
                const double bent = i % 3 == j % 3 ? s->bent[k] * flight->line[i / 3] * flight->line[j / 3] : 0;
                start->covariance[row[k][i / 3] + i % 3][row[k][j / 3] + j % 3] = square * wide[k][i][j] + bent;
            }
    }
}

/* Frame 0: the first two recorded poses, and nothing else. */
static void take_first(starting *s, routh_start3 *start) {
    const routh_trajectory3 *toss = &s->dataset->trajectory[start->trajectory];
    start3_flight *flight = &s->flight[start->trajectory];
    const double rate = s->dataset->rate;
    start->last = 1;
    start->state = routh_start3_moved(s->dataset, s->world, start);
    memcpy(start->state.orientation, toss->orientation[0], sizeof start->state.orientation);
    routh_turn_between(toss->orientation[0], toss->orientation[1], start->state.velocity.spin);
    for (int c = 0; c < 3; c++)
        start->state.velocity.spin[c] *= rate;
    *flight = (start3_flight){.place = {{1, -rate}, {-rate, 2 * rate * rate}}};
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                flight->turn[3 * i + c][3 * j + c] = flight->place[i][j];
}

static routh_status start_all(starting *s, routh_start3 *starts) {
    const size_t tosses = s->dataset->trajectory_count;
    for (size_t t = 0; t < tosses; t++) {
        ROUTH_TRY(routh_check_cancelled(s->context));
        starts[t] = (routh_start3){.trajectory = t};
        find_flight(s, &starts[t]);
        if (!starts[t].why_not)
            fit_flight(s, &starts[t]);
    }
    measure_noise(s, starts);
    for (size_t t = 0; t < tosses; t++) {
        if (s->options.one && s->dataset->trajectory[t].count >= 2) {
            starts[t] = (routh_start3){.trajectory = t};
            take_first(s, &starts[t]);
        }
        if (starts[t].why_not)
            starts[t] = (routh_start3){.trajectory = t, .state.orientation = {1}, .why_not = starts[t].why_not};
        else
            take_covariance(s, &starts[t]);
    }
    return ROUTH_OK;
}

/* The setting in which velocities are looked at for changes: in true metres, of the world's centre of mass. */
static routh_status prepare(starting *s) {
    const size_t tosses = s->dataset->trajectory_count;
    size_t longest = 0;
    for (size_t t = 0; t < tosses; t++)
        longest = s->dataset->trajectory[t].count > longest ? s->dataset->trajectory[t].count : longest;
    s->segmentation = routh_segment3_options_default();
    s->turn = routh_free_turn_of(s->world->inertia);
    s->spike = routh_allocate(s->context, longest / 2 + 1, sizeof *s->spike);
    s->flight = routh_allocate(s->context, tosses, sizeof *s->flight);
    s->scratch = routh_allocate(s->context, tosses, 3 * sizeof *s->scratch);
    if (!s->spike || !s->flight || !s->scratch)
        return ROUTH_OUT_OF_MEMORY;
    const routh_status status = routh_segment3_setting_of(s->context, s->dataset, &s->segmentation, &s->setting);
    if (s->dataset->calibration.applied)
        routh_calibrate3_apply(&s->dataset->calibration, &s->setting);
    return status;
}

routh_status routh_starts3_of(routh_context *context, const routh_dataset3 *dataset, const routh_world3 *world,
                              const routh_start3_options *options, routh_start3 *starts) {
    starting s = {.context = context,
                  .dataset = dataset,
                  .world = world,
                  .options = options ? *options : routh_start3_options_default()};
    if (s.options.flight_min < LEAST_FLIGHT)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "flight_min",
                                "starts: %zu instants of flight; at least %d are needed", s.options.flight_min,
                                LEAST_FLIGHT);
    if (s.options.flight_max > 0 && s.options.flight_max < s.options.flight_min)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "flight_max",
                                "starts: at most %zu instants of flight, but at least %zu: no start is possible",
                                s.options.flight_max, s.options.flight_min);
    routh_status status = routh_array_check(context, "starts", starts, dataset->trajectory_count);
    if (status == ROUTH_OK)
        status = prepare(&s);
    if (status == ROUTH_OK)
        status = start_all(&s, starts);
    if (status == ROUTH_CANCELLED)
        memset(starts, 0, dataset->trajectory_count * sizeof *starts);
    routh_release(context, s.spike);
    routh_release(context, s.flight);
    routh_release(context, s.scratch);
    return status;
}
