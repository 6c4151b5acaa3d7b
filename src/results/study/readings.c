/* What every study does with a recording before it fits: which impacts are fitted, and copies that are read otherwise.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "base/context.h"
#include "fit/fit.h"
#include "study/internal.h"

/* The random stream of the split: that of `routh fit`. */
enum { STREAM_SPLIT = 0 };

size_t routh_study_fit_count(const routh_study_options *options, size_t count) {
    const size_t half = count / 2, usual = half < 500 ? half : 500;
    return options->fit_count && options->fit_count < count ? options->fit_count : usual;
}

size_t routh_study_split(const routh_study_options *options, const routh_sample *samples, size_t count,
                         unsigned char *held_out, size_t *index) {
    const size_t fitted = routh_study_fit_count(options, count);
    routh_random random = routh_random_seed(options->seed, STREAM_SPLIT);
    routh_samples_draw(&random, samples, count, fitted, index);
    memset(held_out, 1, count);
    for (size_t i = 0; i < fitted; i++)
        held_out[index[i]] = 0;
    return fitted;
}

routh_status routh_study_copy(routh_context *context, const routh_dataset *dataset, routh_dataset *other) {
    *other = *dataset;
    other->trajectory = NULL;
    other->trajectory_count = 0;
    other->record = routh_allocate(context, dataset->count, sizeof *other->record);
    if (!other->record)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(other->record, dataset->record, dataset->count * sizeof *other->record);
    return ROUTH_OK;
}

void routh_study_add_gravity(routh_dataset *dataset) {
    for (size_t i = 0; i < dataset->count; i++)
        dataset->record[i].after.vy += ROUTH_READING_FRAMES * dataset->gravity / dataset->rate;
}
