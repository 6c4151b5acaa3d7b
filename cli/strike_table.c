/* routh strike, a table of contacts in, what happened at each out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "impact_options.h"
#include "program.h"

/* Strikes carry their switches with them: the number that is solved at a time, and kept as text. */
enum { BLOCK = 1024 };

/* What comes in, row by row. */
typedef struct contact_table {
    routh_context context;
    routh_table table;
    routh_contact3 *contact;
    routh_pair *pair;
    int has_column[TOUCH_NUMBERS];
} contact_table;

/* What goes out: the text of one block after another. */
typedef struct text_blocks {
    routh_buffer *block;
    size_t count;
} text_blocks;

static const char *const contact_columns[] = {"w11", "w12", "w13", "w22", "w23", "w33", "v1", "v2", "v3", NULL};

static int fail_row(const char *verb, const contact_table *in, size_t row, const char *column, const char *words) {
    return fail(verb, "%.200s: row %zu (line %zu), %s%s%s: %s", in->table.source, row + 1, in->table.line[row],
                strchr(column, ',') ? "columns" : "column", *column ? " " : "", column, words);
}

/* e may be called eps, as for the planar laws. */
static const double *touch_column(const routh_table *table, int index) {
    const double *column = routh_table_column(table, touch_names[index]);
    return column || index != 1 ? column : routh_table_column(table, "eps");
}

static int take_contact(const char *verb, contact_table *in, size_t row) {
    double value[9];
    for (int i = 0; i < 9; i++)
        value[i] = routh_table_column(&in->table, contact_columns[i])[row];
    in->contact[row] = (routh_contact3){
        .w = {{value[0], value[1], value[2]}, {value[1], value[3], value[4]}, {value[2], value[4], value[5]}},
        .v = {value[6], value[7], value[8]}};
    /* with a velocity that no one can object to, what is wrong is wrong with W */
    routh_contact3 plain = in->contact[row];
    plain.v[0] = plain.v[1] = 0;
    plain.v[2] = -1;
    if (routh_contact3_check(&in->context, &plain) != ROUTH_OK)
        return fail_row(verb, in, row, "w11,w12,w13,w22,w23,w33", in->context.message);
    routh_status status = routh_contact3_check(&in->context, &in->contact[row]);
    if (status != ROUTH_OK)
        return fail_row(verb, in, row, status == ROUTH_SEPARATING ? "v3" : "v1,v2,v3", in->context.message);
    return 0;
}

/* A column wins over the option, the option over the default. */
static int take_touch(const char *verb, contact_table *in, size_t row, const routh_pair *otherwise) {
    in->pair[row] = *otherwise;
    for (int i = 0; i < TOUCH_NUMBERS; i++) {
        const double *column = touch_column(&in->table, i);
        const char *wrong = column ? touch_complaint(&in->context, i, column[row]) : NULL;
        if (wrong)
            return fail_row(verb, in, row, routh_table_column(&in->table, touch_names[i]) ? touch_names[i] : "eps",
                            wrong);
        if (column)
            *touch_number(&in->pair[row], i) = column[row];
    }
    return 0;
}

/* Is standard input, where nobody types, empty? */
static bool nothing_comes(void) {
    if (isatty(STDIN_FILENO))
        return false;
    const int first = getc(stdin);
    return first == EOF || ungetc(first, stdin) == EOF;
}

static int read_contacts(const char *verb, const strike_options *options, contact_table *in) {
    /* the rigid limit has no η²: a column of that name is not looked at */
    const char *const parameters[] = {"mu", "e", "eps", options->rigid ? NULL : "eta2", NULL};
    const routh_table_columns columns = {.required = contact_columns, .optional = parameters};
    *in = (contact_table){.context = routh_context_default()};
    in->context.threads = (int)options->threads;
    routh_pair otherwise = routh_pair_default();
    int answer = touch_from_options(verb, options, &otherwise);
    if (answer == 0 && !options->input && nothing_comes())
        answer = fail(verb, "no input: give --input, --w and --v, --case or --scene");
    if (answer == 0)
        answer = read_table(&in->context, verb, options->input, &columns, &in->table);
    if (answer != 0)
        return answer;
    if (routh_table_column(&in->table, "e") && routh_table_column(&in->table, "eps"))
        return fail(verb, "%.200s: columns e and eps mean the same; keep one", in->table.source);
    const size_t rows = in->table.rows;
    in->contact = calloc(rows, sizeof *in->contact);
    in->pair = calloc(rows, sizeof *in->pair);
    if (!in->contact || !in->pair)
        return fail(verb, "out of memory for %zu contacts", rows);
    for (int i = 0; i < TOUCH_NUMBERS; i++)
        in->has_column[i] = touch_column(&in->table, i) != NULL;
    for (size_t row = 0; answer == 0 && row < rows; row++) {
        answer = take_contact(verb, in, row);
        if (answer == 0)
            answer = take_touch(verb, in, row, &otherwise);
    }
    return answer;
}

static void contacts_release(contact_table *in) {
    routh_table_release(&in->context, &in->table);
    free(in->contact);
    free(in->pair);
}

static int solve_rows(const char *verb, const strike_options *options, contact_table *in, text_blocks *out) {
    const char *ending = options->format == FORMAT_JSON ? ".json" : ".csv";
    routh_outcome3 *strike = calloc(BLOCK, sizeof *strike);
    out->block = calloc(in->table.rows / BLOCK + 1, sizeof *out->block);
    int answer = strike && out->block ? 0 : fail(verb, "out of memory for %zu strikes", in->table.rows);
    for (size_t start = 0; answer == 0 && start < in->table.rows; start += BLOCK) {
        const size_t left = in->table.rows - start, count = left < BLOCK ? left : BLOCK;
        const routh_outcomes3 rows = {
            .outcome = strike, .count = count, .rigid = options->rigid, .before = start, .unfinished = left > BLOCK};
        size_t bad = 0;
        if (routh_law3_solve_batch(&in->context, routh_law3_find(NULL, options->rigid ? "rigid" : "compliant"),
                                   in->pair + start, in->contact + start, count, strike, &bad) != ROUTH_OK)
            answer = fail(verb, "%.200s: row %zu (line %zu): %s", in->table.source, start + bad + 1,
                          in->table.line[start + bad], in->context.message);
        else if (routh_outcomes3_write(&in->context, &rows, routh_io_buffer(&out->block[out->count++], ending)) !=
                 ROUTH_OK)
            answer = fail(verb, "out of memory for %zu strikes", in->table.rows);
    }
    free(strike);
    return answer;
}

static int write_blocks(const char *verb, const strike_options *options, const text_blocks *blocks) {
    output_file out;
    if (output_open(&out, verb, options->output) != 0)
        return EXIT_BAD_USE;
    for (size_t i = 0; i < blocks->count && !ferror(out.file); i++)
        fwrite(blocks->block[i].byte, 1, blocks->block[i].byte_count, out.file);
    return output_close(&out);
}

int strike_table(const char *verb, const strike_options *options) {
    contact_table in;
    text_blocks out = {0};
    int answer = read_contacts(verb, options, &in);
    if (answer == 0)
        answer = solve_rows(verb, options, &in, &out);
    if (answer == 0)
        answer = write_blocks(verb, options, &out);
    if (answer == 0)
        touch_note_defaults(verb, options, in.has_column, &in.pair[0]);
    for (size_t i = 0; i < out.count; i++)
        routh_buffer_release(NULL, &out.block[i]);
    free(out.block);
    contacts_release(&in);
    return answer;
}
