/* Small pieces of SVG that every drawing needs: text, numbers as people write them, ticks.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

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

/* Subscripts are shifted by dy: baseline-shift is unknown to some browsers. The next character takes the shift back. A
 * space between the two would be lost in some viewers, so it becomes a shift as well. */
static const char *write_subscript(FILE *file, const char *text, double size) {
    double drop = 0.25 * size;
    fprintf(file, "<tspan dy=\"%.2f\" font-size=\"%g\">%c</tspan>", drop, 0.75 * size, *text++);
    if (*text == '\0')
        return text - 1;
    int spaced = *text == ' ' && text[1];
    text += spaced;
    fprintf(file, "<tspan dx=\"%.2f\" dy=\"%.2f\">", spaced ? 0.3 * size : 0, -drop);
    routh_xml_escape(file, (const char[2]){*text, '\0'});
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
            routh_xml_escape(file, (const char[2]){*text, '\0'});
    }
    fputs("</text>\n", file);
}

#define CHARACTER_WIDTH 0.58 /* of the size, on average */

double routh_svg_text_width(const char *text, double size) {
    return CHARACTER_WIDTH * size * (double)routh_utf8_count(text);
}

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

const char *routh_svg_impulse_unit(int exponent, char buffer[ROUTH_NUMBER_TEXT]) {
    return routh_svg_unit(exponent, "N s", buffer);
}

void routh_svg_metre_axes(FILE *file, double width, double height, svg_ticks ticks) {
    char unit[ROUTH_NUMBER_TEXT + 8] = "(m)", number[ROUTH_NUMBER_TEXT], title[ROUTH_NUMBER_TEXT + 16], upright[64];
    if (ticks.exponent != 0)
        snprintf(unit, sizeof unit, "(%s m)", routh_number_text(pow(10, ticks.exponent), 3, number));
    snprintf(title, sizeof title, "*x* %s", unit);
    routh_svg_formula(file, width / 2, height + 36, 12, SVG_MIDDLE, "", title);
    snprintf(upright, sizeof upright, "transform=\"translate(-46,%.2f) rotate(-90)\"", height / 2);
    snprintf(title, sizeof title, "*y* %s", unit);
    routh_svg_formula(file, 0, 0, 12, SVG_MIDDLE, upright, title);
}
