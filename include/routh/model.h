/* The model room: contact laws learned from recorded impacts.
 *
 * A model looks at an impact in contact space and predicts what the contact does, by Gaussian processes (learn.h), each
 * prediction with a deviation. Seven kinds, from none to all of the structure of rigid bodies:
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
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_MODEL_H
#define ROUTH_MODEL_H

#include <routh/identify.h>
#include <routh/learn.h>

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
ROUTH_API int routh_model_needs_law(routh_model_kind kind); /* residual, residual-wrench, parameters */

typedef struct routh_model_options {
    routh_model_kind kind;   /* default ROUTH_MODEL_WRENCH */
    const routh_law *law;    /* behind the kinds that need one; default wang-mason */
    routh_metric metric;     /* of the measured impulse that is learned; default ROUTH_MOMENTUM. A wrench explains
                                      * the motion whole, in either metric */
    const double (*pose)[3]; /* x, y, θ of every sample, by its place in `samples`: the baseline only; NULL, or a column
                                      * with NaN: unknown, then it learns without */
    routh_fit_options ensemble; /* how that law is fitted; its metric follows the one above */
    routh_gp_options gp;
} routh_model_options;

ROUTH_API routh_model_options routh_model_options_default(void);

/* A trained model. It does not change any more: threads may share it. */
typedef struct routh_model routh_model;

/* Learns from samples[index[0 … count-1]] (index NULL: the first `count`). Refused: fewer samples than
 * hyper-parameters, numbers that are not finite, impacts that are all alike. Inputs that are the same in all samples,
 * like the mass in most recordings, are left out; so are such outputs, which stay what they are. */
ROUTH_API routh_status routh_model_train(routh_context *context, const routh_sample *samples, const size_t *index,
                                         size_t count, const routh_model_options *options, routh_model **model);

/* The same with another model as its prior: what is learned is what `prior` leaves over. The answer to "few samples of
 * a new body, many of an old one". `prior` is copied. Its kind must not be baseline or parameters, and
 * options->kind says what of the impulse is learned on top: rigid or wrench. */
ROUTH_API routh_status routh_model_train_on(routh_context *context, const routh_model *prior,
                                            const routh_sample *samples, const size_t *index, size_t count,
                                            const routh_model_options *options, routh_model **model);

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
    const routh_gp *gp;       /* the Gaussian process over these inputs; lives as long as the model */
    const routh_model *prior; /* NULL: none */
} routh_model_facts;

ROUTH_API routh_model_facts routh_model_facts_of(const routh_model *model);

/* What a model says of one impact. */
typedef struct routh_prediction {
    routh_point impulse;  /* N s; NaN from the baseline, which has none */
    double couple;        /* N m s; 0 unless the model has one */
    routh_velocity after; /* of the body */
    double impulse_sd[2]; /* deviation of a measured P_t, P_n, N s; parameters: from those of μ and ε,
                           * and from what the law left over of the training impacts at parameters of their own */
    double couple_sd;     /* of a measured couple, N m s */
    double after_sd[3];   /* of measured velocities vx, vy, ω */
    double energy_ratio;  /* kinetic energy after ÷ before, of the body */
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
                                           const routh_impact *impact, const double (*pose)[3], int threads,
                                           routh_prediction *prediction);

/* The model as a law without parameters, to be used wherever a law can; it lives as long as the model. Its impulses are
 * those that are predicted, with `projected` those put back into the energy ellipse and without a couple, of which contact
 * space does not tell how much energy it brings; and slower than all impacts that it learned from, a projected law has
 * impulses in proportion to the speed, so that bodies come to rest. Neither allocates. NULL for the baseline. */
ROUTH_API const routh_law *routh_model_law(const routh_model *model, int projected);

/* One model in an HDF5 file of its own, with everything needed to predict. An existing file is replaced only once the
 * new one is complete. What is read predicts as what was written, to the last bit on the same machine. `note` (may be
 * NULL) says in words what it was trained on; with `frame`, the reading of the recording. */
ROUTH_API routh_status routh_model_write(routh_context *context, const char *path, const routh_model *model,
                                         routh_frame frame, const char *note);

typedef struct routh_model_origin {
    routh_frame frame;
    char note[ROUTH_NAME_SIZE];
} routh_model_origin;

/* `origin` may be NULL. */
ROUTH_API routh_status routh_model_read(routh_context *context, const char *path, int threads, routh_model **model,
                                        routh_model_origin *origin);

#ifdef __cplusplus
}
#endif
#endif
