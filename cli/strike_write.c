/* What `routh strike` found, as text for people, comma-separated values and JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "file/json_build.h"
#include "output.h"
#include "strike.h"

void strike_csv_header(FILE *file) {
    fputs("p1,p2,p3,v1,v2,v3,phases,energy_ratio,friction_loss,normal_loss,left\n", file);
}

void strike_csv_row(FILE *file, const routh_outcome3 *strike, const char *phases) {
    const double before[] = {strike->p[0], strike->p[1], strike->p[2], strike->v[0], strike->v[1], strike->v[2]};
    const double behind[] = {strike->contact_energy_ratio, strike->energy.friction, strike->energy.normal,
                             strike->energy.left};
    for (int i = 0; i < 6; i++) {
        print_number(file, before[i]);
        fputc(',', file);
    }
    fputs(phases, file);
    for (int i = 0; i < 4; i++) {
        fputc(',', file);
        print_number(file, behind[i]);
    }
    fputc('\n', file);
}

static json_t *vector(const double values[3]) {
    return routh_json_numbers(values, 3);
}

static json_t *moment_json(const routh_moment *moment) {
    json_t *object = json_object();
    routh_json_put(&object, "phase", json_string(routh_name(&routh_phases, moment->phase)));
    routh_json_put(&object, "time", routh_json_number(moment->time));
    routh_json_put(&object, "p", vector(moment->p));
    routh_json_put(&object, "v", vector(moment->v));
    routh_json_put(&object, "spring", vector(moment->spring));
    routh_json_put(&object, "spring_rate", vector(moment->spring_rate));
    return object;
}

static json_t *energy_json(const routh_outcome3_energy *energy) {
    const struct {
        const char *name;
        double value;
    } parts[] = {
        {"before", energy->before},
        {"after", energy->after},
        {"normal_stored", energy->normal_stored},
        {"normal_recovered", energy->normal_recovered},
        {"tangential_stored", energy->tangential_stored},
        {"tangential_recovered", energy->tangential_recovered},
        {"friction_loss", energy->friction},
        {"normal_loss", energy->normal},
        {"left", energy->left},
    };
    json_t *object = json_object();
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        routh_json_put(&object, parts[i].name, routh_json_number(parts[i].value));
    return object;
}

json_t *strike_json(const routh_outcome3 *strike) {
    char phases[STRIKE_PHASES];
    json_t *object = json_object(), *switches = json_array();
    routh_json_put(&object, "p", vector(strike->p));
    routh_json_put(&object, "v", vector(strike->v));
    routh_json_put(&object, "phases", json_string(routh_outcome3_phases(strike, phases, sizeof phases)));
    routh_json_put(&object, "energy_ratio", routh_json_number(strike->contact_energy_ratio));
    routh_json_put(&object, "duration", routh_json_number(strike->duration));
    routh_json_put(&object, "energy", energy_json(&strike->energy));
    routh_json_put(&object, "switch_total", routh_json_count(strike->switch_total));
    for (size_t i = 0; i < strike->switch_count; i++)
        routh_json_add(&switches, moment_json(&strike->switches[i]));
    routh_json_put(&object, "switches", switches);
    return object;
}

static json_t *body_json(const routh_body3 *before, const routh_body3 *after) {
    json_t *object = json_object();
    routh_json_put(&object, "name", json_string(before->name));
    routh_json_put(&object, "freedom", json_string(routh_name(&routh_freedoms, before->freedom)));
    if (before->freedom == ROUTH_FIXED)
        return object;
    routh_json_put(&object, "mass", routh_json_number(before->mass));
    json_t *inertia = json_array();
    for (int i = 0; i < 3; i++)
        routh_json_add(&inertia, vector(before->inertia[i]));
    routh_json_put(&object, "inertia", inertia);
    routh_json_put(&object, "velocity_before", vector(before->velocity));
    routh_json_put(&object, "velocity", vector(after->velocity));
    routh_json_put(&object, "spin_before", vector(before->spin));
    routh_json_put(&object, "spin", vector(after->spin));
    routh_json_put(&object, "energy_before", routh_json_number(routh_body3_energy(before)));
    routh_json_put(&object, "energy", routh_json_number(routh_body3_energy(after)));
    return object;
}

json_t *strike_single_json(const single_strike *single) {
    json_t *object = strike_json(&single->strike), *contact = json_object(), *w = json_array();
    for (int i = 0; i < 3; i++)
        routh_json_add(&w, vector(single->contact.w[i]));
    routh_json_put(&contact, "w", w);
    routh_json_put(&contact, "v", vector(single->contact.v));
    routh_json_put(&contact, "mu", routh_json_number(single->pair.mu));
    routh_json_put(&contact, "e", routh_json_number(single->pair.eps));
    routh_json_put(&contact, "eta2", single->rigid ? json_null() : routh_json_number(single->pair.eta2));
    routh_json_put(&object, "contact", contact);
    if (single->about) {
        json_t *bodies = json_array();
        for (int i = 0; i < 2; i++)
            routh_json_add(&bodies, body_json(&single->before[i], &single->after[i]));
        routh_json_put(&object, "bodies", bodies);
    }
    return object;
}

int strike_dump(const char *verb, FILE *file, json_t *value) {
    if (!value)
        return fail(verb, "out of memory");
    const int dumped = json_dumpf(value, file, JSON_REAL_PRECISION(17));
    json_decref(value);
    fputc('\n', file);
    return dumped == 0 || ferror(file) ? 0 : fail(verb, "out of memory");
}

/* Three numbers in columns; what is only rounding beside the largest is 0. */
static void print_vector(FILE *file, const double values[3]) {
    const double largest = fmax(fabs(values[0]), fmax(fabs(values[1]), fabs(values[2])));
    for (int i = 0; i < 3; i++)
        fprintf(file, "%13.7g", fabs(values[i]) < 1e-14 * largest ? 0 : values[i]);
}

static void print_change(FILE *file, const char *name, const double before[3], const double after[3]) {
    fprintf(file, "%-16s", name);
    print_vector(file, before);
    print_vector(file, after);
    fputc('\n', file);
}

static void print_velocities(FILE *file, const single_strike *single) {
    fprintf(file, "\n%-16s%39s%39s\n", "", "BEFORE", "AFTER");
    if (single->about) {
        fprintf(file, "%-16s%13s%13s%13s%13s%13s%13s\n", "", "x", "y", "z", "x", "y", "z");
        print_change(file, "velocity (m/s)", single->before[0].velocity, single->after[0].velocity);
        print_change(file, "spin (rad/s)", single->before[0].spin, single->after[0].spin);
    } else
        fprintf(file, "%-16s%13s%13s%13s%13s%13s%13s\n", "", "u", "w", "n", "u", "w", "n");
    print_change(file, "contact (m/s)", single->contact.v, single->strike.v);
}

static void print_switches(FILE *file, const routh_outcome3 *strike) {
    fprintf(file, "\n%-16s%13s%13s%13s\n", "PHASE", "BEGINS AT", "THE IMPULSE", "(N s)");
    for (size_t i = 0; i < strike->switch_count; i++) {
        if (i + 1 == strike->switch_count && strike->switch_total > strike->switch_count)
            fprintf(file, "… %zu more\n", strike->switch_total - strike->switch_count);
        fprintf(file, "%-16s", routh_name(&routh_phases, strike->switches[i].phase));
        print_vector(file, strike->switches[i].p);
        fputc('\n', file);
    }
}

static void print_energies(FILE *file, const single_strike *single) {
    const routh_outcome3_energy *energy = &single->strike.energy;
    fputs("\nENERGY (J)\n", file);
    if (single->about)
        fprintf(file, "%-16s%13.7g before, %.7g after\n", single->before[0].name,
                routh_body3_energy(&single->before[0]), routh_body3_energy(&single->after[0]));
    fprintf(file, "%-16s%13.7g before, %.7g after: what an impulse here can change\n", "at the contact", energy->before,
            energy->after);
    fprintf(file, "%-16s%13.7g in friction, %.7g in the normal spring", "lost", energy->friction, energy->normal);
    if (energy->left > 0)
        fprintf(file, ", %.7g left in the tangential springs", energy->left);
    fputc('\n', file);
    if (!single->rigid)
        fprintf(file, "%-16s%13.7g normally, %.7g tangentially at the end of compression\n", "stored",
                energy->normal_stored, energy->tangential_stored);
}

void strike_write_text(FILE *file, const single_strike *single) {
    if (single->about)
        fprintf(file, "%s\n", single->about);
    fprintf(file, "mu = %.10g, e = %.10g, ", single->pair.mu, single->pair.eps);
    if (single->rigid)
        fputs("rigid (eta2 -> 0)\n", file);
    else
        fprintf(file, "eta2 = %.10g\n", single->pair.eta2);
    print_velocities(file, single);
    print_switches(file, &single->strike);
    print_energies(file, single);
}
