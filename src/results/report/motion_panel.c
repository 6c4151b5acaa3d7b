/* The world seen from the side with a body moving in it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/motion_panel.h"

#include <math.h>

#include "base/context.h"

#define DEGREES 57.295779513082320877

/* Contacts beyond this many are drawn no more. */
enum { MOST_TOUCHINGS = 400 };

routh_status routh_motion_check(routh_context *context, const routh_world *world, const routh_run *run) {
    const routh_status status = routh_world_check(context, world);
    if (status != ROUTH_OK)
        return status;
    if (!run || run->sample_count == 0 || !run->sample)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "run: nothing to draw");
    return ROUTH_OK;
}

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

void routh_motion_panel_surfaces(const motion_panel *panel, FILE *file) {
    for (size_t i = 0; i < panel->world->plane_count; i++)
        draw_surface(panel, &panel->world->plane[i], file);
    routh_svg_panel_axes(file, &panel->view, panel->ticks, 1);
}

void routh_motion_panel_outline(const motion_panel *panel, FILE *file) {
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

void routh_motion_panel_place(const motion_panel *panel, routh_pose pose, FILE *file) {
    const svg_spot spot = routh_svg_project(&panel->view, (routh_point){pose.x, pose.y});
    fprintf(file, "transform=\"translate(%.2f,%.2f) rotate(%.2f)\"", spot.x, spot.y, -pose.theta * DEGREES);
}

void routh_motion_panel_path(const motion_panel *panel, FILE *file) {
    fputs("<polyline class=\"path\" points=\"", file);
    for (size_t i = 0; i < panel->moving; i++) {
        const routh_pose *pose = &panel->run->sample[i].pose;
        const svg_spot spot = routh_svg_project(&panel->view, (routh_point){pose->x, pose->y});
        fprintf(file, "%s%.2f,%.2f", i > 0 ? " " : "", spot.x, spot.y);
    }
    fputs("\" fill=\"none\" stroke=\"#d55e00\" stroke-width=\"1.6\" stroke-linejoin=\"round\"/>\n", file);
}

/* From light to dark blue. */
static void draw_outline(const motion_panel *panel, size_t sample, FILE *file) {
    const double age = panel->moving > 1 ? (double)sample / (double)(panel->moving - 1) : 1;
    const int red = (int)lround(150 - 150 * age), green = (int)lround(200 - 125 * age),
              blue = (int)lround(230 - 90 * age);
    routh_motion_panel_outline(panel, file);
    fputs("class=\"outline\" ", file);
    routh_motion_panel_place(panel, panel->run->sample[sample].pose, file);
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

void routh_motion_panel_outlines(const motion_panel *panel, FILE *file) {
    double next = panel->run->sample[0].time;
    for (size_t i = 0; i < panel->moving; i++) {
        i = routh_motion_outline(panel, i, &next);
        draw_outline(panel, i, file);
    }
}

void routh_motion_panel_contacts(const motion_panel *panel, FILE *file) {
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
