/* The verdict on a recording, in words.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "file/text.h"
#include "insertion/regressor.h"

/* The limits; docs/insertion.md has the reasons. */
static const double most_error = 0.5;         /* of the wrench, parts as drawn */
static const double most_fitted = 0.25;       /* parts displaced */
static const double most_depth = 0.05;        /* of the radius of the smaller part, */
static const double most_soft_depth = 0.25;   /* or this, where the force explains it: */
static const double most_press = 3;           /* K × depth, in forces */
static const double most_turn = ROUTH_PI / 2; /* between two samples */
static const double most_force = 100;         /* scales of force, or the inverse */

static const double least_friction = -0.05; /* parts displaced */

static const double most_mismatch = 0.3; /* of velocities */

/* A soft contact is deep: the force presses it so far. */
static bool is_shallow(const routh_reading_fit *fit) {
    const bool pressed = fit->error <= most_error && fit->stiffness * fit->deepest <= most_press * fit->force;
    return fit->depth <= (pressed ? most_soft_depth : most_depth);
}

/* Friction that drives the parts: velocities are not those of the hand. */
static bool drives(const routh_reading_fit *fit, bool fitted) {
    return fitted && fit->stiffness > 0 && fit->friction < least_friction;
}

bool routh_reading_is_plausible(const routh_reading_fit *fit, bool fitted) {
    return fit->contacts > 0 && fit->stiffness > 0 && !drives(fit, fitted) &&
           fit->error <= (fitted ? most_fitted : most_error) && is_shallow(fit);
}

bool routh_reading_is_open(const routh_reading_evidence *e) {
    const routh_reading_fit *own = &e->own;
    return own->error > most_error && own->error <= e->reach && !(own->stiffness <= 0) && is_shallow(own);
}

/* What is wrong, the gravest first. */
static void say_wrong(routh_findings_writer *writer, const routh_reading_evidence *e) {
    char number[ROUTH_NUMBER_TEXT], rate[ROUTH_NUMBER_TEXT];
    const routh_reading_fit *own = &e->own;
    if (e->time_unit)
        routh_findings_add(
            writer, ROUTH_WRONG, "fit",
            "Does not fit: %s samples a second, and a hand that moves at %s m/s in the mean. Are times in %s?",
            routh_number_text(e->insertion->rate, 2, rate), routh_number_text(e->speed, 2, number), e->time_unit);
    else if (own->turn > most_turn)
        routh_findings_add(
            writer, ROUTH_WRONG, "fit",
            "Does not fit: the hand turns by %.0f° between two samples; check the order of the quaternions.",
            own->turn * 180 / ROUTH_PI);
    else if (own->contacts == 0)
        routh_findings_add(
            writer, ROUTH_WRONG, "fit",
            "Does not fit: no instant has a contact. Check the reference pose, the offset, the units and the order "
            "of the quaternions.");
    else if (!is_shallow(own))
        routh_findings_add(
            writer, ROUTH_WRONG, "fit",
            "Does not fit: parts overlap by %s mm; check the units of length and the order of the quaternions.",
            routh_number_text(1e3 * own->deepest, 2, number));
    else if (own->stiffness <= 0 && own->error <= fmax(most_error, e->reach))
        routh_findings_add(
            writer, ROUTH_WRONG, "fit",
            "Does not fit: K = %s N/m is negative: the wrench pulls the parts together; check its sign and its frame.",
            routh_number_text(own->stiffness, 3, number));
    else if (drives(own, e->fitted))
        routh_findings_add(
            writer, ROUTH_WRONG, "fit",
            "Does not fit: μ = %s is negative: the recorded velocities are not those of the hand, or have another "
            "sign; a velocity window takes them from the poses.",
            routh_number_text(own->friction, 2, number));
    else
        routh_findings_add(writer, ROUTH_WRONG, "fit", "Does not fit: %.0f %% of the wrench stays unexplained.",
                           100 * own->error);
}

/* Units of force change K alone, and no fit shows it. */
static bool say_force(routh_findings_writer *writer, const routh_reading_evidence *e) {
    const double share = e->own.force / e->force_scale;
    char force[ROUTH_NUMBER_TEXT], scale[ROUTH_NUMBER_TEXT];
    if (share <= most_force && share >= 1 / most_force)
        return false;
    routh_findings_add(
        writer, ROUTH_WRONG, "force",
        "The force is %s N in the mean, the force scale %s N: check the units of force, or set the scale.",
        routh_number_text(e->own.force, 3, force), routh_number_text(e->force_scale, 3, scale));
    return true;
}

/* "wrench_on=2 units=mm" → "the wrench on object 2, units mm". */
static void put_in_words(const char *suggestion, char *text, size_t size) {
    static const struct {
        const char *field, *words;
    } phrases[] = {{"wrench_on=", "the wrench on object "},
                   {"wrench_frame=", "the wrench in the frame of the "},
                   {"quaternion=", "quaternions in the order "},
                   {"units=", "units "}};
    size_t used = 0;
    text[0] = '\0';
    for (const char *at = suggestion; *at && used < size; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " "), value = strcspn(at, "=") + 1;
        for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++)
            if (strncmp(at, phrases[i].field, value) == 0)
                used += (size_t)snprintf(text + used, size - used, "%s%s%.*s", used ? ", " : "", phrases[i].words,
                                         (int)(length - value), at + value);
        at += length;
    }
}

static void say_suggestion(routh_findings_writer *writer, const routh_reading_evidence *e) {
    char words[4 * ROUTH_LABEL_SIZE];
    put_in_words(e->suggestion, words, sizeof words);
    if (e->drawn_error < 1.5 * e->best.error) {
        routh_findings_add(writer, ROUTH_WRONG, "convention", "With %s it fits: %.1f %% stays unexplained.", words,
                           100 * e->best.error);
        return;
    }
    routh_findings_add(writer, ROUTH_WRONG, "convention",
                       "With %s %.1f %% stays unexplained, %.0f times less than now (%.0f %%).", words,
                       100 * e->best.error, e->drawn_error / fmax(e->best.error, 1e-3), 100 * e->drawn_error);
}

/* All that would have to be meant otherwise; units are the last. */
static void keep_suggestion(const routh_reading_evidence *e, char suggestion[ROUTH_LABEL_SIZE]) {
    memcpy(suggestion, e->suggestion, ROUTH_LABEL_SIZE);
    const size_t used = strlen(suggestion);
    if (e->time_unit)
        snprintf(suggestion + used, ROUTH_LABEL_SIZE - used, "%s%s",
                 strstr(suggestion, "units=") ? ","
                 : used                       ? " units="
                                              : "units=",
                 e->time_unit);
}

/* What was done to the recording before anything was computed. */
static void say_recording(routh_findings_writer *writer, const routh_insertion *insertion) {
    char number[ROUTH_NUMBER_TEXT];
    if (insertion->twist_window > 0)
        routh_findings_add(writer, ROUTH_NOTE, "velocities",
                           "Velocities: from poses, by parabolas over a window of %s s.",
                           routh_number_text(insertion->twist_window, 3, number));
    if (insertion->gaps.count) {
        const double length = insertion->sample[insertion->count - 1].time - insertion->sample[0].time;
        routh_findings_add(
            writer, ROUTH_NOTE, "gaps",
            "%zu %s in time; the longest is %.3g s, from %.4g s on. Filters do not reach across: %zu of %.0f "
            "instants are left.",
            insertion->gaps.count, insertion->gaps.count == 1 ? "gap" : "gaps", insertion->gaps.longest,
            insertion->gaps.start, insertion->count, length * insertion->rate + 1);
    }
}

static void say_velocities(routh_findings_writer *writer, const routh_reading_evidence *e) {
    if (e->velocity_mismatch > most_mismatch)
        routh_findings_add(
            writer, ROUTH_WARNING, "velocities",
            "Recorded velocities differ from those of the poses by %.0f %%: check their axes and units, or derive "
            "them from the poses (velocity_window).",
            100 * e->velocity_mismatch);
}

/* Displaced parts may explain what parts as drawn do not. */
static void say_open(routh_findings_writer *writer, const routh_reading_evidence *e) {
    if (e->own.contacts == 0)
        routh_findings_add(
            writer, ROUTH_WARNING, "fit",
            "Cannot be judged with the parts as drawn: no instant has a contact, but with parts displaced within "
            "their deviations some have. Check the reference pose and the offset.");
    else
        routh_findings_add(
            writer, ROUTH_WARNING, "fit",
            "Cannot be judged with the parts as drawn: %.0f %% of the wrench stays unexplained, and parts "
            "displaced within their deviations can leave %.0f %%. A fit with displaced parts judges it.",
            100 * e->own.error, 100 * e->reach);
}

static void say_verdict(routh_findings_writer *writer, const routh_reading_evidence *e, bool open) {
    if (open)
        say_open(writer, e);
    else
        routh_findings_add(writer, ROUTH_FINE, "fit", "Fits: %.1f %% of the wrench stays unexplained.",
                           100 * e->own.error);
}

static void speak(routh_findings_writer *writer, const routh_reading_evidence *e, routh_insertion_check *check) {
    const bool open = routh_reading_is_open(e);
    const bool sound =
        (open || routh_reading_is_plausible(&e->own, e->fitted)) && e->own.turn <= most_turn && !e->time_unit;
    check->fits = sound && !e->suggestion[0];
    if (!check->fits && sound)
        routh_findings_add(
            writer, ROUTH_WRONG, "fit",
            "Does not fit: %.0f %% of the wrench stays unexplained, and much less if the recording is meant otherwise.",
            100 * e->own.error);
    else if (!check->fits)
        say_wrong(writer, e);
    if (check->fits && say_force(writer, e))
        check->fits = false;
    if (check->fits)
        say_verdict(writer, e, open);
    if (e->suggestion[0])
        say_suggestion(writer, e);
    say_velocities(writer, e);
    say_recording(writer, e->insertion);
}

routh_status routh_check_words(routh_context *context, const routh_reading_evidence *evidence,
                               routh_insertion_check *check) {
    routh_findings_writer writer = {.context = context, .findings = &check->findings};
    check->wrench_error = evidence->own.error;
    check->stiffness = evidence->own.stiffness;
    check->depth = evidence->own.deepest;
    check->turn = evidence->own.turn;
    check->other_error = evidence->suggestion[0] ? evidence->best.error : NAN;
    keep_suggestion(evidence, check->suggestion);
    ROUTH_C_LOCALE(context);
    speak(&writer, evidence, check);
    return writer.status;
}
