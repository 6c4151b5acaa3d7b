/* Starts of recorded tosses: the state at the first instant that is free, fitted to all of the first flight.
 *
 * Noise is that of the median toss; a toss that is noisier has its own. Instants of one flight do not err independently:
 * drag that is not quite linear, moments that are not quite as the shape's and the tracker's bias bend the whole flight.
 * With the toss as unit this shows: what is left over looks like a further acceleration, and over all tosses it is larger than
 * independent noise would make it. The rest is taken for a real acceleration that differs from toss to toss, and what it
 * changes in a start is added to the covariance.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/turn.h"
#include "base/context.h"
#include "base/order.h"
#include "rollout/rollout.h"
#include "segment/segment3.h"

enum { LEAST_FLIGHT = 3 };

/* The median of χ² with three degrees of freedom. */
static const double chi2_median = 2.366;

/* A motion with this share of gravity beyond free fall, and so many standard errors more, is no flight: lying on the board
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
    routh_flight3_spike *spike;  /* room for the longest toss */
    routh_start3_flight *flight; /* of each toss */
    double *scratch;             /* three of each toss */
    double noise[2], bent[2];    /* of place and turn: mean square in a coordinate, and of accelerations */
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
static double excess_error(const routh_start3 *start, const routh_start3_flight *flight) {
    const double freedom = 3 * (double)(start->last - start->first + 1) - 9;
    const double own = flight->excess[0] * flight->excess[0] * flight->bends;
    return freedom > 0 ? sqrt(fmax(flight->square[0] * (freedom + 3) - own, 0) / freedom / flight->bends) : INFINITY;
}

static void fit_flight(starting *s, routh_start3 *start) {
    routh_start3_flight *flight = &s->flight[start->trajectory];
    const bool fitted =
        routh_start3_flight_fit(s->dataset, s->world, &s->turn, start->trajectory, start->first, start->last, flight);
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
                const routh_start3_flight *flight = &s->flight[t];
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
    const routh_start3_flight *flight = &s->flight[start->trajectory];
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
    routh_start3_flight *flight = &s->flight[start->trajectory];
    const double rate = s->dataset->rate;
    start->last = 1;
    start->state = routh_start3_moved(s->dataset, s->world, start);
    memcpy(start->state.orientation, toss->orientation[0], sizeof start->state.orientation);
    routh_turn_between(toss->orientation[0], toss->orientation[1], start->state.velocity.spin);
    for (int c = 0; c < 3; c++)
        start->state.velocity.spin[c] *= rate;
    *flight = (routh_start3_flight){.place = {{1, -rate}, {-rate, 2 * rate * rate}}};
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                flight->turn[3 * i + c][3 * j + c] = flight->place[i][j];
}

static routh_status start_all(starting *s, routh_start3 *starts) {
    const size_t tosses = s->dataset->trajectory_count;
    for (size_t t = 0; t < tosses; t++) {
        const routh_status status = routh_ask(s->context);
        if (status != ROUTH_OK)
            return status;
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
