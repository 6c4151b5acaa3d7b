/* From the options of `routh simulate` to what the library needs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dataset_options.h"
#include "program.h"
#include "simulate.h"

static const double pi = 3.14159265358979323846;

const char *const start_names[START_NUMBERS] = {"x", "y", "theta", "vx", "vy", "omega"};

static void override(double *value, const option_number *given) {
    if (given->given)
        *value = given->value;
}

/* The known force of `routh simulate`. */

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

/* The known force, as the options have it. */
static int simulation_force(const char *verb, const simulate_options *options, simulation *made) {
    static const routh_wrench_kind kinds[] = {ROUTH_CONSTANT, ROUTH_PULSE, ROUTH_SINUSOID}; /* as the choices go */
    routh_wrench *wrench = &made->throws.world.wrench;
    const char *stray = stray_option(options);
    if (options->force.word && options->force_file)
        return fail(verb, "--force or --force-file, not both");
    if (!options->force.word && stray)
        return fail(verb, "--%s needs --force constant, pulse or sinusoid", stray);
    if (options->force_file)
        TRY(read_force_file(verb, options->force_file, made));
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
    if (routh_wrench_check(&context, wrench) != ROUTH_OK)
        return fail_input(verb, &context);
    return 0;
}

/* Body ---------------------------------------------------------------------------------------------------*/

static int make_uniform(const char *verb, routh_body *body) {
    routh_context context = routh_context_default();
    return routh_body_uniform(&context, body) == ROUTH_OK ? 0 : fail_input(verb, &context);
}

static int make_body(const char *verb, const simulate_options *options, simulation *made) {
    routh_body *body = &made->throws.world.body;
    routh_shape shape = {0};
    dataset_options said = {0};
    int answer = options->body.body ? read_body_file(verb, options->body.body, &said, &shape, made->name) : 0;
    if (answer == 0 && options->body.shape)
        answer = parse_shape(verb, "--shape", options->body.shape, NULL, &shape);
    if (answer == 0)
        answer = check_dataset_numbers(verb, NULL, &options->body);
    if (answer != 0)
        return answer;
    const option_number *mass = options->body.mass.given ? &options->body.mass : &said.mass;
    const int given = options->body.inertia.given || options->body.gyration.given;
    const option_number *inertia = given ? &options->body.inertia : &said.inertia;
    const option_number *gyration = given ? &options->body.gyration : &said.gyration;
    const int is_shape_given = shape.kind != ROUTH_ELLIPSE || shape.a > 0, published = !is_shape_given && !mass->given;
    const double ratio = body->inertia / body->mass;
    if (is_shape_given)
        body->shape = shape;
    made->mass_taken = is_shape_given && !mass->given;
    body->mass = mass->given ? mass->value : published ? body->mass : 1;
    if (inertia->given)
        body->inertia = inertia->value;
    else if (gyration->given)
        body->inertia = body->mass * gyration->value * fabs(gyration->value);
    else if (is_shape_given)
        answer = make_uniform(verb, body);
    else
        body->inertia = body->mass * ratio;
    override(&made->throws.world.gravity, &said.gravity);
    override(&made->throws.run.rate, &said.rate);
    return answer;
}

/* Ground ---------------------------------------------------------------------------------------------------*/

static int parse_value(const char *text, double *value) {
    char *end;
    if (!*text || text[strspn(text, "0123456789+-.eE")] != '\0')
        return -1;
    *value = strtod(text, &end);
    return *end == '\0' && end != text && isfinite(*value) ? 0 : -1;
}

/* Walls face the place where bodies start. */
static int make_ground(const char *verb, const simulate_options *options, double start_x, simulation *made) {
    const double mu = options->parameter[0].given ? options->parameter[0].value : 0.3;
    const double eps = options->parameter[1].given ? options->parameter[1].value : 0.5;
    if (options->slope.given && !(fabs(options->slope.value) < 90))
        return fail(verb, "--slope %g degrees is outside -90 … 90", options->slope.value);
    made->plane[0] = (routh_half_plane){.angle = options->slope.value * pi / 180, .mu = mu, .eps = eps};
    if (1 + options->walls.count > ROUTH_MOST_PLANES)
        return fail(verb, "%zu walls; at most %d are possible", options->walls.count, ROUTH_MOST_PLANES - 1);
    for (size_t i = 0; i < options->walls.count; i++) {
        double x;
        if (parse_value(options->walls.text[i], &x) != 0)
            return fail(verb, "--wall \"%.60s\" is not a number", options->walls.text[i]);
        made->plane[i + 1] = (routh_half_plane){.x = x, .angle = x > start_x ? pi / 2 : -pi / 2, .mu = mu, .eps = eps};
    }
    made->throws.world.plane = made->plane;
    made->throws.world.plane_count = 1 + options->walls.count;
    return 0;
}

/* Start ----------------------------------------------------------------------------------------------------*/

int parse_range(const char *verb, const char *name, const char *text, double range[2]) {
    char copy[128];
    const size_t length = strlen(text);
    char *colon = length < sizeof copy ? strchr(memcpy(copy, text, length + 1), ':') : NULL;
    if (colon)
        *colon = '\0';
    if (length >= sizeof copy || parse_value(copy, &range[0]) != 0 ||
        parse_value(colon ? colon + 1 : copy, &range[1]) != 0)
        return fail(verb, "--%s \"%.60s\" is neither a number nor a range such as -0.5:1", name, text);
    if (range[1] < range[0])
        return fail(verb, "--%s %.60s: the lower end of the range comes first", name, text);
    return 0;
}

static int make_start(const char *verb, const simulate_options *options, simulation *made) {
    routh_state *low = &made->throws.low, *high = &made->throws.high;
    double *const first[START_NUMBERS] = {&low->pose.x,      &low->pose.y,      &low->pose.theta,
                                          &low->velocity.vx, &low->velocity.vy, &low->velocity.omega};
    double *const last[START_NUMBERS] = {&high->pose.x,      &high->pose.y,      &high->pose.theta,
                                         &high->velocity.vx, &high->velocity.vy, &high->velocity.omega};
    routh_world_generator_spread(&made->throws);
    if (made->single)
        *low = *high = (routh_state){0};
    for (int i = 0; i < START_NUMBERS; i++) {
        const char *text = options->start[i];
        double range[2] = {*first[i], *last[i]};
        const int answer = text ? parse_range(verb, start_names[i], text, range) : 0;
        if (answer != 0)
            return answer;
        if (made->single && range[1] > range[0])
            return fail(verb, "--%s %.60s: a range needs --count, the number of drops to draw from it", start_names[i],
                        text);
        *first[i] = range[0];
        *last[i] = range[1];
    }
    return 0;
}

/* A single drop starts where the options say, or clear of the ground; in many, what is inside is lifted. */
static int place_single(const char *verb, const simulate_options *options, simulation *made) {
    routh_world_generator *throws = &made->throws;
    if (!made->single)
        return 0;
    if (!options->start[START_Y])
        routh_world_place(&throws->world, 0.1, &throws->low.pose);
    throws->high = throws->low;
    const double distance = routh_world_distance(&throws->world, throws->low.pose);
    if (distance < -1e-9 * routh_shape_radius(&throws->world.body.shape))
        return fail(verb, "the body starts %.3g m inside the ground or a wall, at (%g, %g) m, %g rad", -distance,
                    throws->low.pose.x, throws->low.pose.y, throws->low.pose.theta);
    return 0;
}

/* Motion -----------------------------------------------------------------------------------------------------*/

static int make_motion(const char *verb, const simulate_options *options, simulation *made) {
    routh_world_generator *throws = &made->throws;
    routh_run_options *run = &throws->run;
    const int integrator = options->integrator.index;
    run->integrator = integrator ? ROUTH_TIME_STEPS : ROUTH_EVENTS;
    if (integrator && options->law)
        return fail(verb,
                    "--law has no effect with --integrator steps, which has Coulomb friction and Newton's restitution");
    int answer = options->law ? named_law_find(verb, options->law, 1, &made->law) : 0;
    if (answer == 0 && options->law)
        run->law = made->law.law;
    if (answer == 0)
        answer = check_parameter_options(verb, run->law, options->parameter);
    if (answer != 0)
        return answer;
    routh_law_parameters(run->law, throws->world.plane[0].mu, throws->world.plane[0].eps, run->parameters);
    for (int i = 2; i < PARAMETER_OPTIONS; i++) { /* μ and ε are the ground's */
        const int own = routh_law_parameter(run->law, parameter_option_names[i]);
        if (own >= 0)
            override(&run->parameters[own], &options->parameter[i]);
        else if (options->parameter[i].given)
            return fail(verb, "--%s: %s has no such parameter", parameter_option_names[i],
                        integrator ? "the time-stepper" : run->law->name);
    }
    override(&run->step, &options->step);
    override(&run->duration, &options->duration);
    override(&run->rate, &options->rate);
    override(&run->rest_speed, &options->rest_speed);
    override(&throws->noise_db, &options->snr);
    if (options->noise && options->snr.given)
        return fail(verb, "--noise or --snr, not both");
    if (options->noise) {
        const int parsed = parse_noise(verb, options->noise, "", &throws->noise);
        if (parsed != 0)
            return parsed;
    }
    override(&throws->quantum_length, &options->quantum);
    override(&throws->quantum_angle, &options->quantum_angle);
    return 0;
}

int simulation_make(const char *verb, const simulate_options *options, simulation *made) {
    *made = (simulation){.throws = routh_world_generator_default(), .single = options->count == 0};
    made->throws.count = options->count ? options->count : 1;
    made->throws.seed = options->seed ? options->seed : 1;
    TRY(make_body(verb, options, made));
    if (options->body.name)
        snprintf(made->name, sizeof made->name, "%s", options->body.name);
    override(&made->throws.world.gravity, &options->body.gravity);
    TRY(make_start(verb, options, made));
    TRY(make_ground(verb, options, (made->throws.low.pose.x + made->throws.high.pose.x) / 2, made));
    TRY(make_motion(verb, options, made));
    TRY(simulation_force(verb, options, made));
    return place_single(verb, options, made);
}

void simulation_release(simulation *made) {
    routh_table_release(NULL, &made->force);
    named_law_release(&made->law);
}
