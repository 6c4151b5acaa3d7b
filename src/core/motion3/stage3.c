/* A world in space made ready, and where a body touches what is fixed in it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "geometry/geometry.h"
#include "impact3/impact3.h"
#include "motion3/motion3.h"

/* Where a body touches what is fixed, or nearly does. */

/* Contacts that are enough for one plane, however many corners lie on it. */
enum { MOST_ON_PLANE = 33 };

double routh_touch3_rate(const routh_touch3 *touch, const routh_velocity3 *velocity) {
    double moved[3];
    routh_cross3(velocity->spin, touch->arm, moved);
    return routh_dot3(touch->normal, velocity->velocity) + routh_dot3(touch->normal, moved);
}

/* Adds a contact; where there is no room, in place of the one with the largest gap. */
static size_t keep(routh_touch3 *touch, size_t count, const routh_touch3 *one) {
    if (count < ROUTH_MOST_CONTACTS3) {
        touch[count] = *one;
        return count + 1;
    }
    size_t farthest = 0;
    for (size_t i = 1; i < count; i++)
        farthest = touch[i].gap > touch[farthest].gap ? i : farthest;
    if (one->gap < touch[farthest].gap)
        touch[farthest] = *one;
    return count;
}

/* The contact of a ball with a plane. */
static routh_touch3 touch_of(const routh_stage3 *stage, const routh_state3 *state, const double rotation[3][3],
                             size_t plane, size_t ball, double gap) {
    const double *normal = stage->plane[plane].normal;
    routh_touch3 one = {.gap = gap, .name = (unsigned)(plane * stage->count + ball)};
    for (int c = 0; c < 3; c++) {
        one.normal[c] = normal[c];
        one.arm[c] = routh_dot3(rotation[c], stage->ball[ball]) - stage->radius * normal[c];
    }
    one.rate = routh_touch3_rate(&one, &state->velocity);
    return one;
}

/* Of many balls on one plane those that lie farthest out in directions all around, and the lowest one: what they hold up
 * holds up the others. */
static size_t keep_outermost(const routh_stage3 *stage, const routh_state3 *state, const double rotation[3][3],
                             size_t plane, const double inside[3], double height, double farthest, routh_touch3 *touch,
                             size_t count) {
    double axes[3][3], out[MOST_ON_PLANE][3], best[MOST_ON_PLANE], lowest = INFINITY;
    size_t ball[MOST_ON_PLANE] = {0};
    routh_contact3_axes(stage->plane[plane].normal, axes);
    for (int d = 1; d < MOST_ON_PLANE; d++) {
        const double angle = 2 * ROUTH_PI * d / (MOST_ON_PLANE - 1);
        best[d] = -INFINITY;
        for (int c = 0; c < 3; c++) { /* in body axes */
            out[d][c] = 0;
            for (int k = 0; k < 3; k++)
                out[d][c] += rotation[k][c] * (cos(angle) * axes[0][k] + sin(angle) * axes[1][k]);
        }
    }
    for (size_t i = 0; i < stage->count; i++) {
        const double gap = height + routh_dot3(inside, stage->ball[i]);
        if (gap > farthest)
            continue;
        if (gap < lowest)
            lowest = gap, ball[0] = i;
        for (int d = 1; d < MOST_ON_PLANE; d++) {
            const double far = routh_dot3(out[d], stage->ball[i]);
            if (far > best[d])
                best[d] = far, ball[d] = i;
        }
    }
    for (int d = 0; d < MOST_ON_PLANE; d++) {
        bool again = false;
        for (int k = 0; k < d; k++)
            again = again || ball[k] == ball[d];
        if (again)
            continue;
        const double gap = height + routh_dot3(inside, stage->ball[ball[d]]);
        const routh_touch3 one = touch_of(stage, state, rotation, plane, ball[d], gap);
        count = keep(touch, count, &one);
    }
    return count;
}

static size_t touches_on(const routh_stage3 *stage, const routh_state3 *state, const double rotation[3][3],
                         size_t plane, double farthest, routh_touch3 *touch, size_t count) {
    const double *normal = stage->plane[plane].normal;
    const double height = routh_dot3(normal, state->position) - stage->plane[plane].level - stage->radius;
    if (height - stage->size + stage->radius > farthest)
        return count;
    double inside[3]; /* the normal in body axes */
    for (int c = 0; c < 3; c++)
        inside[c] = rotation[0][c] * normal[0] + rotation[1][c] * normal[1] + rotation[2][c] * normal[2];
    if (stage->count > MOST_ON_PLANE) {
        size_t on = 0;
        for (size_t i = 0; i < stage->count; i++)
            on += height + routh_dot3(inside, stage->ball[i]) <= farthest;
        if (on > MOST_ON_PLANE)
            return keep_outermost(stage, state, rotation, plane, inside, height, farthest, touch, count);
    }
    for (size_t i = 0; i < stage->count; i++) {
        const double gap = height + routh_dot3(inside, stage->ball[i]);
        if (gap <= farthest) {
            const routh_touch3 one = touch_of(stage, state, rotation, plane, i, gap);
            count = keep(touch, count, &one);
        }
    }
    return count;
}

size_t routh_stage3_touches(const routh_stage3 *stage, const routh_state3 *state, double farthest,
                            routh_touch3 *touch) {
    double rotation[3][3];
    size_t count = 0;
    routh_rotation_of(state->orientation, rotation);
    for (size_t k = 0; k < stage->plane_count; k++)
        count = touches_on(stage, state, (const double(*)[3])rotation, k, farthest, touch, count);
    if (!stage->fixed)
        return count;
    routh_touch3 more[ROUTH_MOST_CONTACTS3];
    const size_t found =
        routh_fixed3_contacts(stage->fixed, state->position, state->orientation, farthest, more, ROUTH_MOST_CONTACTS3);
    for (size_t i = 0; i < found; i++) {
        more[i].name += (unsigned)(stage->plane_count * stage->count);
        more[i].rate = routh_touch3_rate(&more[i], &state->velocity);
        count = keep(touch, count, &more[i]);
    }
    return count;
}

double routh_stage3_gap(const routh_stage3 *stage, const routh_state3 *state) {
    double least = INFINITY;
    for (size_t k = 0; k < stage->plane_count; k++) {
        double back[4], inside[3];
        routh_turn_inverse(state->orientation, back);
        routh_turn_apply(back, stage->plane[k].normal, inside);
        const double height =
            routh_dot3(stage->plane[k].normal, state->position) - stage->plane[k].level - stage->radius;
        for (size_t i = 0; i < stage->count; i++)
            least = fmin(least, height + routh_dot3(inside, stage->ball[i]));
    }
    double normal[3], arm[3];
    return stage->fixed
               ? fmin(least, routh_fixed3_distance(stage->fixed, state->position, state->orientation, normal, arm))
               : least;
}

/* A world in space: its options, checks and energies, and what is computed once for all of a run. */

static const routh_name_entry severals[] = {
#define SEVERAL_NAME(code, name, about) {name, about},
    ROUTH_SEVERAL_TABLE(SEVERAL_NAME)
#undef SEVERAL_NAME
};
const routh_names routh_severals = {"way of several contacts", ROUTH_SEVERAL_COUNT, severals};

routh_plane3 routh_plane3_default(void) {
    return (routh_plane3){.normal = {0, 0, 1}};
}

routh_surface3 routh_surface3_default(void) {
    return (routh_surface3){
        .law = &routh_law3_rigid, .several = ROUTH_TOGETHER, .pair = routh_pair_default(), .mu_slide = NAN};
}

routh_world3 routh_world3_of(const routh_shape3 *shape, double mass) {
    routh_world3 world = {.shape = shape,
                          .mass = mass,
                          .part_pose = routh_pose3_default(),
                          .surface = routh_surface3_default(),
                          .gravity = 9.81};
    for (int i = 0; i < 3; i++) {
        world.centre[i] = shape->centroid[i];
        for (int j = 0; j < 3; j++)
            world.inertia[i][j] = mass * shape->gyration[i][j];
    }
    return world;
}

/* Checks ------------------------------------------------------------------------------------------------*/

static routh_status check_body(routh_context *context, const routh_world3 *world) {
    const routh_shape3 *shape = world->shape;
    if (!shape || shape->count < 4)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape", "world: the body has no shape");
    const routh_limit limits[] = {{"mass", "kg", world->mass, ROUTH_RANGE_MASS},
                                  {"rounding", "m", world->rounding, 0, shape->thickness * (1 + 1e-12)},
                                  {"gravity", "m/s²", world->gravity, 0, 1e6},
                                  {"drag", "1/s", world->drag, 0, 1e6}};
    ROUTH_TRY(routh_check_limits(context, "world", limits, sizeof limits / sizeof limits[0]));
    if (!routh_all_finite(world->centre, 3) || routh_length3(world->centre) > 1e3 * shape->radius)
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "centre",
            "world: the centre of mass (%g, %g, %g) m is far outside the body, whose radius is %g m", world->centre[0],
            world->centre[1], world->centre[2], shape->radius);
    double matrix[3][3], moment[3], vector[3][3];
    routh_factor3 factor;
    memcpy(matrix, world->inertia, sizeof matrix);
    const double(*const tensor)[3] = (const double(*)[3])matrix;
    if (!routh_all_finite(matrix[0], 9) || !routh_is_symmetric3(tensor) || !routh_factor3_of(tensor, &factor))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "inertia",
                                "world: the inertia tensor is not symmetric and positive definite");
    routh_symmetric3_eigen(matrix, moment, vector);
    const double most = fmax(fmax(moment[0], moment[1]), moment[2]);
    if (2 * most > (1 + 1e-9) * (moment[0] + moment[1] + moment[2]))
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "inertia",
            "world: of the principal moments of inertia %g, %g and %g kg m², one is more than the sum of "
            "the others: no body has these",
            moment[0], moment[1], moment[2]);
    return ROUTH_OK;
}

static routh_status check_fixed(routh_context *context, const routh_world3 *world) {
    if (world->plane_count > ROUTH_MOST_PLANES3)
        return routh_fail_field(context, ROUTH_OUT_OF_RANGE, "plane", "world: %zu planes; at most %d are possible",
                                world->plane_count, ROUTH_MOST_PLANES3);
    if (world->plane_count == 0 && !world->part)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "plane",
                                "world: nothing is fixed: give a plane or a part");
    const routh_status given = routh_array_check(context, "plane", world->plane, world->plane_count);
    if (given != ROUTH_OK)
        return given;
    for (size_t i = 0; i < world->plane_count; i++) {
        const routh_plane3 *plane = &world->plane[i];
        if (!routh_all_finite(plane->point, 3) || !routh_all_finite(plane->normal, 3) ||
            !(routh_largest(plane->normal, 3) > 0))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "plane",
                                    "world: plane %zu has no direction, or numbers that are not finite", i + 1);
    }
    return world->part ? routh_pose3_check(context, &world->part_pose) : ROUTH_OK;
}

routh_status routh_surface3_check(routh_context *context, const routh_surface3 *surface) {
    if (!surface->law || (unsigned)surface->several >= ROUTH_SEVERAL_COUNT)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, surface->law ? "several" : "law", "world: %s",
                                surface->law ? "unknown way of solving several contacts" : "the impact law is missing");
    ROUTH_TRY(routh_pair_check(context, &surface->pair));
    const routh_limit limits[] = {{"eps_slope", "", surface->eps_slope, -10, 10},
                                  {"mu_slope", "", surface->mu_slope, -10, 10},
                                  {"mu_slide", "", isnan(surface->mu_slide) ? 0 : surface->mu_slide, 0, ROUTH_MU_HIGH}};
    return routh_check_limits(context, "world", limits, sizeof limits / sizeof limits[0]);
}

routh_status routh_world3_check(routh_context *context, const routh_world3 *world) {
    if (!world)
        return routh_fail_null(context, "world", (const void *const[]){world});
    if (!world)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "world: missing");
    ROUTH_TRY(check_body(context, world));
    ROUTH_TRY(check_fixed(context, world));
    return routh_surface3_check(context, &world->surface);
}

/* Made ready ----------------------------------------------------------------------------------------------*/

static void take_body(const routh_world3 *world, routh_stage3 *stage) {
    const routh_shape3 *shape = world->shape;
    for (size_t i = 0; i < shape->count; i++) {
        for (int c = 0; c < 3; c++)
            stage->ball[i][c] = shape->vertex[i][c] - world->rounding * shape->inset[i][c] - world->centre[c];
        stage->reach[i] = routh_length3(stage->ball[i]);
        stage->size = fmax(stage->size, stage->reach[i] + world->rounding);
    }
    stage->radius = world->rounding;
    routh_factor3 factor;
    routh_factor3_of(world->inertia, &factor);
    routh_inverse3(&factor, stage->inverse);
    stage->turn = routh_free_turn_of(world->inertia);
    double matrix[3][3], moment[3], vector[3][3];
    memcpy(matrix, world->inertia, sizeof matrix);
    routh_symmetric3_eigen(matrix, moment, vector);
    stage->least_moment = fmin(fmin(moment[0], moment[1]), moment[2]);
    stage->turning = stage->turn.unequal ? routh_largest(stage->turn.share, 3) : 0;
}

routh_status routh_stage3_open(routh_context *context, const routh_world3 *world, routh_stage3 *stage) {
    *stage = (routh_stage3){.world = world, .count = world->shape->count, .plane_count = world->plane_count};
    stage->ball = routh_allocate(context, stage->count, sizeof *stage->ball + sizeof *stage->reach);
    if (!stage->ball)
        return ROUTH_OUT_OF_MEMORY;
    stage->reach = (double *)(stage->ball + stage->count);
    take_body(world, stage);
    for (size_t i = 0; i < world->plane_count; i++) {
        routh_unit3(world->plane[i].normal, stage->plane[i].normal);
        stage->plane[i].level = routh_dot3(stage->plane[i].normal, world->plane[i].point);
    }
    if (!world->part)
        return ROUTH_OK;
    const routh_status status = routh_fixed3_create(context, world->part, &world->part_pose, world->shape,
                                                    world->rounding, world->centre, &stage->fixed);
    if (status != ROUTH_OK)
        routh_stage3_close(context, stage);
    return status;
}

void routh_stage3_close(routh_context *context, routh_stage3 *stage) {
    routh_fixed3_release(context, stage->fixed);
    routh_release(context, stage->ball);
    *stage = (routh_stage3){0};
}

void routh_stage3_inverse(const routh_stage3 *stage, const double rotation[3][3], double inverse[3][3]) {
    double half[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            half[i][j] = routh_dot3(rotation[i], stage->inverse[j]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++)
            inverse[i][j] = inverse[j][i] = routh_dot3(half[i], rotation[j]);
}

/* Energies -----------------------------------------------------------------------------------------------*/

double routh_stage3_kinetic(const routh_stage3 *stage, const routh_state3 *state) {
    const routh_world3 *world = stage->world;
    double back[4], spin[3], moment[3];
    routh_turn_inverse(state->orientation, back);
    routh_turn_apply(back, state->velocity.spin, spin);
    for (int i = 0; i < 3; i++)
        moment[i] = routh_dot3(world->inertia[i], spin);
    return 0.5 *
           (world->mass * routh_dot3(state->velocity.velocity, state->velocity.velocity) + routh_dot3(moment, spin));
}

double routh_stage3_potential(const routh_stage3 *stage, const routh_state3 *state) {
    return stage->world->mass * stage->world->gravity * state->position[2];
}

double routh_stage3_energy(const routh_stage3 *stage, const routh_state3 *state) {
    return routh_stage3_kinetic(stage, state) + routh_stage3_potential(stage, state);
}

double routh_stage3_bend(const routh_stage3 *stage, const routh_state3 *state) {
    const double spin = routh_length3(state->velocity.spin);
    return stage->world->gravity + spin * spin * stage->size * (1 + stage->turning);
}

double routh_world3_energy(const routh_world3 *world, const routh_state3 *state) {
    const routh_stage3 stage = {.world = world};
    return routh_stage3_energy(&stage, state);
}

void routh_world3_tracked(const routh_world3 *world, const routh_state3 *state, double point[3]) {
    double centre[3];
    routh_turn_apply(state->orientation, world->centre, centre);
    for (int c = 0; c < 3; c++)
        point[c] = state->position[c] - centre[c];
}

double routh_world3_distance(const routh_world3 *world, const routh_state3 *state) {
    routh_stage3 stage;
    if (routh_world3_check(NULL, world) != ROUTH_OK || routh_stage3_open(NULL, world, &stage) != ROUTH_OK)
        return NAN;
    const double gap = routh_stage3_gap(&stage, state);
    routh_stage3_close(NULL, &stage);
    return gap;
}

size_t routh_shape3_face_below(const routh_shape3 *shape, const double orientation[4]) {
    const double down[3] = {0, 0, -1};
    double back[4], below[3];
    size_t best = 0;
    routh_turn_inverse(orientation, back);
    routh_turn_apply(back, down, below);
    for (size_t i = 1; i < shape->face_count; i++)
        if (routh_dot3(shape->face[i], below) > routh_dot3(shape->face[best], below))
            best = i;
    return best;
}
