/* Shapes in space from STL and OBJ.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/matrix3.h"
#include "base/context.h"
#include "base/shown.h"
#include "drawing/mesh.h"
#include "file/source.h"
#include "geometry/polyhedron.h"

/* A body across which one can throw is not larger than this, m. Drawings of parts are in millimetres. */
static const double largest_in_metres = 3;

routh_shape3_options routh_shape3_options_default(void) {
    return (routh_shape3_options){.tracked = {NAN, NAN, NAN}};
}

/* Fails where no unit is given and metres cannot be meant. */
static routh_status check_size(routh_context *context, routh_io from, const routh_shape3_options *options,
                               const routh_polyhedron *polyhedron) {
    const double across = 2 * routh_polyhedron_radius(polyhedron);
    routh_source source;
    if (options->unit > 0 || across <= largest_in_metres)
        return ROUTH_OK;
    const routh_status status = routh_source_create(context, from, &source);
    if (status != ROUTH_OK)
        return status;
    return routh_fail_at(context, ROUTH_BAD_FORMAT, &(routh_place){.file = source.shown, .field = "unit"},
                         "%.4g m across if its numbers are metres; they look like millimetres: state the unit", across);
}

/* What the surface was refused for, and what its hull would be, if it has one. */
static routh_status offer_hull(routh_context *context, routh_io from, const routh_shape3_options *options,
                               routh_status refused) {
    routh_context quiet = context ? *context : routh_context_default();
    const double unit = options->unit > 0 ? options->unit : 1;
    routh_polyhedron *hull;
    if (refused != ROUTH_BAD_FORMAT || from.file || routh_part_read(&quiet, from, unit, true, &hull) != ROUTH_OK)
        return refused;
    char why[ROUTH_MESSAGE_SIZE] = "";
    const routh_where where = context ? context->where : (routh_where){0};
    if (context)
        memcpy(why, context->message, sizeof why);
    routh_status status = check_size(context, from, options, hull); /* the first thing to mend */
    if (status == ROUTH_OK)
        status = routh_fail_at(context, refused, &(routh_place){.field = "hull", .within = &where},
                               "%.400s; its convex hull, %zu corners and %.4g m³, could be taken instead", why,
                               routh_polyhedron_vertices(hull), routh_polyhedron_volume(hull));
    routh_polyhedron_release(context, hull);
    return status;
}

static routh_status read(routh_context *context, routh_io from, const routh_shape3_options *options,
                         routh_polyhedron **polyhedron) {
    const double unit = options->unit > 0 ? options->unit : 1;
    routh_status status = routh_part_read(context, from, unit, options->hull, polyhedron);
    if (status != ROUTH_OK)
        return options->hull ? status : offer_hull(context, from, options, status);
    status = check_size(context, from, options, *polyhedron);
    if (status != ROUTH_OK)
        routh_polyhedron_release(context, *polyhedron);
    return status;
}

routh_status routh_shape3_read(routh_context *context, routh_io from, const routh_shape3_options *options,
                               routh_shape3 *shape) {
    const routh_shape3_options chosen = options ? *options : routh_shape3_options_default();
    const double unit = chosen.unit > 0 ? chosen.unit : 1;
    double tracked[3];
    routh_polyhedron *polyhedron;
    routh_source source;
    *shape = (routh_shape3){0};
    routh_status status = routh_source_create(context, from, &source);
    if (status != ROUTH_OK)
        return status;
    if (isnan(chosen.unit) || chosen.unit < 0 || isinf(chosen.unit))
        return routh_fail_at(context, ROUTH_BAD_ARGUMENT, &(routh_place){.file = source.shown, .field = "unit"},
                             "a unit of %g m is not positive and finite", chosen.unit);
    status = read(context, from, &chosen, &polyhedron);
    if (status != ROUTH_OK)
        return status;
    for (int c = 0; c < 3; c++)
        tracked[c] = unit * chosen.tracked[c];
    const bool given = !isnan(tracked[0]) || !isnan(tracked[1]) || !isnan(tracked[2]);
    status = routh_shape3_of_polyhedron(context, polyhedron, given ? tracked : NULL, shape);
    routh_polyhedron_release(context, polyhedron);
    if (status == ROUTH_OK) {
        const char *slash = strrchr(source.name, '/'), *name = slash ? slash + 1 : source.name;
        routh_show_text(shape->name, sizeof shape->name, name, strlen(name));
    }
    return status;
}
