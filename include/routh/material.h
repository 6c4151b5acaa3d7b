/* The material room: what is known about a pair of surfaces. A law's friction and restitution with intervals, how they are
 * correlated, over which speeds, and where they come from: of a study, a fit or tosses, or from a table of pairs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_MATERIAL_H
#define ROUTH_MATERIAL_H

#include <routh/identify.h>
#include <routh/rollout.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which restitution a law has, planar or in space, by its name. 1: known; 0: the law has none, or there is no such law. */
ROUTH_API bool routh_law_restitution(const char *law, routh_restitution *restitution);

/* What a pair may have: these, as routh_surface3 has them. */
#define ROUTH_MATERIAL_TABLE(X)                                                                                        \
    X(ROUTH_MATERIAL_MU, "mu", "friction at impacts")                                                                  \
    X(ROUTH_MATERIAL_EPS, "eps", "restitution, at 1 m/s where it depends on speed")                                    \
    X(ROUTH_MATERIAL_EPS_SLOPE, "eps_slope", "change of restitution with ln(speed of approach)")                       \
    X(ROUTH_MATERIAL_MU_SLIDE, "mu_slide", "friction in sliding at 1 m/s")                                             \
    X(ROUTH_MATERIAL_MU_SLOPE, "mu_slope", "change of that friction with ln(speed of slip)")                           \
    X(ROUTH_MATERIAL_ETA2, "eta2", "normal ÷ tangential stiffness")

typedef enum routh_material_parameter {
#define ROUTH_MATERIAL_CODE(code, name, about) code,
    ROUTH_MATERIAL_TABLE(ROUTH_MATERIAL_CODE)
#undef ROUTH_MATERIAL_CODE
        ROUTH_MATERIAL_PARAMETERS
} routh_material_parameter;

ROUTH_API extern const routh_names routh_material_parameters; /* "eps_slope" */

/* May the best law's numbers be used? Code, name, about. */
#define ROUTH_STANDING_TABLE(X)                                                                                        \
    X(ROUTH_STANDING_SOUND, "sound", "nothing that was looked at speaks against the best law")                         \
    X(ROUTH_STANDING_DOUBTFUL, "doubtful", "the best law is not all, or something about the recording is open")        \
    X(ROUTH_STANDING_NONE, "none", "no law explains the recording, and none is recommended")

typedef enum routh_standing {
#define ROUTH_STANDING_CODE(code, name, about) code,
    ROUTH_STANDING_TABLE(ROUTH_STANDING_CODE)
#undef ROUTH_STANDING_CODE
        ROUTH_STANDING_COUNT
} routh_standing;

ROUTH_API extern const routh_names routh_standings;

#define ROUTH_MATERIAL_TEXT 512

typedef struct routh_material {
    char name[ROUTH_LABEL_SIZE];             /* "cube on board" */
    char body[ROUTH_LABEL_SIZE];             /* what moves: "acrylic cube, 0.10 m"; "" not known */
    char ground[ROUTH_LABEL_SIZE];           /* what it meets */
    char law[ROUTH_LABEL_SIZE];              /* "rigid", "wang-mason"; "" none */
    routh_restitution restitution;           /* which one eps is */
    double value[ROUTH_MATERIAL_PARAMETERS]; /* NaN: not stated */
    double error[ROUTH_MATERIAL_PARAMETERS]; /* standard error; NaN: not known; ∞: the data do not determine it */
    routh_interval interval[ROUTH_MATERIAL_PARAMETERS];                       /* 95 %; NaN: not known */
    double correlation[ROUTH_MATERIAL_PARAMETERS][ROUTH_MATERIAL_PARAMETERS]; /* 1 on the diagonal; 0 where not known;
                                                                               * eta2 by its logarithm */
    bool correlated;         /* 1: the correlations were measured; 0: they are not known */
    unsigned flags;          /* ROUTH_FIT_… of the fit; 0: none, or not known */
    routh_standing standing; /* in the study that it is of; a table of pairs has those that are sound */
    double speed[2];         /* of approach in the impacts used, least and greatest, m/s; NaN: not known */
    size_t impacts;          /* used; 0: not known */

    /* The body recorded, for models that engines run; mass NaN: not known. Where the shape is a file, its name. */
    char shape[ROUTH_LABEL_SIZE]; /* as --shape has it: "box:.1,.1,.1" */
    double mass, rounding, centre[3], inertia[3][3];

    char source[ROUTH_MATERIAL_TEXT];  /* whose recording or paper */
    char licence[ROUTH_LABEL_SIZE];    /* "CC BY 4.0" */
    char command[ROUTH_MATERIAL_TEXT]; /* that prints the numbers */
    char note[ROUTH_MATERIAL_TEXT];
} routh_material;

/* Nothing known: NaN, empty texts. */
ROUTH_API routh_material routh_material_default(void);

/* A table of pairs. No two rows have the same name and law; the best law of a pair comes first. */
#define ROUTH_MOST_MATERIALS 10000

typedef struct routh_materials {
    routh_material *material;
    size_t count;
} routh_materials;

/* The pairs that come with the library. */
ROUTH_API routh_status routh_materials_known(routh_context *context, routh_materials *materials);

/* From a file: a table of pairs (JSON, docs/materials.md), or the results.json of a study, a fit or tosses, of which each law
 * becomes one material, the best first, named after the recording. Refused, with file, row and field in the message: a value
 * outside the law's bounds, correlations that no distribution has, a name and law that are there before. A field that no row
 * has is logged as a warning. */
ROUTH_API routh_status routh_materials_read(routh_context *context, routh_io from, routh_materials *materials);
ROUTH_API routh_status routh_materials_write(routh_context *context, const routh_materials *materials, routh_io to);
ROUTH_API void routh_materials_release(routh_context *context, routh_materials *materials);

/* Adds a row at the end. Refused: one without a name, and one whose name and law the table has already. */
ROUTH_API routh_status routh_materials_add(routh_context *context, routh_materials *materials,
                                           const routh_material *material);

/* The first material of that name (upper and lower case alike, "-" for a space), of that law, or, as "name/law", of both. If there is none:
 * NULL, and the context's message suggests the nearest. */
ROUTH_API const routh_material *routh_materials_find(routh_context *context, const routh_materials *materials,
                                                     const char *name);

/* Draws `count` sets of parameters from what is known: normal with these errors and correlations, η² in its logarithm, within
 * bounds (μ ≥ 0, 0 ≤ e ≤ 1) by drawing again. A parameter whose error is not known stays at its value; one that is not
 * determined is drawn uniformly from its interval where that is finite, and stays otherwise. Same seed, same sets: the first
 * ones are the same for any `count`. Fails where correlations are none, or a value is out of bounds. */
ROUTH_API routh_status routh_material_draw(routh_context *context, const routh_material *material, uint64_t seed,
                                           size_t count, double (*set)[ROUTH_MATERIAL_PARAMETERS]);

/* The directions in the space of parameters that the data did not determine, and what is not known, as sentences. */
ROUTH_API routh_status routh_material_findings(routh_context *context, const routh_material *material,
                                               routh_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
