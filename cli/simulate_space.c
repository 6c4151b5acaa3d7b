/* From the options of `routh simulate --space` to what the library needs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dataset_options.h"
#include "program.h"
#include "simulate.h"

static void override(double *value, const option_number *given) {
    if (given->given)
        *value = given->value;
}

/* Body ---------------------------------------------------------------------------------------------------*/

/* A body across which one can throw is not larger than this, m, as for meshes. */
static const double largest_in_metres = 3;

static int make_shape(const char *verb, const char *text, simulation3 *made) {
    routh_context context = routh_context_default();
    double width = 0;
    const int answer = parse_shape3(verb, "--shape", text ? text : "cube:0.1048", &width, &made->shape);
    if (answer != 0)
        return answer;
    if (made->shape.count == 0 && /* a cube is known by its edge alone */
        routh_shape3_box(&context, (const double[3]){width, width, width}, &made->shape) != ROUTH_OK)
        return fail(verb, "--shape: %s", context.message);
    made->tosses.width = width;
    if (text && strncmp(text, "mesh:", 5) != 0 && 2 * made->shape.radius > largest_in_metres)
        return fail(verb, "--shape %.60s: %.4g m across; its lengths are metres, and %g m is the most", text,
                    2 * made->shape.radius, largest_in_metres);
    return 0;
}

static int choose_mass(const char *verb, const simulate_options *options, simulation3 *made, double *mass) {
    static const double masses[] = {ROUTH_RANGE_MASS};
    if (options->body.mass.given && options->density.given)
        return fail(verb, "--mass and --density are both given; give one of them");
    if (options->density.given && !(options->density.value > 0))
        return fail(verb, "--density %g kg/m³ is not positive", options->density.value);
    *mass = options->body.mass.given ? options->body.mass.value
            : options->density.given ? options->density.value * made->shape.volume
            : options->body.shape    ? 1
                                     : 0.37;
    if (options->density.given && !(*mass >= masses[0] && *mass <= masses[1]))
        return fail(verb, "--density %g kg/m³ makes a mass of %g kg, outside %g … %g kg", options->density.value, *mass,
                    masses[0], masses[1]);
    made->mass_taken = options->body.shape && !options->body.mass.given && !options->density.given;
    return 0;
}

static int make_body(const char *verb, const simulate_options *options, simulation3 *made) {
    static const int place[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    routh_world3 *world = &made->tosses.world;
    double mass = 1, entry[6];
    int answer = check_dataset_numbers(verb, NULL, &options->body);
    if (answer == 0)
        answer = make_shape(verb, options->body.shape, made);
    if (answer == 0)
        answer = choose_mass(verb, options, made, &mass);
    if (answer != 0)
        return answer;
    *world = routh_world3_of(&made->shape, mass);
    override(&world->rounding, &options->rounding);
    override(&world->drag, &options->drag);
    override(&world->gravity, &options->body.gravity);
    if (options->centre && parse_shape_numbers(options->centre, ',', world->centre, 3) != 0)
        return fail(verb, "--centre \"%.60s\" should look like 0.001,0,-0.002", options->centre);
    if (!options->tensor)
        return 0;
    if (parse_shape_numbers(options->tensor, ',', entry, 6) != 0)
        return fail(verb, "--tensor \"%.60s\" should look like 2e-4,4e-4,5e-4,0,0,0: xx,yy,zz,xy,xz,yz, kg m²",
                    options->tensor);
    for (int k = 0; k < 6; k++)
        world->inertia[place[k][0]][place[k][1]] = world->inertia[place[k][1]][place[k][0]] = entry[k];
    return 0;
}

/* What is fixed ------------------------------------------------------------------------------------------*/

static int make_planes(const char *verb, const option_list *planes, simulation3 *made) {
    if (planes->count > ROUTH_MOST_PLANES3)
        return fail(verb, "%zu planes; at most %d are possible", planes->count, ROUTH_MOST_PLANES3);
    made->plane[0] = routh_plane3_default();
    for (size_t i = 0; i < planes->count; i++) {
        const char *text = planes->text[i], *mark = strchr(text, ';');
        char point[128];
        const size_t length = mark ? (size_t)(mark - text) : sizeof point;
        if (length < sizeof point)
            snprintf(point, sizeof point, "%.*s", (int)length, text);
        if (length >= sizeof point || parse_shape_numbers(point, ',', made->plane[i].point, 3) != 0 ||
            parse_shape_numbers(mark + 1, ',', made->plane[i].normal, 3) != 0)
            return fail(verb, "--plane \"%.60s\" should look like 0,0,0;0,0,1: a point of it, and its normal", text);
    }
    made->tosses.world.plane = made->plane;
    made->tosses.world.plane_count = planes->count ? planes->count : 1;
    return 0;
}

/* Read as a shape that keeps its own coordinates, which offers the hull of what is not convex. */
static int make_part(const char *verb, const char *text, simulation3 *made) {
    routh_context context = routh_context_default();
    routh_shape3_options options = routh_shape3_options_default();
    routh_shape3 shape;
    shape_file file;
    if (!text)
        return 0;
    const int answer = parse_shape_file(verb, "--part", text, "at", 3, &file);
    if (answer != 0)
        return answer;
    options.unit = file.unit;
    options.hull = file.hull;
    memset(options.tracked, 0, sizeof options.tracked);
    if (routh_shape3_read(&context, routh_io_path(file.path), &options, &shape) != ROUTH_OK)
        return fail_shape_file(verb, "--part", text, &context);
    const routh_status status = routh_polyhedron_of_points(&context, shape.count, shape.vertex[0], 0, &made->part);
    routh_shape3_release(NULL, &shape);
    if (status != ROUTH_OK)
        return fail(verb, "--part: %s", context.message);
    made->tosses.world.part = made->part;
    for (int c = 0; c < 3 && !isnan(file.point[0]); c++)
        made->tosses.world.part_pose.position[c] = file.point[c];
    return 0;
}

/* Refuses a parameter that takes no part: eta2 without springs, mu without friction. */
static int check_parameters(const char *verb, const simulate_options *options, const routh_law3 *law) {
    const int steps = options->integrator.index != 0;
    for (int i = 0; i < PARAMETER_OPTIONS; i++) {
        const char *name = parameter_option_names[i];
        int own = steps && strcmp(name, "eta2") != 0; /* time steps have friction and restitution */
        for (int k = 0; k < law->parameter_count && !steps; k++)
            own |= strcmp(law->parameter[k].name, name) == 0;
        if (options->parameter[i].given && !own)
            return fail(verb, "--%s: %s has no such parameter%s", name, steps ? "the time-stepper" : law->name,
                        strcmp(name, "mu") == 0 ? "; --mu-slide is the friction in sliding, rolling and rest" : "");
    }
    return 0;
}

static int make_surface(const char *verb, const simulate_options *options, simulation3 *made) {
    routh_context context = routh_context_default();
    routh_surface3 *surface = &made->tosses.world.surface;
    *surface = routh_surface3_default();
    if (options->law && !(surface->law = routh_law3_find(&context, options->law)))
        return fail_input(verb, &context);
    if (options->integrator.index && options->law)
        return fail(verb,
                    "--law has no effect with --integrator steps, which has Coulomb friction and Newton's restitution");
    const int answer = check_parameters(verb, options, surface->law);
    if (answer != 0)
        return answer;
    surface->pair.mu = strcmp(surface->law->name, "frictionless") == 0 ? 0 : 0.3;
    surface->pair.eps = 0.5;
    override(&surface->pair.mu, &options->parameter[0]);
    override(&surface->pair.eps, &options->parameter[1]);
    override(&surface->pair.eta2, &options->parameter[3]);
    override(&surface->pair.eps_power, &options->parameter[4]);
    override(&surface->pair.eps_rate, &options->parameter[5]);
    override(&surface->pair.mu_fast, &options->parameter[6]);
    override(&surface->pair.mu_speed, &options->parameter[7]);
    override(&surface->eps_slope, &options->eps_slope);
    override(&surface->mu_slide, &options->mu_slide);
    override(&surface->mu_slope, &options->mu_slope);
    surface->several = (routh_several)options->several.index; /* as the choices go */
    return 0;
}

/* Start --------------------------------------------------------------------------------------------------*/

/* "0,0,0.3" or "0,0,0.2:0.4". */
static int parse_ranges(const char *verb, const char *name, const char *text, double low[3], double high[3]) {
    char copy[256];
    char *from = copy;
    if (strlen(text) >= sizeof copy)
        return fail(verb, "--%s \"%.60s\" is too long", name, text);
    snprintf(copy, sizeof copy, "%s", text);
    for (int c = 0; c < 3; c++) {
        char *comma = strchr(from, ',');
        double range[2];
        if (!comma != (c == 2))
            return fail(verb, "--%s \"%.60s\" should be three numbers with commas between, or ranges such as -0.5:1",
                        name, text);
        if (comma)
            *comma = '\0';
        const int answer = parse_range(verb, name, from, range);
        if (answer != 0)
            return answer;
        low[c] = range[0];
        high[c] = range[1];
        from = comma ? comma + 1 : from;
    }
    return 0;
}

static void turn_about(int axis, double angle, double q[4]) {
    const double s = sin(angle / 2),
                 turn[4] = {cos(angle / 2), axis == 0 ? s : 0, axis == 1 ? s : 0, axis == 2 ? s : 0};
    const double before[4] = {q[0], q[1], q[2], q[3]};
    q[0] = turn[0] * before[0] - turn[1] * before[1] - turn[2] * before[2] - turn[3] * before[3];
    q[1] = turn[0] * before[1] + turn[1] * before[0] + turn[2] * before[3] - turn[3] * before[2];
    q[2] = turn[0] * before[2] - turn[1] * before[3] + turn[2] * before[0] + turn[3] * before[1];
    q[3] = turn[0] * before[3] + turn[1] * before[2] - turn[2] * before[1] + turn[3] * before[0];
}

static int make_orientation(const char *verb, const simulate_options *options, simulation3 *made) {
    double *q = made->tosses.low.orientation, angle[3];
    if (options->orientation && options->euler)
        return fail(verb, "--orientation or --euler, not both");
    made->tosses.any_orientation = !made->single && !options->orientation && !options->euler;
    if (options->orientation) {
        if (parse_shape_numbers(options->orientation, ',', q, 4) != 0)
            return fail(verb, "--orientation \"%.60s\" should be four numbers, such as 0.924,0.383,0,0",
                        options->orientation);
        const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (!(fabs(length - 1) < 0.01))
            return fail(verb, "--orientation %.60s: the quaternion has a length of %.4g, not 1", options->orientation,
                        length);
        for (int c = 0; c < 4; c++)
            q[c] /= length;
    }
    if (options->euler) {
        if (parse_shape_numbers(options->euler, ',', angle, 3) != 0)
            return fail(verb, "--euler \"%.60s\" should be three angles in rad, such as 0.5,0,1.2", options->euler);
        for (int c = 0; c < 3; c++)
            if (!(fabs(angle[c]) <= 10))
                return fail(verb, "--euler %.60s: angles are in rad, -10 … 10", options->euler);
        for (int c = 0; c < 3; c++)
            turn_about(c, angle[c], q);
    }
    memcpy(made->tosses.high.orientation, q, sizeof made->tosses.high.orientation);
    return 0;
}

static int make_start(const char *verb, const simulate_options *options, simulation3 *made) {
    routh_state3 *low = &made->tosses.low, *high = &made->tosses.high;
    const double radius = made->shape.radius;
    const struct {
        const char *name, *text;
        double *low, *high;
    } starts[] = {{"position", options->position, low->position, high->position},
                  {"velocity", options->velocity, low->velocity.velocity, high->velocity.velocity},
                  {"spin", options->spin, low->velocity.spin, high->velocity.spin}};
    if (made->single)
        *low = *high = (routh_state3){.orientation = {1, 0, 0, 0}};
    else {
        low->position[2] = radius + 0.05;
        high->position[2] = radius + 0.2;
    }
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        const int answer =
            starts[i].text ? parse_ranges(verb, starts[i].name, starts[i].text, starts[i].low, starts[i].high) : 0;
        if (answer != 0)
            return answer;
        for (int c = 0; c < 3 && made->single; c++)
            if (starts[i].high[c] > starts[i].low[c])
                return fail(verb, "--%s %.60s: a range needs --count, the number of tosses to draw from it",
                            starts[i].name, starts[i].text);
    }
    return make_orientation(verb, options, made);
}

/* A single toss starts where the options say, or clear of what is fixed; in many, what is inside is lifted. */
static int place_single(const char *verb, const simulate_options *options, simulation3 *made) {
    routh_context context = routh_context_default();
    routh_state3 *start = &made->tosses.low;
    if (routh_world3_check(&context, &made->tosses.world) != ROUTH_OK)
        return fail_input(verb, &context);
    if (!made->single)
        return 0;
    if (!options->position && routh_world3_place(&context, &made->tosses.world, 0.1, start) != ROUTH_OK)
        return fail(verb, "%s; give --position", context.message);
    const double distance = routh_world3_distance(&made->tosses.world, start);
    if (distance < -1e-7 * made->shape.radius)
        return fail(verb, "the body starts %.3g m inside what is fixed, with its centre of mass at (%g, %g, %g) m",
                    -distance, start->position[0], start->position[1], start->position[2]);
    made->tosses.high = *start;
    return 0;
}

/* Motion -------------------------------------------------------------------------------------------------*/

static int make_motion(const char *verb, const simulate_options *options, simulation3 *made) {
    routh_run3_options *run = &made->tosses.run;
    double noise[2], scatter[3];
    run->integrator = options->integrator.index ? ROUTH_TIME_STEPS3 : ROUTH_EVENTS3;
    override(&run->step, &options->step);
    override(&run->duration, &options->duration);
    override(&run->rate, &options->rate);
    override(&run->rest_speed, &options->rest_speed);
    if (options->scatter) {
        if (parse_shape_numbers(options->scatter, ',', scatter, 3) != 0)
            return fail(verb, "--scatter \"%.60s\" should be three numbers, such as 0.05,0.05,0.02", options->scatter);
        run->scatter = (routh_scatter3){.mu = scatter[0], .mu_slide = scatter[1], .eps = scatter[2]};
    }
    if (!options->noise)
        return 0;
    if (parse_shape_numbers(options->noise, ',', noise, 2) != 0 || !(noise[0] >= 0 && noise[1] >= 0))
        return fail(verb, "--noise \"%.60s\" is not two numbers of 0 or more: of positions, m, and of turns, rad",
                    options->noise);
    if (!(noise[1] <= 1))
        return fail(verb, "--noise %.60s: a deviation of %g rad leaves no orientation; at most 1", options->noise,
                    noise[1]);
    made->tosses.position_noise = noise[0];
    made->tosses.rotation_noise = noise[1];
    return 0;
}

int simulation3_make(const char *verb, const simulate_options *options, simulation3 *made) {
    *made = (simulation3){.tosses = routh_world3_generator_default(), .single = options->count == 0};
    made->tosses.count = options->count ? options->count : 1;
    made->tosses.seed = options->seed ? options->seed : 1;
    if (options->body.name)
        snprintf(made->name, sizeof made->name, "%s", options->body.name);
    TRY(make_body(verb, options, made));
    TRY(make_planes(verb, &options->planes, made));
    TRY(make_part(verb, options->part, made));
    TRY(make_surface(verb, options, made));
    TRY(make_start(verb, options, made));
    TRY(make_motion(verb, options, made));
    return place_single(verb, options, made);
}

void simulation3_release(simulation3 *made) {
    routh_shape3_release(NULL, &made->shape);
    routh_polyhedron_release(NULL, made->part);
}
