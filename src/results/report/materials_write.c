/* Tables of pairs as text for people, as Markdown and as comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

#include "study/result_words.h"

static const char *const titles[ROUTH_SHOWN_COLUMNS] = {"PAIR", "LAW", "MU", "EPS", "ETA2", "SPEED, m/s", "IMPACTS"};
static const char *const marked[ROUTH_SHOWN_COLUMNS] = {"pair", "law", "μ", "ε", "η²", "speed, m/s", "impacts"};

static void print_table(FILE *file, const void *what) {
    const routh_materials *materials = what;
    char text[ROUTH_SHOWN_TEXT];
    int width[ROUTH_SHOWN_COLUMNS];
    for (int c = 0; c < ROUTH_SHOWN_COLUMNS; c++) {
        width[c] = routh_count_characters(titles[c], strlen(titles[c]));
        for (size_t i = 0; i < materials->count; i++) {
            routh_material_describe_briefly(&materials->material[i], (routh_material_column)c, text);
            const int length = routh_count_characters(text, strlen(text));
            width[c] = length > width[c] ? length : width[c];
        }
    }
    for (size_t i = 0; i <= materials->count; i++)
        for (int c = 0; c < ROUTH_SHOWN_COLUMNS; c++) {
            if (i == 0)
                snprintf(text, ROUTH_SHOWN_TEXT, "%s", titles[c]);
            else
                routh_material_describe_briefly(&materials->material[i - 1], (routh_material_column)c, text);
            routh_print_padded(file, text, c + 1 < ROUTH_SHOWN_COLUMNS ? width[c] + 2 : 0);
            if (c + 1 == ROUTH_SHOWN_COLUMNS)
                fputc('\n', file);
        }
    fputs("\nIn brackets intervals of 95 %. +: friction in sliding, or restitution over speed, is known, too.\n", file);
}

/* Markdown -----------------------------------------------------------------------------------------------*/

static void print_origin(FILE *file, const routh_material *m) {
    const struct {
        const char *title, *text;
    } lines[] = {{"Body", m->body}, {"Ground", m->ground}, {"Source", m->source}, {"Licence", m->licence}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (*lines[i].text)
            fprintf(file, " %s: %s.", lines[i].title, lines[i].text);
}

/* The first row of a name, and those after it. */
static bool is_first(const routh_materials *materials, size_t at) {
    for (size_t i = 0; i < at; i++)
        if (strcmp(materials->material[i].name, materials->material[at].name) == 0)
            return false;
    return true;
}

/* A bar would end the cell. */
static void print_cell(FILE *file, const char *text) {
    for (; *text; text++)
        fputs(*text == '|' ? "\\|" : (const char[2]){*text, '\0'}, file);
}

static void print_markdown(FILE *file, const void *what) {
    const routh_materials *materials = what;
    char text[ROUTH_SHOWN_TEXT];
    for (int c = 0; c < ROUTH_SHOWN_COLUMNS; c++)
        fprintf(file, "| %s ", marked[c]);
    fputs("|\n", file);
    for (int c = 0; c < ROUTH_SHOWN_COLUMNS; c++)
        fputs("|---", file);
    fputs("|\n", file);
    for (size_t i = 0; i < materials->count; i++) {
        for (int c = 0; c < ROUTH_SHOWN_COLUMNS; c++) {
            routh_material_describe(&materials->material[i], (routh_material_column)c, text);
            fputs("| ", file);
            print_cell(file, text);
            fputc(' ', file);
        }
        fputs("|\n", file);
    }
    for (size_t i = 0; i < materials->count; i++) {
        const routh_material *m = &materials->material[i];
        if (!is_first(materials, i))
            continue;
        fprintf(file, "\n**%s.**", m->name);
        print_origin(file, m);
        if (*m->note)
            fprintf(file, " %s", m->note);
        if (*m->command)
            fprintf(file, "\n\n    %s\n", m->command);
        else
            fputc('\n', file);
    }
}

/* CSV ----------------------------------------------------------------------------------------------------*/

static void print_csv(FILE *file, const void *what) {
    const routh_materials *materials = what;
    routh_rows rows = routh_rows_csv(
        file, NULL,
        "name,law,restitution,parameter,value,sd,low,high,determined,speed_low,speed_high,impacts,source,licence\n");
    for (size_t i = 0; i < materials->count; i++)
        for (int p = 0; p < ROUTH_MATERIAL_PARAMETERS; p++) {
            const routh_material *m = &materials->material[i];
            if (!isnan(m->value[p]))
                ROUTH_ROW(&rows, routh_cell_quoted(m->name), routh_cell_quoted(m->law),
                          routh_name(&routh_restitutions, m->restitution), routh_name(&routh_material_parameters, p),
                          m->value[p], m->error[p], m->interval[p].low, m->interval[p].high, !isinf(m->error[p]),
                          m->speed[0], m->speed[1], m->impacts, routh_cell_quoted(m->source),
                          routh_cell_quoted(m->licence));
        }
}

/* One ----------------------------------------------------------------------------------------------------*/

static void print_line(FILE *file, const char *title, const char *text) {
    if (!*text)
        return;
    fputs("  ", file);
    routh_print_padded(file, title, 13);
    routh_print_wrapped(file, text, 15, 15);
    fputc('\n', file);
}

/* Everything about one, and its description in words. */
typedef struct described {
    const routh_material *material;
    routh_findings findings;
} described;

static void print_material(FILE *file, const void *what) {
    const described *d = what;
    const routh_material *m = d->material;
    const routh_findings *findings = &d->findings;
    char text[ROUTH_SHOWN_TEXT];
    fprintf(file, "%s%s%s\n\n", m->name, *m->law ? ", law " : "", m->law);
    print_line(file, "body", m->body);
    print_line(file, "ground", m->ground);
    if (!isnan(m->value[ROUTH_MATERIAL_EPS]))
        print_line(file, "restitution", routh_name(&routh_restitutions, m->restitution));
    for (int p = 0; p < ROUTH_MATERIAL_PARAMETERS; p++) {
        if (isnan(m->value[p]))
            continue;
        char line[2 * ROUTH_SHOWN_TEXT];
        routh_material_describe_value(m, p, text);
        snprintf(line, sizeof line, "%s: %s", text, routh_about(&routh_material_parameters, p));
        print_line(file, routh_name(&routh_material_parameters, p), line);
    }
    for (int p = 0; m->correlated && p < ROUTH_MATERIAL_PARAMETERS; p++)
        for (int q = p + 1; q < ROUTH_MATERIAL_PARAMETERS; q++)
            if (isfinite(m->value[p]) && isfinite(m->value[q])) {
                snprintf(text, ROUTH_SHOWN_TEXT, "%+.2f between %s and %s", m->correlation[p][q],
                         routh_name(&routh_material_parameters, p), routh_name(&routh_material_parameters, q));
                print_line(file, "correlation", text);
            }
    routh_material_describe(m, ROUTH_SHOWN_SPEEDS, text);
    print_line(file, "speed, m/s", isnan(m->speed[0]) ? "" : text);
    routh_material_describe(m, ROUTH_SHOWN_IMPACTS, text);
    print_line(file, "impacts", m->impacts ? text : "");
    print_line(file, "source", m->source);
    print_line(file, "licence", m->licence);
    print_line(file, "command", m->command);
    print_line(file, "note", m->note);
    fputs(findings->count > 0 ? "\n" : "", file);
    routh_print_findings(file, findings, "");
}

routh_status routh_materials_table_write(routh_context *context, const routh_materials *materials, routh_io to) {
    return ROUTH_WRITE(context, "routh_materials", materials, to, {".txt", .print = print_table},
                       {".md", .print = print_markdown}, {".csv", .print = print_csv});
}

routh_status routh_material_write(routh_context *context, const routh_material *material, routh_io to) {
    described what = {.material = material};
    routh_status status = routh_material_findings(context, material, &what.findings);
    if (status == ROUTH_OK)
        status = ROUTH_WRITE(context, "routh_material", &what, to, {".txt", .print = print_material});
    routh_findings_release(context, &what.findings);
    return status;
}
