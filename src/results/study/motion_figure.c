/* One trajectory as recorded, and the parabolas before and after each contact: figure 6 of Fundamental limitations.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "segment/segment.h"
#include "study/internal.h"

/* Points of a parabola: straight lines between them do not show. Of a long trajectory this number of samples is drawn. */
enum { CURVE_POINTS = 25, MOST_SAMPLES = 10000, SAMPLES_BEFORE = 100 };

static routh_status allocate_curve(routh_context *context, size_t count, routh_motion_curve *curve) {
    *curve = (routh_motion_curve){.time = routh_allocate(context, count, sizeof *curve->time),
                                  .x = routh_allocate(context, count, sizeof *curve->x),
                                  .y = routh_allocate(context, count, sizeof *curve->y),
                                  .arc = routh_allocate(context, count, sizeof *curve->arc)};
    const bool complete = curve->time && curve->x && curve->y && curve->arc;
    curve->count = complete ? count : 0;
    return complete ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

static routh_status sample_arc(routh_context *context, const routh_arc *arc, double gyration, double from, double to,
                               routh_motion_curve *curve) {
    ROUTH_TRY(allocate_curve(context, CURVE_POINTS, curve));
    for (size_t i = 0; i < curve->count; i++) {
        double pose[COORDINATES];
        curve->time[i] = from + (to - from) * (double)i / (CURVE_POINTS - 1);
        routh_arc_pose(arc, curve->time[i], pose);
        curve->x[i] = pose[X];
        curve->y[i] = pose[Y];
        curve->arc[i] = gyration * pose[THETA];
    }
    return ROUTH_OK;
}

/* Of the trajectories with the most used records the first; *most is 0 where none has any. */
static routh_status choose_trajectory(routh_context *context, const routh_dataset *dataset, size_t *index,
                                      size_t *most) {
    ROUTH_ARENA(room, context);
    size_t *used = routh_take(&room, dataset->trajectory_count, sizeof *used);
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < dataset->count; i++) {
        const long at = dataset->record[i].trajectory;
        if (at >= 0 && (size_t)at < dataset->trajectory_count && dataset->record[i].reasons == 0)
            used[at]++;
    }
    *index = *most = 0;
    for (size_t i = 0; i < dataset->trajectory_count; i++)
        if (used[i] > *most) {
            *most = used[i];
            *index = i;
        }
    return ROUTH_OK;
}

/* Is there a used record of this trajectory at that instant, within a frame or two? */
static bool is_used(const routh_dataset *dataset, size_t index, double time) {
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record *r = &dataset->record[i];
        if (r->trajectory == (long)index && r->reasons == 0 && fabs(r->time - time) * dataset->rate < 2)
            return true;
    }
    return false;
}

static routh_status draw_contact(routh_context *context, const routh_dataset *dataset, size_t index, double gyration,
                                 const routh_spike *spike, routh_motion_contact *contact) {
    const double *time = dataset->trajectory[index].time;
    const bool meets = spike->has_before && spike->has_after;
    const routh_event *event = &spike->event;
    /* parabolas that hardly differ, or belong to several contacts, meet anywhere */
    const bool nearby = meets && spike->meeting >= time[event->first - 1] && spike->meeting <= time[event->last + 1];
    contact->time = nearby ? spike->meeting : (time[event->first] + time[event->last]) / 2;
    contact->used = is_used(dataset, index, contact->time);
    if (spike->has_before)
        ROUTH_TRY(
            sample_arc(context, &spike->before, gyration, time[spike->before.first], contact->time, &contact->before));
    if (spike->has_after)
        ROUTH_TRY(sample_arc(context, &spike->after, gyration, contact->time,
                             time[spike->after.first + spike->after.count - 1], &contact->after));
    return ROUTH_OK;
}

/* Samples of the trajectory that are drawn: all, or from a little before the first used record on. */
typedef struct window {
    size_t first, count;
} window;

static window choose_window(const routh_dataset *dataset, size_t index) {
    const routh_trajectory *of = &dataset->trajectory[index];
    window drawn = {0, of->count};
    if (of->count <= MOST_SAMPLES)
        return drawn;
    double begin = INFINITY;
    for (size_t i = 0; i < dataset->count; i++)
        if (dataset->record[i].trajectory == (long)index && dataset->record[i].reasons == 0)
            begin = fmin(begin, dataset->record[i].time);
    while (drawn.first + MOST_SAMPLES < of->count && of->time[drawn.first + SAMPLES_BEFORE] < begin)
        drawn.first++;
    drawn.count = MOST_SAMPLES;
    return drawn;
}

static routh_status draw_recorded(routh_context *context, const routh_trajectory *from, window drawn, double gyration,
                                  routh_motion_curve *curve) {
    ROUTH_TRY(allocate_curve(context, drawn.count, curve));
    for (size_t i = 0; i < curve->count; i++) {
        curve->time[i] = from->time[drawn.first + i];
        curve->x[i] = from->x[drawn.first + i];
        curve->y[i] = from->y[drawn.first + i];
        curve->arc[i] = gyration * from->theta[drawn.first + i];
    }
    return ROUTH_OK;
}

static routh_status draw_motion(routh_context *context, const routh_dataset *dataset, routh_motion_figure *figure) {
    const routh_segment_options options = routh_segment_options_default();
    const window drawn = choose_window(dataset, figure->trajectory);
    routh_spike *spike;
    size_t count;
    ROUTH_TRY(
        draw_recorded(context, &dataset->trajectory[figure->trajectory], drawn, figure->gyration, &figure->recorded));
    ROUTH_TRY(routh_segment_spikes(context, &options, dataset, figure->trajectory, &spike, &count));
    figure->contact = routh_allocate(context, count > 0 ? count : 1, sizeof *figure->contact);
    routh_status status = figure->contact ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < count && status == ROUTH_OK; i++)
        if (spike[i].event.first >= drawn.first && spike[i].event.last < drawn.first + drawn.count)
            status = draw_contact(context, dataset, figure->trajectory, figure->gyration, &spike[i],
                                  &figure->contact[figure->contact_count++]);
    routh_release(context, spike);
    return status;
}

routh_status routh_study_motion(routh_context *context, const routh_dataset *dataset, routh_study *study) {
    size_t index = 0, most = 0;
    ROUTH_TRY(choose_trajectory(context, dataset, &index, &most));
    if (most == 0 || !(dataset->rate > 0))
        return ROUTH_OK;
    study->motion = routh_allocate(context, 1, sizeof *study->motion);
    if (!study->motion)
        return ROUTH_OUT_OF_MEMORY;
    study->motion->trajectory = index;
    study->motion->gyration = sqrt(dataset->body.inertia / dataset->body.mass);
    return draw_motion(context, dataset, study->motion); /* routh_dataset_check found the trajectories fit for it */
}
