/* Materials: found by name, what is not determined of them, and draws from what is known.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "material/material.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "fields/structs.h"
#include "impact3/impact3.h"

/* Materials: names, defaults, and finding one. */

static const routh_name_entry entries[] = {
#define ENTRY(code, name, about) {name, about},
    ROUTH_MATERIAL_TABLE(ENTRY)
#undef ENTRY
};
const routh_names routh_material_parameters = {"parameter of a pair", ROUTH_MATERIAL_PARAMETERS, entries};

static const routh_name_entry standings[] = {
#define STANDING(code, name, about) {name, about},
    ROUTH_STANDING_TABLE(STANDING)
#undef STANDING
};
const routh_names routh_standings = {"standing", ROUTH_STANDING_COUNT, standings};

bool routh_law_restitution(const char *law, routh_restitution *restitution) {
    const routh_law *planar = routh_law_find(NULL, law);
    if (planar) {
        *restitution = planar->restitution;
        return routh_law_parameter(planar, "eps") >= 0;
    }
    for (size_t i = 0; routh_law3_at(i); i++)
        if (strcmp(routh_law3_at(i)->name, law) == 0) { /* in space all have Stronge's */
            *restitution = ROUTH_ENERGETIC;
            return true;
        }
    return false;
}

routh_material_range routh_material_range_of(routh_material_parameter parameter) {
    switch (parameter) {
    case ROUTH_MATERIAL_EPS:
        return (routh_material_range){0, 1};
    case ROUTH_MATERIAL_MU:
    case ROUTH_MATERIAL_MU_SLIDE:
        return (routh_material_range){0, ROUTH_MU_HIGH};
    case ROUTH_MATERIAL_ETA2:
        return (routh_material_range){ROUTH_ETA2_LOW, ROUTH_ETA2_HIGH};
    default:
        return (routh_material_range){-1e3, 1e3}; /* slopes: what no recording shows */
    }
}

/* Is the parameter stated, and its standard error a number above 0? */
static bool material_scatters(const routh_material *material, int parameter) {
    return isfinite(material->value[parameter]) && isfinite(material->error[parameter]) &&
           material->error[parameter] > 0;
}

routh_material routh_material_default(void) {
    routh_material material = {
        .restitution = ROUTH_NEWTON, .speed = {NAN, NAN}, .mass = NAN, .rounding = NAN, .centre = {NAN, NAN, NAN}};
    for (int i = 0; i < ROUTH_MATERIAL_COUNT; i++) {
        material.value[i] = material.error[i] = NAN;
        material.interval[i] = (routh_interval){NAN, NAN, NAN};
        material.correlation[i][i] = 1;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            material.inertia[i][j] = NAN;
    return material;
}

ROUTH_RELEASED_BY_FIELDS(routh_materials)

/* Upper and lower case alike, and "cube-on-board" for "cube on board", which needs no quotes in a shell. */
static char plain(char letter) {
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter == '-' || letter == '_' ? ' ' : letter;
}

static bool begins_alike(const char *name, const char *with, size_t length) {
    size_t i = 0;
    while (i < length && name[i] && plain(name[i]) == plain(with[i]))
        i++;
    return i == length;
}

static bool are_alike(const char *a, const char *b) {
    return strlen(a) == strlen(b) && begins_alike(a, b, strlen(b));
}

long routh_materials_same(const routh_materials *materials, const routh_material *material) {
    for (size_t i = 0; i < materials->count; i++)
        if (are_alike(materials->material[i].name, material->name) &&
            are_alike(materials->material[i].law, material->law))
            return (long)i;
    return -1;
}

routh_status routh_materials_add(routh_context *context, routh_materials *materials, const routh_material *material) {
    if (!*material->name)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "name", "a material needs a name");
    if (routh_materials_same(materials, material) >= 0)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "name", "\"%s\"%s%s is in the table already",
                                material->name, *material->law ? " with the law " : "", material->law);
    if (materials->count >= ROUTH_MOST_MATERIALS)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the table has %zu rows already, the most it can have",
                          materials->count);
    routh_material *more =
        routh_resize(context, materials->material, materials->count + 1, sizeof *materials->material);
    if (!more)
        return ROUTH_OUT_OF_MEMORY;
    materials->material = more;
    more[materials->count++] = *material;
    return ROUTH_OK;
}

/* "name/law" */
static bool has_both(const routh_material *material, const char *name) {
    const size_t length = strlen(material->name);
    return begins_alike(name, material->name, length) && name[length] == '/' &&
           are_alike(name + length + 1, material->law);
}

static const char *name_at(size_t index, const void *user) {
    const routh_materials *materials = user;
    return materials->material[index].name;
}

static bool contains(const char *name, const char *word) {
    for (; *name; name++)
        if (begins_alike(name, word, strlen(word)))
            return true;
    return false;
}

/* "\"cube on board\" or \"cube tossed on board\"": the names that contain the word, as many as fit. false: none. */
static bool list_containing(const routh_materials *materials, const char *word, char *list, size_t size) {
    size_t used = 0;
    for (size_t i = 0; i < materials->count; i++) {
        const char *name = materials->material[i].name;
        if (!contains(name, word) || (i > 0 && are_alike(materials->material[i - 1].name, name)))
            continue;
        if (used + strlen(name) + sizeof " or \"\"" > size)
            break;
        used += (size_t)snprintf(list + used, size - used, "%s\"%s\"", used > 0 ? " or " : "", name);
    }
    return used > 0;
}

const routh_material *routh_materials_find(routh_context *context, const routh_materials *materials, const char *name) {
    if (!*name) { /* laws may be empty */
        routh_fail(context, ROUTH_BAD_ARGUMENT, "the name of the material is empty");
        return NULL;
    }
    for (int way = 0; way < 3; way++)
        for (size_t i = 0; i < materials->count; i++) {
            const routh_material *one = &materials->material[i];
            if (way == 0 ? are_alike(one->name, name) : way == 1 ? are_alike(one->law, name) : has_both(one, name))
                return one;
        }
    char shown[ROUTH_LABEL_SIZE];
    routh_show_text(shown, sizeof shown, name, strlen(name));
    char list[ROUTH_MESSAGE_SIZE / 2];
    const char *nearest = routh_nearest_name(name, materials->count, name_at, materials);
    if (list_containing(materials, name, list, sizeof list))
        routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no material \"%s\"; did you mean %s?", shown, list);
    else if (nearest)
        routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no material \"%s\"; did you mean \"%s\"?", shown, nearest);
    else
        routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no material \"%s\" among %zu", shown, materials->count);
    return NULL;
}

/* What the data behind a material did not determine, in words. */

enum { COUNT = ROUTH_MATERIAL_COUNT };

static const char topic[] = "material";

/* Of two with a stronger correlation one combination is known far better than either. */
static const double much = 0.9;

/* An error this large, beside what the parameter may be, says next to nothing. */
static const double wide = 0.25;

static const char *name_of(int p) {
    return routh_name(&routh_material_parameters, p);
}

static routh_finding_numbers numbers_of(const routh_material *m, int p) {
    return (routh_finding_numbers){NAN, m->value[p], m->error[p], ""};
}

/* Friction of which nothing but a lower bound is known, and others. */
static void say_undetermined(routh_findings_writer *writer, const routh_material *m, int p) {
    const routh_interval *i = &m->interval[p];
    const bool friction = p == ROUTH_MATERIAL_MU;
    if (friction && isfinite(i->low) && !isfinite(i->high))
        routh_findings_measured(
            writer, ROUTH_NOT_DETERMINED, topic, numbers_of(m, p),
            "mu is only bounded below, by %.3g: nothing slipped, and any larger friction explains these impacts "
            "as well. Sets keep it at %.3g.",
            i->low, m->value[p]);
    else if (isfinite(i->low) && isfinite(i->high))
        routh_findings_measured(
            writer, ROUTH_NOT_DETERMINED, topic, numbers_of(m, p),
            "%s is not determined: anything from %.3g to %.3g explains the data as well. Sets draw it evenly "
            "from there.",
            name_of(p), i->low, i->high);
    else
        routh_findings_measured(writer, ROUTH_NOT_DETERMINED, topic, numbers_of(m, p),
                                "%s is not determined by the data. Sets keep it at %.3g.", name_of(p), m->value[p]);
}

/* How large an error is beside what the parameter could be at all. */
static double share_of_range(const routh_material *m, int p) {
    switch (p) {
    case ROUTH_MATERIAL_EPS:
        return m->error[p];
    case ROUTH_MATERIAL_MU:
    case ROUTH_MATERIAL_MU_SLIDE:
        return m->error[p] / fmax(m->value[p], 0.5);
    case ROUTH_MATERIAL_ETA2:
        return m->error[p] / m->value[p] / log(10);
    default:
        return m->error[p]; /* per factor e of the speed */
    }
}

static void say_parameter(routh_findings_writer *writer, const routh_material *m, int p) {
    if (isnan(m->value[p]))
        return;
    if (isinf(m->error[p]))
        say_undetermined(writer, m, p);
    else if (isnan(m->error[p]))
        routh_findings_measured(writer, ROUTH_NOTE, topic, numbers_of(m, p),
                                "The error of %s is not known. Sets keep it at %.3g.", name_of(p), m->value[p]);
    else if (share_of_range(m, p) > wide)
        routh_findings_measured(writer, ROUTH_NOT_DETERMINED, topic, numbers_of(m, p),
                                "%s is hardly determined: %.2g ± %.2g.", name_of(p), m->value[p], m->error[p]);
}

/* The combination of two that is known best: with unit errors x and y and their correlation r it is x ∓ y, of variance
 * 2(1 − |r|), which in the parameters' own units is p ∓ (σp/σq) q. */
static void say_together(routh_findings_writer *writer, const routh_material *m, int p, int q) {
    const double r = m->correlation[p][q], ratio = m->error[p] / m->error[q];
    const double known = m->error[p] * sqrt(2 * (1 - fabs(r)));
    const char *sign = r > 0 ? "−" : "+";
    routh_findings_measured(
        writer, ROUTH_NOT_DETERMINED, topic, (routh_finding_numbers){NAN, r, known, ""},
        "%s and %s are determined together rather than each by itself (correlation %.2f): known is %s %s %.3g %s "
        "= %.4g ± %.1g, and both may move along it by ±%.2g and ±%.2g.",
        name_of(p), name_of(q), r, name_of(p), sign, ratio, name_of(q), m->value[p] - copysign(ratio, r) * m->value[q],
        known, m->error[p], m->error[q]);
}

/* Over a narrow range of speeds a slope is not seen, and one e holds there only. */
static void say_speeds(routh_findings_writer *writer, const routh_material *m) {
    const double ratio = m->speed[1] / m->speed[0];
    if (!(m->speed[0] > 0)) {
        if (isnan(m->speed[0]))
            routh_findings_add(writer, ROUTH_NOTE, topic, "The speeds of these impacts are not known.");
        return;
    }
    const bool sloped = isfinite(m->value[ROUTH_MATERIAL_EPS_SLOPE]);
    if (ratio < 1.5)
        routh_findings_add(
            writer, ROUTH_NOT_DETERMINED, topic,
            "All impacts had nearly one speed, %.3g to %.3g m/s: how restitution changes with speed is not "
            "determined.",
            m->speed[0], m->speed[1]);
    else if (!sloped)
        routh_findings_add(
            writer, ROUTH_NOTE, topic,
            "One restitution stands for all speeds from %.3g to %.3g m/s: a change with speed was not fitted.",
            m->speed[0], m->speed[1]);
}

routh_status routh_material_findings(routh_context *context, const routh_material *material, routh_findings *findings) {
    *findings = (routh_findings){0};
    routh_findings_writer writer = {context, findings, ROUTH_OK};
    for (int p = 0; p < COUNT; p++)
        say_parameter(&writer, material, p);
    for (int p = 0; p < COUNT; p++)
        for (int q = p + 1; q < COUNT; q++)
            if (fabs(material->correlation[p][q]) > much && material_scatters(material, p) &&
                material_scatters(material, q))
                say_together(&writer, material, p, q);
    if (material->flags & ROUTH_FIT_FLAT && !isinf(material->error[ROUTH_MATERIAL_ETA2]))
        routh_findings_add(
            &writer, ROUTH_NOT_DETERMINED, topic,
            "A direction is flat: the parameters can change together by their whole range and move the predictions "
            "by less than 0.1 %%.");
    if (material->flags & ROUTH_FIT_AT_BOUND)
        routh_findings_add(&writer, ROUTH_WARNING, topic,
                           "A parameter is at a bound of the fit: the law would go further to explain the data.");
    if (material->flags & ROUTH_FIT_NOT_CONVERGED)
        routh_findings_add(&writer, ROUTH_WARNING, topic, "The search for these parameters ran out of evaluations.");
    int scattering = 0;
    for (int p = 0; p < COUNT; p++)
        scattering += material_scatters(material, p);
    if (!material->correlated && scattering > 1)
        routh_findings_add(&writer, ROUTH_NOTE, topic,
                           "How the errors are correlated is not known: sets are drawn as if they were not.");
    say_speeds(&writer, material);
    if (writer.status != ROUTH_OK)
        routh_findings_release(context, findings);
    return writer.status;
}

/* Sets of parameters drawn from what is known about a pair.
 *
 * Normal with the errors and correlations that resamples showed, η² in its logarithm, in which fits search it evenly; cut off at
 * the bounds. */

enum { MOST_TRIES = 10000 };

/* Files have correlations with a few digits, of which rounding may make a matrix that no distribution has, and those of ±1 have
 * no root that can be found by division: then they are drawn towards 0 by this share. */
static const double printed = 1e-3;

bool routh_material_root(const routh_material *material, const int *chosen, int count, double root[COUNT][COUNT]) {
    for (int attempt = 0; attempt < 2; attempt++) {
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count; j++)
                root[i][j] = j > i    ? 0
                             : j == i ? 1
                                      : (attempt ? 1 - printed : 1) * material->correlation[chosen[i]][chosen[j]];
        if (routh_cholesky_factor((size_t)count, COUNT, root[0], 1e-12))
            return true;
    }
    return count == 0;
}

/* What is drawn together, and how. */
typedef struct drawing {
    const routh_material *material;
    int count, chosen[COUNT];
    double root[COUNT][COUNT];
} drawing;

static bool try_once(const drawing *d, routh_random *random, double *set) {
    double normal[COUNT];
    for (int k = 0; k < d->count; k++)
        normal[k] = routh_random_normal(random);
    for (int k = 0; k < d->count; k++) {
        const int p = d->chosen[k];
        const routh_material_range range = routh_material_range_of((routh_material_parameter)p);
        const double value = d->material->value[p], error = d->material->error[p];
        double off = 0;
        for (int j = 0; j <= k; j++)
            off += d->root[k][j] * normal[j];
        set[p] = p == ROUTH_MATERIAL_ETA2 ? value * exp(off * error / value) : value + off * error;
        if (!(set[p] >= range.low && set[p] <= range.high))
            return false;
    }
    return true;
}

static void draw_one(const drawing *d, routh_random *random, double *set) {
    const routh_material *m = d->material;
    for (int p = 0; p < COUNT; p++) {
        const routh_interval *interval = &m->interval[p];
        set[p] = m->value[p];
        if (isfinite(m->value[p]) && isinf(m->error[p]) && isfinite(interval->low) && isfinite(interval->high) &&
            interval->low < interval->high)
            set[p] = routh_random_uniform(random, interval->low, interval->high);
    }
    for (int tries = 0; tries < MOST_TRIES; tries++)
        if (try_once(d, random, set))
            return;
    for (int k = 0; k < d->count; k++) /* all but never within the bounds: what is nearest to them */
        set[d->chosen[k]] = m->value[d->chosen[k]];
}

routh_status routh_material_draw(routh_context *context, const routh_material *material, uint64_t seed, size_t count,
                                 double (*set)[ROUTH_MATERIAL_PARAMETERS]) {
    drawing d = {.material = material};
    for (int p = 0; p < COUNT; p++) {
        const routh_material_range range = routh_material_range_of((routh_material_parameter)p);
        if (!isnan(material->value[p]) && !(material->value[p] >= range.low && material->value[p] <= range.high))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, routh_name(&routh_material_parameters, p),
                                    "%s is %g; it must be from %g to %g", routh_name(&routh_material_parameters, p),
                                    material->value[p], range.low, range.high);
        if (material_scatters(material, p))
            d.chosen[d.count++] = p;
    }
    if (!routh_material_root(material, d.chosen, d.count, d.root))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "correlation",
                                "the correlations of %s are those of no distribution: not positive semidefinite",
                                *material->name ? material->name : "the material");
    for (size_t i = 0; i < count; i++) {
        routh_random random = routh_random_seed(seed, i);
        draw_one(&d, &random, set[i]);
    }
    return ROUTH_OK;
}
