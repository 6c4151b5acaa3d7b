/* What an exploration found, in sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "study/explore.h"
#include "study/internal.h"

enum { WORDS = 400 };

static const char *const noun[] = {"Restitution", "Friction"};

/* " vx explains 57 % (correlation 0.87)" and so on of those that cannot be separated from the best; how many. */
static size_t list_inseparable(const routh_explore_step *step, char text[WORDS]) {
    size_t found = 0;
    text[0] = '\0';
    for (size_t k = 1; k < step->count; k++) {
        const routh_candidate *c = &step->candidate[k];
        if (!c->inseparable)
            continue;
        found++;
        routh_words_add(text, WORDS, ", ", "%s (%.0f %%", c->quantity, 100 * c->share);
        if (isfinite(c->correlation))
            routh_words_add(text, WORDS, ", ", "correlation %.2f", c->correlation);
        routh_words_add(text, WORDS, "", ")");
    }
    return found;
}

/* Laws see the motion and where the body touches, but not these. */
static bool is_beyond_laws(const char *quantity) {
    const bool is_built_in = routh_find(NULL, &routh_quantities, quantity) >= 0;
    return !is_built_in || strcmp(quantity, "x") == 0 || strcmp(quantity, "order") == 0;
}

static void say_step(routh_findings_writer *writer, const routh_exploration *e, int which, size_t s) {
    const routh_explore_step *step = &e->explored[which].step[s];
    const routh_candidate *best = &step->candidate[0];
    const routh_finding_numbers numbers = {NAN, best->share, best->error, "1"};
    char others[WORDS];
    const size_t inseparable = list_inseparable(step, others);
    routh_findings_measured(
        writer, ROUTH_NOTE, ROUTH_TOPIC_COVARIATES, numbers,
        s == 0 ? "%s depends on %s: held out and without a law, degree %d in it explains %.0f %% of the variance. "
                 "In recordings simulated with constant parameters, the strongest of %zu quantities reaches "
                 "that with a chance of %.3f at most."
               : "%s also depends on %s: beside the above, degree %d in it explains another %.0f %% of what "
                 "is left. The strongest of %zu quantities reaches that by chance with %.3f at most.",
        noun[which], best->quantity, best->degree, 100 * best->share, e->tried, best->chance);
    if (strcmp(best->quantity, "order") == 0)
        routh_findings_add(
            writer, ROUTH_NOT_DETERMINED, ROUTH_TOPIC_COVARIATES,
            "What follows the order in the file may be a measurement that drifts rather than %s: these impacts do "
            "not say which.",
            which == 0 ? "restitution" : "friction");
    if (inseparable > 0)
        routh_findings_add(
            writer, ROUTH_NOT_DETERMINED, ROUTH_TOPIC_COVARIATES,
            "%s cannot be separated from %s: the difference is within twice its standard error. These impacts do "
            "not say which of them %s depends on.",
            others, best->quantity, which == 0 ? "restitution" : "friction");
}

/* What is more than chance, but only as the recording is read, or as far as its noise is new at every impact; whether there
 * is any. */
static bool say_doubts(routh_findings_writer *writer, const routh_explored *x, int which) {
    const routh_explore_step *step = &x->step[x->step_count - 1];
    char read[WORDS] = "", lasting[WORDS] = "";
    const routh_candidate *first = NULL;
    for (size_t k = 0; k < step->count; k++) {
        const routh_candidate *c = &step->candidate[k];
        if (c->reading[0])
            routh_words_add(read, WORDS, ", ", "%s (%.0f %%)", c->quantity, 100 * c->share);
        first = c->reading[0] && !first ? c : first;
        if (c->blocks > 0 && c->blocks < ROUTH_EXPLORE_LEAST_BLOCKS)
            routh_words_add(lasting, WORDS, ", ", "%s (%.0f %%)", c->quantity, 100 * c->share);
    }
    if (first)
        routh_findings_add(
            writer, ROUTH_NOT_DETERMINED, ROUTH_TOPIC_COVARIATES,
            "%s follows %s, but that cannot be separated from how the recording is read. With %s, which the "
            "impacts allow, %s explains %.0f %%.",
            noun[which], read, first->reading, first->quantity, 100 * fmax(0, first->reading_share));
    if (*lasting)
        routh_findings_add(
            writer, ROUTH_NOT_DETERMINED, ROUTH_TOPIC_COVARIATES,
            "%s goes along with %s, but that cannot be separated from noise that lasts over many impacts: what "
            "is left goes along over more than a sixteenth of the file.",
            noun[which], lasting);
    return first || *lasting;
}

/* A law whose form is wrong leaves something that follows the motion, too. */
static void say_form(routh_findings_writer *writer, const routh_exploration *e) {
    for (int which = 0; which < 2; which++)
        for (size_t s = 0; s < e->explored[which].claimed; s++)
            if (!is_beyond_laws(e->explored[which].step[s].candidate[0].quantity)) {
                routh_findings_add(
                    writer, ROUTH_NOT_DETERMINED, ROUTH_TOPIC_COVARIATES,
                    "What follows the motion or the angle, such as %s, may be the form of the law rather than a "
                    "parameter: %s comes closest of the laws that were tried.",
                    e->explored[which].step[s].candidate[0].quantity, e->law->title);
                return;
            }
}

static void say_nothing_found(routh_findings_writer *writer, const routh_exploration *e, int which,
                              const routh_explore_options *options) {
    const routh_explored *x = &e->explored[which];
    if (x->step_count == 0 || x->step[0].count == 0) {
        routh_findings_add(writer, ROUTH_NOT_DETERMINED, ROUTH_TOPIC_COVARIATES,
                           "%s was not explored: %zu impacts show it%s, and at least %d are needed.", noun[which],
                           x->count, which == 1 ? " (those that slide)" : "", ROUTH_EXPLORE_LEAST_COUNT);
        return;
    }
    const routh_candidate *best = &x->step[0].candidate[0];
    routh_findings_add(
        writer, ROUTH_FINE, ROUTH_TOPIC_COVARIATES,
        "%s depends on none of the %zu quantities that were tried as far as these impacts show. The strongest, %s, "
        "explains %.1f %% of the variance held out, and %.1f %% of what %s with constant parameters leaves; both "
        "must be %.0f %% at least and more than chance.",
        noun[which], e->tried, best->quantity, 100 * best->share, 100 * best->beyond_law, e->law->title,
        100 * options->least);
}

routh_status routh_explore_say(routh_context *context, const routh_explore_options *options,
                               routh_exploration *exploration) {
    const routh_exploration *e = exploration;
    routh_findings_writer writer = {context, &exploration->findings, ROUTH_OK};
    for (int which = 0; which < 2; which++) {
        for (size_t s = 0; s < e->explored[which].claimed; s++)
            say_step(&writer, e, which, s);
        const bool is_open = e->explored[which].step_count > 0 && say_doubts(&writer, &e->explored[which], which);
        if (e->explored[which].claimed == 0 && !is_open)
            say_nothing_found(&writer, e, which, options);
    }
    say_form(&writer, e);
    if (e->missing > 0)
        routh_findings_add(&writer, ROUTH_NOTE, ROUTH_TOPIC_COVARIATES, "Not tried, because some impacts lack it: %s.",
                           e->lacking);
    if (e->constant > 0)
        routh_findings_add(&writer, ROUTH_NOTE, ROUTH_TOPIC_COVARIATES,
                           "Not tried, because it is the same in all impacts: %s.", e->same);
    return writer.status;
}

void routh_findings_add_explored(const routh_exploration *exploration, routh_findings_writer *words) {
    for (int which = 0; which < 2; which++) {
        const routh_explored *x = &exploration->explored[which];
        if (x->claimed == 0)
            continue;
        char others[WORDS];
        const size_t inseparable = list_inseparable(&x->step[0], others);
        const routh_candidate *best = &x->step[0].candidate[0];
        routh_findings_add(
            words, ROUTH_NOTE, ROUTH_TOPIC_COVARIATES,
            "%s depends on %s%s, which explains %.0f %% of its variance held out and without a law%s%s.", noun[which],
            best->quantity, strcmp(best->quantity, "order") == 0 ? ", or a measurement drifts" : "", 100 * best->share,
            inseparable > 0 ? "; or on what cannot be separated from it: " : "", inseparable > 0 ? others : "");
    }
}
