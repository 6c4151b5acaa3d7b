/* Rigid bodies from markers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/markers.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "base/context.h"

/* Which markers are on one body, by their names. */

enum { FEWEST = 3 };

/* Vicon and Motive number the markers that they could not assign. */
static bool is_unlabelled(const char *name) {
    return name[0] == '\0' || name[0] == '*' || strncasecmp(name, "unlabel", 7) == 0;
}

/* Letters of the name that are the body's: before the last of ":_-. /", or else before the digits at the end. */
static size_t prefix_of(const char *name) {
    const size_t length = strlen(name);
    size_t end = length;
    while (end > 0 && !strchr(":_-. /", name[end - 1]))
        end--;
    if (end > 1)
        return end - 1;
    for (end = length; end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9';)
        end--;
    return end;
}

/* A marker in the order of the bodies' names. */
typedef struct place {
    const char *name;
    size_t length, index; /* of the body's letters; of the marker */
} place;

static int compare_places(const void *a, const void *b) {
    const place *p = a, *q = b;
    const size_t both = p->length < q->length ? p->length : q->length;
    const int order = memcmp(p->name, q->name, both);
    if (order != 0)
        return order;
    if (p->length != q->length)
        return p->length < q->length ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

/* Marks the markers of each body with the index of its first one. */
static void mark_bodies(place *order, size_t labelled, size_t *first) {
    for (size_t begin = 0, end; begin < labelled; begin = end) {
        for (end = begin + 1; end < labelled && order[end].length == order[begin].length &&
                              memcmp(order[end].name, order[begin].name, order[begin].length) == 0;)
            end++;
        for (size_t k = begin; k < end && end - begin >= FEWEST && order[begin].length > 0; k++)
            first[order[k].index] = order[begin].index;
    }
}

/* Numbers the bodies in the order of their first markers. */
static void number_bodies(const char *const *name, routh_marker_groups *groups) {
    for (size_t j = 0; j < groups->markers; j++) {
        if (groups->group[j] == SIZE_MAX)
            continue;
        if (groups->group[j] < j) {
            groups->group[j] = groups->group[groups->group[j]];
            continue;
        }
        snprintf(groups->name[groups->count], ROUTH_NAME_SIZE, "%.*s", (int)prefix_of(name[j]), name[j]);
        groups->group[j] = groups->count++;
    }
}

routh_status routh_marker_groups_find(routh_context *context, size_t markers, const char *const *name,
                                      routh_marker_groups *groups) {
    size_t labelled = 0;
    ROUTH_ARENA(room, context);
    place *order = routh_take(&room, markers, sizeof *order);
    *groups = (routh_marker_groups){.markers = markers};
    groups->name = routh_allocate(context, markers / FEWEST + 1, sizeof *groups->name);
    groups->group = routh_allocate(context, markers, sizeof *groups->group);
    if (!order || !groups->name || !groups->group) {
        routh_marker_groups_release(context, groups);
        return ROUTH_OUT_OF_MEMORY;
    }
    for (size_t j = 0; j < markers; j++) {
        groups->group[j] = SIZE_MAX;
        if (!is_unlabelled(name[j]))
            order[labelled++] = (place){.name = name[j], .length = prefix_of(name[j]), .index = j};
    }
    qsort(order, labelled, sizeof *order, compare_places);
    mark_bodies(order, labelled, groups->group);
    number_bodies(name, groups);
    const bool by_name = groups->count > 0;
    groups->count += !by_name && labelled >= FEWEST;
    for (size_t j = 0; j < markers; j++)
        if (groups->group[j] == SIZE_MAX)
            groups->group[j] = by_name || is_unlabelled(name[j]) ? groups->count : 0;
    return ROUTH_OK;
}

void routh_marker_groups_release(routh_context *context, routh_marker_groups *groups) {
    routh_release(context, groups->name);
    routh_release(context, groups->group);
    *groups = (routh_marker_groups){.count = 0};
}

/* A turn about the markers' longest axis with a larger error than this, rad, is not determined. */
static const double vaguest = 0.1;

static void store_pose(const routh_marker_pose *p, const double before[4], double position[3], double orientation[4]) {
    double sign = 0;
    memcpy(position, p->shift, sizeof p->shift);
    routh_turn_of_matrix((const double(*)[3])p->rotation, orientation);
    for (int c = 0; c < 4; c++)
        sign += orientation[c] * before[c];
    for (int c = 0; c < 4; c++)
        orientation[c] = sign < 0 ? -orientation[c] : orientation[c];
}

/* One marker may be where none is, a reflection. Of the poses without one of them the nearest, if it is near enough. */
static bool repair_pose(const routh_marker_fitting *f, size_t row, routh_marker_pose *p) {
    routh_marker_fitting fewer = *f;
    routh_marker_pose best = {.error = INFINITY}, now;
    if (p->seen <= ROUTH_MARKERS_FEWEST)
        return false;
    for (fewer.without = 0; fewer.without < f->count; fewer.without++)
        if (routh_marker_pose_fit(&fewer, row, &now) && now.seen < p->seen && now.error < best.error &&
            routh_marker_pose_judge(f, &now) == ROUTH_MARKERS_FITTED)
            best = now;
    if (isinf(best.error))
        return false;
    *p = best;
    return true;
}

/* Poses of all rows, and what they leave over. */
static void find_poses(const routh_marker_fitting *f, routh_marker_body *body) {
    double sum = 0, before[4] = {1, 0, 0, 0};
    size_t seen = 0, known = 0;
    for (size_t i = 0; i < f->rows; i++) {
        routh_marker_pose p;
        routh_marker_judgement kind =
            routh_marker_pose_fit(f, i, &p) ? routh_marker_pose_judge(f, &p) : ROUTH_MARKERS_TOO_FEW;
        if (kind == ROUTH_MARKERS_MISFIT && repair_pose(f, i, &p)) {
            kind = ROUTH_MARKERS_FITTED;
            body->repaired++;
        }
        for (int c = 0; c < 4; c++)
            body->orientation[i][c] = body->position[i][c % 3] = NAN;
        body->valid[i] = kind == ROUTH_MARKERS_FITTED;
        body->too_few += kind == ROUTH_MARKERS_TOO_FEW;
        body->mirrored += kind == ROUTH_MARKERS_MIRRORED;
        body->misfit += kind == ROUTH_MARKERS_MISFIT;
        if (kind != ROUTH_MARKERS_FITTED)
            continue;
        body->poses++;
        store_pose(&p, before, body->position[i], body->orientation[i]);
        memcpy(before, body->orientation[i], sizeof before);
        sum += p.error;
        seen += p.seen;
    }
    for (size_t j = 0; j < f->count; j++)
        known += routh_marker_is_known(f, j);
    const double free = 3 * (double)seen - 6 * (double)body->poses - 3 * (double)known + 6;
    body->residual = seen > 0 ? sqrt(sum / (double)seen) : NAN;
    body->noise = free > 0 ? sqrt(sum / free) : NAN;
}

/* The first instant at which most markers have been seen gives the axes. */
static void turn_axes(const routh_marker_fitting *f, routh_marker_body *body) {
    size_t most = 0, first = 0;
    for (size_t i = 0; i < f->rows; i++) {
        const size_t seen = body->valid[i] ? routh_markers_seen(f, i) : 0;
        if (seen > most) {
            most = seen;
            first = i;
        }
    }
    double turn[4], back[4];
    memcpy(turn, body->orientation[first], sizeof turn);
    routh_turn_inverse(turn, back);
    for (size_t j = 0; j < f->count; j++)
        routh_turn_apply(turn, f->shape[j], f->shape[j]);
    for (size_t i = 0; i < f->rows; i++)
        routh_turn_product(body->orientation[i], back, body->orientation[i]);
}

/* The second singular value of the shape: how far the markers are from a line, all together. */
static double width_of(const routh_marker_fitting *f) {
    double scatter[3][3] = {{0}}, singular[3], direction[3][3];
    for (size_t j = 0; j < f->count; j++)
        for (int a = 0; a < 3 && routh_marker_is_known(f, j); a++)
            for (int b = 0; b < 3; b++)
                scatter[a][b] += f->shape[j][a] * f->shape[j][b];
    routh_singular_values(3, 3, 3, &scatter[0][0], singular, &direction[0][0]);
    return sqrt(singular[1]);
}

static routh_status check_body(routh_context *context, const char *name, const routh_marker_fitting *f,
                               const routh_marker_body *body, double size) {
    char shown[ROUTH_SHOWN_HEADER];
    routh_show_text(shown, sizeof shown, name, strlen(name));
    if (body->poses == 0)
        return routh_fail_in(
            context, ROUTH_BAD_FORMAT, shown,
            "no pose from markers: a rigid body needs three of them off a line, seen at the same time");
    if (body->residual > ROUTH_MARKERS_LOOSEST * size)
        return routh_fail_in(context, ROUTH_BAD_FORMAT, shown,
                             "the markers are not on one rigid body: they move against each other by %.2g, with a "
                             "distance of %.2g from their centre",
                             body->residual, size);
    if (body->noise > vaguest * width_of(f))
        return routh_fail_in(context, ROUTH_BAD_FORMAT, shown,
                             "the markers are on a line but for their noise of %.2g: they do not show turns about it",
                             body->noise);
    return ROUTH_OK;
}

/* Spread evenly over the rows with enough markers. */
static void choose_samples(routh_marker_fitting *f) {
    size_t enough = 0, met = 0;
    for (size_t i = 0; i < f->rows; i++)
        enough += routh_markers_seen(f, i) >= ROUTH_MARKERS_FEWEST;
    const size_t step =
        enough > ROUTH_MARKERS_SAMPLES ? (enough + ROUTH_MARKERS_SAMPLES - 1) / ROUTH_MARKERS_SAMPLES : 1;
    for (size_t i = 0; i < f->rows; i++)
        if (routh_markers_seen(f, i) >= ROUTH_MARKERS_FEWEST && met++ % step == 0)
            f->sample[f->samples++] = i;
}

static bool make_room(routh_context *context, routh_arena *room, routh_marker_fitting *f, routh_marker_body *body) {
    body->position = routh_allocate(context, f->rows, sizeof *body->position);
    body->orientation = routh_allocate(context, f->rows, sizeof *body->orientation);
    body->valid = routh_allocate(context, f->rows, sizeof *body->valid);
    body->shape = f->shape = routh_allocate(context, f->count, sizeof *f->shape);
    f->sum = routh_take(room, f->count, sizeof *f->sum);
    f->seen = routh_take(room, f->count, sizeof *f->seen);
    f->sample = routh_take(room, ROUTH_MARKERS_SAMPLES, sizeof *f->sample);
    f->error = routh_take(room, ROUTH_MARKERS_SAMPLES, sizeof *f->error);
    return body->position && body->orientation && body->valid && f->shape && room->status == ROUTH_OK;
}

routh_status routh_marker_body_fit(routh_context *context, const char *name, size_t count, const routh_marker *marker,
                                   size_t rows, routh_marker_body *body) {
    routh_marker_fitting f = {.count = count, .rows = rows, .marker = marker, .without = count};
    *body = (routh_marker_body){.rows = rows, .count = count};
    ROUTH_ARENA(room, context);
    routh_status status = make_room(context, &room, &f, body) ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK) {
        choose_samples(&f);
        const double size = routh_marker_shape_find(&f);
        if (size > 0)
            find_poses(&f, body);
        status = check_body(context, name, &f, body, size);
    }
    if (status == ROUTH_OK)
        turn_axes(&f, body);
    if (status != ROUTH_OK)
        routh_marker_body_release(context, body);
    return status;
}

void routh_marker_body_release(routh_context *context, routh_marker_body *body) {
    routh_release(context, body->position);
    routh_release(context, body->orientation);
    routh_release(context, body->valid);
    routh_release(context, body->shape);
    *body = (routh_marker_body){.rows = 0};
}
