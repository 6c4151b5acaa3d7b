/* A body in motion, seen from the side: outlines over time, the path of its centre, where it touched, and a table of that; and
 * the same of a recorded trajectory with what was taken for contacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg.h"
#include "report/write.h"

#include <math.h>
#include <string.h>

#include "base/context.h"

/* All in pixels. */
enum {
    WIDTH = 900,
    MARGIN = 16,
    PANEL_LEFT = 66,
    PANEL_TOP = 16,
    PANEL_WIDTH = 540,
    PANEL_LOWEST = 260,
    PANEL_HIGHEST = 640,
    BELOW = 72, /* the axis's title and the note */
    SIDE_LEFT = 626,
    TABLE_TOP = 92,
    TABLE_ROW = 19
};

/* The table's columns from its left, right-hand edges, but that of reasons. */
enum { AT_NUMBER = 20, AT_TIME = 74, AT_REASON = 84, AT_SPEED = 142, AT_IMPULSE = 208, AT_MODE = 256 };

#define DEGREES 57.295779513082320877

/* Contacts beyond this many are drawn no more. */
enum { MOST_TOUCHINGS = 400 };

/* A sample differs from the last one by more than a thousandth of the body's size. */
static size_t count_moving(const routh_run *run, double radius) {
    const routh_pose *end = &run->sample[run->sample_count - 1].pose;
    size_t count = run->sample_count;
    while (count > 1) {
        const routh_pose *pose = &run->sample[count - 1].pose;
        if (hypot(pose->x - end->x, pose->y - end->y) + radius * fabs(pose->theta - end->theta) > 1e-3 * radius)
            break;
        count--;
    }
    return count < run->sample_count ? count + 1 : count;
}

motion_panel routh_motion_panel_of(const routh_world *world, const routh_run *run, double width, double lowest,
                                   double highest) {
    const double radius = routh_shape_radius(&world->body.shape);
    motion_panel panel = {.world = world, .run = run, .moving = count_moving(run, radius)};
    svg_extent extent = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (size_t i = 0; i < run->sample_count; i++) {
        const routh_pose *pose = &run->sample[i].pose;
        extent.left = fmin(extent.left, pose->x - 1.3 * radius);
        extent.right = fmax(extent.right, pose->x + 1.3 * radius);
        extent.bottom = fmin(extent.bottom, pose->y - 1.5 * radius);
        extent.top = fmax(extent.top, pose->y + 1.3 * radius);
    }
    const double wanted = width * (extent.top - extent.bottom) / (extent.right - extent.left);
    panel.view = routh_svg_view_of(extent, width, fmax(lowest, fmin(highest, wanted)));
    const double largest =
        fmax(fmax(fabs(extent.left), fabs(extent.right)), fmax(fabs(extent.bottom), fabs(extent.top)));
    panel.ticks = routh_svg_ticks_for(width / panel.view.scale, largest, 8);
    const double time = run->sample[panel.moving - 1].time - run->sample[0].time;
    panel.strobe = time > 0 ? routh_svg_ticks_for(time, time, 24).step : 0;
    panel.touchings = run->record_count < MOST_TOUCHINGS ? run->record_count : MOST_TOUCHINGS;
    return panel;
}

/* The part of the window that a half-plane fills: the window's corners, cut along the surface. */
static void draw_surface(const motion_panel *panel, const routh_half_plane *plane, FILE *file) {
    const svg_view *view = &panel->view;
    const double right = view->left + view->width / view->scale, top = view->bottom + view->height / view->scale;
    const routh_point corner[4] = {{view->left, view->bottom}, {right, view->bottom}, {right, top}, {view->left, top}};
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

static void draw_surfaces(const motion_panel *panel, FILE *file) {
    for (size_t i = 0; i < panel->world->plane_count; i++)
        draw_surface(panel, &panel->world->plane[i], file);
    routh_svg_panel_axes(file, &panel->view, panel->ticks, 1);
}

static void begin_outline(const motion_panel *panel, FILE *file) {
    const routh_shape *shape = &panel->world->body.shape;
    const double scale = panel->view.scale;
    if (shape->kind != ROUTH_POLYGON) {
        fprintf(file, "<ellipse rx=\"%.2f\" ry=\"%.2f\" ", scale * shape->a, scale * shape->b);
        return;
    }
    fputs("<polygon points=\"", file);
    for (size_t i = 0; i < shape->count; i++)
        fprintf(file, "%s%.2f,%.2f", i > 0 ? " " : "", scale * shape->vertex[i][0], -scale * shape->vertex[i][1]);
    fputs("\" ", file);
}

static void place(const motion_panel *panel, routh_pose pose, FILE *file) {
    const svg_spot spot = routh_svg_project(&panel->view, (routh_point){pose.x, pose.y});
    fprintf(file, "transform=\"translate(%.2f,%.2f) rotate(%.2f)\"", spot.x, spot.y, -pose.theta * DEGREES);
}

static void draw_path(const motion_panel *panel, FILE *file) {
    fputs("<polyline class=\"path\" points=\"", file);
    for (size_t i = 0; i < panel->moving; i++) {
        const routh_pose *pose = &panel->run->sample[i].pose;
        const svg_spot spot = routh_svg_project(&panel->view, (routh_point){pose->x, pose->y});
        fprintf(file, "%s%.2f,%.2f", i > 0 ? " " : "", spot.x, spot.y);
    }
    fputs("\" fill=\"none\" stroke=\"" SVG_ORANGE "\" stroke-width=\"1.6\" stroke-linejoin=\"round\"/>\n", file);
}

/* From light to dark blue. */
static void draw_outline(const motion_panel *panel, size_t sample, FILE *file) {
    const double age = panel->moving > 1 ? (double)sample / (double)(panel->moving - 1) : 1;
    const int red = (int)lround(150 - 150 * age), green = (int)lround(200 - 125 * age),
              blue = (int)lround(230 - 90 * age);
    begin_outline(panel, file);
    fputs("class=\"outline\" ", file);
    place(panel, panel->run->sample[sample].pose, file);
    fprintf(file, " fill=\"#%02x%02x%02x\" fill-opacity=\"0.06\" stroke=\"#%02x%02x%02x\" stroke-width=\"1.1\"/>\n",
            (unsigned)red, (unsigned)green, (unsigned)blue, (unsigned)red, (unsigned)green, (unsigned)blue);
}

size_t routh_motion_outline(const motion_panel *panel, size_t from, double *next) {
    const routh_state *sample = panel->run->sample;
    size_t i = from;
    while (i + 1 < panel->moving && sample[i].time < *next - 1e-9)
        i++;
    *next += panel->strobe * fmax(1, floor((sample[i].time - *next) / panel->strobe + 1 + 1e-9));
    return i;
}

static void draw_outlines(const motion_panel *panel, FILE *file) {
    double next = panel->run->sample[0].time;
    for (size_t i = 0; i < panel->moving; i++) {
        i = routh_motion_outline(panel, i, &next);
        draw_outline(panel, i, file);
    }
}

static void draw_contacts(const motion_panel *panel, FILE *file) {
    svg_spot labelled[MOST_TOUCHINGS];
    size_t labels = 0;
    for (size_t i = 0; i < panel->touchings; i++) {
        const routh_run_record *one = &panel->run->record[i];
        const svg_spot spot =
            routh_svg_project(&panel->view, (routh_point){one->pose.x + one->rx, one->pose.y + one->ry});
        fprintf(file,
                "<circle class=\"contact\" cx=\"%.2f\" cy=\"%.2f\" r=\"3.4\" fill=\"%s\" stroke=\"#b00020\" "
                "stroke-width=\"1.3\"/>\n",
                spot.x, spot.y, one->slips ? "#ffffff" : "#b00020");
        size_t near = 0;
        while (near < labels && hypot(spot.x - labelled[near].x, spot.y - labelled[near].y) > 16)
            near++;
        if (near < labels)
            continue;
        char number[ROUTH_NUMBER_TEXT];
        const double angle = panel->world->plane[one->plane].angle;
        labelled[labels++] = spot;
        snprintf(number, sizeof number, "%zu", i + 1);
        routh_svg_text(file, spot.x + 13 * sin(angle), spot.y + 13 * cos(angle) + 4, 10.5, SVG_MIDDLE,
                       "fill=\"#8a0018\"", number);
    }
}

double routh_motion_closing_speed(const routh_world *world, const routh_run_record *touching) {
    const double angle = world->plane[touching->plane].angle;
    const routh_velocity *v = &touching->before;
    return -sin(angle) * (v->vx - touching->ry * v->omega) + cos(angle) * (v->vy + touching->rx * v->omega);
}

const char *routh_motion_shape_words(const routh_shape *shape, char words[MOTION_WORDS]) {
    if (shape->kind == ROUTH_ELLIPSE)
        snprintf(words, MOTION_WORDS, "ellipse %.4g × %.4g mm", 2e3 * shape->a, 2e3 * shape->b);
    else if (shape->kind == ROUTH_DISC)
        snprintf(words, MOTION_WORDS, "disc of %.4g mm", 2e3 * shape->a);
    else
        snprintf(words, MOTION_WORDS, "polygon with %zu corners", shape->count);
    return words;
}

/* The panel with its axes, in a drawing that has begun; its height. */
static void draw_panel(FILE *file, const motion_panel *panel) {
    routh_svg_group(file, PANEL_LEFT, PANEL_TOP);
    draw_surfaces(panel, file);
    draw_outlines(panel, file);
    draw_path(panel, file);
    draw_contacts(panel, file);
    routh_svg_metre_axes(file, panel->view.width, panel->view.height, panel->ticks);
    fputs("</g>\n", file);
}

static void draw_cell(FILE *file, int column, double y, const char *text) {
    routh_svg_text(file, SIDE_LEFT + column, y, 11.5, SVG_END, column == AT_NUMBER ? "fill=\"#8a0018\"" : "", text);
}

static void draw_title(FILE *file, int column, const char *text) {
    routh_svg_text(file, SIDE_LEFT + column, TABLE_TOP - TABLE_ROW, 10, SVG_END, SVG_FAINT_TEXT, text);
}

static void begin_table(FILE *file, const char *bold, const char *plain) {
    routh_svg_text(file, SIDE_LEFT, 30, 13, SVG_START, "font-weight=\"bold\"", bold);
    routh_svg_text(file, SIDE_LEFT, 49, 11.5, SVG_START, "", plain);
    draw_title(file, AT_TIME, "time (s)");
}

/* A row of the table for each contact that has room, and what is said below it. */
static void draw_rows(FILE *file, const motion_panel *panel, double height,
                      void (*row)(FILE *file, const void *what, size_t index, double y), const void *what,
                      const char *end) {
    const size_t count = panel->run->record_count, room = (size_t)((height - TABLE_TOP - BELOW) / TABLE_ROW);
    const size_t shown = count < room ? count : room;
    double y = TABLE_TOP;
    char line[64];
    for (size_t i = 0; i < shown; i++, y += TABLE_ROW) {
        char number[ROUTH_NUMBER_TEXT];
        snprintf(number, sizeof number, "%zu", i + 1);
        draw_cell(file, AT_NUMBER, y, number);
        draw_cell(file, AT_TIME, y, routh_fixed_text(panel->run->record[i].time, 4, number));
        row(file, what, i, y);
    }
    snprintf(line, sizeof line, "and %zu more", count - shown);
    routh_svg_text(file, SIDE_LEFT, y + 2, 10.5, SVG_START, SVG_FAINT_TEXT, shown < count ? line : end);
}

/* `%s` of the note is the time between outlines. */
static void draw_note(FILE *file, const motion_panel *panel, double height, const char *before, const char *after) {
    char line[ROUTH_NUMBER_TEXT + 200], number[ROUTH_NUMBER_TEXT];
    snprintf(line, sizeof line, "%s Outlines every %s s, first light, then dark%s", before,
             routh_number_text(panel->strobe, 3, number), after);
    routh_svg_text(file, MARGIN, height - 12, 10.5, SVG_START, SVG_FAINT_TEXT, line);
    fputs("</svg>\n", file);
}

/* Runs --------------------------------------------------------------------------------------------------*/

static void run_row(FILE *file, const void *what, size_t index, double y) {
    const motion_panel *panel = what;
    const routh_run_record *one = &panel->run->record[index];
    char number[ROUTH_NUMBER_TEXT];
    draw_cell(file, AT_SPEED, y, routh_number_text(routh_motion_closing_speed(panel->world, one), 3, number));
    draw_cell(file, AT_IMPULSE, y, routh_number_text(1e3 * one->pn, 3, number));
    draw_cell(file, AT_MODE, y, one->slips ? "slips" : "sticks");
}

void routh_run_draw(FILE *file, const void *what) {
    const routh_run_view *view = what;
    const routh_run *run = view->run;
    const routh_body *body = &view->world->body;
    const motion_panel panel = routh_motion_panel_of(view->world, run, PANEL_WIDTH, PANEL_LOWEST, PANEL_HIGHEST);
    const double height = PANEL_TOP + panel.view.height + BELOW;
    const routh_state *last = &run->sample[run->sample_count - 1];
    char words[MOTION_WORDS], line[MOTION_WORDS];
    routh_motion_shape_words(&body->shape, words);
    routh_svg_begin_description(file, WIDTH, height, "A dropped body");
    fprintf(file, "Seen from the side, in metres: %s, from (%.4g, %.4g) to (%.4g, %.4g) in %.4g s.", words,
            run->sample[0].pose.x, run->sample[0].pose.y, last->pose.x, last->pose.y, last->time - run->sample[0].time);
    for (size_t i = 0; i < panel.touchings && i < 20; i++)
        fprintf(file, " Contact %zu at %.4g s.", i + 1, run->record[i].time);
    routh_svg_end_description(file, WIDTH, height);
    draw_panel(file, &panel);
    snprintf(line, sizeof line, "%.4g kg, %.4g kg m²", body->mass, body->inertia);
    begin_table(file, words, line);
    draw_title(file, AT_SPEED, "v (m/s)");
    draw_title(file, AT_IMPULSE, "P (mN s)");
    draw_rows(file, &panel, height, run_row, &panel,
              run->record_count == 0 ? "no contact"
              : run->rests           ? "then it rests"
                                     : "");
    draw_note(file, &panel, height, "True to scale.",
              "; the line is the path of the centre of mass. Red: contacts, filled where they stick.");
}

/* Contacts of a recorded trajectory ------------------------------------------------------------------------*/

typedef struct recorded {
    const routh_dataset *dataset;
    const routh_trajectory *trajectory;
    const routh_record *record; /* the first of the trajectory */
    routh_run run;
} recorded;

/* Reasons of a contact in a line; "used" without any. */
static void reason_row(FILE *file, const void *what, size_t index, double y) {
    const unsigned reasons = ((const recorded *)what)->record[index].reasons;
    char text[64];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", reasons == 0 ? "used" : "");
    for (int r = 0; r < ROUTH_REASON_COUNT && used + 1 < sizeof text; r++)
        if (reasons >> r & 1)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used > 0 ? ", " : "",
                                     routh_name(&routh_reasons, r));
    routh_svg_text(file, SIDE_LEFT + AT_REASON, y, 10.5, SVG_START, reasons ? SVG_FAINT_TEXT : "", text);
}

static void draw_recorded(FILE *file, const void *what) {
    const recorded *r = what;
    const routh_half_plane ground = routh_half_plane_default();
    const routh_world world = {
        .body = r->dataset->body, .plane = &ground, .plane_count = 1, .gravity = r->dataset->gravity};
    const motion_panel panel = routh_motion_panel_of(&world, &r->run, PANEL_WIDTH, PANEL_LOWEST, PANEL_HIGHEST);
    const double height = PANEL_TOP + panel.view.height + BELOW;
    char words[MOTION_WORDS];
    routh_svg_begin(file, WIDTH, height, "A recorded trajectory and its contacts",
                    "Seen from the side, in metres: a recorded trajectory and what was taken for contacts.");
    draw_panel(file, &panel);
    begin_table(file, r->trajectory->name ? r->trajectory->name : "",
                routh_motion_shape_words(&r->dataset->body.shape, words));
    draw_rows(file, &panel, height, reason_row, r, r->run.record_count == 0 ? "nothing was taken for a contact" : "");
    draw_note(file, &panel, height, "True to scale, offsets corrected.",
              ". Red: contacts, filled where they are used.");
}

/* The trajectory with most contacts. */
static size_t most_contacts(const routh_dataset *dataset) {
    size_t best = 0, most = 0;
    for (size_t i = 0, run = 0; i < dataset->count; i++) {
        run = i > 0 && dataset->record[i].trajectory == dataset->record[i - 1].trajectory ? run + 1 : 1;
        if (run > most && dataset->record[i].trajectory >= 0) {
            most = run;
            best = (size_t)dataset->record[i].trajectory;
        }
    }
    return best;
}

/* Samples and contacts of one trajectory as a run. */
static routh_status make_run(routh_context *context, const routh_dataset *dataset, size_t index, recorded *r) {
    const routh_trajectory *from = r->trajectory;
    routh_run *run = &r->run;
    size_t count = 0;
    for (size_t i = 0; i < dataset->count; i++)
        if (dataset->record[i].trajectory == (long)index && count++ == 0)
            r->record = &dataset->record[i];
    run->sample = routh_allocate(context, from->count, sizeof *run->sample);
    run->record = routh_allocate(context, count, sizeof *run->record);
    if (!run->sample || !run->record)
        return ROUTH_OUT_OF_MEMORY;
    run->sample_count = from->count;
    run->record_count = count;
    for (size_t i = 0; i < from->count; i++)
        run->sample[i] = (routh_state){.time = from->time[i], .pose = {from->x[i], from->y[i], from->theta[i]}};
    for (size_t i = 0; i < count; i++) {
        const routh_record *one = &r->record[i];
        run->record[i] = (routh_run_record){.time = one->time,
                                            .pose = {one->x, one->y, one->theta},
                                            .rx = one->rx,
                                            .ry = one->ry,
                                            .slips = one->reasons != 0};
    }
    return ROUTH_OK;
}

static routh_status draw_trajectory(routh_context *context, FILE *file, const void *of) {
    recorded what = *(const recorded *)of;
    const size_t index = (size_t)(what.trajectory - what.dataset->trajectory);
    if (what.trajectory->count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "contacts: trajectory %zu has no samples", index);
    const routh_status status = make_run(context, what.dataset, index, &what);
    if (status == ROUTH_OK)
        draw_recorded(file, &what);
    routh_release(context, what.run.sample);
    routh_release(context, what.run.record);
    return status;
}

static void print_trajectory(FILE *file, const void *what) {
    routh_print_trajectory(file, ((const recorded *)what)->trajectory);
}

routh_status routh_trajectory_write(routh_context *context, const routh_dataset *dataset, size_t index, routh_io to) {
    if (!dataset || dataset->trajectory_count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "contacts: no trajectories to draw");
    index = index < dataset->trajectory_count ? index : most_contacts(dataset);
    const recorded what = {.dataset = dataset, .trajectory = &dataset->trajectory[index]};
    return ROUTH_WRITE(context, "routh_trajectory", &what, to, {".csv", .print = print_trajectory},
                       {".svg", .draw = draw_trajectory});
}
