/* Bodies on a line with springs between neighbours, integrated directly: Runge–Kutta of order 4 in small steps, each
 * change at a spring located by halving the step. Nothing here comes from the library.
 *
 *     v̇_i = (F_i−1 − F_i) / m_i        spring i lies between bodies i and i + 1, F_i pushes them apart
 *     Ḟ_i = k (v_i − v_i+1)            k = k0 beyond the highest force so far, k0/e² below it
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_STRIKE_SPRING_ROW_H
#define ROUTH_TESTS_STRIKE_SPRING_ROW_H

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { ROW_BODIES = 5, ROW_SPRINGS = 4, ROW_CHANGES = 4096 };

typedef enum row_state { ROW_APART, ROW_LOADS, ROW_UNLOADS } row_state;

typedef struct row_change {
    double time;
    size_t spring;
    row_state state; /* from here on */
} row_change;

typedef struct spring_row {
    size_t bodies;
    double inverse_mass[ROW_BODIES]; /* 0: fixed */
    double k0[ROW_SPRINGS], eps[ROW_SPRINGS];
    double v[ROW_BODIES], force[ROW_SPRINGS], gap[ROW_SPRINGS], impulse[ROW_SPRINGS];
    double peak[ROW_SPRINGS];
    double lost;                 /* energy: of each spring that turned round, the share 1 − e² of its highest */
    size_t reloads[ROW_SPRINGS]; /* how often it was pressed again on its way back */
    row_state state[ROW_SPRINGS];
    double time;
    size_t changes;
    row_change change[ROW_CHANGES];
} spring_row;

/* What moves, as numbers for Runge–Kutta. */
typedef struct row_motion {
    double v[ROW_BODIES], force[ROW_SPRINGS], gap[ROW_SPRINGS], impulse[ROW_SPRINGS];
} row_motion;

static inline row_motion row_rates(const spring_row *row, const row_motion *now) {
    row_motion rate = {0};
    for (size_t i = 0; i + 1 < row->bodies; i++) {
        const double approach = now->v[i] - now->v[i + 1];
        if (row->state[i] == ROW_APART) {
            rate.gap[i] = -approach;
            continue;
        }
        const double e = row->eps[i];
        rate.force[i] = (row->state[i] == ROW_LOADS ? row->k0[i] : row->k0[i] / (e * e)) * approach;
        rate.impulse[i] = now->force[i];
        rate.v[i] -= now->force[i] * row->inverse_mass[i];
        rate.v[i + 1] += now->force[i] * row->inverse_mass[i + 1];
    }
    return rate;
}

static inline row_motion row_ahead(const row_motion *from, const row_motion *rate, double h) {
    row_motion to = *from;
    for (size_t i = 0; i < ROW_BODIES; i++)
        to.v[i] += h * rate->v[i];
    for (size_t i = 0; i < ROW_SPRINGS; i++) {
        to.force[i] += h * rate->force[i];
        to.gap[i] += h * rate->gap[i];
        to.impulse[i] += h * rate->impulse[i];
    }
    return to;
}

static inline row_motion row_motion_of(const spring_row *row) {
    row_motion now;
    memcpy(now.v, row->v, sizeof now.v);
    memcpy(now.force, row->force, sizeof now.force);
    memcpy(now.gap, row->gap, sizeof now.gap);
    memcpy(now.impulse, row->impulse, sizeof now.impulse);
    return now;
}

/* A step of Runge and Kutta. */
static inline row_motion row_step(const spring_row *row, double h) {
    const row_motion now = row_motion_of(row), one = row_rates(row, &now);
    const row_motion half = row_ahead(&now, &one, h / 2), two = row_rates(row, &half);
    const row_motion again = row_ahead(&now, &two, h / 2), three = row_rates(row, &again);
    const row_motion end = row_ahead(&now, &three, h), four = row_rates(row, &end);
    row_motion next = row_ahead(&now, &one, h / 6);
    next = row_ahead(&next, &two, h / 3);
    next = row_ahead(&next, &three, h / 3);
    return row_ahead(&next, &four, h / 6);
}

/* Which spring has gone beyond what its state allows; their number if none has. */
static inline size_t row_overdue(const spring_row *row, const row_motion *m) {
    for (size_t i = 0; i + 1 < row->bodies; i++) {
        const double approach = m->v[i] - m->v[i + 1];
        if (row->state[i] == ROW_APART && m->gap[i] < -1e-15 && approach > 0)
            return i;
        if (row->state[i] == ROW_LOADS && approach < -1e-13)
            return i;
        if (row->state[i] == ROW_UNLOADS && (m->force[i] < 0 || (m->force[i] > row->peak[i] && approach > 0)))
            return i;
    }
    return row->bodies - 1;
}

static inline void row_note(spring_row *row, size_t i, row_state state) {
    row->state[i] = state;
    if (row->changes < ROW_CHANGES)
        row->change[row->changes++] = (row_change){row->time, i, state};
}

static inline void row_empty(spring_row *row, size_t i, row_state state) {
    row->lost += (1 - row->eps[i] * row->eps[i]) * row->peak[i] * row->peak[i] / (2 * row->k0[i]);
    row->force[i] = row->peak[i] = row->gap[i] = 0;
    row_note(row, i, state);
}

/* A spring without restitution opens when its bodies have one velocity; do others push it closed at once? */
static inline void row_press(spring_row *row) {
    const row_motion now = row_motion_of(row), rate = row_rates(row, &now);
    for (size_t i = 0; i + 1 < row->bodies; i++)
        if (row->state[i] == ROW_APART && fabs(row->gap[i]) < 1e-12 && fabs(row->v[i] - row->v[i + 1]) < 1e-12 &&
            rate.v[i] - rate.v[i + 1] > 0)
            row_empty(row, i, ROW_LOADS);
}

/* The two bodies of a spring have one velocity: exactly, not only to rounding. */
static inline void row_join(spring_row *row, size_t i) {
    const double a = row->inverse_mass[i], b = row->inverse_mass[i + 1];
    row->v[i] = row->v[i + 1] = (b * row->v[i] + a * row->v[i + 1]) / (a + b);
}

static inline void row_turn(spring_row *row, size_t i) {
    switch (row->state[i]) {
    case ROW_APART:
        row_empty(row, i, ROW_LOADS);
        break;
    case ROW_LOADS:
        row->peak[i] = row->force[i];
        if (row->eps[i] > 0)
            row_note(row, i, ROW_UNLOADS);
        else {
            row_join(row, i);
            row_empty(row, i, ROW_APART);
        }
        break;
    default:
        if (row->force[i] < 0.5 * row->peak[i])
            row_empty(row, i, ROW_APART);
        else
            row_note(row, i, ROW_LOADS);
    }
    row_press(row);
}

/* Every spring touches and begins under load, without force. */
static inline void row_begin(spring_row *row) {
    for (size_t i = 0; i + 1 < row->bodies; i++)
        row_empty(row, i, ROW_LOADS);
}

/* Nothing comes closer any more, but for what is too little to matter: springs without restitution, pressed together
 * again and again, come to rest that way. */
static inline int row_is_done(const spring_row *row) {
    for (size_t i = 0; i + 1 < row->bodies; i++)
        if (fabs(row->force[i]) > 1e-9 || row->v[i] - row->v[i + 1] > 1e-9)
            return 0;
    return 1;
}

/* With nothing under load, straight on to where the first spring touches again. */
static inline void row_fly(spring_row *row) {
    double soonest = INFINITY;
    for (size_t i = 0; i + 1 < row->bodies; i++) {
        const double approach = row->v[i] - row->v[i + 1];
        if (row->state[i] != ROW_APART)
            return;
        if (approach > 0)
            soonest = fmin(soonest, row->gap[i] / approach);
    }
    for (size_t i = 0; i + 1 < row->bodies; i++)
        row->gap[i] -= soonest * (row->v[i] - row->v[i + 1]);
    row->time += soonest;
}

/* A step of h, or to the first change within it. Returns which spring changes; their number if none. */
static inline size_t row_advance(spring_row *row, double h) {
    row_motion next = row_step(row, h);
    size_t which = row_overdue(row, &next);
    double low = 0, high = h;
    for (int halving = 0; which + 1 < row->bodies && halving < 60; halving++) {
        const double middle = 0.5 * (low + high);
        const row_motion there = row_step(row, middle);
        const size_t overdue = row_overdue(row, &there);
        if (overdue + 1 < row->bodies) {
            high = middle;
            next = there;
            which = overdue;
        } else
            low = middle;
    }
    for (size_t i = 0; i + 1 < row->bodies; i++)
        if (row->state[i] == ROW_UNLOADS && row->v[i] < row->v[i + 1] && next.v[i] > next.v[i + 1])
            row->reloads[i]++;
    memcpy(row->v, next.v, sizeof row->v);
    memcpy(row->force, next.force, sizeof row->force);
    memcpy(row->gap, next.gap, sizeof row->gap);
    memcpy(row->impulse, next.impulse, sizeof row->impulse);
    row->time += high;
    return which;
}

/* Goes on until all springs are apart for good; 0 if they are not after `most` steps of h. */
static inline int row_run(spring_row *row, double h, size_t most) {
    for (size_t n = 0; n < most; n++) {
        if (row_is_done(row))
            return 1;
        row_fly(row);
        const size_t which = row_advance(row, h);
        if (which + 1 < row->bodies)
            row_turn(row, which);
    }
    return 0;
}

#endif
