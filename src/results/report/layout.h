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
    json_t *covariates, *exploration;
} routh_fit_study_layout;

/* What parameters depend on -------------------------------------------------------------------------------*/

typedef struct routh_term_layout {
    const char *parameter, *quantity;
    json_t *term;            /* [*] */
    routh_interval interval; /* [*] */
} routh_term_layout;

typedef struct routh_dependence_layout {
    const char *name, *title;
    json_t *errors; /* [*] */
    size_t clipped;
    json_t *terms;
} routh_dependence_layout;

typedef struct routh_dependence_figure_layout {
    const char *quantity, *unit;
    json_t *at, *restitution, *restitution_se, *friction, *friction_se;
    json_t *curves; /* [*] */
} routh_dependence_figure_layout;

typedef struct routh_covariates_layout {
    json_t *covariates, *laws;
    const char *best_law;
    json_t *figures;
    routh_findings words;
} routh_covariates_layout;

typedef struct routh_explore_step_layout {
    bool claimed;
    json_t *candidates;
} routh_explore_step_layout;

typedef struct routh_explored_layout {
    const char *parameter;
    size_t impacts, claimed;
    double share;
    json_t *steps;
} routh_explored_layout;

typedef struct routh_exploration_layout {
    json_t *asked; /* [*] */
    json_t *parameters;
    routh_findings words;
} routh_exploration_layout;

typedef struct routh_inputs_layout {
    json_t *laws; /* [*] */
    json_t *learned;
    json_t *conclusion; /* [*] */
} routh_inputs_layout;

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

/* A piece of a law's region of impulses. */
typedef struct routh_polygon_layout {
    json_t *law;
    routh_mode mode;
    json_t *polygon;
} routh_polygon_layout;

typedef struct routh_impact_law_layout {
    const char *name, *title;
    json_t *parameters;
    routh_point impulse;
    json_t *couple;
    double velocity_after[3], contact_velocity_after[2];
    routh_mode mode;
    double energy_ratio, contact_energy_ratio;
    json_t *flags;
    double mu_s;
    bool never_sticks;
    json_t *region;
} routh_impact_law_layout;

typedef struct routh_ellipse_layout {
    routh_point centre;
    double major, minor, angle;
    routh_point stick_line[2], compression_line[2];
} routh_ellipse_layout;

typedef struct routh_impact_layout {
    json_t *impact, *contact;
    json_t *pair; /* [*] */
    double mu_cap;
    json_t *ellipse, *admissible, *laws;
} routh_impact_layout;

typedef struct routh_counts_layout {
    json_t *name;
    size_t impacts, used;
    json_t *rejected;
} routh_counts_layout;

typedef struct routh_study_frame_layout {
    routh_frame chosen;
    const char *why;
    routh_frame recommended;
    json_t *slopes; /* [*] */
    bool decided;
    double stated_gyration;
    json_t *hypotheses;
} routh_study_frame_layout;

typedef struct routh_law_study_layout {
    const char *name;
    json_t *parameters, *correlation;
    const char *flags;
    json_t *errors; /* [*] */
    double range_fraction, range_fraction_velocity, range_fraction_unweighted;
    json_t *fit; /* [*] */
    json_t *reference;
    size_t gains, penetrates;
    routh_findings notes;
    size_t n_fit, n_test;
} routh_law_study_layout;

/* A law at another study's parameters. */
typedef struct routh_used_layout {
    json_t *parameters;
    double error_mean, error_mean_velocity;
} routh_used_layout;

typedef struct routh_truth_layout {
    const char *law;
    json_t *parameters;
} routh_truth_layout;

typedef struct routh_two_layout {
    double mu, mu_sd, eps, eps_sd;
} routh_two_layout;

typedef struct routh_result_law_layout {
    json_t *law; /* [*] */
    json_t *used;
    json_t *two; /* [*] */
    size_t pulls, reversals_predicted, reversals_false;
} routh_result_law_layout;

typedef struct routh_study_noise_layout {
    double noise, noise_error;
    json_t *noise_from, *noise_interval;
    json_t *noise_bound; /* [*] */
} routh_study_noise_layout;

/* results.json */
typedef struct routh_study_layout {
    json_t *dataset, *frame, *calibration, *used, *approach;
    json_t *standing; /* [*] */
    json_t *laws, *bounds;
    size_t reversals;
    json_t *reach_tolerance;
    json_t *noise; /* [*] */
    size_t zero_friction;
    json_t *systematics, *split, *learning, *covariates, *exploration, *inputs;
    routh_findings words;
    const char *metric;
    json_t *truth;
    uint64_t seed;
    const char *command, *checksum, *version;
} routh_study_layout;

/* The page: web/src/study.ts describes it. */
typedef struct routh_page_dataset_layout {
    json_t *counts; /* [*] */
    json_t *words;
    const char *shape;
    double mass, inertia, rate, gravity;
} routh_page_dataset_layout;

typedef struct routh_page_finding_layout {
    routh_finding_kind kind;
    const char *what, *words;
} routh_page_finding_layout;

typedef struct routh_page_check_layout {
    json_t *slopes; /* [*] */
    double stated_gyration;
    json_t *hypotheses, *findings;
} routh_page_check_layout;

typedef struct routh_convergence_layout {
    size_t k;
    json_t *mean, *sd;
} routh_convergence_layout;

typedef struct routh_surface_layout {
    json_t *axes; /* [*] */
    json_t *cost;
} routh_surface_layout;

typedef struct routh_page_law_layout {
    json_t *law, *best; /* [*] */
    json_t *covered;
    const char *title;
    routh_restitution restitution;
    json_t *individual_mean, *convergence, *surface;
} routh_page_law_layout;

typedef struct routh_density_layout {
    const char *name;
    json_t *density;
} routh_density_layout;

typedef struct routh_densities_layout {
    json_t *error; /* [*] */
    json_t *series;
} routh_densities_layout;

typedef struct routh_law_columns_layout {
    json_t *pt, *pn, *error, *mode, *mu, *eps, *distance, *flags, *further;
} routh_law_columns_layout;

typedef struct routh_impact_columns_layout {
    json_t *record; /* [*] */
    json_t *held_out, *wtt, *wtn, *wnn, *vt, *vn, *pt, *pn, *irb, *laws;
} routh_impact_columns_layout;

typedef struct routh_example_layout {
    size_t record;
    json_t *example; /* [*] */
} routh_example_layout;

typedef struct routh_anomalies_layout {
    size_t zero_friction;
    const char *zero_friction_law;
    size_t reversals;
    json_t *reversals_predicted, *reversals_false, *examples, *words;
} routh_anomalies_layout;

typedef struct routh_alarm_layout {
    const char *title;
    json_t *words;
} routh_alarm_layout;

typedef struct routh_page_frame_layout {
    routh_frame frame;
    bool chosen;
    const char *why;
    json_t *verdict, *alarm, *dataset, *check, *laws;
    const char *best_law;
    json_t *bounds, *densities, *impacts, *anomalies, *regions, *use;
    double noise;
    const char *noise_from;
    json_t *learning, *covariates, *exploration, *inputs;
    routh_findings words;
} routh_page_frame_layout;

typedef struct routh_motion_contact_layout {
    double time;
    bool used;
    json_t *before, *after;
} routh_motion_contact_layout;

typedef struct routh_motion_layout {
    const char *name;
    size_t trajectory;
    double gyration;
    json_t *recorded, *contacts;
} routh_motion_layout;

typedef struct routh_page_layout {
    const char *version, *name, *source;
    uint64_t seed;
    double seconds;
    const char *metric, *cost;
    size_t n_fit, draws;
    json_t *truth, *reach_tolerance;
    double range_tolerance, slow_friction;
    const char *command, *checksum, *date;
    json_t *systematics, *split, *motion, *frames;
} routh_page_layout;

/* Learning --------------------------------------------------------------------------------------------*/

typedef struct routh_output_layout {
    json_t *output; /* [*] */
    json_t *length;
} routh_output_layout;

typedef struct routh_model_study_layout {
    json_t *inputs, *outputs;
    json_t *study; /* [*] */
    json_t *speed;
} routh_model_study_layout;

typedef struct routh_contestant_layout {
    const char *name, *title, *kind, *model, *law;
    json_t *metric, *curve;
    json_t *density; /* [*] */
    json_t *detail;
} routh_contestant_layout;

typedef struct routh_learning_layout {
    json_t *sizes, *detail;
    size_t draws;
    const char *best_law, *best_model;
    double pays_from, gain, prior_pays_until;
    json_t *coverage_levels, *contestants;
    json_t *densities; /* [*] */
    json_t *words;
} routh_learning_layout;

typedef struct routh_model_output_layout {
    const char *name, *unit;
    json_t *lengths;
    double signal, noise, log_likelihood;
    size_t inducing;
    bool converged;
} routh_model_output_layout;

typedef struct routh_model_layout {
    routh_model_kind kind;
    const char *law, *prior;
    routh_metric metric;
    size_t bounded;
    json_t *inputs, *covariates, *outputs;
    const char *file;
} routh_model_layout;

typedef struct routh_test_bounds_layout {
    json_t *prior;
    routh_test_error irb_velocity, irb_momentum, projected;
    size_t outside;
} routh_test_bounds_layout;

typedef struct routh_model_test_layout {
    size_t held_out;
    json_t *errors, *bounds; /* [*] */
    double level;
    json_t *coverage, *coverage_leaving_one_out;
} routh_model_test_layout;

typedef struct routh_named_parameters_layout {
    const char *name;
    json_t *parameters;
} routh_named_parameters_layout;

typedef struct routh_training_layout {
    json_t *dataset, *frame;
    size_t n_train;
    uint64_t seed;
    json_t *model, *law, *test;
    const char *version;
} routh_training_layout;

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

typedef struct routh_run_body_layout {
    const char *shape;
    json_t *semi_axes, *corners;
    double radius, mass, inertia;
} routh_run_body_layout;

typedef struct routh_run_samples_layout {
    json_t *columns; /* [*] */
    size_t moving;
    double strobe;
    json_t *outlines;
} routh_run_samples_layout;

typedef struct routh_run_contacts_layout {
    size_t count;
    json_t *times; /* [*] */
    json_t *x, *y;
    json_t *planes; /* [*] */
    json_t *closing;
    json_t *impulses; /* [*] */
    json_t *state;
} routh_run_contacts_layout;

/* The page of a body in motion. */
typedef struct routh_run_layout {
    const char *version, *title;
    json_t *words, *body;
    double gravity;
    json_t *planes;
    double duration;
    bool rests;
    json_t *samples, *contacts;
} routh_run_layout;

/* Tosses ----------------------------------------------------------------------------------------------*/

typedef struct routh_rollout_phase_layout {
    double position, rotation;
    size_t tosses;
} routh_rollout_phase_layout;

typedef struct routh_rollout_summary_layout {
    json_t *summary; /* [*] */
    json_t *phases;
} routh_rollout_summary_layout;

typedef struct routh_ablation_layout {
    json_t *summary; /* [*] */
    json_t *position_change, *rotation_change;
} routh_ablation_layout;

typedef struct routh_rollout_parameter_layout {
    json_t *comparison; /* [*] */
    routh_interval interval;
    json_t *determined;
    const char *unit, *about;
    json_t *folds;
} routh_rollout_parameter_layout;

/* Shares of instants inside of regions, and standard errors. */
typedef struct routh_spread_cover_layout {
    size_t instants;
    double place, place_error, turn, turn_error, pose, pose_error, radius, angle;
} routh_spread_cover_layout;

typedef struct routh_spread_moment_layout {
    double time;
    size_t tosses;
    double place, turn, pose, radius, angle;
} routh_spread_moment_layout;

typedef struct routh_spread_bin_layout {
    double low, high;
    size_t count;
    double predicted, observed, observed_low, observed_high;
} routh_spread_bin_layout;

typedef struct routh_spread_centre_layout {
    double position, position_median, position_90, rotation, rotation_median, rotation_90;
    size_t faces, tosses;
} routh_spread_centre_layout;

typedef struct routh_spread_faces_layout {
    size_t likeliest_right;
    double brier, brier_error, brier_of_paths;
} routh_spread_faces_layout;

typedef struct routh_spread_layout {
    size_t rollouts;
    double share;
    json_t *parts, *after, *all, *phases, *moments, *centre, *faces, *reliability;
} routh_spread_layout;

typedef struct routh_rollout_study_layout {
    const char *name, *kind;
    size_t tosses;
    double width;
    size_t folds;
    const char *law;
    json_t *held_out, *ablations;
    routh_tossed_body body;
    size_t impacts;
    json_t *approach, *parameters, *correlation;
    json_t *estimate; /* [*] */
    json_t *over_time, *spread;
    routh_findings findings;
    const char *version;
} routh_rollout_study_layout;

typedef struct routh_region3_layout {
    double level;
    size_t first;
    json_t *centre;
    json_t *columns; /* [*] */
} routh_region3_layout;

typedef struct routh_page_column_layout {
    const char *key, *title;
    int digits;
    double factor;
} routh_page_column_layout;

typedef struct routh_polyhedron_layout {
    json_t *vertices, *faces;
} routh_polyhedron_layout;

typedef struct routh_track_layout {
    const char *name;
    size_t first;
    json_t *poses;
} routh_track_layout;

typedef struct routh_toss_impacts_layout {
    size_t count;
    json_t *time;
    json_t *columns; /* [*] */
} routh_toss_impacts_layout;

/* A toss to look at, on the page that web/src/tosses/toss.ts describes. */
typedef struct routh_toss_layout {
    const char *name;
    const char *label; /* "worst", "median", "best"; "": none of these */
    double rate;       /* Hz */
    double fitted;     /* s: until then the start was fitted; 0: it was given */
    json_t *tracks;    /* the first is drawn solid, the others translucent */
    json_t *impacts;
    json_t *region;  /* where the body is expected; null: not known */
    json_t *numbers; /* by the keys of the page's columns */
} routh_toss_layout;

typedef struct routh_toss_numbers_layout {
    double position, rotation, position_end, rotation_end;
} routh_toss_numbers_layout;

typedef struct routh_toss_body_layout {
    json_t *vertices, *insets, *faces;
    const char *name;
    double rounding, centre[3];
} routh_toss_body_layout;

typedef struct routh_toss_plane_layout {
    double point[3], normal[3];
} routh_toss_plane_layout;

/* The page; empty lists are json_array(). */
typedef struct routh_tosses_layout {
    const char *kind, *version, *title;
    json_t *words, *shape, *planes, *part, *columns, *tables, *charts, *tosses;
    json_t *total; /* tosses that were studied, where the page shows some of them */
} routh_tosses_layout;

typedef struct routh_states3_layout {
    json_t *time, *velocity, *spin;
} routh_states3_layout;

typedef struct routh_run3_layout {
    json_t *page; /* [*] */
    json_t *body, *surface;
    double gravity, drag;
    bool rests;
    double penetration, energy_gain;
    json_t *states;
} routh_run3_layout;

typedef struct routh_run3_end_layout {
    double end[3], orientation[4];
    bool rests;
    size_t impacts;
    double penetration, energy_gain;
} routh_run3_end_layout;

typedef struct routh_simulated_body_layout {
    json_t *body; /* [*] */
    const char *shape;
    size_t corners;
} routh_simulated_body_layout;

typedef struct routh_simulation3_layout {
    const char *name;
    size_t tosses, impacts, several_at_once;
    json_t *body;
    const char *integrator;
    json_t *surface;
    double duration, rate, gravity, drag, position_noise, rotation_noise;
    routh_scatter3 scatter;
    json_t *run;
} routh_simulation3_layout;

typedef struct routh_law3_parameter_layout {
    double value;
    routh_interval interval;
    double halves[2];
} routh_law3_parameter_layout;

typedef struct routh_other_law3_layout {
    json_t *parameters; /* [*] */
    double error;
    routh_interval error_interval;
    double error_median;
} routh_other_law3_layout;

typedef struct routh_law3_study_layout {
    const char *name, *about;
    json_t *parameters, *correlation;
    const char *flags;
    double error;
    routh_interval error_interval;
    double error_median, error_fitted;
    routh_interval above_rigid;
    json_t *with_other_parameters;
} routh_law3_study_layout;

typedef struct routh_study3_layout {
    const char *name;
    json_t *shape;
    routh_tossed_body body;
    size_t tosses, frames, held_frames;
    json_t *held;
    size_t contacts, used;
    json_t *approach, *rejected;
    bool calibrated, calibration_given;
    json_t *calibration;
    json_t *identities, *medians; /* [*] */
    json_t *laws;
    json_t *comparison; /* [*] */
    json_t *split;
    size_t draws;
    uint64_t seed;
    const char *version;
} routh_study3_layout;

typedef struct routh_outcome3_layout {
    json_t *outcome; /* [*] */
    const char *phases;
    json_t *energies; /* [*] */
    json_t *switches;
} routh_outcome3_layout;

typedef struct routh_struck_body_layout {
    json_t *body; /* [*] */
    json_t *velocity_before, *velocity, *spin_before, *spin;
    double energy_before, energy;
} routh_struck_body_layout;

typedef struct routh_impact3_contact_layout {
    json_t *contact; /* [*] */
    double mu, e, eta2;
} routh_impact3_contact_layout;

typedef struct routh_impact3_layout {
    json_t *outcome; /* [*] */
    json_t *contact, *bodies;
} routh_impact3_layout;

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
