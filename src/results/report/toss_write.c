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
#include "motion3/motion3.h"
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
    return ROUTH_JSON_OBJECT({"vertices", vertices}, {"faces", faces});
}

json_t *routh_toss_pose(const routh_world3 *world, const routh_state3 *state) {
    double pose[7];
    routh_world3_tracked(world, state, pose);
    memcpy(pose + 3, state->orientation, sizeof state->orientation);
    return routh_json_numbers(pose, 7);
}

json_t *routh_toss_track(const char *name, size_t first, json_t *poses) {
    return ROUTH_JSON_OBJECT({"name", json_string(name)}, {"first", routh_json_count(first)}, {"poses", poses});
}

static json_t *impacts_json(const routh_run3_record *impact, size_t count, double start) {
    const size_t shown = count < MOST_IMPACTS ? count : MOST_IMPACTS;
    json_t *time = json_array();
    for (size_t i = 0; i < shown; i++)
        routh_json_add(&time, routh_json_number(impact[i].time - start));
    json_t *object = ROUTH_JSON_OBJECT({"count", routh_json_count(count)}, {"time", time});
    ROUTH_PUT_COLUMNS(&object, routh_run3_record, impact, shown, point, speed, contacts);
    return object;
}

json_t *routh_toss_json(const routh_toss_view *toss) {
    return ROUTH_JSON_OBJECT({"name", json_string(toss->name)}, {"label", json_string(toss->label)},
                             {"rate", routh_json_number(toss->rate)}, {"fitted", routh_json_number(toss->fitted)},
                             {"tracks", toss->tracks},
                             {"impacts", impacts_json(toss->impact, toss->impact_count, toss->start)},
                             {"region", toss->region}, {"numbers", toss->numbers});
}

static json_t *body_json(const routh_world3 *world) {
    const routh_shape3 *shape = world->shape;
    json_t *faces = json_array();
    char name[ROUTH_LABEL_SIZE + 64];
    snprintf(name, sizeof name, "%s, %zu corners", shape->name, shape->count);
    for (size_t f = 0; f < shape->face_count; f++)
        routh_json_add(&faces, face_loop(shape, f));
    json_t *object = ROUTH_JSON_OBJECT({"vertices", routh_json_matrix(shape->vertex[0], shape->count, 3)},
                                       {"insets", routh_json_matrix(shape->inset[0], shape->count, 3)},
                                       {"faces", faces}, {"name", json_string(name)});
    ROUTH_PUT(&object, routh_world3, world, rounding, centre);
    return object;
}

static json_t *planes_json(const routh_world3 *world) {
    json_t *list = json_array();
    for (size_t i = 0; i < world->plane_count; i++) {
        json_t *plane = ROUTH_JSON_FIELDS(routh_plane3, &world->plane[i], point);
        double normal[3];
        const double length = routh_length3(world->plane[i].normal);
        for (int c = 0; c < 3; c++)
            normal[c] = world->plane[i].normal[c] / length;
        routh_json_put(&plane, "normal", routh_json_numbers(normal, 3));
        routh_json_add(&list, plane);
    }
    return list;
}

json_t *routh_tosses_json(const routh_world3 *world, const char *title, routh_tosses_lists lists) {
    json_t *root = ROUTH_JSON_OBJECT({"kind", json_string("tosses")});
    routh_json_put_version(&root);
    ROUTH_JSON_PUT(&root, {"title", json_string(title)}, {"words", lists.words}, {"shape", body_json(world)},
                   {"planes", planes_json(world)},
                   {"part", world->part ? routh_polyhedron_json(world->part, &world->part_pose) : json_null()},
                   {"columns", lists.columns}, {"tables", lists.tables}, {"charts", lists.charts},
                   {"tosses", lists.tosses});
    if (lists.total > 0)
        routh_json_put(&root, "total", routh_json_count(lists.total));
    return root;
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
    routh_json_add(&tosses, routh_toss_json(&(routh_toss_view){.name = "simulated",
                                                               .label = "",
                                                               .rate = step > 0 ? 1 / step : 1,
                                                               .tracks = tracks,
                                                               .impact = run->record,
                                                               .impact_count = run->record_count,
                                                               .start = run->sample[0].time,
                                                               .region = json_null(),
                                                               .numbers = json_object()}));
    return routh_tosses_json(view->world, view->title,
                             (routh_tosses_lists){.words = routh_sentences_json(&view->words, NULL),
                                                  .columns = json_array(),
                                                  .tables = json_array(),
                                                  .charts = json_array(),
                                                  .tosses = tosses});
}

static json_t *surface_object(const routh_surface3 *surface) {
    json_t *object = ROUTH_JSON_FIELDS(routh_surface3, surface, law, several);
    routh_json_join(&object, ROUTH_JSON_OF(routh_pair, &surface->pair));
    ROUTH_PUT(&object, routh_surface3, surface, eps_slope, mu_slide, mu_slope);
    return object;
}

/* With velocities beside the poses, which the page does not need. */
static json_t *states_object(const void *what) {
    const routh_run3_view *view = what;
    const routh_world3 *world = view->world;
    json_t *object = run_object(what), *time = json_array(), *velocity = json_array(), *spin = json_array();
    for (size_t i = 0; i < view->run->sample_count; i++) {
        const routh_state3 *state = &view->run->sample[i];
        routh_json_add(&time, routh_json_number(state->time));
        routh_json_add(&velocity, routh_json_numbers(state->velocity.velocity, 3));
        routh_json_add(&spin, routh_json_numbers(state->velocity.spin, 3));
    }
    ROUTH_JSON_PUT(&object, {"body", ROUTH_JSON_FIELDS(routh_world3, world, mass, centre, inertia, rounding)},
                   {"surface", surface_object(&world->surface)});
    ROUTH_PUT(&object, routh_world3, world, gravity, drag);
    ROUTH_PUT(&object, routh_run3, view->run, rests, penetration, energy_gain);
    routh_json_put(&object, "states", ROUTH_JSON_OBJECT({"time", time}, {"velocity", velocity}, {"spin", spin}));
    return object;
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
                             {".csv", .print = print_states}, {".svg", .print = routh_run3_draw},
                             {".html", .object = run_object, .page = ROUTH_TOSSES_PAGE});
    routh_findings_release(context, &view.words);
    return status;
}

/* What was simulated, and tosses as they were recorded ---------------------------------------------------*/

static json_t *end_object(const routh_run3 *run) {
    if (!run)
        return json_null();
    const routh_state3 *end = &run->sample[run->sample_count - 1];
    json_t *object = ROUTH_JSON_OBJECT({"end", routh_json_numbers(end->position, 3)});
    ROUTH_PUT(&object, routh_state3, end, orientation);
    ROUTH_PUT(&object, routh_run3, run, rests, record_count, penetration, energy_gain);
    return object;
}

json_t *routh_simulation3_json(const void *what) {
    const routh_simulated3 *s = what;
    const routh_world3 *world = &s->generator->world;
    const routh_run3_options *run = &s->generator->run;
    json_t *body = ROUTH_JSON_FIELDS(routh_world3, world, mass, centre, inertia, rounding);
    json_t *root = ROUTH_JSON_FIELDS(routh_dataset3, s->dataset, name, trajectory_count);
    size_t several = 0;
    for (size_t i = 0; i < s->dataset->count; i++)
        several += (s->dataset->record[i].reasons & ROUTH_TWO_CORNERS) != 0;
    routh_json_put(&body, "shape", json_string(world->shape->name));
    ROUTH_PUT(&body, routh_shape3, world->shape, count);
    ROUTH_JSON_PUT(&root, {"impacts", routh_json_count(s->dataset->count)},
                   {"several_at_once", routh_json_count(several)}, {"body", body},
                   {"integrator", json_string(run->integrator == ROUTH_TIME_STEPS3 ? "steps" : "events")},
                   {"surface", surface_object(&world->surface)});
    ROUTH_PUT(&root, routh_run3_options, run, duration, rate);
    ROUTH_PUT(&root, routh_world3, world, gravity, drag);
    ROUTH_PUT(&root, routh_world3_generator, s->generator, position_noise, rotation_noise);
    ROUTH_PUT(&root, routh_run3_options, run, scatter);
    routh_json_put(&root, "run", end_object(s->run));
    return root;
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
