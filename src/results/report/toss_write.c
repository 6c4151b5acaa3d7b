/* Tosses in space: the object of their page, for runs of a world and rollouts of recorded tosses; runs and recorded tosses as
 * comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "geometry/geometry.h"
#include "study/result_words.h"
#include "study/study3.h"

/* Impacts beyond this many are counted, but not listed. */
enum { MOST_IMPACTS = 400 };

/* The corners of one face, from its first on; no loop is longer than there are corners, whatever the numbers. */
static json_t *face_loop(const routh_shape3 *shape, size_t face) {
    json_t *corners = json_array();
    const size_t first = routh_shape3_first_corner(shape, face);
    for (size_t k = 0, at = first; k < shape->count && (k == 0 || at != first); k++) {
        routh_json_add(&corners, routh_json_count(at));
        at = routh_shape3_next_corner(shape, face, at);
    }
    return corners;
}

json_t *routh_polyhedron_json(const routh_polyhedron *polyhedron, const routh_pose3 *pose) {
    json_t *vertices = json_array(), *faces = json_array();
    for (size_t i = 0; i < routh_polyhedron_vertices(polyhedron); i++) {
        const double *own = routh_polyhedron_vertex(polyhedron, i);
        double corner[3] = {own[0], own[1], own[2]};
        if (pose)
            routh_pose3_point(pose, own, corner);
        routh_json_add(&vertices, routh_json_numbers(corner, 3));
    }
    for (size_t i = 0; i < routh_polyhedron_faces(polyhedron); i++) {
        const routh_face face = routh_polyhedron_face(polyhedron, i);
        json_t *corners = json_array();
        for (size_t j = 0; j < face.count; j++)
            routh_json_add(&corners, routh_json_count(face.corner[j]));
        routh_json_add(&faces, corners);
    }
    return ROUTH_JSON_NEW(routh_polyhedron_layout, vertices, faces);
}

json_t *routh_toss_pose(const routh_world3 *world, const routh_state3 *state) {
    double pose[7];
    routh_world3_tracked(world, state, pose);
    memcpy(pose + 3, state->orientation, sizeof state->orientation);
    return routh_json_numbers(pose, 7);
}

json_t *routh_toss_track(const char *name, size_t first, json_t *poses) {
    return ROUTH_JSON_NEW(routh_track_layout, name, first, poses);
}

json_t *routh_toss_impacts(const routh_run3_record *impact, size_t count, double start) {
    const size_t shown = count < MOST_IMPACTS ? count : MOST_IMPACTS;
    json_t *time = json_array();
    for (size_t i = 0; i < shown; i++)
        routh_json_add(&time, routh_json_number(impact[i].time - start));
    json_t *columns = json_object();
    ROUTH_PUT_COLUMNS(&columns, routh_run3_record, impact, shown, point, speed, contacts);
    return ROUTH_JSON_NEW(routh_toss_impacts_layout, count, time, columns);
}

static json_t *body_json(const routh_world3 *world) {
    const routh_shape3 *shape = world->shape;
    json_t *faces = json_array();
    char name[ROUTH_LABEL_SIZE + 64];
    snprintf(name, sizeof name, "%s, %zu corners", shape->name, shape->count);
    for (size_t f = 0; f < shape->face_count; f++)
        routh_json_add(&faces, face_loop(shape, f));
    return ROUTH_JSON_NEW(routh_toss_body_layout, .vertices = routh_json_matrix(shape->vertex[0], shape->count, 3),
                          .insets = routh_json_matrix(shape->inset[0], shape->count, 3), .faces = faces, .name = name,
                          .rounding = world->rounding,
                          .centre = {world->centre[0], world->centre[1], world->centre[2]});
}

static json_t *planes_json(const routh_world3 *world) {
    json_t *list = json_array();
    for (size_t i = 0; i < world->plane_count; i++) {
        const double *point = world->plane[i].point, *normal = world->plane[i].normal, length = routh_length3(normal);
        routh_json_add(&list, ROUTH_JSON_NEW(routh_toss_plane_layout, {point[0], point[1], point[2]},
                                             {normal[0] / length, normal[1] / length, normal[2] / length}));
    }
    return list;
}

json_t *routh_tosses_json(const routh_world3 *world, routh_tosses_layout page) {
    page.kind = "tosses";
    page.version = routh_version();
    page.shape = body_json(world);
    page.planes = planes_json(world);
    page.part = world->part ? routh_polyhedron_json(world->part, &world->part_pose) : json_null();
    return ROUTH_JSON_OF(routh_tosses_layout, &page);
}

/* Runs --------------------------------------------------------------------------------------------------*/

static json_t *run_object(const void *what) {
    const routh_run3_view *view = what;
    const routh_run3 *run = view->run;
    const size_t count = run->sample_count;
    const double step = count > 1 ? (run->sample[count - 1].time - run->sample[0].time) / (double)(count - 1) : 1;
    json_t *poses = json_array(), *tracks = json_array(), *tosses = json_array();
    for (size_t i = 0; i < count; i++)
        routh_json_add(&poses, routh_toss_pose(view->world, &run->sample[i]));
    routh_json_add(&tracks, routh_toss_track("simulated", 0, poses));
    routh_json_add(&tosses,
                   ROUTH_JSON_NEW(routh_toss_layout, .name = "simulated", .label = "", .rate = step > 0 ? 1 / step : 1,
                                  .tracks = tracks,
                                  .impacts = routh_toss_impacts(run->record, run->record_count, run->sample[0].time),
                                  .region = json_null(), .numbers = json_object()));
    return routh_tosses_json(view->world, (routh_tosses_layout){.title = view->title,
                                                                .words = routh_sentences_json(&view->words, NULL),
                                                                .columns = json_array(),
                                                                .tables = json_array(),
                                                                .charts = json_array(),
                                                                .tosses = tosses,
                                                                .total = routh_json_absent()});
}

static json_t *surface_object(const routh_surface3 *surface) {
    json_t *object = ROUTH_JSON_FIELDS(routh_surface3, surface, law, several);
    routh_json_join(&object, ROUTH_JSON_FIELDS(routh_pair, &surface->pair, mu, eps, eta2));
    ROUTH_PUT(&object, routh_surface3, surface, eps_slope, mu_slide, mu_slope);
    return object;
}

/* With velocities beside the poses, which the page does not need. */
static json_t *states_object(const void *what) {
    const routh_run3_view *view = what;
    const routh_world3 *world = view->world;
    json_t *time = json_array(), *velocity = json_array(), *spin = json_array();
    for (size_t i = 0; i < view->run->sample_count; i++) {
        const routh_state3 *state = &view->run->sample[i];
        routh_json_add(&time, routh_json_number(state->time));
        routh_json_add(&velocity, routh_json_numbers(state->velocity.velocity, 3));
        routh_json_add(&spin, routh_json_numbers(state->velocity.spin, 3));
    }
    return ROUTH_JSON_NEW(routh_run3_layout, .world = world, .run = view->run, .page = run_object(what),
                          .body = ROUTH_JSON_FIELDS(routh_world3, world, mass, centre, inertia, rounding),
                          .surface = surface_object(&world->surface),
                          .states = ROUTH_JSON_NEW(routh_states3_layout, time, velocity, spin));
}

static void print_states(FILE *file, const void *what) {
    const routh_run3_view *view = what;
    routh_rows rows = routh_rows_csv(file, NULL, "time,px,py,pz,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz\n");
    for (size_t i = 0; i < view->run->sample_count; i++) {
        const routh_state3 *state = &view->run->sample[i];
        double point[3];
        routh_world3_tracked(view->world, state, point);
        ROUTH_CELLS(&rows, state->time);
        routh_rows_add_numbers(&rows, point, 3);
        routh_rows_add_numbers(&rows, state->orientation, 4);
        ROUTH_CELL_FIELDS(&rows, routh_velocity3, &state->velocity, velocity, spin);
        routh_rows_end(&rows);
    }
}

routh_status routh_run3_write(routh_context *context, const routh_world3 *world, const routh_run3 *run,
                              const char *title, routh_io to) {
    routh_run3_view view = {.world = world, .run = run, .title = title ? title : "A tossed body"};
    routh_status status = routh_world3_check(context, world);
    if (status == ROUTH_OK && (!run || run->sample_count == 0 || !run->sample))
        status = routh_fail(context, ROUTH_BAD_ARGUMENT, "run: nothing to write");
    if (status == ROUTH_OK)
        status = routh_run3_words(context, world, run, &view.words);
    if (status == ROUTH_OK)
        status = ROUTH_WRITE(context, "routh_run3", &view, to,
                             {".json", .object = states_object, .flags = JSON_COMPACT | JSON_REAL_PRECISION(12)},
                             {".csv", .print = print_states}, {".svg", .draw = routh_run3_draw},
                             {".html", .object = run_object, .page = ROUTH_TOSSES_PAGE});
    routh_findings_release(context, &view.words);
    return status;
}

/* What was simulated, and tosses as they were recorded ---------------------------------------------------*/

static json_t *end_object(const routh_run3 *run) {
    if (!run)
        return json_null();
    const routh_state3 *end = &run->sample[run->sample_count - 1];
    return ROUTH_JSON_NEW(routh_run3_end_layout, .end = routh_json_numbers(end->position, 3), .state = end, .run = run);
}

json_t *routh_simulation3_json(const void *what) {
    const routh_simulated3 *s = what;
    const routh_world3 *world = &s->generator->world;
    const routh_run3_options *run = &s->generator->run;
    json_t *body = ROUTH_JSON_FIELDS(routh_world3, world, mass, centre, inertia, rounding);
    return ROUTH_JSON_NEW(
        routh_simulation3_layout, .dataset = s->dataset, .options = run, .world = world, .generator = s->generator,
        .impacts = s->dataset->count, .several_at_once = routh_count_two_corners3(s->dataset),
        .body = ROUTH_JSON_NEW(routh_simulated_body_layout, body, world->shape->name, world->shape->count),
        .integrator = run->integrator == ROUTH_TIME_STEPS3 ? "steps" : "events",
        .surface = surface_object(&world->surface), .run = end_object(s->run));
}

typedef struct recorded_toss {
    const routh_trajectory3 *toss;
    double rate;
} recorded_toss;

static void print_toss(FILE *file, const void *what) {
    const routh_trajectory3 *toss = ((const recorded_toss *)what)->toss;
    routh_rows rows = routh_rows_csv(file, NULL, "time,px,py,pz,qw,qx,qy,qz\n");
    rows.missing = "nan"; /* an instant that was not recorded */
    for (size_t i = 0; i < toss->count; i++) {
        ROUTH_CELLS(&rows, toss->time ? toss->time[i] : (double)i / ((const recorded_toss *)what)->rate);
        routh_rows_add_numbers(&rows, toss->position[i], 3);
        routh_rows_add_numbers(&rows, toss->orientation[i], 4);
        routh_rows_end(&rows);
    }
}

routh_status routh_trajectory3_write(routh_context *context, const routh_dataset3 *dataset, size_t index, routh_io to) {
    if (index >= dataset->trajectory_count)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "index", "toss %zu: there are %zu", index,
                                dataset->trajectory_count);
    const recorded_toss what = {&dataset->trajectory[index], dataset->rate};
    return ROUTH_WRITE(context, "routh_trajectory3", &what, to, {"", .print = print_toss});
}
