/* A run as its page's one object: where the body is at every sample, and what it touched. web/src/run/run.ts describes it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/writers.h"

#include <math.h>

#include "base/context.h"
#include "file/c_locale.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/output.h"
#include "report/motion_panel.h"
#include "report/page.h"

/* Digits of the page's numbers: far less than a pixel. */
enum { DIGITS = 6 };

enum { SENTENCE_SIZE = 256 };

static json_t *body_object(const routh_body *body) {
    const routh_shape *shape = &body->shape;
    char words[MOTION_WORDS];
    json_t *object = json_object(), *corners = json_array();
    const int round = shape->kind != ROUTH_POLYGON;
    for (size_t i = 0; !round && i < shape->count; i++)
        routh_json_add(&corners, routh_json_pair(shape->vertex[i][0], shape->vertex[i][1]));
    routh_json_put(&object, "shape", json_string(routh_motion_shape_words(shape, words)));
    routh_json_put(&object, "semi_axes", round ? routh_json_pair(shape->a, shape->b) : json_null());
    routh_json_put(&object, "corners", corners);
    routh_json_put(&object, "radius", routh_json_number(routh_shape_radius(shape)));
    ROUTH_PUT(&object, routh_body, body, mass, inertia);
    return object;
}

static json_t *planes_list(const routh_world *world) {
    json_t *list = json_array();
    for (size_t i = 0; i < world->plane_count; i++) {
        json_t *plane = ROUTH_JSON_FIELDS(routh_half_plane, &world->plane[i], x, y, angle);
        routh_json_add(&list, plane);
    }
    return list;
}

static json_t *samples_object(const motion_panel *panel) {
    const routh_run *run = panel->run;
    json_t *object = json_object(), *time = json_array(), *x = json_array(), *y = json_array(), *theta = json_array(),
           *outlines = json_array();
    for (size_t i = 0; i < run->sample_count; i++) {
        const routh_pose *pose = &run->sample[i].pose;
        routh_json_add(&time, routh_json_number(run->sample[i].time));
        routh_json_add(&x, routh_json_number(pose->x));
        routh_json_add(&y, routh_json_number(pose->y));
        routh_json_add(&theta, routh_json_number(pose->theta));
    }
    double next = run->sample[0].time;
    for (size_t i = 0; i < panel->moving; i++) {
        i = routh_motion_outline(panel, i, &next);
        routh_json_add(&outlines, routh_json_count(i));
    }
    routh_json_put(&object, "time", time);
    routh_json_put(&object, "x", x);
    routh_json_put(&object, "y", y);
    routh_json_put(&object, "theta", theta);
    routh_json_put(&object, "moving", routh_json_count(panel->moving));
    routh_json_put(&object, "strobe", routh_json_number(panel->strobe));
    routh_json_put(&object, "outlines", outlines);
    return object;
}

static json_t *contacts_object(const motion_panel *panel) {
    json_t *object = json_object(), *time = json_array(), *x = json_array(), *y = json_array(), *plane = json_array(),
           *closing = json_array(), *pn = json_array(), *pt = json_array(), *state = json_array();
    for (size_t i = 0; i < panel->touchings; i++) {
        const routh_run_record *one = &panel->run->record[i];
        routh_json_add(&time, routh_json_number(one->time));
        routh_json_add(&x, routh_json_number(one->pose.x + one->rx));
        routh_json_add(&y, routh_json_number(one->pose.y + one->ry));
        routh_json_add(&plane, routh_json_count(one->plane));
        routh_json_add(&closing, routh_json_number(-routh_motion_closing_speed(panel->world, one)));
        routh_json_add(&pn, routh_json_number(one->pn));
        routh_json_add(&pt, routh_json_number(one->pt));
        routh_json_add(&state, json_string(one->slips ? "slips" : "sticks"));
    }
    routh_json_put(&object, "count", routh_json_count(panel->run->record_count));
    routh_json_put(&object, "time", time);
    routh_json_put(&object, "x", x);
    routh_json_put(&object, "y", y);
    routh_json_put(&object, "plane", plane);
    routh_json_put(&object, "closing", closing);
    routh_json_put(&object, "pn", pn);
    routh_json_put(&object, "pt", pt);
    routh_json_put(&object, "state", state);
    return object;
}

static json_t *sentences(const motion_panel *panel) {
    const routh_run *run = panel->run;
    const routh_state *first = &run->sample[0], *last = &run->sample[run->sample_count - 1];
    size_t slips = 0;
    char text[SENTENCE_SIZE];
    json_t *list = json_array();
    for (size_t i = 0; i < run->record_count; i++)
        slips += run->record[i].slips != 0;
    snprintf(text, sizeof text, "In %.4g s the body moves from (%.4g, %.4g) m to (%.4g, %.4g) m%s.",
             last->time - first->time, first->pose.x, first->pose.y, last->pose.x, last->pose.y,
             run->rests ? ", where it comes to rest" : "");
    routh_json_add(&list, json_string(text));
    if (run->record_count == 0)
        snprintf(text, sizeof text, "It touches nothing.");
    else
        snprintf(text, sizeof text, "It makes %zu contact%s: %zu stick%s and %zu slip%s.", run->record_count,
                 run->record_count == 1 ? "" : "s", run->record_count - slips,
                 run->record_count - slips == 1 ? "s" : "", slips, slips == 1 ? "s" : "");
    routh_json_add(&list, json_string(text));
    if (panel->touchings < run->record_count) {
        snprintf(text, sizeof text, "Only the first %zu contacts are shown.", panel->touchings);
        routh_json_add(&list, json_string(text));
    }
    return list;
}

static json_t *run_object(const routh_world *world, const routh_run *run, const char *title) {
    /* the panel says which samples and contacts are drawn, as in the SVG drawing; the page has its own size */
    const motion_panel panel = routh_motion_panel_of(world, run, 1, 1, 1);
    json_t *root = json_object();
    routh_json_put_version(&root);
    routh_json_put(&root, "title", json_string(title));
    routh_json_put(&root, "words", sentences(&panel));
    routh_json_put(&root, "body", body_object(&world->body));
    ROUTH_PUT(&root, routh_world, world, gravity);
    routh_json_put(&root, "planes", planes_list(world));
    routh_json_put(&root, "duration", routh_json_number(run->sample[run->sample_count - 1].time - run->sample[0].time));
    ROUTH_PUT(&root, routh_run, run, rests);
    routh_json_put(&root, "samples", samples_object(&panel));
    routh_json_put(&root, "contacts", contacts_object(&panel));
    return root;
}

routh_status routh_run_write_page(routh_context *context, const routh_world *world, const routh_run *run,
                                  const char *title, routh_io to) {
    routh_status status = routh_motion_check(context, world, run);
    routh_c_locale numbers;
    if (status == ROUTH_OK)
        status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    json_t *object = run_object(world, run, title ? title : "A dropped body");
    status = routh_write_page(context, ROUTH_RUN_PAGE, object, DIGITS, to);
    routh_c_locale_end(&numbers);
    return status;
}
