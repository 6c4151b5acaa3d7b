/* Restitution and friction of one impact without a law: y over g. Noise does not grow where velocities are small, as it
 * would in the ratio itself, so means and fits are those of y = e g by least squares, which weighs ratios by g².
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_LAW_FREE_H
#define ROUTH_SRC_STUDY_LAW_FREE_H

#include <math.h>

#include <routh/identify.h>

typedef struct routh_law_free {
    bool used; /* 0: does not show it */
    double g, y;
} routh_law_free;

/* The contact point's normal velocity after over minus that before. */
static inline routh_law_free routh_restitution_shown(const routh_sample *s) {
    return (routh_law_free){true, -s->contact.vn, s->after.vy + s->impact.rx * s->after.omega};
}

/* The impulse against the slip over the normal one, of impacts that slide by this law's impulse. Signed: the size of an
 * impulse is never negative, and noise would make small ones too large. */
static inline routh_law_free routh_friction_shown(const routh_sample *s, const routh_impulse *law) {
    const routh_point measured = s->measured[ROUTH_MOMENTUM];
    return (routh_law_free){law->mode == ROUTH_SLIDING && measured.pn > 0, measured.pn,
                            copysign(1, law->pt) * measured.pt};
}

#endif
