/* Impacts in space, and what simulators with two directions of friction solve.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "behaviour/behaviour.h"
#include "fit/fit.h"

/* What simulators solve whose friction has two directions of its own, along the slip before and across it, each within its own
 * bound: v_n⁺ = −e v_n, |P_i| ≤ μ_i P_n, and the point stops along i or friction is at its bound against the slip after.
 * Across, the bound is the same (a pyramid, which is up to √2 more than Coulomb's cone), or 0 (friction along the slip only).
 *
 * There are three cases along and three across; each is three linear equations, and the first whose answer keeps all of its
 * conditions is it. D. Stewart, J. Trinkle, Int. J. Numerical Methods in Engineering 39 (1996), for one contact. */

/* Relative to the speeds before: signs of velocities smaller than this are rounding. */
static const double rounding = 1e-9;

/* W and v with the first axis along the slip. */
static routh_contact3 along_slip(const routh_contact3 *contact, double axes[2][2]) {
    const double slip = hypot(contact->v[0], contact->v[1]);
    const double c = slip > 0 ? contact->v[0] / slip : 1, s = slip > 0 ? contact->v[1] / slip : 0;
    const double turn[3][3] = {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
    routh_contact3 turned = {.v = {slip, 0, contact->v[2]}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                turned.w[i][j] += turn[i][k] * routh_dot3(contact->w[k], turn[j]);
    memcpy(axes, (double[2][2]){{c, s}, {-s, c}}, sizeof(double[2][2]));
    return turned;
}

/* Cramer's rule. */
static bool solve_three(const double a[3][3], const double b[3], double x[3]) {
    double cross[3][3];
    for (int i = 0; i < 3; i++)
        routh_cross3(a[(i + 1) % 3], a[(i + 2) % 3], cross[i]);
    const double determinant = routh_dot3(a[0], cross[0]);
    for (int k = 0; k < 3; k++)
        x[k] = (b[0] * cross[0][k] + b[1] * cross[1][k] + b[2] * cross[2][k]) / determinant;
    return isfinite(x[0] + x[1] + x[2]);
}

/* `state` of each direction: 0 the point stops, ±1 friction is ±μ P_n. */
static bool solve_case(const routh_contact3 *c, const double mu[2], double eps, const int state[2], double p[3],
                       double v[3]) {
    const double least = rounding * (fabs(c->v[0]) + fabs(c->v[2]));
    double a[3][3], b[3] = {-c->v[0], -c->v[1], -(1 + eps) * c->v[2]};
    memcpy(a, c->w, sizeof a);
    for (int i = 0; i < 2; i++)
        if (state[i] != 0) {
            memset(a[i], 0, sizeof a[i]);
            a[i][i] = 1;
            a[i][2] = -state[i] * mu[i];
            b[i] = 0;
        }
    if (!solve_three((const double(*)[3])a, b, p) || !(p[2] > 0))
        return false;
    for (int i = 0; i < 3; i++)
        v[i] = c->v[i] + routh_dot3(c->w[i], p);
    for (int i = 0; i < 2; i++)
        if (state[i] == 0 ? fabs(p[i]) > mu[i] * p[2] * (1 + rounding) : state[i] * v[i] > least)
            return false;
    return true;
}

static routh_status solve_with(const routh_pair *pair, double across, const routh_contact3 *contact,
                               routh_outcome3 *outcome) {
    double axes[2][2], p[3] = {0}, v[3] = {0};
    const routh_contact3 turned = along_slip(contact, axes);
    const double mu[2] = {pair->mu, across * pair->mu};
    bool solved = false;
    for (int k = 0; k < 9 && !solved; k++)
        solved = solve_case(&turned, mu, pair->eps, (int[2]){k % 3 - 1, k / 3 - 1}, p, v);
    for (int k = 0; k < 1 && !solved; k++) /* jammed: the point stays */
        solved = solve_case(&turned, (double[2]){INFINITY, INFINITY}, pair->eps, (int[2]){0, 0}, p, v);
    *outcome =
        (routh_outcome3){.p = {axes[0][0] * p[0] + axes[1][0] * p[1], axes[0][1] * p[0] + axes[1][1] * p[1], p[2]},
                         .v = {axes[0][0] * v[0] + axes[1][0] * v[1], axes[0][1] * v[0] + axes[1][1] * v[1], v[2]}};
    routh_factor3 factor;
    routh_factor3_of(contact->w, &factor);
    outcome->energy.before = routh_half_form3(&factor, contact->v);
    outcome->energy.after = routh_half_form3(&factor, outcome->v);
    outcome->contact_energy_ratio = outcome->energy.after / outcome->energy.before;
    return ROUTH_OK;
}

static routh_status solve_pyramid(routh_context *context, const routh_pair *pair, const routh_contact3 *contact,
                                  const routh_law3_options *options, routh_outcome3 *outcome) {
    (void)context;
    (void)options;
    return solve_with(pair, 1, contact, outcome);
}

static routh_status solve_line(routh_context *context, const routh_pair *pair, const routh_contact3 *contact,
                               const routh_law3_options *options, routh_outcome3 *outcome) {
    (void)context;
    (void)options;
    return solve_with(pair, 0, contact, outcome);
}

#define STEPPED_PARAMETERS                                                                                             \
    {                                                                                                                  \
        {"eps", "e", "1", "ratio of normal velocities", 0.0, 1.0, 0.5, 0.0, 0.0, false}, {                             \
            "mu", "μ", "1", "coefficient of friction", 0.0, ROUTH_MU_HIGH, 0.3, 0.0, 0.0, true                         \
        }                                                                                                              \
    }

const routh_law3 routh_law3_stepped_pyramid = {
    .name = "stepped-pyramid",
    .title = "Stepped, pyramid",
    .rule = "Newton's restitution, friction along and across the slip each against the slip after",
    .reference = "Stewart, Trinkle, Int. J. Numerical Methods in Engineering 39 (1996)",
    .parameter_count = 2,
    .parameter = STEPPED_PARAMETERS,
    .solve = solve_pyramid,
};

const routh_law3 routh_law3_stepped_line = {
    .name = "stepped-line",
    .title = "Stepped, one direction",
    .rule = "Newton's restitution, friction along the slip before only",
    .reference = "Stewart, Trinkle, Int. J. Numerical Methods in Engineering 39 (1996)",
    .parameter_count = 2,
    .parameter = STEPPED_PARAMETERS,
    .solve = solve_line,
};

/* Impacts in space: those of a segmented recording, and the laws in space on them, with what time-stepping simulators solve. */

/* Directions of slip before and after within 60° of each other are one. */
static const double one_direction = 0.5;

static double energy_of(const routh_sample3 *sample, const routh_velocity3 *motion) {
    double turning = sample->inertia * routh_dot3(motion->spin, motion->spin);
    if (sample->differ) {
        turning = 0;
        for (int c = 0; c < 3; c++)
            turning += motion->spin[c] * routh_dot3(sample->tensor[c], motion->spin);
    }
    return (sample->mass * routh_dot3(motion->velocity, motion->velocity) + turning) / 2;
}

static double speed_after(const routh_sample3 *sample) {
    const routh_velocity3 rest = {{0}, {0}};
    return routh_sample3_error(sample, &rest);
}

void routh_behaviour_take3(const routh_sample3 *sample, routh_behaviour_impact *impact) {
    const double *v = sample->contact.v, *w = sample->contact_after, *p = sample->impulse;
    routh_velocity3 best;
    *impact = (routh_behaviour_impact){.source = sample->record,
                                       .speed = -v[2],
                                       .slip = hypot(v[0], v[1]),
                                       .slip_after = hypot(w[0], w[1]),
                                       .normal = p[2],
                                       .tangential = hypot(p[0], p[1]),
                                       .heading = atan2(p[1], p[0]),
                                       .energy = energy_of(sample, &sample->after) / energy_of(sample, &sample->before),
                                       .error = NAN,
                                       .bound = NAN};
    impact->eps[ROUTH_NEWTON] = sample->restitution;
    impact->eps[ROUTH_POISSON] = impact->eps[ROUTH_ENERGETIC] = NAN;
    impact->slips = v[0] * w[0] + v[1] * w[1] > one_direction * impact->slip * impact->slip_after &&
                    impact->slip_after > 0 && p[0] * w[0] + p[1] * w[1] < 0;
    if (routh_sample3_best(NULL, sample, &best) == ROUTH_OK)
        impact->bound = routh_sample3_error(sample, &best) / speed_after(sample);
}

/* The laws compared. That with springs comes last: it takes most of the time, and is left out where the rigid one, its limit, is
 * exact or far behind others. */
enum { LAWS = 6, RIGID = 1, SPRINGS = LAWS - 1 };

static const routh_law3 *law_at(size_t index) {
    static const char *const registered[LAWS] = {[0] = "frictionless", [RIGID] = "rigid", [SPRINGS] = "compliant"};
    static const routh_law3 *const stepped[LAWS] = {
        [2] = &routh_law3_stepped, [3] = &routh_law3_stepped_pyramid, [4] = &routh_law3_stepped_line};
    return stepped[index] ? stepped[index] : routh_law3_find(NULL, registered[index]);
}

static bool springs_may_matter(const routh_behaviour *behaviour) {
    static const double exact = 1e-3, behind = 1.5;
    double least = INFINITY;
    for (size_t l = 0; l < behaviour->law_count; l++)
        least = fmin(least, behaviour->law[l].error);
    const double rigid = behaviour->law[RIGID].error;
    return rigid > exact && rigid < behind * least;
}

static double error_of(const routh_law3 *law, const double *parameters, const routh_sample3 *sample) {
    routh_velocity3 after;
    return routh_sample3_predict(NULL, law, parameters, sample, &after) == ROUTH_OK
               ? routh_sample3_error(sample, &after) / speed_after(sample)
               : NAN;
}

/* The most impacts that are fitted, evenly among all: more change no parameter, and laws with springs take their time. */
enum { MOST_FITTED = 60 };

static bool is_fitted(size_t i, size_t count) {
    return count <= MOST_FITTED || i * MOST_FITTED / count != (i + 1) * MOST_FITTED / count;
}

/* Half of these are fitted, the other half and all others tested, and the other way round. */
static routh_status fit_halves(routh_context *context, const routh_law3 *law, const routh_sample3 *sample, size_t count,
                               double *weight, double *error) {
    for (size_t half = 0; half < 2; half++) {
        routh_estimate fit;
        size_t fitted = 0;
        for (size_t i = 0; i < count; i++)
            weight[i] = is_fitted(i, count) && fitted++ % 2 == half;
        ROUTH_TRY(routh_law3_fit(context, law, sample, weight, count, &fit));
        for (size_t i = 0; i < count; i++)
            if (weight[i] == 0)
                error[i] = error_of(law, fit.parameters, &sample[i]);
    }
    return ROUTH_OK;
}

static routh_status compare_one(routh_context *context, const routh_law3 *law, const routh_sample3 *sample,
                                double *room, routh_behaviour *behaviour) {
    const size_t count = behaviour->count;
    double *weight = room, *error = room + count;
    routh_estimate fit;
    for (size_t i = 0; i < count; i++)
        weight[i] = is_fitted(i, count);
    ROUTH_TRY(routh_law3_fit(context, law, sample, weight, count, &fit));
    ROUTH_TRY(fit_halves(context, law, sample, count, weight, error));
    routh_behaviour_law *one = &behaviour->law[behaviour->law_count++];
    *one = (routh_behaviour_law){.name = law->name,
                                 .title = law->title,
                                 .parameter_count = law->parameter_count,
                                 .has_restitution = law->parameter_count > 1,
                                 .restitution = routh_law3_find(NULL, law->name) ? ROUTH_ENERGETIC : ROUTH_NEWTON};
    for (int d = 0; d < law->parameter_count; d++) {
        one->parameter[d] = law->parameter[d];
        one->value[d] = fit.parameters[d];
        one->low[d] = one->high[d] = NAN;
    }
    for (size_t i = 0; i < count; i++)
        one->error += error[i] / (double)count;
    one->error_median = routh_median(error, count);
    return ROUTH_OK;
}

/* Fits laws to half of the samples each and tests them on the other half: laws, bound and errors of a behaviour. */
static routh_status behaviour_compare_space(routh_context *context, const routh_sample3 *sample,
                                            routh_behaviour *behaviour) {
    ROUTH_ARENA(arena, context);
    double *room = routh_take(&arena, behaviour->count, 2 * sizeof *room);
    ROUTH_TRY(arena.status);
    for (size_t l = 0; l < LAWS; l++) {
        if (l == SPRINGS && !springs_may_matter(behaviour))
            continue;
        ROUTH_TRY(routh_progress(context, "fitting laws", (double)l / LAWS));
        ROUTH_TRY(compare_one(context, law_at(l), sample, room, behaviour));
    }
    return ROUTH_OK;
}

routh_status routh_behaviour_of_samples3(routh_context *context, const routh_sample3 *sample,
                                         const routh_behaviour_options *options, routh_behaviour *behaviour) {
    ROUTH_ARENA(room, context);
    routh_contact3 *contact = routh_take(&room, behaviour->count + 1, sizeof *contact);
    ROUTH_TRY(room.status);
    behaviour->space = true;
    for (size_t i = 0; i < behaviour->count; i++)
        contact[i] = sample[i].contact;
    if (behaviour->count >= ROUTH_BEHAVIOUR_FEWEST)
        ROUTH_TRY(behaviour_compare_space(context, sample, behaviour));
    routh_behaviour_rank(behaviour);
    behaviour->bound = behaviour->count > 0 ? 0 : NAN;
    for (size_t i = 0; i < behaviour->count; i++) {
        routh_behaviour_impact *impact = &behaviour->impact[i];
        behaviour->bound += impact->bound / (double)behaviour->count;
        if (behaviour->best < behaviour->law_count)
            impact->error = error_of(law_at(behaviour->best), behaviour->law[behaviour->best].value, &sample[i]);
    }
    return routh_behaviour_conclude(context, contact, options, behaviour);
}

/* What the record of a contact that lasts has beyond the sample. */
static void take_record(const routh_record3 *record, const routh_sample3 *sample, routh_behaviour_impact *impact) {
    double spin[3];
    routh_behaviour_take3(sample, impact);
    impact->depth = record->depth;
    if (!(record->release > record->touch))
        return;
    impact->lasted = record->release - record->touch;
    impact->speed = -record->closing;
    impact->eps[ROUTH_NEWTON] = -record->leaving / record->closing;
    for (int c = 0; c < 3; c++)
        spin[c] = (record->before.spin[c] + record->after.spin[c]) / 2;
    impact->turned = impact->lasted * routh_length3(spin);
}

static routh_status judge_dataset(routh_context *context, routh_dataset3 *dataset,
                                  const routh_segment3_options *segmentation, const routh_behaviour_options *options,
                                  routh_behaviour *behaviour) {
    routh_sample3 *sample;
    size_t count;
    if (segmentation)
        ROUTH_TRY(routh_behaviour_segment3(context, segmentation, dataset));
    behaviour->contacts = dataset->count;
    routh_dataset3_used(dataset, behaviour->rejected);
    ROUTH_TRY(routh_samples3_of(context, dataset, &sample, &count));
    routh_status status = routh_behaviour_reserve(context, count, behaviour);
    for (size_t i = 0; status == ROUTH_OK && i < count; i++)
        take_record(&dataset->record[sample[i].record], &sample[i], &behaviour->impact[i]);
    if (status == ROUTH_OK)
        status = routh_behaviour_of_samples3(context, sample, options, behaviour);
    routh_samples3_release(context, sample);
    return status;
}

routh_status routh_behaviour_of_dataset3(routh_context *context, routh_dataset3 *dataset,
                                         const routh_segment3_options *segmentation,
                                         const routh_behaviour_options *options, routh_behaviour *behaviour) {
    const routh_behaviour_options chosen = options ? *options : routh_behaviour_options_default();
    ROUTH_TRY(routh_behaviour_begin(context, dataset->name, &chosen, behaviour));
    const routh_status status = judge_dataset(context, dataset, segmentation, &chosen, behaviour);
    if (status != ROUTH_OK)
        routh_behaviour_release(context, behaviour);
    return status;
}
