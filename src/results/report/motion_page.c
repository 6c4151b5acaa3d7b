/* A run as its page's one object: where the body is at every sample, and what it touched. web/src/run/run.ts describes it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/motion_picture.h"
#include "report/write.h"

#include "base/context.h"
#include "study/result_words.h"
#include "study/study3.h"

static json_t *body_object(const routh_body *body) {
    const routh_shape *shape = &body->shape;
    const bool round = shape->kind != ROUTH_POLYGON;
    char words[ROUTH_NAME_SIZE];
    return ROUTH_JSON_NEW(routh_run_body_layout, .body = body, .shape = routh_shape_words(shape, words),
                          .semi_axes = round ? routh_json_pair(shape->a, shape->b) : json_null(),
                          .corners = routh_json_matrix(round ? NULL : shape->vertex[0], shape->count, 2),
                          .radius = routh_shape_radius(shape));
}

static json_t *planes_list(const routh_world *world) {
    json_t *list = json_array();
    for (size_t i = 0; i < world->plane_count; i++)
        routh_json_add(&list, ROUTH_JSON_FIELDS(routh_half_plane, &world->plane[i], x, y, angle));
    return list;
}

static json_t *samples_object(const motion_picture *p) {
    const routh_run *run = p->run;
    json_t *columns = json_object(), *outlines = json_array();
    double next = run->sample[0].time;
    for (size_t i = 0; i < p->shown.moving; i++) {
        i = routh_motion_outline(p, i, &next);
        routh_json_add(&outlines, routh_json_count(i));
    }
    ROUTH_PUT_COLUMNS(&columns, routh_state, run->sample, run->sample_count, time);
    routh_json_put_columns(&columns, ROUTH_FIELDS(routh_pose, x, y, theta), &run->sample[0].pose, sizeof *run->sample,
                           run->sample_count);
    return ROUTH_JSON_NEW(routh_run_samples_layout, columns, p->shown.moving, p->strobe, outlines);
}

static json_t *contacts_object(const motion_picture *p) {
    const routh_run *run = p->run;
    json_t *x = json_array(), *y = json_array(), *closing = json_array(), *state = json_array();
    for (size_t i = 0; i < p->shown.contacts; i++) {
        const routh_run_record *one = &run->record[i];
        routh_json_add(&x, routh_json_number(one->pose.x + one->rx));
        routh_json_add(&y, routh_json_number(one->pose.y + one->ry));
        routh_json_add(&closing, routh_json_number(-routh_run_closing_speed(p->world, one)));
        routh_json_add(&state, json_string(one->slips ? "slips" : "sticks"));
    }
    json_t *time = json_object(), *plane = json_object(), *impulse = json_object();
    ROUTH_PUT_COLUMNS(&time, routh_run_record, run->record, p->shown.contacts, time);
    ROUTH_PUT_COLUMNS(&plane, routh_run_record, run->record, p->shown.contacts, plane);
    ROUTH_PUT_COLUMNS(&impulse, routh_run_record, run->record, p->shown.contacts, pn, pt);
    return ROUTH_JSON_NEW(routh_run_contacts_layout, .count = run->record_count, .times = time, .x = x, .y = y,
                          .planes = plane, .closing = closing, .impulses = impulse, .state = state);
}

static json_t *page_object(const void *what) {
    const routh_run_view *view = what;
    const routh_run *run = view->run;
    /* the picture says which samples and contacts are drawn; the page has its own size */
    motion_picture picture = routh_motion_of_run(view->world, run);
    routh_motion_window(&picture, 1);
    char shown[64];
    snprintf(shown, sizeof shown, "Only the first %zu contacts are shown.", picture.shown.contacts);
    json_t *words = routh_sentences_json(&view->words, NULL);
    if (picture.shown.contacts < run->record_count)
        routh_json_add(&words, json_string(shown));
    return ROUTH_JSON_NEW(routh_run_layout, .world = view->world, .result = run, .version = routh_version(),
                          .title = view->title, .words = words, .body = body_object(&view->world->body),
                          .planes = planes_list(view->world),
                          .duration = run->sample[run->sample_count - 1].time - run->sample[0].time,
                          .samples = samples_object(&picture), .contacts = contacts_object(&picture));
}

static routh_status check_run(routh_context *context, const routh_world *world, const routh_run *run) {
    const routh_status status = routh_world_check(context, world);
    if (status != ROUTH_OK)
        return status;
    if (!run || run->sample_count == 0 || !run->sample)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "run: nothing to draw");
    return ROUTH_OK;
}

routh_status routh_run_write(routh_context *context, const routh_world *world, const routh_run *run, const char *title,
                             routh_io to) {
    routh_run_view view = {.world = world, .run = run, .title = title ? title : "A dropped body"};
    routh_status status = check_run(context, world, run);
    if (status == ROUTH_OK)
        status = routh_run_words(context, run, &view.words);
    if (status == ROUTH_OK)
        status = ROUTH_WRITE(context, "routh_run", &view, to, {".svg", .draw = routh_run_draw},
                             {".html", .object = page_object, .page = ROUTH_RUN_PAGE});
    routh_findings_release(context, &view.words);
    return status;
}
