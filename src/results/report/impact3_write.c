/* What became of one impact in space, as text for people and JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/report.h>

#include "file/ending.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "file/output.h"

/* Phases in words take no more than this. */
enum { PHASES = ROUTH_OUTCOME3_SWITCHES * 8 + 8 };

static json_t *vector(const double values[3]) {
    return routh_json_numbers(values, 3);
}

static json_t *moment_json(const routh_moment *moment) {
    return ROUTH_JSON_FIELDS(routh_moment, moment, phase, time, p, v, spring, spring_rate);
}

static json_t *outcome_object(const routh_outcome3 *outcome) {
    char phases[PHASES];
    json_t *object = json_object(), *switches = json_array();
    ROUTH_PUT(&object, routh_outcome3, outcome, p, v);
    routh_json_put(&object, "phases", json_string(routh_outcome3_phases(outcome, phases, sizeof phases)));
    ROUTH_PUT(&object, routh_outcome3, outcome, contact_energy_ratio, duration, energy, switch_total);
    for (size_t i = 0; i < outcome->switch_count; i++)
        routh_json_add(&switches, moment_json(&outcome->switches[i]));
    routh_json_put(&object, "switches", switches);
    return object;
}

static json_t *body_json(const routh_body3 *before, const routh_body3 *after) {
    json_t *object = ROUTH_JSON_FIELDS(routh_body3, before, name, freedom);
    if (before->freedom == ROUTH_FIXED)
        return object;
    ROUTH_PUT(&object, routh_body3, before, mass, inertia);
    routh_json_put(&object, "velocity_before", vector(before->velocity));
    ROUTH_PUT(&object, routh_body3, after, velocity);
    routh_json_put(&object, "spin_before", vector(before->spin));
    ROUTH_PUT(&object, routh_body3, after, spin);
    routh_json_put(&object, "energy_before", routh_json_number(routh_body3_energy(before)));
    routh_json_put(&object, "energy", routh_json_number(routh_body3_energy(after)));
    return object;
}

static json_t *answer_object(const routh_impact3_answer *answer) {
    json_t *object = outcome_object(&answer->outcome), *contact = ROUTH_JSON_OF(routh_contact3, &answer->contact);
    ROUTH_PUT(&contact, routh_pair, &answer->pair, mu);
    routh_json_put(&contact, "e", routh_json_number(answer->pair.eps));
    routh_json_put(&contact, "eta2", answer->rigid ? json_null() : routh_json_number(answer->pair.eta2));
    routh_json_put(&object, "contact", contact);
    if (answer->about) {
        json_t *bodies = json_array();
        for (int i = 0; i < 2; i++)
            routh_json_add(&bodies, body_json(&answer->before[i], &answer->after[i]));
        routh_json_put(&object, "bodies", bodies);
    }
    return object;
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
    fprintf(file, "\n%-16s%39s%39s\n", "", "BEFORE", "AFTER");
    if (answer->about) {
        fprintf(file, "%-16s%13s%13s%13s%13s%13s%13s\n", "", "x", "y", "z", "x", "y", "z");
        print_change(file, "velocity (m/s)", answer->before[0].velocity, answer->after[0].velocity);
        print_change(file, "spin (rad/s)", answer->before[0].spin, answer->after[0].spin);
    } else
        fprintf(file, "%-16s%13s%13s%13s%13s%13s%13s\n", "", "u", "w", "n", "u", "w", "n");
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
    return routh_json_write(context, outcome_object(outcome), JSON_REAL_PRECISION(17), to);
}

static routh_status write_json(routh_context *context, const routh_impact3_answer *answer, routh_io to) {
    return routh_json_write(context, answer_object(answer), JSON_REAL_PRECISION(17), to);
}

static routh_status write_text(routh_context *context, const routh_impact3_answer *answer, routh_io to) {
    return routh_text_print(context, to, print_text, answer);
}

routh_status routh_impact3_write(routh_context *context, const routh_impact3_answer *answer, routh_io to) {
    static const char *const endings[] = {".txt", ".json", NULL};
    static routh_status (*const write[])(routh_context *, const routh_impact3_answer *, routh_io) = {write_text,
                                                                                                     write_json};
    const int format = routh_ending_of(context, "routh_impact3", endings, to);
    return format < 0 ? ROUTH_BAD_ARGUMENT : write[format](context, answer, to);
}
