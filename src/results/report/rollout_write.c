/* The study of whole tosses, and of their spreads, as JSON, as one row a toss, and as pictures.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>

#include "base/context.h"

static json_t *summary_object(const routh_rollout_summary *s) {
    json_t *phases = json_object();
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++)
        routh_json_put(
            &phases, routh_name(&routh_rollout_phases, p),
            ROUTH_JSON_NEW(routh_rollout_phase_layout, s->phase_position[p], s->phase_rotation[p], s->phase_tosses[p]));
    return ROUTH_JSON_NEW(routh_rollout_summary_layout, .summary = s, .phases = phases);
}

static json_t *change_object(int ablation, const routh_rollout_change *change) {
    if (ablation == ROUTH_ABLATION_NONE)
        return routh_json_absent();
    json_t *one = ROUTH_JSON_OF(routh_interval, &change->interval);
    ROUTH_PUT(&one, routh_rollout_change, change, mean);
    return one;
}

static json_t *ablations_object(const routh_rollout_study *study) {
    json_t *all = json_object();
    for (int a = 0; a < ROUTH_ABLATIONS; a++) {
        if (!study->ablated[a])
            continue;
        routh_json_put(&all, routh_name(&routh_ablations, a),
                       ROUTH_JSON_NEW(routh_ablation_layout, .summary = summary_object(&study->ablation[a]),
                                      .position_change = change_object(a, &study->ablation_change[a][0]),
                                      .rotation_change = change_object(a, &study->ablation_change[a][1])));
    }
    return all;
}

static json_t *parameters_object(const routh_rollout_study *study) {
    json_t *all = json_object();
    for (size_t i = 0; i < study->comparison_count; i++) {
        const routh_rollout_comparison *c = &study->comparison[i];
        const routh_interval interval = study->estimate.interval[c->parameter];
        json_t *folds = json_array();
        for (size_t k = 0; k < study->fold_count; k++)
            routh_json_add(&folds, routh_json_number(study->fold[k].value[c->parameter]));
        routh_json_put(&all, routh_name(&routh_rollout_parameters, c->parameter),
                       ROUTH_JSON_NEW(routh_rollout_parameter_layout, .comparison = c, .interval = interval,
                                      .determined = isinf(interval.deviation) ? json_false() : routh_json_absent(),
                                      .unit = routh_rollout_unit(c->parameter),
                                      .about = routh_about(&routh_rollout_parameters, c->parameter), .folds = folds));
    }
    return all;
}

/* Between those that have an error, as in routh_correlation_json. */
static json_t *correlation_object(const routh_rollout_estimate *e) {
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

static json_t *cover_json(const routh_spread_cover *cover) {
    return ROUTH_JSON_NEW(routh_spread_cover_layout, .cover = cover, .place = cover->share[0],
                          .place_error = cover->error[0], .turn = cover->share[1], .turn_error = cover->error[1],
                          .pose = cover->share[2], .pose_error = cover->error[2]);
}

static json_t *spread_json(const routh_rollout_study *study) {
    const routh_spread_study *own = study->spread;
    if (!own)
        return json_null();
    const routh_rollout_summary *centre = &own->centre;
    json_t *phases = json_object(), *parts = json_array(), *moments = json_array(), *bins = json_array();
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++)
        routh_json_put(&phases, routh_name(&routh_rollout_phases, p), cover_json(&own->phase[p]));
    for (size_t k = 0; k < study->fold_count; k++) {
        json_t *one = ROUTH_JSON_FIELDS(routh_scatter3, &own->fold[k].run.scatter, mu, mu_slide, eps);
        ROUTH_PUT(&one, routh_spread3_options, &own->fold[k], widen);
        routh_json_add(&parts, one);
    }
    for (size_t m = 0; m < own->moment_count; m++) {
        const routh_spread_moment *at = &own->moment[m];
        routh_json_add(&moments, ROUTH_JSON_NEW(routh_spread_moment_layout, .moment = at, .place = at->share[0],
                                                .turn = at->share[1], .pose = at->share[2]));
    }
    for (size_t b = 0; b < ROUTH_SPREAD_BINS; b++) {
        const routh_spread_bin *bin = &own->bin[b];
        routh_json_add(&bins, ROUTH_JSON_NEW(routh_spread_bin_layout, bin->low, bin->high, bin->count, bin->predicted,
                                             bin->observed, bin->interval.low, bin->interval.high));
    }
    return ROUTH_JSON_NEW(
        routh_spread_layout, .rollouts = study->options.spread, .share = own->fold[0].share, .parts = parts,
        .after = cover_json(&own->after), .all = cover_json(&own->all), .phases = phases, .moments = moments,
        .centre = ROUTH_JSON_NEW(routh_spread_centre_layout, centre->position, centre->position_median,
                                 centre->position_high, centre->rotation, centre->rotation_median,
                                 centre->rotation_high, centre->faces, centre->tosses),
        .faces =
            ROUTH_JSON_NEW(routh_spread_faces_layout, own->likeliest, own->brier, own->brier_error, own->brier_path),
        .reliability = bins);
}

static json_t *study_object(const void *what) {
    const routh_rollout_study *study = what;
    json_t *moments = json_array();
    for (size_t i = 0; i < study->moment_count; i++)
        routh_json_add(&moments,
                       ROUTH_JSON_FIELDS(routh_rollout_moment, &study->moment[i], time, position, position_median,
                                         position_high, rotation, rotation_median, rotation_high, tosses));
    return ROUTH_JSON_NEW(routh_rollout_study_layout, .dataset = study->dataset, .study = study,
                          .estimate = &study->estimate, .kind = "rollouts", .law = study->world.surface.law->name,
                          .held_out = summary_object(&study->summary), .ablations = ablations_object(study),
                          .approach = routh_approach_json(study->approach), .parameters = parameters_object(study),
                          .correlation = correlation_object(&study->estimate), .over_time = moments,
                          .spread = spread_json(study), .version = routh_version());
}

/* One row a toss ----------------------------------------------------------------------------------------*/

/* Of the spread: shares of instants after the fitted flight inside, the errors of its centre, the probability of the recorded
 * face. */
static void add_spread(routh_rows *rows, const routh_spread3 *one, double width) {
    const double none[6] = {NAN, NAN, NAN, NAN, NAN, NAN};
    if (one->why_not)
        routh_rows_add_numbers(rows, none, 6);
    else
        ROUTH_CELLS(rows, one->inside[0], one->inside[1], one->inside[2], one->error.position / width,
                    one->error.rotation, one->face[one->recorded_face]);
}

static void print_csv(FILE *file, const void *what) {
    const routh_rollout_study *study = what;
    routh_rows rows = routh_rows_csv(file, NULL,
                                     "toss,fold,first,last,not_predicted,position,rotation,position_after,"
                                     "rotation_after,position_end,rotation_end,face_right");
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++)
        fprintf(file, ",position_%s,rotation_%s", routh_name(&routh_rollout_phases, p),
                routh_name(&routh_rollout_phases, p));
    fputs(study->spread ? ",inside_place,inside_turn,inside_pose,centre_position,centre_rotation,face_probability" : "",
          file);
    routh_rows_end(&rows);
    for (size_t t = 0; t < study->count; t++) {
        const routh_rollout *one = &study->rollout[t];
        const routh_rollout_error *error = &one->error;
        const double unit = one->why_not ? NAN : study->width, there = one->why_not ? NAN : 1;
        ROUTH_CELLS(&rows, routh_cell_quoted(study->dataset->trajectory[t].name),
                    routh_rollout_fold(study->dataset, t, study->options.fit.folds), one->start.first, one->start.last,
                    routh_cell_quoted(one->why_not), error->position / unit, there * error->rotation,
                    error->position_after / unit, there * error->rotation_after, error->position_end / unit,
                    there * error->rotation_end, there * error->face_right);
        for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++)
            ROUTH_CELLS(&rows, one->phase_position[p] / study->width, one->phase_rotation[p]);
        if (study->spread)
            add_spread(&rows, &study->spread->spread[t], study->width);
        routh_rows_end(&rows);
    }
}

routh_status routh_rollout_study_write(routh_context *context, const routh_rollout_study *study, routh_io to) {
    const bool draws = routh_name_ends(routh_output_name(&to), ".svg"),
               shows = routh_name_ends(routh_output_name(&to), ".html");
    if ((draws && study->moment_count == 0) || (shows && study->summary.tosses == 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "no toss was predicted: there is nothing to %s",
                          draws ? "draw" : "show");
    return ROUTH_WRITE(context, "routh_rollout_study", study, to, {".json", .object = study_object},
                       {".csv", .print = print_csv}, {".svg", .draw = routh_draw_rollouts},
                       {".html", .object = routh_rollout_page, .page = ROUTH_TOSSES_PAGE},
                       {".txt", .print = routh_print_rollouts});
}
