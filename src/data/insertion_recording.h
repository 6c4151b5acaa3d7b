/* What readers and writers of recorded insertions share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_RECORDING_H
#define ROUTH_SRC_INSERTION_RECORDING_H

#include <routh/data.h>

#include "file/source.h"

#define ROUTH_INSERTION_FORMAT "routh-insertion"
enum { ROUTH_INSERTION_VERSION = 1 };

/* The numbers of a sample in files, in this order: time, position and quaternion of the hand, twist, wrench. */
enum { ROUTH_INSERTION_COLUMNS = 20 };
extern const char *const routh_insertion_columns[ROUTH_INSERTION_COLUMNS + 1]; /* NULL-terminated */

void routh_sample_numbers(const routh_insertion_instant *sample, double number[ROUTH_INSERTION_COLUMNS]);

/* NULL, or what is wrong with these numbers, written into `fault` where it has a value; a quaternion is normalised. */
enum { ROUTH_FAULT_SIZE = 128 };
const char *routh_sample_from_numbers(const double number[ROUTH_INSERTION_COLUMNS], routh_insertion_instant *sample,
                                      char fault[ROUTH_FAULT_SIZE]);

/* A pose as position and quaternion, 7 numbers. */
void routh_pose_numbers(const routh_pose3 *pose, double number[7]);
const char *routh_pose_from_numbers(const double number[7], routh_pose3 *pose, char fault[ROUTH_FAULT_SIZE]);

/* By kind of file. */
routh_status routh_insertion_read_hdf5(routh_source *source, routh_insertion *insertion);
routh_status routh_insertion_read_csv(routh_source *source, routh_insertion *insertion);
routh_status routh_insertion_write_hdf5(routh_context *context, const routh_insertion *insertion, routh_io to);
routh_status routh_insertion_write_csv(routh_context *context, const routh_insertion *insertion, routh_io to);

/* The same at a lower rate, an integer share of its own: a linear-phase low-pass over every channel, then one sample in
 * `factor`. Poses are averaged as rotations. */
routh_status routh_insertion_downsample(routh_context *context, const routh_insertion *insertion, size_t factor,
                                        routh_insertion *reduced);

#endif
