/* Segmentation of recorded tosses: where the motion is not free, the flights between, the contacts that they make,
 * and what these show about the body.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_SEGMENT_SEGMENT3_H
#define ROUTH_SRC_SEGMENT_SEGMENT3_H

#include "base/numbers.h"
#include <routh/data.h>
#include <stdbool.h>

#include <routh/segment.h>

#include "algebra/algebra.h"
#include "algebra/space.h"

/* What all tosses of a recording have in common. */
typedef struct routh_segment3_setting {
    const routh_dataset3 *dataset;
    const routh_segment3_options *options;
    double interval;                /* between two frames, s */
    double scale;                   /* recorded ÷ true length */
    double centre[3];               /* centre of mass as seen from the tracked point, body axes, m */
    double ground;                  /* height of the board, m, true length */
    double gyration;                /* radius that turns angles into lengths in distances, m */
    double noise;                   /* the median change of velocity that noise makes at a frame, m/s */
    double place_noise, turn_noise; /* of a frame, standard deviations along and about each axis, m, rad */
    double spike; /* a change of velocity between frames further than this from free fall is no flight, m/s */
    const routh_calibration3 *whole; /* of the recording whose tosses were drawn; NULL: this is a recording */
    const routh_shape3 *shape;       /* NULL: a cube */
    routh_free_turn turn;            /* how the body turns in flight */
    double form[3][3];               /* its inertia tensor ÷ the mean of the principal moments, body axes */
} routh_segment3_setting;

/* Segments tosses drawn from a segmented recording: measures what `whole`, its calibration, has measured, and no errors;
 * frames in the hand are those found there. A third of the time of routh_dataset3_segment. */
routh_status routh_segment3_draw(routh_context *context, const routh_segment3_options *options,
                                 const routh_calibration3 *whole, routh_dataset3 *dataset);

/* Flights ------------------------------------------------------------------------------------------------*/

/* As recorded: scale 1, no offsets, and the noise measured. Tosses have at least three frames. */
routh_status routh_segment3_setting_of(routh_context *context, const routh_dataset3 *dataset,
                                       const routh_segment3_options *options, routh_segment3_setting *setting);

/* The centre of mass above the board at a frame, m. */
void routh_flight3_centre(const routh_segment3_setting *setting, const routh_trajectory3 *toss, size_t frame,
                          double position[3]);

/* The length of a difference of positions, or velocities, and of one of orientations, or spins: the metric of kinetic
 * energy. */
double routh_flight3_length(const routh_segment3_setting *setting, const double moved[3], const double turned[3]);

/* Frames first … last at which the velocity changes. */
typedef struct routh_flight3_spike {
    size_t first, last;
} routh_flight3_spike;

/* Runs of neighbouring such frames in `spike`, which holds toss->count / 2 + 1. */
size_t routh_flight3_spikes(const routh_segment3_setting *setting, const routh_trajectory3 *toss,
                            routh_flight3_spike *spike);

/* Is the body below the board at that frame, by more than noise? */
bool routh_flight3_is_below(const routh_segment3_setting *setting, const routh_trajectory3 *toss, size_t frame);

/* One free flight: a parabola, and a free turn, at constant spin for a body with three equal moments of inertia. */
typedef struct routh_flight3_arc {
    const routh_free_turn *turn;     /* the setting's */
    double time;                     /* the middle of its frames, s */
    double position[3], velocity[3]; /* of the centre of mass then */
    double orientation[4], spin[3];  /* then; world axes */
    double gravity;                  /* m/s² */
    size_t count;                    /* of its frames */
    double deviation;                /* largest distance of a frame from it, m */
    double excess;                   /* acceleration beyond free fall, m/s² */
    double fall;                     /* its vertical part, m/s² */
} routh_flight3_arc;

/* Fits frames first … last, at least three. */
routh_flight3_arc routh_flight3_arc_fit(const routh_segment3_setting *setting, const routh_trajectory3 *toss,
                                        size_t first, size_t last);

/* What noise makes of the length of a frame's distance from a flight, m: one standard deviation along each of its axes
 * together. */
double routh_flight3_noise(const routh_segment3_setting *setting);

/* How far noise alone takes a frame from its flight, m. */
double routh_flight3_reach(const routh_segment3_setting *setting);

/* Is the body free there? Frames must be within `deviation` of the flight, or what noise explains, and the acceleration within
 * that share of free fall; noise may add to it as long as the frames separate free fall from rest on the board. */
bool routh_flight3_is_free(const routh_segment3_setting *setting, const routh_flight3_arc *arc, double deviation,
                           double share);

/* The standard error of a flight's velocity, in those of a frame, 1/s, and the variance of its pose at a time, in those of a
 * frame. */
double routh_flight3_arc_slope(const routh_segment3_setting *setting, const routh_flight3_arc *arc);
double routh_flight3_arc_variance(const routh_segment3_setting *setting, const routh_flight3_arc *arc, double time);

void routh_flight3_arc_pose(const routh_flight3_arc *arc, double time, double position[3], double orientation[4]);
routh_velocity3 routh_flight3_arc_velocity(const routh_flight3_arc *arc, double time);

/* Calibration --------------------------------------------------------------------------------------------*/

/* What leaving out a toss adds to a result. */
enum {
    ROUTH_CHANGE_SCALE,
    ROUTH_CHANGE_CENTRE,
    ROUTH_CHANGE_DRAG = ROUTH_CHANGE_CENTRE + 3,
    ROUTH_CHANGE_ROUNDING,
    ROUTH_CHANGE_INERTIA,
    ROUTH_CHANGES
};
typedef struct routh_calibrate3_change {
    double of[ROUTH_CHANGES];
} routh_calibrate3_change;

/* Measures long flights, rest and recorded spins, with the setting as recorded, into dataset->calibration, and finds the
 * frames in which tosses are held. `change`: one for each toss. */
routh_status routh_calibrate3_measure(routh_context *context, const routh_segment3_setting *setting,
                                      routh_dataset3 *dataset, routh_calibrate3_change *change);

/* Nothing measured but the number of frames, and of those held. */
routh_calibration3 routh_calibrate3_nothing(const routh_dataset3 *dataset);

/* How many frames each toss is held at its beginning, with a calibration applied and the drag that belongs to it. */
routh_status routh_release3_find(routh_context *context, const routh_segment3_setting *setting, double drag,
                                 routh_dataset3 *dataset);

/* Applies the calibration. */
void routh_calibrate3_apply(const routh_calibration3 *calibration, routh_segment3_setting *setting);

/* Contacts -----------------------------------------------------------------------------------------------*/

/* One contact of a toss, from the frames at which the velocity changes to a record. */
typedef struct routh_segment3_contact {
    routh_flight3_spike spike;
    bool has_before, has_after; /* flight enough on either side */
    routh_flight3_arc before, after;
    double meeting; /* time at which the flights come nearest, s */
    double apart;   /* how near, m */
    bool slip;      /* the velocities agree: a slip of the tracking, not a contact */
} routh_segment3_contact;

/* Fits the flights on both sides; they may reach from frame `earliest` to frame `latest`. */
routh_segment3_contact routh_segment3_contact_fit(const routh_segment3_setting *setting, const routh_trajectory3 *toss,
                                                  routh_flight3_spike spike, size_t earliest, size_t latest);

/* What cuts a flight short. */
typedef enum routh_segment3_neighbour {
    ROUTH_BESIDE_END,     /* of the recording */
    ROUTH_BESIDE_HAND,    /* the hand that holds the body */
    ROUTH_BESIDE_CONTACT, /* another contact */
    ROUTH_BESIDE_SLIP     /* a slip of the tracking */
} routh_segment3_neighbour;

/* The record with the reasons that the flights give not to use it. Its corner is taken to be sharp. */
routh_record3 routh_record3_of(const routh_segment3_setting *setting, const routh_segment3_contact *contact,
                               routh_segment3_neighbour before, routh_segment3_neighbour after);

/* Of a contact that may last: when it began and ended, how deep it was, and further reasons not to use it. */
void routh_soft_record3(const routh_segment3_setting *setting, const routh_trajectory3 *toss,
                        const routh_segment3_contact *contact, routh_record3 *record);

/* Where in its toss a record comes from: what it takes to make it again with another setting. */
typedef struct routh_segment3_place {
    routh_flight3_spike spike;
    size_t earliest, latest;
    bool rounds; /* it shows how round the corners are */
} routh_segment3_place;

/* The shape ----------------------------------------------------------------------------------------------*/

/* The lowest corner of a body with rounded corners: from the centre of mass to its lowest point, world axes, and how
 * much higher that of the next corner is, m. */
void routh_segment3_lowest(const routh_segment3_setting *setting, const double orientation[4], double rounding,
                           double point[3], double *next);

/* How much higher than the sharp corner's a rounded corner's lowest point is, for a radius of 1: −(1 + w_z), w its inset in
 * world axes. `point` is what routh_segment3_lowest found for a sharp one. */
double routh_segment3_lift(const routh_segment3_setting *setting, const double orientation[4], const double point[3]);

/* The most of it that is possible, and half the thickness, both m: no radius can be larger. */
double routh_segment3_lift_most(const routh_segment3_setting *setting);
double routh_segment3_half(const routh_segment3_setting *setting);

/* The height of the tracked point over the board on which the body lies; NaN where no face is below. */
double routh_segment3_rest_height(const routh_segment3_setting *setting, const double orientation[4]);

/* The centre of mass at uniform density from the tracked point, body axes. */
void routh_segment3_centre(const routh_dataset3 *dataset, double centre[3]);

/* The mean moment of inertia at uniform density, kg m². */
double routh_segment3_uniform(const routh_dataset3 *dataset);

/* The form of the inertia tensor, and the turn that it leads to, from the shape. */
void routh_segment3_form(const routh_dataset3 *dataset, routh_segment3_setting *setting);

/* The body -----------------------------------------------------------------------------------------------*/

typedef struct routh_segment3_body {
    const routh_segment3_setting *setting; /* its dataset has the records */
    routh_segment3_place *place;           /* of each record */
    routh_calibrate3_change *change; /* of each toss; the setting's own is there already, 0 if it is not measured */
    double rounding_most;            /* of one that is not determined, m; 0: it is measured or given */
    routh_votes votes;               /* of each toss */
    double *own;                     /* room for two numbers of each toss */
    double *six;                     /* and for six */
    routh_context *context;          /* asked whether to stop … */
    routh_status status;             /* … and what it said */
} routh_segment3_body;

/* The radius of the corners from the heights of sharp ones at contact, over the records without reasons against them; 0 with
 * an error of NaN where these do not determine it. */
void routh_segment3_rounding(routh_segment3_body *body, routh_calibration3 *calibration);

/* Correlation and slope over the used records; `stated`: with sharp corners and the tracked point as centre of mass. Its
 * error has the tosses' own part only. */
routh_identity3 routh_segment3_identity(routh_segment3_body *body, double rounding, bool stated);

/* The whole tensor, and its errors, into the calibration. */
void routh_segment3_tensor(routh_segment3_body *body, routh_calibration3 *calibration);

routh_status routh_segment3_options_check(routh_context *context, const routh_segment3_options *options);

/* The interval of the identity's inertia, with what calibration and rounding add, be it a radius that is not determined. All
 * NaN where it is too wide to be an answer. */
routh_interval routh_segment3_inertia(routh_segment3_body *body, const routh_calibration3 *calibration);

/* Free flight in a recorded motion: how noisy the samples are, where the motion is not free, and the parabola between. */

/* The pose in which the bodies come to rest, against the shape: medians over the trajectories that end at rest. */
typedef struct routh_rest_pose {
    size_t count;         /* trajectories that end at rest */
    double height_offset; /* measured minus true height of the centre, m; NaN without any */
    double angle_offset;  /* measured minus true angle, rad; 0 for a disc, which rests at any */
    double height_spread; /* between trajectories, one standard deviation (robust), m */
    double angle_spread;  /* likewise, rad */
} routh_rest_pose;

/* Fails where routh_dataset_segment does. */
routh_status routh_rest_pose_of(routh_context *context, const routh_dataset *dataset, routh_rest_pose *rest);

/* Coordinates of a pose: x, y, θ. */
enum { X, Y, THETA, COORDINATES };

/* What all trajectories of a dataset have in common. */
typedef struct routh_flight_setting {
    double interval;           /* between two frames, s */
    double gravity;            /* m/s² */
    double gyration;           /* radius that turns angles into lengths, m */
    double noise[COORDINATES]; /* standard deviation of one sample, m, m, rad */
    double spike[COORDINATES]; /* accelerations further than this from free fall are spikes, m/s², m/s², rad/s² */
    double height_offset;      /* to subtract from y, m */
    double angle_offset;       /* to subtract from θ, rad */
    double angle_delay;        /* the recorded θ is that of so much earlier, s */
    double angle_unit;         /* of θ, rad */
    bool soft;                 /* frames below the ground are in contact, too */
    const routh_dataset *dataset;
} routh_flight_setting;

/* Finite numbers and increasing time in every trajectory, a usable shape, and at least one trajectory of
 * `shortest` samples or more; the message names trajectory and sample. */
routh_status routh_flight_check(routh_context *context, const routh_dataset *dataset, size_t shortest);

/* Measures noise and interval; gravity and offsets are the caller's, the latter 0 in the answer, and the unit of angles
 * is 1. */
routh_status routh_flight_measure(routh_context *context, const routh_dataset *dataset, double gravity,
                                  routh_flight_setting *setting);

/* Sample i of a trajectory, offsets subtracted. */
void routh_flight_pose(const routh_flight_setting *setting, const routh_trajectory *trajectory, size_t i,
                       double pose[COORDINATES]);

/* Frames first … last whose acceleration is a spike. */
typedef struct routh_event {
    size_t first, last;
} routh_event;

/* Runs of neighbouring spikes in the second derivative of x, y and θ, in `event`, which holds trajectory->count / 2
 * + 1. An instantaneous contact between two frames makes one of one or two frames; where contacts are soft, those below the
 * ground belong to it. */
size_t routh_flight_events(const routh_flight_setting *setting, const routh_trajectory *trajectory, routh_event *event);

/* Is the body below the ground at that frame, by more than noise? */
bool routh_flight_is_below(const routh_flight_setting *setting, const routh_trajectory *trajectory, size_t frame);

/* A parabola through the frames first … first + count − 1, under the setting's gravity and with constant spin. */
typedef struct routh_arc {
    size_t first, count;
    double origin;                    /* time at which pose and velocity hold, s */
    double pose[COORDINATES];         /* m, m, rad */
    double velocity[COORDINATES];     /* m/s, m/s, rad/s */
    double gravity;                   /* m/s² */
    double deviation;                 /* largest distance of a frame from it, m, rotation times radius of gyration */
    double acceleration[COORDINATES]; /* beyond free fall, of a second fit in which it is free */
    double acceleration_error[COORDINATES]; /* its standard error from the noise of the samples */
    double energy_drift;                    /* from end to end, relative to the mean kinetic energy */
    double energy_drift_error;              /* its standard error from the scatter */
    bool gaps;                              /* see routh_flight_gaps */
} routh_arc;

/* Fits frames first … last, at least three. */
routh_arc routh_flight_fit(const routh_flight_setting *setting, const routh_trajectory *trajectory, size_t first,
                           size_t last, double origin);

/* Do time stamps or equal poses show that too many frames in a row are missing between first and last, or one is
 * repeated? One or two missing ones are none: the parabola is fitted to the times of those that are there. */
bool routh_flight_gaps(const routh_flight_setting *setting, const routh_trajectory *trajectory, size_t first,
                       size_t last);

/* Are too many missing in a row between frames i and i + 1, by their time stamps? */
bool routh_is_long_gap(const routh_flight_setting *setting, const routh_trajectory *trajectory, size_t i);

void routh_arc_pose(const routh_arc *arc, double time, double pose[COORDINATES]);
void routh_arc_velocity(const routh_arc *arc, double time, double velocity[COORDINATES]);

/* The rest pose, offsets of the setting subtracted. */
routh_status routh_flight_rest(routh_context *context, const routh_flight_setting *setting, routh_rest_pose *rest);

/* The same with offsets of any size, if less than half of the poses at rest are near one of the shape: *rest is that of
 * routh_flight_rest, and stays where the poses do not agree. */
routh_status routh_flight_rest_turned(routh_context *context, const routh_flight_setting *setting,
                                      routh_rest_pose *rest);

/* Samples of all trajectories together. */
size_t routh_count_samples(const routh_dataset *dataset);

/* How exactly flights give the velocities of the records found between them. */

enum { ROUTH_FLIGHT_LAGS = 10 }; /* as many frames as the default segmentation takes of a flight, at most */

/* Sums over flights. What is expected is a sum over lags k of the frames' autocovariance γ(k) times the numbers here. */
typedef struct routh_flight_scatter {
    double square[COORDINATES];  /* Σ r(i)² of the frames about their parabolas, m², m², rad² */
    double product[COORDINATES]; /* Σ r(i) r(i + 1) */
    double expected_square[ROUTH_FLIGHT_LAGS], expected_product[ROUTH_FLIGHT_LAGS];
    double velocity[2][ROUTH_FLIGHT_LAGS]; /* variance of the velocities before, after, 1/s²; at lag 0: 1/Σ τ² */
    double count;                          /* of records; 0: flights are not known */
} routh_flight_scatter;

/* Adds `sign` times the sums of one to those of another. */
void routh_flight_scatter_add(const routh_flight_scatter *one, double sign, routh_flight_scatter *sum);

/* The variance of a frame and its correlation with the next one, of one coordinate. */
typedef struct routh_frame_noise {
    double variance, correlation;
} routh_frame_noise;

void routh_frame_noise_of(const routh_flight_scatter *sum, routh_frame_noise noise[COORDINATES]);

/* Σ weight(k) γ(k), γ(k) = variance · correlation^k. */
double routh_frame_noise_propagate(const routh_frame_noise *noise, const double weight[ROUTH_FLIGHT_LAGS]);

/* One for each record, in `scatter`. Flights are those of the default segmentation; a record that does not have their
 * velocities was made in another way and has none. */
routh_status routh_flight_scatter_of(routh_context *context, const routh_dataset *dataset,
                                     routh_flight_scatter *scatter);

/* Bodies at rest: the poses a shape can lie in, and what recorded ones say about offsets of angle and height. */

/* A pose in which the shape lies on level ground: its angle, rad, and the height of its centre, m. */
typedef struct routh_rest_station {
    double angle, height;
} routh_rest_station;

enum { ROUTH_MOST_STATIONS = ROUTH_MAX_VERTICES };

/* A recorded pose at rest. */
typedef struct routh_rest_seen {
    double height, angle;
} routh_rest_seen;

/* Robust standard deviation; overwrites the values. */
double routh_spread_about(double *value, size_t count, double centre);

#endif
