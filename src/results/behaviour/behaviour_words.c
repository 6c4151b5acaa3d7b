/* What a behaviour amounts to, in sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "behaviour/behaviour.h"

/* What is said of the errors of laws: which are alike, whether one explains the impacts, whether too few were judged. */

/* Mean errors of laws that differ by less than this share, or than this, are alike. */
static const double alike_share = 0.1, alike_error = 1e-4;

/* A law whose error is below this, or below twice that of any rigid law, explains the impacts. */
static const double explains = 0.01;

bool routh_behaviour_is_few(const routh_behaviour *b) {
    return 4 * b->count < b->contacts;
}

bool routh_behaviour_is_explained(const routh_behaviour *b) {
    return b->best < b->law_count && b->law[b->best].error <= fmax(explains, 2 * b->bound);
}

bool routh_behaviour_is_alike(const routh_behaviour *b, size_t law) {
    double least = INFINITY;
    for (size_t l = 0; l < b->law_count; l++)
        least = fmin(least, b->law[l].error);
    return b->law[law].error <= least * (1 + alike_share) + alike_error;
}

/* What a behaviour amounts to, in sentences. The first is the verdict. */

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

/* `REASONS`: room for all reasons to leave contacts out. */
enum { TEXT = 256, REASONS = 1536 };

/* "12.34 %", as tables have it */
static const char *share_of(double error, char text[TEXT]) {
    snprintf(text, TEXT,
             error < exact  ? "less than %.4f %%"
             : error < 1e-4 ? "%.2g %%"
                            : "%.2f %%",
             100 * fmax(error, exact));
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

/* The line shows it, and so do its ends in the table. */
static bool speed_matters(const routh_behaviour *b) {
    if (!(fabs(b->eps_slope) > 3 * b->eps_slope_error) || b->bin_count < 2)
        return false;
    const double change = b->bin[b->bin_count - 1].eps - b->bin[0].eps;
    return fabs(b->eps_slope) * log(b->speed[1] / b->speed[0]) > changes && b->eps_slope * change > 0;
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

/* "contacts last 72 ms and sink in 3.1 mm" */
static const char *softness_of(const routh_behaviour *b, char text[TEXT]) {
    snprintf(text, TEXT, "contacts last %.3g ms and sink in %.2g mm", 1e3 * b->lasted, 1e3 * b->depth);
    return text;
}

static void say_nothing(routh_findings_writer *s, const routh_behaviour *b) {
    if (b->contacts > 0 && b->untouched == b->contacts)
        routh_findings_add(s, ROUTH_NOT_DETERMINED, "verdict",
                           "No throw touches anything: there is nothing to judge. The ground must be z = 0.");
    else
        routh_findings_add(s, ROUTH_NOT_DETERMINED, "verdict",
                           "No impact of a single point between two free flights: there is nothing to judge.");
}

static void say_gains(routh_findings_writer *s, const routh_behaviour *b) {
    char times[32];
    snprintf(times, sizeof times, b->worst_gain < 10 ? "%.2g" : "%.0f", b->worst_gain);
    routh_findings_measured(
        s, ROUTH_WRONG, "verdict", (routh_finding_numbers){0, b->worst_gain, NAN, "1"},
        "It gains energy in %zu of %zu impacts, up to %s times what there was: it follows no law. The "
        "step is too long for its contacts, or they are too stiff.",
        b->gains, b->count, times);
}

static void say_undescribed(routh_findings_writer *s, const routh_behaviour *b) {
    char law[TEXT], rigid[TEXT], soft[TEXT], few[TEXT] = "";
    const routh_behaviour_law *best = &b->law[b->best];
    if (routh_behaviour_is_few(b))
        snprintf(few, sizeof few, " Only %zu of %zu %s could be judged.", b->count, b->contacts,
                 b->step > 0 ? "throws" : "contacts");
    routh_findings_measured(
        s, ROUTH_WRONG, "verdict", (routh_finding_numbers){b->bound, best->error, NAN, "1"},
        "No rigid law describes it: %s%sthe nearest law, %s, misses the velocity after an impact by %s, "
        "and the best rigid impulse by %s.%s",
        b->lasted > 0 ? softness_of(b, soft) : "", b->lasted > 0 ? "; " : "", best->name, share_of(best->error, law),
        share_of(b->bound, rigid), few);
}

static void say_law(routh_findings_writer *s, const routh_behaviour *b) {
    char text[TEXT], error[TEXT], rigid[TEXT], few[TEXT] = "", which[64] = "";
    const routh_behaviour_law *law = &b->law[b->best];
    if (routh_behaviour_is_few(b))
        snprintf(few, sizeof few, "Only %zu of %zu %s could be judged. In these ", b->count, b->contacts,
                 b->step > 0 ? "throws" : "contacts");
    if (law->has_restitution) /* that of its own ε; which one the impacts keep is another finding */
        snprintf(which, sizeof which, ", with %s restitution", kind_of(law->restitution));
    routh_findings_measured(
        s, routh_behaviour_is_explained(b) && !few[0] ? ROUTH_NOTE : ROUTH_WARNING, "verdict",
        (routh_finding_numbers){b->bound, law->error, NAN, "1"},
        "%s behaves like %s%s: %s. That misses the velocity after an impact by %s; the best rigid impulse misses it by "
        "%s.",
        few[0] ? strcat(few, "it") : "It", law->name, which, parameters_of(law, text), share_of(law->error, error),
        share_of(b->bound, rigid));
}

static void say_verdict(routh_findings_writer *s, const routh_behaviour *b) {
    char text[TEXT];
    if (b->count == 0) {
        say_nothing(s, b);
        return;
    }
    if (b->best == b->law_count) {
        char why[64] = "they end at rest, and errors are relative to the speed after";
        if (b->count < ROUTH_BEHAVIOUR_FEWEST)
            snprintf(why, sizeof why, "there must be %d or more", ROUTH_BEHAVIOUR_FEWEST);
        routh_findings_add(s, ROUTH_NOT_DETERMINED, "verdict",
                           "%zu impact%s: restitution is %.3f. Laws cannot be compared: %s.", b->count,
                           b->count == 1 ? "" : "s", b->eps_mean, why);
        return;
    }
    if (2 * b->gains > b->count) {
        say_gains(s, b);
        return;
    }
    if (!b->described) {
        say_undescribed(s, b);
        return;
    }
    say_law(s, b);
    if (b->alike > 1)
        routh_findings_add(s, ROUTH_NOT_DETERMINED, "law", "These impacts do not distinguish: %s.", laws_of(b, text));
    if (!routh_behaviour_is_explained(b) && b->bound < exact)
        routh_findings_add(s, ROUTH_WARNING, "law",
                           "Its impacts are exactly rigid, yet no law compared explains them.");
    else if (!routh_behaviour_is_explained(b))
        routh_findings_add(
            s, ROUTH_WARNING, "law",
            "No law compared explains it: the nearest one is off by %.1f times as much as a rigid impulse could be.",
            b->law[b->best].error / b->bound);
    if (b->bound > rigid_enough)
        routh_findings_add(
            s, ROUTH_WARNING, "law",
            "It is not rigid: even the best impulse at the contact point misses the velocity after by %s. "
            "The contact lasts, or touches at several points, or the body's mass, inertia or shape is another.",
            share_of(b->bound, text));
}

static void say_restitution(routh_findings_writer *s, const routh_behaviour *b) {
    char text[TEXT];
    if (b->count == 0 || !isfinite(b->eps_scatter))
        return;
    if (speed_matters(b)) {
        const routh_behaviour_bin *slow = &b->bin[0], *fast = &b->bin[b->bin_count - 1];
        routh_findings_measured(
            s, ROUTH_NOTE, "restitution", (routh_finding_numbers){NAN, b->eps_slope, b->eps_slope_error, "1"},
            "Restitution (%s) %s with speed: %.3f at %.2g m/s, %.3f at %.2g m/s; single impacts scatter by %.2g.",
            kind_of(b->curve), b->eps_slope < 0 ? "falls" : "rises", slow->eps, slow->speed, fast->eps, fast->speed,
            b->eps_scatter);
    } else
        routh_findings_measured(
            s, ROUTH_NOTE, "restitution", (routh_finding_numbers){NAN, b->eps_mean, b->eps_scatter, "1"},
            "Restitution (%s) is %.3f in the median, from %.2g to %.2g m/s; single impacts scatter by %.2g.",
            kind_of(b->curve), b->eps_mean, b->speed[0], b->speed[1], b->eps_scatter);
    if (2 * b->count < b->contacts)
        routh_findings_add(
            s, ROUTH_NOT_DETERMINED, "restitution",
            "Whether it changes with speed is not said: %zu of %zu %s are left out, and those that are judged, with "
            "one point that touches between two free flights, need not be like them.",
            b->contacts - b->count, b->contacts, b->step > 0 ? "throws" : "contacts");
    else if (!isfinite(b->eps_at_1) && b->bin_count > 1)
        routh_findings_add(s, ROUTH_NOTE, "restitution",
                           "Its medians over speed lie on no line over the logarithm of speed: the table has them.");
    if (b->has_kind && b->scatter[b->kind] <= b->scatter[b->curve])
        routh_findings_add(s, ROUTH_NOTE, "restitution", "It keeps %s restitution. From impact to impact %s.",
                           kind_of(b->kind), scatters_of(b, text));
    else if (!b->has_kind)
        routh_findings_add(s, ROUTH_NOT_DETERMINED, "restitution",
                           "These impacts do not distinguish Newton's, Poisson's and energetic restitution.");
}

static void say_friction(routh_findings_writer *s, const routh_behaviour *b) {
    if (b->slipping == 0) {
        if (b->count > 0)
            routh_findings_measured(
                s, ROUTH_NOT_DETERMINED, "friction", (routh_finding_numbers){NAN, b->mu_least, NAN, "1"},
                "No impact slips all the way: friction is at least %.3f, the largest ratio of impulses.", b->mu_least);
        return;
    }
    if (b->slipping == 1) {
        routh_findings_measured(
            s, ROUTH_NOTE, "friction", (routh_finding_numbers){NAN, b->mu, NAN, "1"},
            "In the one impact that slips all the way, the impulse of friction is %.3f of the normal one.", b->mu);
        return;
    }
    const bool one = b->mu_high - b->mu_low <= one_friction * b->mu;
    if (isfinite(b->mu_direction[0]))
        routh_findings_measured(
            s, ROUTH_NOTE, "friction", (routh_finding_numbers){NAN, b->mu_direction[1], NAN, "1"},
            "Friction depends on the direction of slip, as that of a pyramid does: from %.3f to %.3f.",
            b->mu_direction[0], b->mu_direction[1]);
    routh_findings_measured(
        s, one ? ROUTH_FINE : ROUTH_NOTE, "friction", (routh_finding_numbers){NAN, b->mu, NAN, "1"},
        "Of %zu impacts that slip all the way, the impulse of friction is %.3f of the normal one; half of them "
        "are within %.3f … %.3f.",
        b->slipping, b->mu, b->mu_low, b->mu_high);
    if (isfinite(b->mu_power) && fabs(b->mu_power - 1) > fmax(0.05, 3 * b->mu_power_error))
        routh_findings_measured(
            s, ROUTH_WARNING, "friction", (routh_finding_numbers){1, b->mu_power, b->mu_power_error, "1"},
            "Friction does not scale with the normal impulse: it grows with its power %.2f ± %.2f; Coulomb's "
            "has 1.",
            b->mu_power, 2 * b->mu_power_error);
}

static void say_energy(routh_findings_writer *s, const routh_behaviour *b) {
    char gain[TEXT];
    if (b->count == 0)
        return;
    if (b->gains == 0)
        routh_findings_add(s, ROUTH_FINE, "energy", "No impact gains energy.");
    else if (b->gains == 1)
        routh_findings_measured(s, ROUTH_WRONG, "energy", (routh_finding_numbers){0, b->worst_gain, NAN, "1"},
                                "One impact of %zu gains energy: %s, at %.2g m/s.", b->count,
                                share_of(b->worst_gain, gain), b->worst_speed);
    else
        routh_findings_measured(s, ROUTH_WRONG, "energy", (routh_finding_numbers){0, b->worst_gain, NAN, "1"},
                                "%zu of %zu impacts gain energy, at %.2g … %.2g m/s; the worst gains %s, at %.2g m/s.",
                                b->gains, b->count, b->gain_speed[0], b->gain_speed[1], share_of(b->worst_gain, gain),
                                b->worst_speed);
}

static void say_softness(routh_findings_writer *s, const routh_behaviour *b) {
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
    routh_findings_measured(s, ROUTH_NOTE, "duration", (routh_finding_numbers){NAN, b->lasted, NAN, "s"},
                            "Contacts last %.3g ms%s and sink in %.2g mm, at most %.2g mm%s.", 1e3 * b->lasted, steps,
                            1e3 * b->depth, 1e3 * b->depth_most, over);
    if (b->turned > turns)
        routh_findings_measured(
            s, ROUTH_WARNING, "duration", (routh_finding_numbers){NAN, b->turned, NAN, "rad"},
            "The body turns by %.2g° in a contact, so that its lever changes: rigid laws, which know no time, "
            "cannot be exact.",
            b->turned * 180 / ROUTH_PI);
}

/* "3: two corners touch at once; 2: …"; returns how many reasons that is, which may be more than contacts. */
static size_t reasons_of(const routh_behaviour *b, char text[REASONS]) {
    size_t length = 0, sum = 0;
    text[0] = '\0';
    for (int r = 0; r < ROUTH_REASON_COUNT; r++)
        if (b->rejected[r] > 0 && length + TEXT < REASONS) {
            length += (size_t)snprintf(text + length, TEXT, "%s%zu: %s", length > 0 ? "; " : "", b->rejected[r],
                                       routh_about(&routh_reasons, r));
            sum += b->rejected[r];
        }
    return sum;
}

/* "3 with several points that touch, 1 that touches nothing": those that there are. */
static const char *lost_of(const routh_behaviour *b, char text[TEXT]) {
    const struct {
        size_t count;
        const char *what;
    } part[] = {{b->several, "with several points that touch"},
                {b->unended, "with a contact that does not end"},
                {b->untouched, "without a contact (the ground must be z = 0)"}};
    size_t length = 0;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (part[i].count > 0)
            length += (size_t)snprintf(text + length, TEXT - length, "%s%zu %s", length > 0 ? ", " : "", part[i].count,
                                       part[i].what);
    return text;
}

static void say_left_out(routh_findings_writer *s, const routh_behaviour *b) {
    char reasons[REASONS], text[TEXT] = "";
    const size_t sum = reasons_of(b, reasons), lost = b->several + b->unended + b->untouched;
    const size_t out = b->contacts > b->count ? b->contacts - b->count : 0;
    if (sum > 0 && out > 0)
        routh_findings_add(s, ROUTH_NOTE, "impacts", "Of %zu contact%s %zu %s left out%s. %s.", b->contacts,
                           b->contacts == 1 ? "" : "s", out, out == 1 ? "is" : "are",
                           sum > out ? ", some for more than one reason" : "", reasons);
    if (lost > 0)
        routh_findings_add(s, ROUTH_NOTE, "impacts", "Of %zu throw%s %zu %s left out: %s.", b->contacts,
                           b->contacts == 1 ? "" : "s", lost, lost == 1 ? "is" : "are", lost_of(b, text));
    if (b->elsewhere > 0)
        routh_findings_add(
            s, ROUTH_WARNING, "impacts",
            "%zu of %zu impacts are not at z = 0, where the ground must be: their speeds are not those asked for.",
            b->elsewhere, b->count);
}

static void say_stepped(routh_findings_writer *s, const routh_behaviour *b) {
    if (b->space && b->law_count > 0)
        routh_findings_add(
            s, ROUTH_NOTE, "law",
            "The laws called stepped are what simulators solve at the end of a time step: Newton's restitution, "
            "and friction against the slip after the impact, in a round cone (stepped), along and across the slip "
            "each within its own bound (stepped-pyramid), or along it only (stepped-line).");
}

routh_status routh_behaviour_say(routh_context *context, routh_behaviour *behaviour) {
    routh_findings_writer s = {context, &behaviour->findings, ROUTH_OK};
    say_verdict(&s, behaviour);
    say_restitution(&s, behaviour);
    say_friction(&s, behaviour);
    say_energy(&s, behaviour);
    say_softness(&s, behaviour);
    say_left_out(&s, behaviour);
    say_stepped(&s, behaviour);
    return s.status;
}
