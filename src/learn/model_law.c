/* A model as a law, and impulses put back into the energy ellipse.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "fit/box.h"
#include "impact/impact.h"
#include "learn/model.h"

void routh_model_fill_slots(const routh_model *model, const double *output, double *slot) {
    for (size_t s = 0; s < model->slots; s++)
        slot[s] = model->output[s] >= 0 ? output[model->output[s]] : model->constant[s];
}

routh_impulse routh_model_impulse(const routh_model *model, const routh_contact *contact, const double *slot) {
    double parameters[ROUTH_MAX_PARAMETERS];
    if (model->kind == ROUTH_MODEL_PARAMETERS) {
        routh_model_parameters_at(model, slot, parameters);
        return routh_law_impulse(model->law, contact, parameters);
    }
    routh_impulse p = {0};
    if (model->prior)
        p = routh_model_answer(model->prior, contact);
    else if (model->law)
        p = routh_law_impulse(model->law, contact, model->parameters);
    p.pt += slot[0];
    p.pn += slot[1];
    p.couple += model->slots > 2 ? slot[2] : 0;
    p.mode = ROUTH_SLIDING; /* a learned impulse never stops the slip exactly */
    return p;
}

routh_impulse routh_model_answer(const routh_model *model, const routh_contact *contact) {
    double all[ROUTH_MODEL_MOST_INPUTS], used[ROUTH_MODEL_MOST_INPUTS];
    double output[ROUTH_MODEL_MOST_SLOTS], slot[ROUTH_MODEL_MOST_SLOTS];
    routh_model_inputs_of_contact(model->kind, contact, all);
    routh_model_take_inputs(model, all, used);
    routh_gp_predict_one(model->gp, used, NULL, output, NULL); /* the mean alone needs no scratch */
    routh_model_fill_slots(model, output, slot);
    return routh_model_impulse(model, contact, slot);
}

/* A body that does not turn and has this contact: W = 1/m + l lᵀ/I with 1/m the smaller eigenvalue of W, l = (−ry, rx)
 * along the other eigenvector, and I = m. */
static routh_impact body_with(const routh_contact *c) {
    const double larger = 0.5 * (c->wtt + c->wnn) + hypot(0.5 * (c->wtt - c->wnn), c->wtn);
    const double smaller = (c->wtt * c->wnn - c->wtn * c->wtn) / larger;
    const double mass = 1 / smaller, angle = 0.5 * atan2(2 * c->wtn, c->wtt - c->wnn);
    const double length = sqrt(fmax(0, larger - smaller) * mass);
    return (routh_impact){
        .mass = mass, .inertia = mass, .rx = length * sin(angle), .ry = -length * cos(angle), .vx = c->vt, .vy = c->vn};
}

/* In the metric of velocity the rigid bound measures impulses by m W: kinetic energy, up to a factor. */
routh_point routh_model_project(const routh_contact *contact, routh_point impulse) {
    if (routh_is_admissible(contact, impulse, ROUTH_MODEL_INSIDE))
        return impulse;
    const routh_impact body = body_with(contact);
    const routh_velocity after = routh_impact_after(&body, impulse.pt, impulse.pn, 0);
    routh_bound bound;
    if (routh_bound_of(NULL, &body, after, ROUTH_VELOCITY, &bound) != ROUTH_OK)
        return (routh_point){NAN, NAN};
    return bound.impulse;
}

static routh_impulse answer(const routh_law *law, const routh_contact *contact, const double *parameters) {
    (void)parameters;
    return routh_model_answer(law->data, contact);
}

/* How many times faster this impact would have to be for the model to have seen such a speed. */
static double speed_up(const routh_model *model, const routh_contact *contact) {
    double all[ROUTH_MODEL_MOST_INPUTS], used[ROUTH_MODEL_MOST_INPUTS];
    routh_model_inputs_of_contact(model->kind, contact, all);
    routh_model_take_inputs(model, all, used);
    const double speed = routh_model_speed(model, used);
    return speed > 0 && speed < model->slowest ? model->slowest / speed : 1;
}

/* Without a couple: its energy is not determined in contact space. Slower than all that it has learned from, a
 * model would answer with the impulses of faster impacts, and no body would ever come to rest: there impulses are taken
 * in proportion to the speed, as those of all laws of the registry are. */
static routh_impulse answer_projected(const routh_law *law, const routh_contact *contact, const double *parameters) {
    (void)parameters;
    const routh_model *model = law->data;
    const double faster = speed_up(model, contact);
    routh_contact seen = *contact;
    seen.vt *= faster;
    seen.vn *= faster;
    const routh_impulse p = routh_model_answer(model, &seen);
    const routh_point inside = routh_model_project(&seen, (routh_point){p.pt, p.pn});
    return (routh_impulse){inside.pt / faster, inside.pn / faster, p.mode, 0};
}

void routh_model_make_laws(routh_model *model) {
    static const char *const titles[ROUTH_MODEL_COUNT] = {
        [ROUTH_MODEL_BASELINE] = "Learned, without structure",
        [ROUTH_MODEL_RIGID] = "Learned impulse",
        [ROUTH_MODEL_RIGID_2D] = "Learned impulse, 2-D",
        [ROUTH_MODEL_WRENCH] = "Learned wrench",
        [ROUTH_MODEL_RESIDUAL] = "Learned residual",
        [ROUTH_MODEL_RESIDUAL_WRENCH] = "Learned residual wrench",
        [ROUTH_MODEL_PARAMETERS] = "Learned parameters",
    };
    /* with parameters that are always legal, a law keeps its properties */
    const unsigned promises = ROUTH_LAW_ON_PATH | ROUTH_LAW_KEEPS_ENERGY | ROUTH_LAW_FEASIBLE | ROUTH_LAW_COMPLIANT;
    const routh_law law = {.name = routh_name(&routh_model_kinds, model->kind),
                           .title = titles[model->kind],
                           .rule = routh_about(&routh_model_kinds, model->kind),
                           .reference = "Fazeli, Zapolsky, Drumwright and Rodriguez (2017)",
                           .restitution = model->law ? model->law->restitution : ROUTH_NEWTON,
                           .traits = model->kind == ROUTH_MODEL_PARAMETERS ? model->law->traits & promises : 0,
                           .answer = answer,
                           .data = model};
    model->as_law[0] = model->as_law[1] = law;
    model->as_law[1].answer = answer_projected;
    model->as_law[1].traits |= ROUTH_LAW_KEEPS_ENERGY;
    model->slowest = model->kind == ROUTH_MODEL_BASELINE || model->covariate_count > 0 ? 0 : routh_model_slowest(model);
}

const routh_law *routh_model_law(const routh_model *model, int projected) {
    const bool is_law = model->kind != ROUTH_MODEL_BASELINE && model->covariate_count == 0;
    return is_law ? &model->as_law[projected ? 1 : 0] : NULL;
}

void routh_model_parameters_at(const routh_model *model, const double *slot, double *parameters) {
    routh_box box;
    for (int i = 0; i < ROUTH_MAX_PARAMETERS; i++)
        parameters[i] = model->parameters[i];
    if (routh_box_of(NULL, model->law, model->mu_max, &box) != ROUTH_OK)
        return;
    for (size_t s = 0; s < model->slots; s++)
        parameters[s] = routh_box_value(&box, (int)s, 1 / (1 + exp(-slot[s])));
}
