/* Bodies to export, with a material whose texts would break files that do not escape them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_ENGINE_EXPORTS_H
#define ROUTH_TESTS_ENGINE_EXPORTS_H

#include <math.h>
#include <string.h>

#include <routh/engine.h>

#include "engine/engine.h"

/* Bodies, by number. */
enum { SHARP_CUBE, ROUNDED_BOX, BALL, ELLIPSOID, HULL, EXPORT_BODIES };

typedef struct made_export {
    routh_material material;
    routh_shape3 shape;
    routh_world3 world;
    routh_export what;
} made_export;

static inline void make_shape(int body, made_export *made) {
    const double box[3] = {0.1, 0.08, 0.06}, cube[3] = {0.1, 0.1, 0.1}, ball[3] = {0.05, 0.05, 0.05},
                 axes[3] = {0.05, 0.04, 0.03};
    const double *size = body == SHARP_CUBE ? cube : body == ROUNDED_BOX ? box : body == BALL ? ball : axes;
    made->what.solid = body <= ROUNDED_BOX ? ROUTH_SOLID_BOX : body == HULL ? ROUTH_SOLID_HULL : ROUTH_SOLID_ELLIPSOID;
    memcpy(made->what.size, size, sizeof made->what.size);
    if (body <= ROUNDED_BOX)
        assert_int_equal(routh_shape3_box(NULL, size, &made->shape), ROUTH_OK);
    else
        assert_int_equal(routh_shape3_ellipsoid(NULL, size, body == HULL ? 12 : 42, &made->shape), ROUTH_OK);
    made->world = routh_world3_of(&made->shape, 0.37);
    made->world.rounding = body == ROUNDED_BOX ? 0.006 : 0;
    if (body == ROUNDED_BOX) {
        made->world.centre[0] = 0.002;
        made->world.inertia[0][1] = made->world.inertia[1][0] = 0.05 * made->world.inertia[0][0];
    }
}

/* Mesh files are named, never there. */
static inline void make_export(int body, routh_export_format format, made_export *made) {
    memset(made, 0, sizeof *made);
    made->material = routh_material_default();
    strcpy(made->material.name, "<a> -- \"b\" & c \\");
    strcpy(made->material.source, "somebody --prove it--\nsecond line \x01");
    made->material.value[ROUTH_MATERIAL_MU] = 0.25;
    made->material.interval[ROUTH_MATERIAL_MU] = (routh_interval){0.24, 0.26, 0.005};
    made->material.value[ROUTH_MATERIAL_EPS] = 0.5;
    made->what.material = &made->material;
    made->what.target = routh_engine_target_default();
    made->what.target.surface.pair.mu = 0.25;
    made->what.mesh = body == HULL ? "part <1> & \"2\".obj" : NULL;
    made->what.unit = 1e-3;
    make_shape(body, made);
    assert_int_equal(routh_engine_body_of(NULL, &made->world, &made->what.body), ROUTH_OK);
    const routh_engine *engine = routh_export_engine(format) ? routh_export_engine(format) : routh_engine_at(0);
    assert_int_equal(routh_engine_convert(NULL, engine, &made->what.target, &made->what.body,
                                          engine->is_spring ? 5e-4 : 1e-3, false, &made->what.setting),
                     ROUTH_OK);
    assert_int_equal(routh_newton_of(NULL, &made->what.target, &made->what.body, 1, 100, &made->what.newton), ROUTH_OK);
}

static inline void release_export(made_export *made) {
    routh_engine_body_release(NULL, &made->what.body);
    routh_shape3_release(NULL, &made->shape);
}

/* Can the format hold it? */
static inline bool can_hold(routh_export_format format, int body) {
    return body != ELLIPSOID || (format != ROUTH_EXPORT_URDF && format != ROUTH_EXPORT_USD);
}

#endif
