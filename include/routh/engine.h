/* The engine room: simulators made by others. What their contact parameters mean, which of them give a wanted friction and
 * restitution, and the simulators themselves, run on impacts of the user's own body.
 *
 * The library links no simulator. Each is a small program of its own (engines/), built where its package is installed, and
 * spoken to over a pipe; docs/simulators.md has the protocol, so that a program of your own can be one, too.
 *
 * World axes z up, the ground at z = 0. SI units.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_ENGINE_H
#define ROUTH_ENGINE_H

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

/* What two bodies with these values have at their contact. NaN for ROUTH_PAIR_CONTACT. */
ROUTH_API double routh_pair_combine(routh_pair_rule rule, double a, double b);

/* Values of a body and of the ground that give `value` at their contact: 1 on the ground where the rule is a product, 0 where
 * it is the larger of both, and the same on both otherwise; twice the value on both for springs one behind the other. For
 * ROUTH_PAIR_CONTACT the body has it and the ground has NaN. */
ROUTH_API void routh_pair_split(routh_pair_rule rule, double value, double *body, double *ground);

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
ROUTH_API size_t routh_engine_count(void);
ROUTH_API const routh_engine *routh_engine_at(size_t index); /* NULL past the end */

/* The engine with that name. If there is none: NULL, and the context's message suggests the nearest name. */
ROUTH_API const routh_engine *routh_engine_find(routh_context *context, const char *name);

/* An engine's contact in numbers: those of the contact itself, after the pair rules. Which values of both bodies give them is
 * routh_pair_split's. */
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

/* Restitution of a spring and a damper that cannot pull, without gravity: r̈ + 2ζω ṙ + ω² r = 0 until the force is 0. */
ROUTH_API double routh_spring_restitution(double damping_ratio);
/* Its inverse; ∞ for 0, NaN outside 0 … 1. */
ROUTH_API double routh_spring_damping(double restitution);
/* What textbooks have, where the contact may pull: ζ = −ln e/√(π² + ln² e). */
ROUTH_API double routh_spring_damping_textbook(double restitution);
/* Restitution of f = k x₊ (1 + d ẋ)₊ (Hunt and Crossley's factor on a linear spring, Drake's), for d v: dissipation times
 * speed of approach; and the d v that gives a restitution. */
ROUTH_API double routh_hunt_crossley_restitution(double dissipation_speed);
ROUTH_API double routh_hunt_crossley_dissipation(double restitution);

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

/* How deep contacts of this body may sink in: the target's depth, or its default. */
ROUTH_API double routh_engine_depth(const routh_engine_target *target, const routh_engine_body *body);

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

/* As many as routh_engine_convert draws. */
#define ROUTH_NEWTON_IMPACTS 400

ROUTH_API routh_status routh_newton_of(routh_context *context, const routh_engine_target *target,
                                       const routh_engine_body *body, uint64_t seed, size_t count,
                                       routh_newton *newton);

/* SDF's kp (N/m) and kd (N s/m) of a contact, and what ODE makes of them at a step: erp = h kp/(h kp + kd),
 * cfm = 1/(h kp + kd); and back. */
ROUTH_API void routh_ode_of_spring(double step, double kp, double kd, double *erp, double *cfm);
ROUTH_API void routh_ode_spring_of(double step, double erp, double cfm, double *kp, double *kd);

/* By formula, without running the engine: the values that textbooks and manuals give (`textbook`), or the best that is known
 * in closed form for this step. Fails where no value can give it, with the reason. */
ROUTH_API routh_status routh_engine_convert(routh_context *context, const routh_engine *engine,
                                            const routh_engine_target *target, const routh_engine_body *body,
                                            double step, bool textbook, routh_engine_setting *setting);

/* What slip adds to Newton's e in engines whose solver is convex, MuJoCo alone among these: at the geometric mean of the speeds
 * and at a slip, before or after, as fast as the approach, at most; half as fast adds about half. Where a contact slides, the
 * normal row's residual is friction × that of the slip, which adds up to friction × damping × slip a step. 0: nothing. */
ROUTH_API double routh_engine_slip_adds(const routh_engine_setting *setting, const routh_engine_target *target,
                                        const routh_engine_body *body);

/* Exports -----------------------------------------------------------------------------------------------*/

#define ROUTH_EXPORT_TABLE(X)                                                                                          \
    X(ROUTH_EXPORT_MJCF, "mjcf", "MuJoCo's XML")                                                                       \
    X(ROUTH_EXPORT_SDF, "sdf", "SDF, for Gazebo with ODE")                                                             \
    X(ROUTH_EXPORT_URDF, "urdf", "URDF with the tags of Bullet and of Gazebo")                                         \
    X(ROUTH_EXPORT_DRAKE, "drake", "SDF with Drake's tags")                                                            \
    X(ROUTH_EXPORT_BULLET, "bullet", "Bullet: URDF's <contact>; the model is a program in C++")                        \
    X(ROUTH_EXPORT_USD, "usd", "USD as text, for PhysX")                                                               \
    X(ROUTH_EXPORT_JSON, "json", "every engine's parameters, for programs")

typedef enum routh_export_format {
#define ROUTH_EXPORT_CODE(code, name, about) code,
    ROUTH_EXPORT_TABLE(ROUTH_EXPORT_CODE)
#undef ROUTH_EXPORT_CODE
        ROUTH_EXPORT_COUNT
} routh_export_format;

ROUTH_API extern const routh_names routh_export_formats; /* "mjcf" */

/* The engine whose parameters a format has; NULL for ROUTH_EXPORT_JSON, which has all. */
ROUTH_API const routh_engine *routh_export_engine(routh_export_format format);

/* What a body looks like in a model. */
typedef enum routh_export_solid {
    ROUTH_SOLID_BOX,       /* edges `size` along the axes, about the shape's origin */
    ROUTH_SOLID_ELLIPSOID, /* semi-axes `size`; a sphere where they are equal */
    ROUTH_SOLID_HULL       /* the shape's corners; `mesh` where a format cannot hold them */
} routh_export_solid;

/* A material on its way into an engine. All texts and pointers belong to the caller. */
typedef struct routh_export {
    const routh_material *material; /* with intervals and provenance, for comments */
    routh_engine_target target;     /* what is wanted */
    routh_newton newton;            /* Newton's e of this body; impacts 0: no conversion was needed */
    routh_engine_setting setting;   /* of the format's engine; not used by ROUTH_EXPORT_JSON */
    bool textbook;      /* the setting is what textbooks and manuals give, and so are all of ROUTH_EXPORT_JSON */
    const char *reason; /* of the setting: how it was found, one sentence; NULL: by formula, and never run */
    const char
        *draw; /* the target is one of several sets drawn from the material: which one, a sentence; NULL: it is not */

    /* The body. A rounded one touches with its balls: body.ball_count > 1. */
    routh_engine_body body;
    routh_export_solid solid;
    double size[3];    /* m */
    const char *mesh;  /* the file of a shape from STL or OBJ; NULL: none */
    double unit;       /* of its lengths, m */
    double mesh_at[3]; /* the file's origin, from the shape's, m */
} routh_export;

/* Writes the snippet to paste, or a small model that runs (`model`): the body above the ground, time step, gravity and solver.
 * Every number has a comment: what it means there, where it comes from, its interval, and both bodies' values under the
 * engine's pair rule. Fails where the format cannot hold the shape. docs/simulators.md has the JSON. */
ROUTH_API routh_status routh_export_write(routh_context *context, const routh_export *what, routh_export_format format,
                                          bool model, routh_io to);

/* Preparing exports -------------------------------------------------------------------------------------*/

/* What an export is made of, besides a material. NaN and NULL (default): as the material has it. */
typedef struct routh_export_options {
    double mu, eps, eps_slope;     /* by hand, in place of the material's; they then have no interval */
    bool has_restitution;          /* 1: eps is the one that follows; default 0: what the material says */
    routh_restitution restitution; /* default ROUTH_NEWTON */
    double step;                   /* of time, s; default 0.001 */
    double speed[2];               /* of approach, least and greatest, m/s; NaN: the material's, or 0.3 and 3 */
    double depth;                  /* that contacts may sink in, m; NaN: a tenth of the body's thickness */
    bool textbook;                 /* 1: the values that textbooks and manuals give; default 0 */

    /* The body. Where nothing is stated it is a ball with a radius of 0.05 m and 1 kg, as which it decides how deep contacts
     * may sink in and little else. Its shape is text of routh_shape3_of_text, or "disc:R" or "ellipse:A,B" of the plane,
     * made as deep as they are high. */
    const char *shape;
    const char *mesh;                  /* a file, STL or OBJ, in place of the text */
    routh_shape3_options mesh_options; /* of that file */
    double mass;                       /* kg */
    double density;                    /* in place of the mass, kg/m³ */
    double rounding;                   /* radius of corners and edges, m */
    double gravity;                    /* m/s²; NaN: 9.81 */
    double centre[3];                  /* of mass, from the tracked point, body axes, m */
    double inertia[3][3];              /* about the centre of mass, body axes, kg m² */
} routh_export_options;

ROUTH_API routh_export_options routh_export_options_default(void);

/* An export with all that it refers to. Its parts point to each other: it must stay where it is. */
typedef struct routh_export_job {
    routh_export_format format;
    const routh_engine *engine; /* the format's; NULL: all of them */
    routh_material material;    /* with what was given by hand */
    routh_shape3 shape;
    routh_world3 world;
    char *mesh;        /* the shape's file from the root on; NULL: none */
    double ball[1][4]; /* a sphere's */
    bool has_body;     /* 0: none is stated, and a ball stands in */
    bool has_mass;     /* 0: 1 kg stands in */
    double step;       /* s */
    routh_export what; /* for routh_export_write */
    char reason[1024]; /* how the setting was found, where not by formula */
    char draw[160];    /* which set of several it is */
} routh_export_job;

/* Material, target and body of an export; the setting is routh_export_convert's or routh_export_prove's. `material` NULL:
 * friction and restitution are the options' alone. Fails where nothing says what is wanted. Release in any case. */
ROUTH_API routh_status routh_export_prepare(routh_context *context, const routh_material *material,
                                            routh_export_format format, const routh_export_options *options,
                                            routh_export_job *job);
ROUTH_API void routh_export_job_release(routh_context *context, routh_export_job *job);

/* The setting of the format's engine by formula, and Newton's e where another one is wanted. */
ROUTH_API routh_status routh_export_convert(routh_context *context, routh_export_job *job);

/* Sets of parameters drawn from what is known of the material (routh_material_draw), each converted for the engine. */
typedef struct routh_export_draws {
    size_t count;
    double (*set)[ROUTH_MATERIAL_PARAMETERS];
    routh_engine_setting *setting; /* engine NULL: the engine cannot give this set, which keeps its place */
    size_t without;                /* such sets */
    char why[ROUTH_MESSAGE_SIZE];  /* that of the first of them */
    uint64_t seed;
} routh_export_draws;

/* Of a job that was prepared; up to ROUTH_MOST_REPETITIONS. Fails where the format is for all engines, and where no set
 * can be had. */
ROUTH_API routh_status routh_export_draws_make(routh_context *context, const routh_export_job *job, uint64_t seed,
                                               size_t count, routh_export_draws *draws);
ROUTH_API void routh_export_draws_release(routh_context *context, routh_export_draws *draws);

/* .csv: one row a set, with the columns sample, those of the material that are stated, ENGINE_PARAMETER for those of the
 * engine, step, mass. .json: the same. */
ROUTH_API routh_status routh_export_draws_write(routh_context *context, const routh_export_job *job,
                                                const routh_export_draws *draws, routh_io to);

/* Makes the job that of one set: its target, setting, Newton's e, and which one it is. */
ROUTH_API routh_status routh_export_draw(routh_context *context, const routh_export_draws *draws, size_t index,
                                         routh_export_job *job);

/* Programs ----------------------------------------------------------------------------------------------*/

/* An engine that runs, in a process of its own. Not shared between threads. Calls fail with ROUTH_ENGINE_FAILED and what the
 * program says; where it has ended, or gave no answer for 30 s and was ended, it must be opened again. */
typedef struct routh_driver routh_driver;

/* Starts the engine's program. It is looked for in `folder`, or, where that is NULL, in the folders of ROUTH_ENGINES, beside
 * the running program and the library (engines/, ../libexec/routh), and where it was installed. ROUTH_ENGINE_FAILED with what
 * to install. */
ROUTH_API routh_status routh_driver_open(routh_context *context, const routh_engine *engine, const char *folder,
                                         routh_driver **driver);
ROUTH_API void routh_driver_close(routh_context *context, routh_driver *driver);
ROUTH_API const char *routh_driver_version(const routh_driver *driver); /* "2.2.2" */

/* Makes the world: the body above the ground. */
ROUTH_API routh_status routh_driver_make(routh_context *context, routh_driver *driver, const routh_engine_body *body,
                                         const routh_engine_setting *setting);

/* A file of the engine's own (MuJoCo: MJCF, URDF). Its one free body is what runs and states are about. */
typedef struct routh_driver_model {
    char body[ROUTH_LABEL_SIZE]; /* its name */
    double mass, inertia[3][3];  /* body axes, with the centre of mass as origin */
    double reach;                /* of its surface from the centre of mass, m */
    double step;                 /* s */
    double gravity;              /* m/s² */
} routh_driver_model;
/* `step`: s; 0: the file's own. */
ROUTH_API routh_status routh_driver_load(routh_context *context, routh_driver *driver, const char *path, double step,
                                         routh_driver_model *model);

/* `count` states `every` steps apart, the first of them the start; in flight they lie on the parabola. `contacts` (may be NULL): how many contacts pushed in the
 * steps since the state before, at most. */
ROUTH_API routh_status routh_driver_run(routh_context *context, routh_driver *driver, const routh_state3 *start,
                                        size_t every, size_t count, routh_state3 *states, size_t *contacts);

/* One impact in an engine: from the last state before a contact pushed to the first after. Velocities are those that the
 * engine's law acts on, half a step before the states' times (docs/simulators.md, Protocol): the ratio of before and after has
 * no error from gravity's step. Numbers of an engine that blew up may be infinite or NaN. */
typedef struct routh_driver_impact {
    routh_state3 before, after;
    double point[3]; /* of the contact when it first pushed, world axes, m */
    size_t steps;    /* in which a contact pushed; 0: none did */
    size_t contacts; /* most of them at once */
    double depth;    /* deepest, m */
    bool ended;      /* 1: apart again within `most_steps` */
} routh_driver_impact;

/* Each start is run until the contact has ended, or for `most_steps`. */
ROUTH_API routh_status routh_driver_impacts(routh_context *context, routh_driver *driver, const routh_state3 *starts,
                                            size_t count, size_t most_steps, routh_driver_impact *impacts);

/* Proofs ------------------------------------------------------------------------------------------------*/

/* Impacts of the user's own body in the engine itself: what the law wants of each, what the engine did, and the setting with
 * which it does best. An engine meets the ground somewhere within a time step, and what it does depends on where; each impact
 * is therefore run in several phases.
 *
 * Newton's e is taken from the velocities of the contact point in the last state before a contact pushed and in the first one
 * after; friction from the change of momentum, weight taken off. */

#define ROUTH_PROOF_VERDICT_TABLE(X)                                                                                   \
    X(ROUTH_PROOF_REACHED, "reached", "the engine does what is wanted")                                                \
    X(ROUTH_PROOF_IN_PART, "in part", "it does for some of the speeds")                                                \
    X(ROUTH_PROOF_CANNOT, "cannot", "no setting was found with which it does")

typedef enum routh_proof_verdict {
#define ROUTH_PROOF_VERDICT_CODE(code, name, about) code,
    ROUTH_PROOF_VERDICT_TABLE(ROUTH_PROOF_VERDICT_CODE)
#undef ROUTH_PROOF_VERDICT_CODE
        ROUTH_PROOF_VERDICT_COUNT
} routh_proof_verdict;

ROUTH_API extern const routh_names routh_proof_verdicts; /* "in part" */

typedef struct routh_proof_options {
    size_t impacts; /* that are drawn where none are given, 1 … 1000; default 24 */
    size_t phases;  /* of each, 1 … 100; default 8 */
    double share;   /* of all of these that must agree, 0.5 … 1; default 0.95 */
    double
        slip[2]; /* of drawn impacts: speed of slip ÷ speed of approach, least and greatest, 0 … 100; default 0 and 1 */
    double spin;     /* of drawn impacts: greatest spin × reach ÷ speed of approach, 0 … 10; default 0.5 */
    size_t settings; /* to be tried at most, 1 … 100000; default 300 */
    bool
        same_across; /* 1: friction_across stays 1, as formats need whose axes of friction do not follow the slip (SDF);
                       * default 0: it is searched where the engine has it */
    uint64_t seed;   /* default 1 */
} routh_proof_options;

ROUTH_API routh_proof_options routh_proof_options_default(void);

/* One impact in all of its phases. Of three numbers the least, the median and the greatest. */
typedef struct routh_proof_impact {
    double speed, slip;       /* of the contact point before, m/s */
    double eps_wanted;        /* Newton's e under the law; medians over the phases, as below */
    double eps[3];            /* achieved */
    double eps_error[3];      /* achieved − wanted */
    double friction_wanted;   /* impulse of friction ÷ normal impulse under the law */
    double friction[3];       /* achieved */
    double friction_error[3]; /* what is missing or too much of the impulse ÷ (μ × normal impulse) */
    bool sticks;              /* 1: under the law slip has ended when the contact ends */
    size_t steps, contacts;   /* most of them */
    double depth;             /* deepest, m */
    double energy_gain;       /* most, of the energy before; ≤ 0: none */
    double agree;             /* share of phases within both tolerances and not too deep */
} routh_proof_impact;

/* One setting, and what it did. */
typedef struct routh_proof_trial {
    routh_engine_setting setting;
    double score;        /* of the stated share: the largest error ÷ its tolerance; up to 1 it agrees; NaN: not run */
    double agree;        /* share of all impacts and phases */
    double eps_error[3]; /* of all: least, median, greatest */
    double friction_error[3];   /* likewise */
    double depth, energy_gain;  /* most */
    routh_proof_impact *impact; /* [up.impact_count] */
} routh_proof_trial;

typedef struct routh_proof {
    const routh_engine *engine;
    char version[ROUTH_LABEL_SIZE]; /* of the engine */
    routh_engine_target target;
    routh_proof_verdict verdict;
    double speed[2];            /* of approach, for which the best setting agrees, m/s; NaN: for none */
    size_t settings;            /* tried */
    size_t impact_count;        /* by speed, rising; the same for both */
    routh_proof_trial best;     /* on impacts or phases that the search had not seen */
    routh_proof_trial textbook; /* with what textbooks and manuals give */
    routh_findings findings;    /* why, in sentences; the first is the verdict */
} routh_proof;

/* `impacts`: states at or just before contacts, of which only orientation and velocity are used; NULL: drawn, with every part
 * of the body that touches alone. The body falls from just above the ground. Deterministic. Fails where the engine does. */
ROUTH_API routh_status routh_proof_run(routh_context *context, const routh_engine *engine, routh_driver *driver,
                                       const routh_engine_target *target, const routh_engine_body *body,
                                       const routh_state3 *impacts, size_t count, double step,
                                       const routh_proof_options *options, routh_proof *proof);
ROUTH_API void routh_proof_release(routh_context *context, routh_proof *proof);

/* Runs the format's engine on impacts of a job's body (`folder` as in routh_driver_open), and puts the best setting and the
 * verdict into the job. Fails where the format is for all engines, the engine has no program, or no body is stated. */
ROUTH_API routh_status routh_export_prove(routh_context *context, const char *folder,
                                          const routh_proof_options *options, routh_export_job *job,
                                          routh_proof *proof);

#ifdef __cplusplus
}
#endif
#endif
