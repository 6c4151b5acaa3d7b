/* What a simulator does, as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "file/json_build.h"
#include "file/json_write.h"
#include "report/behaviour_parts.h"
#include "report/findings_json.h"
#include "report/writers.h"

static json_t *law_object(const routh_behaviour_law *law) {
    json_t *one = json_object(), *parameters = json_object();
    for (int d = 0; d < law->parameter_count; d++)
        routh_json_put(&parameters, law->parameter[d].name,
                       ROUTH_JSON_ENTRIES({"value", law->value[d]}, {"low", law->low[d]}, {"high", law->high[d]}));
    routh_json_put(&one, "name", json_string(law->name));
    if (law->has_restitution)
        routh_json_put(&one, "restitution", json_string(routh_name(&routh_restitutions, law->restitution)));
    routh_json_put(&one, "parameters", parameters);
    routh_json_put(&one, "error", routh_json_number(law->error));
    routh_json_put(&one, "error_median", routh_json_number(law->error_median));
    return one;
}

static json_t *bins_list(const routh_behaviour *b) {
    json_t *list = json_array();
    for (size_t k = 0; k < b->bin_count; k++) {
        const routh_behaviour_bin *bin = &b->bin[k];
        json_t *one = ROUTH_JSON_ENTRIES({"low", bin->low}, {"high", bin->high}, {"speed", bin->speed},
                                         {"eps", bin->eps}, {"eps_low", bin->eps_low}, {"eps_high", bin->eps_high},
                                         {"lasted", bin->lasted}, {"depth", bin->depth});
        routh_json_put(&one, "count", routh_json_count(bin->count));
        routh_json_put(&one, "gains", routh_json_count(bin->gains));
        routh_json_add(&list, one);
    }
    return list;
}

static json_t *rejected_object(const routh_behaviour *b) {
    json_t *one = json_object();
    for (int r = 0; r < ROUTH_REASON_COUNT; r++)
        if (b->rejected[r] > 0)
            routh_json_put(&one, routh_name(&routh_reasons, r), routh_json_count(b->rejected[r]));
    routh_json_put(&one, "several", routh_json_count(b->several));
    routh_json_put(&one, "unended", routh_json_count(b->unended));
    routh_json_put(&one, "untouched", routh_json_count(b->untouched));
    return one;
}

static json_t *restitution_object(const routh_behaviour *b) {
    json_t *one = ROUTH_JSON_ENTRIES(
        {"median", b->eps_mean}, {"at_1", b->eps_at_1}, {"slope", b->eps_slope}, {"slope_error", b->eps_slope_error},
        {"scatter", b->eps_scatter}, {"scatter_newton", b->scatter[ROUTH_NEWTON]},
        {"scatter_poisson", b->scatter[ROUTH_POISSON]}, {"scatter_energetic", b->scatter[ROUTH_ENERGETIC]});
    routh_json_put(&one, "curve", json_string(routh_name(&routh_restitutions, b->curve)));
    routh_json_put(&one, "kept", b->has_kind ? json_string(routh_name(&routh_restitutions, b->kind)) : json_null());
    return one;
}

json_t *routh_behaviour_object(const routh_behaviour *b) {
    json_t *all = json_object(), *laws = json_array();
    for (size_t l = 0; l < b->law_count; l++)
        routh_json_add(&laws, law_object(&b->law[l]));
    routh_json_put(&all, "name", json_string(b->name));
    routh_json_put(&all, "space", json_boolean(b->space));
    routh_json_put(&all, "step", b->step > 0 ? routh_json_number(b->step) : json_null());
    routh_json_put(&all, "contacts", routh_json_count(b->contacts));
    routh_json_put(&all, "impacts", routh_json_count(b->count));
    routh_json_put(&all, "left_out", rejected_object(b));
    routh_json_put(&all, "not_at_the_ground", routh_json_count(b->elsewhere));
    routh_json_put(&all, "law", b->best < b->law_count ? json_string(b->law[b->best].name) : json_null());
    routh_json_put(&all, "described", json_boolean(b->described));
    routh_json_put(&all, "laws", laws);
    routh_json_put(&all, "alike", routh_json_count(b->alike));
    routh_json_put(&all, "any_rigid_law", routh_json_number(b->bound));
    routh_json_put(&all, "speed", routh_json_pair(b->speed[0], b->speed[1]));
    routh_json_put(&all, "restitution", restitution_object(b));
    json_t *friction =
        ROUTH_JSON_ENTRIES({"mu", b->mu}, {"low", b->mu_low}, {"high", b->mu_high}, {"at_least", b->mu_least},
                           {"power", b->mu_power}, {"power_error", b->mu_power_error});
    routh_json_put(&friction, "slipping", routh_json_count(b->slipping));
    routh_json_put(&friction, "over_directions", routh_json_pair(b->mu_direction[0], b->mu_direction[1]));
    routh_json_put(&all, "friction", friction);
    json_t *energy = ROUTH_JSON_ENTRIES({"worst", b->worst_gain}, {"worst_speed", b->worst_speed},
                                        {"slowest", b->gain_speed[0]}, {"fastest", b->gain_speed[1]});
    routh_json_put(&energy, "gains", routh_json_count(b->gains));
    routh_json_put(&all, "energy", energy);
    routh_json_put(&all, "contact",
                   ROUTH_JSON_ENTRIES({"lasted", b->lasted}, {"depth", b->depth}, {"deepest", b->depth_most},
                                      {"turned", b->turned}));
    routh_json_put(&all, "over_speed", bins_list(b));
    routh_json_put(&all, "findings", routh_sentences_json(&b->findings, NULL));
    return all;
}

routh_status routh_behaviour_write_json(routh_context *context, const routh_behaviour_series *series, routh_io to) {
    json_t *all = json_object(), *steps = json_array();
    for (size_t i = 0; i < series->count; i++) {
        json_t *one = routh_behaviour_object(&series->at[i]);
        routh_json_put(&one, "restitution_off", routh_json_number(series->eps_off[i]));
        routh_json_put(&one, "friction_off", routh_json_number(series->mu_off[i]));
        routh_json_add(&steps, one);
    }
    routh_json_put(&all, "kind", json_string("behaviour"));
    routh_json_put(&all, "behaviours", steps);
    routh_json_put(&all, "shown", routh_json_count(series->shown));
    routh_json_put(&all, "changes_at",
                   series->changes < series->count ? routh_json_number(series->at[series->changes].step) : json_null());
    routh_json_put(&all, "findings", routh_sentences_json(&series->findings, NULL));
    routh_json_put(&all, "version", json_string(routh_version()));
    return routh_json_write(context, all, ROUTH_JSON_RESULTS, to);
}
