/* What of a run pictures and pages show.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/run_shown.h"

#include <math.h>

#include "algebra/space.h"
#include "base/context.h"

/* A body lies still where it differs from its end by less than that share of its size. */
static const double still = 1e-3;

static size_t at_most(size_t contacts) {
    return contacts < ROUTH_MOST_SHOWN ? contacts : ROUTH_MOST_SHOWN;
}

routh_run_shown routh_run_shown_of(const routh_world *world, const routh_run *run) {
    const double radius = routh_shape_radius(&world->body.shape);
    const routh_pose *end = &run->sample[run->sample_count - 1].pose;
    size_t count = run->sample_count;
    for (; count > 1; count--) {
        const routh_pose *pose = &run->sample[count - 1].pose;
        if (hypot(pose->x - end->x, pose->y - end->y) + radius * fabs(pose->theta - end->theta) > still * radius)
            break;
    }
    return (routh_run_shown){run->sample_count, count < run->sample_count ? count + 1 : count,
                             at_most(run->record_count)};
}

routh_run_shown routh_run3_shown_of(const routh_world3 *world, const routh_run3 *run) {
    const double radius = world->shape->radius + routh_length3(world->centre);
    const routh_state3 *end = &run->sample[run->sample_count - 1];
    size_t count = run->sample_count;
    for (; count > 1; count--) {
        const routh_state3 *state = &run->sample[count - 1];
        double turned[3], away = 0;
        routh_turn_between(state->orientation, end->orientation, turned);
        for (int c = 0; c < 3; c++)
            away = fmax(away, fabs(state->position[c] - end->position[c]));
        if (away + radius * routh_length3(turned) > still * radius)
            break;
    }
    return (routh_run_shown){run->sample_count, count < run->sample_count ? count + 1 : count,
                             at_most(run->record_count)};
}

double routh_run_closing_speed(const routh_world *world, const routh_run_record *contact) {
    const double angle = world->plane[contact->plane].angle;
    const routh_velocity *v = &contact->before;
    return -sin(angle) * (v->vx - contact->ry * v->omega) + cos(angle) * (v->vy + contact->rx * v->omega);
}

size_t routh_most_contacts(const routh_dataset *dataset) {
    size_t best = 0, most = 0;
    for (size_t i = 0, run = 0; i < dataset->count; i++) {
        run = i > 0 && dataset->record[i].trajectory == dataset->record[i - 1].trajectory ? run + 1 : 1;
        if (run > most && dataset->record[i].trajectory >= 0) {
            most = run;
            best = (size_t)dataset->record[i].trajectory;
        }
    }
    return best;
}

routh_status routh_trajectory_run(routh_context *context, const routh_dataset *dataset, size_t index, routh_run *run,
                                  const routh_record **first) {
    const routh_trajectory *from = &dataset->trajectory[index];
    size_t count = 0;
    *run = (routh_run){0};
    *first = NULL;
    for (size_t i = 0; i < dataset->count; i++)
        if (dataset->record[i].trajectory == (long)index && count++ == 0)
            *first = &dataset->record[i];
    run->sample = routh_allocate(context, from->count, sizeof *run->sample);
    run->record = routh_allocate(context, count, sizeof *run->record);
    if (!run->sample || !run->record)
        return ROUTH_OUT_OF_MEMORY;
    run->sample_count = from->count;
    run->record_count = count;
    for (size_t i = 0; i < from->count; i++)
        run->sample[i] = (routh_state){.time = from->time[i], .pose = {from->x[i], from->y[i], from->theta[i]}};
    for (size_t i = 0; i < count; i++) {
        const routh_record *one = *first + i;
        run->record[i] = (routh_run_record){.time = one->time,
                                            .pose = {one->x, one->y, one->theta},
                                            .rx = one->rx,
                                            .ry = one->ry,
                                            .slips = one->reasons != 0};
    }
    return ROUTH_OK;
}
