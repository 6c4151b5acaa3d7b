/* A recorded trajectory with what was taken for contacts: outlines over time, the path, and each contact with the reason not
 * to use it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "file/output.h"
#include "report/motion_panel.h"

/* All in pixels. */
enum {
    WIDTH = 900,
    MARGIN = 16,
    PANEL_LEFT = 66,
    PANEL_TOP = 16,
    PANEL_WIDTH = 540,
    PANEL_LOWEST = 260,
    PANEL_HIGHEST = 640,
    BELOW = 72,
    SIDE_LEFT = 626,
    TABLE_TOP = 92,
    TABLE_ROW = 19,
    COLUMN_NUMBER = 20,
    COLUMN_TIME = 74,
    COLUMN_REASON = 84
};

#define FAINT_TEXT "fill=\"#555555\""

/* Reasons of a contact in a line; "used" without any. */
static void reason_text(unsigned reasons, char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "%s", reasons == 0 ? "used" : "");
    for (int r = 0; r < ROUTH_REASON_COUNT && used + 1 < size; r++)
        if (reasons >> r & 1)
            used +=
                (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "", routh_name(&routh_reasons, r));
}

static void draw_table(const routh_trajectory *trajectory, const routh_dataset *dataset, size_t first,
                       const motion_panel *panel, double height, FILE *file) {
    const size_t count = panel->run->record_count, room = (size_t)((height - TABLE_TOP - BELOW) / TABLE_ROW);
    const size_t shown = count < room ? count : room;
    char words[MOTION_WORDS], line[64];
    routh_svg_text(file, SIDE_LEFT, 30, 13, SVG_START, "font-weight=\"bold\"",
                   trajectory->name ? trajectory->name : "");
    routh_svg_text(file, SIDE_LEFT, 49, 11.5, SVG_START, "", routh_motion_shape_words(&dataset->body.shape, words));
    routh_svg_text(file, SIDE_LEFT + COLUMN_TIME, TABLE_TOP - TABLE_ROW, 10, SVG_END, FAINT_TEXT, "time (s)");
    double y = TABLE_TOP;
    for (size_t i = 0; i < shown; i++, y += TABLE_ROW) {
        const routh_record *one = &dataset->record[first + i];
        char number[ROUTH_NUMBER_TEXT];
        snprintf(number, sizeof number, "%zu", i + 1);
        routh_svg_text(file, SIDE_LEFT + COLUMN_NUMBER, y, 11.5, SVG_END, "fill=\"#8a0018\"", number);
        routh_svg_text(file, SIDE_LEFT + COLUMN_TIME, y, 11.5, SVG_END, "", routh_fixed_text(one->time, 4, number));
        reason_text(one->reasons, line, sizeof line);
        routh_svg_text(file, SIDE_LEFT + COLUMN_REASON, y, 10.5, SVG_START, one->reasons ? FAINT_TEXT : "", line);
    }
    line[0] = '\0';
    if (count == 0)
        snprintf(line, sizeof line, "nothing was taken for a contact");
    else if (shown < count)
        snprintf(line, sizeof line, "and %zu more", count - shown);
    routh_svg_text(file, SIDE_LEFT, y + 2, 10.5, SVG_START, FAINT_TEXT, line);
}

static void write_svg(const routh_dataset *dataset, const routh_trajectory *trajectory, size_t first,
                      const routh_run *run, FILE *file) {
    const routh_half_plane ground = routh_half_plane_default();
    const routh_world world = {.body = dataset->body, .plane = &ground, .plane_count = 1, .gravity = dataset->gravity};
    const motion_panel panel = routh_motion_panel_of(&world, run, PANEL_WIDTH, PANEL_LOWEST, PANEL_HIGHEST);
    const double height = PANEL_TOP + panel.view.height + BELOW;
    routh_svg_begin_description(file, WIDTH, height, "A recorded trajectory and its contacts");
    routh_xml_escape(file, "Seen from the side, in metres: a recorded trajectory and what was taken for contacts.");
    routh_svg_end_description(file, WIDTH, height);
    fprintf(file, "<g transform=\"translate(%d,%d)\">\n", PANEL_LEFT, PANEL_TOP);
    routh_motion_panel_surfaces(&panel, file);
    routh_motion_panel_outlines(&panel, file);
    routh_motion_panel_path(&panel, file);
    routh_motion_panel_contacts(&panel, file);
    routh_svg_metre_axes(file, panel.view.width, panel.view.height, panel.ticks);
    fputs("</g>\n", file);
    draw_table(trajectory, dataset, first, &panel, height, file);
    char line[ROUTH_NUMBER_TEXT + 160], number[ROUTH_NUMBER_TEXT];
    snprintf(
        line, sizeof line,
        "True to scale, offsets corrected. Outlines every %s s, first light, then dark. Red: contacts, filled where "
        "they are used.",
        routh_number_text(panel.strobe, 3, number));
    routh_svg_text(file, MARGIN, height - 12, 10.5, SVG_START, FAINT_TEXT, line);
    fputs("</svg>\n", file);
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

/* Samples and contacts of one trajectory as a run. *first: its first record. */
static routh_status make_run(routh_context *context, const routh_dataset *dataset, size_t index, routh_run *run,
                             size_t *first) {
    const routh_trajectory *from = &dataset->trajectory[index];
    size_t count = 0;
    for (size_t i = 0; i < dataset->count; i++)
        if (dataset->record[i].trajectory == (long)index && count++ == 0)
            *first = i;
    run->sample = routh_allocate(context, from->count, sizeof *run->sample);
    run->record = routh_allocate(context, count, sizeof *run->record);
    if (!run->sample || !run->record)
        return ROUTH_OUT_OF_MEMORY;
    run->sample_count = from->count;
    run->record_count = count;
    for (size_t i = 0; i < from->count; i++)
        run->sample[i] = (routh_state){.time = from->time[i], .pose = {from->x[i], from->y[i], from->theta[i]}};
    for (size_t i = 0; i < count; i++) {
        const routh_record *one = &dataset->record[*first + i];
        run->record[i] = (routh_run_record){.time = one->time,
                                            .pose = {one->x, one->y, one->theta},
                                            .rx = one->rx,
                                            .ry = one->ry,
                                            .slips = one->reasons != 0};
    }
    return ROUTH_OK;
}

routh_status routh_contacts_write(routh_context *context, const routh_dataset *dataset, size_t index, routh_io to) {
    if (!dataset || dataset->trajectory_count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "contacts: no trajectories to draw");
    index = index < dataset->trajectory_count ? index : most_contacts(dataset);
    if (dataset->trajectory[index].count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "contacts: trajectory %zu has no samples", index);
    routh_run run = {0};
    routh_text text;
    size_t first = 0;
    routh_status status = make_run(context, dataset, index, &run, &first);
    if (status == ROUTH_OK) {
        status = routh_text_begin(context, to, &text);
        if (status == ROUTH_OK) {
            write_svg(dataset, &dataset->trajectory[index], first, &run, text.file);
            status = routh_text_end(context, &text, status);
        }
    }
    routh_release(context, run.sample);
    routh_release(context, run.record);
    return status;
}
