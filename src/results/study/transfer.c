/* Parameters of another recording's study, tested on this one as they are.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "file/json_struct.h"
#include "material/material.h"
#include "study/internal.h"

#define KEY(field) ROUTH_KEY(routh_transfer, field)

static const char laws[] = "laws", parameters[] = "parameters";

static void read_parameters(routh_fields *fields, routh_transferred_law *one) {
    const json_t *object = routh_read_field(fields, parameters, ROUTH_MUST_BE);
    for (int j = 0; j < one->law->parameter_count && fields->status == ROUTH_OK; j++) {
        const routh_parameter *p = &one->law->parameter[j];
        one->parameters[j] = routh_result_parameter_of(object, p->name).value;
        if (isnan(one->parameters[j])) {
            routh_refuse(fields, parameters, "%s of %s is missing or has no value", p->name, one->law->name);
            return;
        }
        if (!(one->parameters[j] >= p->low && one->parameters[j] <= p->high))
            routh_refuse(fields, parameters, "%s of %s is %g, which must be %g … %g", p->name, one->law->name,
                         one->parameters[j], p->low, p->high);
    }
}

static void read_laws(routh_fields *file, routh_transfer *transfer) {
    const json_t *list = routh_read_list(file, laws, ROUTH_MUST_BE);
    if (json_array_size(list) > ROUTH_MOST_TRANSFERRED)
        routh_refuse(file, laws, "%zu laws; at most %d can be used", json_array_size(list), ROUTH_MOST_TRANSFERRED);
    for (size_t i = 0; i < json_array_size(list) && file->status == ROUTH_OK; i++) {
        routh_context context = routh_context_default();
        routh_fields fields = routh_fields_at(file, list, laws, i);
        const char *name =
            json_is_object(fields.object) ? routh_read_text(&fields, ROUTH_KEY(routh_law, name), ROUTH_MUST_BE) : NULL;
        routh_transferred_law *one = &transfer->law[transfer->count];
        one->law = name ? routh_law_find(&context, name) : NULL;
        if (!json_is_object(fields.object))
            routh_refuse(&fields, NULL, "%s, not a law with its parameters", routh_json_kind(fields.object));
        else if (name && !one->law)
            routh_refuse(&fields, ROUTH_KEY(routh_law, name), "%s", context.message);
        if (one->law)
            read_parameters(&fields, one);
        file->status = fields.status;
        transfer->count++;
    }
}

static void read_frame(routh_fields *file, routh_transfer *transfer) {
    routh_context context = routh_context_default();
    const json_t *frame = routh_read_field(file, KEY(frame), ROUTH_MUST_BE);
    const char *chosen = json_string_value(json_object_get(frame, ROUTH_KEY(routh_fit_study, frame)));
    if (file->status != ROUTH_OK)
        return;
    const int found = chosen ? routh_find(&context, &routh_frames, chosen) : -1;
    if (found < 0)
        routh_refuse(file, KEY(frame), "%s", chosen ? context.message : "it has no name in \"chosen\"");
    else
        transfer->frame = transfer->calibration.frame = (routh_frame)found;
}

static void read_calibration(routh_fields *file, routh_transfer *transfer) {
    const json_t *object = routh_read_field(file, KEY(calibration), ROUTH_MAY_MISS);
    if (!object)
        return;
    if (!json_is_object(object)) {
        routh_refuse(file, KEY(calibration), "%s, not an object", routh_json_kind(object));
        return;
    }
    transfer->calibrated = true;
    for (int k = 0; k < ROUTH_CALIBRATION_COUNT; k++) {
        const json_t *value = json_object_get(object, routh_name(&routh_calibration_values, k));
        routh_calibration_value *v = &transfer->calibration.value[k];
        v->freed = v->determined = value != NULL;
        v->value = json_number_value(value);
        if (value && (!json_is_number(value) || (k == ROUTH_CALIBRATION_RATIO && !(v->value > 0))))
            routh_refuse(file, KEY(calibration), "%s must be a number%s", routh_name(&routh_calibration_values, k),
                         k == ROUTH_CALIBRATION_RATIO ? " above 0" : "");
    }
}

static routh_status read_study(routh_source *source, json_t *root, void *user) {
    routh_transfer *transfer = user;
    routh_fields file = {.context = source->context, .source = source->shown, .object = root};
    if (!json_is_object(root) || !json_object_get(root, laws) || !json_object_get(root, KEY(frame))) {
        routh_refuse(&file, NULL, "no results.json of a study of drops: it has no laws or no frame");
        return file.status;
    }
    const char *name = json_string_value(json_object_get(json_object_get(root, "dataset"), KEY(name)));
    if (name)
        routh_show_text(transfer->name, sizeof transfer->name, name, strlen(name));
    read_frame(&file, transfer);
    read_laws(&file, transfer);
    read_calibration(&file, transfer);
    if (file.status == ROUTH_OK && transfer->count == 0)
        routh_refuse(&file, laws, "there is none");
    return file.status;
}

routh_status routh_transfer_read(routh_context *context, routh_io from, routh_transfer *transfer) {
    *transfer = (routh_transfer){.frame = ROUTH_AS_RECORDED};
    return routh_json_read_file(context, from, read_study, transfer);
}

static const routh_transferred_law *find(const routh_transfer *transfer, const routh_law *law) {
    for (size_t i = 0; i < transfer->count; i++)
        if (transfer->law[i].law == law)
            return &transfer->law[i];
    return NULL;
}

routh_status routh_study_transfer(routh_context *context, const routh_transfer *transfer, routh_frame_study *f) {
    ROUTH_ARENA(room, context);
    double *error = routh_take(&room, f->count, 2 * sizeof *error);
    ROUTH_TRY(room.status);
    for (size_t l = 0; l < f->law_count; l++) {
        routh_law_study *s = &f->law[l];
        const routh_transferred_law *other = find(transfer, s->law);
        s->transfer_error_mean = s->transfer_error_velocity = NAN;
        if (!other)
            continue;
        memcpy(s->transferred, other->parameters, sizeof s->transferred);
        for (size_t i = 0; i < f->count; i++)
            error[i] = routh_sample_error(&f->sample[i], routh_sample_predict(s->law, s->transferred, &f->sample[i]));
        const routh_error_summary summary =
            routh_error_summary_of(f->sample, f->held_out, f->count, error, sizeof *error, error + f->count);
        s->transfer_error_mean = summary.mean;
        s->transfer_error_velocity = summary.mean_velocity;
    }
    return ROUTH_OK;
}
