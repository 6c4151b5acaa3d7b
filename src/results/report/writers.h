/* One writer for each format of a thing; the public routh_<thing>_write chooses between them by the output's name.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_WRITERS_H
#define ROUTH_SRC_REPORT_WRITERS_H

#include <routh/report.h>

routh_status routh_impact_study_write_svg(routh_context *context, const routh_impact_study *study, routh_io to);
routh_status routh_impact_study_write_json(routh_context *context, const routh_impact_study *study, routh_io to);
routh_status routh_impact_study_write_csv(routh_context *context, const routh_impact_study *study, routh_io to);

routh_status routh_trace_write_svg(routh_context *context, const routh_trace *curve, routh_trace_figure figure,
                                   routh_io to);
routh_status routh_trace_write_csv(routh_context *context, const routh_trace *curve, routh_io to);

routh_status routh_scene_trace_write_svg(routh_context *context, const routh_scene *scene,
                                         const routh_scene_trace *trace, routh_io to);
routh_status routh_scene_trace_write_csv(routh_context *context, const routh_scene *scene,
                                         const routh_scene_trace *trace, routh_io to);

routh_status routh_impact3_study_write_svg(routh_context *context, const routh_impact3_study *effect, routh_io to);
routh_status routh_impact3_study_write_csv(routh_context *context, const routh_impact3_study *effect, routh_io to);

/* Which table is chosen by the name, too. */
routh_status routh_study_write_json(routh_context *context, const routh_study *study, size_t frame, routh_io to);
routh_status routh_study_write_text(routh_context *context, const routh_study *study, routh_io to);
routh_status routh_study_write_page(routh_context *context, const routh_study *study, routh_io to);
routh_status routh_study_write_table(routh_context *context, const routh_study *study, size_t frame, routh_io to);

routh_status routh_training_write_text(routh_context *context, const routh_training *training, routh_io to);

routh_status routh_study3_write_json(routh_context *context, const routh_study3 *study, routh_io to);
routh_status routh_study3_write_text(routh_context *context, const routh_study3 *study, routh_io to);
routh_status routh_study3_write_csv(routh_context *context, const routh_study3 *study, routh_io to);
routh_status routh_study3_write_svg(routh_context *context, const routh_study3 *study, routh_io to);

routh_status routh_rollout_study_write_json(routh_context *context, const routh_rollout_study *study, routh_io to);
routh_status routh_rollout_study_write_text(routh_context *context, const routh_rollout_study *study, routh_io to);
routh_status routh_rollout_study_write_csv(routh_context *context, const routh_rollout_study *study, routh_io to);
routh_status routh_rollout_study_write_svg(routh_context *context, const routh_rollout_study *study, routh_io to);
routh_status routh_rollout_study_write_page(routh_context *context, const routh_rollout_study *study, routh_io to);

routh_status routh_behaviour_write_json(routh_context *context, const routh_behaviour_series *series, routh_io to);
routh_status routh_behaviour_write_text(routh_context *context, const routh_behaviour_series *series, routh_io to);
routh_status routh_behaviour_write_csv(routh_context *context, const routh_behaviour_series *series, routh_io to);
routh_status routh_behaviour_write_svg(routh_context *context, const routh_behaviour_series *series, routh_io to);
routh_status routh_behaviour_write_page(routh_context *context, const routh_behaviour_series *series, routh_io to);

routh_status routh_dependence_study_write_svg(routh_context *context, const routh_dependence_study *study, routh_io to);

routh_status routh_import_write_text(routh_context *context, const routh_dataset *dataset, routh_io to);
routh_status routh_import3_write_text(routh_context *context, const routh_dataset3 *dataset, routh_io to);
routh_status routh_tracks_write_text(routh_context *context, const routh_tracks *tracks, const routh_axes *axes,
                                     const routh_dataset *dataset, routh_io to);
routh_status routh_segment_write_text(routh_context *context, const routh_dataset *dataset,
                                      const routh_sensitivity *sensitivity, routh_io to);
routh_status routh_simulation_write_text(routh_context *context, const routh_world_generator *generator,
                                         const routh_dataset *dataset, const routh_run *run, routh_io to);
routh_status routh_simulation3_write_text(routh_context *context, const routh_world3_generator *generator,
                                          const routh_dataset3 *dataset, const routh_run3 *run, routh_io to);
routh_status routh_laws_write_text(routh_context *context, const routh_law *law, routh_io to);
routh_status routh_laws_write_csv(routh_context *context, const routh_law *law, routh_io to);

routh_status routh_run_write_svg(routh_context *context, const routh_world *world, const routh_run *run, routh_io to);
routh_status routh_run_write_page(routh_context *context, const routh_world *world, const routh_run *run,
                                  const char *title, routh_io to);

/* Is there something to write? */
routh_status routh_run3_check(routh_context *context, const routh_world3 *world, const routh_run3 *run);
routh_status routh_run3_write_json(routh_context *context, const routh_world3 *world, const routh_run3 *run,
                                   const char *title, routh_io to);
routh_status routh_run3_write_page(routh_context *context, const routh_world3 *world, const routh_run3 *run,
                                   const char *title, routh_io to);
routh_status routh_run3_write_csv(routh_context *context, const routh_world3 *world, const routh_run3 *run,
                                  const char *title, routh_io to);
routh_status routh_run3_write_svg(routh_context *context, const routh_world3 *world, const routh_run3 *run,
                                  const char *title, routh_io to);

routh_status routh_inertia_study_write_svg(routh_context *context, const routh_inertia_study *study, routh_io to);

routh_status routh_insertion_study_write_json(routh_context *context, const routh_insertion_study *study, routh_io to);
routh_status routh_insertion_study_write_text(routh_context *context, const routh_insertion_study *study, routh_io to);
routh_status routh_insertion_plan_write_text(routh_context *context, const routh_insertion_plan *plan, routh_io to);
routh_status routh_observability_write_text(routh_context *context, const routh_assembly *assembly,
                                            const routh_observability *observability, routh_io to);
routh_status routh_lcurve_write_text(routh_context *context, const routh_lcurve *lcurve, routh_io to);
routh_status routh_insertion_offset_write_text(routh_context *context, const routh_insertion_offset_estimate *estimate,
                                               routh_io to);
routh_status routh_insertion_study_write_page(routh_context *context, const routh_insertion_study *study, routh_io to);
routh_status routh_insertion_study_write_table(routh_context *context, const routh_insertion_study *study, size_t item,
                                               routh_io to);

routh_status routh_proof_write_json(routh_context *context, const routh_proof *proof, routh_io to);
routh_status routh_proof_write_csv(routh_context *context, const routh_proof *proof, routh_io to);
routh_status routh_proof_write_svg(routh_context *context, const routh_proof *proof, routh_io to);

#endif
