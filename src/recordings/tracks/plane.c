/* The plane of motion: upright, along the horizontal velocities of free flights, and across the axis about which the body
 * spins.
 *
 * With A = Σ v vᵀ of horizontal velocities and B = Σ ω ωᵀ of the spins' horizontal parts, the normal n is where nᵀ A n is
 * least and nᵀ B n most. Each is weighed by its own scatter off the plane, the lesser eigenvalue: that is how uncertain it
 * is.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "tracks/axes.h"

/* A symmetric matrix [a b; b c] of horizontal components. */
typedef struct square2 {
    double a, b, c;
} square2;

static void add(square2 *sum, double x, double y, double weight) {
    sum->a += weight * x * x;
    sum->b += weight * x * y;
    sum->c += weight * y * y;
}

static double lesser_eigenvalue(const square2 *m) {
    return fmax((m->a + m->c) / 2 - hypot((m->a - m->c) / 2, m->b), 0);
}

/* The direction in which the form is least, from the first axis, rad. */
static double direction_of_least(const square2 *m) {
    return atan2(m->b, (m->a - m->c) / 2) / 2 + acos(0);
}

/* Two horizontal directions. */
typedef struct level {
    double first[3], second[3];
} level;

static level level_of(const double up[3]) {
    level axes;
    double helper[3] = {0};
    int least = fabs(up[0]) < fabs(up[1]) ? 0 : 1;
    least = fabs(up[2]) < fabs(up[least]) ? 2 : least;
    helper[least] = 1;
    routh_cross3(up, helper, axes.first);
    routh_unit3(axes.first, axes.first);
    routh_cross3(up, axes.first, axes.second);
    return axes;
}

/* Horizontal velocity and spin of a flight. */
static void add_flight(const routh_axes_motion *motion, const routh_axes_flight *f, const level *axes, square2 *moving,
                       square2 *turning) {
    const routh_track *track = &motion->tracks->track[f->track];
    const size_t last = f->first + f->count - 1;
    const double duration = track->time[last] - track->time[f->first];
    double from[3][3], to[3][3], velocity[3];
    routh_axes_turn(track, f->first, motion->reading, from);
    routh_axes_turn(track, last, motion->reading, to);
    for (int c = 0; c < 3; c++) {
        double moved = track->position[last][c] - track->position[f->first][c];
        for (int k = 0; k < 3; k++)
            moved -= (to[k][c] - from[k][c]) * motion->tracked[k];
        velocity[c] = moved / duration;
    }
    add(moving, routh_dot3(velocity, axes->first), routh_dot3(velocity, axes->second), duration);
    for (size_t i = f->first; i < last; i++) { /* ω × of each body axis is its change: ω = ½ Σ e × Δe */
        double spin[3] = {0};
        routh_axes_turn(track, i, motion->reading, from);
        routh_axes_turn(track, i + 1, motion->reading, to);
        for (int k = 0; k < 3; k++) {
            double part[3];
            routh_cross3(from[k], to[k], part);
            for (int c = 0; c < 3; c++)
                spin[c] += part[c] / 2;
        }
        add(turning, routh_dot3(spin, axes->first), routh_dot3(spin, axes->second), 1);
    }
}

/* Both forms as one, the least of which is along the normal. */
static double normal_angle(const square2 *moving, const square2 *turning, double moving_weight, double turning_weight) {
    const square2 both = {moving_weight * moving->a - turning_weight * turning->a,
                          moving_weight * moving->b - turning_weight * turning->b,
                          moving_weight * moving->c - turning_weight * turning->c};
    return direction_of_least(&both);
}

/* Weight of a form: what it is over what it leaves. */
static double weight_of(const square2 *form) {
    const double size = form->a + form->c;
    return size > 0 ? 1 / fmax(lesser_eigenvalue(form), 1e-6 * size) : 0;
}

static void subtract(const square2 *from, const square2 *part, square2 *left) {
    *left = (square2){from->a - part->a, from->b - part->b, from->c - part->c};
}

/* The angle of the normal and its error, from leaving out tracks. */
static routh_status find_angle(routh_context *context, const routh_axes_motion *motion, const level *axes,
                               double *angle, double *error) {
    const size_t count = motion->tracks->count;
    ROUTH_ARENA(room, context);
    square2 *part = routh_take(&room, count, 2 * sizeof *part), moving = {0}, turning = {0};
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < motion->flights; i++) {
        const size_t track = motion->flight[i].track;
        add_flight(motion, &motion->flight[i], axes, &part[2 * track], &part[2 * track + 1]);
    }
    for (size_t t = 0; t < count; t++) {
        const square2 none = {-part[2 * t].a, -part[2 * t].b, -part[2 * t].c};
        const square2 nothing = {-part[2 * t + 1].a, -part[2 * t + 1].b, -part[2 * t + 1].c};
        subtract(&moving, &none, &moving);
        subtract(&turning, &nothing, &turning);
    }
    const double moving_weight = weight_of(&moving), turning_weight = weight_of(&turning);
    *angle = normal_angle(&moving, &turning, moving_weight, turning_weight);
    double squares = 0, units = 0;
    for (size_t t = 0; t < count; t++) {
        square2 other, another;
        subtract(&moving, &part[2 * t], &other);
        subtract(&turning, &part[2 * t + 1], &another);
        const double off =
            remainder(normal_angle(&other, &another, moving_weight, turning_weight) - *angle, 2 * acos(0));
        squares += off * off;
        units += part[2 * t + 1].a + part[2 * t + 1].c + part[2 * t].a + part[2 * t].c > 0;
    }
    *error = units > 2 ? sqrt((units - 1) / units * squares) : NAN;
    return ROUTH_OK;
}

void routh_axes_pivot(const routh_track *track, routh_axes_reading reading, const double normal[3], double pivot[3]) {
    double sum[3] = {0};
    for (size_t i = 0; i < track->count; i++) {
        double column[3][3];
        routh_axes_turn(track, i, reading, column);
        for (int k = 0; k < 3; k++)
            sum[k] += routh_dot3(column[k], normal);
    }
    if (routh_length3(sum) > 0)
        routh_unit3(sum, pivot);
    else
        pivot[0] = pivot[1] = 0, pivot[2] = 1;
}

/* How far flights leave the plane of their own track, and how far the body tips out of it. */
static void measure_leaving(const routh_axes_motion *motion, routh_axes *axes) {
    double squares = 0, tilts = 0, count = 0;
    for (size_t t = 0; t < motion->tracks->count; t++) {
        const routh_track *track = &motion->tracks->track[t];
        double pivot[3], mean = 0;
        routh_axes_pivot(track, motion->reading, axes->normal, pivot);
        for (size_t i = 0; i < track->count; i++)
            mean += routh_dot3(track->position[i], axes->normal) / (double)track->count;
        for (size_t i = 0; i < track->count; i++) {
            double column[3][3], along[3];
            const double off = routh_dot3(track->position[i], axes->normal) - mean;
            routh_axes_turn(track, i, motion->reading, column);
            for (int c = 0; c < 3; c++)
                along[c] = column[0][c] * pivot[0] + column[1][c] * pivot[1] + column[2][c] * pivot[2];
            const double tilt = acos(fmax(-1, fmin(1, routh_dot3(along, axes->normal))));
            squares += off * off;
            tilts += tilt * tilt;
            count += 1;
        }
    }
    axes->out_of_plane = count > 0 ? sqrt(squares / count) : 0;
    axes->tilt_out = count > 0 ? sqrt(tilts / count) : 0;
}

/* x = up × normal points along the laboratory axis that it is nearest to, not against it. */
static void orient(routh_axes *axes) {
    double x[3];
    routh_cross3(axes->up, axes->normal, x);
    int most = fabs(x[0]) >= fabs(x[1]) ? 0 : 1;
    most = fabs(x[2]) > fabs(x[most]) * (1 + 1e-9) ? 2 : most;
    for (int c = 0; c < 3 && x[most] < 0; c++)
        axes->normal[c] = -axes->normal[c];
}

static bool is_given(const double direction[3]) {
    return routh_length3(direction) > 0;
}

routh_status routh_axes_plane(routh_context *context, const routh_axes_motion *motion, const double given[3],
                              routh_axes *axes) {
    const bool planar = motion->tracks->count > 0 && motion->tracks->track[0].planar;
    axes->normal_error = NAN;
    if (planar || is_given(given)) {
        const double across[3] = {0, 0, 1}, *wanted = planar ? across : given;
        const double along = routh_dot3(wanted, axes->up) / routh_length3(wanted);
        if (fabs(along) > 0.9)
            return routh_fail_at(context, ROUTH_BAD_ARGUMENT,
                                 &(routh_place){.file = routh_tracks_shown(motion->tracks), .field = "normal"},
                                 "the plane's normal, (%g, %g, %g), is along up, (%g, %g, %g); it must be across",
                                 wanted[0], wanted[1], wanted[2], axes->up[0], axes->up[1], axes->up[2]);
        for (int c = 0; c < 3; c++)
            axes->normal[c] = wanted[c] / routh_length3(wanted) - along * axes->up[c];
        routh_unit3(axes->normal, axes->normal);
        if (!planar)
            measure_leaving(motion, axes);
        return ROUTH_OK; /* whoever gives it gives its sense, too */
    }
    const level horizontal = level_of(axes->up);
    double angle;
    ROUTH_TRY(find_angle(context, motion, &horizontal, &angle, &axes->normal_error));
    for (int c = 0; c < 3; c++)
        axes->normal[c] = cos(angle) * horizontal.first[c] + sin(angle) * horizontal.second[c];
    orient(axes);
    measure_leaving(motion, axes);
    return ROUTH_OK;
}
