/* The estimate contact by contact, as text for people, comma-separated values and JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/inertia_online.h"

#include <math.h>

#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/output.h"

void routh_inertia_online_print(FILE *file, const routh_inertia_history *history) {
    fputs("Contact by contact, m/I in 1/m²\n", file);
    fprintf(file, "  %10s%10s%12s ± %-10s%s\n", "CONTACTS", "USED", "VALUE", "ERROR", "   95 % INTERVAL");
    for (size_t i = 0; i < history->count; i++) {
        const routh_inertia_row *row = &history->row[i];
        if (row->why)
            fprintf(file, "  %10zu%10s  not determined: %s\n", row->contacts, "", row->why);
        else
            fprintf(file, "  %10zu %9zu %11.5g ± %-10.2g %9.5g … %-10.5g\n", row->contacts, row->used, row->m_over_i,
                    row->error, row->low, row->high);
    }
    fputc('\n', file);
}

void routh_inertia_online_csv(FILE *file, const routh_inertia_history *history) {
    char text[ROUTH_SHORTEST_TEXT];
    fputs("contacts,used,m_over_i,standard_error,low,high,not_determined\n", file);
    for (size_t i = 0; i < history->count; i++) {
        const routh_inertia_row *row = &history->row[i];
        const double numbers[] = {row->m_over_i, row->error, row->low, row->high};
        fprintf(file, "%zu,%zu,", row->contacts, row->used);
        for (int k = 0; k < 4; k++)
            fprintf(file, "%s,", row->why ? "" : routh_shortest_text(numbers[k], text));
        fprintf(file, "%s\n", row->why ? row->why : "");
    }
}

json_t *routh_inertia_online_json(const routh_inertia_history *history) {
    return ROUTH_JSON_LIST(routh_inertia_row, history->row, history->count);
}
