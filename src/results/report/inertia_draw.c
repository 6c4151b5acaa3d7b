/* The regression behind m/I, after figures 9 and 10 of Identifiability analysis of planar rigid-body frictional contact; and the
 * estimate contact by contact: m/I with its 95 % interval over the number of contacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg.h"
#include "report/write.h"

#include <math.h>

#include "base/context.h"

/* All in pixels. */
enum { LEFT = 72, TOP = 44, ONLINE_WIDTH = 620, ONLINE_HEIGHT = 340, RIGHT = 24, UNDER = 76 };

/* Early intervals may be many times as wide as the last: the window holds this many of its widths on either side. */
static const double most_widths = 25;

static const char band_look[] = "fill=\"" SVG_BLUE "\" fill-opacity=\"0.18\" stroke=\"none\"";
static const char line_look[] = "fill=\"none\" stroke=\"" SVG_BLUE "\" stroke-width=\"2\"";

/* The last row with an estimate; NULL: none has. */
static const routh_inertia_row *last_of(const routh_inertia_history *history) {
    for (size_t i = history->count; i > 0; i--)
        if (!history->row[i - 1].why)
            return &history->row[i - 1];
    return NULL;
}

static svg_plot plot_of(const routh_inertia_history *history, double stated) {
    const routh_inertia_row *last = last_of(history);
    svg_plot plot = {.width = ONLINE_WIDTH, .height = ONLINE_HEIGHT};
    plot.x.title = "contacts";
    plot.y = (svg_axis){.low = last ? last->low : 0, .high = last ? last->high : 1, .title = "*m*/*I*", .unit = "1/m²"};
    const double most = most_widths * (last ? last->high - last->low : 1);
    plot.x.low = log10((double)history->row[0].contacts);
    plot.x.high = log10((double)history->row[history->count - 1].contacts);
    for (size_t i = 0; last && i < history->count; i++)
        if (!history->row[i].why) {
            routh_svg_axis_hold(&plot.y, fmax(history->row[i].low, last->m_over_i - most));
            routh_svg_axis_hold(&plot.y, fmin(history->row[i].high, last->m_over_i + most));
        }
    if (last && fabs(stated - last->m_over_i) <= most)
        routh_svg_axis_hold(&plot.y, stated);
    routh_svg_axis_finish(&plot.x, 0.1);
    routh_svg_axis_finish(&plot.y, last ? 1e-9 * last->m_over_i : 1);
    return plot;
}

static svg_spot spot_of(const svg_plot *plot, const routh_inertia_row *row, double value) {
    const double inside = fmin(fmax(value, plot->y.low), plot->y.high);
    return routh_svg_plot_at(plot, log10((double)row->contacts), inside);
}

/* Rows first … last without a gap: the interval as a band, the estimate as a line with points. */
static void draw_stretch(FILE *file, const svg_plot *plot, const routh_inertia_row *first,
                         const routh_inertia_row *last) {
    fputs("<path class=\"interval\" d=\"", file);
    for (const routh_inertia_row *row = first; row <= last; row++) {
        const svg_spot at = spot_of(plot, row, row->high);
        fprintf(file, "%c%.2f,%.2f", row == first ? 'M' : 'L', at.x, at.y);
    }
    for (const routh_inertia_row *row = last + 1; row-- > first;) {
        const svg_spot at = spot_of(plot, row, row->low);
        fprintf(file, "L%.2f,%.2f", at.x, at.y);
    }
    fprintf(file, "z\" %s/>\n<path class=\"line\" d=\"", band_look);
    for (const routh_inertia_row *row = first; row <= last; row++) {
        const svg_spot at = spot_of(plot, row, row->m_over_i);
        fprintf(file, "%c%.2f,%.2f", row == first ? 'M' : 'L', at.x, at.y);
    }
    fprintf(file, "\" %s/>\n", line_look);
    for (const routh_inertia_row *row = first; row <= last; row++) {
        const svg_spot low = spot_of(plot, row, row->low), high = spot_of(plot, row, row->high);
        const svg_spot at = spot_of(plot, row, row->m_over_i);
        fprintf(file, "<path class=\"row\" d=\"M%.2f,%.2fV%.2f\" stroke=\"" SVG_BLUE "\" stroke-width=\"1\"/>\n", low.x,
                low.y, high.y);
        fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"2.6\" fill=\"" SVG_BLUE "\"/>\n", at.x, at.y);
    }
}

/* Rows without an estimate are crosses at the lower edge. */
static void draw_rows(FILE *file, const svg_plot *plot, const routh_inertia_history *history) {
    for (size_t i = 0, end; i < history->count; i = end) {
        const routh_inertia_row *row = &history->row[i];
        for (end = i + 1; !row->why && end < history->count && !history->row[end].why;)
            end++;
        if (!row->why) {
            draw_stretch(file, plot, row, &history->row[end - 1]);
            continue;
        }
        const double x = routh_svg_plot_at(plot, log10((double)row->contacts), plot->y.low).x;
        fprintf(file,
                "<path class=\"none\" d=\"M%.2f,%dl8,8m0,-8l-8,8\" stroke=\"" SVG_ORANGE "\" stroke-width=\"1.5\"/>\n",
                x - 4, ONLINE_HEIGHT - 14);
    }
}

static void draw_online(FILE *file, const char *title, const routh_inertia_history *history, double stated) {
    const svg_plot plot = plot_of(history, stated);
    const double width = LEFT + ONLINE_WIDTH + RIGHT, height = TOP + ONLINE_HEIGHT + UNDER;
    routh_svg_begin(file, width, height, title, "m/I with its 95 % interval over the number of contacts.");
    routh_svg_text(file, LEFT, TOP - 16, 14, SVG_START, "font-weight=\"bold\"", title);
    fprintf(file, "<g transform=\"translate(%d,%d)\">\n", LEFT, TOP);
    routh_svg_plot_decades(file, &plot);
    if (stated >= plot.y.low && stated <= plot.y.high)
        fprintf(file, "<path class=\"stated\" d=\"M0,%.2fH%d\" stroke=\"%s\" stroke-dasharray=\"2 4\"/>\n",
                routh_svg_plot_at(&plot, plot.x.low, stated).y, ONLINE_WIDTH, SVG_INK);
    draw_rows(file, &plot, history);
    fputs("</g>\n", file);
    routh_svg_formula(
        file, LEFT, height - 14, 11, SVG_START, "",
        "Band: 95 % interval of *m*/*I* from the first contacts. Cross: not determined. Dotted: as stated.");
    fputs("</svg>\n", file);
}

/* The regression ------------------------------------------------------------------------------------------*/

/* All in pixels. */
enum {
    WIDTH = 900,
    HEIGHT = 500,
    PANEL_LEFT = 72,
    PANEL_TOP = 44,
    PANEL_WIDTH = 560,
    PANEL_HEIGHT = 400,
    SIDE_LEFT = 656,
    SIDE_TOP = 62
};

#define AIR 1.06 /* the window is so much larger than what is in it */

/* The window on the plane, the same distance from 0 on either side. */
typedef struct window {
    double x, y; /* from 0 to the edge, m²/s and rad/s */
} window;

static double pixel_x(const window *w, double lever) {
    return PANEL_WIDTH / 2.0 * (1 + lever / w->x);
}

static double pixel_y(const window *w, double turn) {
    return PANEL_HEIGHT / 2.0 * (1 - turn / w->y);
}

static window window_of(const routh_inertia_estimate *fit) {
    window w = {0, 0};
    for (size_t i = 0; i < fit->count; i++) {
        w.x = fmax(w.x, AIR * fabs(fit->lever[i]));
        w.y = fmax(w.y, AIR * fabs(fit->turn[i]));
    }
    return w;
}

/* How contacts look: filled circles that fit, hollow shapes of their own that don't. */
static const struct {
    const char *shape, *look;
} marks[] = {
    [ROUTH_FITS] = {"M-2.6,0a2.6,2.6 0 1,0 5.2,0a2.6,2.6 0 1,0 -5.2,0z", "fill=\"" SVG_BLUE "\" fill-opacity=\"0.45\""},
    [ROUTH_MISFIT_TWO_POINTS] = {"M-4,-4h8v8h-8z", "fill=\"none\" stroke=\"" SVG_ORANGE "\" stroke-width=\"1.5\""},
    [ROUTH_MISFIT_MISSED] = {"M0,-5l4.6,8.5h-9.2z", "fill=\"none\" stroke=\"" SVG_PINK "\" stroke-width=\"1.5\""},
    [ROUTH_MISFIT_OTHER] = {"M-4,-4l8,8M-4,4l8,-8", "fill=\"none\" stroke=\"" SVG_INK "\" stroke-width=\"1.5\""},
    [ROUTH_MISFIT_MODE] = {"M-3,0h6", "fill=\"none\" stroke=\"" SVG_FAINT "\" stroke-width=\"1.2\""},
    [ROUTH_MISFIT_UNCERTAIN] = {"M0,-3v6", "fill=\"none\" stroke=\"" SVG_FAINT "\" stroke-width=\"1.2\""},
};

enum { MARKS = sizeof marks / sizeof marks[0] };

static const char *const line_looks[] = {"stroke=\"" SVG_GREEN "\" stroke-width=\"2.2\"",
                                         "stroke=\"" SVG_AMBER "\" stroke-width=\"2.2\" stroke-dasharray=\"8 5\""};

static void draw_mark(FILE *file, routh_misfit misfit, double x, double y) {
    fprintf(file, "<path class=\"%s\" transform=\"translate(%.2f,%.2f)\" d=\"%s\" %s/>\n",
            routh_name(&routh_misfits, misfit), x, y, marks[misfit].shape, marks[misfit].look);
}

static void draw_ticks(FILE *file, svg_ticks ticks, double edge, int upright) {
    const double unit = pow(10, ticks.exponent), last = floor(edge / ticks.step);
    char number[ROUTH_NUMBER_TEXT];
    for (double i = -last; i <= last; i++) {
        const double value = i * ticks.step, share = (1 + value / edge) / 2;
        const double x = upright ? 0 : PANEL_WIDTH * share, y = PANEL_HEIGHT * (upright ? 1 - share : 1);
        fprintf(file, "<path d=\"M%.2f,%.2f%s\" stroke=\"%s\"/>\n", x, y, upright ? "h-5" : "v5", SVG_INK);
        routh_svg_text(file, upright ? -9 : x, upright ? y + 4 : y + 18, 11, upright ? SVG_END : SVG_MIDDLE, "",
                       routh_fixed_text(value / unit, ticks.decimals, number));
    }
}

static void draw_axes(FILE *file, const window *w) {
    const svg_ticks across = routh_svg_ticks_for(2 * w->x, w->x, 7), up = routh_svg_ticks_for(2 * w->y, w->y, 7);
    char unit[ROUTH_NUMBER_TEXT], title[ROUTH_NUMBER_TEXT + 80], turned[80];
    fprintf(file, "<path d=\"M0,%dh%dM%d,0v%d\" stroke=\"%s\" stroke-width=\"0.7\"/>\n", PANEL_HEIGHT / 2, PANEL_WIDTH,
            PANEL_WIDTH / 2, PANEL_HEIGHT, SVG_FAINT);
    fprintf(file, "<rect width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"%s\"/>\n", PANEL_WIDTH, PANEL_HEIGHT,
            SVG_INK);
    draw_ticks(file, across, w->x, 0);
    draw_ticks(file, up, w->y, 1);
    snprintf(title, sizeof title, "lever *r* × Δ*v* %s", routh_svg_unit(across.exponent, "m²/s", unit));
    routh_svg_formula(file, PANEL_WIDTH / 2.0, PANEL_HEIGHT + 38, 12, SVG_MIDDLE, "", title);
    snprintf(title, sizeof title, "change of spin Δω %s", routh_svg_unit(up.exponent, "rad/s", unit));
    snprintf(turned, sizeof turned, "transform=\"translate(-52,%d) rotate(-90)\"", PANEL_HEIGHT / 2);
    routh_svg_formula(file, 0, 0, 12, SVG_MIDDLE, turned, title);
}

/* Through the origin, to where it leaves the window. */
static void draw_line(FILE *file, const window *w, double slope, int which) {
    const double x = fmin(w->x, slope > 0 ? w->y / slope : INFINITY);
    fprintf(file, "<path class=\"line\" d=\"M%.2f,%.2fL%.2f,%.2f\" fill=\"none\" %s/>\n", pixel_x(w, -x),
            pixel_y(w, -slope * x), pixel_x(w, x), pixel_y(w, slope * x), line_looks[which]);
}

static void describe_line(FILE *file, const routh_inertia_estimate *fit, int which, double y) {
    char number[2][ROUTH_NUMBER_TEXT], words[2 * ROUTH_NUMBER_TEXT + 32];
    fprintf(file, "<path d=\"M%d,%.2fh30\" fill=\"none\" %s/>\n", SIDE_LEFT, y - 4, line_looks[which]);
    routh_svg_text(file, SIDE_LEFT + 38, y, 12, SVG_START, "",
                   fit->estimator == ROUTH_LEAST_SQUARES ? "ordinary least squares" : "errors in variables");
    snprintf(words, sizeof words, "*m*/*I* = %s ± %s 1/m²", routh_number_text(fit->m_over_i, 4, number[0]),
             routh_number_text(fit->m_over_i_error, 2, number[1]));
    routh_svg_formula(file, SIDE_LEFT + 38, y + 17, 12, SVG_START, "", words);
}

static void draw_legend(FILE *file, const routh_inertia_estimate *fit, const routh_inertia_estimate *other) {
    double y = SIDE_TOP;
    describe_line(file, fit, 0, y);
    if (other)
        describe_line(file, other, 1, y += 48);
    y += 56;
    static const char *const words[] = {[ROUTH_FITS] = "used",
                                        [ROUTH_MISFIT_TWO_POINTS] = "two corners at once",
                                        [ROUTH_MISFIT_MISSED] = "a contact missed",
                                        [ROUTH_MISFIT_OTHER] = "no impulse at r explains it",
                                        [ROUTH_MISFIT_MODE] = "in another mode",
                                        [ROUTH_MISFIT_UNCERTAIN] = "not certain enough"};
    for (int k = 0; k < MARKS; k++) {
        size_t count = 0;
        char line[96];
        for (size_t i = 0; i < fit->count; i++)
            count += (int)fit->misfit[i] == k;
        if (count == 0)
            continue;
        fprintf(file, "<path transform=\"translate(%d,%.2f)\" d=\"%s\" %s/>\n", SIDE_LEFT + 15, y - 4, marks[k].shape,
                marks[k].look);
        snprintf(line, sizeof line, "%zu %s", count, words[k]);
        routh_svg_text(file, SIDE_LEFT + 38, y, 12, SVG_START, "", line);
        y += 20;
    }
}

static void write_svg(const char *title, const routh_inertia_estimate *fit, const routh_inertia_estimate *other,
                      FILE *file) {
    const window w = window_of(fit);
    routh_svg_begin_description(file, WIDTH, HEIGHT, title);
    fprintf(file, "Change of spin against lever of %zu contacts. ", fit->count);
    routh_svg_end_findings(file, WIDTH, HEIGHT, &fit->findings);
    routh_svg_text(file, PANEL_LEFT, PANEL_TOP - 16, 14, SVG_START, "font-weight=\"bold\"", title);
    fprintf(file, "<g transform=\"translate(%d,%d)\">\n", PANEL_LEFT, PANEL_TOP);
    draw_axes(file, &w);
    for (int pass = 0; pass < 2; pass++) /* those left out on top */
        for (size_t i = 0; i < fit->count; i++)
            if ((fit->misfit[i] != ROUTH_FITS) == pass)
                draw_mark(file, fit->misfit[i], pixel_x(&w, fit->lever[i]), pixel_y(&w, fit->turn[i]));
    if (other)
        draw_line(file, &w, other->m_over_i, 1);
    draw_line(file, &w, fit->m_over_i, 0);
    fputs("</g>\n", file);
    draw_legend(file, fit, other);
    fputs("</svg>\n", file);
}

routh_status routh_draw_inertia(routh_context *context, FILE *file, const void *what) {
    const routh_inertia_study *study = what;
    if (!study->dataset || study->fit.count == 0 || !study->fit.lever)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "inertia: no fit to draw");
    const routh_body *body = &study->dataset->body;
    if (study->online.count > 0)
        draw_online(file, study->dataset->name, &study->online,
                    body->mass > 0 && body->inertia > 0 ? body->mass / body->inertia : NAN);
    else
        write_svg(study->dataset->name, &study->fit, study->has_plain ? &study->plain : NULL, file);
    return ROUTH_OK;
}
