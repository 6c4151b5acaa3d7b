/* A body in space seen from a corner, one panel of a drawing: parallel lines stay parallel, and all is true to one scale.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_RUN3_PANEL_H
#define ROUTH_SRC_REPORT_RUN3_PANEL_H

#include <stdio.h>

#include <routh/report.h>

#include "report/svg.h"
#include "report/svg_panel.h"

typedef struct routh_run3_panel {
    const routh_world3 *world;
    const routh_run3 *run;
    svg_view view;     /* m, along the picture's own axes */
    double centre[3];  /* of the motion, m */
    double reach;      /* how far from there it goes, m */
    svg_ticks squares; /* on planes */
    size_t moving;     /* samples until it lies still; at least 1 */
    double strobe;     /* s between outlines */
    size_t impacts;    /* drawn */
} routh_run3_panel;

/* As wide as given, as high as the motion needs within the bounds; pixels. */
routh_run3_panel routh_run3_panel_of(const routh_world3 *world, const routh_run3 *run, double width, double lowest,
                                     double highest);

/* Planes with squares on them, and the fixed part. */
void routh_run3_panel_fixed(const routh_run3_panel *panel, FILE *file);

/* The body every so often, first light, then dark. */
void routh_run3_panel_bodies(const routh_run3_panel *panel, FILE *file);

/* The path of its centre of mass, and its impacts with their numbers where there is room. */
void routh_run3_panel_path(const routh_run3_panel *panel, FILE *file);
void routh_run3_panel_impacts(const routh_run3_panel *panel, FILE *file);

#endif
