/* Structs as rows of comma-separated values, by the table of fields.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/csv_struct.h"

#include <math.h>

void routh_csv_names(FILE *file, routh_chosen chosen) {
    for (size_t i = 0; i < chosen.count; i++) {
        const routh_struct_field *f = routh_struct_field_at(chosen.of, chosen.field[i]);
        fprintf(file, ",%s", f->key ? f->key : f->name);
    }
}

static void print_value(FILE *file, const routh_struct_field *f, const void *at) {
    if (f->kind == ROUTH_KIND_NUMBER && isfinite(*(const double *)at))
        fprintf(file, "%.10g", *(const double *)at);
    else if (f->kind == ROUTH_KIND_FLAG)
        fprintf(file, "%d", *(const bool *)at);
    else if (f->kind == ROUTH_KIND_COUNT || f->kind == ROUTH_KIND_INTEGER)
        fprintf(file, "%lld", routh_struct_integer(f, at));
    else if (f->kind == ROUTH_KIND_TEXT)
        fprintf(file, "\"%s\"", (const char *)at);
}

void routh_csv_values(FILE *file, routh_chosen chosen, const void *from) {
    for (size_t i = 0; i < chosen.count; i++) {
        const routh_struct_field *f = routh_struct_field_at(chosen.of, chosen.field[i]);
        fputc(',', file);
        print_value(file, f, (const char *)from + f->offset);
    }
}
