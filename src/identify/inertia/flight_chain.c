/* Contacts of one motion with free flights between them, fitted as one chain.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "geometry/geometry.h"
#include "inertia/inertia.h"

/* Which contacts have a free flight between them.
 *
 * Records of one motion that follow one another in the recording, on level ground, without a force and without a duration, are linked if
 * the velocities at both ends of the flight, the angles and the heights agree with free flight. Where they do not, a
 * number is wrong or the body touched in between. The flight must be long enough for gravity to show in vy: otherwise a
 * body that stays in contact would pass for one in flight. */

/* Both ends of a flight agree within this number of deviations. */
static const double tolerance = 5;

/* Gravity changes vy in flight by at least this number of deviations. */
static const double least_fall = 3;

bool routh_chains_possible(const inertia_work *work) {
    const routh_noise *n = &work->noise;
    return work->options->shape && work->options->regression == ROUTH_MODE_FREE && work->noise_known &&
           work->unknowns == 1 && n->theta > 0 && n->vx > 0 && n->vy > 0 && n->omega > 0;
}

static bool is_free(const routh_record *c) {
    return !(c->duration > 0) && !(fabs(c->fx) + fabs(c->fy) + fabs(c->torque) + fabs(c->gravity_tilt) > 0) &&
           isfinite(c->y) && isfinite(c->theta) && isfinite(c->time);
}

static bool agree(double apart, double first, double second, double deviations) {
    return fabs(apart) <= deviations * hypot(first, second);
}

static bool is_linked(const inertia_work *w, size_t i) {
    const routh_record *from = &w->record[i], *to = from + 1;
    const routh_noise *n = &w->noise;
    if (i + 1 >= w->count || from->trajectory < 0 || to->trajectory != from->trajectory ||
        to->index != from->index + 1 || !is_free(from) || !is_free(to))
        return false;
    const double t = to->time - from->time, fall = w->options->gravity * t;
    const double spin = (from->after.omega + to->before.omega) / 2, rise = (from->after.vy + to->before.vy) / 2;
    const double most = w->options->robust ? tolerance : INFINITY;
    return t > 0 && fall > least_fall * n->vy && agree(to->before.vx - from->after.vx, n->vx, n->vx, most) &&
           agree(to->before.omega - from->after.omega, n->omega, n->omega, most) &&
           agree(to->before.vy - from->after.vy + fall, n->vy, n->vy, most) &&
           agree(to->theta - from->theta - spin * t, sqrt(2) * n->theta, t * n->omega / sqrt(2), most) &&
           (!(n->y > 0) || agree(to->y - from->y - rise * t, sqrt(2) * n->y, t * n->vy / sqrt(2), most));
}

static void measure(const routh_record *c, double measured[CHAIN_CHANNELS]) {
    const double all[CHAIN_CHANNELS] = {c->y,        c->theta,    c->before.vx,  c->before.vy, c->before.omega,
                                        c->after.vx, c->after.vy, c->after.omega};
    memcpy(measured, all, sizeof all);
}

size_t routh_chains_find(const inertia_work *work, flight_chain *chain) {
    size_t count = 0;
    for (size_t i = 0; i < work->count;) {
        flight_chain *c = &chain[count];
        *c = (flight_chain){.first = i};
        bool goes_on = true;
        while (goes_on) {
            measure(&work->record[i], c->measured[c->count++]);
            goes_on = c->count < CHAIN_MOST && is_linked(work, i);
            i++;
            if (goes_on)
                c->flight[c->count - 1] = work->record[i].time - work->record[i - 1].time;
        }
        count += c->count > 1;
    }
    return count;
}

/* Contacts of one motion with free flights between them, fitted together by least squares.
 *
 * In free flight spin and vx stay, vy falls by g Δt, and the pose follows from them; at a contact the body touches the
 * ground, y = h(θ), at r(θ), and the balance holds, Δω = κ (rx Δvy − ry Δvx). So a chain of n contacts with n − 1
 * flights of known length between them has few unknowns: the angles θ_i, from which all heights, the spins (θ_{i+1} −
 * θ_i)/Δt and the vertical velocities (h_{i+1} − h_i)/Δt ± g Δt/2 follow; the velocity before the first contact; vy and ω
 * after the last. Each Δvx_i = (rx_i Δvy_i − Δω_i/κ)/ry_i by the balance, and ry = −h is never 0. That is n + 5 unknowns
 * for 8 n measured numbers. χ²(κ) is the least sum of squared errors over the deviations of the noise; its minimum over κ
 * is the maximum of the likelihood, all angles and velocities being free.
 *
 * With one contact this is total least squares. */

/* A number with its derivatives by κ and by the unknowns. A short chain has few, and only those are computed: `width`. */
enum { BY_KAPPA, BY_UNKNOWN, WIDTH = BY_UNKNOWN + CHAIN_UNKNOWNS };
typedef struct varying {
    double value, by[WIDTH];
} varying;

static void set_constant(varying *v, int width, double value) {
    v->value = value;
    for (int k = 0; k < width; k++)
        v->by[k] = 0;
}

static void set_unknown(varying *v, int width, const double *at, int k) {
    set_constant(v, width, at[k]);
    v->by[BY_UNKNOWN + k] = 1;
}

/* a x + b y */
static void combine(varying *v, int width, double a, const varying *x, double b, const varying *y) {
    v->value = a * x->value + b * y->value;
    for (int k = 0; k < width; k++)
        v->by[k] = a * x->by[k] + b * y->by[k];
}

static void copy(varying *v, int width, const varying *x) {
    v->value = x->value;
    memcpy(v->by, x->by, (size_t)width * sizeof *x->by);
}

/* The touching point at θ: (rx, −h), d rx/dθ into *turn; dh/dθ = −rx for every convex shape. */
static void touch(const routh_shape *shape, double theta, double *rx, double *height, double *turn) {
    double ry, next;
    routh_shape_lowest(shape, theta, rx, &ry, &next);
    *height = -ry;
    *turn = -ry;
    if (shape->kind != ROUTH_POLYGON) {
        const double s = sin(theta), c = cos(theta), h = -ry;
        *turn = (shape->b - shape->a) * (shape->b + shape->a) * ((c * c - s * s) / h + s * c * *rx / (h * h));
    }
}

/* (rx Δvy − Δω/κ) / ry with ry = −h. */
static void slide(varying *v, int width, double kappa, const varying *rx, const varying *height, const varying *vy,
                  const varying *omega) {
    const double ry = -height->value;
    v->value = (rx->value * vy->value - omega->value / kappa) / ry;
    for (int k = 0; k < width; k++)
        v->by[k] =
            (rx->by[k] * vy->value + rx->value * vy->by[k] - omega->by[k] / kappa + v->value * height->by[k]) / ry;
    v->by[BY_KAPPA] += omega->value / (kappa * kappa * ry);
}

/* What two ends of a flight are: the same spin, and the mean vertical velocity with gravity's half to either side. */
static void fly(const chain_setting *s, const flight_chain *c, int i, int width,
                varying said[CHAIN_MOST][CHAIN_CHANNELS]) {
    const double rate = 1 / c->flight[i], fall = s->gravity * c->flight[i] / 2;
    varying *from = said[i], *to = said[i + 1];
    combine(&from[CHAIN_OMEGA_AFTER], width, rate, &to[CHAIN_THETA], -rate, &from[CHAIN_THETA]);
    copy(&to[CHAIN_OMEGA], width, &from[CHAIN_OMEGA_AFTER]);
    combine(&from[CHAIN_VY_AFTER], width, rate, &to[CHAIN_Y], -rate, &from[CHAIN_Y]);
    copy(&to[CHAIN_VY], width, &from[CHAIN_VY_AFTER]);
    from[CHAIN_VY_AFTER].value += fall;
    to[CHAIN_VY].value -= fall;
}

static void predict(const chain_setting *s, const flight_chain *c, const double *at,
                    varying said[CHAIN_MOST][CHAIN_CHANNELS]) {
    const int n = (int)c->count, width = BY_UNKNOWN + c->unknowns;
    varying arm[CHAIN_MOST];
    int extra = n + CHAIN_ENDS;
    int slid[CHAIN_MOST];
    for (int i = 0; i < n; i++) {
        double rx, height, turn;
        touch(s->shape, at[i], &rx, &height, &turn);
        set_unknown(&said[i][CHAIN_THETA], width, at, i);
        set_constant(&arm[i], width, rx);
        arm[i].by[BY_UNKNOWN + i] = turn;
        set_constant(&said[i][CHAIN_Y], width, height);
        said[i][CHAIN_Y].by[BY_UNKNOWN + i] = -rx;
        slid[i] = 0;
        if (c->bridge[i]) {
            set_unknown(&said[i][CHAIN_Y], width, at, extra++);
            slid[i] = extra++;
        }
    }
    set_unknown(&said[0][CHAIN_VX], width, at, n);
    set_unknown(&said[0][CHAIN_VY], width, at, n + 1);
    set_unknown(&said[0][CHAIN_OMEGA], width, at, n + 2);
    set_unknown(&said[n - 1][CHAIN_VY_AFTER], width, at, n + 3);
    set_unknown(&said[n - 1][CHAIN_OMEGA_AFTER], width, at, n + 4);
    for (int i = 0; i + 1 < n; i++)
        fly(s, c, i, width, said);
    for (int i = 0; i < n; i++) {
        varying vy, omega, change;
        combine(&vy, width, 1, &said[i][CHAIN_VY_AFTER], -1, &said[i][CHAIN_VY]);
        combine(&omega, width, 1, &said[i][CHAIN_OMEGA_AFTER], -1, &said[i][CHAIN_OMEGA]);
        if (c->bridge[i])
            set_unknown(&change, width, at, slid[i]);
        else
            slide(&change, width, s->kappa, &arm[i], &said[i][CHAIN_Y], &vy, &omega);
        combine(&said[i][CHAIN_VX_AFTER], width, 1, &said[i][CHAIN_VX], 1, &change);
        if (i + 1 < n)
            copy(&said[i + 1][CHAIN_VX], width, &said[i][CHAIN_VX_AFTER]);
    }
}

static double square_at(const chain_setting *s, const flight_chain *c, const double *at,
                        varying said[CHAIN_MOST][CHAIN_CHANNELS]) {
    double square = 0;
    predict(s, c, at, said);
    for (size_t i = 0; i < c->count; i++)
        for (int k = 0; k < CHAIN_CHANNELS; k++)
            if (s->deviation[k] > 0) {
                const double e = (c->measured[i][k] - said[i][k].value) / s->deviation[k];
                square += e * e;
            }
    return square;
}

/* Normal equations at the prediction. */
static void normal_equations(const chain_setting *s, const flight_chain *c, varying said[CHAIN_MOST][CHAIN_CHANNELS],
                             double matrix[CHAIN_UNKNOWNS][CHAIN_UNKNOWNS], double right[CHAIN_UNKNOWNS]) {
    const int n = c->unknowns;
    for (int k = 0; k < n; k++)
        memset(matrix[k], 0, (size_t)n * sizeof *matrix[k]);
    memset(right, 0, sizeof(double[CHAIN_UNKNOWNS]));
    for (size_t i = 0; i < c->count; i++)
        for (int channel = 0; channel < CHAIN_CHANNELS; channel++) {
            const varying *v = &said[i][channel];
            if (!(s->deviation[channel] > 0))
                continue;
            const double weight = 1 / (s->deviation[channel] * s->deviation[channel]);
            for (int k = 0; k < n; k++) {
                const double scaled = weight * v->by[BY_UNKNOWN + k];
                if (scaled == 0)
                    continue;
                right[k] += scaled * (c->measured[i][channel] - v->value);
                for (int l = 0; l <= k; l++)
                    matrix[k][l] += scaled * v->by[BY_UNKNOWN + l];
            }
        }
}

static void keep_fit(const chain_setting *s, flight_chain *c, varying said[CHAIN_MOST][CHAIN_CHANNELS]) {
    c->score = 0;
    c->freedom = -c->unknowns;
    for (size_t i = 0; i < c->count; i++)
        for (int k = 0; k < CHAIN_CHANNELS; k++) {
            c->fitted[i][k] = said[i][k].value;
            if (!(s->deviation[k] > 0))
                continue;
            c->freedom++;
            c->score +=
                (c->measured[i][k] - said[i][k].value) * said[i][k].by[BY_KAPPA] / (s->deviation[k] * s->deviation[k]);
        }
}

bool routh_chain_fit(const chain_setting *s, flight_chain *c) {
    enum { MOST_STEPS = 60 };
    varying said[CHAIN_MOST][CHAIN_CHANNELS];
    double matrix[CHAIN_UNKNOWNS][CHAIN_UNKNOWNS], factor[CHAIN_UNKNOWNS][CHAIN_UNKNOWNS], right[CHAIN_UNKNOWNS];
    double damping = 1e-6;
    c->square = square_at(s, c, c->at, said);
    for (int step = 0; step < MOST_STEPS && isfinite(c->square); step++) {
        normal_equations(s, c, said, matrix, right);
        bool better = false, done = false;
        for (int attempt = 0; attempt < 12 && !better && !done; attempt++) {
            double moved[CHAIN_UNKNOWNS];
            for (int k = 0; k < c->unknowns; k++)
                memcpy(factor[k], matrix[k], (size_t)c->unknowns * sizeof *matrix[k]);
            memcpy(moved, right, sizeof moved);
            for (int k = 0; k < c->unknowns; k++)
                factor[k][k] *= 1 + damping;
            if (!routh_cholesky_factor((size_t)c->unknowns, CHAIN_UNKNOWNS, factor[0], 0))
                return false;
            routh_cholesky_solve((size_t)c->unknowns, CHAIN_UNKNOWNS, factor[0], moved);
            double gain = 0;
            for (int k = 0; k < c->unknowns; k++) {
                gain += moved[k] * right[k];
                moved[k] += c->at[k];
            }
            const double square = square_at(s, c, moved, said);
            done = gain < 1e-10;
            better = square <= c->square;
            if (better) {
                c->square = square;
                memcpy(c->at, moved, sizeof moved);
            }
            damping = better ? fmax(1e-12, damping / 10) : fmax(1e-3, damping * 10);
        }
        if (!better)
            square_at(s, c, c->at, said);
        if (!better || done)
            break;
    }
    if (!isfinite(c->square))
        return false;
    keep_fit(s, c, said);
    normal_equations(s, c, said, matrix, right);
    if (!routh_cholesky_factor((size_t)c->unknowns, CHAIN_UNKNOWNS, matrix[0], 0))
        return false;
    for (size_t i = 0; i < c->count; i++) {
        double unit[CHAIN_UNKNOWNS] = {0};
        unit[i] = 1;
        routh_cholesky_solve((size_t)c->unknowns, CHAIN_UNKNOWNS, matrix[0], unit);
        c->theta_error[i] = sqrt(unit[i]);
    }
    return true;
}

/* Where the fit of a chain begins, and which of its contacts are not certain to be at the point that seems lowest.
 *
 * The spins measured before and after a flight link its two angles. What is left open is one angle for the whole chain.
 * It is looked for over the range that the measured angles leave, by what they and the heights say.
 *
 * A polygon that lands nearly flat may have touched with either corner, and the balance of the wrong one is no balance.
 * Such a contact stays in the chain as a bridge between its flights, with y and Δvx free. */

/* Offsets reach this many deviations of the mean angle to either side, in this number of steps. */
static const double reach = 4;
enum { OFFSETS = 65, CANDIDATES = 4 };

/* Two starts that end this close in χ², at angles this many deviations apart, are both possible. */
static const double clearly_better = 9;

/* A contact is certain where no other corner is lowest within this number of deviations of the angle. */
static const double certain = 3;

/* Sum of squared errors of angles and heights at an offset. */
static double pose_square(const chain_setting *s, const flight_chain *c, const double *theta, double offset) {
    double square = 0;
    for (size_t i = 0; i < c->count; i++) {
        double rx, ry, next;
        routh_shape_lowest(s->shape, theta[i] + offset, &rx, &ry, &next);
        const double turn = (c->measured[i][CHAIN_THETA] - theta[i] - offset) / s->deviation[CHAIN_THETA];
        const double high = s->deviation[CHAIN_Y] > 0 ? (c->measured[i][CHAIN_Y] + ry) / s->deviation[CHAIN_Y] : 0;
        square += turn * turn + high * high;
    }
    return square;
}

static void place_unknowns(const chain_setting *s, flight_chain *c, const double *theta, double offset) {
    const size_t n = c->count;
    for (size_t i = 0; i < n; i++)
        c->at[i] = theta[i] + offset;
    c->at[n] = c->measured[0][CHAIN_VX];
    c->at[n + 1] = c->measured[0][CHAIN_VY];
    c->at[n + 2] = c->measured[0][CHAIN_OMEGA];
    c->at[n + 3] = c->measured[n - 1][CHAIN_VY_AFTER];
    c->at[n + 4] = c->measured[n - 1][CHAIN_OMEGA_AFTER];
    c->unknowns = (int)n + CHAIN_ENDS;
    for (size_t i = 0; i < n; i++) {
        double rx, ry, next;
        if (!c->bridge[i])
            continue;
        routh_shape_lowest(s->shape, c->at[i], &rx, &ry, &next);
        c->at[c->unknowns++] = -ry;
        c->at[c->unknowns++] = c->measured[i][CHAIN_VX_AFTER] - c->measured[i][CHAIN_VX];
    }
}

/* Angles linked by the spins, with the offset 0 at the mean of those measured. */
static void link_angles(const flight_chain *c, double theta[CHAIN_MOST]) {
    double sum = 0;
    theta[0] = 0;
    for (size_t i = 0; i + 1 < c->count; i++)
        theta[i + 1] =
            theta[i] + c->flight[i] * (c->measured[i][CHAIN_OMEGA_AFTER] + c->measured[i + 1][CHAIN_OMEGA]) / 2;
    for (size_t i = 0; i < c->count; i++)
        sum += c->measured[i][CHAIN_THETA] - theta[i];
    for (size_t i = 0; i < c->count; i++)
        theta[i] += sum / (double)c->count;
}

/* The offsets at which the poses fit best among their neighbours, best first. */
static int find_offsets(const chain_setting *s, const flight_chain *c, const double *theta, double offset[CANDIDATES]) {
    double square[OFFSETS], best[CANDIDATES];
    const double step = 2 * reach * s->deviation[CHAIN_THETA] / sqrt((double)c->count) / (OFFSETS - 1);
    int found = 0;
    for (int j = 0; j < OFFSETS; j++)
        square[j] = pose_square(s, c, theta, step * (j - OFFSETS / 2));
    for (int j = 0; j < OFFSETS; j++) {
        if ((j > 0 && square[j - 1] < square[j]) || (j + 1 < OFFSETS && square[j + 1] <= square[j]))
            continue;
        if (found == CANDIDATES && square[j] >= best[CANDIDATES - 1])
            continue;
        int place = found < CANDIDATES ? found++ : CANDIDATES - 1;
        for (; place > 0 && best[place - 1] > square[j]; place--) {
            best[place] = best[place - 1];
            offset[place] = offset[place - 1];
        }
        best[place] = square[j];
        offset[place] = step * (j - OFFSETS / 2);
    }
    return found;
}

static size_t lowest_corner(const routh_shape *shape, double theta) {
    const double s = sin(theta), c = cos(theta);
    size_t lowest = 0;
    double least = INFINITY;
    for (size_t k = 0; k < shape->count; k++) {
        const double y = s * shape->vertex[k][0] + c * shape->vertex[k][1];
        if (y < least) {
            least = y;
            lowest = k;
        }
    }
    return lowest;
}

/* Marks contacts whose corner is not certain; true where there is a new one. */
static bool mark_bridges(const chain_setting *s, flight_chain *c) {
    bool any = false;
    for (size_t i = 0; i < c->count && s->shape->kind == ROUTH_POLYGON; i++) {
        const double wide = certain * c->theta_error[i];
        if (c->bridge[i] || (lowest_corner(s->shape, c->at[i] - wide) == lowest_corner(s->shape, c->at[i]) &&
                             lowest_corner(s->shape, c->at[i] + wide) == lowest_corner(s->shape, c->at[i])))
            continue;
        c->bridge[i] = any = true;
    }
    return any;
}

static bool same_angles(const flight_chain *a, const flight_chain *b) {
    for (size_t i = 0; i < a->count; i++)
        if (fabs(a->at[i] - b->at[i]) > fmax(a->theta_error[i], b->theta_error[i]))
            return false;
    return true;
}

void routh_chain_start(const chain_setting *s, flight_chain *c) {
    double theta[CHAIN_MOST], offset[CANDIDATES] = {0};
    memset(c->bridge, 0, sizeof c->bridge);
    c->used = false;
    c->square = INFINITY;
    c->freedom = 1;
    link_angles(c, theta);
    const int starts = find_offsets(s, c, theta, offset);
    flight_chain best = *c;
    double second = INFINITY;
    for (int k = 0; k < starts; k++) {
        flight_chain one = *c;
        place_unknowns(s, &one, theta, offset[k]);
        if (!routh_chain_fit(s, &one))
            continue;
        if (!best.used || one.square < best.square) {
            if (best.used && !same_angles(&one, &best))
                second = best.square;
            best = one;
            best.used = true;
        } else if (!same_angles(&one, &best))
            second = fmin(second, one.square);
    }
    if (best.used && second < best.square + clearly_better)
        best.used = false;
    for (size_t pass = 0; best.used && pass < c->count && mark_bridges(s, &best); pass++) {
        memcpy(theta, best.at, sizeof theta);
        place_unknowns(s, &best, theta, 0);
        best.used = routh_chain_fit(s, &best);
    }
    size_t bridges = 0;
    for (size_t i = 0; i < c->count; i++)
        bridges += best.bridge[i];
    best.used = best.used && bridges < c->count;
    *c = best;
}
