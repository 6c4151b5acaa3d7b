/* The cloth from above with a ball's path on it, one panel of a drawing.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_BILLIARD_PANEL_H
#define ROUTH_SRC_REPORT_BILLIARD_PANEL_H

#include <stdio.h>

#include <routh/report.h>

#include "report/svg.h"
#include "report/svg_panel.h"

#define BILLIARD_WOOD "#8a5a2b"

/* Pieces of one kind in a row, under one letter. */
typedef struct path_stretch {
    routh_path_kind kind;
    size_t first, count;
} path_stretch;

/* A path has its kinds in the order of the enum, hence no more stretches than kinds. */
enum { MOST_STRETCHES = ROUTH_PATH_KIND_COUNT };

typedef struct billiard_panel {
    const routh_ball_path *path;
    const routh_shot *shot; /* or NULL */
    svg_view view;          /* m */
    svg_ticks ticks;
    double cue_length; /* as drawn, m */
    double mark_step;  /* s between time marks; 0: none */
    path_stretch stretch[MOST_STRETCHES];
    size_t stretches;
} billiard_panel;

/* As wide as given, as high as the path needs within the bounds; pixels. */
billiard_panel routh_billiard_panel_of(const routh_ball_path *path, const routh_shot *shot, double width, double lowest,
                                       double highest);

routh_status routh_billiard_panel_draw(routh_context *context, const billiard_panel *panel, FILE *file);

/* Stroke attributes that go with a kind of motion: dashed, full, dotted, each in its colour. */
const char *routh_billiard_line(routh_path_kind kind);

#endif
