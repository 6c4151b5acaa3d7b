/* What the check of a dataset found, as text for people and as JSON for programs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include <routh/report.h>

#include "file/ending.h"
#include "file/json_build.h"
#include "file/json_write.h"
#include "file/output.h"

/* In capitals where a reader must not overlook it. */
static const char *kind_word(routh_finding_kind kind) {
    return kind == ROUTH_WRONG ? "WRONG" : routh_name(&routh_finding_kinds, (int)kind);
}

static size_t count_kind(const routh_findings *check, routh_finding_kind kind) {
    size_t count = 0;
    for (size_t i = 0; i < check->count; i++)
        count += check->finding[i].kind == kind;
    return count;
}

static void print_verdict(FILE *file, const routh_check_answer *answer) {
    const routh_frame_evidence *frame = &answer->evidence;
    size_t wrong = count_kind(&answer->findings, ROUTH_WRONG), warnings = count_kind(&answer->findings, ROUTH_WARNING);
    if (frame->count == 0)
        fprintf(file, "Whether the frame is right cannot be determined: %s.\n", frame->why);
    else if (!frame->decided)
        fprintf(file, "The data does not determine whether its frame is right: %s.\n", frame->why);
    else if (frame->best == ROUTH_AS_RECORDED)
        fprintf(file, "The frame is right as recorded: %s.\n", frame->why);
    else
        fprintf(file, "THE FRAME IS WRONG as recorded. Read this data as %s: %s.\n",
                routh_name(&routh_frames, frame->best), frame->why);
    if (frame->gyration_disagrees)
        fprintf(file, "THE STATED INERTIA DISAGREES with the motion.\n");
    fprintf(file, "%zu thing%s wrong, %zu warning%s.\n", wrong, wrong == 1 ? "" : "s", warnings,
            warnings == 1 ? "" : "s");
}

/* "-" for what has no number. */
static void print_cell(FILE *file, int width, int digits, double value) {
    if (isfinite(value))
        fprintf(file, "%*.*f", width, digits, value);
    else
        fprintf(file, "%*s", width, "-");
}

static void print_frames(FILE *file, const routh_frame_evidence *frame) {
    fprintf(file, "\n%-14s%12s%9s%13s%9s%13s%12s\n", "FRAME", "SLOPE 1/m^2", "ERROR", "GYRATION m", "R2", "CORRELATION",
            "RESIDUAL");
    for (int i = 0; i < ROUTH_FRAME_COUNT; i++) {
        const routh_frame_hypothesis *one = &frame->hypothesis[i];
        fprintf(file, "%-14s", routh_name(&routh_frames, (routh_frame)i));
        print_cell(file, 12, 0, one->slope);
        print_cell(file, 9, 0, one->slope_error);
        print_cell(file, 13, 4, one->gyration);
        print_cell(file, 9, 2, one->r2);
        print_cell(file, 13, 2, one->correlation);
        print_cell(file, 12, 2, one->residual);
        fprintf(file, "%s\n", frame->decided && (int)frame->best == i ? "  <- best" : "");
    }
    fprintf(
        file,
        "Slope: m/I of the identity Δω = (m/I)(rx Δvy − ry Δvx). R2 is taken about zero, the residual is in rad/s.\n"
        "Stated radius of gyration: %.4f m.\n",
        frame->stated_gyration);
}

/* What the program adds to a finding. */
static const char *hint_of(const routh_check_answer *answer, const routh_finding *finding) {
    return answer->hint ? answer->hint(finding) : "";
}

static void print_text(FILE *file, const void *what) {
    const routh_check_answer *answer = what;
    const routh_dataset *dataset = answer->dataset;
    fprintf(file, "%s: %zu impact%s, %zu used, %zu trajector%s\n", dataset->name, dataset->count,
            dataset->count == 1 ? "" : "s", routh_dataset_used(dataset, NULL), dataset->trajectory_count,
            dataset->trajectory_count == 1 ? "y" : "ies");
    if (dataset->count == 0 && dataset->trajectory_count > 0)
        fprintf(file, "The trajectories were segmented for this check: %zu impact%s usable.\n", answer->evidence.count,
                answer->evidence.count == 1 ? "" : "s");
    fputc('\n', file);
    print_verdict(file, answer);
    if (answer->evidence.count > 0)
        print_frames(file, &answer->evidence);
    fprintf(file, "\n%-13s%-16s%s\n", "CHECK", "ANSWER", "IN WORDS");
    for (size_t i = 0; i < answer->findings.count; i++) {
        const routh_finding *finding = &answer->findings.finding[i];
        const int said = strcmp(finding->text, answer->evidence.why) == 0;
        fprintf(file, "%-13s%-16s%s%s\n", finding->topic, kind_word(finding->kind), said ? "as above" : finding->text,
                hint_of(answer, finding));
    }
    int found = strcmp(answer->why, answer->evidence.why) == 0;
    fprintf(file, "\nFrame: %s (%s)\n", routh_name(&routh_frames, answer->frame),
            found ? "as found above" : answer->why);
}

static json_t *frame_object(const routh_check_answer *answer) {
    const routh_frame_evidence *frame = &answer->evidence;
    json_t *hypotheses = json_array();
    for (int i = 0; i < ROUTH_FRAME_COUNT; i++) {
        const routh_frame_hypothesis *one = &frame->hypothesis[i];
        json_array_append_new(
            hypotheses,
            json_pack("{s:s,s:o,s:o,s:o,s:o,s:o,s:o}", "name", routh_name(&routh_frames, (routh_frame)i), "slope",
                      routh_json_number(one->slope), "slope_error", routh_json_number(one->slope_error), "gyration",
                      routh_json_number(one->gyration), "r2", routh_json_number(one->r2), "correlation",
                      routh_json_number(one->correlation), "residual", routh_json_number(one->residual)));
    }
    return json_pack("{s:s,s:s,s:s,s:b,s:I,s:o,s:o,s:o,s:o,s:o,s:b,s:o}", "chosen",
                     routh_name(&routh_frames, answer->frame), "why", answer->why, "best",
                     routh_name(&routh_frames, frame->best), "decided", frame->decided, "impacts",
                     (json_int_t)frame->count, "kn", routh_json_number(frame->kn), "kn_error",
                     routh_json_number(frame->kn_error), "kt", routh_json_number(frame->kt), "kt_error",
                     routh_json_number(frame->kt_error), "stated_gyration", routh_json_number(frame->stated_gyration),
                     "gyration_disagrees", frame->gyration_disagrees, "hypotheses", hypotheses);
}

static json_t *finding_object(const routh_finding *finding) {
    return json_pack("{s:s,s:s,s:o,s:o,s:o,s:s,s:s}", "what", finding->topic, "kind",
                     routh_name(&routh_finding_kinds, (int)finding->kind), "expected",
                     routh_json_number(finding->expected), "found", routh_json_number(finding->found), "error",
                     routh_json_number(finding->error), "unit", finding->unit, "words", finding->text);
}

static routh_status write_text(routh_context *context, const routh_check_answer *answer, routh_io to) {
    return routh_text_print(context, to, print_text, answer);
}

static json_t *answer_object(const routh_check_answer *answer) {
    const routh_dataset *dataset = answer->dataset;
    json_t *findings = json_array();
    for (size_t i = 0; i < answer->findings.count; i++)
        json_array_append_new(findings, finding_object(&answer->findings.finding[i]));
    return json_pack("{s:{s:s,s:I,s:I,s:I},s:o,s:o,s:I,s:I,s:s}", "dataset", "name", dataset->name, "impacts",
                     (json_int_t)dataset->count, "used", (json_int_t)routh_dataset_used(dataset, NULL), "trajectories",
                     (json_int_t)dataset->trajectory_count, "frame", frame_object(answer), "findings", findings,
                     "wrong", (json_int_t)count_kind(&answer->findings, ROUTH_WRONG), "warnings",
                     (json_int_t)count_kind(&answer->findings, ROUTH_WARNING), "version", routh_version());
}

static routh_status write_json(routh_context *context, const routh_check_answer *answer, routh_io to) {
    return routh_json_write(context, answer_object(answer), ROUTH_JSON_RESULTS, to);
}

routh_status routh_check_write(routh_context *context, const routh_check_answer *answer, routh_io to) {
    static const char *const endings[] = {".txt", ".json", NULL};
    static routh_status (*const write[])(routh_context *, const routh_check_answer *, routh_io) = {write_text,
                                                                                                   write_json};
    const int format = routh_ending_of(context, "routh_check", endings, to);
    return format < 0 ? ROUTH_BAD_ARGUMENT : write[format](context, answer, to);
}
