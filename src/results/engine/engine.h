/* What the engine room shares: the table of engines, conversions, and a contact of MuJoCo alone.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ENGINE_ENGINE_H
#define ROUTH_SRC_ENGINE_ENGINE_H

#include <stddef.h>
#include <stdio.h>

#include <routh/engine.h>

/* What the engine room shares: every engine (a new one is one file and one line here), conversions, formulas, programs. */

#define ROUTH_ENGINE_TABLE(X)                                                                                          \
    X(mujoco)                                                                                                          \
    X(bullet)                                                                                                          \
    X(ode)                                                                                                             \
    X(dart)                                                                                                            \
    X(drake)                                                                                                           \
    X(physx)

#define ROUTH_ENGINE_DECLARE(name) extern const routh_engine routh_engine_##name;
ROUTH_ENGINE_TABLE(ROUTH_ENGINE_DECLARE)
#undef ROUTH_ENGINE_DECLARE

/* Parameters in the order of engine.h. */
enum { ROUTH_AT_FRICTION = 0 };
enum { ROUTH_MUJOCO_STIFFNESS = 1, ROUTH_MUJOCO_DAMPING, ROUTH_MUJOCO_IMPEDANCE };
enum { ROUTH_RIGID_RESTITUTION = 1, ROUTH_RIGID_SPEED, ROUTH_RIGID_ERROR_REDUCTION, ROUTH_ODE_FORCE_MIXING };
enum { ROUTH_BULLET_ACROSS = ROUTH_RIGID_ERROR_REDUCTION + 1, ROUTH_DART_ACROSS = ROUTH_BULLET_ACROSS };
enum { ROUTH_ODE_ACROSS = ROUTH_ODE_FORCE_MIXING + 1 };
enum { ROUTH_DRAKE_STIFFNESS = 1, ROUTH_DRAKE_DISSIPATION };

/* Parameters that stay at their usual value for this body, because any other would have no effect and the program refuses it:
 * DART's friction_across of a sharp body. */
bool routh_engine_is_held(const routh_engine *engine, const routh_engine_body *body, size_t parameter);

/* Where the parameter of that name stands; the engine's count: it has none. */
size_t routh_engine_place(const routh_engine *engine, const char *name);

/* Restitution that is wanted at a speed of approach. */
double routh_engine_target_eps(const routh_engine_target *target, double speed);

/* What the law makes of an impact with the restitution wanted. A law's eps is energetic; where the target's is Newton's or
 * Poisson's, the energetic one that has the same effect is found by halving. */
routh_status routh_engine_target_outcome(routh_context *context, const routh_engine_target *target,
                                         const routh_contact3 *contact, routh_outcome3 *wanted);

/* Fails unless target, body and step are numbers that an engine can be asked for. */
routh_status routh_engine_target_check(routh_context *context, const routh_engine_target *target,
                                       const routh_engine_body *body, double step);

/* What is wanted, in Newton's e. */

/* The engine whose parameters a format has; NULL for ROUTH_EXPORT_JSON, which has all. */
const routh_engine *routh_export_engine(routh_export_format format);

/* What two bodies with these values have at their contact. NaN for ROUTH_PAIR_CONTACT. */
double routh_pair_combine(routh_pair_rule rule, double a, double b);

/* Values of a body and of the ground that give `value` at their contact: 1 on the ground where the rule is a product, 0 where
 * it is the larger of both, and the same on both otherwise; twice the value on both for springs one behind the other. For
 * ROUTH_PAIR_CONTACT the body has it and the ground has NaN. */
void routh_pair_split(routh_pair_rule rule, double value, double *body, double *ground);

/* Restitution of a spring and a damper that cannot pull, without gravity: r̈ + 2ζω ṙ + ω² r = 0 until the force is 0. */
double routh_spring_restitution(double damping_ratio);

/* Its inverse; ∞ for 0, NaN outside 0 … 1. */
double routh_spring_damping(double restitution);

/* What textbooks have, where the contact may pull: ζ = −ln e/√(π² + ln² e). */
double routh_spring_damping_textbook(double restitution);

/* Restitution of f = k x₊ (1 + d ẋ)₊ (Hunt and Crossley's factor on a linear spring, Drake's), for d v: dissipation times
 * speed of approach; and the d v that gives a restitution. */
double routh_hunt_crossley_restitution(double dissipation_speed);
double routh_hunt_crossley_dissipation(double restitution);

/* How deep contacts of this body may sink in: the target's depth, or its default. */
double routh_engine_depth(const routh_engine_target *target, const routh_engine_body *body);

/* As many as routh_engine_convert draws. */
#define ROUTH_NEWTON_IMPACTS 400

routh_status routh_newton_of(routh_context *context, const routh_engine_target *target, const routh_engine_body *body,
                             uint64_t seed, size_t count, routh_newton *newton);

/* SDF's kp (N/m) and kd (N s/m) of a contact, and what ODE makes of them at a step: erp = h kp/(h kp + kd),
 * cfm = 1/(h kp + kd); and back. */
void routh_ode_of_spring(double step, double kp, double kd, double *erp, double *cfm);
void routh_ode_spring_of(double step, double erp, double cfm, double *kp, double *kd);

/* An engine that runs, in a process of its own. Not shared between threads. Calls fail with ROUTH_ENGINE_FAILED and what the
 * program says; where it has ended, or gave no answer for 30 s and was ended, it must be opened again. */
typedef struct routh_driver routh_driver;

/* Starts the engine's program. It is looked for in `folder`, or, where that is NULL, in the folders of ROUTH_ENGINES, beside
 * the running program and the library (engines/, ../libexec/routh), and where it was installed. ROUTH_ENGINE_FAILED with what
 * to install. */
routh_status routh_driver_open(routh_context *context, const routh_engine *engine, const char *folder,
                               routh_driver **driver);
void routh_driver_close(routh_context *context, routh_driver *driver);
const char *routh_driver_version(const routh_driver *driver); /* "2.2.2" */

/* Makes the world: the body above the ground. */
routh_status routh_driver_make(routh_context *context, routh_driver *driver, const routh_engine_body *body,
                               const routh_engine_setting *setting);

/* `step`: s; 0: the file's own. */
routh_status routh_driver_load(routh_context *context, routh_driver *driver, const char *path, double step,
                               routh_driver_model *model);

/* `count` states `every` steps apart, the first of them the start; in flight they lie on the parabola. `contacts` (may be NULL): how many contacts pushed in the
 * steps since the state before, at most. */
routh_status routh_driver_run(routh_context *context, routh_driver *driver, const routh_state3 *start, size_t every,
                              size_t count, routh_state3 *states, size_t *contacts);

/* Each start is run until the contact has ended, or for `most_steps`. */
routh_status routh_driver_impacts(routh_context *context, routh_driver *driver, const routh_state3 *starts,
                                  size_t count, size_t most_steps, routh_driver_impact *impacts);

/* `impacts`: states at or just before contacts, of which only orientation and velocity are used; NULL: drawn, with every part
 * of the body that touches alone. The body falls from just above the ground. Deterministic. Fails where the engine does. */
routh_status routh_proof_run(routh_context *context, const routh_engine *engine, routh_driver *driver,
                             const routh_engine_target *target, const routh_engine_body *body,
                             const routh_state3 *impacts, size_t count, double step, const routh_proof_options *options,
                             routh_proof *proof);

/* By formula, without running the engine: the values that textbooks and manuals give (`textbook`), or the best that is known
 * in closed form for this step. Fails where no value can give it, with the reason. */
routh_status routh_engine_convert(routh_context *context, const routh_engine *engine, const routh_engine_target *target,
                                  const routh_engine_body *body, double step, bool textbook,
                                  routh_engine_setting *setting);

/* What slip adds to Newton's e in engines whose solver is convex, MuJoCo alone among these: at the geometric mean of the speeds
 * and at a slip, before or after, as fast as the approach, at most; half as fast adds about half. Where a contact slides, the
 * normal row's residual is friction × that of the slip, which adds up to friction × damping × slip a step. 0: nothing. */
double routh_engine_slip_adds(const routh_engine_setting *setting, const routh_engine_target *target,
                              const routh_engine_body *body);

/* A contact of MuJoCo alone, step by step. */

/* In units of the step h and of the speed of approach v. */
typedef struct routh_mujoco_map {
    double stiffness; /* × h² */
    double damping;   /* × h */
    double impedance;
    double gravity;  /* × h/v */
    double friction; /* μ */
    double yielding; /* W_tt/W_nn: how much more easily the point moves along the ground than out of it */
} routh_mujoco_map;

/* How an impact begins: 0 … 1 of a step deep in its first step inside, with this slip (÷ v). */
typedef struct routh_mujoco_start {
    double phase, slip;
} routh_mujoco_start;

/* Speed of separation ÷ speed of approach. `depth` (may be NULL): the deepest, in units of h v. 0 where it never gets
 * apart. */
double routh_mujoco_map_bounce(const routh_mujoco_map *map, routh_mujoco_start start, double *depth);

/* What the writers of exports share, and the parts of preparing an export. */

/* What the writers of exports share: comments in the format's own way, numbers, and the sentences about them. */

typedef enum routh_comment_style { ROUTH_COMMENT_XML, ROUTH_COMMENT_SLASHES, ROUTH_COMMENT_HASH } routh_comment_style;

/* An export on its way into a file. */
typedef struct routh_export_page {
    FILE *file;
    const routh_export *what;
    routh_comment_style style;
} routh_export_page;

/* A comment, in lines of about 110 characters. What would end it, or is no text, is replaced. */
__attribute__((format(printf, 3, 4))) void routh_export_comment(const routh_export_page *page, int indent,
                                                                const char *format, ...);

/* Who wrote this, from what, for which body, step and speeds; how the values were found. */
void routh_export_head(const routh_export_page *page, int indent);

/* What a parameter is in this engine, where it comes from, its interval, and the pair rule with both bodies' values. */
void routh_export_about(const routh_export_page *page, int indent, size_t parameter);

/* The values on body and ground that give the setting's at their contact. */
double routh_export_on_body(const routh_export_page *page, size_t parameter);
double routh_export_on_ground(const routh_export_page *page, size_t parameter);

/* Shortest text of a number, as engines read it. Each use has a buffer of its own, until the block around it ends. */
typedef struct routh_export_number {
    char text[ROUTH_SHORTEST_TEXT];
} routh_export_number;
#define ROUTH_N(value) (routh_shortest_text((value), (routh_export_number){{0}}.text))

/* Where the model starts: so high above the ground that it falls onto it at the geometric mean of the speeds, tilted. */
typedef struct routh_export_start {
    double height;  /* of the shape's origin, m */
    double roll;    /* about x, then pitch about y, rad; 0 for a sphere */
    double pitch;   /* rad */
    double turn[4]; /* both as a quaternion w x y z */
} routh_export_start;
routh_export_start routh_export_start_of(const routh_export *what);

bool routh_export_is_sphere(const routh_export *what);

/* Sets to 0 what is a rounding error: axes of symmetry stay axes, and readers need not guess what 4e-21 means. */
void routh_export_clean_body(routh_export *what);

/* A ball of a rounded body, its centre from the shape's origin. */
void routh_export_ball(const routh_export *what, size_t index, double centre[3]);

/* A corner of the shape, from its origin. */
void routh_export_corner(const routh_export *what, size_t index, double corner[3]);

/* Principal moments, kg m², and the turn from the principal axes to the body's. */
void routh_export_principal(const routh_export *what, double moment[3], double turn[4]);

/* <inertial> of SDF and of URDF. */
void routh_export_inertial(const routh_export_page *page, int indent, bool urdf);

/* Writers of formats. Printing cannot fail by itself. */
void routh_export_mjcf(const routh_export_page *page, bool model);
void routh_export_sdf(const routh_export_page *page, bool model);
void routh_export_drake(const routh_export_page *page, bool model);
void routh_export_urdf(const routh_export_page *page, bool model);
void routh_export_bullet(const routh_export_page *page, bool model);
void routh_export_usd(const routh_export_page *page, bool model);
routh_status routh_export_json(routh_context *context, const routh_export *what, routh_io to);

/* The parts of preparing an export. */

#endif
