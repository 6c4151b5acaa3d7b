/* What the check of a dataset found, as text for people and as JSON for programs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <string.h>

#include "base/context.h"
#include "study/result_words.h"

static void print_frames(FILE *file, const routh_frame_evidence *frame) {
    static const routh_column columns[] = {
        {"FRAME", "%-14s"}, {"SLOPE 1/m^2", "%12.0f"}, {"ERROR", "%9.0f"},     {"GYRATION m", "%13.4f"},
        {"R2", "%9.2f"},    {"CORRELATION", "%13.2f"}, {"RESIDUAL", "%12.2f"}, {"", "%s"}};
    fputc('\n', file);
    routh_rows rows = ROUTH_ROWS_BEGIN(file, columns);
    rows.missing = "-";
    for (int i = 0; i < ROUTH_FRAME_COUNT; i++) {
        const routh_frame_hypothesis *one = &frame->hypothesis[i];
        ROUTH_ROW(&rows, routh_name(&routh_frames, i), one->slope, one->slope_error, one->gyration, one->r2,
                  one->correlation, one->residual, frame->decided && (int)frame->best == i ? "  <- best" : "");
    }
    fprintf(
        file,
        "Slope: m/I of the identity Δω = (m/I)(rx Δvy − ry Δvx). R2 is taken about zero, the residual is in rad/s.\n"
        "Stated radius of gyration: %.4f m.\n",
        frame->stated_gyration);
}

static routh_status print_text(routh_context *context, FILE *file, const void *what) {
    const routh_check_answer *answer = what;
    const routh_dataset *dataset = answer->dataset;
    fprintf(file, "%s: ", dataset->name);
    routh_print_count(file, dataset->count, "impact", NULL);
    fprintf(file, ", %zu used, ", routh_dataset_used(dataset, NULL));
    routh_print_count(file, dataset->trajectory_count, "trajectory", "trajectories");
    fputc('\n', file);
    if (dataset->count == 0 && dataset->trajectory_count > 0) {
        fputs("The trajectories were segmented for this check: ", file);
        routh_print_count(file, answer->evidence.count, "impact usable.\n", "impacts usable.\n");
    }
    fputc('\n', file);
    routh_findings verdict = {0};
    ROUTH_TRY(routh_print_words(context, file, routh_check_verdict(context, answer, &verdict), &verdict));
    if (answer->evidence.count > 0)
        print_frames(file, &answer->evidence);
    fprintf(file, "\n%-13s%-16s%s\n", "CHECK", "ANSWER", "IN WORDS");
    for (size_t i = 0; i < answer->findings.count; i++) {
        const routh_finding *finding = &answer->findings.finding[i];
        const bool said = strcmp(finding->text, answer->evidence.why) == 0;
        /* in capitals where a reader must not overlook it */
        fprintf(file, "%-13s%-16s%s%s\n", finding->topic,
                finding->kind == ROUTH_WRONG ? "WRONG" : routh_name(&routh_finding_kinds, (int)finding->kind),
                said ? "as above" : finding->text, answer->hint ? answer->hint(finding) : "");
    }
    if (answer->systematics && answer->systematics->count > 1) {
        fputc('\n', file);
        routh_systematics_print(file, answer->systematics);
    }
    const bool found = strcmp(answer->why, answer->evidence.why) == 0;
    fprintf(file, "\nFrame: %s (%s)\n", routh_name(&routh_frames, answer->frame),
            found ? "as found above" : answer->why);
    return ROUTH_OK;
}

static json_t *frame_object(const routh_check_answer *answer) {
    const routh_frame_evidence *frame = &answer->evidence;
    return ROUTH_JSON_NEW(routh_check_frame_layout, .answer = answer, .evidence = frame,
                          .hypotheses = routh_hypotheses_json(frame, true));
}

static json_t *answer_object(const void *what) {
    const routh_check_answer *answer = what;
    json_t *findings = json_array();
    for (size_t i = 0; i < answer->findings.count; i++) {
        const routh_finding *finding = &answer->findings.finding[i];
        routh_json_add(&findings, ROUTH_JSON_NEW(routh_finding_layout, .finding = finding, .what = finding->topic,
                                                 .words = finding->text));
    }
    return ROUTH_JSON_NEW(routh_check_layout,
                          .dataset = ROUTH_JSON_NEW(routh_check_counts_layout, .dataset = answer->dataset,
                                                    .used = routh_dataset_used(answer->dataset, NULL)),
                          .frame = frame_object(answer), .findings = findings,
                          .wrong = routh_count_findings(&answer->findings, ROUTH_WRONG),
                          .warnings = routh_count_findings(&answer->findings, ROUTH_WARNING),
                          .systematics = routh_systematics_json(answer->systematics), .version = routh_version());
}

routh_status routh_check_write(routh_context *context, const routh_check_answer *answer, routh_io to) {
    return ROUTH_WRITE(context, "routh_check", answer, to, {".txt", .draw = print_text},
                       {".json", .object = answer_object});
}
