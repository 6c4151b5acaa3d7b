/* The drawing of a billiard ball's path on the cloth, after figure 11 of Modeling of tangential compliance in 3D impact:
 * the path from above with letters where its kind changes, a table that explains them, and the ball as the cue sees it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/report.h>

#include <math.h>

#include "base/context.h"
#include "file/output.h"
#include "report/billiard_panel.h"
#include "report/svg.h"
#include "simulate/billiard.h"

/* All in pixels. */
enum {
    WIDTH = 900,
    MARGIN = 16,
    PANEL_LEFT = 66,
    PANEL_TOP = 16,
    PANEL_WIDTH = 500,
    PANEL_LOWEST = 330,
    PANEL_HIGHEST = 620,
    BELOW = 72, /* the axis's title and the note */
    SIDE_LEFT = 592,
    TABLE_TOP = 30,
    TABLE_ROW = 21,
    FACE_TOP = 178,
    FACE_RADIUS = 44
};

#define DEGREES    57.295779513082320877
#define FAINT_TEXT "fill=\"#555555\""

/* The table's columns from its left: left-hand edges of text, right-hand edges of numbers. */
enum { COLUMN_LINE = 18, COLUMN_KIND = 66, COLUMN_START = 180, COLUMN_SPEED = 236, COLUMN_SPIN = 290 };

static void table_row(const billiard_panel *panel, size_t index, FILE *file) {
    const path_stretch *stretch = &panel->stretch[index];
    const routh_path_piece *piece = &panel->path->piece[stretch->first];
    const double *v = piece->ball.velocity, *spin = piece->ball.spin;
    double y = TABLE_TOP + TABLE_ROW * (double)(index + 1);
    char number[ROUTH_NUMBER_TEXT], words[ROUTH_NUMBER_TEXT];
    routh_svg_text(file, SIDE_LEFT, y, 12, SVG_START, "font-weight=\"bold\"",
                   (const char[2]){(char)('A' + (int)index), '\0'});
    if (stretch->kind <= ROUTH_PATH_ROLLING)
        fprintf(file, "<path d=\"M%d,%gh36\" fill=\"none\" %s/>\n", SIDE_LEFT + COLUMN_LINE, y - 4,
                routh_billiard_line(stretch->kind));
    if (stretch->count > 1)
        snprintf(words, sizeof words, "%s × %zu", routh_name(&routh_path_kinds, stretch->kind), stretch->count);
    else
        snprintf(words, sizeof words, "%s", routh_name(&routh_path_kinds, stretch->kind));
    routh_svg_text(file, SIDE_LEFT + COLUMN_KIND, y, 12, SVG_START, "", words);
    routh_svg_text(file, SIDE_LEFT + COLUMN_START, y, 12, SVG_END, "", routh_number_text(piece->start, 3, number));
    routh_svg_text(file, SIDE_LEFT + COLUMN_SPEED, y, 12, SVG_END, "",
                   routh_number_text(sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), 3, number));
    routh_svg_text(file, SIDE_LEFT + COLUMN_SPIN, y, 12, SVG_END, "",
                   routh_number_text(sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]), 3, number));
}

static void draw_table(const billiard_panel *panel, FILE *file) {
    routh_svg_text(file, SIDE_LEFT, TABLE_TOP, 10, SVG_START, FAINT_TEXT, "from here");
    routh_svg_text(file, SIDE_LEFT + COLUMN_START, TABLE_TOP, 10, SVG_END, FAINT_TEXT, "time (s)");
    routh_svg_text(file, SIDE_LEFT + COLUMN_SPEED, TABLE_TOP, 10, SVG_END, FAINT_TEXT, "m/s");
    routh_svg_text(file, SIDE_LEFT + COLUMN_SPIN, TABLE_TOP, 10, SVG_END, FAINT_TEXT, "rad/s");
    for (size_t i = 0; i < panel->stretches; i++)
        table_row(panel, i, file);
}

/* The ball as seen along the cue, with the place that the tip touches. */
static void draw_face(const routh_shot *shot, FILE *file) {
    double x = SIDE_LEFT + FACE_RADIUS + 2, y = FACE_TOP + FACE_RADIUS, left = x + FACE_RADIUS + 18;
    fprintf(file,
            "<path d=\"M%g,%gh%d M%g,%gv%d\" stroke=\"%s\" stroke-width=\"0.6\"/>\n<circle cx=\"%g\" cy=\"%g\" "
            "r=\"%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\"/>\n",
            x - FACE_RADIUS, y, 2 * FACE_RADIUS, x, y - FACE_RADIUS, 2 * FACE_RADIUS, SVG_FAINT, x, y, FACE_RADIUS,
            SVG_INK);
    fprintf(file, "<circle class=\"tip\" cx=\"%.2f\" cy=\"%.2f\" r=\"5\" fill=\"%s\"/>\n", x + FACE_RADIUS * shot->side,
            y - FACE_RADIUS * shot->up, BILLIARD_WOOD);
    char number[3][ROUTH_NUMBER_TEXT], line[3 * ROUTH_NUMBER_TEXT + 64];
    routh_svg_text(file, left, y - 26, 12, SVG_START, "font-weight=\"bold\"", "the ball as the cue sees it");
    snprintf(line, sizeof line, "tip %s right, %s up (ball radii)", routh_number_text(shot->side, 3, number[0]),
             routh_number_text(shot->up, 3, number[1]));
    routh_svg_text(file, left, y - 7, 11, SVG_START, "", line);
    snprintf(line, sizeof line, "cue %s m/s, elevated %s°,", routh_number_text(shot->speed, 3, number[0]),
             routh_number_text(DEGREES * shot->elevation, 3, number[1]));
    routh_svg_text(file, left, y + 10, 11, SVG_START, "", line);
    snprintf(line, sizeof line, "pointing %s° from x to y", routh_number_text(DEGREES * shot->azimuth, 3, number[0]));
    routh_svg_text(file, left, y + 27, 11, SVG_START, "", line);
}

static void draw_description(const billiard_panel *panel, FILE *file) {
    fputs("Seen from above, in metres.", file);
    for (size_t i = 0; i < panel->stretches; i++) {
        const routh_path_piece *piece = &panel->path->piece[panel->stretch[i].first];
        fprintf(file, " %s from (%.4g, %.4g) at %.4g s.", routh_name(&routh_path_kinds, piece->kind),
                piece->ball.position[0], piece->ball.position[1], piece->start);
    }
}

static void draw_note(const billiard_panel *panel, double y, FILE *file) {
    char line[ROUTH_NUMBER_TEXT + 160], number[ROUTH_NUMBER_TEXT];
    if (panel->mark_step > 0)
        snprintf(
            line, sizeof line,
            "Seen from above, true to scale. Circles: the ball at the letters. Small rings: where it is every %s s.",
            routh_number_text(panel->mark_step, 3, number));
    else
        snprintf(line, sizeof line, "Seen from above, true to scale. Circle: the ball, which is still.");
    routh_svg_text(file, MARGIN, y, 10.5, SVG_START, FAINT_TEXT, line);
}

static routh_status write_svg(routh_context *context, const routh_ball_path *path, const routh_shot *shot, FILE *file) {
    const billiard_panel panel = routh_billiard_panel_of(path, shot, PANEL_WIDTH, PANEL_LOWEST, PANEL_HIGHEST);
    double height = PANEL_TOP + panel.view.height + BELOW;
    routh_svg_begin_description(file, WIDTH, height, "Path of a billiard ball on the cloth");
    draw_description(&panel, file);
    routh_svg_end_description(file, WIDTH, height);
    fprintf(file, "<g transform=\"translate(%d,%d)\">\n", PANEL_LEFT, PANEL_TOP);
    routh_status status = routh_billiard_panel_draw(context, &panel, file);
    if (status != ROUTH_OK)
        return status;
    routh_svg_metre_axes(file, panel.view.width, panel.view.height, panel.ticks);
    fputs("</g>\n", file);
    draw_table(&panel, file);
    if (shot)
        draw_face(shot, file);
    draw_note(&panel, height - 12, file);
    fputs("</svg>\n", file);
    return ROUTH_OK;
}

routh_status routh_ball_path_write(routh_context *context, const routh_ball_path *path, const routh_shot *shot,
                                   routh_io to) {
    if (!path || path->count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "ball path: nothing to draw");
    routh_status status = shot ? routh_shot_check(context, shot) : ROUTH_OK;
    routh_text text;
    if (status == ROUTH_OK)
        status = routh_text_begin(context, to, &text);
    return status == ROUTH_OK ? routh_text_end(context, &text, write_svg(context, path, shot, text.file)) : status;
}
