/* How uncertain a standard error is.
 *
 * Few contacts need wider intervals than 1.96 standard errors. The errors are White's: they are estimated from as many
 * squares as there are contacts, and those with long levers count most. If contact i has the weight L_i², the mean of
 * the squares is as uncertain as that of n = (Σ L²)² / Σ L⁴ equal ones. So the degrees of freedom are n less the
 * unknowns, and the quantile is Student's (R. M. Bell, D. F. McCaffrey, Survey methodology 28 (2002) 169, in its simplest
 * form). For 1/I it is T in place of L. Contacts of one motion count as one where there are ten motions or more, and so do
 * contacts of a chain of flights, which makes one score of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "inertia/inertia.h"

enum { LEAST_MOTIONS = 10 };

static bool same_motion(const routh_record *one, const routh_record *other) {
    return one->trajectory >= 0 && one->trajectory == other->trajectory;
}

double routh_inertia_freedom(const inertia_work *work, int k) {
    const routh_inertia_estimate *fit = work->fit;
    size_t motions = 0;
    bool linked = false; /* without a duration only chains leave contacts out as uncertain */
    double weight = 0, sum = 0, squares = 0;
    for (size_t i = 0; i < work->count; i++) {
        motions += i + 1 == work->count || !same_motion(&work->record[i], &work->record[i + 1]);
        linked = linked || (fit->misfit[i] == ROUTH_MISFIT_UNCERTAIN && !(work->record[i].duration > 0));
    }
    for (size_t i = 0; i < work->count; i++) {
        const bool fits = inertia_uses(work, i);
        double arm[2];
        inertia_arms(work, i, work->record[i].rx, work->record[i].ry, &arm[0], &arm[1]);
        weight += fits ? arm[k > 0] * arm[k > 0] : 0;
        if (i + 1 < work->count && same_motion(&work->record[i], &work->record[i + 1]) &&
            (motions >= LEAST_MOTIONS || (linked && fits)))
            continue;
        sum += weight;
        squares += weight * weight;
        weight = 0;
    }
    return (squares > 0 ? sum * sum / squares : 0) - work->unknowns;
}
