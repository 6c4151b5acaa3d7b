/* What the contact point and the tangential springs do during one strike, over the normal impulse: figure 5 of Modeling
 * of tangential compliance. Three panels side by side with one axis of normal impulse, u drawn in full and w thin.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/strike_parts.h"

#include <math.h>

enum { PANELS = 3, PANEL_WIDTH = 196, PANEL_GAP = 20, NAMES_WIDTH = 110, NAME_ROW = 14 };

/* The tangential components of what a panel shows, at a moment. */
static const double *shown_by(int panel, const routh_moment *moment) {
    return panel == 0 ? moment->v : panel == 1 ? moment->spring_rate : moment->spring;
}

static int sticks(routh_phase phase) {
    return phase == ROUTH_C_STICK || phase == ROUTH_R_STICK;
}

/* At the end of a run: as long as the particle stuck, the springs took all of the contact's velocity. What the moment
 * itself has is the rate from there on, which jumps when slip begins. */
static double value_at(const routh_trace *curve, const strike_run *run, size_t index, int panel, int component) {
    const routh_moment *moment = &curve->moment[index];
    if (panel == 1 && index == run->last && sticks(run->phase))
        return moment->v[component];
    return shown_by(panel, moment)[component];
}

/* The last moment of a run that a panel shows: when contact has ended the springs are at rest. */
static size_t last_shown(const routh_trace *curve, const strike_run *run, int panel) {
    const int ended = curve->moment[run->last].phase == ROUTH_APART && !sticks(run->phase);
    return panel == 1 && ended && run->last > run->first + 1 ? run->last - 1 : run->last;
}

/* Is there anything to see along w? */
static int leaves_plane(const routh_trace *curve) {
    double along = 0, across = 0;
    for (size_t i = 0; i < curve->count; i++) {
        along = fmax(along, fabs(curve->moment[i].v[0]));
        across = fmax(across, fabs(curve->moment[i].v[1]));
    }
    return across > 1e-9 * along;
}

static svg_axis panel_axis(const routh_trace *curve, int panel) {
    static const char *const titles[] = {"contact velocity", "spring velocity", "spring length × √*k*_0"};
    static const char *const units[] = {"m/s", "m/s", "√J"};
    svg_axis axis = {.title = titles[panel], .unit = units[panel]};
    double largest = 0;
    strike_run run;
    for (size_t first = 0; routh_strike_next_run(curve, &first, &run);) {
        for (size_t i = run.first; i <= last_shown(curve, &run, panel); i++) {
            for (int j = 0; j < 2; j++) {
                const double value = value_at(curve, &run, i, panel, j);
                routh_svg_axis_hold(&axis, value);
                largest = fmax(largest, fabs(value));
            }
        }
    }
    routh_svg_axis_finish(&axis, largest > 0 ? 0.1 * largest : 1);
    return axis;
}

/* The dashed line across is the jump of a spring's velocity. */
static void draw_component(FILE *file, const svg_plot *plot, const routh_trace *curve, int panel, int component) {
    strike_run run;
    svg_spot before = {0};
    for (size_t first = 0; routh_strike_next_run(curve, &first, &run);) {
        svg_spot at = {0};
        for (size_t i = run.first; i <= last_shown(curve, &run, panel); i++) {
            at = routh_svg_plot_at(plot, value_at(curve, &run, i, panel, component), curve->moment[i].p[2]);
            if (i == run.first && run.first > 0 && fabs(at.x - before.x) > 2)
                fprintf(file, "<path d=\"M%.2f,%.2fL%.2f,%.2f\" stroke=\"%s\" stroke-dasharray=\"2 2\"/>\n", before.x,
                        before.y, at.x, at.y, SVG_INK);
            if (i == run.first)
                fputs("<path d=\"", file);
            fprintf(file, "%c%.2f,%.2f", i == run.first ? 'M' : 'L', at.x, at.y);
        }
        before = at;
        fprintf(file, "\" fill=\"none\" %s%s/>\n", routh_strike_line_style(run.phase),
                component == 1 ? " opacity=\"0.45\"" : "");
    }
}

static double height_at(const svg_plot *plot, const routh_moment *moment) {
    return routh_svg_plot_at(plot, 0, moment->p[2]).y;
}

static void draw_levels(FILE *file, const svg_plot *plot, const routh_outcome3 *strike) {
    for (size_t row = 1; row < routh_strike_shown(strike); row++) {
        const double y = height_at(plot, &strike->switches[routh_strike_shown_index(strike, row)]);
        fprintf(file, "<path d=\"M0,%.2fH%g\" stroke=\"%s\" stroke-width=\"0.7\" stroke-dasharray=\"1 3\"/>\n", y,
                plot->width, SVG_INK);
    }
}

/* Names of the phases to the right of the last panel, from the first below to the last above, a row apart at least. */
static void draw_names(FILE *file, const svg_plot *plot, const routh_outcome3 *strike) {
    double at[STRIKE_TABLE_ROWS], name[STRIKE_TABLE_ROWS];
    size_t count = 0;
    for (size_t row = 0; row + 1 < routh_strike_shown(strike); row++) {
        const size_t index = routh_strike_shown_index(strike, row);
        at[count] = (height_at(plot, &strike->switches[index]) + height_at(plot, &strike->switches[index + 1])) / 2;
        name[count] = count > 0 ? fmin(at[count], name[count - 1] - NAME_ROW) : at[count];
        count++;
    }
    /* what was pushed out at the top comes back, and pushes those below */
    for (size_t i = count; i-- > 0;)
        name[i] = fmax(name[i], i + 1 == count ? 6 : name[i + 1] + NAME_ROW);
    for (size_t i = 0; i < count; i++) {
        fprintf(file, "<path d=\"M%g,%.2fL%g,%.2f\" stroke=\"%s\" stroke-width=\"0.8\"/>\n", plot->width + 3, at[i],
                plot->width + 14, name[i], SVG_FAINT);
        char words[48];
        snprintf(words, sizeof words, "%zu %s", i + 1, routh_name(&routh_phases, strike->switches[i].phase));
        routh_svg_text(file, plot->width + 18, name[i] + 4, 11, SVG_START, "", words);
    }
}

routh_status routh_draw_strike_velocity(routh_context *context, const routh_trace *curve, FILE *file) {
    (void)context;
    const double width = STRIKE_LEFT + PANELS * (PANEL_WIDTH + PANEL_GAP) + NAMES_WIDTH;
    const double caption = STRIKE_TOP + STRIKE_HEIGHT + STRIKE_BELOW + STRIKE_CAPTION_ROW;
    svg_axis up = {.title = "*P*_n", .unit = "N s"};
    for (size_t i = 0; i < curve->count; i++)
        routh_svg_axis_hold(&up, curve->moment[i].p[2]);
    routh_svg_axis_finish(&up, 0);
    char phases[512];
    routh_svg_begin(file, width, caption + STRIKE_CAPTION,
                    "Contact velocity, spring velocity and spring length of one strike",
                    routh_outcome3_phases(&curve->outcome, phases, sizeof phases));
    for (int panel = 0; panel < PANELS; panel++) {
        const svg_plot plot = {.width = PANEL_WIDTH, .height = STRIKE_HEIGHT, .x = panel_axis(curve, panel), .y = up};
        fprintf(file, "<g transform=\"translate(%d,%d)\">\n", STRIKE_LEFT + panel * (PANEL_WIDTH + PANEL_GAP),
                STRIKE_TOP);
        routh_svg_plot_axes(file, &plot, panel == 0);
        draw_levels(file, &plot, &curve->outcome);
        if (leaves_plane(curve))
            draw_component(file, &plot, curve, panel, 1);
        draw_component(file, &plot, curve, panel, 0);
        if (panel == PANELS - 1)
            draw_names(file, &plot, &curve->outcome);
        fputs("</g>\n", file);
    }
    routh_strike_caption(file, curve, caption, width);
    routh_svg_text(
        file, STRIKE_MARGIN, caption + 2 * STRIKE_CAPTION_ROW, 10.5, SVG_START, SVG_FAINT_TEXT,
        "Along u in full colour, along w pale. Levels: where a phase begins. Broken line: a jump of the spring's "
        "velocity.");
    fputs("</svg>\n", file);
    return ROUTH_OK;
}
