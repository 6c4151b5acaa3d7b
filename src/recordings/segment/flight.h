/* Free flight in a recorded motion: how noisy the samples are, where the motion is not free, and the parabola between.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_FLIGHT_H
#define ROUTH_SRC_DATA_FLIGHT_H

#include <stdbool.h>

#include <routh/data.h>
#include <routh/segment.h>

#include "base/numbers.h"

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
