/* What the contact parameters of simulators mean, and which of them give a wanted friction and restitution.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_ENGINE_SETTINGS_H
#define ROUTH_ENGINE_SETTINGS_H

#include <routh/material.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Engines -----------------------------------------------------------------------------------------------*/

/* How the values of two bodies become that of their contact. */
#define ROUTH_PAIR_RULE_TABLE(X)                                                                                       \
    X(ROUTH_PAIR_MAXIMUM, "maximum", "the larger of both")                                                             \
    X(ROUTH_PAIR_MINIMUM, "minimum", "the smaller of both")                                                            \
    X(ROUTH_PAIR_PRODUCT, "product", "a b")                                                                            \
    X(ROUTH_PAIR_MEAN, "mean", "(a + b)/2")                                                                            \
    X(ROUTH_PAIR_HARMONIC, "harmonic", "2 a b/(a + b)")                                                                \
    X(ROUTH_PAIR_SERIES, "series", "a b/(a + b): springs one behind the other")                                        \
    X(ROUTH_PAIR_CONTACT, "contact", "stated for the contact, not for a body")

typedef enum routh_pair_rule {
#define ROUTH_PAIR_RULE_CODE(code, name, about) code,
    ROUTH_PAIR_RULE_TABLE(ROUTH_PAIR_RULE_CODE)
#undef ROUTH_PAIR_RULE_CODE
        ROUTH_PAIR_RULE_COUNT
} routh_pair_rule;

ROUTH_API extern const routh_names routh_pair_rules; /* "product" */

#define ROUTH_ENGINE_PARAMETERS 8

/* One number of an engine's contact. */
typedef struct routh_engine_parameter {
    const char *name; /* "stiffness" */
    const char *unit; /* "1/s²"; "" for none */
    const char *about;
    double low, high; /* what the engine accepts and a search may try */
    double usual;     /* the engine's own default */
    bool is_factor;   /* searched in its logarithm */
    routh_pair_rule rule;
} routh_engine_parameter;

/* An engine is one constant of this type; src/results/engine/engine_*.c holds one each. Its first parameter is friction. */
typedef struct routh_engine {
    const char *name;    /* "mujoco" */
    const char *title;   /* "MuJoCo" */
    const char *package; /* of Debian, which the program is built with; NULL: there is no program, formulas only */
    const char *contact; /* its law in a few words */
    const char *reference;
    bool is_spring;                /* 1: it has no restitution; what bounces is a spring with a damper */
    routh_restitution restitution; /* which one it has, or keeps where it is a spring */
    size_t parameter_count;
    routh_engine_parameter parameter[ROUTH_ENGINE_PARAMETERS];
} routh_engine;

/* mujoco    friction, stiffness (1/s²), damping (1/s), impedance: solref in its direct form, constant impedance, elliptic cone
 * bullet    friction, restitution, restitution_speed (m/s), error_reduction, friction_across
 * ode       friction, restitution, restitution_speed (m/s), error_reduction, force_mixing (s/kg),
 *           friction_across
 * dart      friction, restitution, restitution_speed (m/s), error_reduction, friction_across
 * drake     friction, stiffness (N/m), dissipation (s/m); no program
 * physx     friction, restitution, restitution_speed (m/s): USD's; no program */
ROUTH_API const routh_engine *routh_engine_at(size_t index); /* NULL past the end */

/* The engine with that name. If there is none: NULL, and the context's message suggests the nearest name. */
ROUTH_API const routh_engine *routh_engine_find(routh_context *context, const char *name);

/* An engine's contact in numbers: those of the contact itself, after the pair rules. Exports state which
 * values of both bodies give them. */
typedef struct routh_engine_setting {
    const routh_engine *engine;
    double step;                           /* of time, s */
    double value[ROUTH_ENGINE_PARAMETERS]; /* in the order of engine->parameter */
} routh_engine_setting;

/* The engine's own defaults at that step. */
ROUTH_API routh_engine_setting routh_engine_setting_default(const routh_engine *engine, double step);

/* The setting of that engine in JSON that routh_export_write wrote. What is missing has the engine's defaults; parameters that it
 * does not have or accept are ROUTH_BAD_FORMAT, and the message names the field. */
ROUTH_API routh_status routh_engine_setting_read(routh_context *context, routh_io from, const routh_engine *engine,
                                                 routh_engine_setting *setting);

/* Formulas ----------------------------------------------------------------------------------------------*/

/* What is wanted of an engine. */
typedef struct routh_engine_target {
    routh_surface3 surface;        /* law, pair and change of restitution with speed */
    routh_restitution restitution; /* which one the pair's eps is; default ROUTH_ENERGETIC, as laws in space have it */
    double speed[2];               /* of approach, least and greatest, m/s; default 0.3 and 3 */
    double eps_tolerance;          /* absolute, on Newton's e of each impact; default 0.01 */
    double friction_tolerance;     /* relative, on the impulse of friction; default 0.02 */
    double depth; /* most that contacts may sink in beyond the way of one step, m; default: a tenth of the
                                * body's thickness, or of a single ball's radius */
} routh_engine_target;

ROUTH_API routh_engine_target routh_engine_target_default(void);

/* A body as engines have it. */
typedef struct routh_engine_body {
    double mass;               /* kg */
    double inertia[3][3];      /* about the centre of mass, body axes, kg m² */
    const double (*ball)[4];   /* centre, from the centre of mass in body axes, and radius, m; owned by the caller */
    size_t ball_count;         /* what touches is one of these balls; 0: the sharp shape */
    const routh_shape3 *shape; /* owned by the caller; NULL: balls only */
    double centre[3];          /* of mass, from the shape's origin, m */
    double gravity, drag;      /* m/s², 1/s, as in a world */
} routh_engine_body;

/* The body of a world, which is checked, with a ball for each corner where it has a rounding, gravity and drag; what is fixed
 * there does not matter. The world and its shape must outlive it. */
ROUTH_API routh_status routh_engine_body_of(routh_context *context, const routh_world3 *world, routh_engine_body *body);
ROUTH_API void routh_engine_body_release(routh_context *context, routh_engine_body *body);

/* Newton's e in place of an energetic or Poisson's one, for engines that have Newton's. Both agree at central impacts, and
 * where a body touches without slip on an axis through its centre of mass; otherwise each impact has another e. `eps` is the
 * mean over impacts of this body: orientations at random, speeds of approach over the target's range, slip up to twice as
 * fast in any direction. It is the constant from which e of the single impacts is least far. */
typedef struct routh_newton {
    double eps;       /* mean of Newton's e; < 0 where friction pulls the point back down */
    double deviation; /* of single impacts from it: what one number cannot give */
    double low, high; /* least and greatest of them */
    size_t impacts;   /* drawn */
} routh_newton;

#ifdef __cplusplus
}
#endif
#endif
