/* The report of routh toss: text, JSON, and the contacts as CSV.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "file/json_build.h"
#include "output.h"
#include "toss.h"

static void print_contacts(FILE *file, const toss_answer *answer) {
    const routh_toss_impacts *impacts = &answer->impacts;
    fprintf(file, "%s: %zu toss%s, %zu frames, %zu contact%s, %zu used: impacts of a single corner\n",
            answer->tosses.name, answer->tosses.count, answer->tosses.count == 1 ? "" : "es",
            impacts->calibration.frames, impacts->count, impacts->count == 1 ? "" : "s", impacts->used);
    if (impacts->used < impacts->count)
        fprintf(file, "  rejected     %zu; some have several reasons\n", impacts->count - impacts->used);
    for (int reason = 0; reason < ROUTH_REASON_COUNT; reason++)
        if (impacts->rejected[reason] > 0)
            fprintf(file, "    %-14s %6zu  %s\n", routh_name(&routh_reasons, reason), impacts->rejected[reason],
                    routh_about(&routh_reasons, reason));
}

static void print_recording(FILE *file, const toss_answer *answer) {
    const routh_toss_calibration *c = &answer->impacts.calibration;
    fprintf(file, "\nThe recording%s\n",
            answer->options.calibrate ? "" : " (measured, but not made use of: --as-stated)");
    if (c->scale_error > 0)
        fprintf(file,
                "  scale        %.4f ± %.4f recorded for a true length of 1: gravity in %zu flights against %g m/s²\n",
                c->scale, c->scale_error, c->flights, answer->options.gravity);
    else
        fprintf(file, "  scale        not measured: too little free flight\n");
    if (c->rests > 0)
        fprintf(file, "               %.4f ± %.4f going by the height at which %zu toss%s to rest\n", c->rest_scale,
                c->rest_error, c->rests, c->rests == 1 ? " comes" : "es come");
    if (!isnan(c->spin_ratio))
        fprintf(
            file,
            "  spin         recorded %.4f times that of the orientations; in body axes %.2f rad/s off, in world axes "
            "%.2f\n",
            c->spin_ratio, c->spin_body, c->spin_world);
    if (c->centre_error[0] > 0)
        fprintf(file, "  centre       of mass at (%.1f, %.1f, %.1f) ± %.1f mm from the tracked point, body axes\n",
                1e3 * c->centre[0], 1e3 * c->centre[1], 1e3 * c->centre[2],
                1e3 * fmax(fmax(c->centre_error[0], c->centre_error[1]), c->centre_error[2]));
    if (c->drag_error > 0)
        fprintf(file, "  drag         %.3f ± %.3f of the velocity a second; not corrected for\n", c->drag,
                c->drag_error);
}

static void print_cube(FILE *file, const toss_answer *answer) {
    const routh_toss_impacts *impacts = &answer->impacts;
    const routh_toss_calibration *c = &impacts->calibration;
    const double uniform = answer->options.mass * answer->options.width * answer->options.width / 6;
    fprintf(file, "\nThe cube\n");
    if (c->rounding > 0)
        fprintf(file, "  corners      rounded with a radius of %.1f ± %.1f mm\n", 1e3 * c->rounding,
                1e3 * c->rounding_error);
    fprintf(file, "  inertia      %.4g kg m², %.2f times that of a uniform cube\n", c->inertia, c->inertia / uniform);
    fprintf(file, "  identity     I Δω = r × m ΔV: correlation %.4f; %.4f for a sharp cube tracked at its centre\n",
            impacts->identity.correlation, impacts->stated.correlation);
    fprintf(file, "  instant      flights meet with the corner %.1f mm below the board, in the median\n",
            1e3 * c->depth);
    fprintf(file, "  restitution  %.3f at the corner (quartiles %.3f, %.3f); slower half %.3f, faster half %.3f\n",
            impacts->restitution_median, impacts->restitution_low, impacts->restitution_high, impacts->restitution_slow,
            impacts->restitution_fast);
    fprintf(file, "  |P_t|/P_n    %.3f (quartiles %.3f, %.3f)\n", impacts->friction_median, impacts->friction_low,
            impacts->friction_high);
}

static void print_laws(FILE *file, const toss_answer *answer) {
    const routh_toss_comparison *all = &answer->comparison;
    fprintf(file, "\nLaws, on %zu impacts of %zu tosses, each half predicted with the parameters of the other\n\n",
            all->count, all->tosses);
    fprintf(file, "%-13s %-24s %s", "LAW", "ERROR (m/s)", "MEDIAN");
    for (int d = 0; d < ROUTH_MAX_PARAMETERS; d++)
        fprintf(file, "%*s%s", d == 0 ? 3 : 23 - (int)strlen(routh_toss_parameter_name(d - 1)), "",
                routh_toss_parameter_name(d));
    fputc('\n', file);
    for (int law = 0; law < ROUTH_TOSS_LAW_COUNT; law++) {
        const routh_toss_result *r = &all->result[law];
        fprintf(file, "%-13s %.4f (%.4f … %.4f) %.4f", routh_toss_law_name((routh_toss_law)law), r->error,
                r->error_interval.low, r->error_interval.high, r->error_median);
        for (int d = 0; d < routh_toss_law_parameters((routh_toss_law)law); d++)
            fprintf(file, "%s%.3f (%.3f … %.3f)", d == 0 ? "   " : "  ", r->parameters[d], r->interval[d].low,
                    r->interval[d].high);
        fputc('\n', file);
    }
    fputc('\n', file);
    for (int law = 0; law < ROUTH_TOSS_LAW_COUNT; law++) {
        char flags[ROUTH_FIT_TEXT];
        fprintf(file, "%s: %s", routh_toss_law_name((routh_toss_law)law), routh_toss_law_about((routh_toss_law)law));
        if (all->result[law].flags)
            fprintf(file, " [%s]", routh_fit_text(all->result[law].flags, flags));
        fputs(".\n", file);
    }
    fprintf(file,
            "\nThe error is the distance of the predicted from the measured motion after impact, spin counted at the "
            "radius of\n"
            "gyration; the motion itself is %.2f m/s. In brackets: 95 %% intervals, tosses drawn with replacement.\n",
            all->speed);
}

/* What the comparison of compliant and rigid law comes to. */
static void print_verdict(FILE *file, const toss_answer *answer) {
    const routh_toss_comparison *all = &answer->comparison;
    const routh_toss_result *compliant = &all->result[ROUTH_TOSS_COMPLIANT], *rigid = &all->result[ROUTH_TOSS_RIGID];
    const routh_interval *above = &compliant->above_rigid;
    const double difference = compliant->error - rigid->error;
    if (above->low <= 0 && above->high >= 0)
        fprintf(file,
                "Tangential compliance makes no detectable difference: %+.4f m/s (%+.4f … %+.4f) against the "
                "rigid law.\n",
                difference, above->low, above->high);
    else
        fprintf(file, "Tangential compliance makes the error %s: %+.4f m/s (%+.4f … %+.4f) against the rigid law.\n",
                difference < 0 ? "smaller" : "larger", difference, above->low, above->high);
    fprintf(
        file,
        "Compliance matters where slip stops or turns back; under the rigid law it does so in %.1f %% of the impacts.\n"
        "Even the best impulse, chosen after the fact, errs by %.4f m/s: what a point contact, or the recording, "
        "cannot do.\n",
        100 * all->sticking, all->result[ROUTH_TOSS_FLOOR].error);
}

void toss_write_text(FILE *file, const toss_answer *answer) {
    print_contacts(file, answer);
    print_recording(file, answer);
    print_cube(file, answer);
    if (answer->compared) {
        print_laws(file, answer);
        print_verdict(file, answer);
    } else {
        fprintf(file, "\nLaws were not compared: %s.\n", answer->why_not);
    }
}

/* JSON -----------------------------------------------------------------------------------------------*/

static json_t *interval_object(routh_interval interval) {
    return json_pack("{s:o,s:o,s:o}", "low", routh_json_number(interval.low), "high", routh_json_number(interval.high),
                     "sd", routh_json_number(interval.deviation));
}

static json_t *law_object(const toss_answer *answer, routh_toss_law law) {
    const routh_toss_result *r = &answer->comparison.result[law];
    json_t *one = json_object(), *parameters = json_object();
    for (int d = 0; d < routh_toss_law_parameters(law); d++)
        routh_json_put(&parameters, routh_toss_parameter_name(d),
                       json_pack("{s:o,s:o,s:[o,o]}", "value", routh_json_number(r->parameters[d]), "interval",
                                 interval_object(r->interval[d]), "halves", routh_json_number(r->half[0][d]),
                                 routh_json_number(r->half[1][d])));
    char flags[ROUTH_FIT_TEXT];
    routh_json_put(&one, "name", json_string(routh_toss_law_name(law)));
    routh_json_put(&one, "about", json_string(routh_toss_law_about(law)));
    routh_json_put(&one, "parameters", parameters);
    routh_json_put(&one, "flags", json_string(routh_fit_text(r->flags, flags)));
    routh_json_put(&one, "error", routh_json_number(r->error));
    routh_json_put(&one, "error_interval", interval_object(r->error_interval));
    routh_json_put(&one, "error_median", routh_json_number(r->error_median));
    routh_json_put(&one, "error_fitted", routh_json_number(r->error_fitted));
    routh_json_put(&one, "above_rigid", interval_object(r->above_rigid));
    return one;
}

static json_t *calibration_object(const routh_toss_calibration *c) {
    json_t *one = json_object();
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"scale", c->scale},
                   {"scale_error", c->scale_error},
                   {"drag", c->drag},
                   {"drag_error", c->drag_error},
                   {"flight_noise", c->flight_noise},
                   {"rest_scale", c->rest_scale},
                   {"rest_error", c->rest_error},
                   {"ground", c->ground},
                   {"spin_ratio", c->spin_ratio},
                   {"spin_body", c->spin_body},
                   {"spin_world", c->spin_world},
                   {"rounding", c->rounding},
                   {"rounding_error", c->rounding_error},
                   {"depth", c->depth},
                   {"inertia", c->inertia}};
    routh_json_put(&one, "flights", routh_json_count(c->flights));
    routh_json_put(&one, "rests", routh_json_count(c->rests));
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        routh_json_put(&one, numbers[i].name, routh_json_number(numbers[i].value));
    routh_json_put(&one, "centre", routh_json_numbers(c->centre, 3));
    routh_json_put(&one, "centre_error", routh_json_numbers(c->centre_error, 3));
    return one;
}

static json_t *identity_object(const routh_toss_identity *identity) {
    return json_pack("{s:o,s:o,s:o}", "correlation", routh_json_number(identity->correlation), "inertia",
                     routh_json_number(identity->inertia), "inertia_error", routh_json_number(identity->inertia_error));
}

static json_t *quartiles(double low, double median, double high) {
    return json_pack("{s:o,s:o,s:o}", "low", routh_json_number(low), "median", routh_json_number(median), "high",
                     routh_json_number(high));
}

int toss_write_json(FILE *file, const toss_answer *answer) {
    const routh_toss_impacts *impacts = &answer->impacts;
    json_t *all = json_object(), *rejected = json_object(), *laws = json_array();
    for (int reason = 0; reason < ROUTH_REASON_COUNT; reason++)
        if (impacts->rejected[reason] > 0)
            routh_json_put(&rejected, routh_name(&routh_reasons, reason), routh_json_count(impacts->rejected[reason]));
    for (int law = 0; answer->compared && law < ROUTH_TOSS_LAW_COUNT; law++)
        routh_json_add(&laws, law_object(answer, (routh_toss_law)law));
    routh_json_put(&all, "name", json_string(answer->tosses.name));
    routh_json_put(&all, "tosses", routh_json_count(answer->tosses.count));
    routh_json_put(&all, "frames", routh_json_count(impacts->calibration.frames));
    routh_json_put(&all, "contacts", routh_json_count(impacts->count));
    routh_json_put(&all, "used", routh_json_count(impacts->used));
    routh_json_put(&all, "rejected", rejected);
    routh_json_put(&all, "calibrated", json_boolean(answer->options.calibrate));
    routh_json_put(&all, "calibration", calibration_object(&impacts->calibration));
    routh_json_put(&all, "identity", identity_object(&impacts->identity));
    routh_json_put(&all, "identity_as_stated", identity_object(&impacts->stated));
    routh_json_put(&all, "restitution",
                   quartiles(impacts->restitution_low, impacts->restitution_median, impacts->restitution_high));
    routh_json_put(&all, "restitution_slow", routh_json_number(impacts->restitution_slow));
    routh_json_put(&all, "restitution_fast", routh_json_number(impacts->restitution_fast));
    routh_json_put(&all, "friction",
                   quartiles(impacts->friction_low, impacts->friction_median, impacts->friction_high));
    routh_json_put(&all, "laws", laws);
    if (answer->compared) {
        routh_json_put(&all, "speed", routh_json_number(answer->comparison.speed));
        routh_json_put(&all, "sticking", routh_json_number(answer->comparison.sticking));
    } else {
        routh_json_put(&all, "not_compared", json_string(answer->why_not));
    }
    routh_json_put(&all, "draws", routh_json_count(answer->options.draws));
    routh_json_put(&all, "seed", json_integer((json_int_t)answer->options.seed));
    routh_json_put(&all, "version", json_string(routh_version()));
    const int written = all && (json_dumpf(all, file, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) == 0 || ferror(file));
    json_decref(all);
    fputc('\n', file);
    return written;
}

/* CSV ------------------------------------------------------------------------------------------------*/

static void print_field(FILE *file, double value) {
    fputc(',', file);
    if (isfinite(value))
        print_number(file, value);
}

static void print_quoted(FILE *file, const char *text) {
    fputc('"', file);
    for (; *text; text++)
        fputs(*text == '"' ? "\"\"" : (const char[2]){*text, '\0'}, file);
    fputc('"', file);
}

static void print_vector(FILE *file, const double vector[3]) {
    for (int c = 0; c < 3; c++)
        print_field(file, vector[c]);
}

static void print_impact(FILE *file, const toss_answer *answer, const routh_toss_impact *impact,
                         const routh_toss_case *one) {
    const char *separator = "";
    print_quoted(file, answer->tosses.toss[impact->toss].name);
    print_field(file, impact->time);
    fputs(",\"", file);
    for (int reason = 0; reason < ROUTH_REASON_COUNT; reason++)
        if (impact->reasons >> reason & 1) {
            fprintf(file, "%s%s", separator, routh_name(&routh_reasons, reason));
            separator = " ";
        }
    fputc('"', file);
    print_vector(file, impact->point);
    print_field(file, impact->height);
    print_field(file, impact->next);
    print_field(file, impact->apart);
    print_vector(file, impact->before.velocity);
    print_vector(file, impact->before.spin);
    print_vector(file, impact->after.velocity);
    print_vector(file, impact->after.spin);
    const double nothing[3] = {NAN, NAN, NAN};
    const int used = impact->reasons == 0;
    print_vector(file, used ? impact->contact.v : nothing);
    print_vector(file, used ? impact->contact_after : nothing);
    print_vector(file, used ? impact->impulse : nothing);
    print_field(file, used ? impact->restitution : NAN);
    print_field(file, one ? (double)(one->half + 1) : (double)NAN);
    for (int law = 0; law < ROUTH_TOSS_LAW_COUNT; law++)
        print_field(file, one ? one->error[law] : NAN);
    fputc('\n', file);
}

void toss_write_csv(FILE *file, const toss_answer *answer) {
    size_t at = 0;
    fputs("toss,time,reasons,rx,ry,rz,height,next,apart,vx,vy,vz,wx,wy,wz,vx_after,vy_after,vz_after,wx_after,wy_after,"
          "wz_after,corner_x,corner_y,corner_z,corner_x_after,corner_y_after,corner_z_after,px,py,pz,restitution,half",
          file);
    for (int law = 0; law < ROUTH_TOSS_LAW_COUNT; law++)
        fprintf(file, ",error_%s", routh_toss_law_name((routh_toss_law)law));
    fputc('\n', file);
    for (size_t i = 0; i < answer->impacts.count; i++) {
        const int compared =
            answer->compared && at < answer->comparison.count && answer->comparison.cases[at].impact == i;
        print_impact(file, answer, &answer->impacts.impact[i], compared ? &answer->comparison.cases[at++] : NULL);
    }
}
