/* How each law looks in a drawing.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg_style.h"

static const struct {
    const char *fill, *line;
} colours[] = {
    {"#0072b2", "#0072b2"}, {"#e69f00", "#c98a00"}, {"#009e73", "#009e73"}, {"#d55e00", "#d55e00"},
    {"#56b4e9", "#2f94cf"}, {"#cc79a7", "#b8588d"}, {"#f0e442", "#a89b00"}, {"#444444", "#444444"},
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
