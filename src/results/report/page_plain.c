/* The plain page, for builds without Node: findings in words, the main tables, and where the other files are. One writer
 * for all pages. What differs between them are the tables below: which entries of the object go into which column.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "file/json_build.h"
#include "report/svg.h"
#include "report/write.h"

/* How an entry is written. */
typedef enum plain_form {
    TEXT,
    FIXED,      /* so many decimals */
    DIGITS,     /* so many significant digits */
    PERCENT,    /* a fraction, so many decimals */
    PARAMETERS, /* name → value, sd, low and high: each with its 95 % interval */
    CURVE,      /* list of size and mean: the means, in order */
    LAST        /* the last of a list of fractions, in percent */
} plain_form;

/* Paths name entries by keys with dots between them: in the row, or after @ in the item, from a list with one entry for
 * each row. */
typedef struct routh_plain_column {
    const char *title, *path;
    plain_form form;
    int digits;
} routh_plain_column;

typedef struct plain_table {
    const char *caption;
    const char *rows; /* path of a list: in the item, or after / in the whole object */
    const routh_plain_column *column;
    size_t column_count;
} plain_table;

/* A page: its title, its items with one heading each, and what stands below each. */
typedef struct plain_layout {
    const char *title;
    const char *items;          /* path of the list; NULL: the object itself is the only one */
    const char *heading, *name; /* "Frame " and the path of its name */
    const plain_table *table;   /* below each item */
    size_t table_count;
    const char *files;           /* markup */
    const plain_table *overview; /* above all items; NULL: none */
} plain_layout;

#define COLUMNS(list) list, sizeof(list) / sizeof *(list)

static const routh_plain_column frame_columns[] = {
    {"frame", "frame", TEXT, 0}, {"slope, 1/m²", "slope", FIXED, 0},       {"gyration, m", "gyration", FIXED, 4},
    {"R²", "r2", FIXED, 3},      {"correlation", "correlation", FIXED, 3}, {"residual, rad/s", "residual", FIXED, 2}};

static const routh_plain_column law_columns[] = {{"law", "title", TEXT, 0},
                                                 {"mean error", "error_mean", FIXED, 3},
                                                 {"median", "error_median", FIXED, 3},
                                                 {"best %", "best_percent", FIXED, 1},
                                                 {"worst %", "worst_percent", FIXED, 1},
                                                 {"in range, momentum metric", "range_fraction", FIXED, 3},
                                                 {"velocity metric", "range_fraction_velocity", FIXED, 3},
                                                 {"parameters ± sd (95 % interval)", "parameters", PARAMETERS, 3}};

static const routh_plain_column bound_columns[] = {
    {"best law of each impact, mean error", "best_post_hoc_mean", FIXED, 3},
    {"median", "best_post_hoc_median", FIXED, 3},
    {"ideal rigid-body bound, mean error", "irb_mean", FIXED, 3},
    {"median", "irb_median", FIXED, 3}};

static const routh_plain_column learning_columns[] = {{"model, law or bound", "title", TEXT, 0},
                                                      {"mean error", "curve", CURVE, 3},
                                                      {"outside %", "detail.outside", PERCENT, 1},
                                                      {"projected", "detail.projected_error", FIXED, 3},
                                                      {"coverage %", "detail.coverage_mean", LAST, 1}};

static const plain_table study_tables[] = {
    {"Frame check: the four ways to read the recording", "check.hypotheses", COLUMNS(frame_columns)},
    {"Relative velocity error on held-out impacts, share of impacts within each law's range, and estimates", "laws",
     COLUMNS(law_columns)},
    {"What is possible when the outcome of each impact is known", "bounds", COLUMNS(bound_columns)},
    {"What learning adds: mean velocity error in m/s on held-out impacts, by impacts to learn from. Outside: "
     "predictions "
     "that no rigid contact could give; projected: the error when those are moved to what one could give. Coverage: "
     "measurements within the "
     "95 % interval",
     "learning.contestants", COLUMNS(learning_columns)}};

static const routh_plain_column recording_columns[] = {{"recording", "name", TEXT, 0},
                                                       {"K as drawn, N/m", "plain.stiffness", DIGITS, 4},
                                                       {"μ", "plain.friction", FIXED, 3},
                                                       {"wrench error, %", "plain.wrench_error", PERCENT, 1},
                                                       {"K displaced, N/m", "fit.stiffness", DIGITS, 4},
                                                       {"95 % from", "fit.stiffness_low", DIGITS, 4},
                                                       {"to", "fit.stiffness_high", DIGITS, 4},
                                                       {"μ", "fit.friction", FIXED, 3},
                                                       {"± se", "fit.friction_error", FIXED, 3},
                                                       {"wrench error, %", "fit.wrench_error", PERCENT, 1},
                                                       {"γ", "fit.gamma", DIGITS, 3},
                                                       {"true K, N/m", "truth.stiffness", DIGITS, 4},
                                                       {"true μ", "truth.friction", FIXED, 3}};

static const routh_plain_column displacement_columns[] = {{"displacement", "name", TEXT, 0},
                                                          {"unit", "unit", TEXT, 0},
                                                          {"estimate", "@fit.x", DIGITS, 4},
                                                          {"± se", "@fit.error", DIGITS, 3},
                                                          {"prior deviation", "deviation", DIGITS, 3},
                                                          {"seen", "@observability.seen", TEXT, 0},
                                                          {"truth", "@truth.x", DIGITS, 4}};

static const plain_table all_recordings = {"Stiffness and friction, with the parts as drawn and displaced",
                                           "recordings", COLUMNS(recording_columns)};

static const plain_table insertion_tables[] = {
    {"Displacements of parts. Seen: on its own, only together with others, or not at all", "/displacements",
     COLUMNS(displacement_columns)}};

static const routh_plain_column contact_columns[] = {{"contact", "number", FIXED, 0},
                                                     {"time, s", "@contacts.time", FIXED, 5},
                                                     {"x, m", "@contacts.x", FIXED, 5},
                                                     {"closing speed, m/s", "@contacts.closing", DIGITS, 4},
                                                     {"normal impulse, N s", "@contacts.pn", DIGITS, 4},
                                                     {"tangential, N s", "@contacts.pt", DIGITS, 4},
                                                     {"state", "@contacts.state", TEXT, 0}};

static const plain_table run_tables[] = {{"Contacts", "contacts.time", COLUMNS(contact_columns)}};

static const routh_plain_column impact_columns[] = {{"impact", "", TEXT, 0},
                                                    {"time, s", "@impacts.time", FIXED, 4},
                                                    {"speed of approach, m/s", "@impacts.speed", DIGITS, 3},
                                                    {"contacts", "@impacts.contacts", FIXED, 0}};

static const plain_table tosses_tables[] = {{"Impacts", "impacts.time", COLUMNS(impact_columns)}};

#define RESULTS                                                                                                        \
    "<p>All numbers are in <a href=\"results.json\">results.json</a>; the CSV files beside this page hold every "      \
    "table "                                                                                                           \
    "and figure.</p>\n"

static const plain_layout layouts[] = {
    [ROUTH_STUDY_PAGE] = {"name", "frames", "Frame ", "frame", COLUMNS(study_tables), RESULTS, NULL},
    [ROUTH_INSERTION_PAGE] = {"title", "recordings", "Recording ", "name", COLUMNS(insertion_tables), RESULTS,
                              &all_recordings},
    [ROUTH_RUN_PAGE] = {"title", NULL, NULL, NULL, COLUMNS(run_tables),
                        "<p>An SVG drawing of this run shows the motion; its trajectory as CSV has every number.</p>\n",
                        NULL},
    [ROUTH_TOSSES_PAGE] = {"title", "tosses", "Toss ", "name", COLUMNS(tosses_tables),
                           "<p>The same as JSON or CSV has every number.</p>\n", NULL},
    [ROUTH_BEHAVIOUR_PAGE] = {"title", NULL, NULL, NULL, NULL, 0,
                              "<p>The same as JSON or CSV has every number, an SVG picture shows them.</p>\n", NULL}};

static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<style>\n"
    "body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; }\n"
    ".scroll { overflow-x: auto; }\n"
    "table { border-collapse: collapse; margin: 0 0 1.5rem; font-variant-numeric: tabular-nums; }\n"
    "caption { text-align: left; padding-bottom: 0.4rem; }\n"
    "th, td { padding: 0.25rem 0.7rem; border-bottom: 1px solid #8888; text-align: right; white-space: nowrap; }\n"
    "th:first-child { text-align: left; }\n"
    ".wrong, .warning { font-weight: bold; }\n"
    ".alarm { border-left: 6px solid #c33; padding: 0.3rem 0.8rem; }\n"
    "</style>\n";

/* The entry at a path; NULL where there is none. */
static const json_t *entry_at(const json_t *object, const char *path) {
    while (object && *path) {
        const size_t length = strcspn(path, ".");
        char key[64];
        snprintf(key, sizeof key, "%.*s", (int)length, path);
        object = json_object_get(object, key);
        path += length + (path[length] == '.');
    }
    return object;
}

static const char *text_at(const json_t *object, const char *path) {
    const char *text = json_string_value(entry_at(object, path));
    return text ? text : "";
}

static double number_in(const json_t *value) {
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static const char *fixed(const json_t *value, double scale, int decimals, char buffer[ROUTH_NUMBER_TEXT]) {
    const double number = scale * number_in(value);
    return isfinite(number) ? routh_fixed_text(number, decimals, buffer) : "–";
}

static void write_element(FILE *file, const char *tag, const char *text) {
    fprintf(file, "<%s>", tag);
    routh_xml_escape(file, text);
    fprintf(file, "</%s>\n", tag);
}

static void write_parameters(FILE *file, const json_t *parameters, int decimals) {
    const char *name, *between = "";
    json_t *one;
    json_object_foreach((json_t *)parameters, name, one) {
        char value[ROUTH_NUMBER_TEXT], sd[ROUTH_NUMBER_TEXT], low[ROUTH_NUMBER_TEXT], high[ROUTH_NUMBER_TEXT];
        fputs(between, file);
        routh_xml_escape(file, name);
        fprintf(file, " = %s ± %s (%s … %s)", fixed(json_object_get(one, "value"), 1, decimals, value),
                fixed(json_object_get(one, "sd"), 1, decimals, sd),
                fixed(json_object_get(one, "low"), 1, decimals, low),
                fixed(json_object_get(one, "high"), 1, decimals, high));
        between = ", ";
    }
}

static void write_curve(FILE *file, const json_t *curve, int decimals) {
    size_t i;
    json_t *point;
    json_array_foreach(curve, i, point) {
        char size[ROUTH_NUMBER_TEXT], mean[ROUTH_NUMBER_TEXT];
        fprintf(file, "%s%s: %s", i ? ", " : "", fixed(json_object_get(point, "size"), 1, 0, size),
                fixed(json_object_get(point, "mean"), 1, decimals, mean));
    }
}

static void write_value(FILE *file, const json_t *value, const routh_plain_column *column) {
    char number[ROUTH_NUMBER_TEXT];
    switch (column->form) {
    case TEXT:
        routh_xml_escape(file, json_is_string(value) ? json_string_value(value) : "–");
        break;
    case FIXED:
        fputs(fixed(value, 1, column->digits, number), file);
        break;
    case DIGITS:
        fputs(json_is_number(value) ? routh_number_text(json_number_value(value), column->digits, number) : "–", file);
        break;
    case PERCENT:
        fputs(fixed(value, 100, column->digits, number), file);
        break;
    case PARAMETERS:
        write_parameters(file, value, column->digits);
        break;
    case CURVE:
        write_curve(file, value, column->digits);
        break;
    case LAST: {
        const size_t count = json_array_size(value);
        fputs(fixed(count ? json_array_get(value, count - 1) : NULL, 100, column->digits, number), file);
    }
    }
}

static void write_row(FILE *file, const plain_table *table, const json_t *item, const json_t *row, size_t index) {
    fputs("<tr>", file);
    for (size_t c = 0; c < table->column_count; c++) {
        const routh_plain_column *column = &table->column[c];
        const json_t *value = column->path[0] == '@' ? json_array_get(entry_at(item, column->path + 1), index)
                                                     : entry_at(row, column->path);
        fputs(c ? "<td>" : "<th scope=\"row\">", file);
        if (c == 0 && !json_is_object(row)) /* a list of bare values: rows go by their number */
            fprintf(file, "%zu", index + 1);
        else
            write_value(file, value, column);
        fputs(c ? "</td>" : "</th>", file);
    }
    fputs("</tr>\n", file);
}

/* Nothing where there are no rows. A single object is a list of one. */
static void write_table(FILE *file, const plain_table *table, const json_t *root, const json_t *item) {
    const json_t *rows = table->rows[0] == '/' ? entry_at(root, table->rows + 1) : entry_at(item, table->rows);
    if (!json_is_object(rows) && json_array_size(rows) == 0)
        return;
    fputs("<div class=\"scroll\" tabindex=\"0\"><table>\n", file);
    write_element(file, "caption", table->caption);
    fputs("<thead><tr>", file);
    for (size_t c = 0; c < table->column_count; c++)
        fprintf(file, "<th scope=\"col\">%s</th>", table->column[c].title);
    fputs("</tr></thead>\n<tbody>\n", file);
    if (json_is_object(rows))
        write_row(file, table, item, rows, 0);
    for (size_t i = 0; i < json_array_size(rows); i++)
        write_row(file, table, item, json_array_get(rows, i), i);
    fputs("</tbody>\n</table></div>\n", file);
}

static void write_sentences(FILE *file, const json_t *sentences) {
    size_t i;
    json_t *sentence;
    if (json_array_size(sentences) == 0)
        return;
    fputs("<ul>\n", file);
    json_array_foreach(sentences, i, sentence) write_element(file, "li", text_at(sentence, ""));
    fputs("</ul>\n", file);
}

/* Tables that come with the object: title, columns, rows of texts and numbers. */
static void write_given_tables(FILE *file, const json_t *tables) {
    size_t i, j, k;
    json_t *table, *row, *cell;
    json_array_foreach(tables, i, table) {
        fputs("<div class=\"scroll\" tabindex=\"0\"><table>\n", file);
        write_element(file, "caption", text_at(table, "title"));
        fputs("<thead><tr>", file);
        json_array_foreach(json_object_get(table, "columns"), j, cell) write_element(file, "th", text_at(cell, ""));
        fputs("</tr></thead>\n<tbody>\n", file);
        json_array_foreach(json_object_get(table, "rows"), j, row) {
            fputs("<tr>", file);
            json_array_foreach(row, k, cell) {
                char number[ROUTH_NUMBER_TEXT];
                write_element(file, k ? "td" : "th",
                              json_is_string(cell)   ? json_string_value(cell)
                              : json_is_number(cell) ? routh_number_text(json_number_value(cell), 3, number)
                                                     : "–");
            }
            fputs("</tr>\n", file);
        }
        fputs("</tbody>\n</table></div>\n", file);
    }
}

static void write_findings(FILE *file, const json_t *findings) {
    size_t i;
    json_t *finding;
    if (json_array_size(findings) == 0)
        return;
    fputs("<ul>\n", file);
    json_array_foreach(findings, i, finding) {
        fputs("<li class=\"", file);
        routh_xml_escape(file, text_at(finding, "kind"));
        fputs("\">", file);
        routh_xml_escape(file, text_at(finding, "what"));
        fputs(": ", file);
        routh_xml_escape(file, text_at(finding, "words"));
        fputs("</li>\n", file);
    }
    fputs("</ul>\n", file);
}

static void write_item(FILE *file, const plain_layout *layout, const json_t *root, const json_t *item) {
    if (layout->heading) {
        fprintf(file, "<h2>%s", layout->heading);
        routh_xml_escape(file, text_at(item, layout->name));
        fputs("</h2>\n", file);
    }
    const json_t *alarm = entry_at(item, "alarm");
    if (json_is_object(alarm)) {
        fputs("<div class=\"alarm\">\n", file);
        write_element(file, "strong", text_at(alarm, "title"));
        write_sentences(file, json_object_get(alarm, "words"));
        fputs("</div>\n", file);
    }
    write_sentences(file, entry_at(item, "words"));
    if (*text_at(item, "dataset.words"))
        write_element(file, "p", text_at(item, "dataset.words"));
    write_findings(file, entry_at(item, "check.findings"));
    for (size_t t = 0; t < layout->table_count; t++)
        write_table(file, &layout->table[t], root, item);
}

static routh_status load(routh_context *context, const char *json, size_t length, json_t **object) {
    routh_source source;
    *object = NULL;
    routh_status status = routh_source_create(context, routh_io_memory(json, length, "the page's data"), &source);
    if (status == ROUTH_OK) {
        status = routh_load_json(&source, object);
        routh_source_release(&source);
    }
    if (status == ROUTH_OK && !json_is_object(*object))
        status = routh_fail(context, ROUTH_BAD_FORMAT, "the page's data: %s, not an object", routh_json_kind(*object));
    return status;
}

static void write_object(FILE *file, const plain_layout *layout, const json_t *root) {
    const json_t *item;
    fputs(head, file);
    write_element(file, "title", text_at(root, layout->title));
    fputs("</head>\n<body>\n", file);
    write_element(file, "h1", text_at(root, layout->title));
    if (*text_at(root, "source"))
        write_element(file, "p", text_at(root, "source"));
    fputs("<p>This is the plain report of a build without Node; the full report has figures too.</p>\n", file);
    fputs(layout->files, file);
    size_t i;
    if (layout->overview)
        write_table(file, layout->overview, root, root);
    if (layout->items) {
        write_sentences(file, json_object_get(root, "words"));
        write_given_tables(file, json_object_get(root, "tables"));
        json_array_foreach(json_object_get(root, layout->items), i, item) write_item(file, layout, root, item);
    } else
        write_item(file, layout, root, root);
    fputs("<p>Routh ", file);
    routh_xml_escape(file, text_at(root, "version"));
    if (json_object_get(root, "seed"))
        fprintf(file, ", seed %.0f", number_in(json_object_get(root, "seed")));
    fputs(".</p>\n</body>\n</html>\n", file);
}

routh_status routh_write_plain_page(routh_context *context, routh_page_kind kind, const char *json, size_t length,
                                    routh_io to) {
    json_t *root;
    routh_text text;
    routh_status status = load(context, json, length, &root);
    if (status == ROUTH_OK)
        status = routh_text_begin(context, to, &text);
    if (status == ROUTH_OK) {
        write_object(text.file, &layouts[kind], root);
        status = routh_text_end(context, &text, status);
    }
    json_decref(root);
    return status;
}
