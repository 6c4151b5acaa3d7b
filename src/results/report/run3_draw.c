/* A run in space as a picture: parallel lines stay parallel, and all is true to one scale.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/motion_picture.h"

#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "geometry/geometry.h"

/* The picture's axes: to the right, upwards, and towards the eye, which looks from beside and above, 25° over the
 * horizontal. */
static const double right[3] = {0.8660254037844386, 0.5, 0};
static const double up[3] = {0.2113091308703498, -0.3660080523430243, 0.9063077870366499};
static const double eye[3] = {0.4531538935183250, -0.7848855671739366, 0.4226182617406994};

static routh_point project(const double point[3]) {
    return (routh_point){routh_dot3(right, point), routh_dot3(up, point)};
}

static svg_spot spot_of(const svg_plot *view, const double point[3]) {
    return routh_svg_project(view, project(point));
}

/* What is fixed ----------------------------------------------------------------------------------------*/

typedef struct fixed_view {
    const svg_plot *view;
    double centre[3]; /* of the motion, m */
    double reach;     /* how far from there it goes, m */
    double step;      /* of the squares on planes, m */
} fixed_view;

/* The box about all places of the centre of mass. */
static fixed_view view_of(const motion_picture *p) {
    const routh_run3 *run = p->run;
    fixed_view f = {.view = &p->view};
    for (int c = 0; c < 3; c++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < run->sample_count; i++) {
            low = fmin(low, run->sample[i].position[c]);
            high = fmax(high, run->sample[i].position[c]);
        }
        f.centre[c] = (low + high) / 2;
        f.reach = fmax(f.reach, (high - low) / 2 + 1.5 * p->radius);
    }
    f.step = routh_svg_ticks_for(2 * f.reach, 2 * f.reach, 10).step;
    return f;
}

/* A plane's own axes, and the place of a point of it in the picture. */
typedef struct plane_axes {
    const svg_plot *view;
    double middle[3], u[3], v[3];
} plane_axes;

static plane_axes axes_of(const fixed_view *of, const routh_plane3 *plane) {
    plane_axes axes = {.view = of->view};
    const double length = routh_length3(plane->normal);
    double n[3], away = 0;
    for (int c = 0; c < 3; c++) {
        n[c] = plane->normal[c] / length;
        away += n[c] * (of->centre[c] - plane->point[c]);
    }
    const double other[3] = {fabs(n[0]) < 0.8, fabs(n[0]) >= 0.8, 0};
    routh_cross3(n, other, axes.v);
    const double across = routh_length3(axes.v);
    for (int c = 0; c < 3; c++) {
        axes.middle[c] = of->centre[c] - away * n[c];
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

static void draw_plane(const fixed_view *of, const routh_plane3 *plane, FILE *file) {
    const plane_axes axes = axes_of(of, plane);
    const double step = of->step, half = step * ceil(1.2 * of->reach / step);
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

static void draw_part(const svg_plot *view, const routh_world3 *world, FILE *file) {
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
            const svg_spot spot = spot_of(view, corner);
            fprintf(file, "%c%.2f,%.2f", k ? 'L' : 'M', spot.x, spot.y);
        }
        fputc('Z', file);
    }
    fputs("\" fill=\"#b8b1a5\" fill-opacity=\"0.7\" stroke=\"#6b6459\" stroke-width=\"0.8\"/>\n", file);
}

static void draw_fixed(const motion_picture *p, FILE *file) {
    const routh_world3 *world = p->world;
    const fixed_view f = view_of(p);
    for (size_t i = 0; i < world->plane_count; i++)
        draw_plane(&f, &world->plane[i], file);
    if (world->part)
        draw_part(&p->view, world, file);
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
static void draw_body(const motion_picture *p, FILE *file, size_t sample, const char *look) {
    const routh_world3 *world = p->world;
    const routh_state3 *state = &((const routh_run3 *)p->run)->sample[sample];
    const routh_shape3 *shape = world->shape;
    fputs("<path d=\"", file);
    for (size_t f = 0; f < shape->face_count; f++) {
        double normal[3];
        routh_turn_apply(state->orientation, shape->face[f], normal);
        if (routh_dot3(normal, eye) <= 0)
            continue;
        const size_t first = routh_shape3_first_corner(shape, f);
        size_t corner = first;
        for (size_t k = 0; k < shape->count && (k == 0 || corner != first); k++) {
            double point[3];
            corner_at(world, state, corner, point);
            const svg_spot spot = spot_of(&p->view, point);
            fprintf(file, "%c%.2f,%.2f", k ? 'L' : 'M', spot.x, spot.y);
            corner = routh_shape3_next_corner(shape, f, corner);
        }
        fputc('Z', file);
    }
    fprintf(file, "\" %s stroke-width=\"%s\" stroke-linejoin=\"round\"/>\n", look,
            shape->face_count > 60 ? "0.3" : "1");
}

static routh_point place_of(const motion_picture *p, size_t sample, double *time) {
    const routh_state3 *state = &((const routh_run3 *)p->run)->sample[sample];
    *time = state->time;
    return project(state->position);
}

static routh_point contact_of(const motion_picture *p, size_t contact, bool *filled) {
    const routh_run3_record *one = &((const routh_run3 *)p->run)->record[contact];
    *filled = one->contacts <= 1;
    return project(one->point);
}

static json_t *impacts_table(const routh_run3 *run) {
    static const routh_column columns[] = {
        {"", "%s"}, {"time (s)", "%.4f"}, {"approach (m/s)", "%.3g"}, {"contacts", "%s"}};
    routh_rows rows = ROUTH_ROWS_BEGIN(NULL, columns);
    for (size_t i = 0; i < run->record_count; i++)
        ROUTH_ROW(&rows, i + 1, run->record[i].time, run->record[i].speed, run->record[i].contacts);
    return routh_rows_page(&rows, "");
}

routh_status routh_run3_draw(routh_context *context, FILE *file, const void *what) {
    const routh_run3_view *view = what;
    const routh_world3 *world = view->world;
    motion_picture picture = {.world = world,
                              .run = view->run,
                              .shown = routh_run3_shown_of(world, view->run),
                              .radius = world->shape->radius + routh_length3(world->centre),
                              .outlines = 16,
                              .place_of = place_of,
                              .contact_of = contact_of,
                              .draw_fixed = draw_fixed,
                              .draw_body = draw_body};
    char body[ROUTH_LABEL_SIZE + 96], law[ROUTH_LABEL_SIZE + 96], note[2 * ROUTH_NAME_SIZE], square[ROUTH_NUMBER_TEXT];
    snprintf(body, sizeof body, "%s, %zu corners", world->shape->name, world->shape->count);
    snprintf(law, sizeof law, "%.4g kg, %s", world->mass, world->surface.law->name);
    snprintf(note, sizeof note,
             "Corners are drawn sharp; squares: %s m. Red: impacts, open where several contacts close at once.",
             routh_number_text(view_of(&picture).step, 3, square));
    return routh_motion_draw(context, file, &picture,
                             (motion_texts){.title = view->title,
                                            .bold = body,
                                            .plain = law,
                                            .note = note,
                                            .words = &view->words,
                                            .table = impacts_table(view->run)});
}
