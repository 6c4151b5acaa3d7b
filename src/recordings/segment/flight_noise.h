/* How exactly flights give the velocities of the records found between them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_SEGMENT_FLIGHT_NOISE_H
#define ROUTH_SRC_SEGMENT_FLIGHT_NOISE_H

#include "segment/flight.h"

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

#endif
