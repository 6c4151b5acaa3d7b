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
    SMALL_LEFT = 476,
    SMALL_TOP = 16,
    SMALL_SPACE = 408, /* all columns of small panels together */
    SMALL_GAP_X = 14,
    SMALL_GAP_Y = 36,
    SMALL_TITLE = 16
};

#define MARKER_RADIUS 7.0
#define LABEL_RADIUS  6.5
#define LINE_WEIGHT   3.0 /* a label had better not cross a line */

/* The drawing in hand. */
typedef struct ellipse_drawing {
    FILE *file;
    const routh_impact_study *study;
    routh_impulse_groups groups;
    svg_plot main_view, small_view;
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
static svg_spot marker_spot(const ellipse_drawing *drawing, const svg_plot *view, size_t law) {
    svg_spot spot = routh_svg_project(view, impulse_of(drawing, law));
    return (svg_spot){fmax(0, fmin(view->width, spot.x)), fmax(0, fmin(view->height, spot.y))};
}

static void note_lines(const ellipse_drawing *drawing, svg_label_map *map) {
    enum { OUTLINE = 90 };
    const routh_ellipse *ellipse = &drawing->study->ellipse;
    const routh_point *const lines[] = {ellipse->stick, ellipse->compression};
    routh_point outline[OUTLINE];
    routh_ellipse_outline(ellipse, OUTLINE, outline);
    for (int i = 0; i < OUTLINE; i++) {
        const svg_spot spot = routh_svg_project(&drawing->main_view, outline[i]);
        routh_svg_label_map_add(map, spot.x, spot.y, 3, LINE_WEIGHT);
    }
    for (int i = 0; i < 2; i++)
        routh_svg_label_map_add_line(map, routh_svg_project(&drawing->main_view, lines[i][0]),
                                     routh_svg_project(&drawing->main_view, lines[i][1]), 2, LINE_WEIGHT);
}

static void group_label(const ellipse_drawing *drawing, svg_label_map *map, size_t group) {
    svg_spot at = marker_spot(drawing, &drawing->main_view, drawing->groups.first[group]);
    svg_spot label = routh_svg_place_near(map, at.x, at.y, LABEL_RADIUS);
    double distance = hypot(label.x - at.x, label.y - at.y);
    if (distance > 16) {
        double stop = 1 - LABEL_RADIUS / distance;
        routh_svg_line(drawing->file, at, (svg_spot){at.x + stop * (label.x - at.x), at.y + stop * (label.y - at.y)},
                       "stroke=\"" SVG_INK "\" stroke-width=\"0.8\"");
    }
    char name[ROUTH_GROUP_NAME];
    routh_svg_text(drawing->file, label.x, label.y + 4.3, 12, SVG_MIDDLE, "font-weight=\"bold\"",
                   routh_group_name(group, name));
}

static routh_status draw_main_panel(routh_context *context, const ellipse_drawing *drawing) {
    const svg_plot *view = &drawing->main_view;
    svg_label_map map;
    ROUTH_TRY(routh_svg_label_map_create(context, view->width, view->height, 600 + 64 * drawing->study->count, &map));
    routh_svg_group(drawing->file, MAIN_LEFT, MAIN_TOP);
    routh_svg_panel_ellipse(drawing->file, view, drawing->study);
    routh_svg_plot_axes(drawing->file, view, true);
    note_lines(drawing, &map);
    for (size_t i = 0; i < drawing->groups.count; i++) {
        const svg_spot spot = marker_spot(drawing, view, drawing->groups.first[i]);
        routh_svg_label_map_add(&map, spot.x, spot.y, MARKER_RADIUS, 10);
    }
    for (size_t i = 0; i < drawing->groups.count; i++)
        group_label(drawing, &map, i);
    for (size_t i = 0; i < drawing->groups.count; i++) {
        const svg_spot spot = marker_spot(drawing, view, drawing->groups.first[i]);
        routh_svg_marker(drawing->file, style_of(drawing, drawing->groups.first[i]), spot.x, spot.y, 1);
    }
    fputs("</g>\n", drawing->file);
    routh_svg_label_map_release(context, &map);
    return ROUTH_OK;
}

/* In the unit of the axes, or with a power of ten where the column is too narrow for it. */
static const char *impulse_text(double value, svg_ticks ticks, char number[ROUTH_NUMBER_TEXT]) {
    enum { LONGEST = 8 };
    routh_fixed_text(value / pow(10, ticks.exponent), ticks.decimals + 1, number);
    return routh_utf8_count(number) <= LONGEST ? number : routh_number_text(value / pow(10, ticks.exponent), 2, number);
}

static void add_law(routh_rows *rows, const routh_impact_study_law *entry, const char *group, svg_ticks ticks) {
    char pt[ROUTH_NUMBER_TEXT], pn[ROUTH_NUMBER_TEXT], number[ROUTH_NUMBER_TEXT], percent[ROUTH_NUMBER_TEXT + 4];
    if (entry->body_energy_ratio < 10)
        snprintf(percent, sizeof percent, "%s %%", routh_fixed_text(100 * entry->body_energy_ratio, 1, number));
    else
        snprintf(percent, sizeof percent, ">1000 %%");
    ROUTH_ROW(rows, group, entry->law->name, routh_name(&routh_modes, entry->outcome.mode),
              impulse_text(entry->outcome.pt, ticks, pt), impulse_text(entry->outcome.pn, ticks, pn), percent,
              entry->stick.sticks   ? routh_fixed_text(entry->stick.mu, 3, number)
              : entry->never_sticks ? "never"
                                    : "> 2");
}

/* Laws with the same impulse stand together under one letter. */
static json_t *laws_table(const ellipse_drawing *drawing) {
    const svg_axis *x = &drawing->main_view.x, *y = &drawing->main_view.y;
    const svg_ticks ticks = routh_svg_ticks_for(
        x->high - x->low, fmax(fmax(fabs(x->low), fabs(x->high)), fmax(fabs(y->low), fabs(y->high))), 9);
    char unit[ROUTH_NUMBER_TEXT];
    char title[ROUTH_NUMBER_TEXT + 8];
    snprintf(title, sizeof title, "*P*_n %s", routh_svg_unit(ticks.exponent, "N s", unit));
    const routh_column columns[] = {{"", "%s"},    {"law", "%s"},    {"mode", "%s"}, {"*P*_t", "%s"},
                                    {title, "%s"}, {"energy", "%s"}, {"*μ*_s", "%s"}};
    routh_rows rows = ROUTH_ROWS_BEGIN(NULL, columns);
    for (size_t group = 0; group < drawing->groups.count; group++) {
        char name[ROUTH_GROUP_NAME];
        routh_group_name(group, name);
        for (size_t law = 0; law < drawing->study->count; law++)
            if (drawing->groups.of_law[law] == group)
                add_law(&rows, &drawing->study->laws[law], law == drawing->groups.first[group] ? name : "", ticks);
    }
    return routh_rows_page(&rows, "");
}

static void draw_small_panel(const ellipse_drawing *drawing, size_t law) {
    const routh_impact_study_law *entry = &drawing->study->laws[law];
    FILE *file = drawing->file;
    const svg_plot *view = &drawing->small_view;
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
    routh_svg_plot_axes(file, view, false);
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

static void describe_impact(const ellipse_drawing *drawing, char *line, size_t size) {
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
    line[0] = '\0';
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        char number[ROUTH_NUMBER_TEXT];
        size_t used = strlen(line);
        if (parts[i].parameter && !is_used(drawing->study, parts[i].parameter))
            continue;
        snprintf(line + used, size - used, "%s%s", parts[i].before, routh_number_text(parts[i].value, 4, number));
    }
}

_Static_assert((int)ROUTH_MU_CAP == 2, "the note says up to which friction laws are covered");

static const char how_to_read[] =
    "Grey: admissible impulses, which gain no energy, do not penetrate and do not pull. Dashed: line of sticking. "
    "Dash-dotted: line of maximum compression. Laws under one letter give the same impulse. Energy: how much the whole "
    "body keeps of its kinetic energy. *μ*_s: least friction that sticks, sought up to 2. Small panels: what each law "
    "covers over 0 ≤ *ε* ≤ 1, 0 ≤ *μ* ≤ 2; darker where slip reverses, a thick line where it covers no more than a "
    "line.";

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

static routh_status draw_all(routh_context *context, const ellipse_drawing *drawing, const json_t *table) {
    const size_t count = drawing->study->count, rows = (count + drawing->small_columns - 1) / drawing->small_columns;
    const double room = WIDTH - 2 * MARGIN;
    char impact[ROUTH_NAME_SIZE * 2], note[sizeof how_to_read + 80];
    describe_impact(drawing, impact, sizeof impact);
    snprintf(note, sizeof note, "%s%s", how_to_read,
             impulses_outside(drawing) ? " On the frame: impulses that lie outside it." : "");
    const double left_end = TABLE_TOP + routh_svg_table(NULL, table, INFINITY).y;
    const double right_end = SMALL_TOP + (drawing->small_view.height + SMALL_GAP_Y) * (double)rows;
    const double top = fmax(left_end, right_end) + 28;
    const double middle = top + routh_svg_note(NULL, impact, MARGIN, 0, room);
    const double height = middle + routh_svg_note(NULL, note, MARGIN, 0, room);
    routh_svg_begin_description(drawing->file, WIDTH, height, "Energy ellipse of one planar impact");
    draw_description(drawing);
    routh_svg_end_description(drawing->file, WIDTH, height);
    fprintf(drawing->file,
            "<clipPath id=\"routh-small\"><rect x=\"0\" y=\"0\" width=\"%.2f\" height=\"%.2f\"/></clipPath>\n",
            drawing->small_view.width, drawing->small_view.height);
    ROUTH_TRY(draw_main_panel(context, drawing));
    routh_svg_group(drawing->file, MARGIN, TABLE_TOP);
    routh_svg_table(drawing->file, table, INFINITY);
    fputs("</g>\n", drawing->file);
    for (size_t i = 0; i < count; i++)
        draw_small_panel(drawing, i);
    routh_svg_note(drawing->file, impact, MARGIN, top, room);
    routh_svg_note(drawing->file, note, MARGIN, middle, room);
    fputs("</svg>\n", drawing->file);
    return ROUTH_OK;
}

static routh_status draw(routh_context *context, FILE *file, const void *what) {
    const routh_impact_study *study = what;
    const svg_extent extent = routh_svg_study_extent(study);
    ellipse_drawing drawing = {.file = file, .study = study};
    drawing.main_view = routh_svg_plot_of(extent, MAIN_WIDTH, MAIN_HEIGHT);
    drawing.main_view.x.title = "*P*_t";
    drawing.main_view.y.title = "*P*_n";
    drawing.main_view.x.unit = drawing.main_view.y.unit = "N s";
    drawing.small_columns = study->count > 4 ? 3 : study->count > 1 ? 2 : 1;
    const double small_width = (SMALL_SPACE + SMALL_GAP_X) / (double)drawing.small_columns - SMALL_GAP_X;
    drawing.small_view = routh_svg_plot_of(extent, small_width, small_width * MAIN_HEIGHT / MAIN_WIDTH);
    ROUTH_TRY(routh_impulse_groups_create(context, study, &drawing.groups));
    json_t *table = laws_table(&drawing);
    const routh_status status = table ? draw_all(context, &drawing, table)
                                      : routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory to draw a table");
    json_decref(table);
    routh_impulse_groups_release(context, &drawing.groups);
    return status;
}

routh_status routh_impact_study_write(routh_context *context, const routh_impact_study *study, routh_io to) {
    return ROUTH_WRITE(context, "routh_impact_study", study, to, {".svg", .draw = draw},
                       {".json", .object = routh_ellipse_object, .flags = JSON_REAL_PRECISION(17)},
                       {".csv", .print = routh_ellipse_print});
}
