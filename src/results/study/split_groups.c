/* Groups, what each says of a number, and what their scatter comes to.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "fields/structs.h"
#include "study/internal.h"

static const routh_name_entry orders[ROUTH_SPLIT_ORDERS] = {{"random", NULL}, {"file order", NULL}};
const routh_names routh_split_orders = {"order of groups", ROUTH_SPLIT_ORDERS, orders};

/* Above this, errors are too small for what was recorded. */
static const double most_ratio = 1.5;

/* The random stream of the groups, beside that of fits. */
enum { STREAM_GROUPS = 77 };

routh_status routh_split_check(routh_context *context, size_t groups, const char *units, size_t count) {
    ROUTH_TRY(routh_check_count(context, "split", "split", groups, 2, 1000));
    if (count / groups < ROUTH_FIT_TOO_FEW)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "split",
                                "%zu groups of %zu %s leave %zu to a group; at least %d are needed, so at most %zu "
                                "groups",
                                groups, count, units, count / groups, ROUTH_FIT_TOO_FEW, count / ROUTH_FIT_TOO_FEW);
    return ROUTH_OK;
}

routh_status routh_split_begin(routh_context *context, size_t groups, uint64_t seed, const char *units, size_t count,
                               size_t numbers, routh_split *split) {
    *split = (routh_split){.groups = groups, .seed = seed, .units = units};
    ROUTH_TRY(routh_split_check(context, groups, units, count));
    split->least = count / groups;
    split->most = split->least + (count % groups > 0);
    split->chance = 1 / sqrt(2 * ((double)groups - 1));
    split->number = routh_allocate(context, numbers, sizeof *split->number);
    split->count = split->number ? numbers : 0;
    return split->number ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

ROUTH_RELEASED_BY_FIELDS(routh_split)

/* The group of each of `count` units. */
static void deal(const routh_split *split, routh_split_order order, size_t count, size_t *group) {
    for (size_t i = 0; i < count; i++)
        group[i] = i * split->groups / count;
    routh_random random = routh_random_seed(split->seed, STREAM_GROUPS);
    for (size_t i = count; order == ROUTH_SPLIT_AT_RANDOM && i > 1; i--) { /* Fisher and Yates */
        const size_t other = routh_random_index(&random, i), mine = group[i - 1];
        group[i - 1] = group[other];
        group[other] = mine;
    }
}

/* Mean and squares so far (Welford). */
void routh_split_note(routh_split *split, size_t number, routh_split_order order, double value, double error) {
    routh_split_number *n = &split->number[number];
    if (!(error > 0) || !isfinite(error) || !isfinite(value))
        return;
    n->groups[order]++;
    const double off = value - n->mean[order];
    n->mean[order] += off / (double)n->groups[order];
    n->scatter[order] += off * (value - n->mean[order]);
    n->claimed[order] += error * error;
}

static void finish(routh_split *split, routh_split_order order) {
    double squares = 0, numbers = 0, largest = -INFINITY;
    for (size_t k = 0; k < split->count; k++) {
        routh_split_number *n = &split->number[k];
        const double groups = (double)n->groups[order];
        n->scatter[order] = groups > 1 ? sqrt(n->scatter[order] / (groups - 1)) : NAN;
        n->claimed[order] = groups > 0 ? sqrt(n->claimed[order] / groups) : NAN;
        n->mean[order] = groups > 0 ? n->mean[order] : NAN;
        n->ratio[order] = n->scatter[order] / n->claimed[order];
        if (!isfinite(n->ratio[order]))
            continue;
        squares += n->ratio[order] * n->ratio[order];
        numbers++;
        if (n->ratio[order] > largest) {
            largest = n->ratio[order];
            split->worst[order] = k;
        }
    }
    split->ratio[order] = numbers > 0 ? sqrt(squares / numbers) : NAN;
}

static void say(const routh_split *split, routh_findings_writer *words) {
    const double random = split->ratio[ROUTH_SPLIT_AT_RANDOM], in_order = split->ratio[ROUTH_SPLIT_IN_ORDER];
    if (isnan(random)) {
        routh_findings_add(words, ROUTH_NOT_DETERMINED, "split", "No number is determined in two of the %zu groups.",
                           split->groups);
        return;
    }
    const routh_split_number *worst = &split->number[split->worst[ROUTH_SPLIT_AT_RANDOM]];
    routh_findings_measured(
        words, random > most_ratio ? ROUTH_WARNING : ROUTH_FINE, "split",
        (routh_finding_numbers){1, random, split->chance, ""},
        "Your numbers differ between %zu groups of %s, drawn at random, by %.1f of their stated errors; most "
        "does %s of %s, by %.1f. By chance the ratio of one number differs from 1 by about ±%.1f.%s",
        split->groups, split->units, random, worst->name, worst->of, worst->ratio[ROUTH_SPLIT_AT_RANDOM], split->chance,
        random > most_ratio ? " The stated errors are too small." : "");
    worst = &split->number[split->worst[ROUTH_SPLIT_IN_ORDER]];
    routh_findings_measured(
        words, in_order > most_ratio ? ROUTH_WARNING : ROUTH_FINE, "split",
        (routh_finding_numbers){1, in_order, split->chance, ""},
        "Between groups in the order of the recording they differ by %.1f of their stated errors; most does "
        "%s of %s, by %.1f.%s",
        in_order, worst->name, worst->of, worst->ratio[ROUTH_SPLIT_IN_ORDER],
        split->drifts ? " The recording drifts: something changed while it was made, which the stated errors "
                        "do not include."
                      : "");
}

routh_status routh_split_run(routh_context *context, size_t count, routh_split_estimate *estimate, void *with,
                             routh_split *split) {
    ROUTH_ARENA(room, context);
    routh_findings_writer words = {.context = context, .findings = &split->findings};
    size_t *group = routh_take(&room, count, sizeof *group);
    const double all = (double)(ROUTH_SPLIT_ORDERS * split->groups);
    ROUTH_TRY(room.status);
    for (routh_split_order order = 0; order < ROUTH_SPLIT_ORDERS; order++) {
        deal(split, order, count, group);
        for (size_t g = 0; g < split->groups; g++) {
            const double done = (double)order * (double)split->groups + (double)g;
            ROUTH_TRY(routh_progress(context, "groups", done / all));
            ROUTH_TRY(estimate(with, group, order, g));
        }
        finish(split, order);
    }
    split->drifts = split->ratio[ROUTH_SPLIT_IN_ORDER] > most_ratio && split->ratio[ROUTH_SPLIT_AT_RANDOM] < most_ratio;
    say(split, &words);
    return words.status;
}
