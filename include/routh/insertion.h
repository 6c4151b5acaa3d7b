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

#include <stdio.h>

#include <routh/geometry.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Scenes ------------------------------------------------------------------------------------------------*/

/* A convex part of an object. */
typedef struct routh_part {
    char name[ROUTH_LABEL_SIZE];
    routh_polyhedron *shape; /* owned by the scene */
    routh_pose3 place;       /* of the shape's axes in the object's */
} routh_part;

typedef struct routh_object {
    char name[ROUTH_LABEL_SIZE];
    size_t count;
    routh_part *part;
} routh_object;

typedef enum routh_displacement_kind {
    ROUTH_DISPLACE_SHIFT, /* along the axis, m */
    ROUTH_DISPLACE_TURN,  /* about the axis through a point, rad */
    ROUTH_DISPLACE_OFFSET /* of the reference pose along the axis, m: at most one; see routh_insertion.offset */
} routh_displacement_kind;

/* One geometric uncertainty: how a part or an object differs from the drawing. */
typedef struct routh_displacement {
    char name[ROUTH_LABEL_SIZE];
    routh_displacement_kind kind;
    int object;        /* 0 or 1 */
    long part;         /* index into the object's parts, −1: the whole object */
    double axis[3];    /* in the object's axes, unit length; of an offset in those of object 2 */
    double through[3]; /* a point of a turn's axis, object's axes, m */
    double nominal;    /* x_u^d */
    double deviation;  /* prior standard deviation, > 0 */
} routh_displacement;

/* The two objects and what is uncertain about them. Fully mated, with zero force, both objects' axes coincide. */
typedef struct routh_assembly {
    routh_object object[2];
    size_t count; /* of displacements */
    routh_displacement *displacement;
} routh_assembly;

/* A scene as JSON; docs/insertion.md has the layout. Units may be named ("unit": "mm"); shapes are vertices,
 * half-spaces or files beside the scene. Parts that are not convex, unbounded, empty or inside out are refused with
 * their name; so are displacements of parts that do not exist. */
ROUTH_API routh_status routh_assembly_read(routh_context *context, const char *path, routh_assembly *assembly);
ROUTH_API routh_status routh_assembly_parse(routh_context *context, const char *text, size_t length, const char *source,
                                            routh_assembly *assembly);
ROUTH_API routh_status routh_assembly_write(routh_context *context, const routh_assembly *assembly, FILE *file);
ROUTH_API void routh_assembly_release(routh_context *context, routh_assembly *assembly);

/* The pose of a part in its object's axes with the displacements x (assembly->count values): those of the part in the
 * order of the list, the first outermost, then those of the object around them. */
ROUTH_API routh_pose3 routh_part_pose(const routh_assembly *assembly, int object, size_t part, const double *x);

/* Recordings --------------------------------------------------------------------------------------------*/

/* One instant. */
typedef struct routh_insertion_instant {
    double time;      /* s */
    routh_pose3 hand; /* of the hand (end-effector) in the world */
    double twist[6];  /* of the hand: velocity of its origin (m/s), then angular velocity (rad/s), in world axes */
    double wrench[6]; /* of object 2 on object 1, about the plate's origin in the plate's axes: force N, moment N m */
} routh_insertion_instant;

/* What is known of the truth of a generated recording. */
typedef struct routh_insertion_truth {
    double stiffness, friction;
    size_t count;         /* of displacements, as in the assembly; 0: not known */
    double *displacement; /* their true values; of an offset: true − routh_insertion.offset */
} routh_insertion_truth;

/* A recorded insertion. */
typedef struct routh_insertion {
    char name[ROUTH_LABEL_SIZE];
    double rate; /* Hz */
    size_t count;
    routh_insertion_instant *sample;

    routh_pose3 receptacle; /* of object 2 in the world, fixed */
    routh_pose3 plate;      /* of the force plate in the world, fixed */

    /* Where object 1 sits in the hand is told by one pose: when the hand was there, both objects were mated but for a
     * displacement by offset + x_u,δ along the axis of the offset (equations 19 and 20). */
    routh_pose3 reference; /* of the hand in the world */
    double offset;         /* δ_r, m: from the reference insertion, (50/30) δ_r30 */

    routh_insertion_truth truth;
} routh_insertion;

/* HDF5 (.h5), or CSV with columns time, px…pz, qw…qz, vx…vz, wx…wz, fx…fz, mx…mz and a JSON file of the same name for
 * the rest. Mismatched counts, times that do not rise, quaternions that are no rotation: refused with the row. */
ROUTH_API routh_status routh_insertion_read(routh_context *context, const char *path, routh_insertion *insertion);
ROUTH_API routh_status routh_insertion_write(routh_context *context, const char *path,
                                             const routh_insertion *insertion);
ROUTH_API void routh_insertion_release(routh_context *context, routh_insertion *insertion);

/* The same at a lower rate, an integer share of its own: a linear-phase low-pass over every channel, then one sample in
 * `factor`. Poses are averaged as rotations. */
ROUTH_API routh_status routh_insertion_downsample(routh_context *context, const routh_insertion *insertion,
                                                  size_t factor, routh_insertion *reduced);

/* The same down to about that rate, Hz: a copy where it is not more than that, or where `rate` is 0. */
ROUTH_API routh_status routh_insertion_reduce(routh_context *context, const routh_insertion *insertion, double rate,
                                              routh_insertion *reduced);

/* δ_r from a reference insertion: position along `axis` (object 2's axes) against force along it while the hand, at rest
 * under force `from` (N) at first, retracts; the way to zero force, times to/from. Too large where parts are displaced
 * so far that some of them are not pressed at all by `from`. */
ROUTH_API routh_status routh_insertion_offset(routh_context *context, const routh_insertion *retraction,
                                              const double axis[3], double from, double to, double *offset);

/* Contacts and regressor --------------------------------------------------------------------------------*/

/* One pair of overlapping parts at one instant, in object 1's axes at its origin. */
typedef struct routh_contact_point3 {
    uint32_t part[2];  /* of object 1, of object 2 */
    double depth;      /* δ, m */
    double point[3];   /* p, m */
    double normal[3];  /* e_n, outward from object 1 */
    double tangent[3]; /* e_t, against the velocity of object 2 over object 1; 0: sticking */
    double speed;      /* of that sliding, m/s */
} routh_contact_point3;

typedef struct routh_insertion_options {
    double slip_speed;   /* below it a contact sticks, m/s; default 2e-4 */
    double force_scale;  /* F_max, N; default 50 */
    double moment_scale; /* M_max, N m; default 6 */
    double stick_weight; /* of a sample all of whose contacts stick, with friction that Φ leaves out, against one whose
                          * contacts all slide; 1: as the paper; default 0.01 */
    int threads;         /* 0 (default): one for each core; at most 256 */
} routh_insertion_options;

ROUTH_API routh_insertion_options routh_insertion_options_default(void);

/* An assembly, a recording and options, made ready to evaluate the geometry many times: scratch, memory of contacts,
 * wrenches in object 1's axes. The assembly and the recording must outlive it. For one thread at a time; it uses
 * several itself. */
typedef struct routh_regressor routh_regressor;
ROUTH_API routh_status routh_regressor_create(routh_context *context, const routh_assembly *assembly,
                                              const routh_insertion *insertion, const routh_insertion_options *options,
                                              routh_regressor **regressor);
ROUTH_API void routh_regressor_release(routh_context *context, routh_regressor *regressor);

ROUTH_API size_t routh_regressor_samples(const routh_regressor *regressor);
ROUTH_API size_t routh_regressor_unknowns(const routh_regressor *regressor);    /* assembly->count */
ROUTH_API size_t routh_regressor_evaluations(const routh_regressor *regressor); /* of the geometry, so far */

/* The measured wrench of each sample in object 1's axes (samples × 6), not weighted. The offset's effect on these axes
 * is ignored, as in the paper. */
ROUTH_API const double *routh_regressor_wrench(const routh_regressor *regressor);

/* Φ at displacements x: samples × 6 × 2, and the number of contacts of each sample (may be NULL). Samples without
 * contact are all zero. */
ROUTH_API routh_status routh_regressor_evaluate(routh_context *context, routh_regressor *regressor, const double *x,
                                                double *phi, uint32_t *contacts);

/* All contacts of one sample, at most `capacity`; returns how many there are. */
ROUTH_API size_t routh_regressor_contacts(routh_regressor *regressor, const double *x, size_t sample, size_t capacity,
                                          routh_contact_point3 *contact);

/* The pose of object 1 in object 2's axes at one sample. */
ROUTH_API routh_pose3 routh_regressor_pose(const routh_regressor *regressor, const double *x, size_t sample);

/* Identification ----------------------------------------------------------------------------------------*/

typedef enum routh_insertion_method {
    ROUTH_LEVENBERG_MARQUARDT, /* on the projected residual, Jacobian by differences of the geometry */
    ROUTH_NELDER_MEAD          /* as the paper does */
} routh_insertion_method;

typedef struct routh_insertion_fit_options {
    routh_insertion_method method; /* default ROUTH_LEVENBERG_MARQUARDT */
    int geometry;                  /* 0: x_u stays nominal, only K and μ; default 1 */
    double gamma;                  /* γ ≥ 0; NaN (default): chosen from the L-curve */
    size_t evaluations;            /* most evaluations of the geometry; default 20000 */
    double tolerance;              /* relative change of the objective that ends the search; default 1e-8 */
} routh_insertion_fit_options;

ROUTH_API routh_insertion_fit_options routh_insertion_fit_options_default(void);

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

ROUTH_API routh_status routh_insertion_fit(routh_context *context, routh_regressor *regressor,
                                           const routh_insertion_fit_options *options, routh_insertion_estimate *fit);
ROUTH_API void routh_insertion_estimate_release(routh_context *context, routh_insertion_estimate *fit);

/* The truth of a generated recording in the terms of an estimate x with its standard errors: the small motion of object 1
 * as a whole, which equation 19 leaves open and every estimated displacement of its parts contains, is fitted and
 * added. `aligned` has truth->count values, as many as the scene. */
ROUTH_API routh_status routh_insertion_truth_align(routh_context *context, const routh_assembly *assembly,
                                                   const routh_insertion_truth *truth, const double *x,
                                                   const double *error, double *aligned);

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

/* `count` values of γ from high to low, evenly in its logarithm; the paper's are 1e3 and 1e-4. */
ROUTH_API routh_status routh_lcurve_of(routh_context *context, routh_regressor *regressor,
                                       routh_insertion_method method, size_t count, double high, double low,
                                       routh_lcurve *lcurve);
ROUTH_API void routh_lcurve_release(routh_context *context, routh_lcurve *lcurve);

/* Observability -----------------------------------------------------------------------------------------*/

typedef enum routh_seen {
    ROUTH_SEEN,          /* on its own */
    ROUTH_SEEN_TOGETHER, /* only in combination with others */
    ROUTH_SEEN_NOT       /* not at all */
} routh_seen;

typedef struct routh_observability {
    size_t count;           /* M */
    double *sensitivity;    /* M × 2: table 2, column by column of Φ, per unit of x_u */
    double *correlation[2]; /* P1, P2: (M + 1)², Φ first */
    double *singular;       /* M singular values of the projected, prior-scaled Jacobian ÷ noise, falling */
    double *direction;      /* M × M: the right singular vectors, row by row, in units of prior deviations */
    double *posterior;      /* M: standard error ÷ prior deviation; near 1: the recording says nothing */
    routh_seen *seen;       /* M */
    size_t sentence_count;
    char **sentence; /* in words: what can't be seen, what only together, what motion would reveal it */
} routh_observability;

/* At x (NULL: nominal). */
ROUTH_API routh_status routh_insertion_observe(routh_context *context, routh_regressor *regressor, const double *x,
                                               routh_observability *observability);
ROUTH_API void routh_observability_release(routh_context *context, routh_observability *observability);

/* The class of a correlation: 2 (≥ 0.85), 1 (≥ 0.5), 0. */
ROUTH_API int routh_correlation_class(double correlation);

/* Study -------------------------------------------------------------------------------------------------
 * Everything about one or several recordings of the same two objects, computed: what the report shows, and nothing
 * else. */

typedef struct routh_insertion_study_options {
    routh_insertion_options regressor;
    routh_insertion_fit_options fit; /* of the estimate with geometry */
    size_t gammas;                   /* values of the L-curve; default 19: two a decade */
    double gamma_high, gamma_low;    /* default 1e3, 1e-6: the Bayesian γ is far below the paper's range */
    double rate;                     /* recordings of a higher rate are reduced to it, Hz; default 50; 0: as they are */
} routh_insertion_study_options;

ROUTH_API routh_insertion_study_options routh_insertion_study_options_default(void);

/* One recording. */
typedef struct routh_insertion_case {
    routh_insertion insertion;         /* at the rate of the study */
    routh_insertion_estimate plain;    /* x_u nominal */
    routh_insertion_estimate fit;      /* with x_u, at the γ that was chosen or given */
    routh_lcurve lcurve;               /* empty where γ was given or nothing touches */
    routh_observability observability; /* at the fit */
    double *truth;                     /* aligned with the fit; NULL: not known */
    routh_pose3 *pose;                 /* of object 1 in object 2's axes at the fit, one for each sample */
    size_t *first;                     /* contacts of sample k: first[k] … first[k + 1] − 1 */
    routh_contact_point3 *contact;     /* at the fit, object 1's axes */
} routh_insertion_case;

typedef struct routh_insertion_study {
    const routh_assembly *assembly; /* not owned */
    routh_insertion_study_options options;
    size_t count;
    routh_insertion_case *item;
    double seconds;
} routh_insertion_study;

ROUTH_API routh_status routh_insertion_study_run(routh_context *context, const routh_assembly *assembly,
                                                 const routh_insertion *insertions, size_t count,
                                                 const routh_insertion_study_options *options,
                                                 routh_insertion_study *study);
ROUTH_API void routh_insertion_study_release(routh_context *context, routh_insertion_study *study);

/* Generator ---------------------------------------------------------------------------------------------*/

/* V-guides at the corners of a plate, V-grooves that take them. */
typedef struct routh_vguides {
    double half_length;      /* of a guide along its ridge, m; default 0.016 */
    double flank;            /* angle of the flanks to the insertion axis, rad; default 40° */
    double rounding;         /* radius of the edges, a triple chamfer, m; default 0.0038 */
    double height;           /* of a guide along the insertion axis, m */
    double width, length;    /* of the rectangle of the guides' centres, m */
    double deviation;        /* prior of shifts, m; default 1e-4; of turns: ÷ half_length */
    double offset_deviation; /* prior of the reference offset, m; default 3e-5 */
} routh_vguides;

ROUTH_API routh_vguides routh_vguides_default(void);
ROUTH_API routh_status routh_vguides_assembly(routh_context *context, const routh_vguides *guides,
                                              routh_assembly *assembly);

typedef enum routh_insertion_test {
    ROUTH_TEST_1A, /* begins turned by 2° */
    ROUTH_TEST_1B, /* by −2° */
    ROUTH_TEST_2A, /* begins shifted by 27 mm */
    ROUTH_TEST_2B, /* by −27 mm */
    ROUTH_INSERTION_TEST_COUNT
} routh_insertion_test;

ROUTH_API extern const routh_names routh_insertion_tests; /* "1a" */

typedef struct routh_insertion_generator {
    routh_insertion_test test;
    double stiffness, friction; /* default 1.8e5 N/m, 0.2 */
    double creep;               /* below this speed friction fades, m/s; default 5e-5 */
    double displacement;        /* deviation of true shifts, m; default 1e-4; 0: exact geometry */
    double turn;                /* of true turns, rad; default 1e-4 */
    double speed, force;        /* of the insertion, m/s and N; default 2e-3 and 50 */
    double force_wave;          /* the force varies by this share of itself, every 4 s; default 0 */
    double settle;              /* how long the mated parts are held in the end, s; default 2 */
    double held[6];             /* stiffness of the hand's springs along and about its axes, N/m and N m/rad … */
    double give[6];             /* … and how fast they yield, m/s/N and rad/s/(N m); defaults in docs/insertion.md */
    int sensors;                /* 0: exact, 1: resolution and noise as in the paper; default 1 */
    int known_offset;           /* 1: reference and offset say exactly where object 1 sits in the hand; default 0 */
    double rate;                /* Hz; default 1000 */
    uint64_t seed;              /* default 1; of the parts' true displacements, the same for all tests, and of noise */
} routh_insertion_generator;

ROUTH_API routh_insertion_generator routh_insertion_generator_default(routh_insertion_test test);

/* Solves the quasi-static equilibrium of the held object, with friction, from instant to instant: reference insertion,
 * retraction, then the test insertion. The recording holds the latter, with truth. */
ROUTH_API routh_status routh_insertion_generate(routh_context *context, const routh_assembly *assembly,
                                                const routh_insertion_generator *setting, routh_insertion *insertion);

#ifdef __cplusplus
}
#endif
#endif
