/* The impact room: planar impacts of one body with one fixed surface, solved exactly.
 *
 *            n (y)
 *      .-----.  |
 *     (   C   ) |
 *      '--.--'  |
 *   ======*=====+---- t (x)
 *
 * Right-handed axes fixed to the surface: t (x) along it, n (y) out of it towards the body. For a wall or a slope,
 * rotate into these axes first. Angle and ω count counter-clockwise. SI units. The body has mass m and moment of
 * inertia I about its centre of mass C, whose velocity just before the impact is (vx, vy). r = (rx, ry) runs from C to
 * the contact point: ry < 0 for a body above the ground. The impulse P = (P_t, P_n) acts on the body at the contact
 * point.
 *
 *     J = | 1  0  -ry |    v = J (vx, vy, ω)    W = J M⁻¹ Jᵀ, M = diag(m, m, I)    v⁺ = v + W P
 *         | 0  1   rx |
 *
 * A law of impact needs only five numbers, W_tt W_tn W_nn v_t v_n; it answers with an impulse P. The numbers need not
 * come from routh_contact_of: for two bodies, or a body in a mechanism, fill routh_contact with your own W and
 * relative velocity.
 *
 * Functions without a context only read their inputs and may be called from any number of threads.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_IMPACT_H
#define ROUTH_IMPACT_H

#include <routh/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Body and contact ----------------------------------------------------------------------------------*/

/* One planar impact: the body, where it touches, and how it moves just before. */
typedef struct routh_impact {
    double mass;    /* m, kg, > 0 */
    double inertia; /* I about the centre of mass, kg m², > 0 */
    double rx, ry;  /* centre of mass to contact point, m */
    double vx, vy;  /* velocity of the centre of mass, m/s */
    double omega;   /* ω, rad/s, counter-clockwise */
} routh_impact;

/* Planar velocity of a body. */
typedef struct routh_velocity {
    double vx, vy; /* m/s */
    double omega;  /* rad/s */
} routh_velocity;

/* The same impact in contact space. */
typedef struct routh_contact {
    double wtt, wtn, wnn; /* contact compliance W, 1/kg, positive definite */
    double vt, vn;        /* velocity of the contact point, m/s; v_n < 0: closing */

    /* For laws with a couple: what a couple changes of v_t, v_n (1/(kg m)) and ω (1/(kg m²)), and ω itself, rad/s; of two bodies
     * relative. wcc 0: not known, and such a law is the one without. */
    double wtc, wnc, wcc, omega;
} routh_contact;

/* From body to contact space. Fails on non-finite numbers, mass or inertia ≤ 0, v_n ≥ 0. */
ROUTH_API routh_status routh_contact_of(routh_context *context, const routh_impact *impact, routh_contact *contact);

/* Checks (W, v) as routh_contact_of and the laws do, with a message in the context. */
ROUTH_API routh_status routh_contact_check(routh_context *context, const routh_contact *contact);

/* The same for many, as arrays of `count` numbers for routh_batch. An impact that has no contact gets NaN for every
 * number; the call then returns the status of the first such impact, and its index in *first_bad (may be NULL). */
ROUTH_API routh_status routh_contacts_of(routh_context *context, const routh_impact *impact, size_t count, double *wtt,
                                         double *wtn, double *wnn, double *vt, double *vn, size_t *first_bad);

/* The body's velocity after the impulse (pt, pn) at the contact point, v + M⁻¹ Jᵀ P, and a couple (N m s; 0 for rigid
 * laws). Valid pointers only. */
ROUTH_API routh_velocity routh_impact_after(const routh_impact *impact, double pt, double pn, double couple);

/* The same for many, from arrays of `count` numbers as routh_batch fills them. Valid pointers only. */
ROUTH_API void routh_impacts_after(const routh_impact *impact, size_t count, const double *pt, const double *pn,
                                   const double *couple, routh_velocity *after);

/* Kinetic energy after ÷ before, of the whole body; 0 if it did not move before. Valid pointers only. */
ROUTH_API double routh_impact_energy_ratio(const routh_impact *impact, routh_velocity after);

/* Laws ----------------------------------------------------------------------------------------------*/

/* Which case of its rule a law used. The five cases of Routh's path (sliding, c-sticking, r-sticking, c-reversed,
 * r-reversed) say whether the first slip ended, and in which phase: compression (C) or restitution (R). Other laws have
 * two cases: sticking if the impulse that stops the slip lies within the friction cone, sliding if friction is at its
 * limit, whatever the final direction of slip. After `sticking` v_t⁺ = 0, except for laws that change that impulse
 * afterwards (drumwright-shell, ap-poisson-normal, chatterjee-ruina). A compliant law is c-sticking or r-sticking if
 * slip first stopped in that phase, even if only for a moment; its springs then let the point move on. */
#define ROUTH_MODE_TABLE(X)                                                                                            \
    X(ROUTH_SLIDING, "sliding")                                                                                        \
    X(ROUTH_STICKING, "sticking")                                                                                      \
    X(ROUTH_C_STICKING, "c-sticking")                                                                                  \
    X(ROUTH_R_STICKING, "r-sticking")                                                                                  \
    X(ROUTH_C_REVERSED, "c-reversed")                                                                                  \
    X(ROUTH_R_REVERSED, "r-reversed")                                                                                  \
    X(ROUTH_UNSOLVED, "unsolved")

typedef enum routh_mode {
#define ROUTH_MODE_CODE(code, name) code,
    ROUTH_MODE_TABLE(ROUTH_MODE_CODE)
#undef ROUTH_MODE_CODE
        ROUTH_MODE_COUNT
} routh_mode;

ROUTH_API extern const routh_names routh_modes;

/* Physically impossible results that the rule of some laws allows. Penetration and energy gain are flagged only beyond
 * rounding (1e-12, relative; more for the energy of a nearly singular W). */
enum {
    ROUTH_PENETRATES = 1 << 0,  /* v_n⁺ < 0 */
    ROUTH_PULLS = 1 << 1,       /* P_n < 0 */
    ROUTH_GAINS_ENERGY = 1 << 2 /* kinetic energy increases */
};

/* The flags in words, "penetrates+gains-energy"; "" for none. The buffer needs ROUTH_FLAGS_TEXT bytes. Valid pointers only. */
#define ROUTH_FLAGS_TEXT 48
ROUTH_API const char *routh_flags_text(unsigned flags, char *buffer);

/* What a law answers: an impulse and, from learned laws and those with +couple only, a couple. */
typedef struct routh_impulse {
    double pt, pn; /* N s */
    int mode;      /* routh_mode */
    double couple; /* N m s: in addition to the impulse through the contact point; 0 for every other law */
} routh_impulse;

/* The result of one impact, in contact space. */
typedef struct routh_outcome {
    double pt, pn; /* impulse on the body, N s */
    double vt, vn; /* velocity of the contact point after, m/s */

    /* Kinetic energy after ÷ before, of that part of the motion that an impulse at the contact point can change:
     * v⁺ᵀ W⁻¹ v⁺ / vᵀ W⁻¹ v, α in equation 5 of Fundamental limitations. */
    double contact_energy_ratio;
    routh_mode mode;
    unsigned flags;

    /* As in routh_impulse. Contact space does not include the effect of a couple on the body: velocity, energy ratio
     * and flags above are those of the impulse alone. routh_impact_after includes the couple. */
    double couple;
} routh_outcome;

/* How a law defines restitution ε. */
typedef enum routh_restitution {
    ROUTH_NEWTON,   /* ratio of normal velocities, v_n⁺ = −ε v_n */
    ROUTH_POISSON,  /* ratio of normal impulses, restitution to compression */
    ROUTH_ENERGETIC /* ε² = ratio of normal work, restitution to compression */
} routh_restitution;

ROUTH_API extern const routh_names routh_restitutions; /* "Newton", … */

#define ROUTH_MAX_PARAMETERS 8

typedef struct routh_parameter {
    const char *name;   /* as on the command line and in files: "mu" */
    const char *symbol; /* as in the papers: "μ" */
    const char *unit;   /* "1" where there is none */
    const char *about;  /* a short description */
    double low, high;   /* legal values; high may be infinite */
    double initial;     /* the default: a reasonable starting value, not an estimate */

    /* The range that fits search, spaced logarithmically; both 0: from low to high, spaced linearly. */
    double fit_low, fit_high;

    bool is_friction; /* μ: the largest P_t ÷ P_n of a law that promises to stay in the friction cone */
} routh_parameter;

/* Properties that hold for every answer of a law, to within 1e-12 (see the flags above). Where rounding alone would break
 * one, on a W all but singular or at friction beyond 1e7, there is no answer: ROUTH_OUT_OF_RANGE. */
enum {
    ROUTH_LAW_OF_SIX = 1 << 0,       /* one of the six laws in the papers' tables */
    ROUTH_LAW_ON_PATH = 1 << 1,      /* follows Routh's path, and uses its five modes */
    ROUTH_LAW_KEEPS_ENERGY = 1 << 2, /* kinetic energy never increases */
    ROUTH_LAW_FEASIBLE = 1 << 3,     /* never penetrates, never pulls, stays in the friction cone */
    ROUTH_LAW_COMPLIANT = 1 << 4     /* the contact has springs; its impulse depends on μ even where it sticks */
};

ROUTH_API extern const routh_names routh_law_traits; /* by the number of the bit: "one of the six", … */

/* Arrays for the solver of many impacts, internal to the library; callers use routh_batch. */
typedef struct routh_lanes routh_lanes;

/* A contact law is one constant of this type; src/core/impact/law_*.c holds one each. */
typedef struct routh_law {
    const char *name;      /* "wang-mason" */
    const char *title;     /* "Wang–Mason" */
    const char *rule;      /* its rule in one sentence */
    const char *reference; /* where it comes from */
    routh_restitution restitution;
    unsigned traits; /* ROUTH_LAW_… */
    int parameter_count;
    routh_parameter parameter[ROUTH_MAX_PARAMETERS];

    /* The impulse for a valid contact and valid parameters, in the order of `parameter`. Checks nothing: call
     * routh_law_solve unless you have checked the input. */
    routh_impulse (*impulse)(const routh_contact *contact, const double *parameters);
    void (*impulses)(const routh_lanes *lanes); /* the same for many; NULL: one by one, as in a law of your own */

    /* A law that carries data has this function instead, with `impulse` and `impulses` NULL. Several threads may call
     * it at the same time. */
    routh_impulse (*answer)(const struct routh_law *law, const routh_contact *contact, const double *parameters);
    const void *data;
} routh_law;

/* A law of your own by a call, for languages whose functions return no structs. `parameters` are in the order of the law's
 * own; *impulse comes with pt and pn NaN, mode ROUTH_SLIDING and couple 0. Numbers that stay, or become, NaN or infinite,
 * and a mode that is none or ROUTH_UNSOLVED, are no answer: the impact then is one that the law cannot solve,
 * ROUTH_OUT_OF_RANGE. That is also how a call says that it failed; to end a fit or a study at once, let the context's
 * progress hook stop it.
 *
 * It is called from the threads of the call that uses the law, several at the same time; from the caller's thread alone
 * where the context's `threads`, or the batch's, is 1. The same contact and parameters must give the same impulse. */
typedef void routh_law_call(const routh_contact *contact, const double *parameters, void *user, routh_impulse *impulse);

typedef struct routh_law_caller {
    routh_law_call *call;
    void *user; /* passed to it */
} routh_law_caller;

/* Makes *law one that asks `caller`, which must stay where it is while the law is in use. Name, title, rule, reference,
 * restitution, traits and parameters are those that *law holds; texts that are NULL get defaults. Fails if the name is
 * missing or one of the registry, or where a parameter's numbers are not in order: low ≤ initial ≤ high, and what fits
 * search, low to high or fit_low to fit_high, finite but for mu, which is the law's friction. Every fit and study takes such
 * a law; a fit needs a parameter eps. */
ROUTH_API routh_status routh_law_of_call(routh_context *context, const routh_law_caller *caller, routh_law *law);

/* The registry: every law that has a name. */
ROUTH_API size_t routh_law_count(void);
ROUTH_API const routh_law *routh_law_at(size_t index); /* NULL past the end */

/* The law with that name. If there is none: NULL, and the context's message suggests the nearest name. Valid pointers only.
 *
 * A law of the registry may have modifiers behind its name, "mirtich+eps-power", with parameters of their own behind its own:
 *     +eps-power     ε falls as a power of the speed of approach v: min(1, ε (v / 1 m/s)^−k)         eps_power k
 *     +eps-exp       or exponentially: min(1, ε exp(−r v))                                          eps_rate r
 *     +mu-stribeck   μ changes with the speed of slip s: μ (q + (1 − q) exp(−s/v_s))      mu_fast q, mu_speed v_s
 *     +couple        the contact resists turning, with a couple of up to ρ P_n against ω; `mirtich` only          rho ρ, m
 * in this order, one of ε. Both speeds are those of the contact point before the impact. With k = 0, r = 0, q = 1 and ρ = 0 it is
 * the law without them, to the last bit. A couple needs the contact's ω: routh_contact_of has it, and of many impacts
 * routh_impacts_solve_batch. The registry's numbers count laws without modifiers only. */
ROUTH_API const routh_law *routh_law_find(routh_context *context, const char *name);

/* Position of a parameter in the law's list; −1 if the law has no parameter with that name. Valid pointers only. */
ROUTH_API int routh_law_parameter(const routh_law *law, const char *name);

/* The law's parameters in its own order, from friction and restitution; others get their defaults. Valid pointers only. */
ROUTH_API void routh_law_parameters(const routh_law *law, double mu, double eps, double *parameters);

/* Fails unless the parameters are within the law's bounds. The context's message names the one that is not. */
ROUTH_API routh_status routh_law_check(routh_context *context, const routh_law *law, const double *parameters);

/* Solves one impact with law->parameter_count parameters in the law's own order (see routh_law_parameters). Checks its
 * input; routh_contact_check and routh_law_check give the message of a failure. *outcome is unchanged on failure.
 * routh_impact_after then gives the body's velocity. */
ROUTH_API routh_status routh_law_solve(const routh_law *law, const double *parameters, const routh_contact *contact,
                                       routh_outcome *outcome);

/* Many impacts with one law: arrays in, arrays out. No two arrays may overlap. The work is spread over threads; results
 * are identical for any number of them. */
typedef struct routh_batch {
    size_t count;
    const double *wtt, *wtn, *wnn, *vt, *vn; /* as in routh_contact, `count` each */

    /* The law's parameters in its own order. Each points to `count` values, or, where its bit in `parameter_varies` is
     * 0, to one value for all impacts. */
    const double *parameter[ROUTH_MAX_PARAMETERS];
    unsigned parameter_varies;

    /* Results, `count` each; NULL: not wanted. */
    double *pt, *pn;              /* [count] */
    double *vt_after, *vn_after;  /* [count] */
    double *contact_energy_ratio; /* [count] */
    double *couple;               /* [count] 0 for rigid laws */
    unsigned char *mode;          /* [count] routh_mode */
    unsigned char *flags;         /* [count] ROUTH_PENETRATES | … */

    int threads; /* 0: OpenMP's default; without OpenMP one */
} routh_batch;

/* Everything zero or NULL. */
ROUTH_API routh_batch routh_batch_default(void);

/* Solves every impact that it can. An impact with invalid input gets mode ROUTH_UNSOLVED and NaN for every number; the
 * call then returns the status of the first such impact, and its index in *first_bad (may be NULL). */
ROUTH_API routh_status routh_law_solve_batch(const routh_law *law, const routh_batch *batch, size_t *first_bad);

/* The same for impacts of bodies, batch->count of them, whose contacts are those of the batch, with pt and pn wanted:
 * also sets the flags of outcomes with a couple by the motion of the body, and refuses an impact whose motion after is
 * not finite. */
ROUTH_API routh_status routh_impacts_solve_batch(const routh_law *law, const routh_impact *impact,
                                                 const routh_batch *batch, size_t *first_bad);

/* Energy ellipse --------------------------------------------------------------------------------------
 * The impulses that do not create energy, vᵀP + ½ PᵀWP ≤ 0, form an ellipse through the origin. Its centre is −W⁻¹v,
 * where the line of sticking (v_t⁺ = 0) and the line of maximum compression (v_n⁺ = 0) intersect. */
typedef struct routh_point {
    double pt, pn; /* N s */
} routh_point;

typedef struct routh_ellipse {
    routh_point centre;
    double major, minor;        /* semi-axes, N s */
    double angle;               /* of the major axis from the t axis, rad, in (−π/2, π/2] */
    routh_point stick[2];       /* line of sticking, clipped to the ellipse, lower end first */
    routh_point compression[2]; /* line of maximum compression, clipped, left end first */
} routh_ellipse;

ROUTH_API routh_status routh_ellipse_of(routh_context *context, const routh_contact *contact, routh_ellipse *ellipse);

/* A polygon, counter-clockwise or degenerate, of at most `capacity` points. */
typedef struct routh_polygon {
    routh_point *point;
    size_t count, capacity;
    int mode; /* routh_mode of the law on this polygon; ROUTH_UNSOLVED for the admissible region */
} routh_polygon;

/* The impulses that a law can produce, or that are admissible. */
typedef struct routh_region {
    routh_polygon *polygon;
    size_t count;
    double area; /* sum over the polygons, (N s)²; polygons overlap where a law produces the same impulse twice */
} routh_region;

/* Friction needed to stick -----------------------------------------------------------------------------
 * μ_s(ε), the smallest friction at which the law sticks with these parameters (their μ is ignored). */
typedef struct routh_stick_friction {
    bool sticks;   /* 0: does not stick at any μ up to mu_max */
    double mu;     /* μ_s: sticks here, slides just below */
    double always; /* sticks at every μ from here to mu_max; +∞ if it slides at mu_max. Usually equal to μ_s. The law
                    * ap-poisson may slide again in between, when compression sticks and restitution does not; so may
                    * compliant, because more friction loads its tangential spring faster */
} routh_stick_friction;

/* The default upper bound on μ in searches and fits. */
#define ROUTH_MU_CAP 2.0

ROUTH_API routh_status routh_stick_friction_of(routh_context *context, const routh_law *law,
                                               const routh_contact *contact, const double *parameters, double mu_max,
                                               routh_stick_friction *result);

/* Bounds on any rigid law --------------------------------------------------------------------------------*/

/* How far a predicted motion is from a measured one. */
typedef enum routh_metric {
    ROUTH_MOMENTUM, /* |M Δv − Jᵀ P|, the norm of (N s, N s, N m s): equation 7 of Fundamental limitations */
    ROUTH_VELOCITY, /* |v̂⁺ − v⁺| with ω times the radius of gyration √(I/m), m/s: used to compare laws */
    ROUTH_UNWEIGHTED, /* |v̂⁺ − v⁺| with ω as it is, rad/s beside m/s: depends on the unit of length. The authors of
                       * Fundamental limitations used it for their tables */
    ROUTH_METRIC_COUNT
} routh_metric;
ROUTH_API extern const routh_names routh_metrics; /* "momentum", … */

/* The distance between two velocities of the body. Valid pointers only. */
ROUTH_API double routh_impact_error(routh_metric metric, const routh_impact *impact, routh_velocity predicted,
                                    routh_velocity measured);

/* Which constraints are active at the bound. */
enum {
    ROUTH_BOUND_ENERGY = 1 << 0,      /* on the energy ellipse */
    ROUTH_BOUND_COMPRESSION = 1 << 1, /* on the line of maximum compression */
    ROUTH_BOUND_NO_PULL = 1 << 2      /* on P_n = 0 */
};

typedef struct routh_bound {
    routh_point impulse;     /* the admissible impulse that explains the measurement best */
    routh_point measured;    /* the measured impulse: the best one without constraints */
    routh_velocity velocity; /* of the body after the admissible impulse */
    double error;            /* its distance from the measurement in the chosen metric */
    unsigned active;         /* ROUTH_BOUND_…; 0: the measured impulse is admissible */
} routh_bound;

/* The ideal rigid-body bound: no law that stays in the admissible region comes closer to the measurement. Exact to
 * rounding, which a nearly singular W (m r²/I above 1e6) magnifies. */
ROUTH_API routh_status routh_bound_of(routh_context *context, const routh_impact *impact, routh_velocity measured,
                                      routh_metric metric, routh_bound *bound);

#ifdef __cplusplus
}
#endif
#endif
