/* What was measured of the quantities that models predict.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "study/learning.h"

double routh_coverage_half_width(int index) {
    static const double half_width[ROUTH_COVERAGE_LEVELS] = {0.6744897501960817, 1.6448536269514722,
                                                             ROUTH_NORMAL_INTERVAL};
    return index >= 0 && index < ROUTH_COVERAGE_LEVELS ? half_width[index] : NAN;
}

/* A model with a couple explains the motion whole: its impulse is m Δv. Other models learn the impulse that comes closest
 * in their metric, of the motion without the couple of a prior, if there is any. */
static routh_point measured_impulse(routh_model_kind kind, routh_metric metric, const routh_sample *s,
                                    const routh_prediction *p) {
    const routh_impact *b = &s->impact;
    if (kind == ROUTH_MODEL_WRENCH || kind == ROUTH_MODEL_RESIDUAL_WRENCH)
        return (routh_point){b->mass * (s->after.vx - b->vx), b->mass * (s->after.vy - b->vy)};
    routh_sample rest = *s;
    if (fabs(p->couple) > 0) {
        routh_velocity after = s->after;
        after.omega -= p->couple / b->inertia;
        routh_sample_of(NULL, b, after, &rest);
    }
    return rest.measured[metric];
}

bool routh_learning_holds(const learning_comparison *q, int level) {
    const double off = fabs(q->measured - q->predicted);
    return off <= (level == ROUTH_COVERAGE_LEVELS - 1 ? q->interval : routh_coverage_half_width(level) * q->deviation);
}

learning_comparison routh_learning_compare(routh_model_kind kind, routh_metric metric, const char *quantity,
                                           const routh_sample *s, const routh_prediction *p) {
    const routh_impact *b = &s->impact;
    const double pt = b->mass * (s->after.vx - b->vx), pn = b->mass * (s->after.vy - b->vy);
    if (strcmp(quantity, "Pt") == 0)
        return (learning_comparison){measured_impulse(kind, metric, s, p).pt, p->impulse.pt, p->impulse_sd[0],
                                     p->impulse_interval[0]};
    if (strcmp(quantity, "Pn") == 0)
        return (learning_comparison){measured_impulse(kind, metric, s, p).pn, p->impulse.pn, p->impulse_sd[1],
                                     p->impulse_interval[1]};
    if (strcmp(quantity, "couple") == 0)
        return (learning_comparison){b->inertia * (s->after.omega - b->omega) - (b->rx * pn - b->ry * pt), p->couple,
                                     p->couple_sd, p->couple_interval};
    if (strcmp(quantity, "vx") == 0)
        return (learning_comparison){s->after.vx, p->after.vx, p->after_sd[0], p->after_interval[0]};
    if (strcmp(quantity, "vy") == 0)
        return (learning_comparison){s->after.vy, p->after.vy, p->after_sd[1], p->after_interval[1]};
    if (strcmp(quantity, "omega") == 0)
        return (learning_comparison){s->after.omega, p->after.omega, p->after_sd[2], p->after_interval[2]};
    return (learning_comparison){NAN, NAN, NAN, NAN};
}
