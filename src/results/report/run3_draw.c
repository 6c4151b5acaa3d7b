/* A run in space, drawn: the body over time seen from a corner, the path of its centre of mass, its impacts, and a table of
 * these.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg.h"
#include "report/write.h"

#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "geometry/geometry.h"

/* More outlines would hide each other, and impacts beyond this many are drawn no more. */
enum { OUTLINES = 16, MOST_IMPACTS = 100 };

/* A panel: parallel lines stay parallel, and all is true to one scale. */
typedef struct run3_panel {
    const routh_world3 *world;
    const routh_run3 *run;
    svg_view view;     /* m, along the picture's own axes */
    double centre[3];  /* of the motion, m */
    double reach;      /* how far from there it goes, m */
    svg_ticks squares; /* on planes */
    size_t moving;     /* samples until it lies still; at least 1 */
    double strobe;     /* s between outlines */
    size_t impacts;    /* drawn */
} run3_panel;

/* The picture's axes: to the right, upwards, and towards the eye, which looks from beside and above, 25° over the
 * horizontal. */
static const double right[3] = {0.8660254037844386, 0.5, 0};
static const double up[3] = {0.2113091308703498, -0.3660080523430243, 0.9063077870366499};
static const double eye[3] = {0.4531538935183250, -0.7848855671739366, 0.4226182617406994};

static svg_spot spot_of(const svg_view *view, const double point[3]) {
    return routh_svg_project(view, (routh_point){routh_dot3(right, point), routh_dot3(up, point)});
}

/* Moved or turned by more than a thousandth of its size against the last sample. */
static size_t count_moving(const routh_run3 *run, double radius) {
    const routh_state3 *end = &run->sample[run->sample_count - 1];
    size_t count = run->sample_count;
    while (count > 1) {
        const routh_state3 *state = &run->sample[count - 1];
        double turned[3], away = 0;
        routh_turn_between(state->orientation, end->orientation, turned);
        for (int c = 0; c < 3; c++)
            away = fmax(away, fabs(state->position[c] - end->position[c]));
        if (away + radius * routh_length3(turned) > 1e-3 * radius)
            break;
        count--;
    }
    return count < run->sample_count ? count + 1 : count;
}

/* The box about all places of the centre of mass. */
static void find_motion(run3_panel *panel, double radius) {
    double low[3], high[3];
    const routh_run3 *run = panel->run;
    memcpy(low, run->sample[0].position, sizeof low);
    memcpy(high, run->sample[0].position, sizeof high);
    for (size_t i = 0; i < run->sample_count; i++)
        for (int c = 0; c < 3; c++) {
            low[c] = fmin(low[c], run->sample[i].position[c]);
            high[c] = fmax(high[c], run->sample[i].position[c]);
        }
    for (int c = 0; c < 3; c++) {
        panel->centre[c] = (low[c] + high[c]) / 2;
        panel->reach = fmax(panel->reach, (high[c] - low[c]) / 2 + 1.5 * radius);
    }
}

static run3_panel panel_of(const routh_world3 *world, const routh_run3 *run, double width, double lowest,
                           double highest) {
    const double radius = world->shape->radius + routh_length3(world->centre);
    run3_panel panel = {.world = world, .run = run, .moving = count_moving(run, radius)};
    svg_extent extent = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (size_t i = 0; i < run->sample_count; i++) {
        const double across = routh_dot3(right, run->sample[i].position),
                     high = routh_dot3(up, run->sample[i].position);
        extent.left = fmin(extent.left, across - 1.5 * radius);
        extent.right = fmax(extent.right, across + 1.5 * radius);
        extent.bottom = fmin(extent.bottom, high - 1.5 * radius);
        extent.top = fmax(extent.top, high + 1.3 * radius);
    }
    const double wanted = width * (extent.top - extent.bottom) / (extent.right - extent.left);
    panel.view = routh_svg_view_of(extent, width, fmax(lowest, fmin(highest, wanted)));
    find_motion(&panel, radius);
    panel.squares = routh_svg_ticks_for(2 * panel.reach, 2 * panel.reach, 10);
    const double time = run->sample[panel.moving - 1].time - run->sample[0].time;
    panel.strobe = time > 0 ? routh_svg_ticks_for(time, time, OUTLINES).step : 0;
    panel.impacts = run->record_count < MOST_IMPACTS ? run->record_count : MOST_IMPACTS;
    return panel;
}

/* What is fixed ----------------------------------------------------------------------------------------*/

/* A plane's own axes, and the place of a point of it in the picture. */
typedef struct plane_axes {
    const svg_view *view;
    double middle[3], u[3], v[3];
} plane_axes;

static plane_axes axes_of(const run3_panel *panel, const routh_plane3 *plane) {
    plane_axes axes = {.view = &panel->view};
    const double length = routh_length3(plane->normal);
    double n[3], away = 0;
    for (int c = 0; c < 3; c++) {
        n[c] = plane->normal[c] / length;
        away += n[c] * (panel->centre[c] - plane->point[c]);
    }
    const double other[3] = {fabs(n[0]) < 0.8, fabs(n[0]) >= 0.8, 0};
    routh_cross3(n, other, axes.v);
    const double across = routh_length3(axes.v);
    for (int c = 0; c < 3; c++) {
        axes.middle[c] = panel->centre[c] - away * n[c];
        axes.v[c] /= across;
    }
    routh_cross3(axes.v, n, axes.u);
    return axes;
}

static svg_spot on_plane(const plane_axes *axes, double a, double b) {
    double point[3];
    for (int c = 0; c < 3; c++)
        point[c] = axes->middle[c] + a * axes->u[c] + b * axes->v[c];
    return spot_of(axes->view, point);
}

static void draw_plane(const run3_panel *panel, const routh_plane3 *plane, FILE *file) {
    const plane_axes axes = axes_of(panel, plane);
    const double step = panel->squares.step, half = step * ceil(1.2 * panel->reach / step);
    const double u0 = routh_dot3(axes.middle, axes.u), v0 = routh_dot3(axes.middle, axes.v);
    const svg_spot corner[4] = {on_plane(&axes, -half, -half), on_plane(&axes, half, -half),
                                on_plane(&axes, half, half), on_plane(&axes, -half, half)};
    fputs("<path class=\"surface\" d=\"", file);
    for (int i = 0; i < 4; i++)
        fprintf(file, "%c%.2f,%.2f", i ? 'L' : 'M', corner[i].x, corner[i].y);
    fputs("Z\" fill=\"#d9d4cb\" fill-opacity=\"0.5\" stroke=\"#6b6459\" stroke-width=\"0.8\"/>\n<path d=\"", file);
    for (int way = 0; way < 2; way++) {
        const double at = way ? v0 : u0;
        for (double i = ceil((at - half) / step); i * step <= at + half; i++) {
            const double a = i * step - at;
            const svg_spot from = way ? on_plane(&axes, -half, a) : on_plane(&axes, a, -half);
            const svg_spot to = way ? on_plane(&axes, half, a) : on_plane(&axes, a, half);
            fprintf(file, "M%.2f,%.2fL%.2f,%.2f", from.x, from.y, to.x, to.y);
        }
    }
    fputs("\" fill=\"none\" stroke=\"#a59d90\" stroke-width=\"0.5\"/>\n", file);
}

static void draw_part(const run3_panel *panel, FILE *file) {
    const routh_world3 *world = panel->world;
    fputs("<path class=\"part\" d=\"", file);
    for (size_t f = 0; f < routh_polyhedron_faces(world->part); f++) {
        const routh_face face = routh_polyhedron_face(world->part, f);
        double normal[3];
        routh_pose3_direction(&world->part_pose, face.normal, normal);
        if (routh_dot3(normal, eye) <= 0)
            continue;
        for (size_t k = 0; k < face.count; k++) {
            double corner[3];
            routh_pose3_point(&world->part_pose, routh_polyhedron_vertex(world->part, face.corner[k]), corner);
            const svg_spot spot = spot_of(&panel->view, corner);
            fprintf(file, "%c%.2f,%.2f", k ? 'L' : 'M', spot.x, spot.y);
        }
        fputc('Z', file);
    }
    fputs("\" fill=\"#b8b1a5\" fill-opacity=\"0.7\" stroke=\"#6b6459\" stroke-width=\"0.8\"/>\n", file);
}

static void draw_fixed(const run3_panel *panel, FILE *file) {
    for (size_t i = 0; i < panel->world->plane_count; i++)
        draw_plane(panel, &panel->world->plane[i], file);
    if (panel->world->part)
        draw_part(panel, file);
}

/* What moves -------------------------------------------------------------------------------------------*/

static void corner_at(const routh_world3 *world, const routh_state3 *state, size_t corner, double point[3]) {
    double arm[3];
    for (int c = 0; c < 3; c++)
        arm[c] = world->shape->vertex[corner][c] - world->centre[c];
    routh_turn_apply(state->orientation, arm, point);
    for (int c = 0; c < 3; c++)
        point[c] += state->position[c];
}

/* The faces that are seen, sharp corners whatever the rounding. */
static void draw_body(const run3_panel *panel, size_t sample, FILE *file) {
    const routh_state3 *state = &panel->run->sample[sample];
    const routh_shape3 *shape = panel->world->shape;
    const double age = panel->moving > 1 ? (double)sample / (double)(panel->moving - 1) : 1;
    const unsigned red = (unsigned)lround(150 - 150 * age), green = (unsigned)lround(200 - 125 * age),
                   blue = (unsigned)lround(230 - 90 * age);
    fputs("<path class=\"outline\" d=\"", file);
    for (size_t f = 0; f < shape->face_count; f++) {
        double normal[3];
        routh_turn_apply(state->orientation, shape->face[f], normal);
        if (routh_dot3(normal, eye) <= 0)
            continue;
        const size_t first = routh_shape3_first_corner(shape, f);
        size_t corner = first;
        for (size_t k = 0; k < shape->count && (k == 0 || corner != first); k++) {
            double point[3];
            corner_at(panel->world, state, corner, point);
            const svg_spot spot = spot_of(&panel->view, point);
            fprintf(file, "%c%.2f,%.2f", k ? 'L' : 'M', spot.x, spot.y);
            corner = routh_shape3_next_corner(shape, f, corner);
        }
        fputc('Z', file);
    }
    fprintf(file,
            "\" fill=\"#%02x%02x%02x\" fill-opacity=\"0.1\" stroke=\"#%02x%02x%02x\" stroke-width=\"%s\" "
            "stroke-linejoin=\"round\"/>\n",
            red, green, blue, red, green, blue, shape->face_count > 60 ? "0.3" : "1");
}

static void draw_bodies(const run3_panel *panel, FILE *file) {
    const routh_state3 *sample = panel->run->sample;
    double next = sample[0].time;
    for (size_t i = 0; i < panel->moving; i++) {
        if (i + 1 < panel->moving && sample[i].time < next - 1e-9)
            continue;
        draw_body(panel, i, file);
        while (panel->strobe > 0 && next <= sample[i].time + 1e-9)
            next += panel->strobe;
    }
}

static void draw_path(const run3_panel *panel, FILE *file) {
    fputs("<polyline class=\"path\" points=\"", file);
    for (size_t i = 0; i < panel->moving; i++) {
        const svg_spot spot = spot_of(&panel->view, panel->run->sample[i].position);
        fprintf(file, "%s%.2f,%.2f", i > 0 ? " " : "", spot.x, spot.y);
    }
    fputs("\" fill=\"none\" stroke=\"" SVG_ORANGE "\" stroke-width=\"1.6\" stroke-linejoin=\"round\"/>\n", file);
}

static void draw_impacts(const run3_panel *panel, FILE *file) {
    svg_spot labelled[MOST_IMPACTS];
    size_t labels = 0;
    for (size_t i = 0; i < panel->impacts; i++) {
        const routh_run3_record *one = &panel->run->record[i];
        const svg_spot spot = spot_of(&panel->view, one->point);
        char number[ROUTH_NUMBER_TEXT];
        fprintf(file,
                "<circle class=\"contact\" cx=\"%.2f\" cy=\"%.2f\" r=\"3.4\" fill=\"%s\" stroke=\"#b00020\" "
                "stroke-width=\"1.3\"/>\n",
                spot.x, spot.y, one->contacts > 1 ? "#ffffff" : "#b00020");
        size_t near = 0;
        while (near < labels && hypot(spot.x - labelled[near].x, spot.y - labelled[near].y) > 16)
            near++;
        if (near < labels)
            continue;
        labelled[labels++] = spot;
        snprintf(number, sizeof number, "%zu", i + 1);
        routh_svg_text(file, spot.x, spot.y + 16, 10.5, SVG_MIDDLE, "fill=\"#8a0018\"", number);
    }
}

/* The drawing ---------------------------------------------------------------------------------------------*/

/* All in pixels. */
enum {
    WIDTH = 900,
    MARGIN = 16,
    PANEL_WIDTH = 620,
    PANEL_LOWEST = 280,
    PANEL_HIGHEST = 640,
    BELOW = 50, /* the note */
    SIDE_LEFT = 654,
    TABLE_TOP = 92,
    TABLE_ROW = 19
};

/* The table's columns from its left, right-hand edges. */
enum { COLUMN_NUMBER = 20, COLUMN_TIME = 80, COLUMN_SPEED = 150, COLUMN_CONTACTS = 222 };

static void table_row(const routh_run3_record *one, size_t index, double y, FILE *file) {
    char number[ROUTH_NUMBER_TEXT];
    snprintf(number, sizeof number, "%zu", index + 1);
    routh_svg_text(file, SIDE_LEFT + COLUMN_NUMBER, y, 11.5, SVG_END, "fill=\"#8a0018\"", number);
    routh_svg_text(file, SIDE_LEFT + COLUMN_TIME, y, 11.5, SVG_END, "", routh_fixed_text(one->time, 4, number));
    routh_svg_text(file, SIDE_LEFT + COLUMN_SPEED, y, 11.5, SVG_END, "", routh_number_text(one->speed, 3, number));
    snprintf(number, sizeof number, "%zu", one->contacts);
    routh_svg_text(file, SIDE_LEFT + COLUMN_CONTACTS, y, 11.5, SVG_END, "", number);
}

/* What becomes of the body after the impacts of the table. Sliding and rolling are no impacts. */
static const char *ending_of(const run3_panel *panel) {
    const routh_run3 *run = panel->run;
    const routh_state3 *last = &run->sample[run->sample_count - 1];
    if (run->rests)
        return "then it rests";
    if (routh_world3_distance(panel->world, last) > 1e-3 * panel->world->shape->radius)
        return run->record_count == 0 ? "no impact" : "then it flies on";
    return run->record_count == 0 ? "no impact: it slides on" : "then it slides on";
}

static void draw_table(const run3_panel *panel, double height, FILE *file) {
    const routh_world3 *world = panel->world;
    const routh_run3 *run = panel->run;
    char line[ROUTH_LABEL_SIZE + 96];
    snprintf(line, sizeof line, "%s, %zu corners", world->shape->name, world->shape->count);
    routh_svg_text(file, SIDE_LEFT, 30, 13, SVG_START, "font-weight=\"bold\"", line);
    snprintf(line, sizeof line, "%.4g kg, %s", world->mass, world->surface.law->name);
    routh_svg_text(file, SIDE_LEFT, 49, 11.5, SVG_START, "", line);
    routh_svg_text(file, SIDE_LEFT + COLUMN_TIME, TABLE_TOP - TABLE_ROW, 10, SVG_END, SVG_FAINT_TEXT, "time (s)");
    routh_svg_text(file, SIDE_LEFT + COLUMN_SPEED, TABLE_TOP - TABLE_ROW, 10, SVG_END, SVG_FAINT_TEXT,
                   "approach (m/s)");
    routh_svg_text(file, SIDE_LEFT + COLUMN_CONTACTS, TABLE_TOP - TABLE_ROW, 10, SVG_END, SVG_FAINT_TEXT, "contacts");
    const size_t room = (size_t)fmax(0, (height - TABLE_TOP - BELOW) / TABLE_ROW);
    const size_t shown = run->record_count < room ? run->record_count : room;
    double y = TABLE_TOP;
    for (size_t i = 0; i < shown; i++, y += TABLE_ROW)
        table_row(&run->record[i], i, y, file);
    if (shown < run->record_count)
        snprintf(line, sizeof line, "and %zu more", run->record_count - shown);
    else
        snprintf(line, sizeof line, "%s", ending_of(panel));
    routh_svg_text(file, SIDE_LEFT, y + 2, 10.5, SVG_START, SVG_FAINT_TEXT, line);
}

static void draw_description(const run3_panel *panel, FILE *file) {
    const routh_run3 *run = panel->run;
    const routh_state3 *first = &run->sample[0], *last = &run->sample[run->sample_count - 1];
    fputs("Seen from a corner: ", file);
    routh_xml_escape(file, panel->world->shape->name);
    fprintf(file, ", its centre of mass from (%.4g, %.4g, %.4g) m to (%.4g, %.4g, %.4g) m in %.4g s.",
            first->position[0], first->position[1], first->position[2], last->position[0], last->position[1],
            last->position[2], last->time - first->time);
    for (size_t i = 0; i < panel->impacts && i < 20; i++)
        fprintf(file, " Impact %zu at %.4g s.", i + 1, run->record[i].time);
}

static void draw_note(const run3_panel *panel, double y, FILE *file) {
    char line[2 * ROUTH_NUMBER_TEXT + 160], strobe[ROUTH_NUMBER_TEXT], square[ROUTH_NUMBER_TEXT];
    snprintf(line, sizeof line, "The body every %s s, first light, then dark, its corners drawn sharp. Squares: %s m.",
             routh_number_text(panel->strobe, 3, strobe), routh_number_text(panel->squares.step, 3, square));
    routh_svg_text(file, MARGIN, y - 15, 10.5, SVG_START, SVG_FAINT_TEXT, line);
    routh_svg_text(file, MARGIN, y, 10.5, SVG_START, SVG_FAINT_TEXT,
                   "Orange: the path of the centre of mass. Red: impacts, open where several contacts close at once.");
}

void routh_run3_draw(FILE *file, const void *what) {
    const routh_run3_view *v = what;
    const run3_panel panel = panel_of(v->world, v->run, PANEL_WIDTH, PANEL_LOWEST, PANEL_HIGHEST);
    const double height = MARGIN + panel.view.height + BELOW;
    routh_svg_begin_description(file, WIDTH, height, v->title);
    draw_description(&panel, file);
    routh_svg_end_description(file, WIDTH, height);
    fprintf(file, "<clipPath id=\"window\"><rect width=\"%g\" height=\"%g\"/></clipPath>\n", panel.view.width,
            panel.view.height);
    fprintf(file, "<g transform=\"translate(%d,%d)\" clip-path=\"url(#window)\">\n", MARGIN, MARGIN);
    draw_fixed(&panel, file);
    draw_bodies(&panel, file);
    draw_path(&panel, file);
    draw_impacts(&panel, file);
    fputs("</g>\n", file);
    draw_table(&panel, height, file);
    draw_note(&panel, height - 12, file);
    fputs("</svg>\n", file);
}
