/* What has several formats in several files: the output's name chooses.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/writers.h"

#include "base/context.h"
#include "file/ending.h"

routh_status routh_impact_study_write(routh_context *context, const routh_impact_study *study, routh_io to) {
    static const char *const endings[] = {".svg", ".json", ".csv", NULL};
    static routh_status (*const write[])(routh_context *, const routh_impact_study *, routh_io) = {
        routh_impact_study_write_svg, routh_impact_study_write_json, routh_impact_study_write_csv};
    const int format = routh_ending_of(context, "routh_impact_study", endings, to);
    return format < 0 ? ROUTH_BAD_ARGUMENT : write[format](context, study, to);
}

routh_status routh_impact3_study_write(routh_context *context, const routh_impact3_study *effect, routh_io to) {
    static const char *const endings[] = {".svg", ".csv", NULL};
    static routh_status (*const write[])(routh_context *, const routh_impact3_study *,
                                         routh_io) = {routh_impact3_study_write_svg, routh_impact3_study_write_csv};
    const int format = routh_ending_of(context, "routh_impact3_study", endings, to);
    return format < 0 ? ROUTH_BAD_ARGUMENT : write[format](context, effect, to);
}

routh_status routh_trace_write(routh_context *context, const routh_trace *curve, routh_trace_figure figure,
                               routh_io to) {
    static const char *const endings[] = {".svg", ".csv", NULL};
    switch (routh_ending_of(context, "routh_trace", endings, to)) {
    case 0:
        return routh_trace_write_svg(context, curve, figure, to);
    case 1:
        return routh_trace_write_csv(context, curve, to);
    default:
        return ROUTH_BAD_ARGUMENT;
    }
}

routh_status routh_scene_trace_write(routh_context *context, const routh_scene *scene, const routh_scene_trace *trace,
                                     routh_io to) {
    static const char *const endings[] = {".svg", ".csv", NULL};
    static routh_status (*const write[])(routh_context *, const routh_scene *, const routh_scene_trace *,
                                         routh_io) = {routh_scene_trace_write_svg, routh_scene_trace_write_csv};
    const int format = routh_ending_of(context, "routh_scene_trace", endings, to);
    if (format < 0)
        return ROUTH_BAD_ARGUMENT;
    if (trace->count == 0 || trace->body_count != scene->body_count || trace->contact_count != scene->contact_count)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "the curve of a collision: %zu moments of %zu bodies and %zu contacts, the scene has %zu and "
                          "%zu",
                          trace->count, trace->body_count, trace->contact_count, scene->body_count,
                          scene->contact_count);
    return write[format](context, scene, trace, to);
}

routh_status routh_study_write(routh_context *context, const routh_study *study, size_t frame, routh_io to) {
    static const char *const endings[] = {".json", ".html", ".csv", ".txt", NULL};
    const int format = routh_ending_of(context, "routh_study", endings, to);
    if (format < 0)
        return ROUTH_BAD_ARGUMENT;
    if (frame >= study->frame_count)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no frame %zu: the study has %zu", frame,
                          study->frame_count);
    return format == 0   ? routh_study_write_json(context, study, frame, to)
           : format == 1 ? routh_study_write_page(context, study, to)
           : format == 2 ? routh_study_write_table(context, study, frame, to)
                         : routh_study_write_text(context, study, to);
}

routh_status routh_study3_write(routh_context *context, const routh_study3 *study, routh_io to) {
    static const char *const endings[] = {".json", ".csv", ".svg", ".txt", NULL};
    static routh_status (*const write[])(routh_context *, const routh_study3 *, routh_io) = {
        routh_study3_write_json, routh_study3_write_csv, routh_study3_write_svg, routh_study3_write_text};
    const int format = routh_ending_of(context, "routh_study3", endings, to);
    return format < 0 ? ROUTH_BAD_ARGUMENT : write[format](context, study, to);
}

routh_status routh_rollout_study_write(routh_context *context, const routh_rollout_study *study, routh_io to) {
    static const char *const endings[] = {".json", ".csv", ".svg", ".html", ".txt", NULL};
    static routh_status (*const write[])(routh_context *, const routh_rollout_study *, routh_io) = {
        routh_rollout_study_write_json, routh_rollout_study_write_csv, routh_rollout_study_write_svg,
        routh_rollout_study_write_page, routh_rollout_study_write_text};
    const int format = routh_ending_of(context, "routh_rollout_study", endings, to);
    return format < 0 ? ROUTH_BAD_ARGUMENT : write[format](context, study, to);
}

routh_status routh_behaviour_series_write(routh_context *context, const routh_behaviour_series *series, routh_io to) {
    static const char *const endings[] = {".json", ".csv", ".svg", ".html", ".txt", NULL};
    static routh_status (*const write[])(routh_context *, const routh_behaviour_series *, routh_io) = {
        routh_behaviour_write_json, routh_behaviour_write_csv, routh_behaviour_write_svg, routh_behaviour_write_page,
        routh_behaviour_write_text};
    const int format = routh_ending_of(context, "routh_behaviour_series", endings, to);
    return format < 0 ? ROUTH_BAD_ARGUMENT : write[format](context, series, to);
}

routh_status routh_run_write(routh_context *context, const routh_world *world, const routh_run *run, const char *title,
                             routh_io to) {
    static const char *const endings[] = {".svg", ".html", NULL};
    switch (routh_ending_of(context, "routh_run", endings, to)) {
    case 0:
        return routh_run_write_svg(context, world, run, to);
    case 1:
        return routh_run_write_page(context, world, run, title, to);
    default:
        return ROUTH_BAD_ARGUMENT;
    }
}

routh_status routh_run3_write(routh_context *context, const routh_world3 *world, const routh_run3 *run,
                              const char *title, routh_io to) {
    static const char *const endings[] = {".json", ".csv", ".svg", ".html", NULL};
    static routh_status (*const write[])(routh_context *, const routh_world3 *, const routh_run3 *, const char *,
                                         routh_io) = {routh_run3_write_json, routh_run3_write_csv, routh_run3_write_svg,
                                                      routh_run3_write_page};
    const int format = routh_ending_of(context, "routh_run3", endings, to);
    if (format < 0)
        return ROUTH_BAD_ARGUMENT;
    const routh_status status = routh_run3_check(context, world, run);
    return status == ROUTH_OK ? write[format](context, world, run, title ? title : "A tossed body", to) : status;
}

routh_status routh_insertion_study_write(routh_context *context, const routh_insertion_study *study, size_t item,
                                         routh_io to) {
    static const char *const endings[] = {".json", ".html", ".csv", ".txt", NULL};
    switch (routh_ending_of(context, "routh_insertion_study", endings, to)) {
    case 0:
        return routh_insertion_study_write_json(context, study, to);
    case 1:
        return routh_insertion_study_write_page(context, study, to);
    case 2:
        return routh_insertion_study_write_table(context, study, item, to);
    case 3:
        return routh_insertion_study_write_text(context, study, to);
    default:
        return ROUTH_BAD_ARGUMENT;
    }
}

routh_status routh_proof_write(routh_context *context, const routh_proof *proof, routh_io to) {
    static const char *const endings[] = {".json", ".csv", ".svg", NULL};
    static routh_status (*const write[])(routh_context *, const routh_proof *, routh_io) = {
        routh_proof_write_json, routh_proof_write_csv, routh_proof_write_svg};
    const int format = routh_ending_of(context, "routh_proof", endings, to);
    return format < 0 ? ROUTH_BAD_ARGUMENT : write[format](context, proof, to);
}
