/* Corrections that a verb makes to its recording before it works on it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "correction.h"

#include <string.h>

const option_entry correction_entries[CORRECTION_OPTIONS] = {
    {"calibrate", OPTION_FLAG, offsetof(dataset_options, calibrate), NULL,
     .about = "correct angle, centre and axes as far as the point-impulse identity asks for it, and compute every "
              "contact point anew; docs/calibration.md explains"},
    {"reflag", OPTION_FLAG, offsetof(dataset_options, reflag), NULL,
     .about = "ignore the recorded flags energy, cone and compression, and set our own in the frame in use"},
};

int dataset_correct(const char *verb, const dataset_options *options, const char *frame,
                    const routh_segment_options *segmentation, routh_dataset *dataset, routh_correction *done) {
    routh_context context = routh_context_default();
    const routh_correction_options library = {.calibrate = options->calibrate != 0,
                                              .reflag = options->reflag != 0,
                                              .frame = frame,
                                              .segmentation = segmentation};
    if (routh_dataset_correct(&context, &library, dataset, done) == ROUTH_OK)
        return 0;
    if (!context.field || strcmp(context.field, "calibrate") != 0)
        return fail(verb, "%s", context.message);
    return fail(verb, "--calibrate: %s: nothing can be determined: %s%s", options->data ? options->data : dataset->name,
                done->calibration.value[ROUTH_CALIBRATION_ANGLE].why,
                routh_shape_check(NULL, &dataset->body.shape) == ROUTH_OK ? "" : " (--shape, --body)");
}

void correction_note(const char *verb, const routh_correction *done) {
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
