/* What was simulated, in the plane and in space, as JSON and as text for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

typedef struct simulated {
    const routh_world_generator *generator;
    const routh_dataset *dataset;
    const routh_run *run;
} simulated;

static size_t count_two_corners(const routh_dataset *dataset) {
    size_t count = 0;
    for (size_t i = 0; i < dataset->count; i++)
        count += (dataset->record[i].reasons & ROUTH_TWO_CORNERS) != 0;
    return count;
}

static json_t *end_object(const routh_run *run) {
    if (!run)
        return json_null();
    const routh_pose *end = &run->sample[run->sample_count - 1].pose;
    return ROUTH_JSON_NEW(routh_run_end_layout, .run = run, .end = {end->x, end->y, end->theta});
}

static json_t *contact_object(const routh_world_generator *generator) {
    const bool steps = generator->run.integrator == ROUTH_TIME_STEPS;
    json_t *own = steps ? ROUTH_JSON_FIELDS(routh_half_plane, &generator->world.plane[0], mu, eps)
                        : ROUTH_JSON_FIELDS(routh_run_options, &generator->run, law);
    if (steps)
        ROUTH_PUT(&own, routh_run_options, &generator->run, step);
    else
        routh_json_join(&own, routh_parameters_json(generator->run.law, generator->run.parameters));
    return ROUTH_JSON_NEW(routh_integrator_layout, .integrator = steps ? "steps" : "events", .own = own);
}

static json_t *simulation_object(const void *what) {
    const routh_world_generator *generator = ((const simulated *)what)->generator;
    const routh_dataset *dataset = ((const simulated *)what)->dataset;
    json_t *noise = json_object();
    ROUTH_PUT_SPAN(&noise, routh_noise, &generator->noise, y, omega);
    return ROUTH_JSON_NEW(routh_simulation_layout, .dataset = dataset, .generator = generator,
                          .options = &generator->run, .contact = contact_object(generator), .noise = noise,
                          .used = routh_dataset_used(dataset, NULL), .two_corners = count_two_corners(dataset),
                          .run = end_object(((const simulated *)what)->run), .version = routh_version());
}

static void print_single(FILE *file, const routh_run *run) {
    const routh_state *end = &run->sample[run->sample_count - 1];
    fprintf(file, "  ends        at (%.4g, %.4g) m, %.4g rad after %g s, %s\n", end->pose.x, end->pose.y,
            end->pose.theta, end->time, run->rests ? "at rest" : "moving");
    fprintf(file, "  deepest     %.2g m below a surface\n", run->penetration);
}

static void print_simulation(FILE *file, const void *what) {
    const routh_world_generator *throws = ((const simulated *)what)->generator;
    const routh_dataset *dataset = ((const simulated *)what)->dataset;
    const routh_run *run = ((const simulated *)what)->run;
    const bool steps = throws->run.integrator == ROUTH_TIME_STEPS;
    const size_t two = count_two_corners(dataset);
    fprintf(file, "%s: ", dataset->name);
    routh_print_count(file, throws->count, "drop", NULL);
    fprintf(file, " of %g s, ", throws->run.duration);
    routh_print_count(file, dataset->count, steps ? "step" : "impact", NULL);
    fputs(steps ? " in contact" : "", file);
    if (two > 0)
        fprintf(file, ", %zu with two corners at once", two);
    fprintf(file, "\n");
    fprintf(file, "  body        ");
    routh_print_shape(file, &throws->world.body.shape);
    fprintf(file, ", %g kg, %.4g kg m²\n", throws->world.body.mass, throws->world.body.inertia);
    if (steps) {
        fprintf(file, "  contact     friction %g, restitution %g, steps of %g s\n", throws->world.plane[0].mu,
                throws->world.plane[0].eps, throws->run.step);
    } else {
        fprintf(file, "  contact     %s", throws->run.law->name);
        for (int i = 0; i < throws->run.law->parameter_count; i++)
            fprintf(file, ", %s %g", throws->run.law->parameter[i].name, throws->run.parameters[i]);
        fprintf(file, "\n");
    }
    if (isfinite(throws->noise_db))
        fprintf(file, "  noise       signal-to-noise ratio %g dB\n", throws->noise_db);
    const routh_noise *noise = &throws->noise;
    if (noise->y > 0 || noise->theta > 0 || noise->vx > 0 || noise->vy > 0 || noise->omega > 0)
        fprintf(file, "  noise       y %g m, theta %g rad, vx %g m/s, vy %g m/s, omega %g rad/s\n", noise->y,
                noise->theta, noise->vx, noise->vy, noise->omega);
    if (run)
        print_single(file, run);
}

routh_status routh_simulation_write(routh_context *context, const routh_world_generator *generator,
                                    const routh_dataset *dataset, const routh_run *run, routh_io to) {
    const simulated what = {generator, dataset, run};
    return ROUTH_WRITE(context, "routh_simulation", &what, to, {".txt", .print = print_simulation},
                       {"", .object = simulation_object});
}

/* In space -------------------------------------------------------------------------------------------------*/

static void print_surface(FILE *file, const routh_world3_generator *tosses) {
    const routh_surface3 *surface = &tosses->world.surface;
    if (tosses->run.integrator == ROUTH_TIME_STEPS3)
        fprintf(file, "  contact     time steps of %g s, mu %g, eps %g", tosses->run.step, surface->pair.mu,
                surface->pair.eps);
    else
        fprintf(file, "  contact     %s, several %s, mu %g, eps %g", surface->law->name,
                routh_name(&routh_severals, (int)surface->several), surface->pair.mu, surface->pair.eps);
    if (tosses->run.integrator == ROUTH_EVENTS3 && strcmp(surface->law->name, "compliant") == 0)
        fprintf(file, ", eta2 %g", surface->pair.eta2);
    if (surface->eps_slope < 0 || surface->eps_slope > 0)
        fprintf(file, ", slope %g", surface->eps_slope);
    if (surface->mu_slide >= 0)
        fprintf(file, ", mu in sliding %g", surface->mu_slide);
    if (surface->mu_slope < 0 || surface->mu_slope > 0)
        fprintf(file, ", slope of mu in sliding %g", surface->mu_slope);
    fprintf(file, "\n");
    const routh_scatter3 *scatter = &tosses->run.scatter;
    if (scatter->mu > 0 || scatter->mu_slide > 0 || scatter->eps > 0)
        fprintf(file, "  scatter     mu %g and mu in sliding %g of themselves, eps %g\n", scatter->mu,
                scatter->mu_slide, scatter->eps);
}

/* A depth below a picometre, less than an atom, is rounding of numbers, and said as 0; m. */
static const double rounding_depth = 1e-12;

static void print_simulation3(FILE *file, const void *what) {
    const routh_world3_generator *tosses = ((const routh_simulated3 *)what)->generator;
    const routh_dataset3 *dataset = ((const routh_simulated3 *)what)->dataset;
    const routh_run3 *run = ((const routh_simulated3 *)what)->run;
    const routh_world3 *world = &tosses->world;
    size_t several = 0;
    for (size_t i = 0; i < dataset->count; i++)
        several += dataset->record[i].reasons != 0;
    fprintf(file, "%s: ", dataset->name);
    routh_print_count(file, tosses->count, "toss", "tosses");
    fprintf(file, " of %g s, ", tosses->run.duration);
    if (tosses->run.integrator == ROUTH_TIME_STEPS3)
        fprintf(file, "impacts are not counted in time steps");
    else
        routh_print_count(file, dataset->count, "impact", NULL);
    if (several > 0)
        fprintf(file, ", %zu with several contacts at once", several);
    fprintf(file, "\n  body        %s, %zu corners, %.4g cm³, %g kg, moments %.4g, %.4g, %.4g kg m²\n",
            world->shape->name, world->shape->count, 1e6 * world->shape->volume, world->mass, world->inertia[0][0],
            world->inertia[1][1], world->inertia[2][2]);
    print_surface(file, tosses);
    if (tosses->position_noise > 0 || tosses->rotation_noise > 0)
        fprintf(file, "  noise       %g m, %g rad\n", tosses->position_noise, tosses->rotation_noise);
    if (run) {
        const routh_state3 *end = &run->sample[run->sample_count - 1];
        fprintf(file, "  ends        at (%.4g, %.4g, %.4g) m after %g s, %s\n", end->position[0], end->position[1],
                end->position[2], end->time, run->rests ? "at rest" : "moving");
        fprintf(file, "  deepest     %.2g m below a surface\n",
                run->penetration > rounding_depth ? run->penetration : 0);
    }
}

routh_status routh_simulation3_write(routh_context *context, const routh_world3_generator *generator,
                                     const routh_dataset3 *dataset, const routh_run3 *run, routh_io to) {
    const routh_simulated3 what = {generator, dataset, run};
    return ROUTH_WRITE(context, "routh_simulation3", &what, to, {".txt", .print = print_simulation3},
                       {"", .object = routh_simulation3_json});
}
