/* Outcomes of many impacts as comma-separated values and as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdbool.h>

#include <routh/report.h>

#include "base/context.h"
#include "file/ending.h"
#include "file/output.h"
#include "report/text.h"

static bool has_couple(const routh_batch *batch) {
    for (size_t i = 0; i < batch->count; i++)
        if (batch->couple[i] != 0)
            return 1;
    return 0;
}

enum { OUTCOME_NUMBERS = 6 };
static const char *const outcome_names[OUTCOME_NUMBERS] = {"pt", "pn", "vx", "vy", "omega", "energy_ratio"};

static void outcome_numbers(const routh_impact *impact, const routh_batch *batch, size_t i,
                            double values[OUTCOME_NUMBERS]) {
    const routh_velocity after = routh_impact_after(&impact[i], batch->pt[i], batch->pn[i], batch->couple[i]);
    values[0] = batch->pt[i];
    values[1] = batch->pn[i];
    values[2] = after.vx;
    values[3] = after.vy;
    values[4] = after.omega;
    values[5] = routh_impact_energy_ratio(&impact[i], after);
}

typedef struct solved {
    const routh_law *law;
    const routh_impact *impact;
    const routh_batch *batch;
} solved;

static void print_csv(FILE *file, const void *what) {
    const routh_impact *impact = ((const solved *)what)->impact;
    const routh_batch *batch = ((const solved *)what)->batch;
    const bool couple = has_couple(batch);
    fprintf(file, "pt,pn,vx,vy,omega,mode,energy_ratio,flags%s\n", couple ? ",couple" : "");
    for (size_t i = 0; i < batch->count && !ferror(file); i++) {
        double values[OUTCOME_NUMBERS];
        char flags[ROUTH_FLAGS_TEXT];
        outcome_numbers(impact, batch, i, values);
        for (int j = 0; j < OUTCOME_NUMBERS - 1; j++) {
            routh_number_print(file, values[j]);
            fputc(',', file);
        }
        fprintf(file, "%s,", routh_name(&routh_modes, (routh_mode)batch->mode[i]));
        routh_number_print(file, values[OUTCOME_NUMBERS - 1]);
        fprintf(file, ",%s", routh_flags_text(batch->flags[i], flags));
        if (couple) {
            fputc(',', file);
            routh_number_print(file, batch->couple[i]);
        }
        fputc('\n', file);
    }
}

static void print_json(FILE *file, const void *what) {
    const routh_law *law = ((const solved *)what)->law;
    const routh_impact *impact = ((const solved *)what)->impact;
    const routh_batch *batch = ((const solved *)what)->batch;
    const bool couple = has_couple(batch);
    fprintf(file, "{\"law\": \"%s\", \"outcomes\": [", law->name);
    for (size_t i = 0; i < batch->count && !ferror(file); i++) {
        double values[OUTCOME_NUMBERS];
        outcome_numbers(impact, batch, i, values);
        fputs(i == 0 ? "\n{" : ",\n{", file);
        for (int j = 0; j < OUTCOME_NUMBERS; j++) {
            fprintf(file, "\"%s\": ", outcome_names[j]);
            routh_number_print(file, values[j]);
            fputs(", ", file);
        }
        if (couple) {
            fputs("\"couple\": ", file);
            routh_number_print(file, batch->couple[i]);
            fputs(", ", file);
        }
        fprintf(file, "\"mode\": \"%s\", \"flags\": [", routh_name(&routh_modes, (routh_mode)batch->mode[i]));
        const char *separator = "";
        for (unsigned bit = 1; bit <= batch->flags[i]; bit <<= 1)
            if (batch->flags[i] & bit) {
                char text[ROUTH_FLAGS_TEXT];
                fprintf(file, "%s\"%s\"", separator, routh_flags_text(bit, text));
                separator = ", ";
            }
        fputs("]}", file);
    }
    fputs("\n]}\n", file);
}

routh_status routh_outcomes_write(routh_context *context, const routh_law *law, const routh_impact *impact,
                                  const routh_batch *batch, routh_io to) {
    static const char *const endings[] = {".csv", ".json", NULL};
    static void (*const print[])(FILE *, const void *) = {print_csv, print_json};
    const solved what = {law, impact, batch};
    const int format = routh_ending_of(context, "routh_outcomes", endings, to);
    if (format < 0)
        return ROUTH_BAD_ARGUMENT;
    if (!batch->pt || !batch->pn || !batch->couple || !batch->mode || !batch->flags)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "outcomes need pt, pn, couple, mode and flags of the batch");
    return routh_text_print(context, to, print[format], &what);
}
