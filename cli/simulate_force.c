/* The known force of `routh simulate`.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "fail_input.h"
#include "simulate.h"

static const char *const columns[] = {"time", "fx", "fy", "torque", NULL};

static int read_force_file(const char *verb, const char *path, simulation *made) {
    routh_context context = routh_context_default();
    routh_status status =
        routh_table_read(&context, routh_io_path(path), &(routh_table_columns){.required = columns}, &made->force);
    if (status == ROUTH_OK)
        status = routh_wrench_of_table(&context, &made->force, &made->throws.world.wrench);
    return status == ROUTH_OK ? 0 : fail_input(verb, &context);
}

/* The first option that only makes sense with --force; NULL for none. */
static const char *stray_option(const simulate_options *options) {
    const struct {
        const char *name;
        const option_number *number;
    } all[] = {{"fx", &options->fx},
               {"fy", &options->fy},
               {"torque", &options->torque},
               {"force-start", &options->force_start},
               {"force-end", &options->force_end},
               {"frequency", &options->frequency},
               {"phase", &options->phase}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].number->given)
            return all[i].name;
    return NULL;
}

static void override(double *value, const option_number *given) {
    if (given->given)
        *value = given->value;
}

int simulation_force(const char *verb, const simulate_options *options, simulation *made) {
    static const routh_wrench_kind kinds[] = {ROUTH_CONSTANT, ROUTH_PULSE, ROUTH_SINUSOID}; /* as the choices go */
    routh_wrench *wrench = &made->throws.world.wrench;
    const char *stray = stray_option(options);
    if (options->force.word && options->force_file)
        return fail(verb, "--force or --force-file, not both");
    if (!options->force.word && stray)
        return fail(verb, "--%s needs --force constant, pulse or sinusoid", stray);
    int answer = 0;
    if (options->force_file)
        answer = read_force_file(verb, options->force_file, made);
    if (options->force.word)
        wrench->kind = kinds[options->force.index];
    override(&wrench->fx, &options->fx);
    override(&wrench->fy, &options->fy);
    override(&wrench->torque, &options->torque);
    override(&wrench->start, &options->force_start);
    override(&wrench->end, &options->force_end);
    override(&wrench->frequency, &options->frequency);
    override(&wrench->phase, &options->phase);
    routh_context context = routh_context_default();
    if (answer == 0 && routh_wrench_check(&context, wrench) != ROUTH_OK)
        return fail_input(verb, &context);
    return answer;
}
