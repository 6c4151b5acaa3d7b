/* Offsets of angle and height from the contacts, where no body comes to rest.
 *
 * At each instant at which two flights meet, the lowest point of the shape is on the ground. With the angle right, the heights
 * of these points agree, and their median is the ground; with another angle they scatter by the shape's own depth. The
 * angle is found on a grid, then refined. Of equally good ones, as symmetric shapes have, the smallest counts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/contact_level.h"

#include <math.h>

#include "base/context.h"
#include "base/numbers.h"
#include "geometry/geometry.h"
#include "segment/rest.h"

/* Angles on the grid either way, and refinements, each with a quarter of the step. */
enum { GRID = 160, NEIGHBOURS = 4, REFINEMENTS = 6 };

/* So many contacts are looked at, evenly drawn where there are more; fewer than these say nothing. */
enum { MOST_CONTACTS = 400, LEAST_CONTACTS = 5 };

/* Another angle than the recorded one must make heights scatter this many times less. An equally good one scatters at most
 * so many times as much as the best. */
static const double far_better = 2;
static const double as_good = 1.25;

/* Poses at the contacts. */
typedef struct contacts {
    const routh_shape *shape;
    double *height, *angle; /* of the centre, as recorded */
    double *scratch;
    size_t count;
} contacts;

/* Robust scatter of the lowest points' heights with this offset of the angle, and their median. */
static double scatter_at(const contacts *all, double offset, double *level) {
    for (size_t i = 0; i < all->count; i++) {
        double rx, ry, next;
        routh_shape_lowest(all->shape, all->angle[i] - offset, &rx, &ry, &next);
        all->scratch[i] = all->height[i] + ry;
    }
    *level = routh_median(all->scratch, all->count);
    return routh_spread_about(all->scratch, all->count, *level);
}

static double refine(const contacts *all, double offset, double step, double *least) {
    for (int pass = 0; pass < REFINEMENTS; pass++, step /= NEIGHBOURS) {
        const double middle = offset;
        for (int k = -NEIGHBOURS; k <= NEIGHBOURS; k++) {
            double level;
            const double trial = middle + k * step / NEIGHBOURS, scatter = scatter_at(all, trial, &level);
            if (scatter < *least) {
                *least = scatter;
                offset = trial;
            }
        }
    }
    return offset;
}

/* The best angle of the grid; with `limit`, the smallest one that scatters at most by that. */
static double search(const contacts *all, double limit, double *least) {
    double best = 0;
    *least = INFINITY;
    for (int k = 0; k <= 2 * GRID; k++) { /* 0, 1, −1, 2, … */
        double level;
        const double offset = (k % 2 ? (k + 1) / 2 : -k / 2) * ROUTH_PI / GRID;
        const double scatter = scatter_at(all, offset, &level);
        if (scatter < *least) {
            *least = scatter;
            best = offset;
        }
        if (*least <= limit)
            break;
    }
    return best;
}

static void find_level(const contacts *all, double noise, routh_contact_level *level) {
    double least, recorded_level;
    const double recorded = scatter_at(all, 0, &recorded_level);
    double angle = 0;
    if (all->shape->kind != ROUTH_DISC) {
        search(all, -1, &least);
        angle = search(all, fmax(as_good * least, noise), &least);
        angle = refine(all, angle, ROUTH_PI / GRID, &least);
        if (!(far_better * least < recorded))
            angle = 0;
    }
    level->angle = angle;
    level->scatter = scatter_at(all, angle, &level->height);
    level->recorded_height = recorded_level;
    level->recorded_scatter = recorded;
    level->count = all->count;
    level->determined = true;
}

/* The poses of clean contacts, at most as many as there is room for. */
static routh_status gather(routh_context *context, const routh_flight_setting *setting,
                           const routh_segment_options *options, contacts *all) {
    const routh_dataset *dataset = setting->dataset;
    const size_t room = routh_count_samples(dataset) / 2 + dataset->trajectory_count + 1;
    routh_event *event = routh_allocate(context, room, sizeof *event);
    routh_spike *spike = routh_allocate(context, room, sizeof *spike);
    for (size_t i = 0; event && spike && i < dataset->trajectory_count && all->count < MOST_CONTACTS; i++) {
        const routh_trajectory *trajectory = &dataset->trajectory[i];
        const size_t spikes = routh_spikes_fit(setting, options, trajectory, event, spike);
        for (size_t k = 0; k < spikes && all->count < MOST_CONTACTS; k++) {
            double pose[COORDINATES];
            if (!routh_spike_is_clean(setting, options, trajectory, &spike[k]))
                continue;
            routh_arc_pose(&spike[k].before, spike[k].meeting, pose);
            all->height[all->count] = pose[Y];
            all->angle[all->count++] = pose[THETA];
        }
    }
    const bool complete = event && spike;
    routh_release(context, event);
    routh_release(context, spike);
    return complete ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

routh_status routh_contact_level_of(routh_context *context, const routh_segment_options *options,
                                    const routh_dataset *dataset, routh_contact_level *level) {
    routh_flight_setting setting;
    *level = (routh_contact_level){.determined = false};
    routh_status status = routh_flight_measure(context, dataset, dataset->gravity, &setting);
    double *block = status == ROUTH_OK ? routh_allocate(context, MOST_CONTACTS, 3 * sizeof *block) : NULL;
    if (!block)
        return status != ROUTH_OK ? status : ROUTH_OUT_OF_MEMORY;
    contacts all = {.shape = &dataset->body.shape,
                    .height = block,
                    .angle = block + MOST_CONTACTS,
                    .scratch = block + 2 * MOST_CONTACTS};
    status = gather(context, &setting, options, &all);
    level->count = all.count;
    if (status == ROUTH_OK && all.count >= LEAST_CONTACTS)
        find_level(&all, setting.noise[Y] + setting.gyration * setting.noise[THETA], level);
    routh_release(context, block);
    return status;
}
