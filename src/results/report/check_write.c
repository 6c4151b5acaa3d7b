/* What the check of a dataset found, as text for people and as JSON for programs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include <routh/report.h>

#include "file/ending.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "file/output.h"
#include "report/systematics.h"

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
    if (answer->systematics && answer->systematics->count > 1) {
        fputc('\n', file);
        routh_systematics_print(file, answer->systematics);
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
        json_t *object = json_object();
        routh_json_put(&object, "name", json_string(routh_name(&routh_frames, (routh_frame)i)));
        routh_json_join(&object, ROUTH_JSON_FIELDS(routh_frame_hypothesis, one, slope, slope_error, gyration, r2,
                                                   correlation, residual));
        routh_json_add(&hypotheses, object);
    }
    json_t *object = ROUTH_JSON_FIELDS(routh_check_answer, answer, frame, why);
    ROUTH_PUT(&object, routh_frame_evidence, frame, best, decided, count);
    routh_json_join(&object,
                    ROUTH_JSON_FIELDS(routh_frame_evidence, frame, kn, kn_error, kt, kt_error, stated_gyration));
    ROUTH_PUT(&object, routh_frame_evidence, frame, gyration_disagrees);
    routh_json_put(&object, "hypotheses", hypotheses);
    return object;
}

static json_t *finding_object(const routh_finding *finding) {
    json_t *object = json_object();
    routh_json_put(&object, "what", json_string(finding->topic));
    ROUTH_PUT(&object, routh_finding, finding, kind);
    ROUTH_PUT_SPAN(&object, routh_finding, finding, expected, unit);
    routh_json_put(&object, "words", json_string(finding->text));
    return object;
}

static routh_status write_text(routh_context *context, const routh_check_answer *answer, routh_io to) {
    return routh_text_print(context, to, print_text, answer);
}

static json_t *answer_object(const routh_check_answer *answer) {
    const routh_dataset *dataset = answer->dataset;
    json_t *object = json_object(), *counts = json_object(), *findings = json_array();
    for (size_t i = 0; i < answer->findings.count; i++)
        routh_json_add(&findings, finding_object(&answer->findings.finding[i]));
    ROUTH_PUT(&counts, routh_dataset, dataset, name, count);
    routh_json_put(&counts, "used", routh_json_count(routh_dataset_used(dataset, NULL)));
    ROUTH_PUT(&counts, routh_dataset, dataset, trajectory_count);
    routh_json_put(&object, "dataset", counts);
    routh_json_put(&object, "frame", frame_object(answer));
    routh_json_put(&object, "findings", findings);
    routh_json_put(&object, "wrong", routh_json_count(count_kind(&answer->findings, ROUTH_WRONG)));
    routh_json_put(&object, "warnings", routh_json_count(count_kind(&answer->findings, ROUTH_WARNING)));
    routh_json_put(&object, "systematics", routh_systematics_json(answer->systematics));
    routh_json_put_version(&object);
    return object;
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
