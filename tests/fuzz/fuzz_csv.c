/* Any bytes through the reader of comma-separated values: from memory and from a file the answer must be the same, and
 * what is read must be what the header promises. A libFuzzer target; seeds lie in corpus_csv.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _POSIX_C_SOURCE 200809L /* fmemopen */

#include <math.h>

#include <routh/data.h>

#include "demand.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_table(const routh_table *table, const uint8_t *data, size_t size) {
    size_t lines = size > 0 && data[size - 1] != '\n';
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    demand(table->rows > 0 && table->rows < lines, "a line for each row and one for the header");
    for (size_t i = 0; i < table->rows; i++)
        demand(table->line[i] > (i > 0 ? table->line[i - 1] : 1) && table->line[i] <= lines, "lines go up");
    for (size_t j = 0; j < table->columns; j++) {
        demand(routh_table_column(table, table->name[j]) == table->column[j], "a column is found by its name");
        for (size_t i = 0; i < table->rows; i++)
            demand(isfinite(table->column[j][i]), "every number is finite");
    }
}

static void check_same(const routh_table *table, const routh_table *other) {
    demand(table->rows == other->rows && table->columns == other->columns, "same size from memory and file");
    if (table->rows > 0)
        demand(memcmp(table->line, other->line, table->rows * sizeof *table->line) == 0, "same lines");
    for (size_t j = 0; j < table->columns; j++) {
        demand(strcmp(table->name[j], other->name[j]) == 0, "same names");
        demand(memcmp(table->column[j], other->column[j], table->rows * sizeof(double)) == 0, "same numbers");
    }
}

static void check_impacts(const routh_table *table) {
    routh_impact *impact = malloc(table->rows * sizeof *impact);
    demand(impact != NULL, "memory for impacts");
    routh_context context = routh_context_default();
    routh_status status = routh_impacts_of_table(&context, table, 0, table->rows, impact);
    check_message(&context, status, "fuzz.csv: ");
    for (size_t i = 0; status == ROUTH_OK && i < table->rows; i++) {
        routh_contact contact;
        demand(routh_contact_of(NULL, &impact[i], &contact) == ROUTH_OK, "every impact is one");
    }
    free(impact);
}

static void check_file(const uint8_t *data, size_t size, const routh_table_columns *columns, const routh_table *table,
                       routh_status status, const char *message) {
    routh_context context = routh_context_default();
    routh_table other;
    FILE *file = size > 0 ? fmemopen((void *)(uintptr_t)data, size, "rb") : fopen("/dev/null", "rb");
    demand(file != NULL, "a file to read from");
    demand(routh_table_read(&context, routh_io_file(file, "fuzz.csv"), columns, &other) == status, "same status");
    fclose(file);
    demand(strcmp(context.message, message) == 0, "same message");
    check_same(table, &other);
    routh_table_release(&context, &other);
}

static void check_columns(const uint8_t *data, size_t size, const routh_table_columns *columns) {
    routh_context context = routh_context_default();
    routh_table table, zero = {0};
    routh_status status =
        routh_table_read(&context, routh_io_memory((const char *)data, size, "fuzz.csv"), columns, &table);
    check_message(&context, status, "fuzz.csv: ");
    if (status == ROUTH_OK)
        check_table(&table, data, size);
    else
        demand(memcmp(&table, &zero, sizeof table) == 0, "a failure leaves the table empty");

    if (size % 8 == 0) /* all inputs would take twice the time */
        check_file(data, size, columns, &table, status, context.message);
    if (status == ROUTH_OK)
        check_impacts(&table);
    routh_table_release(&context, &table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const parameters[] = {"mu", "eps", "eta2", NULL};
    static const char *const some[] = {"mass", "mu", "v, \"x\"", NULL};
    check_columns(data, size, &(routh_table_columns){.required = routh_impact_columns, .optional = parameters});
    check_columns(data, size, &(routh_table_columns){.optional = some});
    return 0;
}
