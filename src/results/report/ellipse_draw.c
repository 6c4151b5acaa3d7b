/* The drawing of one energy ellipse: a large panel with all impulses, a table that names them, and a small panel for
 * each law with the region it covers, after figure 4 of Fundamental limitations.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg.h"
#include "report/write.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/context.h"
#include "impact/impact.h"
#include "study/explore.h"

/* All in pixels. */
enum {
    WIDTH = 900,
    MARGIN = 16,
    MAIN_LEFT = 66,
    MAIN_TOP = 16,
    MAIN_WIDTH = 378,
    MAIN_HEIGHT = 324,
    TABLE_TOP = MAIN_TOP + MAIN_HEIGHT + 62,
    TABLE_ROW = 16,
    SMALL_LEFT = 476,
    SMALL_TOP = 16,
    SMALL_SPACE = 408, /* all columns of small panels together */
    SMALL_GAP_X = 14,
    SMALL_GAP_Y = 36,
    SMALL_TITLE = 16,
    NOTE_ROW = 15
};

#define MARKER_RADIUS 7.0
#define LABEL_RADIUS  6.5
#define LINE_WEIGHT   3.0 /* a label had better not cross a line */

/* The drawing in hand. */
typedef struct ellipse_drawing {
    FILE *file;
    const routh_impact_study *study;
    routh_impulse_groups groups;
    svg_extent extent;
    svg_view main_view;
    svg_ticks main_ticks;
    svg_view small_view;
    size_t small_columns;
} ellipse_drawing;

static svg_style style_of(const ellipse_drawing *drawing, size_t law) {
    return routh_svg_law_style(drawing->study->laws[law].law, law);
}

static routh_point impulse_of(const ellipse_drawing *drawing, size_t law) {
    const routh_outcome *outcome = &drawing->study->laws[law].outcome;
    return (routh_point){outcome->pt, outcome->pn};
}

/* The impulse's place in the window, at the window's edge when it lies outside. */
static svg_spot marker_spot(const ellipse_drawing *drawing, const svg_view *view, size_t law) {
    svg_spot spot = routh_svg_project(view, impulse_of(drawing, law));
    return (svg_spot){fmax(0, fmin(view->width, spot.x)), fmax(0, fmin(view->height, spot.y)), 0};
}

/* The first of the texts, longest first, that finds a free place along the line; otherwise the one that covers least.
 */
static void line_label(const ellipse_drawing *drawing, svg_label_map *map, const routh_point ends[2],
                       const char *const texts[3]) {
    enum { SIZE = 11, HEIGHT = 13 };
    svg_spot from = routh_svg_project(&drawing->main_view, ends[0]),
             to = routh_svg_project(&drawing->main_view, ends[1]);
    const char *chosen = texts[0];
    svg_spot spot = {0};
    double least = INFINITY;
    for (int i = 0; i < 3 && least > 0; i++) {
        svg_spot candidate;
        double cost = routh_svg_place_along(map, from, to, routh_svg_text_width(texts[i], SIZE), HEIGHT, &candidate);
        if (cost < least) {
            least = cost;
            chosen = texts[i];
            spot = candidate;
        }
    }
    routh_svg_label_map_add_text(map, spot, routh_svg_text_width(chosen, SIZE), HEIGHT);
    char turn[96];
    snprintf(turn, sizeof turn, "transform=\"translate(%.2f,%.2f) rotate(%.3f)\"", spot.x, spot.y,
             spot.angle * 57.295779513082320877);
    routh_svg_text(drawing->file, 0, 4, SIZE, SVG_MIDDLE, turn, chosen);
}

static void note_lines(const ellipse_drawing *drawing, svg_label_map *map) {
    enum { OUTLINE = 90 };
    const routh_ellipse *ellipse = &drawing->study->ellipse;
    routh_point outline[OUTLINE];
    routh_ellipse_outline(ellipse, OUTLINE, outline);
    for (int i = 0; i < OUTLINE; i++) {
        svg_spot spot = routh_svg_project(&drawing->main_view, outline[i]);
        routh_svg_label_map_add(map, spot.x, spot.y, 3, LINE_WEIGHT);
    }
    routh_svg_label_map_add_line(map, routh_svg_project(&drawing->main_view, ellipse->stick[0]),
                                 routh_svg_project(&drawing->main_view, ellipse->stick[1]), 2, LINE_WEIGHT);
    routh_svg_label_map_add_line(map, routh_svg_project(&drawing->main_view, ellipse->compression[0]),
                                 routh_svg_project(&drawing->main_view, ellipse->compression[1]), 2, LINE_WEIGHT);
}

static void group_label(const ellipse_drawing *drawing, svg_label_map *map, size_t group) {
    svg_spot at = marker_spot(drawing, &drawing->main_view, drawing->groups.first[group]);
    svg_spot label = routh_svg_place_near(map, at.x, at.y, LABEL_RADIUS);
    double distance = hypot(label.x - at.x, label.y - at.y);
    if (distance > 16) {
        double stop = 1 - LABEL_RADIUS / distance;
        routh_svg_line(drawing->file, at, (svg_spot){at.x + stop * (label.x - at.x), at.y + stop * (label.y - at.y), 0},
                       "stroke=\"" SVG_INK "\" stroke-width=\"0.8\"");
    }
    char name[ROUTH_GROUP_NAME];
    routh_svg_text(drawing->file, label.x, label.y + 4.3, 12, SVG_MIDDLE, "font-weight=\"bold\"",
                   routh_group_name(group, name));
}

static void draw_labels(const ellipse_drawing *drawing, svg_label_map *map) {
    static const char *const sticking[] = {"line of sticking", "sticking", "stick"};
    static const char *const compression[] = {"line of maximum compression", "maximum compression", "compression"};
    note_lines(drawing, map);
    for (size_t i = 0; i < drawing->groups.count; i++) {
        svg_spot spot = marker_spot(drawing, &drawing->main_view, drawing->groups.first[i]);
        routh_svg_label_map_add(map, spot.x, spot.y, MARKER_RADIUS, 10);
    }
    line_label(drawing, map, drawing->study->ellipse.stick, sticking);
    line_label(drawing, map, drawing->study->ellipse.compression, compression);
    for (size_t i = 0; i < drawing->groups.count; i++)
        group_label(drawing, map, i);
}

static routh_status draw_main_panel(routh_context *context, const ellipse_drawing *drawing) {
    const svg_view *view = &drawing->main_view;
    FILE *file = drawing->file;
    svg_label_map map;
    routh_status status =
        routh_svg_label_map_create(context, view->width, view->height, 600 + 64 * drawing->study->count, &map);
    if (status != ROUTH_OK)
        return status;

    fprintf(file, "<g transform=\"translate(%d,%d)\">\n", MAIN_LEFT, MAIN_TOP);
    routh_svg_panel_ellipse(file, view, drawing->study);
    routh_svg_panel_axes(file, view, drawing->main_ticks, 1);
    char unit[ROUTH_NUMBER_TEXT], title[ROUTH_NUMBER_TEXT + 8];
    routh_svg_impulse_unit(drawing->main_ticks.exponent, unit);
    snprintf(title, sizeof title, "*P*_t %s", unit);
    routh_svg_formula(file, view->width / 2, view->height + 36, 12, SVG_MIDDLE, "", title);
    char upright[64];
    snprintf(upright, sizeof upright, "transform=\"translate(-46,%g) rotate(-90)\"", view->height / 2);
    snprintf(title, sizeof title, "*P*_n %s", unit);
    routh_svg_formula(file, 0, 0, 12, SVG_MIDDLE, upright, title);

    draw_labels(drawing, &map);
    for (size_t i = 0; i < drawing->groups.count; i++) {
        svg_spot spot = marker_spot(drawing, view, drawing->groups.first[i]);
        routh_svg_marker(file, style_of(drawing, drawing->groups.first[i]), spot.x, spot.y, 1);
    }
    fputs("</g>\n", file);
    routh_svg_label_map_release(context, &map);
    return ROUTH_OK;
}

/* The table's columns from the margin: left-hand edges of text, right-hand edges of numbers. */
enum { COLUMN_LAW = 36, COLUMN_MODE = 156, COLUMN_PT = 276, COLUMN_PN = 332, COLUMN_ENERGY = 388, COLUMN_STICK = 428 };

static void table_header(const ellipse_drawing *drawing) {
    FILE *file = drawing->file;
    char unit[ROUTH_NUMBER_TEXT], title[ROUTH_NUMBER_TEXT + 16];
    snprintf(title, sizeof title, "*P*_t, *P*_n %s", routh_svg_impulse_unit(drawing->main_ticks.exponent, unit));
    routh_svg_text(file, MARGIN + COLUMN_LAW, TABLE_TOP, 10, SVG_START, SVG_FAINT_TEXT, "law");
    routh_svg_text(file, MARGIN + COLUMN_MODE, TABLE_TOP, 10, SVG_START, SVG_FAINT_TEXT, "mode");
    routh_svg_formula(file, MARGIN + COLUMN_PN, TABLE_TOP, 10, SVG_END, SVG_FAINT_TEXT, title);
    routh_svg_text(file, MARGIN + COLUMN_ENERGY, TABLE_TOP, 10, SVG_END, SVG_FAINT_TEXT, "energy");
    routh_svg_formula(file, MARGIN + COLUMN_STICK, TABLE_TOP, 10, SVG_END, SVG_FAINT_TEXT, "*μ*_s");
}

/* To that many decimals, or with a power of ten where the column is too narrow for it. */
static const char *narrow_number(double value, int decimals, char number[ROUTH_NUMBER_TEXT]) {
    enum { SIZE = 11 };
    routh_fixed_text(value, decimals, number);
    return routh_svg_text_width(number, SIZE) < COLUMN_PN - COLUMN_PT ? number : routh_number_text(value, 2, number);
}

static void table_row(const ellipse_drawing *drawing, size_t law, double y) {
    const routh_impact_study_law *entry = &drawing->study->laws[law];
    FILE *file = drawing->file;
    double unit = pow(10, drawing->main_ticks.exponent);
    int decimals = drawing->main_ticks.decimals + 2;
    char number[ROUTH_NUMBER_TEXT], percent[ROUTH_NUMBER_TEXT + 4];
    routh_svg_marker(file, style_of(drawing, law), MARGIN + 24, y - 4, 0.9);
    routh_svg_text(file, MARGIN + COLUMN_LAW, y, 11, SVG_START, "", entry->law->name);
    routh_svg_text(file, MARGIN + COLUMN_MODE, y, 11, SVG_START, "", routh_name(&routh_modes, entry->outcome.mode));
    routh_svg_text(file, MARGIN + COLUMN_PT, y, 11, SVG_END, "",
                   narrow_number(entry->outcome.pt / unit, decimals, number));
    routh_svg_text(file, MARGIN + COLUMN_PN, y, 11, SVG_END, "",
                   narrow_number(entry->outcome.pn / unit, decimals, number));
    if (entry->body_energy_ratio < 10)
        snprintf(percent, sizeof percent, "%s %%", routh_fixed_text(100 * entry->body_energy_ratio, 1, number));
    else
        snprintf(percent, sizeof percent, ">1000 %%");
    routh_svg_text(file, MARGIN + COLUMN_ENERGY, y, 11, SVG_END, "", percent);
    routh_svg_text(file, MARGIN + COLUMN_STICK, y, 11, SVG_END, "",
                   entry->stick.sticks   ? routh_fixed_text(entry->stick.mu, 3, number)
                   : entry->never_sticks ? "never"
                                         : "> 2");
}

/* Laws with the same impulse stand together under one letter. */
static void draw_table(const ellipse_drawing *drawing) {
    double y = TABLE_TOP + 4;
    table_header(drawing);
    for (size_t group = 0; group < drawing->groups.count; group++) {
        fprintf(drawing->file, "<path d=\"M%d,%gh%d\" stroke=\"%s\" stroke-width=\"0.5\"/>\n", MARGIN, y + 1,
                COLUMN_STICK, SVG_FAINT);
        char name[ROUTH_GROUP_NAME];
        routh_svg_text(drawing->file, MARGIN + 2, y + TABLE_ROW - 3, 11, SVG_START, "font-weight=\"bold\"",
                       routh_group_name(group, name));
        for (size_t law = 0; law < drawing->study->count; law++) {
            if (drawing->groups.of_law[law] != group)
                continue;
            y += TABLE_ROW;
            table_row(drawing, law, y - 3);
        }
    }
}

static void draw_small_panel(const ellipse_drawing *drawing, size_t law) {
    const routh_impact_study_law *entry = &drawing->study->laws[law];
    FILE *file = drawing->file;
    const svg_view *view = &drawing->small_view;
    svg_style style = style_of(drawing, law);
    size_t column = law % drawing->small_columns, row = law / drawing->small_columns;
    double x = SMALL_LEFT + (view->width + SMALL_GAP_X) * (double)column;
    double y = SMALL_TOP + (view->height + SMALL_GAP_Y) * (double)row;
    fprintf(file, "<g transform=\"translate(%.2f,%.2f)\"><title>", x, y + SMALL_TITLE);
    routh_xml_escape(file, entry->law->title);
    fputs("</title>\n<g clip-path=\"url(#routh-small)\">\n", file);
    routh_svg_panel_ellipse(file, view, drawing->study);
    routh_svg_panel_region(file, view, &entry->region, style);
    fputs("</g>\n", file);
    routh_svg_panel_axes(file, view, drawing->main_ticks, 0);
    svg_spot spot = marker_spot(drawing, view, law);
    routh_svg_marker(file, style, spot.x, spot.y, 0.8);
    routh_svg_text(file, 0, -5, 11.5, SVG_START, "font-weight=\"bold\"", entry->law->name);
    fputs("</g>\n", file);
}

static int impulses_outside(const ellipse_drawing *drawing) {
    for (size_t i = 0; i < drawing->study->count; i++) {
        svg_spot spot = routh_svg_project(&drawing->main_view, impulse_of(drawing, i)), shown;
        shown = marker_spot(drawing, &drawing->main_view, i);
        if (spot.x != shown.x || spot.y != shown.y)
            return 1;
    }
    return 0;
}

/* Has any of the laws such a parameter? */
static bool is_used(const routh_impact_study *study, const char *parameter) {
    for (size_t i = 0; i < study->count; i++)
        if (routh_law_parameter(study->laws[i].law, parameter) >= 0)
            return 1;
    return 0;
}

/* In one line, smaller where the numbers are long. */
static void describe_impact(const ellipse_drawing *drawing, double y) {
    enum { SIZE = 12 };
    const routh_impact *impact = &drawing->study->impact;
    const struct {
        const char *before;
        double value;
        const char *parameter; /* left out where no law has it */
    } parts[] = {
        {"*m* = ", impact->mass, NULL},
        {" kg,  *I* = ", impact->inertia, NULL},
        {" kg m²,  *r* = (", impact->rx, NULL},
        {", ", impact->ry, NULL},
        {") m,  *v* = (", impact->vx, NULL},
        {", ", impact->vy, NULL},
        {") m/s,  *ω* = ", impact->omega, NULL},
        {" rad/s,  *μ* = ", drawing->study->mu, NULL},
        {",  *ε* = ", drawing->study->eps, NULL},
        {",  *e*_t = ", drawing->study->et, "et"},
        {",  *η*² = ", drawing->study->eta2, "eta2"},
    };
    enum { PARTS = sizeof parts / sizeof parts[0] };
    char line[PARTS * (ROUTH_NUMBER_TEXT + 24)] = "";
    for (size_t i = 0; i < PARTS; i++) {
        char number[ROUTH_NUMBER_TEXT];
        size_t used = strlen(line);
        if (parts[i].parameter && !is_used(drawing->study, parts[i].parameter))
            continue;
        snprintf(line + used, sizeof line - used, "%s%s", parts[i].before,
                 routh_number_text(parts[i].value, 4, number));
    }
    double room = WIDTH - 2 * MARGIN, size = fmin(SIZE, SIZE * room / routh_svg_formula_width(line, SIZE));
    routh_svg_formula(drawing->file, MARGIN, y, size, SVG_START, "", line);
}

static const char *const notes[] = {
    "Grey: admissible impulses, which gain no energy, do not penetrate and do not pull. Dashed: line of sticking.",
    "Dash-dotted: line of maximum compression. Laws under one letter give the same impulse. Energy: how much the "
    "whole body",
    "keeps of its kinetic energy. *μ*_s: least friction that sticks, sought up to 2. Small panels: what each law "
    "covers",
    "over 0 ≤ *ε* ≤ 1, 0 ≤ *μ* ≤ 2; darker where slip reverses, a thick line where it covers no more than a line.",
    "On the frame: impulses that lie outside it.",
};

enum { NOTES = sizeof notes / sizeof notes[0] };
_Static_assert((int)ROUTH_MU_CAP == 2, "the notes say up to which friction laws are covered");

static int notes_shown(const ellipse_drawing *drawing) {
    return impulses_outside(drawing) ? NOTES : NOTES - 1;
}

static void draw_notes(const ellipse_drawing *drawing, double top) {
    describe_impact(drawing, top);
    for (int i = 0; i < notes_shown(drawing); i++)
        routh_svg_formula(drawing->file, MARGIN, top + 3 + NOTE_ROW * (i + 1), 10.5, SVG_START, SVG_FAINT_TEXT,
                          notes[i]);
}

static void draw_description(const ellipse_drawing *drawing) {
    FILE *file = drawing->file;
    fprintf(file, "Impulses of %zu contact laws at friction %g and restitution %g, in N s.", drawing->study->count,
            drawing->study->mu, drawing->study->eps);
    for (size_t i = 0; i < drawing->study->count; i++) {
        const routh_impact_study_law *entry = &drawing->study->laws[i];
        fputc(' ', file);
        routh_xml_escape(file, entry->law->name);
        fprintf(file, ": %s, (%.4g, %.4g).", routh_name(&routh_modes, entry->outcome.mode), entry->outcome.pt,
                entry->outcome.pn);
    }
}

static double draw_beginning(const ellipse_drawing *drawing) {
    size_t count = drawing->study->count, small_rows = (count + drawing->small_columns - 1) / drawing->small_columns;
    double left_end = TABLE_TOP + TABLE_ROW * (double)count + 12;
    double right_end = SMALL_TOP + (drawing->small_view.height + SMALL_GAP_Y) * (double)small_rows;
    double notes_top = fmax(left_end, right_end) + 16, height = notes_top + NOTE_ROW * (notes_shown(drawing) + 1);
    routh_svg_begin_description(drawing->file, WIDTH, height, "Energy ellipse of one planar impact");
    draw_description(drawing);
    routh_svg_end_description(drawing->file, WIDTH, height);
    fprintf(drawing->file,
            "<clipPath id=\"routh-small\"><rect x=\"0\" y=\"0\" width=\"%.2f\" height=\"%.2f\"/></clipPath>\n",
            drawing->small_view.width, drawing->small_view.height);
    return notes_top;
}

static routh_status draw(routh_context *context, FILE *file, const void *what) {
    const routh_impact_study *study = what;
    ellipse_drawing drawing = {.file = file, .study = study, .extent = routh_svg_study_extent(study)};
    drawing.main_view = routh_svg_view_of(drawing.extent, MAIN_WIDTH, MAIN_HEIGHT);
    double largest = fmax(fmax(fabs(drawing.extent.left), fabs(drawing.extent.right)),
                          fmax(fabs(drawing.extent.bottom), fabs(drawing.extent.top)));
    drawing.main_ticks = routh_svg_ticks_for(MAIN_WIDTH / drawing.main_view.scale, largest, 9);
    drawing.small_columns = study->count > 4 ? 3 : study->count > 1 ? 2 : 1;
    double small_width = (SMALL_SPACE + SMALL_GAP_X) / (double)drawing.small_columns - SMALL_GAP_X;
    drawing.small_view = routh_svg_view_of(drawing.extent, small_width, small_width * MAIN_HEIGHT / MAIN_WIDTH);
    routh_status status = routh_impulse_groups_create(context, study, &drawing.groups);
    if (status != ROUTH_OK)
        return status;

    double notes_top = draw_beginning(&drawing);
    status = draw_main_panel(context, &drawing);
    if (status == ROUTH_OK) {
        draw_table(&drawing);
        for (size_t i = 0; i < study->count; i++)
            draw_small_panel(&drawing, i);
        draw_notes(&drawing, notes_top);
        fputs("</svg>\n", file);
    }
    routh_impulse_groups_release(context, &drawing.groups);
    return status;
}

routh_status routh_impact_study_write(routh_context *context, const routh_impact_study *study, routh_io to) {
    return ROUTH_WRITE(context, "routh_impact_study", study, to, {".svg", .draw = draw},
                       {".json", .object = routh_ellipse_object, .flags = JSON_REAL_PRECISION(17)},
                       {".csv", .print = routh_ellipse_print});
}
