/* The regression behind m/I, after figures 9 and 10 of Identifiability analysis of planar rigid-body frictional
 * contact.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/writers.h"

#include <math.h>

#include "base/context.h"
#include "file/output.h"
#include "report/inertia_online.h"
#include "report/svg.h"

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

#define FAINT_TEXT "fill=\"#555555\""
#define AIR        1.06 /* the window is so much larger than what is in it */

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
    [ROUTH_FITS] = {"M-2.6,0a2.6,2.6 0 1,0 5.2,0a2.6,2.6 0 1,0 -5.2,0z", "fill=\"#0072b2\" fill-opacity=\"0.45\""},
    [ROUTH_MISFIT_TWO_POINTS] = {"M-4,-4h8v8h-8z", "fill=\"none\" stroke=\"#d55e00\" stroke-width=\"1.5\""},
    [ROUTH_MISFIT_MISSED] = {"M0,-5l4.6,8.5h-9.2z", "fill=\"none\" stroke=\"#cc79a7\" stroke-width=\"1.5\""},
    [ROUTH_MISFIT_OTHER] = {"M-4,-4l8,8M-4,4l8,-8", "fill=\"none\" stroke=\"#222222\" stroke-width=\"1.5\""},
    [ROUTH_MISFIT_MODE] = {"M-3,0h6", "fill=\"none\" stroke=\"#9a9a9a\" stroke-width=\"1.2\""},
    [ROUTH_MISFIT_UNCERTAIN] = {"M0,-3v6", "fill=\"none\" stroke=\"#9a9a9a\" stroke-width=\"1.2\""},
};

enum { MARKS = sizeof marks / sizeof marks[0] };

static const char *const line_looks[] = {"stroke=\"#009e73\" stroke-width=\"2.2\"",
                                         "stroke=\"#e69f00\" stroke-width=\"2.2\" stroke-dasharray=\"8 5\""};

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
    fprintf(
        file,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
        "width=\"%d\" height=\"%d\" role=\"img\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" "
        "fill=\"%s\">\n<title>",
        WIDTH, HEIGHT, WIDTH, HEIGHT, SVG_INK);
    routh_xml_escape(file, title);
    fprintf(file, "</title>\n<desc>Change of spin against lever of %zu contacts. ", fit->count);
    for (size_t i = 0; i < fit->findings.count; i++) {
        fputs(i ? " " : "", file);
        routh_xml_escape(file, fit->findings.finding[i].text);
    }
    fprintf(file, "</desc>\n<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", WIDTH, HEIGHT);
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

routh_status routh_inertia_study_write_svg(routh_context *context, const routh_inertia_study *study, routh_io to) {
    if (!study->dataset || study->fit.count == 0 || !study->fit.lever)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "inertia: no fit to draw");
    routh_text text;
    const routh_status status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    const routh_body *body = &study->dataset->body;
    if (study->online.count > 0)
        routh_inertia_online_draw(text.file, study->dataset->name, &study->online,
                                  body->mass > 0 && body->inertia > 0 ? body->mass / body->inertia : NAN);
    else
        write_svg(study->dataset->name, &study->fit, study->has_plain ? &study->plain : NULL, text.file);
    return routh_text_end(context, &text, status);
}
