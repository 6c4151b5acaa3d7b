/* What the pictures of one strike share: how phases and switches look, the table of switches, the caption.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_STRIKE_PARTS_H
#define ROUTH_SRC_REPORT_STRIKE_PARTS_H

#include <stdio.h>

#include <routh/report.h>

#include "report/svg.h"

/* All in pixels. */
enum {
    STRIKE_LEFT = 66,
    STRIKE_TOP = 16,
    STRIKE_HEIGHT = 380,
    STRIKE_BELOW = 50, /* ticks and title of the x axis */
    STRIKE_MARGIN = 16,
    STRIKE_TABLE = 342,      /* width of the table */
    STRIKE_TABLE_ROWS = 20,  /* more switches than that are not all shown */
    STRIKE_CAPTION_ROW = 16, /* the caption has two rows */
    STRIKE_CAPTION = 3 * STRIKE_CAPTION_ROW
};

/* Moments first … last of one phase; the switch that ends it belongs to the next run as well. */
typedef struct strike_run {
    size_t first, last;
    routh_phase phase;
} strike_run;

/* The next run, beginning with *first = 0; 0 when there is none. */
int routh_strike_next_run(const routh_trace *curve, size_t *first, strike_run *run);

/* Attributes of a phase's line: orange where the particle slips, blue where it sticks, dashed in restitution. */
const char *routh_strike_line_style(routh_phase phase);

/* The marker of a switch: a ring, a diamond where compression ends, a disc where contact ends. */
void routh_strike_marker(FILE *file, const routh_outcome3 *strike, size_t index, double x, double y);

/* How many switches the pictures show: the first ones and the last. */
size_t routh_strike_shown(const routh_outcome3 *strike);
size_t routh_strike_shown_index(const routh_outcome3 *strike, size_t row);

/* The numbered switches with phase and impulse, the upper left corner at (x, y). */
void routh_strike_switch_table(FILE *file, const routh_outcome3 *strike, double x, double y);
double routh_strike_table_height(const routh_outcome3 *strike);

/* What was struck, in two rows, the first at y; in smaller letters where the numbers are long. */
void routh_strike_caption(FILE *file, const routh_trace *curve, double y, double width);

/* 0 where the value is nothing but rounding beside `scale`. */
double routh_strike_clean(double value, double scale);

/* The largest magnitude among the impulse's components. */
double routh_strike_largest_impulse(const routh_trace *curve);

/* The moments of a curve as comma-separated values. */
void routh_trace_print(FILE *file, const routh_trace *curve);

/* A collision over time. */
typedef struct routh_scene_view {
    const routh_scene *scene;
    const routh_scene_trace *trace;
} routh_scene_view;

/* The figures. */
routh_status routh_draw_effect(routh_context *context, FILE *file, const void *what); /* routh_impact3_study */
routh_status routh_draw_scene(routh_context *context, FILE *file, const void *what);  /* routh_scene_view */
routh_status routh_draw_strike_velocity(routh_context *context, const routh_trace *curve, FILE *file);

#endif
