/* What the writers of exports share, and the parts of preparing an export.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ENGINE_EXPORT_H
#define ROUTH_SRC_ENGINE_EXPORT_H

#include <stdio.h>

#include <routh/engine.h>

#include "engine/engine.h"

/* What the writers of exports share: comments in the format's own way, numbers, and the sentences about them. */

typedef enum routh_comment_style { ROUTH_COMMENT_XML, ROUTH_COMMENT_SLASHES, ROUTH_COMMENT_HASH } routh_comment_style;

/* An export on its way into a file. */
typedef struct routh_export_page {
    FILE *file;
    const routh_export *what;
    routh_comment_style style;
} routh_export_page;

/* A comment, in lines of about 110 characters. What would end it, or is no text, is replaced. */
__attribute__((format(printf, 3, 4))) void routh_export_comment(const routh_export_page *page, int indent,
                                                                const char *format, ...);

/* Who wrote this, from what, for which body, step and speeds; how the values were found. */
void routh_export_head(const routh_export_page *page, int indent);

/* What a parameter is in this engine, where it comes from, its interval, and the pair rule with both bodies' values. */
void routh_export_about(const routh_export_page *page, int indent, size_t parameter);

/* The values on body and ground that give the setting's at their contact. */
double routh_export_on_body(const routh_export_page *page, size_t parameter);
double routh_export_on_ground(const routh_export_page *page, size_t parameter);

/* Shortest text of a number, as engines read it. Each use has a buffer of its own, until the block around it ends. */
typedef struct routh_export_number {
    char text[ROUTH_SHORTEST_TEXT];
} routh_export_number;
#define ROUTH_N(value) (routh_shortest_text((value), (routh_export_number){{0}}.text))

/* Where the model starts: so high above the ground that it falls onto it at the geometric mean of the speeds, tilted. */
typedef struct routh_export_start {
    double height;  /* of the shape's origin, m */
    double roll;    /* about x, then pitch about y, rad; 0 for a sphere */
    double pitch;   /* rad */
    double turn[4]; /* both as a quaternion w x y z */
} routh_export_start;
routh_export_start routh_export_start_of(const routh_export *what);

bool routh_export_is_sphere(const routh_export *what);

/* Sets to 0 what is a rounding error: axes of symmetry stay axes, and readers need not guess what 4e-21 means. */
void routh_export_clean_body(routh_export *what);

/* A ball of a rounded body, its centre from the shape's origin. */
void routh_export_ball(const routh_export *what, size_t index, double centre[3]);

/* A corner of the shape, from its origin. */
void routh_export_corner(const routh_export *what, size_t index, double corner[3]);

/* Principal moments, kg m², and the turn from the principal axes to the body's. */
void routh_export_principal(const routh_export *what, double moment[3], double turn[4]);

/* <inertial> of SDF and of URDF. */
void routh_export_inertial(const routh_export_page *page, int indent, bool urdf);

/* Writers of formats. Printing cannot fail by itself. */
void routh_export_mjcf(const routh_export_page *page, bool model);
void routh_export_sdf(const routh_export_page *page, bool model);
void routh_export_drake(const routh_export_page *page, bool model);
void routh_export_urdf(const routh_export_page *page, bool model);
void routh_export_bullet(const routh_export_page *page, bool model);
void routh_export_usd(const routh_export_page *page, bool model);
routh_status routh_export_json(routh_context *context, const routh_export *what, routh_io to);

/* The parts of preparing an export. */

#endif
