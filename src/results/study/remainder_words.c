/* What the best law leaves, in sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "study/internal.h"

static const char *name_of(const char *parameter) {
    return strcmp(parameter, "eps") == 0 ? "restitution" : strcmp(parameter, "mu") == 0 ? "friction" : parameter;
}

/* "speed of approach" for vn; a column of the recording as it is called there. */
static const char *quantity_in_words(const char *quantity, char text[ROUTH_NAME_SIZE]) {
    static const char *const known[][2] = {
        {"vn", "the speed of approach"},       {"|vt|", "the speed of slip"},   {"vt", "the slip"},
        {"order", "the order of the file"},    {"x", "where it lands (x)"},     {"omega", "the spin"},
        {"|omega|", "the size of the spin"},   {"theta", "the orientation"},    {"2theta", "the orientation"},
        {"vx", "the horizontal velocity"},     {"vy", "the vertical velocity"}, {"y", "the height of the centre"},
        {"momentum", "the incident momentum"}, {"speed", "the speed"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(quantity, known[i][0]) == 0)
            return known[i][1];
    snprintf(text, ROUTH_NAME_SIZE, "%s", quantity);
    return text;
}

/* Which relation it is: what it may come from, beside what depends on what. */
static void say_relation(const routh_frame_study *f, routh_findings_writer *words) {
    const routh_law_study *s = &f->law[f->best];
    const routh_remainder *rest = &f->remainder;
    const int j = routh_law_parameter(s->law, rest->parameter);
    const bool falls = strcmp(rest->quantity, "vn") == 0; /* is negative: the least is the fastest */
    char text[ROUTH_NAME_SIZE], halves[96] = "";
    const char *quantity = quantity_in_words(rest->quantity, text);
    if (j >= 0)
        snprintf(halves, sizeof halves,
                 "; %s = %.3f in the half of the impacts with the least and %.3f with the greatest",
                 s->law->parameter[j].symbol, (falls ? rest->high : rest->low)[j], (falls ? rest->low : rest->high)[j]);
    const bool order = strcmp(rest->quantity, "order") == 0, place = strcmp(rest->quantity, "x") == 0;
    if (strcmp(rest->parameter, "couple") == 0)
        routh_findings_add(words, ROUTH_WARNING, "misfit",
                           "What %s leaves is more than noise: a couple acts at the contact, related to %s, as rolling "
                           "resistance or a soft contact makes it (%.1f standard errors, p = %.3f).",
                           s->law->title, quantity, rest->strength, rest->chance);
    else if (strcmp(rest->parameter, "lever") == 0)
        routh_findings_add(
            words, ROUTH_WARNING, "misfit",
            "What %s leaves is more than noise: impulses act beside the stated contact points%s%s, so shape, "
            "centre of mass or angle is off (%.1f standard errors, p = %.3f).",
            s->law->title, *quantity ? ", by an amount related to " : "", quantity, rest->strength, rest->chance);
    else
        routh_findings_add(
            words, ROUTH_WARNING, "misfit",
            "What %s leaves is more than noise: %s is related to %s%s (%.1f standard errors, p = %.3f)%s.",
            s->law->title, name_of(rest->parameter), quantity, halves, rest->strength, rest->chance,
            order   ? ". It drifts: did the surface, the body or the set-up change on the way"
            : place ? ". Are there two surfaces in one recording"
                    : "");
}

void routh_findings_add_remainder(const routh_frame_study *f, routh_findings_writer *words) {
    const routh_law_study *s = &f->law[f->best];
    const routh_remainder *rest = &f->remainder;
    if (rest->count == 0)
        return;
    if (rest->found)
        say_relation(f, words);
    else
        routh_findings_add(
            words, ROUTH_FINE, "misfit",
            "What %s leaves is related to nothing recorded by more than noise is: of %zu relations, tested "
            "together, the strongest has p = %.2f.",
            s->law->title, rest->relations, rest->chance);
    if (routh_is_outdone(rest))
        routh_findings_add(words, ROUTH_NOTE, "misfit",
                           "%s has this relation: with it the held-out error is %.3f instead of %.3f, a gain of %.3f ± "
                           "%.3f impact by impact.",
                           rest->law->name, rest->error, s->error_mean, rest->gain, rest->gain_se);
    if (rest->mirrored > 0)
        routh_findings_add(
            words, ROUTH_WRONG, "misfit",
            "%zu of %zu impacts obey the identity of a point contact only when read in the frame %s, the "
            "others as they are: two conventions are mixed in one recording.",
            rest->mirrored, rest->count, routh_name(&routh_frames, (int)rest->mirror));
    const int mu = routh_law_parameter(s->law, "mu"), eps = routh_law_parameter(s->law, "eps");
    if (rest->mixed > 0 && mu >= 0)
        routh_findings_add(
            words, ROUTH_WRONG, "misfit",
            "%s, %.0f %% of one and %.0f %% of the other: with μ = %.3f and %s = %.3f, or μ = %.3f and %s = %.3f, each "
            "chosen for its impacts, the error falls to %.3f. %s",
            rest->found ? "Two kinds of impact would explain the recording better, too"
                        : "Two kinds of impact are mixed",
            100 * rest->mixed, 100 * (1 - rest->mixed), rest->low[mu], s->law->parameter[eps].symbol, rest->low[eps],
            rest->high[mu], s->law->parameter[eps].symbol, rest->high[eps], rest->mixed_error,
            rest->found ? "The relation named before may be the reason."
                        : "Are two bodies or two surfaces in one recording?");
}
