/* The tables of a recorded insertion as comma-separated values, one file each: SI units, a row for each sample, value of
 * γ, displacement or pair of them; and its samples as JSON: columns over time, poses and contacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>

#include "algebra/space.h"
#include "base/context.h"
#include "drawing/drawing.h"
#include "file/output.h"

/* What a table is written from. */
typedef struct source {
    const routh_assembly *assembly;
    const routh_insertion_case *item;
    FILE *file;
} source;

static routh_rows begin(const source *s, const char *head) {
    return routh_rows_csv(s->file, "%.10g", head);
}

/* Names of displacements, of parts and so on are free text: in quotes. */
static routh_cell name_of(const source *s, size_t displacement) {
    return routh_cell_quoted(s->assembly->displacement[displacement].name);
}

static void add_names(routh_rows *rows, const source *s) {
    for (size_t j = 0; j < s->assembly->count; j++)
        ROUTH_CELLS(rows, name_of(s, j));
    routh_rows_end(rows);
}

static void wrench(const source *s) {
    routh_rows rows = begin(s, "time,fx,fy,fz,mx,my,mz,plain_fx,plain_fy,plain_fz,plain_mx,plain_my,plain_mz,fit_fx,"
                               "fit_fy,fit_fz,fit_mx,fit_my,fit_mz\n");
    for (size_t k = 0; k < s->item->insertion.count; k++) {
        ROUTH_CELLS(&rows, s->item->insertion.sample[k].time);
        routh_rows_add_numbers(&rows, &s->item->measured[6 * k], 6);
        routh_rows_add_numbers(&rows, s->item->plain.instant[k].wrench, 6);
        routh_rows_add_numbers(&rows, s->item->fit.instant[k].wrench, 6);
        routh_rows_end(&rows);
    }
}

static void instants(const source *s) {
    routh_rows rows = begin(s, "time,plain_contacts,plain_sliding,plain_stiffness,plain_friction,contacts,sliding,"
                               "stiffness,friction\n");
    for (size_t k = 0; k < s->item->insertion.count; k++) {
        const routh_instant_estimate *plain = &s->item->plain.instant[k], *fit = &s->item->fit.instant[k];
        ROUTH_ROW(&rows, s->item->insertion.sample[k].time, (unsigned)plain->contacts, (unsigned)plain->sliding,
                  plain->stiffness, plain->friction, (unsigned)fit->contacts, (unsigned)fit->sliding, fit->stiffness,
                  fit->friction);
    }
}

/* Only the header where γ was given. */
static void l_curve(const source *s) {
    const routh_lcurve *l = &s->item->lcurve;
    routh_rows rows = begin(s, "");
    ROUTH_CELL_NAMES(&rows, routh_lcurve_point, gamma, force_cost, geometric_cost, stiffness, friction, curvature);
    ROUTH_CELLS(&rows, "corner", "chosen");
    add_names(&rows, s);
    for (size_t i = 0; i < l->count; i++) {
        ROUTH_CELL_FIELDS(&rows, routh_lcurve_point, &l->point[i], gamma, force_cost, geometric_cost, stiffness,
                          friction, curvature);
        ROUTH_CELLS(&rows, i == l->corner, i == l->chosen);
        routh_rows_add_numbers(&rows, l->point[i].x, l->unknowns);
        routh_rows_end(&rows);
    }
}

/* Column 0 of a correlation matrix is Φ itself. */
static void correlation(const source *s) {
    const routh_observability *o = &s->item->observability;
    routh_rows rows = begin(s, "matrix,row,column,correlation,class\n");
    for (int matrix = 0; matrix < 2; matrix++)
        for (size_t i = 0; i <= o->count; i++)
            for (size_t j = 0; j <= o->count; j++) {
                const size_t at = i * (o->count + 1) + j;
                ROUTH_ROW(&rows, matrix ? "P2" : "P1", i ? name_of(s, i - 1) : routh_cell_quoted("Φ"),
                          j ? name_of(s, j - 1) : routh_cell_quoted("Φ"), o->correlation[matrix][at],
                          (int)o->class_of[matrix][at]);
            }
}

static void displacements(const source *s) {
    const routh_observability *o = &s->item->observability;
    routh_rows rows = begin(s, "name,kind,unit,value,error,nominal,deviation,posterior,seen,truth\n");
    for (size_t j = 0; j < s->item->fit.count; j++) {
        const routh_displacement *d = &s->assembly->displacement[j];
        const routh_displacement_words *words = routh_displacement_words_of(d->kind);
        ROUTH_ROW(&rows, name_of(s, j), words->name, words->unit, s->item->fit.x[j], s->item->fit.error[j], d->nominal,
                  d->deviation, j < o->count ? o->posterior[j] : (double)NAN,
                  j < o->count ? routh_name(&routh_seens, o->seen[j]) : "",
                  s->item->truth ? s->item->truth[j] : (double)NAN);
    }
}

/* One row for each answer that the recording does not separate. */
static void answers(const source *s) {
    const routh_insertion_estimate *fit = &s->item->fit;
    routh_rows rows = begin(s, "");
    ROUTH_CELL_NAMES(&rows, routh_insertion_answer, evidence, stiffness, stiffness_low, stiffness_high, friction,
                     friction_error, gamma, force_cost, geometric_cost);
    add_names(&rows, s);
    for (size_t i = 0; i < fit->answers; i++) {
        ROUTH_CELL_FIELDS(&rows, routh_insertion_answer, &fit->answer[i], evidence, stiffness, stiffness_low,
                          stiffness_high, friction, friction_error, gamma, force_cost, geometric_cost);
        routh_rows_add_numbers(&rows, fit->answer[i].x, fit->count);
        routh_rows_end(&rows);
    }
}

static void sensitivities(const source *s) {
    const routh_observability *o = &s->item->observability;
    routh_rows rows = begin(s, "name,unit,stiffness_column,friction_column\n");
    for (size_t j = 0; j < o->count; j++) {
        char unit[ROUTH_LABEL_SIZE];
        snprintf(unit, sizeof unit, "1/%s", routh_displacement_words_of(s->assembly->displacement[j].kind)->unit);
        ROUTH_ROW(&rows, name_of(s, j), unit, o->sensitivity[2 * j], o->sensitivity[2 * j + 1]);
    }
}

static void singular_values(const source *s) {
    const routh_observability *o = &s->item->observability;
    routh_rows rows = begin(s, "singular_value");
    add_names(&rows, s);
    for (size_t i = 0; i < o->count; i++) {
        ROUTH_CELLS(&rows, o->singular[i]);
        routh_rows_add_numbers(&rows, &o->direction[i * o->count], o->count);
        routh_rows_end(&rows);
    }
}

static const struct {
    const char *name;
    void (*write)(const source *s);
} tables[] = {{"wrench", wrench},
              {"instants", instants},
              {"l-curve", l_curve},
              {"correlation", correlation},
              {"displacements", displacements},
              {"answers", answers},
              {"sensitivities", sensitivities},
              {"singular-values", singular_values}};

enum { TABLES = sizeof tables / sizeof *tables };

const char *routh_insertion_study_table(size_t index) {
    return index < TABLES ? tables[index].name : NULL;
}

routh_status routh_insertion_draw_table(routh_context *context, FILE *file, const void *what) {
    const routh_insertion_view *view = what;
    size_t index = 0;
    while (index < TABLES && !routh_output_is_table(&view->to, tables[index].name, true))
        index++;
    if (index == TABLES)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "a recording has no table of this name: routh_insertion_study_table lists them");
    if (view->item >= view->study->count)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no recording %zu: the study has %zu", view->item,
                          view->study->count);
    tables[index].write(&(source){view->study->assembly, &view->study->item[view->item], file});
    return ROUTH_OK;
}

/* Samples -----------------------------------------------------------------------------------------------*/

static size_t sample_at(routh_sample_choice choice, size_t i) {
    return choice.sample ? choice.sample[i] : i;
}

/* A number of each of the chosen samples, which are `stride` bytes apart. */
static json_t *column_json(const double *first, size_t stride, routh_sample_choice choice) {
    const routh_series series = {first, stride, 0, 0, 1};
    json_t *list = json_array();
    for (size_t i = 0; i < choice.count; i++)
        routh_json_add(&list, routh_json_number(routh_series_at(&series, sample_at(choice, i))));
    return list;
}

static json_t *wrench_json(const double *first, size_t stride, routh_sample_choice choice) {
    json_t *columns = json_array();
    for (size_t axis = 0; axis < 6; axis++)
        routh_json_add(&columns, column_json(first + axis, stride, choice));
    return columns;
}

static json_t *instants_json(const routh_insertion_estimate *fit, routh_sample_choice choice) {
    const routh_instant_estimate *first = fit->instant;
    json_t *contacts = json_array(), *sliding = json_array();
    for (size_t i = 0; i < choice.count; i++) {
        routh_json_add(&contacts, routh_json_count(first[sample_at(choice, i)].contacts));
        routh_json_add(&sliding, routh_json_count(first[sample_at(choice, i)].sliding));
    }
    return ROUTH_JSON_NEW(routh_insertion_columns_layout, wrench_json(first->wrench, sizeof *first, choice),
                          column_json(&first->stiffness, sizeof *first, choice),
                          column_json(&first->friction, sizeof *first, choice), contacts, sliding);
}

static json_t *contact_json(const routh_contact_point3 *contact) {
    const double *const p = contact->point, *const n = contact->normal, *const t = contact->tangent;
    const double numbers[] = {contact->depth, p[0], p[1], p[2], n[0], n[1], n[2], t[0], t[1], t[2], contact->speed};
    json_t *list = json_array();
    for (int object = 0; object < 2; object++)
        routh_json_add(&list, routh_json_count(contact->part[object]));
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        routh_json_add(&list, routh_json_number(numbers[k]));
    return list;
}

json_t *routh_insertion_series_json(const routh_insertion_case *item, routh_sample_choice choice) {
    const routh_insertion_instant *first = item->insertion.sample;
    return ROUTH_JSON_NEW(routh_insertion_series_layout, column_json(&first->time, sizeof *first, choice),
                          wrench_json(item->measured, 6 * sizeof(double), choice), instants_json(&item->plain, choice),
                          instants_json(&item->fit, choice));
}

json_t *routh_insertion_motion_json(const routh_insertion_case *item, routh_sample_choice choice) {
    const routh_insertion_instant *first = item->insertion.sample;
    json_t *positions = json_array(), *orientations = json_array(), *contacts = json_array();
    for (size_t i = 0; i < choice.count; i++) {
        const size_t k = sample_at(choice, i);
        double orientation[4];
        json_t *list = json_array();
        const routh_pose3 *pose = &item->pose[k];
        routh_turn_of_matrix(pose->rotation, orientation);
        routh_json_add(&positions, routh_json_numbers(item->pose[k].position, 3));
        routh_json_add(&orientations, routh_json_numbers(orientation, 4));
        for (size_t c = item->first[k]; c < item->first[k + 1]; c++)
            routh_json_add(&list, contact_json(&item->contact[c]));
        routh_json_add(&contacts, list);
    }
    return ROUTH_JSON_NEW(routh_insertion_motion_layout, column_json(&first->time, sizeof *first, choice), positions,
                          orientations, contacts);
}
