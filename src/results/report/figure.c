/* A figure: charts as pages show them, drawn beside and below each other with their axes and legends.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg.h"
#include "report/write.h"

#include <math.h>
#include <string.h>

/* All in pixels. */
enum { LEFT = 66, TOP = 44, HEIGHT = 240, GAP = 84, RIGHT = 24, TITLE = 24, AXIS = 44, LEGEND_ROW = 16, BETWEEN = 24 };
enum { SWATCH = 22, SMALL = 11, NOTE_ROW = 15, TABLE_ROW = 18, TABLE_GAP = 11, MOST_WIDENED = 4 };

/* A chart in its frame. */
typedef struct chart {
    json_t *lines;
    bool decades;
    char x[ROUTH_LABEL_SIZE], y[ROUTH_LABEL_SIZE]; /* titles of the axes */
    svg_plot plot;
} chart;

static const char *text_at(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static double number_at(const json_t *line, const char *key, size_t index) {
    const json_t *value = json_array_get(json_object_get(line, key), index);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static double x_at(const chart *c, const json_t *line, size_t index) {
    const double value = number_at(line, "x", index);
    return c->decades ? log10(value) : value;
}

static void hold(svg_axis *axis, double value) {
    if (isfinite(value))
        routh_svg_axis_hold(axis, value);
}

/* "speed, m/s": what stands behind the last comma is the unit. */
static svg_axis axis_of(char title[ROUTH_LABEL_SIZE], const char *label) {
    snprintf(title, ROUTH_LABEL_SIZE, "%s", label);
    char *comma = strrchr(title, ',');
    if (comma)
        *comma = '\0';
    return (svg_axis){INFINITY, -INFINITY, title, comma ? comma + 2 : NULL};
}

static void finish(svg_axis *axis) {
    if (!(axis->low <= axis->high))
        axis->low = axis->high = 0;
    const double size = fmax(fabs(axis->low), fabs(axis->high));
    routh_svg_axis_finish(axis, size > 0 ? 1e-3 * size : 1);
}

static void lay_out(chart *c, const json_t *object, double width, bool decades, bool even) {
    size_t l;
    json_t *line;
    *c = (chart){.lines = json_object_get(object, "lines"), .decades = decades};
    c->plot = (svg_plot){width, HEIGHT, axis_of(c->x, text_at(object, "x")), axis_of(c->y, text_at(object, "y"))};
    json_array_foreach(c->lines, l, line) {
        for (size_t i = 0; i < json_array_size(json_object_get(line, "x")); i++) {
            hold(&c->plot.x, x_at(c, line, i));
            hold(&c->plot.y, number_at(line, "y", i));
            hold(&c->plot.y, number_at(line, "low", i));
            hold(&c->plot.y, number_at(line, "high", i));
        }
    }
    finish(&c->plot.x);
    finish(&c->plot.y);
    if (even)
        routh_svg_plot_even(&c->plot, MOST_WIDENED);
}

/* Points with intervals; those of single measurements are their values. */
static bool has_points(const json_t *line) {
    return json_object_get(line, "low") != NULL;
}

/* What has no number is a cross at the lower edge. */
static void draw_points(FILE *file, const chart *c, const json_t *line, const char *colour) {
    const svg_plot *plot = &c->plot;
    char look[64];
    snprintf(look, sizeof look, "fill=\"%s\" fill-opacity=\"0.6\"", colour);
    for (size_t i = 0; i < json_array_size(json_object_get(line, "x")); i++) {
        const double x = x_at(c, line, i), low = number_at(line, "low", i), high = number_at(line, "high", i);
        const svg_spot at = routh_svg_plot_at(plot, x, number_at(line, "y", i));
        if (low < high)
            fprintf(file, "<path class=\"interval\" d=\"M%.2f,%.2fV%.2f\" stroke=\"%s\"/>\n", at.x,
                    routh_svg_plot_at(plot, x, low).y, routh_svg_plot_at(plot, x, high).y, colour);
        if (isfinite(at.x) && isfinite(at.y))
            routh_svg_dot(file, at, 3, look);
        else if (isfinite(at.x))
            fprintf(file, "<path class=\"none\" d=\"M%.2f,%gl8,8m0,-8l-8,8\" stroke=\"%s\"/>\n", at.x - 4,
                    plot->height - 14, colour);
    }
}

/* A gap in the numbers is a gap in the line. */
static void draw_curve(FILE *file, const chart *c, const json_t *line, const char *look) {
    bool joined = false;
    fputs("<path class=\"line\" d=\"", file);
    for (size_t i = 0; i < json_array_size(json_object_get(line, "x")); i++) {
        const svg_spot at = routh_svg_plot_at(&c->plot, x_at(c, line, i), number_at(line, "y", i));
        const bool drawn = isfinite(at.x) && isfinite(at.y);
        if (drawn)
            fprintf(file, "%c%.2f,%.2f", joined ? 'L' : 'M', at.x, at.y);
        joined = drawn;
    }
    fprintf(file, "\" fill=\"none\" %s/>\n", look);
}

/* Lines of the same colour differ by their dashes. */
static const char *look_of(size_t line, char look[96]) {
    static const char *const dashes[] = {"", " stroke-dasharray=\"6 3\"", " stroke-dasharray=\"2 2\""};
    snprintf(look, 96, "stroke=\"%s\" stroke-width=\"1.8\"%s", routh_svg_colour(line), dashes[line / 6 % 3]);
    return look;
}

/* Names in rows below the axis; returns how high they are. Without a file nothing is drawn. */
static double legend(FILE *file, const chart *c) {
    double x = 0, y = HEIGHT + AXIS + LEGEND_ROW;
    size_t l;
    const json_t *line;
    json_array_foreach(c->lines, l, line) {
        const char *name = text_at(line, "name");
        const double width = SWATCH + routh_svg_formula_width(name, SMALL) + 10;
        char look[96];
        if (x > 0 && x + width > c->plot.width + GAP / 2) {
            x = 0;
            y += LEGEND_ROW;
        }
        if (file && has_points(line)) {
            snprintf(look, sizeof look, "fill=\"%s\"", routh_svg_colour(l));
            routh_svg_dot(file, (svg_spot){x + 8, y - 4}, 3, look);
        } else if (file)
            routh_svg_line(file, (svg_spot){x, y - 4}, (svg_spot){x + 16, y - 4}, look_of(l, look));
        if (file)
            routh_svg_formula(file, x + SWATCH, y, SMALL, SVG_START, "", name);
        x += width;
    }
    return y - HEIGHT - AXIS;
}

static void draw_chart(FILE *file, const chart *c, const char *title) {
    size_t l;
    const json_t *line;
    char look[96];
    routh_svg_text(file, 0, -8, 12, SVG_START, "font-weight=\"bold\"", title);
    if (c->decades)
        routh_svg_plot_decades(file, &c->plot);
    else
        routh_svg_plot_axes(file, &c->plot, true);
    json_array_foreach(c->lines, l, line) {
        if (has_points(line))
            draw_points(file, c, line, routh_svg_colour(l));
        else
            draw_curve(file, c, line, look_of(l, look));
    }
    legend(file, c);
}

double routh_svg_note(FILE *file, const char *note, double left, double top, double width) {
    char line[ROUTH_NAME_SIZE];
    int count = 0;
    while (*(note += strspn(note, " "))) {
        size_t length = 0;
        for (size_t end = strcspn(note, " "); end < sizeof line; end += 1 + strcspn(note + end + 1, " ")) {
            snprintf(line, end + 1, "%s", note);
            if (length > 0 && routh_svg_formula_width(line, SMALL) > width)
                break;
            length = end;
            if (!note[end])
                break;
        }
        length = length > 0 ? length : strcspn(note, " "); /* a word that no line holds is cut */
        snprintf(line, sizeof line, "%.*s", (int)length, note);
        if (file)
            routh_svg_formula(file, left, top + NOTE_ROW * count, SMALL, SVG_START, SVG_FAINT_TEXT, line);
        note += length;
        count++;
    }
    return NOTE_ROW * count;
}

svg_spot routh_svg_table(FILE *file, const json_t *table, double room) {
    const json_t *columns = json_object_get(table, "columns"), *rows = json_object_get(table, "rows");
    const size_t all = json_array_size(rows), fitting = (size_t)fmax(0, fmin(1e6, room / TABLE_ROW - 1));
    const size_t count = all < fitting ? all : fitting;
    char more[64];
    double x = 0;
    for (size_t c = 0; c < json_array_size(columns); c++) {
        double width = 0;
        for (size_t pass = 0; pass < 2; pass++) { /* how wide it is, and then its texts */
            for (size_t r = 0; r <= count; r++) {
                const json_t *row = r ? json_array_get(rows, r - 1) : columns;
                const char *text = json_string_value(json_array_get(row, c));
                const bool number = r > 0 && strspn(text, "-−+.0123456789") > 0;
                if (pass == 0)
                    width = fmax(width, routh_svg_formula_width(text, SMALL));
                else if (file)
                    routh_svg_formula(file, number ? x + width : x, (double)(TABLE_ROW * r), SMALL,
                                      number ? SVG_END : SVG_START, r ? "" : SVG_FAINT_TEXT, text);
            }
        }
        x += width + TABLE_GAP;
    }
    snprintf(more, sizeof more, "and %zu more", all - count);
    if (file && count < all)
        routh_svg_text(file, 0, (double)(TABLE_ROW * (count + 1)), SMALL, SVG_START, SVG_FAINT_TEXT, more);
    return (svg_spot){x, (double)(TABLE_ROW * count)};
}

/* How wide charts are that stand in a row, by how many there are. */
static size_t in_a_row(const routh_figure *figure) {
    const size_t count = json_array_size(figure->charts);
    return figure->across ? figure->across : count < 2 ? 1 : count % 3 == 0 ? 3 : 2;
}

/* The charts from the top on; returns the lower right corner. Without a file nothing is drawn. */
static svg_spot draw_charts(FILE *file, const routh_figure *figure, double width) {
    const size_t count = json_array_size(figure->charts), across = in_a_row(figure);
    svg_spot end = {LEFT + (double)across * (width + GAP) - GAP, TOP};
    double deepest = 0;
    for (size_t k = 0; k < count; k++) {
        const json_t *object = json_array_get(figure->charts, k);
        const bool is_table = json_object_get(object, "rows");
        const double left = LEFT + (double)(k % across) * (width + GAP);
        svg_spot corner;
        chart c;
        if (file)
            routh_svg_group(file, left, end.y + TITLE);
        if (is_table) {
            corner = routh_svg_table(file, object, INFINITY);
        } else {
            lay_out(&c, object, width, figure->decades >> k & 1, figure->even);
            if (file)
                draw_chart(file, &c, text_at(object, "title"));
            corner = (svg_spot){width, HEIGHT + AXIS + legend(NULL, &c)};
        }
        if (file)
            fputs("</g>\n", file);
        end.x = fmax(end.x, left + corner.x);
        deepest = fmax(deepest, TITLE + corner.y);
        if (k % across + 1 == across || k + 1 == count) {
            end.y += deepest + BETWEEN;
            deepest = 0;
        }
    }
    return end;
}

routh_status routh_draw_figure(routh_context *context, FILE *file, routh_figure figure) {
    static const double widths[] = {0, 620, 340, 240};
    if (!figure.charts)
        return routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory to draw charts");
    const double each = widths[in_a_row(&figure)];
    const svg_spot end = draw_charts(NULL, &figure, each);
    const double room = end.x - LEFT, width = end.x + RIGHT;
    const double height = end.y + routh_svg_note(NULL, figure.note, LEFT, 0, room);
    routh_svg_begin_description(file, width, height, figure.title);
    routh_xml_escape(file, figure.note);
    fputs(figure.findings ? " " : "", file);
    routh_svg_end_findings(file, width, height, figure.findings ? figure.findings : &(routh_findings){0});
    routh_svg_text(file, LEFT, 26, 14, SVG_START, "font-weight=\"bold\"", figure.title);
    draw_charts(file, &figure, each);
    routh_svg_note(file, figure.note, LEFT, end.y, room);
    fputs("</svg>\n", file);
    json_decref(figure.charts);
    return ROUTH_OK;
}
