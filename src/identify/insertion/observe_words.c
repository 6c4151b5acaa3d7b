/* Observability in words: what cannot be determined, what only together with what, and what motion would reveal it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "drawing/drawing.h"
#include "file/text.h"
#include "insertion/identify.h"
#include "insertion/regressor.h"

enum { SENTENCE_SIZE = 640, MOST_PARTNERS = 3 };

static const routh_name_entry kinds[] = {
    [ROUTH_SEEN] = {"seen", "determined on its own"},
    [ROUTH_SEEN_TOGETHER] = {"together", "determined only in combination with others"},
    [ROUTH_SEEN_NOT] = {"not", "not determined"},
};
const routh_names routh_seens = {"displacement", sizeof kinds / sizeof *kinds, kinds};

/* Errors that correlate this much are hard to separate. */
static const double entangled = 0.5;

/* Text that grows within a sentence. */
typedef struct line {
    char text[SENTENCE_SIZE];
    size_t length;
} line;

__attribute__((format(printf, 2, 3))) static void add(line *l, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int more = vsnprintf(l->text + l->length, sizeof l->text - l->length, format, arguments);
    va_end(arguments);
    if (more > 0)
        l->length += (size_t)more;
    if (l->length >= sizeof l->text)
        l->length = sizeof l->text - 1;
}

/* Adds the finished line as a finding. */
static void keep(routh_findings_writer *writer, routh_finding_kind kind, const char *topic, line *l) {
    routh_utf8_drop_cut(l->text);
    routh_findings_add(writer, kind, topic, "%s", l->text);
}

static const char *what_moves(const routh_evidence *e, size_t j, char name[2 * ROUTH_LABEL_SIZE]) {
    const routh_displacement *d = &e->problem->displacement[j];
    const routh_object *object = &e->problem->regressor->assembly->object[d->object];
    if (d->part >= 0 && (size_t)d->part < object->count)
        snprintf(name, 2 * ROUTH_LABEL_SIZE, "%s of %s", object->part[d->part].name, object->name);
    else
        snprintf(name, 2 * ROUTH_LABEL_SIZE, "%s", object->name);
    return name;
}

/* To three decimals, and without the sign of a zero. */
static double rounded(double number) {
    return round(1e3 * number) / 1e3 + 0.0;
}

/* What would reveal displacement j, from how its contacts lie. */
static void add_advice(line *l, const routh_evidence *e, size_t j) {
    const routh_displacement *d = &e->problem->displacement[j];
    const routh_part_in_contact *part = &e->part[j];
    const char *kind = routh_displacement_words_of(d->kind)->name;
    char name[2 * ROUTH_LABEL_SIZE];
    what_moves(e, j, name);
    if (d->kind == ROUTH_DISPLACE_OFFSET)
        add(l, "deeper contact would reveal it");
    else if (d->kind == ROUTH_DISPLACE_LATENCY)
        add(l, "forces that change faster would reveal it");
    else if (routh_displacement_measures(d->kind))
        add(l, "a second without contact would reveal it");
    else if (d->kind == ROUTH_DISPLACE_SPEED)
        add(l, "sliding at clearly different speeds would reveal it");
    else if (!routh_displacement_redraws(d->kind))
        add(l, "instants in which %s alone carries the load would reveal it", name);
    else if (part->touching == 0)
        add(l, "%s never touches anything; a motion that brings it into contact would reveal it", name);
    else if (part->deeper + part->shallower == 0)
        add(l,
            "contacts of %s only slide under this %s, and their depth does not change; a push on a face with normal "
            "(%g, %g, %g) would reveal it",
            name, kind, rounded(part->direction[0]), rounded(part->direction[1]), rounded(part->direction[2]));
    else if (part->deeper == 0 || part->shallower == 0)
        add(l,
            "noise hides its effect, although it makes every contact of %s %s; more force there, or contact on the "
            "opposite flank, would reveal it",
            name, part->deeper ? "deeper" : "shallower");
    else
        add(l,
            "noise hides its effect, because it makes some contacts of %s deeper and others shallower; pushing against "
            "one flank at a time would reveal it",
            name);
}

/* The same part, or an object and its only part? */
static bool moves_the_same(const routh_evidence *e, const routh_displacement *a, const routh_displacement *b) {
    const size_t parts = e->problem->regressor->assembly->object[a->object].count;
    return a->object == b->object && (a->part == b->part || parts == 1);
}

/* Both move it in the same way: no contact shows which. */
static bool is_one_motion(const routh_evidence *e, const routh_displacement *a, const routh_displacement *b) {
    static const double parallel = 1 - 1e-6;
    const bool through = a->kind == ROUTH_DISPLACE_SHIFT || memcmp(a->through, b->through, sizeof a->through) == 0;
    return moves_the_same(e, a, b) && a->kind == b->kind && through && fabs(routh_dot3(a->axis, b->axis)) >= parallel;
}

/* What would separate displacement j from column c of (K and μK where determined, z). */
static void add_distinction(line *l, const routh_evidence *e, size_t j, size_t c) {
    char name[2 * ROUTH_LABEL_SIZE], other[2 * ROUTH_LABEL_SIZE];
    const routh_displacement *d = &e->problem->displacement[j];
    if (c < e->determined) {
        add(l, "a normal force that varies, or contacts that come and go, would separate them");
        return;
    }
    const routh_displacement *with = &e->problem->displacement[c - e->determined];
    what_moves(e, j, name);
    what_moves(e, c - e->determined, other);
    if (d->kind == ROUTH_DISPLACE_OFFSET || with->kind == ROUTH_DISPLACE_OFFSET)
        add(l, "contact of fewer parts at a time would separate them");
    else if (!routh_displacement_redraws(d->kind) || !routh_displacement_redraws(with->kind))
        add(l, "a longer recording with other motions would separate them");
    else if (is_one_motion(e, d, with))
        add(l, "both are the same motion, and no recording separates them");
    else if (moves_the_same(e, d, with))
        add(l, "contact at another end or flank of %s would separate them", name);
    else if (d->object == with->object && (d->part < 0 || with->part < 0))
        add(l, "a motion in which other parts than %s touch would separate them", d->part < 0 ? other : name);
    else
        add(l, "a motion in which %s touches and %s does not would separate them", name, other);
}

/* The name of column c of (K and μK where determined, z). */
static const char *column_name(const routh_evidence *e, size_t c) {
    return c >= e->determined ? e->problem->displacement[c - e->determined].name : c ? "friction" : "K";
}

/* Up to three others whose errors correlate with that of displacement j, the strongest first. */
static size_t find_partners(const routh_evidence *e, size_t j, size_t partner[MOST_PARTNERS],
                            double correlation[MOST_PARTNERS]) {
    const size_t n = e->determined + e->problem->unknowns, own = e->determined + j;
    size_t found = 0;
    for (size_t c = 0; c < n; c++) {
        const double both = e->posterior[own * n + own] * e->posterior[c * n + c];
        const double r = both > 0 ? e->posterior[own * n + c] / sqrt(both) : 0.0;
        if (c == own || (e->determined == 2 && c == 1) || !(fabs(r) >= entangled))
            continue;
        size_t place = found < MOST_PARTNERS ? found++ : MOST_PARTNERS;
        for (; place > 0 && fabs(r) > fabs(correlation[place - 1]); place--)
            if (place < MOST_PARTNERS) {
                partner[place] = partner[place - 1];
                correlation[place] = correlation[place - 1];
            }
        if (place < MOST_PARTNERS) {
            partner[place] = c;
            correlation[place] = r;
        }
    }
    return found;
}

/* Of an error in prior deviations, below which a displacement is determined (observe.c). */
static const double seen_square = 0.25;

static void say_together(line *l, const routh_evidence *e, size_t j) {
    size_t partner[MOST_PARTNERS] = {0};
    double correlation[MOST_PARTNERS] = {0};
    const size_t found = find_partners(e, j, partner, correlation);
    add(l, "%s can be determined only together with ", e->problem->displacement[j].name);
    /* its own error would be small: what keeps it from being determined are motions of all parts together */
    const size_t n = e->determined + e->problem->unknowns, own = e->determined + j;
    if (e->posterior[own * n + own] < seen_square) {
        add(l,
            "an error of the reference pose, which has the effect of displacing all parts; a reference pose that was "
            "measured by itself would separate them.");
        return;
    }
    if (found == 0)
        add(l, "several others");
    for (size_t i = 0; i < found; i++)
        add(l, "%s%s", i == 0 ? "" : i + 1 < found ? ", " : " and ", column_name(e, partner[i]));
    if (found) {
        add(l, ": a larger %s with ", e->problem->displacement[j].name);
        for (size_t i = 0; i < found; i++)
            add(l, "%sa %s %s",
                i == 0          ? ""
                : i + 1 < found ? ", "
                                : " and ",
                correlation[i] > 0 ? "larger" : "smaller", column_name(e, partner[i]));
        add(l, " gives nearly the same wrenches");
    }
    add(l, "; ");
    if (found)
        add_distinction(l, e, j, partner[0]);
    else
        add_advice(l, e, j);
    add(l, ".");
}

static void say_displacement(routh_findings_writer *writer, const routh_evidence *e, const routh_observability *o,
                             size_t j) {
    line l = {.length = 0};
    if (o->seen[j] == ROUTH_SEEN)
        return;
    if (o->seen[j] == ROUTH_SEEN_TOGETHER)
        say_together(&l, e, j);
    else {
        add(&l, "%s cannot be determined: ", e->problem->displacement[j].name);
        add_advice(&l, e, j);
        add(&l, ".");
    }
    keep(writer, ROUTH_NOT_DETERMINED, "displacement", &l);
}

/* What holds for the recording as a whole. */
static void say_recording(routh_findings_writer *writer, const routh_evidence *e, const routh_observability *o) {
    uint32_t most = 0;
    for (size_t k = 0; k < e->problem->samples; k++)
        most = e->at->contacts[k] > most ? e->at->contacts[k] : most;
    if (e->determined == 0) {
        routh_findings_add(writer, ROUTH_NOT_DETERMINED, "contacts",
                           "No instant has a contact: the recording determines neither stiffness nor friction nor any "
                           "displacement. Check the reference pose, the offset and the assembly.");
        return;
    }
    if (e->determined == 1)
        routh_findings_add(
            writer, ROUTH_NOT_DETERMINED, "friction",
            "No contact slides faster than %g m/s: friction cannot be determined. A motion along the contacts "
            "would determine it.",
            e->problem->regressor->options.slip_speed);
    if (most == 1)
        routh_findings_add(
            writer, ROUTH_NOT_DETERMINED, "contacts",
            "There is never more than one contact at a time: displacements that move this contact in the same "
            "way cannot be distinguished. Motions with several contacts would determine more.");
    size_t combinations = 0, alone = 0;
    for (size_t j = 0; j < o->count; j++) {
        combinations += o->singular[j] > 1;
        alone += o->seen[j] == ROUTH_SEEN;
    }
    if (o->count)
        routh_findings_add(
            writer, ROUTH_NOTE, "displacements",
            "Of %zu displacements the recording determines %zu on their own, and %zu combinations better than "
            "the prior.",
            o->count, alone, combinations);
    else
        routh_findings_add(writer, ROUTH_NOTE, "displacements",
                           "The assembly names no displacement: geometry is taken as drawn.");
}

routh_status routh_write_sentences(routh_context *context, const routh_evidence *evidence,
                                   routh_observability *observability) {
    routh_findings_writer writer = {.context = context, .findings = &observability->findings};
    ROUTH_C_LOCALE(context);
    say_recording(&writer, evidence, observability);
    for (size_t j = 0; evidence->determined && j < observability->count; j++)
        say_displacement(&writer, evidence, observability, j);
    return writer.status;
}
