/* Simulators themselves, run on impacts of the user's own body, and what that proves.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_ENGINE_PROGRAMS_H
#define ROUTH_ENGINE_PROGRAMS_H

#include <routh/engine_settings.h>

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif
#endif
