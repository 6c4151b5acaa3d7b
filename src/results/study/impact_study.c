/* The energy ellipse of one impact with every law in it: gathers what the picture, the JSON and the CSV show.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/study.h>

#include "base/context.h"
#include "fields/structs.h"
#include "impact/impact.h"

/* Arcs of the admissible region have this many points to the full turn: smooth at the size of a page. */
#define ARC_RESOLUTION 360

/* The default of the first law that has such a parameter. */
static double registry_default(const char *name) {
    for (size_t i = 0; i < routh_law_count(); i++) {
        const routh_law *law = routh_law_at(i);
        int index = routh_law_parameter(law, name);
        if (index >= 0)
            return law->parameter[index].initial;
    }
    return 0;
}

routh_impact_study_options routh_impact_study_options_default(void) {
    return (routh_impact_study_options){.mu = registry_default("mu"),
                                        .eps = registry_default("eps"),
                                        .et = registry_default("et"),
                                        .eta2 = registry_default("eta2")};
}

static void choose_parameters(const routh_impact_study *study, routh_impact_study_law *entry) {
    const struct {
        const char *name;
        double value;
    } further[] = {{"et", study->et}, {"eta2", study->eta2}};
    routh_law_parameters(entry->law, study->mu, study->eps, entry->parameters);
    for (size_t i = 0; i < sizeof further / sizeof *further; i++) {
        const int place = routh_law_parameter(entry->law, further[i].name);
        if (place >= 0)
            entry->parameters[place] = further[i].value;
    }
}

static routh_status resolve_impact(routh_context *context, const routh_impact_study *study,
                                   routh_impact_study_law *entry) {
    routh_outcome *outcome = &entry->outcome;
    routh_status status = routh_law_solve(entry->law, entry->parameters, &study->contact, outcome);
    if (status == ROUTH_OK) {
        entry->after = routh_impact_after(&study->impact, outcome->pt, outcome->pn, outcome->couple);
        entry->body_energy_ratio = routh_impact_energy_ratio(&study->impact, entry->after);
        if (outcome->couple != 0)
            outcome->flags = routh_impact_flags(&study->impact, outcome->pn, entry->after);
        if (!isfinite(entry->after.vx + entry->after.vy + entry->after.omega + entry->body_energy_ratio))
            status = ROUTH_OUT_OF_RANGE;
    }
    if (status != ROUTH_OK)
        return routh_fail(context, status, "%s: %s", entry->law->name, routh_status_message(status));
    return ROUTH_OK;
}

static routh_status study_law(routh_context *context, const routh_impact_study *study, routh_impact_study_law *entry) {
    choose_parameters(study, entry);
    ROUTH_TRY(routh_law_check(context, entry->law, entry->parameters));
    ROUTH_TRY(resolve_impact(context, study, entry));
    ROUTH_TRY(routh_region_of(context, entry->law, &study->contact, entry->parameters, ROUTH_MU_CAP, &entry->region));
    ROUTH_TRY(
        routh_stick_friction_of(context, entry->law, &study->contact, entry->parameters, ROUTH_MU_CAP, &entry->stick));
    entry->never_sticks = !entry->stick.sticks && !routh_mode_sticks(entry->outcome.mode);
    return ROUTH_OK;
}

static routh_status study_laws(routh_context *context, const routh_impact_study_options *options,
                               routh_impact_study *study) {
    const size_t count = options->laws ? options->law_count : routh_law_count();
    study->laws = routh_allocate(context, count, sizeof *study->laws);
    if (!study->laws)
        return ROUTH_OUT_OF_MEMORY;
    study->count = count;
    for (size_t i = 0; i < count; i++) {
        study->laws[i].law = options->laws ? options->laws[i] : routh_law_at(i);
        if (!study->laws[i].law)
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "law %zu of %zu is NULL", i + 1, count);
        ROUTH_TRY(study_law(context, study, &study->laws[i]));
    }
    return ROUTH_OK;
}

/* Of W, (tr W)² ÷ det W; a rod that is hit at its end has 16. */
static const double most_condition = 1e8;

/* Regions ask laws about thousands of impacts; far beyond these ranges springs ring for minutes. */
static routh_status check_impact(routh_context *context, const routh_impact *impact, const routh_contact *contact) {
    const routh_limit limits[] = {
        {"mass", "kg", impact->mass, ROUTH_RANGE_MASS},     {"inertia", "kg m²", impact->inertia, ROUTH_RANGE_INERTIA},
        {"rx", "m", impact->rx, ROUTH_RANGE_POSITION},      {"ry", "m", impact->ry, ROUTH_RANGE_POSITION},
        {"vx", "m/s", impact->vx, ROUTH_RANGE_VELOCITY},    {"vy", "m/s", impact->vy, ROUTH_RANGE_VELOCITY},
        {"omega", "rad/s", impact->omega, ROUTH_RANGE_SPIN}};
    ROUTH_TRY(routh_check_limits(context, "impact", limits, sizeof limits / sizeof limits[0]));
    const double trace = contact->wtt + contact->wnn, det = contact->wtt * contact->wnn - contact->wtn * contact->wtn;
    if (!(trace * trace <= most_condition * det))
        return routh_fail_field(context, ROUTH_OUT_OF_RANGE, "mass inertia rx ry",
                                "impact: the condition of W, %.3g, is more than %g: mass and inertia do not belong "
                                "together, or the lever is too long",
                                trace * trace / det, most_condition);
    return ROUTH_OK;
}

static routh_status run(routh_context *context, const routh_impact *impact, const routh_impact_study_options *options,
                        routh_impact_study *study) {
    ROUTH_TRY(routh_contact_of(context, impact, &study->contact));
    ROUTH_TRY(check_impact(context, impact, &study->contact));
    ROUTH_TRY(routh_ellipse_of(context, &study->contact, &study->ellipse));
    ROUTH_TRY(routh_region_admissible(context, &study->contact, ARC_RESOLUTION, &study->admissible));
    return study_laws(context, options, study);
}

routh_status routh_impact_study_run(routh_context *context, const routh_impact *impact,
                                    const routh_impact_study_options *options, routh_impact_study *study) {
    const routh_impact_study_options defaults = routh_impact_study_options_default();
    options = options ? options : &defaults;
    *study = (routh_impact_study){
        .impact = *impact, .mu = options->mu, .eps = options->eps, .et = options->et, .eta2 = options->eta2};
    const routh_status status = run(context, impact, options, study);
    if (status != ROUTH_OK)
        routh_impact_study_release(context, study);
    return status;
}

ROUTH_RELEASED_BY_FIELDS(routh_impact_study)
