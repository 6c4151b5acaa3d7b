/* Many tosses as a dataset in space. Each toss has its own random streams and its own place, so that the result does not
 * depend on threads.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/simulate.h>

#include "algebra/space.h"
#include "base/context.h"
#include "data/dataset.h"
#include "motion3/motion3.h"
#include "simulate/simulate.h"

/* Streams of random numbers beyond those of the starts. */
static const uint64_t first_noise_stream = (uint64_t)1 << 40, first_scatter_stream = (uint64_t)1 << 41;

/* Samples, or time steps, of all tosses together. */
static const double most_samples = 1e8;

routh_world3_generator routh_world3_generator_default(void) {
    static const routh_plane3 ground = {.normal = {0, 0, 1}};
    return (routh_world3_generator){
        .world = {.plane = &ground,
                  .plane_count = 1,
                  .part_pose = routh_pose3_default(),
                  .surface = routh_surface3_default(),
                  .gravity = 9.81},
        .run = routh_run3_options_default(),
        .count = 100,
        .low = {.position = {0, 0, 0.2}, .orientation = {1, 0, 0, 0}, .velocity = {{-1, -1, -1}, {-10, -10, -10}}},
        .high = {.position = {0, 0, 0.4}, .orientation = {1, 0, 0, 0}, .velocity = {{1, 1, 0}, {10, 10, 10}}},
        .any_orientation = true,
        .seed = 1,
    };
}

/* Starts ------------------------------------------------------------------------------------------------*/

static routh_state3 draw_start(const routh_world3_generator *tosses, size_t index) {
    routh_random random = routh_random_seed(tosses->seed, index);
    const routh_state3 *low = &tosses->low, *high = &tosses->high;
    routh_state3 start = {0};
    for (int c = 0; c < 3; c++)
        start.position[c] = routh_random_uniform(&random, low->position[c], high->position[c]);
    memcpy(start.orientation, low->orientation, sizeof start.orientation);
    if (tosses->any_orientation)
        routh_turn_draw(&random, start.orientation);
    for (int c = 0; c < 3; c++)
        start.velocity.velocity[c] =
            routh_random_uniform(&random, low->velocity.velocity[c], high->velocity.velocity[c]);
    for (int c = 0; c < 3; c++)
        start.velocity.spin[c] = routh_random_uniform(&random, low->velocity.spin[c], high->velocity.spin[c]);
    return start;
}

/* Lifts the body out of what is fixed. Over a level plane one step is enough; over slopes each step leaves a share of the
 * depth, so that the number of steps is bounded. From within a wall, or below a ceiling, no lifting leads out: the start
 * stays as it was drawn, and the run says so. */
static routh_state3 lifted_start(const routh_world3_generator *tosses, const routh_stage3 *stage, size_t index) {
    enum { MOST_LIFTS = 100 };
    const routh_state3 drawn = draw_start(tosses, index);
    routh_state3 start = drawn;
    const double clear = 1e-9 * stage->size;
    double depth = INFINITY;
    for (int i = 0; i < MOST_LIFTS; i++) {
        const double gap = routh_stage3_gap(stage, &start);
        if (!(gap < 0))
            return start;
        if (!(-gap < depth))
            return drawn;
        depth = -gap;
        start.position[2] += clear - gap;
    }
    return start;
}

routh_state3 routh_world3_generator_at(const routh_world3_generator *tosses, size_t index) {
    routh_stage3 stage;
    if (routh_world3_check(NULL, &tosses->world) != ROUTH_OK ||
        routh_stage3_open(NULL, &tosses->world, &stage) != ROUTH_OK)
        return draw_start(tosses, index);
    const routh_state3 start = lifted_start(tosses, &stage, index);
    routh_stage3_close(NULL, &stage);
    return start;
}

/* One toss ----------------------------------------------------------------------------------------------*/

typedef struct toss_records {
    routh_record3 *record;
    size_t count;
    double energy_gain; /* J, largest of a contact */
    double energy;      /* at the start, J */
} toss_records;

typedef struct tossing {
    const routh_world3_generator *tosses;
    const routh_stage3 *stage;
    routh_trajectory3 *trajectory; /* of every toss */
    toss_records *records;         /* likewise */
} tossing;

/* What the recorder sees: the tracked point and the orientation, each with its noise. */
static routh_status keep_trajectory(routh_context *context, const tossing *t, const routh_run3 *run, size_t index) {
    const routh_world3_generator *tosses = t->tosses;
    routh_trajectory3 *toss = &t->trajectory[index];
    routh_random random = routh_random_seed(tosses->seed, first_noise_stream + index);
    char name[32];
    snprintf(name, sizeof name, "toss %zu", index + 1);
    ROUTH_TRY(routh_trajectory3_allocate(context, name, run->sample_count, false, toss));
    for (size_t i = 0; i < run->sample_count; i++) {
        double turn[3], noise[4], length;
        routh_world3_tracked(&tosses->world, &run->sample[i], toss->position[i]);
        for (int c = 0; c < 3; c++) {
            toss->position[i][c] +=
                tosses->position_noise > 0 ? tosses->position_noise * routh_random_normal(&random) : 0;
            turn[c] = tosses->rotation_noise > 0 ? tosses->rotation_noise * routh_random_normal(&random) : 0;
        }
        routh_turn_of(turn, noise);
        routh_turn_product(noise, run->sample[i].orientation, toss->orientation[i]);
        routh_trajectory3_orient(toss, i, &length);
    }
    return ROUTH_OK;
}

static routh_record3 record_of(const routh_run3_record *one, size_t trajectory) {
    routh_record3 record = {.trajectory = trajectory,
                            .time = one->time,
                            .reasons = one->contacts > 1 ? ROUTH_TWO_CORNERS : 0,
                            .before = one->before,
                            .after = one->after};
    memcpy(record.position, one->position, sizeof record.position);
    memcpy(record.orientation, one->orientation, sizeof record.orientation);
    for (int c = 0; c < 3; c++)
        record.point[c] = one->point[c] - one->position[c];
    return record;
}

static routh_status run_from(routh_context *context, const routh_world3_generator *tosses, const routh_state3 *start,
                             size_t index, routh_run3 *run) {
    routh_random random = routh_random_seed(tosses->seed, first_scatter_stream + index);
    routh_run3_options options = tosses->run;
    options.seed = routh_random_bits(&random);
    return routh_world3_run(context, &tosses->world, start, &options, run);
}

routh_status routh_world3_generator_run(routh_context *context, const routh_world3_generator *tosses, size_t index,
                                        routh_run3 *run) {
    const routh_state3 start = routh_world3_generator_at(tosses, index);
    return run_from(context, tosses, &start, index, run);
}

static routh_status make_toss(routh_context *context, const void *all, size_t index) {
    const tossing *t = all;
    toss_records *made = &t->records[index];
    const routh_state3 start = lifted_start(t->tosses, t->stage, index);
    routh_run3 run;
    ROUTH_TRY(run_from(context, t->tosses, &start, index, &run));
    routh_status status = keep_trajectory(context, t, &run, index);
    made->record = status == ROUTH_OK ? routh_allocate(context, run.record_count, sizeof *made->record) : NULL;
    if (status == ROUTH_OK && !made->record)
        status = ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; status == ROUTH_OK && i < run.record_count; i++)
        made->record[made->count++] = record_of(&run.record[i], index);
    made->energy_gain = run.energy_gain;
    made->energy = routh_stage3_kinetic(t->stage, &start);
    routh_run3_release(context, &run);
    return status;
}

/* All of them ---------------------------------------------------------------------------------------------*/

static routh_status check_starts(routh_context *context, const routh_world3_generator *tosses) {
    static const char *const name[] = {"position", "velocity", "spin"};
    static const char *const unit[] = {"m", "m/s", "rad/s"};
    static const double range[][2] = {{ROUTH_RANGE_POSITION}, {ROUTH_RANGE_VELOCITY}, {ROUTH_RANGE_SPIN}};
    const double *const low[] = {tosses->low.position, tosses->low.velocity.velocity, tosses->low.velocity.spin};
    const double *const high[] = {tosses->high.position, tosses->high.velocity.velocity, tosses->high.velocity.spin};
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < 3; c++) {
            const routh_limit limits[] = {{name[i], unit[i], low[i][c], range[i][0], range[i][1]},
                                          {name[i], unit[i], high[i][c], range[i][0], range[i][1]}};
            ROUTH_TRY(routh_check_limits(context, "tosses", limits, 2));
            if (high[i][c] < low[i][c])
                return routh_fail_field(context, ROUTH_BAD_ARGUMENT, name[i],
                                        "tosses: a %s cannot be drawn between %g and %g %s", name[i], low[i][c],
                                        high[i][c], unit[i]);
        }
    return ROUTH_OK;
}

/* By corners, thickness and volume: a box or a ball has the volume of some cube, too. */
static bool is_cube(const routh_shape3 *shape, double width) {
    return shape->count == 8 && fabs(2 * shape->thickness / width - 1) < 1e-6 &&
           fabs(shape->volume / (width * width * width) - 1) < 1e-6;
}

static routh_status check_tosses(routh_context *context, const routh_world3_generator *tosses) {
    const routh_run3_options *run = &tosses->run;
    const routh_limit limits[] = {{"position_noise", "m", tosses->position_noise, 0, 1e6},
                                  {"rotation_noise", "rad", tosses->rotation_noise, 0, 10},
                                  {"width", "m", tosses->width, 0, 1e6}};
    ROUTH_TRY(routh_check_count(context, "tosses", "count", tosses->count, 1, ROUTH_MOST_MADE));
    ROUTH_TRY(check_starts(context, tosses));
    ROUTH_TRY(routh_check_limits(context, "tosses", limits, sizeof limits / sizeof limits[0]));
    ROUTH_TRY(routh_world3_check(context, &tosses->world));
    if (tosses->width > 0 && !is_cube(tosses->world.shape, tosses->width))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "width",
                                "tosses: the shape is no cube with an edge of %g m", tosses->width);
    const double samples = (double)tosses->count * run->duration;
    if (samples * run->rate > most_samples || samples / run->step > most_samples)
        return routh_fail_field(
            context, ROUTH_OUT_OF_RANGE, "count duration rate step",
            "tosses: %zu of %g s at %g Hz, in steps of %g s, take %.3g samples and %.3g steps; each "
            "must be at most %g",
            tosses->count, run->duration, run->rate, run->step, samples * run->rate, samples / run->step, most_samples);
    return ROUTH_OK;
}

/* More than rounding leaves. */
static void log_energy_gains(routh_context *context, const tossing *t) {
    size_t gains = 0, worst = 0;
    for (size_t i = 0; i < t->tosses->count; i++) {
        gains += t->records[i].energy_gain > 1e-9 * t->records[i].energy;
        worst = t->records[i].energy_gain > t->records[worst].energy_gain ? i : worst;
    }
    if (gains > 0)
        routh_log(context, ROUTH_LOG_WARNING,
                  "contacts created energy in %zu of %zu tosses, at most %.3g J, in toss %zu", gains, t->tosses->count,
                  t->records[worst].energy_gain, worst + 1);
}

static routh_status join_records(routh_context *context, const tossing *t, routh_dataset3 *dataset) {
    size_t count = 0;
    for (size_t i = 0; i < t->tosses->count; i++)
        count += t->records[i].count;
    dataset->record = routh_allocate(context, count, sizeof *dataset->record);
    if (!dataset->record)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < t->tosses->count; i++) {
        memcpy(dataset->record + dataset->count, t->records[i].record, t->records[i].count * sizeof *dataset->record);
        dataset->count += t->records[i].count;
    }
    return ROUTH_OK;
}

static routh_status toss_all(routh_context *context, tossing *t, routh_dataset3 *dataset) {
    const size_t count = t->tosses->count;
    dataset->trajectory = routh_allocate(context, count, sizeof *dataset->trajectory);
    t->trajectory = dataset->trajectory;
    t->records = t->trajectory ? routh_allocate(context, count, sizeof *t->records) : NULL;
    if (!t->records)
        return ROUTH_OUT_OF_MEMORY;
    dataset->trajectory_count = count;
    routh_status status = routh_make_all(context, "toss", count, make_toss, t);
    if (status == ROUTH_OK)
        status = join_records(context, t, dataset);
    if (status == ROUTH_OK)
        log_energy_gains(context, t);
    for (size_t i = 0; i < count; i++)
        routh_release(context, t->records[i].record);
    routh_release(context, t->records);
    return status;
}

/* The truth, as far as a calibration would find it. */
static routh_calibration3 calibration_of(const routh_world3 *world) {
    routh_calibration3 c = {.applied = true,
                            .given = true,
                            .scale = 1,
                            .drag = world->drag,
                            .rest_scale = NAN,
                            .spin_ratio = NAN,
                            .rounding = world->rounding,
                            .inertia = (world->inertia[0][0] + world->inertia[1][1] + world->inertia[2][2]) / 3};
    memcpy(c.centre, world->centre, sizeof c.centre);
    return c;
}

routh_status routh_world3_generate(routh_context *context, const routh_world3_generator *tosses,
                                   routh_dataset3 *dataset) {
    routh_stage3 stage;
    if (!tosses || !dataset)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "tosses: no settings, or no dataset to put them in");
    *dataset = (routh_dataset3){0};
    ROUTH_TRY(check_tosses(context, tosses));
    ROUTH_TRY(routh_stage3_open(context, &tosses->world, &stage));
    /* a width has no meaning where there is a shape, but every dataset has one */
    *dataset = (routh_dataset3){.width = tosses->width > 0 ? tosses->width : routh_import3_options_default().width,
                                .mass = tosses->world.mass,
                                .rate = tosses->run.rate,
                                .gravity = tosses->world.gravity,
                                .calibration = calibration_of(&tosses->world),
                                .shape = tosses->width > 0 ? NULL : tosses->world.shape};
    snprintf(dataset->name, sizeof dataset->name, "simulated-%s",
             tosses->run.integrator == ROUTH_TIME_STEPS3 ? "time-steps" : tosses->world.surface.law->name);
    tossing t = {.tosses = tosses, .stage = &stage};
    const routh_status status = toss_all(context, &t, dataset);
    for (size_t i = 0; status == ROUTH_OK && i < dataset->trajectory_count; i++)
        dataset->calibration.frames += dataset->trajectory[i].count;
    routh_stage3_close(context, &stage);
    if (status != ROUTH_OK)
        routh_dataset3_release(context, dataset);
    return status;
}
