/* The report room: studies as JSON, CSV, SVG, page and text. It lays out and computes nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_REPORT_H
#define ROUTH_REPORT_H

#include <routh/impact3.h>
#include <routh/inertia.h>
#include <routh/insertion.h>
#include <routh/motion.h>
#include <routh/simulate.h>
#include <routh/study.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One planar impact as an SVG drawing, ready for a paper. */
ROUTH_API routh_status routh_impact_study_write_svg(routh_context *context, const routh_impact_study *study,
                                                    routh_io to);

/* The same as JSON; and as CSV with the columns kind,law,piece,mode,point,pt,pn. */
ROUTH_API routh_status routh_impact_study_write_json(routh_context *context, const routh_impact_study *study,
                                                     routh_io to);
ROUTH_API routh_status routh_impact_study_write_csv(routh_context *context, const routh_impact_study *study,
                                                    routh_io to);

/* Impacts in space ----------------------------------------------------------------------------------------------*/

/* Pictures of one impact, with its phases and switches. */
typedef enum routh_trace_figure {
    ROUTH_FIGURE_IMPULSE,    /* tangential over normal impulse; two projections if it is not in one plane */
    ROUTH_FIGURE_TANGENTIAL, /* the tangential impulse, viewed along the normal */
    ROUTH_FIGURE_VELOCITY,   /* contact velocity, spring velocity and spring length over the normal impulse */
    ROUTH_TRACE_FIGURE_COUNT
} routh_trace_figure;

ROUTH_API routh_status routh_trace_write_svg(routh_context *context, const routh_trace *trace,
                                             routh_trace_figure figure, routh_io to);

/* The moments of a trace as CSV with the columns
 * time,p1,p2,p3,v1,v2,v3,spring1,spring2,spring3,rate1,rate2,rate3,phase; axes u, w, n. */
ROUTH_API routh_status routh_trace_write_csv(routh_context *context, const routh_trace *trace, routh_io to);

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

ROUTH_API routh_status routh_impact3_write_text(routh_context *context, const routh_impact3_answer *answer,
                                                routh_io to);
ROUTH_API routh_status routh_impact3_write_json(routh_context *context, const routh_impact3_answer *answer,
                                                routh_io to);

/* Impulse, velocity, phases, energies and switches: a line of JSON. */
ROUTH_API routh_status routh_outcome3_write_json(routh_context *context, const routh_outcome3 *outcome, routh_io to);

/* How velocity and spin after an impact depend on friction and Poisson's ratio, as an SVG drawing. */
ROUTH_API routh_status routh_impact3_study_write_svg(routh_context *context, const routh_impact3_study *study,
                                                     routh_io to);

/* The same as CSV with the columns parameter,value,vx,vy,vz,wx,wy,wz. */
ROUTH_API routh_status routh_impact3_study_write_csv(routh_context *context, const routh_impact3_study *study,
                                                     routh_io to);

/* Checks ------------------------------------------------------------------------------------------------*/

/* The findings of routh_dataset_check, and the frame that was then chosen. */
typedef struct routh_check_answer {
    const routh_dataset *dataset; /* not owned */
    routh_findings findings;
    routh_frame_evidence evidence;
    routh_frame frame;                                 /* in which to read the data */
    char why[ROUTH_NAME_SIZE];                         /* the reason, one sentence */
    const char *(*hint)(const routh_finding *finding); /* text to add to a finding, never NULL; hint NULL: nothing */
} routh_check_answer;

ROUTH_API routh_status routh_check_write_text(routh_context *context, const routh_check_answer *answer, routh_io to);
ROUTH_API routh_status routh_check_write_json(routh_context *context, const routh_check_answer *answer, routh_io to);

/* Datasets ------------------------------------------------------------------------------------------------*/

/* What a dataset holds: as it was read; after its trajectories were segmented, with the sensitivity to calibration (NULL:
 * too few impacts for that); and as simulated, with the run of a single drop (otherwise NULL). */
ROUTH_API routh_status routh_import_write_json(routh_context *context, const routh_dataset *dataset, routh_io to);
ROUTH_API routh_status routh_segment_write_json(routh_context *context, const routh_dataset *dataset,
                                                const routh_sensitivity *sensitivity, routh_io to);
ROUTH_API routh_status routh_simulation_write_json(routh_context *context, const routh_world_generator *generator,
                                                   const routh_dataset *dataset, const routh_run *run, routh_io to);

/* The study --------------------------------------------------------------------------------------------*/

/* results.json of one frame; one self-contained page for all frames; one table or figure of a frame as CSV. */
ROUTH_API routh_status routh_study_write_json(routh_context *context, const routh_study *study, size_t frame,
                                              routh_io to);
ROUTH_API routh_status routh_study_write_page(routh_context *context, const routh_study *study, routh_io to);
ROUTH_API size_t routh_study_table_count(void);
ROUTH_API const char *routh_study_table_name(size_t index); /* "table-1" */
/* Returns 0 if the table is empty: without learned models their tables have only a header line. */
ROUTH_API int routh_study_has_table(const routh_study *study, size_t frame, size_t index);
ROUTH_API routh_status routh_study_write_table(routh_context *context, const routh_study *study, size_t frame,
                                               size_t index, routh_io to);

/* Fits -------------------------------------------------------------------------------------------------*/

/* For people; a line for each parameter of a law; and every number. */
ROUTH_API routh_status routh_fit_study_write_text(routh_context *context, const routh_fit_study *study, routh_io to);
ROUTH_API routh_status routh_fit_study_write_csv(routh_context *context, const routh_fit_study *study, routh_io to);
ROUTH_API routh_status routh_fit_study_write_json(routh_context *context, const routh_fit_study *study, routh_io to);

/* Training ---------------------------------------------------------------------------------------------*/

ROUTH_API routh_status routh_training_write_json(routh_context *context, const routh_training *training, routh_io to);

/* The study in space -------------------------------------------------------------------------------------*/

/* results.json; every record as CSV, with the reason if it is not used; and a drawing with the distribution of errors,
 * and predicted against measured velocity of the contact point. The drawing is ROUTH_BAD_ARGUMENT if no laws were
 * compared. */
ROUTH_API routh_status routh_study3_write_json(routh_context *context, const routh_study3 *study, routh_io to);
ROUTH_API routh_status routh_study3_write_csv(routh_context *context, const routh_study3 *study, routh_io to);
ROUTH_API routh_status routh_study3_write_svg(routh_context *context, const routh_study3 *study, routh_io to);

/* Billiards --------------------------------------------------------------------------------------------*/

/* A ball's path on the cloth, from above, as an SVG drawing: hops, sliding and rolling differ by line and label. With
 * `shot` (may be NULL), also the direction of the cue and where its tip touches the ball. */
ROUTH_API routh_status routh_ball_path_write_svg(routh_context *context, const routh_ball_path *path,
                                                 const routh_shot *shot, routh_io to);

/* What is known of one shot. */
typedef struct routh_shot_answer {
    routh_billiards billiards;
    routh_shot shot;
    routh_shot_result result;
    routh_ball_path path;
} routh_shot_answer;

ROUTH_API routh_status routh_shot_write_json(routh_context *context, const routh_shot_answer *answer, routh_io to);

/* Planar motion ----------------------------------------------------------------------------------------*/

/* A run as an SVG drawing: the body's outline at intervals, the path of its centre, and where it touched. */
ROUTH_API routh_status routh_run_write_svg(routh_context *context, const routh_world *world, const routh_run *run,
                                           routh_io to);

/* The same as an animation: one self-contained HTML file to play, pause and step through, with a table of the contacts.
 * In a build without Node: that table and a description in words. `title` NULL: "A dropped body". */
ROUTH_API routh_status routh_run_write_page(routh_context *context, const routh_world *world, const routh_run *run,
                                            const char *title, routh_io to);

/* Inertia -----------------------------------------------------------------------------------------------*/

/* The regression behind m/I, figures 9 and 10 of Identifiability analysis, as an SVG drawing: lever against change of
 * spin, and the lines of one or two estimates from the same records (`other` may be NULL). Contacts that were left out
 * are marked with the reason. */
ROUTH_API routh_status routh_inertia_write_svg(routh_context *context, const char *title,
                                               const routh_inertia_estimate *estimate,
                                               const routh_inertia_estimate *other, routh_io to);

/* All that contacts say of a body's mass and inertia. Everything is the caller's. */
typedef struct routh_inertia_study {
    const routh_dataset *dataset;
    routh_frame frame;
    const char *why; /* that frame */
    routh_record *record;
    size_t count;
    routh_inertia_estimate fit;
    routh_inertia_estimate plain; /* ordinary least squares beside it, where has_plain */
    bool has_plain;
    const char *noise_from; /* in words */
} routh_inertia_study;

/* For people; a line for each contact; and every number. */
ROUTH_API routh_status routh_inertia_study_write_text(routh_context *context, const routh_inertia_study *study,
                                                      routh_io to);
ROUTH_API routh_status routh_inertia_study_write_csv(routh_context *context, const routh_inertia_study *study,
                                                     routh_io to);
ROUTH_API routh_status routh_inertia_study_write_json(routh_context *context, const routh_inertia_study *study,
                                                      routh_io to);

/* The table of routh_inertia_noise_table, made with these options. */
ROUTH_API routh_status routh_inertia_noise_write_text(routh_context *context,
                                                      const routh_inertia_noise_options *options,
                                                      const routh_inertia_noise_body table[ROUTH_NOISE_BODIES],
                                                      routh_io to);
ROUTH_API routh_status routh_inertia_noise_write_json(routh_context *context,
                                                      const routh_inertia_noise_options *options,
                                                      const routh_inertia_noise_body table[ROUTH_NOISE_BODIES],
                                                      routh_io to);

/* Insertions --------------------------------------------------------------------------------------------*/

/* results.json; one self-contained page for all recordings; one table of a recording as CSV. */
ROUTH_API routh_status routh_insertion_study_write_json(routh_context *context, const routh_insertion_study *study,
                                                        routh_io to);
ROUTH_API routh_status routh_insertion_study_write_page(routh_context *context, const routh_insertion_study *study,
                                                        routh_io to);
ROUTH_API size_t routh_insertion_study_table_count(void);
ROUTH_API const char *
routh_insertion_study_table_name(size_t index); /* "wrench", "instants", "l-curve", "correlation", … */
ROUTH_API routh_status routh_insertion_study_write_table(routh_context *context, const routh_insertion_study *study,
                                                         size_t item, size_t index, routh_io to);

/* What routh_insertion_observe and routh_lcurve_of found. */
ROUTH_API routh_status routh_observability_write_json(routh_context *context, const routh_assembly *assembly,
                                                      const routh_observability *observability, routh_io to);
ROUTH_API routh_status routh_lcurve_write_json(routh_context *context, const routh_lcurve *lcurve, routh_io to);

/* A generated recording and where it was written. */
typedef struct routh_insertion_summary {
    const char *path;
    routh_insertion_generator setting;
    size_t samples;
    double duration; /* s */
    double offset;   /* m */
} routh_insertion_summary;

ROUTH_API routh_status routh_insertion_summaries_write_json(routh_context *context,
                                                            const routh_insertion_summary *summary, size_t count,
                                                            routh_io to);

#ifdef __cplusplus
}
#endif
#endif
