/* The energy ellipse of one impact with every law in it: gathers what the picture, the JSON and the CSV show.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/report.h>

#include "base/context.h"

/* Arcs of the admissible region have this many points to the full turn: smooth at the size of a page. */
#define ARC_RESOLUTION 360

static routh_status study_law(routh_context *context, const routh_ellipse_study *study, routh_ellipse_law *entry) {
    routh_law_parameters(entry->law, study->mu, study->eps, entry->parameters);
    routh_status status = routh_law_check(context, entry->law, entry->parameters);
    if (status != ROUTH_OK)
        return status;
    status = routh_law_solve(entry->law, entry->parameters, &study->contact, &entry->outcome);
    if (status != ROUTH_OK)
        return routh_fail(context, status, "%s: %s", entry->law->name, routh_status_message(status));
    status = routh_law_region(context, entry->law, &study->contact, entry->parameters, ROUTH_MU_CAP, &entry->region);
    if (status != ROUTH_OK)
        return status;
    return routh_find_stick_friction(context, entry->law, &study->contact, entry->parameters, ROUTH_MU_CAP,
                                     &entry->stick);
}

static routh_status study_laws(routh_context *context, const routh_law *const *laws, size_t count,
                               routh_ellipse_study *study) {
    study->laws = routh_allocate(context, count, sizeof *study->laws);
    if (!study->laws)
        return ROUTH_OUT_OF_MEMORY;
    study->count = count;
    for (size_t i = 0; i < count; i++) {
        study->laws[i].law = laws ? laws[i] : routh_law_at(i);
        if (!study->laws[i].law)
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "law %zu of %zu is NULL", i + 1, count);
        routh_status status = study_law(context, study, &study->laws[i]);
        if (status != ROUTH_OK)
            return status;
    }
    return ROUTH_OK;
}

routh_status routh_study_ellipse(routh_context *context, const routh_impact *impact, double mu, double eps,
                                 const routh_law *const *laws, size_t count, routh_ellipse_study *study) {
    *study = (routh_ellipse_study){.impact = *impact, .mu = mu, .eps = eps};
    routh_status status = routh_contact_from_impact(context, impact, &study->contact);
    if (status == ROUTH_OK)
        status = routh_energy_ellipse(context, &study->contact, &study->ellipse);
    if (status == ROUTH_OK)
        status = routh_admissible_region(context, &study->contact, ARC_RESOLUTION, &study->admissible);
    if (status == ROUTH_OK)
        status = study_laws(context, laws, laws ? count : routh_law_count(), study);
    if (status != ROUTH_OK)
        routh_ellipse_study_release(context, study);
    return status;
}

void routh_ellipse_study_release(routh_context *context, routh_ellipse_study *study) {
    for (size_t i = 0; i < study->count; i++)
        routh_region_release(context, &study->laws[i].region);
    routh_release(context, study->laws);
    routh_region_release(context, &study->admissible);
    *study = (routh_ellipse_study){0};
}
