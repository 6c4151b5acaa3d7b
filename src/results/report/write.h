/* How results are written: the forms of a thing, of which the output's name chooses one; pages; and pieces of JSON and text that
 * several forms have.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_WRITE_H
#define ROUTH_SRC_REPORT_WRITE_H

#include <jansson.h>

#include <routh/report.h>

#include "fields/layouts.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/output.h"
#include "file/source.h"
#include "report/charts.h"
#include "report/svg.h"

/* What a page shows, and the file that describes its object. */
typedef enum routh_page_kind {
    ROUTH_NO_PAGE,
    ROUTH_STUDY_PAGE,     /* planar impacts: web/src/study.ts */
    ROUTH_INSERTION_PAGE, /* insertions: web/src/insertion/study.ts */
    ROUTH_RUN_PAGE,       /* a body in motion: web/src/run/run.ts */
    ROUTH_TOSSES_PAGE,    /* tosses in space: web/src/tosses/toss.ts */
    ROUTH_BEHAVIOUR_PAGE  /* what a simulator does: web/src/judge/behaviour.ts */
} routh_page_kind;

/* One form of a thing. It is printed or drawn, or it is an object: a file of JSON, or what a page shows. Numbers have a decimal
 * point in all of them, whatever the locale. */
typedef struct routh_form {
    const char *ending; /* of the output's name, ".json"; "": every other name */
    void (*print)(FILE *file, const void *what);
    json_t *(*object)(const void *what);
    size_t flags;         /* jansson's; 0: ROUTH_JSON_RESULTS */
    routh_page_kind page; /* which shows the object; ROUTH_NO_PAGE: JSON */
    routh_status (*draw)(routh_context *context, FILE *file, const void *what);
} routh_form;

/* Writes what in the form that the name of the output asks for; `thing` is its name in messages. The last form has no ending. */
routh_status routh_write_form(routh_context *context, const char *thing, const void *what, routh_io to,
                              const routh_form *form);
#define ROUTH_WRITE(context, thing, what, to, ...)                                                                     \
    routh_write_form(context, thing, what, to, (const routh_form[]){__VA_ARGS__, {.ending = NULL}})

/* Pages: each one HTML file that needs nothing else, from one JSON object ----------------------------------------------*/

/* The page of web/ with the object in it; not without Node. Takes the object, which is NULL where memory ran out while it was
 * built; writes numbers with `digits` digits. */
routh_status routh_write_page(routh_context *context, routh_page_kind kind, json_t *object, size_t digits, routh_io to);

/* The same from the object as text. */
routh_status routh_write_page_text(routh_context *context, routh_page_kind kind, const char *json, size_t length,
                                   routh_io to);

/* For builds without Node: the form of those that is text for people, or the drawing, as a page. */
routh_status routh_write_plain_page(routh_context *context, const void *what, const routh_form *forms, routh_io to);
extern const bool routh_has_web;

/* The pages of web/ as bytes, up to where the data go and from there on; web/build.mjs writes them. */
typedef struct routh_page_template {
    const unsigned char *head, *tail;
    size_t head_length, tail_length;
} routh_page_template;

extern const routh_page_template routh_study_template, routh_insertion_template, routh_run_template,
    routh_tosses_template, routh_judge_template;

/* A picture of charts, those of routh_chart_end, and tables, those of routh_rows_page. "speed, m/s": what stands behind the last comma of an axis's title is its unit. */
typedef struct routh_figure {
    char title[2 * ROUTH_NAME_SIZE], note[2 * ROUTH_NAME_SIZE]; /* with symbols as routh_svg_formula has them */
    const routh_findings *findings;                             /* for its description; or NULL */
    json_t *charts;                                             /* taken; NULL: memory ran out while they were built */
    unsigned decades;                                           /* bit k: chart k has a logarithmic x axis */
    bool even;       /* x and y at one scale, where that leaves something to see */
    unsigned across; /* charts in a row, up to 3; 0: as their count suggests */
} routh_figure;

routh_status routh_draw_figure(routh_context *context, FILE *file, routh_figure figure);

/* A page's table: columns as wide as their texts, numbers at the right, rows as far as there is room (pixels). Returns its lower
 * right corner; a note, broken into lines of that width, how high it is. Without a file nothing is drawn. */
svg_spot routh_svg_table(FILE *file, const json_t *table, double room);
double routh_svg_note(FILE *file, const char *note, double left, double top, double width);

/* Findings as lines after their topics, src/results/study/result_words.h; releases them. With their status, which it returns. */
routh_status routh_print_words(routh_context *context, FILE *file, routh_status status, routh_findings *words);

/* Pieces of JSON ----------------------------------------------------------------------------------------*/

/* A list of the texts; with a topic (or NULL), only of its findings. All texts in one string, a blank between them. */
json_t *routh_sentences_json(const routh_findings *findings, const char *topic);
json_t *routh_paragraph_json(const routh_findings *findings);

/* {"mu": {"eps": −0.3}}, each pair once; null where resamples have not shown any. `key`: a parameter's name in the file. */
json_t *routh_correlation_json(const routh_parameter *parameter, int count,
                               const double correlation[ROUTH_MAX_PARAMETERS][ROUTH_MAX_PARAMETERS],
                               const char *(*key)(const routh_parameter *parameter));

/* Two numbers, the least and the greatest; null where there are none. */
json_t *routh_approach_json(const double approach[2]);

/* The law's parameters by name. */
json_t *routh_parameters_json(const routh_law *law, const double *values);

/* Counts by name, without those that are 0; names of the bits that are set. */
json_t *routh_counts_json(const routh_names *names, const size_t *count, size_t size);
json_t *routh_flags_json(const routh_names *names, unsigned flags);
const char *routh_flags_words(const routh_names *names, unsigned flags, const char *separator,
                              char text[ROUTH_NAME_SIZE]);

json_t *routh_points_json(const routh_point *points, size_t count);
void routh_add_region(json_t **list, const routh_region *region, const char *law); /* pieces; NULL: without the law */

/* {"vertices", "faces"}: corners in the pose's outer axes (NULL: the polyhedron's own), faces counter-clockwise from outside. */
json_t *routh_polyhedron_json(const routh_polyhedron *polyhedron, const routh_pose3 *pose);

/* null where there are none: other readings, groups. */
json_t *routh_systematics_json(const routh_systematics *systematics);
json_t *routh_split_json(const routh_split *split);
void routh_systematics_print(FILE *file, const void *systematics);
void routh_print_split(FILE *file, const void *split);

/* Absent where they are NULL. */
json_t *routh_covariates_json(const routh_dependence_study *study);
json_t *routh_exploration_json(const routh_exploration *exploration);
json_t *routh_inputs_json(const routh_input_study *inputs);
void routh_print_covariates(FILE *file, const routh_dependence_study *dependence, const routh_exploration *exploration);
routh_status routh_draw_covariates(routh_context *context, FILE *file, const routh_dependence_study *study);

json_t *routh_learning_json(const routh_frame_study *frame); /* absent where no models were learned */
void routh_print_learning(FILE *file, const routh_frame_study *frame);
const char *routh_contestant_kind_name(routh_contestant_kind kind); /* in tables and JSON */

/* Forms that are in another file than their thing's choice of forms -------------------------------------------------------*/

typedef struct routh_study_view {
    const routh_study *study;
    size_t frame;
    routh_io to;
} routh_study_view;

json_t *routh_study_object(const void *view);
void routh_study_print(FILE *file, const void *view);
routh_status routh_study_draw_table(routh_context *context, FILE *file,
                                    const void *view); /* that `to` is named after */

json_t *routh_counts_of(const routh_dataset *dataset, bool name);             /* with its name, or without */
json_t *routh_hypotheses_json(const routh_frame_evidence *check, bool named); /* "name" or "frame" */
json_t *routh_truth_json(const routh_study *study);
json_t *routh_bounds_json(const routh_frame_study *frame);
json_t *routh_law_json(const routh_frame_study *frame, const routh_law_study *law); /* each form adds its own entries */

json_t *routh_ellipse_object(const void *study);
void routh_ellipse_print(FILE *file, const void *study);

void routh_print_rollouts(FILE *file, const void *study);
json_t *routh_rollout_page(const void *study);
routh_status routh_draw_rollouts(routh_context *context, FILE *file, const void *study);

typedef struct routh_insertion_view {
    const routh_insertion_study *study;
    size_t item;
    routh_io to;
} routh_insertion_view;

/* A choice of samples, in rising order. */
typedef struct routh_sample_choice {
    size_t count;
    const size_t *sample; /* NULL: the first `count` */
} routh_sample_choice;

/* Wrenches, stiffness, friction and counts of contacts over time, at the chosen samples; poses and contacts there. A contact is an
 * array: parts, depth, point, normal, tangent, speed. */
json_t *routh_insertion_series_json(const routh_insertion_case *item, routh_sample_choice choice);
json_t *routh_insertion_motion_json(const routh_insertion_case *item, routh_sample_choice choice);

/* One recording in results.json, and as the page shows it: with these samples over time, and with poses at those. */
json_t *routh_insertion_case_json(const routh_insertion_study *study, const routh_insertion_case *item, bool shown,
                                  routh_sample_choice drawn, routh_sample_choice seen);
json_t *routh_insertion_displacements_json(const routh_assembly *assembly);
json_t *routh_insertion_together_json(const routh_insertion_study *study); /* null for a single recording */

typedef struct routh_observed {
    const routh_assembly *assembly;
    const routh_observability *observability;
} routh_observed;

void routh_insertion_print(FILE *file, const void *view);
routh_status routh_insertion_draw_results(routh_context *context, FILE *file, const void *view);
routh_status routh_insertion_draw_table(routh_context *context, FILE *file, const void *view);
void routh_insertion_plan_print(FILE *file, const void *plan);
void routh_observability_print(FILE *file, const void *observed);
void routh_lcurve_print(FILE *file, const void *lcurve);

typedef struct routh_run_view {
    const routh_world *world;
    const routh_run *run;
    const char *title;
    routh_findings words;
} routh_run_view;

void routh_print_trajectory(FILE *file, const void *trajectory);

typedef struct routh_run3_view {
    const routh_world3 *world;
    const routh_run3 *run;
    const char *title;
    routh_findings words;
} routh_run3_view;

routh_status routh_run3_draw(routh_context *context, FILE *file, const void *view);

typedef struct routh_simulated3 {
    const routh_world3_generator *generator;
    const routh_dataset3 *dataset;
    const routh_run3 *run; /* or NULL */
} routh_simulated3;

json_t *routh_simulation3_json(const void *simulated);

json_t *routh_toss_impacts(const routh_run3_record *impact, size_t count, double start); /* times from `start` on, s */
json_t *routh_toss_track(const char *name, size_t first, json_t *poses);                 /* from instant `first` on */
json_t *routh_toss_pose(const routh_world3 *world, const routh_state3 *state);

/* The page, of which the caller gives title, words, lists and total. */
json_t *routh_tosses_json(const routh_world3 *world, routh_tosses_layout page);

#endif
