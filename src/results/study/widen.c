/* One interval for each parameter. Resampling shows chance alone. Beside it an interval has to hold what is systematic:
 *
 *   - other readings of the recording, each of which may be the right one;
 *   - the fit's own bias, from noise of the velocities before an impact: how far parameters fitted to recordings that the law
 *     generated, with the recording's noise, are from the true ones;
 *   - where the law is not all: the values on either side of the quantity that residuals are related to, or of the two kinds
 *     of impact that are mixed. No single value is true then, and the interval holds those that are.
 *
 * These are independent of chance, so that they add in squares, on their own side of the estimate; as a standard deviation, one
 * counts like a uniform distribution over its range. The best law's systematics count for parameters of the same name in the
 * other laws, which move alike.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "study/internal.h"

/* How far below and above an estimate a parameter may be for one reason. */
typedef struct reason {
    double below, above;
} reason;

static reason reason_of(double value, double low, double high) {
    return (reason){fmax(0, value - low), fmax(0, high - value)};
}

static void widen(const routh_parameter *p, double value, reason why, routh_interval *interval) {
    const double most = fmax(why.below, why.above);
    if (!isfinite(most) || isnan(interval->low) || isnan(interval->high))
        return;
    interval->low = fmax(p->low, value - hypot(fmax(0, value - interval->low), why.below));
    if (isfinite(interval->high))
        interval->high = fmin(p->high, value + hypot(fmax(0, interval->high - value), why.above));
    interval->deviation = hypot(interval->deviation, most / sqrt(3));
}

/* Of parameter j of the best law, for every law that has one of that name. */
static void widen_alike(routh_frame_study *f, const routh_law *law, int j, reason why) {
    for (size_t l = 0; l < f->law_count; l++) {
        routh_law_study *s = &f->law[l];
        const int own = routh_law_parameter(s->law, law->parameter[j].name);
        if (own >= 0)
            widen(&s->law->parameter[own], s->fit.parameters[own], why, &s->interval[own]);
    }
}

void routh_study_widen(routh_study *study) {
    const routh_systematics *all = &study->systematics;
    routh_frame_study *f = &study->frame[0];
    const routh_law_study *best = &f->law[f->best];
    for (int j = 0; all->count > 1 && j < all->law->parameter_count; j++)
        widen_alike(f, all->law, j, reason_of(all->variant[0].parameters[j], all->low[j], all->high[j]));
    for (size_t l = 0; l < f->law_count; l++)
        for (int j = 0; j < f->law[l].law->parameter_count; j++) {
            const double bias = f->law[l].bias[j];
            widen(&f->law[l].law->parameter[j], f->law[l].fit.parameters[j],
                  reason_of(0, -fmax(0, bias), -fmin(0, bias)), &f->law[l].interval[j]);
        }
    for (int j = 0; (f->remainder.found || f->remainder.mixed > 0) && j < best->law->parameter_count; j++)
        widen_alike(f, best->law, j,
                    reason_of(best->fit.parameters[j], fmin(f->remainder.low[j], f->remainder.high[j]),
                              fmax(f->remainder.low[j], f->remainder.high[j])));
    routh_study_judge(&study->options, f);
}
