/* The report room: what was found, as pictures and text for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_REPORT_H
#define ROUTH_REPORT_H

#include <stdio.h>

#include <routh/impact.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The energy ellipse of one impact with every law in it: one struct with all that the picture, the JSON and the CSV
 * show, and nothing else. */
typedef struct routh_ellipse_law {
    const routh_law *law;
    double parameters[ROUTH_MAX_PARAMETERS];
    routh_outcome outcome;
    routh_region region;
    routh_stick_friction stick; /* μ_s at these parameters, sought up to ROUTH_MU_CAP */
} routh_ellipse_law;

typedef struct routh_ellipse_study {
    routh_impact impact;
    routh_contact contact;
    routh_ellipse ellipse;
    routh_region admissible;
    double mu, eps;
    size_t count; /* laws */
    routh_ellipse_law *laws;
} routh_ellipse_study;

/* `laws` may be NULL: every law of the registry. */
ROUTH_API routh_status routh_study_ellipse(routh_context *context, const routh_impact *impact, double mu, double eps,
                                           const routh_law *const *laws, size_t count, routh_ellipse_study *study);
ROUTH_API void routh_ellipse_study_release(routh_context *context, routh_ellipse_study *study);

/* An SVG drawing, ready for a paper. */
ROUTH_API routh_status routh_ellipse_write_svg(routh_context *context, const routh_ellipse_study *study, FILE *file);

/* The same as JSON; and as CSV with the columns kind,law,piece,mode,point,pt,pn. */
ROUTH_API routh_status routh_ellipse_write_json(routh_context *context, const routh_ellipse_study *study, FILE *file);
ROUTH_API routh_status routh_ellipse_write_csv(routh_context *context, const routh_ellipse_study *study, FILE *file);

#ifdef __cplusplus
}
#endif
#endif
