/* Outcomes of many planar impacts, what a model answers to them, and trajectories, as comma-separated values and as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>

#include "base/context.h"
#include "base/numbers.h"

/* A row with the names of its columns: the first one begins the table; in JSON every row is an object with these keys. */
enum { MOST_COLUMNS = 24 };

typedef struct named_row {
    int count;
    const char *name[MOST_COLUMNS];
    routh_cell cell[MOST_COLUMNS];
} named_row;

static void put(named_row *r, const char *name, routh_cell cell) {
    r->name[r->count] = name;
    r->cell[r->count++] = cell;
}

static void put_number(named_row *r, const char *name, double value) {
    put(r, name, routh_cell_number(value));
}

static void print_row(routh_rows *rows, const named_row *r, bool first) {
    for (int k = 0; first && k < r->count; k++)
        fprintf(rows->file, "%s%s", r->name[k], k + 1 < r->count ? "," : "\n");
    routh_rows_add(rows, r->cell, (size_t)r->count);
    routh_rows_end(rows);
}

/* Numbers that are not finite are none in JSON. */
static void print_object(FILE *file, const named_row *r, bool first) {
    fputs(first ? "\n{" : ",\n{", file);
    for (int k = 0; k < r->count; k++) {
        const routh_cell *cell = &r->cell[k];
        char text[ROUTH_SHORTEST_TEXT];
        fprintf(file, "%s\"%s\": ", k ? ", " : "", r->name[k]);
        if (cell->kind == ROUTH_CELL_NUMBER)
            fputs(routh_shortest_text(cell->number, text), file);
        else if (cell->kind == ROUTH_CELL_COUNT)
            fputs(cell->count ? "true" : "false", file);
        else
            fputs(cell->text, file);
    }
    fputc('}', file);
}

/* Outcomes ----------------------------------------------------------------------------------------------*/

typedef struct solved {
    const routh_law *law;
    const routh_impact *impact;
    const routh_batch *batch;
    bool couple; /* some law answered with one */
} solved;

static void add_impulse(named_row *r, const solved *s, size_t i) {
    const routh_velocity after =
        routh_impact_after(&s->impact[i], s->batch->pt[i], s->batch->pn[i], s->batch->couple[i]);
    put_number(r, "pt", s->batch->pt[i]);
    put_number(r, "pn", s->batch->pn[i]);
    put_number(r, "vx", after.vx);
    put_number(r, "vy", after.vy);
    put_number(r, "omega", after.omega);
}

static double energy_ratio(const solved *s, size_t i) {
    return routh_impact_energy_ratio(
        &s->impact[i], routh_impact_after(&s->impact[i], s->batch->pt[i], s->batch->pn[i], s->batch->couple[i]));
}

static void print_outcomes(FILE *file, const void *what) {
    const solved *s = what;
    routh_rows rows = routh_rows_csv(file, NULL, "");
    rows.missing = "nan";
    if (s->batch->count == 0)
        fputs("pt,pn,vx,vy,omega,mode,energy_ratio,flags\n", file);
    for (size_t i = 0; i < s->batch->count && !ferror(file); i++) {
        named_row r = {0};
        char flags[ROUTH_FLAGS_TEXT];
        add_impulse(&r, s, i);
        put(&r, "mode", routh_cell_text(routh_name(&routh_modes, (routh_mode)s->batch->mode[i])));
        put_number(&r, "energy_ratio", energy_ratio(s, i));
        put(&r, "flags", routh_cell_text(routh_flags_text(s->batch->flags[i], flags)));
        if (s->couple)
            put_number(&r, "couple", s->batch->couple[i]);
        print_row(&rows, &r, i == 0);
    }
}

static void print_outcomes_json(FILE *file, const void *what) {
    const solved *s = what;
    fprintf(file, "{\"law\": \"%s\", \"outcomes\": [", s->law->name);
    for (size_t i = 0; i < s->batch->count && !ferror(file); i++) {
        named_row r = {0};
        char mode[ROUTH_FLAGS_TEXT], list[16 * ROUTH_FLAGS_TEXT] = "[", text[ROUTH_FLAGS_TEXT];
        size_t used = 1;
        add_impulse(&r, s, i);
        put_number(&r, "energy_ratio", energy_ratio(s, i));
        if (s->couple)
            put_number(&r, "couple", s->batch->couple[i]);
        for (unsigned flags = s->batch->flags[i]; flags;)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s\"%s\"", used > 1 ? ", " : "",
                                     routh_flags_text(routh_take_flag(&flags), text));
        snprintf(list + used, sizeof list - used, "]");
        snprintf(mode, sizeof mode, "\"%s\"", routh_name(&routh_modes, (routh_mode)s->batch->mode[i]));
        put(&r, "mode", routh_cell_text(mode));
        put(&r, "flags", routh_cell_text(list));
        print_object(file, &r, i == 0);
    }
    fputs("\n]}\n", file);
}

routh_status routh_outcomes_write(routh_context *context, const routh_law *law, const routh_impact *impact,
                                  const routh_batch *batch, routh_io to) {
    solved what = {law, impact, batch, false};
    if (!batch->pt || !batch->pn || !batch->couple || !batch->mode || !batch->flags)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "outcomes need pt, pn, couple, mode and flags of the batch");
    for (size_t i = 0; i < batch->count; i++)
        what.couple |= batch->couple[i] != 0;
    return ROUTH_WRITE(context, "routh_outcomes", &what, to, {".csv", .print = print_outcomes},
                       {".json", .print = print_outcomes_json});
}

/* Predictions -------------------------------------------------------------------------------------------*/

static bool knows_couple(const routh_predictions *a) {
    for (size_t i = 0; i < a->count; i++)
        if (a->prediction[i].couple != 0)
            return true;
    return false;
}

/* Of impulse (unless it is not known), couple (if it is) and velocity after. */
static void put_seven(named_row *r, const char *const names[6], const double impulse[2], const double *couple,
                      const double velocity[3]) {
    for (int k = 0; impulse && k < 2; k++)
        put_number(r, names[k], impulse[k]);
    if (couple)
        put_number(r, names[2], *couple);
    for (int k = 0; k < 3; k++)
        put_number(r, names[3 + k], velocity[k]);
}

/* The numbers of one impact. The baseline has no impulse unless it was put on one. */
static named_row numbers_of(const routh_predictions *a, size_t i, bool knows) {
    static const char *const values[] = {"pt", "pn", "couple", "vx", "vy", "omega"};
    static const char *const deviations[] = {"pt_sd", "pn_sd", "couple_sd", "vx_sd", "vy_sd", "omega_sd"};
    static const char *const intervals[] = {"pt_95", "pn_95", "couple_95", "vx_95", "vy_95", "omega_95"};
    const routh_prediction *p = &a->prediction[i];
    const bool impulse = routh_model_facts_of(a->model).kind != ROUTH_MODEL_BASELINE, moved = a->project && !p->inside;
    const routh_velocity after = moved ? p->projected_after : p->after;
    const double own[] = {moved ? p->projected.pt : p->impulse.pt, moved ? p->projected.pn : p->impulse.pn};
    const double couple = moved ? 0 : p->couple, velocity[] = {after.vx, after.vy, after.omega};
    named_row r = {0};
    put_seven(&r, values, impulse ? own : NULL, knows ? &couple : NULL, velocity);
    put_seven(&r, deviations, impulse ? p->impulse_sd : NULL, knows ? &p->couple_sd : NULL, p->after_sd);
    put_seven(&r, intervals, impulse ? p->impulse_interval : NULL, knows ? &p->couple_interval : NULL,
              p->after_interval);
    put_number(&r, "energy_ratio", routh_impact_energy_ratio(&a->impact[i], after));
    if (a->measured)
        put_number(&r, "error", routh_impact_error(ROUTH_VELOCITY, &a->impact[i], after, a->measured[i]));
    put(&r, "inside", routh_cell_count(p->inside));
    put(&r, "far", routh_cell_count(p->far));
    return r;
}

static void print_predictions(FILE *file, const void *what) {
    const routh_predictions *a = what;
    const bool couple = knows_couple(a);
    routh_rows rows = routh_rows_csv(file, NULL, "");
    rows.missing = "nan";
    for (size_t i = 0; i < a->count && !ferror(file); i++) {
        const named_row r = numbers_of(a, i, couple);
        print_row(&rows, &r, i == 0);
    }
}

static void print_predictions_json(FILE *file, const void *what) {
    const routh_predictions *a = what;
    const routh_model_facts facts = routh_model_facts_of(a->model);
    const bool couple = knows_couple(a);
    fprintf(file, "{\"model\": \"%s\", \"kind\": \"%s\", \"trained_on\": %zu, \"frame\": \"%s\", \"projected\": %s, ",
            a->name, routh_name(&routh_model_kinds, facts.kind), facts.count, routh_name(&routh_frames, a->frame),
            a->project ? "true" : "false");
    fputs("\"predictions\": [", file);
    for (size_t i = 0; i < a->count && !ferror(file); i++) {
        const named_row r = numbers_of(a, i, couple);
        print_object(file, &r, i == 0);
    }
    fputs("\n]}\n", file);
}

routh_status routh_predictions_write(routh_context *context, const routh_predictions *predictions, routh_io to) {
    return ROUTH_WRITE(context, "routh_predictions", predictions, to, {".csv", .print = print_predictions},
                       {".json", .print = print_predictions_json});
}

/* A trajectory ------------------------------------------------------------------------------------------*/

void routh_print_trajectory(FILE *file, const void *what) {
    const routh_trajectory *one = what;
    const double *const column[] = {one->time, one->x, one->y, one->theta, one->vx, one->vy, one->omega};
    routh_rows rows = routh_rows_csv(file, NULL, "time,x,y,theta,vx,vy,omega\n");
    rows.missing = "nan";
    for (size_t i = 0; i < one->count; i++) {
        for (size_t j = 0; j < sizeof column / sizeof *column; j++)
            ROUTH_CELLS(&rows, column[j] ? column[j][i] : (double)NAN);
        routh_rows_end(&rows);
    }
}
