/* In place of what needs OpenBLAS, where that is left out: there are no models, and what would make or read one says so.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/context.h"
#include "learn/gp.h"

routh_status routh_gp_check_build(routh_context *context) {
    return routh_fail(context, ROUTH_BAD_ARGUMENT,
                      "this build of Routh has no learned models: it was made without OpenBLAS");
}

routh_status routh_model_train(routh_context *context, const routh_sample *samples, const size_t *index, size_t count,
                               const routh_model_options *options, routh_model **model) {
    (void)samples, (void)index, (void)count, (void)options, (void)model;
    return routh_gp_check_build(context);
}

routh_status routh_model_read(routh_context *context, routh_io from, routh_model **model, routh_model_origin *origin) {
    (void)from, (void)model, (void)origin;
    return routh_gp_check_build(context);
}

routh_status routh_gp_train(routh_context *context, const routh_gp_samples *samples, const routh_gp_options *options,
                            routh_gp **gp) {
    (void)samples, (void)options, (void)gp;
    return routh_gp_check_build(context);
}

/* Nobody has a model to ask these. */
void routh_model_release(routh_context *context, routh_model *model) {
    (void)context, (void)model;
}

routh_model_facts routh_model_facts_of(const routh_model *model) {
    (void)model;
    return (routh_model_facts){0};
}

routh_model_output routh_model_output_of(const routh_model *model, size_t output) {
    (void)model, (void)output;
    return (routh_model_output){0};
}

void routh_model_leave_one_out(const routh_model *model, double *residual, double *deviation) {
    (void)model, (void)residual, (void)deviation;
}

routh_status routh_model_predict(routh_context *context, const routh_model *model, size_t count,
                                 const routh_impact *impact, const double (*pose)[3], const double *covariate,
                                 routh_prediction *prediction) {
    (void)model, (void)count, (void)impact, (void)pose, (void)covariate, (void)prediction;
    return routh_gp_check_build(context);
}

const routh_law *routh_model_law(const routh_model *model, int projected) {
    (void)model, (void)projected;
    return NULL;
}

routh_status routh_model_write(routh_context *context, const routh_model *model, routh_frame frame, const char *note,
                               routh_io to) {
    (void)model, (void)frame, (void)note, (void)to;
    return routh_gp_check_build(context);
}

void routh_gp_release(routh_context *context, routh_gp *gp) {
    (void)context, (void)gp;
}

routh_status routh_gp_predict(routh_context *context, const routh_gp *gp, size_t count, const double *input,
                              double *mean, double *deviation) {
    (void)gp, (void)count, (void)input, (void)mean, (void)deviation;
    return routh_gp_check_build(context);
}
