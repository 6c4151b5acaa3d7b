/* Objects of files and pages that are not the struct of a result: what is put together from several, in the order of the file.
 * cmake/fields_of makes the table of their fields as of public structs, so that keys, pages' types and the list of fields follow from
 * here. A json_t is taken; [*] means that its members stand in its place; routh_json_absent() leaves a member out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_LAYOUT_H
#define ROUTH_SRC_REPORT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>
#include <routh/routh.h>

/* What several have -----------------------------------------------------------------------------------*/

typedef struct routh_value_layout {
    double value, sd, low, high;
} routh_value_layout;

typedef struct routh_quantity_layout {
    double value, standard_error, low, high;
    const char *unit;
} routh_quantity_layout;

/* A finding: in a check, on the page of drops, and of a recording's tracks. */
typedef struct routh_finding_layout {
    const char *what;
    json_t *numbers; /* [*] */
    const char *words;
} routh_finding_layout;

/* Pages -----------------------------------------------------------------------------------------------*/

typedef struct routh_line_layout {
    const char *name;
    json_t *x, *y, *low, *high;
} routh_line_layout;

typedef struct routh_chart_layout {
    const char *title, *x, *y;
    json_t *lines;
} routh_chart_layout;

typedef struct routh_table_layout {
    const char *title;
    json_t *columns, *rows;
} routh_table_layout;

typedef struct routh_card_layout {
    const char *name, *value, *more;
} routh_card_layout;

/* Fits ------------------------------------------------------------------------------------------------*/

typedef struct routh_draws_layout {
    double mean, sd, own_mean;
} routh_draws_layout;

typedef struct routh_law_fits_layout {
    const char *name;
    json_t *parameters, *correlation;
    double cost, error_mean, error_median;
    json_t *flags;
    const char *words;
} routh_law_fits_layout;

typedef struct routh_fit_study_layout {
    json_t *dataset, *frame;
    const char *cost;
    routh_metric metric;
    bool robust;
    double level;
    size_t n_fit, n_test, draws, resamples;
    uint64_t seed;
    double irb_mean;
    json_t *approach, *laws;
    const char *version;
} routh_fit_study_layout;

/* Drops -----------------------------------------------------------------------------------------------*/

typedef struct routh_law_rebounds_layout {
    const char *name;
    json_t *parameters, *correlation, *rms, *rms_held_out;
    double log_likelihood_ratio, log_likelihood_ratio_error;
} routh_law_rebounds_layout;

typedef struct routh_rebound_study_layout {
    json_t *rebounds; /* [*] */
    size_t incidences;
    json_t *approach, *laws;
    routh_findings words;
    const char *version;
} routh_rebound_study_layout;

typedef struct routh_reading_value_layout {
    const char *name;
    double value, standard_error, low, high;
} routh_reading_value_layout;

typedef struct routh_variant_layout {
    const char *name;
    size_t impacts;
    double slope, r2, residual;
    json_t *parameters;
    double error, error_velocity, bound;
} routh_variant_layout;

typedef struct routh_systematics_layout {
    const char *law;
    json_t *parameters, *readings;
    routh_findings words;
} routh_systematics_layout;

typedef struct routh_split_number_layout {
    const char *of, *name, *unit;
    json_t *random, *in_order;
} routh_split_number_layout;

typedef struct routh_split_layout {
    json_t *dealt; /* [*] */
    double ratio_random, ratio_in_order, chance;
    bool drifts;
    json_t *numbers;
    routh_findings words;
} routh_split_layout;

/* Recordings ------------------------------------------------------------------------------------------*/

typedef struct routh_check_frame_layout {
    routh_frame chosen;
    const char *why;
    json_t *evidence; /* [*] */
    json_t *hypotheses;
} routh_check_frame_layout;

typedef struct routh_check_counts_layout {
    const char *name;
    size_t impacts, used, trajectories;
} routh_check_counts_layout;

typedef struct routh_check_layout {
    json_t *dataset, *frame, *findings;
    size_t wrong, warnings;
    json_t *systematics;
    const char *version;
} routh_check_layout;

typedef struct routh_import_layout {
    json_t *dataset;
    size_t trajectories;
    double mass, inertia, rate, gravity, gap;
    json_t *frame;
    const char *version;
} routh_import_layout;

typedef struct routh_axes_layout {
    json_t *axes; /* [*] */
    json_t *findings;
} routh_axes_layout;

typedef struct routh_recording_layout {
    const char *name, *format;
    double rate;
    json_t *motions, *understood, *left_out, *proposals, *axes;
} routh_recording_layout;

typedef struct routh_tracks_layout {
    json_t *import; /* [*] */
    json_t *recording, *version;
} routh_tracks_layout;

typedef struct routh_segment_layout {
    json_t *dataset;
    size_t trajectories;
    double height_offset, angle_offset, angle_delay;
    json_t *sensitivity, *frame;
    const char *version;
} routh_segment_layout;

typedef struct routh_inertia_layout {
    const char *estimator, *regression;
    json_t *unknowns;
    double m_over_i_size_error;
    json_t *mass, *inertia, *angle_offset, *height_offset, *order, *singular_values, *directions;
    json_t *fit; /* [*] */
    json_t *words;
} routh_inertia_layout;

typedef struct routh_inertia_study_layout {
    json_t *dataset, *frame, *noise, *fit, *least_squares, *online;
    double stated_m_over_i;
    json_t *misfits;
    const char *version;
} routh_inertia_study_layout;

/* Motion ----------------------------------------------------------------------------------------------*/

typedef struct routh_run_end_layout {
    double end[3];
    bool rests;
    double penetration, energy_gain;
} routh_run_end_layout;

typedef struct routh_integrator_layout {
    const char *integrator;
    json_t *own; /* [*] */
} routh_integrator_layout;

typedef struct routh_simulation_layout {
    const char *name;
    size_t drops;
    uint64_t seed;
    double duration, rate;
    json_t *contact;
    double snr;
    json_t *noise;
    size_t impacts, used, two_corners;
    json_t *run;
    const char *version;
} routh_simulation_layout;

/* Simulators ------------------------------------------------------------------------------------------*/

typedef struct routh_proof_trial_layout {
    json_t *trial; /* [*] */
    json_t *parameters, *impacts;
} routh_proof_trial_layout;

typedef struct routh_proof_layout {
    const char *engine, *engine_version;
    routh_proof_verdict verdict;
    double step, speeds_wanted[2], speeds_reached[2], eps_tolerance, friction_tolerance;
    size_t settings_tried;
    json_t *best, *textbook;
    routh_findings findings;
    const char *version;
} routh_proof_layout;

typedef struct routh_behaviour_law_layout {
    const char *name;
    json_t *restitution, *parameters;
    double error, error_median;
} routh_behaviour_law_layout;

typedef struct routh_behaviour_restitution_layout {
    double median, at_1, slope, slope_error, scatter, scatter_newton, scatter_poisson, scatter_energetic;
    routh_restitution curve;
    const char *kept;
} routh_behaviour_restitution_layout;

typedef struct routh_behaviour_energy_layout {
    double worst, worst_speed, slowest, fastest;
    size_t gains;
} routh_behaviour_energy_layout;

typedef struct routh_behaviour_layout {
    const char *name;
    bool space;
    double step;
    size_t contacts, impacts;
    json_t *left_out;
    size_t not_at_the_ground;
    const char *law;
    bool described;
    json_t *laws;
    size_t alike;
    double any_rigid_law, speed[2];
    json_t *restitution, *friction, *energy, *contact, *over_speed;
    routh_findings findings;
} routh_behaviour_layout;

typedef struct routh_behaviour_series_layout {
    const char *kind;
    json_t *behaviours;
    size_t shown;
    double changes_at;
    routh_findings findings;
    const char *version;
} routh_behaviour_series_layout;

typedef struct routh_behaviour_page_layout {
    const char *kind, *version;
    json_t *title;
    const char *verdict;
    json_t *words, *cards, *tables, *charts;
} routh_behaviour_page_layout;

#endif
