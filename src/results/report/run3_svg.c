/* The strobed drawing of a run in space: the body over time seen from a corner, the path of its centre of mass, its
 * impacts, and a table of these.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "file/output.h"
#include "report/run3_panel.h"
#include "report/writers.h"

/* All in pixels. */
enum {
    WIDTH = 900,
    MARGIN = 16,
    PANEL_WIDTH = 620,
    PANEL_LOWEST = 280,
    PANEL_HIGHEST = 640,
    BELOW = 50, /* the note */
    SIDE_LEFT = 654,
    TABLE_TOP = 92,
    TABLE_ROW = 19
};

/* The table's columns from its left, right-hand edges. */
enum { COLUMN_NUMBER = 20, COLUMN_TIME = 80, COLUMN_SPEED = 150, COLUMN_CONTACTS = 222 };

#define FAINT_TEXT "fill=\"#555555\""

static void table_row(const routh_run3_record *one, size_t index, double y, FILE *file) {
    char number[ROUTH_NUMBER_TEXT];
    snprintf(number, sizeof number, "%zu", index + 1);
    routh_svg_text(file, SIDE_LEFT + COLUMN_NUMBER, y, 11.5, SVG_END, "fill=\"#8a0018\"", number);
    routh_svg_text(file, SIDE_LEFT + COLUMN_TIME, y, 11.5, SVG_END, "", routh_fixed_text(one->time, 4, number));
    routh_svg_text(file, SIDE_LEFT + COLUMN_SPEED, y, 11.5, SVG_END, "", routh_number_text(one->speed, 3, number));
    snprintf(number, sizeof number, "%zu", one->contacts);
    routh_svg_text(file, SIDE_LEFT + COLUMN_CONTACTS, y, 11.5, SVG_END, "", number);
}

/* What becomes of the body after the impacts of the table. Sliding and rolling are no impacts. */
static const char *ending_of(const routh_run3_panel *panel) {
    const routh_run3 *run = panel->run;
    const routh_state3 *last = &run->sample[run->sample_count - 1];
    if (run->rests)
        return "then it rests";
    if (routh_world3_distance(panel->world, last) > 1e-3 * panel->world->shape->radius)
        return run->record_count == 0 ? "no impact" : "then it flies on";
    return run->record_count == 0 ? "no impact: it slides on" : "then it slides on";
}

static void draw_table(const routh_run3_panel *panel, double height, FILE *file) {
    const routh_world3 *world = panel->world;
    const routh_run3 *run = panel->run;
    char line[ROUTH_LABEL_SIZE + 96];
    snprintf(line, sizeof line, "%s, %zu corners", world->shape->name, world->shape->count);
    routh_svg_text(file, SIDE_LEFT, 30, 13, SVG_START, "font-weight=\"bold\"", line);
    snprintf(line, sizeof line, "%.4g kg, %s", world->mass, world->surface.law->name);
    routh_svg_text(file, SIDE_LEFT, 49, 11.5, SVG_START, "", line);
    routh_svg_text(file, SIDE_LEFT + COLUMN_TIME, TABLE_TOP - TABLE_ROW, 10, SVG_END, FAINT_TEXT, "time (s)");
    routh_svg_text(file, SIDE_LEFT + COLUMN_SPEED, TABLE_TOP - TABLE_ROW, 10, SVG_END, FAINT_TEXT, "approach (m/s)");
    routh_svg_text(file, SIDE_LEFT + COLUMN_CONTACTS, TABLE_TOP - TABLE_ROW, 10, SVG_END, FAINT_TEXT, "contacts");
    const size_t room = (size_t)fmax(0, (height - TABLE_TOP - BELOW) / TABLE_ROW);
    const size_t shown = run->record_count < room ? run->record_count : room;
    double y = TABLE_TOP;
    for (size_t i = 0; i < shown; i++, y += TABLE_ROW)
        table_row(&run->record[i], i, y, file);
    if (shown < run->record_count)
        snprintf(line, sizeof line, "and %zu more", run->record_count - shown);
    else
        snprintf(line, sizeof line, "%s", ending_of(panel));
    routh_svg_text(file, SIDE_LEFT, y + 2, 10.5, SVG_START, FAINT_TEXT, line);
}

static void draw_description(const routh_run3_panel *panel, FILE *file) {
    const routh_run3 *run = panel->run;
    const routh_state3 *first = &run->sample[0], *last = &run->sample[run->sample_count - 1];
    fputs("Seen from a corner: ", file);
    routh_xml_escape(file, panel->world->shape->name);
    fprintf(file, ", its centre of mass from (%.4g, %.4g, %.4g) m to (%.4g, %.4g, %.4g) m in %.4g s.",
            first->position[0], first->position[1], first->position[2], last->position[0], last->position[1],
            last->position[2], last->time - first->time);
    for (size_t i = 0; i < panel->impacts && i < 20; i++)
        fprintf(file, " Impact %zu at %.4g s.", i + 1, run->record[i].time);
}

static void draw_note(const routh_run3_panel *panel, double y, FILE *file) {
    char line[2 * ROUTH_NUMBER_TEXT + 160], strobe[ROUTH_NUMBER_TEXT], square[ROUTH_NUMBER_TEXT];
    snprintf(line, sizeof line, "The body every %s s, first light, then dark, its corners drawn sharp. Squares: %s m.",
             routh_number_text(panel->strobe, 3, strobe), routh_number_text(panel->squares.step, 3, square));
    routh_svg_text(file, MARGIN, y - 15, 10.5, SVG_START, FAINT_TEXT, line);
    routh_svg_text(file, MARGIN, y, 10.5, SVG_START, FAINT_TEXT,
                   "Orange: the path of the centre of mass. Red: impacts, open where several contacts close at once.");
}

routh_status routh_run3_write_svg(routh_context *context, const routh_world3 *world, const routh_run3 *run,
                                  const char *title, routh_io to) {
    const routh_run3_panel panel = routh_run3_panel_of(world, run, PANEL_WIDTH, PANEL_LOWEST, PANEL_HIGHEST);
    const double height = MARGIN + panel.view.height + BELOW;
    routh_text text;
    const routh_status status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    FILE *file = text.file;
    routh_svg_begin_description(file, WIDTH, height, title);
    draw_description(&panel, file);
    routh_svg_end_description(file, WIDTH, height);
    fprintf(file, "<clipPath id=\"window\"><rect width=\"%g\" height=\"%g\"/></clipPath>\n", panel.view.width,
            panel.view.height);
    fprintf(file, "<g transform=\"translate(%d,%d)\" clip-path=\"url(#window)\">\n", MARGIN, MARGIN);
    routh_run3_panel_fixed(&panel, file);
    routh_run3_panel_bodies(&panel, file);
    routh_run3_panel_path(&panel, file);
    routh_run3_panel_impacts(&panel, file);
    fputs("</g>\n", file);
    draw_table(&panel, height, file);
    draw_note(&panel, height - 12, file);
    fputs("</svg>\n", file);
    return routh_text_end(context, &text, status);
}
