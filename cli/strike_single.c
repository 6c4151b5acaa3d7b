/* routh strike, one strike: a contact from options, or a paper's bodies; as text, a line of CSV, JSON or a
 * picture, with the curve beside it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "impact_options.h"
#include "program.h"

enum { POINTS = 100, EFFECT_STEPS = 100 };

int strike_numbers(const char *verb, const char *name, const char *text, double *numbers, int count) {
    const char *at = text;
    for (int i = 0; at && i < count; i++) {
        char *end = NULL;
        const size_t plain = strspn(at, "0123456789+-.eE");
        const double number = plain > 0 ? strtod(at, &end) : NAN;
        if (plain == 0 || end != at + plain || !isfinite(number) || *end != (i + 1 < count ? ',' : '\0'))
            return fail(verb, "--%s \"%.100s\" is not %d numbers with commas between them", name, text, count);
        numbers[i] = number;
        at = end + 1;
    }
    return 0;
}

static int contact_from_options(const char *verb, const strike_options *options, routh_contact3 *contact) {
    if (!options->w || !options->v)
        return fail(verb, "--%s is missing: a contact is given by --w and --v", options->w ? "v" : "w");
    double w[6];
    int answer = strike_numbers(verb, "w", options->w, w, 6);
    if (answer == 0)
        answer = strike_numbers(verb, "v", options->v, contact->v, 3);
    if (answer != 0)
        return answer;
    const double matrix[3][3] = {{w[0], w[1], w[2]}, {w[1], w[3], w[4]}, {w[2], w[4], w[5]}};
    memcpy(contact->w, matrix, sizeof matrix);
    routh_context context = routh_context_default();
    return routh_contact3_check(&context, contact) == ROUTH_OK ? 0 : fail_input(verb, &context);
}

/* The contact with μ, e, η², and the bodies where there are some. */
static int prepare(const char *verb, const strike_options *options, routh_impact3_answer *single) {
    routh_context context = routh_context_default();
    *single = options->bodies ? *options->bodies : (routh_impact3_answer){.pair = routh_pair_default()};
    TRY(options->bodies ? 0 : contact_from_options(verb, options, &single->contact));
    single->rigid = options->rigid;
    TRY(touch_from_options(verb, options, &single->pair));
    single->scene_contact.pair = single->pair;
    if (single->about && routh_contact3_of(&context, &single->before[0], &single->before[1], &single->scene_contact,
                                           &single->contact) != ROUTH_OK)
        return fail_input(verb, &context);
    return 0;
}

/* Solves it; where moments are wanted, they are in the curve. */
static int solve(const char *verb, const strike_options *options, routh_impact3_answer *single, routh_trace *curve) {
    routh_context context = routh_context_default();
    routh_status status;
    if (single->rigid)
        status = routh_law3_solve(&context, routh_law3_find(NULL, "rigid"), &single->pair, &single->contact, NULL,
                                  &single->outcome);
    else
        status = routh_trace_of(&context, &single->contact, &single->pair, options->points ? options->points : POINTS,
                                curve);
    if (status != ROUTH_OK)
        return fail_input(verb, &context);
    if (!single->rigid)
        single->outcome = curve->outcome;
    memcpy(single->after, single->before, sizeof single->after);
    if (single->about)
        routh_contact3_apply(&single->after[0], &single->after[1], &single->scene_contact, single->outcome.p);
    return 0;
}

static routh_status write_effect(routh_context *context, const strike_options *options,
                                 const routh_impact3_answer *single, routh_io to) {
    routh_impact3_study effect;
    routh_status status =
        routh_impact3_study_run(context, &single->before[0], &single->before[1], &single->scene_contact,
                                options->points ? options->points : EFFECT_STEPS, &effect);
    if (status != ROUTH_OK)
        return status;
    status = routh_impact3_study_write(context, &effect, to);
    routh_impact3_study_release(context, &effect);
    return status;
}

/* The picture, or with CSV the numbers behind it. */
static routh_status write_figure(routh_context *context, const strike_options *options,
                                 const routh_impact3_answer *single, const routh_trace *curve, routh_io to) {
    static const routh_trace_figure figures[STRIKE_FIGURES] = {
        [FIGURE_NONE] = ROUTH_FIGURE_IMPULSE,
        [FIGURE_IMPULSE] = ROUTH_FIGURE_IMPULSE,
        [FIGURE_TANGENTIAL] = ROUTH_FIGURE_TANGENTIAL,
        [FIGURE_VELOCITY] = ROUTH_FIGURE_VELOCITY,
    };
    if (options->figure == FIGURE_EFFECT)
        return write_effect(context, options, single, to);
    return routh_trace_write(context, curve, figures[options->figure], to);
}

static int write_result(const char *verb, const strike_options *options, const routh_impact3_answer *single,
                        const routh_trace *curve) {
    output_file out;
    if (output_open(&out, verb, options->output) != 0)
        return EXIT_BAD_USE;
    routh_status status = ROUTH_OK;
    if (options->format == FORMAT_SVG || options->figure != FIGURE_NONE)
        status = write_figure(&out.context, options, single, curve,
                              routh_io_file(out.file, options->format == FORMAT_SVG ? ".svg" : ".csv"));
    else if (options->format == FORMAT_CSV) {
        const routh_outcomes3 one = {.outcome = &single->outcome, .count = 1, .rigid = single->rigid};
        status = routh_outcomes3_write(&out.context, &one, routh_io_file(out.file, ".csv"));
    } else
        status = routh_impact3_write(&out.context, single,
                                     routh_io_file(out.file, options->format == FORMAT_JSON ? ".json" : ".txt"));
    return output_end(&out, status);
}

static int write_curve(const char *verb, const strike_options *options, const routh_trace *curve) {
    output_file out;
    return OUTPUT_WRITE(out, verb, options->curve,
                        routh_trace_write(&out.context, curve, ROUTH_FIGURE_IMPULSE, routh_io_file(out.file, ".csv")));
}

int strike_single(const char *verb, const strike_options *options) {
    routh_impact3_answer single;
    OWNED(routh_trace) curve = {0};
    TRY(prepare(verb, options, &single));
    TRY(solve(verb, options, &single, &curve));
    if (options->curve)
        TRY(write_curve(verb, options, &curve));
    TRY(write_result(verb, options, &single, &curve));
    if (!options->bodies)
        touch_note_defaults(verb, options, (const int[TOUCH_NUMBERS]){0}, &single.pair);
    return 0;
}
