/* `routh study --use`: parameters and calibration of another study.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study_use.h"

#include <math.h>
#include <stdio.h>

#include "fail_input.h"
#include "message.h"

int use_read(const char *verb, const char *path, const dataset_options *data, routh_transfer *transfer) {
    routh_context context = routh_context_default();
    if (!path)
        return 0;
    if (routh_transfer_read(&context, routh_io_path(path), transfer) != ROUTH_OK)
        return fail_input(verb, &context);
    if (transfer->calibrated && data->calibrate)
        return fail(verb, "--use %s brings a calibration of its own; leave out --calibrate", path);
    return 0;
}

int use_calibration(const char *verb, const char *path, const routh_transfer *transfer, routh_frame frame,
                    routh_dataset *dataset) {
    routh_context context = routh_context_default();
    if (!transfer->calibrated)
        return 0;
    if (transfer->frame != frame)
        return fail(
            verb,
            "--use %s: its calibration is for the frame %s, and these impacts are read in %s; choose that one with "
            "--frame, or use a study without --calibrate",
            path, routh_name(&routh_frames, transfer->frame), routh_name(&routh_frames, frame));
    return routh_dataset_calibrate(&context, &transfer->calibration, NULL, dataset) == ROUTH_OK
               ? 0
               : fail_input(verb, &context);
}

void use_print(const routh_study *study) {
    const routh_transfer *other = study->options.transfer;
    const routh_frame_study *f = &study->frame[0];
    printf("\nParameters of the study of %s as they are, on the same %zu held-out impacts%s\n\n", other->name,
           f->test_count, other->calibrated ? ", with its calibration" : "");
    printf("%-18s %12s %12s   PARAMETERS\n", "", "FITTED HERE", "AS THEY ARE");
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        printf("%-18s %12.3f", s->law->name, s->error_mean);
        if (isnan(s->transfer_error_mean)) {
            printf(" %12s   that study has no such law\n", "");
            continue;
        }
        printf(" %12.3f  ", s->transfer_error_mean);
        for (int j = 0; j < s->law->parameter_count; j++)
            printf(" %s = %.3f (here %.3f)", s->law->parameter[j].symbol, s->transferred[j], s->fit.parameters[j]);
        putchar('\n');
    }
}
