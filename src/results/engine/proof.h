/* Inside of proofs: impacts in phases, what is measured of them, and the search over settings.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ENGINE_PROOF_H
#define ROUTH_SRC_ENGINE_PROOF_H

#include "engine/engine.h"
#include <sys/types.h>

/* What runs impacts with a setting: an engine, or what stands in for one. */
typedef struct routh_proof_runner {
    routh_status (*run)(routh_context *context, void *user, const routh_engine_setting *setting,
                        const routh_state3 *starts, size_t count, size_t most_steps, routh_driver_impact *impacts);
    void *user;
} routh_proof_runner;

/* Impacts -----------------------------------------------------------------------------------------------*/

/* What touches: the body's balls, or the corners of its shape as balls of radius 0. */
typedef struct routh_proof_body {
    const routh_engine_body *body;
    size_t count;
    double (*ball)[4];
    double reach; /* of the surface from the centre of mass, m */
} routh_proof_body;

routh_status routh_proof_body_of(routh_context *context, const routh_engine_body *body, routh_proof_body *of);
void routh_proof_body_release(routh_context *context, routh_proof_body *of);

/* Height of the lowest ball's surface over the ground, and which it is; `next` (may be NULL): that of the second lowest. */
double routh_proof_height(const routh_proof_body *of, const routh_state3 *state, size_t *lowest, double *next);

/* Puts the lowest part on the ground; `arm`: the contact point from the centre of mass. */
void routh_proof_touch(const routh_proof_body *of, routh_state3 *state, double arm[3]);

/* The speed at which the lowest point approaches the ground. */
double routh_proof_speed(const routh_proof_body *of, const routh_state3 *touching);

/* A state in which one part of the body alone touches the ground, with that speed of approach and slip of the contact point,
 * and spin. Another part is at least `apart` higher, if any orientation drawn has that. */
void routh_proof_draw(const routh_proof_body *of, routh_random *random, double speed, double slip, double spin,
                      double apart, routh_state3 *state);

/* The start from which the contact of that state is met a share `phase` of a step after an instant of the engine. */
void routh_proof_start(const routh_proof_body *of, const routh_state3 *touching, double phase, double step,
                       routh_state3 *start);

/* Measuring ---------------------------------------------------------------------------------------------*/

/* One impact in one phase: wanted and achieved. */
typedef struct routh_proof_sample {
    double speed, slip;
    double eps_wanted, eps;
    double friction_wanted, friction; /* impulse of friction ÷ normal impulse */
    double friction_error;
    double friction_factor; /* by which the impulse of friction should be multiplied */
    double turned;          /* direction of friction achieved from that wanted, rad; 0 where either has none */
    bool sticks;
    size_t steps, contacts;
    double depth, energy_gain;
    bool is_straight; /* under the law it slips all through in one direction: friction is μ */
    double score;     /* the largest error ÷ its tolerance; ∞: the contact did not end, or nothing touched */
} routh_proof_sample;

/* What one step moves counts as no depth: every engine that looks for contacts once a step has it. */
routh_status routh_proof_measure(routh_context *context, const routh_engine_target *target,
                                 const routh_engine_body *body, double step, const routh_driver_impact *impact,
                                 routh_proof_sample *sample);

/* Trials ------------------------------------------------------------------------------------------------*/

/* Impacts in phases, ready to be run with settings. */
typedef struct routh_proof_set {
    const routh_proof_runner *runner;
    const routh_engine_target *target;
    const routh_engine_body *body;
    double share, step;
    size_t impacts, phases;
    routh_state3 *start;         /* impacts × phases */
    routh_driver_impact *impact; /* room, as many */
    routh_proof_sample *sample;  /* of the setting run last */
    double *room;                /* as many */
} routh_proof_set;

routh_status routh_proof_set_open(routh_context *context, const routh_proof_runner *runner,
                                  const routh_engine_target *target, const routh_engine_body *body, double step,
                                  double share, size_t impacts, size_t phases, routh_proof_set *set);
void routh_proof_set_close(routh_context *context, routh_proof_set *set);

/* Starts of these touching states, each in all phases: one in each equal part of a step, or, without `random`, evenly spread
 * up to both ends of it. */
void routh_proof_set_fill(routh_proof_set *set, const routh_proof_body *of, const routh_state3 *touching,
                          routh_random *random);

/* Runs all and measures; *score as in routh_proof_trial. *rank (may be NULL): the smaller the better, also among settings that
 * do not agree. */
routh_status routh_proof_set_run(routh_context *context, routh_proof_set *set, const routh_engine_setting *setting,
                                 double *score, double *rank);

/* The search --------------------------------------------------------------------------------------------*/

/* Tries settings until one agrees with room to spare, or as many as the options allow are tried. *setting is where it begins if `has_start`. */
routh_status routh_proof_search(routh_context *context, routh_proof_set *set, const routh_engine *engine,
                                const routh_proof_options *options, bool has_start, routh_engine_setting *setting,
                                double *score, size_t *tried);

/* routh_proof_run with any runner. */
routh_status routh_proof_with(routh_context *context, const routh_engine *engine, const routh_proof_runner *runner,
                              const routh_engine_target *target, const routh_engine_body *body,
                              const routh_state3 *impacts, size_t count, double step,
                              const routh_proof_options *options, routh_proof *proof);

/* An engine's program: its process, and how requests and answers go to and fro. */

enum {
    ROUTH_DRIVER_PROTOCOL = 1,
    ROUTH_DRIVER_LINE = 8192, /* no line of a request or an answer is longer */
    ROUTH_DRIVER_BUFFER = 1 << 16,
    ROUTH_DRIVER_SAID = 200 /* of what the program complains about, the last bytes */
};

/* Bytes on their way. */
typedef struct routh_driver_bytes {
    size_t begin, end;
    char byte[ROUTH_DRIVER_BUFFER];
} routh_driver_bytes;

struct routh_driver {
    const routh_engine *engine;
    char version[ROUTH_LABEL_SIZE];
    double patience; /* s without an answer after which the program counts as lost; 30 */
    bool has_world;
    pid_t child;                                         /* 0: it has ended */
    void (*group)(long group, int is_there, void *user); /* the hook of the context that opened it, and */
    void *user;                                          /* what that is called with */
    int answers;                                         /* socket of requests and answers; −1: closed */
    int complaints;                                      /* pipe of what it prints as errors; −1: closed */
    char said[ROUTH_DRIVER_SAID + 1];
    routh_driver_bytes out, in;
};

/* One request and its answers. */

/* The program's path, or a message with what is missing. */
routh_status routh_driver_find(routh_context *context, const routh_engine *engine, const char *folder, char *path,
                               size_t size);
routh_status routh_driver_start(routh_context *context, routh_driver *driver, const char *path);

/* Takes in what the program complains about. */
void routh_driver_listen(routh_driver *driver);

/* Has it ended by itself? It is not waited for yet. */
bool routh_driver_has_ended(const routh_driver *driver);

/* Ends the program: by the end of its input, and after `patience` s by force; what it started and left running, by force. How
 * it ended, in words: "signal 9". */
void routh_driver_end(routh_driver *driver, double patience, char how[ROUTH_LABEL_SIZE]);

#endif
