/* Spreads of tosses on their page: tables and charts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/constants.h"
#include "report/spread_parts.h"

static double degrees(double angle) {
    return angle * 180 / ROUTH_PI;
}

/* A number of a table as people read it. */
static json_t *cell(int decimals, double value) {
    char text[32];
    if (!isfinite(value))
        return json_string("–");
    snprintf(text, sizeof text, "%.*f", decimals, value);
    return json_string(text);
}

static json_t *table(const char *title, const char *const *column, size_t count, json_t *rows) {
    json_t *object = json_object(), *columns = json_array();
    for (size_t i = 0; i < count; i++)
        routh_json_add(&columns, json_string(column[i]));
    routh_json_put(&object, "title", json_string(title));
    routh_json_put(&object, "columns", columns);
    routh_json_put(&object, "rows", rows);
    return object;
}

static void add_cover(json_t **rows, const char *name, const routh_spread_cover *cover) {
    json_t *row = json_array();
    if (cover->instants == 0) {
        json_decref(row);
        return;
    }
    routh_json_add(&row, json_string(name));
    routh_json_add(&row, cell(0, (double)cover->instants));
    for (int i = 0; i < 3; i++)
        routh_json_add(&row, cell(1, 100 * cover->share[i]));
    routh_json_add(&row, cell(1, 100 * cover->radius));
    routh_json_add(&row, cell(1, degrees(cover->angle)));
    routh_json_add(rows, row);
}

static json_t *cover_table(const routh_spread_study *own) {
    static const char *const column[] = {"instants", "number",    "places, %", "turns, %",
                                         "poses, %", "radius, %", "angle, °"};
    char title[96];
    json_t *rows = json_array();
    snprintf(title, sizeof title, "Recorded poses inside of regions for %.0f %%", 100 * own->fold[0].share);
    add_cover(&rows, "after the fitted flight", &own->after);
    add_cover(&rows, "all", &own->all);
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++)
        add_cover(&rows, routh_name(&routh_rollout_phases, p), &own->phase[p]);
    return table(title, column, sizeof column / sizeof column[0], rows);
}

static json_t *face_table(const routh_spread_study *own) {
    static const char *const column[] = {"probability", "faces", "predicted", "observed", "from", "to"};
    json_t *rows = json_array();
    for (size_t b = 0; b < ROUTH_SPREAD_BINS; b++) {
        const routh_spread_bin *bin = &own->bin[b];
        const double values[] = {bin->predicted, bin->observed, bin->interval.low, bin->interval.high};
        char range[48];
        json_t *row = json_array();
        snprintf(range, sizeof range, "%g … %g", bin->low, bin->high);
        routh_json_add(&row, json_string(range));
        routh_json_add(&row, cell(0, (double)bin->count));
        for (int i = 0; i < 4; i++)
            routh_json_add(&row, cell(3, values[i]));
        routh_json_add(&rows, row);
    }
    return table("Resting faces: predicted probabilities, and how often they were below", column,
                 sizeof column / sizeof column[0], rows);
}

void routh_spread_tables(const routh_rollout_study *study, json_t **tables) {
    if (!study->spread)
        return;
    routh_json_add(tables, cover_table(study->spread));
    routh_json_add(tables, face_table(study->spread));
}

static json_t *line(const char *name, json_t *x, json_t *y) {
    json_t *object = json_object();
    routh_json_put(&object, "name", json_string(name));
    routh_json_put(&object, "x", x);
    routh_json_put(&object, "y", y);
    return object;
}

static json_t *chart(const char *title, const char *x, const char *y, json_t *lines) {
    json_t *object = json_object();
    routh_json_put(&object, "title", json_string(title));
    routh_json_put(&object, "x", json_string(x));
    routh_json_put(&object, "y", json_string(y));
    routh_json_put(&object, "lines", lines);
    return object;
}

static json_t *cover_chart(const routh_spread_study *own) {
    static const char *const name[] = {"places", "turns", "poses"};
    json_t *lines = json_array();
    for (int i = 0; i < 3; i++) {
        json_t *x = json_array(), *y = json_array();
        for (size_t m = 0; m < own->moment_count; m++) {
            routh_json_add(&x, routh_json_number(own->moment[m].time));
            routh_json_add(&y, routh_json_number(100 * own->moment[m].share[i]));
        }
        routh_json_add(&lines, line(name[i], x, y));
    }
    return chart("Recorded poses inside of their regions", "time after the fitted flight (s)", "share (%)", lines);
}

static json_t *face_chart(const routh_spread_study *own) {
    json_t *lines = json_array(), *x = json_array(), *y = json_array(), *low = json_array(), *high = json_array();
    const double ends[2] = {0, 1};
    for (size_t b = 0; b < ROUTH_SPREAD_BINS; b++)
        if (own->bin[b].count > 0) {
            routh_json_add(&x, routh_json_number(own->bin[b].predicted));
            routh_json_add(&y, routh_json_number(own->bin[b].observed));
            routh_json_add(&low, routh_json_number(own->bin[b].interval.low));
            routh_json_add(&high, routh_json_number(own->bin[b].interval.high));
        }
    json_t *faces = line("resting faces", x, y);
    routh_json_put(&faces, "low", low);
    routh_json_put(&faces, "high", high);
    routh_json_add(&lines, faces);
    routh_json_add(&lines, line("as it should be", routh_json_numbers(ends, 2), routh_json_numbers(ends, 2)));
    return chart("Resting faces: reliability", "predicted probability", "observed share", lines);
}

void routh_spread_charts(const routh_rollout_study *study, json_t **charts) {
    if (!study->spread)
        return;
    routh_json_add(charts, cover_chart(study->spread));
    routh_json_add(charts, face_chart(study->spread));
}
