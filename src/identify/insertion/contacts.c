/* Which parts overlap at one instant, and how they slide.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/regressor.h"

#include <math.h>

#include "algebra/matrix3.h"
#include "drawing/assembly.h"
#include "geometry/gap.h"
#include "geometry/polyhedron.h"
#include "geometry/pose.h"

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
