/* Exports: which engine a format is for, what it can hold, and who writes it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/export.h"

#include <math.h>
#include <stdlib.h>

#include "base/context.h"
#include "base/shown.h"
#include "engine/engine.h"
#include "file/output.h"

static const routh_name_entry formats[] = {
#define ROUTH_EXPORT_NAME(code, name, about) {name, about},
    ROUTH_EXPORT_TABLE(ROUTH_EXPORT_NAME)
#undef ROUTH_EXPORT_NAME
};
const routh_names routh_export_formats = {"format", ROUTH_EXPORT_COUNT, formats};

typedef struct format_writer {
    const routh_engine *engine;
    routh_comment_style style;
    void (*print)(const routh_export_page *page, bool model);
    bool has_ellipsoid;
    bool needs_file; /* for a hull without rounding */
} format_writer;

static const format_writer writers[ROUTH_EXPORT_COUNT] = {
    [ROUTH_EXPORT_MJCF] = {&routh_engine_mujoco, ROUTH_COMMENT_XML, routh_export_mjcf, true, false},
    [ROUTH_EXPORT_SDF] = {&routh_engine_ode, ROUTH_COMMENT_XML, routh_export_sdf, true, true},
    [ROUTH_EXPORT_URDF] = {&routh_engine_bullet, ROUTH_COMMENT_XML, routh_export_urdf, false, true},
    [ROUTH_EXPORT_DRAKE] = {&routh_engine_drake, ROUTH_COMMENT_XML, routh_export_drake, true, true},
    [ROUTH_EXPORT_BULLET] = {&routh_engine_bullet, ROUTH_COMMENT_XML, routh_export_bullet, true, false},
    [ROUTH_EXPORT_USD] = {&routh_engine_physx, ROUTH_COMMENT_HASH, routh_export_usd, false, false},
    [ROUTH_EXPORT_JSON] = {NULL, ROUTH_COMMENT_XML, NULL, true, false},
};

const routh_engine *routh_export_engine(routh_export_format format) {
    return format < ROUTH_EXPORT_COUNT ? writers[format].engine : NULL;
}

/* A name that is no text cannot stand in XML, and another name is another file. */
static routh_status check_name(routh_context *context, const char *mesh, const char *format) {
    char shown[ROUTH_SHOWN_SOURCE];
    if (routh_is_shown(mesh))
        return ROUTH_OK;
    routh_show_source(shown, sizeof shown, mesh);
    return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape",
                            "%s cannot hold the name of the file %s: some of its bytes are no text; rename it", format,
                            shown);
}

static routh_status check_shape(routh_context *context, const routh_export *what, routh_export_format format) {
    enum { MOST_BALLS = 512 };
    const format_writer *writer = &writers[format];
    const char *name = routh_name(&routh_export_formats, format);
    const bool balls = what->body.ball_count > 1;
    if (what->body.ball_count > MOST_BALLS)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "rounding",
                                "a rounded body of %zu corners would be as many balls; models have up to %d",
                                what->body.ball_count, MOST_BALLS);
    if (!balls && what->solid == ROUTH_SOLID_ELLIPSOID && !writer->has_ellipsoid && !routh_export_is_sphere(what))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape",
                                "%s has no ellipsoid; it has boxes, spheres and meshes", name);
    if (what->solid == ROUTH_SOLID_HULL && writer->needs_file && !what->mesh)
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "shape",
            "%s takes a shape like this one from a file only, STL or OBJ; it has boxes and spheres by "
            "themselves",
            name);
    if (what->solid == ROUTH_SOLID_HULL && writer->needs_file)
        return check_name(context, what->mesh, name);
    return ROUTH_OK;
}

typedef struct printing {
    routh_export_page page;
    const format_writer *writer;
    bool model;
} printing;

/* Nobody knows more of them. */
static double six_digits(double value) {
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    return strtod(text, NULL);
}

static void print_page(FILE *file, const void *what) {
    printing job = *(const printing *)what;
    routh_export rounded = *job.page.what;
    for (size_t i = 0; i < rounded.setting.engine->parameter_count; i++)
        rounded.setting.value[i] = six_digits(rounded.setting.value[i]);
    job.page.what = &rounded;
    job.page.file = file;
    job.writer->print(&job.page, job.model);
}

routh_status routh_export_write(routh_context *context, const routh_export *what, routh_export_format format,
                                bool model, routh_io to) {
    if (format >= ROUTH_EXPORT_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "no format has the number %d", (int)format);
    const format_writer *writer = &writers[format];
    routh_status status = routh_engine_target_check(context, &what->target, &what->body, what->setting.step);
    if (status != ROUTH_OK)
        return status;
    routh_export clean = *what;
    routh_export_clean_body(&clean);
    if (format == ROUTH_EXPORT_JSON)
        return routh_export_json(context, &clean, to);
    if (what->setting.engine != writer->engine)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s has parameters of %s",
                          routh_name(&routh_export_formats, format), writer->engine->title);
    for (size_t i = 0; i < writer->engine->parameter_count; i++)
        if (!isfinite(what->setting.value[i]))
            return routh_fail_field(context, ROUTH_NOT_FINITE, "setting", "%s of %s is %g; it must be finite",
                                    writer->engine->parameter[i].name, writer->engine->title, what->setting.value[i]);
    if (format == ROUTH_EXPORT_SDF && what->setting.value[ROUTH_ODE_ACROSS] != 1)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "setting",
                                "friction_across is %g; SDF has none but 1, since its axes do not follow the slip",
                                what->setting.value[ROUTH_ODE_ACROSS]);
    status = model ? check_shape(context, what, format) : ROUTH_OK;
    const printing job = {.page = {.what = &clean, .style = writer->style}, .writer = writer, .model = model};
    return status == ROUTH_OK ? routh_text_print(context, to, print_page, &job) : status;
}
