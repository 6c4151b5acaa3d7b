/* A motion as a picture: the body over time in a window at one scale, the path of its centre of mass, where it touched, a table of
 * that, and what happened in words. What is seen from the side and what is seen from a corner differ in how a place is
 * projected, and in how the body and what is fixed are drawn.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_MOTION_PICTURE_H
#define ROUTH_SRC_REPORT_MOTION_PICTURE_H

#include "report/svg.h"
#include "report/write.h"
#include "study/run_shown.h"

typedef struct motion_picture motion_picture;
struct motion_picture {
    const void *world, *run;
    routh_run_shown shown;
    double radius; /* of the body, m */
    int outlines;  /* how many, roughly */

    routh_point (*place_of)(const motion_picture *p, size_t sample, double *time); /* m */
    routh_point (*contact_of)(const motion_picture *p, size_t contact, bool *filled);
    void (*draw_fixed)(const motion_picture *p, FILE *file);
    void (*draw_body)(const motion_picture *p, FILE *file, size_t sample, const char *look);
    bool axes; /* numbers along the window's edges */

    /* set by what draws it: */
    svg_plot view; /* m */
    double strobe; /* s between outlines */
};

/* What stands beside and below the window; the table, or NULL, is taken. */
typedef struct motion_texts {
    const char *title, *bold, *plain, *note;
    const routh_findings *words;
    json_t *table;
} motion_texts;

/* The first sample from `from` < moving on that is drawn as an outline: one at or after the time `next`, which moves on, or the last
 * that moves. Start with the time of the first sample. */
size_t routh_motion_outline(const motion_picture *p, size_t from, double *next);

/* Settles what the picture sets; the window is as wide as given and as high as the motion needs. */
void routh_motion_window(motion_picture *p, double width);

routh_status routh_motion_draw(routh_context *context, FILE *file, motion_picture *p, motion_texts texts);

/* A picture of a planar run. */
motion_picture routh_motion_of_run(const routh_world *world, const routh_run *run);

#endif
