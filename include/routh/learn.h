/* The learn room: contact laws learned from recorded impacts.
 *
 * A model predicts from an impact in contact space what the contact does. It uses Gaussian processes, so each
 * prediction comes with a standard deviation. Seven kinds use from none to all of the structure of rigid bodies:
 *
 *     name             inputs                          predicts
 *     baseline         m, I, rx, ry, pose, velocity    velocity after
 *     rigid            W⁻¹ (three numbers), v          impulse P_t, P_n through the contact point
 *     rigid-2d         W⁻¹ v                           the same
 *     wrench           W⁻¹, v                          impulse and couple
 *     residual         W⁻¹, v                          the measured impulse minus that of a law of the registry
 *     residual-wrench  W⁻¹, v                          the same, and a couple
 *     parameters       W⁻¹, v                          that law's μ and ε for this impact, within their bounds
 *
 * The law behind the last three is fitted first, on the same impacts. A trained model is a law like any other
 * (routh_model_law), except the baseline, which does not use the contact.
 *
 * N. Fazeli, S. Zapolsky, E. Drumwright, A. Rodriguez, Learning data-efficient rigid-body contact models (2017).
 * docs/learning.md has the mathematics and the layout of files.
 *
 * Results are the same for any number of threads. During a call of this room, OpenBLAS uses one thread in the whole
 * process.
 * A library that was built without OpenBLAS (ROUTH_LEARN=OFF) has no models: training and reading them fail and say so.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_LEARN_H
#define ROUTH_LEARN_H

#include <routh/identify.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ROUTH_MODEL_TABLE(X)                                                                                           \
    X(ROUTH_MODEL_BASELINE, "baseline", "velocity after from body, pose and velocity, without structure")              \
    X(ROUTH_MODEL_RIGID, "rigid", "impulse from contact mass and velocity")                                            \
    X(ROUTH_MODEL_RIGID_2D, "rigid-2d", "impulse from the momentum of the contact point alone")                        \
    X(ROUTH_MODEL_WRENCH, "wrench", "impulse and couple from contact mass and velocity")                               \
    X(ROUTH_MODEL_RESIDUAL, "residual", "correction of a law's impulse")                                               \
    X(ROUTH_MODEL_RESIDUAL_WRENCH, "residual-wrench", "correction of a law's impulse, and a couple")                   \
    X(ROUTH_MODEL_PARAMETERS, "parameters", "a law's friction and restitution, impact by impact")

typedef enum routh_model_kind {
#define ROUTH_MODEL_CODE(code, name, about) code,
    ROUTH_MODEL_TABLE(ROUTH_MODEL_CODE)
#undef ROUTH_MODEL_CODE
        ROUTH_MODEL_COUNT
} routh_model_kind;

ROUTH_API extern const routh_names routh_model_kinds;

/* A trained model. It never changes, so threads may share it. */
typedef struct routh_model routh_model;

#define ROUTH_GP_MOST_INPUTS 32

/* The hyper-parameters of the Gaussian process of one output. Training maximises the likelihood of the samples. Inputs
 * and outputs are standardised (mean 0, deviation 1), and these are in those units: a noise of 0.1 is a tenth of the
 * output's standard deviation. */
typedef struct routh_gp_parameters {
    double signal;                       /* σ_f, standard deviation of the function, > 0 */
    double noise;                        /* σ_n, standard deviation of the noise, > 0 */
    double length[ROUTH_GP_MOST_INPUTS]; /* ℓ_k, one for each input, > 0; large: the input does not matter */
} routh_gp_parameters;

/* To set up a model takes work that grows as n³ if it is exact and as n m² if it has m inducing points, for each output.
 * Models of more work than this, summed over the outputs, are neither trained nor read: seconds become hours. */
#define ROUTH_GP_MOST_WORK 3e11 /* 4600 samples and 3 outputs if exact, 270,000 with 600 inducing points */

/* How the hyper-parameters are found. */
typedef struct routh_gp_options {
    size_t starts;     /* searches for each output, the first from `start`, others from random points; default 3 */
    uint64_t seed;     /* for those points, and for choosing samples where only some are used; default 1 */
    int evaluations;   /* limit on evaluations of the likelihood in each search; default 200 */
    double tolerance;  /* a search ends when it expects to gain less log likelihood than this; > 0; default 1e-5 */
    size_t coarse;     /* with at least twice as many samples, searches first use only this many; the best one continues
                        * with four times as many, and so on up to all. 0: all from the start; default 200 */
    size_t most_exact; /* with more samples the model is sparse; default 3000 */
    size_t inducing;   /* inducing points of a sparse model, at most as many as samples; default 600 */

    routh_gp_parameters start;     /* default signal 1, noise 0.3, every length 2 */
    routh_gp_parameters low, high; /* bounds; default signal 0.01 … 100, noise 1e-4 … 10, lengths 0.01 … 1000 */
} routh_gp_options;

ROUTH_API routh_gp_options routh_gp_options_default(void);

typedef struct routh_model_options {
    routh_model_kind kind;   /* default ROUTH_MODEL_WRENCH */
    const routh_law *law;    /* behind the kinds that need one; default wang-mason */
    routh_metric metric;     /* of the measured impulse that is learned; default ROUTH_MOMENTUM. No effect on
                                 * wrenches, which explain the whole motion in either metric */
    const double (*pose)[3]; /* [-] x, y, θ of every sample, indexed as `samples`; used by the baseline only. NULL, or a
                                 * column with NaN: unknown, and not used */
    routh_fit_options ensemble; /* how `law` is fitted; its metric is the one above */

    /* Quantities that the model sees beside the impact, of any kind of model; default none. A model finds by itself what
     * depends on them and how: of a covariate only the quantity counts. An angle is seen as its sine and cosine.
     * `covariate` holds their values as routh_covariates_of gives them, for every sample. Refused: one that is missing
     * in a training impact, or the same in all. */
    const routh_covariate *covariates;
    size_t covariate_count; /* at most ROUTH_MOST_COVARIATES */
    const double *covariate;

    routh_gp_options gp;
    const routh_model
        *prior; /* [-] NULL (default): none. Otherwise the model learns the difference from this one, for few
                               * samples of a new body and many of an old one. Its kind is not baseline or
                               * parameters; it is copied. `kind` is then rigid or wrench */
} routh_model_options;

ROUTH_API routh_model_options routh_model_options_default(void);

/* Learns from samples[index[0 … count-1]] (index NULL: the first `count`). Refused: fewer samples than
 * hyper-parameters, numbers that are not finite, impacts that are all identical. Inputs that are the same in all
 * samples, such as the mass in most recordings, are left out. Outputs that are the same in all samples are predicted as
 * that constant. */
ROUTH_API routh_status routh_model_train(routh_context *context, const routh_sample *samples, const size_t *index,
                                         size_t count, const routh_model_options *options, routh_model **model);

ROUTH_API void routh_model_release(routh_context *context, routh_model *model); /* NULL is fine */

/* Properties of a model. */
typedef struct routh_model_facts {
    routh_model_kind kind;
    const routh_law *law;                    /* NULL: none behind it */
    double parameters[ROUTH_MAX_PARAMETERS]; /* that law's, as fitted */
    routh_metric metric;
    size_t count;   /* impacts it was trained on */
    size_t bounded; /* kind parameters only: how many of these stick, and so give only a lower bound on μ */
    size_t inputs;  /* in use */
    const char *input[ROUTH_GP_MOST_INPUTS]; /* their names, "Mtt"; of covariates "x", "sin theta" */
    size_t covariate_count;
    const char *covariate[ROUTH_MOST_COVARIATES]; /* their quantities, in the order in which they were given */
    size_t outputs;
    const char *output[6];    /* "Pt" */
    const char *unit[6];      /* "N s" */
    double interval[6];       /* half of the 95 % interval of a measured output ÷ its standard deviation */
    const routh_model *prior; /* [-] NULL: none */
} routh_model_facts;

ROUTH_API routh_model_facts routh_model_facts_of(const routh_model *model);

enum {
    ROUTH_GP_AT_BOUND = 1 << 0,      /* a hyper-parameter is at its bound; harmless for a length at its upper bound */
    ROUTH_GP_NOT_CONVERGED = 1 << 1, /* the limit on evaluations was reached, or the search got stuck */
    ROUTH_GP_JITTERED = 1 << 2       /* the kernel matrix was singular within rounding: see jitter */
};

/* What was learned for one output. */
typedef struct routh_model_output {
    routh_gp_parameters parameters;
    double mean, scale;    /* of the output: y = mean + scale × standardised value. The noise of a measurement is
                            * scale × parameters.noise */
    double log_likelihood; /* of the standardised samples; for a sparse model its lower bound */
    double jitter;         /* added to the diagonal of the kernel matrix, relative to signal²; 0 unless needed */
    size_t inducing;       /* inducing points; 0: exact */
    size_t start;          /* which of the starts led there */
    int evaluations;       /* of the likelihood, in all searches; 0: the parameters were given */
    unsigned flags;
} routh_model_output;

/* For `output` 0 … facts.outputs − 1. */
ROUTH_API routh_model_output routh_model_output_of(const routh_model *model, size_t output);

/* Leave-one-out predictions: each training sample predicted from all others. Up to 200 samples the hyper-parameters have
 * not seen it either; beyond, they are the model's.
 * Residual (measured − predicted) and standard deviation of a measurement, each facts.count × facts.outputs, sample by
 * sample. Either may be NULL. The deviation is that of routh_prediction if the sample were new. */
ROUTH_API void routh_model_leave_one_out(const routh_model *model, double *residual, double *deviation);

/* What a model predicts for one impact. */
typedef struct routh_prediction {
    routh_point impulse;  /* N s; NaN from the baseline, which has none */
    double couple;        /* N m s; 0 unless the model has one */
    routh_velocity after; /* of the body */
    double impulse_sd[2]; /* standard deviation of a measured P_t, P_n, N s */
    double couple_sd;     /* of a measured couple, N m s */
    double after_sd[3];   /* of measured velocities vx, vy, ω */

    /* Half of the 95 % intervals of the same: of 100 measured P_t, 95 lie within impulse.pt ± impulse_interval[0]. Errors
     * are not normal, so these are not 1.96 standard deviations. */
    double impulse_interval[2], couple_interval, after_interval[3];
    double body_energy_ratio; /* kinetic energy after ÷ before, of the body */
    bool inside; /* 1: no energy gained, v_n⁺ ≥ 0 and P_n ≥ 0, within 1e-9. Without a couple, a rigid contact could
                 * then do it. Always 0 for the baseline, which has no impulse */

    /* Equal to `impulse` and `after` if `inside`. Otherwise the rigid contact, without a couple, whose motion is
     * nearest in the metric of kinetic energy. */
    routh_point projected;
    routh_velocity projected_after;
    bool far; /* 1: far from all that the model learned from: more is open here than where any sample is
               * predicted from all others. Of impacts like the samples about 1 in count + 1
               * is */
} routh_prediction;

/* Predicts many impacts, spread over threads. The call fails if an impact is not valid; the message names its index.
 * `pose` (x, y, θ for each impact) is needed by a baseline trained with poses; otherwise it may be NULL. `covariate`:
 * covariate[i * facts.covariate_count + k] is quantity k of impact i; NULL if the model has none. routh_quantity_of_impact
 * computes those that follow from the impact and its pose. */
ROUTH_API routh_status routh_model_predict(routh_context *context, const routh_model *model, size_t count,
                                           const routh_impact *impact, const double (*pose)[3], const double *covariate,
                                           routh_prediction *prediction);

/* The model as a law without parameters, which can be used wherever a law can, as long as the model exists. Without
 * `projected` its impulses are the predicted ones. With `projected` they are moved into the energy ellipse and have no
 * couple, because contact space does not show how much energy a couple adds. Below the speeds of all training impacts a
 * projected law's impulses are proportional to the speed, so that bodies come to rest. Neither law allocates memory.
 * NULL for the baseline, and for a model with covariates: a contact does not show them. */
ROUTH_API const routh_law *routh_model_law(const routh_model *model, int projected);

/* Writes one model as an HDF5 file, with everything needed to predict. On the same machine a model that is read back
 * predicts exactly the same numbers. `note` (may be NULL) describes the training data; `frame` is how it was read. */
ROUTH_API routh_status routh_model_write(routh_context *context, const routh_model *model, routh_frame frame,
                                         const char *note, routh_io to);

/* What a model was trained on, as in routh_model_write. */
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
