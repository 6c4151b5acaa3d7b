/* The insertion room: stiffness, friction and geometric errors of parts from a recorded insertion with many contacts.
 *
 * Two rigid objects, each a union of convex parts: object 1 is held by a robot's hand and pushed into object 2, which
 * stands on a force plate. Where parts overlap, a spring pushes them apart and friction resists sliding:
 *
 *     w = Φ (K, μK)ᵀ,   Φ = −[ Σ δ e_n , Σ δ e_t ; Σ δ p × e_n , Σ δ p × e_t ]
 *
 * is the wrench of object 2 on object 1 at the origin of object 1, in its axes: force (N), then moment (N m). The sums
 * run over all overlapping pairs of parts, with depth δ, point p and outward normal e_n from object 1 (geometry.h). e_t
 * points against the velocity with which object 2 slides over object 1; below a threshold of speed the contact sticks
 * and e_t is 0. K is in N/m: the force for each metre of overlap.
 *
 * Parts are never exactly where the drawing has them. Each displacement in x_u is a shift or a turn of a part or an
 * object, or the offset of the reference pose; it has a nominal value and a prior deviation. Given x_u, K and μ follow
 * by linear least squares. x_u minimises (equation 21)
 *
 *     1/(6L) |Y − Φ θ|²_W  +  γ/M |x_u − x_u^d|²_prior
 *
 * D. Verscheure, I. Sharf, H. Bruyninckx, J. Swevers, J. De Schutter, Identification of contact parameters from stiff
 * multi-point contact robotic operations, Int. J. Robotics Research 29 (2010). docs/insertion.md has the mathematics.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_INSERTION_H
#define ROUTH_INSERTION_H

#include <routh/data.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Contacts ---------------------------------------------------------------------------------------------*/

/* One pair of overlapping parts at one instant, in object 1's axes at its origin. */
typedef struct routh_contact_point3 {
    uint32_t part[2];  /* of object 1, of object 2 */
    double depth;      /* δ, m */
    double point[3];   /* p, m */
    double normal[3];  /* e_n, outward from object 1 */
    double tangent[3]; /* e_t, against the velocity of object 2 over object 1; 0: sticking */
    double speed;      /* of that sliding, m/s */
} routh_contact_point3;

/* Options ----------------------------------------------------------------------------------------------*/

typedef enum routh_insertion_method {
    ROUTH_LEVENBERG_MARQUARDT, /* on the projected residual, with the Jacobian by finite differences */
    ROUTH_NELDER_MEAD          /* as in the paper */
} routh_insertion_method;

typedef struct routh_insertion_options {
    double slip_speed;             /* below it a contact sticks, m/s; default 2e-4 */
    double force_scale;            /* F_max, N; default 50 */
    double moment_scale;           /* M_max, N m; default 6 */
    double stick_weight;           /* weight of an instant whose contacts all stick, relative to one whose contacts all
                                    * slide: Φ does not include friction of sticking contacts. 1: as in the paper;
                                    * default 0.01 */
    routh_insertion_method method; /* default ROUTH_LEVENBERG_MARQUARDT */
    bool geometry;                 /* 1 (default): identify x_u too; 0: only K and μ, with x_u nominal */
    double gamma;                  /* γ ≥ 0; NaN (default): chosen from the L-curve */
    size_t evaluations;            /* limit on evaluations of the geometry; default 20000 */
    double tolerance;              /* relative change of the objective that ends the search; default 1e-8 */
    size_t gammas; /* number of γ for routh_lcurve_of, spaced logarithmically, 1 … 1000; default 19: two per decade */
    double gamma_high, gamma_low; /* default 1e3, 1e-6. The paper stops at 1e-4, far above the Bayesian γ */
    size_t
        starts; /* searches that begin in other contact modes than the drawing's, the most promising ones; default 12.
                    * 0: from the drawing alone. With Levenberg and Marquardt's search only */
} routh_insertion_options;

ROUTH_API routh_insertion_options routh_insertion_options_default(void);

/* Identification ----------------------------------------------------------------------------------------*/

enum {
    ROUTH_INSERTION_ALL_STICK = 1 << 0,     /* no contact slides: μ is not determined, and NaN */
    ROUTH_INSERTION_NO_CONTACT = 1 << 1,    /* no instant has a contact */
    ROUTH_INSERTION_ONE_CONTACT = 1 << 2,   /* never more than one contact at once */
    ROUTH_INSERTION_NOT_CONVERGED = 1 << 3, /* the limit on evaluations was reached */
    ROUTH_INSERTION_OFFSET_UNSEEN = 1 << 4, /* force and set of contacts are constant: only K × depth is determined */
    ROUTH_INSERTION_SEVERAL_ANSWERS =
        1 << 5,                         /* the recording does not separate several answers; the errors include all */
    ROUTH_INSERTION_MORE_MODES = 1 << 6 /* the prior reaches more contact modes than were tried, the most probable */
};

enum { ROUTH_REFERENCE_MOTIONS = 5 };

/* K and μ from one instant alone; NaN: not determined. */
typedef struct routh_instant_estimate {
    double stiffness, friction;
    uint32_t contacts, sliding;
    double wrench[6]; /* reconstructed from the estimate for all instants, object 1's axes */
} routh_instant_estimate;

/* An answer: a minimum of the objective whose evidence, the probability of the recording with displacements, K and μ
 * integrated out, is at least a twentieth of the best one's. */
typedef struct routh_insertion_answer {
    double stiffness, stiffness_error, stiffness_low, stiffness_high; /* of this answer alone */
    double friction, friction_error;
    double *x, *error;                        /* [up.count] displacements, standard errors */
    double gamma, force_cost, geometric_cost; /* at its own γ */
    double evidence;                          /* its logarithm, less that of the first answer */
    double *load; /* [owner.pairs] of each pair of parts, parts of object 1 × parts of object 2: share of the sum of all
                   * depths */
} routh_insertion_answer;

/* routh_insertion_fit fills it in src/identify/insertion/identify.c: the answer of greatest evidence, with errors that include the
 * others. */
typedef struct routh_insertion_estimate {
    double stiffness,
        stiffness_error; /* K, N/m: routh_project in src/identify/insertion/identify_problem.c solves for it; and
                                           * its standard error */
    double friction, friction_error;      /* μ */
    double stiffness_low, stiffness_high; /* 95 % interval, which need not be symmetric; from the lowest to the highest
                                           * end of all answers' intervals */
    size_t count;                         /* of displacements */
    double *x, *error;                    /* x_u and standard errors */
    size_t motions; /* of the reference pose that were estimated beside x_u: 5 where the assembly has an offset, less
                     * those that it lists itself as displacements of a whole object; otherwise 0 */
    double motion[ROUTH_REFERENCE_MOTIONS],
        motion_error[ROUTH_REFERENCE_MOTIONS]; /* tilts about the two axes across that
                     * of the offset, rad, shifts along them, m, and the turn about it, rad, as far as estimated */
    double *covariance;                        /* [count + 2, count + 2] of (K, μK, x_u), (count + 2)² */
    double gamma, gamma_bayes;                 /* γ used, and the Bayesian γ, from noise and prior variances */
    double force_cost, geometric_cost; /* the two terms without γ; √force_cost is the mean relative wrench error */
    double objective;                  /* force_cost + γ geometric_cost */
    size_t used;                       /* instants with contact */
    size_t evaluations;                /* of the geometry */
    size_t sample_count;               /* instants */
    routh_instant_estimate *instant;   /* [sample_count] one for each instant of the recording */
    unsigned flags;                    /* ROUTH_INSERTION_… */
    size_t answers; /* that the recording does not separate, in order of falling evidence; none within the intervals of
                     * a better one */
    routh_insertion_answer *answer; /* the first is the estimate itself, without what the others add to errors */
    size_t modes;                   /* contact modes that searches began in */
} routh_insertion_estimate;

ROUTH_API routh_status routh_insertion_fit(routh_context *context, const routh_assembly *assembly,
                                           const routh_insertion *insertion, const routh_insertion_options *options,
                                           routh_insertion_estimate *estimate);
ROUTH_API void routh_insertion_estimate_release(routh_context *context, routh_insertion_estimate *estimate);

/* The L-curve: force cost against geometric cost over γ. */
typedef struct routh_lcurve_point {
    double gamma, force_cost, geometric_cost;
    double stiffness, friction;
    double curvature; /* of the curve in logarithmic axes; NaN at its ends */
    double *x;        /* [up.unknowns] displacements */
} routh_lcurve_point;

typedef struct routh_lcurve {
    size_t count, unknowns;
    routh_lcurve_point *point; /* [count] in order of falling γ; each search starts from the result before it */
    size_t corner;             /* index of the point of greatest curvature */
    size_t chosen;             /* index of the point that routh_insertion_fit uses; `why` gives the reason */
    char why[256];
    double gamma_bayes;
    size_t evaluations;
} routh_lcurve;

ROUTH_API routh_status routh_lcurve_of(routh_context *context, const routh_assembly *assembly,
                                       const routh_insertion *insertion, const routh_insertion_options *options,
                                       routh_lcurve *lcurve);
ROUTH_API void routh_lcurve_release(routh_context *context, routh_lcurve *lcurve);

/* Does the recording fit? -------------------------------------------------------------------------------*/

/* Whether the contacts of the assembly explain the wrench of a recording at all, judged by a few hundred of its instants;
 * and whether they would if its numbers were meant otherwise (routh_insertion_convention). docs/insertion.md has the
 * limits. */
typedef struct routh_insertion_check {
    bool fits;           /* it does, or parts as drawn cannot judge it: the first finding says which */
    double wrench_error; /* what the contacts leave of the measured wrench, as a share of it; 1: no contact */
    double stiffness;    /* K, N/m; NaN: no contact */
    double depth;        /* of the deepest overlap, m */
    double turn;         /* the largest of the hand between two samples, rad */
    double other_error;  /* with what is suggested, parts as drawn; NaN: nothing, or only another unit of time */
    char suggestion[ROUTH_LABEL_SIZE]; /* fields and values, "wrench_on=2 units=mm"; "": none */
    routh_findings findings;           /* the verdict first */
} routh_insertion_check;

/* Evaluated at displacements x (NULL: nominal). */
ROUTH_API routh_status routh_insertion_check_of(routh_context *context, const routh_assembly *assembly,
                                                const routh_insertion *insertion, const double *x,
                                                const routh_insertion_options *options, routh_insertion_check *check);
ROUTH_API void routh_insertion_check_release(routh_context *context, routh_insertion_check *check);

/* Further unknowns --------------------------------------------------------------------------------------
 * What may be wrong besides the displacements that the assembly names. Each adds displacements of its own, with a prior
 * of 0 ± the deviation given here. An assembly that names such a displacement itself keeps its own. */

enum {
    ROUTH_ALSO_BIAS = 1 << 0,      /* of the wrench: a tenth of force_scale and of moment_scale, each of six axes */
    ROUTH_ALSO_LATENCY = 1 << 1,   /* of the wrench behind the pose: 0.05 s */
    ROUTH_ALSO_STIFFNESS = 1 << 2, /* of each part of object 1 but the first, whose stiffness K then is: 20 % */
    ROUTH_ALSO_FRICTION = 1 << 3,  /* the same of friction: 20 % */
    ROUTH_ALSO_SPEED = 1 << 4,     /* friction grows with this power of speed: 0.2 */
    ROUTH_ALSO_SCALE = 1 << 5      /* of each part of object 1, in all directions about its centroid: 0.5 % */
};
ROUTH_API extern const routh_names routh_insertion_also; /* "bias" … "scale" */

/* An error of the sensors, as the recording shows it at the displacements of a fit. */
typedef struct routh_sensor_error {
    routh_displacement displacement; /* its kind and prior */
    double value, error;             /* with everything else unknown, too */
    bool shown;                      /* |value| > 4 error */
} routh_sensor_error;

/* Observability -----------------------------------------------------------------------------------------*/

/* Is a displacement determined by the recording? */
typedef enum routh_seen {
    ROUTH_SEEN,          /* on its own */
    ROUTH_SEEN_TOGETHER, /* only in combination with others */
    ROUTH_SEEN_NOT       /* not at all */
} routh_seen;

ROUTH_API extern const routh_names routh_seens; /* "seen", "together", "not" */

typedef struct routh_observability {
    size_t count;           /* M, the number of displacements */
    double *sensitivity;    /* [count, 2] M × 2, table 2: of each column of Φ, per unit of x_u */
    double *correlation[2]; /* [count + 1, count + 1] P1, P2: (M + 1)², the first row and column for Φ */
    int *class_of[2];       /* [count + 1, count + 1] class of each correlation: 2 (≥ 0.85), 1 (≥ 0.5) or 0 */
    double *singular;       /* M singular values of the projected, prior-scaled Jacobian ÷ noise, largest first */
    double *direction; /* [count, count] M × M: the right singular vectors, one per row, in units of prior deviations */
    double *posterior;           /* M: standard error ÷ prior deviation; near 1: the recording adds no information */
    routh_seen *seen;            /* M */
    routh_findings findings;     /* what is not determined, what only in combination, and which motion would help */
    routh_insertion_check check; /* of the same recording at the same displacements */
} routh_observability;

/* Evaluated at displacements x (NULL: nominal). */
ROUTH_API routh_status routh_insertion_observe(routh_context *context, const routh_assembly *assembly,
                                               const routh_insertion *insertion, const double *x,
                                               const routh_insertion_options *options,
                                               routh_observability *observability);
ROUTH_API void routh_observability_release(routh_context *context, routh_observability *observability);

#ifdef __cplusplus
}
#endif
#endif
