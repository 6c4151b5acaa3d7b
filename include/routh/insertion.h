/* The insertion room: stiffness, friction and geometric errors of parts from a recorded insertion with many contacts.
 *
 * Two rigid objects, each a union of convex parts: object 1 is held by a robot's hand and pushed into object 2, which
 * stands on a force plate. Where parts overlap, a spring pushes them apart and friction resists sliding:
 *
 *     w = Φ (K, μK)ᵀ,   Φ = −[ Σ δ e_n , Σ δ e_t ; Σ δ p × e_n , Σ δ p × e_t ]
 *
 * is the wrench of object 2 on object 1 at the origin of object 1, in its axes: force (N), then moment (N m). Over all
 * overlapping pairs of parts: depth δ, point p and outward normal e_n from object 1 (polyhedra.h); e_t points against
 * the velocity with which object 2 slides over object 1, and is 0 below a threshold of speed: sticking. K is told in
 * N/m, the force that one metre of overlap would give.
 *
 * Parts are never exactly where they are drawn. Each uncertainty x_u is a shift or a turn of a part or an object, with
 * a nominal value and a prior deviation; one more is the offset of the reference pose. K and μ follow from x_u by linear
 * least squares; x_u minimises (equation 21)
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
    ROUTH_LEVENBERG_MARQUARDT, /* on the projected residual, Jacobian by differences of the geometry */
    ROUTH_NELDER_MEAD          /* as the paper does */
} routh_insertion_method;

typedef struct routh_insertion_options {
    double slip_speed;             /* below it a contact sticks, m/s; default 2e-4 */
    double force_scale;            /* F_max, N; default 50 */
    double moment_scale;           /* M_max, N m; default 6 */
    double stick_weight;           /* of a sample all of whose contacts stick, with friction that Φ leaves out, against
                                    * one whose contacts all slide; 1: as the paper; default 0.01 */
    routh_insertion_method method; /* default ROUTH_LEVENBERG_MARQUARDT */
    int geometry;                  /* 0: x_u stays nominal, only K and μ; default 1 */
    double gamma;                  /* γ ≥ 0; NaN (default): chosen from the L-curve */
    size_t evaluations;            /* most evaluations of the geometry; default 20000 */
    double tolerance;              /* relative change of the objective that ends the search; default 1e-8 */
    size_t gammas;                 /* values of routh_lcurve_of, evenly in the logarithm; default 19: two a decade */
    double gamma_high, gamma_low;  /* default 1e3, 1e-6: the Bayesian γ is far below the paper's range, 1e3 … 1e-4 */
} routh_insertion_options;

ROUTH_API routh_insertion_options routh_insertion_options_default(void);

/* Identification ----------------------------------------------------------------------------------------*/

enum {
    ROUTH_INSERTION_ALL_STICK = 1 << 0,     /* no contact slides: μ cannot be told, and is NaN */
    ROUTH_INSERTION_NO_CONTACT = 1 << 1,    /* no sample has a contact */
    ROUTH_INSERTION_ONE_CONTACT = 1 << 2,   /* never more than one contact at once */
    ROUTH_INSERTION_NOT_CONVERGED = 1 << 3, /* evaluations ran out */
    ROUTH_INSERTION_OFFSET_UNSEEN = 1 << 4, /* only K × depth is told: constant force, constant set of contacts */
    ROUTH_INSERTION_TWO_ANSWERS = 1 << 5    /* other displacements explain it about as well; errors include them */
};

/* K and μ of one sample alone; NaN where it cannot be told. */
typedef struct routh_instant_estimate {
    double stiffness, friction;
    uint32_t contacts, sliding;
    double wrench[6]; /* reconstructed from the global estimate, object 1's axes */
} routh_instant_estimate;

typedef struct routh_insertion_estimate {
    double stiffness, stiffness_error;    /* K, N/m, and its standard error */
    double friction, friction_error;      /* μ */
    double stiffness_low, stiffness_high; /* 95 %, which need not be symmetric */
    size_t count;                         /* of displacements */
    double *x, *error;                    /* x_u and standard errors */
    double *covariance;                   /* of (K, μK, x_u), (count + 2)² */
    double gamma, gamma_bayes;            /* γ used, and that of noise and prior variances */
    double force_cost, geometric_cost; /* the two terms without γ; √force_cost is the mean relative wrench error */
    double objective;                  /* force_cost + γ geometric_cost */
    size_t used;                       /* samples with contact */
    size_t evaluations;                /* of the geometry */
    size_t sample_count;
    routh_instant_estimate *instant; /* one for each sample */
    unsigned flags;
} routh_insertion_estimate;

ROUTH_API routh_status routh_insertion_fit(routh_context *context, const routh_assembly *assembly,
                                           const routh_insertion *insertion, const routh_insertion_options *options,
                                           routh_insertion_estimate *fit);
ROUTH_API void routh_insertion_estimate_release(routh_context *context, routh_insertion_estimate *fit);

/* The L-curve: force cost against geometric cost over γ. */
typedef struct routh_lcurve_point {
    double gamma, force_cost, geometric_cost;
    double stiffness, friction;
    double curvature; /* of the curve in logarithms; NaN at its ends */
    double *x;
} routh_lcurve_point;

typedef struct routh_lcurve {
    size_t count, unknowns;
    routh_lcurve_point *point; /* γ falling, each started from the one before */
    size_t corner;             /* of greatest curvature */
    size_t chosen;             /* what identify takes; `why` says why */
    char why[256];
    double gamma_bayes;
    size_t evaluations;
} routh_lcurve;

ROUTH_API routh_status routh_lcurve_of(routh_context *context, const routh_assembly *assembly,
                                       const routh_insertion *insertion, const routh_insertion_options *options,
                                       routh_lcurve *lcurve);
ROUTH_API void routh_lcurve_release(routh_context *context, routh_lcurve *lcurve);

/* Observability -----------------------------------------------------------------------------------------*/

typedef enum routh_seen {
    ROUTH_SEEN,          /* on its own */
    ROUTH_SEEN_TOGETHER, /* only in combination with others */
    ROUTH_SEEN_NOT       /* not at all */
} routh_seen;

typedef struct routh_observability {
    size_t count;            /* M */
    double *sensitivity;     /* M × 2: table 2, column by column of Φ, per unit of x_u */
    double *correlation[2];  /* P1, P2: (M + 1)², Φ first */
    int *class_of[2];        /* of each correlation: 2 (≥ 0.85), 1 (≥ 0.5), 0 */
    double *singular;        /* M singular values of the projected, prior-scaled Jacobian ÷ noise, falling */
    double *direction;       /* M × M: the right singular vectors, row by row, in units of prior deviations */
    double *posterior;       /* M: standard error ÷ prior deviation; near 1: the recording says nothing */
    routh_seen *seen;        /* M */
    routh_findings findings; /* what can't be seen, what only together, what motion would reveal it */
} routh_observability;

/* At displacements x (NULL: nominal). */
ROUTH_API routh_status routh_insertion_observe(routh_context *context, const routh_assembly *assembly,
                                               const routh_insertion *insertion, const double *x,
                                               const routh_insertion_options *options,
                                               routh_observability *observability);
ROUTH_API void routh_observability_release(routh_context *context, routh_observability *observability);

#ifdef __cplusplus
}
#endif
#endif
