/* A collision over time, drawn: the normal and tangential impulse at every contact, the speed of every body and the energy, and
 * below them which contacts act when, and how.
 *
 * SPDX-License-Identifier: BSD-3-Clause */

#include "report/strike_parts.h"

#include <math.h>

/* All in pixels but the counts. */
enum {
    PANELS = 4,
    LEFT = 66,
    TOP = 18,
    WIDTH = 320,
    HEIGHT = 220,
    NAMES = 68, /* to the right of a panel */
    GAP = 48,
    BELOW = 56,
    NAME_ROW = 12,
    MOST_NAMES = HEIGHT / NAME_ROW,
    BAR_ROW = 15,
    COLOURS = 7
};

typedef enum scene_panel { PANEL_NORMAL, PANEL_TANGENTIAL, PANEL_SPEED, PANEL_ENERGY } scene_panel;

typedef struct scene_view {
    const routh_scene *scene;
    const routh_scene_trace *trace;
    svg_axis time;
} scene_view;

static size_t curve_count(const scene_view *view, scene_panel panel) {
    static const size_t energies = 2;
    return panel == PANEL_ENERGY  ? energies
           : panel == PANEL_SPEED ? view->trace->body_count
                                  : view->trace->contact_count;
}

static bool is_drawn(const scene_view *view, scene_panel panel, size_t curve) {
    return panel != PANEL_SPEED || view->scene->body[curve].freedom != ROUTH_FIXED;
}

static double value_at(const scene_view *view, scene_panel panel, size_t curve, size_t i) {
    const routh_scene_trace *t = view->trace;
    if (panel == PANEL_ENERGY)
        return t->moment[i].kinetic + (curve == 1 ? t->moment[i].stored : 0);
    if (panel == PANEL_SPEED) {
        const double *v = t->body[i * t->body_count + curve].velocity;
        return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    const double *p = t->contact[i * t->contact_count + curve].p;
    return panel == PANEL_NORMAL ? p[2] : hypot(p[0], p[1]);
}

static svg_axis panel_axis(const scene_view *view, scene_panel panel) {
    static const char *const titles[PANELS] = {"normal impulse", "tangential impulse", "speed of the bodies", "energy"};
    static const char *const units[PANELS] = {"N s", "N s", "m/s", "J"};
    svg_axis axis = {.title = titles[panel], .unit = units[panel]};
    routh_svg_axis_hold(&axis, 0);
    for (size_t c = 0; c < curve_count(view, panel); c++)
        for (size_t i = 0; i < view->trace->count && is_drawn(view, panel, c); i++)
            routh_svg_axis_hold(&axis, value_at(view, panel, c, i));
    routh_svg_axis_finish(&axis, axis.high > 0 ? 0 : 1);
    return axis;
}

static const char *curve_colour(size_t curve) {
    return curve % COLOURS == COLOURS - 1 ? "#000000" : routh_svg_colour(curve % COLOURS);
}

static void curve_name(const scene_view *view, scene_panel panel, size_t curve, char *name, size_t size) {
    if (panel == PANEL_ENERGY)
        snprintf(name, size, "%s", curve == 0 ? "kinetic" : "+ springs");
    else if (panel == PANEL_SPEED && view->scene->body[curve].name[0] != '\0')
        snprintf(name, size, "%.24s", view->scene->body[curve].name);
    else
        snprintf(name, size, panel == PANEL_SPEED ? "body %zu" : "%zu", curve);
}

/* Names at the right-hand ends, a row apart: each goes to the free row nearest to its curve. */
static void draw_name(FILE *file, const svg_plot *plot, double y, const char *name, const char *colour,
                      bool taken[MOST_NAMES]) {
    const int wanted = (int)fmax(0, fmin(MOST_NAMES - 1, y / NAME_ROW));
    int row = -1;
    for (int away = 0; away < MOST_NAMES && row < 0; away++) {
        if (wanted - away >= 0 && !taken[wanted - away])
            row = wanted - away;
        else if (wanted + away < MOST_NAMES && !taken[wanted + away])
            row = wanted + away;
    }
    if (row < 0)
        return;
    taken[row] = true;
    const double at = (row + 0.5) * NAME_ROW;
    fprintf(file, "<path d=\"M%g,%.2fL%g,%.2f\" stroke=\"%s\" stroke-width=\"0.8\"/>\n", plot->width + 2, y,
            plot->width + 12, at, SVG_FAINT);
    char attributes[32];
    snprintf(attributes, sizeof attributes, "fill=\"%s\"", colour);
    routh_svg_text(file, plot->width + 15, at + 4, 11, SVG_START, attributes, name);
}

static void draw_panel(FILE *file, const scene_view *view, scene_panel panel) {
    const svg_plot plot = {.width = WIDTH, .height = HEIGHT, .x = view->time, .y = panel_axis(view, panel)};
    const size_t count = view->trace->count;
    bool taken[MOST_NAMES] = {0};
    fprintf(file, "<g transform=\"translate(%d,%d)\">\n", LEFT + (panel % 2) * (WIDTH + NAMES + GAP),
            TOP + panel / 2 * (HEIGHT + BELOW));
    routh_svg_plot_axes(file, &plot, 1);
    for (size_t c = 0; c < curve_count(view, panel); c++) {
        svg_spot at = {0};
        if (!is_drawn(view, panel, c))
            continue;
        fputs("<path d=\"", file);
        for (size_t i = 0; i < count; i++) {
            at = routh_svg_plot_at(&plot, view->trace->moment[i].time, value_at(view, panel, c, i));
            fprintf(file, "%c%.2f,%.2f", i == 0 ? 'M' : 'L', at.x, at.y);
        }
        fprintf(file, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"%s/>\n", curve_colour(c),
                c / COLOURS % 2 ? " stroke-dasharray=\"6 3\"" : "");
        char name[ROUTH_LABEL_SIZE];
        curve_name(view, panel, c, name, sizeof name);
        draw_name(file, &plot, at.y, name, curve_colour(c), taken);
    }
    fputs("</g>\n", file);
}

/* A bar for each contact, from change to change. */
static void draw_bars(FILE *file, const scene_view *view, double top, double width) {
    const routh_scene_trace *t = view->trace;
    const double end = t->moment[t->count - 1].time;
    for (size_t c = 0; c < t->contact_count; c++) {
        char name[24];
        const double y = top + BAR_ROW * ((double)c + 0.5);
        snprintf(name, sizeof name, "%zu", c);
        routh_svg_text(file, LEFT - 8, y + 4, 11, SVG_END, "", name);
        double from = 0;
        routh_phase phase = ROUTH_APART;
        for (size_t i = 0; i <= t->count; i++) {
            const routh_phase now = i < t->count ? t->contact[i * t->contact_count + c].phase : ROUTH_PHASE_COUNT;
            const double time = i < t->count ? t->moment[i].time : end;
            if (now == phase)
                continue;
            if (phase != ROUTH_APART && time > from)
                fprintf(file, "<path d=\"M%.2f,%.2fH%.2f\" %s/>\n", LEFT + width * from / end, y,
                        LEFT + width * time / end, routh_strike_line_style(phase));
            from = time;
            phase = now;
        }
    }
    fprintf(file, "<path d=\"M%d,%.2fh%.2f\" stroke=\"%s\" stroke-width=\"0.8\"/>\n", LEFT,
            top + BAR_ROW * (double)t->contact_count + 4, width, SVG_FAINT);
}

void routh_draw_scene(FILE *file, const void *what) {
    const routh_scene_view *own = what;
    scene_view of = {.scene = own->scene, .trace = own->trace, .time = {.title = "time × √*k*_0", .unit = "s √(N/m)"}};
    const scene_view *view = &of;
    for (size_t i = 0; i < own->trace->count; i++)
        of.time.high = fmax(of.time.high, own->trace->moment[i].time);
    if (!(of.time.high > 0))
        of.time.high = 1;
    const double top = TOP + 2 * (HEIGHT + BELOW) + 22, across = 2 * WIDTH + NAMES + GAP;
    const double width = LEFT + across + NAMES, height = top + BAR_ROW * (double)view->trace->contact_count + 44;
    routh_svg_begin(file, width, height, "A collision over time",
                    "Impulse at every contact, speed of every body, energy, and the phases of every contact.");
    for (int panel = 0; panel < PANELS; panel++)
        draw_panel(file, view, (scene_panel)panel);
    routh_svg_text(file, LEFT, top - 6, 11, SVG_START, SVG_FAINT_TEXT, "contacts, from start to end");
    draw_bars(file, view, top, across);
    routh_svg_text(
        file, STRIKE_MARGIN, height - 14, 10.5, SVG_START, SVG_FAINT_TEXT,
        "Numbers: contacts, from 0. Bars: blue sticks, orange slips, dashed: restitution. The energy of bodies and "
        "springs together never rises.");
    fputs("</svg>\n", file);
}
