/* A massé drawn, after figure 11 of Modeling of tangential compliance in 3D impact: the ball's path on the cloth from above
 * with letters where its kind changes, a table that explains them, and the ball as the cue sees it; and where the ball comes to
 * rest over the two constants that nobody has measured.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "papers.h"

#define DEGREES 57.295779513082320877
#define INK     "#222222"
#define FAINT   "#9a9a9a"
#define WOOD    "#8a5a2b"

/* All in pixels. */
enum { WIDTH = 900, LEFT = 66, TOP = 16, PANEL = 500, LOWEST = 330, HIGHEST = 620, BELOW = 72, SIDE = 592, FACE = 44 };

/* A window on the cloth: x to the right, y up, one scale. */
typedef struct cloth_view {
    double left, bottom, right, top; /* m */
    double width, height;            /* pixels */
    double scale;                    /* pixels per m */
} cloth_view;

static cloth_view no_view(void) {
    return (cloth_view){INFINITY, INFINITY, -INFINITY, -INFINITY, 0, 0, 0};
}

static void widen(cloth_view *view, double x, double y) {
    view->left = fmin(view->left, x);
    view->right = fmax(view->right, x);
    view->bottom = fmin(view->bottom, y);
    view->top = fmax(view->top, y);
}

/* As wide as given, as high as needed within bounds; what is left over goes to both sides. */
static void fit_view(cloth_view *view, double air, double lowest, double highest) {
    const double wide = view->right - view->left + 2 * air, high = view->top - view->bottom + 2 * air;
    view->width = PANEL;
    view->height = fmax(lowest, fmin(highest, PANEL * high / wide));
    view->scale = fmin(view->width / wide, view->height / high);
    const double x = (view->left + view->right) / 2, y = (view->bottom + view->top) / 2;
    view->left = x - view->width / view->scale / 2;
    view->right = x + view->width / view->scale / 2;
    view->bottom = y - view->height / view->scale / 2;
    view->top = y + view->height / view->scale / 2;
}

static double at_x(const cloth_view *view, double x) {
    return (x - view->left) * view->scale;
}

static double at_y(const cloth_view *view, double y) {
    return (view->top - y) * view->scale;
}

static void begin(FILE *file, double height, const char *title) {
    fprintf(
        file,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %g\" "
        "width=\"%d\" height=\"%g\" role=\"img\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" "
        "fill=\"%s\">\n<title>%s</title>\n<rect width=\"%d\" height=\"%g\" fill=\"#ffffff\"/>\n",
        WIDTH, height, WIDTH, height, INK, title, WIDTH, height);
}

static void write_text(FILE *file, double x, double y, double size, const char *anchor, const char *text) {
    fprintf(file, "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%g\" text-anchor=\"%s\">%s</text>\n", x, y, size, anchor,
            text);
}

/* 1, 2 or 5 times a power of ten, at most `wanted` of them in the span. */
static double step_of(double span, int wanted) {
    const double power = pow(10, floor(log10(span / wanted))), rough = span / wanted / power;
    return power * (rough <= 1 ? 1 : rough <= 2 ? 2 : rough <= 5 ? 5 : 10);
}

static void draw_axes(FILE *file, const cloth_view *view) {
    const double step = step_of(view->right - view->left, 8);
    char number[32];
    fprintf(file, "<rect class=\"cloth\" width=\"%g\" height=\"%.2f\" fill=\"#eef5ee\" stroke=\"%s\"/>\n", view->width,
            view->height, FAINT);
    for (double i = ceil(view->left / step) + 0.0; i * step <= view->right; i++) {
        const double x = at_x(view, i * step);
        fprintf(file, "<path d=\"M%.2f,%.2fv5\" stroke=\"%s\"/>\n", x, view->height, INK);
        snprintf(number, sizeof number, "%.3g", i * step);
        write_text(file, x, view->height + 17, 11, "middle", number);
    }
    for (double i = ceil(view->bottom / step) + 0.0; i * step <= view->top; i++) {
        const double y = at_y(view, i * step);
        fprintf(file, "<path d=\"M0,%.2fh-5\" stroke=\"%s\"/>\n", y, INK);
        snprintf(number, sizeof number, "%.3g", i * step);
        write_text(file, -8, y + 4, 11, "end", number);
    }
    write_text(file, view->width / 2, view->height + 36, 12, "middle", "x (m)");
    write_text(file, -60, -4, 12, "start", "y (m)");
}

/* Pieces of one kind in a row, under one letter: a path has its kinds in the order of the enumeration. */
typedef struct stretch {
    const masse_piece *piece;
    size_t count;
} stretch;

static size_t stretches_of(const masse_path *path, stretch found[MASSE_KIND_COUNT]) {
    size_t count = 0;
    for (size_t i = 0; i < path->count; i++)
        if (count > 0 && (found[count - 1].piece->kind == path->piece[i].kind || count == MASSE_KIND_COUNT))
            found[count - 1].count++;
        else
            found[count++] = (stretch){&path->piece[i], 1};
    return count;
}

static bool moves(const masse_piece *piece) {
    return piece->kind <= MASSE_ROLLING;
}

/* Kinds differ in more than colour. */
static const char *const lines[] = {
    [MASSE_HOP] = "stroke=\"#0072b2\" stroke-width=\"2\" stroke-dasharray=\"9 5\"",
    [MASSE_SLIDING] = "stroke=\"#d55e00\" stroke-width=\"3.5\"",
    [MASSE_ROLLING] = "stroke=\"#009e73\" stroke-width=\"4\" stroke-dasharray=\"0.1 7\" stroke-linecap=\"round\"",
};

/* Where the tip touches the ball, and the end of the cue as far as it is drawn; on the cloth. */
static void cue_ends(const masse_answer *m, double cue, double tip[2], double end[2]) {
    const masse_shot *s = &m->shot;
    const double *centre = m->path.piece[0].ball.position, r = m->path.ball_radius;
    const double x = cos(s->azimuth), y = sin(s->azimuth);
    const double back =
        sqrt(fmax(0, 1 - s->side * s->side - s->up * s->up)) * cos(s->elevation) - s->up * sin(s->elevation);
    tip[0] = centre[0] + r * (s->side * y - back * x);
    tip[1] = centre[1] + r * (-s->side * x - back * y);
    end[0] = tip[0] - cue * x;
    end[1] = tip[1] - cue * y;
}

/* The ends of every piece, where it turns back along x or y, and the cue. */
static cloth_view view_of(const masse_answer *m, double *cue) {
    cloth_view view = no_view();
    for (size_t i = 0; i < m->path.count; i++) {
        const masse_piece *piece = &m->path.piece[i];
        const double *p = piece->ball.position, *v = piece->ball.velocity, *a = piece->acceleration;
        widen(&view, p[0], p[1]);
        for (int axis = 0; axis < 2 && moves(piece); axis++) {
            const double turn = -v[axis] / a[axis];
            if (turn > 0 && turn < piece->duration)
                widen(&view, p[0] + turn * (v[0] + a[0] * turn / 2), p[1] + turn * (v[1] + a[1] * turn / 2));
        }
    }
    const double r = m->path.ball_radius, size = fmax(fmax(view.right - view.left, view.top - view.bottom), 4 * r);
    double tip[2], end[2];
    *cue = 0.2 * size;
    cue_ends(m, *cue, tip, end);
    widen(&view, end[0], end[1]);
    fit_view(&view, fmax(0.06 * size, 1.6 * r), LOWEST, HIGHEST);
    return view;
}

/* A path of constant acceleration is a quadratic Bézier curve; its control point is where the ball would be at half time
 * had it not been slowed down. */
static void draw_piece(FILE *file, const cloth_view *view, const masse_piece *piece) {
    const double t = piece->duration, *p = piece->ball.position, *v = piece->ball.velocity, *a = piece->acceleration;
    fprintf(file, "<path class=\"%s\" d=\"M%.2f,%.2fQ%.2f,%.2f %.2f,%.2f\" fill=\"none\" %s/>\n",
            routh_name(&masse_kinds, piece->kind), at_x(view, p[0]), at_y(view, p[1]), at_x(view, p[0] + t * v[0] / 2),
            at_y(view, p[1] + t * v[1] / 2), at_x(view, p[0] + t * (v[0] + a[0] * t / 2)),
            at_y(view, p[1] + t * (v[1] + a[1] * t / 2)), lines[piece->kind]);
}

static void draw_balls(FILE *file, const cloth_view *view, const masse_path *path, const stretch *found, size_t count) {
    const double r = fmax(2.5, path->ball_radius * view->scale);
    for (size_t i = 0; i < count; i++) {
        const double x = at_x(view, found[i].piece->ball.position[0]), y = at_y(view, found[i].piece->ball.position[1]);
        const bool end = i == 0 || i + 1 == count;
        fprintf(file,
                "<circle class=\"ball\" cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" fill=\"%s\" stroke=\"%s\" "
                "stroke-width=\"%g\"/>\n",
                x, y, r, i == 0 ? "#ffffff" : "none", end ? INK : FAINT, end ? 1.2 : 0.8);
        write_text(file, x + 0.71 * (r + 9), y - 0.71 * (r + 9) + 4, 12, "middle",
                   (const char[2]){(char)('A' + (int)i), '\0'});
    }
}

/* A tapered shaft; an upright cue is a ring around the place that it touches. */
static void draw_cue(FILE *file, const cloth_view *view, const masse_answer *m, double cue) {
    double tip[2], end[2];
    cue_ends(m, cue, tip, end);
    const double x = cos(m->shot.azimuth), y = sin(m->shot.azimuth), ax = at_x(view, tip[0]), ay = at_y(view, tip[1]);
    const double bx = at_x(view, end[0]), by = at_y(view, end[1]);
    if (cos(m->shot.elevation) < 0.02)
        fprintf(file,
                "<circle class=\"cue\" cx=\"%.2f\" cy=\"%.2f\" r=\"5\" fill=\"none\" stroke=\"%s\" "
                "stroke-width=\"2\"/>\n",
                ax, ay, WOOD);
    else
        fprintf(
            file,
            "<path class=\"cue\" d=\"M%.2f,%.2fL%.2f,%.2fL%.2f,%.2fL%.2f,%.2fZ\" fill=\"#dcb88a\" stroke=\"%s\"/>\n",
            ax + 1.5 * y, ay + 1.5 * x, bx + 4 * y, by + 4 * x, bx - 4 * y, by - 4 * x, ax - 1.5 * y, ay - 1.5 * x,
            WOOD);
}

static double length(const double v[3]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void draw_table(FILE *file, const stretch *found, size_t count) {
    enum { LINE = 18, KIND = 66, START = 180, SPEED = 236, SPIN = 290, ROW = 21, Y = 30 };
    char text[64];
    write_text(file, SIDE, Y, 10, "start", "from here");
    write_text(file, SIDE + START, Y, 10, "end", "time (s)");
    write_text(file, SIDE + SPEED, Y, 10, "end", "m/s");
    write_text(file, SIDE + SPIN, Y, 10, "end", "rad/s");
    for (size_t i = 0; i < count; i++) {
        const masse_piece *piece = found[i].piece;
        const double y = Y + ROW * (double)(i + 1);
        const double numbers[] = {piece->start, length(piece->ball.velocity), length(piece->ball.spin)};
        write_text(file, SIDE, y, 12, "start", (const char[2]){(char)('A' + (int)i), '\0'});
        if (moves(piece))
            fprintf(file, "<path d=\"M%d,%gh36\" fill=\"none\" %s/>\n", SIDE + LINE, y - 4, lines[piece->kind]);
        snprintf(text, sizeof text, found[i].count > 1 ? "%s × %zu" : "%s", routh_name(&masse_kinds, piece->kind),
                 found[i].count);
        write_text(file, SIDE + KIND, y, 12, "start", text);
        for (int k = 0; k < 3; k++) {
            snprintf(text, sizeof text, "%.3g", numbers[k]);
            write_text(file, SIDE + (const int[]){START, SPEED, SPIN}[k], y, 12, "end", text);
        }
    }
}

/* The ball as seen along the cue, with the place that the tip touches. */
static void draw_face(FILE *file, const masse_shot *shot) {
    const double x = SIDE + FACE + 2, y = 178 + FACE, left = x + FACE + 18;
    char line[128];
    fprintf(
        file,
        "<path d=\"M%g,%gh%d M%g,%gv%d\" stroke=\"%s\" stroke-width=\"0.6\"/>\n<circle cx=\"%g\" cy=\"%g\" r=\"%d\" "
        "fill=\"none\" stroke=\"%s\"/>\n<circle class=\"tip\" cx=\"%.2f\" cy=\"%.2f\" r=\"5\" fill=\"%s\"/>\n",
        x - FACE, y, 2 * FACE, x, y - FACE, 2 * FACE, FAINT, x, y, FACE, INK, x + FACE * shot->side,
        y - FACE * shot->up, WOOD);
    write_text(file, left, y - 26, 12, "start", "the ball as the cue sees it");
    snprintf(line, sizeof line, "tip %.3g right, %.3g up (ball radii)", shot->side, shot->up);
    write_text(file, left, y - 7, 11, "start", line);
    snprintf(line, sizeof line, "cue %.3g m/s, elevated %.3g°,", shot->speed, DEGREES * shot->elevation);
    write_text(file, left, y + 10, 11, "start", line);
    snprintf(line, sizeof line, "pointing %.3g° from x to y", DEGREES * shot->azimuth);
    write_text(file, left, y + 27, 11, "start", line);
}

void masse_print_svg(FILE *file, const masse_answer *m) {
    stretch found[MASSE_KIND_COUNT];
    const size_t count = stretches_of(&m->path, found);
    double cue;
    const cloth_view view = view_of(m, &cue);
    const double height = TOP + view.height + BELOW, rest = m->path.rest_time, mark = rest > 0 ? step_of(rest, 30) : 0;
    char note[160] = "Seen from above, true to scale. Circle: the ball, which is still.";
    begin(file, height, "Path of a billiard ball on the cloth");
    fprintf(file, "<g transform=\"translate(%d,%d)\">\n", LEFT, TOP);
    draw_axes(file, &view);
    draw_balls(file, &view, &m->path, found, count);
    for (size_t i = 0; i < m->path.count; i++)
        if (moves(&m->path.piece[i]))
            draw_piece(file, &view, &m->path.piece[i]);
    for (double i = 1; i * mark <= rest && mark > 0; i++) {
        const masse_ball ball = masse_path_at(&m->path, i * mark);
        fprintf(file, "<circle class=\"time\" cx=\"%.2f\" cy=\"%.2f\" r=\"2.2\" fill=\"#ffffff\" stroke=\"%s\"/>\n",
                at_x(&view, ball.position[0]), at_y(&view, ball.position[1]), INK);
    }
    draw_cue(file, &view, m, cue);
    fputs("</g>\n", file);
    draw_table(file, found, count);
    draw_face(file, &m->shot);
    if (mark > 0)
        snprintf(
            note, sizeof note,
            "Seen from above, true to scale. Circles: the ball at the letters. Small rings: where it is every %.3g s.",
            mark);
    write_text(file, TOP, height - 12, 10.5, "start", note);
    fputs("</svg>\n", file);
}

/* The places of rest along one constant, the other being the index-th of its values. */
static void draw_line(FILE *file, const cloth_view *view, const masse_sweep *s, size_t index, bool along_stiffness) {
    const bool own = index == s->steps / 2;
    bool down = false;
    fputs("<path d=\"", file);
    for (size_t k = 0; k < s->steps; k++) {
        const masse_sweep_row *r = &s->row[along_stiffness ? k * s->steps + index : index * s->steps + k];
        if (r->ended)
            fprintf(file, "%c%.2f,%.2f", down ? 'L' : 'M', at_x(view, r->rest[0]), at_y(view, r->rest[1]));
        down = r->ended;
    }
    fprintf(file, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" opacity=\"%s\"/>\n",
            along_stiffness ? "#0072b2" : "#d55e00", own ? "2.2" : "1", own ? "1" : "0.45");
}

void masse_sweep_svg(FILE *file, const masse_sweep *s) {
    const size_t rows = s->steps * s->steps;
    cloth_view view = no_view();
    char line[160];
    for (size_t i = 0; i < rows; i++)
        if (s->row[i].ended)
            widen(&view, s->row[i].rest[0], s->row[i].rest[1]);
    fit_view(&view, fmax(0.05, 0.05 * (view.right - view.left)), LOWEST, HIGHEST);
    const double height = TOP + view.height + BELOW + 20;
    begin(file, height, "Where the ball comes to rest, over the unmeasured constants");
    fprintf(file, "<g transform=\"translate(%d,%d)\">\n", LEFT, TOP);
    draw_axes(file, &view);
    for (size_t i = 0; i < s->steps; i++) {
        draw_line(file, &view, s, i, true);
        draw_line(file, &view, s, i, false);
    }
    for (size_t i = 0; i < rows; i++)
        if (s->row[i].ended)
            fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%d\" fill=\"%s\"/>\n", at_x(&view, s->row[i].rest[0]),
                    at_y(&view, s->row[i].rest[1]), i == rows / 2 ? 5 : 2, INK);
    fputs("</g>\n", file);
    write_text(
        file, TOP, height - 30, 11, "start",
        "At rest. Large dot: the shot itself. Blue: over stiffness; orange: over Poisson's ratio; bold: the other as "
        "it is.");
    snprintf(line, sizeof line,
             "Farthest from it: %.3g m over the stiffness, %.3g m over Poisson's ratio, %.3g m over both.",
             s->away_stiffness, s->away_eta2, s->away_both);
    write_text(file, TOP, height - 13, 11, "start", line);
    fputs("</svg>\n", file);
}
