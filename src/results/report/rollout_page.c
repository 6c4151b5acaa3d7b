/* The page of predicted tosses: the worst, the median and the best to watch, recorded beside predicted.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/turn.h"
#include "base/constants.h"
#include "base/context.h"
#include "file/c_locale.h"
#include "report/findings_json.h"
#include "report/page.h"
#include "report/spread_parts.h"
#include "report/tosses_json.h"
#include "report/writers.h"
#include "study/rollout_study.h"

/* Digits of the page's numbers: far less than a pixel. */
enum { DIGITS = 6, CELL = 64 };

static const double degrees = 180 / ROUTH_PI;

static json_t *columns(void) {
    json_t *list = json_array();
    routh_json_add(&list, routh_toss_column_json("position", "distance, % of the width", 1, 100));
    routh_json_add(&list, routh_toss_column_json("rotation", "angle, °", 1, degrees));
    routh_json_add(&list, routh_toss_column_json("position_end", "distance at the end, %", 1, 100));
    routh_json_add(&list, routh_toss_column_json("rotation_end", "angle at the end, °", 1, degrees));
    return list;
}

/* A number of a table; empty where there is none. */
static const char *cell_of(double value, char cell[CELL]) {
    snprintf(cell, CELL, "%.1f", value);
    return isfinite(value) ? cell : "";
}

static json_t *text_row(const char *first, const char *const *cell, size_t count) {
    json_t *row = json_array();
    routh_json_add(&row, json_string(first));
    for (size_t i = 0; i < count; i++)
        routh_json_add(&row, json_string(cell[i]));
    return row;
}

static json_t *errors_table(const routh_rollout_study *study) {
    static const char *const head[] = {"",         "distance, %", "median",      "nine in ten",
                                       "angle, °", "median",      "nine in ten", "face right, %"};
    json_t *rows = json_array();
    for (int a = 0; a < ROUTH_ABLATIONS; a++) {
        const routh_rollout_summary *s = &study->ablation[a];
        if (!study->ablated[a])
            continue;
        const double value[7] = {100 * s->position,
                                 100 * s->position_median,
                                 100 * s->position_high,
                                 degrees * s->rotation,
                                 degrees * s->rotation_median,
                                 degrees * s->rotation_high,
                                 100 * (double)s->faces / (double)s->tosses};
        char cell[7][CELL];
        const char *cells[7];
        for (int i = 0; i < 7; i++)
            cells[i] = cell_of(value[i], cell[i]);
        routh_json_add(&rows, text_row(routh_about(&routh_ablations, a), cells, 7));
    }
    char title[2 * CELL];
    snprintf(title, sizeof title, "Errors of tosses that nothing was fitted to; distances in %% of the width, %.4g m",
             study->width);
    return routh_page_table(title, head, sizeof head / sizeof head[0], rows);
}

static json_t *phases_table(const routh_rollout_study *study) {
    static const char *const head[] = {"phase", "tosses", "distance, %", "angle, °"};
    const routh_rollout_summary *s = &study->summary;
    json_t *rows = json_array();
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++) {
        char cell[3][CELL];
        const char *const cells[] = {cell[0], cell_of(100 * s->phase_position[p], cell[1]),
                                     cell_of(degrees * s->phase_rotation[p], cell[2])};
        snprintf(cell[0], CELL, "%zu", s->phase_tosses[p]);
        char title[2 * CELL];
        snprintf(title, sizeof title, "%s: %s", routh_name(&routh_rollout_phases, p),
                 routh_about(&routh_rollout_phases, p));
        routh_json_add(&rows, text_row(title, cells, 3));
    }
    return routh_page_table("Errors by phase", head, sizeof head / sizeof head[0], rows);
}

static json_t *parameters_table(const routh_rollout_study *study) {
    static const char *const head[] = {"parameter, with intervals of 95 %", "whole tosses", "without a part",
                                       "single impacts and flights", "unit"};
    json_t *rows = json_array();
    for (size_t i = 0; i < study->comparison_count; i++) {
        const routh_rollout_comparison *c = &study->comparison[i];
        const char *const cells[] = {c->whole_text, c->folds_text, c->single_text, c->unit};
        routh_json_add(&rows, text_row(c->title, cells, sizeof cells / sizeof cells[0]));
    }
    return routh_page_table("Parameters. Use those of whole tosses for new ones", head, sizeof head / sizeof head[0],
                            rows);
}

static json_t *chart_of(const routh_rollout_study *study, bool rotation) {
    static const char *const names[] = {"mean", "median", "nine tosses in ten"};
    const double factor = rotation ? degrees : 100;
    json_t *one = json_object(), *lines = json_array();
    for (int k = 0; k < 3; k++) {
        json_t *line = json_object(), *x = json_array(), *y = json_array();
        for (size_t i = 0; i < study->moment_count; i++) {
            const routh_rollout_moment *m = &study->moment[i];
            const double position[3] = {m->position, m->position_median, m->position_high};
            const double angle[3] = {m->rotation, m->rotation_median, m->rotation_high};
            routh_json_add(&x, routh_json_number(m->time));
            routh_json_add(&y, routh_json_number(factor * (rotation ? angle[k] : position[k])));
        }
        routh_json_put(&line, "name", json_string(names[k]));
        routh_json_put(&line, "x", x);
        routh_json_put(&line, "y", y);
        routh_json_add(&lines, line);
    }
    routh_json_put(&one, "title", json_string(rotation ? "Angle over time" : "Distance over time"));
    routh_json_put(&one, "x", json_string("time after the first flight, s"));
    routh_json_put(&one, "y", json_string(rotation ? "angle, °" : "distance, % of the width"));
    routh_json_put(&one, "lines", lines);
    return one;
}

/* Its regions, in five numbers an instant at `room`. False: it has none. */
static bool region_of(const routh_rollout_study *study, size_t t, double *room, routh_toss_region *region) {
    const routh_spread3 *spread = study->spread ? &study->spread->spread[t] : NULL;
    if (!spread || spread->why_not)
        return false;
    double(*const centre)[3] = (double(*)[3])room;
    double *const radius = room + 3 * spread->count, *const angle = radius + spread->count;
    for (size_t k = 0; k < spread->count; k++) {
        memcpy(centre[k], spread->instant[k].position, sizeof centre[k]);
        radius[k] = spread->instant[k].radius;
        angle[k] = spread->instant[k].angle;
    }
    *region = (routh_toss_region){.level = study->spread->fold[0].share,
                                  .first = spread->first,
                                  .count = spread->count,
                                  .centre = (const double(*)[3])centre,
                                  .radius = radius,
                                  .angle = angle};
    return true;
}

/* One toss; `pose` has room for its instants three times. */
static json_t *toss_object(const routh_rollout_study *study, size_t t, const char *label, double (*pose)[7]) {
    const routh_trajectory3 *toss = &study->dataset->trajectory[t];
    const routh_rollout *one = &study->rollout[t];
    double(*const predicted)[7] = pose + toss->count;
    routh_world3 world = study->world;
    routh_toss_region region;
    const bool spread = region_of(study, t, pose[2 * toss->count], &region);
    memcpy(world.centre, one->centre, sizeof world.centre);
    for (size_t i = 0; i < toss->count; i++) {
        routh_rollout_study_recorded(study, t, i, pose[i]);
        memcpy(pose[i] + 3, toss->orientation[i], sizeof toss->orientation[i]);
    }
    for (size_t k = 0; k < one->count; k++)
        routh_toss_pose(&world, &one->state[k], predicted[k]);
    const routh_json_entry number[] = {{"position", one->error.position / study->width},
                                       {"rotation", one->error.rotation},
                                       {"position_end", one->error.position_end / study->width},
                                       {"rotation_end", one->error.rotation_end}};
    const routh_toss_view view = {.name = toss->name ? toss->name : "",
                                  .label = label,
                                  .rate = study->dataset->rate,
                                  .fitted = (double)one->start.last / study->dataset->rate,
                                  .track = {{"recorded", 0, toss->count, (const double(*)[7])pose},
                                            {"predicted", one->start.first, one->count, (const double(*)[7])predicted}},
                                  .track_count = 2,
                                  .region = spread ? &region : NULL,
                                  .number = number,
                                  .number_count = sizeof number / sizeof number[0]};
    return routh_toss_json(&view);
}

static json_t *page_object(routh_context *context, const routh_rollout_study *study) {
    static const char *const labels[] = {"worst", "median", "best"};
    const size_t shown[] = {study->worst, study->median, study->best};
    size_t longest = 0;
    for (size_t t = 0; t < study->count; t++)
        longest = study->dataset->trajectory[t].count > longest ? study->dataset->trajectory[t].count : longest;
    double(*pose)[7] = routh_allocate(context, 3 * longest, sizeof *pose);
    if (!pose)
        return NULL;
    json_t *tosses = json_array(), *tables = json_array(), *charts = json_array();
    for (int i = 0; i < 3; i++)
        routh_json_add(&tosses, toss_object(study, shown[i], labels[i], pose));
    routh_json_add(&tables, errors_table(study));
    routh_json_add(&tables, phases_table(study));
    routh_json_add(&tables, parameters_table(study));
    routh_json_add(&charts, chart_of(study, false));
    routh_json_add(&charts, chart_of(study, true));
    routh_spread_tables(study, &tables);
    routh_spread_charts(study, &charts);
    json_t *object = routh_tosses_json(&study->world, study->dataset->name,
                                       (routh_tosses_lists){.words = routh_sentences_json(&study->findings, NULL),
                                                            .columns = columns(),
                                                            .tables = tables,
                                                            .charts = charts,
                                                            .tosses = tosses,
                                                            .total = study->count});
    routh_release(context, pose);
    return object;
}

routh_status routh_rollout_study_write_page(routh_context *context, const routh_rollout_study *study, routh_io to) {
    if (study->summary.tosses == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "no toss was predicted: there is nothing to show");
    routh_c_locale numbers; /* of the tables */
    routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    status = routh_write_page(context, ROUTH_TOSSES_PAGE, page_object(context, study), DIGITS, to);
    routh_c_locale_end(&numbers);
    return status;
}
