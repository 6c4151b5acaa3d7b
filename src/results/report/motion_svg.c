/* The strobed drawing of a run: outlines over time, the path of the centre, where it touched, and a table of that.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/writers.h"

#include <math.h>

#include "base/context.h"
#include "file/output.h"
#include "report/motion_panel.h"

/* All in pixels. */
enum {
    WIDTH = 900,
    MARGIN = 16,
    PANEL_LEFT = 66,
    PANEL_TOP = 16,
    PANEL_WIDTH = 540,
    PANEL_LOWEST = 260,
    PANEL_HIGHEST = 640,
    BELOW = 72, /* the axis's title and the note */
    SIDE_LEFT = 626,
    TABLE_TOP = 92,
    TABLE_ROW = 19
};

/* The table's columns from its left, right-hand edges. */
enum { COLUMN_NUMBER = 20, COLUMN_TIME = 74, COLUMN_SPEED = 142, COLUMN_IMPULSE = 208, COLUMN_MODE = 256 };

#define FAINT_TEXT "fill=\"#555555\""

static void table_row(const motion_panel *panel, size_t index, double y, FILE *file) {
    const routh_run_record *one = &panel->run->record[index];
    char number[ROUTH_NUMBER_TEXT];
    snprintf(number, sizeof number, "%zu", index + 1);
    routh_svg_text(file, SIDE_LEFT + COLUMN_NUMBER, y, 11.5, SVG_END, "fill=\"#8a0018\"", number);
    routh_svg_text(file, SIDE_LEFT + COLUMN_TIME, y, 11.5, SVG_END, "", routh_fixed_text(one->time, 4, number));
    routh_svg_text(file, SIDE_LEFT + COLUMN_SPEED, y, 11.5, SVG_END, "",
                   routh_number_text(routh_motion_closing_speed(panel->world, one), 3, number));
    routh_svg_text(file, SIDE_LEFT + COLUMN_IMPULSE, y, 11.5, SVG_END, "", routh_number_text(1e3 * one->pn, 3, number));
    routh_svg_text(file, SIDE_LEFT + COLUMN_MODE, y, 11.5, SVG_END, "", one->slips ? "slips" : "sticks");
}

static void draw_table(const motion_panel *panel, double height, FILE *file) {
    const routh_body *body = &panel->world->body;
    char words[MOTION_WORDS], line[MOTION_WORDS + 64];
    routh_svg_text(file, SIDE_LEFT, 30, 13, SVG_START, "font-weight=\"bold\"",
                   routh_motion_shape_words(&body->shape, words));
    snprintf(line, sizeof line, "%.4g kg, %.4g kg m²", body->mass, body->inertia);
    routh_svg_text(file, SIDE_LEFT, 49, 11.5, SVG_START, "", line);
    static const char *const titles[] = {"", "time (s)", "v (m/s)", "P (mN s)", ""};
    static const int columns[] = {COLUMN_NUMBER, COLUMN_TIME, COLUMN_SPEED, COLUMN_IMPULSE, COLUMN_MODE};
    for (int i = 1; i < 4; i++)
        routh_svg_text(file, SIDE_LEFT + columns[i], TABLE_TOP - TABLE_ROW, 10, SVG_END, FAINT_TEXT, titles[i]);
    const size_t count = panel->run->record_count, room = (size_t)((height - TABLE_TOP - BELOW) / TABLE_ROW);
    const size_t shown = count < room ? count : room;
    double y = TABLE_TOP;
    for (size_t i = 0; i < shown; i++, y += TABLE_ROW)
        table_row(panel, i, y, file);
    if (shown < count)
        snprintf(line, sizeof line, "and %zu more", count - shown);
    else
        snprintf(line, sizeof line, "%s", count == 0 ? "no contact" : panel->run->rests ? "then it rests" : "");
    routh_svg_text(file, SIDE_LEFT, y + 2, 10.5, SVG_START, FAINT_TEXT, line);
}

static void draw_description(const motion_panel *panel, FILE *file) {
    const routh_run *run = panel->run;
    const routh_state *last = &run->sample[run->sample_count - 1];
    char words[MOTION_WORDS];
    fprintf(file,
            "Seen from the side, in metres: %s, from (%.4g, %.4g) to (%.4g, "
            "%.4g) in %.4g s.",
            routh_motion_shape_words(&panel->world->body.shape, words), run->sample[0].pose.x, run->sample[0].pose.y,
            last->pose.x, last->pose.y, last->time - run->sample[0].time);
    for (size_t i = 0; i < panel->touchings && i < 20; i++)
        fprintf(file, " Contact %zu at %.4g s.", i + 1, run->record[i].time);
}

static void draw_note(const motion_panel *panel, double y, FILE *file) {
    char line[ROUTH_NUMBER_TEXT + 200], number[ROUTH_NUMBER_TEXT];
    snprintf(line, sizeof line,
             "True to scale. Outlines every %s s, first light, then dark; the line is the path of the centre of mass. "
             "Red: contacts, filled where they stick.",
             routh_number_text(panel->strobe, 3, number));
    routh_svg_text(file, MARGIN, y, 10.5, SVG_START, FAINT_TEXT, line);
}

static void write_svg(const routh_world *world, const routh_run *run, FILE *file) {
    const motion_panel panel = routh_motion_panel_of(world, run, PANEL_WIDTH, PANEL_LOWEST, PANEL_HIGHEST);
    const double height = PANEL_TOP + panel.view.height + BELOW;
    routh_svg_begin_description(file, WIDTH, height, "A dropped body");
    draw_description(&panel, file);
    routh_svg_end_description(file, WIDTH, height);
    fprintf(file, "<g transform=\"translate(%d,%d)\">\n", PANEL_LEFT, PANEL_TOP);
    routh_motion_panel_surfaces(&panel, file);
    routh_motion_panel_outlines(&panel, file);
    routh_motion_panel_path(&panel, file);
    routh_motion_panel_contacts(&panel, file);
    routh_svg_metre_axes(file, panel.view.width, panel.view.height, panel.ticks);
    fputs("</g>\n", file);
    draw_table(&panel, height, file);
    draw_note(&panel, height - 12, file);
    fputs("</svg>\n", file);
}

routh_status routh_run_write_svg(routh_context *context, const routh_world *world, const routh_run *run, routh_io to) {
    routh_status status = routh_motion_check(context, world, run);
    routh_text text;
    if (status == ROUTH_OK)
        status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    write_svg(world, run, text.file);
    return routh_text_end(context, &text, status);
}
