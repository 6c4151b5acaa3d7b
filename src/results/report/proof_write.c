/* What an engine did on impacts, as JSON, as comma-separated values, and drawn: Newton's e over the speed of approach, what is
 * wanted, what the engine did in all phases of a step, and what it did with the textbook's setting.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg.h"
#include "report/write.h"

#include <math.h>

static json_t *trial_object(const routh_proof *proof, const routh_proof_trial *trial) {
    if (!trial->impact) /* there is no such setting */
        return json_null();
    json_t *values = json_object(), *impacts = json_array();
    for (size_t i = 0; i < proof->engine->parameter_count; i++)
        routh_json_put(&values, proof->engine->parameter[i].name, routh_json_number(trial->setting.value[i]));
    for (size_t i = 0; i < proof->impact_count; i++) {
        const routh_proof_impact *of = &trial->impact[i];
        json_t *impact = ROUTH_JSON_FIELDS(routh_proof_impact, of, speed, slip, eps_wanted, friction_wanted, depth,
                                           energy_gain, agree, eps, eps_error);
        ROUTH_PUT_SPAN(&impact, routh_proof_impact, of, friction, contacts);
        routh_json_add(&impacts, impact);
    }
    return ROUTH_JSON_NEW(routh_proof_trial_layout, .trial = trial, .parameters = values, .impacts = impacts);
}

static json_t *proof_object(const void *what) {
    const routh_proof *proof = what;
    const routh_engine_target *target = &proof->target;
    return ROUTH_JSON_NEW(routh_proof_layout, .engine = proof->engine, .proof = proof, .setting = &proof->best.setting,
                          .target = target, .speeds_wanted = {target->speed[0], target->speed[1]},
                          .best = trial_object(proof, &proof->best), .textbook = trial_object(proof, &proof->textbook),
                          .version = routh_version());
}

static void add_rows(routh_rows *rows, const routh_proof *proof, const routh_proof_trial *trial, const char *name) {
    for (size_t i = 0; trial->impact && i < proof->impact_count; i++) {
        const routh_proof_impact *of = &trial->impact[i];
        ROUTH_CELLS(rows, name);
        ROUTH_CELL_FIELDS(rows, routh_proof_impact, of, speed, slip, eps_wanted, eps, friction_wanted, friction);
        ROUTH_CELLS(rows, of->friction_error[1]);
        ROUTH_CELL_FIELDS(rows, routh_proof_impact, of, sticks, steps, contacts, depth, energy_gain, agree);
        routh_rows_end(rows);
    }
}

static void print_csv(FILE *file, const void *what) {
    const routh_proof *proof = what;
    routh_rows rows = routh_rows_csv(
        file, NULL,
        "setting,speed,slip,eps_wanted,eps_least,eps,eps_greatest,friction_wanted,friction_least,friction,"
        "friction_greatest,friction_error,sticks,steps,contacts,depth,energy_gain,agree\n");
    add_rows(&rows, proof, &proof->best, "best");
    add_rows(&rows, proof, &proof->textbook, "textbook");
}

/* All in pixels. */
enum { LEFT = 64, TOP = 48, WIDTH = 520, HEIGHT = 320, RIGHT = 24, BELOW = 84 };

static const char wanted_look[] = "stroke=\"" SVG_FAINT "\" stroke-width=\"7\" stroke-opacity=\"0.5\"";
static const char best_look[] = "stroke=\"" SVG_BLUE "\" stroke-width=\"2\" fill=\"" SVG_BLUE "\"";
static const char textbook_look[] = "stroke=\"" SVG_ORANGE "\" stroke-width=\"1.5\" fill=\"" SVG_ORANGE "\"";

/* Speeds are drawn by their logarithms. A shift keeps the settings apart. */
static void draw_bar(FILE *file, const svg_plot *plot, double speed, double low, double high, double shift,
                     const char *look) {
    const svg_spot from = routh_svg_plot_at(plot, log10(speed), low), to = routh_svg_plot_at(plot, log10(speed), high);
    fprintf(file, "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" %s/>\n", from.x + shift, from.y, to.x + shift,
            to.y, look);
}

static bool is_shown(const routh_proof_impact *of) {
    return isfinite(of->eps[1]) && of->speed > 0;
}

static void draw_trial(FILE *file, const svg_plot *plot, const routh_proof *proof, const routh_proof_trial *trial,
                       double shift, const char *look) {
    for (size_t i = 0; trial->impact && i < proof->impact_count; i++) {
        const routh_proof_impact *of = &trial->impact[i];
        if (!is_shown(of))
            continue;
        const svg_spot at = routh_svg_plot_at(plot, log10(of->speed), of->eps[1]);
        draw_bar(file, plot, of->speed, of->eps[0], of->eps[2], shift, look);
        routh_svg_dot(file, (svg_spot){at.x + shift, at.y, 0}, 2.5, look);
    }
}

static void hold_trial(svg_plot *plot, const routh_proof *proof, const routh_proof_trial *trial) {
    for (size_t i = 0; trial->impact && i < proof->impact_count; i++) {
        const routh_proof_impact *of = &trial->impact[i];
        if (!is_shown(of))
            continue;
        routh_svg_axis_hold(&plot->x, log10(of->speed));
        /* a textbook's setting may throw bodies away; the drawing stays about what is wanted */
        routh_svg_axis_hold(&plot->y, fmin(of->eps[2], 1.5));
        routh_svg_axis_hold(&plot->y, fmax(of->eps[0], -0.5));
        routh_svg_axis_hold(&plot->y, of->eps_wanted);
    }
}

static void draw(FILE *file, const void *what) {
    const routh_proof *proof = what;
    const double tolerance = proof->target.eps_tolerance, *speed = proof->target.speed;
    char title[256];
    svg_plot plot = {
        WIDTH, HEIGHT, {log10(speed[0]), log10(speed[1]), "speed of approach", "m/s"}, {0, 1, "Newton's *e*", NULL}};
    hold_trial(&plot, proof, &proof->best);
    hold_trial(&plot, proof, &proof->textbook);
    routh_svg_axis_finish(&plot.x, 0.1);
    routh_svg_axis_finish(&plot.y, 0.1);
    snprintf(title, sizeof title, "%s %s at steps of %g ms: %s", proof->engine->title, proof->version,
             1e3 * proof->best.setting.step, routh_name(&routh_proof_verdicts, (long)proof->verdict));
    routh_svg_begin(file, LEFT + WIDTH + RIGHT, TOP + HEIGHT + BELOW, title,
                    "Newton's restitution over the speed of approach, wanted and achieved.");
    routh_svg_text(file, LEFT, TOP - 18, 14, SVG_START, "font-weight=\"bold\"", title);
    routh_svg_group(file, LEFT, TOP);
    routh_svg_plot_decades(file, &plot);
    for (size_t i = 0; i < proof->impact_count; i++) {
        const routh_proof_impact *of = &proof->best.impact[i];
        if (isfinite(of->eps_wanted) && of->speed > 0)
            draw_bar(file, &plot, of->speed, of->eps_wanted - tolerance, of->eps_wanted + tolerance, 0, wanted_look);
    }
    fprintf(file, "<clipPath id=\"frame\"><rect width=\"%d\" height=\"%d\"/></clipPath><g clip-path=\"url(#frame)\">\n",
            WIDTH, HEIGHT);
    draw_trial(file, &plot, proof, &proof->textbook, 3, textbook_look);
    draw_trial(file, &plot, proof, &proof->best, 0, best_look);
    fputs("</g></g>\n", file);
    routh_svg_text(file, LEFT, TOP + HEIGHT + BELOW - 14, 11, SVG_START, "",
                   "Grey: wanted. Blue: the best setting, in all phases of a step. Orange: the textbook's.");
    fputs("</svg>\n", file);
}

routh_status routh_proof_write(routh_context *context, const routh_proof *proof, routh_io to) {
    return ROUTH_WRITE(context, "routh_proof", proof, to, {".json", .object = proof_object},
                       {".csv", .print = print_csv}, {".svg", .print = draw});
}
