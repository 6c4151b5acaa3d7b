/* What a behaviour amounts to, in sentences. The first is the verdict.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/constants.h"
#include "base/findings.h"
#include "behaviour/behaviour.h"

/* A rigid impulse that misses more than this leaves something to be said. */
static const double rigid_enough = 0.01;

/* Restitution changes with speed if it does by more than this over the range, and by more than three standard errors. */
static const double changes = 0.01;

/* Coulomb's friction: quartiles of P_t/P_n within this share of their median. */
static const double one_friction = 0.02;

/* What turns by more during a contact has another lever at its end, rad. */
static const double turns = 0.05;

/* Velocities after an impact that miss by less are the same, but for rounding. */
static const double exact = 1e-6;

enum { TEXT = 256 };

/* "0.12 %" */
static const char *share_of(double error, char text[TEXT]) {
    snprintf(text, TEXT, error < exact ? "less than %.4f %%" : "%.2g %%", 100 * fmax(error, exact));
    return text;
}

/* "μ 0.242, ε 0.602" */
static const char *parameters_of(const routh_behaviour_law *law, char text[TEXT]) {
    size_t length = 0;
    text[0] = '\0';
    for (int d = 0; d < law->parameter_count; d++)
        length += (size_t)snprintf(text + length, TEXT - length, "%s%s %.3f", d > 0 ? ", " : "",
                                   law->parameter[d].symbol, law->value[d]);
    return text;
}

/* "ap-newton", or all laws that are as good. */
static const char *laws_of(const routh_behaviour *b, char text[TEXT]) {
    size_t length = (size_t)snprintf(text, TEXT, "%s", b->law[b->best].name);
    for (size_t l = 0; l < b->law_count; l++)
        if (l != b->best && routh_behaviour_is_alike(b, l) && length + 40 < TEXT)
            length += (size_t)snprintf(text + length, TEXT - length, ", %s", b->law[l].name);
    return text;
}

static bool speed_matters(const routh_behaviour *b) {
    return fabs(b->eps_slope) > 3 * b->eps_slope_error && fabs(b->eps_slope) * log(b->speed[1] / b->speed[0]) > changes;
}

static const char *kind_of(routh_restitution kind) {
    return kind == ROUTH_ENERGETIC ? "energetic" : kind == ROUTH_NEWTON ? "Newton's" : "Poisson's";
}

/* "Newton's scatters by 0.01, Poisson's by 0.02": those that impacts have. */
static const char *scatters_of(const routh_behaviour *b, char text[TEXT]) {
    size_t length = 0;
    text[0] = '\0';
    for (int k = 0; k < ROUTH_RESTITUTIONS; k++)
        if (isfinite(b->scatter[k]))
            length += (size_t)snprintf(text + length, TEXT - length, "%s%s%s by %.2g", length > 0 ? ", " : "",
                                       k == ROUTH_ENERGETIC ? "the energetic one" : kind_of((routh_restitution)k),
                                       length > 0 ? "" : " scatters", b->scatter[k]);
    return text;
}

static void say_verdict(routh_speech *s, const routh_behaviour *b) {
    char text[TEXT], laws[TEXT], rigid[TEXT];
    if (b->count == 0) {
        routh_say(s, ROUTH_NOT_DETERMINED, "verdict",
                  "No impact of a single point between two free flights: there is nothing to judge.");
        return;
    }
    if (b->best == b->law_count) {
        char why[64] = "they end at rest, and errors are relative to the speed after";
        if (b->count < ROUTH_BEHAVIOUR_FEWEST)
            snprintf(why, sizeof why, "there must be %d or more", ROUTH_BEHAVIOUR_FEWEST);
        routh_say(s, ROUTH_NOT_DETERMINED, "verdict", "%zu impact%s: restitution is %.3f. Laws cannot be compared: %s.",
                  b->count, b->count == 1 ? "" : "s", b->eps_mean, why);
        return;
    }
    if (2 * b->gains > b->count) {
        routh_find_out(s, ROUTH_WRONG, "verdict", (routh_finding_numbers){0, b->worst_gain, NAN, "1"},
                       "It gains energy in %zu of %zu impacts, up to %.2g times what there was: it follows no law. The "
                       "step is too long for its contacts, or they are too stiff.",
                       b->gains, b->count, b->worst_gain);
        return;
    }
    const routh_behaviour_law *law = &b->law[b->best];
    char which[64] = "";
    if (law->has_restitution) /* that of its own ε; which one the impacts keep is another finding */
        snprintf(which, sizeof which, ", with %s restitution", kind_of(law->restitution));
    routh_find_out(s, routh_behaviour_is_explained(b) ? ROUTH_NOTE : ROUTH_WARNING, "verdict",
                   (routh_finding_numbers){b->bound, law->error, NAN, "1"},
                   "It behaves like %s%s: %s. That misses the velocity after an impact by %s; the best rigid impulse "
                   "misses it by %s.",
                   law->name, which, parameters_of(law, text), share_of(law->error, laws), share_of(b->bound, rigid));
    if (b->alike > 1)
        routh_say(s, ROUTH_NOT_DETERMINED, "law", "These impacts do not distinguish: %s.", laws_of(b, laws));
    if (!routh_behaviour_is_explained(b) && b->bound < exact)
        routh_say(s, ROUTH_WARNING, "law", "Its impacts are exactly rigid, yet no law compared explains them.");
    else if (!routh_behaviour_is_explained(b))
        routh_say(
            s, ROUTH_WARNING, "law",
            "No law compared explains it: the nearest one is off by %.1f times as much as a rigid impulse could be.",
            law->error / b->bound);
    if (b->bound > rigid_enough)
        routh_say(s, ROUTH_WARNING, "law",
                  "It is not rigid: even the best impulse at the contact point misses the velocity after by %.2g %%. "
                  "The contact lasts, or touches at several points, or the body's mass, inertia or shape is another.",
                  100 * b->bound);
}

static void say_restitution(routh_speech *s, const routh_behaviour *b) {
    char text[TEXT];
    if (!isfinite(b->eps_at_1))
        return;
    if (speed_matters(b))
        routh_find_out(
            s, ROUTH_NOTE, "restitution", (routh_finding_numbers){NAN, b->eps_slope, b->eps_slope_error, "1"},
            "Restitution (%s) %s with speed: %.3f at %.2g m/s, %.3f at %.2g m/s; single impacts scatter by %.2g.",
            kind_of(b->curve), b->eps_slope < 0 ? "falls" : "rises", b->eps_at_1 + b->eps_slope * log(b->speed[0]),
            b->speed[0], b->eps_at_1 + b->eps_slope * log(b->speed[1]), b->speed[1], b->eps_scatter);
    else
        routh_find_out(s, ROUTH_NOTE, "restitution", (routh_finding_numbers){NAN, b->eps_mean, b->eps_scatter, "1"},
                       "Restitution (%s) is %.3f from %.2g to %.2g m/s; single impacts scatter by %.2g.",
                       kind_of(b->curve), b->eps_mean, b->speed[0], b->speed[1], b->eps_scatter);
    if (b->has_kind && b->scatter[b->kind] <= b->scatter[b->curve])
        routh_say(s, ROUTH_NOTE, "restitution", "It keeps %s restitution. From impact to impact %s.", kind_of(b->kind),
                  scatters_of(b, text));
    else if (!b->has_kind)
        routh_say(s, ROUTH_NOT_DETERMINED, "restitution",
                  "These impacts do not distinguish Newton's, Poisson's and energetic restitution.");
}

static void say_friction(routh_speech *s, const routh_behaviour *b) {
    if (b->slipping == 0) {
        if (b->count > 0)
            routh_find_out(s, ROUTH_NOT_DETERMINED, "friction", (routh_finding_numbers){NAN, b->mu_least, NAN, "1"},
                           "No impact slips all the way: friction is at least %.3f, the largest ratio of impulses.",
                           b->mu_least);
        return;
    }
    if (b->slipping == 1) {
        routh_find_out(s, ROUTH_NOTE, "friction", (routh_finding_numbers){NAN, b->mu, NAN, "1"},
                       "In the one impact that slips all the way, the impulse of friction is %.3f of the normal one.",
                       b->mu);
        return;
    }
    const bool one = b->mu_high - b->mu_low <= one_friction * b->mu;
    routh_find_out(
        s, one ? ROUTH_FINE : ROUTH_NOTE, "friction", (routh_finding_numbers){NAN, b->mu, NAN, "1"},
        "Of %zu impacts that slip all the way, the impulse of friction is %.3f of the normal one; half of them "
        "are within %.3f … %.3f.",
        b->slipping, b->mu, b->mu_low, b->mu_high);
    if (isfinite(b->mu_power) && fabs(b->mu_power - 1) > fmax(0.05, 3 * b->mu_power_error))
        routh_find_out(
            s, ROUTH_WARNING, "friction", (routh_finding_numbers){1, b->mu_power, b->mu_power_error, "1"},
            "Friction does not scale with the normal impulse: it grows with its power %.2f ± %.2f; Coulomb's "
            "has 1.",
            b->mu_power, 2 * b->mu_power_error);
}

static void say_energy(routh_speech *s, const routh_behaviour *b) {
    if (b->count == 0)
        return;
    if (b->gains == 0)
        routh_say(s, ROUTH_FINE, "energy", "No impact gains energy.");
    else if (b->gains == 1)
        routh_find_out(s, ROUTH_WRONG, "energy", (routh_finding_numbers){0, b->worst_gain, NAN, "1"},
                       "One impact of %zu gains energy: %.2g %%, at %.2g m/s.", b->count, 100 * b->worst_gain,
                       b->worst_speed);
    else
        routh_find_out(s, ROUTH_WRONG, "energy", (routh_finding_numbers){0, b->worst_gain, NAN, "1"},
                       "%zu of %zu impacts gain energy, at %.2g … %.2g m/s; the worst gains %.2g %%, at %.2g m/s.",
                       b->gains, b->count, b->gain_speed[0], b->gain_speed[1], 100 * b->worst_gain, b->worst_speed);
}

static void say_softness(routh_speech *s, const routh_behaviour *b) {
    if (b->count == 0 || !(b->lasted > 0))
        return;
    const routh_behaviour_bin *slow = &b->bin[0], *fast = &b->bin[b->bin_count - 1];
    char steps[64] = "", over[TEXT] = "";
    if (b->step > 0 && b->lasted < 1.005 * b->step)
        snprintf(steps, sizeof steps, " (one step)");
    else if (b->step > 0)
        snprintf(steps, sizeof steps, " (%.3g steps)", b->lasted / b->step);
    if (b->bin_count > 1)
        snprintf(over, sizeof over, "; %.3g ms and %.2g mm at %.2g m/s, %.3g ms and %.2g mm at %.2g m/s",
                 1e3 * slow->lasted, 1e3 * slow->depth, slow->speed, 1e3 * fast->lasted, 1e3 * fast->depth,
                 fast->speed);
    routh_find_out(s, ROUTH_NOTE, "duration", (routh_finding_numbers){NAN, b->lasted, NAN, "s"},
                   "Contacts last %.3g ms%s and sink in %.2g mm, at most %.2g mm%s.", 1e3 * b->lasted, steps,
                   1e3 * b->depth, 1e3 * b->depth_most, over);
    if (b->turned > turns)
        routh_find_out(
            s, ROUTH_WARNING, "duration", (routh_finding_numbers){NAN, b->turned, NAN, "rad"},
            "The body turns by %.2g° in a contact, so that its lever changes: rigid laws, which know no time, "
            "cannot be exact.",
            b->turned * 180 / ROUTH_PI);
}

static void say_left_out(routh_speech *s, const routh_behaviour *b) {
    char text[ROUTH_REJECTED_TEXT];
    routh_rejected_text(b->rejected, text);
    const size_t lost = b->several + b->unended + b->untouched;
    if (text[0] != '\0' && b->contacts > b->count)
        routh_say(s, ROUTH_NOTE, "impacts", "Of %zu contact%s %zu %s left out: %s.", b->contacts,
                  b->contacts == 1 ? "" : "s", b->contacts - b->count, b->contacts - b->count == 1 ? "is" : "are",
                  text);
    if (lost > 0)
        routh_say(
            s, ROUTH_NOTE, "impacts",
            "Of %zu throw%s %zu %s left out: %zu with several points that touch, %zu with a contact that does not "
            "end, %zu with none.",
            b->contacts, b->contacts == 1 ? "" : "s", lost, lost == 1 ? "is" : "are", b->several, b->unended,
            b->untouched);
}

routh_status routh_behaviour_say(routh_context *context, routh_behaviour *behaviour) {
    routh_speech s = {context, &behaviour->findings, ROUTH_OK};
    say_verdict(&s, behaviour);
    say_restitution(&s, behaviour);
    say_friction(&s, behaviour);
    say_energy(&s, behaviour);
    say_softness(&s, behaviour);
    say_left_out(&s, behaviour);
    return s.status;
}
