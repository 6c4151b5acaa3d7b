/* What of a strike pictures show.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/run_shown.h"

#include <math.h>

bool routh_strike_next_run(const routh_trace *curve, size_t *first, strike_run *run) {
    if (*first + 1 >= curve->count)
        return false;
    *run = (strike_run){.first = *first, .last = *first + 1, .phase = curve->moment[*first].phase};
    while (run->last + 1 < curve->count && curve->moment[run->last].phase == run->phase)
        run->last++;
    *first = run->last;
    return true;
}

double routh_strike_largest(const routh_trace *curve, int first, int last) {
    double largest = 0;
    for (size_t i = 0; i < curve->count; i++)
        for (int j = first; j <= last; j++)
            largest = fmax(largest, fabs(curve->moment[i].p[j]));
    return largest;
}

static bool sticks(routh_phase phase) {
    return phase == ROUTH_C_STICK || phase == ROUTH_R_STICK;
}

/* At the end of a run: as long as the particle stuck, the springs took all of the contact's velocity. What the moment itself has is
 * the rate from there on, which jumps when slip begins; when contact has ended the springs are at rest. */
double routh_strike_spring(const routh_trace *curve, const strike_run *run, size_t index, int which) {
    const routh_moment *moment = &curve->moment[index];
    const int what = which / 2, component = which % 2;
    if (what == ROUTH_SPRING_LENGTH)
        return moment->spring[component];
    if (what == ROUTH_SPRING_VELOCITY && index == run->last && !sticks(run->phase) && moment->phase == ROUTH_APART)
        return NAN;
    const bool of_contact = what == ROUTH_CONTACT_VELOCITY || (index == run->last && sticks(run->phase));
    return of_contact ? moment->v[component] : moment->spring_rate[component];
}

bool routh_strike_leaves_plane(const routh_trace *curve) {
    double along = 0, across = 0;
    for (size_t i = 0; i < curve->count; i++) {
        along = fmax(along, fabs(curve->moment[i].v[0]));
        across = fmax(across, fabs(curve->moment[i].v[1]));
    }
    return across > 1e-9 * along;
}

/* Of the largest value; less is no change. */
static const double change = 1e-6;

double routh_effect_quantity(const routh_impact3_study_row *row, int quantity) {
    return quantity < 3 ? row->velocity[quantity] : row->spin[quantity - 3];
}

bool routh_effect_changes(const routh_impact3_study *effect, int quantity) {
    const routh_impact3_study_row *const sweeps[] = {effect->friction, effect->poisson};
    double low = INFINITY, high = -INFINITY, largest = 0;
    for (size_t i = 0; i < 2 * effect->count; i++) {
        const double value = routh_effect_quantity(&sweeps[i % 2][i / 2], quantity);
        low = fmin(low, value);
        high = fmax(high, value);
        for (int q = 0; q < ROUTH_EFFECT_QUANTITIES; q++)
            largest = fmax(largest, fabs(routh_effect_quantity(&sweeps[i % 2][i / 2], q)));
    }
    return high - low > change * largest;
}
