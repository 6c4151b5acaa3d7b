/* Impacts of a simulator as comma-separated values: one row an impact.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "file/output.h"
#include "report/behaviour_parts.h"
#include "report/writers.h"

static void print_field(FILE *file, double value) {
    char text[ROUTH_SHORTEST_TEXT];
    fprintf(file, ",%s", isfinite(value) ? routh_shortest_text(value, text) : "");
}

routh_status routh_behaviour_write_csv(routh_context *context, const routh_behaviour_series *series, routh_io to) {
    routh_text text;
    const routh_status status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    fputs(
        "step,impact,speed,slip,slip_after,newton,poisson,energetic,normal,tangential,energy,lasted,depth,turned,error,"
        "bound,slips\n",
        text.file);
    for (size_t s = 0; s < series->count; s++)
        for (size_t i = 0; i < series->at[s].count; i++) {
            const routh_behaviour_impact *k = &series->at[s].impact[i];
            const double numbers[] = {k->speed,
                                      k->slip,
                                      k->slip_after,
                                      k->eps[ROUTH_NEWTON],
                                      k->eps[ROUTH_POISSON],
                                      k->eps[ROUTH_ENERGETIC],
                                      k->normal,
                                      k->tangential,
                                      k->energy,
                                      k->lasted,
                                      k->depth,
                                      k->turned,
                                      k->error,
                                      k->bound};
            char step[ROUTH_SHORTEST_TEXT];
            const double size = series->at[s].step;
            fprintf(text.file, "%s,%zu", size > 0 ? routh_shortest_text(size, step) : "", k->source);
            for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++)
                print_field(text.file, numbers[n]);
            fprintf(text.file, ",%d\n", k->slips);
        }
    return routh_text_end(context, &text, ROUTH_OK);
}
