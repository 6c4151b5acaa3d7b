/* What simulators do with impacts of the user's own body.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_ENGINE_PROOFS_H
#define ROUTH_ENGINE_PROOFS_H

#include <routh/engine_settings.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Programs ----------------------------------------------------------------------------------------------
 * What a simulator's program answers; docs/simulators.md has the protocol, engines/ the programs. */

/* A file of the engine's own (MuJoCo: MJCF, URDF). Its one free body is what runs and states are about. */
typedef struct routh_driver_model {
    char body[ROUTH_LABEL_SIZE]; /* its name */
    double mass, inertia[3][3];  /* body axes, with the centre of mass as origin */
    double reach;                /* of its surface from the centre of mass, m */
    double step;                 /* s */
    double gravity;              /* m/s² */
} routh_driver_model;

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

ROUTH_API void routh_proof_release(routh_context *context, routh_proof *proof);

#ifdef __cplusplus
}
#endif
#endif
