/* Many drops as a dataset, with noise and rounding.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "data/dataset.h"
#include "geometry/geometry.h"
#include "motion/motion.h"
#include "simulate/simulate.h"

/* Noise and rounding, as a motion capture would have them. */

enum { X, Y, THETA, VX, VY, OMEGA, CHANNELS };

/* Streams of random numbers beyond those of the starts. */
static const uint64_t first_sample_stream = (uint64_t)1 << 40, first_record_stream = (uint64_t)1 << 41;

static void add_squares(const double *value, size_t count, double *sum) {
    for (size_t i = 0; i < count; i++)
        *sum += value[i] * value[i];
}

/* As given for each channel, or from the root mean squares. */
static void deviations(const routh_world_generator *throws, const double *sum, const double *count,
                       double deviation[CHANNELS]) {
    const routh_noise *n = &throws->noise;
    const double given[CHANNELS] = {n->y, n->y, n->theta, n->vx, n->vy, n->omega};
    for (int j = 0; j < CHANNELS; j++)
        deviation[j] = isfinite(throws->noise_db)
                           ? (count[j] > 0 ? sqrt(sum[j] / count[j]) * pow(10, -throws->noise_db / 20) : 0)
                           : given[j];
}

static double rounded(double value, double quantum) {
    return quantum > 0 ? quantum * nearbyint(value / quantum) : value;
}

static void disturb_samples(const routh_world_generator *throws, routh_dataset *dataset) {
    double sum[CHANNELS] = {0}, count[CHANNELS] = {0}, deviation[CHANNELS];
    for (size_t k = 0; k < dataset->trajectory_count; k++) {
        const routh_trajectory *one = &dataset->trajectory[k];
        double *const column[CHANNELS] = {one->x, one->y, one->theta, one->vx, one->vy, one->omega};
        for (int j = 0; j < CHANNELS; j++) {
            add_squares(column[j], one->count, &sum[j]);
            count[j] += (double)one->count;
        }
    }
    deviations(throws, sum, count, deviation);
    for (size_t k = 0; k < dataset->trajectory_count; k++) {
        const routh_trajectory *one = &dataset->trajectory[k];
        double *const column[CHANNELS] = {one->x, one->y, one->theta, one->vx, one->vy, one->omega};
        routh_random random = routh_random_seed(throws->seed, first_sample_stream + k);
        for (size_t i = 0; i < one->count; i++)
            for (int j = 0; j < CHANNELS; j++)
                column[j][i] += deviation[j] > 0 ? deviation[j] * routh_random_normal(&random) : 0;
        for (size_t i = 0; i < one->count; i++) {
            one->x[i] = rounded(one->x[i], throws->quantum_length);
            one->y[i] = rounded(one->y[i], throws->quantum_length);
            one->theta[i] = rounded(one->theta[i], throws->quantum_angle);
        }
    }
}

/* A recorder knows the angle, and from it the point that touches: for a polygon the same corner, elsewhere. */
static void move_contact(const routh_shape *shape, double turn, routh_record *record) {
    if (shape->kind == ROUTH_POLYGON) {
        const double c = cos(turn), s = sin(turn), rx = record->rx, ry = record->ry;
        record->rx = c * rx - s * ry;
        record->ry = s * rx + c * ry;
    } else {
        double next;
        routh_shape_lowest(shape, record->theta, &record->rx, &record->ry, &next);
    }
}

static void disturb_records(const routh_world_generator *throws, routh_dataset *dataset) {
    double sum[CHANNELS] = {0}, deviation[CHANNELS];
    const double n = (double)dataset->count, count[CHANNELS] = {n, n, n, 2 * n, 2 * n, 2 * n};
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record *r = &dataset->record[i];
        const double value[2 * CHANNELS] = {r->x, r->y, r->theta, r->before.vx, r->before.vy, r->before.omega,
                                            0,    0,    0,        r->after.vx,  r->after.vy,  r->after.omega};
        for (int j = 0; j < 2 * CHANNELS; j++)
            add_squares(&value[j], 1, &sum[j % CHANNELS]);
    }
    deviations(throws, sum, count, deviation);
    for (size_t i = 0; i < dataset->count; i++) {
        routh_record *r = &dataset->record[i];
        double *const value[] = {&r->x,         &r->y,         &r->theta,
                                 &r->before.vx, &r->before.vy, &r->before.omega,
                                 &r->after.vx,  &r->after.vy,  &r->after.omega};
        static const int channel[] = {X, Y, THETA, VX, VY, OMEGA, VX, VY, OMEGA};
        const double theta = r->theta;
        routh_random random = routh_random_seed(throws->seed, first_record_stream + i);
        for (size_t j = 0; j < sizeof channel / sizeof channel[0]; j++)
            *value[j] += deviation[channel[j]] > 0 ? deviation[channel[j]] * routh_random_normal(&random) : 0;
        r->x = rounded(r->x, throws->quantum_length);
        r->y = rounded(r->y, throws->quantum_length);
        r->theta = rounded(r->theta, throws->quantum_angle);
        if (r->theta < theta || r->theta > theta)
            move_contact(&dataset->body.shape, r->theta - theta, r);
    }
}

/* Noise and rounding, as routh_world_generator says, on samples and records. */
static void disturb(const routh_world_generator *throws, routh_dataset *dataset) {
    disturb_samples(throws, dataset);
    disturb_records(throws, dataset);
}

/* From what touched in a run to the records of a dataset. */

static routh_velocity turned(const routh_surface *on, routh_velocity v) {
    return (routh_velocity){on->tx * v.vx + on->ty * v.vy, on->nx * v.vx + on->ny * v.vy, v.omega};
}

/* The mean wrench over the contact, which for an impact is that of the moment. */
static void known_wrench(const routh_world_generator *throws, const routh_surface *on, double time,
                         routh_record *record) {
    const routh_world *world = &throws->world;
    const double h = throws->run.integrator == ROUTH_TIME_STEPS ? throws->run.step : 0;
    double value[3];
    if (h > 0)
        routh_wrench_impulse(&world->wrench, time - h, time, value);
    else
        routh_wrench_at(&world->wrench, time, value);
    for (int k = 0; k < 3 && h > 0; k++)
        value[k] /= h;
    record->fx = on->tx * value[0] + on->ty * value[1];
    record->fy = on->nx * value[0] + on->ny * value[1];
    record->torque = value[2];
}

/* One record of the touchings first … last, all of the same moment. */
static routh_record record_of(const routh_world_generator *throws, const routh_surfaces *surfaces,
                              const routh_run_record *first, const routh_run_record *last, long trajectory) {
    const routh_surface *on = &surfaces->surface[first->plane];
    const routh_half_plane *plane = &throws->world.plane[first->plane];
    const double x = first->pose.x - plane->x, y = first->pose.y - plane->y;
    routh_record record = {.x = on->tx * x + on->ty * y,
                           .y = on->nx * x + on->ny * y,
                           .theta = first->pose.theta - on->angle,
                           .rx = on->tx * first->rx + on->ty * first->ry,
                           .ry = on->nx * first->rx + on->ny * first->ry,
                           .before = turned(on, first->before),
                           .after = turned(on, last->after),
                           .gravity_tilt = on->angle,
                           .time = first->time,
                           .trajectory = trajectory};
    const double apart = 1e-6 * surfaces->radius;
    for (const routh_run_record *one = first; one <= last; one++)
        if (one->plane != first->plane || hypot(one->rx - first->rx, one->ry - first->ry) > apart)
            record.reasons = ROUTH_TWO_CORNERS;
    known_wrench(throws, on, first->time, &record);
    return record;
}

/* The records of a run, one for each moment of touching. `record` holds run->record_count; returns how many. */
static size_t records_of_run(const routh_world_generator *throws, const routh_run *run, long trajectory,
                             routh_record *record) {
    const routh_surfaces surfaces = routh_surfaces_of(&throws->world);
    size_t count = 0;
    for (size_t i = 0, last; i < run->record_count; i = last + 1) {
        last = i;
        while (last + 1 < run->record_count && !(run->record[last + 1].time > run->record[i].time))
            last++;
        record[count++] = record_of(throws, &surfaces, &run->record[i], &run->record[last], trajectory);
    }
    return count;
}

/* Many drops as a dataset. Each drop has its own random streams and its own place, so that the result does not depend
 * on threads. */

routh_world_generator routh_world_generator_default(void) {
    static const routh_half_plane ground = {.mu = 0.3, .eps = 0.5};
    return (routh_world_generator){
        .world = {.body = routh_published_ellipse(),
                  .plane = &ground,
                  .plane_count = 1,
                  .gravity = 9.81,
                  .wrench = routh_wrench_default()},
        .run = routh_run_options_default(),
        .count = 100,
        .low = {.pose = {0, 0.1, -ROUTH_PI}, .velocity = {-1, -1, -15}},
        .high = {.pose = {0, 0.2, ROUTH_PI}, .velocity = {1, 0, 15}},
        .noise_db = INFINITY,
        .seed = 1,
    };
}

void routh_world_generator_spread(routh_world_generator *generator) {
    const double radius = routh_shape_radius(&generator->world.body.shape);
    generator->low = (routh_state){.pose = {0, radius + 0.05, -ROUTH_PI}, .velocity = {-1, -1, -15}};
    generator->high = (routh_state){.pose = {0, radius + 0.2, ROUTH_PI}, .velocity = {1, 0, 15}};
}

/* The impacts of one drop. */
typedef struct drop_records {
    routh_record *record;
    size_t count;
    double energy_gain; /* J, largest of a contact */
} drop_records;

typedef struct throwing {
    const routh_world_generator *throws;
    routh_surfaces surfaces;
    routh_context *caller;
    routh_trajectory *trajectory; /* of every drop */
    drop_records *records;        /* likewise */
} throwing;

static routh_state draw_start(const routh_world_generator *throws, size_t index) {
    routh_random random = routh_random_seed(throws->seed, index);
    const routh_state *low = &throws->low, *high = &throws->high;
    routh_state start = {0};
    start.pose.x = routh_random_uniform(&random, low->pose.x, high->pose.x);
    start.pose.y = routh_random_uniform(&random, low->pose.y, high->pose.y);
    start.pose.theta = routh_random_uniform(&random, low->pose.theta, high->pose.theta);
    start.velocity.vx = routh_random_uniform(&random, low->velocity.vx, high->velocity.vx);
    start.velocity.vy = routh_random_uniform(&random, low->velocity.vy, high->velocity.vy);
    start.velocity.omega = routh_random_uniform(&random, low->velocity.omega, high->velocity.omega);
    return start;
}

/* Moves the body up until it is clear of every surface that rising leads away from. */
static routh_state lifted_start(const routh_world_generator *throws, const routh_surfaces *surfaces, size_t index) {
    routh_state start = draw_start(throws, index);
    double rise = 0;
    for (size_t i = 0; i < surfaces->count; i++) {
        const double up = surfaces->surface[i].ny, height = routh_lowest_over(surfaces, i, &start);
        if (height < 0 && up > 1e-6)
            rise = fmax(rise, -height / up);
    }
    start.pose.y += rise;
    return start;
}

routh_state routh_world_generator_at(const routh_world_generator *throws, size_t index) {
    const routh_surfaces surfaces = routh_surfaces_of(&throws->world);
    return lifted_start(throws, &surfaces, index);
}

static routh_status keep_trajectory(routh_context *context, const routh_run *run, size_t index,
                                    routh_trajectory *trajectory) {
    enum { NAME = 32, COLUMNS = 7 };
    *trajectory = (routh_trajectory){.name = routh_allocate(context, NAME, 1), .count = run->sample_count};
    double **const column[COLUMNS] = {&trajectory->time, &trajectory->x,  &trajectory->y,    &trajectory->theta,
                                      &trajectory->vx,   &trajectory->vy, &trajectory->omega};
    int complete = trajectory->name != NULL;
    for (int j = 0; j < COLUMNS; j++) {
        *column[j] = routh_allocate(context, run->sample_count, sizeof **column[j]);
        complete = complete && *column[j];
    }
    if (!complete)
        return ROUTH_OUT_OF_MEMORY;
    snprintf(trajectory->name, NAME, "drop %zu", index + 1);
    for (size_t i = 0; i < run->sample_count; i++) {
        const routh_state *s = &run->sample[i];
        const double row[COLUMNS] = {s->time,        s->pose.x,      s->pose.y,        s->pose.theta,
                                     s->velocity.vx, s->velocity.vy, s->velocity.omega};
        for (int j = 0; j < COLUMNS; j++)
            (*column[j])[i] = row[j];
    }
    return ROUTH_OK;
}

static routh_status make_drop(routh_context *context, const void *all, size_t index) {
    const throwing *t = all;
    const routh_world_generator *throws = t->throws;
    drop_records *made = &t->records[index];
    const routh_state start = lifted_start(throws, &t->surfaces, index);
    routh_run run;
    ROUTH_TRY(routh_world_run(context, &throws->world, &start, &throws->run, &run));
    routh_status status = keep_trajectory(context, &run, index, &t->trajectory[index]);
    made->record = status == ROUTH_OK ? routh_allocate(context, run.record_count, sizeof *made->record) : NULL;
    if (made->record)
        made->count = records_of_run(throws, &run, (long)index, made->record);
    else
        status = ROUTH_OUT_OF_MEMORY;
    made->energy_gain = run.energy_gain;
    routh_run_release(context, &run);
    return status;
}

static routh_status join_records(const throwing *t, routh_dataset *dataset) {
    size_t count = 0;
    for (size_t i = 0; i < t->throws->count; i++)
        count += t->records[i].count;
    dataset->record = routh_allocate(t->caller, count, sizeof *dataset->record);
    if (!dataset->record)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < t->throws->count; i++)
        for (size_t j = 0; j < t->records[i].count; j++)
            dataset->record[dataset->count++] = t->records[i].record[j];
    return ROUTH_OK;
}

static void log_energy_gains(const throwing *t) {
    size_t drops = 0, worst = 0;
    for (size_t i = 0; i < t->throws->count; i++) {
        drops += t->records[i].energy_gain > 0;
        worst = t->records[i].energy_gain > t->records[worst].energy_gain ? i : worst;
    }
    if (drops > 0)
        routh_log(t->caller, ROUTH_LOG_WARNING,
                  "contacts created energy in %zu of %zu drops, at most %.3g J, in drop %zu", drops, t->throws->count,
                  t->records[worst].energy_gain, worst + 1);
}

static routh_status check_starts(routh_context *context, const routh_world_generator *throws) {
    const double low[] = {throws->low.pose.x,      throws->low.pose.y,      throws->low.pose.theta,
                          throws->low.velocity.vx, throws->low.velocity.vy, throws->low.velocity.omega};
    const double high[] = {throws->high.pose.x,      throws->high.pose.y,      throws->high.pose.theta,
                           throws->high.velocity.vx, throws->high.velocity.vy, throws->high.velocity.omega};
    static const char *const name[] = {"x", "y", "theta", "vx", "vy", "omega"};
    for (size_t i = 0; i < sizeof low / sizeof low[0]; i++)
        if (!isfinite(low[i]) || !isfinite(high[i]) || high[i] < low[i])
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, name[i], "drops: %s cannot be drawn between %g and %g",
                                    name[i], low[i], high[i]);
    for (size_t i = 0; i < 2; i++) {
        const double *end = i == 0 ? low : high;
        const routh_limit limits[] = {
            {name[0], "m", end[0], ROUTH_RANGE_POSITION},   {name[1], "m", end[1], ROUTH_RANGE_POSITION},
            {name[2], "rad", end[2], ROUTH_RANGE_ANGLE},    {name[3], "m/s", end[3], ROUTH_RANGE_VELOCITY},
            {name[4], "m/s", end[4], ROUTH_RANGE_VELOCITY}, {name[5], "rad/s", end[5], ROUTH_RANGE_SPIN}};
        ROUTH_TRY(routh_check_limits(context, "drops", limits, sizeof limits / sizeof limits[0]));
    }
    return ROUTH_OK;
}

static routh_status check_noise(routh_context *context, const routh_world_generator *throws) {
    const routh_limit limits[] = {{"quantum_length", "m", throws->quantum_length, 0, 1e9},
                                  {"quantum_angle", "rad", throws->quantum_angle, 0, 1e6},
                                  {"noise_db", "dB",
                                   isinf(throws->noise_db) && throws->noise_db > 0 ? 0 : throws->noise_db,
                                   ROUTH_RANGE_DECIBEL}};
    const routh_noise *n = &throws->noise;
    const double given[] = {n->y, n->theta, n->vx, n->vy, n->omega};
    bool any = false;
    for (size_t k = 0; k < sizeof given / sizeof given[0]; k++) {
        if (!(given[k] >= 0) || isinf(given[k]))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "noise",
                                    "drops: noise %g must be finite and 0 or more", given[k]);
        any = any || given[k] > 0;
    }
    if (n->rx > 0 || n->ry > 0)
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "noise",
            "drops: r follows from the angle and has no noise of its own; noise.rx and noise.ry must "
            "be 0");
    if (any && isfinite(throws->noise_db))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "noise noise_db",
                                "drops: noise for each channel or a signal-to-noise ratio, not both");
    return routh_check_limits(context, "drops", limits, sizeof limits / sizeof limits[0]);
}

/* Where the numbers came from, with their noise. */
static void name_source(const routh_world_generator *throws, routh_dataset *dataset) {
    const routh_noise *n = &throws->noise;
    char noise[128] = "";
    if (isfinite(throws->noise_db))
        snprintf(noise, sizeof noise, ", signal-to-noise ratio %g dB", throws->noise_db);
    else if (n->y > 0 || n->theta > 0 || n->vx > 0 || n->vy > 0 || n->omega > 0)
        snprintf(noise, sizeof noise, ", noise of y, theta, vx, vy, omega %g, %g, %g, %g, %g", n->y, n->theta, n->vx,
                 n->vy, n->omega);
    snprintf(dataset->source, sizeof dataset->source, "simulation of %zu drops, seed %llu%s", throws->count,
             (unsigned long long)throws->seed, noise);
}

/* Samples and steps of all drops together, before the first is made. */
static routh_status check_throws(routh_context *context, const routh_world_generator *throws) {
    ROUTH_TRY(routh_check_count(context, "drops", "count", throws->count, 1, ROUTH_MOST_MADE));
    ROUTH_TRY(check_starts(context, throws));
    ROUTH_TRY(check_noise(context, throws));
    ROUTH_TRY(routh_world_check(context, &throws->world));
    return routh_run_options_check(context, &throws->run, throws->count);
}

static routh_status throw_all(throwing *t, routh_dataset *dataset) {
    const size_t count = t->throws->count;
    dataset->trajectory = routh_allocate(t->caller, count, sizeof *dataset->trajectory);
    t->trajectory = dataset->trajectory;
    t->records = t->trajectory ? routh_allocate(t->caller, count, sizeof *t->records) : NULL;
    if (!t->records)
        return ROUTH_OUT_OF_MEMORY;
    dataset->trajectory_count = count;
    routh_status status = routh_make_all(t->caller, "drop", count, make_drop, t);
    if (status == ROUTH_OK)
        status = join_records(t, dataset);
    if (status == ROUTH_OK)
        log_energy_gains(t);
    for (size_t i = 0; i < count; i++)
        routh_release(t->caller, t->records[i].record);
    routh_release(t->caller, t->records);
    if (status != ROUTH_OK)
        return status;
    disturb(t->throws, dataset);
    return routh_dataset_mark(t->caller, dataset);
}

routh_status routh_world_generate(routh_context *context, const routh_world_generator *throws, routh_dataset *dataset) {
    if (!throws || !dataset)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "drops: no settings, or no dataset to put them in");
    *dataset = (routh_dataset){0};
    ROUTH_TRY(check_throws(context, throws));
    const int steps = throws->run.integrator == ROUTH_TIME_STEPS;
    *dataset = (routh_dataset){.body = throws->world.body,
                               .rate = throws->run.rate,
                               .gravity = throws->world.gravity,
                               .gap = steps ? throws->run.step : 0,
                               .frame_decided = 1,
                               .frame = ROUTH_AS_RECORDED,
                               .frame_why = "simulated: the axes are known"};
    snprintf(dataset->name, sizeof dataset->name, "simulated-%s",
             steps || !throws->run.law ? "time-steps" : throws->run.law->name);
    name_source(throws, dataset);
    throwing t = {.throws = throws, .surfaces = routh_surfaces_of(&throws->world), .caller = context};
    const routh_status status = throw_all(&t, dataset);
    if (status != ROUTH_OK)
        routh_dataset_release(context, dataset);
    return status;
}
