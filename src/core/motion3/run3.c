/* Runs in space: flights, impacts and time steps, one after another.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "motion3/motion3.h"

/* A place for a body above all that is fixed. */

/* The distance to a plane changes with the height as the plane is inclined, that to a part as its surface is: raising by
 * what is missing leads there step by step, unless it leads away. */
routh_status routh_world3_place(routh_context *context, const routh_world3 *world, double clearance,
                                routh_state3 *state) {
    if (!world || !state)
        return routh_fail_null(context, "world state", (const void *const[]){world, state});
    enum { MOST_STEPS = 100 };
    static const double near_enough = 1e-12;
    ROUTH_TRY(routh_world3_check(context, world));
    double off = INFINITY;
    for (int i = 0; i < MOST_STEPS; i++) {
        const double missing = clearance - routh_world3_distance(world, state);
        if (!(fabs(missing) > near_enough))
            break;
        if (!(fabs(missing) < off))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "position",
                                    "no place was found for the body %g m above all that is fixed", clearance);
        off = fabs(missing);
        state->position[2] += missing;
    }
    return ROUTH_OK;
}

/* Runs in space: flights, impacts and time steps, one after another, and the samples that they leave. */

/* A gap below this share of the body's size is contact. */
static const double touching_share = 1e-8;

/* Flights end at this share of such a gap, so that slow approaches, too, are timed to 1e-10 s. */
static const double landing_share = 1e-4;

/* Contacts of a small body take part in an impact where they are nearer than this share of its size. */
static const double most_together = 2e-3;

/* Cosine between normals of what faces the other way. */
static const double opposite = -0.5;

/* More samples or steps than this are a typing mistake. */
static const double most_samples = 1e8;

routh_run3_options routh_run3_options_default(void) {
    return (routh_run3_options){.integrator = ROUTH_EVENTS3,
                                .duration = 1,
                                .step = 1e-3,
                                .rate = 250,
                                .rest_speed = 0.01,
                                .together = 1e-4,
                                .most_impacts = 10000,
                                .records = true,
                                .seed = 1};
}

/* Impacts -----------------------------------------------------------------------------------------------*/

static routh_status keep_record(routh_runner3 *runner, const routh_touch3 *fastest, size_t count,
                                const routh_state3 *before) {
    routh_run3 *run = runner->run;
    if (!runner->options->records)
        return ROUTH_OK;
    if (run->record_count == runner->capacity) {
        const size_t wanted = 2 * runner->capacity + 16;
        routh_run3_record *larger = routh_resize(runner->context, run->record, wanted, sizeof *larger);
        if (!larger)
            return ROUTH_OUT_OF_MEMORY;
        run->record = larger;
        runner->capacity = wanted;
    }
    routh_run3_record *record = &run->record[run->record_count++];
    *record = (routh_run3_record){.time = before->time,
                                  .contacts = count,
                                  .before = before->velocity,
                                  .after = runner->state.velocity,
                                  .speed = -fastest->rate};
    memcpy(record->position, before->position, sizeof record->position);
    memcpy(record->orientation, before->orientation, sizeof record->orientation);
    memcpy(record->normal, fastest->normal, sizeof record->normal);
    for (int c = 0; c < 3; c++) {
        record->point[c] = before->position[c] + fastest->arm[c];
        record->impulse[c] = runner->stage.world->mass * (record->after.velocity[c] - record->before.velocity[c]);
    }
    return ROUTH_OK;
}

/* The surface of one impact. */
static routh_surface3 drawn_surface(routh_runner3 *runner) {
    const routh_scatter3 *scatter = &runner->options->scatter;
    routh_surface3 surface = runner->surface;
    if (scatter->mu > 0)
        surface.pair.mu =
            fmin(surface.pair.mu * exp(scatter->mu * routh_random_normal(&runner->random)), ROUTH_MU_HIGH);
    if (scatter->eps > 0)
        surface.pair.eps = fmin(fmax(surface.pair.eps + scatter->eps * routh_random_normal(&runner->random), 0), 1);
    return surface;
}

static routh_status strike(routh_runner3 *runner, const routh_touch3 *touch, size_t count,
                           const routh_touch3 *fastest) {
    const routh_state3 before = runner->state;
    if (++runner->impacts > runner->options->most_impacts)
        return routh_fail_field(runner->context, ROUTH_NOT_ENDED, "most_impacts",
                                "run: more than %zu impacts by %g s; a larger rest_speed ends bouncing earlier",
                                runner->options->most_impacts, before.time);
    const routh_surface3 surface = drawn_surface(runner);
    ROUTH_TRY(routh_impact3_apply(runner->context, &runner->stage, &surface, runner->options->rest_speed, touch, count,
                                  &runner->state));
    const double had = routh_stage3_kinetic(&runner->stage, &before);
    const double gain = routh_stage3_kinetic(&runner->stage, &runner->state) - had;
    if (gain > 1e-12 * had)
        runner->run->energy_gain = fmax(runner->run->energy_gain, gain);
    runner->cone_step = 0;
    runner->run->contact_time = fmin(runner->run->contact_time, before.time);
    return keep_record(runner, fastest, count, &before);
}

/* Events --------------------------------------------------------------------------------------------------*/

typedef enum next { FLY, STRIKE, STEP } next;

/* Whoever waits may stop long runs; short ones, of which there are many, do not ask. */
enum { PROGRESS_ROUNDS = 20000 };

static routh_status tell_progress(const routh_runner3 *runner) {
    return routh_progress(runner->context, "simulating",
                          (runner->state.time - runner->start) / fmax(runner->end - runner->start, 1e-300));
}

/* What comes next at the contacts within the distance of impacts that happen together. */
static next decide(const routh_runner3 *runner, bool stepped, const routh_touch3 *touch, size_t count,
                   size_t *fastest) {
    const routh_stage3 *stage = &runner->stage;
    const double touching = touching_share * stage->size, rest = runner->options->rest_speed;
    const double fast = rest + (stepped ? runner->options->step * routh_stage3_bend(stage, &runner->state) : 0);
    next what = FLY;
    *fastest = count;
    for (size_t i = 0; i < count; i++) {
        const routh_touch3 *t = &touch[i];
        if (t->gap > 2 * touching)
            continue;
        if (t->rate < -fast && (*fastest == count || t->rate < touch[*fastest].rate))
            *fastest = i;
        if (t->rate < 0 || (t->rate <= rest && stepped))
            what = STEP;
    }
    return *fastest < count ? STRIKE : what;
}

/* Of the contacts that are near, those that take part in an impact with this one: not what is open and stands on the other
 * side. They come first then; returns how many. */
static size_t keep_facing(const routh_touch3 *one, double touching, routh_touch3 *touch, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (touch[i].gap <= 2 * touching || routh_dot3(touch[i].normal, one->normal) > opposite)
            touch[kept++] = touch[i];
    return kept;
}

static routh_status run_events(routh_runner3 *runner) {
    const routh_stage3 *stage = &runner->stage;
    const double touching = touching_share * stage->size;
    routh_touch3 touch[ROUTH_MOST_CONTACTS3];
    routh_fall3 fall;
    size_t rounds = 0;
    bool stepped = false, stuck = false;
    while (runner->state.time < runner->end && !runner->run->rests) {
        const double began = runner->state.time;
        size_t fastest;
        const double near = fmin(runner->options->together, most_together * stage->size);
        const size_t count = routh_stage3_touches(stage, &runner->state, fmax(near, 2 * touching), touch);
        next what = decide(runner, stepped, touch, count, &fastest);
        if (what == FLY && stuck) /* something closes that is not among the contacts: time goes on all the same */
            what = STEP;
        stuck = false;
        routh_status status = ROUTH_OK;
        if (what == STRIKE) {
            const routh_touch3 first = touch[fastest];
            status = strike(runner, touch, keep_facing(&first, touching, touch, count), &first);
            stepped = false;
        } else if (what == STEP) {
            bool carried;
            status =
                routh_runner3_step(runner, fmin(runner->options->step, runner->end - runner->state.time), &carried);
            runner->run->contact_time = fmin(runner->run->contact_time, began);
            stepped = true;
        } else {
            routh_fall3_start(stage, &runner->state, &fall);
            const double latest = fmin(runner->end - runner->state.time, fall.longest);
            const double time = fmin(routh_fall3_contact(&fall, latest, landing_share * touching), latest);
            routh_runner3_sample_fall(runner, &fall, fall.start.time + time);
            routh_fall3_at(&fall, time, &runner->state);
            runner->cone_step = 0;
            stuck = stepped && !(time > 0);
            stepped = !(time > 0); /* it touches, and closes no faster than rounding */
        }
        if (status == ROUTH_OK && ++rounds % PROGRESS_ROUNDS == 0)
            status = tell_progress(runner);
        if (status != ROUTH_OK)
            return status;
        runner->run->penetration = fmax(runner->run->penetration, -routh_stage3_gap(stage, &runner->state));
    }
    return ROUTH_OK;
}

static routh_status run_steps(routh_runner3 *runner) {
    size_t rounds = 0;
    while (runner->state.time < runner->end && !runner->run->rests) {
        bool carried;
        const double began = runner->state.time;
        routh_status status = routh_runner3_step(runner, runner->options->step, &carried);
        if (status == ROUTH_OK && ++rounds % PROGRESS_ROUNDS == 0)
            status = tell_progress(runner);
        if (status != ROUTH_OK)
            return status;
        if (carried)
            runner->run->contact_time = fmin(runner->run->contact_time, began);
        runner->run->penetration = fmax(runner->run->penetration, -routh_stage3_gap(&runner->stage, &runner->state));
    }
    return ROUTH_OK;
}

/* Checks -----------------------------------------------------------------------------------------------*/

routh_status routh_run3_options_check(routh_context *context, const routh_run3_options *options) {
    const routh_limit limits[] = {{"duration", "s", options->duration, 0, 1e9},
                                  {"step", "s", options->step, 1e-9, 1},
                                  {"rate", "Hz", options->rate, ROUTH_RANGE_RATE},
                                  {"rest_speed", "m/s", options->rest_speed, 1e-9, 1e6},
                                  {"together", "m", options->together, 0, 1e6},
                                  {"scatter.mu", "", options->scatter.mu, 0, 10},
                                  {"scatter.mu_slide", "", options->scatter.mu_slide, 0, 10},
                                  {"scatter.eps", "", options->scatter.eps, 0, 1}};
    ROUTH_TRY(routh_check_limits(context, "run", limits, sizeof limits / sizeof limits[0]));
    if (options->duration * options->rate > most_samples || options->duration / options->step > most_samples)
        return routh_fail_field(context, ROUTH_OUT_OF_RANGE, "duration rate step",
                                "run: %g s in steps of %g s, sampled at %g Hz, takes more than %g samples or steps",
                                options->duration, options->step, options->rate, most_samples);
    if (options->integrator != ROUTH_EVENTS3 && options->integrator != ROUTH_TIME_STEPS3)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "run: unknown integrator");
    return ROUTH_OK;
}

static routh_status check_start(routh_runner3 *runner) {
    routh_state3 *s = &runner->state;
    const double turn =
        sqrt(s->orientation[0] * s->orientation[0] + routh_dot3(s->orientation + 1, s->orientation + 1));
    if (!isfinite(s->time) || !routh_all_finite(s->position, 3) || !routh_all_finite(s->velocity.velocity, 3) ||
        !routh_all_finite(s->velocity.spin, 3) || !isfinite(turn))
        return routh_fail_field(runner->context, ROUTH_NOT_FINITE, "start", "start: all numbers must be finite");
    if (!(fabs(turn - 1) < 1e-6))
        return routh_fail_field(runner->context, ROUTH_BAD_ARGUMENT, "start orientation",
                                "start: the orientation (%g, %g, %g, %g) must be a quaternion of length 1",
                                s->orientation[0], s->orientation[1], s->orientation[2], s->orientation[3]);
    for (int c = 0; c < 4; c++)
        s->orientation[c] /= turn;
    for (int c = 0; c < 3; c++) {
        const routh_limit limits[] = {{"position", "m", s->position[c], ROUTH_RANGE_POSITION},
                                      {"velocity", "m/s", s->velocity.velocity[c], ROUTH_RANGE_VELOCITY},
                                      {"spin", "rad/s", s->velocity.spin[c], ROUTH_RANGE_SPIN},
                                      {"time", "s", s->time, ROUTH_RANGE_TIME}};
        const routh_status status =
            routh_check_limits(runner->context, "start", limits, sizeof limits / sizeof limits[0]);
        if (status != ROUTH_OK)
            return status;
    }
    const double latest = fmax(fabs(runner->start), fabs(runner->start + runner->options->duration));
    if (latest + 1e-9 == latest || latest + runner->options->step / 1000 == latest)
        return routh_fail_field(runner->context, ROUTH_OUT_OF_RANGE, "duration step",
                                "run: steps of %g s are less than the rounding of times up to %g s",
                                runner->options->step, latest);
    const double gap = routh_stage3_gap(&runner->stage, s);
    if (gap < -ROUTH_DEEPEST_START * runner->stage.size)
        return routh_fail_field(
            runner->context, ROUTH_BAD_ARGUMENT, "start position",
            "start: with its centre of mass at (%g, %g, %g) m the body is %.3g m inside what is fixed", s->position[0],
            s->position[1], s->position[2], -gap);
    return ROUTH_OK;
}

static routh_status run_all(routh_runner3 *runner) {
    const routh_run3_options *options = runner->options;
    routh_run3 *run = runner->run;
    run->sample_count = (size_t)(options->duration * options->rate * (1 + 1e-12) + 1e-9) + 1;
    run->sample = routh_allocate(runner->context, run->sample_count, sizeof *run->sample);
    if (!run->sample)
        return ROUTH_OUT_OF_MEMORY;
    runner->end = runner->start + options->duration;
    const routh_status status = options->integrator == ROUTH_EVENTS3 ? run_events(runner) : run_steps(runner);
    while (status == ROUTH_OK && runner->sampled < run->sample_count)
        routh_runner3_sample(runner, &runner->state);
    return status;
}

static void start_surface(routh_runner3 *runner, const routh_world3 *world) {
    const double scatter = runner->options->scatter.mu_slide;
    routh_surface3 *surface = &runner->surface;
    *surface = world->surface;
    surface->mu_slide = isnan(surface->mu_slide) ? surface->pair.mu : surface->mu_slide;
    runner->random = routh_random_seed(runner->options->seed, 0);
    if (scatter > 0) {
        const double factor = exp(scatter * routh_random_normal(&runner->random));
        surface->mu_slide = fmin(surface->mu_slide * factor, ROUTH_MU_HIGH);
        surface->mu_slope *= factor;
    }
}

routh_status routh_world3_run(routh_context *context, const routh_world3 *world, const routh_state3 *start,
                              const routh_run3_options *options, routh_run3 *run) {
    if (!world || !start || !run)
        return routh_fail_null(context, "world start run", (const void *const[]){world, start, run});
    const routh_run3_options defaults = routh_run3_options_default();
    routh_runner3 runner;
    *run = (routh_run3){.contact_time = INFINITY};
    runner.context = context;
    runner.options = options ? options : &defaults;
    runner.run = run;
    runner.state = *start;
    runner.start = start->time;
    runner.sampled = runner.capacity = runner.impacts = 0;
    runner.still = 0;
    runner.speed = INFINITY;
    runner.turn = 0;
    runner.cone_step = 0;
    runner.cone[0].count = runner.cone[1].count = 0;
    routh_status status = routh_world3_check(context, world);
    if (status == ROUTH_OK)
        start_surface(&runner, world);
    if (status == ROUTH_OK)
        status = routh_run3_options_check(context, runner.options);
    if (status == ROUTH_OK)
        status = routh_stage3_open(context, world, &runner.stage);
    if (status != ROUTH_OK)
        return status;
    status = check_start(&runner);
    if (status == ROUTH_OK)
        status = run_all(&runner);
    routh_stage3_close(context, &runner.stage);
    if (status != ROUTH_OK)
        routh_run3_release(context, run);
    return status;
}

void routh_run3_release(routh_context *context, routh_run3 *run) {
    if (!run)
        return;
    routh_release(context, run->sample);
    routh_release(context, run->record);
    *run = (routh_run3){0};
}
