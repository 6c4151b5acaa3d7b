/* Random impacts of an ellipse dropped on flat ground.
 *
 * The lowest point of an ellipse with semi-axes a, b turned by θ is its support point in direction d = (0, −1). In the
 * body's frame the direction is u = (−sin θ, −cos θ) and the point (a² u_x, b² u_y) / h with h² = a² u_x² + b² u_y².
 * Turned back into the ground's frame:
 *
 *     rx = (b² − a²) sin θ cos θ / h    ry = −h    h = √(a² sin² θ + b² cos² θ)
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/simulate.h>

#include "base/constants.h"
#include "base/context.h"
#include "base/limits.h"
#include "data/dataset.h"

/* ω is as likely to close the contact as to open it, so that at least every second draw closes: a thousand failures in
 * a row do not occur; the limit only bounds the loop. */
#define MOST_DRAWS 1000

static const double full_turn = 2 * ROUTH_PI;

routh_impact_generator routh_impact_generator_default(void) {
    const routh_body body = routh_published_ellipse();
    return (routh_impact_generator){.semi_a = body.shape.a,
                                    .semi_b = body.shape.b,
                                    .mass = body.mass,
                                    .inertia = body.inertia,
                                    .speed_x = 1,
                                    .fall_min = 0.7,
                                    .fall_max = 2.0,
                                    .spin = 15,
                                    .seed = 1};
}

static routh_status check_drops(routh_context *context, const routh_impact_generator *drops) {
    const struct {
        const char *name, *unit;
        double value;
        int may_be_zero;
        routh_status status;
    } field[] = {
        {"semi_a", "m", drops->semi_a, 0, ROUTH_BAD_ARGUMENT},
        {"semi_b", "m", drops->semi_b, 0, ROUTH_BAD_ARGUMENT},
        {"mass", "kg", drops->mass, 0, ROUTH_BAD_MASS},
        {"inertia", "kg m²", drops->inertia, 0, ROUTH_BAD_INERTIA},
        {"speed_x", "m/s", drops->speed_x, 1, ROUTH_BAD_ARGUMENT},
        {"fall_min", "m/s", drops->fall_min, 0, ROUTH_BAD_ARGUMENT},
        {"fall_max", "m/s", drops->fall_max, 0, ROUTH_BAD_ARGUMENT},
        {"spin", "rad/s", drops->spin, 1, ROUTH_BAD_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++) {
        if (!isfinite(field[i].value))
            return routh_fail_field(context, ROUTH_NOT_FINITE, field[i].name, "drops: %s = %g %s is not finite",
                                    field[i].name, field[i].value, field[i].unit);
        if (field[i].value < 0 || (field[i].value <= 0 && !field[i].may_be_zero))
            return routh_fail_field(context, field[i].status, field[i].name, "drops: %s = %g %s is not %s",
                                    field[i].name, field[i].value, field[i].unit,
                                    field[i].may_be_zero ? "zero or positive" : "positive");
    }
    if (drops->fall_max < drops->fall_min)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "drops: fall_max = %g m/s is less than fall_min = %g m/s",
                          drops->fall_max, drops->fall_min);
    return ROUTH_OK;
}

static routh_impact draw(const routh_impact_generator *drops, routh_random *random) {
    double angle = routh_random_uniform(random, 0, full_turn);
    double sine = sin(angle), cosine = cos(angle), a = drops->semi_a, b = drops->semi_b;
    double height = hypot(a * sine, b * cosine);
    routh_impact impact = {.mass = drops->mass, .inertia = drops->inertia, .ry = -height};
    impact.rx = (b - a) * ((b + a) / height) * sine * cosine; /* (b² − a²) sin θ cos θ / h, without squares */
    impact.vx = routh_random_uniform(random, -drops->speed_x, drops->speed_x);
    impact.vy = -routh_random_uniform(random, drops->fall_min, drops->fall_max);
    impact.omega = routh_random_uniform(random, -drops->spin, drops->spin);
    return impact;
}

/* One impact from its own stream of random numbers, so that it is the same whichever others are made. */
static routh_status generate_drop(routh_context *context, const routh_impact_generator *drops, size_t index,
                                  routh_impact *impact) {
    routh_random random = routh_random_seed(drops->seed, index);
    routh_context reason = routh_context_default();
    routh_status status = ROUTH_SEPARATING;
    for (int draws = 0; status == ROUTH_SEPARATING && draws < MOST_DRAWS; draws++) {
        routh_contact contact;
        *impact = draw(drops, &random);
        status = routh_contact_of(&reason, impact, &contact);
    }
    if (status == ROUTH_SEPARATING)
        return routh_fail(context, status, "drop %zu: none of %d draws closes; a spin of %g rad/s outruns the fall",
                          index + 1, MOST_DRAWS, drops->spin);
    return status == ROUTH_OK ? ROUTH_OK : routh_fail(context, status, "drop %zu: %s", index + 1, reason.message);
}

routh_status routh_impacts_generate(routh_context *context, const routh_impact_generator *drops, size_t count,
                                    routh_impact *impact) {
    if (!drops || (!impact && count > 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "drops: no settings, or no room for %zu impacts", count);
    routh_status status = check_drops(context, drops);
    if (status == ROUTH_OK)
        status = routh_check_count(context, "drops", "count", count, 0, ROUTH_MOST_MADE);
    for (size_t i = 0; status == ROUTH_OK && i < count; i++)
        status = generate_drop(context, drops, i, &impact[i]);
    return status;
}
