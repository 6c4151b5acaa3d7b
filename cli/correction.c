/* Corrections that a verb makes to its recording before it works on it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "correction.h"

#include <stdlib.h>
#include <string.h>

const option_entry correction_entries[CORRECTION_OPTIONS] = {
    {"calibrate", OPTION_FLAG, offsetof(dataset_options, calibrate), NULL,
     .about = "correct angle, centre and axes as far as the point-impulse identity asks for it, and compute every "
              "contact point anew; docs/calibration.md explains"},
    {"reflag", OPTION_FLAG, offsetof(dataset_options, reflag), NULL,
     .about = "ignore the recorded flags energy, cone and compression, and set our own in the frame in use"},
};

/* Keeps the records as they are. */
static int keep_before(const char *verb, const routh_dataset *dataset, correction *done) {
    done->before = *dataset;
    done->before.record = malloc(dataset->count * sizeof *dataset->record);
    if (!done->before.record)
        return fail(verb, "out of memory");
    memcpy(done->before.record, dataset->record, dataset->count * sizeof *dataset->record);
    return 0;
}

/* Is any of those determined that can be corrected? */
static bool is_determined(const routh_calibration *c) {
    return c->value[ROUTH_CALIBRATION_ANGLE].determined || c->value[ROUTH_CALIBRATION_CENTRE_X].determined ||
           c->value[ROUTH_CALIBRATION_RATIO].determined;
}

static int calibrate(const char *verb, const dataset_options *options, routh_frame frame,
                     const routh_segment_options *segmentation, routh_dataset *dataset, correction *done) {
    routh_context context = routh_context_default();
    if (routh_calibration_of(&context, dataset, frame, NULL, &done->calibration) != ROUTH_OK)
        return fail(verb, "%s", context.message);
    if (!is_determined(&done->calibration))
        return fail(verb, "--calibrate: %s: nothing can be determined: %s%s",
                    options->data ? options->data : dataset->name, done->calibration.value[ROUTH_CALIBRATION_ANGLE].why,
                    routh_shape_check(NULL, &dataset->body.shape) == ROUTH_OK ? "" : " (--shape, --body)");
    const int answer = keep_before(verb, dataset, done);
    if (answer != 0)
        return answer;
    done->calibrated = true;
    if (routh_dataset_calibrate(&context, &done->calibration, segmentation, dataset) != ROUTH_OK)
        return fail(verb, "%s", context.message);
    done->before.trajectory = dataset->trajectory;
    return 0;
}

int dataset_correct(const char *verb, const dataset_options *options, const char *wanted,
                    const routh_segment_options *segmentation, routh_dataset *dataset, correction *done) {
    routh_context context = routh_context_default();
    routh_frame frame;
    char why[ROUTH_NAME_SIZE];
    *done = (correction){.calibrated = false};
    if (!options->calibrate && !options->reflag)
        return 0;
    if (routh_frame_of(&context, dataset, wanted, &frame, why) != ROUTH_OK)
        return fail(verb, "%s", context.message);
    if (options->reflag) {
        if (routh_dataset_reflag(&context, frame, NULL, dataset, &done->reflag) != ROUTH_OK)
            return fail(verb, "%s", context.message);
        done->reflagged = true;
    }
    return options->calibrate ? calibrate(verb, options, frame, segmentation, dataset, done) : 0;
}

void correction_note(const char *verb, const correction *done) {
    const routh_reflag *r = &done->reflag;
    if (done->reflagged)
        note(
            verb,
            "--reflag: %zu records had recorded flags energy, cone or compression, %zu of them nothing else; ours flag "
            "energy %zu, cone %zu, compression %zu: %zu impacts more are used, and %zu fewer",
            r->recorded, r->only, r->energy, r->cone, r->compression, r->gained, r->lost);
    for (int i = 0; done->calibrated && i < ROUTH_CALIBRATION_COUNT; i++) {
        const routh_calibration_value *v = &done->calibration.value[i];
        const char *unit = routh_calibration_unit((routh_calibration_index)i);
        if (v->freed)
            note(verb, "--calibrate: %s %+.4g%s%s (%+.4g to %+.4g) is corrected (%s)",
                 routh_about(&routh_calibration_values, i), v->value, *unit ? " " : "", unit, v->low, v->high, v->why);
        else if (i == ROUTH_CALIBRATION_ANGLE)
            note(verb, "--calibrate: the angle is not corrected: %s", v->why);
    }
}

void correction_release(correction *done) {
    free(done->before.record);
    *done = (correction){.calibrated = false};
}
