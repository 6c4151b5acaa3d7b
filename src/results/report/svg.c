/* The kit of drawings.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"

void routh_svg_begin_description(FILE *file, double width, double height, const char *title) {
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g "
            "%g\" width=\"%g\" height=\"%g\" role=\"img\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" "
            "fill=\"%s\">\n<title>",
            width, height, width, height, SVG_INK);
    routh_xml_escape(file, title);
    fputs("</title>\n<desc>", file);
}

void routh_svg_end_description(FILE *file, double width, double height) {
    fprintf(file, "</desc>\n<rect width=\"%g\" height=\"%g\" fill=\"#ffffff\"/>\n", width, height);
}

void routh_svg_begin(FILE *file, double width, double height, const char *title, const char *description) {
    routh_svg_begin_description(file, width, height, title);
    routh_xml_escape(file, description);
    routh_svg_end_description(file, width, height);
}

void routh_svg_end_findings(FILE *file, double width, double height, const routh_findings *findings) {
    for (size_t i = 0; i < findings->count; i++) {
        fputs(i ? " " : "", file);
        routh_xml_escape(file, findings->finding[i].text);
    }
    routh_svg_end_description(file, width, height);
}

static void begin_text(FILE *file, double x, double y, double size, svg_anchor anchor, const char *attributes) {
    static const char *const names[] = {"start", "middle", "end"};
    fprintf(file, "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%g\" text-anchor=\"%s\"%s%s>", x, y, size, names[anchor],
            *attributes ? " " : "", attributes);
}

void routh_svg_text(FILE *file, double x, double y, double size, svg_anchor anchor, const char *attributes,
                    const char *text) {
    begin_text(file, x, y, size, anchor, attributes);
    routh_xml_escape(file, text);
    fputs("</text>\n", file);
}

/* One whole character of UTF-8; returns its last byte. */
static const char *write_character(FILE *file, const char *text) {
    char whole[5] = {*text};
    for (size_t i = 1; i < sizeof whole - 1 && routh_utf8_continues(text[1]); i++)
        whole[i] = *++text;
    routh_xml_escape(file, whole);
    return text;
}

/* Subscripts are shifted by dy: baseline-shift is unknown to some browsers. The next character takes the shift back. A
 * space between the two would be lost in some viewers, so it becomes a shift as well. */
static const char *write_subscript(FILE *file, const char *text, double size) {
    double drop = 0.25 * size;
    fprintf(file, "<tspan dy=\"%.2f\" font-size=\"%g\">", drop, 0.75 * size);
    text = write_character(file, text) + 1;
    fputs("</tspan>", file);
    if (*text == '\0')
        return text - 1;
    int spaced = *text == ' ' && text[1];
    text += spaced;
    fprintf(file, "<tspan dx=\"%.2f\" dy=\"%.2f\">", spaced ? 0.3 * size : 0, -drop);
    text = write_character(file, text);
    fputs("</tspan>", file);
    return text;
}

void routh_svg_formula(FILE *file, double x, double y, double size, svg_anchor anchor, const char *attributes,
                       const char *text) {
    int italic = 0;
    begin_text(file, x, y, size, anchor, attributes);
    for (; *text; text++) {
        if (*text == '*') {
            fputs(italic ? "</tspan>" : "<tspan font-style=\"italic\">", file);
            italic = !italic;
        } else if (*text == '_' && text[1])
            text = write_subscript(file, text + 1, size);
        else
            text = write_character(file, text);
    }
    fputs("</text>\n", file);
}

#define CHARACTER_WIDTH 0.58 /* of the size, on average */

double routh_svg_formula_width(const char *text, double size) {
    size_t marks = 0;
    for (const char *at = text; *at; at++)
        marks += *at == '*' || (*at == '_' && at[1]);
    return CHARACTER_WIDTH * size * (double)(routh_utf8_count(text) - marks);
}

svg_ticks routh_svg_ticks_for(double span, double largest, int wanted) {
    static const double factors[] = {1, 2, 5, 10};
    double rough = span / wanted, power = pow(10, floor(log10(rough)));
    svg_ticks ticks = {.step = 10 * power};
    for (int i = 3; i >= 0; i--)
        if (factors[i] * power >= rough)
            ticks.step = factors[i] * power;

    int magnitude = (int)floor(log10(largest));
    if (magnitude < -2 || magnitude > 3)
        ticks.exponent = 3 * (int)floor(magnitude / 3.0);
    int finest = (int)floor(log10(ticks.step) + 1e-9) - ticks.exponent;
    ticks.decimals = finest < 0 ? -finest : 0;
    return ticks;
}

const char *routh_svg_unit(int exponent, const char *unit, char buffer[ROUTH_NUMBER_TEXT]) {
    char power[ROUTH_NUMBER_TEXT] = "";
    if (exponent != 0)
        routh_power_text(exponent, power);
    snprintf(buffer, ROUTH_NUMBER_TEXT, "(%.32s%s%.16s)", power, *power ? " " : "", unit);
    return buffer;
}

void routh_svg_line(FILE *file, svg_spot from, svg_spot to, const char *look) {
    fprintf(file, "<path d=\"M%.2f,%.2fL%.2f,%.2f\" %s/>\n", from.x, from.y, to.x, to.y, look);
}

void routh_svg_dot(FILE *file, svg_spot at, double radius, const char *look) {
    fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%g\" %s/>\n", at.x, at.y, radius, look);
}

void routh_svg_group(FILE *file, double x, double y) {
    fprintf(file, "<g transform=\"translate(%g,%g)\">\n", x, y);
}

/* Laws --------------------------------------------------------------------------------------------------*/

static const struct {
    const char *fill, *line;
} colours[] = {
    {SVG_BLUE, SVG_BLUE}, {SVG_AMBER, "#c98a00"}, {SVG_GREEN, SVG_GREEN},  {SVG_ORANGE, SVG_ORANGE},
    {SVG_SKY, "#2f94cf"}, {SVG_PINK, "#b8588d"},  {SVG_YELLOW, "#a89b00"}, {"#444444", "#444444"},
};
static const char *const dashes[] = {"none", "4 2", "1.5 1.5"};
static const char *const shapes[] = {
    "M-4.5,0a4.5,4.5 0 1,0 9,0a4.5,4.5 0 1,0 -9,0Z",                                    /* circle */
    "M-4,-4H4V4H-4Z",                                                                   /* square */
    "M0,-5.2L5,3.8H-5Z",                                                                /* triangle up */
    "M0,-5.6L5.6,0L0,5.6L-5.6,0Z",                                                      /* diamond */
    "M0,5.2L5,-3.8H-5Z",                                                                /* triangle down */
    "M-1.8,-5.2H1.8V-1.8H5.2V1.8H1.8V5.2H-1.8V1.8H-5.2V-1.8H-1.8Z",                     /* plus */
    "M0,-6L1.5,-2L5.7,-1.9L2.4,0.8L3.5,4.9L0,2.5L-3.5,4.9L-2.4,0.8L-5.7,-1.9L-1.5,-2Z", /* star */
    "M-4.9,-2.4L-2.4,-4.9L0,-2.5L2.4,-4.9L4.9,-2.4L2.5,0L4.9,2.4L2.4,4.9L0,2.5L-2.4,4.9L-4.9,2.4L-2.5,0Z", /* cross */
    "M-4.6,-4.8H4.6L-4.6,4.8H4.6Z",             /* hourglass */
    "M-5.2,0L3.8,-5V5Z",                        /* triangle left */
    "M5.2,0L-3.8,-5V5Z",                        /* triangle right */
    "M0,-5.4L5.1,-1.7L3.2,4.4H-3.2L-5.1,-1.7Z", /* pentagon */
};

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

svg_style routh_svg_law_style(const routh_law *law, size_t position) {
    size_t index = position;
    for (size_t i = 0; i < routh_law_count(); i++)
        if (routh_law_at(i) == law)
            index = i;
    return (svg_style){.colour = colours[index % LENGTH(colours)].fill,
                       .line = colours[index % LENGTH(colours)].line,
                       .dash = dashes[index / LENGTH(colours) % LENGTH(dashes)],
                       .shape = shapes[index % LENGTH(shapes)]};
}

void routh_svg_marker(FILE *file, svg_style style, double x, double y, double scale) {
    fprintf(file,
            "<path transform=\"translate(%.2f,%.2f) scale(%g)\" d=\"%s\" fill=\"%s\" stroke=\"#000000\" "
            "stroke-width=\"0.9\"/>\n",
            x, y, scale, style.shape, style.colour);
}

const char *routh_svg_colour(size_t index) {
    static const char *const colour[] = {SVG_BLUE, SVG_ORANGE, SVG_GREEN, SVG_PINK, SVG_AMBER, SVG_SKY};
    return colour[index % LENGTH(colour)];
}

/* Axes of their own unit and scale ------------------------------------------------------------------------*/

#define AIR         0.05 /* at each end of an axis, of its span */
#define TICK_PIXELS 46.0 /* room for one number along x, at least */
#define LINE_PIXELS 32.0 /* along y */

void routh_svg_axis_hold(svg_axis *axis, double value) {
    axis->low = fmin(axis->low, value);
    axis->high = fmax(axis->high, value);
}

void routh_svg_axis_finish(svg_axis *axis, double least_span) {
    const double span = fmax(axis->high - axis->low, least_span), middle = (axis->low + axis->high) / 2;
    axis->low = middle - (0.5 + AIR) * span;
    axis->high = middle + (0.5 + AIR) * span;
}

static void widen(svg_axis *axis, double span) {
    const double middle = (axis->low + axis->high) / 2;
    axis->low = middle - span / 2;
    axis->high = middle + span / 2;
}

void routh_svg_plot_even(svg_plot *plot, double most) {
    const double x = plot->x.high - plot->x.low, y = plot->y.high - plot->y.low;
    const double wanted_x = y * plot->width / plot->height, wanted_y = x * plot->height / plot->width;
    if (wanted_x > x && wanted_x <= most * x)
        widen(&plot->x, wanted_x);
    else if (wanted_y > y && wanted_y <= most * y)
        widen(&plot->y, wanted_y);
}

svg_spot routh_svg_plot_at(const svg_plot *plot, double x, double y) {
    return (svg_spot){(x - plot->x.low) / (plot->x.high - plot->x.low) * plot->width,
                      plot->height - (y - plot->y.low) / (plot->y.high - plot->y.low) * plot->height};
}

static svg_ticks ticks_of(const svg_axis *axis, double pixels, double each) {
    const int wanted = (int)fmax(1, floor(pixels / each));
    return routh_svg_ticks_for(axis->high - axis->low, fmax(fabs(axis->low), fabs(axis->high)), wanted);
}

static void write_title(FILE *file, const svg_axis *axis, svg_ticks ticks, double x, double y, const char *turn) {
    char unit[ROUTH_NUMBER_TEXT], title[2 * ROUTH_NUMBER_TEXT];
    snprintf(title, sizeof title, "%s%s%s", axis->title, axis->unit ? " " : "",
             axis->unit ? routh_svg_unit(ticks.exponent, axis->unit, unit) : "");
    routh_svg_formula(file, x, y, 12, SVG_MIDDLE, turn, title);
}

static void line(FILE *file, double x, double y, double dx, double dy, const char *colour, double width) {
    fprintf(file, "<path d=\"M%.2f,%.2fl%.2f,%.2f\" stroke=\"%s\" stroke-width=\"%g\"/>\n", x, y, dx, dy, colour,
            width);
}

static void draw_ticks(FILE *file, const svg_plot *plot, int upright, int labelled) {
    enum { MARK = 5 };
    const svg_axis *axis = upright ? &plot->y : &plot->x;
    const svg_ticks ticks = ticks_of(axis, upright ? plot->height : plot->width, upright ? LINE_PIXELS : TICK_PIXELS);
    const double unit = pow(10, ticks.exponent), last = floor(axis->high / ticks.step);
    double aside = 44; /* of an upright title: beyond the widest number */
    for (double i = ceil(axis->low / ticks.step); i <= last; i++) {
        const double value = i * ticks.step;
        const svg_spot at =
            upright ? routh_svg_plot_at(plot, plot->x.low, value) : routh_svg_plot_at(plot, value, plot->y.low);
        line(file, at.x, at.y, upright ? -MARK : 0, upright ? 0 : MARK, SVG_INK, 1);
        char number[ROUTH_NUMBER_TEXT];
        routh_fixed_text(value / unit, ticks.decimals, number);
        aside = fmax(aside, 15 + floor(routh_svg_formula_width(number, 11)));
        if (labelled)
            routh_svg_text(file, upright ? at.x - 8 : at.x, upright ? at.y + 4 : at.y + 17, 11,
                           upright ? SVG_END : SVG_MIDDLE, "", number);
    }
    char turn[64];
    snprintf(turn, sizeof turn, "transform=\"translate(%g,%g) rotate(-90)\"", -aside, plot->height / 2);
    if (labelled)
        write_title(file, axis, ticks, upright ? 0 : plot->width / 2, upright ? 0 : plot->height + 36,
                    upright ? turn : "");
}

/* 1, 2, 5, 10, …, or 1, 10, … */
static void draw_decades(FILE *file, const svg_plot *plot) {
    static const double steps[] = {1, 2, 5};
    const svg_axis *axis = &plot->x;
    const bool crowded = plot->width < 80 * (axis->high - axis->low); /* numbers at powers of ten alone */
    for (double decade = floor(axis->low); decade <= axis->high; decade++)
        for (int k = 0; k < 3; k++) {
            const double value = steps[k] * pow(10, decade), x = log10(value);
            char number[ROUTH_NUMBER_TEXT];
            if (!(x >= axis->low && x <= axis->high))
                continue;
            const svg_spot at = routh_svg_plot_at(plot, x, plot->y.low);
            line(file, at.x, at.y, 0, 5, SVG_INK, 1);
            if (k > 0 && crowded)
                continue;
            routh_svg_text(file, at.x, at.y + 17, 11, SVG_MIDDLE, "",
                           decade >= 0 && decade < 6 ? routh_fixed_text(value, 0, number)
                                                     : routh_number_text(value, 3, number));
        }
    write_title(file, axis, (svg_ticks){0}, plot->width / 2, plot->height + 36, "");
}

static void draw_frame(FILE *file, const svg_plot *plot, bool has_zero) {
    const svg_spot zero = routh_svg_plot_at(plot, 0, 0);
    if (has_zero && zero.x > 0 && zero.x < plot->width)
        line(file, zero.x, 0, 0, plot->height, SVG_FAINT, 0.6);
    if (zero.y > 0 && zero.y < plot->height)
        line(file, 0, zero.y, plot->width, 0, SVG_FAINT, 0.6);
    fprintf(file, "<rect x=\"0\" y=\"0\" width=\"%g\" height=\"%g\" fill=\"none\" stroke=\"%s\"/>\n", plot->width,
            plot->height, SVG_FAINT);
}

void routh_svg_plot_axes(FILE *file, const svg_plot *plot, bool labelled) {
    draw_frame(file, plot, true);
    draw_ticks(file, plot, 0, labelled);
    draw_ticks(file, plot, 1, labelled);
}

void routh_svg_plot_decades(FILE *file, const svg_plot *plot) {
    draw_frame(file, plot, false);
    draw_decades(file, plot);
    draw_ticks(file, plot, 1, 1);
}
