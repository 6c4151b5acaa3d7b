/* The impact3 room: impacts in space, rigid or with normal and tangential compliance, at one contact or at several at
 * once.
 *
 *            n                     The contact point of body a is tied to a massless particle on body b by three
 *            |    body a           springs: k along the normal n, k⊥ along the tangents u and w. The particle sticks
 *            |                     or slips by Coulomb's law. After compression the normal spring stiffens from k0 to
 *        ____*____ u               k0/e², so that it returns e² of the energy it stored.
 *           /
 *          w      body b
 *
 * Axes u, w, n are right-handed; n points out of b towards a. Vectors and matrices in contact space have the order
 * u, w, n. v is the velocity of a's contact point relative to b's; v_n < 0: closing. The impulse P acts on a, −P on b.
 *
 *     v⁺ = v + W P,   W = contact compliance (inverse of the effective mass), symmetric, 1/kg
 *
 * Only ratios of stiffnesses matter, never a stiffness itself: η² = k0/k⊥ within a contact, and k_i/k_1 between
 * contacts. Time is therefore given in units of 1/√k0 (s √(N/m)), spring lengths in units of 1/√k0 (√J).
 *
 * From Modeling of tangential compliance in 3D impact; docs/compliant-impact.md has the mathematics, and the places
 * where our numbers differ from the paper's.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_IMPACT3_H
#define ROUTH_IMPACT3_H

#include <routh/impact.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One contact ---------------------------------------------------------------------------------------*/

/* One contact in contact space, axes u, w, n. */
typedef struct routh_contact3 {
    double w[3][3]; /* contact compliance W, 1/kg, symmetric and positive definite */
    double v[3];    /* velocity of the contact point, m/s; v[2] < 0: closing */
} routh_contact3;

/* How a body moves in space, world axes: the velocity of its centre of mass, m/s, and its spin, rad/s. */
typedef struct routh_velocity3 {
    double velocity[3];
    double spin[3];
} routh_velocity3;

/* What two surfaces are to each other. With springs, μ or e below 1e-9 counts as 0. */
typedef struct routh_pair {
    double mu;   /* μ, coefficient of friction, ≥ 0 */
    double eps;  /* e, energetic coefficient of restitution, 0 … 1: the normal spring returns e² of its energy */
    double eta2; /* η² = k0/k⊥, normal ÷ tangential stiffness, > 0; 1.214 for Poisson's ratio 0.3 */

    /* For laws with modifiers only, as in the plane (routh_law_find); default 0, 0, 1 and 0.5. */
    double eps_power, eps_rate; /* 1, s/m */
    double mu_fast, mu_speed;   /* 1, m/s */
} routh_pair;

/* Bounds on μ and η² within which impulses are accurate; the energy balance loses digits where μ²η² is large. Below
 * ROUTH_ETA2_LOW use the law `rigid`. */
#define ROUTH_ETA2_LOW  1e-8
#define ROUTH_ETA2_HIGH 1e8
#define ROUTH_MU_HIGH   1e6

/* μ = 0.3, e = 0.5, η² of Poisson's ratio 0.3, modifiers without effect. */
ROUTH_API routh_pair routh_pair_default(void);

/* η² = (2 − ν) / (2 (1 − ν)) of a circular punch on a half-space with Poisson's ratio ν, 0 … 0.5; NaN outside that
 * range (Johnson, Contact mechanics, 1985, pp. 361–366). */
ROUTH_API double routh_eta2_of_poisson(double nu);

/* Check the input of a law, with a message in the context. */
ROUTH_API routh_status routh_contact3_check(routh_context *context, const routh_contact3 *contact);
ROUTH_API routh_status routh_pair_check(routh_context *context, const routh_pair *pair);

/* The phases of a contact. */
#define ROUTH_PHASE_TABLE(X)                                                                                           \
    X(ROUTH_APART, "apart")     /* no force */                                                                         \
    X(ROUTH_C_STICK, "c-stick") /* compression, the particle sticks */                                                 \
    X(ROUTH_C_SLIP, "c-slip")   /* compression, slip */                                                                \
    X(ROUTH_R_STICK, "r-stick") /* restitution, stick; also reloading up to the highest force so far */                \
    X(ROUTH_R_SLIP, "r-slip")   /* restitution, slip */

typedef enum routh_phase {
#define ROUTH_PHASE_CODE(code, name) code,
    ROUTH_PHASE_TABLE(ROUTH_PHASE_CODE)
#undef ROUTH_PHASE_CODE
        ROUTH_PHASE_COUNT
} routh_phase;

ROUTH_API extern const routh_names routh_phases; /* "c-slip" */

/* A moment of an impact. */
typedef struct routh_moment {
    double time;           /* since the contact closed, s √(N/m) */
    double p[3];           /* impulse so far, N s */
    double v[3];           /* velocity of the contact point, m/s */
    double spring[3];      /* lengths of the springs along u, w and n (≤ 0), √J */
    double spring_rate[3]; /* rates of change of these lengths, m/s; v − spring_rate is the particle's slip velocity */
    routh_phase phase;     /* from here on; ROUTH_APART at the end */
} routh_moment;

/* The energy balance, J, of the motion that an impulse at the contact can change, ½ vᵀW⁻¹v:
 *     after = before − friction − normal − left */
typedef struct routh_outcome3_energy {
    double before, after;
    double normal_stored;        /* in the normal spring when compression ended; the sum, if it ended several times */
    double normal_recovered;     /* returned by it */
    double tangential_stored;    /* in the tangential springs when compression first ended */
    double tangential_recovered; /* returned by them afterwards, to the bodies or to friction */
    double friction;             /* lost to friction */
    double normal;               /* lost in the normal spring */
    double left;                 /* left in the tangential springs when contact ended; 0 unless e = 0 */
} routh_outcome3_energy;

#define ROUTH_OUTCOME3_SWITCHES 64

/* The result of one impact. */
typedef struct routh_outcome3 {
    double p[3];                 /* impulse on body a, N s */
    double v[3];                 /* velocity of the contact point after, m/s */
    double contact_energy_ratio; /* kinetic energy after ÷ before, of the motion that the impulse can change */
    double duration;             /* s √(N/m) */
    routh_outcome3_energy energy;

    /* The moments at which phases began: the first at the start, the last (ROUTH_APART) at the end. If there are more
     * than ROUTH_OUTCOME3_SWITCHES, the first ones and the last are kept. */
    size_t switch_count;                            /* kept */
    size_t switch_total;                            /* in all */
    routh_moment switches[ROUTH_OUTCOME3_SWITCHES]; /* [switch_count] */
} routh_outcome3;

typedef struct routh_law3_options {
    double tolerance; /* relative error of the impulse where the slip direction turns; 1e-13 … 1e-3; default 1e-10 */

    /* If not NULL, called with the moments of the impact in order: `points` in each phase, and every switch. */
    void (*watch)(const routh_moment *moment, void *user); /* default NULL */
    size_t points;                                         /* 0 … ROUTH_MOST_MADE; default 0 */
    void *user;                                            /* passed to `watch` */
} routh_law3_options;

ROUTH_API routh_law3_options routh_law3_options_default(void);

/* Laws ------------------------------------------------------------------------------------------------*/

/* A law in space is one constant of this type; src/core/impact3/law3_*.c holds one each. */
typedef struct routh_law3 {
    const char *name;      /* "rigid" */
    const char *title;     /* "Rigid" */
    const char *rule;      /* its rule in a few words */
    const char *reference; /* where it comes from */
    int parameter_count;
    routh_parameter parameter[ROUTH_MAX_PARAMETERS]; /* the first of eps, mu and eta2, in that order */

    /* The outcome for a valid contact and valid parameters. Checks nothing: call routh_law3_solve unless you have
     * checked the input. */
    routh_status (*solve)(routh_context *context, const routh_pair *pair, const routh_contact3 *contact,
                          const routh_law3_options *options, routh_outcome3 *outcome);
} routh_law3;

/* The registry:
 *     frictionless   no tangential impulse; its only parameter is eps
 *     rigid          the limit η² → 0: Routh's path in space, where the direction of slip turns, with Stronge's
 *                    energetic restitution; in the plane it equals `mirtich`. Springs and their energies are 0
 *     compliant      with springs, as above */
ROUTH_API const routh_law3 *routh_law3_at(size_t index); /* NULL past the end */

/* The law with that name. If there is none: NULL, and the context's message suggests the nearest name. Valid pointers only. With
 * +eps-power or +eps-exp, then +mu-stribeck behind it, restitution and friction depend on speed as in the plane; slip has any direction. */
ROUTH_API const routh_law3 *routh_law3_find(routh_context *context, const char *name);

/* Solves one impact with one law. Numbers of `pair` that are not parameters of the law are ignored. *outcome is
 * unchanged on failure. */
ROUTH_API routh_status routh_law3_solve(routh_context *context, const routh_law3 *law, const routh_pair *pair,
                                        const routh_contact3 *contact, const routh_law3_options *options,
                                        routh_outcome3 *outcome);

/* Solves `count` impacts, each with its own pair, as routh_law3_solve does with default options. If some fail,
 * *first_bad (may be NULL) is the index of the first, the message is about it, and `outcome` holds the others. The
 * progress hook is called, and may stop it. */
ROUTH_API routh_status routh_law3_solve_batch(routh_context *context, const routh_law3 *law, const routh_pair *pair,
                                              const routh_contact3 *contact, size_t count, routh_outcome3 *outcome,
                                              size_t *first_bad);

/* The phases by name, "c-slip>c-stick>r-stick>r-slip"; ends with … if the buffer is too small. Returns the buffer.
 * Valid pointers only. */
ROUTH_API const char *routh_outcome3_phases(const routh_outcome3 *outcome, char *buffer, size_t size);

/* An impact under the law `compliant` from start to end: every switch, and about `points` moments in each phase. */
typedef struct routh_trace {
    routh_contact3 contact;
    routh_pair pair;
    routh_outcome3 outcome;
    routh_moment *moment; /* in order of time */
    size_t count;
} routh_trace;

/* 0 … ROUTH_MOST_MADE points. */
ROUTH_API routh_status routh_trace_of(routh_context *context, const routh_contact3 *contact, const routh_pair *pair,
                                      size_t points, routh_trace *trace);
ROUTH_API void routh_trace_release(routh_context *context, routh_trace *trace);

/* Bodies ----------------------------------------------------------------------------------------------*/

typedef enum routh_freedom {
    ROUTH_FREE,   /* translates and rotates */
    ROUTH_GUIDED, /* translates along its axis only, like a cue in a hand */
    ROUTH_FIXED   /* does not move */
} routh_freedom;

ROUTH_API extern const routh_names routh_freedoms; /* "free", "guided", "fixed" */

/* A body in world axes, SI units. */
typedef struct routh_body3 {
    char name[ROUTH_LABEL_SIZE];
    routh_freedom freedom;
    double mass;           /* kg, > 0; not used for a fixed body */
    double inertia[3][3];  /* about the centre of mass, in body axes, kg m², positive definite; free bodies only */
    double axis[3];        /* guided bodies only: direction of motion, any length but 0 */
    double position[3];    /* of the centre of mass, m */
    double orientation[4]; /* body to world, quaternion w x y z; normalised when used */
    double velocity[3];    /* of the centre of mass, m/s; guided: only the part along the axis is used; fixed: 0 */
    double spin[3];        /* ω in world axes, rad/s; 0 unless free */
} routh_body3;

/* At rest at the origin, 1 kg, inertia diag(1, 1, 1). */
ROUTH_API routh_body3 routh_body3_default(void);
ROUTH_API double routh_body3_energy(const routh_body3 *body); /* kinetic, J; 0 for a fixed body. Valid pointers only */

/* A contact between two bodies of a scene. */
typedef struct routh_scene_contact {
    size_t a, b;      /* indices of the bodies */
    double point[3];  /* where they touch, m, world axes */
    double normal[3]; /* from b towards a, any length but 0, world axes */
    double stiffness; /* k_i/k_1, normal stiffness relative to the scene's first contact, > 0; default 1 */
    routh_pair pair;
} routh_scene_contact;

ROUTH_API routh_scene_contact routh_scene_contact_default(void);

/* The contact's axes u, w, n in world axes, as the rows of a rotation. u is the world axis least aligned with n (the
 * first of several), projected perpendicular to n. Valid pointers only. */
ROUTH_API void routh_contact3_axes(const double normal[3], double axes[3][3]);

/* From bodies to contact space. Fails if a body touches itself, if neither body can move, or if the contact is not
 * closing. */
ROUTH_API routh_status routh_contact3_of(routh_context *context, const routh_body3 *a, const routh_body3 *b,
                                         const routh_scene_contact *scene_contact, routh_contact3 *contact);

/* And back: changes the bodies' velocities by the impulse p, in contact axes, on a, and −p on b. Valid pointers only. */
ROUTH_API void routh_contact3_apply(routh_body3 *a, routh_body3 *b, const routh_scene_contact *scene_contact,
                                    const double p[3]);

/* Several contacts at once ----------------------------------------------------------------------------*/

#define ROUTH_MOST_SCENE_CONTACTS 64

typedef struct routh_scene {
    routh_body3 *body;
    size_t body_count;
    routh_scene_contact *contact;
    size_t contact_count; /* 1 … ROUTH_MOST_SCENE_CONTACTS */
} routh_scene;

/* Fails unless bodies, contacts and numbers are valid, every contact is between two different bodies of the scene, and
 * at least one contact is closing. Other contacts may be at rest or separating: they may close later. */
ROUTH_API routh_status routh_scene_check(routh_context *context, const routh_scene *scene);

/* A change of phase at one contact. */
typedef struct routh_scene_switch {
    double time;                                   /* since the start, s √(N/m), k0 of the first contact */
    size_t contact;                                /* whose phase changed */
    routh_phase phase;                             /* from here on */
    routh_phase phases[ROUTH_MOST_SCENE_CONTACTS]; /* of all contacts, from here on */
} routh_scene_switch;

/* Is there an answer for rigid contacts? */
#define ROUTH_RIGID_TABLE(X)                                                                                           \
    X(ROUTH_RIGID_UNIQUE, "unique")              /* all orders that were tried end in the same motion */               \
    X(ROUTH_RIGID_AMBIGUOUS, "depends-on-order") /* they end in different ones */                                      \
    X(ROUTH_RIGID_NONE, "none")                  /* none ends */

typedef enum routh_rigid_kind {
#define ROUTH_RIGID_CODE(code, name) code,
    ROUTH_RIGID_TABLE(ROUTH_RIGID_CODE)
#undef ROUTH_RIGID_CODE
        ROUTH_RIGID_KIND_COUNT
} routh_rigid_kind;

ROUTH_API extern const routh_names routh_rigid_kinds;

/* A scene with rigid contacts. Rigid impacts take no time: contacts act one after another, each by the law `rigid`, until none
 * closes. Nothing says in which order, so several are tried. */
typedef struct routh_rigid_collision {
    routh_rigid_kind kind;
    char words[200];      /* the kind in words, with the reason */
    size_t orders, ended; /* tried, and how many of them ended */

    /* The first order that ended; orders begin with the one in which the contact that closes fastest acts next. */
    size_t impacts;
    double p[ROUTH_MOST_SCENE_CONTACTS][3]; /* sum of the impulses at each contact, in its axes, on its body a, N s */
    double v[ROUTH_MOST_SCENE_CONTACTS][3]; /* velocity of each contact point after, in its axes, m/s */
    double energy_after;                    /* kinetic, of all bodies, J */

    /* All orders that ended. */
    double v_low[ROUTH_MOST_SCENE_CONTACTS][3], v_high[ROUTH_MOST_SCENE_CONTACTS][3]; /* m/s */
    double energy_low, energy_high;                                                   /* J */
} routh_rigid_collision;

/* The result of a scene's impacts. */
typedef struct routh_collision {
    double p[ROUTH_MOST_SCENE_CONTACTS][3]; /* impulse at each contact, in its axes, on its body a, N s */
    double v[ROUTH_MOST_SCENE_CONTACTS][3]; /* velocity of each contact point after, in its axes, m/s */
    double energy_before, energy_after;     /* kinetic, of all bodies, J */
    double friction;                        /* lost to friction, J */
    double normal;                          /* lost in the normal springs, J */
    double left;                            /* left in tangential springs when contacts opened (e = 0), J; if jammed, in
                                             * all springs and in their oscillation */
    bool jammed; /* bodies stay wedged between others: this is the state of rest, to 1e-4 of the speeds before, about
                  * which the springs go on oscillating, as nothing damps them */
    double duration;              /* s √(N/m), k0 of the first contact */
    routh_scene_switch *switches; /* in order of time; the first contact_count give the initial phase of each contact */
    size_t switch_count;
    routh_rigid_collision *rigid; /* the same with rigid contacts, from routh_scene_solve_rigid; NULL: not asked for */
} routh_collision;

/* All contacts act together until all are apart and none will close again, or bodies are jammed. Bodies are not changed:
 * routh_scene_apply does that. e = 0 is the limit e → 0: such a contact loses its force at the end of compression, but does
 * not move as long as others press it. A pressed contact with e < 0.001 is followed with e = 0.001, which changed
 * impulses by less than 1e-3 wherever it was tested, except next to a jump of the limit itself (docs/compliant-impact.md);
 * e < 1e-6 counts as 0. `tolerance` as in routh_law3_options. ROUTH_NOT_ENDED if contacts keep opening
 * and closing without end, as between walls that lose no energy, or if stiffnesses differ by 1e10 or more, so that one
 * contact would oscillate millions of times within another. */
ROUTH_API routh_status routh_scene_solve(routh_context *context, const routh_scene *scene, double tolerance,
                                         routh_collision *collision);

/* Adds `rigid` to a collision of that scene. That there is no answer, or none that is unique, is no failure. */
ROUTH_API routh_status routh_scene_solve_rigid(routh_context *context, const routh_scene *scene,
                                               routh_collision *collision);

/* Gives the scene's bodies their velocities after the collision. Valid pointers only. */
ROUTH_API void routh_scene_apply(routh_scene *scene, const routh_collision *collision);

ROUTH_API void routh_collision_release(routh_context *context, routh_collision *collision);

/* A moment of a collision. */
typedef struct routh_scene_moment {
    double time;    /* since the start, s √(N/m), k0 of the first contact */
    double kinetic; /* energy of all bodies, J */
    double stored;  /* energy in all springs, J; kinetic + stored never rises */
} routh_scene_moment;

/* A collision from start to end: `points` moments at even distances, and one at every change at a contact. */
typedef struct routh_scene_trace {
    routh_collision collision; /* as routh_scene_solve has it */
    size_t count;              /* of moments, in order of time */
    size_t body_count, contact_count;
    routh_scene_moment *moment; /* [count] */
    routh_velocity3 *body;      /* [count, body_count] body s at moment i: i × body_count + s */
    routh_moment *contact; /* [count, contact_count] contact c at moment i: i × contact_count + c; each impulse on its
                            * body a, in its axes */
} routh_scene_trace;

/* 1 … ROUTH_MOST_SCENE_POINTS points. */
#define ROUTH_MOST_SCENE_POINTS 1000000
ROUTH_API routh_status routh_scene_trace_of(routh_context *context, const routh_scene *scene, double tolerance,
                                            size_t points, routh_scene_trace *trace);
ROUTH_API void routh_scene_trace_release(routh_context *context, routh_scene_trace *trace);

ROUTH_API void routh_scene_release(routh_context *context, routh_scene *scene);

#ifdef __cplusplus
}
#endif
#endif
