/* What the samples of a dataset in space show, whatever the law: medians and quartiles.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/approach.h"
#include "study/study3.h"

#include <math.h>
#include <stdbool.h>

#include "base/context.h"
#include "base/numbers.h"

/* The median restitution of the samples that close faster than `least`, or of the others. */
static double restitution_of(const routh_study3 *study, double least, bool faster, double *scratch) {
    size_t count = 0;
    for (size_t i = 0; i < study->count; i++) {
        const routh_sample3 *sample = &study->sample[i];
        if ((-sample->contact.v[2] > least) == faster)
            scratch[count++] = sample->restitution;
    }
    return routh_median(scratch, count);
}

/* Sorts the values. */
static routh_quartiles quartiles_of(double *value, size_t count) {
    routh_quartiles found = {NAN, routh_median(value, count), NAN};
    if (count > 0) {
        found.low = routh_quantile(value, count, 0.25);
        found.high = routh_quantile(value, count, 0.75);
    }
    return found;
}

routh_status routh_study3_summarise(routh_context *context, routh_study3 *study) {
    double *value = routh_allocate(context, study->count, sizeof *value);
    if (!value)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < study->count; i++)
        value[i] = study->sample[i].restitution;
    study->restitution = quartiles_of(value, study->count);
    for (size_t i = 0; i < study->count; i++) {
        const double *impulse = study->sample[i].impulse;
        value[i] = hypot(impulse[0], impulse[1]) / impulse[2];
    }
    study->friction = quartiles_of(value, study->count);
    for (size_t i = 0; i < study->count; i++)
        value[i] = -study->sample[i].contact.v[2];
    const double middle = routh_median(value, study->count);
    routh_approach3_of(study->sample, study->count, study->approach);
    study->restitution_slow = restitution_of(study, middle, false, value);
    study->restitution_fast = restitution_of(study, middle, true, value);
    routh_release(context, value);
    return routh_tossed_body_of_dataset(context, study->dataset, &study->body);
}
