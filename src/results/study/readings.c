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

void routh_study_draw(uint64_t seed, uint64_t stream, const routh_sample *samples, size_t count, size_t fitted,
                      unsigned char *held_out, size_t *index) {
    routh_random random = routh_random_seed(seed, stream);
    routh_samples_draw(&random, samples, count, fitted, index);
    memset(held_out, 1, count);
    for (size_t i = 0; i < fitted; i++)
        held_out[index[i]] = 0;
}

size_t routh_study_split(const routh_study_options *options, const routh_sample *samples, size_t count,
                         unsigned char *held_out, size_t *index) {
    const size_t fitted = routh_study_fit_count(options, count);
    routh_study_draw(options->seed, STREAM_SPLIT, samples, count, fitted, held_out, index);
    return fitted;
}

const routh_law **routh_study_laws(routh_arena *arena, const routh_frame_study *study) {
    const routh_law **laws = routh_take(arena, study->law_count, sizeof *laws);
    for (size_t l = 0; laws && l < study->law_count; l++)
        laws[l] = study->law[l].law;
    return laws;
}

size_t routh_study_list_laws(const routh_law *const *laws, size_t count, const routh_law **listed) {
    size_t found = 0;
    const size_t all = laws ? count : routh_law_count();
    for (size_t l = 0; l < all; l++) {
        const routh_law *law = laws ? laws[l] : routh_law_at(l);
        if (!laws && !(law->traits & ROUTH_LAW_OF_SIX))
            continue;
        if (listed)
            listed[found] = law;
        found++;
    }
    return found;
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
