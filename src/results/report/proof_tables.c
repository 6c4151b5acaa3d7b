/* What an engine did on impacts, as JSON and as comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "file/output.h"
#include "report/findings_json.h"
#include "report/writers.h"

static json_t *impact_object(const routh_proof_impact *of) {
    json_t *one =
        ROUTH_JSON_FIELDS(routh_proof_impact, of, speed, slip, eps_wanted, friction_wanted, depth, energy_gain, agree);
    ROUTH_PUT(&one, routh_proof_impact, of, eps, eps_error);
    ROUTH_PUT_SPAN(&one, routh_proof_impact, of, friction, contacts);
    return one;
}

static json_t *trial_object(const routh_proof *proof, const routh_proof_trial *trial) {
    if (!trial->impact) /* there is no such setting */
        return json_null();
    json_t *one = ROUTH_JSON_FIELDS(routh_proof_trial, trial, score, agree, depth, energy_gain);
    json_t *values = json_object(), *impacts = json_array();
    for (size_t i = 0; i < proof->engine->parameter_count; i++)
        routh_json_put(&values, proof->engine->parameter[i].name, routh_json_number(trial->setting.value[i]));
    for (size_t i = 0; i < proof->impact_count; i++)
        routh_json_add(&impacts, impact_object(&trial->impact[i]));
    ROUTH_PUT(&one, routh_proof_trial, trial, eps_error, friction_error);
    routh_json_put(&one, "parameters", values);
    routh_json_put(&one, "impacts", impacts);
    return one;
}

routh_status routh_proof_write_json(routh_context *context, const routh_proof *proof, routh_io to) {
    const routh_engine_target *target = &proof->target;
    json_t *all = ROUTH_JSON_FIELDS(routh_engine, proof->engine, name);
    ROUTH_PUT(&all, routh_proof, proof, version, verdict);
    ROUTH_PUT(&all, routh_engine_setting, &proof->best.setting, step);
    routh_json_put(&all, "speeds_wanted", routh_json_pair(target->speed[0], target->speed[1]));
    ROUTH_PUT(&all, routh_proof, proof, speed);
    ROUTH_PUT(&all, routh_engine_target, target, eps_tolerance, friction_tolerance);
    ROUTH_PUT(&all, routh_proof, proof, settings);
    routh_json_put(&all, "best", trial_object(proof, &proof->best));
    routh_json_put(&all, "textbook", trial_object(proof, &proof->textbook));
    ROUTH_PUT(&all, routh_proof, proof, findings);
    routh_json_put_version(&all);
    return routh_json_write(context, all, ROUTH_JSON_RESULTS, to);
}

static void print_rows(FILE *file, const routh_proof *proof, const routh_proof_trial *trial, const char *name) {
    for (size_t i = 0; trial->impact && i < proof->impact_count; i++) {
        const routh_proof_impact *of = &trial->impact[i];
        const double numbers[] = {of->speed,       of->slip,        of->eps_wanted,       of->eps[0],
                                  of->eps[1],      of->eps[2],      of->friction_wanted,  of->friction[0],
                                  of->friction[1], of->friction[2], of->friction_error[1]};
        const double more[] = {of->depth, of->energy_gain, of->agree};
        char text[ROUTH_SHORTEST_TEXT];
        fputs(name, file);
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
            fprintf(file, ",%s", isfinite(numbers[k]) ? routh_shortest_text(numbers[k], text) : "");
        fprintf(file, ",%d,%zu,%zu", of->sticks, of->steps, of->contacts);
        for (size_t k = 0; k < sizeof more / sizeof *more; k++)
            fprintf(file, ",%s", isfinite(more[k]) ? routh_shortest_text(more[k], text) : "");
        fputc('\n', file);
    }
}

static void print_table(FILE *file, const void *what) {
    const routh_proof *proof = what;
    fputs("setting,speed,slip,eps_wanted,eps_least,eps,eps_greatest,friction_wanted,friction_least,friction,"
          "friction_greatest,friction_error,sticks,steps,contacts,depth,energy_gain,agree\n",
          file);
    print_rows(file, proof, &proof->best, "best");
    print_rows(file, proof, &proof->textbook, "textbook");
}

routh_status routh_proof_write_csv(routh_context *context, const routh_proof *proof, routh_io to) {
    return routh_text_print(context, to, print_table, proof);
}
