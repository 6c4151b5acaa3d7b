/* What readers of a study must know before its findings: what is wrong with the recording, how many impacts are used,
 * and how far each law's fit can be trusted.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "base/numbers.h"
#include "data/dataset.h"
#include "file/text.h"
#include "study/internal.h"

/* Ends with a full stop, whether the words did or not. */
static void say_ended(routh_findings_writer *words, const char *before, const char *text) {
    const size_t length = strlen(text);
    routh_findings_add(words, ROUTH_WRONG, "recording", "%s%s%s", before, text,
                       length && strchr(".!?", text[length - 1]) ? "" : ".");
}

static bool is_wrong(const routh_finding *finding, int with_frame) {
    return finding->kind == ROUTH_WRONG && (with_frame || strcmp(finding->topic, "frame") != 0);
}

static void say_other_frame(const routh_study *study, const routh_frame_study *f, routh_findings_writer *words) {
    const int recorded = f->frame == ROUTH_AS_RECORDED;
    routh_findings_add(words, ROUTH_WARNING, "frame", "This frame does not fit the data.");
    routh_findings_add(words, ROUTH_WARNING, "frame",
                       "The study uses frame %s; this is what the same data look like %s%s.",
                       routh_name(&routh_frames, study->frame[0].frame), recorded ? "as recorded" : "in frame ",
                       recorded ? "" : routh_name(&routh_frames, f->frame));
}

/* What a reader must know first: a heading and sentences. */
static void findings_add_alarm(const routh_study *study, size_t frame, routh_findings_writer *words) {
    const routh_frame_study *f = &study->frame[frame];
    const routh_findings *check = &study->check;
    const int recorded = f->frame == ROUTH_AS_RECORDED;
    char used[ROUTH_NAME_SIZE];
    if (frame > 0) {
        say_other_frame(study, f, words);
        return;
    }
    if (f->standing == ROUTH_STANDING_NONE)
        routh_findings_add(words, ROUTH_WRONG, "laws", "None of these laws explains the recording.");
    if (!recorded) {
        routh_findings_add(words, ROUTH_WARNING, "frame", "The frame is not as recorded.");
        snprintf(used, sizeof used, "Frame %s is used: ", routh_name(&routh_frames, f->frame));
        say_ended(words, used, f->why);
    }
    for (size_t i = 0; i < check->count; i++) {
        if (!is_wrong(&check->finding[i], recorded))
            continue;
        if (words->findings->count == 0)
            routh_findings_add(words, ROUTH_WRONG, "recording", "Something is wrong with the recording.");
        say_ended(words, "", check->finding[i].text);
    }
}

/* Is there an earlier finding of something wrong under the same topic? */
static bool is_repeated(const routh_findings *check, size_t index) {
    for (size_t i = 0; i < index; i++)
        if (is_wrong(&check->finding[i], 1) && strcmp(check->finding[i].topic, check->finding[index].topic) == 0)
            return 1;
    return 0;
}

/* What the check found about the frame, in a few words. */
static void findings_add_verdict(const routh_study *study, size_t frame, routh_findings_writer *words) {
    static const char *const verdicts[] = {[ROUTH_FINE] = "passes the check",
                                           [ROUTH_NOTE] = "passes the check",
                                           [ROUTH_WARNING] = "the check could not decide",
                                           [ROUTH_WRONG] = "the check found it wrong",
                                           [ROUTH_NOT_DETERMINED] = "could not be checked"};
    const routh_findings *check = &study->check;
    const int recorded = study->frame[frame].frame == ROUTH_AS_RECORDED;
    routh_finding_kind kind = ROUTH_NOT_DETERMINED;
    char wrong[512] = "";
    for (size_t i = check->count; i-- > 0;)
        if (strcmp(check->finding[i].topic, "frame") == 0)
            kind = check->finding[i].kind;
    for (size_t i = 0; i < check->count; i++) {
        const size_t length = strlen(wrong);
        if (is_wrong(&check->finding[i], 0) && !is_repeated(check, i))
            snprintf(wrong + length, sizeof wrong - length, "%s%s",
                     length ? ", " : "; wrong in the recording: ", check->finding[i].topic);
    }
    routh_findings_add(words, *wrong || !recorded ? ROUTH_WRONG : kind, "frame", "%s%s",
                       recorded ? verdicts[kind] : "not as recorded", wrong);
}

/* How many impacts are used, and why others are not. */
static void findings_add_used(const routh_dataset *dataset, routh_findings_writer *words) {
    char rejected[ROUTH_REJECTED_TEXT];
    size_t counts[ROUTH_REASON_COUNT], sum = 0;
    const size_t used = routh_dataset_used(dataset, counts);
    for (int i = 0; i < ROUTH_REASON_COUNT; i++)
        sum += counts[i];
    if (used == dataset->count)
        routh_findings_add(words, ROUTH_FINE, "used", "All %zu impacts are used.", used);
    else
        routh_findings_add(words, ROUTH_NOTE, "used", "%zu of %zu impacts are used. Left out: %s%s.", used,
                           dataset->count, routh_rejected_text(counts, rejected),
                           sum > dataset->count - used ? ", some for several reasons" : "");
}

void routh_findings_add_law(const routh_frame_study *frame, const routh_law_study *s, routh_findings_writer *words) {
    static const char topic[] = "law";
    char text[ROUTH_FIT_TEXT];
    if (s->fit.flags & ROUTH_FIT_BOUNDED_BELOW)
        routh_findings_add(words, ROUTH_NOT_DETERMINED, topic,
                           "every fitted impact sticks: friction is only bounded below");
    if (*routh_fit_text(s->fit.flags & ~(unsigned)ROUTH_FIT_BOUNDED_BELOW, text))
        routh_findings_add(words, ROUTH_WARNING, topic, "the fit is %s", text);
    if (s->gains)
        routh_findings_add(words, ROUTH_WARNING, topic, "gains energy in %zu impacts", s->gains);
    if (s->penetrates || s->pulls)
        routh_findings_add(words, ROUTH_WARNING, topic, "penetrates in %zu and pulls in %zu impacts", s->penetrates,
                           s->pulls);
    if (s->law->parameter_count > 0 && s->reach < 0.5)
        routh_findings_add(words, ROUTH_WARNING, topic, "it cannot reach most measured impulses (%.0f %%)",
                           100 * (1 - s->reach));
    if (frame->reversals && s->reversals_predicted == 0)
        routh_findings_add(words, ROUTH_WARNING, topic, "predicts none of the %zu measured reversals of slip",
                           frame->reversals);
}

static routh_status say_frame(routh_context *context, routh_study *study, size_t index) {
    routh_frame_study *f = &study->frame[index];
    routh_findings_writer words = {context, &f->alarm, ROUTH_OK};
    findings_add_alarm(study, index, &words);
    words.findings = &f->verdict;
    findings_add_verdict(study, index, &words);
    for (size_t l = 0; l < f->law_count; l++) {
        words.findings = &f->law[l].findings;
        routh_findings_add_law(f, &f->law[l], &words);
    }
    words.findings = &f->findings;
    routh_findings_add_all(study, index, &words);
    for (size_t i = 0; index == 0 && i < study->systematics.findings.count; i++)
        routh_findings_add(&words, study->systematics.findings.finding[i].kind, "systematics", "%s",
                           study->systematics.findings.finding[i].text);
    return words.status;
}

routh_status routh_study_say(routh_context *context, routh_study *study) {
    routh_c_locale numbers;
    routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    routh_findings_writer used = {context, &study->used, ROUTH_OK};
    findings_add_used(study->dataset, &used);
    status = used.status;
    for (size_t i = 0; i < study->frame_count && status == ROUTH_OK; i++)
        status = say_frame(context, study, i);
    routh_c_locale_end(&numbers);
    return status;
}
