/* How far a billiard shot depends on its unmeasured constants: a table, the same as CSV, and where the ball comes to rest, drawn.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/report.h>

#include "base/context.h"
#include "file/ending.h"
#include "file/output.h"
#include "report/svg_plot.h"

/* All in pixels. */
enum { LEFT = 66, TOP = 18, WIDTH = 520, HEIGHT = 440, BELOW = 92 };

/* ν from η² = (2 − ν) / (2 (1 − ν)). */
static double poisson_of(double eta2) {
    return (2 * eta2 - 2) / (2 * eta2 - 1);
}

static void print_text(FILE *file, const void *what) {
    const routh_shot_study *s = what;
    fprintf(
        file,
        "Where the ball comes to rest depends on two constants that nobody has measured: by up to %.3g m on the "
        "stiffness of\nball on table ÷ tip on ball, by up to %.3g m on Poisson's ratio, by up to %.3g m on both.\n\n",
        s->away_stiffness, s->away_eta2, s->away_both);
    fprintf(file, "%11s %9s %9s   %32s   %21s %9s\n", "STIFFNESS", "NU TIP", "NU TABLE", "VELOCITY AFTER (m/s)",
            "AT REST x, y (m)", "AWAY (m)");
    for (size_t i = 0; i < s->steps * s->steps; i++) {
        const routh_shot_study_row *r = &s->row[i];
        fprintf(file, "%11.4g %9.4f %9.4f   ", r->stiffness, poisson_of(r->tip_eta2), poisson_of(r->table_eta2));
        if (r->ended)
            fprintf(file, "%10.4f %10.4f %10.4f   %10.4f %10.4f %9.4f", r->velocity[0], r->velocity[1], r->velocity[2],
                    r->rest[0], r->rest[1], r->away);
        else
            fputs("does not come to rest", file);
        fputs(i == s->steps * s->steps / 2 ? "  the shot itself\n" : "\n", file);
    }
}

static void print_csv(FILE *file, const void *what) {
    const routh_shot_study *s = what;
    fputs("stiffness,tip_eta2,table_eta2,ended,vx,vy,vz,wx,wy,wz,rest_x,rest_y,away\n", file);
    for (size_t i = 0; i < s->steps * s->steps; i++) {
        const routh_shot_study_row *r = &s->row[i];
        fprintf(file, "%.17g,%.17g,%.17g,%d", r->stiffness, r->tip_eta2, r->table_eta2, r->ended);
        const double values[] = {r->velocity[0], r->velocity[1], r->velocity[2], r->spin[0], r->spin[1],
                                 r->spin[2],     r->rest[0],     r->rest[1],     r->away};
        for (size_t j = 0; j < sizeof values / sizeof values[0]; j++)
            fprintf(file, r->ended ? ",%.17g" : ",", values[j]);
        fputc('\n', file);
    }
}

/* The places of rest along one constant, the other being the index-th of its values. */
static void draw_line(FILE *file, const svg_plot *plot, const routh_shot_study *s, size_t index, bool along_stiffness) {
    const bool own = index == s->steps / 2;
    bool down = false;
    fputs("<path d=\"", file);
    for (size_t k = 0; k < s->steps; k++) {
        const routh_shot_study_row *r = &s->row[along_stiffness ? k * s->steps + index : index * s->steps + k];
        if (r->ended) {
            const svg_spot at = routh_svg_plot_at(plot, r->rest[0], r->rest[1]);
            fprintf(file, "%c%.2f,%.2f", down ? 'L' : 'M', at.x, at.y);
        }
        down = r->ended;
    }
    fprintf(file, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" opacity=\"%s\"/>\n",
            along_stiffness ? "#0072b2" : "#d55e00", own ? "2.2" : "1", own ? "1" : "0.45");
}

static void draw(FILE *file, const void *what) {
    const routh_shot_study *s = what;
    svg_plot plot = {
        .width = WIDTH, .height = HEIGHT, .x = {.title = "*x*", .unit = "m"}, .y = {.title = "*y*", .unit = "m"}};
    const routh_shot_study_row *own = &s->row[s->steps * s->steps / 2];
    plot.x.low = plot.x.high = own->rest[0];
    plot.y.low = plot.y.high = own->rest[1];
    for (size_t i = 0; i < s->steps * s->steps; i++)
        if (s->row[i].ended) {
            routh_svg_axis_hold(&plot.x, s->row[i].rest[0]);
            routh_svg_axis_hold(&plot.y, s->row[i].rest[1]);
        }
    routh_svg_axis_finish(&plot.x, 0.1);
    routh_svg_axis_finish(&plot.y, 0.1);
    routh_svg_plot_even(&plot, 4);
    const double height = TOP + HEIGHT + BELOW;
    routh_svg_begin(file, LEFT + WIDTH + 40, height, "Where the ball comes to rest, over the unmeasured constants",
                    "Lines of equal Poisson's ratio and of equal stiffness on the cloth.");
    fprintf(file, "<g transform=\"translate(%d,%d)\">\n", LEFT, TOP);
    routh_svg_plot_axes(file, &plot, 1);
    for (size_t i = 0; i < s->steps; i++) {
        draw_line(file, &plot, s, i, true);
        draw_line(file, &plot, s, i, false);
    }
    for (size_t i = 0; i < s->steps * s->steps; i++)
        if (s->row[i].ended) {
            const svg_spot spot = routh_svg_plot_at(&plot, s->row[i].rest[0], s->row[i].rest[1]);
            fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"2\" fill=\"%s\"/>\n", spot.x, spot.y, SVG_INK);
        }
    const svg_spot at = routh_svg_plot_at(&plot, own->rest[0], own->rest[1]);
    fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"5\" fill=\"#000000\"/>\n</g>\n", at.x, at.y);
    char line[3 * ROUTH_NUMBER_TEXT + 160], number[3][ROUTH_NUMBER_TEXT];
    routh_svg_text(file, 16, height - 30, 11, SVG_START, "",
                   "At rest. Large dot: the shot itself. Blue: over stiffness; orange: over Poisson's ratio; bold: the "
                   "other as it "
                   "is.");
    snprintf(line, sizeof line, "Farthest from it: %s m over the stiffness, %s m over Poisson's ratio, %s m over both.",
             routh_number_text(s->away_stiffness, 3, number[0]), routh_number_text(s->away_eta2, 3, number[1]),
             routh_number_text(s->away_both, 3, number[2]));
    routh_svg_text(file, 16, height - 13, 11, SVG_START, "", line);
    fputs("</svg>\n", file);
}

routh_status routh_shot_study_write(routh_context *context, const routh_shot_study *study, routh_io to) {
    static const char *const endings[] = {".txt", ".csv", ".svg", NULL};
    static void (*const print[])(FILE *, const void *) = {print_text, print_csv, draw};
    const int format = routh_ending_of(context, "routh_shot_study", endings, to);
    if (format < 0)
        return ROUTH_BAD_ARGUMENT;
    if (study->steps == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "shot study: nothing to write");
    return routh_text_print(context, to, print[format], study);
}
