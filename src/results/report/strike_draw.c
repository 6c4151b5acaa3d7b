/* The impulse curve of one strike with its phases, after figures 4, 8 and 9 of Modeling of tangential compliance: seen
 * from the side, and along the normal.
 *
 * SPDX-License-Identifier: BSD-3-Clause */

#include <math.h>

#include "base/context.h"
#include "report/strike_parts.h"
#include "report/write.h"

enum { LABEL_POINTS = 600, NARROWEST = 190, PANEL_SPACE = 520, PANEL_GAP = 30 };

#define LABEL_RADIUS 6.5

static const char *const titles[] = {"*P*_u", "*P*_w", "*P*_n"};

/* A panel of two components of the impulse. */
typedef struct impulse_panel {
    svg_plot plot;
    int across, up; /* which components */
    int left;       /* it has the y axis's numbers */
} impulse_panel;

static svg_axis impulse_axis(const routh_trace *curve, int component, double least) {
    svg_axis axis = {.title = titles[component], .unit = "N s"};
    for (size_t i = 0; i < curve->count; i++)
        routh_svg_axis_hold(&axis, curve->moment[i].p[component]);
    routh_svg_axis_finish(&axis, least);
    return axis;
}

static void draw_runs(FILE *file, const impulse_panel *panel, const routh_trace *curve) {
    strike_run run;
    for (size_t first = 0; routh_strike_next_run(curve, &first, &run);) {
        fputs("<path d=\"", file);
        for (size_t i = run.first; i <= run.last; i++) {
            const double *p = curve->moment[i].p;
            const svg_spot at = routh_svg_plot_at(&panel->plot, p[panel->across], p[panel->up]);
            fprintf(file, "%c%.2f,%.2f", i == run.first ? 'M' : 'L', at.x, at.y);
        }
        fprintf(file, "\" fill=\"none\" %s/>\n", routh_strike_line_style(run.phase));
    }
}

static void draw_label(FILE *file, svg_label_map *map, svg_spot at, size_t number) {
    const svg_spot label = routh_svg_place_near(map, at.x, at.y, LABEL_RADIUS);
    const double distance = hypot(label.x - at.x, label.y - at.y);
    if (distance > 16) {
        const double stop = 1 - LABEL_RADIUS / distance;
        routh_svg_line(file, at, (svg_spot){at.x + stop * (label.x - at.x), at.y + stop * (label.y - at.y), 0},
                       "stroke=\"" SVG_INK "\" stroke-width=\"0.8\"");
    }
    char name[24];
    snprintf(name, sizeof name, "%zu", number);
    routh_svg_text(file, label.x, label.y + 4.3, 12, SVG_MIDDLE, "font-weight=\"bold\"", name);
}

static svg_spot switch_spot(const impulse_panel *panel, const routh_outcome3 *strike, size_t row) {
    const double *p = strike->switches[routh_strike_shown_index(strike, row)].p;
    return routh_svg_plot_at(&panel->plot, p[panel->across], p[panel->up]);
}

static void draw_switches(FILE *file, svg_label_map *map, const impulse_panel *panel, const routh_trace *curve) {
    const routh_outcome3 *strike = &curve->outcome;
    const size_t every = curve->count / LABEL_POINTS + 1;
    for (size_t i = 0; i < curve->count; i += every) {
        const double *p = curve->moment[i].p;
        const svg_spot at = routh_svg_plot_at(&panel->plot, p[panel->across], p[panel->up]);
        routh_svg_label_map_add(map, at.x, at.y, 3, 3);
    }
    for (size_t row = 0; row < routh_strike_shown(strike); row++) {
        const svg_spot at = switch_spot(panel, strike, row);
        routh_svg_label_map_add(map, at.x, at.y, 7, 10);
    }
    for (size_t row = 0; row < routh_strike_shown(strike); row++) {
        const size_t index = routh_strike_shown_index(strike, row);
        const int last = index + 1 == strike->switch_count;
        draw_label(file, map, switch_spot(panel, strike, row), last ? strike->switch_total : index + 1);
    }
    for (size_t row = 0; row < routh_strike_shown(strike); row++) {
        const svg_spot at = switch_spot(panel, strike, row);
        routh_strike_marker(file, strike, routh_strike_shown_index(strike, row), at.x, at.y);
    }
}

static routh_status draw_panel(routh_context *context, FILE *file, const impulse_panel *panel, const routh_trace *curve,
                               double x) {
    svg_label_map map;
    ROUTH_TRY(routh_svg_label_map_create(context, panel->plot.width, panel->plot.height,
                                         2 * LABEL_POINTS + 64 * STRIKE_TABLE_ROWS, &map));
    fprintf(file, "<g transform=\"translate(%.2f,%d)\">\n", x, STRIKE_TOP);
    routh_svg_plot_axes(file, &panel->plot, panel->left);
    draw_runs(file, panel, curve);
    draw_switches(file, &map, panel, curve);
    fputs("</g>\n", file);
    routh_svg_label_map_release(context, &map);
    return ROUTH_OK;
}

/* Is there more of this component than rounding? */
static int moves_along(const routh_trace *curve, int component) {
    const double largest = routh_strike_largest_impulse(curve);
    for (size_t i = 0; i < curve->count; i++)
        if (routh_strike_clean(curve->moment[i].p[component], 1e3 * largest) != 0)
            return 1;
    return 0;
}

static routh_status finish_figure(routh_context *context, FILE *file, const routh_trace *curve,
                                  const impulse_panel *panels, int count, const char *title) {
    double end = STRIKE_LEFT, height = 0;
    for (int i = 0; i < count; i++) {
        end += panels[i].plot.width + (i > 0 ? PANEL_GAP : 0);
        height = fmax(height, panels[i].plot.height);
    }
    const double table = end + 26, width = table + STRIKE_TABLE + STRIKE_MARGIN;
    const double below = fmax(height + STRIKE_BELOW, routh_strike_table_height(&curve->outcome));
    const double caption = STRIKE_TOP + below + STRIKE_CAPTION_ROW;
    char phases[512];
    routh_svg_begin(file, width, caption + STRIKE_CAPTION - STRIKE_CAPTION_ROW, title,
                    routh_outcome3_phases(&curve->outcome, phases, sizeof phases));
    double x = STRIKE_LEFT;
    routh_status status = ROUTH_OK;
    for (int i = 0; status == ROUTH_OK && i < count; i++) {
        status = draw_panel(context, file, &panels[i], curve, x);
        x += panels[i].plot.width + PANEL_GAP;
    }
    routh_strike_switch_table(file, &curve->outcome, table, STRIKE_TOP);
    routh_strike_caption(file, curve, caption, width);
    fputs("</svg>\n", file);
    return status;
}

static routh_status draw_impulse(routh_context *context, const routh_trace *curve, FILE *file) {
    impulse_panel panels[2];
    int count = 0;
    const double least = 1e-3 * routh_strike_largest_impulse(curve);
    const svg_axis up = impulse_axis(curve, 2, least);
    for (int i = 0; i < 2; i++)
        if (moves_along(curve, i) || (i == 1 && count == 0))
            panels[count++] = (impulse_panel){.across = i, .up = 2, .plot = {.x = impulse_axis(curve, i, least)}};
    double across = 0;
    for (int i = 0; i < count; i++)
        across += panels[i].plot.x.high - panels[i].plot.x.low;
    /* both at one scale where that leaves something to see */
    const double scale = fmin(STRIKE_HEIGHT / (up.high - up.low), (PANEL_SPACE - PANEL_GAP) / across);
    for (int i = 0; i < count; i++) {
        svg_plot *plot = &panels[i].plot;
        plot->width = fmax(NARROWEST, floor((plot->x.high - plot->x.low) * scale));
        plot->height = STRIKE_HEIGHT;
        plot->y = up;
        panels[i].left = i == 0;
    }
    return finish_figure(context, file, curve, panels, count, "Impulse of one strike, from the side");
}

static routh_status draw_tangential(routh_context *context, const routh_trace *curve, FILE *file) {
    enum { WIDTH = 420, HEIGHT = 320, MOST = 4 };
    const double largest = routh_strike_largest_impulse(curve);
    double least = 0;
    for (size_t i = 0; i < curve->count; i++)
        least = fmax(least, 0.1 * hypot(curve->moment[i].p[0], curve->moment[i].p[1]));
    least = fmax(least, 1e-3 * largest);
    impulse_panel panel = {.across = 0, .up = 1, .left = 1};
    panel.plot = (svg_plot){
        .width = WIDTH, .height = HEIGHT, .x = impulse_axis(curve, 0, least), .y = impulse_axis(curve, 1, least)};
    routh_svg_plot_even(&panel.plot, MOST);
    return finish_figure(context, file, curve, &panel, 1, "Tangential impulse of one strike");
}

typedef struct drawn {
    const routh_trace *curve;
    routh_trace_figure figure;
} drawn;

static routh_status draw_figure(routh_context *context, FILE *file, const void *what) {
    static routh_status (*const draw[ROUTH_TRACE_FIGURE_COUNT])(routh_context *, const routh_trace *, FILE *) = {
        [ROUTH_FIGURE_IMPULSE] = draw_impulse,
        [ROUTH_FIGURE_TANGENTIAL] = draw_tangential,
        [ROUTH_FIGURE_VELOCITY] = routh_draw_strike_velocity};
    const drawn *d = what;
    if ((unsigned)d->figure >= ROUTH_TRACE_FIGURE_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no figure %d of a strike", (int)d->figure);
    if (d->curve->count < 2 || d->curve->outcome.switch_count < 2)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a curve of %zu moments cannot be drawn", d->curve->count);
    return draw[d->figure](context, d->curve, file);
}

static void print_moments(FILE *file, const void *what) {
    routh_trace_print(file, ((const drawn *)what)->curve);
}

routh_status routh_trace_write(routh_context *context, const routh_trace *curve, routh_trace_figure figure,
                               routh_io to) {
    const drawn what = {curve, figure};
    return ROUTH_WRITE(context, "routh_trace", &what, to, {".svg", .draw = draw_figure},
                       {".csv", .print = print_moments});
}
