/* Measured impacts made ready for fits, in the plane and in space, by trajectory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/fit.h>

#include "algebra/space.h"
#include "base/context.h"
#include "fit/fit.h"
#include "impact/impact.h"
#include "impact3/impact3.h"

/* The flags of a fit in words. */

const char *routh_fit_text(unsigned flags, char *buffer) {
    static const struct {
        unsigned flag;
        const char *words;
    } table[] = {{ROUTH_FIT_BOUNDED_BELOW, "bounded below"},
                 {ROUTH_FIT_NEVER_STICKS, "never sticks"},
                 {ROUTH_FIT_OUT_OF_RANGE, "out of range"},
                 {ROUTH_FIT_AT_BOUND, "at a bound"},
                 {ROUTH_FIT_FLAT, "flat"},
                 {ROUTH_FIT_NOT_CONVERGED, "not converged"}};
    size_t length = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (flags & table[i].flag)
            length +=
                (size_t)snprintf(buffer + length, ROUTH_FIT_TEXT - length, "%s%s", length ? ", " : "", table[i].words);
    return buffer;
}

/* Draws and groups of samples by trajectory. */

enum { LEAST_GROUPS = 5 };

static bool belong_together(const routh_sample *a, const routh_sample *b) {
    return a->trajectory > 0 && a->trajectory == b->trajectory;
}

/* Algorithm S of routh_random_draw with trajectories in place of samples. */
void routh_samples_draw(routh_random *random, const routh_sample *samples, size_t count, size_t k, size_t *index) {
    size_t taken = 0;
    for (size_t first = 0, next; first < count && taken < k; first = next) {
        for (next = first + 1; next < count && belong_together(&samples[next - 1], &samples[next]);)
            next++;
        const size_t wanted = k - taken, after = count - next, size = next - first;
        const size_t must = wanted > after ? wanted - after : 0; /* the rest would not do */
        const size_t whole = size < wanted ? size : wanted;
        const size_t take = routh_random_index(random, count - first) < wanted ? whole : must;
        if (take < size && take > 0)
            routh_random_draw(random, size, take, index + taken);
        for (size_t i = 0; i < take; i++)
            index[taken + i] = first + (take < size ? index[taken + i] : i);
        taken += take;
    }
}

size_t routh_samples_groups(const routh_sample *samples, const size_t *index, size_t count, size_t *group) {
    size_t groups = 0;
    for (size_t i = 0; i < count; i++) {
        const routh_sample *own = &samples[index ? index[i] : i];
        const routh_sample *before = i > 0 ? &samples[index ? index[i - 1] : i - 1] : NULL;
        groups += before && belong_together(before, own) ? 0 : 1;
        group[i] = groups - 1;
    }
    for (size_t i = 0; groups < LEAST_GROUPS && i < count; i++)
        group[i] = i;
    return groups < LEAST_GROUPS ? count : groups;
}

/* Measured impacts, ready to be fitted. */

routh_status routh_sample_of(routh_context *context, const routh_impact *impact, routh_velocity after,
                             routh_sample *sample) {
    if (!impact || !sample)
        return routh_fail_null(context, "impact sample", (const void *const[]){impact, sample});
    routh_contact contact;
    ROUTH_TRY(routh_contact_of(context, impact, &contact));
    if (!isfinite(after.vx) || !isfinite(after.vy) || !isfinite(after.omega))
        return routh_fail(context, ROUTH_NOT_FINITE, "the measured velocity (%g, %g) m/s, %g rad/s must be finite",
                          after.vx, after.vy, after.omega);
    *sample = (routh_sample){
        .impact = *impact,
        .after = after,
        .contact = contact,
    };
    for (int metric = 0; metric < ROUTH_METRIC_COUNT; metric++)
        sample->measured[metric] = routh_distance_from(impact, after, (routh_metric)metric).least;
    return ROUTH_OK;
}

routh_velocity routh_sample_predict(const routh_law *law, const double *parameters, const routh_sample *sample) {
    const routh_impulse p = routh_law_impulse(law, &sample->contact, parameters);
    return routh_impact_after(&sample->impact, p.pt, p.pn, p.couple);
}

double routh_sample_error(const routh_sample *sample, routh_velocity predicted) {
    const routh_velocity still = {0, 0, 0};
    const double error = routh_impact_error(ROUTH_VELOCITY, &sample->impact, predicted, sample->after);
    return error / routh_impact_error(ROUTH_VELOCITY, &sample->impact, still, sample->after);
}

/* Measured impacts in space made ready for fits, predictions of the motion after, and their errors. */

/* The tensor in world axes, R I Rᵀ, and its inverse. */
void routh_sample3_take_tensor(const routh_body3 *body, routh_sample3 *sample) {
    double rotation[3][3];
    routh_factor3 factor;
    routh_rotation_of(body->orientation, rotation);
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += rotation[i][k] * routh_dot3(body->inertia[k], rotation[j]);
            sample->tensor[i][j] = sample->tensor[j][i] = sum;
        }
    sample->differ = routh_factor3_of((const double(*)[3])sample->tensor, &factor);
    if (sample->differ)
        routh_inverse3(&factor, sample->inverse);
}

/* Is the tensor the same about every axis? */
static bool is_round(double inertia[3][3]) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (inertia[i][j] != (i == j ? inertia[0][0] : 0))
                return false;
    return true;
}

routh_status routh_sample3_of(routh_context *context, const routh_body3 *body, const double point[3],
                              const routh_velocity3 *after, routh_sample3 *sample) {
    if (!body || !point || !after || !sample)
        return routh_fail_null(context, "body point after sample", (const void *const[]){body, point, after, sample});
    routh_body3 of = *body, board = routh_body3_default();
    routh_scene_contact touching = routh_scene_contact_default();
    double turning[3];
    board.freedom = ROUTH_FIXED;
    touching.a = 0;
    touching.b = 1;
    *sample = (routh_sample3){
        .mass = of.mass, .inertia = (of.inertia[0][0] + of.inertia[1][1] + of.inertia[2][2]) / 3, .after = *after};
    memcpy(sample->before.velocity, of.velocity, sizeof of.velocity);
    memcpy(sample->before.spin, of.spin, sizeof of.spin);
    memcpy(sample->point, point, sizeof sample->point);
    if (!routh_all_finite(after->velocity, 3) || !routh_all_finite(after->spin, 3))
        return routh_fail(context, ROUTH_NOT_FINITE, "the measured motion after must be finite");
    if (!is_round(of.inertia))
        routh_sample3_take_tensor(&of, sample);
    routh_cross3(after->spin, point, turning);
    for (int c = 0; c < 3; c++) {
        touching.point[c] = of.position[c] + point[c];
        touching.normal[c] = c == 2;
        sample->impulse[c] = of.mass * (after->velocity[c] - of.velocity[c]);
        sample->contact_after[c] = after->velocity[c] + turning[c];
    }
    ROUTH_TRY(routh_contact3_of(context, &of, &board, &touching, &sample->contact));
    sample->restitution = -sample->contact_after[2] / sample->contact.v[2];
    return ROUTH_OK;
}

/* The motion after an impulse at the contact point. */
static routh_velocity3 velocity_after(const routh_sample3 *sample, const double impulse[3]) {
    routh_velocity3 after = sample->before;
    double angular[3];
    routh_cross3(sample->point, impulse, angular);
    for (int c = 0; c < 3; c++) {
        after.velocity[c] += impulse[c] / sample->mass;
        after.spin[c] += sample->differ ? routh_dot3(sample->inverse[c], angular) : angular[c] / sample->inertia;
    }
    return after;
}

routh_status routh_sample3_predict(routh_context *context, const routh_law3 *law, const double *parameters,
                                   const routh_sample3 *sample, routh_velocity3 *after) {
    if (!law || !sample || !after || (!parameters && law->parameter_count > 0))
        return routh_fail_null(context, "law sample after parameters",
                               (const void *const[]){law, sample, after, parameters});
    const routh_pair pair = routh_pair_of(law, parameters);
    routh_outcome3 outcome;
    ROUTH_TRY(routh_law3_solve(context, law, &pair, &sample->contact, NULL, &outcome));
    *after = velocity_after(sample, outcome.p);
    return ROUTH_OK;
}

/* The impulse nearest to what was measured in the metric of the error: Σ over V and k ω of the squared difference is
 * least where (1/m² + [r]ᵀ[r] k²/I²) P = ΔV/m + [r]ᵀ Δω k²/I. With k² = I/m that is W P = Δv of the contact point, and so it
 * is with a tensor I: P/m − ΔV + [r]ᵀ(I⁻¹[r] P − Δω) = 0. */
routh_status routh_sample3_best(routh_context *context, const routh_sample3 *sample, routh_velocity3 *after) {
    if (!sample || !after)
        return routh_fail_null(context, "sample after", (const void *const[]){sample, after});
    routh_factor3 factor;
    double inverse[3][3], change[3], impulse[3];
    if (!routh_factor3_of(sample->contact.w, &factor))
        return routh_fail(context, ROUTH_BAD_COMPLIANCE, "%s", routh_status_message(ROUTH_BAD_COMPLIANCE));
    routh_inverse3(&factor, inverse);
    for (int c = 0; c < 3; c++)
        change[c] = sample->contact_after[c] - sample->contact.v[c];
    for (int c = 0; c < 3; c++)
        impulse[c] = routh_dot3(inverse[c], change);
    *after = velocity_after(sample, impulse);
    return ROUTH_OK;
}

double routh_sample3_error(const routh_sample3 *sample, const routh_velocity3 *predicted) {
    double moved = 0, turned = 0, spin[3];
    for (int c = 0; c < 3; c++) {
        const double velocity = predicted->velocity[c] - sample->after.velocity[c];
        spin[c] = predicted->spin[c] - sample->after.spin[c];
        moved += velocity * velocity;
        turned += spin[c] * spin[c];
    }
    if (!sample->differ)
        return sqrt(moved + turned * sample->inertia / sample->mass);
    turned = 0;
    for (int c = 0; c < 3; c++)
        turned += spin[c] * routh_dot3(sample->tensor[c], spin);
    return sqrt(moved + turned / sample->mass);
}
