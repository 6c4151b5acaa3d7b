/* From what touched in a run to the records of a dataset.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "motion/motion.h"
#include "motion/surfaces.h"
#include "simulate/world_generate.h"

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

size_t routh_records_of_run(const routh_world_generator *throws, const routh_run *run, long trajectory,
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
