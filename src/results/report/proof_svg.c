/* Newton's e over the speed of approach: what is wanted, what the engine did in all phases of a step, and what it did with the
 * textbook's setting.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "file/output.h"
#include "report/svg_plot.h"
#include "report/writers.h"

/* All in pixels. */
enum { LEFT = 64, TOP = 48, WIDTH = 520, HEIGHT = 320, RIGHT = 24, BELOW = 84 };

static const char wanted_look[] = "stroke=\"#9a9a9a\" stroke-width=\"7\" stroke-opacity=\"0.5\"";
static const char best_look[] = "stroke=\"#0072b2\" stroke-width=\"2\" fill=\"#0072b2\"";
static const char textbook_look[] = "stroke=\"#d55e00\" stroke-width=\"1.5\" fill=\"#d55e00\"";

/* Speeds are drawn by their logarithms. A shift keeps the settings apart. */
static void draw_bar(FILE *file, const svg_plot *plot, double speed, double low, double high, double shift,
                     const char *look) {
    const svg_spot from = routh_svg_plot_at(plot, log10(speed), low), to = routh_svg_plot_at(plot, log10(speed), high);
    fprintf(file, "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" %s/>\n", from.x + shift, from.y, to.x + shift,
            to.y, look);
}

static void draw_trial(FILE *file, const svg_plot *plot, const routh_proof *proof, const routh_proof_trial *trial,
                       double shift, const char *look) {
    for (size_t i = 0; trial->impact && i < proof->impact_count; i++) {
        const routh_proof_impact *of = &trial->impact[i];
        if (!isfinite(of->eps[1]) || !(of->speed > 0))
            continue;
        const svg_spot at = routh_svg_plot_at(plot, log10(of->speed), of->eps[1]);
        draw_bar(file, plot, of->speed, of->eps[0], of->eps[2], shift, look);
        fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"2.5\" %s/>\n", at.x + shift, at.y, look);
    }
}

static void hold_trial(svg_plot *plot, const routh_proof *proof, const routh_proof_trial *trial) {
    for (size_t i = 0; trial->impact && i < proof->impact_count; i++) {
        const routh_proof_impact *of = &trial->impact[i];
        if (!isfinite(of->eps[1]) || !(of->speed > 0))
            continue;
        routh_svg_axis_hold(&plot->x, log10(of->speed));
        /* a textbook's setting may throw bodies away; the drawing stays about what is wanted */
        routh_svg_axis_hold(&plot->y, fmin(of->eps[2], 1.5));
        routh_svg_axis_hold(&plot->y, fmax(of->eps[0], -0.5));
        routh_svg_axis_hold(&plot->y, of->eps_wanted);
    }
}

static void print_drawing(FILE *file, const void *what) {
    const routh_proof *proof = what;
    const double tolerance = proof->target.eps_tolerance;
    char title[256];
    svg_plot plot = {.width = WIDTH, .height = HEIGHT};
    plot.x = (svg_axis){.low = log10(proof->target.speed[0]),
                        .high = log10(proof->target.speed[1]),
                        .title = "speed of approach",
                        .unit = "m/s"};
    plot.y = (svg_axis){.low = 0, .high = 1, .title = "Newton's *e*"};
    hold_trial(&plot, proof, &proof->best);
    hold_trial(&plot, proof, &proof->textbook);
    routh_svg_axis_finish(&plot.x, 0.1);
    routh_svg_axis_finish(&plot.y, 0.1);
    snprintf(title, sizeof title, "%s %s at steps of %g ms: %s", proof->engine->title, proof->version,
             1e3 * proof->best.setting.step, routh_name(&routh_proof_verdicts, (long)proof->verdict));
    routh_svg_begin(file, LEFT + WIDTH + RIGHT, TOP + HEIGHT + BELOW, title,
                    "Newton's restitution over the speed of approach, wanted and achieved.");
    routh_svg_text(file, LEFT, TOP - 18, 14, SVG_START, "font-weight=\"bold\"", title);
    fprintf(file, "<g transform=\"translate(%d,%d)\">\n", LEFT, TOP);
    routh_svg_plot_decades(file, &plot);
    for (size_t i = 0; i < proof->impact_count; i++) {
        const routh_proof_impact *of = &proof->best.impact[i];
        if (isfinite(of->eps_wanted) && of->speed > 0)
            draw_bar(file, &plot, of->speed, of->eps_wanted - tolerance, of->eps_wanted + tolerance, 0, wanted_look);
    }
    fprintf(file, "<clipPath id=\"frame\"><rect width=\"%d\" height=\"%d\"/></clipPath><g clip-path=\"url(#frame)\">\n",
            WIDTH, HEIGHT);
    draw_trial(file, &plot, proof, &proof->textbook, 3, textbook_look);
    draw_trial(file, &plot, proof, &proof->best, 0, best_look);
    fputs("</g></g>\n", file);
    routh_svg_text(file, LEFT, TOP + HEIGHT + BELOW - 14, 11, SVG_START, "",
                   "Grey: wanted. Blue: the best setting, in all phases of a step. Orange: the textbook's.");
    fputs("</svg>\n", file);
}

routh_status routh_proof_write_svg(routh_context *context, const routh_proof *proof, routh_io to) {
    return routh_text_print(context, to, print_drawing, proof);
}
