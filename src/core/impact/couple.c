/* Routh's path with a couple: a contact that resists turning, as a wide or soft one does.
 *
 * G. Darboux, Bulletin des Sciences Mathématiques (1880), and J. B. Keller, J. Applied Mechanics 53 (1986), for the path; the couple
 * as in R. Leine and C. Glocker, European J. Mechanics A 22 (2003), of which it is the planar part.
 *
 * With the normal impulse P_n as the independent variable, friction acts at a = dP_t/dP_n within ±μ and the couple at c = dC/dP_n
 * within ±ρ. Slip takes a = −μ sign(v_t), turning takes c = −ρ sign(ω); where a velocity is 0 it stays so if that is within the
 * bounds, and otherwise leaves against them. ρ is a length: how far the normal force may wander from the contact point.
 *
 *     dv_t/dP_n = W_tt a + W_tn + W_tc c     dv_n/dP_n = W_tn a + W_nn + W_nc c     dω/dP_n = W_tc a + W_nc + W_cc c
 *
 * So the path is straight but where v_t or ω becomes 0. Neither friction nor couple ever does work on the body, and what the normal force
 * gives back is at most ε² of what it took: with Stronge's restitution energy cannot grow.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "impact/modified.h"

/* Far more than the few that an impact takes. */
enum { MOST_STRETCHES = 64 };

/* Friction and couple per normal impulse. */
typedef struct course {
    double a, c;
} course;

static double within(double x, double most) {
    return fmin(most, fmax(-most, x));
}

/* The friction that holds v_t beside a couple, and the couple that holds ω beside friction, as far as they can. */
static double friction_beside(const routh_contact *w, double mu, double c) {
    return within(-(w->wtn + w->wtc * c) / w->wtt, mu);
}

static double couple_beside(const routh_contact *w, double rho, double a) {
    return within(-(w->wnc + w->wtc * a) / w->wcc, rho);
}

/* Neither slips nor turns: ½ (a c) M (a c)ᵀ + q·(a c), whose gradient are the two velocities' rates, is least within the bounds.
 * That is where both stay, or on the lowest edge. */
static course course_at_rest(const routh_contact *w, double mu, double rho) {
    const double det = w->wtt * w->wcc - w->wtc * w->wtc;
    course best = {(w->wtc * w->wnc - w->wcc * w->wtn) / det, (w->wtc * w->wtn - w->wtt * w->wnc) / det};
    if (fabs(best.a) <= mu && fabs(best.c) <= rho)
        return best;
    double least = INFINITY;
    for (int side = 0; side < 4; side++) {
        const double sign = side % 2 ? 1 : -1;
        const course edge = side < 2 ? (course){sign * mu, couple_beside(w, rho, sign * mu)}
                                     : (course){friction_beside(w, mu, sign * rho), sign * rho};
        const double value = 0.5 * (w->wtt * edge.a * edge.a + w->wcc * edge.c * edge.c) + w->wtc * edge.a * edge.c +
                             w->wtn * edge.a + w->wnc * edge.c;
        best = value < least ? edge : best;
        least = fmin(least, value);
    }
    return best;
}

static course course_of(const routh_contact *w, double mu, double rho, double vt, double omega) {
    if (vt == 0 && omega == 0)
        return course_at_rest(w, mu, rho);
    const double slip = copysign(mu, -vt), turn = copysign(rho, -omega);
    if (vt == 0)
        return (course){friction_beside(w, mu, turn), turn};
    return (course){slip, omega == 0 ? couple_beside(w, rho, slip) : turn};
}

/* How far a velocity is from 0 on its way there. */
static double to_zero(double v, double rate) {
    return v * rate < 0 ? -v / rate : INFINITY;
}

/* How far until the normal force has done so much more work. */
static double to_work(double vn, double rate, double work) {
    const double square = vn * vn + 2 * rate * work;
    if (work <= 0 || square < 0 || (vn <= 0 && rate <= 0))
        return work <= 0 ? 0 : INFINITY;
    return vn >= 0 ? 2 * work / (vn + sqrt(square)) : (sqrt(square) - vn) / rate;
}

/* The mode that slip had, from where and how it first stopped. */
static int mode_of(int stopped, int early, int sticks) {
    if (!stopped)
        return ROUTH_SLIDING;
    return early ? (sticks ? ROUTH_C_STICKING : ROUTH_C_REVERSED) : (sticks ? ROUTH_R_STICKING : ROUTH_R_REVERSED);
}

routh_impulse routh_couple_impulse(const routh_contact *w, double mu, double eps, double rho) {
    routh_impulse p = {.mode = ROUTH_UNSOLVED};
    double vt = w->vt, vn = w->vn, omega = w->omega, owed = 0, taken = 0;
    int restituting = 0, stopped = vt == 0, early = 1, held = 0;
    for (int i = 0; i < MOST_STRETCHES; i++) {
        const course k = course_of(w, mu, rho, vt, omega);
        const double slowing = w->wtt * k.a + w->wtn + w->wtc * k.c, rise = w->wtn * k.a + w->wnn + w->wnc * k.c;
        const double turning = w->wtc * k.a + w->wnc + w->wcc * k.c;
        const double stops = to_zero(vt, slowing), rests = to_zero(omega, turning);
        const double ends = restituting ? to_work(vn, rise, owed) : rise > 0 ? -vn / rise : INFINITY;
        const double step = fmin(ends, fmin(stops, rests)), work = step * (vn + 0.5 * rise * step);
        held |= stopped && vt == 0 && fabs(k.a) < mu;
        if (!(step < INFINITY))
            break;
        p.pt += k.a * step;
        p.pn += step;
        p.couple += k.c * step;
        early = stops <= step && !stopped ? !restituting : early;
        stopped |= stops <= step;
        /* what is held at 0 stays there exactly */
        vt = stops <= step || (vt == 0 && fabs(k.a) < mu) ? 0 : vt + slowing * step;
        omega = rests <= step || (omega == 0 && fabs(k.c) < rho) ? 0 : omega + turning * step;
        vn += rise * step;
        taken -= restituting ? 0 : work;
        owed -= restituting ? work : 0;
        if (ends <= step && restituting) {
            p.mode = mode_of(stopped, early, held);
            return p;
        }
        if (ends <= step) {
            restituting = 1;
            vn = 0;
            owed = eps * eps * taken;
        }
    }
    return (routh_impulse){NAN, NAN, ROUTH_UNSOLVED, NAN};
}
