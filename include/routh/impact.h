/* The impact room: planar impacts of one body with one fixed surface, resolved exactly.
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
 * Five numbers, W_tt W_tn W_nn v_t v_n, are all that a law of impact needs; it answers with an impulse P. They need not
 * come from routh_contact_of: for two bodies, or a body in a mechanism, fill routh_contact with your own W and
 * relative velocity.
 *
 * Pointers must not be NULL unless a comment says so. Functions without a context only read their inputs and may be
 * called from any number of threads.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_IMPACT_H
#define ROUTH_IMPACT_H

#include <routh/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Body and contact ----------------------------------------------------------------------------------*/

/* One planar impact as it is recorded: the body, where it touches, and how it moves just before. */
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
} routh_contact;

/* From body to contact space. Fails on non-finite numbers, mass or inertia ≤ 0, v_n ≥ 0. */
ROUTH_API routh_status routh_contact_of(routh_context *context, const routh_impact *impact, routh_contact *contact);

/* What routh_contact_of and the laws demand of (W, v), with a message in the context. */
ROUTH_API routh_status routh_contact_check(routh_context *context, const routh_contact *contact);

/* The body's velocity after the impulse (pt, pn) at the contact point and a couple (N m s; 0 for rigid laws): v + M⁻¹ Jᵀ P. */
ROUTH_API routh_velocity routh_impact_after(const routh_impact *impact, double pt, double pn, double couple);

/* Kinetic energy after ÷ before, of the whole body; 0 when it did not move before. */
ROUTH_API double routh_impact_energy_ratio(const routh_impact *impact, routh_velocity after);

/* Laws ----------------------------------------------------------------------------------------------*/

/* Which case of its rule a law took. The five of Routh's path (sliding, c-sticking, r-sticking, c-reversed, r-reversed)
 * say whether and in which phase, compression (C) or restitution (R), the first slip ended. Other laws know two:
 * sticking if the impulse that stops the slip lies within the friction cone, sliding if friction is at its limit,
 * whichever way the point slips in the end. After `sticking` v_t⁺ = 0, except for the laws that go on to change that
 * impulse (drumwright-shell, ap-poisson-normal, chatterjee-ruina). A compliant law is c-sticking or r-sticking if its slip
 * first stopped in that phase, if only for a moment; springs then let the point move on. */
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

/* What a law's own rule may do that physics does not. Penetration and energy are flagged
 * beyond rounding only (1e-12, relative; more for the energy of a nearly singular W). */
enum {
    ROUTH_PENETRATES = 1 << 0,  /* v_n⁺ < 0 */
    ROUTH_PULLS = 1 << 1,       /* P_n < 0 */
    ROUTH_GAINS_ENERGY = 1 << 2 /* kinetic energy grows */
};

/* The flags in words, "penetrates+gains-energy"; "" for none. The buffer needs ROUTH_FLAGS_TEXT bytes. */
#define ROUTH_FLAGS_TEXT 48
ROUTH_API const char *routh_flags_text(unsigned flags, char *buffer);

/* Those of the whole body after an impulse with this normal part: what contact space does not tell where there is a
 * couple. */
ROUTH_API unsigned routh_impact_flags(const routh_impact *impact, double pn, routh_velocity after);

/* What a law answers: an impulse and, from learned laws only, a couple. */
typedef struct routh_impulse {
    double pt, pn; /* N s */
    int mode;      /* routh_mode */
    double couple; /* N m s: what the contact does beyond a force through its point; 0 for every rigid law */
} routh_impulse;

/* What happened in one impact, in contact space. */
typedef struct routh_outcome {
    double pt, pn; /* impulse on the body, N s */
    double vt, vn; /* velocity of the contact point after, m/s */

    /* Kinetic energy after ÷ before, of the part of the motion that an impulse at the contact point can
     * change: v⁺ᵀ W⁻¹ v⁺ / vᵀ W⁻¹ v, the α of equation 5 in Fundamental limitations. */
    double contact_energy_ratio;
    routh_mode mode;
    unsigned flags;

    /* As in routh_impulse. Contact space does not tell what a couple does to the body: velocities, energy and flags
     * above are those of the impulse alone; routh_impact_after and routh_impact_flags lead on. */
    double couple;
} routh_outcome;

/* Which definition of restitution a law's ε is. */
typedef enum routh_restitution {
    ROUTH_NEWTON,   /* ratio of normal velocities, v_n⁺ = −ε v_n */
    ROUTH_POISSON,  /* ratio of normal impulses, restitution to compression */
    ROUTH_ENERGETIC /* ε² = ratio of normal work, restitution to compression */
} routh_restitution;

ROUTH_API extern const routh_names routh_restitutions; /* "Newton", … */

#define ROUTH_MAX_PARAMETERS 3

typedef struct routh_parameter {
    const char *name;   /* as on the command line and in files: "mu" */
    const char *symbol; /* as in the papers: "μ" */
    const char *unit;   /* "1" where there is none */
    const char *about;  /* what it is, in a few words */
    double low, high;   /* legal values; high may be infinite */
    double initial;     /* the default: a sensible value to begin with, not an estimate */

    /* Where fits look for it, evenly in its logarithm; both 0: from low to high, evenly. */
    double fit_low, fit_high;
} routh_parameter;

/* What is known of every answer a law gives. */
enum {
    ROUTH_LAW_OF_SIX = 1 << 0,       /* one of the six in the papers' tables */
    ROUTH_LAW_ON_PATH = 1 << 1,      /* follows Routh's path, and names five modes */
    ROUTH_LAW_KEEPS_ENERGY = 1 << 2, /* kinetic energy never grows */
    ROUTH_LAW_FEASIBLE = 1 << 3,     /* never penetrates, never pulls, stays in the friction cone */
    ROUTH_LAW_COMPLIANT = 1 << 4 /* the contact is springs, not rigid; its impulse depends on μ also where it sticks */
};

/* Arrays for the solver of many impacts; see routh_batch for a friendlier form. */
typedef struct routh_lanes routh_lanes;

/* A contact law is one constant of this type; src/impact/law_*.c holds one each. */
typedef struct routh_law {
    const char *name;      /* "wang-mason" */
    const char *title;     /* "Wang–Mason" */
    const char *rule;      /* what it does, in one sentence */
    const char *reference; /* where it comes from */
    routh_restitution restitution;
    unsigned traits; /* ROUTH_LAW_… */
    int parameter_count;
    routh_parameter parameter[ROUTH_MAX_PARAMETERS];

    /* The impulse for a legal contact and legal parameters, in the order of `parameter`. Unchecked: call
     * routh_law_solve unless you have checked. */
    routh_impulse (*impulse)(const routh_contact *contact, const double *parameters);
    void (*impulses)(const routh_lanes *lanes); /* the same for many; NULL: one by one, as in a law of your own */

    /* A law that carries data has this instead, and `impulse` and `impulses` are NULL; routh_law_impulse asks whichever
     * there is. Threads may ask at the same time. */
    routh_impulse (*answer)(const struct routh_law *law, const routh_contact *contact, const double *parameters);
    const void *data;
} routh_law;

/* The registry. */
ROUTH_API size_t routh_law_count(void);
ROUTH_API const routh_law *routh_law_at(size_t index); /* NULL past the end */

/* The law of that name. Otherwise NULL, and the context's message suggests the nearest name. */
ROUTH_API const routh_law *routh_law_find(routh_context *context, const char *name);

/* Position of a parameter in the law's list, −1 if the law has none of that name. */
ROUTH_API int routh_law_parameter(const routh_law *law, const char *name);

/* The law's parameters from friction and restitution, further ones at their defaults. */
ROUTH_API void routh_law_parameters(const routh_law *law, double mu, double eps, double *parameters);

/* Are these parameters within the law's bounds? The context's message names the one that isn't. */
ROUTH_API routh_status routh_law_check(routh_context *context, const routh_law *law, const double *parameters);

/* One impact, one law; law->parameter_count parameters in the law's own order (routh_law_parameters fills them by
 * name). Checks its input (routh_contact_check and routh_law_check say more about a failure) and leaves *outcome alone
 * when it fails. routh_velocity_after leads back to the body. */
ROUTH_API routh_status routh_law_solve(const routh_law *law, const double *parameters, const routh_contact *contact,
                                       routh_outcome *outcome);

/* Many impacts, one law: arrays in, arrays out, none of them overlapping. Spread over threads; the same bits for any
 * number. */
typedef struct routh_batch {
    size_t count;
    const double *wtt, *wtn, *wnn, *vt, *vn; /* as in routh_contact, `count` each */

    /* The law's parameters in its own order. Each points to `count` values, or to one value for all
     * impacts where its bit in `parameter_varies` is 0. */
    const double *parameter[ROUTH_MAX_PARAMETERS];
    unsigned parameter_varies;

    /* Results, `count` each; NULL: not wanted. */
    double *pt, *pn;
    double *vt_after, *vn_after;
    double *contact_energy_ratio;
    double *couple;       /* 0 for rigid laws */
    unsigned char *mode;  /* routh_mode */
    unsigned char *flags; /* ROUTH_PENETRATES | … */

    int threads; /* 0: as many as OpenMP likes */
} routh_batch;

/* All settings zero or NULL. */
ROUTH_API routh_batch routh_batch_default(void);

/* Solves all that can be solved. An impact with bad input gets mode ROUTH_UNSOLVED and NaN for every number;
 * the call then returns the status of the first such impact and, where asked, its index. */
ROUTH_API routh_status routh_law_solve_batch(const routh_law *law, const routh_batch *batch, size_t *first_bad);

/* Energy ellipse --------------------------------------------------------------------------------------
 * The impulses that do not create energy, vᵀP + ½ PᵀWP ≤ 0, form an ellipse through the origin with its
 * centre at −W⁻¹v, where the line of sticking (v_t⁺ = 0) and the line of maximum compression (v_n⁺ = 0) meet. */
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
    int mode; /* routh_mode of the law that covers it; ROUTH_UNSOLVED for the admissible region */
} routh_polygon;

typedef struct routh_region {
    routh_polygon *polygon;
    size_t count;
    double area; /* sum over the polygons, (N s)²; they may overlap where a law folds over itself */
} routh_region;

/* Friction that sticks ---------------------------------------------------------------------------------
 * μ_s(ε), the smallest friction at which the law sticks at these parameters (their μ is ignored). */
typedef struct routh_stick_friction {
    int sticks;    /* 0: never sticks at any μ up to mu_max */
    double mu;     /* μ_s: sticks here, slides just below */
    double always; /* from here on it sticks at every μ up to mu_max; +∞ if it slides at mu_max. As a rule μ_s itself;
                    * ap-poisson may slide again in between, when compression sticks and restitution does not, and so may
                    * compliant, whose tangential spring more friction loads faster */
} routh_stick_friction;

/* The cap on μ in searches and fits unless asked otherwise. */
#define ROUTH_MU_CAP 2.0

ROUTH_API routh_status routh_stick_friction_of(routh_context *context, const routh_law *law,
                                               const routh_contact *contact, const double *parameters, double mu_max,
                                               routh_stick_friction *result);

/* Bounds on any rigid law --------------------------------------------------------------------------------*/

/* How far a predicted motion is from a measured one. */
typedef enum routh_metric {
    ROUTH_MOMENTUM, /* |M Δv − Jᵀ P|, the norm of (N s, N s, N m s): equation 7 of Fundamental limitations */
    ROUTH_VELOCITY  /* |v̂⁺ − v⁺| with ω times the radius of gyration √(I/m), m/s: the laws' comparison */
} routh_metric;

/* The distance between two velocities of the impact's body. */
ROUTH_API double routh_impact_error(routh_metric metric, const routh_impact *impact, routh_velocity predicted,
                                    routh_velocity measured);

/* What limits the bound. */
enum {
    ROUTH_BOUND_ENERGY = 1 << 0,      /* on the energy ellipse */
    ROUTH_BOUND_COMPRESSION = 1 << 1, /* on the line of maximum compression */
    ROUTH_BOUND_NO_PULL = 1 << 2      /* on P_n = 0 */
};

typedef struct routh_bound {
    routh_point impulse;     /* the admissible impulse that explains the measurement best */
    routh_point measured;    /* the best impulse without any constraint: the measured impulse */
    routh_velocity velocity; /* what the admissible one leads to */
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
