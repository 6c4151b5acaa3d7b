/* Wrenches that are measured later than poses.
 *
 * At a latency the wrench of an instant is that of contacts a little earlier: Φ is delayed, the wrench stays as it is. The
 * other way round, reading the wrench later, its noise would be moved along with it: the slope of the residual is then
 * mostly that of noise, which makes a latency look ten times better known than it is and ends searches too early, and an
 * interpolation takes more from noise the farther from a sample it is, which makes half a sample look best. The same holds for the
 * noise of poses in Φ, which is smaller. So both, Φ and wrench, run through a Gaussian, that of Φ displaced by the latency:
 * it leaves the slow changes of force that show a latency and takes the slope of noise. In generated insertions errors are
 * stated three to five times too small with a deviation of 20 ms, and a third too small with 40 ms.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_DELAYED_H
#define ROUTH_SRC_INSERTION_DELAYED_H

#include "insertion/regressor.h"

/* The deviation of the Gaussian at a rate in Hz, samples: 60 ms, at least one sample. */
double routh_smoothing(double rate);

/* The latency in one recording, s. */
double routh_latency_of(const routh_regressor *regressor, const double *x, size_t recording);

/* `columns` wrenches of each sample in object 1's axes (samples × 6 × columns), smoothed and, if `delayed`, later by the
 * latency that x says. */
void routh_smooth_wrenches(const routh_regressor *regressor, const double *x, bool delayed, size_t columns,
                           const double *from, double *to);

#endif
