/* routh check: is the frame of a recording right, and what else is off?
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/routh.h>

#include "dataset_options.h"
#include "file/json_build.h"
#include "options.h"
#include "output.h"
#include "verbs.h"

/* In capitals where it must not be overlooked. */
static const char *kind_word(routh_finding_kind kind) {
    return kind == ROUTH_WRONG ? "WRONG" : routh_name(&routh_finding_kinds, (int)kind);
}

typedef struct check_answer {
    const routh_dataset *dataset;
    routh_findings check;
    routh_frame_evidence evidence;
    routh_frame frame; /* to read the data in */
    char why[ROUTH_NAME_SIZE];
} check_answer;

static size_t count_kind(const routh_findings *check, routh_finding_kind kind) {
    size_t count = 0;
    for (size_t i = 0; i < check->count; i++)
        count += check->finding[i].kind == kind;
    return count;
}

static void print_verdict(FILE *file, const check_answer *answer) {
    const routh_frame_evidence *frame = &answer->evidence;
    size_t wrong = count_kind(&answer->check, ROUTH_WRONG), warnings = count_kind(&answer->check, ROUTH_WARNING);
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
    fprintf(file,
            "Slope: m/I of the identity Δω = (m/I)(rx Δvy − ry Δvx). R2 is about zero, the residual in rad/s.\n"
            "Stated radius of gyration: %.4f m.\n",
            frame->stated_gyration);
}

static void print_text(FILE *file, const check_answer *answer) {
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
    fprintf(file, "\n%-13s%-10s%s\n", "CHECK", "ANSWER", "IN WORDS");
    for (size_t i = 0; i < answer->check.count; i++) {
        const routh_finding *finding = &answer->check.finding[i];
        const int said = strcmp(finding->text, answer->evidence.why) == 0;
        fprintf(file, "%-13s%-16s%s%s\n", finding->topic, kind_word(finding->kind), said ? "as above" : finding->text,
                dataset_hint(finding));
    }
    int found = strcmp(answer->why, answer->evidence.why) == 0;
    fprintf(file, "\nFrame: %s (%s)\n", routh_name(&routh_frames, answer->frame),
            found ? "as found above" : answer->why);
}

static json_t *frame_object(const check_answer *answer) {
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

/* 0 when memory ran out. */
static int print_json(FILE *file, const check_answer *answer) {
    const routh_dataset *dataset = answer->dataset;
    json_t *findings = json_array();
    for (size_t i = 0; i < answer->check.count; i++)
        json_array_append_new(findings, finding_object(&answer->check.finding[i]));
    json_t *all =
        json_pack("{s:{s:s,s:I,s:I,s:I},s:o,s:o,s:I,s:I,s:s}", "dataset", "name", dataset->name, "impacts",
                  (json_int_t)dataset->count, "used", (json_int_t)routh_dataset_used(dataset, NULL), "trajectories",
                  (json_int_t)dataset->trajectory_count, "frame", frame_object(answer), "findings", findings, "wrong",
                  (json_int_t)count_kind(&answer->check, ROUTH_WRONG), "warnings",
                  (json_int_t)count_kind(&answer->check, ROUTH_WARNING), "version", routh_version());
    int written = all && (json_dumpf(all, file, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) == 0 || ferror(file));
    fputc('\n', file);
    json_decref(all);
    return written;
}

static int write_answer(const char *verb, const check_answer *answer, const char *path, int json) {
    output_file out;
    const int code = output_open(&out, verb, path);
    if (code != 0)
        return code;
    if (!json)
        print_text(out.file, answer);
    else if (!print_json(out.file, answer)) {
        output_discard(&out);
        return fail(verb, "out of memory");
    }
    return output_close(&out);
}

static int check_data(const char *verb, const routh_dataset *dataset, const char *frame, const char *path, int json) {
    routh_context context = routh_context_default();
    check_answer answer = {.dataset = dataset};
    if (routh_frame_of(&context, dataset, frame, &answer.frame, answer.why) != ROUTH_OK ||
        routh_dataset_check(&context, dataset, &answer.check, &answer.evidence) != ROUTH_OK)
        return fail(verb, "%s", context.message);
    if (dataset->count == 0 && (!frame || strcmp(frame, "auto") == 0) && answer.evidence.count > 0) {
        answer.frame = answer.evidence.best; /* trajectories were segmented for the check alone */
        memcpy(answer.why, answer.evidence.why, sizeof answer.why);
    }
    const int code = write_answer(verb, &answer, path, json);
    const int wrong = count_kind(&answer.check, ROUTH_WRONG) > 0;
    routh_findings_release(&context, &answer.check);
    return code != 0 ? code : wrong;
}

typedef struct check_options {
    dataset_options data;
    const char *frame, *output;
    int json;
} check_options;

static int run(const char *verb, void *given) {
    const check_options *options = given;
    routh_dataset dataset;
    dataset_notes notes;
    int answer = refuse_same_file(verb, options->data.data, options->output);
    if (answer == 0)
        answer = dataset_read(verb, &options->data, &notes, &dataset);
    if (answer != 0)
        return answer;
    answer = check_data(verb, &dataset, options->frame, options->output, options->json);
    if (answer != EXIT_BAD_USE)
        dataset_tell(verb, &notes);
    routh_dataset_release(NULL, &dataset);
    return answer;
}

static const option_entry entries[] = {
    DATASET_OPERAND(check_options, data, NULL),
    OPTION_FRAME(check_options, frame, "the frame to recommend"),
    OPTION_OUTPUT(check_options, output),
    OPTION_JSON(check_options, json, "the findings as JSON"),
};

static const option_group groups[] = {
    {"Options", OPTION_ENTRIES(entries), 0, NULL}, DATASET_GROUP(check_options, data), {.entry = NULL}};

const program_verb verb_check = {
    .name = "check",
    .title = "check",
    .about = "is the frame of a recording right? Inertia, gravity, rate, units, rest pose",
    .usage = "check DATA [OPTION]…",
    .text =
        "Tests with the data itself whether its frame, inertia, gravity, rate, units and rest pose are right, before "
        "any law is fitted. docs/frame-check.md explains how.",
    .groups = groups,
    .notes =
        "Exit code: 0 nothing is wrong, though there may be warnings; 1 something is wrong; 2 bad use or bad input.",
    .examples = "routh check ellipse_uniform.mat\nrouth check square-drops/ --shape square:0.06 --rate 250",
    .options_size = sizeof(check_options),
    .run = run,
};
