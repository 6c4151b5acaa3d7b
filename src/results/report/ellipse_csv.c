/* The study of one energy ellipse as comma-separated points, for plotting elsewhere.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/writers.h"

#include "file/c_locale.h"
#include "file/output.h"
#include "impact/impact.h"

#define OUTLINE_POINTS 181 /* the last repeats the first, so that a plotted line closes */

static void write_points(FILE *file, const char *kind, const char *law, size_t piece, const char *mode,
                         const routh_point *points, size_t count) {
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s,%s,%zu,%s,%zu,%.17g,%.17g\n", kind, law, piece, mode, i, points[i].pt, points[i].pn);
}

static void write_law(FILE *file, const routh_impact_study_law *entry) {
    routh_point impulse = {entry->outcome.pt, entry->outcome.pn};
    write_points(file, "impulse", entry->law->name, 0, routh_name(&routh_modes, entry->outcome.mode), &impulse, 1);
    for (size_t i = 0; i < entry->region.count; i++) {
        const routh_polygon *polygon = &entry->region.polygon[i];
        write_points(file, "region", entry->law->name, i, routh_name(&routh_modes, (routh_mode)polygon->mode),
                     polygon->point, polygon->count);
    }
}

static void write_csv(const routh_impact_study *study, FILE *file) {
    routh_point outline[OUTLINE_POINTS];
    routh_ellipse_outline(&study->ellipse, OUTLINE_POINTS - 1, outline);
    outline[OUTLINE_POINTS - 1] = outline[0];

    fputs("kind,law,piece,mode,point,pt,pn\n", file);
    write_points(file, "ellipse", "", 0, "", outline, OUTLINE_POINTS);
    write_points(file, "stick-line", "", 0, "", study->ellipse.stick, 2);
    write_points(file, "compression-line", "", 0, "", study->ellipse.compression, 2);
    for (size_t i = 0; i < study->admissible.count; i++)
        write_points(file, "admissible", "", i, "", study->admissible.polygon[i].point,
                     study->admissible.polygon[i].count);
    for (size_t i = 0; i < study->count; i++)
        write_law(file, &study->laws[i]);
}

routh_status routh_impact_study_write_csv(routh_context *context, const routh_impact_study *study, routh_io to) {
    routh_text text;
    const routh_status status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    write_csv(study, text.file);
    return routh_text_end(context, &text, status);
}
