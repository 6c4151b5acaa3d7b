/* Predicted tosses for people: as text, and as a page with the worst, the median and the best to watch, recorded beside
 * predicted. Both have the same tables.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "study/rollout_study.h"

enum { CELL = 160 };

static const double degrees = 180 / ROUTH_PI;

/* Tables of the terminal (`file`) and of the page (NULL) ------------------------------------------------*/

static routh_rows errors_table(FILE *file, const routh_rollout_study *study) {
    static const routh_column columns[] = {
        {"", "  %-56s"},         {"distance, %", " %11.1f"}, {"median", " %6.1f"},       {"nine in ten", " %11.1f"},
        {"angle, °", "  %8.1f"}, {"median", " %6.1f"},       {"nine in ten", " %11.1f"}, {"face right, %", "  %13.1f"}};
    routh_rows rows = ROUTH_ROWS_BEGIN(file, columns);
    for (int a = 0; a < ROUTH_ABLATIONS; a++) {
        const routh_rollout_summary *s = &study->ablation[a];
        if (!study->ablated[a])
            continue;
        ROUTH_ROW(&rows, routh_about(&routh_ablations, a), 100 * s->position, 100 * s->position_median,
                  100 * s->position_high, degrees * s->rotation, degrees * s->rotation_median,
                  degrees * s->rotation_high, 100 * (double)s->faces / (double)s->tosses);
    }
    ROUTH_ROW(&rows, "frames after the fitted flight alone", 100 * study->summary.position_after, "", "",
              degrees * study->summary.rotation_after, "", "", "");
    return rows;
}

static routh_rows phases_table(FILE *file, const routh_rollout_summary *s) {
    static const routh_column columns[] = {
        {"phase", "  %-56s"}, {"tosses", " %11s"}, {"distance, %", " %11.1f"}, {"angle, °", " %8.1f"}};
    routh_rows rows = ROUTH_ROWS_BEGIN(file, columns);
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++) {
        char title[CELL];
        snprintf(title, sizeof title, "%s: %s", routh_name(&routh_rollout_phases, p),
                 routh_about(&routh_rollout_phases, p));
        ROUTH_ROW(&rows, title, s->phase_tosses[p], 100 * s->phase_position[p], degrees * s->phase_rotation[p]);
    }
    return rows;
}

static routh_rows parameters_table(FILE *file, const routh_rollout_study *study) {
    static const routh_column columns[] = {{"parameter, with intervals of 95 %", "  %-50s"},
                                           {"whole tosses", "%-36s"},
                                           {"without a part", "%-24s"},
                                           {"single impacts and flights", "%-36s"},
                                           {"unit", "%s"}};
    routh_rows rows = ROUTH_ROWS_BEGIN(file, columns);
    for (size_t i = 0; i < study->comparison_count; i++) {
        const routh_rollout_comparison *c = &study->comparison[i];
        ROUTH_ROW(&rows, c->title, c->whole_text, c->folds_text, c->single_text, c->unit);
    }
    return rows;
}

static void add_cover(routh_rows *rows, const char *name, const routh_spread_cover *cover) {
    if (cover->instants > 0)
        ROUTH_ROW(rows, name, cover->instants, 100 * cover->share[0], 100 * cover->share[1], 100 * cover->share[2],
                  100 * cover->radius, degrees * cover->angle);
}

static routh_rows cover_table(FILE *file, const routh_spread_study *own) {
    static const routh_column columns[] = {{"instants", "  %-56s"}, {"number", " %7s"},     {"places, %", " %9.1f"},
                                           {"turns, %", " %8.1f"},  {"poses, %", " %8.1f"}, {"radius, %", " %9.1f"},
                                           {"angle, °", " %8.1f"}};
    routh_rows rows = ROUTH_ROWS_BEGIN(file, columns);
    add_cover(&rows, "after the fitted flight", &own->after);
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++)
        add_cover(&rows, routh_about(&routh_rollout_phases, p), &own->phase[p]);
    add_cover(&rows, "all", &own->all);
    return rows;
}

static routh_rows face_table(FILE *file, const routh_spread_study *own) {
    static const routh_column columns[] = {{"probability of a resting face", "  %-56s"},
                                           {"faces", " %6s"},
                                           {"predicted", " %9.3f"},
                                           {"observed", " %8.3f"},
                                           {"from", " %6.3f"},
                                           {"to", " %6.3f"}};
    routh_rows rows = ROUTH_ROWS_BEGIN(file, columns);
    for (size_t b = 0; b < ROUTH_SPREAD_BINS; b++) {
        const routh_spread_bin *bin = &own->bin[b];
        char range[CELL];
        snprintf(range, sizeof range, "%g … %g", bin->low, bin->high);
        ROUTH_ROW(&rows, range, bin->count, bin->predicted, bin->observed, bin->interval.low, bin->interval.high);
    }
    return rows;
}

/* Tosses of a dataset that was made need no name. */
static const char *name_of(const routh_rollout_study *study, size_t toss) {
    const char *name = study->dataset->trajectory[toss].name;
    return name ? name : "one without a name";
}

void routh_print_rollouts(FILE *file, const void *what) {
    const routh_rollout_study *study = what;
    fprintf(file, "%s: %zu tosses, %zu predicted from their first flight, each with what was fitted to other tosses\n",
            study->dataset->name, study->count, study->summary.tosses);
    fprintf(file, "Distances are in %% of the width, %.4g m; angles in degrees.\n\n", study->width);
    errors_table(file, study);
    fputc('\n', file);
    phases_table(file, &study->summary);
    fputc('\n', file);
    parameters_table(file, study);
    if (study->estimate.ended)
        fputs("  Use those of whole tosses for new ones.\n", file);
    if (study->spread) {
        fprintf(file, "\n  Recorded poses inside of regions for %.0f %%\n", 100 * study->spread->fold[0].share);
        cover_table(file, study->spread);
        fputc('\n', file);
        face_table(file, study->spread);
    }
    fputc('\n', file);
    for (size_t i = 0; i < study->findings.count; i++) {
        routh_print_wrapped(file, study->findings.finding[i].text, 0, 0);
        fputc('\n', file);
    }
    if (study->summary.tosses > 0)
        fprintf(file, "\nBest, median and worst (distance ÷ width + angle in rad): %s, %s and %s.\n",
                name_of(study, study->best), name_of(study, study->median), name_of(study, study->worst));
}

/* The page ----------------------------------------------------------------------------------------------*/

static json_t *column_json(const char *key, const char *title, double factor) {
    return ROUTH_JSON_NEW(routh_page_column_layout, .key = key, .title = title, .digits = 1, .factor = factor);
}

static json_t *columns_list(void) {
    json_t *list = json_array();
    routh_json_add(&list, column_json("position", "distance, % of the width", 100));
    routh_json_add(&list, column_json("rotation", "angle, °", degrees));
    routh_json_add(&list, column_json("position_end", "distance at the end, %", 100));
    routh_json_add(&list, column_json("rotation_end", "angle at the end, °", degrees));
    return list;
}

static void add_table(json_t **list, routh_rows rows, const char *title) {
    routh_json_add(list, routh_rows_page(&rows, title));
}

static json_t *tables_list(const routh_rollout_study *study) {
    json_t *list = json_array();
    char title[CELL];
    snprintf(title, sizeof title, "Errors of tosses that nothing was fitted to; distances in %% of the width, %.4g m",
             study->width);
    add_table(&list, errors_table(NULL, study), title);
    add_table(&list, phases_table(NULL, &study->summary), "Errors by phase");
    add_table(&list, parameters_table(NULL, study), "Parameters. Use those of whole tosses for new ones");
    if (!study->spread)
        return list;
    snprintf(title, sizeof title, "Recorded poses inside of regions for %.0f %%", 100 * study->spread->fold[0].share);
    add_table(&list, cover_table(NULL, study->spread), title);
    add_table(&list, face_table(NULL, study->spread),
              "Resting faces: predicted probabilities, and how often they were below");
    return list;
}

static void add_errors(json_t **charts, const routh_rollout_study *study, bool rotation) {
#define MOMENT(field, factor) ROUTH_SERIES(routh_rollout_moment, study->moment, study->moment_count, field, factor)
    json_t *lines = json_array();
    const routh_series time = MOMENT(time, 1);
    routh_line_of(&lines, "mean", time, rotation ? MOMENT(rotation, degrees) : MOMENT(position, 100));
    routh_line_of(&lines, "median", time, rotation ? MOMENT(rotation_median, degrees) : MOMENT(position_median, 100));
    routh_line_of(&lines, "nine tosses in ten", time,
                  rotation ? MOMENT(rotation_high, degrees) : MOMENT(position_high, 100));
    routh_chart_end(charts, rotation ? "Angle over time" : "Distance over time", "time after the first flight, s",
                    rotation ? "angle, °" : "distance, % of the width", lines);
#undef MOMENT
}

static void add_covers(json_t **charts, const routh_spread_study *own) {
#define MOMENT(field, factor) ROUTH_SERIES(routh_spread_moment, own->moment, own->moment_count, field, factor)
    json_t *lines = json_array();
    routh_line_of(&lines, "places", MOMENT(time, 1), MOMENT(share[0], 100));
    routh_line_of(&lines, "turns", MOMENT(time, 1), MOMENT(share[1], 100));
    routh_line_of(&lines, "poses", MOMENT(time, 1), MOMENT(share[2], 100));
    routh_chart_end(charts, "Recorded poses inside of their regions", "time after the fitted flight, s", "share, %",
                    lines);
#undef MOMENT
}

static void add_faces(json_t **charts, const routh_spread_study *own) {
    static const double diagonal[] = {0, 1};
    json_t *lines = json_array();
    routh_line faces = routh_points_begin("resting faces");
    for (size_t b = 0; b < ROUTH_SPREAD_BINS; b++) {
        const routh_spread_bin *bin = &own->bin[b];
        if (bin->count > 0)
            routh_points_add(&faces, bin->predicted, bin->observed, bin->interval.low, bin->interval.high);
    }
    routh_line_end(&faces, &lines);
    routh_line_of(&lines, "as it should be", routh_series_of(diagonal, 2), routh_series_of(diagonal, 2));
    routh_chart_end(charts, "Resting faces: reliability", "predicted probability", "observed share", lines);
}

static json_t *charts_list(const routh_rollout_study *study) {
    json_t *list = json_array();
    add_errors(&list, study, false);
    add_errors(&list, study, true);
    if (study->spread) {
        add_covers(&list, study->spread);
        add_faces(&list, study->spread);
    }
    return list;
}

routh_status routh_draw_rollouts(routh_context *context, FILE *file, const void *what) {
    const routh_rollout_study *study = what;
    return routh_draw_figure(
        context, file,
        (routh_figure){.title = "Errors of predicted tosses",
                       .note = "Tosses predicted from their first flight, with what was fitted to others.",
                       .findings = &study->findings,
                       .charts = charts_list(study)});
}

static json_t *region_of(const routh_rollout_study *study, size_t t) {
    const routh_spread3 *spread = study->spread ? &study->spread->spread[t] : NULL;
    if (!spread || spread->why_not)
        return json_null();
    json_t *centre = json_array();
    for (size_t k = 0; k < spread->count; k++)
        routh_json_add(&centre, routh_json_numbers(spread->instant[k].position, 3));
    json_t *columns = json_object();
    ROUTH_PUT_COLUMNS(&columns, routh_spread3_instant, spread->instant, spread->count, radius, angle);
    return ROUTH_JSON_NEW(routh_region3_layout, .level = study->spread->fold[0].share, .first = spread->first,
                          .centre = centre, .columns = columns);
}

static json_t *toss_object(const routh_rollout_study *study, size_t t, const char *label) {
    const routh_trajectory3 *toss = &study->dataset->trajectory[t];
    const routh_rollout *one = &study->rollout[t];
    json_t *tracks = json_array(), *recorded = json_array(), *predicted = json_array();
    routh_world3 world = study->world;
    memcpy(world.centre, one->centre, sizeof world.centre);
    for (size_t i = 0; i < toss->count; i++) {
        double pose[7];
        routh_rollout_study_recorded(study, t, i, pose);
        memcpy(pose + 3, toss->orientation[i], sizeof toss->orientation[i]);
        routh_json_add(&recorded, routh_json_numbers(pose, 7));
    }
    for (size_t k = 0; k < one->count; k++)
        routh_json_add(&predicted, routh_toss_pose(&world, &one->state[k]));
    routh_json_add(&tracks, routh_toss_track("recorded", 0, recorded));
    routh_json_add(&tracks, routh_toss_track("predicted", one->start.first, predicted));
    return ROUTH_JSON_NEW(routh_toss_layout, .name = toss->name ? toss->name : "", .label = label,
                          .rate = study->dataset->rate, .fitted = (double)one->start.last / study->dataset->rate,
                          .tracks = tracks, .impacts = routh_toss_impacts(NULL, 0, 0), .region = region_of(study, t),
                          .numbers = ROUTH_JSON_NEW(routh_toss_numbers_layout, one->error.position / study->width,
                                                    one->error.rotation, one->error.position_end / study->width,
                                                    one->error.rotation_end));
}

json_t *routh_rollout_page(const void *what) {
    const routh_rollout_study *study = what;
    json_t *tosses = json_array();
    routh_json_add(&tosses, toss_object(study, study->worst, "worst"));
    routh_json_add(&tosses, toss_object(study, study->median, "median"));
    routh_json_add(&tosses, toss_object(study, study->best, "best"));
    return routh_tosses_json(&study->world, (routh_tosses_layout){.title = study->dataset->name,
                                                                  .words = routh_sentences_json(&study->findings, NULL),
                                                                  .columns = columns_list(),
                                                                  .tables = tables_list(study),
                                                                  .charts = charts_list(study),
                                                                  .tosses = tosses,
                                                                  .total = routh_json_count(study->count)});
}
