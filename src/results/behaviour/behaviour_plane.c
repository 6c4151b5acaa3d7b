/* Impacts in the plane: those of a segmented recording, and the laws of the study on them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "behaviour/behaviour.h"
#include "study/internal.h"

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

routh_status routh_behaviour_compare_plane(routh_context *context, const routh_dataset *dataset, routh_frame frame,
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
    routh_status status = ROUTH_OK;
    routh_contact3 *contact = routh_allocate(context, behaviour->count + 1, sizeof *contact);
    if (!contact)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < behaviour->count; i++) {
        take(dataset, &sample[i], &behaviour->impact[i]);
        contact[i] = contact_in_space(&sample[i]);
    }
    if (behaviour->count >= ROUTH_BEHAVIOUR_FEWEST)
        status = routh_behaviour_compare_plane(context, dataset, frame, options, sample, behaviour);
    if (status == ROUTH_OK) {
        routh_behaviour_rank(behaviour);
        take_errors(sample, behaviour);
        status = routh_behaviour_conclude(context, contact, options, behaviour);
    }
    routh_release(context, contact);
    return status;
}

routh_status routh_behaviour_of_dataset(routh_context *context, routh_dataset *dataset, const char *frame,
                                        const routh_behaviour_options *options, routh_behaviour *behaviour) {
    const routh_behaviour_options chosen = options ? *options : routh_behaviour_options_default();
    routh_sample *sample = NULL;
    size_t count = 0;
    routh_status status = routh_behaviour_begin(context, dataset->name, &chosen, behaviour);
    routh_frame axes = ROUTH_AS_RECORDED;
    char why[ROUTH_NAME_SIZE];
    if (status != ROUTH_OK)
        return status;
    if (dataset->count == 0 && dataset->trajectory_count > 0)
        status = routh_behaviour_segment(context, dataset);
    if (status == ROUTH_OK && frame)
        status = routh_frame_of(context, dataset, frame, &axes, why);
    behaviour->contacts = dataset->count;
    routh_dataset_used(dataset, behaviour->rejected);
    if (status == ROUTH_OK)
        status = routh_samples_of(context, dataset, axes, &sample, &count, NULL);
    if (status == ROUTH_OK)
        status = routh_behaviour_reserve(context, count, behaviour);
    if (status == ROUTH_OK)
        status = judge_samples(context, dataset, axes, &chosen, sample, behaviour);
    routh_samples_release(context, sample);
    if (status != ROUTH_OK)
        routh_behaviour_release(context, behaviour);
    return status;
}
