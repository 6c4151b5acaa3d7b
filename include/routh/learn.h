/* The learning room: contact laws learned from recorded impacts.
 *
 * A model looks at an impact in contact space and predicts what the contact does, by Gaussian processes, each prediction
 * with a deviation. Seven kinds, from none to all of the structure of rigid bodies:
 *
 *     name             sees                            predicts
 *     baseline         m, I, rx, ry, pose, velocity    velocity after
 *     rigid            W⁻¹ (three numbers), v          impulse P_t, P_n through the contact point
 *     rigid-2d         W⁻¹ v                           the same
 *     wrench           W⁻¹, v                          impulse and couple
 *     residual         W⁻¹, v                          what a law of the registry leaves over of the impulse
 *     residual-wrench  W⁻¹, v                          the same, and a couple
 *     parameters       W⁻¹, v                          that law's μ and ε for this impact, within their bounds
 *
 * The law behind the last three is fitted first, on the same impacts. A trained model is a law like any other
 * (routh_model_law), except the baseline, which knows no contact.
 *
 * N. Fazeli, S. Zapolsky, E. Drumwright, A. Rodriguez, Learning data-efficient rigid-body contact models (2017).
 * docs/learning.md has the mathematics and the layout of files.
 *
 * Same result for any number of threads. While a call is at work here, OpenBLAS runs on one thread in the whole
 * process.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_LEARN_H
#define ROUTH_LEARN_H

#include <routh/identify.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ROUTH_MODEL_TABLE(X)                                                                                           \
    X(ROUTH_MODEL_BASELINE, "baseline", "velocity after from body, pose and velocity, no structure")                   \
    X(ROUTH_MODEL_RIGID, "rigid", "impulse from contact mass and velocity")                                            \
    X(ROUTH_MODEL_RIGID_2D, "rigid-2d", "impulse from the momentum of the contact point alone")                        \
    X(ROUTH_MODEL_WRENCH, "wrench", "impulse and couple from contact mass and velocity")                               \
    X(ROUTH_MODEL_RESIDUAL, "residual", "what a law leaves over of the impulse")                                       \
    X(ROUTH_MODEL_RESIDUAL_WRENCH, "residual-wrench", "what a law leaves over of the impulse, and a couple")           \
    X(ROUTH_MODEL_PARAMETERS, "parameters", "a law's friction and restitution, impact by impact")

typedef enum routh_model_kind {
#define ROUTH_MODEL_CODE(code, name, about) code,
    ROUTH_MODEL_TABLE(ROUTH_MODEL_CODE)
#undef ROUTH_MODEL_CODE
        ROUTH_MODEL_COUNT
} routh_model_kind;

ROUTH_API extern const routh_names routh_model_kinds;

/* A trained model. It does not change any more: threads may share it. */
typedef struct routh_model routh_model;

#define ROUTH_GP_MOST_INPUTS 32

/* What the Gaussian process of one output has to know, found where the likelihood of the samples is highest. Inputs and
 * outputs are standardised (mean 0, deviation 1), and these are in those units: a noise of 0.1 is a tenth of the output's
 * deviation. */
typedef struct routh_gp_parameters {
    double signal;                       /* σ_f, how far f moves, > 0 */
    double noise;                        /* σ_n, > 0 */
    double length[ROUTH_GP_MOST_INPUTS]; /* ℓ_k of the first `inputs`, > 0; large: the input does not matter */
} routh_gp_parameters;

/* How they are found. */
typedef struct routh_gp_options {
    size_t starts;     /* searches for each output, the first from `start`, others from random points; default 3 */
    uint64_t seed;     /* of those points, and of which samples are taken where only some are; default 1 */
    int evaluations;   /* most evaluations of the likelihood in each search; default 200 */
    double tolerance;  /* a search ends when it expects to gain less log likelihood than this; > 0; default 1e-5 */
    size_t coarse;     /* with at least twice as many samples, searches run on so many of them first; the best goes on
                          with four times as many, and so on up to all. 0: all from the start; default 200 */
    size_t most_exact; /* with more samples the model is sparse; default 3000 */
    size_t inducing;   /* inducing points of a sparse model, at most as many as samples; default 600 */

    routh_gp_parameters start;     /* default signal 1, noise 0.3, every length 2 */
    routh_gp_parameters low, high; /* bounds; default signal 0.01 … 100, noise 1e-4 … 10, lengths 0.01 … 1000 */
} routh_gp_options;

ROUTH_API routh_gp_options routh_gp_options_default(void);

typedef struct routh_model_options {
    routh_model_kind kind;   /* default ROUTH_MODEL_WRENCH */
    const routh_law *law;    /* behind the kinds that need one; default wang-mason */
    routh_metric metric;     /* of the measured impulse that is learned; default ROUTH_MOMENTUM. A wrench explains
                                      * the motion whole, in either metric */
    const double (*pose)[3]; /* x, y, θ of every sample, by its place in `samples`: the baseline only; NULL, or a column
                                      * with NaN: unknown, then it learns without */
    routh_fit_options ensemble; /* how that law is fitted; its metric follows the one above */
    routh_gp_options gp;
    const routh_model *prior; /* NULL (default): none. Else what is learned is what it leaves over, the answer to "few
                               * samples of a new body, many of an old one". It is copied; not baseline or parameters.
                               * `kind` is then what of the impulse is learned on top: rigid or wrench */
} routh_model_options;

ROUTH_API routh_model_options routh_model_options_default(void);

/* Learns from samples[index[0 … count-1]] (index NULL: the first `count`). Refused: fewer samples than
 * hyper-parameters, numbers that are not finite, impacts that are all alike. Inputs that are the same in all samples,
 * like the mass in most recordings, are left out; so are such outputs, which stay what they are. */
ROUTH_API routh_status routh_model_train(routh_context *context, const routh_sample *samples, const size_t *index,
                                         size_t count, const routh_model_options *options, routh_model **model);

ROUTH_API void routh_model_release(routh_context *context, routh_model *model); /* NULL is fine */

/* What is known of a model. */
typedef struct routh_model_facts {
    routh_model_kind kind;
    const routh_law *law;                    /* NULL: none behind it */
    double parameters[ROUTH_MAX_PARAMETERS]; /* that law's, as fitted */
    routh_metric metric;
    size_t count;          /* impacts it was trained on */
    size_t bounded;        /* of these, parameters only: impacts that stick, and so only say how large μ is at least */
    size_t inputs;         /* in use */
    const char *input[12]; /* their names, "Mtt" */
    size_t outputs;
    const char *output[6];    /* "Pt" */
    const char *unit[6];      /* "N s" */
    const routh_model *prior; /* NULL: none */
} routh_model_facts;

ROUTH_API routh_model_facts routh_model_facts_of(const routh_model *model);

enum {
    ROUTH_GP_AT_BOUND = 1 << 0,      /* a hyper-parameter is at its bound; a length at its upper one: no matter */
    ROUTH_GP_NOT_CONVERGED = 1 << 1, /* evaluations ran out, or the search got stuck */
    ROUTH_GP_JITTERED = 1 << 2       /* the kernel matrix was singular to rounding: see jitter */
};

/* What was learned of one output. */
typedef struct routh_model_output {
    routh_gp_parameters parameters;
    double mean, scale;    /* of the output: y = mean + scale × standardised, so that a measurement has the deviation
                            * scale × parameters.noise */
    double log_likelihood; /* of the standardised samples; of a sparse model its lower bound */
    double jitter;         /* added to the diagonal of the kernel matrix, relative to signal²; 0 unless needed */
    size_t inducing;       /* inducing points; 0: exact */
    size_t start;          /* which of the starts led there */
    int evaluations;       /* of the likelihood, by all searches; 0: the parameters were given */
    unsigned flags;
} routh_model_output;

/* Of output 0 … facts.outputs − 1. */
ROUTH_API routh_model_output routh_model_output_of(const routh_model *model, size_t output);

/* What the model, with these hyper-parameters, predicts for each of its own samples from all others: residual (measured
 * − predicted) and deviation of a measurement, each facts.count × facts.outputs, sample by sample. Either may be NULL. */
ROUTH_API void routh_model_leave_one_out(const routh_model *model, double *residual, double *deviation);

/* What a model says of one impact. */
typedef struct routh_prediction {
    routh_point impulse;      /* N s; NaN from the baseline, which has none */
    double couple;            /* N m s; 0 unless the model has one */
    routh_velocity after;     /* of the body */
    double impulse_sd[2];     /* deviation of a measured P_t, P_n, N s; parameters: from those of μ and ε,
                           * and from what the law left over of the training impacts at parameters of their own */
    double couple_sd;         /* of a measured couple, N m s */
    double after_sd[3];       /* of measured velocities vx, vy, ω */
    double body_energy_ratio; /* kinetic energy after ÷ before, of the body */
    int inside; /* no energy gained, v_n⁺ ≥ 0, P_n ≥ 0, to 1e-9; without a couple: a rigid contact could do it. Never
                           * for the baseline, which knows no impulse */

    /* `impulse` and `after` where inside. Else the rigid contact, without a couple, whose motion is nearest in the
     * metric of kinetic energy. */
    routh_point projected;
    routh_velocity projected_after;
} routh_prediction;

/* Many at once, spread over threads; the same for any number. An impact that is not legal fails the call; the message
 * names its index. A baseline that has learned from poses needs `pose` (x, y, θ for each impact), others may have NULL. */
ROUTH_API routh_status routh_model_predict(routh_context *context, const routh_model *model, size_t count,
                                           const routh_impact *impact, const double (*pose)[3],
                                           routh_prediction *prediction);

/* The model as a law without parameters, to be used wherever a law can; it lives as long as the model. Its impulses are
 * those that are predicted, with `projected` those put back into the energy ellipse and without a couple, of which contact
 * space does not tell how much energy it brings; and slower than all impacts that it learned from, a projected law has
 * impulses in proportion to the speed, so that bodies come to rest. Neither allocates. NULL for the baseline. */
ROUTH_API const routh_law *routh_model_law(const routh_model *model, int projected);

/* One model in an HDF5 file of its own, with everything needed to predict. An existing file is replaced only once the
 * new one is complete. What is read predicts as what was written, to the last bit on the same machine. `note` (may be
 * NULL) says in words what it was trained on; with `frame`, the reading of the recording. */
ROUTH_API routh_status routh_model_write(routh_context *context, const routh_model *model, routh_frame frame,
                                         const char *note, routh_io to);

typedef struct routh_model_origin {
    routh_frame frame;
    char note[ROUTH_NAME_SIZE];
} routh_model_origin;

/* `origin` may be NULL. */
ROUTH_API routh_status routh_model_read(routh_context *context, routh_io from, routh_model **model,
                                        routh_model_origin *origin);

#ifdef __cplusplus
}
#endif
#endif
