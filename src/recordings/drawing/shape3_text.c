/* Shapes in space from a few words, as files and command lines have them: "box:0.12,0.08,0.05".
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <routh/drawing.h>

#include "base/context.h"

/* Corners of an ellipsoid where the text has none. */
enum { USUAL_CORNERS = 162 };

/* So many numbers with commas between, and nothing else? */
static bool parse_numbers(const char *text, double *number, int count) {
    for (int i = 0; i < count; i++) {
        char *end;
        if (!*text || !strchr("0123456789+-.", *text))
            return false;
        number[i] = strtod(text, &end);
        if (end == text || !isfinite(number[i]) || *end != (i + 1 < count ? ',' : '\0'))
            return false;
        text = end + 1;
    }
    return true;
}

static routh_status make_cube(routh_context *context, const char *text, const char *numbers, double *width,
                              routh_shape3 *shape) {
    double edge = 0;
    if (!parse_numbers(numbers, &edge, 1) || !(edge > 0))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape",
                                "\"%.60s\" should look like cube:0.1048, with an edge of more than 0 m", text);
    const routh_status status = routh_shape3_box(context, (const double[3]){edge, edge, edge}, shape);
    *width = status == ROUTH_OK ? edge : 0;
    return status;
}

static routh_status make_ellipsoid(routh_context *context, const char *text, const char *numbers, routh_shape3 *shape) {
    double number[4];
    const bool stated = parse_numbers(numbers, number, 4);
    if (!stated && !parse_numbers(numbers, number, 3))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape",
                                "\"%.60s\" should look like ellipsoid:0.05,0.04,0.03 or ellipsoid:0.05,0.04,0.03,362",
                                text);
    if (stated && !(number[3] >= 1 && number[3] <= ROUTH_MOST_ELLIPSOID_CORNERS))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape", "an ellipsoid of %g corners; it can have 1 … %d",
                                number[3], ROUTH_MOST_ELLIPSOID_CORNERS);
    return routh_shape3_ellipsoid(context, number, stated ? (size_t)number[3] : USUAL_CORNERS, shape);
}

routh_status routh_shape3_of_text(routh_context *context, const char *text, double *width, routh_shape3 *shape) {
    const size_t length = strcspn(text, ":");
    const char *numbers = text[length] == ':' ? text + length + 1 : "";
    double side[3];
    *width = 0;
    *shape = (routh_shape3){0};
    if (strncmp(text, "cube:", 5) == 0 || strncmp(text, "square:", 7) == 0)
        return make_cube(context, text, numbers, width, shape);
    if (strncmp(text, "ellipsoid:", 10) == 0)
        return make_ellipsoid(context, text, numbers, shape);
    if (strncmp(text, "box:", 4) != 0)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape",
                                "no shape in space is called \"%.*s\"; there are cube:0.1048, box:0.12,0.08,0.05, "
                                "ellipsoid:0.05,0.04,0.03 and mesh:part.stl,mm",
                                (int)(length < 40 ? length : 40), text);
    if (!parse_numbers(numbers, side, 3))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape", "\"%.60s\" should look like box:0.12,0.08,0.05",
                                text);
    return routh_shape3_box(context, side, shape);
}
