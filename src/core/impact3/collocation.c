/* One step by collocation: its points, its sweeps, its values between them, and where something changes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "algebra/algebra.h"
#include "base/numbers.h"
#include "impact3/phase.h"

/* Radau's seven points: the zeros of P₇ − P₆ on 0 … 1 (Legendre polynomials), the last being 1. */

const double routh_radau_node[RADAU_POINTS] = {0.029316427159784893,
                                               0.1480785996684843,
                                               0.3369846902811543,
                                               0.55867151877155008,
                                               0.7692338620300545,
                                               0.92694567131974115,
                                               1};

const double routh_radau_integral[RADAU_POINTS][RADAU_WIDTH] = {
    {0.03754626499392133, 0.080147596515618966, 0.072063846941881907, 0.075705125819824415, 0.073912342163191841,
     0.074705562059796227, 0.074494235556010313, 0},
    {-0.014039334556460401, 0.081062063985891539, 0.17106835498388662, 0.15409015514217114, 0.16135560761594242,
     0.15830722387246871, 0.15910211573365074, 0},
    {0.010352789600742301, -0.021237992120711036, 0.10961456404007211, 0.22710773667320239, 0.2068672415521042,
     0.21415342326720002, 0.21235188950297781, 0},
    {-0.0081583225402750113, 0.014000291238817119, -0.024619871728984055, 0.11747818703702478, 0.23700711534269422,
     0.21987784703186003, 0.22355491450728324, 0},
    {0.0063884138795346846, -0.010234185730090163, 0.014760377043950817, -0.023810827153044174, 0.10308679353381345,
     0.19875212168063527, 0.19047493682211558, 0},
    {-0.0046023267791486556, 0.0071534651513645905, -0.009575259396791401, 0.012709985533661206, -0.018854139152580447,
     0.069265501605509136, 0.1196137446126562, 0},
    {0.0018289425614706437, -0.0028126393724067235, 0.0036726783971383057, -0.004608844281289633, 0.0058589009748887914,
     -0.0081160081977282895, 0.020408163265306121, 0},
};

const double routh_radau_weight[RADAU_POINTS] = {0.074494235556010313, 0.15910211573365074, 0.21235188950297781,
                                                 0.22355491450728324,  0.19047493682211558, 0.1196137446126562,
                                                 0.020408163265306121};

const double routh_radau_top[RADAU_POINTS] = {0.086788496881290672, -0.28505550934039642, 0.4967964255967085,
                                              -0.65632007577205131, 0.71087530616582639,  -0.61839076598035747,
                                              0.26530612244897961};

/* One step by collocation: the sweeps over forces, impulses, velocities and springs, and Newton's method for φ. */

enum { MOST_SWEEPS = 16, SETTLING_SWEEPS = 3 };

/* fmax without a call. */
static inline double larger(double a, double b) {
    return a > b ? a : b;
}

void routh_step_set(routh_step *step, double remaining, double stride) {
    step->remaining = remaining;
    step->stride = stride;
    for (int i = 0; i < RADAU_POINTS; i++) {
        const double left = 1 - stride * routh_radau_node[i];
        step->rate[i] = isinf(remaining) ? stride : 2 * remaining * stride * left;
    }
    step->rate[RADAU_POINTS] = 0;
}

double routh_step_time(const routh_step *step, double xi) {
    if (isinf(step->remaining))
        return step->stride * xi;
    const double way = step->stride * xi;
    return step->remaining * way * (2 - way); /* 1 − (1 − way)² without cancellation */
}

/* The integral of rate × x from the start of the step to each point. */
static inline void integrate(const double rate[RADAU_WIDTH], const double x[RADAU_WIDTH], double out[RADAU_WIDTH]) {
    double sum[RADAU_WIDTH] = {0};
    for (int j = 0; j < RADAU_POINTS; j++) {
        const double term = rate[j] * x[j];
        ROUTH_SIMD() for (int i = 0; i < RADAU_WIDTH; i++) sum[i] += routh_radau_integral[j][i] * term;
    }
    memcpy(out, sum, sizeof sum);
}

/* Forces at the points, on body a: tangential ones from the springs or the limit of friction. */
static inline void forces_at(const routh_springs *s, routh_step_contact *c, double force[3][RADAU_WIDTH]) {
    memcpy(force[2], c->force, sizeof force[2]);
    if (s->grip == ROUTH_SLIPS)
        for (int i = 0; i < RADAU_POINTS; i++) {
            force[0][i] = -s->mu * c->force[i] * c->cosine[i];
            force[1][i] = -s->mu * c->force[i] * c->sine[i];
        }
    else
        for (int i = 0; i < RADAU_POINTS; i++) {
            force[0][i] = -s->tangential * c->spring[0][i];
            force[1][i] = -s->tangential * c->spring[1][i];
        }
}

/* Impulses at the points from the forces; returns the largest change. */
static inline double renew_impulse(const routh_step *step, const routh_springs *s, routh_step_contact *c) {
    double force[3][RADAU_WIDTH], p[RADAU_WIDTH], changes[RADAU_WIDTH] = {0}, change = 0;
    forces_at(s, c, force);
    for (int k = 0; k < 3; k++) {
        integrate(step->rate, force[k], p);
        ROUTH_SIMD() for (int i = 0; i < RADAU_WIDTH; i++) changes[i] = larger(changes[i], fabs(p[i] - c->p[k][i]));
        memcpy(c->p[k], p, sizeof p);
    }
    for (int i = 0; i < RADAU_POINTS; i++)
        change = larger(change, changes[i]);
    return change;
}

static inline void renew_velocity(const routh_step *step, const routh_springs *springs, size_t count, size_t i,
                                  const double (*compliance)[3][3]) {
    routh_step_contact *c = &step->contact[i];
    for (int k = 0; k < 3; k++)
        for (int n = 0; n < RADAU_WIDTH; n++)
            c->v[k][n] = springs[i].v[k];
    for (size_t j = 0; j < count; j++) {
        if (springs[j].grip == ROUTH_NO_GRIP)
            continue;
        const double(*w)[3] = compliance[i * count + j];
        const routh_step_contact *other = &step->contact[j];
        for (int k = 0; k < 3; k++)
            ROUTH_SIMD()
        for (int n = 0; n < RADAU_WIDTH; n++)
            c->v[k][n] += w[k][0] * other->p[0][n] + w[k][1] * other->p[1][n] + w[k][2] * other->p[2][n];
    }
}

/* Lengths and normal force from the velocities. */
static inline void renew_springs(const routh_step *step, const routh_springs *s, routh_step_contact *c) {
    double way[RADAU_WIDTH];
    integrate(step->rate, c->v[2], way);
    if (s->grip == ROUTH_NO_GRIP) {
        for (int i = 0; i < RADAU_POINTS; i++)
            c->gap[i] = s->gap + way[i];
        return;
    }
    const double stiffness = routh_normal_stiffness(s);
    for (int i = 0; i < RADAU_POINTS; i++)
        c->force[i] = s->force - stiffness * way[i];
    if (s->grip == ROUTH_STICKS)
        for (int k = 0; k < 2; k++) {
            integrate(step->rate, c->v[k], way);
            for (int i = 0; i < RADAU_POINTS; i++)
                c->spring[k][i] = s->spring[k] + way[i];
        }
}

/* Newton's matrix 1 − A diag(slope). */
typedef struct newton_matrix {
    routh_factor7 factor;
    int is_one; /* slopes so small that the matrix is as good as 1 */
} newton_matrix;

static void factorise(const double slope[RADAU_WIDTH], routh_factor7 *f) {
    for (int i = 0; i < RADAU_POINTS; i++) {
        for (int j = 0; j < RADAU_POINTS; j++)
            f->m[i][j] = (i == j) - routh_radau_integral[j][i] * slope[j];
        f->m[i][RADAU_POINTS] = 0;
    }
    routh_factor7_make(f);
}

static void set_directions(routh_step_contact *c) {
    for (int i = 0; i < RADAU_POINTS; i++) {
        c->cosine[i] = cos(c->angle[i]);
        c->sine[i] = sin(c->angle[i]);
    }
}

/* Turns the directions by some angles, of which `most` is the largest. */
static void turn_directions(routh_step_contact *c, const double turn[RADAU_WIDTH], double most) {
    for (int i = 0; i < RADAU_POINTS; i++) /* far from the solution: at most 1 rad */
        c->angle[i] += turn[i] > 1 ? 1 : turn[i] < -1 ? -1 : turn[i];
    if (most > 0.01) {
        set_directions(c);
        return;
    }
    ROUTH_SIMD() for (int i = 0; i < RADAU_POINTS; i++) { /* Taylor's polynomials, to rounding */
        const double x = turn[i], square = x * x;
        const double sine = x * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)));
        const double less = square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56))); /* 1 − cos x */
        const double cosine_was = c->cosine[i], sine_was = c->sine[i];
        c->cosine[i] -= less * cosine_was + sine * sine_was;
        c->sine[i] += sine * cosine_was - less * sine_was;
    }
}

/* One Newton step for φ at the points, with the matrix of this sweep or of an earlier one. Returns the largest change, or
 * NaN if a force is not positive; in the first sweeps `least` stands for it. */
static double renew_angle(const routh_step *step, const routh_springs *s, routh_step_contact *c, newton_matrix *f,
                          double least, int sweep) {
    const double ratio = s->tangential / s->mu;
    double turning[RADAU_WIDTH] = {0}, slope[RADAU_WIDTH] = {0}, rest[RADAU_WIDTH], steepest = 0, change = 0;
    for (int i = 0; i < RADAU_POINTS; i++) {
        if (!(c->force[i] > 0)) {
            if (sweep >= SETTLING_SWEEPS)
                return NAN;
            c->force[i] = least;
        }
        const double pace = ratio / c->force[i];
        turning[i] = pace * (c->v[1][i] * c->cosine[i] - c->v[0][i] * c->sine[i]);
        slope[i] = -step->rate[i] * pace * (c->v[0][i] * c->cosine[i] + c->v[1][i] * c->sine[i]);
        steepest = larger(steepest, fabs(slope[i]));
    }
    integrate(step->rate, turning, rest);
    for (int i = 0; i < RADAU_POINTS; i++)
        rest[i] = s->angle + rest[i] - c->angle[i];
    if (sweep == 0 || sweep == 2) {
        f->is_one = steepest < 0.05;
        if (!f->is_one)
            factorise(slope, &f->factor);
    }
    if (!f->is_one)
        routh_factor7_solve(&f->factor, rest);
    for (int i = 0; i < RADAU_POINTS; i++)
        change = larger(change, fabs(rest[i]));
    turn_directions(c, rest, change);
    return change;
}

/* Forces on body a and how they change, at the start. */
static void start_forces(const routh_springs *s, double force[3], double rate[3]) {
    const double normal_rate = -routh_normal_stiffness(s) * s->v[2];
    const double along[2] = {cos(s->angle), sin(s->angle)};
    for (int k = 0; k < 2; k++) {
        force[k] = -s->tangential * s->spring[k];
        rate[k] = s->grip == ROUTH_STICKS ? -s->tangential * s->v[k] : -s->mu * normal_rate * along[k];
    }
    force[2] = s->force;
    rate[2] = normal_rate;
}

/* Values to begin with: Taylor's polynomial of the springs, φ as it is. */
static void first_guess(const routh_step *step, const routh_springs *springs, size_t count, size_t n,
                        const double (*compliance)[3][3]) {
    const routh_springs *s = &springs[n];
    routh_step_contact *c = &step->contact[n];
    memset(c, 0, sizeof *c);
    double first[3] = {0}, second[3] = {0}; /* derivatives of v */
    for (size_t j = 0; j < count; j++) {
        if (springs[j].grip == ROUTH_NO_GRIP)
            continue;
        double force[3], rate[3];
        start_forces(&springs[j], force, rate);
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++) {
                first[k] += compliance[n * count + j][k][l] * force[l];
                second[k] += compliance[n * count + j][k][l] * rate[l];
            }
    }
    const double stiffness = s->grip == ROUTH_NO_GRIP ? 0 : routh_normal_stiffness(s);
    for (int i = 0; i < RADAU_POINTS; i++) {
        const double t = routh_step_time(step, routh_radau_node[i]);
        double way[3];
        for (int k = 0; k < 3; k++)
            way[k] = t * (s->v[k] + t * (first[k] / 2 + t * second[k] / 6));
        c->angle[i] = s->angle;
        c->force[i] = larger(s->force - stiffness * way[2], 1e-3 * s->force);
        for (int k = 0; k < 2 && s->grip == ROUTH_STICKS; k++)
            c->spring[k][i] = s->spring[k] + way[k];
    }
}

/* Legendre coefficients of what is integrated shrink like a geometric series c₀ rʲ; from the first and the seventh
 * follows the thirteenth. The first that the quadrature misses is the fourteenth, which is not larger. */
static double missed(double first, double seventh) {
    return first > 0 ? seventh * seventh / first : 0;
}

static void estimate(routh_step *step, const routh_springs *springs, size_t count, double impulse_scale) {
    step->error = step->friction = 0;
    for (size_t n = 0; n < count; n++) {
        const routh_springs *s = &springs[n];
        routh_step_contact *c = &step->contact[n];
        if (s->grip == ROUTH_NO_GRIP)
            continue;
        double force[3][RADAU_WIDTH], most = 0, turn = 0, turn_top = 0;
        forces_at(s, c, force);
        for (int k = 0; k < 3; k++) {
            double first = 0, top = 0;
            for (int i = 0; i < RADAU_POINTS; i++) {
                first += routh_radau_weight[i] * step->rate[i] * fabs(c->force[i]);
                top += routh_radau_top[i] * step->rate[i] * force[k][i];
            }
            step->error = larger(step->error, missed(first, fabs(top)) / impulse_scale);
        }
        if (s->grip != ROUTH_SLIPS || s->mu == 0) /* without friction there is no direction to be wrong */
            continue;
        for (int i = 0; i < RADAU_POINTS; i++) {
            const double v[3] = {c->v[0][i], c->v[1][i], c->v[2][i]};
            const double pace = step->rate[i] * s->tangential / (s->mu * c->force[i]);
            const double across = pace * (v[1] * c->cosine[i] - v[0] * c->sine[i]);
            const double along = pace * (v[0] * c->cosine[i] + v[1] * c->sine[i]);
            const double turning = across / (1 + larger(along, 0)); /* the stiffer, the sooner an error is forgotten */
            turn += routh_radau_weight[i] * fabs(turning);
            turn_top += routh_radau_top[i] * turning;
            most = larger(most, c->force[i]);
            step->friction += routh_radau_weight[i] * step->rate[i] * s->mu * c->force[i] *
                              routh_slip_speed(s, v, c->cosine[i], c->sine[i]);
        }
        /* a wrong direction turns what impulse is still to come, of which little is left when a force goes to 0 */
        const double weight = s->loading ? 1 : most * most / (s->peak * s->peak);
        step->error = larger(step->error, weight * s->mu * missed(fmax(turn, 1.0), fabs(turn_top)));
    }
}

int routh_step_solve(routh_step *step, const routh_springs *springs, size_t count, const double (*compliance)[3][3],
                     double impulse_scale, double tolerance, int guess) {
    newton_matrix newton[ROUTH_MOST_SCENE_CONTACTS];
    const double least = 1e-9 * impulse_scale / routh_step_time(step, 1);
    for (size_t i = 0; i < count; i++) {
        if (!guess)
            first_guess(step, springs, count, i, compliance);
        if (springs[i].grip == ROUTH_SLIPS)
            set_directions(&step->contact[i]);
    }
    double before = INFINITY;
    for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
        double change = 0;
        for (size_t i = 0; i < count; i++)
            if (springs[i].grip != ROUTH_NO_GRIP)
                change = larger(change, renew_impulse(step, &springs[i], &step->contact[i]));
        for (size_t i = 0; i < count; i++) {
            renew_velocity(step, springs, count, i, compliance);
            renew_springs(step, &springs[i], &step->contact[i]);
        }
        for (size_t i = 0; i < count; i++)
            if (springs[i].grip == ROUTH_SLIPS && springs[i].mu > 0) {
                routh_step_contact *c = &step->contact[i];
                const double turned = renew_angle(step, &springs[i], c, &newton[i], least, sweep);
                if (isnan(turned))
                    return 0;
                change = larger(change, turned * springs[i].mu * fabs(c->p[2][RADAU_POINTS - 1]));
            }
        /* sweeps converge linearly: what all the later ones would still change; the first change shows only the
         * guess */
        const double shrinking = sweep >= 2 ? change / before : 1;
        const double rest = shrinking < 0.5 ? change * shrinking / (1 - shrinking) : change;
        if (rest <= 0.03 * tolerance * impulse_scale) {
            estimate(step, springs, count, impulse_scale);
            return 1;
        }
        before = change;
    }
    return 0;
}

void routh_step_finish(const routh_step *step, routh_springs *springs, size_t count) {
    const int last = RADAU_POINTS - 1;
    for (size_t i = 0; i < count; i++) {
        routh_springs *s = &springs[i];
        const routh_step_contact *c = &step->contact[i];
        for (int k = 0; k < 3; k++)
            s->v[k] = c->v[k][last];
        if (s->grip == ROUTH_NO_GRIP) {
            s->gap = c->gap[last];
            continue;
        }
        for (int k = 0; k < 3; k++)
            s->p[k] += c->p[k][last];
        s->force = c->force[last];
        s->angle = c->angle[last];
        if (s->grip == ROUTH_STICKS)
            for (int k = 0; k < 2; k++)
                s->spring[k] = c->spring[k][last];
        else
            routh_springs_at_limit(s);
        if (s->loading)
            s->peak = s->force;
    }
}

/* The polynomials of a step between its points: values anywhere along it, and the first part of it as a step of its own. */

/* 1 ÷ the product of a point's distances from the other ones, for ξ = 0 and the seven points. */
static const double barycentric[RADAU_WIDTH] = {-1716,
                                                2735.4141990507478,
                                                -1778.7262387691535,
                                                1362.1980775102002,
                                                -1085.5032512608871,
                                                853.8999845427503,
                                                -616.42562821651461,
                                                245.14285714285714};

/* Weights of the start and of the seven values in their polynomial at ξ. */
static void interpolation(double xi, double weight[RADAU_WIDTH]) {
    double sum = 0;
    for (int j = 0; j < RADAU_WIDTH; j++) {
        const double distance = xi - (j == 0 ? 0.0 : routh_radau_node[j - 1]);
        if (distance == 0) {
            memset(weight, 0, RADAU_WIDTH * sizeof *weight);
            weight[j] = 1;
            return;
        }
        weight[j] = barycentric[j] / distance;
        sum += weight[j];
    }
    for (int j = 0; j < RADAU_WIDTH; j++)
        weight[j] /= sum;
}

static double weighted(const double weight[RADAU_WIDTH], double start, const double values[RADAU_WIDTH]) {
    double sum = weight[0] * start;
    for (int j = 0; j < RADAU_POINTS; j++)
        sum += weight[j + 1] * values[j];
    return sum;
}

double routh_step_between(double start, const double values[RADAU_WIDTH], double xi) {
    double weight[RADAU_WIDTH];
    interpolation(xi, weight);
    return weighted(weight, start, values);
}

static void squeeze(double weight[RADAU_POINTS][RADAU_WIDTH], double start, double values[RADAU_WIDTH]) {
    double moved[RADAU_WIDTH] = {0};
    for (int i = 0; i < RADAU_POINTS; i++)
        moved[i] = weighted(weight[i], start, values);
    memcpy(values, moved, sizeof moved);
}

void routh_step_shorten(routh_step *step, const routh_springs *springs, size_t count, double share) {
    double weight[RADAU_POINTS][RADAU_WIDTH];
    for (int i = 0; i < RADAU_POINTS; i++)
        interpolation(share * routh_radau_node[i], weight[i]);
    for (size_t n = 0; n < count; n++) {
        routh_step_contact *c = &step->contact[n];
        squeeze(weight, springs[n].force, c->force);
        squeeze(weight, springs[n].angle, c->angle);
        for (int k = 0; k < 2; k++)
            squeeze(weight, springs[n].spring[k], c->spring[k]);
        for (int k = 0; k < 3; k++)
            squeeze(weight, 0, c->p[k]);
    }
    routh_step_set(step, step->remaining, step->stride * share);
}

/* Where a function, known at the points of a step, first falls to 0. */

static double value_at(const routh_watched *g, double xi) {
    return g->between ? g->between(g, xi) : routh_step_between(g->start, g->at, xi);
}

/* How deep a fall must be to count as one. */
static double least_fall(const routh_watched *g) {
    return fmax(1e-13 * g->scale, g->noise);
}

/* A zero of g between two ξ where it is positive and negative. */
static double zero_between(const routh_watched *g, double low, double above, double high, double below) {
    for (int n = 0; n < 60 && high - low > 1e-14; n++) { /* false position, bisection every third time */
        const double xi = n % 3 == 2 ? 0.5 * (low + high) : low + (high - low) * above / (above - below);
        const double value = value_at(g, xi);
        if (fabs(value) <= 1e-15 * g->scale)
            return xi;
        if (value > 0) {
            low = xi;
            above = value;
        } else {
            high = xi;
            below = value;
        }
    }
    return high;
}

/* A dip below 0 between points where g is positive: looked for around its lowest point, by golden section. A dip
 * shallower than 1e-9 may be rounding of the polynomial, and changes nothing. */
static double first_dip(const routh_watched *g) {
    const double golden = 0.6180339887498949;
    int lowest = 0;
    double most = g->start;
    for (int i = 1; i < RADAU_POINTS; i++) {
        lowest = g->at[i] < g->at[lowest] ? i : lowest;
        most = fmax(most, g->at[i]);
    }
    const int just_begun = lowest == 0 && g->start <= 1e-13 * g->scale; /* it starts from 0, and grows */
    if (g->at[lowest] > 0.1 * most || just_begun)
        return 2;
    const double begin = lowest == 0 ? 0 : routh_radau_node[lowest - 1];
    double low = begin, high = lowest + 1 < RADAU_POINTS ? routh_radau_node[lowest + 1] : 1;
    for (int n = 0; n < 16; n++) {
        const double left = high - golden * (high - low), right = low + golden * (high - low);
        const double at_left = value_at(g, left);
        const double at_right = value_at(g, right);
        const double least = fmin(at_left, at_right), where = at_left < at_right ? left : right;
        if (least < -fmax(1e-9 * most, least_fall(g)))
            return zero_between(g, begin, lowest == 0 ? g->start : g->at[lowest - 1], where, least);
        if (at_left < at_right)
            high = right;
        else
            low = left;
    }
    return 2;
}

/* The fall before the first point. A function that starts from 0 may grow before it falls. If it does not, a little later than
 * at once: where rounding hides the difference between stick and slip, that ensures some progress. */
static double fall_at_start(const routh_watched *g) {
    double high = routh_radau_node[0], below = g->at[0];
    if (g->start > least_fall(g))
        return zero_between(g, 0, g->start, high, below);
    for (int n = 0; n < 24; n++) {
        const double xi = 0.5 * high, value = value_at(g, xi);
        if (value > 0)
            return zero_between(g, xi, value, high, below);
        high = xi;
        below = value;
    }
    return high;
}

double routh_first_fall(const routh_watched *g) {
    for (int i = 0; i < RADAU_POINTS; i++)
        if (g->at[i] < -least_fall(g))
            return i == 0
                       ? fall_at_start(g)
                       : zero_between(g, routh_radau_node[i - 1], fmax(g->at[i - 1], 0), routh_radau_node[i], g->at[i]);
    return first_dip(g);
}

double routh_fall_missed(const routh_watched *g) {
    const double end = g->at[RADAU_POINTS - 1], before = g->at[RADAU_POINTS - 2];
    if (fabs(end) <= 1e-14 * g->scale || before <= end)
        return 0;
    const double change = end / (before - end) * (1 - routh_radau_node[RADAU_POINTS - 2]);
    return fabs(change) < 0.5 && fabs(change) >= 1e-14 ? change : 0;
}
