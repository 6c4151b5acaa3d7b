/* The parameters of another recording, tested on all impacts of this one: nothing here was fitted to them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/study3.h"

#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "base/numbers.h"

enum { DRAWS = 2000 };

/* What is left out at each end of an interval. */
static const double tail = 0.025;

/* Room for the errors, the toss of each sample, how often a toss is drawn, and the means of the draws. */
typedef struct workspace {
    double *error, *drawn;
    size_t *toss;
    unsigned *times;
    size_t tosses;
} workspace;

static routh_status allocate(routh_context *context, const routh_study3 *study, workspace *work) {
    work->error = routh_allocate(context, study->count, sizeof *work->error);
    work->drawn = routh_allocate(context, DRAWS, sizeof *work->drawn);
    work->toss = routh_allocate(context, study->count, sizeof *work->toss);
    work->times = routh_allocate(context, study->count, sizeof *work->times);
    return work->error && work->drawn && work->toss && work->times ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

static void release(routh_context *context, workspace *work) {
    routh_release(context, work->error);
    routh_release(context, work->drawn);
    routh_release(context, work->toss);
    routh_release(context, work->times);
}

static void number_tosses(const routh_study3 *study, workspace *work) {
    const routh_record3 *record = study->dataset->record;
    for (size_t i = 0; i < study->count; i++) {
        work->tosses +=
            i == 0 || record[study->sample[i - 1].record].trajectory != record[study->sample[i].record].trajectory;
        work->toss[i] = work->tosses - 1;
    }
}

static routh_status test_law(routh_context *context, const routh_study3 *study, workspace *work,
                             routh_law3_study *law) {
    double mean = 0;
    for (size_t i = 0; i < study->count; i++) {
        routh_velocity3 after;
        const routh_status status = routh_sample3_predict(context, law->law, law->other, &study->sample[i], &after);
        if (status != ROUTH_OK)
            return status;
        work->error[i] = routh_sample3_error(&study->sample[i], &after);
        mean += work->error[i] / (double)study->count;
    }
    for (size_t draw = 0; draw < DRAWS; draw++) {
        double sum = 0, weights = 0;
        routh_resample_counts(study->options.seed, draw, work->tosses, work->times);
        for (size_t i = 0; i < study->count; i++) {
            sum += work->times[work->toss[i]] * work->error[i];
            weights += work->times[work->toss[i]];
        }
        work->drawn[draw] = sum / weights;
    }
    law->other_error = mean;
    law->other_interval = routh_resample_interval(work->drawn, DRAWS, tail);
    law->other_median = routh_median(work->error, study->count);
    return ROUTH_OK;
}

routh_status routh_study3_apply(routh_context *context, routh_study3 *study) {
    const routh_results3 *results = study->options.results;
    workspace work = {0};
    for (size_t k = 0; k < study->contestant_count; k++) {
        routh_law3_study *one = &study->contestant[k];
        one->other_error = one->other_median = NAN;
        one->other_interval = (routh_interval){NAN, NAN, NAN};
        for (int d = 0; d < ROUTH_MAX_PARAMETERS; d++)
            one->other[d] = NAN;
    }
    if (!results || study->count == 0)
        return ROUTH_OK;
    routh_status status = allocate(context, study, &work);
    if (status == ROUTH_OK)
        number_tosses(study, &work);
    for (size_t k = 0; status == ROUTH_OK && k < study->contestant_count; k++) {
        routh_law3_study *one = &study->contestant[k];
        size_t law = 0;
        while (one->law && routh_law3_at(law) != one->law)
            law++;
        if (!one->law || isnan(results->parameters[law][0]))
            continue;
        memcpy(one->other, results->parameters[law], sizeof one->other);
        status = test_law(context, study, &work, one);
    }
    release(context, &work);
    return status;
}
