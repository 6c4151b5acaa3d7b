/* The tables of a recorded insertion as comma-separated values, one file each: SI units, a row for each sample, value of
 * γ, displacement or pair of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "drawing/assembly.h"
#include "file/csv_struct.h"
#include "file/ending.h"
#include "file/output.h"
#include "report/insertion_json.h"
#include "report/writers.h"

/* What a table is written from. */
typedef struct source {
    const routh_assembly *assembly;
    const routh_insertion_case *item;
    FILE *file;
} source;

/* A separator and a number; nothing after it for a number that does not exist. */
static void put(FILE *file, const char *before, double value) {
    fputs(before, file);
    if (isfinite(value))
        fprintf(file, "%.10g", value);
}

/* Names are free text: in quotes, with quotes inside them doubled. */
static void put_name(FILE *file, const char *name) {
    fputc('"', file);
    for (; *name; name++) {
        if (*name == '"')
            fputc('"', file);
        fputc(*name, file);
    }
    fputc('"', file);
}

static void wrench(const source *s) {
    static const char *const axes[] = {"fx", "fy", "fz", "mx", "my", "mz"}, *const kinds[] = {"", "plain_", "fit_"};
    fputs("time", s->file);
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < 6; i++)
            fprintf(s->file, ",%s%s", kinds[kind], axes[i]);
    fputc('\n', s->file);
    for (size_t k = 0; k < s->item->insertion.count; k++) {
        const double *rows[] = {&s->item->measured[6 * k], s->item->plain.instant[k].wrench,
                                s->item->fit.instant[k].wrench};
        put(s->file, "", s->item->insertion.sample[k].time);
        for (int kind = 0; kind < 3; kind++)
            for (int i = 0; i < 6; i++)
                put(s->file, ",", rows[kind][i]);
        fputc('\n', s->file);
    }
}

static void put_instant(FILE *file, const routh_instant_estimate *instant) {
    fprintf(file, ",%u,%u", (unsigned)instant->contacts, (unsigned)instant->sliding);
    put(file, ",", instant->stiffness);
    put(file, ",", instant->friction);
}

static void instants(const source *s) {
    fputs("time,plain_contacts,plain_sliding,plain_stiffness,plain_friction,contacts,sliding,stiffness,friction\n",
          s->file);
    for (size_t k = 0; k < s->item->insertion.count; k++) {
        put(s->file, "", s->item->insertion.sample[k].time);
        put_instant(s->file, &s->item->plain.instant[k]);
        put_instant(s->file, &s->item->fit.instant[k]);
        fputc('\n', s->file);
    }
}

/* Only the header where γ was given. */
static void l_curve(const source *s) {
    const routh_lcurve *l = &s->item->lcurve;
    fputs("gamma", s->file);
    ROUTH_CSV_NAMES(s->file, routh_lcurve_point, force_cost, geometric_cost, stiffness, friction, curvature);
    fputs(",corner,chosen", s->file);
    for (size_t j = 0; j < s->assembly->count; j++) {
        fputc(',', s->file);
        put_name(s->file, s->assembly->displacement[j].name);
    }
    fputc('\n', s->file);
    for (size_t i = 0; i < l->count; i++) {
        const routh_lcurve_point *p = &l->point[i];
        put(s->file, "", p->gamma);
        ROUTH_CSV_VALUES(s->file, routh_lcurve_point, p, force_cost, geometric_cost, stiffness, friction, curvature);
        fprintf(s->file, ",%d,%d", i == l->corner, i == l->chosen);
        for (size_t j = 0; j < l->unknowns; j++)
            put(s->file, ",", p->x[j]);
        fputc('\n', s->file);
    }
}

/* Column 0 of a correlation matrix is Φ itself. */
static const char *column_name(const source *s, size_t column) {
    return column ? s->assembly->displacement[column - 1].name : "Φ";
}

static void correlation(const source *s) {
    const routh_observability *o = &s->item->observability;
    fputs("matrix,row,column,correlation,class\n", s->file);
    for (int matrix = 0; matrix < 2; matrix++)
        for (size_t i = 0; i <= o->count; i++)
            for (size_t j = 0; j <= o->count; j++) {
                const size_t at = i * (o->count + 1) + j;
                fprintf(s->file, "P%d,", matrix + 1);
                put_name(s->file, column_name(s, i));
                fputc(',', s->file);
                put_name(s->file, column_name(s, j));
                put(s->file, ",", o->correlation[matrix][at]);
                fprintf(s->file, ",%d\n", o->class_of[matrix][at]);
            }
}

static void displacements(const source *s) {
    const routh_observability *o = &s->item->observability;
    fputs("name,kind,unit,value,error,nominal,deviation,posterior,seen,truth\n", s->file);
    for (size_t j = 0; j < s->item->fit.count; j++) {
        const routh_displacement *d = &s->assembly->displacement[j];
        put_name(s->file, d->name);
        fprintf(s->file, ",%s,%s", routh_displacement_words_of(d->kind)->name,
                routh_displacement_words_of(d->kind)->unit);
        put(s->file, ",", s->item->fit.x[j]);
        put(s->file, ",", s->item->fit.error[j]);
        put(s->file, ",", d->nominal);
        put(s->file, ",", d->deviation);
        put(s->file, ",", j < o->count ? o->posterior[j] : NAN);
        fprintf(s->file, ",%s", j < o->count ? routh_seen_name(o->seen[j]) : "");
        put(s->file, ",", s->item->truth ? s->item->truth[j] : NAN);
        fputc('\n', s->file);
    }
}

/* One row for each answer that the recording does not separate. */
static void answers(const source *s) {
    const routh_insertion_estimate *fit = &s->item->fit;
    fputs("evidence", s->file);
    ROUTH_CSV_NAMES(s->file, routh_insertion_answer, stiffness, stiffness_low, stiffness_high, friction, friction_error,
                    gamma, force_cost, geometric_cost);
    for (size_t j = 0; j < s->assembly->count; j++) {
        fputc(',', s->file);
        put_name(s->file, s->assembly->displacement[j].name);
    }
    fputc('\n', s->file);
    for (size_t i = 0; i < fit->answers; i++) {
        const routh_insertion_answer *a = &fit->answer[i];
        put(s->file, "", a->evidence);
        ROUTH_CSV_VALUES(s->file, routh_insertion_answer, a, stiffness, stiffness_low, stiffness_high, friction,
                         friction_error, gamma, force_cost, geometric_cost);
        for (size_t j = 0; j < fit->count; j++)
            put(s->file, ",", a->x[j]);
        fputc('\n', s->file);
    }
}

static void sensitivities(const source *s) {
    const routh_observability *o = &s->item->observability;
    fputs("name,unit,stiffness_column,friction_column\n", s->file);
    for (size_t j = 0; j < o->count; j++) {
        const routh_displacement *d = &s->assembly->displacement[j];
        put_name(s->file, d->name);
        fprintf(s->file, ",1/%s", routh_displacement_words_of(d->kind)->unit);
        put(s->file, ",", o->sensitivity[2 * j]);
        put(s->file, ",", o->sensitivity[2 * j + 1]);
        fputc('\n', s->file);
    }
}

static void singular_values(const source *s) {
    const routh_observability *o = &s->item->observability;
    fputs("singular_value", s->file);
    for (size_t j = 0; j < o->count; j++) {
        fputc(',', s->file);
        put_name(s->file, s->assembly->displacement[j].name);
    }
    fputc('\n', s->file);
    for (size_t i = 0; i < o->count; i++) {
        put(s->file, "", o->singular[i]);
        for (size_t j = 0; j < o->count; j++)
            put(s->file, ",", o->direction[i * o->count + j]);
        fputc('\n', s->file);
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

routh_status routh_insertion_study_write_table(routh_context *context, const routh_insertion_study *study, size_t item,
                                               routh_io to) {
    size_t index = 0;
    while (index < TABLES && !routh_output_is_table(&to, tables[index].name, true))
        index++;
    if (index == TABLES)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "a recording has no table of this name: routh_insertion_study_table lists them");
    if (item >= study->count)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no recording %zu: the study has %zu", item,
                          study->count);
    routh_text text;
    const routh_status status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    tables[index].write(&(source){study->assembly, &study->item[item], text.file});
    return routh_text_end(context, &text, status);
}
