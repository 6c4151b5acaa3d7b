/* The world seen from the side with a body moving in it, one panel of a drawing or page.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_MOTION_PANEL_H
#define ROUTH_SRC_REPORT_MOTION_PANEL_H

#include <stdio.h>

#include <routh/report.h>

#include "report/svg.h"
#include "report/svg_panel.h"

typedef struct motion_panel {
    const routh_world *world;
    const routh_run *run;
    svg_view view; /* m */
    svg_ticks ticks;
    size_t moving;    /* samples until it lies still; at least 1 */
    double strobe;    /* s between outlines */
    size_t touchings; /* drawn: a body at rest under time stepping has thousands of the same */
} motion_panel;

/* As wide as given, as high as the motion needs within the bounds; pixels. */
motion_panel routh_motion_panel_of(const routh_world *world, const routh_run *run, double width, double lowest,
                                   double highest);

/* What is solid, and the axes in front of it. */
void routh_motion_panel_surfaces(const motion_panel *panel, FILE *file);

/* The body's outline about (0, 0), not turned, as an element without its end: "<ellipse … " */
void routh_motion_panel_outline(const motion_panel *panel, FILE *file);

/* transform="…" for a pose. */
void routh_motion_panel_place(const motion_panel *panel, routh_pose pose, FILE *file);

void routh_motion_panel_path(const motion_panel *panel, FILE *file);

/* The first sample from `from` < moving on that is drawn as an outline: one at or after the time `next`, which moves on,
 * or the last that moves. Start with the time of the first sample. */
size_t routh_motion_outline(const motion_panel *panel, size_t from, double *next);

/* Every so often, first light, then dark. */
void routh_motion_panel_outlines(const motion_panel *panel, FILE *file);

/* Filled where the contact stuck, open where it slipped, with the number of the contact where there is room. */
void routh_motion_panel_contacts(const motion_panel *panel, FILE *file);

/* Normal velocity of the contact point before, m/s. */
double routh_motion_closing_speed(const routh_world *world, const routh_run_record *touching);

/* Kind of shape in words with its size in mm; returns the buffer. */
enum { MOTION_WORDS = 96 };
const char *routh_motion_shape_words(const routh_shape *shape, char words[MOTION_WORDS]);

/* Is there something to draw? */
routh_status routh_motion_check(routh_context *context, const routh_world *world, const routh_run *run);

#endif
