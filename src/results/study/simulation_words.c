/* What was simulated, in the plane and in space, in sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/result_words.h"

#include <math.h>
#include <string.h>

#include "impact3/impact3.h"

size_t routh_count_two_corners(const routh_dataset *dataset) {
    size_t count = 0;
    for (size_t i = 0; i < dataset->count; i++)
        count += (dataset->record[i].reasons & ROUTH_TWO_CORNERS) != 0;
    return count;
}

size_t routh_count_two_corners3(const routh_dataset3 *dataset) {
    size_t count = 0;
    for (size_t i = 0; i < dataset->count; i++)
        count += (dataset->record[i].reasons & ROUTH_TWO_CORNERS) != 0;
    return count;
}

static void say_contact(routh_findings_writer *w, const routh_world_generator *throws) {
    const routh_law *law = throws->run.law;
    if (throws->run.integrator == ROUTH_TIME_STEPS)
        routh_findings_add(w, ROUTH_NOTE, "contact", "friction %g, restitution %g, steps of %g s",
                           throws->world.plane[0].mu, throws->world.plane[0].eps, throws->run.step);
    else
        routh_findings_add(w, ROUTH_NOTE, "contact", "%s", law->name);
    for (int i = 0; throws->run.integrator != ROUTH_TIME_STEPS && i < law->parameter_count; i++)
        routh_findings_go_on(w, ", %s %g", law->parameter[i].name, throws->run.parameters[i]);
}

routh_status routh_simulation_words(routh_context *context, const routh_world_generator *throws,
                                    const routh_dataset *dataset, const routh_run *run, routh_findings *findings) {
    routh_findings_writer words = {.context = context, .findings = findings};
    const bool steps = throws->run.integrator == ROUTH_TIME_STEPS;
    const routh_body *body = &throws->world.body;
    const routh_noise *noise = &throws->noise;
    const size_t two = routh_count_two_corners(dataset);
    routh_findings_add(&words, ROUTH_NOTE, "", "%s: ", dataset->name);
    routh_findings_count(&words, throws->count, "drop", "drops");
    routh_findings_go_on(&words, " of %g s, ", throws->run.duration);
    routh_findings_count(&words, dataset->count, steps ? "step in contact" : "impact",
                         steps ? "steps in contact" : "impacts");
    if (two > 0)
        routh_findings_go_on(&words, ", %zu with two corners at once", two);
    routh_findings_add(&words, ROUTH_NOTE, "body", "%s", "");
    routh_findings_shape(&words, &body->shape);
    routh_findings_go_on(&words, ", %g kg, %.4g kg m²", body->mass, body->inertia);
    say_contact(&words, throws);
    if (isfinite(throws->noise_db))
        routh_findings_add(&words, ROUTH_NOTE, "noise", "signal-to-noise ratio %g dB", throws->noise_db);
    if (noise->y > 0 || noise->theta > 0 || noise->vx > 0 || noise->vy > 0 || noise->omega > 0)
        routh_findings_add(&words, ROUTH_NOTE, "noise", "y %g m, theta %g rad, vx %g m/s, vy %g m/s, omega %g rad/s",
                           noise->y, noise->theta, noise->vx, noise->vy, noise->omega);
    if (run) {
        const routh_state *end = &run->sample[run->sample_count - 1];
        routh_findings_add(&words, ROUTH_NOTE, "ends", "at (%.4g, %.4g) m, %.4g rad after %g s, %s", end->pose.x,
                           end->pose.y, end->pose.theta, end->time, run->rests ? "at rest" : "moving");
        routh_findings_add(&words, ROUTH_NOTE, "deepest", "%.2g m below a surface", run->penetration);
    }
    return words.status;
}

/* In space -------------------------------------------------------------------------------------------------*/

static void say_surface(routh_findings_writer *w, const routh_world3_generator *tosses) {
    const routh_surface3 *surface = &tosses->world.surface;
    const routh_scatter3 *scatter = &tosses->run.scatter;
    if (tosses->run.integrator == ROUTH_TIME_STEPS3)
        routh_findings_add(w, ROUTH_NOTE, "contact", "time steps of %g s, mu %g, eps %g", tosses->run.step,
                           surface->pair.mu, surface->pair.eps);
    else
        routh_findings_add(w, ROUTH_NOTE, "contact", "%s, several %s, mu %g, eps %g", surface->law->name,
                           routh_name(&routh_severals, (int)surface->several), surface->pair.mu, surface->pair.eps);
    if (tosses->run.integrator == ROUTH_EVENTS3 && strncmp(surface->law->name, "compliant", 9) == 0)
        routh_findings_go_on(w, ", eta2 %g", surface->pair.eta2);
    routh_pair pair = surface->pair;
    const int own = routh_law3_own_parameters(surface->law);
    for (int i = own; tosses->run.integrator == ROUTH_EVENTS3 && i < surface->law->parameter_count; i++)
        routh_findings_go_on(w, ", %s %g", surface->law->parameter[i].name,
                             *routh_law3_modifier(surface->law, &pair, i - own));
    if (surface->eps_slope < 0 || surface->eps_slope > 0)
        routh_findings_go_on(w, ", slope %g", surface->eps_slope);
    if (surface->mu_slide >= 0)
        routh_findings_go_on(w, ", mu in sliding %g", surface->mu_slide);
    if (surface->mu_slope < 0 || surface->mu_slope > 0)
        routh_findings_go_on(w, ", slope of mu in sliding %g", surface->mu_slope);
    if (scatter->mu > 0 || scatter->mu_slide > 0 || scatter->eps > 0)
        routh_findings_add(w, ROUTH_NOTE, "scatter", "mu %g and mu in sliding %g of themselves, eps %g", scatter->mu,
                           scatter->mu_slide, scatter->eps);
}

/* A depth below a picometre, less than an atom, is rounding of numbers, and said as 0; m. */
static const double rounding_depth = 1e-12;

routh_status routh_simulation3_words(routh_context *context, const routh_world3_generator *tosses,
                                     const routh_dataset3 *dataset, const routh_run3 *run, routh_findings *findings) {
    routh_findings_writer words = {.context = context, .findings = findings};
    const routh_world3 *world = &tosses->world;
    size_t several = 0;
    for (size_t i = 0; i < dataset->count; i++)
        several += dataset->record[i].reasons != 0;
    routh_findings_add(&words, ROUTH_NOTE, "", "%s: ", dataset->name);
    routh_findings_count(&words, tosses->count, "toss", "tosses");
    routh_findings_go_on(&words, " of %g s, ", tosses->run.duration);
    if (tosses->run.integrator == ROUTH_TIME_STEPS3)
        routh_findings_go_on(&words, "impacts are not counted in time steps");
    else
        routh_findings_count(&words, dataset->count, "impact", "impacts");
    if (several > 0)
        routh_findings_go_on(&words, ", %zu with several contacts at once", several);
    routh_findings_add(&words, ROUTH_NOTE, "body", "%s, %zu corners, %.4g cm³, %g kg, moments %.4g, %.4g, %.4g kg m²",
                       world->shape->name, world->shape->count, 1e6 * world->shape->volume, world->mass,
                       world->inertia[0][0], world->inertia[1][1], world->inertia[2][2]);
    say_surface(&words, tosses);
    if (tosses->position_noise > 0 || tosses->rotation_noise > 0)
        routh_findings_add(&words, ROUTH_NOTE, "noise", "%g m, %g rad", tosses->position_noise, tosses->rotation_noise);
    if (run) {
        const routh_state3 *end = &run->sample[run->sample_count - 1];
        routh_findings_add(&words, ROUTH_NOTE, "ends", "at (%.4g, %.4g, %.4g) m after %g s, %s", end->position[0],
                           end->position[1], end->position[2], end->time, run->rests ? "at rest" : "moving");
        routh_findings_add(&words, ROUTH_NOTE, "deepest", "%.2g m below a surface",
                           run->penetration > rounding_depth ? run->penetration : 0);
    }
    return words.status;
}
