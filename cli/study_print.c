/* What `routh study` prints.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study_print.h"

#include <math.h>
#include <stdio.h>

#include <routh/routh.h>

#include "message.h"
#include "output.h"

int study_print_json(const char *verb, const routh_study *study) {
    output_file out;
    return OUTPUT_WRITE(out, verb, NULL, routh_study_write(&out.context, study, 0, routh_io_file(out.file, ".json")));
}

int study_print_summary(const char *verb, const char *folder, const routh_study *study) {
    output_file out;
    if (output_open(&out, verb, NULL) != 0)
        return EXIT_BAD_USE;
    const routh_status status = routh_study_write(&out.context, study, 0, routh_io_file(out.file, ".txt"));
    if (status == ROUTH_OK)
        fprintf(out.file,
                "\nThe study took %.1f s. Open %s/report.html in a browser; numbers are in %s/results.json and the CSV "
                "files.\n",
                study->seconds, folder, folder);
    return output_end(&out, status);
}

void study_warn_of_models(const char *verb, const law_list *laws, const routh_study *study) {
    for (size_t i = 0; i < laws->named_count; i++) {
        const named_law *named = &laws->named[i];
        if (!named->model)
            continue;
        const routh_frame frame = study->frame[0].frame;
        if (named->origin.note[0])
            warn(verb, "%s was trained on %s; its error is too small on impacts that are among these", named->name,
                 named->origin.note);
        if (named->origin.frame != frame)
            warn(verb, "%s was trained in the frame %s, and these impacts are read in %s", named->name,
                 routh_name(&routh_frames, named->origin.frame), routh_name(&routh_frames, frame));
    }
}

/* `routh study --use`: parameters and calibration of another study. */

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
