/* A plan as JSON, and the motion it asks for as comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/report.h>

#include "algebra/turn.h"
#include "file/ending.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "file/output.h"
#include "report/findings_json.h"
#include "report/writers.h"
#include "simulate/insertion_path.h"

static json_t *candidate_object(const routh_insertion_candidate *c, size_t unknowns) {
    json_t *object = ROUTH_JSON_FIELDS(routh_insertion_candidate, c, about);
    routh_json_put(&object, "path", routh_insertion_path_json(&c->path));
    if (*c->why) {
        ROUTH_PUT(&object, routh_insertion_candidate, c, why);
        return object;
    }
    ROUTH_PUT(&object, routh_insertion_candidate, c, draws);
    routh_json_join(&object, ROUTH_JSON_FIELDS(routh_insertion_candidate, c, length, stiffness, friction, stiffness_90,
                                               friction_90, needed, remains));
    routh_json_put(&object, "error", routh_json_numbers(c->error, unknowns));
    return object;
}

static json_t *plan_object(const routh_insertion_plan *plan) {
    const size_t unknowns = plan->assembly->count;
    const routh_insertion_plan_options *o = &plan->options;
    json_t *root = json_object(), *names = json_array(), *list = json_array();
    for (size_t j = 0; j < unknowns; j++)
        routh_json_add(&names, json_string(plan->assembly->displacement[j].name));
    for (size_t i = 0; i < plan->count; i++)
        routh_json_add(&list, candidate_object(&plan->candidate[i], unknowns));
    routh_json_put_version(&root);
    routh_json_put(&root, "path", routh_insertion_path_json(&plan->candidate[0].path));
    ROUTH_PUT(&root, routh_insertion_plan, plan, findings, reached);
    routh_json_put(&root, "options",
                   ROUTH_JSON_ENTRIES({"precision", o->precision}, {"time", o->time}, {"force", o->generator.force},
                                      {"moment", o->moment}, {"start_shift", o->start_shift},
                                      {"start_turn", o->start_turn}, {"stiffness", o->generator.stiffness},
                                      {"friction", o->generator.friction}, {"draws", (double)o->draws},
                                      {"screening", (double)o->screening}, {"sweeps", (double)o->sweeps},
                                      {"rate", o->generator.rate}, {"seed", (double)o->generator.seed}));
    ROUTH_PUT(&root, routh_insertion_plan, plan, tried);
    routh_json_put(&root, "displacements", names);
    routh_json_put(&root, "least", routh_json_numbers(plan->least, unknowns));
    routh_json_put(&root, "test", candidate_object(&plan->test, unknowns));
    routh_json_put(&root, "candidates", list);
    return root;
}

static void write_motion(FILE *file, const void *what) {
    const routh_insertion_plan *plan = what;
    fputs("time,px,py,pz,qw,qx,qy,qz,fx,fy,fz,mx,my,mz\n", file);
    for (size_t k = 0; k < plan->instants; k++) {
        const routh_plan_instant *at = &plan->instant[k];
        double turn[4];
        routh_turn_of_matrix(at->hand.rotation, turn);
        fprintf(file, "%.10g", at->time);
        for (int i = 0; i < 3; i++)
            fprintf(file, ",%.10g", at->hand.position[i]);
        for (int i = 0; i < 4; i++)
            fprintf(file, ",%.10g", turn[i]);
        for (int i = 0; i < 6; i++)
            fprintf(file, ",%.10g", at->wanted[i]);
        fputc('\n', file);
    }
}

routh_status routh_insertion_plan_write(routh_context *context, const routh_insertion_plan *plan, routh_io to) {
    static const char *const endings[] = {".json", ".csv", ".txt", NULL};
    switch (routh_ending_of(context, "routh_insertion_plan", endings, to)) {
    case 0:
        return routh_json_write(context, plan_object(plan), ROUTH_JSON_RESULTS, to);
    case 1:
        return routh_text_print(context, to, write_motion, plan);
    case 2:
        return routh_insertion_plan_write_text(context, plan, to);
    default:
        return ROUTH_BAD_ARGUMENT;
    }
}
