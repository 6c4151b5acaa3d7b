/* What an engine did on impacts, as JSON, as comma-separated values, and drawn: Newton's e over the speed of approach, what is
 * wanted, what the engine did in all phases of a step, and what it did with the textbook's setting.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
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

/* A textbook's setting may throw bodies away; the drawing stays about what is wanted. */
static double near_wanted(double eps) {
    return fmin(fmax(eps, -0.5), 1.5);
}

static void add_trial(json_t **lines, const char *name, const routh_proof *proof, const routh_proof_trial *trial) {
    routh_line did = routh_points_begin(name);
    for (size_t i = 0; trial->impact && i < proof->impact_count; i++) {
        const routh_proof_impact *of = &trial->impact[i];
        if (isfinite(of->eps[1]))
            routh_points_add(&did, of->speed, near_wanted(of->eps[1]), near_wanted(of->eps[0]),
                             near_wanted(of->eps[2]));
    }
    routh_line_end(&did, lines);
}

static routh_status draw(routh_context *context, FILE *file, const void *what) {
    const routh_proof *proof = what;
    const double tolerance = proof->target.eps_tolerance;
    json_t *lines = json_array();
    routh_line wanted = routh_points_begin("wanted");
    for (size_t i = 0; i < proof->impact_count; i++) {
        const routh_proof_impact *of = &proof->best.impact[i];
        if (isfinite(of->eps_wanted))
            routh_points_add(&wanted, of->speed, of->eps_wanted, of->eps_wanted - tolerance,
                             of->eps_wanted + tolerance);
    }
    routh_line_end(&wanted, &lines);
    add_trial(&lines, "the textbook's setting", proof, &proof->textbook);
    add_trial(&lines, "the best setting, in all phases of a step", proof, &proof->best);
    routh_figure figure = {.findings = &proof->findings, .charts = json_array(), .decades = 1};
    routh_chart_end(&figure.charts, "", "speed of approach, m/s", "Newton's *e*", lines);
    snprintf(figure.title, sizeof figure.title, "%s %s at steps of %g ms: %s", proof->engine->title, proof->version,
             1e3 * proof->best.setting.step, routh_name(&routh_proof_verdicts, (long)proof->verdict));
    return routh_draw_figure(context, file, figure);
}

routh_status routh_proof_write(routh_context *context, const routh_proof *proof, routh_io to) {
    return ROUTH_WRITE(context, "routh_proof", proof, to, {".json", .object = proof_object},
                       {".csv", .print = print_csv}, {".svg", .draw = draw});
}
