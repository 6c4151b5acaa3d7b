/* Long free flights: the rows that they give for gravity, drag and the centre of mass, and recorded spins against those of
 * the orientations.
 *
 * The centre of mass flies on a parabola, and the tracked point turns about it: with c the centre of mass as seen from
 * the tracked point in body axes, R the orientation and τ the time from the middle of the flight,
 *
 *     p = X₀ + V₀ τ − ½ g τ² e_z − ½ β V₀ τ² − R c
 *
 * is linear in c, g and β, which all flights share, and in X₀ and V₀ of each, which are taken out by making every column
 * orthogonal to 1 and τ.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/calibrate3.h"

#include <math.h>
#include <string.h>

#include "algebra/space.h"

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

void routh_calibrate3_look(const routh_segment3_setting *setting, const routh_trajectory3 *toss,
                           routh_flight3_spike *spike, routh_normal *normal, routh_calibrate3_spins *spins,
                           size_t *flights) {
    const size_t count = routh_flight3_spikes(setting, toss, spike);
    for (size_t k = 0; k <= count; k++) {
        const size_t first = k > 0 ? spike[k - 1].last + 1 : 0, last = k < count ? spike[k].first : toss->count;
        look_at(setting, toss, first > toss->held ? first : toss->held, last, normal, spins, flights);
    }
}
