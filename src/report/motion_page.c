/* The animation of a run: an HTML page with the drawing in it, in which a short script moves the body.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/report.h>

#include <math.h>

#include "base/context.h"
#include "file/c_locale.h"
#include "file/written.h"
#include "report/motion_page_parts.h"
#include "report/motion_panel.h"

/* Pixels. */
enum { LEFT = 46, TOP = 8, PANEL_WIDTH = 820, PANEL_LOWEST = 300, PANEL_HIGHEST = 620, RIGHT = 12, BELOW = 28 };

/* Rows of the table of contacts. */
enum { MOST_ROWS = 200 };

/* A slowness at which the motion takes about five seconds. */
static int usual_slowness(double duration) {
    return duration > 2.5 ? 1 : duration > 1 ? 4 : duration > 0.4 ? 10 : 25;
}

static void write_controls(const motion_panel *panel, FILE *file) {
    static const int slowness[] = {1, 4, 10, 25, 100};
    const routh_run *run = panel->run;
    const double duration = run->sample[run->sample_count - 1].time - run->sample[0].time;
    fputs("<div class=\"controls\" hidden>\n<button type=\"button\" id=\"play\">Play</button>\n"
          "<label>Time <input type=\"range\" id=\"time\" min=\"0\" value=\"0\" step=\"1\" ",
          file);
    fprintf(file, "max=\"%zu\"></label>\n<output id=\"now\" for=\"time\">0 s</output>\n", run->sample_count - 1);
    fputs("<label>Speed <select id=\"speed\">", file);
    for (size_t i = 0; i < sizeof slowness / sizeof slowness[0]; i++)
        fprintf(file, "<option value=\"%d\"%s>1∕%d</option>", slowness[i],
                slowness[i] == usual_slowness(duration) ? " selected" : "", slowness[i]);
    fputs("</select></label>\n</div>\n", file);
}

static void write_drawing(const motion_panel *panel, FILE *file) {
    char words[MOTION_WORDS];
    fprintf(
        file,
        "<svg id=\"scene\" viewBox=\"0 0 %d %.2f\" role=\"img\" aria-labelledby=\"seen\" font-family=\"sans-serif\" "
        "fill=\"%s\">\n<title id=\"seen\">",
        LEFT + PANEL_WIDTH + RIGHT, TOP + panel->view.height + BELOW, SVG_INK);
    fprintf(file, "%s, seen from the side, in metres; outlines every %.3g s</title>\n",
            routh_motion_shape_words(&panel->world->body.shape, words), panel->strobe);
    fprintf(file,
            "<g transform=\"translate(%d,%d)\">\n<clipPath id=\"window\"><rect width=\"%g\" height=\"%.2f\"/>"
            "</clipPath>\n",
            LEFT, TOP, panel->view.width, panel->view.height);
    routh_motion_panel_surfaces(panel, file);
    fputs("<g clip-path=\"url(#window)\">\n<g id=\"strobe\">\n", file);
    routh_motion_panel_outlines(panel, file);
    fputs("</g>\n", file);
    routh_motion_panel_path(panel, file);
    routh_motion_panel_contacts(panel, file);
    fputs("<g id=\"body\" visibility=\"hidden\">\n", file);
    routh_motion_panel_outline(panel, file);
    fprintf(file,
            "fill=\"#0072b2\" fill-opacity=\"0.35\" stroke=\"#003c5e\" stroke-width=\"1.6\"/>\n"
            "<path d=\"M0,0H%.2f\" stroke=\"#003c5e\" stroke-width=\"1.2\"/><circle r=\"2.6\" fill=\"#003c5e\"/>\n"
            "</g>\n</g>\n</g>\n</svg>\n",
            0.8 * panel->view.scale *
                (panel->world->body.shape.kind == ROUTH_POLYGON ? panel->world->body.shape.vertex[0][0]
                                                                : panel->world->body.shape.a));
}

/* Poses in pixels and degrees, so that the script has nothing to convert. */
static void write_data(const motion_panel *panel, FILE *file) {
    const routh_run *run = panel->run;
    fputs("<script type=\"application/json\" id=\"motion\">{\"time\":[", file);
    for (size_t i = 0; i < run->sample_count; i++)
        fprintf(file, "%s%.6g", i > 0 ? "," : "", run->sample[i].time);
    fputs("],\"pose\":[", file);
    for (size_t i = 0; i < run->sample_count; i++) {
        const routh_pose *pose = &run->sample[i].pose;
        const svg_spot spot = routh_svg_project(&panel->view, (routh_point){pose->x, pose->y});
        fprintf(file, "%s[%.2f,%.2f,%.2f]", i > 0 ? "," : "", spot.x, spot.y, -pose->theta * 57.295779513082320877);
    }
    fputs("],\"contact\":[", file);
    for (size_t i = 0; i < panel->touchings; i++)
        fprintf(file, "%s%.6g", i > 0 ? "," : "", run->touching[i].time);
    fputs("]}</script>\n", file);
}

static void write_table(const motion_panel *panel, FILE *file) {
    const routh_run *run = panel->run;
    if (run->touching_count == 0) {
        fputs("<p>It touches nothing.</p>\n", file);
        return;
    }
    const size_t rows = run->touching_count < MOST_ROWS ? run->touching_count : MOST_ROWS;
    fprintf(file,
            "<details><summary>%zu contact%s</summary>\n<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>",
            run->touching_count, run->touching_count == 1 ? "" : "s");
    static const char *const titles[] = {
        "", "time, s", "x, m", "closing, m/s", "normal impulse, N s", "tangential, N s", "it"};
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        fprintf(file, "<th scope=\"col\">%s</th>", titles[i]);
    fputs("</tr></thead>\n<tbody>\n", file);
    for (size_t i = 0; i < rows; i++) {
        const routh_touching *one = &run->touching[i];
        fprintf(file,
                "<tr><th scope=\"row\">%zu</th><td>%.5f</td><td>%.5f</td><td>%.4g</td><td>%.4g</td><td>%.4g</td>"
                "<td>%s</td></tr>\n",
                i + 1, one->time, one->pose.x + one->rx, -routh_motion_closing_speed(panel->world, one), one->pn,
                one->pt, one->slips ? "slips" : "sticks");
    }
    fputs("</tbody>\n</table></div>\n", file);
    if (rows < run->touching_count)
        fprintf(file, "<p>and %zu more.</p>\n", run->touching_count - rows);
    fputs("</details>\n", file);
}

static routh_status write_page(routh_context *context, const routh_world *world, const routh_run *run,
                               const char *title, FILE *file) {
    const motion_panel panel = routh_motion_panel_of(world, run, PANEL_WIDTH, PANEL_LOWEST, PANEL_HIGHEST);
    const routh_state *last = &run->sample[run->sample_count - 1];
    char words[MOTION_WORDS];
    fputs(routh_motion_page_head, file);
    fputs("<title>", file);
    routh_svg_escape(file, title);
    fputs("</title>\n</head>\n<body>\n<h1>", file);
    routh_svg_escape(file, title);
    fprintf(file, "</h1>\n<p>%s, %.4g kg, %.4g kg m², for %.4g s from (%.4g, %.4g) m to (%.4g, %.4g) m%s.</p>\n",
            routh_motion_shape_words(&world->body.shape, words), world->body.mass, world->body.inertia,
            last->time - run->sample[0].time, run->sample[0].pose.x, run->sample[0].pose.y, last->pose.x, last->pose.y,
            run->rests ? ", where it rests" : "");
    write_controls(&panel, file);
    write_drawing(&panel, file);
    fputs("<p>Red circles: contacts, filled where they stick. The line is the path of the centre of mass.</p>\n"
          "<noscript><p>Without scripts this page shows the drawing and the table only.</p></noscript>\n",
          file);
    write_table(&panel, file);
    write_data(&panel, file);
    fputs("<script>\n", file);
    fputs(routh_motion_page_script, file);
    fputs("</script>\n</body>\n</html>\n", file);
    return routh_written(context, file);
}

routh_status routh_run_write_page(routh_context *context, const routh_world *world, const routh_run *run,
                                  const char *title, FILE *file) {
    routh_status status = routh_motion_check(context, world, run);
    routh_c_locale numbers;
    if (status == ROUTH_OK)
        status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    status = write_page(context, world, run, title ? title : "A dropped body", file);
    routh_c_locale_end(&numbers);
    return status;
}
