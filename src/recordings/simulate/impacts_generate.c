/* Random impacts and recordings of drops, made by as many threads as there are.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/simulate.h>

#include "base/context.h"
#include "base/numbers.h"
#include "data/dataset.h"
#include "simulate/simulate.h"

/* Many things made by as many threads as there are. */

typedef struct making {
    routh_status (*make)(routh_context *context, const void *all, size_t index);
    const void *all;
} making;

static routh_status make_one(routh_context *own, void *with, size_t index, int thread) {
    const making *m = with;
    (void)thread;
    return m->make(own, m->all, index);
}

routh_status routh_make_all(routh_context *caller, const char *one, size_t count,
                            routh_status (*make)(routh_context *context, const void *all, size_t index),
                            const void *all) {
    making m = {make, all};
    char several[32];
    size_t failed = count;
    snprintf(several, sizeof several, "%s%s", one, one[strlen(one) - 1] == 's' ? "es" : "s");
    const routh_status status = routh_share_out(
        caller, &(routh_shares){.what = several, .count = count, .chunk = 4, .work = make_one, .with = &m}, &failed);
    if (status == ROUTH_OK || status == ROUTH_CANCELLED || !caller)
        return status;
    return routh_fail_field(caller, status, caller->field, "%s %zu: %s", one, failed + 1, caller->message);
}

/* Random impacts of an ellipse dropped on flat ground.
 *
 * The lowest point of an ellipse with semi-axes a, b turned by θ is its support point in direction d = (0, −1). In the
 * body's frame the direction is u = (−sin θ, −cos θ) and the point (a² u_x, b² u_y) / h with h² = a² u_x² + b² u_y².
 * Turned back into the ground's frame:
 *
 *     rx = (b² − a²) sin θ cos θ / h    ry = −h    h = √(a² sin² θ + b² cos² θ) */

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

/* Generated recordings: drops resolved by a known law, seen through a noisy motion capture. */

/* Noise has its own streams, beyond those of the drops. */
static const uint64_t first_noise_stream = (uint64_t)1 << 40;

routh_dataset_generator routh_dataset_generator_default(void) {
    return (routh_dataset_generator){
        .drops = routh_impact_generator_default(),
        .law = routh_law_find(NULL, "wang-mason"),
        .parameters = {0.18, 0.53},
        .velocity_noise = 0.01,
        .spin_noise = 0.3,
    };
}

static void add_noise(const routh_dataset_generator *r, routh_random *random, routh_velocity *v) {
    v->vx += r->velocity_noise * routh_random_normal(random);
    v->vy += r->velocity_noise * routh_random_normal(random);
    v->omega += r->spin_noise * routh_random_normal(random);
}

/* One drop as it is recorded. Noise that would make the contact separate is drawn again: such a record would not have
 * been taken for an impact. */
static routh_status record_drop(routh_context *context, const routh_dataset_generator *r, const routh_impact *drop,
                                size_t i, routh_record *record) {
    enum { MOST_TRIES = 1000 };
    routh_contact contact;
    routh_outcome outcome;
    ROUTH_TRY(routh_contact_of(context, drop, &contact));
    ROUTH_TRY(routh_law_solve(r->law, r->parameters, &contact, &outcome));
    routh_random random = routh_random_seed(r->drops.seed, first_noise_stream + i);
    const routh_velocity before = {drop->vx, drop->vy, drop->omega};
    const routh_velocity after = routh_impact_after(drop, outcome.pt, outcome.pn, outcome.couple);
    *record = (routh_record){
        .x = 0, .y = -drop->ry, .theta = 0, .rx = drop->rx, .ry = drop->ry, .time = NAN, .trajectory = -1};
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        record->before = before;
        record->after = after;
        add_noise(r, &random, &record->before);
        add_noise(r, &random, &record->after);
        if (record->before.vy + drop->rx * record->before.omega < 0)
            return ROUTH_OK;
    }
    return routh_fail(context, ROUTH_BAD_ARGUMENT, "noise of %g m/s and %g rad/s drowns the impacts", r->velocity_noise,
                      r->spin_noise);
}

/* Drops between two questions whether to stop. */
enum { ASKED = 256 };

routh_status routh_dataset_generate(routh_context *context, const routh_dataset_generator *r, size_t count,
                                    routh_dataset *dataset) {
    *dataset = (routh_dataset){0};
    if (!(r->velocity_noise >= 0) || !(r->spin_noise >= 0) || !isfinite(r->velocity_noise + r->spin_noise))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "noise of %g m/s and %g rad/s must be finite and not negative",
                          r->velocity_noise, r->spin_noise);
    ROUTH_TRY(routh_check_count(context, "drops", "count", count, 0, ROUTH_MOST_MADE));
    ROUTH_TRY(routh_law_check(context, r->law, r->parameters));
    routh_dataset result = {
        .body = {.shape = routh_shape_ellipse(r->drops.semi_a, r->drops.semi_b),
                 .mass = r->drops.mass,
                 .inertia = r->drops.inertia},
        .rate = NAN,
        .gravity = 9.81,
        .gap = 0,
    };
    snprintf(result.name, sizeof result.name, "generated-%s", r->law->name);
    snprintf(result.source, sizeof result.source, "built-in generator, seed %llu, noise of %g m/s and %g rad/s",
             (unsigned long long)r->drops.seed, r->velocity_noise, r->spin_noise);
    ROUTH_ARENA(room, context);
    routh_impact *drop = routh_take(&room, count, sizeof *drop);
    result.record = routh_allocate(context, count, sizeof *result.record);
    routh_status status =
        drop && result.record ? routh_impacts_generate(context, &r->drops, count, drop) : ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < count && status == ROUTH_OK; i++, result.count++) {
        status = record_drop(context, r, &drop[i], i, &result.record[i]);
        if (status == ROUTH_OK && i % ASKED == 0)
            status = routh_progress(context, "drops", (double)i / (double)count);
    }
    if (status == ROUTH_OK)
        *dataset = result;
    else
        routh_dataset_release(context, &result);
    return status;
}

/* A force over time from a table's columns. */

routh_status routh_wrench_of_table(routh_context *context, const routh_table *table, routh_wrench *wrench) {
    static const char *const name[4] = {"time", "fx", "fy", "torque"};
    const double *column[4];
    char from[201];
    snprintf(from, sizeof from, "%s", table->source ? table->source : "its table");
    *wrench = routh_wrench_default();
    for (size_t k = 0; k < 4; k++) {
        column[k] = routh_table_column(table, name[k]);
        if (!column[k])
            return routh_fail_at(context, ROUTH_BAD_ARGUMENT,
                                 &(routh_place){.what = "wrench", .file = from, .column = name[k]},
                                 " has no column \"%s\"%s", name[k], k == 0 ? " (s)" : "");
    }
    wrench->kind = ROUTH_SAMPLED;
    wrench->samples = (routh_wrench_samples){.count = table->rows,
                                             .time = column[0],
                                             .fx = column[1],
                                             .fy = column[2],
                                             .torque = column[3],
                                             .source = table->source};
    return ROUTH_OK;
}
