/* A body in motion, seen from the side, as a picture and as its page's one object, which web/src/run/run.ts describes; and the picture
 * of a recorded trajectory with what was taken for contacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/motion_picture.h"

#include <math.h>

#include "base/context.h"
#include "base/numbers.h"
#include "study/result_words.h"
#include "study/study3.h"

/* The part of the window that a half-plane fills: the window's corners, cut along the surface. */
static void draw_surface(const svg_plot *view, const routh_half_plane *plane, FILE *file) {
    const double left = view->x.low, right = view->x.high, bottom = view->y.low, top = view->y.high;
    const routh_point corner[4] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
    const double nx = -sin(plane->angle), ny = cos(plane->angle);
    double depth[4];
    int inside = 0;
    for (int i = 0; i < 4; i++) {
        depth[i] = -(nx * (corner[i].pt - plane->x) + ny * (corner[i].pn - plane->y));
        inside += depth[i] > 0;
    }
    if (inside == 0)
        return;
    fputs("<path class=\"surface\" d=\"", file);
    char command = 'M';
    for (int i = 0; i < 4; i++) {
        const int j = (i + 1) % 4;
        if (depth[i] > 0) {
            const svg_spot spot = routh_svg_project(view, corner[i]);
            fprintf(file, "%c%.2f,%.2f", command, spot.x, spot.y);
            command = 'L';
        }
        if ((depth[i] > 0) == (depth[j] > 0))
            continue;
        const double share = depth[i] / (depth[i] - depth[j]);
        const svg_spot spot =
            routh_svg_project(view, (routh_point){corner[i].pt + share * (corner[j].pt - corner[i].pt),
                                                  corner[i].pn + share * (corner[j].pn - corner[i].pn)});
        fprintf(file, "%c%.2f,%.2f", command, spot.x, spot.y);
        command = 'L';
    }
    fprintf(file, "Z\" fill=\"#d9d4cb\" stroke=\"#6b6459\" stroke-width=\"1\"/>\n");
}

static void draw_fixed(const motion_picture *p, FILE *file) {
    const routh_world *world = p->world;
    for (size_t i = 0; i < world->plane_count; i++)
        draw_surface(&p->view, &world->plane[i], file);
}

static routh_point place_of(const motion_picture *p, size_t sample, double *time) {
    const routh_state *state = &((const routh_run *)p->run)->sample[sample];
    *time = state->time;
    return (routh_point){state->pose.x, state->pose.y};
}

static routh_point contact_of(const motion_picture *p, size_t contact, bool *filled) {
    const routh_run_record *one = &((const routh_run *)p->run)->record[contact];
    *filled = !one->slips;
    return (routh_point){one->pose.x + one->rx, one->pose.y + one->ry};
}

static void draw_body(const motion_picture *p, FILE *file, size_t sample, const char *look) {
    const routh_shape *shape = &((const routh_world *)p->world)->body.shape;
    const routh_pose *pose = &((const routh_run *)p->run)->sample[sample].pose;
    const double scale = routh_svg_scale(&p->view);
    const svg_spot spot = routh_svg_project(&p->view, (routh_point){pose->x, pose->y});
    if (shape->kind == ROUTH_POLYGON)
        fputs("<polygon points=\"", file);
    else
        fprintf(file, "<ellipse rx=\"%.2f\" ry=\"%.2f", scale * shape->a, scale * shape->b);
    for (size_t i = 0; i < (shape->kind == ROUTH_POLYGON ? shape->count : 0); i++)
        fprintf(file, "%s%.2f,%.2f", i > 0 ? " " : "", scale * shape->vertex[i][0], -scale * shape->vertex[i][1]);
    fprintf(file, "\" transform=\"translate(%.2f,%.2f) rotate(%.2f)\" %s/>\n", spot.x, spot.y,
            -pose->theta * 180 / ROUTH_PI, look);
}

motion_picture routh_motion_of_run(const routh_world *world, const routh_run *run) {
    return (motion_picture){.world = world,
                            .run = run,
                            .shown = routh_run_shown_of(world, run),
                            .radius = routh_shape_radius(&world->body.shape),
                            .outlines = 24,
                            .place_of = place_of,
                            .contact_of = contact_of,
                            .draw_fixed = draw_fixed,
                            .draw_body = draw_body,
                            .axes = true};
}

/* Runs --------------------------------------------------------------------------------------------------*/

static json_t *contacts_table(const routh_world *world, const routh_run *run) {
    static const routh_column columns[] = {
        {"", "%s"}, {"time (s)", "%.4f"}, {"v (m/s)", "%.3g"}, {"P (mN s)", "%.3g"}, {"", "%s"}};
    routh_rows rows = ROUTH_ROWS_BEGIN(NULL, columns);
    for (size_t i = 0; i < run->record_count; i++) {
        const routh_run_record *one = &run->record[i];
        ROUTH_ROW(&rows, i + 1, one->time, routh_run_closing_speed(world, one), 1e3 * one->pn,
                  one->slips ? "slips" : "sticks");
    }
    return routh_rows_page(&rows, "");
}

static routh_status draw_run(routh_context *context, FILE *file, const void *what) {
    const routh_run_view *view = what;
    const routh_body *body = &view->world->body;
    motion_picture picture = routh_motion_of_run(view->world, view->run);
    char words[ROUTH_NAME_SIZE], line[ROUTH_NAME_SIZE];
    snprintf(line, sizeof line, "%.4g kg, %.4g kg m²", body->mass, body->inertia);
    return routh_motion_draw(context, file, &picture,
                             (motion_texts){.title = "A dropped body",
                                            .bold = routh_shape_words(&body->shape, words),
                                            .plain = line,
                                            .note = "Red: contacts, filled where they stick.",
                                            .words = &view->words,
                                            .table = contacts_table(view->world, view->run)});
}

/* Contacts of a recorded trajectory ------------------------------------------------------------------------*/

typedef struct recorded {
    const routh_dataset *dataset;
    size_t trajectory;
} recorded;

/* Why contacts are not used. */
static json_t *reasons_table(const routh_record *record, size_t count) {
    static const routh_column columns[] = {{"", "%s"}, {"time (s)", "%.4f"}, {"", "%s"}};
    routh_rows rows = ROUTH_ROWS_BEGIN(NULL, columns);
    for (size_t i = 0; i < count; i++) {
        char text[ROUTH_NAME_SIZE];
        ROUTH_ROW(&rows, i + 1, record[i].time,
                  record[i].reasons ? routh_flags_words(&routh_reasons, record[i].reasons, ", ", text) : "used");
    }
    return routh_rows_page(&rows, "");
}

static routh_status draw_trajectory(routh_context *context, FILE *file, const void *what) {
    const recorded *r = what;
    const routh_dataset *dataset = r->dataset;
    const routh_trajectory *trajectory = &dataset->trajectory[r->trajectory];
    const routh_half_plane ground = routh_half_plane_default();
    const routh_world world = {.body = dataset->body, .plane = &ground, .plane_count = 1, .gravity = dataset->gravity};
    const routh_record *first;
    routh_run run;
    char words[ROUTH_NAME_SIZE];
    if (trajectory->count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "contacts: trajectory %zu has no samples", r->trajectory);
    routh_status status = routh_trajectory_run(context, dataset, r->trajectory, &run, &first);
    if (status == ROUTH_OK) {
        motion_picture picture = routh_motion_of_run(&world, &run);
        status = routh_motion_draw(
            context, file, &picture,
            (motion_texts){.title = "A recorded trajectory and its contacts",
                           .bold = trajectory->name ? trajectory->name : "",
                           .plain = routh_shape_words(&dataset->body.shape, words),
                           .note = "Offsets are corrected. Red: contacts, filled where they are used.",
                           .words = &(routh_findings){0},
                           .table = reasons_table(first, run.record_count)});
    }
    routh_run_release(context, &run);
    return status;
}

static void print_trajectory(FILE *file, const void *what) {
    const recorded *r = what;
    routh_print_trajectory(file, &r->dataset->trajectory[r->trajectory]);
}

routh_status routh_trajectory_write(routh_context *context, const routh_dataset *dataset, size_t index, routh_io to) {
    if (!dataset || dataset->trajectory_count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "contacts: no trajectories to draw");
    const recorded what = {dataset, index < dataset->trajectory_count ? index : routh_most_contacts(dataset)};
    return ROUTH_WRITE(context, "routh_trajectory", &what, to, {".csv", .print = print_trajectory},
                       {".svg", .draw = draw_trajectory});
}

/* The page --------------------------------------------------------------------------------------------*/

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
        status = ROUTH_WRITE(context, "routh_run", &view, to, {".svg", .draw = draw_run},
                             {".html", .object = page_object, .page = ROUTH_RUN_PAGE});
    routh_findings_release(context, &view.words);
    return status;
}
