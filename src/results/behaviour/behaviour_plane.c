/* Impacts in the plane, from segmented contacts, and what simulators solve there.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "behaviour/behaviour.h"
#include "study/internal.h"

/* Contacts in what a simulator wrote: they may last, and the ground is where the simulator has it. */

/* Heights are taken as they are, unless at least this multiple of contacts can be used otherwise. */
static const size_t far_more = 2;

static routh_status behaviour_segment(routh_context *context, routh_dataset *dataset) {
    routh_segment_options options = routh_segment_options_default();
    options.soft = true;
    options.calibrate = false;
    routh_status status = routh_dataset_segment(context, &options, dataset);
    const size_t used = status == ROUTH_OK ? routh_dataset_used(dataset, NULL) : 0;
    if (status != ROUTH_OK || 2 * used >= dataset->count)
        return status;
    options.calibrate = true;
    status = routh_dataset_segment(context, &options, dataset);
    if (status == ROUTH_OK && routh_dataset_used(dataset, NULL) < far_more * used) {
        options.calibrate = false;
        options.height_offset = -dataset->height_offset; /* back to what was recorded */
        options.angle_offset = -dataset->angle_offset;
        status = routh_dataset_segment(context, &options, dataset);
    }
    return status;
}

routh_status routh_behaviour_segment3(routh_context *context, const routh_segment3_options *options,
                                      routh_dataset3 *dataset) {
    routh_segment3_options chosen = *options;
    chosen.soft = true;
    chosen.calibrate = false;
    routh_status status = routh_dataset3_segment(context, &chosen, dataset);
    const size_t used = status == ROUTH_OK ? routh_dataset3_used(dataset, NULL) : 0;
    if (status != ROUTH_OK || 2 * used >= dataset->count)
        return status;
    chosen.calibrate = true;
    status = routh_dataset3_segment(context, &chosen, dataset);
    if (status == ROUTH_CANCELLED || status == ROUTH_OUT_OF_MEMORY ||
        (status == ROUTH_OK && routh_dataset3_used(dataset, NULL) >= far_more * used))
        return status;
    chosen.calibrate = false;
    return routh_dataset3_segment(context, &chosen, dataset);
}

/* What simulators solve that take velocities at the end of a time step: v_n⁺ = −e v_n, and friction against the slip after.
 *
 * If the impulse W⁻¹(−v_t, −(1 + e) v_n) that stops the slip lies in the cone, that is it. Otherwise the point slips along d
 * after, P_t = −μ P_n d, and with W = [A b; bᵀ c]
 *
 *     P_n = −(1 + e) v_n / (c − μ b·d)        v_t⁺ = v_t + P_n (b − μ A d) = s d, s > 0.
 *
 * d is where v_t⁺ × d changes sign; of several, the one nearest to the slip before. M. Anitescu, F. Potra, Nonlinear Dynamics
 * 14 (1997), for one contact, with a round cone. */

enum { DIRECTIONS = 64, BISECTIONS = 40 };

typedef struct slipping {
    const routh_contact3 *contact;
    double mu, eps;
    double p[3], v[3];
} slipping;

/* The impulse with slip in that direction; returns the part of v_t⁺ across it. */
static double across(slipping *s, double angle) {
    const double(*w)[3] = s->contact->w, *v = s->contact->v, x = cos(angle), y = sin(angle);
    s->p[2] = -(1 + s->eps) * v[2] / (w[2][2] - s->mu * (w[2][0] * x + w[2][1] * y));
    s->p[0] = -s->mu * s->p[2] * x;
    s->p[1] = -s->mu * s->p[2] * y;
    for (int k = 0; k < 3; k++)
        s->v[k] = v[k] + routh_dot3(w[k], s->p);
    return x * s->v[1] - y * s->v[0];
}

static bool is_along(const slipping *s, double angle) {
    return s->p[2] > 0 && s->v[0] * cos(angle) + s->v[1] * sin(angle) > 0;
}

/* Looks on both sides of the slip before, further and further away. */
static bool find_slip(slipping *s) {
    const double from = atan2(s->contact->v[1], s->contact->v[0]), part = 2 * ROUTH_PI / DIRECTIONS;
    for (int i = 0; i < DIRECTIONS; i++) {
        const int side = i % 2 ? -(i + 1) / 2 : i / 2;
        double low = from + part * (side - 0.5), high = from + part * (side + 0.5);
        const bool sign = across(s, low) > 0;
        if ((across(s, high) > 0) == sign)
            continue;
        for (int k = 0; k < BISECTIONS; k++) {
            const double middle = (low + high) / 2;
            *((across(s, middle) > 0) == sign ? &low : &high) = middle;
        }
        if (is_along(s, low))
            return true;
    }
    return false;
}

static routh_status solve(routh_context *context, const routh_pair *pair, const routh_contact3 *contact,
                          const routh_law3_options *options, routh_outcome3 *outcome) {
    (void)context;
    (void)options;
    slipping s = {.contact = contact, .mu = pair->mu, .eps = pair->eps};
    const double wanted[3] = {-contact->v[0], -contact->v[1], -(1 + pair->eps) * contact->v[2]};
    double inverse[3][3], stop[3];
    routh_factor3 factor;
    routh_factor3_of(contact->w, &factor);
    routh_inverse3(&factor, inverse);
    for (int k = 0; k < 3; k++)
        stop[k] = routh_dot3(inverse[k], wanted);
    const bool sticks = stop[2] > 0 && hypot(stop[0], stop[1]) <= pair->mu * stop[2];
    if (sticks || !find_slip(&s)) { /* jammed, where no direction will do: the point stays, too */
        memcpy(s.p, stop, sizeof s.p);
        memcpy(s.v, (double[3]){0, 0, -pair->eps * contact->v[2]}, sizeof s.v);
    }
    *outcome = (routh_outcome3){.switch_count = 0};
    memcpy(outcome->p, s.p, sizeof outcome->p);
    memcpy(outcome->v, s.v, sizeof outcome->v);
    outcome->energy.before = routh_half_form3(&factor, contact->v);
    outcome->energy.after = routh_half_form3(&factor, outcome->v);
    outcome->contact_energy_ratio = outcome->energy.after / outcome->energy.before;
    return ROUTH_OK;
}

const routh_law3 routh_law3_stepped = {
    .name = "stepped",
    .title = "Stepped",
    .rule = "Newton's restitution, friction against the slip after: as solved at the end of a time step",
    .reference = "Anitescu, Potra, Nonlinear Dynamics 14 (1997)",
    .parameter_count = 2,
    .parameter = {{"eps", "e", "1", "ratio of normal velocities", 0.0, 1.0, 0.5, 0.0, 0.0, false},
                  {"mu", "μ", "1", "coefficient of friction", 0.0, ROUTH_MU_HIGH, 0.3, 0.0, 0.0, true}},
    .solve = solve,
};

/* Impacts in the plane: those of a segmented recording, and the laws of the study on them. */

/* The same contact in space: across the plane only the mass counts. */
static routh_contact3 contact_in_space(const routh_sample *sample) {
    const routh_contact *c = &sample->contact;
    return (routh_contact3){.w = {{c->wtt, 0, c->wtn}, {0, 1 / sample->impact.mass, 0}, {c->wtn, 0, c->wnn}},
                            .v = {c->vt, 0, c->vn}};
}

static void take(const routh_dataset *dataset, const routh_sample *sample, routh_behaviour_impact *impact) {
    const routh_record *record = &dataset->record[sample->record];
    const routh_impact *body = &sample->impact;
    const routh_point *p = &sample->measured[ROUTH_MOMENTUM];
    const double vt = sample->after.vx - body->ry * sample->after.omega;
    const double vn = sample->after.vy + body->rx * sample->after.omega;
    const bool lasts = record->release > record->touch;
    *impact = (routh_behaviour_impact){.source = sample->record,
                                       .speed = lasts ? -record->closing : -sample->contact.vn,
                                       .slip = fabs(sample->contact.vt),
                                       .slip_after = fabs(vt),
                                       .normal = p->pn,
                                       .tangential = fabs(p->pt),
                                       .energy = routh_impact_energy_ratio(body, sample->after),
                                       .lasted = lasts ? record->release - record->touch : 0,
                                       .depth = record->depth,
                                       .error = NAN,
                                       .bound = NAN};
    impact->eps[ROUTH_NEWTON] = lasts ? -record->leaving / record->closing : -vn / sample->contact.vn;
    impact->eps[ROUTH_POISSON] = impact->eps[ROUTH_ENERGETIC] = NAN;
    impact->turned = impact->lasted * fabs(body->omega + sample->after.omega) / 2;
    impact->slips = vt * sample->contact.vt > 0 && p->pt * sample->contact.vt < 0;
}

/* The study's comparison: laws fitted to one half, tested on the other. */
static void take_law(const routh_fit_study *study, size_t index, routh_behaviour *behaviour) {
    const routh_law_fits *fit = &study->fit[index];
    routh_behaviour_law *law = &behaviour->law[behaviour->law_count++];
    *law = (routh_behaviour_law){.name = fit->law->name,
                                 .title = fit->law->title,
                                 .parameter_count = fit->law->parameter_count,
                                 .has_restitution = true,
                                 .restitution = fit->law->restitution,
                                 .error = fit->error_mean,
                                 .error_median = fit->error_median};
    for (int d = 0; d < fit->law->parameter_count; d++) {
        law->parameter[d] = fit->law->parameter[d];
        law->value[d] = fit->value[d];
        law->low[d] = fit->low[d];
        law->high[d] = fit->high[d];
    }
}

static routh_status behaviour_compare_plane(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                            const routh_behaviour_options *options, routh_sample *sample,
                                            routh_behaviour *behaviour) {
    const routh_law *laws[ROUTH_BEHAVIOUR_LAWS];
    routh_fit_study study = {.dataset = dataset,
                             .frame = frame,
                             .why = "",
                             .sample = sample,
                             .count = behaviour->count,
                             .laws = laws,
                             .fit_count = behaviour->count / 2,
                             .resamples = options->resamples,
                             .seed = options->seed,
                             .options = routh_fit_options_default()};
    for (size_t i = 0; i < routh_law_count() && study.law_count < ROUTH_BEHAVIOUR_LAWS; i++)
        if (routh_law_at(i)->traits & ROUTH_LAW_OF_SIX)
            laws[study.law_count++] = routh_law_at(i);
    const routh_status status = routh_fit_study_run(context, &study);
    for (size_t l = 0; status == ROUTH_OK && l < study.law_count; l++)
        take_law(&study, l, behaviour);
    if (status == ROUTH_OK)
        behaviour->bound = study.bound_mean;
    routh_fit_study_release(context, &study);
    return status;
}

/* Errors of single impacts, of the best law. */
static void take_errors(const routh_sample *sample, routh_behaviour *behaviour) {
    for (size_t i = 0; i < behaviour->count; i++) {
        routh_bound_error(NULL, &sample[i], &behaviour->impact[i].bound);
        if (behaviour->best == behaviour->law_count)
            continue;
        const routh_behaviour_law *law = &behaviour->law[behaviour->best];
        const routh_velocity after = routh_sample_predict(routh_law_find(NULL, law->name), law->value, &sample[i]);
        behaviour->impact[i].error = routh_sample_error(&sample[i], after);
    }
}

static routh_status judge_samples(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                  const routh_behaviour_options *options, routh_sample *sample,
                                  routh_behaviour *behaviour) {
    ROUTH_ARENA(room, context);
    routh_contact3 *contact = routh_take(&room, behaviour->count + 1, sizeof *contact);
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < behaviour->count; i++) {
        take(dataset, &sample[i], &behaviour->impact[i]);
        contact[i] = contact_in_space(&sample[i]);
    }
    if (behaviour->count >= ROUTH_BEHAVIOUR_FEWEST)
        ROUTH_TRY(behaviour_compare_plane(context, dataset, frame, options, sample, behaviour));
    routh_behaviour_rank(behaviour);
    take_errors(sample, behaviour);
    return routh_behaviour_conclude(context, contact, options, behaviour);
}

static routh_status judge_dataset(routh_context *context, routh_dataset *dataset, const char *frame,
                                  const routh_behaviour_options *options, routh_behaviour *behaviour) {
    routh_frame axes = ROUTH_AS_RECORDED;
    char why[ROUTH_NAME_SIZE];
    routh_sample *sample;
    size_t count;
    if (dataset->count == 0 && dataset->trajectory_count > 0)
        ROUTH_TRY(behaviour_segment(context, dataset));
    if (frame)
        ROUTH_TRY(routh_frame_of(context, dataset, frame, &axes, why));
    behaviour->contacts = dataset->count;
    routh_dataset_used(dataset, behaviour->rejected);
    ROUTH_TRY(routh_samples_of(context, dataset, axes, &sample, &count, NULL));
    routh_status status = routh_behaviour_reserve(context, count, behaviour);
    if (status == ROUTH_OK)
        status = judge_samples(context, dataset, axes, options, sample, behaviour);
    routh_samples_release(context, sample);
    return status;
}

routh_status routh_behaviour_of_dataset(routh_context *context, routh_dataset *dataset, const char *frame,
                                        const routh_behaviour_options *options, routh_behaviour *behaviour) {
    const routh_behaviour_options chosen = options ? *options : routh_behaviour_options_default();
    ROUTH_TRY(routh_behaviour_begin(context, dataset->name, &chosen, behaviour));
    const routh_status status = judge_dataset(context, dataset, frame, &chosen, behaviour);
    if (status != ROUTH_OK)
        routh_behaviour_release(context, behaviour);
    return status;
}
