/* A material and a body as a simulator's own file.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_ENGINE_EXPORTS_H
#define ROUTH_ENGINE_EXPORTS_H

#include <routh/engine_proofs.h>

#ifdef __cplusplus
extern "C" {
#endif

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
    bool force;                    /* 1: also where the study recommends no law; default 0: that is refused */
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
    double slip_adds;  /* to Newton's e where a contact slips, at a slip as fast as the approach, at most: engines whose
                        * solver is convex push apart what slips, MuJoCo alone among these. Of the setting */
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

/* Sets of parameters drawn from the material's errors and correlations (routh_material_draw), each converted for the engine. */
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

/* Runs the format's engine on impacts of a job's body (its program is looked for in `folder`, or,
 * where that is NULL, in the folders of ROUTH_ENGINES, beside the running program and the library, engines/ and
 * ../libexec/routh, and where it was installed), and puts the best setting and the
 * verdict into the job. Fails where the format is for all engines, the engine has no program, or no body is stated. */
ROUTH_API routh_status routh_export_prove(routh_context *context, const char *folder,
                                          const routh_proof_options *options, routh_export_job *job,
                                          routh_proof *proof);

#ifdef __cplusplus
}
#endif
#endif
