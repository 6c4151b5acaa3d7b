/* What pictures of motions share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/motion_picture.h"

#include <math.h>
#include <string.h>

/* All in pixels. */
enum { LEFT = 66, TOP = 16, WIDTH = 540, LOWEST = 260, HIGHEST = 640, BELOW = 56, SIDE = 20, TABLE = 340 };

size_t routh_motion_outline(const motion_picture *p, size_t from, double *next) {
    size_t i = from;
    double time;
    while (p->place_of(p, i, &time), i + 1 < p->shown.moving && time < *next - 1e-9)
        i++;
    *next += p->strobe * fmax(1, floor((time - *next) / p->strobe + 1 + 1e-9));
    return i;
}

void routh_motion_window(motion_picture *p, double width) {
    svg_extent extent = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    double begin, end;
    for (size_t i = 0; i < p->shown.samples; i++) {
        const routh_point at = p->place_of(p, i, &end);
        extent.left = fmin(extent.left, at.pt - 1.5 * p->radius);
        extent.right = fmax(extent.right, at.pt + 1.5 * p->radius);
        extent.bottom = fmin(extent.bottom, at.pn - 1.5 * p->radius);
        extent.top = fmax(extent.top, at.pn + 1.3 * p->radius);
    }
    const double wanted = width * (extent.top - extent.bottom) / (extent.right - extent.left);
    p->view = routh_svg_plot_of(extent, width, fmax(LOWEST, fmin(HIGHEST, wanted)));
    p->view.x.title = "*x*";
    p->view.y.title = "*y*";
    p->view.x.unit = p->view.y.unit = "m";
    p->place_of(p, 0, &begin);
    p->place_of(p, p->shown.moving - 1, &end);
    p->strobe = end > begin ? routh_svg_ticks_for(end - begin, end - begin, p->outlines).step : 0;
}

/* From light to dark blue. */
static void draw_outlines(const motion_picture *p, FILE *file) {
    double next;
    p->place_of(p, 0, &next);
    for (size_t i = 0; i < p->shown.moving; i++) {
        i = routh_motion_outline(p, i, &next);
        const double age = p->shown.moving > 1 ? (double)i / (double)(p->shown.moving - 1) : 1;
        char look[160];
        const unsigned colour = (unsigned)lround(150 - 150 * age) << 16 | (unsigned)lround(200 - 125 * age) << 8 |
                                (unsigned)lround(230 - 90 * age);
        snprintf(look, sizeof look, "class=\"outline\" fill=\"#%06x\" fill-opacity=\"0.08\" stroke=\"#%06x\"", colour,
                 colour);
        p->draw_body(p, file, i, look);
    }
}

static void draw_path(const motion_picture *p, FILE *file) {
    double time;
    fputs("<polyline class=\"path\" points=\"", file);
    for (size_t i = 0; i < p->shown.moving; i++) {
        const svg_spot spot = routh_svg_project(&p->view, p->place_of(p, i, &time));
        fprintf(file, "%s%.2f,%.2f", i > 0 ? " " : "", spot.x, spot.y);
    }
    fputs("\" fill=\"none\" stroke=\"" SVG_ORANGE "\" stroke-width=\"1.6\" stroke-linejoin=\"round\"/>\n", file);
}

/* With their numbers, where there is room for them. */
static void draw_contacts(const motion_picture *p, FILE *file) {
    svg_spot labelled[ROUTH_MOST_SHOWN];
    size_t labels = 0;
    for (size_t i = 0; i < p->shown.contacts; i++) {
        bool filled;
        const svg_spot spot = routh_svg_project(&p->view, p->contact_of(p, i, &filled));
        fprintf(file,
                "<circle class=\"contact\" cx=\"%.2f\" cy=\"%.2f\" r=\"3.4\" fill=\"%s\" stroke=\"#b00020\" "
                "stroke-width=\"1.3\"/>\n",
                spot.x, spot.y, filled ? "#b00020" : "#ffffff");
        size_t near = 0;
        while (near < labels && hypot(spot.x - labelled[near].x, spot.y - labelled[near].y) > 16)
            near++;
        if (near < labels)
            continue;
        char number[24];
        labelled[labels++] = spot;
        snprintf(number, sizeof number, "%zu", i + 1);
        routh_svg_text(file, spot.x, spot.y + 16, 10.5, SVG_MIDDLE, "fill=\"#8a0018\"", number);
    }
}

static void draw_window(const motion_picture *p, FILE *file) {
    routh_svg_group(file, LEFT, TOP);
    fprintf(file,
            "<clipPath id=\"window\"><rect width=\"%g\" height=\"%g\"/></clipPath>\n<g clip-path=\"url(#window)\">\n",
            p->view.width, p->view.height);
    p->draw_fixed(p, file);
    draw_outlines(p, file);
    draw_path(p, file);
    draw_contacts(p, file);
    fputs("</g>\n", file);
    if (p->axes)
        routh_svg_plot_axes(file, &p->view, true);
    fputs("</g>\n", file);
}

/* The words, and how to read the picture. */
static void describe(const motion_picture *p, const motion_texts *texts, char *note, size_t size) {
    char number[ROUTH_NUMBER_TEXT];
    size_t used = 0;
    for (size_t i = 0; i < texts->words->count && used < size; i++)
        used += (size_t)snprintf(note + used, size - used, "%s ", texts->words->finding[i].text);
    if (used < size)
        snprintf(note + used, size - used,
                 "Outlines every %s s, first light, then dark; the orange line is the path of the centre of mass. %s",
                 routh_number_text(p->strobe, 3, number), texts->note);
}

routh_status routh_motion_draw(routh_context *context, FILE *file, motion_picture *p, motion_texts texts) {
    const double side = LEFT + WIDTH + SIDE, room = WIDTH + SIDE + TABLE;
    char note[4 * ROUTH_NAME_SIZE];
    if (!texts.table)
        return routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory to draw a motion");
    routh_motion_window(p, WIDTH);
    describe(p, &texts, note, sizeof note);
    const double below = TOP + p->view.height + BELOW, height = below + routh_svg_note(NULL, note, LEFT, 0, room);
    routh_svg_begin(file, LEFT + room, height, texts.title, note);
    draw_window(p, file);
    routh_svg_text(file, side, 30, 13, SVG_START, "font-weight=\"bold\"", texts.bold);
    routh_svg_text(file, side, 49, 11.5, SVG_START, "", texts.plain);
    routh_svg_group(file, side, 73);
    routh_svg_table(file, texts.table, p->view.height - 60);
    fputs("</g>\n", file);
    routh_svg_note(file, note, LEFT, below, room);
    fputs("</svg>\n", file);
    json_decref(texts.table);
    return ROUTH_OK;
}
