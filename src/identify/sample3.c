/* Measured impacts in space made ready for fits, predictions of the motion after, and their errors.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include <routh/identify.h>

#include "algebra/matrix3.h"
#include "base/context.h"
#include "identify/fit3.h"
#include "impact3/body3.h"

/* The inertia tensor in body axes: the shape's, with the mean of the principal moments that the calibration has. */
static void inertia_of(const routh_dataset3 *dataset, double inertia[3][3]) {
    const routh_shape3 *shape = dataset->shape;
    const double mean = shape ? (shape->gyration[0][0] + shape->gyration[1][1] + shape->gyration[2][2]) / 3 : 1;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            inertia[i][j] = dataset->calibration.inertia * (shape ? shape->gyration[i][j] / mean : i == j);
}

static routh_body3 body_of(const routh_dataset3 *dataset, const routh_record3 *record) {
    routh_body3 body = routh_body3_default();
    body.mass = dataset->mass;
    inertia_of(dataset, body.inertia);
    memcpy(body.position, record->position, sizeof body.position);
    memcpy(body.orientation, record->orientation, sizeof body.orientation);
    memcpy(body.velocity, record->before.velocity, sizeof body.velocity);
    memcpy(body.spin, record->before.spin, sizeof body.spin);
    return body;
}

/* The tensor in world axes, R I Rᵀ, and its inverse. */
void routh_sample3_take_tensor(const routh_body3 *body, routh_sample3 *sample) {
    double rotation[3][3];
    routh_factor3 factor;
    routh_rotation_of(body->orientation, rotation);
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += rotation[i][k] * routh_dot3(body->inertia[k], rotation[j]);
            sample->tensor[i][j] = sample->tensor[j][i] = sum;
        }
    sample->differ = routh_factor3_of((const double(*)[3])sample->tensor, &factor);
    if (sample->differ)
        routh_inverse3(&factor, sample->inverse);
}

static routh_status sample_of(routh_context *context, const routh_dataset3 *dataset, size_t index,
                              routh_sample3 *sample) {
    const routh_record3 *record = &dataset->record[index];
    const routh_body3 body = body_of(dataset, record);
    routh_body3 board = routh_body3_default();
    board.freedom = ROUTH_FIXED;
    routh_scene_contact touching = routh_scene_contact_default();
    touching.a = 0;
    touching.b = 1;
    *sample = (routh_sample3){.record = index,
                              .mass = dataset->mass,
                              .inertia = dataset->calibration.inertia,
                              .before = record->before,
                              .after = record->after};
    memcpy(sample->point, record->point, sizeof sample->point);
    if (dataset->shape)
        routh_sample3_take_tensor(&body, sample);
    double turning[3];
    routh_cross3(record->after.spin, record->point, turning);
    for (int c = 0; c < 3; c++) {
        touching.point[c] = record->position[c] + record->point[c];
        touching.normal[c] = c == 2;
        sample->impulse[c] = dataset->mass * (record->after.velocity[c] - record->before.velocity[c]);
        sample->contact_after[c] = record->after.velocity[c] + turning[c];
    }
    const routh_status status = routh_contact3_of(context, &body, &board, &touching, &sample->contact);
    if (status == ROUTH_OK)
        sample->restitution = -sample->contact_after[2] / sample->contact.v[2];
    return status;
}

routh_status routh_samples3_of(routh_context *context, const routh_dataset3 *dataset, routh_sample3 **samples,
                               size_t *count) {
    routh_status status = ROUTH_OK;
    *count = 0;
    *samples = routh_allocate(context, routh_dataset3_used(dataset, NULL), sizeof **samples);
    if (!*samples)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; status == ROUTH_OK && i < dataset->count; i++)
        if (dataset->record[i].reasons == 0)
            status = sample_of(context, dataset, i, &(*samples)[(*count)++]);
    if (status != ROUTH_OK) {
        routh_samples3_release(context, *samples);
        *samples = NULL;
        *count = 0;
    }
    return status;
}

void routh_samples3_release(routh_context *context, routh_sample3 *samples) {
    routh_release(context, samples);
}

/* The motion after an impulse at the contact point. */
static routh_velocity3 velocity_after(const routh_sample3 *sample, const double impulse[3]) {
    routh_velocity3 after = sample->before;
    double angular[3];
    routh_cross3(sample->point, impulse, angular);
    for (int c = 0; c < 3; c++) {
        after.velocity[c] += impulse[c] / sample->mass;
        after.spin[c] += sample->differ ? routh_dot3(sample->inverse[c], angular) : angular[c] / sample->inertia;
    }
    return after;
}

routh_status routh_sample3_predict(routh_context *context, const routh_law3 *law, const double *parameters,
                                   const routh_sample3 *sample, routh_velocity3 *after) {
    const routh_pair pair = routh_pair_of(law, parameters);
    routh_outcome3 outcome;
    const routh_status status = routh_law3_solve(context, law, &pair, &sample->contact, NULL, &outcome);
    if (status == ROUTH_OK)
        *after = velocity_after(sample, outcome.p);
    return status;
}

/* The impulse nearest to what was measured in the metric of the error: Σ over V and k ω of the squared difference is
 * least where (1/m² + [r]ᵀ[r] k²/I²) P = ΔV/m + [r]ᵀ Δω k²/I. With k² = I/m that is W P = Δv of the contact point, and so it
 * is with a tensor I: P/m − ΔV + [r]ᵀ(I⁻¹[r] P − Δω) = 0. */
routh_status routh_sample3_best(routh_context *context, const routh_sample3 *sample, routh_velocity3 *after) {
    routh_factor3 factor;
    double inverse[3][3], change[3], impulse[3];
    if (!routh_factor3_of(sample->contact.w, &factor))
        return routh_fail(context, ROUTH_BAD_COMPLIANCE, "%s", routh_status_message(ROUTH_BAD_COMPLIANCE));
    routh_inverse3(&factor, inverse);
    for (int c = 0; c < 3; c++)
        change[c] = sample->contact_after[c] - sample->contact.v[c];
    for (int c = 0; c < 3; c++)
        impulse[c] = routh_dot3(inverse[c], change);
    *after = velocity_after(sample, impulse);
    return ROUTH_OK;
}

double routh_sample3_error(const routh_sample3 *sample, const routh_velocity3 *predicted) {
    double moved = 0, turned = 0, spin[3];
    for (int c = 0; c < 3; c++) {
        const double velocity = predicted->velocity[c] - sample->after.velocity[c];
        spin[c] = predicted->spin[c] - sample->after.spin[c];
        moved += velocity * velocity;
        turned += spin[c] * spin[c];
    }
    if (!sample->differ)
        return sqrt(moved + turned * sample->inertia / sample->mass);
    turned = 0;
    for (int c = 0; c < 3; c++)
        turned += spin[c] * routh_dot3(sample->tensor[c], spin);
    return sqrt(moved + turned / sample->mass);
}
