/* What is known about a pair of surfaces as text, with as many digits as errors leave.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/result_words.h"

#include <math.h>
#include <stdio.h>

/* With as many digits as its error leaves: one of the error's, two where that is small. */
static int digits_of(const routh_material *m, int p) {
    const double width = (m->interval[p].high - m->interval[p].low) / 4;
    const double error = isfinite(m->error[p]) && m->error[p] > 0 ? m->error[p] : width;
    return isfinite(error) && error > 0 ? (int)fmin(6, fmax(0, -floor(log10(error / 3)))) : 2;
}

/* "0.185 (0.182 … 0.189)"; "≥ 0.399" where nothing slipped. */
void routh_material_describe_value(const routh_material *m, int p, char text[ROUTH_SHOWN_TEXT]) {
    const int digits = digits_of(m, p);
    const routh_interval *i = &m->interval[p];
    if (isnan(m->value[p]))
        snprintf(text, ROUTH_SHOWN_TEXT, "–");
    else if (isinf(m->error[p]) && isfinite(i->low) && !isfinite(i->high))
        snprintf(text, ROUTH_SHOWN_TEXT, "≥ %.*f", digits, i->low);
    else if (isinf(m->error[p]) && isfinite(i->low))
        snprintf(text, ROUTH_SHOWN_TEXT, "%.*f … %.*f", digits, i->low, digits, i->high);
    else if (isinf(m->error[p]))
        snprintf(text, ROUTH_SHOWN_TEXT, "%.3g (not determined)", m->value[p]);
    else if (isfinite(i->low) && isfinite(i->high))
        snprintf(text, ROUTH_SHOWN_TEXT, "%.*f (%.*f … %.*f)", digits, m->value[p], digits, i->low, digits, i->high);
    else if (isfinite(m->error[p]) && m->error[p] > 0)
        snprintf(text, ROUTH_SHOWN_TEXT, "%.*f ± %.*f", digits, m->value[p], digits, m->error[p]);
    else
        snprintf(text, ROUTH_SHOWN_TEXT, "%.*f", digits, m->value[p]);
}

/* Restitution, with its change over ln(speed) where there is one. */
static void describe_restitution(const routh_material *m, char text[ROUTH_SHOWN_TEXT]) {
    char value[ROUTH_SHOWN_TEXT], slope[ROUTH_SHOWN_TEXT];
    routh_material_describe_value(m, ROUTH_MATERIAL_EPS, value);
    routh_material_describe_value(m, ROUTH_MATERIAL_EPS_SLOPE, slope);
    if (isnan(m->value[ROUTH_MATERIAL_EPS_SLOPE]))
        snprintf(text, ROUTH_SHOWN_TEXT, "%s", value);
    else
        snprintf(text, ROUTH_SHOWN_TEXT, "%.70s + ln v × %.70s", value, slope);
}

static void describe_friction(const routh_material *m, char text[ROUTH_SHOWN_TEXT]) {
    char value[ROUTH_SHOWN_TEXT], slide[ROUTH_SHOWN_TEXT];
    routh_material_describe_value(m, ROUTH_MATERIAL_MU, value);
    routh_material_describe_value(m, ROUTH_MATERIAL_MU_SLIDE, slide);
    if (isnan(m->value[ROUTH_MATERIAL_MU_SLIDE]))
        snprintf(text, ROUTH_SHOWN_TEXT, "%s", value);
    else
        snprintf(text, ROUTH_SHOWN_TEXT, "%.70s; sliding %.70s", value, slide);
}

void routh_material_describe(const routh_material *m, routh_material_column which, char text[ROUTH_SHOWN_TEXT]) {
    switch (which) {
    case ROUTH_SHOWN_PAIR:
        snprintf(text, ROUTH_SHOWN_TEXT, "%s", m->name);
        break;
    case ROUTH_SHOWN_LAW:
        snprintf(text, ROUTH_SHOWN_TEXT, "%s", *m->law ? m->law : "–");
        break;
    case ROUTH_SHOWN_FRICTION:
        describe_friction(m, text);
        break;
    case ROUTH_SHOWN_RESTITUTION:
        describe_restitution(m, text);
        break;
    case ROUTH_SHOWN_COMPLIANCE:
        routh_material_describe_value(m, ROUTH_MATERIAL_ETA2, text);
        break;
    case ROUTH_SHOWN_SPEEDS:
        if (isnan(m->speed[0]))
            snprintf(text, ROUTH_SHOWN_TEXT, "–");
        else
            snprintf(text, ROUTH_SHOWN_TEXT, "%.2f … %.2f", m->speed[0], m->speed[1]);
        break;
    default:
        if (m->impacts > 0)
            snprintf(text, ROUTH_SHOWN_TEXT, "%zu", m->impacts);
        else
            snprintf(text, ROUTH_SHOWN_TEXT, "–");
    }
}

/* A + stands for what `routh materials NAME` prints besides, sliding or a change with speed. */
void routh_material_describe_briefly(const routh_material *m, routh_material_column which,
                                     char text[ROUTH_SHOWN_TEXT]) {
    char value[ROUTH_SHOWN_TEXT];
    const bool sliding = isfinite(m->value[ROUTH_MATERIAL_MU_SLIDE]),
               slope = isfinite(m->value[ROUTH_MATERIAL_EPS_SLOPE]);
    if (which != ROUTH_SHOWN_FRICTION && which != ROUTH_SHOWN_RESTITUTION) {
        routh_material_describe(m, which, text);
        return;
    }
    routh_material_describe_value(m, which == ROUTH_SHOWN_FRICTION ? ROUTH_MATERIAL_MU : ROUTH_MATERIAL_EPS, value);
    snprintf(text, ROUTH_SHOWN_TEXT, "%.150s%s", value, (which == ROUTH_SHOWN_FRICTION ? sliding : slope) ? " +" : "");
}
