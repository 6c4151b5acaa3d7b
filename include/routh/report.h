/* The report room: studies as JSON, CSV, SVG, page and text. It lays out and computes nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_REPORT_H
#define ROUTH_REPORT_H

#include <routh/behaviour.h>
#include <routh/engine.h>
#include <routh/impact3.h>
#include <routh/inertia.h>
#include <routh/insertion.h>
#include <routh/motion.h>
#include <routh/motion3.h>
#include <routh/simulate.h>
#include <routh/study.h>
#include <routh/tracks.h>

#ifdef __cplusplus
extern "C" {
#endif

/* routh_<thing>_write writes a thing. Where it has several formats, the ending of the output's name chooses; any other ending
 * is ROUTH_BAD_ARGUMENT, and the message lists those there are. A stream or buffer needs a name for that:
 * routh_io_file(stdout, "results.json"). What has one format is written whatever the name. */

/* One law of the registry, or all where `law` is NULL: names, parameters with bounds, traits. .txt: for people.
 * .csv: a row for each law. Otherwise JSON. */
ROUTH_API routh_status routh_laws_write(routh_context *context, const routh_law *law, routh_io to);

/* Outcomes of impacts that routh_impacts_solve_batch solved, with all of pt, pn, couple, mode and flags. .csv: the columns
 * pt,pn,vx,vy,omega,mode,energy_ratio,flags, and couple where there is one. .json. */
ROUTH_API routh_status routh_outcomes_write(routh_context *context, const routh_law *law, const routh_impact *impact,
                                            const routh_batch *batch, routh_io to);

/* .svg: a drawing, ready for a paper. .json. .csv: the columns kind,law,piece,mode,point,pt,pn. */
ROUTH_API routh_status routh_impact_study_write(routh_context *context, const routh_impact_study *study, routh_io to);

/* Impacts in space ----------------------------------------------------------------------------------------------*/

/* Pictures of one impact, with its phases and switches. */
typedef enum routh_trace_figure {
    ROUTH_FIGURE_IMPULSE,    /* tangential over normal impulse; two projections if it is not in one plane */
    ROUTH_FIGURE_TANGENTIAL, /* the tangential impulse, viewed along the normal */
    ROUTH_FIGURE_VELOCITY,   /* contact velocity, spring velocity and spring length over the normal impulse */
    ROUTH_TRACE_FIGURE_COUNT
} routh_trace_figure;

/* .svg: the picture. .csv: its moments, whatever the figure, with the columns
 * time,p1,p2,p3,v1,v2,v3,spring1,spring2,spring3,rate1,rate2,rate3,phase; axes u, w, n. */
ROUTH_API routh_status routh_trace_write(routh_context *context, const routh_trace *curve, routh_trace_figure figure,
                                         routh_io to);

/* A collision over time. .svg: impulses at the contacts, speeds of the bodies, energy, and the phases of the contacts. .csv: the
 * columns time,kinetic,stored; body0_vx, … _vz, _wx, … _wz for every body that is not fixed; contact0_p1, … _v1, …
 * _spring1, … contact0_phase for every contact. `scene` is the one before the collision. */
ROUTH_API routh_status routh_scene_trace_write(routh_context *context, const routh_scene *scene,
                                               const routh_scene_trace *trace, routh_io to);

/* An impact and, where it is one of bodies, what became of them. */
typedef struct routh_impact3_answer {
    const char *about;               /* in words; NULL: a contact alone */
    routh_body3 before[2], after[2]; /* the first is the one that moves; bodies only */
    routh_scene_contact scene_contact;
    int rigid; /* without tangential compliance: no eta2 */
    routh_contact3 contact;
    routh_pair pair;
    routh_outcome3 outcome;
} routh_impact3_answer;

/* .txt, .json. */
ROUTH_API routh_status routh_impact3_write(routh_context *context, const routh_impact3_answer *answer, routh_io to);

/* Impulse, velocity, phases, energies and switches: a line of JSON. */
ROUTH_API routh_status routh_outcome3_write(routh_context *context, const routh_outcome3 *outcome, routh_io to);

/* Rows of a table of outcomes. An outcome carries its switches, so that a long table is better written in parts. */
typedef struct routh_outcomes3 {
    const routh_outcome3 *outcome; /* the caller's */
    size_t count;
    bool rigid;      /* of the law `rigid` */
    size_t before;   /* rows of the table that came before these: no header then */
    bool unfinished; /* others will follow: no end */
} routh_outcomes3;

/* .csv: the columns p1,p2,p3,v1,v2,v3,phases,energy_ratio,friction_loss,normal_loss,left. .json. */
ROUTH_API routh_status routh_outcomes3_write(routh_context *context, const routh_outcomes3 *outcomes, routh_io to);

/* .svg. .csv: the columns parameter,value,vx,vy,vz,wx,wy,wz. */
ROUTH_API routh_status routh_impact3_study_write(routh_context *context, const routh_impact3_study *effect,
                                                 routh_io to);

/* Checks ------------------------------------------------------------------------------------------------*/

/* .txt, .json. */
ROUTH_API routh_status routh_check_write(routh_context *context, const routh_check_answer *answer, routh_io to);

/* Datasets ------------------------------------------------------------------------------------------------*/

/* What a dataset holds: as it was read; after its trajectories were segmented, with the sensitivity to calibration (NULL:
 * too few impacts for that); and as simulated, with the run of a single drop (otherwise NULL). .txt: for people. Otherwise
 * JSON. */
ROUTH_API routh_status routh_import_write(routh_context *context, const routh_dataset *dataset, routh_io to);
ROUTH_API routh_status routh_import3_write(routh_context *context, const routh_dataset3 *dataset, routh_io to);

/* A toss as it was recorded: CSV with the columns time,px,py,pz,qw,qx,qy,qz. */
ROUTH_API routh_status routh_trajectory3_write(routh_context *context, const routh_dataset3 *dataset, size_t index,
                                               routh_io to);

/* What was understood of a recording of motions, with its axes (NULL: none) and the dataset that it became (NULL: none).
 * .txt: for people. Otherwise JSON. */
ROUTH_API routh_status routh_tracks_write(routh_context *context, const routh_tracks *tracks, const routh_axes *axes,
                                          const routh_dataset *dataset, routh_io to);
ROUTH_API routh_status routh_segment_write(routh_context *context, const routh_dataset *dataset,
                                           const routh_sensitivity *sensitivity, routh_io to);
/* One trajectory; an index beyond the last: that with most contacts. .csv: the columns time,x,y,theta,vx,vy,omega. .svg: with
 * what segmentation took for contacts, and why they are not used. */
ROUTH_API routh_status routh_trajectory_write(routh_context *context, const routh_dataset *dataset, size_t index,
                                              routh_io to);
ROUTH_API routh_status routh_simulation_write(routh_context *context, const routh_world_generator *generator,
                                              const routh_dataset *dataset, const routh_run *run, routh_io to);

/* The study --------------------------------------------------------------------------------------------*/

/* .txt: for people, all frames. .json: the numbers of one frame. .html: the one self-contained page of all frames. .csv:
 * the table or figure of a frame after which the file is named, "table-1.csv" or "table-1-as-recorded.csv". */
ROUTH_API routh_status routh_study_write(routh_context *context, const routh_study *study, size_t frame, routh_io to);
/* The tables and figures that the frame has, "table-1", …; NULL past the end. */
ROUTH_API const char *routh_study_table(const routh_study *study, size_t frame, size_t index);

/* Fits -------------------------------------------------------------------------------------------------*/

/* .txt: for people. .csv: a line for each parameter of a law. .json: every number. */
ROUTH_API routh_status routh_fit_study_write(routh_context *context, const routh_fit_study *study, routh_io to);

/* What routh_fit_study_each found, as CSV: record (from 0), law, metric, mu, eps, et, eta2 (those that the law has),
 * mu_s, distance (N s), relative (to the impulse), flags. */
ROUTH_API routh_status routh_fit_study_each_write(routh_context *context, const routh_fit_study *study,
                                                  const routh_sample_estimate *estimate, routh_io to);

/* Training ---------------------------------------------------------------------------------------------*/

/* .txt: for people. Otherwise JSON. */
ROUTH_API routh_status routh_training_write(routh_context *context, const routh_training *training, routh_io to);

/* What a model answered to impacts. Everything is the caller's. */
typedef struct routh_predictions {
    const char *name;         /* the model's file */
    const routh_model *model; /* [-] */
    routh_frame frame;        /* in which it learned */
    size_t count;
    const routh_impact *impact;
    const routh_velocity *measured; /* after; NULL: not known */
    routh_prediction *prediction;   /* of routh_model_predict */
    bool project;                   /* 1: write what is inside the energy ellipse, next to predictions that leave it */
} routh_predictions;

/* .csv: a row for each impact: impulse and velocity after, their deviations and half their 95 % intervals, energy_ratio,
 * the error where the velocity after was measured, and inside. .json: the same, and what the model is. */
ROUTH_API routh_status routh_predictions_write(routh_context *context, const routh_predictions *predictions,
                                               routh_io to);

/* The study in space -------------------------------------------------------------------------------------*/

/* .txt: for people. .json. .csv: every record, those not used with the reason. .svg: how the errors are distributed, and
 * predicted against measured velocity of the contact point; it needs laws that were compared, otherwise
 * ROUTH_BAD_ARGUMENT. */
ROUTH_API routh_status routh_study3_write(routh_context *context, const routh_study3 *study, routh_io to);

/* Whole tosses. .txt: for people. .json. .csv: one row a toss. .svg: errors over time. .html: the worst, the median and
 * the best toss to watch, recorded beside predicted. Picture and page need a toss that was predicted, otherwise
 * ROUTH_BAD_ARGUMENT. */
ROUTH_API routh_status routh_rollout_study_write(routh_context *context, const routh_rollout_study *study, routh_io to);

/* What a simulator does, at each time step. .txt: for people. .json. .csv: one row an impact. .svg: restitution over
 * speed, and impulses with the cone, of the first. .html: the same as a page. Picture and page need an impact, otherwise
 * ROUTH_BAD_ARGUMENT. */
ROUTH_API routh_status routh_behaviour_series_write(routh_context *context, const routh_behaviour_series *series,
                                                    routh_io to);

/* Planar motion ----------------------------------------------------------------------------------------*/

/* .svg: the body's outline every so often, the path of its centre, and where it touched. .html: the same as an animation,
 * one file that needs nothing else, to play, pause and move through by hand, with a table of the contacts; in a build without
 * Node the drawing. `title` is the page's; NULL: "A dropped body". */
ROUTH_API routh_status routh_run_write(routh_context *context, const routh_world *world, const routh_run *run,
                                       const char *title, routh_io to);

/* Motion in space ---------------------------------------------------------------------------------------*/

/* .json: body, surface, states and impacts. .csv: one row a state, with the columns time,px,py,pz (of the tracked point),
 * qw,qx,qy,qz, vx,vy,vz (of the centre of mass), wx,wy,wz (world axes). .svg: the body every so often, seen from a corner, with
 * the path of its centre of mass and its impacts. .html: an animation that can be turned, one file that needs nothing else;
 * in a build without Node the picture. `title` is that of the page, the picture and
 * the JSON; NULL: "A tossed body". */
ROUTH_API routh_status routh_run3_write(routh_context *context, const routh_world3 *world, const routh_run3 *run,
                                        const char *title, routh_io to);

/* What routh_world3_generate made, with the run of a single toss (otherwise NULL). .txt: for people.
 * Otherwise JSON. */
ROUTH_API routh_status routh_simulation3_write(routh_context *context, const routh_world3_generator *generator,
                                               const routh_dataset3 *dataset, const routh_run3 *run, routh_io to);

/* Inertia -----------------------------------------------------------------------------------------------*/

/* .txt: for people. .csv: a line for each contact. .json: every number. .svg: the regression behind m/I, figures 9 and 10 of
 * Identifiability analysis: lever against change of spin, the lines of one or two fits to the same records, contacts that
 * were left out marked by why. With `online`, .csv and .svg are the estimate contact by contact instead, and the others
 * have it, too. */
ROUTH_API routh_status routh_inertia_study_write(routh_context *context, const routh_inertia_study *study, routh_io to);

/* Coverage ----------------------------------------------------------------------------------------------*/

/* .txt: for people. .csv: a line for each world. .json: every number. */
ROUTH_API routh_status routh_coverage_write(routh_context *context, const routh_coverage *coverage, routh_io to);

/* Insertions --------------------------------------------------------------------------------------------*/

/* .txt: for people. .json. .html: the one self-contained page of all recordings. .csv: the table of a recording after
 * which the file is named, "wrench.csv" or "peg-wrench.csv". */
ROUTH_API routh_status routh_insertion_study_write(routh_context *context, const routh_insertion_study *study,
                                                   size_t item, routh_io to);
/* Those tables, "wrench", "instants", "l-curve", "correlation", …; NULL past the end. */
ROUTH_API const char *routh_insertion_study_table(size_t index);

/* What routh_insertion_observe and routh_lcurve_of found. .txt: for people. Otherwise JSON. */
ROUTH_API routh_status routh_observability_write(routh_context *context, const routh_assembly *assembly,
                                                 const routh_observability *observability, routh_io to);
ROUTH_API routh_status routh_lcurve_write(routh_context *context, const routh_lcurve *lcurve, routh_io to);

/* A plan, by the ending of the name: .txt, for people; .json, from which routh_insertion_path_read reads the path, or
 * .csv: time, pose of the hand and wanted wrench, instant by instant. */
ROUTH_API routh_status routh_insertion_plan_write(routh_context *context, const routh_insertion_plan *plan,
                                                  routh_io to);

/* A generated recording and where it was written. */
typedef struct routh_insertion_summary {
    const char *path;
    routh_insertion_generator setting;
    size_t samples;
    double duration; /* s */
    double offset;   /* m */
} routh_insertion_summary;

/* JSON. */
ROUTH_API routh_status routh_insertion_summaries_write(routh_context *context, const routh_insertion_summary *summary,
                                                       size_t count, routh_io to);

/* .txt: for people. Otherwise JSON. */
ROUTH_API routh_status routh_insertion_offset_write(routh_context *context,
                                                    const routh_insertion_offset_estimate *estimate, routh_io to);

/* A study of rebounding spheres, by the ending of the name: .txt (for people), .json, .csv (one line for each row) or
 * .svg. */
ROUTH_API routh_status routh_rebound_study_write(routh_context *context, const routh_rebound_study *study, routh_io to);

/* Materials ---------------------------------------------------------------------------------------------*/

/* What is known about pairs of surfaces, next to routh_materials_write, which writes what can be read again. .txt: a
 * table. .md: a table with what is behind each pair. .csv: a row for each parameter. */
ROUTH_API routh_status routh_materials_table_write(routh_context *context, const routh_materials *materials,
                                                   routh_io to);

/* Everything about one, and what the data did not determine. .txt. */
ROUTH_API routh_status routh_material_write(routh_context *context, const routh_material *material, routh_io to);

/* Engines -------------------------------------------------------------------------------------------------------*/

/* What an engine did. .json. .csv: a row for each impact and setting, with the columns setting,speed,slip,eps_wanted,eps_least,
 * eps,eps_greatest,friction_wanted,friction_least,friction,friction_greatest,friction_error,sticks,steps,contacts,depth,
 * energy_gain,agree. .svg: e over the speed of approach. */
ROUTH_API routh_status routh_proof_write(routh_context *context, const routh_proof *proof, routh_io to);

#ifdef __cplusplus
}
#endif
#endif
