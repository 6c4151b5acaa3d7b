/* The cloth from above with a ball's path on it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/billiard_panel.h"

#include <math.h>

#define DEGREES       57.295779513082320877
#define LETTER_RADIUS 6.5

const char *routh_billiard_line(routh_path_kind kind) {
    static const char *const lines[ROUTH_PATH_KIND_COUNT] = {
        [ROUTH_PATH_HOP] = "stroke=\"#0072b2\" stroke-width=\"2\" stroke-dasharray=\"9 5\"",
        [ROUTH_PATH_SLIDING] = "stroke=\"#d55e00\" stroke-width=\"3.5\"",
        [ROUTH_PATH_ROLLING] =
            "stroke=\"#009e73\" stroke-width=\"4\" stroke-dasharray=\"0.1 7\" stroke-linecap=\"round\"",
        [ROUTH_PATH_SPINNING] = "stroke=\"none\"",
        [ROUTH_PATH_STILL] = "stroke=\"none\"",
    };
    return lines[kind];
}

static routh_point place_at(const routh_path_piece *piece, double tau) {
    const double *p = piece->ball.position, *v = piece->ball.velocity, *a = piece->acceleration;
    return (routh_point){p[0] + tau * (v[0] + a[0] * tau / 2), p[1] + tau * (v[1] + a[1] * tau / 2)};
}

static int moves(const routh_path_piece *piece) {
    return piece->kind <= ROUTH_PATH_ROLLING;
}

static void widen(svg_extent *extent, routh_point point) {
    extent->left = fmin(extent->left, point.pt);
    extent->right = fmax(extent->right, point.pt);
    extent->bottom = fmin(extent->bottom, point.pn);
    extent->top = fmax(extent->top, point.pn);
}

/* The ends of every piece, and where it turns back along x or y. */
static svg_extent path_extent(const routh_ball_path *path) {
    routh_point start = place_at(&path->piece[0], 0);
    svg_extent extent = {start.pt, start.pt, start.pn, start.pn};
    for (size_t i = 0; i < path->count; i++) {
        const routh_path_piece *piece = &path->piece[i];
        widen(&extent, place_at(piece, 0));
        for (int axis = 0; axis < 2 && moves(piece); axis++) {
            double turn = -piece->ball.velocity[axis] / piece->acceleration[axis];
            if (turn > 0 && turn < piece->duration)
                widen(&extent, place_at(piece, turn));
        }
    }
    return extent;
}

/* Where the tip touches the ball, and the end of the cue as far as it is drawn; on the cloth. */
static void cue_ends(const billiard_panel *panel, routh_point *tip, routh_point *end) {
    const routh_shot *shot = panel->shot;
    const double *centre = panel->path->piece[0].ball.position;
    double x = cos(shot->azimuth), y = sin(shot->azimuth), r = panel->path->ball_radius;
    double back = sqrt(fmax(0, 1 - shot->side * shot->side - shot->up * shot->up)) * cos(shot->elevation) -
                  shot->up * sin(shot->elevation);
    *tip = (routh_point){centre[0] + r * (shot->side * y - back * x), centre[1] + r * (-shot->side * x - back * y)};
    *end = (routh_point){tip->pt - panel->cue_length * x, tip->pn - panel->cue_length * y};
}

static void set_view(billiard_panel *panel, double width, double lowest, double highest) {
    svg_extent extent = path_extent(panel->path);
    double r = panel->path->ball_radius;
    double size = fmax(fmax(extent.right - extent.left, extent.top - extent.bottom), 4 * r);
    panel->cue_length = 0.2 * size;
    if (panel->shot) {
        routh_point tip, end;
        cue_ends(panel, &tip, &end);
        widen(&extent, end);
    }
    double air = fmax(0.06 * size, 1.6 * r);
    extent = (svg_extent){extent.left - air, extent.right + air, extent.bottom - air, extent.top + air};
    double wanted = width * (extent.top - extent.bottom) / (extent.right - extent.left);
    panel->view = routh_svg_view_of(extent, width, fmax(lowest, fmin(highest, wanted)));
    double largest = fmax(fmax(fabs(extent.left), fabs(extent.right)), fmax(fabs(extent.bottom), fabs(extent.top)));
    panel->ticks = routh_svg_ticks_for(width / panel->view.scale, largest, 8);
    if (panel->path->rest_time > 0)
        panel->mark_step = routh_svg_ticks_for(panel->path->rest_time, panel->path->rest_time, 30).step;
}

static void find_stretches(billiard_panel *panel) {
    for (size_t i = 0; i < panel->path->count; i++) {
        routh_path_kind kind = panel->path->piece[i].kind;
        path_stretch *last = panel->stretches > 0 ? &panel->stretch[panel->stretches - 1] : NULL;
        if (last && (last->kind == kind || panel->stretches == MOST_STRETCHES))
            last->count++;
        else
            panel->stretch[panel->stretches++] = (path_stretch){kind, i, 1};
    }
}

billiard_panel routh_billiard_panel_of(const routh_ball_path *path, const routh_shot *shot, double width, double lowest,
                                       double highest) {
    billiard_panel panel = {.path = path, .shot = shot};
    set_view(&panel, width, lowest, highest);
    find_stretches(&panel);
    return panel;
}

static svg_spot spot_at(const billiard_panel *panel, const routh_path_piece *piece, double tau) {
    return routh_svg_project(&panel->view, place_at(piece, tau));
}

static double ball_pixels(const billiard_panel *panel) {
    return fmax(2.5, panel->path->ball_radius * panel->view.scale);
}

/* A path of constant acceleration is a quadratic Bézier curve; its control point is where the ball would be at half time
 * had it not been slowed down. */
static void draw_piece(const billiard_panel *panel, const routh_path_piece *piece, FILE *file) {
    double half = piece->duration / 2;
    const double *p = piece->ball.position, *v = piece->ball.velocity;
    svg_spot from = spot_at(panel, piece, 0), to = spot_at(panel, piece, piece->duration);
    svg_spot control = routh_svg_project(&panel->view, (routh_point){p[0] + half * v[0], p[1] + half * v[1]});
    fprintf(file, "<path class=\"%s\" d=\"M%.2f,%.2fQ%.2f,%.2f %.2f,%.2f\" fill=\"none\" %s/>\n",
            routh_name(&routh_path_kinds, piece->kind), from.x, from.y, control.x, control.y, to.x, to.y,
            routh_billiard_line(piece->kind));
}

static void draw_time_marks(const billiard_panel *panel, FILE *file) {
    double last = panel->mark_step > 0 ? floor(panel->path->rest_time / panel->mark_step) : 0;
    for (double i = 1; i <= last; i++) {
        routh_ball ball = routh_ball_path_at(panel->path, i * panel->mark_step);
        svg_spot spot = routh_svg_project(&panel->view, (routh_point){ball.position[0], ball.position[1]});
        fprintf(file, "<circle class=\"time\" cx=\"%.2f\" cy=\"%.2f\" r=\"2.2\" fill=\"#ffffff\" stroke=\"%s\"/>\n",
                spot.x, spot.y, SVG_INK);
    }
}

static void turned_text(FILE *file, svg_spot spot, double size, const char *text) {
    char turn[96];
    snprintf(turn, sizeof turn, "transform=\"translate(%.2f,%.2f) rotate(%.3f)\"", spot.x, spot.y,
             spot.angle * DEGREES);
    routh_svg_text(file, 0, 4, size, SVG_MIDDLE, turn, text);
}

/* Text beside a line, where it covers least. */
static void text_along(FILE *file, svg_label_map *map, svg_spot from, svg_spot to, const char *text) {
    enum { SIZE = 12, HEIGHT = 14 };
    svg_spot spot;
    routh_svg_place_along(map, from, to, routh_svg_text_width(text, SIZE), HEIGHT, &spot);
    routh_svg_label_map_add_text(map, spot, routh_svg_text_width(text, SIZE), HEIGHT);
    turned_text(file, spot, SIZE, text);
}

/* A tapered shaft; an upright cue is a ring around the place that it touches. */
static void draw_cue(const billiard_panel *panel, FILE *file, svg_label_map *map) {
    routh_point tip_point, end_point;
    cue_ends(panel, &tip_point, &end_point);
    svg_spot tip = routh_svg_project(&panel->view, tip_point), end = routh_svg_project(&panel->view, end_point);
    if (cos(panel->shot->elevation) < 0.02) {
        fprintf(file,
                "<circle class=\"cue\" cx=\"%.2f\" cy=\"%.2f\" r=\"5\" fill=\"none\" stroke=\"%s\" "
                "stroke-width=\"2\"/>\n",
                tip.x, tip.y, BILLIARD_WOOD);
        return;
    }
    double length = hypot(end.x - tip.x, end.y - tip.y), x = (end.x - tip.x) / length, y = (end.y - tip.y) / length;
    fprintf(file,
            "<path class=\"cue\" d=\"M%.2f,%.2fL%.2f,%.2fL%.2f,%.2fL%.2f,%.2fZ\" fill=\"#dcb88a\" stroke=\"%s\"/>\n",
            tip.x - 1.5 * y, tip.y + 1.5 * x, end.x - 4 * y, end.y + 4 * x, end.x + 4 * y, end.y - 4 * x,
            tip.x + 1.5 * y, tip.y - 1.5 * x, BILLIARD_WOOD);
    routh_svg_label_map_add_line(map, tip, end, 5, 10);
    svg_spot middle = {(tip.x + end.x) / 2, (tip.y + end.y) / 2, 0};
    text_along(file, map, middle, end, "cue");
}

/* The path as labels see it: discs along every piece, and the balls where stretches begin. */
static void note_path(const billiard_panel *panel, svg_label_map *map) {
    enum { POINTS = 40 };
    for (size_t i = 0; i < panel->stretches; i++) {
        svg_spot at = spot_at(panel, &panel->path->piece[panel->stretch[i].first], 0);
        routh_svg_label_map_add(map, at.x, at.y, ball_pixels(panel) + 1, 8);
    }
    for (size_t i = 0; i < panel->path->count; i++) {
        const routh_path_piece *piece = &panel->path->piece[i];
        for (int k = 0; k <= POINTS && moves(piece); k++) {
            svg_spot spot = spot_at(panel, piece, piece->duration * k / POINTS);
            routh_svg_label_map_add(map, spot.x, spot.y, 5, 3);
        }
    }
}

static void draw_balls(const billiard_panel *panel, FILE *file) {
    for (size_t i = 0; i < panel->stretches; i++) {
        svg_spot at = spot_at(panel, &panel->path->piece[panel->stretch[i].first], 0);
        int end = i == 0 || i + 1 == panel->stretches;
        fprintf(file,
                "<circle class=\"ball\" cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" fill=\"%s\" stroke=\"%s\" "
                "stroke-width=\"%g\"/>\n",
                at.x, at.y, ball_pixels(panel), i == 0 ? "#ffffff" : "none", end ? SVG_INK : SVG_FAINT,
                end ? 1.2 : 0.8);
    }
}

/* Words along the longest piece of each stretch; letters where stretches begin. */
static void draw_labels(const billiard_panel *panel, FILE *file, svg_label_map *map) {
    for (size_t i = 0; i < panel->stretches; i++) {
        const path_stretch *stretch = &panel->stretch[i];
        const routh_path_piece *piece = &panel->path->piece[stretch->first]; /* of hops the first is the longest */
        const char *word = routh_name(&routh_path_kinds, stretch->kind);
        svg_spot from = spot_at(panel, piece, 0.3 * piece->duration), to = spot_at(panel, piece, 0.7 * piece->duration);
        if (moves(piece) && hypot(to.x - from.x, to.y - from.y) > 20)
            text_along(file, map, from, to, word);
    }
    for (size_t i = 0; i < panel->stretches; i++) {
        svg_spot at = spot_at(panel, &panel->path->piece[panel->stretch[i].first], 0);
        svg_spot label = routh_svg_place_near(map, at.x, at.y, LETTER_RADIUS);
        char letter[2] = {(char)('A' + (int)i), '\0'};
        routh_svg_text(file, label.x, label.y + 4.3, 12, SVG_MIDDLE, "font-weight=\"bold\"", letter);
    }
}

routh_status routh_billiard_panel_draw(routh_context *context, const billiard_panel *panel, FILE *file) {
    svg_label_map map;
    routh_status status = routh_svg_label_map_create(context, panel->view.width, panel->view.height, 4096, &map);
    if (status != ROUTH_OK)
        return status;
    fprintf(file, "<rect class=\"cloth\" width=\"%g\" height=\"%.2f\" fill=\"#eef5ee\"/>\n", panel->view.width,
            panel->view.height);
    routh_svg_panel_axes(file, &panel->view, panel->ticks, 1);
    draw_balls(panel, file);
    for (size_t i = 0; i < panel->path->count; i++)
        if (moves(&panel->path->piece[i]))
            draw_piece(panel, &panel->path->piece[i], file);
    draw_time_marks(panel, file);
    note_path(panel, &map);
    if (panel->shot)
        draw_cue(panel, file, &map);
    draw_labels(panel, file, &map);
    routh_svg_label_map_release(context, &map);
    return ROUTH_OK;
}
