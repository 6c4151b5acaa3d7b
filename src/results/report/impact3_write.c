/* One impact in space, many of them, and what happens during one: as text for people, comma-separated values and JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>

#include "base/context.h"
#include "base/numbers.h"

/* Phases in words take no more than this. */
enum { PHASES = ROUTH_OUTCOME3_SWITCHES * 8 + 8 };

static json_t *outcome_object(const void *what) {
    const routh_outcome3 *outcome = what;
    char phases[PHASES];
    json_t *switches = json_array();
    for (size_t i = 0; i < outcome->switch_count; i++)
        routh_json_add(&switches,
                       ROUTH_JSON_FIELDS(routh_moment, &outcome->switches[i], phase, time, p, v, spring, spring_rate));
    return ROUTH_JSON_NEW(routh_outcome3_layout, .outcome = outcome,
                          .phases = routh_outcome3_phases(outcome, phases, sizeof phases), .switches = switches);
}

static json_t *body_json(const routh_body3 *before, const routh_body3 *after) {
    json_t *object = ROUTH_JSON_FIELDS(routh_body3, before, name, freedom);
    if (before->freedom == ROUTH_FIXED)
        return object;
    ROUTH_PUT(&object, routh_body3, before, mass, inertia);
    return ROUTH_JSON_NEW(routh_struck_body_layout, .after = after, .body = object,
                          .velocity_before = routh_json_numbers(before->velocity, 3),
                          .spin_before = routh_json_numbers(before->spin, 3),
                          .energy_before = routh_body3_energy(before), .energy = routh_body3_energy(after));
}

static json_t *answer_object(const void *what) {
    const routh_impact3_answer *answer = what;
    json_t *bodies = answer->about ? json_array() : routh_json_absent();
    for (int i = 0; answer->about && i < 2; i++)
        routh_json_add(&bodies, body_json(&answer->before[i], &answer->after[i]));
    return ROUTH_JSON_NEW(routh_impact3_layout, .outcome = outcome_object(&answer->outcome),
                          .contact = ROUTH_JSON_NEW(routh_impact3_contact_layout,
                                                    .contact = ROUTH_JSON_OF(routh_contact3, &answer->contact),
                                                    .mu = answer->pair.mu, .e = answer->pair.eps,
                                                    .eta2 = answer->rigid ? NAN : answer->pair.eta2),
                          .bodies = bodies);
}

/* Three numbers in columns; what is only rounding beside the largest is 0. */
static void print_vector(FILE *file, const double values[3]) {
    const double largest = fmax(fabs(values[0]), fmax(fabs(values[1]), fabs(values[2])));
    for (int i = 0; i < 3; i++)
        fprintf(file, " %12.7g", fabs(values[i]) < 1e-14 * largest ? 0 : values[i]);
}

static void print_change(FILE *file, const char *name, const double before[3], const double after[3]) {
    fprintf(file, "%-16s", name);
    print_vector(file, before);
    print_vector(file, after);
    fputc('\n', file);
}

static void print_velocities(FILE *file, const routh_impact3_answer *answer) {
    static const char *const axes[2][3] = {{"u", "w", "n"}, {"x", "y", "z"}};
    const char *const *of = axes[answer->about ? 1 : 0];
    fprintf(file, "\n%-16s%39s%39s\n", "", "BEFORE", "AFTER");
    fprintf(file, "%-16s%13s%13s%13s%13s%13s%13s\n", "", of[0], of[1], of[2], of[0], of[1], of[2]);
    if (answer->about) {
        print_change(file, "velocity (m/s)", answer->before[0].velocity, answer->after[0].velocity);
        print_change(file, "spin (rad/s)", answer->before[0].spin, answer->after[0].spin);
    }
    print_change(file, "contact (m/s)", answer->contact.v, answer->outcome.v);
}

static void print_switches(FILE *file, const routh_outcome3 *outcome) {
    fprintf(file, "\n%-16s%13s%13s%13s\n", "PHASE", "BEGINS AT", "THE IMPULSE", "(N s)");
    for (size_t i = 0; i < outcome->switch_count; i++) {
        if (i + 1 == outcome->switch_count && outcome->switch_total > outcome->switch_count)
            fprintf(file, "… %zu more\n", outcome->switch_total - outcome->switch_count);
        fprintf(file, "%-16s", routh_name(&routh_phases, outcome->switches[i].phase));
        print_vector(file, outcome->switches[i].p);
        fputc('\n', file);
    }
}

static void print_energies(FILE *file, const routh_impact3_answer *answer) {
    const routh_outcome3_energy *energy = &answer->outcome.energy;
    fputs("\nENERGY (J)\n", file);
    if (answer->about)
        fprintf(file, "%-16s %12.7g before, %.7g after\n", answer->before[0].name,
                routh_body3_energy(&answer->before[0]), routh_body3_energy(&answer->after[0]));
    fprintf(file, "%-16s %12.7g before, %.7g after: what an impulse here can change\n", "at the contact",
            energy->before, energy->after);
    fprintf(file, "%-16s %12.7g in friction, %.7g in the normal spring", "lost", energy->friction, energy->normal);
    if (energy->left > 0)
        fprintf(file, ", %.7g left in the tangential springs", energy->left);
    fputc('\n', file);
    if (!answer->rigid)
        fprintf(file, "%-16s %12.7g normally, %.7g tangentially at the end of compression\n", "stored",
                energy->normal_stored, energy->tangential_stored);
}

static void print_text(FILE *file, const void *what) {
    const routh_impact3_answer *answer = what;
    if (answer->about)
        fprintf(file, "%s\n", answer->about);
    fprintf(file, "mu = %.10g, e = %.10g, ", answer->pair.mu, answer->pair.eps);
    if (answer->rigid)
        fputs("rigid (eta2 -> 0)\n", file);
    else
        fprintf(file, "eta2 = %.10g\n", answer->pair.eta2);
    print_velocities(file, answer);
    print_switches(file, &answer->outcome);
    print_energies(file, answer);
}

routh_status routh_outcome3_write(routh_context *context, const routh_outcome3 *outcome, routh_io to) {
    return ROUTH_WRITE(context, "routh_outcome3", outcome, to,
                       {"", .object = outcome_object, .flags = JSON_REAL_PRECISION(17)});
}

routh_status routh_impact3_write(routh_context *context, const routh_impact3_answer *answer, routh_io to) {
    return ROUTH_WRITE(context, "routh_impact3", answer, to, {".txt", .print = print_text},
                       {".json", .object = answer_object, .flags = JSON_REAL_PRECISION(17)});
}

/* Many --------------------------------------------------------------------------------------------------*/

static void print_outcomes(FILE *file, const void *what) {
    const routh_outcomes3 *outcomes = what;
    routh_rows rows = routh_rows_csv(
        file, NULL,
        outcomes->before == 0 ? "p1,p2,p3,v1,v2,v3,phases,energy_ratio,friction_loss,normal_loss,left\n" : "");
    rows.missing = "nan";
    for (size_t i = 0; i < outcomes->count && !ferror(file); i++) {
        const routh_outcome3 *one = &outcomes->outcome[i];
        char phases[PHASES];
        ROUTH_CELL_FIELDS(&rows, routh_outcome3, one, p, v);
        ROUTH_ROW(&rows, routh_outcome3_phases(one, phases, sizeof phases), one->contact_energy_ratio,
                  one->energy.friction, one->energy.normal, one->energy.left);
    }
}

/* Not one object: a long table is written in parts. */
static routh_status draw_outcomes(routh_context *context, FILE *file, const void *what) {
    const routh_outcomes3 *outcomes = what;
    bool written = true;
    if (outcomes->before == 0)
        fprintf(file, "{\"rigid\": %s, \"strikes\": [", outcomes->rigid ? "true" : "false");
    for (size_t i = 0; written && i < outcomes->count && !ferror(file); i++) {
        json_t *one = routh_json_with_layout(outcome_object(&outcomes->outcome[i]));
        fputs(outcomes->before + i == 0 ? "\n" : ",\n", file);
        written = routh_json_print(one, JSON_REAL_PRECISION(17), file);
        json_decref(one);
    }
    if (!outcomes->unfinished)
        fputs("\n]}\n", file);
    return written ? ROUTH_OK : routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory to write JSON");
}

routh_status routh_outcomes3_write(routh_context *context, const routh_outcomes3 *outcomes, routh_io to) {
    return ROUTH_WRITE(context, "routh_outcomes3", outcomes, to, {".csv", .print = print_outcomes},
                       {".json", .draw = draw_outcomes});
}
