/* What a dataset shows about itself before any law is fitted, and how results depend on the way it is read.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include <routh/study.h>

#include "base/context.h"
#include "study/result_words.h"

static routh_status add_systematics(routh_context *context, const routh_dataset *before, routh_check_answer *answer) {
    if (!answer->evidence.decided || answer->dataset->count == 0)
        return ROUTH_OK;
    answer->systematics = routh_allocate(context, 1, sizeof *answer->systematics);
    if (!answer->systematics)
        return ROUTH_OUT_OF_MEMORY;
    const routh_status status =
        routh_systematics_of(context, answer->dataset, before, answer->frame, NULL, NULL, answer->systematics);
    if (status == ROUTH_OK && answer->systematics->count > 0)
        return ROUTH_OK;
    routh_systematics_release(context, answer->systematics);
    routh_release(context, answer->systematics);
    answer->systematics = NULL;
    return status == ROUTH_OUT_OF_MEMORY || status == ROUTH_CANCELLED ? status : ROUTH_OK; /* a law may not fit here */
}

routh_status routh_check_run(routh_context *context, const routh_dataset *dataset, const routh_dataset *before,
                             const char *frame, routh_check_answer *answer) {
    *answer = (routh_check_answer){.dataset = dataset, .hint = answer->hint};
    ROUTH_TRY(routh_frame_of(context, dataset, frame, &answer->frame, answer->why));
    ROUTH_TRY(routh_dataset_check(context, dataset, &answer->findings, &answer->evidence));
    if (dataset->count == 0 && (!frame || strcmp(frame, "auto") == 0) && answer->evidence.count > 0) {
        answer->frame = answer->evidence.best; /* trajectories were segmented for the check alone */
        memcpy(answer->why, answer->evidence.why, sizeof answer->why);
    }
    return add_systematics(context, before, answer);
}

void routh_check_answer_release(routh_context *context, routh_check_answer *answer) {
    if (answer->systematics)
        routh_systematics_release(context, answer->systematics);
    routh_release(context, answer->systematics);
    answer->systematics = NULL;
    routh_findings_release(context, &answer->findings);
}

size_t routh_count_findings(const routh_findings *findings, routh_finding_kind kind) {
    size_t count = 0;
    for (size_t i = 0; i < findings->count; i++)
        count += findings->finding[i].kind == kind;
    return count;
}

routh_status routh_check_verdict(routh_context *context, const routh_check_answer *answer, routh_findings *findings) {
    routh_findings_writer words = {.context = context, .findings = findings};
    const routh_frame_evidence *frame = &answer->evidence;
    if (frame->count == 0)
        routh_findings_add(&words, ROUTH_NOT_DETERMINED, "", "Whether the frame is right cannot be determined: %s.",
                           frame->why);
    else if (!frame->decided)
        routh_findings_add(&words, ROUTH_NOT_DETERMINED, "",
                           "The data does not determine whether its frame is right: %s.", frame->why);
    else if (frame->best == ROUTH_AS_RECORDED)
        routh_findings_add(&words, ROUTH_FINE, "", "The frame is right as recorded: %s.", frame->why);
    else
        routh_findings_add(&words, ROUTH_WRONG, "", "THE FRAME IS WRONG as recorded. Read this data as %s: %s.",
                           routh_name(&routh_frames, frame->best), frame->why);
    if (frame->gyration_disagrees)
        routh_findings_add(&words, ROUTH_WRONG, "", "THE STATED INERTIA DISAGREES with the motion.");
    routh_findings_add(&words, ROUTH_NOTE, "", "%s", "");
    routh_findings_count(&words, routh_count_findings(&answer->findings, ROUTH_WRONG), "thing wrong, ",
                         "things wrong, ");
    routh_findings_count(&words, routh_count_findings(&answer->findings, ROUTH_WARNING), "warning.", "warnings.");
    return words.status;
}
