/* The simulation room: synthetic contacts with known truth.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SIMULATE_H
#define ROUTH_SIMULATE_H

#include <routh/data.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Random impacts of an ellipse dropped on flat ground, the built-in stand-in for recorded drops. Defaults follow
 * the published ellipse: semi-axes 35 mm and 25 mm, 36.4 g, radius of gyration √((a²+b²)/5). */
typedef struct routh_drops {
    double semi_a, semi_b; /* a, b, m, > 0; default 0.035, 0.025 */
    double mass;           /* m, kg, > 0; default 0.0364 */
    double inertia;        /* I, kg m², > 0; default m (a² + b²) / 5 */
    double speed_x;        /* vx is uniform in ± this, m/s, ≥ 0; default 1 */
    double fall_min;       /* −vy is uniform in fall_min … fall_max, m/s, > 0; default 0.7 */
    double fall_max;       /* default 2.0 */
    double spin;           /* ω is uniform in ± this, rad/s, ≥ 0; default 15 */
    uint64_t seed;         /* default 1 */
} routh_drops;

ROUTH_API routh_drops routh_drops_default(void);

/* `count` impacts just before contact, at a uniformly random orientation, the lowest point of the ellipse
 * touching. Draws whose contact point is not closing are drawn again. */
ROUTH_API routh_status routh_generate_drops(routh_context *context, const routh_drops *drops, size_t count,
                                            routh_impact *impact);

/* Drops with a known law, known parameters and measurement noise: a recording whose truth is known. */
typedef struct routh_recording {
    routh_drops drops;
    const routh_law *law; /* default wang-mason */
    double parameters[ROUTH_MAX_PARAMETERS];
    double velocity_noise; /* standard deviation of vx and vy, before and after, m/s; default 0.01 */
    double spin_noise;     /* … of ω, rad/s; default 0.3 */
} routh_recording;

/* Friction 0.18 and restitution 0.53, about those of the published ellipse. */
ROUTH_API routh_recording routh_recording_default(void);

/* `count` impacts as a dataset, read as recorded, with no gap between before and after. */
ROUTH_API routh_status routh_generate_recording(routh_context *context, const routh_recording *recording, size_t count,
                                                routh_dataset *dataset);

#ifdef __cplusplus
}
#endif
#endif
