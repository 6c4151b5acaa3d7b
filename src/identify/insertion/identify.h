/* The search for displacements, stiffness and friction, and for all minima that a recording does not exclude.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_IDENTIFY_H
#define ROUTH_SRC_INSERTION_IDENTIFY_H

#include <routh/insertion.h>

#include "algebra/algebra.h"
#include "insertion/regressor.h"

/* Equation 21 as a separable problem: for displacements x, K and μK follow from linear least squares, and the
 * residual is a function of x alone (variable projection: G. H. Golub, V. Pereyra, SIAM J. Numerical Analysis 10
 * (1973)).
 *
 * All rows are weighted: forces ÷ F_max, moments ÷ M_max. Contacts that stick carry a friction that Φ leaves out, of
 * any direction and up to μ times the normal force: where all stick, that is an error of 5 to 10 %; where all slide,
 * the error is below 1 %. Samples weigh accordingly, 1/(1 + (1/w − 1) share²) with `share` the share of depth
 * at contacts that stick, w the weight where all do. Without these weights the search distorts displacements to
 * explain frozen friction. Displacements are scaled: z = (x − nominal) ÷ deviation. */

typedef struct routh_separable {
    routh_regressor *regressor;
    const routh_displacement *displacement;
    size_t samples, rows, unknowns; /* rows = 6 × samples */
    double weight[6];
    double *y;              /* the measured wrench at nominal displacements, rows */
    double *level;          /* of each sample: root of its weight */
    double *stuck;          /* of each sample: the share of depth at contacts that stick, at nominal displacements */
    unsigned char *counted; /* samples that L counts; see routh_separable_create */
    size_t used;            /* how many */
    double mass;            /* L: their weights' sum */
    double frozen;          /* what friction of contacts that stick adds to routh_wrench_noise.level */
    double idle;            /* Σ |y|² over the others */
    double *raw;            /* Φ as the regressor gives it, at `known` */
    double *known;          /* displacements of the last evaluation; NaN at first */
    uint32_t *touching;     /* contacts of each sample there */
    double *scratch;        /* rows × 2, where a latency is unknown */
    bool at_poses;          /* wrenches are read when poses are, as they are shown, and not smoothed; see identify.h */
    size_t before;          /* evaluations of the regressor at the start */
} routh_separable;

/* Friction of a sample all of whose contacts stick, relative to the scales: a quarter of a usual coefficient. */
static const double routh_frozen_friction = 0.05;

/* Everything at one z. */
typedef struct routh_projection {
    double *z, *x;
    double *phi, *q;  /* rows × 2, columns one after another: Φ and its orthonormal basis */
    double *y;        /* the measured wrench, weighted, errors of sensors removed */
    double *residual; /* y − Φ θ */
    uint32_t *contacts;
    routh_two_columns fit;
    double force_cost, geometric_cost; /* without γ */
} routh_projection;

/* Every sample is in the sum of squares, at every x. A contact that x makes vanish leaves its measured wrench behind as
 * residual, one that x invents adds one: neither is rewarded, and the sum is continuous in x. L, fixed from the start,
 * counts samples that have contact at nominal displacements or else clearly a wrench. The others nearly always add
 * only noise to the sum, a constant, which is subtracted. */
routh_status routh_separable_create(routh_arena *arena, routh_regressor *regressor, routh_separable *problem);
size_t routh_separable_evaluations(const routh_separable *problem);

routh_status routh_projection_create(routh_arena *arena, const routh_separable *problem, routh_projection *projection);

/* Fills all from projection->z. */
routh_status routh_project(routh_context *context, const routh_separable *problem, routh_projection *projection);

/* The two terms with γ. */
double routh_objective(const routh_projection *projection, double gamma);

/* Differences of the geometry ---------------------------------------------------------------------------*/

/* ∂Φ/∂z_j (rows × 2) by a step of `step` deviations forwards, or, with `both`, to both sides. */
routh_status routh_regressor_slope(routh_context *context, const routh_separable *problem, const routh_projection *at,
                                   size_t j, double step, int both, double *slope);

/* The change of the residual with z_j, K and μK held; `change` has room for `rows`. `slope` is that of Φ. */
routh_status routh_plain_change(routh_context *context, const routh_separable *problem, const routh_projection *at,
                                size_t j, const double *slope, double *change);

/* Searches ----------------------------------------------------------------------------------------------*/

/* A search: its two points and what is known at the first, descent->at. Set memory.width to 0 after moving that
 * point. */
typedef struct routh_descent {
    routh_projection at, trial;
    routh_lm memory;
} routh_descent;

routh_status routh_descent_create(routh_arena *arena, const routh_separable *problem, routh_descent *descent);

/* Jacobian, R and S at descent->at by stepping `width` deviations to both sides, K and μK adapting. */
routh_status routh_differentiate(routh_context *context, const routh_separable *problem, routh_descent *descent,
                                 double width);

/* From descent->at, which must be evaluated, to the least objective. */
routh_status routh_levenberg_marquardt(routh_context *context, const routh_separable *problem, routh_descent *descent,
                                       routh_lm_search *search);

/* By either method; the result is in descent->at. */
routh_status routh_search_by(routh_context *context, const routh_separable *problem, routh_descent *descent,
                             routh_insertion_method method, routh_lm_search *search);

/* Trust -------------------------------------------------------------------------------------------------*/

/* The residual described as noise. */
typedef struct routh_wrench_noise {
    double variance; /* of one weighted row */
    double span;     /* τ: this many samples in a row count as one independent sample */
    double level;    /* of a row if all were independent: variance × span, and friction */
} routh_wrench_noise;

/* Are there enough rows to know the noise besides all unknowns: at least four times as many? */
bool routh_enough_instants(const routh_separable *problem);

routh_wrench_noise routh_residual_noise(const routh_separable *problem, const double *residual, size_t parameters);

/* γ at which the objective's second term is the prior's share of the posterior. */
double routh_bayes_gamma(const routh_separable *problem, routh_wrench_noise noise);

/* Everything linear at one point: the columns of G = [Φ, Dθ] are K and μK (those that are determined), then z. */
typedef struct routh_linear {
    size_t columns, determined; /* all, and those of K and μK */
    double scale[2];            /* columns of Φ are divided by this */
    double *g;                  /* rows × columns, columns one after another */
    double *r;                  /* of G = Q R, columns², row by row */
} routh_linear;

/* By differences to both sides. `slopes`, if not NULL, gets ∂Φ/∂z: unknowns × 2 × rows. */
routh_status routh_linearise(routh_arena *arena, const routh_separable *problem, const routh_projection *at,
                             double *slopes, routh_linear *linear);

/* The step of (K, μK, z) to the posterior's maximum with G held and noise as given. */
routh_status routh_posterior_step(routh_context *context, const routh_separable *problem, const routh_linear *linear,
                                  routh_wrench_noise noise, const routh_projection *at, double *step);

/* The residual that remains after the best step of K, μK and z, with G held. */
routh_status routh_best_residual(routh_context *context, const routh_separable *problem, const routh_linear *linear,
                                 const routh_projection *at, double *left);

/* λ = 6 L γ/M, and (GᵀG + λ P)⁻¹, columns². */
double routh_prior_weight(const routh_separable *problem, double gamma);
routh_status routh_damped_inverse(routh_context *context, const routh_linear *linear, double lambda, double *inverse);

/* The mean square error of (K, μK, z), columns², of the estimate at γ, if Gᵀ noise has the covariance `noise`, which is
 * overwritten; see identify_covariance.c. */
routh_status routh_covariance_of_noise(routh_context *context, const routh_separable *problem,
                                       const routh_linear *linear, double gamma, double *noise, double *covariance);

/* The same from the residual itself, by leaving out stretches of the recording; see identify_stretches.c. */
routh_status routh_measured_covariance(routh_context *context, const routh_separable *problem,
                                       const routh_linear *linear, const routh_projection *at, double gamma,
                                       double *covariance);

/* The same with noise of one level in all rows. */
routh_status routh_error_covariance(routh_context *context, const routh_separable *problem, const routh_linear *linear,
                                    routh_wrench_noise noise, double gamma, double *covariance);

/* The L-curve of a given problem; `descent` begins at descent->at and is left at the lowest γ. Where this fails
 * there may be something to release. */
routh_status routh_trace_lcurve(routh_context *context, const routh_separable *problem, routh_descent *descent,
                                routh_insertion_method method, const double ends[2], size_t count,
                                routh_lm_search *search, routh_lcurve *lcurve);

/* Fills curvature and corner from γ and costs. */
void routh_lcurve_find_corner(routh_lcurve *lcurve);

/* K and μ of each sample alone and its reconstructed wrench; returns the flags that follow from the contacts. */
routh_status routh_find_instants(routh_context *context, const routh_separable *problem, const routh_projection *at,
                                 routh_instant_estimate *instant, unsigned *flags);

/* Wrenches that are measured later than poses.
 *
 * At a latency the wrench of an instant is that of contacts a little earlier: Φ is delayed, the wrench stays as it is. The
 * other way round, reading the wrench later, its noise would be moved along with it: the slope of the residual is then
 * mostly that of noise, which makes a latency look ten times better known than it is and ends searches too early, and an
 * interpolation takes more from noise the farther from a sample it is, which makes half a sample look best. The same holds for the
 * noise of poses in Φ, which is smaller. So both, Φ and wrench, run through a Gaussian, that of Φ displaced by the latency:
 * it leaves the slow changes of force that show a latency and takes the slope of noise. In generated insertions errors are
 * stated three to five times too small with a deviation of 20 ms, and a third too small with 40 ms. */

/* The deviation of the Gaussian at a rate in Hz, samples: 60 ms, at least one sample. */
double routh_smoothing(double rate);

/* The latency in one recording, s. */
double routh_latency_of(const routh_regressor *regressor, const double *x, size_t recording);

/* `columns` wrenches of each sample in object 1's axes (samples × 6 × columns), smoothed and, if `delayed`, later by the
 * latency that x says. */
void routh_smooth_wrenches(const routh_regressor *regressor, const double *x, bool delayed, size_t columns,
                           const double *from, double *to);

/* Unknowns besides the displacements of the assembly, and how to see whether they are needed. */

/* The assembly with further displacements behind its own: ROUTH_ALSO_…. The objects are those of the assembly. */
routh_status routh_assembly_extend(routh_arena *arena, const routh_assembly *assembly, unsigned also,
                                   const routh_insertion_options *options, routh_assembly *extended);

/* The assembly for `count` recordings together: where the reference pose or the offset differs, every recording has an
 * offset of its own, and motions of the reference pose, which are the last `motions` displacements. Displacements of the parts, and errors of
 * sensors, are common. */
routh_status routh_assembly_for_all(routh_arena *arena, const routh_assembly *assembly, size_t motions,
                                    const routh_insertion *const *recording, size_t count, routh_assembly *extended);

/* What one step of least squares from the displacements x of `assembly` makes of the displacements that `extended` has
 * more: `sensor_error` has room for them. For a latency, with which all contacts change, a search comes before the step. */
routh_status routh_find_sensor_errors(routh_context *context, const routh_assembly *assembly,
                                      const routh_assembly *extended, const routh_insertion *insertion,
                                      const routh_insertion_options *options, const double *x,
                                      routh_sensor_error *sensor_error);

/* The geometry of a recording as straight lines: the depth of every contact, open ones included, as a function of
 * displacements. It costs microseconds where the geometry costs milliseconds, so that hundreds of searches can begin in
 * it.
 *
 * At a few samples, with the parts as drawn, each pair of parts that the prior can bring together has a depth d (minus
 * the gap where it is open), and slopes of d with every displacement, one towards larger and one towards smaller values:
 * a face that lies flat gets deeper whichever way it is turned. Where the contacts push stays as drawn. Then
 *
 *     w = Σ max(0, d(z)) (K push + μK drag) */

/* One pair of parts at one sample. */
typedef struct routh_linearised_contact {
    size_t sample; /* of the linearised geometry */
    uint32_t part[2];
    double depth;            /* as drawn, m */
    double push[6], drag[6]; /* columns of Φ for each metre of depth, weighted */
    double reach;            /* how much the prior moves the depth: one deviation, m */
} routh_linearised_contact;

/* Everything at one z. */
typedef struct routh_linearised_point {
    double *z, *residual, *phi, *q;
    routh_two_columns fit;
    double cost, prior;
} routh_linearised_point;

typedef struct routh_linearised {
    size_t unknowns, samples, rows, contacts;
    double mass; /* of the samples' weights */
    double *y;   /* the measured wrench, weighted as in the problem */
    routh_linearised_contact *contact;
    double *slope; /* contacts × unknowns × 2: the depth for each deviation, towards larger and smaller z */
    routh_linearised_point at, trial;
    routh_lm memory;
    size_t evaluations;
} routh_linearised;

routh_status routh_linearised_create(routh_arena *arena, const routh_separable *problem, routh_linearised *linearised);

double routh_linearised_depth(const routh_linearised *linearised, size_t contact, const double *z);

/* From z to the least objective at γ, which it returns; z is replaced. */
routh_status routh_linearised_descend(routh_linearised *linearised, double gamma, double *z, double *objective);

/* All minima that the recording does not exclude.
 *
 * Searches begin where the linearised geometry says, on a part of the samples; the best minima are followed on all samples,
 * each at a γ of its own, and compared by their evidence, the probability of the recording with displacements, K and μK
 * integrated out (D. J. C. MacKay, Bayesian interpolation, Neural Computation 4 (1992)). At one common γ they must not be
 * compared: what is left of the wrenches decides on γ, and a γ too large for the better minimum prefers the worse one
 * with smaller displacements. */

/* A minimum. */
typedef struct routh_minimum {
    double *z;
    double stiffness, gamma, objective;
    routh_wrench_noise noise;
    double evidence; /* its logarithm, less that of the first; not positive */
} routh_minimum;

enum { ROUTH_MOST_MINIMA = 6 };

typedef struct routh_minima {
    size_t count;
    routh_minimum minimum[ROUTH_MOST_MINIMA]; /* in order of falling evidence */
    size_t modes;                             /* that searches began in */
    bool more;                                /* there were more modes than that */
    size_t evaluations;                       /* of samples outside `problem`, counted as evaluations of all samples */
} routh_minima;

/* The relative change of the objective that ends a search on all samples, where a hundredth of the cost is a factor in the
 * evidence. */
static const double routh_closely = 1e-5;

/* Where γ may be, as on the L-curve of a fit. The lowest leaves least of the wrenches. */
static const double routh_gamma_low = 1e-6, routh_gamma_high = 10;

/* The lowest γ of a problem: where wrenches are smoothed (identify.h), less noise is left. */
static inline double routh_lowest_gamma(const routh_separable *problem) {
    return problem->regressor->delays ? 1e-2 * routh_gamma_low : routh_gamma_low;
}

/* Minima whose evidence is less than e⁻³ of the best are excluded: odds of 20 to 1. */
static const double routh_excluded = 3;

/* From descent->at, at search->gamma, and from at most `most_starts` other contact modes. With `own_gamma` every minimum
 * gets its own γ; otherwise search->gamma is that of all. With `at_minimum` the descent is at one already, which is followed in any case. */
routh_status routh_minima_find(routh_arena *arena, const routh_separable *problem, size_t most_starts, bool own_gamma,
                               bool at_minimum, routh_descent *descent, const routh_lm_search *search,
                               routh_minima *minima);

/* From minimum->z to the minimum, at its own γ, the Bayesian one, if that is asked for. */
routh_status routh_minimum_settle(routh_context *context, const routh_separable *problem, bool own_gamma,
                                  double tolerance, routh_descent *descent, const routh_lm_search *search,
                                  routh_minimum *minimum);

/* Moves the descent to z and evaluates there. */
routh_status routh_descent_move(routh_context *context, const routh_separable *problem, const double *z,
                                routh_descent *descent);

/* The logarithm of the evidence of the minimum at `at`, but for a constant, with noise of this level. `work` has room
 * for 3 unknowns². */
double routh_log_evidence(const routh_separable *problem, const routh_projection *at, const routh_linear *linear,
                          double level, double *work);

/* Unknowns that are found last.
 *
 * Shifts of the reference pose, and its turn about the insertion axis, do to most contacts what displacing all parts
 * together does. A search with both walks along a narrow valley, slowly, and no contact mode depends on where in it.
 * So they are held at their nominal values until the minima are found and compared, and every answer is then followed with
 * all unknowns. A latency is late as well: it is seen where contacts open and close, and a part of the samples, which the first
 * searches use, does not show those. */

/* How many displacements are late. */
size_t routh_late_count(const routh_assembly *assembly);

/* How many of them are motions of the reference pose, which are the last displacements. */
size_t routh_late_motions(const routh_assembly *assembly);

/* The same recordings without late unknowns, evaluated at nominal displacements. It borrows from the regressor. */
typedef struct routh_early {
    routh_assembly assembly;
    routh_separable problem;
    routh_descent descent;
} routh_early;

routh_status routh_early_create(routh_arena *arena, const routh_regressor *regressor, routh_early *early);

/* From minima of the early unknowns to those of all. The descent, of all unknowns, is left at the first. Where a latency is
 * among them, what it explains changes the noise, and each minimum finds its γ again unless it is given. */
routh_status routh_late_follow(routh_arena *arena, const routh_separable *problem,
                               const routh_insertion_options *options, routh_descent *descent, routh_lm_search *search,
                               routh_minima *minima);

/* The early ones of the displacements x of an assembly; they may be the same array. */
void routh_early_of(const routh_assembly *assembly, const double *x, double *early);

/* Late unknowns at their nominal values in every point of an L-curve of the others. */
routh_status routh_late_fill(routh_context *context, const routh_assembly *assembly, routh_lcurve *lcurve);

/* The same recording with fewer samples, for searches that need not be exact. */

typedef struct routh_downsampled {
    routh_separable problem;
    routh_descent descent;
} routh_downsampled;

/* Every k-th sample, so that no more than `most` are left. */
routh_status routh_downsampled_create(routh_arena *arena, const routh_separable *problem, size_t most,
                                      routh_downsampled *downsampled);

/* Starts by contact mode: which pairs of parts touch is discrete, and a search does not leave the mode it begins in
 * unless the wrench pushes it out. A pair that is open has no gradient at all.
 *
 * A mode says of each pair, at the depths it has in the recording, whether it touches. The displacements of least |z|
 * that make it so are where a search in the linearised geometry begins. */

/* Where searches in the geometry itself are worth starting, the most promising first. */
typedef struct routh_starts {
    size_t count, unknowns;
    double *z;         /* count × unknowns, in prior deviations */
    double *objective; /* of the linearised geometry */
    size_t modes;      /* that searches began from */
    bool more;         /* there are further modes within reach of the prior */
} routh_starts;

/* At most `most` starts, at this γ; no two of them alike. */
routh_status routh_starts_find(routh_arena *arena, routh_linearised *linearised, double gamma, size_t most,
                               routh_starts *starts);

/* What is said of the minima that were found. */

/* K, μ and displacements with their errors: of each minimum, and of all together in the estimate itself. The descent
 * is left at the first, where it must be. NULL instead of minima: displacements stay as drawn, where the descent is. */
routh_status routh_answers_fill(routh_context *context, const routh_separable *problem, const routh_minima *minima,
                                routh_descent *descent, routh_insertion_estimate *fit);

/* How each displacement affects the contacts of a recording, and the sentences about it. */

/* The class of a correlation: 2 (≥ 0.85), 1 (≥ 0.5), 0. */
int routh_correlation_class(double correlation);

/* How a displacement moves the contacts that it takes part in. */
typedef struct routh_part_in_contact {
    size_t touching;     /* contacts of what is displaced, over all samples */
    size_t deeper;       /* those that a positive displacement makes deeper */
    size_t shallower;    /* and those that it makes shallower; the rest slides along */
    double steepest;     /* the most that depth changes, m per m of movement at the contact */
    double direction[3]; /* of that movement, the object's axes */
} routh_part_in_contact;

/* What the sentences are made from. */
typedef struct routh_evidence {
    const routh_separable *problem;
    const routh_projection *at;
    const routh_part_in_contact *part;
    const double *posterior; /* covariance of (K and μK where determined, z) with the prior */
    size_t determined;       /* how many of K and μK */
} routh_evidence;

routh_status routh_write_sentences(routh_context *context, const routh_evidence *evidence,
                                   routh_observability *observability);

#endif
