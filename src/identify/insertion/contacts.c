/* Which parts overlap at an instant, and wrenches that come later than poses.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "algebra/space.h"
#include "data/insertion_recording.h"
#include "drawing/drawing.h"
#include "geometry/geometry.h"
#include "insertion/identify.h"
#include "insertion/regressor.h"

/* Wrenches that are measured later than poses. */

enum {
    MOST_SMOOTHING = 100, /* samples: at rates of more than 1.7 kHz less than 60 ms are enough */
    DEVIATIONS = 4,       /* beyond, the Gaussian is 3e-4 of its middle */
    MOST_WEIGHTS = 2 * DEVIATIONS * MOST_SMOOTHING + 1
};

double routh_smoothing(double rate) {
    return fmin(fmax(0.06 * rate, 1), MOST_SMOOTHING);
}

double routh_latency_of(const routh_regressor *r, const double *x, size_t recording) {
    double latency = 0;
    for (size_t j = 0; j < r->assembly->count; j++) {
        const routh_displacement *d = &r->assembly->displacement[j];
        if (d->kind == ROUTH_DISPLACE_LATENCY && (d->recording == 0 || d->recording == recording + 1))
            latency += x[j];
    }
    return latency;
}

/* Adds a wrench about object 1's origin in its axes to one about the plate's in the plate's: the plate stands still. */
static void add_on_plate(const routh_pose3 *plate, const double f[3], const double m[3], double weight, double sum[6]) {
    double moment[3];
    routh_cross3(plate->position, f, moment);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            sum[i] += weight * plate->rotation[k][i] * f[k];
            sum[3 + i] += weight * plate->rotation[k][i] * (m[k] - moment[k]);
        }
}

/* A Gaussian about `middle`, in samples from the nearest one: weights from −reach to reach that sum to 1. */
typedef struct gaussian {
    long reach;
    double weight[MOST_WEIGHTS];
} gaussian;

static void find_weights(double deviation, double middle, gaussian *g) {
    double sum = 0;
    g->reach = lround(DEVIATIONS * deviation);
    for (long i = -g->reach; i <= g->reach; i++) {
        const double apart = ((double)i - middle) / deviation;
        sum += g->weight[i + g->reach] = exp(-0.5 * apart * apart);
    }
    for (long i = 0; i <= 2 * g->reach; i++)
        g->weight[i] /= sum;
}

/* One column at sample k, from samples about `nearest`. Beyond the stretch, first … last, it is as at its end. */
static void smooth_one(const routh_regressor *r, long first, long last, size_t k, long nearest, const gaussian *g,
                       size_t columns, const double *from, double to[6]) {
    double sum[6] = {0};
    for (long i = 0; i <= 2 * g->reach; i++) {
        const long at = nearest + i - g->reach;
        const size_t inside = (size_t)(at < first ? first : at > last ? last : at);
        const double *w = &from[6 * columns * inside];
        const double f[3] = {w[0], w[columns], w[2 * columns]};
        const double m[3] = {w[3 * columns], w[4 * columns], w[5 * columns]};
        add_on_plate(&r->instant[inside].plate, f, m, g->weight[i], sum);
    }
    routh_wrench_at_object(&r->instant[k].plate, sum, to);
}

/* All samples of one stretch without a gap, first … last; `before` is the latency in samples. */
static void smooth_stretch(const routh_regressor *r, long first, long last, double before, double deviation,
                           size_t columns, const double *from, double *to) {
    const double most = (double)(last - first + 1), limited = fmin(fmax(before, -most), most), whole = round(limited);
    gaussian g;
    double w[6];
    find_weights(deviation, whole - limited, &g);
    for (long k = first; k <= last; k++)
        for (size_t c = 0; c < columns; c++) {
            smooth_one(r, first, last, (size_t)k, k - (long)whole, &g, columns, from + c, w);
            for (size_t row = 0; row < 6; row++)
                to[columns * (6 * (size_t)k + row) + c] = w[row];
        }
}

void routh_smooth_wrenches(const routh_regressor *r, const double *x, bool delayed, size_t columns, const double *from,
                           double *to) {
    long before = 0; /* samples of earlier recordings */
    for (size_t i = 0; i < r->recordings; i++) {
        const routh_insertion *insertion = r->recording[i];
        const double latency = delayed ? routh_latency_of(r, x, i) : 0.0;
        for (size_t first = 0, end; first < insertion->count; first = end) {
            end = routh_insertion_stretch(insertion, first);
            smooth_stretch(r, before + (long)first, before + (long)end - 1, latency * insertion->rate,
                           routh_smoothing(insertion->rate), columns, from, to);
        }
        before += (long)insertion->count;
    }
}

void routh_wrench_at_object(const routh_pose3 *plate, const double from[6], double w[6]) {
    double moment[3];
    routh_pose3_direction(plate, from, w);
    routh_pose3_direction(plate, &from[3], &w[3]);
    routh_cross3(plate->position, w, moment);
    for (int i = 0; i < 3; i++)
        w[3 + i] += moment[i];
}

/* Which parts overlap at one instant, and how they slide. */

void routh_place_parts(routh_regressor *r, const double *x) {
    for (int object = 0; object < 2; object++)
        for (size_t i = 0; i < r->parts[object]; i++) {
            routh_placed_part *part = &r->placed[object][i];
            double centroid[3];
            part->pose = routh_part_pose(r->assembly, object, i, x);
            if (part->scaled) {
                routh_part_scale(r->assembly, object, i, x, part->scaled);
                r->radius[object][i] = routh_polyhedron_radius(part->scaled);
            }
            routh_polyhedron_centroid(part->shape, centroid);
            routh_pose3_point(&part->pose, centroid, part->centre);
            part->stiffness = part->friction = 1;
        }
    r->speed = 0;
    for (size_t j = 0; j < r->assembly->count; j++) {
        const routh_displacement *d = &r->assembly->displacement[j];
        if (d->kind == ROUTH_DISPLACE_STIFFNESS && d->part >= 0)
            r->placed[d->object][d->part].stiffness *= exp(x[j]);
        if (d->kind == ROUTH_DISPLACE_FRICTION && d->part >= 0)
            r->placed[d->object][d->part].friction *= exp(x[j]);
        if (d->kind == ROUTH_DISPLACE_SPEED)
            r->speed += x[j];
    }
}

routh_pose3 routh_regressor_pose(const routh_regressor *r, const double *x, size_t sample) {
    const routh_instant *instant = &r->instant[sample];
    routh_pose3 pose = instant->way;
    for (size_t j = 0; j < r->assembly->count; j++) {
        const routh_displacement *d = &r->assembly->displacement[j];
        const int here = d->recording == 0 || d->recording == instant->recording + 1;
        if (here && d->kind == ROUTH_DISPLACE_OFFSET) {
            const routh_pose3 shift = routh_pose3_shift(d->axis, r->recording[instant->recording]->offset + x[j]);
            pose = routh_pose3_compose(&pose, &shift);
        } else if (here && d->recording && routh_displacement_moves(d->kind)) {
            const routh_pose3 step = routh_displacement_step(d, x[j]);
            pose = routh_pose3_compose(&pose, &step);
        }
    }
    return pose;
}

/* e_t points against the velocity of object 2 over object 1 at the contact. */
static void find_tangent(const routh_regressor *r, const routh_instant *instant, routh_contact_point3 *c) {
    double turning[3], v[3];
    routh_cross3(instant->slide_w, c->point, turning);
    for (int k = 0; k < 3; k++)
        v[k] = instant->slide[k] + turning[k];
    const double along = routh_dot3(v, c->normal);
    for (int k = 0; k < 3; k++)
        v[k] -= along * c->normal[k];
    c->speed = routh_length3(v);
    const int slides = c->speed >= r->options.slip_speed && c->speed > 0;
    for (int k = 0; k < 3; k++)
        c->tangent[k] = slides ? -v[k] / c->speed : 0.0;
}

static routh_contact_point3 contact_of(const routh_regressor *r, size_t sample, size_t a, size_t b,
                                       const routh_overlap *found) {
    routh_contact_point3 c = {.part = {(uint32_t)a, (uint32_t)b}, .depth = found->depth};
    for (int k = 0; k < 3; k++) {
        c.point[k] = found->point[k];
        c.normal[k] = found->normal[k];
    }
    find_tangent(r, &r->instant[sample], &c);
    return c;
}

size_t routh_find_contacts(routh_regressor *r, const double *x, size_t sample, routh_overlap_scratch *scratch,
                           size_t capacity, routh_contact_point3 *contact) {
    const routh_pose3 one = routh_regressor_pose(r, x, sample), two = routh_pose3_inverse(&one);
    routh_overlap_memory *memory = &r->memory[sample * r->pairs];
    size_t count = 0;
    for (size_t b = 0; b < r->parts[1]; b++) {
        double centre[3];
        routh_pose3 pose;
        int placed = 0;
        routh_pose3_point(&two, r->placed[1][b].centre, centre);
        for (size_t a = 0; a < r->parts[0]; a++) {
            const double *other = r->placed[0][a].centre;
            const double apart[3] = {centre[0] - other[0], centre[1] - other[1], centre[2] - other[2]};
            const double reach = r->radius[0][a] + r->radius[1][b];
            if (routh_dot3(apart, apart) >= reach * reach)
                continue;
            if (!placed)
                pose = routh_pose3_compose(&two, &r->placed[1][b].pose);
            placed = 1;
            routh_overlap found;
            if (!routh_overlap_find(r->placed[0][a].shape, &r->placed[0][a].pose, r->placed[1][b].shape, &pose, 1,
                                    &memory[a * r->parts[1] + b], scratch, &found))
                continue;
            if (count < capacity)
                contact[count] = contact_of(r, sample, a, b, &found);
            count++;
        }
    }
    return count;
}

size_t routh_regressor_contacts(routh_regressor *r, const double *x, size_t sample, size_t capacity,
                                routh_contact_point3 *contact) {
    routh_place_parts(r, x);
    return routh_find_contacts(r, x, sample, r->scratch[0], capacity, contact);
}

int routh_find_signed_contact(routh_regressor *r, const double *x, size_t sample, size_t a, size_t b, double farthest,
                              routh_contact_point3 *contact) {
    const routh_pose3 one = routh_regressor_pose(r, x, sample), two = routh_pose3_inverse(&one);
    const routh_placed_part *first = &r->placed[0][a], *second = &r->placed[1][b];
    double centre[3];
    routh_pose3_point(&two, second->centre, centre);
    const double apart[3] = {centre[0] - first->centre[0], centre[1] - first->centre[1], centre[2] - first->centre[2]};
    if (routh_length3(apart) > r->radius[0][a] + r->radius[1][b] + farthest)
        return 0;
    const routh_pose3 pose = routh_pose3_compose(&two, &second->pose);
    routh_overlap found;
    if (!routh_signed_overlap(first->shape, &first->pose, second->shape, &pose, farthest, r->scratch[0], &found))
        return 0;
    *contact = contact_of(r, sample, a, b, &found);
    return 1;
}
