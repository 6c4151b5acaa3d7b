/* A collision over time, drawn: the normal and tangential impulse at every contact, the speed of every body and the energy, and
 * which contacts act when, and how.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>

#include "algebra/space.h"

static const char time_label[] = "time × √*k*_0, s √(N/m)";

static json_t *impulses_lines(const routh_scene_trace *t, bool normal) {
    json_t *lines = json_array();
    for (size_t c = 0; c < t->contact_count; c++) {
        char name[24];
        snprintf(name, sizeof name, "%zu", c);
        routh_line curve = routh_line_begin(name);
        for (size_t i = 0; i < t->count; i++) {
            const double *p = t->contact[i * t->contact_count + c].p;
            routh_line_add(&curve, t->moment[i].time, normal ? p[2] : hypot(p[0], p[1]));
        }
        routh_line_end(&curve, &lines);
    }
    return lines;
}

static json_t *speeds_lines(const routh_scene *scene, const routh_scene_trace *t) {
    json_t *lines = json_array();
    for (size_t b = 0; b < t->body_count; b++) {
        char name[ROUTH_LABEL_SIZE];
        if (scene->body[b].freedom == ROUTH_FIXED)
            continue;
        if (scene->body[b].name[0])
            snprintf(name, sizeof name, "%.24s", scene->body[b].name);
        else
            snprintf(name, sizeof name, "body %zu", b);
        routh_line curve = routh_line_begin(name);
        for (size_t i = 0; i < t->count; i++)
            routh_line_add(&curve, t->moment[i].time, routh_length3(t->body[i * t->body_count + b].velocity));
        routh_line_end(&curve, &lines);
    }
    return lines;
}

static json_t *energy_lines(const routh_scene_trace *t) {
    json_t *lines = json_array();
    routh_line kinetic = routh_line_begin("kinetic"), all = routh_line_begin("with springs, which never rises");
    for (size_t i = 0; i < t->count; i++) {
        routh_line_add(&kinetic, t->moment[i].time, t->moment[i].kinetic);
        routh_line_add(&all, t->moment[i].time, t->moment[i].kinetic + t->moment[i].stored);
    }
    routh_line_end(&kinetic, &lines);
    routh_line_end(&all, &lines);
    return lines;
}

/* At the height of its number, every contact while it is in that phase. */
static json_t *phases_lines(const routh_scene_trace *t) {
    json_t *lines = json_array();
    for (int phase = ROUTH_APART + 1; phase < ROUTH_PHASE_COUNT; phase++) {
        routh_line bars = routh_line_begin(routh_name(&routh_phases, phase));
        for (size_t c = 0; c < t->contact_count; c++)
            for (size_t i = 0; i < t->count; i++) {
                const bool now = (int)t->contact[i * t->contact_count + c].phase == phase;
                const bool before = i > 0 && (int)t->contact[(i - 1) * t->contact_count + c].phase == phase;
                if (now || before)
                    routh_line_add(&bars, t->moment[i].time, (double)c);
                if (now ? i + 1 == t->count : before)
                    routh_line_add(&bars, t->moment[i].time, NAN);
            }
        routh_line_end(&bars, &lines);
    }
    return lines;
}

routh_status routh_draw_scene(routh_context *context, FILE *file, const void *what) {
    const routh_scene_view *view = what;
    routh_figure figure = {
        .title = "A collision over time", .note = "Numbers: contacts, from 0.", .charts = json_array(), .across = 2};
    json_t **charts = &figure.charts;
    routh_chart_end(charts, "", time_label, "normal impulse, N s", impulses_lines(view->trace, true));
    routh_chart_end(charts, "", time_label, "tangential impulse, N s", impulses_lines(view->trace, false));
    routh_chart_end(charts, "", time_label, "speed of the bodies, m/s", speeds_lines(view->scene, view->trace));
    routh_chart_end(charts, "", time_label, "energy, J", energy_lines(view->trace));
    routh_chart_end(charts, "", time_label, "contact", phases_lines(view->trace));
    return routh_draw_figure(context, file, figure);
}
