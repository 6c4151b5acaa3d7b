/* What the data behind a material did not determine, in words.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "base/context.h"
#include "base/findings.h"
#include "material/material.h"

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
static void say_undetermined(routh_speech *speech, const routh_material *m, int p) {
    const routh_interval *i = &m->interval[p];
    const bool friction = p == ROUTH_MATERIAL_MU;
    if (friction && isfinite(i->low) && !isfinite(i->high))
        routh_find_out(
            speech, ROUTH_NOT_DETERMINED, topic, numbers_of(m, p),
            "mu is only bounded below, by %.3g: nothing slipped, and any larger friction explains these impacts "
            "as well. Sets keep it at %.3g.",
            i->low, m->value[p]);
    else if (isfinite(i->low) && isfinite(i->high))
        routh_find_out(
            speech, ROUTH_NOT_DETERMINED, topic, numbers_of(m, p),
            "%s is not determined: anything from %.3g to %.3g explains the data as well. Sets draw it evenly "
            "from there.",
            name_of(p), i->low, i->high);
    else
        routh_find_out(speech, ROUTH_NOT_DETERMINED, topic, numbers_of(m, p),
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

static void say_parameter(routh_speech *speech, const routh_material *m, int p) {
    if (isnan(m->value[p]))
        return;
    if (isinf(m->error[p]))
        say_undetermined(speech, m, p);
    else if (isnan(m->error[p]))
        routh_find_out(speech, ROUTH_NOTE, topic, numbers_of(m, p),
                       "The error of %s is not known. Sets keep it at %.3g.", name_of(p), m->value[p]);
    else if (share_of_range(m, p) > wide)
        routh_find_out(speech, ROUTH_NOT_DETERMINED, topic, numbers_of(m, p), "%s is hardly determined: %.2g ± %.2g.",
                       name_of(p), m->value[p], m->error[p]);
}

/* The combination of two that is known best: with unit errors x and y and their correlation r it is x ∓ y, of variance
 * 2(1 − |r|), which in the parameters' own units is p ∓ (σp/σq) q. */
static void say_together(routh_speech *speech, const routh_material *m, int p, int q) {
    const double r = m->correlation[p][q], ratio = m->error[p] / m->error[q];
    const double known = m->error[p] * sqrt(2 * (1 - fabs(r)));
    const char *sign = r > 0 ? "−" : "+";
    routh_find_out(
        speech, ROUTH_NOT_DETERMINED, topic, (routh_finding_numbers){NAN, r, known, ""},
        "%s and %s are determined together rather than each by itself (correlation %.2f): known is %s %s %.3g %s "
        "= %.4g ± %.1g, and both may move along it by ±%.2g and ±%.2g.",
        name_of(p), name_of(q), r, name_of(p), sign, ratio, name_of(q), m->value[p] - copysign(ratio, r) * m->value[q],
        known, m->error[p], m->error[q]);
}

/* Over a narrow range of speeds a slope is not seen, and one e holds there only. */
static void say_speeds(routh_speech *speech, const routh_material *m) {
    const double ratio = m->speed[1] / m->speed[0];
    if (!(m->speed[0] > 0)) {
        if (isnan(m->speed[0]))
            routh_say(speech, ROUTH_NOTE, topic, "The speeds of these impacts are not known.");
        return;
    }
    const bool sloped = isfinite(m->value[ROUTH_MATERIAL_EPS_SLOPE]);
    if (ratio < 1.5)
        routh_say(speech, ROUTH_NOT_DETERMINED, topic,
                  "All impacts had nearly one speed, %.3g to %.3g m/s: how restitution changes with speed is not "
                  "determined.",
                  m->speed[0], m->speed[1]);
    else if (!sloped)
        routh_say(speech, ROUTH_NOTE, topic,
                  "One restitution stands for all speeds from %.3g to %.3g m/s: a change with speed was not fitted.",
                  m->speed[0], m->speed[1]);
}

routh_status routh_material_findings(routh_context *context, const routh_material *material, routh_findings *findings) {
    *findings = (routh_findings){0};
    routh_speech speech = {context, findings, ROUTH_OK};
    for (int p = 0; p < COUNT; p++)
        say_parameter(&speech, material, p);
    for (int p = 0; p < COUNT; p++)
        for (int q = p + 1; q < COUNT; q++)
            if (fabs(material->correlation[p][q]) > much && routh_material_scatters(material, p) &&
                routh_material_scatters(material, q))
                say_together(&speech, material, p, q);
    if (material->flags & ROUTH_FIT_FLAT && !isinf(material->error[ROUTH_MATERIAL_ETA2]))
        routh_say(
            &speech, ROUTH_NOT_DETERMINED, topic,
            "A direction is flat: the parameters can change together by their whole range and move the predictions "
            "by less than 0.1 %%.");
    if (material->flags & ROUTH_FIT_AT_BOUND)
        routh_say(&speech, ROUTH_WARNING, topic,
                  "A parameter is at a bound of the fit: the law would go further to explain the data.");
    if (material->flags & ROUTH_FIT_NOT_CONVERGED)
        routh_say(&speech, ROUTH_WARNING, topic, "The search for these parameters ran out of evaluations.");
    int scattering = 0;
    for (int p = 0; p < COUNT; p++)
        scattering += routh_material_scatters(material, p);
    if (!material->correlated && scattering > 1)
        routh_say(&speech, ROUTH_NOTE, topic,
                  "How the errors are correlated is not known: sets are drawn as if they were not.");
    say_speeds(&speech, material);
    if (speech.status != ROUTH_OK)
        routh_findings_release(context, findings);
    return speech.status;
}
