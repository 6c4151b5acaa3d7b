/* Tosses in space as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/tosses_json.h"

#include <stdio.h>
#include <string.h>

#include "algebra/matrix3.h"
#include "file/json_struct.h"
#include "report/solid_json.h"

/* Impacts beyond this many are counted, but not listed. */
enum { MOST_IMPACTS = 400 };

void routh_toss_pose(const routh_world3 *world, const routh_state3 *state, double pose[7]) {
    routh_world3_tracked(world, state, pose);
    memcpy(pose + 3, state->orientation, sizeof state->orientation);
}

static json_t *track_json(const routh_toss_track *track) {
    json_t *object = json_object(), *poses = json_array();
    for (size_t i = 0; i < track->count; i++)
        routh_json_add(&poses, routh_json_numbers(track->pose[i], 7));
    routh_json_put(&object, "name", json_string(track->name));
    routh_json_put(&object, "first", routh_json_count(track->first));
    routh_json_put(&object, "poses", poses);
    return object;
}

static json_t *impacts_json(const routh_run3_record *impact, size_t count, double start) {
    json_t *object = json_object(), *time = json_array(), *point = json_array(), *speed = json_array(),
           *contacts = json_array();
    for (size_t i = 0; i < count && i < MOST_IMPACTS; i++) {
        routh_json_add(&time, routh_json_number(impact[i].time - start));
        routh_json_add(&point, routh_json_numbers(impact[i].point, 3));
        routh_json_add(&speed, routh_json_number(impact[i].speed));
        routh_json_add(&contacts, routh_json_count(impact[i].contacts));
    }
    routh_json_put(&object, "count", routh_json_count(count));
    routh_json_put(&object, "time", time);
    routh_json_put(&object, "point", point);
    routh_json_put(&object, "speed", speed);
    routh_json_put(&object, "contacts", contacts);
    return object;
}

static json_t *region_json(const routh_toss_region *region) {
    if (!region)
        return json_null();
    json_t *object = json_object(), *centre = json_array();
    for (size_t i = 0; i < region->count; i++)
        routh_json_add(&centre, routh_json_numbers(region->centre[i], 3));
    routh_json_put(&object, "level", routh_json_number(region->level));
    routh_json_put(&object, "first", routh_json_count(region->first));
    routh_json_put(&object, "centre", centre);
    routh_json_put(&object, "radius", routh_json_numbers(region->radius, region->count));
    routh_json_put(&object, "angle", routh_json_numbers(region->angle, region->count));
    return object;
}

json_t *routh_toss_json(const routh_toss_view *toss) {
    json_t *object = json_object(), *tracks = json_array();
    for (size_t i = 0; i < toss->track_count; i++)
        routh_json_add(&tracks, track_json(&toss->track[i]));
    routh_json_put(&object, "name", json_string(toss->name));
    routh_json_put(&object, "label", json_string(toss->label));
    routh_json_put(&object, "rate", routh_json_number(toss->rate));
    routh_json_put(&object, "fitted", routh_json_number(toss->fitted));
    routh_json_put(&object, "tracks", tracks);
    routh_json_put(&object, "impacts", impacts_json(toss->impact, toss->impact_count, toss->start));
    routh_json_put(&object, "region", region_json(toss->region));
    routh_json_put(&object, "numbers", routh_json_entries(toss->number, toss->number_count));
    return object;
}

json_t *routh_toss_column_json(const char *key, const char *title, int digits, double factor) {
    json_t *object = json_object();
    routh_json_put(&object, "key", json_string(key));
    routh_json_put(&object, "title", json_string(title));
    routh_json_put(&object, "digits", json_integer(digits));
    routh_json_put(&object, "factor", routh_json_number(factor));
    return object;
}

static json_t *body_json(const routh_world3 *world) {
    const routh_shape3 *shape = world->shape;
    char name[ROUTH_LABEL_SIZE + 64];
    json_t *object = routh_shape3_json(shape);
    snprintf(name, sizeof name, "%s, %zu corners", shape->name, shape->count);
    routh_json_put(&object, "name", json_string(name));
    ROUTH_PUT(&object, routh_world3, world, rounding, centre);
    return object;
}

static json_t *planes_json(const routh_world3 *world) {
    json_t *list = json_array();
    for (size_t i = 0; i < world->plane_count; i++) {
        json_t *plane = json_object();
        double normal[3];
        const double length = routh_length3(world->plane[i].normal);
        for (int c = 0; c < 3; c++)
            normal[c] = world->plane[i].normal[c] / length;
        ROUTH_PUT(&plane, routh_plane3, &world->plane[i], point);
        routh_json_put(&plane, "normal", routh_json_numbers(normal, 3));
        routh_json_add(&list, plane);
    }
    return list;
}

json_t *routh_tosses_json(const routh_world3 *world, const char *title, routh_tosses_lists lists) {
    json_t *root = json_object();
    routh_json_put(&root, "kind", json_string("tosses"));
    routh_json_put_version(&root);
    routh_json_put(&root, "title", json_string(title));
    routh_json_put(&root, "words", lists.words);
    routh_json_put(&root, "shape", body_json(world));
    routh_json_put(&root, "planes", planes_json(world));
    routh_json_put(&root, "part", world->part ? routh_polyhedron_json(world->part, &world->part_pose) : json_null());
    routh_json_put(&root, "columns", lists.columns);
    routh_json_put(&root, "tables", lists.tables);
    routh_json_put(&root, "charts", lists.charts);
    routh_json_put(&root, "tosses", lists.tosses);
    if (lists.total > 0)
        routh_json_put(&root, "total", routh_json_count(lists.total));
    return root;
}
