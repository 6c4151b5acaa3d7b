/* What a simulator does, as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "report/behaviour_parts.h"
#include "report/findings_json.h"
#include "report/writers.h"

static json_t *law_object(const routh_behaviour_law *law) {
    json_t *one = json_object(), *parameters = json_object();
    for (int d = 0; d < law->parameter_count; d++) {
        json_t *parameter = json_object();
        ROUTH_PUT_AT(&parameter, routh_behaviour_law, law, d, value, low, high);
        routh_json_put(&parameters, law->parameter[d].name, parameter);
    }
    ROUTH_PUT(&one, routh_behaviour_law, law, name);
    if (law->has_restitution)
        ROUTH_PUT(&one, routh_behaviour_law, law, restitution);
    routh_json_put(&one, "parameters", parameters);
    ROUTH_PUT(&one, routh_behaviour_law, law, error, error_median);
    return one;
}

static json_t *bins_list(const routh_behaviour *b) {
    json_t *list = json_array();
    for (size_t k = 0; k < b->bin_count; k++) {
        const routh_behaviour_bin *bin = &b->bin[k];
        json_t *one =
            ROUTH_JSON_FIELDS(routh_behaviour_bin, bin, low, high, speed, eps, eps_low, eps_high, lasted, depth);
        ROUTH_PUT(&one, routh_behaviour_bin, bin, count, gains);
        routh_json_add(&list, one);
    }
    return list;
}

static json_t *rejected_object(const routh_behaviour *b) {
    json_t *one = json_object();
    for (int r = 0; r < ROUTH_REASON_COUNT; r++)
        if (b->rejected[r] > 0)
            routh_json_put(&one, routh_name(&routh_reasons, r), routh_json_count(b->rejected[r]));
    ROUTH_PUT(&one, routh_behaviour, b, several, unended, untouched);
    return one;
}

static json_t *restitution_object(const routh_behaviour *b) {
    json_t *one = ROUTH_JSON_ENTRIES(
        {"median", b->eps_mean}, {"at_1", b->eps_at_1}, {"slope", b->eps_slope}, {"slope_error", b->eps_slope_error},
        {"scatter", b->eps_scatter}, {"scatter_newton", b->scatter[ROUTH_NEWTON]},
        {"scatter_poisson", b->scatter[ROUTH_POISSON]}, {"scatter_energetic", b->scatter[ROUTH_ENERGETIC]});
    ROUTH_PUT(&one, routh_behaviour, b, curve);
    routh_json_put(&one, "kept", b->has_kind ? json_string(routh_name(&routh_restitutions, b->kind)) : json_null());
    return one;
}

json_t *routh_behaviour_object(const routh_behaviour *b) {
    json_t *all = json_object(), *laws = json_array();
    for (size_t l = 0; l < b->law_count; l++)
        routh_json_add(&laws, law_object(&b->law[l]));
    ROUTH_PUT(&all, routh_behaviour, b, name, space);
    routh_json_put(&all, "step", b->step > 0 ? routh_json_number(b->step) : json_null());
    ROUTH_PUT(&all, routh_behaviour, b, contacts, count);
    routh_json_put(&all, "left_out", rejected_object(b));
    ROUTH_PUT(&all, routh_behaviour, b, elsewhere);
    routh_json_put(&all, "law", b->best < b->law_count ? json_string(b->law[b->best].name) : json_null());
    ROUTH_PUT(&all, routh_behaviour, b, described);
    routh_json_put(&all, "laws", laws);
    ROUTH_PUT(&all, routh_behaviour, b, alike, bound, speed);
    routh_json_put(&all, "restitution", restitution_object(b));
    json_t *friction = ROUTH_JSON_FIELDS(routh_behaviour, b, mu, mu_low, mu_high, mu_least, mu_power, mu_power_error);
    ROUTH_PUT(&friction, routh_behaviour, b, slipping, mu_direction);
    routh_json_put(&all, "friction", friction);
    json_t *energy = ROUTH_JSON_ENTRIES({"worst", b->worst_gain}, {"worst_speed", b->worst_speed},
                                        {"slowest", b->gain_speed[0]}, {"fastest", b->gain_speed[1]});
    ROUTH_PUT(&energy, routh_behaviour, b, gains);
    routh_json_put(&all, "energy", energy);
    routh_json_put(&all, "contact", ROUTH_JSON_FIELDS(routh_behaviour, b, lasted, depth, depth_most, turned));
    routh_json_put(&all, "over_speed", bins_list(b));
    ROUTH_PUT(&all, routh_behaviour, b, findings);
    return all;
}

routh_status routh_behaviour_write_json(routh_context *context, const routh_behaviour_series *series, routh_io to) {
    json_t *all = json_object(), *steps = json_array();
    for (size_t i = 0; i < series->count; i++) {
        json_t *one = routh_behaviour_object(&series->at[i]);
        ROUTH_PUT_AT(&one, routh_behaviour_series, series, i, eps_off, mu_off);
        routh_json_add(&steps, one);
    }
    routh_json_put(&all, "kind", json_string("behaviour"));
    routh_json_put(&all, "behaviours", steps);
    ROUTH_PUT(&all, routh_behaviour_series, series, shown);
    routh_json_put(&all, "changes_at",
                   series->changes < series->count ? routh_json_number(series->at[series->changes].step) : json_null());
    ROUTH_PUT(&all, routh_behaviour_series, series, findings);
    routh_json_put_version(&all);
    return routh_json_write(context, all, ROUTH_JSON_RESULTS, to);
}
