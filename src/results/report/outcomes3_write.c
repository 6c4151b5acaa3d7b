/* Outcomes of many impacts in space, as comma-separated values and as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/report.h>

#include "file/ending.h"
#include "file/output.h"

/* Phases in words take no more than this. */
enum { PHASES = ROUTH_OUTCOME3_SWITCHES * 8 + 8 };

static void print_row(FILE *file, const routh_outcome3 *outcome) {
    const double before[] = {outcome->p[0], outcome->p[1], outcome->p[2], outcome->v[0], outcome->v[1], outcome->v[2]};
    const double behind[] = {outcome->contact_energy_ratio, outcome->energy.friction, outcome->energy.normal,
                             outcome->energy.left};
    char phases[PHASES], text[ROUTH_SHORTEST_TEXT];
    for (int i = 0; i < 6; i++)
        fprintf(file, "%s,", routh_shortest_text(before[i], text));
    fputs(routh_outcome3_phases(outcome, phases, sizeof phases), file);
    for (int i = 0; i < 4; i++)
        fprintf(file, ",%s", routh_shortest_text(behind[i], text));
    fputc('\n', file);
}

static void print_csv(FILE *file, const void *what) {
    const routh_outcomes3 *outcomes = what;
    if (outcomes->before == 0)
        fputs("p1,p2,p3,v1,v2,v3,phases,energy_ratio,friction_loss,normal_loss,left\n", file);
    for (size_t i = 0; i < outcomes->count && !ferror(file); i++)
        print_row(file, &outcomes->outcome[i]);
}

static routh_status write_csv(routh_context *context, const routh_outcomes3 *outcomes, routh_io to) {
    return routh_text_print(context, to, print_csv, outcomes);
}

/* One outcome as routh_outcome3_write has it, without the end of its line. */
static routh_status print_object(routh_context *context, FILE *file, const routh_outcome3 *outcome) {
    routh_buffer buffer = {0};
    const routh_status status = routh_outcome3_write(context, outcome, routh_io_buffer(&buffer, NULL));
    if (status == ROUTH_OK)
        fwrite(buffer.byte, 1, buffer.byte_count - 1, file);
    routh_buffer_release(context, &buffer);
    return status;
}

static routh_status write_json(routh_context *context, const routh_outcomes3 *outcomes, routh_io to) {
    routh_text text;
    routh_status status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    if (outcomes->before == 0)
        fprintf(text.file, "{\"rigid\": %s, \"strikes\": [", outcomes->rigid ? "true" : "false");
    for (size_t i = 0; status == ROUTH_OK && i < outcomes->count && !ferror(text.file); i++) {
        fputs(outcomes->before + i == 0 ? "\n" : ",\n", text.file);
        status = print_object(context, text.file, &outcomes->outcome[i]);
    }
    if (!outcomes->unfinished)
        fputs("\n]}\n", text.file);
    return routh_text_end(context, &text, status);
}

routh_status routh_outcomes3_write(routh_context *context, const routh_outcomes3 *outcomes, routh_io to) {
    static const char *const endings[] = {".csv", ".json", NULL};
    static routh_status (*const write[])(routh_context *, const routh_outcomes3 *, routh_io) = {write_csv, write_json};
    const int format = routh_ending_of(context, "routh_outcomes3", endings, to);
    return format < 0 ? ROUTH_BAD_ARGUMENT : write[format](context, outcomes, to);
}
