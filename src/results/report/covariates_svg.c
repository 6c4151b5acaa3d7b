/* Law-free restitution and friction over the quantities that parameters depend on, with the best law's curves.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "file/output.h"
#include "report/svg_plot.h"
#include "report/writers.h"

/* All in pixels. */
enum { LEFT = 66, TOP = 52, WIDTH = 330, HEIGHT = 220, GAP = 80, ROW = 296, FOOT = 26 };

static const char *const dots = "#0072b2", *const curve = "#d55e00";

/* One panel: a measured quantity in bins, and the law's parameter. */
typedef struct panel {
    const routh_dependence_figure *figure;
    const double *mean, *error, *value;
    const char *title;
} panel;

static svg_plot plot_of(const panel *p) {
    const routh_dependence_figure *f = p->figure;
    svg_plot plot = {WIDTH,
                     HEIGHT,
                     {INFINITY, -INFINITY, f->quantity, f->unit[0] ? f->unit : NULL},
                     {INFINITY, -INFINITY, p->title, NULL}};
    for (size_t b = 0; b < f->bins; b++) {
        routh_svg_axis_hold(&plot.x, f->at[b]);
        if (isfinite(p->mean[b])) {
            routh_svg_axis_hold(&plot.y, p->mean[b] - p->error[b]);
            routh_svg_axis_hold(&plot.y, p->mean[b] + p->error[b]);
        }
    }
    for (size_t i = 0; i < ROUTH_DEPENDENCE_CURVE; i++) {
        routh_svg_axis_hold(&plot.x, f->curve_at[i]);
        if (isfinite(p->value[i]))
            routh_svg_axis_hold(&plot.y, p->value[i]);
    }
    routh_svg_axis_finish(&plot.x, 1e-9);
    if (plot.y.high < plot.y.low)
        plot.y.low = plot.y.high = 0;
    routh_svg_axis_finish(&plot.y, 0.05);
    return plot;
}

static void draw_panel(FILE *file, const panel *p, double x, double y) {
    const routh_dependence_figure *f = p->figure;
    const svg_plot plot = plot_of(p);
    fprintf(file, "<g transform=\"translate(%g,%g)\">\n", x, y);
    routh_svg_plot_axes(file, &plot, 1);
    const char *begin = "M";
    fprintf(file, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" d=\"", curve);
    for (size_t i = 0; i < ROUTH_DEPENDENCE_CURVE; i++) {
        const svg_spot at = routh_svg_plot_at(&plot, f->curve_at[i], p->value[i]);
        if (isfinite(p->value[i])) {
            fprintf(file, "%s%.2f,%.2f", begin, at.x, at.y);
            begin = "L";
        }
    }
    fputs("\"/>\n", file);
    for (size_t b = 0; b < f->bins; b++) {
        const svg_spot at = routh_svg_plot_at(&plot, f->at[b], p->mean[b]);
        const double half = p->error[b] / (plot.y.high - plot.y.low) * plot.height;
        if (isfinite(p->mean[b]))
            fprintf(file,
                    "<path d=\"M%.2f,%.2fv%.2f\" stroke=\"%s\"/><circle cx=\"%.2f\" cy=\"%.2f\" r=\"3.2\" "
                    "fill=\"%s\"/>\n",
                    at.x, at.y - half, 2 * half, dots, at.x, at.y, dots);
    }
    fputs("</g>\n", file);
}

static void write_picture(FILE *file, const routh_dependence_study *study) {
    const routh_dependence_test *best = &study->law[study->best];
    const double width = LEFT + 2 * WIDTH + GAP + 20, height = TOP + (double)study->figure_count * ROW + FOOT;
    routh_svg_begin_description(file, width, height, "What restitution and friction depend on");
    for (size_t i = 0; i < study->findings.count; i++) {
        fputs(i ? " " : "", file);
        routh_xml_escape(file, study->findings.finding[i].text);
    }
    routh_svg_end_description(file, width, height);
    routh_svg_text(file, LEFT, 24, 14, SVG_START, "font-weight=\"bold\"", "What restitution and friction depend on");
    for (size_t k = 0; k < study->figure_count; k++) {
        const routh_dependence_figure *f = &study->figure[k];
        const panel panels[] = {{f, f->restitution, f->restitution_se, f->eps, "restitution −*v*_n⁺/*v*_n"},
                                {f, f->friction, f->friction_se, f->mu, "friction |*P*_t|/*P*_n, sliding"}};
        for (int side = 0; side < 2; side++)
            draw_panel(file, &panels[side], LEFT + side * (WIDTH + GAP), TOP + (double)k * ROW);
    }
    char words[ROUTH_NAME_SIZE];
    snprintf(words, sizeof words,
             "Dots: means of bins of equal count, without a law, with standard errors. Curve: %s; other covariates at "
             "their means.",
             best->fit.law->title);
    routh_svg_text(file, LEFT, height - 12, 11, SVG_START, "fill=\"#555555\"", words);
    fputs("</svg>\n", file);
}

routh_status routh_dependence_study_write_svg(routh_context *context, const routh_dependence_study *study,
                                              routh_io to) {
    routh_text text;
    if (!study || study->figure_count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "a picture of fits shows what parameters depend on: it needs a "
                          "covariate");
    const routh_status status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    write_picture(text.file, study);
    return routh_text_end(context, &text, status);
}
