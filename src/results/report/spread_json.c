/* Spreads of tosses as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/json_struct.h"
#include "report/spread_parts.h"

static json_t *cover_json(const routh_spread_cover *cover) {
    return ROUTH_JSON_ENTRIES({"instants", (double)cover->instants}, {"place", cover->share[0]},
                              {"place_error", cover->error[0]}, {"turn", cover->share[1]},
                              {"turn_error", cover->error[1]}, {"pose", cover->share[2]},
                              {"pose_error", cover->error[2]}, {"radius", cover->radius}, {"angle", cover->angle});
}

static json_t *moments_json(const routh_spread_study *own) {
    json_t *list = json_array();
    for (size_t m = 0; m < own->moment_count; m++) {
        const routh_spread_moment *at = &own->moment[m];
        routh_json_add(&list, ROUTH_JSON_ENTRIES({"time", at->time}, {"tosses", (double)at->tosses},
                                                 {"place", at->share[0]}, {"turn", at->share[1]},
                                                 {"pose", at->share[2]}, {"radius", at->radius}, {"angle", at->angle}));
    }
    return list;
}

static json_t *parts_json(const routh_rollout_study *study) {
    json_t *list = json_array();
    for (size_t k = 0; k < study->fold_count; k++) {
        const routh_spread3_options *part = &study->spread->fold[k];
        json_t *one = ROUTH_JSON_FIELDS(routh_scatter3, &part->run.scatter, mu, mu_slide, eps);
        ROUTH_PUT(&one, routh_spread3_options, part, widen);
        routh_json_add(&list, one);
    }
    return list;
}

static json_t *bins_json(const routh_spread_study *own) {
    json_t *list = json_array();
    for (size_t b = 0; b < ROUTH_SPREAD_BINS; b++) {
        const routh_spread_bin *bin = &own->bin[b];
        routh_json_add(&list,
                       ROUTH_JSON_ENTRIES({"low", bin->low}, {"high", bin->high}, {"count", (double)bin->count},
                                          {"predicted", bin->predicted}, {"observed", bin->observed},
                                          {"observed_low", bin->interval.low}, {"observed_high", bin->interval.high}));
    }
    return list;
}

json_t *routh_spread_json(const routh_rollout_study *study) {
    const routh_spread_study *own = study->spread;
    if (!own)
        return json_null();
    const routh_rollout_summary *centre = &own->centre;
    json_t *object = ROUTH_JSON_ENTRIES({"rollouts", (double)study->options.spread}, {"share", own->fold[0].share});
    json_t *phases = json_object();
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++)
        routh_json_put(&phases, routh_name(&routh_rollout_phases, p), cover_json(&own->phase[p]));
    routh_json_put(&object, "parts", parts_json(study));
    routh_json_put(&object, "after", cover_json(&own->after));
    routh_json_put(&object, "all", cover_json(&own->all));
    routh_json_put(&object, "phases", phases);
    routh_json_put(&object, "moments", moments_json(own));
    routh_json_put(&object, "centre",
                   ROUTH_JSON_ENTRIES({"position", centre->position}, {"position_median", centre->position_median},
                                      {"position_90", centre->position_high}, {"rotation", centre->rotation},
                                      {"rotation_median", centre->rotation_median},
                                      {"rotation_90", centre->rotation_high}, {"faces", (double)centre->faces},
                                      {"tosses", (double)centre->tosses}));
    routh_json_put(&object, "faces",
                   ROUTH_JSON_ENTRIES({"likeliest_right", (double)own->likeliest}, {"brier", own->brier},
                                      {"brier_error", own->brier_error}, {"brier_of_paths", own->brier_path}));
    routh_json_put(&object, "reliability", bins_json(own));
    return object;
}
