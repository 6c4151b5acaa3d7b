/* The study of whole tosses as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "report/findings_json.h"
#include "report/material_json.h"
#include "report/spread_parts.h"
#include "report/writers.h"

static json_t *interval_object(routh_interval interval) {
    return ROUTH_JSON_FIELDS(routh_interval, &interval, low, high, deviation);
}

static json_t *summary_object(const routh_rollout_summary *s) {
    json_t *one =
        ROUTH_JSON_FIELDS(routh_rollout_summary, s, position, position_median, position_high, rotation, rotation_median,
                          rotation_high, position_after, rotation_after, position_end, rotation_end);
    json_t *phases = json_object();
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++) {
        json_t *phase = ROUTH_JSON_ENTRIES({"position", s->phase_position[p]}, {"rotation", s->phase_rotation[p]});
        routh_json_put(&phase, "tosses", routh_json_count(s->phase_tosses[p]));
        routh_json_put(&phases, routh_name(&routh_rollout_phases, p), phase);
    }
    ROUTH_PUT(&one, routh_rollout_summary, s, tosses, faces, position_interval, rotation_interval);
    routh_json_put(&one, "phases", phases);
    return one;
}

static json_t *change_object(const routh_rollout_change *change) {
    json_t *one = interval_object(change->interval);
    ROUTH_PUT(&one, routh_rollout_change, change, mean);
    return one;
}

static json_t *ablation_object(const routh_rollout_study *study, int a) {
    json_t *one = summary_object(&study->ablation[a]);
    if (a == ROUTH_ABLATION_NONE)
        return one;
    routh_json_put(&one, "position_change", change_object(&study->ablation_change[a][0]));
    routh_json_put(&one, "rotation_change", change_object(&study->ablation_change[a][1]));
    return one;
}

static json_t *parameters_object(const routh_rollout_study *study) {
    json_t *all = json_object();
    for (size_t i = 0; i < study->comparison_count; i++) {
        const routh_rollout_comparison *c = &study->comparison[i];
        json_t *one = ROUTH_JSON_FIELDS(routh_rollout_comparison, c, whole, single, single_error, apart);
        json_t *folds = json_array();
        for (size_t k = 0; k < study->fold_count; k++)
            routh_json_add(&folds, routh_json_number(study->fold[k].value[c->parameter]));
        routh_json_put(&one, "interval", interval_object(study->estimate.interval[c->parameter]));
        if (isinf(study->estimate.interval[c->parameter].deviation))
            routh_json_put(&one, "determined", json_false());
        routh_json_put(&one, "unit", json_string(routh_rollout_unit(c->parameter)));
        routh_json_put(&one, "about", json_string(routh_about(&routh_rollout_parameters, c->parameter)));
        routh_json_put(&one, "folds", folds);
        routh_json_put(&all, routh_name(&routh_rollout_parameters, c->parameter), one);
    }
    return all;
}

/* Between those that have an error, as in routh_correlation_json. */
static json_t *correlation_object(const routh_rollout_study *study) {
    const routh_rollout_estimate *e = &study->estimate;
    json_t *all = json_object();
    for (int i = 0; i < ROUTH_ROLLOUT_PARAMETERS; i++) {
        json_t *row = json_object();
        for (int j = i + 1; j < ROUTH_ROLLOUT_PARAMETERS; j++)
            if (e->covariance[i][i] > 0 && e->covariance[j][j] > 0)
                routh_json_put(
                    &row, routh_name(&routh_rollout_parameters, j),
                    routh_json_number(e->covariance[i][j] / sqrt(e->covariance[i][i] * e->covariance[j][j])));
        if (!row || json_object_size(row) > 0) /* without memory it must not look empty */
            routh_json_put(&all, routh_name(&routh_rollout_parameters, i), row);
        else
            json_decref(row);
    }
    return all;
}

static json_t *moments_list(const routh_rollout_study *study) {
    json_t *list = json_array();
    for (size_t i = 0; i < study->moment_count; i++) {
        const routh_rollout_moment *m = &study->moment[i];
        json_t *one = ROUTH_JSON_FIELDS(routh_rollout_moment, m, time, position, position_median, position_high,
                                        rotation, rotation_median, rotation_high);
        ROUTH_PUT(&one, routh_rollout_moment, m, tosses);
        routh_json_add(&list, one);
    }
    return list;
}

static json_t *study_object(const routh_rollout_study *study) {
    json_t *all = json_object(), *ablations = json_object();
    for (int a = 0; a < ROUTH_ABLATIONS; a++)
        if (study->ablated[a])
            routh_json_put(&ablations, routh_name(&routh_ablations, a), ablation_object(study, a));
    ROUTH_PUT(&all, routh_dataset3, study->dataset, name);
    routh_json_put(&all, "kind", json_string("rollouts"));
    ROUTH_PUT(&all, routh_rollout_study, study, count, width, fold_count);
    ROUTH_PUT(&all, routh_surface3, &study->world.surface, law);
    routh_json_put(&all, "held_out", summary_object(&study->summary));
    routh_json_put(&all, "ablations", ablations);
    ROUTH_PUT(&all, routh_rollout_study, study, body, impacts);
    routh_put_approach(&all, study->approach);
    routh_json_put(&all, "parameters", parameters_object(study));
    routh_json_put(&all, "correlation", correlation_object(study));
    ROUTH_PUT(&all, routh_rollout_estimate, &study->estimate, cost, ended, evaluations, error_evaluations);
    routh_json_put(&all, "over_time", moments_list(study));
    routh_json_put(&all, "spread", routh_spread_json(study));
    ROUTH_PUT(&all, routh_rollout_study, study, findings);
    routh_json_put_version(&all);
    return all;
}

routh_status routh_rollout_study_write_json(routh_context *context, const routh_rollout_study *study, routh_io to) {
    return routh_json_write(context, study_object(study), ROUTH_JSON_RESULTS, to);
}
